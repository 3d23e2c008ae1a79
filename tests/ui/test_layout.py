"""Laws of the table's layout: it fills the window, nothing overlaps, and it agrees with the design at its sizes."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from saltonsea_desktop.ui import layout
from saltonsea_desktop.ui.layout import Rect, TableLayout, TableSpec, WellClaim

SIZES = [
    (1440, 900),
    (1180, 720),
    (1920, 1080),
    (2560, 1440),
    (1024, 640),
    (3440, 1440),
    (1080, 1920),
    (1280, 1024),
    (1366, 768),
]
SEATS = [1, 2, 3, 4]

# the table of the design page: zone -> x, y, w, h in units
DESIGN = {
    (1440, 900): {
        "top": (0, 0, 1440, 42),
        "claims": (12, 50, 176, 318),
        "well": (12, 376, 176, 512),
        "corporations": (198, 50, 478, 318),
        "market": (686, 50, 482, 318),
        "objectives": (198, 376, 970, 38),
        "company": (198, 422, 970, 270),
        "bar": (198, 700, 970, 60),
        "hand": (198, 768, 970, 120),
        "right": (1178, 50, 250, 838),
    },
    (1920, 1080): {
        "top": (0, 0, 1600, 42),
        "claims": (12, 50, 176, 318),
        "well": (12, 376, 176, 512),
        "corporations": (198, 50, 517, 318),
        "market": (725, 50, 536, 318),
        "objectives": (198, 376, 1063, 38),
        "company": (198, 422, 1063, 270),
        "bar": (198, 700, 1063, 60),
        "hand": (198, 768, 1063, 120),
        "right": (1271, 50, 317, 838),
    },
    (1180, 720): {
        "top": (0, 0, 1475, 42),
        "claims": (12, 50, 176, 318),
        "well": (12, 376, 176, 512),
        "corporations": (198, 50, 487, 318),
        "market": (695, 50, 494, 318),
        "objectives": (198, 376, 990, 38),
        "company": (198, 422, 990, 270),
        "bar": (198, 700, 990, 60),
        "hand": (198, 768, 990, 120),
        "right": (1198, 50, 265, 838),
    },
}


def assert_apart(rects: Iterable[Rect]) -> None:
    """No two share more than an edge, and none is empty."""
    known = list(rects)
    for rect in known:
        assert rect.w > 0 and rect.h > 0, rect
    for first, second in itertools.combinations(known, 2):
        assert not first.overlaps(second), (first, second)


def assert_inside(frame: Rect, rects: Iterable[Rect]) -> None:
    for rect in rects:
        assert frame.contains(rect), (frame, rect)


def check_table(table: TableLayout) -> None:
    """All laws of one layout."""
    window = Rect(0, 0, table.unit_width, table.unit_height)
    assert tuple(table.zones) == layout.ZONE_NAMES
    assert_apart(table.zones.values())
    assert_inside(window, table.zones.values())
    assert table.zones["hand"].h >= 120 - 0.01

    top = table.top
    assert_apart([top.menu, top.wordmark, top.clocks, top.status, *top.buttons])
    assert_inside(top.frame, [top.menu, top.wordmark, top.clocks, top.status, *top.buttons])

    claims = table.claims
    assert len(claims.cards) == table.spec.claims
    assert_apart([claims.header, *claims.cards, claims.leaving, table.zones["well"]])
    assert_inside(claims.frame, [claims.header, *claims.cards])
    for card in claims.cards:
        parts = layout.claim_parts(card)
        assert_apart([parts.plate, parts.marks, parts.reward])
        assert_inside(card, [parts.plate, parts.marks, parts.reward])

    well = table.well
    assert_apart([well.sky, well.stack, well.foot])
    assert_inside(well.frame, [well.sky, well.title, well.stack, well.foot])
    assert_inside(well.sky.inset(0, -2), [well.derrick, well.plant])

    assert len(table.corporations) == table.spec.corporations
    assert_apart(place.frame for place in table.corporations)
    assert_inside(table.zones["corporations"], (place.frame for place in table.corporations))
    for place in table.corporations:
        assert len(place.assets) == sum(table.spec.asset_sections)
        assert len(place.shares) == sum(table.spec.share_sections)
        assert_apart([place.head, *place.assets, *place.shares])
        assert_apart([place.symbol, place.name, place.fee])
        assert_inside(place.head, [place.symbol, place.name, place.fee])
        assert_inside(place.frame, [place.head, *place.assets, *place.asset_marks, *place.shares])
        shares = iter(place.shares)
        for count, section in zip(table.spec.share_sections, place.share_sections, strict=True):
            assert_inside(section, itertools.islice(shares, count))

    assert [row.key for row in table.market] == ["research", "contracts", *map(str, table.spec.money_values)]
    assert_apart(row.frame for row in table.market)
    assert_inside(table.zones["market"], (row.frame for row in table.market))
    for row in table.market:
        assert_apart([row.draw, row.discard, *row.cards, row.leaving])
        assert_inside(row.frame, [row.deck, row.draw, row.discard, *row.cards, row.leaving])
        assert row.discard.h >= 24

    assert len(table.objectives) == table.spec.objectives
    assert_apart(table.objectives)
    assert_inside(table.zones["objectives"], table.objectives)
    for card in table.objectives:
        objective = layout.objective_parts(card)
        assert_apart([objective.icon, objective.title, objective.standing, objective.reward])
        assert_inside(card, [objective.icon, objective.title, objective.standing, objective.reward])

    check_company(table)

    bar = table.bar
    assert_apart([bar.band, bar.icon, bar.content])
    assert_inside(bar.frame, [bar.band, bar.icon, bar.content])
    assert_inside(bar.content, [bar.title, bar.line2])
    assert_apart([bar.title, bar.line2])
    hand = table.hand
    assert_apart([hand.total, hand.count, *hand.switch, hand.cards])
    assert_inside(hand.frame, [hand.total, hand.count, *hand.switch, hand.cards])

    right = table.right
    listed = [right.standings, *right.opponents, right.log]
    if right.gmi:
        listed.append(right.gmi.frame)
        assert_apart([right.gmi.head, right.gmi.body, right.gmi.row, right.gmi.why, *right.gmi.reasons])
        assert_inside(
            right.gmi.frame, [right.gmi.head, right.gmi.body, right.gmi.row, right.gmi.why, *right.gmi.reasons]
        )
    assert_apart(listed)
    assert_inside(right.frame, listed)
    assert_apart(right.standing_rows)
    assert_inside(right.standings, right.standing_rows)
    assert right.log.h >= 200


def check_company(table: TableLayout) -> None:
    spec, place = table.spec, table.company
    assert tuple(len(group) for group in place.groups) == spec.space_groups
    assert len(place.engineers) == spec.engineers
    assert len(place.plan_nodes) == spec.plan_nodes
    assert (len(place.drill_cells), len(place.plant_cells)) == (spec.drill_cells, spec.plant_cells)
    assert len(place.contracts) == spec.contract_places
    house = place.warehouse
    assert len(house.slots) == spec.research_slots
    assert len(house.blocks) == len(spec.warehouse_tiles) + 1
    capacity = spec.warehouse_capacity + sum(spec.warehouse_tiles)
    pieces = [
        place.band,
        *place.captions,
        *place.spaces,
        place.hr,
        place.tiles,
        place.plan,
        place.drill_label,
        *place.drill_cells,
        place.plant_label,
        *place.plant_cells,
        *place.contracts,
        *house.slots,
        *house.blocks,
    ]
    assert_apart(pieces)
    assert_inside(place.frame, pieces)
    assert_apart([place.hr_label, *place.engineers])
    assert_inside(place.hr, [place.hr_label, *place.engineers])
    assert_apart([place.plan_label, *place.plan_nodes])
    assert_inside(place.plan, [place.plan_label, *place.plan_nodes])
    for lane, cells in zip(house.lanes, house.cells, strict=True):
        assert len(cells) == capacity + 1
        assert_apart(cells)
        assert_inside(lane, cells)
    assert_apart(house.lanes)
    for count in range(9):
        tiles = layout.tile_rects(place.tiles, count)
        assert len(tiles) == count
        assert_apart(tiles)
        assert_inside(place.tiles, tiles)


@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("size", SIZES)
def test_laws_hold_at_every_size(size: tuple[int, int], seats: int) -> None:
    check_table(TableLayout.for_size(*size, seats))


@pytest.mark.parametrize("size", sorted(DESIGN))
def test_zones_agree_with_the_design(size: tuple[int, int]) -> None:
    table = TableLayout.for_size(*size, 2)
    for name, expected in DESIGN[size].items():
        for got, wanted in zip(table.zones[name], expected, strict=True):
            assert abs(got - wanted) <= 2, (name, table.zones[name], expected)


def test_scale_follows_the_tighter_side() -> None:
    assert TableLayout.for_size(1440, 900, 2).scale == 1
    assert TableLayout.for_size(1920, 1080, 2).scale == pytest.approx(1.2)
    assert TableLayout.for_size(1180, 720, 2).scale == pytest.approx(0.8)
    assert TableLayout.for_size(2560, 1440, 2).scale == pytest.approx(1.6)
    assert TableLayout.for_size(1024, 640, 2).scale < 0.72
    portrait = TableLayout.for_size(1080, 1920, 2)
    assert portrait.scale == pytest.approx(0.75)
    assert portrait.unit_height == pytest.approx(2560)


def test_measures_of_the_design_size() -> None:
    table = TableLayout.for_size(1440, 900, 1, TableSpec(asset_sections=(4, 4, 4)))
    assert [round(card.h) for card in table.claims.cards] == [69] * 4
    assert round(table.corporations[0].frame.h) == 100
    assert table.corporations[0].assets[0].w == pytest.approx(27.3 - 2, abs=0.3)
    assert [round(row.frame.h) for row in table.market] == [72, 72, 50, 50, 50]
    assert table.market_row("research").cards[0].w == pytest.approx(99, abs=1)
    assert table.company.spaces[0].w == pytest.approx(71, abs=0.5)
    assert table.company.spaces[0].h == 76
    assert table.company.contracts[0].w == 112
    assert table.company.contracts[0].h == pytest.approx(68.5)
    assert table.company.warehouse.slots[0].h == pytest.approx(60)
    assert 20 <= table.company.drill_cells[0].w + 1.6 <= 22
    assert table.right.gmi is not None
    assert [round(rect.w) for rect in layout.gmi_cards(table.right.gmi, 4)] == [44] * 4
    assert layout.gmi_cards(table.right.gmi, 7)[0].w == pytest.approx(28, abs=0.5)


def test_market_grows_with_the_seats() -> None:
    widths = {seats: TableLayout.for_size(1440, 900, seats).market_row("3").cards for seats in SEATS}
    assert {seats: len(cards) for seats, cards in widths.items()} == {1: 4, 2: 4, 3: 5, 4: 6}
    assert [round(widths[seats][0].w) for seats in (2, 3, 4)] == [99, 78, 64]
    assert not TableLayout.for_size(1440, 900, 2).small_market_cards
    assert TableLayout.for_size(1440, 900, 3).small_market_cards
    with pytest.raises(KeyError, match="no market row 'tiles'"):
        TableLayout.for_size(1440, 900, 2).market_row("tiles")


def test_right_column_shows_the_automa_or_opponents() -> None:
    solo, four = TableLayout.for_size(1440, 900, 1).right, TableLayout.for_size(1440, 900, 4).right
    assert solo.gmi is not None and solo.opponents == () and len(solo.standing_rows) == 2
    assert four.gmi is None and len(four.opponents) == 3 and len(four.standing_rows) == 4
    assert solo.gmi.row.h == 104


def test_share_sections_are_as_wide_as_asset_sections() -> None:
    place = TableLayout.for_size(1440, 900, 2).corporations[0]
    first_asset, last_asset = place.assets[0], place.assets[3]
    section = place.share_sections[0]
    assert section.x == pytest.approx(first_asset.x - 1)
    assert section.right == pytest.approx(last_asset.right + 1)


def test_long_tracks_close_their_gaps() -> None:
    table = TableLayout.for_size(1440, 900, 2, TableSpec(asset_sections=(5, 5, 4), share_sections=(4, 3, 2)))
    assert table.corporations[0].share_sections[1].x - table.corporations[0].share_sections[0].right == 4
    check_table(table)


def test_impossible_counts_are_named() -> None:
    with pytest.raises(ValueError, match="the shares track has 2 sections, the asset track 3"):
        TableSpec(share_sections=(4, 3))
    with pytest.raises(ValueError, match="at least one space"):
        TableSpec(asset_sections=(4, 0, 3))
    with pytest.raises(ValueError, match="group of action spaces"):
        TableSpec(space_groups=(5, 0))
    with pytest.raises(ValueError, match="not 0 x 900"):
        TableLayout.for_size(0, 900, 2)
    with pytest.raises(ValueError, match="at least one seat"):
        TableLayout.for_size(1440, 900, 0)


@settings(max_examples=40, deadline=None)
@given(
    width=st.integers(800, 4000),
    height=st.integers(600, 2400),
    seats=st.integers(1, 4),
    sections=st.lists(st.tuples(st.integers(2, 6), st.integers(1, 4)), min_size=1, max_size=3),
    groups=st.lists(st.integers(1, 6), min_size=1, max_size=4),
    counts=st.tuples(
        st.integers(3, 5),  # claims
        st.integers(3, 10),  # engineers
        st.integers(4, 11),  # plan nodes
        st.integers(3, 9),  # drill cells
        st.integers(4, 10),  # plant cells
        st.integers(1, 3),  # contract places
        st.integers(1, 5),  # research slots
        st.integers(2, 5),  # printed capacity
    ),
    tiles=st.lists(st.integers(1, 2), max_size=4),
)
def test_laws_hold_for_other_component_packs(
    width: int,
    height: int,
    seats: int,
    sections: list[tuple[int, int]],
    groups: list[int],
    counts: tuple[int, int, int, int, int, int, int, int],
    tiles: list[int],
) -> None:
    claims, engineers, nodes, drill, plant, contracts, slots, capacity = counts
    spec = TableSpec(
        claims=claims,
        asset_sections=tuple(assets for assets, _ in sections),
        share_sections=tuple(shares for _, shares in sections),
        space_groups=tuple(groups),
        engineers=engineers,
        plan_nodes=nodes,
        drill_cells=drill,
        plant_cells=plant,
        contract_places=contracts,
        research_slots=slots,
        warehouse_capacity=capacity,
        warehouse_tiles=tuple(tiles),
    )
    check_table(TableLayout.for_size(width, height, seats, spec))


# ------------------------------------------------------------------------------------------------ well
LAYERS = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=4)


def test_layers_are_28_high_when_there_is_room() -> None:
    well = TableLayout.for_size(1440, 900, 1).well
    stack = layout.well_stack(well, [WellClaim(((1, 2),)), WellClaim(((2, 1), (1, 2)))])
    assert stack.layer_height == 28
    assert stack.folded is None
    assert [rect.h for rect in stack.claims if rect] == [30, 58]
    assert len(stack.depths) == 3
    assert stack.depths[0] == stack.layers[0][0].cy


def test_exhausted_claims_fold_into_one_bar() -> None:
    well = TableLayout.for_size(1440, 900, 1).well
    claims = [WellClaim(((1, 1),), True), WellClaim(((1, 1), (0, 1)), True), WellClaim(((2, 1),))]
    stack = layout.well_stack(well, claims)
    assert stack.folded is not None and stack.folded.h == 24
    assert stack.claims[:2] == (None, None) and stack.claims[2] is not None
    assert stack.depths[:3] == (stack.folded.cy,) * 3
    assert len(stack.depths) == 4
    alone = layout.well_stack(well, claims[:2])
    assert alone.folded is not None
    assert alone.next_place.y > alone.folded.bottom


def test_a_full_well_shrinks_its_layers() -> None:
    well = TableLayout.for_size(1440, 900, 1).well
    ten = [WellClaim(((1, 1),), True)] * 6 + [WellClaim(((1, 2), (2, 3), (0, 1), (2, 1)))] * 4
    stack = layout.well_stack(well, ten)
    assert stack.layer_height < 28
    some = layout.well_stack(well, ten[:7] + [WellClaim(((1, 2), (2, 1)))] * 3)
    assert 20 <= some.layer_height <= 28


@settings(max_examples=50, deadline=None)
@given(
    st.lists(LAYERS, max_size=14),
    st.integers(0, 14),
    st.sampled_from([(1440, 900), (1024, 640), (1080, 1920)]),
)
def test_the_well_never_overflows(claims: list[list[tuple[int, int]]], exhausted: int, size: tuple[int, int]) -> None:
    well = TableLayout.for_size(*size, 2).well
    stack = layout.well_stack(
        well, [WellClaim(tuple(layers), number < exhausted) for number, layers in enumerate(claims)]
    )
    placed = [rect for rect in stack.claims if rect] + ([stack.folded] if stack.folded else [])
    assert_apart([*placed, stack.next_place])
    assert_inside(well.stack, [*placed, stack.next_place])
    assert len(stack.depths) == sum(len(layers) for layers in claims)
    assert list(stack.depths) == sorted(stack.depths)
    for rect, layers in zip(stack.claims, stack.layers, strict=True):
        if rect:
            assert_apart(layers)
            assert_inside(rect, layers)


@settings(max_examples=50, deadline=None)
@given(st.integers(0, 6), st.integers(0, 6), st.floats(20, 70), st.floats(60, 120))
def test_marks_of_a_layer_stay_inside(rocks: int, brine: int, height: float, width: float) -> None:
    area = Rect(50, 100, width, height)
    places = layout.layer_marks(area, rocks, brine)
    assert [place.kind for place in places] == ["rock"] * rocks + ["brine"] * brine
    assert_apart(place.rect for place in places)
    assert_inside(area, (place.rect for place in places))
    if rocks and brine and rocks + brine > 4:
        rock_lines = {place.rect.y for place in places if place.kind == "rock"}
        brine_lines = {place.rect.y for place in places if place.kind == "brine"}
        assert max(rock_lines) < min(brine_lines)


def test_a_low_claim_makes_room_for_its_reward() -> None:
    low, high = Rect(18, 460, 164, 30), Rect(18, 460, 164, 58)
    for card in (low, high):
        for points, steps in ((0, 2), (5, 0), (5, 1), (9, 2)):
            parts = layout.well_claim_parts(card, points, steps)
            assert_apart([parts.plate, parts.marks, parts.reward])
            assert_inside(card, [parts.plate, parts.marks, parts.reward])
    assert layout.well_claim_parts(low, 9, 2).reward.w > layout.well_claim_parts(high, 9, 2).reward.w


def test_a_crowded_layer_is_higher() -> None:
    bands = layout.layer_rects(Rect(0, 0, 164, 98), [(1, 1), (3, 3)])
    assert bands[1].h == pytest.approx(1.45 * bands[0].h)
    assert bands[1].bottom == pytest.approx(98)


# ------------------------------------------------------------------------------------------------ hand
def hand_rects(stacks: layout.HandStacks) -> list[Rect]:
    return [*stacks.cards, *stacks.in_play]


@pytest.mark.parametrize("size", [(1440, 900), (1280, 1024), (1080, 1920), (3440, 1440)])
def test_every_hand_fits(size: tuple[int, int]) -> None:
    hand = TableLayout.for_size(*size, 2).hand
    for count, in_play in itertools.product(range(26), (0, 1, 3)):
        groups = [count // 3, count // 3, count - 2 * (count // 3)]
        stacks = layout.hand_stacks(hand, groups, in_play)
        assert (len(stacks.cards), len(stacks.in_play)) == (count, in_play)
        assert_apart(hand_rects(stacks))
        assert_inside(hand.cards, hand_rects(stacks))
        if stacks.divider is not None:
            assert stacks.cards[-1].right < stacks.divider < stacks.in_play[0].x


def test_cards_are_72_by_98_until_they_must_shrink() -> None:
    hand = TableLayout.for_size(1440, 900, 2).hand
    few = layout.hand_stacks(hand, [3, 3, 4], 1)
    assert not few.small
    assert {(round(rect.w), rect.h) for rect in hand_rects(few)} == {(72, 98)}
    full = layout.hand_stacks(hand, [4, 4, 3], 1)
    assert not full.small and 64 < full.cards[0].w < 72
    assert few.divider is not None
    assert layout.hand_stacks(hand, [4], 0).cards[1].x - layout.hand_stacks(hand, [4], 0).cards[0].right == 9


def test_a_crowded_hand_has_two_rows_of_small_cards() -> None:
    hand = TableLayout.for_size(1440, 900, 2).hand
    crowded = layout.hand_stacks(hand, [8, 8, 8], 1)
    assert crowded.small
    assert len({rect.y for rect in hand_rects(crowded)}) == 2
    assert all(44 <= rect.h <= 48 and rect.w > 56 for rect in hand_rects(crowded))
    assert layout.hand_stacks(hand, [4, 3], 0, small=True).small


def test_a_tall_window_keeps_full_cards_in_rows() -> None:
    hand = TableLayout.for_size(1080, 1920, 2).hand
    stacks = layout.hand_stacks(hand, [8, 8, 8], 1)
    assert not stacks.small
    assert {rect.h for rect in hand_rects(stacks)} == {98}


def test_an_empty_hand_has_no_places() -> None:
    hand = TableLayout.for_size(1440, 900, 2).hand
    assert layout.hand_stacks(hand, [], 0).cards == ()
    only_play = layout.hand_stacks(hand, [0, 0], 2)
    assert only_play.divider is None and len(only_play.in_play) == 2


# ------------------------------------------------------------------------------------------------ helpers
def test_rows_of_controls() -> None:
    area = Rect(100, 700, 400, 60)
    left = layout.row_rects(area, [108, 80], 34)
    assert left == (Rect(100, 713, 108, 34), Rect(216, 713, 80, 34))
    right = layout.row_rects(area, [90, 70], 38, align="right")
    assert right == (Rect(410, 711, 90, 38), Rect(332, 711, 70, 38))


def test_rect_arithmetic() -> None:
    rect = Rect(10, 20, 30, 40)
    assert (rect.right, rect.bottom, rect.cx, rect.cy) == (40, 60, 25, 40)
    assert rect.inset(5) == Rect(15, 25, 20, 30)
    assert rect.inset(5, -5) == Rect(15, 15, 20, 50)
    assert rect.moved(1, 2) == Rect(11, 22, 30, 40)
    assert rect.scaled(0.5) == Rect(5, 10, 15, 20)
    assert Rect.around(25, 40, 30, 40) == rect
    assert rect.columns(2, 4) == (Rect(10, 20, 13, 40), Rect(27, 20, 13, 40))
    assert rect.rows(2, 4) == (Rect(10, 20, 30, 18), Rect(10, 42, 30, 18))
    assert rect.columns(0) == () and rect.rows(0) == ()
    assert rect.overlaps(Rect(39, 20, 5, 5)) and not rect.overlaps(Rect(40, 20, 5, 5))
    assert rect.contains(Rect(10, 20, 30, 40)) and not rect.contains(Rect(10, 20, 31, 40))
