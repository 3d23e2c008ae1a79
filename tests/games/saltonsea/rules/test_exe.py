"""EXE: execute a contract; its benefits in every order, and what becomes of those that cannot be received."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from saltonsea_desktop.games.saltonsea.choices import BenefitChoice, ClaimChoice, CollectChoice, EndTurnChoice
from saltonsea_desktop.games.saltonsea.components.tables import Contract, Tables, default_tables
from saltonsea_desktop.games.saltonsea.events import (
    BenefitLost,
    ClaimTaken,
    Collected,
    ContractExecuted,
    Events,
    Paid,
    ShareGained,
    ShareLost,
    VpGained,
)
from saltonsea_desktop.games.saltonsea.scoring import breakdown
from saltonsea_desktop.games.saltonsea.state import State
from tests.games.saltonsea.rules.kit import (
    end_turn,
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
    play,
    reason,
    run,
    seat,
    tables_with,
)

NO_SHORT = ["l1", "l2", "l3", "l7", "l8"]  # objectives that nothing here completes at once
NO_MARKET: dict[str, list[str]] = {"1": [], "3": [], "5": []}
DRY: dict[str, Any] = {"market": NO_MARKET, "discards": NO_MARKET}
NO_CLAIM: dict[str, Any] = {"claims": ["", "", "", ""], "claim_deck": [], "claim_deck_exact": True}
ALL = [contract.name for contract in default_tables().contracts]
ASSETS = [4, 4, 4]  # shares 1 to 6 are open


def contract_of(name: str, tables: Tables | None = None) -> Contract:
    t = tables or default_tables()
    return t.contracts[t.by_id[f"contract.{name}"][1]]


def benefits(contract: Contract) -> list[str]:
    """The benefits that are received in an order of the company's own."""
    given = {"money": contract.money, "shares": contract.shares, "develop": contract.develop, "claim": contract.claim}
    return [name for name, number in given.items() if number]


def holding(name: str, tables: Tables | None = None, own: dict[str, Any] | None = None, **table: Any) -> State:
    """A company with this contract, exactly its products, no card and no development step so far."""
    fields: dict[str, Any] = {
        "development": 3,
        "goods": list(contract_of(name, tables).needs),
        "hand": [],
        "contracts": [name],
        "layer": 0,
        **(own or {}),
    }
    table.setdefault("assets", ASSETS)
    return game(2, tables=tables, objectives=NO_SHORT, seat1=fields, **table)


def received(state: State, texts: str, order: tuple[str, ...] = ()) -> tuple[State, Events]:
    """`texts`, then the benefits in this order, every choice on the way answered with what is offered first."""
    state, happened = run(state, texts)
    left = list(order)
    while not isinstance(state.stack[-1], EndTurnChoice):
        text = legal(state)[0]
        if isinstance(state.stack[-1], BenefitChoice) and left:
            text = f"get:{left.pop(0)}"
        state, now = run(state, text)
        happened += now
    return state, happened


# ---------------------------------------------------------------- EXE-1: products, benefits, order


@pytest.mark.rule("EXE-1")
@pytest.mark.parametrize("name", ALL)
def test_all_benefits_are_received_in_any_order(name: str) -> None:
    contract = contract_of(name)
    own = {"goods": [n + 1 for n in contract.needs], "development": 5}
    before = holding(name, own=own)
    assert seat(before).goods == [n + 1 for n in contract.needs]
    for order in permutations(benefits(contract)):
        state, happened = received(before, f"={name}", order)
        c = seat(state)
        assert of(ContractExecuted, happened) == [ContractExecuted(0, index(state, f"contract.{name}"), contract.needs)]
        assert c.goods == [1, 1, 1]  # all its products, nothing else
        assert c.vp == contract.vp
        assert c.development == 5 + contract.develop
        assert c.shares[contract.corporation] == contract.shares
        assert sum(c.shares) == contract.shares
        assert len(c.well) - 1 == contract.claim
        assert sum(state.tables.type_value[card] for card in c.fresh) == contract.money
        assert of(Paid, happened) == []
        # in that order
        marks = {"Collected": "money", "ShareGained": "shares", "Developed": "develop", "ClaimTaken": "claim"}
        assert tuple(dict.fromkeys(marks[kind] for kind in kinds(happened) if kind in marks)) == order


@pytest.mark.rule("EXE-1")
@pytest.mark.parametrize("name", ALL)
def test_every_product_is_needed(name: str) -> None:
    needs = contract_of(name).needs
    assert offers(holding(name), f"={name}")
    for product, number in enumerate(needs):
        for short in range(number):
            goods = [3, 3, 3]
            goods[product] = short
            lacking = tuple(number - short if p == product else 0 for p in range(3))
            assert reason(holding(name, own={"goods": goods}), f"={name}") == ("missing_products", lacking)


@pytest.mark.rule("EXE-1")
def test_the_benefits_left_are_offered_until_all_are_received() -> None:
    """Rewards of one benefit come before the next: here the tile of the second blue share."""
    state = holding("l09", own={"development": 5, "shares": [0, 0, 1]})
    state = play(state, "=l09")
    assert legal(state) == ["get:money", "get:shares", "get:develop"]
    assert illegal(state, "end") == "not_now"
    assert illegal(state, "get:claim") == "not_now"
    state = play(state, "get:shares")
    assert all(text.startswith("tile:") for text in legal(state))
    state = play(state, legal(state)[0])
    assert legal(state) == ["get:money", "get:develop"]
    assert illegal(state, "get:shares") == "not_now"
    assert seat(state).development == 5
    state = play(state, "get:develop")
    assert seat(state).development == 6


@pytest.mark.rule("EXE-1", "EXE-7")
@pytest.mark.parametrize("gives", ["money", "shares", "develop", "claim", ""])
def test_a_single_benefit_needs_no_order(gives: str) -> None:
    """Also a contract that gives nothing but VP."""

    def change(data: dict[str, dict[str, Any]]) -> None:
        record = next(c for c in data["contracts"]["contract"] if c["id"] == "contract.r01")
        record["gives"] = {key: int(key == gives) for key in ("money", "shares", "develop", "claim")} | {"vp": 6}

    state = play(holding("r01", tables_with(change)), "=r01")
    assert seat(state).vp == 6
    asked = {"money": CollectChoice, "claim": ClaimChoice}.get(gives, EndTurnChoice)
    assert isinstance(state.stack[-1], asked)
    assert seat(state).shares[0] == (gives == "shares")
    assert seat(state).development == 3 + (gives == "develop")


# ---------------------------------------------------------------- EXE-2, EXE-3: once


@pytest.mark.rule("EXE-2", "EXE-3")
def test_an_executed_contract_stays_blocked_and_is_kept_at_the_end_of_the_round() -> None:
    own = {"contracts": ["r09", "r05"], "goods": [0, 3, 1], "hr": 4}
    state = holding("r09", own=own)
    assert breakdown(state, 0).contracts == -1 - 2  # half of 2 and of 4 VP
    state = play(end_turn(received(state, "=r09")[0]), "@financing end")
    assert (part(state)["contracts"], part(state)["executed"]) == (["r09", "r05"], ["r09"])
    assert breakdown(state, 0).contracts == -2
    assert seat(state).hr == 3
    assert illegal(state, "=r09") == "executed"
    assert offers(state, "=r05")  # the other one is not blocked
    state = finish_round(state)
    assert (part(state)["contracts"], part(state)["kept_contracts"]) == (["", "r05"], ["r09"])
    assert part(state)["executed"] == []
    while state.acting != 0:
        state = play(state, "@financing end")
    assert seat(state).hr == seat(state).hired
    assert illegal(state, "=r09") == "executed"
    assert offers(state, "=r05")


@pytest.mark.rule("EXE-3")
def test_neither_repeat_nor_copy_executes_a_contract_again() -> None:
    state = holding("r09", own={"goods": [0, 3, 0], "hand": ["1.drill"], "spaces": ["contract"], "hr": 3})
    state = play(end_turn(received(state, "=r09")[0]), "@financing end")
    state = play(state, "@repeat")
    assert legal(state) == ["repeat:contract"]
    rival = game(2, seat1={"research": ["i02"]}, seat2={"contracts": ["r09"], "executed": ["r09"]})
    assert illegal(rival, "*i02") == "nothing_to_copy"


# ---------------------------------------------------------------- EXE-4: shares that cannot be taken


def limit(state: State, corporation: int) -> int:
    """The highest space of the shares track in a section that the indicator has reached, from the pack's tracks."""
    t = state.tables
    section = t.asset_section[state.assets[corporation]]
    return max(space for space, own in enumerate(t.share_section) if own <= section)


@pytest.mark.rule("EXE-4")
@pytest.mark.parametrize("asset", [2, 4, 9])
@pytest.mark.parametrize("name", ["r05", "l06"])
def test_each_share_of_a_contract_by_itself(name: str, asset: int) -> None:
    contract = contract_of(name)
    top = {2: 3, 4: 6, 9: 8}[asset]
    for have in range(top + 1):
        state = holding(name, own={"shares": [0, 0, have]}, assets=[2, 2, asset])
        assert limit(state, 2) == top
        assert offers(state, f"={name}")
        state, happened = received(state, f"={name}", ("shares", "money"))
        gained = min(contract.shares, top - have)
        assert [event.position for event in of(ShareGained, happened)] == list(range(have + 1, have + gained + 1))
        lost = contract.shares - gained
        assert of(ShareLost, happened) == [ShareLost(0, 2)] * lost
        steps = [kind for kind in kinds(happened) if kind.startswith("Share")]
        assert steps == ["ShareGained"] * gained + ["ShareLost"] * lost
        assert seat(state).shares == (0, 0, have + gained)
        assert seat(state).vp == contract.vp
        assert len(part(state)["tiles"]) == sum(have < space <= have + gained for space in (2, 5, 8))
        assert seat(state).development == 3 + sum(have < space <= have + gained for space in (4, 7))


@pytest.mark.rule("EXE-4")
@pytest.mark.parametrize(("asset", "have", "gained"), [(2, 2, 1), (2, 3, 0), (4, 3, 1), (9, 8, 0)])
def test_a_research_card_is_taken_also_when_its_share_is_lost(asset: int, have: int, gained: int) -> None:
    state = game(2, objectives=NO_SHORT, assets=[asset, 2, 2], research_row=["p06", "", "", ""],
                 seat1={"shares": [have, 0, 0], "hand": ["3.drill"]})  # fmt: skip
    assert offers(state, "@research")
    state, happened = received(state, "@research research:p06")
    assert part(state)["research"] == ["p06"]
    assert seat(state).shares == (have + gained, 0, 0)
    assert of(ShareLost, happened) == [ShareLost(0, 0)] * (1 - gained)


# ---------------------------------------------------------------- EXE-5: the claim benefit


@pytest.mark.rule("EXE-5")
@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize("name", ["r02", "l05"])
def test_any_face_up_claim_without_price_or_surcharge(name: str, place: int) -> None:
    """With an empty hand, whatever it costs; the board refills as after a licence."""
    board = ["d13", "d10", "d12", "s05"]
    state = holding(name, claims=board, claim_deck=["s11", "s01"], **DRY)
    state = play(state, f"={name}")
    state = play(state, "get:claim")
    assert sorted(legal(state)) == sorted([f"claim:{claim}" for claim in board] + ["no"])
    state, happened = run(state, f"claim:{board[place]}")
    assert of(ClaimTaken, happened) == [ClaimTaken(0, index(state, f"claim.{board[place]}"), 0)]
    assert of(Paid, happened) == []
    assert part(state)["well"] == [board[place]]
    assert names(state.tables.claims, state.claims) == ["s11", *board[:place], *board[place + 1 :]]
    assert len(state.claim_deck) == len(holding(name, claims=board, claim_deck=["s11", "s01"]).claim_deck) - 1


@pytest.mark.rule("EXE-5")
def test_a_claim_may_be_declined() -> None:
    state = play(holding("r02", **DRY), "=r02 get:claim")
    claims, deck = state.claims, state.claim_deck
    state, happened = run(state, "no")
    assert of(BenefitLost, happened)[0] == BenefitLost(0, "claim")
    assert (state.claims, state.claim_deck, part(state)["well"]) == (claims, deck, [])
    # a licence is no benefit: once begun it cannot be declined
    assert illegal(play(game(2, claims=["s01", "s02", "s03", "s06"]), "@licence"), "no") == "not_now"


@pytest.mark.rule("EXE-5", "EXE-7")
def test_the_last_face_up_claim_and_none() -> None:
    one = {**NO_CLAIM, "claims": ["", "", "s05", ""]}
    state = play(holding("r02", **one, **DRY), "=r02 get:claim")
    assert legal(state) == ["claim:s05", "no"]
    state = play(state, "claim:s05")
    assert set(state.claims) == {-1}
    assert not isinstance(play(holding("r02", **NO_CLAIM), "=r02 get:claim").stack[-1], ClaimChoice)  # nothing to ask
    state, happened = received(holding("r02", **NO_CLAIM), "=r02", ("claim", "money"))
    assert of(BenefitLost, happened) == [BenefitLost(0, "claim")]
    assert seat(state).vp == contract_of("r02").vp


# ---------------------------------------------------------------- EXE-6: permanent effects


@pytest.mark.rule("EXE-6")
@pytest.mark.parametrize("name", ALL)
def test_one_brine_less_two_vp_and_one_dollar_more(name: str) -> None:
    contract = contract_of(name)
    effects = {"research": ["p08", "p04", "p05"]}
    brine, geothermal, lithium = contract.needs
    goods = [max(0, brine - 1), geothermal, lithium]
    state = holding(name, own={**effects, "goods": goods})
    for product, number in enumerate(goods):
        if number:
            short = [have - (p == product) for p, have in enumerate(goods)]
            assert illegal(holding(name, own={**effects, "goods": short}), f"={name}") == "missing_products"
    if brine:  # and without the effect it is one brine short
        assert reason(holding(name, own={"goods": goods}), f"={name}") == ("missing_products", (1, 0, 0))
    state, happened = received(state, f"={name}")
    assert seat(state).goods == [0, 0, 0]
    assert seat(state).vp == contract.vp + 2
    assert [event.due for event in of(Collected, happened)] == [contract.money + 1]  # one sum
    assert [event.vp for event in of(VpGained, happened)] == [contract.vp + 2]


@pytest.mark.rule("EXE-6")
def test_the_effects_come_once_per_executed_contract_of_the_owner() -> None:
    own = {"contracts": ["r09", "r01"], "goods": [1, 1, 0], "research": ["p08", "p04", "p05"], "hr": 2}
    state = holding("r09", own=own)
    state = play(end_turn(received(state, "=r09")[0]), "@financing end")
    assert seat(state).vp == 2 + 2
    state, happened = received(state, "=r01")
    assert seat(state).vp == 2 + 2 + 2 + 2
    assert [event.due for event in of(Collected, happened)] == [4 + 1]
    rival = game(2, seat1={"contracts": ["r01"], "goods": [1, 0, 0]}, seat2={"development": 3, "research": ["p08"]})
    assert illegal(rival, "=r01") == "missing_products"
    # neither a sale nor a contract taken is an executed contract
    own = {"development": 3, "research": ["p04", "p05"], "hand": ["1.contract"], "hr": 2}
    state = game(2, fees={"red": "n1"}, contract_row=["r01", "r02", "", ""], seat1=own, seat2={"hr": 0})
    state, sold = run(state, "@sell >red -b")
    state, money = money_run(state)
    state, taken = money_run(play(state, "end !1.contract contract:r02"))
    assert [event.due for event in of(Collected, [*sold, *money, *taken])] == [2, 1]
    assert seat(state).vp == 0


@pytest.mark.rule("EXE-6")
@pytest.mark.parametrize("needs", [(1, 0, 0), (2, 0, 0), (0, 0, 1), (1, 2, 0)])
def test_a_large_discount_stops_at_no_brine(needs: tuple[int, int, int]) -> None:
    """Geothermal energy and lithium are never lowered; without any need left the contract is free to execute."""

    def change(data: dict[str, dict[str, Any]]) -> None:
        record = next(c for c in data["contracts"]["contract"] if c["id"] == "contract.r01")
        record["needs"] = dict(zip(("brine", "geothermal", "lithium"), needs, strict=True))
        next(r for r in data["research"]["research"] if r["id"] == "research.p08")["effect"]["brine_discount"] = 9

    tables = tables_with(change)
    own = {"research": ["p08"], "goods": [3, 3, 3]}
    state = received(holding("r01", tables, own), "=r01")[0]
    assert seat(state).goods == [3, 3 - needs[1], 3 - needs[2]]
    empty = holding("r01", tables, {**own, "goods": [0, 0, 0]})
    assert offers(empty, "=r01") == (needs[1:] == (0, 0))


@pytest.mark.rule("EXE-6")
def test_the_dollar_also_comes_with_a_contract_that_gives_no_money() -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        next(c for c in data["contracts"]["contract"] if c["id"] == "contract.r01")["gives"].update(money=0)

    tables = tables_with(change)
    assert of(Collected, received(holding("r01", tables), "=r01")[1]) == []
    happened = received(holding("r01", tables, {"research": ["p05"]}), "=r01")[1]
    assert [event.due for event in of(Collected, happened)] == [1]


# ---------------------------------------------------------------- EXE-7: lost benefits, money in its place

LOST: dict[str, dict[str, Any]] = {
    "money": DRY,
    "shares": {"assets": [2, 2, 2]},  # with three shares held
    "claim": NO_CLAIM,
}


@pytest.mark.rule("EXE-7", "EXE-4")
@pytest.mark.parametrize("lost", [(), ("money",), ("shares",), ("claim",), ("money", "claim"), tuple(LOST)])
def test_what_cannot_be_received_is_lost_by_itself(lost: tuple[str, ...]) -> None:
    """The contract stays executable, and everything else is received, in whatever order."""
    table: dict[str, Any] = {}
    for name in lost:
        table.update(LOST[name])
    own = {"shares": [3, 0, 0]}
    for order in permutations(["money", "shares", "claim"]):
        state = holding("l05", own=own, **table)
        assert offers(state, "=l05")
        state, happened = received(state, "=l05", order)
        c = seat(state)
        assert c.vp == contract_of("l05").vp
        assert sum(state.tables.type_value[card] for card in c.fresh) == (0 if "money" in lost else 8)
        assert c.shares[0] == (3 if "shares" in lost else 4)
        assert len(c.well) - 1 == (0 if "claim" in lost else 1)
        assert [event.what for event in of(BenefitLost, happened)] == [
            what for what in order if what in lost and what != "shares"
        ]
        assert len(of(ShareLost, happened)) == ("shares" in lost)
        assert part(state)["executed"] == ["l05"]


@pytest.mark.rule("EXE-7")
def test_a_poor_market_pays_a_part() -> None:
    state = holding("l05", market={"1": [], "3": ["3.drill"], "5": []}, discards=NO_MARKET)
    happened = received(state, "=l05")[1]
    assert [(event.due, event.total) for event in of(Collected, happened)] == [(8, 3)]


@pytest.mark.rule("EXE-7")
@pytest.mark.parametrize("first", ["money", "claim"])
def test_money_is_collected_at_its_place(first: str) -> None:
    state = play(holding("r02"), f"=r02 get:{first}")
    assert isinstance(state.stack[-1], CollectChoice if first == "money" else ClaimChoice)
    if first == "claim":
        assert seat(state).fresh == ()
        state = play(state, legal(state)[0])
        assert seat(state).fresh == ()
    state = received(state, legal(state)[0])[0]
    assert sum(state.tables.type_value[card] for card in seat(state).fresh) == 4


@pytest.mark.rule("EXE-7")
def test_money_of_a_contract_pays_nothing_this_turn() -> None:
    """Neither a tile after it nor as a Prompt card; the next turn it does both."""
    own = {"tiles": ["red.7"], "hr": 2}
    state = holding("r09", own=own, market={"1": [], "3": [], "5": ["5.repair", "", "", ""]}, assets=[3, 3, 3])
    state = received(state, "=r09", ("money", "shares"))[0]
    assert (part(state)["fresh"], seat(state).cash) == (["5.repair"], 0)
    assert reason(state, "%red.7") == ("cost", (2, 0))
    state = play(state, "end @financing end")
    assert seat(state).cash == 5
    assert offers(state, "%red.7")
