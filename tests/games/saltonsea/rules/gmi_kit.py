"""What the tests of GMI share: packs whose first card prints given actions, one turn of GMI, and what it logged."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from saltonsea_desktop.engine.rng import below, seeded
from saltonsea_desktop.games.saltonsea.choices import GmiChoice
from saltonsea_desktop.games.saltonsea.components.tables import KIND_NAMES, Tables
from saltonsea_desktop.games.saltonsea.events import Events, GmiActed, GmiDecided, GmiPassed, GmiRefused
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.resolve import apply
from saltonsea_desktop.games.saltonsea.state import State
from tests.games.saltonsea.rules.kit import fresh, game, of, run, tables_with

Change = Callable[[dict[str, dict[str, Any]]], object]
ROW = ["s1", "s2", "s3", "s4"]
LONG = ["l1", "l2", "l3", "l4", "l5"]


def pack(actions: str, change: Change | None = None, order: str = "red orange blue") -> Tables:
    """The built-in pack, but GMI's card s1 prints these actions, and its fixed order of corporations is `order`."""

    def work(data: dict[str, dict[str, Any]]) -> None:
        card = next(c for c in data["gmi"]["card"] if c["id"] == "gmi.s1")
        card["actions"] = actions.split()
        data["gmi"]["tie_break"]["corporations"] = order.split()
        if change is not None:
            change(data)

    return tables_with(work)


@cache
def only(actions: str, order: str = "red orange blue") -> Tables:
    """`pack` without a further change, made once."""
    return pack(actions, order=order)


def solo(actions: str | Tables, **overrides: Any) -> State:
    """A solo game in which GMI is about to turn its card s1; only long-term objectives unless named."""
    overrides.setdefault("gmi_row", ROW)
    overrides.setdefault("objectives", LONG)
    return game(1, tables=only(actions) if isinstance(actions, str) else actions, **{"turn": 2, **overrides})


def turn(state: State) -> tuple[State, Events]:
    """GMI turns its next card."""
    return run(state, "gmi")


def acted(happened: Events) -> str:
    """The action GMI did, "" when it passed."""
    done, passed = of(GmiActed, happened), of(GmiPassed, happened)
    assert len(done) + len(passed) == 1
    return KIND_NAMES[done[0].kind] if done else ""


def refused(happened: Events) -> list[tuple[str, str, tuple[int, ...]]]:
    """What it could not do and why: (action, reason code, parameters)."""
    return [(KIND_NAMES[event.kind], event.code, event.params) for event in of(GmiRefused, happened)]


def decided(happened: Events) -> list[tuple[str, tuple[int, ...]]]:
    """What decided among targets: (code, parameters)."""
    return [(event.code, event.params) for event in of(GmiDecided, happened)]


@cache
def turns_of_gmi(games: int, seed: int = 0) -> tuple[tuple[State, Events, State], ...]:
    """(before, events, after) of every turn of GMI in random solo games, easy ones among them."""
    out = []
    for number in range(games):
        state, rng = fresh(1, seed + number, easy=number % 4 == 3), seeded(seed + number)
        while state.stack:
            options = legal_actions(state)
            rng, i = below(rng, len(options))
            after, happened = apply(state, options[i])
            if isinstance(state.stack[-1], GmiChoice):
                out.append((state, happened, after))
            state = after
    return tuple(out)
