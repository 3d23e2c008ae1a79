"""Legal actions: dispatch from the choice on top to the rules that list its answers.

Every list is sorted by `actions.rank`, without doubles, and empty only when the game is over. A first step is offered
only if the whole action can be finished (TRN-4), so there are no dead ends.
"""

from __future__ import annotations

from collections.abc import Callable

from saltonsea_desktop.games.saltonsea.actions import (
    END_TURN,
    EXECUTE_ACTION,
    RESEARCH_ACTION,
    TILE,
    TURN_GMI_CARD,
    Action,
)
from saltonsea_desktop.games.saltonsea.choices import (
    CHOICE_TYPES,
    BenefitChoice,
    ClaimChoice,
    CollectChoice,
    ContractChoice,
    CopyChoice,
    DrillChoice,
    DrillModeChoice,
    EndTurnChoice,
    ExtractChoice,
    GmiChoice,
    MoveSharesChoice,
    OptimiseChoice,
    PaymentChoice,
    ProcessChoice,
    RepairChoice,
    RepeatChoice,
    ResearchChoice,
    SellChoice,
    SellUnitsChoice,
    SharesChoice,
    TileChoice,
    TurnChoice,
)
from saltonsea_desktop.games.saltonsea.components.tables import MOD_PROCESS_DISCOUNT
from saltonsea_desktop.games.saltonsea.rules import commercial, industrial, management, money
from saltonsea_desktop.games.saltonsea.rules.needs import bases, judge, need_from, spread
from saltonsea_desktop.games.saltonsea.rules.plan import TurnPlan, turn_plan
from saltonsea_desktop.games.saltonsea.state import Company, State


def _legal_turn(s: State, f: TurnChoice) -> list[Action]:
    """TRN-1 to TRN-7: free spaces, hand cards, immediate research, contracts, then tiles."""
    seat, tile = f
    c, t = s.companies[seat], s.tables
    cash = c.cash
    judged = judge(s, c)
    flags, fit, licence, repair, develop, research, share = judged
    plan: TurnPlan = t.memory.plan or turn_plan(t)
    low, last, masks = plan.unpriced[flags]
    mask, slack = 0, cash - low
    if slack >= 0:
        mask = masks[slack if slack < last else last]
    low, last, masks = plan.licence  # the five rungs are written out: a loop makes the list a fifth slower
    slack = cash - licence - low
    if slack >= 0:
        mask |= masks[slack if slack < last else last]
    if fit:
        low, last, masks = plan.process[fit]
        slack = cash + c.mods[MOD_PROCESS_DISCOUNT] - low
        if slack >= 0:
            mask |= masks[slack if slack < last else last]
    low, last, masks = plan.repair
    slack = cash - repair - low
    if slack >= 0:
        mask |= masks[slack if slack < last else last]
    low, last, masks = plan.develop
    slack = cash - develop - low
    if slack >= 0:
        mask |= masks[slack if slack < last else last]
    low, last, masks = plan.research
    slack = cash - research - low
    if slack >= 0:
        mask |= masks[slack if slack < last else last]
    low, last, masks = plan.shares
    slack = cash - share - low
    if slack >= 0:
        mask |= masks[slack if slack < last else last]
    blocked = c.spaces
    x = int.from_bytes(bytes(c.hand), "little")  # `hand_mask`, written out
    x |= x >> 4
    x |= x >> 2
    free = plan.space_bits & ~blocked | ((x | x >> 1) & plan.bytes_one) << plan.first
    if mask & blocked & t.repeatable:
        for effect, bit in plan.repeats:
            if free & bit and need_from(s, seat, c, spread(judged), t.effects[effect]) <= cash:
                mask |= bit
    mask &= free
    for card, bit in plan.odd:
        if free & bit and need_from(s, seat, c, spread(judged), t.type_effect[card]) <= cash - t.type_value[card]:
            mask |= bit
    out = plan.turn_actions(mask)
    if c.research:
        for card in sorted(c.research):
            record = t.research[card]
            if (
                not record.permanent
                and card not in c.used_research
                and need_from(s, seat, c, spread(judged), t.effects[record.effect]) <= cash
            ):
                out.append(RESEARCH_ACTION[card])
    contracts = c.contracts
    if max(contracts) >= 0:
        for card in sorted(contracts):
            if (
                card >= 0
                and not c.executed >> contracts.index(card) & 1
                and commercial.can_execute(c, t.contracts[card])
            ):
                out.append(EXECUTE_ACTION[card])
    if tile and c.tiles:
        out.extend(_legal_tiles(s, seat, c, spread(judged)))
    return out


def _legal_tiles(s: State, seat: int, c: Company, base: list[int]) -> list[Action]:
    """PRF-1, PRF-4."""
    t = s.tables
    return [
        TILE[tile] for tile in sorted(c.tiles) if need_from(s, seat, c, base, t.effects[t.tiles[tile].effect]) <= c.cash
    ]


def _legal_end_turn(s: State, f: EndTurnChoice) -> list[Action]:
    c = s.companies[f.seat]
    if f.tile and c.tiles:
        return [*_legal_tiles(s, f.seat, c, bases(s, c)), END_TURN]
    return [END_TURN]


def _legal_gmi(s: State, f: GmiChoice) -> list[Action]:
    return [TURN_GMI_CARD]


_LEGAL: dict[type, Callable[..., list[Action]]] = {
    TurnChoice: _legal_turn,
    EndTurnChoice: _legal_end_turn,
    GmiChoice: _legal_gmi,
    ClaimChoice: industrial.legal_claim,
    DrillModeChoice: industrial.legal_drill_mode,
    DrillChoice: industrial.legal_drill,
    ExtractChoice: industrial.legal_extract,
    ProcessChoice: industrial.legal_process,
    OptimiseChoice: industrial.legal_optimise,
    RepairChoice: industrial.legal_repair,
    SellChoice: commercial.legal_sell,
    SellUnitsChoice: commercial.legal_sell_units,
    ContractChoice: commercial.legal_contract,
    ResearchChoice: management.legal_research,
    SharesChoice: management.legal_shares,
    MoveSharesChoice: management.legal_move_shares,
    TileChoice: management.legal_tile,
    RepeatChoice: management.legal_repeat,
    CopyChoice: management.legal_copy,
    BenefitChoice: commercial.legal_benefit,
    PaymentChoice: money.legal_payment,
    CollectChoice: money.legal_collect,
}
assert set(_LEGAL) == set(CHOICE_TYPES)


def legal_actions(s: State) -> list[Action]:
    """All legal actions, sorted, unique; empty only when the game is over."""
    if not s.stack:
        return []
    top = s.stack[-1]
    return _LEGAL[top.__class__](s, top)
