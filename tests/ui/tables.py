"""The window in a wanted position, and ways to act on it like a person: what the tests of the table share."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea import choices as ch
from saltonsea_desktop.games.saltonsea.components.tables import default_tables
from saltonsea_desktop.games.saltonsea.game import GAME
from saltonsea_desktop.session.options import GameOptions, SeatOptions
from saltonsea_desktop.session.session import GameSession
from saltonsea_desktop.ui.controller import BotService
from saltonsea_desktop.ui.table_page import TablePage
from saltonsea_desktop.ui.window import MainWindow
from tests.ui.journey import open_window, table_of

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
SOLO = GameOptions((SeatOptions("Marta"), SeatOptions("GMI", "gmi", 2)), seed=5)
PRACTICE = GameOptions((SeatOptions("Marta"), SeatOptions("GMI", "gmi", 2)), seed=5, undo="practice")
TWO = GameOptions((SeatOptions("Marta"), SeatOptions("Ines", colour=1)), seed=6)
WITH_BOT = GameOptions((SeatOptions("Marta"), SeatOptions("Bot", "random", 1), SeatOptions("Ines", colour=3)), seed=7)
AGAINST_BOT = GameOptions((SeatOptions("Marta"), SeatOptions("Bot", "greedy", 1)), seed=8)

Wanted = type[ch.Choice] | Callable[[GameSession], bool]


@contextmanager
def opened(profile: Path, width: int = 1440, height: int = 900, theme: str = "light") -> Iterator[MainWindow]:
    """A window that is closed again whatever happens, so that no thread of it stays."""
    window = open_window(profile, width, height, theme)
    try:
        yield window
    finally:
        window.close()
        window.deleteLater()
        QApplication.processEvents()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


def reached(wanted: Wanted, options: GameOptions = SOLO, start: int = 0, seeds: range = range(1, 80)) -> GameSession:
    """A game played by dice up to the first position, from step `start` on, in which a person is asked what is wanted.

    `wanted`: the kind of the choice, or a test of the session.
    """
    for seed in seeds:
        session = GameSession(options, default_tables())
        dice = random.Random(seed)
        while not session.over:
            if session.position >= start and session.acting_kind() == "human" and _is(session, wanted):
                return session
            session.submit(dice.choice(session.legal()))
    raise AssertionError(f"no game comes to {wanted}")


def _is(session: GameSession, wanted: Wanted) -> bool:
    if isinstance(wanted, type):
        return isinstance(session.state.stack[-1], wanted)
    return wanted(session)


def show(window: MainWindow, session: GameSession, guard: int = 0) -> TablePage:
    """Show a game on the table, with its hand open; GMI waits for a person to turn its cards; clicks are taken for new
    ones after `guard` milliseconds."""
    window.adopt(session)
    page = table_of(window)
    page.controller.set_pace("step")
    page.bar.guard_ms = guard
    page.controller.uncover()
    QApplication.processEvents()
    page.bar.settle()
    return page


def digest(session: GameSession) -> str:
    return GAME.digest(session.state)


def press(widget: QWidget, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(widget, key, modifiers)


def key_press(page: TablePage, text: str) -> None:
    """A letter or digit, typed at the table."""
    QTest.keyClick(page, Qt.Key(ord(text.upper())))


def click(widget: QWidget) -> None:
    """A click of the left button in the middle of a widget, if that can be clicked."""
    assert widget.isVisible()
    QTest.mouseClick(widget, LEFT)


def many_clicks(widget: QWidget, at: QPoint | None = None, times: int = 3, delay: int = 12) -> None:
    """What an impatient finger sends: press and release, then a double click, and a press again, `delay` ms apart.

    The widget may vanish under it; what comes after goes to whatever lies there, as with a real mouse.
    """
    window = widget.window()
    place = widget.mapTo(window, widget.rect().center() if at is None else at)
    for number in range(times):
        under = window.childAt(place) or window
        local = under.mapFrom(window, place)
        if number % 2:
            QTest.mouseDClick(under, LEFT, NONE, local, delay)
        else:
            QTest.mouseClick(under, LEFT, NONE, local, delay)


class Bots:
    """A computer seat in this process: `answer` gives the notation for the position asked about, or None for never."""

    def __init__(self, answer: Callable[[], str | None]) -> None:
        self.answer = answer
        self.requests = 0
        self.cancelled = 0
        self.closed = False
        self._ticket: int | None = None

    def request(self, state: dict[str, object], components: str, bot: str, seat: int, seed: int, ticket: int) -> None:
        self.requests += 1
        self._ticket = ticket

    def poll(self) -> tuple[int, str] | None:
        text = self.answer() if self._ticket is not None else None
        return None if text is None or self._ticket is None else (self._ticket, text)

    def cancel(self) -> None:
        self.cancelled += 1
        self._ticket = None

    def close(self) -> None:
        self.closed = True


def with_bots(window: MainWindow, answer: Callable[[], str | None]) -> Bots:
    """Let `answer` play the computer seats of the window's games."""
    bots = Bots(answer)

    def make() -> BotService:
        return bots

    window.make_bots = make
    return bots


def dice_bot(window: MainWindow, seed: int = 1) -> Callable[[], str]:
    """Answers with any legal action of the running game."""
    dice = random.Random(seed)

    def answer() -> str:
        assert window.controller is not None
        session = window.controller.session
        return session.text(dice.choice(session.legal()))

    return answer


def is_turn(session: GameSession) -> bool:
    return isinstance(session.state.stack[-1], ch.TurnChoice)


def act(page: TablePage, action: a.Action) -> None:
    assert page.controller.act(action), page.session.text(action)
    QApplication.processEvents()
