"""END: what ends the game, and when."""

from __future__ import annotations

from typing import Any

import pytest

from saltonsea_desktop.games.saltonsea.choices import TurnChoice
from saltonsea_desktop.games.saltonsea.events import CorporationClosed, EndTriggered, GameEnded, RoundEnded
from saltonsea_desktop.games.saltonsea.scoring import breakdown
from saltonsea_desktop.games.saltonsea.state import END_CLAIMS, END_CLOSED, END_NONE, State
from tests.games.saltonsea.rules.kit import (
    finish_round,
    game,
    kinds,
    legal,
    money_run,
    names,
    of,
    offers,
    part,
    pay,
    play,
    run,
    seat,
)

OVER = "@financing end"


def last_turn(**overrides: Any) -> State:
    """A game of two in which seat 1 has the only engineer left."""
    seat1 = {"hr": 1, **overrides.pop("seat1", {})}
    seat2 = {"hr": 0, **overrides.pop("seat2", {})}
    return game(2, seat1=seat1, seat2=seat2, **overrides)


# ---------------------------------------------------------------- END-1


@pytest.mark.rule("END-1")
def test_the_very_last_claim_does_not_end_the_game() -> None:
    state = last_turn(claims=["s01", "s02", "s03", "s04"], claim_deck=["s05"], claim_deck_exact=True)
    state, happened = run(state, OVER)
    assert names(state.tables.claims, state.claims)[0] == "s05"
    assert state.claim_deck == ()
    assert (state.over, state.end, state.round) == (False, END_NONE, 2)
    assert of(GameEnded, happened) == []
    # the next end-of-round phase should reveal one and cannot
    while state.round == 2 and not state.over:
        state, happened = run(state, OVER)
    assert (state.over, state.end) == (True, END_CLAIMS)
    assert of(GameEnded, happened) == [GameEnded(END_CLAIMS)]
    assert legal(state) == []


@pytest.mark.rule("END-1")
def test_a_claim_deck_that_runs_out_during_the_round_ends_nothing_before_its_end() -> None:
    state = game(
        2,
        claims=["s01", "s02", "s03", "s11"],
        claim_deck=[],
        claim_deck_exact=True,
        seat1={"hr": 2},
        seat2={"hr": 1},
    )
    state, happened = run(state, "@licence claim:s11 $1.drill ok end")
    assert of(GameEnded, happened) == []
    assert names(state.tables.claims, state.claims) == ["", "s01", "s02", "s03"]
    state = play(state, "@drill end")
    assert (state.over, state.acting) == (False, 0)
    state = play(state, "@drill end")
    assert state.end == END_CLAIMS


@pytest.mark.rule("END-1")
def test_an_empty_board_with_an_empty_deck_ends_the_game_too() -> None:
    state = last_turn(claims=["", "", "", ""], claim_deck=[], claim_deck_exact=True)
    assert play(state, OVER).end == END_CLAIMS


# ---------------------------------------------------------------- END-2, END-4


@pytest.mark.rule("END-2")
@pytest.mark.parametrize(
    ("assets", "ends"),
    [({"red": 9}, False), ({"red": 9, "blue": 8}, False), ({"red": 9, "blue": 9}, True), ({}, False)],
)
def test_two_closed_corporations_end_the_game_at_the_end_of_the_round(assets: dict[str, int], ends: bool) -> None:
    state = play(last_turn(assets=assets), OVER)
    assert state.over == ends
    assert state.end == (END_CLOSED if ends else END_NONE)


@pytest.mark.rule("END-2", "END-4")
def test_the_sale_that_closes_the_second_corporation() -> None:
    """Nothing happens before the end of the round: all others go on with all actions."""
    state = game(
        3,
        assets={"red": 9, "orange": 8, "blue": 8},
        seat1={"hr": 2, "goods": {"brine": 2}},
        seat2={"hr": 1, "goods": {"brine": 1}},
        seat3={"hr": 0},
    )
    state, happened = run(state, "@sell >orange -b")
    state = pay(state)
    state = play(state, "end")
    assert state.closed_count == 2
    assert not state.over
    assert state.stack == [TurnChoice(1, True)]
    assert {"@drill", "@licence", "@sell", "@research", "@shares", "@financing", "!1.drill"} <= set(legal(state))
    # the third corporation is still open, and closes
    state = play(state, "@sell")
    assert legal(state) == [">blue"]
    state, happened = run(state, ">blue -b")
    state = pay(state)
    assert state.closed_count == 3
    state = play(state, "end")
    assert not offers(state, "@sell")
    assert (state.over, state.acting) == (False, 0)
    state, happened = run(state, "@drill end")
    assert of(RoundEnded, happened) == [RoundEnded(1)]
    assert of(GameEnded, happened) == [GameEnded(END_CLOSED)]
    assert (state.over, state.end) == (True, END_CLOSED)


@pytest.mark.rule("END-2")
def test_the_trigger_is_told_once() -> None:
    """With the second corporation, not with the first or the third."""
    told = []
    state = game(
        2,
        assets={"red": 8, "orange": 8, "blue": 8},
        seat1={"hr": 3, "goods": {"brine": 3}, "hand": ["1.drill", "3.sell"]},
        seat2={"hr": 0},
    )
    for text in ("@sell >red -b", "@repeat repeat:sell $1.drill ok >orange -b", "!3.sell >blue -b"):
        state, happened = run(state, text)
        state, more = money_run(state)
        happened += more
        told.append((len(of(CorporationClosed, happened)), len(of(EndTriggered, happened))))
        if len(told) < 3:
            state = play(state, "end")
    assert told == [(1, 0), (1, 1), (1, 0)]


@pytest.mark.rule("END-4")
def test_a_trigger_in_a_turn_of_gmi_changes_nothing_before_the_end_of_the_round() -> None:
    state = game(
        1,
        turn=2,
        first=2,
        assets={"red": 9, "orange": 8, "blue": 8},
        fees={"orange": "n4", "blue": "s2"},
        seat1={"hr": 2},
        seat2={"goods": {"brine": 0, "lithium": 2}, "layer": 1, "extracted": 1, "hand": []},
        contract_row=["", "", "", ""],
        gmi_row=["s4", "s1", "s2", "s3"],
    )
    state, happened = run(state, "gmi")
    assert of(CorporationClosed, happened) == [CorporationClosed(1)]
    assert len(of(EndTriggered, happened)) == 1
    assert state.acting == 0
    assert offers(state, "@drill")
    turns = 0
    while not state.over:
        turns += 1
        state = play(state, "gmi" if state.acting == 1 else OVER)
        assert state.round == 1
    assert turns == 5  # the player's two engineers and GMI's three other cards
    assert state.end == END_CLOSED


@pytest.mark.rule("END-2", "END-4")
def test_a_corporation_closed_in_an_earlier_round_counts() -> None:
    state = finish_round(game(2, assets={"red": 9}))
    assert (state.over, state.round) == (False, 2)
    state = finish_round(game(2, round=2, assets={"red": 9, "orange": 9}))
    assert state.over


# ---------------------------------------------------------------- END-3


@pytest.mark.rule("END-3")
@pytest.mark.parametrize(
    "trigger",
    [
        {"assets": {"red": 9, "blue": 9}},
        {"claims": ["s01", "s02", "s03", "s04"], "claim_deck": [], "claim_deck_exact": True},
    ],
)
def test_the_end_of_round_phase_is_carried_out_before_the_final_scoring(trigger: dict[str, Any]) -> None:
    state = last_turn(
        **trigger,
        objectives=["l1", "l2", "l3", "s1", "s2"],
        contract_row=["", "r06", "r07", "r08"],
        discards={"5": ["5.drill"]},
        seat1={
            "development": 6,
            "hand": ["1.licence"],
            "table": ["5.sell"],
            "research": ["i09", "p10"],
            "used_research": ["i09"],
            "contracts": ["r04", ""],
            "executed": ["r04"],
        },
    )
    t = state.tables
    claims = state.claims
    state = play(state, OVER)
    assert state.over
    own = part(state)
    assert own["research"] == ["p10"]  # closed up: multiplied by 1, not by 2
    assert own["hand"] == ["1.licence", "5.sell"]
    assert (own["contracts"], own["kept_contracts"]) == (["", ""], ["r04"])
    assert own["hr"] == seat(state).hired
    score = breakdown(state, 0)
    assert score.research == t.research[t.by_id["research.p10"][1]].vp
    assert score.contracts == 0
    assert score.hand == (6 + 1) // 3 * 2  # with the card of the last action
    # the board is put in order as well
    assert state.claims[1:] == claims[:-1]
    assert names(t.contracts, state.contract_row)[2:] == ["r06", "r07"]
    assert state.discards == ((), (), ())


@pytest.mark.rule("END-3")
def test_the_order_of_the_last_events() -> None:
    _, happened = run(last_turn(assets={"red": 9, "blue": 9}), OVER)
    told = kinds(happened)
    assert told[-1] == "GameEnded"
    assert told.index("RoundEnded") < told.index("ClaimRevealed") < told.index("MarketRevealed")
    assert "RoundBegan" not in told
