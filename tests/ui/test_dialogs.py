"""Messages, questions and About: they never block, do what was chosen once, and tell what they should."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMainWindow
from pytestqt.qtbot import QtBot

from saltonsea_desktop import __version__
from saltonsea_desktop.games.saltonsea.components import read_pack
from saltonsea_desktop.games.saltonsea.components.check import check_pack
from saltonsea_desktop.ui import dialogs, theme
from saltonsea_desktop.ui.about import LICENCES, AboutDialog
from saltonsea_desktop.ui.dialogs import MessageDialog
from tests.games.saltonsea.components.packs import write_pack
from tests.ui.finished import LEFT, pixels, shown, wearing

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True, scope="module")
def _dressed(qapp: QApplication) -> Iterator[None]:
    with wearing(theme.LIGHT):
        yield


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    made = QMainWindow()
    qtbot.addWidget(made)
    made.resize(800, 600)
    made.show()
    return made


def gone(dialog: MessageDialog) -> bool:
    """The dialog is closed and will be deleted."""
    return not dialog.isVisible()


# ------------------------------------------------------------------------------------------------ messages
def test_a_problem_is_told_without_blocking(window: QMainWindow) -> None:
    dialog = dialogs.problem(window, "The game cannot be opened", "a <b>.saltonsea: the file is empty.")
    assert dialog.isVisible(), "the call came back while it is open"
    assert dialog.windowModality() == Qt.WindowModality.WindowModal
    assert dialog.parent() is window
    assert dialog.sentence.text() == "a <b>.saltonsea: the file is empty."
    assert dialog.sentence.textFormat() == Qt.TextFormat.PlainText
    assert dialog.accessibleDescription() == dialog.sentence.text()
    QTest.mouseClick(dialog.stay, LEFT)
    assert gone(dialog)


@pytest.mark.parametrize("how", ["mouse", "enter", "space"])
def test_a_way_on_is_taken_once_and_after_closing(window: QMainWindow, how: str) -> None:
    done: list[bool] = []
    dialog = dialogs.problem(
        window,
        "No",
        "It failed.",
        [("Elsewhere", lambda: done.append(False)), ("Again", lambda: done.append(dialog.isVisible()))],
    )
    again = dialog.buttons[1]
    assert again.isDefault()
    if how == "mouse":
        QTest.mouseDClick(again, LEFT)
        QTest.mouseClick(again, LEFT)
    else:
        QTest.keyClick(again, Qt.Key.Key_Return if how == "enter" else Qt.Key.Key_Space)
        QTest.keyClick(again, Qt.Key.Key_Return)
    again.click()
    assert done == [False], "done once, when the message was already closed"


def test_escape_does_nothing_further(window: QMainWindow) -> None:
    done: list[int] = []
    for dialog in (
        dialogs.problem(window, "No", "It failed.", [("Again", lambda: done.append(1))]),
        dialogs.ask(window, "Sure?", "It is lost.", "Lose it", lambda: done.append(2), danger=True),
    ):
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        assert gone(dialog)
    assert done == []


def test_a_way_on_may_open_the_next_message(window: QMainWindow) -> None:
    opened: list[MessageDialog] = []
    dialog = dialogs.problem(
        window, "No", "First.", [("Again", lambda: opened.append(dialogs.problem(window, "No", "Second.")))]
    )
    QTest.mouseClick(dialog.buttons[0], LEFT)
    assert gone(dialog)
    (second,) = opened
    assert second.isVisible()
    second.reject()


@pytest.mark.parametrize("danger", [False, True])
def test_a_question_and_its_safe_answer(window: QMainWindow, danger: bool) -> None:
    done: list[int] = []
    dialog = dialogs.ask(window, "Leave?", "The game is saved.", "Leave", lambda: done.append(1), danger=danger)
    assert dialog.stay.text() == "Cancel"
    assert dialog.buttons[0].text() == "Leave"
    assert dialog.stay.isDefault() is danger
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert gone(dialog)
    assert done == ([] if danger else [1])
    dialog = dialogs.ask(
        window, "Leave?", "The game is saved.", "Leave", lambda: done.append(2), no="Stay", danger=danger
    )
    assert dialog.stay.text() == "Stay"
    QTest.mouseClick(dialog.buttons[0], LEFT)
    assert done[-1] == 2


def test_closed_messages_go_away(qtbot: QtBot, window: QMainWindow) -> None:
    for _ in range(3):
        dialogs.problem(window, "No", "It failed.").reject()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert window.findChildren(MessageDialog) == []


@pytest.mark.parametrize("palette", theme.THEMES.values(), ids=list(theme.THEMES))
def test_messages_look_like_the_table(qtbot: QtBot, palette: theme.Palette) -> None:
    with wearing(palette):
        long = "C:\\Users\\Žofie 山田\\saves\\a very long name of a game.saltonsea: " + "the file is damaged. " * 6
        dialog = dialogs.problem(None, "The game cannot be opened", long, [("Open another…", lambda: None)])
        image = shown(dialog)
        assert pixels(image, palette.danger, dialog.rect()) > 60
        assert pixels(image, palette.primary, dialog.rect()) > 1000
        assert dialog.sentence.height() >= dialog.sentence.heightForWidth(dialog.sentence.width())
        assert dialog.height() < 400
        dialog.reject()


def test_the_theme_is_recognised(qapp: QApplication) -> None:
    for palette in theme.THEMES.values():
        with wearing(palette):
            assert dialogs.current_palette() is palette


# ------------------------------------------------------------------------------------------------ deal numbers
@pytest.mark.parametrize("seed", [0, 7, 999, 1000, 48213, 2**53 - 1])
def test_a_deal_number_reads_back(seed: int) -> None:
    assert dialogs.deal_number(dialogs.deal_text(seed)) == seed


@pytest.mark.parametrize("text", ["", " ", "-3", "3.5", "1,000", "½", "³", "ten", "1" * 5000])
def test_what_is_no_deal_number(text: str) -> None:
    assert dialogs.deal_number(text) is None


# ------------------------------------------------------------------------------------------------ about
def test_about_tells_versions_provenance_and_licences(qtbot: QtBot) -> None:
    dialog = AboutDialog()
    qtbot.addWidget(dialog)
    dialog.open()
    text = "\n".join(found.text() for found in dialog.findChildren(QLabel))
    report = check_pack()
    assert __version__ in text
    assert "unofficial fan project" in text
    assert report.digest is not None
    assert report.digest in text
    assert dialog.provenance == {key: report.provenance[key] for key in ("rulebook", "inferred", "reconstructed")}
    for count in dialog.provenance.values():
        assert str(count) in text.split("\n")
    for what, version in dialog.versions():
        assert what in text
        assert version in text
    for what, licence in LICENCES:
        assert what in text
        assert licence in text
    QTest.mouseClick(dialog.copy_button, LEFT)
    copied = QGuiApplication.clipboard().text()
    assert __version__ in copied
    assert report.digest in copied
    QTest.mouseClick(dialog.close_button, LEFT)
    assert not dialog.isVisible()


def test_about_another_pack(qtbot: QtBot, tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "my box")
    dialog = AboutDialog(None, read_pack(folder))
    qtbot.addWidget(dialog)
    assert str(folder) in [found.text() for found in dialog.findChildren(QLabel)]


def test_licences_agree_with_the_documentation() -> None:
    page = (ROOT / "docs" / "licences.md").read_text(encoding="utf-8")
    for what, licence in LICENCES[1:]:
        for word in what.replace("Qt 6", "Qt").split(", "):
            assert word.split(" ©")[0] in page, word
        assert licence in page
