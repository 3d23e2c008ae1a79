"""The state: one tree of slotted objects holding ints, tuples and three short lists per company.

Everything printed lives in `Tables`; the state refers to it by index. Tuples are replaced, never changed, so a copy
shares them. Nothing here knows names, logs, undo or a screen.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from saltonsea_desktop.games.saltonsea.choices import FRAME_BY_NAME, Frame
from saltonsea_desktop.games.saltonsea.components.tables import Tables

if TYPE_CHECKING:
    from collections.abc import Mapping

END_NONE, END_CLAIMS, END_CLOSED = range(3)
END_NAMES: tuple[str, ...] = ("", "claims", "closed")


@dataclass(slots=True)
class Company:
    """One seat's board, hand and pieces. GMI is a Company without engineers (GMI-1)."""

    vp: int
    development: int  # position on the development track
    hr: int  # engineers in Human Resources
    hired: int  # engineers in play
    spaces: int  # bit mask of board spaces blocked by an engineer
    financed: int  # engineers on Financing this round
    warehouses: int  # open warehouse tiles
    goods: list[int]  # brine, geothermal, lithium
    drill_damage: int  # position on the track
    plant_damage: int
    well: tuple[int, ...]  # claims, top to bottom, the starting claim first
    well_rocks: tuple[int, ...]  # per layer of the whole well
    well_brine: tuple[int, ...]  # brine at or above each layer, cumulative
    well_ends: tuple[int, ...]  # brine up to the end of each claim, cumulative
    layer: int  # layers drilled
    extracted: int  # brine taken from the well; always the topmost ones (EXT-1)
    hand: list[int]  # usable cards per type
    cash: int  # their value
    coins: list[int]  # their number per value ($1, $3, $5)
    fresh: tuple[int, ...]  # types collected this turn, usable from the next turn on (CRD-11)
    table: tuple[int, ...]  # types played as Prompt actions this round (CRD-2)
    contracts: tuple[int, ...]  # per contract space: contract or -1
    executed: int  # bit mask of contract spaces executed this round
    kept_contracts: tuple[int, ...]  # executed in earlier rounds
    research: tuple[int, ...]  # on the board, left to right
    used_research: tuple[int, ...]  # immediate cards used this round
    kept_research: tuple[int, ...]  # used immediate cards that left the board
    mods: tuple[int, ...]  # sums of permanent effects (MOD_*)
    shares: tuple[int, int, int]
    tiles: tuple[int, ...]  # unused
    used_tiles: tuple[int, ...]
    objectives: tuple[int, ...]  # short-term objectives taken

    def copy(self) -> Company:
        new = _new_company(Company)
        new.vp = self.vp
        new.development = self.development
        new.hr = self.hr
        new.hired = self.hired
        new.spaces = self.spaces
        new.financed = self.financed
        new.warehouses = self.warehouses
        new.goods = self.goods[:]
        new.drill_damage = self.drill_damage
        new.plant_damage = self.plant_damage
        new.well = self.well
        new.well_rocks = self.well_rocks
        new.well_brine = self.well_brine
        new.well_ends = self.well_ends
        new.layer = self.layer
        new.extracted = self.extracted
        new.hand = self.hand[:]
        new.cash = self.cash
        new.coins = self.coins[:]
        new.fresh = self.fresh
        new.table = self.table
        new.contracts = self.contracts
        new.executed = self.executed
        new.kept_contracts = self.kept_contracts
        new.research = self.research
        new.used_research = self.used_research
        new.kept_research = self.kept_research
        new.mods = self.mods
        new.shares = self.shares
        new.tiles = self.tiles
        new.used_tiles = self.used_tiles
        new.objectives = self.objectives
        return new


@dataclass(slots=True)
class State:
    """A whole game. `seats` companies in turn order; in solo games seat 0 is the player and seat 1 GMI."""

    tables: Tables
    seats: int
    solo: bool
    rng: int
    round: int
    first: int  # the round's first seat
    end: int  # END_*, set when the game is over
    stack: list[Frame]  # empty when the game is over
    companies: list[Company]
    claims: tuple[int, ...]  # per claim space, top to bottom: claim or -1
    claim_deck: tuple[int, ...]  # top is last
    gone_claims: tuple[int, ...]  # left the board at a round's end (public)
    assets: tuple[int, int, int]  # asset indicator per corporation
    fees: tuple[int, int, int]  # current fee tile per corporation
    future_fees: tuple[tuple[int, ...], ...]  # per corporation, top is last
    stacks: tuple[tuple[tuple[int, ...], ...], ...]  # profit tiles: [corporation][stack], top first
    objectives: tuple[int, ...]
    takers: tuple[int, ...]  # per objective: seat or -1
    short_open: int  # bit mask of TEST_* still open
    research_row: tuple[int, ...]  # left (deck side) to right: card or -1
    research_deck: tuple[int, ...]  # top is last, also below
    contract_row: tuple[int, ...]
    contract_deck: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]  # per value: types or -1
    decks: tuple[tuple[int, ...], ...]
    discards: tuple[tuple[int, ...], ...]
    gmi_row: tuple[int, ...]
    gmi_turned: int
    gmi_deck: tuple[int, ...]

    def copy(self) -> State:
        new = _new_state(State)
        new.tables = self.tables
        new.seats = self.seats
        new.solo = self.solo
        new.rng = self.rng
        new.round = self.round
        new.first = self.first
        new.end = self.end
        new.stack = self.stack[:]
        new.companies = [company.copy() for company in self.companies]
        new.claims = self.claims
        new.claim_deck = self.claim_deck
        new.gone_claims = self.gone_claims
        new.assets = self.assets
        new.fees = self.fees
        new.future_fees = self.future_fees
        new.stacks = self.stacks
        new.objectives = self.objectives
        new.takers = self.takers
        new.short_open = self.short_open
        new.research_row = self.research_row
        new.research_deck = self.research_deck
        new.contract_row = self.contract_row
        new.contract_deck = self.contract_deck
        new.rows = self.rows
        new.decks = self.decks
        new.discards = self.discards
        new.gmi_row = self.gmi_row
        new.gmi_turned = self.gmi_turned
        new.gmi_deck = self.gmi_deck
        return new

    @property
    def over(self) -> bool:
        return not self.stack

    @property
    def gmi_seat(self) -> int:
        """GMI's seat, -1 without GMI."""
        return 1 if self.solo else -1

    @property
    def acting(self) -> int:
        """The seat that is asked, -1 when the game is over."""
        return self.stack[-1].seat if self.stack else -1

    def closed(self, corporation: int) -> bool:
        """SEL-4."""
        return self.tables.asset_closes[self.assets[corporation]]

    @property
    def closed_count(self) -> int:
        closes = self.tables.asset_closes
        return sum(closes[a] for a in self.assets)


_new_state = State.__new__
_new_company = Company.__new__


# ---------------------------------------------------------------- snapshots


def _plain(value: Any) -> Any:
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return [type(value).__name__, *(_plain(v) for v in value)]
    if isinstance(value, (tuple, list)):
        return [_plain(v) for v in value]
    return value


def _tupled(value: Any) -> Any:
    return tuple(_tupled(v) for v in value) if isinstance(value, list) else value


_COMPANY_FIELDS = tuple(f.name for f in fields(Company))
_STATE_FIELDS = tuple(f.name for f in fields(State) if f.name not in ("tables", "companies", "stack"))
_COMPANY_LISTS = ("goods", "hand", "coins")


def dump(state: State) -> dict[str, Any]:
    """The state as plain JSON values; `load` gives an equal state back. The tables are not part of it."""
    out: dict[str, Any] = {name: _plain(getattr(state, name)) for name in _STATE_FIELDS}
    out["stack"] = [_plain(frame) for frame in state.stack]
    out["companies"] = [{name: _plain(getattr(c, name)) for name in _COMPANY_FIELDS} for c in state.companies]
    return out


def _frame(raw: list[Any]) -> Frame:
    return FRAME_BY_NAME[raw[0]](*(_tupled(v) for v in raw[1:]))


def load(tables: Tables, raw: Mapping[str, Any]) -> State:
    """The state of a `dump`. Raises KeyError, TypeError or ValueError for anything else; see `invariants` for sense."""
    companies = []
    for record in raw["companies"]:
        values = {name: _tupled(record[name]) for name in _COMPANY_FIELDS}
        for name in _COMPANY_LISTS:
            values[name] = list(record[name])
        companies.append(Company(**values))
    values = {name: _tupled(raw[name]) for name in _STATE_FIELDS}
    return State(tables=tables, companies=companies, stack=[_frame(f) for f in raw["stack"]], **values)


def digest(state: State) -> str:
    """16 hex digits over the whole state, hidden parts included; equal states have equal digests everywhere."""
    text = json.dumps(dump(state), separators=(",", ":"), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
