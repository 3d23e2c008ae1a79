"""The short names of things: seats, corporations, products, kinds of action, action cards; money, lists, sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from saltonsea_desktop.games.saltonsea.components import tables as tb
from saltonsea_desktop.ui.icons import ACTION_ICONS
from saltonsea_desktop.ui.texts.counts import Counts

if TYPE_CHECKING:
    from saltonsea_desktop.games.saltonsea.components import RawPack

CORPORATION_ICONS: dict[str, str] = {"red": "corp-cinder", "orange": "corp-mesa", "blue": "corp-tide"}
PRODUCT_ICONS: tuple[str, str, str] = ("brine", "geothermal", "lithium")
MINUS = "\N{MINUS SIGN}"


def reconstructed_ids(pack: RawPack) -> frozenset[str]:
    """Ids of all records of which at least one printed value is reconstructed, for `Texts(reconstructed=...)`."""
    from saltonsea_desktop.games.saltonsea.components.check import list_values

    return frozenset(value.id for value in list_values(pack, "reconstructed"))


class Names(QObject):
    """First link of the chain that `Texts` ends; see there for the arguments."""

    def __init__(
        self,
        tables: tb.Tables,
        seat_names: Sequence[str],
        gmi_seat: int = -1,
        reconstructed: Collection[str] = (),
    ) -> None:
        super().__init__()
        self.tables = tables
        self.seat_names = tuple(seat_names)
        self.gmi_seat = gmi_seat
        self.reconstructed = frozenset(reconstructed)
        self.counts = Counts()

    # ------------------------------------------------------------ building blocks

    def money(self, amount: int) -> str:
        """Such as "$7"; a negative amount with U+2212: "−$2"."""
        text = self.tr("${amount}", "money").format(amount=abs(amount))
        return MINUS + text if amount < 0 else text

    def off(self, amount: int) -> str:
        """A discount: "−$2"."""
        return self.money(-amount) if amount else self.money(0)

    def signed(self, number: int) -> str:
        """Such as "+4" or "−3"; 0 is "0"."""
        return f"+{number}" if number > 0 else f"{MINUS}{-number}" if number else "0"

    def listed(self, items: Iterable[str]) -> str:
        """Such as "a", "a and b", "a, b and c"; "" for no item."""
        parts = list(items)
        if len(parts) < 2:
            return "".join(parts)
        first = parts[0]
        for part in parts[1:-1]:
            first = self.tr("{first}, {second}", "list").format(first=first, second=part)
        return self.tr("{first} and {last}", "list").format(first=first, last=parts[-1])

    def chain(self, items: Iterable[str]) -> str:
        """Facts beside each other: "a, b, c"."""
        return self.tr(", ", "between facts").join(item for item in items if item)

    def sentences(self, *parts: str) -> str:
        """Sentences one after the other; empty ones are left out."""
        return " ".join(part for part in parts if part)

    def capital(self, text: str) -> str:
        """The text with a capital letter in front."""
        return text[:1].upper() + text[1:]

    def stop(self, text: str) -> str:
        """The phrase as a sentence: capital letter and full stop."""
        return self.tr("{phrase}.", "phrase as a sentence").format(phrase=self.capital(text)) if text else ""

    # ------------------------------------------------------------ who and what

    def seat(self, index: int) -> str:
        """The name of a seat; "Nobody" for an index without one."""
        return self.seat_names[index] if 0 <= index < len(self.seat_names) else self.tr("Nobody")

    @property
    def gmi(self) -> str:
        """GMI's name in this game."""
        return self.seat(self.gmi_seat) if self.gmi_seat >= 0 else self.tr("GMI")

    def corporation(self, index: int) -> str:
        """Cinder, Mesa, Tide."""
        match self.tables.corporations[index]:
            case "red":
                return self.tr("Cinder")
            case "orange":
                return self.tr("Mesa")
            case "blue":
                return self.tr("Tide")
            case other:
                return other

    def colour(self, index: int) -> str:
        """The colour word of a corporation: red, orange, blue."""
        match self.tables.corporations[index]:
            case "red":
                return self.tr("red")
            case "orange":
                return self.tr("orange")
            case "blue":
                return self.tr("blue")
            case other:
                return other

    def corporation_long(self, index: int) -> str:
        """Such as "Cinder (red)"."""
        return self.tr("{corporation} ({colour})").format(
            corporation=self.corporation(index), colour=self.colour(index)
        )

    def corporation_icon(self, index: int) -> str:
        return CORPORATION_ICONS.get(self.tables.corporations[index], "share")

    def product_name(self, product: int) -> str:
        """Such as "brine", "geothermal energy", "lithium"."""
        match product:
            case tb.BRINE:
                return self.tr("brine")
            case tb.GEOTHERMAL:
                return self.tr("geothermal energy")
            case tb.LITHIUM:
                return self.tr("lithium")
        raise IndexError(product)

    def product(self, product: int, n: int) -> str:
        """Such as "2 lithium"."""
        if product == tb.BRINE:
            return self.counts.brine(n)
        return self.counts.geothermal(n) if product == tb.GEOTHERMAL else self.counts.lithium(n)

    def products(self, units: Sequence[int]) -> str:
        """Units of brine, geothermal energy and lithium, without the zeros: "2 brine and 1 lithium"; "" for none."""
        return self.listed(self.product(product, n) for product, n in enumerate(units) if n)

    def prices(self, prices: Sequence[int]) -> str:
        """Such as "brine $2, geothermal energy $7, lithium $9"."""
        return self.chain(
            self.tr("{product} {money}").format(product=self.product_name(product), money=self.money(price))
            for product, price in enumerate(prices)
        )

    def machine(self, machine: int) -> str:
        """Such as "drill" or "plant"."""
        return self.tr("plant") if machine else self.tr("drill")

    # ------------------------------------------------------------ actions and cards

    def kind_name(self, kind: int) -> str:
        """The name plate of an action: Licence, Drill, ... (one of LICENCE ... EXECUTE of the tables)."""
        match kind:
            case tb.LICENCE:
                return self.tr("Licence")
            case tb.DRILL:
                return self.tr("Drill")
            case tb.EXTRACT:
                return self.tr("Extract")
            case tb.PROCESS:
                return self.tr("Process")
            case tb.REPAIR:
                return self.tr("Repair")
            case tb.SELL:
                return self.tr("Sell")
            case tb.CONTRACT:
                return self.tr("Contract")
            case tb.DEVELOP:
                return self.tr("Develop")
            case tb.RESEARCH:
                return self.tr("Research")
            case tb.SHARES:
                return self.tr("Shares")
            case tb.FINANCING:
                return self.tr("Finance")
            case tb.REPEAT:
                return self.tr("Repeat")
            case tb.COPY:
                return self.tr("Copy")
            case tb.CONVERT:
                return self.tr("Convert")
            case tb.POINTS:
                return self.tr("Points")
            case tb.EXECUTE:
                return self.tr("Execute")
        raise IndexError(kind)

    def kind_title(self, kind: int) -> str:
        """The full name of an action, as in the rulebook."""
        match kind:
            case tb.LICENCE:
                return self.tr("Acquire a drilling licence")
            case tb.DRILL:
                return self.tr("Drill")
            case tb.EXTRACT:
                return self.tr("Extract brine")
            case tb.PROCESS:
                return self.tr("Process brine")
            case tb.REPAIR:
                return self.tr("Repair machinery")
            case tb.SELL:
                return self.tr("Sell products")
            case tb.CONTRACT:
                return self.tr("Enter into a contract")
            case tb.DEVELOP:
                return self.tr("Develop a business project")
            case tb.RESEARCH:
                return self.tr("Research")
            case tb.SHARES:
                return self.tr("Buy shares")
            case tb.FINANCING:
                return self.tr("Obtain financing")
            case tb.REPEAT:
                return self.tr("Repeat an action")
            case tb.COPY:
                return self.tr("Copy an action")
            case tb.CONVERT:
                return self.tr("Convert brine")
            case tb.POINTS:
                return self.tr("Obtain victory points")
            case tb.EXECUTE:
                return self.tr("Execute a contract")
        raise IndexError(kind)

    def kind_icon(self, kind: int) -> str:
        return ACTION_ICONS[tb.KIND_NAMES[kind]]

    def space(self, space: int) -> str:
        """The name plate of a board space."""
        return self.kind_name(self.tables.effects[self.tables.spaces[space].effect].kind)

    def space_icon(self, space: int) -> str:
        return self.kind_icon(self.tables.effects[self.tables.spaces[space].effect].kind)

    def card(self, card: int) -> str:
        """The name of an action card type: "$3 Extract"."""
        record = self.tables.types[card]
        return self.tr("{money} {kind}", "action card").format(
            money=self.money(record.value), kind=self.kind_name(self.tables.effects[record.effect].kind)
        )

    def card_names(self, cards: Iterable[int]) -> list[str]:
        """Names of action cards, hidden ones as "a card", equal ones counted: ["$3 Extract", "2 × $1 Drill"]."""
        found: dict[int, int] = {}
        for card in cards:
            found[card] = found.get(card, 0) + 1
        names = []
        for card, n in found.items():
            if card < 0:
                names.append(self.counts.unseen_cards(n))
            elif n == 1:
                names.append(self.card(card))
            else:
                names.append(self.tr("{n} × {card}").format(n=n, card=self.card(card)))
        return names

    def cards(self, cards: Iterable[int]) -> str:
        """The `card_names` as one list: "$3 Extract and 2 × $1 Drill"."""
        return self.listed(self.card_names(cards))

    def row(self, row: int) -> str:
        """A market row of events: 0 research, 1 contracts, 2.. action cards by value."""
        if row == 0:
            return self.tr("research")
        return self.tr("contracts") if row == 1 else self.money(tb.VALUES[row - 2])

    def stack(self, stack: int) -> str:
        """A profit-sharing stack by its place on the shares track."""
        match self.tables.stack_ids[stack]:
            case "profit_bottom":
                return self.tr("bottom stack")
            case "profit_centre":
                return self.tr("centre stack")
            case "profit_top":
                return self.tr("top stack")
            case other:
                return other
