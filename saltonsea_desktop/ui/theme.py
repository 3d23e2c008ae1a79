"""Every colour of the program, once: the light, the dark and the high-contrast theme.

Painting functions and style sheets take a ``Palette`` (or a ``Look``, which adds scale and text size) and never name a
colour themselves. Contrast is WCAG 2.x; ``text_pairs`` and ``mark_pairs`` list what is drawn on what.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal

from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPalette

from saltonsea_desktop.ui import fonts
from saltonsea_desktop.ui.fonts import Role

ThemeName = Literal["light", "dark", "contrast"]
SeatShape = Literal["disc", "triangle", "square", "diamond"]
SeatId = Literal["agave", "plum", "steel", "sun"]
CorporationId = Literal["red", "orange", "blue"]
ProductId = Literal["brine", "geothermal", "lithium"]

SEAT_IDS: Final[tuple[SeatId, ...]] = ("agave", "plum", "steel", "sun")
CORPORATION_IDS: Final[tuple[CorporationId, ...]] = ("red", "orange", "blue")
PRODUCT_IDS: Final[tuple[ProductId, ...]] = ("brine", "geothermal", "lithium")


# ------------------------------------------------------------------------------------------------ colour helpers
def luminance(colour: QColor) -> float:
    """Relative luminance (WCAG 2.x), 0 to 1; alpha is ignored."""

    def linear(value: float) -> float:
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF())


def contrast(first: QColor, second: QColor) -> float:
    """Contrast ratio (WCAG 2.x), 1 to 21, of two opaque colours."""
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@lru_cache(maxsize=2048)
def _mixed(first: int, second: int, share: float) -> QColor:
    a, b = QColor.fromRgba(first), QColor.fromRgba(second)
    return QColor.fromRgbF(
        *(
            x + (y - x) * share
            for x, y in zip(
                (a.redF(), a.greenF(), a.blueF(), a.alphaF()),
                (b.redF(), b.greenF(), b.blueF(), b.alphaF()),
                strict=True,
            )
        )
    )


def mix(first: QColor, second: QColor, share: float) -> QColor:
    """``first`` with a ``share`` (0 to 1) of ``second``: 0 is ``first``, 1 is ``second``."""
    return QColor(_mixed(first.rgba(), second.rgba(), share))


def with_alpha(colour: QColor, alpha: float) -> QColor:
    """The colour with its opacity multiplied by ``alpha`` (0 to 1)."""
    result = QColor(colour)
    result.setAlphaF(max(0.0, min(1.0, colour.alphaF() * alpha)))
    return result


def over(top: QColor, ground: QColor) -> QColor:
    """What is seen when ``top``, which may be translucent, is painted on an opaque ``ground``."""
    solid = QColor(top)
    solid.setAlphaF(1.0)
    return mix(ground, solid, top.alphaF())


# ------------------------------------------------------------------------------------------------ families of marks
@dataclass(frozen=True, slots=True)
class SeatStyle:
    """How a seat is told: ``colour``, ground ``tint``, ``ink`` for marks on the colour, and a ``shape``."""

    id: SeatId
    name: str
    colour: QColor
    tint: QColor
    ink: QColor
    shape: SeatShape

    @property
    def icon(self) -> str:
        """Name of the icon with the seat's shape."""
        return f"seat-{self.shape}"


@dataclass(frozen=True, slots=True)
class CorporationStyle:
    """How a corporation is told: ``ink`` is the colour of symbol and digits on ``colour``."""

    id: CorporationId
    name: str
    colour: QColor
    tint: QColor
    ink: QColor
    icon: str


@dataclass(frozen=True, slots=True)
class ProductStyle:
    """How a product is told: ``ink`` is the colour of the icon on a marker of ``colour``; ``icon`` is its own shape."""

    id: ProductId
    colour: QColor
    tint: QColor
    ink: QColor

    @property
    def icon(self) -> str:
        """Name of the product's icon."""
        return self.id


@dataclass(frozen=True, slots=True)
class MoneyStyle:
    """Ground and digits of a card of ``value`` dollars."""

    value: int
    fill: QColor
    ink: QColor


# ------------------------------------------------------------------------------------------------ the palette
@dataclass(frozen=True, slots=True)
class Palette:
    """All colours of one theme. Treat the ``QColor`` values as constants; copy before changing one."""

    name: ThemeName
    dark: bool
    # surfaces
    bg0: QColor
    bg1: QColor
    bg2: QColor
    sky_sun: QColor
    mtn1: QColor
    mtn2: QColor
    panel: QColor
    panel2: QColor
    cell: QColor
    hatch: QColor
    line: QColor
    line2: QColor
    # text
    ink: QColor
    ink2: QColor
    ink3: QColor
    disabled: QColor
    # roles
    primary: QColor
    primary_ink: QColor
    danger: QColor
    danger_tint: QColor
    ok: QColor
    focus: QColor
    brine: QColor
    brine_tint: QColor
    brine_deep: QColor
    geo: QColor
    geo_tint: QColor
    lith: QColor
    lith_tint: QColor
    product_ink: QColor
    vp: QColor
    vp_line: QColor
    vp_ink: QColor
    star: QColor
    # earth
    earth: tuple[QColor, ...]
    earth_line: QColor
    earth_ink: QColor
    brine_disc: QColor
    shaft: QColor
    rail: QColor
    # pieces
    token_line: QColor
    shadow: QColor
    shadow_strength: float
    # families
    seats: tuple[SeatStyle, ...]
    corporations: tuple[CorporationStyle, ...]
    moneys: tuple[MoneyStyle, ...]
    stroke: float = 1.0
    """Factor on the width of outlines and rings (more than 1 in the high-contrast theme)."""
    edge: QColor = field(init=False)
    """Outline of cards."""
    products: tuple[ProductStyle, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "edge", mix(self.line2, self.line, 0.45))
        object.__setattr__(
            self,
            "products",
            (
                ProductStyle("brine", self.brine, self.brine_tint, self.product_ink),
                ProductStyle("geothermal", self.geo, self.geo_tint, self.product_ink),
                ProductStyle("lithium", self.lith, self.lith_tint, self.product_ink),
            ),
        )

    def seat(self, key: int | str) -> SeatStyle:
        """The style with index 0 to 3 or an id of ``SEAT_IDS``; ``KeyError`` for anything else."""
        if isinstance(key, int):
            if 0 <= key < len(self.seats):
                return self.seats[key]
            raise KeyError(f"no seat colour {key}")
        for style in self.seats:
            if style.id == key:
                return style
        raise KeyError(f"no seat colour {key!r}")

    def corporation(self, key: int | str) -> CorporationStyle:
        """The style with index 0 to 2 or an id of ``CORPORATION_IDS``; ``KeyError`` for anything else."""
        if isinstance(key, int):
            if 0 <= key < len(self.corporations):
                return self.corporations[key]
            raise KeyError(f"no corporation {key}")
        for style in self.corporations:
            if style.id == key:
                return style
        raise KeyError(f"no corporation {key!r}")

    def product(self, key: str) -> ProductStyle:
        """The style of a product of ``PRODUCT_IDS``; ``KeyError`` for anything else."""
        for style in self.products:
            if style.id == key:
                return style
        raise KeyError(f"no product {key!r}")

    def money(self, value: int) -> MoneyStyle:
        """The style for a card of ``value`` dollars: of the dearest printed value that is not above it."""
        chosen = self.moneys[0]
        for style in self.moneys:
            if style.value <= value:
                chosen = style
        return replace(chosen, value=value) if chosen.value != value else chosen

    def earth_at(self, depth: int) -> QColor:
        """Ground of the ``depth``-th band from the surface, 0 first; the deepest colour is kept below."""
        return self.earth[max(0, min(depth, len(self.earth) - 1))]


_c = QColor


def _earth(*names: str) -> tuple[QColor, ...]:
    return tuple(QColor(name) for name in names)


LIGHT: Final = Palette(
    name="light",
    dark=False,
    bg0=_c("#EAE1CF"),
    bg1=_c("#F3ECDE"),
    bg2=_c("#E5D7BC"),
    sky_sun=_c("#F7E3AE"),
    mtn1=_c("#E3D6BF"),
    mtn2=_c("#D9C8AB"),
    panel=_c("#FCFAF5"),
    panel2=_c("#F4EEE2"),
    cell=_c("#FFFFFF"),
    hatch=_c("#E4D9C3"),
    line=_c("#DCD1BC"),
    line2=_c("#877B66"),
    ink=_c("#2B2F2C"),
    ink2=_c("#5A554A"),
    ink3=_c("#6B6557"),
    disabled=_c("#9A927F"),
    primary=_c("#0A5F5C"),
    primary_ink=_c("#FFFFFF"),
    danger=_c("#A3231B"),
    danger_tint=_c("#F8DEDA"),
    ok=_c("#1F6B3A"),
    focus=_c("#1B3E8A"),
    brine=_c("#0E7C78"),
    brine_tint=_c("#D4EAE6"),
    brine_deep=_c("#0A5B58"),
    geo=_c("#A84512"),
    geo_tint=_c("#F5DECF"),
    lith=_c("#54409C"),
    lith_tint=_c("#E3DDF2"),
    product_ink=_c("#FFFFFF"),
    vp=_c("#F2C657"),
    vp_line=_c("#B07A12"),
    vp_ink=_c("#3A2C07"),
    star=_c("#6E6A60"),
    earth=_earth("#EFDDB8", "#E4C998", "#D9B681", "#CBA070", "#BC8B60", "#AB7852"),
    earth_line=_c("#B8976A"),
    earth_ink=_c("#3A2A16"),
    brine_disc=_c("#FFFFFF"),
    shaft=_c("#312413"),
    rail=_c("#F4EEE2"),
    token_line=_c("#1E221F"),
    shadow=_c("#3C2D14"),
    shadow_strength=1.0,
    seats=(
        SeatStyle("agave", "Agave", _c("#2A7F45"), _c("#DCEBDF"), _c("#FFFFFF"), "disc"),
        SeatStyle("plum", "Plum", _c("#8536A3"), _c("#EEDFF3"), _c("#FFFFFF"), "triangle"),
        SeatStyle("steel", "Steel", _c("#1F2B31"), _c("#DFE3E5"), _c("#FFFFFF"), "square"),
        SeatStyle("sun", "Sun", _c("#E9C62A"), _c("#F8EFC6"), _c("#1E221F"), "diamond"),
    ),
    corporations=(
        CorporationStyle("red", "Cinder", _c("#9C2A1E"), _c("#F3DCD7"), _c("#FFFFFF"), "corp-cinder"),
        CorporationStyle("orange", "Mesa", _c("#D0781C"), _c("#F9E6CC"), _c("#231404"), "corp-mesa"),
        CorporationStyle("blue", "Tide", _c("#2E719F"), _c("#D8E7F1"), _c("#FFFFFF"), "corp-tide"),
    ),
    moneys=(
        MoneyStyle(1, _c("#EBDDBB"), _c("#3A2F1A")),
        MoneyStyle(3, _c("#CFA965"), _c("#2B210E")),
        MoneyStyle(5, _c("#6A4E2D"), _c("#FFFFFF")),
    ),
)

DARK: Final = Palette(
    name="dark",
    dark=True,
    bg0=_c("#0E1518"),
    bg1=_c("#131B1E"),
    bg2=_c("#1B1712"),
    sky_sun=_c("#8A8880"),
    mtn1=_c("#172125"),
    mtn2=_c("#1B2629"),
    panel=_c("#1E2629"),
    panel2=_c("#263034"),
    cell=_c("#2D383C"),
    hatch=_c("#38454A"),
    line=_c("#3B474C"),
    line2=_c("#859092"),
    ink=_c("#F1EADB"),
    ink2=_c("#C6BFAF"),
    ink3=_c("#A8A294"),
    disabled=_c("#78827F"),
    primary=_c("#5ED3C3"),
    primary_ink=_c("#06201E"),
    danger=_c("#F08A80"),
    danger_tint=_c("#4A2623"),
    ok=_c("#7CCB95"),
    focus=_c("#9CC0FF"),
    brine=_c("#5ED3C3"),
    brine_tint=_c("#1F4543"),
    brine_deep=_c("#8BE6D9"),
    geo=_c("#E28548"),
    geo_tint=_c("#4A2F20"),
    lith=_c("#9F8AF0"),
    lith_tint=_c("#38315A"),
    product_ink=_c("#0B0F10"),
    vp=_c("#E9BE55"),
    vp_line=_c("#E9BE55"),
    vp_ink=_c("#2A1F04"),
    star=_c("#B3AD9E"),
    earth=_earth("#5B4B33", "#54432D", "#4B3A28", "#423225", "#392B22", "#31251F"),
    earth_line=_c("#7A6445"),
    earth_ink=_c("#F1E4CC"),
    brine_disc=_c("#10201F"),
    shaft=_c("#0B0F10"),
    rail=_c("#3B474C"),
    token_line=_c("#0B0F10"),
    shadow=_c("#000000"),
    shadow_strength=2.6,
    seats=(
        SeatStyle("agave", "Agave", _c("#3FA574"), _c("#20392D"), _c("#0B0F10"), "disc"),
        SeatStyle("plum", "Plum", _c("#A06CC6"), _c("#38294A"), _c("#0B0F10"), "triangle"),
        SeatStyle("steel", "Steel", _c("#D3E3E8"), _c("#37454B"), _c("#0B0F10"), "square"),
        SeatStyle("sun", "Sun", _c("#F3D640"), _c("#453F1E"), _c("#0B0F10"), "diamond"),
    ),
    corporations=(
        CorporationStyle("red", "Cinder", _c("#D3605A"), _c("#44282A"), _c("#14191B"), "corp-cinder"),
        CorporationStyle("orange", "Mesa", _c("#F8C765"), _c("#453923"), _c("#14191B"), "corp-mesa"),
        CorporationStyle("blue", "Tide", _c("#6699DE"), _c("#273A52"), _c("#14191B"), "corp-tide"),
    ),
    moneys=(
        MoneyStyle(1, _c("#D8C79E"), _c("#2A210F")),
        MoneyStyle(3, _c("#B78F4C"), _c("#1E1606")),
        MoneyStyle(5, _c("#5C4529"), _c("#FBF3E2")),
    ),
)

CONTRAST: Final = Palette(
    name="contrast",
    dark=True,
    bg0=_c("#000000"),
    bg1=_c("#000000"),
    bg2=_c("#0C0C0C"),
    sky_sun=_c("#B8B8B8"),
    mtn1=_c("#161616"),
    mtn2=_c("#202020"),
    panel=_c("#000000"),
    panel2=_c("#141414"),
    cell=_c("#000000"),
    hatch=_c("#3A3A3A"),
    line=_c("#7A7A7A"),
    line2=_c("#FFFFFF"),
    ink=_c("#FFFFFF"),
    ink2=_c("#F2F2F2"),
    ink3=_c("#DEDEDE"),
    disabled=_c("#9A9A9A"),
    primary=_c("#3FF0DC"),
    primary_ink=_c("#000000"),
    danger=_c("#FF9D94"),
    danger_tint=_c("#4F1410"),
    ok=_c("#84F2A4"),
    focus=_c("#8DB9FF"),
    brine=_c("#3FF0DC"),
    brine_tint=_c("#0A4741"),
    brine_deep=_c("#A5FFF3"),
    geo=_c("#FF9A4D"),
    geo_tint=_c("#4C2706"),
    lith=_c("#B09CFF"),
    lith_tint=_c("#30256B"),
    product_ink=_c("#000000"),
    vp=_c("#FFD84A"),
    vp_line=_c("#FFD84A"),
    vp_ink=_c("#000000"),
    star=_c("#DADADA"),
    earth=_earth("#3D3122", "#362B1E", "#2E2519", "#261E15", "#1E1811", "#16120D"),
    earth_line=_c("#C9AA78"),
    earth_ink=_c("#FFF6E2"),
    brine_disc=_c("#000000"),
    shaft=_c("#000000"),
    rail=_c("#C9C9C9"),
    token_line=_c("#000000"),
    shadow=_c("#000000"),
    shadow_strength=0.0,
    seats=(
        SeatStyle("agave", "Agave", _c("#22A66C"), _c("#0C3A23"), _c("#000000"), "disc"),
        SeatStyle("plum", "Plum", _c("#C07BE8"), _c("#3D1B54"), _c("#000000"), "triangle"),
        SeatStyle("steel", "Steel", _c("#FFFFFF"), _c("#3C3C3C"), _c("#000000"), "square"),
        SeatStyle("sun", "Sun", _c("#F7CE12"), _c("#474006"), _c("#000000"), "diamond"),
    ),
    corporations=(
        CorporationStyle("red", "Cinder", _c("#EE5750"), _c("#4C1614"), _c("#000000"), "corp-cinder"),
        CorporationStyle("orange", "Mesa", _c("#FFDA7A"), _c("#4A380A"), _c("#000000"), "corp-mesa"),
        CorporationStyle("blue", "Tide", _c("#66A6FF"), _c("#0F3055"), _c("#000000"), "corp-tide"),
    ),
    moneys=(
        MoneyStyle(1, _c("#FBEBC0"), _c("#000000")),
        MoneyStyle(3, _c("#CE9A3F"), _c("#000000")),
        MoneyStyle(5, _c("#5E4020"), _c("#FFFFFF")),
    ),
    stroke=1.3,
)

THEMES: Final[Mapping[str, Palette]] = MappingProxyType({"light": LIGHT, "dark": DARK, "contrast": CONTRAST})


# ------------------------------------------------------------------------------------------------ palette + scale
@dataclass(frozen=True, slots=True)
class Look:
    """What a painting function needs besides geometry: the colours, the scale of the table, and the text size.

    ``scale`` is pixels per unit (``TableLayout.scale``); it only decides how large small text must be set, the painter
    itself is scaled by the view. ``large`` is the setting "large text".
    """

    palette: Palette
    scale: float = 1.0
    large: bool = False

    def font(self, role: Role, size: float | None = None) -> QFont:
        """The shared font of a role, in units (see ``fonts.font``)."""
        return fonts.font(role, self.scale, self.large, size)

    def metrics(self, role: Role, size: float | None = None) -> QFontMetricsF:
        """Measures, in units, of ``self.font(role, size)``."""
        return fonts.metrics(role, self.scale, self.large, size)

    @property
    def compact(self) -> bool:
        """True when the floor of readability makes text relatively larger: captions and key hints give way."""
        return self.large or self.scale < 0.9


# ------------------------------------------------------------------------------------------------ contrast laws
@dataclass(frozen=True, slots=True)
class Pair:
    """A colour that is drawn on a ground; ``rescue`` is an outline that may carry the shape instead."""

    name: str
    front: QColor
    ground: QColor
    rescue: QColor | None = None

    @property
    def ratio(self) -> float:
        """Contrast of the better of front and rescue with the ground."""
        best = contrast(self.front, self.ground)
        return best if self.rescue is None else max(best, contrast(self.rescue, self.ground))


def text_pairs(palette: Palette) -> list[Pair]:
    """Every text colour with every ground it is used on; each must reach 4.5."""
    p = palette
    pairs = [
        Pair(f"{ink_name} on {ground_name}", ink, ground)
        for ink_name, ink in (("ink", p.ink), ("ink2", p.ink2), ("ink3", p.ink3))
        for ground_name, ground in (("panel", p.panel), ("panel2", p.panel2), ("cell", p.cell))
    ]
    pairs += [
        Pair(f"{ink_name} on {ground_name}", ink, ground)
        for ink_name, ink in (("ink", p.ink), ("ink2", p.ink2))
        for ground_name, ground in (("bg0", p.bg0), ("bg1", p.bg1), ("bg2", p.bg2))
    ]
    tints = [("brine tint", p.brine_tint), ("geo tint", p.geo_tint), ("lith tint", p.lith_tint)]
    tints += [(f"{seat.id} tint", seat.tint) for seat in p.seats]
    tints += [(f"{corporation.id} tint", corporation.tint) for corporation in p.corporations]
    pairs += [Pair(f"ink on {name}", p.ink, tint) for name, tint in tints]
    pairs += [Pair(f"ink2 on {name}", p.ink2, tint) for name, tint in tints]
    pairs += [
        Pair("primary ink on primary", p.primary_ink, p.primary),
        Pair("danger on panel", p.danger, p.panel),
        Pair("danger on panel2", p.danger, p.panel2),
        Pair("danger on cell", p.danger, p.cell),
        Pair("danger on danger tint", p.danger, p.danger_tint),
        Pair("ok on panel", p.ok, p.panel),
        Pair("vp ink on vp", p.vp_ink, p.vp),
        Pair("panel on ink", p.panel, p.ink),
        Pair("panel on star", p.panel, p.star),
        Pair("brine deep on brine tint", p.brine_deep, p.brine_tint),
    ]
    pairs += [Pair(f"digits on ${money.value}", money.ink, money.fill) for money in p.moneys]
    pairs += [Pair(f"earth ink on earth {depth}", p.earth_ink, p.earth[depth]) for depth in range(5)]
    pairs += [
        Pair(f"digits on {corporation.id}", corporation.ink, corporation.colour) for corporation in p.corporations
    ]
    return pairs


def mark_pairs(palette: Palette) -> list[Pair]:
    """Every mark that carries meaning with every ground it is used on; each must reach 3.0."""
    p = palette
    grounds = [("panel", p.panel), ("panel2", p.panel2), ("cell", p.cell)]
    windows = [("bg0", p.bg0), ("bg1", p.bg1), ("bg2", p.bg2)]
    pairs: list[Pair] = []
    for ground_name, ground in grounds:
        pairs += [Pair(f"{product.id} on {ground_name}", product.colour, ground) for product in p.products]
        if ground is not p.panel2:  # on trays a corporation's colour is only decoration
            pairs += [Pair(f"{firm.id} on {ground_name}", firm.colour, ground) for firm in p.corporations]
        pairs += [Pair(f"{seat.id} on {ground_name}", seat.colour, ground, p.token_line) for seat in p.seats]
        pairs += [
            Pair(f"line2 on {ground_name}", p.line2, ground),
            Pair(f"star on {ground_name}", p.star, ground),
            Pair(f"vp line on {ground_name}", p.vp_line, ground),
            Pair(f"danger on {ground_name}", p.danger, ground),
            Pair(f"ok on {ground_name}", p.ok, ground),
        ]
    for ground_name, ground in grounds + windows:
        pairs += [
            Pair(f"ring on {ground_name}", p.brine, ground),
            Pair(f"focus on {ground_name}", p.focus, ground),
            Pair(f"chosen on {ground_name}", p.ink, ground),
        ]
    pairs += [Pair(f"{product.id} on its tint", product.colour, product.tint) for product in p.products]
    pairs += [Pair(f"icon on {product.id}", product.ink, product.colour) for product in p.products]
    pairs += [Pair(f"helmet on {seat.id}", seat.ink, seat.colour) for seat in p.seats]
    pairs += [Pair(f"{seat.id} on its tint", seat.colour, seat.tint, p.token_line) for seat in p.seats]
    pairs += [
        Pair(f"symbol on {corporation.id}", corporation.ink, corporation.colour) for corporation in p.corporations
    ]
    pairs += [Pair("brine on its disc", p.brine, p.brine_disc), Pair("icon on stripes", p.ink, p.hatch)]
    pairs += [Pair(f"rock on earth {depth}", p.earth_ink, p.earth[depth]) for depth in range(5)]
    return pairs


# ------------------------------------------------------------------------------------------------ ordinary widgets
def qpalette(palette: Palette) -> QPalette:
    """The Qt palette of a theme, for the parts of the Fusion style which the style sheet leaves alone."""
    p = palette
    result = QPalette()
    role = QPalette.ColorRole
    for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive, QPalette.ColorGroup.Disabled):
        off = group == QPalette.ColorGroup.Disabled
        text = p.ink3 if off else p.ink
        for which, colour in (
            (role.Window, p.bg1),
            (role.WindowText, text),
            (role.Base, p.cell),
            (role.AlternateBase, p.panel2),
            (role.Text, text),
            (role.Button, p.panel2),
            (role.ButtonText, text),
            (role.BrightText, p.danger),
            (role.ToolTipBase, p.panel),
            (role.ToolTipText, p.ink),
            (role.PlaceholderText, p.ink3),
            (role.Highlight, p.line if off else p.primary),
            (role.HighlightedText, text if off else p.primary_ink),
            (role.Link, p.brine_deep),
            (role.LinkVisited, p.brine_deep),
            (role.Light, p.cell),
            (role.Midlight, p.panel),
            (role.Mid, p.line),
            (role.Dark, p.line2),
            (role.Shadow, p.shadow),
            (role.Accent, p.primary),
        ):
            result.setColor(group, which, colour)
    return result


def _rgba(colour: QColor) -> str:
    return (
        colour.name()
        if colour.alpha() == 255
        else f"rgba({colour.red()},{colour.green()},{colour.blue()},{colour.alpha()})"
    )


def _arrow(colour: QColor, down: bool) -> str:
    """A triangle as a brush: a wedge of a conical gradient. Style sheets cannot recolour a picture."""
    wedge = (0.1762, 0.3238) if down else (0.6762, 0.8238)
    clear = f"rgba({colour.red()},{colour.green()},{colour.blue()},0)"
    stops = (
        (0.0, clear),
        (wedge[0] - 0.004, clear),
        (wedge[0] + 0.004, _rgba(colour)),
        (wedge[1] - 0.004, _rgba(colour)),
        (wedge[1] + 0.004, clear),
        (1.0, clear),
    )
    listed = ", ".join(f"stop: {at:.4f} {shade}" for at, shade in stops)
    return f"qconicalgradient(cx: 0.5, cy: {1 if down else 0}, angle: 0, {listed})"


def qss(palette: Palette, scale: float = 1.0, large: bool = False) -> str:
    """The style sheet of ordinary widgets (dialogs, buttons, lists, docks, tooltips) in the look of the table.

    ``scale`` multiplies sizes (pixels); text keeps its floor. Use it on the application together with the Fusion style
    and ``QApplication.setPalette(qpalette(palette))``, which colours what the sheet leaves to Fusion, such as arrows.
    Marks on widgets by dynamic property:

    * ``QPushButton[kind="primary" | "danger" | "ghost"]`` (default: the outlined secondary button);
    * ``QLabel[role="title" | "heading" | "caption" | "muted" | "danger" | "score"]``;
    * ``QFrame[role="panel"]`` a panel, ``QFrame[role="tray"]`` a sunken tray, ``QFrame[role="rule"]`` a thin line.
    """
    p = palette

    def px(units: float) -> str:
        return f"{max(1, math.floor(units * scale + 0.5))}px"

    def text(role: Role) -> str:
        style = fonts.ROLE_STYLES[role]
        return (
            f'font-family: "{style.family}"; font-size: {fonts.widget_px(role, scale, large)}px;'
            f" font-weight: {int(style.weight.value)};"
        )

    border = px(1.2 * p.stroke)
    thick = px(2 * p.stroke)
    c = {name: _rgba(getattr(p, name)) for name in _SHEET_COLOURS}
    hover = _rgba(mix(p.panel, p.panel2, 0.8))
    pressed = _rgba(mix(p.panel2, p.line, 0.6))
    # the tick keeps the dark ink of the icon file, so its ground is light in every theme
    ticked = _rgba(p.primary if p.dark else p.brine_tint)
    primary_hover = _rgba(mix(p.primary, p.ink if p.dark else p.token_line, 0.16))
    return f"""
QWidget {{ {text("body")} color: {c["ink"]}; }}
QMainWindow, QDialog, QMessageBox, QWizard {{ background: {c["bg1"]}; }}
QLabel {{ background: transparent; }}
QLabel[role="title"] {{ {text("title")} }}
QLabel[role="heading"] {{ {text("heading")} }}
QLabel[role="caption"] {{ {text("caption")} color: {c["ink3"]}; }}
QLabel[role="muted"] {{ color: {c["ink2"]}; }}
QLabel[role="danger"] {{ color: {c["danger"]}; }}
QLabel[role="score"] {{ {text("score")} }}
QLabel:disabled, QCheckBox:disabled, QRadioButton:disabled {{ color: {c["ink3"]}; }}
QFrame[role="panel"] {{ background: {c["panel"]}; border: {border} solid {c["line"]}; border-radius: {px(10)}; }}
QFrame[role="tray"] {{ background: {c["panel2"]}; border: none; border-radius: {px(8)}; }}
QFrame[role="rule"] {{ background: {c["line"]}; border: none; max-height: {px(1)}; }}
QPushButton {{ {text("button")} background: {c["panel"]}; color: {c["ink"]}; border: {border} solid {c["line2"]};
    border-radius: {px(8)}; padding: {px(6)} {px(14)}; min-height: {px(20)}; }}
QPushButton:hover {{ background: {hover}; }}
QPushButton:pressed, QPushButton:checked {{ background: {pressed}; }}
QPushButton:focus {{ border: {thick} solid {c["focus"]}; }}
QPushButton:disabled {{ color: {c["ink3"]}; border-color: {c["line"]}; background: {c["panel2"]}; }}
QPushButton[kind="primary"] {{ background: {c["primary"]}; color: {c["primary_ink"]}; border-color: {c["primary"]}; }}
QPushButton[kind="primary"]:hover {{ background: {primary_hover}; }}
QPushButton[kind="primary"]:focus {{ border: {thick} solid {c["focus"]}; }}
QPushButton[kind="primary"]:disabled {{ background: {c["line"]}; color: {c["ink"]}; border-color: {c["line"]}; }}
QPushButton[kind="danger"] {{ color: {c["danger"]}; border-color: {c["danger"]}; }}
QPushButton[kind="ghost"] {{ background: transparent; border-color: transparent; color: {c["ink2"]}; }}
QPushButton[kind="ghost"]:hover {{ background: {c["panel2"]}; }}
QPushButton[kind="ghost"]:focus {{ border: {thick} solid {c["focus"]}; }}
QToolButton {{ background: transparent; border: {border} solid transparent; border-radius: {px(6)}; padding: {px(5)}; }}
QToolButton:hover {{ background: {c["panel2"]}; }}
QToolButton:pressed, QToolButton:checked {{ background: {pressed}; }}
QToolButton:focus {{ border-color: {c["focus"]}; }}
QLineEdit, QPlainTextEdit, QTextEdit, QTextBrowser {{ background: {c["cell"]}; color: {c["ink"]};
    border: {border} solid {c["line2"]}; border-radius: {px(6)}; padding: {px(4)} {px(6)};
    selection-background-color: {c["primary"]}; selection-color: {c["primary_ink"]}; }}
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QTextBrowser:focus {{ border: {thick} solid {c["focus"]}; }}
QLineEdit:disabled {{ background: {c["panel2"]}; color: {c["ink3"]}; border-color: {c["line"]}; }}
QComboBox, QAbstractSpinBox {{ background: {c["cell"]}; color: {c["ink"]}; border: {border} solid {c["line2"]};
    border-radius: {px(6)}; padding: {px(4)} {px(6)}; selection-background-color: {c["primary"]};
    selection-color: {c["primary_ink"]}; }}
QComboBox:focus, QAbstractSpinBox:focus {{ border: {thick} solid {c["focus"]}; }}
QComboBox QLineEdit, QAbstractSpinBox QLineEdit {{ background: transparent; border: none; padding: 0; }}
QComboBox::drop-down {{ border: none; background: transparent; width: {px(24)}; }}
QComboBox::down-arrow, QAbstractSpinBox::down-arrow {{ width: {px(10)}; height: {px(5)};
    background: {_arrow(p.ink, True)}; }}
QAbstractSpinBox::up-arrow {{ width: {px(10)}; height: {px(5)}; background: {_arrow(p.ink, False)}; }}
QAbstractSpinBox::up-button, QAbstractSpinBox::down-button {{ subcontrol-origin: border; width: {px(24)};
    background: transparent; border: none; }}
QAbstractSpinBox::up-button {{ subcontrol-position: top right; }}
QAbstractSpinBox::down-button {{ subcontrol-position: bottom right; }}
QAbstractSpinBox::up-button:hover, QAbstractSpinBox::down-button:hover {{ background: {c["panel2"]}; }}
QComboBox:disabled, QAbstractSpinBox:disabled {{ color: {c["ink3"]}; border-color: {c["line"]}; }}
QCheckBox, QRadioButton {{ spacing: {px(8)}; padding: {px(2)}; border: {border} solid transparent;
    border-radius: {px(4)}; }}
QCheckBox:focus, QRadioButton:focus {{ border-color: {c["focus"]}; }}
QCheckBox::indicator, QRadioButton::indicator {{ width: {px(15)}; height: {px(15)}; background: {c["cell"]};
    border: {border} solid {c["line2"]}; border-radius: {px(4)}; }}
QRadioButton::indicator {{ border-radius: {(int(px(15)[:-2]) + 2 * int(border[:-2])) // 2}px; }}
QCheckBox::indicator:checked {{ background: {ticked}; border-color: {c["primary"]};
    image: url(:/icons/confirm.svg); }}
QRadioButton::indicator:checked {{ border-color: {c["primary"]}; background: qradialgradient(cx: 0.5, cy: 0.5,
    radius: 0.5, fx: 0.5, fy: 0.5, stop: 0 {c["primary"]}, stop: 0.52 {c["primary"]}, stop: 0.62 {c["cell"]},
    stop: 1 {c["cell"]}); }}
QCheckBox::indicator:disabled, QRadioButton::indicator:disabled {{ background: {c["panel2"]};
    border-color: {c["line"]}; }}
QAbstractItemView {{ background: {c["panel"]}; alternate-background-color: {c["panel2"]}; color: {c["ink"]};
    border: {border} solid {c["line"]}; border-radius: {px(8)}; outline: none;
    selection-background-color: {c["brine_tint"]}; selection-color: {c["ink"]}; }}
QAbstractItemView::item {{ padding: {px(4)} {px(6)}; border: {border} solid transparent; }}
QAbstractItemView::item:hover {{ background: {c["panel2"]}; color: {c["ink"]}; }}
QAbstractItemView::item:selected {{ background: {c["brine_tint"]}; color: {c["ink"]}; border-color: {c["brine"]}; }}
QAbstractItemView:focus {{ border-color: {c["focus"]}; }}
QHeaderView {{ background: {c["panel2"]}; border: none; }}
QHeaderView::section {{ {text("caption")} background: {c["panel2"]}; color: {c["ink2"]}; border: none;
    border-bottom: {border} solid {c["line2"]}; padding: {px(4)} {px(6)}; }}
QTableCornerButton::section {{ background: {c["panel2"]}; border: none; }}
QTableView {{ gridline-color: {c["line"]}; }}
QDockWidget {{ {text("heading")} }}
QDockWidget::title {{ background: {c["panel2"]}; padding: {px(6)} {px(10)}; text-align: left; }}
QToolTip {{ {text("log")} background: {c["panel"]}; color: {c["ink"]}; border: {border} solid {c["line2"]};
    padding: {px(4)} {px(6)}; }}
QMenuBar {{ background: {c["bg0"]}; }}
QMenuBar::item {{ background: transparent; padding: {px(4)} {px(8)}; border-radius: {px(4)}; }}
QMenuBar::item:selected {{ background: {c["panel2"]}; }}
QMenu {{ background: {c["panel"]}; border: {border} solid {c["line2"]}; padding: {px(4)}; }}
QMenu::item {{ padding: {px(5)} {px(24)} {px(5)} {px(12)}; border-radius: {px(4)}; }}
QMenu::item:selected {{ background: {c["brine_tint"]}; color: {c["ink"]}; }}
QMenu::item:disabled {{ color: {c["ink3"]}; }}
QMenu::separator {{ height: {px(1)}; background: {c["line"]}; margin: {px(4)} {px(8)}; }}
QGroupBox {{ border: {border} solid {c["line"]}; border-radius: {px(10)}; margin-top: {px(20)};
    padding: {px(10)}; background: {c["panel"]}; }}
QGroupBox::title {{ subcontrol-origin: margin; left: {px(4)}; color: {c["ink2"]}; }}
QTabWidget::pane {{ border: {border} solid {c["line"]}; border-radius: {px(8)}; background: {c["panel"]}; }}
QTabBar::tab {{ background: {c["panel2"]}; color: {c["ink2"]}; padding: {px(6)} {px(14)};
    border-top-left-radius: {px(8)}; border-top-right-radius: {px(8)}; margin-right: {px(2)}; }}
QTabBar::tab:selected {{ background: {c["panel"]}; color: {c["ink"]}; border-bottom: {thick} solid {c["primary"]}; }}
QTabBar::tab:focus {{ color: {c["focus"]}; }}
QScrollBar:vertical {{ background: transparent; width: {px(12)}; margin: 0; }}
QScrollBar:horizontal {{ background: transparent; height: {px(12)}; margin: 0; }}
QScrollBar::handle {{ background: {c["line2"]}; border-radius: {px(4)}; margin: {px(2)}; }}
QScrollBar::handle:vertical {{ min-height: {px(28)}; }}
QScrollBar::handle:horizontal {{ min-width: {px(28)}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QProgressBar {{ background: {c["panel2"]}; border: {border} solid {c["line2"]}; border-radius: {px(6)};
    text-align: center; }}
QProgressBar::chunk {{ background: {c["brine_tint"]}; border-radius: {px(5)}; }}
QSlider::groove:horizontal {{ height: {px(4)}; background: {c["line2"]}; border-radius: {px(2)}; }}
QSlider::handle:horizontal {{ width: {px(16)}; margin: -{px(7)} 0; border-radius: {px(9)};
    background: {c["primary"]}; border: {border} solid {c["panel"]}; }}
QSlider::handle:horizontal:focus {{ border: {thick} solid {c["focus"]}; }}
QStatusBar {{ background: {c["bg0"]}; color: {c["ink2"]}; }}
QSplitter::handle {{ background: {c["line"]}; }}
QScrollArea {{ background: transparent; border: none; }}
QGraphicsView {{ border: none; background: {c["bg1"]}; }}
"""


_SHEET_COLOURS: Final = (
    "bg0",
    "bg1",
    "panel",
    "panel2",
    "cell",
    "line",
    "line2",
    "ink",
    "ink2",
    "ink3",
    "primary",
    "primary_ink",
    "danger",
    "brine",
    "brine_tint",
    "focus",
)
