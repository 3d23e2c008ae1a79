"""The log: a sentence, an icon and a rule for every event, merged to few lines for every command; GMI's reasons."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple, assert_never

from saltonsea_desktop.games.saltonsea import events as ev
from saltonsea_desktop.games.saltonsea.components import tables as tb
from saltonsea_desktop.games.saltonsea.state import END_CLAIMS, END_CLOSED, END_NAMES
from saltonsea_desktop.games.saltonsea.view import public_event
from saltonsea_desktop.ui.texts.bar import Bar

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from saltonsea_desktop.session.session import LogEntry

TICK, CROSS, NOTE = "tick", "cross", ""
"""Marks of trace lines: the action or target that was taken, one that could not be, and what followed."""


class TraceLine(NamedTuple):
    mark: str
    icon: str
    sentence: str


@dataclass(slots=True)
class _Draft:
    """A line in the making. `actor`: whose consequences may be added to it (-1: nobody's)."""

    mark: str
    icon: str
    text: str
    actor: int
    tails: list[str] = field(default_factory=list)
    run: ev.BrineExtracted | None = None  # a line about several equal extractions
    count: int = 1


_ICONS: dict[type[ev.Event], str] = {
    ev.ContractExecuted: "act-execute", ev.TileUsed: "profit-tile", ev.ActionRepeated: "act-repeat",
    ev.ActionCopied: "act-copy", ev.ClaimTaken: "act-licence", ev.ClaimRevealed: "claim", ev.ClaimDeckEmpty: "claim",
    ev.LayerDrilled: "act-drill", ev.DrillFrozen: "lock", ev.BrineExtracted: "act-extract", ev.ClaimExhausted: "claim",
    ev.Produced: "act-process", ev.PlantDamaged: "damage", ev.Repaired: "act-repair", ev.Sold: "act-sell",
    ev.FeesChanged: "fee-change", ev.CorporationClosed: "closed", ev.Paid: "money", ev.Collected: "money",
    ev.BlindDrawn: "deck", ev.VpGained: "vp", ev.Developed: "dev-step", ev.WarehouseOpened: "warehouse",
    ev.EngineerHired: "engineer", ev.ContractTaken: "act-contract", ev.ResearchUsed: "research",
    ev.ResearchTaken: "act-research", ev.ShareGained: "act-shares", ev.ShareLost: "share", ev.TileTaken: "profit-tile",
    ev.StackEmpty: "profit-tile", ev.BenefitLost: "skip", ev.FinancingDrawn: "act-financing",
    ev.FinancingEmpty: "act-financing", ev.ObjectiveTaken: "objective", ev.GmiCardTurned: "gmi", ev.GmiPassed: "skip",
    ev.GmiCardAdded: "plus", ev.RoundEnded: "round", ev.ClaimLeft: "discard", ev.MarketDiscarded: "discard",
    ev.MarketRevealed: "deck", ev.RoundBegan: "round", ev.EndTriggered: "warning", ev.GameEnded: "trophy",
}  # fmt: skip

_RULES: dict[type[ev.Event], str] = {
    ev.EngineerPlaced: "TRN-1", ev.PromptPlayed: "CRD-1", ev.ResearchUsed: "RES-4", ev.ContractExecuted: "EXE-1",
    ev.TileUsed: "PRF-1", ev.ActionRepeated: "RPT-1", ev.ActionCopied: "CPY-1", ev.ClaimTaken: "LIC-1",
    ev.ClaimRevealed: "LIC-2", ev.ClaimDeckEmpty: "LIC-2", ev.LayerDrilled: "DRL-1", ev.DrillFrozen: "DRL-4",
    ev.BrineExtracted: "EXT-1", ev.ClaimExhausted: "EXT-3", ev.Produced: "PRC-1", ev.PlantDamaged: "PRC-3",
    ev.Repaired: "REP-1", ev.Sold: "SEL-1", ev.AssetRaised: "SEL-2", ev.FeesChanged: "SEL-3",
    ev.CorporationClosed: "SEL-4", ev.Paid: "CRD-3", ev.Collected: "CRD-8", ev.BlindDrawn: "CRD-14",
    ev.Developed: "DEV-1", ev.WarehouseOpened: "DEV-4", ev.EngineerHired: "DEV-2", ev.ContractTaken: "CON-1",
    ev.ResearchTaken: "RES-1", ev.ShareGained: "SHR-2", ev.ShareLost: "EXE-4", ev.TileTaken: "SHR-5",
    ev.StackEmpty: "SHR-5", ev.FinancingDrawn: "FIN-1", ev.FinancingEmpty: "FIN-3", ev.GmiCardTurned: "GMI-3",
    ev.GmiActed: "GMI-3", ev.GmiPassed: "GMI-25", ev.GmiCardAdded: "GMI-5", ev.RoundEnded: "TRN-6",
    ev.ClaimLeft: "RND-3", ev.MarketDiscarded: "RND-4", ev.MarketRevealed: "RND-5", ev.RoundBegan: "RND-6",
    ev.EndTriggered: "END-2",
}  # fmt: skip

_VP_RULES: dict[str, str] = {
    "claim": "EXT-3", "contract": "EXE-1", "card": "CON-3", "tile": "PRF-5", "objective": "OBJ-1",
    "research": "RES-2", "develop": "DEV-3", "sale": "SEL-5",
}  # fmt: skip

# The rule of each GMI action; some refusals have one of their own.
_GMI_RULES: dict[int, str] = {
    tb.LICENCE: "GMI-7", tb.DRILL: "GMI-8", tb.EXTRACT: "GMI-8", tb.PROCESS: "GMI-9", tb.REPAIR: "GMI-10",
    tb.SELL: "GMI-11", tb.EXECUTE: "GMI-13", tb.DEVELOP: "GMI-14", tb.RESEARCH: "GMI-15", tb.SHARES: "GMI-16",
}  # fmt: skip
_REFUSAL_RULES: dict[str, str] = {
    "all_closed": "GMI-26", "nothing_to_sell": "GMI-26", "no_permanent_research": "GMI-27",
}  # fmt: skip


class Log(Bar):
    """Every number in a sentence is the event's own. `viewer`: the seat that reads; others' hidden cards have no name.

    With viewer None everything that the event holds is shown: for events that were blanked before, or open hands.
    """

    def event_sentence(self, event: ev.Event, viewer: int | None) -> str | None:
        """The log's sentence for an event; None for bookkeeping (a turn began or ended)."""
        if viewer is not None:
            event = public_event(event, viewer, self.gmi_seat)
        return self._sentence(event)

    def event_icon(self, event: ev.Event) -> str | None:
        """Icon name of an event; None where `event_sentence` gives None."""
        match event:
            case ev.EngineerPlaced():
                return self.space_icon(event.space)
            case ev.PromptPlayed():
                return self.kind_icon(self.tables.type_kind[event.card])
            case ev.GmiRefused() | ev.GmiActed() | ev.GmiDecided():
                return self.kind_icon(event.kind)
            case ev.AssetRaised():
                return self.corporation_icon(event.corporation)
        return _ICONS.get(type(event))

    def event_rule(self, event: ev.Event) -> str | None:
        """The id of the rule behind an event: "GMI-11"."""
        match event:
            case ev.GmiRefused():
                return _REFUSAL_RULES.get(event.code) or _GMI_RULES[event.kind]
            case ev.GmiDecided():
                return _GMI_RULES[event.kind]
            case ev.VpGained():
                return _VP_RULES.get(event.source)
            case ev.BenefitLost():
                return "EXE-5" if event.what == "claim" else "SEL-6"
            case ev.ObjectiveTaken():
                return "GMI-22" if event.seat == self.gmi_seat else "OBJ-1"
            case ev.GameEnded():
                return "END-2" if event.reason == END_CLOSED else "END-1"
        return _RULES.get(type(event))

    # ------------------------------------------------------------ sentences

    def _sentence(self, event: ev.Event) -> str | None:
        t, n = self.tables, self.counts
        match event:
            case ev.EngineerPlaced():
                return self.tr("{seat} places an engineer on {space}.").format(
                    seat=self.seat(event.seat), space=self.space(event.space)
                )
            case ev.PromptPlayed():
                return self.tr("{seat} plays the {card} card.").format(
                    seat=self.seat(event.seat), card=self.card(event.card)
                )
            case ev.ResearchUsed():
                return self.tr("{seat} uses the research card {research}.").format(
                    seat=self.seat(event.seat), research=self.research_title(event.research)
                )
            case ev.ContractExecuted():
                return self.tr("{seat} executes the {contract} with {products}.").format(
                    seat=self.seat(event.seat),
                    contract=self.contract_title(event.contract),
                    products=self.products(event.spent) or self.tr("no products"),
                )
            case ev.TileUsed():
                return self.tr("{seat} uses the {tile}.").format(
                    seat=self.seat(event.seat), tile=self.tile_title(event.tile)
                )
            case ev.ActionRepeated():
                return self.tr("{seat} repeats {space}.").format(
                    seat=self.seat(event.seat), space=self.space(event.space)
                )
            case ev.ActionCopied():
                return self.tr("{seat} copies {source}.").format(
                    seat=self.seat(event.seat), source=self.effect_source(event.effect)
                )
            case ev.ClaimTaken():
                text = (
                    self.tr("{seat} takes a claim for {money}: {claim}.")
                    if event.price
                    else self.tr("{seat} takes a claim free of charge: {claim}.")
                )
                return text.format(
                    seat=self.seat(event.seat), money=self.money(event.price), claim=self.claim_words(event.claim)
                )
            case ev.ClaimRevealed():
                return self.tr("New claim on offer: {claim}.").format(claim=self.claim_words(event.claim))
            case ev.ClaimDeckEmpty():
                return self.tr("The claim deck is empty: no claim is revealed.")
            case ev.LayerDrilled():
                return self._drilled(event)
            case ev.DrillFrozen():
                return self.tr("The drill of {seat} is frozen.").format(seat=self.seat(event.seat))
            case ev.BrineExtracted():
                return self._extracted(event.seat, 1)
            case ev.ClaimExhausted():
                return self.tr("{seat} exhausts a claim.").format(seat=self.seat(event.seat))
            case ev.Produced():
                return self._produced(event)
            case ev.PlantDamaged():
                return self.tr("The plant of {seat} takes {damage}.").format(
                    seat=self.seat(event.seat), damage=n.damage(event.points)
                )
            case ev.Repaired():
                return self.tr("{seat} repairs {points}.").format(
                    seat=self.seat(event.seat), points=self._repaired(event.drill, event.plant)
                )
            case ev.Sold():
                return self.tr("{seat} sells {products} to {corporation} for {money}.").format(
                    seat=self.seat(event.seat),
                    products=self.products(event.units),
                    corporation=self.corporation(event.corporation),
                    money=self.money(event.money),
                )
            case ev.AssetRaised():
                return self.tr("The assets of {corporation} rise: {value}.").format(
                    corporation=self.corporation(event.corporation), value=self._share_value(event.position)
                )
            case ev.FeesChanged():
                return self.tr("New fees of {corporation}: {fees}.").format(
                    corporation=self.corporation(event.corporation), fees=self.fee_words(event.fee)
                )
            case ev.CorporationClosed():
                return self.tr("{corporation} closes: nobody can sell to it any more.").format(
                    corporation=self.corporation(event.corporation)
                )
            case ev.Paid():
                return self._paid(event)
            case ev.Collected():
                return self._collected(event)
            case ev.BlindDrawn():
                return self.tr("{seat} draws blind: {cards}.").format(
                    seat=self.seat(event.seat), cards=self.cards(event.cards_hidden)
                )
            case ev.VpGained():
                return self._gained(event)
            case ev.Developed():
                return self.tr("{seat} reaches step {n} of the plan.").format(
                    seat=self.seat(event.seat), n=event.position
                )
            case ev.WarehouseOpened():
                return self.tr("{seat} opens a warehouse tile: room for {capacity} of each product.").format(
                    seat=self.seat(event.seat), capacity=t.capacity[event.number]
                )
            case ev.EngineerHired():
                return self.tr("{seat} hires engineer number {n}.").format(seat=self.seat(event.seat), n=event.hired)
            case ev.ContractTaken():
                return self.tr("{seat} takes the {contract}.").format(
                    seat=self.seat(event.seat), contract=self.contract_line(event.contract)
                )
            case ev.ResearchTaken():
                text = (
                    self.tr("{seat} takes the research card {research} for {money}.")
                    if event.price
                    else self.tr("{seat} takes the research card {research} free of charge.")
                )
                return text.format(
                    seat=self.seat(event.seat),
                    research=self.research_title(event.research),
                    money=self.money(event.price),
                )
            case ev.ShareGained():
                return self.tr("{seat} takes a {corporation} share and holds {n} now.").format(
                    seat=self.seat(event.seat), corporation=self.corporation(event.corporation), n=event.position
                )
            case ev.ShareLost():
                return self.tr("{seat} cannot take the {corporation} share: it is lost.").format(
                    seat=self.seat(event.seat), corporation=self.corporation(event.corporation)
                )
            case ev.TileTaken():
                return self.tr("{seat} takes the {tile}.").format(
                    seat=self.seat(event.seat), tile=self.tile_title(event.tile)
                )
            case ev.StackEmpty():
                return self.tr("The {corporation} stack is empty: {seat} gets no tile.").format(
                    corporation=self.corporation(event.corporation), seat=self.seat(event.seat)
                )
            case ev.BenefitLost():
                text = (
                    self.tr("{seat} takes no claim with the contract.")
                    if event.what == "claim"
                    else self.tr("The market can pay {seat} nothing.")
                )
                return text.format(seat=self.seat(event.seat))
            case ev.FinancingDrawn():
                if event.card_hidden < 0:
                    return self.tr("{seat} draws a {money} card.").format(
                        seat=self.seat(event.seat), money=self.money(tb.VALUES[0])
                    )
                return self.tr("{seat} draws a {money} card: {kind}.").format(
                    seat=self.seat(event.seat),
                    money=self.money(t.type_value[event.card_hidden]),
                    kind=self.kind_name(t.type_kind[event.card_hidden]),
                )
            case ev.FinancingEmpty():
                return self.tr("No {money} card is left: {seat} draws nothing.").format(
                    money=self.money(tb.VALUES[0]), seat=self.seat(event.seat)
                )
            case ev.ObjectiveTaken():
                return self.tr("{seat} is the first with the objective “{objective}”.").format(
                    seat=self.seat(event.seat), objective=self.objective_title(event.objective)
                )
            case ev.TurnBegan() | ev.TurnEnded():
                return None
            case ev.GmiCardTurned():
                return self.tr("{gmi} turns a card: {actions}.").format(
                    gmi=self.gmi, actions=self.gmi_card_title(event.card)
                )
            case ev.GmiRefused():
                return self._refused(event.kind, event.code, event.params)
            case ev.GmiActed():
                return self.tr("{gmi} chooses {kind}: the first action that it can do.").format(
                    gmi=self.gmi, kind=self.kind_name(event.kind)
                )
            case ev.GmiDecided():
                return self._decided(event.code, event.params)
            case ev.GmiPassed():
                return self.tr("{gmi} passes: it can do none of these actions.").format(gmi=self.gmi)
            case ev.GmiCardAdded():
                return self.tr("An advanced card joins the row of {gmi}.").format(gmi=self.gmi)
            case ev.RoundEnded():
                return self.tr("Round {n} ends: the engineers return.").format(n=event.round)
            case ev.ClaimLeft():
                return self.tr("The lowest claim leaves the game: {claim}.").format(claim=self.claim_words(event.claim))
            case ev.MarketDiscarded():
                return self.tr("Leaving the market: {cards}.").format(cards=self.market_card(event.row, event.card))
            case ev.MarketRevealed():
                return self.tr("New in the market: {cards}.").format(cards=self.market_cards(event.row, event.cards))
            case ev.RoundBegan():
                return self.tr("Round {n} begins. First is {seat}.").format(n=event.round, seat=self.seat(event.first))
            case ev.EndTriggered():
                return self.tr("Two corporations are closed: the game ends with this round.")
            case ev.GameEnded():
                return self.sentences(self.tr("The game is over."), self.end_reason(event.reason))
        assert_never(event)

    def _drilled(self, event: ev.LayerDrilled) -> str:
        if event.ignored:
            text = self.tr("{seat} drills layer {n}: {rocks}, {ignored}.")
        else:
            text = self.tr("{seat} drills layer {n}: {rocks}.")
        return text.format(
            seat=self.seat(event.seat),
            n=event.layer,
            rocks=self.rocks(event.rocks),
            ignored=self.counts.ignored(event.ignored),
        )

    def _extracted(self, seat: int, n: int) -> str:
        return self.tr("{seat} extracts {brine}.").format(seat=self.seat(seat), brine=self.counts.brine(n))

    def _produced(self, event: ev.Produced) -> str:
        text = (
            self.tr("{seat} turns {brine} into {products} and optimises for {optimised}.")
            if event.optimised
            else self.tr("{seat} turns {brine} into {products}.")
        )
        return text.format(
            seat=self.seat(event.seat),
            brine=self.counts.brine(event.brine),
            products=self.products((0, event.geothermal, event.lithium)),
            optimised=self.product(event.optimised, 1),
        )

    def _share_value(self, position: int) -> str:
        return self.tr("a share costs {money} and counts {vp}").format(
            money=self.money(self.tables.asset_price[position]), vp=self.counts.vp(self.tables.asset_vp[position])
        )

    def _paid_with(self, event: ev.Paid) -> str:
        """The cards of a payment by their values: "$5 + $3"."""
        return self.tr(" + ", "in a sum").join(self.money(value) for value in event.values)

    def _paid(self, event: ev.Paid) -> str:
        lost = sum(event.values) - event.due
        if lost:
            text = self.tr("{seat} pays {money} with {cards}, losing {lost}.")
        elif len(event.values) > 1:
            text = self.tr("{seat} pays {money} ({cards}).")
        else:
            text = self.tr("{seat} pays {money}.")
        return text.format(
            seat=self.seat(event.seat),
            money=self.money(event.due),
            cards=self._paid_with(event),
            lost=self.money(lost),
        )

    def _paid_clause(self, event: ev.Paid, stated: bool) -> str:
        """The payment after the sentence of what was paid for; `stated`: that sentence names the price."""
        lost = sum(event.values) - event.due
        if stated and not lost:
            return ""
        if stated:
            text = self.tr("Paid with {cards}, losing {lost}.")
        elif lost:
            text = self.tr("Paid: {money} with {cards}, losing {lost}.")
        else:
            text = self.tr("Paid: {money}.")
        return text.format(money=self.money(event.due), cards=self._paid_with(event), lost=self.money(lost))

    def _collected(self, event: ev.Collected) -> str:
        if event.total < event.due:
            text = self.tr("{seat} collects {total} of {due}, all that the market can pay: {cards}.")
        else:
            text = self.tr("{seat} collects {total}: {cards}.")
        blinds = [
            self.counts.blind_cards(number, self.money(tb.VALUES[row]))
            for row, number in enumerate(event.blinds)
            if number
        ]
        return text.format(
            seat=self.seat(event.seat),
            total=self.money(event.total),
            due=self.money(event.due),
            cards=self.listed(self.card_names(event.faces) + blinds),
        )

    def _gained(self, event: ev.VpGained) -> str:
        match event.source:
            case "claim":
                text = self.tr("{seat} gains {vp} for the exhausted claim.")
            case "contract":
                text = self.tr("{seat} gains {vp} for the executed contract.")
            case "card":
                text = self.tr("{seat} gains {vp} with the contract.")
            case "tile":
                text = self.tr("{seat} gains {vp} for the tile.")
            case "objective":
                text = self.tr("{seat} gains {vp} for the objective.")
            case "research":
                text = self.tr("{seat} gains {vp} with the research card.")
            case "develop":
                text = self.tr("{seat} gains {vp} for a step past the end of the plan.")
            case "sale":
                text = self.tr("{seat} gains {vp} for the sale.")
            case _:
                text = self.tr("{seat} gains {vp}.")
        return text.format(seat=self.seat(event.seat), vp=self.counts.vp(event.vp))

    # ------------------------------------------------------------ GMI's reasons

    def _refused(self, kind: int, code: str, params: tuple[int, ...]) -> str:
        match kind:
            case tb.LICENCE:
                text = self.tr("{gmi} cannot take a claim: {why}.")
            case tb.DRILL:
                text = self.tr("{gmi} cannot drill: {why}.")
            case tb.EXTRACT:
                text = self.tr("{gmi} cannot extract: {why}.")
            case tb.PROCESS:
                text = self.tr("{gmi} cannot process: {why}.")
            case tb.REPAIR:
                text = self.tr("{gmi} cannot repair: {why}.")
            case tb.SELL:
                text = self.tr("{gmi} cannot sell: {why}.")
            case tb.EXECUTE:
                text = self.tr("{gmi} cannot execute a contract: {why}.")
            case tb.DEVELOP:
                text = self.tr("{gmi} cannot develop: {why}.")
            case tb.RESEARCH:
                text = self.tr("{gmi} cannot do research: {why}.")
            case tb.SHARES:
                text = self.tr("{gmi} cannot take a share: {why}.")
            case _:
                raise KeyError(kind)
        return text.format(gmi=self.gmi, why=self._refusal(code, params))

    def _refusal(self, code: str, p: tuple[int, ...]) -> str:
        match code:
            case "no_claim":
                return self.tr("no claim is face up")
            case "frozen":
                return self.tr("its drill is frozen")
            case "no_layer":
                return self.tr("no layer lies below its drill")
            case "no_brine_reach":
                return self.tr("no brine is left at or above its drill")
            case "no_room":
                return self.tr("its warehouse holds {product} at most").format(product=self.product(p[0], p[1]))
            case "no_brine":
                return self.tr("it has no brine")
            case "stopped":
                return self.tr("its plant is stopped")
            case "no_damage_room":
                return self.tr("its plant has no room for {damage}").format(damage=self.counts.damage(p[0]))
            case "undamaged":
                return self.tr("nothing is damaged")
            case "all_closed":
                return self.tr("every corporation is closed")
            case "nothing_to_sell":
                return self.tr("it has neither lithium nor geothermal energy")
            case "no_contract":
                return self.tr("no contract is face up")
            case "missing_products":
                return self.tr("it lacks products for each contract on offer")
            case "cost":
                return self.tr("that costs {needed} and it has {held}").format(
                    needed=self.money(p[0]), held=self.money(p[1])
                )
            case "no_slot":
                return self.tr("no research slot is free")
            case "no_permanent_research":
                return self.tr("no permanent research card is face up")
            case "no_share":
                return self.tr("no share is open to it")
        raise KeyError(code)

    def _decided(self, code: str, p: tuple[int, ...]) -> str:
        """GMI-21: what decided among targets; the codes of `gmi.turn`."""
        match code:
            case "lowest_claim":
                return self.tr("{gmi} takes the lowest claim.").format(gmi=self.gmi)
            case "most_product":
                other = tb.GEOTHERMAL if p[0] == tb.LITHIUM else tb.LITHIUM
                return self.tr("{gmi} sells {product}, the one it has more of: {more} against {less}.").format(
                    gmi=self.gmi,
                    product=self.product_name(p[0]),
                    more=self.product(p[0], p[1]),
                    less=self.product(other, p[2]),
                )
            case "tie_product":
                return self.tr("{gmi} sells {product} first: it has {n} of each product.").format(
                    gmi=self.gmi, product=self.product_name(p[0]), n=p[1]
                )
            case "best_fee":
                return self.tr("{gmi} picks {corporation}, which pays most: {money}.").format(
                    gmi=self.gmi, corporation=self.corporation(p[0]), money=self.money(p[1])
                )
            case "tie_fee_asset":
                return self.tr(
                    "{gmi} picks {corporation}: of those that pay {money}, its assets are the least advanced."
                ).format(gmi=self.gmi, corporation=self.corporation(p[0]), money=self.money(p[1]))
            case "tie_fee_order":
                return self.tr(
                    "{gmi} picks {corporation}: others pay {money} with equal assets, and it comes first in order."
                ).format(gmi=self.gmi, corporation=self.corporation(p[0]), money=self.money(p[1]))
            case "best_tile":
                return self.tr("{gmi} takes the tile that prints the most VP, {vp}.").format(
                    gmi=self.gmi, vp=self.counts.vp(p[1])
                )
            case "tie_tile_top":
                return self.tr("{gmi} takes the first of the tiles that print {vp}.").format(
                    gmi=self.gmi, vp=self.counts.vp(p[1])
                )
            case "top_tile":
                return self.tr("{gmi} takes the top tile: none prints VP.").format(gmi=self.gmi)
            case "best_contract":
                text = self.tr("{gmi} picks the {contract}: of those it can execute, it gives the most VP, {vp}.")
            case "tie_contract_order":
                text = self.tr("{gmi} picks the {contract}: others give {vp}, too, and it comes first in order.")
            case "tie_contract_right":
                text = self.tr(
                    "{gmi} picks the {contract}: of those of its corporation that give {vp}, it is the rightmost."
                )
            case "best_research":
                return self.tr("{gmi} picks the permanent card with the most VP, {vp}.").format(
                    gmi=self.gmi, vp=self.counts.vp(p[1])
                )
            case "tie_research_right":
                return self.tr("{gmi} picks the rightmost of the permanent cards with {vp}.").format(
                    gmi=self.gmi, vp=self.counts.vp(p[1])
                )
            case "best_share":
                return self.tr(
                    "{gmi} picks {corporation}: of the shares open to it, these are worth most, {vp} each."
                ).format(gmi=self.gmi, corporation=self.corporation(p[0]), vp=self.counts.vp(p[1]))
            case "tie_share_order":
                return self.tr(
                    "{gmi} picks {corporation}: other shares are worth {vp}, too, and it comes first in order."
                ).format(gmi=self.gmi, corporation=self.corporation(p[0]), vp=self.counts.vp(p[1]))
            case _:
                raise KeyError(code)
        return text.format(gmi=self.gmi, contract=self.contract_title(p[0]), vp=self.counts.vp(p[1]))

    def gmi_headline(self, events: Iterable[ev.Event]) -> str:
        """What GMI did in the turn of these events, in a few words for the bar's title: "GMI drills"."""
        kind = next((event.kind for event in events if isinstance(event, ev.GmiActed)), -1)
        match kind:
            case tb.LICENCE:
                text = self.tr("{gmi} takes a claim")
            case tb.DRILL:
                text = self.tr("{gmi} drills")
            case tb.EXTRACT:
                text = self.tr("{gmi} extracts brine")
            case tb.PROCESS:
                text = self.tr("{gmi} processes brine")
            case tb.REPAIR:
                text = self.tr("{gmi} repairs")
            case tb.SELL:
                text = self.tr("{gmi} sells")
            case tb.EXECUTE:
                text = self.tr("{gmi} executes a contract")
            case tb.DEVELOP:
                text = self.tr("{gmi} develops its plan")
            case tb.RESEARCH:
                text = self.tr("{gmi} takes a research card")
            case tb.SHARES:
                text = self.tr("{gmi} takes a share")
            case _:
                text = self.tr("{gmi} passes")
        return text.format(gmi=self.gmi)

    def end_reason(self, code: int | str) -> str:
        """Why the game ended: an END_* number or its name ("claims", "closed")."""
        name = END_NAMES[code] if isinstance(code, int) else code
        if name == END_NAMES[END_CLAIMS]:
            return self.tr("The claim deck was empty when a claim should have been revealed.")
        if name == END_NAMES[END_CLOSED]:
            return self.tr("Two corporations were closed.")
        return self.tr("The game goes on.")

    # ------------------------------------------------------------ lines

    def entry(self, entry: LogEntry, viewer: int | None) -> list[tuple[str, str]]:
        """(icon, sentence) for each line of one command in the log; empty for commands that only prepare something."""
        return [(line.icon, line.sentence) for line in self.lines(entry.events, viewer)]

    def gmi_trace(self, events: Sequence[ev.Event]) -> list[TraceLine]:
        """GMI's turn among `events`, line by line as in the log: crosses, the tick, what decided, what followed."""
        start = next((i for i, event in enumerate(events) if isinstance(event, ev.GmiCardTurned)), len(events))
        end = next((i for i in range(start, len(events)) if isinstance(events[i], ev.TurnEnded)), len(events))
        return self.lines(events[start:end], None)

    def lines(self, events: Iterable[ev.Event], viewer: int | None) -> list[TraceLine]:
        """The lines of some events in order. Consequences join the line of their cause; no amount is lost."""
        drafts: list[_Draft] = []
        paid: ev.Paid | None = None
        leaving: list[str] = []
        revealed: list[str] = []
        for event in events:
            if viewer is not None:
                event = public_event(event, viewer, self.gmi_seat)
            if isinstance(event, ev.Paid):
                if paid is not None:
                    drafts.append(self._draft(paid))
                paid = event
                continue
            if isinstance(event, ev.MarketDiscarded):
                leaving.append(self.market_card(event.row, event.card))
                continue
            if isinstance(event, ev.MarketRevealed):
                revealed.append(self.market_cards(event.row, event.cards))
                continue
            if leaving or revealed:
                drafts.extend(self._market(leaving, revealed))
                leaving, revealed = [], []
            tail = self._tail(event)
            if paid is not None and (tail is not None or getattr(event, "seat", -1) != paid.seat):
                drafts.append(self._draft(paid))
                paid = None
            if tail is not None and drafts and self._joins(drafts[-1], event):
                if tail:
                    drafts[-1].tails.append(tail)
                continue
            if self._same_extraction(drafts, event):
                drafts[-1].count += 1
                continue
            if self._sentence(event) is None:
                continue
            draft = self._draft(event)
            if paid is not None:
                stated = isinstance(event, (ev.ClaimTaken, ev.ResearchTaken)) and event.price == paid.due
                draft.text = self.sentences(draft.text, self._paid_clause(paid, stated))
                paid = None
            drafts.append(draft)
        if paid is not None:
            drafts.append(self._draft(paid))
        drafts.extend(self._market(leaving, revealed))
        return [self._finished(draft) for draft in drafts]

    def _draft(self, event: ev.Event) -> _Draft:
        mark = NOTE
        actor = getattr(event, "seat", -1)
        if isinstance(event, (ev.GmiRefused, ev.GmiPassed)):
            mark = CROSS
        elif isinstance(event, (ev.GmiActed, ev.GmiDecided)):
            mark = TICK
        draft = _Draft(mark, self.event_icon(event) or "log", self._sentence(event) or "", actor)
        if isinstance(event, ev.BrineExtracted):
            draft.run = event
        return draft

    def _same_extraction(self, drafts: list[_Draft], event: ev.Event) -> bool:
        """Whether the last line is about the same extraction. Events are tuples: equal ones may differ in type."""
        if not drafts or not isinstance(event, ev.BrineExtracted):
            return False
        return drafts[-1].run == event and not drafts[-1].tails

    def _market(self, leaving: list[str], revealed: list[str]) -> list[_Draft]:
        drafts = []
        if leaving:
            text = self.tr("Leaving the market: {cards}.").format(cards=self.listed(leaving))
            drafts.append(_Draft(NOTE, _ICONS[ev.MarketDiscarded], text, -1))
        if revealed:
            text = self.tr("New in the market: {cards}.").format(
                cards=self.tr("; ", "between market rows").join(revealed)
            )
            drafts.append(_Draft(NOTE, _ICONS[ev.MarketRevealed], text, -1))
        return drafts

    def _joins(self, draft: _Draft, event: ev.Event) -> bool:
        """Whether a consequence belongs to the line: the same company's, or a corporation's in some company's sale."""
        if draft.actor < 0:
            return False
        actor: int = getattr(event, "seat", draft.actor)
        return actor == draft.actor

    def _tail(self, event: ev.Event) -> str | None:
        """A consequence in few words, to be added to the line of its cause; "" adds nothing; None: no consequence."""
        n = self.counts
        match event:
            case ev.ClaimExhausted():
                return self.tr("the claim is exhausted")
            case ev.VpGained():
                return self.tr("+{what}").format(what=n.vp(event.vp))
            case ev.Developed():
                return self.tr("plan step {n}").format(n=event.position)
            case ev.WarehouseOpened():
                return self.tr("warehouse for {n} of each").format(n=self.tables.capacity[event.number])
            case ev.EngineerHired():
                return self.tr("engineer {n} hired").format(n=event.hired)
            case ev.GmiCardAdded():
                return self.tr("an advanced card joins its row")
            case ev.DrillFrozen():
                return self.tr("the drill is frozen")
            case ev.PlantDamaged():
                return self.tr("{damage} to the plant").format(damage=n.damage(event.points))
            case ev.AssetRaised():
                return self.tr("{corporation} rises: {value}").format(
                    corporation=self.corporation(event.corporation), value=self._share_value(event.position)
                )
            case ev.FeesChanged():
                return self.tr("new fees: {fees}").format(fees=self.fee_words(event.fee))
            case ev.CorporationClosed():
                return self.tr("{corporation} closes").format(corporation=self.corporation(event.corporation))
            case ev.BlindDrawn():
                if min(event.cards_hidden, default=-1) < 0:
                    return ""
                return self.tr("drawn blind: {cards}").format(cards=self.cards(event.cards_hidden))
        return None

    def _finished(self, draft: _Draft) -> TraceLine:
        text = draft.text
        if draft.run is not None and draft.count > 1:
            text = self._extracted(draft.run.seat, draft.count)
        if draft.tails:
            text = self.sentences(text, self.stop(self.tr("; ", "between consequences").join(draft.tails)))
        return TraceLine(draft.mark, draft.icon, text)
