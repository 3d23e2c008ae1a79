"""Component packs: every printed value of Salton Sea, as ten TOML files in a folder.

The built-in pack lies beside this module in `data/`. A player who owns the box copies it, types in the printed values
and plays with the copy (docs/components.md). Reading is done here with the standard library alone; `schema` holds the
typed models, `check` the cross-checks, `tables` the frozen run-time tables.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILES: tuple[str, ...] = (
    "actions", "board", "claims", "contracts", "fees", "gmi", "market", "objectives", "profit", "research",
)  # fmt: skip
"""The files of a pack, without ".toml", in alphabetical order."""

# By path: importlib.resources would cost more at start than reading all ten files, and no zipped install is supported.
DEFAULT_FOLDER: Path = Path(__file__).resolve().parent / "data"

MAX_BYTES = 256 * 1024
"""Largest file that is read, in bytes; the largest of the built-in pack has 9 thousand."""

MAX_LINE = 2000
"""Longest line that is read, in characters: tomllib takes quadratic time for a key with thousands of dots."""


class PackError(Exception):
    """A pack that cannot be read or used.

    `messages` holds one sentence for each fault, naming file, line or id, and what is wrong. `str()` is the first
    sentence, and how many more there are.
    """

    def __init__(self, messages: Iterable[str]) -> None:
        self.messages: tuple[str, ...] = tuple(messages)
        more = len(self.messages) - 1
        super().__init__(self.messages[0] + (f" (and {more} more)" if more else ""))


@dataclass(frozen=True, slots=True)
class RawPack:
    """The parsed files of a pack, not validated.

    `data`: file name without ".toml" -> its parsed TOML. `digest`: see `digest_of`. `folder`: None for the built-in
    pack.
    """

    data: dict[str, dict[str, Any]]
    digest: str
    folder: Path | None


def read_pack(folder: Path | None = None) -> RawPack:
    """The pack in `folder`, or the built-in one. Syntax only: `check.check_pack` and `schema.validate` look closer.

    Raises PackError with one sentence for each file that cannot be read.
    """
    place = DEFAULT_FOLDER if folder is None else Path(folder)
    problems = _folder_problems(place)
    if problems:
        raise PackError(problems)
    data: dict[str, dict[str, Any]] = {}
    canonical: dict[str, str] = {}
    for name in FILES:
        try:
            data[name] = parse(name, read_text(place, name))
            canonical[name] = _canonical(name, data[name])
        except PackError as error:
            problems.extend(error.messages)
    if problems:
        raise PackError(problems)
    return RawPack(data, _digest(canonical), folder)


def stray_files(folder: Path) -> tuple[str, ...]:
    """Names of further *.toml files in `folder`: they are not read, and may be misspelt. Sorted."""
    known = {f"{name}.toml" for name in FILES}
    try:
        return tuple(sorted(p.name for p in folder.iterdir() if p.suffix.lower() == ".toml" and p.name not in known))
    except OSError:
        return ()


def read_text(folder: Path, name: str) -> str:
    """The text of one file of a pack; a byte order mark is dropped. Raises PackError."""
    file = f"{name}.toml"
    path = folder / file
    try:
        if not path.exists():
            near = difflib.get_close_matches(file, stray_files(folder), n=1, cutoff=0.75)
            hint = f"; is it the file {clip(near[0])}?" if near else ""
            raise PackError([f"{file}: this file of the pack is missing{hint or '.'}"])
        if not path.is_file():  # a folder, or a pipe that would never end
            raise PackError([f"{file}: this must be a file, and is something else."])
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise PackError([f"{file}: the file cannot be read: {_reason(error)}."]) from None
    if len(raw) > MAX_BYTES:
        raise PackError([f"{file}: the file is larger than {MAX_BYTES // 1024} KiB, which no component file needs."])
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise PackError([f"{file}:{line}: the file is not UTF-8 text (byte {error.start + 1})."]) from None


def parse(name: str, text: str) -> dict[str, Any]:
    """The TOML of one file. Raises PackError with the line, as far as the parser tells it."""
    file = f"{name}.toml"
    longest = max(text.split("\n"), key=len)
    if len(longest) > MAX_LINE:
        line = text.split("\n").index(longest) + 1
        raise PackError([f"{file}:{line}: the line is longer than {MAX_LINE} characters."])
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise PackError([f"{file}: lists or tables are nested too deeply."]) from None
    except ValueError as error:  # TOMLDecodeError, or a number too long for int()
        raise PackError([_toml_sentence(file, str(error))]) from None


def digest_of(data: dict[str, dict[str, Any]]) -> str:
    """Digest of the values of a pack: 16 hexadecimal digits.

    SHA-256 over canonical JSON of all values without `[provenance]` and `prov`: comments, provenance, layout, key order
    and line endings do not change it, any other value and the order of records do. Raises PackError for values that
    have no canonical text.
    """
    return _digest({name: _canonical(name, table) for name, table in data.items()})


def _digest(canonical: dict[str, str]) -> str:
    whole = ",".join(f'"{name}":{text}' for name, text in sorted(canonical.items()))
    return hashlib.sha256(f"{{{whole}}}".encode("ascii")).hexdigest()[:16]


def _canonical(name: str, tables: dict[str, Any]) -> str:
    values = {table: _values(content) for table, content in tables.items() if table != "provenance"}
    try:
        # str: a date or time, which no pack needs, but a broken one may hold
        return json.dumps(values, sort_keys=True, separators=(",", ":"), default=str)
    except RecursionError:
        raise PackError([f"{name}.toml: lists or tables are nested too deeply."]) from None
    except ValueError:  # an integer beyond the limit of int-to-text conversion
        raise PackError([f"{name}.toml: the file holds a number that is far too long."]) from None


def _values(content: Any) -> Any:
    if isinstance(content, list):
        return [_values(record) if isinstance(record, dict) else record for record in content]
    if isinstance(content, dict):
        return {key: value for key, value in content.items() if key != "prov"}
    return content


def _folder_problems(folder: Path) -> list[str]:
    shown = clip(str(folder), 200)
    try:
        if not folder.exists():
            return [f"{shown}: there is no such folder."]
        if not folder.is_dir():
            return [f"{shown}: this is a file; a component pack is a folder with ten .toml files."]
        names = {path.name for path in folder.iterdir()}
    except OSError as error:
        return [f"{shown}: the folder cannot be read: {_reason(error)}."]
    if not any(f"{name}.toml" in names for name in FILES):
        return [f"{shown}: the folder holds no file of a component pack ({FILES[0]}.toml ... {FILES[-1]}.toml)."]
    return []


def _toml_sentence(file: str, message: str) -> str:
    """`Invalid value (at line 3, column 7)` -> `claims.toml:3: not valid TOML: invalid value (column 7).`"""
    if found := re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", message, re.DOTALL):
        what, line, column = found.groups()
        return f"{file}:{line}: not valid TOML: {_phrase(what)} (column {column})."
    if found := re.fullmatch(r"(.*) \(at end of document\)", message, re.DOTALL):
        return f"{file}: not valid TOML: {_phrase(found[1])} (at the end of the file)."
    if "integer string conversion" in message:
        return f"{file}: the file holds a number that is far too long."
    return f"{file}: not valid TOML: {_phrase(message)}."


def _phrase(text: str) -> str:
    clean = clip(" ".join(text.split()).rstrip("."), 160)
    return clean[:1].lower() + clean[1:]


def _reason(error: OSError) -> str:
    return (error.strerror or type(error).__name__).rstrip(".")


def clip(text: str, limit: int = 60) -> str:
    """One printable line of at most `limit` characters."""
    safe = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
    return safe if len(safe) <= limit else safe[: limit - 3] + "..."
