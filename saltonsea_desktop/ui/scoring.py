"""The final scoring as an event: who won, a table that adds up, the rounds as a chart, objectives, ways on.

All numbers come from `scoring.breakdown` and from the VP events of the game's history; the table only splits categories
further (VP of the game by source, shares by corporation, damage by machine), and never without adding up.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QIcon,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QButtonGroup,
    QFrame,
    QHeaderView,
    QLabel,
    QListView,
    QPushButton,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from saltonsea_desktop.games.saltonsea.components.tables import TEST_MOST_MONEY
from saltonsea_desktop.games.saltonsea.events import ObjectiveTaken, VpGained
from saltonsea_desktop.games.saltonsea.scoring import Outcome, breakdown, count_for, leaders, money_held
from saltonsea_desktop.games.saltonsea.state import END_CLOSED, State
from saltonsea_desktop.session.session import GameSession
from saltonsea_desktop.ui import fonts, icons, landscape, paint
from saltonsea_desktop.ui.dialogs import deal_text, tab_to_checked
from saltonsea_desktop.ui.fonts import Role
from saltonsea_desktop.ui.models import Row, RowsModel, ScoresModel
from saltonsea_desktop.ui.texts import Texts
from saltonsea_desktop.ui.theme import LIGHT, Look, Palette, contrast, mix

Index = QModelIndex | QPersistentModelIndex
LineKind = Literal["heading", "line", "total"]
Measure = Literal["board", "projected", "money"]

MARGIN: Final = 40.0
TOP: Final = 100.0
FOOT: Final = 112.0
HEADER_H: Final = 56.0
HEADING_H: Final = 28.0
TOTAL_H: Final = 62.0
LABELS_W: Final = 258.0
BLOCK: Final = 123.0
"""Width of what stands in a column, centred in it."""
OBJECTIVE_H: Final = 36.0
REVEAL_MS: Final = 120

_LESSER: Final = ("sale", "card", "tile", "research")
"""Sources of VP that share one line."""


# ------------------------------------------------------------------------------------------------ facts of the game
@dataclass(frozen=True, slots=True)
class Earned:
    """One gain of VP during the game: `number` of the command that brought it."""

    seat: int
    vp: int
    source: str
    round: int
    number: int


def earned(session: GameSession) -> list[Earned]:
    """All VP gained during the game, in order."""
    return [
        Earned(event.seat, event.vp, event.source, command.before.round, number)
        for number, command in enumerate(session.history.done)
        for event in command.events
        if isinstance(event, VpGained)
    ]


def round_ends(session: GameSession) -> list[tuple[int, State]]:
    """(round, state at its end): 0 is the setup. A game without its early history begins later."""
    start = session.history.start
    fresh = start.round == 1 and not any(company.vp for company in start.companies)
    out = [(0, start)] if fresh else []
    for command in session.history.done:
        if command.before.round != command.after.round or (command.before.stack and not command.after.stack):
            out.append((command.before.round, command.after))
    if session.over and (not out or out[-1][1] is not session.state):
        out.append((session.state.round, session.state))
    return out


def measure(state: State, seat: int, what: Measure) -> int:
    """The number of a seat that the chart shows: VP so far, VP if the game ended now, or money in action cards."""
    if what == "board":
        return state.companies[seat].vp
    return breakdown(state, seat).total if what == "projected" else money_held(state, seat)


@dataclass(frozen=True, slots=True)
class Line:
    """One row of the score sheet; `category` is the one of `scoring.CATEGORIES` that it is part of, "" for others."""

    kind: LineKind
    icon: str
    label: str
    category: str = ""
    tip: str = ""
    values: tuple[int, ...] = ()
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ObjectiveRow:
    icon: str
    title: str
    seats: tuple[int, ...]
    how: str
    vp: int
    stars: int


# ------------------------------------------------------------------------------------------------ the sheet
LINE_ROLE: Final = int(Qt.ItemDataRole.UserRole) + 20
BEST_ROLE: Final = LINE_ROLE + 1


class SheetModel(ScoresModel):
    """The score sheet: headings, categories split as far as they add up, and the total in the last row."""

    def __init__(self, session: GameSession, texts: Texts) -> None:
        super().__init__(session.outcome(), [seat.name for seat in session.options.seats], texts)
        self.seats = len(self.outcome.scores)
        self.earned = earned(session)
        self._texts = texts
        self.lines: list[Line] = self._make(session, texts)

    def _make(self, session: GameSession, texts: Texts) -> list[Line]:
        state, t = session.state, session.tables
        companies = state.companies

        def whole(category: str) -> Line:
            values = tuple(int(getattr(score, category)) for score in self.outcome.scores)
            icon, label, tip = texts.category_icon(category), texts.category(category), texts.category_words(category)
            return Line("line", icon, label, category, tip, values)

        def part(category: str, icon: str, label: str, values: Sequence[int]) -> Line:
            return Line("line", icon, label, category, texts.category_words(category), tuple(values))

        def by_source(icon: str, label: str, *sources: str) -> Line:
            values = [0] * self.seats
            for gain in self.earned:
                if gain.source in sources:
                    values[gain.seat] += gain.vp
            return Line("line", icon, label, "board", "", tuple(values), sources)

        game = [
            by_source("claim", texts.vp_source("claim"), "claim"),
            by_source("act-execute", texts.vp_source("contract"), "contract"),
            by_source("objective", texts.vp_source("objective"), "objective"),
            by_source("development", texts.vp_source("develop"), "develop"),
            by_source("act-sell", self.tr("Sales, cards, tiles"), *_LESSER),
        ]
        if any(sum(line.values[seat] for line in game) != companies[seat].vp for seat in range(self.seats)):
            # a game whose early history was lost: the parts are not known
            game = [part("board", "vp", self.tr("Victory points so far"), [company.vp for company in companies])]
        shares = [
            part(
                "shares",
                texts.corporation_icon(i),
                self.tr("Shares: {corporation}").format(corporation=texts.corporation(i)),
                [company.shares[i] * t.asset_vp[state.assets[i]] for company in companies],
            )
            for i in range(len(t.corporations))
        ]
        damage = [
            part("damage", "act-drill", self.tr("Drill damage"), [t.drill_vp[c.drill_damage] for c in companies]),
            part("damage", "plant", self.tr("Plant damage"), [t.plant_vp[c.plant_damage] for c in companies]),
        ]
        totals = tuple(score.total for score in self.outcome.scores)
        return [
            Line("heading", "", texts.category("board")),
            *game,
            Line("heading", "", self.tr("At the end")),
            whole("hand"),
            *shares,
            *(whole(name) for name in ("products", "research", "objectives", "stars")),
            *damage,
            whole("contracts"),
            Line("total", "trophy", self.tr("Total"), values=totals),
        ]

    # ------------------------------------------------------------ reading

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.lines)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else self.seats

    def value(self, row: int, column: int) -> int:
        """VP of a line (the total in the last row) of a seat; 0 for a heading."""
        values = self.lines[row].values
        return values[column] if values else 0

    def best(self, row: int) -> int:
        return max(self.lines[row].values, default=0)

    def explained(self, row: int, column: int) -> str:
        """What earned a number: the gains of the game by round, or how the category is counted."""
        line = self.lines[row]
        name = self._texts.seat(column)
        if line.kind == "heading":
            return ""
        head = self.tr("{seat}, {line}: {number}").format(
            seat=name, line=line.label, number=paint.number_text(self.value(row, column))
        )
        if not line.sources:
            return self._texts.sentences(f"{head}.", line.tip)
        gains = [gain for gain in self.earned if gain.seat == column and gain.source in line.sources]
        if not gains:
            return f"{head}."
        parts = []
        for number in sorted({gain.round for gain in gains}):
            points = [paint.number_text(gain.vp, True) for gain in gains if gain.round == number]
            parts.append(self.tr("round {n}: {points}").format(n=number, points=" ".join(points)))
        return self.tr("{head} ({list}).").format(head=head, list="; ".join(parts))

    def data(self, index: Index, role: int = int(Qt.ItemDataRole.DisplayRole)) -> Any:
        if not index.isValid():
            return None
        row, column = index.row(), index.column()
        line = self.lines[row]
        if role == LINE_ROLE:
            return line
        if line.kind == "heading":
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.value(row, column)
        if role == BEST_ROLE:
            return self.value(row, column) == self.best(row) > 0
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self.explained(row, column)
        return super().data(index, role)

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and self.lines[index.row()].kind == "heading":
            return Qt.ItemFlag.NoItemFlags
        return super().flags(index)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = int(Qt.ItemDataRole.DisplayRole)
    ) -> Any:
        if orientation == Qt.Orientation.Horizontal:
            return super().headerData(section, orientation, role)
        line = self.lines[section]
        if role == LINE_ROLE:
            return line
        if role == Qt.ItemDataRole.DisplayRole:
            return line.label
        return line.tip or None if role == Qt.ItemDataRole.ToolTipRole else None


class _Sheet:
    """What delegate and headers of the score table share: the look, whose column is whose, how much is revealed."""

    def __init__(self, look: Look) -> None:
        self.look = look
        self.colours: tuple[int, ...] = ()
        self.places: tuple[str, ...] = ()
        self.winners: tuple[int, ...] = ()
        self.revealed = 10_000


def readable(colour: QColor, ground: QColor, ink: QColor) -> QColor:
    """The colour with as much ``ink`` as text on this ground needs (contrast 4.5)."""
    share = 0.0
    while contrast(mixed := mix(colour, ink, share), ground) < 4.5 and share < 1.0:
        share += 0.1
    return mixed


def _block(width: float, scale: float) -> tuple[float, float]:
    """Left edge and width, in units, of what stands in a column of ``width`` pixels."""
    units = width / scale
    room = min(BLOCK, units)
    return (units - room) / 2, room


class ScoreDelegate(QStyledItemDelegate):
    """One number of the sheet, or a total in its sun."""

    def __init__(self, sheet: _Sheet, parent: QWidget) -> None:
        super().__init__(parent)
        self.sheet = sheet

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        line: Line = index.data(LINE_ROLE)
        look, p = self.sheet.look, self.sheet.look.palette
        rect: QRect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(rect.topLeft())
        painter.scale(look.scale, look.scale)
        w, h = rect.width() / look.scale, rect.height() / look.scale
        if line.kind == "line":
            paint.rule(painter, look, (0, h - 0.5), (w, h - 0.5))
        if line.kind != "heading" and index.row() < self.sheet.revealed:
            self._number(painter, look, line, index, w, h)
        state: QStyle.StateFlag = option.state
        if line.kind != "heading" and state & QStyle.StateFlag.State_Selected:
            box = QRectF(4, 2, w - 8, h - 4)
            colour = p.focus if state & QStyle.StateFlag.State_HasFocus else p.line2
            paint.rounded(painter, box, 6, None, colour, 2 * p.stroke)
        painter.restore()

    def _number(self, painter: QPainter, look: Look, line: Line, index: Index, w: float, h: float) -> None:
        p = look.palette
        x, room = _block(w * look.scale, look.scale)
        value = line.values[index.column()]
        if line.kind == "total":
            place = self.sheet.places[index.column()]
            sun = min(50.0, h - 6)
            paint.vp_sun(painter, look, (x + room - 36, h / 2), sun, value)
            paint.draw_text(painter, look, (x + 14, 0, room - 36 - sun / 2 - 14, h), place, "number", p.ink2)
            return
        best = bool(index.data(BEST_ROLE))
        role: Role = "count" if best else "track"
        colour = p.danger if value < 0 else p.ink if value else p.ink3
        if index.column() in self.sheet.winners:
            colour = readable(colour, p.seat(self.sheet.colours[index.column()]).tint, p.ink)
        area = QRectF(x, 0, room - 30, h)
        paint.draw_text(painter, look, area, paint.number_text(value), role, colour, "right", size=18, elide=False)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(40, 20)


class SeatsHeader(QHeaderView):
    """Names of the companies with their tokens."""

    def __init__(self, sheet: _Sheet, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.sheet = sheet
        self.setHighlightSections(False)
        self.setSectionsClickable(False)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        look = self.sheet.look
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(rect.topLeft())
        painter.scale(look.scale, look.scale)
        w, h = rect.width() / look.scale, rect.height() / look.scale
        x, _ = _block(rect.width(), look.scale)
        name = str(self.model().headerData(logicalIndex, Qt.Orientation.Horizontal) or "")
        paint.seat_token(painter, look, self.sheet.colours[logicalIndex], (x + 24, h / 2), 20)
        paint.draw_text(painter, look, (x + 40, 0, w - x - 48, h), name, "heading", size=17)
        painter.restore()


class LinesHeader(QHeaderView):
    """Icon and name of every line."""

    def __init__(self, sheet: _Sheet, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self.sheet = sheet
        self.setHighlightSections(False)
        self.setSectionsClickable(False)
        self.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)

    def paintSection(self, painter: QPainter, rect: QRect, logicalIndex: int) -> None:
        line: Line = self.model().headerData(logicalIndex, Qt.Orientation.Vertical, LINE_ROLE)
        look, p = self.sheet.look, self.sheet.look.palette
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(rect.topLeft())
        painter.scale(look.scale, look.scale)
        w, h = rect.width() / look.scale, rect.height() / look.scale
        if line.kind == "heading":
            paint.draw_text(painter, look, (24, 4, w - 24, h - 4), line.label.upper(), "caption", p.ink3)
        elif line.kind == "total":
            paint.draw_text(painter, look, (24, 0, w - 28, h), line.label, "title", size=20)
        else:
            tint = None if line.icon.startswith("corp-") else p.ink2
            paint.icon(painter, look, line.icon, (24, (h - 19) / 2, 19, 19), tint)
            paint.draw_text(painter, look, (54, 0, w - 58, h), line.label, "body", size=16)
            paint.rule(painter, look, (24, h - 0.5), (w, h - 0.5))
        painter.restore()


class ScorePanel(QFrame):
    """The panel behind the score table; the winner's column stands on the seat's tint."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.sheet = _Sheet(Look(LIGHT))
        self.table = QTableView(self)
        self.table.setItemDelegate(ScoreDelegate(self.sheet, self.table))
        self.table.setHorizontalHeader(SeatsHeader(self.sheet, self.table))
        self.table.setVerticalHeader(LinesHeader(self.sheet, self.table))
        self.table.setShowGrid(False)
        self.table.setCornerButtonEnabled(False)
        self.table.setFrameShape(QFrame.Shape.NoFrame)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setTabKeyNavigation(False)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def place(self) -> None:
        """Give rows and columns their sizes for the present size and look."""
        s = self.sheet.look.scale
        model = self.table.model()
        if not isinstance(model, SheetModel):
            return
        self.table.setGeometry(self.rect().adjusted(1, round(8 * s), -round(16 * s), -round(8 * s)))
        labels, header = round(LABELS_W * s), round(HEADER_H * s)
        self.table.verticalHeader().setMinimumSectionSize(8)
        self.table.horizontalHeader().setMinimumSectionSize(20)
        self.table.verticalHeader().setFixedWidth(labels)
        self.table.horizontalHeader().setFixedHeight(header)
        width = self.table.width() - labels
        for column in range(model.columnCount()):
            left, right = width * column // model.seats, width * (column + 1) // model.seats
            self.table.setColumnWidth(column, right - left)
        kinds = [line.kind for line in model.lines]
        fixed = {"heading": round(HEADING_H * s), "total": round(TOTAL_H * s)}
        rest = self.table.height() - header - sum(fixed.get(kind, 0) for kind in kinds)
        lines = kinds.count("line")
        height = min(rest / max(1, lines), 38 * s)
        used = 0.0
        for row, kind in enumerate(kinds):
            if kind == "line":
                size = round(used + height) - round(used)
                used += height
            else:
                size = fixed[kind]
            self.table.setRowHeight(row, max(8, size))

    def column_rect(self, column: int) -> QRectF:
        """The whole column of a seat in panel pixels, header and total included."""
        s = self.sheet.look.scale
        x = self.table.x() + self.table.verticalHeader().width() + self.table.columnViewportPosition(column)
        rows = self.table.model().rowCount()
        bottom = self.table.rowViewportPosition(rows - 1) + self.table.rowHeight(rows - 1)
        low = self.table.y() + self.table.horizontalHeader().height() + bottom
        return QRectF(x + 4 * s, 7 * s, self.table.columnWidth(column) - 8 * s, low - 6 * s)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look, p = self.sheet.look, self.sheet.look.palette
        s = look.scale
        paint.rounded(painter, QRectF(self.rect()), 14 * s, p.panel, p.line, p.stroke)
        if isinstance(self.table.model(), SheetModel):
            for seat in self.sheet.winners:
                style = p.seat(self.sheet.colours[seat])
                paint.rounded(painter, self.column_rect(seat), 10 * s, style.tint)
        painter.end()


# ------------------------------------------------------------------------------------------------ the chart
@dataclass(frozen=True, slots=True)
class Series:
    """The line of one seat: (round, number)."""

    name: str
    colour: int
    points: tuple[tuple[int, int], ...]


def nice_step(span: int) -> int:
    """The distance of grid lines that gives at most five for ``span``."""
    for step in (1, 2, 5, 10, 20, 25, 40, 50, 100, 200, 250, 500, 1000):
        if span <= 4 * step:
            return step
    return -(-span // 4)


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places for labels as near as possible to the ``wanted`` ones, ``gap`` apart, between ``low`` and ``high``."""
    order = sorted(range(len(wanted)), key=lambda i: wanted[i])
    placed = [0.0] * len(wanted)
    last = low - gap
    for i in order:
        last = placed[i] = max(wanted[i], last + gap)
    limit = high
    for i in reversed(order):
        placed[i] = min(placed[i], limit)
        limit = placed[i] - gap
    return placed


class Chart(QFrame):
    """VP or money over the rounds, one line per seat with the seat's shape as marks."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.look = Look(LIGHT)
        self.series: tuple[Series, ...] = ()
        self.title = ""
        self.axis = ""
        self.note = ""

    def show_series(self, series: Sequence[Series], words: str) -> None:
        """Draw these lines; ``words`` says the same to a screen reader."""
        self.series = tuple(series)
        self.setAccessibleDescription(words)
        self.update()

    def plot(self) -> QRectF:
        """The rectangle of the plot in units."""
        s = self.look.scale
        w, h = self.width() / s, self.height() / s
        return QRectF(52, 72, max(40.0, w - 52 - self._names_width() - 52), max(40.0, h - 72 - 54))

    def _names_width(self) -> float:
        texts = [f"{line.name} {paint.number_text(line.points[-1][1])}" for line in self.series if line.points]
        return min(132.0, max((paint.text_width(self.look, text, "number") for text in texts), default=0.0))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look, p, s = self.look, self.look.palette, self.look.scale
        paint.rounded(painter, QRectF(self.rect()), 14 * s, p.panel, p.line, p.stroke)
        painter.scale(s, s)
        paint.draw_text(painter, look, (24, 14, 220, 30), self.title, "bar_title")
        if any(line.points for line in self.series):
            self._plot(painter, look)
        painter.end()

    def _plot(self, painter: QPainter, look: Look) -> None:
        p, area = look.palette, self.plot()
        numbers = [number for line in self.series for _, number in line.points]
        low, high = min(0, *numbers), max(1, *numbers)
        step = nice_step(high - low)
        low, high = -(-low // step) * step if low >= 0 else -((-low + step - 1) // step) * step, -(-high // step) * step
        first = min(line.points[0][0] for line in self.series if line.points)
        last = max(line.points[-1][0] for line in self.series if line.points)
        rounds = max(1, last - first)

        def at(number: int, value: float) -> QPointF:
            x = area.x() + area.width() * (number - first) / rounds
            return QPointF(x, area.bottom() - area.height() * (value - low) / (high - low))

        for value in range(low, high + 1, step):
            y = at(first, value).y()
            paint.rule(painter, look, (area.x(), y), (area.right(), y), 1.0, strong=value == 0 and low < 0)
            label = QRectF(area.x() - 48, y - 10, 40, 20)
            paint.draw_text(painter, look, label, paint.number_text(value), "track", p.ink3, "right", elide=False)
        every = max(1, round((last - first) * 26 / max(1.0, area.width())))
        for number in range(max(1, first), last + 1):
            if (last - number) % every == 0:
                label = QRectF(at(number, low).x() - 16, area.bottom() + 7, 32, 20)
                paint.draw_text(painter, look, label, paint.number_text(number), "track", p.ink3, "centre", elide=False)
        below = area.bottom() + 8 + max(18.0, look.metrics("track").height())
        paint.draw_text(painter, look, (area.x(), below, area.width(), 18), self.axis, "log", p.ink3, "centre")
        ends = []
        for line in self.series:
            places = [at(number, value) for number, value in line.points]
            ends.append(places[-1] if places else QPointF())
            path = QPainterPath(places[0])
            for place in places[1:]:
                path.lineTo(place)
            colour = p.seat(line.colour).colour
            painter.setBrush(Qt.BrushStyle.NoBrush)
            if contrast(colour, p.panel) < 3:
                painter.setPen(_pen(p.token_line, 4.8))
                painter.drawPath(path)
            painter.setPen(_pen(colour, 3))
            painter.drawPath(path)
        for line in self.series:
            for number, value in line.points:
                if number or len(line.points) == 1:
                    paint.seat_token(painter, look, line.colour, at(number, value), 10)
        self._ends(painter, look, ends, area)

    def _ends(self, painter: QPainter, look: Look, ends: list[QPointF], area: QRectF) -> None:
        p = look.palette
        wanted = [end.y() for end in ends]
        for line, end, y in zip(self.series, ends, spread(wanted, 22, area.y(), area.bottom()), strict=True):
            x = area.right() + 24
            if abs(y - end.y()) > 11:
                painter.setPen(_pen(p.line2, 1))
                painter.drawLine(QPointF(end.x() + 7, end.y()), QPointF(x - 10, y))
            paint.seat_token(painter, look, line.colour, (x, y), 16)
            number = paint.number_text(line.points[-1][1])
            room = self.width() / look.scale - x - 14 - 10
            width = paint.text_width(look, f" {number}", "number")
            name = look.metrics("number").elidedText(line.name, Qt.TextElideMode.ElideRight, max(0.0, room - width))
            paint.draw_text(painter, look, (x + 14, y - 11, room, 22), f"{name} {number}", "number", elide=False)


def _pen(colour: QColor, width: float) -> QPen:
    pen = QPen(colour, width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen


# ------------------------------------------------------------------------------------------------ objectives
class ObjectiveDelegate(QStyledItemDelegate):
    """One objective: what, who, when or how, and what it brought."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.look = Look(LIGHT)
        self.rows: tuple[ObjectiveRow, ...] = ()
        self.names: tuple[str, ...] = ()
        self.colours: tuple[int, ...] = ()
        self.nobody = ""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(40, max(8, round(OBJECTIVE_H * self.look.scale)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = self.rows[index.row()]
        look, p = self.look, self.look.palette
        rect: QRect = option.rect
        state: QStyle.StateFlag = option.state
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.translate(rect.topLeft())
        painter.scale(look.scale, look.scale)
        w, h = rect.width() / look.scale, rect.height() / look.scale
        if state & QStyle.StateFlag.State_HasFocus:
            paint.rounded(painter, QRectF(12, 1, w - 24, h - 2), 6, None, p.focus, 2 * p.stroke)
        tint = p.lith if row.icon == "lithium" else p.geo if row.icon == "geothermal" else p.ink2
        paint.icon(painter, look, row.icon, (24, (h - 20) / 2, 20, 20), tint)
        title = 0.39 * w
        paint.draw_text(painter, look, (54, 0, title - 54, h), row.title, "body", size=16)
        reward: list[paint.Token] = [paint.SunToken(row.vp, 26)]
        if row.stars:
            reward.append(paint.StarToken(row.stars, 15))
        paint.draw_row(painter, look, (w - 24 - 80, 0, 80, h), reward, "right", 5)
        x, end = title + 14, w - 24 - 80 - 8
        if not row.seats:
            paint.draw_text(painter, look, (x, 0, end - x, h), self.nobody, "body", p.ink3, size=15)
        else:
            how = paint.text_width(look, row.how, "body", 15)
            split = max(x + 60, min(end - how, x + 0.22 * w))
            for seat in row.seats[:-1]:
                paint.seat_token(painter, look, self.colours[seat], (x + 8, h / 2), 16)
                x += 20
            paint.seat_token(painter, look, self.colours[row.seats[-1]], (x + 8, h / 2), 16)
            if len(row.seats) == 1:
                name = self.names[row.seats[0]]
                paint.draw_text(painter, look, (x + 24, 0, split - x - 30, h), name, "heading")
            paint.draw_text(painter, look, (split, 0, end - split, h), row.how, "body", p.ink2, size=15)
        painter.restore()


class ObjectivesPanel(QFrame):
    """The objectives of the game with their takers."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.look = Look(LIGHT)
        self.title = ""
        self.model = RowsModel()
        self.list = QListView(self)
        self.delegate = ObjectiveDelegate(self.list)
        self.list.setItemDelegate(self.delegate)
        self.list.setModel(self.model)
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setUniformItemSizes(True)

    def height_needed(self) -> float:
        """In units."""
        return 58 + OBJECTIVE_H * max(1, self.model.rowCount())

    def place(self) -> None:
        s = self.look.scale
        self.delegate.look = self.look
        top = round(48 * s)
        self.list.setGeometry(1, top, self.width() - 2, self.height() - top - round(6 * s))
        self.list.doItemsLayout()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look, p, s = self.look, self.look.palette, self.look.scale
        paint.rounded(painter, QRectF(self.rect()), 14 * s, p.panel, p.line, p.stroke)
        painter.scale(s, s)
        paint.draw_text(painter, look, (24, 12, 300, 30), self.title, "bar_title")
        painter.end()


# ------------------------------------------------------------------------------------------------ the page
class ScoringPage(QWidget):
    """The finished game. Signals say what is wanted next; the page changes nothing."""

    again = Signal()
    same_deal = Signal()
    replay = Signal()
    save_log = Signal()
    save_picture = Signal()
    to_start = Signal()

    def __init__(self, palette: Palette, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._palette = palette
        self._large = False
        self._session: GameSession | None = None
        self._ends: list[tuple[int, State]] = []
        self._facts_text = self._hint_text = ""
        self._scene: tuple[tuple[int, int, float, str], QPixmap] | None = None
        self.model: SheetModel | None = None
        self.look = Look(palette)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setAccessibleName(self.tr("Final scoring"))
        self.trophy = QLabel(self)
        self.headline = QLabel(self)
        self.subline = QLabel(self)
        self.mark = QLabel(self.tr("Practice game"), self)
        self.mark.setToolTip(self.tr("Undo went without limits, so the result does not count as a fair one."))
        for words in (self.headline, self.subline, self.mark):
            words.setTextFormat(Qt.TextFormat.PlainText)
        self.headline.setObjectName("headline")
        self.subline.setObjectName("subline")
        self.mark.setObjectName("practice")
        self.scores = ScorePanel(self)
        self.table = self.scores.table
        self.table.setAccessibleName(self.tr("Score sheet"))
        self.hint = QLabel(self)
        self.hint.setObjectName("hint")
        self.hint.setTextFormat(Qt.TextFormat.PlainText)
        self.chart = Chart(self)
        self.chart.setAccessibleName(self.tr("Score by round"))
        self.measures = QButtonGroup(self)
        self.segment = QFrame(self.chart)
        self.segment.setObjectName("segment")
        self._measure: Measure = "projected"
        self.measure_buttons: dict[Measure, QPushButton] = {}
        words_of: dict[Measure, tuple[str, str]] = {
            "board": (self.tr("Board"), self.tr("VP on the score track at the end of each round")),
            "projected": (self.tr("Projected"), self.tr("VP if the game had ended with that round")),
            "money": (self.tr("Money"), self.tr("value of all action cards at the end of each round")),
        }
        for what, (text, tip) in words_of.items():
            button = QPushButton(text, self.segment)
            button.setCheckable(True)
            button.setToolTip(tip)
            button.clicked.connect(lambda _=False, what=what: self.show_measure(what))
            self.measures.addButton(button)
            button.setChecked(what == self._measure)
            self.measure_buttons[what] = button
        self.objectives = ObjectivesPanel(self)
        self.objectives.list.setAccessibleName(self.tr("Objectives"))
        self.start_button = self._button(self.tr("Start screen"), "home", self.to_start.emit)
        self.replay_button = self._button(self.tr("Back to the table"), "eye", self.replay.emit)
        self.log_button = self._button(self.tr("Save log"), "log", self.save_log.emit)
        self.picture_button = self._button(self.tr("Save picture"), "save", self.save_picture.emit)
        self.same_button = self._button(self.tr("Same deal again"), "redo", self.same_deal.emit)
        self.again_button = self._button(self.tr("New game"), "plus", self.again.emit)
        self.again_button.setProperty("kind", "primary")
        self._reveal = QTimer(self)
        self._reveal.setInterval(REVEAL_MS)
        self._reveal.timeout.connect(self._reveal_next)

    def _button(self, text: str, icon_name: str, emit: Callable[[], None]) -> QPushButton:
        button = QPushButton(text, self)
        button.setProperty("icon_name", icon_name)
        button.setAutoDefault(True)
        button.clicked.connect(lambda _=False: emit())
        return button

    @property
    def buttons(self) -> tuple[QPushButton, ...]:
        return (
            self.start_button,
            self.replay_button,
            self.log_button,
            self.picture_button,
            self.same_button,
            self.again_button,
        )

    # ------------------------------------------------------------ what is shown

    def show_result(self, session: GameSession, texts: Texts, look_large: bool, reveal: bool = False) -> None:
        """Show the scoring of ``session``. ``reveal``: row by row; any key or click completes it."""
        self._session, self._large = session, look_large
        outcome = session.outcome()
        seats = session.options.seats
        self.model = SheetModel(session, texts)
        sheet = self.scores.sheet
        sheet.colours = tuple(seat.colour for seat in seats)
        sheet.winners = outcome.winners
        sheet.places = tuple(texts.place(place) for place in outcome.places)
        selection = self.table.selectionModel()
        self.table.setModel(self.model)
        if selection is not None:
            selection.deleteLater()
        self.table.selectionModel().currentChanged.connect(self._explain)
        self.headline.setText(texts.outcome_headline(outcome))
        self._facts_text = self._facts(session, texts)
        self.mark.setVisible(session.marked)
        self._hint_text = self.tr("Choose a number to read what earned it.")
        self._ends = round_ends(session)
        self.chart.title = self.tr("Score by round")
        self.chart.axis = self.tr("round")
        self.show_measure(self._measure)
        self._show_objectives(session, texts)
        if reveal:
            sheet.revealed = 0
            self._reveal.start()
        else:
            sheet.revealed = self.model.rowCount()
        self._place()
        self.again_button.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome that is shown."""
        return None if self.model is None else self.model.outcome

    def _facts(self, session: GameSession, texts: Texts) -> str:
        state = session.state
        closed = [texts.corporation(i) for i in range(len(session.tables.corporations)) if state.closed(i)]
        if not session.over:
            why = ""
        elif state.end == END_CLOSED:
            why = self.tr("{corporations} have closed.").format(corporations=texts.listed(closed))
        else:
            why = texts.end_reason(state.end)
        undo = self.tr("practice undo") if session.options.undo == "practice" else self.tr("fair undo")
        deal = self.tr("Deal no. {n}, {undo}.").format(n=deal_text(session.options.seed), undo=undo)
        return texts.sentences(self.tr("Round {n}.").format(n=state.round), why, deal)

    def _show_objectives(self, session: GameSession, texts: Texts) -> None:
        state, t = session.state, session.tables
        when = {
            event.objective: command.before.round
            for command in session.history.done
            for event in command.events
            if isinstance(event, ObjectiveTaken)
        }
        rows: list[ObjectiveRow] = []
        for place, number in enumerate(state.objectives):
            objective = t.objectives[number]
            if objective.short:
                taker = state.takers[place]
                seats: tuple[int, ...] = (taker,) if taker >= 0 else ()
                how = self.tr("round {n}").format(n=when[number]) if number in when and seats else ""
            else:
                seats = leaders(state, objective)
                count = max(count_for(state, seat, objective) for seat in range(state.seats))
                how = texts.money(count) if objective.test == TEST_MOST_MONEY else paint.number_text(count)
            title, icon = texts.objective_title(number), texts.objective_icon(number)
            rows.append(ObjectiveRow(icon, title, seats, how if seats else "", objective.vp, objective.stars))
        delegate = self.objectives.delegate
        delegate.rows = tuple(rows)
        delegate.names = tuple(seat.name for seat in session.options.seats)
        delegate.colours = tuple(seat.colour for seat in session.options.seats)
        delegate.nobody = self.tr("nobody")
        self.objectives.title = self.tr("Objectives")
        sentences = []
        for row in rows:
            who = texts.listed(delegate.names[seat] for seat in row.seats) or delegate.nobody
            sentence = self.tr("{title}: {who}").format(title=row.title, who=who)
            sentences.append(Row(f"{sentence}, {row.how}" if row.how else sentence, icon=row.icon))
        self.objectives.model.set_rows(sentences)

    def show_measure(self, what: Measure) -> None:
        """What the chart shows."""
        self._measure = what
        self.measure_buttons[what].setChecked(True)
        tab_to_checked(self.measures)
        if self._session is None:
            return
        seats = self._session.options.seats
        series = [
            Series(seat.name, seat.colour, tuple((n, measure(state, i, what)) for n, state in self._ends))
            for i, seat in enumerate(seats)
        ]
        words = "; ".join(
            f"{line.name}: " + ", ".join(paint.number_text(value) for _, value in line.points) for line in series
        )
        self.chart.show_series(series, words)

    def _explain(self, current: QModelIndex, _before: QModelIndex) -> None:
        if self.model is not None and current.isValid():
            text = self.model.explained(current.row(), current.column())
            if text:
                self._hint_text = text
                self._elide(self.hint, text)

    # ------------------------------------------------------------ row by row

    def _reveal_next(self) -> None:
        if self.model is None or self.scores.sheet.revealed >= self.model.rowCount():
            self._reveal.stop()
            return
        self.scores.sheet.revealed += 1
        self.table.viewport().update()

    @property
    def revealing(self) -> bool:
        return self._reveal.isActive()

    def complete(self) -> None:
        """Show all rows at once."""
        if self.model is not None:
            self._reveal.stop()
            self.scores.sheet.revealed = self.model.rowCount()
            self.table.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self.revealing:
            self.complete()
            event.accept()
            return
        super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.MouseButtonPress and self.revealing:
            self.complete()
        return super().event(event)

    # ------------------------------------------------------------ geometry

    def set_palette(self, palette: Palette, large: bool) -> None:
        """Wear another theme or text size."""
        self._palette, self._large = palette, large
        self._place()
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        w, h = max(1, self.width()), max(1, self.height())
        s = landscape.scale_for(w, h)
        self.look = look = Look(self._palette, s, self._large)
        self.scores.sheet.look = look
        self.chart.look = look
        self.objectives.look = look
        lw, lh = w / s, h / s
        size = 30.0
        while size > 19 and paint.text_width(look, self.headline.text(), "title", size) > lw - 2 * MARGIN - 70:
            size -= 1
        sheet = _sheet(look, size)
        if sheet != self.styleSheet():
            self.setStyleSheet(sheet)
        left = 772 + 0.55 * (lw - landscape.DESIGN_W)
        right_x = MARGIN + left + 24
        right = lw - right_x - MARGIN
        tall = lh - TOP - FOOT

        def put(widget: QWidget, x: float, y: float, width: float, height: float) -> None:
            px, py = round(x * s), round(y * s)
            widget.setGeometry(px, py, round((x + width) * s) - px, round((y + height) * s) - py)

        self._place_words(put, lw)
        put(self.scores, MARGIN, TOP, left, tall)
        self.scores.place()
        needed = min(self.objectives.height_needed(), tall * 0.45)
        put(self.chart, right_x, TOP, right, tall - needed - 16)
        put(self.objectives, right_x, TOP + tall - needed, right, needed)
        self.objectives.place()
        self._place_segment(right)
        put(self.hint, MARGIN, TOP + tall + 6, left, 24)
        self._elide(self.hint, self._hint_text)
        self._place_buttons(put, lw, lh, right_x, right)

    def _place_words(self, put: Callable[[QWidget, float, float, float, float], None], lw: float) -> None:
        look, p = self.look, self._palette
        put(self.trophy, MARGIN, 30, 46, 46)
        side = round(44 * look.scale)
        self.trophy.setPixmap(icons.pixmap("trophy", p.vp_line, side, self.devicePixelRatioF()))
        room = lw - 2 * MARGIN - 58
        put(self.headline, MARGIN + 58, 20, room, 40)
        self.headline.setToolTip(self.headline.text())
        s = look.scale
        pill = (self.mark.sizeHint().width() + 2) / s if not self.mark.isHidden() else 0.0
        width = min(self._words_width(self.subline, self._facts_text) / s, room - pill - 12)
        put(self.subline, MARGIN + 58, 60, width, 24)
        put(self.mark, MARGIN + 58 + width + 12, 60, pill, 24)
        self._elide(self.subline, self._facts_text)

    @staticmethod
    def _words_width(label: QLabel, text: str) -> int:
        label.ensurePolished()
        return label.fontMetrics().horizontalAdvance(text) + 4

    def _elide(self, label: QLabel, text: str) -> None:
        """Show as much of ``text`` as fits; the tooltip has it all."""
        label.ensurePolished()
        label.setText(label.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, label.width()))
        label.setToolTip(text)
        label.setAccessibleName(text)

    def _place_segment(self, right: float) -> None:
        look, s = self.look, self.look.scale
        widths = [paint.text_width(look, b.text(), "body", 15) + 30 for b in self.measure_buttons.values()]
        total = sum(widths) + 4
        x = right - 24 - total
        self.segment.setGeometry(round(x * s), round(14 * s), round(total * s), round(32 * s))
        at = 2.0
        for button, width in zip(self.measure_buttons.values(), widths, strict=True):
            button.setGeometry(round(at * s), round(2 * s), round(width * s), round(28 * s))
            at += width

    def _place_buttons(
        self,
        put: Callable[[QWidget, float, float, float, float], None],
        lw: float,
        lh: float,
        right_x: float,
        right: float,
    ) -> None:
        look = self.look
        y, height = lh - 74, 48.0
        size = max(14, round(18 * look.scale))
        for button in self.buttons:
            colour = self._palette.primary_ink if button is self.again_button else self._palette.ink
            name = str(button.property("icon_name"))
            button.setIcon(QIcon(icons.pixmap(name, colour, size, self.devicePixelRatioF())))
            button.setIconSize(QSize(size, size))
        half = (right - 12) * 0.46
        put(self.same_button, right_x, y, half, height)
        put(self.again_button, right_x + half + 12, y, right - half - 12, height)
        x = MARGIN
        room = right_x - 24 - MARGIN
        quiet = (self.start_button, self.replay_button, self.log_button, self.picture_button)
        widths = [paint.text_width(look, button.text(), "button") + 68 for button in quiet]
        squeeze = min(1.0, (room - 12 * (len(quiet) - 1)) / sum(widths))
        for button, width in zip(quiet, widths, strict=True):
            put(button, x, y, width * squeeze, height)
            x += width * squeeze + 12

    # ------------------------------------------------------------ painting

    def paintEvent(self, event: QPaintEvent) -> None:
        dpr = self.devicePixelRatioF()
        key = (self.width(), self.height(), dpr, self._palette.name)
        if self._scene is None or self._scene[0] != key:
            self._scene = (key, self._ground(dpr))
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._scene[1])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        s = self.look.scale
        painter.scale(s, s)
        for panel in (self.scores, self.chart, self.objectives):
            g = panel.geometry()
            box = QRectF(g.x() / s, g.y() / s, g.width() / s, g.height() / s)
            paint.drop_shadow(painter, self.look, box, 14)
        painter.end()

    def _ground(self, dpr: float) -> QPixmap:
        s = self.look.scale
        picture = QPixmap(max(1, round(self.width() * dpr)), max(1, round(self.height() * dpr)))
        picture.setDevicePixelRatio(dpr)
        painter = QPainter(picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(s, s)
        w, h = self.width() / s, self.height() / s
        p = self._palette
        paint.desert(painter, self.look, QRectF(0, 0, w, h), 252)
        painter.fillRect(QRectF(0, 252, w, h), mix(p.bg1, p.bg2, 0.35))
        painter.end()
        return picture


def _sheet(look: Look, headline: float) -> str:
    """Fonts and paddings at the scale of the page; colours of buttons come from the application's sheet."""
    p, s = look.palette, look.scale

    def px(units: float) -> int:
        return max(1, round(units * s))

    def font(role: Role, size: float | None = None) -> str:
        style = fonts.ROLE_STYLES[role]
        floor = fonts.LARGE_FLOOR_PX if look.large else fonts.FLOOR_PX
        pixels = max(round((style.size if size is None else size) * s), int(floor))
        return f'font-family: "{style.family}"; font-size: {pixels}px; font-weight: {int(style.weight.value)};'

    colours: Mapping[str, QColor] = {"ink2": p.ink2, "panel2": p.panel2, "line2": p.line2, "line": p.line}
    c = {name: colour.name() for name, colour in colours.items()}
    return f"""
QLabel#headline {{ {font("title", headline)} }}
QLabel#subline, QLabel#hint {{ {font("body", 15)} color: {c["ink2"]}; }}
QLabel#practice {{ {font("body_strong")} color: {p.vp_ink.name()}; background: {p.vp.name()};
    border-radius: {px(11)}px; padding: 0 {px(9)}px; }}
QPushButton {{ {font("button")} padding: 0 {px(8)}px; min-height: 0; border-radius: {px(8)}px; }}
QTableView, QListView {{ background: transparent; border: none; border-radius: 0; }}
QTableView QHeaderView, QTableView QTableCornerButton::section {{ background: transparent; border: none; }}
QTableView QHeaderView::section {{ background: transparent; border: none; }}
QFrame#segment {{ background: {c["panel2"]}; border: 1px solid {c["line"]}; border-radius: {px(8)}px; }}
QFrame#segment QPushButton {{ {font("body", 15)} color: {c["ink2"]}; background: transparent; border: none;
    border-radius: {px(6)}px; }}
QFrame#segment QPushButton:checked {{ background: {p.cell.name()}; color: {p.ink.name()};
    border: {px(1.2)}px solid {c["line2"]}; }}
QFrame#segment QPushButton:focus {{ border: {px(2)}px solid {p.focus.name()}; }}
"""
