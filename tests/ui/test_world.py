"""The shared half of the table and the well: every piece in its zone, every move has a place, every text fits."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QStyleOptionGraphicsItem

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea.choices import (
    CHOICE_TYPES,
    ClaimChoice,
    CollectChoice,
    SellChoice,
    SharesChoice,
    TurnChoice,
)
from saltonsea_desktop.games.saltonsea.components import read_pack
from saltonsea_desktop.games.saltonsea.components.tables import KIND_NAMES, PRODUCTS, Tables, build, default_tables
from saltonsea_desktop.games.saltonsea.game import GAME
from saltonsea_desktop.games.saltonsea.position import arranged
from saltonsea_desktop.games.saltonsea.setup import setup
from saltonsea_desktop.games.saltonsea.state import State
from saltonsea_desktop.games.saltonsea.view import view_for
from saltonsea_desktop.ui import paint
from saltonsea_desktop.ui.board import cards, well, world
from saltonsea_desktop.ui.board.board import Board, Scene, table_spec
from saltonsea_desktop.ui.board.piece import Mood, Piece
from saltonsea_desktop.ui.icons import ICON_NAMES
from saltonsea_desktop.ui.layout import Rect, TableLayout
from saltonsea_desktop.ui.targets import drags_of, target_of
from saltonsea_desktop.ui.theme import THEMES, Look

pytestmark = pytest.mark.usefixtures("qapp")

SIZES = ((1180, 720), (1440, 900), (1920, 1080), (1280, 1024))
ZONES = {
    "claim": "claims",
    "corp": "corporations",
    "share": "corporations",
    "stack": "corporations",
    "research": "market",
    "contract": "market",
    "face": "market",
    "pile": "market",
    "objective": "objectives",
    "well": "well",
    "drill": "well",
    "ground:top": "top",
    "ground:claims": "claims",
    "ground:row-research": "market",
    "ground:row-contracts": "market",
    "ground:row-5": "market",
    "ground:row-3": "market",
    "ground:row-1": "market",
    "ground:well": "well",
}
OWN_ZONES = ("claim", "corp", "share", "research", "contract", "face", "pile", "well", "drill")


def zone_of(key: str) -> str:
    kind = key if key.startswith("ground:") else key.partition(":")[0]
    return ZONES[kind]


def scene_of(
    state: State, size: tuple[int, int] = (1440, 900), theme: str = "light", large: bool = False, **more: Any
) -> Scene:
    """The table as the seat that is asked sees it (in a solo game: the player)."""
    seat = 0 if state.solo else max(0, state.acting)
    view = view_for(state, seat)
    layout = TableLayout.for_size(*size, 1 if view.solo else view.seats, table_spec(view))
    legal = GAME.legal_actions(state) if state.stack and state.acting == seat else []
    keys = frozenset(key for key in map(target_of, legal) if key)
    return Scene(
        view=view,
        layout=layout,
        look=Look(THEMES[theme], layout.scale, large),
        names=("Marta", "Ines", "Oskar", "Yuki")[: view.seats],
        colours=(0, 2) if view.solo else tuple(range(view.seats)),
        focus_seat=seat,
        legal=more.pop("legal", keys),
        asked=more.pop("asked", bool(legal)),
        **more,
    )


_ALIVE: deque[Board] = deque(maxlen=4)
"""A scene takes its pieces with it when it goes, so the latest ones stay."""


def board_of(scene: Scene) -> Board:
    board = Board([*world.REGIONS, well.Well])
    _ALIVE.append(board)
    board.show_scene(scene)
    return board


def rect_of(piece: Piece) -> Rect:
    area = piece.scene_rect()
    return Rect(area.x(), area.y(), area.width(), area.height())


def start(seats: int, seed: int = 5) -> State:
    return setup(default_tables(), seats, seed)


@lru_cache(maxsize=8)
def random_states(seats: int) -> tuple[State, ...]:
    """Positions of random games: every kind of choice that comes up, some of them more than once."""
    dice = random.Random(seats)
    found: list[State] = []
    counts: dict[type, int] = {}
    for seed in range(6):
        state = start(seats, seed)
        found.append(state)
        steps = 0
        while state.stack and steps < 700:
            state, _ = GAME.apply(state, dice.choice(GAME.legal_actions(state)))
            steps += 1
            kind = type(state.stack[-1]) if state.stack else type(None)
            counts[kind] = counts.get(kind, 0) + 1
            if counts[kind] <= 2 or steps % 90 == 0:
                found.append(state)
    return tuple(found)


# ------------------------------------------------------------------------------------------------ pieces
@pytest.mark.parametrize("seats", (1, 2, 3, 4))
def test_random_positions_offer_every_kind_of_choice(seats: int) -> None:
    """The other tests over `random_states` mean something."""
    kinds = {type(state.stack[-1]) for state in random_states(seats) if state.stack}
    assert len(kinds) >= 15
    assert kinds <= set(CHOICE_TYPES)
    assert any(not state.stack for state in random_states(seats))


@pytest.mark.parametrize("seats", (1, 2, 3, 4))
def test_every_piece_stands_in_its_zone_and_no_two_overlap(seats: int) -> None:
    for number, state in enumerate(random_states(seats)):
        scene = scene_of(state, SIZES[number % len(SIZES)])
        pieces = board_of(scene).pieces
        rects = {key: rect_of(piece) for key, piece in pieces.items()}
        for key, rect in rects.items():
            assert scene.layout.zones[zone_of(key)].contains(rect), key
            assert rect.w >= 5 and rect.h >= 5, key
        for kinds in (("claim",), ("corp",), ("share",), ("stack",), ("research", "contract", "face", "pile")):
            chosen = [rect for key, rect in rects.items() if key.partition(":")[0] in kinds]
            for i, first in enumerate(chosen):
                assert not any(first.overlaps(second) for second in chosen[i + 1 :])
        for key in rects:
            kind, _, rest = key.partition(":")
            if kind == "share":
                assert rects[f"corp:{rest}"].contains(rects[key])
            elif kind == "stack":
                assert rects[f"share:{rest.partition('/')[0]}"].contains(rects[key])


@pytest.mark.parametrize("seats", (1, 2, 3, 4))
def test_every_legal_move_of_these_zones_has_a_piece_that_is_hit(seats: int) -> None:
    for number, state in enumerate(random_states(seats)):
        if not state.stack or (state.solo and state.acting != 0):
            continue
        scene = scene_of(state, SIZES[number % len(SIZES)])
        board = board_of(scene)
        selling = getattr(state.stack[-1], "corporation", -1)
        for action in GAME.legal_actions(state):
            keys = [target_of(action) or "", *(key for pair in drags_of(action, selling) for key in pair)]
            for key in keys:
                if key.partition(":")[0] in OWN_ZONES:
                    assert key in board.pieces, (action, key)
                    assert board.pieces[key].clickable
            key = keys[0]
            if key.partition(":")[0] in OWN_ZONES:
                centre = board.pieces[key].scene_rect().center()
                assert board.key_at(centre) == key


def test_market_rows_are_those_of_the_money_values() -> None:
    """face:R/P counts rows from the cheapest value, although the dearest is on top."""
    scene = scene_of(start(2))
    pieces = board_of(scene).pieces
    assert pieces["face:2/0"].pos().y() < pieces["face:1/0"].pos().y() < pieces["face:0/0"].pos().y()
    for row, value in enumerate((1, 3, 5)):
        data = pieces[f"face:{row}/0"].data_shown
        assert isinstance(data, world.MarketCard)
        assert isinstance(data.card, cards.ActionCardData)
        assert data.card.value == value


def test_taken_cards_have_no_piece_and_the_mark_moves_left() -> None:
    """RND-4, RND-7: the rightmost card that is still there leaves."""
    state = arranged(start(2), {"turn": 1, "market": {"3": ["3.drill", "", "3.sell", ""]}})
    scene = scene_of(state)
    pieces = board_of(scene).pieces
    assert [f"face:1/{place}" in pieces for place in range(4)] == [True, False, True, False]
    empty, full = picture(pieces["ground:row-3"]), picture(board_of(scene_of(start(2))).pieces["ground:row-3"])
    place = scene.layout.market_row("3")

    def shows_mark(image: QImage, at: int) -> bool:
        x = place.cards[at].right + 3 - place.frame.x + PAD
        return image.pixelColor(round(x), round(place.deck.h / 2 + PAD)) == THEMES["light"].ink3

    assert shows_mark(empty, 2) and not shows_mark(empty, 3)
    assert shows_mark(full, 3) and not shows_mark(full, 2)


def test_claims_show_card_price_and_surcharge() -> None:
    """LIC-1: the surcharge is that of the place."""
    t = default_tables()
    state = arranged(start(2), {"turn": 1, "claims": ["", "s04", "d10", "s01"]})
    pieces = board_of(scene_of(state)).pieces
    shown = {key: piece.data_shown for key, piece in pieces.items() if key.startswith("claim:")}
    assert len(shown) == 3
    for place in (1, 2, 3):
        data = shown[f"claim:{state.claims[place]}"]
        assert isinstance(data, world.ClaimOnOffer)
        assert (data.card.cost, data.surcharge) == (t.claims[state.claims[place]].cost, t.claim_surcharge[place])
    ground = pieces["ground:claims"].data_shown
    assert isinstance(ground, world.ClaimsGround)
    assert ground.empty == (True, False, False, False)


# ------------------------------------------------------------------------------------------------ what is shown
def corporation_data(state: State, k: int, **more: Any) -> tuple[world.CorporationData, world.SharesData, Board]:
    board = board_of(scene_of(state, **more))
    data, shares = board.pieces[f"corp:{k}"].data_shown, board.pieces[f"share:{k}"].data_shown
    assert isinstance(data, world.CorporationData) and isinstance(shares, world.SharesData)
    return data, shares, board


def test_a_corporation_shows_its_tracks() -> None:
    t = default_tables()
    last = len(t.asset_price) - 1
    state = arranged(
        start(4),
        {
            "turn": 1,
            "assets": {"red": 4, "orange": last, "blue": 2},
            "seat1": {"shares": {"red": 2, "blue": 3}},
            "seat2": {"shares": {"red": 2}},
        },
    )
    data, shares, _ = corporation_data(state, 0)
    assert (data.position, data.closed, data.future) == (4, False, 2)
    assert tuple(cell.price for cell in data.cells) == t.asset_price
    assert tuple(cell.points for cell in data.cells) == t.asset_vp
    assert shares.cells[2].tokens == (0, 1) and shares.cells[0].tokens == (2, 3)
    locked = [cell.locked for cell in shares.cells]
    assert locked == [section > t.asset_section[4] for section in t.share_section]
    assert any(locked) and not all(locked)
    assert shares.section_locks == ((t.share_section.index(3), t.share_section.count(3)),)
    closed, open_shares, _ = corporation_data(state, 1)
    assert closed.closed and not open_shares.section_locks
    assert sum(len(cell.tokens) for cell in open_shares.cells) == 4


def test_stacks_show_how_many_tiles_are_left() -> None:
    t = default_tables()
    state = arranged(start(3), {"turn": 1, "stacks": {"red": {"profit_bottom": []}}})
    _, shares, board = corporation_data(state, 0)
    stacks = [cell.stack for cell in shares.cells if cell.stack >= 0]
    assert stacks == [len(stack) for stack in state.stacks[0]]
    assert stacks[0] == 0
    assert [key for key in board.pieces if key.startswith("stack:0/")] == [
        f"stack:0/{i}" for i in range(len(t.stack_ids))
    ]


def test_tokens_on_one_share_space_stand_apart_inside_it() -> None:
    cell = QRectF(0, 0, 26, 37)
    for count in range(1, 5):
        for width in (24, 26, 31, 40, 60):
            cell.setWidth(width)
            places = world.token_places(cell, count)
            assert len(places) == count
            for i, (centre, size) in enumerate(places):
                box = QRectF(centre.x() - size / 2, centre.y() - size / 2, size, size)
                assert cell.contains(box), (count, width)
                assert size >= 9
                assert box.top() >= 14  # below the reward
                for other, _ in places[i + 1 :]:
                    away = max(abs(other.x() - centre.x()), abs(other.y() - centre.y()))
                    assert away >= size - 1.1


def test_shares_in_hand_show_where_the_token_would_be() -> None:
    state = arranged(start(2), {"turn": 1, "seat1": {"hand": ["1.shares", "5.drill", "5.extract", "5.sell"]}})
    prompt = next(i for i, card in enumerate(state.tables.types) if card.name == "1.shares")
    state, _ = GAME.apply(state, a.PROMPT[prompt])
    assert isinstance(state.stack[-1], SharesChoice)
    state, _ = GAME.apply(state, a.SHARE[1])
    assert isinstance(state.stack[-1], SharesChoice)
    _, shares, board = corporation_data(state, 1)
    assert [cell.ghosts for cell in shares.cells][:3] == [(), (0,), ()]
    assert shares.cells[0].tokens == (0, 1)
    assert board.pieces["corp:0"].mood == "off" and board.pieces["share:1"].mood == "legal"
    assert not board.pieces["stack:1/0"].clickable and board.pieces["stack:0/0"].clickable


def test_a_running_sale_is_marked_with_what_it_triggers() -> None:
    t = default_tables()
    before = t.asset_fee_change.index(True) - 1
    state = arranged(start(2), {"turn": 1, "assets": {"blue": before}, "seat1": {"goods": {"brine": 2, "lithium": 1}}})
    sell = next(i for i, space in enumerate(t.spaces) if space.name == "sell")
    state, _ = GAME.apply(state, a.PLACE[sell])
    assert isinstance(state.stack[-1], SellChoice)
    state, _ = GAME.apply(state, a.SELL_TO[2])
    data, _, _ = corporation_data(state, 2)
    assert (data.running, data.preview) == (True, before + 1)
    other, _, _ = corporation_data(state, 0)
    assert (other.running, other.preview) == (False, -1)


def test_a_closed_corporation_fades_while_a_buyer_is_chosen() -> None:
    t = default_tables()
    state = arranged(
        start(2),
        {"turn": 1, "assets": {"red": len(t.asset_price) - 1}, "seat1": {"goods": {"brine": 2}}},
    )
    sell = next(i for i, space in enumerate(t.spaces) if space.name == "sell")
    state, _ = GAME.apply(state, a.PLACE[sell])
    pieces = board_of(scene_of(state)).pieces
    assert [pieces[f"corp:{k}"].mood for k in range(3)] == ["off", "legal", "legal"]
    assert {pieces[key].mood for key in pieces if key.startswith(("face:", "claim:", "contract:"))} == {"idle"}


@pytest.mark.parametrize("seats", (1, 3))
def test_pieces_fade_only_in_choices_of_their_own_kind(seats: int) -> None:
    fading = {
        "claim": ("ClaimChoice",),
        "research": ("CollectChoice", "ContractChoice", "ResearchChoice"),
        "contract": ("CollectChoice", "ContractChoice", "ResearchChoice"),
        "face": ("CollectChoice", "ContractChoice", "ResearchChoice"),
        "pile": ("CollectChoice", "ContractChoice", "ResearchChoice"),
        "corp": ("SellChoice", "SharesChoice", "MoveSharesChoice"),
        "share": ("SellChoice", "SharesChoice", "MoveSharesChoice"),
        "stack": ("SellChoice", "SharesChoice", "MoveSharesChoice"),
    }
    seen: set[str] = set()
    for state in random_states(seats):
        scene = scene_of(state)
        running = type(state.stack[-1]).__name__ if state.stack else ""
        for key, piece in board_of(scene).pieces.items():
            if piece.mood == "off":
                assert scene.asked
                assert running in fading[key.partition(":")[0]], (key, running)
                assert key not in scene.legal
                seen.add(running)
        idle = board_of(replace(scene, asked=False, legal=frozenset()))
        assert not any(piece.mood == "off" for piece in idle.pieces.values())
    assert "CollectChoice" in seen and len(seen) >= 3


def test_claims_that_are_too_dear_fade_while_one_is_chosen() -> None:
    state = arranged(
        start(2), {"turn": 1, "claims": ["d13", "s01", "d10", "s02"], "seat1": {"hand": ["1.drill", "1.extract"]}}
    )
    licence = next(i for i, space in enumerate(state.tables.spaces) if space.name == "licence")
    before = board_of(scene_of(state)).pieces
    assert {before[f"claim:{claim}"].mood for claim in state.claims} == {"idle"}
    state, _ = GAME.apply(state, a.PLACE[licence])
    assert isinstance(state.stack[-1], ClaimChoice)
    pieces = board_of(scene_of(state)).pieces
    assert [pieces[f"claim:{claim}"].mood for claim in state.claims] == ["off", "legal", "off", "legal"]
    assert picture(pieces[f"claim:{state.claims[0]}"]) != picture(before[f"claim:{state.claims[0]}"])


def test_collected_cards_are_ticked_and_blind_ones_counted() -> None:
    state = next(
        state
        for seats in (2, 3, 4)
        for state in random_states(seats)
        if state.stack and isinstance(state.stack[-1], CollectChoice) and any(state.stack[-1].faces)
    )
    choice = state.stack[-1]
    assert isinstance(choice, CollectChoice)
    pieces = board_of(scene_of(state)).pieces
    picked = 0
    for row in range(3):
        for place in range(len(state.rows[row])):
            piece = pieces.get(f"face:{row}/{place}")
            if piece is None:
                continue
            data = piece.data_shown
            assert isinstance(data, world.MarketCard)
            assert data.picked == bool(choice.faces[row] >> place & 1)
            if data.picked:
                picked += 1
                assert piece.mood != "off"
    assert picked == sum(mask.bit_count() for mask in choice.faces)
    scene = replace(scene_of(state), picked=(("pile:1", 2),), chosen=frozenset({"face:0/0"}))
    pieces = board_of(scene).pieces
    pile = pieces["pile:1"].data_shown
    assert isinstance(pile, world.PileData) and pile.blind == 2
    face = pieces["face:0/0"].data_shown
    assert isinstance(face, world.MarketCard) and face.picked


# ------------------------------------------------------------------------------------------------ objectives
def standings(board: Board, key: str) -> list[str]:
    data = board.pieces[key].data_shown
    assert isinstance(data, world.ObjectiveState)
    return [standing.text for standing in data.standings]


def test_objectives_show_every_seat_and_hide_foreign_money() -> None:
    t = default_tables()
    state = arranged(
        start(3),
        {
            "turn": 2,
            "objectives": ["s1", "s3", "s5", "l8", "l10"],
            "seat1": {"goods": {"lithium": 2}, "kept_contracts": ["r01", "l01"], "tiles": ["red.1"]},
            "seat2": {"hand": ["5.sell", "3.drill"], "well": ["s01", "s02"]},
            "seat3": {"used_tiles": ["red.2", "blue.1"]},
        },
    )
    scene = scene_of(state)
    board = board_of(scene)
    keys = [f"objective:{index}" for index in state.objectives]
    corporations = len({t.contracts[card].corporation for card in state.companies[0].kept_contracts})
    assert standings(board, keys[0]) == ["2", "0", "0"]
    assert standings(board, keys[1]) == [str(corporations), "0", "0"]
    assert standings(board, keys[2]) == ["1", "0", "2"]
    assert standings(board, keys[3]) == ["?", "$8", "?"]
    assert standings(board, keys[4]) == ["0", "2", "0"]
    covered = board_of(replace(scene, covered=True))
    assert standings(covered, keys[3]) == ["?", "?", "?"]


def test_a_taken_objective_names_its_taker() -> None:
    state = arranged(start(2), {"turn": 1, "objectives": ["s1", "s2", "s3", "l1", "l2"], "takers": [2, 0, 0, 0, 0]})
    pieces = board_of(scene_of(state)).pieces
    first, second = (pieces[f"objective:{index}"].data_shown for index in state.objectives[:2])
    assert isinstance(first, world.ObjectiveState) and isinstance(second, world.ObjectiveState)
    assert (first.taker, second.taker) == (1, -1)


def test_gmi_counts_its_cards_as_engineers() -> None:
    """OBJ-4."""
    state = arranged(start(1), {"turn": 1, "objectives": ["s4", "s1", "s2", "l8", "l9"]})
    board = board_of(scene_of(state))
    t = default_tables()
    assert standings(board, f"objective:{state.objectives[0]}") == [str(t.engineers_start), str(len(state.gmi_row))]
    assert standings(board, f"objective:{state.objectives[3]}") == ["$7", "$7"]  # GMI-28: its money is public


# ------------------------------------------------------------------------------------------------ top bar and well
def test_the_clocks_of_the_game() -> None:
    t = default_tables()
    last = len(t.asset_price) - 1
    state = arranged(start(2), {"turn": 1, "round": 4, "assets": {"red": last, "blue": last}})
    data = board_of(scene_of(state)).pieces["ground:top"].data_shown
    assert isinstance(data, world.TopData)
    assert (data.round, data.claims_left, data.closed, data.last, data.over) == (
        4,
        len(state.claim_deck),
        2,
        True,
        False,
    )
    data = board_of(scene_of(start(2))).pieces["ground:top"].data_shown
    assert isinstance(data, world.TopData)
    assert not data.last


def well_of(state: State, **more: Any) -> tuple[well.WellData, Board]:
    board = board_of(scene_of(state, **more))
    data = board.pieces["well"].data_shown
    assert isinstance(data, well.WellData)
    return data, board


def test_the_well_shows_what_is_taken_reached_and_deeper() -> None:
    """EXT-1, EXT-3: the topmost brine goes first; an exhausted claim folds away."""
    state = arranged(
        start(2), {"turn": 1, "seat1": {"well": ["s10", "s02", "d13"], "layer": 4, "extracted": 4, "development": 2}}
    )
    data, board = well_of(state)
    assert [claim.taken for claim in data.claims] == [1, 2, 1, 0]
    assert [claim.exhausted for claim in data.claims] == [True, True, False, False]
    assert data.stack.folded is not None and data.stack.claims[:2] == (None, None)
    assert (data.reach, data.deeper) == (1, 4)
    assert rect_of(board.pieces["drill"]).cy == pytest.approx(data.stack.depths[3])
    assert rect_of(board.pieces["drill"]).cx == pytest.approx(data.place.shaft_x)


def test_the_drill_goes_down_with_every_layer() -> None:
    ys = []
    for layer in range(6):
        state = arranged(start(2), {"turn": 1, "seat1": {"well": ["s10", "s05", "d06"], "layer": layer}})
        _, board = well_of(state)
        ys.append(rect_of(board.pieces["drill"]).cy)
    assert ys == sorted(ys) and len(set(ys)) == len(ys)


def test_a_frozen_drill_says_so() -> None:
    """DRL-4."""
    t = default_tables()
    for damage, frozen in ((0, False), (len(t.drill_vp) - 1, True)):
        state = arranged(start(2), {"turn": 1, "seat1": {"drill_damage": damage}})
        _, board = well_of(state)
        drill, scenery = board.pieces["drill"].data_shown, board.pieces["ground:well"].data_shown
        assert isinstance(drill, well.DrillData) and isinstance(scenery, well.SceneryData)
        assert drill.frozen == scenery.frozen == frozen


def test_the_well_of_another_company_bears_its_name_and_colour() -> None:
    state = arranged(start(3), {"turn": 1, "seat2": {"well": ["d03"], "layer": 1}})
    scene = scene_of(state)
    for seat, title in ((0, "Your well"), (1, "Ines: well")):
        board = board_of(replace(scene, focus_seat=seat))
        scenery, data = board.pieces["ground:well"].data_shown, board.pieces["well"].data_shown
        assert isinstance(scenery, well.SceneryData) and isinstance(data, well.WellData)
        assert scenery.title == title
        assert len(data.claims) == 1 + seat and data.colour == scene.colours[seat]


def test_running_choices_are_shown_in_the_well() -> None:
    found: set[str] = set()
    for seats in (2, 3, 4):
        for state in random_states(seats):
            if not state.stack:
                continue
            data, _ = well_of(state)
            running = type(state.stack[-1]).__name__
            marks = {
                "DrillChoice": data.next_layer,
                "ExtractChoice": data.next_brine,
                "ClaimChoice": data.next_claim,
            }
            for name, mark in marks.items():
                assert not mark or running == name
                if mark:
                    found.add(name)
    assert found == {"DrillChoice", "ExtractChoice", "ClaimChoice"}


def test_a_full_well_still_fits() -> None:
    """The fullest well we can think of: ten claims, none exhausted."""
    names = ["d10", "d12", "d13", "d06", "d03", "d04", "d08", "d11", "s13", "s04"]
    state = arranged(start(2), {"turn": 1, "seat1": {"well": names, "layer": 19}})
    for size in SIZES:
        data, board = well_of(state, size=size)
        shown = [rect for rect in data.stack.claims if rect is not None]
        assert len(shown) == 11
        for first, second in pairwise(shown):
            assert first.bottom <= second.y
        assert shown[-1].bottom <= data.place.foot.y
        assert scene_of(state, size).layout.zones["well"].contains(rect_of(board.pieces["drill"]))


# ------------------------------------------------------------------------------------------------ cards
EFFECTS = {
    "1.licence": ("\u2212$1", "\u2212$1"),
    "1.drill": ("2 layers", "2 layers"),
    "5.drill": ("2 layers 1 rock-ignored", "2 layers rock-ignored"),
    "3.drill": ("2 layers or 1 layers rock-ignored", "2 layers / 1 layers rock-ignored"),
    "3.extract": ("up to 3", "\u22643"),
    "5.process": ("up to 3 lithium $4 geothermal $2", "\u22643 lithium 4 geothermal 2"),
    "3.repair": ("2 damage \u2212$2", "2 damage \u2212$2"),
    "3.sell": ("up to 2 sun1", "\u22642 sun1"),
    "5.sell": ("up to 3 2: sun1 3: sun3", "\u22643 2: sun1 3: sun3"),
    "5.contract": ("+$2 sun2", "+$2 sun2"),
    "5.shares": ("2 share \u2212$3", "2 share \u2212$3"),
    "5.research": ("\u2212$3", "\u2212$3"),
    "i01": ("up to 5", "\u22645"),
    "i02": ("copy", "copy"),
    "i05": ("brine next lithium 2 damage", "brine next lithium 2 damage"),
    "i10": ("+2 dev-step", "+2 dev-step"),
    "i14": ("up to 3 2: +$1 sun3 3: +$2 sun3", "\u22643 2: +$1 sun3 3: +$2 sun3"),
    "p01": ("+1", "+1"),
    "p02": ("\u2212$1", "\u2212$1"),
    "p04": ("+ sun2", "+ sun2"),
    "p05": ("+$1", "+$1"),
    "p07": ("\u22121 damage", "\u22121 damage"),
    "p08": ("\u22121 brine", "\u22121 brine"),
    "p11": ("+1 layers", "+1"),
    "p12": ("split", "split"),
    "p13": ("rock-ignored", "rock-ignored"),
    "red.4": ("\u2212$1", "\u2212$1"),
    "red.6": ("sun7", "sun7"),
    "blue.5": ("1 layers", "1 layers"),
}


def told(parts: list[cards.Line]) -> str:
    words = [
        f"sun{bit.number}" if bit.kind == "sun" else bit.text for part in parts for bit in part if bit.kind != "gap"
    ]
    return " ".join(words)


def effect_of(t: Tables, name: str) -> cards.EffectWords:
    for prefix, make in (
        ("act.", cards.action_card_data),
        ("research.", cards.research_data),
        ("tile.", cards.tile_data),
    ):
        if prefix + name in t.by_id:
            data = make(t, t.by_id[prefix + name][1])
            assert isinstance(data, (cards.ActionCardData, cards.ResearchData, cards.TileData))
            return data.effect
    raise KeyError(name)


@pytest.mark.parametrize("name", sorted(EFFECTS))
def test_effects_in_words(name: str) -> None:
    effect = effect_of(default_tables(), name)
    long = told([effect.head, *(rest.long for rest in effect.rest)])
    short = told([effect.short, *(rest.short for rest in effect.rest)])
    assert (long, short) == EFFECTS[name]


def test_every_card_type_says_something_and_has_icons_that_exist() -> None:
    t = default_tables()
    effects = [cards.action_card_data(t, i).effect for i in range(len(t.types))]
    effects += [cards.research_data(t, i).effect for i in range(len(t.research))]
    effects += [cards.tile_data(t, i).effect for i in range(len(t.tiles))]
    effects += [cards.effect_words(effect) for effect in t.effects if KIND_NAMES[effect.kind] != "repeat"]
    for effect in effects:
        bits = [
            bit
            for line in (effect.head, effect.short, *(part for rest in effect.rest for part in rest))
            for bit in line
        ]
        assert bits
        assert all(bit.text in ICON_NAMES for bit in bits if bit.kind == "icon")
        assert not any("-" in bit.text for bit in bits if bit.kind == "text"), "minus is U+2212"


class Texts:
    """Records texts that were cut, and texts that run out of their place."""

    def __init__(self) -> None:
        self.cut: list[str] = []
        self.wide: list[str] = []

    def __call__(self, *args: Any, **more: Any) -> bool:
        cut = self.real(*args, **more)
        look, rect, text = args[1], paint.qrect(args[2]), args[3]
        role = args[4] if len(args) > 4 else more.get("role", "body")
        if cut:
            self.cut.append(text)
        elif paint.text_width(look, text, role) > rect.width() + 1 and more.get("size") is None:
            self.wide.append(text)
        return cut

    real: Callable[..., bool] = staticmethod(paint.draw_text)


@pytest.fixture
def texts(monkeypatch: pytest.MonkeyPatch) -> Iterator[Texts]:
    recorder = Texts()
    monkeypatch.setattr(paint, "draw_text", recorder)
    yield recorder


PAD = 24


def picture(piece: Piece) -> QImage:
    """The piece alone, with `PAD` pixels around it, at scale 1."""
    size = piece.size
    image = QImage(
        round(size.width()) + 2 * PAD, round(size.height()) + 2 * PAD, QImage.Format.Format_ARGB32_Premultiplied
    )
    image.fill(0)
    painter = QPainter(image)
    painter.translate(PAD, PAD)
    piece.paint(painter, QStyleOptionGraphicsItem())
    painter.end()
    return image


def draw_all_cards(t: Tables, look: Look, layout: TableLayout, painter: QPainter) -> None:
    research, contracts, money = (layout.market_row(key).cards[0] for key in ("research", "contracts", "5"))
    small = layout.small_market_cards or look.large
    own, later = layout.company.warehouse.slots[0], layout.company.warehouse.slots[-1]
    for i in range(len(t.types)):
        data = cards.action_card_data(t, i)
        cards.draw_action_card(painter, look, money, data, small=small)
        cards.draw_action_card(painter, look, Rect(0, 0, 64, 46), data, count=3, small=True)
        cards.draw_hand_card(painter, look, Rect(0, 0, 72, 98), data, count=2)
        cards.draw_hand_card(painter, look, Rect(0, 0, 66, 98), data)
    for i in range(len(t.research)):
        card = cards.research_data(t, i)
        cards.draw_research_card(painter, look, research, card, small=small)
        cards.draw_research_card(painter, look, own, card, own=True)
        cards.draw_research_card(painter, look, later, card, own=True, small=False)
    for i in range(len(t.contracts)):
        cards.draw_contract_card(painter, look, contracts, cards.contract_data(t, i), small=small)
        cards.draw_contract_card(painter, look, layout.company.contracts[0], cards.contract_data(t, i))
    for i in range(len(t.claims)):
        for surcharge in t.claim_surcharge:
            cards.draw_claim_card(painter, look, layout.claims.cards[0], cards.claim_data(t, i), surcharge=surcharge)
        cards.draw_claim_card(painter, look, layout.claims.cards[0], cards.claim_data(t, i), free=True)
    for i in range(len(t.tiles)):
        cards.draw_profit_tile(painter, look, Rect(0, 0, 34, 34), cards.tile_data(t, i))
        cards.draw_profit_tile(painter, look, Rect(0, 0, 34, 19), cards.tile_data(t, i))
    for i in range(len(t.objectives)):
        objective = cards.objective_data(t, i)
        row = [cards.Standing(seat, "2") for seat in range(max(2, layout.seats))]
        cards.draw_objective(painter, look, layout.objectives[0], objective, row, short_title=True)
        cards.draw_objective(painter, look, layout.objectives[0], objective, (), 1, short_title=True)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", (2, 3, 4))
def test_no_text_of_a_card_is_cut(texts: Texts, seats: int, size: tuple[int, int]) -> None:
    """Every card of the built-in pack, in the market, on the board and in the hand."""
    t = default_tables()
    view = view_for(start(seats), 0)
    layout = TableLayout.for_size(*size, seats, table_spec(view))
    image = QImage(size[0], size[1], QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    painter.scale(layout.scale, layout.scale)
    draw_all_cards(t, Look(THEMES["light"], layout.scale), layout, painter)
    painter.end()
    assert texts.cut == []
    assert texts.wide == []


@pytest.mark.parametrize("seats", (1, 2, 3, 4))
def test_no_text_of_the_world_is_cut(texts: Texts, seats: int) -> None:
    for number, state in enumerate(random_states(seats)[::5]):
        board = board_of(scene_of(state, SIZES[number % len(SIZES)]))
        for piece in board.pieces.values():
            picture(piece)
    assert texts.cut == []
    assert texts.wide == []


def test_small_text_floor_at_the_smallest_window() -> None:
    scene = scene_of(start(4), (1180, 720))
    for role in ("modifier", "small", "label", "card_name", "numeral"):
        font = scene.look.font(role)
        assert font.pixelSize() * scene.layout.scale >= 11 - 1e-6


def painted_outside(image: QImage, margin: float) -> bool:
    """Whether anything is drawn further than `margin` outside the piece."""
    outside = image.copy()
    painter = QPainter(outside)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
    inner = QRectF(PAD, PAD, image.width() - 2 * PAD, image.height() - 2 * PAD)
    painter.fillRect(inner.adjusted(-margin - 1, -margin - 1, margin + 1, margin + 1), QColor(0, 0, 0))
    painter.end()
    blank = QImage(image.size(), image.format())
    blank.fill(0)
    return outside != blank


def variety(image: QImage) -> int:
    """The number of colours in a picture."""
    return len(set(memoryview(image.constBits()).cast("I")))


@pytest.mark.parametrize("theme", sorted(THEMES))
@pytest.mark.parametrize("seats", (1, 4))
def test_every_piece_paints_inside_its_margin_in_all_themes(seats: int, theme: str) -> None:
    state = arranged(
        start(seats),
        {"turn": 1, "assets": {"red": 9, "blue": 4}, "seat1": {"well": ["s10", "d03"], "layer": 2, "extracted": 2}},
    )
    board = board_of(scene_of(state, theme=theme))
    assert len(board.pieces) > 50
    for key, piece in board.pieces.items():
        image = picture(piece)
        assert not painted_outside(image, paint.MARGIN), key
        assert variety(image) > 5, key


def test_themes_differ() -> None:
    colours: set[str] = set()
    for theme in THEMES:
        board = board_of(scene_of(start(2), theme=theme))
        colours.add(QColor(picture(board.pieces["corp:1"]).pixelColor(PAD + 200, PAD + 5)).name())
    assert len(colours) == len(THEMES)


def test_moods_and_picks_change_the_picture() -> None:
    board = board_of(scene_of(start(2)))
    piece = board.pieces["face:1/1"]
    data = piece.data_shown
    assert isinstance(data, world.MarketCard)
    pictures = []
    states: tuple[tuple[Mood, bool], ...] = (("idle", False), ("off", False), ("idle", True))
    for mood, picked in states:
        piece.show_data(data._replace(picked=picked), piece.look, mood)
        pictures.append(picture(piece))
    assert pictures[0] != pictures[1] != pictures[2] != pictures[0]


# ------------------------------------------------------------------------------------------------ other packs
def other_pack() -> Tables:
    """A longer asset track, dear fees, a rich contract and a deep claim: counts come from the data."""
    raw = read_pack()
    data = deepcopy(raw.data)
    asset = data["market"]["asset"]
    for index in range(len(asset), len(asset) + 4):
        asset.append({**asset[-1], "id": f"asset.{index:02}", "index": index, "share_price": 10 + index, "share_vp": 6})
    for space in asset[:-1]:
        space["closes"] = False
    data["fees"]["fee"][0].update(brine=12, geothermal=24, lithium=36)
    data["contracts"]["contract"][0]["needs"] = {"brine": 6, "geothermal": 5, "lithium": 4}
    data["contracts"]["contract"][0]["gives"] = {"money": 24, "vp": 36, "shares": 3, "develop": 3, "claim": 1}
    data["claims"]["claim"][1]["layers"] = [{"rocks": 3, "brine": 4}] * 3
    data["research"]["research"][0]["effect"] = {"on": "drill", "extra": 2, "ignore": 2}
    data["research"]["research"][6]["effect"] = {"on": "process", "optimise_lithium_damage": 1}
    data["actions"]["action"][1]["effect"] = {"action": "drill", "strength": 3, "ignore": 3}
    return build(replace(raw, data=data))


@pytest.mark.parametrize("seats", (2, 4))
def test_another_pack_is_drawn_from_its_counts(texts: Texts, seats: int) -> None:
    t = other_pack()
    state = setup(t, seats, 3)
    for size in SIZES:
        scene = scene_of(state, size)
        board = board_of(scene)
        data = board.pieces["corp:0"].data_shown
        assert isinstance(data, world.CorporationData)
        assert len(data.cells) == len(default_tables().asset_price) + 4 == len(data.place.assets)
        for key, piece in board.pieces.items():
            assert scene.layout.zones[zone_of(key)].contains(rect_of(piece)), key
            assert variety(picture(piece)) > 5, key
        image = QImage(400, 400, QImage.Format.Format_ARGB32_Premultiplied)
        painter = QPainter(image)
        draw_all_cards(t, scene.look, scene.layout, painter)
        painter.end()
    assert "layers" not in texts.cut


def test_unknown_seats_and_products_never_reach_the_painter() -> None:
    """Data of every piece is hashable, so that Piece can tell a change."""
    for seats in (1, 4):
        for state in random_states(seats)[::7]:
            for piece in board_of(scene_of(state)).pieces.values():
                hash(piece.data_shown)
    assert set(PRODUCTS) <= ICON_NAMES


def test_a_second_scene_repaints_only_what_changed() -> None:
    """Pieces compare their data: an unchanged card keeps its cached picture."""
    state = arranged(start(2), {"turn": 1})
    board = board_of(scene_of(state))
    before = {key: piece.data_shown for key, piece in board.pieces.items()}
    space = next(i for i, s in enumerate(state.tables.spaces) if s.name == "financing")
    after, _ = GAME.apply(state, a.PLACE[space])
    assert not isinstance(after.stack[-1], TurnChoice)
    board.show_scene(scene_of(after))
    changed = {key for key, piece in board.pieces.items() if piece.data_shown != before[key]}
    assert "pile:0" in changed  # FIN-1: a card of the $1 deck
    assert changed <= {"pile:0", *(f"objective:{i}" for i in state.objectives)}
