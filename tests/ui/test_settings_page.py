"""Settings: every change is sent at once and once, wrong ones are told, packs are checked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from saltonsea_desktop.games.saltonsea.components.check import check_pack
from saltonsea_desktop.storage.folders import folders
from saltonsea_desktop.storage.settings import CHOICES, Settings, read_settings, write_settings
from saltonsea_desktop.ui import theme
from saltonsea_desktop.ui.settings_page import SettingsDialog
from tests.games.saltonsea.components.packs import write_pack
from tests.ui.finished import LEFT, overlaps, pixels, shown, wearing


@pytest.fixture(autouse=True, scope="module")
def _dressed(qapp: QApplication) -> Iterator[None]:
    with wearing(theme.LIGHT):
        yield


def dialog_of(qtbot: QtBot, settings: Settings | None = None) -> tuple[SettingsDialog, list[Settings]]:
    dialog = SettingsDialog(settings or Settings(theme="light"))
    qtbot.addWidget(dialog)
    heard: list[Settings] = []
    dialog.changed.connect(heard.append)
    dialog.open()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    return dialog, heard


def test_it_shows_what_is_set(qtbot: QtBot) -> None:
    wanted = Settings(
        theme="dark", text_size="large", gmi_pace="step", undo="practice", curtain="never",
        show_moves=True, hand_by_action=True, player_name="Ines", components="/some/folder",
    )  # fmt: skip
    dialog, heard = dialog_of(qtbot, wanted)
    assert [name for name, card in dialog.theme_cards.items() if card.isChecked()] == ["dark"]
    for name, box in dialog.choices.items():
        assert box.currentData() == getattr(wanted, name)
    for name, switch in dialog.switches.items():
        assert switch.isChecked() == getattr(wanted, name)
    assert dialog.name.text() == "Ines"
    assert dialog.pack_label.text() == "/some/folder"
    assert dialog.settings == wanted
    assert heard == [], "showing is not changing"


def test_every_setting_is_offered_once() -> None:
    """And nothing else: a row that does nothing would be a promise."""
    dialog = SettingsDialog(Settings())
    offered = {"theme", "player_name", "components", *dialog.choices, *dialog.switches}
    assert offered == {field.name for field in fields(Settings)}
    for name, box in dialog.choices.items():
        assert tuple(box.itemData(i) for i in range(box.count())) == CHOICES[name]
    assert tuple(dialog.theme_cards) == CHOICES["theme"]
    dialog.deleteLater()


@pytest.mark.parametrize("name", ["dark", "contrast", "system"])
def test_a_theme_by_mouse(qtbot: QtBot, name: str) -> None:
    dialog, heard = dialog_of(qtbot)
    QTest.mouseClick(dialog.theme_cards[name], LEFT)
    QTest.mouseClick(dialog.theme_cards[name], LEFT)
    assert [settings.theme for settings in heard] == [name]
    assert dialog.settings.theme == name


def test_themes_by_keyboard(qtbot: QtBot) -> None:
    dialog, heard = dialog_of(qtbot)
    assert dialog.theme_cards["light"].hasFocus(), "the dialog opens on the theme in use"
    QTest.keyClick(dialog.theme_cards["light"], Qt.Key.Key_Right)
    assert dialog.theme_cards["dark"].isChecked()
    assert [settings.theme for settings in heard] == ["dark"]


def test_choices_by_keyboard(qtbot: QtBot) -> None:
    dialog, heard = dialog_of(qtbot)
    for name, box in dialog.choices.items():
        heard.clear()
        box.setFocus()
        QTest.keyClick(box, Qt.Key.Key_End)
        QTest.keyClick(box, Qt.Key.Key_Home)
        first, last = CHOICES[name][0], CHOICES[name][-1]
        default = getattr(Settings(), name)
        expected = [value for value in (last, first) if value != default or value == first]
        assert [getattr(settings, name) for settings in heard] == expected
        assert getattr(dialog.settings, name) == first


def test_switches_by_mouse_and_key(qtbot: QtBot) -> None:
    dialog, heard = dialog_of(qtbot)
    for name, switch in dialog.switches.items():
        before = getattr(dialog.settings, name)
        QTest.mouseClick(switch, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(12, switch.height() // 2))
        assert getattr(dialog.settings, name) is not before
        QTest.keyClick(switch, Qt.Key.Key_Space)
        assert getattr(dialog.settings, name) is before
    assert len(heard) == 2 * len(dialog.switches)


def test_a_name_and_a_missing_one(qtbot: QtBot) -> None:
    dialog, heard = dialog_of(qtbot)
    dialog.name.setFocus()
    QTest.keyClick(dialog.name, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(dialog.name, Qt.Key.Key_Delete)
    assert dialog.name_problem.isVisible()
    assert "1 to 40" in dialog.name_problem.text()
    assert heard == []
    assert dialog.settings.player_name == "Player"
    dialog.name.insert("Žofie 山田")  # as an input method does
    assert not dialog.name_problem.isVisible()
    assert heard[-1].player_name == "Žofie 山田"
    QTest.keyClicks(dialog.name, " ")
    assert heard[-1].player_name == "Žofie 山田", "spaces at the end are no change"
    QTest.keyClicks(dialog.name, "x" * 80)
    assert len(dialog.settings.player_name) == 40


def test_what_is_sent_can_be_stored(qtbot: QtBot, tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    dialog = SettingsDialog(Settings(theme="light"))
    qtbot.addWidget(dialog)
    dialog.changed.connect(lambda settings: write_settings(path, settings))
    dialog.show()
    QTest.mouseClick(dialog.theme_cards["dark"], LEFT)
    dialog.choices["gmi_pace"].setCurrentIndex(0)
    dialog.name.setText('Ann "the\\pump" O\'Neil')
    assert read_settings(path) == (dialog.settings, "")


# ------------------------------------------------------------------------------------------------ packs and folders
def test_a_pack_is_checked_before_it_is_used(qtbot: QtBot, tmp_path: Path) -> None:
    good = write_pack(tmp_path / "good")
    bad = write_pack(tmp_path / "bad", fees="")
    dialog, heard = dialog_of(qtbot)
    assert not dialog.built_in_button.isEnabled()
    assert not dialog.choose_folder(bad)
    assert dialog.pack_note.isVisible()
    assert dialog.pack_note.text().startswith(check_pack(bad).errors[0])
    assert heard == []
    assert dialog.choose_folder(good)
    assert not dialog.pack_note.isVisible()
    assert heard[-1].components == str(good) == dialog.pack_label.text()
    assert not dialog.choose_folder(tmp_path / "nowhere")
    assert dialog.settings.components == str(good)
    QTest.mouseClick(dialog.built_in_button, LEFT)
    assert heard[-1].components == ""
    assert not dialog.pack_note.isVisible()
    assert not dialog.built_in_button.isEnabled()


def test_the_folder_dialog_does_not_block(qtbot: QtBot, tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "chosen")
    dialog, heard = dialog_of(qtbot)
    QTest.mouseClick(dialog.folder_button, LEFT)
    choose = dialog.findChild(QFileDialog)
    assert choose is not None
    assert choose.isVisible()
    choose.fileSelected.emit(str(folder))
    choose.reject()
    assert heard[-1].components == str(folder)


def test_folders_are_named(qtbot: QtBot, tmp_path: Path) -> None:
    places = folders(tmp_path)
    places.saves.mkdir(parents=True)
    dialog = SettingsDialog(Settings(), None, places)
    qtbot.addWidget(dialog)
    assert [path for _, path in dialog.folder_rows] == [places.saves, places.components]
    shows = [button for button in dialog.findChildren(QPushButton) if button.text() == "Show"]
    assert [button.isEnabled() for button in shows] == [True, False], "only a folder that is there can be shown"
    assert all("folder" in button.accessibleName() for button in shows)


# ------------------------------------------------------------------------------------------------ looks
@pytest.mark.parametrize("palette", theme.THEMES.values(), ids=list(theme.THEMES))
@pytest.mark.parametrize("large", [False, True], ids=["normal", "large"])
def test_nothing_is_cut_or_covered(qtbot: QtBot, palette: theme.Palette, large: bool) -> None:
    with wearing(palette, large):
        dialog, _ = dialog_of(qtbot, Settings(theme=palette.name))
        image = shown(dialog)
        assert not dialog.area.horizontalScrollBar().isVisible()
        assert not dialog.area.verticalScrollBar().isVisible()
        widgets: dict[str, QWidget] = dict(dialog.theme_cards)
        widgets |= dialog.choices
        widgets |= dialog.switches
        widgets |= {"name": dialog.name, "close": dialog.close_button, "folder": dialog.folder_button}
        widgets |= {"built in": dialog.built_in_button}
        places = {name: widget.rect().translated(widget.mapTo(dialog, QPoint())) for name, widget in widgets.items()}
        assert overlaps(places) == []
        for name, widget in widgets.items():
            assert dialog.rect().contains(places[name]), name
            if name != "name":
                assert widget.width() >= widget.sizeHint().width() - 1, name
        for name, other in theme.THEMES.items():
            assert pixels(image, other.primary, places[name]) > 30, "a card shows its theme"


def test_everything_has_a_name_and_a_turn(qtbot: QtBot) -> None:
    dialog, _ = dialog_of(qtbot)
    seen: list[QWidget] = []
    focus: QWidget | None = dialog.theme_cards["light"]
    while focus is not None and focus not in seen:
        seen.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
        focus = QApplication.focusWidget()
    assert focus is seen[0]
    wanted = [*dialog.choices.values(), *dialog.switches.values(), dialog.name, dialog.folder_button]
    assert [widget for widget in wanted if widget not in seen] == []
    assert dialog.close_button in seen
    for widget in seen:
        text = getattr(widget, "text", str)()
        assert widget.accessibleName() or text


def test_close_and_escape(qtbot: QtBot) -> None:
    dialog, heard = dialog_of(qtbot)
    QTest.mouseClick(dialog.close_button, LEFT)
    assert not dialog.isVisible()
    dialog.open()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert heard == []
