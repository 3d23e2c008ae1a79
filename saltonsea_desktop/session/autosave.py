"""Autosave: a thread that writes the newest bytes it was given, so that the window never waits for a disk."""

from __future__ import annotations

import threading
from collections.abc import Callable


class Autosaver:
    """`offer` hands over a job (bytes are made in the thread); older jobs that have not begun are dropped.

    `write` is called in the thread with the job's result; `failed` is called there too with the OSError. `close` writes
    what is left and ends the thread.
    """

    def __init__(self, write: Callable[[bytes], None], failed: Callable[[OSError], None]) -> None:
        self._write = write
        self._failed = failed
        self._job: Callable[[], bytes] | None = None
        self._busy = False
        self._closing = False
        self._change = threading.Condition()
        self._thread = threading.Thread(target=self._run, name="autosave")
        self._thread.start()

    def offer(self, job: Callable[[], bytes]) -> None:
        """Write the result of `job` soon. The job must not share anything that changes later."""
        with self._change:
            if self._closing:
                raise RuntimeError("the autosaver is closed")
            self._job = job
            self._change.notify_all()

    def flush(self) -> None:
        """Wait until everything offered is written or has failed."""
        with self._change:
            self._change.wait_for(lambda: self._job is None and not self._busy)

    def close(self) -> None:
        """Write what is left and end the thread; calling it again does nothing."""
        with self._change:
            self._closing = True
            self._change.notify_all()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._job is not None or self._closing)
                job, self._job = self._job, None
                if job is None:
                    return
                self._busy = True
            try:
                self._write(job())
            except OSError as error:
                self._failed(error)
            finally:
                with self._change:
                    self._busy = False
                    self._change.notify_all()
