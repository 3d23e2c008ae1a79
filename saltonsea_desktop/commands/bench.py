"""Measure the speed of rules, bots and saves on one core (docs/performance.md).

Everything is warmed up first; each figure is the median of several repetitions. The machine should have nothing else to
do: figures of a busy one are easily a third lower."""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from saltonsea_desktop.commands import Parser, add_components, add_json, load_tables, number, print_json, table

if TYPE_CHECKING:
    from saltonsea_desktop.games.saltonsea.actions import Action
    from saltonsea_desktop.games.saltonsea.components.tables import Tables
    from saltonsea_desktop.games.saltonsea.state import State

SEATS = 4
CALLS = 20  # in a row on one position, for one time


class Figure(NamedTuple):
    """One line of the report. `target`: "" or what issue and documentation ask for."""

    name: str
    value: float
    unit: str
    target: str


def add_arguments(parser: Parser) -> None:
    parser.add_argument("--repeat", type=number(1, 100), default=5, metavar="N", help="repetitions of each figure (5)")
    parser.add_argument(
        "--games", type=number(1, 10_000), default=60, metavar="N", help="random games in one repetition (60)"
    )
    parser.add_argument(
        "--greedy-seconds", type=number(0, 600), default=10, metavar="S", help="time for greedy games, 0 for none (10)"
    )
    add_json(parser)
    add_components(parser)


def run(options: argparse.Namespace) -> None:
    tables = load_tables(options.components)
    figures = measure(tables, options.repeat, options.games, options.greedy_seconds)
    if options.json:
        print_json(
            {
                "python": sys.version.split()[0],
                "pack": tables.digest,
                "repeat": options.repeat,
                "figures": {f.name: {"value": f.value, "unit": f.unit, "target": f.target} for f in figures},
            }
        )
        return
    print(f"Python {sys.version.split()[0]}, one core, {SEATS} seats, median of {options.repeat} repetitions")
    print()
    print(table([("figure", "value", "", "target"), *((f.name, _short(f.value), f.unit, f.target) for f in figures)]))


def _short(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.2f}"


def measure(tables: Tables, repeat: int, games: int, greedy_seconds: float) -> list[Figure]:
    """All figures. `games` random games make one repetition; greedy games are played for about `greedy_seconds`."""
    for seed in range(min(games, 10)):
        play_random(tables, seed)
    figures = [*_throughput(tables, repeat, games), *_calls(tables, repeat, min(games, 8))]
    if greedy_seconds:
        figures.append(_greedy(tables, greedy_seconds))
    return figures + _saves(tables, repeat)


def play_random(tables: Tables, seed: int) -> int:
    """One random game with `legal_actions` and `advance`, its setup included; the number of its actions (plies)."""
    from saltonsea_desktop.games.saltonsea.legal import legal_actions
    from saltonsea_desktop.games.saltonsea.resolve import advance
    from saltonsea_desktop.games.saltonsea.setup import setup

    draw = random.Random(seed).random
    state = setup(tables, SEATS, seed)
    plies = 0
    while state.stack:
        legal = legal_actions(state)
        advance(state, legal[int(draw() * len(legal))])
        plies += 1
    return plies


def _throughput(tables: Tables, repeat: int, games: int) -> list[Figure]:
    plies_rates, game_rates, lengths = [], [], []
    for repetition in range(repeat):
        first = repetition * games
        start = time.perf_counter()
        plies = sum(play_random(tables, seed) for seed in range(first, first + games))
        seconds = time.perf_counter() - start
        plies_rates.append(plies / seconds)
        game_rates.append(games / seconds)
        lengths.append(plies / games)
    return [
        Figure("random plies", statistics.median(plies_rates), "/s", ">= 60,000"),
        Figure("random games", statistics.median(game_rates), "/s", ">= 200"),
        Figure("plies in a random game", statistics.median(lengths), "", ""),
    ]


def _positions(tables: Tables, games: int) -> list[tuple[State, Action]]:
    """Every position of some random games, with the action that was chosen in it."""
    from saltonsea_desktop.games.saltonsea.legal import legal_actions
    from saltonsea_desktop.games.saltonsea.resolve import apply
    from saltonsea_desktop.games.saltonsea.setup import setup

    found: list[tuple[State, Action]] = []
    for seed in range(games):
        draw = random.Random(seed).random
        state = setup(tables, SEATS, seed)
        while state.stack:
            legal = legal_actions(state)
            action = legal[int(draw() * len(legal))]
            found.append((state, action))
            state, _ = apply(state, action)
    return found


def _calls(tables: Tables, repeat: int, games: int) -> list[Figure]:
    """Medians over positions of the time of one call, in microseconds."""
    from saltonsea_desktop.games.saltonsea.legal import legal_actions
    from saltonsea_desktop.games.saltonsea.resolve import apply

    positions = _positions(tables, games)

    def legal(state: State, action: Action) -> object:
        return legal_actions(state)

    def applied(state: State, action: Action) -> object:
        return apply(state, action)

    def copied(state: State, action: Action) -> object:
        return state.copy()

    def nothing(state: State, action: Action) -> object:
        return None

    def median(call: Callable[[State, Action], object]) -> float:
        medians = []
        for _ in range(repeat):
            times = []
            for state, action in positions:
                start = time.perf_counter()
                for _ in range(CALLS):
                    call(state, action)
                times.append(time.perf_counter() - start)
            medians.append(statistics.median(times) / CALLS * 1e6)
        return statistics.median(medians)

    gc.collect()
    empty = median(nothing)  # the loop and the call around
    return [
        Figure(name, max(0.0, median(call) - empty), "us", target)
        for name, call, target in (
            ("legal actions", legal, "<= 5"),
            ("apply", applied, "<= 5"),
            ("copy", copied, "<= 4"),
        )
    ]


def _greedy(tables: Tables, seconds: float) -> Figure:
    from saltonsea_desktop.bots.play import play_game

    play_game(tables, ("greedy",) * SEATS, 0)
    start = time.perf_counter()
    games = 0
    while time.perf_counter() - start < seconds:
        games += 1
        play_game(tables, ("greedy",) * SEATS, games)
    return Figure("greedy games", games / (time.perf_counter() - start) * 10, "/10 s", ">= 50")


def _saves(tables: Tables, repeat: int) -> list[Figure]:
    """A finished random game as a save."""
    from saltonsea_desktop.bots.play import play_game
    from saltonsea_desktop.session.options import GameOptions, SeatOptions
    from saltonsea_desktop.session.session import GameSession
    from saltonsea_desktop.storage.save import decode, document, encode, open_document

    seats = tuple(SeatOptions(f"Seat {seat + 1}", "random", seat) for seat in range(SEATS))
    sizes, writing, reading = [], [], []
    for seed in range(repeat + 1):
        session = GameSession(GameOptions(seats, seed), tables)
        session.replay(list(play_game(tables, ("random",) * SEATS, seed, record=True).played))
        start = time.perf_counter()
        data = encode(document(session))
        middle = time.perf_counter()
        open_document(decode(data, "save"), tables, "save")
        end = time.perf_counter()
        if seed:  # the first is for warming up
            sizes.append(len(data))
            writing.append((middle - start) * 1e3)
            reading.append((end - middle) * 1e3)
    return [
        Figure("save of a finished game", statistics.median(sizes), "bytes", "<= 4,096"),
        Figure("making a save", statistics.median(writing), "ms", ""),
        Figure("opening a save", statistics.median(reading), "ms", ""),
    ]
