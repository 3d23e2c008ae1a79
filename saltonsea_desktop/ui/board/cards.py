"""Every kind of card as a picture: what is printed on it as a small frozen record, and a function that draws it.

`xxx_data(tables, index)` gives the record: numbers and short words only, hashable, to be put into the data of a piece.
`draw_xxx(painter, look, rect, data, ...)` draws it at any size. Cards narrower than `layout.SMALL_CARD_MIN_WIDTH` use
small variants by themselves (`small=None`); True or False forces one. What is off is faded by the caller with
`paint.veil`; engineers, pills and rings are drawn over the card by the caller too.

An effect is told by its icon and `EffectWords`: `head` (how much: "up to 3") and `rest` (price, discount, bonuses).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from PySide6.QtCore import QObject, QRectF
from PySide6.QtGui import QColor, QPainter

from saltonsea_desktop.games.saltonsea.components.tables import (
    CONTRACT,
    CONVERT,
    COPY,
    DEVELOP,
    DRILL,
    EXECUTE,
    EXTRACT,
    FINANCING,
    KIND_NAMES,
    LICENCE,
    MOD_DRILL,
    MOD_EXECUTE_BRINE,
    MOD_EXECUTE_MONEY,
    MOD_EXECUTE_VP,
    MOD_EXTRACT,
    MOD_IGNORE,
    MOD_OPT_GEOTHERMAL,
    MOD_OPT_LITHIUM,
    MOD_PROCESS,
    MOD_SEVERAL,
    POINTS,
    PROCESS,
    PRODUCTS,
    REPAIR,
    REPEAT,
    RESEARCH,
    SELL,
    SHARES,
    TEST_CONTRACTS,
    TEST_ENGINEERS,
    TEST_GEOTHERMAL,
    TEST_LITHIUM,
    TEST_MOST_CLAIMS,
    TEST_MOST_CONTRACTS,
    TEST_MOST_LAYERS,
    TEST_MOST_MONEY,
    TEST_MOST_RESEARCH,
    TEST_MOST_SHARES,
    TEST_TILES,
    Effect,
    Tables,
)
from saltonsea_desktop.ui import layout, paint
from saltonsea_desktop.ui.fonts import Role
from saltonsea_desktop.ui.icons import ACTION_ICONS
from saltonsea_desktop.ui.layout import Rect
from saltonsea_desktop.ui.paint import GapToken, IconToken, SunToken, TextToken, Token
from saltonsea_desktop.ui.theme import CORPORATION_IDS, CorporationStyle, Look

AT_MOST: Final = "\N{LESS-THAN OR EQUAL TO}"


# ------------------------------------------------------------------------------------------------ words
class CardWords(QObject):
    """The few words that stand on cards."""

    def action(self, kind: int) -> str:
        """The name of a kind of action (index into KIND_NAMES), one word."""
        return {
            LICENCE: self.tr("Licence"),
            DRILL: self.tr("Drill"),
            EXTRACT: self.tr("Extract"),
            PROCESS: self.tr("Process"),
            REPAIR: self.tr("Repair"),
            SELL: self.tr("Sell"),
            CONTRACT: self.tr("Contract"),
            DEVELOP: self.tr("Develop"),
            RESEARCH: self.tr("Research"),
            SHARES: self.tr("Shares"),
            FINANCING: self.tr("Finance"),
            REPEAT: self.tr("Repeat"),
            COPY: self.tr("Copy"),
            CONVERT: self.tr("Convert"),
            POINTS: self.tr("Points"),
            EXECUTE: self.tr("Execute"),
        }[kind]

    def up_to(self, n: int) -> str:
        return self.tr("up to {n}").format(n=paint.number_text(n))

    def either(self) -> str:
        return self.tr("or", "between the two ways of a drill card")

    def copied(self) -> str:
        return self.tr("copy", "an action of another company")

    def several(self) -> str:
        return self.tr("split", "shares of several corporations")

    def no_extra(self) -> str:
        return self.tr("no extra", "surcharge of a claim")

    def free(self) -> str:
        return self.tr("free", "price of a claim")

    def taken_by(self) -> str:
        return self.tr("taken by", "a seat's token follows")

    def corporation(self, corporation: str) -> str:
        return {"red": self.tr("Cinder"), "orange": self.tr("Mesa"), "blue": self.tr("Tide")}.get(
            corporation, corporation
        )

    def objective(self, test: int, units: int, corporation: str) -> str:
        """What an objective asks for."""
        name = self.corporation(corporation) if corporation else ""
        texts = {
            TEST_LITHIUM: self.tr("Store {n} lithium"),
            TEST_GEOTHERMAL: self.tr("Store {n} geothermal"),
            TEST_CONTRACTS: self.tr("A contract of each"),
            TEST_ENGINEERS: self.tr("All {n} engineers"),
            TEST_TILES: self.tr("A tile of each"),
            TEST_MOST_CONTRACTS: self.tr("Most {name} contracts"),
            TEST_MOST_SHARES: self.tr("Most {name} shares"),
            TEST_MOST_LAYERS: self.tr("Most layers"),
            TEST_MOST_MONEY: self.tr("Most money"),
            TEST_MOST_RESEARCH: self.tr("Best research"),
            TEST_MOST_CLAIMS: self.tr("Most claim cards"),
        }
        return texts[test].format(n=paint.number_text(units), name=name)

    def objective_short(self, test: int, units: int, corporation: str) -> str:
        """The same for narrow cards."""
        if test == TEST_MOST_CONTRACTS:
            return self.tr("{name} contracts").format(name=self.corporation(corporation))
        if test == TEST_MOST_SHARES:
            return self.tr("{name} shares").format(name=self.corporation(corporation))
        if test == TEST_LITHIUM:
            return self.tr("{n} lithium").format(n=paint.number_text(units))
        if test == TEST_GEOTHERMAL:
            return self.tr("{n} geothermal").format(n=paint.number_text(units))
        return self.objective(test, units, corporation)


@lru_cache(maxsize=1)
def words() -> CardWords:
    """The one instance; it asks for the translation at every call."""
    return CardWords()


# ------------------------------------------------------------------------------------------------ bits of text
BitKind = Literal["text", "icon", "sun", "share", "gap"]


class Bit(NamedTuple):
    """One word or mark. `text`: the word, the icon's name, or the corporation of a share ("": any); `number`: points
    of a sun; `size`: added to the size of an icon or sun (units)."""

    kind: BitKind
    text: str = ""
    number: int = 0
    size: float = 0.0


Line = tuple[Bit, ...]


class Rest(NamedTuple):
    """One further fact of an effect, in full and as short as can be."""

    long: Line
    short: Line


class EffectWords(NamedTuple):
    """How much an effect does (`head`, `short` when narrow) and its further facts, one per entry of `rest`."""

    head: Line = ()
    short: Line = ()
    rest: tuple[Rest, ...] = ()


def _t(text: str) -> Bit:
    return Bit("text", text)


def _n(number: int, signed: bool = False) -> Bit:
    return Bit("text", paint.number_text(number, signed))


def _money(amount: int, signed: bool = False) -> Bit:
    return Bit("text", paint.money_text(amount, signed))


def _i(name: str, size: float = 0.0) -> Bit:
    return Bit("icon", name, 0, size)


def _sun(points: int) -> Bit:
    return Bit("sun", "", points)


def _same(*bits: Bit) -> Rest:
    return Rest(bits, bits)


_SPACE: Final = Bit("gap", "", 0, 4.0)


def tokens(
    look: Look, line: Sequence[Bit], role: Role = "modifier", colour: QColor | None = None, most: float = 99.0
) -> list[Token]:
    """The bits as tokens for `paint.draw_row`, sized after the text role, marks at most `most` units high."""
    p = look.palette
    size = layout_size(role)
    out: list[Token] = []
    for bit in line:
        if bit.kind == "text":
            out.append(TextToken(bit.text, role, colour))
        elif bit.kind == "icon":
            own = bit.text in PRODUCTS
            out.append(IconToken(bit.text, min(most, size + bit.size), None if own else colour))
        elif bit.kind == "sun":
            out.append(SunToken(bit.number, min(most, size + 4 + bit.size)))
        elif bit.kind == "share":
            hue = p.corporation(bit.text).colour if bit.text in CORPORATION_IDS else colour
            out.append(IconToken("share", min(most, size - 1 + bit.size), hue))
        else:
            out.append(GapToken(bit.size))
    return out


def layout_size(role: Role) -> float:
    """The size icons have beside text of a role (units)."""
    return {"small": 12.0, "small_strong": 12.0, "card_name": 14.0, "name": 15.0, "count": 17.0}.get(role, 13.0)


_GAP: Final = 2.0


def _shrink(look: Look, line: Line, width: float, role: Role) -> float:
    fit = paint.fit_row(look, width, tokens(look, line, role), _GAP)
    return 0.0 if fit.cut else fit.shrink


def _joined(parts: Sequence[Line]) -> Line:
    out: list[Bit] = []
    for part in parts:
        if part and out:
            out.append(_SPACE)
        out.extend(part)
    return tuple(out)


def effect_lines(look: Look, effect: EffectWords, width: float, rows: int, role: Role = "modifier") -> list[Line]:
    """The words of an effect in at most `rows` lines of `width`: the fullest form that fits, else the smallest."""
    longs, shorts = [rest.long for rest in effect.rest], [rest.short for rest in effect.rest]
    if not effect.head and not longs:
        return []
    forms: list[list[Line]] = [[_joined([effect.head, *longs])], [_joined([effect.short, *longs])]]
    if rows > 1 and effect.head and longs:
        forms += [[effect.head, _joined(longs)], [effect.short, _joined(longs)]]
    if rows > 2 and len(longs) > 1:
        forms += [[effect.head, *longs], [effect.short, *shorts]]
    if rows > 1 and len(longs) > 1:
        forms += [[_joined([effect.head, longs[0]]), *longs[1:]], [_joined([effect.short, shorts[0]]), *shorts[1:]]]
    forms.append([_joined([effect.short, *shorts])])
    if rows > 1 and shorts:
        forms.append([effect.short, _joined(shorts)])
    best, best_shrink = forms[-1], -1.0
    for form in forms:
        lines = [line for line in form if line]
        if not lines or len(lines) > rows:
            continue
        least = min(_shrink(look, line, width, role) for line in lines)
        if least >= 1.0:
            return lines
        if least > best_shrink:
            best, best_shrink = lines, least
    return best


def draw_lines(
    painter: QPainter,
    look: Look,
    rect: paint.AnyRect,
    lines: Sequence[Line],
    role: Role = "modifier",
    colour: QColor | None = None,
    pitch: float = 17.0,
) -> None:
    """Lines of bits, centred in a rectangle; the lines move together when they would not fit."""
    if not lines:
        return
    area = paint.qrect(rect)
    height = min(pitch, area.height() / len(lines))
    y = area.center().y() - height * len(lines) / 2
    for line in lines:
        row = QRectF(area.x(), y, area.width(), height)
        paint.draw_row(painter, look, row, tokens(look, line, role, colour, height + 1), "centre", _GAP)
        y += height


# ------------------------------------------------------------------------------------------------ effects in words
def action_icon(kind: int) -> str:
    """The icon of a kind of action (index into KIND_NAMES)."""
    return ACTION_ICONS[KIND_NAMES[kind]]


def _ignored(n: int, bare: bool = False) -> Line:
    return (_i("rock-ignored", 1),) if bare and n == 1 else (_n(n), _i("rock-ignored", 1))


def _bonus(money: int, points: int) -> Line:
    return (*((_money(money, True),) if money else ()), *((_sun(points),) if points else ()))


def _counted(effect: Effect, icon_name: str) -> EffectWords:
    """A count (when it is not one) and a discount."""
    head: Line = (_n(effect.strength), _i(icon_name)) if effect.strength > 1 or not effect.discount else ()
    rest = (_same(_money(-effect.discount)),) if effect.discount else ()
    return EffectWords(head, head, rest)


def effect_words(effect: Effect) -> EffectWords:
    """An action in icons and short words: a board space, an action card, a tile or an immediate research card."""
    w, kind, n = words(), effect.kind, effect.strength
    many: Line = (_t(w.up_to(n)),)
    few: Line = (_t(AT_MOST + paint.number_text(n)),)
    if kind in (EXTRACT, PROCESS, SELL) and n == 1:
        many = few = (_n(1),)
    if kind == LICENCE:
        return _counted(effect, "claim")
    if kind == RESEARCH:
        return _counted(effect, "research")
    if kind == SHARES:
        return _counted(effect, "share")
    if kind == REPAIR:
        return _counted(effect, "damage")
    if kind == DRILL:
        if effect.options:
            ways: list[Line] = [
                (_n(layers), _i("layers"), *(_ignored(ignore, True) if ignore else ()))
                for layers, ignore in effect.options
            ]
            rest = tuple(Rest((_t(w.either()), *way), (_t("/"), *way)) for way in ways[1:])
            return EffectWords(ways[0], ways[0], rest)
        head: Line = (_n(n), _i("layers"))
        ignored = Rest(_ignored(effect.ignore), _ignored(effect.ignore, True))
        return EffectWords(head, head, (ignored,) if effect.ignore else ())
    if kind == EXTRACT:
        return EffectWords(many, few)
    if kind == PROCESS:
        lithium, heat = effect.lithium_cost, effect.geothermal_cost
        prices = Rest(
            (_i("lithium"), _money(lithium), _SPACE, _i("geothermal"), _money(heat)),
            (_i("lithium"), _n(lithium), _i("geothermal"), _n(heat)),
        )
        return EffectWords(many, few, (prices,))
    if kind == SELL:
        bonuses = effect.bonus
        if len(bonuses) == 1 and bonuses[0][0] == n:
            return EffectWords(many, few, (_same(*_bonus(*bonuses[0][1:])),))
        each = tuple(_same(_t(f"{paint.number_text(units)}:"), *_bonus(money, vp)) for units, money, vp in bonuses)
        return EffectWords(many, few, each)
    if kind == CONTRACT:
        head = (_n(n), _i("contract")) if n > 1 or not (effect.money or effect.vp) else ()
        gains = _bonus(effect.money, effect.vp)
        return EffectWords(head, head, (_same(*gains),) if gains else ())
    if kind == DEVELOP:
        head = (_n(n, True), _i("dev-step", 1))
        return EffectWords(head, head)
    if kind == FINANCING:
        head = (_i("money-1", 1),)
        return EffectWords(head, head)
    if kind == COPY:
        head = (_t(w.copied()),)
        return EffectWords(head, head)
    if kind == CONVERT:
        bits: list[Bit] = []
        if effect.brine != 1:
            bits.append(_n(effect.brine))
        bits += [_i("brine"), _i("next", -5)]
        if effect.units != 1:
            bits.append(_n(effect.units))
        bits.append(_i(PRODUCTS[effect.product]))
        cost = (_same(_n(effect.damage), _i("damage", -1)),) if effect.damage else ()
        return EffectWords(tuple(bits), tuple(bits), cost)
    if kind == POINTS:
        head = (_sun(effect.vp),)
        return EffectWords(head, head)
    return EffectWords()


def permanent_words(mods: Sequence[tuple[int, int]]) -> EffectWords:
    """What a permanent research card changes, beside the icon of the action it changes."""
    rest: list[Rest] = []
    saved = dict(mods)
    for mod, amount in mods:
        if mod in (MOD_EXTRACT, MOD_PROCESS):
            rest.append(_same(_n(amount, True)))
        elif mod == MOD_DRILL:
            rest.append(Rest((_n(amount, True), _i("layers")), (_n(amount, True),)))
        elif mod == MOD_IGNORE:
            rest.append(_same(*_ignored(amount, True)))
        elif mod == MOD_EXECUTE_VP:
            rest.append(_same(_t("+"), _sun(amount)))
        elif mod == MOD_EXECUTE_MONEY:
            rest.append(_same(_money(amount, True)))
        elif mod == MOD_EXECUTE_BRINE:
            rest.append(_same(_n(-amount), _i("brine")))
        elif mod == MOD_SEVERAL:
            rest.append(_same(_t(words().several())))
        elif mod == MOD_OPT_LITHIUM and saved.get(MOD_OPT_GEOTHERMAL) == amount:
            rest.append(_same(_n(-amount), _i("damage", -1)))
        elif mod == MOD_OPT_LITHIUM:
            rest.append(_same(_i("lithium"), _n(-amount), _i("damage", -1)))
        elif mod == MOD_OPT_GEOTHERMAL:
            if saved.get(MOD_OPT_LITHIUM) != amount:
                rest.append(_same(_i("geothermal"), _n(-amount), _i("damage", -1)))
        else:  # the discounts
            rest.append(_same(_money(-amount)))
    return EffectWords((), (), tuple(rest))


# ------------------------------------------------------------------------------------------------ shared parts
def corporation_style(look: Look, corporation: str) -> CorporationStyle:
    """The style of a corporation by its id in the pack."""
    return look.palette.corporation(corporation)


def is_small(rect: paint.AnyRect, small: bool | None) -> bool:
    """Whether the small variant is to be drawn."""
    return paint.qrect(rect).width() < layout.SMALL_CARD_MIN_WIDTH if small is None else small


def _icon_and_words(
    painter: QPainter, look: Look, area: QRectF, icon_name: str, effect: EffectWords, icon_size: float
) -> None:
    """An icon above one line of words; when they do not fit, the first words stand beside the icon."""
    p = look.palette
    width = area.width() - 4
    row = min(17.0, area.height() * 0.36)
    top = area.y() + max(0.0, (area.height() - icon_size - row - 7) / 3)
    longs, shorts = [rest.long for rest in effect.rest], [rest.short for rest in effect.rest]
    ink2 = p.ink2
    for line in (
        _joined([effect.head, *longs]),
        _joined([effect.short, *longs]),
        _joined([effect.short, *shorts]),
    ):
        if not line or _shrink(look, line, width, "modifier") >= 1.0:
            paint.icon(painter, look, icon_name, QRectF(area.x(), top + 4, area.width(), icon_size))
            foot = QRectF(area.x() + 2, area.bottom() - row - 3, width, row)
            paint.draw_row(painter, look, foot, tokens(look, line, "modifier", ink2), "centre", _GAP)
            return
    # two or three rows: icon and amount, then the facts
    facts = _joined(longs) if _shrink(look, _joined(longs), width, "modifier") >= 0.94 else _joined(shorts)
    rows: list[Line] = [facts]
    if _shrink(look, facts, width, "modifier") < 0.94 and len(shorts) > 1:
        rows = shorts
    side = icon_size if len(rows) == 1 else icon_size - 3
    room = area.height() - 4
    pitch = min(17.0, (room - side) / len(rows))
    head = effect.head
    if side + 3 + paint.row_width(look, tokens(look, head, "modifier"), _GAP) > width:
        head = effect.short
    top = area.y() + (area.height() - side - pitch * len(rows)) / 2
    first = [IconToken(icon_name, side, p.ink), *([GapToken(1)] if head else []), *tokens(look, head, "modifier", ink2)]
    paint.draw_row(painter, look, QRectF(area.x() + 2, top, width, side), first, "centre", _GAP)
    body = QRectF(area.x() + 2, top + side, width, pitch * len(rows))
    draw_lines(painter, look, body, rows, "modifier", ink2, pitch)


# ------------------------------------------------------------------------------------------------ action cards
@dataclass(frozen=True, slots=True)
class ActionCardData:
    """A type of action (money) card."""

    index: int
    value: int
    icon: str
    name: str
    effect: EffectWords


def action_card_data(tables: Tables, index: int) -> ActionCardData:
    """The card type `tables.types[index]`."""
    card = tables.types[index]
    effect = tables.effects[card.effect]
    return ActionCardData(
        index, card.value, action_icon(effect.kind), words().action(effect.kind), effect_words(effect)
    )


BAND: Final = 20.0
"""Height of the value band of a hand card."""


def draw_action_card(
    painter: QPainter,
    look: Look,
    rect: paint.AnyRect,
    data: ActionCardData,
    *,
    count: int = 1,
    small: bool | None = None,
) -> None:
    """An action card in the market or in small rows of the hand: value band at the left, icon, words.

    `count` > 1: equal cards, with edges behind and the number in the band.
    """
    p = look.palette
    area = paint.qrect(rect)
    style = p.money(data.value)
    narrow = is_small(area, small)
    band = 20.0 if narrow else 24.0
    paint.card_face(
        painter,
        look,
        area,
        band_colour=style.fill,
        band_side="left",
        band_size=band,
        radius=5,
        stack=min(count, 2),
        shadow=0.6,
    )
    strip = QRectF(area.x(), area.y(), band, area.height())
    value = paint.money_text(data.value)
    if count > 1:
        upper, lower = strip.adjusted(0, 2, 0, -area.height() / 2), strip.adjusted(0, area.height() / 2 - 1, 0, -3)
        paint.draw_text(painter, look, upper, value, "number", style.ink, "centre", elide=False)
        paint.draw_text(painter, look, lower, paint.times_text(count), "number", style.ink, "centre", elide=False)
    else:
        paint.draw_text(painter, look, strip, value, "number", style.ink, "centre", elide=False)
    body = area.adjusted(band, 0, 0, 0)
    _icon_and_words(painter, look, body, data.icon, data.effect, 20.0 if narrow else 23.0)
    paint.card_edge(painter, look, area, 5)


def action_field(rect: paint.AnyRect, rows: int = 1) -> Rect:
    """The striped field of a hand card, where an engineer stands; `rows`: see `action_card_rows`."""
    area = paint.qrect(rect)
    height = area.height() - BAND - 38 - 14 * (rows - 1)
    return Rect(area.x() + 5, area.y() + BAND + 4, area.width() - 10, max(16.0, height))


def action_card_rows(look: Look, rect: paint.AnyRect, data: ActionCardData) -> int:
    """Lines of words under the striped field of a hand card of this size (1 or 2)."""
    return max(1, len(effect_lines(look, data.effect, paint.qrect(rect).width() - 6, 2)))


def draw_hand_card(
    painter: QPainter,
    look: Look,
    rect: paint.AnyRect,
    data: ActionCardData,
    *,
    count: int = 1,
    faded: bool = False,
) -> None:
    """An action card in the hand (72 x 98): value band, striped field with the icon, words, name.

    `count` > 1 adds edges behind it and a badge in the band; `faded` draws the icon of a card in play (an engineer is
    drawn on it by the caller, at `action_field`'s centre).
    """
    p = look.palette
    area = paint.qrect(rect)
    style = p.money(data.value)
    paint.card_face(painter, look, area, band_colour=style.fill, band_size=BAND, stack=count, shadow=0.8)
    value = QRectF(area.x() + 7, area.y(), 40, BAND)
    paint.draw_text(painter, look, value, paint.money_text(data.value), "value", style.ink)
    lines = effect_lines(look, data.effect, area.width() - 6, 2)
    rows = max(1, len(lines))
    field = paint.qrect(action_field(area, rows))
    paint.striped(painter, look, field, 5, pitch=7, width=2, faded=faded)
    side = min(32.0, field.height() - 6)
    icon_box = QRectF(field.center().x() - side / 2, field.center().y() - side / 2, side, side)
    paint.icon(painter, look, data.icon, icon_box, opacity=paint.BLOCKED_OPACITY if faded else 1.0)
    name = QRectF(area.x() + 3, area.bottom() - 19, area.width() - 6, 16)
    body = QRectF(area.x() + 3, field.bottom() + 1, area.width() - 6, name.top() - field.bottom())
    draw_lines(painter, look, body, lines, "modifier", p.ink2, 15)
    paint.draw_text(painter, look, name, data.name, "card_name", p.ink, "centre")
    paint.card_edge(painter, look, area)
    if count > 1:
        paint.count_badge(painter, look, (area.right() - 4, area.y() + BAND / 2), count, "right")


# ------------------------------------------------------------------------------------------------ research
@dataclass(frozen=True, slots=True)
class ResearchData:
    """A research card. `icon` is the action it changes or performs; `corporation` ("" without) is that of its share."""

    index: int
    permanent: bool
    price: int
    bonus_vp: int
    bonus_share: int
    corporation: str
    vp: int
    icon: str
    effect: EffectWords


def research_data(tables: Tables, index: int) -> ResearchData:
    """The card `tables.research[index]`."""
    card = tables.research[index]
    if card.permanent:
        effect = permanent_words(card.mods)
    else:
        effect = effect_words(tables.effects[card.effect])
    return ResearchData(
        index=index,
        permanent=card.permanent,
        price=card.price,
        bonus_vp=card.bonus_vp,
        bonus_share=card.bonus_share,
        corporation=tables.corporations[card.corporation] if card.corporation >= 0 else "",
        vp=card.vp,
        icon=action_icon(card.action),
        effect=effect,
    )


_HEADER: Final = 21.0


def _research_header(painter: QPainter, look: Look, area: QRectF, data: ResearchData) -> None:
    p = look.palette
    head = QRectF(area.x() + 6, area.y() + 1, area.width() - 11, _HEADER - 1)
    price = paint.money_text(data.price)
    paint.draw_text(painter, look, head, price, "value")
    gains: list[Token] = []
    if data.bonus_share:
        style = corporation_style(look, data.corporation)
        if data.bonus_share > 1:
            gains.append(TextToken(paint.number_text(data.bonus_share), "card_name", p.ink2))
        gains += [IconToken("share", 14, style.colour), IconToken(style.icon, 13)]
    if data.bonus_vp:
        gains.append(SunToken(data.bonus_vp, 17))
    if gains:
        left = head.x() + paint.text_width(look, price, "value") + 2
        place = QRectF(left, head.y(), head.right() - left, head.height())
        paint.draw_row(painter, look, place, [TextToken("+", "card_name", p.ink2), *gains], "right", 1.5)
    y = area.y() + _HEADER
    paint.rule(painter, look, (area.x() + 6, y), (area.right() - 6, y))


def draw_research_card(
    painter: QPainter,
    look: Look,
    rect: paint.AnyRect,
    data: ResearchData,
    *,
    own: bool = False,
    small: bool | None = None,
    faded: bool = False,
) -> None:
    """A research card: price and acquisition bonus above a line (not when `own`, on the board), then the effect.

    Permanent: icon, what changes, end value in a sun. Immediate: a striped field, since an engineer can stand there;
    `faded` is one that was used this round.
    """
    area = paint.qrect(rect)
    narrow = is_small(area, small)
    paint.card_face(painter, look, area)
    top = area.y() + 3
    if not own:
        _research_header(painter, look, area, data)
        top = area.y() + _HEADER + 1
    body = QRectF(area.x(), top, area.width(), area.bottom() - 3 - top)
    if data.permanent:
        _draw_permanent(painter, look, body, data, narrow, own)
    else:
        field = body.adjusted(4, 1, -4, 0)
        paint.striped(painter, look, field, 4, pitch=6, width=1.8, faded=faded)
        painter.save()
        if faded:
            painter.setOpacity(painter.opacity() * paint.OFF_OPACITY)
        if narrow:
            _icon_and_words(painter, look, field.adjusted(-2, -1, 2, 2), data.icon, data.effect, 20.0)
        else:
            _icon_beside_words(painter, look, field.adjusted(4, 0, -1, 0), data, 24.0)
        painter.restore()
    paint.card_edge(painter, look, area)


def _icon_beside_words(painter: QPainter, look: Look, area: QRectF, data: ResearchData, side: float) -> None:
    """An icon at the left, up to three lines of words beside it."""
    p = look.palette
    rows = max(1, min(3, int(area.height() // 15)))
    role: Role = "name"
    words_width = area.width() - side - 3
    lines = effect_lines(look, data.effect, words_width, rows, role)
    if any(_shrink(look, line, words_width, role) < 1.0 for line in lines) or len(lines) > 2:
        role, side = "modifier", min(side, 20.0)
        words_width = area.width() - side - 2
        lines = effect_lines(look, data.effect, words_width, rows, role)
    icon_box = QRectF(area.x(), area.center().y() - side / 2, side, side)
    paint.icon(painter, look, data.icon, icon_box)
    rest = QRectF(area.x() + side + 2, area.y(), words_width, area.height())
    draw_lines(painter, look, rest, lines, role, p.ink, 17)


def _draw_permanent(painter: QPainter, look: Look, body: QRectF, data: ResearchData, narrow: bool, own: bool) -> None:
    p = look.palette
    if narrow and not own:
        foot = min(21.0, body.height() * 0.45)
        upper = QRectF(body.x() + 3, body.y(), body.width() - 6, body.height() - foot)
        side = min(20.0, upper.height())
        room = upper.width() - side - 2
        lines = effect_lines(look, data.effect, room, 1, "card_name")
        line = lines[0] if lines else ()
        row: list[Token] = [IconToken(data.icon, side, p.ink2), GapToken(1), *tokens(look, line, "card_name", p.ink)]
        paint.draw_row(painter, look, upper, row, "centre", 1.5)
        y = body.bottom() - foot
        paint.rule(painter, look, (body.x() + 6, y), (body.right() - 6, y))
        paint.vp_sun(painter, look, (body.center().x(), y + foot / 2), min(20.0, foot - 1), data.vp)
        return
    wide = body.width() >= 94
    sun, side, edge = (23.0, 24.0, 6.0) if wide else (21.0, 20.0, 4.0)
    split = body.right() - sun - (9 if wide else 7)
    paint.icon(painter, look, data.icon, QRectF(body.x() + edge, body.center().y() - side / 2, side, side), p.ink2)
    left = body.x() + edge + side + 1
    middle = QRectF(left, body.y(), split - 1 - left, body.height())
    rows = 2 if body.height() >= 30 else 1
    role: Role = "name"
    lines = effect_lines(look, data.effect, middle.width(), rows, role)
    if any(_shrink(look, line, middle.width(), role) < 1.0 for line in lines):
        role = "modifier"
        lines = _stacked(look, data.effect, middle.width(), rows, role)
    draw_lines(painter, look, middle, lines, role, p.ink, 17)
    paint.rule(painter, look, (split, body.y() + 4), (split, body.bottom() - 4))
    paint.vp_sun(painter, look, ((split + body.right()) / 2, body.center().y()), sun, data.vp)


def _stacked(look: Look, effect: EffectWords, width: float, rows: int, role: Role) -> list[Line]:
    """Lines for a narrow place: a long line of words and marks may break after its first word."""
    lines = effect_lines(look, effect, width, rows, role)
    if rows > 1 and len(lines) == 1 and _shrink(look, lines[0], width, role) < 1.0 and len(lines[0]) > 2:
        return [lines[0][:1], lines[0][1:]]
    return lines


# ------------------------------------------------------------------------------------------------ contracts
@dataclass(frozen=True, slots=True)
class ContractData:
    """A contract; `needs` are brine, geothermal, lithium."""

    index: int
    corporation: str
    large: bool
    needs: tuple[int, int, int]
    money: int
    vp: int
    shares: int
    develop: int
    claim: int


def contract_data(tables: Tables, index: int) -> ContractData:
    """The contract `tables.contracts[index]`."""
    card = tables.contracts[index]
    return ContractData(
        index=index,
        corporation=tables.corporations[card.corporation],
        large=card.large,
        needs=card.needs,
        money=card.money,
        vp=card.vp,
        shares=card.shares,
        develop=card.develop,
        claim=card.claim,
    )


def draw_contract_card(
    painter: QPainter,
    look: Look,
    rect: paint.AnyRect,
    data: ContractData,
    *,
    small: bool | None = None,
    faded: bool = False,
) -> None:
    """A contract: corporation band, needs and points above the line, what it gives below; `faded`: executed."""
    p = look.palette
    area = paint.qrect(rect)
    narrow = is_small(area, small)
    style = corporation_style(look, data.corporation)
    band = 15.0 if narrow else 20.0
    painter.save()
    paint.card_face(painter, look, area, band_colour=style.colour, band_side="left", band_size=band)
    symbol = 12.0 if narrow else 14.0
    paint.icon(
        painter, look, style.icon, QRectF(area.x() + (band - symbol) / 2, area.y() + 6, symbol, symbol), style.ink
    )
    foot = min(24.0, area.height() * 0.36)
    upper = QRectF(area.x() + band, area.y(), area.width() - band, area.height() - foot)
    if faded:
        painter.setOpacity(painter.opacity() * paint.OFF_OPACITY)
    sun = min(23.0 if narrow else 30.0, upper.height() - 4)
    right = upper.right() - (3 if narrow else 5)
    if data.vp:
        paint.vp_sun(painter, look, (right - sun / 2, upper.center().y() + 1), sun, data.vp)
        right -= sun
    needs = QRectF(upper.x() + 2, upper.y() + 2, right - 2 - upper.x() - 2, upper.height() - 3)
    _draw_needs(painter, look, needs, data.needs, narrow)
    y = area.bottom() - foot
    paint.rule(painter, look, (area.x() + band + 1, y), (area.right() - 1, y))
    gives: list[Token] = []
    side = 12.5 if narrow else 14.0
    space = GapToken(0 if narrow else 3)
    if data.money:
        gives.append(TextToken(paint.money_text(data.money), "track_strong", p.ink))
    for count, name, colour in (
        (data.shares, "share", style.colour),
        (data.develop, "dev-step", p.ink),
        (data.claim, "claim", p.ink),
    ):
        if count:
            gives.append(space)
            gives += [IconToken(name, side, colour)] * count
    lower = QRectF(area.x() + band, y, area.width() - band, foot)
    paint.draw_row(painter, look, lower.adjusted(2, 0, -2, 0), gives, "centre", 1 if narrow else 2)
    painter.restore()
    paint.card_edge(painter, look, area)


def _draw_needs(painter: QPainter, look: Look, area: QRectF, needs: tuple[int, int, int], narrow: bool) -> None:
    """Repeated icons while they fit, else a number and an icon per product, one line each."""
    p = look.palette
    wanted = [(PRODUCTS[k], n) for k, n in enumerate(needs) if n]
    total = sum(n for _, n in wanted)
    if not total:
        return
    if not narrow and total * 17 - 1 <= area.width():
        repeated: list[Token] = [IconToken(name, 16) for name, n in wanted for _ in range(n)]
        paint.draw_row(painter, look, area, repeated, "centre", 1)
        return
    pitch = min(18.0, area.height() / len(wanted))
    role: Role = "track_strong" if pitch >= 16 else "track"
    side = min(15.0 if not narrow else 14.0, pitch - 1)
    y = area.center().y() - pitch * len(wanted) / 2
    for name, n in wanted:
        row = QRectF(area.x(), y, area.width(), pitch)
        number = TextToken(paint.number_text(n), role, p.ink)
        paint.draw_row(painter, look, row, [number, IconToken(name, side)], "centre", 2)
        y += pitch


# ------------------------------------------------------------------------------------------------ claims
@dataclass(frozen=True, slots=True)
class ClaimData:
    """A claim card; `layers` are (rocks, brine) from the top; `depth` is the colour its ground starts at."""

    index: int
    id: str
    cost: int
    layers: tuple[tuple[int, int], ...]
    depth: int
    vp: int
    develop: int


def claim_data(tables: Tables, index: int) -> ClaimData:
    """The claim `tables.claims[index]`."""
    card = tables.claims[index]
    return ClaimData(
        index=index,
        id=card.id,
        cost=card.cost,
        layers=tuple(zip(card.rocks, card.brine, strict=True)),
        depth=2 if card.deck == 2 else 0,
        vp=card.vp,
        develop=card.develop,
    )


def _claim_ground(
    painter: QPainter,
    look: Look,
    card: Rect,
    data: ClaimData,
    marks: Rect,
    taken: int = 0,
    radius: float = 6.0,
) -> None:
    bands = layout.layer_rects(card, data.layers)
    paint.earth_bands(painter, look, card, data.id, [band.h for band in bands], depth=data.depth, radius=radius)
    left = taken
    for band, (rocks, brine) in zip(bands, data.layers, strict=True):
        gone = min(left, brine)
        left -= gone
        paint.layer_marks(painter, look, Rect(marks.x, band.y, marks.w, band.h), rocks, brine, gone)


def _rect(area: QRectF) -> Rect:
    return Rect(area.x(), area.y(), area.width(), area.height())


def draw_claim_card(
    painter: QPainter,
    look: Look,
    rect: paint.AnyRect,
    data: ClaimData,
    *,
    surcharge: int = 0,
    free: bool = False,
    small: bool | None = None,
) -> None:
    """A claim on offer (176 x 69): price plate with its sum, layers with rocks and brine, reward.

    `free`: it is a contract's benefit and costs nothing. Claims have one variant: `small` changes nothing.
    """
    del small
    w, p = words(), look.palette
    card = _rect(paint.qrect(rect))
    parts = layout.claim_parts(card)
    paint.drop_shadow(painter, look, card, 6)
    _claim_ground(painter, look, card, data, parts.marks)
    paint.band(painter, card, 6, p.panel, "left", parts.plate.w)
    paint.rounded(painter, card, 6, None, p.earth_line, p.stroke)
    if free:
        paint.price_text(painter, look, parts.plate, 0, w.free())
    else:
        detail = f"{paint.number_text(data.cost)} + {paint.number_text(surcharge)}"
        if not surcharge and paint.text_width(look, w.no_extra(), "small") <= parts.plate.w - 2:
            detail = w.no_extra()
        paint.price_text(painter, look, parts.plate, data.cost + surcharge, detail)
    paint.claim_reward(painter, look, parts.reward, data.vp, data.develop)


def draw_well_claim(
    painter: QPainter, look: Look, rect: paint.AnyRect, data: ClaimData, *, taken: int = 0, ghost: bool = False
) -> None:
    """A claim in a well (164 wide): no price; the first `taken` brine are extracted. `ghost`: where it would go."""
    card = _rect(paint.qrect(rect))
    parts = layout.well_claim_parts(card, data.vp, data.develop)
    painter.save()
    if ghost:
        painter.setOpacity(painter.opacity() * paint.GHOST_OPACITY)
    _claim_ground(painter, look, card, data, parts.marks, taken, 5)
    paint.claim_reward(painter, look, parts.reward, data.vp, data.develop)
    painter.restore()
    if ghost:
        paint.ring(painter, look, card, 5, "preview")


# ------------------------------------------------------------------------------------------------ profit tiles
@dataclass(frozen=True, slots=True)
class TileData:
    """A profit-sharing tile. `points` > 0: it gives points at once."""

    index: int
    corporation: str
    icon: str
    name: str
    points: int
    effect: EffectWords


def tile_data(tables: Tables, index: int) -> TileData:
    """The tile `tables.tiles[index]`."""
    tile = tables.tiles[index]
    effect = tables.effects[tile.effect]
    return TileData(
        index=index,
        corporation=tables.corporations[tile.corporation],
        icon=action_icon(effect.kind),
        name=words().action(effect.kind),
        points=effect.vp if effect.kind == POINTS else 0,
        effect=effect_words(effect),
    )


def draw_profit_tile(
    painter: QPainter,
    look: Look,
    rect: paint.AnyRect,
    data: TileData,
    *,
    used: bool = False,
    small: bool | None = None,
) -> None:
    """A profit tile: a square of 34 with icon and words, or (`small`, or lower than 26) a chip in one row."""
    p = look.palette
    area = paint.qrect(rect)
    style = corporation_style(look, data.corporation)
    chip = area.height() < 26 if small is None else small
    radius = 5.0 if chip else 7.0
    if used:
        paint.rounded(painter, area, radius, p.panel2, style.colour, 1.3 * p.stroke)
        side = min(16.0, area.height() - 4)
        box = QRectF(area.center().x() - side / 2, area.center().y() - side / 2, side, side)
        paint.icon(painter, look, "profit-tile", box, p.disabled)
        return
    if not chip:
        paint.drop_shadow(painter, look, area, radius, 0.6)
    paint.rounded(painter, area, radius, p.cell, style.colour, (1.6 if chip else 2.0) * p.stroke)
    if data.points:
        side = min(24.0, area.height() - 3)
        paint.vp_sun(painter, look, area.center(), side, data.points)
        return
    line = _tile_line(data.effect)
    if chip:
        row: list[Token] = [IconToken(data.icon, 13, p.ink), *tokens(look, line, "small_strong", p.ink)]
        paint.draw_row(painter, look, area.adjusted(2, 0, -2, 0), row, "centre", 1.5)
        return
    if not line:
        side = 20.0
        box = QRectF(area.center().x() - side / 2, area.center().y() - side / 2, side, side)
        paint.icon(painter, look, data.icon, box)
        return
    paint.icon(painter, look, data.icon, QRectF(area.center().x() - 8.5, area.y() + 2.5, 17, 17))
    foot = QRectF(area.x() + 2, area.bottom() - 15.5, area.width() - 4, 13)
    paint.draw_row(painter, look, foot, tokens(look, line, "small_strong", p.ink), "centre", 1)


def _tile_line(effect: EffectWords) -> Line:
    """The words on a tile: without what its icon says already."""
    line = _joined([effect.short, *(rest.short for rest in effect.rest)])
    said = ("layers", "dev-step")
    return tuple(
        bit
        for bit in line
        if bit.kind != "gap" and not (bit.kind == "icon" and bit.text in said) and bit.text != words().copied()
    )


def draw_used_tiles(painter: QPainter, look: Look, rect: paint.AnyRect, count: int) -> None:
    """The pile of used profit tiles with its number, as a square or a chip."""
    p = look.palette
    area = paint.qrect(rect)
    chip = area.height() < 26
    paint.rounded(painter, area, 5 if chip else 7, p.panel2, p.line2, p.stroke)
    row: list[Token] = [
        IconToken("profit-tile", 12 if chip else 14, p.ink3),
        TextToken(paint.number_text(count), "label", p.ink3),
    ]
    paint.draw_row(painter, look, area, row, "centre", 1.5)


# ------------------------------------------------------------------------------------------------ objectives
@dataclass(frozen=True, slots=True)
class ObjectiveData:
    """An objective. `corporation` ("" without) colours the icon; `short_title` is for narrow cards."""

    index: int
    icon: str
    corporation: str
    title: str
    short_title: str
    vp: int
    stars: int
    short: bool


_OBJECTIVE_ICONS: Final[dict[int, str]] = {
    TEST_LITHIUM: "lithium",
    TEST_GEOTHERMAL: "geothermal",
    TEST_CONTRACTS: "act-execute",
    TEST_ENGINEERS: "engineer",
    TEST_TILES: "profit-tile",
    TEST_MOST_CONTRACTS: "act-execute",
    TEST_MOST_SHARES: "share",
    TEST_MOST_LAYERS: "layers",
    TEST_MOST_MONEY: "money",
    TEST_MOST_RESEARCH: "research",
    TEST_MOST_CLAIMS: "claim",
}


def objective_data(tables: Tables, index: int) -> ObjectiveData:
    """The objective `tables.objectives[index]`."""
    card = tables.objectives[index]
    corporation = tables.corporations[card.corporation] if card.corporation >= 0 else ""
    return ObjectiveData(
        index=index,
        icon=_OBJECTIVE_ICONS[card.test],
        corporation=corporation,
        title=words().objective(card.test, card.units, corporation),
        short_title=words().objective_short(card.test, card.units, corporation),
        vp=card.vp,
        stars=card.stars,
        short=card.short,
    )


class Standing(NamedTuple):
    """How a seat stands for an objective: its colour family and the number in words ("?" when hidden)."""

    colour: int
    text: str


def _objective_reward(data: ObjectiveData) -> list[Token]:
    reward: list[Token] = []
    if data.vp:
        reward.append(SunToken(data.vp, 24))
    if data.stars:
        reward.append(paint.StarToken(data.stars, 13))
    return reward


def objective_title_rect(look: Look, rect: paint.AnyRect, data: ObjectiveData) -> Rect:
    """The room for the title of an objective: all that its reward leaves free."""
    parts = layout.objective_parts(_rect(paint.qrect(rect)))
    width = min(parts.reward.w, paint.row_width(look, _objective_reward(data), 3))
    return Rect(parts.title.x, parts.title.y, parts.reward.right - width - 3 - parts.title.x, parts.title.h)


def draw_objective(
    painter: QPainter,
    look: Look,
    rect: paint.AnyRect,
    data: ObjectiveData,
    standings: Sequence[Standing] = (),
    taker: int = -1,
    *,
    short_title: bool = False,
    small: bool | None = None,
) -> None:
    """An objective (about 187 x 38): icon, what it asks, how every seat stands, points and stars.

    `taker`: the colour family of the seat that took it (-1: nobody). One variant: `small` changes nothing.
    """
    del small
    p = look.palette
    area = paint.qrect(rect)
    parts = layout.objective_parts(_rect(area))
    taken = taker >= 0
    paint.panel(painter, look, area, 8, p.panel2 if taken else p.panel, 0.6)
    hue = corporation_style(look, data.corporation).colour if data.corporation else None
    if hue is None and data.icon not in PRODUCTS:
        hue = p.ink2
    paint.icon(painter, look, data.icon, parts.icon, hue, paint.OFF_OPACITY if taken else 1.0)
    paint.draw_row(painter, look, parts.reward, _objective_reward(data), "right", 3)
    title = objective_title_rect(look, area, data)
    text = data.short_title if short_title else data.title
    paint.draw_text(painter, look, title, text, "card_name", p.ink2 if taken else p.ink)
    below = Rect(title.x, parts.standing.y, title.w, parts.standing.h)
    if taken:
        row: list[Token] = [TextToken(words().taken_by(), "log", p.ink3), paint.SeatToken(taker, 12)]
        paint.draw_row(painter, look, below, row, "left", 4)
        return
    many = len(standings) > 2
    line: list[Token] = []
    for standing in standings:
        if line:
            line.append(GapToken(2 if many else 5))
        line.append(paint.SeatToken(standing.colour, 10.5 if many else 12))
        line.append(TextToken(standing.text, "card_name", p.ink2))
    paint.draw_row(painter, look, below, line, "left", 2)
