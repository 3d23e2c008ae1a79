"""TRN: turns, engineers, what makes an action possible, undo."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saltonsea_desktop.games.saltonsea.choices import EndTurnChoice, TurnChoice
from saltonsea_desktop.games.saltonsea.components.tables import (
    KIND_NAMES,
    MOD_LICENCE_DISCOUNT,
    MOD_PROCESS_DISCOUNT,
    MOD_REPAIR_DISCOUNT,
    MOD_SHARES_DISCOUNT,
    Effect,
    Tables,
    default_tables,
)
from saltonsea_desktop.games.saltonsea.events import (
    RoundEnded,
    ShareGained,
    TurnBegan,
)
from saltonsea_desktop.games.saltonsea.notation import notation
from saltonsea_desktop.games.saltonsea.state import State, digest
from saltonsea_desktop.session.options import GameOptions, SeatOptions
from saltonsea_desktop.session.session import GameSession
from tests.games.saltonsea.rules.kit import (
    events,
    finish_round,
    game,
    illegal,
    kinds,
    legal,
    of,
    offers,
    part,
    play,
    run,
    seat,
    tables_with,
)

# ---------------------------------------------------------------- TRN-1 to TRN-3: engineers and spaces


@pytest.mark.rule("TRN-1")
@pytest.mark.parametrize(
    ("overrides", "text"),
    [
        ({}, "@drill"),
        ({"hand": ["1.drill"]}, "!1.drill done"),
        ({"research": ["i06"]}, "*i06"),
        ({"contracts": ["r05"], "goods": {"lithium": 1}}, "=r05 get:shares"),
    ],
)
def test_a_turn_takes_one_engineer_from_hr(overrides: dict[str, Any], text: str) -> None:
    state = game(3, seat1={**overrides, "well": ["s04"], "hr": 4})
    state = play(state, text)
    assert seat(state).hr == 3
    assert [c.hr for c in state.companies[1:]] == [4, 4]  # of the own company only
    while not isinstance(state.stack[-1], EndTurnChoice):
        state = play(state, legal(state)[0])
    assert seat(state).hr == 3
    assert legal(state) == ["end"]  # exactly one main action
    assert illegal(state, "@extract") == "not_now"
    assert illegal(state, "@financing") == "not_now"
    after = play(state, "end")
    assert after.stack == [TurnChoice(1, True)]  # the next seat clockwise


@pytest.mark.rule("TRN-1", "TRN-6")
def test_turns_go_clockwise_past_seats_without_engineers() -> None:
    state = game(4, first=3, turn=3, seat1={"hr": 2}, seat2={"hr": 0}, seat3={"hr": 1}, seat4={"hr": 1})
    order = []
    while state.round == 1:
        order.append(state.acting + 1)
        state = play(state, "@financing end")
    assert order == [3, 4, 1, 1]  # seat 2 is passed over; seat 1 goes on alone


@pytest.mark.rule("TRN-6")
def test_the_round_ends_when_no_seat_has_an_engineer() -> None:
    state = game(3, seat1={"hr": 1}, seat2={"hr": 1}, seat3={"hr": 0})
    first = events(state, "@financing end")
    assert of(RoundEnded, first) == []
    state = play(state, "@financing end")
    assert state.acting == 1
    last = events(state, "@financing end")
    assert of(RoundEnded, last) == [RoundEnded(1)]
    assert "TurnBegan" in kinds(last)


@pytest.mark.rule("TRN-6")
@pytest.mark.parametrize("player_engineers", [1, 6])
def test_a_solo_round_needs_all_gmi_cards_too(player_engineers: int) -> None:
    state = game(1, seat1={"development": 4, "hr": player_engineers})
    cards = len(state.gmi_row)
    turns = [0, 0]
    while state.round == 1:
        turns[state.acting] += 1
        state = play(state, "gmi") if state.acting == 1 else play(state, "@financing end")
    assert turns[0] == player_engineers
    assert turns[1] >= cards  # a card may add another one


ON_THE_BOARD = {
    "hr": 4,
    "hand": ["1.drill", "1.extract"],
    "research": ["i11", "p03"],
    "development": 1,
    "contracts": ["r05"],
    "goods": {"lithium": 1},
}


@pytest.mark.rule("TRN-2")
def test_engineers_stand_on_four_kinds_of_spaces_of_the_own_company() -> None:
    state = game(2, seat1=ON_THE_BOARD, seat2={"research": ["i14"], "contracts": ["r10"], "hand": ["5.drill"]})
    offered = legal(state)
    assert {text[0] for text in offered} == {"@", "!", "*", "="}
    for text in ("@drill", "!1.drill", "*i11", "=r05"):
        assert text in offered
    # not: a permanent card, a card in the market, things of another company
    assert illegal(state, "*p03") == "permanent"
    market = state.tables.research[state.research_row[0]].name
    assert illegal(state, f"*{market}") == "not_owned"
    assert illegal(state, "*i14") == "not_owned"
    assert illegal(state, "=r10") == "not_owned"
    assert illegal(state, "!5.drill") == "not_in_hand"


@pytest.mark.rule("TRN-3")
@pytest.mark.parametrize(
    ("text", "code", "more"),
    [
        ("@drill", "blocked", {"well": ["s04", "s05"]}),
        ("!1.drill", "in_play", {"well": ["s04", "s05"]}),
        ("*i11", "used", {}),
        ("=r05", "executed", {}),
    ],
)
def test_a_space_is_blocked_until_the_end_of_the_round(text: str, code: str, more: dict[str, Any]) -> None:
    state = game(2, seat1={**ON_THE_BOARD, **more})
    assert text in legal(state)
    state = play(state, text)
    while not isinstance(state.stack[-1], EndTurnChoice):
        state = play(state, legal(state)[-1])
    state = play(state, "end @financing end")
    assert state.acting == 0
    assert illegal(state, text) == code
    state = finish_round(state)
    if text[0] in "@!":
        assert offers(state if state.acting == 0 else play(state, "@financing end"), text)


@pytest.mark.rule("TRN-3")
def test_a_space_is_blocked_for_its_company_only() -> None:
    state = play(game(2), "@drill end")
    assert offers(state, "@drill")


@pytest.mark.rule("TRN-3")
def test_financing_is_never_blocked() -> None:
    state = game(2, seat1={"hr": 4}, seat2={"hr": 0})
    for n in range(1, 5):
        state, happened = run(state, "@financing")
        assert seat(state).financed == n
        assert of(RoundEnded, happened) == []
        if n < 4:
            state = play(state, "end")
            assert offers(state, "@financing")


# ---------------------------------------------------------------- TRN-4: what can be done

NO_CLAIM = {"claims": ["", "", "", ""], "claim_deck": [], "claim_deck_exact": True}
ALL_CLOSED = {"assets": {"red": 9, "orange": 9, "blue": 9}}
EMPTY_ROWS = ["", "", "", ""]
FULL_SHARES = {"red": 3, "orange": 3, "blue": 3}  # at the start no token may go further

IMPOSSIBLE: list[tuple[str, str, dict[str, Any], dict[str, Any]]] = [
    # text, reason, what makes it impossible, the change that makes it possible
    ("@licence", "no_claim", NO_CLAIM, {"claims": ["", "", "", "s01"]}),
    ("@licence", "cost", {"claims": ["d10", "d12", "d13", "d03"], "seat1": {"hand": ["1.drill"] * 2}},
     {"seat1": {"hand": ["3.drill"]}}),
    ("@drill", "frozen", {"seat1": {"drill_damage": 5}}, {"seat1": {"drill_damage": 4}}),
    ("@drill", "no_layer", {"seat1": {"layer": 1}}, {"seat1": {"well": ["s01"]}}),
    ("@extract", "no_brine_reach", {"seat1": {"layer": 0}}, {"seat1": {"layer": 1}}),
    ("@extract", "no_room", {"seat1": {"layer": 1, "goods": {"brine": 3}}}, {"seat1": {"goods": {"brine": 2}}}),
    ("@process", "no_brine", {"seat1": {"goods": {"brine": 0}}}, {"seat1": {"goods": {"brine": 1}}}),
    ("@process", "stopped", {"seat1": {"plant_damage": 7}}, {"seat1": {"plant_damage": 6}}),
    ("@process", "no_room", {"seat1": {"goods": {"lithium": 3, "geothermal": 3}}},
     {"seat1": {"goods": {"geothermal": 2}}}),
    ("@process", "cost", {"seat1": {"hand": ["3.drill"]}}, {"seat1": {"hand": ["3.drill", "1.drill"]}}),
    ("@repair", "undamaged", {}, {"seat1": {"plant_damage": 1}}),
    ("@repair", "cost", {"seat1": {"drill_damage": 1, "hand": ["1.drill"] * 2}}, {"seat1": {"hand": ["3.drill"]}}),
    ("@sell", "nothing_to_sell", {"seat1": {"goods": {"brine": 0}}}, {"seat1": {"goods": {"brine": 1}}}),
    ("@sell", "all_closed", ALL_CLOSED, {"assets": {"blue": 8}}),
    ("@contract", "no_contract_space", {"seat1": {"contracts": ["r01", "r02"]}},
     {"seat1": {"contracts": ["", "r02"]}}),
    ("@contract", "no_contract", {"contract_row": EMPTY_ROWS}, {"contract_row": ["", "r01", "", ""]}),
    ("@develop", "cost", {"seat1": {"hand": ["1.drill"] * 2}}, {"seat1": {"hand": ["1.drill"] * 3}}),
    ("@research", "no_slot", {"seat1": {"research": ["p01"]}}, {"seat1": {"research": []}}),
    ("@research", "no_research", {"research_row": EMPTY_ROWS}, {"research_row": ["", "", "", "i04"]}),
    ("@research", "cost", {"research_row": ["p01", "p02", "p03", "p04"], "seat1": {"hand": ["1.drill"]}},
     {"seat1": {"hand": ["1.drill"] * 2}}),
    ("@shares", "no_share", {"seat1": {"shares": FULL_SHARES}}, {"seat1": {"shares": {"red": 2}}}),
    ("@shares", "cost", {"seat1": {"hand": ["1.drill"]}}, {"seat1": {"hand": ["1.drill"] * 2}}),
    ("@repeat", "nothing_to_repeat", {}, {"seat1": {"spaces": ["develop"]}}),
    ("*i02", "nothing_to_copy", {"seat1": {"research": ["i02"]}}, {"seat2": {"spaces": ["develop"]}}),
    ("*i05", "no_damage_room", {"seat1": {"research": ["i05"], "plant_damage": 6}}, {"seat1": {"plant_damage": 5}}),
    ("%red.5", "no_layer", {"seat1": {"tiles": ["red.5"], "layer": 1}}, {"seat1": {"layer": 0}}),
    ("=r05", "missing_products", {"seat1": {"contracts": ["r05"]}}, {"seat1": {"goods": {"lithium": 1}}}),
    # a Prompt card cannot pay for itself
    ("!5.research", "cost", {"seat1": {"hand": ["5.research"]}, "research_row": ["p01", "", "", ""]},
     {"seat1": {"hand": ["5.research", "1.drill"]}}),
    # a bonus alone is not enough: $2 and 2 VP without a contract; $2 and VP for a sale of nothing
    ("!5.contract", "no_contract", {"contract_row": EMPTY_ROWS, "seat1": {"hand": ["5.contract"]}},
     {"contract_row": ["", "", "r01", ""]}),
    ("!5.sell", "nothing_to_sell", {"seat1": {"hand": ["5.sell"], "goods": {"brine": 0}}},
     {"seat1": {"goods": {"geothermal": 1}}}),
]  # fmt: skip


def merged(*changes: dict[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for change in changes:
        for key, value in change.items():
            out[key] = {**out.get(key, {}), **value} if isinstance(value, dict) else value
    return out


@pytest.mark.rule("TRN-4")
@pytest.mark.parametrize(("text", "code", "without", "within"), IMPOSSIBLE)
def test_a_space_needs_an_action_that_can_be_done_and_paid(
    text: str, code: str, without: dict[str, Any], within: dict[str, Any]
) -> None:
    state = game(2, **without)
    assert illegal(state, text) == code
    state = game(2, **merged(without, within))
    assert offers(state, text)
    # and it can be carried through
    before = digest(state)
    state = play(state, text)
    while state.stack and not isinstance(state.stack[-1], (TurnChoice, EndTurnChoice)):
        state = play(state, legal(state)[0])
    assert digest(state) != before


@pytest.mark.rule("TRN-4")
def test_financing_is_the_exception() -> None:
    empty: dict[str, Any] = {"decks": {"1": []}, "decks_exact": True, "discards": {"1": []}}
    state = game(2, **empty)
    assert offers(state, "@financing")
    state, happened = run(state, "@financing end")
    assert "FinancingEmpty" in kinds(happened)
    assert seat(state).fresh == ()
    assert seat(state).hr == 3


# ---------------------------------------------------------------- TRN-5 to TRN-7, TRN-12: engineers in the round


@pytest.mark.rule("TRN-5", "TRN-12")
def test_an_engineer_gained_is_used_from_the_next_turn_on_in_the_same_round() -> None:
    state = game(2, seat1={"development": 1, "hr": 1, "hand": ["3.drill", "1.drill"]}, seat2={"hr": 1})
    state = play(state, "@develop $3.drill ok")
    assert (seat(state).hr, seat(state).hired) == (1, 5)  # at once
    assert legal(state) == ["end"]  # but not in this turn
    state = play(state, "end")
    assert state.acting == 1
    state = play(state, "@financing end")
    assert (state.round, state.acting) == (1, 0)  # a further turn this round
    state = play(state, "@drill end")
    assert state.round == 2
    assert seat(state).hr == 5


@pytest.mark.rule("TRN-12")
def test_a_seat_without_an_engineer_has_no_turn_and_uses_no_tile() -> None:
    state = game(2, seat1={"hr": 1}, seat2={"hr": 0, "tiles": ["red.6"]})
    state, happened = run(state, "@financing end")
    assert state.round == 2  # seat 2 was not asked
    assert [event.seat for event in of(TurnBegan, happened)] == [1]
    assert part(state, 2)["tiles"] == ["red.6"]


@pytest.mark.rule("TRN-12")
def test_the_last_engineer_hired_by_a_tile_after_the_action() -> None:
    state = game(2, seat1={"development": 1, "hr": 1, "tiles": ["blue.8"]}, seat2={"hr": 0})
    state = play(state, "@financing %blue.8 end")
    assert (state.round, state.acting, seat(state).hr) == (1, 0, 1)


@pytest.mark.rule("TRN-7")
@pytest.mark.parametrize("poor", [False, True])
def test_a_turn_cannot_be_passed(poor: bool) -> None:
    """Even when nothing else can be done, Financing is left."""
    stuck: dict[str, Any] = {
        **NO_CLAIM,
        "contract_row": EMPTY_ROWS,
        "research_row": EMPTY_ROWS,
        "decks": {"1": []},
        "decks_exact": True,
        "discards": {"1": []},
        "seat1": {"hand": [], "layer": 1, "extracted": 1, "goods": {"brine": 0}},
    }
    state = game(2, **(stuck if poor else {}))
    assert "end" not in legal(state)
    assert illegal(state, "end") == "not_now"
    assert "@financing" in legal(state)
    if poor:
        assert legal(state) == ["@financing"]
        assert play(state, "@financing end").acting == 1


# ---------------------------------------------------------------- TRN-8: strength


@pytest.mark.rule("TRN-8")
def test_strength_is_the_number_beside_the_icon_or_one() -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        types = {card["id"]: card["effect"] for card in data["actions"]["action"]}
        del types["act.1.extract"]["strength"]
        types["act.3.extract"]["strength"] = 4

    ready = {"well": ["s05", "d03"], "layer": 4, "development": 5, "goods": {"brine": 0}}
    hand = ["1.extract", "3.extract"]
    changed = tables_with(change)
    for tables, text, most in [
        (default_tables(), "@extract", 1),
        (default_tables(), "!1.extract", 2),
        (default_tables(), "!3.extract", 3),
        (changed, "!1.extract", 1),
        (changed, "!3.extract", 4),
    ]:
        state = play(game(2, tables=tables, seat1={**ready, "hand": hand}), text)
        done = 1
        while not isinstance(state.stack[-1], EndTurnChoice):
            assert legal(state) == ["e", "done"]  # up to X: it may stop after each one
            assert isinstance(play(state, "done").stack[-1], EndTurnChoice)
            state = play(state, "e")
            done += 1
        assert done == most
        assert seat(state).goods[0] == most


# ---------------------------------------------------------------- TRN-9: the order of a turn


@pytest.mark.rule("TRN-9")
def test_tile_before_the_main_action() -> None:
    state = game(2, seat1={"tiles": ["red.6", "orange.6"]})
    assert {"%red.6", "%orange.6", "@drill"} <= set(legal(state))
    assert "end" not in legal(state)
    state = play(state, "%red.6")
    assert illegal(state, "%orange.6") == "one_tile"
    assert illegal(state, "end") == "not_now"  # the main action is compulsory
    assert "@financing" in legal(state)
    state = play(state, "@drill")
    assert legal(state) == ["end"]  # no second tile
    assert illegal(state, "%orange.6") == "one_tile"
    assert play(state, "end").acting == 1


@pytest.mark.rule("TRN-9")
def test_tile_after_the_main_action() -> None:
    state = play(game(2, seat1={"tiles": ["red.6", "orange.6"]}), "@drill")
    assert set(legal(state)) == {"%red.6", "%orange.6", "end"}
    assert play(state, "end").acting == 1  # it is optional
    state = play(state, "%orange.6")
    assert legal(state) == ["end"]


@pytest.mark.rule("TRN-9")
def test_no_tile_in_the_middle_of_the_main_action() -> None:
    state = play(game(2, seat1={"tiles": ["red.6"], "hand": ["1.drill"], "well": ["s04"]}), "!1.drill")
    assert legal(state) == ["d", "done"]
    assert illegal(state, "%red.6") == "not_now"


# ---------------------------------------------------------------- TRN-10, TRN-11: rewards on the way


@pytest.mark.rule("TRN-10")
def test_rewards_come_completely_before_the_next_unit() -> None:
    state = game(
        2,
        objectives=["s4", "s1", "s2", "l1", "l2"],
        seat1={"development": 5, "well": ["s01"], "layer": 2, "goods": {"brine": 0}, "hand": ["1.extract"]},
    )
    state, first = run(state, "!1.extract")
    # brine, claim exhausted, step, engineer, and the objective that the engineer completes
    assert kinds(first)[1:] == [
        "BrineExtracted",
        "ClaimExhausted",
        "Developed",
        "EngineerHired",
        "ObjectiveTaken",
        "VpGained",
    ]
    assert legal(state) == ["e", "done"]
    second = events(state, "e")
    assert kinds(second)[:3] == ["BrineExtracted", "ClaimExhausted", "VpGained"]


@pytest.mark.rule("TRN-10")
def test_rewards_come_completely_before_the_next_share() -> None:
    """The tile of the second space is chosen before the token moves to the third."""
    state = game(2, assets={"red": 4}, seat1={"shares": {"red": 1}, "hand": ["5.repair", "5.shares"]})
    state, happened = run(state, "!5.shares share:red share:red $5.repair ok")
    assert [event.position for event in of(ShareGained, happened)] == [2]
    assert all(text.startswith("tile:") for text in legal(state))
    later = events(state, legal(state)[0])
    assert kinds(later) == ["TileTaken", "ShareGained"]


@pytest.mark.rule("TRN-10")
def test_several_rewards_of_one_claim_are_all_received() -> None:
    """All of them, in one go, in the order in which the pack prints them."""
    state = game(2, seat1={"well": ["d06"], "layer": 3, "extracted": 3, "goods": {"brine": 0}})
    claim = state.tables.claims[seat(state).well[-1]]
    state, happened = run(state, "@extract")
    assert kinds(happened)[1:] == [
        "BrineExtracted", "ClaimExhausted", "VpGained", "Developed", "WarehouseOpened", "Developed", "EngineerHired",
    ]  # fmt: skip
    assert (seat(state).vp, seat(state).development) == (claim.vp, claim.develop)


@pytest.mark.rule("TRN-11")
def test_what_is_gained_on_the_way_counts_for_the_rest_of_the_action() -> None:
    """The starting claim's reward opens a warehouse, so a further brine fits."""
    ready: dict[str, Any] = {"well": ["s02"], "layer": 2, "hand": ["3.extract"]}
    state = play(game(2, seat1={**ready, "goods": {"brine": 2}}), "!3.extract")
    c = seat(state)
    assert (c.goods[0], c.warehouses) == (3, 1)
    assert legal(state) == ["e", "done"]
    state = play(state, "e")
    assert seat(state).goods[0] == 4
    assert isinstance(state.stack[-1], EndTurnChoice)  # full again


@pytest.mark.rule("TRN-11")
def test_what_is_gained_on_the_way_does_not_count_beforehand() -> None:
    full = game(2, seat1={"well": ["s02"], "layer": 2, "hand": ["3.extract"], "goods": {"brine": 3}})
    assert illegal(full, "!3.extract") == "no_room"  # though the brine would open a warehouse
    assert illegal(full, "@extract") == "no_room"
    # a slot that the card's own share would open does not count beforehand either
    shares = game(
        2,
        assets={"red": 4},
        research_row=["p01", "", "", ""],
        seat1={"research": ["p02"], "shares": {"red": 3}, "hand": ["5.repair"]},
    )
    assert illegal(shares, "@research") == "no_slot"


@pytest.mark.rule("TRN-11")
def test_a_tile_is_judged_when_it_is_used() -> None:
    """Impossible before the main action, possible after it."""
    state = game(2, seat1={"tiles": ["blue.2"], "goods": {"brine": 0}})
    assert illegal(state, "%blue.2") == "no_brine_reach"
    state = play(state, "@drill")
    assert offers(state, "%blue.2")


# ---------------------------------------------------------------- TRN-13: undo


def session(state: State, *, undo: str = "fair", kinds_of_seats: tuple[str, ...] = ("human", "human")) -> GameSession:
    """A session in which the game stands as `state`."""
    options = GameOptions(
        tuple(SeatOptions(f"Seat {i}", kind, i) for i, kind in enumerate(kinds_of_seats)),  # type: ignore[arg-type]
        seed=1,
        undo=undo,  # type: ignore[arg-type]
    )
    made = GameSession(options, state.tables)
    made.history.start = state
    return made


def submit(made: GameSession, texts: str) -> None:
    for action in notation(made.tables).parse_all(texts):
        made.submit(action)


PURE = [
    # everything in here can be taken back, step by step, to the start of the turn
    ({"well": ["s04"], "hand": ["1.drill"]}, "!1.drill d"),
    ({"goods": {"brine": 2}, "hand": ["3.process", "5.drill", "3.drill"]}, "!3.process +l done no $5.drill"),
    ({"development": 1, "hand": ["3.drill"]}, "@develop $3.drill ok"),
    ({"goods": {"lithium": 2}, "hand": ["3.sell"]}, "!3.sell >red -l -l"),
    ({"tiles": ["red.6"]}, "%red.6 @drill"),
    ({"hand": ["1.contract"]}, "!1.contract"),
]


@pytest.mark.rule("TRN-13")
@pytest.mark.parametrize(("overrides", "texts"), PURE)
def test_steps_of_a_turn_may_be_taken_back(overrides: dict[str, Any], texts: str) -> None:
    made = session(game(2, seat1=overrides))
    marks = [digest(made.state)]
    for text in texts.split():
        submit(made, text)
        marks.append(digest(made.state))
    assert made.undo_status().allowed
    for mark in reversed(marks[:-1]):
        made.undo()
        assert digest(made.state) == mark
    assert not made.undo_status().allowed
    while made.can_redo():
        made.redo()
    assert digest(made.state) == marks[-1]


BARRIERS = [
    # state, seat 1, texts whose last step reveals something
    ({}, {}, "@financing", "financing"),
    ({}, {"tiles": ["red.6"]}, "%red.6 @financing", "financing"),
    ({"discards": {"3": ["3.drill", "3.sell"]}, "fees": {"red": "n1"}, "market": {"3": [], "1": [], "5": []}},
     {"goods": {"geothermal": 1, "brine": 0}}, "@sell >red -g ?3 ?3 ok", "blind_cards"),
    ({"claims": ["s01", "s02", "s03", "s06"]}, {"hand": ["1.drill"]}, "@licence claim:s06 $1.drill ok",
     "claim_revealed"),
    ({"assets": {"red": 3}, "market": {"5": [], "3": [], "1": []}}, {"goods": {"brine": 1}}, "@sell >red -b",
     "fees_revealed"),
]  # fmt: skip


@pytest.mark.rule("TRN-13")
@pytest.mark.parametrize(("table", "own", "texts", "code"), BARRIERS)
def test_undo_stops_at_the_last_step_that_revealed_something(
    table: dict[str, Any], own: dict[str, Any], texts: str, code: str
) -> None:
    made = session(game(2, **table, seat1={"tiles": ["orange.6"], **own}))
    *before, last = texts.split()
    submit(made, " ".join(before))
    assert made.undo_status().allowed == bool(before)
    submit(made, last)
    status = made.undo_status()
    assert (status.allowed, status.code) == (False, code)
    with pytest.raises(ValueError, match=code):
        made.undo()
    after = digest(made.state)
    # later steps of the same turn go back to it, not further
    tiles = [text for text in legal(made.state) if text.startswith("%")]
    if tiles:
        submit(made, tiles[0])
        assert made.undo_status().allowed
        made.restart_turn()
        assert digest(made.state) == after
        assert not made.undo_status().allowed


@pytest.mark.rule("TRN-13")
def test_a_face_up_card_or_an_ordinary_sale_reveals_nothing() -> None:
    made = session(game(2, assets={"red": 1}, fees={"red": "n1"}, seat1={"goods": {"geothermal": 1}}))
    submit(made, "@sell >red -g 5/1 1/1 1/2 ok")
    assert made.undo_status().allowed


@pytest.mark.rule("TRN-13")
@pytest.mark.parametrize("others", [1, 0])
def test_a_turn_is_over_when_its_company_ends_it(others: int) -> None:
    """Also when the same company goes on because no other has an engineer."""
    made = session(game(2, seat1={"hr": 3}, seat2={"hr": others}))
    submit(made, "@drill")
    assert made.undo_status().allowed
    submit(made, "end")
    assert made.state.acting == (1 if others else 0)
    assert not made.undo_status().allowed
    # nor can a later turn be taken back into it
    submit(made, "@drill" if others else "@contract")
    made.undo()
    assert not made.undo_status().allowed


@pytest.mark.rule("TRN-13")
def test_a_turn_is_over_when_gmi_is_next() -> None:
    made = session(game(1), kinds_of_seats=("human", "gmi"))
    submit(made, "@drill end")
    assert made.state.acting == 1
    assert not made.undo_status().allowed
    submit(made, "gmi")
    assert not made.undo_status().allowed


@pytest.mark.rule("TRN-13")
def test_practice_undo_has_no_limit_and_marks_the_game() -> None:
    start = game(2, seat1={"hr": 4})
    made = session(start, undo="practice")
    assert made.marked
    assert not session(start).marked
    submit(made, "@financing end @financing end @drill")
    count = made.position
    for _ in range(count):
        assert made.undo_status().allowed
        made.undo()
    assert digest(made.state) == digest(start)
    assert not made.undo_status().allowed
    # redo brings the very same cards
    while made.can_redo():
        made.redo()
    assert made.position == count


@pytest.mark.rule("TRN-13")
def test_chance_is_not_drawn_anew_after_undo() -> None:
    made = session(game(2), undo="practice")
    submit(made, "@financing")
    card = seat(made.state).fresh
    made.undo()
    submit(made, "@financing")
    assert seat(made.state).fresh == card


# ---------------------------------------------------------------- TRN-4 against an oracle


def can(state: State, effect: Effect, cash: int) -> bool:
    """TRN-4 in plain words, for seat 1: the least of this action can be done, and paid with `cash`."""
    c, t = seat(state), state.tables
    kind = KIND_NAMES[effect.kind]
    room = t.capacity[c.warehouses]
    prices: list[int]
    if kind == "licence":
        prices = [
            t.claims[claim].cost + t.claim_surcharge[place] - c.mods[MOD_LICENCE_DISCOUNT]
            for place, claim in enumerate(state.claims)
            if claim >= 0
        ]
    elif kind == "drill":
        prices = [0] if c.layer < len(c.well_rocks) and c.drill_damage < len(t.drill_vp) - 2 else []
    elif kind == "extract":
        layers = [n for claim in c.well for n in t.claims[claim].brine][: c.layer]
        prices = [0] if sum(layers) > c.extracted and c.goods[0] < room else []
    elif kind == "process":
        units = [(2, effect.lithium_cost), (1, effect.geothermal_cost)]
        prices = [cost - c.mods[MOD_PROCESS_DISCOUNT] for product, cost in units if c.goods[product] < room]
        prices = prices if c.goods[0] and not t.plant_stopped[c.plant_damage] else []
    elif kind == "repair":
        prices = [t.repair_price - c.mods[MOD_REPAIR_DISCOUNT]] if c.drill_damage + c.plant_damage else []
    elif kind == "sell":
        prices = [0] if sum(c.goods) and any(not t.asset_closes[a] for a in state.assets) else []
    elif kind == "contract":
        prices = [0] if -1 in c.contracts and any(card >= 0 for card in state.contract_row) else []
    elif kind == "develop":
        prices = [effect.cost]
    elif kind == "research":
        prices = [t.research[card].price for card in state.research_row if card >= 0]
        prices = prices if len(c.research) < t.slots[c.warehouses] else []
    elif kind == "shares":
        prices = [
            t.asset_price[a] - c.mods[MOD_SHARES_DISCOUNT]
            for n, a in zip(c.shares, state.assets, strict=True)
            if n + 1 < len(t.share_section) and t.share_section[n + 1] <= t.asset_section[a]
        ]
    elif kind == "financing":
        prices = [0]
    elif kind == "repeat":
        # one card, of any value, pays the $1; the rest of the hand must do for the action
        again = [t.effects[space.effect] for i, space in enumerate(t.spaces) if c.spaces >> i & 1]
        return any(n and can(state, e, c.cash - t.type_value[i]) for i, n in enumerate(c.hand) for e in again)
    else:
        raise AssertionError(kind)
    return any(price - effect.discount <= cash for price in prices)


def dear(data: dict[str, dict[str, Any]]) -> None:
    """Other prices and discounts."""
    for number, card in enumerate(data["actions"]["action"]):
        effect = card["effect"]
        if "discount" in effect:
            effect["discount"] = number % 5
        if "lithium_cost" in effect:
            effect["lithium_cost"], effect["geothermal_cost"] = 2 + number % 3, 7
    for space in data["board"]["space"]:
        if space["action"] == "develop":
            space["cost"] = 6
    data["board"]["repair"]["price_per_point"] = 5
    for claim in data["claims"]["claim"]:
        claim["cost"] += 3
    for card in data["research"]["research"]:
        card["price"] += 4


ALL_KINDS = ("licence", "drill", "shares", "extract", "research", "contract", "repair")
HANDS = [*(f"1.{k}" for k in ALL_KINDS), *(f"3.{k}" for k in (*ALL_KINDS, "process", "sell")),
         *(f"5.{k}" for k in (*ALL_KINDS, "process", "sell"))]  # fmt: skip
CORPORATIONS = ("red", "orange", "blue")


def some(*names: str, most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(st.sampled_from(names), unique=True, max_size=most)


@st.composite
def companies(draw: st.DrawFn) -> dict[str, Any]:
    """Overrides of a whole table around seat 1."""
    development = draw(st.integers(0, 7))
    warehouses = min(3, (development + 1) // 2)
    room = 3 + warehouses
    assets = [draw(st.integers(0, 9)) for _ in CORPORATIONS]
    limit = default_tables().share_limit
    research = draw(
        st.lists(st.sampled_from(["p02", "p03", "p09", "p10", "p13"]), unique=True, max_size=1 + warehouses)
    )
    spaces = draw(
        st.lists(st.sampled_from(["drill", "extract", "process", "develop", "sell"]), unique=True, max_size=2)
    )
    well = draw(st.lists(st.sampled_from(["s01", "s05", "d03"]), unique=True, max_size=2))
    layers = 1 + sum({"s01": 1, "s05": 2, "d03": 1}[name] for name in well)
    claims = draw(st.permutations(["s02", "s13", "d10", "d01"]))
    gaps = draw(st.integers(0, 4))
    row = draw(some("p01", "p04", "i04", "i07", most=2))
    return {
        "assets": dict(zip(CORPORATIONS, assets, strict=True)),
        "claims": [*[""] * gaps, *claims[gaps:]],
        "claim_deck": [],
        "claim_deck_exact": True,
        "research_row": [*row, *[""] * (4 - len(row))],
        "contract_row": draw(st.sampled_from([["", "", "", ""], ["", "r11", "", ""]])),
        "seat1": {
            "hand": draw(some(*HANDS, most=5)),
            "development": development,
            "goods": {p: draw(st.integers(0, room)) for p in ("brine", "geothermal", "lithium")},
            "drill_damage": draw(st.integers(0, 6)),
            "plant_damage": draw(st.integers(0, 7)),
            "well": well,
            "layer": draw(st.integers(0, layers)),
            "shares": {n: draw(st.integers(0, limit[a])) for n, a in zip(CORPORATIONS, assets, strict=True)},
            "contracts": draw(st.sampled_from([["", ""], ["l01", ""], ["l01", "l02"]])),
            "research": research,
            "spaces": spaces,
            "hr": 4 + min(3, development // 2) - len(spaces),
        },
    }


@pytest.mark.rule("TRN-2", "TRN-3", "TRN-4")
@pytest.mark.parametrize("tables", [default_tables(), tables_with(dear)], ids=["built-in", "other prices"])
@settings(max_examples=60)
@given(overrides=companies())
def test_the_offered_spaces_and_cards_are_those_of_the_oracle(tables: Tables, overrides: dict[str, Any]) -> None:
    state = game(2, tables=tables, **overrides)
    c = seat(state)
    expected = {
        f"@{space.name}"
        for i, space in enumerate(tables.spaces)
        if not c.spaces >> i & 1 and can(state, tables.effects[space.effect], c.cash)
    } | {
        f"!{card.name}"
        for i, card in enumerate(tables.types)
        if c.hand[i] and can(state, tables.effects[card.effect], c.cash - card.value)
    }
    assert {text for text in legal(state) if text[0] in "@!"} == expected
