"""The region of the hand: the cards of the seat that looks, in stacks by type, and its cards in play.

Usable cards come first, then those collected this turn (pale, with an hourglass), then, right of a dashed line, the
cards in play with their engineers. A hand that may not be seen is drawn as backs from its number of cards alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal, NamedTuple

from PySide6.QtCore import QObject, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from saltonsea_desktop.games.saltonsea import choices as ch
from saltonsea_desktop.games.saltonsea.components.tables import Tables
from saltonsea_desktop.games.saltonsea.view import CompanyView
from saltonsea_desktop.ui import paint
from saltonsea_desktop.ui.board import cards
from saltonsea_desktop.ui.board.board import Board, Scene, space_groups
from saltonsea_desktop.ui.board.company import draw_nothing
from saltonsea_desktop.ui.board.piece import Z_CARD, Z_PANEL, Z_SPACE, Brush, Mood
from saltonsea_desktop.ui.layout import MAX_CARD_STACKS, Rect, hand_stacks
from saltonsea_desktop.ui.paint import IconToken, TextToken
from saltonsea_desktop.ui.texts.counts import Counts
from saltonsea_desktop.ui.theme import mix, with_alpha

LIFT, LIFT_SMALL = 10.0, 4.0  # how far cards rise that are put into a payment (units)
ENGINEER, ENGINEER_SMALL = 34.0, 25.0
FRESH_VEIL = 0.5
CardState = Literal["held", "fresh", "played"]


class HandWords(QObject):
    """The words that stand in the hand."""

    def in_play(self) -> str:
        return self.tr("in play", "a card with an engineer on it")

    def cards(self) -> str:
        return self.tr("cards", "their number stands above")

    def loses(self, amount: int) -> str:
        return self.tr("loses {money}", "paying with this card").format(money=paint.money_text(amount))

    def part(self, n: int, total: int) -> str:
        """How many of equal cards are put in."""
        return self.tr("{n} of {total}", "equal cards put in").format(
            n=paint.number_text(n), total=paint.number_text(total)
        )


# ------------------------------------------------------------------------------------------------ what is drawn
class HandGround(NamedTuple):
    """Rectangles are relative to the panel. `total`: money, or the number of cards when they are face down; `later`:
    money of fresh cards; `hidden`: the colour of the seat whose cards are face down, -1 when they are open."""

    total: str
    total_at: Rect
    count_text: str
    count_at: Rect
    later: str
    switch: Rect
    divider: float  # x of the dashed line, -1 for none
    hidden: int


class HandCard(NamedTuple):
    """`copies` equal cards, of which `picked` are put in; `seat`: colour of the engineer on it; `tag`: a warning."""

    card: cards.ActionCardData
    state: CardState
    copies: int
    small: bool
    seat: int
    picked: int
    note: str  # the number put in, or "in play"
    tag: str


class Switch(NamedTuple):
    icon: str
    on: bool


class Back(NamedTuple):
    seat: int
    small: bool


# ------------------------------------------------------------------------------------------------ drawing
def draw_hand_ground(painter: QPainter, brush: Brush, face: HandGround) -> None:
    look, p = brush.look, brush.look.palette
    if face.hidden >= 0:
        style = p.seat(face.hidden)
        paint.rounded(painter, brush.rect, 10, style.tint, style.colour, 1.6 * p.stroke)
    else:
        paint.rounded(painter, brush.rect, 10, with_alpha(p.panel, 0.72), p.line, p.stroke)
    paint.draw_text(painter, look, face.total_at, face.total, "total")
    later = bool(face.later) and not look.large  # the switch leaves room for one more line of ordinary text
    count_at = face.count_at.moved(0, -3) if later else face.count_at
    paint.draw_text(painter, look, count_at, face.count_text, "body", p.ink2)
    if later:
        row = Rect(count_at.x, count_at.bottom, count_at.w, 15)
        tokens = (IconToken("round", 12, p.ink2), TextToken(face.later, "modifier", p.ink2))
        paint.draw_row(painter, look, row, tokens, "left", 3)
    if face.hidden >= 0:
        mark = Rect(face.switch.x + 2, face.switch.y, 20, face.switch.h)
        paint.icon(painter, look, "eye-off", mark, p.ink2)
    else:
        paint.tray(painter, look, face.switch)
    if face.divider >= 0:
        dashes = QPen(p.line2, p.stroke)
        dashes.setCapStyle(Qt.PenCapStyle.FlatCap)
        dashes.setDashPattern([3, 3])
        painter.setPen(dashes)
        painter.drawLine(QPointF(face.divider, 14), QPointF(face.divider, brush.rect.height() - 14))


def draw_hand_card(painter: QPainter, brush: Brush, face: HandCard) -> None:
    look, area = brush.look, brush.rect
    played = face.state == "played"
    if face.small:
        cards.draw_action_card(painter, look, area, face.card, count=face.copies, small=True)
    else:
        cards.draw_hand_card(painter, look, area, face.card, count=face.copies, faded=played)
    if played:
        _draw_played(painter, brush, face)
    elif face.state == "fresh":
        _draw_fresh(painter, brush, face)
    elif face.picked:
        _draw_picked(painter, brush, face)
    elif brush.mood == "off":
        paint.veil(painter, look, area, 5 if face.small else 6)
    elif face.tag:
        paint.ring(painter, look, area, 6, "lossy")
        _draw_note(painter, brush, face, face.tag)


def _draw_played(painter: QPainter, brush: Brush, face: HandCard) -> None:
    look, area = brush.look, brush.rect
    if face.small:
        paint.engineer(painter, look, face.seat, (area.width() / 2 + 10, 15), ENGINEER_SMALL)
        return
    rows = cards.action_card_rows(look, area, face.card)
    field = cards.action_field(area, rows)
    paint.engineer(painter, look, face.seat, (field.cx, field.cy), min(ENGINEER, field.h + 2))
    style = look.palette.money(face.card.value)
    words = QRectF(26, 0, area.width() - 32, cards.BAND)
    paint.draw_text(painter, look, words, face.note, "modifier", style.ink, "right")


def _draw_fresh(painter: QPainter, brush: Brush, face: HandCard) -> None:
    look, p, area = brush.look, brush.look.palette, brush.rect
    paint.veil(painter, look, area, 5 if face.small else 6, FRESH_VEIL)
    if not face.small and face.copies == 1:
        paint.icon(painter, look, "round", QRectF(area.width() - 19, 3, 14, 14), p.ink)
        return
    centre = QPointF(area.width() - 10, 10.0 if face.small else cards.BAND + 12)
    paint.circle(painter, centre, 17, p.panel, p.line2, p.stroke)
    paint.icon(painter, look, "round", QRectF(centre.x() - 5.5, centre.y() - 5.5, 11, 11), p.ink2)


def _draw_picked(painter: QPainter, brush: Brush, face: HandCard) -> None:
    look, area = brush.look, brush.rect
    paint.ring(painter, look, area, 5 if face.small else 6, "legal")
    if face.note:
        _draw_note(painter, brush, face, face.note)
    paint.tick_badge(painter, look, (area.width() - 3, 2), 16 if face.small else 20)


def _draw_note(painter: QPainter, brush: Brush, face: HandCard, text: str) -> None:
    """A pill across the lower part of a card."""
    look, p, area = brush.look, brush.look.palette, brush.rect
    high = 17.0
    top = area.height() - high - 2
    if not face.small:  # over the first line of words, so that icon and name stay
        top = cards.action_field(area, cards.action_card_rows(look, area, face.card)).bottom - 1.5
    box = QRectF(3, top, area.width() - 6, high)
    paint.rounded(painter, box, high / 2, p.panel, p.vp_line, 1.4 * p.stroke)
    paint.draw_text(painter, look, box.adjusted(4, 0, -4, 0), text, "modifier", p.ink, "centre")


def draw_back(painter: QPainter, brush: Brush, face: Back) -> None:
    """A card face down: it tells nothing but whose it is."""
    look, p, area = brush.look, brush.look.palette, brush.rect
    style = p.seat(face.seat)
    paint.card_face(painter, look, area)
    inner = area.adjusted(4, 4, -4, -4)
    paint.striped(
        painter, look, inner, 4, pitch=7, width=1.6, fill=style.tint, stripe=mix(style.tint, style.colour, 0.35)
    )
    paint.seat_token(painter, look, face.seat, area.center(), 16 if face.small else 24)
    paint.card_edge(painter, look, area)


def draw_switch(painter: QPainter, brush: Brush, face: Switch) -> None:
    look, p = brush.look, brush.look.palette
    area = brush.rect.adjusted(2, 2, -2, -2)
    if face.on:
        paint.rounded(painter, area, 6, p.panel, p.line2, p.stroke)
    side = 18.0
    box = QRectF(area.center().x() - side / 2, area.center().y() - side / 2, side, side)
    paint.icon(painter, look, face.icon, box, p.ink if face.on else p.ink3)


# ------------------------------------------------------------------------------------------------ order and sums
def kind_ranks(tables: Tables) -> dict[int, int]:
    """Kind of action -> its place in the display order of the board's spaces; other kinds have none."""
    order = [space for group in space_groups(tables) for space in group]
    return {tables.effects[tables.spaces[space].effect].kind: rank for rank, space in enumerate(order)}


def ordered_types(tables: Tables, types: Iterable[int], order: Literal["value", "action"]) -> list[int]:
    """Card types for display: by value, the dearest first, or by action; then by the other."""
    ranks = kind_ranks(tables)

    def by_value(card: int) -> tuple[int, int, int]:
        return -tables.type_value[card], ranks.get(tables.type_kind[card], len(ranks)), card

    def by_action(card: int) -> tuple[int, int, int]:
        value, kind, index = by_value(card)
        return kind, value, index

    return sorted(types, key=by_value if order == "value" else by_action)


def _group_sizes(tables: Tables, types: list[int], order: Literal["value", "action"]) -> list[int]:
    """Stacks of one value stand together; in the order of actions all do."""
    if order == "action":
        return [len(types)]
    sizes: dict[int, int] = {}
    for card in types:
        value = tables.type_value[card]
        sizes[value] = sizes.get(value, 0) + 1
    return list(sizes.values())


# ------------------------------------------------------------------------------------------------ the region
class HandRegion:
    """See the module. Pieces: hand (the ground), hand:T, fresh:T, table:T (further equal cards table:T/1 ...),
    back:I for a covered hand, sort:value and sort:action (the switch; it sets `Scene.hand_order`), and bar: the place
    of the decision bar, which draws nothing and takes dropped cards."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._words = HandWords()
        self._counts = Counts()

    def arrange(self, scene: Scene) -> None:
        view = scene.view
        self.board.piece(
            "bar", draw_nothing, scene.layout.bar.frame, None, z=Z_PANEL, radius=10, clickable=False, mood="idle"
        )
        seat = view.seat if view.seat >= 0 else scene.focus_seat
        company = view.companies[seat]
        if scene.covered or company.hand is None or company.fresh is None:
            divider = self._covered(scene, company)
            total, later, hidden = paint.number_text(company.hand_count), "", scene.colours[seat]
        else:
            divider = self._open(scene, company, company.hand, company.fresh)
            worth = sum(view.tables.type_value[card] for card in company.fresh)
            total = paint.money_text(company.cash or 0)
            later, hidden = paint.money_text(worth, signed=True) if worth else "", -1
        self._ground(scene, company, total, later, divider, hidden)

    def _ground(
        self, scene: Scene, company: CompanyView, total: str, later: str, divider: float | None, hidden: int
    ) -> None:
        place = scene.layout.hand
        frame = place.frame

        def inside(rect: Rect) -> Rect:
            return rect.moved(-frame.x, -frame.y)

        first, second = place.switch
        face = HandGround(
            total=total,
            total_at=inside(place.total),
            count_text=self._words.cards() if hidden >= 0 else self._counts.cards(company.hand_count),
            count_at=inside(place.count),
            later=later,
            switch=inside(Rect(first.x, first.y, second.right - first.x, first.h)),
            divider=-1.0 if divider is None else divider - frame.x,
            hidden=hidden,
        )
        self.board.piece("hand", draw_hand_ground, frame, face, z=Z_PANEL, radius=10, clickable=False, mood="idle")
        if hidden >= 0:
            return
        for key, icon, rect in (("value", "money", first), ("action", "sort", second)):
            on = Switch(icon, scene.hand_order == key)
            self.board.piece(f"sort:{key}", draw_switch, rect, on, z=Z_SPACE, radius=8, mood="idle")

    # ------------------------------------------------------------ open

    def _open(self, scene: Scene, company: CompanyView, hand: tuple[int, ...], fresh: tuple[int, ...]) -> float | None:
        t, order = scene.view.tables, scene.hand_order
        held = ordered_types(t, (card for card, n in enumerate(hand) if n), order)
        new = Counter(fresh)
        later = ordered_types(t, new, order)
        stacks = hand_stacks(
            scene.layout.hand,
            [*_group_sizes(t, held, order), len(later)],
            len(company.table),
            small=scene.look.large,
        )
        picked = self._picked(scene, company)
        missing = self._missing(scene, company, picked)
        for card, rect in zip(held, stacks.cards, strict=False):
            self._held(scene, card, hand[card], rect, stacks.small, picked[card], missing)
        for card, rect in zip(later, stacks.cards[len(held) :], strict=True):
            data = HandCard(cards.action_card_data(t, card), "fresh", new[card], stacks.small, 0, 0, "", "")
            self.board.piece(f"fresh:{card}", draw_hand_card, rect, data, z=Z_CARD, mood="idle")
        self._played(scene, company, stacks.in_play, stacks.small)
        return stacks.divider

    def _picked(self, scene: Scene, company: CompanyView) -> Counter[int]:
        """How many cards of each type are put into the running payment."""
        choice = scene.view.choice
        found: Counter[int] = Counter()
        if isinstance(choice, ch.PaymentChoice) and choice.seat == company.seat:
            found.update(choice.paid)
        for key, n in scene.picked:
            kind, _, rest = key.partition(":")
            if kind == "hand" and rest.isdigit():
                found[int(rest)] = n
        return found

    def _missing(self, scene: Scene, company: CompanyView, picked: Counter[int]) -> int:
        """Money that is still to be put into the running payment, 0 when none is."""
        choice = scene.view.choice
        if not isinstance(choice, ch.PaymentChoice) or choice.seat != company.seat:
            return 0
        values = scene.view.tables.type_value
        return max(0, choice.due - sum(values[card] * n for card, n in picked.items()))

    def _held(self, scene: Scene, card: int, count: int, rect: Rect, small: bool, picked: int, missing: int) -> None:
        t, key = scene.view.tables, f"hand:{card}"
        paying = isinstance(scene.view.choice, ch.PaymentChoice)
        fades = scene.asked and (paying or isinstance(scene.view.choice, ch.TurnChoice))
        mood: Mood = "legal" if key in scene.legal or picked else "off" if fades else "idle"
        lost = t.type_value[card] - missing
        wasted = key in scene.legal and missing > 0 and lost > 0
        data = HandCard(
            card=cards.action_card_data(t, card),
            state="held",
            copies=count,
            small=small,
            seat=0,
            picked=picked,
            note=self._words.part(picked, count) if picked and count > 1 else "",
            tag=self._words.loses(lost) if wasted and not picked else "",
        )
        if picked:
            rect = rect.moved(0, -(LIFT_SMALL if small else LIFT))
        self.board.piece(key, draw_hand_card, rect, data, z=Z_CARD + (1 if picked else 0), mood=mood)

    # ------------------------------------------------------------ in play, covered

    def _played(self, scene: Scene, company: CompanyView, places: tuple[Rect, ...], small: bool) -> None:
        t, seen = scene.view.tables, Counter[int]()
        seat = scene.colours[company.seat]
        for card, rect in zip(ordered_types(t, company.table, scene.hand_order), places, strict=True):
            key = f"table:{card}/{seen[card]}" if seen[card] else f"table:{card}"
            seen[card] += 1
            note = self._words.in_play()
            data = HandCard(cards.action_card_data(t, card), "played", 1, small, seat, 0, note, "")
            self.board.piece(key, draw_hand_card, rect, data, z=Z_CARD, mood="idle")

    def _covered(self, scene: Scene, company: CompanyView) -> float | None:
        """Backs, as many as there is room for; the cards in play are public."""
        played = len(company.table)
        backs = min(company.hand_count, max(1, MAX_CARD_STACKS - played))
        stacks = hand_stacks(scene.layout.hand, [backs], played, small=scene.look.large)
        back = Back(scene.colours[company.seat], stacks.small)
        for number, rect in enumerate(stacks.cards):
            self.board.piece(f"back:{number}", draw_back, rect, back, z=Z_CARD, clickable=False, mood="idle")
        self._played(scene, company, stacks.in_play, stacks.small)
        return stacks.divider
