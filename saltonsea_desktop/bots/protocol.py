"""What a bot is, and what a seat sees of the running turn."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Protocol

from saltonsea_desktop.games.saltonsea.actions import Action
from saltonsea_desktop.games.saltonsea.state import State


class Bot(Protocol):
    """A computer player. One object serves one seat for one game.

    A bot that plans whole turns may have a further method `recall(seen) -> Action | None`: the answer it planned for
    what `sight` gives now, None when this was not foreseen. It then needs no new world for every micro-step.
    """

    name: str

    def decide(self, world: State, seat: int) -> Action:
        """One of the legal actions of `world`, in which `seat` is asked.

        `world` is always a determinized state (`determinize`), never the true one; it is not changed.
        """
        ...


def recall_of(bot: object) -> Callable[[Hashable], Action | None] | None:
    """The bot's `recall`, None if it does not plan."""
    return getattr(bot, "recall", None)


def sight(s: State, seat: int) -> Hashable:
    """What `seat`, whose turn it is, sees of the running turn. Plans are followed only while this is as foreseen.

    Made of what `view_for` shows the seat: the table, its own board and its own hand.
    """
    c = s.companies[seat]
    return (
        seat, s.round, s.stack[-1].__class__, tuple(s.stack), s.claims, s.assets, s.fees, s.takers, s.rows,
        s.research_row, s.contract_row, c.vp, c.development, c.hr, c.spaces, tuple(c.goods), c.drill_damage,
        c.plant_damage, c.layer, c.extracted, tuple(c.hand), c.fresh, c.table, c.contracts, c.executed, c.research,
        c.shares, c.tiles,
    )  # fmt: skip
