"""The widget that shows the board, scaled to the window; text stays sharp at every scale."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QHideEvent, QKeyEvent, QPainter, QPixmapCache, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QFrame, QGraphicsView, QWidget

from saltonsea_desktop.ui.board.board import Board

CACHE_KILOBYTES = 128 * 1024


class BoardView(QGraphicsView):
    """`resized` tells the window to lay the table out anew for the new size."""

    resized = Signal()

    def __init__(self, board: Board, parent: QWidget | None = None) -> None:
        super().__init__(board, parent)
        self.board = board  # a view does not own its scene
        QPixmapCache.setCacheLimit(CACHE_KILOBYTES)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setMouseTracking(True)
        self.viewport().setMouseTracking(True)

    def set_scale(self, scale: float) -> None:
        """Pixels per unit."""
        if abs(self.transform().m11() - scale) > 1e-9:
            self.resetTransform()
            self.scale(scale, scale)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.resized.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keys belong to the page: a view would scroll with the arrows."""
        event.ignore()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """There is nothing to scroll; a view would move by the pixel that rounding leaves (F39)."""
        event.ignore()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        if not self.board.dragging:
            self.board.pointer_lost()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.board.pointer_lost()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and not self.isActiveWindow():
            self.board.pointer_lost()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.board.pointer_lost()
