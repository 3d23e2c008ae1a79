"""The new-game dialog, with real mouse and keys: every choice, all that can be missing, packs good and broken."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from saltonsea_desktop.games.saltonsea.components import read_pack
from saltonsea_desktop.games.saltonsea.components.check import check_pack
from saltonsea_desktop.games.saltonsea.components.tables import default_tables
from saltonsea_desktop.session.options import GameOptions, SeatOptions
from saltonsea_desktop.session.session import GameSession
from saltonsea_desktop.storage.settings import Settings
from saltonsea_desktop.ui import dialogs, theme
from saltonsea_desktop.ui.new_game import RANDOM_DEALS, ROUNDS, NewGameDialog, PackChoice, SeatRow
from tests.games.saltonsea.components.packs import TEXTS, field, write_pack
from tests.ui.finished import LEFT, overlaps, pixels, shown, text_of, wearing

BUILT_IN = PackChoice("Built in", None, default_tables().digest)


@pytest.fixture(autouse=True, scope="module")
def _dressed(qapp: QApplication) -> Iterator[None]:
    with wearing(theme.LIGHT):
        yield


def dialog_of(qtbot: QtBot, settings: Settings | None = None, *packs: PackChoice) -> NewGameDialog:
    dialog = NewGameDialog(settings or Settings(player_name="Marta"), [BUILT_IN, *packs])
    qtbot.addWidget(dialog)
    dialog.open()
    dialog.activateWindow()
    qtbot.waitUntil(dialog.isActiveWindow)
    return dialog


def click(widget: QWidget) -> None:
    QTest.mouseClick(widget, LEFT)


def click_radio(widget: QWidget) -> None:
    QTest.mouseClick(widget, LEFT, Qt.KeyboardModifier.NoModifier, QPoint(12, widget.height() // 2))


def retype(widget: QWidget, text: str) -> None:
    widget.setFocus()
    QTest.keyClick(widget, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(widget, Qt.Key.Key_Delete)
    if text:
        QTest.keyClicks(widget, text)


def pick_colour(row: SeatRow, colour: int) -> None:
    """Open the list of the token button and click a colour."""
    click(row.token)
    menu = row.token.menu_of_colours
    assert menu.isVisible()
    QTest.mouseClick(
        menu, LEFT, Qt.KeyboardModifier.NoModifier, menu.actionGeometry(row.token.choices[colour]).center()
    )
    assert not menu.isVisible()


def start(dialog: NewGameDialog) -> GameOptions:
    """Press Start; the dialog must close as accepted, with options that make a game."""
    assert dialog.start_button.isEnabled()
    click(dialog.start_button)
    assert dialog.result() == QDialog.DialogCode.Accepted
    assert not dialog.isVisible()
    options = dialog.options()
    assert options.problem() == ""
    return options


def says(dialog: NewGameDialog) -> str:
    """The sentence beside a Start button that is off, "" if it is on."""
    assert dialog.start_button.isEnabled() == (dialog.problem_label.text() == "")
    assert dialog.problem_icon.isVisible() == bool(dialog.problem_label.text())
    return dialog.problem_label.text()


# ------------------------------------------------------------------------------------------------ solo
def test_solo_with_enter_alone(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot)
    assert dialog.solo_row.name.hasFocus()
    QTest.keyClick(dialog.solo_row.name, Qt.Key.Key_Return)
    assert dialog.result() == QDialog.DialogCode.Accepted
    options = dialog.options()
    assert options.seats == (SeatOptions("Marta", "human", 0), SeatOptions("GMI", "gmi", 2))
    assert (options.easy, options.undo, options.curtain) == (False, "fair", "auto")
    assert 0 <= options.seed < RANDOM_DEALS
    assert options == dialog.options(), "the random deal is drawn once"
    assert dialog.pack_folder() is None
    assert GameSession(options, default_tables()).state.solo


def test_typed_choices_of_a_solo_game(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot)
    retype(dialog.solo_row.name, "  Ada  ")
    click_radio(dialog.easy)
    click_radio(dialog.practice)
    retype(dialog.deal, "48213")
    options = start(dialog)
    assert options.seats[0].name == "Ada"
    assert (options.easy, options.undo, options.seed) == (True, "practice", 48213)


def test_gmi_gets_out_of_the_way_of_steel(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot)
    pick_colour(dialog.solo_row, 2)
    assert says(dialog) == ""
    colours = [seat.colour for seat in dialog.options().seats]
    assert colours[0] == 2
    assert colours[1] != 2
    pick_colour(dialog.solo_row, 1)
    assert [seat.colour for seat in dialog.options().seats] == [1, 2]


def test_settings_are_the_start_of_it(qtbot: QtBot, tmp_path: Path) -> None:
    pack = write_pack(tmp_path / "mine")
    settings = Settings(player_name="Ines", undo="practice", curtain="never", components=str(pack))
    dialog = dialog_of(qtbot, settings, PackChoice("mine", pack, "x"))
    options = dialog.options()
    assert options.seats[0].name == "Ines"
    assert (options.undo, options.curtain) == ("practice", "never")
    assert dialog.pack_folder() == pack


# ------------------------------------------------------------------------------------------------ hot seat
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hot_seat_games(qtbot: QtBot, seats: int) -> None:
    dialog = dialog_of(qtbot)
    click(dialog.hot_card)
    for number in range(3, seats + 1):
        click(dialog.add_button)
        assert dialog.rows[number - 1].name.hasFocus()
    assert dialog.add_button.isEnabled() == (seats < 4)
    options = start(dialog)
    assert not options.solo
    assert [seat.name for seat in options.seats] == ["Marta", "Player 2", "Player 3", "Player 4"][:seats]
    assert [seat.colour for seat in options.seats] == list(range(seats))
    assert {seat.kind for seat in options.seats} == {"human"}
    assert len(GameSession(options, default_tables()).state.companies) == seats


def test_computer_seats(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot)
    click(dialog.hot_card)
    click(dialog.add_button)
    dialog.rows[1].kind.setFocus()
    QTest.keyClick(dialog.rows[1].kind, Qt.Key.Key_Down)
    retype(dialog.rows[2].name, "Oskar")
    dialog.rows[2].kind.setFocus()
    QTest.keyClick(dialog.rows[2].kind, Qt.Key.Key_End)
    options = dialog.options()
    assert [seat.kind for seat in options.seats] == ["human", "greedy", "random"]
    assert [seat.name for seat in options.seats] == ["Marta", "Computer 2", "Oskar"]
    QTest.keyClick(dialog.rows[1].kind, Qt.Key.Key_Up)
    assert dialog.options().seats[1] == SeatOptions("Player 2", "human", 1)


def test_removing_seats(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot)
    click(dialog.hot_card)
    assert not any(row.remove.isEnabled() for row in dialog.rows)
    click(dialog.add_button)
    click(dialog.add_button)
    retype(dialog.rows[2].name, "Oskar")
    click(dialog.rows[1].remove)
    assert [(seat.name, seat.colour) for seat in dialog.options().seats] == [
        ("Marta", 0),
        ("Oskar", 2),
        ("Player 3", 3),
    ]
    click(dialog.add_button)
    assert dialog.options().seats[3] == SeatOptions("Player 4", "human", 1), "the free colour comes back"
    for _ in range(5):
        click(dialog.rows[0].remove)
    assert len(dialog.rows) == 2
    assert says(dialog) == ""


def test_the_same_colour_twice(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot)
    click(dialog.hot_card)
    pick_colour(dialog.rows[1], 0)
    assert says(dialog) == "Marta and Player 2 have the same colour and shape."
    assert "taken" in dialog.rows[0].token.choices[0].text()
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert dialog.isVisible()
    QTest.keyClick(dialog.rows[1].token, Qt.Key.Key_Left)
    assert dialog.rows[1].token.colour == 3
    assert says(dialog) == ""
    assert "taken" in dialog.rows[0].token.choices[3].text()
    assert "taken" not in dialog.rows[0].token.choices[1].text()


@pytest.mark.parametrize("name", ["", "   ", "\t"])
def test_an_empty_name(qtbot: QtBot, name: str) -> None:
    dialog = dialog_of(qtbot)
    dialog.solo_row.name.setText(name)
    assert says(dialog) == "Seat 1 needs a name."
    dialog.accept()
    assert dialog.isVisible()
    click(dialog.hot_card)
    assert says(dialog) == "", "only the seats of the chosen mode count"
    dialog.rows[1].name.setText(name)
    assert says(dialog) == "Seat 2 needs a name."
    retype(dialog.rows[1].name, "Ines")
    assert says(dialog) == ""


def test_a_name_cannot_be_too_long(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot)
    retype(dialog.solo_row.name, "x" * 60)
    assert dialog.options().seats[0].name == "x" * 40
    assert says(dialog) == ""


def test_switching_the_mode_keeps_both_sides(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot)
    click_radio(dialog.easy)
    click(dialog.hot_card)
    assert not dialog.options().easy
    retype(dialog.rows[1].name, "Ines")
    assert dialog.curtain.isEnabled()
    click(dialog.solo_card)
    assert dialog.options().easy
    assert not dialog.curtain.isEnabled()
    click(dialog.hot_card)
    assert dialog.options().seats[1].name == "Ines"


# ------------------------------------------------------------------------------------------------ the deal
@pytest.mark.parametrize(
    ("typed", "number"), [("0", 0), ("48 213", 48213), (" 7 ", 7), ("9007199254740991", 9007199254740991), ("007", 7)]
)
def test_good_deal_numbers(qtbot: QtBot, typed: str, number: int) -> None:
    dialog = dialog_of(qtbot)
    retype(dialog.deal, typed)
    assert says(dialog) == ""
    assert dialog.options().seed == number


@pytest.mark.parametrize("typed", ["abc", "-1", "12.5", "1e6", "0x10", "½", "12a", "9" * 30])
def test_bad_deal_numbers(qtbot: QtBot, typed: str) -> None:
    dialog = dialog_of(qtbot)
    retype(dialog.deal, typed)
    assert says(dialog) == "A deal number has digits only."
    QTest.keyClick(dialog.deal, Qt.Key.Key_Return)
    assert dialog.isVisible()
    retype(dialog.deal, "")
    assert says(dialog) == ""


def test_a_deal_number_that_is_too_large(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot)
    retype(dialog.deal, "9007199254740992")
    assert "9007199254740991" in says(dialog)


def test_a_new_number_can_be_passed_on(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot)
    seen = set()
    for _ in range(4):
        click(dialog.roll_button)
        assert dialogs.deal_number(dialog.deal.text()) == dialog.options().seed
        assert dialog.deal.selectedText() == dialog.deal.text()
        seen.add(dialog.options().seed)
    assert len(seen) > 1
    assert dialogs.deal_number(dialogs.deal_text(9007199254740991)) == 9007199254740991


# ------------------------------------------------------------------------------------------------ packs
def test_a_good_folder_is_checked_and_chosen(qtbot: QtBot, tmp_path: Path) -> None:
    changed = TEXTS["claims"].replace("cost = 3", "cost = 4", 1)
    assert changed != TEXTS["claims"]
    folder = write_pack(tmp_path / "my box", claims=changed)
    dialog = dialog_of(qtbot)
    assert dialog.choose_folder(folder)
    assert dialog.pack_folder() == folder
    assert dialog.pack_box.currentText() == "my box"
    assert dialog.pack_box.count() == 2
    assert dialog.choose_folder(folder), "again: still one entry"
    assert dialog.pack_box.count() == 2
    tables = dialog.tables()
    assert tables is not None
    assert tables.digest == read_pack(folder).digest != BUILT_IN.digest
    dialog.pack_box.setFocus()
    QTest.keyClick(dialog.pack_box, Qt.Key.Key_Up)
    assert dialog.pack_folder() is None


def test_a_broken_folder_says_why_and_changes_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    missing = tmp_path / "nothing here"
    empty = tmp_path / "empty"
    empty.mkdir()
    wrong = write_pack(tmp_path / "wrong", claims=field("claim.s01", "cost", '"three"')(TEXTS["claims"]))
    torn = write_pack(tmp_path / "torn", gmi="[[card]\n")
    dialog = dialog_of(qtbot)
    for folder in (missing, empty, wrong, torn):
        first = check_pack(folder).errors[0]
        assert not dialog.choose_folder(folder)
        assert dialog.pack_note.isVisible()
        assert dialog.pack_note.text().startswith(first)
        assert "Built in stays chosen." in dialog.pack_note.text()
        assert dialog.pack_note.property("role") == "danger"
        assert dialog.pack_folder() is None
        assert dialog.pack_box.count() == 1
    assert says(dialog) == "", "the built-in pack can still be played"
    assert dialog.choose_folder(write_pack(tmp_path / "good"))
    assert dialog.pack_note.text() == ""


def test_the_folder_dialog_does_not_block(qtbot: QtBot, tmp_path: Path) -> None:
    folder = write_pack(tmp_path / "chosen")
    dialog = dialog_of(qtbot)
    click(dialog.folder_button)
    choose = dialog.findChild(QFileDialog)
    assert choose is not None
    assert choose.isVisible()
    choose.fileSelected.emit(str(folder))
    assert dialog.pack_folder() == folder
    choose.reject()
    assert dialog.isVisible()


def test_a_pack_that_vanished_is_told_in_the_preview(qtbot: QtBot, tmp_path: Path) -> None:
    dialog = dialog_of(qtbot, None, PackChoice("gone", tmp_path / "gone", "x"))
    dialog.pack_box.setFocus()
    QTest.keyClick(dialog.pack_box, Qt.Key.Key_Down)
    assert dialog.tables() is None
    assert "cannot be read" in dialog._facts[0][1].text()


# ------------------------------------------------------------------------------------------------ the preview
def test_what_this_game_will_look_like(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot)
    tables = default_tables()

    def facts() -> str:
        return " / ".join(words.text() for _, words, _ in dialog._facts if words.isVisible())

    def expect(seats: int, cards: int) -> None:
        low, high = ROUNDS[seats]
        n = max(2, seats)
        claims = 26 - 2 * (5 - n)
        assert f"{cards} cards in each of the five market rows" in facts()
        assert dialog.preview.cards == cards == tables.market_width[n] == n + 2
        assert f"About {low} to {high} rounds, at most {claims - 4 + 1}" in facts()
        assert f"{claims} claims" in facts()
        assert [token.isVisible() for token, _, _ in dialog._seat_labels].count(True) == n

    expect(1, 4)
    assert "Fair undo" in facts()
    click(dialog.hot_card)
    expect(2, 4)
    click(dialog.add_button)
    expect(3, 5)
    click(dialog.add_button)
    expect(4, 6)
    click_radio(dialog.practice)
    assert "Practice undo: marked" in facts()
    assert dialog._seat_labels[3][1].text() == "Player 4"


# ------------------------------------------------------------------------------------------------ keys, looks
def test_the_keyboard_reaches_everything(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot)
    click(dialog.hot_card)
    click(dialog.add_button)
    dialog.hot_card.setFocus()
    seen: list[QWidget] = []
    for _ in range(60):
        focus = QApplication.focusWidget()
        assert focus is not None
        if focus in seen:
            break
        seen.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    expected: list[QWidget] = [dialog.hot_card]
    for row in dialog.rows:
        expected += [row.token, row.name, row.kind, row.remove]
    expected += [dialog.add_button, dialog.fair, dialog.curtain, dialog.deal, dialog.roll_button]
    expected += [dialog.pack_box, dialog.folder_button, dialog.cancel_button, dialog.start_button]
    assert seen == expected
    assert all(text_of(widget) or isinstance(widget, QPushButton) for widget in seen)


def test_escape_leaves_without_a_game(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot)
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert dialog.result() == QDialog.DialogCode.Rejected


def test_arrows_choose_the_mode(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot)
    dialog.solo_card.setFocus()
    QTest.keyClick(dialog.solo_card, Qt.Key.Key_Right)
    assert not dialog.solo
    assert dialog.hot_box.isVisible()
    assert not dialog.solo_box.isVisible()


@pytest.mark.parametrize("palette", theme.THEMES.values(), ids=list(theme.THEMES))
@pytest.mark.parametrize("large", [False, True], ids=["normal", "large"])
def test_nothing_is_cut_or_covered(qtbot: QtBot, palette: theme.Palette, large: bool) -> None:
    with wearing(palette, large):
        dialog = dialog_of(qtbot)
        click(dialog.hot_card)
        click(dialog.add_button)
        click(dialog.add_button)
        pick_colour(dialog.rows[3], 0)
        image = shown(dialog)
        assert not dialog.area.horizontalScrollBar().isVisible()
        assert not dialog.area.verticalScrollBar().isVisible()
        buttons = {b.text(): b for b in dialog.findChildren(QPushButton) if b.isVisible()}
        for name, button in buttons.items():
            assert button.width() >= button.sizeHint().width() - 1, name
        at = {name: button.rect().translated(button.mapTo(dialog, QPoint())) for name, button in buttons.items()}
        assert overlaps(at) == []
        label = dialog.problem_label
        area = label.rect().translated(label.mapTo(dialog, QPoint()))
        assert pixels(image, palette.danger, area) > 20, "the problem is written in the colour of problems"
        tokens = [row.token.rect().translated(row.token.mapTo(dialog, QPoint())) for row in dialog.rows]
        for index, area in zip((0, 1, 2, 0), tokens, strict=True):
            assert pixels(image, palette.seat(index).colour, area) > 30


def test_the_dialog_changes_its_clothes(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot)
    light = shown(dialog)
    with wearing(theme.DARK):
        QApplication.processEvents()
        dark = shown(dialog)
        row = dialog.solo_row.token
        area = row.rect().translated(row.mapTo(dialog, QPoint()))
        assert pixels(dark, theme.DARK.seat(0).colour, area) > 60
        assert pixels(dark, theme.LIGHT.seat(0).colour, area) == 0
    assert light != dark
