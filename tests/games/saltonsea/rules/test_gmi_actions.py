"""GMI-7 to GMI-17, GMI-19, GMI-25 to GMI-27: what GMI does, how it chooses, and what it says about it."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saltonsea_desktop.games.saltonsea.components.tables import (
    GEOTHERMAL,
    LITHIUM,
    POINTS,
    PRODUCTS,
    VALUES,
    Tables,
    default_tables,
)
from saltonsea_desktop.games.saltonsea.events import (
    AssetRaised,
    BenefitLost,
    BlindDrawn,
    BrineExtracted,
    ClaimDeckEmpty,
    ClaimExhausted,
    ClaimRevealed,
    ClaimTaken,
    Collected,
    ContractExecuted,
    CorporationClosed,
    Developed,
    DrillFrozen,
    FeesChanged,
    LayerDrilled,
    Paid,
    PlantDamaged,
    Repaired,
    ResearchTaken,
    ShareGained,
    ShareLost,
    Sold,
    StackEmpty,
    TileTaken,
    TileUsed,
    VpGained,
)
from saltonsea_desktop.games.saltonsea.scoring import breakdown
from saltonsea_desktop.games.saltonsea.state import State
from tests.games.saltonsea.rules.gmi_kit import acted, decided, only, pack, refused, solo, turn
from tests.games.saltonsea.rules.kit import index, kinds, names, of, part, play, seat
from tests.games.saltonsea.rules.test_crd import hand_of, markets

CORPORATIONS = ("red", "orange", "blue")
ORDERS = (
    "red orange blue",
    "red blue orange",
    "orange red blue",
    "orange blue red",
    "blue red orange",
    "blue orange red",
)
NO_MARKET: dict[str, list[str]] = {"1": [], "3": [], "5": []}
NO_MONEY: dict[str, Any] = {"market": NO_MARKET, "discards": NO_MARKET}
EVERY_ASSET = range(len(default_tables().asset_price))
BOARD = ["s05", "d13", "d12", "s04"]


def of_all(values: tuple[int, ...]) -> dict[str, int]:
    return dict(zip(CORPORATIONS, values, strict=True))


# ---------------------------------------------------------------- GMI-7: licence


@pytest.mark.rule("GMI-7")
@pytest.mark.parametrize("board", [BOARD, ["s05", "d13", "d12", ""], ["s05", "d13", "", ""], ["s05", "", "", ""],
                                   ["", "", "", "s05"], ["", "d13", "", ""]])  # fmt: skip
@pytest.mark.parametrize("deck", [["s01"], []])
def test_the_lowest_claim_free(board: list[str], deck: list[str]) -> None:
    state = solo(
        "licence", claims=board, claim_deck=deck, claim_deck_exact=True, seat2={"hand": ["5.drill"], "well": ["s02"]}
    )
    place = max(i for i, name in enumerate(board) if name)
    claim = index(state, f"claim.{board[place]}")
    state, happened = turn(state)
    assert acted(happened) == "licence"
    assert decided(happened) == [("lowest_claim", (claim,))]
    assert of(ClaimTaken, happened) == [ClaimTaken(1, claim, 0)]
    assert of(Paid, happened) == []
    assert part(state, 2)["well"] == ["s02", board[place]]
    assert part(state, 2)["hand"] == ["5.drill"]
    # those above slide down, a new one comes, or the top stays empty
    slid = [deck[0] if deck else "", *board[:place], *board[place + 1 :]]
    assert names(state.tables.claims, state.claims) == slid
    assert len(of(ClaimRevealed, happened)) == len(deck)
    assert len(of(ClaimDeckEmpty, happened)) == 1 - len(deck)


@pytest.mark.rule("GMI-7", "GMI-25")
def test_no_licence_without_a_claim() -> None:
    """A deck that still has claims does not help, nor does money matter."""
    state = solo("licence", claims=["", "", "", ""], claim_deck=["s01"], seat2={"hand": ["5.drill"]})
    _, happened = turn(state)
    assert (acted(happened), refused(happened)) == ("", [("licence", "no_claim", ())])
    _, happened = turn(solo("licence", claims=BOARD, seat2={"hand": []}))
    assert acted(happened) == "licence"


# ---------------------------------------------------------------- GMI-8, GMI-25: drill and extract

WELL = ["s09", "d03", "s05", "d06"]


@pytest.mark.rule("GMI-8", "GMI-25")
@pytest.mark.parametrize("damage", range(len(default_tables().drill_vp)))
def test_it_drills_one_layer_as_usual(damage: int) -> None:
    """From every layer and with every damage: one layer, all its rocks; frozen or at the bottom not at all."""
    t = only("drill")
    rocks = [x for name in ("start", *WELL) for x in t.claims[t.by_id[f"claim.{name}"][1]].rocks]
    for layer in range(len(rocks) + 1):
        state = solo(t, seat2={"well": WELL, "layer": layer, "drill_damage": damage})
        state, happened = turn(state)
        c = seat(state, 2)
        if t.drill_frozen[damage]:
            assert refused(happened) == [("drill", "frozen", ())]
        elif layer == len(rocks):
            assert refused(happened) == [("drill", "no_layer", ())]
        else:
            assert acted(happened) == "drill"
            after = min(damage + rocks[layer], len(t.drill_vp) - 1)
            assert of(LayerDrilled, happened) == [LayerDrilled(1, layer + 1, rocks[layer], 0, after)]
            assert (c.layer, c.drill_damage) == (layer + 1, after)
            assert len(of(DrillFrozen, happened)) == t.drill_frozen[after]
            assert decided(happened) == []
            continue
        assert (c.layer, c.drill_damage, acted(happened)) == (layer, damage, "")


@cache
def extracting(limit: int) -> Tables:
    return pack("extract", lambda data: data["gmi"]["limits"].update(extract=limit))


@pytest.mark.rule("GMI-8", "GMI-25")
@pytest.mark.parametrize("limit", [3, 1, 5])
def test_it_extracts_all_that_is_in_reach_and_fits_up_to_three(limit: int) -> None:
    """The limit is printed in the pack; the rules have three."""
    t = extracting(limit)
    assert default_tables().gmi_extract == 3
    brine = [x for name in ("start", "d03", "d10") for x in t.claims[t.by_id[f"claim.{name}"][1]].brine]
    for layer, taken, held in product(range(len(brine) + 1), range(4), range(5)):
        reach = sum(brine[:layer]) - taken
        if reach < 0:
            continue
        mine = {"development": 5, "well": ["d03", "d10"], "layer": layer, "extracted": taken, "goods": {"brine": held}}
        state, happened = turn(solo(t, seat2=mine))
        room = t.capacity[3] - held
        number = min(limit, reach, room)
        assert len(of(BrineExtracted, happened)) == number
        assert seat(state, 2).goods[0] == held + number
        assert acted(happened) == ("extract" if number else "")
        if reach == 0:
            assert refused(happened) == [("extract", "no_brine_reach", ())]


@pytest.mark.rule("GMI-8", "GMI-25")
def test_a_full_warehouse_hinders_extracting_and_a_reward_makes_room() -> None:
    """The starting claim's step opens a warehouse: room for one more in the same action."""
    capacity = default_tables().capacity
    full = {"well": ["s02"], "layer": 2, "goods": {"brine": capacity[0]}}
    _, happened = turn(solo("extract", seat2=full))
    assert refused(happened) == [("extract", "no_room", (0, capacity[0]))]
    state, happened = turn(solo("extract", seat2={**full, "goods": {"brine": capacity[0] - 1}}))
    assert len(of(ClaimExhausted, happened)) == 1
    assert seat(state, 2).goods[0] == capacity[1]
    assert len(of(BrineExtracted, happened)) == 2


# ---------------------------------------------------------------- GMI-9: process


@cache
def processing(damage: int) -> Tables:
    return pack("process", lambda data: data["gmi"]["limits"].update(process_short_damage=damage))


@pytest.mark.rule("GMI-9", "GMI-25")
@pytest.mark.parametrize("points", [2, 0, 3])
def test_process_from_every_warehouse_and_plant(points: int) -> None:
    """Against a table of the rule, for all goods up to the capacity and all places of the plant's marker."""
    t = processing(points)
    assert default_tables().gmi_short_damage == 2
    capacity, last = t.capacity[0], len(t.plant_vp) - 1
    base = solo(t, seat2={"hand": []})
    for brine, geothermal, lithium, damage in product(range(4), range(2, 4), range(2, 4), range(last + 1)):
        state = base.copy()
        c = seat(state, 2)
        c.goods[:] = [brine, geothermal, lithium]
        c.plant_damage = damage
        state, happened = turn(state)
        c = seat(state, 2)
        expected: tuple[str, tuple[int, ...]]
        if brine == 0:
            expected = ("no_brine", ())
        elif t.plant_stopped[damage]:
            expected = ("stopped", ())
        elif lithium == capacity:
            expected = ("no_room", (LITHIUM, capacity))
        elif geothermal == capacity:
            expected = ("no_room", (GEOTHERMAL, capacity))
        elif brine == 1 and damage + points > last:
            expected = ("no_damage_room", (points,))
        else:
            assert acted(happened) == "process"
            spent, hurt = (2, 0) if brine >= 2 else (1, points)
            assert c.goods == [brine - spent, geothermal + 1, lithium + 1]
            assert c.plant_damage == damage + hurt
            assert sum(event.points for event in of(PlantDamaged, happened)) == hurt
            continue
        assert refused(happened) == [("process", *expected)]
        assert (c.goods, c.plant_damage, acted(happened)) == ([brine, geothermal, lithium], damage, "")


@pytest.mark.rule("GMI-9")
def test_process_is_free_and_never_optimised() -> None:
    state, happened = turn(solo("process", seat2={"goods": {"brine": 3}, "hand": []}))
    assert kinds(happened).count("Produced") == 1
    assert of(Paid, happened) == []
    assert seat(state, 2).goods == [1, 1, 1]
    assert seat(state, 2).plant_damage == 0


# ---------------------------------------------------------------- GMI-10: repair


@pytest.mark.rule("GMI-10", "GMI-25")
def test_one_point_on_each_damaged_track_free() -> None:
    t = default_tables()
    base = solo("repair", seat2={"hand": []})
    for drill, plant in product(range(len(t.drill_vp)), range(len(t.plant_vp))):
        state = base.copy()
        seat(state, 2).drill_damage, seat(state, 2).plant_damage = drill, plant
        state, happened = turn(state)
        c = seat(state, 2)
        assert (c.drill_damage, c.plant_damage) == (max(0, drill - 1), max(0, plant - 1))
        if drill or plant:
            assert of(Repaired, happened) == [Repaired(1, int(drill > 0), int(plant > 0))]
            assert acted(happened) == "repair"
        else:
            assert refused(happened) == [("repair", "undamaged", ())]
        assert of(Paid, happened) == []


# ---------------------------------------------------------------- GMI-11, GMI-26: sell


def selling(fees: dict[str, str], assets: tuple[int, ...], goods: dict[str, int], order: str = ORDERS[0]) -> State:
    return solo(
        only("sell", order), fees=fees, assets=of_all(assets), seat2={"goods": {"brine": 0, **goods}, "hand": []}
    )


def fee_of(state: State, corporation: int, what: int) -> int:
    return state.tables.fees[state.fees[corporation]][what]


@pytest.mark.rule("GMI-11", "GMI-21")
@pytest.mark.parametrize(
    ("goods", "sold", "reason"),
    [
        ({"lithium": 2, "geothermal": 1}, LITHIUM, ("most_product", (LITHIUM, 2, 1))),
        ({"lithium": 1, "geothermal": 2}, GEOTHERMAL, ("most_product", (GEOTHERMAL, 2, 1))),
        ({"lithium": 1}, LITHIUM, ("most_product", (LITHIUM, 1, 0))),
        ({"geothermal": 1, "brine": 3}, GEOTHERMAL, ("most_product", (GEOTHERMAL, 1, 0))),
        ({"lithium": 2, "geothermal": 2, "brine": 3}, LITHIUM, ("tie_product", (LITHIUM, 2))),
        ({"lithium": 3, "geothermal": 3}, LITHIUM, ("tie_product", (LITHIUM, 3))),
    ],
)
def test_which_product_is_sold(goods: dict[str, int], sold: int, reason: tuple[str, tuple[int, ...]]) -> None:
    """The one it has more of, though the other pays better or brine lies there; one unit."""
    state = selling({"red": "n1", "orange": "s1", "blue": "s3"}, (2, 2, 2), goods)
    before = seat(state, 2).goods[:]
    state, happened = turn(state)
    assert decided(happened)[0] == reason
    (sale,) = of(Sold, happened)
    assert sale.units == tuple(int(i == sold) for i in range(3))
    assert seat(state, 2).goods == [n - (i == sold) for i, n in enumerate(before)]


# Three fee tiles with the same price of lithium, and one that pays less: see the pack
TEN = ["n4", "n7", "n9"]


@pytest.mark.rule("GMI-11", "GMI-21")
@pytest.mark.parametrize("best", CORPORATIONS)
def test_the_best_payer_whatever_its_indicator_and_order(best: str) -> None:
    fees = {**dict.fromkeys(CORPORATIONS, ""), best: "n4"}
    fees |= dict(zip((c for c in CORPORATIONS if c != best), ("n1", "n3"), strict=True))
    for order in (f"{best} ", ""):
        rest = [c for c in CORPORATIONS if c not in order]
        state = selling(
            fees, tuple(6 if c == best else 0 for c in CORPORATIONS), {"lithium": 1}, order + " ".join(rest)
        )
        state, happened = turn(state)
        place = CORPORATIONS.index(best)
        assert decided(happened)[1] == ("best_fee", (place, 10))
        assert state.assets == tuple(7 if c == best else 0 for c in CORPORATIONS)


@pytest.mark.rule("GMI-11", "GMI-21")
@pytest.mark.parametrize("least", CORPORATIONS)
@pytest.mark.parametrize("order", ORDERS)
def test_equal_prices_the_less_advanced_indicator(least: str, order: str) -> None:
    """Before the fixed order."""
    fees = dict(zip(CORPORATIONS, TEN, strict=True))
    state = selling(fees, tuple(2 if c == least else 3 for c in CORPORATIONS), {"lithium": 1}, order)
    _, happened = turn(state)
    place = CORPORATIONS.index(least)
    assert decided(happened)[1] == ("tie_fee_asset", (place, 10, 2))
    assert [event.corporation for event in of(Sold, happened)] == [place]


@pytest.mark.rule("GMI-11", "GMI-21")
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("ahead", ["", "red", "orange", "blue"])
def test_equal_prices_and_indicators_the_fixed_order(order: str, ahead: str) -> None:
    """Among two or three; one that is further up is out."""
    fees = dict(zip(CORPORATIONS, TEN, strict=True))
    state = selling(fees, tuple(5 if c == ahead else 2 for c in CORPORATIONS), {"lithium": 1}, order)
    _, happened = turn(state)
    first = next(c for c in order.split() if c != ahead)
    assert decided(happened)[1] == ("tie_fee_order", (CORPORATIONS.index(first), 10, 2))
    assert [CORPORATIONS[event.corporation] for event in of(Sold, happened)] == [first]


@pytest.mark.rule("GMI-11", "GMI-26")
@settings(max_examples=50)
@given(
    st.permutations(["s1", "s2", "s3", "n1", "n2", "n3", "n4", "n5", "n6", "n7", "n8", "n9"]),
    st.tuples(*[st.integers(0, 9)] * 3),
    st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3)),
    st.sampled_from(ORDERS),
)
def test_a_sale_is_that_of_the_oracle(
    fees: list[str], assets: tuple[int, ...], goods: tuple[int, ...], order: str
) -> None:
    """Product and buyer by sorting; nothing to sell, or nobody to sell to."""
    state = selling(dict(zip(CORPORATIONS, fees, strict=False)), assets, dict(zip(PRODUCTS, goods, strict=True)), order)
    t = state.tables
    open_ones = [i for i in range(3) if not t.asset_closes[assets[i]]]
    after, happened = turn(state)
    if not open_ones or not (goods[1] or goods[2]):
        assert acted(happened) == ""
        assert refused(happened)[0][1] in ({"all_closed"} if not open_ones else {"nothing_to_sell"})
        assert (after.assets, seat(after, 2).goods) == (state.assets, list(goods))
        return
    what = max((LITHIUM, GEOTHERMAL), key=lambda p: (goods[p], p))
    buyer = min(open_ones, key=lambda i: (-fee_of(state, i, what), assets[i], order.split().index(CORPORATIONS[i])))
    (sale,) = of(Sold, happened)
    assert (sale.corporation, sale.units[what], sum(sale.units)) == (buyer, 1, 1)
    assert sale.money == fee_of(state, buyer, what)
    assert after.assets == tuple(a + (i == buyer) for i, a in enumerate(assets))
    assert len(of(AssetRaised, happened)) == 1


@pytest.mark.rule("GMI-11")
def test_the_indicator_changes_fees_and_closes_as_usual() -> None:
    """At the old fees."""
    state = selling({"red": "n4", "orange": "n1", "blue": "n3"}, (3, 9, 9), {"lithium": 1})
    price = fee_of(state, 0, LITHIUM)
    state, happened = turn(state)
    assert len(of(FeesChanged, happened)) == 1
    assert of(Sold, happened)[0].money == price
    assert (
        kinds(happened).index("Collected") < kinds(happened).index("AssetRaised") < kinds(happened).index("FeesChanged")
    )
    state, happened = turn(selling({"red": "n4"}, (8, 9, 0), {"lithium": 1}))
    assert of(CorporationClosed, happened) == [CorporationClosed(0)]
    assert "EndTriggered" in kinds(happened)
    assert state.closed(0)


@pytest.mark.rule("GMI-11")
def test_no_bonus_and_no_money_in_advance() -> None:
    """One unit, the fee of one unit, no VP; what was collected is beside the board."""
    state = selling({"red": "n1", "orange": "s1", "blue": "s2"}, (2, 2, 2), {"lithium": 3})
    state, _ = turn(state)
    assert seat(state, 2).goods == [0, 0, 2]
    assert seat(state, 2).vp == 0
    assert sum(state.tables.type_value[card] for card in seat(state, 2).fresh) == 9


@pytest.mark.rule("GMI-26")
def test_it_sells_even_if_the_market_pays_nothing() -> None:
    state = solo("sell", **NO_MONEY, fees={"red": "n4"}, seat2={"goods": {"lithium": 1}, "hand": []})
    state, happened = turn(state)
    assert acted(happened) == "sell"
    assert of(Collected, happened) == []
    assert of(BenefitLost, happened) == [BenefitLost(1, "money")]
    assert (seat(state, 2).goods[2], seat(state, 2).fresh, sum(state.assets)) == (0, (), 7)


@pytest.mark.rule("GMI-26")
@pytest.mark.parametrize(
    ("goods", "assets", "refusal"),
    [
        ({"brine": 3}, (2, 2, 2), ("nothing_to_sell", ())),
        ({}, (2, 2, 2), ("nothing_to_sell", ())),
        ({"lithium": 1}, (9, 9, 9), ("all_closed", ())),
        ({"lithium": 1}, (9, 9, 8), None),
        ({"geothermal": 1}, (9, 2, 9), None),
    ],
)
def test_what_it_needs_to_sell(goods: dict[str, int], assets: tuple[int, ...], refusal: tuple[str, Any] | None) -> None:
    _, happened = turn(selling({}, assets, goods))
    assert refused(happened) == ([("sell", *refusal)] if refusal else [])
    assert acted(happened) == ("" if refusal else "sell")


# ---------------------------------------------------------------- GMI-12: collecting


@cache
def paying(due: int) -> Tables:
    """A pack in which the fee tile n1 pays so much for lithium."""

    def change(data: dict[str, dict[str, Any]]) -> None:
        for fee in data["fees"]["fee"]:
            fee["lithium"] = due if fee["id"] == "fee.n1" else 0

    return pack("sell", change)


@pytest.mark.rule("GMI-12")
@settings(max_examples=50)
@given(markets(), st.integers(1, 14))
def test_the_mix_is_that_of_the_oracle(market: tuple[dict[str, Any], dict[str, Any]], due: int) -> None:
    """All numbers of cards per value tried: the largest sum, most fives, most threes; then the places."""
    state = solo(paying(due), market=market[0], discards=market[1], fees={"red": "n1"}, seat2={
        "goods": {"lithium": 1}, "hand": []}, seat1={"hand": []})  # fmt: skip
    faces = [[i for i, card in enumerate(row) if card >= 0] for row in state.rows]
    supply = [len(places) + len(pile) for places, pile in zip(faces, state.discards, strict=True)]
    totals = [
        (sum(n * value for n, value in zip(numbers, VALUES, strict=True)), numbers[2], numbers[1], numbers)
        for numbers in product(*(range(n + 1) for n in supply))
    ]
    total, _, _, best = max(entry for entry in totals if entry[0] <= due)
    after, happened = turn(state)
    c = seat(after, 2)
    if not total:
        assert (c.fresh, of(Collected, happened)) == ((), [])
        return
    (told,) = of(Collected, happened)
    assert (told.due, told.total) == (due, total)
    for row, number in enumerate(best):
        taken = faces[row][::-1][:number]  # face-up ones first, from the right
        assert after.rows[row] == tuple(-1 if i in taken else card for i, card in enumerate(state.rows[row]))
        assert told.blinds[row] == number - len(taken)
        assert len(after.discards[row]) == len(state.discards[row]) - told.blinds[row]
    assert sum(after.tables.type_value[card] for card in c.fresh) == total
    assert c.hand == seat(state, 2).hand  # beside its board
    assert len(of(BlindDrawn, happened)) == (sum(told.blinds) > 0)


@pytest.mark.rule("GMI-12")
def test_blind_cards_are_drawn_at_random() -> None:
    state = solo(paying(3), fees={"red": "n1"}, market={"1": [], "3": [], "5": []},
                 discards={"1": [], "3": ["3.drill", "3.sell", "3.repair"], "5": []},
                 seat2={"goods": {"lithium": 1}, "hand": []})  # fmt: skip
    drawn = set()
    for number in range(40):
        state.rng = number * 6151
        after, _ = turn(state)
        drawn |= set(names(after.tables.types, seat(after, 2).fresh))
    assert drawn == {"3.drill", "3.sell", "3.repair"}


@pytest.mark.rule("GMI-12")
def test_the_most_fives_before_a_face_up_card() -> None:
    """A blind $5 card is taken before five face-up dollars: priority goes by value, then by kind of card."""
    ones = ["1.drill", "1.drill", "1.shares", "1.repair"]
    state = solo(paying(5), fees={"red": "n1"}, market={"5": [], "3": ["", "", "3.drill", "3.sell"], "1": ones},
                 discards={"5": ["5.drill"]}, seat2={"goods": {"lithium": 1}, "hand": []})  # fmt: skip
    state, happened = turn(state)
    assert of(Collected, happened)[0].blinds == (0, 0, 1)
    assert part(state, 2)["fresh"] == ["5.drill"]


@pytest.mark.rule("GMI-12", "GMI-14")
def test_collected_money_stays_beside_the_board_and_pays_later() -> None:
    state = solo(
        "sell",
        gmi_row=["s1", "s4", "s2", "s3"],
        fees={"red": "n1"},
        market={"3": ["3.drill"] * 3 + [""]},
        seat1={"hr": 1},
        seat2={"goods": {"lithium": 1}, "hand": []},
    )
    state, _ = turn(state)
    assert seat(state, 2).fresh
    money = sum(state.tables.type_value[card] for card in seat(state, 2).fresh)
    state = play(state, "@financing end")
    state, happened = turn(state)  # s4: develop first
    assert acted(happened) == "develop"
    c = seat(state, 2)
    left = c.cash + sum(state.tables.type_value[card] for card in c.fresh)
    assert left == money - sum(of(Paid, happened)[0].values)


# ---------------------------------------------------------------- GMI-13, GMI-19: execute

ALL_GOODS = {"development": 5, "goods": {"brine": 3, "geothermal": 3, "lithium": 3}, "hand": []}


@pytest.mark.rule("GMI-13", "GMI-21")
@pytest.mark.parametrize(
    ("row", "order", "chosen", "code"),
    [
        (["r01", "r03", "r04", "r09"], ORDERS[0], "r04", "best_contract"),
        (["r04", "r03", "r01", "r09"], ORDERS[4], "r04", "best_contract"),
        (["r03", "r05", "r07", "r01"], ORDERS[0], "r07", "tie_contract_order"),
        (["r03", "r05", "r07", "r01"], ORDERS[2], "r03", "tie_contract_order"),
        (["r03", "r05", "r07", "r01"], ORDERS[4], "r05", "tie_contract_order"),
        (["r07", "r03", "r10", "r05"], ORDERS[0], "r10", "tie_contract_right"),
        (["r10", "r03", "r07", "r05"], ORDERS[0], "r07", "tie_contract_right"),
        (["r07", "r10", "", ""], ORDERS[3], "r10", "tie_contract_right"),
        (["r07", "r03", "r10", "r05"], ORDERS[5], "r05", "tie_contract_order"),
        (["r05", "", "r08", "r03"], ORDERS[4], "r08", "tie_contract_right"),
    ],
)
def test_the_contract_with_most_vp_then_the_order_then_the_rightmost(
    row: list[str], order: str, chosen: str, code: str
) -> None:
    state = solo(only("execute", order), contract_row=row, seat2=ALL_GOODS)
    card = index(state, f"contract.{chosen}")
    state, happened = turn(state)
    assert decided(happened)[0] == (code, (card, state.tables.contracts[card].vp))
    assert of(ContractExecuted, happened) == [ContractExecuted(1, card, state.tables.contracts[card].needs)]
    assert part(state, 2)["kept_contracts"] == [chosen]
    assert names(state.tables.contracts, state.contract_row) == ["" if name == chosen else name for name in row]


CONTRACTS = [contract.name for contract in default_tables().contracts]


@pytest.mark.rule("GMI-13", "GMI-21")
@settings(max_examples=50)
@given(
    st.lists(st.sampled_from(CONTRACTS), min_size=4, max_size=4, unique=True),
    st.sets(st.integers(0, 3)),
    st.tuples(*[st.integers(0, 4)] * 3),
    st.sampled_from(ORDERS),
)
def test_the_contract_is_that_of_the_oracle(row: list[str], gaps: set[int], goods: tuple[int, ...], order: str) -> None:
    row = ["" if i in gaps else name for i, name in enumerate(row)]
    mine = {**ALL_GOODS, "goods": dict(zip(PRODUCTS, goods, strict=True))}
    state = solo(only("execute", order), contract_row=row, seat2=mine)
    t = state.tables
    rank = [order.split().index(name) for name in CORPORATIONS]
    can = [
        (t.contracts[card].vp, -rank[t.contracts[card].corporation], place, card)
        for place, card in enumerate(state.contract_row)
        if card >= 0 and all(have >= n for have, n in zip(goods, t.contracts[card].needs, strict=True))
    ]
    after, happened = turn(state)
    if not can:
        code = "missing_products" if any(row) else "no_contract"
        assert refused(happened) == [("execute", code, ())]
        assert after.contract_row == state.contract_row
        return
    vp, place_in_order, _, card = max(can)
    level = [entry for entry in can if entry[0] == vp]
    same = [entry for entry in level if entry[1] == place_in_order]
    code = "best_contract" if len(level) == 1 else "tie_contract_order" if len(same) == 1 else "tie_contract_right"
    assert decided(happened)[0] == (code, (card, vp))
    contract = t.contracts[card]
    c = seat(after, 2)
    assert c.kept_contracts == (card,)
    assert c.goods == [have - n for have, n in zip(goods, contract.needs, strict=True)]
    assert c.vp >= contract.vp
    assert c.shares[contract.corporation] == contract.shares
    assert len(c.well) == 1 + contract.claim
    assert c.development == 5 + contract.develop
    assert c.contracts == (-1, -1)  # never on its board (GMI-18)


def generous(data: dict[str, dict[str, Any]]) -> None:
    """A contract with every benefit."""
    contract = next(c for c in data["contracts"]["contract"] if c["id"] == "contract.r09")
    contract["gives"] = {"money": 5, "vp": 3, "shares": 2, "develop": 2, "claim": 2}


@cache
def rich_contract() -> Tables:
    return pack("execute", generous)


def with_contract(**overrides: Any) -> State:
    own = {"goods": {"geothermal": 1}, "hand": [], **overrides.pop("seat2", {})}
    overrides.setdefault("claims", BOARD)
    overrides.setdefault("claim_deck", ["s01", "s02"])
    return solo(rich_contract(), contract_row=["", "r09", "", ""], seat2=own, **overrides)


@pytest.mark.rule("GMI-13", "GMI-19")
def test_all_benefits_in_printed_order() -> None:
    state, happened = turn(with_contract(stacks={"orange": {"profit_bottom": []}}))
    benefits = ("Collected", "VpGained", "ShareGained", "Developed", "ClaimTaken")
    assert [name for name in kinds(happened) if name in ("ContractExecuted", *benefits)] == [
        "ContractExecuted", "Collected", "VpGained", "ShareGained", "ShareGained", "Developed", "Developed",
        "ClaimTaken", "ClaimTaken",
    ]  # fmt: skip
    c = seat(state, 2)
    assert c.shares == (0, 2, 0)
    assert part(state, 2)["well"] == ["s04", "d12"]  # the lowest, and then the lowest again
    assert len(state.gmi_row) == 5  # the second step added a card
    assert breakdown(state, 1).contracts == 0


LOST: list[tuple[dict[str, Any], str]] = [
    (NO_MONEY, "Collected"),
    ({"claims": ["", "", "", ""], "claim_deck": [], "claim_deck_exact": True}, "ClaimTaken"),
    ({"assets": {"orange": 2}, "seat2": {"shares": {"orange": 3}}}, "ShareGained"),
    ({"assets": {"orange": 9}, "seat2": {"shares": {"orange": 8}}}, "ShareGained"),
]


@pytest.mark.rule("GMI-19")
@pytest.mark.parametrize(("overrides", "lost"), LOST)
def test_a_benefit_that_cannot_be_received_is_lost_by_itself(overrides: dict[str, Any], lost: str) -> None:
    """The others come all the same, and the contract is executed."""
    overrides = {key: dict(value) if key == "seat2" else value for key, value in overrides.items()}
    state, happened = turn(with_contract(**overrides))
    told = set(kinds(happened))
    assert lost not in told
    expected = {"ContractExecuted", "Collected", "VpGained", "ShareGained", "Developed", "ClaimTaken"} - {lost}
    assert expected <= told
    assert part(state, 2)["kept_contracts"] == ["r09"]
    assert len(of(ShareLost, happened)) == (2 if lost == "ShareGained" else 0)
    told_lost = {"Collected": [BenefitLost(1, "money")], "ClaimTaken": [BenefitLost(1, "claim")] * 2}
    assert of(BenefitLost, happened) == told_lost.get(lost, [])


@pytest.mark.rule("GMI-19")
def test_one_of_two_shares_or_claims_may_be_lost() -> None:
    overrides: dict[str, Any] = {
        "assets": {"orange": 2},
        "claims": ["", "", "", "s04"],
        "claim_deck": [],
        "claim_deck_exact": True,
        "seat2": {"shares": {"orange": 2}},
    }
    state, happened = turn(with_contract(**overrides))
    assert (len(of(ShareGained, happened)), len(of(ShareLost, happened))) == (1, 1)
    assert part(state, 2)["well"] == ["s04"]


@pytest.mark.rule("GMI-19")
def test_the_rewards_of_a_claim_are_received() -> None:
    """VP and steps, in the middle of the action; the claim benefit refills the board like a licence."""
    state, happened = turn(solo("extract", seat2={"well": ["s12"], "layer": 2, "goods": {"brine": 0}}))
    card = state.tables.claims[index(state, "claim.s12")]
    assert seat(state, 2).vp == card.vp
    assert seat(state, 2).development == 1 + card.develop
    assert of(VpGained, happened) == [VpGained(1, card.vp, "claim")]
    state, happened = turn(with_contract(claim_deck=["s01", "s02"]))
    assert names(state.tables.claims, state.claims) == ["s02", "s01", "s05", "d13"]
    assert len(of(ClaimRevealed, happened)) == 2


@pytest.mark.rule("GMI-19", "GMI-21")
def test_a_claim_benefit_says_which_claim_and_why() -> None:
    """A decision like that of a licence: the lowest claim."""
    state = with_contract()
    _, happened = turn(state)
    claims = [index(state, "claim.s04"), index(state, "claim.d12")]
    assert [params for code, params in decided(happened) if code == "lowest_claim"] == [(claim,) for claim in claims]


# ---------------------------------------------------------------- GMI-14: develop


@pytest.mark.rule("GMI-14")
def test_every_purse_pays_the_smallest_sum_with_the_lowest_cards() -> None:
    """For up to five, three and two cards of each value, against trying every set of cards."""
    t = only("develop")
    assert t.gmi_develop_cost == 3
    for counts in product(range(6), range(4), range(3)):
        state, happened = turn(solo(t, seat2={"hand": hand_of(counts)}))
        held = sum(n * value for n, value in zip(counts, VALUES, strict=True))
        sets = [
            (sum(n * value for n, value in zip(numbers, VALUES, strict=True)), numbers[2], numbers[1], numbers)
            for numbers in product(*(range(n + 1) for n in counts))
        ]
        enough = [entry for entry in sets if entry[0] >= 3]
        if not enough:
            assert refused(happened) == [("develop", "cost", (3, held))]
            assert seat(state, 2).development == 0
            continue
        total, _, _, best = min(enough)
        (paid,) = of(Paid, happened)
        assert sorted(paid.values) == sorted(v for n, v in zip(best, VALUES, strict=True) for _ in range(n))
        c = seat(state, 2)
        assert (c.development, c.cash) == (1, held - total)
        assert [len(pile) for pile in state.discards] == list(best)  # to the piles of their values; no change
        assert of(Collected, happened) == []


@pytest.mark.rule("GMI-14")
@pytest.mark.parametrize(
    ("hand", "paid"),
    [
        (["1.drill"] * 3 + ["3.drill"], [1, 1, 1]),
        (["1.drill"] * 2 + ["3.drill"], [3]),
        (["1.drill"] * 2 + ["5.drill"], [5]),
        (["1.drill"] * 2 + ["3.drill", "5.drill"], [3]),
        (["5.drill", "5.sell"], [5]),
    ],
)
def test_the_examples_of_paying(hand: list[str], paid: list[int]) -> None:
    _, happened = turn(solo("develop", seat2={"hand": hand}))
    assert list(of(Paid, happened)[0].values) == paid


@cache
def developing(cost: int, steps: int) -> Tables:
    return pack("develop", lambda data: data["gmi"]["limits"].update(develop_cost=cost, develop_steps=steps))


@pytest.mark.rule("GMI-14")
@settings(max_examples=50)
@given(st.tuples(st.integers(0, 6), st.integers(0, 4), st.integers(0, 3)), st.integers(1, 16))
def test_other_prices_are_paid_in_the_same_way(counts: tuple[int, int, int], cost: int) -> None:
    """The smallest sum that suffices; no card of it is superfluous."""
    state, happened = turn(solo(developing(cost, 1), seat2={"hand": hand_of(counts)}))
    sums = [
        sum(n * v for n, v in zip(numbers, VALUES, strict=True))
        for numbers in product(*map(range, (n + 1 for n in counts)))
    ]
    enough = [total for total in sums if total >= cost]
    if not enough:
        assert refused(happened) == [("develop", "cost", (cost, max(sums)))]
        return
    (paid,) = of(Paid, happened)
    assert sum(paid.values) == min(enough)
    assert all(sum(paid.values) - value < cost for value in paid.values)
    assert seat(state, 2).development == 1


@pytest.mark.rule("GMI-14")
@pytest.mark.parametrize("development", range(8))
def test_one_step_and_two_vp_on_the_last_space(development: int) -> None:
    row = ["s1", "s2", "s3", "s4", "a1", "a2", "a3"][: 4 + development // 2]
    state = solo("develop", gmi_row=row, seat2={"development": development, "hand": ["3.drill"]})
    state, happened = turn(state)
    last = len(state.tables.development) - 1
    assert len(of(Paid, happened)) == 1
    assert seat(state, 2).development == min(last, development + 1)
    assert seat(state, 2).vp == (state.tables.overflow_vp if development == last else 0)
    assert len(of(Developed, happened)) == (development < last)


@pytest.mark.rule("GMI-14")
def test_steps_from_rewards_are_free() -> None:
    for state in (
        solo("extract", seat2={"layer": 1, "goods": {"brine": 0}, "hand": ["5.drill"]}),
        solo("shares", assets={"red": 9}, seat2={"shares": {"red": 3}, "hand": ["5.drill"]}),
        with_contract(seat2={"hand": ["5.drill"]}),
    ):
        after, happened = turn(state)
        assert seat(after, 2).development > 0
        assert of(Paid, happened) == []
        assert part(after, 2)["hand"] == ["5.drill"]


# ---------------------------------------------------------------- GMI-15, GMI-27: research


@pytest.mark.rule("GMI-15", "GMI-21")
@pytest.mark.parametrize(
    ("row", "chosen", "code"),
    [
        (["p10", "p01", "p02", "p03"], "p10", "best_research"),  # 3 VP, though it stands on the left
        (["p01", "p02", "i01", "p03"], "p02", "best_research"),
        (["p10", "p01", "p12", "p02"], "p12", "tie_research_right"),
        (["p12", "p01", "p10", "p02"], "p10", "tie_research_right"),
        (["p02", "p04", "", "p05"], "p05", "tie_research_right"),
        (["i01", "p03", "i10", "i14"], "p03", "best_research"),
    ],
)
def test_the_permanent_card_with_most_vp_then_the_rightmost(row: list[str], chosen: str, code: str) -> None:
    """Neither its price, its bonus nor an immediate card matters; it is free."""
    state = solo("research", research_row=row, seat2={"hand": []})
    card = index(state, f"research.{chosen}")
    record = state.tables.research[card]
    state, happened = turn(state)
    assert decided(happened) == [(code, (card, record.vp))]
    assert of(ResearchTaken, happened) == [ResearchTaken(1, card, 0)]
    assert of(Paid, happened) == []
    c = seat(state, 2)
    assert part(state, 2)["research"] == [chosen]
    assert names(state.tables.research, state.research_row) == ["" if name == chosen else name for name in row]
    assert c.shares == tuple(record.bonus_share * (i == record.corporation) for i in range(3))
    assert c.vp == record.bonus_vp  # GMI-27


RESEARCH = [card.name for card in default_tables().research if not (not card.permanent and card.action == 12)]


@pytest.mark.rule("GMI-15", "GMI-27", "GMI-21")
@settings(max_examples=50)
@given(
    st.lists(st.sampled_from(RESEARCH), min_size=4, max_size=4, unique=True),
    st.sets(st.integers(0, 3)),
    st.integers(0, 3),
    st.tuples(*[st.integers(0, 9)] * 3),
    st.tuples(*[st.integers(0, 8)] * 3),
)
def test_research_is_that_of_the_oracle(
    row: list[str], gaps: set[int], filled: int, assets: tuple[int, ...], shares: tuple[int, ...]
) -> None:
    row = ["" if i in gaps else name for i, name in enumerate(row)]
    held = [name for name in ("p13", "p08", "p11") if name not in row][:filled]
    t = only("research")
    tokens = tuple(min(have, t.share_limit[a]) for have, a in zip(shares, assets, strict=True))
    state = solo(t, research_row=row, assets=of_all(assets), seat2={
        "development": 3, "research": held, "shares": of_all(tokens), "hand": []})  # fmt: skip
    after, happened = turn(state)
    c = seat(after, 2)
    permanent = [(t.research[card].vp, place, card) for place, card in enumerate(state.research_row)
                 if card >= 0 and t.research[card].permanent]  # fmt: skip
    if len(held) == t.slots[seat(state, 2).warehouses]:
        assert refused(happened) == [("research", "no_slot", ())]
    elif not permanent:
        assert refused(happened) == [("research", "no_permanent_research", ())]
    else:
        vp, _, card = max(permanent)
        level = sum(entry[0] == vp for entry in permanent)
        assert decided(happened)[0] == ("best_research" if level == 1 else "tie_research_right", (card, vp))
        record = t.research[card]
        assert part(after, 2)["research"] == [*held, record.name]
        assert c.mods == seat(state, 2).mods  # the effects do nothing
        for i in range(3):
            wanted = record.bonus_share * (i == record.corporation)
            got = wanted and tokens[i] < t.share_limit[assets[i]]
            assert c.shares[i] == tokens[i] + got
        assert len(of(ShareLost, happened)) == (sum(c.shares) - sum(tokens) < record.bonus_share)
        return
    assert (c.research, c.shares) == (seat(state, 2).research, tokens)


@pytest.mark.rule("GMI-15")
@pytest.mark.parametrize(
    ("action", "cards", "own"),
    [
        ("drill", ["p11", "p13"], {"well": ["s09", "s03"], "layer": 1}),
        ("extract", ["p01"], {"well": ["d03", "d10"], "layer": 3, "goods": {"brine": 0}}),
        ("process", ["p06", "p07", "p09"], {"goods": {"brine": 3}}),
        ("repair", ["p10"], {"drill_damage": 3, "plant_damage": 3}),
        ("execute", ["p04", "p05", "p08"], {"goods": {"brine": 2, "geothermal": 1}}),
        ("shares", ["p02", "p12"], {}),
        ("licence", ["p03"], {}),
    ],
)
def test_the_effects_do_nothing_for_gmi(action: str, cards: list[str], own: dict[str, Any]) -> None:
    """Each action with and without the cards that would change it."""
    base = {"development": 5, "hand": ["3.drill"], **own}
    table: dict[str, Any] = {"contract_row": ["", "r08", "", ""], "claims": ["s01", "d13", "d12", "s04"]}
    plain, first = turn(solo(action, **table, seat2=base))
    better, second = turn(solo(action, **table, seat2={**base, "research": cards}))
    assert acted(first) == acted(second) == action
    a, b = part(plain, 2), part(better, 2)
    assert {k: v for k, v in a.items() if k != "research"} == {k: v for k, v in b.items() if k != "research"}


@pytest.mark.rule("GMI-15", "GMI-25")
def test_a_contract_one_brine_short_is_not_executed_with_the_brine_card() -> None:
    own = {"development": 5, "research": ["p08"], "goods": {"brine": 1}}
    _, happened = turn(solo("execute", contract_row=["", "r01", "", ""], seat2=own))
    assert refused(happened) == [("execute", "missing_products", ())]


@pytest.mark.rule("GMI-15")
def test_its_cards_are_scored_by_position() -> None:
    state = solo("research", research_row=["p10", "", "", ""], seat2={"development": 1, "research": ["p02"]})
    before = breakdown(state, 1).research
    state, _ = turn(state)
    assert breakdown(state, 1).research == before + 2 * state.tables.research[index(state, "research.p10")].vp


# ---------------------------------------------------------------- GMI-16: shares


@pytest.mark.rule("GMI-16", "GMI-21", "GMI-25")
@settings(max_examples=50)
@given(st.tuples(*[st.integers(0, 9)] * 3), st.tuples(*[st.integers(0, 8)] * 3), st.sampled_from(ORDERS))
def test_the_share_is_that_of_the_oracle(assets: tuple[int, ...], shares: tuple[int, ...], order: str) -> None:
    """The most VP now, then the fixed order, among the open ones."""
    t = only("shares", order)
    tokens = tuple(min(have, t.share_limit[a]) for have, a in zip(shares, assets, strict=True))
    state = solo(t, assets=of_all(assets), seat2={"shares": of_all(tokens), "hand": []})
    after, happened = turn(state)
    c = seat(after, 2)
    open_ones = [
        i for i in range(3)
        if tokens[i] + 1 < len(t.share_section) and t.share_section[tokens[i] + 1] <= t.asset_section[assets[i]]
    ]  # fmt: skip
    if not open_ones:
        assert refused(happened) == [("shares", "no_share", ())]
        assert c.shares == tokens
        return
    chosen = min(open_ones, key=lambda i: (-t.asset_vp[assets[i]], order.split().index(CORPORATIONS[i])))
    level = sum(t.asset_vp[assets[i]] == t.asset_vp[assets[chosen]] for i in open_ones)
    code = "best_share" if level == 1 else "tie_share_order"
    assert decided(happened)[0] == (code, (chosen, t.asset_vp[assets[chosen]]))
    assert c.shares == tuple(n + (i == chosen) for i, n in enumerate(tokens))
    assert of(Paid, happened) == []
    assert len(of(ShareGained, happened)) == 1


@pytest.mark.rule("GMI-16", "GMI-21")
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("shut", ["", "red", "orange", "blue"])
def test_equal_values_the_fixed_order_among_the_open_ones(order: str, shut: str) -> None:
    state = solo(only("shares", order), assets=of_all((2, 2, 2)), seat2={"shares": {shut: 3} if shut else {}})
    _, happened = turn(state)
    first = next(c for c in order.split() if c != shut)
    assert decided(happened)[0] == ("tie_share_order", (CORPORATIONS.index(first), 1))


# ---------------------------------------------------------------- GMI-17: profit-sharing tiles


def tiles_with(effects: dict[str, dict[str, Any]], actions: str = "shares") -> Tables:
    def change(data: dict[str, dict[str, Any]]) -> None:
        for tile in data["profit"]["tile"]:
            if tile["id"] in effects:
                tile["effect"] = effects[tile["id"]]

    return pack(actions, change)


@cache
def many_points() -> Tables:
    points = {"tile.red.1": 2, "tile.red.2": 9, "tile.red.3": 9, "tile.red.6": 7}
    return tiles_with({name: {"action": "points", "vp": vp} for name, vp in points.items()})


@pytest.mark.rule("GMI-17")
@pytest.mark.parametrize(
    ("stack", "taken", "vp"),
    [
        (["red.6", "red.4"], "red.6", 7),
        (["red.4", "red.6"], "red.6", 7),  # not the top one
        (["red.1", "red.6"], "red.6", 7),
        (["red.6", "red.2"], "red.2", 9),
        (["red.8", "red.1"], "red.1", 2),  # two steps print no VP
        (["red.4", "red.5"], "red.4", 0),
        (["red.8", "red.5"], "red.8", 0),  # development tiles do not count
        (["red.5", "red.8"], "red.5", 0),
        ([], "", 0),
    ],
)
def test_the_tile_that_prints_the_most_vp_else_the_top_one(stack: list[str], taken: str, vp: int) -> None:
    own = {"shares": {"red": 1}, "drill_damage": 2, "well": ["s02"], "layer": 1, "hand": ["5.drill"]}
    state = solo(
        many_points(), assets={"red": 3, "orange": 0, "blue": 0}, stacks={"red": {"profit_bottom": stack}}, seat2=own
    )
    before = part(state, 2)
    state, happened = turn(state)
    after = part(state, 2)
    assert acted(happened) == "shares"
    if not stack:
        assert len(of(StackEmpty, happened)) == 1
    else:
        assert names(state.tables.tiles, [event.tile for event in of(TileTaken, happened)]) == [taken]
    assert seat(state, 2).vp == vp
    assert (after["used_tiles"], after["tiles"]) == (([taken], []) if vp else ([], [taken] if taken else []))
    assert names(state.tables.tiles, state.stacks[0][0]) == [x for x in stack if x != taken]
    # a tile without VP is never executed, now or later
    changed = {"shares", "used_tiles", "tiles", "vp"}
    assert {k: v for k, v in before.items() if k not in changed} == {k: v for k, v in after.items() if k not in changed}
    assert of(TileUsed, happened) == []


@pytest.mark.rule("GMI-17")
def test_two_tiles_in_one_turn_are_both_scored() -> None:
    """Without the limit of one a turn: a contract's two shares enter two spaces with tiles."""

    def change(data: dict[str, dict[str, Any]]) -> None:
        for space in data["market"]["share"]:
            if space["index"] == 1:
                space["reward"] = "profit_bottom"
        for tile in data["profit"]["tile"]:
            if tile["id"] == "tile.red.1":
                tile["effect"] = {"action": "points", "vp": 2}

    state = solo(pack("execute", change), contract_row=["", "l02", "", ""],
                 stacks={"red": {"profit_bottom": ["red.1", "red.6"]}}, seat2=ALL_GOODS)  # fmt: skip
    vp = state.tables.contracts[index(state, "contract.l02")].vp
    state, happened = turn(state)
    assert names(state.tables.tiles, [event.tile for event in of(TileTaken, happened)]) == ["red.6", "red.1"]
    assert seat(state, 2).vp == vp + 7 + 2


@pytest.mark.rule("GMI-17")
@pytest.mark.parametrize("position", [2, 5, 8])
def test_of_the_stack_of_the_space_it_enters(position: int) -> None:
    t = default_tables()
    stacks = {"red": {"profit_bottom": ["red.1", "red.2"], "profit_centre": ["red.3"], "profit_top": ["red.6"]}}
    state = solo(
        "shares", assets={"red": 9, "orange": 0, "blue": 0}, stacks=stacks, seat2={"shares": {"red": position - 1}}
    )
    state, happened = turn(state)
    (event,) = of(TileTaken, happened)
    assert t.tiles[event.tile].name == {2: "red.1", 5: "red.3", 8: "red.6"}[position]
    assert (t.effects[t.tiles[event.tile].effect].kind == POINTS) == (seat(state, 2).vp > 0)


@pytest.mark.rule("GMI-17")
@pytest.mark.parametrize("tile", ["red.6", "red.4"])
def test_tiles_count_for_the_objective(tile: str) -> None:
    """Used or not, the third corporation's tile completes it."""
    state = solo("shares", objectives=["s5", "l1", "l2", "l3", "l4"], assets={"red": 3, "orange": 0, "blue": 0},
                 stacks={"red": {"profit_bottom": [tile]}},
                 seat2={"shares": {"red": 1}, "tiles": ["blue.1"], "used_tiles": ["orange.6"]})  # fmt: skip
    state, _ = turn(state)
    assert part(state, 2)["objectives"] == ["s5"]


@pytest.mark.rule("GMI-17", "GMI-21")
@pytest.mark.parametrize(
    ("stack", "code", "taken", "vp"),
    [
        (["red.6", "red.4"], "best_tile", "red.6", 7),
        (["red.1", "red.6"], "best_tile", "red.6", 7),
        (["red.3", "red.2"], "tie_tile_top", "red.3", 9),
        (["red.2", "red.3"], "tie_tile_top", "red.2", 9),
        (["red.4", "red.5"], "top_tile", "red.4", 0),
    ],
)
def test_the_choice_of_a_tile_is_logged_with_its_reason(stack: list[str], code: str, taken: str, vp: int) -> None:
    """The most VP, the upper one of several with as many, or the top one as none prints VP."""
    state = solo(many_points(), assets={"red": 3, "orange": 0, "blue": 0}, stacks={"red": {"profit_bottom": stack}},
                 seat2={"shares": {"red": 1}})  # fmt: skip
    _, happened = turn(state)
    tile = index(state, f"tile.{taken}")
    assert decided(happened)[1:] == [(code, (tile, vp) if vp else (tile,))]
    assert [event.tile for event in of(TileTaken, happened)] == [tile]
    told = kinds(happened)
    assert told.index("ShareGained") < len(told) - 1 - told[::-1].index("GmiDecided") < told.index("TileTaken")
