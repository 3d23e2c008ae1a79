"""Settings: one page in sections. Every change is sent at once, so the window behind shows it; there is no OK."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QIcon, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QCheckBox,
    QComboBox,
    QDialog,
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from saltonsea_desktop.storage.folders import Folders
from saltonsea_desktop.storage.settings import NAME_LENGTH, Settings
from saltonsea_desktop.ui import dialogs, paint, theme
from saltonsea_desktop.ui.dialogs import caption, label, panel
from saltonsea_desktop.ui.fonts import Role
from saltonsea_desktop.ui.theme import Look, Palette

SIZE: Final = QSize(920, 660)


class ThemeCard(QAbstractButton):
    """A theme as a small picture of the table with its name; *system* shows day and night."""

    def __init__(self, name: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme_name = name
        self.setText(text)
        self.setAccessibleName(text)
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        wide = paint.text_width(Look(dialogs.current_palette()), self.text(), "body_strong")
        return QSize(max(92, round(wide) + 16), 92)

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        p = dialogs.current_palette()
        look = Look(p)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(4, 4, -4, -24)
        if self.theme_name == "system":
            self._scene(painter, theme.LIGHT, box, box)
            self._scene(painter, theme.DARK, box, QRectF(box.center().x(), box.y(), box.width(), box.height()))
        else:
            self._scene(painter, theme.THEMES[self.theme_name], box, box)
        on = self.isChecked()
        paint.rounded(painter, box, 8, None, p.brine if on else p.line2, (3.0 if on else 1.2) * p.stroke)
        role: Role = "body_strong" if on else "body"
        below = QRectF(0, self.height() - 22, self.width(), 20)
        paint.draw_text(painter, look, below, self.text(), role, p.ink, "centre")
        if self.hasFocus():
            paint.rounded(painter, box.adjusted(-4, -4, 4, 4), 11, None, p.focus, 2 * p.stroke)
        painter.end()

    @staticmethod
    def _scene(painter: QPainter, palette: Palette, box: QRectF, clip: QRectF) -> None:
        painter.save()
        painter.setClipRect(clip)
        look = Look(palette)
        paint.rounded(painter, box, 8, palette.bg1)
        low = box.y() + box.height() * 0.62
        painter.save()
        painter.setClipRect(QRectF(box.x(), low, box.width(), box.height()), Qt.ClipOperation.IntersectClip)
        paint.rounded(painter, box, 8, palette.earth[1])
        painter.restore()
        paint.circle(painter, QPointF(box.right() - 18, box.y() + 15), 16, palette.vp)
        card = QRectF(box.x() + 10, box.y() + 10, box.width() * 0.5, box.height() - 18)
        paint.rounded(painter, card, 4, palette.panel, palette.line2, palette.stroke)
        for row, colour in enumerate((palette.ink, palette.ink2)):
            paint.rounded(
                painter, QRectF(card.x() + 6, card.y() + 7 + 8 * row, card.width() * (0.7 - 0.2 * row), 3), 1, colour
            )
        button = QRectF(card.x() + 6, card.bottom() - 13, card.width() * 0.55, 8)
        paint.rounded(painter, button, 3, palette.primary)
        paint.seat_token(painter, look, 1, (box.right() - 16, box.bottom() - 12), 10)
        painter.restore()


class SettingsDialog(QDialog):
    """`changed` carries the settings after every change; `settings` are the present ones."""

    changed = Signal(object)

    def __init__(self, settings: Settings, parent: QWidget | None = None, folders: Folders | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Settings"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.settings = settings
        self._folders = folders
        self.choices: dict[str, QComboBox] = {}
        self.switches: dict[str, QCheckBox] = {}

        left = QVBoxLayout()
        left.setSpacing(16)
        left.addWidget(self._look())
        left.addWidget(self._files(), 1)
        columns = QHBoxLayout()
        columns.setContentsMargins(20, 18, 20, 6)
        columns.setSpacing(16)
        columns.addLayout(left, 1)
        columns.addWidget(self._play(), 1)
        inside = QWidget()
        inside.setLayout(columns)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inside)
        self.area = scroll
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.setProperty("kind", "primary")
        self.close_button.setDefault(True)
        self.close_button.setMinimumWidth(120)
        self.close_button.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.setContentsMargins(24, 4, 20, 18)
        foot.addWidget(label(self.tr("Changes apply at once and are kept."), "muted"), 1)
        foot.addWidget(self.close_button)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addWidget(scroll, 1)
        page.addLayout(foot)
        dialogs.wear(self)
        self.theme_cards[settings.theme].setFocus()
        self.resize(SIZE.boundedTo(self.screen().availableSize().expandedTo(dialogs.SMALLEST_SCREEN)))

    # ------------------------------------------------------------ sections

    def _section(self, title: str) -> tuple[QFrame, QVBoxLayout]:
        frame = panel()
        column = QVBoxLayout(frame)
        column.setContentsMargins(18, 14, 18, 16)
        column.setSpacing(8)
        column.addWidget(label(title, "title"))
        return frame, column

    def _look(self) -> QWidget:
        frame, column = self._section(self.tr("Look"))
        column.addWidget(caption(self.tr("Theme")))
        self.themes = QButtonGroup(self)
        self.theme_cards: dict[str, ThemeCard] = {}
        row = QHBoxLayout()
        row.setContentsMargins(-4, 0, -4, 0)
        row.setSpacing(4)
        for name, text in (
            ("system", self.tr("System")),
            ("light", self.tr("Light")),
            ("dark", self.tr("Dark")),
            ("contrast", self.tr("Contrast")),
        ):
            card = ThemeCard(name, text)
            card.toggled.connect(lambda on, name=name: self._set(theme=name) if on else None)
            self.themes.addButton(card)
            self.theme_cards[name] = card
            row.addWidget(card)
        self.theme_cards[self.settings.theme].setChecked(True)
        dialogs.tab_to_checked(self.themes)
        column.addLayout(row)
        grid = _grid(column)
        self._choice(
            grid, "text_size", self.tr("Text size"), (("normal", self.tr("Normal")), ("large", self.tr("Large")))
        )
        return frame

    def _play(self) -> QWidget:
        frame, column = self._section(self.tr("Play"))
        grid = _grid(column)
        self.name = QLineEdit(self.settings.player_name)
        self.name.setMaxLength(NAME_LENGTH)
        self.name.textChanged.connect(self._named)
        self._row(grid, self.tr("Your name"), self.name)
        self.name_problem = label("", "danger", wrap=True)
        self.name_problem.hide()
        grid.addWidget(self.name_problem, grid.rowCount(), 0, 1, 2)
        self._choice(
            grid,
            "gmi_pace",
            self.tr("GMI's pace"),
            (
                ("step", self.tr("Step by step")),
                ("flowing", self.tr("Flowing")),
                ("instant", self.tr("At once")),
            ),
        )
        self._choice(
            grid,
            "undo",
            self.tr("Undo in new games"),
            (("fair", self.tr("Fair")), ("practice", self.tr("Practice"))),
        )
        self._choice(
            grid,
            "curtain",
            self.tr("Curtain in new games"),
            (
                ("auto", self.tr("With two or more persons")),
                ("always", self.tr("Always")),
                ("never", self.tr("Never: open hands")),
            ),
        )
        column.addSpacing(4)
        column.addWidget(caption(self.tr("At the table")))
        self._switch(
            column, "show_moves", self.tr("Show all moves always"), self.tr("Otherwise while H is switched on.")
        )
        self._switch(
            column,
            "hand_by_action",
            self.tr("Sort the hand by action"),
            self.tr("Otherwise by value, dear cards first."),
        )
        column.addStretch(1)
        return frame

    def _files(self) -> QWidget:
        frame, column = self._section(self.tr("Files"))
        column.addWidget(caption(self.tr("Components")))
        self.pack_label = label("", "", wrap=True)
        self.pack_label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(self.pack_label)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        self.folder_button = QPushButton(self.tr("Choose folder…"))
        self.folder_button.setAutoDefault(False)
        self.folder_button.clicked.connect(self.ask_folder)
        self.built_in_button = QPushButton(self.tr("Use the built-in ones"))
        self.built_in_button.setAutoDefault(False)
        self.built_in_button.clicked.connect(lambda _=False: self._use_pack(""))
        buttons.addWidget(self.folder_button)
        buttons.addWidget(self.built_in_button)
        buttons.addStretch(1)
        column.addLayout(buttons)
        self.pack_note = label("", "danger", wrap=True)
        self.pack_note.hide()
        column.addWidget(self.pack_note)
        self.folder_rows: list[tuple[str, Path]] = []
        if self._folders is not None:
            column.addWidget(caption(self.tr("Folders")))
            for text, path in (
                (self.tr("Saved games"), self._folders.saves),
                (self.tr("Component packs"), self._folders.components),
            ):
                self._folder(column, text, path)
        column.addStretch(1)
        self._show_pack()
        return frame

    # ------------------------------------------------------------ rows

    def _row(self, grid: QGridLayout, text: str, control: QWidget) -> None:
        row = grid.rowCount()
        name = label(text)
        name.setBuddy(control)
        control.setAccessibleName(text)
        grid.addWidget(name, row, 0)
        grid.addWidget(control, row, 1)

    def _choice(self, grid: QGridLayout, setting: str, text: str, options: Sequence[tuple[str, str]]) -> None:
        box = QComboBox()
        for value, words in options:
            box.addItem(words, value)
        box.setCurrentIndex(max(0, box.findData(getattr(self.settings, setting))))
        box.currentIndexChanged.connect(lambda _: self._set(**{setting: box.currentData()}))
        self.choices[setting] = box
        self._row(grid, text, box)

    def _switch(self, column: QVBoxLayout, setting: str, text: str, detail: str) -> None:
        box = QCheckBox(text)
        box.setChecked(bool(getattr(self.settings, setting)))
        box.setAccessibleDescription(detail)
        box.toggled.connect(lambda on: self._set(**{setting: on}))
        words = label(detail, "muted", wrap=True)
        words.setContentsMargins(28, 0, 0, 0)
        block = QVBoxLayout()
        block.setSpacing(0)
        block.addWidget(box)
        block.addWidget(words)
        column.addLayout(block)
        self.switches[setting] = box

    def _folder(self, column: QVBoxLayout, text: str, path: Path) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(label(text, "heading"))
        where = label(str(path), "muted")
        where.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        where.setToolTip(str(path))
        where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        words.addWidget(where)
        button = QPushButton(self.tr("Show"))
        button.setAutoDefault(False)
        button.setAccessibleName(self.tr("Show the folder: {name}").format(name=text))
        button.setEnabled(path.is_dir())
        button.clicked.connect(lambda _=False: QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))))
        row.addLayout(words, 1)
        row.addWidget(button)
        column.addLayout(row)
        self.folder_rows.append((text, path))

    # ------------------------------------------------------------ changing

    def _set(self, **values: object) -> None:
        """Change settings and say so, unless they are the same."""
        after = self.settings.changed(**values)
        if after != self.settings:
            self.settings = after
            self.changed.emit(after)

    def _named(self, text: str) -> None:
        problem = ""
        try:
            self._set(player_name=text.strip())
        except ValueError:
            problem = self.tr("A name has 1 to {n} characters.").format(n=NAME_LENGTH)
        self.name_problem.setText(problem)
        self.name_problem.setVisible(bool(problem))

    def ask_folder(self) -> None:
        """Let the person choose a folder with a component pack."""
        dialog = QFileDialog(self, self.tr("Folder of a component pack"))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setOption(QFileDialog.Option.ShowDirsOnly)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.choose_folder(Path(name)))
        dialog.open()

    def choose_folder(self, folder: Path) -> bool:
        """Use the pack in ``folder`` for new games if it can be played with; else say what is wrong."""
        from saltonsea_desktop.games.saltonsea.components.check import check_pack

        report = check_pack(folder)
        if not report.ok:
            more = len(report.errors) - 1
            counted = self.tr("(and {n} more)").format(n=more) if more > 0 else ""
            self.pack_note.setText(" ".join(part for part in (report.errors[0], counted) if part))
            self.pack_note.show()
            return False
        try:
            self._use_pack(str(folder))
        except ValueError as error:
            self.pack_note.setText(f"{error}.")
            self.pack_note.show()
            return False
        return True

    def _use_pack(self, folder: str) -> None:
        self._set(components=folder)
        self.pack_note.hide()
        self._show_pack()

    def _show_pack(self) -> None:
        folder = self.settings.components
        self.pack_label.setText(folder or self.tr("Built in: some printed values are reconstructed."))
        self.built_in_button.setEnabled(bool(folder))
        p = dialogs.current_palette()
        self.folder_button.setIcon(QIcon(dialogs.icon_picture(self, "load", 16, p.ink)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "close_button"):
            dialogs.wear(self)
            self._show_pack()


def _grid(column: QVBoxLayout) -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(14)
    grid.setVerticalSpacing(8)
    grid.setColumnStretch(0, 2)
    grid.setColumnStretch(1, 3)
    column.addLayout(grid)
    return grid
