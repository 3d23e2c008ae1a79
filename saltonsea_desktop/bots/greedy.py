"""The greedy bot: plays the turn that leaves it best off, by `values.evaluate`.

For each way to begin the turn the rest of it is played out on copies of the determinized world: choices where it pays
(claim, contract, research, products, optimising, repairs) are tried, the others follow a small policy. Profit-sharing
tiles are tried before and after the best main actions. The best line is kept as a plan, so that the other micro-steps
of the turn need no new search as long as the game looks as foreseen; after a reveal it searches again from there.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import NamedTuple

from saltonsea_desktop.bots.protocol import sight
from saltonsea_desktop.bots.purse import Purse, mix
from saltonsea_desktop.bots.values import WEIGHTS, Outlook, Weights, evaluate, promise, prospect
from saltonsea_desktop.games.saltonsea import flow
from saltonsea_desktop.games.saltonsea.actions import (
    BENEFIT,
    BLIND,
    CONFIRM,
    DECLINE,
    DONE,
    END_TURN,
    FACE,
    PAY,
    PROCESS_UNIT,
    REPAIR_POINT,
    Action,
    BuyShare,
    Optimise,
    PlaceEngineer,
    PlayPrompt,
    SellTo,
    SellUnit,
    TakeClaim,
    TakeContract,
    TakeResearch,
    TakeTile,
    UseTile,
)
from saltonsea_desktop.games.saltonsea.choices import (
    BENEFIT_CLAIM,
    BENEFIT_DEVELOP,
    BENEFIT_SHARES,
    BenefitChoice,
    ClaimChoice,
    CollectChoice,
    ContractChoice,
    DrillChoice,
    EndTurnChoice,
    ExtractChoice,
    MoveSharesChoice,
    OptimiseChoice,
    PaymentChoice,
    ProcessChoice,
    RepairChoice,
    ResearchChoice,
    SellChoice,
    SellUnitsChoice,
    SharesChoice,
    TileChoice,
    TurnChoice,
)
from saltonsea_desktop.games.saltonsea.components.tables import LITHIUM, REPAIR, REWARD_DEVELOP, REWARD_NONE
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.resolve import advance
from saltonsea_desktop.games.saltonsea.rules import money
from saltonsea_desktop.games.saltonsea.rules.industrial import optimise_damage
from saltonsea_desktop.games.saltonsea.state import State

BREADTH = 1  # how many of the best-looking claims, contracts and research cards are tried
MARGIN = 3.0  # VP by which a target may look worse than the best one and still be tried
TILE_STARTS = 3  # main actions tried after a tile
LINES = 400  # lines of play looked at in one search, at most


class Greedy:
    """See the module. Without chance of its own: `seed` is taken for uniformity with the other bots."""

    name = "greedy"

    def __init__(self, seed: int = 0, weights: Weights = WEIGHTS, breadth: int = BREADTH) -> None:
        self.weights, self.breadth = weights, breadth
        self._plan: dict[Hashable, Action] = {}

    def recall(self, seen: Hashable) -> Action | None:
        """The planned answer to what `sight` gives, if that was foreseen."""
        return self._plan.get(seen)

    def decide(self, world: State, seat: int) -> Action:
        """The best action of a determinized world in which `seat` is asked."""
        actions = Search(world, seat, self.weights, self.breadth).turn(world)
        self._plan = {}
        s = world.copy()
        for action in actions:
            self._plan[sight(s, seat)] = action
            advance(s, action)
        return actions[0]


class Line(NamedTuple):
    """A way to play on: its worth, its actions, the state after them (at the end of the main action or of a tile)."""

    value: float
    actions: list[Action]
    end: State


class Search:
    """One search from one position."""

    def __init__(self, world: State, seat: int, weights: Weights = WEIGHTS, breadth: int = BREADTH) -> None:
        self.seat, self.breadth = seat, breadth
        self.outlook = Outlook(world, seat, weights)
        self.purse = Purse(self.outlook)
        self.lines = 0
        self.picked: dict[type, Action] = {}  # the target that was best for a first space stands for the next ones

    # ------------------------------------------------------------ whole turns

    def turn(self, world: State) -> list[Action]:
        """The best actions from `world` to the end of the turn, at least one."""
        top = world.stack[-1]
        if isinstance(top, EndTurnChoice):
            return self.closing(world, evaluate(world, self.outlook)).actions
        if not isinstance(top, TurnChoice):  # in the middle of an action, after a reveal
            line = self.rest(self.fork(world))
            if line.end.stack[-1].__class__ is TurnChoice:  # of a tile: the main action is searched when it comes
                return line.actions
            return [*line.actions, *self.closing(line.end, line.value).actions]
        starts = self.options(world, [])
        lines = [self.begin(world, action) for action in starts]
        line = max(lines, key=_value)
        last = self.closing(line.end, line.value)
        best = Line(last.value, [*line.actions, *last.actions], last.end)
        if top.tile and world.companies[self.seat].tiles:
            lines.sort(key=_value, reverse=True)
            best = self.opening(world, best, [item.actions[0] for item in lines[:TILE_STARTS]])
        return best.actions

    def begin(self, s: State, action: Action) -> Line:
        """The best line that starts with `action`."""
        after = self.fork(s)
        advance(after, action)
        line = self.rest(after)
        return Line(line.value, [action, *line.actions], line.end)

    def closing(self, s: State, value: float) -> Line:
        """From the end of the main action, worth `value`: a tile, if it is better used now (PRF-1), and the end."""
        best = Line(value, [], s)
        for action in legal_actions(s) if s.companies[self.seat].tiles else ():
            if isinstance(action, UseTile):
                line = self.begin(s, action)
                if line.value > best.value:
                    best = line
        return Line(best.value, [*best.actions, END_TURN], best.end)

    def opening(self, world: State, best: Line, starts: list[Action]) -> Line:
        """A tile before one of the best main actions, if that beats the best turn without or with a tile afterwards."""
        for tile in legal_actions(world):
            if not isinstance(tile, UseTile):
                continue
            line = self.begin(world, tile)
            legal = legal_actions(line.end)
            for action in starts:
                if action in legal:
                    more = self.begin(line.end, action)
                    if more.value > best.value:
                        best = Line(more.value, [*line.actions, *more.actions, END_TURN], more.end)
        return best

    def rest(self, s: State) -> Line:
        """The best line from the middle of an action to its end. Changes `s`."""
        path: list[Action] = []
        while True:
            top = s.stack[-1]
            kind = top.__class__
            if kind is EndTurnChoice or kind is TurnChoice:
                self.lines += 1
                return Line(evaluate(s, self.outlook), path, s)
            options = self.options(s, path)
            if not options:
                continue
            if len(options) == 1 or self.lines >= LINES:
                path.append(options[0])
                advance(s, options[0])
                continue
            last = len(options) - 1
            best: Line | None = None
            chosen = options[0]
            for i, action in enumerate(options):
                after = s if i == last else self.fork(s)
                advance(after, action)
                line = self.rest(after)
                if best is None or line.value > best.value:
                    best, chosen = line, action
            assert best is not None
            if kind in _REMEMBERED and (kind is not SharesChoice or top[2:] == (0, 0, 0)):
                self.picked[kind] = chosen
            return Line(best.value, [*path, chosen, *best.actions], best.end)

    def fork(self, s: State) -> State:
        """A copy that shares the other companies: a main action and its rewards never change them."""
        companies = s.companies
        s.companies = [companies[self.seat]]
        new = s.copy()
        s.companies = companies
        own = new.companies[0]
        new.companies = companies[:]
        new.companies[self.seat] = own
        return new

    # ------------------------------------------------------------ one choice

    def options(self, s: State, path: list[Action]) -> list[Action]:
        """The answers worth trying, one or more; none when the choice was answered here (payments, mixes)."""
        top = s.stack[-1]
        kind = top.__class__
        if kind is PaymentChoice:
            self._pay(s, path)
            return []
        if kind is CollectChoice:
            self._collect(s, path)
            return []
        legal = legal_actions(s)
        if len(legal) == 1:
            return legal
        policy = _POLICY.get(kind)
        return legal if policy is None else policy(self, s, top, legal)

    def _pay(self, s: State, path: list[Action]) -> None:
        f = s.stack.pop()
        assert isinstance(f, PaymentChoice)
        cards = self.purse.payment(s, f)
        path.extend(PAY[i] for i in cards)
        path.append(CONFIRM)
        money.spend(s, f.seat, (*f.paid, *cards), f.due, None)
        flow.settle(s, None)

    def _collect(self, s: State, path: list[Action]) -> None:
        f = s.stack.pop()
        assert isinstance(f, CollectChoice)
        places, blinds = mix(s, f, self.outlook)
        faces = list(f.faces)
        for row in range(3):
            for place in places[row]:
                faces[row] |= 1 << place
                path.append(FACE[row << 4 | place])
            path.extend([BLIND[row]] * blinds[row])
            blinds[row] += f.blinds[row]
        path.append(CONFIRM)
        money.collect(s, f.seat, f.due, (faces[0], faces[1], faces[2]), (blinds[0], blinds[1], blinds[2]), None)
        flow.settle(s, None)


def _value(line: Line) -> float:
    return line.value


# ---------------------------------------------------------------- policies: which answers are worth trying


def _turn(q: Search, s: State, f: TurnChoice, legal: list[Action]) -> list[Action]:
    """Every space and card, but Repair only against damage that hurts. Tiles are tried around the main action."""
    t, c = s.tables, s.companies[f.seat]
    unhurt = not t.drill_vp[c.drill_damage] and not t.plant_vp[c.plant_damage]
    out: list[Action] = []
    for action in legal:
        if isinstance(action, PlaceEngineer):
            if unhurt and t.effects[t.spaces[action.space].effect].kind == REPAIR:
                continue
        elif isinstance(action, PlayPrompt):
            if unhurt and t.type_kind[action.card] == REPAIR:
                continue
        elif isinstance(action, UseTile):
            continue
        out.append(action)
    return out


def _claim(q: Search, s: State, f: ClaimChoice, legal: list[Action]) -> list[Action]:
    """The claims that look best: reward and brine against price, rocks and layers."""
    known = q.picked.get(ClaimChoice)
    if known in legal and not f.free:
        return [known]
    o, t = q.outlook, s.tables
    w = o.weights
    scores = []
    for action in legal:
        if isinstance(action, TakeClaim):
            claim = t.claims[action.claim]
            price = 0 if f.free else claim.cost + t.claim_surcharge[s.claims.index(action.claim)]
            score = claim.vp + claim.develop * o.step + o.good[0] * sum(claim.brine) - o.dollar * price
            score -= w.rock * sum(claim.rocks) + w.wage * w.drill_effort * len(claim.rocks)
            scores.append((-score, action.claim, action))
    return _first(scores, q.breadth)


def _first(scores: Sequence[tuple[float, int, Action]], number: int) -> list[Action]:
    """The best few: by score (less is better), then by id, which is unique; none that is far behind the best."""
    best = sorted(scores)[:number]
    limit = best[0][0] + MARGIN
    return [item[2] for item in best if item[0] <= limit]


def _drill(q: Search, s: State, f: DrillChoice, legal: list[Action]) -> list[Action]:
    """Go on through harmless layers; where rocks do damage, try both."""
    c = s.companies[f.seat]
    return [legal[0]] if c.well_rocks[c.layer] <= f.ignore else legal


def _extract(q: Search, s: State, f: ExtractChoice, legal: list[Action]) -> list[Action]:
    return [legal[0]]


def _process(q: Search, s: State, f: ProcessChoice, legal: list[Action]) -> list[Action]:
    """All mixes, each once: lithium first."""
    if not f.geothermal:
        return legal
    return [action for action in legal if action is not PROCESS_UNIT[LITHIUM]]


def _optimise(q: Search, s: State, f: OptimiseChoice, legal: list[Action]) -> list[Action]:
    """The unit worth more after its damage; not to optimise is tried too, unless that is clear."""
    c, t, o = s.companies[f.seat], s.tables, q.outlook
    vp = t.plant_vp
    best, gain = legal[0], -99.0
    for action in legal:
        if isinstance(action, Optimise):
            after = c.plant_damage + optimise_damage(s, c, action.product)
            more = o.good[action.product] + vp[after] - vp[c.plant_damage] - o.weights.stopped * t.plant_stopped[after]
            if more > gain:
                best, gain = action, more
    if gain < -MARGIN:
        return [DECLINE]
    return [best] if gain > MARGIN else [best, DECLINE]


def _repair(q: Search, s: State, f: RepairChoice, legal: list[Action]) -> list[Action]:
    """The machine whose next point is worth more; whether to go on is tried."""
    c, t = s.companies[f.seat], s.tables
    drill, plant = c.drill_damage - f.drill, c.plant_damage - f.plant
    gains = (
        t.drill_vp[drill - 1] - t.drill_vp[drill] + t.drill_frozen[drill] if drill else -1,
        t.plant_vp[plant - 1] - t.plant_vp[plant] + t.plant_stopped[plant] if plant else -1,
    )
    better = REPAIR_POINT[gains[1] > gains[0]]
    return [action for action in legal if action is DONE or action is better]


def _sell(q: Search, s: State, f: SellChoice, legal: list[Action]) -> list[Action]:
    """The corporations that pay best, the rise of the own shares included."""
    known = q.picked.get(SellChoice)
    if known in legal:
        return [known]
    o, t, c = q.outlook, s.tables, s.companies[f.seat]
    scores: list[tuple[float, int, Action]] = []
    for action in legal:
        assert isinstance(action, SellTo)
        i = action.corporation
        fees, position = t.fees[s.fees[i]], s.assets[i]
        gain = max(o.dollar * fees[p] - o.good[p] for p in range(3) if c.goods[p])
        gain += (c.shares[i] - o.rival[i]) * (o.share[position + 1] - o.share[position])
        scores.append((-gain, i, action))
    return _first(scores, 1)


def _sell_units(q: Search, s: State, f: SellUnitsChoice, legal: list[Action]) -> list[Action]:
    """The product that gains most over keeping it; whether to go on is tried."""
    o = q.outlook
    fees = s.tables.fees[s.fees[f.corporation]]
    scores: list[tuple[float, int, Action]] = []
    for action in legal:
        if isinstance(action, SellUnit):
            p = action.product
            scores.append((o.good[p] - o.dollar * fees[p], p, action))
    out = _first(scores, 1)
    if legal[-1] is DONE:
        out.append(DONE)
    return out


def _contract(q: Search, s: State, f: ContractChoice, legal: list[Action]) -> list[Action]:
    """The contracts that promise most with the goods in store."""
    known = q.picked.get(ContractChoice)
    if known in legal:
        return [known]
    c, o = s.companies[f.seat], q.outlook
    scores = []
    for action in legal:
        assert isinstance(action, TakeContract)
        scores.append((-promise(c, o, action.contract), action.contract, action))
    return _first(scores, q.breadth)


def _research(q: Search, s: State, f: ResearchChoice, legal: list[Action]) -> list[Action]:
    """The cards that promise most for their price."""
    known = q.picked.get(ResearchChoice)
    if known in legal:
        return [known]
    c, o = s.companies[f.seat], q.outlook
    scores = []
    for action in legal:
        assert isinstance(action, TakeResearch)
        scores.append((-prospect(s, c, o, action.research), action.research, action))
    return _first(scores, q.breadth)


def _shares(q: Search, s: State, f: SharesChoice, legal: list[Action]) -> list[Action]:
    """The corporations whose next share gains most over its price; a further share only if it gains."""
    known = q.picked.get(SharesChoice)
    first = not (f.red or f.orange or f.blue)
    if first and known in legal:
        return [known]
    c, t, o = s.companies[f.seat], s.tables, q.outlook
    scores: list[tuple[float, int, Action]] = []
    for action in legal:
        if isinstance(action, BuyShare):
            i = action.corporation
            position = s.assets[i]
            reward = t.share_reward[c.shares[i] + f[2 + i] + 1]
            gain = o.share[position] - o.dollar * t.asset_price[position]
            gain += 0.0 if reward == REWARD_NONE else o.step if reward == REWARD_DEVELOP else o.weights.tile
            scores.append((-gain, i, action))
    if first:
        return _first(scores, 1)
    scores.sort()
    if not scores or (legal[-1] is DONE and scores[0][0] >= 0):
        return [DONE]
    return [scores[0][2]]


def _tile(q: Search, s: State, f: TileChoice, legal: list[Action]) -> list[Action]:
    effect, tiles = q.outlook.fixed.effect, s.tables.tiles
    worth = [effect[tiles[action.tile].effect] for action in legal if isinstance(action, TakeTile)]
    return [legal[worth.index(max(worth))]]


def _benefit(q: Search, s: State, f: BenefitChoice, legal: list[Action]) -> list[Action]:
    """Steps, shares and claim first; money last (fresh cards wait anyway)."""
    for benefit in (BENEFIT_DEVELOP, BENEFIT_SHARES, BENEFIT_CLAIM):
        if f.left & benefit:
            return [BENEFIT[benefit]]
    return legal


def _move(q: Search, s: State, f: MoveSharesChoice, legal: list[Action]) -> list[Action]:
    return [legal[0]]


_REMEMBERED = frozenset({ClaimChoice, ContractChoice, ResearchChoice, SellChoice, SharesChoice})
_POLICY: dict[type, Callable[..., list[Action]]] = {
    TurnChoice: _turn,
    ClaimChoice: _claim,
    DrillChoice: _drill,
    ExtractChoice: _extract,
    ProcessChoice: _process,
    OptimiseChoice: _optimise,
    RepairChoice: _repair,
    SellChoice: _sell,
    SellUnitsChoice: _sell_units,
    ContractChoice: _contract,
    ResearchChoice: _research,
    SharesChoice: _shares,
    MoveSharesChoice: _move,
    TileChoice: _tile,
    BenefitChoice: _benefit,
}
