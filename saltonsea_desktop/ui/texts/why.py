"""Why not: the codes of `reasons`, of undo barriers, and the rule behind each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from saltonsea_desktop.games.saltonsea.components import tables as tb
from saltonsea_desktop.ui.texts.cards import Cards

if TYPE_CHECKING:
    from saltonsea_desktop.games.saltonsea.reasons import Reason

_RULES: dict[str, str] = {
    "not_now": "TRN-9", "not_your_turn": "TRN-1", "over": "END-1", "blocked": "TRN-3", "cost": "TRN-4",
    "not_in_hand": "CRD-1", "fresh_card": "CRD-11", "in_play": "CRD-2", "no_claim": "LIC-4", "not_on_board": "CRD-10",
    "frozen": "DRL-4", "no_layer": "DRL-1", "no_brine_reach": "EXT-1", "no_room": "EXT-2", "no_brine": "PRC-1",
    "stopped": "PRC-2", "no_damage_room": "PRC-4", "undamaged": "REP-2", "nothing_to_sell": "SEL-1",
    "closed": "SEL-4", "all_closed": "SEL-4", "no_contract": "CON-4", "no_contract_space": "CON-4",
    "missing_products": "EXE-1", "executed": "EXE-3", "not_owned": "TRN-2", "permanent": "RES-3", "used": "RES-4",
    "no_research": "RES-1", "no_slot": "RES-1", "no_share": "SHR-3", "section": "SHR-3", "track_end": "SHR-6",
    "one_corporation": "SHR-1", "strength": "TRN-8", "one_tile": "PRF-2", "nothing_to_repeat": "RPT-1",
    "nothing_to_copy": "CPY-1", "superfluous": "CRD-4", "reserve": "RPT-3", "sum": "CRD-14", "empty_pile": "CRD-8",
    "taken": "CRD-10", "not_started": "TRN-4", "not_covered": "CRD-3", "no_permanent_research": "GMI-27",
}  # fmt: skip


class Why(Cards):
    """Reasons speak to the player who asks ("you"); all are sentences."""

    def reason(self, reason: Reason) -> str:
        """Why an action is not possible now, and what would make it possible where that is simple."""
        p = reason.params
        match reason.code:
            case "not_now":
                return self.tr("Not now: the game waits for another decision.")
            case "not_your_turn":
                return self.tr("It is the turn of {seat}.").format(seat=self.seat(p[0]))
            case "over":
                return self.tr("The game is over.")
            case "blocked":
                return self.tr("An engineer of this round already stands there.")
            case "cost":
                if p[0] >= tb.NEVER:
                    return self.tr("This cannot be done now.")
                return self.tr("Needs {needed}, you can pay {held}.").format(
                    needed=self.money(p[0]), held=self.money(max(0, p[1]))
                )
            case "not_in_hand":
                return self.tr("You have no such card in hand.")
            case "fresh_card":
                return self.tr("Collected this turn: usable from your next turn on.")
            case "in_play":
                return self.tr("In play as a Prompt action: back in your hand at the end of the round.")
            case "no_claim":
                return self.tr("No claim is face up.")
            case "not_on_board":
                return self.tr("This card is not face up.")
            case "frozen":
                return self.tr("Frozen: repair the drill first.")
            case "no_layer":
                return self.tr("No layer lies below: acquire a claim first.")
            case "no_brine_reach":
                return self.tr("No brine is left at or above the drill: drill deeper first.")
            case "no_room":
                return self.tr("No room: the warehouse holds {product} at most.").format(
                    product=self.product(p[0], p[1])
                )
            case "no_brine":
                return self.tr("Not enough brine in the warehouse: extract some first.")
            case "stopped":
                return self.tr("The plant is stopped: repair it first.")
            case "no_damage_room":
                return self.counts.damage_does_not_fit(p[0])
            case "undamaged":
                return self.tr("Nothing is damaged here.")
            case "nothing_to_sell":
                return self.tr("Nothing to sell: the warehouse is empty.")
            case "closed":
                return self.tr("{corporation} is closed: nobody can sell to it.").format(
                    corporation=self.corporation(p[0])
                )
            case "all_closed":
                return self.tr("Every corporation is closed.")
            case "no_contract":
                return self.tr("No contract is face up.")
            case "no_contract_space":
                return self.tr("Every contract place is full: an executed contract leaves at the end of the round.")
            case "missing_products":
                return self.tr("Missing: {products}.").format(
                    products=self.products(p) or self.tr("the products of a contract")
                )
            case "executed":
                return self.tr("This contract has been executed already.")
            case "not_owned":
                return self.tr("This is not on your board.")
            case "permanent":
                return self.tr("A permanent card works by itself; no engineer stands on it.")
            case "used":
                return self.tr("Used already: it works only once.")
            case "no_research":
                return self.tr("No research card is face up.")
            case "no_permanent_research":
                return self.tr("No permanent research card is face up.")
            case "no_slot":
                return self.tr("No research slot is free: a warehouse tile of the plan opens the next one.")
            case "no_share":
                return self.tr("No share is open to you: assets rise with each sale.")
            case "section":
                return self.tr(
                    "Section {section} of the {corporation} shares is locked: sales to {corporation} open it."
                ).format(section=p[1], corporation=self.corporation(p[0]))
            case "track_end":
                return self.tr("You hold every {corporation} share that the track has.").format(
                    corporation=self.corporation(p[0])
                )
            case "one_corporation":
                return self.tr("This action buys the shares of one corporation.")
            case "strength":
                return self.tr("No more in this action: it goes up to {most}.").format(most=p[0])
            case "one_tile":
                return self.tr("One tile a turn.")
            case "nothing_to_repeat":
                return self.tr("Nothing to repeat: it needs a space with your engineer whose action can be done again.")
            case "nothing_to_copy":
                return self.tr("Nothing to copy: it needs an action of another company that you could do, too.")
            case "superfluous":
                return self.tr("The {money} would be wasted: the others suffice.").format(money=self.money(p[0]))
            case "reserve":
                return self.tr("Keep {money} to pay the repeated action.").format(money=self.money(p[0]))
            case "sum":
                return self.tr("{money} are left to take, and this would not let it come out exactly.").format(
                    money=self.money(p[0])
                )
            case "empty_pile":
                return self.tr("The {money} discard pile is empty.").format(money=self.money(p[0]))
            case "taken":
                return self.tr("This card is taken already.")
            case "not_started":
                return self.tr("Do it at least once before you stop.")
            case "not_covered":
                return self.tr("{money} still missing.").format(money=self.money(p[0]))
        raise KeyError(reason.code)

    def reason_rule(self, code: str) -> str | None:
        """The rule id behind a reason code: "TRN-3"."""
        return _RULES.get(code)

    def undo_stop(self, code: str) -> str:
        """Why undo stops here: a code of `events.REVEALING` or random, hand_over, turn_ended, other_seat, start."""
        match code:
            case "claim_revealed":
                return self.tr("Undo stops here: a new claim was revealed.")
            case "fees_revealed":
                return self.tr("Undo stops here: new fees were revealed.")
            case "blind_cards":
                return self.tr("Undo stops here: blind cards were drawn.")
            case "financing":
                return self.tr("Undo stops here: a card was drawn from the deck.")
            case "gmi_card":
                return self.tr("Undo stops here: {gmi} has turned a card.").format(gmi=self.gmi)
            case "market_revealed":
                return self.tr("Undo stops here: new market cards were revealed.")
            case "random":
                return self.tr("Undo stops here: cards were shuffled.")
            case "hand_over":
                return self.tr("Undo stops here: the turn has passed to another company.")
            case "turn_ended":
                return self.tr("Undo stops here: you ended that turn.")
            case "other_seat":
                return self.tr("Undo stops here: the last move was another company's.")
            case "start":
                return self.tr("Nothing to undo: this is the start of the game.")
        raise KeyError(code)
