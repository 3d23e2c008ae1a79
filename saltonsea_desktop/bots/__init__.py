"""Computer players. They see what a player sees: a determinized world, never the true state (docs/bots.md)."""

from __future__ import annotations

from collections.abc import Callable

from saltonsea_desktop.bots.greedy import Greedy
from saltonsea_desktop.bots.protocol import Bot
from saltonsea_desktop.bots.random_bot import RandomBot

BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "greedy": Greedy}
"""Bots by name: seed -> a bot for one seat of one game."""

__all__ = ["BOTS", "Bot", "Greedy", "RandomBot"]
