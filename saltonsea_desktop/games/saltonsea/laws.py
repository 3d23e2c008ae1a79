"""The laws of the engine as plain functions, for tests, the `fuzz` command and the hunt for a single fault.

`check_state` looks at one position, `check_step` at one action in it, `check_game` at a whole recorded line; each
returns one sentence per broken law, an empty list when all hold. `play_random_game` plays with all of them switched on
and stops at the first broken one; its `Record.line()` is a text that `check_line` plays again.

Nothing here is used while a game is played; nothing here depends on a test framework.
"""

from __future__ import annotations

import json
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from itertools import pairwise
from pathlib import PurePath
from typing import NamedTuple

from saltonsea_desktop.engine.history import History
from saltonsea_desktop.engine.rng import below, seeded
from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea import choices as ch
from saltonsea_desktop.games.saltonsea import events as e
from saltonsea_desktop.games.saltonsea.components.tables import GEOTHERMAL, LITHIUM, Tables
from saltonsea_desktop.games.saltonsea.determinize import determinize
from saltonsea_desktop.games.saltonsea.game import GAME
from saltonsea_desktop.games.saltonsea.invariants import violations
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.notation import NotationError, notation
from saltonsea_desktop.games.saltonsea.reasons import CODES, Reason, why_not
from saltonsea_desktop.games.saltonsea.resolve import advance, apply
from saltonsea_desktop.games.saltonsea.scoring import CATEGORIES, money_held, outcome
from saltonsea_desktop.games.saltonsea.setup import setup
from saltonsea_desktop.games.saltonsea.state import Company, State, digest, dump, load
from saltonsea_desktop.games.saltonsea.view import HIDDEN, public_event, view_for

MOST_ACTIONS = 5_000
"""No game is longer. Random games of four seats have about 650 actions, the longest of 10,000 about 1,000."""

_CHOICE_SALT = 0x5A17  # so that the random player does not follow the deal's own numbers


@dataclass(slots=True)
class Record:
    """A line of play from a fresh game. `state`: the last sound position; `problems`: what the next step broke."""

    tables: Tables
    seats: int
    seed: int
    easy: bool
    state: State
    actions: list[a.Action] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    failed: a.Action | None = None  # the action whose step broke a law, not in `actions`

    @property
    def finished(self) -> bool:
        return not self.problems and self.state.over

    def line(self) -> str:
        """The whole line as one text for `check_line`: a head of names and numbers, a colon, the actions."""
        words = notation(self.tables)
        done = [*self.actions, *([] if self.failed is None else [self.failed])]
        head = f"seats={self.seats} seed={self.seed} easy={int(self.easy)}"
        return " ".join([head, ":", *(words.text(action) for action in done)])


# ---------------------------------------------------------------- one position


def check_state(s: State, *, deep: bool = True, salt: int = 0) -> list[str]:
    """What is wrong with a position, its legal list included.

    `deep`: also copy, save, views, determinized worlds (dealt from `salt`), scoring and the reasons of every action
    that is not offered; without it only conservation and the legal list, which is some fifty times faster.
    """
    legal = legal_actions(s)
    bad = [*violations(s), *_legal_list(s, legal)]
    if deep:
        bad += _copies(s)
        bad += _saves(s, legal)
        bad += _hidden(s, legal, salt)
        bad += _scores(s)
        bad += check_reasons(s, legal)
    return bad


def _legal_list(s: State, legal: list[a.Action]) -> list[str]:
    """No dead end; sorted, unique; shared objects with one text each (architecture, decision 5)."""
    bad: list[str] = []
    if not s.stack:
        return ["a game that is over offers actions"] if legal else []
    if not legal:
        return [f"dead end: {s.stack[-1]} offers nothing"]
    ranks = [a.rank(action) for action in legal]
    if any(x >= y for x, y in pairwise(ranks)):
        bad.append(f"the legal list of {s.stack[-1]} is not sorted and unique")
    words = notation(s.tables)
    for action in legal:
        try:
            same = words.parse(words.text(action))
        except (KeyError, NotationError):
            bad.append(f"{action} has no text")
            continue
        if same is not action:
            bad.append(f"{action} is not the shared object of its text")
    if not 0 <= s.acting < s.seats:
        bad.append(f"seat {s.acting} is asked, which is none")
    return bad


def _copies(s: State) -> list[str]:
    """A copy is equal and shares nothing that can change."""
    bad: list[str] = []
    new = s.copy()
    if new != s:
        bad.append("a copy differs from its state")
    pairs: list[tuple[State | Company, State | Company]] = [(s, new), *zip(s.companies, new.companies, strict=True)]
    for old, twin in pairs:
        if old is twin:
            bad.append(f"a copy shares a {type(old).__name__}")
        for name in (x.name for x in fields(old)):
            value = getattr(old, name)
            if isinstance(value, (list, dict, set)) and value is getattr(twin, name):
                bad.append(f"a copy shares {type(old).__name__}.{name}")
            if isinstance(value, tuple) and any(isinstance(x, (list, dict, set)) for x in value):
                bad.append(f"{type(old).__name__}.{name} holds something that can change")
    return bad


def _saved(s: State) -> State:
    return load(s.tables, json.loads(json.dumps(dump(s))))


def _saves(s: State, legal: list[a.Action]) -> list[str]:
    """Saving and loading at every micro-step gives the same game."""
    back = _saved(s)
    bad: list[str] = []
    if back != s:
        bad.append("a loaded state differs from the saved one")
    if digest(back) != digest(s):
        bad.append("a loaded state has another digest")
    if legal_actions(back) != legal:
        bad.append("a loaded state offers other actions")
    return bad


def _hidden(s: State, legal: list[a.Action], salt: int) -> list[str]:
    """`determinize` keeps what the seat sees, deals a sound world, and knows nothing but the view (SET-12)."""
    bad: list[str] = []
    for seat in range(s.seats):
        if seat == s.gmi_seat:
            continue
        world = determinize(s, seat, salt)
        if view_for(world, seat) != view_for(s, seat):
            bad.append(f"a determinized world looks different to seat {seat}")
        broken = violations(world)
        if broken:
            bad.append(f"a determinized world for seat {seat} is not sound: {broken[0]}")
        # dealing from another state that looks the same must give the same world, else something leaked
        twin = _twin(s, seat)
        if view_for(twin, seat) != view_for(s, seat):
            bad.append(f"seat {seat} sees something that is hidden")
        elif determinize(twin, seat, salt) != world:
            bad.append(f"a determinized world for seat {seat} depends on what it cannot see")
        if s.acting == seat and legal_actions(world) != legal:
            bad.append(f"what seat {seat} may do depends on what it cannot see")
    for seat in range(-1, s.seats):
        for company in view_for(s, seat).companies:
            own = company.seat in (seat, s.gmi_seat)
            shown = [x for x in (company.hand, company.fresh, company.cash, company.money) if x is not None]
            if len(shown) != (4 if own else 0):
                bad.append(f"seat {seat} sees too much or too little of the hand of seat {company.seat}")
    return bad


def _twin(s: State, seat: int) -> State:
    """A state that looks like `s` to `seat`: every hidden zone in another order, other hands from other cards.

    It need not be reachable (contracts may lie in a wrong order), only indistinguishable.
    """
    t = s.tables
    new = s.copy()
    new.rng = seeded(s.rng)
    new.claim_deck = s.claim_deck[::-1]
    new.research_deck = s.research_deck[::-1]
    new.contract_deck = s.contract_deck[::-1]
    fees = [fee for own in s.future_fees for fee in own][::-1]
    new.future_fees = tuple(tuple(fees.pop() for _ in own) for own in s.future_fees[::-1])[::-1]
    turned = s.gmi_turned
    new.gmi_row = s.gmi_row[:turned] + s.gmi_row[turned:][::-1]
    new.gmi_deck = s.gmi_deck[::-1]
    hidden = [c for other, c in enumerate(new.companies) if other not in (seat, s.gmi_seat)]
    decks, discards = [], []
    for row in range(len(s.decks)):
        pool = [*s.decks[row], *s.discards[row]]
        for c in hidden:
            pool += [card for card, n in enumerate(c.hand) for _ in range(n) if t.types[card].row == row]
        for c in hidden:  # each gets as many of this value as it had, from the pool's beginning: the old deck
            for card, n in enumerate(c.hand):
                if n and t.types[card].row == row:
                    c.hand[card] = 0
            for card in pool[: c.coins[row]]:
                c.hand[card] += 1
            del pool[: c.coins[row]]
        decks.append(tuple(pool[::-1][: len(s.decks[row])]))
        discards.append(tuple(pool[::-1][len(s.decks[row]) :]))
    new.decks, new.discards = tuple(decks), tuple(discards)
    return new


def _scores(s: State) -> list[str]:
    """The breakdown adds up, and places and winners say the same (SCO-9, SCO-10)."""
    bad: list[str] = []
    result = outcome(s)
    for seat, score in enumerate(result.scores):
        if score.total != sum(getattr(score, name) for name in CATEGORIES):
            bad.append(f"the score of seat {seat} is not the sum of its categories")
    keys = [(score.total, money_held(s, seat)) for seat, score in enumerate(result.scores)]
    best = tuple(seat for seat, key in enumerate(keys) if key == max(keys))
    if result.winners != best or best != tuple(seat for seat, place in enumerate(result.places) if place == 1):
        bad.append(f"the winners {result.winners} are not the seats with the best score {best}")
    return bad


def check_reasons(s: State, legal: Sequence[a.Action] | None = None) -> list[str]:
    """`why_not` agrees with the legal list for every action that has a text, and its reasons hold water.

    Every code is in the catalogue with whole numbers; a price that is said to be out of reach is; and a space, card or
    tile of a seat at its turn is never refused with "not now", which would mean that two judgements disagree.
    """
    offered = set(legal_actions(s) if legal is None else legal)
    bad: list[str] = []
    for text, action in notation(s.tables).every().items():
        reason = why_not(s, action)
        if (reason is None) != (action in offered):
            bad.append(f"why_not of {text} says {reason} against the legal list")
        elif reason is not None:
            bad += _reason(s, text, action, reason)
    return bad


def _reason(s: State, text: str, action: a.Action, reason: Reason) -> list[str]:
    bad: list[str] = []
    if reason.code not in CODES:
        bad.append(f"the reason {reason.code} of {text} is not in the catalogue")
    if any(type(x) is not int for x in reason.params):
        bad.append(f"the reason of {text} has parameters that are no whole numbers: {reason.params}")
    if reason.code == "cost" and not reason.params[0] > reason.params[1]:
        bad.append(f"{text} is refused for its cost, but {reason.params[1]} covers {reason.params[0]}")
    top = s.stack[-1] if s.stack else None
    if reason.code == "not_now" and isinstance(top, (ch.TurnChoice, ch.EndTurnChoice)):
        turn = isinstance(top, ch.TurnChoice)
        if (isinstance(action, a.UseTile) and top.tile) or (
            turn and isinstance(action, (a.PlaceEngineer, a.PlayPrompt, a.UseResearch, a.ExecuteContract))
        ):
            bad.append(f"{text} is not offered and no reason is known")
    return bad


# ---------------------------------------------------------------- one action


def check_step(s: State, action: a.Action, *, salt: int = 0) -> list[str]:
    """What is wrong with carrying out the legal `action` in `s`: purity, repeatability, barrier, ledger.

    `salt`: the seed of the other world in which the step is compared, to see whether hidden information was used.
    """
    twin = _saved(s)  # not a copy: a copy would share what apply might wrongly change
    after, events = apply(s, action)
    bad: list[str] = []
    if s != twin:
        return ["apply changed the state it was given"]
    then = _saved(after)
    again, same_events = apply(s, action)
    if again != after or same_events != events:
        bad.append("apply gives two results for one state and action")
    advance(again := s.copy(), action)
    if again != after:
        bad.append("advance and apply differ")
    if s != twin or after != then:
        bad.append("carrying out one copy of a state changes another")
    loaded, loaded_events = apply(twin, action)
    if loaded != after or loaded_events != events:
        bad.append("the action does something else after saving and loading")
    bad += _barrier(s, action, after, events, salt)
    bad += _secrets(s, events)
    bad += _ledger(s, after, events)
    return bad


def _barrier(s: State, action: a.Action, after: State, events: e.Events, salt: int) -> list[str]:
    """TRN-13: fair undo stops at randomness, at anything hidden that came to light, and at another person.

    Whether something hidden was used is found without looking at events: the same action in another world that the
    acting seat cannot tell from this one must look the same afterwards, unless there is a barrier.
    """
    barrier = GAME.barrier(s, action, after, list(events))
    bad: list[str] = []
    if barrier:
        return bad
    if after.rng != s.rng:
        bad.append("the generator was used without a barrier")
    if after.acting not in (s.acting, -1, s.gmi_seat):
        bad.append("another seat is asked without a barrier")
    seat = s.acting
    if seat == s.gmi_seat:
        bad.append("GMI had a turn without a barrier")
        return bad
    other, other_events = apply(determinize(s, seat, salt), action)
    seen = [public_event(x, seat, s.gmi_seat) for x in events]
    if (
        view_for(other, seat) != view_for(after, seat)
        or [public_event(x, seat, s.gmi_seat) for x in other_events] != seen
    ):
        bad.append("hidden information came to light without a barrier")
    return bad


def _secrets(s: State, events: e.Events) -> list[str]:
    """Nobody reads another hand in the log (CRD-12, CRD-15)."""
    bad: list[str] = []
    for event in events:
        names = [name for name in event._fields if name.endswith("_hidden")]
        if not names:
            continue
        owner: int = event.seat  # type: ignore[union-attr]  # events with hidden cards have a seat
        for seat in range(-1, s.seats):
            shown = public_event(event, seat, s.gmi_seat)
            for name in names:
                value = getattr(shown, name)
                cards = value if isinstance(value, tuple) else (value,)
                if seat == owner and shown != event:
                    bad.append(f"seat {seat} cannot read its own {type(event).__name__}")
                elif seat != owner and owner != s.gmi_seat and any(card != HIDDEN for card in cards):
                    bad.append(f"seat {seat} can read {type(event).__name__} of seat {owner}")
    return bad


class _Ledger(NamedTuple):
    """What can be counted of one company."""

    vp: int
    money: int
    brine: int
    geothermal: int
    lithium: int
    layer: int
    shares: int
    development: int
    engineers: int
    claims: int
    contracts: int
    research: int
    tiles: int


def _held(s: State, seat: int) -> _Ledger:
    c = s.companies[seat]
    return _Ledger(
        vp=c.vp,
        money=money_held(s, seat),
        brine=c.goods[0],
        geothermal=c.goods[1],
        lithium=c.goods[2],
        layer=c.layer,
        shares=sum(c.shares),
        development=c.development,
        engineers=c.hired,
        claims=len(c.well),
        contracts=sum(card >= 0 for card in c.contracts) + len(c.kept_contracts),
        research=len(c.research) + len(c.kept_research),
        tiles=len(c.tiles) + len(c.used_tiles),
    )


def _ledger(s: State, after: State, events: e.Events) -> list[str]:
    """The events account for every change: what a log tells adds up to what happened."""
    told = [dict.fromkeys(_Ledger._fields, 0) for _ in range(s.seats)]
    for event in events:
        _book(s, told, event)
    bad: list[str] = []
    for seat in range(s.seats):
        before, now = _held(s, seat), _held(after, seat)
        for name in _Ledger._fields:
            change = getattr(now, name) - getattr(before, name)
            if change != told[seat][name]:
                bad.append(f"{name} of seat {seat} changed by {change}, the events tell of {told[seat][name]}")
    return bad


def _book(s: State, told: list[dict[str, int]], event: e.Event) -> None:
    match event:
        case e.VpGained(seat, vp, _):
            told[seat]["vp"] += vp
        case e.Paid(seat, _, _, values):
            told[seat]["money"] -= sum(values)
        case e.Collected(seat, _, total, _, _):
            told[seat]["money"] += total
        case e.FinancingDrawn(seat, card):
            told[seat]["money"] += s.tables.type_value[card]
        case e.BrineExtracted(seat, _):
            told[seat]["brine"] += 1
        case e.Produced(seat, geothermal, lithium, optimised, brine):
            told[seat]["brine"] -= brine
            told[seat]["geothermal"] += geothermal + (optimised == GEOTHERMAL)
            told[seat]["lithium"] += lithium + (optimised == LITHIUM)
        case e.Sold(seat, _, units, _) | e.ContractExecuted(seat, _, units):
            for name, number in zip(("brine", "geothermal", "lithium"), units, strict=True):
                told[seat][name] -= number
            if isinstance(event, e.ContractExecuted) and seat == s.gmi_seat:
                told[seat]["contracts"] += 1  # straight from the market (GMI-13)
        case e.LayerDrilled(seat, _, _, _, _):
            told[seat]["layer"] += 1
        case e.ShareGained(seat, _, _):
            told[seat]["shares"] += 1
        case e.Developed(seat, _):
            told[seat]["development"] += 1
        case e.EngineerHired(seat, _):
            told[seat]["engineers"] += 1
        case e.ClaimTaken(seat, _, _):
            told[seat]["claims"] += 1
        case e.ContractTaken(seat, _):
            told[seat]["contracts"] += 1
        case e.ResearchTaken(seat, _, _):
            told[seat]["research"] += 1
        case e.TileTaken(seat, _):
            told[seat]["tiles"] += 1
        case _:
            pass


# ---------------------------------------------------------------- a whole game


def check_game(record: Record) -> list[str]:
    """Undo to the start, redo to the end, the bound of rounds; for a finished game or a part of one."""
    start = setup(record.tables, record.seats, record.seed, record.easy)
    bad: list[str] = []
    most = len(start.claim_deck) + 1  # every round reveals a claim at least (RND-3)
    if record.state.round > most:
        bad.append(f"{record.state.round} rounds were played with claims for {most}")
    history: History[State, a.Action] = History(start, GAME.apply, _acting, GAME.barrier)
    line = [start.copy()]
    for action in record.actions:
        history.do(action)
        line.append(history.state.copy())
    if digest(record.state) != digest(history.state):
        bad.append("playing the same actions again ends elsewhere")
    for expected in reversed(line[:-1]):
        history.undo()
        if history.state != expected:
            return [*bad, f"undo to step {len(history.done)} gives another position"]
    if digest(start) != digest(line[0]):
        bad.append("the start of the game has changed")
    while history.undone:
        history.redo()
        if history.state != line[len(history.done)]:
            return [*bad, f"redo to step {len(history.done)} gives another position"]
    return bad


def _acting(s: State) -> int:
    return s.acting


def play_random_game(
    tables: Tables,
    seats: int,
    seed: int,
    every: int = 1,
    *,
    easy: bool = False,
    families: bool = False,
    steps: int = MOST_ACTIONS,
) -> Record:
    """A random game with all laws checked; ends at the first broken one, at the end of the game or after `steps`.

    `seats` 1 (solo) to 4; `seed` deals and decides. The laws of `check_state` without `deep` are looked at after every
    step, those of `check_step` and a deep `check_state` in one step out of `every`, by chance, and `check_game` at the
    end. `every=0` is the quickest: legal lists at every step, conservation at the start of every turn, nothing else.
    `families`: choose the kind of action first, then one of it, so that rare kinds come up more often.
    Raises ValueError as `setup` does.
    """
    rng = seeded(seed ^ _CHOICE_SALT)

    def choose(legal: Sequence[a.Action]) -> a.Action:
        nonlocal rng
        if families:
            kinds = sorted({action.order for action in legal})
            rng, i = below(rng, len(kinds))
            legal = [action for action in legal if action.order == kinds[i]]
        rng, i = below(rng, len(legal))
        return legal[i]

    return _play(_fresh(tables, seats, seed, easy), choose, every, steps)


def check_line(tables: Tables, line: str, every: int = 1) -> Record:
    """Play a `Record.line` again with all laws. Raises ValueError with one sentence for a text that is no such line."""
    head, colon, body = line.partition(":")
    values: dict[str, int] = {}
    for item in head.split():
        name, _, text = item.partition("=")
        if name not in ("seats", "seed", "easy") or not text.isascii() or not text.isdigit() or len(text) > 20:
            raise ValueError(f'"{item}" is no part of a line; it begins with seats=N seed=N easy=0 :')
        values[name] = int(text)
    if not colon or "seats" not in values or "seed" not in values:
        raise ValueError("a line begins with seats=N seed=N easy=0 : and the actions follow")
    actions = iter(notation(tables).parse_all(body))
    record = _fresh(tables, values["seats"], values["seed"], bool(values.get("easy", 0)))
    steps = len(body.split())

    def choose(legal: Sequence[a.Action]) -> a.Action:
        action = next(actions)
        if action not in legal:
            raise ValueError(
                f"step {len(record.actions) + 1} of the line, {notation(tables).text(action)}, is not legal"
            )
        return action

    return _play(record, choose, every, steps, whole=False)


def _fresh(tables: Tables, seats: int, seed: int, easy: bool) -> Record:
    return Record(tables, seats, seed, easy, setup(tables, seats, seed, easy))


def _play(
    record: Record, choose: Callable[[Sequence[a.Action]], a.Action], every: int, steps: int, whole: bool = True
) -> Record:
    rng = seeded(record.seed + 1)
    problems = _guarded(lambda: check_state(record.state, deep=every > 0, salt=record.seed))
    while not problems and record.state.stack and len(record.actions) < steps:
        state = record.state
        action = choose(legal_actions(state))
        deep = every == 1
        if every > 1:
            rng, i = below(rng, every)
            deep = i == 0
        salt = record.seed + len(record.actions)
        found: list[State] = []

        def step(state: State = state, action: a.Action = action, deep: bool = deep, salt: int = salt) -> list[str]:
            bad = check_step(state, action, salt=salt) if deep else []
            after = state.copy()
            advance(after, action)
            found.append(after)  # noqa: B023  # called before the next round of the loop
            if every or not after.stack or isinstance(after.stack[-1], ch.TurnChoice):
                return bad + check_state(after, deep=deep, salt=salt)
            return _legal_list(after, legal_actions(after))

        problems = _guarded(step)
        if problems:
            record.failed = action
        else:
            record.actions.append(action)
            record.state = found[0]
    if not problems and whole and record.state.stack and steps >= MOST_ACTIONS:
        problems = [f"the game is not over after {steps} actions"]
    if not problems and every:
        problems = _guarded(lambda: check_game(record))
    record.problems = problems
    return record


def _guarded(check: Callable[[], list[str]]) -> list[str]:
    """An exception of the engine is a broken law like any other."""
    try:
        return check()
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        return [f"{type(error).__name__} in {PurePath(frame.filename).name}, line {frame.lineno}: {error}"]


def kinds_used(actions: Iterable[a.Action]) -> set[str]:
    """The names of the kinds of action in a line, for questions of coverage."""
    return {type(action).__name__ for action in actions}


__all__ = [
    "MOST_ACTIONS", "Record", "check_game", "check_line", "check_reasons", "check_state", "check_step", "kinds_used",
    "play_random_game",
]  # fmt: skip
