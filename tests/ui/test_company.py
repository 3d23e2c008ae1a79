"""The company half of the table: own board, hand and right column, from random and crowded games."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPainter
from PySide6.QtWidgets import QApplication, QStyleOptionGraphicsItem

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea import choices as ch
from saltonsea_desktop.games.saltonsea.components.tables import PRODUCTS, default_tables
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.position import arranged
from saltonsea_desktop.games.saltonsea.resolve import apply
from saltonsea_desktop.games.saltonsea.setup import setup
from saltonsea_desktop.games.saltonsea.state import State
from saltonsea_desktop.games.saltonsea.view import HIDDEN, view_for
from saltonsea_desktop.ui import paint
from saltonsea_desktop.ui.board.board import Board, Scene, table_spec
from saltonsea_desktop.ui.board.company import (
    CompanyRegion,
    ContractFace,
    DamageFace,
    LaneFace,
    PlanFace,
    SpaceFace,
    contract_ready,
    running_goods,
)
from saltonsea_desktop.ui.board.hand import HandCard, HandGround, HandRegion, ordered_types
from saltonsea_desktop.ui.board.piece import Piece
from saltonsea_desktop.ui.board.right import (
    CompanyFace,
    GmiBackFace,
    GmiCardFace,
    LineFace,
    RightRegion,
    StandingFace,
    line_heights,
    well_strip,
)
from saltonsea_desktop.ui.board.view import BoardView
from saltonsea_desktop.ui.layout import Rect, TableLayout
from saltonsea_desktop.ui.targets import Key, drags_of, target_of
from saltonsea_desktop.ui.theme import THEMES, Look

pytestmark = pytest.mark.usefixtures("qapp")

T = default_tables()
SIZES = ((1180, 720), (1440, 900), (1920, 1080), (1400, 1050))
LONG_NAMES = ("Maximiliane Sophie", "Green Minerals Incorporated", "Wolfeschlegelsteinhausen", "Yu")
REASONS = (
    ("", "act-extract", "Last card: extracts 3 brine"),
    ("no", "act-process", "There is no room for one more lithium in the warehouse, which holds 3 of 3"),
    ("no", "act-execute", "No contract on offer can be executed"),
    ("yes", "act-extract", "3 brine, as many as there are in reach and as the warehouse takes"),
)
COMPANY_KINDS = frozenset(
    ("space", "engineer", "develop", "damage", "product", "tile", "used-tiles", "own-contract", "contract-slot",
     "contract-place", "own-research", "research-slot", "research-place")
)  # fmt: skip
HAND_KINDS = frozenset(("hand", "fresh", "table", "back", "sort"))
MARKS = frozenset(("ready", "factor"))  # small pills on the edge of a card
OWN_KINDS = COMPANY_KINDS | HAND_KINDS | {"board", "bar"}

TYPES = [record.name for record in T.types]
CROWDED: dict[str, Any] = {
    "turn": 1,
    "assets": {"red": 9, "orange": 9, "blue": 9},
    "seat1": {
        "development": 7,
        "goods": {"brine": 6, "lithium": 6},
        "hr": 7,
        "hand": TYPES + [TYPES[i] for i in (0, 0, 1, 2, 3, 9, 9, 9, 12, 15, 16, 17, 17, 20, 21, 24)],
        "fresh": ["5.shares", "1.drill", "1.drill"],
        "drill_damage": 6,
        "plant_damage": 7,
        "vp": 128,
        "research": ["p03", "i05", "p08", "p09"],
        "contracts": ["r01", "l01"],
        "shares": [8, 8, 8],
        "tiles": ["red.1", "red.2", "red.3", "orange.4", "blue.5", "blue.6", "orange.6", "red.7"],
        "used_tiles": ["blue.1"],
    },
}
BUSY: dict[str, Any] = {
    "turn": 1,
    "assets": {"red": 6, "orange": 4, "blue": 7},
    "seat1": {
        "development": 4,
        "goods": {"brine": 3, "geothermal": 2, "lithium": 1},
        "hand": ["5.process", "5.sell", "5.repair", "3.drill", "3.licence", "1.drill", "1.drill", "1.licence"],
        "fresh": ["5.sell", "1.extract", "1.extract"],
        "table": ["3.sell"],
        "spaces": ["drill"],
        "financed": 2,
        "hr": 2,
        "drill_damage": 2,
        "plant_damage": 3,
        "contracts": ["r01", "l01"],
        "research": ["i05", "p03"],
        "used_research": [],
        "tiles": ["red.2", "blue.4"],
        "used_tiles": ["orange.1"],
    },
}


# ------------------------------------------------------------------------------------------------ scenes and checks
def scene_of(
    state: State, size: tuple[int, int] = (1440, 900), viewer: int = 0, theme: str = "light", **more: Any
) -> Scene:
    """The scene a window would make for `viewer`."""
    view = view_for(state, viewer)
    layout = TableLayout.for_size(*size, 1 if view.solo else view.seats, table_spec(view))
    asked = state.acting == viewer
    legal = legal_actions(state) if asked else []
    top = state.stack[-1] if state.stack else None
    drags: dict[Key, list[Key]] = {}
    for action in legal:
        for source, target in drags_of(action, top.corporation if isinstance(top, ch.SellUnitsChoice) else -1):
            drags.setdefault(source, []).append(target)
    values: dict[str, Any] = {
        "view": view,
        "layout": layout,
        "look": Look(THEMES[theme], layout.scale, more.pop("large", False)),
        "names": ("Marta", "Ines", "Oskar", "Yuki")[: view.seats],
        "colours": tuple(range(view.seats)),
        "focus_seat": viewer,
        "asked": asked,
        "legal": frozenset(key for key in map(target_of, legal) if key),
        "drags": tuple((source, tuple(targets)) for source, targets in drags.items()),
    }
    return Scene(**{**values, **more})


def shown(scene: Scene) -> Board:
    board = Board([CompanyRegion, HandRegion, RightRegion])
    board.show_scene(scene)
    return board


def game(seats: int, overrides: dict[str, Any]) -> State:
    return arranged(setup(T, seats, seed=5), overrides)


def played(seats: int, seed: int, every: int) -> Iterator[State]:
    """States of a random game, one of `every`, to its end."""
    dice = random.Random(seed)
    state, step = setup(T, seats, seed), 0
    while state.stack:
        if step % every == 0:
            yield state
        state, _ = apply(state, dice.choice(legal_actions(state)))
        step += 1
    yield state


def reached(state: State, kind: type, seat: int = 0) -> State:
    """The first state with a payment, or with another choice of `kind` that is under way, on top; breadth first."""
    todo = [state]
    while todo:
        here = todo.pop(0)
        top = here.stack[-1]
        if isinstance(top, kind) and (kind is ch.PaymentChoice or any(top[-2:])):
            return here
        if top.seat == seat and not isinstance(top, ch.EndTurnChoice):
            todo += [apply(here, action)[0] for action in legal_actions(here) if not isinstance(action, a.UseTile)]
    raise AssertionError(f"no {kind.__name__} to be reached")


def rect_of(piece: Piece) -> Rect:
    area = piece.scene_rect()
    return Rect(area.x(), area.y(), area.width(), area.height())


def kind_of(key: Key) -> str:
    return key.removeprefix("look:").partition(":")[0]


def of_kind(board: Board, *kinds: str) -> dict[Key, Piece]:
    return {key: piece for key, piece in board.pieces.items() if kind_of(key) in kinds and key != "hand"}


def data_of(board: Board, key: Key) -> Any:
    return board.pieces[key].data_shown


def picture(board: Board, size: tuple[int, int], scale: float) -> QImage:
    view = BoardView(board)
    view.resize(*size)
    view.set_scale(scale)
    image = view.grab().toImage()
    view.deleteLater()
    return image


def zone_picture(board: Board, scene: Scene, zone: str) -> QImage:
    size = (round(scene.layout.width), round(scene.layout.height))
    rect = scene.layout.zones[zone].scaled(scene.layout.scale)
    return picture(board, size, scene.layout.scale).copy(QRectF(*rect).toAlignedRect())


def check_places(board: Board, scene: Scene) -> None:
    """Everything lies in its zone, and no two things of a zone lie on each other."""
    zones = scene.layout.zones
    company, hand = of_kind(board, *COMPANY_KINDS), of_kind(board, *HAND_KINDS)
    right = of_kind(board, "standing", "company", "gmi", "gmi-line")
    for pieces, zone in ((company, "company"), (hand, "hand"), (right, "right")):
        for key, piece in pieces.items():
            assert zones[zone].contains(rect_of(piece)), (key, rect_of(piece), zones[zone])
    for key, piece in of_kind(board, *MARKS).items():
        assert zones["company"].contains(rect_of(piece)), key
    log = {"ground:log": board.pieces["ground:log"]}
    columns = of_kind(board, "standing", "company") | log
    for family in (company, hand, columns, of_kind(board, "gmi", "gmi-line")):
        rects = [(key, rect_of(piece)) for key, piece in family.items()]
        for i, (key, rect) in enumerate(rects):
            for other, over in rects[i + 1 :]:
                assert not rect.overlaps(over), (key, rect, other, over)


def check_keys(board: Board, scene: Scene, state: State) -> None:
    """Every legal action of the seat that looks can be clicked and dragged."""
    selling = state.stack[-1].corporation if isinstance(state.stack[-1], ch.SellUnitsChoice) else -1
    for action in legal_actions(state):
        key = target_of(action)
        if key is not None and kind_of(key) in OWN_KINDS:
            assert board.pieces[key].clickable, key
            assert board.pieces[key].mood == "legal", key
        for pair in drags_of(action, selling):
            for end in pair:
                if kind_of(end) in OWN_KINDS:
                    assert end in board.pieces, (action, end)


def spills(piece: Piece, scale: float) -> bool:
    """True if a piece paints outside its bounding rectangle, which would leave dirt on the screen."""
    bounds, room = piece.boundingRect(), 60.0
    image = QImage(
        round((bounds.width() + 2 * room) * scale),
        round((bounds.height() + 2 * room) * scale),
        QImage.Format.Format_ARGB32_Premultiplied,
    )
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    painter.scale(scale, scale)
    painter.translate(QPointF(room, room) - bounds.topLeft())
    piece.paint(painter, QStyleOptionGraphicsItem())
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_Clear)
    painter.fillRect(bounds, Qt.GlobalColor.transparent)
    painter.end()
    blank = QImage(image.size(), image.format())
    blank.fill(Qt.GlobalColor.transparent)
    return image != blank


# ------------------------------------------------------------------------------------------------ random games
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_random_games_are_arranged_in_their_zones_with_all_keys(seats: int) -> None:
    board = Board([CompanyRegion, HandRegion, RightRegion])
    for number, state in enumerate(played(seats, seed=seats, every=17)):
        size = SIZES[number % len(SIZES)]
        viewer = state.acting if state.stack and not (seats == 1 and state.acting == 1) else 0
        scene = scene_of(state, size, viewer, names=LONG_NAMES[: state.seats], gmi_lines=REASONS)
        board.show_scene(scene)
        check_places(board, scene)
        if scene.asked:
            check_keys(board, scene, state)
        other = replace(scene, focus_seat=(viewer + 1) % state.seats, covered=True)
        board.show_scene(other)
        check_places(board, other)


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_no_piece_paints_outside_its_bounds(seats: int, theme: str) -> None:
    state = list(played(seats, seed=3, every=60))[-3]
    for size, large in (((1180, 720), True), ((1440, 900), False)):
        for covered in (False, True):
            scene = scene_of(
                state, size, theme=theme, large=large, covered=covered, names=LONG_NAMES[: state.seats],
                gmi_lines=REASONS,
            )  # fmt: skip
            for key, piece in shown(scene).pieces.items():
                assert not spills(piece, scene.layout.scale), (key, size)


# ------------------------------------------------------------------------------------------------ crowded
@pytest.mark.parametrize("seats", [1, 4])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("large", [False, True])
def test_the_fullest_company_fits(seats: int, size: tuple[int, int], large: bool) -> None:
    state = game(seats, CROWDED)
    scene = scene_of(state, size, large=large, names=LONG_NAMES[: state.seats], gmi_lines=REASONS)
    board = shown(scene)
    check_places(board, scene)
    check_keys(board, scene, state)
    assert len(of_kind(board, "hand")) == len(T.types) == 25
    assert len(of_kind(board, "fresh")) == 2
    assert len(of_kind(board, "engineer")) == 7
    assert len(of_kind(board, "tile")) == 8
    for key, piece in board.pieces.items():
        assert not spills(piece, scene.layout.scale), key


def test_a_pack_with_other_counts_is_drawn() -> None:
    """Longer tracks, more engineers, places and warehouse tiles: all come from the tables."""
    tables = replace(
        T,
        drill_vp=(0, -1, -2, -3, -4, -5, -6, -7, -8),
        drill_frozen=(False,) * 8 + (True,),
        development=(0, 1, 2, 1, 2, 1, 2, 2, 1, 3),
        engineers_total=9,
        contract_slots=3,
        capacity=(4, 6, 7, 8, 9),
        slots=(1, 2, 3, 4, 5),
        slot_multiplier=(1, 2, 3, 4, 5),
    )
    state = game(2, BUSY)
    view = view_for(state, 0)
    company = replace(view.companies[0], capacity=6, hr=9, contracts=(*view.companies[0].contracts, -1))
    view = replace(view, tables=tables, companies=(company, view.companies[1]))
    layout = TableLayout.for_size(1180, 720, 2, table_spec(view))
    scene = replace(scene_of(state, (1180, 720)), view=view, layout=layout)
    board = shown(scene)
    check_places(board, scene)
    assert len(of_kind(board, "engineer")) == 9
    assert len(data_of(board, "damage:0").cells) == 9
    assert len(data_of(board, "develop").nodes) == 10
    assert len(data_of(board, "product:0").cells) == 7
    assert len(of_kind(board, "own-contract", "contract-slot", "contract-place")) == 3
    for key, piece in board.pieces.items():
        assert not spills(piece, layout.scale), key


# ------------------------------------------------------------------------------------------------ the company
def test_while_an_engineer_is_placed_what_is_not_possible_is_faded_and_locked() -> None:
    state = game(1, BUSY)
    scene = scene_of(state)
    board = shown(scene)
    faces: dict[Key, SpaceFace] = {key: data_of(board, key) for key in of_kind(board, "space")}
    assert len(faces) == len(T.spaces)
    for key, face in faces.items():
        space = int(key.partition(":")[2])
        drill = T.spaces[space].id == "space.drill"
        assert face.blocked == drill
        assert board.pieces[key].mood == ("legal" if key in scene.legal else "idle" if drill else "off")
        assert face.lock
    finance = faces[f"space:{T.financing_space}"]
    assert (finance.engineers, finance.blocked, finance.card) == (2, False, 1)
    assert f"space:{T.financing_space}" in scene.legal
    develop = next(face for face in faces.values() if face.icon == "act-develop")
    assert develop.cost == 3
    for card in state.companies[0].contracts:
        key = f"own-contract:{card}"
        assert board.pieces[key].mood == ("legal" if key in scene.legal else "off")


def test_another_decision_fades_spaces_without_the_lock_and_leaves_cards_alone() -> None:
    state = reached(game(1, BUSY), ch.SellUnitsChoice)
    board = shown(scene_of(state))
    for piece in of_kind(board, "space").values():
        face: SpaceFace = piece.data_shown  # type: ignore[assignment]
        assert not face.lock
        assert piece.mood == ("idle" if face.blocked else "off")
    for piece in of_kind(board, "hand", "own-contract", "own-research").values():
        assert piece.mood == "idle"


def test_nobody_asked_means_nothing_faded() -> None:
    state = game(2, {**BUSY, "turn": 2})
    board = shown(scene_of(state, viewer=0))
    assert {piece.mood for piece in board.pieces.values()} == {"idle"}


@pytest.mark.parametrize("kind", [ch.ProcessChoice, ch.SellUnitsChoice])
def test_lanes_show_what_is_chosen_as_ghosts(kind: type) -> None:
    state = reached(game(1, BUSY), kind)
    choice = state.stack[-1]
    goods = tuple(state.companies[0].goods)
    company = view_for(state, 0).companies[0]
    after = running_goods(choice, company)  # type: ignore[arg-type]
    if isinstance(choice, ch.ProcessChoice):
        assert sum(after) == sum(goods)
        assert goods[0] - after[0] == choice.lithium + choice.geothermal > 0
    else:
        assert isinstance(choice, ch.SellUnitsChoice)
        assert sum(goods) - sum(after) == choice.brine + choice.geothermal + choice.lithium > 0
    board = shown(scene_of(state))
    for product, name in enumerate(PRODUCTS):
        face: LaneFace = data_of(board, f"product:{product}")
        assert (face.product, face.value) == (name, goods[product])
        assert face.ghost == (after[product] if after[product] != goods[product] else -1)
    # the ghost is of the seat that chooses, not of the one that is looked at
    assert data_of(shown(scene_of(state, focus_seat=1)), "look:product:0").ghost == -1


def test_damage_shows_where_the_marker_would_be() -> None:
    state = reached(game(1, BUSY), ch.RepairChoice)
    choice = state.stack[-1]
    assert isinstance(choice, ch.RepairChoice)
    board = shown(scene_of(state))
    for machine, less in enumerate((choice.drill, choice.plant)):
        face: DamageFace = data_of(board, f"damage:{machine}")
        assert face.current == (2, 3)[machine]
        assert face.ghost == (face.current - less if less else -1)


def test_places_for_cards_are_drop_targets_in_turn() -> None:
    empty = game(1, {"turn": 1, "seat1": {"development": 3, "contracts": ["", "r01"], "research": ["p03"]}})
    board = shown(scene_of(empty))
    layout = board.now.layout if board.now else None
    assert layout is not None
    assert rect_of(board.pieces["contract-slot"]) == layout.company.contracts[0]
    slots = layout.company.warehouse.slots
    assert rect_of(board.pieces["research-slot"]).x == pytest.approx(slots[1].x)
    assert set(of_kind(board, "research-place")) == {"research-place:2", "research-place:3"}
    assert data_of(board, "research-place:2").open
    assert not data_of(board, "research-place:3").open


def test_engineers_stand_on_executed_contracts_and_used_research() -> None:
    over = {**BUSY, "seat1": {**BUSY["seat1"], "hr": 1, "financed": 1, "executed": ["r01"], "used_research": ["i05"]}}
    state = game(2, over)
    board = shown(scene_of(state, colours=(3, 1)))
    executed, kept = state.companies[0].contracts
    first: ContractFace = data_of(board, f"own-contract:{executed}")
    assert first.seat == 3
    assert data_of(board, f"own-contract:{kept}").seat == -1
    seats = {key: piece.data_shown.seat for key, piece in of_kind(board, "own-research").items()}  # type: ignore[attr-defined]
    assert sorted(seats.values()) == [-1, 3]
    assert "ready:0" not in board.pieces, "an executed contract is not ready"


def test_ready_says_what_the_rules_say() -> None:
    for state in played(2, seed=8, every=9):
        if not state.stack or not isinstance(state.stack[-1], ch.TurnChoice):
            continue
        seat = state.acting
        company = view_for(state, seat).companies[seat]
        legal = legal_actions(state)
        for place, card in enumerate(company.contracts):
            if card >= 0 and not company.executed >> place & 1:
                assert contract_ready(T, company, card) == (a.EXECUTE_ACTION[card] in legal)


def test_looking_at_another_company_offers_nothing_on_it() -> None:
    state = game(3, BUSY)
    scene = scene_of(state, focus_seat=1)
    board = shown(scene)
    looked = {key: piece for key, piece in board.pieces.items() if key.startswith("look:")}
    assert len(of_kind(board, "space")) == len(T.spaces)
    assert all(key.startswith("look:") for key in of_kind(board, *COMPANY_KINDS))
    assert not any(piece.clickable for piece in looked.values())
    assert "board" not in board.pieces
    assert "Ines" in data_of(board, "look:board").looking
    assert data_of(board, "look:board").seat == 1
    plan: PlanFace = data_of(board, "look:develop")
    assert plan.position == state.companies[1].development
    assert len(of_kind(board, "hand")) == sum(n > 0 for n in state.companies[0].hand), "the hand stays the viewer's"
    standing: StandingFace = data_of(board, "standing:1")
    assert standing.looked_at


def test_the_company_of_gmi_has_no_use_for_spaces() -> None:
    over = {**BUSY, "seat2": {"tiles": ["red.3"], "development": 7}}
    board = shown(scene_of(game(1, over), focus_seat=1))
    assert all(piece.data_shown.useless for piece in of_kind(board, "space").values())  # type: ignore[attr-defined]
    assert data_of(board, "look:develop").automa
    assert not of_kind(board, "engineer")
    assert {piece.mood for piece in of_kind(board, *COMPANY_KINDS).values()} == {"idle"}


# ------------------------------------------------------------------------------------------------ the hand
def test_hand_order() -> None:
    by_value = [T.types[card] for card in ordered_types(T, range(len(T.types)), "value")]
    assert [card.value for card in by_value] == sorted((card.value for card in T.types), reverse=True)
    by_action = [T.type_kind[card] for card in ordered_types(T, range(len(T.types)), "action")]
    assert len([kind for i, kind in enumerate(by_action) if not i or kind != by_action[i - 1]]) == len(set(by_action))


def test_stacks_fresh_cards_and_cards_in_play() -> None:
    state = game(1, BUSY)
    company = state.companies[0]
    board = shown(scene_of(state, colours=(3, 2)))
    for card, n in enumerate(company.hand):
        assert (f"hand:{card}" in board.pieces) == (n > 0)
        if n:
            held: HandCard = data_of(board, f"hand:{card}")
            assert (held.copies, held.state) == (n, "held")
    for card in set(company.fresh):
        fresh: HandCard = data_of(board, f"fresh:{card}")
        assert (fresh.copies, fresh.state) == (company.fresh.count(card), "fresh")
        assert board.pieces[f"fresh:{card}"].clickable
    (card,) = company.table
    on_table: HandCard = data_of(board, f"table:{card}")
    assert (on_table.state, on_table.seat) == ("played", 3)
    ground: HandGround = data_of(board, "hand")
    assert ground.total == f"${company.cash}"
    assert ground.divider > 0
    held_right = max(rect_of(piece).right for piece in of_kind(board, "hand", "fresh").values())
    line = ground.divider + rect_of(board.pieces["hand"]).x
    assert held_right < line < rect_of(board.pieces[f"table:{card}"]).x


def test_equal_cards_in_play_each_have_their_place() -> None:
    over = {"turn": 1, "seat1": {"hand": ["1.drill"], "table": ["1.extract", "1.extract"], "hr": 2}}
    board = shown(scene_of(game(2, over)))
    assert len(of_kind(board, "table")) == 2


def test_payment_lifts_what_is_put_in_and_fades_what_is_not_offered() -> None:
    state = game(1, BUSY)
    dear = next(i for i, card in enumerate(T.types) if card.id == "act.5.repair")
    state = reached(apply(state, a.PROMPT[dear])[0], ch.PaymentChoice)
    while isinstance(state.stack[-1], ch.PaymentChoice) and not state.stack[-1].paid:
        pay = [action for action in legal_actions(state) if isinstance(action, a.PayCard)]
        cheap = min(pay, key=lambda action: (T.type_value[action.card], action.card))
        state = apply(state, cheap)[0]
    choice = state.stack[-1]
    assert isinstance(choice, ch.PaymentChoice)
    scene = scene_of(state)
    board = shown(scene)
    (put_in,) = choice.paid
    lifted = rect_of(board.pieces[f"hand:{put_in}"])
    face: HandCard = data_of(board, f"hand:{put_in}")
    assert face.picked == 1
    assert face.note == (f"1 of {face.copies}" if face.copies > 1 else "")
    rest = {key: piece for key, piece in of_kind(board, "hand").items() if key != f"hand:{put_in}"}
    assert {rect_of(piece).y - lifted.y for piece in rest.values()} == {10.0}
    missing = choice.due - T.type_value[put_in]
    for key, piece in rest.items():
        assert piece.mood == ("legal" if key in scene.legal else "off")
        card = int(key.partition(":")[2])
        lost = T.type_value[card] - missing
        tag = data_of(board, key).tag
        assert (str(lost) in tag) if key in scene.legal and 0 < missing < T.type_value[card] else tag == ""
    # what the window says is put in wins over the choice
    other = next(iter(rest))
    assert data_of(shown(replace(scene, picked=((other, 1),))), other).picked == 1


def test_a_card_that_would_waste_money_says_so() -> None:
    over = {"turn": 1, "seat1": {"development": 0, "hand": ["5.drill", "1.drill", "1.extract", "1.licence"]}}
    state = game(1, {**over, "claims": ["", "", "", "s01"]})
    licence = next(i for i, space in enumerate(T.spaces) if space.id == "space.licence")
    state = reached(apply(state, a.PLACE[licence])[0], ch.PaymentChoice)
    choice = state.stack[-1]
    assert isinstance(choice, ch.PaymentChoice)
    scene = scene_of(state)
    five = next(i for i, card in enumerate(T.types) if card.id == "act.5.drill")
    assert f"hand:{five}" in scene.legal
    assert 0 < choice.due < 5
    assert data_of(shown(scene), f"hand:{five}").tag == f"loses ${5 - choice.due}"


def test_a_covered_hand_shows_nothing_of_its_cards() -> None:
    hands = (["5.drill", "5.sell", "3.process"], ["1.drill", "1.drill", "1.licence"])
    pictures = []
    for hand in hands:
        state = game(2, {"turn": 1, "seat1": {"hand": hand}})
        scene = scene_of(state, covered=True, asked=False)
        board = shown(scene)
        assert not of_kind(board, "hand", "fresh", "sort")
        assert len(of_kind(board, "back")) == 3
        assert not any(piece.clickable for piece in of_kind(board, "back").values())
        pictures.append(zone_picture(board, scene, "hand"))
    assert pictures[0] == pictures[1]
    opened = scene_of(game(2, {"turn": 1, "seat1": {"hand": hands[0]}}))
    assert zone_picture(shown(opened), opened, "hand") != pictures[0]


def test_the_hand_of_another_seat_is_covered_for_an_onlooker() -> None:
    state = game(2, BUSY)
    view = view_for(state, -1)
    scene = replace(scene_of(state), view=view, asked=False, legal=frozenset(), drags=())
    board = shown(scene)
    assert not of_kind(board, "hand", "fresh")
    assert len(of_kind(board, "table")) == 1, "cards in play are public"


# ------------------------------------------------------------------------------------------------ the right column
def test_opponents_are_all_seats_but_the_one_that_looks() -> None:
    state = game(4, BUSY)
    board = shown(scene_of(state, viewer=2))
    assert set(of_kind(board, "company")) == {"company:0", "company:1", "company:3"}
    assert set(of_kind(board, "standing")) == {f"standing:{seat}" for seat in range(4)}
    assert data_of(board, "company:0").company.money == "", "money of others is hidden"


def test_gmi_panel() -> None:
    over = {"gmi_turned": 2, "turn": 1, "seat2": {"goods": {"lithium": 2}, "hand": ["1.drill", "1.drill"]}}
    state = game(1, over)
    board = shown(scene_of(state, gmi_lines=REASONS, gmi_done=(1, -1)))
    first: GmiCardFace = data_of(board, "gmi:0")
    assert (len(first.icons), first.done) == (len(T.gmi_cards[state.gmi_row[0]].actions), 1)
    assert data_of(board, "gmi:1").done == -1
    marks = [data_of(board, f"gmi:{i}") for i in range(2, len(state.gmi_row))]
    assert all(isinstance(face, GmiBackFace) for face in marks)
    assert [bool(face.mark) for face in marks] == [True] + [False] * (len(marks) - 1)
    panel: CompanyFace = data_of(board, "company:1")
    assert panel.automa
    assert panel.company.money == "$2"
    assert panel.company.goods == (state.companies[1].goods[0], 0, 2)
    lines: list[LineFace] = [data_of(board, f"gmi-line:{i}") for i in range(len(REASONS))]
    assert [tuple(line) for line in lines] == list(REASONS)
    assert view_for(state, 0).gmi_row[2:] == (HIDDEN,) * (len(state.gmi_row) - 2)


def test_long_reasons_take_two_rows_while_there_is_room() -> None:
    look = Look(THEMES["light"])
    lines = list(REASONS[1:])
    assert line_heights(look, lines, 226, 4) == [1, 1, 2]
    assert line_heights(look, lines, 226, 6) == [2, 2, 2]
    assert line_heights(look, lines, 226, 3) == [1, 1, 1]
    assert line_heights(look, lines, 2000, 9) == [1, 1, 1]


def test_well_strip_folds_exhausted_claims() -> None:
    well = ["s01", "d01"]
    fresh = game(2, {"turn": 1, "seat1": {"well": well, "layer": 1, "extracted": 0}})
    strip = well_strip(T, view_for(fresh, 0).companies[0])
    layers = [len(T.claims[index].rocks) for index in fresh.companies[0].well]
    assert len(strip.cells) == sum(layers)
    assert strip.drilled == 1
    assert sum(brine for _, brine in strip.cells) == sum(sum(T.claims[i].brine) for i in fresh.companies[0].well)
    start = sum(T.claims[fresh.companies[0].well[0]].brine)
    later = game(2, {"turn": 1, "seat1": {"well": well, "layer": layers[0], "extracted": start}})
    strip = well_strip(T, view_for(later, 0).companies[0])
    assert strip.cells[0] == (-1, 0)
    assert len(strip.cells) == 1 + sum(layers[1:])
    assert strip.drilled == 1


# ------------------------------------------------------------------------------------------------ the mouse
def test_an_engineer_is_dragged_onto_a_space_and_a_card_onto_the_bar() -> None:
    state = game(2, BUSY)
    scene = scene_of(state)
    board = shown(scene)
    view = BoardView(board)
    view.resize(1440, 900)
    view.set_scale(scene.layout.scale)
    view.show()
    drops: list[tuple[str, str]] = []
    board.dropped.connect(lambda source, target: drops.append((source, target)))

    def point(key: Key) -> QPoint:
        return view.mapFromScene(board.pieces[key].scene_rect().center())

    def send(kind: QEvent.Type, at: QPoint, held: Qt.MouseButton) -> None:
        button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
        where = view.viewport().mapToGlobal(at)
        event = QMouseEvent(kind, QPointF(at), QPointF(where), button, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(view.viewport(), event)

    def drag(source: Key, target: Key) -> None:
        start, end = point(source), point(target)
        send(QEvent.Type.MouseButtonPress, start, Qt.MouseButton.LeftButton)
        for step in (0.2, 0.6, 1.0):
            way = end - start
            at = start + QPoint(round(way.x() * step), round(way.y() * step))
            send(QEvent.Type.MouseMove, at, Qt.MouseButton.LeftButton)
        send(QEvent.Type.MouseButtonRelease, end, Qt.MouseButton.NoButton)

    space = next(key for key in sorted(scene.legal) if key.startswith("space:"))
    drag("engineer", space)
    card = next(key for key in sorted(scene.legal) if key.startswith("hand:"))
    drag(card, "board")
    paying = reached(state, ch.PaymentChoice)
    board.show_scene(scene_of(paying))
    pay = next(key for key in sorted(scene_of(paying).legal) if key.startswith("hand:"))
    drag(pay, "bar")
    assert drops == [("engineer", space), (card, "board"), (pay, "bar")]
    view.close()


def test_pieces_keep_within_the_margin_of_the_painter() -> None:
    """The check itself sees a piece that spills."""
    board = shown(scene_of(game(1, BUSY)))
    piece = board.pieces["develop"]
    piece.show_data(None, piece.look, draw=lambda painter, brush, data: paint.rounded(
        painter, brush.rect.adjusted(-20, 0, 0, 0), 4, brush.look.palette.ink
    ))  # fmt: skip
    assert spills(piece, 1.0)
