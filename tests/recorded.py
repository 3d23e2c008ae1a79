"""Recorded games: what they must cover, and reading them. `scripts/record_games.py` makes them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea.components.tables import KIND_NAMES, Tables
from saltonsea_desktop.games.saltonsea.events import Events, GmiActed, GmiPassed
from saltonsea_desktop.games.saltonsea.state import END_NAMES, State

FIXTURES = Path(__file__).parent / "fixtures"


def wanted(t: Tables) -> set[str]:
    """Everything that must occur in some recorded game."""
    out = {f"action:{cls.__name__}" for cls in a.Action.__args__}
    out |= {f"prompt:{card.name}" for card in t.types}
    out |= {f"tile:{tile_type(t, i)}" for i in range(len(t.tiles))}
    out |= {f"research:{t.effects[r.effect].id}" for r in t.research if not r.permanent}
    out |= {f"permanent:{r.name}" for r in t.research if r.permanent}
    out |= {f"gmi:{KIND_NAMES[kind]}" for card in t.gmi_cards for kind in card.actions} | {"gmi:pass"}
    out |= {f"seats:{n}" for n in (1, 2, 3, 4)} | {"easy"}
    return out | {f"end:{name}" for name in END_NAMES if name}


def tile_type(t: Tables, tile: int) -> str:
    """A tile's effect in words: equal for tiles that do the same."""
    e = t.effects[t.tiles[tile].effect]
    return f"{KIND_NAMES[e.kind]}/{e.strength}/{e.discount}/{e.ignore}/{e.vp}"


def seen_in_step(before: State, action: a.Action, events: Events, after: State) -> set[str]:
    """What one step adds to the coverage."""
    t = before.tables
    out = {f"action:{type(action).__name__}"}
    match action:
        case a.PlayPrompt(card):
            out.add(f"prompt:{t.types[card].name}")
        case a.UseTile(tile):
            out.add(f"tile:{tile_type(t, tile)}")
        case a.UseResearch(card):
            out.add(f"research:{t.research[card].id}")
        case a.TakeResearch(card) if t.research[card].permanent:
            out.add(f"permanent:{t.research[card].name}")
        case _:
            pass
    for event in events:
        if isinstance(event, GmiActed):
            out.add(f"gmi:{KIND_NAMES[event.kind]}")
        elif isinstance(event, GmiPassed):
            out.add("gmi:pass")
    if after.over:
        out.add(f"end:{END_NAMES[after.end]}")
    return out


def recorded_games() -> Iterator[Path]:
    yield from sorted(FIXTURES.glob("game-*.json"))


def read(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return document


def covered(documents: Iterable[dict[str, Any]]) -> set[str]:
    """The union of what the documents say they cover (proved again by replaying them)."""
    return {item for document in documents for item in document["covers"]}
