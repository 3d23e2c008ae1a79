"""The turn plan: for each kind of action, which spaces and card types a given sum can pay, as bit masks.

Made once per component pack. The lowest bits are the board's spaces; above them every card type has a byte, of which
the lowest bit counts, so that the numbers in a hand become a mask in a few steps (`hand_mask`). A mask read upwards is
a legal list in `rank` order. A space or card is payable when the money left over after the kind's least price
(`needs.judge`) reaches its threshold: its own cost less its discount, for a card plus its value, since a Prompt card
cannot pay for itself (CRD-2, CRD-16).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeVar

from saltonsea_desktop.games.saltonsea.actions import PAY, PLACE, PROMPT, Action
from saltonsea_desktop.games.saltonsea.components.tables import (
    CONTRACT,
    DEVELOP,
    DRILL,
    EXTRACT,
    FINANCING,
    LICENCE,
    PROCESS,
    REPAIR,
    REPEAT,
    RESEARCH,
    SELL,
    SHARES,
    Tables,
)

CAN_DRILL, CAN_EXTRACT, CAN_SELL, CAN_CONTRACT = 1, 2, 4, 8
FREE_KINDS = ((DRILL, CAN_DRILL), (EXTRACT, CAN_EXTRACT), (SELL, CAN_SELL), (CONTRACT, CAN_CONTRACT))
CHUNK = 8  # card types looked up together
CHUNK_BITS = (1 << 8 * CHUNK) - 1

A = TypeVar("A", bound=Action)


class Ladder(NamedTuple):
    """`masks[i]`: what is payable when the money left over is `low + i`; the last mask holds for everything above."""

    low: int
    last: int
    masks: tuple[int, ...]


class TurnPlan:
    """See the module. `odd`: types whose action is judged one by one (copies and the like in other packs)."""

    __slots__ = (
        "bytes_one", "develop", "first", "licence", "odd", "pays", "process", "prompts", "repair", "repeats",
        "research", "shares", "space_bits", "space_lists", "unpriced", "value_masks",
    )  # fmt: skip

    def __init__(self, t: Tables) -> None:
        self.first = first = len(t.spaces)
        self.space_bits = (1 << first) - 1
        self.bytes_one = sum(1 << 8 * i for i in range(len(t.types)))
        self.odd: list[tuple[int, int]] = []
        self.repeats: list[tuple[int, int]] = []
        steps: dict[int, list[tuple[int, int]]] = {}
        process: list[list[tuple[int, int]]] = [[], [], [], []]
        items = [(1 << i, t.effects[space.effect], 0) for i, space in enumerate(t.spaces)]
        items += [(1 << first + 8 * i, t.type_effect[i], t.type_value[i]) for i in range(len(t.types))]
        for place, (bit, e, value) in enumerate(items):
            if e.kind == PROCESS:
                for fit in (1, 2, 3):
                    process[fit].append((e.process_prices[fit] + e.cost - e.discount + value, bit))
            elif e.kind == REPEAT and place < first:
                self.repeats.append((e.index, bit))
            elif e.kind > FINANCING or e.kind == REPEAT:
                self.odd.append((place - first, bit))
            else:
                steps.setdefault(e.kind, []).append((e.cost - e.discount + value, bit))
        self.process: tuple[Ladder, ...] = tuple(_ladder(p) for p in process)
        self.licence, self.repair, self.develop, self.research, self.shares = (
            _ladder(steps.get(kind, [])) for kind in (LICENCE, REPAIR, DEVELOP, RESEARCH, SHARES)
        )
        # kinds without a price: one ladder for each combination of those that are possible
        self.unpriced: tuple[Ladder, ...] = tuple(
            _ladder(
                steps.get(FINANCING, [])
                + [step for kind, flag in FREE_KINDS if flags & flag for step in steps.get(kind, [])]
            )
            for flags in range(16)
        )
        # per combination of values (a bit each): the types of these values
        self.value_masks: tuple[int, ...] = tuple(
            sum(1 << 8 * i for i, value in enumerate(t.type_value) if values >> (value >> 1) & 1) for values in range(8)
        )
        self.space_lists: dict[int, list[Action]] = {}
        chunks = -(-len(t.types) // CHUNK)
        self.prompts: tuple[dict[int, list[Action]], ...] = tuple({} for _ in range(chunks))
        self.pays: tuple[dict[int, list[Action]], ...] = tuple({} for _ in range(chunks))

    def turn_actions(self, mask: int) -> list[Action]:
        """The spaces and Prompt actions of a mask. The list is the caller's own."""
        low = mask & self.space_bits
        found = self.space_lists.get(low)
        if found is None:
            found = self.space_lists[low] = [PLACE[i] for i in range(self.first) if low >> i & 1]
        return found + _listed(mask >> self.first, self.prompts, PROMPT)

    def pay_actions(self, mask: int) -> list[Action]:
        """The payments with the card types of a mask of bytes."""
        return _listed(mask, self.pays, PAY)

    def hand_mask(self, numbers: Sequence[int]) -> int:
        """A byte per card type: 1 where the number is not 0 (numbers up to 255)."""
        x = int.from_bytes(bytes(numbers), "little")
        x |= x >> 4  # bits of the next byte come in from above, but never reach the lowest bit
        x |= x >> 2
        x |= x >> 1
        return x & self.bytes_one


def _listed(mask: int, kept: tuple[dict[int, list[Action]], ...], actions: tuple[A, ...]) -> list[Action]:
    out: list[Action] = []
    chunk = 0
    while mask:
        low = mask & CHUNK_BITS
        if low:
            found = kept[chunk].get(low)
            if found is None:
                first = chunk * CHUNK
                found = kept[chunk][low] = [actions[first + i] for i in range(CHUNK) if low >> 8 * i & 1]
            out += found
        mask >>= 8 * CHUNK
        chunk += 1
    return out


def _ladder(steps: list[tuple[int, int]]) -> Ladder:
    if not steps:
        return Ladder(0, 0, (0,))
    low, high = min(s for s, _ in steps), max(s for s, _ in steps)
    masks = tuple(sum(bit for step, bit in steps if step <= slack) for slack in range(low, high + 1))
    return Ladder(low, len(masks) - 1, masks)


def turn_plan(t: Tables) -> TurnPlan:
    """The plan of a pack, made on first use."""
    plan: TurnPlan | None = t.memory.plan
    if plan is None:
        plan = t.memory.plan = TurnPlan(t)
    return plan
