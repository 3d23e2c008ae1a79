"""Why not: the reason an action is not offered now, as a code with parameters. The UI turns codes into sentences.

| code | parameters | meaning |
|---|---|---|
| not_now | | the game waits for another decision |
| not_your_turn | seat | another seat is asked |
| over | | the game is over |
| blocked | | an engineer of this round stands there (TRN-3) |
| cost | needed, held | the payment is out of reach (TRN-4, CRD-16) |
| not_in_hand | | no usable card of this type |
| fresh_card | | collected this turn, usable next turn (CRD-11) |
| in_play | | played as a Prompt action this round (CRD-2) |
| no_claim | | no face-up claim (LIC-4) |
| not_on_board | | that claim, contract or card is not face up |
| frozen | | drill damage on a freezing space (DRL-4) |
| no_layer | | the drill is on the last layer of the well (DRL-1) |
| no_brine_reach | | no unextracted brine at or above the drill (EXT-1) |
| no_room | product, capacity | the warehouse is full for this product (EXT-2, PRC-5) |
| no_brine | | no brine in the warehouse |
| stopped | | plant damage on a stopping space (PRC-2) |
| no_damage_room | points | the damage does not fit the track (PRC-4, PRC-6) |
| undamaged | | nothing to repair (REP-2) |
| nothing_to_sell | | the warehouse is empty (SEL-1) |
| closed | corporation | closed (SEL-4) |
| all_closed | | every corporation is closed |
| no_contract | | no face-up contract (CON-4) |
| no_contract_space | | every contract space is occupied (CON-1, CON-4) |
| missing_products | brine, geothermal, lithium | what is lacking (EXE-1) |
| executed | | executed this round already (EXE-3) |
| not_owned | | not on the own board |
| permanent | | a permanent card is no action space (RES-3) |
| used | | used already (RES-4, PRF-2) |
| no_research | | no face-up research card |
| no_permanent_research | | no face-up permanent research card (GMI-27) |
| no_slot | | no free open research slot (RES-1, RES-8) |
| no_share | | no share of any corporation is open (SHR-3, SHR-6) |
| section | corporation, section | the asset indicator has not reached the section (SHR-3) |
| track_end | corporation | the token is on the last space (SHR-6) |
| one_corporation | | this action buys shares of one corporation (SHR-1) |
| strength | most | no more units in this action (TRN-8) |
| one_tile | | one tile a turn (PRF-2) |
| nothing_to_repeat | | no blocked own space can be repeated (RPT-1, RPT-3) |
| nothing_to_copy | | no other company did an action that can be copied (CPY-1, CPY-3) |
| superfluous | value | the payment would hold a superfluous card (CRD-4) |
| reserve | reserve | what remains could not pay the repeated action (RPT-3) |
| sum | left | the rest of the sum could not be made (CRD-14) |
| empty_pile | value | the discard pile is empty |
| taken | | that place is empty or already chosen |
| not_started | | at least one unit is needed before |
| not_covered | left | the payment or mix is not complete |
"""

from __future__ import annotations

from typing import NamedTuple

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea import choices as ch
from saltonsea_desktop.games.saltonsea.components.tables import (
    BRINE,
    CONTRACT,
    CONVERT,
    COPY,
    DRILL,
    EXTRACT,
    GEOTHERMAL,
    LICENCE,
    LITHIUM,
    MOD_PROCESS,
    NEVER,
    PROCESS,
    REPAIR,
    REPEAT,
    RESEARCH,
    SELL,
    SHARES,
    VALUES,
    Effect,
)
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.rules import commercial, industrial, management, money, needs
from saltonsea_desktop.games.saltonsea.state import Company, State


class Reason(NamedTuple):
    """A code of the table above with its integer parameters."""

    code: str
    params: tuple[int, ...] = ()


CODES: frozenset[str] = frozenset(
    line.split("|")[1].strip()
    for line in (__doc__ or "").splitlines()
    if line.startswith("| ") and not line.startswith("| code")
)


def why_not(s: State, action: a.Action) -> Reason | None:
    """None if `action` is legal now, else why it is not offered. `action` may name any space, card, claim or tile."""
    if action in legal_actions(s):
        return None
    if not s.stack:
        return Reason("over")
    return _explain(s, s.stack[-1], action)


def _explain(s: State, top: ch.Frame, action: a.Action) -> Reason:
    seat = top.seat
    c, t = s.companies[seat], s.tables
    if isinstance(top, (ch.TurnChoice, ch.EndTurnChoice)):
        return _explain_turn(s, top, action)
    if isinstance(top, ch.ClaimChoice) and isinstance(action, a.TakeClaim):
        if action.claim not in s.claims:
            return Reason("not_on_board")
        price = industrial.claim_price(s, seat, t.effects[top.effect], s.claims.index(action.claim))
        return Reason("cost", (price, c.cash))
    if isinstance(top, ch.ContractChoice) and isinstance(action, a.TakeContract):
        return Reason("not_on_board")
    if isinstance(top, ch.ResearchChoice) and isinstance(action, a.TakeResearch):
        if action.research not in s.research_row:
            return Reason("not_on_board")
        return Reason("cost", (management.research_price(s, c, t.effects[top.effect], action.research), c.cash))
    if isinstance(top, ch.SellChoice) and isinstance(action, a.SellTo):
        return Reason("closed", (action.corporation,))
    if isinstance(top, ch.SellUnitsChoice) and isinstance(action, a.SellUnit):
        return Reason("missing_products", tuple(int(p == action.product) for p in range(3)))
    if isinstance(top, ch.ProcessChoice) and isinstance(action, a.ProcessUnit):
        return _explain_process(s, c, top, action.product)
    if isinstance(top, ch.OptimiseChoice) and isinstance(action, a.Optimise) and action.product != BRINE:
        made = top.lithium if action.product == LITHIUM else top.geothermal
        capacity = t.capacity[c.warehouses]
        if c.goods[action.product] + made >= capacity:
            return Reason("no_room", (action.product, capacity))
        return Reason("no_damage_room", (industrial.optimise_damage(s, c, action.product),))
    if isinstance(top, ch.RepairChoice) and isinstance(action, a.RepairPoint):
        e = t.effects[top.effect]
        points = top.drill + top.plant
        if points >= e.strength:
            return Reason("strength", (e.strength,))
        if (c.plant_damage - top.plant if action.machine else c.drill_damage - top.drill) <= 0:
            return Reason("undamaged")
        return Reason("cost", (industrial.repair_price(s, c, e, points + 1), c.cash))
    if isinstance(top, ch.SharesChoice) and isinstance(action, a.BuyShare):
        return _explain_share(s, c, top, action.corporation)
    if isinstance(top, ch.RepeatChoice) and isinstance(action, a.RepeatSpace):
        return _explain_repeat(s, seat, top.effect, action.space)
    if isinstance(top, ch.CopyChoice) and isinstance(action, a.CopyEffect):
        if action.effect not in needs.copyable_candidates(s, seat):
            return Reason("nothing_to_copy")
        return why_not_effect(s, seat, t.effects[action.effect], c.cash) or Reason("not_now")
    if isinstance(top, ch.PaymentChoice):
        return _explain_payment(s, c, top, action)
    if isinstance(top, ch.CollectChoice):
        return _explain_collect(s, top, action)
    if isinstance(action, a.Done):
        return Reason("not_started")
    return Reason("not_now")


def _explain_turn(s: State, top: ch.TurnChoice | ch.EndTurnChoice, action: a.Action) -> Reason:
    seat = top.seat
    c, t = s.companies[seat], s.tables
    if isinstance(action, a.UseTile):
        if action.tile in c.used_tiles:
            return Reason("used")
        if action.tile not in c.tiles:
            return Reason("not_owned")
        if not top.tile:
            return Reason("one_tile")
        return why_not_effect(s, seat, t.effects[t.tiles[action.tile].effect], c.cash) or Reason("not_now")
    if isinstance(top, ch.EndTurnChoice):
        return Reason("not_now")
    if isinstance(action, a.PlaceEngineer) and action.space < len(t.spaces):
        if c.spaces >> action.space & 1:
            return Reason("blocked")
        return why_not_effect(s, seat, t.effects[t.spaces[action.space].effect], c.cash) or Reason("not_now")
    if isinstance(action, a.PlayPrompt) and action.card < len(t.types):
        if not c.hand[action.card]:
            if action.card in c.table:
                return Reason("in_play")
            return Reason("fresh_card") if action.card in c.fresh else Reason("not_in_hand")
        left = c.cash - t.type_value[action.card]
        return why_not_effect(s, seat, t.type_effect[action.card], left) or Reason("not_now")
    if isinstance(action, a.UseResearch):
        if action.research in c.used_research or action.research in c.kept_research:
            return Reason("used")
        if action.research not in c.research:
            return Reason("not_owned")
        record = t.research[action.research]
        if record.permanent:
            return Reason("permanent")
        return why_not_effect(s, seat, t.effects[record.effect], c.cash) or Reason("not_now")
    if isinstance(action, a.ExecuteContract):
        if action.contract in c.kept_contracts:
            return Reason("executed")
        if action.contract not in c.contracts:
            return Reason("not_owned")
        if c.executed >> c.contracts.index(action.contract) & 1:
            return Reason("executed")
        lacking = commercial.contract_needs(c, t.contracts[action.contract])
        return Reason("missing_products", tuple(max(0, n - have) for n, have in zip(lacking, c.goods, strict=True)))
    return Reason("not_now")


def why_not_effect(s: State, seat: int, e: Effect, cash: int) -> Reason | None:
    """Why the action `e` cannot be done now with `cash` to pay, or None (TRN-4)."""
    c, t = s.companies[seat], s.tables
    kind = e.kind
    capacity = t.capacity[c.warehouses]
    if kind == LICENCE and max(s.claims) < 0:
        return Reason("no_claim")
    if kind == DRILL:
        if t.drill_frozen[c.drill_damage]:
            return Reason("frozen")
        if c.layer >= len(c.well_rocks):
            return Reason("no_layer")
    if kind == EXTRACT:
        if industrial.in_reach(c) <= 0:
            return Reason("no_brine_reach")
        if c.goods[BRINE] >= capacity:
            return Reason("no_room", (BRINE, capacity))
    if kind in (PROCESS, CONVERT):
        if c.goods[BRINE] < max(1, e.brine):
            return Reason("no_brine")
        if t.plant_stopped[c.plant_damage]:
            return Reason("stopped")
        if kind == PROCESS and not industrial.process_fit(s, c):
            return Reason("no_room", (LITHIUM, capacity))
        if kind == CONVERT:
            if c.goods[e.product] + e.units > capacity:
                return Reason("no_room", (e.product, capacity))
            if c.plant_damage + e.damage >= len(t.plant_vp):
                return Reason("no_damage_room", (e.damage,))
    if kind == REPAIR and not (c.drill_damage or c.plant_damage):
        return Reason("undamaged")
    if kind == SELL:
        if s.closed_count == len(t.corporations):
            return Reason("all_closed")
        if not any(c.goods):
            return Reason("nothing_to_sell")
    if kind == CONTRACT:
        if -1 not in c.contracts:
            return Reason("no_contract_space")
        if max(s.contract_row) < 0:
            return Reason("no_contract")
    if kind == RESEARCH:
        if len(c.research) >= t.slots[c.warehouses]:
            return Reason("no_slot")
        if max(s.research_row) < 0:
            return Reason("no_research")
    if kind == SHARES and needs.least_share(s, c) >= NEVER:
        return Reason("no_share")
    if kind == REPEAT and not needs.repeatable_spaces(s, seat, e.index):
        if c.spaces & t.repeatable and cash < e.cost:
            return Reason("cost", (e.cost, cash))
        return Reason("nothing_to_repeat")
    if kind == COPY and not needs.copyable_effects(s, seat):
        return Reason("nothing_to_copy")
    needed = max(0, needs.need(s, seat, e))
    return Reason("cost", (needed, cash)) if needed > cash else None


def _explain_process(s: State, c: Company, top: ch.ProcessChoice, product: int) -> Reason:
    t = s.tables
    e = t.effects[top.effect]
    done = top.lithium + top.geothermal
    most = e.strength + c.mods[MOD_PROCESS]
    capacity = t.capacity[c.warehouses]
    if done >= most:
        return Reason("strength", (most,))
    if done >= c.goods[BRINE]:
        return Reason("no_brine")
    if product not in (GEOTHERMAL, LITHIUM):
        return Reason("not_now")
    made = top.lithium if product == LITHIUM else top.geothermal
    if c.goods[product] + made >= capacity:
        return Reason("no_room", (product, capacity))
    is_lithium = product == LITHIUM
    price = industrial.process_price(c, e, top.lithium + is_lithium, top.geothermal + (not is_lithium))
    return Reason("cost", (price, c.cash))


def _explain_share(s: State, c: Company, top: ch.SharesChoice, corporation: int) -> Reason:
    t = s.tables
    e = t.effects[top.effect]
    counts = [top.red, top.orange, top.blue]
    if sum(counts) >= e.strength:
        return Reason("strength", (e.strength,))
    position = c.shares[corporation] + counts[corporation] + 1
    if position >= len(t.share_section):
        return Reason("track_end", (corporation,))
    if position > t.share_limit[s.assets[corporation]]:
        return Reason("section", (corporation, t.share_section[position]))
    if sum(counts) and not counts[corporation]:
        return Reason("one_corporation")
    counts[corporation] += 1
    return Reason("cost", (management.shares_price(s, c, e, *counts), c.cash))


def _explain_repeat(s: State, seat: int, effect: int, space: int) -> Reason:
    c, t = s.companies[seat], s.tables
    if space >= len(t.spaces) or not (c.spaces & t.repeatable) >> space & 1:
        return Reason("nothing_to_repeat")
    target = t.effects[t.spaces[space].effect]
    cost = t.effects[effect].cost
    reason = why_not_effect(s, seat, target, c.cash - cost)
    return reason or Reason("reserve", (max(0, needs.need(s, seat, target)),))


def _explain_payment(s: State, c: Company, top: ch.PaymentChoice, action: a.Action) -> Reason:
    t = s.tables
    total = sum(t.type_value[card] for card in top.paid)
    if isinstance(action, a.Confirm):
        return Reason("not_covered", (top.due - total,))
    if not isinstance(action, a.PayCard) or action.card >= len(t.types):
        return Reason("not_now")
    card = action.card
    if c.hand[card] <= top.paid.count(card):
        if card in c.fresh:
            return Reason("fresh_card")
        return Reason("in_play") if card in c.table else Reason("not_in_hand")
    value = t.type_value[card]
    if top.reserve and total < top.due:
        rows = [t.type_value[x] >> 1 for x in top.paid]
        mask = money.pay_mask(c, top.due, 0, (rows.count(0), rows.count(1), rows.count(2)))
        if mask >> (value >> 1) & 1:
            return Reason("reserve", (top.reserve,))
    return Reason("superfluous", (value,))


def _explain_collect(s: State, top: ch.CollectChoice, action: a.Action) -> Reason:
    left = top.target - top.total
    if isinstance(action, a.Confirm):
        return Reason("not_covered", (left,))
    if isinstance(action, a.CollectFace):
        row, place = action.row, action.place
        if place >= len(s.rows[row]) or s.rows[row][place] < 0 or top.faces[row] >> place & 1:
            return Reason("taken")
        return Reason("sum", (left,))
    if isinstance(action, a.CollectBlind):
        if top.blinds[action.row] >= len(s.discards[action.row]):
            return Reason("empty_pile", (VALUES[action.row],))
        return Reason("sum", (left,))
    return Reason("not_now")


__all__ = ["CODES", "Reason", "why_not", "why_not_effect"]
