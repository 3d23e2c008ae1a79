"""What a position is worth to one company, in VP: the evaluation of the greedy bot.

`WEIGHTS` is the one table of opinions; everything printed comes from `Tables`. `Outlook` looks at the table once per
turn (rounds to come, price of money, what each card could bring); `evaluate` then adds up one position quickly:

    what the final scoring would give now
    + what the company can expect to make of its engineers, hand, well, goods, contracts, research and shares

An *effort* of 1 is one engineer's turn. Work that is still ahead counts as its yield minus `wage` VP for each effort,
so every useful step of a chain (licence, drill, extract, process, execute) raises the value by about one wage.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from saltonsea_desktop.games.saltonsea.components.tables import (
    CONTRACT,
    CONVERT,
    COPY,
    DEVELOP,
    DRILL,
    EXTRACT,
    LICENCE,
    MOD_DEVELOP_DISCOUNT,
    MOD_DRILL,
    MOD_EXECUTE_BRINE,
    MOD_EXECUTE_MONEY,
    MOD_EXECUTE_VP,
    MOD_EXTRACT,
    MOD_IGNORE,
    MOD_LICENCE_DISCOUNT,
    MOD_OPT_GEOTHERMAL,
    MOD_OPT_LITHIUM,
    MOD_PROCESS,
    MOD_PROCESS_DISCOUNT,
    MOD_REPAIR_DISCOUNT,
    MOD_RESEARCH_DISCOUNT,
    MOD_SEVERAL,
    MOD_SHARES_DISCOUNT,
    POINTS,
    PROCESS,
    REPAIR,
    RESEARCH,
    REWARD_DEVELOP,
    REWARD_NONE,
    SELL,
    SHARES,
    TEST_CONTRACTS,
    TEST_ENGINEERS,
    TEST_GEOTHERMAL,
    TEST_LITHIUM,
    TEST_MOST_CLAIMS,
    TEST_MOST_LAYERS,
    TEST_MOST_MONEY,
    TEST_MOST_RESEARCH,
    TEST_MOST_SHARES,
    UNLOCK_ENGINEER,
    UNLOCK_WAREHOUSE,
    VALUES,
    Effect,
    Tables,
)
from saltonsea_desktop.games.saltonsea.rules.common import executed_contracts
from saltonsea_desktop.games.saltonsea.scoring import HAND_MONEY, HAND_VP, PRODUCT_VP, count_for
from saltonsea_desktop.games.saltonsea.state import Company, State


@dataclass(frozen=True, slots=True)
class Weights:
    """The opinions of the evaluation, in VP unless said otherwise. "Early" means with rounds to come."""

    # work
    wage: float = 2.15  # what an average engineer's turn brings
    drill_effort: float = 0.6  # turns to drill one layer
    extract_effort: float = 0.35  # turns to extract one brine
    process_effort: float = 0.95  # turns to process one unit
    sell_effort: float = 0.7  # turns to sell one unit
    execute_effort: float = 0.75  # turns to execute one
    delay: float = 0.75  # part of a yield that is lost when it comes only with the last turn
    rot: float = 1.45  # the same for development steps, which are worth less with every round
    # money
    dollar_early: float = 0.8  # a dollar early, on top of its VP in the final scoring
    dollar_need: float = 12.5  # the dollars in hand that have it; more are kept for the final scoring
    dollar_rounds: float = 1.9  # rounds to come from which a dollar has its full early worth
    card_any: float = 0.1  # one more card in hand, whatever it shows: exact change, another Prompt
    card_use: float = 0.25  # how often a card in hand is played, per round to come
    card_double: float = 0.35  # factor on the worth of a second card of the same type
    card_limit: float = 9.5  # what the best hand of cards could be worth, money apart
    card_rounds: float = 3.3  # rounds after which one more adds nothing to a card's worth
    # engine
    warehouse: float = 0.6  # an open warehouse tile, per round to come
    slot: float = 0.75  # the research slots it opens, at most, per round to come
    overflow: float = 1.15  # factor on the VP of a step beyond the last space
    # the well
    rock: float = 1.2  # a rock on the way down
    frozen: float = 1.75  # a frozen drill, while layers are left and turns to use them
    stopped: float = 1.8  # a stopped plant, while turns are left
    damage: float = 0.7  # factor on the VP of damage that can still be repaired
    # goods
    sale: float = 0.65  # factor on the best fee: it may be gone
    trust: float = 0.8  # factor on what an open contract will bring
    tile: float = 2.55  # a profit-sharing tile of one's choice
    free_claim: float = 5.7  # a claim benefit
    # research
    research_rounds: float = 4.3  # rounds after which one more adds nothing to a permanent effect
    immediate: float = 0.55  # factor on the effect of an unused immediate card or tile
    # per permanent effect, per round to come
    mod_extract: float = 0.75
    mod_process: float = 0.7
    mod_drill: float = 0.95
    mod_ignore: float = 0.7
    mod_licence: float = 0.7
    mod_shares: float = 0.45
    mod_process_discount: float = 0.55
    mod_repair: float = 0.2
    mod_execute_vp: float = 1.25
    mod_execute_money: float = 0.75
    mod_execute_brine: float = 0.5
    mod_several: float = 0.15
    mod_optimise: float = 0.4  # per point of damage saved
    mod_other: float = 0.45
    # shares
    drift: float = 1.0  # spaces a corporation's indicator moves up per round to come and three seats
    track: float = 0.4  # part of the next reward on the shares track that a share on the way there is worth
    rival: float = 0.25  # factor on what the others' shares gain, when there is one other
    # objectives
    lead: float = 0.4  # chance to keep an early lead of 1 in a long-term objective; grows to 1 at the end
    chase: float = 0.35  # chance to catch up when 1 behind, early; falls to 0 at the end
    short: float = 0.4  # worth of one unit less to go for an open short-term objective
    star: float = 0.4  # chance that stars count, early
    # actions as effects of cards and tiles
    layer: float = 1.55
    brine: float = 1.8
    share: float = 1.4
    claim: float = 3.1
    research: float = 2.35
    contract: float = 2.0
    unit: float = 1.3  # a unit sold or processed more
    copy: float = 2.55
    # length of the game
    licences: float = 1.05  # claims taken per seat and round
    sales: float = 1.0  # sales per seat and round
    prior: float = 1.3  # rounds of play that these two opinions weigh


WEIGHTS = Weights()


def rounds_to_come(s: State, w: Weights = WEIGHTS) -> float:
    """Expected full rounds after the running one; 0 when it is surely the last (END-1, END-2).

    From what is public: cards in the claim deck and indicators, against the pace of the game so far.
    """
    t = s.tables
    deck = len(s.claim_deck)
    if not deck or s.closed_count >= 2:
        return 0.0
    seats = s.seats
    hired = sum(c.hired for c in s.companies)
    left = sum(c.hr for c in s.companies) / hired if hired else 0.0
    passed = s.round - left
    full = sum(1 for claim in t.claims if claim.deck) - 2 * t.claims_removed[seats] - len(t.claim_surcharge)
    pace = (w.prior * (1.0 + w.licences * seats) + full - deck) / (w.prior + passed)
    by_claims = deck / pace - left + 0.5
    last = len(t.asset_closes) - 1
    start = t.asset_start[seats]
    ways = sorted(last - a for a in s.assets)
    pace = (w.prior * w.sales * seats + sum(s.assets) - 3 * start) / (w.prior + passed)
    by_sales = (ways[0] + ways[1]) * 1.2 / pace - left + 0.5 if pace > 0 else by_claims
    return max(0.0, min(by_claims, by_sales))


def _mod_worth(w: Weights) -> tuple[float, ...]:
    out = [w.mod_other] * 16
    out[MOD_EXTRACT] = w.mod_extract
    out[MOD_PROCESS] = w.mod_process
    out[MOD_DRILL] = w.mod_drill
    out[MOD_IGNORE] = w.mod_ignore
    out[MOD_LICENCE_DISCOUNT] = w.mod_licence
    out[MOD_SHARES_DISCOUNT] = w.mod_shares
    out[MOD_PROCESS_DISCOUNT] = w.mod_process_discount
    out[MOD_REPAIR_DISCOUNT] = w.mod_repair
    out[MOD_EXECUTE_VP] = w.mod_execute_vp
    out[MOD_EXECUTE_MONEY] = w.mod_execute_money
    out[MOD_EXECUTE_BRINE] = w.mod_execute_brine
    out[MOD_SEVERAL] = w.mod_several
    out[MOD_OPT_LITHIUM] = out[MOD_OPT_GEOTHERMAL] = w.mod_optimise
    out[MOD_RESEARCH_DISCOUNT] = out[MOD_DEVELOP_DISCOUNT] = w.mod_other
    return tuple(out)


def effect_worth(t: Tables, e: Effect, w: Weights) -> float:
    """What carrying out `e` without an engineer brings on an average occasion, in VP."""
    kind, discount = e.kind, e.discount * 0.8
    if kind == LICENCE:
        return w.claim + discount
    if kind == DRILL:
        return e.strength * w.layer + e.ignore * w.rock
    if kind == EXTRACT:
        return min(e.strength, 4) * w.brine
    if kind == PROCESS:
        saved = sum(t.effects[s.effect].lithium_cost for s in t.spaces) - e.lithium_cost
        return e.strength * (w.unit + 0.5 * max(0, saved))
    if kind == REPAIR:
        return 0.5 + 0.3 * discount
    if kind == SELL:
        return e.strength * w.unit + max((vp + 0.7 * money for _, money, vp in e.bonus), default=0.0)
    if kind == CONTRACT:
        return w.contract + e.vp + 0.8 * e.money
    if kind == DEVELOP:
        return 2.4 * e.strength
    if kind == RESEARCH:
        return w.research + discount
    if kind == SHARES:
        return e.strength * w.share * 0.6 + discount
    if kind == POINTS:
        return float(e.vp)
    if kind == CONVERT:
        return 2.0 + 2.0 * e.units - 0.8 * e.damage
    if kind == COPY:
        return w.copy
    return 0.0


class _Fixed:
    """What depends on the pack and the weights only."""

    __slots__ = ("average", "card", "effect", "mods", "tables", "weights")

    def __init__(self, t: Tables, w: Weights) -> None:
        self.tables, self.weights = t, w
        self.effect = tuple(effect_worth(t, e, w) for e in t.effects)
        board = {t.effects[s.effect].kind: self.effect[s.effect] for s in t.spaces}
        # a card is worth what it does better than the printed space, and something for being one more space
        self.card = tuple(
            max(0.0, self.effect[card.effect] - 0.6 * board.get(t.effects[card.effect].kind, 0.0)) for card in t.types
        )
        self.average = tuple(
            _mean([x for x, card in zip(self.card, t.types, strict=True) if card.row == row])
            for row in range(len(VALUES))
        )
        mods = _mod_worth(w)
        self.mods = tuple(sum(mods[m] * n for m, n in card.mods) for card in t.research)


_fixed: list[_Fixed] = []


def _fixed_for(t: Tables, w: Weights) -> _Fixed:
    for known in _fixed:
        if known.tables is t and known.weights is w:
            return known
    made = _Fixed(t, w)
    _fixed.append(made)
    del _fixed[:-4]
    return made


class Outlook:
    """The table as one seat sees it at the start of its turn: what things will be worth, all in VP."""

    __slots__ = (
        "ahead",  # chance to keep the smallest lead in a long-term objective
        "average",  # per value: mean of `card`
        "behind",  # chance to catch up one
        "card",  # per card type: holding one more, money apart
        "contract",  # card -> (needs, worth of all benefits, VP lost if it stays open)
        "development",  # per space of the track: what was opened up to it
        "dollar",  # the next dollar
        "extra",  # a scarce dollar, on top of FINAL_DOLLAR
        "fixed",
        "good",  # per product: one in store
        "goods_cost",  # per product: making one that is missing
        "long",  # per long-term objective: test, corporation, best of the others, VP, stars
        "rival",  # per corporation: shares of the others, weighed
        "rounds",  # rounds to come
        "seat",
        "share",  # per position of the indicator: one share
        "share_next",  # per space of the shares track: the rewards further up
        "short",  # per open short-term objective: test, units, worth of a unit towards it
        "star",  # per space of the development track: one grey star
        "step",  # an average development step
        "tables",
        "weights",
    )

    def __init__(self, s: State, seat: int, w: Weights = WEIGHTS) -> None:
        t, c = s.tables, s.companies[seat]
        self.tables, self.weights, self.seat = t, w, seat
        fixed = self.fixed = _fixed_for(t, w)
        rounds = self.rounds = rounds_to_come(s, w)
        later = max(0.0, c.hr - 1 + rounds * c.hired)  # turns after this one
        early = min(1.0, later / EARLY)
        dollar = FINAL_DOLLAR
        self.extra = w.dollar_early * min(1.0, rounds / w.dollar_rounds)
        held = c.cash + sum(t.type_value[i] for i in c.fresh) + sum(t.type_value[i] for i in c.table)
        scarce = min(1.0, max(0.0, (w.dollar_need + 4.0 - held) / 8.0))
        self.dollar = dollar = dollar + self.extra * scarce
        # per type: what holding one more such card is worth, money apart
        uses = w.card_use * min(rounds, w.card_rounds)
        any_card = w.card_any * min(1.0, rounds)
        self.card = tuple(uses * worth + any_card for worth in fixed.card)
        self.average = tuple(uses * worth + any_card for worth in fixed.average)
        # goods: kept for the final scoring, or sold
        fees = [0, 0, 0]
        for i in range(3):
            if not t.asset_closes[s.assets[i]]:
                fee = t.fees[s.fees[i]]
                for p in range(3):
                    if fee[p] > fees[p]:
                        fees[p] = fee[p]
        good = [float(vp) for vp in PRODUCT_VP]
        if later >= 1:
            for p in range(3):
                good[p] = max(good[p], w.sale * fees[p] * dollar - w.sell_effort * w.wage)
        self.good = (good[0], good[1], good[2])
        # what a missing unit costs to make
        price = [NO_PRICE, NO_PRICE]
        for i, n in enumerate(c.hand):
            if n and t.type_kind[i] == PROCESS:
                _cheaper(price, t.type_effect[i])
        for space in t.spaces:
            if t.effects[space.effect].kind == PROCESS:
                _cheaper(price, t.effects[space.effect])
        self.goods_cost = (
            good[0] + w.extract_effort * w.wage,
            good[0] + price[0] * dollar + w.process_effort * w.wage,
            good[0] + price[1] * dollar + w.process_effort * w.wage,
        )
        # shares: the indicators will move on
        last = len(t.asset_vp) - 1
        move = w.drift * rounds * s.seats / 3.0
        self.share = tuple(_between(t.asset_vp, min(float(last), position + move)) for position in range(last + 1))
        rival = [0, 0, 0]
        for other, company in enumerate(s.companies):
            if other != seat:
                for i in range(3):
                    rival[i] += company.shares[i]
        factor = w.rival / max(1, s.seats - 1) ** 2
        self.rival = (rival[0] * factor, rival[1] * factor, rival[2] * factor)
        # development: cumulative worth of the track
        self._objectives(s, seat, early)
        self._development(t, rounds)
        self.share_next = self._track(t)
        # contracts on the own board and in the market
        self.contract = {card: self._contract(t, s, c, card) for card in (*c.contracts, *s.contract_row) if card >= 0}

    def _objectives(self, s: State, seat: int, early: float) -> None:
        t, w = self.tables, self.weights
        long: list[tuple[int, int, int, int, int]] = []
        short: list[tuple[int, int, float]] = []
        for place, o in enumerate(s.objectives):
            objective = t.objectives[o]
            if objective.short:
                if s.takers[place] < 0:
                    part = w.short * early * objective.vp / max(1, objective.units)
                    short.append((objective.test, objective.units, part))
                continue
            best = 0
            for other in range(s.seats):
                if other != seat:
                    if objective.test == TEST_MOST_MONEY and other != s.gmi_seat:
                        rival = s.companies[other]  # a hidden hand: its cards are public, their values are not
                        n = 2 * (sum(rival.hand) + len(rival.fresh) + len(rival.table))
                    else:
                        n = count_for(s, other, objective)
                    best = max(best, n)
            long.append((objective.test, objective.corporation, best, objective.vp, objective.stars))
        self.long, self.short = long, short
        self.ahead = w.lead + (1.0 - w.lead) * (1.0 - early)
        self.behind = w.chase * early
        last = len(t.development) - 1
        self.star = tuple(
            t.star_vp * (1.0 if step == last else w.star * early * step / last) for step in range(last + 1)
        )

    def _development(self, t: Tables, rounds: float) -> None:
        w = self.weights
        worth = 0.0
        track = [0.0]
        opened = 0
        for unlock in t.development[1:]:
            if unlock == UNLOCK_ENGINEER:
                worth += w.wage * (rounds + 0.7)
            elif unlock == UNLOCK_WAREHOUSE:
                more = t.capacity[opened + 1] - t.capacity[opened]
                slots = t.slots[opened + 1] - t.slots[opened]
                worth += rounds * (w.warehouse * more + w.slot * slots)
                opened += 1
            track.append(worth)
        self.development = tuple(track)
        self.step = worth / (len(track) - 1) if rounds > 0 else 0.5

    def _track(self, t: Tables) -> tuple[float, ...]:
        """Per space of the shares track: what the rewards further up are worth to a token there."""
        w = self.weights
        ahead = [0.0] * len(t.share_reward)
        for position in range(len(ahead) - 2, -1, -1):
            reward = t.share_reward[position + 1]
            gain = 0.0 if reward == REWARD_NONE else self.step if reward == REWARD_DEVELOP else w.tile
            ahead[position] = w.track * max(gain, ahead[position + 1])
        return tuple(ahead)

    def _contract(self, t: Tables, s: State, c: Company, card: int) -> tuple[tuple[int, int, int], float, int]:
        """(needs, worth of all benefits, VP lost if it stays open)."""
        contract, w = t.contracts[card], self.weights
        brine, geothermal, lithium = contract.needs
        if brine:
            brine = max(0, brine - c.mods[MOD_EXECUTE_BRINE])
        worth = contract.vp + c.mods[MOD_EXECUTE_VP] + self.dollar * (contract.money + c.mods[MOD_EXECUTE_MONEY])
        i = contract.corporation
        position = c.shares[i]
        room = min(contract.shares, max(0, t.share_limit[s.assets[i]] - position))
        if room:
            worth += room * self.share[s.assets[i]]
            worth += sum(
                (self.step if reward == REWARD_DEVELOP else w.tile)
                for reward in t.share_reward[position + 1 : position + room + 1]
                if reward
            )
        worth += contract.develop * self.step
        if contract.claim:
            worth += w.free_claim
        return (brine, geothermal, lithium), worth, (contract.vp + 1) // 2


FINAL_DOLLAR = HAND_VP / HAND_MONEY  # SCO-1, the rounding apart
EARLY = 16.0  # turns to come from which it is as early as can be
NO_PRICE = 99  # no space or card makes this product


def _cheaper(price: list[int], e: Effect) -> None:
    price[0] = min(price[0], e.geothermal_cost)
    price[1] = min(price[1], e.lithium_cost)


def _mean(values: list[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _between(values: tuple[int, ...], position: float) -> float:
    low = int(position)
    high = min(low + 1, len(values) - 1)
    return values[low] + (values[high] - values[low]) * (position - low)


def evaluate(s: State, o: Outlook) -> float:
    """The position's worth to the outlook's seat, at the end of its main action."""
    t, w = o.tables, o.weights
    c = s.companies[o.seat]
    wage, good = w.wage, o.good
    rounds = o.rounds
    turns = c.hr + rounds * c.hired
    v = c.vp + o.development[c.development]
    # hand: every card counts in the end (CRD-16)
    worth, value = o.card, t.type_value
    held, cards, double = c.cash, 0.0, w.card_double
    hand = c.hand
    for n, x in zip(hand, worth, strict=False):
        if n:
            cards += x if n == 1 else x + (n - 1) * double * x
    for i in c.fresh:
        cards += double * worth[i] if hand[i] else worth[i]
        held += value[i]
    for i in c.table:
        cards += double * worth[i] if hand[i] else worth[i]
        held += value[i]
    v += cards / (1.0 + cards / w.card_limit)
    v += held * FINAL_DOLLAR + o.extra * (held if held < w.dollar_need else w.dollar_need)
    # goods
    b, g, li = c.goods
    v += b * good[0] + g * good[1] + li * good[2]
    # damage
    drill, plant = c.drill_damage, c.plant_damage
    lost = t.drill_vp[drill] + t.plant_vp[plant]
    if turns >= 1:
        v += lost * w.damage
        if t.drill_frozen[drill] and c.layer < len(c.well_rocks):
            v -= w.frozen
        if t.plant_stopped[plant]:
            v -= w.stopped
    else:
        v += lost
    # shares
    red, orange, blue = s.assets
    r, q, u = c.shares
    share, rival = o.share, o.rival
    sx, sy, sz = share[red], share[orange], share[blue]
    v += r * sx + q * sy + u * sz - rival[0] * sx - rival[1] * sy - rival[2] * sz
    if rounds:
        ahead = o.share_next
        v += ahead[r] + ahead[q] + ahead[u]
    # research
    research = t.research
    if c.research:
        slot = 0
        multiplier = t.slot_multiplier
        later = min(turns / c.hired if c.hired else 0.0, w.research_rounds)
        for card in c.research:
            record = research[card]
            if record.permanent:
                v += record.vp * multiplier[slot] + o.fixed.mods[card] * later
                slot += 1
            elif card not in c.used_research:
                if turns >= 1:
                    v += w.immediate * max(0.0, o.fixed.effect[record.effect] - 1.0)
                if not rounds:
                    slot += 1  # it keeps its slot (RES-9)
    # tiles
    if c.tiles and turns >= 1:
        for tile in c.tiles:
            v += w.immediate * o.fixed.effect[t.tiles[tile].effect]
    # work ahead: contracts and the well, within the turns that are left
    gain, work = 0.0, 0.0
    eb, eg, el = b, g, li  # not yet meant for a contract
    delay = w.delay / turns if turns else 0.0
    for place, card in enumerate(c.contracts):
        if card < 0 or c.executed >> place & 1:
            continue
        needs, benefits, half = o.contract[card]
        surplus, effort = _surplus(needs, benefits, eb, eg, el, o)
        if effort > turns:
            v -= half
            continue
        surplus -= wage * effort
        if surplus > -half:
            gain += w.trust * surplus * (1.0 - delay * effort)
            work += effort
            eb, eg, el = max(0, eb - needs[0]), max(0, eg - needs[1]), max(0, el - needs[2])
        else:
            v -= half
    ends = c.well_ends
    if ends[-1] > c.extracted:
        done, layer, effort = c.extracted, c.layer, 0.0
        track = o.development
        step, last = c.development, len(track) - 1
        brine, rocks = c.well_brine, c.well_rocks
        for j in range(bisect_left(ends, done + 1), len(ends)):
            end = ends[j]
            units = end - done
            if not units:
                continue
            need = bisect_left(brine, end) + 1
            cost = units * w.extract_effort
            stones = 0
            if need > layer:
                cost += (need - layer) * w.drill_effort
                stones = sum(rocks[layer:need])
                layer = need
            effort += cost
            if effort > turns:
                break
            claim = t.claims[c.well[j]]
            more = claim.vp + units * good[0] - stones * w.rock - wage * cost
            gain += more * (1.0 - delay * effort)
            if claim.develop:
                next_step = step + claim.develop
                steps = track[next_step if next_step < last else last] - track[step]
                if next_step > last:
                    steps += t.overflow_vp * w.overflow * (next_step - last)
                    next_step = last
                gain += steps * (1.0 - w.rot * effort / turns)
                step = next_step
            work += cost
            done = end
    if work > turns:
        gain *= turns / work
    v += gain
    # objectives
    star = o.star[c.development]
    if o.long:
        level, behind = o.ahead, o.behind
        for test, corporation, most, vp, stars in o.long:
            if test == TEST_MOST_LAYERS:
                n = c.layer
            elif test == TEST_MOST_CLAIMS:
                n = len(c.well) - 1
            elif test == TEST_MOST_SHARES:
                n = c.shares[corporation]
            elif test == TEST_MOST_MONEY:
                n = held
            elif test == TEST_MOST_RESEARCH:
                n = 0
                for card in c.research + c.kept_research:
                    n += research[card].vp + research[card].bonus_vp
            else:
                n = 0
                for card in executed_contracts(c):
                    n += t.contracts[card].corporation == corporation
            lead = n - most
            unit = 0.1 if test == TEST_MOST_MONEY else 0.3
            if lead >= 0 and n:
                v += (vp + stars * star) * (level + (1.0 - level) * (lead * unit if lead * unit < 1.0 else 1.0))
            elif behind:
                v += vp * behind / (1.0 - lead * (3.0 * unit))
    if c.objectives:
        for i in c.objectives:
            v += t.objectives[i].stars * star
    for test, units, part in o.short:
        if test == TEST_LITHIUM:
            v += part * (li if li < units else units)
        elif test == TEST_GEOTHERMAL:
            v += part * (g if g < units else units)
        elif test == TEST_ENGINEERS:
            v += part * c.hired
        elif test == TEST_CONTRACTS:
            v += part * len({t.contracts[i].corporation for i in executed_contracts(c)}) / len(t.corporations)
        else:
            v += part * len({t.tiles[i].corporation for i in c.tiles + c.used_tiles}) / len(t.corporations)
    return v


def _surplus(needs: tuple[int, int, int], benefits: float, b: int, g: int, li: int, o: Outlook) -> tuple[float, float]:
    """(benefits less the worth of all products, turns of work) of executing a contract with these goods in store."""
    w, good, cost = o.weights, o.good, o.goods_cost
    nb, ng, nl = needs
    mb, mg, ml = nb - b, ng - g, nl - li
    value = benefits - nb * good[0] - ng * good[1] - nl * good[2]
    effort = w.execute_effort
    if mb > 0:
        value -= mb * (cost[0] - good[0])
        effort += mb * w.extract_effort
    else:
        mb = 0
    spare = b - nb if b > nb else 0
    made = 0
    if mg > 0:
        value -= mg * (cost[1] - good[1])
        made += mg
    if ml > 0:
        value -= ml * (cost[2] - good[2])
        made += ml
    if made:
        effort += made * w.process_effort
        if made > spare:
            effort += (made - spare) * w.extract_effort
    return value, effort


def promise(c: Company, o: Outlook, card: int) -> float:
    """What taking a contract of the market promises."""
    needs, benefits, half = o.contract[card]
    goods = c.goods
    surplus, effort = _surplus(needs, benefits, goods[0], goods[1], goods[2], o)
    return surplus - o.weights.wage * effort if effort < c.hr + o.rounds * c.hired else -half


def prospect(s: State, c: Company, o: Outlook, card: int) -> float:
    """What a research card of the market promises, its price off."""
    t, w = o.tables, o.weights
    record = t.research[card]
    gain = record.bonus_vp - o.dollar * record.price
    if record.bonus_share:
        gain += o.share[s.assets[record.corporation]]
    if record.permanent:
        slot = min(len(c.research), len(t.slot_multiplier) - 1)
        later = min(o.rounds + c.hr / max(1, c.hired), w.research_rounds)
        return gain + record.vp * t.slot_multiplier[slot] + o.fixed.mods[card] * later
    return gain + w.immediate * max(0.0, o.fixed.effect[record.effect] - 1.0)
