"""The icon set: 88 silhouettes on a grid of 24, recoloured and cached as pictures.

Each file has one path with one explicit fill, which is replaced before the bytes go to the SVG renderer.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from PySide6.QtCore import QByteArray, QFile, QIODevice, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPixmap, QPixmapCache
from PySide6.QtSvg import QSvgRenderer

from saltonsea_desktop.ui import resources
from saltonsea_desktop.ui.theme import Palette

ICON_NAMES: Final[frozenset[str]] = frozenset(
    (
        "act-contract",
        "act-copy",
        "act-develop",
        "act-drill",
        "act-execute",
        "act-extract",
        "act-financing",
        "act-licence",
        "act-process",
        "act-repair",
        "act-repeat",
        "act-research",
        "act-sell",
        "act-shares",
        "brine",
        "bug-report",
        "campaign",
        "cancel",
        "chart",
        "claim",
        "closed",
        "confirm",
        "contract",
        "corp-cinder",
        "corp-mesa",
        "corp-tide",
        "damage",
        "deck",
        "dev-step",
        "development",
        "discard",
        "drill",
        "end-turn",
        "engineer",
        "eye",
        "eye-off",
        "fee",
        "fee-change",
        "geothermal",
        "gmi",
        "hand",
        "hint",
        "home",
        "hotseat",
        "info",
        "keep",
        "keyboard",
        "layers",
        "lithium",
        "load",
        "lock",
        "log",
        "menu",
        "minus",
        "money",
        "money-1",
        "money-3",
        "money-5",
        "mute",
        "next",
        "objective",
        "pause",
        "plant",
        "plus",
        "profit-tile",
        "redo",
        "research",
        "rock",
        "rock-ignored",
        "round",
        "rules",
        "save",
        "seat-diamond",
        "seat-disc",
        "seat-square",
        "seat-triangle",
        "settings",
        "share",
        "skip",
        "sort",
        "sound",
        "star",
        "trophy",
        "undo",
        "vp",
        "warehouse",
        "warning",
        "zoom",
    )
)

ACTION_ICONS: Final[dict[str, str]] = {
    "licence": "act-licence",
    "drill": "act-drill",
    "extract": "act-extract",
    "process": "act-process",
    "convert": "act-process",
    "repair": "act-repair",
    "sell": "act-sell",
    "contract": "act-contract",
    "execute": "act-execute",
    "research": "act-research",
    "shares": "act-shares",
    "develop": "act-develop",
    "financing": "act-financing",
    "repeat": "act-repeat",
    "copy": "act-copy",
    "points": "vp",
}
"""Icon of each action code of the component files (``convert`` is a processing, ``points`` are points at once)."""

# icons that keep a hue of their own: the name of the palette's colour
_OWN_HUE: Final[dict[str, str]] = {
    "brine": "brine",
    "geothermal": "geo",
    "lithium": "lith",
    "vp": "vp_line",
    "star": "star",
}
_CORPORATION_ICONS: Final[dict[str, str]] = {"corp-cinder": "red", "corp-mesa": "orange", "corp-tide": "blue"}
_FILL: Final = re.compile(rb'fill="#[0-9A-Fa-f]{6}"')


def icon_colour(palette: Palette, name: str) -> QColor:
    """The colour an icon has when none is asked for: its own hue, else ``ink``. ``KeyError`` for an unknown name."""
    if name not in ICON_NAMES:
        raise KeyError(f"no icon {name!r}")
    if name in _OWN_HUE:
        return QColor(getattr(palette, _OWN_HUE[name]))
    if name in _CORPORATION_ICONS:
        return palette.corporation(_CORPORATION_ICONS[name]).colour
    return palette.ink


@lru_cache(maxsize=128)
def svg(name: str) -> bytes:
    """The bytes of an icon as delivered. ``KeyError`` for an unknown name."""
    if name not in ICON_NAMES:
        raise KeyError(f"no icon {name!r}")
    resources.register()
    file = QFile(f":/icons/{name}.svg")
    if not file.open(QIODevice.OpenModeFlag.ReadOnly):
        raise KeyError(f"icon {name!r} is not in the compiled resources")
    return bytes(file.readAll().data())


def recoloured(name: str, color: QColor) -> bytes:
    """The bytes of an icon with its fill replaced (opacity of ``color`` is not part of it)."""
    return _FILL.sub(f'fill="{color.name()}"'.encode(), svg(name), count=1)


@lru_cache(maxsize=512)
def _renderer(name: str, rgb: int) -> QSvgRenderer:
    return QSvgRenderer(QByteArray(recoloured(name, QColor.fromRgb(rgb))))


def _picture(name: str, color: QColor, pixels: int) -> QPixmap:
    key = f"saltonsea/icon/{name}/{color.rgba():08x}/{pixels}"
    found = QPixmap()
    if QPixmapCache.find(key, found):
        return found
    renderer = _renderer(name, color.rgb())
    picture = QPixmap(pixels, pixels)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    painter.setOpacity(color.alphaF())
    renderer.render(painter, QRectF(0, 0, pixels, pixels))
    painter.end()
    QPixmapCache.insert(key, picture)
    return picture


def pixmap(name: str, color: QColor, size: float, dpr: float = 1.0) -> QPixmap:
    """A square picture of an icon, ``size`` device-independent pixels wide, cached.

    Raises ``KeyError`` for a name that is not in ``ICON_NAMES``.
    """
    picture = QPixmap(_picture(name, color, max(1, round(size * dpr))))
    picture.setDevicePixelRatio(dpr)
    return picture


def draw_icon(
    painter: QPainter,
    palette: Palette,
    name: str,
    rect: QRectF,
    color: QColor | None = None,
    opacity: float = 1.0,
) -> None:
    """Draw an icon centred in ``rect`` (units), as large as its shorter side, sharp at any scale of the painter.

    Without ``color`` the icon is ``ink``; products, sun, star and corporations keep their own hue.
    Raises ``KeyError`` for a name that is not in ``ICON_NAMES``.
    """
    colour = icon_colour(palette, name) if color is None else color
    side = min(rect.width(), rect.height())
    if side <= 0:
        return
    corner = QPointF(rect.center().x() - side / 2, rect.center().y() - side / 2)
    before = painter.opacity()
    if opacity < 1.0:
        painter.setOpacity(before * opacity)
    world = painter.worldTransform()
    device = painter.device()
    upright = world.m12() == 0.0 and world.m21() == 0.0 and world.m11() == world.m22() > 0.0
    if upright and device is not None:
        # a picture of exactly the right size on whole device pixels stays sharp and is drawn fast
        dpr = device.devicePixelRatioF()
        picture = pixmap(name, colour, side * world.m11(), dpr)
        place = world.map(corner)
        painter.save()
        painter.resetTransform()
        painter.drawPixmap(QPointF(round(place.x() * dpr) / dpr, round(place.y() * dpr) / dpr), picture)
        painter.restore()
    else:
        renderer = _renderer(name, colour.rgb())
        painter.setOpacity(painter.opacity() * colour.alphaF())
        renderer.render(painter, QRectF(corner.x(), corner.y(), side, side))
    painter.setOpacity(before)
