"""About: versions, the unofficial notice, where the printed values come from, licences."""

from __future__ import annotations

import platform
from collections import Counter
from typing import Final

import PySide6
from PySide6.QtCore import QLibraryInfo, QLocale, QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QFrame, QGridLayout, QHBoxLayout, QPushButton, QScrollArea, QVBoxLayout, QWidget

from saltonsea_desktop import __version__
from saltonsea_desktop.games.saltonsea.components import PackError, RawPack, read_pack
from saltonsea_desktop.games.saltonsea.components.check import list_values
from saltonsea_desktop.ui import dialogs
from saltonsea_desktop.ui.dialogs import label, panel

SIZE: Final = QSize(760, 620)

LICENCES: Final[tuple[tuple[str, str], ...]] = (
    ("Salton Sea Desktop", "MIT"),
    ("Qt 6, PySide6-Essentials, shiboken6", "LGPL-3.0-only"),
    ("pydantic, pydantic-core, annotated-types, typing-inspection", "MIT"),
    ("typing-extensions", "PSF-2.0"),
    ("platformdirs", "MIT"),
    ("Source Sans 3, © 2010-2023 Adobe", "OFL-1.1"),
    ("Barlow Condensed, © 2017 The Barlow Project Authors", "OFL-1.1"),
)
"""What the program is made of, as in docs/licences.md."""


class AboutDialog(QDialog):
    """Everything a bug report or a curious person needs. `pack`: the components in use, default the built-in ones."""

    def __init__(self, parent: QWidget | None = None, pack: RawPack | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("About"))
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.digest = ""
        self.provenance: dict[str, int] = {}
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(20, 18, 20, 6)
        column.setSpacing(14)
        column.addWidget(self._program())
        column.addWidget(self._components(pack))
        column.addWidget(self._licences())
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setAccessibleName(self.tr("About this program"))
        scroll.setWidget(inside)
        self.copy_button = QPushButton(self.tr("Copy versions"))
        self.copy_button.setAutoDefault(False)
        self.copy_button.clicked.connect(self._copy)
        self.close_button = QPushButton(self.tr("Close"))
        self.close_button.setProperty("kind", "primary")
        self.close_button.setDefault(True)
        self.close_button.setMinimumWidth(120)
        self.close_button.clicked.connect(self.accept)
        foot = QHBoxLayout()
        foot.setContentsMargins(20, 4, 20, 18)
        foot.addWidget(self.copy_button)
        foot.addStretch(1)
        foot.addWidget(self.close_button)
        page = QVBoxLayout(self)
        page.setContentsMargins(0, 0, 0, 0)
        page.setSpacing(0)
        page.addWidget(scroll, 1)
        page.addLayout(foot)
        self.close_button.setFocus()
        self.resize(SIZE.boundedTo(self.screen().availableSize().expandedTo(dialogs.SMALLEST_SCREEN)))

    def versions(self) -> list[tuple[str, str]]:
        """(what, version) of the program and what it runs on."""
        return [
            (self.tr("Salton Sea Desktop"), __version__),
            ("Python", platform.python_version()),
            ("Qt", QLibraryInfo.version().toString()),
            ("PySide6", PySide6.__version__),
            (self.tr("System"), f"{platform.system()} {platform.machine()}"),
        ]

    def _program(self) -> QWidget:
        frame, column = _panel()
        column.addWidget(label(self.tr("Salton Sea Desktop"), "title"))
        column.addWidget(
            label(
                self.tr(
                    "An unofficial fan project. It is not made, endorsed or supported by the makers or the publisher of"
                    " the board game Salton Sea; the name, art and texts of the game belong to their owners. This"
                    " program uses none of their art and none of their sentences."
                ),
                wrap=True,
            )
        )
        grid = _grid()
        for row, (what, version) in enumerate(self.versions()):
            grid.addWidget(label(what, "muted"), row, 0)
            grid.addWidget(_copyable(version), row, 1)
        column.addLayout(grid)
        return frame

    def _components(self, pack: RawPack | None) -> QWidget:
        frame, column = _panel()
        column.addWidget(label(self.tr("Components"), "title"))
        try:
            used = pack or read_pack()
        except PackError as error:
            column.addWidget(label(str(error), "danger", wrap=True))
            return frame
        counted = Counter(value.label for value in list_values(used))
        name = self.tr("Built in") if used.folder is None else str(used.folder)
        self.provenance = {key: counted[key] for key in ("rulebook", "inferred", "reconstructed")}
        self.digest = used.digest
        grid = _grid()
        rows = [
            (self.tr("Pack"), name),
            (self.tr("Digest"), used.digest),
            (self.tr("Values stated by the rulebook"), QLocale().toString(counted["rulebook"])),
            (self.tr("Values inferred from it"), QLocale().toString(counted["inferred"])),
            (self.tr("Values reconstructed"), QLocale().toString(counted["reconstructed"])),
        ]
        other = sum(counted.values()) - sum(self.provenance.values())
        if other:
            rows.append((self.tr("Values without provenance"), QLocale().toString(other)))
        for row, (what, value) in enumerate(rows):
            grid.addWidget(label(what, "muted"), row, 0)
            grid.addWidget(_copyable(value), row, 1)
        column.addLayout(grid)
        column.addWidget(
            label(
                self.tr("The rules reference lists every reconstructed value. Who owns the box can play with a pack of"
                        " the printed ones: choose its folder in the settings."),
                "muted",
                wrap=True,
            )
        )  # fmt: skip
        return frame

    def _licences(self) -> QWidget:
        frame, column = _panel()
        column.addWidget(label(self.tr("Licences"), "title"))
        grid = _grid()
        for row, (what, licence) in enumerate(LICENCES):
            grid.addWidget(label(what, wrap=True), row, 0)
            grid.addWidget(label(licence, "muted"), row, 1)
        column.addLayout(grid)
        column.addWidget(
            label(
                self.tr("Qt is used unchanged under the LGPL and can be replaced by another build of the same release."
                        " The texts of the licences come with the program and its parts."),
                "muted",
                wrap=True,
            )
        )  # fmt: skip
        return frame

    def _copy(self) -> None:
        lines = [f"{what}: {version}" for what, version in (*self.versions(), (self.tr("Components"), self.digest))]
        QGuiApplication.clipboard().setText("\n".join(lines))
        self.copy_button.setText(self.tr("Copied"))


def _panel() -> tuple[QFrame, QVBoxLayout]:
    frame = panel()
    column = QVBoxLayout(frame)
    column.setContentsMargins(18, 14, 18, 16)
    column.setSpacing(8)
    return frame, column


def _grid() -> QGridLayout:
    grid = QGridLayout()
    grid.setHorizontalSpacing(18)
    grid.setVerticalSpacing(3)
    grid.setColumnStretch(0, 2)
    grid.setColumnStretch(1, 3)
    return grid


def _copyable(text: str) -> QWidget:
    made = label(text, wrap=True)
    made.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return made
