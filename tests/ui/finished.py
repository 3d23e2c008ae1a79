"""Games played to the end by dice, and end positions with ties, for the tests of the other screens."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication, QWidget

from saltonsea_desktop.games.saltonsea.components.tables import default_tables
from saltonsea_desktop.games.saltonsea.state import State
from saltonsea_desktop.session.options import GameOptions, SeatOptions, UndoMode
from saltonsea_desktop.session.session import GameSession
from saltonsea_desktop.ui import fonts, theme
from saltonsea_desktop.ui.theme import Palette

NAMES = ("Marta", "Ines", "Oskar", "Yuki")
SIZES = ((1440, 876), (1180, 696), (1920, 1056), (1024, 616), (1080, 1896), (2560, 1080))
"""Pages inside windows of 1440 x 900, 1180 x 720, 1920 x 1080, the smallest, an upright and a wide one."""


def options(seats: int, seed: int, undo: UndoMode = "fair") -> GameOptions:
    """`seats` 1 is a solo game; colours in the order of the theme, GMI's is steel."""
    if seats == 1:
        companies: tuple[SeatOptions, ...] = (SeatOptions(NAMES[0], "human", 0), SeatOptions("GMI", "gmi", 2))
    else:
        companies = tuple(SeatOptions(NAMES[i], "human", i) for i in range(seats))
    return GameOptions(companies, seed, undo=undo)


def played(seats: int, seed: int, steps: int = 100_000, undo: UndoMode = "fair") -> GameSession:
    """A game of random legal actions, to the end or for `steps` commands."""
    session = GameSession(options(seats, seed, undo), default_tables())
    dice = random.Random(seed)
    while not session.over and session.position < steps:
        session.submit(dice.choice(session.legal()))
    return session


def with_end(session: GameSession, change: Callable[[State], None]) -> GameSession:
    """The same finished game with another end position: for scores that dice do not give."""
    last = session.history.done[-1]
    state = last.after.copy()
    change(state)
    session.history.done[-1] = replace(last, after=state)
    return session


def text_of(widget: QWidget) -> str:
    """What a screen reader says of a widget."""
    return f"{widget.accessibleName()} {widget.accessibleDescription()}".strip()


def overlaps(widgets: dict[str, QRect]) -> list[tuple[str, str]]:
    """Pairs of rectangles that share a pixel."""
    names = list(widgets)
    return [(a, b) for i, a in enumerate(names) for b in names[i + 1 :] if widgets[a].intersected(widgets[b]).isValid()]


@contextmanager
def wearing(palette: Palette, large: bool = False) -> Iterator[Palette]:
    """The application in a theme, as the window dresses it, and back."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    fonts.load()
    before, sheet = application.palette(), application.styleSheet()
    application.setPalette(theme.qpalette(palette))
    application.setStyleSheet(theme.qss(palette, 1.0, large))
    try:
        yield palette
    finally:
        application.setStyleSheet(sheet)
        application.setPalette(before)


def shown(widget: QWidget, width: int = 0, height: int = 0) -> QImage:
    """The widget as a picture; it is shown for that if it was not."""
    if width:
        widget.resize(QSize(width, height))
    if not widget.isVisible():
        widget.show()
    QApplication.processEvents()
    return widget.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def pixels(image: QImage, colour: QColor, area: QRect) -> int:
    """How many pixels of `area` have exactly this colour."""
    part = image.copy(area.intersected(image.rect())).convertToFormat(QImage.Format.Format_ARGB32)
    return memoryview(part.constBits()).cast("I").tolist().count(colour.rgb())


LEFT = Qt.MouseButton.LeftButton
