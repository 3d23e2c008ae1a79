"""Drawing functions: each paints something, in the colours of its theme, inside its bounds, and the same every time."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import pytest
from PySide6.QtCore import QLocale, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from saltonsea_desktop.ui import layout, paint, theme
from saltonsea_desktop.ui.layout import Rect
from saltonsea_desktop.ui.paint import GapToken, IconToken, SeatToken, StarToken, SunToken, TextToken, Token
from saltonsea_desktop.ui.theme import THEMES, Look

pytestmark = pytest.mark.usefixtures("qapp")

W, H = 240, 140
BOX = Rect(20, 20, 72, 76)
Draw = Callable[[QPainter, Look], object]
TOKENS: list[Token] = [
    TextToken("3:"),
    IconToken("lithium", 13),
    TextToken("4"),
    GapToken(2),
    SunToken(5, 20),
    StarToken(3),
    SeatToken("plum"),
]

PRIMITIVES: dict[str, Draw] = {
    "text": lambda p, k: paint.draw_text(p, k, BOX, "Extract", "name"),
    "wrapped": lambda p, k: paint.draw_wrapped(p, k, BOX, "Sells two units of brine to Cinder", "log"),
    "row": lambda p, k: paint.draw_row(p, k, (10, 20, 200, 30), TOKENS),
    "icon": lambda p, k: paint.icon(p, k, "act-drill", BOX),
    "shadow": lambda p, k: paint.panel(p, k, BOX),
    "tray": lambda p, k: paint.tray(p, k, BOX),
    "rule": lambda p, k: paint.rule(p, k, (10, 20), (100, 20), 2),
    "striped": lambda p, k: paint.striped(p, k, BOX, line=k.palette.line2),
    "striped faded": lambda p, k: paint.striped(p, k, BOX, faded=True),
    "locked stripes": lambda p, k: paint.locked_stripes(p, k, BOX),
    "dashed place": lambda p, k: paint.dashed_place(p, k, BOX, 6, "taken", "contract"),
    "dashed place, quiet": lambda p, k: paint.dashed_place(p, k, BOX, 6, "step 5", quiet=True),
    "card": lambda p, k: paint.card_face(p, k, BOX, band_colour=k.palette.money(5).fill, stack=3),
    "card edge": lambda p, k: paint.card_edge(p, k, BOX),
    "card back": lambda p, k: paint.card_back(p, k, BOX, "gmi"),
    "unknown card": lambda p, k: paint.card_back(p, k, BOX, text="?"),
    "veil": lambda p, k: paint.veil(p, k, BOX),
    "sun": lambda p, k: paint.vp_sun(p, k, (60, 60), 30, 18),
    "star": lambda p, k: paint.grey_star(p, k, (60, 60), 16, 3),
    "price": lambda p, k: paint.price_text(p, k, BOX, 5, "3 + 2"),
    "price out of reach": lambda p, k: paint.price_text(p, k, BOX, 5, reachable=False),
    "brine mark": lambda p, k: paint.brine_mark(p, k, (60, 60)),
    "brine taken": lambda p, k: paint.brine_mark(p, k, (60, 60), taken=True),
    "rock": lambda p, k: paint.rock(p, k, (60, 60)),
    "rock ignored": lambda p, k: paint.rock(p, k, (60, 60), ignored=True),
    "layer marks": lambda p, k: paint.layer_marks(p, k, (20, 20, 90, 40), 3, 3, 1, 1),
    "earth": lambda p, k: paint.earth_bands(p, k, (20, 20, 176, 69), "claim.d01", [1, 1.45, 1]),
    "reward": lambda p, k: paint.claim_reward(p, k, (20, 20, 40, 69), 8, 2),
    "reward, low": lambda p, k: paint.claim_reward(p, k, (20, 20, 60, 30), 8, 2),
    "damage": lambda p, k: paint.damage_cell(p, k, (20, 20, 20, 28), -3),
    "damage blocked": lambda p, k: paint.damage_cell(p, k, (20, 20, 20, 28), -8, blocked=True),
    "damage current": lambda p, k: paint.damage_cell(p, k, (20, 20, 20, 28), -1, current=True),
    "damage preview": lambda p, k: paint.damage_cell(p, k, (20, 20, 20, 28), -1, preview=True),
    "lock": lambda p, k: paint.lock_badge(p, k, (60, 60)),
    "tick": lambda p, k: paint.tick_badge(p, k, (60, 60)),
    "pill": lambda p, k: paint.pill(p, k, (60, 60), "ready", k.palette.brine),
    "count": lambda p, k: paint.count_badge(p, k, (100, 60), 3),
    "cost": lambda p, k: paint.cost_badge(p, k, (100, 60), 3),
    "key": lambda p, k: paint.key_badge(p, k, (60, 60), "X"),
    "delta": lambda p, k: paint.delta_chip(p, k, (20, 20, 150, 30), TOKENS),
    "delta, loss": lambda p, k: paint.delta_chip(p, k, (20, 20, 150, 30), TOKENS, loss=True),
    "choice": lambda p, k: paint.choice_chip(p, k, (20, 20, 150, 34), TOKENS),
    "choice chosen": lambda p, k: paint.choice_chip(p, k, (20, 20, 150, 34), TOKENS, chosen=True),
    "choice off": lambda p, k: paint.choice_chip(p, k, (20, 20, 150, 34), TOKENS, enabled=False),
    "caption": lambda p, k: paint.caption_line(p, k, (10, 20, 200, 16), "Industrial"),
    "row label": lambda p, k: paint.row_label(p, k, (20, 20, 40, 46), "engineer", "HR"),
    "desert": lambda p, k: paint.desert(p, k, (0, 0, W, H), 100),
}


def ring_of(state: paint.RingState) -> Draw:
    return lambda p, k: paint.ring(p, k, BOX, 8, state)


def token_of(seat: str, ghost: bool = False) -> Draw:
    return lambda p, k: paint.seat_token(p, k, seat, (60, 60), 28, ghost=ghost)


def place_of(seat: str) -> Draw:
    return lambda p, k: paint.engineer_place(p, k, seat, (60, 60))


def engineer_of(seat: str, style: paint.EngineerStyle, badge: bool = False) -> Draw:
    return lambda p, k: paint.engineer(p, k, seat, (60, 60), 40, style, badge=badge)


def badge_of(firm: str) -> Draw:
    return lambda p, k: paint.corporation_badge(p, k, firm, (40, 40, 24, 24))


def product_of(product: str, disc: bool = False) -> Draw:
    return lambda p, k: paint.product_icon(p, k, product, (60, 60), disc=disc)


def marker_of(product: str, ghost: bool = False) -> Draw:
    return lambda p, k: paint.product_token(p, k, product, (60, 60), 26, 3, ghost=ghost)


def money_of(value: int) -> Draw:
    return lambda p, k: paint.money_badge(p, k, (40, 40, 46, 20), value)


for _state in get_args(paint.RingState):
    PRIMITIVES[f"ring {_state}"] = ring_of(_state)
for _seat in theme.SEAT_IDS:
    PRIMITIVES[f"token {_seat}"] = token_of(_seat)
    PRIMITIVES[f"token ghost {_seat}"] = token_of(_seat, True)
    PRIMITIVES[f"place {_seat}"] = place_of(_seat)
    PRIMITIVES[f"engineer badge {_seat}"] = engineer_of(_seat, "piece", True)
    for _style in get_args(paint.EngineerStyle):
        PRIMITIVES[f"engineer {_seat} {_style}"] = engineer_of(_seat, _style)
for _firm in theme.CORPORATION_IDS:
    PRIMITIVES[f"badge {_firm}"] = badge_of(_firm)
for _product in theme.PRODUCT_IDS:
    PRIMITIVES[f"icon {_product}"] = product_of(_product)
    PRIMITIVES[f"icon on a disc {_product}"] = product_of(_product, True)
    PRIMITIVES[f"marker {_product}"] = marker_of(_product)
    PRIMITIVES[f"marker ghost {_product}"] = marker_of(_product, True)
for _value in (1, 3, 5):
    PRIMITIVES[f"money {_value}"] = money_of(_value)


def picture(draw: Draw, look: Look, *, ground: QColor | None = None, dpr: float = 1.0) -> QImage:
    """What a function paints on a transparent (or coloured) ground, and that it leaves the painter as it was."""
    image = QImage(round(W * dpr), round(H * dpr), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(dpr)
    image.fill(Qt.GlobalColor.transparent if ground is None else ground)
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.scale(look.scale, look.scale)
    before = painter.worldTransform()
    draw(painter, look)
    assert painter.worldTransform() == before
    assert painter.opacity() == 1
    assert not painter.hasClipping()
    painter.end()
    return image


def painted(image: QImage) -> set[tuple[int, int]]:
    """Pixels that were touched."""
    alpha = image.convertToFormat(QImage.Format.Format_Alpha8)
    stride, data = alpha.bytesPerLine(), bytes(alpha.constBits())
    return {(i % stride, i // stride) for i, value in enumerate(data) if value > 3 and i % stride < alpha.width()}


def look_of(name: str, scale: float = 1.0, large: bool = False) -> Look:
    return Look(THEMES[name], scale, large)


@pytest.mark.parametrize("name", PRIMITIVES)
def test_each_function_paints_and_follows_the_theme(name: str) -> None:
    pictures = {key: picture(PRIMITIVES[name], look_of(key)) for key in THEMES}
    for image in pictures.values():
        assert len(painted(image)) > 20
    for first, second in itertools.combinations(pictures, 2):
        assert pictures[first] != pictures[second], (first, second)


@pytest.mark.parametrize("name", PRIMITIVES)
def test_each_function_is_repeatable_at_other_scales(name: str) -> None:
    for look, dpr in ((look_of("light", 0.8), 1.0), (look_of("dark", 0.8, True), 2.0)):
        first, second = (picture(PRIMITIVES[name], look, dpr=dpr) for _ in range(2))
        assert first == second
        assert first != picture(lambda p, k: None, look, dpr=dpr)


def test_variants_look_different() -> None:
    look = look_of("light")
    for names in (
        [f"ring {state}" for state in get_args(paint.RingState)],
        [f"token {seat}" for seat in theme.SEAT_IDS],
        ["engineer agave piece", "engineer agave dragged", "engineer agave ghost"],
        ["damage", "damage blocked", "damage current", "damage preview"],
        ["choice", "choice chosen", "choice off"],
        ["delta", "delta, loss"],
        ["brine mark", "brine taken"],
        ["rock", "rock ignored"],
        [f"money {value}" for value in (1, 3, 5)],
        [f"badge {firm}" for firm in theme.CORPORATION_IDS],
        [f"marker {product}" for product in theme.PRODUCT_IDS],
    ):
        pictures = [picture(PRIMITIVES[name], look, ground=look.palette.bg1) for name in names]
        for first, second in itertools.combinations(pictures, 2):
            assert first != second, names


def test_seat_shapes_differ_without_colour() -> None:
    shapes = []
    for seat in theme.SEAT_IDS:
        image = picture(PRIMITIVES[f"token {seat}"], look_of("light"))
        shapes.append(frozenset(painted(image)))
    for first, second in itertools.combinations(shapes, 2):
        assert len(first ^ second) > 40
    with pytest.raises(ValueError, match="no seat shape 'star'"):
        paint.seat_shape_path("star", (0, 0), 10)


@pytest.mark.parametrize("theme_name", sorted(THEMES))
@pytest.mark.parametrize("state", get_args(paint.RingState))
def test_rings_stay_inside_the_margin(state: paint.RingState, theme_name: str) -> None:
    image = picture(lambda p, k: paint.ring(p, k, BOX, 8, state, halo=True), look_of(theme_name))
    allowed = BOX.inset(-paint.MARGIN)
    for x, y in painted(image):
        assert allowed.x <= x < allowed.right and allowed.y <= y < allowed.bottom
    inner = BOX.inset(6)
    covered = any(inner.x <= x < inner.right and inner.y <= y < inner.bottom for x, y in painted(image))
    assert covered is (state == "over")


@pytest.mark.parametrize("draw", ["shadow", "card", "card back", "engineer agave piece", "engineer agave dragged"])
def test_pieces_stay_inside_the_margin(draw: str) -> None:
    box = Rect(40, 40, 40, 40) if draw.startswith("engineer") else BOX
    allowed = box.inset(-paint.MARGIN)
    for x, y in painted(picture(PRIMITIVES[draw], look_of("light"))):
        assert allowed.x <= x < allowed.right and allowed.y <= y < allowed.bottom


def test_paint_names_no_colour() -> None:
    source = Path(paint.__file__).read_text(encoding="utf-8")
    assert re.findall(r"#[0-9A-Fa-f]{6}", source) == []
    assert re.findall(r"GlobalColor|QColor\(", source) == []


def test_earth_depends_on_the_card_only() -> None:
    def draw(card: str, depth: int = 0) -> QImage:
        return picture(
            lambda p, k: paint.earth_bands(p, k, (20, 20, 176, 69), card, [1, 1], depth=depth), look_of("light")
        )

    assert draw("claim.d01") == draw("claim.d01")
    assert draw("claim.d01") != draw("claim.d02")
    assert draw("claim.d01") != draw("claim.d01", 2)
    palette = THEMES["light"]
    image = draw("claim.d01")
    assert image.pixelColor(100, 36).name() == palette.earth[0].name()
    assert image.pixelColor(24, 80).name() in (palette.earth[1].name(), draw("claim.d02").pixelColor(24, 80).name())


def test_striped_field_is_clipped_and_moves_with_its_item() -> None:
    at = picture(lambda p, k: paint.striped(p, k, (20, 20, 60, 60)), look_of("light"))
    assert all(20 <= x < 80 and 20 <= y < 80 for x, y in painted(at))
    moved = picture(lambda p, k: paint.striped(p, k, (33, 27, 60, 60)), look_of("light"))
    assert at.copy(20, 20, 60, 60) == moved.copy(33, 27, 60, 60)


# ------------------------------------------------------------------------------------------------ text and rows
def test_text_reports_when_it_is_cut() -> None:
    look = look_of("light")
    results: list[bool] = []

    def draw(p: QPainter, k: Look) -> None:
        results.append(paint.draw_text(p, k, (10, 10, 200, 20), "Extract", "name"))
        results.append(paint.draw_text(p, k, (10, 40, 30, 20), "A very long name of a card", "name"))
        results.append(paint.draw_text(p, k, (10, 40, 30, 20), "A very long name of a card", "name", elide=False))
        results.append(paint.draw_wrapped(p, k, (10, 60, 200, 60), "Two short words", "log"))
        results.append(paint.draw_wrapped(p, k, (10, 60, 60, 30), "Many more words than this place can take", "log"))

    picture(draw, look)
    assert results == [False, True, False, False, True]
    cut = picture(lambda p, k: paint.draw_text(p, k, (10, 40, 30, 20), "A very long name", "name"), look)
    assert max(x for x, _ in painted(cut)) <= 41


def test_wrapped_height_counts_lines() -> None:
    look = look_of("light")
    one = paint.wrapped_height(look, "Short", "log", 300)
    many = paint.wrapped_height(look, "Sells one unit of geothermal heat to Cinder for a lot of money", "log", 120)
    assert many >= 3 * one and many % one == 0


@pytest.mark.parametrize("align", ["left", "centre", "right"])
def test_text_is_aligned(align: paint.Align) -> None:
    image = picture(lambda p, k: paint.draw_text(p, k, (20, 40, 160, 20), "HHH", "name", None, align), look_of("light"))
    xs = [x for x, _ in painted(image)]
    left, right = min(xs) - 20, 180 - max(xs)
    assert {"left": left <= 3, "centre": abs(left - right) <= 2, "right": right <= 3}[align]
    ys = [y for _, y in painted(image)]
    assert abs((min(ys) + max(ys) + 1) / 2 - 50) <= 1, "capitals are centred vertically"


def test_rows_measure_shrink_and_cut() -> None:
    look = look_of("light")
    natural = paint.row_width(look, TOKENS)
    assert natural > 80 and paint.row_width(look, []) == 0
    fits = paint.fit_row(look, natural + 10, TOKENS)
    assert fits.width == pytest.approx(natural) and fits.shrink == 1 and not fits.cut
    tight = paint.fit_row(look, natural * 0.85, TOKENS)
    assert tight.shrink < 1 and not tight.cut and tight.width <= natural * 0.85 + 0.5
    assert paint.fit_row(look, 30, TOKENS).cut
    words: list[Token] = [IconToken("brine", 14), TextToken("a long explanation that cannot fit", "body")]
    image = picture(lambda p, k: paint.draw_row(p, k, (20, 20, 90, 30), words, "left"), look)
    assert all(19 <= x <= 111 for x, _ in painted(image))


def test_a_row_is_centred_and_returns_its_fit() -> None:
    fits: list[paint.RowFit] = []
    image = picture(lambda p, k: fits.append(paint.draw_row(p, k, (20, 20, 200, 30), TOKENS)), look_of("light"))
    xs = [x for x, _ in painted(image)]
    assert abs((min(xs) - 20) - (220 - max(xs))) <= 4
    assert fits[0].shrink == 1 and max(xs) - min(xs) <= fits[0].width + 2


def test_numbers_use_the_locale_and_a_true_minus() -> None:
    before = QLocale()
    try:
        QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
        assert paint.number_text(-12) == "\N{MINUS SIGN}12"
        assert paint.number_text(3, signed=True) == "+3"
        assert paint.number_text(0, signed=True) == "0"
        assert paint.money_text(1500) == "$1,500"
        assert paint.money_text(-2) == "\N{MINUS SIGN}$2"
        assert paint.money_text(2, signed=True) == "+$2"
        assert paint.times_text(3) == "\N{MULTIPLICATION SIGN}3"
        QLocale.setDefault(QLocale(QLocale.Language.German))
        assert paint.number_text(1500) == "1.500"
    finally:
        QLocale.setDefault(before)


# ------------------------------------------------------------------------------------------------ pills and chips
def test_pills_hold_their_text_at_every_size() -> None:
    for look in (look_of("light"), look_of("light", 0.711, True)):
        rects: list[QRectF] = []

        def draw(p: QPainter, k: Look, rects: list[QRectF] = rects) -> None:
            rects.append(paint.pill(p, k, (120, 30), "ready", k.palette.brine))
            rects.append(paint.pill(p, k, QPointF(120, 60), "ready", None, "left"))
            rects.append(paint.count_badge(p, k, (120, 90), 12))
            rects.append(paint.cost_badge(p, k, (120, 110), 3))

        picture(draw, look)
        centred, left, count, cost = rects
        assert centred.center() == QPointF(120, 30)
        assert left.left() == 120 and left.width() == centred.width() == paint.pill_width(look, "ready")
        assert count.right() == pytest.approx(120) and cost.right() == pytest.approx(120)
        assert centred.width() >= paint.text_width(look, "ready", "modifier") + 8
        assert count.height() >= look.metrics("modifier").capHeight() + 4


def test_chips_are_as_wide_as_their_tokens() -> None:
    look = look_of("light")
    width = paint.delta_chip_width(look, TOKENS)
    fits: list[paint.RowFit] = []
    picture(lambda p, k: fits.append(paint.delta_chip(p, k, (10, 10, width, 30), TOKENS)), look)
    width = paint.choice_chip_width(look, TOKENS)
    picture(lambda p, k: fits.append(paint.choice_chip(p, k, (10, 10, width, 34), TOKENS)), look)
    assert [fit.shrink for fit in fits] == [1.0, 1.0]


def test_layout_rects_and_qt_rects_are_the_same() -> None:
    look = look_of("light")
    table = layout.TableLayout.for_size(1440, 900, 2)
    assert paint.qrect(table.zones["bar"]) == QRectF(198, 700, 970, 60)
    assert paint.qrect(QRectF(1, 2, 3, 4)) == QRectF(1, 2, 3, 4)
    assert paint.qpoint((1, 2)) == QPointF(1, 2)
    first = picture(lambda p, k: paint.panel(p, k, BOX), look)
    assert first == picture(lambda p, k: paint.panel(p, k, QRectF(*BOX)), look)
