"""Saves: setup, seed, notation of all actions, digests, one snapshot, versions (architecture, decision 10).

A save is a JSON document, gzip-compressed when written; plain JSON is read as well. It replays; when a later rules fix
makes the replay differ, the snapshot still opens at the true position and the player is told (docs/save-format.md).
"""

from __future__ import annotations

import gzip
import json
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from saltonsea_desktop import __version__
from saltonsea_desktop.engine.history import Command
from saltonsea_desktop.games.saltonsea.actions import Action
from saltonsea_desktop.games.saltonsea.components.tables import Tables
from saltonsea_desktop.games.saltonsea.game import RULES_VERSION
from saltonsea_desktop.games.saltonsea.invariants import violations
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.notation import NotationError, notation
from saltonsea_desktop.games.saltonsea.scoring import outcome
from saltonsea_desktop.games.saltonsea.state import State, digest, dump, load
from saltonsea_desktop.session.options import GameOptions, SeatOptions
from saltonsea_desktop.session.session import GameSession, IllegalAction
from saltonsea_desktop.storage.atomic import write_atomic

FORMAT = "saltonsea-save"
VERSION = 1
SUFFIX = ".saltonsea"
SIZE_LIMIT = 4 * 1024 * 1024  # bytes, also after decompression
ACTION_LIMIT = 20_000


class SaveError(Exception):
    """A file that is no usable save; the message is one sentence."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game opened from a save. `lost`: why the history could not be replayed (only the position was kept), or ""."""

    session: GameSession
    lost: str = ""


@dataclass(frozen=True, slots=True)
class Frozen:
    """What a save is made from, taken in one moment: states never change, so any thread may write it later."""

    options: GameOptions
    tables: Tables
    state: State
    done: tuple[Command[State, Action], ...]
    undone: tuple[Command[State, Action], ...]  # next to redo first
    marked: bool
    digests: tuple[tuple[int, str], ...]


def frozen(session: GameSession) -> Frozen:
    """The session as it is now. Cheap: tuples of references, and one digest for each round that has just ended."""
    return Frozen(
        session.options,
        session.tables,
        session.state,
        tuple(session.history.done),
        tuple(reversed(session.history.undone)),
        session.marked,
        session.round_digests(),
    )


def document(source: GameSession | Frozen) -> dict[str, Any]:
    """The save of a session as plain JSON values."""
    game = frozen(source) if isinstance(source, GameSession) else source
    words = notation(game.tables)
    options = game.options
    return {
        "format": FORMAT,
        "version": VERSION,
        "app": __version__,
        "rules": RULES_VERSION,
        "pack": game.tables.digest,
        "options": {
            "seats": [{"name": s.name, "kind": s.kind, "colour": s.colour} for s in options.seats],
            "seed": options.seed,
            "easy": options.easy,
            "undo": options.undo,
            "curtain": options.curtain,
        },
        "actions": " ".join(words.text(command.action) for command in game.done),
        "undone": " ".join(words.text(command.action) for command in game.undone),
        "digests": [list(pair) for pair in game.digests],
        "digest": digest(game.state),
        "snapshot": dump(game.state),
        "marked": game.marked,
    }


def encode(doc: dict[str, Any]) -> bytes:
    """The bytes of a save file: equal documents give equal bytes."""
    text = json.dumps(doc, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return gzip.compress(text.encode(), compresslevel=9, mtime=0)


def write_save(path: Path, session: GameSession) -> None:
    """Write atomically, keeping the previous version as .bak. Raises OSError."""
    write_atomic(path, encode(document(session)), backup=True)


def decode(data: bytes, name: str) -> dict[str, Any]:
    """The validated document of a save file's bytes. Raises SaveError."""
    raw = unpack(data, name)
    from saltonsea_desktop.storage.schema import validate_save

    return validate_save(raw, name)


def unpack(data: bytes, name: str) -> object:
    """The JSON value in the bytes of a file, gzip-compressed or plain. Raises SaveError."""
    if not data:
        raise SaveError(f"{name}: the file is empty.")
    if len(data) > SIZE_LIMIT:
        raise SaveError(f"{name}: the file is too large for a save (more than {SIZE_LIMIT // 1024} KiB).")
    if data[:2] == b"\x1f\x8b":
        try:
            unpacker = zlib.decompressobj(31)
            data = unpacker.decompress(data, SIZE_LIMIT + 1)
        except zlib.error:
            raise SaveError(f"{name}: the file is damaged (it cannot be unpacked).") from None
        if len(data) > SIZE_LIMIT:
            raise SaveError(f"{name}: the file is too large for a save (more than {SIZE_LIMIT // 1024} KiB unpacked).")
        if not unpacker.eof:
            raise SaveError(f"{name}: the file is cut off.")
    try:
        return json.loads(data.decode("utf-8"))
    except (UnicodeDecodeError, ValueError, RecursionError):
        raise SaveError(f"{name}: the file is no save (not JSON).") from None


def options_of(doc: dict[str, Any]) -> GameOptions:
    raw = doc["options"]
    return GameOptions(
        seats=tuple(SeatOptions(s["name"], s["kind"], s["colour"]) for s in raw["seats"]),
        seed=raw["seed"],
        easy=raw["easy"],
        undo=raw["undo"],
        curtain=raw["curtain"],
    )


def open_document(doc: dict[str, Any], tables: Tables, name: str) -> Loaded:
    """The session of a validated document. Raises SaveError (other pack, impossible options, unusable snapshot)."""
    if doc["pack"] != tables.digest:
        raise SaveError(
            f"{name}: the game was played with another component pack ({doc['pack']}), not with this one"
            f" ({tables.digest})."
        )
    options = options_of(doc)
    problem = options.problem()
    if problem:
        raise SaveError(f"{name}: {problem}")
    session = GameSession(options, tables)
    session.marked = doc["marked"]
    lost = _replay(session, doc, tables)
    if not lost:
        return Loaded(session)
    session = GameSession(options, tables)
    session.marked = doc["marked"]
    session.history.start = _snapshot(doc, tables, name)
    return Loaded(session, lost)


def _replay(session: GameSession, doc: dict[str, Any], tables: Tables) -> str:
    """Replay all actions and compare digests; "" when everything agrees, else what did not."""
    words = notation(tables)
    try:
        done: list[Action] = words.parse_all(doc["actions"])
        undone = words.parse_all(doc["undone"])
    except NotationError as error:
        return str(error)
    try:
        session.replay(done + undone, len(undone))
    except IllegalAction as error:
        return f"step {session.position + 1} is not allowed any more ({error.reason.code})"
    states = session.history.done
    for number, expected in doc["digests"]:
        if not 1 <= number <= len(states) or digest(states[number - 1].after) != expected:
            return f"the game differs at step {number}"
    return "" if digest(session.state) == doc["digest"] else "the final position differs"


def _snapshot(doc: dict[str, Any], tables: Tables, name: str) -> State:
    try:
        if not _is_plain(doc["snapshot"]):
            raise TypeError("a state is made of whole numbers")
        state = load(tables, doc["snapshot"])
        bad = violations(state)
        same = digest(state) == doc["digest"]
        if not bad and same:  # what every screen asks for first
            legal_actions(state)
            outcome(state)
    except (ArithmeticError, AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise SaveError(f"{name}: the history cannot be replayed and the snapshot is damaged.") from None
    if bad or not same:
        why = bad[0] if bad else "its digest differs"
        raise SaveError(f"{name}: the history cannot be replayed and the snapshot is damaged ({why}).")
    return state


def _is_plain(value: object) -> bool:
    """Only tables, lists, whole numbers and yes or no, and the names of frames at the heads of their lists."""
    if isinstance(value, dict):
        return all(_is_plain(item) for item in value.values())
    if isinstance(value, list):
        return all(_is_plain(item) for item in (value[1:] if value and isinstance(value[0], str) else value))
    return isinstance(value, int)


def read_document(path: Path) -> dict[str, Any]:
    """The validated document of a file. Raises SaveError for every kind of unusable file."""
    return decode(read_bytes(path), str(path))


def read_bytes(path: Path) -> bytes:
    """The content of a file, at most a byte more than a save may have. Raises SaveError."""
    try:
        if path.is_dir():
            raise SaveError(f"{path}: this is a folder, not a save.")
        if path.exists() and not path.is_file():  # a pipe would never end
            raise SaveError(f"{path}: this is not a file.")
        with path.open("rb") as file:
            return file.read(SIZE_LIMIT + 1)
    except FileNotFoundError:
        raise SaveError(f"{path}: there is no such file.") from None
    except (OSError, ValueError) as error:
        raise SaveError(f"{path}: the file cannot be read ({getattr(error, 'strerror', None) or error}).") from None


def read_save(path: Path, tables: Tables) -> Loaded:
    """Open a save. Raises SaveError."""
    return open_document(read_document(path), tables, str(path))


def peek(path: Path) -> dict[str, Any] | None:
    """A save's document without checking its shape, None if there is none: for the start page, which must be quick.

    Raises SaveError for a file that cannot be read or unpacked. What is taken from it may be missing or of other types.
    """
    if not path.exists():
        return None
    raw = unpack(read_bytes(path), str(path))
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise SaveError(f"{path}: the file is no Salton Sea save.")
    return raw
