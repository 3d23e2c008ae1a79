"""EXT: extract brine. The wells of these tests have layers of their own."""

from __future__ import annotations

from typing import Any

import pytest

from saltonsea_desktop.games.saltonsea.choices import EndTurnChoice
from saltonsea_desktop.games.saltonsea.components.tables import BRINE, GEOTHERMAL, LITHIUM, Tables
from saltonsea_desktop.games.saltonsea.events import BrineExtracted, ClaimExhausted, Developed, VpGained
from saltonsea_desktop.games.saltonsea.scoring import count_for
from saltonsea_desktop.games.saltonsea.state import State
from tests.games.saltonsea.rules.kit import (
    effect_of,
    game,
    illegal,
    index,
    kinds,
    legal,
    names,
    of,
    offers,
    play,
    run,
    seat,
    tables_with_layers,
)

# Rocks and brine per layer; the starting claim lies above with one layer and one brine.
WELL = tables_with_layers(
    s01=[(0, 1), (0, 2)],
    s02=[(0, 0), (0, 2)],
    s03=[(0, 4)],
    d01=[(0, 2), (0, 1), (0, 1)],
)
SOURCES: list[tuple[str, str, dict[str, Any]]] = [
    ("@extract", "space.extract", {}),
    ("!1.extract", "act.1.extract", {"hand": ["1.extract"]}),
    ("!3.extract", "act.3.extract", {"hand": ["3.extract"]}),
    ("!5.extract", "act.5.extract", {"hand": ["5.extract"]}),
    ("*i01", "research.i01", {"research": ["i01"]}),
    ("%red.2", "tile.red.2", {"tiles": ["red.2"]}),
    ("%orange.2", "tile.orange.2", {"tiles": ["orange.2"]}),
]


def extracting(tables: Tables = WELL, **own: Any) -> State:
    """Seat 1 with an empty, wide warehouse unless something else is said."""
    return game(2, tables=tables, seat1={"development": 5, "goods": {"brine": 0}, **own})


def take_all(state: State, text: str) -> tuple[State, list[str]]:
    """(the state after as much as the action gives, the claims of the brine in order)."""
    state, happened = run(state, text)
    while "e" in legal(state):
        state, more = run(state, "e")
        happened += more
    return state, names(state.tables.claims, [event.claim for event in of(BrineExtracted, happened)])


# ---------------------------------------------------------------- EXT-1


@pytest.mark.rule("EXT-1")
@pytest.mark.parametrize("more", [False, True])
@pytest.mark.parametrize(("text", "ident", "own"), SOURCES)
def test_up_to_the_strength_of_the_action(text: str, ident: str, own: dict[str, Any], more: bool) -> None:
    """From one claim to the next, with and without the permanent extra brine; each raises brine by one."""
    research = [*own.get("research", []), *(["p01"] if more else [])]
    state = extracting(well=["s03", "d01"], layer=5, **{**own, "research": research})
    strength = effect_of(state, ident).strength + more
    state = play(state, text)
    taken = 1
    while taken < strength:
        assert seat(state).goods[BRINE] == taken == seat(state).extracted
        assert legal(state) == ["e", "done"]
        assert seat(play(state, "done")).extracted == taken  # or fewer
        state = play(state, "e")
        taken += 1
    assert "e" not in legal(state)
    assert seat(state).goods[BRINE] == strength
    assert seat(state).goods[1:] == [0, 0]


@pytest.mark.rule("EXT-1")
def test_the_topmost_brine_comes_first_across_claims() -> None:
    state = extracting(well=["s01", "d01"], layer=6, hand=["5.extract"])
    state, order = take_all(state, "!5.extract")
    assert order == ["start", "s01", "s01", "s01"]
    state = play(state, "end @financing end")
    state, happened = run(state, "@extract")
    assert names(WELL.claims, [event.claim for event in of(BrineExtracted, happened)]) == ["d01"]


@pytest.mark.rule("EXT-1")
@pytest.mark.parametrize(("layer", "reach"), [(0, 0), (1, 1), (2, 2), (3, 4)])
def test_brine_below_the_drill_is_out_of_reach(layer: int, reach: int) -> None:
    """Layers hold 1; 1 and 2; and then those of d01."""
    state = extracting(well=["s01", "d01"], layer=layer, hand=["5.extract"])
    if not reach:
        assert illegal(state, "!5.extract") == "no_brine_reach"
        assert illegal(state, "@extract") == "no_brine_reach"
        return
    state, order = take_all(state, "!5.extract")
    assert len(order) == reach == seat(state).goods[BRINE]
    assert illegal(play(state, "end @financing end"), "@extract") == "no_brine_reach"


# ---------------------------------------------------------------- EXT-2, EXT-4: the warehouse


@pytest.mark.rule("EXT-2")
@pytest.mark.parametrize("development", [0, 1, 3, 5])
def test_never_more_brine_than_the_warehouse_can_hold(development: int) -> None:
    warehouses = (development + 1) // 2
    capacity = WELL.capacity[warehouses]
    state = extracting(development=development, goods={"brine": capacity - 1}, well=["s03"], layer=2, extracted=1,
                       hand=["5.extract"])  # fmt: skip
    state, order = take_all(state, "!5.extract")
    assert len(order) == 1
    assert seat(state).goods[BRINE] == capacity
    assert illegal(play(state, "end @financing end"), "@extract") == "no_room"


@pytest.mark.rule("EXT-2")
def test_the_rulebook_example_of_a_full_warehouse() -> None:
    """Three brine in the well, room for two: two are taken, the reward of the upper claim is received."""
    tables = tables_with_layers(s01=[(0, 1)], s02=[(0, 2)])
    state = extracting(
        tables, development=3, well=["s01", "s02"], layer=3, extracted=1,
        goods={"brine": tables.capacity[2] - 2}, hand=["5.extract"],
    )  # fmt: skip
    state, happened = run(state, "!5.extract e")
    assert isinstance(state.stack[-1], EndTurnChoice)
    assert names(tables.claims, [event.claim for event in of(ClaimExhausted, happened)]) == ["s01"]
    claim = tables.claims[index(state, "claim.s01")]
    assert (seat(state).vp, seat(state).development) == (claim.vp, 3 + claim.develop)
    assert seat(state).extracted == 3  # one of the lower claim is left


@pytest.mark.rule("EXT-2")
def test_each_product_has_a_limit_of_its_own() -> None:
    """Brine fits though the other two products fill their rows; full brine does not, though they are empty."""
    state = extracting(
        development=0,
        goods={"brine": 1, "geothermal": 3, "lithium": 3},
        well=["s03"],
        layer=2,
        extracted=1,
        hand=["1.extract"],
    )
    state = play(state, "!1.extract e")
    assert seat(state).goods == [3, 3, 3]
    full = extracting(development=0, goods={"brine": 3}, well=["s03"], layer=2, extracted=1)
    assert seat(full).goods[GEOTHERMAL] == seat(full).goods[LITHIUM] == 0
    assert illegal(full, "@extract") == "no_room"


@pytest.mark.rule("EXT-4")
def test_capacity_gained_by_a_reward_counts_for_the_rest_of_the_action() -> None:
    """The starting claim's step opens a warehouse: room for a further brine."""
    state = extracting(development=0, goods={"brine": 2}, well=["s03"], layer=2, hand=["3.extract"])
    assert WELL.claims[WELL.start_claim].develop > 0
    state = play(state, "!3.extract")
    assert (seat(state).goods[BRINE], seat(state).warehouses) == (3, 1)
    state = play(state, "e")
    assert seat(state).goods[BRINE] == WELL.capacity[1] == 4
    assert isinstance(state.stack[-1], EndTurnChoice)
    # without the reward (taken earlier) the action would have ended with the first
    ended = extracting(development=0, goods={"brine": 2}, well=["s03"], layer=2, extracted=1, hand=["3.extract"])
    assert isinstance(play(ended, "!3.extract").stack[-1], EndTurnChoice)


# ---------------------------------------------------------------- EXT-3, EXT-5, EXT-6: exhausted claims


@pytest.mark.rule("EXT-3")
def test_the_last_brine_of_a_claim_brings_its_reward_at_once() -> None:
    state = extracting(well=["s01"], layer=3, extracted=1, hand=["3.extract"])
    claim = WELL.claims[index(state, "claim.s01")]
    number = index(state, "claim.s01")
    state = play(state, "!3.extract e")
    assert (seat(state).vp, seat(state).development) == (0, 5)  # two of three brine: nothing yet
    state, happened = run(state, "e")
    assert of(ClaimExhausted, happened) == [ClaimExhausted(0, number)]
    assert of(VpGained, happened) == [VpGained(0, claim.vp, "claim")]
    assert len(of(Developed, happened)) == claim.develop
    assert (seat(state).vp, seat(state).development) == (claim.vp, 5 + claim.develop)


@pytest.mark.rule("EXT-3")
def test_the_starting_claim_has_its_reward_too() -> None:
    state = extracting(development=0, layer=1)
    start = WELL.claims[WELL.start_claim]
    state, happened = run(state, "@extract")
    assert of(ClaimExhausted, happened) == [ClaimExhausted(0, WELL.start_claim)]
    assert (seat(state).vp, seat(state).development) == (start.vp, start.develop)


@pytest.mark.rule("EXT-3")
def test_a_reward_comes_before_the_next_brine_and_once() -> None:
    state = extracting(well=["s03"], layer=2, hand=["5.extract", "5.extract"])
    state, first = run(state, "!5.extract")
    assert kinds(first)[1:4] == ["BrineExtracted", "ClaimExhausted", "Developed"]
    state, rest = run(state, "e e e end @financing end !5.extract")
    exhausted = names(WELL.claims, [event.claim for event in of(ClaimExhausted, rest)])
    assert exhausted == ["s03"]
    assert seat(state).vp == WELL.claims[index(state, "claim.s03")].vp


@pytest.mark.rule("EXT-5")
def test_claims_without_brine_left_do_not_block_those_below() -> None:
    state = extracting(well=["s01", "s02"], layer=5, extracted=4, goods={"brine": 0})
    assert offers(state, "@extract")
    state, order = take_all(state, "@extract")
    assert order == ["s02"]  # past two exhausted claims and a layer without brine


@pytest.mark.rule("EXT-5")
def test_an_empty_layer_alone_gives_nothing() -> None:
    state = extracting(well=["s01", "s02"], layer=4, extracted=4)
    assert illegal(state, "@extract") == "no_brine_reach"


@pytest.mark.rule("EXT-6")
def test_more_than_twelve_brine_may_be_taken() -> None:
    """The box has twelve tokens; they mark, they do not limit."""
    well = ["s01", "s03", "d01", "s02"]
    total = 1 + 3 + 4 + 4 + 2
    state = game(
        2,
        tables=WELL,
        seat1={"development": 5, "goods": {"brine": 0}, "well": well, "layer": 9, "extracted": 12},
        seat2={"development": 5, "goods": {"brine": 0}, "layer": 1, "extracted": 1},
    )
    assert total == 14
    state = play(state, "@extract")
    assert seat(state).extracted == 13
    state = play(state, "end @financing end")
    state = play(state, "@repeat repeat:extract $1.licence ok")
    assert seat(state).extracted == 14


@pytest.mark.rule("EXT-6")
def test_exhausted_claims_stay_in_the_well() -> None:
    state = game(
        2,
        tables=WELL,
        objectives=["l7", "l10", "s1", "s2", "s3"],
        seat1={"development": 5, "goods": {"brine": 0}, "well": ["s03"], "layer": 2, "extracted": 4},
    )
    before = seat(state).well
    state = play(state, "@extract")
    assert seat(state).well == before
    t = state.tables
    assert count_for(state, 0, t.objectives[index(state, "objective.l10")]) == 1
    assert count_for(state, 0, t.objectives[index(state, "objective.l7")]) == 2
