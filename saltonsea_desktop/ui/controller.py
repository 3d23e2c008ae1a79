"""The controller: between one GameSession and the table. Turns intents into submissions, keeps automatic seats going.

It holds no rules: a click on a piece means the one legal action whose target is that piece. GMI's cards are turned
and bots answer here, paced so that a person can follow; neither is ever submitted for a position that has passed
(F51, F59).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea import choices as ch
from saltonsea_desktop.games.saltonsea.notation import notation
from saltonsea_desktop.games.saltonsea.reasons import Reason
from saltonsea_desktop.games.saltonsea.state import dump
from saltonsea_desktop.session.session import GameSession, IllegalAction, StaleAction, Update
from saltonsea_desktop.ui.targets import Key, candidate, drags_of, target_of

BOT_POLL_MS = 20
BOT_PAUSE_MS = 160  # between two visible steps of a bot
GMI_PAUSE_MS = {"step": -1, "flowing": 900, "instant": 0}  # -1: a person turns the card


class BotService(Protocol):
    """What the controller needs of `bots.process.BotProcess`."""

    def request(
        self, state: dict[str, object], components: str, bot: str, seat: int, seed: int, ticket: int
    ) -> None: ...

    def poll(self) -> tuple[int, str] | None: ...

    def cancel(self) -> None: ...

    def close(self) -> None: ...


class Controller(QObject):
    """`changed` follows every change of the session; `told` carries a reason for something that was refused."""

    changed = Signal(object)
    told = Signal(object)
    bot_failed = Signal(str)

    def __init__(
        self,
        session: GameSession,
        make_bots: Callable[[], BotService],
        components: str = "",
        gmi_pace: str = "flowing",
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.session = session
        self.gmi_pace = gmi_pace
        self.covered = False
        self.paused = False
        self._make_bots = make_bots
        self._bots: BotService | None = None
        self._components = components
        self._ticket = 0
        self._eyes = session.viewer
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._tick)
        self._end_subscription = session.subscribe(self._on_update)

    # ------------------------------------------------------------ reading

    @property
    def asked(self) -> bool:
        """A person at this machine is asked now and sees their hand."""
        return self.session.acting_kind() == "human" and not self.covered

    def legal_here(self) -> list[a.Action]:
        """What the person may do now; empty while another seat is asked or the hand is covered (F59)."""
        return self.session.legal() if self.asked else []

    def legal_keys(self) -> dict[Key, a.Action]:
        """Piece -> the legal action that a click on it does."""
        out: dict[Key, a.Action] = {}
        for action in self.legal_here():
            key = target_of(action)
            if key is not None:
                out.setdefault(key, action)
        return out

    def drags(self) -> dict[Key, dict[Key, a.Action]]:
        """Dragged piece -> place dropped on -> the legal action."""
        out: dict[Key, dict[Key, a.Action]] = {}
        top = self.session.state.stack[-1] if self.session.state.stack else None
        selling_to = top.corporation if isinstance(top, ch.SellUnitsChoice) else -1
        for action in self.legal_here():
            for source, target in drags_of(action, selling_to):
                out.setdefault(source, {}).setdefault(target, action)
        return out

    def reason_for(self, key: Key) -> Reason | None:
        """Why a piece that is not lit cannot be chosen, None if it can or nothing is to be said."""
        if not key or not self.asked or key in self.legal_keys():
            return None
        best: Reason | None = None
        for action in candidate(key):
            reason = self.session.why_not(action)
            if reason is not None and (best is None or best.code == "not_now"):
                best = reason
        return None if best is None or best.code == "not_now" else best

    # ------------------------------------------------------------ intents

    def click(self, key: Key) -> bool:
        """Do what a click on the piece means; False (and a told reason) when it means nothing now."""
        action = self.legal_keys().get(key)
        if action is not None:
            return self.act(action)
        reason = self.reason_for(key)
        if reason is not None:
            self.told.emit(reason)
        return False

    def drop(self, source: Key, target: Key) -> bool:
        action = self.drags().get(source, {}).get(target)
        return action is not None and self.act(action)

    def act(self, action: a.Action, position: int | None = None) -> bool:
        """Submit for the person at the machine; stale or illegal submissions change nothing."""
        if not self.asked and not (isinstance(action, a.TurnGmiCard) and self.session.acting_kind() == "gmi"):
            return False
        try:
            self.session.submit(action, position)
        except StaleAction:
            return False
        except IllegalAction as error:
            self.told.emit(error.reason)
            return False
        return True

    def undo(self) -> bool:
        return self._take_back(self.session.undo)

    def restart_turn(self) -> bool:
        return self._take_back(self.session.restart_turn)

    def cancel(self) -> bool:
        """Take the unfinished action back (Esc)."""
        return self._take_back(self.session.cancel)

    def redo(self) -> bool:
        if self.covered or not self.session.can_redo():
            return False
        self._stop_bots()
        self.session.redo()
        return True

    def _take_back(self, what: Callable[[], Update]) -> bool:
        if self.covered:
            return False
        self._stop_bots()
        try:
            what()
        except ValueError:
            self.resume()
            return False
        return True

    def uncover(self) -> None:
        """The next person takes the seat (hot seat)."""
        if self.covered:
            self.covered = False
            self._eyes = self.session.viewer
            self.changed.emit(Update("uncover", 0, self._eyes, ()))

    # ------------------------------------------------------------ automatic seats

    def resume(self) -> None:
        """Let GMI or a bot go on if it is asked."""
        if self.paused:
            return
        kind = self.session.acting_kind()
        if kind == "gmi":
            pause = GMI_PAUSE_MS.get(self.gmi_pace, 900)
            if pause >= 0:
                self._timer.start(pause)
        elif kind in ("random", "greedy"):
            self._timer.start(BOT_PAUSE_MS if self.gmi_pace != "instant" else 0)

    def pause(self) -> None:
        self.paused = True
        self._stop_bots()

    def _tick(self) -> None:
        kind = self.session.acting_kind()
        if kind == "gmi":
            self.session.submit(a.TURN_GMI_CARD, self.session.position)
        elif kind in ("random", "greedy"):
            self._ask_bot(kind)

    def _ask_bot(self, kind: str) -> None:
        if self._bots is None:
            self._bots = self._make_bots()
        position = self.session.position
        if self._ticket != position + 1:
            self._ticket = position + 1
            state = self.session.state
            seed = self.session.options.seed
            self._bots.request(dump(state), self._components, kind, state.acting, seed + position, self._ticket)
        try:
            answer = self._bots.poll()
        except (OSError, EOFError, RuntimeError) as error:
            self._ticket = 0
            self.bot_failed.emit(str(error))
            return
        if answer is None or answer[0] != self._ticket:
            self._timer.start(BOT_POLL_MS)
            return
        self._ticket = 0
        try:
            self.session.submit(notation(self.session.tables).parse(answer[1]), position)
        except (StaleAction, IllegalAction, ValueError) as error:
            self.bot_failed.emit(str(error))

    def _stop_bots(self) -> None:
        self._timer.stop()
        self._ticket = 0
        if self._bots is not None:
            self._bots.cancel()

    def close(self) -> None:
        """End timers, the bot process and the subscription."""
        self._timer.stop()
        self._end_subscription()
        if self._bots is not None:
            self._bots.close()
            self._bots = None

    # ------------------------------------------------------------ updates

    def _on_update(self, update: Update) -> None:
        self._cover_if_needed()
        self.changed.emit(update)
        self.resume()

    def _cover_if_needed(self) -> None:
        """CRD-12: the hand is face down when another person is to take the seat."""
        options = self.session.options
        if options.curtain == "never" or self.session.over or self.session.acting_kind() != "human":
            return
        if self.session.viewer != self._eyes:
            self.covered = True
