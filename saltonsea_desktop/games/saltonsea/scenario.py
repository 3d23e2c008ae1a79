"""Scenarios: rules checked by small TOML files, a position, steps in notation, and what must hold after each of them.

`read_scenario` parses a file or a text, `run_scenario` plays it, `run_files` is the command `scenario FILE...`. The
format is described in docs/scenarios.md.
"""

from __future__ import annotations

import difflib
import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, NoReturn, get_args

from saltonsea_desktop.games.saltonsea import events as ev
from saltonsea_desktop.games.saltonsea.actions import Action
from saltonsea_desktop.games.saltonsea.choices import CHOICE_TYPES, CollectChoice, Frame, PaymentChoice
from saltonsea_desktop.games.saltonsea.components.tables import KIND_NAMES, PRODUCTS, VALUES, Tables
from saltonsea_desktop.games.saltonsea.game import GAME
from saltonsea_desktop.games.saltonsea.invariants import violations
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.notation import NotationError, notation
from saltonsea_desktop.games.saltonsea.position import Names, PositionError, arranged, position_of
from saltonsea_desktop.games.saltonsea.reasons import CODES, why_not
from saltonsea_desktop.games.saltonsea.resolve import apply
from saltonsea_desktop.games.saltonsea.rules.industrial import in_reach
from saltonsea_desktop.games.saltonsea.scoring import count_for, money_held, outcome
from saltonsea_desktop.games.saltonsea.setup import SEED_LIMIT, setup
from saltonsea_desktop.games.saltonsea.state import END_NAMES, State

KEYS: tuple[str, ...] = ("title", "rules", "seats", "solo", "easy", "seed", "position", "step")
STEP_KEYS: tuple[str, ...] = ("play", "legal", "legal_exactly", "illegal", "expect", "events", "no_events", "end")

MAX_BYTES = 256 * 1024
MAX_LINE = 4000  # tomllib takes quadratic time for a key with thousands of dots
_MAX_DEPTH = 8  # of tables in `expect`; the longest path has four parts

EVENT_TYPES: dict[str, type[Any]] = {cls.__name__: cls for cls in get_args(ev.Event)}

# Lists whose order means nothing, by the path's last word ("seat1.hand") or, for a table of lists, the one before it.
UNORDERED: frozenset[str] = frozenset(
    {
        "hand", "fresh", "table", "executed", "kept_contracts", "used_research", "kept_research", "tiles", "used_tiles",
        "spaces", "discards", "gone_claims", "winners", "closed", "cards", "faces", "values",
    }
)  # fmt: skip

# What the parameters of reason codes and of GMI's decisions stand for; numbers where nothing is said.
_REASON_PARAMS: dict[str, tuple[str, ...]] = {
    "no_room": ("product",),
    "closed": ("corporation",),
    "section": ("corporation",),
    "track_end": ("corporation",),
}
_DECISION_PARAMS: dict[str, tuple[str, ...]] = {
    "lowest_claim": ("claim",),
    "most_product": ("product",),
    "tie_product": ("product",),
    "best_fee": ("corporation",),
    "tie_fee_asset": ("corporation",),
    "tie_fee_order": ("corporation",),
    "best_contract": ("contract",),
    "tie_contract_order": ("contract",),
    "tie_contract_right": ("contract",),
    "best_research": ("research card",),
    "tie_research_right": ("research card",),
    "best_share": ("corporation",),
    "tie_share_order": ("corporation",),
    "best_tile": ("tile",),
    "tie_tile_top": ("tile",),
    "top_tile": ("tile",),
}


class ScenarioError(Exception):
    """A scenario that cannot be read or played: the message is one sentence with file, place and what is wrong."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step: what is played, then what must hold."""

    play: tuple[tuple[str, Action], ...]
    legal: tuple[tuple[str, Action], ...]
    legal_exactly: tuple[tuple[str, Action], ...] | None
    illegal: tuple[tuple[str, Action, str], ...]  # text, action, reason ("" any)
    expect: tuple[tuple[str, Any], ...]  # path, value
    events: tuple[dict[str, Any], ...]  # "name" and values of fields, in order
    no_events: tuple[dict[str, Any], ...]
    end: bool | None


@dataclass(frozen=True, slots=True)
class Scenario:
    """A parsed scenario. `seats` 1 is the solo game."""

    file: str
    title: str
    rules: tuple[str, ...]
    seats: int
    easy: bool
    seed: int
    position: Mapping[str, Any]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class ScenarioResult:
    """`checks` made; `failures`: one sentence each with file, step, what was expected and found."""

    ok: bool
    checks: int
    failures: list[str]
    file: str = ""
    title: str = ""
    rules: tuple[str, ...] = ()


# ---------------------------------------------------------------- reading


class _Reader:
    """Turns plain TOML values into a Scenario; every complaint names the file and the place in it."""

    def __init__(self, file: str, tables: Tables) -> None:
        self.file = file
        self.notation = notation(tables)

    def fail(self, where: str, what: str) -> NoReturn:
        raise ScenarioError(f"{self.file}: {where}: {what}." if where else f"{self.file}: {what}.")

    def keys(self, record: Mapping[str, Any], allowed: Sequence[str], where: str) -> None:
        for key in record:
            if key not in allowed:
                self.fail(where, f'there is no field "{clip(key)}"{_hint(key, allowed)}')

    def text(self, value: object, where: str) -> str:
        if not isinstance(value, str):
            self.fail(where, f"expected a text in quotes, not {shown(value)}")
        return value

    def flag(self, value: object, where: str) -> bool:
        if not isinstance(value, bool):
            self.fail(where, f"expected true or false, not {shown(value)}")
        return value

    def number(self, value: object, where: str, low: int, high: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.fail(where, f"expected a whole number from {low} to {high}, not {shown(value)}")
        return value

    def texts(self, value: object, where: str) -> list[str]:
        if not isinstance(value, list):
            self.fail(where, f"expected a list of texts, not {shown(value)}")
        return [self.text(item, where) for item in value]

    def action(self, text: str, where: str) -> tuple[str, Action]:
        try:
            return text, self.notation.parse(text)
        except NotationError:
            near = difflib.get_close_matches(text[:40], self.notation.every(), n=1, cutoff=0.75)
            hint = f' (is it "{near[0]}"?)' if near else ""
            self.fail(where, f'"{clip(text)}" is no action of this component pack{hint}')

    def scenario(self, data: Mapping[str, Any]) -> Scenario:
        self.keys(data, KEYS, "")
        if "title" not in data:
            self.fail("", 'the field "title" is missing')
        rules = self.texts(data.get("rules", []), "rules")
        known = rule_ids()
        for rule in rules:
            if rule not in known:
                self.fail("rules", f'there is no rule "{clip(rule)}"{_hint(rule, known)}')
        solo = self.flag(data.get("solo", data.get("seats") == 1), "solo")
        if "seats" not in data and not solo:
            self.fail("", 'the field "seats" is missing')
        seats = self.number(data.get("seats", 1), "seats", 1, 4)
        if solo != (seats == 1):
            self.fail("solo", f"a solo game has one seat, not {seats}" if solo else "one seat is a solo game")
        easy = self.flag(data.get("easy", False), "easy")
        if easy and not solo:
            self.fail("easy", "only a solo game can be easy")
        position = data.get("position", {})
        if not isinstance(position, dict):
            self.fail("position", f"expected a table, not {shown(position)}")
        steps = data.get("step", [])
        if not isinstance(steps, list) or not all(isinstance(step, dict) for step in steps):
            self.fail("step", "expected steps, each under [[step]]")
        if not steps:
            self.fail("", "there is no [[step]]")
        return Scenario(
            file=self.file,
            title=self.text(data["title"], "title"),
            rules=tuple(dict.fromkeys(rules)),
            seats=seats,
            easy=easy,
            seed=self.number(data.get("seed", 1), "seed", 0, SEED_LIMIT - 1),
            position=position,
            steps=tuple(self.step(step, f"step {i + 1}") for i, step in enumerate(steps)),
        )

    def step(self, record: Mapping[str, Any], where: str) -> Step:
        self.keys(record, STEP_KEYS, where)
        if not record:
            self.fail(where, "the step is empty")
        play = record.get("play", "")
        if isinstance(play, list):
            play = " ".join(self.texts(play, f"{where}, play"))
        illegal = record.get("illegal", {})
        if isinstance(illegal, list):
            illegal = dict.fromkeys(self.texts(illegal, f"{where}, illegal"), "")
        if not isinstance(illegal, dict):
            self.fail(f"{where}, illegal", f"expected actions with reason codes, not {shown(illegal)}")
        expect = record.get("expect", {})
        if not isinstance(expect, dict):
            self.fail(f"{where}, expect", f"expected a table of fields, not {shown(expect)}")
        exactly = record.get("legal_exactly")
        return Step(
            play=tuple(self.action(word, f"{where}, play") for word in self.text(play, f"{where}, play").split()),
            legal=self.actions(record.get("legal", []), f"{where}, legal"),
            legal_exactly=None if exactly is None else self.actions(exactly, f"{where}, legal_exactly"),
            illegal=tuple(
                (*self.action(text, f"{where}, illegal"), self.reason(reason, f"{where}, illegal"))
                for text, reason in illegal.items()
            ),
            expect=tuple(self.flattened(expect, f"{where}, expect")),
            events=self.events(record.get("events", []), f"{where}, events"),
            no_events=self.events(record.get("no_events", []), f"{where}, no_events"),
            end=self.flag(record["end"], f"{where}, end") if "end" in record else None,
        )

    def actions(self, value: object, where: str) -> tuple[tuple[str, Action], ...]:
        return tuple(self.action(text, where) for text in self.texts(value, where))

    def reason(self, value: object, where: str) -> str:
        words = self.text(value, where).split()
        if words and words[0] not in CODES:
            self.fail(where, f'there is no reason code "{clip(words[0])}"{_hint(words[0], CODES)}')
        return " ".join(words)

    def flattened(
        self, table: Mapping[str, Any], where: str, prefix: str = "", depth: int = 0
    ) -> Iterator[tuple[str, Any]]:
        """Paths with their values: nested tables and dotted keys mean the same."""
        if depth > _MAX_DEPTH:
            self.fail(where, "the tables are nested too deeply")
        for key, value in table.items():
            path = f"{prefix}{key}"
            if isinstance(value, dict):
                if not value:
                    self.fail(where, f'"{clip(path)}" names nothing')
                yield from self.flattened(value, where, f"{path}.", depth + 1)
            elif isinstance(value, list):
                if not all(isinstance(item, (str, int)) for item in value):
                    self.fail(where, f'"{clip(path)}" is a list of something else than names or numbers')
                yield path, value
            elif isinstance(value, (str, int)):  # bool is an int
                yield path, value
            else:
                self.fail(where, f'"{clip(path)}" is neither a number, a text, true, false nor a list')

    def events(self, value: object, where: str) -> tuple[dict[str, Any], ...]:
        if not isinstance(value, list):
            self.fail(where, f"expected a list of event names, not {shown(value)}")
        out = []
        for item in value:
            record = {"name": item} if isinstance(item, str) else item
            if not isinstance(record, dict) or "name" not in record:
                self.fail(where, f"expected the name of an event or a table with it, not {shown(item)}")
            name = self.text(record["name"], where)
            cls = EVENT_TYPES.get(name)
            if cls is None:
                self.fail(where, f'there is no event "{clip(name)}"{_hint(name, EVENT_TYPES)}')
            self.keys(record, ("name", *event_fields(cls)), f"{where}, {name}")
            out.append(dict(record))
        return tuple(out)


@lru_cache(maxsize=1)
def rule_ids() -> tuple[str, ...]:
    """The ids of the rules catalogue that lies beside this module."""
    text = Path(__file__).with_name("rules.md").read_text(encoding="utf-8")
    return tuple(re.findall(r"^- ([A-Z]{3}-\d+) ", text, re.MULTILINE))


def clip(text: str, limit: int = 60) -> str:
    """One printable line of at most `limit` characters."""
    safe = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[: limit + 1])
    return safe if len(safe) <= limit else safe[: limit - 3] + "..."


def shown(value: object) -> str:
    """A value in a sentence."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{clip(value)}"'
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "[" + clip(", ".join(shown(item) for item in value[:60]), 300) + "]"
    return clip(str(value))


def _hint(name: str, names: Iterable[str]) -> str:
    near = difflib.get_close_matches(name[:40], list(names), n=1, cutoff=0.7)
    return f' (is it "{near[0]}"?)' if near else ""


def _file_text(path: Path) -> str:
    name = path.name
    try:
        if not path.exists():
            raise ScenarioError(f"{clip(str(path), 200)}: there is no such file.")
        if not path.is_file():  # a folder, or a pipe that would never end
            raise ScenarioError(f"{clip(str(path), 200)}: this must be a file, and is something else.")
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # ValueError: a path with a zero byte
        reason = (getattr(error, "strerror", None) or str(error)).rstrip(".")
        raise ScenarioError(f"{clip(str(path), 200)}: the file cannot be read: {reason}.") from None
    if len(raw) > MAX_BYTES:
        raise ScenarioError(f"{name}: the file is larger than {MAX_BYTES // 1024} KiB.")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise ScenarioError(f"{name}, line {line}: the file is not UTF-8 text.") from None


def _toml(text: str, name: str) -> dict[str, Any]:
    if len(text) > MAX_BYTES:
        raise ScenarioError(f"{name}: the text is longer than {MAX_BYTES // 1024} KiB.")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            raise ScenarioError(f"{name}, line {number}: the line is longer than {MAX_LINE} characters.")
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ScenarioError(f"{name}: lists or tables are nested too deeply.") from None
    except ValueError as error:  # TOMLDecodeError, or a number too long for int()
        message = " ".join(str(error).split()).rstrip(".")
        place = ""
        if found := re.fullmatch(r"(.*) \(at line (\d+), column (\d+)\)", message):
            message, place = found[1], f", line {found[2]}"
        message = message.replace(" (at end of document)", " at the end of the file")
        raise ScenarioError(f"{name}{place}: not valid TOML: {clip(message, 160)}.") from None


def read_scenario(source: Path | str, tables: Tables, name: str = "") -> Scenario:
    """Parse a scenario: a `Path` is a file, a `str` is the text itself, called `name` in sentences.

    Names of actions, events, rules and reason codes are checked here. Raises ScenarioError.
    """
    if isinstance(source, Path):
        text, name = _file_text(source), clip(name or source.name)
    else:
        text, name = source, clip(name or "scenario")
    return _Reader(name, tables).scenario(_toml(text, name))


# ---------------------------------------------------------------- what can be expected


def choice_name(frame: Frame | None) -> str:
    """`DrillModeChoice` -> "drill_mode"; "" when the game is over."""
    if frame is None:
        return ""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", type(frame).__name__.removesuffix("Choice")).lower()


CHOICE_NAMES: tuple[str, ...] = tuple(
    re.sub(r"(?<=[a-z])(?=[A-Z])", "_", cls.__name__.removesuffix("Choice")).lower() for cls in CHOICE_TYPES
)


def facts(state: State, barrier: str = "") -> dict[str, Any]:
    """Everything `expect` can name, as nested tables. Scores are those of a game that ended now.

    `barrier`: why the last action cannot be taken back in fair play, "" if it can.
    """
    s, t = state, state.tables
    out = position_of(s)
    seats: list[dict[str, Any]] = out.pop("seats")
    top = s.stack[-1] if s.stack else None
    result = outcome(s)
    out["turn"] = s.acting + 1
    out["seats"] = s.seats
    out["choice"] = choice_name(top)
    out["due"] = top.due if isinstance(top, (PaymentChoice, CollectChoice)) else 0
    out["target"] = top.target if isinstance(top, CollectChoice) else 0
    out["over"] = s.over
    out["end"] = END_NAMES[s.end]
    out["closed"] = [colour for i, colour in enumerate(t.corporations) if s.closed(i)]
    out["winners"] = [seat + 1 for seat in result.winners]
    out["decided_by"] = result.decided_by
    out["barrier"] = barrier
    out["score"] = {}
    for seat, own in enumerate(seats):
        c = s.companies[seat]
        out[f"seat{seat + 1}"] = own | {
            "hired": c.hired,
            "warehouses": c.warehouses,
            "capacity": t.capacity[c.warehouses],
            "slots": t.slots[c.warehouses],
            "layers": len(c.well_rocks),
            "reach": in_reach(c),
            "cash": c.cash,
            "money": money_held(s, seat),
            "frozen": t.drill_frozen[c.drill_damage],
            "stopped": t.plant_stopped[c.plant_damage],
            "counts": {
                t.objectives[o].name: count_for(s, seat, t.objectives[o])
                for o in s.objectives
                if not t.objectives[o].short
            },
        }
        score = result.scores[seat]
        out["score"][f"seat{seat + 1}"] = score._asdict() | {
            "total": score.total,
            "money": result.money[seat],
            "place": result.places[seat],
        }
    return out


def _look_up(found: Any, path: str) -> Any:
    """The value at a dotted path, None for a list place that is not there. Raises KeyError with the wrong word."""
    for word in path.split("."):
        if isinstance(found, dict):
            if word not in found:
                raise KeyError(word, tuple(found))
            found = found[word]
        elif isinstance(found, list):
            if word == "count":
                found = len(found)
            elif word.isascii() and word.isdigit() and 0 < len(word) < 5 and int(word):
                found = found[int(word) - 1] if int(word) <= len(found) else None
            else:
                raise KeyError(word, ("count", "1"))
        elif found is not None:
            raise KeyError(word, ())
    return found


def _equal(path: str, found: Any, expected: Any) -> bool:
    if isinstance(expected, list):
        if isinstance(found, dict):  # one value per corporation or product
            found = list(found.values())
        if not isinstance(found, list):
            return False
        words = path.split(".")
        if words[-1] in UNORDERED or words[-2:-1] == ["discards"] or (words[-1] == "objectives" and len(words) > 1):
            return sorted(map(str, found)) == sorted(map(str, expected))
        return found == expected
    return type(found) is type(expected) and bool(found == expected)


def reason_text(tables: Tables, code: str, params: Sequence[int]) -> str:
    """A reason code with its parameters as words: "cost 5 4", "no_room lithium 3"."""
    return " ".join([code, *_words(Names(tables), tables, _REASON_PARAMS.get(code, ()), params)])


def _words(names: Names, t: Tables, kinds: Sequence[str], params: Sequence[int]) -> list[str]:
    out = []
    for place, value in enumerate(params):
        kind = kinds[place] if place < len(kinds) else ""
        if kind == "product":
            out.append(PRODUCTS[value])
        elif kind == "corporation":
            out.append(t.corporations[value])
        else:
            out.append(names.name(kind, value) if kind else str(value))
    return out


_ONE: dict[str, str] = {
    "space": "board space", "research": "research card", "contract": "contract", "tile": "tile", "claim": "claim",
    "objective": "objective", "fee": "fee tile",
}  # fmt: skip
_ROWS = ("research", "contracts", *(str(value) for value in VALUES))


def event_fields(cls: type[Any]) -> tuple[str, ...]:
    """The names of an event's fields; `params` reads "reason" or "decision"."""
    return tuple(_field_name(cls, name) for name in cls._fields)


def _field_name(cls: type[Any], name: str) -> str:
    if name == "params":
        return "reason" if cls is ev.GmiRefused else "decision"
    return str(name.removesuffix("_hidden"))


def event_words(event: ev.Event, tables: Tables) -> dict[str, Any]:
    """An event as plain words and numbers: seats from 1, names for cards; with its "name"."""
    n, t = Names(tables), tables
    cls = type(event)
    gmi = cls.__name__.startswith("Gmi")
    out: dict[str, Any] = {"name": cls.__name__}
    for raw, value in zip(cls._fields, tuple[Any, ...](event), strict=True):
        name = _field_name(cls, raw)
        if name in ("seat", "first"):
            value = value + 1
        elif name in _ONE:
            value = n.name(_ONE[name], value)
        elif name == "corporation":
            value = t.corporations[value]
        elif name == "optimised":
            value = PRODUCTS[value] if value else ""
        elif name == "effect":
            value = t.effects[value].id
        elif name == "kind":
            value = KIND_NAMES[value]
        elif name == "reason" and cls is ev.GmiRefused:
            value = reason_text(t, out["code"], value)
        elif name == "decision":
            code = out["code"]
            value = " ".join([code, *_words(n, t, _DECISION_PARAMS.get(code, ()), value)])
        elif name == "reason":
            value = END_NAMES[value]
        elif isinstance(event, (ev.MarketDiscarded, ev.MarketRevealed)):
            family = ("research card", "contract", "action card")[min(event.row, 2)]
            if name == "row":
                value = _ROWS[value]
            else:
                value = n.names(family, value) if isinstance(value, tuple) else n.name(family, value)
        elif name == "card":
            value = n.name("GMI card" if gmi else "action card", value)
        elif name in ("cards", "faces"):
            value = n.names("action card", value)
        elif isinstance(value, tuple):
            value = list(value)
        out[name] = value
    return out


# ---------------------------------------------------------------- running


def _matches(event: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    return all(_equal(key, event.get(key), value) for key, value in wanted.items())


def _event_text(wanted: Mapping[str, Any]) -> str:
    fields = ", ".join(f"{key} {shown(value)}" for key, value in wanted.items() if key != "name")
    return f"{wanted['name']} ({fields})" if fields else str(wanted["name"])


class _Run:
    def __init__(self, scenario: Scenario, tables: Tables) -> None:
        self.scenario = scenario
        self.tables = tables
        self.notation = notation(tables)
        self.checks = 0
        self.failures: list[str] = []
        self.barrier = ""

    def start(self) -> State:
        sc = self.scenario
        state = setup(self.tables, sc.seats, sc.seed, sc.easy)
        if sc.position:
            try:
                state = arranged(state, sc.position)
            except PositionError as error:
                raise ScenarioError(f"{sc.file}: position, {error}") from None
        known = facts(state)
        for number, step in enumerate(sc.steps, 1):
            for path, _ in step.expect:
                try:
                    _look_up(known, path)
                except KeyError as error:
                    word, words = error.args
                    raise ScenarioError(
                        f'{sc.file}: step {number}, expect: there is no field "{clip(path)}"{_hint(word, words)}.'
                    ) from None
        return state

    def fail(self, number: int, what: str) -> None:
        self.failures.append(f"{self.scenario.file}: step {number}: {what}.")

    def run(self) -> ScenarioResult:
        state = self.start()
        for number, step in enumerate(self.scenario.steps, 1):
            played = self.play(state, number, step)
            if played is None:
                break
            state, events = played
            self.hold(state, number, step, events)
        sc = self.scenario
        return ScenarioResult(not self.failures, self.checks, self.failures, sc.file, sc.title, sc.rules)

    def play(self, state: State, number: int, step: Step) -> tuple[State, list[dict[str, Any]]] | None:
        """The state and the events of the step; None when an action was not legal."""
        events: list[dict[str, Any]] = []
        for text, action in step.play:
            if action not in legal_actions(state):
                self.checks += 1
                self.fail(number, self.not_legal(state, text, action))
                return None
            new, happened = apply(state, action)
            self.barrier = GAME.barrier(state, action, new, list(happened))
            events.extend(event_words(event, self.tables) for event in happened)
            state = new
        return state, events

    def why(self, state: State, action: Action) -> str:
        reason = why_not(state, action)
        return "" if reason is None else reason_text(self.tables, reason.code, reason.params)

    def not_legal(self, state: State, text: str, action: Action) -> str:
        legal = ", ".join(self.notation.text(a) for a in legal_actions(state)) or "nothing"
        return f'"{text}" is not legal ({self.why(state, action)}); legal are {clip(legal, 300)}'

    def hold(self, state: State, number: int, step: Step, events: list[dict[str, Any]]) -> None:
        """All checks of a step; they do not stop at the first failure."""
        self.checks += 1
        broken = violations(state)
        if broken:
            self.fail(number, f"the position is unsound: {broken[0]}")
        self.hold_events(number, step, events)
        self.hold_actions(state, number, step)
        if step.expect:
            known = facts(state, self.barrier)
            for path, expected in step.expect:
                self.checks += 1
                value = _look_up(known, path)
                if not _equal(path, value, expected):
                    self.fail(number, f"{path} is {_flat(value)}, expected {shown(expected)}")
        if step.end is not None:
            self.checks += 1
            if step.end and not state.over:
                self.fail(number, "the game goes on, expected its end")
            if state.over and not step.end:
                self.fail(number, "the game is over, expected that it goes on")

    def hold_actions(self, state: State, number: int, step: Step) -> None:
        legal = legal_actions(state)
        for text, action in step.legal:
            self.checks += 1
            if action not in legal:
                self.fail(number, self.not_legal(state, text, action))
        if step.legal_exactly is not None:
            self.checks += 1
            wanted = {action for _, action in step.legal_exactly}
            missing = [text for text, action in step.legal_exactly if action not in legal]
            further = [self.notation.text(action) for action in legal if action not in wanted]
            if missing or further:
                self.fail(number, f"expected but not legal: {shown(missing)}, legal but not expected: {shown(further)}")
        for text, action, reason in step.illegal:
            self.checks += 1
            found = self.why(state, action)
            if not found:
                self.fail(number, f'"{text}" is legal, expected {reason or "that it is not"}')
            elif reason and reason not in (found, found.split()[0]):
                self.fail(number, f'"{text}" is not legal because of {found}, expected {reason}')

    def hold_events(self, number: int, step: Step, events: list[dict[str, Any]]) -> None:
        place = 0
        for wanted in step.events:
            self.checks += 1
            while place < len(events) and not _matches(events[place], wanted):
                place += 1
            if place == len(events):
                names = clip(", ".join(event["name"] for event in events) or "none", 400)
                self.fail(number, f"the event {_event_text(wanted)} did not occur, or not in this order, among {names}")
                break
            place += 1
        for wanted in step.no_events:
            self.checks += 1
            if any(_matches(event, wanted) for event in events):
                self.fail(number, f"the event {_event_text(wanted)} occurred")


def _flat(value: Any) -> str:
    return shown(list(value.values())) if isinstance(value, dict) else shown(value)


def run_scenario(source: Path | str | Scenario, tables: Tables, name: str = "") -> ScenarioResult:
    """Read (see `read_scenario`) and play a scenario with the components `tables`.

    A step whose action is not legal ends the scenario as a failure. Raises ScenarioError for a malformed scenario or an
    impossible position.
    """
    scenario = source if isinstance(source, Scenario) else read_scenario(source, tables, name)
    return _Run(scenario, tables).run()


def run_files(paths: Sequence[str], tables: Tables, as_json: bool = False) -> tuple[int, str]:
    """(exit code, text to print) of the command `scenario FILE...`; a folder stands for its .toml files.

    Exit code 0: every check held; 1: a check failed; 2: a file could not be read or played.
    """
    files: list[Path] = []
    problems: list[tuple[str, str]] = []
    if not paths:
        problems.append(("", "No scenario file was named."))
    for path in paths:
        place = Path(path)
        try:
            inside = sorted(place.glob("*.toml")) if place.is_dir() else [place]
        except (OSError, ValueError):
            inside = [place]
        if not inside:
            problems.append((path, f"{clip(path, 200)}: the folder holds no .toml file."))
        files += inside
    results: list[ScenarioResult] = []
    lines: list[str] = []
    for file in files:
        try:
            result = run_scenario(file, tables)
        except ScenarioError as error:
            problems.append((str(file), str(error)))
            continue
        results.append(result)
        mark = "ok    " if result.ok else "FAILED"
        lines.append(f"{mark} {result.file}: {result.title} ({result.checks} checks)")
        lines += [f"       {sentence}" for sentence in result.failures]
    failed = sum(not result.ok for result in results)
    code = 2 if problems else 1 if failed else 0
    if as_json:
        record = {
            "ok": code == 0,
            "scenarios": [
                {
                    "file": r.file, "title": r.title, "rules": list(r.rules), "ok": r.ok, "checks": r.checks,
                    "failures": r.failures,
                }
                for r in results
            ],
            "errors": [{"file": file, "error": sentence} for file, sentence in problems],
        }  # fmt: skip
        return code, json.dumps(record, indent=2, ensure_ascii=False)
    lines += [f"BAD    {sentence}" for _, sentence in problems]
    checks = sum(result.checks for result in results)
    bad = f", {len(problems)} not readable" if problems else ""
    lines.append(f"{len(results)} scenarios, {checks} checks, {failed} failed{bad}.")
    return code, "\n".join(lines)


__all__ = [
    "Scenario", "ScenarioError", "ScenarioResult", "Step", "facts", "read_scenario", "run_files", "run_scenario",
]  # fmt: skip
