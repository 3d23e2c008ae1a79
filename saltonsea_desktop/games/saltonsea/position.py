"""Positions: a copy of a state with named overrides, every component still in exactly one place.

`arranged` builds the table a scenario or a test asks for; `position_of` writes a table down in the same words, so that
`arranged(other, position_of(state))` is that table again. Names are component ids without their prefix, as in
`notation`; seats count from 1. The fields are described in docs/scenarios.md.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from saltonsea_desktop.games.saltonsea.choices import EndTurnChoice, GmiChoice, TurnChoice
from saltonsea_desktop.games.saltonsea.components.tables import (
    COPY,
    MOD_COUNT,
    PRODUCTS,
    UNLOCK_ENGINEER,
    UNLOCK_WAREHOUSE,
    VALUES,
    Tables,
)
from saltonsea_desktop.games.saltonsea.invariants import violations
from saltonsea_desktop.games.saltonsea.rules.industrial import add_to_well
from saltonsea_desktop.games.saltonsea.state import END_NONE, Company, State

TABLE_FIELDS: tuple[str, ...] = (
    "round", "first", "turn", "claims", "claim_deck", "claim_deck_exact", "gone_claims", "assets", "fees",
    "future_fees", "research_row", "research_deck", "contract_row", "contract_deck", "market", "decks", "decks_exact",
    "discards", "objectives", "takers", "stacks", "gmi_row", "gmi_turned", "gmi_deck", "seats",
)  # fmt: skip
SEAT_FIELDS: tuple[str, ...] = (
    "vp", "development", "hr", "goods", "drill_damage", "plant_damage", "well", "layer", "extracted", "hand", "fresh",
    "table", "contracts", "executed", "kept_contracts", "research", "used_research", "kept_research", "shares", "tiles",
    "used_tiles", "spaces", "financed", "objectives",
)  # fmt: skip
# What GMI never has: engineers, and so neither Prompt cards nor contracts or research as action spaces (GMI-1, GMI-18).
NOT_FOR_GMI: tuple[str, ...] = (
    "hr", "spaces", "financed", "table", "contracts", "executed", "used_research", "kept_research",
)  # fmt: skip

_SEAT_KEYS = ("seat1", "seat2", "seat3", "seat4")
MAX_NUMBER = 9999  # for victory points and rounds: more is a slip of the pen
_HOLE = -2


class PositionError(ValueError):
    """An override that cannot be: the message is one sentence that names the field and what is wrong."""


def _fail(where: str, what: str) -> NoReturn:
    raise PositionError(f"{where}: {what}.")


def _shown(value: object) -> str:
    """A short printable form of a wrong value."""
    if isinstance(value, (dict, list, tuple)):  # perhaps nested without end
        return "a table" if isinstance(value, dict) else "a list"
    text = f'"{value}"' if isinstance(value, str) else str(value)
    text = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[:80])
    return text if len(text) <= 40 else text[:37] + "..."


# ---------------------------------------------------------------- reading values


def _integer(value: object, where: str, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        _fail(where, f"expected a whole number, not {_shown(value)}")
    if not low <= value <= high:
        _fail(where, f"expected a number from {low} to {high}, not {_shown(value)}")
    return value


def _flag(value: object, where: str) -> bool:
    if not isinstance(value, bool):
        _fail(where, f"expected true or false, not {_shown(value)}")
    return value


def _list(value: object, where: str) -> list[Any]:
    if not isinstance(value, (list, tuple)):
        _fail(where, f"expected a list, not {_shown(value)}")
    return list(value)


def _mapping(value: object, where: str, allowed: Sequence[str], what: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        _fail(where, f"expected a table of {what}s, not {_shown(value)}")
    for key in value:
        if str(key) not in allowed:
            _fail(where, f"there is no {what} {_shown(str(key))}{_hint(str(key), allowed)}")
    return {str(key): item for key, item in value.items()}


def _hint(name: str, names: Iterable[str]) -> str:
    near = difflib.get_close_matches(name[:40], list(names), n=1, cutoff=0.7)
    return f' (is it "{near[0]}"?)' if near else ""


def _article(what: str) -> str:
    return f"an {what}" if what[0] in "aeiou" else f"a {what}"


def _elsewhere(first: str, where: str) -> str:
    return "twice" if first == where else f"in {first} too"


class Names:
    """Component names of one pack in both directions: `index[family][name]` and `name(family, index)`."""

    def __init__(self, t: Tables) -> None:
        self._lists: dict[str, list[str]] = {
            "action card": [x.name for x in t.types],
            "claim": [x.name for x in t.claims],
            "contract": [x.name for x in t.contracts],
            "research card": [x.name for x in t.research],
            "tile": [x.name for x in t.tiles],
            "objective": [x.name for x in t.objectives],
            "fee tile": [x.removeprefix("fee.") for x in t.fee_ids],
            "GMI card": [x.name for x in t.gmi_cards],
            "board space": [x.name for x in t.spaces],
        }
        self.index = {what: {name: i for i, name in enumerate(names)} for what, names in self._lists.items()}

    def name(self, what: str, index: int) -> str:
        """The name, "" for an empty place."""
        return self._lists[what][index] if index >= 0 else ""

    def names(self, what: str, indices: Iterable[int]) -> list[str]:
        return [self.name(what, i) for i in indices]

    def read(self, what: str, value: object, where: str) -> int:
        if not isinstance(value, str):
            _fail(where, f"expected the name of {_article(what)}, not {_shown(value)}")
        found = self.index[what].get(value)
        if found is None:
            _fail(where, f"there is no {what} {_shown(value)}{_hint(value, self.index[what])}")
        return found

    def read_list(self, what: str, value: object, where: str, gaps: bool = False) -> list[int]:
        """Indices of a list of names; with `gaps`, "" stands for an empty place (-1)."""
        return [-1 if gaps and item == "" else self.read(what, item, where) for item in _list(value, where)]


@dataclass(slots=True)
class _Zone:
    """A place of single cards. `old`: contents now, -1 for gaps; `named`: contents asked for, None if not named.

    `kind`: "row" is refilled when a card is taken from it, "pile" shrinks, "board" gives nothing away unasked.
    """

    where: str
    old: list[int]
    named: list[int] | None
    kind: str
    new: list[int] = field(default_factory=list)


@dataclass(slots=True)
class _Deck:
    """A deck, next card first. `named`: what lies on top, or all of it if `exact`."""

    where: str
    old: list[int]
    named: list[int] | None
    exact: bool = False
    new: list[int] = field(default_factory=list)


class _Arranger:
    def __init__(self, state: State, overrides: Mapping[str, Any]) -> None:
        self.s = state.copy()
        self.t = state.tables
        self.names = Names(state.tables)
        self.top, self.seat = self._split(overrides)

    # ------------------------------------------------------------ fields

    def _split(self, overrides: Mapping[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """The table's fields and, per seat, those of its company; unknown names are errors."""
        number = self.s.seats
        seat_keys = _SEAT_KEYS[:number]
        if not isinstance(overrides, Mapping):
            _fail("position", f"expected a table of fields, not {_shown(overrides)}")
        top: dict[str, Any] = {}
        seats: list[dict[str, Any]] = [{} for _ in range(number)]
        for key, value in overrides.items():
            if key in seat_keys:
                seats[seat_keys.index(key)] = _mapping(value, key, SEAT_FIELDS, "field")
            elif key in TABLE_FIELDS:
                top[key] = value
            else:
                if str(key) in _SEAT_KEYS:
                    _fail(str(key), f"this game has {number} seats")
                _fail("position", f"there is no field {_shown(key)}{_hint(str(key), (*TABLE_FIELDS, *seat_keys))}")
        if "seats" in top:
            records = _list(top.pop("seats"), "seats")
            if len(records) > number:
                _fail("seats", f"this game has {number} seats, not {len(records)}")
            for i, record in enumerate(records):
                fields = _mapping(record, f"seat{i + 1}", SEAT_FIELDS, "field")
                if fields and seats[i]:
                    _fail(f"seat{i + 1}", "stands twice in the position, under seats and by itself")
                seats[i] = seats[i] or fields
        for name in ("gmi_row", "gmi_turned", "gmi_deck"):
            if top.get(name) and not self.s.solo:
                _fail(name, "there is no GMI in this game")
        if self.s.solo:
            gmi = self.s.gmi_seat
            for name in NOT_FOR_GMI:
                value = seats[gmi].get(name)
                if value and not (name == "contracts" and not any(_list(value, f"seat{gmi + 1}.contracts"))):
                    _fail(f"seat{gmi + 1}.{name}", "GMI has no engineers and never has this")
        return top, seats

    def _by_corporation(self, value: object, where: str) -> dict[int, Any]:
        """Values per corporation from a list of three or a table with some of them."""
        corporations = self.t.corporations
        if isinstance(value, Mapping):
            return {
                corporations.index(key): item
                for key, item in _mapping(value, where, corporations, "corporation").items()
            }
        items = _list(value, where)
        if len(items) != len(corporations):
            _fail(where, f"expected {len(corporations)} values, one per corporation, not {len(items)}")
        return dict(enumerate(items))

    def _by_value(self, name: str) -> dict[int, Any]:
        """Values of `market`, `decks`, `discards` per row."""
        if name not in self.top:
            return {}
        found = _mapping(self.top[name], name, [str(v) for v in VALUES], "card value")
        return {row: found[str(value)] for row, value in enumerate(VALUES) if str(value) in found}

    def _row(self, what: str, value: object, where: str, width: int) -> list[int]:
        """A market row or the claims: a shorter list leaves its first places empty."""
        cards = self.names.read_list(what, value, where, gaps=True)
        if len(cards) > width:
            _fail(where, f"there are {width} places, not {len(cards)}")
        return [-1] * (width - len(cards)) + cards

    def _seat_list(self, seat: int, name: str, what: str, gaps: bool = False) -> list[int] | None:
        if name not in self.seat[seat]:
            return None
        return self.names.read_list(what, self.seat[seat][name], f"seat{seat + 1}.{name}", gaps)

    def _top_list(self, name: str, what: str) -> list[int] | None:
        return None if name not in self.top else self.names.read_list(what, self.top[name], name)

    # ------------------------------------------------------------ all

    def run(self) -> State:
        s = self.s
        for seat in range(s.seats):
            self._track_fields(seat)
        self._assets_and_shares()
        self._claims()
        self._contracts()
        self._research()
        self._fees()
        self._tiles()
        self._objectives()
        self._action_cards()
        self._gmi_cards()
        for seat in range(s.seats):
            self._warehouse(seat)
            self._engineers(seat)
        self._turn()
        bad = violations(s)
        if bad:
            raise PositionError(f"position: {bad[0]}.")
        return s

    # ------------------------------------------------------------ boards

    def _track_fields(self, seat: int) -> None:
        c, t, fields, where = self.s.companies[seat], self.t, self.seat[seat], f"seat{seat + 1}"
        if "vp" in fields:
            c.vp = _integer(fields["vp"], f"{where}.vp", 0, MAX_NUMBER)
        if "development" in fields:
            c.development = _integer(fields["development"], f"{where}.development", 0, len(t.development) - 1)
            reached = t.development[1 : c.development + 1]
            c.warehouses = reached.count(UNLOCK_WAREHOUSE)
            if seat != self.s.gmi_seat:
                c.hired = t.engineers_start + reached.count(UNLOCK_ENGINEER)
        if "drill_damage" in fields:
            c.drill_damage = _integer(fields["drill_damage"], f"{where}.drill_damage", 0, len(t.drill_vp) - 1)
        if "plant_damage" in fields:
            c.plant_damage = _integer(fields["plant_damage"], f"{where}.plant_damage", 0, len(t.plant_vp) - 1)

    def _assets_and_shares(self) -> None:
        s, t = self.s, self.t
        if "assets" in self.top:
            assets = list(s.assets)
            for i, value in self._by_corporation(self.top["assets"], "assets").items():
                assets[i] = _integer(value, f"assets.{t.corporations[i]}", 0, len(t.asset_price) - 1)
            s.assets = (assets[0], assets[1], assets[2])
        for seat, c in enumerate(s.companies):
            where = f"seat{seat + 1}.shares"
            shares = list(c.shares)
            if "shares" in self.seat[seat]:
                for i, value in self._by_corporation(self.seat[seat]["shares"], where).items():
                    shares[i] = _integer(value, f"{where}.{t.corporations[i]}", 0, len(t.share_section) - 1)
                c.shares = (shares[0], shares[1], shares[2])
            for i, number in enumerate(c.shares):
                if number > t.share_limit[s.assets[i]]:
                    _fail(
                        f"{where}.{t.corporations[i]}",
                        f"share {number} lies in a section above the asset indicator on space {s.assets[i]},"
                        f" which allows {t.share_limit[s.assets[i]]}",
                    )

    def _warehouse(self, seat: int) -> None:
        """After the development: goods and research within what is open."""
        c, t, fields, where = self.s.companies[seat], self.t, self.seat[seat], f"seat{seat + 1}"
        capacity = t.capacity[c.warehouses]
        if "goods" in fields:
            value = fields["goods"]
            if isinstance(value, Mapping):
                goods = dict(_mapping(value, f"{where}.goods", PRODUCTS, "product"))
            else:
                items = _list(value, f"{where}.goods")
                if len(items) != len(PRODUCTS):
                    _fail(f"{where}.goods", f"expected {len(PRODUCTS)} numbers, not {len(items)}")
                goods = dict(zip(PRODUCTS, items, strict=True))
            for product, number in goods.items():
                c.goods[PRODUCTS.index(product)] = _integer(number, f"{where}.goods.{product}", 0, max(t.capacity))
        for product, number in zip(PRODUCTS, c.goods, strict=True):
            if number > capacity:
                _fail(f"{where}.goods.{product}", f"the warehouse holds {capacity} of each product, not {number}")
        if len(c.research) > t.slots[c.warehouses]:
            _fail(f"{where}.research", f"{t.slots[c.warehouses]} research slots are open, not {len(c.research)}")

    def _engineers(self, seat: int) -> None:
        """Blocked spaces; whoever is neither placed nor in HR stands on Financing, whoever is left is in HR."""
        s, t, fields, where = self.s, self.t, self.seat[seat], f"seat{seat + 1}"
        c = s.companies[seat]
        if seat == s.gmi_seat:
            return
        if "spaces" in fields:
            c.spaces = 0
            for i in self.names.read_list("board space", fields["spaces"], f"{where}.spaces"):
                if t.spaces[i].unlimited:
                    _fail(f"{where}.spaces", f'"{t.spaces[i].name}" is never blocked; the field financed counts there')
                c.spaces |= 1 << i
        placed = c.spaces.bit_count() + len(c.table) + len(c.used_research) + c.executed.bit_count()
        if "financed" in fields:
            c.financed = _integer(fields["financed"], f"{where}.financed", 0, t.engineers_total)
        if "hr" in fields:
            c.hr = _integer(fields["hr"], f"{where}.hr", 0, t.engineers_total)
            if "financed" not in fields:
                c.financed = max(0, c.hired - c.hr - placed)
            if c.hr + placed + c.financed != c.hired:
                _fail(
                    f"{where}.hr",
                    f"the company has {c.hired} engineers, but {c.hr} in HR and {placed + c.financed} placed",
                )
        else:
            c.hr = c.hired - placed - c.financed
            if c.hr < 0:
                _fail(where, f"the company has {c.hired} engineers, but {placed + c.financed} are placed")

    # ------------------------------------------------------------ single cards

    def _deal(
        self,
        what: str,
        zones: list[_Zone],
        deck: _Deck,
        everything: set[int],
        group: Callable[[int], int],
        limits: dict[int, int] | None = None,
    ) -> list[int]:
        """Fill `new` of all zones and of the deck; returns the cards that an exact deck leaves without a place.

        `group` 0 lies above group 1 in the deck; `limits`: cards of a group in the game, None when all are.
        """
        owner: dict[int, str] = {}
        wanted = [(z.where, z.named) for z in zones if z.named is not None]
        if deck.named is not None:
            wanted.append((deck.where, deck.named))
        for where, cards in wanted:
            for card in cards:
                if card < 0:
                    continue
                name = self.names.name(what, card)
                if card not in everything:
                    _fail(where, f'{what} "{name}" is not in this game')
                if card in owner:
                    _fail(where, f'{what} "{name}" stands {_elsewhere(owner[card], where)}')
                owner[card] = where
        for g, most in (limits or {}).items():
            if sum(group(card) == g for card in owner) > most:
                kind = ("superficial", "deep")[g]
                _fail("position", f"only {most} {kind} claims are in a game of {self.s.seats}, and more are named")
        before = {card for z in zones for card in z.old if card >= 0} | set(deck.old)
        for z in zones:
            if z.named is not None:
                z.new = list(z.named)
            elif z.kind == "board":
                for card in z.old:
                    if card in owner:
                        name = self.names.name(what, card)
                        _fail(owner[card], f'{what} "{name}" lies in {z.where}, which the position does not name')
                z.new = list(z.old)
            elif z.kind == "row":
                z.new = [_HOLE if card in owner else card for card in z.old]
            else:
                z.new = [card for card in z.old if card not in owner]
        rest = [card for card in deck.old if card not in owner]
        placed = {card for z in zones for card in z.new if card >= 0} | set(rest) | set(owner)
        free = sorted(before - placed)
        for g, most in (limits or {}).items():
            self._drop(sum(group(card) == g for card in placed | set(free)) - most, g, group, free, rest, zones)
        for z in zones:
            for place, card in enumerate(z.new):
                if card == _HOLE:
                    z.new[place] = free.pop(0) if free else rest.pop(0) if rest else -1
        top = list(deck.named or ())
        if deck.exact:
            deck.new = top
            return rest + free
        for card in free:
            at = max((i + 1 for i, other in enumerate(rest) if group(other) <= group(card)), default=0)
            rest.insert(at, card)
        deck.new = top + rest
        return []

    @staticmethod
    def _drop(
        number: int, g: int, group: Callable[[int], int], free: list[int], rest: list[int], zones: list[_Zone]
    ) -> None:
        """Cards of a group leave the game for those that were named and had been removed at setup."""
        piles = [free, rest, *(z.new for z in zones if z.named is None and z.kind == "pile")]
        for pile in piles:
            for place in range(len(pile) - 1, -1, -1):
                if number > 0 and group(pile[place]) == g:
                    del pile[place]
                    number -= 1
        for z in zones:
            if z.named is None and z.kind == "row":
                for place, card in enumerate(z.new):
                    if number > 0 and card >= 0 and group(card) == g:
                        z.new[place] = _HOLE
                        number -= 1

    def _claims(self) -> None:
        s, t = self.s, self.t
        board = _Zone("claims", list(s.claims), None, "row")
        if "claims" in self.top:
            board.named = self._row("claim", self.top["claims"], "claims", len(t.claim_surcharge))
        gone = _Zone("gone_claims", list(s.gone_claims), self._top_list("gone_claims", "claim"), "pile")
        wells = [
            _Zone(f"seat{i + 1}.well", list(c.well[1:]), self._seat_list(i, "well", "claim"), "board")
            for i, c in enumerate(s.companies)
        ]
        deck = _Deck("claim_deck", list(reversed(s.claim_deck)), self._top_list("claim_deck", "claim"))
        if "claim_deck_exact" in self.top:
            deck.exact = _flag(self.top["claim_deck_exact"], "claim_deck_exact")
            if deck.exact and deck.named is None:
                _fail("claim_deck_exact", "claim_deck must be named too")
        in_game = sum(claim.deck == 1 for claim in t.claims) - t.claims_removed[s.seats]
        deep = sum(claim.deck == 2 for claim in t.claims) - t.claims_removed[s.seats]
        everything = {i for i, claim in enumerate(t.claims) if claim.deck}
        zones = [board, gone, *wells]
        left = self._deal("claim", zones, deck, everything, lambda x: t.claims[x].deck - 1, {0: in_game, 1: deep})
        if left and gone.named is not None:
            _fail("gone_claims", f"{len(left)} further claims have no place when the deck is exact")
        s.claims = tuple(board.new)
        s.gone_claims = (*gone.new, *left)
        s.claim_deck = tuple(reversed(deck.new))
        for seat, c in enumerate(s.companies):
            fields, where = self.seat[seat], f"seat{seat + 1}"
            if wells[seat].named is not None:
                c.well, c.well_rocks, c.well_brine, c.well_ends = (), (), (), ()
                for claim in (t.start_claim, *wells[seat].new):
                    add_to_well(s, c, claim)
            if "layer" in fields:
                c.layer = _integer(fields["layer"], f"{where}.layer", 0, len(c.well_rocks))
            elif c.layer > len(c.well_rocks):
                _fail(f"{where}.well", f"the drill stands on layer {c.layer}, but this well has {len(c.well_rocks)}")
            reach = c.well_brine[c.layer - 1] if c.layer else 0
            if "extracted" in fields:
                c.extracted = _integer(fields["extracted"], f"{where}.extracted", 0, sum(c.well_brine[-1:]))
            if c.extracted > reach:
                _fail(f"{where}.extracted", f"{reach} brine lie at or above layer {c.layer}, not {c.extracted}")

    def _contracts(self) -> None:
        s, t = self.s, self.t
        row = _Zone("contract_row", list(s.contract_row), None, "row")
        if "contract_row" in self.top:
            row.named = self._row("contract", self.top["contract_row"], "contract_row", len(s.contract_row))
        boards: list[_Zone] = []
        kept: list[_Zone] = []
        for i, c in enumerate(s.companies):
            named = self._seat_list(i, "contracts", "contract", gaps=True)
            if named is not None:
                if len(named) > t.contract_slots:
                    _fail(f"seat{i + 1}.contracts", f"there are {t.contract_slots} contract spaces, not {len(named)}")
                named += [-1] * (t.contract_slots - len(named))
            boards.append(_Zone(f"seat{i + 1}.contracts", list(c.contracts), named, "board"))
            kept.append(
                _Zone(
                    f"seat{i + 1}.kept_contracts",
                    list(c.kept_contracts),
                    self._seat_list(i, "kept_contracts", "contract"),
                    "board",
                )
            )
        deck = _Deck("contract_deck", list(reversed(s.contract_deck)), self._top_list("contract_deck", "contract"))
        self._deal(
            "contract", [row, *boards, *kept], deck, set(range(len(t.contracts))), lambda x: int(t.contracts[x].large)
        )
        s.contract_row, s.contract_deck = tuple(row.new), tuple(reversed(deck.new))
        for i, c in enumerate(s.companies):
            done = {card for place, card in enumerate(c.contracts) if c.executed >> place & 1}
            named = self._seat_list(i, "executed", "contract")
            if named is not None:
                done = set(named)
                for card in named:
                    if card not in boards[i].new:
                        name = self.names.name("contract", card)
                        _fail(f"seat{i + 1}.executed", f'contract "{name}" does not lie on the board')
            c.contracts, c.kept_contracts = tuple(boards[i].new), tuple(kept[i].new)
            c.executed = sum(1 << place for place, card in enumerate(c.contracts) if card in done)

    def _research(self) -> None:
        s, t = self.s, self.t
        row = _Zone("research_row", list(s.research_row), None, "row")
        if "research_row" in self.top:
            row.named = self._row("research card", self.top["research_row"], "research_row", len(s.research_row))
        boards: list[_Zone] = []
        kept: list[_Zone] = []
        for i, c in enumerate(s.companies):
            for zones, name, old in ((boards, "research", c.research), (kept, "kept_research", c.kept_research)):
                where = f"seat{i + 1}.{name}"
                zones.append(_Zone(where, list(old), self._seat_list(i, name, "research card"), "board"))
        deck = _Deck("research_deck", list(reversed(s.research_deck)), self._top_list("research_deck", "research card"))
        out = {i for i, x in enumerate(t.research) if s.solo and not x.permanent and x.action == COPY}
        self._deal("research card", [row, *boards, *kept], deck, set(range(len(t.research))) - out, lambda x: 0)
        s.research_row, s.research_deck = tuple(row.new), tuple(reversed(deck.new))
        for i, c in enumerate(s.companies):
            used = [card for card in c.used_research if card in boards[i].new]
            named = self._seat_list(i, "used_research", "research card")
            if named is not None:
                used = named
                for card in named:
                    if card not in boards[i].new:
                        name = self.names.name("research card", card)
                        _fail(f"seat{i + 1}.used_research", f'research card "{name}" does not lie on the board')
            for name, cards in (("used_research", used), ("kept_research", kept[i].new)):
                for card in cards:
                    if t.research[card].permanent:
                        shown = self.names.name("research card", card)
                        _fail(f"seat{i + 1}.{name}", f'research card "{shown}" is permanent and is never used up')
            if i == s.gmi_seat:
                for card in boards[i].new:
                    if not t.research[card].permanent:
                        shown = self.names.name("research card", card)
                        _fail(f"seat{i + 1}.research", f'GMI takes no immediate research card like "{shown}"')
            c.research, c.used_research, c.kept_research = tuple(boards[i].new), tuple(used), tuple(kept[i].new)
            if len(set(used)) < len(used):
                _fail(f"seat{i + 1}.used_research", "a card stands twice")
            mods = [0] * MOD_COUNT
            if i != s.gmi_seat:
                for card in c.research:
                    for mod, amount in t.research[card].mods:
                        mods[mod] += amount
            c.mods = tuple(mods)

    # ------------------------------------------------------------ fees, tiles, objectives

    def _fees(self) -> None:
        s, t = self.s, self.t
        owner: dict[int, str] = {}

        def take(tile: int, where: str) -> int:
            if tile in owner:
                _fail(where, f'fee tile "{self.names.name("fee tile", tile)}" stands in {owner[tile]} too')
            owner[tile] = where
            return tile

        current: dict[int, int] = {}
        future: dict[int, list[int]] = {}
        if "fees" in self.top:
            for i, value in self._by_corporation(self.top["fees"], "fees").items():
                where = f"fees.{t.corporations[i]}"
                current[i] = take(self.names.read("fee tile", value, where), where)
        if "future_fees" in self.top:
            for i, value in self._by_corporation(self.top["future_fees"], "future_fees").items():
                where = f"future_fees.{t.corporations[i]}"
                future[i] = [take(tile, where) for tile in self.names.read_list("fee tile", value, where)]
                for tile in future[i]:
                    if t.fee_start_up[tile]:
                        name = self.names.name("fee tile", tile)
                        _fail(where, f'fee tile "{name}" is a start-up tile and never lies in the future')
        if not current and not future:
            return
        kept = {tile for i, tile in enumerate(s.fees) if i not in current}
        kept.update(tile for i, own in enumerate(s.future_fees) if i not in future for tile in own)
        spare = [i for i in range(len(t.fees)) if i not in owner and i not in kept]
        for i, tile in enumerate(s.fees):
            if i not in current:
                current[i] = tile if tile not in owner else self._spare_fee(spare, t.fee_start_up[tile])
        for i, own in enumerate(s.future_fees):
            if i not in future:
                future[i] = [tile if tile not in owner else self._spare_fee(spare, False) for tile in own]
        s.fees = (current[0], current[1], current[2])
        s.future_fees = tuple(tuple(reversed(future[i])) for i in range(len(t.corporations)))

    def _spare_fee(self, spare: list[int], start_up: bool) -> int:
        same = [tile for tile in spare if self.t.fee_start_up[tile] == start_up] or spare
        if not same:
            _fail("fees", "no fee tile is left for the other corporations")
        spare.remove(same[0])
        return same[0]

    def _tiles(self) -> None:
        s, t = self.s, self.t
        owner: dict[int, str] = {}
        named_stacks: dict[tuple[int, int], list[int]] = {}
        copies = {i for i, tile in enumerate(t.tiles) if s.solo and t.effects[tile.effect].kind == COPY}

        def take(tiles: list[int], where: str) -> list[int]:
            for tile in tiles:
                name = self.names.name("tile", tile)
                if tile in copies:
                    _fail(where, f'tile "{name}" is not in this game')
                if tile in owner:
                    _fail(where, f'tile "{name}" stands {_elsewhere(owner[tile], where)}')
                owner[tile] = where
            return tiles

        if "stacks" in self.top:
            for i, value in self._by_corporation(self.top["stacks"], "stacks").items():
                where = f"stacks.{t.corporations[i]}"
                for name, tiles in _mapping(value, where, t.stack_ids, "stack").items():
                    found = take(self.names.read_list("tile", tiles, f"{where}.{name}"), f"{where}.{name}")
                    for tile in found:
                        if t.tiles[tile].corporation != i:
                            _fail(f"{where}.{name}", f'tile "{t.tiles[tile].name}" is of another corporation')
                    named_stacks[i, t.stack_ids.index(name)] = found
        hands: list[tuple[Company, str, str, list[int] | None]] = []
        for seat, c in enumerate(s.companies):
            for name in ("tiles", "used_tiles"):
                tiles = self._seat_list(seat, name, "tile")
                hands.append((c, name, f"seat{seat + 1}.{name}", tiles and take(tiles, f"seat{seat + 1}.{name}")))
        for c, kind, where, named in hands:
            if named is None:
                for tile in getattr(c, kind):
                    if tile in owner:
                        name = t.tiles[tile].name
                        _fail(owner[tile], f'tile "{name}" lies in {where}, which the position does not name')
            else:
                setattr(c, kind, tuple(named))
        s.stacks = tuple(self._stacks_of(i, named_stacks, owner, copies) for i in range(len(t.corporations)))

    def _stacks_of(
        self, corporation: int, named: dict[tuple[int, int], list[int]], owner: dict[int, str], copies: set[int]
    ) -> tuple[tuple[int, ...], ...]:
        """A corporation's stacks: named ones as named, the others refilled; the first of these takes the difference."""
        s, t = self.s, self.t
        own = [i for i, tile in enumerate(t.tiles) if tile.corporation == corporation and i not in copies]
        held = {tile for c in s.companies for tile in (*c.tiles, *c.used_tiles)}
        new: list[list[int]] = []
        holes: list[int] = []
        for k, old in enumerate(s.stacks[corporation]):
            stack = named.get((corporation, k))
            new.append(list(stack) if stack is not None else [tile for tile in old if tile not in owner])
            holes.append(0 if stack is not None else len(old) - len(new[k]))
        unnamed = [k for k in range(len(new)) if (corporation, k) not in named]
        before = {tile for stack in s.stacks[corporation] for tile in stack}
        lying = {tile for stack in new for tile in stack} | held
        spare = [tile for tile in own if tile not in lying]
        spare.sort(key=lambda tile: (tile not in before, tile))  # those that lay in a stack first
        missing = sum(t.stack_sizes[s.seats]) - sum(tile in lying for tile in own)
        where = f"stacks.{t.corporations[corporation]}"
        if unnamed:
            first = unnamed[0]
            for k in unnamed[1:]:
                for _ in range(holes[k]):
                    if missing > 0 and spare:
                        new[k].append(spare.pop(0))
                        missing -= 1
                    elif new[first]:
                        new[k].append(new[first].pop())
            while missing > 0 and spare:
                new[first].append(spare.pop(0))
                missing -= 1
            for k in unnamed:
                while missing < 0 and new[k]:
                    new[k].pop()
                    missing += 1
        if missing > 0:
            _fail(where, f"{missing} further tiles of this corporation have no place")
        if missing < 0:
            total = sum(t.stack_sizes[s.seats])
            _fail(where, f"{total - missing} tiles are named, but {total} are in a game of {s.seats} seats")
        return tuple(tuple(stack) for stack in new)

    def _objectives(self) -> None:
        s, t = self.s, self.t
        taken: list[list[int] | None] = [self._seat_list(i, "objectives", "objective") for i in range(s.seats)]
        named = self._top_list("objectives", "objective")
        shown = list(s.objectives)
        if named is not None:
            if len(named) != t.display_objectives or len(set(named)) != len(named):
                _fail("objectives", f"expected {t.display_objectives} different objectives")
            shown = named
        else:
            wanted = [o for own in taken for o in own or ()]
            for o in wanted:
                if o not in shown:
                    free = [x for x in shown if x not in wanted and all(x not in c.objectives for c in s.companies)]
                    if not free:
                        _fail("objectives", "more objectives are taken than lie on the table")
                    shown.remove(free[-1])
                    shown.append(o)
            if set(shown) != set(s.objectives):
                shown.sort()
        takers = {o: seat for o, seat in zip(s.objectives, s.takers, strict=True) if seat >= 0 and o in shown}
        if "takers" in self.top:
            values = _list(self.top["takers"], "takers")
            if len(values) != len(shown):
                _fail("takers", f"expected {len(shown)} seats, 0 for an objective that is open, not {len(values)}")
            numbers = [_integer(value, "takers", 0, s.seats) for value in values]
            takers = {o: number - 1 for o, number in zip(shown, numbers, strict=True) if number}
        for seat, own in enumerate(taken):
            if own is None:
                continue
            where = f"seat{seat + 1}.objectives"
            for o in own:
                if o not in shown:
                    _fail(where, f'objective "{t.objectives[o].name}" does not lie on the table')
                other = takers.get(o, seat)
                if other != seat and ("takers" in self.top or o in (taken[other] or ())):
                    _fail(where, f'objective "{t.objectives[o].name}" belongs to seat {other + 1}')
            if "takers" in self.top and {o for o, x in takers.items() if x == seat} != set(own):
                _fail(where, "takers names other objectives for this seat")
            takers = {o: x for o, x in takers.items() if x != seat} | dict.fromkeys(own, seat)
        for o in takers:
            if not t.objectives[o].short:
                _fail("takers", f'objective "{t.objectives[o].name}" is a long-term one and is never taken')
        s.objectives = tuple(shown)
        s.takers = tuple(takers.get(o, -1) for o in shown)
        for seat, c in enumerate(s.companies):
            order = taken[seat] or [o for o in c.objectives if takers.get(o) == seat]
            order += [o for o in shown if takers.get(o) == seat and o not in order]
            c.objectives = tuple(dict.fromkeys(order))
        s.short_open = sum(
            1 << t.objectives[o].test
            for o, taker in zip(s.objectives, s.takers, strict=True)
            if t.objectives[o].short and taker < 0
        )

    # ------------------------------------------------------------ action cards

    def _action_cards(self) -> None:
        s, t = self.s, self.t
        faces, decks, discards = self._by_value("market"), self._by_value("decks"), self._by_value("discards")
        exact = "decks_exact" in self.top and _flag(self.top["decks_exact"], "decks_exact")
        hands: dict[tuple[int, str], list[int]] = {}  # zones of seats, named or not, as lists of types
        named_hands: set[tuple[int, str]] = set()
        for seat, c in enumerate(s.companies):
            hands[seat, "hand"] = [i for i, n in enumerate(c.hand) for _ in range(n)]
            hands[seat, "fresh"] = list(c.fresh)
            hands[seat, "table"] = list(c.table)
            for name in ("hand", "fresh", "table"):
                cards = self._seat_list(seat, name, "action card")
                if cards is not None:
                    hands[seat, name] = cards
                    named_hands.add((seat, name))
        rows, piles, deck_lists = list(s.rows), list(s.discards), list(s.decks)
        for row, value in enumerate(VALUES):
            market = self._row("action card", faces[row], f"market.{value}", len(s.rows[row])) if row in faces else None
            pile = self.names.read_list("action card", discards[row], f"discards.{value}") if row in discards else None
            top = self.names.read_list("action card", decks[row], f"decks.{value}") if row in decks else None
            for where, cards in ((f"market.{value}", market), (f"discards.{value}", pile), (f"decks.{value}", top)):
                for card in cards or ():
                    if card >= 0 and t.types[card].row != row:
                        _fail(where, f'action card "{t.types[card].name}" is no ${value} card')
            new = self._deal_value(
                row,
                list(s.rows[row]) if market is None else market,
                market is not None,
                list(s.discards[row]) if pile is None else pile,
                pile is not None,
                list(reversed(s.decks[row])),
                top,
                exact and top is not None,
                hands,
                named_hands,
            )
            rows[row], piles[row], deck_lists[row] = new
        s.rows, s.discards, s.decks = tuple(rows), tuple(piles), tuple(deck_lists)
        for seat, c in enumerate(s.companies):
            c.hand, c.cash, c.coins = [0] * len(t.types), 0, [0] * len(VALUES)
            for card in hands[seat, "hand"]:
                c.hand[card] += 1
                c.cash += t.type_value[card]
                c.coins[t.types[card].row] += 1
            c.fresh, c.table = tuple(hands[seat, "fresh"]), tuple(hands[seat, "table"])

    def _deal_value(
        self,
        row: int,
        market: list[int],
        market_named: bool,
        pile: list[int],
        pile_named: bool,
        deck: list[int],
        top: list[int] | None,
        exact: bool,
        hands: dict[tuple[int, str], list[int]],
        named_hands: set[tuple[int, str]],
    ) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """(market row, discard pile, deck with its top last) of one value; hands are changed in place."""
        s, t = self.s, self.t
        own = [i for i, card in enumerate(t.types) if card.row == row]
        wanted: Counter[int] = Counter(top or ())
        if market_named:
            wanted.update(card for card in market if card >= 0)
        if pile_named:
            wanted.update(pile)
        for key in named_hands:
            wanted.update(card for card in hands[key] if t.types[card].row == row)
        for card in own:
            if wanted[card] > t.types[card].count:
                _fail(
                    "position",
                    f'action card "{t.types[card].name}" is named {wanted[card]} times, but there are'
                    f" {t.types[card].count}",
                )
        # unnamed zones give up what is wanted elsewhere: deck from below, pile, market from the left, hands
        lying: Counter[int] = Counter(deck)
        if not market_named:
            lying.update(card for card in market if card >= 0)
        if not pile_named:
            lying.update(pile)
        for key, cards in hands.items():
            if key not in named_hands:
                lying.update(card for card in cards if t.types[card].row == row)
        excess = {card: wanted[card] + lying[card] - t.types[card].count for card in own}

        def yielded(cards: list[int], order: Iterable[int], replaced: int | None) -> None:
            for place in order:
                card = cards[place]
                if card >= 0 and excess.get(card, 0) > 0:
                    excess[card] -= 1
                    if replaced is None:
                        del cards[place]
                    else:
                        cards[place] = replaced

        yielded(deck, range(len(deck) - 1, -1, -1), None)
        if not pile_named:
            yielded(pile, range(len(pile) - 1, -1, -1), None)
        if not market_named:
            yielded(market, range(len(market)), _HOLE)
        for name in ("hand", "fresh"):
            for seat in range(s.seats - 1, -1, -1):
                if (seat, name) not in named_hands:
                    yielded(hands[seat, name], range(len(hands[seat, name])), _HOLE)
        for card in own:
            if excess[card] > 0:
                _fail("position", f'action card "{t.types[card].name}" lies on a table that the position does not name')
        # what lies nowhere fills the holes first, then goes below the deck
        placed: Counter[int] = Counter([*deck, *(top or ()), *pile])
        placed.update(card for card in market if card >= 0)
        for cards in hands.values():
            placed.update(card for card in cards if card >= 0 and t.types[card].row == row)
        free = [card for card in own for _ in range(t.types[card].count - placed[card])]
        for cards in (market, *hands.values()):
            for place, card in enumerate(cards):
                if card == _HOLE and (free or deck):
                    cards[place] = free.pop(0) if free else deck.pop(0)
        market = [max(card, -1) for card in market]  # no card left: a gap, a smaller hand
        for key, cards in hands.items():
            hands[key] = [card for card in cards if card != _HOLE]
        deck += free
        if exact:
            spare, deck = deck, []
            unnamed = [seat for seat in range(s.seats) if (seat, "hand") not in named_hands]
            if not pile_named:
                pile = pile + spare
            elif unnamed:
                hands[unnamed[-1], "hand"] += spare
            elif spare:
                _fail(f"decks.{VALUES[row]}", f"{len(spare)} further cards have no place when the deck is exact")
        return tuple(market), tuple(pile), tuple(reversed([*(top or ()), *deck]))

    # ------------------------------------------------------------ GMI, turn

    def _gmi_cards(self) -> None:
        s, t = self.s, self.t
        if not s.solo:
            return
        row, deck = self._top_list("gmi_row", "GMI card"), self._top_list("gmi_deck", "GMI card")
        named = [*(row or ()), *(deck or ())]
        if len(set(named)) < len(named):
            _fail("gmi_row" if row else "gmi_deck", "a GMI card stands twice")
        old_row, old_deck = list(s.gmi_row), list(reversed(s.gmi_deck))
        if row is None:
            row = [card for card in old_row if card not in named]
            advanced = [i for i, card in enumerate(t.gmi_cards) if card.advanced and i not in named and i not in row]
            advanced.sort(key=lambda card: (old_deck.index(card) if card in old_deck else len(old_deck), card))
            company = s.companies[s.gmi_seat]
            if "development" in self.seat[s.gmi_seat]:  # GMI-5: one more card per engineer
                hired = t.development[1 : company.development + 1].count(UNLOCK_ENGINEER)
                basic = sum(not card.advanced for card in t.gmi_cards)
                while len(row) > basic + hired:
                    row.pop()
                while len(row) < basic + hired and advanced:
                    row.append(advanced.pop(0))
        if deck is None:
            number = max(0, t.gmi_advanced_used - sum(t.gmi_cards[card].advanced for card in row))
            order = [card for card in old_deck if card not in row]
            order += [i for i, card in enumerate(t.gmi_cards) if card.advanced and i not in row and i not in order]
            deck = order[:number]
        s.gmi_row, s.gmi_deck = tuple(row), tuple(reversed(deck))
        if "gmi_turned" in self.top:
            s.gmi_turned = _integer(self.top["gmi_turned"], "gmi_turned", 0, len(row))
        elif s.gmi_turned > len(row):
            _fail("gmi_row", f"GMI has turned {s.gmi_turned} cards, but the row has {len(row)}")

    def _turn(self) -> None:
        s = self.s
        if "round" in self.top:
            s.round = _integer(self.top["round"], "round", 1, MAX_NUMBER)
        if "first" in self.top:
            s.first = _integer(self.top["first"], "first", 1, s.seats) - 1
        if "turn" in self.top:
            seat = _integer(self.top["turn"], "turn", 1, s.seats) - 1
            s.end = END_NONE
            s.stack = [GmiChoice(seat) if seat == s.gmi_seat else TurnChoice(seat, True)]
        if not s.stack:
            return
        choice = s.stack[-1]
        if len(s.stack) > 1 or not isinstance(choice, (TurnChoice, EndTurnChoice, GmiChoice)):
            _fail("turn", "the game is in the middle of an action, so the position must name whose turn it is")
        if isinstance(choice, TurnChoice) and not s.companies[choice.seat].hr:
            _fail("turn", f"seat {choice.seat + 1} has no engineer in HR")
        if isinstance(choice, GmiChoice) and s.gmi_turned >= len(s.gmi_row):
            _fail("turn", "GMI has turned all its cards")


def arranged(state: State, overrides: Mapping[str, Any]) -> State:
    """A copy of `state` with the named fields as asked for; the laws of `invariants.violations` hold in it.

    Cards asked for are taken from wherever they lie: out of decks and piles first, then out of rows and hands that are
    not named, whose places are refilled with others of their kind; decks take up the rest. What is not named stays. The
    same state and overrides give the same result. Raises PositionError.
    """
    return _Arranger(state, overrides).run()


# ---------------------------------------------------------------- writing a position down


def _seat_position(s: State, seat: int, n: Names) -> dict[str, Any]:
    c, t = s.companies[seat], s.tables
    return {
        "vp": c.vp,
        "development": c.development,
        "hr": c.hr,
        "goods": dict(zip(PRODUCTS, c.goods, strict=True)),
        "drill_damage": c.drill_damage,
        "plant_damage": c.plant_damage,
        "well": n.names("claim", c.well[1:]),
        "layer": c.layer,
        "extracted": c.extracted,
        "hand": [name for i, k in enumerate(c.hand) for name in [t.types[i].name] * k],
        "fresh": n.names("action card", c.fresh),
        "table": n.names("action card", c.table),
        "contracts": n.names("contract", c.contracts),
        "executed": [n.name("contract", card) for place, card in enumerate(c.contracts) if c.executed >> place & 1],
        "kept_contracts": n.names("contract", c.kept_contracts),
        "research": n.names("research card", c.research),
        "used_research": n.names("research card", c.used_research),
        "kept_research": n.names("research card", c.kept_research),
        "shares": dict(zip(t.corporations, c.shares, strict=True)),
        "tiles": n.names("tile", c.tiles),
        "used_tiles": n.names("tile", c.used_tiles),
        "spaces": [space.name for i, space in enumerate(t.spaces) if c.spaces >> i & 1],
        "financed": c.financed,
        "objectives": n.names("objective", c.objectives),
    }


def position_of(state: State) -> dict[str, Any]:
    """The whole table, hidden decks too, in the words of `arranged`; decks with the next card first.

    A finished game has no `turn`; an unfinished action is not part of a position.
    """
    s, t = state, state.tables
    n = Names(t)
    out: dict[str, Any] = {"round": s.round, "first": s.first + 1}
    if s.stack:
        out["turn"] = s.acting + 1
    out |= {
        "claims": n.names("claim", s.claims),
        "claim_deck": n.names("claim", reversed(s.claim_deck)),
        "gone_claims": n.names("claim", s.gone_claims),
        "assets": dict(zip(t.corporations, s.assets, strict=True)),
        "fees": dict(zip(t.corporations, n.names("fee tile", s.fees), strict=True)),
        "future_fees": {
            colour: n.names("fee tile", reversed(own))
            for colour, own in zip(t.corporations, s.future_fees, strict=True)
        },
        "research_row": n.names("research card", s.research_row),
        "research_deck": n.names("research card", reversed(s.research_deck)),
        "contract_row": n.names("contract", s.contract_row),
        "contract_deck": n.names("contract", reversed(s.contract_deck)),
        "market": {str(v): n.names("action card", s.rows[i]) for i, v in enumerate(VALUES)},
        "decks": {str(v): n.names("action card", reversed(s.decks[i])) for i, v in enumerate(VALUES)},
        "discards": {str(v): n.names("action card", s.discards[i]) for i, v in enumerate(VALUES)},
        "objectives": n.names("objective", s.objectives),
        "takers": [seat + 1 for seat in s.takers],
        "stacks": {
            colour: dict(zip(t.stack_ids, (n.names("tile", stack) for stack in own), strict=True))
            for colour, own in zip(t.corporations, s.stacks, strict=True)
        },
    }
    if s.solo:
        out |= {
            "gmi_row": n.names("GMI card", s.gmi_row),
            "gmi_turned": s.gmi_turned,
            "gmi_deck": n.names("GMI card", reversed(s.gmi_deck)),
        }
    out["seats"] = [_seat_position(s, seat, n) for seat in range(s.seats)]
    return out


__all__ = ["SEAT_FIELDS", "TABLE_FIELDS", "Names", "PositionError", "arranged", "position_of"]
