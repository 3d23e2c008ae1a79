"""The ten files of a component pack as typed models, and the words for what is wrong with a file.

Imports pydantic: load this module only at the border, to check a pack. `validate` looks at each value by itself;
counts, cross-references and tracks are the business of `check`. Bounds here are those of the rules and of sanity
(nothing in the game goes beyond `MOST`), never of the reconstruction.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import ErrorDetails, PydanticCustomError

from saltonsea_desktop.games.saltonsea.components import (
    DEFAULT_FOLDER,
    FILES,
    PackError,
    RawPack,
    clip,
    read_text,
)

MOST = 99
"""Largest number that any field takes: a guard against slips of the finger."""

LABELS: tuple[str, ...] = ("printed", "rulebook", "inferred", "reconstructed")
"""Where a value comes from. `printed` is for values that a player copied from the box; the built-in pack has none."""

CORPORATIONS: tuple[str, ...] = ("red", "orange", "blue")

# --- values ----------------------------------------------------------------------------------------------------------


def shown(value: object) -> str:
    """A value as a player would recognise it in the file, shortened."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{clip(value, 40)}"'
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "a table"
    try:
        return clip(str(value), 40)
    except ValueError:  # an integer too long to print
        return "a far too long number"


def _expected(what: str, value: object) -> PydanticCustomError:
    return PydanticCustomError("expected", "must be {what}, not {value}", {"what": what, "value": shown(value)})


def _sentence(text: str) -> PydanticCustomError:
    return PydanticCustomError("sentence", "{text}", {"text": text})


def _whole(low: int, high: int = MOST) -> BeforeValidator:
    """A TOML integer from `low` to `high`; true, 2.0 and "2" are none."""

    def check(value: object) -> int:
        if type(value) is not int or value < low:
            most = f" and at most {high}" if low < 0 else ""
            raise _expected(f"a whole number of at least {low}{most}", value)
        if value > high:
            raise _expected(f"a whole number of at most {high}", value)
        return value

    return BeforeValidator(check)


def _one_of(*allowed: str | int) -> BeforeValidator:
    names = [shown(item) for item in allowed]
    what = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"

    def check(value: object) -> object:
        if not any(type(value) is type(item) and value == item for item in allowed):
            raise _expected(what, value)
        return value

    return BeforeValidator(check)


def _boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise _expected("true or false", value)
    return value


def _identifier(value: object) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[a-z0-9_]+(\.[a-z0-9_]+)*", value) or len(value) > 40:
        raise _expected("an id of small letters, digits, _ and dots", value)
    return value


def label_of(text: str) -> tuple[str, str]:
    """`"inferred: 42 = 7 x 6"` -> `("inferred", "42 = 7 x 6")`: the label and its reason, which may be empty."""
    label, _, reason = text.partition(":")
    return label.strip(), reason.strip()


def _provenance(value: object) -> str:
    label, reason = label_of(value) if isinstance(value, str) else ("", "")
    if label not in LABELS:
        raise _expected(f"a text that begins with {', '.join(LABELS[:-1])} or {LABELS[-1]}", value)
    if label == "inferred" and not reason:
        raise _sentence('must give its reason after "inferred:"')
    return str(value)


Count: TypeAlias = Annotated[int, _whole(0)]
Positive: TypeAlias = Annotated[int, _whole(1)]
Penalty: TypeAlias = Annotated[int, _whole(-MOST, 0)]
One: TypeAlias = Annotated[int, _one_of(1)]
Flag: TypeAlias = Annotated[bool, BeforeValidator(_boolean)]
Ident: TypeAlias = Annotated[str, BeforeValidator(_identifier)]
Provenance: TypeAlias = Annotated[str, BeforeValidator(_provenance)]
Corporation: TypeAlias = Annotated[str, _one_of(*CORPORATIONS)]


class Model(BaseModel):
    """A table of a file: no unknown field, and not to be changed."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Record(Model):
    """A table with values of its own provenance: `prov` overrides the file's `[provenance]` field by field."""

    prov: dict[str, Provenance] = Field(default_factory=dict)


class Piece(Record):
    """A record with an id that saves may refer to."""

    id: Ident


class File(Model):
    """A whole file. `provenance`: "<table>.<field>" or "<table>.*" -> default label and reason."""

    provenance: dict[str, Provenance]


# --- effects: a closed union per action code --------------------------------------------------------------------------


class DiscountedOnResearch(Model):
    """`strength` claims, shares or points; `discount` in $ off the total."""

    action: Literal["licence", "shares", "repair"]
    strength: Positive
    discount: Count


class Discounted(Model):
    """`strength` claims, cards, shares or points; `discount` in $ off the total."""

    action: Literal["licence", "research", "shares", "repair"]
    strength: Positive
    discount: Count


class Extract(Model):
    action: Literal["extract"]
    strength: Positive


class Develop(Model):
    action: Literal["develop"]
    strength: Positive


class DrillOption(Model):
    strength: Positive
    ignore: Count


class Drill(Model):
    """`strength` layers, the first `ignore` rocks cancelled (DRL-3)."""

    action: Literal["drill"]
    strength: Positive
    ignore: Count


class DrillCard(Model):
    """An action card's drill: as `Drill`, or `options` to choose from (DRL-7)."""

    action: Literal["drill"]
    strength: Positive | None = None
    ignore: Count | None = None
    options: tuple[DrillOption, ...] | None = None

    @model_validator(mode="after")
    def _either(self) -> DrillCard:
        plain = self.strength is not None and self.ignore is not None
        anything = self.strength is not None or self.ignore is not None
        if (self.options is None and not plain) or (self.options is not None and anything):
            raise _sentence("must have either strength and ignore, or options")
        if self.options is not None and len(self.options) < 2:
            raise _sentence("must have at least two options to choose from")
        return self


class Process(Model):
    """Up to `strength` brine; prices in $ for one unit."""

    action: Literal["process"]
    strength: Positive
    lithium_cost: Count
    geothermal_cost: Count


class SaleBonus(Model):
    """For exactly `units` units sold (SEL-5)."""

    units: Positive
    money: Count
    vp: Count


class Sell(Model):
    action: Literal["sell"]
    strength: Positive
    bonus: tuple[SaleBonus, ...]

    @model_validator(mode="after")
    def _reachable(self) -> Sell:
        units = [bonus.units for bonus in self.bonus]
        if len(units) != len(set(units)):
            raise _sentence("must not have two bonuses for the same number of units")
        if any(number > self.strength for number in units):
            raise _sentence("must not have a bonus for more units than its strength")
        return self


class TakeContract(Model):
    action: Literal["contract"]
    strength: Positive
    money: Count
    vp: Count


class Copy(Model):
    action: Literal["copy"]


class Convert(Model):
    """One brine becomes one unit of `product` for `damage` points of plant damage (PRC-6)."""

    action: Literal["convert"]
    product: Annotated[str, _one_of("geothermal", "lithium")]
    brine: One
    units: One
    damage: Count


class Points(Model):
    action: Literal["points"]
    vp: Positive


CardEffect: TypeAlias = Annotated[
    Discounted | Extract | DrillCard | Process | Sell | TakeContract, Field(discriminator="action")
]
ImmediateEffect: TypeAlias = Annotated[
    DiscountedOnResearch | Extract | Develop | Drill | Sell | TakeContract | Copy | Convert,
    Field(discriminator="action"),
]
TileEffect: TypeAlias = Annotated[Discounted | Extract | Develop | Drill | Copy | Points, Field(discriminator="action")]


class Lasting(Model):
    """What a permanent card changes about the action `on`: at least one thing."""

    on: str

    @model_validator(mode="after")
    def _something(self) -> Lasting:
        if not self.model_fields_set - {"on"}:
            names = sorted(set(type(self).model_fields) - {"on"})
            raise _sentence(f"must have {'at least one of ' if len(names) > 1 else ''}{', '.join(names)}")
        return self


class LastingExtra(Lasting):
    on: Literal["extract"]
    extra: Positive | None = None


class LastingDiscount(Lasting):
    on: Literal["licence", "repair"]
    discount: Positive | None = None


class LastingShares(Lasting):
    on: Literal["shares"]
    discount: Positive | None = None
    several_corporations: Annotated[bool, _one_of(True)] | None = None


class LastingProcess(Lasting):
    on: Literal["process"]
    extra: Positive | None = None
    discount: Positive | None = None
    optimise_lithium_damage: Count | None = None
    optimise_geothermal_damage: Count | None = None


class LastingDrill(Lasting):
    on: Literal["drill"]
    extra: Positive | None = None
    ignore: Positive | None = None


class LastingExecute(Lasting):
    on: Literal["execute"]
    vp: Positive | None = None
    money: Positive | None = None
    brine_discount: Positive | None = None


PermanentEffect: TypeAlias = Annotated[
    LastingExtra | LastingDiscount | LastingShares | LastingProcess | LastingDrill | LastingExecute,
    Field(discriminator="on"),
]

# --- board.toml ------------------------------------------------------------------------------------------------------

BOARD_ACTIONS: tuple[str, ...] = (
    "licence", "drill", "extract", "process", "repair", "sell",
    "contract", "develop", "research", "shares", "financing", "repeat",
)  # fmt: skip


class Space(Piece):
    """An action space. `cost` in $; `engineers`: 1, or 0 for no limit. A second space is a second record."""

    action: Annotated[str, _one_of(*BOARD_ACTIONS)]
    strength: Positive
    cost: Count
    engineers: Annotated[int, _one_of(0, 1)]


class ProcessPrices(Record):
    lithium_cost: Count
    geothermal_cost: Count
    brine_per_unit: Positive
    optimise_lithium_damage: Count
    optimise_geothermal_damage: Count
    optimise_max_units: Positive


class RepairPrice(Record):
    price_per_point: Count


class DamageSpace(Piece):
    vp: Penalty
    blocked: Flag


class DevelopmentSpace(Piece):
    unlock: Annotated[str, _one_of("none", "warehouse", "engineer", "stars")]


class DevelopmentEnd(Record):
    overflow_vp: Count
    star_vp: Count


class Engineers(Record):
    total: Positive
    start: Positive


class Goods(Model):
    brine: Count
    geothermal: Count
    lithium: Count


class Warehouse(Record):
    capacity: Positive
    per_product: Flag
    start: Goods


class WarehouseTile(Piece):
    capacity: Count
    research_slots: Count


class ResearchSlot(Piece):
    multiplier: Positive
    opened_by: str


class ContractSlots(Record):
    slots: Positive


class BoardFile(File):
    space: tuple[Space, ...]
    process: ProcessPrices
    repair: RepairPrice
    drill: tuple[DamageSpace, ...]
    plant: tuple[DamageSpace, ...]
    development: tuple[DevelopmentSpace, ...]
    development_end: DevelopmentEnd
    engineers: Engineers
    warehouse: Warehouse
    warehouse_tile: tuple[WarehouseTile, ...]
    research_slot: tuple[ResearchSlot, ...]
    contracts: ContractSlots


# --- market.toml -----------------------------------------------------------------------------------------------------


class Setup(Record):
    players: Annotated[int, _one_of(2, 3, 4)]
    market_width: Positive
    claims_removed: Count


class Display(Record):
    claims: Positive
    objectives: Positive


class ClaimSpace(Piece):
    position: Positive
    surcharge: Count


class CorporationRecord(Piece):
    colour: Corporation
    order: Positive


class AssetSpace(Piece):
    index: Count
    share_price: Count
    share_vp: Count
    section: Positive
    fee_change: Flag
    closes: Flag
    start_players: Annotated[int, _one_of(0, 2, 3, 4)]


class ShareSpace(Piece):
    index: Count
    section: Positive
    reward: Annotated[str, _one_of("none", "develop", "profit_bottom", "profit_centre", "profit_top")]


class ProfitStack(Piece):
    per_player: Count
    add: Annotated[int, _whole(-MOST)]


class MarketFile(File):
    setup: tuple[Setup, ...]
    display: Display
    claim_space: tuple[ClaimSpace, ...]
    corporation: tuple[CorporationRecord, ...]
    asset: tuple[AssetSpace, ...]
    share: tuple[ShareSpace, ...]
    profit_stack: tuple[ProfitStack, ...]


# --- the decks -------------------------------------------------------------------------------------------------------


class Layer(Model):
    rocks: Count
    brine: Count


class ClaimReward(Model):
    vp: Count
    develop: Count


class Claim(Piece):
    deck: Annotated[str, _one_of("start", "superficial", "deep")]
    cost: Count
    layers: tuple[Layer, ...]
    reward: ClaimReward


class ClaimsFile(File):
    claim: tuple[Claim, ...]


class ContractGives(Model):
    money: Count
    vp: Count
    shares: Count
    develop: Count
    claim: Annotated[int, _one_of(0, 1)]


class Contract(Piece):
    class_: Annotated[str, _one_of("retail", "large")] = Field(alias="class")
    corporation: Corporation
    needs: Goods
    gives: ContractGives


class ContractsFile(File):
    contract: tuple[Contract, ...]


class ResearchBonus(Model):
    vp: Count
    share: Annotated[int, _one_of(0, 1)]


class ResearchCard(Piece):
    price: Count
    bonus: ResearchBonus
    corporation: Annotated[str, _one_of(*CORPORATIONS, "")]
    vp: Count


class PermanentCard(ResearchCard):
    kind: Literal["permanent"]
    effect: PermanentEffect


class ImmediateCard(ResearchCard):
    kind: Literal["immediate"]
    effect: ImmediateEffect


class ResearchFile(File):
    research: tuple[Annotated[PermanentCard | ImmediateCard, Field(discriminator="kind")], ...]


class Fee(Piece):
    class_: Annotated[str, _one_of("start_up", "other")] = Field(alias="class")
    brine: Count
    geothermal: Count
    lithium: Count


class FeesFile(File):
    fee: tuple[Fee, ...]


class ActionCard(Piece):
    """A type of action card; `count` copies of it are in the deck."""

    value: Annotated[int, _one_of(1, 3, 5)]
    count: Positive
    effect: CardEffect


class ActionsFile(File):
    action: tuple[ActionCard, ...]


class Tile(Piece):
    corporation: Corporation
    effect: TileEffect


class ProfitFile(File):
    tile: tuple[Tile, ...]


class Units(Model):
    units: Positive


class OfCorporation(Model):
    corporation: Corporation


class Nothing(Model):
    pass


class ObjectiveCard(Piece):
    vp: Count
    stars: Count


class UnitsObjective(ObjectiveCard):
    class_: Annotated[str, _one_of("short")] = Field(alias="class")
    test: Literal["store_lithium", "store_geothermal", "all_engineers"]
    params: Units


class EachObjective(ObjectiveCard):
    class_: Annotated[str, _one_of("short")] = Field(alias="class")
    test: Literal["contract_each_corporation", "tile_each_corporation"]
    params: Nothing


class MostOfCorporation(ObjectiveCard):
    class_: Annotated[str, _one_of("long")] = Field(alias="class")
    test: Literal["most_contracts", "most_shares"]
    params: OfCorporation


class MostObjective(ObjectiveCard):
    class_: Annotated[str, _one_of("long")] = Field(alias="class")
    test: Literal["most_layers", "most_money", "most_research_vp", "most_claims"]
    params: Nothing


class ObjectivesFile(File):
    objective: tuple[
        Annotated[UnitsObjective | EachObjective | MostOfCorporation | MostObjective, Field(discriminator="test")],
        ...,
    ]


GMI_ACTIONS: tuple[str, ...] = (
    "licence", "drill", "extract", "process", "repair", "sell", "execute", "develop", "research", "shares",
)  # fmt: skip


class GmiCard(Piece):
    """`actions`: top to bottom; GMI does the first it can (GMI-3)."""

    class_: Annotated[str, _one_of("starting", "advanced")] = Field(alias="class")
    actions: tuple[Annotated[str, _one_of(*GMI_ACTIONS)], ...]


class TieBreak(Record):
    corporations: tuple[Corporation, ...]


class GmiLimits(Record):
    extract: Positive
    shares: Positive
    develop_cost: Count
    develop_steps: Positive
    repair_drill: Positive
    repair_plant: Positive
    process_short_damage: Count
    advanced_used: Count


class GmiFile(File):
    card: tuple[GmiCard, ...]
    tie_break: TieBreak
    limits: GmiLimits


@dataclass(frozen=True, slots=True)
class Pack:
    """A validated pack: one model per file, and the raw pack it was made from."""

    raw: RawPack
    actions: ActionsFile
    board: BoardFile
    claims: ClaimsFile
    contracts: ContractsFile
    fees: FeesFile
    gmi: GmiFile
    market: MarketFile
    objectives: ObjectivesFile
    profit: ProfitFile
    research: ResearchFile


_MODELS: dict[str, type[File]] = {
    "actions": ActionsFile,
    "board": BoardFile,
    "claims": ClaimsFile,
    "contracts": ContractsFile,
    "fees": FeesFile,
    "gmi": GmiFile,
    "market": MarketFile,
    "objectives": ObjectivesFile,
    "profit": ProfitFile,
    "research": ResearchFile,
}


def validate(raw: RawPack) -> Pack:
    """The typed models of a pack. Raises PackError with one sentence for each faulty value, file by file."""
    files: dict[str, Any] = {}
    problems: list[str] = []
    for name in FILES:
        try:
            files[name] = _MODELS[name].model_validate(raw.data.get(name, {}))
        except ValidationError as error:
            lines = Lines(raw.folder, name)
            problems.extend(_sentence_of(detail, name, raw.data.get(name, {}), lines) for detail in error.errors())
    if problems:
        raise PackError(dict.fromkeys(problems))
    return Pack(raw=raw, **files)


# --- words and places -------------------------------------------------------------------------------------------------


class Lines:
    """Finds the line of a record or field in the text of one file of a pack; the text is read when first needed."""

    def __init__(self, folder: Path | None, name: str) -> None:
        self._folder = folder if folder is not None else DEFAULT_FOLDER
        self._name = name
        self._lines: list[str] | None = None

    def find(self, table: str, index: int | None = None, field: str | None = None) -> int | None:
        """Line number from 1 of `field` of the record `index` of `[[table]]` (or of `[table]`).

        Without the field, or when it is not found, the line of the record's id or header; None when the file is not
        laid out that way.
        """
        lines = self._text()
        name = re.escape(table)
        opening = rf'\s*\[\[\s*"?{name}"?\s*\]\]' if index is not None else rf'\s*\[\s*"?{name}"?\s*\]'
        starts = [i for i, line in enumerate(lines) if re.match(opening, line)]
        if (index or 0) >= len(starts):
            return None
        start = starts[index or 0]
        block = lines[start + 1 :]
        end = next((i for i, line in enumerate(block) if re.match(r"\s*\[\[?[\w\s.\"'-]+\]", line)), len(block))
        for wanted in (field, "id"):
            if wanted is not None:
                key = rf"\s*[\"']?{re.escape(wanted)}[\"']?\s*[=.]"
                for i, line in enumerate(block[:end]):
                    if re.match(key, line):
                        return start + 2 + i
        return start + 1

    def _text(self) -> list[str]:
        if self._lines is None:
            try:
                self._lines = read_text(self._folder, self._name).split("\n")
            except PackError:  # gone since it was parsed
                self._lines = []
        return self._lines


def place(
    name: str, tables: Mapping[str, Any], lines: Lines, table: str, index: int | None = None, field: str | None = None
) -> str:
    """`claims.toml:57: claim.s04`: file, line if it can be found, and the record's id, number or table."""
    line = lines.find(table, index, field)
    return f"{name}.toml{f':{line}' if line else ''}: {record_name(tables, table, index)}"


def record_name(tables: Mapping[str, Any], table: str, index: int | None = None) -> str:
    """The record's id; without one `claim number 4`, or the table's name."""
    if index is None:
        return clip(table)
    content = tables.get(table)
    record = content[index] if isinstance(content, list) and index < len(content) else None
    ident = record.get("id") if isinstance(record, dict) else None
    return clip(ident) if isinstance(ident, str) and ident else f"{clip(table)} number {index + 1}"


def _sentence_of(detail: ErrorDetails, name: str, tables: Mapping[str, Any], lines: Lines) -> str:
    path = _path_in(tables, detail)
    table = str(path[0]) if path else name
    content = tables.get(table)
    if len(path) >= 2 and isinstance(path[1], int) and isinstance(content, list):
        index, rest = path[1], path[2:]
    elif len(path) >= 2:
        index, rest = None, path[1:]
    else:  # the table itself
        line = lines.find(table, 0) or lines.find(table)
        return f"{name}.toml{f':{line}' if line else ''}: {_table_fault(detail, clip(table))}."
    tag = str(detail["ctx"]["discriminator"]).strip("'") if detail["type"].startswith("union_tag") else None
    where = place(name, tables, lines, table, index, str(rest[0]) if rest else tag)
    subject = ".".join(clip(str(part)) for part in rest) or "the record"
    return f"{where}: {_fault(detail, subject)}."


def _table_fault(detail: ErrorDetails, table: str) -> str:
    kind = detail["type"]
    if kind == "missing":
        return f"the table {table} is missing"
    if kind == "extra_forbidden":
        return f"{table} is not a table of this file"
    if kind == "tuple_type":
        return f"{table} must be a list of [[{table}]] records"
    return f"{table} must be a table [{table}]"


_FAULTS: dict[str, Callable[[dict[str, Any], object], str]] = {
    "expected": lambda ctx, value: f"must be {ctx['what']}, not {ctx['value']}",
    "sentence": lambda ctx, value: str(ctx["text"]),
    "missing": lambda ctx, value: "is missing",
    "extra_forbidden": lambda ctx, value: "is not a known field",
    "tuple_type": lambda ctx, value: f"must be a list, not {shown(value)}",
    "dict_type": lambda ctx, value: f"must be a table, not {shown(value)}",
    "model_type": lambda ctx, value: f"must be a table, not {shown(value)}",
    "model_attributes_type": lambda ctx, value: f"must be a table, not {shown(value)}",
    "string_type": lambda ctx, value: f"must be a text in quotes, not {shown(value)}",
}


def _fault(detail: ErrorDetails, subject: str) -> str:
    kind, ctx, value = detail["type"], detail.get("ctx", {}), detail["input"]
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        key = str(ctx["discriminator"]).strip("'")
        full = key if subject == "the record" else f"{subject}.{key}"
        if kind == "union_tag_not_found" and not (isinstance(value, dict) and key in value):
            return f"{full} is missing"
        given = value.get(key) if isinstance(value, dict) else value
        expected = ctx.get("expected_tags")
        if expected is None:
            return f"{full} must be a text in quotes, not {shown(given)}"
        return f"{full} must be one of {str(expected).replace(chr(39), chr(34))}, not {shown(given)}"
    if kind in _FAULTS:
        return f"{subject} {_FAULTS[kind](ctx, value)}"
    return f"{subject}: {clip(detail['msg'], 120)}"


def _path_in(tables: Mapping[str, Any], detail: ErrorDetails) -> list[int | str]:
    """pydantic's place without the tags of unions, which are not in the file."""
    path: list[int | str] = []
    here: Any = tables
    for part in detail["loc"]:
        inside = part in here if isinstance(here, dict) else isinstance(here, list) and isinstance(part, int)
        if inside:
            here = here[part]
            path.append(part)
    if detail["type"] == "missing":
        path.append(detail["loc"][-1])
    return path
