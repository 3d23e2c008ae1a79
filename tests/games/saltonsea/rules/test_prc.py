"""PRC: process brine into products, optimise, convert."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saltonsea_desktop.games.saltonsea.choices import EndTurnChoice, OptimiseChoice, PaymentChoice, ProcessChoice
from saltonsea_desktop.games.saltonsea.components.tables import Tables
from saltonsea_desktop.games.saltonsea.events import Paid, PlantDamaged, Produced
from saltonsea_desktop.games.saltonsea.state import State
from tests.games.saltonsea.rules.kit import (
    branches,
    effect_of,
    game,
    illegal,
    legal,
    money_run,
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

NO_SHORT = ["l1", "l2", "l3", "l7", "l8"]  # objectives that no product completes
CASH = ["5.drill", "5.extract", "5.licence", "5.repair", "1.drill", "1.extract", "1.licence", "1.repair"]
# text -> (id of the effect, what the company needs for it)
SOURCES: dict[str, tuple[str, dict[str, Any]]] = {
    "@process": ("space.process", {}),
    "!3.process": ("act.3.process", {"hand": [*CASH, "3.process"]}),
    "!5.process": ("act.5.process", {"hand": [*CASH, "5.process"]}),
    "*i04 copy:act.5.process": ("act.5.process", {"research": ["i04"]}),
    "@repeat repeat:process $1.repair ok": ("space.process", {"spaces": ["process"]}),
}
CONVERSIONS = {"i05": ("l", 2), "i06": ("l", 2), "i07": ("g", 1)}  # product and damage as the rulebook states them


def ready(text: str = "@process", tables: Tables | None = None, **own: Any) -> State:
    """A company with money and five brine, able to take `text`; seat 2 played the $5 Process card this round."""
    more = dict(SOURCES.get(text, ("", {}))[1])
    more["research"] = [*more.get("research", []), *own.pop("research", [])]
    fields = {"development": 5, "goods": [5, 0, 0], "hand": CASH, **more, **own}
    return game(2, tables=tables, objectives=NO_SHORT, seat1=fields, seat2={"table": ["5.process"]})


def started(state: State, text: str) -> State:
    """The action begun, as far as the choice of the first unit (a Repeat is paid for)."""
    state = play(state, text)
    assert isinstance(state.stack[-1], ProcessChoice)
    return state


def due(state: State) -> int:
    """What the state asks to be paid, 0 for nothing."""
    top = state.stack[-1]
    return top.due if isinstance(top, PaymentChoice) else 0


# ---------------------------------------------------------------- PRC-1: units and prices


@pytest.mark.rule("PRC-1")
@pytest.mark.parametrize("text", SOURCES)
def test_up_to_x_brine_at_the_prices_of_the_space_in_one_payment(text: str) -> None:
    state = started(ready(text), text)
    e = effect_of(state, SOURCES[text][0])
    for lithium in range(e.strength + 1):
        for geothermal in range(e.strength + 1 - lithium):
            units = lithium + geothermal
            if not units:
                assert illegal(state, "done") == "not_started"
                continue
            texts = ["+l"] * lithium + ["+g"] * geothermal
            here = play(state, " ".join(texts))
            assert (here.stack[-1].__class__ is ProcessChoice) == (units < e.strength)  # no more than X
            here = play(here, "no" if units == e.strength else "done no")
            price = lithium * e.lithium_cost + geothermal * e.geothermal_cost
            assert due(here) == price
            assert seat(here).goods == [5, 0, 0]  # nothing before it is paid
            here, happened = money_run(here)
            assert [event.due for event in of(Paid, happened)] == [price]
            assert seat(here).goods == [5 - units, geothermal, lithium]
            assert seat(here).plant_damage == 0


@pytest.mark.rule("PRC-1")
def test_prices_of_the_board_and_the_cards() -> None:
    """As the rulebook prints them."""
    prices = {
        name: (e.strength, e.lithium_cost, e.geothermal_cost)
        for name in ("space.process", "act.3.process", "act.5.process")
        for e in [effect_of(ready(), name)]
    }
    assert prices == {"space.process": (1, 6, 4), "act.3.process": (2, 5, 3), "act.5.process": (3, 4, 2)}


@pytest.mark.rule("PRC-1")
def test_prices_and_strength_come_from_the_pack() -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        data["board"]["process"].update(lithium_cost=2, geothermal_cost=9)
        next(s for s in data["board"]["space"] if s["id"] == "space.process")["strength"] = 2
        card = next(a for a in data["actions"]["action"] if a["id"] == "act.3.process")
        card["effect"].update(strength=4, lithium_cost=0, geothermal_cost=1)

    tables = tables_with(change)
    assert due(play(ready(tables=tables), "@process +l +g no")) == 11
    state = ready("!3.process", tables, hand=["3.process", "1.drill"])
    state = play(state, "!3.process +l +l +l +g no")
    assert due(state) == 1
    # a price of 0 needs no card (CRD-5)
    state = play(ready("!3.process", tables, hand=["3.process"]), "!3.process +l +l +l")
    assert illegal(state, "+g") == "cost"
    state = play(state, "+l no")
    assert isinstance(state.stack[-1], EndTurnChoice)
    assert seat(state).goods == [1, 0, 4]


@pytest.mark.rule("PRC-1")
@pytest.mark.parametrize("brine", [1, 2, 3])
def test_no_more_units_than_brine(brine: int) -> None:
    """One brine of the warehouse makes one unit; geothermal energy and lithium are no raw material."""
    state = play(ready("!5.process", goods=[brine, 2, 2], research=["p06"]), "!5.process")
    for made in range(brine):
        assert legal(state) == ["+g", "+l", *(["done"] if made else [])]
        state = play(state, "+l")
    assert isinstance(state.stack[-1], OptimiseChoice)
    assert illegal(ready(goods=[0, 3, 3]), "@process") == "no_brine"


@pytest.mark.rule("PRC-1", "PRC-7")
def test_each_unit_must_be_payable_together_with_those_before() -> None:
    state = play(ready("!5.process", hand=["5.process", "5.drill", "1.drill"]), "!5.process +l")
    assert legal(state) == ["+g", "done"]
    assert reason(state, "+l") == ("cost", (8, 6))
    state = play(state, "+g")
    assert isinstance(state.stack[-1], OptimiseChoice)  # $6 are spent: no third unit


# ---------------------------------------------------------------- PRC-1 to PRC-5, PRC-7: everything against an oracle

COINS = st.tuples(st.integers(0, 5), st.integers(0, 2), st.integers(0, 3))
EFFECTS = st.sets(st.sampled_from(["p06", "p07", "p09"]))


def processes(state: State, effect: str, effects: set[str], cash: int) -> set[tuple[int, tuple[int, int, int], int]]:
    """All ways to process: (paid, goods afterwards, damage afterwards), by the words of the rules alone."""
    c, e = seat(state), effect_of(state, effect)
    brine, have_geothermal, have_lithium = c.goods
    capacity, last = 3 + c.warehouses, len(state.tables.plant_vp) - 1
    if c.plant_damage == last:  # the one space marked as stopped
        return set()
    harm = {"l": 2, "g": 1} if "p07" in effects else {"l": 3, "g": 2}
    out = set()
    for lithium in range(brine + 1):
        for geothermal in range(brine + 1 - lithium):
            units = lithium + geothermal
            price = lithium * e.lithium_cost + geothermal * e.geothermal_cost - ("p09" in effects)
            if not 1 <= units <= e.strength + ("p06" in effects) or price > cash:
                continue
            for extra in ("", "g", "l"):
                goods = (brine - units, have_geothermal + geothermal + (extra == "g"),
                         have_lithium + lithium + (extra == "l"))  # fmt: skip
                damage = c.plant_damage + harm.get(extra, 0)
                if max(goods[1:]) <= capacity and damage <= last:
                    out.add((max(0, price), goods, damage))
    return out


@pytest.mark.rule("PRC-1", "PRC-3", "PRC-4", "PRC-5", "PRC-7")
@settings(max_examples=40)
@given(
    st.sampled_from([("@process", "space.process"), ("!3.process", "act.3.process"), ("!5.process", "act.5.process")]),
    EFFECTS,
    st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 5)),
    st.integers(0, 7),
    COINS,
)
def test_all_ways_to_process_are_those_of_the_oracle(
    source: tuple[str, str], effects: set[str], goods: tuple[int, int, int], damage: int, coins: tuple[int, int, int]
) -> None:
    text, effect = source
    hand = ["1.drill"] * coins[0] + ["3.drill"] * coins[1] + ["5.drill"] * coins[2]
    cards = [text[1:]] if text.startswith("!") else []
    state = game(
        2,
        objectives=NO_SHORT,
        seat1={"development": 3, "goods": list(goods), "plant_damage": damage, "research": sorted(effects),
               "hand": hand + cards},
    )  # fmt: skip
    expected = processes(state, effect, effects, coins[0] + 3 * coins[1] + 5 * coins[2])
    assert offers(state, text) == bool(expected)
    if not expected:
        return
    found = set()
    for leaf in branches(play(state, text)):
        after = pay(leaf)
        assert isinstance(after.stack[-1], EndTurnChoice)
        c = seat(after)
        found.add((due(leaf), tuple(c.goods), c.plant_damage))
    assert found == expected


# ---------------------------------------------------------------- PRC-2: an operational plant


@pytest.mark.rule("PRC-2")
@pytest.mark.parametrize("text", [*SOURCES, "*i05", "*i07"])
@pytest.mark.parametrize("stopped_from", [7, 4])
def test_the_plant_must_be_operational_at_the_start(text: str, stopped_from: int) -> None:
    """Also where a pack marks more spaces than the last; the conversion cards cause no damage here."""

    def change(data: dict[str, dict[str, Any]]) -> None:
        for i, space in enumerate(data["board"]["plant"]):
            space["blocked"] = i >= stopped_from
        for card in data["research"]["research"]:
            if card["effect"].get("action") == "convert":
                card["effect"]["damage"] = 0

    tables = tables_with(change)
    first = text.split()[0]
    for damage in range(8):
        research = [first[1:]] if first in ("*i05", "*i07") else []
        state = ready(text, tables, plant_damage=damage, research=research, drill_damage=6)
        if damage < stopped_from:
            assert offers(state, first)
            assert isinstance(settle_turn(play(state, text)).stack[-1], EndTurnChoice)
        elif first == "@repeat":
            assert illegal(state, first) == "nothing_to_repeat"
        elif first == "*i04":
            assert illegal(state, first) == "nothing_to_copy"
        else:
            assert illegal(state, first) == "stopped"


@pytest.mark.rule("PRC-2", "PRC-8")
def test_a_repair_starts_the_plant_again() -> None:
    """A tile before the main action of the same turn is early enough."""
    state = ready(plant_damage=7, tiles=["blue.4"])
    assert illegal(state, "@process") == "stopped"
    state = play(state, "%blue.4 repair:plant")  # $3 less $3
    assert seat(state).plant_damage == 6
    state = play(state, "@process +g")
    assert due(state) == 4  # and no room for any optimising
    assert offers(ready(plant_damage=0, drill_damage=6), "@process")  # a frozen drill is no obstacle


# ---------------------------------------------------------------- PRC-3, PRC-4, PRC-5, PRC-8: optimising


@pytest.mark.rule("PRC-3")
@pytest.mark.parametrize("made", ["g", "l"])
@pytest.mark.parametrize(("extra", "damage"), [("g", 2), ("l", 3)])
def test_optimising_is_optional_once_and_free(made: str, extra: str, damage: int) -> None:
    """Whatever was produced, either product, with the last brine and the last money gone."""
    price = {"l": ["5.drill", "1.drill"], "g": ["3.drill", "1.drill"]}[made]
    state = ready(goods=[1, 1, 1], hand=price)
    assert illegal(state, f"^{extra}") == "not_now"
    state = play(state, "@process")
    assert illegal(state, f"^{extra}") == "not_now"  # not before a unit was processed
    assert illegal(state, "no") == "not_now"
    state = play(state, f"+{made}")
    assert legal(state) == ["^g", "^l", "no"]
    plain, better = play(state, "no"), play(state, f"^{extra}")
    assert due(plain) == due(better) == seat(state).cash
    after = pay(better)
    assert legal(after) == ["end"]  # once
    expected = {"g": 1, "l": 1}
    expected[made] += 1
    expected[extra] += 1
    assert seat(after).goods == [0, expected["g"], expected["l"]]
    assert seat(after).plant_damage == damage
    assert seat(pay(plain)).plant_damage == 0


@pytest.mark.rule("PRC-3")
def test_every_process_action_may_be_optimised_once() -> None:
    """The board, a Repeat of it and a card in one round: one optimisation each."""
    hand = ["5.drill", "5.drill", "5.drill", "1.drill", "3.process"]
    state = game(2, objectives=NO_SHORT, seat1={"development": 5, "goods": [3, 0, 0], "hand": hand}, seat2={"hr": 0})
    state = play(state, "@process +g ^g $5.drill ok end")
    state = play(state, "@repeat repeat:process $1.drill ok +g ^g $5.drill ok end")
    state = play(state, "!3.process +g ^g $5.drill ok")
    assert seat(state).goods == [0, 6, 0]
    assert seat(state).plant_damage == 6


@pytest.mark.rule("PRC-3")
def test_the_damage_of_optimising_comes_from_the_pack() -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        data["board"]["process"].update(optimise_lithium_damage=5, optimise_geothermal_damage=0)

    state = play(ready(tables=tables_with(change)), "@process +g")
    assert seat(pay(play(state, "^l"))).plant_damage == 5
    assert seat(pay(play(state, "^g"))).plant_damage == 0
    assert seat(pay(play(state, "^g"))).goods == [4, 2, 0]


@pytest.mark.rule("PRC-4", "PRC-8", "RES-3")
@pytest.mark.parametrize("damage", range(7))
@pytest.mark.parametrize("milder", [False, True])
def test_optimising_needs_room_for_its_full_damage(damage: int, milder: bool) -> None:
    """With the permanent effect one space less each. The last space, which stops the plant, may be reached."""
    harm = {"g": 1, "l": 2} if milder else {"g": 2, "l": 3}
    state = ready(plant_damage=damage, research=["p07"] if milder else [], hand=[*CASH, "3.process"])
    state = play(state, "@process +g")
    fits = [product for product in ("g", "l") if damage + harm[product] <= 7]
    if not fits:
        assert due(state) == 4  # nothing to ask
        return
    assert legal(state) == [*(f"^{product}" for product in fits), "no"]
    for product in {"g", "l"} - set(fits):
        assert reason(state, f"^{product}") == ("no_damage_room", (harm[product],))
    for product in fits:
        after = play(pay(play(state, f"^{product}")), "end @financing end")
        assert seat(after).plant_damage == damage + harm[product]
        stopped = seat(after).plant_damage == 7
        assert offers(after, "!3.process") == (not stopped)


@pytest.mark.rule("PRC-5")
@pytest.mark.parametrize("product", ["g", "l"])
def test_products_must_fit_and_so_must_the_optimised_unit(product: str) -> None:
    """Capacity 4, each product by itself; a full brine row is no obstacle."""
    other = "l" if product == "g" else "g"
    row = 1 if product == "g" else 2
    for have in range(5):
        goods = [4, 0, 0]
        goods[row] = have
        state = play(ready("!5.process", development=1, goods=goods), "!5.process")
        for _ in range(min(3, 4 - have)):
            state = play(state, f"+{product}")
        if have >= 2:  # fewer than three fit
            assert reason(state, f"+{product}") == ("no_room", (row, 4))
            if have == 4:
                assert legal(state) == [f"+{other}"]
                state = play(state, f"+{other} done")
            else:
                assert legal(state) == [f"+{other}", "done"]
                state = play(state, "done")
        fits = [f"^{p}" for p in ("g", "l") if p == other or have == 0]
        assert legal(state) == [*fits, "no"]
        if have:
            assert reason(state, f"^{product}") == ("no_room", (row, 4))
        after = pay(play(state, fits[0]))
        assert max(seat(after).goods) <= 4


@pytest.mark.rule("PRC-5")
def test_with_both_products_full_nothing_can_be_processed() -> None:
    state = ready(development=0, goods=[3, 3, 3], tiles=["blue.8"])
    assert illegal(state, "@process") == "no_room"
    state = play(state, "%blue.8")  # a development step by a tile opens the first warehouse tile
    state = play(state, "@process +l")
    assert legal(state) == ["^g", "no"]  # lithium is full again
    assert seat(pay(play(state, "^g"))).goods == [2, 4, 4]


@pytest.mark.rule("PRC-5")
def test_the_only_product_that_fits_must_be_payable() -> None:
    """Geothermal energy is full: $4 do not buy the lithium."""
    assert reason(ready(development=0, goods=[1, 3, 0], hand=["5.drill"]), "@process") == ("cost", (6, 5))
    assert offers(ready(development=0, goods=[1, 2, 0], hand=["5.drill"]), "@process")


@pytest.mark.rule("PRC-8")
def test_the_plant_may_stop_at_the_end_of_an_action_of_several_units() -> None:
    state = pay(play(ready("!5.process", plant_damage=4), "!5.process +l +g +g ^l"))
    assert (seat(state).goods, seat(state).plant_damage) == ([2, 2, 2], 7)
    state = play(state, "end @financing end")
    assert illegal(state, "@process") == "stopped"


# ---------------------------------------------------------------- PRC-6: conversion cards


@pytest.mark.rule("PRC-6")
@pytest.mark.parametrize("card", CONVERSIONS)
@pytest.mark.parametrize("effects", [[], ["p06", "p07", "p09"]])
@pytest.mark.parametrize("damage", range(8))
def test_a_conversion_costs_damage_only(card: str, effects: list[str], damage: int) -> None:
    """With an empty hand; permanent Process effects neither add brine nor soften the damage; no optimising."""
    product, harm = CONVERSIONS[card]
    state = ready(hand=[], goods=[3, 1, 1], research=[card, *effects], plant_damage=damage)
    if damage == 7:
        assert illegal(state, f"*{card}") == "stopped"
        return
    if damage + harm > 7:
        assert reason(state, f"*{card}") == ("no_damage_room", (harm,))
        return
    state, happened = run(state, f"*{card}")
    assert legal(state) == ["end"]
    assert of(Paid, happened) == []
    assert of(Produced, happened) == [Produced(0, int(product == "g"), int(product == "l"), 0, 1)]
    assert of(PlantDamaged, happened) == [PlantDamaged(0, harm, damage + harm)]
    assert seat(state).goods == [2, 1 + (product == "g"), 1 + (product == "l")]


@pytest.mark.rule("PRC-6")
@pytest.mark.parametrize("card", CONVERSIONS)
def test_a_conversion_needs_brine_and_room_for_its_product(card: str) -> None:
    product, _ = CONVERSIONS[card]
    row = 1 if product == "g" else 2
    full, other = [1, 0, 0], [1, 0, 0]
    full[row], other[3 - row] = 4, 4
    assert illegal(ready(development=1, goods=[0, 0, 0], research=[card]), f"*{card}") == "no_brine"
    assert reason(ready(development=1, goods=full, research=[card]), f"*{card}") == ("no_room", (row, 4))
    assert offers(ready(development=1, goods=other, research=[card]), f"*{card}")


@pytest.mark.rule("PRC-6")
def test_the_damage_of_a_conversion_comes_from_the_pack() -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        for card in data["research"]["research"]:
            if card["id"] == "research.i07":
                card["effect"]["damage"] = 7

    tables = tables_with(change)
    assert seat(play(ready(tables=tables, research=["i07"]), "*i07")).plant_damage == 7
    assert illegal(ready(tables=tables, research=["i07"], plant_damage=1), "*i07") == "no_damage_room"


# ---------------------------------------------------------------- PRC-7: permanent effects


@pytest.mark.rule("PRC-7")
@pytest.mark.parametrize("text", SOURCES)
@pytest.mark.parametrize("effects", [["p06"], ["p09"], ["p06", "p09"]])
def test_extra_brine_at_the_prices_of_the_space_and_one_dollar_off_the_payment(text: str, effects: list[str]) -> None:
    """For printed, Prompt, copied and repeated actions alike, each time; the $1 once, however many units."""
    state = started(ready(text, research=effects), text)
    e = effect_of(state, SOURCES[text][0])
    most = e.strength + ("p06" in effects)
    for units in range(1, most + 1):
        here = play(state, " ".join(["+g"] * units) + (" no" if units == most else " done no"))
        assert due(here) == e.geothermal_cost * units - ("p09" in effects)
        assert seat(pay(here)).goods == [5 - units, units, 0]


@pytest.mark.rule("PRC-7")
def test_the_discount_makes_an_action_payable() -> None:
    """Of a printed space, a Prompt card and a Repeat, which pays its own $1 in full."""
    hand = ["3.drill"]
    assert reason(ready(hand=hand), "@process") == ("cost", (4, 3))
    state = play(ready(hand=hand, research=["p09"]), "@process +g no $3.drill ok")
    assert seat(state).goods == [4, 1, 0]
    card = ["3.process", "1.drill", "1.extract"]
    assert reason(ready(hand=card), "!3.process") == ("cost", (3, 2))
    assert seat(pay(play(ready(hand=card, research=["p09"]), "!3.process +g no"))).goods == [4, 1, 0]
    dollars = ["3.drill", "1.drill"]
    assert illegal(ready(hand=dollars, spaces=["process"]), "@repeat") == "nothing_to_repeat"
    state = play(ready(hand=dollars, spaces=["process"], research=["p09"]), "@repeat repeat:process")
    assert seat(pay(play(state, "$1.drill ok +g no"))).goods == [4, 1, 0]
    # another company's card helps nobody
    rival = game(2, objectives=NO_SHORT, seat1={"hand": hand}, seat2={"research": ["p09"]})
    assert illegal(rival, "@process") == "cost"


@pytest.mark.rule("PRC-7")
def test_a_discount_above_the_price_is_lost() -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        for card in data["research"]["research"]:
            if card["id"] == "research.p09":
                card["effect"]["discount"] = 5

    tables = tables_with(change)
    state = play(ready(tables=tables, hand=[], research=["p09"]), "@process")
    assert legal(state) == ["+g"]
    state = play(state, "+g no")
    assert isinstance(state.stack[-1], EndTurnChoice)
    assert (part(state)["hand"], part(state)["fresh"], seat(state).goods) == ([], [], [4, 1, 0])
    # off the payment, not off each unit
    assert due(play(ready("!5.process", tables, research=["p09"]), "!5.process +l +l +l no")) == 12 - 5


@pytest.mark.rule("PRC-7")
def test_the_extra_brine_is_for_process_actions_of_the_owner_only() -> None:
    state = game(2, objectives=NO_SHORT, seat1={"goods": [2, 0, 0], "hand": CASH}, seat2={"research": ["p06"]})
    state = play(state, "@process +g")
    assert isinstance(state.stack[-1], OptimiseChoice)
