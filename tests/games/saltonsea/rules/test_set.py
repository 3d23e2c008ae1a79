"""SET: what a dealt game looks like, for every number of seats, in the built-in and in changed packs."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from saltonsea_desktop.engine.rng import below, seeded, word
from saltonsea_desktop.games.saltonsea.components.tables import (
    UNLOCK_ENGINEER,
    VALUES,
    default_tables,
)
from saltonsea_desktop.games.saltonsea.determinize import determinize
from saltonsea_desktop.games.saltonsea.invariants import violations
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.resolve import advance
from saltonsea_desktop.games.saltonsea.scoring import breakdown
from saltonsea_desktop.games.saltonsea.state import State, digest
from saltonsea_desktop.games.saltonsea.view import HIDDEN, view_for
from tests.games.saltonsea.rules.kit import fresh, game, legal, names, play, seat, tables_with

SEATS = pytest.mark.parametrize("seats", [2, 3, 4])
SEEDS = range(200)

# Written down once: a save of any release, on any platform, depends on them.
SEEDED = [16294208416658607535, 11487996472437173461]
WORDS = [13309476754707697221, 11984929618412882174, 10134167572453724827]
DEAL: dict[str, Any] = {
    "first": 0,
    "claims": ["s09", "s07", "s06", "s13"],
    "next_claims": ["s10", "s12", "s02"],
    "objectives": ["s3", "s4", "l1", "l6", "l9"],
    "fees": ["fee.s1", "fee.s2", "fee.s3"],
    "research": ["i11", "i14", "i07", "i05", "p05", "p06"],
    "contracts": ["r07", "r09", "r02", "r08", "r04", "r10"],
    "fives": ["5.repair", "5.extract", "5.drill", "5.repair", "5.repair", "5.contract"],
    "red_bottom": ["red.2", "red.8", "red.7", "red.6"],
}


PUBLIC_TABLE = (
    "claims", "gone_claims", "assets", "fees", "stacks", "objectives", "takers", "research_row", "contract_row", "rows",
    "round", "first", "acting",
)  # fmt: skip
PUBLIC_BOARD = (
    "vp", "development", "hr", "hired", "spaces", "financed", "warehouses", "drill_damage", "plant_damage", "well",
    "layer", "extracted", "table", "contracts", "executed", "kept_contracts", "research", "used_research",
    "kept_research", "shares", "tiles", "used_tiles", "objectives", "mods",
)  # fmt: skip

# ---------------------------------------------------------------- SET-1 to SET-4: companies and tracks


@pytest.mark.rule("SET-1")
@SEATS
def test_every_company_starts_with_the_same_board(seats: int) -> None:
    state = fresh(seats)
    t = state.tables
    assert len(state.companies) == seats
    for c in state.companies:
        assert c.development == 0
        assert (c.hr, c.hired, c.spaces, c.financed) == (4, 4, 0, 0)
        assert t.development.count(UNLOCK_ENGINEER) == 3  # those wait on the track
        assert t.engineers_total == 7
        assert c.warehouses == 0
        assert len(t.capacity) == 4  # three tiles to open
        assert c.goods == [1, 0, 0]
        assert (c.drill_damage, c.plant_damage) == (0, 0)
        assert [t.claims[i].deck for i in c.well] == [0]
        assert (c.layer, c.extracted) == (0, 0)
        assert (c.contracts, c.research, c.tiles, c.objectives) == ((-1, -1), (), (), ())
        assert (c.fresh, c.table) == ((), ())


@pytest.mark.rule("SET-1")
def test_the_drill_stands_on_top_of_the_starting_claim() -> None:
    state = game()
    assert "@extract" not in legal(state)  # nothing is drilled yet
    state = play(state, "@drill")
    assert seat(state).layer == 1  # the first step enters the starting claim


@pytest.mark.rule("SET-1")
def test_warehouse_tiles_open_in_ascending_order() -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        for number, tile in enumerate(data["board"]["warehouse_tile"]):
            tile["capacity"] = 10 ** (number + 1)

    state = game(tables=tables_with(change), seat1={"hr": 1, "development": 0, "hand": ["5.repair"] * 3})
    t = state.tables
    assert t.capacity == (3, 13, 113, 1113)
    seen = []
    while seat(state).warehouses < 3:
        state = play(state, "@develop $5.repair ok")
        seen.append(t.capacity[seat(state).warehouses])
        state = game(tables=t, seat1={"hr": 1, "development": seat(state).development, "hand": ["5.repair"] * 3})
    assert sorted(set(seen)) == [13, 113, 1113]
    assert seen == sorted(seen)


@pytest.mark.rule("SET-1")
def test_starting_goods_are_read_from_the_pack() -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        data["board"]["warehouse"]["start"] = {"brine": 2, "geothermal": 0, "lithium": 1}

    assert [c.goods for c in fresh(3, tables=tables_with(change)).companies] == [[2, 0, 1]] * 3


@pytest.mark.rule("SET-2")
@SEATS
def test_the_starting_hand_is_one_of_each_one_dollar_type(seats: int) -> None:
    state = fresh(seats)
    t = state.tables
    ones = [i for i, card in enumerate(t.types) if card.value == 1]
    assert len(ones) == 7
    for c in state.companies:
        assert [i for i, n in enumerate(c.hand) if n] == ones
        assert sum(c.hand) == 7
        assert (c.cash, c.coins) == (7, [7, 0, 0])
    assert violations(state) == []  # the cards dealt are out of the deck


@pytest.mark.rule("SET-3")
@SEATS
def test_scores_and_shares_start_at_zero(seats: int) -> None:
    state = fresh(seats)
    assert [(c.vp, c.shares) for c in state.companies] == [(0, (0, 0, 0))] * seats


@pytest.mark.rule("SET-3")
def test_the_bottom_space_of_the_shares_track_stands_for_no_share() -> None:
    state = game(assets={"red": 9, "orange": 9, "blue": 9})
    assert state.tables.asset_vp[9] > 0
    assert breakdown(state, 0).shares == 0
    one = game(assets={"red": 9, "orange": 9, "blue": 9}, seat1={"shares": {"red": 1}})
    assert breakdown(one, 0).shares == state.tables.asset_vp[9]


@pytest.mark.rule("SET-4")
def test_asset_indicators_start_on_the_space_of_the_number_of_seats() -> None:
    def change(data: dict[str, dict[str, Any]]) -> None:
        for asset in data["market"]["asset"]:
            asset["start_players"] = {5: 2, 1: 3, 3: 4}.get(asset["index"], 0)

    for tables in (default_tables(), tables_with(change)):
        for seats in (1, 2, 3, 4):
            state = fresh(seats, tables=tables)
            assert state.assets == (tables.asset_start[max(2, seats)],) * 3
    assert fresh(2, tables=tables_with(change)).assets == (5, 5, 5)


# ---------------------------------------------------------------- SET-5, SET-6: profit-sharing and fee tiles


@pytest.mark.rule("SET-5")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_profit_tiles_lie_in_stacks_of_their_corporation(seats: int) -> None:
    state = fresh(seats)
    t, n = state.tables, max(2, seats)
    sizes = dict(zip(t.stack_ids, t.stack_sizes[n], strict=True))
    assert sizes == {"profit_top": 1, "profit_centre": n - 1, "profit_bottom": n}
    for corporation, stacks in enumerate(state.stacks):
        assert [len(stack) for stack in stacks] == list(t.stack_sizes[n])
        tiles = [tile for stack in stacks for tile in stack]
        assert len(set(tiles)) == 2 * n
        assert {t.tiles[tile].corporation for tile in tiles} == {corporation}


@pytest.mark.rule("SET-5")
def test_profit_tiles_are_mixed_for_each_corporation_and_the_rest_is_out() -> None:
    t = default_tables()
    place = t.stack_ids.index("profit_top")
    tops: list[set[int]] = [set(), set(), set()]
    out: set[int] = set()
    pairs: Counter[tuple[int, int]] = Counter()
    for seed in SEEDS:
        state = fresh(2, seed)
        used = {tile for corporation in state.stacks for stack in corporation for tile in stack}
        out |= set(range(len(t.tiles))) - used
        for corporation in range(3):
            tops[corporation].add(state.stacks[corporation][place][0])
        pairs[state.stacks[0][place][0], state.stacks[1][place][0] - 8] += 1
    assert tops == [{i for i, tile in enumerate(t.tiles) if tile.corporation == c} for c in range(3)]
    assert out == set(range(len(t.tiles)))  # any tile may be one that leaves the game
    assert len(pairs) > 30  # each corporation is mixed by itself


@pytest.mark.rule("SET-5")
def test_stacks_are_public_and_keep_their_order() -> None:
    state = game(
        3,
        assets={"red": 9},
        stacks={"red": {"profit_bottom": ["red.3", "red.1", "red.6"]}},
        seat1={"shares": {"red": 1}, "hand": ["5.repair", "5.repair"]},
    )
    t = state.tables
    for viewer in range(3):
        assert view_for(state, viewer).stacks == state.stacks
    state = play(state, "@shares share:red $5.repair $5.repair ok tile:red.1")
    assert names(t.tiles, state.stacks[0][t.stack_ids.index("profit_bottom")]) == ["red.3", "red.6"]


@pytest.mark.rule("SET-6")
@SEATS
def test_fee_tiles(seats: int) -> None:
    state = fresh(seats)
    t = state.tables
    assert len(set(state.fees)) == 3
    assert all(t.fee_start_up[fee] for fee in state.fees)
    future = [fee for own in state.future_fees for fee in own]
    assert [len(own) for own in state.future_fees] == [2, 2, 2]
    assert len(set(future)) == 6
    assert not any(t.fee_start_up[fee] for fee in future)
    assert len(set(range(len(t.fees))) - set(future) - set(state.fees)) == 3  # these left the game


@pytest.mark.rule("SET-6")
def test_fee_tiles_are_random_and_future_ones_face_down() -> None:
    orders, future, tops = set(), set(), set()
    for seed in SEEDS:
        state = fresh(2, seed)
        orders.add(state.fees)
        future |= {fee for own in state.future_fees for fee in own}
        tops |= {own[-1] for own in state.future_fees}
        shown = view_for(state, 0)
        assert shown.fees == state.fees
        assert shown.future_fees == (2, 2, 2)  # their number only
    assert len(orders) == 6
    others = {i for i, start in enumerate(default_tables().fee_start_up) if not start}
    assert future == tops == others


# ---------------------------------------------------------------- SET-7, SET-8: claims and objectives


def drawn_claims(state: State) -> list[int]:
    """The claims in the order in which they are revealed: the first four, then the deck."""
    return [*state.claims, *reversed(state.claim_deck)]


@pytest.mark.rule("SET-7")
@pytest.mark.parametrize(("seats", "removed"), [(1, 3), (2, 3), (3, 2), (4, 1)])
def test_the_claim_deck(seats: int, removed: int) -> None:
    t = default_tables()
    gone: set[int] = set()
    first: set[int] = set()
    for seed in SEEDS:
        state = fresh(seats, seed)
        drawn = drawn_claims(state)
        assert len(state.claims) == 4
        assert len(set(drawn)) == len(drawn)
        decks = [t.claims[claim].deck for claim in drawn]
        assert decks == [1] * (13 - removed) + [2] * (13 - removed)  # superficial on top of deep
        gone |= {i for i, claim in enumerate(t.claims) if claim.deck} - set(drawn)
        first.add(drawn[0])
        assert state.gone_claims == ()
    assert gone == {i for i, claim in enumerate(t.claims) if claim.deck}  # removed at random
    assert first == {i for i, claim in enumerate(t.claims) if claim.deck == 1}  # shuffled


@pytest.mark.rule("SET-7")
def test_the_first_claim_lies_in_the_top_space() -> None:
    """With two superficial cards only, those drawn first, the two upper spaces hold them."""

    def change(data: dict[str, dict[str, Any]]) -> None:
        superficial = [claim for claim in data["claims"]["claim"] if claim["deck"] == "superficial"]
        for claim in superficial[5:]:
            claim["deck"] = "deep"

    tables = tables_with(change)
    for seed in range(20):
        state = fresh(2, seed, tables=tables)
        assert [tables.claims[claim].deck for claim in state.claims] == [1, 1, 2, 2]


@pytest.mark.rule("SET-8")
@SEATS
def test_five_objectives_of_fifteen(seats: int) -> None:
    t = default_tables()
    seen: Counter[int] = Counter()
    for seed in SEEDS:
        state = fresh(seats, seed)
        assert len(set(state.objectives)) == 5
        assert state.takers == (-1,) * 5
        assert view_for(state, 0).objectives == state.objectives
        seen.update(state.objectives)
    assert set(seen) == set(range(len(t.objectives)))
    assert len(t.objectives) == 15
    assert min(seen.values()) > len(SEEDS) // 6  # a third of the games each, on average


# ---------------------------------------------------------------- SET-9, SET-10: decks and market


@pytest.mark.rule("SET-9")
@SEATS
def test_decks_are_complete_and_shuffled(seats: int) -> None:
    t = default_tables()
    research_tops, contract_tops, action_tops = set(), set(), [set[int](), set[int](), set[int]()]
    for seed in SEEDS:
        state = fresh(seats, seed)
        assert sorted([*state.research_row, *state.research_deck]) == list(range(len(t.research)))
        assert sorted([*state.contract_row, *state.contract_deck]) == list(range(len(t.contracts)))
        research_tops.add(state.research_deck[-1])
        contract_tops.add(state.contract_deck[-1])
        for row, value in enumerate(VALUES):
            cards = Counter([*state.rows[row], *state.decks[row]])
            dealt = seats if value == 1 else 0  # hands are dealt before the decks are shuffled
            assert cards == Counter({i: c.count - dealt for i, c in enumerate(t.types) if c.value == value})
            action_tops[row].add(state.decks[row][-1])
        assert state.discards == ((), (), ())
    assert research_tops == set(range(len(t.research)))
    assert contract_tops == {i for i, card in enumerate(t.contracts) if not card.large}
    for row, value in enumerate(VALUES):
        assert action_tops[row] == {i for i, card in enumerate(t.types) if card.value == value}


@pytest.mark.rule("SET-9")
@SEATS
def test_retail_contracts_come_before_large_accounts(seats: int) -> None:
    t = default_tables()
    below_them = set()
    for seed in range(60):
        state = fresh(seats, seed)
        assert not any(t.contracts[card].large for card in state.contract_row)
        large = [t.contracts[card].large for card in reversed(state.contract_deck)]
        assert large == sorted(large)
        assert sum(large) == 11
        below_them.add(state.contract_deck[0])
    assert below_them == {i for i, card in enumerate(t.contracts) if card.large}


@pytest.mark.rule("SET-10")
@pytest.mark.parametrize(("seats", "width"), [(1, 4), (2, 4), (3, 5), (4, 6)])
def test_the_market_shows_two_cards_more_than_seats(seats: int, width: int) -> None:
    state = fresh(seats)
    for row in (state.research_row, state.contract_row, *state.rows):
        assert len(row) == width
        assert min(row) >= 0
    assert [{state.tables.types[card].value for card in row} for row in state.rows] == [{1}, {3}, {5}]


# ---------------------------------------------------------------- SET-11: chance


@pytest.mark.rule("SET-11")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_random_seat_starts(seats: int) -> None:
    n = max(2, seats)
    firsts = Counter(fresh(seats, seed).first for seed in range(400))
    assert set(firsts) == set(range(n))
    assert min(firsts.values()) > 400 // n * 0.7
    for seed in range(20):
        state = fresh(seats, seed)
        assert state.acting == state.first


def driven(state: State, salt: int, steps: int) -> State:
    """Plays on with choices that depend on `salt` only."""
    number = seeded(salt)
    for _ in range(steps):
        options = legal_actions(state)
        if not options:
            break
        number, i = below(number, len(options))
        advance(state, options[i])
    return state


@pytest.mark.rule("SET-11")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_same_seed_and_moves_give_the_same_game(seats: int) -> None:
    digests = [digest(driven(fresh(seats, 77), 5, 400)) for _ in range(2)]
    assert digests[0] == digests[1]
    assert len({digest(fresh(seats, seed)) for seed in range(50)}) == 50
    # without the seed, nothing of what comes later is the same
    assert digest(driven(fresh(seats, 78), 5, 400)) != digests[0]


@pytest.mark.rule("SET-11")
def test_the_easy_option_changes_the_deal() -> None:
    assert digest(fresh(1, 5, easy=True)) == digest(fresh(1, 5, easy=True)) != digest(fresh(1, 5))


@pytest.mark.rule("SET-11")
def test_the_numbers_of_the_generator_are_fixed_for_ever() -> None:
    assert [seeded(0), seeded(2024)] == SEEDED
    state, words = seeded(7), []
    for _ in range(3):
        state, number = word(state)
        words.append(number)
    assert words == WORDS


@pytest.mark.rule("SET-11")
def test_a_deal_is_fixed_for_ever() -> None:
    state = fresh(4, 2024)
    t = state.tables
    assert state.first == DEAL["first"]
    assert names(t.claims, state.claims) == DEAL["claims"]
    assert names(t.claims, reversed(state.claim_deck))[:3] == DEAL["next_claims"]
    assert names(t.objectives, state.objectives) == DEAL["objectives"]
    assert [t.fee_ids[fee] for fee in state.fees] == DEAL["fees"]
    assert names(t.research, state.research_row) == DEAL["research"]
    assert names(t.contracts, state.contract_row) == DEAL["contracts"]
    assert names(t.types, state.rows[2]) == DEAL["fives"]
    assert names(t.tiles, state.stacks[0][0]) == DEAL["red_bottom"]


# ---------------------------------------------------------------- SET-12: who sees what


def boards_played(seats: int, seed: int) -> State:
    """A sound state in the middle of a game, with cards in all zones."""
    return driven(fresh(seats, seed), seed + 1, 260)


@pytest.mark.rule("SET-12")
def test_hidden_zones_are_not_in_the_view() -> None:
    """Two tables that differ in hidden things only look the same."""
    state = game(3, discards={"1": ["1.drill", "1.shares"], "3": ["3.drill", "3.sell"]})
    assert all(len(deck) > 3 for deck in (*state.decks, state.research_deck, state.contract_deck, state.claim_deck))
    other = looking_alike(state)
    assert digest(other) != digest(state)
    for viewer in range(-1, 3):
        assert view_for(other, viewer) == view_for(state, viewer)


@pytest.mark.rule("SET-12")
def test_removed_cards_and_piles_are_hidden() -> None:
    """A card that left the game unseen, or lies in a pile, may be any that nobody sees: the view stays the same."""
    state = game(
        2,
        discards={"3": ["3.drill", "3.sell"]},
        decks={"3": ["3.licence", "3.repair"]},
        claim_deck=["s01", "d01"],
    )
    swapped = game(
        2,
        discards={"3": ["3.licence", "3.sell"]},
        decks={"3": ["3.drill", "3.repair"]},
        claim_deck=["s01", "d01"],
    )
    assert state.discards != swapped.discards
    assert view_for(state, 0) == view_for(swapped, 0)
    t = state.tables
    inside = {*state.claims, *state.claim_deck}
    out = [i for i, claim in enumerate(t.claims) if claim.deck == 1 and i not in inside]
    unseen = [i for i in state.claim_deck if t.claims[i].deck == 1]
    other = state.copy()
    other.claim_deck = tuple(out[0] if claim == unseen[0] else claim for claim in state.claim_deck)
    assert violations(other) == []
    assert view_for(other, 0) == view_for(state, 0)


@pytest.mark.rule("SET-12")
def test_all_boards_tiles_rows_and_counts_are_public() -> None:
    state = boards_played(4, 3)
    for viewer in range(-1, 4):
        shown = view_for(state, viewer)
        for name in PUBLIC_TABLE:
            assert getattr(shown, name) == getattr(state, name), name
        assert shown.claim_deck == len(state.claim_deck)
        assert shown.research_deck == len(state.research_deck)
        assert shown.contract_deck == len(state.contract_deck)
        assert shown.decks == tuple(map(len, state.decks))
        assert shown.discards == tuple(map(len, state.discards))
        for c, board in zip(state.companies, shown.companies, strict=True):
            for name in PUBLIC_BOARD:
                assert getattr(board, name) == getattr(c, name), name
            assert list(board.goods) == c.goods


@pytest.mark.rule("SET-12")
def test_gmi_row_and_deck_are_hidden() -> None:
    state = fresh(1, 4)
    while state.gmi_turned < 2:
        advance(state, legal_actions(state)[-1])
    other = state.copy()
    other.gmi_row = state.gmi_row[:2] + state.gmi_row[2:][::-1]
    other.gmi_deck = state.gmi_deck[::-1]
    assert (other.gmi_row, other.gmi_deck) != (state.gmi_row, state.gmi_deck)
    shown = view_for(state, 0)
    assert view_for(other, 0) == shown
    assert shown.gmi_row == (*state.gmi_row[:2], *(HIDDEN,) * (len(state.gmi_row) - 2))
    assert shown.gmi_deck == len(state.gmi_deck)


def looking_alike(state: State) -> State:
    """The same table with every hidden deck, pile and tile in the opposite order."""
    other = state.copy()
    other.decks = tuple(deck[::-1] for deck in state.decks)
    other.discards = tuple(pile[::-1] for pile in state.discards)
    other.research_deck = state.research_deck[::-1]
    other.contract_deck = state.contract_deck[::-1]
    other.claim_deck = state.claim_deck[::-1]
    other.future_fees = tuple(own[::-1] for own in state.future_fees)
    other.gmi_row = state.gmi_row[: state.gmi_turned] + state.gmi_row[state.gmi_turned :][::-1]
    other.gmi_deck = state.gmi_deck[::-1]
    other.rng = state.rng ^ 0xABCDEF
    return other


@pytest.mark.rule("SET-12")
@pytest.mark.parametrize("played", [False, True])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_dealt_world_fits_the_view_and_nothing_else(seats: int, played: bool) -> None:
    """What bots search in: made of the view alone, so equal for all true tables that look alike."""
    state = boards_played(seats, 23 + seats) if played else game(seats, discards={"1": ["1.drill", "1.shares"]})
    viewer = max(0, state.acting)
    world = determinize(state, viewer, 99)
    assert violations(world) == []
    assert view_for(world, viewer) == view_for(state, viewer)
    assert digest(world) != digest(state)
    # dealt anew (other hands, removed cards), and in the opposite order
    for other in (determinize(state, viewer, 12345), looking_alike(state)):
        assert digest(other) != digest(state)
        assert digest(determinize(other, viewer, 99)) == digest(world)
