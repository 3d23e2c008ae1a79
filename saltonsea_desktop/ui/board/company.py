"""The region of one company, drawn large: action spaces, Human Resources, plan, damage, contracts, research, warehouse.

It shows the company of `Scene.focus_seat`. When that is not the seat that looks, the keys of its pieces begin with
"look:", so that nothing on it can be meant by a click or a drop, and it is framed in the colour of its seat.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QPointF, QRectF
from PySide6.QtGui import QPainter

from saltonsea_desktop.games.saltonsea import choices as ch
from saltonsea_desktop.games.saltonsea.components.tables import (
    FINANCING,
    MOD_EXECUTE_BRINE,
    PRODUCTS,
    UNLOCK_ENGINEER,
    UNLOCK_NONE,
    UNLOCK_WAREHOUSE,
    VALUES,
    Tables,
)
from saltonsea_desktop.games.saltonsea.view import CompanyView
from saltonsea_desktop.ui import paint
from saltonsea_desktop.ui.board.board import Board, Scene, space_groups
from saltonsea_desktop.ui.board.piece import Z_CARD, Z_MARKER, Z_PANEL, Z_SPACE, Brush, Draw, Mood, Piece
from saltonsea_desktop.ui.layout import LANE_PRODUCTS, CompanyPlace, Rect, tile_rects
from saltonsea_desktop.ui.paint import IconToken, TextToken
from saltonsea_desktop.ui.targets import Key
from saltonsea_desktop.ui.texts.names import Names
from saltonsea_desktop.ui.theme import mix, with_alpha

NAME_PLATE = 22.0
UNLOCK_ICONS = ("", "warehouse", "engineer", "star")  # by UNLOCK_*


class WordCache:
    """The names of things for the tables and seats of a scene, made anew only when these change."""

    def __init__(self) -> None:
        self._tables: Tables | None = None
        self._names: Names | None = None

    def of(self, scene: Scene) -> Names:
        view = scene.view
        found = self._names
        if found is None or self._tables is not view.tables or found.seat_names != scene.names:
            found = Names(view.tables, scene.names, 1 if view.solo else -1)
            self._tables, self._names = view.tables, found
        return found


# ------------------------------------------------------------------------------------------------ what is drawn
class GroundFace(NamedTuple):
    """Rectangles are relative to the panel. `looking`: words that say whose company this is, "" for the own one."""

    seat: int
    band: Rect
    captions: tuple[tuple[Rect, str], ...]
    hr: Rect
    hr_label: Rect
    hr_text: str
    places: tuple[Rect, ...]
    waiting: int
    tiles: Rect
    no_tiles: str
    looking: str


class SpaceFace(NamedTuple):
    """`card`: value of the money card the space gives; `seat`: whose engineers stand on it."""

    icon: str
    name: str
    cost: int
    card: int
    seat: int
    engineers: int
    blocked: bool
    lock: bool


class PlanFace(NamedTuple):
    """`nodes` and `label` are relative to the piece; `unlocks` are UNLOCK_*."""

    seat: int
    label: Rect
    text: str
    nodes: tuple[Rect, ...]
    unlocks: tuple[int, ...]
    position: int
    automa: bool


class DamageFace(NamedTuple):
    """`ghost`: where the marker would be after the running repair, -1 for nowhere."""

    icon: str
    label: Rect
    text: str
    cells: tuple[Rect, ...]
    points: tuple[int, ...]
    blocked: tuple[bool, ...]
    current: int
    ghost: int


class WarehouseFace(NamedTuple):
    """`blocks`: the printed part, then one per tile; `opened`: number of open tiles; `steps`: what opens each tile."""

    blocks: tuple[Rect, ...]
    opened: int
    steps: tuple[str, ...]


class LaneFace(NamedTuple):
    """`cells`: one per number up to the capacity; `ghost`: the number after the running choice, -1 for none."""

    product: str
    cells: tuple[Rect, ...]
    value: int
    ghost: int


class PlaceFace(NamedTuple):
    """An empty place for a card; `open`: something may be put here."""

    icon: str
    text: str
    open: bool


class PillFace(NamedTuple):
    """A pill at the right edge of its piece; `colour` names one of the palette."""

    text: str
    colour: str


class CountFace(NamedTuple):
    icon: str
    count: int


# ------------------------------------------------------------------------------------------------ drawing
def draw_nothing(painter: QPainter, brush: Brush, data: object) -> None:
    """For drop targets that lie on something else."""


def draw_ground(painter: QPainter, brush: Brush, face: GroundFace) -> None:
    look, p = brush.look, brush.look.palette
    style = p.seat(face.seat)
    paint.panel(painter, look, brush.rect, 10)
    paint.band(painter, brush.rect, 10, style.colour, "left", face.band.w)
    if face.looking:
        paint.rounded(painter, brush.rect, 10, None, style.colour, 2.5 * p.stroke)
    paint.rounded(painter, face.hr, 8, style.tint)
    paint.row_label(painter, look, face.hr_label, "engineer", face.hr_text)
    for place in face.places[face.waiting :]:
        paint.engineer_place(painter, look, face.seat, (place.cx, place.cy), place.w * 0.87)
    paint.tray(painter, look, face.tiles)
    if face.no_tiles:
        tokens = (IconToken("profit-tile", 16, p.disabled), TextToken(face.no_tiles, "label", p.ink3))
        paint.draw_row(painter, look, face.tiles.inset(4, 0), tokens, "centre", 4)
    for rect, text in face.captions:
        paint.caption_line(painter, look, rect, text)
    if face.looking:
        last = face.captions[-1][0] if face.captions else face.band
        paint.pill(painter, look, (last.right, last.cy), face.looking, style.colour, "right", height=18)


def draw_space(painter: QPainter, brush: Brush, face: SpaceFace) -> None:
    look, p = brush.look, brush.look.palette
    area, off = brush.rect, brush.mood == "off"
    paint.striped(painter, look, area, 8, line=p.line if off else p.line2, faded=off)
    stage = QRectF(0, 0, area.width(), area.height() - NAME_PLATE)
    size = min(36 + (area.height() - 76) * 0.35, area.width() - 14)
    opacity = paint.BLOCKED_OPACITY if face.blocked else paint.OFF_OPACITY if off else 1.0
    centre = QPointF(stage.center().x(), stage.center().y() + 1)
    shared = face.engineers and not face.blocked
    if shared:  # the engineers on a space without limit leave its icon to be seen
        size = min(30.0, area.width() / 2 - 6)
        centre.setX(area.width() * 0.3)
    box = QRectF(centre.x() - size / 2, centre.y() - size / 2, size, size)
    paint.icon(painter, look, face.icon, box, p.ink, opacity)
    plate = QRectF(1.5, area.height() - NAME_PLATE, area.width() - 3, NAME_PLATE - 1.5)
    paint.rounded(painter, plate, 6, with_alpha(p.panel, 0.92))
    paint.draw_text(
        painter, look, plate.adjusted(2, -1, -2, 0), face.name, "name", p.ink3 if off else p.ink, "centre"
    )
    if face.cost:
        paint.cost_badge(painter, look, (area.width() - 4, 12.5), face.cost)
    if face.card:
        corner = QRectF(area.width() - 19, 4, 15, 15)
        paint.icon(painter, look, f"money-{face.card}", corner, p.ink2, opacity)
    if off and face.lock:
        paint.lock_badge(painter, look, (13, 13))
    if face.blocked:
        paint.engineer(painter, look, face.seat, (centre.x(), centre.y()), min(36.0, size))
    elif shared:
        stand = QPointF(area.width() * 0.7, stage.center().y() + 4)
        paint.engineer(painter, look, face.seat, stand, 28)
        if face.engineers > 1:
            paint.count_badge(painter, look, (area.width() - 4, stage.bottom() - 6), face.engineers)


def draw_engineer(painter: QPainter, brush: Brush, seat: int) -> None:
    """`seat`: its colour. The disc fills the shorter side of the piece."""
    size = min(brush.rect.width(), brush.rect.height())
    paint.engineer(painter, brush.look, seat, brush.rect.center(), size)


def draw_plan(painter: QPainter, brush: Brush, face: PlanFace) -> None:
    look, p = brush.look, brush.look.palette
    style = p.seat(face.seat)
    paint.row_label(painter, look, face.label, "development", face.text)
    if not face.nodes:
        return
    first, last = face.nodes[0], face.nodes[-1]
    here = face.nodes[min(face.position, len(face.nodes) - 1)]
    track = QRectF(first.cx, first.cy - 3, last.cx - first.cx, 6)
    paint.rounded(painter, track, 3, p.line)
    paint.rounded(painter, QRectF(first.cx, first.cy - 3, here.cx - first.cx, 6), 3, mix(style.colour, p.panel, 0.45))
    for number, (node, unlock) in enumerate(zip(face.nodes, face.unlocks, strict=True)):
        reached = number <= face.position
        centre, size = QPointF(node.cx, node.cy), node.w if unlock != UNLOCK_NONE else node.w * 0.52
        ground = mix(style.colour, p.panel, 0.8) if reached and unlock != UNLOCK_NONE else p.cell
        paint.circle(painter, centre, size, ground, style.colour if reached else p.line2, 1.4 * p.stroke)
        if unlock == UNLOCK_ENGINEER and not reached and not face.automa:
            paint.engineer(painter, look, face.seat, centre, size * 0.8)
        elif unlock != UNLOCK_NONE:
            name = "gmi" if unlock == UNLOCK_ENGINEER and face.automa else UNLOCK_ICONS[unlock]
            box = QRectF(node.cx - size * 0.3, node.cy - size * 0.31, size * 0.6, size * 0.6)
            colour = None if name == "star" else p.ink if reached else p.ink2
            paint.icon(painter, look, name, box, colour)
        if number == min(face.position, len(face.nodes) - 1):
            paint.circle(painter, centre, size + 3, None, p.ink, 2 * p.stroke)
            down = brush.rect.height() / 2 - 5 if unlock != UNLOCK_NONE else 0.0
            paint.seat_token(painter, look, face.seat, (node.cx, node.cy + min(down, size / 2 + 3)), 18)


def draw_damage(painter: QPainter, brush: Brush, face: DamageFace) -> None:
    look = brush.look
    paint.row_label(painter, look, face.label, face.icon, face.text)
    # the inverted cell of the marker is larger than its neighbours: it comes last
    order = sorted(range(len(face.cells)), key=lambda i: i == face.current)
    for i in order:
        paint.damage_cell(
            painter,
            look,
            face.cells[i],
            face.points[i],
            blocked=face.blocked[i],
            current=i == face.current,
            preview=i == face.ghost,
        )


def draw_warehouse(painter: QPainter, brush: Brush, face: WarehouseFace) -> None:
    look, p = brush.look, brush.look.palette
    for number, block in enumerate(face.blocks):
        if number <= face.opened:
            paint.rounded(painter, block, 6, p.panel2, p.line)
            continue
        paint.rounded(painter, block, 6, None, p.line2, 1.1 * p.stroke, paint.DASH_PLACE)
        paint.icon(painter, look, "lock", QRectF(block.cx - 8, block.cy - 19, 16, 16), p.ink3)
        words = Rect(block.x + 3, block.cy, block.w - 6, 18)
        paint.draw_text(painter, look, words, face.steps[number - 1], "label", p.ink3, "centre")


def draw_lane(painter: QPainter, brush: Brush, face: LaneFace) -> None:
    look, p = brush.look, brush.look.palette
    style = p.product(face.product)
    here, h = face.cells[face.value], brush.rect.height()
    middle = h / 2
    tint = QRectF(face.cells[0].x + 4, 2.5, here.cx - face.cells[0].x - 4 + 12, h - 5)
    paint.rounded(painter, tint, 7, style.tint)
    for number, cell in enumerate(face.cells):
        if number not in (face.value, face.ghost):
            colour = p.ink2 if number < face.value else p.ink3
            box = QRectF(cell.cx - 14, middle - 10, 28, 20)
            paint.draw_text(painter, look, box, paint.number_text(number), "track", colour, "centre", elide=False)
    size = min(26.0, h - 1)
    if face.ghost >= 0:
        target = face.cells[min(face.ghost, len(face.cells) - 1)]
        paint.product_token(painter, look, face.product, (target.cx, middle), size - 2, face.ghost, ghost=True)
    paint.product_token(painter, look, face.product, (here.cx, middle), size, face.value)


def draw_place(painter: QPainter, brush: Brush, face: PlaceFace) -> None:
    p = brush.look.palette
    fill = p.panel2 if face.open else None
    paint.dashed_place(painter, brush.look, brush.rect, 6, face.text, face.icon, fill=fill, quiet=not face.open)


def draw_pill(painter: QPainter, brush: Brush, face: PillFace) -> None:
    colour = getattr(brush.look.palette, face.colour)
    anchor = (brush.rect.right(), brush.rect.center().y())
    paint.pill(
        painter, brush.look, anchor, face.text, colour, "right", height=16, role="small_strong", padding=6
    )


def draw_used(painter: QPainter, brush: Brush, face: CountFace) -> None:
    """The pile of used profit tiles."""
    look, p = brush.look, brush.look.palette
    low = brush.rect.height() < 24
    paint.rounded(painter, brush.rect, 5 if low else 7, p.panel2, p.line2, 1.1 * p.stroke)
    tokens = (
        IconToken(face.icon, 12 if low else 14, p.ink3),
        TextToken(paint.number_text(face.count), "label", p.ink3),
    )
    paint.draw_row(painter, look, brush.rect.adjusted(2, 0, -2, 0), tokens, "centre", 1.5)


# ------------------------------------------------------------------------------------------------ the region
def running_goods(choice: ch.Choice | None, company: CompanyView) -> tuple[int, int, int]:
    """Brine, geothermal, lithium as they would be if what is chosen so far were done."""
    brine, geothermal, lithium = company.goods
    if choice is None or choice.seat != company.seat:
        return company.goods
    if isinstance(choice, (ch.ProcessChoice, ch.OptimiseChoice)):
        more = choice.geothermal, choice.lithium
        return brine - sum(more), geothermal + more[0], lithium + more[1]
    if isinstance(choice, ch.SellUnitsChoice):
        return brine - choice.brine, geothermal - choice.geothermal, lithium - choice.lithium
    return company.goods


def contract_ready(tables: Tables, company: CompanyView, contract: int) -> bool:
    """EXE-1: all products of the contract are in the warehouse, permanent effects counted."""
    brine, geothermal, lithium = tables.contracts[contract].needs
    brine = max(0, brine - company.mods[MOD_EXECUTE_BRINE])
    needs = (brine, geothermal, lithium)
    return all(have >= need for have, need in zip(company.goods, needs, strict=True))


def relative(rects: Iterable[Rect], origin: Rect) -> tuple[Rect, ...]:
    """The rectangles seen from the top left corner of `origin`."""
    return tuple(rect.moved(-origin.x, -origin.y) for rect in rects)


def union(rects: Iterable[Rect]) -> Rect:
    """The smallest rectangle around all of them (at least one)."""
    found = list(rects)
    x, y = min(r.x for r in found), min(r.y for r in found)
    return Rect(x, y, max(r.right for r in found) - x, max(r.bottom for r in found) - y)


class CompanyRegion:
    """See the module. Pieces: board, space:I, engineer (the front one of the waiting), engineer:I (the others),
    develop, damage:M, own-contract:C, contract-slot, contract-place:I, own-research:C, research-slot,
    research-place:I, product:P, tile:T, used-tiles, and small marks that cannot be pointed at."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._words = WordCache()

    def arrange(self, scene: Scene) -> None:
        view = scene.view
        company = view.companies[scene.focus_seat]
        hand = _Hand(self.board, scene, company, self._words.of(scene))
        hand.ground()
        hand.spaces()
        hand.engineers()
        hand.plan()
        hand.damage()
        hand.contracts()
        hand.research()
        hand.warehouse()
        hand.tiles()
