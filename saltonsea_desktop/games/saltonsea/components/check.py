"""Checks of a whole component pack, and the list of its values with their provenance.

Errors are what the rulebook states as a count or a rule, and what no game could be played without. What only an
example of the rulebook shows, and what looks like a slip of the pen, is a warning. No error depends on a
reconstructed number: lengths of tracks, prices, capacities, sections and lists are free. Rule ids in the sentences are
those of docs/rules.md.

pydantic is imported by `check_pack` only; `list_values` needs the standard library alone.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from saltonsea_desktop.games.saltonsea.components import (
    DEFAULT_FOLDER,
    FILES,
    PackError,
    RawPack,
    clip,
    read_pack,
    stray_files,
)

if TYPE_CHECKING:
    from saltonsea_desktop.games.saltonsea.components.schema import DamageSpace, Pack

Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class ValueRecord:
    """One printed value: field `field` of record `id` (a table's name where records have no id) and where it is from.

    `value` is as parsed; for effects, layers, needs and the like the whole table. `label` is "" without provenance.
    """

    file: str
    table: str
    id: str
    field: str
    value: Any
    label: str
    reason: str


@dataclass(frozen=True, slots=True)
class Problem:
    """`message`: one sentence with file, line or id, and what is wrong."""

    severity: Severity
    message: str


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The outcome of `check_pack`.

    `counts` (components by kind) and `provenance` (values by label) are empty, and `digest` is None, as far as the pack
    could not be read.
    """

    folder: Path | None
    digest: str | None
    problems: tuple[Problem, ...]
    passed: int
    counts: dict[str, int]
    provenance: dict[str, int]

    @property
    def errors(self) -> tuple[str, ...]:
        return tuple(p.message for p in self.problems if p.severity == "error")

    @property
    def warnings(self) -> tuple[str, ...]:
        return tuple(p.message for p in self.problems if p.severity == "warning")

    @property
    def ok(self) -> bool:
        """The pack can be played with: no errors, perhaps warnings."""
        return not self.errors

    def text(self) -> str:
        """The report for a terminal: pack, counts, provenance, one line per problem, and the sum."""
        name = f"built-in, {DEFAULT_FOLDER}" if self.folder is None else str(self.folder)
        lines = [f"component pack: {name}" + (f" (digest {self.digest})" if self.digest else "")]
        if self.counts:
            lines.append(", ".join(f"{number} {kind}" for kind, number in self.counts.items()))
        if self.provenance:
            lines.append("values: " + ", ".join(f"{n} {label}" for label, n in self.provenance.items() if n))
        lines.extend(f"error: {message}" for message in self.errors)
        lines.extend(f"warning: {message}" for message in self.warnings)
        sums = ((len(self.errors), "error"), (len(self.warnings), "warning"))
        found = ", ".join(f"{number} {word}{'' if number == 1 else 's'}" for number, word in sums)
        lines.append(f"{self.passed} checks passed, {found}")
        return "\n".join(lines)


def check_pack(folder: Path | None = None) -> CheckReport:
    """Read and check the pack in `folder`, or the built-in one. Raises nothing: faults stand in the report."""
    try:
        raw = read_pack(folder)
    except PackError as error:
        return _unusable(folder, None, error)
    return check_raw(raw)


def check_raw(raw: RawPack) -> CheckReport:
    """As `check_pack`, for a pack that was read already."""
    from saltonsea_desktop.games.saltonsea.components.schema import LABELS, validate

    try:
        pack = validate(raw)
    except PackError as error:
        return _unusable(raw.folder, raw.digest, error)
    checker = _Checker(pack)
    checker.run()
    totals = Counter(value.label for value in list_values(raw))
    return CheckReport(
        folder=raw.folder,
        digest=raw.digest,
        problems=tuple(sorted(checker.problems, key=lambda p: p.severity)),
        passed=checker.passed,
        counts=_counts(pack),
        provenance={label: totals[label] for label in LABELS},
    )


def _unusable(folder: Path | None, digest: str | None, error: PackError) -> CheckReport:
    problems = [Problem("error", message) for message in error.messages]
    if folder is not None:
        problems.extend(Problem("warning", message) for message in _stray(folder))
    return CheckReport(folder, digest, tuple(problems), 0, {}, {})


def _stray(folder: Path) -> Iterator[str]:
    for name in stray_files(folder):
        yield f"{clip(name)}: the file does not belong to a pack and is not read."


def list_values(pack: RawPack | Pack, label: str | None = None) -> list[ValueRecord]:
    """Every value of a pack that `check_pack` accepts, in file order, or only those with this provenance label.

    A value's provenance is that of its record's `prov`, else the file's default for "<table>.<field>" or "<table>.*".
    """
    raw = pack if isinstance(pack, RawPack) else pack.raw
    values = (value for name in FILES for value in _values_of(name, raw.data[name]))
    return [value for value in values if label is None or value.label == label]


def _values_of(name: str, tables: dict[str, Any]) -> Iterator[ValueRecord]:
    defaults = tables["provenance"]
    for table, _, record, ident in _records(tables):
        own = record.get("prov", {})
        for field, value in record.items():
            if field in ("id", "prov"):
                continue
            text = own.get(field) or defaults.get(f"{table}.{field}") or defaults.get(f"{table}.*") or ""
            found, _, reason = text.partition(":")
            yield ValueRecord(name, table, ident, field, value, found.strip(), reason.strip())


def _records(tables: dict[str, Any]) -> Iterator[tuple[str, int | None, dict[str, Any], str]]:
    """Table, index (None for a single table), record and its id."""
    for table, content in tables.items():
        if table == "provenance":
            continue
        if isinstance(content, dict):
            yield table, None, content, table
            continue
        for i, record in enumerate(content):
            yield table, i, record, record.get("id", f"{table}.{record.get('players', i + 1)}")


def _counts(pack: Pack) -> dict[str, int]:
    return {
        "claims": sum(c.deck != "start" for c in pack.claims.claim),
        "contracts": len(pack.contracts.contract),
        "research cards": len(pack.research.research),
        "fee tiles": len(pack.fees.fee),
        "action cards": sum(a.count for a in pack.actions.action),
        "profit-sharing tiles": len(pack.profit.tile),
        "objectives": len(pack.objectives.objective),
        "GMI cards": len(pack.gmi.card),
        "board spaces": len(pack.board.space),
        "drill damage spaces": len(pack.board.drill),
        "plant damage spaces": len(pack.board.plant),
        "development spaces": len(pack.board.development),
        "asset spaces": len(pack.market.asset),
        "share spaces": len(pack.market.share),
    }


# --- what the rulebook states ----------------------------------------------------------------------------------------

# (file, table, field, value, rule): single tables whose numbers the rules fix.
_STATED: tuple[tuple[str, str, str, Any, str], ...] = (
    ("board", "process", "lithium_cost", 6, "PRC-1"),
    ("board", "process", "geothermal_cost", 4, "PRC-1"),
    ("board", "process", "brine_per_unit", 1, "PRC-1"),
    ("board", "process", "optimise_lithium_damage", 3, "PRC-3"),
    ("board", "process", "optimise_geothermal_damage", 2, "PRC-3"),
    ("board", "process", "optimise_max_units", 1, "PRC-3"),
    ("board", "repair", "price_per_point", 3, "REP-1"),
    ("board", "development_end", "overflow_vp", 2, "DEV-3"),
    ("board", "development_end", "star_vp", 1, "DEV-3"),
    ("board", "engineers", "total", 7, "SET-1"),
    ("board", "engineers", "start", 4, "SET-1"),
    ("board", "warehouse", "per_product", True, "EXT-2"),
    ("board", "warehouse", "start", {"brine": 1, "geothermal": 0, "lithium": 0}, "SET-1"),
    ("board", "contracts", "slots", 2, "CON-1"),
    ("market", "display", "claims", 4, "SET-7"),
    ("market", "display", "objectives", 5, "SET-8"),
    ("gmi", "limits", "extract", 3, "GMI-8"),
    ("gmi", "limits", "shares", 1, "GMI-16"),
    ("gmi", "limits", "develop_cost", 3, "GMI-14"),
    ("gmi", "limits", "develop_steps", 1, "GMI-14"),
    ("gmi", "limits", "repair_drill", 1, "GMI-10"),
    ("gmi", "limits", "repair_plant", 1, "GMI-10"),
    ("gmi", "limits", "process_short_damage", 2, "GMI-9"),
    ("gmi", "limits", "advanced_used", 3, "GMI-2"),
)

# Tables with a fixed set of ids: names, pictures, translations and saves refer to them.
_FIXED: tuple[tuple[str, str], ...] = (
    ("actions", "action"),
    ("board", "warehouse_tile"),
    ("claims", "claim"),
    ("contracts", "contract"),
    ("fees", "fee"),
    ("gmi", "card"),
    ("market", "claim_space"),
    ("market", "corporation"),
    ("market", "profit_stack"),
    ("objectives", "objective"),
    ("profit", "tile"),
    ("research", "research"),
)

# Of these the order in the file counts too.
_ORDERED: frozenset[str] = frozenset({"warehouse_tile", "claim_space", "corporation", "profit_stack"})

# (file, table, field, value, number, what, rule): so many records have this value.
_NUMBERS: tuple[tuple[str, str, str, Any, int, str, str], ...] = (
    ("claims", "claim", "deck", "start", 1, "starting claim", "SET-1"),
    ("claims", "claim", "deck", "superficial", 13, "superficial claims", "SET-7"),
    ("claims", "claim", "deck", "deep", 13, "deep claims", "SET-7"),
    ("contracts", "contract", "class", "retail", 11, "retail contracts", "SET-9"),
    ("contracts", "contract", "class", "large", 11, "large account contracts", "SET-9"),
    ("research", "research", "kind", "permanent", 13, "permanent research cards", "SET-9"),
    ("research", "research", "kind", "immediate", 15, "immediate research cards", "SET-9"),
    ("fees", "fee", "class", "start_up", 3, "start-up fee tiles", "SET-6"),
    ("fees", "fee", "class", "other", 9, "other fee tiles", "SET-6"),
    ("objectives", "objective", "class", "short", 5, "short-term objectives", "SET-8"),
    ("objectives", "objective", "class", "long", 10, "long-term objectives", "SET-8"),
    ("gmi", "card", "class", "starting", 4, "starting GMI cards", "GMI-2"),
    ("gmi", "card", "class", "advanced", 5, "advanced GMI cards", "GMI-2"),
    ("profit", "tile", "corporation", "red", 8, "profit-sharing tiles of red", "SET-5"),
    ("profit", "tile", "corporation", "orange", 8, "profit-sharing tiles of orange", "SET-5"),
    ("profit", "tile", "corporation", "blue", 8, "profit-sharing tiles of blue", "SET-5"),
)

_ACTIONS_OF_1 = {"licence", "drill", "shares", "extract", "research", "contract", "repair"}
# value -> (cards, kinds of action); one type for each kind
_DECKS: dict[int, tuple[int, set[str]]] = {
    1: (42, _ACTIONS_OF_1),
    3: (36, _ACTIONS_OF_1 | {"process", "sell"}),
    5: (36, _ACTIONS_OF_1 | {"process", "sell"}),
}

# (file, table, fields, labels): what the rulebook's reference or an example gives, on whichever card.
_REFERENCE: tuple[tuple[str, str, tuple[str, ...], frozenset[str]], ...] = (
    ("actions", "action", ("value", "effect"), frozenset({"rulebook"})),
    ("research", "research", ("effect",), frozenset({"rulebook"})),
    ("profit", "tile", ("effect",), frozenset({"rulebook", "inferred"})),
    ("objectives", "objective", ("test", "vp", "stars"), frozenset({"rulebook"})),
    ("claims", "claim", ("reward",), frozenset({"rulebook"})),
    ("contracts", "contract", ("needs", "gives"), frozenset({"rulebook"})),
    ("fees", "fee", ("brine", "geothermal", "lithium"), frozenset({"rulebook"})),
    ("market", "claim_space", ("position", "surcharge"), frozenset({"rulebook"})),
)

_MOST_RECORDS = 99
_SEATS = (2, 3, 4)


class _Checker:
    """Runs every cross-check over a validated pack; collects problems and counts what passed."""

    def __init__(self, pack: Pack) -> None:
        from saltonsea_desktop.games.saltonsea.components import schema

        self.pack = pack
        self.data = pack.raw.data
        self.problems: list[Problem] = []
        self.passed = 0
        self._schema = schema
        self._lines = {name: schema.Lines(pack.raw.folder, name) for name in FILES}

    def run(self) -> None:
        self._provenance()
        self._ids()
        self._stated()
        self._numbers()
        self._spaces()
        self._damage_tracks()
        self._development()
        self._warehouse()
        self._setup()
        self._asset()
        self._share()
        self._profit()
        self._claims()
        self._contracts()
        self._research()
        self._fees()
        self._actions()
        self._objectives()
        self._gmi()
        self._reference()
        if self.pack.raw.folder is not None:
            for message in _stray(self.pack.raw.folder):
                self.problems.append(Problem("warning", message))

    def _check(
        self,
        ok: bool,
        file: str,
        table: str,
        index: int | None,
        field: str | None,
        what: str,
        severity: Severity = "error",
    ) -> None:
        """Count a check; if it failed, say `what` about this field of this record, or about the record or table."""
        if ok:
            self.passed += 1
            return
        where = self._schema.place(file, self.data[file], self._lines[file], table, index, field)
        self.problems.append(Problem(severity, f"{where}: {what}."))

    def _warn(self, ok: bool, file: str, table: str, index: int | None, field: str | None, what: str) -> None:
        self._check(ok, file, table, index, field, what, "warning")

    # --- any file ----------------------------------------------------------------------------------------------------

    def _provenance(self) -> None:
        for file in FILES:
            tables = self.data[file]
            used: set[str] = set()
            for table, index, record, _ in _records(tables):
                for field in record.get("prov", {}):
                    known = field in record and field not in ("id", "prov")
                    self._check(known, file, table, index, "prov", f"prov names {clip(field)}, which is no field here")
                used.update(key for field in record for key in (f"{table}.{field}", f"{table}.*"))
                used.add(f"{table}.count")  # says why a track is as long as it is
            for value, (table, index) in zip(_values_of(file, tables), _places(tables), strict=True):
                self._check(
                    bool(value.label), file, table, index, value.field,
                    f"{value.field} has no provenance, neither in prov nor as {table}.{value.field} in [provenance]",
                )  # fmt: skip
            for key in tables["provenance"]:
                self._warn(key in used, file, "provenance", None, key, f"{clip(key)} matches no field of this file")

    def _ids(self) -> None:
        seen: dict[str, str] = {}
        for file in FILES:
            for table, index, record, ident in _records(self.data[file]):
                if "id" in record:
                    what = f"the id is used already in {seen.get(ident)}.toml"
                    self._check(ident not in seen, file, table, index, None, what)
                    seen.setdefault(ident, file)
        builtin = _builtin().data
        for file, table in _FIXED:
            wanted = [record["id"] for record in builtin[file][table]]
            found = [record["id"] for record in self.data[file][table]]
            for ident in wanted:
                self._check(ident in found, file, table, None, None, f"{ident} is missing; ids must stay as they are")
            for index, ident in enumerate(found):
                what = "this id is not in the built-in pack; ids must stay as they are"
                self._check(ident in wanted, file, table, index, None, what)
            if table in _ORDERED and sorted(found) == sorted(wanted):
                what = f"the records must stand in the order {', '.join(wanted)}"
                self._check(found == wanted, file, table, None, None, what)
        for file in FILES:
            for table, content in self.data[file].items():
                if isinstance(content, list):
                    what = f"there are {len(content)} records, more than {_MOST_RECORDS}"
                    self._check(len(content) <= _MOST_RECORDS, file, table, None, None, what)

    def _stated(self) -> None:
        for file, table, field, value, rule in _STATED:
            found = self.data[file][table][field]
            if isinstance(value, dict):
                wanted = ", ".join(f"{key} {number}" for key, number in value.items())
                what = f"{field} must be {wanted} ({rule})"
            else:
                shown = self._schema.shown
                what = f"{field} is {shown(found)}, but the rules say {shown(value)} ({rule})"
            self._check(found == value, file, table, None, field, what)

    def _numbers(self) -> None:
        for file, table, field, value, number, what, rule in _NUMBERS:
            found = sum(record[field] == value for record in self.data[file][table])
            text = f"there must be {number} {what}, not {found} ({rule})"
            self._check(found == number, file, table, None, None, text)

    # --- board.toml --------------------------------------------------------------------------------------------------

    def _spaces(self) -> None:
        spaces = self.pack.board.space
        actions = [space.action for space in spaces]
        for action in self._schema.BOARD_ACTIONS:
            self._check(
                action in actions, "board", "space", None, None, f"there is no space for the action {action} (TRN-2)"
            )
        what = "there must be one space for financing; it holds any number of engineers (FIN-1)"
        self._check(actions.count("financing") <= 1, "board", "space", None, None, what)
        fees = {"develop": (3, "DEV-1"), "repeat": (1, "RPT-1")}
        once = {"licence": "LIC-1", "sell": "SEL-5", "contract": "CON-1", "financing": "FIN-1", "repeat": "RPT-1"}
        for i, space in enumerate(spaces):
            cost, rule = fees.get(space.action, (0, "TRN-2"))
            what = f"cost is {space.cost}, but the space for {space.action} costs ${cost} ({rule})"
            self._check(space.cost == cost, "board", "space", i, "cost", what)
            limit = 0 if space.action == "financing" else 1
            what = f"engineers must be {limit}: only financing takes any number (TRN-3)"
            self._check(space.engineers == limit, "board", "space", i, "engineers", what)
            if space.action in once:
                what = f"strength must be 1 on the space for {space.action} ({once[space.action]})"
                self._check(space.strength == 1, "board", "space", i, "strength", what)
            else:
                what = f"strength is {space.strength}; the cards of the rulebook show stronger actions than a board's 1"
                self._warn(space.strength == 1, "board", "space", i, "strength", what)

    def _damage_tracks(self) -> None:
        board = self.pack.board
        self._damage("drill", board.drill)
        self._damage("plant", board.plant)
        blocked = [space.blocked for space in board.drill]
        what = f"the track has {len(blocked)} spaces, but needs 3: the last two freeze the drill (DRL-4)"
        self._check(len(blocked) >= 3, "board", "drill", None, None, what)
        for i, is_blocked in enumerate(blocked):
            frozen = i >= len(blocked) - 2
            word = "true" if frozen else "false"
            what = f"blocked must be {word}: the last two spaces freeze the drill, and no other (DRL-4)"
            self._check(is_blocked == frozen, "board", "drill", i, "blocked", what)
        blocked = [space.blocked for space in board.plant]
        what = f"the track has {len(blocked)} spaces, but needs 2"
        self._check(len(blocked) >= 2, "board", "plant", None, None, what)
        for i, is_blocked in enumerate(blocked):
            what = "blocked must be false: an undamaged plant is operational (PRC-2)"
            if i == 0:
                self._check(not is_blocked, "board", "plant", i, "blocked", what)
            else:
                what = "blocked must be true, as on the space before: more damage never restarts the plant"
                self._check(is_blocked or not blocked[i - 1], "board", "plant", i, "blocked", what)
        self._warn(any(blocked), "board", "plant", None, None, "no space stops the plant (PRC-2)")
        damage = board.process.optimise_lithium_damage
        what = f"the track is too short to optimise lithium, which takes {damage} spaces (PRC-4)"
        self._warn(len(blocked) > damage, "board", "plant", None, None, what)

    def _damage(self, table: str, spaces: tuple[DamageSpace, ...]) -> None:
        for i, space in enumerate(spaces):
            if i == 0:
                self._warn(space.vp == 0, "board", table, i, "vp", f"vp is {space.vp} without any damage")
            else:
                before = spaces[i - 1].vp
                what = f"vp is {space.vp}, milder than {before} on the space before; damage never gets milder"
                self._check(space.vp <= before, "board", table, i, "vp", what)

    def _development(self) -> None:
        board = self.pack.board
        unlocks = [space.unlock for space in board.development]
        last = len(unlocks) - 1
        self._check(last >= 1, "board", "development", None, None, "the track needs a start and an end (DEV-3)")
        for i, unlock in enumerate(unlocks):
            if i == 0:
                what = f'unlock must be "none" on the start space, not "{unlock}" (SET-1)'
                self._check(unlock == "none", "board", "development", i, "unlock", what)
            elif i == last:
                what = f'unlock must be "stars" on the last space, not "{unlock}" (DEV-3)'
                self._check(unlock == "stars", "board", "development", i, "unlock", what)
            else:
                what = 'unlock must not be "stars": only the last space makes stars count (DEV-3)'
                self._check(unlock != "stars", "board", "development", i, "unlock", what)
            if i in (1, 2):
                shown = ("warehouse", "engineer")[i - 1]
                what = f'unlock is "{unlock}", but an example of the rulebook shows "{shown}" (GMI-5)'
                self._warn(unlock == shown, "board", "development", i, "unlock", what)
        tiles, found = len(board.warehouse_tile), unlocks.count("warehouse")
        what = f"{found} spaces open a warehouse tile, but there are {tiles} tiles (DEV-2)"
        self._check(found == tiles, "board", "development", None, None, what)
        waiting, found = board.engineers.total - board.engineers.start, unlocks.count("engineer")
        what = f"{found} spaces hire an engineer, but {waiting} wait on the track (SET-1)"
        self._check(found == waiting, "board", "development", None, None, what)

    def _warehouse(self) -> None:
        board = self.pack.board
        tiles = {tile.id: tile for tile in board.warehouse_tile}
        order = ["board", *tiles]
        opened = [slot.opened_by for slot in board.research_slot]
        for i, slot in enumerate(board.research_slot):
            what = f"multiplier must be {i + 1}, the position of the slot (SCO-4)"
            self._check(slot.multiplier == i + 1, "board", "research_slot", i, "multiplier", what)
            what = (
                f'opened_by names {self._schema.shown(slot.opened_by)}, which is neither "board" nor a warehouse tile'
            )
            self._check(slot.opened_by in order, "board", "research_slot", i, "opened_by", what)
        known = [order.index(name) for name in opened if name in order]
        what = "slots must open from left to right, those of the board first (RES-1)"
        self._check(known == sorted(known), "board", "research_slot", None, None, what)
        for i, tile in enumerate(board.warehouse_tile):
            found = opened.count(tile.id)
            what = f"research_slots is {tile.research_slots}, but {found} slots name this tile in opened_by (DEV-4)"
            self._check(found == tile.research_slots, "board", "warehouse_tile", i, "research_slots", what)
        start = max(board.warehouse.start.model_dump().values())
        what = f"capacity is {board.warehouse.capacity}, less than a company starts with"
        self._check(board.warehouse.capacity >= start, "board", "warehouse", None, "capacity", what)

    @property
    def _full_capacity(self) -> int:
        return self.pack.board.warehouse.capacity + sum(tile.capacity for tile in self.pack.board.warehouse_tile)

    # --- market.toml -------------------------------------------------------------------------------------------------

    def _setup(self) -> None:
        market = self.pack.market
        players = [setup.players for setup in market.setup]
        for n in _SEATS:
            what = f"there must be one set-up for {n} players, not {players.count(n)} (SET-10)"
            self._check(players.count(n) == 1, "market", "setup", None, None, what)
        for i, setup in enumerate(market.setup):
            n = setup.players
            what = f"market_width is {setup.market_width}, but {n} players see {n + 2} cards of each row (SET-10)"
            self._check(setup.market_width == n + 2, "market", "setup", i, "market_width", what)
            what = f"claims_removed is {setup.claims_removed}, but {n} players remove {5 - n} of each deck (SET-7)"
            self._check(setup.claims_removed == 5 - n, "market", "setup", i, "claims_removed", what)
        spaces = market.claim_space
        self._check(len(spaces) == 4, "market", "claim_space", None, None, "there must be four claim spaces (SET-7)")
        for i, space in enumerate(spaces):
            what = f"position must be {i + 1}: the spaces stand from top to bottom"
            self._check(space.position == i + 1, "market", "claim_space", i, "position", what)
            if i:
                what = f"surcharge is {space.surcharge}, more than in the space above"
                self._warn(space.surcharge <= spaces[i - 1].surcharge, "market", "claim_space", i, "surcharge", what)
        names = self._schema.CORPORATIONS
        colours = [record.colour for record in market.corporation]
        orders = [record.order for record in market.corporation]
        for i, record in enumerate(market.corporation):
            what = f'colour is "{record.colour}", which another corporation has'
            self._check(colours.count(record.colour) == 1, "market", "corporation", i, "colour", what)
            what = f'the id must be corp.{record.colour}, as its colour is "{record.colour}"'
            self._check(record.id == f"corp.{record.colour}", "market", "corporation", i, None, what)
            what = f"order is {record.order}; the three corporations have 1, 2 and 3"
            unique = record.order in (1, 2, 3) and orders.count(record.order) == 1
            self._check(unique, "market", "corporation", i, "order", what)
        for name in names:
            what = f"the corporation {name} is missing"
            self._check(name in colours, "market", "corporation", None, None, what)

    def _asset(self) -> None:
        asset = self.pack.market.asset
        last = len(asset) - 1
        for i, space in enumerate(asset):
            self._check(space.index == i, "market", "asset", i, "index", f"index must be {i}, counted from the bottom")
            closes = "true" if i == last else "false"
            what = f"closes must be {closes}: the last space closes the corporation, and no other (SEL-4)"
            self._check(space.closes == (i == last), "market", "asset", i, "closes", what)
            if space.start_players:
                what = "start_players must not be on the last space: the corporation would be closed from the start"
                self._check(i < last, "market", "asset", i, "start_players", what)
            if i == 0:
                self._check(space.section == 1, "market", "asset", i, "section", "section must be 1 at the bottom")
                continue
            before = asset[i - 1]
            for field in ("share_price", "share_vp"):
                value, lower = getattr(space, field), getattr(before, field)
                what = f"{field} is {value}, less than {lower} on the space below; the track never falls"
                self._check(value >= lower, "market", "asset", i, field, what)
            what = f"section is {space.section}, but must be that of the space below ({before.section}) or the next"
            self._check(space.section - before.section in (0, 1), "market", "asset", i, "section", what)
        starts = {space.start_players: i for i, space in enumerate(asset) if space.start_players}
        for n in _SEATS:
            found = sum(space.start_players == n for space in asset)
            what = f"there must be one start space for {n} players, not {found} (SET-4)"
            self._check(found == 1, "market", "asset", None, None, what)
        if set(starts) == set(_SEATS):
            what = "fewer players sell less, yet their start space is not higher"
            self._warn(starts[2] > starts[3] > starts[4], "market", "asset", None, None, what)
        marks = [i for i, space in enumerate(asset) if space.fee_change]
        what = f"there are {len(marks)} fee-change marks for two future fee tiles (SEL-3)"
        self._warn(len(marks) == 2, "market", "asset", None, None, what)
        highest = max(starts.values(), default=-1)
        for i in marks:
            what = "fee_change is on or below a start space, where no sale reaches it (SEL-3)"
            self._warn(i > highest, "market", "asset", i, "fee_change", what)
        prices = {space.share_price for space in asset}
        what = "an example of the rulebook shows share prices of $1, $2 and $3 (SHR-1)"
        self._warn({1, 2, 3} <= prices, "market", "asset", None, None, what)
        what = "an example of the rulebook shows a space with a share price of $3 and 1 VP a share (SCO-2)"
        at_three = any(space.share_price == 3 and space.share_vp == 1 for space in asset)
        self._warn(at_three, "market", "asset", None, None, what)

    def _share(self) -> None:
        share = self.pack.market.share
        self._check(len(share) >= 2, "market", "share", None, None, "the track needs a space above the start space")
        for i, space in enumerate(share):
            self._check(space.index == i, "market", "share", i, "index", f"index must be {i}, counted from the bottom")
            if i == 0:
                what = 'reward must be "none" on the start space, which no token enters (SET-3)'
                self._check(space.reward == "none", "market", "share", i, "reward", what)
                self._check(space.section == 1, "market", "share", i, "section", "section must be 1 at the bottom")
                continue
            lower = share[i - 1].section
            what = f"section is {space.section}, but must be that of the space below ({lower}) or the next"
            self._check(space.section - lower in (0, 1), "market", "share", i, "section", what)
        mine, theirs = {space.section for space in share}, {space.section for space in self.pack.market.asset}
        what = (
            f"there are {len(mine)} sections, but {len(theirs)} on the asset track; both tracks have the same (SHR-3)"
        )
        self._check(mine == theirs, "market", "share", None, None, what)
        rewards = [space.reward for space in share]
        stacks = ("profit_bottom", "profit_centre", "profit_top")
        for stack in stacks:
            what = f"{stack} must be the reward of one space, not of {rewards.count(stack)} (SHR-5)"
            self._check(rewards.count(stack) == 1, "market", "share", None, None, what)
        found = [reward for reward in rewards if reward in stacks]
        if sorted(found) == sorted(stacks):
            what = "from the bottom up the stacks must be profit_bottom, profit_centre, profit_top (SET-5)"
            self._check(tuple(found) == stacks, "market", "share", None, None, what)

    def _profit(self) -> None:
        stated = {
            "profit_bottom": (1, 0, "as many tiles as players"),
            "profit_centre": (1, -1, "one tile less than players"),
            "profit_top": (0, 1, "one tile"),
        }
        for i, stack in enumerate(self.pack.market.profit_stack):
            if stack.id in stated:
                per_player, add, words = stated[stack.id]
                what = f"per_player and add must be {per_player} and {add}: {words} (SET-5)"
                ok = (stack.per_player, stack.add) == (per_player, add)
                self._check(ok, "market", "profit_stack", i, "per_player", what)
        copies = sum(tile.effect.action == "copy" for tile in self.pack.profit.tile)
        what = f"there must be one tile with the effect copy, not {copies} (CPY-2)"
        self._check(copies == 1, "profit", "tile", None, None, what)

    # --- the decks ---------------------------------------------------------------------------------------------------

    def _claims(self) -> None:
        claims = self.pack.claims.claim
        for i, claim in enumerate(claims):
            self._check(bool(claim.layers), "claims", "claim", i, "layers", "layers must have at least one layer")
            brine = sum(layer.brine for layer in claim.layers)
            what = f"the layers hold {brine} brine in all; a claim has 1 to 4"
            self._check(1 <= brine <= 4, "claims", "claim", i, "layers", what)
            if claim.deck == "start":
                what = "cost must be 0: every player is given the tile (SET-1)"
                self._check(claim.cost == 0, "claims", "claim", i, "cost", what)
            what = "the reward is nothing"
            self._warn(claim.reward.vp + claim.reward.develop > 0, "claims", "claim", i, "reward", what)
        self._alike("claims", "claim", ("deck", "cost", "layers", "reward"))

    def _contracts(self) -> None:
        full = self._full_capacity
        contracts = self.pack.contracts.contract
        for i, contract in enumerate(contracts):
            needs, gives = contract.needs.model_dump(), contract.gives.model_dump()
            self._warn(any(needs.values()), "contracts", "contract", i, "needs", "the contract needs no products")
            self._warn(any(gives.values()), "contracts", "contract", i, "gives", "the contract gives nothing")
            for product, units in needs.items():
                what = f"needs {units} {product}, but a full warehouse holds {full} of each product"
                self._warn(units <= full, "contracts", "contract", i, "needs", what)
            for field in ("shares", "develop"):
                what = f"gives.{field} is {gives[field]}; the rulebook knows one or two"
                self._warn(gives[field] <= 2, "contracts", "contract", i, "gives", what)
        for name in self._schema.CORPORATIONS:
            what = f"no contract belongs to {name}, so the objective for all three cannot be met (OBJ-2)"
            found = any(contract.corporation == name for contract in contracts)
            self._warn(found, "contracts", "contract", None, None, what)
        self._alike("contracts", "contract", ("class", "corporation", "needs", "gives"))

    def _research(self) -> None:
        cards = self.pack.research.research
        copies = 0
        for i, card in enumerate(cards):
            if card.kind == "immediate":
                what = f"vp is {card.vp}, but only permanent cards have VP at the end (SCO-4)"
                self._check(card.vp == 0, "research", "research", i, "vp", what)
                copies += card.effect.action == "copy"
            bonus = card.bonus
            what = "bonus gives a share, but the card names no corporation (RES-2)"
            self._check(not bonus.share or bool(card.corporation), "research", "research", i, "corporation", what)
            what = "the card names a corporation, but bonus gives no share"
            self._warn(bool(bonus.share) or not card.corporation, "research", "research", i, "corporation", what)
            what = "bonus gives both a share and VP; a card gives one of them (RES-2)"
            self._warn(not (bonus.share and bonus.vp), "research", "research", i, "bonus", what)
        what = f"there must be three cards with the effect copy, not {copies} (CPY-2)"
        self._check(copies == 3, "research", "research", None, None, what)

    def _fees(self) -> None:
        for i, fee in enumerate(self.pack.fees.fee):
            what = f"brine {fee.brine}, geothermal {fee.geothermal}, lithium {fee.lithium} do not rise"
            self._warn(fee.brine < fee.geothermal < fee.lithium, "fees", "fee", i, "brine", what)
        self._alike("fees", "fee", ("brine", "geothermal", "lithium"))

    def _actions(self) -> None:
        types = self.pack.actions.action
        for value, (number, kinds) in _DECKS.items():
            cards = sum(card.count for card in types if card.value == value)
            what = f"there must be {number} cards of ${value}, not {cards} (SET-9)"
            self._check(cards == number, "actions", "action", None, None, what)
            found: Counter[str] = Counter(card.effect.action for card in types if card.value == value)
            for kind in sorted(kinds):
                what = f"there must be one ${value} type for the action {kind}, not {found[kind]}"
                self._check(found[kind] == 1, "actions", "action", None, None, what)
        for i, card in enumerate(types):
            kinds = _DECKS[card.value][1]
            what = f"there is no ${card.value} card for the action {card.effect.action}"
            self._check(card.effect.action in kinds, "actions", "action", i, "effect", what)
            if card.value == 1:
                what = f"count is {card.count}, but four players each start with one of each $1 type (SET-2)"
                self._check(card.count >= 4, "actions", "action", i, "count", what)

    def _objectives(self) -> None:
        full, engineers = self._full_capacity, self.pack.board.engineers.total
        cards = self.pack.objectives.objective
        shown: dict[str, list[str]] = {"most_contracts": [], "most_shares": []}
        for i, card in enumerate(cards):
            if card.test == "all_engineers":
                what = f"params.units is {card.params.units}, but a company has {engineers} engineers (OBJ-2)"
                self._check(card.params.units == engineers, "objectives", "objective", i, "params", what)
            elif card.test == "store_lithium" or card.test == "store_geothermal":
                what = f"params.units is {card.params.units}, more than a full warehouse holds ({full})"
                self._warn(card.params.units <= full, "objectives", "objective", i, "params", what)
            elif card.test == "most_contracts" or card.test == "most_shares":
                shown[card.test].append(card.params.corporation)
        for test, corporations in shown.items():
            what = f"the cards with {test} do not name each corporation once (OBJ-3)"
            once = sorted(corporations) == sorted(self._schema.CORPORATIONS)
            self._warn(once, "objectives", "objective", None, None, what)

    def _gmi(self) -> None:
        for i, card in enumerate(self.pack.gmi.card):
            self._check(bool(card.actions), "gmi", "card", i, "actions", "actions must name at least one action")
            once = len(set(card.actions)) == len(card.actions)
            self._warn(once, "gmi", "card", i, "actions", "actions names an action twice, which never helps GMI")
        tie = self.pack.gmi.tie_break.corporations
        what = "corporations must name red, orange and blue, each once (GMI-11)"
        ok = sorted(tie) == sorted(self._schema.CORPORATIONS)
        self._check(ok, "gmi", "tie_break", None, "corporations", what)

    # --- helpers -----------------------------------------------------------------------------------------------------

    def _alike(self, file: str, table: str, fields: tuple[str, ...]) -> None:
        """Warn of a record that has the same values as an earlier one: perhaps copied and not changed."""
        first: dict[str, str] = {}
        for i, record in enumerate(self.data[file][table]):
            key = _key(record, fields)
            what = f"all values are the same as those of {first.get(key)}"
            self._warn(key not in first, file, table, i, None, what)
            first.setdefault(key, record["id"])

    def _reference(self) -> None:
        """Warn of every effect, reward or price that the rulebook states and no record of the pack has."""
        builtin = _builtin()
        for file, table, fields, labels in _REFERENCE:
            stated: dict[str, set[str]] = {}
            for value in _values_of(file, builtin.data[file]):
                if value.table == table and value.field in fields and value.label in labels:
                    stated.setdefault(value.id, set()).add(value.field)
            records = self.data[file][table]
            left = Counter(_key(record, fields) for record in records)
            places = {record["id"]: i for i, record in enumerate(records)}
            for record in builtin.data[file][table]:
                if stated.get(record["id"]) != set(fields):
                    continue
                key = _key(record, fields)
                words = ", ".join(f"{field} = {_toml(record[field])}" for field in fields)
                what = f"the rulebook knows {words}, but no record has this any more"
                self._warn(left[key] > 0, file, table, places.get(record["id"]), fields[-1], what)
                left[key] -= 1


@lru_cache(maxsize=1)
def _builtin() -> RawPack:
    """The built-in pack, to compare with; not to be changed."""
    return read_pack(None)


def _places(tables: dict[str, Any]) -> Iterator[tuple[str, int | None]]:
    """Table and index of each value, in the order of `_values_of`."""
    for table, index, record, _ in _records(tables):
        for field in record:
            if field not in ("id", "prov"):
                yield table, index


def _key(record: dict[str, Any], fields: Iterable[str]) -> str:
    return json.dumps([record[field] for field in fields], sort_keys=True)


def _toml(value: Any) -> str:
    """A value as it would stand in the file."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {_toml(item)}' for key, item in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    return json.dumps(value)
