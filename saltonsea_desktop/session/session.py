"""GameSession: the one door through which a game changes.

Every change goes through `submit`, `undo`, `redo` or `restart_turn`; each returns an `Update` and tells the
subscribers. Screens draw `view()` and offer `legal()`; they decide nothing about legality.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from saltonsea_desktop.engine.history import Command, History
from saltonsea_desktop.games.saltonsea.actions import Action
from saltonsea_desktop.games.saltonsea.choices import EndTurnChoice, GmiChoice, TurnChoice
from saltonsea_desktop.games.saltonsea.components.tables import Tables
from saltonsea_desktop.games.saltonsea.events import Event, TurnEnded
from saltonsea_desktop.games.saltonsea.game import GAME
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.notation import notation
from saltonsea_desktop.games.saltonsea.reasons import Reason, why_not
from saltonsea_desktop.games.saltonsea.scoring import Outcome, outcome
from saltonsea_desktop.games.saltonsea.setup import setup
from saltonsea_desktop.games.saltonsea.state import State
from saltonsea_desktop.games.saltonsea.view import TableView, public_event, view_for
from saltonsea_desktop.session.options import GameOptions


class IllegalAction(ValueError):
    """An action that is not legal now; `reason` says why. Nothing has changed."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.code)
        self.reason = reason


class StaleAction(ValueError):
    """The submission was meant for an earlier position (a double click, a late bot): nothing has changed."""


@dataclass(frozen=True, slots=True)
class Update:
    """What a change did. `kind`: do, undo, redo or load; `steps` commands moved; `events` of the last `do`/`redo`."""

    kind: str
    steps: int
    actor: int
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class UndoStatus:
    """Whether undo is possible, else the code of the fact that stops it ("start" at the beginning)."""

    allowed: bool
    code: str = ""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One command in the log, as one seat may see it. `number` counts from 0; `undone`: folded and grey."""

    number: int
    actor: int
    events: tuple[Event, ...]
    round: int
    undone: bool


Listener = Callable[[Update], None]


class GameSession:
    """One game with its history. `marked`: practice undo went past a barrier, so the result is marked (TRN-13)."""

    def __init__(self, options: GameOptions, tables: Tables) -> None:
        problem = options.problem()
        if problem:
            raise ValueError(problem)
        self.options = options
        self.tables = tables
        self.marked = options.undo == "practice"
        seats = 1 if options.solo else len(options.seats)
        start = setup(tables, seats, options.seed, options.easy)
        self.history: History[State, Action] = History(start, GAME.apply, _actor, self._barrier)
        self._listeners: list[Listener] = []
        self._digests: dict[int, tuple[Command[State, Action], str]] = {}

    # ------------------------------------------------------------ reading

    @property
    def state(self) -> State:
        """The true state: for rules, bots (determinized) and storage, not for screens."""
        return self.history.state

    @property
    def position(self) -> int:
        """The number of commands done: the token that makes a submission idempotent."""
        return len(self.history.done)

    @property
    def over(self) -> bool:
        return not self.state.stack

    @property
    def humans(self) -> tuple[int, ...]:
        return tuple(i for i, seat in enumerate(self.options.seats) if seat.kind == "human")

    @property
    def viewer(self) -> int:
        """The seat whose hand may be shown: the acting human, else the human who acted last, -1 without humans.

        While GMI or a computer plays, the person who has just played still sits at the machine (CRD-12).
        """
        humans = self.humans
        acting = self.state.acting
        if acting in humans:
            return acting
        for command in reversed(self.history.done):
            if command.actor in humans:
                return command.actor
        return humans[0] if humans else -1

    def acting_kind(self) -> str:
        """The kind of the seat that is asked, "" when the game is over."""
        acting = self.state.acting
        return self.options.seats[acting].kind if acting >= 0 else ""

    def view(self, seat: int | None = None) -> TableView:
        """The table for `seat` (default: the viewer); open hands once the game is over."""
        return view_for(self.state, self.viewer if seat is None else seat, open_hands=self.over)

    def legal(self) -> list[Action]:
        return legal_actions(self.state)

    def why_not(self, action: Action) -> Reason | None:
        return why_not(self.state, action)

    def text(self, action: Action) -> str:
        return notation(self.tables).text(action)

    def outcome(self) -> Outcome:
        """The final scoring as the table stands now; of the finished game once it is over."""
        return outcome(self.state)

    def round_digests(self) -> tuple[tuple[int, str], ...]:
        """(number of commands, digest) at every round's end so far; each digest is made once."""
        out = []
        for number, command in enumerate(self.history.done, 1):
            if command.before.round != command.after.round or not command.after.stack:
                kept = self._digests.get(id(command))
                if kept is None or kept[0] is not command:
                    kept = (command, GAME.digest(command.after))
                    self._digests[id(command)] = kept
                out.append((number, kept[1]))
        return tuple(out)

    def actions(self) -> list[Action]:
        return [command.action for command in self.history.done]

    def log(self, seat: int | None = None) -> list[LogEntry]:
        """Every command as `seat` may see it, abandoned and undone ones included, in the order they were done."""
        eyes = self.viewer if seat is None else seat
        out: list[LogEntry] = []
        lines: dict[int, list[tuple[Command[State, Action], ...]]] = {}
        for line in self.history.abandoned:
            lines.setdefault(line.at, []).append(line.commands)
        for number in range(len(self.history.done) + 1):
            for commands in lines.get(number, ()):
                out.extend(self._entry(number + i, c, eyes, True) for i, c in enumerate(commands))
            if number < len(self.history.done):
                out.append(self._entry(number, self.history.done[number], eyes, False))
        out.extend(
            self._entry(len(self.history.done) + i, c, eyes, True) for i, c in enumerate(reversed(self.history.undone))
        )
        return out

    def last_entry(self, seat: int | None = None) -> LogEntry:
        """The log entry of the last command. Raises IndexError at the start."""
        eyes = self.viewer if seat is None else seat
        return self._entry(self.position - 1, self.history.done[-1], eyes, False)

    def _entry(self, number: int, command: Command[State, Action], eyes: int, undone: bool) -> LogEntry:
        gmi, shown = self.state.gmi_seat, self.over
        events = tuple(public_event(event, eyes, gmi, shown) for event in command.events)
        return LogEntry(number, command.actor, events, command.before.round, undone)

    # ------------------------------------------------------------ changing

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` after every change; returns the function that ends it."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener) if listener in self._listeners else None

    def submit(self, action: Action, position: int | None = None) -> Update:
        """Do `action` if it is legal. `position`: the `position` the caller saw. Raises IllegalAction, StaleAction."""
        if position is not None and position != self.position:
            raise StaleAction(f"the game has moved on from step {position}")
        reason = why_not(self.state, action)
        if reason is not None:
            raise IllegalAction(reason)
        command = self.history.do(action)
        return self._tell(Update("do", 1, command.actor, command.events))

    def undo_status(self) -> UndoStatus:
        """Fair undo stops at barriers and at other seats' moves; practice undo only at the start."""
        if not self.history.done:
            return UndoStatus(False, "start")
        if self.options.undo == "practice":
            human = self.humans
            if human and not any(command.actor in human for command in self.history.done):
                return UndoStatus(False, "start")
            return UndoStatus(True)
        last = self.history.done[-1]
        if last.barrier:
            return UndoStatus(False, last.barrier)
        if last.actor not in self.humans:
            return UndoStatus(False, "other_seat")
        return UndoStatus(True)

    def undo(self) -> Update:
        """One step back; in practice mode other seats' replies go together with the human's step before them."""
        status = self.undo_status()
        if not status.allowed:
            raise ValueError(status.code)
        steps = 1
        command = self.history.undo()
        humans = self.humans
        while humans and command.actor not in humans and self.history.done:
            command = self.history.undo()
            steps += 1
        return self._tell(Update("undo", steps, command.actor, ()))

    def redo(self) -> Update:
        """One step forward again, with the automatic replies that had followed it. Raises ValueError without one."""
        if not self.history.undone:
            raise ValueError("nothing was undone")
        command = self.history.redo()
        steps = 1
        events = list(command.events)
        humans = self.humans
        while humans and self.history.undone and self.history.undone[-1].actor not in humans:
            command = self.history.redo()
            events.extend(command.events)
            steps += 1
        return self._tell(Update("redo", steps, command.actor, tuple(events)))

    def can_redo(self) -> bool:
        return bool(self.history.undone)

    def turn_start(self) -> int:
        """Number of commands before the running turn (of the acting seat)."""
        acting = self.state.acting
        done = self.history.done
        n = len(done)
        while n and done[n - 1].actor == acting and not _begins_turn(done[n - 1]):
            n -= 1
        return n

    def cancel_start(self) -> int:
        """Number of commands before the unfinished action, or the present number when none is running."""
        state = self.state
        if not state.stack or isinstance(state.stack[-1], (TurnChoice, EndTurnChoice, GmiChoice)):
            return self.position
        done = self.history.done
        n = len(done)
        while n and not isinstance(done[n - 1].before.stack[-1], (TurnChoice, EndTurnChoice)):
            n -= 1
        return max(0, n - 1)

    def rewind(self, position: int) -> Update:
        """Undo down to `position` commands or to the barrier on the way; ValueError when not one step is possible."""
        steps, actor = 0, self.state.acting
        while len(self.history.done) > position and self.undo_status().allowed:
            actor = self.history.undo().actor
            steps += 1
        if not steps:
            raise ValueError(self.undo_status().code or "start")
        return self._tell(Update("undo", steps, actor, ()))

    def restart_turn(self) -> Update:
        return self.rewind(self.turn_start())

    def cancel(self) -> Update:
        """Take the whole unfinished action back, as far as barriers allow."""
        return self.rewind(self.cancel_start())

    def replay(self, actions: list[Action], undone: int = 0) -> None:
        """Do recorded actions without telling anyone; the last `undone` of them end up undone. Raises IllegalAction."""
        for action in actions:
            reason = why_not(self.state, action)
            if reason is not None:
                raise IllegalAction(reason)
            self.history.do(action)
        for _ in range(undone):
            self.history.undo()

    def _tell(self, update: Update) -> Update:
        for listener in tuple(self._listeners):
            listener(update)
        return update

    def _barrier(self, before: State, action: Action, after: State, events: list[Any]) -> str:
        return GAME.barrier(before, action, after, events)


def _actor(state: State) -> int:
    return state.acting


def _begins_turn(command: Command[State, Action]) -> bool:
    """The command ended a turn, so the next one begins a new one (also for the same seat)."""
    return any(isinstance(event, TurnEnded) for event in command.events)
