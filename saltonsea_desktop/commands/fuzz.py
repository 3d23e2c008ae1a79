"""Play random games and check the laws of the engine: positions, actions, undo, saves, hidden information.

The first broken law ends the run with exit code 1; the game up to there is written as a save, and its line, which
`fuzz --line` plays again, is printed."""

from __future__ import annotations

import argparse
import signal
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from saltonsea_desktop.commands import (
    SEEDS,
    BadInput,
    CheckFailed,
    Parser,
    add_components,
    load_tables,
    number,
    shown,
    words,
)

if TYPE_CHECKING:
    from saltonsea_desktop.games.saltonsea.components.tables import Tables
    from saltonsea_desktop.games.saltonsea.laws import Record
    from saltonsea_desktop.session.session import GameSession


class Task(NamedTuple):
    """One game. `every`: deep laws in one step of so many, by chance; 0 only the quickest."""

    seats: int
    seed: int
    every: int
    easy: bool
    families: bool


@dataclass(frozen=True, slots=True)
class Result:
    """What one game came to. `line` repeats it; `kinds`: of action that occurred; `size`: of its save in bytes."""

    task: Task
    problems: tuple[str, ...]
    line: str
    actions: int
    kinds: frozenset[str]
    size: int


def add_arguments(parser: Parser) -> None:
    parser.add_argument("--games", type=number(1, 10_000_000), default=200, metavar="N", help="how many (200)")
    parser.add_argument(
        "--seats",
        type=words,
        default=("1", "2", "3", "4"),
        metavar="N,N,...",
        help="numbers of seats in turn (1,2,3,4)",
    )
    parser.add_argument("--seed", type=number(0, SEEDS - 1), default=0, metavar="S", help="of the first game (0)")
    parser.add_argument(
        "--every",
        type=number(0, 10_000),
        default=20,
        metavar="K",
        help="look at the costly laws in one step of K, 0 never (20); the others are looked at in every step",
    )
    parser.add_argument("--jobs", type=number(1, 256), default=1, metavar="J", help="processes that share the work (1)")
    parser.add_argument("--line", metavar="LINE", help="play this line, as printed by a failure, and nothing else")
    parser.add_argument(
        "--out", type=Path, default=Path(), metavar="FOLDER", help="where the save of a failure goes (here)"
    )
    add_components(parser)


def run(options: argparse.Namespace) -> None:
    tables = load_tables(options.components)
    if not options.out.is_dir():
        raise BadInput(f"{options.out}: there is no such folder.")
    if options.line is not None:
        _run_line(tables, options)
        return
    tasks = tasks_for(options.games, _seat_numbers(options.seats), options.seed, options.every)
    games = actions = size = 0
    kinds: set[str] = set()
    for result in results(tables, tasks, options.jobs):
        if result.problems:
            _fail(tables, result, options.out)
        games, actions, size = games + 1, actions + result.actions, max(size, result.size)
        kinds |= result.kinds
    saves = f"; largest save {size} bytes" if size else ""
    print(f"{games} games, {actions} actions, {len(kinds)} kinds of action{saves}; every law held")


def _seat_numbers(texts: tuple[str, ...]) -> tuple[int, ...]:
    for text in texts:
        if text not in ("1", "2", "3", "4"):
            raise BadInput(f"Argument --seats: numbers of seats are 1 (solo) to 4, not {shown(text)}.")
    return tuple(map(int, texts))


def tasks_for(games: int, seats: tuple[int, ...], seed: int, every: int) -> Iterator[Task]:
    """The games of a run: in turn the numbers of seats, then both kinds of chance; every second solo game is easy."""
    for i in range(games):
        turn, place = divmod(i, len(seats))
        yield Task(seats[place], (seed + i) % SEEDS, every, easy=turn % 4 >= 2, families=turn % 2 == 1)


def results(tables: Tables, tasks: Iterator[Task], jobs: int) -> Iterator[Result]:
    """Their outcomes in order; with several `jobs` played ahead in other processes."""
    if jobs == 1:
        for task in tasks:
            yield play(tables, task)
        return
    from saltonsea_desktop.bots.tournament import born_deaf, workers

    ahead: deque[Future[Result]] = deque()
    try:
        with workers(jobs, _begin, tables) as pool:
            for task in tasks:
                with born_deaf():
                    ahead.append(pool.submit(_play, task))
                if len(ahead) > 4 * jobs:
                    yield ahead.popleft().result()
            while ahead:
                yield ahead.popleft().result()
    except BrokenProcessPool:
        raise CheckFailed("A worker process ended unexpectedly.") from None


_tables: Tables | None = None


def _begin(tables: Tables) -> None:
    global _tables
    _tables = tables
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it is not blocked from birth


def _play(task: Task) -> Result:
    assert _tables is not None
    return play(_tables, task)


def play(tables: Tables, task: Task) -> Result:
    """One random game with all laws, those of session and saves included."""
    from saltonsea_desktop.games.saltonsea.laws import kinds_used, play_random_game

    easy = task.easy and task.seats == 1
    record = play_random_game(tables, task.seats, task.seed, task.every, easy=easy, families=task.families)
    problems, size = list(record.problems), 0
    if not problems and task.every:
        try:
            problems, size = session_problems(record)
        except Exception as error:  # a fault of session or saves is a finding like any other
            problems = [f"{type(error).__name__} in session or save: {error}"]
    return Result(
        task, tuple(problems), record.line(), len(record.actions), frozenset(kinds_used(record.actions)), size
    )


def _run_line(tables: Tables, options: argparse.Namespace) -> None:
    from saltonsea_desktop.games.saltonsea.laws import check_line, kinds_used

    try:
        record = check_line(tables, options.line)
    except ValueError as error:
        raise BadInput(f"Argument --line: {error}.") from None
    problems = record.problems or session_problems(record)[0]
    task = Task(record.seats, record.seed, 1, record.easy, families=False)
    if problems:
        result = Result(task, tuple(problems), record.line(), len(record.actions), frozenset(), 0)
        _fail(tables, result, options.out)
    print(f"{len(record.actions)} actions, {len(kinds_used(record.actions))} kinds of action; every law held")


# ---------------------------------------------------------------- session and saves


def session_of(record: Record, actions: int | None = None) -> GameSession:
    """The line of a record (its first `actions` steps) as a session in practice mode. Raises IllegalAction."""
    from saltonsea_desktop.session.options import GameOptions, SeatOptions
    from saltonsea_desktop.session.session import GameSession

    if record.seats == 1:
        seats: tuple[SeatOptions, ...] = (SeatOptions("Player", "human", 0), SeatOptions("GMI", "gmi", 1))
    else:
        seats = tuple(SeatOptions(f"Seat {seat + 1}", "human", seat) for seat in range(record.seats))
    session = GameSession(GameOptions(seats, record.seed, record.easy, "practice"), record.tables)
    session.replay(record.actions[:actions])
    return session


def session_problems(record: Record) -> tuple[list[str], int]:
    """What is wrong with the finished line as a game at the table, and the size of its save in bytes.

    Saved and opened it is the same game, also with undone steps; an action that is not legal and one that comes too
    late change nothing; fair undo stops exactly at what a step revealed.
    """
    from saltonsea_desktop.games.saltonsea.notation import notation
    from saltonsea_desktop.games.saltonsea.state import digest
    from saltonsea_desktop.session.session import IllegalAction, StaleAction
    from saltonsea_desktop.storage.save import decode, document, encode, open_document

    bad: list[str] = []
    session = session_of(record)
    if digest(session.state) != digest(record.state):
        bad.append("the session ends elsewhere than the engine")
    size = 0
    back = 3 + record.seed % 40  # steps to take back, so that the save has undone ones
    for undone in (0, min(back, session.position)):
        while len(session.history.undone) < undone and session.undo_status().allowed:
            session.undo()
        data = encode(document(session))
        size = max(size, len(data))
        loaded = open_document(decode(data, "save"), record.tables, "save")
        other = loaded.session
        if loaded.lost:
            bad.append(f"a save cannot be replayed: {loaded.lost}")
        elif digest(other.state) != digest(session.state):
            bad.append("an opened save is another position")
        elif len(other.history.undone) != len(session.history.undone) or other.actions() != session.actions():
            bad.append("an opened save has another history")
        elif encode(document(other)) != data:
            bad.append("an opened save is saved differently")
    before, place = digest(session.state), session.position
    legal = session.legal()
    wrong = next((x for x in notation(record.tables).every().values() if x not in legal), None)
    if wrong is not None:
        try:
            session.submit(wrong)
            bad.append("the session carries out what is not legal")
        except IllegalAction:
            pass
    if legal:
        try:
            session.submit(legal[0], place + 1)
            bad.append("the session carries out what was meant for another position")
        except StaleAction:
            pass
    if digest(session.state) != before or session.position != place:
        bad.append("a refused action left a trace")
    while session.can_redo():
        session.redo()
    if digest(session.state) != digest(record.state) or session.position != len(record.actions):
        bad.append("redo does not lead back to the end")
    return bad, size


# ---------------------------------------------------------------- failures


def _fail(tables: Tables, result: Result, folder: Path) -> None:
    """Print what broke and how to see it again; write the game up to there. Always raises CheckFailed."""
    from saltonsea_desktop.games.saltonsea.laws import check_line
    from saltonsea_desktop.session.session import IllegalAction
    from saltonsea_desktop.storage.save import SUFFIX, write_save

    task = result.task
    path = folder / f"fuzz-{task.seats}-{task.seed}{SUFFIX}"
    try:
        write_save(path, session_of(check_line(tables, result.line, every=0), result.actions))
        written = f"The game up to there: {path}"
    except (OSError, ValueError, IllegalAction) as error:
        written = f"The game up to there could not be written to {path} ({error})."
    for problem in result.problems:
        print(f"broken: {problem}")
    print(written)
    print("To see it again:")
    print(f'    saltonsea-desktop fuzz --line "{result.line}"')
    raise CheckFailed(
        f"Game {task.seed} with {task.seats} seats broke a law after {result.actions} actions: {result.problems[0]}."
    )
