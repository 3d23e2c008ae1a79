"""Positions: named overrides on any state, all components conserved, contradictions as one sentence."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from saltonsea_desktop.games.saltonsea.choices import EndTurnChoice, GmiChoice, TurnChoice
from saltonsea_desktop.games.saltonsea.components.tables import default_tables
from saltonsea_desktop.games.saltonsea.invariants import violations
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.position import (
    SEAT_FIELDS,
    TABLE_FIELDS,
    PositionError,
    arranged,
    position_of,
)
from saltonsea_desktop.games.saltonsea.resolve import advance
from saltonsea_desktop.games.saltonsea.setup import setup
from saltonsea_desktop.games.saltonsea.state import State, digest, dump


def fresh(seats: int = 2, seed: int = 1) -> State:
    return setup(default_tables(), seats, seed)


def played(seats: int, seed: int, plies: int) -> State:
    """A state at the start of a turn after at least `plies` random actions (or at the end of the game)."""
    chance = random.Random(seed)
    state = fresh(seats, seed)
    while state.stack:
        at_turn = isinstance(state.stack[-1], (TurnChoice, GmiChoice)) and state.stack[-1][-1] is not False
        if plies <= 0 and at_turn:
            break
        advance(state, chance.choice(legal_actions(state)))
        plies -= 1
    return state


def without_generator(state: State) -> dict[str, Any]:
    return {key: value for key, value in dump(state).items() if key not in ("rng", "stack", "end")}


# ---------------------------------------------------------------- what can be asked for


def test_a_whole_board() -> None:
    state = arranged(
        fresh(3),
        {
            "round": 4,
            "first": 2,
            "turn": 3,
            "assets": {"red": 4, "blue": 9},
            "seats": [
                {},
                {},
                {
                    "vp": 12,
                    "development": 4,
                    "goods": {"brine": 2, "lithium": 5},
                    "well": ["s04", "d06"],
                    "layer": 3,
                    "extracted": 2,
                    "drill_damage": 1,
                    "plant_damage": 2,
                    "hand": ["1.drill", "5.sell", "5.sell"],
                    "fresh": ["3.process"],
                    "table": ["1.extract"],
                    "contracts": ["", "r01"],
                    "executed": ["r01"],
                    "kept_contracts": ["l01"],
                    "research": ["p03", "i05"],
                    "used_research": ["i05"],
                    "kept_research": ["i14"],
                    "shares": {"red": 4},
                    "tiles": ["red.6"],
                    "used_tiles": ["blue.1"],
                    "spaces": ["drill", "sell"],
                },
            ],
        },
    )
    c, t = state.companies[2], state.tables
    assert violations(state) == []
    assert (state.round, state.first, state.stack) == (4, 1, [TurnChoice(2, True)])
    assert state.assets == (4, t.asset_start[3], 9)
    assert (c.vp, c.development, c.warehouses, c.hired) == (12, 4, 2, 6)
    assert c.hr == 6 - 2 - 1 - 1 - 1  # two spaces, a Prompt card, a research card, a contract
    assert c.goods == [2, 0, 5]
    assert (c.layer, c.extracted) == (3, 2)
    assert c.well_rocks == (0, *(x for name in ("s04", "d06") for x in t.claims[t.by_id[f"claim.{name}"][1]].rocks))
    assert (c.cash, c.coins) == (11, [1, 0, 2])
    assert c.executed == 2
    assert c.shares == (4, 0, 0)
    assert sum(c.mods) == 1  # p03: $1 off a licence


def test_the_names_of_seats_stand_alone_too() -> None:
    both = [
        arranged(fresh(), {"seats": [{}, {"vp": 3}]}),
        arranged(fresh(), {"seat2": {"vp": 3}}),
    ]
    assert digest(both[0]) == digest(both[1])
    assert both[0].companies[1].vp == 3


def test_cards_are_taken_from_the_deck_and_rows_stay_full() -> None:
    state = fresh()
    t = state.tables
    shown = t.research[state.research_row[0]].name
    new = arranged(state, {"seat1": {"research": [shown]}})
    assert len([card for card in new.research_row if card >= 0]) == len(state.research_row)
    assert len(new.research_deck) == len(state.research_deck) - 1
    in_deck = t.research[state.research_deck[0]].name
    new = arranged(state, {"seat1": {"research": [in_deck]}})
    assert new.research_row == state.research_row


def test_hands_that_are_not_named_keep_their_money() -> None:
    state = fresh()
    new = arranged(state, {"seat1": {"hand": ["1.drill"] * 6}})
    assert new.companies[0].cash == 6
    assert new.companies[1].cash == state.companies[1].cash
    assert new.companies[1].hand[new.tables.by_id["act.1.drill"][1]] == 0
    assert new.rows == tuple(
        row if i else tuple(new.rows[0]) for i, row in enumerate(state.rows)
    )  # only $1 cards were moved


def test_the_top_of_decks() -> None:
    state = arranged(
        fresh(),
        {
            "claim_deck": ["d01", "s01"],
            "research_deck": ["i01"],
            "contract_deck": ["l01", "l02"],
            "decks": {"1": ["1.repair", "1.drill"]},
        },
    )
    t = state.tables
    assert [t.claims[x].name for x in state.claim_deck[-2:]] == ["s01", "d01"]
    assert t.research[state.research_deck[-1]].name == "i01"
    assert [t.contracts[x].name for x in state.contract_deck[-2:]] == ["l02", "l01"]
    assert [t.types[x].name for x in state.decks[0][-2:]] == ["1.drill", "1.repair"]


def test_exact_decks() -> None:
    state = arranged(fresh(), {"claims": ["", "", "s01", "s02"], "claim_deck": [], "claim_deck_exact": True})
    assert (state.claim_deck, len(state.gone_claims)) == ((), 18)
    state = arranged(fresh(), {"decks": {"1": []}, "decks_exact": True, "discards": {"1": []}})
    assert (state.decks[0], state.discards[0]) == ((), ())
    assert state.companies[1].coins[0] == 42 - 7 - 4


def test_gaps_in_rows() -> None:
    state = arranged(fresh(), {"market": {"5": ["", "5.sell", "", "5.drill"], "3": ["3.sell"]}, "contract_row": []})
    names = [[state.tables.types[x].name if x >= 0 else "" for x in row] for row in state.rows]
    assert names[2] == ["", "5.sell", "", "5.drill"]
    assert names[1] == ["", "", "", "3.sell"]
    assert state.contract_row == (-1, -1, -1, -1)


def test_stacks_fees_and_objectives() -> None:
    state = arranged(
        fresh(),
        {
            "fees": {"red": "n1"},
            "future_fees": {"red": ["n2", "n3"], "blue": []},
            "stacks": {"red": {"profit_bottom": ["red.8", "red.1"]}},
            "objectives": ["s1", "s4", "l1", "l8", "l10"],
            "takers": [0, 2, 0, 0, 0],
            "seat1": {"tiles": ["orange.6", "blue.6"]},
        },
    )
    t = state.tables
    assert t.fee_ids[state.fees[0]] == "fee.n1"
    assert [t.fee_ids[x] for x in state.future_fees[0]] == ["fee.n3", "fee.n2"]
    assert state.future_fees[2] == ()
    assert [t.tiles[x].name for x in state.stacks[0][0]] == ["red.8", "red.1"]
    assert [len(stack) for stack in state.stacks[1]] == [1, 1, 1]
    assert [t.objectives[x].name for x in state.companies[1].objectives] == ["s4"]
    assert state.short_open == 1 << t.objectives[t.by_id["objective.s1"][1]].test


def test_gmi() -> None:
    state = arranged(fresh(1), {"gmi_row": ["s4", "s1"], "gmi_turned": 1, "turn": 2, "seat2": {"development": 2}})
    assert state.stack == [GmiChoice(1)]
    assert [state.tables.gmi_cards[x].name for x in state.gmi_row] == ["s4", "s1"]
    state = arranged(fresh(1), {"seat2": {"development": 4}})
    assert (len(state.gmi_row), len(state.gmi_deck)) == (6, 1)
    assert state.companies[1].hired == 0


def test_engineers_that_are_not_named_stand_on_financing() -> None:
    state = arranged(fresh(), {"seat1": {"hr": 1, "spaces": ["drill"]}, "seat2": {"financed": 3}})
    assert (state.companies[0].financed, state.companies[1].hr) == (2, 1)


# ---------------------------------------------------------------- what cannot be

IMPOSSIBLE: list[tuple[int, dict[str, Any], str]] = [
    (2, {"rond": 3}, 'position: there is no field "rond" (is it "round"?).'),
    (2, {"seat3": {}}, "seat3: this game has 2 seats."),
    (2, {"seats": [{}, {}, {}]}, "seats: this game has 2 seats, not 3."),
    (2, {"seats": 3}, "seats: expected a list, not 3."),
    (2, {"seat1": 3}, "seat1: expected a table of fields, not 3."),
    (2, {"seats": [{"vp": 1}], "seat1": {"vp": 2}}, "seat1: stands twice in the position, under seats and by itself."),
    (2, {"round": 0}, "round: expected a number from 1 to 9999, not 0."),
    (2, {"round": True}, "round: expected a whole number, not True."),
    (2, {"turn": 3}, "turn: expected a number from 1 to 2, not 3."),
    (2, {"turn": 1, "seat1": {"hr": 0}}, "turn: seat 1 has no engineer in HR."),
    (2, {"seat1": {"vp": -1}}, "seat1.vp: expected a number from 0 to 9999, not -1."),
    (2, {"seat1": {"hand": ["1.dril"]}}, 'seat1.hand: there is no action card "1.dril" (is it "1.drill"?).'),
    (2, {"seat1": {"hand": "1.drill"}}, 'seat1.hand: expected a list, not "1.drill".'),
    (2, {"seat1": {"hand": [3]}}, "seat1.hand: expected the name of an action card, not 3."),
    (
        2,
        {"seat1": {"hand": ["5.sell"] * 5}},
        'position: action card "5.sell" is named 5 times, but there are 4.',
    ),
    (2, {"claims": ["s01"] * 5}, "claims: there are 4 places, not 5."),
    (2, {"claims": ["s01", "s01"]}, 'claims: claim "s01" stands twice.'),
    (2, {"claims": ["s01"], "seat2": {"well": ["s01"]}}, 'seat2.well: claim "s01" stands in claims too.'),
    (2, {"claims": ["start"]}, 'claims: claim "start" is not in this game.'),
    (
        2,
        {"claim_deck": [f"s{i:02d}" for i in range(1, 14)]},
        "position: only 10 superficial claims are in a game of 2, and more are named.",
    ),
    (2, {"claim_deck_exact": True}, "claim_deck_exact: claim_deck must be named too."),
    (
        2,
        {"claim_deck": [], "claim_deck_exact": True, "gone_claims": []},
        "gone_claims: 16 further claims have no place when the deck is exact.",
    ),
    (2, {"assets": {"red": 10}}, "assets.red: expected a number from 0 to 9, not 10."),
    (2, {"assets": {"green": 1}}, 'assets: there is no corporation "green".'),
    (2, {"assets": [1, 2]}, "assets: expected 3 values, one per corporation, not 2."),
    (
        2,
        {"seat1": {"shares": {"red": 4}}},
        "seat1.shares.red: share 4 lies in a section above the asset indicator on space 2, which allows 3.",
    ),
    (2, {"seat1": {"goods": [4, 0, 0]}}, "seat1.goods.brine: the warehouse holds 3 of each product, not 4."),
    (2, {"seat1": {"goods": {"gold": 1}}}, 'seat1.goods: there is no product "gold".'),
    (2, {"seat1": {"research": ["p01", "p02"]}}, "seat1.research: 1 research slots are open, not 2."),
    (2, {"seat1": {"layer": 2}}, "seat1.layer: expected a number from 0 to 1, not 2."),
    (2, {"seat1": {"extracted": 1}}, "seat1.extracted: 0 brine lie at or above layer 0, not 1."),
    (2, {"seat1": {"contracts": ["r01", "r02", "r03"]}}, "seat1.contracts: there are 2 contract spaces, not 3."),
    (2, {"seat1": {"executed": ["r01"]}}, 'seat1.executed: contract "r01" does not lie on the board.'),
    (
        2,
        {"seat1": {"research": ["p01"], "used_research": ["p01"]}},
        'seat1.used_research: research card "p01" is permanent and is never used up.',
    ),
    (
        2,
        {"seat1": {"spaces": ["financing"]}},
        'seat1.spaces: "financing" is never blocked; the field financed counts there.',
    ),
    (2, {"seat1": {"hr": 5}}, "seat1.hr: the company has 4 engineers, but 5 in HR and 0 placed."),
    (
        2,
        {"seat1": {"spaces": ["drill", "sell", "extract"], "financed": 2}},
        "seat1: the company has 4 engineers, but 5 are placed.",
    ),
    (
        2,
        {"future_fees": {"red": ["s1"]}},
        'future_fees.red: fee tile "s1" is a start-up tile and never lies in the future.',
    ),
    (2, {"fees": {"red": "n1", "blue": "n1"}}, 'fees.blue: fee tile "n1" stands in fees.red too.'),
    (
        2,
        {"stacks": {"red": {"profit_top": ["blue.1"]}}},
        'stacks.red.profit_top: tile "blue.1" is of another corporation.',
    ),
    (
        2,
        {"stacks": {"red": {"profit_bottom": [], "profit_centre": [], "profit_top": []}}},
        "stacks.red: 4 further tiles of this corporation have no place.",
    ),
    (
        2,
        {"seat1": {"tiles": ["red.1", "red.2", "red.3", "red.4", "red.5"]}},
        "stacks.red: 5 tiles are named, but 4 are in a game of 2 seats.",
    ),
    (2, {"objectives": ["s1"]}, "objectives: expected 5 different objectives."),
    (
        2,
        {"objectives": ["s1", "s2", "s3", "s4", "s5"], "seat1": {"objectives": ["l1"]}},
        'seat1.objectives: objective "l1" does not lie on the table.',
    ),
    (2, {"seat1": {"objectives": ["l1"]}}, 'takers: objective "l1" is a long-term one and is never taken.'),
    (
        2,
        {"seat1": {"objectives": ["s1"]}, "seat2": {"objectives": ["s1"]}},
        'seat2.objectives: objective "s1" belongs to seat 1.',
    ),
    (2, {"market": {"2": []}}, 'market: there is no card value "2".'),
    (2, {"market": {"5": ["1.drill"]}}, 'market.5: action card "1.drill" is no $5 card.'),
    (2, {"gmi_turned": 1}, "gmi_turned: there is no GMI in this game."),
    (1, {"gmi_turned": 5}, "gmi_turned: expected a number from 0 to 4, not 5."),
    (1, {"gmi_turned": 4, "turn": 2}, "turn: GMI has turned all its cards."),
    (1, {"gmi_row": ["s1", "s1"]}, "gmi_row: a GMI card stands twice."),
    (1, {"seat2": {"spaces": ["drill"]}}, "seat2.spaces: GMI has no engineers and never has this."),
    (1, {"seat1": {"research": ["i02"]}}, 'seat1.research: research card "i02" is not in this game.'),
    (1, {"seat1": {"tiles": ["orange.8"]}}, 'seat1.tiles: tile "orange.8" is not in this game.'),
    (1, {"seat2": {"research": ["i01"]}}, 'seat2.research: GMI takes no immediate research card like "i01".'),
]  # fmt: skip


@pytest.mark.parametrize(("seats", "overrides", "sentence"), IMPOSSIBLE, ids=[case[2][:60] for case in IMPOSSIBLE])
def test_contradictions_are_one_sentence(seats: int, overrides: Mapping[str, Any], sentence: str) -> None:
    with pytest.raises(PositionError) as caught:
        arranged(fresh(seats), overrides)
    assert str(caught.value) == sentence


def test_an_action_under_way_needs_a_turn() -> None:
    state = fresh()
    for action in legal_actions(state):
        other = state.copy()
        advance(other, action)
        if not isinstance(other.stack[-1], EndTurnChoice):
            break
    with pytest.raises(PositionError, match="in the middle of an action"):
        arranged(other, {"round": 2})
    assert arranged(other, {"turn": 1}).stack == [TurnChoice(0, True)]


# ---------------------------------------------------------------- laws


@given(st.integers(1, 4), st.integers(0, 2**32), st.integers(0, 500), st.integers(0, 2**32))
def test_a_position_written_down_is_the_same_table(seats: int, seed: int, plies: int, other: int) -> None:
    state = played(seats, seed, plies)
    again = arranged(fresh(seats, other), position_of(state))
    assert without_generator(again) == without_generator(state)


@given(st.data(), st.integers(1, 4), st.integers(0, 2**32), st.integers(0, 500))
def test_any_part_of_any_position_keeps_all_laws(data: st.DataObject, seats: int, seed: int, plies: int) -> None:
    """Parts of a real position, put onto another game: a sound table or a sentence, and the source untouched."""
    source = fresh(seats, seed) if data.draw(st.booleans()) else played(seats, seed, plies // 2)
    whole = position_of(played(seats, seed + 1, plies))
    parts: dict[str, Any] = {
        name: whole[name]
        for name in data.draw(st.lists(st.sampled_from(TABLE_FIELDS), unique=True, max_size=6))
        if name in whole and name != "seats"
    }
    parts["seats"] = [
        {name: own[name] for name in data.draw(st.lists(st.sampled_from(SEAT_FIELDS), unique=True, max_size=5))}
        for own in whole["seats"]
    ]
    before = digest(source)
    try:
        new = arranged(source, parts)
    except PositionError as error:
        sentence = str(error)
        assert sentence.endswith(".") and "\n" not in sentence
    else:
        assert violations(new) == []
        assert digest(new) == digest(arranged(source, parts))
        found = position_of(new)
        for name, value in parts.items():
            if name not in ("seats", "claim_deck", "research_deck", "contract_deck", "decks"):
                assert found[name] == value, name
        for own, wanted in zip(found["seats"], parts["seats"], strict=True):
            assert {name: own[name] for name in wanted} == wanted
        chance = random.Random(seed)
        for _ in range(25):  # and it can be played on
            if new.stack:
                advance(new, chance.choice(legal_actions(new)))
                assert violations(new) == []
    assert digest(source) == before
