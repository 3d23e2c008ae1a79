"""Cyclic garbage is collected in the window's thread only.

Python collects in whichever thread happens to allocate. The autosave thread allocates; if it collected a cycle that
holds a widget, Qt would destroy that widget outside its thread and crash. So automatic collection is off while a
window lives, and a timer collects in its place.
"""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

INTERVAL_MS = 2000


class GarbageCollector(QObject):
    """Switches automatic collection off until `close`, or until the last of several is closed."""

    _alive = 0

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._open = True
        GarbageCollector._alive += 1
        gc.disable()
        self._thresholds = gc.get_threshold()
        self._timer = QTimer(self)
        self._timer.setInterval(INTERVAL_MS)
        self._timer.timeout.connect(self.check)
        self._timer.start()

    def check(self) -> int:
        """Collect the oldest generation that is due, as Python would; returns its number, -1 for none."""
        counts = gc.get_count()
        for generation in (2, 1, 0):
            if counts[generation] > self._thresholds[generation]:
                gc.collect(generation)
                return generation
        return -1

    def close(self) -> None:
        """Let Python collect by itself again; calling it twice does nothing more."""
        if not self._open:
            return
        self._open = False
        self._timer.stop()
        GarbageCollector._alive -= 1
        if not GarbageCollector._alive:
            gc.enable()
