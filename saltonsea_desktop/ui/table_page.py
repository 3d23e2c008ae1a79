"""The table page: the board with the decision bar and the log in their places, for one game.

It builds a `Scene` from the controller's session after every change and sends gestures to the controller. It decides
nothing: what is lit, where a piece may be dropped and what the bar offers all come from the legal actions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import Literal

from PySide6.QtCore import QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QLabel, QToolButton, QWidget

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
from saltonsea_desktop.ui.layout import Rect, TableLayout
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


class TablePage(QWidget):
    """One game on the screen. `finished` follows the last action; `asked_piece` asks for help on a piece."""

    finished = Signal()
    refreshed = Signal()
    asked_piece = Signal(str)

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
        self.show_moves = False
        self.hand_order: Literal["value", "action"] = "value"
        self.lists_shown = False
        self.focus_seat = -1  # a company that is looked at, -1: the viewer's own
        self._gmi_lines: tuple[tuple[str, str, str], ...] = ()
        self._over_told = False
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
        self.log = LogView(self.log_model, self)
        self.top_buttons = self._make_top_buttons()
        self.status = QLabel(self)
        self.status.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.board.clicked.connect(self._clicked)
        self.board.dropped.connect(self._dropped)
        self.board.refused.connect(self._refused)
        self.board.hovered.connect(self._hovered)
        self.board.asked_help.connect(self.asked_piece)
        self.board_view.resized.connect(self.refresh)
        self.bar.chosen.connect(self._bar_chosen)
        self.bar.undo_asked.connect(controller.undo)
        self.bar.cancel_asked.connect(controller.cancel)
        controller.changed.connect(self._changed)
        controller.told.connect(self._told)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.log_model.reload(self.session, self.texts)

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
            buttons[name] = button
        buttons["hint"].setCheckable(True)
        buttons["hint"].clicked.connect(self._toggle_moves)
        return buttons

    def _toggle_moves(self) -> None:
        self.show_moves = not self.show_moves
        self.refresh()

    # ------------------------------------------------------------ drawing

    @property
    def view(self) -> TableView:
        """The table as the person at the machine sees it; nobody's hand while it is covered."""
        return self.session.view()

    def set_palette(self, palette: Palette, large: bool) -> None:
        self._palette, self._large = palette, large
        self.refresh()

    def look_at(self, seat: int) -> None:
        """Show a company large in the place of the own one; -1 or the viewer's seat: back."""
        self.focus_seat = -1 if seat == self.session.viewer or seat == self.focus_seat else seat
        self.refresh()

    def scene(self) -> Scene:
        """Everything the board draws now."""
        view = self.view
        size = self.board_view.size()
        layout = TableLayout.for_size(
            max(1, size.width()), max(1, size.height()), 1 if view.solo else view.seats, table_spec(view)
        )
        own = view.seat if view.seat >= 0 else 0
        legal = self.controller.legal_keys()
        drags = self.controller.drags()
        picked = self._picked(view)
        return Scene(
            view=view,
            layout=layout,
            look=Look(self._palette, layout.scale, self._large),
            names=self.names,
            colours=self.colours,
            focus_seat=own if self.focus_seat < 0 else self.focus_seat,
            legal=frozenset(legal),
            drags=tuple((source, tuple(targets)) for source, targets in sorted(drags.items())),
            asked=self.controller.asked,
            covered=self.controller.covered,
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
        state = self._bar_state(view)
        colour = self.colours[state.seat] if 0 <= state.seat < len(self.colours) else 0
        self.bar.show_state(state, scene.look, colour)
        self.log.show_look(scene.look, self.colours)
        self.legal_model.refresh(self.controller.legal_here(), view, self.texts)
        if self.lists_shown:
            self._refresh_lists(view)
        self.refreshed.emit()

    def show_lists(self, shown: bool) -> None:
        """Keep the hand and market lists up to date while someone looks at them."""
        self.lists_shown = shown
        if shown:
            self._refresh_lists(self.view)

    def _refresh_lists(self, view: TableView) -> None:
        self.hand_model.refresh(view, self.texts, self.controller.covered)
        self.market_model.refresh(view, self.texts)

    def _bar_state(self, view: TableView) -> BarState:
        if self.controller.covered:
            seat = self.session.state.acting
            name = self.names[seat]
            return BarState(
                position=self.session.position,
                seat=seat,
                title=self.tr("{name}'s turn").format(name=name),
                hint=self.tr("The hand is face down. Take the seat, then open it."),
                icon="eye-off",
                primary=a.CONFIRM,
                primary_text=self.tr("Show {name}'s hand").format(name=name),
            )
        return bar_state(self.session, self.texts, view)

    def _place_widgets(self, layout: TableLayout, look: Look) -> None:
        s = layout.scale
        self.bar.setGeometry(_pixels(layout.bar.frame, s))
        self.log.setGeometry(_pixels(layout.right.log, s))
        places = (layout.top.menu, *layout.top.buttons)
        size = round(20 * s)
        for (name, button), place in zip(self.top_buttons.items(), places, strict=True):
            button.setGeometry(_pixels(place, s))
            button.setIcon(QIcon(icons.pixmap(name, look.palette.ink, max(16, size), self.devicePixelRatioF())))
            button.setIconSize(QSize(max(16, size), max(16, size)))
        self.top_buttons["hint"].setChecked(self.show_moves)
        self.status.setGeometry(_pixels(layout.top.status, s))
        self.status.setFont(fonts.widget_font("label", s, look.large))
        self.status.setStyleSheet(f"color: {look.palette.ink2.name()}; font-size: {fonts.widget_px('label', s)}px;")
        mode = self.tr("undo: practice") if self.session.options.undo == "practice" else self.tr("undo: fair")
        self.status.setText(mode)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.board_view.setGeometry(self.rect())

    # ------------------------------------------------------------ gestures

    def _clicked(self, key: Key) -> None:
        if key.startswith(("company:", "standing:")):
            self.look_at(int(key.split(":")[1]))
            return
        if key in ("sort:value", "sort:action"):
            self.hand_order = "value" if key == "sort:value" else "action"
            self.refresh()
            return
        self.controller.click(key)

    def _dropped(self, source: Key, target: Key) -> None:
        self.controller.drop(source, target)

    def _refused(self, source: Key, target: Key) -> None:
        reason = self.controller.reason_for(target)
        if reason is not None:
            self._told(reason)

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
        if self.controller.covered:
            self.controller.uncover()
        else:
            self.controller.act(action, position)

    def _changed(self, update: Update) -> None:
        self.focus_seat = -1
        if update.kind == "uncover":
            self.log_model.reload(self.session, self.texts)
        else:
            self.log_model.follow(self.session, self.texts, update)
        if any(isinstance(event, GmiCardTurned) for event in update.events):
            self._gmi_lines = tuple((_MARKS[x.mark], x.icon, x.sentence) for x in self.texts.gmi_trace(update.events))
        elif update.kind == "undo":
            self._gmi_lines = ()
        self.refresh()
        if self.session.over and not self._over_told:
            self._over_told = True
            QTimer.singleShot(0, self.finished.emit)
        elif not self.session.over:
            self._over_told = False

    # ------------------------------------------------------------ keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Section 9 of the table design: letters place engineers, Enter confirms, Esc takes back."""
        if event.isAutoRepeat():
            event.accept()
            return
        key = event.key()
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and plain:
            self.bar.confirm()
        elif key == Qt.Key.Key_Escape:
            self._escape()
        elif key == Qt.Key.Key_H and plain:
            self._toggle_moves()
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self._step(True)
        elif key == Qt.Key.Key_Minus:
            self._step(False)
        elif plain and event.text().upper() in (*LETTERS, "X", "U"):
            self._letter(event.text().upper())
        else:
            super().keyPressEvent(event)
            return
        event.accept()

    def _escape(self) -> None:
        if self.board.dragging:
            self.board.cancel_drag()
        elif self.focus_seat >= 0:
            self.look_at(-1)
        else:
            self.controller.cancel()

    def _step(self, up: bool) -> None:
        state = self.bar.state
        if state is None or not state.steppers:
            return
        if up:
            plus = next((s.plus for s in state.steppers if s.plus is not None), None)
            if plus is not None:
                self.controller.act(plus, state.position)
        elif self.session.cancel_start() < self.session.position:
            self.controller.undo()

    def _letter(self, letter: str) -> None:
        """The first legal place of the letter's action: board, then cards from the cheapest, research, tiles."""
        t = self.session.tables
        for action in self.controller.legal_here():
            match action:
                case a.PlaceEngineer(space) | a.RepeatSpace(space):
                    kind = t.effects[t.spaces[space].effect].kind
                case a.PlayPrompt(card):
                    kind = t.type_kind[card]
                case a.UseResearch(card):
                    kind = t.research[card].action
                case a.ExecuteContract(_):
                    if letter == "X":
                        self.controller.act(action)
                        return
                    continue
                case a.UseTile(_):
                    if letter == "U":
                        self.controller.act(action)
                        return
                    continue
                case _:
                    continue
            if KIND_NAMES[kind] in LETTERS.get(letter, ()):
                self.controller.act(action)
                return

    def grab_picture(self) -> QPixmap:
        """The page as a pixmap, for bug reports and the README."""
        return self.grab()


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
