"""LIC, DRL, EXT, PRC, REP: the industrial actions."""

from __future__ import annotations

from bisect import bisect_left

from saltonsea_desktop.games.saltonsea.actions import (
    CLAIM,
    DECLINE,
    DONE,
    DRILL_LAYER,
    EXTRACT_BRINE,
    OPTIMISE,
    OPTION,
    PROCESS_UNIT,
    REPAIR_POINT,
    Action,
    ChooseOption,
    DrillLayer,
    ExtractBrine,
    Optimise,
    ProcessUnit,
    RepairPoint,
    TakeClaim,
)
from saltonsea_desktop.games.saltonsea.choices import (
    ClaimChoice,
    DrillChoice,
    DrillModeChoice,
    ExtractChoice,
    GainClaimTask,
    OptimiseChoice,
    ProcessChoice,
    ProduceTask,
    RepairChoice,
    RepairTask,
)
from saltonsea_desktop.games.saltonsea.components.tables import (
    BRINE,
    GEOTHERMAL,
    LITHIUM,
    MOD_DRILL,
    MOD_EXTRACT,
    MOD_IGNORE,
    MOD_LICENCE_DISCOUNT,
    MOD_OPT_GEOTHERMAL,
    MOD_OPT_LITHIUM,
    MOD_PROCESS,
    MOD_PROCESS_DISCOUNT,
    MOD_REPAIR_DISCOUNT,
    Effect,
)
from saltonsea_desktop.games.saltonsea.events import (
    BenefitLost,
    BrineExtracted,
    ClaimDeckEmpty,
    ClaimExhausted,
    ClaimRevealed,
    ClaimTaken,
    DrillFrozen,
    Events,
    LayerDrilled,
    PlantDamaged,
    Produced,
    Repaired,
)
from saltonsea_desktop.games.saltonsea.rules.common import check_goods, develop, gain_vp
from saltonsea_desktop.games.saltonsea.rules.money import push_payment
from saltonsea_desktop.games.saltonsea.state import Company, State

# ---------------------------------------------------------------- LIC  Acquire a drilling licence


def claim_price(s: State, seat: int, effect: Effect, place: int) -> int:
    """LIC-1, LIC-4: card price + surcharge of its space - discounts, at least 0."""
    t = s.tables
    full = t.claims[s.claims[place]].cost + t.claim_surcharge[place]
    return max(0, full - effect.discount - s.companies[seat].mods[MOD_LICENCE_DISCOUNT])


def start_licence(s: State, seat: int, e: Effect, ev: Events | None) -> None:
    s.stack.append(ClaimChoice(seat, e.index, False))


def start_claim_benefit(s: State, seat: int, ev: Events | None) -> None:
    """EXE-5, LIC-4: any one face-up claim without price; lost without a face-up claim."""
    if any(claim >= 0 for claim in s.claims):
        s.stack.append(ClaimChoice(seat, -1, True))
    elif ev is not None:
        ev.append(BenefitLost(seat, "claim"))


def legal_claim(s: State, f: ClaimChoice) -> list[Action]:
    if f.free:
        return [*(CLAIM[claim] for claim in sorted(s.claims) if claim >= 0), DECLINE]
    e, cash = s.tables.effects[f.effect], s.companies[f.seat].cash
    return [
        CLAIM[claim]
        for claim, place in sorted((claim, place) for place, claim in enumerate(s.claims) if claim >= 0)
        if claim_price(s, f.seat, e, place) <= cash
    ]


def resolve_claim(s: State, f: ClaimChoice, action: Action, ev: Events | None) -> None:
    if isinstance(action, TakeClaim):
        price = 0
        if not f.free:
            price = claim_price(s, f.seat, s.tables.effects[f.effect], s.claims.index(action.claim))
        s.stack.append(GainClaimTask(f.seat, action.claim, price))
        push_payment(s, f.seat, price)
    elif ev is not None:
        ev.append(BenefitLost(f.seat, "claim"))


def gain_claim(s: State, f: GainClaimTask, ev: Events | None) -> None:
    """LIC-1, LIC-2: below the last claim of the own well; those above slide down, a new one enters at the top."""
    seat, claim, price = f
    c, place = s.companies[seat], s.claims.index(claim)
    add_to_well(s, c, claim)
    if ev is not None:
        ev.append(ClaimTaken(seat, claim, price))
    refill_claims(s, place, ev)


def add_to_well(s: State, c: Company, claim: int) -> None:
    card = s.tables.claims[claim]
    total = c.well_ends[-1] if c.well_ends else 0
    cumulative = []
    for brine in card.brine:
        total += brine
        cumulative.append(total)
    c.well += (claim,)
    c.well_rocks += card.rocks
    c.well_brine += tuple(cumulative)
    c.well_ends += (total,)


def refill_claims(s: State, place: int, ev: Events | None) -> None:
    """LIC-2: the claims above `place` slide down one space; the top space is refilled while the deck lasts."""
    claims = s.claims
    top = -1
    if s.claim_deck:
        top = s.claim_deck[-1]
        s.claim_deck = s.claim_deck[:-1]
    s.claims = (top, *claims[:place], *claims[place + 1 :])
    if ev is not None:
        ev.append(ClaimRevealed(top) if top >= 0 else ClaimDeckEmpty())


# ---------------------------------------------------------------- DRL  Drill


def can_drill(s: State, c: Company) -> bool:
    """DRL-1, DRL-4: not frozen, and a layer lies below."""
    return c.layer < len(c.well_rocks) and not s.tables.drill_frozen[c.drill_damage]


def start_drill(s: State, seat: int, e: Effect, ev: Events | None) -> None:
    if len(e.options) > 1:
        s.stack.append(DrillModeChoice(seat, e.index))
    else:
        strength, ignore = e.options[0] if e.options else (e.strength, e.ignore)
        begin_drill(s, seat, strength, ignore, ev)


def begin_drill(s: State, seat: int, strength: int, ignore: int, ev: Events | None) -> None:
    """RES-7: permanent effects add to any drill. The first layer is compulsory (DRL-6)."""
    mods = s.companies[seat].mods
    drill_layer(s, seat, strength + mods[MOD_DRILL], ignore + mods[MOD_IGNORE], ev)


def legal_drill_mode(s: State, f: DrillModeChoice) -> list[Action]:
    return list(OPTION[: len(s.tables.effects[f.effect].options)])


def resolve_drill_mode(s: State, f: DrillModeChoice, action: Action, ev: Events | None) -> None:
    assert isinstance(action, ChooseOption)
    begin_drill(s, f.seat, *s.tables.effects[f.effect].options[action.option], ev)


def drill_layer(s: State, seat: int, left: int, ignore: int, ev: Events | None) -> None:
    """DRL-1 to DRL-5, DRL-8: one layer; asks on while strength, well and machine allow another."""
    c, t = s.companies[seat], s.tables
    rocks = c.well_rocks[c.layer]
    c.layer += 1
    ignored = min(rocks, ignore)
    c.drill_damage = min(c.drill_damage + rocks - ignored, len(t.drill_frozen) - 1)
    if ev is not None:
        ev.append(LayerDrilled(seat, c.layer, rocks, ignored, c.drill_damage))
        if t.drill_frozen[c.drill_damage]:
            ev.append(DrillFrozen(seat))
    if left > 1 and can_drill(s, c):
        s.stack.append(DrillChoice(seat, left - 1, ignore - ignored))


def legal_drill(s: State, f: DrillChoice) -> list[Action]:
    return [DRILL_LAYER, DONE]


def resolve_drill(s: State, f: DrillChoice, action: Action, ev: Events | None) -> None:
    if isinstance(action, DrillLayer):
        drill_layer(s, f.seat, f.left, f.ignore, ev)


# ---------------------------------------------------------------- EXT  Extract


def in_reach(c: Company) -> int:
    """Unextracted brine at or above the drill (EXT-1)."""
    return (c.well_brine[c.layer - 1] if c.layer else 0) - c.extracted


def can_extract(s: State, c: Company) -> bool:
    """EXT-1, EXT-2."""
    return in_reach(c) > 0 and c.goods[BRINE] < s.tables.capacity[c.warehouses]


def start_extract(s: State, seat: int, e: Effect, ev: Events | None) -> None:
    extract_brine(s, seat, e.strength + s.companies[seat].mods[MOD_EXTRACT], ev)


def take_brine(s: State, seat: int, ev: Events | None) -> None:
    """EXT-1, EXT-3: the topmost brine; the last of a claim pays its reward at once."""
    c, t = s.companies[seat], s.tables
    place = bisect_left(c.well_ends, c.extracted + 1)
    c.extracted += 1
    c.goods[BRINE] += 1
    claim = c.well[place]
    if ev is not None:
        ev.append(BrineExtracted(seat, claim))
    if c.well_ends[place] == c.extracted:
        card = t.claims[claim]
        if ev is not None:
            ev.append(ClaimExhausted(seat, claim))
        gain_vp(s, seat, card.vp, "claim", ev)
        develop(s, seat, card.develop, ev)


def extract_brine(s: State, seat: int, left: int, ev: Events | None) -> None:
    take_brine(s, seat, ev)
    if left > 1 and can_extract(s, s.companies[seat]):
        s.stack.append(ExtractChoice(seat, left - 1))


def legal_extract(s: State, f: ExtractChoice) -> list[Action]:
    return [EXTRACT_BRINE, DONE]


def resolve_extract(s: State, f: ExtractChoice, action: Action, ev: Events | None) -> None:
    if isinstance(action, ExtractBrine):
        extract_brine(s, f.seat, f.left, ev)


# ---------------------------------------------------------------- PRC  Process


def process_fit(s: State, c: Company) -> int:
    """What one more brine could become: bit 1 lithium, bit 2 geothermal; 0 without brine or plant (PRC-2, PRC-5)."""
    t = s.tables
    if not c.goods[BRINE] or t.plant_stopped[c.plant_damage]:
        return 0
    capacity = t.capacity[c.warehouses]
    return (c.goods[LITHIUM] < capacity) | (c.goods[GEOTHERMAL] < capacity) << 1


def process_price(c: Company, e: Effect, lithium: int, geothermal: int) -> int:
    """PRC-1, PRC-7: the units at the space's prices, the permanent discount once."""
    full = lithium * e.lithium_cost + geothermal * e.geothermal_cost
    return max(0, full - e.discount - c.mods[MOD_PROCESS_DISCOUNT])


def start_process(s: State, seat: int, e: Effect, ev: Events | None) -> None:
    s.stack.append(ProcessChoice(seat, e.index, 0, 0))


def _process_units(s: State, f: ProcessChoice) -> list[Action]:
    c, t = s.companies[f.seat], s.tables
    e = t.effects[f.effect]
    done = f.lithium + f.geothermal
    if done >= e.strength + c.mods[MOD_PROCESS] or done >= c.goods[BRINE]:
        return []
    capacity = t.capacity[c.warehouses]
    out: list[Action] = []
    if c.goods[GEOTHERMAL] + f.geothermal < capacity and process_price(c, e, f.lithium, f.geothermal + 1) <= c.cash:
        out.append(PROCESS_UNIT[GEOTHERMAL])
    if c.goods[LITHIUM] + f.lithium < capacity and process_price(c, e, f.lithium + 1, f.geothermal) <= c.cash:
        out.append(PROCESS_UNIT[LITHIUM])
    return out


def legal_process(s: State, f: ProcessChoice) -> list[Action]:
    out = _process_units(s, f)
    if f.lithium or f.geothermal:
        out.append(DONE)
    return out


def resolve_process(s: State, f: ProcessChoice, action: Action, ev: Events | None) -> None:
    if isinstance(action, ProcessUnit):
        is_lithium = action.product == LITHIUM
        f = ProcessChoice(f.seat, f.effect, f.lithium + is_lithium, f.geothermal + (not is_lithium))
        if _process_units(s, f):
            s.stack.append(f)
            return
    after = OptimiseChoice(*f)
    if len(legal_optimise(s, after)) > 1:
        s.stack.append(after)
    else:
        _pay_process(s, after, 0, 0)


def optimise_damage(s: State, c: Company, product: int) -> int:
    """PRC-3 less the permanent effect (RES-3)."""
    t = s.tables
    if product == LITHIUM:
        return max(0, t.optimise_lithium_damage - c.mods[MOD_OPT_LITHIUM])
    return max(0, t.optimise_geothermal_damage - c.mods[MOD_OPT_GEOTHERMAL])


def legal_optimise(s: State, f: OptimiseChoice) -> list[Action]:
    """PRC-3, PRC-4, PRC-5: room for the full damage and in the warehouse."""
    c, t = s.companies[f.seat], s.tables
    capacity, room = t.capacity[c.warehouses], len(t.plant_vp) - 1 - c.plant_damage
    out: list[Action] = []
    if c.goods[GEOTHERMAL] + f.geothermal < capacity and optimise_damage(s, c, GEOTHERMAL) <= room:
        out.append(OPTIMISE[GEOTHERMAL])
    if c.goods[LITHIUM] + f.lithium < capacity and optimise_damage(s, c, LITHIUM) <= room:
        out.append(OPTIMISE[LITHIUM])
    out.append(DECLINE)
    return out


def resolve_optimise(s: State, f: OptimiseChoice, action: Action, ev: Events | None) -> None:
    if isinstance(action, Optimise):
        _pay_process(s, f, action.product, optimise_damage(s, s.companies[f.seat], action.product))
    else:
        _pay_process(s, f, 0, 0)


def _pay_process(s: State, f: OptimiseChoice, product: int, damage: int) -> None:
    s.stack.append(ProduceTask(f.seat, f.lithium, f.geothermal, product, damage))
    push_payment(s, f.seat, process_price(s.companies[f.seat], s.tables.effects[f.effect], f.lithium, f.geothermal))


def produce(s: State, f: ProduceTask, ev: Events | None) -> None:
    """PRC-1, PRC-3, PRC-8: units one by one, then the optimised one with its damage."""
    c = s.companies[f.seat]
    if ev is not None:
        ev.append(Produced(f.seat, f.geothermal, f.lithium, f.optimise, f.lithium + f.geothermal))
    for product, units in ((LITHIUM, f.lithium), (GEOTHERMAL, f.geothermal)):
        for _ in range(units):
            c.goods[BRINE] -= 1
            c.goods[product] += 1
    if f.optimise:
        damage_plant(s, f.seat, f.damage, ev)
        c.goods[f.optimise] += 1
    check_goods(s, f.seat, ev)


def damage_plant(s: State, seat: int, points: int, ev: Events | None) -> None:
    c = s.companies[seat]
    c.plant_damage += points
    if ev is not None:
        ev.append(PlantDamaged(seat, points, c.plant_damage))


def can_convert(s: State, c: Company, e: Effect) -> bool:
    """PRC-6: PRC-2, the brine, room for the product and for the full damage."""
    t = s.tables
    return (
        c.goods[BRINE] >= e.brine
        and not t.plant_stopped[c.plant_damage]
        and c.goods[e.product] + e.units <= t.capacity[c.warehouses]
        and c.plant_damage + e.damage < len(t.plant_vp)
    )


def start_convert(s: State, seat: int, e: Effect, ev: Events | None) -> None:
    c = s.companies[seat]
    if ev is not None:
        lithium = e.units if e.product == LITHIUM else 0
        ev.append(Produced(seat, e.units - lithium, lithium, 0, e.brine))
    c.goods[BRINE] -= e.brine
    c.goods[e.product] += e.units
    damage_plant(s, seat, e.damage, ev)
    check_goods(s, seat, ev)


# ---------------------------------------------------------------- REP  Repair machinery


def repair_price(s: State, c: Company, e: Effect, points: int) -> int:
    """REP-1: $3 a point less the discounts on the total, at least 0."""
    return max(0, points * s.tables.repair_price - e.discount - c.mods[MOD_REPAIR_DISCOUNT])


def start_repair(s: State, seat: int, e: Effect, ev: Events | None) -> None:
    s.stack.append(RepairChoice(seat, e.index, 0, 0))


def _repair_points(s: State, f: RepairChoice) -> list[Action]:
    c = s.companies[f.seat]
    e = s.tables.effects[f.effect]
    points = f.drill + f.plant
    if points >= e.strength or repair_price(s, c, e, points + 1) > c.cash:
        return []
    out: list[Action] = []
    if c.drill_damage > f.drill:
        out.append(REPAIR_POINT[0])
    if c.plant_damage > f.plant:
        out.append(REPAIR_POINT[1])
    return out


def legal_repair(s: State, f: RepairChoice) -> list[Action]:
    out = _repair_points(s, f)
    if f.drill or f.plant:
        out.append(DONE)
    return out


def resolve_repair(s: State, f: RepairChoice, action: Action, ev: Events | None) -> None:
    if isinstance(action, RepairPoint):
        f = RepairChoice(f.seat, f.effect, f.drill + (not action.machine), f.plant + action.machine)
        if _repair_points(s, f):
            s.stack.append(f)
            return
    s.stack.append(RepairTask(f.seat, f.drill, f.plant))
    push_payment(s, f.seat, repair_price(s, s.companies[f.seat], s.tables.effects[f.effect], f.drill + f.plant))


def repair(s: State, f: RepairTask, ev: Events | None) -> None:
    """REP-2: after the payment the markers move back."""
    c = s.companies[f.seat]
    c.drill_damage -= f.drill
    c.plant_damage -= f.plant
    if ev is not None:
        ev.append(Repaired(f.seat, f.drill, f.plant))
