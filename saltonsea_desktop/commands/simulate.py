"""Play many games between computer players and report scores, rounds, end reasons and winners.

The result depends on the seed and the seats only, not on the number of jobs."""

from __future__ import annotations

import argparse
from concurrent.futures import BrokenExecutor

from saltonsea_desktop.commands import (
    SEEDS,
    BadInput,
    CheckFailed,
    Parser,
    add_components,
    add_json,
    load_tables,
    number,
    print_json,
    table,
    words,
)


def add_arguments(parser: Parser) -> None:
    parser.add_argument(
        "--seats",
        type=words,
        required=True,
        metavar="A,B,...",
        help="players in turn order: two to four of random and greedy, or one of them and gmi",
    )
    parser.add_argument("--games", type=number(1, 10_000_000), default=100, metavar="N", help="how many (100)")
    parser.add_argument("--seed", type=number(0, SEEDS - 1), default=0, metavar="S", help="deals and decides all (0)")
    parser.add_argument("--jobs", type=number(1, 256), default=1, metavar="J", help="processes that share the work (1)")
    parser.add_argument("--easy", action="store_true", help="with gmi: it begins without cards")
    add_json(parser)
    add_components(parser)


def run(options: argparse.Namespace) -> None:
    from saltonsea_desktop.bots.play import seats_for
    from saltonsea_desktop.bots.tournament import Summary, simulate

    try:
        solo = seats_for(options.seats) == 1
    except ValueError as error:
        raise BadInput(f"Argument --seats: {error}") from None
    if options.easy and not solo:
        raise BadInput("The option --easy belongs to games with gmi.")
    tables = load_tables(options.components)
    try:
        summary: Summary = simulate(
            tables, options.seats, options.games, seed=options.seed, jobs=options.jobs, easy=options.easy
        )
    except BrokenExecutor:
        raise CheckFailed("A worker process ended unexpectedly.") from None
    if options.json:
        print_json({"pack": tables.digest, **summary.as_dict()})
        return
    games = summary.games
    print(f"{games} games, seed {summary.seed}, component pack {tables.digest}{', easy' if summary.easy else ''}")
    print()
    rows: list[tuple[object, ...]] = [("seat", "player", "mean VP", "+-", "least", "most", "wins")]
    for place, seat in enumerate(summary.seats, 1):
        rows.append(
            (
                place,
                seat.name,
                f"{seat.mean:.1f}",
                f"{seat.deviation:.1f}",
                seat.least,
                seat.most,
                f"{seat.wins:.1%}",
            )
        )
    print(table(rows, left=2))
    print()
    head = ("VP by category", *(f"{place} {seat.name}" for place, seat in enumerate(summary.seats, 1)))
    categories = list(summary.seats[0].categories)
    print(table([head, *((name, *(f"{s.categories[name]:.1f}" for s in summary.seats)) for name in categories)]))
    print()
    print(f"rounds   {summary.mean_rounds:.2f} on average: {_shares(summary.rounds, games)}")
    print(f"ends     {_shares(summary.ends, games)}")
    print(f"decided  {_shares(summary.decided, games)}")
    print(f"actions  {summary.mean_actions:.0f} on average, {summary.most_actions} at most")


def _shares(counts: dict[int, int] | dict[str, int], games: int) -> str:
    return ", ".join(f"{name} {count / games:.1%}" for name, count in counts.items())
