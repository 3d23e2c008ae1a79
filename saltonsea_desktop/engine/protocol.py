"""What a game offers to everything above it. `games.saltonsea.game` is the first that does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

S = TypeVar("S")
A = TypeVar("A")


class Standing(NamedTuple):
    """The end of a game: places per seat (ties share one), winners (none, one, several or all) and what decided."""

    places: tuple[int, ...]
    winners: tuple[int, ...]
    decided_by: str


class Game(Protocol[S, A]):
    """Rules as functions. States are never changed by `apply`; `advance` changes in place, for search."""

    def legal_actions(self, state: S) -> list[A]:
        """Sorted, unique; empty only when the game is over."""
        ...

    def apply(self, state: S, action: A) -> tuple[S, list[Any]]:
        """(state afterwards, events); `action` is one of `legal_actions(state)`."""
        ...

    def advance(self, state: S, action: A) -> None: ...

    def active_seats(self, state: S) -> Sequence[int]:
        """The seats that are asked now; empty when the game is over."""
        ...

    def barrier(self, before: S, action: A, after: S, events: list[Any]) -> str:
        """Why a fair undo may not take this step back, "" if it may."""
        ...

    def text(self, state: S, action: A) -> str:
        """The canonical notation."""
        ...

    def parse(self, state: S, text: str) -> A: ...

    def digest(self, state: S) -> str: ...
