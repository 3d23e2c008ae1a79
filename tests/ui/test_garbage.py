"""Cyclic garbage is collected in the window's thread only."""

from __future__ import annotations

import gc
import weakref

from pytestqt.qtbot import QtBot

from saltonsea_desktop.ui.garbage import GarbageCollector


class Knot:
    def __init__(self) -> None:
        self.self = self


def test_collection_is_off_while_one_lives_and_the_timer_does_it(qtbot: QtBot) -> None:
    first, second = GarbageCollector(), GarbageCollector()
    try:
        assert not gc.isenabled()
        gc.collect()
        gone = weakref.ref(Knot())
        # enough to make the youngest generation due
        kept: list[list[int]] = [[] for _ in range(gc.get_threshold()[0] + 50)]
        assert gone() is not None
        assert first.check() >= 0
        assert gone() is None
        assert kept
        first.close()
        first.close()
        assert not gc.isenabled()
    finally:
        first.close()
        second.close()
    assert gc.isenabled()
