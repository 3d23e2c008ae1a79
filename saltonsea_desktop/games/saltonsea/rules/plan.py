"""The turn plan: for each kind of action, which spaces and card types a given sum can pay, as bit masks.

Made once per component pack. Bits 0.. are the board's spaces, then the card types in order, so that a mask read from
bit 0 upwards is a legal list in `rank` order. A space or card is payable when the money left over after the kind's
least price (`needs.bases`) reaches its threshold: its own cost less its discount, for a card plus its value, since a
Prompt card cannot pay for itself (CRD-2, CRD-16).
"""

from __future__ import annotations

from typing import NamedTuple

from saltonsea_desktop.games.saltonsea.actions import PLACE, PROMPT, Action
from saltonsea_desktop.games.saltonsea.components.tables import FINANCING, PROCESS, REPEAT, Tables

CHUNK = 9


class Ladder(NamedTuple):
    """`masks[i]`: what is payable when the money left over is `low + i`; the last mask holds for everything above."""

    kind: int
    low: int
    last: int
    masks: tuple[int, ...]


class TurnPlan:
    """See the module. `odd`: types whose action is judged one by one (copies and the like in other packs)."""

    __slots__ = ("chunks", "ladders", "lists", "odd", "process", "repeats", "space_bits", "type_bits")

    def __init__(self, t: Tables) -> None:
        first = len(t.spaces)
        self.space_bits = (1 << first) - 1
        self.type_bits: tuple[int, ...] = tuple(1 << first + i for i in range(len(t.types)))
        self.odd: list[tuple[int, int]] = []
        self.repeats: list[tuple[int, int]] = []
        steps: dict[int, list[tuple[int, int]]] = {}
        process: list[list[tuple[int, int]]] = [[], [], [], []]
        items = [(1 << i, t.effects[space.effect], 0) for i, space in enumerate(t.spaces)]
        items += [(bit, t.type_effect[i], t.type_value[i]) for i, bit in enumerate(self.type_bits)]
        for place, (bit, e, value) in enumerate(items):
            if e.kind == PROCESS:
                for fit in (1, 2, 3):
                    process[fit].append((e.process_prices[fit] + e.cost - e.discount + value, bit))
            elif e.kind == REPEAT:
                self.repeats.append((place, bit))
            elif e.kind > FINANCING:
                self.odd.append((place - first, bit))
            else:
                steps.setdefault(e.kind, []).append((e.cost - e.discount + value, bit))
        self.ladders: tuple[Ladder, ...] = tuple(_ladder(kind, steps[kind]) for kind in sorted(steps))
        self.process: tuple[Ladder, ...] = tuple(_ladder(PROCESS, p) for p in process)
        self.chunks = -(-len(items) // CHUNK)
        self.lists: tuple[dict[int, list[Action]], ...] = tuple({} for _ in range(self.chunks))

    def actions(self, mask: int, spaces: int) -> list[Action]:
        """The actions of a mask; `spaces`: the number of board spaces. The list is the caller's own."""
        out: list[Action] = []
        chunk = 0
        while mask:
            low = mask & (1 << CHUNK) - 1
            if low:
                kept = self.lists[chunk]
                found = kept.get(low)
                if found is None:
                    found = []
                    for i in range(CHUNK):
                        if low >> i & 1:
                            place = chunk * CHUNK + i
                            found.append(PLACE[place] if place < spaces else PROMPT[place - spaces])
                    kept[low] = found
                out += found
            mask >>= CHUNK
            chunk += 1
        return out


def _ladder(kind: int, steps: list[tuple[int, int]]) -> Ladder:
    if not steps:
        return Ladder(kind, 0, 0, (0,))
    low, high = min(s for s, _ in steps), max(s for s, _ in steps)
    masks = tuple(sum(bit for step, bit in steps if step <= slack) for slack in range(low, high + 1))
    return Ladder(kind, low, len(masks) - 1, masks)


_plans: dict[int, tuple[Tables, TurnPlan]] = {}


def turn_plan(t: Tables) -> TurnPlan:
    """The plan of a pack, made on first use."""
    found = _plans.get(id(t))
    if found is None or found[0] is not t:
        found = (t, TurnPlan(t))
        _plans[id(t)] = found
    return found[1]
