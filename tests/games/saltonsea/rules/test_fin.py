"""FIN: obtain financing."""

from __future__ import annotations

from typing import Any

import pytest

from saltonsea_desktop.games.saltonsea.choices import EndTurnChoice
from saltonsea_desktop.games.saltonsea.events import FinancingDrawn, FinancingEmpty
from saltonsea_desktop.games.saltonsea.view import HIDDEN, public_event, view_for
from tests.games.saltonsea.rules.kit import (
    game,
    illegal,
    index,
    kinds,
    legal,
    names,
    of,
    offers,
    part,
    play,
    run,
    seat,
)

EMPTY_DECK: dict[str, Any] = {"decks": {"1": []}, "decks_exact": True}


@pytest.mark.rule("FIN-1")
def test_the_top_card_of_the_one_dollar_deck() -> None:
    """One after the other; nothing from the market, the piles or the other decks."""
    order = ["1.repair", "1.drill", "1.shares", "1.contract"]
    state = game(
        2, decks={"1": order}, discards={"1": ["1.licence"], "3": ["3.sell"]}, seat1={"hand": []}, seat2={"hr": 0}
    )
    rows, decks, discards, rng = state.rows, state.decks, state.discards, state.rng
    for number, name in enumerate(order, 1):
        state, happened = run(state, "@financing")
        card = index(state, f"act.{name}")
        assert of(FinancingDrawn, happened) == [FinancingDrawn(0, card)]
        assert part(state)["fresh"] == [name]
        assert state.decks[0] == decks[0][: len(decks[0]) - number]
        assert (state.rows, state.decks[1:], state.discards, state.rng) == (rows, decks[1:], discards, rng)
        assert (seat(state).financed, seat(state).hr) == (number, 4 - number)
        if number < len(order):
            state = play(state, "end")
    assert state.round == 1


@pytest.mark.rule("FIN-1")
def test_any_number_of_engineers_of_every_company() -> None:
    """Seven engineers of one company, and another company's on its own space."""
    state = game(2, seat1={"development": 6, "hr": 7}, seat2={"financed": 2})
    for number in range(1, 8):
        assert offers(state, "@financing")
        state = play(state, "@financing")
        assert seat(state).financed == number
        state = play(state, "end")
        while state.acting == 1 and state.round == 1:
            state = play(state, "@financing end")
    assert state.round == 2


@pytest.mark.rule("FIN-1")
def test_financing_costs_nothing_and_takes_one_card() -> None:
    state, happened = run(game(2, seat1={"hand": []}), "@financing")
    assert isinstance(state.stack[-1], EndTurnChoice)
    assert legal(state) == ["end"]
    assert kinds(happened) == ["EngineerPlaced", "FinancingDrawn"]


@pytest.mark.rule("FIN-2")
def test_the_drawn_card_can_be_used_from_the_next_turn_on() -> None:
    """It counts in the hand at once, but is neither money nor a Prompt card before."""
    state = game(
        2,
        decks={"1": ["1.drill"]},
        claims=["d13", "d12", "d10", "s05"],
        seat1={"hand": ["1.shares", "1.repair"], "tiles": ["red.1"], "well": ["s01"]},
    )
    assert illegal(state, "!1.drill") == "not_in_hand"
    state = play(state, "@financing")
    assert part(state)["fresh"] == ["1.drill"]
    assert (seat(state).cash, view_for(state, 0).companies[0].hand_count) == (2, 3)
    paying = play(state, "%red.1 claim:s05")
    assert set(legal(paying)) == {"$1.shares", "$1.repair"}
    assert illegal(paying, "$1.drill") == "fresh_card"
    state = play(state, "end @financing end")
    assert offers(state, "!1.drill")
    assert offers(state, "@develop")  # $3 only with the drawn card


@pytest.mark.rule("FIN-2")
@pytest.mark.parametrize("drawn", [False, True])
def test_the_drawn_card_does_not_pay_in_the_same_turn(drawn: bool) -> None:
    """A tile that needs one dollar more than the hand holds; in the next turn the drawn one pays."""
    state = game(2, research_row=["p01", "p04", "p07", ""], seat1={"tiles": ["red.3"], "hand": []})  # $4 - $3
    assert illegal(state, "%red.3") == "cost"
    state = play(state, "@financing")
    assert illegal(state, "%red.3") == "cost"
    if drawn:
        state = play(state, "end @financing end")
        assert offers(state, "%red.3")


@pytest.mark.rule("FIN-2")
def test_the_drawn_card_is_seen_by_its_company_only() -> None:
    state, happened = run(game(3), "@financing")
    (event,) = of(FinancingDrawn, happened)
    assert public_event(event, 0) == event
    for viewer in (-1, 1, 2):
        assert public_event(event, viewer) == FinancingDrawn(0, HIDDEN)
        assert view_for(state, viewer).companies[0].fresh is None


@pytest.mark.rule("FIN-3")
def test_the_pile_of_ones_is_shuffled_into_a_new_deck() -> None:
    """Which card comes is a matter of chance, and only the pile of that value is used."""
    pile = ["1.repair", "1.drill", "1.shares", "1.licence"]
    state = game(2, **EMPTY_DECK, discards={"1": pile, "3": ["3.sell"], "5": ["5.sell"]}, seat1={"hand": []})
    drawn: set[tuple[str, ...]] = set()
    for number in range(60):
        state.rng = number * 104729
        after, happened = run(state, "@financing")
        assert len(of(FinancingDrawn, happened)) == 1
        assert of(FinancingEmpty, happened) == []
        deck = names(state.tables.types, reversed(after.decks[0]))
        assert sorted([*deck, *part(after)["fresh"]]) == sorted(pile)
        assert after.discards == ((), state.discards[1], state.discards[2])
        assert after.rows == state.rows
        drawn.add((*part(after)["fresh"], *deck))
    assert {line[0] for line in drawn} == set(pile)
    assert len(drawn) > 12  # of 24 orders


@pytest.mark.rule("FIN-3")
def test_the_pile_is_left_alone_while_the_deck_has_a_card() -> None:
    piles = {"1": ["1.drill", "1.shares"]}
    state = game(2, decks={"1": ["1.repair"]}, decks_exact=True, discards=piles, seat1={"hand": []}, seat2={"hr": 0})
    state = play(state, "@financing")
    assert part(state)["fresh"] == ["1.repair"]
    assert (len(state.decks[0]), len(state.discards[0])) == (0, 2)
    state = play(state, "end @financing")  # and now it is needed
    assert (len(state.decks[0]), len(state.discards[0])) == (1, 0)


@pytest.mark.rule("FIN-3")
def test_with_neither_deck_nor_pile_nothing_happens() -> None:
    """Other piles and the market's face-up cards do not help; the engineer is spent all the same."""
    state = game(2, **EMPTY_DECK, discards={"1": [], "3": ["3.sell"], "5": ["5.sell"]}, seat1={"hand": []})
    assert offers(state, "@financing")
    before = (state.decks, state.discards, state.rows, state.rng)
    state, happened = run(state, "@financing")
    assert kinds(happened) == ["EngineerPlaced", "FinancingEmpty"]
    assert (state.decks, state.discards, state.rows, state.rng) == before
    assert (part(state)["hand"], part(state)["fresh"], seat(state).hr) == ([], [], 3)
    assert legal(state) == ["end"]


@pytest.mark.rule("FIN-3")
def test_money_discarded_in_the_same_turn_may_be_drawn() -> None:
    state = game(2, **EMPTY_DECK, discards={"1": []}, claims=["d13", "d12", "d10", "s05"],
                 seat1={"hand": ["1.shares"], "tiles": ["red.1"]})  # fmt: skip
    state = play(state, "%red.1 claim:s05 $1.shares ok")
    assert names(state.tables.types, state.discards[0]) == ["1.shares"]
    state = play(state, "@financing")
    assert part(state)["fresh"] == ["1.shares"]
