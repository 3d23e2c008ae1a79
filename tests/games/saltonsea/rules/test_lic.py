"""LIC: acquire a drilling licence."""

from __future__ import annotations

from typing import Any

import pytest

from saltonsea_desktop.games.saltonsea.choices import ClaimChoice, EndTurnChoice, PaymentChoice
from saltonsea_desktop.games.saltonsea.events import BenefitLost, ClaimDeckEmpty, ClaimRevealed, ClaimTaken
from saltonsea_desktop.games.saltonsea.state import State
from tests.games.saltonsea.rules.kit import (
    effect_of,
    game,
    illegal,
    index,
    legal,
    names,
    of,
    offers,
    part,
    pay,
    play,
    reason,
    run,
    seat,
    settle_turn,
    tables_with,
)

BOARD = ["s13", "d13", "d12", "s05"]
RICH = ["5.drill", "5.sell", "1.drill", "1.shares", "1.repair"]

# Where a licence comes from: texts, the id of its effect, what the company needs
SOURCES: list[tuple[str, str, dict[str, Any]]] = [
    ("@licence", "space.licence", {}),
    ("!1.licence", "act.1.licence", {"hand": [*RICH, "1.licence"]}),
    ("!3.licence", "act.3.licence", {"hand": [*RICH, "3.licence"]}),
    ("!5.licence", "act.5.licence", {"hand": [*RICH, "5.licence"]}),
    ("*i09", "research.i09", {"research": ["i09"]}),
    ("%red.1", "tile.red.1", {"tiles": ["red.1"]}),
    ("%blue.1", "tile.blue.1", {"tiles": ["blue.1"]}),
]


def due(state: State) -> int:
    """What the state asks to be paid, 0 for nothing."""
    top = state.stack[-1]
    return top.due if isinstance(top, PaymentChoice) else 0


@pytest.mark.rule("LIC-1", "LIC-4")
@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("permanent", [False, True])
@pytest.mark.parametrize(("text", "effect", "own"), SOURCES)
def test_card_price_and_surcharge_less_discounts(
    text: str, effect: str, own: dict[str, Any], permanent: bool, place: int
) -> None:
    """By the board, a card, a research card or a tile, with and without the permanent dollar."""
    more = [*own.get("research", []), *(["p03"] if permanent else [])]
    state = game(2, claims=BOARD, seat1={"development": 1, "hand": RICH, **own, "research": more})
    t = state.tables
    claim = t.claims[state.claims[place]]
    price = claim.cost + t.claim_surcharge[place] - effect_of(state, effect).discount - permanent
    state = play(state, text)
    assert set(legal(state)) == {f"claim:{name}" for name in BOARD}
    state = play(state, f"claim:{claim.name}")
    assert due(state) == max(0, price)
    state = pay(state)
    assert part(state)["well"] == [claim.name]


@pytest.mark.rule("LIC-1")
def test_the_rulebook_example_of_a_claim() -> None:
    """A two-dollar card in the top space, whose surcharge is two dollars, costs four."""
    state = game(2, claims=["s05", "d13", "d12", "s01"], seat1={"hand": ["3.drill", "1.drill"]})
    assert state.tables.claims[index(state, "claim.s05")].cost == 2
    assert state.tables.claim_surcharge[0] == 2
    assert due(play(state, "@licence claim:s05")) == 4


@pytest.mark.rule("LIC-1")
def test_surcharges_and_prices_are_read_from_the_pack() -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        for space in data["market"]["claim_space"]:
            space["surcharge"] = {1: 7, 2: 5, 3: 4, 4: 2}[space["position"]]
        for claim in data["claims"]["claim"]:
            claim["cost"] = 3

    state = game(2, tables=tables_with(change), claims=BOARD, seat1={"hand": [*RICH, "5.repair"]})
    prices = [due(play(state, f"@licence claim:{name}")) for name in BOARD]
    assert prices == [10, 8, 7, 5]


@pytest.mark.rule("LIC-1")
def test_only_claims_that_can_be_paid_are_offered() -> None:
    state = play(game(2, claims=BOARD, seat1={"hand": ["1.drill", "1.shares"]}), "@licence")
    assert legal(state) == ["claim:s05"]
    price = state.tables.claims[index(state, "claim.d12")].cost
    assert reason(state, "claim:d12") == ("cost", (price, 2))
    assert illegal(state, "claim:s01") == "not_on_board"


@pytest.mark.rule("LIC-1")
def test_a_new_claim_goes_below_the_last_one() -> None:
    state = game(2, claims=BOARD, seat1={"well": ["d01"], "layer": 2, "hand": RICH})
    state = pay(play(state, "@licence claim:s05"))
    t = state.tables
    c = seat(state)
    assert names(t.claims, c.well) == ["start", "d01", "s05"]
    assert c.layer == 2  # the drill stays
    layers = [x for claim in c.well for x in t.claims[claim].rocks]
    assert list(c.well_rocks) == layers


@pytest.mark.rule("LIC-2")
@pytest.mark.parametrize(
    ("taken", "after"),
    [
        ("s13", ["s02", "d13", "d12", "s05"]),
        ("d13", ["s02", "s13", "d12", "s05"]),
        ("d12", ["s02", "s13", "d13", "s05"]),
        ("s05", ["s02", "s13", "d13", "d12"]),
    ],
)
def test_the_board_slides_down_and_is_refilled_at_once(taken: str, after: list[str]) -> None:
    state = game(2, claims=BOARD, claim_deck=["s02", "s03"], seat1={"hand": RICH})
    state, first = run(state, f"@licence claim:{taken}")
    while due(state):
        assert names(state.tables.claims, state.claims) == BOARD  # paid first
        state, more = run(state, legal(state)[0])
        first += more
    t = state.tables
    assert names(t.claims, state.claims) == after
    assert names(t.claims, reversed(state.claim_deck))[0] == "s03"
    told = [(event.claim, event.price) for event in of(ClaimTaken, first)]
    assert names(t.claims, [told[0][0]]) == [taken]
    assert names(t.claims, [event.claim for event in of(ClaimRevealed, first)]) == ["s02"]
    # the next seat already sees the new board
    assert offers(play(state, "end @licence"), "claim:s02") == (after[0] == "s02")


@pytest.mark.rule("LIC-2")
def test_with_an_empty_deck_the_claims_slide_all_the_same() -> None:
    empty: dict[str, Any] = {"claim_deck": [], "claim_deck_exact": True}
    state = game(2, claims=BOARD, **empty, seat1={"hand": RICH})
    state = pay(play(state, "@licence claim:d12"))
    assert names(state.tables.claims, state.claims) == ["", "s13", "d13", "s05"]
    last = game(2, claims=["", "", "s02", "s05"], **empty, seat1={"hand": RICH})
    last, happened = run(last, "@licence claim:s05 $1.drill $1.shares ok")
    assert names(last.tables.claims, last.claims) == ["", "", "", "s02"]
    assert len(of(ClaimDeckEmpty, happened)) == 1


@pytest.mark.rule("LIC-3")
def test_a_claim_benefit_refills_the_board_too() -> None:
    """The contract gives one; it is free."""
    state = game(
        2,
        claims=BOARD,
        claim_deck=["s02", "s03"],
        seat1={"contracts": ["r02"], "goods": {"brine": 3}, "hand": []},
    )
    state = play(state, "=r02 get:claim")
    assert set(legal(state)) == {"no", *(f"claim:{name}" for name in BOARD)}
    state, happened = run(state, "claim:d13")
    t = state.tables
    assert names(t.claims, state.claims) == ["s02", "s13", "d12", "s05"]
    assert part(state)["well"] == ["d13"]
    assert [event.price for event in of(ClaimTaken, happened)] == [0]


@pytest.mark.rule("LIC-4")
def test_a_discount_reaches_the_surcharge() -> None:
    """Three dollars off a one-dollar card with a surcharge of two: nothing is left to pay."""
    state = game(2, claims=["s01", "d13", "d12", "s05"], seat1={"hand": ["5.licence"]})
    t = state.tables
    assert (t.claims[index(state, "claim.s01")].cost, t.claim_surcharge[0]) == (1, 2)
    state = play(state, "!5.licence claim:s01")
    assert isinstance(state.stack[-1], EndTurnChoice)
    assert part(state)["well"] == ["s01"]


@pytest.mark.rule("LIC-4")
@pytest.mark.parametrize(("text", "own"), [(text, own) for text, _, own in SOURCES])
def test_without_a_claim_the_action_is_not_possible(text: str, own: dict[str, Any]) -> None:
    empty: dict[str, Any] = {"claim_deck": [], "claim_deck_exact": True, "seat1": {"hand": RICH, **own}}
    assert illegal(game(2, claims=["", "", "", ""], **empty), text) == "no_claim"
    assert offers(game(2, claims=["", "", "", "s01"], **empty), text)


@pytest.mark.rule("LIC-4")
def test_without_a_claim_the_benefit_is_lost() -> None:
    state = game(
        2,
        claims=["", "", "", ""],
        claim_deck=[],
        claim_deck_exact=True,
        seat1={"contracts": ["r02"], "goods": {"brine": 3}},
    )
    state, happened = run(state, "=r02 get:claim")
    assert of(BenefitLost, happened) == [BenefitLost(0, "claim")]
    assert not isinstance(state.stack[-1], ClaimChoice)
    state = settle_turn(state)  # the money is received all the same
    assert len(seat(state).fresh) > 0
