"""A region: one zone of the table. It turns a `Scene` into pieces; it keeps nothing but caches."""

from __future__ import annotations

from typing import Protocol

from saltonsea_desktop.ui.board.board import Board, Scene


class Region(Protocol):
    """`arrange` calls `board.piece(...)` for everything it shows, with data that is hashable and complete."""

    def __init__(self, board: Board) -> None: ...

    def arrange(self, scene: Scene) -> None: ...
