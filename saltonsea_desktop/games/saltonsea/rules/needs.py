"""What each action costs at least, or that it is not possible: the judgement behind legal lists (TRN-4, TRN-11).

`bases` looks at the table once per turn; `need` turns it into the least payment of one effect, `NEVER` if the action is
not possible for another reason. A negative need is paid like 0: discounts are lost (CRD-5). `reasons` explains the same
judgement in codes; a law test holds both together.
"""

from __future__ import annotations

from saltonsea_desktop.games.saltonsea.components.tables import (
    CONTRACT,
    CONVERT,
    COPY,
    DEVELOP,
    DRILL,
    EXTRACT,
    FINANCING,
    LICENCE,
    MOD_DEVELOP_DISCOUNT,
    MOD_LICENCE_DISCOUNT,
    MOD_PROCESS_DISCOUNT,
    MOD_REPAIR_DISCOUNT,
    MOD_RESEARCH_DISCOUNT,
    MOD_SHARES_DISCOUNT,
    NEVER,
    POINTS,
    PROCESS,
    REPAIR,
    REPEAT,
    RESEARCH,
    SELL,
    SHARES,
    Effect,
)
from saltonsea_desktop.games.saltonsea.rules.industrial import can_convert, process_fit
from saltonsea_desktop.games.saltonsea.rules.money import can_pay_leaving
from saltonsea_desktop.games.saltonsea.state import Company, State

FLOORS_KEPT = 20_000


def least_claim(s: State) -> int:
    """Cheapest face-up claim with its surcharge, NEVER without one (LIC-1, LIC-4). Remembered per row of claims."""
    t = s.tables
    found = t.floors.get(s.claims)
    if found is not None:
        return found
    claims, surcharge = t.claims, t.claim_surcharge
    best = NEVER
    for place, claim in enumerate(s.claims):
        if claim >= 0:
            price = claims[claim].cost + surcharge[place]
            if price < best:
                best = price
    if len(t.floors) >= FLOORS_KEPT:
        t.floors.clear()
    t.floors[s.claims] = best
    return best


def least_research(s: State, c: Company) -> int:
    """Cheapest face-up research card, NEVER without a card or a free open slot (RES-1, RES-8)."""
    t = s.tables
    if len(c.research) >= t.slots[c.warehouses]:
        return NEVER
    research = t.research
    best = NEVER
    for card in s.research_row:
        if card >= 0 and research[card].price < best:
            best = research[card].price
    return best


def least_share(s: State, c: Company) -> int:
    """Cheapest share open to the company, NEVER without one (SHR-1, SHR-3, SHR-6)."""
    t = s.tables
    limit, price, shares = t.share_limit, t.asset_price, c.shares
    best = NEVER
    for i, a in enumerate(s.assets):
        if shares[i] < limit[a] and price[a] < best:
            best = price[a]
    return best


_NEVER = [NEVER] * 16


def bases(s: State, c: Company) -> list[int]:
    """Per kind: the least price before the effect's own discount and cost. PROCESS holds `process_fit` instead."""
    t = s.tables
    mods = c.mods
    out = _NEVER[:]
    found = t.floors.get(s.claims)
    out[LICENCE] = (least_claim(s) if found is None else found) - mods[MOD_LICENCE_DISCOUNT]
    layer = c.layer
    if layer < len(c.well_rocks) and not t.drill_frozen[c.drill_damage]:
        out[DRILL] = 0
    goods = c.goods
    capacity = t.capacity[c.warehouses]
    if layer and c.well_brine[layer - 1] > c.extracted and goods[0] < capacity:
        out[EXTRACT] = 0
    if goods[0] and not t.plant_stopped[c.plant_damage]:
        out[PROCESS] = (goods[2] < capacity) | (goods[1] < capacity) << 1
    else:
        out[PROCESS] = 0
    if c.drill_damage or c.plant_damage:
        out[REPAIR] = t.repair_price - mods[MOD_REPAIR_DISCOUNT]
    if goods[0] or goods[1] or goods[2]:
        closes = t.asset_closes
        if not (closes[s.assets[0]] and closes[s.assets[1]] and closes[s.assets[2]]):
            out[SELL] = 0
    if -1 in c.contracts and max(s.contract_row) >= 0:
        out[CONTRACT] = 0
    out[DEVELOP] = -mods[MOD_DEVELOP_DISCOUNT]
    if len(c.research) < t.slots[c.warehouses]:
        research = t.research
        best = NEVER
        for card in s.research_row:
            if card >= 0 and research[card].price < best:
                best = research[card].price
        out[RESEARCH] = best - mods[MOD_RESEARCH_DISCOUNT]
    limit, price = t.share_limit, t.asset_price
    best = NEVER
    for held, a in zip(c.shares, s.assets, strict=False):
        if held < limit[a] and price[a] < best:
            best = price[a]
    out[SHARES] = best - mods[MOD_SHARES_DISCOUNT]
    out[FINANCING] = 0
    out[POINTS] = 0
    return out


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


__all__ = [
    "bases", "copyable_candidates", "copyable_effects", "least_claim", "least_research", "least_share", "need",
    "need_from", "process_fit", "repeatable_spaces",
]  # fmt: skip
