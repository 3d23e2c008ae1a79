"""GMI's turn: turn the leftmost card, do the first action on it that can be done, with the reason for each decision.

Refusals carry the codes of `reasons`; decisions among targets carry a code below with parameters (GMI-21):
`lowest_claim (claim)` · `most_product (product, units, other units)` · `tie_product (product, units)` · `best_fee
(corporation, fee)` · `tie_fee_asset (corporation, fee, position)` · `tie_fee_order (corporation, fee, position)` ·
`best_tile (tile, vp)` · `tie_tile_top (tile, vp)` · `top_tile (tile)` · `best_contract (contract, vp)` ·
`tie_contract_order (contract, vp)` · `tie_contract_right (contract, vp)` · `best_research (card, vp)` ·
`tie_research_right (card, vp)` · `best_share (corporation, vp)` · `tie_share_order (corporation, vp)`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from saltonsea_desktop.games.saltonsea.choices import FreeSharesTask, GainClaimTask, GainResearchTask
from saltonsea_desktop.games.saltonsea.components.tables import (
    BRINE,
    DEVELOP,
    DRILL,
    EXECUTE,
    EXTRACT,
    GEOTHERMAL,
    LICENCE,
    LITHIUM,
    PROCESS,
    REPAIR,
    RESEARCH,
    SELL,
    SHARES,
    TEST_CONTRACTS,
    VALUES,
)
from saltonsea_desktop.games.saltonsea.events import (
    BenefitLost,
    ContractExecuted,
    DrillFrozen,
    Events,
    GmiActed,
    GmiCardTurned,
    GmiDecided,
    GmiPassed,
    GmiRefused,
    LayerDrilled,
    Produced,
    Repaired,
    Sold,
)
from saltonsea_desktop.games.saltonsea.rules import commercial, industrial, money
from saltonsea_desktop.games.saltonsea.rules.common import check_goods, check_short, develop, gain_vp
from saltonsea_desktop.games.saltonsea.state import State

Refusal = tuple[str, tuple[int, ...]]


def take_turn(s: State, seat: int, ev: Events | None) -> None:
    """GMI-3, GMI-25: the next card; the first action from the top that it can do; none: it passes."""
    card = s.gmi_row[s.gmi_turned]
    s.gmi_turned += 1
    if ev is not None:
        ev.append(GmiCardTurned(card))
    for kind in s.tables.gmi_cards[card].actions:
        refusal = refuse(s, seat, kind)
        if refusal is None:
            if ev is not None:
                ev.append(GmiActed(card, kind))
            _ACT[kind](s, seat, ev)
            return
        if ev is not None:
            ev.append(GmiRefused(card, kind, *refusal))
    if ev is not None:
        ev.append(GmiPassed(card))


# ---------------------------------------------------------------- what it can do


def refuse(s: State, seat: int, kind: int) -> Refusal | None:
    """Why GMI cannot do an action now (reason code, parameters), or None (GMI-7 to GMI-16, GMI-25)."""
    return _REFUSE[kind](s, seat)


def _refuse_licence(s: State, seat: int) -> Refusal | None:
    return None if max(s.claims) >= 0 else ("no_claim", ())


def _refuse_drill(s: State, seat: int) -> Refusal | None:
    c = s.companies[seat]
    if s.tables.drill_frozen[c.drill_damage]:
        return "frozen", ()
    return None if c.layer < len(c.well_rocks) else ("no_layer", ())


def _refuse_extract(s: State, seat: int) -> Refusal | None:
    c = s.companies[seat]
    capacity = s.tables.capacity[c.warehouses]
    if industrial.in_reach(c) <= 0:
        return "no_brine_reach", ()
    return None if c.goods[BRINE] < capacity else ("no_room", (BRINE, capacity))


def _refuse_process(s: State, seat: int) -> Refusal | None:
    """GMI-9."""
    c, t = s.companies[seat], s.tables
    capacity = t.capacity[c.warehouses]
    if not c.goods[BRINE]:
        return "no_brine", ()
    if t.plant_stopped[c.plant_damage]:
        return "stopped", ()
    for product in (LITHIUM, GEOTHERMAL):
        if c.goods[product] >= capacity:
            return "no_room", (product, capacity)
    if c.goods[BRINE] == 1 and c.plant_damage + t.gmi_short_damage >= len(t.plant_vp):
        return "no_damage_room", (t.gmi_short_damage,)
    return None


def _refuse_repair(s: State, seat: int) -> Refusal | None:
    c = s.companies[seat]
    return None if c.drill_damage or c.plant_damage else ("undamaged", ())


def _refuse_sell(s: State, seat: int) -> Refusal | None:
    """GMI-26."""
    c = s.companies[seat]
    if s.closed_count == len(s.tables.corporations):
        return "all_closed", ()
    return None if c.goods[LITHIUM] or c.goods[GEOTHERMAL] else ("nothing_to_sell", ())


def _contracts(s: State, seat: int) -> list[int]:
    """Places of face-up contracts whose products it has."""
    c, t = s.companies[seat], s.tables
    return [
        place
        for place, card in enumerate(s.contract_row)
        if card >= 0 and all(c.goods[p] >= n for p, n in enumerate(t.contracts[card].needs))
    ]


def _refuse_execute(s: State, seat: int) -> Refusal | None:
    if max(s.contract_row) < 0:
        return "no_contract", ()
    return None if _contracts(s, seat) else ("missing_products", ())


def _refuse_develop(s: State, seat: int) -> Refusal | None:
    """GMI-14."""
    t, money_held = s.tables, held(s, seat)
    if money_held < t.gmi_develop_cost:
        return "cost", (t.gmi_develop_cost, money_held)
    return None


def _refuse_research(s: State, seat: int) -> Refusal | None:
    """GMI-15, GMI-27."""
    c, t = s.companies[seat], s.tables
    if len(c.research) >= t.slots[c.warehouses]:
        return "no_slot", ()
    if not any(card >= 0 and t.research[card].permanent for card in s.research_row):
        return "no_permanent_research", ()
    return None


def _open_shares(s: State, seat: int) -> list[int]:
    c, t = s.companies[seat], s.tables
    return [i for i, a in enumerate(s.assets) if c.shares[i] < t.share_limit[a]]


def _refuse_shares(s: State, seat: int) -> Refusal | None:
    return None if _open_shares(s, seat) else ("no_share", ())


_REFUSE: dict[int, Callable[[State, int], Refusal | None]] = {
    LICENCE: _refuse_licence,
    DRILL: _refuse_drill,
    EXTRACT: _refuse_extract,
    PROCESS: _refuse_process,
    REPAIR: _refuse_repair,
    SELL: _refuse_sell,
    EXECUTE: _refuse_execute,
    DEVELOP: _refuse_develop,
    RESEARCH: _refuse_research,
    SHARES: _refuse_shares,
}


# ---------------------------------------------------------------- what it does


def _decided(ev: Events | None, kind: int, code: str, *params: int) -> None:
    if ev is not None:
        ev.append(GmiDecided(kind, code, params))


def lowest_claim(s: State) -> int:
    """The lowest face-up claim on the board (GMI-7)."""
    return next(claim for claim in reversed(s.claims) if claim >= 0)


def _licence(s: State, seat: int, ev: Events | None) -> None:
    _gain_claim(s, seat, LICENCE, ev)


def _gain_claim(s: State, seat: int, kind: int, ev: Events | None) -> None:
    """GMI-7, GMI-19: the lowest claim, by licence or as a benefit."""
    claim = lowest_claim(s)
    _decided(ev, kind, "lowest_claim", claim)
    industrial.gain_claim(s, GainClaimTask(seat, claim, 0), ev)


def _drill(s: State, seat: int, ev: Events | None) -> None:
    """GMI-8, GMI-25: strength 1, as its cards show no number."""
    c, t = s.companies[seat], s.tables
    rocks = c.well_rocks[c.layer]
    c.layer += 1
    c.drill_damage = min(c.drill_damage + rocks, len(t.drill_frozen) - 1)
    if ev is not None:
        ev.append(LayerDrilled(seat, c.layer, rocks, 0, c.drill_damage))
        if t.drill_frozen[c.drill_damage]:
            ev.append(DrillFrozen(seat))


def _extract(s: State, seat: int, ev: Events | None) -> None:
    """GMI-8, GMI-25: up to three, all that fits."""
    c = s.companies[seat]
    for _ in range(s.tables.gmi_extract):
        if industrial.can_extract(s, c):
            industrial.take_brine(s, seat, ev)


def _process(s: State, seat: int, ev: Events | None) -> None:
    """GMI-9."""
    c, t = s.companies[seat], s.tables
    brine = min(2, c.goods[BRINE])
    if ev is not None:
        ev.append(Produced(seat, 1, 1, 0, brine))
    c.goods[BRINE] -= brine
    if brine == 1:
        industrial.damage_plant(s, seat, t.gmi_short_damage, ev)
    c.goods[LITHIUM] += 1
    c.goods[GEOTHERMAL] += 1
    check_goods(s, seat, ev)


def _repair(s: State, seat: int, ev: Events | None) -> None:
    """GMI-10."""
    c, t = s.companies[seat], s.tables
    drill, plant = min(t.gmi_repair_drill, c.drill_damage), min(t.gmi_repair_plant, c.plant_damage)
    c.drill_damage -= drill
    c.plant_damage -= plant
    if ev is not None:
        ev.append(Repaired(seat, drill, plant))


def _sell(s: State, seat: int, ev: Events | None) -> None:
    """GMI-11, GMI-12."""
    c, t = s.companies[seat], s.tables
    li, geo = c.goods[LITHIUM], c.goods[GEOTHERMAL]
    product = LITHIUM if li >= geo else GEOTHERMAL
    if li == geo:
        _decided(ev, SELL, "tie_product", product, li)
    else:
        _decided(ev, SELL, "most_product", product, max(li, geo), min(li, geo))
    open_ones = [i for i in range(len(t.corporations)) if not s.closed(i)]
    fee = max(t.fees[s.fees[i]][product] for i in open_ones)
    best = [i for i in open_ones if t.fees[s.fees[i]][product] == fee]
    if len(best) == 1:
        _decided(ev, SELL, "best_fee", best[0], fee)
    else:
        least = min(s.assets[i] for i in best)
        lowest = [i for i in best if s.assets[i] == least]
        if len(lowest) == 1:
            best = lowest
            _decided(ev, SELL, "tie_fee_asset", best[0], fee, least)
        else:
            best = [min(lowest, key=lambda i: t.gmi_tie[i])]
            _decided(ev, SELL, "tie_fee_order", best[0], fee, least)
    corporation = best[0]
    units = (0, int(product == GEOTHERMAL), int(product == LITHIUM))
    c.goods[product] -= 1
    if ev is not None:
        ev.append(Sold(seat, corporation, units, fee))
    collect(s, seat, fee, ev)
    commercial.raise_asset(s, corporation, ev)


def _execute(s: State, seat: int, ev: Events | None) -> None:
    """GMI-13, GMI-19: all benefits in printed order; the card is kept for scoring."""
    c, t = s.companies[seat], s.tables
    places = _contracts(s, seat)
    vp = max(t.contracts[s.contract_row[p]].vp for p in places)
    best = [p for p in places if t.contracts[s.contract_row[p]].vp == vp]
    code = "best_contract"
    if len(best) > 1:
        first = min(t.gmi_tie[t.contracts[s.contract_row[p]].corporation] for p in best)
        best = [p for p in best if t.gmi_tie[t.contracts[s.contract_row[p]].corporation] == first]
        code = "tie_contract_order" if len(best) == 1 else "tie_contract_right"
    place = best[-1]
    card = s.contract_row[place]
    _decided(ev, EXECUTE, code, card, vp)
    contract = t.contracts[card]
    s.contract_row = (*s.contract_row[:place], -1, *s.contract_row[place + 1 :])
    for product in range(3):
        c.goods[product] -= contract.needs[product]
    c.kept_contracts += (card,)
    if ev is not None:
        ev.append(ContractExecuted(seat, card, contract.needs))
    check_short(s, seat, TEST_CONTRACTS, ev)
    collect(s, seat, contract.money, ev)
    gain_vp(s, seat, contract.vp, "contract", ev)
    # printed order: shares, steps, claim; the stack asks the last pushed first
    if contract.shares:
        s.stack.append(FreeSharesTask(seat, contract.corporation, contract.shares))
        _settle(s, ev)
    develop(s, seat, contract.develop, ev)
    for _ in range(contract.claim):
        if max(s.claims) >= 0:
            _gain_claim(s, seat, EXECUTE, ev)
        elif ev is not None:
            ev.append(BenefitLost(seat, "claim"))


def _settle(s: State, ev: Events | None) -> None:
    from saltonsea_desktop.games.saltonsea.flow import settle

    settle(s, ev)


def _develop(s: State, seat: int, ev: Events | None) -> None:
    """GMI-14."""
    t = s.tables
    money.spend(s, seat, payment(s, seat, t.gmi_develop_cost), t.gmi_develop_cost, ev)
    develop(s, seat, t.gmi_develop_steps, ev)


def _research(s: State, seat: int, ev: Events | None) -> None:
    """GMI-15, GMI-27."""
    t = s.tables
    places = [p for p, card in enumerate(s.research_row) if card >= 0 and t.research[card].permanent]
    vp = max(t.research[s.research_row[p]].vp for p in places)
    best = [p for p in places if t.research[s.research_row[p]].vp == vp]
    card = s.research_row[best[-1]]
    _decided(ev, RESEARCH, "best_research" if len(best) == 1 else "tie_research_right", card, vp)
    s.stack.append(GainResearchTask(seat, card, 0))


def _shares(s: State, seat: int, ev: Events | None) -> None:
    """GMI-16."""
    t = s.tables
    options = _open_shares(s, seat)
    vp = max(t.asset_vp[s.assets[i]] for i in options)
    best = [i for i in options if t.asset_vp[s.assets[i]] == vp]
    corporation = min(best, key=lambda i: t.gmi_tie[i])
    _decided(ev, SHARES, "best_share" if len(best) == 1 else "tie_share_order", corporation, vp)
    s.stack.append(FreeSharesTask(seat, corporation, t.gmi_shares))


_ACT: dict[int, Callable[[State, int, Events | None], None]] = {
    LICENCE: _licence,
    DRILL: _drill,
    EXTRACT: _extract,
    PROCESS: _process,
    REPAIR: _repair,
    SELL: _sell,
    EXECUTE: _execute,
    DEVELOP: _develop,
    RESEARCH: _research,
    SHARES: _shares,
}


# ---------------------------------------------------------------- its money


def held(s: State, seat: int) -> int:
    """GMI's money: its whole hand; nothing of it waits for a next turn (GMI-28)."""
    c = s.companies[seat]
    return c.cash + sum(s.tables.type_value[card] for card in c.fresh)


@lru_cache(maxsize=4096)
def cheapest_cover(due: int, n1: int, n3: int, n5: int) -> tuple[int, int, int] | None:
    """GMI-14: cards per value with the smallest total that suffices; among equal totals the most low cards."""
    best: tuple[int, int, int, int, int] | None = None
    for k5 in range(min(n5, due // 5 + 1) + 1):
        for k3 in range(min(n3, due // 3 + 1) + 1):
            k1 = max(0, due - 5 * k5 - 3 * k3)
            if k1 <= n1:
                key = (5 * k5 + 3 * k3 + k1, k5, k3, -k1, k1)
                if best is None or key < best:
                    best = key
    return None if best is None else (best[4], best[2], best[1])


def payment(s: State, seat: int, due: int) -> tuple[int, ...]:
    """The types GMI discards for `due`. Within a value the types do nothing for GMI: lowest index first."""
    c, t = s.companies[seat], s.tables
    from saltonsea_desktop.games.saltonsea.flow import unfreeze

    unfreeze(s, c)
    cover = cheapest_cover(due, c.coins[0], c.coins[1], c.coins[2])
    assert cover is not None
    left = list(cover)
    cards: list[int] = []
    for card, n in enumerate(c.hand):
        row = t.type_value[card] >> 1
        while n and left[row]:
            cards.append(card)
            left[row] -= 1
            n -= 1
    return tuple(cards)


def mix(total: int, n1: int, n3: int, n5: int) -> tuple[int, int, int]:
    """GMI-12: cards per value for exactly `total`: the most $5 cards, then the most $3."""
    for k5 in range(min(n5, total // 5), -1, -1):
        for k3 in range(min(n3, (total - 5 * k5) // 3), -1, -1):
            k1 = total - 5 * k5 - 3 * k3
            if k1 <= n1:
                return k1, k3, k5
    raise AssertionError(total)


def collect(s: State, seat: int, due: int, ev: Events | None) -> None:
    """GMI-12: the largest total not above `due`; of each value face-up cards first, from the right, then blind ones."""
    n = money.supply(s)
    total = money.largest_total(due, *n)
    if not total:
        if due and ev is not None:
            ev.append(BenefitLost(seat, "money"))
        return
    numbers = mix(total, *n)
    faces, blinds = [0, 0, 0], [0, 0, 0]
    for row in range(len(VALUES)):
        left = numbers[row]
        cards = s.rows[row]
        for place in range(len(cards) - 1, -1, -1):
            if left and cards[place] >= 0:
                faces[row] |= 1 << place
                left -= 1
        blinds[row] = left
    money.collect(s, seat, due, (faces[0], faces[1], faces[2]), (blinds[0], blinds[1], blinds[2]), ev)
