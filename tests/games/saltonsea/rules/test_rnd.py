"""RND: the end of the round."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from saltonsea_desktop.games.saltonsea.events import (
    ClaimLeft,
    ClaimRevealed,
    MarketDiscarded,
    MarketRevealed,
    RoundBegan,
    RoundEnded,
)
from saltonsea_desktop.games.saltonsea.state import State
from tests.games.saltonsea.rules.kit import events, finish_round, fresh, game, names, of, part, play, tables_with

LAST: dict[str, Any] = {"seat1": {"hr": 1}, "seat2": {"hr": 0}}  # one turn before the end of the round
OVER = "@financing end"


def last_turn(**overrides: Any) -> State:
    """A game of two in which seat 1 has the only engineer left."""
    seat1 = {"hr": 1, **overrides.pop("seat1", {})}
    seat2 = {"hr": 0, **overrides.pop("seat2", {})}
    return game(2, seat1=seat1, seat2=seat2, **overrides)


@pytest.mark.rule("RND-1")
def test_all_engineers_return_to_hr() -> None:
    state = game(
        3,
        seat1={
            "development": 4,  # two more engineers
            "hr": 1,
            "spaces": ["drill", "sell"],
            "table": ["1.extract"],
            "research": ["i05"],
            "used_research": ["i05"],
        },
        seat2={"hr": 0, "spaces": ["extract", "repair"], "contracts": ["r01", ""], "executed": ["r01"]},
        seat3={"hr": 0, "financed": 4},
    )
    assert [(c.hired, c.financed) for c in state.companies] == [(6, 1), (4, 1), (4, 4)]
    state = play(state, OVER)
    assert [c.hr for c in state.companies] == [6, 4, 4]
    assert [(c.spaces, c.financed, c.executed) for c in state.companies] == [(0, 0, 0)] * 3


@pytest.mark.rule("RND-2")
def test_executed_contracts_used_research_and_prompt_cards() -> None:
    state = last_turn(
        seat1={
            "hr": 1,
            "development": 6,
            "contracts": ["r01", "r02"],
            "executed": ["r01"],
            "kept_contracts": ["l01"],
            "research": ["i05", "p03", "i09", "p01"],
            "used_research": ["i09"],
            "kept_research": ["i14"],
            "hand": ["1.licence"],
            "table": ["1.extract", "5.sell"],
        }
    )
    own = part(play(state, OVER))
    assert own["contracts"] == ["", "r02"]  # the one not executed stays where it is
    assert sorted(own["kept_contracts"]) == ["l01", "r01"]
    assert own["executed"] == []
    assert own["research"] == ["i05", "p03", "p01"]  # i05 is not used yet
    assert sorted(own["kept_research"]) == ["i09", "i14"]
    assert own["used_research"] == []
    assert own["table"] == []
    assert sorted(own["hand"]) == ["1.extract", "1.licence", "5.sell"]


@pytest.mark.rule("RND-3")
def test_the_claims_move_down_and_a_new_one_comes() -> None:
    state = last_turn(claims=["s01", "s02", "s03", "s04"], claim_deck=["s05", "s06"])
    happened = events(state, OVER)
    state = play(state, OVER)
    t = state.tables
    assert names(t.claims, state.claims) == ["s05", "s01", "s02", "s03"]
    assert names(t.claims, state.gone_claims) == ["s04"]
    assert names(t.claims, [e.claim for e in of(ClaimLeft, happened)]) == ["s04"]
    assert names(t.claims, [e.claim for e in of(ClaimRevealed, happened)]) == ["s05"]
    assert state.round == 2


@pytest.mark.rule("RND-3")
def test_with_an_empty_claim_deck_nothing_is_revealed() -> None:
    state = last_turn(claims=["", "s01", "s02", "s03"], claim_deck=[], claim_deck_exact=True)
    state = play(state, OVER)
    assert names(state.tables.claims, state.claims) == ["", "", "s01", "s02"]
    assert "s03" in names(state.tables.claims, state.gone_claims)
    assert state.over


@pytest.mark.rule("RND-3")
def test_an_empty_bottom_space_discards_nothing() -> None:
    state = last_turn(claims=["", "", "", ""], claim_deck=[], claim_deck_exact=True)
    gone = state.gone_claims
    happened = events(state, OVER)
    state = play(state, OVER)
    assert of(ClaimLeft, happened) == []
    assert (state.claims, state.gone_claims) == ((-1,) * 4, gone)


@pytest.mark.rule("RND-4", "RND-7")
def test_the_rightmost_card_of_each_row_is_discarded() -> None:
    """Rightmost by position; a row without a card discards none."""
    state = last_turn(
        research_row=["p01", "p02", "p03", "p04"],
        contract_row=["r01", "r02", "", ""],
        market={"5": ["", "5.drill", "5.sell", ""], "3": ["3.drill", "", "", ""], "1": []},
        decks={"1": ["1.drill"]},
    )
    state, happened = play(state, OVER), events(state, OVER)
    t = state.tables
    gone = {event.row: event.card for event in of(MarketDiscarded, happened)}
    assert t.research[gone[0]].name == "p04"
    assert t.contracts[gone[1]].name == "r02"
    assert t.types[gone[4]].name == "5.sell"
    assert t.types[gone[3]].name == "3.drill"
    assert 2 not in gone
    assert len(of(MarketDiscarded, happened)) == 4


@pytest.mark.rule("RND-5", "RND-7")
def test_rows_close_up_to_the_right_and_are_filled_from_the_deck() -> None:
    state = last_turn(
        research_row=["", "p01", "", "p02"],
        research_deck=["i01", "i02", "i03", "i04"],
        contract_row=["r01", "", "r02", "r03"],
        contract_deck=["l01", "l02"],
        market={"5": ["5.drill", "", "5.sell", ""], "3": [], "1": ["", "1.drill", "", ""]},
        decks={"5": ["5.repair", "5.shares", "5.extract"], "3": ["3.sell", "3.repair", "3.drill", "3.shares"]},
    )
    state, happened = play(state, OVER), events(state, OVER)
    t = state.tables
    # of the cards drawn the first lies farthest right, those already there keep their order
    assert names(t.research, state.research_row) == ["i03", "i02", "i01", "p01"]
    assert names(t.contracts, state.contract_row) == ["l02", "l01", "r01", "r02"]
    assert names(t.types, state.rows[2]) == ["5.extract", "5.shares", "5.repair", "5.drill"]
    assert names(t.types, state.rows[1]) == ["3.shares", "3.drill", "3.repair", "3.sell"]
    revealed = {event.row: event.cards for event in of(MarketRevealed, happened)}
    assert names(t.research, revealed[0]) == ["i01", "i02", "i03"]


@pytest.mark.rule("RND-5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_rows_are_filled_up_to_two_more_than_seats(seats: int) -> None:
    gaps = [""] * (seats + 2)
    engineers: dict[str, Any] = {f"seat{i}": {"hr": 1 if i == 1 else 0} for i in range(1, seats + 1)}
    state = game(seats, research_row=gaps, contract_row=gaps, market={"5": [], "3": [], "1": []}, **engineers)
    state = play(state, OVER)
    for row in (state.research_row, state.contract_row, *state.rows):
        assert len(row) == seats + 2
        assert min(row) >= 0


@pytest.mark.rule("RND-5")
def test_the_discards_are_shuffled_and_put_under_the_deck() -> None:
    pile = ["3.drill", "3.sell", "3.repair", "3.licence", "3.shares"]
    state = last_turn(
        market={"3": ["3.process", "3.process", "3.process", "3.research"]},
        discards={"3": pile},
        decks={"3": ["3.contract", "3.extract"]},
    )
    orders = set()
    for number in range(30):
        state.rng = number * 104729
        after = play(state, OVER)
        t = state.tables
        assert names(t.types, after.rows[1]) == ["3.contract", "3.process", "3.process", "3.process"]
        assert after.discards == ((), (), ())
        deck = names(t.types, after.decks[1])  # the bottom first
        assert deck[-1] == "3.extract"  # the old deck stays on top, in its order
        assert deck[6:] == names(t.types, state.decks[1])[:-1]
        assert sorted(deck[:6]) == sorted([*pile, "3.research"])  # with the card that left the row
        orders.add(tuple(deck[:6]))
    assert len(orders) > 20


@pytest.mark.rule("RND-5")
def test_research_and_contract_cards_that_leave_come_under_their_decks() -> None:
    state = play(last_turn(research_row=["p01", "p02", "p03", "p04"], contract_row=["r01", "r02", "r03", "r04"]), OVER)
    assert names(state.tables.research, state.research_deck)[0] == "p04"
    assert names(state.tables.contracts, state.contract_deck)[0] == "r04"


@pytest.mark.rule("RND-5")
def test_a_deck_that_runs_out_goes_on_with_the_shuffled_discards() -> None:
    """Two cards in the deck for three gaps: the third is one of those that were discarded."""
    state = last_turn(
        market={"5": ["5.drill", "", "", "5.sell"]},
        decks={"5": ["5.repair", "5.shares"]},
        decks_exact=True,
        discards={"5": ["5.extract", "5.licence"]},
    )
    seen: Counter[str] = Counter()
    for number in range(40):
        state.rng = number * 15485863
        after = play(state, OVER)
        row = names(state.tables.types, after.rows[2])
        assert row[1:] == ["5.shares", "5.repair", "5.drill"]
        seen[row[0]] += 1
        assert len(after.decks[2]) == 2
    assert set(seen) == {"5.sell", "5.extract", "5.licence"}


@pytest.mark.rule("RND-5")
def test_a_row_stays_short_when_deck_and_discards_run_out() -> None:
    state = last_turn(
        market={"5": ["5.drill", "5.sell", "", ""]}, decks={"5": []}, decks_exact=True, discards={"5": []}
    )
    state = play(state, OVER)
    # one left, one was discarded and came back as the only card of the deck
    assert names(state.tables.types, state.rows[2]) == ["", "", "5.sell", "5.drill"]
    assert (state.decks[2], state.discards[2]) == ((), ())
    state = last_turn(market={"5": []}, decks={"5": []}, decks_exact=True, discards={"5": []})
    assert names(state.tables.types, play(state, OVER).rows[2]) == ["", "", "", ""]


@pytest.mark.rule("RND-6")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_next_seat_starts_the_next_round(seats: int) -> None:
    state = fresh(seats, 3)
    first = state.first
    for number in range(1, 5):
        assert (state.round, state.first, state.acting) == (number, first, first)
        state = finish_round(state)
        first = (first + 1) % seats


@pytest.mark.rule("RND-6")
def test_the_next_seat_starts_even_if_another_had_the_last_turn() -> None:
    state = game(3, first=2, turn=1, seat1={"hr": 2}, seat2={"hr": 0}, seat3={"hr": 0})
    happened = events(state, "@financing end @financing end")
    assert of(RoundEnded, happened) == [RoundEnded(1)]
    assert of(RoundBegan, happened) == [RoundBegan(2, 2)]


@pytest.mark.rule("RND-6")
def test_player_and_gmi_take_turns_to_start() -> None:
    state = fresh(1, 8)
    firsts = []
    for _ in range(4):
        firsts.append(state.first)
        assert state.acting == state.first
        state = finish_round(state)
    assert firsts in ([0, 1, 0, 1], [1, 0, 1, 0])


@pytest.mark.rule("RND-7")
def test_the_first_card_drawn_lies_farthest_right_at_setup_too() -> None:
    """Only two retail contracts, which are drawn first."""

    def change(data: dict[str, dict[str, Any]]) -> None:
        retail = [card for card in data["contracts"]["contract"] if card["class"] == "retail"]
        for card in retail[2:]:
            card["class"] = "large"

    tables = tables_with(change)
    for seed in range(10):
        state = fresh(3, seed, tables=tables)
        assert [tables.contracts[card].large for card in state.contract_row] == [True, True, True, False, False]


@pytest.mark.rule("RND-7")
def test_taken_cards_leave_gaps_until_the_end_of_the_round() -> None:
    state = game(2, contract_row=["r01", "r02", "r03", "r04"], research_row=["i04", "p01", "i06", "p02"])
    state = play(state, "@contract contract:r03 end @research research:i06 end")
    t = state.tables
    assert names(t.contracts, state.contract_row) == ["r01", "r02", "", "r04"]
    assert names(t.research, state.research_row) == ["i04", "p01", "", "p02"]
