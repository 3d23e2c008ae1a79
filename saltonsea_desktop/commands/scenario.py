"""Run rule scenarios: TOML files with a position, steps in notation and what must hold (docs/scenarios.md).

A folder stands for the .toml files in it. Exit code 1 when a check fails, 2 when a file cannot be played."""

from __future__ import annotations

import argparse
import json

from saltonsea_desktop.commands import (
    BadInput,
    CheckFailed,
    Parser,
    add_components,
    add_json,
    load_tables,
    print_json,
)


def add_arguments(parser: Parser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help="scenario files, or folders of them")
    add_json(parser)
    add_components(parser)


def run(options: argparse.Namespace) -> None:
    from saltonsea_desktop.games.saltonsea.scenario import run_files

    code, text = run_files(options.files, load_tables(options.components), as_json=options.json)
    if options.json:
        report = json.loads(text)
        print_json(report)
        errors = [error["error"] for error in report["errors"]]
        failed = [one["file"] for one in report["scenarios"] if not one["ok"]]
    else:
        print(text)
        errors = [line.removeprefix(BAD).strip() for line in text.splitlines() if line.startswith(BAD)]
        failed = [line.removeprefix(FAILED).strip() for line in text.splitlines() if line.startswith(FAILED)]
    if code == 2:
        raise BadInput(f"{_first(errors)}.")
    if code:
        raise CheckFailed(f"{len(failed)} of the scenarios failed: {_first(failed)}.")


BAD, FAILED = "BAD ", "FAILED "  # how `run_files` begins the lines of files and scenarios that are not fine


def _first(texts: list[str]) -> str:
    more = f" (and {len(texts) - 1} more)" if len(texts) > 1 else ""
    return texts[0].rstrip(".") + more
