"""The table page: the board with the decision bar and the log in their places, for one game.

It builds a `Scene` from the controller's session after every change and sends gestures to the controller. It decides
nothing: what is lit, where a piece may be dropped and what the bar offers all come from the legal actions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from functools import lru_cache
from typing import Literal

from PySide6.QtCore import QElapsedTimer, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QKeySequence, QPixmap, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QToolButton, QWidget

from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea import choices as ch
from saltonsea_desktop.games.saltonsea.components.tables import KIND_NAMES
from saltonsea_desktop.games.saltonsea.events import GmiActed, GmiCardTurned
from saltonsea_desktop.games.saltonsea.reasons import Reason
from saltonsea_desktop.games.saltonsea.view import TableView
from saltonsea_desktop.session.session import GameSession, Update
from saltonsea_desktop.ui import fonts, icons
from saltonsea_desktop.ui.bar import DecisionBar
from saltonsea_desktop.ui.barstate import BarState, bar_state
from saltonsea_desktop.ui.board.board import Board, Scene, table_spec
from saltonsea_desktop.ui.board.company import CompanyRegion
from saltonsea_desktop.ui.board.hand import HandRegion
from saltonsea_desktop.ui.board.right import RightRegion
from saltonsea_desktop.ui.board.view import BoardView
from saltonsea_desktop.ui.board.well import Well
from saltonsea_desktop.ui.board.world import Claims, Corporations, Market, Objectives, TopBar
from saltonsea_desktop.ui.controller import Controller
from saltonsea_desktop.ui.layout import Rect, TableLayout, TableSpec
from saltonsea_desktop.ui.logview import LogView
from saltonsea_desktop.ui.models import HandModel, LegalActionsModel, LogModel, MarketModel
from saltonsea_desktop.ui.targets import Key
from saltonsea_desktop.ui.texts import Texts
from saltonsea_desktop.ui.texts.log import CROSS, NOTE, TICK
from saltonsea_desktop.ui.theme import Look, Palette

_MARKS = {TICK: "yes", CROSS: "no", NOTE: ""}
LETTERS: dict[str, tuple[str, ...]] = {
    "L": ("licence",), "D": ("drill",), "E": ("extract",), "P": ("process", "convert"), "R": ("repair",),
    "S": ("sell",), "C": ("contract",), "T": ("research",), "B": ("shares",), "V": ("develop",), "F": ("financing",),
    "A": ("repeat",), "Y": ("copy",),
}  # fmt: skip
RULES_OF: dict[type[ch.Choice], str] = {
    ch.TurnChoice: "TRN-1", ch.EndTurnChoice: "TRN-9", ch.GmiChoice: "GMI-3", ch.ClaimChoice: "LIC-1",
    ch.DrillModeChoice: "DRL-7", ch.DrillChoice: "DRL-6", ch.ExtractChoice: "EXT-1", ch.ProcessChoice: "PRC-1",
    ch.OptimiseChoice: "PRC-3", ch.RepairChoice: "REP-1", ch.SellChoice: "SEL-1", ch.SellUnitsChoice: "SEL-1",
    ch.ContractChoice: "CON-1", ch.ResearchChoice: "RES-1", ch.SharesChoice: "SHR-1", ch.MoveSharesChoice: "SHR-7",
    ch.TileChoice: "SHR-5", ch.RepeatChoice: "RPT-1", ch.CopyChoice: "CPY-1", ch.BenefitChoice: "EXE-1",
    ch.PaymentChoice: "CRD-3", ch.CollectChoice: "CRD-8",
}  # fmt: skip
RULES_OF_PIECES: dict[str, str] = {
    "claim": "LIC-1", "well": "DRL-1", "drill": "DRL-1", "corp": "SEL-1", "share": "SHR-1", "stack": "SHR-5",
    "research": "RES-1", "own-research": "RES-3", "research-slot": "RES-1", "contract": "CON-1",
    "own-contract": "EXE-1", "contract-slot": "CON-1", "face": "CRD-8", "pile": "CRD-8", "hand": "CRD-1",
    "fresh": "CRD-11", "table": "CRD-2", "tile": "PRF-1", "engineer": "TRN-2", "damage": "REP-1", "develop": "DEV-1",
    "objective": "OBJ-1", "gmi": "GMI-3",
}  # fmt: skip
ARROWS = {
    int(Qt.Key.Key_Left): (-1, 0), int(Qt.Key.Key_Right): (1, 0),
    int(Qt.Key.Key_Up): (0, -1), int(Qt.Key.Key_Down): (0, 1),
}  # fmt: skip
CLICK_ECHO_MS = 220  # a third quick click on one piece is no new intent (F45)


@lru_cache(maxsize=8)
def _layout(width: int, height: int, seats: int, spec: TableSpec) -> TableLayout:
    return TableLayout.for_size(max(1, width), max(1, height), seats, spec)


class TablePage(QWidget):
    """One game on the screen. `finished` follows the last action; `asked_rule` asks for the rules about something."""

    finished = Signal()
    refreshed = Signal()
    asked_rule = Signal(str)

    def __init__(
        self,
        controller: Controller,
        palette: Palette,
        large: bool = False,
        parent: QWidget | None = None,
        reconstructed: Collection[str] = (),
    ) -> None:
        super().__init__(parent)
        self.controller = controller
        self.session = controller.session
        self.names = tuple(seat.name for seat in self.session.options.seats)
        self.colours = tuple(seat.colour for seat in self.session.options.seats)
        self.texts = Texts(self.session.tables, self.names, self.session.state.gmi_seat, reconstructed)
        self._palette = palette
        self._large = large
        self._look: Look | None = None
        self._spec: TableSpec | None = None
        self._placed: object = None
        self.show_moves = False
        self.hand_order: Literal["value", "action"] = "value"
        self.lists_shown = False
        self.moves_shown = False
        self.saved = True  # the last autosave worked
        self.focus_seat = -1  # a company that is looked at, -1: the viewer's own
        self.note = ""  # what GMI did, until the next input
        self._gmi_lines: tuple[tuple[str, str, str], ...] = ()
        self._over_told = False
        self._clicked_last: Key = ""
        self._clicked_since = QElapsedTimer()
        self.legal_model = LegalActionsModel()
        self.log_model = LogModel()
        self.hand_model = HandModel()
        self.market_model = MarketModel()
        self.board = Board(
            [TopBar, Claims, Corporations, Market, Objectives, Well, CompanyRegion, HandRegion, RightRegion]
        )
        self.board_view = BoardView(self.board, self)
        self.board_view.setAccessibleName(self.tr("Table"))
        self.bar = DecisionBar(self)
        self.top_buttons = self._make_top_buttons()
        self.log = LogView(self.log_model, self)
        self.status = QLabel(self)
        self.status.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.board.clicked.connect(self._clicked)
        self.board.dropped.connect(self._dropped)
        self.board.refused.connect(self._refused)
        self.board.hovered.connect(self._hovered)
        self.board.asked_help.connect(self._help_on_piece)
        self.board_view.resized.connect(self.refresh)
        self.bar.chosen.connect(self._bar_chosen)
        self.bar.taken_out.connect(self._bar_taken_out)
        self.bar.undo_asked.connect(controller.undo)
        self.bar.cancel_asked.connect(controller.cancel)
        self.bar.help_asked.connect(self._bar_help)
        controller.changed.connect(self._changed)
        controller.told.connect(self._told)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for number in range(1, len(self.names) + 1):
            keys = QShortcut(QKeySequence(f"Shift+{number}"), self)
            keys.activated.connect(lambda seat=number - 1: self.look_at(seat))
        self.log_model.reload(self.session, self.texts, controller.eyes)
        self._gmi_lines = self._last_gmi_lines()

    def _make_top_buttons(self) -> dict[str, QToolButton]:
        """The menu at the left and the tools at the right of the top bar; the window connects them."""
        tips = {
            "menu": self.tr("Menu (F10)"),
            "hint": self.tr("Show all moves (H)"),
            "keyboard": self.tr("List of legal actions (Ctrl+M)"),
            "rules": self.tr("Rules (F1)"),
            "zoom": self.tr("Full screen (F11)"),
            "settings": self.tr("Settings (Ctrl+,)"),
        }
        buttons: dict[str, QToolButton] = {}
        for name, tip in tips.items():
            button = QToolButton(self)
            button.setToolTip(tip)
            button.setAccessibleName(tip.partition(" (")[0])
            button.setAutoRaise(True)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the keyboard with the table
            buttons[name] = button
        buttons["hint"].setCheckable(True)
        buttons["hint"].clicked.connect(self.toggle_moves)
        return buttons

    def toggle_moves(self) -> None:
        """Ring every legal place, or only what is pointed at."""
        self.show_moves = not self.show_moves
        self.refresh()

    # ------------------------------------------------------------ drawing

    @property
    def view(self) -> TableView:
        """The table as the person at the machine may see it. Nobody's hand while it is covered, though from the place
        of whose turn it is."""
        eyes = self.controller.eyes
        view = self.session.view(eyes)
        return view if eyes >= 0 else replace(view, seat=self._home())

    def set_palette(self, palette: Palette, large: bool) -> None:
        self._palette, self._large = palette, large
        self.refresh()

    def look_at(self, seat: int) -> None:
        """Show a company large in the place of the own one; -1 or the viewer's seat: back."""
        self.focus_seat = -1 if seat in (self._home(), self.focus_seat) else seat
        self.refresh()

    def _home(self) -> int:
        """The company that is shown large by itself: of the person at the machine, or who takes the seat next."""
        if self.controller.covered:
            return self.session.state.acting
        return max(0, self.session.viewer)

    def scene(self) -> Scene:
        """Everything the board draws now."""
        view = self.view
        size = self.board_view.size()
        if self._spec is None:
            self._spec = table_spec(view)
        layout = _layout(size.width(), size.height(), 1 if view.solo else view.seats, self._spec)
        look = Look(self._palette, layout.scale, self._large)
        if self._look is None or look != self._look:
            self._look = look  # one object for all, so that comparing is quick
        picked = self._picked(view)
        return Scene(
            view=view,
            layout=layout,
            look=self._look,
            names=self.names,
            colours=self.colours,
            focus_seat=self._home() if self.focus_seat < 0 else self.focus_seat,
            legal=frozenset(self.controller.legal_keys()),
            drags=tuple((source, tuple(targets)) for source, targets in sorted(self.controller.drags().items())),
            asked=self.controller.asked,
            covered=self.controller.hidden,
            show_moves=self.show_moves,
            chosen=frozenset(picked),
            picked=tuple(sorted(picked.items())),
            gmi_lines=self._gmi_lines,
            gmi_done=gmi_done(self.session),
            hand_order=self.hand_order,
        )

    @staticmethod
    def _picked(view: TableView) -> Counter[Key]:
        """Pieces put into the running payment or mix."""
        choice = view.choice
        out: Counter[Key] = Counter()
        if isinstance(choice, ch.PaymentChoice):
            out.update(f"hand:{card}" for card in choice.paid)
        elif isinstance(choice, ch.CollectChoice):
            for row in range(3):
                for place in range(len(view.rows[row])):
                    if choice.faces[row] >> place & 1:
                        out[f"face:{row}/{place}"] += 1
                if choice.blinds[row]:
                    out[f"pile:{row}"] += choice.blinds[row]
        elif isinstance(choice, ch.SellUnitsChoice):
            out[f"corp:{choice.corporation}"] += 1
        return out

    def refresh(self) -> None:
        """Draw the present position."""
        if self.board_view.size().width() < 50:
            return
        scene = self.scene()
        self.board_view.set_scale(scene.layout.scale)
        self.board.show_scene(scene)
        self._place_widgets(scene.layout, scene.look)
        view = scene.view
        self._show_bar(view, scene.look)
        self.log.show_look(scene.look, self.colours)
        if self.moves_shown:
            self._refresh_moves(view)
        if self.lists_shown:
            self._refresh_lists(view)
        self.refreshed.emit()

    def _show_bar(self, view: TableView, look: Look) -> None:
        state = self._bar_state(view)
        colour = self.colours[state.seat] if 0 <= state.seat < len(self.colours) else 0
        self.bar.show_state(state, look, colour, self.show_moves)

    def show_moves_list(self, shown: bool) -> None:
        """Keep the list of legal actions up to date while someone looks at it."""
        self.moves_shown = shown
        if shown:
            self._refresh_moves(self.view)

    def _refresh_moves(self, view: TableView) -> None:
        self.legal_model.refresh(self.controller.legal_here(), view, self.texts, self.session.position)

    def show_lists(self, shown: bool) -> None:
        """Keep the hand and market lists up to date while someone looks at them."""
        self.lists_shown = shown
        if shown:
            self._refresh_lists(self.view)

    def _refresh_lists(self, view: TableView) -> None:
        self.hand_model.refresh(view, self.texts, self.controller.hidden)
        self.market_model.refresh(view, self.texts)

    def show_saved(self, saved: bool) -> None:
        """Whether the autosave works: the top bar says it."""
        if saved != self.saved:
            self.saved = saved
            self.refresh()

    def _bar_state(self, view: TableView) -> BarState:
        position = self.session.position
        if self.controller.covered:
            seat = self.session.state.acting
            name = self.names[seat]
            return BarState(
                position=position,
                seat=seat,
                title=self.tr("{name}'s turn").format(name=name),
                hint=self.tr("The hand is face down. Take the seat, then open it."),
                icon="eye-off",
                primary=a.CONFIRM,
                primary_text=self.tr("Show {name}'s hand").format(name=name),
                primary_icon="eye",
                slow=True,
            )
        if self.controller.trouble:
            seat = self.session.state.acting
            return BarState(
                position=position,
                seat=seat,
                title=self.tr("{name} does not answer").format(name=self.names[seat]),
                hint=self.tr("The computer player stopped: {why}").format(why=self.controller.trouble),
                icon="warning",
                primary=a.CONFIRM,
                primary_text=self.tr("Try again"),
                can_undo=self.session.undo_status().allowed,
                automatic=True,
            )
        state = bar_state(self.session, self.texts, view)
        if self.note:
            state = replace(state, hint=self.texts.sentences(self.note, state.hint))
        return state

    def _place_widgets(self, layout: TableLayout, look: Look) -> None:
        s = layout.scale
        placed = (layout, look, self.show_moves, self.saved, self.devicePixelRatioF())
        if placed == self._placed:
            return
        self._placed = placed
        self.bar.setGeometry(_pixels(layout.bar.frame, s))
        self.log.setGeometry(_pixels(layout.right.log, s))
        places = (layout.top.menu, *layout.top.buttons)
        size = max(16, round(20 * s))
        for (name, button), place in zip(self.top_buttons.items(), places, strict=True):
            button.setGeometry(_pixels(place, s))
            button.setIcon(QIcon(icons.pixmap(name, look.palette.ink, size, self.devicePixelRatioF())))
            button.setIconSize(QSize(size, size))
        self.top_buttons["hint"].setChecked(self.show_moves)
        self.status.setGeometry(_pixels(layout.top.status, s))
        self.status.setFont(fonts.widget_font("label", s, look.large))
        colour = look.palette.ink2 if self.saved else look.palette.danger
        self.status.setStyleSheet(f"color: {colour.name()}; font-size: {fonts.widget_px('label', s, look.large)}px;")
        saved = self.tr("Saved") if self.saved else self.tr("Not saved")
        mode = self.tr("undo: practice") if self.session.options.undo == "practice" else self.tr("undo: fair")
        self.status.setText(f"{saved} · {mode}")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.board_view.setGeometry(self.rect())

    # ------------------------------------------------------------ gestures

    def _input(self) -> None:
        """The person did something: GMI's sentence has been read."""
        if self.note:
            self.note = ""
            if self.board.now is not None:
                self._show_bar(self.board.now.view, self.board.now.look)

    def _clicked(self, key: Key) -> None:
        quick = self._clicked_since.isValid() and self._clicked_since.elapsed() < min(CLICK_ECHO_MS, self.bar.guard_ms)
        again, self._clicked_last = key == self._clicked_last and quick, key
        self._clicked_since.start()
        if again:
            return
        self._input()
        if key.startswith(("company:", "standing:")):
            self.look_at(int(key.split(":")[1]))
        elif key in ("sort:value", "sort:action"):
            self.hand_order = "value" if key == "sort:value" else "action"
            self.refresh()
        else:
            self.controller.click(key)
        self._clicked_since.start()  # an echo comes after what the first click did

    def _dropped(self, source: Key, target: Key) -> None:
        self._input()
        self.controller.drop(source, target)

    def _refused(self, source: Key, target: Key) -> None:
        self.controller.refuse(target)

    def _hovered(self, key: Key) -> None:
        """Point at anything faded: the bar says why not (principle 4); point at anything else: its tooltip."""
        reason = self.controller.reason_for(key) if key else None
        self.bar.tell(self.texts.reason(reason) if reason is not None else "")
        self.board_view.setToolTip(self._tip(key))

    def _tip(self, key: Key) -> str:
        """The tooltip of a piece; pieces that only decorate have none."""
        name = key.partition("/")[0] if key.startswith("table:") else key
        try:
            return self.texts.piece_tip(name, self.view) if name else ""
        except KeyError:
            return ""

    def _told(self, reason: Reason) -> None:
        self.bar.tell(self.texts.reason(reason))

    def _bar_chosen(self, action: a.Action, position: int) -> None:
        self.note = ""
        if self.controller.covered:
            self.controller.uncover()
        elif self.controller.trouble:
            self.controller.go_on()
        else:
            self.controller.act(action, position)

    def _bar_taken_out(self, action: a.Action, position: int) -> None:
        self._input()
        self.controller.take_out(action, position)

    def _bar_help(self, which: str) -> None:
        if which == "moves":
            self.toggle_moves()
        elif which in ("suggest", "fill"):
            self.controller.suggest()
        elif which == "all":
            self.controller.take_all()

    def _help_on_piece(self, key: Key) -> None:
        kind, _, rest = key.partition(":")
        if kind == "space" and rest.isdigit():
            effect = self.session.tables.spaces[int(rest)].effect
            kind_name = KIND_NAMES[self.session.tables.effects[effect].kind]
            rule = KIND_RULES.get(kind_name, "TRN-1")
        else:
            rule = RULES_OF_PIECES.get(kind, "")
        self.asked_rule.emit(rule)

    def rule_now(self) -> str:
        """The rule about the running decision, "" when the game is over."""
        state = self.session.state
        return RULES_OF.get(type(state.stack[-1]), "") if state.stack else ""  # type: ignore[arg-type]

    def _changed(self, update: Update) -> None:
        if update.kind != "do" or update.actor in self.session.humans:
            self.focus_seat = -1  # what a computer seat does goes on underneath
        eyes = self.controller.eyes
        if update.kind in ("do", "undo", "redo"):
            self.log_model.follow(self.session, self.texts, update, eyes)
        else:
            self.log_model.reload(self.session, self.texts, eyes)
        if any(isinstance(event, GmiCardTurned) for event in update.events):
            self._gmi_lines = tuple((_MARKS[x.mark], x.icon, x.sentence) for x in self.texts.gmi_trace(update.events))
            self.note = self.texts.stop(self.texts.gmi_headline(update.events))
        elif update.kind != "uncover":
            self.note = ""
            if update.kind == "undo":
                self._gmi_lines = self._last_gmi_lines()
        self.refresh()
        if self.session.over and not self._over_told:
            self._over_told = True
            QTimer.singleShot(0, self, self._tell_end)
        elif not self.session.over:
            self._over_told = False

    def _tell_end(self) -> None:
        if self.session.over:
            self.finished.emit()

    def _last_gmi_lines(self) -> tuple[tuple[str, str, str], ...]:
        """The reasons of GMI's last card that is still turned."""
        for command in reversed(self.session.history.done):
            if any(isinstance(event, GmiCardTurned) for event in command.events):
                return tuple((_MARKS[x.mark], x.icon, x.sentence) for x in self.texts.gmi_trace(command.events))
        return ()

    # ------------------------------------------------------------ keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Section 9 of the table design: letters place engineers, Enter confirms, Esc takes back."""
        key, plain = event.key(), not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        shift = not event.modifiers() & ~(Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier)
        keypad = bool(event.modifiers() & Qt.KeyboardModifier.KeypadModifier)
        if event.isAutoRepeat() and int(key) not in ARROWS:
            event.accept()
            return
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and plain:
            self._enter()
        elif key == Qt.Key.Key_Escape:
            self._escape()
        elif int(key) in ARROWS and (plain or keypad):
            self._arrow(*ARROWS[int(key)])
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal) and shift:
            self._step(True)
        elif key == Qt.Key.Key_Minus and shift:
            self._step(False)
        elif key == Qt.Key.Key_End and plain:
            self._bar_key("all")
        elif key == Qt.Key.Key_Home and plain:
            self._least()
        elif plain and self._plain_key(event.text().upper()):
            pass
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def _plain_key(self, text: str) -> bool:
        """Letters and digits; False for a key without a meaning."""
        if text == "H":
            self.toggle_moves()
        elif text == "G":
            self._bar_key("suggest", "fill")
        elif len(text) == 1 and "1" <= text <= "9":
            self.bar.choose_chip(int(text))
        elif text in (*LETTERS, "X", "U"):
            self._letter(text)
        else:
            return False
        return True

    def _enter(self) -> None:
        """The button that has the keyboard, else the piece that has it, else the primary button."""
        focused = QApplication.focusWidget()
        if isinstance(focused, (QPushButton, QToolButton)) and self.isAncestorOf(focused) and focused.isEnabled():
            focused.click()
        elif self.board.focused:
            self._clicked(self.board.focused)
        else:
            self.bar.confirm()

    def _escape(self) -> None:
        if self.board.dragging:
            self.board.cancel_drag()
        elif self.board.focused:
            self.board.set_focused("")
        elif self.focus_seat >= 0:
            self.look_at(-1)
        else:
            self._input()
            self.controller.cancel()

    def _arrow(self, dx: int, dy: int) -> None:
        """Among steppers: the next one, or one more or less; on the table: the next legal piece in that direction."""
        if self.bar.steppers and not self.board.focused:
            if dy:
                self._step(dy < 0)
            elif not self.bar.choose_stepper(dx):
                self._step(dx > 0)
            return
        key = self.board.neighbour(dx, dy)
        if key:
            self.board.set_focused(key)

    def _step(self, up: bool) -> None:
        self._input()
        self.bar.step(up)

    def _least(self) -> None:
        """Home: as few steps as possible."""
        if isinstance(self.view.choice, (ch.DrillChoice, ch.ExtractChoice)):
            while self.bar.steppers and self.bar.steppers[0].minus.isEnabled():
                before = self.session.position
                self.bar.steppers[0].minus.click()
                if self.session.position >= before:
                    break

    def _bar_key(self, *which: str) -> None:
        state = self.bar.state
        if state is not None and state.help in which:
            self.bar.help_button.click()

    def _letter(self, letter: str) -> None:
        """The first legal place of the letter's action: board, then cards from the cheapest, research, tiles."""
        self._input()
        wanted = LETTERS.get(letter, ())
        legal = self.controller.legal_here()
        if letter == "U":
            tiles = [x for x in legal if isinstance(x, a.UseTile)]
            if len(tiles) == 1:
                self.controller.act(tiles[0])
            elif tiles:
                self.bar.tell(self.tr("Choose the tile with its number."))
            return
        for action in legal:
            if (letter == "X" and isinstance(action, a.ExecuteContract)) or self._kind_of(action) in wanted:
                self.controller.act(action)
                return
        self._say_why_not(letter, wanted)

    def _kind_of(self, action: a.Action) -> str:
        """The action that an engineer placed by `action` does, "" for anything else."""
        t = self.session.tables
        match action:
            case a.PlaceEngineer(space) | a.RepeatSpace(space):
                return KIND_NAMES[t.effects[t.spaces[space].effect].kind]
            case a.PlayPrompt(card):
                return KIND_NAMES[t.type_kind[card]]
            case a.UseResearch(card):
                return KIND_NAMES[t.effects[t.research[card].effect].kind]
        return ""

    def _say_why_not(self, letter: str, wanted: tuple[str, ...]) -> None:
        """A letter whose action is not possible: the reason of its space."""
        if not self.controller.asked:
            return
        keys: list[Key] = [
            f"space:{space}" for space in range(len(self.session.tables.spaces))
            if self._kind_of(a.PLACE[space]) in wanted
        ]  # fmt: skip
        if letter == "X":
            company = self.session.state.companies[self.session.state.acting]
            keys = [f"own-contract:{card}" for card in company.contracts if card >= 0]
        for key in keys:
            reason = self.controller.reason_for(key)
            if reason is not None:
                self._told(reason)
                return

    def grab_picture(self) -> QPixmap:
        """The page as a pixmap, for bug reports and the README."""
        return self.grab()


KIND_RULES = {
    "licence": "LIC-1", "drill": "DRL-1", "extract": "EXT-1", "process": "PRC-1", "repair": "REP-1", "sell": "SEL-1",
    "contract": "CON-1", "execute": "EXE-1", "research": "RES-1", "shares": "SHR-1", "develop": "DEV-1",
    "financing": "FIN-1", "repeat": "RPT-1", "copy": "CPY-1", "convert": "PRC-1",
}  # fmt: skip


def gmi_done(session: GameSession) -> tuple[int, ...]:
    """Per GMI card turned this round: the place of the action it did on the card, -1 when it passed."""
    state = session.state
    if not state.solo:
        return ()
    done: list[int] = []
    for command in reversed(session.history.done):
        if command.before.round != state.round or len(done) >= state.gmi_turned:
            break
        card = next((event.card for event in command.events if isinstance(event, GmiCardTurned)), -1)
        if card >= 0:
            kind = next((event.kind for event in command.events if isinstance(event, GmiActed)), -1)
            actions = state.tables.gmi_cards[card].actions
            done.append(actions.index(kind) if kind in actions else -1)
    return tuple(reversed(done))


def _pixels(rect: Rect, scale: float) -> QRect:
    x, y = round(rect.x * scale), round(rect.y * scale)
    return QRect(x, y, round(rect.right * scale) - x, round(rect.bottom * scale) - y)
