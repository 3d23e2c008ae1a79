"""Where everything on the table is: pure functions from the size of the window and the counts of the game.

All results are in *units*: multiply by ``TableLayout.scale`` for pixels (or scale the painter). One unit is one pixel
at the design size of 1440 x 900. The scale follows the smaller of width and height; the rest of the window is elastic,
so the table always fills it. Nothing here needs Qt: ``QRectF(*rect)`` makes a Qt rectangle of a ``Rect``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

DESIGN_WIDTH: Final = 1440.0
DESIGN_HEIGHT: Final = 900.0
MARGIN: Final = 12.0
GUTTER: Final = 10.0
ROW_GAP: Final = 8.0

HAND_CARD: Final = (72.0, 98.0)
SMALL_CARD_MIN_WIDTH: Final = 80.0
"""Market cards narrower than this use the small variants of their contents."""
MAX_CARD_STACKS: Final = 12
"""From one stack more on, the hand is two rows of small cards (unless the window is tall)."""
LAYER_HEIGHT: Final = 28.0
LAYER_HEIGHT_MIN: Final = 20.0
CROWDED_MARKS: Final = 4
"""A layer with more marks than this is 1.45 layers high and has two lines."""
CROWDED_LAYER: Final = 1.45

ZONE_NAMES: Final = (
    "top",
    "claims",
    "well",
    "corporations",
    "market",
    "objectives",
    "company",
    "bar",
    "hand",
    "right",
)

MarkKind = Literal["rock", "brine"]


class Rect(NamedTuple):
    """A rectangle: left, top, width, height (units). ``QRectF(*rect)`` converts it."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """x of the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """y of the lower edge."""
        return self.y + self.h

    @property
    def cx(self) -> float:
        """x of the centre."""
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        """y of the centre."""
        return self.y + self.h / 2

    @classmethod
    def around(cls, cx: float, cy: float, w: float, h: float | None = None) -> Rect:
        """The rectangle (square without ``h``) with the given centre."""
        height = w if h is None else h
        return cls(cx - w / 2, cy - height / 2, w, height)

    def inset(self, dx: float, dy: float | None = None) -> Rect:
        """Smaller by ``dx`` at left and right and by ``dy`` (default ``dx``) at top and bottom; negative grows."""
        d = dx if dy is None else dy
        return Rect(self.x + dx, self.y + d, self.w - 2 * dx, self.h - 2 * d)

    def moved(self, dx: float, dy: float) -> Rect:
        """The same size at another place."""
        return Rect(self.x + dx, self.y + dy, self.w, self.h)

    def scaled(self, factor: float) -> Rect:
        """All four numbers times ``factor``: units to pixels with ``TableLayout.scale``."""
        return Rect(self.x * factor, self.y * factor, self.w * factor, self.h * factor)

    def contains(self, other: Rect, tolerance: float = 0.01) -> bool:
        """True if ``other`` lies inside, edges included."""
        return (
            other.x >= self.x - tolerance
            and other.y >= self.y - tolerance
            and other.right <= self.right + tolerance
            and other.bottom <= self.bottom + tolerance
        )

    def overlaps(self, other: Rect, tolerance: float = 0.01) -> bool:
        """True if the two share more than an edge."""
        return (
            self.x < other.right - tolerance
            and other.x < self.right - tolerance
            and self.y < other.bottom - tolerance
            and other.y < self.bottom - tolerance
        )

    def columns(self, n: int, gap: float = 0.0) -> tuple[Rect, ...]:
        """``n`` equal columns with ``gap`` between them."""
        if n <= 0:
            return ()
        w = (self.w - (n - 1) * gap) / n
        return tuple(Rect(self.x + i * (w + gap), self.y, w, self.h) for i in range(n))

    def rows(self, n: int, gap: float = 0.0) -> tuple[Rect, ...]:
        """``n`` equal rows with ``gap`` between them."""
        if n <= 0:
            return ()
        h = (self.h - (n - 1) * gap) / n
        return tuple(Rect(self.x, self.y + i * (h + gap), self.w, h) for i in range(n))


# ------------------------------------------------------------------------------------------------ what is laid out
@dataclass(frozen=True, slots=True)
class TableSpec:
    """The counts of a game, which component packs may change. The defaults are those of the printed game.

    ``asset_sections`` and ``share_sections`` give the number of spaces in each section, lowest first, and must be
    equally long. ``market_cards`` is the number of cards in a market row (``None``: seats + 2, at least 4).
    ``warehouse_tiles`` gives the capacity each tile adds to the printed ``warehouse_capacity``. ``gmi`` says whether
    the right column shows the automa (``None``: when there is one seat). Raises ``ValueError`` for counts that
    cannot be drawn.
    """

    claims: int = 4
    corporations: int = 3
    asset_sections: tuple[int, ...] = (4, 3, 3)
    share_sections: tuple[int, ...] = (4, 3, 2)
    market_cards: int | None = None
    money_values: tuple[int, ...] = (5, 3, 1)
    objectives: int = 5
    space_groups: tuple[int, ...] = (5, 2, 5)
    engineers: int = 7
    plan_nodes: int = 8
    drill_cells: int = 7
    plant_cells: int = 8
    contract_places: int = 2
    research_slots: int = 4
    warehouse_capacity: int = 3
    warehouse_tiles: tuple[int, ...] = (1, 1, 1)
    gmi: bool | None = None
    gmi_reasons: int = 4

    def __post_init__(self) -> None:
        if len(self.asset_sections) != len(self.share_sections):
            raise ValueError(
                f"the shares track has {len(self.share_sections)} sections, the asset track {len(self.asset_sections)}"
            )
        if not self.asset_sections or min(self.asset_sections) < 1 or min(self.share_sections) < 0:
            raise ValueError("each section of the asset track needs at least one space")
        if not self.space_groups or min(self.space_groups) < 1:
            raise ValueError("each group of action spaces needs at least one space")


# ------------------------------------------------------------------------------------------------ results
class TopBar(NamedTuple):
    """``buttons`` from left to right are targets of 34; ``clocks`` and ``status`` share the room between."""

    frame: Rect
    menu: Rect
    wordmark: Rect
    clocks: Rect
    status: Rect
    buttons: tuple[Rect, ...]


class ClaimParts(NamedTuple):
    """A claim on offer: ``plate`` with the price, ``marks`` for rocks and brine, ``reward``; all inside the card."""

    plate: Rect
    marks: Rect
    reward: Rect


class ClaimRow(NamedTuple):
    """``header`` for the deck's count, ``cards`` from the top, ``leaving`` the mark under the lowest card."""

    frame: Rect
    header: Rect
    cards: tuple[Rect, ...]
    leaving: Rect


class Well(NamedTuple):
    """The own well. ``sky`` is above the ground line at y ``ground``; ``stack`` is the room for claims;
    the shaft is centred on x ``shaft_x`` and 14 wide; ``foot`` is the summary."""

    frame: Rect
    sky: Rect
    title: Rect
    derrick: Rect
    plant: Rect
    ground: float
    shaft_x: float
    stack: Rect
    foot: Rect


class WellClaim(NamedTuple):
    """What ``well_stack`` must know of a claim: (rocks, brine) of each layer, and whether it is exhausted."""

    layers: tuple[tuple[int, int], ...]
    exhausted: bool = False


class WellStack(NamedTuple):
    """Claims in the well. ``folded``: the bar for the exhausted claims on top, whose entry in ``claims`` is ``None``.

    ``layers[i]`` are the layers of claim i. ``depths[d - 1]`` is the y of the drill token when it stands on the d-th
    layer of the whole well. ``next_place`` is where the next claim goes.
    """

    folded: Rect | None
    claims: tuple[Rect | None, ...]
    layers: tuple[tuple[Rect, ...], ...]
    depths: tuple[float, ...]
    next_place: Rect
    layer_height: float


@dataclass(frozen=True, slots=True)
class MarkPlace:
    """Place of one mark in a layer; ``index`` counts the marks of its kind from 0."""

    kind: MarkKind
    index: int
    rect: Rect


class CorporationPlace(NamedTuple):
    """One corporation. ``head`` is the tinted block with ``symbol``, ``name`` and the ``fee`` tile.

    ``assets`` and ``shares`` are the cells of both tracks from the lowest on; ``asset_marks`` are the places of round
    marks on the upper edge of the asset cells. ``share_sections`` frames the cells of each section.
    """

    frame: Rect
    head: Rect
    symbol: Rect
    name: Rect
    fee: Rect
    assets: tuple[Rect, ...]
    asset_marks: tuple[Rect, ...]
    shares: tuple[Rect, ...]
    share_sections: tuple[Rect, ...]


class MarketRow(NamedTuple):
    """``deck`` is the whole first column, ``draw`` its upper and ``discard`` its lower part (the blind pile).

    ``cards`` from left (new) to right; ``leaving`` is the mark at the right edge of the last card.
    """

    key: str
    frame: Rect
    deck: Rect
    draw: Rect
    discard: Rect
    cards: tuple[Rect, ...]
    leaving: Rect


class ObjectiveParts(NamedTuple):
    """``reward`` holds the sun and the stars."""

    icon: Rect
    title: Rect
    standing: Rect
    reward: Rect


class WarehousePlace(NamedTuple):
    """Research slots above, product lanes below.

    ``blocks[0]`` is the printed part, then one block per tile. ``lanes`` are the full rows of lithium, geothermal and
    brine; ``cells[lane][n]`` is the cell of the number n, from 0 to the largest capacity.
    """

    slots: tuple[Rect, ...]
    blocks: tuple[Rect, ...]
    lanes: tuple[Rect, ...]
    cells: tuple[tuple[Rect, ...], ...]


LANE_PRODUCTS: Final = ("lithium", "geothermal", "brine")


class CompanyPlace(NamedTuple):
    """The own company. ``band`` is the stripe in the seat's colour, 8 wide.

    ``spaces`` run through all groups; ``captions`` are the headings of the groups. Labels are 40 wide and hold an icon
    above a word. ``plan_nodes``, ``engineers`` are squares around a centre; ``tiles`` is the tray for profit tiles.
    """

    frame: Rect
    band: Rect
    captions: tuple[Rect, ...]
    groups: tuple[tuple[Rect, ...], ...]
    hr: Rect
    hr_label: Rect
    engineers: tuple[Rect, ...]
    tiles: Rect
    plan: Rect
    plan_label: Rect
    plan_nodes: tuple[Rect, ...]
    drill_label: Rect
    drill_cells: tuple[Rect, ...]
    plant_label: Rect
    plant_cells: tuple[Rect, ...]
    contracts: tuple[Rect, ...]
    warehouse: WarehousePlace

    @property
    def spaces(self) -> tuple[Rect, ...]:
        """All action spaces, group by group."""
        return tuple(rect for group in self.groups for rect in group)


class BarPlace(NamedTuple):
    """The decision bar: ``band``, ``icon`` tile, room for both lines of text and everything right of the icon."""

    frame: Rect
    band: Rect
    icon: Rect
    title: Rect
    line2: Rect
    content: Rect


@dataclass(frozen=True, slots=True)
class HandPlace:
    """``total``, ``count`` and the two halves of the ``switch`` (by value, by action) at the left, ``cards`` area."""

    frame: Rect
    total: Rect
    count: Rect
    switch: tuple[Rect, Rect]
    cards: Rect


class HandStacks(NamedTuple):
    """``cards`` in the order given, then ``in_play``; ``divider`` is the x of the dashed line between them.

    ``small``: draw the small variant (band at the left, as in the market).
    """

    cards: tuple[Rect, ...]
    in_play: tuple[Rect, ...]
    divider: float | None
    small: bool


class GmiPlace(NamedTuple):
    """The automa's panel: ``body`` is the compact company, ``row`` the room for its cards, ``reasons`` the lines."""

    frame: Rect
    head: Rect
    body: Rect
    row: Rect
    why: Rect
    reasons: tuple[Rect, ...]


class RightColumn(NamedTuple):
    """``standings`` with one row per seat (the automa included), ``opponents`` in seat order, ``gmi``, ``log``."""

    frame: Rect
    standings: Rect
    standing_rows: tuple[Rect, ...]
    opponents: tuple[Rect, ...]
    gmi: GmiPlace | None
    log: Rect


@dataclass(frozen=True, slots=True)
class TableLayout:
    """Everything on the table, in units. Make it with ``for_size``; it is cheap enough for every resize."""

    width: float
    height: float
    scale: float
    unit_width: float
    unit_height: float
    seats: int
    spec: TableSpec
    zones: Mapping[str, Rect] = field(compare=False)
    top: TopBar
    claims: ClaimRow
    well: Well
    corporations: tuple[CorporationPlace, ...]
    market: tuple[MarketRow, ...]
    objectives: tuple[Rect, ...]
    company: CompanyPlace
    bar: BarPlace
    hand: HandPlace
    right: RightColumn
    small_market_cards: bool
    """Market cards are narrow: use the small variants of their contents."""

    @property
    def horizon(self) -> float:
        """y of the ground line behind the table, which the desert's ridges stand on."""
        return self.zones["objectives"].y + 8

    def market_row(self, key: str) -> MarketRow:
        """The row ``"research"``, ``"contracts"`` or a money value as text; ``KeyError`` for another key."""
        for row in self.market:
            if row.key == key:
                return row
        raise KeyError(f"no market row {key!r}")

    @classmethod
    def for_size(cls, width: float, height: float, seats: int, spec: TableSpec | None = None) -> TableLayout:
        """Lay the table out in a window of ``width`` x ``height`` pixels for 1 (solo) to 4 seats.

        Raises ``ValueError`` for an empty window or fewer than one seat.
        """
        if width <= 0 or height <= 0:
            raise ValueError(f"the window must have a size, not {width:g} x {height:g}")
        if seats < 1:
            raise ValueError(f"a table needs at least one seat, not {seats}")
        spec = spec or TableSpec()
        scale = min(width / DESIGN_WIDTH, height / DESIGN_HEIGHT)
        unit_width, unit_height = width / scale, height / scale
        zones = _zones(unit_width, unit_height)
        market = _market(zones["market"], seats, spec)
        card_width = market[0].cards[0].w if market and market[0].cards else SMALL_CARD_MIN_WIDTH
        return cls(
            width=width,
            height=height,
            scale=scale,
            unit_width=unit_width,
            unit_height=unit_height,
            seats=seats,
            spec=spec,
            zones=MappingProxyType(zones),
            top=_top(zones["top"]),
            claims=_claims(zones["claims"], spec),
            well=_well(zones["well"]),
            corporations=_corporations(zones["corporations"], spec),
            market=market,
            objectives=zones["objectives"].columns(spec.objectives, 8),
            company=_company(zones["company"], spec),
            bar=_bar(zones["bar"]),
            hand=_hand(zones["hand"]),
            right=_right(zones["right"], seats, spec),
            small_market_cards=card_width < SMALL_CARD_MIN_WIDTH,
        )


# ------------------------------------------------------------------------------------------------ zones
def _zones(lw: float, lh: float) -> dict[str, Rect]:
    ex, ey = max(0.0, lw - DESIGN_WIDTH), max(0.0, lh - DESIGN_HEIGHT)
    right_extra = min(70.0, 0.42 * ex)
    market_extra = 0.58 * (ex - right_extra)
    land, right, market = 176.0, 250.0 + right_extra, 482.0 + market_extra
    corporations = 478.0 + ex - right_extra - market_extra
    x_land = MARGIN
    x_corp = x_land + land + GUTTER
    x_market = x_corp + corporations + GUTTER
    x_right = x_market + market + GUTTER
    middle = corporations + GUTTER + market
    y_world = 50.0
    world = 318.0 + ey / 4
    y_objectives = y_world + world + ROW_GAP
    y_company = y_objectives + 38 + ROW_GAP
    company = 270.0 + ey / 4
    y_bar = y_company + company + ROW_GAP
    y_hand = y_bar + 60 + ROW_GAP
    bottom = lh - MARGIN
    return {
        "top": Rect(0, 0, lw, 42),
        "claims": Rect(x_land, y_world, land, world),
        "well": Rect(x_land, y_objectives, land, bottom - y_objectives),
        "corporations": Rect(x_corp, y_world, corporations, world),
        "market": Rect(x_market, y_world, market, world),
        "objectives": Rect(x_corp, y_objectives, middle, 38),
        "company": Rect(x_corp, y_company, middle, company),
        "bar": Rect(x_corp, y_bar, middle, 60),
        "hand": Rect(x_corp, y_hand, middle, bottom - y_hand),
        "right": Rect(x_right, y_world, right, bottom - y_world),
    }


def _top(frame: Rect) -> TopBar:
    target = 34.0
    y = frame.cy - target / 2
    buttons = tuple(Rect(frame.right - 7 - target * (5 - i), y, target, target) for i in range(5))
    wordmark = Rect(46, y, 130, target)
    left = wordmark.right + 16
    status_width = 260.0
    status = Rect(buttons[0].x - 18 - status_width, y, status_width, target)
    return TopBar(
        frame, Rect(7, y, target, target), wordmark, Rect(left, y, status.x - 12 - left, target), status, buttons
    )


# ------------------------------------------------------------------------------------------------ claims and well
def _claims(zone: Rect, spec: TableSpec) -> ClaimRow:
    header = Rect(zone.x, zone.y, zone.w, 17)
    body = Rect(zone.x, zone.y + 20, zone.w, zone.h - 20)
    cards = body.rows(spec.claims, 7)
    return ClaimRow(zone, header, cards, Rect(zone.cx - 6, zone.bottom + 1.5, 12, 5))


def claim_parts(card: Rect) -> ClaimParts:
    """The parts of a claim on offer of any size."""
    plate = Rect(card.x, card.y, 46, card.h)
    reward = Rect(card.right - 40, card.y, 38, card.h)
    return ClaimParts(plate, Rect(plate.right + 7, card.y, reward.x - plate.right - 7, card.h), reward)


LOW_CLAIM: Final = 44.0
"""Below this height the reward of a claim is one row instead of two."""


def well_claim_parts(card: Rect, points: int = 0, steps: int = 0) -> ClaimParts:
    """The parts of a claim in the well; the ``plate`` is the room the shaft runs through.

    ``points`` and ``steps`` are the claim's reward: a low card with both needs a wider place for it.
    """
    plate = Rect(card.x, card.y, 42, card.h)
    width = 26 + 15.5 * steps if card.h < LOW_CLAIM and points and steps else 36.0
    reward = Rect(card.right - 1 - width, card.y, width, card.h)
    return ClaimParts(plate, Rect(plate.right + 4, card.y, reward.x - plate.right - 4, card.h), reward)


def layer_weights(layers: Sequence[tuple[int, int]]) -> tuple[float, ...]:
    """Relative height of each (rocks, brine) layer: 1, or 1.45 when its marks need two lines."""
    return tuple(CROWDED_LAYER if sum(layer) > CROWDED_MARKS else 1.0 for layer in layers)


def layer_rects(card: Rect, layers: Sequence[tuple[int, int]]) -> tuple[Rect, ...]:
    """The bands of a claim's (rocks, brine) layers, from the surface down; they fill the card."""
    weights = layer_weights(layers)
    total = sum(weights) or 1.0
    result: list[Rect] = []
    y = card.y
    for weight in weights:
        h = card.h * weight / total
        result.append(Rect(card.x, y, card.w, h))
        y += h
    return tuple(result)


def layer_marks(area: Rect, rocks: int, brine: int) -> tuple[MarkPlace, ...]:
    """Places of the marks of one layer: rocks, then brine; more than four stand in two lines, rocks above.

    ``area`` is the part of the layer that is free for marks; the result stays inside it.
    """
    total = rocks + brine
    if total == 0:
        return ()
    rock: MarkKind = "rock"
    drop: MarkKind = "brine"
    both = [rock] * rocks + [drop] * brine
    lines = [both]
    if total > CROWDED_MARKS:
        lines = (
            [both[:rocks], both[rocks:]] if rocks and brine else [both[: (total + 1) // 2], both[(total + 1) // 2 :]]
        )
    size = min(17.0, area.h - 4 if len(lines) == 1 else (area.h - 5) / 2)
    longest = max(len(line) for line in lines)
    group_gap = 3.0 if len(lines) == 1 and rocks and brine else 0.0
    size = max(1.0, min(size, (area.w - group_gap) / longest - 1))
    places: list[MarkPlace] = []
    seen: dict[MarkKind, int] = {"rock": 0, "brine": 0}
    for row, line in enumerate(lines):
        cy = area.cy + (row - (len(lines) - 1) / 2) * (size + 2)
        room = area.w - group_gap
        step = min(size + 3, (room - size) / (len(line) - 1)) if len(line) > 1 else 0.0
        x = area.x
        for i, kind in enumerate(line):
            if i and kind != line[i - 1]:
                x += group_gap
            places.append(MarkPlace(kind, seen[kind], Rect(x, cy - size / 2, size, size)))
            seen[kind] += 1
            x += step
    return tuple(places)


def _well(zone: Rect) -> Well:
    ground = zone.y + 76
    foot = Rect(zone.x + 6, zone.bottom - 32, zone.w - 12, 26)
    stack = Rect(zone.x + 6, ground + 8, zone.w - 12, foot.y - 8 - (ground + 8))
    return Well(
        frame=zone,
        sky=Rect(zone.x, zone.y, zone.w, 76),
        title=Rect(zone.x + 12, zone.y + 8, 100, 20),
        derrick=Rect(zone.x + 3.5, ground - 46, 47, 47),
        plant=Rect(zone.x + 104, ground - 35, 36, 36),
        ground=ground,
        shaft_x=zone.x + 27,
        stack=stack,
        foot=foot,
    )


def well_stack(well: Well, claims: Sequence[WellClaim]) -> WellStack:
    """Stack the claims of a well, the top one first, in the room there is.

    Exhausted claims on top fold into one bar of 24. Layers are 28 high and shrink to 20 when the well is full (and
    further, so that everything always fits).
    """
    folded_count = 0
    while folded_count < len(claims) and claims[folded_count].exhausted:
        folded_count += 1
    live = claims[folded_count:]
    gap = 4.0
    units = sum(sum(layer_weights(claim.layers)) or 1.0 for claim in live)
    fixed = (24 + gap if folded_count else 0.0) + len(live) * (gap + 2)
    next_height = 34.0
    room = well.stack.h - fixed
    height = min(LAYER_HEIGHT, (room - next_height) / units) if units else LAYER_HEIGHT
    if height < LAYER_HEIGHT_MIN:
        next_height = 22.0
        height = max(2.0, min(LAYER_HEIGHT_MIN, (room - next_height) / units))
    x, w, y = well.stack.x, well.stack.w, well.stack.y
    folded: Rect | None = None
    rects: list[Rect | None] = [None] * folded_count
    bands: list[tuple[Rect, ...]] = [()] * folded_count
    depths: list[float] = []
    if folded_count:
        folded = Rect(x, y, w, 24)
        depths += [folded.cy] * sum(len(claim.layers) for claim in claims[:folded_count])
        y = folded.bottom + gap
    for claim in live:
        card = Rect(x, y, w, height * (sum(layer_weights(claim.layers)) or 1.0) + 2)
        layers = layer_rects(card, claim.layers)
        rects.append(card)
        bands.append(layers)
        depths += [layer.cy for layer in layers]
        y = card.bottom + gap
    next_place = Rect(x, y, w, max(1.0, min(next_height, well.stack.bottom - y)))
    return WellStack(folded, tuple(rects), tuple(bands), tuple(depths), next_place, height)


# ------------------------------------------------------------------------------------------------ corporations
def _corporations(zone: Rect, spec: TableSpec) -> tuple[CorporationPlace, ...]:
    return tuple(_corporation(frame, spec) for frame in zone.rows(spec.corporations, 9))


def _corporation(frame: Rect, spec: TableSpec) -> CorporationPlace:
    k = min(1.5, frame.h / 100)
    inner = Rect(frame.x, frame.cy - 50 * k, frame.w, 100 * k)
    head = Rect(frame.x, frame.y, 112, frame.h)
    symbol = Rect(frame.x + 8, inner.y + 8, 24, 24)
    fee_top = symbol.bottom + 6
    fee = Rect(frame.x + 8, fee_top, 88, min(66.0, inner.bottom - 11 - fee_top))
    cells = sum(spec.asset_sections)
    group_gap = 8.0 if cells <= 12 else 4.0
    track = Rect(head.right + 12, inner.y, frame.w - head.w - 22, inner.h)
    cell = (track.w - (len(spec.asset_sections) - 1) * group_gap) / cells
    asset_y, asset_h = inner.y + 14 * k, 35 * k
    share_y = asset_y + asset_h + 6 * k
    share_h = inner.bottom - 8 * k - share_y
    assets: list[Rect] = []
    shares: list[Rect] = []
    sections: list[Rect] = []
    x = track.x
    for count, share_count in zip(spec.asset_sections, spec.share_sections, strict=True):
        width = count * cell
        assets += [Rect(x + i * cell + 1, asset_y, cell - 2, asset_h) for i in range(count)]
        sections.append(Rect(x, share_y, width, share_h))
        if share_count:
            share = width / share_count
            shares += [Rect(x + i * share + 1, share_y, share - 2, share_h) for i in range(share_count)]
        x += width + group_gap
    return CorporationPlace(
        frame=frame,
        head=head,
        symbol=symbol,
        name=Rect(symbol.right + 6, symbol.y, head.right - 4 - symbol.right - 6, 24),
        fee=fee,
        assets=tuple(assets),
        asset_marks=tuple(Rect.around(rect.cx, rect.y - 3, 15) for rect in assets),
        shares=tuple(shares),
        share_sections=tuple(sections),
    )


# ------------------------------------------------------------------------------------------------ market
def _market(zone: Rect, seats: int, spec: TableSpec) -> tuple[MarketRow, ...]:
    n = spec.market_cards if spec.market_cards is not None else max(seats, 2) + 2
    keys = ("research", "contracts", *(str(value) for value in spec.money_values))
    gap = 6.0
    base = [72.0, 72.0] + [50.0] * len(spec.money_values)
    # half of the spare height goes to the two tall rows, half to the money rows
    share = [0.25, 0.25] + [0.5 / max(1, len(spec.money_values))] * len(spec.money_values)
    spare = zone.h - sum(base) - gap * (len(base) - 1)
    heights = [b + spare * s for b, s in zip(base, share, strict=True)]
    if not spec.money_values:
        heights = [(zone.h - gap) / 2] * 2
    elif min(heights) < 20:
        heights = [(zone.h - gap * (len(base) - 1)) / len(base)] * len(base)
    deck_width, deck_gap, arrow = 54.0, 8.0, 6.0
    rows: list[MarketRow] = []
    y = zone.y
    for key, h in zip(keys, heights, strict=True):
        frame = Rect(zone.x, y, zone.w, h)
        deck = Rect(zone.x, y, deck_width, h)
        discard_h = max(24.0, h * 0.45)
        cards = Rect(deck.right + deck_gap, y, zone.w - deck_width - deck_gap - arrow, h).columns(n, gap)
        rows.append(
            MarketRow(
                key=key,
                frame=frame,
                deck=deck,
                draw=Rect(deck.x, y, deck_width, h - discard_h),
                discard=Rect(deck.x, deck.bottom - discard_h, deck_width, discard_h),
                cards=cards,
                leaving=Rect(zone.right - 5, deck.cy - 6, 5, 12),
            )
        )
        y += h + gap
    return tuple(rows)


def objective_parts(card: Rect) -> ObjectiveParts:
    """The parts of an objective of any size."""
    reward = Rect(card.right - 62, card.y, 56, card.h)
    text_x = card.x + 34
    text_w = reward.x - 2 - text_x
    return ObjectiveParts(
        icon=Rect(card.x + 8, card.cy - 10, 20, 20),
        title=Rect(text_x, card.y + 2, text_w, card.h / 2 - 2),
        standing=Rect(text_x, card.y + card.h / 2, text_w, card.h / 2 - 2),
        reward=reward,
    )


# ------------------------------------------------------------------------------------------------ company
def _company(frame: Rect, spec: TableSpec) -> CompanyPlace:
    left, width = frame.x + 20, frame.w - 32
    group_gap, gap = 16.0, 6.0
    count = sum(spec.space_groups)
    groups_n = len(spec.space_groups)
    space_w = (width - (groups_n - 1) * group_gap - (count - groups_n) * gap) / count
    space_y, space_h = frame.y + 25, min(120.0, 76 + (frame.h - 270) * 0.4)
    captions: list[Rect] = []
    groups: list[tuple[Rect, ...]] = []
    x = left
    for size in spec.space_groups:
        group_w = size * space_w + (size - 1) * gap
        captions.append(Rect(x, frame.y + 6, group_w, 16))
        groups.append(Rect(x, space_y, group_w, space_h).columns(size, gap))
        x += group_w + group_gap

    row_y = space_y + space_h + 12
    row_h = frame.bottom - 12 - row_y
    k = min(1.6, row_h / 145)
    spread = min(40.0, max(0.0, (row_h - 145 * k) / 2))
    wide = max(0.0, frame.w - 970)
    block_w = 400 + min(120.0, 0.25 * wide)
    label_w = 40.0

    # engineers and profit tiles
    hr_h = 46 * k
    pitch = min(34.0, (block_w - 144 - label_w - 6) / max(1, spec.engineers))
    hr = Rect(left, row_y, label_w + 6 + pitch * spec.engineers, hr_h)
    disc = min(30.0, pitch)
    engineers = tuple(Rect.around(hr.x + label_w + (i + 0.5) * pitch, hr.cy, disc) for i in range(spec.engineers))
    tiles = Rect(hr.right + 8, row_y, left + block_w - hr.right - 8, hr_h)

    # development plan
    plan = Rect(left, row_y + hr_h + 7 + spread, block_w, 46 * k)
    nodes_w = (block_w - label_w) / max(1, spec.plan_nodes)
    node = min(35 * min(1.15, k), nodes_w - 4)
    plan_nodes = tuple(
        Rect.around(plan.x + label_w + (i + 0.5) * nodes_w, plan.cy, node) for i in range(spec.plan_nodes)
    )

    # damage: both tracks share one cell width
    damage_y = plan.bottom + 8 + spread
    damage_h = min(52.0, row_y + 145 * k + 2 * spread - damage_y)
    cell = (block_w - 8 - 2 * label_w) / max(1, spec.drill_cells + spec.plant_cells)
    drill_label = Rect(left, damage_y, label_w, damage_h)
    drill_row = Rect(drill_label.right, damage_y + 5, spec.drill_cells * cell, damage_h - 10)
    plant_label = Rect(drill_row.right + 8, damage_y, label_w, damage_h)
    plant_row = Rect(plant_label.right, damage_y + 5, spec.plant_cells * cell, damage_h - 10)

    # contracts
    contract_w = 112 + min(28.0, 0.06 * wide)
    block_h = min(row_h, 145 * k + 2 * spread)
    contract_x = left + block_w + 16
    contracts = Rect(contract_x, row_y, contract_w, block_h).rows(spec.contract_places, 8)

    warehouse_x = contract_x + contract_w + 16
    warehouse = _warehouse(Rect(warehouse_x, row_y, frame.right - 12 - warehouse_x, block_h), spec)
    return CompanyPlace(
        frame=frame,
        band=Rect(frame.x, frame.y, 8, frame.h),
        captions=tuple(captions),
        groups=tuple(groups),
        hr=hr,
        hr_label=Rect(hr.x, hr.y, label_w, hr_h),
        engineers=engineers,
        tiles=tiles,
        plan=plan,
        plan_label=Rect(plan.x, plan.y, label_w, plan.h),
        plan_nodes=plan_nodes,
        drill_label=drill_label,
        drill_cells=tuple(rect.inset(0.8, 0) for rect in drill_row.columns(spec.drill_cells)),
        plant_label=plant_label,
        plant_cells=tuple(rect.inset(0.8, 0) for rect in plant_row.columns(spec.plant_cells)),
        contracts=contracts,
        warehouse=warehouse,
    )


def _warehouse(area: Rect, spec: TableSpec) -> WarehousePlace:
    gap = 6.0
    tiles = len(spec.warehouse_tiles)
    columns = max(1, tiles + 1, spec.research_slots)
    first = area.w if columns == 1 else max(122.0, 0.31 * area.w)
    other = (area.w - first - gap * (columns - 1)) / (columns - 1) if columns > 1 else 0.0
    if columns > 1 and other < 60:
        first = other = (area.w - gap * (columns - 1)) / columns
    slot_h = area.h * 60 / 145
    lanes_y = area.y + slot_h + 8
    lanes_h = area.bottom - lanes_y
    xs = [area.x] + [area.x + first + gap + i * (other + gap) for i in range(columns - 1)]
    ws = [first] + [other] * (columns - 1)
    slots = tuple(Rect(xs[i], area.y, ws[i], slot_h) for i in range(spec.research_slots))
    blocks = tuple(Rect(xs[i], lanes_y, ws[i], lanes_h) for i in range(tiles + 1))
    lane_area = Rect(area.x, lanes_y, blocks[-1].right - area.x, lanes_h)
    lanes = lane_area.rows(len(LANE_PRODUCTS))
    cells = tuple(tuple(_lane_cells(lane, blocks, spec)) for lane in lanes)
    return WarehousePlace(slots, blocks, lanes, cells)


def _lane_cells(lane: Rect, blocks: Sequence[Rect], spec: TableSpec) -> Iterator[Rect]:
    counts = (spec.warehouse_capacity + 1, *spec.warehouse_tiles)
    for block, count in zip(blocks, counts, strict=True):
        yield from Rect(block.x, lane.y, block.w, lane.h).columns(count)


def tile_rects(tray: Rect, count: int) -> tuple[Rect, ...]:
    """Places for ``count`` profit tiles (the pile of used ones counts as one) in their tray.

    Up to three are squares of 34; more stand in two rows of chips (the chips then are less than 24 high).
    """
    if count <= 0:
        return ()
    size = 34.0
    if count <= 3 and tray.w >= 12 + 3 * size + 10:
        return tuple(Rect(tray.x + 6 + i * (size + 5), tray.cy - size / 2, size, size) for i in range(count))
    columns = (count + 1) // 2
    rows = tray.inset(4, 3).rows(2, 2)
    cells = [rect for row in rows for rect in row.columns(columns, 3)]
    return tuple(cells[:count])


# ------------------------------------------------------------------------------------------------ bar and hand
def _bar(frame: Rect) -> BarPlace:
    icon = Rect(frame.x + 22, frame.cy - 19, 38, 38)
    text_x = icon.right + 12
    content = Rect(text_x, frame.y, frame.right - 12 - text_x, frame.h)
    return BarPlace(
        frame=frame,
        band=Rect(frame.x, frame.y, 8, frame.h),
        icon=icon,
        title=Rect(text_x, frame.y + 8, content.w, 23),
        line2=Rect(text_x, frame.y + 31, content.w, 20),
        content=content,
    )


def row_rects(
    area: Rect, widths: Sequence[float], height: float, gap: float = 8.0, align: Literal["left", "right"] = "left"
) -> tuple[Rect, ...]:
    """Rectangles of the given widths in a row, centred vertically; ``right`` puts the first at the right edge.

    For the controls and buttons of the bar; the row may be wider than ``area``.
    """
    result: list[Rect] = []
    x = area.x if align == "left" else area.right
    for width in widths:
        if align == "right":
            x -= width
        result.append(Rect(x, area.cy - height / 2, width, height))
        x = x + width + gap if align == "left" else x - gap
    return tuple(result)


def _hand(frame: Rect) -> HandPlace:
    head = 88.0
    switch = Rect(frame.x + 10, frame.bottom - 46, head - 18, 34).columns(2)
    return HandPlace(
        frame=frame,
        total=Rect(frame.x + 12, frame.y + 8, head - 12, 32),
        count=Rect(frame.x + 12, frame.y + 41, head - 12, 18),
        switch=(switch[0], switch[1]),
        cards=Rect(frame.x + head + 8, frame.y + 11, frame.w - head - 20, frame.h - 20),
    )


def hand_stacks(hand: HandPlace, groups: Sequence[int], in_play: int = 0, *, small: bool = False) -> HandStacks:
    """Places for the stacks of a hand.

    ``groups`` gives the number of stacks in each value group (a wider gap stands between groups), ``in_play`` the
    cards in play, which come last. Up to 12 stacks are cards of 72 x 98 whose gaps, then widths, shrink; more make
    full rows where the window is tall, else two rows of small cards. ``small`` forces small cards (large text).
    """
    groups = [count for count in groups if count > 0]
    held = sum(groups)
    total = held + max(0, in_play)
    area = hand.cards
    if total == 0:
        return HandStacks((), (), None, small)
    full_rows = max(1, int((area.h + 8) // (HAND_CARD[1] + 8)))
    if not small and total <= MAX_CARD_STACKS * full_rows:
        rows = min(full_rows, -(-total // MAX_CARD_STACKS))
        if rows == 1:
            return _single_row(area, groups, in_play)
        columns = -(-total // rows)
        return _grid(area, held, total, columns, rows, HAND_CARD, 8, False)
    rows = max(2, int((area.h + 7) // (48 + 7)))
    rows = min(rows, max(2, -(-total // 10)))
    columns = -(-total // rows)
    height = min(48.0, (area.h - 7 * (rows - 1)) / rows)
    return _grid(area, held, total, columns, rows, (82.0, height), 5, True)


def _single_row(area: Rect, groups: Sequence[int], in_play: int) -> HandStacks:
    held, total = sum(groups), sum(groups) + in_play
    group_gap = 8.0
    divider_room = 16.0 if in_play and held else 0.0
    width, height = HAND_CARD
    inner = total - 1
    steps = max(0, len(groups) - 1)

    def gap_for(card: float, between_groups: float) -> float:
        return (area.w - divider_room - total * card - steps * between_groups) / inner if inner else 9.0

    gap = min(9.0, gap_for(width, group_gap))
    if gap < 3:
        group_gap = 3.0
        gap = min(3.0, gap_for(width, group_gap))
        if gap < 3:
            gap = 3.0
            width = (area.w - divider_room - steps * group_gap - inner * gap) / total
    y = area.y + max(2.0, min(24.0, (area.h - height) / 2))
    x = area.x
    rects: list[Rect] = []
    for number, count in enumerate(groups):
        if number:
            x += group_gap
        for _ in range(count):
            rects.append(Rect(x, y, width, height))
            x += width + gap
    divider: float | None = None
    playing: list[Rect] = []
    if in_play:
        if held:
            divider = x - gap + (gap + divider_room) / 2
            x += divider_room
        for _ in range(in_play):
            playing.append(Rect(x, y, width, height))
            x += width + gap
    return HandStacks(tuple(rects), tuple(playing), divider, False)


def _grid(
    area: Rect,
    held: int,
    total: int,
    columns: int,
    rows: int,
    card: tuple[float, float],
    gap: float,
    small: bool,
) -> HandStacks:
    width = min(card[0], (area.w - (columns - 1) * gap) / columns)
    row_gap = 7.0 if small else 8.0
    top = area.y + max(0.0, (area.h - rows * card[1] - (rows - 1) * row_gap) / 2)
    rects = (
        [
            Rect(area.x + column * (width + gap), top + row * (card[1] + row_gap), width, card[1])
            for column in range(columns)
            for row in range(rows)
        ]
        if small
        else [
            Rect(area.x + column * (width + gap), top + row * (card[1] + row_gap), width, card[1])
            for row in range(rows)
            for column in range(columns)
        ]
    )
    return HandStacks(tuple(rects[:held]), tuple(rects[held:total]), None, small)


# ------------------------------------------------------------------------------------------------ right column
def _right(frame: Rect, seats: int, spec: TableSpec) -> RightColumn:
    gmi = spec.gmi if spec.gmi is not None else seats == 1
    row_h = 34.0
    listed = seats + (1 if gmi else 0)
    standings = Rect(frame.x, frame.y, frame.w, listed * row_h + 10)
    rows = tuple(Rect(frame.x + 5, frame.y + 5 + i * row_h, frame.w - 10, row_h) for i in range(listed))
    y = standings.bottom + 10
    gmi_place: GmiPlace | None = None
    if gmi:
        gmi_place = _gmi(Rect(frame.x, y, frame.w, 0), spec.gmi_reasons)
        y = gmi_place.frame.bottom + 10
    opponents: list[Rect] = []
    for _ in range(seats - 1):
        opponents.append(Rect(frame.x, y, frame.w, 106))
        y += 106 + 8
    log = Rect(frame.x, y, frame.w, max(1.0, frame.bottom - y))
    return RightColumn(frame, standings, rows, tuple(opponents), gmi_place, log)


def _gmi(at: Rect, reasons: int) -> GmiPlace:
    x, y, w = at.x + 12, at.y, at.w - 24
    body = Rect(x, y + 34, w, 70)
    row = Rect(x, y + 108, w, 104)
    why = Rect(x, row.bottom + 8, w, 18)
    lines = tuple(Rect(x, why.bottom + 2 + i * 19, w, 19) for i in range(reasons))
    bottom = (lines[-1].bottom if lines else why.bottom) + 8
    frame = Rect(at.x, at.y, at.w, bottom - at.y)
    return GmiPlace(frame, Rect(x, y + 5, w, 24), body, row, why, lines)


def gmi_cards(gmi: GmiPlace, n: int) -> tuple[Rect, ...]:
    """Places for ``n`` cards of the automa's row: 44 wide at most, 104 high."""
    if n <= 0:
        return ()
    gap = 5.0
    width = min(44.0, (gmi.row.w - (n - 1) * gap) / n)
    return tuple(Rect(gmi.row.x + i * (width + gap), gmi.row.y, width, gmi.row.h) for i in range(n))
