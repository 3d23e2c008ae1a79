"""The log in the right column: a list with a heading, icons and seat colours; undone lines are grey."""

from __future__ import annotations

from bisect import bisect_right
from collections import OrderedDict

from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QRegion, QResizeEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QLabel,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from saltonsea_desktop.ui import fonts, icons, paint
from saltonsea_desktop.ui.models import HEADER_ROLE, ICON_ROLE, SEAT_ROLE, UNDONE_ROLE, LogModel
from saltonsea_desktop.ui.theme import Look

Index = QModelIndex | QPersistentModelIndex

HEADER = 26.0  # units
LEFT, RIGHT = 45.0, 5.0  # of the sentence, units
LAYOUTS_KEPT = 2000
_PAGES = {
    QAbstractItemView.CursorAction.MoveUp: (-1, 0),
    QAbstractItemView.CursorAction.MovePrevious: (-1, 0),
    QAbstractItemView.CursorAction.MoveDown: (1, 0),
    QAbstractItemView.CursorAction.MoveNext: (1, 0),
    QAbstractItemView.CursorAction.MovePageUp: (0, -1),
    QAbstractItemView.CursorAction.MovePageDown: (0, 1),
}


class LogDelegate(QStyledItemDelegate):
    """Draws one line: seat token, icon, wrapped sentence; or the heading of a round."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.look: Look | None = None
        self.colours: tuple[int, ...] = (0, 1, 2, 3)
        # laid out once and kept: the same lines are painted and measured over and over
        self._layouts: OrderedDict[tuple[str, int, float, bool], QTextLayout] = OrderedDict()

    def _layout(self, text: str, width: int, look: Look) -> QTextLayout:
        key = (text, width, look.scale, look.large)
        found = self._layouts.get(key)
        if found is not None:
            self._layouts.move_to_end(key)
            return found
        layout = QTextLayout(text, fonts.widget_font("log", look.scale, look.large))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.setCacheEnabled(True)
        layout.beginLayout()
        y = 0.0
        while True:
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(max(20, width))
            line.setPosition(paint.qpoint((0, y)))
            y += line.height()
        layout.endLayout()
        self._layouts[key] = layout
        if len(self._layouts) > LAYOUTS_KEPT:
            self._layouts.popitem(last=False)
        return layout

    def height(self, index: Index, width: int) -> int:
        """Pixels that a line needs in a list `width` pixels wide."""
        look = self.look
        if look is None:
            return 10
        if index.data(HEADER_ROLE):
            return round(HEADER * look.scale)
        layout = self._layout(str(index.data()), self._text_width(width, look), look)
        return round(layout.boundingRect().height() + 6 * look.scale)

    @staticmethod
    def _text_width(width: int, look: Look) -> int:
        return width - round((LEFT + RIGHT) * look.scale)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        width = option.rect.width()
        return QSize(width, self.height(index, width))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        look = self.look
        if look is None:
            return
        p, s = look.palette, look.scale
        area = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(area, p.brine_tint)
        if index.data(HEADER_ROLE):
            painter.setFont(fonts.widget_font("caption", s, look.large))
            painter.setPen(p.ink3)
            text = str(index.data()).upper()
            painter.drawText(area.adjusted(12 * s, 4 * s, 0, 0), Qt.AlignmentFlag.AlignVCenter, text)
            used = painter.fontMetrics().horizontalAdvance(text)
            painter.setPen(p.line)
            y = area.center().y() + 2 * s
            painter.drawLine(paint.qpoint((area.x() + 20 * s + used, y)), paint.qpoint((area.right() - 10 * s, y)))
        else:
            undone = bool(index.data(UNDONE_ROLE))
            seat = int(index.data(SEAT_ROLE))
            painter.translate(area.topLeft())
            painter.scale(s, s)
            if 0 <= seat < len(self.colours):
                paint.seat_token(painter, look, self.colours[seat], (18, 11), 11)
            name = str(index.data(ICON_ROLE) or "")
            ink = p.ink3 if undone else p.ink
            if name in icons.ICON_NAMES:
                icons.draw_icon(painter, p, name, QRectF(27, 4, 14, 14), p.ink3 if undone else None)
            painter.scale(1 / s, 1 / s)
            painter.setPen(QColor(ink))
            layout = self._layout(str(index.data()), self._text_width(round(area.width()), look), look)
            layout.draw(painter, paint.qpoint((LEFT * s, 2 * s)))
        painter.restore()


class LogList(QAbstractItemView):
    """Lines of different heights in one column. Unlike a QListView it measures a new line only, not all of them, so a
    long log costs no more than a short one (F111). Letters and Enter belong to the table."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = LogDelegate(self)
        self.setItemDelegate(self.lines)
        self._tops: list[int] = [0]  # where each line begins, and the end of the last one
        self._width = -1  # that the lines were measured for
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)

    # ------------------------------------------------------------ measuring

    def _line_width(self) -> int:
        """The same with and without a scroll bar, so that its coming and going measures nothing anew."""
        return self.width() - self.verticalScrollBar().sizeHint().width()

    def _rows(self) -> int:
        model: object = self.model()
        return model.rowCount() if isinstance(model, QAbstractItemModel) else 0  # there may be none

    def measure(self, first: int = 0) -> None:
        """Measure the lines from `first` on."""
        rows = self._rows()
        self._width = self._line_width()
        del self._tops[min(first, len(self._tops) - 1) + 1 :]
        top = self._tops[-1]
        for row in range(len(self._tops) - 1, rows):
            top += self.lines.height(self.model().index(row, 0), self._width)
            self._tops.append(top)
        self._set_bar()
        self.viewport().update()

    def _set_bar(self) -> None:
        bar, page = self.verticalScrollBar(), self.viewport().height()
        bar.setPageStep(page)
        bar.setSingleStep(max(12, page // 10))
        bar.setRange(0, max(0, self._tops[-1] - page))

    def at_end(self) -> bool:
        """The newest line is in sight."""
        bar = self.verticalScrollBar()
        return bar.value() >= bar.maximum() - 4

    def follow(self, first: int) -> None:
        """Lines from `first` on are new: measure them, and show the end if it was in sight."""
        was_at_end = self.at_end()
        self.measure(first)
        if was_at_end:
            self.scrollToBottom()

    # ------------------------------------------------------------ Qt's questions

    def rowsInserted(self, parent: Index, start: int, end: int) -> None:
        super().rowsInserted(parent, start, end)
        self.follow(start)

    def rowsAboutToBeRemoved(self, parent: Index, start: int, end: int) -> None:
        super().rowsAboutToBeRemoved(parent, start, end)
        del self._tops[start + 1 :]

    def reset(self) -> None:
        super().reset()
        self.measure()
        self.scrollToBottom()

    def updateGeometries(self) -> None:
        self._set_bar()
        super().updateGeometries()

    def resizeEvent(self, event: QResizeEvent) -> None:
        was_at_end = self.at_end()
        super().resizeEvent(event)
        if self._line_width() != self._width:
            self.measure()
        else:
            self._set_bar()
        if was_at_end:
            self.scrollToBottom()

    def scrollToBottom(self) -> None:
        bar = self.verticalScrollBar()
        bar.setValue(bar.maximum())

    def visualRect(self, index: Index) -> QRect:
        row = index.row()
        if not index.isValid() or row + 1 >= len(self._tops):
            return QRect()
        top = self._tops[row]
        return QRect(0, top - self.verticalOffset(), self._width, self._tops[row + 1] - top)

    def indexAt(self, point: QPoint) -> QModelIndex:
        row = bisect_right(self._tops, point.y() + self.verticalOffset()) - 1
        return self.model().index(row, 0) if 0 <= row < len(self._tops) - 1 else QModelIndex()

    def scrollTo(
        self, index: Index, hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible
    ) -> None:
        bar, place, page = self.verticalScrollBar(), self.visualRect(index), self.viewport().height()
        if place.top() < 0 or place.height() > page:
            bar.setValue(bar.value() + place.top())
        elif place.bottom() >= page:
            bar.setValue(bar.value() + place.bottom() + 1 - page)

    def moveCursor(self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier) -> QModelIndex:
        rows = len(self._tops) - 1
        row = self.currentIndex().row()
        if action == QAbstractItemView.CursorAction.MoveHome:
            row = 0
        elif action == QAbstractItemView.CursorAction.MoveEnd:
            row = rows - 1
        else:
            lines, pages = _PAGES.get(action, (0, 0))
            row = rows - 1 if row < 0 else row + lines
            if pages:
                at = self._tops[max(0, min(row, rows))] + pages * self.viewport().height()
                row = bisect_right(self._tops, at) - 1
        return self.model().index(max(0, min(row, rows - 1)), 0) if rows else QModelIndex()

    def horizontalOffset(self) -> int:
        return 0

    def verticalOffset(self) -> int:
        return self.verticalScrollBar().value()

    def isIndexHidden(self, index: Index) -> bool:
        return False

    def setSelection(self, rect: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        index = self.indexAt(rect.center())
        self.selectionModel().select(QItemSelection(index, index), command)

    def visualRegionForSelection(self, selection: QItemSelection) -> QRegion:
        region = QRegion()
        for index in selection.indexes():
            region = region.united(QRegion(self.visualRect(index)))
        return region

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        option = QStyleOptionViewItem()
        self.initViewItemOption(option)
        area, offset = event.rect(), self.verticalOffset()
        row = max(0, bisect_right(self._tops, area.top() + offset) - 1)
        chosen = self.selectionModel()
        while row < len(self._tops) - 1 and self._tops[row] - offset <= area.bottom():
            index = self.model().index(row, 0)
            option.rect = self.visualRect(index)
            state = QStyle.StateFlag.State_Enabled
            if chosen.isSelected(index):
                state |= QStyle.StateFlag.State_Selected
            option.state = state
            self.lines.paint(painter, option, index)
            row += 1
        painter.end()

    def keyboardSearch(self, search: str) -> None:
        """No search by letters: they are actions of the table (table.md, section 9)."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.text().strip() or event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape):
            event.ignore()
            return
        super().keyPressEvent(event)


class LogView(QFrame):
    """The heading and the list; it scrolls to the newest line unless the reader has scrolled away."""

    def __init__(self, model: LogModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "log")
        self.heading = QLabel(self.tr("Log"), self)
        self.heading.setProperty("role", "heading")
        self.list = LogList(self)
        self.list.setAccessibleName(self.tr("Log"))
        self.list.setModel(model)
        box = QVBoxLayout(self)
        box.setSpacing(0)
        box.addWidget(self.heading)
        box.addWidget(self.list, 1)
        self._box = box

    def show_look(self, look: Look, colours: tuple[int, ...]) -> None:
        lines = self.list.lines
        if look == lines.look and colours == lines.colours:
            return
        lines.look, lines.colours = look, colours
        s = look.scale
        self._box.setContentsMargins(round(4 * s), round(6 * s), round(4 * s), round(6 * s))
        size = fonts.widget_px("heading", s, look.large)
        p = look.palette
        self.setStyleSheet(
            f'QFrame[role="log"] {{ background: transparent; border: none; }}'
            f'QLabel[role="heading"] {{ font-size: {size}px; padding: {round(4 * s)}px {round(10 * s)}px; }}'
            f"QAbstractItemView {{ background: transparent; border: 1px solid transparent; color: {p.ink.name()}; }}"
            f"QAbstractItemView:focus {{ border: 1px solid {p.focus.name()}; }}"
        )
        at_end = self.list.at_end()
        self.list.measure()
        if at_end:
            self.list.scrollToBottom()
