"""The bundled fonts and the type roles of the table.

Sizes are in units (one unit = one pixel at scale 1). A painter scaled by ``scale`` shows them at ``size * scale``
pixels; no role is ever drawn smaller than 11 px on the screen (13 px with large text).
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, Literal, NamedTuple, get_args

from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

from saltonsea_desktop.ui import resources

SANS: Final = "Source Sans 3"
CONDENSED: Final = "Barlow Condensed"
FLOOR_PX: Final = 11.0
LARGE_FLOOR_PX: Final = 13.0

FONT_FILES: Final = (
    "SourceSans3-Regular.ttf",
    "SourceSans3-SemiBold.ttf",
    "SourceSans3-Bold.ttf",
    "BarlowCondensed-Medium.ttf",
    "BarlowCondensed-SemiBold.ttf",
    "BarlowCondensed-Bold.ttf",
)

Role = Literal[
    "wordmark",  # the start screen
    "wordmark_small",  # the top bar
    "total",  # money in hand
    "price",  # price of a claim
    "score",
    "numeral",  # a number set to measure (suns, stars): pass the size
    "bar_title",
    "title",  # heading of a dialog or section
    "heading",  # heading of a panel
    "body",
    "body_strong",
    "button",
    "key",  # key hints
    "count",  # corporation names, fees, stepper values
    "value",  # money value in a card's band
    "number",  # products, scores of opponents
    "name",  # names of spaces
    "card_name",
    "modifier",
    "track",
    "track_strong",
    "caption",  # group captions, in capitals
    "label",  # captions of places and rows
    "log",
    "log_strong",
    "small",
    "small_strong",
]
ROLES: Final[tuple[Role, ...]] = get_args(Role)


class RoleStyle(NamedTuple):
    """One row of the type table: ``size`` and ``tracking`` in units, ``weight`` 400 to 700."""

    family: str
    size: float
    weight: QFont.Weight
    tracking: float = 0.0


_REGULAR, _MEDIUM, _SEMI, _BOLD = QFont.Weight.Normal, QFont.Weight.Medium, QFont.Weight.DemiBold, QFont.Weight.Bold

ROLE_STYLES: Final[dict[Role, RoleStyle]] = {
    "wordmark": RoleStyle(CONDENSED, 62, _BOLD, 2.5),
    "wordmark_small": RoleStyle(CONDENSED, 22, _BOLD, 1.2),
    "total": RoleStyle(CONDENSED, 30, _BOLD),
    "price": RoleStyle(CONDENSED, 24, _BOLD),
    "score": RoleStyle(CONDENSED, 22, _BOLD),
    "numeral": RoleStyle(CONDENSED, 14, _BOLD),
    "bar_title": RoleStyle(SANS, 18, _SEMI),
    "title": RoleStyle(SANS, 19, _SEMI),
    "heading": RoleStyle(SANS, 16, _SEMI),
    "body": RoleStyle(SANS, 14, _REGULAR),
    "body_strong": RoleStyle(SANS, 14, _SEMI),
    "button": RoleStyle(SANS, 15, _SEMI),
    "key": RoleStyle(CONDENSED, 12, _MEDIUM),
    "count": RoleStyle(CONDENSED, 18, _BOLD),
    "value": RoleStyle(CONDENSED, 17, _BOLD),
    "number": RoleStyle(CONDENSED, 16, _BOLD),
    "name": RoleStyle(CONDENSED, 15, _SEMI),
    "card_name": RoleStyle(CONDENSED, 14, _SEMI),
    "modifier": RoleStyle(CONDENSED, 13, _SEMI),
    "track": RoleStyle(CONDENSED, 14, _SEMI),
    "track_strong": RoleStyle(CONDENSED, 15, _BOLD),
    "caption": RoleStyle(CONDENSED, 13, _SEMI, 1.1),
    "label": RoleStyle(CONDENSED, 13, _MEDIUM),
    "log": RoleStyle(SANS, 13, _REGULAR),
    "log_strong": RoleStyle(SANS, 13, _SEMI),
    "small": RoleStyle(CONDENSED, 12, _MEDIUM),
    "small_strong": RoleStyle(CONDENSED, 12, _BOLD),
}


class FontError(RuntimeError):
    """A bundled font cannot be loaded; the message is one sentence for the user."""


@lru_cache(maxsize=1)
def load() -> None:
    """Load the bundled fonts. Needs a ``QGuiApplication``; call it before the first widget is made.

    Raises ``resources.ResourceError`` or ``FontError``.
    """
    resources.register()
    for name in FONT_FILES:
        if QFontDatabase.addApplicationFont(f":/fonts/{name}") < 0:
            raise FontError(f"fonts/{name}: the bundled font cannot be loaded; compile the resources again")


def size_in_units(size: float, scale: float, large: bool = False) -> int:
    """The whole number of units to set a font of ``size`` units at, so that it is at least the floor on the screen."""
    floor = LARGE_FLOOR_PX if large else FLOOR_PX
    return max(round(size), math.ceil(floor / scale - 1e-6))


@lru_cache(maxsize=1024)
def font(role: Role, scale: float = 1.0, large: bool = False, size: float | None = None) -> QFont:
    """The font of a type role, with its pixel size in units, to be used on a painter scaled by ``scale``.

    ``size`` (units) overrides the size of the role. The object is shared: copy it before changing it.
    """
    load()
    style = ROLE_STYLES[role]
    result = QFont()
    result.setFamilies([style.family, SANS if style.family != SANS else CONDENSED])
    result.setPixelSize(size_in_units(style.size if size is None else size, scale, large))
    result.setWeight(style.weight)
    result.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    if style.tracking:
        result.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, style.tracking)
    return result


@lru_cache(maxsize=1024)
def metrics(role: Role, scale: float = 1.0, large: bool = False, size: float | None = None) -> QFontMetricsF:
    """Measures, in units, of ``font(role, scale, large, size)``."""
    return QFontMetricsF(font(role, scale, large, size))


def widget_font(role: Role, scale: float = 1.0, large: bool = False) -> QFont:
    """The font of a type role for an ordinary widget, which is not scaled: its size is already in pixels."""
    result = QFont(font(role))
    result.setPixelSize(widget_px(role, scale, large))
    if ROLE_STYLES[role].tracking:
        result.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, ROLE_STYLES[role].tracking * scale)
    return result


def widget_px(role: Role, scale: float = 1.0, large: bool = False) -> int:
    """Pixel size of a type role in an ordinary widget, never below the floor."""
    floor = LARGE_FLOOR_PX if large else FLOOR_PX
    return max(round(ROLE_STYLES[role].size * scale), math.ceil(floor))
