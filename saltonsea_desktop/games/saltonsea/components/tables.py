"""Run-time tables: a component pack as frozen records of ints, indexed by position.

Built from the parsed TOML of a pack (`read_pack`); nothing here depends on a reconstructed number: lengths, prices,
sections and capacities all come from the data. Products are 0 brine, 1 geothermal, 2 lithium; corporations and money
values are indices into `Tables.corporations` (red, orange, blue) and `VALUES`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from saltonsea_desktop.games.saltonsea.components import RawPack

# Action kinds, in the order of the board's spaces; the first twelve are printed there.
LICENCE, DRILL, EXTRACT, PROCESS, REPAIR, SELL, CONTRACT, DEVELOP, RESEARCH, SHARES, FINANCING, REPEAT = range(12)
COPY, CONVERT, POINTS, EXECUTE = range(12, 16)
KIND_NAMES: tuple[str, ...] = (
    "licence", "drill", "extract", "process", "repair", "sell", "contract", "develop", "research", "shares",
    "financing", "repeat", "copy", "convert", "points", "execute",
)  # fmt: skip
KIND_BY_NAME: dict[str, int] = {name: i for i, name in enumerate(KIND_NAMES)}

BRINE, GEOTHERMAL, LITHIUM = range(3)
PRODUCTS: tuple[str, ...] = ("brine", "geothermal", "lithium")
VALUES: tuple[int, ...] = (1, 3, 5)
VALUE_INDEX: dict[int, int] = {value: i for i, value in enumerate(VALUES)}

# Permanent research effects, summed per company (RES-3): indices into Company.mods.
MOD_EXTRACT, MOD_PROCESS, MOD_DRILL, MOD_IGNORE = range(4)
MOD_LICENCE_DISCOUNT, MOD_SHARES_DISCOUNT, MOD_PROCESS_DISCOUNT, MOD_REPAIR_DISCOUNT = range(4, 8)
MOD_EXECUTE_VP, MOD_EXECUTE_MONEY, MOD_EXECUTE_BRINE, MOD_SEVERAL = range(8, 12)
MOD_OPT_LITHIUM, MOD_OPT_GEOTHERMAL = range(12, 14)  # damage saved when optimising
MOD_RESEARCH_DISCOUNT, MOD_DEVELOP_DISCOUNT = range(14, 16)
MOD_COUNT = 16

UNLOCK_NONE, UNLOCK_WAREHOUSE, UNLOCK_ENGINEER, UNLOCK_STARS = range(4)
_UNLOCKS = {"none": UNLOCK_NONE, "warehouse": UNLOCK_WAREHOUSE, "engineer": UNLOCK_ENGINEER, "stars": UNLOCK_STARS}

# Rewards of the shares track: nothing, a development step, or a tile from stack (reward - REWARD_STACK).
REWARD_NONE, REWARD_DEVELOP, REWARD_STACK = range(3)

TEST_LITHIUM, TEST_GEOTHERMAL, TEST_CONTRACTS, TEST_ENGINEERS, TEST_TILES = range(5)
TEST_MOST_CONTRACTS, TEST_MOST_SHARES, TEST_MOST_LAYERS, TEST_MOST_MONEY = range(5, 9)
TEST_MOST_RESEARCH, TEST_MOST_CLAIMS = range(9, 11)
TEST_NAMES: tuple[str, ...] = (
    "store_lithium", "store_geothermal", "contract_each_corporation", "all_engineers", "tile_each_corporation",
    "most_contracts", "most_shares", "most_layers", "most_money", "most_research_vp", "most_claims",
)  # fmt: skip

NEVER = 10**6  # a price nobody can pay: the action is not possible for another reason


@dataclass(frozen=True, slots=True)
class Effect:
    """One action as a space, card or tile prints it (TRN-8). Prices in $; `index` is its place in Tables.effects."""

    index: int
    id: str
    kind: int
    strength: int = 1
    cost: int = 0  # paid for the space itself (board: Develop, Repeat)
    discount: int = 0
    ignore: int = 0
    lithium_cost: int = 0
    geothermal_cost: int = 0
    money: int = 0
    vp: int = 0
    bonus: tuple[tuple[int, int, int], ...] = ()  # (units, money, vp), exactly that many units (SEL-5)
    options: tuple[tuple[int, int], ...] = ()  # (strength, ignore) to choose from (DRL-7)
    product: int = 0
    brine: int = 0
    units: int = 0
    damage: int = 0
    # cheapest unit by what fits: 0 nothing, 1 lithium, 2 geothermal, 3 both
    process_prices: tuple[int, int, int, int] = (NEVER, NEVER, NEVER, NEVER)


@dataclass(frozen=True, slots=True)
class Space:
    id: str
    name: str  # the id without its "space." prefix: the notation's word
    effect: int
    unlimited: bool


@dataclass(frozen=True, slots=True)
class CardType:
    id: str
    name: str
    value: int
    row: int  # index into VALUES
    count: int
    effect: int


@dataclass(frozen=True, slots=True)
class Claim:
    id: str
    name: str
    deck: int  # 0 starting tile, 1 superficial, 2 deep
    cost: int
    rocks: tuple[int, ...]  # per layer, top to bottom
    brine: tuple[int, ...]
    vp: int
    develop: int


@dataclass(frozen=True, slots=True)
class Contract:
    id: str
    name: str
    large: bool
    corporation: int
    needs: tuple[int, int, int]
    money: int
    vp: int
    shares: int
    develop: int
    claim: int


@dataclass(frozen=True, slots=True)
class Research:
    id: str
    name: str
    permanent: bool
    price: int
    bonus_vp: int
    bonus_share: int
    corporation: int  # -1 when the card shows none
    vp: int
    effect: int  # -1 for permanent cards
    mods: tuple[tuple[int, int], ...]  # (MOD_*, amount)
    action: int  # the kind it changes (permanent) or performs (immediate)


@dataclass(frozen=True, slots=True)
class Tile:
    id: str
    name: str
    corporation: int
    effect: int


@dataclass(frozen=True, slots=True)
class Objective:
    id: str
    name: str
    short: bool
    test: int
    units: int
    corporation: int
    vp: int
    stars: int


@dataclass(frozen=True, slots=True)
class GmiCard:
    id: str
    name: str
    advanced: bool
    actions: tuple[int, ...]


class Memory:
    """What the rules have worked out for a pack (`rules.needs`, `rules.plan`). No part of its value: a pack
    sent to another process arrives with an empty one, so that lists hold that process's shared actions.
    """

    __slots__ = ("claims", "plan", "research", "shares")

    def __init__(self) -> None:
        self.plan: Any = None
        self.claims: dict[tuple[int, ...], int] = {}
        self.research: dict[tuple[int, ...], int] = {}
        self.shares: dict[tuple[tuple[int, int, int], tuple[int, int, int]], int] = {}

    def __reduce__(self) -> tuple[type[Memory], tuple[()]]:
        return Memory, ()


@dataclass(frozen=True, slots=True)
class Tables:
    """All printed values of one pack. Read-only; shared by every state of a game."""

    digest: str
    effects: tuple[Effect, ...]
    spaces: tuple[Space, ...]
    types: tuple[CardType, ...]
    claims: tuple[Claim, ...]
    start_claim: int
    contracts: tuple[Contract, ...]
    research: tuple[Research, ...]
    fees: tuple[tuple[int, int, int], ...]
    fee_ids: tuple[str, ...]
    fee_start_up: tuple[bool, ...]
    tiles: tuple[Tile, ...]
    objectives: tuple[Objective, ...]
    gmi_cards: tuple[GmiCard, ...]
    corporations: tuple[str, ...]
    claim_surcharge: tuple[int, ...]
    market_width: dict[int, int]
    claims_removed: dict[int, int]
    display_objectives: int
    asset_price: tuple[int, ...]
    asset_vp: tuple[int, ...]
    asset_section: tuple[int, ...]
    asset_fee_change: tuple[bool, ...]
    asset_closes: tuple[bool, ...]
    asset_start: dict[int, int]
    share_section: tuple[int, ...]
    share_reward: tuple[int, ...]
    share_limit: tuple[int, ...]  # per asset space: the highest shares space a token may stand on (SHR-3)
    stack_sizes: dict[int, tuple[int, ...]]  # seats -> tiles in each stack, in the order of `stack_ids`
    stack_ids: tuple[str, ...]
    drill_vp: tuple[int, ...]
    drill_frozen: tuple[bool, ...]
    plant_vp: tuple[int, ...]
    plant_stopped: tuple[bool, ...]
    development: tuple[int, ...]
    overflow_vp: int
    star_vp: int
    engineers_total: int
    engineers_start: int
    capacity: tuple[int, ...]  # per number of open warehouse tiles
    slots: tuple[int, ...]  # research slots open, per number of open warehouse tiles
    slot_multiplier: tuple[int, ...]
    contract_slots: int
    start_goods: tuple[int, int, int]
    optimise_lithium_damage: int
    optimise_geothermal_damage: int
    repair_price: int
    gmi_tie: tuple[int, ...]  # corporation -> rank, lower first
    gmi_extract: int
    gmi_shares: int
    gmi_develop_cost: int
    gmi_develop_steps: int
    gmi_repair_drill: int
    gmi_repair_plant: int
    gmi_short_damage: int
    gmi_advanced_used: int
    # derived, for speed
    type_kind: tuple[int, ...] = ()
    type_value: tuple[int, ...] = ()
    type_effect: tuple[Effect, ...] = ()
    financing_space: int = -1
    repeatable: int = 0  # bit mask of spaces that Repeat and Copy may name (RPT-1, CPY-1)
    by_id: dict[str, tuple[str, int]] = field(default_factory=dict)
    memory: Memory = field(default_factory=Memory, compare=False, repr=False)


class _Named(Protocol):
    @property
    def id(self) -> str: ...


def _short(text: str, prefix: str) -> str:
    return text[len(prefix) :] if text.startswith(prefix) else text


def _effect(index: int, ident: str, raw: dict[str, Any], board: dict[str, Any] | None = None, cost: int = 0) -> Effect:
    kind = KIND_BY_NAME[raw["action"]]
    lithium, geothermal = raw.get("lithium_cost", 0), raw.get("geothermal_cost", 0)
    if kind == PROCESS and board is not None and "lithium_cost" not in raw:
        lithium, geothermal = board["process"]["lithium_cost"], board["process"]["geothermal_cost"]
    options = tuple((o["strength"], o["ignore"]) for o in raw.get("options", ()))
    return Effect(
        index=index,
        id=ident,
        kind=kind,
        strength=raw.get("strength", max((o[0] for o in options), default=1)),
        cost=cost,
        discount=raw.get("discount", 0),
        ignore=raw.get("ignore", 0),
        lithium_cost=lithium,
        geothermal_cost=geothermal,
        money=raw.get("money", 0),
        vp=raw.get("vp", 0),
        bonus=tuple((b["units"], b["money"], b["vp"]) for b in raw.get("bonus", ())),
        options=options,
        product=PRODUCTS.index(raw["product"]) if "product" in raw else 0,
        brine=raw.get("brine", 0),
        units=raw.get("units", 0),
        damage=raw.get("damage", 0),
        process_prices=(NEVER, lithium, geothermal, min(lithium, geothermal))
        if kind == PROCESS
        else (NEVER, NEVER, NEVER, NEVER),
    )


_MOD_FIELDS: dict[tuple[str, str], int] = {
    ("extract", "extra"): MOD_EXTRACT,
    ("process", "extra"): MOD_PROCESS,
    ("drill", "extra"): MOD_DRILL,
    ("drill", "ignore"): MOD_IGNORE,
    ("licence", "discount"): MOD_LICENCE_DISCOUNT,
    ("shares", "discount"): MOD_SHARES_DISCOUNT,
    ("process", "discount"): MOD_PROCESS_DISCOUNT,
    ("repair", "discount"): MOD_REPAIR_DISCOUNT,
    ("research", "discount"): MOD_RESEARCH_DISCOUNT,
    ("develop", "discount"): MOD_DEVELOP_DISCOUNT,
    ("execute", "vp"): MOD_EXECUTE_VP,
    ("execute", "money"): MOD_EXECUTE_MONEY,
    ("execute", "brine_discount"): MOD_EXECUTE_BRINE,
}


def _mods(effect: dict[str, Any], process: dict[str, Any]) -> tuple[tuple[int, int], ...]:
    out: list[tuple[int, int]] = []
    for key, amount in effect.items():
        if key == "on":
            continue
        if key == "several_corporations":
            if amount:
                out.append((MOD_SEVERAL, 1))
        elif key == "optimise_lithium_damage":
            out.append((MOD_OPT_LITHIUM, process["optimise_lithium_damage"] - amount))
        elif key == "optimise_geothermal_damage":
            out.append((MOD_OPT_GEOTHERMAL, process["optimise_geothermal_damage"] - amount))
        else:
            out.append((_MOD_FIELDS[effect["on"], key], amount))
    return tuple(out)


def build(raw: RawPack) -> Tables:
    """Frozen tables of a pack. Expects a pack that `check_pack` accepts; ids keep their file order."""
    d = raw.data
    board, market = d["board"], d["market"]
    corporations = tuple(c["colour"] for c in market["corporation"])
    corp = {name: i for i, name in enumerate(corporations)}
    effects: list[Effect] = []

    def add(ident: str, fields: dict[str, Any], cost: int = 0) -> int:
        effects.append(_effect(len(effects), ident, fields, board, cost))
        return len(effects) - 1

    spaces = tuple(
        Space(s["id"], _short(s["id"], "space."), add(s["id"], s, s["cost"]), s["engineers"] == 0)
        for s in board["space"]
    )
    types = tuple(
        CardType(
            a["id"], _short(a["id"], "act."), a["value"], VALUE_INDEX[a["value"]], a["count"], add(a["id"], a["effect"])
        )
        for a in sorted(d["actions"]["action"], key=lambda a: a["value"])
    )
    research = tuple(
        Research(
            id=r["id"],
            name=_short(r["id"], "research."),
            permanent=r["kind"] == "permanent",
            price=r["price"],
            bonus_vp=r["bonus"]["vp"],
            bonus_share=r["bonus"]["share"],
            corporation=corp.get(r["corporation"], -1),
            vp=r["vp"],
            effect=-1 if r["kind"] == "permanent" else add(r["id"], r["effect"]),
            mods=_mods(r["effect"], board["process"]) if r["kind"] == "permanent" else (),
            action=KIND_BY_NAME[r["effect"]["on"] if r["kind"] == "permanent" else r["effect"]["action"]],
        )
        for r in d["research"]["research"]
    )
    tiles = tuple(
        Tile(t["id"], _short(t["id"], "tile."), corp[t["corporation"]], add(t["id"], t["effect"]))
        for t in d["profit"]["tile"]
    )
    decks = {"start": 0, "superficial": 1, "deep": 2}
    claims = tuple(
        Claim(
            id=c["id"],
            name=_short(c["id"], "claim."),
            deck=decks[c["deck"]],
            cost=c["cost"],
            rocks=tuple(layer["rocks"] for layer in c["layers"]),
            brine=tuple(layer["brine"] for layer in c["layers"]),
            vp=c["reward"]["vp"],
            develop=c["reward"]["develop"],
        )
        for c in d["claims"]["claim"]
    )
    contracts = tuple(
        Contract(
            id=c["id"],
            name=_short(c["id"], "contract."),
            large=c["class"] == "large",
            corporation=corp[c["corporation"]],
            needs=(c["needs"]["brine"], c["needs"]["geothermal"], c["needs"]["lithium"]),
            **{key: c["gives"][key] for key in ("money", "vp", "shares", "develop", "claim")},
        )
        for c in d["contracts"]["contract"]
    )
    fees = d["fees"]["fee"]
    objectives = tuple(
        Objective(
            id=o["id"],
            name=_short(o["id"], "objective."),
            short=o["class"] == "short",
            test=TEST_NAMES.index(o["test"]),
            units=o["params"].get("units", 0),
            corporation=corp.get(o["params"].get("corporation", ""), -1),
            vp=o["vp"],
            stars=o["stars"],
        )
        for o in d["objectives"]["objective"]
    )
    gmi = d["gmi"]
    gmi_cards = tuple(
        GmiCard(
            g["id"],
            _short(g["id"], "gmi."),
            g["class"] == "advanced",
            tuple(KIND_BY_NAME[a] for a in g["actions"]),
        )
        for g in gmi["card"]
    )
    asset = market["asset"]
    stack_ids = tuple(p["id"] for p in market["profit_stack"])
    rewards = {"none": REWARD_NONE, "develop": REWARD_DEVELOP}
    rewards.update({name: REWARD_STACK + i for i, name in enumerate(stack_ids)})
    share_section = tuple(s["section"] for s in market["share"])
    asset_section = tuple(a["section"] for a in asset)
    capacity, slots = [board["warehouse"]["capacity"]], [sum(s["opened_by"] == "board" for s in board["research_slot"])]
    for tile in board["warehouse_tile"]:
        capacity.append(capacity[-1] + tile["capacity"])
        slots.append(slots[-1] + tile["research_slots"])
    start = board["warehouse"]["start"]
    tie = gmi["tie_break"]["corporations"]
    limits = gmi["limits"]
    by_id: dict[str, tuple[str, int]] = {}
    named: tuple[tuple[str, Sequence[_Named]], ...] = (
        ("space", spaces), ("type", types), ("claim", claims), ("contract", contracts), ("research", research),
        ("tile", tiles), ("objective", objectives), ("gmi", gmi_cards),
    )  # fmt: skip
    for what, records in named:
        by_id.update({record.id: (what, i) for i, record in enumerate(records)})
    by_id.update({fee["id"]: ("fee", i) for i, fee in enumerate(fees)})
    kinds = [effects[s.effect].kind for s in spaces]
    return Tables(
        digest=raw.digest,
        effects=tuple(effects),
        spaces=spaces,
        types=types,
        claims=claims,
        start_claim=next(i for i, c in enumerate(claims) if c.deck == 0),
        contracts=contracts,
        research=research,
        fees=tuple((f["brine"], f["geothermal"], f["lithium"]) for f in fees),
        fee_ids=tuple(f["id"] for f in fees),
        fee_start_up=tuple(f["class"] == "start_up" for f in fees),
        tiles=tiles,
        objectives=objectives,
        gmi_cards=gmi_cards,
        corporations=corporations,
        claim_surcharge=tuple(c["surcharge"] for c in sorted(market["claim_space"], key=lambda c: int(c["position"]))),
        market_width={s["players"]: s["market_width"] for s in market["setup"]},
        claims_removed={s["players"]: s["claims_removed"] for s in market["setup"]},
        display_objectives=market["display"]["objectives"],
        asset_price=tuple(a["share_price"] for a in asset),
        asset_vp=tuple(a["share_vp"] for a in asset),
        asset_section=asset_section,
        asset_fee_change=tuple(a["fee_change"] for a in asset),
        asset_closes=tuple(a["closes"] for a in asset),
        asset_start={a["start_players"]: i for i, a in enumerate(asset) if a["start_players"]},
        share_section=share_section,
        share_reward=tuple(rewards[s["reward"]] for s in market["share"]),
        share_limit=tuple(max(i for i, sec in enumerate(share_section) if sec <= a) for a in asset_section),
        stack_sizes={n: tuple(p["per_player"] * n + p["add"] for p in market["profit_stack"]) for n in (2, 3, 4)},
        stack_ids=stack_ids,
        drill_vp=tuple(x["vp"] for x in board["drill"]),
        drill_frozen=tuple(x["blocked"] for x in board["drill"]),
        plant_vp=tuple(x["vp"] for x in board["plant"]),
        plant_stopped=tuple(x["blocked"] for x in board["plant"]),
        development=tuple(_UNLOCKS[x["unlock"]] for x in board["development"]),
        overflow_vp=board["development_end"]["overflow_vp"],
        star_vp=board["development_end"]["star_vp"],
        engineers_total=board["engineers"]["total"],
        engineers_start=board["engineers"]["start"],
        capacity=tuple(capacity),
        slots=tuple(slots),
        slot_multiplier=tuple(s["multiplier"] for s in board["research_slot"]),
        contract_slots=board["contracts"]["slots"],
        start_goods=(start["brine"], start["geothermal"], start["lithium"]),
        optimise_lithium_damage=board["process"]["optimise_lithium_damage"],
        optimise_geothermal_damage=board["process"]["optimise_geothermal_damage"],
        repair_price=board["repair"]["price_per_point"],
        gmi_tie=tuple(tie.index(name) for name in corporations),
        gmi_extract=limits["extract"],
        gmi_shares=limits["shares"],
        gmi_develop_cost=limits["develop_cost"],
        gmi_develop_steps=limits["develop_steps"],
        gmi_repair_drill=limits["repair_drill"],
        gmi_repair_plant=limits["repair_plant"],
        gmi_short_damage=limits["process_short_damage"],
        gmi_advanced_used=limits["advanced_used"],
        type_kind=tuple(effects[t.effect].kind for t in types),
        type_value=tuple(t.value for t in types),
        type_effect=tuple(effects[t.effect] for t in types),
        financing_space=kinds.index(FINANCING),
        repeatable=sum(1 << i for i, k in enumerate(kinds) if k not in (FINANCING, REPEAT)),
        by_id=by_id,
    )


@lru_cache(maxsize=8)
def _load(folder: Path | None) -> Tables:
    from saltonsea_desktop.games.saltonsea.components import read_pack

    return build(read_pack(folder))


def default_tables() -> Tables:
    """The built-in pack, built once per process."""
    return _load(None)
