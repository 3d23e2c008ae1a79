"""The commands of the command line, a module each, and what they share. Nothing heavy is imported here.

A module has a docstring for its help, `add_arguments(parser)` and `run(options)`, which prints to standard output,
returns when all is fine, and raises `BadInput` or `CheckFailed` else.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from saltonsea_desktop.games.saltonsea.components.tables import Tables

SEEDS = 2**53  # as `setup.SEED_LIMIT`, which is not imported for its own sake


class BadInput(Exception):
    """An argument or a file that cannot be used: exit code 2. The message is one sentence saying what and where."""


class CheckFailed(Exception):
    """What was to be checked does not hold: exit code 1. The message is one sentence."""


class Parser(argparse.ArgumentParser):
    """Complaints are one sentence, raised as BadInput; options are written out in full."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(allow_abbrev=False, **options)

    def error(self, message: str) -> NoReturn:
        text = " ".join(message.split()).rstrip(".")
        raise BadInput(f"{text[:1].upper()}{text[1:]} (see {self.prog} --help).")


def number(least: int, most: int) -> Callable[[str], int]:
    """An argument type: a whole number in this range."""

    def parse(text: str) -> int:
        if re.fullmatch(r"[+-]?[0-9]{1,19}", text.strip()) and least <= int(text) <= most:
            return int(text)
        raise argparse.ArgumentTypeError(f"must be a whole number from {least} to {most}, not {shown(text)}")

    return parse


def words(text: str) -> tuple[str, ...]:
    """An argument type: names between commas."""
    return tuple(word.strip() for word in text.split(","))


def shown(text: str, limit: int = 60) -> str:
    """The text in quotes, on one line and not too long."""
    clean = "".join(c if c.isprintable() else "?" for c in text)
    return f'"{clean if len(clean) <= limit else clean[: limit - 3] + "..."}"'


def add_json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON document instead of text")


def add_components(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--components", type=Path, metavar="FOLDER", help="the component pack to play with (default: the built-in one)"
    )


def load_tables(folder: Path | None) -> Tables:
    """The tables of a checked pack. Raises BadInput with the first fault."""
    from saltonsea_desktop.games.saltonsea.components.tables import build, default_tables

    if folder is None:
        return default_tables()
    from saltonsea_desktop.games.saltonsea.components import PackError, read_pack
    from saltonsea_desktop.games.saltonsea.components.check import check_raw

    try:
        raw = read_pack(folder)
    except (PackError, ValueError) as error:  # ValueError: a NUL in the path
        raise BadInput(f"The component pack cannot be used: {error}") from None
    faults = check_raw(raw).errors
    if faults:
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        raise BadInput(f"The component pack {folder} cannot be used: {faults[0].rstrip('.')}{more}.")
    return build(raw)


def print_json(value: object) -> None:
    """One JSON document, ASCII only: it survives every terminal and pipe."""
    print(json.dumps(value, indent=2))


def table(rows: Iterable[Sequence[object]], left: int = 1) -> str:
    """Aligned columns: the first `left` to the left, the others to the right."""
    lines = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if i < left else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
