"""Check, list or copy a component pack: the printed values as a folder of TOML files (docs/components.md)."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from saltonsea_desktop.commands import BadInput, CheckFailed, Parser, add_json, print_json

if TYPE_CHECKING:
    from saltonsea_desktop.games.saltonsea.components import RawPack

LABELS = ("printed", "rulebook", "inferred", "reconstructed")  # as components.schema, which costs pydantic


def add_arguments(parser: Parser) -> None:
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    check = actions.add_parser("check", help="validate a pack: counts, ids, cross-references, tracks")
    check.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="the pack (default: the built-in one)")
    add_json(check)
    listing = actions.add_parser("list", help="list every value with where it is from")
    listing.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help="the pack (default: the built-in one)")
    listing.add_argument("--label", choices=LABELS, help="only values of this provenance")
    add_json(listing)
    copy = actions.add_parser("copy", help="copy the built-in pack, to type in the printed values")
    copy.add_argument("folder", type=Path, metavar="FOLDER", help="a new or empty folder")


def run(options: argparse.Namespace) -> None:
    {"check": _check, "list": _list, "copy": _copy}[options.action](options)


def _check(options: argparse.Namespace) -> None:
    from saltonsea_desktop.games.saltonsea.components.check import check_pack

    folder: Path | None = options.folder
    _must_be_folder(folder)
    report = check_pack(folder)
    if options.json:
        print_json(
            {
                "ok": report.ok,
                "folder": None if folder is None else str(folder),
                "digest": report.digest,
                "errors": list(report.errors),
                "warnings": list(report.warnings),
                "passed": report.passed,
                "counts": report.counts,
                "provenance": report.provenance,
            }
        )
    else:
        print(report.text())
    if not report.ok:
        more = f" (and {len(report.errors) - 1} more)" if len(report.errors) > 1 else ""
        raise CheckFailed(f"{folder}: {report.errors[0].rstrip('.')}{more}.")


def _list(options: argparse.Namespace) -> None:
    from saltonsea_desktop.games.saltonsea.components.check import list_values

    values = list_values(_sound_pack(options.folder), options.label)
    if options.json:
        print_json(
            [
                {
                    "file": f"{value.file}.toml",
                    "table": value.table,
                    "id": value.id,
                    "field": value.field,
                    "value": value.value,
                    "label": value.label,
                    "reason": value.reason,
                }
                for value in values
            ]
        )
        return
    place = ""
    for value in values:
        here = f"{value.file}.toml: {value.id}"
        if here != place:
            print(here)
            place = here
        reason = f" ({value.reason})" if value.reason else ""
        print(f"    {value.field} = {_shown(value.value)}  {value.label}{reason}")
    what = "values" if options.label is None else f"values are {options.label}"
    print(f"{len(values)} {what}")


def _copy(options: argparse.Namespace) -> None:
    from saltonsea_desktop.games.saltonsea.components import DEFAULT_FOLDER, FILES
    from saltonsea_desktop.storage.atomic import write_atomic

    folder: Path = options.folder
    try:
        if folder.exists() and not folder.is_dir():
            raise BadInput(f"{folder}: this is a file; name a new or empty folder.")
        if folder.is_dir() and any(folder.iterdir()):
            raise BadInput(f"{folder}: the folder is not empty; name a new one, so that nothing is overwritten.")
        for name in FILES:
            write_atomic(folder / f"{name}.toml", (DEFAULT_FOLDER / f"{name}.toml").read_bytes())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise BadInput(f"{folder}: the pack cannot be written there ({reason}).") from None
    print(f"The built-in pack was copied to {folder}: {len(FILES)} files.")
    print("Type in the printed values, then:")
    print(f"    saltonsea-desktop components check {folder}")
    print(f"    saltonsea-desktop --components {folder}")


def _must_be_folder(folder: Path | None) -> None:
    """Another thing than a folder is bad input; a fault inside it is what the check is for."""
    if folder is None:
        return
    try:
        if not folder.exists():
            raise BadInput(f"{folder}: there is no such folder.")
        if not folder.is_dir():
            raise BadInput(f"{folder}: this is a file; a component pack is a folder with ten .toml files.")
        next(iter(folder.iterdir()), None)
    except (OSError, ValueError) as error:
        raise BadInput(f"{folder}: it cannot be read ({getattr(error, 'strerror', None) or error}).") from None


def _sound_pack(folder: Path | None) -> RawPack:
    from saltonsea_desktop.games.saltonsea.components import read_pack
    from saltonsea_desktop.games.saltonsea.components.check import check_pack

    _must_be_folder(folder)
    if folder is not None:
        errors = check_pack(folder).errors
        if errors:
            more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
            raise BadInput(f"{folder}: {errors[0].rstrip('.')}{more}.")
    return read_pack(folder)


def _shown(value: Any) -> str:
    """A value as the file has it, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{value}"'
    if isinstance(value, list):
        return f"[{', '.join(_shown(item) for item in value)}]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_shown(item)}" for key, item in value.items()) + "}"
    return str(value)
