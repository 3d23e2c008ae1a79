"""Bots in a process of their own, for the window: a thinking bot never delays a frame, and can be ended at any moment.

`BotProcess` is polled from a timer; no call of it waits for the bot. States travel as the plain data of `state.dump`,
answers as notation. A frozen program must call `multiprocessing.freeze_support()` before anything else.
"""

from __future__ import annotations

import json
import signal
import time
import zlib
from collections.abc import Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any, NamedTuple

from saltonsea_desktop.bots import BOTS

LIMIT = 30.0  # seconds a bot may think, its start included, before the watchdog steps in
ATTEMPTS = 2  # processes that may fail at one request
GRACE = 0.03  # seconds that a cancelled bot has to finish on its own
FAREWELL = 0.5  # seconds that the process has to leave on its own


class BotProcessError(RuntimeError):
    """A request got no answer; the message is one sentence. The next request starts afresh."""


class Request(NamedTuple):
    """What travels to the process. `state`: a `state.dump` as packed JSON; `folder`: of the component pack."""

    number: int
    state: bytes
    folder: str | None
    bot: str
    seat: int
    seed: int


class BotProcess:
    """One process for all computer seats. Started by the first request; `close` it at the end.

    `limit`: seconds for one answer; a process that takes longer is killed and the request given to a new one,
    `attempts` times in all.
    """

    def __init__(self, limit: float = LIMIT, attempts: int = ATTEMPTS) -> None:
        self.limit, self.attempts = limit, attempts
        self._process: SpawnProcess | None = None
        self._connection: Connection | None = None
        self._ready = False  # the process waits for a request
        self._number = 0
        self._ticket: Any = None
        self._request: Request | None = None
        self._sent = False
        self._asked = 0.0
        self._failures = 0
        self._closed = False

    # ------------------------------------------------------------ the window's side

    def start(self) -> None:
        """Start the process already now, so that the first answer comes sooner. Does not wait for it."""
        if self._closed:
            raise BotProcessError("The computer players have been closed.")
        if self._process is None:
            self._spawn()

    def request(
        self, state: Mapping[str, Any], components: Path | str | None, bot: str, seat: int, seed: int, ticket: Any
    ) -> None:
        """Ask `bot` for its action in the state of a `state.dump`; `poll` gives the answer with `ticket`.

        `components`: folder of the game's component pack, None or "" for the built-in one. `seed`: as
        `play.decision_seed`. A request that is still open is cancelled. Raises ValueError for an unknown bot,
        BotProcessError when closed.
        """
        if bot not in BOTS:
            raise ValueError(f'There is no bot "{bot}"; known are {", ".join(BOTS)}.')
        self.cancel()
        self.start()
        self._number += 1
        packed = zlib.compress(json.dumps(dict(state), separators=(",", ":")).encode(), 1)
        folder = str(components) if components else None
        self._request = Request(self._number, packed, folder, bot, seat, seed)
        self._ticket = ticket
        self._sent = False
        self._asked = time.monotonic()
        self._failures = 0
        self._pump()

    def poll(self) -> tuple[Any, str] | None:
        """(ticket, notation text) once the answer is there, else None. Call it from a timer: it is the watchdog too.

        Raises BotProcessError when the bot failed; the request is then closed.
        """
        if self._request is None:
            return None
        answer = self._pump()
        if answer is not None:
            good, text = answer
            self._request = None
            if good:
                return self._ticket, text
            raise BotProcessError(text)
        alive = self._process is not None and self._process.is_alive()
        if alive and time.monotonic() - self._asked < self.limit:
            return None
        self._failures += 1
        name, taken = self._request.bot, self._failures
        self._kill()
        if taken >= self.attempts:
            self._request = None
            why = "took too long" if alive else "ended unexpectedly"
            raise BotProcessError(f'The computer player "{name}" {why}, {taken} times.')
        self._spawn()
        self._sent = False
        self._asked = time.monotonic()
        return None

    def cancel(self) -> None:
        """Forget the open request. A bot that does not finish almost at once is ended; no answer will come."""
        if self._request is None:
            return
        sent = self._sent
        self._request = None
        if sent and not self._ready and not self._drained(GRACE):
            self._kill()

    def restart(self) -> None:
        """Kill the process and give an open request to a new one."""
        self._kill()
        if self._request is not None:
            self._spawn()
            self._sent = False
            self._asked = time.monotonic()

    def close(self) -> None:
        """End the process and wait until it is gone: a moment for an idle one, a kill for a thinking one. Final."""
        self._closed = True
        self._request = None
        process, connection = self._process, self._connection
        if process is not None and connection is not None and self._ready and process.is_alive():
            try:
                connection.send(None)
            except OSError:
                pass
            else:
                process.join(FAREWELL)
        self._kill()

    @property
    def busy(self) -> bool:
        """A request is open."""
        return self._request is not None

    @property
    def waited(self) -> float:
        """Seconds since the open request was made (or given to a new process), 0 without one."""
        return time.monotonic() - self._asked if self._request is not None else 0.0

    @property
    def pid(self) -> int | None:
        """The process's number, None when there is none."""
        return self._process.pid if self._process is not None else None

    # ------------------------------------------------------------ inside

    def _spawn(self) -> None:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(theirs,), name="saltonsea-bots", daemon=True)
        try:
            process.start()
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        self._process, self._connection, self._ready = process, ours, False

    def _pump(self) -> tuple[bool, str] | None:
        """Take what has arrived, hand over the open request. (True, text) or (False, sentence) once it is answered."""
        while self._connection is not None:
            message = self._receive()
            if message is None:
                break
            self._ready = True
            number, good, text = message
            if self._request is not None and self._sent and number == self._request.number:
                return good, text
        if self._request is not None and self._ready and not self._sent and self._connection is not None:
            try:
                self._connection.send(self._request)
            except OSError:
                return None  # it has died; `poll` will notice
            self._ready, self._sent = False, True
        return None

    def _receive(self) -> tuple[int, bool, str] | None:
        assert self._connection is not None
        try:
            if self._connection.poll():
                message: tuple[int, bool, str] = self._connection.recv()
                return message
        except (EOFError, OSError):
            pass
        return None

    def _drained(self, seconds: float) -> bool:
        """Whether the process comes to rest within `seconds`."""
        assert self._connection is not None
        try:
            if not self._connection.poll(seconds):
                return False
            self._connection.recv()
        except (EOFError, OSError):
            return False
        self._ready = True
        return True

    def _kill(self) -> None:
        process, connection = self._process, self._connection
        self._process = self._connection = None
        self._ready = False
        if connection is not None:
            connection.close()
        if process is not None:
            process.kill()
            process.join()
            process.close()


# ---------------------------------------------------------------- the process's side


def serve(connection: Connection) -> None:
    """Answer requests until told to stop, or until the other side is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a terminal is for the program, which ends this process
    server = _Server()
    try:
        connection.send((0, True, ""))
        while (request := connection.recv()) is not None:
            connection.send(server.answer(request))
    except (EOFError, OSError):
        pass


class _Server:
    """Packs and bots that stay from one request to the next."""

    def __init__(self) -> None:
        self._packs: dict[str | None, Any] = {}
        self._bots: dict[tuple[str | None, str, int], Any] = {}

    def answer(self, request: Request) -> tuple[int, bool, str]:
        """(number, True, notation) or (number, False, sentence)."""
        from saltonsea_desktop.bots.play import choose
        from saltonsea_desktop.games.saltonsea.notation import notation
        from saltonsea_desktop.games.saltonsea.state import load

        try:
            tables = self._tables(request.folder)
            state = load(tables, json.loads(zlib.decompress(request.state)))
            action = choose(self._bot(request), state, request.seat, request.seed)
            return request.number, True, notation(tables).text(action)
        except Exception as error:
            reason = " ".join(str(error).split()) or type(error).__name__
            return request.number, False, f'The computer player "{request.bot}" failed: {reason}'

    def _tables(self, folder: str | None) -> Any:
        from saltonsea_desktop.games.saltonsea.components import read_pack
        from saltonsea_desktop.games.saltonsea.components.tables import build, default_tables

        if folder not in self._packs:
            self._packs[folder] = default_tables() if folder is None else build(read_pack(Path(folder)))
        return self._packs[folder]

    def _bot(self, request: Request) -> Any:
        """Planners stay, for the rest of their turn; others begin with the decision's seed, so that replays agree."""
        from saltonsea_desktop.bots.protocol import recall_of

        key = (request.folder, request.bot, request.seat)
        bot = self._bots.get(key)
        if bot is None:
            bot = BOTS[request.bot](request.seed)
            if recall_of(bot) is not None:
                self._bots[key] = bot
        return bot
