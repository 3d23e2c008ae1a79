"""Salton Sea as `engine.protocol.Game`: the functions that session, storage and bots use."""

from __future__ import annotations

from typing import Any

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea.events import REVEALING, TurnEnded
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.notation import notation
from saltonsea_desktop.games.saltonsea.resolve import advance, apply
from saltonsea_desktop.games.saltonsea.state import State, digest

RULES_VERSION = 1  # raised when a rules fix can change what recorded games lead to


class SaltonSea:
    """Stateless; one object serves every game."""

    def legal_actions(self, state: State) -> list[a.Action]:
        return legal_actions(state)

    def apply(self, state: State, action: a.Action) -> tuple[State, list[Any]]:
        new, events = apply(state, action)
        return new, list(events)

    def advance(self, state: State, action: a.Action) -> None:
        advance(state, action)

    def active_seats(self, state: State) -> tuple[int, ...]:
        return (state.acting,) if state.stack else ()

    def barrier(self, before: State, action: a.Action, after: State, events: list[Any]) -> str:
        """TRN-13, GMI-28: revealed information, randomness, or a turn that its company has ended."""
        for event in events:
            code = REVEALING.get(type(event))
            if code:
                return code
        if before.rng != after.rng:
            return "random"
        if any(isinstance(event, TurnEnded) for event in events):
            return "hand_over" if before.acting != after.acting else "turn_ended"
        return ""

    def text(self, state: State, action: a.Action) -> str:
        return notation(state.tables).text(action)

    def parse(self, state: State, text: str) -> a.Action:
        return notation(state.tables).parse(text)

    def digest(self, state: State) -> str:
        return digest(state)


GAME = SaltonSea()
