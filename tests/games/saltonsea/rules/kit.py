"""What the rule tests share: positions, lines of notation, legal texts, reasons, events.

Seats count from 1, as in positions. Boards are built with `game`, changed packs with `tables_with`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from saltonsea_desktop.games.saltonsea.choices import (
    CollectChoice,
    EndTurnChoice,
    GmiChoice,
    PaymentChoice,
    TurnChoice,
)
from saltonsea_desktop.games.saltonsea.components.tables import Effect, Tables, build, default_tables
from saltonsea_desktop.games.saltonsea.events import Event, Events
from saltonsea_desktop.games.saltonsea.invariants import violations
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.notation import notation
from saltonsea_desktop.games.saltonsea.position import arranged, position_of
from saltonsea_desktop.games.saltonsea.reasons import Reason, why_not
from saltonsea_desktop.games.saltonsea.resolve import apply
from saltonsea_desktop.games.saltonsea.setup import setup
from saltonsea_desktop.games.saltonsea.state import Company, State, digest
from tests.games.saltonsea.components.packs import raw_with

E = TypeVar("E")

# ---------------------------------------------------------------- positions


def tables_with(change: Callable[[dict[str, dict[str, Any]]], object]) -> Tables:
    """The built-in pack after `change` worked on a copy of its raw data (file name -> parsed TOML)."""
    return build(raw_with(change))


def tables_with_layers(**claims: list[tuple[int, int]]) -> Tables:
    """The built-in pack with these layers instead: claim name (s01 ...) -> (rocks, brine) from top to bottom."""

    def change(data: dict[str, dict[str, Any]]) -> None:
        for claim in data["claims"]["claim"]:
            layers = claims.get(claim["id"].removeprefix("claim."))
            if layers is not None:
                claim["layers"] = [{"rocks": rocks, "brine": brine} for rocks, brine in layers]

    return tables_with(change)


def fresh(seats: int = 2, seed: int = 1, *, easy: bool = False, tables: Tables | None = None) -> State:
    """A game as dealt; `seats` 1 is the solo game."""
    return setup(tables or default_tables(), seats, seed, easy)


def game(seats: int = 2, seed: int = 1, *, easy: bool = False, tables: Tables | None = None, **overrides: Any) -> State:
    """A dealt game with the overrides of `position.arranged`; unless named, seat 1 starts the round and is asked."""
    overrides.setdefault("first", 1)
    overrides.setdefault("turn", 1)
    return arranged(fresh(seats, seed, easy=easy, tables=tables), overrides)


def again(state: State, **overrides: Any) -> State:
    """The same table with further overrides."""
    return arranged(state, overrides)


def seat(state: State, number: int = 1) -> Company:
    """The company of a seat (from 1)."""
    return state.companies[number - 1]


def part(state: State, number: int = 1) -> dict[str, Any]:
    """The seat as a position names it: hand, contracts, research ... by name."""
    record: dict[str, Any] = position_of(state)["seats"][number - 1]
    return record


# ---------------------------------------------------------------- playing


def legal(state: State) -> list[str]:
    """The texts of all legal actions."""
    write = notation(state.tables).text
    return [write(action) for action in legal_actions(state)]


def offers(state: State, text: str) -> bool:
    """Whether the action of this text is legal now."""
    return notation(state.tables).parse(text) in legal_actions(state)


def run(state: State, texts: str) -> tuple[State, Events]:
    """Plays the texts; asserts that each is legal and that the state stays sound. (state, all events)."""
    happened: Events = []
    for text in texts.split():
        action = notation(state.tables).parse(text)
        assert action in legal_actions(state), f"{text} is not legal ({why_not(state, action)}), but {legal(state)}"
        state, events = apply(state, action)
        assert violations(state) == [], text
        happened += events
    return state, happened


def play(state: State, texts: str) -> State:
    """The state after the texts; see `run`."""
    return run(state, texts)[0]


def events(state: State, texts: str) -> Events:
    """The events of the texts; see `run`."""
    return run(state, texts)[1]


def reason(state: State, text: str) -> Reason:
    """Why this action is not offered; asserts that it is not."""
    action = notation(state.tables).parse(text)
    assert action not in legal_actions(state), f"{text} is legal"
    found = why_not(state, action)
    assert found is not None
    return found


def illegal(state: State, text: str) -> str:
    """The reason code of an action that is not offered; asserts that it is not."""
    return reason(state, text).code


def of(kind: type[E], happened: Iterable[Event]) -> list[E]:
    """The events of one kind, in order."""
    return [event for event in happened if isinstance(event, kind)]


def kinds(happened: Iterable[Event]) -> list[str]:
    """The names of the events, in order."""
    return [type(event).__name__ for event in happened]


def money_run(state: State) -> tuple[State, Events]:
    """Carries payments and collections on top out with the first cards offered, until another choice is asked."""
    happened: Events = []
    while state.stack and isinstance(state.stack[-1], (PaymentChoice, CollectChoice)):
        state, events_now = run(state, legal(state)[0])
        happened += events_now
    return state, happened


def pay(state: State) -> State:
    """The state after `money_run`."""
    return money_run(state)[0]


def branches(state: State, *kinds: type) -> list[State]:
    """Every different state reached from here by playing on in all ways, up to the first choice of one of `kinds`.

    The end of the action, a payment and a collection end a branch too, whatever `kinds` says.
    """
    ends = (TurnChoice, EndTurnChoice, PaymentChoice, CollectChoice, *kinds)
    found, seen, line = [], {digest(state)}, [state]
    while line:
        here = line.pop()
        if isinstance(here.stack[-1], ends) and here is not state:
            found.append(here)
            continue
        options = legal_actions(here)
        assert options, "a dead end"
        for action in options:
            after = apply(here, action)[0]
            mark = digest(after)
            if mark not in seen:
                seen.add(mark)
                line.append(after)
    return found


def settle_turn(state: State) -> State:
    """Plays on with the last answer offered each time ("done", "no", "ok", else any) up to the end of the action."""
    while state.stack and not isinstance(state.stack[-1], (TurnChoice, EndTurnChoice, GmiChoice)):
        state = play(state, legal(state)[-1])
    return state


def end_turn(state: State) -> State:
    """The seat asked finishes what it does and ends its turn."""
    return play(settle_turn(state), "end")


def finish_round_run(state: State) -> tuple[State, Events]:
    """All seats spend their engineers on Financing until the round is over. (state, events of the last action)."""
    number, last = state.round, Events()
    while state.stack and state.round == number:
        top = state.stack[-1]
        text = "gmi" if isinstance(top, GmiChoice) else "@financing" if isinstance(top, TurnChoice) else "end"
        state, last = run(state if text != "end" else settle_turn(state), text)
    return state, last


def finish_round(state: State) -> State:
    """The state after `finish_round_run`."""
    return finish_round_run(state)[0]


# ---------------------------------------------------------------- names


def names(records: Sequence[Any], indices: Iterable[int]) -> list[str]:
    """The names of component indices, "" for a gap."""
    return [records[i].name if i >= 0 else "" for i in indices]


def index(state: State, ident: str) -> int:
    """The index of a full component id ("claim.s04", "research.p03", "act.1.drill" ...)."""
    return state.tables.by_id[ident][1]


def effect_of(state: State, ident: str) -> Effect:
    """The effect that a space, card type, immediate research card or tile prints."""
    return next(e for e in state.tables.effects if e.id == ident)
