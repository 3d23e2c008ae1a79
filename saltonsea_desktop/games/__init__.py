"""The games of the package, by id."""

from __future__ import annotations

GAMES: dict[str, str] = {"saltonsea": "saltonsea_desktop.games.saltonsea"}
