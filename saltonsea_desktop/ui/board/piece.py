"""A piece: one thing on the table that can be pointed at, drawn from plain data."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap, QTransform
from PySide6.QtWidgets import QGraphicsObject, QStyleOptionGraphicsItem, QWidget

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
PICTURE_BYTES = 64 * 1024 * 1024
PARTS = 16  # of a pixel: how exactly a picture sits where its piece lies


class Pictures:
    """Drawn pieces by everything that makes them look as they do, the least recently used ones dropped.

    The same faces come back all the time (a space lit and faded, a card in the market and in the next one's turn), so
    most changes of the table draw nothing anew.
    """

    def __init__(self, limit: int = PICTURE_BYTES) -> None:
        self.limit = limit
        self.drawn = 0  # pictures made so far
        self._kept: OrderedDict[Hashable, QPixmap] = OrderedDict()
        self._bytes = 0

    def get(self, key: Hashable) -> QPixmap | None:
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
        return found

    def put(self, key: Hashable, picture: QPixmap) -> None:
        self.drawn += 1
        self._kept[key] = picture
        self._bytes += _size(picture)
        while self._bytes > self.limit and len(self._kept) > 1:
            self._bytes -= _size(self._kept.popitem(last=False)[1])

    def clear(self) -> None:
        self._kept.clear()
        self._bytes = 0


def _size(picture: QPixmap) -> int:
    return picture.width() * picture.height() * 4


PICTURES = Pictures()
Token = tuple[float, float, float, float, float, float]


class _Shown(NamedTuple):
    """How a piece looks now: `at` and `picture` in pixels of the device, `pixels` the world transform to draw them."""

    token: Token
    at: QPoint
    picture: QPixmap
    pixels: QTransform


class Piece(QGraphicsObject):
    """One piece with a key, a rectangle and a drawing function over hashable data.

    It repaints only when its data, mood or ring changes, and then from `PICTURES` if it has looked so before. Its own
    coordinates start at the rectangle's top left corner. `radius` rounds its rings.
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
        self._where: tuple[paint.AnyRect, float, float] | None = None
        self._shown: _Shown | None = None

    @property
    def data_shown(self) -> Hashable:
        """The data of the last `show_data`."""
        return self._data

    def place(self, rect: paint.AnyRect, z: float, radius: float = 6.0) -> None:
        """Stand at `rect` (scene units) on level `z`."""
        if isinstance(rect, tuple):  # most pieces stay where they are
            where = (rect, z, radius)
            if where == self._where:
                return
            self._where = where
        area = paint.qrect(rect)
        size = QRectF(0, 0, area.width(), area.height())
        if size != self.size:
            self.prepareGeometryChange()
            self.size = size
            self._changed()
        if radius != self.radius:
            self.radius = radius
            self._changed()
        self.setPos(area.topLeft())
        self.setZValue(z)

    def show_data(self, data: Hashable, look: Look, mood: Mood = "idle", draw: Draw | None = None) -> None:
        """Draw `data` from now on."""
        if draw is not None and draw is not self._draw:
            self._draw = draw
            self._changed()
        if (data, look, mood) != (self._data, self.look, self.mood):
            self._data, self.look, self.mood = data, look, mood
            self._changed()

    def set_rings(self, rings: tuple[paint.RingState, ...]) -> None:
        """Rings around it, inner ones first."""
        if rings != self.rings:
            self.rings = rings
            self._changed()

    def set_hovered(self, hovered: bool) -> None:
        if hovered != self.hovered:
            self.hovered = hovered
            self._changed()

    def _changed(self) -> None:
        self._shown = None
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
        where, device = painter.worldTransform(), painter.deviceTransform()
        if widget is None or device.m12() or device.m21():  # another device than the table, or turned
            self._draw_all(painter)
            return
        token = (device.dx(), device.dy(), device.m11(), where.dx(), where.dy(), where.m11())
        if self._shown is None or self._shown.token != token:
            self._shown = self._find_picture(token, device, where)
        painter.setWorldTransform(self._shown.pixels)
        painter.drawPixmap(self._shown.at, self._shown.picture)
        painter.setWorldTransform(where)

    def _find_picture(self, token: Token, device: QTransform, where: QTransform) -> _Shown:
        """Its picture for a place on the device; made if no piece has looked like this before."""
        x, y, factor = token[:3]
        left, top = math.floor(x), math.floor(y)
        # where the piece lies between two pixels decides how its edges look
        between = (round((x - left) * PARTS), round((y - top) * PARTS))
        look = self.look
        key = (
            self._draw, self._data, self.mood, self.hovered, self.rings, self.radius, self.size.width(),
            self.size.height(), id(look.palette), look.scale, look.large, round(factor, 4), between,
        )  # fmt: skip
        picture = PICTURES.get(key)
        margin = math.ceil(paint.MARGIN * factor)
        if picture is None:
            picture = self._picture(margin, factor, between)
            PICTURES.put(key, picture)
        pixels = device.inverted()[0] * where  # what follows the world transform on the way to the device, undone
        return _Shown(token, QPoint(left - margin, top - margin), picture, pixels)

    def _picture(self, margin: int, factor: float, between: tuple[int, int]) -> QPixmap:
        """The piece with `margin` pixels around it, its corner `between` / PARTS pixels into the first one."""
        wide = 2 * margin + math.ceil(self.size.width() * factor) + 1
        high = 2 * margin + math.ceil(self.size.height() * factor) + 1
        picture = QPixmap(wide, high)
        picture.fill(Qt.GlobalColor.transparent)
        painter = QPainter(picture)
        painter.translate(margin + between[0] / PARTS, margin + between[1] / PARTS)
        painter.scale(factor, factor)
        self._draw_all(painter)
        painter.end()
        return picture

    def _draw_all(self, painter: QPainter) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw(painter, Brush(self.look, self.size, self.mood, self.hovered), self._data)
        for state in self.rings:
            paint.ring(painter, self.look, self.size, self.radius, state)
