"""CON: enter into a contract."""

from __future__ import annotations

from typing import Any

import pytest

from saltonsea_desktop.games.saltonsea.choices import CollectChoice, ContractChoice, EndTurnChoice
from saltonsea_desktop.games.saltonsea.components.tables import Tables
from saltonsea_desktop.games.saltonsea.events import Collected, Events, Paid, VpGained
from saltonsea_desktop.games.saltonsea.state import State
from tests.games.saltonsea.rules.kit import (
    end_turn,
    finish_round,
    game,
    illegal,
    kinds,
    legal,
    money_run,
    names,
    of,
    offers,
    part,
    play,
    run,
    seat,
    tables_with,
)

ROW = ["r01", "", "r03", "l02"]
NO_MARKET: dict[str, list[str]] = {"1": [], "3": [], "5": []}
# text -> (money, VP, what the company needs), as the rulebook prints them
SOURCES: dict[str, tuple[int, int, dict[str, Any]]] = {
    "@contract": (0, 0, {}),
    "!1.contract": (1, 0, {"hand": ["1.contract"]}),
    "!3.contract": (1, 2, {"hand": ["3.contract"]}),
    "!5.contract": (2, 2, {"hand": ["5.contract"]}),
    "*i08": (1, 1, {"research": ["i08"]}),
    "*i04 copy:act.5.contract": (2, 2, {"research": ["i04"]}),
    "@repeat repeat:contract $1.drill ok": (0, 0, {"hand": ["1.drill"], "spaces": ["contract"]}),
}


def ready(text: str, tables: Tables | None = None, own: dict[str, Any] | None = None, **table: Any) -> State:
    """A company that may take `text`; seat 2 played a $5 Contract card this round."""
    fields = {"hand": [], **SOURCES[text][2], **(own or {})}
    table.setdefault("contract_row", ROW)
    return game(2, tables=tables, seat1=fields, seat2={"table": ["5.contract"]}, **table)


def row_of(state: State) -> list[str]:
    return names(state.tables.contracts, state.contract_row)


def take(state: State, text: str, card: str) -> tuple[State, Events]:
    """The contract taken and its money collected. (state, events after the choice)."""
    state = play(state, text)
    state, happened = run(state, f"contract:{card}")
    state, more = money_run(state)
    assert isinstance(state.stack[-1], EndTurnChoice)
    return state, happened + more


# ---------------------------------------------------------------- CON-1


@pytest.mark.rule("CON-1")
@pytest.mark.parametrize("text", SOURCES)
@pytest.mark.parametrize("occupied", [["", ""], ["l01", ""], ["", "l01"]])
def test_any_face_up_contract_goes_to_a_free_space(text: str, occupied: list[str]) -> None:
    state = play(ready(text, own={"contracts": occupied}), text)
    assert legal(state) == ["contract:r01", "contract:r03", "contract:l02"]
    for card in ("r02", "l01"):  # in the deck or on a board
        assert illegal(state, f"contract:{card}") == "not_on_board"
    for card in ("r01", "r03", "l02"):
        after, happened = run(state, f"contract:{card}")
        assert of(Paid, happened) == []
        free = occupied.index("")
        assert part(after)["contracts"] == [card if i == free else other for i, other in enumerate(occupied)]
        assert card not in row_of(after)
        assert not seat(after).executed


@pytest.mark.rule("CON-1", "CON-4")
@pytest.mark.parametrize("text", SOURCES)
@pytest.mark.parametrize("executed", [[], ["r04"], ["r04", "r05"]])
def test_two_occupied_spaces_take_no_third_contract(text: str, executed: list[str]) -> None:
    """Executed contracts occupy their spaces too."""
    own = {"contracts": ["r04", "r05"], "executed": executed}
    codes = {"@repeat": "nothing_to_repeat", "*i04": "nothing_to_copy"}
    first = text.split()[0]
    assert illegal(ready(text, own=own), first) == codes.get(first, "no_contract_space")


@pytest.mark.rule("CON-4")
@pytest.mark.parametrize("text", SOURCES)
def test_an_empty_row_has_no_contract_to_take(text: str) -> None:
    codes = {"@repeat": "nothing_to_repeat", "*i04": "nothing_to_copy"}
    first = text.split()[0]
    assert illegal(ready(text, contract_row=[]), first) == codes.get(first, "no_contract")
    assert offers(ready(text, contract_row=["", "", "r05", ""]), first)


@pytest.mark.rule("CON-1")
def test_another_company_has_spaces_of_its_own() -> None:
    state = game(2, contract_row=ROW, seat1={"contracts": ["r04", "r05"]}, seat2={"contracts": ["", "r06"]})
    assert illegal(state, "@contract") == "no_contract_space"
    state = play(state, "@financing end @contract contract:l02")
    assert part(state, 2)["contracts"] == ["l02", "r06"]
    assert part(state)["contracts"] == ["r04", "r05"]


# ---------------------------------------------------------------- CON-2


@pytest.mark.rule("CON-2")
def test_the_row_keeps_its_gaps_until_the_end_of_the_round() -> None:
    state = game(2, contract_row=["r01", "r02", "r03", "l02"], contract_deck=["r05", "r06", "r07"],
                 seat1={"hr": 2, "hand": ["1.contract"]})  # fmt: skip
    state = play(state, "!1.contract contract:r02")
    state = money_run(state)[0]
    assert row_of(state) == ["r01", "", "r03", "l02"]
    state = play(state, "end")
    assert legal(play(state, "@contract")) == ["contract:r01", "contract:r03", "contract:l02"]
    state = play(state, "@contract contract:l02 end")
    assert row_of(state) == ["r01", "", "r03", ""]
    deck = state.contract_deck
    state = finish_round(state)
    # the last card left (r03) is discarded, the other moves right, three come from the deck
    assert row_of(state) == ["r07", "r06", "r05", "r01"]
    assert len(state.contract_deck) == len(deck) - 3 + 1


# ---------------------------------------------------------------- CON-3


@pytest.mark.rule("CON-3")
@pytest.mark.parametrize("text", SOURCES)
def test_money_and_vp_come_with_the_contract(text: str) -> None:
    money, vp, _ = SOURCES[text]
    state, happened = take(ready(text), text, "r03")
    assert [event.due for event in of(Collected, happened)] == ([money] if money else [])
    assert of(VpGained, happened) == ([VpGained(0, vp, "card")] if vp else [])
    assert kinds(happened) == ["ContractTaken", *(["Collected"] if money else []), *(["VpGained"] if vp else [])]
    assert (seat(state).vp, sum(state.tables.type_value[card] for card in seat(state).fresh)) == (vp, money)
    assert seat(state).vp == vp  # and none of the contract's own VP


@pytest.mark.rule("CON-3")
@pytest.mark.parametrize("text", ["!1.contract", "!3.contract", "!5.contract", "*i08"])
def test_no_bonus_without_a_contract(text: str) -> None:
    """The card cannot be played for its money and VP alone, and the contract cannot be declined."""
    assert not offers(ready(text, contract_row=[]), text)
    assert not offers(ready(text, own={"contracts": ["r04", "r05"]}), text)
    state = play(ready(text), text)
    assert isinstance(state.stack[-1], ContractChoice)
    assert [illegal(state, text) for text in ("no", "end", "done")] == ["not_now", "not_now", "not_started"]
    assert (seat(state).vp, seat(state).fresh) == (0, ())  # nothing before it is taken


@pytest.mark.rule("CON-3")
@pytest.mark.parametrize("text", ["!1.contract", "!3.contract", "!5.contract", "*i08"])
def test_in_a_market_without_money_only_the_money_is_lost(text: str) -> None:
    state, happened = take(ready(text, market=NO_MARKET, discards=NO_MARKET), text, "l02")
    assert of(Collected, happened) == []
    assert seat(state).vp == SOURCES[text][1]
    assert part(state)["contracts"] == ["l02", ""]


@pytest.mark.rule("CON-3")
def test_the_money_is_one_sum_and_none_of_an_executed_contract() -> None:
    """The permanent $1 and 2 VP are for executing; a pack may print more on the card."""

    def change(data: dict[str, dict[str, Any]]) -> None:
        card = next(a for a in data["actions"]["action"] if a["id"] == "act.1.contract")
        card["effect"].update(money=9, vp=5)

    own = {"development": 3, "research": ["p04", "p05"], "hand": ["1.contract"]}
    state = play(ready("!1.contract", tables_with(change), own), "!1.contract contract:r01")
    assert isinstance(state.stack[-1], CollectChoice)
    assert state.stack[-1].due == 9
    assert seat(state).vp == 0
    state = money_run(state)[0]
    assert seat(state).vp == 5


# ---------------------------------------------------------------- CON-4


@pytest.mark.rule("CON-4", "EXE-2")
def test_the_space_of_an_executed_contract_is_free_after_the_round() -> None:
    state = game(2, contract_row=["r05", "r06", "r07", "r09"], seat1={"contracts": ["r01", "r02"], "goods": [2, 0, 0]})
    state = play(end_turn(play(state, "=r01 get:money")), "@financing end")
    assert illegal(state, "@contract") == "no_contract_space"
    state = finish_round(state)
    assert part(state)["contracts"] == ["", "r02"]  # the other one stays in its space
    while state.acting != 0:
        state = play(state, "@financing end")
    state = play(state, "@contract")
    state = play(state, legal(state)[0])
    assert part(state)["contracts"][0] != ""
    assert part(state)["contracts"][1] == "r02"
