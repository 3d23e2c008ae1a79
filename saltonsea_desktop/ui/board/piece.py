"""A piece: one thing on the table that can be pointed at, drawn from plain data."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Literal

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QGraphicsObject, QStyleOptionGraphicsItem, QWidget

from saltonsea_desktop.ui import paint
from saltonsea_desktop.ui.targets import Key
from saltonsea_desktop.ui.theme import Look

Mood = Literal["idle", "legal", "off"]
"""``legal``: it can be chosen now; ``off``: the game asks something else or it is not possible; ``idle``: the seat that
looks is not asked, everything is drawn as usual."""

Z_PANEL, Z_SPACE, Z_CARD, Z_MARKER, Z_GHOST, Z_RING, Z_DRAGGED = 10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 100.0


@dataclass(frozen=True, slots=True)
class Brush:
    """What a drawing function gets besides the painter: the look, the piece's rectangle (own coordinates) and mood."""

    look: Look
    rect: QRectF
    mood: Mood
    hovered: bool


Draw = Callable[[QPainter, Brush, Any], None]


class Piece(QGraphicsObject):
    """One piece with a key, a rectangle and a drawing function over hashable data.

    It repaints only when its data, mood or ring changes. Its own coordinates start at the rectangle's top left corner,
    so a moved piece keeps its cached picture. `radius` rounds its rings.
    """

    def __init__(self, key: Key, draw: Draw, look: Look) -> None:
        super().__init__()
        self.key = key
        self.look = look
        self.size = QRectF()
        self.radius = 6.0
        self.mood: Mood = "idle"
        self.rings: tuple[paint.RingState, ...] = ()
        self.hovered = False
        self.lifted = False  # hand cards rise under the pointer
        self.clickable = True
        self._draw = draw
        self._data: Hashable = None
        self.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)

    @property
    def data_shown(self) -> Hashable:
        """The data of the last `show_data`."""
        return self._data

    def place(self, rect: paint.AnyRect, z: float, radius: float = 6.0) -> None:
        """Stand at `rect` (scene units) on level `z`."""
        area = paint.qrect(rect)
        size = QRectF(0, 0, area.width(), area.height())
        if size != self.size:
            self.prepareGeometryChange()
            self.size = size
            self.update()
        self.radius = radius
        self.setPos(area.topLeft())
        self.setZValue(z)

    def show_data(self, data: Hashable, look: Look, mood: Mood = "idle", draw: Draw | None = None) -> None:
        """Draw `data` from now on."""
        if draw is not None and draw is not self._draw:
            self._draw = draw
            self.update()
        if (data, look, mood) != (self._data, self.look, self.mood):
            self._data, self.look, self.mood = data, look, mood
            self.update()

    def set_rings(self, rings: tuple[paint.RingState, ...]) -> None:
        """Rings around it, inner ones first."""
        if rings != self.rings:
            self.rings = rings
            self.update()

    def set_hovered(self, hovered: bool) -> None:
        if hovered != self.hovered:
            self.hovered = hovered
            self.update()

    def scene_rect(self) -> QRectF:
        """Its rectangle in scene units, without rings."""
        return self.mapRectToScene(self.size)

    # ------------------------------------------------------------ Qt

    def boundingRect(self) -> QRectF:
        m = paint.MARGIN
        return self.size.adjusted(-m, -m, m, m)

    def contains_scene_point(self, x: float, y: float) -> bool:
        return self.scene_rect().contains(x, y)

    def paint(self, painter: QPainter, option: QStyleOptionGraphicsItem, widget: QWidget | None = None) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw(painter, Brush(self.look, self.size, self.mood, self.hovered), self._data)
        for state in self.rings:
            paint.ring(painter, self.look, self.size, self.radius, state)
