"""The command stack: every action of a game with the state before it, its events and its barrier.

Undo and redo move one pointer; redo gives the same states, so the same cards. Doing something else after an undo
keeps the abandoned line, so that a log can show it folded.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

S = TypeVar("S")
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Command(Generic[S, A]):
    """One carried-out action. `actor`: the seat that was asked; `barrier`: why fair undo stops here, or ""."""

    action: A
    actor: int
    before: S
    after: S
    events: tuple[Any, ...]
    barrier: str


@dataclass(frozen=True, slots=True)
class Abandoned(Generic[S, A]):
    """A line that was undone and then replaced: it followed the first `at` commands."""

    at: int
    commands: tuple[Command[S, A], ...]


class History(Generic[S, A]):
    """The line of commands from `start`; `state` is the present."""

    def __init__(
        self,
        start: S,
        apply: Callable[[S, A], tuple[S, list[Any]]],
        actor: Callable[[S], int],
        barrier: Callable[[S, A, S, list[Any]], str],
    ) -> None:
        self._apply = apply
        self._actor = actor
        self._barrier = barrier
        self.start = start
        self.done: list[Command[S, A]] = []
        self.undone: list[Command[S, A]] = []  # next to redo is last
        self.abandoned: list[Abandoned[S, A]] = []

    @property
    def state(self) -> S:
        return self.done[-1].after if self.done else self.start

    def do(self, action: A) -> Command[S, A]:
        """Carry out a legal action. Undone commands become an abandoned line, unless this is the next of them."""
        if self.undone and self.undone[-1].action == action:
            return self.redo()
        before = self.state
        after, events = self._apply(before, action)
        command = Command(
            action, self._actor(before), before, after, tuple(events), self._barrier(before, action, after, events)
        )
        if self.undone:
            self.abandoned.append(Abandoned(len(self.done), tuple(reversed(self.undone))))
            self.undone.clear()
        self.done.append(command)
        return command

    def undo(self) -> Command[S, A]:
        """Take the last command back. Raises IndexError at the start; barriers are the caller's rule."""
        command = self.done.pop()
        self.undone.append(command)
        return command

    def redo(self) -> Command[S, A]:
        """Do the last undone command again, to the very same state. Raises IndexError when there is none."""
        command = self.undone.pop()
        self.done.append(command)
        return command
