"""SCO: the final scoring, category by category, and who wins."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saltonsea_desktop.games.saltonsea.components.check import check_pack
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.resolve import advance
from saltonsea_desktop.games.saltonsea.scoring import CATEGORIES, Breakdown, breakdown, leaders, outcome
from saltonsea_desktop.games.saltonsea.state import State
from saltonsea_desktop.ui.models import ScoresModel
from saltonsea_desktop.ui.texts import Texts
from tests.games.saltonsea.components.packs import TEXTS, field, write_pack
from tests.games.saltonsea.rules.kit import fresh, game, index, tables_with

SHORT = ["s1", "s2", "s3", "s4", "s5"]  # no long-term objective on the table
BARE: dict[str, Any] = {"goods": {"brine": 0}, "hand": []}  # a company that scores nothing


def bare(seats: int = 2, /, **overrides: Any) -> State:
    """A game in which nothing scores but what is named."""
    overrides.setdefault("objectives", SHORT)
    for number in range(1, max(2, seats) + 1):
        overrides[f"seat{number}"] = {**BARE, **overrides.get(f"seat{number}", {})}
    return game(seats, **overrides)


def score(state: State, number: int = 1) -> Breakdown:
    return breakdown(state, number - 1)


def hand_worth(total: int) -> list[str]:
    fives, rest = divmod(total, 5)
    threes, ones = divmod(rest, 3)
    return ["5.drill", "5.sell", "5.repair", "5.shares"][:fives] + ["3.drill"] * threes + ["1.drill"] * ones


def test_a_bare_company_scores_nothing() -> None:
    assert score(bare()) == Breakdown(0, 0, 0, 0, 0, 0, 0, 0, 0)


# ---------------------------------------------------------------- SCO-1 to SCO-4


@pytest.mark.rule("SCO-1")
@pytest.mark.parametrize(
    ("money", "vp"), [(0, 0), (1, 0), (2, 0), (3, 2), (4, 2), (5, 2), (6, 4), (8, 4), (9, 6), (20, 12)]
)
def test_two_vp_for_every_full_three_dollars(money: int, vp: int) -> None:
    assert score(bare(seat1={"hand": hand_worth(money)})).hand == vp


@pytest.mark.rule("SCO-1")
def test_the_total_value_counts_not_each_card() -> None:
    assert score(bare(seat1={"hand": ["1.drill"] * 3 + ["5.sell"]})).hand == 4  # $8, though only one card has $3


@pytest.mark.rule("SCO-2")
@settings(max_examples=20)
@given(st.tuples(*[st.integers(0, 9)] * 3), st.tuples(*[st.integers(0, 8)] * 3))
def test_shares_times_the_vp_at_the_indicator(assets: tuple[int, int, int], shares: tuple[int, int, int]) -> None:
    names = ("red", "orange", "blue")
    limit = fresh().tables.share_limit
    held = [min(n, limit[a]) for n, a in zip(shares, assets, strict=True)]
    state = bare(assets=dict(zip(names, assets, strict=True)), seat1={"shares": dict(zip(names, held, strict=True))})
    vp = state.tables.asset_vp
    assert score(state).shares == sum(n * vp[a] for n, a in zip(held, assets, strict=True))
    assert score(state, 2).shares == 0


@pytest.mark.rule("SCO-2")
def test_share_values_are_read_from_the_pack() -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        for asset in data["market"]["asset"]:
            asset["share_vp"] = 11 if asset["index"] == 5 else 1

    state = bare(tables=tables_with(change), assets={"red": 5, "blue": 4}, seat1={"shares": {"red": 2, "blue": 3}})
    assert score(state).shares == 2 * 11 + 3


@pytest.mark.rule("SCO-3")
@pytest.mark.parametrize(
    ("goods", "vp"),
    [({"brine": 3}, 3), ({"geothermal": 2}, 6), ({"lithium": 3}, 15), ({"brine": 1, "geothermal": 1, "lithium": 1}, 9)],
)
def test_goods_in_the_warehouse(goods: dict[str, int], vp: int) -> None:
    assert score(bare(seat1={"goods": {"brine": 0, **goods}})).products == vp


@pytest.mark.rule("SCO-4")
def test_permanent_research_times_its_slot() -> None:
    state = bare(seat1={"development": 5, "research": ["p10", "p02", "p12"]})
    vp = [state.tables.research[card].vp for card in state.companies[0].research]
    assert score(state).research == vp[0] * 1 + vp[1] * 2 + vp[2] * 3
    other = bare(seat1={"development": 5, "research": ["p12", "p02", "p01"]})
    assert score(other).research == 3 * 1 + 2 * 2 + 1 * 3


@pytest.mark.rule("SCO-4")
def test_an_immediate_card_takes_a_slot_and_scores_nothing(tmp_path: Path) -> None:
    state = bare(seat1={"development": 5, "research": ["i01", "p10"], "kept_research": ["i02"]})
    assert score(state).research == 2 * state.tables.research[index(state, "research.p10")].vp
    # nor can a pack make it score
    folder = write_pack(tmp_path / "pack", research=field("research.i01", "vp", "4")(TEXTS["research"]))
    (problem,) = check_pack(folder).problems
    assert problem.severity == "error"
    assert "SCO-4" in problem.message


# ---------------------------------------------------------------- SCO-5, SCO-6: objectives and stars


@pytest.mark.rule("SCO-5")
def test_every_tied_leader_scores_in_full() -> None:
    """Most layers drilled."""
    state = bare(
        3,
        objectives=["l7", "s1", "s2", "s3", "s4"],
        seat1={"well": ["s04"], "layer": 2},
        seat2={"well": ["s05"], "layer": 2},
        seat3={"layer": 1},
    )
    vp = state.tables.objectives[index(state, "objective.l7")].vp
    assert [score(state, n).objectives for n in (1, 2, 3)] == [vp, vp, 0]


@pytest.mark.rule("SCO-5")
@pytest.mark.parametrize("name", ["l1", "l2", "l3", "l4", "l5", "l6", "l7", "l8", "l9", "l10"])
def test_a_count_of_nothing_leads_nothing(name: str) -> None:
    state = bare(objectives=[name, "s1", "s2", "s3", "s4"])
    objective = state.tables.objectives[index(state, f"objective.{name}")]
    assert leaders(state, objective) == ()
    assert [score(state, n).objectives for n in (1, 2)] == [0, 0]


@pytest.mark.rule("SCO-5")
def test_several_long_term_objectives_add_up() -> None:
    state = bare(objectives=["l7", "l8", "l10", "s3", "s4"], seat1={"layer": 1, "hand": ["1.drill"], "well": ["s01"]})
    t = state.tables
    assert score(state).objectives == sum(t.objectives[index(state, f"objective.{n}")].vp for n in ("l7", "l8", "l10"))


@pytest.mark.rule("SCO-6")
@pytest.mark.parametrize(("development", "stars"), [(0, 0), (6, 0), (7, 1 + 3)])
def test_grey_stars_score_on_the_last_development_space_only(development: int, stars: int) -> None:
    """One star of a short-term objective that was taken, three of a long-term one that is led."""
    state = bare(
        objectives=["l7", "s1", "s2", "s3", "s4"],
        takers=[0, 1, 2, 0, 0],
        seat1={"development": development, "layer": 1, "objectives": ["s1"]},
        seat2={"development": 7, "objectives": ["s2"]},
    )
    t = state.tables
    last = len(t.development) - 1
    assert (development == last) == (stars > 0)
    assert score(state).stars == stars * t.star_vp == stars
    assert score(state, 2).stars == 1  # of its own objective only
    assert score(state).objectives == t.objectives[index(state, "objective.l7")].vp  # those VP score in any case


@pytest.mark.rule("SCO-6")
def test_every_tied_leader_scores_the_stars() -> None:
    state = bare(
        objectives=["l7", "s1", "s2", "s3", "s4"],
        seat1={"development": 7, "layer": 1},
        seat2={"development": 7, "layer": 1},
    )
    assert [score(state, n).stars for n in (1, 2)] == [3, 3]


@pytest.mark.rule("SCO-6")
def test_an_objective_nobody_took_gives_no_star() -> None:
    assert score(bare(seat1={"development": 7})).stars == 0


# ---------------------------------------------------------------- SCO-7, SCO-8: losses


@pytest.mark.rule("SCO-7")
@pytest.mark.parametrize(("drill", "plant"), [(0, 0), (1, 0), (2, 0), (6, 0), (0, 2), (0, 7), (4, 5)])
def test_damage_costs_what_its_space_prints(drill: int, plant: int) -> None:
    state = bare(seat1={"drill_damage": drill, "plant_damage": plant})
    t = state.tables
    assert score(state).damage == t.drill_vp[drill] + t.plant_vp[plant]
    assert score(state).damage <= 0


@pytest.mark.rule("SCO-7")
def test_damage_is_read_from_the_pack() -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        data["board"]["drill"][3]["vp"] = -20
        data["board"]["plant"][1]["vp"] = -7

    state = bare(tables=tables_with(change), seat1={"drill_damage": 3, "plant_damage": 1})
    assert score(state).damage == -27


@pytest.mark.rule("SCO-8")
def test_contracts_not_executed_cost_half_their_vp() -> None:
    state = bare(seat1={"contracts": ["l01", "r04"], "kept_contracts": ["l02"]})
    t = state.tables
    vp = [t.contracts[index(state, f"contract.{name}")].vp for name in ("l01", "r04")]
    assert score(state).contracts == -sum(vp) // 2 == -13
    executed = bare(seat1={"hr": 3, "contracts": ["l01", "r04"], "executed": ["l01"]})
    assert score(executed).contracts == -vp[1] // 2


@pytest.mark.rule("SCO-8")
def test_an_odd_half_is_rounded_against_the_company_for_each_contract() -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        for card in data["contracts"]["contract"]:
            card["gives"]["vp"] = {"contract.r01": 5, "contract.r02": 7}.get(card["id"], 2)

    tables = tables_with(change)
    assert score(bare(tables=tables, seat1={"contracts": ["r01", ""]})).contracts == -3
    assert score(bare(tables=tables, seat1={"contracts": ["r01", "r02"]})).contracts == -3 - 4


# ---------------------------------------------------------------- SCO-9, SCO-10


@pytest.mark.rule("SCO-9")
def test_most_vp_wins() -> None:
    result = outcome(bare(3, seat1={"vp": 10}, seat2={"vp": 12}, seat3={"vp": 11, "hand": ["1.drill"]}))
    assert (result.winners, result.places, result.decided_by) == ((1,), (3, 1, 2), "points")


@pytest.mark.rule("SCO-9")
def test_a_tie_goes_to_the_most_money() -> None:
    """Equal totals, also when one of them is made of money."""
    state = bare(3, seat1={"vp": 12}, seat2={"vp": 10, "hand": ["3.drill"]}, seat3={"vp": 12, "hand": ["1.drill"]})
    result = outcome(state)
    assert [score.total for score in result.scores] == [12, 12, 12]
    assert result.money == (0, 3, 1)
    assert (result.winners, result.places, result.decided_by) == ((1,), (3, 1, 2), "money")


@pytest.mark.rule("SCO-9")
def test_a_full_tie_is_a_shared_victory() -> None:
    state = bare(3, seat1={"vp": 12, "hand": ["1.drill"]}, seat2={"vp": 11}, seat3={"vp": 12, "hand": ["1.repair"]})
    result = outcome(state)
    assert (result.winners, result.places, result.decided_by) == ((0, 2), (1, 3, 1), "shared")


@pytest.mark.rule("SCO-9")
def test_a_full_tie_is_shared_in_a_solo_game_too() -> None:
    result = outcome(bare(1, seat1={"vp": 12}, seat2={"vp": 12}))
    assert (result.winners, result.decided_by) == ((0, 1), "shared")
    lost = outcome(bare(1, seat1={"vp": 12}, seat2={"vp": 12, "hand": ["1.drill"]}))
    assert (lost.winners, lost.decided_by) == ((1,), "money")


@pytest.mark.rule("SCO-10")
def test_a_total_may_be_negative() -> None:
    state = bare(seat1={"drill_damage": 6, "plant_damage": 7, "contracts": ["l11", "l01"], "vp": 3})
    assert score(state).total < 0
    assert outcome(state).winners == (1,)


def random_end(seats: int, seed: int) -> State:
    chance = random.Random(seed)
    state = fresh(seats, seed)
    while state.stack:
        before = [c.vp for c in state.companies]
        advance(state, chance.choice(legal_actions(state)))
        after = [c.vp for c in state.companies]
        assert all(new >= old for new, old in zip(after, before, strict=True))  # nothing is lost during the game
    return state


@pytest.mark.rule("SCO-10")
@pytest.mark.parametrize(("seats", "seed"), [(1, 1), (2, 2), (3, 3), (4, 4)])
def test_the_breakdown_adds_up_and_is_shown(seats: int, seed: int, qapp: object) -> None:
    state = random_end(seats, seed)
    result = outcome(state)
    names = [f"Seat {i}" for i in range(state.seats)]
    shown = ScoresModel(result, names, Texts(state.tables, names, state.gmi_seat))
    assert shown.rowCount() == len(CATEGORIES) + 1
    assert shown.columnCount() == state.seats
    for column, one in enumerate(result.scores):
        parts = [shown.value(row, column) for row in range(len(CATEGORIES))]
        assert parts == list(one)
        assert sum(parts) == shown.value(len(CATEGORIES), column) == one.total
        assert one.board == state.companies[column].vp >= 0
        assert one.damage <= 0
        assert one.contracts <= 0
