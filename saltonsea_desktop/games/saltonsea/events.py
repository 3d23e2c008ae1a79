"""Events: what an action did, in order, as past-tense records. Log, animation and undo barriers are made from them.

`REVEALING` names the events after which fair undo stops (TRN-13), with the code of the fact the undo button names.
Card types in events that only their taker may see carry the suffix `_hidden`; `view.public_event` blanks them.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias


class EngineerPlaced(NamedTuple):
    seat: int
    space: int


class PromptPlayed(NamedTuple):
    seat: int
    card: int


class ResearchUsed(NamedTuple):
    seat: int
    research: int


class ContractExecuted(NamedTuple):
    seat: int
    contract: int
    spent: tuple[int, int, int]


class TileUsed(NamedTuple):
    seat: int
    tile: int


class ActionRepeated(NamedTuple):
    seat: int
    space: int


class ActionCopied(NamedTuple):
    seat: int
    effect: int


class ClaimTaken(NamedTuple):
    """`price` is what was due after discounts; 0 for a claim benefit and for GMI."""

    seat: int
    claim: int
    price: int


class ClaimRevealed(NamedTuple):
    claim: int


class ClaimDeckEmpty(NamedTuple):
    pass


class LayerDrilled(NamedTuple):
    seat: int
    layer: int
    rocks: int
    ignored: int
    damage: int  # the marker's position afterwards


class DrillFrozen(NamedTuple):
    seat: int


class BrineExtracted(NamedTuple):
    seat: int
    claim: int


class ClaimExhausted(NamedTuple):
    seat: int
    claim: int


class Produced(NamedTuple):
    """Brine became products; `optimised`: product of the extra unit, 0 for none (geothermal 1, lithium 2)."""

    seat: int
    geothermal: int
    lithium: int
    optimised: int
    brine: int


class PlantDamaged(NamedTuple):
    seat: int
    points: int
    damage: int


class Repaired(NamedTuple):
    seat: int
    drill: int
    plant: int


class Sold(NamedTuple):
    seat: int
    corporation: int
    units: tuple[int, int, int]
    money: int  # due: fees plus quantity bonus


class AssetRaised(NamedTuple):
    corporation: int
    position: int


class FeesChanged(NamedTuple):
    corporation: int
    fee: int


class CorporationClosed(NamedTuple):
    corporation: int


class Paid(NamedTuple):
    """`cards`: their types, visible to their owner; others see the values (CRD-15)."""

    seat: int
    due: int
    cards_hidden: tuple[int, ...]
    values: tuple[int, ...]


class Collected(NamedTuple):
    """`due` owed, `total` received; face-up types are public, of blind cards only the number per value."""

    seat: int
    due: int
    total: int
    faces: tuple[int, ...]
    blinds: tuple[int, int, int]


class BlindDrawn(NamedTuple):
    seat: int
    cards_hidden: tuple[int, ...]


class VpGained(NamedTuple):
    """`source`: claim, contract, card, tile, objective, research, develop, sale."""

    seat: int
    vp: int
    source: str


class Developed(NamedTuple):
    seat: int
    position: int


class WarehouseOpened(NamedTuple):
    seat: int
    number: int


class EngineerHired(NamedTuple):
    seat: int
    hired: int


class ContractTaken(NamedTuple):
    seat: int
    contract: int


class ResearchTaken(NamedTuple):
    seat: int
    research: int
    price: int


class ShareGained(NamedTuple):
    seat: int
    corporation: int
    position: int


class ShareLost(NamedTuple):
    """A free share that SHR-3 or SHR-6 does not allow (EXE-4)."""

    seat: int
    corporation: int


class TileTaken(NamedTuple):
    seat: int
    tile: int


class StackEmpty(NamedTuple):
    seat: int
    corporation: int


class BenefitLost(NamedTuple):
    """A benefit that cannot be received or was declined (EXE-5, EXE-7): `what` is claim or money."""

    seat: int
    what: str


class FinancingDrawn(NamedTuple):
    seat: int
    card_hidden: int


class FinancingEmpty(NamedTuple):
    seat: int


class ObjectiveTaken(NamedTuple):
    seat: int
    objective: int


class TurnBegan(NamedTuple):
    seat: int


class TurnEnded(NamedTuple):
    seat: int


class GmiCardTurned(NamedTuple):
    card: int


class GmiRefused(NamedTuple):
    """An action of the card that GMI cannot do: a reason code with parameters, as in `reasons`."""

    card: int
    kind: int
    code: str
    params: tuple[int, ...]


class GmiActed(NamedTuple):
    """The first action it can do."""

    card: int
    kind: int


class GmiDecided(NamedTuple):
    """What decided among targets: a code of `gmi.turn` with parameters (GMI-21)."""

    kind: int
    code: str
    params: tuple[int, ...]


class GmiPassed(NamedTuple):
    card: int


class GmiCardAdded(NamedTuple):
    card: int


class RoundEnded(NamedTuple):
    round: int


class ClaimLeft(NamedTuple):
    claim: int


class MarketDiscarded(NamedTuple):
    """`row`: 0 research, 1 contracts, 2.. action cards by value index."""

    row: int
    card: int


class MarketRevealed(NamedTuple):
    row: int
    cards: tuple[int, ...]


class RoundBegan(NamedTuple):
    round: int
    first: int


class EndTriggered(NamedTuple):
    """Two corporations are closed: the game ends with this round (END-2)."""


class GameEnded(NamedTuple):
    reason: int


Event: TypeAlias = (
    EngineerPlaced
    | PromptPlayed
    | ResearchUsed
    | ContractExecuted
    | TileUsed
    | ActionRepeated
    | ActionCopied
    | ClaimTaken
    | ClaimRevealed
    | ClaimDeckEmpty
    | LayerDrilled
    | DrillFrozen
    | BrineExtracted
    | ClaimExhausted
    | Produced
    | PlantDamaged
    | Repaired
    | Sold
    | AssetRaised
    | FeesChanged
    | CorporationClosed
    | Paid
    | Collected
    | BlindDrawn
    | VpGained
    | Developed
    | WarehouseOpened
    | EngineerHired
    | ContractTaken
    | ResearchTaken
    | ShareGained
    | ShareLost
    | TileTaken
    | StackEmpty
    | BenefitLost
    | FinancingDrawn
    | FinancingEmpty
    | ObjectiveTaken
    | TurnBegan
    | TurnEnded
    | GmiCardTurned
    | GmiRefused
    | GmiActed
    | GmiDecided
    | GmiPassed
    | GmiCardAdded
    | RoundEnded
    | ClaimLeft
    | MarketDiscarded
    | MarketRevealed
    | RoundBegan
    | EndTriggered
    | GameEnded
)
Events: TypeAlias = list[Event]

# The fact that fair undo names, for each revealing event (TRN-13, GMI-28).
REVEALING: dict[type[Event], str] = {
    ClaimRevealed: "claim_revealed",
    FeesChanged: "fees_revealed",
    BlindDrawn: "blind_cards",
    FinancingDrawn: "financing",
    GmiCardTurned: "gmi_card",
    MarketRevealed: "market_revealed",
}
