"""The options of one game, stamped on it for good."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

SeatKind = Literal["human", "random", "greedy", "gmi"]
UndoMode = Literal["fair", "practice"]
CurtainMode = Literal["auto", "always", "never"]

SEAT_KINDS: tuple[SeatKind, ...] = ("human", "random", "greedy", "gmi")
UNDO_MODES: tuple[UndoMode, ...] = ("fair", "practice")
CURTAIN_MODES: tuple[CurtainMode, ...] = ("auto", "always", "never")
NAME_LENGTH = 40


@dataclass(frozen=True, slots=True)
class SeatOptions:
    """`colour`: index of the seat family of the theme (Agave, Plum, Steel, Sun)."""

    name: str
    kind: SeatKind = "human"
    colour: int = 0


@dataclass(frozen=True, slots=True)
class GameOptions:
    """`seats` in turn order; a solo game has the player first and GMI second. `easy`: GMI-24."""

    seats: tuple[SeatOptions, ...]
    seed: int
    easy: bool = False
    undo: UndoMode = "fair"
    curtain: CurtainMode = "auto"

    @property
    def solo(self) -> bool:
        return any(seat.kind == "gmi" for seat in self.seats)

    def problem(self) -> str:
        """One sentence when these options make no game, else ""."""
        kinds = [seat.kind for seat in self.seats]
        if self.solo and (len(kinds) != 2 or kinds[1] != "gmi" or kinds[0] == "gmi"):
            return "A solo game has two seats, GMI in the second."
        if not 2 <= len(kinds) <= 4:
            return f"A game has 2 to 4 seats, not {len(kinds)}."
        if any(kind not in SEAT_KINDS for kind in kinds):
            return f"A seat is one of {', '.join(SEAT_KINDS)}."
        if len({seat.colour for seat in self.seats}) != len(kinds):
            return "Two seats have the same colour."
        if any(not seat.name.strip() or len(seat.name) > NAME_LENGTH for seat in self.seats):
            return f"A name has 1 to {NAME_LENGTH} characters."
        if not 0 <= self.seed < 2**53:
            return "A deal number is a whole number from 0 to 9007199254740991."
        return ""
