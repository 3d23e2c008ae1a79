"""What the game waits for: the frames on `State.stack`, small immutable records of ints.

The top frame is asked when it is a choice; task frames (names ending in `Task`) are work that the settle loop of
`flow` carries out as soon as they reach the top. So a half-finished action is plain data: it can be saved, copied and
undone at every micro-step, and rewards that come in between simply stand above what they interrupted (TRN-10).
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class TurnChoice(NamedTuple):
    """Place an engineer, or use a tile first (TRN-1, TRN-9). `tile`: a tile may still be used this turn (PRF-2)."""

    seat: int
    tile: bool


class EndTurnChoice(NamedTuple):
    """The main action is done: end the turn, or use a tile first (TRN-9, PRF-6)."""

    seat: int
    tile: bool


class GmiChoice(NamedTuple):
    """GMI turns its next card (GMI-3). One action, so that each of its turns is a step of its own."""

    seat: int


class ClaimChoice(NamedTuple):
    """Which face-up claim; `free`: a contract's claim benefit, no price, may be declined (EXE-5)."""

    seat: int
    effect: int
    free: bool


class DrillModeChoice(NamedTuple):
    """One of a drill card's printed options (DRL-7)."""

    seat: int
    effect: int


class DrillChoice(NamedTuple):
    """One layer more, or stop (DRL-6): `left` further layers, `ignore` rocks still ignored (DRL-3)."""

    seat: int
    left: int
    ignore: int


class ExtractChoice(NamedTuple):
    """One brine more, or stop (EXT-1)."""

    seat: int
    left: int


class ProcessChoice(NamedTuple):
    """One more brine to lithium or geothermal, or stop (PRC-1)."""

    seat: int
    effect: int
    lithium: int
    geothermal: int


class OptimiseChoice(NamedTuple):
    """Optimise once, or not (PRC-3)."""

    seat: int
    effect: int
    lithium: int
    geothermal: int


class RepairChoice(NamedTuple):
    """One more point on the drill or the plant, or stop (REP-1)."""

    seat: int
    effect: int
    drill: int
    plant: int


class SellChoice(NamedTuple):
    """Which corporation buys (SEL-1)."""

    seat: int
    effect: int


class SellUnitsChoice(NamedTuple):
    """One more unit to the chosen corporation, or stop (SEL-1)."""

    seat: int
    effect: int
    corporation: int
    brine: int
    geothermal: int
    lithium: int


class ContractChoice(NamedTuple):
    """Which face-up contract (CON-1)."""

    seat: int
    effect: int


class ResearchChoice(NamedTuple):
    """Which face-up research card (RES-1)."""

    seat: int
    effect: int


class SharesChoice(NamedTuple):
    """One more share, or stop (SHR-1); counts per corporation chosen so far."""

    seat: int
    effect: int
    red: int
    orange: int
    blue: int


class MoveSharesChoice(NamedTuple):
    """Bought shares of several corporations: which token moves next (SHR-7)."""

    seat: int
    red: int
    orange: int
    blue: int


class TileChoice(NamedTuple):
    """Take one tile of a stack (SHR-5)."""

    seat: int
    corporation: int
    stack: int


class RepeatChoice(NamedTuple):
    """Which blocked own space to repeat (RPT-1)."""

    seat: int
    effect: int


class CopyChoice(NamedTuple):
    """Which action of another company to copy (CPY-1)."""

    seat: int


class BenefitChoice(NamedTuple):
    """Which benefit of the executed contract next (EXE-1): a bit mask of BENEFIT_*."""

    seat: int
    contract: int
    left: int


class PaymentChoice(NamedTuple):
    """Put in hand cards until `due` is covered, then confirm (CRD-3, CRD-4).

    `reserve`: money that must remain afterwards (RPT-3). `paid`: card types put in so far, still in the hand.
    """

    seat: int
    due: int
    reserve: int
    paid: tuple[int, ...]


class CollectChoice(NamedTuple):
    """Choose the whole mix, then take it (CRD-8, CRD-9, CRD-14).

    `due`: what is owed; `target`: the most the market can make of it; `total`: chosen so far; `faces`: per value a bit
    mask of market places; `blinds`: per value the number of blind cards.
    """

    seat: int
    due: int
    target: int
    total: int
    faces: tuple[int, int, int]
    blinds: tuple[int, int, int]


# ---------------------------------------------------------------- tasks


class BenefitTask(NamedTuple):
    """The last benefit of an executed contract: nothing is left to choose (EXE-1)."""

    seat: int
    contract: int
    benefit: int


class StartTask(NamedTuple):
    """Begin the action `effect` (after a tile, a copy or the $1 of a Repeat)."""

    seat: int
    effect: int


class GainClaimTask(NamedTuple):
    """The chosen claim goes to the well and the board refills (LIC-1, LIC-2)."""

    seat: int
    claim: int
    price: int


class ProduceTask(NamedTuple):
    """Paid for: brine becomes products (PRC-1); `optimise`: 0 none, else product of the extra unit."""

    seat: int
    lithium: int
    geothermal: int
    optimise: int
    damage: int


class RepairTask(NamedTuple):
    seat: int
    drill: int
    plant: int


class FinishSaleTask(NamedTuple):
    """Bonus, then indicator, fees, closing (SEL-7)."""

    seat: int
    corporation: int
    vp: int


class GainContractTask(NamedTuple):
    """VP of a contract card after its money (CRD-13)."""

    seat: int
    vp: int


class DevelopTask(NamedTuple):
    seat: int
    steps: int


class GainResearchTask(NamedTuple):
    seat: int
    research: int
    price: int


class MoveSharesTask(NamedTuple):
    """Move the tokens of bought shares, one space at a time (SHR-2, SHR-7)."""

    seat: int
    red: int
    orange: int
    blue: int


class FreeSharesTask(NamedTuple):
    """Shares from contracts and research, each by itself; one that cannot be taken is lost (EXE-4)."""

    seat: int
    corporation: int
    number: int


BENEFIT_MONEY, BENEFIT_SHARES, BENEFIT_DEVELOP, BENEFIT_CLAIM = 1, 2, 4, 8
BENEFITS: tuple[int, ...] = (BENEFIT_MONEY, BENEFIT_SHARES, BENEFIT_DEVELOP, BENEFIT_CLAIM)

Choice: TypeAlias = (
    TurnChoice
    | EndTurnChoice
    | GmiChoice
    | ClaimChoice
    | DrillModeChoice
    | DrillChoice
    | ExtractChoice
    | ProcessChoice
    | OptimiseChoice
    | RepairChoice
    | SellChoice
    | SellUnitsChoice
    | ContractChoice
    | ResearchChoice
    | SharesChoice
    | MoveSharesChoice
    | TileChoice
    | RepeatChoice
    | CopyChoice
    | BenefitChoice
    | PaymentChoice
    | CollectChoice
)
Task: TypeAlias = (
    BenefitTask
    | StartTask
    | GainClaimTask
    | ProduceTask
    | RepairTask
    | FinishSaleTask
    | GainContractTask
    | DevelopTask
    | GainResearchTask
    | MoveSharesTask
    | FreeSharesTask
)
Frame: TypeAlias = Choice | Task

CHOICE_TYPES: tuple[type[Choice], ...] = (
    TurnChoice, EndTurnChoice, GmiChoice, ClaimChoice, DrillModeChoice, DrillChoice, ExtractChoice, ProcessChoice,
    OptimiseChoice, RepairChoice, SellChoice, SellUnitsChoice, ContractChoice, ResearchChoice, SharesChoice,
    MoveSharesChoice, TileChoice, RepeatChoice, CopyChoice, BenefitChoice, PaymentChoice, CollectChoice,
)  # fmt: skip
TASK_TYPES: tuple[type[Task], ...] = (
    BenefitTask, StartTask, GainClaimTask, ProduceTask, RepairTask, FinishSaleTask, GainContractTask, DevelopTask,
    GainResearchTask, MoveSharesTask, FreeSharesTask,
)  # fmt: skip
# Made once per seat: a turn begins and ends with them.
TURN_CHOICES: tuple[TurnChoice, ...] = tuple(TurnChoice(seat, True) for seat in range(4))
END_TURN_CHOICES: tuple[tuple[EndTurnChoice, EndTurnChoice], ...] = tuple(
    (EndTurnChoice(seat, False), EndTurnChoice(seat, True)) for seat in range(4)
)
GMI_CHOICES: tuple[GmiChoice, ...] = tuple(GmiChoice(seat) for seat in range(4))

FRAME_BY_NAME: dict[str, type[Frame]] = {cls.__name__: cls for cls in (*CHOICE_TYPES, *TASK_TYPES)}
