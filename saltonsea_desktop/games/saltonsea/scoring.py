"""SCO, OBJ-3, OBJ-7: the final scoring. One function for the live projection, the end screen and replays."""

from __future__ import annotations

from typing import NamedTuple

from saltonsea_desktop.games.saltonsea.components.tables import (
    TEST_MOST_CLAIMS,
    TEST_MOST_CONTRACTS,
    TEST_MOST_LAYERS,
    TEST_MOST_MONEY,
    TEST_MOST_RESEARCH,
    TEST_MOST_SHARES,
    Objective,
)
from saltonsea_desktop.games.saltonsea.rules.common import executed_contracts
from saltonsea_desktop.games.saltonsea.state import State

PRODUCT_VP = (1, 3, 5)  # SCO-3: brine, geothermal, lithium
HAND_MONEY, HAND_VP = 3, 2  # SCO-1


class Breakdown(NamedTuple):
    """VP of one seat by category; `total` is their sum (SCO-10)."""

    board: int  # VP of the game so far
    hand: int  # SCO-1
    shares: int  # SCO-2
    products: int  # SCO-3
    research: int  # SCO-4
    objectives: int  # SCO-5, GMI-22
    stars: int  # SCO-6
    damage: int  # SCO-7
    contracts: int  # SCO-8

    @property
    def total(self) -> int:
        return sum(self)


CATEGORIES: tuple[str, ...] = Breakdown._fields


class Outcome(NamedTuple):
    """Who won (SCO-9). `decided_by`: points, money or shared; `places`: per seat, ties share a place."""

    scores: tuple[Breakdown, ...]
    money: tuple[int, ...]
    winners: tuple[int, ...]
    places: tuple[int, ...]
    decided_by: str


def money_held(s: State, seat: int) -> int:
    """Value of all action cards: in hand, collected this turn, in play (CRD-16, OBJ-7)."""
    c, value = s.companies[seat], s.tables.type_value
    return c.cash + sum(value[card] for card in c.fresh) + sum(value[card] for card in c.table)


def count_for(s: State, seat: int, objective: Objective) -> int:
    """OBJ-3, OBJ-7: the seat's count for a long-term objective."""
    c, t = s.companies[seat], s.tables
    test = objective.test
    if test == TEST_MOST_CONTRACTS:
        return sum(t.contracts[card].corporation == objective.corporation for card in executed_contracts(c))
    if test == TEST_MOST_SHARES:
        return c.shares[objective.corporation]
    if test == TEST_MOST_LAYERS:
        return c.layer
    if test == TEST_MOST_MONEY:
        return money_held(s, seat)
    if test == TEST_MOST_RESEARCH:
        return sum(t.research[card].vp + t.research[card].bonus_vp for card in (*c.research, *c.kept_research))
    if test == TEST_MOST_CLAIMS:
        return len(c.well) - 1
    raise ValueError(f"{objective.id} is no long-term objective")


def leaders(s: State, objective: Objective) -> tuple[int, ...]:
    """SCO-5: every seat with the highest count above 0."""
    counts = [count_for(s, seat, objective) for seat in range(s.seats)]
    best = max(counts)
    return tuple(seat for seat, n in enumerate(counts) if n == best) if best else ()


def breakdown(s: State, seat: int) -> Breakdown:
    """The final scoring of one seat as the table stands now."""
    c, t = s.companies[seat], s.tables
    objectives, stars = 0, 0
    for o in s.objectives:
        objective = t.objectives[o]
        if objective.short:
            if o in c.objectives:
                stars += objective.stars
                if seat == s.gmi_seat:
                    objectives += objective.vp
        elif seat in leaders(s, objective):
            objectives += objective.vp
            stars += objective.stars
    open_contracts = [
        t.contracts[card].vp for place, card in enumerate(c.contracts) if card >= 0 and not c.executed >> place & 1
    ]
    return Breakdown(
        board=c.vp,
        hand=money_held(s, seat) // HAND_MONEY * HAND_VP,
        shares=sum(c.shares[i] * t.asset_vp[a] for i, a in enumerate(s.assets)),
        products=sum(n * vp for n, vp in zip(c.goods, PRODUCT_VP, strict=True)),
        research=sum(t.research[card].vp * t.slot_multiplier[slot] for slot, card in enumerate(c.research)),
        objectives=objectives,
        stars=stars * t.star_vp if c.development == len(t.development) - 1 else 0,
        damage=t.drill_vp[c.drill_damage] + t.plant_vp[c.plant_damage],
        contracts=-sum((vp + 1) // 2 for vp in open_contracts),
    )


def outcome(s: State) -> Outcome:
    """SCO-9: most VP, then most money in action cards, then shared."""
    scores = tuple(breakdown(s, seat) for seat in range(s.seats))
    money = tuple(money_held(s, seat) for seat in range(s.seats))
    keys = [(score.total, m) for score, m in zip(scores, money, strict=True)]
    best = max(keys)
    winners = tuple(seat for seat, key in enumerate(keys) if key == best)
    places = tuple(1 + sum(other > key for other in keys) for key in keys)
    level = sum(score.total == best[0] for score in scores) > 1
    decided_by = "shared" if len(winners) > 1 else "money" if level else "points"
    return Outcome(scores, money, winners, places, decided_by)
