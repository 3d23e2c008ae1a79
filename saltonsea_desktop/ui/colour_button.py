"""A button that shows a seat's token and lets a person choose another of the four colours and shapes."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QEvent, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeyEvent
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from saltonsea_desktop.ui import dialogs
from saltonsea_desktop.ui.theme import SEAT_IDS

TOKEN = 24


class ColourButton(QToolButton):
    """`picked` follows a choice by hand; arrow keys go through the colours, Enter or Space opens the list."""

    picked = Signal(int)

    def __init__(self, colour: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.colour = colour
        self._taken: frozenset[int] = frozenset()
        self.setIconSize(QSize(TOKEN, TOKEN))
        self.setMinimumSize(40, 36)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.menu_of_colours = QMenu(self)
        group = QActionGroup(self.menu_of_colours)
        self.choices: list[QAction] = []
        for index in range(len(SEAT_IDS)):
            action = QAction(self.name(index), self.menu_of_colours)
            action.setCheckable(True)
            action.triggered.connect(lambda _=False, index=index: self._pick(index))
            group.addAction(action)
            self.menu_of_colours.addAction(action)
            self.choices.append(action)
        self.clicked.connect(self.open_menu)
        self.refresh()

    def name(self, colour: int) -> str:
        """Colour and shape in words."""
        match colour:
            case 0:
                return self.tr("Agave, disc")
            case 1:
                return self.tr("Plum, triangle")
            case 2:
                return self.tr("Steel, square")
            case _:
                return self.tr("Sun, diamond")

    def set_colour(self, colour: int) -> None:
        """Show another colour, without a signal."""
        self.colour = colour
        self.refresh()

    def set_taken(self, colours: Collection[int]) -> None:
        """Colours of other seats, which the list names as taken."""
        self._taken = frozenset(colours)
        self.refresh()

    def refresh(self) -> None:
        """Draw the token again, for example in another theme."""
        self.setIcon(dialogs.seat_icon(self, self.colour, TOKEN))
        text = self.tr("Colour: {name}").format(name=self.name(self.colour))
        self.setAccessibleName(text)
        self.setToolTip(text)
        for index, action in enumerate(self.choices):
            name = self.name(index)
            action.setText(self.tr("{name} (taken)").format(name=name) if index in self._taken else name)
            action.setIcon(dialogs.seat_icon(self, index, TOKEN))
            action.setChecked(index == self.colour)

    def open_menu(self) -> None:
        """The list of colours, without a nested event loop."""
        self.menu_of_colours.popup(self.mapToGlobal(QPoint(0, self.height())))
        self.menu_of_colours.setActiveAction(self.choices[self.colour])

    def _pick(self, colour: int) -> None:
        if colour != self.colour:
            self.colour = colour
            self.refresh()
            self.picked.emit(colour)
        else:
            self.refresh()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()), 0)
        if step:
            self._pick((self.colour + step) % len(self.choices))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "choices"):
            self.refresh()
