"""The board: dragging in every way, pictures of pieces, the keyboard's way over the table."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QFocusEvent, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyleOptionGraphicsItem, QWidget
from pytestqt.qtbot import QtBot

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea import choices as ch
from saltonsea_desktop.games.saltonsea.invariants import violations
from saltonsea_desktop.session.session import GameSession
from saltonsea_desktop.ui.board.piece import PICTURES, Pictures
from saltonsea_desktop.ui.table_page import TablePage
from saltonsea_desktop.ui.targets import drags_of
from saltonsea_desktop.ui.window import MainWindow
from tests.ui import moments
from tests.ui.journey import centre_of, click_piece
from tests.ui.tables import LEFT, NONE, PRACTICE, act, digest, is_turn, press, reached, show

RIGHT = Qt.MouseButton.RightButton


class Drag:
    """A drag step by step: pressed on a piece, moved over others, ended somehow."""

    def __init__(self, page: TablePage, source: str) -> None:
        self.page = page
        self.view = page.board_view.viewport()
        self.at = centre_of(page, source)
        QTest.mousePress(self.view, LEFT, NONE, self.at)

    def over(self, place: str | QPoint) -> Drag:
        goal = place if isinstance(place, QPoint) else self.centre(place)
        for step in (1, 2, 3):
            QTest.mouseMove(self.view, self.at + (goal - self.at) * step / 3)
        self.at = goal
        return self

    def centre(self, key: str) -> QPoint:
        return self.page.board_view.mapFromScene(self.page.board.pieces[key].scene_rect().center())

    def drop(self) -> None:
        QTest.mouseRelease(self.view, LEFT, NONE, self.at)


@pytest.fixture
def page(window: MainWindow) -> TablePage:
    """An engineer is to be placed; some spaces are possible, some are not."""
    return show(window, reached(_mixed, PRACTICE, start=12))


def _mixed(session: GameSession) -> bool:
    spaces = {x.space for x in session.legal() if isinstance(x, a.PlaceEngineer)}
    return is_turn(session) and 2 <= len(spaces) < len(session.tables.spaces) - 1


def legal_space(page: TablePage) -> str:
    return min(key for key in page.controller.legal_keys() if key.startswith("space:"))


def locked_space(page: TablePage) -> str:
    keys = [key for key in page.board.pieces if key.startswith("space:") and key not in page.controller.legal_keys()]
    return next(key for key in sorted(keys) if page.controller.reason_for(key) is not None)


def at_rest(page: TablePage) -> bool:
    """No piece is dragged or faded, and nothing more lies on the board than its pieces."""
    extra = [item for item in page.board.items() if item not in page.board.pieces.values()]
    return not page.board.dragging and not extra and all(piece.opacity() == 1.0 for piece in page.board.pieces.values())


# ---------------------------------------------------------------- dragging


def test_a_legal_drop_is_the_action(page: TablePage) -> None:
    """Drag suite: an engineer onto a possible space."""
    space = legal_space(page)
    position = page.session.position
    drag = Drag(page, "engineer").over(space)
    assert page.board.dragging == "engineer"
    assert page.board.pieces[space].rings == ("over",)
    drag.drop()
    assert page.session.position == position + 1
    assert page.session.actions()[-1] == a.PLACE[int(space.split(":")[1])]
    assert at_rest(page)


def test_an_illegal_drop_says_why_and_changes_nothing(page: TablePage) -> None:
    """Drag suite: the reason stands in the bar."""
    before, space = digest(page.session), locked_space(page)
    drag = Drag(page, "engineer").over(space)
    assert page.board.pieces[space].rings == ("refused",)
    drag.drop()
    reason = page.controller.reason_for(space)
    assert reason is not None
    assert page.bar.line.full == page.texts.reason(reason)
    assert page.bar.line.property("role") == "danger"
    assert digest(page.session) == before
    assert at_rest(page)
    Drag(page, "engineer").over("corp:0").drop()
    assert page.bar.line.full == "Not now: the game waits for another decision."
    assert digest(page.session) == before


@pytest.mark.parametrize(
    "place", [QPoint(3, 3), QPoint(-400, -300), QPoint(5000, 200)], ids=["ground", "left", "right"]
)
def test_a_drop_beside_everything_changes_nothing(page: TablePage, place: QPoint) -> None:
    """Drag suite: on the ground between the panels, and outside of the window."""
    before = digest(page.session)
    Drag(page, "engineer").over(legal_space(page)).over(place).drop()
    assert digest(page.session) == before
    assert at_rest(page)


def test_the_other_button_ends_a_drag_without_a_menu(page: TablePage) -> None:
    """F42: right button during a drag; neither release acts, and no help opens."""
    asked: list[str] = []
    page.asked_rule.connect(asked.append)
    before, space = digest(page.session), legal_space(page)
    for first, second in ((RIGHT, LEFT), (LEFT, RIGHT)):
        drag = Drag(page, "engineer").over(space)
        QTest.mousePress(drag.view, RIGHT, NONE, drag.at)
        assert at_rest(page)
        menu = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, drag.at, drag.view.mapToGlobal(drag.at))
        QApplication.sendEvent(drag.view, menu)
        QTest.mouseRelease(drag.view, first, NONE, drag.at)
        QTest.mouseRelease(drag.view, second, NONE, drag.at)
        assert digest(page.session) == before
        assert at_rest(page)
    assert asked == []
    click_piece(page, space)
    assert digest(page.session) != before


def test_escape_puts_the_piece_back(page: TablePage) -> None:
    """Drag suite: Esc during a drag ends the drag and nothing else."""
    before, space = digest(page.session), legal_space(page)
    drag = Drag(page, "engineer").over(space)
    press(page.board_view, Qt.Key.Key_Escape)
    assert at_rest(page)
    drag.drop()
    assert digest(page.session) == before


@pytest.mark.parametrize("how", ["focus", "window", "hidden", "refresh", "undo"])
def test_losing_the_pointer_puts_the_piece_back(window: MainWindow, page: TablePage, qtbot: QtBot, how: str) -> None:
    """F42: focus lost, window deactivated or hidden, the table drawn anew under the drag: the piece goes home."""
    before, space = digest(page.session), legal_space(page)
    drag = Drag(page, "engineer").over(space)
    if how == "focus":
        QApplication.sendEvent(page.board_view, QFocusEvent(QEvent.Type.FocusOut))
    elif how == "window":
        window.activateWindow()
        qtbot.waitUntil(window.isActiveWindow)
        drag = Drag(page, "engineer").over(space)
        other = QWidget()
        qtbot.addWidget(other)
        other.show()
        other.activateWindow()
        qtbot.waitUntil(other.isActiveWindow)
    elif how == "hidden":
        page.hide()
        page.show()
    elif how == "refresh":
        page.toggle_moves()
    else:
        assert page.controller.undo()
        assert page.controller.redo()
    assert at_rest(page), how
    drag.over(space).drop()
    assert digest(page.session) == before
    assert at_rest(page)


def test_a_double_press_drags_and_clicks_nothing_twice(page: TablePage) -> None:
    """Drag suite: a double click on a piece that can be dragged is one click."""
    space = legal_space(page)
    position = page.session.position
    at = centre_of(page, space)
    QTest.mouseClick(page.board_view.viewport(), LEFT, NONE, at)
    QTest.mouseDClick(page.board_view.viewport(), LEFT, NONE, at)
    assert page.session.position == position + 1
    page.controller.undo()
    start = centre_of(page, "engineer")
    QTest.mouseDClick(page.board_view.viewport(), LEFT, NONE, start)
    QTest.mouseMove(page.board_view.viewport(), centre_of(page, space))
    QTest.mouseRelease(page.board_view.viewport(), LEFT, NONE, centre_of(page, space))
    assert page.session.position == position
    assert at_rest(page)


def test_a_small_movement_is_a_click(page: TablePage) -> None:
    """A trembling hand does not drag: under six units it is still a click."""
    space = legal_space(page)
    position, at = page.session.position, centre_of(page, space)
    view = page.board_view.viewport()
    QTest.mousePress(view, LEFT, NONE, at)
    QTest.mouseMove(view, at + QPoint(2, 1))
    QTest.mouseRelease(view, LEFT, NONE, at + QPoint(2, 1))
    assert page.session.position == position + 1


def test_a_press_that_leaves_the_piece_is_no_click(page: TablePage) -> None:
    space, before = legal_space(page), digest(page.session)
    view = page.board_view.viewport()
    QTest.mousePress(view, LEFT, NONE, centre_of(page, space))
    QTest.mouseRelease(view, LEFT, NONE, QPoint(4, 4))
    assert digest(page.session) == before


def test_any_sequence_of_drags_keeps_every_component(window: MainWindow) -> None:
    """F44: 200 random drags between random pieces: nothing doubled, nothing lost, and only legal ones act."""
    session = reached(is_turn, PRACTICE, start=30)
    page = show(window, session)
    page.controller.set_pace("instant")
    dice = random.Random(9)
    acted = 0
    for _ in range(200):
        if session.over:
            break
        if session.acting_kind() != "human":
            QTest.qWait(1)
            continue
        keys = [key for key in page.board.pieces if page.board.pieces[key].clickable]
        sources = [source for source, _ in page.board.now.drags] if page.board.now else []
        source = dice.choice(sources or keys) if dice.random() < 0.7 else dice.choice(keys)
        targets = page.board.now.dropped(source) if page.board.now else ()
        target = dice.choice(targets) if targets and dice.random() < 0.7 else dice.choice(keys)
        if (
            source not in page.board.pieces
            or target not in page.board.pieces
            or page.board.key_at(page.board.pieces[source].scene_rect().center()) != source
        ):
            page.controller.act(dice.choice(session.legal()))
            continue
        before, legal = session.position, session.legal()
        Drag(page, source).over(target).drop()
        if session.position > before:
            acted += 1
            done = session.history.done[before].action
            assert done in legal
            assert any(drags_of(done, _selling(session.history.done[before].before)))
        assert violations(session.state) == []
        assert not page.board.dragging
    assert acted > 5


def _selling(state: object) -> int:
    frame = state.stack[-1]  # type: ignore[attr-defined]
    return frame.corporation if isinstance(frame, ch.SellUnitsChoice) else -1


# ---------------------------------------------------------------- the keyboard on the table


def test_arrows_walk_over_what_is_possible_and_enter_chooses(page: TablePage) -> None:
    """F112, table design section 9: the focus has a ring; arrows reach every possible piece; Enter is a click."""
    press(page, Qt.Key.Key_Right)
    seen = {page.board.focused}
    assert page.board.pieces[page.board.focused].rings[0] == "focus"
    dice = random.Random(1)
    arrows = (Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down)
    for _ in range(400):
        press(page, dice.choice(arrows))
        seen.add(page.board.focused)
    legal = set(page.controller.legal_keys()) & set(page.board.pieces)
    assert seen == legal
    press(page, Qt.Key.Key_Escape)
    assert page.board.focused == ""
    press(page, Qt.Key.Key_Down)
    key = page.board.focused
    action = page.controller.legal_keys()[key]
    press(page, Qt.Key.Key_Return)
    assert page.session.actions()[-1] == action
    assert page.board.focused not in (key, None) or key in page.controller.legal_keys()


def test_the_focused_piece_is_named_like_one_pointed_at(page: TablePage) -> None:
    press(page, Qt.Key.Key_Right)
    key = page.board.focused
    assert page.board_view.toolTip() == page.texts.piece_tip(key, page.view)
    QTest.mousePress(page.board_view.viewport(), LEFT, NONE, QPoint(3, 3))
    assert page.board.focused == ""


def test_help_on_a_piece_opens_its_rule(window: MainWindow, page: TablePage) -> None:
    """A right click names the rule of the piece; F1 that of the running decision."""
    asked: list[str] = []
    page.asked_rule.connect(asked.append)
    for key, rule in (("space:0", "LIC-1"), ("corp:0", "SEL-1"), ("engineer", "TRN-2")):
        at = centre_of(page, key)
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, page.board_view.viewport().mapToGlobal(at))
        QApplication.sendEvent(page.board_view.viewport(), event)
        assert asked[-1] == rule
    assert page.rule_now() == "TRN-1"
    press(window, Qt.Key.Key_F1)
    assert window.rules_dock is not None
    assert window.rules_dock.isVisible()


# ---------------------------------------------------------------- pictures of pieces


@pytest.mark.parametrize("factor", [1.0, 0.8, 1.5])
def test_kept_pictures_look_like_pieces_drawn_at_once(window: MainWindow, factor: float) -> None:
    """A piece shown from its kept picture differs from a piece drawn directly by no more than a rounding of colours,
    also where it does not begin on a whole pixel."""
    window.resize(round(1440 * factor), round(900 * factor))
    page = show(window, moments.session_of(moments.Moment("turn")))
    scale = page.board_view.transform().m11()
    checked = 0
    for key in ("space:0", "hand:0", "corp:1", "engineer", "claim:" + str(page.session.state.claims[0]), "face:1/2"):
        piece = page.board.pieces.get(key)
        if piece is None:
            continue
        checked += 1
        bounds = piece.boundingRect().adjusted(6, 6, -6, -6)
        place = page.board_view.mapFromScene(piece.mapRectToScene(bounds)).boundingRect().adjusted(1, 1, -1, -1)
        kept, direct = (QImage(place.size(), QImage.Format.Format_ARGB32_Premultiplied) for _ in range(2))
        for image, widget in ((kept, page.board_view), (direct, None)):
            image.fill(Qt.GlobalColor.transparent)
            painter = QPainter(image)
            painter.translate(-QPointF(place.topLeft()))
            painter.scale(scale, scale)
            painter.translate(piece.pos())
            piece.paint(painter, QStyleOptionGraphicsItem(), widget)
            painter.end()
        assert moments.difference(kept, direct) <= 0.08, key  # an icon may snap to the next pixel
    assert checked >= 4


def test_a_state_seen_before_is_not_drawn_again(page: TablePage) -> None:
    """Lighting and fading the same faces costs pictures once: undo and redo draw nothing new."""
    act(page, page.session.legal()[0])
    QApplication.processEvents()
    page.controller.undo()
    page.grab()
    page.controller.redo()
    page.grab()
    before = PICTURES.drawn
    for _ in range(3):
        page.controller.undo()
        page.grab()
        page.controller.redo()
        page.grab()
    assert PICTURES.drawn == before


def test_the_store_of_pictures_forgets_the_oldest() -> None:
    """At most `limit` bytes stay, the ones used last."""
    from PySide6.QtGui import QPixmap

    store = Pictures(limit=3 * 10 * 10 * 4)
    for key in "abc":
        store.put(key, QPixmap(10, 10))
    assert store.get("a") is not None
    store.put("d", QPixmap(10, 10))
    assert store.get("b") is None
    assert all(store.get(key) is not None for key in "acd")
    store.clear()
    assert store.get("a") is None


def test_only_what_changed_is_painted(page: TablePage) -> None:
    """F111: showing the same position again repaints nothing; hovering repaints two pieces."""
    QApplication.processEvents()
    painted: list[str] = []
    for piece in page.board.pieces.values():
        _count(piece, painted)
    page.refresh()
    assert painted == []
    QTest.mouseMove(page.board_view.viewport(), centre_of(page, legal_space(page)))
    assert set(painted) == {legal_space(page)}


def _count(piece: object, painted: list[str]) -> None:
    changed = piece._changed  # type: ignore[attr-defined]

    def counted() -> None:
        painted.append(piece.key)  # type: ignore[attr-defined]
        changed()

    piece._changed = counted  # type: ignore[attr-defined]
