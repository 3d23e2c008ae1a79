"""Positions for the tests of the bots: states reached by random play."""

from __future__ import annotations

from saltonsea_desktop.bots.random_bot import RandomBot
from saltonsea_desktop.games.saltonsea.choices import TurnChoice
from saltonsea_desktop.games.saltonsea.components.tables import default_tables
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.resolve import advance
from saltonsea_desktop.games.saltonsea.setup import setup
from saltonsea_desktop.games.saltonsea.state import State

TABLES = default_tables()


def after(seats: int, seed: int, steps: int) -> State:
    """The state after `steps` random actions, or just before the game is over."""
    state, bot = setup(TABLES, seats, seed), RandomBot(seed)
    for _ in range(steps):
        advanced = state.copy()
        advance(advanced, bot.pick(legal_actions(state)))
        if advanced.over:
            break
        state = advanced
    return state


def asked(state: State) -> State | None:
    """The next state in which a person, not GMI, has a real choice; None if the game ends before."""
    bot = RandomBot(1)
    while not state.over:
        legal = legal_actions(state)
        if len(legal) > 1 and state.acting != state.gmi_seat:
            return state
        advance(state, bot.pick(legal))
    return None


def turn(seats: int, seed: int, round_number: int) -> State | None:
    """The beginning of a person's turn in the given round or later, None if the game ends before."""
    state, bot = setup(TABLES, seats, seed), RandomBot(seed)
    while not state.over:
        top = state.stack[-1]
        if isinstance(top, TurnChoice) and top.tile and state.round >= round_number:
            return state
        advance(state, bot.pick(legal_actions(state)))
    return None
