"""Icons: all of them are there, draw something, take colours, and stay sharp at every scale."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from PySide6.QtCore import QDir, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from saltonsea_desktop.ui import icons, resources
from saltonsea_desktop.ui.theme import THEMES

pytestmark = pytest.mark.usefixtures("qapp")

RED = QColor("#FF0000")
COMPONENTS = Path(__file__).parents[2] / "saltonsea_desktop" / "games" / "saltonsea" / "components"


def alphas(image: QImage) -> list[bytes]:
    """Opacity of each pixel, row by row."""
    alpha = image.convertToFormat(QImage.Format.Format_Alpha8)
    stride, data = alpha.bytesPerLine(), bytes(alpha.constBits())
    return [data[y * stride : y * stride + alpha.width()] for y in range(alpha.height())]


def opaque(image: QImage) -> int:
    """Number of pixels that are mostly covered."""
    return sum(value > 128 for row in alphas(image) for value in row)


def canvas(size: int = 64, dpr: float = 1.0) -> QImage:
    image = QImage(round(size * dpr), round(size * dpr), QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(dpr)
    image.fill(Qt.GlobalColor.transparent)
    return image


def test_the_list_is_the_compiled_set() -> None:
    resources.register()
    compiled = {Path(name).stem for name in QDir(":/icons").entryList(["*.svg"])}
    assert compiled == icons.ICON_NAMES
    assert len(icons.ICON_NAMES) == 88


@pytest.mark.parametrize("name", sorted(icons.ICON_NAMES))
def test_every_icon_draws_and_recolours(name: str) -> None:
    assert len(re.findall(rb'fill="#[0-9A-Fa-f]{6}"', icons.svg(name))) == 1
    image = icons.pixmap(name, RED, 24).toImage()
    assert (image.width(), image.height()) == (24, 24)
    assert 8 < opaque(image) < 24 * 24
    rows = alphas(image)
    solid = {image.pixel(x, y) for y, row in enumerate(rows) for x, value in enumerate(row) if value == 255}
    assert solid == {RED.rgba()}
    # nothing is painted in the margin of the grid
    assert max(rows[0]) < 128 and max(rows[-1]) < 128


def test_pictures_are_cached_and_follow_the_pixel_ratio() -> None:
    first = icons.pixmap("rock", RED, 18)
    assert icons.pixmap("rock", RED, 18).cacheKey() == first.cacheKey()
    assert icons.pixmap("rock", QColor("#00FF00"), 18).cacheKey() != first.cacheKey()
    double = icons.pixmap("rock", RED, 18, 2.0)
    assert (double.width(), double.devicePixelRatio()) == (36, 2.0)
    assert icons.pixmap("rock", RED, 18).devicePixelRatio() == 1.0


def test_a_translucent_colour_is_kept() -> None:
    faint = QColor(255, 0, 0, 90)
    image = icons.pixmap("seat-square", faint, 24).toImage()
    assert 80 <= image.pixelColor(12, 12).alpha() <= 100


def test_unknown_names_are_refused() -> None:
    with pytest.raises(KeyError, match="no icon 'sandworm'"):
        icons.pixmap("sandworm", RED, 24)
    with pytest.raises(KeyError, match="no icon 'sandworm'"):
        icons.icon_colour(THEMES["light"], "sandworm")
    image = canvas()
    painter = QPainter(image)
    for angle in (0, 30):
        painter.rotate(angle)
        with pytest.raises(KeyError):
            icons.draw_icon(painter, THEMES["light"], "sandworm", QRectF(0, 0, 20, 20), RED)
    painter.end()


@pytest.mark.parametrize("theme_name", sorted(THEMES))
def test_own_hues(theme_name: str) -> None:
    palette = THEMES[theme_name]
    assert icons.icon_colour(palette, "brine") == palette.brine
    assert icons.icon_colour(palette, "geothermal") == palette.geo
    assert icons.icon_colour(palette, "lithium") == palette.lith
    assert icons.icon_colour(palette, "vp") == palette.vp_line
    assert icons.icon_colour(palette, "star") == palette.star
    assert icons.icon_colour(palette, "corp-mesa") == palette.corporation("orange").colour
    assert icons.icon_colour(palette, "act-drill") == palette.ink
    names = [style.icon for style in palette.corporations]
    names += [style.icon for style in palette.products]
    names += [style.icon for style in palette.seats]
    assert set(names) <= icons.ICON_NAMES


def drawn(scale: float, dpr: float, x: float, y: float) -> QImage:
    image = canvas(64, dpr)
    painter = QPainter(image)
    painter.scale(scale, scale)
    icons.draw_icon(painter, THEMES["light"], "act-licence", QRectF(x, y, 20, 24), RED)
    assert painter.opacity() == 1 and painter.worldTransform().m11() == scale
    painter.end()
    return image


@pytest.mark.parametrize(("scale", "dpr"), [(1.0, 1.0), (0.8, 1.0), (1.6, 1.0), (1.0, 2.0), (1.2, 1.5)])
def test_icons_are_centred_and_sharp(scale: float, dpr: float) -> None:
    image = drawn(scale, dpr, 6.3, 5.2)
    side = 20 * scale * dpr
    left, top = 6.3 * scale * dpr, (5.2 + 2) * scale * dpr
    for y, row in enumerate(alphas(image)):
        for x, value in enumerate(row):
            if value > 40:
                assert left - 1 <= x <= left + side + 1
                assert top - 1 <= y <= top + side + 1
    picture = icons.pixmap("act-licence", RED, 20 * scale, dpr).toImage()
    assert opaque(image) == opaque(picture), "the cached picture is not resampled"


def test_rotated_painters_draw_vectors() -> None:
    image = canvas()
    painter = QPainter(image)
    painter.translate(32, 32)
    painter.rotate(30)
    icons.draw_icon(painter, THEMES["dark"], "seat-square", QRectF(-16, -16, 32, 32), None, 0.5)
    assert painter.opacity() == 1
    painter.end()
    centre = image.pixelColor(32, 32)
    assert 120 <= centre.alpha() <= 135


def test_opacity_fades() -> None:
    image = canvas()
    painter = QPainter(image)
    icons.draw_icon(painter, THEMES["light"], "seat-square", QRectF(8, 8, 48, 48), RED, 0.36)
    painter.end()
    assert image.pixelColor(32, 32).alphaF() == pytest.approx(0.36, abs=0.02)


def test_every_action_code_of_the_components_has_an_icon() -> None:
    assert set(icons.ACTION_ICONS.values()) <= icons.ICON_NAMES
    codes: set[str] = set()

    def collect(value: object) -> None:
        if isinstance(value, dict):
            action = value.get("action")
            if isinstance(action, str):
                codes.add(action)
            for inner in value.values():
                collect(inner)
        elif isinstance(value, list):
            for inner in value:
                collect(inner)

    for file in COMPONENTS.rglob("*.toml"):
        collect(tomllib.loads(file.read_text(encoding="utf-8")))
    assert codes, "no component files found"
    assert codes <= set(icons.ACTION_ICONS)
