"""Many games between bots: `simulate`, and what came of them. The result does not depend on the number of processes."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from math import sqrt
from multiprocessing import active_children, get_context
from typing import Any

from saltonsea_desktop.bots.play import GameResult, play_game, seats_for
from saltonsea_desktop.engine.rng import seeded
from saltonsea_desktop.games.saltonsea.components.tables import Tables
from saltonsea_desktop.games.saltonsea.scoring import CATEGORIES
from saltonsea_desktop.games.saltonsea.setup import SEED_LIMIT

SHARE = 12  # a win in twelfths: 1, 2, 3 or 4 winners split it without rounding
MOST_GAMES = 10_000_000
MOST_JOBS = 256


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """One seat over all games. `categories`: mean VP by `scoring.CATEGORIES`."""

    name: str
    mean: float
    deviation: float
    least: int
    most: int
    wins: float  # share of the games, a tie is split among its winners
    categories: dict[str, float]


@dataclass(frozen=True, slots=True)
class Summary:
    """What `simulate` found."""

    seats: tuple[SeatSummary, ...]
    games: int
    seed: int
    easy: bool
    rounds: dict[int, int]  # number of rounds -> games
    ends: dict[str, int]  # end reason -> games
    decided: dict[str, int]  # points, money, shared -> games
    mean_rounds: float
    mean_actions: float  # micro-steps of a game, GMI's cards included
    most_actions: int

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON values; the keys of `rounds` become texts."""
        out = asdict(self)
        out["seats"] = list(out["seats"])
        out["rounds"] = {str(number): games for number, games in self.rounds.items()}
        return out


def game_seed(seed: int, game: int) -> int:
    """The seed of the `game`-th game (from 0) of a tournament; `play_game` repeats it alone."""
    return seeded(seeded(seed) + game) % SEED_LIMIT


def simulate(
    tables: Tables, seats: Sequence[str], games: int, seed: int = 0, jobs: int = 1, easy: bool = False
) -> Summary:
    """Play `games` games between the players `seats`, in this order; each game draws its first seat itself.

    `jobs` processes share the work. `easy`: GMI without a starting hand. Raises ValueError with one sentence.
    """
    seats_for(seats)
    for what, number, least, most in (
        ("number of games", games, 1, MOST_GAMES),
        ("number of jobs", jobs, 1, MOST_JOBS),
        ("seed", seed, 0, SEED_LIMIT - 1),
    ):
        if not least <= number <= most:
            raise ValueError(f"The {what} must be a whole number from {least} to {most}, not {number}.")
    names = tuple(seats)
    jobs = min(jobs, games)
    if jobs == 1:
        return _summary(names, games, seed, easy, (_row(tables, names, seed, game, easy) for game in range(games)))
    size = max(1, min(250, games // (jobs * 4)))
    starts = range(0, games, size)
    with workers(jobs, _begin, tables) as pool:
        with born_deaf():
            parts = [pool.submit(_part, (names, seed, start, min(start + size, games), easy)) for start in starts]
        return _summary(names, games, seed, easy, (row for part in parts for row in part.result()))


# scores by category, winners, rounds, end reason, decided by, actions
Row = tuple[tuple[tuple[int, ...], ...], tuple[int, ...], int, str, str, int]


def _row(tables: Tables, names: tuple[str, ...], seed: int, game: int, easy: bool) -> Row:
    result: GameResult = play_game(tables, names, game_seed(seed, game), easy)
    scores = tuple(tuple(score) for score in result.scores)
    return scores, result.winners, result.rounds, result.end, result.decided_by, result.actions


@contextmanager
def workers(jobs: int, begin: Callable[[Tables], None], tables: Tables) -> Iterator[ProcessPoolExecutor]:
    """A pool whose processes call `begin(tables)` first. An exception or interrupt ends them at once, mid-game."""
    others = set(active_children())
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), begin, (tables,))
    try:
        yield pool
    except BaseException:
        for process in set(active_children()) - others:  # futures fail then; cancelled ones would upset the executor
            process.kill()
        raise
    finally:
        pool.shutdown()


@contextmanager
def born_deaf() -> Iterator[None]:
    """Processes started in here never hear an interrupt, not even while they are still importing.

    Ctrl+C in a terminal reaches the whole group; only the parent shall answer it, and end the pool. An interrupt that
    comes meanwhile waits.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_tables: Tables | None = None


def _begin(tables: Tables) -> None:
    global _tables
    _tables = tables
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # where it is not blocked from birth


def _part(task: tuple[tuple[str, ...], int, int, int, bool]) -> list[Row]:
    names, seed, start, stop, easy = task
    assert _tables is not None
    return [_row(_tables, names, seed, game, easy) for game in range(start, stop)]


def _summary(names: tuple[str, ...], games: int, seed: int, easy: bool, rows: Iterator[Row]) -> Summary:
    seats = range(len(names))
    totals: list[list[int]] = [[] for _ in seats]
    categories = [[0] * len(CATEGORIES) for _ in seats]
    wins = [0] * len(names)
    rounds: dict[int, int] = {}
    ends: dict[str, int] = {}
    decided: dict[str, int] = {}
    actions = most_actions = 0
    for scores, winners, number, end, how, steps in rows:
        for seat in seats:
            totals[seat].append(sum(scores[seat]))
            for i, vp in enumerate(scores[seat]):
                categories[seat][i] += vp
        for seat in winners:
            wins[seat] += SHARE // len(winners)
        rounds[number] = rounds.get(number, 0) + 1
        ends[end] = ends.get(end, 0) + 1
        decided[how] = decided.get(how, 0) + 1
        actions += steps
        most_actions = max(most_actions, steps)
    return Summary(
        seats=tuple(
            SeatSummary(
                name=names[seat],
                mean=sum(totals[seat]) / games,
                deviation=_deviation(totals[seat]),
                least=min(totals[seat]),
                most=max(totals[seat]),
                wins=wins[seat] / SHARE / games,
                categories={name: categories[seat][i] / games for i, name in enumerate(CATEGORIES)},
            )
            for seat in seats
        ),
        games=games,
        seed=seed,
        easy=easy,
        rounds=dict(sorted(rounds.items())),
        ends=dict(sorted(ends.items())),
        decided=dict(sorted(decided.items())),
        mean_rounds=sum(number * n for number, n in rounds.items()) / games,
        mean_actions=actions / games,
        most_actions=most_actions,
    )


def _deviation(values: list[int]) -> float:
    """Standard deviation, from exact sums."""
    n = len(values)
    return sqrt(max(0, n * sum(v * v for v in values) - sum(values) ** 2)) / n
