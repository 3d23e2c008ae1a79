"""Greedy is a fair first opponent: far above random, close to GMI."""

from __future__ import annotations

import pytest

from saltonsea_desktop.bots.tournament import simulate
from tests.bots.positions import TABLES


@pytest.mark.parametrize(("seats", "games"), [(2, 16), (3, 12), (4, 10)])
def test_greedy_beats_random(seats: int, games: int) -> None:
    summary = simulate(TABLES, ("greedy", *("random",) * (seats - 1)), games, seed=2)
    assert summary.seats[0].wins >= 0.95
    assert summary.seats[0].mean > 2 * max(seat.mean for seat in summary.seats[1:])


def test_greedy_and_gmi_play_close_games() -> None:
    player, gmi = simulate(TABLES, ("greedy", "gmi"), 40, seed=2).seats
    assert 0.25 <= player.wins <= 0.85
    assert abs(player.mean - gmi.mean) < 30


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_games_among_greedy_bots_have_plausible_scores_and_rounds(seats: int) -> None:
    summary = simulate(TABLES, ("greedy",) * seats, 8, seed=5)
    assert 4 <= summary.mean_rounds <= 8
    assert 60 <= sum(seat.mean for seat in summary.seats) / seats <= 115
