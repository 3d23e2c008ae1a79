"""The start screen: one panel over the desert. It is the first thing that is painted, so it imports nothing heavy."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, Literal

from PySide6.QtCore import QDate, QEvent, QLocale, QObject, QPointF, QRect, QRectF, QSize, Qt, QTime, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPixmap, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from saltonsea_desktop.ui import landscape, paint
from saltonsea_desktop.ui.fonts import Role
from saltonsea_desktop.ui.theme import Look, Palette, mix, with_alpha

WORDMARK: Final = "SALTON SEA"  # the name of the game: not translated
PANEL_X: Final = 72.0
PANEL_W: Final = 404.0
INSET: Final = 32.0
HEAD: Final = 142.0  # wordmark and line below it
CONTINUE_H: Final = 112.0
ROW_H: Final = 60.0
ROW_PITCH: Final = 70.0
FOOT: Final = 30.0
NOTE_TOP: Final = 12.0


@dataclass(frozen=True, slots=True)
class LastSeat:
    """A company of the last game: name, seat colour (0 to 3) and VP so far."""

    name: str
    colour: int
    points: int


@dataclass(frozen=True, slots=True)
class LastGame:
    """What *Continue* opens: ``title`` (mode, round), ``detail`` (a line), and if known the companies and when."""

    title: str
    detail: str
    seats: tuple[LastSeat, ...] = ()
    when: str = ""


ButtonStyle = Literal["continue", "row", "primary", "link"]


class StartButton(QAbstractButton):
    """A button of the panel, painted in units: a card with icon, two lines and a key, or a quiet link."""

    def __init__(
        self, parent: StartPage, style: ButtonStyle, icon_name: str, text: str, detail: str = "", key: str = ""
    ) -> None:
        super().__init__(parent)
        self.style_name: ButtonStyle = style
        self.icon_name = icon_name
        self.detail = detail
        self.key = key
        self.last: LastGame | None = None
        self._page = parent
        self.setText(text)
        self.describe()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def describe(self) -> None:
        """Name and description for screen readers."""
        self.setAccessibleName(self.text())
        self.setAccessibleDescription(self.detail)

    def fit(self, look: Look) -> None:
        """What does not fit into the button is told by its tooltip."""
        room = self.width() / look.scale - 2 * paint.MARGIN - 58 - 46
        cut = self.style_name == "continue" or paint.text_width(look, self.detail, "body") > room
        self.setToolTip(self.detail if cut and self.style_name != "link" else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Space press; arrows walk through the panel."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not event.isAutoRepeat():
                self.click()
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Right):
            self.focusNextChild()
        elif event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Left):
            self.focusPreviousChild()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        look = self._page.look
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scale = look.scale
        painter.scale(scale, scale)
        # the widget has a margin for shadow and focus ring
        m = paint.MARGIN
        box = QRectF(m, m, self.width() / scale - 2 * m, self.height() / scale - 2 * m)
        if self.style_name == "continue":
            self._paint_continue(painter, look, box)
        elif self.style_name == "link":
            self._paint_link(painter, look, box)
        else:
            self._paint_row(painter, look, box)
        painter.end()

    def _lit(self) -> bool:
        return self.isEnabled() and (self.underMouse() or self.isDown())

    def _paint_continue(self, painter: QPainter, look: Look, box: QRectF) -> None:
        p = look.palette
        fill = mix(p.primary, p.ink if p.dark else p.token_line, 0.16) if self._lit() else p.primary
        paint.drop_shadow(painter, look, box, 12, 1.2)
        paint.rounded(painter, box, 12, fill)
        x, y, w = box.x() + 20, box.y(), box.width() - 40
        title, detail = (self.last.title, self.last.detail) if self.last is not None else ("", self.detail)
        paint.draw_text(painter, look, (x, y + 12, w - 30, 34), self.text(), "title", p.primary_ink, size=24)
        paint.icon(painter, look, "next", (box.right() - 44, y + 19, 20, 20), p.primary_ink)
        paint.draw_text(painter, look, (x, y + 46, w, 22), title, "body", p.primary_ink, size=15)
        lower = QRectF(x, y + 74, w, 26)
        when = self.last.when if self.last is not None else ""
        used = paint.text_width(look, when, "body") if when else 0.0
        if used:
            paint.draw_text(painter, look, lower, when, "body", p.primary_ink, "right")
        room = QRectF(lower.x(), lower.y(), lower.width() - (used + 12 if used else 0), lower.height())
        if self.last is not None and self.last.seats:
            gap = 14.0 if len(self.last.seats) < 3 else 9.0
            tokens: list[paint.Token] = []
            for seat in self.last.seats:
                if tokens:
                    tokens.append(paint.GapToken(gap - 6))
                tokens.append(paint.SeatToken(seat.colour, 16))
                text = f"{seat.name} {paint.number_text(seat.points)}"
                tokens.append(paint.TextToken(text, "number", p.primary_ink))
            if paint.row_width(look, tokens, 6) > room.width():  # four long names: the points alone
                tokens = []
                for seat in self.last.seats:
                    tokens.append(paint.SeatToken(seat.colour, 16))
                    tokens.append(paint.TextToken(paint.number_text(seat.points), "number", p.primary_ink))
                    tokens.append(paint.GapToken(6))
            paint.draw_row(painter, look, room, tokens, "left", 6)
        else:
            paint.draw_text(painter, look, room, detail, "body", p.primary_ink)
        if self.hasFocus():
            paint.ring(painter, look, box, 12, "focus")

    def _paint_row(self, painter: QPainter, look: Look, box: QRectF) -> None:
        p = look.palette
        primary = self.style_name == "primary"
        if primary:
            ground = mix(p.primary, p.ink if p.dark else p.token_line, 0.16) if self._lit() else p.primary
            ink, ink2, line, cap = p.primary_ink, p.primary_ink, None, mix(p.primary, p.primary_ink, 0.14)
        else:
            ground = mix(p.cell, p.brine_tint, 0.55) if self._lit() else p.cell
            ink, ink2, line, cap = p.ink, p.ink2, p.line2 if self._lit() else p.line, p.panel2
        paint.rounded(painter, box, 10, ground, line, 1.2 * p.stroke)
        paint.icon(painter, look, self.icon_name, (box.x() + 18, box.center().y() - 12, 24, 24), ink)
        x, w = box.x() + 58, box.width() - 58 - 46
        painter_y = box.y()
        paint.draw_text(painter, look, (x, painter_y + 8, w, 24), self.text(), "bar_title", ink)
        paint.draw_text(painter, look, (x, painter_y + 32, w, 20), self.detail, "body", ink2)
        if self.key:
            badge = QRectF(box.right() - 36, box.center().y() - 11, 22, 22)
            paint.rounded(painter, badge, 5, cap, None if primary else p.line, p.stroke)
            paint.draw_text(painter, look, badge, self.key, "card_name", ink2, "centre", elide=False)
        if self.hasFocus():
            paint.ring(painter, look, box, 10, "focus")

    def _paint_link(self, painter: QPainter, look: Look, box: QRectF) -> None:
        p = look.palette
        colour = p.ink if self._lit() or self.hasFocus() else p.ink2
        x = box.x() + 4
        if self.icon_name:
            paint.icon(painter, look, self.icon_name, (x, box.center().y() - 9, 18, 18), colour)
            x += 25
        paint.draw_text(
            painter, look, (x, box.y(), box.right() - x, box.height()), self.text(), "body", colour, size=15
        )
        if self.hasFocus():
            paint.rounded(painter, box.adjusted(-2, 0, 2, 0), 6, None, p.focus, 2 * p.stroke)

    def link_width(self, look: Look) -> float:
        """Width of a link with its margins (units)."""
        icon_room = 25.0 if self.icon_name else 0.0
        return paint.text_width(look, self.text(), "body", 15) + icon_room + 9 + 2 * paint.MARGIN


class StartPage(QWidget):
    """Landscape and menu. Signals say what was chosen; the page itself does nothing else."""

    continue_game = Signal()
    new_game = Signal()
    open_game = Signal()
    rules = Signal()
    settings = Signal()
    about = Signal()
    quit = Signal()

    def __init__(self, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = palette
        self._large = False
        self._last: LastGame | None = None
        self._scene: tuple[tuple[int, int, float, str], QPixmap] | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(self.tr("Start"))
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # keys work at once, but Tab goes through the buttons only
        self.look = Look(palette)
        self.panel = QRectF()
        self.continue_button = StartButton(self, "continue", "next", self.tr("Continue"))
        self.new_button = StartButton(
            self, "row", "plus", self.tr("New game"), self.tr("solo or 2 to 4 on this computer"), self.tr("N", "key")
        )
        self.open_button = StartButton(
            self, "row", "load", self.tr("Open a game"), self.tr("a saved game from a file"), self.tr("O", "key")
        )
        self.rules_button = StartButton(
            self, "row", "rules", self.tr("Rules"), self.tr("reference, glossary, rulings"), self.tr("R", "key")
        )
        self.settings_button = StartButton(
            self, "row", "settings", self.tr("Settings"), self.tr("look, play, files"), self.tr("S", "key")
        )
        self.about_button = StartButton(self, "link", "info", self.tr("About"))
        self.quit_button = StartButton(self, "link", "", self.tr("Quit"))
        self._signals: dict[QObject, Callable[[], None]] = {
            self.continue_button: self.continue_game.emit,
            self.new_button: self.new_game.emit,
            self.open_button: self.open_game.emit,
            self.rules_button: self.rules.emit,
            self.settings_button: self.settings.emit,
            self.about_button: self.about.emit,
            self.quit_button: self.quit.emit,
        }
        for button in self.buttons:
            button.clicked.connect(self._pressed)
        self.note = self.tr(
            "An unofficial fan project, not made or endorsed by the makers of the board game."
            " Some printed values are reconstructed."
        )
        self.setAccessibleDescription(self.note)
        self.set_last(None)

    @property
    def buttons(self) -> tuple[StartButton, ...]:
        """All buttons from top to bottom, hidden ones too."""
        return (
            self.continue_button,
            self.new_button,
            self.open_button,
            self.rules_button,
            self.settings_button,
            self.about_button,
            self.quit_button,
        )

    # ------------------------------------------------------------ what is shown

    def set_last(self, last: LastGame | None) -> None:
        """What *Continue* opens; without a last game, *New game* is the primary button."""
        self._last = last
        button = self.continue_button
        button.last = last
        if last is not None:
            seats = ", ".join(f"{seat.name} {paint.number_text(seat.points)}" for seat in last.seats)
            parts = (last.title, last.detail, seats, last.when)
            button.detail = ", ".join(part for part in dict.fromkeys(parts) if part)
            button.describe()
        button.setVisible(last is not None)
        self.new_button.style_name = "row" if last is not None else "primary"
        self._place()
        self.update()

    def last_from(self, document: Mapping[str, Any], saved: datetime | None = None) -> LastGame:
        """The card for a validated save document (``storage.save.read_document``), ``saved`` at that local time."""
        seats = document["options"]["seats"]
        companies = document["snapshot"].get("companies", ())
        number = int(document["snapshot"].get("round", 1))
        over = not document["snapshot"].get("stack", True)
        solo = any(seat["kind"] == "gmi" for seat in seats)
        mode = self.tr("Solo against GMI") if solo else self.tr("Hot seat, {n} seats").format(n=len(seats))
        where = self.tr("finished") if over else self.tr("round {n}").format(n=number)
        shown = tuple(
            LastSeat(str(seat["name"]), int(seat["colour"]), int(company["vp"]))
            for seat, company in zip(seats, companies, strict=False)
        )
        names = ", ".join(str(seat["name"]) for seat in seats)
        title = self.tr("{mode}, {where}").format(mode=mode, where=where)
        return LastGame(title, names, shown, "" if saved is None else self.when(saved, datetime.now()))

    def when(self, saved: datetime, now: datetime) -> str:
        """Such as "today, 18:42", "yesterday, 9:05", or the date."""
        locale = QLocale()
        clock = locale.toString(QTime(saved.hour, saved.minute), QLocale.FormatType.ShortFormat)
        days = (now.date() - saved.date()).days
        if days == 0:
            return self.tr("today, {clock}").format(clock=clock)
        if days == 1:
            return self.tr("yesterday, {clock}").format(clock=clock)
        return locale.toString(QDate(saved.year, saved.month, saved.day), QLocale.FormatType.ShortFormat)

    def set_palette(self, palette: Palette, large: bool) -> None:
        """Wear another theme or text size."""
        self._palette, self._large = palette, large
        self._place()
        self.update()
        for button in self.buttons:
            button.update()

    # ------------------------------------------------------------ geometry

    def _place(self) -> None:
        """Lay the panel and its buttons out for the present size."""
        w, h = max(1, self.width()), max(1, self.height())
        scale = landscape.scale_for(w, h)
        self.look = look = Look(self._palette, scale, self._large)
        inner = PANEL_W - 2 * INSET
        note = paint.wrapped_height(look, self.note, "small", inner)
        rows = HEAD + (CONTINUE_H + 16 if self._last is not None else 0) + 4 * ROW_PITCH
        height = rows + FOOT + NOTE_TOP + note + 16
        page = h / scale
        self.panel = QRectF(PANEL_X, max(16.0, (page - height) * 0.46), PANEL_W, height)
        x, y = self.panel.x() + INSET, self.panel.y() + HEAD
        if self._last is not None:
            self._set(self.continue_button, x, y, inner, CONTINUE_H)
            y += CONTINUE_H + 16
        for button in (self.new_button, self.open_button, self.rules_button, self.settings_button):
            self._set(button, x, y, inner, ROW_H)
            y += ROW_PITCH
        m = paint.MARGIN
        self._set(self.about_button, x - 4, y - 2, self.about_button.link_width(look) - 2 * m, 26)
        width = self.quit_button.link_width(look) - 2 * m
        self._set(self.quit_button, x + inner - width + 4, y - 2, width, 26)
        for button in self.buttons:
            button.fit(look)

    def _set(self, button: StartButton, x: float, y: float, w: float, h: float) -> None:
        s, m = self.look.scale, paint.MARGIN
        left, top = round((x - m) * s), round((y - m) * s)
        button.setGeometry(QRect(left, top, round((x + w + m) * s) - left, round((y + h + m) * s) - top))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def sizeHint(self) -> QSize:
        return QSize(int(landscape.DESIGN_W), int(landscape.DESIGN_H))

    # ------------------------------------------------------------ input

    def _pressed(self) -> None:
        self._signals[self.sender()]()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The letter of a row presses it; Enter is the primary button."""
        if event.isAutoRepeat() or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
            return
        primary = self.continue_button if self._last is not None else self.new_button
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            primary.click()
            return
        letter = event.text().upper()
        for button in self.buttons:
            if letter and letter == button.key.upper():
                button.click()
                return
        if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            primary.setFocus(Qt.FocusReason.TabFocusReason)
            return
        super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._place()

    # ------------------------------------------------------------ painting

    def _background(self) -> QPixmap:
        dpr = self.devicePixelRatioF()
        key = (self.width(), self.height(), dpr, self._palette.name)
        if self._scene is None or self._scene[0] != key:
            self._scene = (key, landscape.picture(self.size(), dpr, self._palette))
        return self._scene[1]

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._background())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look, p, panel = self.look, self._palette, self.panel
        painter.scale(look.scale, look.scale)
        paint.panel(painter, look, panel, 16, with_alpha(p.panel, 0.96), 1.4)
        x, y, w = panel.x() + INSET, panel.y(), PANEL_W - 2 * INSET
        paint.draw_text(painter, look, (x, y + 26, w, 70), WORDMARK, "wordmark", p.ink, "left")
        line = QRectF(x + 2, y + 94, w - 2, 26)
        motto, size = self.tr("Brine, heat and lithium under the desert"), 17.0
        while size > 12 and paint.text_width(look, motto, "body", size) > line.width():
            size -= 1
        paint.draw_text(painter, look, line, motto, "body", p.ink2, size=size)
        note: Role = "small"
        top = panel.bottom() - 16 - paint.wrapped_height(look, self.note, note, w)
        paint.rule(painter, look, QPointF(x, top - 8), QPointF(x + w, top - 8))
        paint.draw_wrapped(painter, look, QRectF(x, top, w, panel.bottom() - top), self.note, note, p.ink2)
        painter.end()
