"""What all companies share: the top bar's clocks, claims on offer, corporations, market and objectives.

Keys of the pieces: `claim:C`, `corp:K` (the whole corporation), `share:K` (its shares track), `stack:K/S` (the tiles of
a space of that track, for looking), `research:C`, `contract:C`, `face:R/P`, `pile:R`, `objective:O`, and `ground:...`
for what cannot be chosen. A piece fades only while a choice of its own kind runs and it is not part of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from PySide6.QtCore import QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPolygonF

from saltonsea_desktop.games.saltonsea.choices import (
    ClaimChoice,
    CollectChoice,
    ContractChoice,
    MoveSharesChoice,
    ResearchChoice,
    SellChoice,
    SellUnitsChoice,
    SharesChoice,
    TileChoice,
)
from saltonsea_desktop.games.saltonsea.components.tables import (
    GEOTHERMAL,
    LITHIUM,
    PRODUCTS,
    REWARD_DEVELOP,
    REWARD_STACK,
    TEST_CONTRACTS,
    TEST_ENGINEERS,
    TEST_GEOTHERMAL,
    TEST_LITHIUM,
    TEST_MOST_MONEY,
    TEST_TILES,
    VALUES,
    Objective,
    Tables,
)
from saltonsea_desktop.games.saltonsea.view import CompanyView
from saltonsea_desktop.ui import paint
from saltonsea_desktop.ui.board import cards
from saltonsea_desktop.ui.board.board import Board, Scene
from saltonsea_desktop.ui.board.piece import Z_CARD, Z_PANEL, Z_SPACE, Brush, Mood
from saltonsea_desktop.ui.fonts import Role
from saltonsea_desktop.ui.layout import ClaimRow, CorporationPlace, MarketRow, Rect
from saltonsea_desktop.ui.paint import GapToken, IconToken, TextToken, Token
from saltonsea_desktop.ui.targets import Key
from saltonsea_desktop.ui.theme import Look, mix

CLOSINGS: Final = 2
"""So many closed corporations end the game (END-2)."""
QUIET_VEIL: Final = 0.5
"""Corporations and tracks fade less than cards: their numbers are compared while one chooses."""


class WorldWords(QObject):
    """The words of this half of the table."""

    def title(self) -> str:
        return self.tr("SALTON SEA")

    def round(self, n: int) -> str:
        return self.tr("Round {n}").format(n=paint.number_text(n))

    def claims_left(self, n: int) -> str:
        if n == 0:
            return self.tr("no claims left")
        return self.tr("1 claim left") if n == 1 else self.tr("%n claims left", "", n)

    def closed_of(self, n: int) -> str:
        return self.tr("{n} of {all} closed").format(n=paint.number_text(n), all=paint.number_text(CLOSINGS))

    def last_round(self) -> str:
        return self.tr("last round")

    def over(self) -> str:
        return self.tr("game over")

    def claims_in_deck(self, n: int) -> str:
        if n == 0:
            return self.tr("the claim deck is empty")
        return self.tr("1 claim in the deck") if n == 1 else self.tr("%n claims in the deck", "", n)

    def closed(self) -> str:
        return self.tr("Closed", "corporation")

    def new_fees(self) -> str:
        return self.tr("new fees")

    def closes(self) -> str:
        return self.tr("closes", "corporation")

    def taken(self) -> str:
        return self.tr("taken", "market card")

    def empty(self) -> str:
        return self.tr("empty", "market place")


@lru_cache(maxsize=1)
def words() -> WorldWords:
    return WorldWords()


def card_mood(scene: Scene, key: Key, kinds: tuple[type, ...], keep: bool = False) -> Mood:
    """`off` only while a choice of one of `kinds` is asked and `key` is neither legal nor kept (picked)."""
    if key in scene.legal:
        return "legal"
    if scene.asked and not keep and isinstance(scene.view.choice, kinds):
        return "off"
    return "idle"


def _at(brush: Brush, place: Rect, frame: Rect) -> QRectF:
    """A rectangle of the layout in the coordinates of the piece that covers `frame`."""
    return QRectF(*place.moved(brush.rect.x() - frame.x, brush.rect.y() - frame.y))


def _triangle(painter: QPainter, colour: QColor, *points: tuple[float, float]) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF([QPointF(x, y) for x, y in points]))


def _picked(scene: Scene, key: Key) -> int:
    """How often a piece is put in, by what the window knows."""
    count = next((n for name, n in scene.picked if name == key), 0)
    return max(count, 1 if key in scene.chosen else 0)


# ------------------------------------------------------------------------------------------------ top bar
class TopData(NamedTuple):
    round: int
    claims_left: int
    closed: int
    last: bool
    over: bool
    wordmark: Rect
    clocks: Rect
    frame: Rect


def draw_top(painter: QPainter, brush: Brush, data: TopData) -> None:
    """Wordmark and the clocks of the game, with thin lines between; a pill says when this is the last round."""
    look, p, w = brush.look, brush.look.palette, words()
    mark = _at(brush, data.wordmark, data.frame)
    paint.draw_text(painter, look, mark, w.title(), "wordmark_small", p.ink)
    clocks = _at(brush, data.clocks, data.frame)
    claims_colour = p.danger if data.claims_left == 0 else p.ink2
    closed_colour = p.danger if data.closed >= CLOSINGS else p.ink2
    claims_text = w.claims_left(data.claims_left)
    groups: list[list[Token]] = [
        [IconToken("round", 16, p.ink2), TextToken(w.round(data.round), "body_strong", p.ink2)],
        [IconToken("claim", 16, claims_colour), TextToken(claims_text, "body_strong", claims_colour)],
        [IconToken("closed", 16, closed_colour), TextToken(w.closed_of(data.closed), "body_strong", closed_colour)],
    ]
    x = clocks.x()
    for number, group in enumerate(groups):
        if number:
            paint.rule(painter, look, (x - 13, clocks.center().y() - 7), (x - 13, clocks.center().y() + 7), strong=True)
        width = min(paint.row_width(look, group, 5), max(0.0, clocks.right() - x))
        paint.draw_row(painter, look, QRectF(x, clocks.y(), width, clocks.height()), group, "left", 5)
        x += width + 26
    note = w.over() if data.over else w.last_round() if data.last else ""
    if note and x - 12 + paint.pill_width(look, note) < clocks.right():
        paint.pill(painter, look, (x - 12, clocks.center().y()), note, p.danger, "left", height=20)


class TopBar:
    """Wordmark and clocks; the buttons of the bar are widgets of the window."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def arrange(self, scene: Scene) -> None:
        view, place = scene.view, scene.layout.top
        closed = sum(view.tables.asset_closes[asset] for asset in view.assets)
        frame = Rect(place.wordmark.x, place.frame.y, place.clocks.right - place.wordmark.x, place.frame.h)
        data = TopData(
            round=view.round,
            claims_left=view.claim_deck,
            closed=closed,
            last=view.claim_deck == 0 or closed >= CLOSINGS,
            over=view.over,
            wordmark=place.wordmark,
            clocks=place.clocks,
            frame=frame,
        )
        self.board.piece("ground:top", draw_top, frame, data, z=Z_PANEL, clickable=False, mood="idle")


# ------------------------------------------------------------------------------------------------ claims
class ClaimsGround(NamedTuple):
    deck: int
    empty: tuple[bool, ...]
    place: ClaimRow


def draw_claims_ground(painter: QPainter, brush: Brush, data: ClaimsGround) -> None:
    """The deck's count, dashed empty places and the mark below the claim that leaves at the end of the round."""
    look, p, frame = brush.look, brush.look.palette, data.place.frame
    header = _at(brush, data.place.header, frame)
    paint.icon(painter, look, "deck", QRectF(header.x() + 1, header.center().y() - 8, 16, 16), p.ink2)
    text = words().claims_in_deck(data.deck)
    colour = p.danger if data.deck == 0 else p.ink2
    paint.draw_text(painter, look, header.adjusted(22, 0, 0, 0), text, "card_name", colour)
    for place, empty in zip(data.place.cards, data.empty, strict=True):
        if empty:
            paint.dashed_place(painter, look, _at(brush, place, frame), 6)
    if data.empty and not data.empty[-1]:
        mark = _at(brush, data.place.leaving, frame)
        corners = ((mark.left(), mark.top()), (mark.right(), mark.top()), (mark.center().x(), mark.bottom()))
        _triangle(painter, p.ink3, *corners)


class ClaimOnOffer(NamedTuple):
    card: cards.ClaimData
    surcharge: int
    free: bool


def draw_claim(painter: QPainter, brush: Brush, data: ClaimOnOffer) -> None:
    cards.draw_claim_card(painter, brush.look, brush.rect, data.card, surcharge=data.surcharge, free=data.free)
    if brush.mood == "off":
        paint.veil(painter, brush.look, brush.rect, 6)


class Claims:
    """The claims on offer from the top, with the price each place adds."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def arrange(self, scene: Scene) -> None:
        view, place = scene.view, scene.layout.claims
        t, choice = view.tables, view.choice
        empty = tuple(claim < 0 for claim in view.claims)
        ground = ClaimsGround(view.claim_deck, empty, place)
        self.board.piece(
            "ground:claims", draw_claims_ground, place.frame, ground, z=Z_PANEL, clickable=False, mood="idle"
        )
        free = scene.asked and isinstance(choice, ClaimChoice) and choice.free
        for number, (claim, rect) in enumerate(zip(view.claims, place.cards, strict=True)):
            if claim < 0:
                continue
            key = f"claim:{claim}"
            data = ClaimOnOffer(cards.claim_data(t, claim), t.claim_surcharge[number], free)
            self.board.piece(key, draw_claim, rect, data, z=Z_CARD, mood=card_mood(scene, key, (ClaimChoice,)))


# ------------------------------------------------------------------------------------------------ corporations
class AssetCell(NamedTuple):
    price: int
    points: int
    fee_change: bool
    closes: bool


class CorporationData(NamedTuple):
    """`position`: of the indicator; `running`: the sale that is asked goes here; `preview`: where the indicator would
    be, -1 without."""

    corporation: str
    fees: tuple[int, int, int]
    future: int
    closed: bool
    position: int
    cells: tuple[AssetCell, ...]
    running: bool
    preview: int
    place: CorporationPlace


def _draw_head(painter: QPainter, brush: Brush, data: CorporationData) -> None:
    look, p, place = brush.look, brush.look.palette, data.place
    style = cards.corporation_style(look, data.corporation)
    frame = place.frame
    paint.band(painter, brush.rect.adjusted(1, 1, -1, -1), 9, style.tint, "left", place.head.w - 1)
    paint.corporation_badge(painter, look, data.corporation, _at(brush, place.symbol, frame))
    name = _at(brush, place.name, frame)
    paint.draw_text(painter, look, name, cards.words().corporation(data.corporation), "count", p.ink)
    fee = _at(brush, place.fee, frame)
    if data.closed:
        box = fee.adjusted(0, 2, 8, 0)
        paint.rounded(painter, box, 6, p.panel, p.danger, 1.4 * p.stroke)
        row: list[Token] = [IconToken("closed", 22, p.danger), TextToken(words().closed(), "number", p.danger)]
        paint.draw_row(painter, look, box.adjusted(4, 0, -4, 0), row, "centre", 6)
        return
    edges = min(3, data.future)
    for k in range(edges, 0, -1):
        edge = fee.adjusted(3.5 * k, 3 * k, 3.5 * k, 3 * k - 3)
        paint.rounded(painter, edge, 6, mix(style.tint, p.cell, 0.5), mix(style.colour, p.panel, 0.45), p.stroke)
    tile = fee.adjusted(0, 0, 0, -3 if edges else 0)
    paint.rounded(painter, tile, 6, p.cell, mix(style.colour, p.panel, 0.35), 1.2 * p.stroke)
    column = tile.width() / len(PRODUCTS)
    top = tile.y() + max(4.0, (tile.height() - 42) / 2)
    for k, product in enumerate(PRODUCTS):
        x = tile.x() + k * column
        paint.product_icon(painter, look, product, (x + column / 2, top + 8), 16)
        price = QRectF(x, top + 18, column, 22)
        paint.draw_text(painter, look, price, paint.money_text(data.fees[k]), "count", p.ink, "centre", elide=False)


def _draw_asset(painter: QPainter, brush: Brush, data: CorporationData, k: int) -> None:
    look, p = brush.look, brush.look.palette
    style = cards.corporation_style(look, data.corporation)
    cell, box = data.cells[k], _at(brush, data.place.assets[k], data.place.frame)
    current, past = k == data.position, k < data.position
    if current:
        paint.rounded(painter, box, 4, style.colour, p.token_line, 1.6 * p.stroke)
    else:
        ground = mix(style.tint, p.panel, 0.35) if past else p.cell
        paint.rounded(painter, box, 4, ground, mix(style.colour, p.panel, 0.55), p.stroke)
    stretch = box.height() / 35
    price = QRectF(box.x() - 1, box.y() + 2 * stretch, box.width() + 2, 17 * stretch)
    colour = style.ink if current else p.ink2 if past else p.ink
    role: Role = "track_strong" if current else "name"
    size = 14.0 if look.scale < 0.9 else None
    text = paint.money_text(cell.price)
    paint.draw_text(painter, look, price, text, role, colour, "centre", size=size, elide=False)
    centre = QPointF(box.center().x(), box.bottom() - 9.5 * stretch)
    if current:
        paint.vp_sun(painter, look, centre, 16.5, cell.points)
    else:
        share = 0.62 if p.dark else 0.55 if past else 0.35
        paint.circle(painter, centre, 14.4, mix(p.vp, p.cell, share))
        number = QRectF(box.x(), centre.y() - 8, box.width(), 16)
        ink = p.ink if p.dark else p.vp_ink
        paint.draw_text(painter, look, number, paint.number_text(cell.points), "modifier", ink, "centre", elide=False)


def _draw_asset_mark(painter: QPainter, brush: Brush, data: CorporationData, k: int) -> None:
    look, p = brush.look, brush.look.palette
    cell = data.cells[k]
    if not (cell.fee_change or cell.closes):
        return
    style = cards.corporation_style(look, data.corporation)
    mark = _at(brush, data.place.asset_marks[k], data.place.frame)
    if cell.closes:
        paint.circle(painter, mark.center(), 15, p.panel, p.danger, 1.2 * p.stroke)
        paint.icon(painter, look, "closed", mark.adjusted(2, 2, -2, -2), p.danger)
        return
    ahead = k > data.position
    paint.circle(painter, mark.center(), 15, p.panel, style.colour if ahead else p.line, 1.2 * p.stroke)
    paint.icon(painter, look, "fee", mark.adjusted(2.5, 2.5, -2.5, -2.5), p.ink if ahead else p.disabled)


def draw_corporation(painter: QPainter, brush: Brush, data: CorporationData) -> None:
    """Head with fees, asset track with prices, points and marks; the shares track is a piece of its own."""
    look, p = brush.look, brush.look.palette
    paint.panel(painter, look, brush.rect)
    _draw_head(painter, brush, data)
    for k in range(len(data.cells)):
        _draw_asset(painter, brush, data, k)
    for k in range(len(data.cells)):
        _draw_asset_mark(painter, brush, data, k)
    paint.rounded(painter, brush.rect, 10, None, p.line, p.stroke)
    if 0 <= data.preview < len(data.cells):
        box = _at(brush, data.place.assets[data.preview], data.place.frame)
        paint.ring(painter, look, box, 4, "preview", halo=True)
        cell = data.cells[data.preview]
        note = words().closes() if cell.closes else words().new_fees() if cell.fee_change and data.future else ""
        if note:
            anchor = QPointF(box.left() - 6, box.top() - 7)
            paint.pill(painter, look, anchor, note, p.brine, "right", height=15, role="small_strong")
    if brush.mood == "off":
        paint.veil(painter, look, brush.rect, 10, QUIET_VEIL)
    if data.running:
        paint.ring(painter, look, brush.rect, 10, "chosen")


class ShareCell(NamedTuple):
    """One space of the shares track. `stack`: tiles left in its stack, -1 without one; `drawn`: not by this piece."""

    develop: bool
    stack: int
    drawn: bool
    locked: bool
    tokens: tuple[int, ...]
    ghosts: tuple[int, ...]


class SharesData(NamedTuple):
    corporation: str
    cells: tuple[ShareCell, ...]
    section_locks: tuple[tuple[int, int], ...]  # (first cell, number of cells) of each locked section
    track: Rect
    rects: tuple[Rect, ...]


def token_places(cell: QRectF, count: int) -> list[tuple[QPointF, float]]:
    """(centre, diameter) of `count` seat tokens on one share space: side by side, else two in a row."""
    if count <= 0:
        return []
    single = count <= 2 or cell.width() > count * 13 + 4
    if count == 1:
        size = 14.0
    elif single:
        size = min(14.0, (cell.width() - 3) / count)
    else:
        size = 10.5
    per_row = count if single else 2
    rows = -(-count // per_row)
    places: list[tuple[QPointF, float]] = []
    for i in range(count):
        row = i // per_row
        in_row = min(per_row, count - row * per_row)
        x = cell.center().x() - (in_row - 1) * (size + 0.5) / 2 + (i % per_row) * (size + 0.5)
        y = cell.bottom() - size / 2 - (2.5 if rows == 1 else 1.5) - (rows - 1 - row) * (size - 1)
        places.append((QPointF(x, y), size))
    return places


def _draw_stack(painter: QPainter, look: Look, area: QRectF, left: int, locked: bool) -> None:
    p = look.palette
    colour = p.ink3 if locked or not left else p.ink
    row: list[Token] = [
        IconToken("profit-tile", 14, colour, 1.0 if left else 0.5),
        TextToken(paint.number_text(left), "card_name", colour),
    ]
    paint.draw_row(painter, look, area, row, "centre", 2)


def _reward_area(cell: QRectF) -> QRectF:
    return QRectF(cell.x(), cell.y() + 1, cell.width(), 16)


def draw_shares(painter: QPainter, brush: Brush, data: SharesData) -> None:
    """The shares track: rewards above, numbers of shares or seat tokens below, locked sections striped."""
    look, p = brush.look, brush.look.palette
    style = cards.corporation_style(look, data.corporation)
    line = mix(style.colour, p.panel, 0.55)
    for number, (cell, rect) in enumerate(zip(data.cells, data.rects, strict=True)):
        box = _at(brush, rect, data.track)
        if cell.locked:
            paint.locked_stripes(painter, look, box, 4)
        else:
            paint.rounded(painter, box, 4, p.cell, line, p.stroke)
        colour = p.ink3 if cell.locked else p.ink2
        if cell.develop:
            paint.icon(painter, look, "dev-step", QRectF(box.center().x() - 7, box.y() + 2, 14, 14), colour)
        elif cell.stack >= 0 and not cell.drawn:
            _draw_stack(painter, look, _reward_area(box), cell.stack, cell.locked)
        shown = [(seat, False) for seat in cell.tokens] + [(seat, True) for seat in cell.ghosts]
        if not shown:
            foot = QRectF(box.x(), box.bottom() - 18, box.width(), 17)
            text = paint.number_text(number)
            paint.draw_text(painter, look, foot, text, "label", p.ink3, "centre", elide=False)
        for (seat, ghost), (centre, size) in zip(shown, token_places(box, len(shown)), strict=True):
            paint.seat_token(painter, look, seat, centre, size, ghost=ghost)
    for first, count in data.section_locks:
        _draw_lock(painter, brush, data, range(first, first + count))
    if brush.mood == "off":
        paint.veil(painter, look, brush.rect, 4, QUIET_VEIL)


def _draw_lock(painter: QPainter, brush: Brush, data: SharesData, section: range) -> None:
    """The lock of a section: where it hides no reward, else on the border between two spaces."""
    boxes = {k: _at(brush, data.rects[k], data.track) for k in section}
    free = [k for k in section if not data.cells[k].develop and data.cells[k].stack < 0]
    if free:
        box = boxes[free[len(free) // 2]]
        paint.lock_badge(painter, brush.look, (box.center().x(), box.top() + 10), 16)
        return
    x = boxes[section[len(section) // 2]].left() - 1 if len(section) > 1 else boxes[section[0]].right() - 8
    paint.lock_badge(painter, brush.look, (x, boxes[section[0]].center().y()), 18)


class StackData(NamedTuple):
    left: int
    locked: bool
    asked: bool


def draw_stack(painter: QPainter, brush: Brush, data: StackData) -> None:
    """The stack of tiles that a share space gives one of, with the number left; ringed when a tile is to be taken."""
    look, p = brush.look, brush.look.palette
    _draw_stack(painter, look, _reward_area(brush.rect), data.left, data.locked)
    if brush.mood == "off":
        paint.veil(painter, look, brush.rect.adjusted(1, 1, -1, 0), 3, QUIET_VEIL)
    if data.asked:
        paint.rounded(painter, brush.rect, 4, None, p.brine, 2 * p.stroke)


class Corporations:
    """All corporations, each with both tracks."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def arrange(self, scene: Scene) -> None:
        for k, place in enumerate(scene.layout.corporations):
            self._corporation(scene, k, place)

    def _corporation(self, scene: Scene, k: int, place: CorporationPlace) -> None:
        view, t, choice = scene.view, scene.view.tables, scene.view.choice
        position = view.assets[k]
        key, share_key = f"corp:{k}", f"share:{k}"
        running = isinstance(choice, SellUnitsChoice) and choice.corporation == k
        cells = tuple(
            AssetCell(*cell) for cell in zip(t.asset_price, t.asset_vp, t.asset_fee_change, t.asset_closes, strict=True)
        )
        data = CorporationData(
            corporation=t.corporations[k],
            fees=t.fees[view.fees[k]],
            future=view.future_fees[k],
            closed=t.asset_closes[position],
            position=position,
            cells=cells,
            running=running,
            preview=position + 1 if running else -1,
            place=place,
        )
        mood: Mood = "legal" if key in scene.legal else "idle"
        if scene.asked and mood == "idle":
            if isinstance(choice, SellChoice):
                mood = "off"
            elif isinstance(choice, (SharesChoice, MoveSharesChoice)) and share_key not in scene.legal:
                mood = "idle" if _bought(choice)[k] else "off"
        self.board.piece(key, draw_corporation, place.frame, data, z=Z_PANEL, radius=10, mood=mood)
        if not place.shares:
            return
        track = Rect(
            place.shares[0].x, place.shares[0].y, place.shares[-1].right - place.shares[0].x, place.shares[0].h
        )
        shares = self._shares(scene, k, place, track)
        share_mood: Mood = "legal" if share_key in scene.legal else mood if mood == "off" else "idle"
        self.board.piece(share_key, draw_shares, track, shares, z=Z_SPACE, radius=4, mood=share_mood)
        seen: set[int] = set()
        for number, cell in enumerate(shares.cells):
            if not cell.drawn:
                continue
            stack = t.share_reward[number] - REWARD_STACK
            seen.add(stack)
            asked = isinstance(choice, TileChoice) and (choice.corporation, choice.stack) == (k, stack)
            rect = place.shares[number]
            self.board.piece(
                f"stack:{k}/{stack}",
                draw_stack,
                Rect(rect.x, rect.y, rect.w, 18),
                StackData(cell.stack, cell.locked, asked),
                z=Z_CARD,
                radius=4,
                clickable=share_key not in scene.legal,  # a click anywhere on the track buys
                mood=share_mood,
            )

    def _shares(self, scene: Scene, k: int, place: CorporationPlace, track: Rect) -> SharesData:
        view, t, choice = scene.view, scene.view.tables, scene.view.choice
        limit = t.asset_section[view.assets[k]]
        buyer, goal = -1, -1
        if isinstance(choice, (SharesChoice, MoveSharesChoice)) and _bought(choice)[k]:
            buyer = choice.seat
            goal = min(len(t.share_section) - 1, view.companies[buyer].shares[k] + _bought(choice)[k])
        cells: list[ShareCell] = []
        drawn: set[int] = set()
        for number, (section, reward) in enumerate(zip(t.share_section, t.share_reward, strict=True)):
            stack = reward - REWARD_STACK if reward >= REWARD_STACK else -1
            cells.append(
                ShareCell(
                    develop=reward == REWARD_DEVELOP,
                    stack=len(view.stacks[k][stack]) if stack >= 0 else -1,
                    drawn=stack >= 0 and stack not in drawn,
                    locked=section > limit,
                    tokens=tuple(
                        scene.colours[company.seat] for company in view.companies if company.shares[k] == number
                    ),
                    ghosts=(scene.colours[buyer],) if goal == number else (),
                )
            )
            drawn.add(stack)
        return SharesData(t.corporations[k], tuple(cells), tuple(_locks(t, limit)), track, place.shares)


def _bought(choice: SharesChoice | MoveSharesChoice) -> tuple[int, int, int]:
    """Shares chosen so far, or still to be moved, per corporation."""
    return choice.red, choice.orange, choice.blue


def _locks(t: Tables, limit: int) -> Iterator[tuple[int, int]]:
    """(first cell, number of cells) of each section of the shares track above `limit` (SHR-3)."""
    for section in sorted(set(t.share_section)):
        if section > limit:
            yield t.share_section.index(section), t.share_section.count(section)


# ------------------------------------------------------------------------------------------------ market
class RowGround(NamedTuple):
    """`value`: of a row of action cards, 0 for research and contracts (then `deck` is shown here); `dry`: nothing is
    left to fill the row with; `present`: places with a card."""

    icon: str
    value: int
    deck: int
    dry: bool
    present: tuple[bool, ...]
    place: MarketRow


def draw_row_ground(painter: QPainter, brush: Brush, data: RowGround) -> None:
    """The first column of a market row, dashed places of cards that are gone, and the mark at the card that leaves."""
    look, p, place = brush.look, brush.look.palette, data.place
    deck = _at(brush, place.deck, place.frame)
    paint.rounded(painter, deck, 6, p.panel2, p.line2, p.stroke)
    if data.value:
        badge = QRectF(deck.x() + 4, deck.y() + 4, deck.width() - 8, min(22.0, place.draw.h - 6))
        paint.money_badge(painter, look, badge, data.value)
    else:
        top = deck.center().y() - 22
        paint.icon(painter, look, data.icon, QRectF(deck.center().x() - 10, top, 20, 20), p.ink2)
        count: list[Token] = [
            IconToken("deck", 12, p.ink3),
            TextToken(paint.number_text(data.deck), "card_name", p.ink2),
        ]
        paint.draw_row(painter, look, QRectF(deck.x(), top + 24, deck.width(), 18), count, "centre", 3)
    gone = words().empty() if data.dry else words().taken()
    fill = QColor(p.panel2)
    fill.setAlphaF(0.5)
    last = max((i for i, present in enumerate(data.present) if present), default=-1)
    for number, (rect, present) in enumerate(zip(place.cards, data.present, strict=True)):
        box = _at(brush, rect, place.frame)
        if not present:
            paint.dashed_place(painter, look, box, 6, gone, fill=fill)
        elif number == last:
            x, y = box.right() + 1, box.center().y()
            _triangle(painter, p.ink3, (x, y - 6), (x + 5, y), (x, y + 6))


class PileData(NamedTuple):
    """`blind`: cards of the running collection that come from the pile."""

    deck: int
    discard: int
    blind: int


def draw_pile(painter: QPainter, brush: Brush, data: PileData) -> None:
    """Cards in the deck and in the discard pile, which is the place for a blind card."""
    look, p, area = brush.look, brush.look.palette, brush.rect
    row: list[Token] = [
        IconToken("deck", 11, p.ink3),
        TextToken(paint.number_text(data.deck), "modifier", p.ink2),
        GapToken(1),
        IconToken("discard", 11, p.ink3),
        TextToken(paint.number_text(data.discard), "modifier", p.ink2),
    ]
    paint.draw_row(painter, look, area.adjusted(2, 0, -2, 0), row, "centre", 1.5)
    if brush.mood == "off":
        paint.veil(painter, look, area.adjusted(1, 0, -1, -1), 5)
    if data.blind:
        paint.ring(painter, look, area, 5, "chosen")
        paint.count_badge(painter, look, (area.right() + 4, area.top()), data.blind, "right")


class MarketCard(NamedTuple):
    card: cards.ActionCardData | cards.ResearchData | cards.ContractData
    small: bool
    picked: bool


def draw_market_card(painter: QPainter, brush: Brush, data: MarketCard) -> None:
    """A card of the market; a tick marks one that is put into the running choice."""
    look = brush.look
    if isinstance(data.card, cards.ResearchData):
        cards.draw_research_card(painter, look, brush.rect, data.card, small=data.small)
    elif isinstance(data.card, cards.ContractData):
        cards.draw_contract_card(painter, look, brush.rect, data.card, small=data.small)
    else:
        cards.draw_action_card(painter, look, brush.rect, data.card, small=data.small)
    if brush.mood == "off":
        paint.veil(painter, look, brush.rect, 6)
    if data.picked:
        paint.ring(painter, look, brush.rect, 6, "chosen")
        paint.tick_badge(painter, look, (brush.rect.right() - 5, brush.rect.top() + 5), 16)


_MARKET_CHOICES: Final = (CollectChoice, ContractChoice, ResearchChoice)


class Market:
    """Five rows of cards with their decks and discard piles."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def arrange(self, scene: Scene) -> None:
        view, t = scene.view, scene.view.tables
        self._row(scene, "research", "research", 0, view.research_deck, view.research_row)
        self._row(scene, "contracts", "contract", 0, view.contract_deck, view.contract_row)
        small = scene.layout.small_market_cards or scene.look.large
        for row, rect in zip(view.research_row, scene.layout.market_row("research").cards, strict=True):
            if row >= 0:
                self._card(scene, f"research:{row}", rect, cards.research_data(t, row), small)
        for row, rect in zip(view.contract_row, scene.layout.market_row("contracts").cards, strict=True):
            if row >= 0:
                self._card(scene, f"contract:{row}", rect, cards.contract_data(t, row), small)
        choice = view.choice
        collect = choice if isinstance(choice, CollectChoice) else None
        for number, value in enumerate(VALUES):
            place = scene.layout.market_row(str(value))
            self._row(scene, str(value), "", value, view.decks[number], view.rows[number])
            for at, (card, rect) in enumerate(zip(view.rows[number], place.cards, strict=True)):
                if card >= 0:
                    taken = collect is not None and bool(collect.faces[number] >> at & 1)
                    self._card(scene, f"face:{number}/{at}", rect, cards.action_card_data(t, card), small, taken)
            key = f"pile:{number}"
            blind = max(collect.blinds[number] if collect else 0, _picked(scene, key))
            pile = PileData(view.decks[number], view.discards[number], blind)
            mood = card_mood(scene, key, _MARKET_CHOICES, blind > 0)
            self.board.piece(key, draw_pile, place.discard, pile, z=Z_CARD, radius=5, mood=mood)

    def _row(self, scene: Scene, key: str, icon: str, value: int, deck: int, row: tuple[int, ...]) -> None:
        place = scene.layout.market_row(key)
        data = RowGround(icon, value, 0 if value else deck, deck == 0, tuple(card >= 0 for card in row), place)
        self.board.piece(
            f"ground:row-{key}", draw_row_ground, place.frame, data, z=Z_PANEL, clickable=False, mood="idle"
        )

    def _card(
        self,
        scene: Scene,
        key: Key,
        rect: Rect,
        card: cards.ActionCardData | cards.ResearchData | cards.ContractData,
        small: bool,
        taken: bool = False,
    ) -> None:
        picked = taken or _picked(scene, key) > 0
        mood = card_mood(scene, key, _MARKET_CHOICES, picked)
        self.board.piece(key, draw_market_card, rect, MarketCard(card, small, picked), z=Z_CARD, mood=mood)


# ------------------------------------------------------------------------------------------------ objectives
@dataclass(frozen=True, slots=True)
class ObjectiveState:
    card: cards.ObjectiveData
    standings: tuple[cards.Standing, ...]
    taker: int
    short_title: bool


def draw_objective(painter: QPainter, brush: Brush, data: ObjectiveState) -> None:
    cards.draw_objective(
        painter, brush.look, brush.rect, data.card, data.standings, data.taker, short_title=data.short_title
    )


def short_count(t: Tables, objective: Objective, company: CompanyView) -> int:
    """How far a company is with a short-term objective (OBJ-2): units stored, engineers, corporations covered."""
    if objective.test == TEST_LITHIUM:
        return company.goods[LITHIUM]
    if objective.test == TEST_GEOTHERMAL:
        return company.goods[GEOTHERMAL]
    if objective.test == TEST_ENGINEERS:
        return company.hired
    if objective.test == TEST_CONTRACTS:
        done = company.kept_contracts + tuple(
            card for place, card in enumerate(company.contracts) if company.executed >> place & 1
        )
        return len({t.contracts[card].corporation for card in done})
    if objective.test == TEST_TILES:
        return len({t.tiles[tile].corporation for tile in (*company.tiles, *company.used_tiles)})
    raise ValueError(f"{objective.id} is no short-term objective")


class Objectives:
    """The objectives with the standing of every seat; hidden money shows "?"."""

    def __init__(self, board: Board) -> None:
        self.board = board

    def arrange(self, scene: Scene) -> None:
        view, look = scene.view, scene.look
        shown = [cards.objective_data(view.tables, index) for index in view.objectives]
        # one that is too long makes all titles short, so that they read alike
        short = any(
            paint.text_width(look, card.title, "card_name") > cards.objective_title_rect(look, rect, card).w
            for card, rect in zip(shown, scene.layout.objectives, strict=True)
        )
        for number, (index, rect) in enumerate(zip(view.objectives, scene.layout.objectives, strict=True)):
            taker = view.takers[number]
            data = ObjectiveState(
                shown[number],
                tuple(self._standing(scene, company, number, index) for company in view.companies),
                scene.colours[taker] if taker >= 0 else -1,
                short,
            )
            self.board.piece(f"objective:{index}", draw_objective, rect, data, z=Z_CARD, radius=8, mood="idle")

    @staticmethod
    def _standing(scene: Scene, company: CompanyView, number: int, index: int) -> cards.Standing:
        t = scene.view.tables
        objective = t.objectives[index]
        colour = scene.colours[company.seat]
        if objective.short:
            count: int | None = short_count(t, objective, company)
            if objective.test == TEST_ENGINEERS and scene.view.solo and company.seat == 1:
                count = len(scene.view.gmi_row)  # OBJ-4: GMI's cards count as its engineers
        else:
            count = company.standings[number]
        money = objective.test == TEST_MOST_MONEY
        if count is None or (money and scene.covered and company.seat == scene.view.seat):
            return cards.Standing(colour, "?")
        return cards.Standing(colour, paint.money_text(count) if money else paint.number_text(count))


REGIONS: Final = (TopBar, Claims, Corporations, Market, Objectives)
"""The regions of this module, for `Board(REGIONS)`."""
