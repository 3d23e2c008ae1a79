"""Letting bots answer: one decision (`choose`) and whole games without a screen (`play_game`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from saltonsea_desktop.bots import BOTS
from saltonsea_desktop.bots.protocol import Bot, recall_of, sight
from saltonsea_desktop.bots.random_bot import RandomBot
from saltonsea_desktop.engine.rng import MASK, seeded
from saltonsea_desktop.games.saltonsea.actions import Action
from saltonsea_desktop.games.saltonsea.components.tables import Tables
from saltonsea_desktop.games.saltonsea.determinize import determinize
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.resolve import advance
from saltonsea_desktop.games.saltonsea.scoring import Breakdown, outcome
from saltonsea_desktop.games.saltonsea.setup import setup
from saltonsea_desktop.games.saltonsea.state import END_NAMES, State

GMI = "gmi"
MOST_SEATS = 4


class IllegalChoiceError(RuntimeError):
    """A bot answered with an action that is not legal: a fault of the bot, never let into the game."""


def decision_seed(game_seed: int, actions: int) -> int:
    """The seed of a decision: from the game's seed and the number of actions before it, unlike the game's numbers."""
    return seeded(seeded(game_seed ^ MASK) + actions)


def choose(bot: Bot, state: State, seat: int, seed: int) -> Action:
    """The bot's answer in the true `state`, of which it gets only a determinized world.

    The world depends on what `seat` sees and on `seed` (see `decision_seed`): equal views give equal answers. A single
    legal action is taken without asking the bot. Raises ValueError if `seat` is not asked, IllegalChoiceError.
    """
    if state.acting != seat:
        raise ValueError(f"Seat {seat} is not asked; the game waits for seat {state.acting}.")
    legal = legal_actions(state)
    if len(legal) == 1:
        return legal[0]
    recall = recall_of(bot)
    if recall is not None:
        planned = recall(sight(state, seat))
        if planned is not None and planned in legal:
            return planned
    action = bot.decide(determinize(state, seat, seed), seat)
    if action not in legal:
        raise IllegalChoiceError(f'The bot "{bot.name}" chose {action}, which is not legal.')
    return action


def seats_for(names: Sequence[str]) -> int:
    """The number of seats to set up for these players, 1 with GMI. Raises ValueError with one sentence."""
    for name in names:
        if name != GMI and name not in BOTS:
            known = ", ".join([*BOTS, GMI])
            raise ValueError(f'There is no player "{name}"; known are {known}.')
    if GMI in names:
        if len(names) != 2 or names[1] != GMI or names[0] == GMI:
            raise ValueError(f'"{GMI}" plays only solo games: it must be the second of exactly two seats.')
        return 1
    if not 2 <= len(names) <= MOST_SEATS:
        raise ValueError(f"A game has 2 to {MOST_SEATS} seats, not {len(names)}; a solo game has a player and {GMI}.")
    return len(names)


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a game ended. Per seat: `scores`, `money`, `places`; `winners` are seats, several when they share."""

    seed: int
    names: tuple[str, ...]
    scores: tuple[Breakdown, ...]
    money: tuple[int, ...]
    places: tuple[int, ...]
    winners: tuple[int, ...]
    decided_by: str
    rounds: int
    end: str  # END_NAMES: claims or closed
    actions: int  # micro-steps, GMI's cards included
    played: tuple[Action, ...]  # all of them, if asked for


def play_game(tables: Tables, names: Sequence[str], seed: int, easy: bool = False, record: bool = False) -> GameResult:
    """One game between `names` (see `seats_for`), the same for the same arguments. `easy`: GMI without a starting hand.

    Random bots are not given a determinized world: legal actions depend on the view only.
    """
    state = setup(tables, seats_for(names), seed, easy)
    bots = [BOTS[name](seeded(seed + 1 + seat)) if name != GMI else None for seat, name in enumerate(names)]
    pickers = [bot.pick if isinstance(bot, RandomBot) else None for bot in bots]
    recalls = [recall_of(bot) for bot in bots]
    stack = state.stack
    played: list[Action] = []
    actions = 0
    while stack:
        legal = legal_actions(state)
        action = legal[0]
        if len(legal) > 1:
            seat = stack[-1].seat
            pick = pickers[seat]
            if pick is not None:
                action = pick(legal)
            else:
                recall = recalls[seat]
                planned = recall(sight(state, seat)) if recall is not None else None
                if planned is not None and planned in legal:
                    action = planned
                else:
                    bot = bots[seat]
                    assert bot is not None
                    action = choose(bot, state, seat, decision_seed(seed, actions))
        advance(state, action)
        actions += 1
        if record:
            played.append(action)
    result = outcome(state)
    return GameResult(
        seed=seed,
        names=tuple(names),
        scores=result.scores,
        money=result.money,
        places=result.places,
        winners=result.winners,
        decided_by=result.decided_by,
        rounds=state.round,
        end=END_NAMES[state.end],
        actions=actions,
        played=tuple(played),
    )
