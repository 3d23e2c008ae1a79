"""The log in the right column: a list with a heading, icons and seat colours; undone lines are grey."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QTextLayout, QTextOption
from PySide6.QtWidgets import (
    QFrame,
    QLabel,
    QListView,
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


HEIGHTS_KEPT = 4000


class LogDelegate(QStyledItemDelegate):
    """Draws one line: seat token, icon, wrapped sentence; or the heading of a round."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.look: Look | None = None
        self.colours: tuple[int, ...] = (0, 1, 2, 3)
        self._heights: dict[tuple[str, int, float, bool], int] = {}  # a list asks every row again at each change

    def _layout(self, text: str, width: float, look: Look) -> QTextLayout:
        layout = QTextLayout(text, fonts.widget_font("log", look.scale, look.large))
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        layout.beginLayout()
        y = 0.0
        while True:
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(max(20.0, width))
            line.setPosition(paint.qpoint((0, y)))
            y += line.height()
        layout.endLayout()
        return layout

    def _text_width(self, look: Look) -> float:
        """The same for measuring and drawing, with or without a scroll bar (pixels)."""
        view = self.parent()
        if not isinstance(view, QListView):
            return 200.0
        return view.width() - view.verticalScrollBar().sizeHint().width() - 50 * look.scale

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        look = self.look
        if look is None:
            return QSize(10, 10)
        s = look.scale
        if index.data(HEADER_ROLE):
            return QSize(10, round(26 * s))
        text, width = str(index.data()), self._text_width(look)
        key = (text, round(width), s, look.large)
        height = self._heights.get(key)
        if height is None:
            if len(self._heights) > HEIGHTS_KEPT:
                self._heights.clear()
            height = round(self._layout(text, width, look).boundingRect().height() + 6 * s)
            self._heights[key] = height
        return QSize(10, height)

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
            layout = self._layout(str(index.data()), self._text_width(look), look)
            layout.draw(painter, paint.qpoint((45 * s, 2 * s)))
        painter.restore()


class LogView(QFrame):
    """The heading and the list; it scrolls to the newest line unless the reader has scrolled away."""

    def __init__(self, model: LogModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("role", "log")
        self.heading = QLabel(self.tr("Log"), self)
        self.heading.setProperty("role", "heading")
        self.list = QListView(self)
        self.list.setModel(model)
        self.list.setAccessibleName(self.tr("Log"))
        self.list.setFrameShape(QFrame.Shape.NoFrame)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setSelectionMode(QListView.SelectionMode.SingleSelection)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.delegate = LogDelegate(self.list)
        self.list.setItemDelegate(self.delegate)
        box = QVBoxLayout(self)
        box.setSpacing(0)
        box.addWidget(self.heading)
        box.addWidget(self.list, 1)
        self._box = box
        self._at_end = True
        # one scroll after any number of new lines, outside the model's signal
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self.list.scrollToBottom)
        model.rowsAboutToBeInserted.connect(self._remember)
        model.rowsInserted.connect(self._follow)
        model.modelReset.connect(self._later.start)

    def show_look(self, look: Look, colours: tuple[int, ...]) -> None:
        if look == self.delegate.look and colours == self.delegate.colours:
            return
        self.delegate.look, self.delegate.colours = look, colours
        s = look.scale
        self._box.setContentsMargins(round(4 * s), round(6 * s), round(4 * s), round(6 * s))
        size = fonts.widget_px("heading", s, look.large)
        p = look.palette
        self.setStyleSheet(
            f'QFrame[role="log"] {{ background: transparent; border: none; }}'
            f'QLabel[role="heading"] {{ font-size: {size}px; padding: {round(4 * s)}px {round(10 * s)}px; }}'
            f"QListView {{ background: transparent; border: none; color: {p.ink.name()}; }}"
            f"QListView:focus {{ border: 1px solid {p.focus.name()}; }}"
        )
        self.list.scheduleDelayedItemsLayout()

    def _remember(self) -> None:
        bar = self.list.verticalScrollBar()
        self._at_end = bar.value() >= bar.maximum() - 4

    def _follow(self) -> None:
        if self._at_end:
            self._later.start()
