"""The regions of the right column: standings, the other companies in brief, the automa's panel, the ground of the log.

The log itself is a list widget over that ground. All of it is public: nothing here depends on who looks, but that the
seat that looks has no panel of its own.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from PySide6.QtCore import QObject, QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPolygonF

from saltonsea_desktop.games.saltonsea.components.tables import BRINE, GEOTHERMAL, LITHIUM, PRODUCTS, Tables
from saltonsea_desktop.games.saltonsea.view import CompanyView
from saltonsea_desktop.ui import paint
from saltonsea_desktop.ui.board import cards
from saltonsea_desktop.ui.board.board import Board, Scene
from saltonsea_desktop.ui.board.piece import Z_CARD, Z_PANEL, Z_SPACE, Brush
from saltonsea_desktop.ui.fonts import Role
from saltonsea_desktop.ui.layout import GmiPlace, Rect, gmi_cards
from saltonsea_desktop.ui.paint import GapToken, IconToken, TextToken, Token
from saltonsea_desktop.ui.theme import Look

UNKNOWN, PASSED = -2, -1  # what a turned card of the automa did, when it is no place on the card
LINE = 19.0  # height of a line of reasons


class RightWords(QObject):
    """The words that stand in the right column."""

    def of_capacity(self, capacity: int) -> str:
        """After the amounts of three products: how much of each there is room for."""
        return self.tr("of {n}", "capacity of the warehouse").format(n=paint.number_text(capacity))

    def solo_opponent(self) -> str:
        return self.tr("solo opponent")

    def next(self) -> str:
        return self.tr("next", "the card the automa turns next")


# ------------------------------------------------------------------------------------------------ what is drawn
class StandingFace(NamedTuple):
    """`stock`: engineers in Human Resources, or cards the automa has still to turn."""

    seat: int
    name: str
    acting: bool
    looked_at: bool
    first: bool
    automa: bool
    stock: int
    hand: int
    vp: int


class WellStrip(NamedTuple):
    """A well from the surface down, exhausted claims on top as one cell: (depth of the ground, brine left) per cell,
    depth -1 for the exhausted ones; `drilled`: number of cells that are drilled."""

    cells: tuple[tuple[int, int], ...]
    drilled: int


class CompactFace(NamedTuple):
    """A company in three rows. `goods`: brine, geothermal, lithium; `money`: "" when hidden."""

    seat: int
    goods: tuple[int, int, int]
    capacity: str
    drill: int
    frozen: bool
    plant: int
    stopped: bool
    development: int
    nodes: int
    claims: int
    well: WellStrip
    research: int
    contracts: int
    executed: int
    tiles: int
    money: str


class CompanyFace(NamedTuple):
    """`body` is relative to the panel; `note` stands behind the name; `automa`: its mark instead of a seat's token."""

    company: CompactFace
    name: str
    note: str
    automa: bool
    looked_at: bool
    body: Rect


class GmiCardFace(NamedTuple):
    """A turned card; `done`: place of the action it did, PASSED or UNKNOWN."""

    icons: tuple[str, ...]
    done: int
    advanced: bool


class GmiBackFace(NamedTuple):
    """A card to be turned; `mark` is the word on the one that comes next, "" on the others."""

    mark: str


class LineFace(NamedTuple):
    """A reason: `mark` is "yes", "no" or "" for a heading."""

    mark: str
    icon: str
    text: str


# ------------------------------------------------------------------------------------------------ drawing
def draw_panel(painter: QPainter, brush: Brush, data: None) -> None:
    paint.panel(painter, brush.look, brush.rect, 10)


def draw_standing(painter: QPainter, brush: Brush, face: StandingFace) -> None:
    look, p = brush.look, brush.look.palette
    w, h = brush.rect.width(), brush.rect.height()
    style = p.seat(face.seat)
    if face.acting:
        paint.rounded(painter, brush.rect, 7, style.tint)
    if face.looked_at:
        paint.rounded(painter, brush.rect, 7, None, style.colour, 2 * p.stroke)
    paint.seat_token(painter, look, face.seat, (15, h / 2), 18)
    if face.first:
        paint.circle(painter, (23, h / 2 + 7), 13, p.panel, p.line2, p.stroke)
        box = QRectF(16, h / 2, 14, 14)
        paint.draw_text(painter, look, box, paint.number_text(1), "small_strong", p.ink, "centre", elide=False)
    score = paint.number_text(face.vp)
    right = w - 9
    wide = max(paint.text_width(look, score, "score"), paint.text_width(look, "00", "score"))
    paint.draw_text(painter, look, QRectF(right - wide, 0, wide, h), score, "score", p.ink, "right", elide=False)
    sun = right - paint.text_width(look, score, "score") - 22
    paint.icon(painter, look, "vp", QRectF(sun, h / 2 - 9, 18, 18))
    tokens: list[Token] = [
        IconToken("deck" if face.automa else "engineer", 14, p.ink2),
        TextToken(paint.number_text(face.stock), "track", p.ink2),
        GapToken(2),
        IconToken("hand", 14, p.ink2),
        TextToken(paint.number_text(face.hand), "track", p.ink2),
    ]
    room = max(68.0, paint.row_width(look, tokens))
    left = right - max(wide, paint.text_width(look, "00", "score")) - 28 - room
    paint.draw_row(painter, look, QRectF(left, 0, room, h), tokens, "right", 3)
    paint.draw_text(painter, look, QRectF(33, 0, left - 37, h), face.name, "heading", p.ink)


def draw_company(painter: QPainter, brush: Brush, face: CompanyFace) -> None:
    look, p = brush.look, brush.look.palette
    area = brush.rect
    w = area.width()
    style = p.seat(face.company.seat)
    paint.panel(painter, look, area, 10)
    paint.rounded(painter, QRectF(0, 10, 4, area.height() - 20), 2, style.colour)
    if face.looked_at:
        paint.rounded(painter, area, 10, None, style.colour, 2.5 * p.stroke)
    if face.automa:
        paint.icon(painter, look, "gmi", QRectF(12, 7, 19, 19))
    else:
        paint.seat_token(painter, look, face.company.seat, (20, 17), 15)
    left = 37.0 if face.automa else 33.0
    name = QRectF(left, 5, w - 32 - left, 24)
    paint.draw_text(painter, look, name, face.name, "heading")
    used = paint.text_width(look, face.name, "heading") + 6
    if face.note and used < name.width() - 30:
        paint.draw_text(painter, look, name.adjusted(used, 1, 0, 1), face.note, "log", p.ink2)
    paint.icon(painter, look, "zoom", QRectF(w - 26, 9, 15, 15), p.ink3)
    painter.save()
    painter.translate(face.body.x, face.body.y)
    _draw_compact(painter, look, face.body.w, face.company)
    painter.restore()


def _draw_compact(painter: QPainter, look: Look, w: float, face: CompactFace) -> None:
    p = look.palette
    style = p.seat(face.seat)
    goods: list[Token] = []
    for product in (LITHIUM, GEOTHERMAL, BRINE):
        goods += [
            IconToken(PRODUCTS[product], 16),
            TextToken(paint.number_text(face.goods[product]), "number"),
            GapToken(5),
        ]
    damage: list[Token] = [
        *_damage(look, "act-drill", face.drill, face.frozen),
        GapToken(4),
        *_damage(look, "plant", face.plant, face.stopped),
    ]
    need = paint.row_width(look, damage)
    paint.draw_row(painter, look, QRectF(w - need, -1, need, 20), damage, "right", 3)
    goods.append(TextToken(face.capacity, "log", p.ink3))
    paint.draw_row(painter, look, QRectF(0, -1, w - need - 6, 20), goods, "left", 3)
    # the plan
    pitch = min(13.0, 104 / max(1, face.nodes))
    for number in range(face.nodes):
        reached = number <= face.development
        box = QRectF(number * pitch, 26, pitch - 2, 11)
        fill, line = (style.colour, p.token_line) if reached else (p.cell, p.line2)
        paint.rounded(painter, box, 3, fill, line, p.stroke)
    end = face.nodes * pitch
    paint.icon(painter, look, "development", QRectF(end + 2, 24, 14, 14), p.ink2)
    # the well
    left = max(end + 24, min(w - 96, 140))
    paint.icon(painter, look, "claim", QRectF(left, 24, 14, 14), p.ink2)
    claims = paint.number_text(face.claims)
    digits = max(12.0, paint.text_width(look, claims, "track"))
    paint.draw_text(painter, look, QRectF(left + 17, 22, digits, 20), claims, "track", p.ink2, elide=False)
    _draw_strip(painter, look, QRectF(left + 20 + digits, 26, w - left - 20 - digits, 11), face.well)
    last: list[Token] = []
    for name, count in (
        ("research", face.research),
        ("contract", face.contracts),
        ("act-execute", face.executed),
        ("profit-tile", face.tiles),
    ):
        last += [IconToken(name, 15, p.ink2), TextToken(paint.number_text(count), "track", p.ink2), GapToken(5)]
    if face.money:
        last += [IconToken("money", 16, p.ink2), TextToken(face.money, "track", p.ink2)]
    paint.draw_row(painter, look, QRectF(0, 46, w, 18), last, "left", 3)


def _damage(look: Look, name: str, count: int, blocked: bool) -> list[Token]:
    p = look.palette
    colour = p.danger if blocked else p.ink2
    tokens: list[Token] = [IconToken(name, 14, colour), TextToken(paint.number_text(count), "track", colour)]
    if blocked:
        tokens.append(IconToken("closed", 12, p.danger))
    return tokens


def _draw_strip(painter: QPainter, look: Look, area: QRectF, well: WellStrip) -> None:
    p = look.palette
    n = len(well.cells)
    if not n or area.width() <= 0:
        return
    step = area.width() / n
    gap = min(1.5, step * 0.25)
    for i, (depth, brine) in enumerate(well.cells):
        box = QRectF(area.x() + i * step, area.y(), step - gap, area.height())
        paint.rounded(painter, box, 2, p.panel2 if depth < 0 else p.earth_at(depth), p.earth_line, 0.8 * p.stroke)
        if brine:
            paint.circle(painter, box.center(), min(5.2, box.width() - 1), p.brine)
    x = area.x() + max(0.0, well.drilled * step - (step + gap) / 2)
    painter.setPen(p.ink)
    painter.setBrush(p.ink)
    top = area.y() - 5
    painter.drawPolygon(QPolygonF([QPointF(x - 3.5, top), QPointF(x + 3.5, top), QPointF(x, top + 6.5)]))


def draw_gmi_card(painter: QPainter, brush: Brush, face: GmiCardFace) -> None:
    look, p, area = brush.look, brush.look.palette, brush.rect
    paint.drop_shadow(painter, look, area, 6, 0.7)
    paint.rounded(painter, area, 6, p.cell, p.line2, 1.1 * p.stroke)
    h = (area.height() - 8) / max(4, len(face.icons))
    tried = len(face.icons) if face.done == PASSED else face.done
    for number, name in enumerate(face.icons):
        row = QRectF(3, 4 + number * h, area.width() - 6, h)
        opacity = 1.0
        if number == face.done:
            paint.rounded(painter, row.adjusted(0, 1, 0, -1), 5, p.brine_tint, p.brine, 1.6 * p.stroke)
        elif face.done != UNKNOWN:
            opacity = 0.55 if number < tried else 0.3
        side = min(18.0, h - 2, row.width() - 2)
        box = QRectF(row.center().x() - side / 2, row.center().y() - side / 2, side, side)
        paint.icon(painter, look, name, box, p.ink, opacity)
        if face.done != UNKNOWN and number < tried:
            cross = QRectF(min(box.right() - 4, area.width() - 11), row.center().y() - 1, 9, 9)
            paint.icon(painter, look, "cancel", cross, p.danger)
    if face.advanced:
        paint.icon(painter, look, "plus", QRectF(2.5, area.height() - 11, 8, 8), p.ink2)


def draw_gmi_back(painter: QPainter, brush: Brush, face: GmiBackFace) -> None:
    look, p, area = brush.look, brush.look.palette, brush.rect
    paint.card_back(painter, look, area, "gmi")
    if face.mark:
        paint.rounded(painter, area.adjusted(-2, -2, 2, 2), 8, None, p.ink2, 1.6 * p.stroke, (3, 2))
        paint.pill(painter, look, (area.center().x(), 0.5), face.mark, p.ink2, height=15, role="small")


def draw_line(painter: QPainter, brush: Brush, face: LineFace) -> None:
    look, p, area = brush.look, brush.look.palette, brush.rect
    if not face.mark:
        words = area
        if face.icon:
            paint.icon(painter, look, face.icon, QRectF(0, area.height() / 2 - 7.5, 15, 15), p.ink)
            words = area.adjusted(20, 0, 0, 0)
        paint.draw_text(painter, look, words, face.text, "body_strong", p.ink)
        return
    yes = face.mark == "yes"
    paint.icon(
        painter, look, "confirm" if yes else "cancel", QRectF(1, LINE / 2 - 6, 12, 12), p.ok if yes else p.danger
    )
    left = LINE
    if face.icon:
        paint.icon(painter, look, face.icon, QRectF(19, LINE / 2 - 7.5, 15, 15), p.ink if yes else p.ink2)
        left = 39.0
    role, colour = _line_style(look, face.mark)
    # small text set at its floor may be a little higher than the rows it is given
    need = round(area.height() / LINE) * math.ceil(look.metrics(role).height())
    words = QRectF(left, (area.height() - need) / 2, area.width() - left, need)
    paint.draw_wrapped(painter, look, words, face.text, role, colour, valign="centre")


def _line_style(look: Look, mark: str) -> tuple[Role, QColor]:
    p = look.palette
    return ("log_strong", p.ink) if mark == "yes" else ("log", p.ink2)


# ------------------------------------------------------------------------------------------------ what is known
def well_strip(tables: Tables, company: CompanyView) -> WellStrip:
    """The well of a company cell by cell; exhausted claims, which always lie on top, are one cell together."""
    cells: list[tuple[int, int]] = []
    left, folded, top = company.extracted, 0, True
    for index in company.well:
        card = tables.claims[index]
        total = sum(card.brine)
        if top and total and left >= total:
            left -= total
            folded += len(card.rocks)
            continue
        top = False
        for number, brine in enumerate(card.brine):
            taken = min(left, brine)
            left -= taken
            cells.append((number + (2 if card.deck == 2 else 0), brine - taken))
    if not folded:
        return WellStrip(tuple(cells), company.layer)
    return WellStrip(((-1, 0), *cells), 1 + max(0, company.layer - folded))


def compact_face(scene: Scene, seat: int, words: RightWords) -> CompactFace:
    """A company in brief, as everybody may see it."""
    t, company = scene.view.tables, scene.view.companies[seat]
    executed = company.executed.bit_count() + len(company.kept_contracts)
    running = sum(card >= 0 and not company.executed >> place & 1 for place, card in enumerate(company.contracts))
    return CompactFace(
        seat=scene.colours[seat],
        goods=company.goods,
        capacity=words.of_capacity(company.capacity),
        drill=company.drill_damage,
        frozen=t.drill_frozen[company.drill_damage],
        plant=company.plant_damage,
        stopped=t.plant_stopped[company.plant_damage],
        development=company.development,
        nodes=len(t.development),
        claims=len(company.well),
        well=well_strip(t, company),
        research=len(company.research) + len(company.kept_research),
        contracts=running,
        executed=executed,
        tiles=len(company.tiles) + len(company.used_tiles),
        money="" if company.money is None else paint.money_text(company.money),
    )


def line_heights(look: Look, lines: list[tuple[str, str, str]], width: float, rows: int) -> list[int]:
    """How many of `rows` text rows each reason gets: one, or two while there is room, the decision first."""
    given = [1] * len(lines)
    spare = rows - len(lines)
    for i in sorted(range(len(lines)), key=lambda i: lines[i][0] != "yes"):
        mark, icon_name, text = lines[i]
        role, _ = _line_style(look, mark)
        room = width - (39.0 if icon_name else LINE)
        if spare > 0 and paint.text_width(look, text, role) > room:
            given[i] += 1
            spare -= 1
    return given


# ------------------------------------------------------------------------------------------------ the region
class RightRegion:
    """See the module. Pieces: standing:S, company:S (the automa's panel too), gmi:I, gmi-line:I (its reasons) and the
    grounds of standings and log."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._words = RightWords()

    def arrange(self, scene: Scene) -> None:
        view, place = scene.view, scene.layout.right
        home = view.seat if view.seat >= 0 else 0 if view.solo else scene.focus_seat
        self._standings(scene)
        automa = 1 if view.solo else -1
        others = [seat for seat in range(view.seats) if seat not in (home, automa)]
        for seat, rect in zip(others, place.opponents, strict=False):
            body = Rect(12, 33, rect.w - 24, rect.h - 36)
            self._company(scene, seat, rect, "", body)
        if place.gmi is not None and view.solo:
            self._gmi(scene, place.gmi, automa)
        self.board.piece("ground:log", draw_panel, place.log, None, z=Z_PANEL, radius=10, clickable=False, mood="idle")

    def _standings(self, scene: Scene) -> None:
        view, place = scene.view, scene.layout.right
        self.board.piece(
            "ground:standings", draw_panel, place.standings, None, z=Z_PANEL, radius=10, clickable=False, mood="idle"
        )
        for company, rect in zip(view.companies, place.standing_rows, strict=True):
            seat = company.seat
            automa = view.solo and seat == 1
            face = StandingFace(
                seat=scene.colours[seat],
                name=scene.names[seat],
                acting=seat == view.acting,
                looked_at=seat == scene.focus_seat and seat != view.seat and view.seat >= 0,
                first=seat == view.first,
                automa=automa,
                stock=len(view.gmi_row) - view.gmi_turned if automa else company.hr,
                hand=company.hand_count,
                vp=company.vp,
            )
            self.board.piece(f"standing:{seat}", draw_standing, rect, face, z=Z_SPACE, radius=7, mood="idle")

    def _company(self, scene: Scene, seat: int, rect: Rect, note: str, body: Rect) -> None:
        automa = scene.view.solo and seat == 1
        face = CompanyFace(
            company=compact_face(scene, seat, self._words),
            name=scene.names[seat],
            note=note,
            automa=automa,
            looked_at=seat == scene.focus_seat,
            body=body,
        )
        self.board.piece(f"company:{seat}", draw_company, rect, face, z=Z_PANEL, radius=10, mood="idle")

    def _gmi(self, scene: Scene, place: GmiPlace, seat: int) -> None:
        view = scene.view
        frame = place.frame
        body = place.body.moved(-frame.x, -frame.y)
        self._company(scene, seat, frame, self._words.solo_opponent(), body)
        for number, (card, rect) in enumerate(zip(view.gmi_row, gmi_cards(place, len(view.gmi_row)), strict=True)):
            key = f"gmi:{number}"
            if card < 0:
                upcoming = number == view.gmi_turned
                back = GmiBackFace(self._words.next() if upcoming else "")
                self.board.piece(key, draw_gmi_back, rect, back, z=Z_CARD + (1 if upcoming else 0), mood="idle")
                continue
            record = view.tables.gmi_cards[card]
            face = GmiCardFace(
                icons=tuple(cards.action_icon(kind) for kind in record.actions),
                done=scene.gmi_done[number] if number < len(scene.gmi_done) else UNKNOWN,
                advanced=record.advanced,
            )
            self.board.piece(key, draw_gmi_card, rect, face, z=Z_CARD, mood="idle")
        self._reasons(scene, place)

    def _reasons(self, scene: Scene, place: GmiPlace) -> None:
        """The heading, then the lines; the last ones when there are too many."""
        lines = list(scene.gmi_lines)
        if lines and not lines[0][0]:
            self.board.piece("gmi-line:0", draw_line, place.why, LineFace(*lines[0]), z=Z_SPACE, mood="idle")
            lines = lines[1:]
            places = place.reasons
        else:
            places = (place.why, *place.reasons)
        rows = len(places)
        lines = lines[-rows:] if rows else []
        heights = line_heights(scene.look, lines, place.why.w, rows)
        row = 0
        for number, (line, height) in enumerate(zip(lines, heights, strict=True), 1):
            first, last = places[row], places[row + height - 1]
            rect = Rect(first.x, first.y, first.w, last.bottom - first.y)
            self.board.piece(f"gmi-line:{number}", draw_line, rect, LineFace(*line), z=Z_SPACE, mood="idle")
            row += height
