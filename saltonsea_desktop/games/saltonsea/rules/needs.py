"""What each action costs at least, or that it is not possible: the judgement behind legal lists (TRN-4, TRN-11).

`bases` looks at the table once per turn; `need` turns it into the least payment of one effect, `NEVER` if the action is
not possible for another reason. A negative need is paid like 0: discounts are lost (CRD-5). `reasons` explains the same
judgement in codes; a law test holds both together.
"""

from __future__ import annotations

from typing import TypeVar

from saltonsea_desktop.games.saltonsea.components.tables import (
    CONVERT,
    COPY,
    MOD_DEVELOP_DISCOUNT,
    MOD_LICENCE_DISCOUNT,
    MOD_PROCESS_DISCOUNT,
    MOD_REPAIR_DISCOUNT,
    MOD_RESEARCH_DISCOUNT,
    MOD_SHARES_DISCOUNT,
    NEVER,
    PROCESS,
    REPEAT,
    Effect,
)
from saltonsea_desktop.games.saltonsea.rules.industrial import can_convert
from saltonsea_desktop.games.saltonsea.rules.money import can_pay_leaving
from saltonsea_desktop.games.saltonsea.rules.plan import CAN_CONTRACT, CAN_DRILL, CAN_EXTRACT, CAN_SELL
from saltonsea_desktop.games.saltonsea.state import Company, State

FLOORS_KEPT = 20_000
K = TypeVar("K")


def _remember(floors: dict[K, int], key: K, price: int) -> int:
    if len(floors) >= FLOORS_KEPT:
        floors.clear()
    floors[key] = price
    return price


def least_claim(s: State) -> int:
    """Cheapest face-up claim with its surcharge, NEVER without one (LIC-1, LIC-4). Remembered per row of claims."""
    t = s.tables
    prices = (t.claims[x].cost + extra for x, extra in zip(s.claims, t.claim_surcharge, strict=True) if x >= 0)
    return _remember(t.memory.claims, s.claims, min(prices, default=NEVER))


def least_research(s: State) -> int:
    """Cheapest face-up research card, NEVER without one (RES-1). Remembered per row of cards."""
    t = s.tables
    best = min((t.research[card].price for card in s.research_row if card >= 0), default=NEVER)
    return _remember(t.memory.research, s.research_row, best)


def least_share(s: State, c: Company) -> int:
    """Cheapest share open to the company, NEVER without one (SHR-1, SHR-3, SHR-6)."""
    t = s.tables
    limit, price, shares = t.share_limit, t.asset_price, c.shares
    best = NEVER
    for i, a in enumerate(s.assets):
        if shares[i] < limit[a] and price[a] < best:
            best = price[a]
    return best


Judged = tuple[int, int, int, int, int, int, int]


def judge(s: State, c: Company) -> Judged:
    """What the company can do: CAN_* of the kinds without a price of their own, `process_fit`, and the least prices of
    a licence, a repair, a development step, a research card and a share, before the effect's own discount and cost."""
    t = s.tables
    mods = c.mods
    brine, geothermal, lithium = c.goods
    assets = s.assets
    layer = c.layer
    flags = CAN_DRILL if layer < len(c.well_rocks) and not t.drill_frozen[c.drill_damage] else 0
    capacity = t.capacity[c.warehouses]
    if layer and brine < capacity and c.well_brine[layer - 1] > c.extracted:
        flags |= CAN_EXTRACT
    fit = 0
    if brine and not t.plant_stopped[c.plant_damage]:
        fit = (lithium < capacity) | (geothermal < capacity) << 1
    if brine or lithium or geothermal:
        closes = t.asset_closes
        a, b, d = assets
        if not (closes[a] and closes[b] and closes[d]):
            flags |= CAN_SELL
    if -1 in c.contracts and max(s.contract_row) >= 0:
        flags |= CAN_CONTRACT
    memory = t.memory
    licence = memory.claims.get(s.claims)
    if licence is None:
        licence = least_claim(s)
    research = NEVER
    if len(c.research) < t.slots[c.warehouses]:
        found = memory.research.get(s.research_row)
        research = least_research(s) if found is None else found
    key = (c.shares, assets)
    share = memory.shares.get(key)
    if share is None:
        share = _remember(memory.shares, key, least_share(s, c))
    return (
        flags,
        fit,
        licence - mods[MOD_LICENCE_DISCOUNT],
        t.repair_price - mods[MOD_REPAIR_DISCOUNT] if c.drill_damage or c.plant_damage else NEVER,
        -mods[MOD_DEVELOP_DISCOUNT],
        research - mods[MOD_RESEARCH_DISCOUNT],
        share - mods[MOD_SHARES_DISCOUNT],
    )


def spread(judged: Judged) -> list[int]:
    """A judgement per kind: the least price before the effect's own discount and cost. PROCESS holds `process_fit`."""
    flags, fit, licence, repair, develop, research, share = judged
    return [
        licence,
        0 if flags & CAN_DRILL else NEVER,
        0 if flags & CAN_EXTRACT else NEVER,
        fit,
        repair,
        0 if flags & CAN_SELL else NEVER,
        0 if flags & CAN_CONTRACT else NEVER,
        develop,
        research,
        share,
        0,
        NEVER,
        NEVER,
        NEVER,
        0,
        NEVER,
    ]  # in the order of KIND_NAMES


def bases(s: State, c: Company) -> list[int]:
    """`spread` of `judge`."""
    return spread(judge(s, c))


def need_from(s: State, seat: int, c: Company, base: list[int], e: Effect) -> int:
    """The least payment of `e`, given the company's `bases`; for Repeat and Copy see those."""
    kind = e.kind
    if kind == PROCESS:
        return e.process_prices[base[PROCESS]] - e.discount - c.mods[MOD_PROCESS_DISCOUNT]
    if kind == CONVERT:
        return 0 if can_convert(s, c, e) else NEVER
    if kind == COPY:
        return 0 if copyable_effects(s, seat, base) else NEVER
    if kind == REPEAT:
        return e.cost if repeatable_spaces(s, seat, e.index, base) else NEVER
    return base[kind] + e.cost - e.discount


def need(s: State, seat: int, e: Effect) -> int:
    """The least payment of one effect now: <= 0 free, NEVER not possible."""
    c = s.companies[seat]
    return need_from(s, seat, c, bases(s, c), e)


def repeatable_spaces(s: State, seat: int, effect: int, base: list[int] | None = None) -> list[int]:
    """RPT-1, RPT-3: blocked own spaces whose action can be done and paid after Repeat's own price."""
    c, t = s.companies[seat], s.tables
    mask = c.spaces & t.repeatable
    cost = t.effects[effect].cost
    if not mask or c.cash < cost:
        return []
    if base is None:
        base = bases(s, c)
    out = []
    for i, space in enumerate(t.spaces):
        if mask >> i & 1:
            price = need_from(s, seat, c, base, t.effects[space.effect])
            if price != NEVER and price <= c.cash and can_pay_leaving(c, cost, max(0, price)):
                out.append(i)
    return out


def copyable_candidates(s: State, seat: int) -> list[int]:
    """CPY-1, CPY-3: effects of printed spaces and Prompt cards other companies used this round, sorted, unique."""
    t = s.tables
    found: set[int] = set()
    for other, c in enumerate(s.companies):
        if other == seat:
            continue
        mask = c.spaces & t.repeatable
        if mask:
            found.update(space.effect for i, space in enumerate(t.spaces) if mask >> i & 1)
        if c.financed:
            found.add(t.spaces[t.financing_space].effect)
        found.update(t.types[card].effect for card in c.table)
    return sorted(found)


def copyable_effects(s: State, seat: int, base: list[int] | None = None) -> list[int]:
    """Those candidates that this company can do and pay (TRN-4)."""
    found = copyable_candidates(s, seat)
    if not found:
        return []
    c, t = s.companies[seat], s.tables
    if base is None:
        base = bases(s, c)
    return [i for i in found if need_from(s, seat, c, base, t.effects[i]) <= c.cash]
