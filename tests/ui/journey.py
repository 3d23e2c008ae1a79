"""Playing through the real window with real mouse events: what the person at the machine could click, by dice."""

from __future__ import annotations

import random
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from saltonsea_desktop.app import application
from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.session.options import GameOptions
from saltonsea_desktop.session.session import GameSession
from saltonsea_desktop.storage.folders import folders
from saltonsea_desktop.storage.settings import Settings
from saltonsea_desktop.ui.controller import BotService
from saltonsea_desktop.ui.table_page import TablePage
from saltonsea_desktop.ui.targets import drags_of, target_of
from saltonsea_desktop.ui.window import MainWindow


class NoBots:
    """For games without computer seats: asking it is a fault."""

    def request(self, state: dict[str, object], components: str, bot: str, seat: int, seed: int, ticket: int) -> None:
        raise AssertionError("no computer seat in this game")

    def poll(self) -> tuple[int, str] | None:
        return None

    def cancel(self) -> None: ...

    def close(self) -> None: ...


def no_bots() -> BotService:
    return NoBots()


def open_window(profile: Path, width: int = 1440, height: int = 900, theme: str = "light") -> MainWindow:
    """The window on the start page, without pauses for GMI."""
    application()
    settings = Settings(theme=theme, gmi_pace="instant")
    window = MainWindow(folders(profile), settings, no_bots)
    window.resize(width, height)
    window.show()
    QApplication.processEvents()
    return window


def table_of(window: MainWindow) -> TablePage:
    assert window.table is not None
    return window.table


def session_of(window: MainWindow) -> GameSession:
    assert window.controller is not None
    return window.controller.session


def centre_of(page: TablePage, key: str) -> QPoint:
    """A point of the viewport where the board finds exactly this piece."""
    piece = page.board.pieces[key]
    rect = piece.scene_rect()
    for fx in (0.5, 0.2, 0.8, 0.05, 0.95):
        for fy in (0.5, 0.2, 0.8, 0.05, 0.95):
            at = rect.topLeft()
            at.setX(rect.x() + rect.width() * fx)
            at.setY(rect.y() + rect.height() * fy)
            if page.board.key_at(at) == key:
                return page.board_view.mapFromScene(at)
    raise AssertionError(f"{key} cannot be hit anywhere")


def click_piece(page: TablePage, key: str) -> None:
    QTest.mouseClick(
        page.board_view.viewport(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        centre_of(page, key),
    )


def drag_piece(page: TablePage, source: str, target: str) -> None:
    """Press, move in steps, release."""
    viewport = page.board_view.viewport()
    start = centre_of(page, source)
    goal = page.board_view.mapFromScene(page.board.pieces[target].scene_rect().center())
    QTest.mousePress(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    for step in range(1, 5):
        QTest.mouseMove(viewport, start + (goal - start) * step / 4)
        QApplication.processEvents()
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, goal)


def do_with_mouse(page: TablePage, action: a.Action, dice: random.Random) -> None:
    """Do one legal action as a person would: on the table if it has a piece there, else in the bar."""
    page.bar.guard_ms = 0
    key = target_of(action)
    drags = [(s, t) for s, t in drags_of(action) if s in page.board.pieces and t in page.board.pieces]
    if drags and dice.random() < 0.3 and page.controller.drags().get(drags[0][0], {}).get(drags[0][1]) == action:
        drag_piece(page, *drags[0])
    elif key is not None and page.controller.legal_keys().get(key) == action:
        click_piece(page, key)
    else:
        state = page.bar.state
        assert state is not None
        if state.primary == action:
            QTest.mouseClick(page.bar.primary_button, Qt.MouseButton.LeftButton)
        else:
            number = [chip[0] for chip in state.chips].index(action)
            QTest.mouseClick(page.bar.chip_buttons[number], Qt.MouseButton.LeftButton)


def play_through(window: MainWindow, options: GameOptions, seed: int, most: int = 3000) -> GameSession:
    """Start a game and play it to the end with the mouse; returns its session."""
    assert window.start_game(options)
    QApplication.processEvents()
    dice = random.Random(seed)
    session = session_of(window)
    for _ in range(most):
        QApplication.processEvents()
        if session.over:
            return session
        page = table_of(window)
        if page.controller.covered:
            page.bar.guard_ms = 0
            QTest.mouseClick(page.bar.primary_button, Qt.MouseButton.LeftButton)
            continue
        if session.acting_kind() != "human":
            QTest.qWait(1)
            continue
        before = session.position
        action = dice.choice(session.legal())
        do_with_mouse(page, action, dice)
        assert session.position > before, f"{session.text(action)} did nothing"
        assert session.history.done[before].action == action
    raise AssertionError("the game does not end")
