"""The decision bar: what is asked, how, and the buttons. A row of the layout whose height and place never change."""

from __future__ import annotations

from itertools import pairwise

from PySide6.QtCore import QElapsedTimer, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QIcon,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QStylePainter,
    QVBoxLayout,
    QWidget,
)

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.ui import fonts, icons, paint
from saltonsea_desktop.ui.barstate import BarState, Help, Stepper, Tray
from saltonsea_desktop.ui.fonts import Role
from saltonsea_desktop.ui.theme import Look, Palette

GUARD_MS = 220  # a second click or a repeated key within this time is the first one's echo (F45)
SLOW_GUARD_MS = 700  # the same where an echo would show another person's hand (F47)
WORDS = 190.0  # units that title and line have at least
MAX_TRAYS = 5


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
QLabel[role="togo"] {{ {font("modifier")} color: {p.ink2.name()}; border: {px(1.2)}px dashed {p.line2.name()};
    border-radius: {px(7)}px; padding: {px(4)}px {px(9)}px; }}
QPushButton {{ {font("button")} padding: {px(6)}px {px(12)}px; min-height: {px(20)}px; border-radius: {px(8)}px; }}
QPushButton[kind="chip"] {{ {font("name")} padding: {px(5)}px {px(9)}px; min-height: {px(20)}px; }}
QPushButton[kind="ghost"] {{ padding: {px(6)}px {px(8)}px; }}
QPushButton[kind="step"] {{ {font("count")} padding: 0; min-height: {px(24)}px; border-color: transparent; }}
QPushButton[kind="step"]:disabled {{ color: {p.disabled.name()}; background: transparent; border-color: transparent; }}
QPushButton[kind="step"]:focus {{ border: 2px solid {p.focus.name()}; }}
QFrame[role="stepper"] {{ background: {p.cell.name()}; border: {px(1.2)}px solid {p.line2.name()};
    border-radius: {px(8)}px; }}
QFrame[role="stepper"][active="true"] {{ border: 2px solid {p.focus.name()}; }}
"""


class Elided(QLabel):
    """One line that ends in "…" when it is too long; the tooltip then has all of it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._full = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    @property
    def full(self) -> str:
        return self._full

    def show_text(self, text: str) -> None:
        self._full = text
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        self.ensurePolished()
        shown = self.fontMetrics().elidedText(self._full, Qt.TextElideMode.ElideRight, max(20, self.width()))
        if shown != self.text():
            self.setText(shown)
        tip = self._full if shown != self._full else ""
        if tip != self.toolTip():
            self.setToolTip(tip)


class BarButton(QPushButton):
    """A button with a hint of its key in small letters; `narrow` leaves only the icon (or a cross).

    `key_first`: the hint stands in front, as the number of a choice.
    """

    def __init__(self, parent: QWidget | None = None, kind: str = "", key_first: bool = False) -> None:
        super().__init__(parent)
        self.key = ""
        self.key_first = key_first
        self.words = ""
        self.narrow = False
        self.show_key = True
        self._look: Look | None = None
        if kind:
            self.setProperty("kind", kind)
        # a click with the mouse leaves the keyboard with the table
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    def show_words(self, words: str, look: Look, key: str = "", icon_name: str = "") -> None:
        self.words, self.key, self._look = words, key, look
        self.setAccessibleName(words)
        size = max(14, round(17 * look.scale))
        if icon_name:
            ink = icons.icon_colour(look.palette, icon_name) if self.key_first else self._ink(look.palette)
            self.setIcon(QIcon(icons.pixmap(icon_name, ink, size, self.devicePixelRatioF())))
        else:
            self.setIcon(QIcon())
        self.setIconSize(QSize(size, size))
        self._fit()

    def fit(self, narrow: bool, show_key: bool) -> None:
        """How much of it is shown."""
        self.narrow, self.show_key = narrow, show_key
        self._fit()

    def _fit(self) -> None:
        text = self.words
        if self.narrow:
            text = "" if not self.icon().isNull() else "×"
        if text != self.text():
            self.setText(text)
        self.updateGeometry()

    def _key_shown(self) -> str:
        return self.key if self.show_key and not self.narrow else ""

    def _ink(self, p: Palette) -> QColor:
        kind = self.property("kind")
        if kind == "primary":
            return p.primary_ink if self.isEnabled() else p.ink
        if not self.isEnabled():
            return p.ink3
        return p.ink2 if kind == "ghost" else p.ink

    def _key_width(self) -> int:
        if not self._key_shown() or self._look is None:
            return 0
        font = fonts.widget_font("key", self._look.scale, self._look.large)
        return QFontMetrics(font).horizontalAdvance(self._key_shown()) + self._key_gap()

    def _key_gap(self) -> int:
        return round((6 if self.key_first else 9) * self._look.scale) if self._look is not None else 0

    def sizeHint(self) -> QSize:
        size = super().sizeHint()
        return QSize(size.width() + self._key_width(), size.height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        used = self._key_width()
        if not used or self._look is None:
            super().paintEvent(event)
            return
        painter = QStylePainter(self)
        option = QStyleOptionButton()
        self.initStyleOption(option)
        text, icon = self.text(), self.icon()
        option.text, option.icon = "", QIcon()
        painter.drawControl(QStyle.ControlElement.CE_PushButton, option)
        look = self._look
        ink = self._ink(look.palette)
        gap = round(5 * look.scale)
        font = self.font()
        words = QFontMetrics(font).horizontalAdvance(text)
        side = 0 if icon.isNull() else self.iconSize().width()
        x = (self.width() - words - used - (side + gap if side else 0)) // 2
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        hint = self.rect().adjusted(x if self.key_first else self.width() - x - used + self._key_gap(), 0, 0, 0)
        if self.key_first:
            x += used
        if side:
            painter.drawPixmap(x, (self.height() - side) // 2, icon.pixmap(self.iconSize(), self.devicePixelRatioF()))
            x += side + gap
        painter.setFont(font)
        painter.setPen(ink)
        painter.drawText(self.rect().adjusted(x, 0, 0, 0), flags, text)
        painter.setFont(fonts.widget_font("key", look.scale, look.large))
        if self.property("kind") != "primary":
            painter.setPen(look.palette.ink3)
        painter.drawText(hint.adjusted(0, round(look.scale), 0, 0), flags, self._key_shown())
        painter.end()


class StepperWidget(QFrame):
    """- value +; minus takes a step of its kind back."""

    stepped = Signal(object)  # the action of plus
    back = Signal(object)  # the action to take out

    def __init__(self, stepper: Stepper, look: Look, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "stepper")
        self.stepper = stepper
        row = QHBoxLayout(self)
        row.setContentsMargins(2, 0, 2, 0)
        row.setSpacing(max(1, round(2 * look.scale)))
        size = max(14, round(18 * look.scale))
        self.setFixedHeight(max(28, round(38 * look.scale)))
        minus = QPushButton("−", self)
        minus.setAccessibleName(self.tr("One less"))
        plus = QPushButton("+", self)
        plus.setAccessibleName(self.tr("One more"))
        for button in (minus, plus):
            button.setProperty("kind", "step")
            button.setFixedWidth(max(24, round(30 * look.scale)))
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        value = QLabel(paint.number_text(stepper.value), self)
        value.setProperty("role", "score")
        value.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        value.setMinimumWidth(round(16 * look.scale))
        picture = QLabel(self)
        picture.setPixmap(
            icons.pixmap(stepper.icon, icons.icon_colour(look.palette, stepper.icon), size, self.devicePixelRatioF())
        )
        row.addWidget(minus)
        row.addWidget(value)
        row.addWidget(picture)
        row.addWidget(plus)
        self.minus, self.plus, self.value = minus, plus, value
        minus.setEnabled(stepper.minus is not None)
        plus.setEnabled(stepper.plus is not None)
        minus.clicked.connect(lambda: self.back.emit(stepper.minus))
        plus.clicked.connect(lambda: self.stepped.emit(stepper.plus))

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel turns the number up and down (table.md, section 7)."""
        event.accept()
        up = event.angleDelta().y()
        if up > 0 and self.stepper.plus is not None:
            self.stepped.emit(self.stepper.plus)
        elif up < 0 and self.stepper.minus is not None:
            self.back.emit(self.stepper.minus)


class TrayChip(QPushButton):
    """Cards that were put in: value, icon, how many; a click takes one out."""

    def __init__(self, tray: Tray, look: Look, blind: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("kind", "tray")
        self.tray, self._look, self._blind = tray, look, blind
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setFixedHeight(max(24, round(30 * look.scale)))
        self.setAccessibleName(self.tr("{card}: take it out").format(card=tray.tip))
        self.setToolTip(self.accessibleName())
        self._text = paint.money_text(tray.value)
        if tray.cards > 1:
            self._text = self.tr("{n} × {money}", "equal cards").format(
                n=paint.number_text(tray.cards), money=self._text
            )
        self.setFixedWidth(self._width())

    def _font_metrics(self) -> QFontMetrics:
        return QFontMetrics(fonts.widget_font("name", self._look.scale, self._look.large))

    def _width(self) -> int:
        s = self._look.scale
        middle = round(18 * s) if self.tray.icon else self._font_metrics().horizontalAdvance(self._blind)
        return round(9 * s) * 2 + self._font_metrics().horizontalAdvance(self._text) + middle + round(12 * s) * 2

    def sizeHint(self) -> QSize:
        return QSize(self.width(), self.height())

    def paintEvent(self, event: QPaintEvent) -> None:
        look, s = self._look, self._look.scale
        style = look.palette.money(self.tray.value)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        paint.rounded(painter, area, 7 * s, style.fill)
        if self.hasFocus():
            paint.rounded(painter, area, 7 * s, None, look.palette.focus, 2)
        painter.setFont(fonts.widget_font("name", s, look.large))
        painter.setPen(style.ink)
        x = 9 * s
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(area.adjusted(x, 0, 0, 0), flags, self._text)
        x += self._font_metrics().horizontalAdvance(self._text) + 6 * s
        if self.tray.icon:
            side = 18 * s
            box = QRectF(x, area.center().y() - side / 2, side, side)
            icons.draw_icon(painter, look.palette, self.tray.icon, box, style.ink)
            x += side + 6 * s
        else:
            painter.drawText(area.adjusted(x, 0, 0, 0), flags, self._blind)
            x += self._font_metrics().horizontalAdvance(self._blind) + 6 * s
        painter.setPen(QPen(style.ink, 1.6 * s))
        half, middle = 3.2 * s, QPointF(area.right() - 10 * s, area.center().y())
        for dx in (half, -half):
            painter.drawLine(middle + QPointF(-dx, -half), middle + QPointF(dx, half))
        painter.end()


class DecisionBar(QFrame):
    """`chosen` carries an action and the position it was offered at; `taken_out` an action to take back, likewise."""

    chosen = Signal(object, int)
    taken_out = Signal(object, int)
    undo_asked = Signal()
    cancel_asked = Signal()
    help_asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "bar")
        self.guard_ms = GUARD_MS
        self.state: BarState | None = None
        self.active = -1  # the stepper that the keys change, -1: the first that can
        self._look: Look | None = None
        self._seat_colour = 0
        self._told = ""
        self._since = QElapsedTimer()
        self._since.start()
        self._steps_since = QElapsedTimer()
        self._steps_since.start()
        self._row = QHBoxLayout(self)
        self.icon = QLabel(self)
        self.icon.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.icon.setProperty("role", "tray")
        self.title = Elided(self)
        self.title.setProperty("role", "heading")
        self.line = Elided(self)
        self.line.setProperty("role", "muted")
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
        self.to_go = QLabel(self)
        self.to_go.setProperty("role", "togo")
        self.to_go.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.help_button = BarButton(self, "ghost")
        self.help_button.clicked.connect(self._help)
        self.undo_button = BarButton(self)
        self.undo_button.clicked.connect(self._undo)
        self.cancel_button = BarButton(self)
        self.cancel_button.clicked.connect(self._cancel)
        self.primary_button = BarButton(self, "primary")
        self.primary_button.clicked.connect(self._primary)
        for widget in (self.to_go, self.help_button, self.undo_button, self.cancel_button, self.primary_button):
            self._row.addWidget(widget)
        self._made_for: Look | None = None
        self.chip_buttons: list[BarButton] = []
        self.steppers: list[StepperWidget] = []
        self.trays: list[TrayChip] = []
        self.more_trays = QLabel(self)
        self.more_trays.setProperty("role", "togo")

    # ------------------------------------------------------------ showing

    def show_state(self, state: BarState, look: Look, seat_colour: int, moves_shown: bool = False) -> None:
        """Show `state`; controls are made anew, the line of a told reason disappears."""
        old = self.state
        if look is not self._look and look != self._look:
            self.setStyleSheet(_sheet(look))
        self._look, self._seat_colour, self._told = look, seat_colour, ""
        self.state = state
        if old is None or len(old.steppers) != len(state.steppers):
            self.active = -1
            self._steps_since.start()
        s = look.scale
        self._row.setContentsMargins(round(18 * s), round(4 * s), round(12 * s), round(4 * s))
        self._row.setSpacing(round(10 * s))
        tile = max(24, round(40 * s))
        self.icon.setFixedSize(tile, tile)
        picture = max(16, round(28 * s))
        self.icon.setPixmap(icons.pixmap(state.icon, look.palette.ink, picture, self.devicePixelRatioF()))
        self.title.show_text(state.title)
        self._set_line(state.hint)
        self._make_controls(state, old, look)
        self._make_buttons(state, look, moves_shown)
        self._fit()
        if old is None or old.position != state.position or old.seat != state.seat or old.slow != state.slow:
            self._since.start()
        self.update()

    def tell(self, text: str) -> None:
        """Show a reason in the line ("" shows the hint again)."""
        if text != self._told and self.state is not None:
            self._told = text
            self._set_line(text or self.state.hint, bool(text))

    @property
    def told(self) -> str:
        """The reason in the line, "" while it is the hint."""
        return self._told

    def _set_line(self, text: str, reason: bool = False) -> None:
        role = "danger" if reason else "muted"
        if self.line.property("role") != role:
            self.line.setProperty("role", role)
            self.line.style().unpolish(self.line)
            self.line.style().polish(self.line)
        self.line.show_text(text)
        self.setAccessibleName(self.title.full)
        self.setAccessibleDescription(text)

    def _make_controls(self, state: BarState, old: BarState | None, look: Look) -> None:
        if old is not None and (old.chips, old.steppers, old.trays, old.position) == (
            state.chips, state.steppers, state.trays, state.position,
        ) and self._made_for is look:  # fmt: skip
            return
        self._made_for = look
        focused = self._focused_control()
        for widget in (*self.chip_buttons, *self.steppers, *self.trays):
            self._controls.removeWidget(widget)
            widget.hide()
            widget.deleteLater()
        self.chip_buttons, self.steppers, self.trays = [], [], []
        self._controls.setSpacing(round(6 * look.scale))
        self._make_steppers(state, look)
        for number, chip in enumerate(state.chips, 1):
            button = BarButton(self, "chip", key_first=True)
            button.show_words(chip.text, look, paint.number_text(number), chip.icon)
            button.setToolTip(self.tr("{what} ({key})").format(what=chip.tip, key=number))
            button.setAccessibleName(chip.tip)
            button.clicked.connect(lambda _=False, action=chip.action: self._choose(action))
            self._controls.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
            self.chip_buttons.append(button)
        for tray in state.trays[:MAX_TRAYS]:
            widget = TrayChip(tray, look, self.tr("blind"), self)
            widget.clicked.connect(lambda _=False, action=tray.action: self._take_out(action))
            self._controls.addWidget(widget, 0, Qt.AlignmentFlag.AlignVCenter)
            self.trays.append(widget)
        hidden = sum(tray.cards for tray in state.trays[MAX_TRAYS:])
        self._controls.removeWidget(self.more_trays)
        self.more_trays.setText(f"+{paint.number_text(hidden)}")
        self._controls.addWidget(self.more_trays, 0, Qt.AlignmentFlag.AlignVCenter)
        self.more_trays.setVisible(hidden > 0)
        for control in (*self.steppers, *self.chip_buttons, *self.trays):
            control.show()
        self._order_tabs()
        self._focus_again(focused)

    def _make_steppers(self, state: BarState, look: Look) -> None:
        if self.active >= len(state.steppers):
            self.active = -1
        for number, stepper in enumerate(state.steppers):
            made = StepperWidget(stepper, look, self)
            made.setProperty("active", "true" if number == self.active else "false")
            made.stepped.connect(self._step)
            made.back.connect(self._step_back)
            self._controls.addWidget(made, 0, Qt.AlignmentFlag.AlignVCenter)
            self.steppers.append(made)

    def _order_tabs(self) -> None:
        """Tab goes from left to right."""
        chain: list[QWidget] = [*self.chip_buttons]
        for stepper in self.steppers:
            chain += [stepper.minus, stepper.plus]
        chain += [*self.trays, self.help_button, self.undo_button, self.cancel_button, self.primary_button]
        for first, second in pairwise(chain):
            QWidget.setTabOrder(first, second)

    def _focused_control(self) -> tuple[int, bool] | None:
        """Which button of which stepper has the keyboard, (-1, False) for another control that will be made anew."""
        for number, stepper in enumerate(self.steppers):
            for button in (stepper.minus, stepper.plus):
                if button.hasFocus():
                    return number, button is stepper.plus
        return (-1, False) if any(widget.hasFocus() for widget in (*self.chip_buttons, *self.trays)) else None

    def _focus_again(self, focused: tuple[int, bool] | None) -> None:
        """Controls that are made anew do not lose the keyboard to whatever comes next."""
        if focused is None:
            return
        number, plus = focused
        if 0 <= number < len(self.steppers):
            stepper = self.steppers[number]
            wanted, other = (stepper.plus, stepper.minus) if plus else (stepper.minus, stepper.plus)
            button = wanted if wanted.isEnabled() else other
            if button.isEnabled():
                button.setFocus(Qt.FocusReason.OtherFocusReason)
                return
        page = self.parentWidget()
        if page is not None:
            page.setFocus(Qt.FocusReason.OtherFocusReason)

    def _make_buttons(self, state: BarState, look: Look, moves_shown: bool) -> None:
        undo_key = QKeySequence(QKeySequence.StandardKey.Undo).toString(QKeySequence.SequenceFormat.NativeText)
        self.undo_button.setEnabled(state.can_undo)
        self.undo_button.show_words(self.tr("Undo"), look, undo_key, "undo")
        self.undo_button.setToolTip(state.undo_tip or self.tr("Take the last step back ({key})").format(key=undo_key))
        self.undo_button.setVisible(not state.can_cancel)
        self.cancel_button.show_words(self.tr("Cancel"), look, self.tr("Esc"))
        self.cancel_button.setToolTip(self.tr("Take this action back (Esc)"))
        self.cancel_button.setVisible(state.can_cancel)
        self.primary_button.setEnabled(state.primary is not None)
        self.primary_button.show_words(state.primary_text, look, self.tr("Enter"), state.primary_icon)
        self.primary_button.setVisible(bool(state.primary_text))
        self._show_help(state.help, look, moves_shown)
        self.to_go.setText(self.tr("{money} to go").format(money=paint.money_text(state.to_go)))
        self.to_go.setVisible(state.to_go > 0)
        for label in (self.to_go, self.more_trays):
            label.setFixedHeight(max(24, round(30 * look.scale)))

    def _show_help(self, which: Help, look: Look, moves_shown: bool) -> None:
        self.help_button.setVisible(bool(which))
        if which == "moves":
            words = self.tr("Hide moves") if moves_shown else self.tr("Show all moves")
            self.help_button.show_words(words, look, "H", "hint")
            self.help_button.setToolTip(self.tr("Ring everything that an engineer can do now (H)"))
        elif which == "suggest":
            self.help_button.show_words(self.tr("Suggest"), look, "G", "hint")
            self.help_button.setToolTip(self.tr("Put in the cheapest cards that pay it (G)"))
        elif which == "fill":
            self.help_button.show_words(self.tr("Fill"), look, "G", "hint")
            self.help_button.setToolTip(self.tr("Choose face-up cards for the sum (G)"))
        elif which == "all":
            self.help_button.show_words(self.tr("All"), look, self.tr("End"), "skip")
            self.help_button.setToolTip(self.tr("Do all steps that are left (End)"))

    # ------------------------------------------------------------ fitting

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show as much of the buttons as there is room for: first the key hints go, then words of side buttons."""
        if self._look is None:
            return
        look = self._look
        buttons = (self.help_button, self.undo_button, self.cancel_button, self.primary_button)
        for level in range(1 if look.compact else 0, 4):
            narrow = buttons[: (0, 0, 2, 3)[level]]
            for button in (*buttons, *self.chip_buttons):
                button.fit(button in narrow, level == 0)
            if self._needed(buttons) <= self.width():
                break
        self._row.invalidate()
        self._row.activate()  # now, not one frame later

    def _needed(self, buttons: tuple[BarButton, ...]) -> float:
        assert self._look is not None
        s = self._look.scale
        margins = self._row.contentsMargins()
        parts: list[QWidget] = [self.icon, *self.chip_buttons, *self.steppers, *self.trays, *buttons]
        parts += [self.to_go, self.more_trays]
        shown = [part for part in parts if not part.isHidden()]
        width = sum(part.sizeHint().width() for part in shown if part is not self.icon) + self.icon.width()
        return margins.left() + margins.right() + width + len(shown) * self._row.spacing() + WORDS * s

    # ------------------------------------------------------------ acting

    def settle(self) -> None:
        """What is shown has been seen: the next click is meant for it."""
        self._since.invalidate()
        self._steps_since.invalidate()

    def echo(self) -> bool:
        """The state is so new that a click or key was meant for the one before."""
        slow = self.state is not None and self.state.slow and self.guard_ms > 0
        return self._since.isValid() and self._since.elapsed() < (SLOW_GUARD_MS if slow else self.guard_ms)

    def _choose(self, action: a.Action) -> None:
        if self.state is not None and not self.echo():
            self.chosen.emit(action, self.state.position)

    def _new_steps(self) -> bool:
        """The steppers have just come: a click on them was meant for what was there before."""
        return self._steps_since.isValid() and self._steps_since.elapsed() < self.guard_ms

    def _step(self, action: a.Action) -> None:
        """Steps may be quick: each click is meant, nothing is committed by it."""
        if self.state is not None and not self._new_steps():
            self.chosen.emit(action, self.state.position)

    def _step_back(self, action: a.Action) -> None:
        if self.state is not None and not self._new_steps():
            self.taken_out.emit(action, self.state.position)

    def _take_out(self, action: a.Action) -> None:
        if self.state is not None and not self.echo():
            self.taken_out.emit(action, self.state.position)

    def _primary(self) -> None:
        if self.state is not None and self.state.primary is not None and not self.echo():
            self.chosen.emit(self.state.primary, self.state.position)

    def _undo(self) -> None:
        if not self.echo():
            self.undo_asked.emit()

    def _cancel(self) -> None:
        if not self.echo():
            self.cancel_asked.emit()

    def _help(self) -> None:
        if self.state is not None and self.state.help and (self.state.help == "moves" or not self.echo()):
            self.help_asked.emit(self.state.help)

    def confirm(self) -> None:
        """Enter: the primary button; on an empty payment, the suggestion."""
        state = self.state
        if state is not None and state.primary is None and state.help == "suggest" and not state.trays:
            self._help()
        else:
            self._primary()

    def choose_chip(self, number: int) -> bool:
        """The chip with this number, from 1."""
        if not 1 <= number <= len(self.chip_buttons):
            return False
        self.chip_buttons[number - 1].click()
        return True

    def step(self, up: bool) -> bool:
        """Plus or minus of the active stepper, else of the first that can."""
        if not self.steppers:
            return False
        order = [self.steppers[self.active]] if self.active >= 0 else self.steppers if up else self.steppers[::-1]
        for stepper in order:
            button = stepper.plus if up else stepper.minus
            if button.isEnabled():
                button.click()
                break
        return True

    def choose_stepper(self, by: int) -> bool:
        """The next or previous stepper becomes the one that the keys change."""
        if len(self.steppers) < 2:
            return False
        self.active = max(0, by - 1) if self.active < 0 else (self.active + by) % len(self.steppers)
        for number, stepper in enumerate(self.steppers):
            stepper.setProperty("active", "true" if number == self.active else "false")
            stepper.style().unpolish(stepper)
            stepper.style().polish(stepper)
        return True

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
