"""Makes component packs for tests: copies of the built-in one with changes in the text of a file."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from saltonsea_desktop.games.saltonsea.components import DEFAULT_FOLDER, FILES, RawPack, digest_of, read_pack

Edit = Callable[[str], str]

TEXTS: dict[str, str] = {name: (DEFAULT_FOLDER / f"{name}.toml").read_text(encoding="utf-8") for name in FILES}
BUILT_IN = read_pack(None)


def write_pack(folder: Path, **changed: str | bytes) -> Path:
    """The built-in pack in `folder`, with these files instead (name without ".toml" -> text or bytes)."""
    folder.mkdir(exist_ok=True)
    for name in FILES:
        content = changed.get(name, TEXTS[name])
        raw = content.encode("utf-8") if isinstance(content, str) else content
        (folder / f"{name}.toml").write_bytes(raw)
    return folder


def swap(anchor: str, old: str, new: str) -> Edit:
    """Replaces the first `old` at or after the first `anchor`; both must be there."""

    def edit(text: str) -> str:
        at = text.index(old, text.index(anchor))
        return text[:at] + new + text[at + len(old) :]

    return edit


def field(ident: str, name: str, value: str) -> Edit:
    """Sets the one-line field `name` of the record with this id."""

    def edit(text: str) -> str:
        at = text.index(f'id = "{ident}"')
        head, tail = text[:at], text[at:]
        changed, count = re.subn(rf"^{name} = .*$", lambda _: f"{name} = {value}", tail, count=1, flags=re.MULTILINE)
        assert count == 1
        return head + changed

    return edit


def drop(ident: str) -> Edit:
    """Removes the record with this id, header and all."""

    def edit(text: str) -> str:
        at = text.index(f'id = "{ident}"')
        start = text.rindex("[[", 0, at)
        end = text.find("\n\n", at)
        return text[:start] + (text[end + 2 :] if end >= 0 else "")

    return edit


def add(more: str) -> Edit:
    return lambda text: text + more


def both(*edits: Edit) -> Edit:
    def edit(text: str) -> str:
        for one in edits:
            text = one(text)
        return text

    return edit


def raw_with(change: Callable[[dict[str, dict[str, Any]]], object]) -> RawPack:
    """The built-in pack after `change` worked on a copy of its data."""
    data = copy.deepcopy(BUILT_IN.data)
    change(data)
    return RawPack(data, digest_of(data), None)


def leaves(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Paths of all single values in a parsed file, without provenance."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key not in ("prov", "provenance"):
                yield from leaves(item, (*path, key))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from leaves(item, (*path, i))
    else:
        yield path


def get(data: Any, path: tuple[str | int, ...]) -> Any:
    for part in path:
        data = data[part]
    return data


def put(data: Any, path: tuple[str | int, ...], value: Any) -> None:
    get(data, path[:-1])[path[-1]] = value
