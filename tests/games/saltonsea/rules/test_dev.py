"""DEV: develop a business project; warehouses, engineers, the end of the track."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saltonsea_desktop.games.saltonsea.choices import EndTurnChoice, PaymentChoice, TurnChoice
from saltonsea_desktop.games.saltonsea.components.tables import Tables, default_tables
from saltonsea_desktop.games.saltonsea.events import Developed, EngineerHired, Events, Paid, VpGained, WarehouseOpened
from saltonsea_desktop.games.saltonsea.rules.common import develop
from saltonsea_desktop.games.saltonsea.scoring import breakdown
from saltonsea_desktop.games.saltonsea.state import State
from tests.games.saltonsea.rules.kit import (
    end_turn,
    finish_round,
    game,
    illegal,
    legal,
    of,
    offers,
    part,
    play,
    reason,
    run,
    seat,
    tables_with,
)

LAST = len(default_tables().development) - 1
NO_SHORT = ["l1", "l2", "l3", "l7", "l8"]  # objectives that nothing here completes
# Where steps come from: texts, steps, what is paid, the table, what the company needs
SOURCES: dict[str, tuple[int, int, dict[str, Any], dict[str, Any]]] = {
    "@develop $3.drill ok": (1, 3, {}, {"hand": ["3.drill"]}),
    "@repeat repeat:develop $1.drill ok $3.drill ok": (
        1, 3, {}, {"hand": ["3.drill", "1.drill"], "spaces": ["develop"]},
    ),
    "*i10": (2, 0, {}, {"research": ["i10"]}),
    "*i11": (2, 0, {}, {"research": ["i11"]}),
    "%blue.8": (1, 0, {}, {"tiles": ["blue.8"]}),
    "%red.8": (2, 0, {}, {"tiles": ["red.8"]}),
    # the reward of the starting claim, of a claim with one step and of one with two
    "@extract": (1, 0, {}, {"layer": 1, "goods": [0, 0, 0]}),
    "!1.extract": (1, 0, {}, {"well": ["s01"], "layer": 2, "extracted": 1, "goods": [0, 0, 0], "hand": ["1.extract"]}),
    "%blue.2 done": (2, 0, {}, {"well": ["s12", "s01"], "layer": 3, "extracted": 1, "goods": [0, 0, 0],
                                "tiles": ["blue.2"]}),
    # contracts
    "=r01 get:develop": (1, 0, {}, {"contracts": ["r01"], "goods": [2, 0, 0]}),
    "=l07 get:develop": (2, 0, {}, {"contracts": ["l07"], "goods": [3, 1, 1]}),
    # spaces of the shares track, by a purchase, a research card and a contract
    "@shares share:red $3.drill ok": (1, 3, {"assets": [4, 2, 2]}, {"shares": [3, 0, 0], "hand": ["3.drill"]}),
    "@research research:p06 $3.drill ok": (
        1, 3, {"assets": [4, 2, 2], "research_row": ["p06", "", "", ""]}, {"shares": [3, 0, 0], "hand": ["3.drill"]},
    ),
    "=r09 get:shares": (1, 0, {"assets": [2, 7, 2]}, {"contracts": ["r09"], "goods": [0, 1, 0], "shares": [0, 6, 0]}),
}  # fmt: skip


def at(text: str, development: int, tables: Tables | None = None, **own: Any) -> State:
    """A company on this development space, able to do `text`."""
    _, _, table, fields = SOURCES[text]
    return game(2, tables=tables, objectives=NO_SHORT, seat1={"development": development, "hand": [], **fields, **own},
                **table)  # fmt: skip


def track(*unlocks: str, **end: int) -> Tables:
    """A pack with this development track, the start space included; as many tiles and engineers as it names."""

    def change(data: dict[str, dict[str, Any]]) -> None:
        board = data["board"]
        board["development"] = [{"id": f"dev.{i}", "unlock": unlock} for i, unlock in enumerate(unlocks)]
        board["development_end"].update(end)
        board["engineers"]["total"] = board["engineers"]["start"] + unlocks.count("engineer")
        del board["warehouse_tile"][unlocks.count("warehouse") :]

    return tables_with(change)


# ---------------------------------------------------------------- DEV-1: steps and their price


@pytest.mark.rule("DEV-1", "DEV-2", "DEV-3", "DEV-5")
@pytest.mark.parametrize("text", SOURCES)
@pytest.mark.parametrize("development", range(LAST + 1))
def test_the_steps_of_every_source_from_every_space(text: str, development: int) -> None:
    """On the board $3 a step, everywhere else free; each step beyond the last space 2 VP."""
    steps, price, _, _ = SOURCES[text]
    state = at(text, development)
    base = seat(state).vp
    vp_before = {
        "%blue.2 done": 3,
        "!1.extract": 3,
        "=r01 get:develop": 2,
        "=l07 get:develop": 16,
        "=r09 get:shares": 2,
    }
    state, happened = run(state, text)
    on_track = min(steps, LAST - development)
    assert [event.position for event in of(Developed, happened)] == [development + i + 1 for i in range(on_track)]
    beyond = [event.vp for event in of(VpGained, happened) if event.source == "develop"]
    assert beyond == [2] * (steps - on_track)
    c = seat(state)
    assert c.development == development + on_track
    assert c.vp - base == vp_before.get(text, 0) + 2 * (steps - on_track)
    assert sum(event.due for event in of(Paid, happened)) == price + ("$1.drill" in text)
    assert c.cash == 0
    # every marked space on the way, in order
    unlocks = [default_tables().development[development + i + 1] for i in range(on_track)]
    assert len(of(WarehouseOpened, happened)) == unlocks.count(1)
    assert len(of(EngineerHired, happened)) == unlocks.count(2)


@pytest.mark.rule("DEV-1")
def test_the_board_space_costs_three_dollars_and_one_step_only() -> None:
    assert reason(game(2, seat1={"hand": ["1.drill", "1.shares"]}), "@develop") == ("cost", (3, 2))
    state = play(game(2, seat1={"hand": ["5.drill"]}), "@develop")
    assert isinstance(state.stack[-1], PaymentChoice)
    assert seat(state).development == 0  # after the payment
    state = play(state, "$5.drill ok")
    assert (seat(state).development, legal(state)) == (1, ["end"])


@pytest.mark.rule("DEV-1")
def test_price_and_steps_come_from_the_pack() -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        next(s for s in data["board"]["space"] if s["id"] == "space.develop").update(cost=1, strength=3)
        next(t for t in data["profit"]["tile"] if t["id"] == "tile.blue.8")["effect"]["strength"] = 4

    tables = tables_with(change)
    state = play(game(2, tables=tables, seat1={"hand": ["1.drill"], "tiles": ["blue.8"]}), "@develop $1.drill ok")
    assert seat(state).development == 3
    assert seat(play(state, "%blue.8")).development == 7


@pytest.mark.rule("DEV-1", "DEV-3")
def test_the_board_space_may_be_paid_on_the_last_space_too() -> None:
    text = "@develop $3.drill ok"
    state = at(text, LAST)
    assert offers(state, "@develop")
    state = play(state, text)
    assert (seat(state).development, seat(state).vp) == (LAST, 2)
    assert illegal(at(text, LAST, hand=[]), "@develop") == "cost"


# ---------------------------------------------------------------- DEV-2, DEV-4: marked spaces


@pytest.mark.rule("DEV-2", "DEV-5")
@settings(max_examples=40)
@given(st.permutations(["warehouse"] * 3 + ["engineer"] * 3 + ["none"] * 2), st.integers(0, 9), st.integers(1, 12))
def test_any_track_against_the_oracle(unlocks: list[str], start: int, steps: int) -> None:
    """The marked spaces of the pack, one by one, wherever they stand."""
    spaces = ["none", *unlocks, "stars"]
    state = game(2, tables=track(*spaces), objectives=NO_SHORT, seat1={"development": start, "hr": 2})
    before = seat(state).copy()
    happened: Events = []
    develop(state, 0, steps, happened)
    c = seat(state)
    expected: Events = []
    warehouses, hired, vp = before.warehouses, before.hired, 0
    for space in range(start + 1, start + steps + 1):
        if space > 9:
            expected.append(VpGained(0, 2, "develop"))
            vp += 2
            continue
        expected.append(Developed(0, space))
        if spaces[space] == "warehouse":
            warehouses += 1
            expected.append(WarehouseOpened(0, warehouses))
        elif spaces[space] == "engineer":
            hired += 1
            expected.append(EngineerHired(0, hired))
    assert happened == expected
    assert (c.warehouses, c.hired, c.vp - before.vp) == (warehouses, hired, vp)
    assert c.hr == 2 + hired - before.hired  # the new ones wait in HR
    assert seat(state, 2).development == 0


@pytest.mark.rule("DEV-2")
@pytest.mark.parametrize("text", [text for text in SOURCES if not text.startswith("%")])
def test_an_engineer_of_any_source_works_from_the_next_turn_on_in_the_same_round(text: str) -> None:
    state = at(text, 1, hr=1)
    state = play(state, text)
    assert seat(state).hr == 1
    while not isinstance(state.stack[-1], EndTurnChoice):
        state = play(state, legal(state)[0])
    assert legal(state) == ["end"]
    state = play(state, "end")
    while state.acting != 0:
        state = play(state, "@financing end")
    assert (state.round, state.stack[-1]) == (1, TurnChoice(0, True))
    state = play(state, "@financing end")
    assert seat(state).hr == 0


@pytest.mark.rule("DEV-4")
@pytest.mark.parametrize(
    ("development", "capacity", "slots"), [(0, 3, 1), (1, 4, 2), (2, 4, 2), (3, 5, 3), (5, 6, 4), (7, 6, 4)]
)
def test_a_warehouse_tile_gives_room_for_every_product_and_a_slot(development: int, capacity: int, slots: int) -> None:
    own = {"development": development, "goods": [capacity - 1, capacity - 1, capacity - 1], "layer": 1}
    cards = ["p01", "p02", "p03", "p04"][: slots - 1]
    state = game(2, seat1={**own, "research": cards, "hand": ["5.drill", "5.sell"]}, research_row=["i04", "", "", ""])
    # one more of each product fits, and one more card
    assert offers(state, "@extract")
    assert {"+g", "+l"} <= set(legal(play(state, "@process")))
    assert offers(state, "@research")
    full = game(2, seat1={**own, "goods": [capacity] * 3, "research": [*cards, "p05"], "hand": ["5.drill", "5.sell"]},
                research_row=["i04", "", "", ""])  # fmt: skip
    assert illegal(full, "@extract") == "no_room"
    assert illegal(full, "@process") == "no_room"
    assert illegal(full, "@research") == "no_slot"


@pytest.mark.rule("DEV-4")
@pytest.mark.parametrize("then", ["@extract", "@process", "@research"])
def test_room_and_slot_are_there_at_once(then: str) -> None:
    """A tile before the main action opens them for that action."""
    own = {"development": 0, "goods": [3, 3, 3], "layer": 1, "research": ["p02"], "tiles": ["blue.8", "red.8"],
           "hand": ["5.drill", "1.drill"]}  # fmt: skip
    state = game(2, objectives=NO_SHORT, seat1=own, research_row=["i04", "", "", ""])
    assert illegal(state, then) in ("no_room", "no_slot")
    state = play(state, "%blue.8")
    assert offers(state, then)
    assert isinstance(end_turn(play(state, then)).stack[-1], TurnChoice)


@pytest.mark.rule("DEV-4")
@pytest.mark.parametrize(("capacity", "slots"), [(2, 2), (3, 0), (0, 1)])
def test_what_a_tile_opens_comes_from_the_pack(capacity: int, slots: int) -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        board = data["board"]
        board["warehouse_tile"][0].update(capacity=capacity, research_slots=slots)
        board["research_slot"] += [{"id": f"slot.{i}", "multiplier": i, "opened_by": "warehouse.1"} for i in (5, 6)]

    tables = tables_with(change)
    cards = ["p10", "p02", "p03", "p05"]
    for have in range(1 + slots + 1):
        own = {"development": 1, "hand": [], "research": cards[:have]}
        state = game(2, tables=tables, research_row=["i04", "", "", ""], seat1=own)
        assert offers(state, "@research") == (have < 1 + slots)
    # the room comes with the step itself
    own = {"tiles": ["blue.8"], "hand": ["3.drill", "1.drill"], "research": ["p10"], "goods": [1, 3, 3]}
    state = game(2, tables=tables, objectives=NO_SHORT, research_row=["i04", "", "", ""], seat1=own)
    assert (offers(state, "@research"), offers(state, "@process")) == (False, False)
    state = play(state, "%blue.8")
    assert (offers(state, "@research"), offers(state, "@process")) == (slots > 0, capacity > 0)


# ---------------------------------------------------------------- DEV-3, DEV-5: the end of the track


@pytest.mark.rule("DEV-3")
@pytest.mark.parametrize("development", range(LAST + 1))
def test_grey_stars_count_on_the_last_space_only(development: int) -> None:
    """One short-term objective taken, and the most claims: 1 and 3 stars."""
    state = game(2, objectives=["s3", "l10", "l1", "l2", "l3"],
                 seat1={"development": development, "objectives": ["s3"], "well": ["s01"]})  # fmt: skip
    assert breakdown(state, 0).stars == (4 if development == LAST else 0)
    # the step to it is no step beyond it
    if development == LAST - 1:
        state = play(state, "@develop $1.drill $1.extract $1.licence ok")
        assert (breakdown(state, 0).stars, seat(state).vp) == (4, 0)


@pytest.mark.rule("DEV-3", "DEV-5")
def test_the_end_of_the_track_comes_from_the_pack() -> None:
    tables = track("none", "warehouse", "engineer", "stars", overflow_vp=5, star_vp=3)
    state = game(2, tables=tables, objectives=["s3", "l10", "l1", "l2", "l7"],
                 seat1={"development": 2, "objectives": ["s3"], "tiles": ["red.8"], "hand": ["3.drill"]})  # fmt: skip
    assert breakdown(state, 0).stars == 0
    state = play(state, "%red.8")
    assert (seat(state).development, seat(state).vp, breakdown(state, 0).stars) == (3, 5, 3)
    state = play(state, "@develop $3.drill ok")
    assert (seat(state).development, seat(state).vp) == (3, 10)


@pytest.mark.rule("DEV-5")
def test_objectives_are_met_on_the_way_not_at_the_end_of_a_move() -> None:
    """The seventh engineer on the first of two steps, the last space on the second."""
    state = game(2, objectives=["s4", "l1", "l2", "l3", "l7"], seat1={"development": 5, "tiles": ["red.8"]})
    state, happened = run(state, "%red.8")
    names = [type(event).__name__ for event in happened]
    assert names[1:] == ["Developed", "EngineerHired", "ObjectiveTaken", "VpGained", "Developed"]
    assert part(state)["objectives"] == ["s4"]


@pytest.mark.rule("DEV-2", "DEV-4")
def test_what_is_open_stays_open() -> None:
    """Also in the next round, and all seven engineers come back."""
    state = game(2, seat1={"development": 5, "tiles": ["blue.8"], "goods": [6, 6, 6]})
    state = finish_round(play(state, "%blue.8"))
    c = seat(state)
    assert (c.hired, c.hr, c.warehouses, c.goods) == (7, 7, 3, [6, 6, 6])
