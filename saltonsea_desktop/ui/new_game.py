"""The new-game dialog: one page. Who plays, how undo and hands are kept, which deal and components, and what to expect.

It remembers nothing and starts nothing: `options()` and `pack_folder()` say what was chosen.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, get_args

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QBoxLayout,
    QButtonGroup,
    QComboBox,
    QDialog,
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from saltonsea_desktop.games.saltonsea.components import PackError, read_pack
from saltonsea_desktop.games.saltonsea.components.tables import VALUES, Tables, build, default_tables
from saltonsea_desktop.session.options import (
    NAME_LENGTH,
    CurtainMode,
    GameOptions,
    SeatKind,
    SeatOptions,
    UndoMode,
)
from saltonsea_desktop.storage.settings import Settings
from saltonsea_desktop.ui import dialogs, paint
from saltonsea_desktop.ui.colour_button import ColourButton
from saltonsea_desktop.ui.dialogs import caption, label, panel
from saltonsea_desktop.ui.theme import SEAT_IDS, Look, mix

RANDOM_DEALS: Final = 1_000_000
"""A random deal number is below this: six digits are easy to pass on."""

ROUNDS: Final[dict[int, tuple[int, int]]] = {1: (5, 8), 2: (5, 10), 3: (5, 9), 4: (5, 8)}
"""Rounds to expect, by persons and bots at the table (1: solo). Seen in games of the built-in bots: the lower end is
what greedy ones need, the upper what random ones do."""

SIZE: Final = QSize(1080, 600)


@dataclass(frozen=True, slots=True)
class PackChoice:
    """A component pack to play with; ``folder`` is None for the built-in one."""

    label: str
    folder: Path | None
    digest: str


class ModeCard(QAbstractButton):
    """A large radio button with an icon and two lines."""

    def __init__(self, icon_name: str, text: str, detail: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.icon_name, self.detail = icon_name, detail
        self.setText(text)
        self.setAccessibleName(text)
        self.setAccessibleDescription(detail)
        self.setCheckable(True)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        look = Look(dialogs.current_palette())
        wide = max(paint.text_width(look, self.text(), "button"), paint.text_width(look, self.detail, "log"))
        return QSize(round(wide) + 66, 62)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, 62)

    def paintEvent(self, event: QPaintEvent) -> None:
        p = dialogs.current_palette()
        look = Look(p)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(3, 3, -3, -3)
        on = self.isChecked()
        fill = p.brine_tint if on else mix(p.cell, p.brine_tint, 0.4) if self.underMouse() else p.cell
        line = p.brine if on else p.line2
        paint.rounded(painter, box, 8, fill, line, (2.0 if on else 1.2) * p.stroke)
        paint.icon(painter, look, self.icon_name, (box.x() + 12, box.center().y() - 13, 26, 26), p.ink)
        x, w = box.x() + 50, box.width() - 58
        paint.draw_text(painter, look, (x, box.y() + 7, w, 22), self.text(), "button", p.ink)
        paint.draw_text(painter, look, (x, box.y() + 29, w, 20), self.detail, "log", p.ink2)
        if self.hasFocus():
            paint.rounded(painter, box.adjusted(-3, -3, 3, 3), 10, None, p.focus, 2 * p.stroke)
        painter.end()


class SeatRow(QWidget):
    """One company: colour and shape, name, and who plays it."""

    changed = Signal()
    removed = Signal()

    KINDS: Final[tuple[SeatKind, ...]] = ("human", "greedy", "random")

    def __init__(self, number: int, name: str, colour: int, kinds: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.number = number
        self.token = ColourButton(colour)
        self.name = QLineEdit(name)
        self.name.setMaxLength(NAME_LENGTH)
        self.name.setPlaceholderText(self.tr("Name"))
        self.name.setMinimumWidth(90)
        self.kind = QComboBox()
        self.kind.addItem(self.tr("Person"), "human")
        self.kind.addItem(self.tr("Computer: greedy"), "greedy")
        self.kind.addItem(self.tr("Computer: random"), "random")
        self.kind.setVisible(kinds)
        self.remove = QToolButton()
        self.remove.setIconSize(QSize(16, 16))
        self.remove.setVisible(kinds)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self.token)
        row.addWidget(self.name, 1)
        row.addWidget(self.kind)
        row.addWidget(self.remove)
        self.token.picked.connect(lambda _: self.changed.emit())
        self.name.textChanged.connect(lambda _: self.changed.emit())
        self.kind.currentIndexChanged.connect(self._kind_changed)
        self.remove.clicked.connect(self.removed)
        self.renumber(number)

    def default_name(self, number: int, human: bool) -> str:
        """The name of a seat nobody has named yet."""
        text = self.tr("Player {n}") if human else self.tr("Computer {n}")
        return text.format(n=number)

    def renumber(self, number: int) -> None:
        """The row's place changed: names that nobody typed follow, and so does what screen readers say."""
        human = self.seat_kind() == "human"
        if self.name.text() in (self.default_name(self.number, True), self.default_name(self.number, False)):
            self.name.setText(self.default_name(number, human))
        self.number = number
        self.name.setAccessibleName(self.tr("Seat {n}: name").format(n=number))
        self.kind.setAccessibleName(self.tr("Seat {n}: who plays").format(n=number))
        self.remove.setAccessibleName(self.tr("Remove seat {n}").format(n=number))
        self.remove.setToolTip(self.tr("Remove this seat"))
        self.refresh_icons()

    def refresh_icons(self) -> None:
        self.remove.setIcon(QIcon(dialogs.icon_picture(self, "cancel", 16, dialogs.current_palette().ink2)))
        self.token.refresh()

    def seat_kind(self) -> SeatKind:
        """Who plays."""
        return self.KINDS[max(0, self.kind.currentIndex())]

    def options(self) -> SeatOptions:
        """The seat as it stands; the name without spaces around it."""
        return SeatOptions(self.name.text().strip(), self.seat_kind(), self.token.colour)

    def _kind_changed(self) -> None:
        human = self.seat_kind() == "human"
        if self.name.text() == self.default_name(self.number, not human):
            self.name.setText(self.default_name(self.number, human))
        self.changed.emit()


class TablePreview(QWidget):
    """A small picture of the market: five rows of as many cards as the game will have."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cards = 4
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_cards(self, cards: int, words: str) -> None:
        self.cards = cards
        self.setAccessibleName(words)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(260, 132)

    def paintEvent(self, event: QPaintEvent) -> None:
        p = dialogs.current_palette()
        look = Look(p)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        box = QRectF(self.rect())
        paint.tray(painter, look, box, 8)
        pad, gap = 10.0, 4.0
        high = (box.height() - 2 * pad - 4 * gap) / 5
        wide = min(34.0, (box.width() - 2 * pad - 44 - self.cards * gap) / max(1, self.cards))
        bands = [p.lith, p.geo, *(p.money(value).fill for value in reversed(VALUES))]
        icons_of = ("research", "contract", "", "", "")
        for row, colour in enumerate(bands):
            y = box.y() + pad + row * (high + gap)
            deck = QRectF(box.x() + pad, y, 34, high)
            paint.rounded(painter, deck, 3, p.panel, p.line2, 1)
            if icons_of[row]:
                paint.icon(painter, look, icons_of[row], (deck.center().x() - 8, y + high / 2 - 8, 16, 16), p.ink2)
            else:
                value = VALUES[len(VALUES) - 1 - (row - 2)]
                paint.draw_text(
                    painter, look, deck, paint.money_text(value), "card_name", p.ink2, "centre", elide=False
                )
            for card in range(self.cards):
                area = QRectF(deck.right() + 10 + card * (wide + gap), y, wide, high)
                paint.rounded(painter, area, 3, p.cell)
                paint.band(painter, area, 3, colour, "left", 6)
                paint.rounded(painter, area, 3, None, p.edge, p.stroke)
        painter.end()


class NewGameDialog(QDialog):
    """Choose a game; *Start* accepts it once it makes sense."""

    def __init__(self, settings: Settings, packs: Sequence[PackChoice], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("New game"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self._settings = settings
        self._packs = list(packs) or [PackChoice(self.tr("Built in"), None, "")]
        self._tables: dict[Path | None, Tables | None] = {}
        self._random_deal = secrets.randbelow(RANDOM_DEALS)
        self._facts: list[tuple[QLabel, QLabel, str]] = []

        columns = QHBoxLayout()
        columns.setContentsMargins(20, 18, 20, 6)
        columns.setSpacing(16)
        columns.addWidget(self._who(), 40)
        columns.addWidget(self._how(), 34)
        columns.addWidget(self._what(), 30)
        inside = QWidget()
        inside.setObjectName("columns")
        inside.setLayout(columns)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inside)
        self.area = scroll

        self.problem_icon = QLabel()
        self.problem_label = label("", "danger", wrap=True)
        self.problem_label.setAccessibleName(self.tr("What is missing"))
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.cancel_button.setAutoDefault(False)
        self.cancel_button.clicked.connect(self.reject)
        self.start_button = QPushButton(self.tr("Start"))
        self.start_button.setProperty("kind", "primary")
        self.start_button.setDefault(True)
        self.start_button.setMinimumWidth(150)
        self.start_button.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.setContentsMargins(24, 4, 20, 18)
        foot.setSpacing(10)
        foot.addWidget(self.problem_icon)
        foot.addWidget(self.problem_label, 1)
        foot.addWidget(self.cancel_button)
        foot.addWidget(self.start_button)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addWidget(scroll, 1)
        page.addLayout(foot)
        self._refresh_icons()
        self._mode_changed()
        self.resize(SIZE.boundedTo(self.screen().availableSize().expandedTo(dialogs.SMALLEST_SCREEN)))
        self.solo_row.name.setFocus()
        self.solo_row.name.selectAll()

    # ------------------------------------------------------------ left: who plays

    def _who(self) -> QWidget:
        frame, column = _panel(self.tr("Who plays"))
        self.solo_card = ModeCard("gmi", self.tr("Solo"), self.tr("against GMI"))
        self.hot_card = ModeCard("hotseat", self.tr("Hot seat"), self.tr("2 to 4 companies"))
        self.modes = QButtonGroup(self)
        cards = QHBoxLayout()
        cards.setContentsMargins(-3, 0, -3, 0)  # the cards keep room for a focus ring
        cards.setSpacing(2)
        for card in (self.solo_card, self.hot_card):
            self.modes.addButton(card)
            cards.addWidget(card, 1)
            card.toggled.connect(self._mode_changed)
        self.solo_card.setChecked(True)
        dialogs.tab_to_checked(self.modes)
        column.addLayout(cards)

        # solo
        self.solo_box = QWidget()
        solo = QVBoxLayout(self.solo_box)
        solo.setContentsMargins(0, 0, 0, 0)
        solo.setSpacing(8)
        solo.addWidget(caption(self.tr("Your company")))
        self.solo_row = SeatRow(1, self._settings.player_name, 0, kinds=False)
        self.solo_row.changed.connect(self._changed)
        solo.addWidget(self.solo_row)
        self.gmi_token = QLabel()
        gmi = QHBoxLayout()
        gmi.setContentsMargins(8, 0, 0, 0)
        gmi.setSpacing(12)
        gmi.addWidget(self.gmi_token)
        gmi.addWidget(
            label(self.tr("GMI plays by its cards; each of its decisions is explained."), "muted", wrap=True), 1
        )
        solo.addLayout(gmi)
        solo.addSpacing(4)
        solo.addWidget(caption(self.tr("Difficulty")))
        self.normal, self.easy = self._pair(
            solo,
            (self.tr("Normal"), self.tr("GMI starts with the same hand as you: $7.")),
            (self.tr("Easy"), self.tr("GMI starts without cards, so it develops later.")),
        )
        self.normal.setChecked(True)
        dialogs.tab_to_checked(self.normal.group())
        solo.addStretch(1)
        column.addWidget(self.solo_box, 1)

        # hot seat
        self.hot_box = QWidget()
        hot = QVBoxLayout(self.hot_box)
        hot.setContentsMargins(0, 0, 0, 0)
        hot.setSpacing(8)
        hot.addWidget(caption(self.tr("Seats in turn order")))
        self.rows_layout = QVBoxLayout()
        self.rows_layout.setSpacing(8)
        hot.addLayout(self.rows_layout)
        self.rows: list[SeatRow] = []
        self.add_button = QPushButton(self.tr("Add a seat"))
        self.add_button.setAutoDefault(False)
        self.add_button.clicked.connect(lambda _=False: self.add_seat())
        line = QHBoxLayout()
        line.addWidget(self.add_button)
        line.addStretch(1)
        hot.addLayout(line)
        hot.addWidget(label(self.tr("A random seat starts the first round."), "muted", wrap=True))
        hot.addStretch(1)
        column.addWidget(self.hot_box, 1)
        self.add_seat(self._settings.player_name)
        self.add_seat()
        return frame

    def _pair(
        self, column: QBoxLayout, first: tuple[str, str], second: tuple[str, str]
    ) -> tuple[QRadioButton, QRadioButton]:
        """Two radio buttons with a line of explanation each."""
        group = QButtonGroup(self)
        made = []
        for text, detail in (first, second):
            radio = QRadioButton(text)
            radio.setAccessibleDescription(detail)
            radio.toggled.connect(self._changed)
            group.addButton(radio)
            words = label(detail, "muted", wrap=True)
            words.setContentsMargins(28, 0, 0, 0)
            block = QVBoxLayout()
            block.setSpacing(0)
            block.addWidget(radio)
            block.addWidget(words)
            column.addLayout(block)
            made.append(radio)
        return made[0], made[1]

    def add_seat(self, name: str = "") -> None:
        """One more seat at the end, with the first colour that is free."""
        if len(self.rows) >= len(SEAT_IDS):
            return
        number = len(self.rows) + 1
        taken = {row.token.colour for row in self.rows}
        colour = next(c for c in range(len(SEAT_IDS)) if c not in taken)
        row = SeatRow(number, name, colour, kinds=True)
        if not name:
            row.name.setText(row.default_name(number, human=True))
        row.changed.connect(self._changed)
        row.removed.connect(lambda: self.remove_seat(row))
        self.rows.append(row)
        self.rows_layout.addWidget(row)
        row.show()
        before: QWidget = self.rows[-2].remove if len(self.rows) > 1 else self.hot_card
        for widget in (row.token, row.name, row.kind, row.remove, self.add_button):
            QWidget.setTabOrder(before, widget)
            before = widget
        if number > 2:
            row.name.setFocus()
            row.name.selectAll()
        self._changed()

    def remove_seat(self, row: SeatRow) -> None:
        """Take a seat away; two always stay."""
        if row not in self.rows or len(self.rows) <= 2:
            return
        at = self.rows.index(row)
        self.rows.remove(row)
        self.rows_layout.removeWidget(row)
        row.hide()
        row.deleteLater()
        for number, other in enumerate(self.rows, 1):
            other.renumber(number)
        self.rows[min(at, len(self.rows) - 1)].name.setFocus()
        self._changed()

    # ------------------------------------------------------------ middle: how

    def _how(self) -> QWidget:
        frame, column = _panel(self.tr("How"))
        column.addWidget(caption(self.tr("Undo")))
        self.fair, self.practice = self._pair(
            column,
            (self.tr("Fair"), self.tr("Stops where something hidden was revealed or chance was used.")),
            (self.tr("Practice"), self.tr("Without limit; the game is marked.")),
        )
        (self.practice if self._settings.undo == "practice" else self.fair).setChecked(True)
        dialogs.tab_to_checked(self.fair.group())

        grid = QGridLayout()
        grid.setContentsMargins(0, 6, 0, 0)
        grid.setHorizontalSpacing(8)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(0, 1)
        at = 0

        def heading(text: str) -> None:
            nonlocal at
            grid.addWidget(caption(text), at, 0, 1, 2)
            at += 1

        heading(self.tr("Curtain between turns"))
        self.curtain = QComboBox()
        self.curtain.setAccessibleName(self.tr("Curtain between turns"))
        self.curtain.addItem(self.tr("With two or more persons"), "auto")
        self.curtain.addItem(self.tr("Always"), "always")
        self.curtain.addItem(self.tr("Never: open hands"), "never")
        self.curtain.setCurrentIndex(max(0, self.curtain.findData(self._settings.curtain)))
        self.curtain.currentIndexChanged.connect(self._changed)
        grid.addWidget(self.curtain, at, 0, 1, 2)
        at += 1
        grid.setRowMinimumHeight(at, 6)
        at += 1

        heading(self.tr("Deal number"))
        self.deal = QLineEdit()
        self.deal.setPlaceholderText(self.tr("random"))
        self.deal.setAccessibleName(self.tr("Deal number"))
        self.deal.setToolTip(self.tr("The same number, seats and components give the same deal."))
        self.deal.setMaxLength(dialogs.DEAL_DIGITS + 12)
        self.deal.textChanged.connect(self._changed)
        self.roll_button = QPushButton(self.tr("New number"))
        self.roll_button.setAutoDefault(False)
        self.roll_button.clicked.connect(self._roll)
        grid.addWidget(self.deal, at, 0)
        grid.addWidget(self.roll_button, at, 1)
        at += 1
        grid.addWidget(
            label(self.tr("Empty: a random deal. Pass a number on to play the same one."), "muted", True), at, 0, 1, 2
        )
        at += 1
        grid.setRowMinimumHeight(at, 6)
        at += 1

        heading(self.tr("Components"))
        self.pack_box = QComboBox()
        self.pack_box.setAccessibleName(self.tr("Component pack"))
        self.pack_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.pack_box.setMinimumContentsLength(10)
        self._fill_packs(0)
        wanted = [i for i, pack in enumerate(self._packs) if str(pack.folder or "") == self._settings.components]
        self.pack_box.setCurrentIndex(wanted[0] if wanted else 0)
        self.pack_box.currentIndexChanged.connect(self._pack_changed)
        self.folder_button = QPushButton(self.tr("Choose folder…"))
        self.folder_button.setAutoDefault(False)
        self.folder_button.clicked.connect(self.ask_folder)
        grid.addWidget(self.pack_box, at, 0)
        grid.addWidget(self.folder_button, at, 1)
        at += 1
        self.pack_note = label("", "muted", wrap=True)
        grid.addWidget(self.pack_note, at, 0, 1, 2)
        column.addLayout(grid)
        column.addStretch(1)
        return frame

    def _fill_packs(self, current: int) -> None:
        self.pack_box.blockSignals(True)
        self.pack_box.clear()
        for pack in self._packs:
            self.pack_box.addItem(pack.label)
            tip = self.tr("{folder}, digest {digest}").format(folder=pack.folder or pack.label, digest=pack.digest)
            self.pack_box.setItemData(self.pack_box.count() - 1, tip, Qt.ItemDataRole.ToolTipRole)
        self.pack_box.setCurrentIndex(current)
        self.pack_box.blockSignals(False)

    def _pack_changed(self) -> None:
        self.pack_note.setText("")
        self._changed()

    def ask_folder(self) -> None:
        """Let the person choose a folder with a component pack."""
        dialog = QFileDialog(self, self.tr("Folder of a component pack"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.choose_folder(Path(name)))
        dialog.open()

    def choose_folder(self, folder: Path) -> bool:
        """Check the pack in ``folder`` and choose it; a fault is said below the list, which stays as it was."""
        from saltonsea_desktop.games.saltonsea.components.check import check_pack

        report = check_pack(folder)
        if not report.ok or report.digest is None:
            kept = self.tr("{pack} stays chosen.").format(pack=self.pack_box.currentText())
            more = len(report.errors) - 1
            counted = self.tr("(and {n} more)").format(n=more) if more > 0 else ""
            parts = (report.errors[0], counted, kept)
            self._note(" ".join(part for part in parts if part), bad=True)
            return False
        known = [i for i, pack in enumerate(self._packs) if pack.folder == folder]
        choice = PackChoice(folder.name or str(folder), folder, report.digest)
        if known:
            self._packs[known[0]] = choice
        else:
            self._packs.append(choice)
        self._tables.pop(folder, None)
        self._fill_packs(known[0] if known else len(self._packs) - 1)
        self._note(report.warnings[0] if report.warnings else "", bad=False)
        self._changed()
        return True

    def _note(self, text: str, bad: bool) -> None:
        self.pack_note.setText(text)
        dialogs.set_kind(self.pack_note, "role", "danger" if bad else "muted")

    def _roll(self) -> None:
        self.deal.setText(dialogs.deal_text(secrets.randbelow(RANDOM_DEALS)))
        self.deal.setFocus()
        self.deal.selectAll()

    # ------------------------------------------------------------ right: what

    def _what(self) -> QWidget:
        frame, column = _panel(self.tr("This game"))
        self.seat_lines = QVBoxLayout()
        self.seat_lines.setSpacing(4)
        self._seat_labels: list[tuple[QLabel, QLabel, QLabel]] = []
        for _ in SEAT_IDS:
            token, name, kind = QLabel(), label("", "heading"), label("", "muted")
            name.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            line = QHBoxLayout()
            line.setSpacing(8)
            line.addWidget(token)
            line.addWidget(name, 1)
            line.addWidget(kind)
            self.seat_lines.addLayout(line)
            self._seat_labels.append((token, name, kind))
        column.addLayout(self.seat_lines)
        column.addSpacing(4)
        self.preview = TablePreview()
        column.addWidget(self.preview)
        column.addSpacing(2)
        for icon_name in ("layers", "round", "claim", "objective", "undo"):
            picture, words = QLabel(), label("", "", wrap=True)
            picture.setAlignment(Qt.AlignmentFlag.AlignTop)
            line = QHBoxLayout()
            line.setSpacing(10)
            line.addWidget(picture)
            line.addWidget(words, 1)
            column.addLayout(line)
            self._facts.append((picture, words, icon_name))
        column.addStretch(1)
        return frame

    def tables(self) -> Tables | None:
        """The printed values of the chosen pack; None when they cannot be read any more."""
        folder = self.pack_folder()
        if folder not in self._tables:
            try:
                self._tables[folder] = default_tables() if folder is None else build(read_pack(folder))
            except PackError:
                self._tables[folder] = None
        return self._tables[folder]

    def _show_preview(self, options: GameOptions) -> None:
        kinds = {
            "human": self.tr("person"),
            "greedy": self.tr("computer, greedy"),
            "random": self.tr("computer, random"),
            "gmi": self.tr("automa, easy") if options.easy else self.tr("automa"),
        }
        for index, (token, name, kind) in enumerate(self._seat_labels):
            shown = index < len(options.seats)
            for widget in (token, name, kind):
                widget.setVisible(shown)
            if shown:
                seat = options.seats[index]
                token.setPixmap(dialogs.seat_picture(self, seat.colour, 20))
                name.setText(seat.name or self.tr("no name"))
                name.setToolTip(seat.name)
                kind.setText(kinds[seat.kind])
        tables = self.tables()
        n = len(options.seats)
        low, high = ROUNDS[1 if options.solo else n]
        rounds = self.tr("About {low} to {high} rounds").format(low=low, high=high)
        if tables is None:
            texts = [self.tr("These components cannot be read any more."), rounds, "", ""]
        else:
            cards = tables.market_width[n]
            claims = sum(1 for claim in tables.claims if claim.deck) - 2 * tables.claims_removed[n]
            deck = claims - len(tables.claim_surcharge)
            market = self.tr("{n} cards in each of the five market rows").format(n=cards)
            self.preview.show_cards(cards, market)
            texts = [
                market,
                # every round's end reveals a claim, and the one that cannot ends the game (RND-3, END-1)
                self.tr("{rounds}, at most {most}").format(rounds=rounds, most=deck + 1),
                self.tr("{n} claims, 4 of them on offer").format(n=claims)
                if len(tables.claim_surcharge) == 4
                else self.tr("{n} claims").format(n=claims),
                self.tr("{n} objectives, drawn by chance").format(n=tables.display_objectives),
            ]
        undo = self.tr("Practice undo: marked") if options.undo == "practice" else self.tr("Fair undo")
        texts.append(undo)
        for (picture, words, _), text in zip(self._facts, texts, strict=True):
            words.setText(text)
            picture.setVisible(bool(text))
            words.setVisible(bool(text))

    # ------------------------------------------------------------ the result

    @property
    def solo(self) -> bool:
        """A game against GMI is being chosen."""
        return self.solo_card.isChecked()

    def options(self) -> GameOptions:
        """The game as it is chosen now; see ``problem`` for whether it can be started."""
        if self.solo:
            own = self.solo_row.options()
            gmi = 2 if own.colour != 2 else 3
            seats: tuple[SeatOptions, ...] = (own, SeatOptions(self.tr("GMI"), "gmi", gmi))
        else:
            seats = tuple(row.options() for row in self.rows)
        undo: UndoMode = "practice" if self.practice.isChecked() else "fair"
        curtains: tuple[CurtainMode, ...] = get_args(CurtainMode)
        curtain = curtains[max(0, self.curtain.currentIndex())]
        number = self._random_deal if not self.deal.text().strip() else dialogs.deal_number(self.deal.text())
        return GameOptions(
            seats=seats,
            seed=-1 if number is None else number,
            easy=self.solo and self.easy.isChecked(),
            undo=undo,
            curtain=curtain,
        )

    def pack_folder(self) -> Path | None:
        """The folder of the chosen component pack, None for the built-in one."""
        return self._packs[max(0, self.pack_box.currentIndex())].folder

    def problem(self) -> str:
        """Why the game cannot be started as it is chosen, one sentence, or ""."""
        options = self.options()
        seats = options.seats
        if any(not seat.name for seat in seats):
            number = next(i for i, seat in enumerate(seats, 1) if not seat.name)
            return self.tr("Seat {n} needs a name.").format(n=number)
        for i, seat in enumerate(seats):
            for other in seats[i + 1 :]:
                if other.colour == seat.colour:
                    pair = self.tr("{first} and {second} have the same colour and shape.")
                    return pair.format(first=seat.name, second=other.name)
        if self.deal.text().strip() and dialogs.deal_number(self.deal.text()) is None:
            return self.tr("A deal number has digits only.")
        return options.problem()

    def accept(self) -> None:
        """Start, unless something is missing."""
        if not self.problem():
            super().accept()

    # ------------------------------------------------------------ keeping it together

    def _mode_changed(self) -> None:
        if not hasattr(self, "start_button"):
            return
        self.solo_box.setVisible(self.solo)
        self.hot_box.setVisible(not self.solo)
        self.curtain.setEnabled(not self.solo)
        self.curtain.setToolTip(self.tr("Only in hot seat: your hand needs no cover here.") if self.solo else "")
        self._changed()

    def _changed(self) -> None:
        if not hasattr(self, "start_button"):
            return
        options = self.options()
        for row in self.rows:
            row.token.set_taken([other.token.colour for other in self.rows if other is not row])
            row.remove.setEnabled(len(self.rows) > 2)
        self.add_button.setEnabled(len(self.rows) < len(SEAT_IDS))
        if self.solo:
            self.gmi_token.setPixmap(dialogs.seat_picture(self, options.seats[1].colour, 26))
        problem = self.problem()
        self.problem_label.setText(problem)
        self.problem_icon.setVisible(bool(problem))
        self.start_button.setEnabled(not problem)
        self._show_preview(options)

    def _refresh_icons(self) -> None:
        p = dialogs.current_palette()
        dialogs.wear(self)
        self.problem_icon.setPixmap(dialogs.icon_picture(self, "warning", 20, p.danger))
        self.add_button.setIcon(QIcon(dialogs.icon_picture(self, "plus", 16, p.ink)))
        for picture, _, icon_name in self._facts:
            picture.setPixmap(dialogs.icon_picture(self, icon_name, 18, p.ink2))
        for row in (*self.rows, self.solo_row):
            row.refresh_icons()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "start_button"):
            self._refresh_icons()
            self._changed()


def _panel(title: str) -> tuple[QFrame, QVBoxLayout]:
    frame = panel()
    column = QVBoxLayout(frame)
    column.setContentsMargins(18, 14, 18, 16)
    column.setSpacing(8)
    column.addWidget(label(title, "title"))
    return frame, column
