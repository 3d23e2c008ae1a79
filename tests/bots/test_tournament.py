"""Tournaments: sums, ties, processes, bad input."""

from __future__ import annotations

import json
from typing import Any

import pytest

from saltonsea_desktop.bots.play import play_game
from saltonsea_desktop.bots.tournament import Summary, _summary, game_seed, simulate
from saltonsea_desktop.games.saltonsea.scoring import CATEGORIES
from tests.bots.positions import TABLES


def test_the_summary_is_what_the_single_games_give() -> None:
    names = ("random", "greedy", "random")
    summary = simulate(TABLES, names, 6, seed=9)
    results = [play_game(TABLES, names, game_seed(9, game)) for game in range(6)]
    for seat, found in enumerate(summary.seats):
        totals = [result.scores[seat].total for result in results]
        assert found.name == names[seat]
        assert found.mean == sum(totals) / 6
        assert (found.least, found.most) == (min(totals), max(totals))
        assert found.deviation == pytest.approx((sum((x - found.mean) ** 2 for x in totals) / 6) ** 0.5)
        assert list(found.categories) == list(CATEGORIES)
        assert sum(found.categories.values()) == pytest.approx(found.mean)
    assert sum(seat.wins for seat in summary.seats) == pytest.approx(1)
    assert sum(summary.rounds.values()) == sum(summary.ends.values()) == sum(summary.decided.values()) == 6
    assert summary.mean_rounds == sum(result.rounds for result in results) / 6
    assert summary.mean_actions == sum(result.actions for result in results) / 6
    assert summary.most_actions == max(result.actions for result in results)


def test_ties_are_split() -> None:
    names = ("a", "b", "c")
    winners: list[tuple[int, ...]] = [(0,), (0, 1), (0, 1, 2), (2,)]
    score = (1, 0, 0, 0, 0, 0, 0, 0, 0)
    rows = [((score,) * 3, won, 5, "claims", "shared" if len(won) > 1 else "points", 100) for won in winners]
    summary = _summary(names, 4, 0, False, iter(rows))
    assert [seat.wins * 4 for seat in summary.seats] == pytest.approx([1 + 1 / 2 + 1 / 3, 1 / 2 + 1 / 3, 1 / 3 + 1])
    assert summary.decided == {"points": 2, "shared": 2}
    assert summary.ends == {"claims": 4}
    assert summary.rounds == {5: 4}


def test_the_number_of_processes_does_not_matter() -> None:
    names = ("random", "greedy")
    one, two = (simulate(TABLES, names, 9, seed=4, jobs=jobs) for jobs in (1, 2))
    assert one == two
    assert simulate(TABLES, names, 9, seed=5) != one


def test_solo_and_easy() -> None:
    hard, easy = (simulate(TABLES, ("random", "gmi"), 12, seed=1, easy=easy) for easy in (False, True))
    assert [seat.name for seat in hard.seats] == ["random", "gmi"]
    assert (hard.easy, easy.easy) == (False, True)
    assert easy.seats[1] != hard.seats[1]


def test_as_dict_is_plain_json() -> None:
    summary: Summary = simulate(TABLES, ("random", "random"), 3, seed=1)
    out: dict[str, Any] = json.loads(json.dumps(summary.as_dict()))
    assert out == summary.as_dict()
    assert out["games"] == 3
    assert out["seats"][0]["categories"]["board"] == summary.seats[0].categories["board"]
    assert {int(number) for number in out["rounds"]} == set(summary.rounds)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seats": ("greedy",)}, "A game has 2 to 4 seats, not 1; a solo game has a player and gmi."),
        ({"seats": ("gmi", "greedy")}, '"gmi" plays only solo games: it must be the second of exactly two seats.'),
        ({"games": 0}, "The number of games must be a whole number from 1 to 10000000, not 0."),
        ({"jobs": 0}, "The number of jobs must be a whole number from 1 to 256, not 0."),
        ({"seed": -1}, "The seed must be a whole number from 0 to 9007199254740991, not -1."),
    ],
)
def test_bad_arguments_are_one_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError) as caught:
        simulate(TABLES, **{"seats": ("random", "random"), "games": 1, **change})
    assert str(caught.value) == sentence
