"""The region of one company, drawn large: action spaces, Human Resources, plan, damage, contracts, research, warehouse.

It shows the company of `Scene.focus_seat`. When that is not the seat that looks, the keys of its pieces begin with
"look:", so that nothing on it can be meant by a click or a drop, and it is framed in the colour of its seat.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace
from typing import NamedTuple

from PySide6.QtCore import QObject, QPointF, QRectF
from PySide6.QtGui import QPainter

from saltonsea_desktop.games.saltonsea import choices as ch
from saltonsea_desktop.games.saltonsea.components.tables import (
    CONTRACT,
    DRILL,
    EXTRACT,
    FINANCING,
    LICENCE,
    MOD_EXECUTE_BRINE,
    PROCESS,
    PRODUCTS,
    REPAIR,
    SELL,
    UNLOCK_ENGINEER,
    UNLOCK_NONE,
    UNLOCK_WAREHOUSE,
    VALUES,
    Tables,
)
from saltonsea_desktop.games.saltonsea.view import CompanyView
from saltonsea_desktop.ui import paint
from saltonsea_desktop.ui.board import cards
from saltonsea_desktop.ui.board.board import Board, Scene, space_groups
from saltonsea_desktop.ui.board.piece import Z_CARD, Z_MARKER, Z_PANEL, Z_SPACE, Brush, Draw, Mood, Piece
from saltonsea_desktop.ui.layout import LANE_PRODUCTS, CompanyPlace, Rect, tile_rects
from saltonsea_desktop.ui.paint import IconToken, TextToken
from saltonsea_desktop.ui.targets import Key
from saltonsea_desktop.ui.theme import mix, with_alpha

NAME_PLATE = 22.0
UNLOCK_ICONS = ("", "warehouse", "engineer", "star")  # by UNLOCK_*


class CompanyWords(QObject):
    """The words that stand on a company board."""

    def group(self, kind: int) -> str:
        """The caption of the group of action spaces that a kind of action belongs to."""
        if kind in (LICENCE, DRILL, EXTRACT, PROCESS, REPAIR):
            return self.tr("Industrial", "group of action spaces")
        if kind in (SELL, CONTRACT):
            return self.tr("Commercial", "group of action spaces")
        return self.tr("Management", "group of action spaces")

    def human_resources(self) -> str:
        return self.tr("HR", "Human Resources, very short")

    def plan(self) -> str:
        return self.tr("Plan", "development track, very short")

    def machine(self, machine: int) -> str:
        return self.tr("Plant", "damage track") if machine else self.tr("Drill", "damage track")

    def no_tiles(self) -> str:
        return self.tr("no tiles", "profit-sharing tiles")

    def looking(self, name: str) -> str:
        return self.tr("Looking at {name}").format(name=name)

    def strong(self, name: str, strength: int) -> str:
        """A space that does its action several times."""
        return self.tr("{action} {n}").format(action=name, n=paint.number_text(strength))

    def step(self, number: int) -> str:
        return self.tr("step {n}", "of the plan").format(n=paint.number_text(number))

    def contract(self) -> str:
        return self.tr("contract", "an empty place")

    def slot(self, factor: int) -> str:
        return self.tr("slot {factor}", "an empty research slot").format(factor=paint.times_text(factor))

    def ready(self) -> str:
        return self.tr("ready", "a contract that can be executed")


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
    """`card`: value of the money card the space gives; `seat`: whose engineers stand on it; `useless`: the automa's."""

    icon: str
    name: str
    cost: int
    card: int
    seat: int
    engineers: int
    blocked: bool
    lock: bool
    useless: bool


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


class ContractFace(NamedTuple):
    """`seat`: whose engineer stands on it, -1 for none."""

    card: cards.ContractData
    seat: int


class ResearchFace(NamedTuple):
    """`seat`: whose engineer stands on it, -1 for none."""

    card: cards.ResearchData
    seat: int


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
    area, off = brush.rect, brush.mood == "off" or face.useless
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
    paint.draw_text(painter, look, plate.adjusted(2, -1, -2, 0), face.name, "name", p.ink3 if off else p.ink, "centre")
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
        stand = QPointF(area.width() * 0.7, stage.center().y() + 7)
        paint.engineer(painter, look, face.seat, stand, 27)
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
    paint.pill(painter, brush.look, anchor, face.text, colour, "right", height=16, role="small_strong", padding=6)


def draw_contract(painter: QPainter, brush: Brush, face: ContractFace) -> None:
    look, area = brush.look, brush.rect
    executed = face.seat >= 0
    cards.draw_contract_card(painter, look, area, face.card, faded=executed)
    if executed:
        paint.engineer(painter, look, face.seat, area.center(), min(36.0, area.height() - 8))
    elif brush.mood == "off":
        paint.veil(painter, look, area)


def draw_research(painter: QPainter, brush: Brush, face: ResearchFace) -> None:
    look, area = brush.look, brush.rect
    used = face.seat >= 0
    cards.draw_research_card(painter, look, area, face.card, own=True, faded=used)
    if used:
        paint.engineer(painter, look, face.seat, area.center(), min(36.0, area.height() - 8))
    elif brush.mood == "off":
        paint.veil(painter, look, area)


def draw_tile(painter: QPainter, brush: Brush, tile: cards.TileData) -> None:
    words = tile.effect
    line = (*words.short, *(bit for rest in words.rest for bit in rest.short))
    tokens = (IconToken(tile.icon, 13), *cards.tokens(brush.look, line, "small_strong"))
    if paint.fit_row(brush.look, brush.rect.width() - 4, tokens, 1.5).cut:
        tile = replace(tile, effect=cards.EffectWords())  # a chip too narrow for words shows the icon alone
    cards.draw_profit_tile(painter, brush.look, brush.rect, tile)
    if brush.mood == "off":
        paint.veil(painter, brush.look, brush.rect, 5 if brush.rect.height() < 26 else 7)


def draw_used_tiles(painter: QPainter, brush: Brush, count: int) -> None:
    cards.draw_used_tiles(painter, brush.look, brush.rect, count)


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
        self._words = CompanyWords()

    def arrange(self, scene: Scene) -> None:
        arranger = _Arranger(self.board, scene, self._words)
        arranger.ground()
        arranger.spaces()
        arranger.engineers()
        arranger.plan()
        arranger.damage()
        arranger.contracts()
        arranger.research()
        arranger.warehouse()
        arranger.tiles()


class _Arranger:
    """One arrangement: what the parts of the region have in common."""

    def __init__(self, board: Board, scene: Scene, words: CompanyWords) -> None:
        self.board, self.scene, self.words = board, scene, words
        self.tables = scene.view.tables
        self.company = scene.view.companies[scene.focus_seat]
        self.place: CompanyPlace = scene.layout.company
        self.own = scene.focus_seat == scene.view.seat
        self.seat = scene.colours[scene.focus_seat]
        self.choice = scene.view.choice
        self.automa = scene.view.solo and scene.focus_seat == 1

    def piece(
        self,
        key: Key,
        draw: Draw,
        rect: Rect,
        data: Hashable,
        z: float,
        mood: Mood = "idle",
        *,
        radius: float = 6.0,
        clickable: bool = True,
    ) -> Piece:
        name = key if self.own else f"look:{key}"
        shown = mood if self.own else "idle"
        return self.board.piece(
            name, draw, rect, data, z=z, radius=radius, clickable=clickable and self.own, mood=shown
        )

    def placing(self, key: Key) -> Mood:
        """The mood of a place for engineers: faded while one is to be placed and it may not stand there."""
        if key in self.scene.legal:
            return "legal"
        return "off" if self.scene.asked and isinstance(self.choice, ch.TurnChoice) else "idle"

    # ------------------------------------------------------------ ground, spaces, engineers

    def ground(self) -> None:
        place, scene = self.place, self.scene
        frame = place.frame
        company = self.company
        tiles = len(company.tiles) + len(company.used_tiles)
        groups = space_groups(t := self.tables)
        kinds = [t.effects[t.spaces[group[0]].effect].kind for group in groups]
        captions = tuple(
            (rect.moved(-frame.x, -frame.y), self.words.group(kind))
            for rect, kind in zip(place.captions, kinds, strict=True)
        )
        face = GroundFace(
            seat=self.seat,
            band=place.band.moved(-frame.x, -frame.y),
            captions=captions,
            hr=place.hr.moved(-frame.x, -frame.y),
            hr_label=place.hr_label.moved(-frame.x, -frame.y),
            hr_text=self.words.human_resources(),
            places=() if self.automa else relative(place.engineers, frame),
            waiting=company.hr,
            tiles=place.tiles.moved(-frame.x, -frame.y),
            no_tiles="" if tiles else self.words.no_tiles(),
            looking="" if self.own else self.words.looking(scene.names[scene.focus_seat]),
        )
        self.piece("board", draw_ground, frame, face, Z_PANEL, radius=10, clickable=False)

    def spaces(self) -> None:
        t, scene, company = self.tables, self.scene, self.company
        order = [space for group in space_groups(t) for space in group]
        turn = isinstance(self.choice, ch.TurnChoice)
        for space, rect in zip(order, self.place.spaces, strict=True):
            record = t.spaces[space]
            effect = t.effects[record.effect]
            key = f"space:{space}"
            blocked = bool(company.spaces >> space & 1)
            mood: Mood = "idle"
            if key in scene.legal:
                mood = "legal"
            elif scene.asked and not blocked:
                mood = "off"
            name = cards.words().action(effect.kind)
            face = SpaceFace(
                icon=cards.action_icon(effect.kind),
                name=self.words.strong(name, effect.strength) if effect.strength > 1 else name,
                cost=effect.cost,
                card=VALUES[0] if effect.kind == FINANCING else 0,
                seat=self.seat,
                engineers=company.financed if record.unlimited else int(blocked),
                blocked=blocked,
                lock=turn and self.own,
                useless=self.automa,
            )
            self.piece(key, draw_space, rect, face, Z_SPACE, mood, radius=8)

    def engineers(self) -> None:
        places = self.place.engineers[: self.company.hr]
        for number, rect in enumerate(places):
            front = number == len(places) - 1
            key = "engineer" if front else f"engineer:{number}"
            self.piece(key, draw_engineer, rect, self.seat, Z_MARKER, radius=rect.w / 2, clickable=front)

    # ------------------------------------------------------------ plan and damage

    def plan(self) -> None:
        place = self.place
        face = PlanFace(
            seat=self.seat,
            label=place.plan_label.moved(-place.plan.x, -place.plan.y),
            text=self.words.plan(),
            nodes=relative(place.plan_nodes, place.plan),
            unlocks=self.tables.development,
            position=self.company.development,
            automa=self.automa,
        )
        self.piece("develop", draw_plan, place.plan, face, Z_SPACE, radius=8)

    def damage(self) -> None:
        t, place, company = self.tables, self.place, self.company
        running = self.choice if isinstance(self.choice, ch.RepairChoice) and self.choice.seat == company.seat else None
        for machine, (label, cells, points, blocked, current, less) in enumerate(
            (
                (
                    place.drill_label,
                    place.drill_cells,
                    t.drill_vp,
                    t.drill_frozen,
                    company.drill_damage,
                    running.drill if running else 0,
                ),
                (
                    place.plant_label,
                    place.plant_cells,
                    t.plant_vp,
                    t.plant_stopped,
                    company.plant_damage,
                    running.plant if running else 0,
                ),
            )
        ):
            rect = union((label, *cells))
            face = DamageFace(
                icon="plant" if machine else "act-drill",
                label=label.moved(-rect.x, -rect.y),
                text=self.words.machine(machine),
                cells=relative(cells, rect),
                points=points,
                blocked=blocked,
                current=current,
                ghost=current - less if less else -1,
            )
            key = f"damage:{machine}"
            mood: Mood = "legal" if key in self.scene.legal else "idle"
            self.piece(key, draw_damage, rect, face, Z_SPACE, mood, radius=8)

    # ------------------------------------------------------------ contracts and research

    def contracts(self) -> None:
        company = self.company
        free = "contract-slot"  # the first free place is where the next contract goes
        for number, rect in enumerate(self.place.contracts):
            card = company.contracts[number] if number < len(company.contracts) else -1
            if card < 0:
                place = PlaceFace("contract", self.words.contract(), True)
                self.piece(free, draw_place, rect, place, Z_SPACE)
                free = f"contract-place:{number}"
                continue
            executed = bool(company.executed >> number & 1)
            key = f"own-contract:{card}"
            mood = "idle" if executed else self.placing(key)
            face = ContractFace(cards.contract_data(self.tables, card), self.seat if executed else -1)
            self.piece(key, draw_contract, rect, face, Z_CARD, mood)
            if not executed and contract_ready(self.tables, company, card):
                pill = Rect(rect.right - 54, rect.y - 6, 50, 16)
                self.piece(
                    f"ready:{number}", draw_pill, pill, PillFace(self.words.ready(), "brine"), Z_MARKER, clickable=False
                )

    def research(self) -> None:
        t, company = self.tables, self.company
        free = "research-slot"  # the first free slot is where the next card goes
        for number, rect in enumerate(self.place.warehouse.slots):
            factor = t.slot_multiplier[number]
            if number >= len(company.research):
                is_open = number < company.slots
                text = self.words.slot(factor) if is_open else paint.times_text(factor)
                place = PlaceFace("research" if is_open else "lock", text, is_open)
                key = free if is_open else f"research-place:{number}"
                self.piece(key, draw_place, rect, place, Z_SPACE)
                if is_open:
                    free = f"research-place:{number + 1}"
                continue
            card = company.research[number]
            data = cards.research_data(t, card)
            used = card in company.used_research
            key = f"own-research:{card}"
            mood = "idle" if used or data.permanent else self.placing(key)
            self.piece(key, draw_research, rect, ResearchFace(data, self.seat if used else -1), Z_CARD, mood)
            if data.permanent:
                pill = Rect(rect.right - 42, rect.bottom - 9, 40, 16)
                words = PillFace(paint.times_text(factor), "vp_line")
                self.piece(f"factor:{number}", draw_pill, pill, words, Z_MARKER, clickable=False)

    # ------------------------------------------------------------ warehouse and tiles

    def warehouse(self) -> None:
        t, company, place = self.tables, self.company, self.place.warehouse
        steps = [i for i, unlock in enumerate(t.development) if unlock == UNLOCK_WAREHOUSE]
        frame = union(place.blocks)
        texts = tuple(self.words.step(steps[i]) if i < len(steps) else "" for i in range(len(place.blocks) - 1))
        ground = WarehouseFace(relative(place.blocks, frame), company.warehouses, texts)
        self.piece("ground:warehouse", draw_warehouse, frame, ground, Z_PANEL + 1, clickable=False)
        after = running_goods(self.choice, company)
        for name, lane, cells in zip(LANE_PRODUCTS, place.lanes, place.cells, strict=True):
            product = PRODUCTS.index(name)
            now = company.goods[product]
            face = LaneFace(
                product=name,
                cells=relative(cells[: company.capacity + 1], lane),
                value=now,
                ghost=after[product] if after[product] != now else -1,
            )
            key = f"product:{product}"
            mood: Mood = "legal" if key in self.scene.legal else "idle"
            self.piece(key, draw_lane, lane, face, Z_SPACE, mood, radius=7)

    def tiles(self) -> None:
        company = self.company
        used = len(company.used_tiles)
        places = tile_rects(self.place.tiles, len(company.tiles) + (1 if used else 0))
        asks = self.scene.asked and isinstance(self.choice, (ch.TurnChoice, ch.EndTurnChoice))
        for tile, rect in zip(company.tiles, places, strict=False):
            key = f"tile:{tile}"
            mood: Mood = "legal" if key in self.scene.legal else "off" if asks else "idle"
            self.piece(key, draw_tile, rect, cards.tile_data(self.tables, tile), Z_CARD, mood, radius=7)
        if used:
            self.piece("used-tiles", draw_used_tiles, places[-1], used, Z_CARD)
