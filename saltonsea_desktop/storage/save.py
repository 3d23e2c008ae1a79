"""Saves: setup, seed, notation of all actions, digests, one snapshot, versions (architecture, decision 10).

A save is a JSON document, gzip-compressed when written; plain JSON is read as well. It replays; when a later rules fix
makes the replay differ, the snapshot still opens at the true position and the player is told (docs/save-format.md).
"""

from __future__ import annotations

import gzip
import json
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
from saltonsea_desktop.storage.envelope import FORMAT, SIZE_LIMIT, SUFFIX, SaveError, peek, read_bytes, unpack

VERSION = 1
ACTION_LIMIT = 20_000

__all__ = [
    "FORMAT", "SIZE_LIMIT", "SUFFIX", "VERSION", "Frozen", "Loaded", "SaveError", "decode", "document", "encode",
    "frozen", "open_document", "options_of", "peek", "read_bytes", "read_document", "read_save", "unpack", "write_save",
]  # fmt: skip


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


def read_save(path: Path, tables: Tables) -> Loaded:
    """Open a save. Raises SaveError."""
    return open_document(read_document(path), tables, str(path))
