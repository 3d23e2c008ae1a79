"""The greedy bot: plays the turn that leaves it best off, by `values.evaluate`.

For each way to begin the turn the rest of it is played out on copies of the determinized world: choices where it pays
(claim, corporation, contract, research, products, split) are tried, the others follow a small policy. Profit-sharing tiles
are tried before and after the best main actions. The best line is kept as a plan, so that the other micro-steps of the turn
need no new search as long as the game looks as foreseen; after a reveal it searches again from there.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from saltonsea_desktop.bots import purse
from saltonsea_desktop.bots.values import WEIGHTS, Outlook, Weights, evaluate
from saltonsea_desktop.games.saltonsea import flow
from saltonsea_desktop.games.saltonsea.actions import (
    BLIND,
    CONFIRM,
    DECLINE,
    DONE,
    END_TURN,
    FACE,
    OPTIMISE,
    PAY,
    REPAIR_POINT,
    SELL_UNIT,
    Action,
    BuyShare,
    CopyEffect,
    EndTurn,
    RepeatSpace,
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
    OptimiseChoice,
    PaymentChoice,
    RepairChoice,
    ResearchChoice,
    SellUnitsChoice,
    SharesChoice,
    TileChoice,
    TurnChoice,
)
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.resolve import advance
from saltonsea_desktop.games.saltonsea.rules import money
from saltonsea_desktop.games.saltonsea.state import State

CLAIMS, CONTRACTS, RESEARCH = 2, 2, 2  # how many of the best-looking cards of a row are tried
TILE_STARTS = 3  # main actions tried after a tile
LINES = 400  # lines of play looked at in one search, at most
STEPS = 200  # micro-steps of one line, at most

Line = tuple[float, list[Action]]


def sight(s: State, seat: int) -> Hashable:
    """What the seat sees of the running turn; a plan is followed only while this is as foreseen."""
    c = s.companies[seat]
    return (
        seat, s.round, s.stack[-1].__class__, tuple(s.stack), s.claims, s.assets, s.fees, s.rows, s.research_row, s.contract_row, c.vp, c.hr,
        c.spaces, tuple(c.hand), c.fresh, tuple(c.goods), c.layer, c.extracted, c.development, c.tiles, s.tables.digest,
    )  # fmt: skip


class Greedy:
    """See the module. Without chance of its own: `seed` is taken for uniformity with the other bots."""

    name = "greedy"
    remembers = True

    def __init__(self, seed: int = 0, weights: Weights = WEIGHTS) -> None:
        self.weights = weights
        self._plan: dict[Hashable, Action] = {}

    def recall(self, seen: Hashable) -> Action | None:
        """The planned answer to what `sight` gives, if that was foreseen."""
        return self._plan.get(seen)

    def decide(self, world: State, seat: int) -> Action:
        """The best action of a determinized world in which `seat` is asked."""
        search = Search(world, seat, self.weights)
        line = search.turn(world)
        self._plan = {}
        s = world.copy()
        for action in line:
            self._plan[sight(s, seat)] = action
            advance(s, action)
        return line[0]


class Search:
    """One search from one position."""

    def __init__(self, world: State, seat: int, weights: Weights) -> None:
        self.seat = seat
        self.outlook = Outlook(world, seat, weights)
        self.lines = 0
        self.picked: dict[type, Action] = {}  # the target that was best for a first space stands for the next ones

    # ------------------------------------------------------------ whole turns

    def turn(self, world: State) -> list[Action]:
        """The best line from `world` to the end of the turn, at least one action."""
        top = world.stack[-1]
        if isinstance(top, EndTurnChoice):
            return self.closing(world, top)
        value, line = self.best(world.copy())
        if isinstance(top, TurnChoice) and top.tile and world.companies[self.seat].tiles:
            line = self.opening(world, value, line)
        after = world.copy()
        for action in line:
            advance(after, action)
        end = after.stack[-1] if after.stack else None
        if isinstance(end, EndTurnChoice) and end.seat == self.seat:
            line = line + self.closing(after, end)
        return line

    def closing(self, s: State, top: EndTurnChoice) -> list[Action]:
        """A tile after the main action, if one is worth more now than later (PRF-1)."""
        value, line = evaluate(s, self.outlook), [END_TURN]
        for action in legal_actions(s):
            if isinstance(action, UseTile):
                after = s.copy()
                advance(after, action)
                more, rest = self.best(after)
                if more > value:
                    value, line = more, [action, *rest, END_TURN]
        return line

    def opening(self, world: State, value: float, line: list[Action]) -> list[Action]:
        """A tile before the main action, if that beats the best turn without and the same tile afterwards."""
        after = world.copy()
        for action in line:
            advance(after, action)
        top = after.stack[-1]
        if isinstance(top, EndTurnChoice):
            rest = self.closing(after, top)
            for action in rest[:-1]:
                advance(after, action)
            value = evaluate(after, self.outlook)
        first = {type(line[0]): line[0]}
        for action in legal_actions(world):
            if not isinstance(action, UseTile):
                continue
            s = world.copy()
            advance(s, action)
            path = [action, *self.play_to_turn(s)]
            if s.stack[-1].__class__ is not TurnChoice:
                continue
            more, rest = self.best(s, first)
            if more > value:
                value, line = more, path + rest
        return line

    def play_to_turn(self, s: State) -> list[Action]:
        """Play a tile's choices out, best first, up to the main action."""
        path: list[Action] = []
        while s.stack[-1].__class__ is not TurnChoice:
            options = self.options(s, path)
            if not options:
                continue
            best = options[0]
            if len(options) > 1:
                values = []
                for action in options:
                    after = s.copy()
                    advance(after, action)
                    values.append(self.until_turn(after))
                best = options[values.index(max(values))]
            path.append(best)
            advance(s, best)
        return path

    def until_turn(self, s: State) -> float:
        while s.stack[-1].__class__ is not TurnChoice:
            options = self.options(s, [])
            if options:
                advance(s, options[0])
        self.lines += 1
        return evaluate(s, self.outlook)

    def best(self, s: State, first: dict[type, Action] | None = None) -> Line:
        """The best line from `s` to the end of the main action and its value. Changes `s`."""
        path: list[Action] = []
        while True:
            top = s.stack[-1] if s.stack else None
            if top is None or top.__class__ is EndTurnChoice or top[0] != self.seat:
                self.lines += 1
                return evaluate(s, self.outlook), path
            options = self.options(s, path)
            if not options:
                continue
            if len(options) == 1 or self.lines >= LINES:
                path.append(options[0])
                advance(s, options[0])
                continue
            value, chosen, rest = 0.0, options[0], None
            last = len(options) - 1
            for i, action in enumerate(options):
                after = s if i == last else s.copy()
                advance(after, action)
                more, tail = self.best(after)
                if rest is None or more > value:
                    value, chosen, rest = more, action, tail
            assert rest is not None
            kind = top.__class__
            if kind in _REMEMBERED:
                self.picked[kind] = chosen
            return value, [*path, chosen, *rest]

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
        cards = purse.payment(s, f, self.outlook)
        path.extend(PAY[i] for i in cards)
        path.append(CONFIRM)
        money.spend(s, f.seat, (*f.paid, *cards), f.due, None)
        flow.settle(s, None)

    def _collect(self, s: State, path: list[Action]) -> None:
        f = s.stack.pop()
        assert isinstance(f, CollectChoice)
        places, blinds = purse.mix(s, f, self.outlook)
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


# ---------------------------------------------------------------- policies: which answers are worth trying


def _turn(q: Search, s: State, f: TurnChoice, legal: list[Action]) -> list[Action]:
    """Every space and card; tiles are tried around the main action."""
    return [action for action in legal if not isinstance(action, UseTile)]


def _claim(q: Search, s: State, f: ClaimChoice, legal: list[Action]) -> list[Action]:
    known = q.picked.get(ClaimChoice)
    if known in legal and not f.free:
        return [known]
    o, t = q.outlook, s.tables
    scores = []
    for action in legal:
        if isinstance(action, TakeClaim):
            claim = t.claims[action.claim]
            price = 0 if f.free else claim.cost + t.claim_surcharge[s.claims.index(action.claim)]
            score = claim.vp + claim.develop * o.step + o.good[0] * sum(claim.brine) - o.dollar * price
            score -= o.weights.rock * sum(claim.rocks) + o.weights.wage * o.weights.drill_effort * len(claim.rocks)
            scores.append((-score, action))
    scores.sort(key=_score)
    return [action for _, action in scores[:CLAIMS]]


def _score(item: tuple[float, Action]) -> float:
    return item[0]


def _drill(q: Search, s: State, f: DrillChoice, legal: list[Action]) -> list[Action]:
    """Go on through harmless layers; where rocks do damage, try both."""
    c = s.companies[f.seat]
    return [legal[0]] if c.well_rocks[c.layer] <= f.ignore else legal


def _extract(q: Search, s: State, f: ExtractChoice, legal: list[Action]) -> list[Action]:
    return [legal[0]]


def _optimise(q: Search, s: State, f: OptimiseChoice, legal: list[Action]) -> list[Action]:
    return legal


def _repair(q: Search, s: State, f: RepairChoice, legal: list[Action]) -> list[Action]:
    """The machine whose next point is worth more; whether to go on is tried."""
    c, t = s.companies[f.seat], s.tables
    drill, plant = c.drill_damage - f.drill, c.plant_damage - f.plant
    gains = (
        t.drill_vp[drill - 1] - t.drill_vp[drill] + t.drill_frozen[drill] if drill else -1,
        t.plant_vp[plant - 1] - t.plant_vp[plant] + t.plant_stopped[plant] if plant else -1,
    )
    better = REPAIR_POINT[gains[1] > gains[0]]
    out: list[Action] = [better] if better in legal else []
    if legal[-1] is DONE:
        out.append(DONE)
    return out or legal


def _sell_units(q: Search, s: State, f: SellUnitsChoice, legal: list[Action]) -> list[Action]:
    """The product that gains most over keeping it; whether to go on is tried."""
    o = q.outlook
    fees = s.tables.fees[s.fees[f.corporation]]
    units = [action.product for action in legal if isinstance(action, SellUnit)]
    gains = [o.dollar * fees[p] - o.good[p] for p in units]
    out: list[Action] = [SELL_UNIT[units[gains.index(max(gains))]]]
    if f[3:] == (0, 0, 0):
        return list(legal)
    if legal[-1] is DONE:
        out.append(DONE)
    return out


def _contract(q: Search, s: State, f: ContractChoice, legal: list[Action]) -> list[Action]:
    known = q.picked.get(ContractChoice)
    if known in legal:
        return [known]
    return legal


def _research(q: Search, s: State, f: ResearchChoice, legal: list[Action]) -> list[Action]:
    known = q.picked.get(ResearchChoice)
    if known in legal:
        return [known]
    return legal


def _shares(q: Search, s: State, f: SharesChoice, legal: list[Action]) -> list[Action]:
    return legal


def _tile(q: Search, s: State, f: TileChoice, legal: list[Action]) -> list[Action]:
    effect, tiles = q.outlook.fixed.effect, s.tables.tiles
    worth = [effect[tiles[action.tile].effect] for action in legal if isinstance(action, TakeTile)]
    return [legal[worth.index(max(worth))]]


def _benefit(q: Search, s: State, f: BenefitChoice, legal: list[Action]) -> list[Action]:
    """Steps, shares and claim first; money last (fresh cards wait anyway)."""
    for benefit in (BENEFIT_DEVELOP, BENEFIT_SHARES, BENEFIT_CLAIM):
        if f.left & benefit:
            return [action for action in legal if getattr(action, "benefit", 0) == benefit]
    return legal


_REMEMBERED = frozenset({ClaimChoice, ContractChoice, ResearchChoice})
_POLICY: dict[type, Callable[..., list[Action]]] = {
    TurnChoice: _turn,
    ClaimChoice: _claim,
    DrillChoice: _drill,
    ExtractChoice: _extract,
    OptimiseChoice: _optimise,
    RepairChoice: _repair,
    SellUnitsChoice: _sell_units,
    ContractChoice: _contract,
    ResearchChoice: _research,
    SharesChoice: _shares,
    TileChoice: _tile,
    BenefitChoice: _benefit,
}

__all__ = ["DECLINE", "OPTIMISE", "BuyShare", "CopyEffect", "EndTurn", "Greedy", "RepeatSpace", "TakeContract",
           "TakeResearch", "Search", "sight"]
