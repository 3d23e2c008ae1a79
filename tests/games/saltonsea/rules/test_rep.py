"""REP: repair machinery."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saltonsea_desktop.games.saltonsea.choices import EndTurnChoice, PaymentChoice, RepairChoice, TurnChoice
from saltonsea_desktop.games.saltonsea.components.tables import Tables
from saltonsea_desktop.games.saltonsea.events import Paid, Repaired
from saltonsea_desktop.games.saltonsea.state import State
from tests.games.saltonsea.rules.kit import (
    branches,
    effect_of,
    game,
    illegal,
    legal,
    money_run,
    of,
    offers,
    pay,
    play,
    reason,
    run,
    seat,
    tables_with,
)

# text -> (points, discount on the total, what the company needs), as the rulebook prints them
SOURCES: dict[str, tuple[int, int, dict[str, Any]]] = {
    "@repair": (1, 0, {}),
    "!1.repair": (2, 1, {"hand": ["1.repair"]}),
    "!3.repair": (2, 2, {"hand": ["3.repair"]}),
    "!5.repair": (2, 3, {"hand": ["5.repair"]}),
    "*i12": (2, 3, {"research": ["i12"]}),
    "*i04 copy:act.3.repair": (2, 2, {"research": ["i04"]}),
    "%red.4": (1, 1, {"tiles": ["red.4"]}),
    "%orange.4": (1, 2, {"tiles": ["orange.4"]}),
    "%blue.4": (1, 3, {"tiles": ["blue.4"]}),
}


def ready(text: str, coins: list[str], permanent: bool = False, tables: Tables | None = None, **own: Any) -> State:
    """A company that may take `text`, with these further cards in hand; seat 2 played a $3 Repair card."""
    needs = SOURCES[text][2]
    fields = {
        "development": 3,
        **needs,
        "hand": [*needs.get("hand", []), *coins],
        "research": [*needs.get("research", []), *(["p10"] if permanent else [])],
        **own,
    }
    return game(2, tables=tables, seat1=fields, seat2={"table": ["3.repair"]})


def started(text: str, coins: list[str], permanent: bool = False, tables: Tables | None = None, **own: Any) -> State:
    """The same, with the action begun."""
    return play(ready(text, coins, permanent, tables, **own), text)


def due(state: State) -> int:
    """What the state asks to be paid, 0 for nothing."""
    top = state.stack[-1]
    return top.due if isinstance(top, PaymentChoice) else 0


# ---------------------------------------------------------------- REP-1, REP-2: every split, against an oracle


@pytest.mark.rule("REP-1", "REP-2")
@settings(max_examples=80)
@given(
    st.sampled_from(sorted(SOURCES)),
    st.booleans(),
    st.integers(0, 6),
    st.integers(0, 7),
    st.tuples(st.integers(0, 4), st.integers(0, 2)),
)
def test_all_repairs_are_those_of_the_oracle(
    text: str, permanent: bool, drill: int, plant: int, coins: tuple[int, int]
) -> None:
    """Any split of up to X points, $3 each, the discounts off the total, no point without damage."""
    most, discount, _ = SOURCES[text]
    cards = ["1.drill"] * coins[0] + ["3.drill"] * coins[1]
    state = ready(text, cards, permanent, drill_damage=drill, plant_damage=plant)
    cash = coins[0] + 3 * coins[1]
    expected = set()
    for on_drill in range(drill + 1):
        for on_plant in range(plant + 1):
            points = on_drill + on_plant
            price = max(0, 3 * points - discount - permanent)
            if 1 <= points <= most and price <= cash:
                expected.add((price, drill - on_drill, plant - on_plant))
    first, *then = text.split()
    assert offers(state, first) == bool(expected)
    if not expected:
        return
    found = set()
    for leaf in branches(play(state, " ".join([first, *then]))):
        after = pay(leaf)
        assert isinstance(after.stack[-1], TurnChoice if first.startswith("%") else EndTurnChoice)
        found.add((due(leaf), seat(after).drill_damage, seat(after).plant_damage))
    assert found == expected


@pytest.mark.rule("REP-1")
@pytest.mark.parametrize("text", SOURCES)
def test_points_and_discounts_are_those_of_the_rulebook(text: str) -> None:
    most, discount, _ = SOURCES[text]
    ident = {"@": "space.", "!": "act.", "*": "research.", "%": "tile."}[text[0]] + text[1:]
    e = effect_of(ready(text, []), text.split("copy:")[1] if "copy:" in text else ident)
    assert (e.strength, e.discount) == (most, discount)


@pytest.mark.rule("REP-1")
def test_the_price_and_the_points_come_from_the_pack() -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        data["board"]["repair"]["price_per_point"] = 2
        next(a for a in data["actions"]["action"] if a["id"] == "act.3.repair")["effect"]["strength"] = 4

    tables = tables_with(change)
    state = started("!3.repair", ["5.drill", "1.drill"], tables=tables, drill_damage=2, plant_damage=3)
    state = play(state, "repair:plant repair:drill repair:plant repair:plant")
    assert due(state) == 4 * 2 - 2
    state = pay(state)
    assert (seat(state).drill_damage, seat(state).plant_damage) == (1, 0)


@pytest.mark.rule("REP-1")
@pytest.mark.parametrize(("drill", "plant"), [(0, 4), (4, 0), (1, 4), (4, 1)])
def test_a_track_without_damage_left_takes_no_point(drill: int, plant: int) -> None:
    """The points already chosen count: one damaged space takes one point only."""
    small = "drill" if drill < plant else "plant"
    state = started("!5.repair", ["5.drill"], drill_damage=drill, plant_damage=plant)
    if min(drill, plant):
        state = play(state, f"repair:{small}")
    assert illegal(state, f"repair:{small}") == "undamaged"
    other = "plant" if small == "drill" else "drill"
    assert f"repair:{other}" in legal(state)


@pytest.mark.rule("REP-1")
def test_the_second_point_must_be_payable_with_the_first() -> None:
    state = started("!1.repair", ["3.drill", "1.drill"], drill_damage=3, plant_damage=3)
    state = play(state, "repair:drill")
    assert due(state) == 2  # both would cost $5
    both = started("!1.repair", ["3.drill", "1.drill", "1.extract"], drill_damage=3, plant_damage=3)
    assert legal(play(both, "repair:drill")) == ["repair:drill", "repair:plant", "done"]


# ---------------------------------------------------------------- REP-2: first the split, then one payment


@pytest.mark.rule("REP-2")
def test_the_split_is_chosen_before_anything_is_paid_or_repaired() -> None:
    state = started("!3.repair", ["5.drill"], drill_damage=5, plant_damage=7)
    assert illegal(state, "done") == "not_started"
    state = play(state, "repair:drill")
    assert isinstance(state.stack[-1], RepairChoice)
    assert (seat(state).drill_damage, seat(state).plant_damage) == (5, 7)
    state = play(state, "repair:plant")
    assert due(state) == 4
    assert (seat(state).drill_damage, seat(state).plant_damage) == (5, 7)
    state, happened = money_run(state)
    assert [event.due for event in of(Paid, happened)] == [4]
    assert of(Repaired, happened) == [Repaired(0, 1, 1)]
    assert (seat(state).drill_damage, seat(state).plant_damage) == (4, 6)


@pytest.mark.rule("REP-2")
@pytest.mark.parametrize("text", SOURCES)
def test_nothing_to_repair_without_damage(text: str) -> None:
    """Also where the repair would be free."""
    first = text.split()[0]
    state = ready(text, ["5.drill"], True)
    assert illegal(state, first) == ("nothing_to_copy" if first == "*i04" else "undamaged")
    assert offers(ready(text, ["5.drill"], True, plant_damage=1), first)
    assert offers(ready(text, ["5.drill"], True, drill_damage=1), first)


@pytest.mark.rule("REP-2")
@pytest.mark.parametrize(("text", "permanent"), [("!5.repair", False), ("%blue.4", True), ("!3.repair", True)])
def test_a_repair_that_costs_nothing_is_done_with_an_empty_hand(text: str, permanent: bool) -> None:
    """One point; the surplus of the discounts is lost, and a second point is out of reach."""
    state = started(text, [], permanent, drill_damage=2, plant_damage=2)
    assert legal(state) == ["repair:drill", "repair:plant"]
    state, happened = run(state, "repair:plant")
    assert of(Paid, happened) == []
    assert (seat(state).drill_damage, seat(state).plant_damage, seat(state).cash) == (2, 1, 0)


@pytest.mark.rule("REP-1", "REP-2")
def test_the_permanent_discount_counts_once_per_action() -> None:
    """$1 off the total of two points; a Repeat is an action of its own and gets it again."""
    hand = ["1.drill", "1.extract", "1.licence", "1.shares", "5.drill"]
    state = game(2, seat1={"hand": hand, "research": ["p10"], "drill_damage": 4}, seat2={"hr": 0})
    state = play(state, "@repair repair:drill")
    assert due(state) == 2
    state = play(state, "$1.drill $1.extract ok end @repeat repeat:repair $1.licence ok repair:drill")
    assert due(state) == 2
    state = play(state, "$5.drill ok")
    assert seat(state).drill_damage == 2
    two = started("!1.repair", ["5.drill"], True, drill_damage=4)
    two = play(two, "repair:drill repair:drill")
    assert due(two) == 6 - 1 - 1
    rival = game(2, seat1={"hand": ["1.drill", "1.extract"], "drill_damage": 1}, seat2={"research": ["p10"]})
    assert reason(rival, "@repair") == ("cost", (3, 2))
