"""RPT: repeating an action of the own board."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saltonsea_desktop.games.saltonsea.actions import CONFIRM
from saltonsea_desktop.games.saltonsea.choices import EndTurnChoice, PaymentChoice, SellChoice
from saltonsea_desktop.games.saltonsea.components.tables import Tables, default_tables
from saltonsea_desktop.games.saltonsea.events import ActionRepeated, Paid
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.resolve import apply
from saltonsea_desktop.games.saltonsea.state import State
from tests.games.saltonsea.rules.kit import (
    finish_round,
    game,
    illegal,
    kinds,
    legal,
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
from tests.games.saltonsea.rules.test_crd import fair_payments, hand_of

SPACES = [space.name for space in default_tables().spaces]
OTHERS = [name for name in SPACES if name not in ("financing", "repeat")]
RICH = ["5.drill", "5.sell", "5.repair", "3.drill", "1.drill", "1.shares", "1.repair"]
# A company that can do everything once more
READY: dict[str, Any] = {
    "development": 5,
    "hand": RICH,
    "well": ["s02", "s10"],
    "layer": 2,
    "goods": {"brine": 2},
    "drill_damage": 1,
    "plant_damage": 1,
}


def ready(**own: Any) -> State:
    return game(2, claims=["s05", "d13", "d12", "s04"], seat1={**READY, **own})


# ---------------------------------------------------------------- RPT-1: what can be repeated


@pytest.mark.rule("RPT-1", "RPT-2")
@pytest.mark.parametrize("name", OTHERS)
def test_each_blocked_space_can_be_repeated_after_a_dollar(name: str) -> None:
    """The action is that of the space: what it asks is what the free space would ask."""
    free = play(ready(spaces=[]), f"@{name}")
    state = play(ready(spaces=[name]), "@repeat")
    assert legal(state) == [f"repeat:{name}"]
    state, happened = run(state, f"repeat:{name}")
    top = state.stack[-1]
    assert isinstance(top, PaymentChoice)
    assert top.due == 1
    state = play(state, "$1.drill ok")
    assert [state.tables.spaces[e.space].name for e in of(ActionRepeated, happened)] == [name]
    assert type(state.stack[-1]) is type(free.stack[-1])
    assert state.stack[-1][:2] == free.stack[-1][:2]  # with the printed space's own effect, price or strength
    c = seat(state)
    t = state.tables
    blocked = {space.name for i, space in enumerate(t.spaces) if c.spaces >> i & 1}
    assert blocked == {name, "repeat"}
    assert c.hr == c.hired - 2  # one engineer, on Repeat
    state = settle_turn(state)
    assert isinstance(state.stack[-1], EndTurnChoice)
    assert seat(state).spaces == c.spaces


@pytest.mark.rule("RPT-1")
def test_only_blocked_spaces_can_be_repeated() -> None:
    """All subsets of size one and two of the board: exactly the blocked ones are offered."""
    for blocked in [[], *([a] for a in OTHERS), *([a, b] for a, b in zip(OTHERS, OTHERS[3:], strict=False))]:
        state = ready(spaces=blocked)
        if not blocked:
            assert illegal(state, "@repeat") == "nothing_to_repeat"
            continue
        state = play(state, "@repeat")
        assert set(legal(state)) == {f"repeat:{name}" for name in blocked}
        for name in SPACES:
            if name not in blocked:
                assert illegal(state, f"repeat:{name}") == "nothing_to_repeat"


@pytest.mark.rule("RPT-1")
@pytest.mark.parametrize(
    "own",
    [
        {"financed": 3},  # not Financing
        {"table": ["1.drill", "3.sell"], "development": 5},  # not a Prompt card
        {"contracts": ["r01", ""], "executed": ["r01"]},  # not a contract
        {"research": ["i11"], "used_research": ["i11"]},  # not a research card
        {"tiles": [], "used_tiles": ["red.2"]},  # not a tile
    ],
)
def test_nothing_but_printed_spaces_with_an_engineer(own: dict[str, Any]) -> None:
    state = game(2, claims=["s05", "d13", "d12", "s04"], seat1={**READY, **own}, seat2={"spaces": ["sell", "develop"]})
    assert illegal(state, "@repeat") == "nothing_to_repeat"


@pytest.mark.rule("RPT-1")
def test_not_repeat_itself() -> None:
    state = ready(spaces=["develop", "repeat"])
    assert illegal(state, "@repeat") == "blocked"

    def change(data: dict[str, dict[str, Any]]) -> None:
        """A second Repeat space on the board."""
        first = next(s for s in data["board"]["space"] if s["id"] == "space.repeat")
        data["board"]["space"].append({**first, "id": "space.again"})

    tables = tables_with(change)
    state = game(2, tables=tables, seat1={**READY, "spaces": ["repeat"]})
    assert illegal(state, "@again") == "nothing_to_repeat"
    state = play(game(2, tables=tables, seat1={**READY, "spaces": ["repeat", "develop"]}), "@again")
    assert legal(state) == ["repeat:develop"]


@pytest.mark.rule("RPT-1")
def test_the_space_of_another_company_cannot_be_repeated() -> None:
    state = game(2, seat1=READY, seat2={"spaces": OTHERS[:4]})
    assert illegal(state, "@repeat") == "nothing_to_repeat"


@pytest.mark.rule("RPT-1", "RPT-2")
def test_once_a_round_and_for_an_action_of_this_round() -> None:
    state = ready(spaces=["sell"])
    state = pay(play(state, "@repeat repeat:sell $1.drill ok >red -b"))
    state = play(state, "end @financing end")
    assert illegal(state, "@repeat") == "blocked"
    assert illegal(state, "@sell") == "blocked"
    state = finish_round(state)
    state = play(state, "@financing end") if state.acting else state
    assert illegal(state, "@repeat") == "nothing_to_repeat"
    assert offers(state, "@sell")


@pytest.mark.rule("RPT-2")
@pytest.mark.parametrize(
    ("name", "texts", "prices"),
    [
        ("licence", "claim:d12", [1, 4]),
        ("process", "+l no", [1, 6]),
        ("repair", "repair:plant", [1, 3]),
        ("develop", "", [1, 3]),
        ("shares", "share:blue", [1, 2]),
    ],
)
def test_the_repeated_action_pays_its_normal_costs(name: str, texts: str, prices: list[int]) -> None:
    """In a payment of its own, after the dollar."""
    state, happened = run(play(ready(spaces=[name]), f"@repeat repeat:{name}"), "$1.drill ok")
    if texts:
        state, more = run(state, texts)
        happened += more
    while isinstance(state.stack[-1], PaymentChoice):
        state, more = run(state, legal(state)[-1])
        happened += more
    assert [event.due for event in of(Paid, happened)] == prices


# ---------------------------------------------------------------- RPT-3: the dollar and the rest


@pytest.mark.rule("RPT-3")
@pytest.mark.parametrize(
    ("name", "card"), [("licence", "p03"), ("shares", "p02"), ("process", "p09"), ("repair", "p10")]
)
def test_no_discount_on_the_dollar(name: str, card: str) -> None:
    """The permanent discount of the repeated action is for that action alone."""
    state = play(ready(spaces=[name], research=[card]), f"@repeat repeat:{name}")
    top = state.stack[-1]
    assert isinstance(top, PaymentChoice)
    assert top.due == 1


@pytest.mark.rule("RPT-3")
def test_each_payment_rounds_for_itself() -> None:
    """A $5 card for the dollar is lost: nothing of it pays for the step."""
    state = ready(spaces=["develop"], hand=["5.drill", "3.drill"])
    state = play(state, "@repeat repeat:develop")
    assert set(legal(state)) == {"$5.drill", "$3.drill"}
    state = play(state, "$5.drill ok")
    assert legal(state) == ["$3.drill"]
    state = ready(spaces=["develop"], hand=["5.drill"])
    assert illegal(state, "@repeat") == "nothing_to_repeat"


def costly(cost: int, price: int) -> Tables:
    """A pack with these prices for Repeat and for Develop."""

    def change(data: dict[str, dict[str, Any]]) -> None:
        for space in data["board"]["space"]:
            space["cost"] = {"space.repeat": cost, "space.develop": price}.get(space["id"], space["cost"])

    return tables_with(change)


PACKS = {(cost, price): costly(cost, price) for cost in (1, 2, 4) for price in (0, 1, 3, 6)}


@pytest.mark.rule("RPT-3")
@settings(max_examples=50)
@given(st.tuples(st.integers(0, 4), st.integers(0, 3), st.integers(0, 2)), st.sampled_from(sorted(PACKS)))
def test_the_payments_that_leave_enough_are_those_of_the_oracle(
    counts: tuple[int, int, int], pack: tuple[int, int]
) -> None:
    """Repeat is offered exactly when such a payment exists; what cannot be paid afterwards cannot be put in."""
    cost, price = pack
    state = game(2, tables=PACKS[pack], seat1={"hand": hand_of(counts), "spaces": ["develop"]})
    c, t = seat(state), state.tables
    value = t.type_value
    expected = {
        cards for cards in fair_payments(t, c.hand, cost) if c.cash - sum(value[card] for card in cards) >= price
    }
    assert offers(state, "@repeat") == bool(expected)
    if not expected:
        return
    state = play(state, "@repeat repeat:develop")
    found: set[tuple[int, ...]] = set()
    seen: set[tuple[int, ...]] = set()
    line = [state]
    while line:
        here = line.pop()
        top = here.stack[-1]
        assert isinstance(top, PaymentChoice)
        options = legal_actions(here)
        assert options, "a dead end"
        if options == [CONFIRM]:
            found.add(tuple(sorted(top.paid)))
            end = settle_turn(apply(here, CONFIRM)[0])  # and the step can really be paid
            assert seat(end).development == 1
            continue
        for action in options:
            after = apply(here, action)[0]
            new = after.stack[-1]
            assert isinstance(new, PaymentChoice)
            key = tuple(sorted(new.paid))
            assert any(not Counter(key) - Counter(whole) for whole in expected)
            if key not in seen:
                seen.add(key)
                line.append(after)
    assert found == expected


@pytest.mark.rule("RPT-3")
@pytest.mark.parametrize(
    ("name", "possible", "impossible", "code"),
    [
        ("drill", {}, {"drill_damage": 5}, "frozen"),
        ("drill", {}, {"layer": 4}, "no_layer"),
        ("extract", {}, {"layer": 0}, "no_brine_reach"),
        ("extract", {}, {"goods": {"brine": 6}}, "no_room"),
        ("process", {}, {"goods": {"brine": 0}}, "no_brine"),
        ("process", {}, {"plant_damage": 7}, "stopped"),
        ("process", {"hand": ["1.drill"] * 5}, {"hand": ["1.drill"] * 4}, "cost"),
        ("repair", {}, {"drill_damage": 0, "plant_damage": 0}, "undamaged"),
        ("repair", {"hand": ["3.drill", "1.drill"]}, {"hand": ["3.drill"]}, "cost"),
        ("sell", {}, {"goods": {"brine": 0}}, "nothing_to_sell"),
        ("contract", {}, {"contracts": ["r01", "r02"]}, "no_contract_space"),
        ("research", {}, {"research": ["p01", "p02", "p03", "p04"]}, "no_slot"),
        ("develop", {"hand": ["1.drill", "3.drill"]}, {"hand": ["3.drill"]}, "cost"),
        ("shares", {}, {"shares": {"red": 3, "orange": 3, "blue": 3}}, "no_share"),
    ],
)
def test_repeat_needs_an_action_that_can_be_done_afterwards(
    name: str, possible: dict[str, Any], impossible: dict[str, Any], code: str
) -> None:
    """Next to a space that can be repeated, so that the reason is asked for."""
    table: dict[str, Any] = {"claims": ["s05", "d13", "d12", "s04"], "research_row": ["i04", "p05", "p06", "p07"]}
    for own, fine in [({**READY, **possible}, True), ({**READY, **possible, **impossible}, False)]:
        state = game(2, seat1={**own, "spaces": [name]}, **table)
        assert offers(state, "@repeat") == fine
        if not fine:
            assert illegal(state, "@repeat") == "nothing_to_repeat"
            second = "drill" if name != "drill" else "extract"
            both = {**own, "spaces": [name, second]}
            state = play(game(2, seat1=both, **table), "@repeat")
            assert legal(state) == [f"repeat:{second}"]
            assert illegal(state, f"repeat:{name}") == code


@pytest.mark.rule("RPT-3")
def test_the_reserve_is_named() -> None:
    state = play(ready(spaces=["develop"], hand=["1.drill", "3.drill"]), "@repeat repeat:develop")
    assert legal(state) == ["$1.drill"]
    assert reason(state, "$3.drill") == ("reserve", (3,))


@pytest.mark.rule("RPT-3")
@pytest.mark.parametrize("goods", [{"brine": 1}, {"brine": 0}])
def test_a_repeated_sale_needs_a_unit_and_an_open_corporation_not_a_liquid_market(goods: dict[str, int]) -> None:
    none: dict[str, list[str]] = {"1": [], "3": [], "5": []}
    own = {"hand": ["3.drill"], "spaces": ["sell"], "goods": goods}
    state = game(2, market=none, discards=none, seat1=own)
    assert offers(state, "@repeat") == bool(goods["brine"])
    if goods["brine"]:
        state, happened = run(state, "@repeat repeat:sell $3.drill ok")
        assert isinstance(state.stack[-1], SellChoice)
        state, happened = run(state, ">red -b")
        assert "Sold" in kinds(happened)
        assert "AssetRaised" in kinds(happened)
        closed = game(2, assets={"red": 9, "orange": 9, "blue": 9}, seat1=own)
        assert illegal(closed, "@repeat") == "nothing_to_repeat"
        assert offers(game(2, assets={"red": 9, "orange": 9}, seat1=own), "@repeat")


@pytest.mark.rule("RPT-3")
@pytest.mark.parametrize("cash", range(4))
def test_the_dollar_itself_must_be_paid(cash: int) -> None:
    """A free action all the same needs the $1; collected and played cards do not pay it."""
    own = {"hand": hand_of((cash, 0, 0)), "fresh": ["5.drill"], "table": ["3.drill"], "goods": {"brine": 1}}
    state = game(2, seat1={**own, "spaces": ["sell"]})
    if cash == 0:
        assert part(state)["hand"] == []
    assert offers(state, "@repeat") == (cash >= 1)


@pytest.mark.rule("RPT-3", "RPT-1")
def test_all_pairs_of_spaces_and_hands_without_a_dead_end() -> None:
    """Whatever is begun can be finished."""
    for name, counts in product(OTHERS, [(1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 1), (2, 1, 0), (1, 0, 1), (4, 0, 0)]):
        state = ready(spaces=[name], hand=hand_of(counts))
        if not offers(state, "@repeat"):
            continue
        state = play(state, f"@repeat repeat:{name}")
        for text in legal(state):
            after = settle_turn(play(state, text))
            assert isinstance(after.stack[-1], EndTurnChoice)
