"""Messages and questions that never block: window-modal, shown with ``open()``, and always with a way on.

Also what the other dialogs share: which theme is in use, and pictures of seats and icons for ordinary widgets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPalette, QPixmap, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QDialog, QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from saltonsea_desktop.ui import icons, paint, theme
from saltonsea_desktop.ui.theme import Look, Palette

Way = tuple[str, Callable[[], object]]
"""A button's text and what it does."""

MESSAGE_WIDTH: Final = 480
SMALLEST_SCREEN: Final = QSize(1024, 640)
DEAL_DIGITS: Final = 24
"""More digits than any deal number has; longer texts are not even read."""


# ------------------------------------------------------------------------------------------------ shared by dialogs
def current_palette() -> Palette:
    """The theme whose colours the application wears (``theme.qpalette``); without one, light or dark by lightness."""
    ground = QGuiApplication.palette().color(QPalette.ColorRole.Window)
    for palette in theme.THEMES.values():
        if palette.bg1 == ground:
            return palette
    return theme.DARK if theme.luminance(ground) < 0.18 else theme.LIGHT


def icon_picture(widget: QWidget, name: str, size: float, colour: QColor | None = None) -> QPixmap:
    """An icon of the set for an ordinary widget, in ``colour`` or its own hue."""
    shade = icons.icon_colour(current_palette(), name) if colour is None else colour
    return icons.pixmap(name, shade, size, widget.devicePixelRatioF())


def seat_picture(widget: QWidget, colour: int, size: float) -> QPixmap:
    """The token of seat colour ``colour`` (0 to 3) in its shape."""
    dpr = widget.devicePixelRatioF()
    picture = QPixmap(round(size * dpr), round(size * dpr))
    picture.setDevicePixelRatio(dpr)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint.seat_token(painter, Look(current_palette()), colour, QPointF(size / 2, size / 2), size * 0.86)
    painter.end()
    return picture


def seat_icon(widget: QWidget, colour: int, size: float = 22) -> QIcon:
    """``seat_picture`` as an icon."""
    return QIcon(seat_picture(widget, colour, size))


def set_kind(widget: QWidget, name: str, value: str) -> None:
    """Set a dynamic property that the style sheet looks at, and have it looked at again."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def tab_to_checked(group: QButtonGroup) -> None:
    """Tab goes to the checked button of a group, arrows from there: Qt does so only once the group had the focus."""
    for button in group.buttons():
        policy = Qt.FocusPolicy.StrongFocus if button.isChecked() else Qt.FocusPolicy.ClickFocus
        button.setFocusPolicy(policy)


def label(text: str, role: str = "", wrap: bool = False) -> QLabel:
    """A plain-text label with a role of the style sheet."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wrap)
    if role:
        made.setProperty("role", role)
    return made


def caption(text: str) -> QLabel:
    """The small heading of a group, in capitals."""
    made = label(text.upper(), "caption")
    made.setAccessibleName(text)
    return made


def wear(dialog: QWidget) -> None:
    """What the application's style sheet leaves to the palette: placeholders of fields stay readable."""
    sheet = f"QLineEdit {{ placeholder-text-color: {current_palette().ink3.name()}; }}"
    if dialog.styleSheet() != sheet:
        dialog.setStyleSheet(sheet)


def panel() -> QFrame:
    """A panel of the style sheet."""
    made = QFrame()
    made.setProperty("role", "panel")
    return made


def deal_text(seed: int) -> str:
    """A deal number in groups of three, easy to read out: "48 213" (no-break spaces)."""
    return f"{seed:,}".replace(",", "\N{NO-BREAK SPACE}")


def deal_number(text: str) -> int | None:
    """The number of what ``deal_text`` writes or a person types: digits, spaces allowed; None for anything else."""
    digits = "".join(text.split())
    return int(digits) if digits.isdecimal() and len(digits) <= DEAL_DIGITS else None


# ------------------------------------------------------------------------------------------------ messages
class MessageDialog(QDialog):
    """A sentence with buttons; whatever is chosen, the dialog closes first and is then done once."""

    def __init__(
        self,
        parent: QWidget | None,
        title: str,
        sentence: str,
        ways: Sequence[Way],
        question: bool = False,
        no: str = "",
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setWindowTitle(title)
        self.setAccessibleDescription(sentence)
        self._chosen: Callable[[], object] | None = None
        self.heading = label(title, "title", wrap=True)
        self.sentence = label(sentence, "", wrap=True)
        self.sentence.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        picture = QLabel()
        colours = current_palette()
        icon_name, colour = ("info", colours.ink2) if question else ("warning", colours.danger)
        picture.setPixmap(icon_picture(self, icon_name, 30, colour))
        picture.setAlignment(Qt.AlignmentFlag.AlignTop)
        words = QVBoxLayout()
        words.setSpacing(6)
        words.addWidget(self.heading)
        words.addWidget(self.sentence)
        words.addStretch(1)
        top = QHBoxLayout()
        top.setSpacing(16)
        top.addWidget(picture)
        top.addLayout(words, 1)
        self.buttons: list[QPushButton] = []
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        self.stay = QPushButton(no or (self.tr("Cancel") if question else self.tr("Close")))
        self.stay.setAutoDefault(True)
        self.stay.clicked.connect(self.reject)
        row.addWidget(self.stay)
        for text, do in ways:
            button = QPushButton(text)
            button.setAutoDefault(True)
            button.clicked.connect(lambda _=False, do=do: self._choose(do))
            row.addWidget(button)
            self.buttons.append(button)
        main = self.buttons[-1] if self.buttons else self.stay
        main.setProperty("kind", "primary")
        main.setDefault(True)
        self._page = QVBoxLayout(self)
        self._page.setContentsMargins(24, 22, 24, 20)
        self._page.setSpacing(18)
        self._page.addLayout(top, 1)
        self._page.addLayout(row)
        self.setFixedWidth(MESSAGE_WIDTH)
        self.finished.connect(self._finish)
        main.setFocus()

    def showEvent(self, event: QShowEvent) -> None:
        """As high as the wrapped words need, no higher."""
        super().showEvent(event)
        self.resize(MESSAGE_WIDTH, self._page.totalHeightForWidth(MESSAGE_WIDTH))

    def _choose(self, do: Callable[[], object]) -> None:
        if self._chosen is None:
            self._chosen = do
            self.accept()

    def _finish(self, _result: int) -> None:
        for button in self.buttons:
            button.setEnabled(False)
        if self._chosen is not None:
            do, self._chosen = self._chosen, None
            do()


def problem(parent: QWidget | None, title: str, sentence: str, ways: Sequence[Way] = ()) -> MessageDialog:
    """Tell what went wrong, in one sentence, and offer ``ways`` on, the best one last. Returns the open dialog.

    Closing it (also with Esc) does nothing further.
    """
    dialog = MessageDialog(parent, title, sentence, ways)
    dialog.open()
    return dialog


def ask(
    parent: QWidget | None,
    title: str,
    sentence: str,
    yes: str,
    do: Callable[[], object],
    no: str = "",
    danger: bool = False,
) -> MessageDialog:
    """Ask before ``do``; Esc and ``no`` (default "Cancel") do nothing. Returns the open dialog.

    ``danger``: something is lost by it, so the safe answer is the default one.
    """
    dialog = MessageDialog(parent, title, sentence, [(yes, do)], question=True, no=no)
    if danger:
        dialog.buttons[0].setProperty("kind", "danger")
        dialog.buttons[0].setDefault(False)
        dialog.stay.setProperty("kind", "primary")
        dialog.stay.setDefault(True)
        dialog.stay.setFocus()
    dialog.open()
    return dialog
