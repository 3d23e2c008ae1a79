"""Actions: what a seat can answer, a closed union of frozen records of ids.

Every action exists once (`PLACE[3]`, `PAY[7]`, `DONE`...): legal lists hand out these shared objects, so building a
list creates nothing. `rank` gives the one order in which legal lists are sorted; `notation` gives each its canonical
text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

_MANY = 256  # ids of cards, tiles and effects
_FEW = 64  # places, types


@dataclass(frozen=True, slots=True)
class PlaceEngineer:
    """An engineer onto a printed space of the own board (TRN-2). `space`: index into Tables.spaces."""

    order: ClassVar[int] = 0
    space: int


@dataclass(frozen=True, slots=True)
class PlayPrompt:
    """A hand card of type `card` as a Prompt action, an engineer on it (CRD-1)."""

    order: ClassVar[int] = 1
    card: int


@dataclass(frozen=True, slots=True)
class UseResearch:
    """An engineer onto an immediate research card on the own board (RES-4)."""

    order: ClassVar[int] = 2
    research: int


@dataclass(frozen=True, slots=True)
class ExecuteContract:
    """An engineer onto an own contract (EXE-1)."""

    order: ClassVar[int] = 3
    contract: int


@dataclass(frozen=True, slots=True)
class UseTile:
    """A profit-sharing tile before or after the main action (PRF-1)."""

    order: ClassVar[int] = 4
    tile: int


@dataclass(frozen=True, slots=True)
class TakeClaim:
    order: ClassVar[int] = 5
    claim: int


@dataclass(frozen=True, slots=True)
class ChooseOption:
    """A drill card's printed option (DRL-7)."""

    order: ClassVar[int] = 6
    option: int


@dataclass(frozen=True, slots=True)
class DrillLayer:
    order: ClassVar[int] = 7


@dataclass(frozen=True, slots=True)
class ExtractBrine:
    order: ClassVar[int] = 8


@dataclass(frozen=True, slots=True)
class ProcessUnit:
    """One brine becomes one unit of `product` (1 geothermal, 2 lithium)."""

    order: ClassVar[int] = 9
    product: int


@dataclass(frozen=True, slots=True)
class Optimise:
    """One further unit of `product` for plant damage (PRC-3)."""

    order: ClassVar[int] = 10
    product: int


@dataclass(frozen=True, slots=True)
class RepairPoint:
    """One point on the drill (0) or the plant (1)."""

    order: ClassVar[int] = 11
    machine: int


@dataclass(frozen=True, slots=True)
class SellTo:
    order: ClassVar[int] = 12
    corporation: int


@dataclass(frozen=True, slots=True)
class SellUnit:
    order: ClassVar[int] = 13
    product: int


@dataclass(frozen=True, slots=True)
class TakeContract:
    order: ClassVar[int] = 14
    contract: int


@dataclass(frozen=True, slots=True)
class TakeResearch:
    order: ClassVar[int] = 15
    research: int


@dataclass(frozen=True, slots=True)
class BuyShare:
    order: ClassVar[int] = 16
    corporation: int


@dataclass(frozen=True, slots=True)
class MoveShare:
    order: ClassVar[int] = 17
    corporation: int


@dataclass(frozen=True, slots=True)
class TakeTile:
    order: ClassVar[int] = 18
    tile: int


@dataclass(frozen=True, slots=True)
class RepeatSpace:
    order: ClassVar[int] = 19
    space: int


@dataclass(frozen=True, slots=True)
class CopyEffect:
    """Copy the action `effect` (index into Tables.effects)."""

    order: ClassVar[int] = 20
    effect: int


@dataclass(frozen=True, slots=True)
class TakeBenefit:
    """The next benefit of an executed contract: one of BENEFIT_*."""

    order: ClassVar[int] = 21
    benefit: int


@dataclass(frozen=True, slots=True)
class PayCard:
    """Put a hand card of type `card` into the running payment."""

    order: ClassVar[int] = 22
    card: int


@dataclass(frozen=True, slots=True)
class CollectFace:
    """A face-up market card into the running mix: `slot` = row * 16 + place (row: index into VALUES)."""

    order: ClassVar[int] = 23
    slot: int

    @property
    def row(self) -> int:
        return self.slot >> 4

    @property
    def place(self) -> int:
        return self.slot & 15


@dataclass(frozen=True, slots=True)
class CollectBlind:
    """A blind card from the discard pile of value VALUES[row]."""

    order: ClassVar[int] = 24
    row: int


@dataclass(frozen=True, slots=True)
class Decline:
    """Take no claim (EXE-5), or do not optimise (PRC-3)."""

    order: ClassVar[int] = 25


@dataclass(frozen=True, slots=True)
class Done:
    """Enough of this action's units."""

    order: ClassVar[int] = 26


@dataclass(frozen=True, slots=True)
class Confirm:
    """Pay what was put in; take what was chosen."""

    order: ClassVar[int] = 27


@dataclass(frozen=True, slots=True)
class EndTurn:
    order: ClassVar[int] = 28


@dataclass(frozen=True, slots=True)
class TurnGmiCard:
    order: ClassVar[int] = 29


Action: TypeAlias = (
    PlaceEngineer
    | PlayPrompt
    | UseResearch
    | ExecuteContract
    | UseTile
    | TakeClaim
    | ChooseOption
    | DrillLayer
    | ExtractBrine
    | ProcessUnit
    | Optimise
    | RepairPoint
    | SellTo
    | SellUnit
    | TakeContract
    | TakeResearch
    | BuyShare
    | MoveShare
    | TakeTile
    | RepeatSpace
    | CopyEffect
    | TakeBenefit
    | PayCard
    | CollectFace
    | CollectBlind
    | Decline
    | Done
    | Confirm
    | EndTurn
    | TurnGmiCard
)

PLACE = tuple(PlaceEngineer(i) for i in range(_FEW))
PROMPT = tuple(PlayPrompt(i) for i in range(_FEW))
RESEARCH_ACTION = tuple(UseResearch(i) for i in range(_MANY))
EXECUTE_ACTION = tuple(ExecuteContract(i) for i in range(_MANY))
TILE = tuple(UseTile(i) for i in range(_MANY))
CLAIM = tuple(TakeClaim(i) for i in range(_MANY))
OPTION = tuple(ChooseOption(i) for i in range(_FEW))
DRILL_LAYER = DrillLayer()
EXTRACT_BRINE = ExtractBrine()
PROCESS_UNIT = tuple(ProcessUnit(i) for i in range(3))
OPTIMISE = tuple(Optimise(i) for i in range(3))
REPAIR_POINT = tuple(RepairPoint(i) for i in range(2))
SELL_TO = tuple(SellTo(i) for i in range(3))
SELL_UNIT = tuple(SellUnit(i) for i in range(3))
CONTRACT_CARD = tuple(TakeContract(i) for i in range(_MANY))
RESEARCH_CARD = tuple(TakeResearch(i) for i in range(_MANY))
SHARE = tuple(BuyShare(i) for i in range(3))
MOVE_SHARE = tuple(MoveShare(i) for i in range(3))
TILE_CARD = tuple(TakeTile(i) for i in range(_MANY))
REPEAT_SPACE = tuple(RepeatSpace(i) for i in range(_FEW))
COPY_EFFECT = tuple(CopyEffect(i) for i in range(_MANY))
BENEFIT = tuple(TakeBenefit(i) for i in range(16))
PAY = tuple(PayCard(i) for i in range(_FEW))
FACE = tuple(CollectFace(i) for i in range(48))
BLIND = tuple(CollectBlind(i) for i in range(3))
DECLINE = Decline()
DONE = Done()
CONFIRM = Confirm()
END_TURN = EndTurn()
TURN_GMI_CARD = TurnGmiCard()


def rank(action: Action) -> tuple[int, int]:
    """The sort key of legal lists: kind of action, then its argument."""
    fields = action.__slots__
    return action.order, getattr(action, fields[0]) if fields else 0
