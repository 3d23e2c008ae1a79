"""Steps that several chapters share: VP, goods, development, short-term objectives."""

from __future__ import annotations

from saltonsea_desktop.games.saltonsea.components.tables import (
    GEOTHERMAL,
    LITHIUM,
    TEST_CONTRACTS,
    TEST_ENGINEERS,
    TEST_GEOTHERMAL,
    TEST_LITHIUM,
    TEST_TILES,
    UNLOCK_ENGINEER,
    UNLOCK_WAREHOUSE,
)
from saltonsea_desktop.games.saltonsea.events import (
    Developed,
    EngineerHired,
    Events,
    GmiCardAdded,
    ObjectiveTaken,
    VpGained,
    WarehouseOpened,
)
from saltonsea_desktop.games.saltonsea.state import Company, State


def gain_vp(s: State, seat: int, vp: int, source: str, ev: Events | None) -> None:
    if vp:
        s.companies[seat].vp += vp
        if ev is not None:
            ev.append(VpGained(seat, vp, source))


def executed_contracts(c: Company) -> list[int]:
    """Contracts executed so far, those still on the board included."""
    done = list(c.kept_contracts)
    mask, place = c.executed, 0
    while mask:
        if mask & 1:
            done.append(c.contracts[place])
        mask >>= 1
        place += 1
    return done


def _met(s: State, seat: int, test: int, units: int) -> bool:
    """OBJ-2, OBJ-4: whether `seat` meets a short-term test now."""
    c, t = s.companies[seat], s.tables
    if test == TEST_LITHIUM:
        return c.goods[LITHIUM] >= units
    if test == TEST_GEOTHERMAL:
        return c.goods[GEOTHERMAL] >= units
    if test == TEST_ENGINEERS:
        return (len(s.gmi_row) if seat == s.gmi_seat else c.hired) >= units
    if test == TEST_CONTRACTS:
        return len({t.contracts[i].corporation for i in executed_contracts(c)}) == len(t.corporations)
    if test == TEST_TILES:
        return len({t.tiles[i].corporation for i in (*c.tiles, *c.used_tiles)}) == len(t.corporations)
    raise AssertionError(test)


def check_short(s: State, seat: int, test: int, ev: Events | None) -> None:
    """OBJ-1, OBJ-6: the first company to meet an open short-term objective takes it at once."""
    if not s.short_open >> test & 1:
        return
    t = s.tables
    for place, o in enumerate(s.objectives):
        objective = t.objectives[o]
        if objective.test == test and s.takers[place] < 0 and _met(s, seat, test, objective.units):
            s.takers = (*s.takers[:place], seat, *s.takers[place + 1 :])
            s.short_open &= ~(1 << test)
            s.companies[seat].objectives += (o,)
            if ev is not None:
                ev.append(ObjectiveTaken(seat, o))
            if seat != s.gmi_seat:  # GMI-22: counted in the final scoring
                gain_vp(s, seat, objective.vp, "objective", ev)


def check_goods(s: State, seat: int, ev: Events | None) -> None:
    if s.short_open & (1 << TEST_LITHIUM | 1 << TEST_GEOTHERMAL):
        check_short(s, seat, TEST_LITHIUM, ev)
        check_short(s, seat, TEST_GEOTHERMAL, ev)


def develop(s: State, seat: int, steps: int, ev: Events | None) -> None:
    """DEV-2 to DEV-5, GMI-5: `steps` steps, one by one."""
    c, t = s.companies[seat], s.tables
    last = len(t.development) - 1
    for _ in range(steps):
        if c.development == last:
            gain_vp(s, seat, t.overflow_vp, "develop", ev)
            continue
        c.development += 1
        if ev is not None:
            ev.append(Developed(seat, c.development))
        unlock = t.development[c.development]
        if unlock == UNLOCK_WAREHOUSE:
            c.warehouses += 1
            if ev is not None:
                ev.append(WarehouseOpened(seat, c.warehouses))
        elif unlock == UNLOCK_ENGINEER:
            if seat == s.gmi_seat:
                if s.gmi_deck:
                    s.gmi_row += (s.gmi_deck[-1],)
                    s.gmi_deck = s.gmi_deck[:-1]
                    if ev is not None:
                        ev.append(GmiCardAdded(s.gmi_row[-1]))
            else:
                c.hired += 1
                c.hr += 1
                if ev is not None:
                    ev.append(EngineerHired(seat, c.hired))
            check_short(s, seat, TEST_ENGINEERS, ev)
