"""The well of the company that is looked at: sky and derrick, then its claims in the earth with shaft and drill token.

Keys: `well` (the whole column: layers, brine, and the place of the next claim), `drill` (the token, which is dragged
downwards); `ground:well` is the scenery.
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QLinearGradient, QPainter, QPainterPath, QPen, QRadialGradient

from saltonsea_desktop.games.saltonsea.choices import ClaimChoice, DrillChoice, ExtractChoice
from saltonsea_desktop.games.saltonsea.view import CompanyView
from saltonsea_desktop.ui import layout, paint
from saltonsea_desktop.ui.board import cards
from saltonsea_desktop.ui.board.board import Board, Scene
from saltonsea_desktop.ui.board.piece import Z_MARKER, Z_PANEL, Z_SPACE, Brush
from saltonsea_desktop.ui.layout import Rect, WellClaim, WellStack
from saltonsea_desktop.ui.layout import Well as WellPlace
from saltonsea_desktop.ui.paint import IconToken, TextToken, Token
from saltonsea_desktop.ui.theme import mix, with_alpha

TOKEN = 28.0
"""Diameter of the drill token."""


class WellWords(QObject):
    """The words in the well."""

    def own(self) -> str:
        return self.tr("Your well")

    def of(self, name: str) -> str:
        return self.tr("{name}: well").format(name=name)

    def exhausted(self, n: int) -> str:
        return self.tr("1 exhausted") if n == 1 else self.tr("%n exhausted", "claims", n)

    def next_place(self) -> str:
        return self.tr("next licence goes here")

    def next_place_short(self) -> str:
        return self.tr("next licence")

    def reach(self, n: int, deeper: int) -> str:
        return self.tr("{n} in reach, {deeper} deeper").format(n=paint.number_text(n), deeper=paint.number_text(deeper))

    def reach_short(self, n: int, deeper: int) -> str:
        return self.tr("{n} here, {deeper} deeper").format(n=paint.number_text(n), deeper=paint.number_text(deeper))

    def frozen(self) -> str:
        return self.tr("drill frozen")


@lru_cache(maxsize=1)
def words() -> WellWords:
    return WellWords()


# ------------------------------------------------------------------------------------------------ data
class ClaimInWell(NamedTuple):
    """A claim of the well; the first `taken` brine of it are extracted."""

    card: cards.ClaimData
    taken: int

    @property
    def exhausted(self) -> bool:
        """EXT-3: its last brine is taken."""
        brine = sum(layer[1] for layer in self.card.layers)
        return brine > 0 and self.taken >= brine


def claims_in_well(scene: Scene, company: CompanyView) -> tuple[ClaimInWell, ...]:
    """The claims from the top; extracted brine are always the topmost ones (EXT-1)."""
    left = company.extracted
    result: list[ClaimInWell] = []
    for index in company.well:
        card = cards.claim_data(scene.view.tables, index)
        taken = min(left, sum(layer[1] for layer in card.layers))
        left -= taken
        result.append(ClaimInWell(card, taken))
    return tuple(result)


class SceneryData(NamedTuple):
    title: str
    frozen: bool
    place: WellPlace


class WellData(NamedTuple):
    """`layer`: drilled layers; `reach` and `deeper`: brine left at or above the drill, and below it; `next_layer`,
    `next_brine` and `next_claim`: show where the running choice would act."""

    claims: tuple[ClaimInWell, ...]
    layer: int
    reach: int
    deeper: int
    colour: int
    next_layer: bool
    next_brine: bool
    next_claim: bool
    place: WellPlace
    stack: WellStack


class DrillData(NamedTuple):
    colour: int
    frozen: bool


# ------------------------------------------------------------------------------------------------ drawing
def _local(brush: Brush, rect: Rect, frame: Rect) -> Rect:
    return rect.moved(brush.rect.x() - frame.x, brush.rect.y() - frame.y)


def draw_scenery(painter: QPainter, brush: Brush, data: SceneryData) -> None:
    """Sky with ridge, derrick and plant; below the ground line the earth, warm at the bottom."""
    look, p, area = brush.look, brush.look.palette, brush.rect
    place, frame = data.place, data.place.frame
    x, y, w, h = area.x(), area.y(), area.width(), area.height()
    ground = y + place.ground - frame.y
    paint.panel(painter, look, area, 10, p.panel2)
    outline = QPainterPath()
    outline.addRoundedRect(area.adjusted(1, 1, -1, -1), 9, 9)
    painter.save()
    painter.setClipPath(outline, Qt.ClipOperation.IntersectClip)
    earth = QLinearGradient(0, ground, 0, area.bottom())
    earth.setColorAt(0, p.earth_at(1))
    earth.setColorAt(0.5, p.earth_at(3))
    earth.setColorAt(1, p.earth_at(5))
    painter.fillRect(QRectF(x, ground, w, area.bottom() - ground), earth)
    if p.dark:
        paint.circle(painter, (x + w - 34, y + 30), 22, mix(p.ink, p.panel2, 0.55))
    else:
        paint.circle(painter, (x + w - 34, y + 34), 30, p.sky_sun)
    ridge = QPainterPath(QPointF(x, ground))
    for share, lift in ((0.0, 16), (0.193, 30), (0.341, 18), (0.523, 26), (0.739, 12), (1.0, 22)):
        ridge.lineTo(QPointF(x + share * w, ground - lift))
    ridge.lineTo(QPointF(x + w, ground))
    ridge.closeSubpath()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(p.mtn2)
    painter.drawPath(ridge)
    paint.icon(painter, look, "plant", _local(brush, place.plant, frame), mix(p.ink2, p.panel2, 0.25))
    paint.icon(painter, look, "drill", _local(brush, place.derrick, frame), p.ink)
    painter.fillRect(QRectF(x, ground - 2, w, 4), p.panel)
    painter.setPen(QPen(p.earth_line, 1))
    painter.drawLine(QPointF(x, ground + 2), QPointF(x + w, ground + 2))
    dice = random.Random(8)  # the same strata at every paint
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(with_alpha(p.earth_ink, 0.16), 1.1))
    level = ground + 70
    while level < area.bottom():
        stratum = QPainterPath(QPointF(x, level))
        for k in range(3):
            middle = QPointF(x + w * (k + 0.5) / 3, level + dice.uniform(-9, 9))
            stratum.quadTo(middle, QPointF(x + w * (k + 1) / 3, level + dice.uniform(-3, 3)))
        painter.drawPath(stratum)
        level += dice.uniform(38, 62)
    glow = QRadialGradient(QPointF(x + w * 0.6, area.bottom() + 30), 150)
    glow.setColorAt(0, with_alpha(p.geo, 0.55))
    glow.setColorAt(1, with_alpha(p.geo, 0))
    painter.fillRect(QRectF(x, area.bottom() - 140, w, 140), glow)
    dice = random.Random(2)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(with_alpha(p.earth_ink, 0.18))
    for _ in range(round(70 * max(1.0, h / 512))):
        speckle = QPointF(x + dice.uniform(0, w), dice.uniform(ground + 6, area.bottom()))
        painter.drawEllipse(speckle, *(2 * (dice.uniform(0.7, 1.3),)))
    painter.restore()
    paint.rounded(painter, area, 10, None, p.line, p.stroke)
    title = QRectF(*_local(brush, place.title, frame)).adjusted(0, 0, w - 24 - place.title.w, 0)
    if data.frozen:
        pill = paint.pill_width(look, words().frozen(), "small_strong", height=17)
        title.setWidth(title.width() - pill - 4)
        anchor = (area.right() - 8, title.center().y())
        paint.pill(painter, look, anchor, words().frozen(), p.danger, "right", height=17, role="small_strong")
    paint.draw_text(painter, look, title, data.title, "heading", p.ink)


def token_y(place: WellPlace, stack: WellStack, layer: int) -> float:
    """y of the drill token after `layer` drilled layers (0: on the ground)."""
    if layer <= 0 or not stack.depths:
        return place.ground - 6
    return stack.depths[min(layer, len(stack.depths)) - 1]


def _draw_shaft(painter: QPainter, brush: Brush, data: WellData, dy: float) -> None:
    p = brush.look.palette
    x = data.place.shaft_x - data.place.frame.x + brush.rect.x()
    top = data.place.ground + dy - 2
    end = token_y(data.place, data.stack, data.layer) + dy
    if end <= top:
        return
    painter.fillRect(QRectF(x - 7, top, 14, end - top), p.shaft if p.dark else mix(p.earth_ink, p.shaft, 0.5))
    painter.fillRect(QRectF(x - 4, top, 8, end - top), p.rail)
    painter.setPen(QPen(with_alpha(p.earth_ink, 0.5), 1))
    for depth in data.stack.depths[: data.layer]:
        if abs(depth + dy - end) > 16:
            painter.drawLine(QPointF(x - 4, depth + dy), QPointF(x + 4, depth + dy))


def _next_brine(claim: ClaimInWell, bands: tuple[Rect, ...], marks: Rect) -> Rect | None:
    """The place of the topmost brine that is still there."""
    left = claim.taken
    for band, (rocks, brine) in zip(bands, claim.card.layers, strict=True):
        if left < brine:
            area = Rect(marks.x, band.y, marks.w, band.h)
            for place in layout.layer_marks(area, rocks, brine):
                if place.kind == "brine" and place.index == left:
                    return place.rect
        left = max(0, left - brine)
    return None


def draw_well(painter: QPainter, brush: Brush, data: WellData) -> None:
    """Claims from the top, shaft, the place of the next licence, and the summary of the brine at the foot."""
    look, p = brush.look, brush.look.palette
    place, frame, stack = data.place, data.place.frame, data.stack
    w = words()
    dy = brush.rect.y() - frame.y
    gone = sum(1 for rect in stack.claims if rect is None)
    if stack.folded is not None:
        bar = QRectF(*_local(brush, stack.folded, frame))
        paint.rounded(painter, bar, 5, mix(p.earth_at(2), p.panel2, 0.45), p.earth_line, p.stroke)
        row: list[Token] = [
            IconToken("confirm", 14, p.earth_ink),
            TextToken(w.exhausted(gone), "card_name", p.earth_ink),
        ]
        paint.draw_row(painter, look, bar.adjusted(38, 0, -4, 0), row, "centre", 5)
    marked = not data.next_brine
    for claim, rect in zip(data.claims, stack.claims, strict=True):
        if rect is None:
            continue
        card = _local(brush, rect, frame)
        cards.draw_well_claim(painter, look, card, claim.card, taken=claim.taken)
        if not marked:
            parts = layout.well_claim_parts(card, claim.card.vp, claim.card.develop)
            target = _next_brine(claim, layout.layer_rects(card, claim.card.layers), parts.marks)
            if target is not None:
                paint.ring(painter, look, target, target.w / 2, "preview", halo=True)
                marked = True
    _draw_shaft(painter, brush, data, dy)
    if data.next_layer and data.layer < len(stack.depths):
        x = place.shaft_x - frame.x + brush.rect.x()
        y = stack.depths[data.layer] + dy
        paint.circle(painter, (x, y), TOKEN - 2, with_alpha(p.panel, 0.6), p.brine, 2 * p.stroke, paint.DASH_PREVIEW)
        paint.icon(painter, look, "act-drill", QRectF(x - 9, y - 9, 18, 18), p.brine_deep)
    free = QRectF(*_local(brush, stack.next_place, frame))
    if free.height() >= 12:
        if data.next_claim:
            paint.rounded(painter, free, 5, with_alpha(p.brine_tint, 0.6))
            paint.ring(painter, look, free, 5, "preview", halo=True)
        else:
            paint.rounded(painter, free, 5, None, with_alpha(p.earth_ink, 0.55), 1.2 * p.stroke, paint.DASH_PLACE)
        text = w.next_place()
        if paint.text_width(look, text, "label") > free.width() - 8:
            text = w.next_place_short()
        ink = p.ink if data.next_claim else p.earth_ink
        paint.draw_text(painter, look, free.adjusted(4, 0, -4, 0), text, "label", ink, "centre")
    foot = QRectF(*_local(brush, place.foot, frame))
    paint.rounded(painter, foot, 6, with_alpha(p.panel, 0.94))
    room = foot.adjusted(6, 0, -6, 0)
    for text in (w.reach(data.reach, data.deeper), w.reach_short(data.reach, data.deeper)):
        summary: list[Token] = [IconToken("brine", 13), TextToken(text, "log_strong", p.ink2)]
        if paint.fit_row(look, room.width(), summary, 4).shrink >= 1.0:
            break
    paint.draw_row(painter, look, room, summary, "centre", 4)


def draw_drill(painter: QPainter, brush: Brush, data: DrillData) -> None:
    """The drill token: the seat's disc with the bit; a lock when the drill is frozen (DRL-4)."""
    look, p = brush.look, brush.look.palette
    style = p.seat(data.colour)
    centre = brush.rect.center()
    paint.circle(painter, centre, TOKEN, style.colour, p.token_line, 1.8)
    paint.icon(painter, look, "act-drill", QRectF(centre.x() - 9, centre.y() - 9, 18, 18), style.ink)
    if data.frozen:
        paint.lock_badge(painter, look, (brush.rect.right() - 3, brush.rect.top() + 4), 15)


# ------------------------------------------------------------------------------------------------ region
class Well:
    """The well of `scene.focus_seat`."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def arrange(self, scene: Scene) -> None:
        view, place, choice = scene.view, scene.layout.well, scene.view.choice
        company = view.companies[scene.focus_seat]
        claims = claims_in_well(scene, company)
        layers = [layer for claim in claims for layer in claim.card.layers]
        total = sum(brine for _, brine in layers)
        reach = sum(brine for _, brine in layers[: company.layer]) - company.extracted
        stack = layout.well_stack(place, [WellClaim(claim.card.layers, claim.exhausted) for claim in claims])
        own = scene.asked and choice is not None and choice.seat == company.seat
        frozen = view.tables.drill_frozen[company.drill_damage]
        colour = scene.colours[company.seat]
        title = words().own() if company.seat == view.seat else words().of(scene.names[company.seat])
        self.board.piece(
            "ground:well",
            draw_scenery,
            place.frame,
            SceneryData(title, frozen, place),
            z=Z_PANEL,
            radius=10,
            clickable=False,
            mood="idle",
        )
        data = WellData(
            claims=claims,
            layer=company.layer,
            reach=reach,
            deeper=total - company.extracted - reach,
            colour=colour,
            next_layer=own and isinstance(choice, DrillChoice) and "well" in scene.legal,
            next_brine=own and isinstance(choice, ExtractChoice) and "well" in scene.legal,
            next_claim=own and isinstance(choice, ClaimChoice),
            place=place,
            stack=stack,
        )
        self.board.piece("well", draw_well, place.frame, data, z=Z_SPACE, radius=10, mood="idle")
        at = Rect.around(place.shaft_x, token_y(place, stack, company.layer), TOKEN)
        self.board.piece("drill", draw_drill, at, DrillData(colour, frozen), z=Z_MARKER, radius=TOKEN / 2, mood="idle")
