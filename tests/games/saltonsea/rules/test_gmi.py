"""GMI: the solo opponent's setup, turns and rounds, what it never does, its objectives, its money and its log.

What each of its actions does stands in test_gmi_actions.py.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from itertools import pairwise
from typing import Any

import pytest

from saltonsea_desktop.games.saltonsea.actions import EndTurn
from saltonsea_desktop.games.saltonsea.choices import GmiChoice, TurnChoice
from saltonsea_desktop.games.saltonsea.components.check import check_pack
from saltonsea_desktop.games.saltonsea.components.schema import GMI_ACTIONS
from saltonsea_desktop.games.saltonsea.components.tables import (
    DEVELOP,
    DRILL,
    EXECUTE,
    EXTRACT,
    KIND_NAMES,
    LICENCE,
    PROCESS,
    REPAIR,
    RESEARCH,
    SELL,
    SHARES,
    UNLOCK_ENGINEER,
    UNLOCK_WAREHOUSE,
    default_tables,
)
from saltonsea_desktop.games.saltonsea.determinize import determinize
from saltonsea_desktop.games.saltonsea.events import (
    ActionCopied,
    ActionRepeated,
    BlindDrawn,
    Collected,
    ContractTaken,
    EngineerHired,
    EngineerPlaced,
    FinancingDrawn,
    FinancingEmpty,
    GmiActed,
    GmiCardAdded,
    GmiCardTurned,
    GmiDecided,
    GmiPassed,
    GmiRefused,
    ObjectiveTaken,
    Paid,
    PromptPlayed,
    ResearchUsed,
    RoundBegan,
    RoundEnded,
    TileUsed,
    TurnBegan,
    TurnEnded,
    VpGained,
    WarehouseOpened,
)
from saltonsea_desktop.games.saltonsea.game import GAME
from saltonsea_desktop.games.saltonsea.gmi.turn import held
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.reasons import CODES
from saltonsea_desktop.games.saltonsea.resolve import apply
from saltonsea_desktop.games.saltonsea.scoring import breakdown, money_held
from saltonsea_desktop.games.saltonsea.state import Company, State
from saltonsea_desktop.games.saltonsea.view import HIDDEN, public_event, view_for
from tests.games.saltonsea.components.packs import TEXTS as PACK_TEXTS
from tests.games.saltonsea.components.packs import field, write_pack
from tests.games.saltonsea.rules.gmi_kit import LONG, acted, only, pack, refused, solo, turn, turns_of_gmi
from tests.games.saltonsea.rules.kit import (
    again,
    finish_round,
    fresh,
    game,
    index,
    kinds,
    legal,
    names,
    of,
    part,
    play,
    run,
    seat,
)

STARTING = {"s1", "s2", "s3", "s4"}
ADVANCED = {"a1", "a2", "a3", "a4", "a5"}
GAMES = 10


# ---------------------------------------------------------------- GMI-1, GMI-2, GMI-23, GMI-24: setup


@pytest.mark.rule("GMI-1", "GMI-24")
@pytest.mark.parametrize("easy", [False, True])
def test_a_board_as_for_a_player_but_no_engineers(easy: bool) -> None:
    for seed in range(12):
        state = fresh(1, seed, easy=easy)
        t = state.tables
        assert (state.seats, state.gmi_seat) == (2, 1)
        player, gmi = state.companies
        assert (gmi.hr, gmi.hired) == (0, 0)
        for entry in fields(Company):
            if entry.name not in ("hr", "hired", "hand", "cash", "coins"):
                assert getattr(player, entry.name) == getattr(gmi, entry.name), entry.name
        # as for two seats otherwise
        assert len(state.research_row) == len(state.contract_row) == t.market_width[2]
        assert state.assets == (t.asset_start[2],) * 3
        ones = [i for i, card in enumerate(t.types) if card.value == 1]
        assert all(gmi.hand[i] == (0 if easy else 1) for i in ones)
        assert sum(gmi.hand) == gmi.cash == (0 if easy else 7)
        assert all(player.hand[i] == 1 for i in ones)
        # GMI-24: its seven cards stay in the deck
        deck = Counter([*state.decks[0], *(card for card in state.rows[0] if card >= 0)])
        assert all(deck[i] == t.types[i].count - (1 if easy else 2) for i in ones)


@pytest.mark.rule("GMI-1")
def test_without_gmi_there_is_none() -> None:
    for seats in (2, 3, 4):
        state = fresh(seats, 1)
        assert (state.solo, state.gmi_seat, state.gmi_row, state.gmi_deck) == (False, -1, (), ())
        assert all(c.hr == 4 for c in state.companies)


@pytest.mark.rule("GMI-2")
def test_four_starting_cards_and_three_of_the_advanced() -> None:
    orders, left, tops = set(), set(), set()
    for seed in range(120):
        state = fresh(1, seed)
        row = names(state.tables.gmi_cards, state.gmi_row)
        deck = names(state.tables.gmi_cards, state.gmi_deck)
        assert set(row) == STARTING
        assert len(row) == 4
        assert set(deck) < ADVANCED
        assert len(set(deck)) == len(deck) == 3
        assert state.gmi_turned == 0
        orders.add(tuple(row))
        left.add(frozenset(ADVANCED - set(deck)))
        tops.add(deck[-1])
    assert len(orders) == 24  # each order occurs
    assert len(left) == 10  # each pair may leave the game
    assert tops == ADVANCED


@pytest.mark.rule("GMI-23")
def test_the_first_seat_is_drawn_and_then_alternates() -> None:
    firsts = Counter(fresh(1, seed).first for seed in range(60))
    assert set(firsts) == {0, 1}
    assert min(firsts.values()) > 15
    for seed in (1, 2):
        state = fresh(1, seed)
        for number in range(1, 5):
            first = (fresh(1, seed).first + number - 1) % 2
            assert (state.round, state.first, state.acting) == (number, first, first)
            state = finish_round(state)


# ---------------------------------------------------------------- GMI-3, GMI-4, GMI-25: turns


@pytest.mark.rule("GMI-3")
def test_the_leftmost_unturned_card_in_the_order_of_the_row() -> None:
    row = ["s3", "s1", "s4", "s2"]
    state = game(1, turn=2, gmi_row=row, seat1={"hr": 4})
    turned = []
    for number in range(4):
        assert state.gmi_turned == number
        state, happened = turn(state)
        turned += [event.card for event in of(GmiCardTurned, happened)]
        if number < 3:
            assert names(state.tables.gmi_cards, state.gmi_row)[:4] == row
            state = play(state, "@financing end")
    assert names(state.tables.gmi_cards, turned) == row


def possible(s: State, kind: int) -> bool:
    """GMI-7 to GMI-16 and GMI-25, worked out from the table alone."""
    t, c = s.tables, s.companies[1]
    room = [t.capacity[c.warehouses] - n for n in c.goods]
    money = sum(t.type_value[i] * n for i, n in enumerate(c.hand)) + sum(t.type_value[i] for i in c.fresh)
    layers = [x for claim in c.well for x in t.claims[claim].brine]
    has_goods = c.goods[1] + c.goods[2] > 0
    if kind == LICENCE:
        return any(claim >= 0 for claim in s.claims)
    if kind == DRILL:
        return c.layer < len(layers) and not t.drill_frozen[c.drill_damage]
    if kind == EXTRACT:
        return sum(layers[: c.layer]) > c.extracted and room[0] > 0
    if kind == PROCESS:
        fits = c.goods[0] >= 2 or c.plant_damage + 2 <= len(t.plant_vp) - 1
        return c.goods[0] >= 1 and fits and min(room[1:]) > 0 and not t.plant_stopped[c.plant_damage]
    if kind == REPAIR:
        return c.drill_damage > 0 or c.plant_damage > 0
    if kind == SELL:
        return has_goods and not all(t.asset_closes[a] for a in s.assets)
    if kind == EXECUTE:
        return any(
            card >= 0 and all(n <= have for n, have in zip(t.contracts[card].needs, c.goods, strict=True))
            for card in s.contract_row
        )
    if kind == DEVELOP:
        return money >= 3
    if kind == RESEARCH:
        return len(c.research) < t.slots[c.warehouses] and any(
            card >= 0 and t.research[card].permanent for card in s.research_row
        )
    assert kind == SHARES
    return any(
        n + 1 < len(t.share_section) and t.share_section[n + 1] <= t.asset_section[a]
        for n, a in zip(c.shares, s.assets, strict=True)
    )


@pytest.mark.rule("GMI-3", "GMI-21", "GMI-25")
def test_it_does_the_first_action_it_can_and_names_those_it_could_not() -> None:
    """In random games, against what the table shows: which card, which refusals in which order, which action."""
    done: Counter[str] = Counter()
    for before, happened, after in turns_of_gmi(GAMES):
        card = before.gmi_row[before.gmi_turned]
        assert of(GmiCardTurned, happened) == [GmiCardTurned(card)]
        assert kinds(happened)[0] == "GmiCardTurned"
        listed = before.tables.gmi_cards[card].actions
        first = next((i for i, kind in enumerate(listed) if possible(before, kind)), len(listed))
        assert [(event.card, event.kind) for event in of(GmiRefused, happened)] == [(card, k) for k in listed[:first]]
        if first < len(listed):
            assert of(GmiActed, happened) == [GmiActed(card, listed[first])]
            assert of(GmiPassed, happened) == []
        else:
            assert of(GmiPassed, happened) == [GmiPassed(card)]
            assert of(GmiActed, happened) == []
        if not of(RoundEnded, happened):
            assert after.gmi_turned == before.gmi_turned + 1
        done[acted(happened)] += 1
    assert set(done) >= set(GMI_ACTIONS) - {"execute"}


@pytest.mark.rule("GMI-3")
@pytest.mark.parametrize("actions", ["repair drill", "drill repair"])
def test_the_upper_action_goes_first(actions: str) -> None:
    state = solo(actions, seat2={"drill_damage": 1})
    _, happened = turn(state)
    assert acted(happened) == actions.split()[0]
    assert refused(happened) == []


NOTHING: dict[str, Any] = {
    "claims": ["", "", "", ""],
    "claim_deck": [],
    "claim_deck_exact": True,
    "contract_row": [],
    "research_row": [],
    "assets": {"red": 9, "orange": 9, "blue": 9},
    "seat2": {"hand": [], "goods": {"brine": 0}, "layer": 1, "extracted": 1, "vp": 5,
              "shares": {"red": 8, "orange": 8, "blue": 8}},
}  # fmt: skip
WHY_NOT: dict[str, str] = {
    "licence": "no_claim", "drill": "no_layer", "extract": "no_brine_reach", "process": "no_brine",
    "repair": "undamaged", "sell": "all_closed", "execute": "no_contract", "develop": "cost",
    "research": "no_permanent_research", "shares": "no_share",
}  # fmt: skip


@pytest.mark.rule("GMI-25", "GMI-3", "GMI-21")
def test_a_pass_names_every_reason_and_leaves_the_card_turned() -> None:
    """All ten actions on one card, none of them possible."""
    state = solo(" ".join(WHY_NOT), **NOTHING)
    before = part(state, 2)
    state, happened = turn(state)
    assert acted(happened) == ""
    assert [(kind, code) for kind, code, _ in refused(happened)] == list(WHY_NOT.items())
    assert part(state, 2) == before
    assert state.gmi_turned == 1
    assert state.acting == 0
    state, happened = turn(play(state, "@financing end"))
    assert names(state.tables.gmi_cards, [of(GmiCardTurned, happened)[0].card]) == ["s2"]  # not the same card again


@pytest.mark.rule("GMI-4")
def test_they_alternate_until_one_side_has_nothing_left() -> None:
    """In random games: after a turn of one the other is asked if it has an engineer or an unturned card."""
    for seed in range(4):
        state, number = fresh(1, seed), seed
        while state.stack:
            options = legal_actions(state)
            number = (number * 1103515245 + 12345) % 2**31
            action = options[number // 11 % len(options)]
            gmi = isinstance(state.stack[-1], GmiChoice)
            after, happened = apply(state, action)
            if (gmi or isinstance(action, EndTurn)) and not of(RoundEnded, happened):
                waits = after.companies[0].hr > 0 if gmi else after.gmi_turned < len(after.gmi_row)
                assert after.acting == (state.acting ^ 1 if waits else state.acting)
                assert after.companies[0].hr > 0 or after.gmi_turned < len(after.gmi_row)
            state = after


@pytest.mark.rule("GMI-4")
@pytest.mark.parametrize(("engineers", "turned"), [(3, 4), (0, 1), (1, 3), (2, 0)])
def test_the_round_ends_when_both_are_done(engineers: int, turned: int) -> None:
    """Whoever has more left goes on alone."""
    state = game(1, turn=1 if engineers else 2, gmi_turned=turned, gmi_row=["s1", "s2", "s3", "s4"],
                 seat1={"hr": engineers}, seat2={"hand": []})  # fmt: skip
    turns: list[int] = []
    happened: list[Any] = []
    while state.round == 1:
        assert of(RoundEnded, happened) == []
        turns.append(state.acting)
        state, happened = run(state, "gmi" if state.acting == 1 else "@financing end")
    assert (turns.count(0), turns.count(1)) == (engineers, 4 - turned)
    both = 2 * min(engineers, 4 - turned)
    assert all(a != b for a, b in pairwise(turns[:both]))
    assert len(of(RoundEnded, happened)) == 1


@pytest.mark.rule("GMI-4")
def test_an_engineer_hired_alone_brings_gmi_nothing() -> None:
    """The player hires in its last turn and goes on, GMI has turned all its cards."""
    state = game(1, gmi_turned=4, seat1={"development": 1, "hr": 1, "hand": ["3.drill"]})
    state = play(state, "@develop $3.drill ok end")
    assert (state.round, state.acting, seat(state).hr) == (1, 0, 1)


# ---------------------------------------------------------------- GMI-5, GMI-6, GMI-28: cards added, rounds


@pytest.mark.rule("GMI-5", "GMI-28")
@pytest.mark.parametrize("deck", [["a4", "a2", "a1"], ["a4"], []])
@pytest.mark.parametrize("development", range(7))
def test_steps_open_warehouses_and_add_cards(development: int, deck: list[str]) -> None:
    """At each space of the track: the lowest tile, or the next advanced card at the right end of the row."""
    t = default_tables()
    state = solo("develop", gmi_deck=deck, seat2={"development": development, "hand": ["3.drill"]})
    assert len(state.gmi_row) == 4
    row, warehouses = state.gmi_row, seat(state, 2).warehouses
    after, happened = turn(state)
    unlock = t.development[development + 1]
    c = seat(after, 2)
    opened = unlock == UNLOCK_WAREHOUSE
    assert c.warehouses == warehouses + opened
    assert of(WarehouseOpened, happened) == ([WarehouseOpened(1, warehouses + 1)] if opened else [])
    added = deck[:1] if unlock == UNLOCK_ENGINEER else []
    assert names(t.gmi_cards, after.gmi_row) == [*names(t.gmi_cards, row), *added]
    assert names(t.gmi_cards, after.gmi_deck[::-1]) == (deck[1:] if added else deck)
    assert names(t.gmi_cards, [event.card for event in of(GmiCardAdded, happened)]) == added
    assert (c.hired, c.hr, of(EngineerHired, happened)) == (0, 0, [])


@pytest.mark.rule("GMI-5")
@pytest.mark.parametrize(
    ("actions", "table", "own"),
    [
        ("develop", {}, {"hand": ["3.drill"]}),
        ("extract", {}, {"layer": 1, "goods": {"brine": 0}}),  # the reward of the starting claim
        ("shares", {"assets": {"red": 5}}, {"shares": {"red": 3}}),  # a space of the track
        ("execute", {"contract_row": ["", "r01", "", ""]}, {"goods": {"brine": 2}}),  # a contract's benefit
    ],
)
def test_the_added_card_is_turned_in_this_same_round(actions: str, table: dict[str, Any], own: dict[str, Any]) -> None:
    """From every source, and even when the card that brought it was the last one."""
    state = solo(actions, **table, gmi_row=["s2", "s3", "s4", "s1"], gmi_turned=3, gmi_deck=["a4", "a2"],
                 seat1={"hr": 0}, seat2={"development": 1, "hand": [], **own})  # fmt: skip
    state, happened = turn(state)
    assert len(of(GmiCardAdded, happened)) == 1
    assert of(RoundEnded, happened) == []
    assert (state.round, state.acting) == (1, 1)
    assert names(state.tables.gmi_cards, state.gmi_row) == ["s2", "s3", "s4", "s1", "a4"]
    state, happened = turn(state)
    assert names(state.tables.gmi_cards, [of(GmiCardTurned, happened)[0].card]) == ["a4"]
    assert state.round == 2


@pytest.mark.rule("GMI-5", "GMI-25")
def test_a_warehouse_of_gmi_counts_at_once() -> None:
    state, _ = turn(solo("develop", seat2={"hand": ["3.drill"]}))
    t = state.tables
    shown = view_for(state, 0).companies[1]
    assert (shown.capacity, shown.slots) == (t.capacity[1], t.slots[1])
    assert t.capacity[1] > t.capacity[0]


@pytest.mark.rule("GMI-6")
def test_the_row_is_shuffled_and_laid_anew() -> None:
    """All its cards, the added ones too; none turned; deck and player's cards as before."""
    row = ["s1", "s2", "s3", "s4", "a1"]
    state = game(1, gmi_row=row, gmi_turned=5, gmi_deck=["a2", "a4"], seat1={"hr": 1})
    orders = set()
    for number in range(60):
        state.rng = number * 7919
        after, happened = run(state, "@financing end")
        assert len(of(RoundBegan, happened)) == 1
        laid = names(after.tables.gmi_cards, after.gmi_row)
        assert sorted(laid) == sorted(row)
        assert after.gmi_turned == 0
        assert after.gmi_deck == state.gmi_deck
        orders.add(tuple(laid))
    assert len(orders) > 30
    assert len({order[0] for order in orders}) == 5


# ---------------------------------------------------------------- GMI-18: never


@pytest.mark.rule("GMI-18")
def test_never_over_random_games() -> None:
    """No contract on its board, no financing, no repeat; nor engineers, Prompt cards, tiles or research as actions."""
    forbidden = (
        ContractTaken, FinancingDrawn, FinancingEmpty, ActionRepeated, ActionCopied, EngineerPlaced, EngineerHired,
        PromptPlayed, ResearchUsed, TileUsed,
    )  # fmt: skip
    turns = turns_of_gmi(GAMES)
    assert len(turns) > 150
    for before, happened, after in turns:
        for event in happened:
            if isinstance(event, RoundEnded):
                break
            assert not isinstance(event, forbidden), event
        c = after.companies[1]
        assert (c.hr, c.hired, c.spaces, c.financed, c.table, c.executed) == (0, 0, 0, 0, (), 0)
        assert c.contracts == before.companies[1].contracts == (-1, -1)
        assert (c.used_research, c.kept_research, c.mods) == ((), (), (0,) * len(c.mods))
        if not of(RoundEnded, happened):
            assert after.decks[0] == before.decks[0]  # nothing drawn from the $1 deck


@pytest.mark.rule("GMI-18")
@pytest.mark.parametrize("action", ["contract", "financing", "repeat", "copy"])
def test_no_card_can_print_what_gmi_never_does(tmp_path: Any, action: str) -> None:
    assert action not in GMI_ACTIONS
    assert len(GMI_ACTIONS) == 10
    edit = field("gmi.s2", "actions", f'["drill", "{action}"]')
    folder = write_pack(tmp_path / "pack", gmi=edit(PACK_TEXTS["gmi"]))
    (message,) = check_pack(folder).errors
    assert "gmi.s2: actions.1 must be" in message
    assert f'not "{action}"' in message


# ---------------------------------------------------------------- GMI-20, GMI-22: scoring, objectives

SHORT: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "s1": ("process", {}, {"goods": {"brine": 2, "lithium": 2}}),
    "s2": ("process", {}, {"goods": {"brine": 2, "geothermal": 2}}),
    "s3": ("execute", {"contract_row": ["", "r05", "", ""]},
           {"goods": {"lithium": 1}, "kept_contracts": ["r01", "r03"]}),
    "s4": ("develop", {"gmi_row": ["s1", "s2", "s3", "s4", "a1", "a2"], "gmi_deck": ["a3"]},
           {"development": 5, "hand": ["3.drill"]}),
    "s5": ("shares", {"assets": {"red": 3, "orange": 0, "blue": 0}},
           {"shares": {"red": 1}, "tiles": ["orange.1"], "used_tiles": ["blue.6"]}),
}  # fmt: skip


@pytest.mark.rule("GMI-22")
@pytest.mark.parametrize("name", SHORT)
def test_an_objective_goes_to_gmi_at_once_and_its_vp_wait(name: str) -> None:
    actions, table, own = SHORT[name]
    stacks = {"red": {"profit_bottom": ["red.4", "red.5"]}, "blue": {"profit_bottom": ["blue.1"]}}
    state = solo(actions, objectives=[name, *LONG[:4]], stacks=stacks, **table, seat2={"hand": [], **own})
    t = state.tables
    number = index(state, f"objective.{name}")
    before = breakdown(state, 1)
    state, happened = turn(state)
    assert of(ObjectiveTaken, happened) == [ObjectiveTaken(1, number)]
    assert [event for event in of(VpGained, happened) if event.source == "objective"] == []
    assert part(state, 2)["objectives"] == [name]
    assert state.takers[state.objectives.index(number)] == 1
    assert breakdown(state, 1).objectives - before.objectives >= t.objectives[number].vp
    # lost to the player
    if name in ("s1", "s2"):
        letter, goods = ("l", "lithium") if name == "s1" else ("g", "geothermal")
        state = again(state, seat1={"goods": {goods: 2, "brine": 1}, "hand": ["5.drill", "1.drill"]})
        state, happened = run(state, f"@process +{letter} no $5.drill" + (" $1.drill ok" if name == "s1" else " ok"))
        assert of(ObjectiveTaken, happened) == []
        assert seat(state).vp == 0


@pytest.mark.rule("GMI-22")
def test_an_objective_of_the_player_is_lost_to_gmi() -> None:
    state = solo("process", objectives=["s1", *LONG[:4]], seat1={"objectives": ["s1"]},
                 seat2={"goods": {"brine": 2, "lithium": 2}})  # fmt: skip
    _, happened = turn(state)
    assert of(ObjectiveTaken, happened) == []


@pytest.mark.rule("GMI-22")
@pytest.mark.parametrize(("development", "stars"), [(7, 1), (6, 0)])
def test_the_star_by_the_last_space(development: int, stars: int) -> None:
    state = game(1, objectives=["s1", "s2", "s3", "s4", "s5"], takers=[2, 1, 0, 0, 0], seat1={"development": 0},
                 seat2={"development": development})  # fmt: skip
    assert breakdown(state, 1).stars == stars
    assert (breakdown(state, 1).objectives, breakdown(state, 0).objectives) == (7, 0)


@pytest.mark.rule("GMI-20", "GMI-22")
def test_the_final_scoring_is_that_of_a_player_with_the_same_board() -> None:
    """Category by category, its money included; only the VP of short-term objectives are counted now."""
    own: dict[str, Any] = {
        "vp": 12, "development": 7, "goods": {"brine": 2, "geothermal": 1, "lithium": 3}, "drill_damage": 3,
        "plant_damage": 4, "well": ["s01", "d03"], "layer": 3, "extracted": 2, "fresh": ["3.sell"],
        "hand": ["5.drill", "3.drill", "1.drill"], "kept_contracts": ["r01", "l01"], "research": ["p10", "p03", "p12"],
        "shares": {"red": 2, "blue": 3}, "tiles": ["red.4"], "used_tiles": ["blue.6"], "objectives": ["s2"],
    }  # fmt: skip
    table: dict[str, Any] = {"assets": {"red": 5, "blue": 7}, "objectives": ["s2", "l1", "l6", "l8", "l10"]}
    as_gmi = game(1, **table, seat1={"hand": []}, seat2=own)
    as_player = game(2, **table, seat1={"hand": []}, seat2=own)
    a, b = breakdown(as_gmi, 1), breakdown(as_player, 1)
    vp = as_gmi.tables.objectives[index(as_gmi, "objective.s2")].vp
    assert a._replace(objectives=a.objectives - vp) == b
    assert a.hand == 12 // 3 * 2
    assert money_held(as_gmi, 1) == 12
    assert a.objectives == vp + 5 + 9 + 6 + 7  # and the long-term ones
    assert a.stars == 1 + 4 * 3


@pytest.mark.rule("GMI-20")
@pytest.mark.parametrize("money", [["5.drill"], []])
def test_the_end_of_the_round_is_carried_out_for_gmi_as_usual(money: list[str]) -> None:
    """Its money is kept, and it counts for a tie."""
    state = game(1, gmi_turned=4, assets={"red": 9, "blue": 9}, seat1={"hr": 1}, seat2={"fresh": money, "hand": []})
    state = play(state, "@financing end")
    assert state.over
    assert money_held(state, 1) == 5 * len(money)
    assert breakdown(state, 1).hand == 2 * len(money)


# ---------------------------------------------------------------- GMI-21: the log


@pytest.mark.rule("GMI-21")
def test_every_turn_tells_card_reasons_and_decisions_in_order() -> None:
    """Turned, refused, acted or passed, decided, and only then what happened; the codes are known ones."""
    deciding = {LICENCE: 1, SELL: 2, EXECUTE: 1, RESEARCH: 1, SHARES: 1}
    for _, happened, _ in turns_of_gmi(GAMES):
        told = kinds(happened)
        end = told.index("TurnEnded")
        n = told.count("GmiRefused")
        assert told[0] == "GmiCardTurned"
        assert told[1 : 1 + n] == ["GmiRefused"] * n
        assert told[1 + n] in ("GmiActed", "GmiPassed")
        for event in of(GmiRefused, happened):
            assert event.code in CODES | {"no_permanent_research"}, event
            assert all(isinstance(p, int) for p in event.params)
        done = of(GmiActed, happened)
        if not done:
            assert end == 2 + n
            continue
        number = deciding.get(done[0].kind, 0)
        assert told[2 + n : 2 + n + number] == ["GmiDecided"] * number
        assert all(event.kind == done[0].kind for event in of(GmiDecided, happened)[:number])


PARAMETERS: list[tuple[str, dict[str, Any], tuple[str, tuple[int, ...]]]] = [
    # action, what is so on its board, the reason with its numbers
    ("extract", {"layer": 1, "goods": {"brine": 3}}, ("no_room", (0, 3))),
    ("process", {"goods": {"brine": 2, "lithium": 3}}, ("no_room", (2, 3))),
    ("process", {"goods": {"brine": 2, "geothermal": 3}, "development": 0}, ("no_room", (1, 3))),
    ("process", {"goods": {"brine": 2, "geothermal": 4}, "development": 1}, ("no_room", (1, 4))),
    ("process", {"plant_damage": 6}, ("no_damage_room", (2,))),
    ("process", {"plant_damage": 7, "goods": {"brine": 2}}, ("stopped", ())),
    ("develop", {"hand": []}, ("cost", (3, 0))),
    ("develop", {"hand": ["1.drill"], "fresh": ["1.drill"]}, ("cost", (3, 2))),
    ("drill", {"drill_damage": 6}, ("frozen", ())),
    ("research", {"research": ["p10"]}, ("no_slot", ())),
    ("sell", {"goods": {"brine": 3}}, ("nothing_to_sell", ())),
]


@pytest.mark.rule("GMI-21", "GMI-25")
@pytest.mark.parametrize(("action", "own", "reason"), PARAMETERS)
def test_reasons_carry_their_numbers(action: str, own: dict[str, Any], reason: tuple[str, tuple[int, ...]]) -> None:
    _, happened = turn(solo(action, seat2=own))
    assert refused(happened) == [(action, *reason)]


# ---------------------------------------------------------------- GMI-28, CRD-12, CRD-15: what is public


@pytest.mark.rule("GMI-28", "CRD-12")
def test_the_money_and_the_turned_cards_of_gmi_are_public() -> None:
    state = game(1, turn=1, gmi_row=["s3", "s1", "s4", "s2"], gmi_turned=2,
                 seat2={"hand": ["5.drill", "1.drill"], "fresh": ["3.sell"]})  # fmt: skip
    for viewer in (-1, 0):
        shown = view_for(state, viewer)
        gmi = shown.companies[1]
        assert gmi.hand == tuple(seat(state, 2).hand)
        assert gmi.fresh == seat(state, 2).fresh
        assert gmi.money == money_held(state, 1) == held(state, 1) == 9
        assert gmi.hand_count == 3
        assert shown.gmi_row == (*state.gmi_row[:2], HIDDEN, HIDDEN)
        world = determinize(state, viewer, 5)
        assert world.companies[1] == state.companies[1]
        assert world.gmi_row[:2] == state.gmi_row[:2]
    # the player's own hand stays hidden from an onlooker
    assert view_for(state, -1).companies[0].hand is None
    assert view_for(state, -1).companies[0].money is None


@pytest.mark.rule("GMI-28", "CRD-12", "CRD-15")
def test_what_gmi_pays_and_draws_blind_is_seen_what_the_player_does_is_not() -> None:
    """GMI's cards lie open before they are paid; the pile itself may not be looked through."""
    paying = solo("develop", discards={"1": ["1.repair"], "3": []}, seat2={"hand": ["1.drill"] * 3})
    state, happened = turn(paying)
    (paid,) = of(Paid, happened)
    assert names(state.tables.types, paid.cards_hidden) == ["1.drill"] * 3
    for viewer in (-1, 0):
        assert public_event(paid, viewer, state.gmi_seat) == paid
        assert view_for(state, viewer).discards == (4, 0, 0)  # a number, no card
    drawing = solo(
        "sell",
        fees={"red": "n1"},
        market={"1": [], "3": [], "5": []},
        discards={"3": ["3.drill", "3.sell"]},
        seat2={"goods": {"lithium": 1}, "hand": []},
    )
    state, happened = turn(drawing)
    (blind,) = of(BlindDrawn, happened)
    assert HIDDEN not in blind.cards_hidden
    assert public_event(blind, 0, state.gmi_seat) == blind
    assert of(Collected, happened)[0].blinds == (0, 2, 0)
    # the player's
    state = game(1, seat1={"hand": ["3.drill"]})
    state, happened = run(state, "@develop $3.drill ok")
    (paid,) = of(Paid, happened)
    assert public_event(paid, 0, state.gmi_seat) == paid
    assert public_event(paid, -1, state.gmi_seat) == Paid(0, 3, (HIDDEN,), (3,))  # its value only


@pytest.mark.rule("CRD-15")
def test_a_pile_holds_no_secret_that_a_view_or_a_dealt_world_could_tell() -> None:
    """Two solo tables whose piles hold other cards of the same values look the same; worlds are dealt alike."""
    base: dict[str, Any] = {"decks": {"1": ["1.licence", "1.repair"]}, "seat1": {"hand": []}, "seat2": {"hand": []}}
    one = game(1, **base, discards={"1": ["1.drill", "1.drill"]})
    pile = list(one.discards[0])
    other = one.copy()
    deck = list(one.decks[0])
    deck[-1], pile[0] = pile[0], deck[-1]
    other.decks = (tuple(deck), *one.decks[1:])
    other.discards = (tuple(pile), *one.discards[1:])
    assert other.discards != one.discards
    for viewer in (-1, 0):
        assert view_for(one, viewer) == view_for(other, viewer)
        assert determinize(one, viewer, 3) == determinize(other, viewer, 3)


@pytest.mark.rule("GMI-28")
def test_turning_a_card_is_an_undo_barrier() -> None:
    """Whatever GMI does, and when it passes."""
    for before, happened, after in turns_of_gmi(GAMES):
        (action,) = legal_actions(before)
        assert GAME.barrier(before, action, after, list(happened)) == "gmi_card"
    state = solo(" ".join(WHY_NOT), **NOTHING)
    after, happened = turn(state)
    assert acted(happened) == ""
    assert GAME.barrier(state, legal_actions(state)[0], after, list(happened)) == "gmi_card"


@pytest.mark.rule("GMI-28")
def test_gmi_asks_for_nothing_but_its_next_card() -> None:
    for before, happened, _ in turns_of_gmi(GAMES):
        assert legal(before) == ["gmi"]
        assert isinstance(before.stack[-1], GmiChoice)
        assert len(before.stack) == 1
        assert len(of(TurnEnded, happened)) == 1
        following = [event for event in happened if isinstance(event, TurnBegan)]
        assert len(following) <= 1


@pytest.mark.rule("GMI-18")
def test_ten_actions_and_no_other_name() -> None:
    """A pack with each of the ten on a card of its own plays; see also the refused names above."""
    for name in GMI_ACTIONS:
        state = solo(only(name))
        card = state.tables.gmi_cards[state.gmi_row[0]]
        assert [KIND_NAMES[kind] for kind in card.actions] == [name]
        after, _ = turn(state)
        assert isinstance(after.stack[-1], TurnChoice)
    assert {KIND_NAMES[kind] for card in default_tables().gmi_cards for kind in card.actions} <= set(GMI_ACTIONS)
    assert pack("drill").gmi_cards[0].actions == (DRILL,)
