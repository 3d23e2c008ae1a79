"""Turn and round order: TRN, PRF-1/2, RND, END. Starts actions and carries out task frames."""

from __future__ import annotations

from collections.abc import Callable

from saltonsea_desktop.engine.rng import shuffled
from saltonsea_desktop.games.saltonsea.choices import (
    GMI_CHOICES,
    TASK_TYPES,
    TURN_CHOICES,
    BenefitTask,
    DevelopTask,
    FinishSaleTask,
    FreeSharesTask,
    GainClaimTask,
    GainContractTask,
    GainResearchTask,
    MoveSharesTask,
    ProduceTask,
    RepairTask,
    StartTask,
)
from saltonsea_desktop.games.saltonsea.components.tables import (
    CONTRACT,
    CONVERT,
    COPY,
    DEVELOP,
    DRILL,
    EXTRACT,
    FINANCING,
    LICENCE,
    POINTS,
    PROCESS,
    REPAIR,
    REPEAT,
    RESEARCH,
    SELL,
    SHARES,
    Effect,
)
from saltonsea_desktop.games.saltonsea.events import (
    ClaimDeckEmpty,
    ClaimLeft,
    ClaimRevealed,
    Events,
    GameEnded,
    MarketDiscarded,
    MarketRevealed,
    RoundBegan,
    RoundEnded,
    TurnBegan,
)
from saltonsea_desktop.games.saltonsea.rules import commercial, industrial, management
from saltonsea_desktop.games.saltonsea.state import END_CLAIMS, END_CLOSED, Company, State

Start = Callable[[State, int, Effect, "Events | None"], None]

_START: dict[int, Start] = {
    LICENCE: industrial.start_licence,
    DRILL: industrial.start_drill,
    EXTRACT: industrial.start_extract,
    PROCESS: industrial.start_process,
    REPAIR: industrial.start_repair,
    SELL: commercial.start_sell,
    CONTRACT: commercial.start_contract,
    DEVELOP: management.start_develop,
    RESEARCH: management.start_research,
    SHARES: management.start_shares,
    FINANCING: management.start_financing,
    REPEAT: management.start_repeat,
    COPY: management.start_copy,
    CONVERT: industrial.start_convert,
    POINTS: management.start_points,
}
START: tuple[Start, ...] = tuple(_START[kind] for kind in range(len(_START)))


def start_effect(s: State, seat: int, e: Effect, ev: Events | None) -> None:
    """Begin the action that `e` prints, whose possibility was checked (TRN-11)."""
    START[e.kind](s, seat, e, ev)


def _start_task(s: State, f: StartTask, ev: Events | None) -> None:
    start_effect(s, f.seat, s.tables.effects[f.effect], ev)


_TASKS: dict[type, Callable[..., None]] = {
    BenefitTask: commercial.receive,
    StartTask: _start_task,
    GainClaimTask: industrial.gain_claim,
    ProduceTask: industrial.produce,
    RepairTask: industrial.repair,
    FinishSaleTask: commercial.finish_sale,
    GainContractTask: commercial.gain_contract,
    DevelopTask: management.develop_task,
    GainResearchTask: management.gain_research,
    MoveSharesTask: management.move_shares,
    FreeSharesTask: management.free_shares,
}
assert set(_TASKS) == set(TASK_TYPES)


def settle(s: State, ev: Events | None) -> None:
    """Carry out task frames until a choice is on top (or the game is over)."""
    stack = s.stack
    while stack:
        task = _TASKS.get(stack[-1].__class__)
        if task is None:
            return
        task(s, stack.pop(), ev)


# ---------------------------------------------------------------- turns


def ready(s: State, seat: int) -> bool:
    """TRN-6, TRN-12, GMI-4: whether the seat still has a turn this round."""
    if seat == 1 and s.solo:
        return s.gmi_turned < len(s.gmi_row)
    return s.companies[seat].hr > 0


def begin_turn(s: State, seat: int, ev: Events | None) -> None:
    """Cards collected in earlier turns become usable (CRD-11); then the seat is asked."""
    if seat == 1 and s.solo:
        s.stack.append(GMI_CHOICES[seat])
    else:
        c = s.companies[seat]
        if c.fresh:
            unfreeze(s, c)
        s.stack.append(TURN_CHOICES[seat])
    if ev is not None:
        ev.append(TurnBegan(seat))


def unfreeze(s: State, c: Company) -> None:
    """Fresh cards join the usable hand."""
    if c.fresh:
        values = s.tables.type_value
        for card in c.fresh:
            value = values[card]
            c.hand[card] += 1
            c.coins[value >> 1] += 1
            c.cash += value
        c.fresh = ()


def next_turn(s: State, seat: int, ev: Events | None) -> None:
    """TRN-1, TRN-6: the next seat clockwise that still has a turn; else the round ends."""
    companies, solo, seats = s.companies, s.solo, s.seats
    other = seat
    for _ in range(seats):
        other += 1
        if other == seats:
            other = 0
        if companies[other].hr > 0 or (solo and other == 1 and s.gmi_turned < len(s.gmi_row)):
            begin_turn(s, other, ev)
            return
    end_round(s, ev)


# ---------------------------------------------------------------- RND, END


def end_round(s: State, ev: Events | None) -> None:
    """RND-1 to RND-7, then END-1 to END-4."""
    t = s.tables
    if ev is not None:
        ev.append(RoundEnded(s.round))
    values = t.type_value
    for seat, c in enumerate(s.companies):
        if seat != s.gmi_seat:
            c.hr = c.hired  # RND-1
            c.spaces = 0
            c.financed = 0
        if c.executed:  # RND-2
            kept = tuple(card for place, card in enumerate(c.contracts) if c.executed >> place & 1)
            c.contracts = tuple(-1 if c.executed >> place & 1 else card for place, card in enumerate(c.contracts))
            c.kept_contracts += kept
            c.executed = 0
        if c.used_research:  # RES-5
            c.research = tuple(card for card in c.research if card not in c.used_research)
            c.kept_research += c.used_research
            c.used_research = ()
        for card in c.table:  # CRD-2
            value = values[card]
            c.hand[card] += 1
            c.coins[value >> 1] += 1
            c.cash += value
        c.table = ()
    if s.solo:  # GMI-6
        s.rng, s.gmi_row = shuffled(s.rng, s.gmi_row)
        s.gmi_turned = 0
    out_of_claims = _move_claims(s, ev)
    _refill_market(s, ev)
    if out_of_claims:
        s.end = END_CLAIMS
    elif s.closed_count >= 2:
        s.end = END_CLOSED
    if s.end:
        if ev is not None:
            ev.append(GameEnded(s.end))
        return
    s.round += 1
    s.first = (s.first + 1) % s.seats  # RND-6
    if ev is not None:
        ev.append(RoundBegan(s.round, s.first))
    for step in range(s.seats):
        seat = (s.first + step) % s.seats
        if ready(s, seat):
            begin_turn(s, seat, ev)
            return


def _move_claims(s: State, ev: Events | None) -> bool:
    """RND-3. True when a claim should be revealed and the deck is empty (END-1)."""
    bottom = s.claims[-1]
    if bottom >= 0:
        s.gone_claims += (bottom,)
        if ev is not None:
            ev.append(ClaimLeft(bottom))
    if s.claim_deck:
        top = s.claim_deck[-1]
        s.claim_deck = s.claim_deck[:-1]
        s.claims = (top, *s.claims[:-1])
        if ev is not None:
            ev.append(ClaimRevealed(top))
        return False
    s.claims = (-1, *s.claims[:-1])
    if ev is not None:
        ev.append(ClaimDeckEmpty())
    return True


def refilled(row: tuple[int, ...], deck: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """RND-5, RND-7: (row, deck, revealed). Cards move right in their order; new ones fill from the right leftwards."""
    cards = [card for card in row if card >= 0]
    gaps = len(row) - len(cards)
    number = min(gaps, len(deck))
    drawn = tuple(reversed(deck[len(deck) - number :]))  # first drawn first
    return (-1,) * (gaps - number) + tuple(reversed(drawn)) + tuple(cards), deck[: len(deck) - number], drawn


def _refill_market(s: State, ev: Events | None) -> None:
    """RND-4, RND-5 for the five rows: research, contracts, $5, $3, $1."""
    for row in (0, 1, 4, 3, 2):
        pile: tuple[int, ...] = ()
        if row == 0:
            cards, deck = s.research_row, s.research_deck
        elif row == 1:
            cards, deck = s.contract_row, s.contract_deck
        else:
            cards, deck, pile = s.rows[row - 2], s.decks[row - 2], s.discards[row - 2]
        for place in range(len(cards) - 1, -1, -1):
            if cards[place] >= 0:
                if ev is not None:
                    ev.append(MarketDiscarded(row, cards[place]))
                pile += (cards[place],)
                cards = (*cards[:place], -1, *cards[place + 1 :])
                break
        s.rng, pile = shuffled(s.rng, pile)
        cards, deck, drawn = refilled(cards, pile + deck)
        if ev is not None and drawn:
            ev.append(MarketRevealed(row, drawn))
        if row == 0:
            s.research_row, s.research_deck = cards, deck
        elif row == 1:
            s.contract_row, s.contract_deck = cards, deck
        else:
            i = row - 2
            s.rows = (*s.rows[:i], cards, *s.rows[i + 1 :])
            s.decks = (*s.decks[:i], deck, *s.decks[i + 1 :])
            s.discards = (*s.discards[:i], (), *s.discards[i + 1 :])


__all__ = [
    "begin_turn", "end_round", "next_turn", "ready", "refilled", "settle", "start_effect", "unfreeze",
]  # fmt: skip
