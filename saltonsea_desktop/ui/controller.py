"""The controller: between one GameSession and the table. Turns intents into submissions, keeps automatic seats going.

It holds no rules: a click on a piece means the one legal action whose target is that piece. GMI's cards are turned
and bots answer here, paced so that a person can follow; neither is ever submitted for a position that has passed
(F51, F59).
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Protocol

from PySide6.QtCore import QElapsedTimer, QObject, QTimer, Signal

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea import choices as ch
from saltonsea_desktop.games.saltonsea.notation import notation
from saltonsea_desktop.games.saltonsea.reasons import Reason
from saltonsea_desktop.games.saltonsea.state import dump
from saltonsea_desktop.session.session import GameSession, IllegalAction, StaleAction, Update
from saltonsea_desktop.ui.barstate import rest_of, steps_taken
from saltonsea_desktop.ui.suggest import suggested
from saltonsea_desktop.ui.targets import Key, candidate, drags_of, target_of

BOT_POLL_MS = 20
BOT_PAUSE_MS = 160  # between two visible steps of a bot
BOT_PATIENCE_MS = 90_000  # the process has a watchdog of its own; this one is for a service that says nothing at all
GMI_PAUSE_MS = {"step": -1, "flowing": 900, "instant": 0}  # -1: a person turns the card
NOT_NOW = Reason("not_now")


class BotService(Protocol):
    """What the controller needs of `bots.process.BotProcess`."""

    def request(
        self, state: dict[str, object], components: str, bot: str, seat: int, seed: int, ticket: int
    ) -> None: ...

    def poll(self) -> tuple[int, str] | None: ...

    def cancel(self) -> None: ...

    def close(self) -> None: ...


class Controller(QObject):
    """`changed` follows every change of the session; `told` carries a reason for something that was refused;
    `bot_failed` a sentence, after which nothing goes on by itself until `go_on`."""

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
        self.trouble = ""  # why a computer seat stands still
        self.patience_ms = BOT_PATIENCE_MS
        self._closed = False
        self._make_bots = make_bots
        self._bots: BotService | None = None
        self._components = components
        self._ticket = 0
        self._asked_since = QElapsedTimer()
        self._several = len(session.humans) > 1
        # with several persons nobody has taken the seat yet (a new game, a save that was opened)
        self._eyes = -1 if self._several else session.viewer
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._tick)
        self._end_subscription = session.subscribe(self._on_update)
        self._cover_if_needed(None)

    # ------------------------------------------------------------ reading

    @property
    def asked(self) -> bool:
        """A person at this machine is asked now and sees their hand."""
        return self.session.acting_kind() == "human" and not self.covered

    @property
    def hidden(self) -> bool:
        """No hand may be shown: it is covered, or several persons watch a computer seat (CRD-12)."""
        if self.session.over or self.session.options.curtain == "never":
            return False
        return self.covered or (self._several and self.session.acting_kind() != "human")

    @property
    def eyes(self) -> int:
        """The seat whose secrets may be shown, -1 for none."""
        return -1 if self.hidden else self.session.viewer

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

    def refuse(self, target: Key) -> None:
        """Something was dropped where it cannot lie: say why."""
        if self.asked:
            self.told.emit(self.reason_for(target) or NOT_NOW)

    def act(self, action: a.Action, position: int | None = None) -> bool:
        """Submit for the person at the machine; stale or illegal submissions change nothing."""
        if self._closed:
            return False
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

    def suggest(self) -> bool:
        """Put the suggested cards into the running payment or mix, one by one; nothing is confirmed."""
        if not self.asked:
            return False
        actions = suggested(self.session.view())
        return bool(actions) and all(self.act(action) for action in actions)

    def take_all(self) -> bool:
        """Do the steps that a running drill or extraction has left, as far as it asks for no more."""
        done = False
        while self.asked:
            view = self.session.view()
            step = a.DRILL_LAYER if isinstance(view.choice, ch.DrillChoice) else a.EXTRACT_BRINE
            if not rest_of(view) or step not in self.session.legal() or not self.act(step):
                break
            done = True
        return done

    def take_out(self, action: a.Action, position: int | None = None) -> bool:
        """Take the last such step of the running choice back; those after it are done again."""
        session = self.session
        if not self.asked or (position is not None and position != session.position):
            return False
        steps = steps_taken(session)
        if action not in steps or not session.undo_status().allowed:
            return False
        behind = len(steps) - 1 - steps[::-1].index(action)
        try:
            session.rewind(session.position - len(steps) + behind)
        except ValueError:
            return False
        for step in steps[behind + 1 :]:
            if not self.act(step):
                break
        return True

    def undo(self) -> bool:
        return self._take_back(self.session.undo)

    def restart_turn(self) -> bool:
        return self._take_back(self.session.restart_turn)

    def cancel(self) -> bool:
        """Take the unfinished action back (Esc)."""
        if not self.asked or self.session.cancel_start() >= self.session.position:
            return False
        return self._take_back(self.session.cancel)

    def redo(self) -> bool:
        if self._closed or not (self.asked or self.session.over) or not self.session.can_redo():
            return False
        self.session.redo()
        return True

    def _take_back(self, what: Callable[[], Update]) -> bool:
        # asked first: a refused undo must not disturb a seat that is thinking
        if self._closed or self.covered or not self.session.undo_status().allowed:
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
        if self._closed or self.trouble:
            return
        kind = self.session.acting_kind()
        if kind == "gmi":
            pause = GMI_PAUSE_MS.get(self.gmi_pace, 900)
            if pause >= 0:
                self._timer.start(pause)
        elif kind in ("random", "greedy"):
            self._timer.start(BOT_PAUSE_MS if self.gmi_pace != "instant" else 0)
        else:
            self._timer.stop()

    def set_pace(self, pace: str) -> None:
        """Another pace of GMI: it goes on (or waits for a person) at once."""
        if pace != self.gmi_pace:
            self.gmi_pace = pace
            if self.session.acting_kind() == "gmi":
                self._timer.stop()
                self.resume()

    def go_on(self) -> None:
        """Ask the computer seat that failed once more."""
        if self.trouble:
            self.trouble = ""
            self.changed.emit(Update("go_on", 0, self.session.state.acting, ()))
            self.resume()

    def move_for_bot(self) -> bool:
        """Do any legal action for the computer seat that failed, so that the game can go on."""
        if not self.trouble or self.session.acting_kind() not in ("random", "greedy"):
            return False
        self.trouble = ""
        dice = random.Random(self.session.options.seed + self.session.position)
        self.session.submit(dice.choice(self.session.legal()), self.session.position)
        return True

    def _tick(self) -> None:
        if self._closed:
            return
        kind = self.session.acting_kind()
        if kind == "gmi":
            self.session.submit(a.TURN_GMI_CARD, self.session.position)
        elif kind in ("random", "greedy"):
            self._ask_bot(kind)

    def _ask_bot(self, kind: str) -> None:
        from saltonsea_desktop.bots.play import decision_seed  # bots are not loaded before one is asked

        position = self.session.position
        try:
            if self._bots is None:
                self._bots = self._make_bots()
            if self._ticket != position + 1:
                self._ticket = position + 1
                self._asked_since.start()
                state = self.session.state
                seed = self.session.options.seed
                self._bots.request(
                    dump(state), self._components, kind, state.acting, decision_seed(seed, position), self._ticket
                )
            answer = self._bots.poll()
        except (OSError, EOFError, RuntimeError, ValueError) as error:
            self._fail(str(error))
            return
        if answer is None or answer[0] != self._ticket:
            if self._asked_since.elapsed() > self.patience_ms:
                self._fail(self.tr("it gives no answer"))
            else:
                self._timer.start(BOT_POLL_MS)
            return
        self._ticket = 0
        try:
            self.session.submit(notation(self.session.tables).parse(answer[1]), position)
        except (StaleAction, IllegalAction, ValueError) as error:
            self._fail(str(error))

    def _fail(self, why: str) -> None:
        """The seat stands still until `go_on` or `move_for_bot`."""
        self._stop_bots()
        self.trouble = why or self.tr("it gives no answer")
        self.changed.emit(Update("trouble", 0, self.session.state.acting, ()))
        self.bot_failed.emit(self.trouble)

    def _stop_bots(self) -> None:
        self._timer.stop()
        self._ticket = 0
        self.trouble = ""
        if self._bots is not None:
            try:
                self._bots.cancel()
            except (OSError, EOFError, RuntimeError):
                self._bots.close()
                self._bots = None

    def close(self) -> None:
        """End timers, the bot process and the subscription; calling it again does nothing."""
        self._closed = True
        self._timer.stop()
        self._end_subscription()
        if self._bots is not None:
            self._bots.close()
            self._bots = None

    # ------------------------------------------------------------ updates

    def _on_update(self, update: Update) -> None:
        self._cover_if_needed(update)
        self.changed.emit(update)
        self.resume()

    def _cover_if_needed(self, update: Update | None) -> None:
        """CRD-12: the hand is face down when another person is to take the seat."""
        session = self.session
        mode = session.options.curtain
        if mode == "never" or session.over or session.acting_kind() != "human":
            return
        another = session.viewer != self._eyes
        begins = mode == "always" and (update is None or (update.kind == "do" and update.actor != session.viewer))
        if another or begins:
            self.covered = True
