"""The shape of a save file, checked by pydantic; errors become one sentence with the place."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from saltonsea_desktop.session.options import NAME_LENGTH
from saltonsea_desktop.storage.save import ACTION_LIMIT, FORMAT, VERSION, SaveError

Hex = Annotated[str, Field(pattern=r"^[0-9a-f]{16}$")]
Line = Annotated[str, Field(max_length=ACTION_LIMIT * 40)]


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class SeatRecord(_Record):
    name: Annotated[str, Field(min_length=1, max_length=NAME_LENGTH)]
    kind: Literal["human", "random", "greedy", "gmi"]
    colour: Annotated[int, Field(ge=0, le=3)]


class OptionsRecord(_Record):
    seats: Annotated[list[SeatRecord], Field(min_length=2, max_length=4)]
    seed: Annotated[int, Field(ge=0, lt=2**53)]
    easy: bool
    undo: Literal["fair", "practice"]
    curtain: Literal["auto", "always", "never"]


class SaveRecord(_Record):
    format: Literal["saltonsea-save"]
    version: Annotated[int, Field(ge=1, le=VERSION)]
    app: Annotated[str, Field(max_length=40)]
    rules: Annotated[int, Field(ge=1)]
    pack: Annotated[str, Field(max_length=64)]
    options: OptionsRecord
    actions: Line
    undone: Line
    digests: Annotated[list[tuple[int, Hex]], Field(max_length=1000)]
    digest: Hex
    snapshot: dict[str, Any]
    marked: bool


def clipped(text: str, limit: int = 60) -> str:
    """One printable line of at most `limit` characters: names come from the file."""
    safe = "".join(c if c.isprintable() else "?" for c in text)
    return safe if len(safe) <= limit else safe[: limit - 3] + "..."


def validate_save(raw: object, name: str) -> dict[str, Any]:
    """The document as checked plain values. Raises SaveError."""
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise SaveError(f"{name}: the file is no Salton Sea save.")
    version = raw.get("version")
    if isinstance(version, int) and version > VERSION:
        raise SaveError(f"{name}: the save is from a newer version of the game (format {version}); please update.")
    if isinstance(raw.get("digests"), list):
        raw = {**raw, "digests": [tuple(x) if isinstance(x, list) else x for x in raw["digests"]]}
    try:
        record = SaveRecord.model_validate(raw)
    except ValidationError as error:
        first = error.errors()[0]
        place = clipped(".".join(str(part) for part in first["loc"])) or "document"
        raise SaveError(f"{name}: {place}: {clipped(first['msg'], 160).rstrip('.')}.") from None
    for line in (record.actions, record.undone):
        if len(line.split()) > ACTION_LIMIT:
            raise SaveError(f"{name}: the save has more actions than any game.")
    return record.model_dump()
