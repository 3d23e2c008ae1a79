"""The end of the game: categories of the final scoring, the headline; and the glossary of icons and terms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saltonsea_desktop.games.saltonsea.components import tables as tb
from saltonsea_desktop.games.saltonsea.scoring import HAND_MONEY, HAND_VP, PRODUCT_VP
from saltonsea_desktop.ui.texts.pieces import Pieces

if TYPE_CHECKING:
    from saltonsea_desktop.games.saltonsea.scoring import Outcome

_CATEGORY_ICONS: dict[str, str] = {
    "board": "vp", "hand": "hand", "shares": "share", "products": "warehouse", "research": "research",
    "objectives": "objective", "stars": "star", "damage": "damage", "contracts": "contract",
    "total": "trophy",
}  # fmt: skip


class Ends(Pieces):
    # ------------------------------------------------------------ final scoring

    def category(self, name: str) -> str:
        """A category of `scoring.CATEGORIES`, or "total". Raises KeyError for another name."""
        match name:
            case "board":
                return self.tr("During the game")
            case "hand":
                return self.tr("Money in hand")
            case "shares":
                return self.tr("Shares")
            case "products":
                return self.tr("Warehouse")
            case "research":
                return self.tr("Research × slot")
            case "objectives":
                return self.tr("Objectives")
            case "stars":
                return self.tr("Grey stars")
            case "damage":
                return self.tr("Damage")
            case "contracts":
                return self.tr("Open contracts, half")
            case "total":
                return self.tr("Total")
        raise KeyError(name)

    def category_words(self, name: str) -> str:
        """How a category is counted, as a sentence. Raises KeyError for another name."""
        n = self.counts
        match name:
            case "board":
                return self.tr("VP gained up to the end of the last round.")
            case "hand":
                return self.tr("{vp} for each full {money} of action cards.").format(
                    vp=n.vp(HAND_VP), money=self.money(HAND_MONEY)
                )
            case "shares":
                return self.tr("Each share counts what the asset track of its corporation shows.")
            case "products":
                return self.tr("In the warehouse: {list}.").format(
                    list=self.chain(
                        self.tr("each {product} {vp}").format(product=self.product_name(p), vp=n.vp(vp))
                        for p, vp in enumerate(PRODUCT_VP)
                    )
                )
            case "research":
                return self.tr("VP of each permanent card times the number of its slot.")
            case "objectives":
                return self.tr("Long-term objectives: every leader gains them in full.")
            case "stars":
                return self.tr("{vp} for each grey star, if the plan is complete.").format(vp=n.vp(self.tables.star_vp))
            case "damage":
                return self.tr("What the damage tracks of drill and plant show.")
            case "contracts":
                return self.tr("Contracts not executed cost half their VP, rounded up.")
            case "total":
                return self.tr("The sum of all categories; the highest wins.")
        raise KeyError(name)

    def category_icon(self, name: str) -> str:
        return _CATEGORY_ICONS[name]

    def place(self, number: int) -> str:
        """Such as "1st" to "4th"."""
        match number:
            case 1:
                return self.tr("1st")
            case 2:
                return self.tr("2nd")
            case 3:
                return self.tr("3rd")
        return self.tr("{n}th").format(n=number)

    def outcome_headline(self, outcome: Outcome) -> str:
        """Who won and by how much; what decided a tie (SCO-9)."""
        totals = [score.total for score in outcome.scores]
        winner = outcome.winners[0]
        best = totals[winner]
        if len(outcome.winners) > 1:
            return self.tr("{seats} share the victory with {points} and {money} each.").format(
                seats=self.listed(self.seat(i) for i in outcome.winners),
                points=self.counts.points(best),
                money=self.money(outcome.money[winner]),
            )
        rivals = [i for i in range(len(totals)) if i != winner]
        second = max((totals[i] for i in rivals), default=best)
        close = [i for i in rivals if totals[i] == second]
        names = self.listed(self.seat(i) for i in close)
        if second == best:
            return self.tr(
                "{seat} wins with {points}: level with {others}, but with more money, {more} against {less}."
            ).format(
                seat=self.seat(winner),
                points=self.counts.points(best),
                others=names,
                more=self.money(outcome.money[winner]),
                less=self.listed(self.money(outcome.money[i]) for i in close),
            )
        if self.gmi_seat >= 0:
            return self.tr("{seat} beats {other} by {points}, {best} to {second}.").format(
                seat=self.seat(winner),
                other=names,
                points=self.counts.points(best - second),
                best=best,
                second=second,
            )
        return self.tr("{seat} wins with {points}, {n} ahead of {others}.").format(
            seat=self.seat(winner), points=self.counts.points(best), n=best - second, others=names
        )

    def vp_source(self, source: str) -> str:
        """Where VP of the game came from: a `source` of VpGained, for the breakdown of the board VP."""
        match source:
            case "claim":
                return self.tr("Claims exhausted")
            case "contract":
                return self.tr("Contracts executed")
            case "card":
                return self.tr("Contract cards")
            case "tile":
                return self.tr("Profit-sharing tiles")
            case "objective":
                return self.tr("Short-term objectives")
            case "research":
                return self.tr("Research bonus")
            case "develop":
                return self.tr("Plan past the end")
            case "sale":
                return self.tr("Sales")
        raise KeyError(source)

    # ------------------------------------------------------------ glossary

    def glossary(self) -> list[tuple[str, str, str]]:
        """(icon, term, explanation) for every icon of the table, actions first."""
        t, n = self.tables, self.counts
        out = [(self.kind_icon(kind), self.kind_name(kind), self._kind_explained(kind)) for kind in range(tb.COPY + 1)]
        out.append((self.kind_icon(tb.EXECUTE), self.kind_name(tb.EXECUTE), self._kind_explained(tb.EXECUTE)))
        out += [
            (
                "brine",
                self.tr("Brine"),
                self.tr("Hot salt water from the well; the plant makes the other products of it."),
            ),
            ("geothermal", self.tr("Geothermal energy"), self.tr("A product of the plant.")),
            ("lithium", self.tr("Lithium"), self.tr("A product of the plant, the dearest one.")),
            (
                "warehouse",
                self.tr("Warehouse"),
                self.tr("Holds the same number of each product; tiles of the plan open more room."),
            ),
            (
                "claim",
                self.tr("Claim"),
                self.tr("A licensed piece of ground; it lies below the last claim of the well."),
            ),
            ("layers", self.tr("Layer"), self.tr("One step of the drill.")),
            ("rock", self.tr("Rock"), self.tr("Each rock of a layer damages the drill that enters it.")),
            ("rock-ignored", self.tr("Ignored rock"), self.tr("The first rocks of the action that do no damage.")),
            (
                "drill",
                self.tr("Drill"),
                self.tr("Stands on the layer drilled last; frozen on the last spaces of its damage track."),
            ),
            ("plant", self.tr("Plant"), self.tr("Turns brine into products; stopped at the end of its damage track.")),
            (
                "damage",
                self.tr("Damage"),
                self.tr("Rocks damage the drill, optimising the plant; damage costs VP at the end."),
            ),
            (
                "engineer",
                self.tr("Engineer"),
                self.tr("One stands on an action space each turn and returns at the end of the round."),
            ),
            (
                "development",
                self.tr("Plan"),
                self.tr("The development track: each step may open a warehouse tile or hire an engineer."),
            ),
            (
                "dev-step",
                self.tr("Plan step"),
                self.tr("One step on the development track; past its end {vp} at once.").format(vp=n.vp(t.overflow_vp)),
            ),
            ("money", self.tr("Money"), self.tr("The value of action cards. No change is given.")),
            *(
                (
                    f"money-{value}",
                    self.tr("{money} card").format(money=self.money(value)),
                    self.tr("Play it as an action, or pay with it."),
                )
                for value in tb.VALUES
            ),
            ("hand", self.tr("Hand"), self.tr("Your action cards; only you see them.")),
            ("vp", self.tr("Victory points"), self.tr("VP for short: the most of them win.")),
            (
                "star",
                self.tr("Grey star"),
                self.tr("{vp} at the end, if the plan is complete.").format(vp=n.vp(t.star_vp)),
            ),
            (
                "contract",
                self.tr("Contract"),
                self.tr("Products for money, VP and more, once an engineer executes it."),
            ),
            (
                "research",
                self.tr("Research card"),
                self.tr("Permanent ones change an action for good, the others are an action for one use."),
            ),
            *(
                (
                    self.corporation_icon(i),
                    self.corporation_long(i),
                    self.tr("A corporation that buys products and whose shares can be bought."),
                )
                for i in range(len(t.corporations))
            ),
            ("fee", self.tr("Fees"), self.tr("What a corporation pays for one unit of each product.")),
            (
                "fee-change",
                self.tr("New fees"),
                self.tr("When the assets reach this mark, the next fee tile is turned up."),
            ),
            (
                "closed",
                self.tr("Closed"),
                self.tr("The assets are at the end: nobody can sell there. Two closed corporations end the game."),
            ),
            ("share", self.tr("Share"), self.tr("Counts VP at the end, by the assets of its corporation.")),
            ("lock", self.tr("Locked"), self.tr("Not possible now; point at it to read why.")),
            (
                "profit-tile",
                self.tr("Profit-sharing tile"),
                self.tr("An extra action without an engineer, one a turn."),
            ),
            (
                "objective",
                self.tr("Objective"),
                self.tr("Short-term: for the first to do it. Long-term: for the leaders at the end."),
            ),
            (
                "deck",
                self.tr("Deck"),
                self.tr("Face-down cards; new ones enter the market from here at the end of the round."),
            ),
            ("discard", self.tr("Discard pile"), self.tr("Cards spent as money; blind cards are drawn from here.")),
            ("eye-off", self.tr("Blind card"), self.tr("A card that you see only after you took it.")),
            ("keep", self.tr("Kept card"), self.tr("A mark of your own: suggestions spend this card last.")),
            ("round", self.tr("Round"), self.tr("It ends when no engineer is left; then claims and market move on.")),
            ("end-turn", self.tr("End of the turn"), self.tr("The next company acts.")),
            (
                "gmi",
                self.tr("GMI"),
                self.tr("Green Minerals Incorporated, the opponent of a solo game; it acts by its cards."),
            ),
        ]
        return out

    def _kind_explained(self, kind: int) -> str:
        match kind:
            case tb.LICENCE:
                return self.tr("Buy a claim: its price and the surcharge of its space.")
            case tb.DRILL:
                return self.tr("Move the drill down, layer by layer; rocks damage it.")
            case tb.EXTRACT:
                return self.tr("Bring brine at or above the drill into the warehouse.")
            case tb.PROCESS:
                return self.tr(
                    "Pay to turn brine into lithium or geothermal energy; optimising makes one more for damage."
                )
            case tb.REPAIR:
                return self.tr("Pay to move the damage of drill or plant back.")
            case tb.SELL:
                return self.tr("Sell products to one corporation; its assets rise by one space.")
            case tb.CONTRACT:
                return self.tr("Take a contract to a free place on your board.")
            case tb.DEVELOP:
                return self.tr("Take a step of the plan.")
            case tb.RESEARCH:
                return self.tr("Buy a research card for the leftmost free slot.")
            case tb.SHARES:
                return self.tr("Buy shares of one corporation at the price its assets show.")
            case tb.FINANCING:
                return self.tr("Draw a card; any number of engineers may stand here.")
            case tb.REPEAT:
                return self.tr("Pay to do the action of a space with your engineer once more.")
            case tb.COPY:
                return self.tr("Do an action that another company did this round.")
        return self.tr("Hand over the products of a contract and receive all its benefits.")
