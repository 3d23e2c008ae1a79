"""Carrying actions out: `apply` (pure, copies once) and `advance` (in place, for search). Dispatch only."""

from __future__ import annotations

from collections.abc import Callable

from saltonsea_desktop.games.saltonsea import flow
from saltonsea_desktop.games.saltonsea.actions import (
    Action,
    ExecuteContract,
    PlaceEngineer,
    PlayPrompt,
    UseResearch,
    UseTile,
)
from saltonsea_desktop.games.saltonsea.choices import (
    CHOICE_TYPES,
    END_TURN_CHOICES,
    TASK_TYPES,
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
from saltonsea_desktop.games.saltonsea.events import (
    EngineerPlaced,
    Events,
    PromptPlayed,
    ResearchUsed,
    TileUsed,
    TurnEnded,
)
from saltonsea_desktop.games.saltonsea.gmi import turn as gmi
from saltonsea_desktop.games.saltonsea.rules import commercial, industrial, management, money
from saltonsea_desktop.games.saltonsea.state import State


def _resolve_turn(s: State, f: TurnChoice, action: Action, ev: Events | None) -> None:
    """TRN-1: one engineer leaves HR for the space, card or contract; the space's action begins."""
    seat, tile = f
    c, t = s.companies[seat], s.tables
    if isinstance(action, UseTile):
        s.stack.append(TurnChoice(seat, False))
        _use_tile(s, seat, action.tile, ev)
        return
    c.hr -= 1
    s.stack.append(END_TURN_CHOICES[seat][tile])
    if isinstance(action, PlaceEngineer):
        space = t.spaces[action.space]
        if space.unlimited:
            c.financed += 1
        else:
            c.spaces |= 1 << action.space  # TRN-3
        if ev is not None:
            ev.append(EngineerPlaced(seat, action.space))
        e = t.effects[space.effect]
        flow.START[e.kind](s, seat, e, ev)
    elif isinstance(action, PlayPrompt):
        card = action.card
        value = t.type_value[card]
        c.hand[card] -= 1  # CRD-2
        c.coins[value >> 1] -= 1
        c.cash -= value
        c.table += (card,)
        if ev is not None:
            ev.append(PromptPlayed(seat, card))
        flow.start_effect(s, seat, t.type_effect[card], ev)
    elif isinstance(action, UseResearch):
        c.used_research += (action.research,)
        if ev is not None:
            ev.append(ResearchUsed(seat, action.research))
        flow.start_effect(s, seat, t.effects[t.research[action.research].effect], ev)
    else:
        assert isinstance(action, ExecuteContract)
        commercial.execute(s, seat, action.contract, ev)


def _use_tile(s: State, seat: int, tile: int, ev: Events | None) -> None:
    """PRF-1, PRF-2."""
    c, t = s.companies[seat], s.tables
    c.tiles = tuple(x for x in c.tiles if x != tile)
    c.used_tiles += (tile,)
    if ev is not None:
        ev.append(TileUsed(seat, tile))
    flow.start_effect(s, seat, t.effects[t.tiles[tile].effect], ev)


def _resolve_end_turn(s: State, f: EndTurnChoice, action: Action, ev: Events | None) -> None:
    seat = f[0]
    if isinstance(action, UseTile):
        s.stack.append(EndTurnChoice(seat, False))
        _use_tile(s, seat, action.tile, ev)
        return
    if ev is not None:
        ev.append(TurnEnded(seat))
    flow.next_turn(s, seat, ev)


def _resolve_gmi(s: State, f: GmiChoice, action: Action, ev: Events | None) -> None:
    gmi.take_turn(s, f.seat, ev)
    flow.settle(s, ev)
    if ev is not None:
        ev.append(TurnEnded(f.seat))
    flow.next_turn(s, f.seat, ev)


_RESOLVE: dict[type, Callable[..., None]] = {
    TurnChoice: _resolve_turn,
    EndTurnChoice: _resolve_end_turn,
    GmiChoice: _resolve_gmi,
    ClaimChoice: industrial.resolve_claim,
    DrillModeChoice: industrial.resolve_drill_mode,
    DrillChoice: industrial.resolve_drill,
    ExtractChoice: industrial.resolve_extract,
    ProcessChoice: industrial.resolve_process,
    OptimiseChoice: industrial.resolve_optimise,
    RepairChoice: industrial.resolve_repair,
    SellChoice: commercial.resolve_sell,
    SellUnitsChoice: commercial.resolve_sell_units,
    ContractChoice: commercial.resolve_contract,
    ResearchChoice: management.resolve_research,
    SharesChoice: management.resolve_shares,
    MoveSharesChoice: management.resolve_move_shares,
    TileChoice: management.resolve_tile,
    RepeatChoice: management.resolve_repeat,
    CopyChoice: management.resolve_copy,
    BenefitChoice: commercial.resolve_benefit,
    PaymentChoice: money.resolve_payment,
    CollectChoice: money.resolve_collect,
}
assert set(_RESOLVE) == set(CHOICE_TYPES)


TASKS = frozenset(TASK_TYPES)


def advance(s: State, action: Action, ev: Events | None = None) -> None:
    """Carry `action` out in place. It must be one of `legal_actions(s)`; nothing is checked here."""
    stack = s.stack
    top = stack.pop()
    _RESOLVE[top.__class__](s, top, action, ev)
    if stack and stack[-1].__class__ in TASKS:
        flow.settle(s, ev)


def apply(s: State, action: Action) -> tuple[State, Events]:
    """(the state after `action`, its events); `s` stays as it is. `action` must be legal in `s`."""
    new = s.copy()
    ev: Events = []
    advance(new, action, ev)
    return new, ev
