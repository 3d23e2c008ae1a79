"""The random bot: any legal action, all equally likely."""

from __future__ import annotations

from saltonsea_desktop.engine.rng import below, seeded
from saltonsea_desktop.games.saltonsea.actions import Action
from saltonsea_desktop.games.saltonsea.legal import legal_actions
from saltonsea_desktop.games.saltonsea.state import State


class RandomBot:
    """Chooses uniformly with a generator of its own, begun with `seed`. Legal actions depend on the view only."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self._rng = seeded(seed)

    def pick(self, legal: list[Action]) -> Action:
        """One of `legal`; a single one uses no chance."""
        if len(legal) == 1:
            return legal[0]
        self._rng, i = below(self._rng, len(legal))
        return legal[i]

    def decide(self, world: State, seat: int) -> Action:
        return self.pick(legal_actions(world))
