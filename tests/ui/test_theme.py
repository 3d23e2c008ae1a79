"""Colours: contrast of all pairs in use, distances under colour-vision deficiencies, fonts, style sheet."""

from __future__ import annotations

import itertools
import math
import re
from dataclasses import fields
from pathlib import Path

import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QFont, QFontInfo, QPalette
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QListWidget,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
)
from pytestqt.qtbot import QtBot

from saltonsea_desktop.ui import fonts, resources, theme
from saltonsea_desktop.ui.theme import THEMES, Look, Palette

Triple = tuple[float, float, float]

PALETTES = pytest.mark.parametrize("palette", THEMES.values(), ids=list(THEMES))


# ------------------------------------------------------------------------------------------------ contrast
@PALETTES
def test_every_text_pair_is_readable(palette: Palette) -> None:
    pairs = theme.text_pairs(palette)
    assert len(pairs) > 50
    assert [(pair.name, round(pair.ratio, 2)) for pair in pairs if pair.ratio < 4.5] == []


@PALETTES
def test_every_mark_is_visible(palette: Palette) -> None:
    pairs = theme.mark_pairs(palette)
    assert len(pairs) > 80
    assert [(pair.name, round(pair.ratio, 2)) for pair in pairs if pair.ratio < 3.0] == []


@PALETTES
def test_money_digits_are_clear(palette: Palette) -> None:
    for style in palette.moneys:
        assert theme.contrast(style.ink, style.fill) >= 6.0


def test_high_contrast_is_higher() -> None:
    contrast = THEMES["contrast"]
    for pair in theme.text_pairs(contrast):
        if "earth" not in pair.name:
            assert pair.ratio >= 6.0, (pair.name, pair.ratio)
    assert contrast.stroke > THEMES["light"].stroke == 1.0


@pytest.mark.parametrize(
    ("first", "second", "ratio"),
    [
        ("#000000", "#FFFFFF", 21.0),
        ("#FFFFFF", "#FFFFFF", 1.0),
        ("#777777", "#FFFFFF", 4.48),
        ("#FF0000", "#FFFFFF", 4.0),
    ],
)
def test_contrast_is_that_of_wcag(first: str, second: str, ratio: float) -> None:
    assert theme.contrast(QColor(first), QColor(second)) == pytest.approx(ratio, abs=0.01)
    assert theme.contrast(QColor(second), QColor(first)) == pytest.approx(ratio, abs=0.01)


def test_published_ratios_of_the_design() -> None:
    light, dark = THEMES["light"], THEMES["dark"]
    for palette, name, ratio in (
        (light, "ink", 13.0),
        (light, "ink2", 7.1),
        (light, "ink3", 5.6),
        (light, "danger", 7.2),
        (light, "focus", 9.6),
        (light, "brine", 4.8),
        (dark, "ink", 12.9),
        (dark, "ink2", 8.4),
        (dark, "line2", 4.7),
        (dark, "lith", 5.4),
    ):
        assert theme.contrast(getattr(palette, name), palette.panel) == pytest.approx(ratio, abs=0.07), name


# ------------------------------------------------------------------------------------------------ colour vision
# Machado, Oliveira and Fernandes 2009, severity 1.0, applied to linear RGB
VISION: dict[str, tuple[Triple, Triple, Triple]] = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def seen(colour: QColor, vision: str) -> Triple:
    """Linear RGB of a colour as seen with a kind of colour vision."""
    rgb = (linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF()))
    values = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, rgb, strict=True)))) for row in VISION[vision]]
    return values[0], values[1], values[2]


def lab(rgb: Triple) -> Triple:
    """CIE L*a*b* (D65) of linear sRGB."""
    r, g, b = rgb
    x = 0.4124564 * r + 0.3575761 * g + 0.1804375 * b
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = 0.0193339 * r + 0.1191920 * g + 0.9503041 * b

    def f(t: float) -> float:
        return math.cbrt(t) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116

    fx, fy, fz = f(x / 0.95047), f(y), f(z / 1.08883)
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def ciede2000(first: Triple, second: Triple) -> float:
    """CIEDE2000 colour difference of two L*a*b* colours (Sharma, Wu and Dalal 2005)."""
    l1, a1, b1 = first
    l2, a2, b2 = second
    mean_c = (math.hypot(a1, b1) + math.hypot(a2, b2)) / 2
    g = 0.5 * (1 - math.sqrt(mean_c**7 / (mean_c**7 + 25.0**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = math.hypot(a1, b1), math.hypot(a2, b2)
    h1 = math.degrees(math.atan2(b1, a1)) % 360 if c1 else 0.0
    h2 = math.degrees(math.atan2(b2, a2)) % 360 if c2 else 0.0
    dl, dc, dh = l2 - l1, c2 - c1, h2 - h1
    if c1 * c2 == 0:
        dh, mean_h = 0.0, h1 + h2
    else:
        dh = dh - 360 if dh > 180 else dh + 360 if dh < -180 else dh
        mean_h = (h1 + h2) / 2
        if abs(h1 - h2) > 180:
            mean_h += 180 if h1 + h2 < 360 else -180
    big_h = 2 * math.sqrt(c1 * c2) * math.sin(math.radians(dh / 2))
    mean_l, mean_c = (l1 + l2) / 2, (c1 + c2) / 2
    t = (
        1
        - 0.17 * math.cos(math.radians(mean_h - 30))
        + 0.24 * math.cos(math.radians(2 * mean_h))
        + 0.32 * math.cos(math.radians(3 * mean_h + 6))
        - 0.20 * math.cos(math.radians(4 * mean_h - 63))
    )
    sl = 1 + 0.015 * (mean_l - 50) ** 2 / math.sqrt(20 + (mean_l - 50) ** 2)
    sc, sh = 1 + 0.045 * mean_c, 1 + 0.015 * mean_c * t
    turn = 30 * math.exp(-(((mean_h - 275) / 25) ** 2))
    rt = -math.sin(math.radians(2 * turn)) * 2 * math.sqrt(mean_c**7 / (mean_c**7 + 25.0**7))
    return math.sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (big_h / sh) ** 2 + rt * (dc / sc) * (big_h / sh))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [  # published test data
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_difference_formula(first: Triple, second: Triple, expected: float) -> None:
    assert ciede2000(first, second) == pytest.approx(expected, abs=1e-4)


def smallest(colours: list[QColor], vision: str) -> float:
    labs = [lab(seen(colour, vision)) for colour in colours]
    return min(ciede2000(a, b) for a, b in itertools.combinations(labs, 2))


@PALETTES
@pytest.mark.parametrize("vision", VISION)
def test_marks_are_told_apart_by_everyone(palette: Palette, vision: str) -> None:
    assert smallest([style.colour for style in palette.seats], vision) >= 20
    assert smallest([style.colour for style in palette.corporations], vision) >= 20
    assert smallest([style.colour for style in palette.products], vision) >= 19
    assert smallest([style.fill for style in palette.moneys], vision) >= 14


def test_published_differences_of_the_design() -> None:
    light, dark = THEMES["light"], THEMES["dark"]
    seats = [round(smallest([style.colour for style in light.seats], vision), 1) for vision in VISION]
    assert seats == [20.9, 24.5, 24.4, 27.8]
    seats = [round(smallest([style.colour for style in dark.seats], vision)) for vision in VISION]
    assert seats == [30, 23, 27, 26]


# ------------------------------------------------------------------------------------------------ the palette
@PALETTES
def test_palettes_are_complete(palette: Palette) -> None:
    for item in fields(palette):
        value = getattr(palette, item.name)
        if isinstance(value, QColor):
            assert value.isValid(), item.name
    assert len(palette.earth) == 6 and all(colour.isValid() for colour in palette.earth)
    assert tuple(style.id for style in palette.seats) == theme.SEAT_IDS
    assert tuple(style.id for style in palette.corporations) == theme.CORPORATION_IDS
    assert tuple(style.id for style in palette.products) == theme.PRODUCT_IDS
    assert len({style.shape for style in palette.seats}) == 4
    assert [style.name for style in palette.corporations] == ["Cinder", "Mesa", "Tide"]
    assert palette is THEMES[palette.name]
    assert (theme.luminance(palette.panel) < 0.2) is palette.dark


def test_the_palette_answers_by_id_and_index() -> None:
    light = THEMES["light"]
    assert light.seat(2) is light.seat("steel")
    assert light.corporation(0) is light.corporation("red")
    assert light.product("geothermal").colour == light.geo
    assert [light.money(value).value for value in (1, 2, 3, 5, 9)] == [1, 2, 3, 5, 9]
    assert light.money(9).fill == light.money(5).fill and light.money(2).fill == light.money(1).fill
    assert light.earth_at(-1) == light.earth[0] and light.earth_at(99) == light.earth[5]
    for call in (
        lambda: light.seat(4),
        lambda: light.seat("red"),
        lambda: light.corporation(3),
        lambda: light.corporation("green"),
        lambda: light.product("water"),
    ):
        with pytest.raises(KeyError, match="no "):
            call()


def test_mixing() -> None:
    black, white = QColor("#000000"), QColor("#FFFFFF")
    assert theme.mix(black, white, 0) == black and theme.mix(black, white, 1).name() == "#ffffff"
    assert theme.mix(black, white, 0.5).name() in ("#7f7f7f", "#808080")
    half = theme.with_alpha(white, 0.5)
    assert half.alphaF() == pytest.approx(0.5, abs=0.01) and white.alphaF() == 1
    assert theme.with_alpha(half, 0.5).alphaF() == pytest.approx(0.25, abs=0.01)
    assert theme.over(half, black).red() in (127, 128)
    first = theme.mix(black, white, 0.3)
    first.setRed(0)
    assert theme.mix(black, white, 0.3).red() > 0, "a changed result must not leak into the next one"


# ------------------------------------------------------------------------------------------------ fonts
@pytest.mark.usefixtures("qapp")
def test_bundled_fonts_load() -> None:
    fonts.load()
    for role in fonts.ROLES:
        made = fonts.font(role)
        style = fonts.ROLE_STYLES[role]
        info = QFontInfo(made)
        assert info.family() == style.family, role
        assert info.weight() == int(style.weight.value), role
        assert made.hintingPreference() == QFont.HintingPreference.PreferNoHinting
        assert fonts.font(role) is made
        assert fonts.metrics(role).horizontalAdvance("Extract") > 0
    assert set(fonts.ROLES) == set(fonts.ROLE_STYLES)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("scale", [0.5, 0.711, 0.8, 0.85, 1.0, 1.2, 1.6, 2.4])
def test_text_never_falls_below_the_floor(scale: float) -> None:
    for role in fonts.ROLES:
        assert fonts.font(role, scale).pixelSize() * scale >= 11 - 1e-6
        assert fonts.font(role, scale, True).pixelSize() * scale >= 13 - 1e-6
        assert fonts.widget_font(role, scale).pixelSize() >= 11
        assert fonts.widget_font(role, scale, True).pixelSize() >= 13
    assert Look(THEMES["light"], scale).font("numeral", 4).pixelSize() * scale >= 11 - 1e-6


@pytest.mark.usefixtures("qapp")
def test_sizes_of_the_design() -> None:
    sizes = {role: fonts.font(role).pixelSize() for role in fonts.ROLES}
    assert (sizes["wordmark"], sizes["total"], sizes["price"], sizes["score"]) == (62, 30, 24, 22)
    assert (sizes["bar_title"], sizes["body"], sizes["button"], sizes["log"], sizes["small"]) == (18, 14, 15, 13, 12)
    assert fonts.font("caption").letterSpacing() == pytest.approx(1.1, abs=0.02)
    assert fonts.font("body", 2.0).pixelSize() == 14, "sizes are units: the painter is scaled"
    assert fonts.widget_font("body", 2.0).pixelSize() == 28, "widgets are not scaled"
    assert Look(THEMES["light"], 0.8).compact and not Look(THEMES["light"], 1.0).compact


# ------------------------------------------------------------------------------------------------ resources
@pytest.mark.usefixtures("qapp")
def test_missing_resources_are_one_clear_sentence(tmp_path: Path) -> None:
    with pytest.raises(
        resources.ResourceError, match=r"^none\.rcc: resources are not compiled; run python hatch_build"
    ):
        resources.register(tmp_path / "none.rcc")
    broken = tmp_path / "broken.rcc"
    broken.write_bytes(b"no resources here")
    with pytest.raises(resources.ResourceError, match=r"^broken\.rcc: not a compiled resource file"):
        resources.register(broken)
    resources.register()
    resources.register()


# ------------------------------------------------------------------------------------------------ style sheet
@PALETTES
@pytest.mark.parametrize("scale", [0.8, 1.0, 1.6])
def test_style_sheet_is_valid_and_uses_only_the_palette(palette: Palette, scale: float, qtbot: QtBot) -> None:
    fonts.load()
    sheet = theme.qss(palette, scale)
    assert sheet.count("{") == sheet.count("}")
    sizes = [int(size) for size in re.findall(r"font-size: (\d+)px", sheet)]
    assert len(sizes) >= 8 and min(sizes) >= 11
    assert min(int(size) for size in re.findall(r"font-size: (\d+)px", theme.qss(palette, scale, True))) >= 13
    dialog = QDialog()
    qtbot.addWidget(dialog)
    dialog.setPalette(theme.qpalette(palette))
    dialog.setStyleSheet(sheet)
    column = QVBoxLayout(dialog)
    for widget in (QLabel("text"), QPushButton("go"), QLineEdit("x"), QListWidget(), QComboBox(), QCheckBox("on")):
        column.addWidget(widget)
    dialog.resize(QSize(300, 400))
    picture = dialog.grab().toImage()
    assert QColor(picture.pixel(2, 2)) == palette.bg1


@pytest.mark.usefixtures("qapp")
def test_the_primary_button_looks_different(qtbot: QtBot) -> None:
    palette = THEMES["light"]
    looks = []
    for kind in ("", "primary", "danger", "ghost"):
        button = QPushButton("Confirm")
        qtbot.addWidget(button)
        if kind:
            button.setProperty("kind", kind)
        button.setStyleSheet(theme.qss(palette))
        button.resize(120, 38)
        looks.append(button.grab().toImage())
    for first, second in itertools.combinations(looks, 2):
        assert first != second
    assert QColor(looks[1].pixel(12, 19)) == palette.primary


@PALETTES
def test_boxes_and_ticks_are_visible(palette: Palette, qtbot: QtBot) -> None:
    fonts.load()
    box, spin, tick = QComboBox(), QSpinBox(), QCheckBox("confirm")
    box.addItem("easy")
    spin.setValue(7)
    tick.setChecked(True)
    for widget in (box, spin, tick):
        qtbot.addWidget(widget)
        widget.setPalette(theme.qpalette(palette))
        widget.setStyleSheet(theme.qss(palette))
        widget.resize(160, 34)
    for widget, left, right in ((box, 136, 160), (spin, 136, 160), (spin, 4, 40)):
        image = widget.grab().toImage()
        inner = [QColor(image.pixel(x, y)) for x in range(left + 3, right - 3) for y in range(6, 28)]
        assert max(theme.contrast(colour, palette.cell) for colour in inner) >= 4.5, "an arrow or a digit is missing"
    image = tick.grab().toImage()
    ground = palette.primary if palette.dark else palette.brine_tint
    shades = [QColor(image.pixel(x, y)) for x in range(5, 18) for y in range(9, 26)]
    assert ground in shades
    assert max(theme.contrast(colour, ground) for colour in shades) >= 4.5, "the tick is missing"


@PALETTES
def test_qt_palette_follows(palette: Palette, qapp: QApplication) -> None:
    made = theme.qpalette(palette)
    assert made.color(QPalette.ColorRole.Text) == palette.ink
    assert made.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text) == palette.ink3
    assert (
        theme.contrast(made.color(QPalette.ColorRole.HighlightedText), made.color(QPalette.ColorRole.Highlight)) >= 4.5
    )
    assert qapp is not None
