"""Benchmarks of the hot path, for `pytest --benchmark-enable tests/test_bench.py`; nothing timed is asserted.

An ordinary run does each of them once and checks what it did, so that they cannot rot. The figures of the
documentation come from `saltonsea-desktop bench` (docs/performance.md).
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from saltonsea_desktop.bots.play import play_game
from saltonsea_desktop.commands import bench
from saltonsea_desktop.games.saltonsea.actions import Action
from saltonsea_desktop.games.saltonsea.components.tables import default_tables
from saltonsea_desktop.games.saltonsea.determinize import determinize
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.resolve import apply
from saltonsea_desktop.games.saltonsea.setup import setup
from saltonsea_desktop.games.saltonsea.state import State, digest, dump
from saltonsea_desktop.games.saltonsea.view import view_for

ROOT = Path(__file__).resolve().parent.parent
TABLES = default_tables()
Position = tuple[State, Action]


@pytest.fixture(scope="module")
def positions() -> list[Position]:
    """A hundred positions of random games, of all kinds, with an action."""
    found = bench._positions(TABLES, 3)
    return random.Random(1).sample(found, 100)


def test_random_game(benchmark: BenchmarkFixture) -> None:
    plies = benchmark(bench.play_random, TABLES, 5)
    assert plies == bench.play_random(TABLES, 5) > 100


def test_legal_actions(benchmark: BenchmarkFixture, positions: list[Position]) -> None:
    lists = benchmark(lambda: [legal_actions(state) for state, _ in positions])
    assert all(action in legal for legal, (_, action) in zip(lists, positions, strict=True))


def test_apply(benchmark: BenchmarkFixture, positions: list[Position]) -> None:
    results = benchmark(lambda: [apply(state, action) for state, action in positions])
    assert all(after != state for (after, _), (state, _) in zip(results, positions, strict=True))


def test_copy(benchmark: BenchmarkFixture, positions: list[Position]) -> None:
    copies = benchmark(lambda: [state.copy() for state, _ in positions])
    assert copies == [state for state, _ in positions]


def test_setup(benchmark: BenchmarkFixture) -> None:
    state = benchmark(setup, TABLES, 4, 9)
    assert len(state.companies) == 4


def test_determinize(benchmark: BenchmarkFixture, positions: list[Position]) -> None:
    worlds = benchmark(lambda: [determinize(state, state.acting, 1) for state, _ in positions])
    assert all(view_for(w, s.acting) == view_for(s, s.acting) for w, (s, _) in zip(worlds, positions, strict=True))


def test_view(benchmark: BenchmarkFixture, positions: list[Position]) -> None:
    views = benchmark(lambda: [view_for(state, state.acting) for state, _ in positions])
    assert [view.acting for view in views] == [state.acting for state, _ in positions]


def test_dump_and_digest(benchmark: BenchmarkFixture, positions: list[Position]) -> None:
    digests = benchmark(lambda: [digest(state) for state, _ in positions])
    assert len(set(digests)) == len({repr(dump(state)) for state, _ in positions})


def test_greedy_game(benchmark: BenchmarkFixture) -> None:
    result = benchmark(play_game, TABLES, ("greedy", "random"), 3)
    assert result == play_game(TABLES, ("greedy", "random"), 3)


# ---------------------------------------------------------------- the command's own parts


def test_the_median_of_repetitions() -> None:
    figures = {figure.name: figure for figure in bench.measure(TABLES, repeat=2, games=1, greedy_seconds=0)}
    assert figures["random plies"].value / figures["random games"].value == pytest.approx(
        figures["plies in a random game"].value, rel=0.5
    )
    assert 500 < figures["save of a finished game"].value < 4096
    assert figures["apply"].value > figures["copy"].value > 0


def test_the_document_has_a_row_for_every_figure() -> None:
    text = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| ([a-z][^|]*?) \| [^|]+ \|([^|]*)\|", text, re.MULTILINE))
    figures = bench.measure(TABLES, repeat=1, games=1, greedy_seconds=0.01)
    for figure in figures:
        assert figure.name in rows, figure.name
        number = figure.target.replace(">= ", "").replace("<= ", "")
        assert number in rows[figure.name]
