"""One moment of a game as a picture: for the `shot` command, golden tests, the README and bug reports."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QPoint, Qt
from PySide6.QtGui import QImage, QImageWriter, QPainter
from PySide6.QtWidgets import QApplication, QGraphicsItem

from saltonsea_desktop.session.session import GameSession
from saltonsea_desktop.ui import theme
from saltonsea_desktop.ui.controller import BotService, Controller
from saltonsea_desktop.ui.table_page import TablePage


def moment(session: GameSession, step: int) -> GameSession:
    """The same game after its first `step` actions (negative: counted from the end). Raises ValueError."""
    actions = session.actions()
    number = step if step >= 0 else len(actions) + 1 + step
    if not 0 <= number <= len(actions):
        raise ValueError(f"the game has {len(actions)} actions, so there is no step {step}")
    shown = GameSession(session.options, session.tables)
    shown.replay(actions[:number])
    return shown


def _no_bots() -> BotService:
    raise AssertionError("a picture asks no computer seat")


def render(
    session: GameSession, width: int, height: int, palette: theme.Palette, *, large: bool = False, scale: float = 1.0
) -> QImage:
    """The table page of `session`, `width` x `height` device-independent pixels at `scale` device pixels each.

    Needs a QApplication with fonts loaded; its style sheet is set for `palette`.
    """
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    application.setPalette(theme.qpalette(palette))
    application.setStyleSheet(theme.qss(palette, 1.0, large))
    controller = Controller(session, _no_bots, gmi_pace="step")
    page = TablePage(controller, palette, large)
    try:
        page.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        page.resize(width, height)
        page.show()
        page.refresh()
        QApplication.processEvents()
        for piece in page.board.pieces.values():  # cached pictures have the screen's resolution, not this one's
            piece.setCacheMode(QGraphicsItem.CacheMode.NoCache)
        picture = QImage(round(width * scale), round(height * scale), QImage.Format.Format_RGB32)
        picture.setDevicePixelRatio(scale)
        picture.fill(palette.bg0)
        painter = QPainter(picture)
        page.render(painter, QPoint(0, 0))
        painter.end()
        return picture
    finally:
        page.hide()
        controller.close()
        page.deleteLater()
        controller.deleteLater()


def save_png(picture: QImage, path: Path) -> bool:
    """Write a PNG; False when that is not possible there."""
    return QImageWriter(str(path), QByteArray(b"PNG")).write(picture)
