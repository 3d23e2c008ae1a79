"""The desert of the start screen in paths: sky, sun or moon, ridges, lake, salt shore, strata, wells and a plant.

Everything is placed in units (one unit is one pixel at 1440 x 900) and mixed from the colours of the theme, so the
night is the same place with other light. Fixed seeds keep the picture the same at every paint.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen, QPixmap, QPolygonF, QRadialGradient

from saltonsea_desktop.ui import icons
from saltonsea_desktop.ui.theme import Palette, mix, with_alpha

DESIGN_W: Final = 1440.0
DESIGN_H: Final = 900.0
HORIZON: Final = 430.0
LAKE: Final = 96.0
"""Height of the water below the horizon."""
SHORE: Final = 128.0
"""From the horizon to the first stratum."""

_NO_PEN: Final = Qt.PenStyle.NoPen
_NO_BRUSH: Final = Qt.BrushStyle.NoBrush


@dataclass(frozen=True, slots=True)
class SceneColours:
    """The light of the scene; every colour is mixed from the palette's."""

    sky: tuple[QColor, QColor, QColor]  # zenith, low, horizon
    orb: QColor
    halo: QColor
    halo_strength: float
    star: QColor | None
    ridges: tuple[QColor, QColor, QColor]  # far to near
    lake: tuple[QColor, QColor]
    glint: QColor
    reflection: QColor
    shore: QColor
    strata: tuple[QColor, ...]
    speckle: QColor
    glow: QColor
    brine: QColor
    brine_light: QColor
    steel: tuple[QColor, QColor, QColor]  # dark, middle, light
    window: QColor
    steam: QColor
    derrick: QColor
    shaft: QColor
    rail: QColor
    rung: QColor


def scene_colours(p: Palette) -> SceneColours:
    """Day for a light theme, night for a dark one."""
    if p.dark:
        moon = mix(p.ink, p.seat("steel").colour, 0.5)
        return SceneColours(
            sky=(p.bg0, mix(p.panel, p.brine_tint, 0.3), mix(p.brine_tint, p.line, 0.5)),
            orb=moon,
            halo=moon,
            halo_strength=0.42,
            star=moon,
            ridges=(mix(p.panel, p.brine_tint, 0.42), mix(p.mtn2, p.brine_tint, 0.2), mix(p.bg1, p.brine_tint, 0.12)),
            lake=(mix(p.brine_tint, p.brine, 0.28), p.brine_tint),
            glint=with_alpha(mix(p.brine, p.ink, 0.5), 0.24),
            reflection=moon,
            shore=mix(p.panel2, p.line, 0.15),
            strata=p.earth,
            speckle=with_alpha(p.earth_ink, 0.17),
            glow=with_alpha(mix(p.geo, p.danger_tint, 0.15), 0.74),
            brine=with_alpha(mix(p.brine_tint, p.brine, 0.28), 0.95),
            brine_light=with_alpha(mix(p.brine_tint, p.brine, 0.66), 0.8),
            steel=(p.token_line, mix(p.panel2, p.line, 0.2), p.line),
            window=p.vp,
            steam=mix(p.ink2, p.brine, 0.25),
            derrick=mix(p.ink, p.ink2, 0.5),
            shaft=p.shaft,
            rail=mix(p.rail, p.line2, 0.25),
            rung=mix(p.rail, p.shaft, 0.55),
        )
    return SceneColours(
        sky=(p.earth[0], mix(p.earth[0], p.panel, 0.62), p.panel),
        orb=p.vp,
        halo=p.vp,
        halo_strength=1.0,
        star=None,
        ridges=(mix(p.earth[1], p.panel, 0.2), p.earth[2], p.earth[3]),
        lake=(mix(p.brine_tint, p.brine, 0.12), mix(p.brine, p.brine_tint, 0.42)),
        glint=with_alpha(p.cell, 0.55),
        reflection=mix(p.vp, p.sky_sun, 0.5),
        shore=p.panel,
        strata=p.earth,
        speckle=with_alpha(p.earth_ink, 0.17),
        glow=with_alpha(mix(p.geo, p.corporation("orange").colour, 0.5), 0.78),
        brine=with_alpha(p.brine, 0.85),
        brine_light=with_alpha(mix(p.brine, p.brine_tint, 0.55), 0.75),
        steel=(mix(p.ink, p.panel, 0.08), mix(p.ink, p.panel, 0.25), mix(p.ink, p.panel, 0.42)),
        window=p.vp,
        steam=p.cell,
        derrick=p.ink,
        shaft=p.shaft,
        rail=p.rail,
        rung=mix(p.rail, p.shaft, 0.45),
    )


def scale_for(width: float, height: float) -> float:
    """Pixels per unit for a page of this size."""
    return max(0.05, min(width / DESIGN_W, height / DESIGN_H))


def picture(size: QSize, dpr: float, palette: Palette) -> QPixmap:
    """The scene as one pixmap of ``size`` (device-independent pixels) at ``dpr``."""
    pixmap = QPixmap(max(1, round(size.width() * dpr)), max(1, round(size.height() * dpr)))
    pixmap.setDevicePixelRatio(dpr)
    painter = QPainter(pixmap)
    paint(painter, palette, size.width(), size.height())
    painter.end()
    return pixmap


def paint(painter: QPainter, palette: Palette, width: float, height: float) -> None:
    """Paint the scene into 0, 0, ``width``, ``height`` (pixels)."""
    scale = scale_for(width, height)
    painter.save()
    painter.fillRect(QRectF(0, 0, width, height), palette.earth[-1])  # smooth edges must not show what was there before
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(scale, scale)
    _Scene(painter, palette, width / scale, height / scale).draw()
    painter.restore()


class _Scene:
    """One painting: the painter is scaled to units, the page is ``w`` x ``h`` units (at least the design size)."""

    def __init__(self, painter: QPainter, palette: Palette, w: float, h: float) -> None:
        self.q = painter
        self.p = palette
        self.c = scene_colours(palette)
        self.w, self.h = w, h
        self.horizon = HORIZON + 0.42 * (h - DESIGN_H)
        self.ground = self.horizon + SHORE
        self.sun = QPointF(0.69 * w, 0.5 * self.horizon)

    def draw(self) -> None:
        self.sky()
        self.ridges()
        self.lake()
        self.earth()
        self.pockets()
        self.pipe(0.669 * self.w, self.ground - 13, 0.92)
        self.plant(0.669 * self.w, self.ground - 13, 0.92)
        self.well(0.445 * self.w, self.ground - 15, 0.8, 0)
        self.well(0.556 * self.w, self.ground - 12, 1.25, 0.615 * (self.h - self.ground))

    # ------------------------------------------------------------ small tools

    def fill(self, path: QPainterPath, colour: QColor | QLinearGradient) -> None:
        self.q.setPen(_NO_PEN)
        self.q.setBrush(colour)
        self.q.drawPath(path)

    def bar(self, x: float, y: float, w: float, h: float, colour: QColor, radius: float = 0.0) -> None:
        self.q.setPen(_NO_PEN)
        self.q.setBrush(colour)
        self.q.drawRoundedRect(QRectF(x, y, w, h), radius, radius)

    def line(self, start: tuple[float, float], end: tuple[float, float], colour: QColor, width: float) -> None:
        self.q.setPen(QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
        self.q.drawLine(QPointF(*start), QPointF(*end))

    def polygon(self, points: list[tuple[float, float]], colour: QColor) -> None:
        self.q.setPen(_NO_PEN)
        self.q.setBrush(colour)
        self.q.drawPolygon(QPolygonF([QPointF(x, y) for x, y in points]))

    # ------------------------------------------------------------ far away

    def sky(self) -> None:
        c = self.c
        gradient = QLinearGradient(0, 0, 0, self.horizon)
        for at, colour in zip((0.0, 0.7, 1.0), c.sky, strict=True):
            gradient.setColorAt(at, colour)
        self.q.fillRect(QRectF(0, 0, self.w, self.horizon + 2), gradient)
        self.q.setPen(_NO_PEN)
        if c.star is not None:
            dice = random.Random(17)
            for _ in range(round(self.w / 11)):
                x, y, size = dice.uniform(0, self.w), dice.uniform(0, self.horizon * 0.72), dice.uniform(0.5, 1.3)
                self.q.setBrush(with_alpha(c.star, dice.uniform(0.15, 0.7) * (1 - y / self.horizon)))
                self.q.drawEllipse(QPointF(x, y), size, size)
        for radius, alpha in ((190, 0.16), (138, 0.22), (96, 0.32)):
            self.q.setBrush(with_alpha(c.halo, alpha * c.halo_strength))
            self.q.drawEllipse(self.sun, radius, radius)
        self.q.setBrush(c.orb)
        self.q.drawEllipse(self.sun, 62, 62)
        if c.star is not None:  # seas of the moon
            self.q.setBrush(with_alpha(self.p.bg0, 0.07))
            for dx, dy, r in ((-20, -16, 17), (16, 8, 22), (-12, 26, 10), (30, -26, 8)):
                self.q.drawEllipse(self.sun + QPointF(dx, dy), r, r * 0.92)

    def ridges(self) -> None:
        shapes = ((90, 112, 21, 90, 190), (52, 72, 5, 70, 150), (18, 34, 13, 60, 130))
        for (rise, amplitude, seed, low, high), colour in zip(shapes, self.c.ridges, strict=True):
            dice = random.Random(seed)
            crest = [(-40.0, self.horizon - rise)]
            while crest[-1][0] < self.w + 40:
                crest.append((crest[-1][0] + dice.uniform(low, high), self.horizon - rise - dice.uniform(0, amplitude)))
            self.polygon([(-40, self.horizon + 2), *crest, (crest[-1][0], self.horizon + 2)], colour)
            # the side away from the light is a shade darker
            shade = with_alpha(self.p.earth_ink if not self.p.dark else self.p.bg0, 0.06 if not self.p.dark else 0.22)
            for before, peak, after in zip(crest, crest[1:], crest[2:], strict=False):
                if peak[1] < before[1] and peak[1] < after[1]:
                    foot = before if peak[0] < self.sun.x() else after
                    self.polygon([peak, foot, (peak[0] + 0.3 * (foot[0] - peak[0]), self.horizon + 2)], shade)

    def lake(self) -> None:
        c, top = self.c, self.horizon
        water = QLinearGradient(0, top, 0, top + LAKE)
        water.setColorAt(0, c.lake[0])
        water.setColorAt(1, c.lake[1])
        self.q.fillRect(QRectF(0, top, self.w, LAKE + 24), water)  # the shore's waves reach down into it
        dice = random.Random(4)
        for _ in range(round(self.w / 30)):
            depth = dice.uniform(5, LAKE - 8)
            length = dice.uniform(16, 90) * (0.5 + depth / 90)
            self.bar(dice.uniform(-30, self.w), top + depth, length, 1.8, c.glint, 0.9)
        for k in range(9):
            x = self.sun.x() - 62 + 3.5 * k + dice.uniform(-16, 16)
            self.bar(x, top + 6 + k * 9.4, 124 - k * 7, 2.6, with_alpha(c.reflection, 0.78 - k * 0.06), 1.3)

    # ------------------------------------------------------------ earth

    def wave(self, y: float, parts: int, lift: float, drift: float, dice: random.Random) -> QPainterPath:
        """An outline that is wavy at the top and reaches the bottom of the page."""
        path = QPainterPath(QPointF(-10, y))
        for k in range(parts):
            middle = QPointF(self.w * (k + 0.5) / parts, y + dice.uniform(-lift, lift))
            path.quadTo(middle, QPointF(self.w * (k + 1) / parts, y + dice.uniform(-drift, drift)))
        path.lineTo(self.w + 10, y)
        path.lineTo(self.w + 10, self.h + 10)
        path.lineTo(-10, self.h + 10)
        path.closeSubpath()
        return path

    def earth(self) -> None:
        c, dice = self.c, random.Random(8)
        self.fill(self.wave(self.horizon + LAKE - 2, 9, 13, 5, dice), c.shore)
        step = (self.h - self.ground) / len(c.strata)
        for k, colour in enumerate(c.strata):
            self.fill(self.wave(self.ground + k * step, 6, 16, 5, dice), colour)
        self.q.setPen(_NO_PEN)
        self.q.setBrush(c.speckle)
        for _ in range(round(self.w * 0.29)):
            size = dice.uniform(0.8, 1.7)
            self.q.drawEllipse(QPointF(dice.uniform(0, self.w), dice.uniform(self.ground + 16, self.h)), size, size)
        centre = QPointF(0.72 * self.w, self.h + 60)
        glow = QRadialGradient(centre, 0.47 * (self.h - self.ground) + 264)
        glow.setColorAt(0, c.glow)
        glow.setColorAt(0.5, with_alpha(c.glow, 0.42))
        glow.setColorAt(1, with_alpha(c.glow, 0))
        self.q.fillRect(QRectF(0, self.ground, self.w, self.h - self.ground), glow)

    def pockets(self) -> None:
        room = self.h - self.ground
        for x, depth, rx, ry in ((0.678, 0.538, 92, 22), (0.84, 0.708, 128, 26), (0.461, 0.725, 96, 20)):
            centre = QPointF(x * self.w, self.ground + depth * room)
            self.q.setPen(_NO_PEN)
            self.q.setBrush(self.c.brine)
            self.q.drawEllipse(centre, rx, ry)
            self.q.setBrush(self.c.brine_light)
            self.q.drawEllipse(centre - QPointF(8, 5), rx * 0.72, ry * 0.45)

    # ------------------------------------------------------------ works

    def well(self, x: float, y: float, k: float, depth: float) -> None:
        """A derrick on ``y``; with a ``depth``, the shaft below it down to the drill token."""
        c = self.c

        def half(rise: float) -> float:
            return (26 - 17 * rise / 120) * k

        if depth:
            self.bar(x - 9 * k, y, 18 * k, depth, c.shaft)
            self.bar(x - 5 * k, y, 10 * k, depth, c.rail)
            rung = y + 26.0
            while rung < y + depth - 24:
                self.line((x - 4.4 * k, rung), (x + 4.4 * k, rung), c.rung, 1)
                rung += 26
        for side in (-1, 1):
            self.line((x + side * half(0), y), (x + side * half(120), y - 120 * k), c.derrick, 4.2 * k)
        for i in range(5):
            low, high = 8.0 + i * 22.4, 8.0 + (i + 1) * 22.4
            for side in (-1, 1):
                self.line(
                    (x - side * half(low), y - low * k), (x + side * half(high), y - high * k), c.derrick, 1.8 * k
                )
            self.line((x - half(low), y - low * k), (x + half(low), y - low * k), c.derrick, 2.2 * k)
        self.bar(x - 14 * k, y - 128 * k, 28 * k, 10 * k, c.derrick, 3 * k)
        self.bar(x - 36 * k, y - 5 * k, 72 * k, 7 * k, c.derrick, 2 * k)
        if depth:
            seat = self.p.seat(0)
            centre = QPointF(x, y + depth)
            self.q.setBrush(seat.colour)
            self.q.setPen(QPen(self.p.token_line, 2.2))
            self.q.drawEllipse(centre, 20 * k, 20 * k)
            box = QRectF(centre.x() - 13 * k, centre.y() - 13 * k, 26 * k, 26 * k)
            icons.draw_icon(self.q, self.p, "act-drill", box, seat.ink)

    def pipe(self, x: float, y: float, k: float) -> None:
        """The line with its expansion loops from the plant at ``x`` back to the wells."""
        c = self.c
        end = 0.445 * self.w + 20
        path = QPainterPath(QPointF(x, y - 14 * k))
        at = x
        posts = []
        while at - 66 * k > end:
            for dx, dy in ((46, 14), (46, 32), (66, 32), (66, 14)):
                path.lineTo(at - dx * k, y - dy * k)
            posts.append(at - 20 * k)
            at -= 66 * k
        path.lineTo(end, y - 14 * k)
        self.q.setBrush(_NO_BRUSH)
        for post in posts:
            self.line((post, y - 12 * k), (post, y), c.steel[1], 3 * k)
        self.q.setBrush(_NO_BRUSH)
        for colour, width in ((c.steel[1], 5 * k), (c.steel[2], 1.6 * k)):
            pen = QPen(colour, width)
            pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
            self.q.setPen(pen)
            self.q.drawPath(path)

    def plant(self, x: float, y: float, k: float) -> None:
        """A geothermal plant: cooling cells with steam, the powerhouse, separators."""
        c = self.c
        dark, middle, light = c.steel
        cells = [x + (22 + 46 * i) * k for i in range(5)]
        self.steam(cells, y, k)
        self.bar(x, y - 50 * k, 230 * k, 50 * k, dark)
        self.bar(x, y - 50 * k, 230 * k, 6 * k, middle)
        for cell in cells:
            edge = [(-17, 68), (17, 68), (12, 50), (-12, 50)]
            self.polygon([(cell + dx * k, y - dy * k) for dx, dy in edge], middle)
            self.bar(cell - 18 * k, y - 71 * k, 36 * k, 4 * k, light, 2 * k)
            for row in range(4):
                self.bar(cell - 17 * k, y - (38 - 8 * row) * k, 34 * k, 3 * k, with_alpha(light, 0.55))
        house = x + 250 * k
        walls = [(0, 0), (0, 58), (62, 78), (124, 58), (124, 0)]
        self.polygon([(house + dx * k, y - dy * k) for dx, dy in walls], dark)
        roof = [(-4, 57), (62, 79), (128, 57), (128, 52), (62, 73), (-4, 52)]
        self.polygon([(house + dx * k, y - dy * k) for dx, dy in roof], middle)
        for i in range(5):
            self.bar(house + (13 + 21 * i) * k, y - 40 * k, 13 * k, 11 * k, with_alpha(c.window, 0.94))
        for i, colour in enumerate((dark, middle, dark)):
            tank, tall = x + (398 + 30 * i) * k, (64 - 8 * i) * k
            self.bar(tank, y - tall, 20 * k, tall, colour, 10 * k)
            self.bar(tank + 4 * k, y - tall + 8 * k, 3 * k, tall - 24 * k, with_alpha(light, 0.8), 1.5 * k)

    def steam(self, cells: list[float], y: float, k: float) -> None:
        """One outline for all puffs, so that overlapping ones do not add up."""
        cloud = QPainterPath()
        cloud.setFillRule(Qt.FillRule.WindingFill)
        for centre, rx, ry in _puffs(cells, y, k):
            cloud.addEllipse(centre, rx, ry)
        fade = QLinearGradient(0, y - 72 * k, 0, y - 222 * k)
        for at, alpha in ((0.0, 0.86), (0.55, 0.5), (1.0, 0.0)):
            fade.setColorAt(at, with_alpha(self.c.steam, alpha))
        self.fill(cloud, fade)


def _puffs(cells: list[float], y: float, k: float) -> Iterator[tuple[QPointF, float, float]]:
    dice = random.Random(7)
    for cell in cells:
        for n in range(8):
            centre = QPointF(cell + (n * n * 1.5 + dice.uniform(-4, 4)) * k, y - (74 + 20 * n) * k)
            yield centre, (9 + 2.6 * n) * k, (9 + 2.4 * n) * k
