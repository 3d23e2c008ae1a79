"""Bots play whole games: complete, legal, the same again, and bounded."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Hashable
from pathlib import Path

import pytest

from saltonsea_desktop.bots import BOTS, Bot, Greedy, RandomBot
from saltonsea_desktop.bots.greedy import LINES, Search
from saltonsea_desktop.bots.play import (
    GameResult,
    IllegalChoiceError,
    choose,
    decision_seed,
    play_game,
    seats_for,
)
from saltonsea_desktop.bots.values import WEIGHTS
from saltonsea_desktop.games.saltonsea.actions import DONE, END_TURN, TURN_GMI_CARD, Action
from saltonsea_desktop.games.saltonsea.determinize import determinize
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.notation import notation
from saltonsea_desktop.games.saltonsea.resolve import apply
from saltonsea_desktop.games.saltonsea.scoring import outcome
from saltonsea_desktop.games.saltonsea.setup import setup
from saltonsea_desktop.games.saltonsea.state import END_NAMES, State, digest
from tests.bots.positions import TABLES, after, asked, turn

TABLE: list[tuple[str, ...]] = [
    ("greedy", "gmi"),
    ("random", "gmi"),
    ("greedy", "greedy"),
    ("random", "random"),
    ("greedy", "random", "greedy"),
    ("greedy", "greedy", "random", "greedy"),
]


def replayed(result: GameResult) -> State:
    """The end of the game by the recorded actions, each of which must be legal (F60)."""
    state = setup(TABLES, seats_for(result.names), result.seed)
    for action in result.played:
        assert action in legal_actions(state)
        state, _ = apply(state, action)
    return state


@pytest.mark.parametrize("names", TABLE, ids=",".join)
def test_games_are_complete_and_legal(names: tuple[str, ...]) -> None:
    result = play_game(TABLES, names, 4, record=True)
    end = replayed(result)
    assert end.over
    final = outcome(end)
    assert (result.scores, result.winners, result.places) == (final.scores, final.winners, final.places)
    assert result.money == final.money
    assert (result.rounds, result.end) == (end.round, END_NAMES[end.end])
    assert result.actions == len(result.played)
    assert 3 <= result.rounds <= 20


@pytest.mark.parametrize("names", TABLE[:3], ids=",".join)
def test_the_same_seed_gives_the_same_game(names: tuple[str, ...]) -> None:
    first, again = (play_game(TABLES, names, 12, record=True) for _ in range(2))
    assert first == again
    assert play_game(TABLES, names, 13, record=True).played != first.played


def test_a_recorded_game_is_the_game_without_recording() -> None:
    with_actions, without = (play_game(TABLES, ("random",) * 3, 3, record=record) for record in (True, False))
    assert without.played == ()
    assert (with_actions.scores, with_actions.actions) == (without.scores, without.actions)


def test_easy_games_differ_in_gmis_hand_only() -> None:
    hard, easy = (play_game(TABLES, ("random", "gmi"), 3, easy=easy) for easy in (False, True))
    assert hard != easy


GAMES_TEXT = """
from saltonsea_desktop.bots.play import play_game
from saltonsea_desktop.games.saltonsea.components.tables import default_tables
from saltonsea_desktop.games.saltonsea.notation import notation
tables = default_tables()
text = notation(tables).text
for names in (("greedy", "gmi"), ("greedy", "random", "greedy")):
    print(" ".join(map(text, play_game(tables, names, 21, record=True).played)))
"""


def test_games_do_not_depend_on_the_hash_seed() -> None:
    digests = set()
    for hash_seed in ("1", "77"):
        result = subprocess.run(
            [sys.executable, "-c", GAMES_TEXT],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            cwd=Path(__file__).resolve().parents[2],
        )
        assert result.stdout.count(b"\n") == 2
        digests.add(hashlib.sha256(result.stdout).hexdigest())
    assert len(digests) == 1


# ----------------------------------------------------------------------------------------------- one decision


class Spy:
    """A bot that notes the worlds it is given and answers as told."""

    name = "spy"

    def __init__(self, answer: Action | None = None) -> None:
        self.answer = answer
        self.worlds: list[State] = []

    def decide(self, world: State, seat: int) -> Action:
        self.worlds.append(world)
        return self.answer or legal_actions(world)[-1]


def test_a_bot_gets_the_determinized_world() -> None:
    state = asked(after(3, 5, 60))
    assert state is not None
    seat, before = state.acting, digest(state)
    spy = Spy()
    action = choose(spy, state, seat, 9)
    assert action == legal_actions(state)[-1]
    assert digest(state) == before
    (world,) = spy.worlds
    assert digest(world) == digest(determinize(state, seat, 9)) != before


def test_a_single_legal_action_needs_no_bot() -> None:
    state = after(1, 2, 0)
    while legal_actions(state) != [END_TURN]:
        state, _ = apply(state, legal_actions(state)[0])
    spy = Spy()
    assert choose(spy, state, state.acting, 1) is END_TURN
    assert not spy.worlds


def test_an_illegal_answer_never_reaches_the_game() -> None:
    state = asked(after(2, 5, 0))
    assert state is not None
    with pytest.raises(IllegalChoiceError, match=r'The bot "spy" chose .*, which is not legal\.'):
        choose(Spy(TURN_GMI_CARD), state, state.acting, 1)


def test_only_the_seat_that_is_asked_is_answered_for() -> None:
    state = after(2, 5, 0)
    with pytest.raises(ValueError, match=r"^Seat [01] is not asked; the game waits for seat [01]\.$"):
        choose(RandomBot(), state, 1 - state.acting, 1)


def test_a_plan_is_followed_only_when_it_is_legal() -> None:
    class Planner(Spy):
        planned: Action = DONE
        asked_for: Hashable = None

        def recall(self, seen: Hashable) -> Action | None:
            self.asked_for = seen
            return self.planned

    state = asked(after(2, 5, 0))
    assert state is not None
    bot = Planner()
    assert choose(bot, state, state.acting, 1) == legal_actions(state)[-1]
    assert bot.asked_for is not None
    assert len(bot.worlds) == 1
    bot.planned = legal_actions(state)[0]
    assert choose(bot, state, state.acting, 1) == legal_actions(state)[0]
    assert len(bot.worlds) == 1


def test_decision_seeds_differ() -> None:
    seeds = {decision_seed(game, number) for game in range(40) for number in range(40)}
    assert len(seeds) == 1600


def test_random_is_uniform() -> None:
    legal: list[Action] = list(legal_actions(after(2, 3, 0)))
    bot, counts = RandomBot(8), dict.fromkeys(map(repr, legal), 0)
    for _ in range(300 * len(legal)):
        counts[repr(bot.pick(legal))] += 1
    assert all(200 < n < 400 for n in counts.values())


# ----------------------------------------------------------------------------------------------- greedy's turns


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_search_changes_nothing_and_ends(seats: int) -> None:
    for seed in range(6):
        state = turn(seats, 100 + seed, 1 + seed)
        if state is None:
            continue
        seat = state.acting
        world = determinize(state, seat, seed)
        before = digest(world)
        search = Search(world, seat, WEIGHTS)
        actions = search.turn(world)
        assert digest(world) == before
        assert actions[-1] is END_TURN
        assert 1 <= search.lines <= LINES
        assert len(actions) <= 80
        for action in actions:
            assert world.acting == seat
            assert action in legal_actions(world)
            world, _ = apply(world, action)


def test_greedy_searches_once_a_turn_unless_something_is_revealed() -> None:
    state, bots = setup(TABLES, 2, 6), [Counting(), Counting()]
    turns = actions = 0
    while not state.over:
        if len(legal_actions(state)) > 1:
            actions += 1
        action = choose(bots[state.acting], state, state.acting, decision_seed(6, actions))
        turns += action is END_TURN
        state, _ = apply(state, action)
    searches = sum(bot.searches for bot in bots)
    assert turns <= searches * 1.02  # a turn with a single legal action is rare
    assert searches < 1.4 * turns
    assert searches < actions / 2


class Counting(Greedy):
    def __init__(self) -> None:
        super().__init__()
        self.searches = 0

    def decide(self, world: State, seat: int) -> Action:
        self.searches += 1
        return super().decide(world, seat)


# ----------------------------------------------------------------------------------------------- players by name


def test_bots_by_name() -> None:
    assert list(BOTS) == ["random", "greedy"]
    for name, make in BOTS.items():
        bot: Bot = make(3)
        assert bot.name == name


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ((), "A game has 2 to 4 seats, not 0; a solo game has a player and gmi."),
        (("greedy",), "A game has 2 to 4 seats, not 1; a solo game has a player and gmi."),
        (("random",) * 5, "A game has 2 to 4 seats, not 5; a solo game has a player and gmi."),
        (("random", "clever"), 'There is no player "clever"; known are random, greedy, gmi.'),
        (("gmi", "random"), '"gmi" plays only solo games: it must be the second of exactly two seats.'),
        (("gmi", "gmi"), '"gmi" plays only solo games: it must be the second of exactly two seats.'),
        (("gmi",), '"gmi" plays only solo games: it must be the second of exactly two seats.'),
        (("random", "gmi", "random"), '"gmi" plays only solo games: it must be the second of exactly two seats.'),
    ],
)
def test_bad_seats_are_one_sentence(names: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(ValueError) as caught:
        seats_for(names)
    assert str(caught.value) == sentence


def test_notation_of_every_chosen_action() -> None:
    texts = [notation(TABLES).text(action) for action in play_game(TABLES, ("greedy", "gmi"), 1, record=True).played]
    assert texts.count("end") > 15
    assert "gmi" in texts
