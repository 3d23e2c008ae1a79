"""Replay a saved or recorded game from its first action, compare every digest it holds, and print the scores.

Exit code 1 when the replay differs; the scores are then those of the position that the file holds, or of the last
action that could be done."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from saltonsea_desktop.commands import (
    SEEDS,
    BadInput,
    CheckFailed,
    Parser,
    add_components,
    add_json,
    load_tables,
    print_json,
    shown,
    table,
)

if TYPE_CHECKING:
    from saltonsea_desktop.games.saltonsea.components.tables import Tables
    from saltonsea_desktop.session.session import GameSession


@dataclass(frozen=True, slots=True)
class Replayed:
    """A game that was played again. `problem`: what differs, "" when nothing does; `checked`: what was compared."""

    session: GameSession
    problem: str
    actions: int
    checked: str
    head: dict[str, Any]  # what the file says about itself


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "file", type=Path, metavar="FILE", help="a save, packed or as plain JSON, or a recorded game (tests/fixtures)"
    )
    add_json(parser)
    add_components(parser)


def run(options: argparse.Namespace) -> None:
    from saltonsea_desktop.storage.save import SaveError, read_bytes, unpack

    tables = load_tables(options.components)
    path: Path = options.file
    try:
        raw = unpack(read_bytes(path), str(path))
        name, built_in = str(path), options.components is None
        if isinstance(raw, dict) and "format" not in raw and "actions" in raw and "seats" in raw:
            replayed = _recorded(raw, tables, name, built_in)
        else:
            replayed = _save(raw, tables, name, built_in)
    except SaveError as error:
        raise BadInput(str(error)) from None
    report = _report(replayed)
    if options.json:
        print_json({"file": str(path), **report})
    else:
        _print(report)
    if replayed.problem:
        raise CheckFailed(f"{path}: the replay differs: {replayed.problem}.")


# ---------------------------------------------------------------- saves


def _save(raw: object, tables: Tables, name: str, built_in: bool) -> Replayed:
    from saltonsea_desktop.storage.save import open_document
    from saltonsea_desktop.storage.schema import validate_save

    doc = validate_save(raw, name)
    _same_pack(doc["pack"], tables, name, built_in)
    loaded = open_document(doc, tables, name)
    problem = loaded.lost or _snapshot_problem(loaded.session, doc)
    head = {
        "app": doc["app"],
        "rules": doc["rules"],
        "pack": doc["pack"],
        "seed": doc["options"]["seed"],
        "easy": doc["options"]["easy"],
        "marked": doc["marked"],
        "undone": len(doc["undone"].split()),
    }
    checked = f"{len(doc['digests']) + 1} digests and the snapshot"
    return Replayed(loaded.session, problem, len(doc["actions"].split()), checked, head)


def _same_pack(pack: str, tables: Tables, name: str, built_in: bool) -> None:
    if pack != tables.digest:
        which = "the built-in one" if built_in else "the one of --components"
        raise BadInput(
            f"{name}: the game was played with the component pack {shown(pack, 20)}, not with {which}"
            f" ({tables.digest}); name its folder with --components."
        )


def _snapshot_problem(session: GameSession, doc: dict[str, Any]) -> str:
    """The position that the save keeps must be the one that the replay reaches."""
    from saltonsea_desktop.games.saltonsea.state import load

    try:
        same = load(session.tables, doc["snapshot"]) == session.state
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        same = False
    return "" if same else "the snapshot is not the final position"


# ---------------------------------------------------------------- recorded games


def _recorded(raw: dict[str, Any], tables: Tables, name: str, built_in: bool) -> Replayed:
    """A game as the tests record it: seats, seed and actions, with the exact result."""
    from saltonsea_desktop.games.saltonsea.notation import NotationError, notation
    from saltonsea_desktop.session.options import GameOptions, SeatOptions
    from saltonsea_desktop.session.session import GameSession, IllegalAction
    from saltonsea_desktop.storage.save import ACTION_LIMIT

    easy, pack = raw.get("easy", False), raw.get("pack", tables.digest)
    for field, value, fits in (
        ("seats", raw["seats"], raw["seats"] in (1, 2, 3, 4)),
        ("seed", raw.get("seed"), isinstance(raw.get("seed"), int) and 0 <= raw["seed"] < SEEDS),
        ("easy", easy, isinstance(easy, bool)),
        ("pack", pack, isinstance(pack, str)),
        ("actions", raw["actions"], isinstance(raw["actions"], str)),
    ):
        if not fits or (isinstance(value, (bool, float)) and field != "easy"):
            raise BadInput(f"{name}: {field}: a recorded game has another value there than {shown(str(value))}.")
    _same_pack(pack, tables, name, built_in)
    if raw["seats"] == 1:
        seats: tuple[SeatOptions, ...] = (SeatOptions("Player", "human", 0), SeatOptions("GMI", "gmi", 1))
    else:
        seats = tuple(SeatOptions(f"Seat {seat + 1}", "human", seat) for seat in range(raw["seats"]))
    session = GameSession(GameOptions(seats, raw["seed"], easy), tables)
    problem, texts = "", raw["actions"].split()
    if len(texts) > ACTION_LIMIT:
        raise BadInput(f"{name}: the record has more actions than any game.")
    try:
        session.replay([notation(tables).parse(text) for text in texts])
    except NotationError as error:
        raise BadInput(f"{name}: {shown(str(error), 100)[1:-1]}.") from None
    except IllegalAction as error:
        problem = f"step {session.position + 1} is not allowed ({error.reason.code})"
    results = dict(_results(session))
    compared = [field for field in results if field in raw]
    if not problem:
        wrong = next((field for field in compared if raw[field] != results[field]), "")
        problem = f"{wrong} is another" if wrong else ""
    head = {"pack": pack, "seed": raw["seed"], "easy": easy, "marked": False, "undone": 0}
    return Replayed(session, problem, len(texts), ", ".join(compared) or "nothing", head)


def _results(session: GameSession) -> Iterator[tuple[str, object]]:
    """What a recorded game states about its end."""
    from saltonsea_desktop.games.saltonsea.state import END_NAMES, digest

    state, result = session.state, session.outcome()
    yield "end", END_NAMES[state.end]
    yield "rounds", state.round
    yield "scores", [list(score) for score in result.scores]
    yield "totals", [score.total for score in result.scores]
    yield "winners", list(result.winners)
    yield "digest", digest(state)


# ---------------------------------------------------------------- the report


def _report(replayed: Replayed) -> dict[str, Any]:
    from saltonsea_desktop.games.saltonsea.state import END_NAMES, digest

    session = replayed.session
    state, result = session.state, session.outcome()
    return {
        "ok": not replayed.problem,
        "problem": replayed.problem,
        **replayed.head,
        "actions": replayed.actions,
        "checked": replayed.checked,
        "round": state.round,
        "over": session.over,
        "end": END_NAMES[state.end],
        "digest": digest(state),
        "seats": [
            {
                "name": seat.name,
                "kind": seat.kind,
                "place": place,
                "money": money,
                "score": {**score._asdict(), "total": score.total},
            }
            for seat, place, money, score in zip(
                session.options.seats, result.places, result.money, result.scores, strict=True
            )
        ],
        "winners": [session.options.seats[seat].name for seat in result.winners] if session.over else [],
        "decided_by": result.decided_by if session.over else "",
    }


def _print(report: dict[str, Any]) -> None:
    seats = report["seats"]
    what = f"over in round {report['round']} ({report['end']})" if report["over"] else f"in round {report['round']}"
    print(f"seed {report['seed']}, {report['actions']} actions, {what}, digest {report['digest']}")
    if not report["problem"]:
        print(f"the replay agrees with the file: {report['checked']}")
    if report["undone"]:
        print(f"{report['undone']} undone actions can be done again")
    if report["marked"]:
        print("practice undo was on")
    print()
    rows: list[tuple[object, ...]] = [("VP", *(seat["name"] for seat in seats))]
    rows += [(name, *(seat["score"][name] for seat in seats)) for name in seats[0]["score"]]
    rows += [("money", *(seat["money"] for seat in seats)), ("place", *(seat["place"] for seat in seats))]
    print(table(rows))
    if report["over"]:
        print()
        print(f"won by {' and '.join(report['winners'])} ({report['decided_by']})")
