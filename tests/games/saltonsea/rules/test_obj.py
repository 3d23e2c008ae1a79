"""OBJ: short-term objectives during the game, long-term ones at its end."""

from __future__ import annotations

from typing import Any

import pytest

from saltonsea_desktop.games.saltonsea.choices import EndTurnChoice
from saltonsea_desktop.games.saltonsea.events import ObjectiveTaken, VpGained
from saltonsea_desktop.games.saltonsea.scoring import breakdown, count_for, leaders
from saltonsea_desktop.games.saltonsea.state import State
from tests.games.saltonsea.rules.kit import (
    again,
    finish_round,
    game,
    illegal,
    index,
    kinds,
    legal,
    of,
    part,
    pay,
    play,
    run,
    seat,
)

LITHIUM = "@process +l no $5.drill $1.drill ok"
# The five short-term objectives (OBJ-2): VP, and a position of seat 1 with the texts that complete it.
SHORT: dict[str, tuple[int, dict[str, Any], str]] = {
    "s1": (7, {"goods": {"lithium": 2, "brine": 1}, "hand": ["5.drill", "1.drill"]}, LITHIUM),
    "s2": (4, {"goods": {"geothermal": 2, "brine": 1}, "hand": ["5.drill"]}, "@process +g no $5.drill ok"),
    "s3": (5, {"kept_contracts": ["r01", "r03"], "contracts": ["r05"], "goods": {"lithium": 1, "brine": 0}}, "=r05"),
    "s4": (4, {"development": 5, "hand": ["3.drill"]}, "@develop $3.drill ok"),
    "s5": (6, {"tiles": ["red.6"], "used_tiles": ["blue.6"], "shares": {"orange": 1}, "hand": ["3.drill"]},
           "@shares share:orange $3.drill ok tile:orange.6"),
}  # fmt: skip
LONG = ["l1", "l2", "l3", "l4", "l5", "l6", "l7", "l8", "l9", "l10"]


def with_objective(name: str, **overrides: Any) -> State:
    """A game with this objective and four others of the same class that nothing here completes."""
    others = [x for x in (LONG if name.startswith("s") else ["s1", "s2", "s3", "s4"]) if x != name][:4]
    overrides.setdefault("objectives", [name, *others])
    overrides.setdefault("stacks", {"orange": {"profit_bottom": ["orange.6", "orange.1"]}})
    return game(2, **overrides)


def taken(state: State) -> list[int]:
    """The seats (from 1) that took an objective, 0 for open ones, in the order of the table."""
    return [taker + 1 for taker in state.takers]


# ---------------------------------------------------------------- OBJ-1, OBJ-2, OBJ-5: short-term


@pytest.mark.rule("OBJ-1", "OBJ-2")
@pytest.mark.parametrize("name", SHORT)
def test_the_first_company_takes_the_card_and_its_vp_at_once(name: str) -> None:
    vp, own, texts = SHORT[name]
    state = with_objective(name, seat1=own)
    t = state.tables
    number = index(state, f"objective.{name}")
    objective = t.objectives[number]
    assert (objective.vp, objective.stars, objective.short) == (vp, 1, True)
    *before, last = texts.split()
    state = play(state, " ".join(before)) if before else state
    if name != "s3":
        assert part(state)["objectives"] == []
    state, happened = run(state, last)
    assert of(ObjectiveTaken, happened) == [ObjectiveTaken(0, number)]
    assert VpGained(0, vp, "objective") in happened
    assert part(state)["objectives"] == [name]
    assert state.takers[state.objectives.index(number)] == 0


@pytest.mark.rule("OBJ-1", "OBJ-5")
@pytest.mark.parametrize("name", SHORT)
def test_the_second_company_gets_nothing_and_no_card_is_replaced(name: str) -> None:
    _, own, texts = SHORT[name]
    state = with_objective(name, seat1=own, seat2={"objectives": [name]})
    shown = state.objectives
    state, happened = run(state, texts)
    assert of(ObjectiveTaken, happened) == []
    assert not [event for event in of(VpGained, happened) if event.source == "objective"]
    assert part(state)["objectives"] == []
    assert part(state, 2)["objectives"] == [name]
    assert state.objectives == shown
    after = finish_round(state)
    assert after.objectives == shown
    assert part(after, 2)["objectives"] == [name]


NOT_MET: list[tuple[str, dict[str, Any], str]] = [
    ("s1", {"goods": {"lithium": 1, "brine": 1}, "hand": ["5.drill", "1.drill"]}, LITHIUM),
    ("s1", {"goods": {"lithium": 2, "geothermal": 2, "brine": 1}, "hand": ["5.drill"]}, "@process +g no $5.drill ok"),
    ("s2", {"goods": {"geothermal": 1, "brine": 1}, "hand": ["5.drill"]}, "@process +g no $5.drill ok"),
    ("s2", {"goods": {"brine": 2}, "layer": 1}, "@extract"),
    ("s3", {"kept_contracts": ["r01", "r07", "l01"], "contracts": ["r03"], "goods": {"geothermal": 1}}, "=r03"),
    ("s3", {"kept_contracts": ["r01", "r03"], "contracts": ["r05", ""]}, "@contract contract:r08"),
    ("s4", {"development": 3, "hand": ["3.drill"]}, "@develop $3.drill ok"),
    ("s5", {"tiles": ["red.6", "orange.1"], "shares": {"orange": 1}, "hand": ["3.drill"]},
     "@shares share:orange $3.drill ok tile:orange.6"),
]  # fmt: skip


@pytest.mark.rule("OBJ-2")
@pytest.mark.parametrize(("name", "own", "texts"), NOT_MET)
def test_what_does_not_complete_an_objective(name: str, own: dict[str, Any], texts: str) -> None:
    state = with_objective(
        name,
        seat1=own,
        contract_row=["r08", "r09", "r10", "r11"],
        stacks={"orange": {"profit_bottom": ["orange.6", "orange.2"]}},
    )
    state, happened = run(state, texts)
    assert of(ObjectiveTaken, happened) == []
    assert part(state)["objectives"] == []


@pytest.mark.rule("OBJ-1")
@pytest.mark.parametrize("name", SHORT)
def test_an_objective_that_is_not_on_the_table_gives_nothing(name: str) -> None:
    _, own, texts = SHORT[name]
    state = with_objective(name, objectives=LONG[:5], seat1=own)
    assert of(ObjectiveTaken, run(state, texts)[1]) == []


@pytest.mark.rule("OBJ-1")
def test_an_objective_is_taken_in_the_middle_of_an_action() -> None:
    """The engineer comes with the first brine; the second brine is still to be chosen."""
    state = with_objective(
        "s4",
        seat1={"development": 5, "well": ["s01"], "layer": 2, "goods": {"brine": 0}, "hand": ["1.extract"]},
    )
    state, happened = run(state, "!1.extract")
    assert len(of(ObjectiveTaken, happened)) == 1
    assert legal(state) == ["e", "done"]
    assert seat(state).vp == 4


@pytest.mark.rule("OBJ-1")
def test_an_objective_is_taken_once() -> None:
    """A fourth lithium gives nothing more."""
    _, own, texts = SHORT["s1"]
    more = {**own, "development": 1, "goods": {"lithium": 2, "brine": 2}, "hand": [*own["hand"], "5.sell", "1.shares"]}
    state = play(with_objective("s1", seat1=more, seat2={"hr": 0}), texts)
    assert seat(state).vp == 7
    state = play(state, "end")
    assert illegal(state, "@process") == "blocked"
    state = again(state, seat1={"spaces": [], "financed": 1})
    state, happened = run(state, "@process +l no $5.sell $1.shares ok")
    assert seat(state).goods[2] == 4
    assert of(ObjectiveTaken, happened) == []
    assert seat(state).vp == 7


# ---------------------------------------------------------------- OBJ-6


@pytest.mark.rule("OBJ-6")
def test_several_objectives_met_at_once_are_all_taken() -> None:
    """One action, optimised: the third lithium and the third geothermal energy."""
    state = game(
        2,
        objectives=["s1", "s2", "s3", "l1", "l2"],
        seat1={"goods": {"brine": 1, "lithium": 2, "geothermal": 2}, "hand": ["5.drill", "1.drill"]},
    )
    state, happened = run(state, "@process +l ^g $5.drill $1.drill ok")
    assert len(of(ObjectiveTaken, happened)) == 2
    assert part(state)["objectives"] == ["s1", "s2"]
    assert seat(state).vp == 7 + 4


@pytest.mark.rule("OBJ-6")
def test_an_objective_taken_is_never_lost() -> None:
    _, own, texts = SHORT["s1"]
    state = with_objective("s1", seat1={**own, "hand": [*own["hand"], "5.sell"]})
    state = play(state, texts + " end @financing end")
    state = pay(play(state, "!5.sell >red -l -l -l"))
    assert seat(state).goods[2] == 0
    assert isinstance(state.stack[-1], EndTurnChoice)
    state = finish_round(play(state, "end"))
    assert part(state)["objectives"] == ["s1"]
    assert seat(state).vp == 7 + 3  # and the VP of the sale


@pytest.mark.rule("OBJ-6")
def test_what_was_reached_for_a_moment_counts() -> None:
    """Three lithium for the length of one turn, sold in the next: whoever comes later finds the card gone."""
    _, own, texts = SHORT["s1"]
    second = {"goods": {"lithium": 2, "brine": 1}, "hand": ["5.repair", "1.repair"]}
    state = with_objective("s1", seat1=own, seat2=second)
    state = play(state, texts + " end")
    state, happened = run(state, "@process +l no $5.repair $1.repair ok")
    assert of(ObjectiveTaken, happened) == []
    assert (seat(state).vp, seat(state, 2).vp) == (7, 0)


@pytest.mark.rule("OBJ-6")
def test_objectives_are_checked_after_every_change_not_at_the_end_of_the_turn() -> None:
    """A contract of each corporation is complete before its benefits are received."""
    _, own, texts = SHORT["s3"]
    _, happened = run(with_objective("s3", seat1={**own, "shares": {"blue": 0}}), texts + " get:money 5/1 1/1 1/2 ok")
    told = kinds(happened)
    assert told.index("ContractExecuted") < told.index("ObjectiveTaken") < told.index("Collected")


# ---------------------------------------------------------------- OBJ-3, OBJ-7: long-term

# VP, the count (None: it depends on printed values), a seat 1 that leads with it
LEADS: dict[str, tuple[int, int | None, dict[str, Any]]] = {
    "l1": (5, 2, {"kept_contracts": ["r01", "l02", "r03"]}),
    "l2": (9, 2, {"kept_contracts": ["r03", "l04", "r01"]}),
    "l3": (7, 2, {"kept_contracts": ["r02", "l06", "r01"]}),
    "l4": (5, 3, {"shares": {"orange": 3, "red": 1}}),
    "l5": (7, 3, {"shares": {"blue": 3, "red": 1}}),
    "l6": (9, 3, {"shares": {"red": 3, "blue": 1}}),
    "l7": (5, 2, {"well": ["s01"], "layer": 2}),
    "l8": (6, 8, {"hand": ["5.drill", "3.sell"]}),
    "l9": (5, None, {"development": 5, "research": ["p10", "i09", "i04"], "kept_research": ["i06"]}),
    "l10": (7, 2, {"well": ["s01", "d01"]}),
}
TEST_OF = {"l1": "red", "l2": "orange", "l3": "blue", "l4": "orange", "l5": "blue", "l6": "red"}


@pytest.mark.rule("OBJ-3", "OBJ-7")
@pytest.mark.parametrize("name", LEADS)
def test_long_term_objectives(name: str) -> None:
    vp, count, own = LEADS[name]
    state = with_objective(name, seat1={"hand": [], **own}, seat2={"hand": []})
    t = state.tables
    objective = t.objectives[index(state, f"objective.{name}")]
    assert (objective.vp, objective.stars, objective.short) == (vp, 3, False)
    if name in TEST_OF:
        assert t.corporations[objective.corporation] == TEST_OF[name]
    if count is not None:
        assert count_for(state, 0, objective) == count
    assert count_for(state, 1, objective) == 0
    assert leaders(state, objective) == (0,)
    assert breakdown(state, 0).objectives == vp
    assert breakdown(state, 1).objectives == 0
    assert taken(state) == [0] * 5  # nobody takes it during the game
    assert part(finish_round(state))["objectives"] == []


@pytest.mark.rule("OBJ-3")
def test_only_the_named_corporation_counts() -> None:
    state = with_objective(
        "l1", seat1={"kept_contracts": ["r01"]}, seat2={"kept_contracts": ["r02", "r03", "r05", "l01", "l03"]}
    )
    objective = state.tables.objectives[index(state, "objective.l1")]
    assert leaders(state, objective) == (0,)
    state = with_objective("l6", assets={"blue": 9}, seat1={"shares": {"red": 1}}, seat2={"shares": {"blue": 8}})
    objective = state.tables.objectives[index(state, "objective.l6")]
    assert leaders(state, objective) == (0,)


@pytest.mark.rule("OBJ-7")
def test_contracts_count_when_executed_only() -> None:
    state = with_objective("l1", seat1={"hr": 3, "contracts": ["r01", "r04"], "executed": ["r01"]})
    objective = state.tables.objectives[index(state, "objective.l1")]
    assert count_for(state, 0, objective) == 1


@pytest.mark.rule("OBJ-7")
def test_claims_are_cards_in_the_well_not_the_starting_tile() -> None:
    """Exhausted ones too."""
    state = with_objective("l10", seat1={"well": ["s01", "s02"], "layer": 3, "extracted": 4})
    objective = state.tables.objectives[index(state, "objective.l10")]
    assert [count_for(state, n, objective) for n in (0, 1)] == [2, 0]


@pytest.mark.rule("OBJ-7")
def test_layers_are_those_entered_the_first_too() -> None:
    state = with_objective("l7", seat1={"well": ["s05"], "layer": 1})
    objective = state.tables.objectives[index(state, "objective.l7")]
    assert objective.short is False
    assert [count_for(state, n, objective) for n in (0, 1)] == [1, 0]  # not those of the well below
    assert count_for(play(state, "@drill"), 0, objective) == 2


@pytest.mark.rule("OBJ-3", "OBJ-7")
def test_research_counts_all_cards_without_multipliers() -> None:
    """Immediate ones too, used or not; the VP they gave when they were acquired and those they print."""
    own = {"development": 5, "research": ["p10", "p02", "i09"], "kept_research": ["i06"]}
    state = with_objective("l9", seat1=own)
    t = state.tables
    objective = t.objectives[index(state, "objective.l9")]
    cards = [t.research[index(state, f"research.{name}")] for name in ("p10", "p02", "i09", "i06")]
    assert count_for(state, 0, objective) == sum(card.vp + card.bonus_vp for card in cards)
    turned = with_objective("l9", seat1={**own, "research": ["i09", "p02", "p10"]})
    assert count_for(turned, 0, objective) == count_for(state, 0, objective)  # whatever the slots
    used = with_objective("l9", seat1={**own, "hr": 3, "used_research": ["i09"]})
    assert count_for(used, 0, objective) == count_for(state, 0, objective)


@pytest.mark.rule("OBJ-7")
def test_engineers_are_hired_ones_in_hr_or_placed() -> None:
    """The seventh is hired while six stand on their spaces."""
    state = with_objective(
        "s4",
        seat1={"development": 5, "hr": 1, "financed": 5, "hand": ["3.drill"]},
    )
    state, happened = run(state, "@develop $3.drill ok")
    assert len(of(ObjectiveTaken, happened)) == 1
    assert seat(state).hr == 1


@pytest.mark.rule("OBJ-7")
def test_money_is_the_hand_after_the_end_of_the_round() -> None:
    """Prompt cards are back in hand, cards collected in the last turn are counted."""
    state = with_objective(
        "l8",
        assets={"red": 9, "blue": 9},
        seat1={"hr": 1, "hand": [], "table": ["5.sell"]},
        seat2={"hr": 0, "hand": ["5.drill"]},
    )
    state = play(state, "@financing end")
    assert state.over
    objective = state.tables.objectives[index(state, "objective.l8")]
    assert [count_for(state, n, objective) for n in (0, 1)] == [6, 5]
    assert leaders(state, objective) == (0,)


# ---------------------------------------------------------------- OBJ-4: GMI


@pytest.mark.rule("OBJ-4", "OBJ-1")
def test_gmi_takes_a_short_term_objective() -> None:
    """The card is lost to the player; its VP wait for the final scoring (GMI-22)."""
    state = game(
        1,
        turn=2,
        first=2,
        objectives=["s1", "l1", "l2", "l3", "l4"],
        gmi_row=["s3", "s1", "s2", "s4"],
        seat1={"goods": {"lithium": 2, "brine": 1}, "hand": ["5.drill", "1.drill"]},
        seat2={"goods": {"lithium": 2, "brine": 2}, "vp": 0},
    )
    state, happened = run(state, "gmi")
    number = index(state, "objective.s1")
    assert of(ObjectiveTaken, happened) == [ObjectiveTaken(1, number)]
    assert seat(state, 2).vp == 0
    assert breakdown(state, 1).objectives == 7
    state, happened = run(state, "@process +l no $5.drill $1.drill ok")
    assert of(ObjectiveTaken, happened) == []
    assert breakdown(state, 0).objectives == 0


@pytest.mark.rule("OBJ-4")
@pytest.mark.parametrize(("development", "takes"), [(5, True), (3, False)])
def test_seven_cards_are_the_engineers_of_gmi(development: int, takes: bool) -> None:
    state = game(
        1,
        turn=2,
        first=2,
        objectives=["s4", "l1", "l2", "l3", "l4"],
        gmi_row=["s4", "s1", "s2", "s3", "a1", "a2"] if development == 5 else ["s4", "s1", "s2", "s3", "a1"],
        gmi_deck=["a3"] if development == 5 else ["a2", "a3"],
        seat2={"development": development},
    )
    state, happened = run(state, "gmi")
    assert len(state.gmi_row) == (7 if takes else 6)
    assert (len(of(ObjectiveTaken, happened)) == 1) == takes
    assert seat(state, 2).hired == 0


@pytest.mark.rule("OBJ-4")
def test_gmi_takes_part_in_long_term_objectives() -> None:
    state = game(
        1,
        objectives=["l7", "l10", "l8", "l9", "l6"],
        seat1={"well": ["s01"], "layer": 2, "hand": []},
        seat2={"well": ["s02", "s03"], "layer": 2, "hand": ["1.drill"], "shares": {"red": 1}},
    )
    t = state.tables
    by_name = {t.objectives[o].name: t.objectives[o] for o in state.objectives}
    assert leaders(state, by_name["l7"]) == (0, 1)
    assert leaders(state, by_name["l10"]) == (1,)
    assert leaders(state, by_name["l8"]) == (1,)
    assert leaders(state, by_name["l6"]) == (1,)
    assert breakdown(state, 1).objectives == sum(by_name[n].vp for n in ("l7", "l10", "l8", "l6"))
    assert breakdown(state, 0).objectives == by_name["l7"].vp
