"""SEL: sell products to a corporation; fees, indicator, closing."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saltonsea_desktop.games.saltonsea.choices import CollectChoice, EndTurnChoice, PaymentChoice, SellUnitsChoice
from saltonsea_desktop.games.saltonsea.components.tables import Tables, default_tables
from saltonsea_desktop.games.saltonsea.events import (
    AssetRaised,
    Collected,
    CorporationClosed,
    EndTriggered,
    Events,
    FeesChanged,
    GmiDecided,
    Sold,
    VpGained,
)
from saltonsea_desktop.games.saltonsea.scoring import breakdown
from saltonsea_desktop.games.saltonsea.state import State
from tests.games.saltonsea.components.packs import BUILT_IN
from tests.games.saltonsea.rules.kit import (
    again,
    branches,
    events,
    finish_round,
    game,
    illegal,
    index,
    kinds,
    legal,
    money_run,
    names,
    of,
    offers,
    part,
    pay,
    play,
    reason,
    run,
    seat,
    tables_with,
)

NAMES = ("red", "orange", "blue")
NO_MARKET: dict[str, list[str]] = {"1": [], "3": [], "5": []}
DRY: dict[str, Any] = {"market": NO_MARKET, "discards": NO_MARKET}
# text -> (most units, bonus: units -> (money, VP), what the company needs), as the rulebook prints them
SOURCES: dict[str, tuple[int, dict[int, tuple[int, int]], dict[str, Any]]] = {
    "@sell": (1, {}, {}),
    "!3.sell": (2, {2: (0, 1)}, {"hand": ["3.sell"]}),
    "!5.sell": (3, {2: (0, 1), 3: (0, 3)}, {"hand": ["5.sell"]}),
    "*i14": (3, {2: (1, 3), 3: (2, 3)}, {"research": ["i14"]}),
    "*i04 copy:act.3.sell": (2, {2: (0, 1)}, {"research": ["i04"]}),
    "@repeat repeat:sell $1.drill ok": (1, {}, {"spaces": ["sell"], "hand": ["1.drill"]}),
}


def ready(text: str = "@sell", tables: Tables | None = None, own: dict[str, Any] | None = None, **table: Any) -> State:
    """A company that may take `text`; seat 2 played a $3 Sell card this round."""
    fields = {"goods": [3, 3, 3], **SOURCES[text][2], **(own or {})}
    return game(2, tables=tables, seat1=fields, seat2={"table": ["3.sell"]}, **table)


@cache
def mark_only(position: int) -> Tables:
    """A pack whose one fee-change mark stands on this space of the asset track."""

    def change(data: dict[str, dict[str, Any]]) -> None:
        for i, space in enumerate(data["market"]["asset"]):
            space["fee_change"] = i == position

    return tables_with(change)


def fees_of(state: State) -> list[str]:
    return [state.tables.fee_ids[fee].removeprefix("fee.") for fee in state.fees]


def due(state: State) -> int:
    """What is to be collected or paid, 0 for nothing."""
    top = state.stack[-1]
    return top.due if isinstance(top, (CollectChoice, PaymentChoice)) else 0


def sale(state: State, texts: str) -> tuple[State, Events]:
    """The texts, then the money that first offers itself. (state, events)."""
    state, happened = run(state, texts)
    state, more = money_run(state)
    return state, happened + more


# ---------------------------------------------------------------- SEL-1, SEL-2, SEL-5: every sale, against an oracle

GOODS = st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3))


@pytest.mark.rule("SEL-1", "SEL-2", "SEL-5")
@settings(max_examples=15)
@given(
    st.sampled_from(["@sell", "!3.sell", "!5.sell", "*i14"]),
    GOODS,
    st.permutations(["s1", "s2", "n1", "n4", "n6", "n9"]),
    st.tuples(st.integers(0, 9), st.integers(0, 9), st.integers(0, 9)),
)
def test_all_sales_are_those_of_the_oracle(
    text: str, goods: tuple[int, int, int], tiles: list[str], assets: tuple[int, int, int]
) -> None:
    """To one open corporation, up to X units of any products, for the sum of its current fees and one exact bonus."""
    most, bonus, _ = SOURCES[text]
    fees = dict(zip(NAMES, tiles[:3], strict=True))
    state = ready(
        text, own={"goods": list(goods)}, fees=fees, assets=list(assets), objectives=["l1", "l2", "l3", "l7", "l8"]
    )
    prices = {fee["id"]: (fee["brine"], fee["geothermal"], fee["lithium"]) for fee in BUILT_IN.data["fees"]["fee"]}
    expected = set()
    for i in (i for i in range(3) if assets[i] < 9):
        price = prices["fee." + fees[NAMES[i]]]
        for brine in range(goods[0] + 1):
            for geothermal in range(goods[1] + 1):
                for lithium in range(goods[2] + 1):
                    units = (brine, geothermal, lithium)
                    if 1 <= sum(units) <= most:
                        money, vp = bonus.get(sum(units), (0, 0))
                        total = sum(n * p for n, p in zip(units, price, strict=True)) + money
                        left = tuple(have - n for have, n in zip(goods, units, strict=True))
                        raised = tuple(a + (k == i) for k, a in enumerate(assets))
                        expected.add((total, left, vp, raised))
    assert offers(state, text) == bool(expected)
    if not expected:
        return
    found = set()
    for leaf in branches(play(state, text)):
        after = pay(leaf)
        assert isinstance(after.stack[-1], EndTurnChoice)
        found.add((due(leaf), tuple(seat(after).goods), seat(after).vp, after.assets))
    assert found == expected


@pytest.mark.rule("SEL-1")
@pytest.mark.parametrize("text", SOURCES)
def test_one_corporation_and_at_least_one_unit(text: str) -> None:
    state = play(ready(text, own={"goods": [1, 0, 1]}), text)
    assert legal(state) == [">red", ">orange", ">blue"]
    state = play(state, ">orange")
    assert illegal(state, "done") == "not_started"
    assert illegal(state, ">red") == "not_now"
    assert reason(state, "-g") == ("missing_products", (0, 1, 0))
    state = play(state, "-b")
    if SOURCES[text][0] == 1:
        assert isinstance(state.stack[-1], CollectChoice)
        return
    assert illegal(state, ">red") == "not_now"  # nor a second corporation in the same action
    assert reason(state, "-b") == ("missing_products", (1, 0, 0))
    assert legal(state) == ["-l", "done"]


@pytest.mark.rule("SEL-1")
def test_strength_and_bonus_come_from_the_pack() -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        card = next(a for a in data["actions"]["action"] if a["id"] == "act.3.sell")
        card["effect"] = {"action": "sell", "strength": 4, "bonus": [{"units": 1, "money": 3, "vp": 2}]}

    tables = tables_with(change)
    state = play(ready("!3.sell", tables, fees={"red": "n1"}), "!3.sell >red -b")
    assert due(play(state, "done")) == 2 + 3
    assert seat(pay(play(state, "done"))).vp == 2
    four = play(state, "-b -b -g")
    assert isinstance(four.stack[-1], CollectChoice)
    assert due(four) == 3 * 2 + 7
    assert seat(pay(four)).vp == 0


@pytest.mark.rule("SEL-1")
def test_each_corporation_pays_its_own_fees() -> None:
    state = play(ready(fees={"red": "n1", "orange": "n4", "blue": "n9"}), "@sell")
    assert [due(play(state, f">{name} -l")) for name in NAMES] == [9, 10, 10]
    assert [due(play(state, f">{name} -b")) for name in NAMES] == [2, 3, 1]


# ---------------------------------------------------------------- SEL-2, SEL-3, SEL-8: indicator and fee changes


@pytest.mark.rule("SEL-2")
@pytest.mark.parametrize("text", SOURCES)
def test_the_indicator_moves_one_space_whatever_the_units(text: str) -> None:
    for units in range(1, SOURCES[text][0] + 1):
        state = ready(text, assets=[4, 5, 5], future_fees={"orange": ["n1", "n2"]})
        texts = f"{text} >orange " + " ".join(["-g"] * units)
        state, happened = sale(state, texts + (" done" if units < SOURCES[text][0] else ""))
        assert state.assets == (4, 6, 5)
        assert of(AssetRaised, happened) == [AssetRaised(1, 6)]


@pytest.mark.rule("SEL-3")
@pytest.mark.parametrize("position", range(9))
def test_fees_change_on_the_marks_only(position: int) -> None:
    """For every space of the track: the sale at the old fees, then the top future tile of that corporation alone."""
    marks = default_tables().asset_fee_change
    table: dict[str, Any] = {
        "assets": {"blue": position},
        "fees": {"red": "s1", "orange": "s2", "blue": "s3"},
        "future_fees": {"red": ["n1", "n2"], "orange": ["n3", "n4"], "blue": ["n5", "n6"]},
    }
    state = ready("!3.sell", **table)
    state = play(state, "!3.sell >blue -l -b")
    assert due(state) == 8 + 1
    state, happened = money_run(state)
    changed = marks[position + 1]
    assert len(of(FeesChanged, happened)) == changed
    assert fees_of(state) == ["s1", "s2", "n5" if changed else "s3"]
    assert [len(own) for own in state.future_fees] == [2, 2, 1 if changed else 2]
    if changed and not state.closed(2):
        later = again(state, turn=1, seat1={"hand": [], "table": [], "spaces": [], "hr": 4})
        assert due(play(later, "@sell >blue -l")) == 8  # n5: lithium $8
        assert due(play(later, "@sell >blue -g")) == 7


@pytest.mark.rule("SEL-3")
def test_the_future_tiles_come_from_the_top_one_mark_at_a_time() -> None:
    table: dict[str, Any] = {"assets": {"red": 3}, "fees": {"red": "s1"}, "future_fees": {"red": ["n4", "n6"]}}
    state = ready(own={"hr": 4, "goods": [3, 0, 0]}, **table)
    seen = []
    for _ in range(4):
        state, happened = sale(state, "@sell >red -b")
        seen.append([state.tables.fee_ids[event.fee] for event in of(FeesChanged, happened)])
        state = again(state, turn=1, seat1={"spaces": [], "hr": 4, "goods": [3, 0, 0]})
    assert state.assets[0] == 7
    assert seen == [["fee.n4"], [], [], ["fee.n6"]]
    assert state.future_fees[0] == ()


@pytest.mark.rule("SEL-3", "SEL-8")
@pytest.mark.parametrize("mark", range(1, 10))
@pytest.mark.parametrize("future", [[], ["n6"]])
def test_the_marks_come_from_the_pack_and_need_a_tile(mark: int, future: list[str]) -> None:
    table: dict[str, Any] = {"fees": {"red": "s1"}, "future_fees": {"red": future}}
    for start in (mark - 1, mark):
        if start == 9:
            continue
        state, happened = sale(ready(tables=mark_only(mark), assets={"red": start}, **table), "@sell >red -b")
        turned = bool(future) and start == mark - 1
        assert [event.corporation for event in of(FeesChanged, happened)] == ([0] if turned else [])
        assert state.tables.fee_ids[state.fees[0]] == ("fee.n6" if turned else "fee.s1")
        assert state.future_fees[0] == (() if turned or not future else (index(state, "fee.n6"),))


@pytest.mark.rule("SEL-8")
def test_without_a_future_tile_later_sales_are_paid_at_the_same_fees() -> None:
    state = ready(assets={"red": 3}, fees={"red": "n9"}, future_fees={"red": []})
    state, happened = sale(state, "@sell >red -l")
    assert kinds(happened)[-1] == "AssetRaised"
    state = again(state, turn=1, seat1={"spaces": [], "hr": 4})
    assert due(play(state, "@sell >red -l")) == 10


# ---------------------------------------------------------------- SEL-4, SEL-9: closed corporations


@pytest.mark.rule("SEL-4")
@pytest.mark.parametrize("name", NAMES)
def test_nobody_sells_to_a_closed_corporation_again(name: str) -> None:
    """Not the company that closed it, not another one, not in a later round."""
    i = NAMES.index(name)
    state = ready("!3.sell", own={"hr": 2, "goods": [3, 0, 0]}, assets={name: 8})
    state = again(state, seat2={"table": [], "hr": 3, "goods": [1, 0, 0]})
    assert not state.closed(i)
    state, happened = sale(state, f"!3.sell >{name} -b -b")
    assert of(CorporationClosed, happened) == [CorporationClosed(i)]
    assert of(EndTriggered, happened) == []
    assert state.closed(i)
    state = play(state, "end")
    others = [f">{other}" for other in NAMES if other != name]
    rival = play(state, "@sell")
    assert legal(rival) == others
    assert reason(rival, f">{name}") == ("closed", (i,))
    later = finish_round(state)
    while later.acting != 0:
        later = play(later, "@financing end")
    assert later.round == 2
    assert legal(play(later, "@sell")) == others


@pytest.mark.rule("SEL-4")
@pytest.mark.parametrize("text", SOURCES)
def test_with_all_corporations_closed_no_sale_is_possible(text: str) -> None:
    closed = ready(text, assets=[9, 9, 9])
    first = text.split()[0]
    codes = {"@repeat": "nothing_to_repeat", "*i04": "nothing_to_copy"}
    assert illegal(closed, first) == codes.get(first, "all_closed")
    state = play(ready(text, assets=[9, 8, 9]), text)
    assert legal(state) == [">orange"]
    happened = sale(state, ">orange -b" + (" done" if SOURCES[text][0] > 1 else ""))[1]
    assert of(CorporationClosed, happened) == [CorporationClosed(1)]


@pytest.mark.rule("SEL-4")
def test_the_last_space_closes_however_long_the_track_is() -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        asset = data["market"]["asset"]
        del asset[4:9]
        asset[4].update(index=4, section=2)

    state = ready(tables=tables_with(change), assets={"red": 3, "orange": 2})
    state, happened = sale(state, "@sell >red -b")
    assert of(CorporationClosed, happened) == [CorporationClosed(0)]
    assert [state.closed(i) for i in range(3)] == [True, False, False]


@pytest.mark.rule("SEL-4")
def test_gmi_does_not_sell_to_a_closed_corporation() -> None:
    """Though red would pay most by far."""

    fees = {"red": "n9", "orange": "s1", "blue": "s2"}
    for red, chosen in [(8, 0), (9, 1)]:
        state = game(
            1, assets=[red, 3, 3], fees=fees, gmi_row=["a2", "s1", "s2", "s3"], turn=2, seat2={"goods": [0, 0, 1]}
        )
        happened = events(state, "gmi")
        assert [event.corporation for event in of(Sold, happened)] == [chosen]
        assert of(GmiDecided, happened)


@pytest.mark.rule("SEL-4", "SEL-9")
def test_shares_of_a_closed_corporation_keep_price_and_value() -> None:
    t = default_tables()
    state = ready("@sell", own={"hand": ["5.drill", "5.sell", "5.repair", "5.shares"]}, assets=[9, 2, 2])
    state = play(state, "@shares share:red")
    assert due(state) == t.asset_price[-1] == 7
    state = pay(state)
    assert seat(state).shares == (1, 0, 0)
    assert breakdown(state, 0).shares == t.asset_vp[-1] == 4
    # all sections are open: up to the last space of the shares track
    state = ready(own={"shares": [7, 0, 0], "hand": ["5.drill", "5.sell"]}, assets=[9, 2, 2])
    assert offers(play(state, "@shares"), "share:red")
    state = ready(own={"shares": [8, 0, 0], "hand": ["5.drill", "5.sell"]}, assets=[9, 2, 2])
    assert illegal(play(state, "@shares"), "share:red") == "track_end"


@pytest.mark.rule("SEL-9")
def test_contracts_of_a_closed_corporation_are_taken_and_executed() -> None:
    state = game(
        2,
        assets=[9, 2, 2],
        contract_row=["r07", "r04", "l02", "l11"],
        objectives=["l1", "l2", "l3", "l7", "l8"],
        seat1={"goods": [0, 2, 0], "hr": 2},
        seat2={"hr": 0},
    )
    state = play(state, "@contract contract:r07 end =r07 get:shares")
    assert seat(state).shares == (1, 0, 0)
    assert seat(state).vp == state.tables.contracts[index(state, "contract.r07")].vp
    assert state.assets == (9, 2, 2)  # no sale


# ---------------------------------------------------------------- SEL-5: quantity bonus


@pytest.mark.rule("SEL-5")
@pytest.mark.parametrize("text", SOURCES)
@pytest.mark.parametrize("products", ["bbb", "ggg", "lll", "bgl"])
def test_the_bonus_is_for_exactly_that_many_units_of_any_products(text: str, products: str) -> None:
    most, bonus, _ = SOURCES[text]
    for units in range(1, most + 1):
        state = play(ready(text, fees={"red": "n1"}), f"{text} >red")
        state = play(state, " ".join(f"-{p}" for p in products[:units]) + (" done" if units < most else ""))
        money, vp = bonus.get(units, (0, 0))
        price = {"b": 2, "g": 7, "l": 9}
        assert due(state) == sum(price[p] for p in products[:units]) + money
        state, happened = money_run(state)
        assert of(VpGained, happened) == ([VpGained(0, vp, "sale")] if vp else [])
        assert seat(state).vp == vp


# ---------------------------------------------------------------- SEL-6, SEL-7: poor markets, the order of a sale


@pytest.mark.rule("SEL-6")
@pytest.mark.parametrize("text", [text for text in SOURCES if not text.startswith("@repeat")])
def test_a_market_without_money_buys_all_the_same(text: str) -> None:
    most, bonus, _ = SOURCES[text]
    state, happened = run(ready(text, **DRY), f"{text} >red " + " ".join(["-l"] * most))
    assert isinstance(state.stack[-1], EndTurnChoice)
    assert of(Collected, happened) == []
    assert seat(state).goods == [3, 3, 3 - most]
    assert seat(state).vp == bonus.get(most, (0, 0))[1]  # the VP of the bonus are no money
    assert state.assets[0] == 3
    assert seat(state).fresh == ()


@pytest.mark.rule("SEL-6", "CRD-14")
def test_a_repeated_sale_may_collect_the_very_dollar_paid_for_it() -> None:
    text = "@repeat repeat:sell $1.drill ok"
    state = play(ready(text, **DRY), f"{text} >red -l")
    assert legal(state) == ["?1"]
    state = play(state, "?1 ok")
    assert part(state)["fresh"] == ["1.drill"]


@pytest.mark.rule("SEL-6", "SEL-7")
@pytest.mark.parametrize(("cards", "received"), [(["3.drill"], 3), (["3.drill", "3.sell"], 6)])
def test_a_poor_market_pays_what_it_can(cards: list[str], received: int) -> None:
    state = ready("!5.sell", fees={"red": "n1"}, market={"1": [], "3": cards, "5": []}, discards=NO_MARKET)
    state, happened = sale(state, "!5.sell >red -l -g done")
    assert [(event.due, event.total) for event in of(Collected, happened)] == [(16, received)]
    assert (seat(state).vp, state.assets[0]) == (1, 3)


@pytest.mark.rule("SEL-7")
@pytest.mark.parametrize("mark", [3, 9])
def test_the_order_of_a_sale(mark: int) -> None:
    """Units, money, bonus, indicator, fees, closing; here a mark also stands on the last space."""
    state = ready(
        "!3.sell", mark_only(mark), assets=[9, mark - 1, 2], fees={"orange": "s1"}, future_fees={"orange": ["n1"]}
    )
    state, first = run(state, "!3.sell >orange -b -l")
    assert kinds(first) == ["PromptPlayed", "Sold"]
    assert seat(state).goods == [2, 3, 2]  # gone before the money is chosen
    assert (seat(state).vp, state.assets[1], due(state)) == (0, mark - 1, 10)
    assert fees_of(state)[1] == "s1"
    state, then = money_run(state)
    closing = ["CorporationClosed", "EndTriggered"] if mark == 9 else []
    assert kinds(then) == ["Collected", "VpGained", "AssetRaised", "FeesChanged", *closing]
    assert fees_of(state)[1] == "n1"


@pytest.mark.rule("SEL-7")
def test_units_are_chosen_before_anything_moves() -> None:
    state = play(ready("!5.sell"), "!5.sell >red -b -l")
    assert isinstance(state.stack[-1], SellUnitsChoice)
    assert (seat(state).goods, state.assets[0], seat(state).fresh) == ([3, 3, 3], 2, ())
    assert names(state.tables.types, seat(state).table) == ["5.sell"]
    assert part(state)["hand"] == []
