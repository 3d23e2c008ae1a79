"""The decision bar: what is asked, how, and the buttons. A row of the layout whose height and place never change."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.ui import fonts, icons, paint
from saltonsea_desktop.ui.barstate import BarState, Stepper
from saltonsea_desktop.ui.fonts import Role
from saltonsea_desktop.ui.theme import Look

GUARD_MS = 220  # a second click or a repeated key within this time is the first one's echo (F45)


def _sheet(look: Look) -> str:
    """Fonts and paddings at the scale of the table; colours come from the application's sheet."""

    def px(units: float) -> int:
        return max(1, round(units * look.scale))

    def font(role: Role) -> str:
        style = fonts.ROLE_STYLES[role]
        size = fonts.widget_px(role, look.scale, look.large)
        return f'font-family: "{style.family}"; font-size: {size}px; font-weight: {int(style.weight.value)};'

    p = look.palette
    return f"""
QLabel[role="heading"] {{ {font("bar_title")} }}
QLabel[role="muted"] {{ {font("body")} color: {p.ink2.name()}; }}
QLabel[role="danger"] {{ {font("body")} color: {p.danger.name()}; }}
QLabel[role="score"] {{ {font("count")} }}
QLabel[role="tray"] {{ background: {p.panel2.name()}; border-radius: {px(8)}px; }}
QPushButton {{ {font("button")} padding: {px(6)}px {px(12)}px; min-height: {px(18)}px; border-radius: {px(8)}px; }}
QPushButton[kind="chip"] {{ {font("name")} padding: {px(5)}px {px(9)}px; min-height: {px(20)}px; }}
QPushButton[kind="ghost"] {{ {font("count")} padding: 0; min-height: {px(24)}px; }}
QFrame[role="stepper"] {{ background: {p.cell.name()}; border: {px(1.2)}px solid {p.line2.name()};
    border-radius: {px(8)}px; }}
"""


class StepperWidget(QFrame):
    """- value +; minus takes the last step back."""

    stepped = Signal(object)  # the action of plus
    back = Signal()

    def __init__(self, stepper: Stepper, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "stepper")
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 0, 2, 0)
        row.setSpacing(2)
        size = max(14, round(18 * look.scale))
        self.setFixedHeight(max(28, round(38 * look.scale)))
        minus = QPushButton("−", self)
        minus.setAccessibleName(self.tr("One less"))
        plus = QPushButton("+", self)
        plus.setAccessibleName(self.tr("One more"))
        for button in (minus, plus):
            button.setProperty("kind", "ghost")
            button.setFixedWidth(max(24, round(30 * look.scale)))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        value = QLabel(paint.number_text(stepper.value), self)
        value.setProperty("role", "score")
        picture = QLabel(self)
        picture.setPixmap(
            icons.pixmap(stepper.icon, icons.icon_colour(look.palette, stepper.icon), size, self.devicePixelRatioF())
        )
        row.addWidget(minus)
        row.addWidget(value)
        row.addWidget(picture)
        row.addWidget(plus)
        self.minus, self.plus = minus, plus
        minus.setEnabled(stepper.value > 0)
        plus.setEnabled(stepper.plus is not None)
        minus.clicked.connect(self.back)
        plus.clicked.connect(lambda: self.stepped.emit(stepper.plus))


class DecisionBar(QFrame):
    """`chosen` carries an action and the position it was offered at."""

    chosen = Signal(object, int)
    undo_asked = Signal()
    cancel_asked = Signal()
    redo_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "bar")
        self.guard_ms = GUARD_MS
        self.state: BarState | None = None
        self._look: Look | None = None
        self._seat_colour = 0
        self._told = ""
        self._since = QElapsedTimer()
        self._since.start()
        self._row = QHBoxLayout(self)
        self.icon = QLabel(self)
        self.icon.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.icon.setProperty("role", "tray")
        self.title = QLabel(self)
        self.title.setProperty("role", "heading")
        self.line = QLabel(self)
        self.line.setProperty("role", "muted")
        for label in (self.title, self.line):
            label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            label.setTextInteractionFlags(Qt.TextInteractionFlag.NoTextInteraction)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch(1)
        words.addWidget(self.title)
        words.addWidget(self.line)
        words.addStretch(1)
        self._row.addWidget(self.icon)
        self._row.addLayout(words, 1)
        self._controls = QHBoxLayout()
        self._row.addLayout(self._controls)
        self.undo_button = QPushButton(self)
        self.undo_button.clicked.connect(self._undo)
        self.cancel_button = QPushButton(self)
        self.cancel_button.clicked.connect(self._cancel)
        self.primary_button = QPushButton(self)
        self.primary_button.setProperty("kind", "primary")
        self.primary_button.clicked.connect(self._primary)
        self._row.addWidget(self.undo_button)
        self._row.addWidget(self.cancel_button)
        self._row.addWidget(self.primary_button)
        self.chip_buttons: list[QPushButton] = []
        self.steppers: list[StepperWidget] = []

    # ------------------------------------------------------------ showing

    def show_state(self, state: BarState, look: Look, seat_colour: int) -> None:
        """Show `state`; controls are made anew, the line of a told reason disappears."""
        if look != self._look:
            self.setStyleSheet(_sheet(look))
        self.state, self._look, self._seat_colour, self._told = state, look, seat_colour, ""
        s = look.scale
        self._row.setContentsMargins(round(18 * s), round(4 * s), round(12 * s), round(4 * s))
        self._row.setSpacing(round(10 * s))
        tile = max(24, round(40 * s))
        self.icon.setFixedSize(tile, tile)
        picture = max(16, round(28 * s))
        self.icon.setPixmap(icons.pixmap(state.icon, look.palette.ink, picture, self.devicePixelRatioF()))
        self.title.setText(state.title)
        self._set_line(state.hint)
        self._make_controls(state, look)
        self._make_buttons(state, look)
        self._since.restart()
        self.update()

    def tell(self, text: str) -> None:
        """Show a reason in the line ("" shows the hint again)."""
        if text != self._told and self.state is not None:
            self._told = text
            self._set_line(text or self.state.hint, bool(text))

    def _set_line(self, text: str, reason: bool = False) -> None:
        self.line.setProperty("role", "danger" if reason else "muted")
        self.line.style().unpolish(self.line)
        self.line.style().polish(self.line)
        self.line.setText(text)
        self.line.setToolTip(text)
        self.setAccessibleName(self.title.text())
        self.setAccessibleDescription(text)

    def _make_controls(self, state: BarState, look: Look) -> None:
        for old in (*self.chip_buttons, *self.steppers):
            self._controls.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.chip_buttons, self.steppers = [], []
        self._controls.setSpacing(round(6 * look.scale))
        for stepper in state.steppers:
            widget = StepperWidget(stepper, look, self)
            widget.stepped.connect(self._choose)
            widget.back.connect(self._undo)
            widget.minus.setEnabled(widget.minus.isEnabled() and state.can_undo)
            self._controls.addWidget(widget)
            self.steppers.append(widget)
        for number, (action, text, tip) in enumerate(state.chips, 1):
            button = QPushButton(text, self)
            button.setProperty("kind", "chip")
            button.setToolTip(tip)
            button.setAccessibleName(tip)
            if number <= 9:
                button.setShortcut(str(number))
            button.clicked.connect(lambda _=False, action=action: self._choose(action))
            self._controls.addWidget(button)
            self.chip_buttons.append(button)

    def _make_buttons(self, state: BarState, look: Look) -> None:
        size = QSize(round(16 * look.scale), round(16 * look.scale))
        ink = look.palette.ink
        self.undo_button.setText(self.tr("Undo"))
        self.undo_button.setIcon(QIcon(icons.pixmap("undo", ink, max(14, size.width()), self.devicePixelRatioF())))
        self.undo_button.setToolTip(state.undo_tip or self.tr("Take the last step back (Ctrl+Z)"))
        self.undo_button.setEnabled(state.can_undo)
        self.undo_button.setVisible(not state.can_cancel)
        self.cancel_button.setText(self.tr("Cancel"))
        self.cancel_button.setToolTip(self.tr("Take this action back (Esc)"))
        self.cancel_button.setVisible(state.can_cancel)
        self.primary_button.setText(state.primary_text)
        self.primary_button.setEnabled(state.primary is not None)
        self.primary_button.setVisible(bool(state.primary_text))

    # ------------------------------------------------------------ acting

    def _echo(self) -> bool:
        return self._since.elapsed() < self.guard_ms

    def _choose(self, action: a.Action) -> None:
        if self.state is not None and not self._echo():
            self.chosen.emit(action, self.state.position)

    def _primary(self) -> None:
        if self.state is not None and self.state.primary is not None and not self._echo():
            self.chosen.emit(self.state.primary, self.state.position)

    def _undo(self) -> None:
        self.undo_asked.emit()

    def _cancel(self) -> None:
        self.cancel_asked.emit()

    def confirm(self) -> None:
        """Enter: the primary button."""
        self._primary()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.isAutoRepeat():
            event.accept()
            return
        super().keyPressEvent(event)

    # ------------------------------------------------------------ drawing

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._look is None:
            return
        look, p = self._look, self._look.palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(look.scale, look.scale)
        area = QRectF(0, 0, self.width() / look.scale, self.height() / look.scale)
        colour = p.seat(self._seat_colour).colour if self.state is not None and self.state.seat >= 0 else p.line2
        paint.rounded(painter, area, 10, p.panel, colour, 2)
        paint.band(painter, area, 10, colour, "left", 8)
        painter.end()
