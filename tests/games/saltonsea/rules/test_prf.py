"""PRF: profit-sharing tiles, secondary actions without an engineer."""

from __future__ import annotations

from typing import Any

import pytest

from saltonsea_desktop.games.saltonsea.actions import BuyShare, UseTile
from saltonsea_desktop.games.saltonsea.choices import EndTurnChoice, GmiChoice, PaymentChoice, TurnChoice
from saltonsea_desktop.games.saltonsea.events import (
    EngineerPlaced,
    ObjectiveTaken,
    Paid,
    RoundEnded,
    TileUsed,
    VpGained,
)
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.reasons import why_not
from saltonsea_desktop.games.saltonsea.resolve import apply
from saltonsea_desktop.games.saltonsea.scoring import breakdown
from saltonsea_desktop.games.saltonsea.state import State
from tests.games.saltonsea.rules.kit import (
    effect_of,
    finish_round,
    fresh,
    game,
    illegal,
    index,
    legal,
    of,
    offers,
    part,
    pay,
    play,
    run,
    seat,
    settle_turn,
)
from tests.games.saltonsea.rules.test_crd import hand_of

RICH = ["5.drill", "5.sell", "5.repair", "3.drill", "1.drill", "1.shares", "1.repair"]
POOR: dict[str, list[str]] = {"hand": []}
NO_CLAIM = {"claims": ["", "", "", ""], "claim_deck": [], "claim_deck_exact": True}

# Groups of tiles: the three tiles, the seat that can use them, the least cost before the tile's discount, and what
# makes them impossible, with the reason
TABLE: dict[str, Any] = {
    "claims": ["s05", "d13", "d12", "d10"],
    "research_row": ["p01", "p04", "p07", ""],
    "assets": {"red": 5, "orange": 5, "blue": 5},
}
GROUPS: dict[str, tuple[list[str], dict[str, Any], int, dict[str, Any], str]] = {
    "licence": (["red.1", "orange.1", "blue.1"], {}, 4, NO_CLAIM, "no_claim"),
    "extract": (["red.2", "orange.2", "blue.2"], {"layer": 1}, 0, {"seat1": {"layer": 0}}, "no_brine_reach"),
    "research": (["red.3", "orange.3", "blue.3"], {}, 4, {"seat1": {"research": ["p10"]}}, "no_slot"),
    "repair": (["red.4", "orange.4", "blue.4"], {"drill_damage": 2}, 3, {"seat1": {"drill_damage": 0}}, "undamaged"),
    "drill": (["red.5", "orange.5", "blue.5"], {}, 0, {"seat1": {"drill_damage": 5}}, "frozen"),
    "points": (["red.6", "orange.6", "blue.6"], {}, 0, {}, ""),
    "shares": (["red.7", "orange.7", "blue.7"], {}, 4,
               {"seat1": {"shares": {"red": 6, "orange": 6, "blue": 6}}}, "no_share"),
    "develop": (["red.8", "blue.8"], {}, 0, {}, ""),
}  # fmt: skip
TILES = [(group, tile) for group, (tiles, *_) in GROUPS.items() for tile in tiles]


def table(group: str, tile: str, **more: Any) -> State:
    own = {**GROUPS[group][1], "tiles": [tile], **more.pop("seat1", {})}
    return game(2, **{**TABLE, **more}, seat1=own)


# ---------------------------------------------------------------- PRF-4: what a tile needs


@pytest.mark.rule("PRF-4", "PRF-1")
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize(("group", "tile"), TILES)
def test_a_tile_needs_an_action_that_can_be_done_and_paid(group: str, tile: str, when: str) -> None:
    """The least sum of money for each tile will do; one dollar less, or an action that is not possible, will not."""
    _, _, least, without, code = GROUPS[group]
    texts = "" if when == "before" else "@financing"
    price = max(0, least - effect_of(game(2), f"tile.{tile}").discount)
    state = play(table(group, tile, seat1={"hand": hand_of((price, 0, 0))}), texts)
    assert offers(state, f"%{tile}")
    engineers = seat(state).hr
    state, happened = run(state, f"%{tile}")
    while not isinstance(state.stack[-1], TurnChoice | EndTurnChoice):
        # all money at hand is needed, so the cheapest unit and not a second one
        state, more = run(state, legal(state)[0])
        happened += more
    assert isinstance(state.stack[-1], TurnChoice if when == "before" else EndTurnChoice)
    assert seat(state).hr == engineers + (seat(state).hired - 4)  # no engineer of one's own, save a new one
    assert of(EngineerPlaced, happened) == []
    assert sum(sum(event.values) for event in of(Paid, happened)) == price
    if price:
        poor = play(table(group, tile, seat1={"hand": hand_of((price - 1, 0, 0))}), texts)
        assert illegal(poor, f"%{tile}") == "cost"
    if code:
        assert illegal(play(table(group, tile, **without), texts), f"%{tile}") == code


@pytest.mark.rule("PRF-4")
@pytest.mark.parametrize("tile", ["red.7", "orange.7", "blue.7"])
def test_costs_are_paid_as_usual_with_the_discount_of_the_tile(tile: str) -> None:
    state = play(game(2, assets={"red": 9}, seat1={"hand": RICH, "tiles": [tile]}), f"%{tile} share:red")
    top = state.stack[-1]
    assert isinstance(top, PaymentChoice)
    assert top.due == state.tables.asset_price[9] - effect_of(state, f"tile.{tile}").discount
    assert illegal(state, "ok") == "not_covered"


# ---------------------------------------------------------------- PRF-1, PRF-2


@pytest.mark.rule("PRF-1")
@pytest.mark.parametrize("seed", range(3))
def test_never_in_the_middle_of_an_action(seed: int) -> None:
    """In random games a tile is offered only at the beginning and at the end of a turn, and only an own, unused one."""
    state, number, asked = fresh(3, seed), seed, 0
    while state.stack and asked < 60:
        top = state.stack[-1]
        options = legal_actions(state)
        c = state.companies[top.seat]
        offered = [action.tile for action in options if isinstance(action, UseTile)]
        if isinstance(top, TurnChoice | EndTurnChoice):
            assert set(offered) <= set(c.tiles)
            asked += bool(offered)
            if not top.tile:
                assert offered == []
        else:
            assert offered == []
            for tile in c.tiles:
                found = why_not(state, UseTile(tile))
                assert found is not None
                assert found.code == "not_now"
        number = (number * 1103515245 + 12345) % 2**31
        # shares and tiles more often than not
        wanted = [action for action in options if isinstance(action, BuyShare | UseTile)] if number % 3 else []
        pool = wanted or options
        state = apply(state, pool[number // 7 % len(pool)])[0]
    assert asked > 5


@pytest.mark.rule("PRF-1")
@pytest.mark.parametrize(
    ("texts", "own"),
    [
        ("@licence", {}),
        ("!1.drill", {"hand": ["1.drill", *RICH], "well": ["s10"]}),
        ("!1.extract", {"hand": ["1.extract"], "well": ["s02"], "layer": 2, "goods": {"brine": 0}}),
        ("@process", {}),
        ("@process +g", {}),
        ("@repair", {"drill_damage": 1}),
        ("@sell", {}),
        ("@sell >red", {}),
        ("@sell >red -b", {}),
        ("@contract", {}),
        ("@develop", {}),
        ("@research", {}),
        ("@shares", {}),
        ("@shares share:red", {}),
        ("@repeat", {"spaces": ["develop"], "hand": [*RICH]}),
        ("=r05", {"contracts": ["r05"], "goods": {"lithium": 1, "brine": 0}}),
        ("%red.1", {}),
    ],
)
def test_not_while_something_is_to_be_decided(texts: str, own: dict[str, Any]) -> None:
    mine = {"hand": RICH, "tiles": ["blue.6", "red.1"], "goods": {"brine": 2}, **own}
    state = play(game(2, **TABLE, seat1=mine), texts)
    assert not isinstance(state.stack[-1], TurnChoice | EndTurnChoice)
    assert illegal(state, "%blue.6") == "not_now"
    state = settle_turn(state)
    if texts == "%red.1":
        assert illegal(state, "%blue.6") == "one_tile"
    else:
        assert offers(state, "%blue.6")


@pytest.mark.rule("PRF-1")
def test_of_the_own_turn_only() -> None:
    state = game(2, seat1={"hand": RICH}, seat2={"tiles": ["blue.6"]})
    assert illegal(state, "%blue.6") == "not_owned"
    state = play(state, "@financing")
    assert legal(state) == ["end"]
    assert offers(play(state, "end"), "%blue.6")


@pytest.mark.rule("PRF-1")
def test_a_tile_does_not_replace_the_main_action() -> None:
    state = play(game(2, seat1={"tiles": ["blue.6"]}), "%blue.6")
    assert isinstance(state.stack[-1], TurnChoice)
    assert not offers(state, "end")
    assert seat(state).hr == 4


@pytest.mark.rule("PRF-2")
@pytest.mark.parametrize(
    "texts", ["%blue.6 @financing", "@financing %blue.6", "%blue.6", "@develop $3.drill ok %blue.6"]
)
def test_one_tile_a_turn(texts: str) -> None:
    """Before or after, not both; the next turn allows one again."""
    state = play(game(2, seat1={"tiles": ["blue.6", "orange.6", "red.6"], "hand": RICH}), texts)
    assert illegal(state, "%orange.6") == "one_tile"
    assert illegal(state, "%blue.6") == "used"
    if texts == "%blue.6":
        state = play(state, "@financing")
        assert legal(state) == ["end"]
    state = play(state, "end @financing end")
    assert offers(state, "%orange.6")
    state = play(state, "@sell >red -b") if offers(state, "@sell") else state
    state = pay(state)
    assert offers(state, "%red.6")


@pytest.mark.rule("PRF-2", "PRF-5")
def test_used_tiles_stay_with_their_owner_and_are_never_used_again() -> None:
    state = game(2, seat1={"tiles": ["blue.6"]}, seat2={"hr": 1})
    state = finish_round(play(state, "%blue.6 @financing end @financing end"))
    state = play(state, "@financing end") if state.acting else state
    assert (part(state)["tiles"], part(state)["used_tiles"]) == ([], ["blue.6"])
    assert illegal(state, "%blue.6") == "used"
    assert all(index(state, "tile.blue.6") not in stack for own in state.stacks for stack in own)


@pytest.mark.rule("PRF-2")
@pytest.mark.parametrize("used", [[], ["red.6"], ["red.6", "orange.6"]])
def test_used_tiles_count_for_the_objective(used: list[str]) -> None:
    unused = [tile for tile in ("red.6", "orange.6") if tile not in used]
    state = game(2, objectives=["s5", "l1", "l2", "l3", "l4"], stacks={"blue": {"profit_bottom": ["blue.6", "blue.1"]}},
                 seat1={"tiles": unused, "used_tiles": used, "shares": {"blue": 1}, "hand": RICH})  # fmt: skip
    state = pay(play(state, "@shares share:blue"))
    state, happened = run(state, "tile:blue.1")
    assert len(of(ObjectiveTaken, happened)) == 1


# ---------------------------------------------------------------- PRF-3, PRF-5, PRF-6

SHARE: dict[str, Any] = {"stacks": {"red": {"profit_bottom": ["red.6", "red.1"]}}}
NEXT: dict[str, Any] = {"shares": {"red": 1}, "hand": RICH}


@pytest.mark.rule("PRF-3")
def test_a_tile_taken_by_the_main_action_may_be_used_after_it() -> None:
    state = play(pay(play(game(2, **SHARE, seat1=NEXT), "@shares share:red")), "tile:red.6")
    assert legal(state) == ["%red.6", "end"]
    assert seat(play(state, "%red.6")).vp == 7


@pytest.mark.rule("PRF-3", "PRF-2")
def test_a_tile_taken_this_turn_is_not_a_second_one() -> None:
    """Whether a tile was used before the main action, or gave the new tile itself."""
    state = play(game(2, **SHARE, seat1={**NEXT, "tiles": ["blue.6"]}), "%blue.6 @shares share:red")
    state = play(pay(state), "tile:red.6")
    assert legal(state) == ["end"]
    assert illegal(state, "%red.6") == "one_tile"
    state = play(pay(play(game(2, **SHARE, seat1={**NEXT, "tiles": ["red.7"]}), "%red.7 share:red")), "tile:red.6")
    assert isinstance(state.stack[-1], TurnChoice)
    assert illegal(state, "%red.6") == "one_tile"
    state = play(state, "@financing")
    assert legal(state) == ["end"]
    assert offers(play(state, "end @financing end"), "%red.6")  # kept for the next turn


@pytest.mark.rule("PRF-3")
def test_a_tile_taken_after_the_main_action_waits() -> None:
    state = play(game(2, **SHARE, seat1={**NEXT, "tiles": ["red.7"]}), "@financing %red.7 share:red")
    state = play(pay(state), "tile:red.6")
    assert legal(state) == ["end"]


@pytest.mark.rule("PRF-5", "PRF-4")
@pytest.mark.parametrize(("tile", "vp"), [("orange.6", 3), ("blue.6", 5), ("red.6", 7)])
def test_the_vp_of_a_tile_come_when_it_is_used(tile: str, vp: int) -> None:
    state = game(2, seat1={"tiles": [tile]})
    assert breakdown(state, 0).total == breakdown(game(2), 0).total  # unused it is worth nothing
    state, happened = run(state, f"%{tile}")
    assert of(VpGained, happened) == [VpGained(0, vp, "tile")]
    assert seat(state).vp == vp
    assert breakdown(play(state, "@financing"), 0).board == vp  # once


@pytest.mark.rule("PRF-5")
def test_a_points_tile_taken_gives_nothing_yet() -> None:
    state = play(pay(play(game(2, **SHARE, seat1=NEXT), "@shares share:red")), "tile:red.6")
    assert seat(state).vp == 0
    state = play(state, "end")
    assert seat(state).vp == 0
    state = finish_round(state)
    assert seat(state).vp == 0


@pytest.mark.rule("PRF-5")
def test_an_unused_tile_is_worth_nothing_at_the_end() -> None:
    over: dict[str, Any] = {"assets": {"red": 9, "blue": 9}, "seat2": {"hr": 0}}
    own: dict[str, Any] = {"used_tiles": ["orange.6"], "hr": 1}
    state = game(2, **over, seat1={**own, "tiles": ["red.6", "blue.6"]})
    other = game(2, **over, seat1=own)
    state, other = play(state, "@financing end"), play(other, "@financing end")
    assert state.over
    assert breakdown(state, 0) == breakdown(other, 0)


@pytest.mark.rule("PRF-6")
def test_the_tile_after_the_last_engineer_of_the_round() -> None:
    """It comes before the round ends: the claims have not moved yet, the closing does not hinder it."""
    table: dict[str, Any] = {"claims": ["s05", "d13", "d12", "s04"], "assets": {"red": 9, "blue": 9}}
    state = game(2, **table, seat1={"hr": 1, "tiles": ["blue.1", "red.6"], "hand": RICH}, seat2={"hr": 0})
    state, happened = run(state, "@financing")
    assert of(RoundEnded, happened) == []
    assert legal(state) == ["%red.6", "%blue.1", "end"]
    state, happened = run(state, "%blue.1 claim:s04")
    assert of(RoundEnded, happened) == []
    assert part(state)["well"] == ["s04"]
    state, happened = run(state, "end")
    assert len(of(RoundEnded, happened)) == 1
    assert state.over
    assert legal(state) == []


@pytest.mark.rule("PRF-6")
def test_after_the_end_of_the_turn_it_is_too_late() -> None:
    state = game(2, seat1={"hr": 1, "tiles": ["red.6"]}, seat2={"hr": 1})
    state, happened = run(state, "@financing end")
    assert illegal(state, "%red.6") == "not_owned"  # the other seat is asked
    state, more = run(state, "@financing end")
    assert state.round == 2
    assert of(TileUsed, [*happened, *more]) == []
    assert part(state)["tiles"] == ["red.6"]


@pytest.mark.rule("PRF-6", "PRF-1")
def test_in_a_solo_game_too() -> None:
    """The player's last engineer, then a tile, and only then GMI."""
    state = game(1, seat1={"hr": 1, "tiles": ["red.6"]})
    state = play(state, "@financing")
    assert legal(state) == ["%red.6", "end"]
    state = play(state, "%red.6 end")
    assert isinstance(state.stack[-1], GmiChoice)
    assert seat(state).vp == 7
