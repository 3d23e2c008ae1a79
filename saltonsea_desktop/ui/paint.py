"""Drawing functions shared by all pieces of the table.

Each takes a ``QPainter``, a ``Look`` (palette, scale, text size) and geometry in *units*; the painter is scaled by the
view. Rectangles may be ``QRectF`` or ``layout.Rect``, points ``QPointF`` or pairs. No function names a colour: all
come from the palette. The functions leave pen, brush and font of the painter as they like, but restore clip,
transform and opacity.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from PySide6.QtCore import QLocale, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QLinearGradient,
    QPainter,
    QPainterPath,
    QPen,
    QPolygonF,
    QTextLayout,
    QTextOption,
)

from saltonsea_desktop.ui import icons, layout
from saltonsea_desktop.ui.fonts import Role
from saltonsea_desktop.ui.theme import Look, mix, with_alpha

AnyRect = QRectF | tuple[float, float, float, float]
AnyPoint = QPointF | tuple[float, float]
SeatKey = int | str
"""Index 0 to 3 or an id of ``theme.SEAT_IDS``."""
Align = Literal["left", "centre", "right"]
VAlign = Literal["top", "centre", "bottom"]

MARGIN: Final = 9.0
"""How far rings and shadows reach beyond a piece (units): add it to ``boundingRect``."""
BLOCKED_OPACITY: Final = 0.28
"""Icon of a space an engineer stands on."""
OFF_OPACITY: Final = 0.36
"""Icon of a space that cannot be used now."""
GHOST_OPACITY: Final = 0.62
"""Cards and claims drawn at the place where they would go."""
DASH_PLACE: Final = (4.0, 3.0)
DASH_PREVIEW: Final = (2.4, 1.6)

_NO_PEN: Final = Qt.PenStyle.NoPen
_NO_BRUSH: Final = Qt.BrushStyle.NoBrush


def qrect(rect: AnyRect) -> QRectF:
    """The rectangle as ``QRectF``."""
    return rect if isinstance(rect, QRectF) else QRectF(*rect)


def qpoint(point: AnyPoint) -> QPointF:
    """The point as ``QPointF``."""
    return point if isinstance(point, QPointF) else QPointF(*point)


def _centred(centre: QPointF, w: float, h: float | None = None) -> QRectF:
    height = w if h is None else h
    return QRectF(centre.x() - w / 2, centre.y() - height / 2, w, height)


def _pen(colour: QColor, width: float, dash: Sequence[float] | None = None) -> QPen:
    pen = QPen(colour, width)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    if dash:
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)  # other caps would eat the gaps
        pen.setDashPattern(list(dash))
    else:
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    return pen


# ------------------------------------------------------------------------------------------------ numbers and text
MINUS: Final = "\N{MINUS SIGN}"
TIMES: Final = "\N{MULTIPLICATION SIGN}"


def number_text(value: int, signed: bool = False) -> str:
    """A number in the user's locale with a true minus sign; ``signed`` adds a plus to positive ones."""
    text = QLocale().toString(abs(value))
    return (MINUS if value < 0 else "+" if signed and value > 0 else "") + text


def money_text(value: int, signed: bool = False) -> str:
    """An amount of money: ``$5``, or with sign."""
    return (MINUS if value < 0 else "+" if signed and value > 0 else "") + "$" + QLocale().toString(abs(value))


def times_text(count: int) -> str:
    """A count of equal things, such as x3 with a true multiplication sign."""
    return TIMES + QLocale().toString(count)


def text_width(look: Look, text: str, role: Role = "body", size: float | None = None) -> float:
    """Width of a line of text (units)."""
    return look.metrics(role, size).horizontalAdvance(text)


def _snap_y(painter: QPainter, y: float) -> float:
    """The y nearest to ``y`` that falls on a whole device pixel."""
    world = painter.worldTransform()
    device = painter.device()
    if world.m12() or world.m21() or world.m22() <= 0 or device is None:
        return y
    dpr = device.devicePixelRatioF()
    return (round((world.m22() * y + world.dy()) * dpr) / dpr - world.dy()) / world.m22()


def draw_text(
    painter: QPainter,
    look: Look,
    rect: AnyRect,
    text: str,
    role: Role = "body",
    colour: QColor | None = None,
    align: Align = "left",
    valign: VAlign = "centre",
    *,
    size: float | None = None,
    elide: bool = True,
) -> bool:
    """One line of text in a rectangle, by default in ``ink``; returns True if it was cut with an ellipsis.

    Vertically centred text is centred by the height of its capitals. With ``elide=False`` it may run over both sides.
    """
    area = qrect(rect)
    measure = look.metrics(role, size)
    width = measure.horizontalAdvance(text)
    cut = False
    if elide and width > area.width() + 0.5:
        text = measure.elidedText(text, Qt.TextElideMode.ElideRight, max(0.0, area.width()))
        width = measure.horizontalAdvance(text)
        cut = True
    x = area.x()
    if align == "centre":
        x += (area.width() - width) / 2
    elif align == "right":
        x += area.width() - width
    if valign == "centre":
        y = area.center().y() + measure.capHeight() / 2
    elif valign == "top":
        y = area.top() + measure.ascent()
    else:
        y = area.bottom() - measure.descent()
    painter.setFont(look.font(role, size))
    painter.setPen(look.palette.ink if colour is None else colour)
    painter.drawText(QPointF(x, _snap_y(painter, y)), text)
    return cut


def _lines(look: Look, text: str, role: Role, width: float) -> list[tuple[int, int]]:
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    flow = QTextLayout(text, look.font(role))
    flow.setTextOption(option)
    flow.beginLayout()
    lines: list[tuple[int, int]] = []
    while True:
        line = flow.createLine()
        if not line.isValid():
            break
        line.setLineWidth(width)
        lines.append((line.textStart(), line.textLength()))
    flow.endLayout()
    return lines


def wrapped_height(look: Look, text: str, role: Role, width: float) -> float:
    """Height of a paragraph of the given width (units)."""
    return max(1, len(_lines(look, text, role, width))) * math.ceil(look.metrics(role).height())


def draw_wrapped(
    painter: QPainter,
    look: Look,
    rect: AnyRect,
    text: str,
    role: Role = "body",
    colour: QColor | None = None,
    align: Align = "left",
    valign: VAlign = "top",
) -> bool:
    """A paragraph; what does not fit into the height is cut with an ellipsis (then the result is True)."""
    area = qrect(rect)
    height = math.ceil(look.metrics(role).height())
    lines = _lines(look, text, role, area.width())
    room = max(1, int((area.height() + 0.5) // height))
    cut = len(lines) > room
    shown = lines[:room]
    block = height * len(shown)
    y = area.y()
    if valign == "centre":
        y += max(0.0, (area.height() - block) / 2)
    elif valign == "bottom":
        y += max(0.0, area.height() - block)
    for number, (start, length) in enumerate(shown):
        last = cut and number == len(shown) - 1
        part = text[start:] if last else text[start : start + length].rstrip()
        draw_text(painter, look, QRectF(area.x(), y, area.width(), height), part, role, colour, align, elide=last)
        y += height
    return cut


# ------------------------------------------------------------------------------------------------ rows of tokens
@dataclass(frozen=True, slots=True)
class TextToken:
    """A word or number in a row; ``colour`` defaults to ``ink``."""

    text: str
    role: Role = "modifier"
    colour: QColor | None = None


@dataclass(frozen=True, slots=True)
class IconToken:
    """An icon in a row, ``size`` units wide; ``colour`` defaults to its own hue or ``ink``."""

    name: str
    size: float = 14.0
    colour: QColor | None = None
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class SunToken:
    """Victory points in a row."""

    number: int
    size: float = 18.0


@dataclass(frozen=True, slots=True)
class StarToken:
    """Grey stars in a row: the number, then the star (without a number: the star alone)."""

    number: int | None = None
    size: float = 13.0


@dataclass(frozen=True, slots=True)
class SeatToken:
    """A seat's token in a row."""

    seat: SeatKey
    size: float = 12.0


@dataclass(frozen=True, slots=True)
class GapToken:
    """Extra room in a row (units)."""

    width: float = 4.0


Token = TextToken | IconToken | SunToken | StarToken | SeatToken | GapToken


class RowFit(NamedTuple):
    """How a row of tokens came to fit: its ``width``, the ``shrink`` applied (1 = none), whether text was ``cut``."""

    width: float
    shrink: float
    cut: bool


def _text_size(look: Look, token: TextToken, shrink: float) -> float | None:
    """Size to ask for; the floor of readability is applied by the font itself."""
    return None if shrink >= 1.0 else look.font(token.role).pixelSize() * shrink


def _token_width(look: Look, token: Token, shrink: float) -> float:
    if isinstance(token, TextToken):
        return text_width(look, token.text, token.role, _text_size(look, token, shrink))
    if isinstance(token, GapToken):
        return token.width * shrink
    if isinstance(token, StarToken) and token.number is not None:
        return token.size * shrink + 2 + text_width(look, number_text(token.number), "card_name")
    return token.size * shrink


def row_width(look: Look, tokens: Sequence[Token], gap: float = 3.0) -> float:
    """Natural width of a row of tokens (units), with ``gap`` between neighbours."""
    if not tokens:
        return 0.0
    return sum(_token_width(look, token, 1.0) for token in tokens) + gap * (len(tokens) - 1)


_SHRINKS: Final = (1.0, 0.94, 0.88, 0.82, 0.76, 0.7)


def fit_row(look: Look, width: float, tokens: Sequence[Token], gap: float = 3.0) -> RowFit:
    """How ``draw_row`` would fit the tokens into ``width``: gaps and sizes shrink to 70 %, then text is cut."""
    for shrink in _SHRINKS:
        used = gap if shrink == 1.0 else max(1.0, gap * shrink * 0.7)
        total = sum(_token_width(look, token, shrink) for token in tokens) + used * max(0, len(tokens) - 1)
        if total <= width + 0.5:
            return RowFit(total, shrink, False)
    return RowFit(width, _SHRINKS[-1], True)


def draw_row(
    painter: QPainter,
    look: Look,
    rect: AnyRect,
    tokens: Sequence[Token],
    align: Align = "centre",
    gap: float = 3.0,
) -> RowFit:
    """Draw tokens side by side, centred vertically, shrinking what does not fit; the longest text is cut last."""
    area = qrect(rect)
    fit = fit_row(look, area.width(), tokens, gap)
    used = gap if fit.shrink == 1.0 else max(1.0, gap * fit.shrink * 0.7)
    widths = [_token_width(look, token, fit.shrink) for token in tokens]
    if fit.cut:
        texts = [i for i, token in enumerate(tokens) if isinstance(token, TextToken)]
        excess = sum(widths) + used * max(0, len(tokens) - 1) - area.width()
        if texts:
            longest = max(texts, key=lambda i: widths[i])
            widths[longest] = max(0.0, widths[longest] - excess)
    total = sum(widths) + used * max(0, len(tokens) - 1)
    x = area.x()
    if align == "centre":
        x += (area.width() - total) / 2
    elif align == "right":
        x += area.width() - total
    y, h = area.y(), area.height()
    for token, width in zip(tokens, widths, strict=True):
        if isinstance(token, TextToken):
            size = _text_size(look, token, fit.shrink)
            cell = QRectF(x, y, width + (0.6 if not fit.cut else 0.0), h)
            draw_text(painter, look, cell, token.text, token.role, token.colour, size=size, elide=fit.cut)
        elif isinstance(token, IconToken):
            box = _centred(QPointF(x + width / 2, y + h / 2), token.size * fit.shrink)
            icons.draw_icon(painter, look.palette, token.name, box, token.colour, token.opacity)
        elif isinstance(token, SunToken):
            vp_sun(painter, look, (x + width / 2, y + h / 2), token.size * fit.shrink, token.number)
        elif isinstance(token, StarToken):
            side = token.size * fit.shrink
            if token.number is not None:
                label = number_text(token.number)
                draw_text(painter, look, QRectF(x, y, width - side, h), label, "card_name", look.palette.ink2)
            icon(painter, look, "star", (x + width - side, y + (h - side) / 2, side, side))
        elif isinstance(token, SeatToken):
            seat_token(painter, look, token.seat, (x + width / 2, y + h / 2), token.size * fit.shrink)
        x += width + used
    return RowFit(total, fit.shrink, fit.cut)


# ------------------------------------------------------------------------------------------------ surfaces
def icon(
    painter: QPainter,
    look: Look,
    name: str,
    rect: AnyRect,
    colour: QColor | None = None,
    opacity: float = 1.0,
) -> None:
    """An icon centred in a rectangle (``icons.draw_icon`` with a ``Look``)."""
    icons.draw_icon(painter, look.palette, name, qrect(rect), colour, opacity)


def rounded(
    painter: QPainter,
    rect: AnyRect,
    radius: float,
    fill: QColor | None = None,
    line: QColor | None = None,
    width: float = 1.0,
    dash: Sequence[float] | None = None,
) -> None:
    """A rounded rectangle; its outline (``width`` units, dashes in multiples of it) stays inside ``rect``."""
    area = qrect(rect)
    painter.setBrush(_NO_BRUSH if fill is None else fill)
    if line is None:
        painter.setPen(_NO_PEN)
    else:
        painter.setPen(_pen(line, width, dash))
        area = area.adjusted(width / 2, width / 2, -width / 2, -width / 2)
        radius = max(0.0, radius - width / 2)
    painter.drawRoundedRect(area, radius, radius)


def circle(
    painter: QPainter,
    centre: AnyPoint,
    diameter: float,
    fill: QColor | None = None,
    line: QColor | None = None,
    width: float = 1.0,
    dash: Sequence[float] | None = None,
) -> None:
    """A disc; its outline stays inside ``diameter``."""
    painter.setBrush(_NO_BRUSH if fill is None else fill)
    radius = diameter / 2
    if line is None:
        painter.setPen(_NO_PEN)
    else:
        painter.setPen(_pen(line, width, dash))
        radius -= width / 2
    painter.drawEllipse(qpoint(centre), radius, radius)


_SHADOW_LAYERS: Final = ((1.0, 0.0, 0.07), (2.0, 1.0, 0.05), (4.0, 2.0, 0.035))


def drop_shadow(painter: QPainter, look: Look, rect: AnyRect, radius: float = 10.0, strength: float = 1.0) -> None:
    """Three rounded rectangles below a piece, no blur; ``strength`` scales how far it is lifted (1 = a panel)."""
    p = look.palette
    if p.shadow_strength <= 0 or strength <= 0:
        return
    area = qrect(rect)
    painter.setPen(_NO_PEN)
    for dy, grow, alpha in _SHADOW_LAYERS:
        g = grow * strength
        painter.setBrush(with_alpha(p.shadow, min(1.0, alpha * p.shadow_strength)))
        painter.drawRoundedRect(area.adjusted(-g, -g + dy * strength, g, g + dy * strength), radius + g, radius + g)


def panel(
    painter: QPainter,
    look: Look,
    rect: AnyRect,
    radius: float = 10.0,
    fill: QColor | None = None,
    shadow: float = 1.0,
    line: QColor | None = None,
) -> None:
    """A panel with layered shadow; ``fill`` defaults to ``panel``, ``line`` to the decorative line."""
    p = look.palette
    drop_shadow(painter, look, rect, radius, shadow)
    rounded(painter, rect, radius, p.panel if fill is None else fill, p.line if line is None else line, p.stroke)


def tray(painter: QPainter, look: Look, rect: AnyRect, radius: float = 8.0, fill: QColor | None = None) -> None:
    """A sunken tray, for example a seat's tint for HR (default ``panel2``)."""
    rounded(painter, rect, radius, look.palette.panel2 if fill is None else fill)


def band(
    painter: QPainter, rect: AnyRect, radius: float, colour: QColor, side: Literal["left", "top"], size: float
) -> None:
    """A coloured band along one side of a rounded rectangle, cut to its corners; ``size`` is its thickness."""
    area = qrect(rect)
    path = QPainterPath()
    path.addRoundedRect(area, radius, radius)
    strip = QPainterPath()
    if side == "left":
        strip.addRect(QRectF(area.x(), area.y(), size, area.height()))
    else:
        strip.addRect(QRectF(area.x(), area.y(), area.width(), size))
    painter.setPen(_NO_PEN)
    painter.setBrush(colour)
    painter.drawPath(path.intersected(strip))


def rule(
    painter: QPainter, look: Look, start: AnyPoint, end: AnyPoint, width: float = 1.0, strong: bool = False
) -> None:
    """A thin decorative line; ``strong`` uses the outline of controls."""
    painter.setPen(_pen(look.palette.line2 if strong else look.palette.line, width))
    painter.drawLine(qpoint(start), qpoint(end))


def striped(
    painter: QPainter,
    look: Look,
    rect: AnyRect,
    radius: float = 8.0,
    *,
    pitch: float = 8.0,
    width: float = 2.2,
    fill: QColor | None = None,
    stripe: QColor | None = None,
    line: QColor | None = None,
    line_width: float = 1.2,
    faded: bool = False,
) -> None:
    """Stripes at 45 degrees: "an engineer can stand here". Spaces 8 / 2.2 (the default), cards ``pitch=7, width=2``.

    The stripes start at the item's own corner, so they do not swim when it moves. ``faded`` is for places that are
    off. ``line`` draws an outline, inside.
    """
    p = look.palette
    area = qrect(rect)
    ground = p.panel2 if fill is None else fill
    colour = p.hatch if stripe is None else stripe
    if faded:
        colour = mix(colour, ground, 0.6)
    path = QPainterPath()
    path.addRoundedRect(area, radius, radius)
    painter.save()
    painter.setPen(_NO_PEN)
    painter.setBrush(ground)
    painter.drawPath(path)
    painter.setClipPath(path, Qt.ClipOperation.IntersectClip)
    painter.setPen(_pen(colour, width))
    h = area.height()
    offset = -h
    while offset < area.width():
        painter.drawLine(QPointF(area.x() + offset, area.bottom()), QPointF(area.x() + offset + h, area.y()))
        offset += pitch
    painter.restore()
    if line is not None:
        rounded(painter, area, radius, None, line, line_width * p.stroke)


def locked_stripes(painter: QPainter, look: Look, rect: AnyRect, radius: float = 4.0) -> None:
    """The finer, grey stripes of a locked section of the shares track."""
    p = look.palette
    striped(painter, look, rect, radius, pitch=6, width=1.4, fill=p.panel2, stripe=p.line, line=p.line, line_width=1)


def dashed_place(
    painter: QPainter,
    look: Look,
    rect: AnyRect,
    radius: float = 6.0,
    text: str = "",
    icon_name: str | None = None,
    *,
    fill: QColor | None = None,
    colour: QColor | None = None,
    quiet: bool = False,
) -> bool:
    """An empty place with a dashed outline and, if wanted, an icon above a caption; True if the caption was cut.

    ``colour`` (default ``line2``) is the outline; ``quiet`` is for places that are not open yet.
    """
    p = look.palette
    area = qrect(rect)
    line = colour if colour is not None else (p.line if quiet else p.line2)
    rounded(painter, area, radius, fill, line, 1.2 * p.stroke, DASH_PLACE)
    ink = p.ink3 if colour is None else colour
    inner = area.adjusted(3, 2, -3, -2)
    if icon_name is None:
        return bool(text) and draw_text(painter, look, inner, text, "label", ink, "centre")
    side = min(18.0, area.height() * 0.36)
    if not text:
        icon(painter, look, icon_name, _centred(area.center(), side), p.disabled)
        return False
    top = area.center().y() - (side + 17) / 2
    icon(painter, look, icon_name, QRectF(area.center().x() - side / 2, top, side, side), p.disabled)
    return draw_text(painter, look, QRectF(inner.x(), top + side + 1, inner.width(), 16), text, "label", ink, "centre")


def card_face(
    painter: QPainter,
    look: Look,
    rect: AnyRect,
    *,
    band_colour: QColor | None = None,
    band_side: Literal["left", "top"] = "top",
    band_size: float = 20.0,
    radius: float = 6.0,
    stack: int = 1,
    shadow: float = 0.7,
) -> None:
    """The blank face of a card: edges of up to two equal cards behind it, shadow, ground, value or corporation band.

    Draw ``card_edge`` over the contents at the end.
    """
    p = look.palette
    area = qrect(rect)
    for k in range(min(stack - 1, 2), 0, -1):
        rounded(painter, area.translated(2.5 * k, -2.5 * k), radius, p.cell, p.line2, p.stroke)
    drop_shadow(painter, look, area, radius, shadow)
    rounded(painter, area, radius, p.cell)
    if band_colour is not None:
        band(painter, area, radius, band_colour, band_side, band_size)


def card_edge(painter: QPainter, look: Look, rect: AnyRect, radius: float = 6.0) -> None:
    """The outline of a card, drawn last."""
    rounded(painter, rect, radius, None, look.palette.edge, look.palette.stroke)


def card_back(
    painter: QPainter, look: Look, rect: AnyRect, icon_name: str = "deck", text: str = "", radius: float = 6.0
) -> None:
    """The back of a card: fine stripes in a frame with an icon, or with ``text`` such as "?"."""
    p = look.palette
    area = qrect(rect)
    drop_shadow(painter, look, area, radius, 0.7)
    rounded(painter, area, radius, p.panel2, p.line2, 1.1 * p.stroke)
    ground, stripe = mix(p.panel2, p.ink, 0.08), mix(p.panel2, p.ink, 0.16)
    inset = min(4.0, area.width() / 8)
    inner = area.adjusted(inset, inset, -inset, -inset)
    striped(painter, look, inner, max(2.0, radius - 2), pitch=6, width=1.4, fill=ground, stripe=stripe)
    side = min(20.0, area.width() * 0.5, area.height() * 0.5)
    if text:
        circle(painter, area.center(), side + 8, p.panel2)
        draw_text(painter, look, area, text, "count", p.ink2, "centre", elide=False)
    else:
        icon(painter, look, icon_name, _centred(area.center(), side), p.ink2)


def veil(painter: QPainter, look: Look, rect: AnyRect, radius: float = 6.0, amount: float = 0.62) -> None:
    """Fade what is below: 0.62 for "not offered", 0.5 for used or just taken."""
    rounded(painter, rect, radius, with_alpha(look.palette.panel, amount))


# ------------------------------------------------------------------------------------------------ rings
RingState = Literal["hover", "legal", "over", "chosen", "focus", "refused", "preview", "lossy", "event"]


def ring(painter: QPainter, look: Look, rect: AnyRect, radius: float, state: RingState, *, halo: bool = False) -> None:
    """The ring of a state around a piece with the given corner radius (half the width for a disc).

    ``hover`` 3 and a glow; ``legal`` a possible move; ``over`` filled, a piece is dragged over it; ``chosen`` but not
    confirmed; ``focus`` the keyboard's double ring; ``refused`` a drop that is not possible; ``preview`` where it
    would be; ``lossy`` may pay but loses money; ``event`` touched by the automa. ``halo`` puts a light line under
    dashed rings on dark or busy ground. Reaches at most ``MARGIN`` beyond ``rect``.
    """
    p = look.palette
    area = qrect(rect)

    def line(colour: QColor, width: float, out: float, dash: Sequence[float] | None = None) -> None:
        w = width * p.stroke
        if halo and dash:
            painter.setPen(_pen(with_alpha(p.panel, 0.85), w + 2))
            painter.drawRoundedRect(area.adjusted(-out, -out, out, out), radius + out, radius + out)
        painter.setPen(_pen(colour, w, dash))
        painter.drawRoundedRect(area.adjusted(-out, -out, out, out), radius + out, radius + out)

    if state == "over":
        rounded(painter, area, radius, with_alpha(p.brine_tint, 0.75))
    painter.setBrush(_NO_BRUSH)
    if state == "hover":
        line(with_alpha(p.brine, 0.22), 4, 5)
        line(p.brine, 3, 2)
    elif state == "legal":
        line(p.brine, 2, 1.5)
    elif state == "over":
        line(p.brine, 3, 3)
    elif state == "chosen":
        line(p.ink, 3, 2)
    elif state == "focus":
        line(p.panel, 3, 2.5)
        line(p.focus, 3, 5)
    elif state == "refused":
        line(p.danger, 2, 2, (3, 2))
    elif state == "preview":
        line(p.brine, 2.3, 1.2, DASH_PREVIEW)
    elif state == "lossy":
        line(p.vp_line, 1.8, 1.5, (2.6, 1.8))
    else:
        line(p.ink, 3, 2, (3, 1.4))


# ------------------------------------------------------------------------------------------------ seats and engineers
def seat_shape_path(shape: str, centre: AnyPoint, diameter: float) -> QPainterPath:
    """Outline of a seat's shape that fits a circle of ``diameter`` by eye: disc, triangle, square or diamond."""
    c = qpoint(centre)
    x, y, r = c.x(), c.y(), diameter / 2
    path = QPainterPath()
    if shape == "disc":
        path.addEllipse(c, r, r)
    elif shape == "square":
        path.addRoundedRect(_centred(c, r * 1.72), diameter * 0.14, diameter * 0.14)
    elif shape == "triangle":
        path.addPolygon(
            QPolygonF([QPointF(x, y - r * 0.95), QPointF(x + r, y + r * 0.78), QPointF(x - r, y + r * 0.78)])
        )
        path.closeSubpath()
    elif shape == "diamond":
        d = r * 1.04
        path.addPolygon(QPolygonF([QPointF(x, y - d), QPointF(x + d, y), QPointF(x, y + d), QPointF(x - d, y)]))
        path.closeSubpath()
    else:
        raise ValueError(f"no seat shape {shape!r}")
    return path


def seat_token(
    painter: QPainter,
    look: Look,
    seat: SeatKey,
    centre: AnyPoint,
    diameter: float = 14.0,
    *,
    ghost: bool = False,
) -> None:
    """A seat's token: its colour in its shape with an outline; a ghost is where it would be."""
    p = look.palette
    style = p.seat(seat)
    width = max(1.0, diameter * 0.09) * p.stroke
    inset = width if style.shape == "disc" else width * 0.4
    path = seat_shape_path(style.shape, centre, diameter - inset)
    if ghost:
        painter.setBrush(mix(p.panel, style.colour, 0.25))
        painter.setPen(_pen(p.brine, max(1.4, width), DASH_PREVIEW))
    else:
        painter.setBrush(style.colour)
        painter.setPen(_pen(p.token_line, width))
    painter.drawPath(path)


EngineerStyle = Literal["piece", "dragged", "ghost"]


def engineer(
    painter: QPainter,
    look: Look,
    seat: SeatKey,
    centre: AnyPoint,
    diameter: float = 30.0,
    style: EngineerStyle = "piece",
    *,
    badge: bool = False,
) -> None:
    """An engineer: a disc in the seat's colour with helmet bust; ``badge`` adds the seat's shape at the lower right.

    ``dragged`` (40 wide by custom) casts a longer shadow; ``ghost`` is dashed and translucent.
    """
    p = look.palette
    seat_style = p.seat(seat)
    c = qpoint(centre)
    bust = QRectF(c.x() - diameter * 0.32, c.y() - diameter * 0.34, diameter * 0.64, diameter * 0.64)
    if style == "ghost":
        fill = mix(seat_style.colour, p.panel, 0.8)
        line = seat_style.colour if seat_style.id != "sun" or p.dark else mix(seat_style.colour, p.token_line, 0.45)
        circle(painter, c, diameter - 0.4, fill, line, 1.6 * p.stroke, (3, 2))
        icon(painter, look, "engineer", bust, line)
        return
    if p.shadow_strength > 0:
        dy, alpha = (6.0, 0.35) if style == "dragged" else (1.5, 0.28)
        circle(painter, c + QPointF(0, dy), diameter, with_alpha(p.shadow, alpha))
    circle(painter, c, diameter, seat_style.colour, p.token_line, 1.6)
    icon(painter, look, "engineer", bust, seat_style.ink)
    if badge:
        seat_token(painter, look, seat, c + QPointF(diameter * 0.36, diameter * 0.36), diameter * 0.36)


def engineer_place(painter: QPainter, look: Look, seat: SeatKey, centre: AnyPoint, diameter: float = 26.0) -> None:
    """An empty place for an engineer on a tray in the seat's tint."""
    style = look.palette.seat(seat)
    line = mix(style.colour, style.tint, 0.55)
    circle(painter, centre, diameter, None, line, 1.2 * look.palette.stroke, (2.5, 2.2))


# ------------------------------------------------------------------------------------------------ points, money
@lru_cache(maxsize=64)
def _sun_points(diameter: float) -> tuple[tuple[float, float], ...]:
    radius = diameter / 2
    return tuple(
        (
            (radius if i % 2 == 0 else radius * 0.86) * math.sin(math.tau * i / 32),
            -(radius if i % 2 == 0 else radius * 0.86) * math.cos(math.tau * i / 32),
        )
        for i in range(32)
    )


def vp_sun(
    painter: QPainter,
    look: Look,
    centre: AnyPoint,
    diameter: float,
    number: int | None = None,
) -> None:
    """Victory points: a sun of 16 rays with the number in it."""
    p = look.palette
    c = qpoint(centre)
    painter.setBrush(p.vp)
    painter.setPen(_pen(p.vp_line, 0.8))
    painter.drawPolygon(QPolygonF([QPointF(c.x() + x, c.y() + y) for x, y in _sun_points(diameter)]))
    if number is not None:
        text = number_text(number)
        share = 0.56 if len(text) < 2 else 0.5 if len(text) < 3 else 0.4
        box = _centred(c, diameter)
        draw_text(painter, look, box, text, "numeral", p.vp_ink, "centre", size=diameter * share, elide=False)


def grey_star(painter: QPainter, look: Look, centre: AnyPoint, size: float = 13.0, number: int | None = None) -> None:
    """A grey star of ``size``, with the number before it if there is one, centred as a whole."""
    draw_row(painter, look, _centred(qpoint(centre), 80, size + 6), [StarToken(number, size)])


def money_badge(painter: QPainter, look: Look, rect: AnyRect, value: int, *, radius: float = 4.0) -> None:
    """The value of a money card on its ground: the deeper the dearer, with the digit on it."""
    style = look.palette.money(value)
    rounded(painter, rect, radius, style.fill)
    draw_text(painter, look, rect, money_text(value), "value", style.ink, "centre", elide=False)


def price_text(
    painter: QPainter,
    look: Look,
    rect: AnyRect,
    price: int,
    detail: str = "",
    *,
    reachable: bool = True,
) -> bool:
    """A large price with a small line such as "3 + 2" below; True if that line was cut."""
    p = look.palette
    area = qrect(rect)
    middle = area.center().y()
    colour = p.ink if reachable else p.ink3
    if not detail:
        draw_text(painter, look, area, money_text(price), "price", colour, "centre", elide=False)
        return False
    upper = QRectF(area.x(), middle - 22, area.width(), 26)
    draw_text(painter, look, upper, money_text(price), "price", colour, "centre", elide=False)
    lower = QRectF(area.x() + 1, middle + 5, area.width() - 2, 14)
    return draw_text(painter, look, lower, detail, "small", p.ink3, "centre")


# ------------------------------------------------------------------------------------------------ products
def product_icon(
    painter: QPainter, look: Look, product: str, centre: AnyPoint, size: float = 16.0, *, disc: bool = False
) -> None:
    """A product's icon in its own hue; ``disc`` puts it on the disc that is needed on earth."""
    p = look.palette
    style = p.product(product)
    c = qpoint(centre)
    if disc:
        circle(painter, c, size + 0.9, p.brine_disc, p.earth_ink, 0.9)
        icon(painter, look, style.icon, _centred(c - QPointF(0, size * 0.01), size * 0.74), style.colour)
    else:
        icon(painter, look, style.icon, _centred(c, size), style.colour)


def product_token(
    painter: QPainter,
    look: Look,
    product: str,
    centre: AnyPoint,
    size: float = 26.0,
    count: int | None = None,
    *,
    ghost: bool = False,
) -> None:
    """The marker of a product lane: a rounded square in its hue, with a count badge at the upper right."""
    p = look.palette
    style = p.product(product)
    c = qpoint(centre)
    box = _centred(c, size)
    if ghost:
        rounded(painter, box, size * 0.28, style.tint, style.colour, 2 * p.stroke, DASH_PREVIEW)
        icon(painter, look, style.icon, _centred(c, size * 0.68), style.colour)
    else:
        rounded(painter, box, size * 0.28, style.colour, p.token_line, 1.1)
        icon(painter, look, style.icon, _centred(c, size * 0.68), style.ink)
    if count is not None:
        corner = QPointF(c.x() + size / 2 + 2.5, c.y() - size / 2 + 6)
        pill(painter, look, corner, number_text(count), style.colour, height=14, role="small_strong", padding=4)


# ------------------------------------------------------------------------------------------------ earth
def brine_mark(painter: QPainter, look: Look, centre: AnyPoint, size: float = 17.0, *, taken: bool = False) -> None:
    """Brine in a layer; ``taken`` is the dashed ring with a tick that stays when it is extracted."""
    p = look.palette
    c = qpoint(centre)
    if not taken:
        product_icon(painter, look, "brine", c, size, disc=True)
        return
    circle(painter, c, size, None, p.earth_ink, 1.2, (2, 1.6))
    painter.setPen(_pen(p.earth_ink, 1.5))
    corner = QPointF(c.x() - size * 0.04, c.y() + size * 0.18)
    painter.drawLine(QPointF(c.x() - size * 0.2, c.y()), corner)
    painter.drawLine(corner, QPointF(c.x() + size * 0.24, c.y() - size * 0.2))


def rock(painter: QPainter, look: Look, centre: AnyPoint, size: float = 17.0, *, ignored: bool = False) -> None:
    """A rock in a layer."""
    name = "rock-ignored" if ignored else "rock"
    icon(painter, look, name, _centred(qpoint(centre), size), look.palette.earth_ink)


def layer_marks(
    painter: QPainter, look: Look, area: AnyRect, rocks: int, brine: int, taken: int = 0, ignored: int = 0
) -> None:
    """Rocks and brine of one layer at ``layout.layer_marks`` places.

    The first ``taken`` brine are extracted, the first ``ignored`` rocks are ignored.
    """
    rect = qrect(area)
    for place in layout.layer_marks(layout.Rect(rect.x(), rect.y(), rect.width(), rect.height()), rocks, brine):
        centre = (place.rect.cx, place.rect.cy)
        if place.kind == "rock":
            rock(painter, look, centre, place.rect.w, ignored=place.index < ignored)
        else:
            brine_mark(painter, look, centre, place.rect.w, taken=place.index < taken)


def earth_bands(
    painter: QPainter,
    look: Look,
    rect: AnyRect,
    card_id: str,
    bands: Sequence[float],
    *,
    depth: int = 0,
    radius: float = 6.0,
) -> None:
    """A claim's ground: one wavy band of earth per layer, with speckles that depend only on ``card_id``.

    ``bands`` are the heights of the layers from the top (scaled to fill ``rect``); ``depth`` is the colour the first
    one starts at: 0 for superficial claims, 2 for deep ones.
    """
    p = look.palette
    area = qrect(rect)
    outline = QPainterPath()
    outline.addRoundedRect(area, radius, radius)
    painter.save()
    painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
    total = sum(bands) or 1.0
    x, y, w = area.x(), area.y(), area.width()
    for number, weight in enumerate(bands):
        height = area.height() * weight / total
        edge = QPainterPath(QPointF(x, y))
        if number:
            for k in range(4):
                lift = 2.2 if (k + number) % 2 else -2.2
                edge.quadTo(QPointF(x + w * (k + 0.5) / 4, y + lift), QPointF(x + w * (k + 1) / 4, y))
        else:
            edge.lineTo(QPointF(x + w, y))
        ground = QPainterPath(edge)
        ground.lineTo(QPointF(x + w, area.bottom()))
        ground.lineTo(QPointF(x, area.bottom()))
        ground.closeSubpath()
        painter.setPen(_NO_PEN)
        painter.setBrush(p.earth_at(depth + number))
        painter.drawPath(ground)
        if number:
            painter.setBrush(_NO_BRUSH)
            painter.setPen(_pen(with_alpha(p.earth_line, 0.55), 1))
            painter.drawPath(edge)
        # a fixed seed per card and layer: no flicker between paints, stable pictures
        dice = random.Random(f"{card_id}/{number}")
        painter.setPen(_NO_PEN)
        painter.setBrush(with_alpha(p.earth_ink, 0.22))
        for _ in range(7):
            speckle = QPointF(x + dice.uniform(4, max(4.1, w - 4)), y + dice.uniform(4, max(4.1, height - 4)))
            painter.drawEllipse(speckle, 0.9, 0.9)
        y += height
    painter.restore()
    rounded(painter, area, radius, None, p.earth_line, p.stroke)


def claim_reward(painter: QPainter, look: Look, rect: AnyRect, points: int, steps: int) -> None:
    """What a claim gives when its last brine is taken: a sun and one stair per plan step, on earth.

    Below 44 units of height both stand in one row (``layout.well_claim_parts`` makes room for it).
    """
    p = look.palette
    area = qrect(rect)
    c = area.center()
    if points and steps and area.height() < layout.LOW_CLAIM:
        stairs: list[Token] = [IconToken("dev-step", 14, p.earth_ink)] * steps
        draw_row(painter, look, area, [*stairs, SunToken(points, min(22.0, area.height() - 4))], "right", 1.5)
        return
    if points:
        vp_sun(painter, look, (c.x(), c.y() - (9 if steps else 0)), min(25.0, area.height() - 2), points)
    if steps:
        side = min(16.0, (area.width() - (steps - 1)) / steps)
        x = c.x() - (steps * side + steps - 1) / 2
        top = c.y() + (5 if points else -side / 2)
        for i in range(steps):
            icon(painter, look, "dev-step", QRectF(x + i * (side + 1), top, side, side), p.earth_ink)


# ------------------------------------------------------------------------------------------------ cells and badges
def damage_cell(
    painter: QPainter,
    look: Look,
    rect: AnyRect,
    points: int,
    *,
    blocked: bool = False,
    current: bool = False,
    preview: bool = False,
) -> None:
    """A cell of a damage track with the points it costs; ``blocked`` stops the action, the ``current`` one is
    inverted, ``preview`` is where the marker would be."""
    p = look.palette
    area = qrect(rect)
    text = number_text(points)
    if current:
        rounded(painter, area.adjusted(-1.2, -2.5, 1.2, 2.5), 5, p.ink)
        draw_text(painter, look, area, text, "track_strong", p.panel, "centre", elide=False)
    else:
        ground, line = (p.danger_tint, p.danger) if blocked else (p.cell, p.line2)
        rounded(painter, area, 4, ground, line, 0.9 * p.stroke)
        colour = p.danger if blocked else p.ink3 if points == 0 else p.ink2
        draw_text(painter, look, area, text, "track", colour, "centre", elide=False)
    if preview:
        ring(painter, look, area, 4, "preview")


def lock_badge(painter: QPainter, look: Look, centre: AnyPoint, diameter: float = 17.0) -> None:
    """A lock in a disc: this is not possible now."""
    p = look.palette
    c = qpoint(centre)
    circle(painter, c, diameter, p.panel, p.line2, p.stroke)
    icon(painter, look, "lock", _centred(c - QPointF(0, diameter * 0.02), diameter * 0.6), p.ink2)


def tick_badge(painter: QPainter, look: Look, centre: AnyPoint, diameter: float = 20.0) -> None:
    """A tick in a disc at the corner of a chosen card."""
    p = look.palette
    c = qpoint(centre)
    circle(painter, c, diameter + 2, p.brine, p.panel, 2)
    icon(painter, look, "confirm", _centred(c, diameter * 0.6), p.product_ink)


def corporation_badge(painter: QPainter, look: Look, corporation: int | str, rect: AnyRect) -> None:
    """A corporation's symbol on its colour; ``rect`` should be square (24 in the head of a row)."""
    style = look.palette.corporation(corporation)
    area = qrect(rect)
    side = min(area.width(), area.height())
    rounded(painter, area, side * 0.25, style.colour)
    icon(painter, look, style.icon, _centred(area.center(), side * 0.75), style.ink)


def _pill_height(look: Look, role: Role, height: float) -> float:
    return max(height, look.metrics(role).capHeight() + 5)


def pill_width(look: Look, text: str, role: Role = "modifier", padding: float = 6.0, height: float = 18.0) -> float:
    """Width of a pill with this text (units); never narrower than a circle."""
    return max(_pill_height(look, role, height), text_width(look, text, role) + 2 * padding)


def pill(
    painter: QPainter,
    look: Look,
    anchor: AnyPoint,
    text: str,
    colour: QColor | None = None,
    align: Align = "centre",
    *,
    height: float = 18.0,
    role: Role = "modifier",
    padding: float = 6.0,
    filled: bool = False,
) -> QRectF:
    """A short word or number in a rounded pill, vertically centred on ``anchor``; returns its rectangle.

    ``align`` says which point of the pill the anchor is. Outlined in ``colour`` (default ``line2``); ``filled`` is
    paper on ``colour`` (default ``ink``), for counts of equal cards. The height grows with large text.
    """
    p = look.palette
    c = qpoint(anchor)
    high = _pill_height(look, role, height)
    width = pill_width(look, text, role, padding, height)
    x = c.x() - {"left": 0.0, "centre": width / 2, "right": width}[align]
    area = QRectF(x, c.y() - high / 2, width, high)
    if filled:
        rounded(painter, area, high / 2, p.ink if colour is None else colour)
    else:
        rounded(painter, area, high / 2, p.panel, p.line2 if colour is None else colour, 1.4 * p.stroke)
    draw_text(painter, look, area, text, role, p.panel if filled else p.ink, "centre", elide=False)
    return area


def count_badge(
    painter: QPainter, look: Look, anchor: AnyPoint, count: int, align: Align = "right", *, times: bool = True
) -> QRectF:
    """A dark pill with "x 3" (or the bare number) for equal cards or several engineers; returns its rectangle."""
    text = times_text(count) if times else number_text(count)
    return pill(painter, look, anchor, text, None, align, height=15, filled=True)


def cost_badge(painter: QPainter, look: Look, anchor: AnyPoint, cost: int, align: Align = "right") -> QRectF:
    """What a space costs to use, as a small pill; returns its rectangle."""
    return pill(painter, look, anchor, money_text(cost), None, align, height=17, role="card_name", padding=5)


def key_badge(painter: QPainter, look: Look, centre: AnyPoint, letter: str) -> QRectF:
    """The letter of a shortcut (shown while Alt is held) as a pill of 15; returns its rectangle."""
    return pill(
        painter, look, centre, letter, look.palette.focus, height=15, role="small_strong", padding=4, filled=True
    )


# ------------------------------------------------------------------------------------------------ chips
CHIP_GAP: Final = 4.0
DELTA_CHIP_HEIGHT: Final = 30.0
CHOICE_CHIP_HEIGHT: Final = 34.0


def delta_chip_width(look: Look, tokens: Sequence[Token]) -> float:
    """Width of a delta chip with these tokens (units)."""
    return row_width(look, tokens, CHIP_GAP) + 18


def delta_chip(painter: QPainter, look: Look, rect: AnyRect, tokens: Sequence[Token], *, loss: bool = False) -> RowFit:
    """One consequence of a choice, read only; ``loss`` marks what costs."""
    p = look.palette
    area = qrect(rect)
    if loss:
        rounded(painter, area, 8, p.danger_tint, p.danger, p.stroke)
    else:
        rounded(painter, area, 8, p.panel2, p.line, p.stroke)
    return draw_row(painter, look, area.adjusted(5, 0, -5, 0), tokens, "centre", CHIP_GAP)


def choice_chip_width(look: Look, tokens: Sequence[Token]) -> float:
    """Width of a choice chip with these tokens (units)."""
    return row_width(look, tokens, CHIP_GAP) + 20


def choice_chip(
    painter: QPainter, look: Look, rect: AnyRect, tokens: Sequence[Token], *, chosen: bool = False, enabled: bool = True
) -> RowFit:
    """One of several choices in the bar."""
    p = look.palette
    area = qrect(rect)
    if chosen:
        rounded(painter, area, 8, p.brine_tint, p.brine, 2 * p.stroke)
    else:
        rounded(painter, area, 8, p.cell if enabled else p.panel2, p.line2 if enabled else p.line, 1.2 * p.stroke)
    return draw_row(painter, look, area.adjusted(6, 0, -6, 0), tokens, "centre", CHIP_GAP)


# ------------------------------------------------------------------------------------------------ captions
def caption_line(painter: QPainter, look: Look, rect: AnyRect, text: str) -> bool:
    """A group's caption in capitals, followed by a thin line to the right edge; True if it was cut."""
    p = look.palette
    area = qrect(rect)
    shown = text.upper()
    width = text_width(look, shown, "caption")
    cut = draw_text(painter, look, area, shown, "caption", p.ink3)
    if width + 16 < area.width():
        y = area.center().y()
        rule(painter, look, (area.x() + width + 8, y), (area.right(), y))
    return cut


def row_label(painter: QPainter, look: Look, rect: AnyRect, icon_name: str, text: str) -> bool:
    """An icon of 18 above a short word, for rows such as HR or Plan; with large text the icon stands alone."""
    p = look.palette
    area = qrect(rect)
    c = area.center()
    if look.large or not text:
        icon(painter, look, icon_name, _centred(c, 20), p.ink2)
        return False
    icon(painter, look, icon_name, QRectF(c.x() - 9, c.y() - 18, 18, 18), p.ink2)
    return draw_text(painter, look, QRectF(area.x(), c.y() + 1, area.width(), 15), text, "label", p.ink2, "centre")


# ------------------------------------------------------------------------------------------------ the desert
def desert(painter: QPainter, look: Look, rect: AnyRect, horizon: float) -> None:
    """The ground of the window: sky, two ridges standing on y ``horizon``, then earth with thin strata.

    Slow enough to be cached as one picture per size and theme.
    """
    p = look.palette
    area = qrect(rect)
    x0, w, h = area.x(), area.width(), area.height()
    sky = QLinearGradient(area.topLeft(), area.bottomLeft())
    step = min(0.98, max(0.02, (horizon - area.y()) / max(1.0, h)))
    sky.setColorAt(0, p.bg0)
    sky.setColorAt(max(0.0, step - 0.01), p.bg1)
    sky.setColorAt(min(1.0, step + 0.01), p.bg2)
    sky.setColorAt(1, mix(p.bg2, p.earth[1], 0.5))
    painter.save()
    painter.setClipRect(area, Qt.ClipOperation.IntersectClip)
    painter.fillRect(area, sky)
    painter.setPen(_NO_PEN)
    for base, lift, seed, colour in ((150.0, 120.0, 4, p.mtn1), (70.0, 80.0, 9, p.mtn2)):
        dice = random.Random(seed)
        ridge = QPainterPath(QPointF(x0, horizon))
        ridge.lineTo(QPointF(x0, horizon - base))
        x = 0.0
        while x < w:
            x += dice.uniform(60, 150)
            ridge.lineTo(QPointF(x0 + min(x, w), horizon - base - dice.uniform(0, lift)))
        ridge.lineTo(QPointF(x0 + w, horizon))
        ridge.closeSubpath()
        painter.setBrush(colour)
        painter.drawPath(ridge)
    dice = random.Random(5)
    painter.setBrush(_NO_BRUSH)
    painter.setPen(_pen(with_alpha(p.earth_line, 0.28), 1.2))
    for i in range(7):
        y = horizon + i * (area.bottom() - horizon) / 6
        stratum = QPainterPath(QPointF(x0, y))
        for k in range(9):
            middle = QPointF(x0 + w * (k + 0.5) / 9, y + dice.uniform(-14, 14))
            stratum.quadTo(middle, QPointF(x0 + w * (k + 1) / 9, y + dice.uniform(-4, 4)))
        painter.drawPath(stratum)
    painter.restore()
