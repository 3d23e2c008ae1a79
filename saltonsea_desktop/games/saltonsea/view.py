"""What a seat may see (SET-12, CRD-12): each shown thing is named here; everything else is hidden.

The window draws views only, and a bot knows nothing but `view_for` or `determinize`.
"""

from __future__ import annotations

from dataclasses import dataclass

from saltonsea_desktop.games.saltonsea.choices import Choice, PaymentChoice
from saltonsea_desktop.games.saltonsea.components.tables import TEST_MOST_MONEY, Tables
from saltonsea_desktop.games.saltonsea.events import BlindDrawn, Event, FinancingDrawn, Paid
from saltonsea_desktop.games.saltonsea.scoring import count_for, money_held
from saltonsea_desktop.games.saltonsea.state import State

HIDDEN = -2  # stands for a card that is there but not seen


@dataclass(frozen=True, slots=True)
class CompanyView:
    """One company as the viewer sees it. Fields as in `state.Company`; `None` where the viewer may not look."""

    seat: int
    vp: int
    development: int
    hr: int
    hired: int
    spaces: int  # bit mask of blocked board spaces
    financed: int
    warehouses: int
    capacity: int
    slots: int  # open research slots
    goods: tuple[int, int, int]  # brine, geothermal, lithium
    drill_damage: int
    plant_damage: int
    well: tuple[int, ...]
    layer: int
    extracted: int
    hand: tuple[int, ...] | None  # usable cards per type
    fresh: tuple[int, ...] | None  # types collected this turn
    cash: int | None  # value of the usable cards
    money: int | None  # value of all cards (SCO-1)
    hand_count: int  # cards in hand, fresh ones included
    table: tuple[int, ...]  # types in play as Prompt actions
    contracts: tuple[int, ...]
    executed: int
    kept_contracts: tuple[int, ...]
    research: tuple[int, ...]
    used_research: tuple[int, ...]
    kept_research: tuple[int, ...]
    mods: tuple[int, ...]
    shares: tuple[int, int, int]
    tiles: tuple[int, ...]
    used_tiles: tuple[int, ...]
    objectives: tuple[int, ...]
    standings: tuple[int | None, ...]  # per objective on the table: the count, None where hidden or short-term


@dataclass(frozen=True, slots=True)
class TableView:
    """The table as `seat` sees it (-1: an onlooker who sees no hand)."""

    tables: Tables
    seat: int
    seats: int
    solo: bool
    round: int
    first: int
    end: int
    over: bool
    acting: int
    choice: Choice | None  # what the game waits for; another seat's payment without its cards
    companies: tuple[CompanyView, ...]
    claims: tuple[int, ...]
    claim_deck: int  # number of cards, also below
    gone_claims: tuple[int, ...]
    assets: tuple[int, int, int]
    fees: tuple[int, int, int]
    future_fees: tuple[int, ...]  # per corporation
    stacks: tuple[tuple[tuple[int, ...], ...], ...]
    objectives: tuple[int, ...]
    takers: tuple[int, ...]
    research_row: tuple[int, ...]
    research_deck: int
    contract_row: tuple[int, ...]
    contract_deck: int
    rows: tuple[tuple[int, ...], ...]
    decks: tuple[int, ...]
    discards: tuple[int, ...]
    gmi_row: tuple[int, ...]  # turned cards, HIDDEN for the others
    gmi_turned: int
    gmi_deck: int


def company_view(s: State, seat: int, open_hand: bool) -> CompanyView:
    """`open_hand`: the viewer owns this hand, or it is GMI's (GMI-28), or hands are open."""
    c, t = s.companies[seat], s.tables
    standings: list[int | None] = []
    for o in s.objectives:
        objective = t.objectives[o]
        hidden = objective.short or (objective.test == TEST_MOST_MONEY and not open_hand)
        standings.append(None if hidden else count_for(s, seat, objective))
    return CompanyView(
        seat=seat,
        vp=c.vp,
        development=c.development,
        hr=c.hr,
        hired=c.hired,
        spaces=c.spaces,
        financed=c.financed,
        warehouses=c.warehouses,
        capacity=t.capacity[c.warehouses],
        slots=t.slots[c.warehouses],
        goods=(c.goods[0], c.goods[1], c.goods[2]),
        drill_damage=c.drill_damage,
        plant_damage=c.plant_damage,
        well=c.well,
        layer=c.layer,
        extracted=c.extracted,
        hand=tuple(c.hand) if open_hand else None,
        fresh=c.fresh if open_hand else None,
        cash=c.cash if open_hand else None,
        money=money_held(s, seat) if open_hand else None,
        hand_count=sum(c.hand) + len(c.fresh),
        table=c.table,
        contracts=c.contracts,
        executed=c.executed,
        kept_contracts=c.kept_contracts,
        research=c.research,
        used_research=c.used_research,
        kept_research=c.kept_research,
        mods=c.mods,
        shares=c.shares,
        tiles=c.tiles,
        used_tiles=c.used_tiles,
        objectives=c.objectives,
        standings=tuple(standings),
    )


def view_for(s: State, seat: int, open_hands: bool = False) -> TableView:
    """The table for one seat; `open_hands` shows every hand (agreed open play, or after the end)."""
    choice: Choice | None = None
    if s.stack:
        choice = s.stack[-1]  # type: ignore[assignment]  # a settled state has a choice on top
        if isinstance(choice, PaymentChoice) and choice.seat != seat and not open_hands:
            choice = choice._replace(paid=())
    return TableView(
        tables=s.tables,
        seat=seat,
        seats=s.seats,
        solo=s.solo,
        round=s.round,
        first=s.first,
        end=s.end,
        over=not s.stack,
        acting=s.acting,
        choice=choice,
        companies=tuple(company_view(s, other, open_hands or other in (seat, s.gmi_seat)) for other in range(s.seats)),
        claims=s.claims,
        claim_deck=len(s.claim_deck),
        gone_claims=s.gone_claims,
        assets=s.assets,
        fees=s.fees,
        future_fees=tuple(len(f) for f in s.future_fees),
        stacks=s.stacks,
        objectives=s.objectives,
        takers=s.takers,
        research_row=s.research_row,
        research_deck=len(s.research_deck),
        contract_row=s.contract_row,
        contract_deck=len(s.contract_deck),
        rows=s.rows,
        decks=tuple(len(d) for d in s.decks),
        discards=tuple(len(d) for d in s.discards),
        gmi_row=s.gmi_row[: s.gmi_turned] + (HIDDEN,) * (len(s.gmi_row) - s.gmi_turned),
        gmi_turned=s.gmi_turned,
        gmi_deck=len(s.gmi_deck),
    )


def public_event(event: Event, seat: int, gmi_seat: int = -1, open_hands: bool = False) -> Event:
    """The event as `seat` may see it: other seats' cards become HIDDEN (CRD-12, CRD-15), GMI's never (GMI-28)."""
    if open_hands:
        return event
    if isinstance(event, (Paid, BlindDrawn)) and event.seat not in (seat, gmi_seat):
        return event._replace(cards_hidden=(HIDDEN,) * len(event.cards_hidden))
    if isinstance(event, FinancingDrawn) and event.seat != seat:
        return event._replace(card_hidden=HIDDEN)
    return event
