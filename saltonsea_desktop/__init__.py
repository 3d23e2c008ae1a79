"""Salton Sea on the desktop: an unofficial fan version of the board game.

The layers, each used by the next: `engine`, `games`, {`bots`, `session`, `storage`, `campaign`}, `ui`, `app`, `cli`.
"""

from __future__ import annotations

__version__ = "0.1.0"
