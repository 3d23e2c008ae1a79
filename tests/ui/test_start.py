"""The start screen: what it offers, by mouse and by key, at every size, in every theme, and that it stays light."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from saltonsea_desktop.storage import save as saves
from saltonsea_desktop.ui import landscape, paint, start, theme
from saltonsea_desktop.ui.start import LastGame, LastSeat, StartButton, StartPage
from tests.ui.finished import LEFT, SIZES, overlaps, played, shown, wearing

PAGES = (
    "start",
    "landscape",
    "new_game",
    "scoring",
    "settings_page",
    "rules_view",
    "about",
    "dialogs",
    "colour_button",
)
LAST = LastGame(
    "Solo against GMI, round 6", "Marta, GMI", (LastSeat("Marta", 0, 31), LastSeat("GMI", 2, 27)), "today, 18:42"
)
SIGNALS = ("continue_game", "new_game", "open_game", "rules", "settings", "about", "quit")


def page_of(qtbot: QtBot, last: LastGame | None = LAST, size: tuple[int, int] = (1440, 876)) -> StartPage:
    page = StartPage(theme.LIGHT)
    qtbot.addWidget(page)
    page.set_last(last)
    page.resize(*size)
    page.show()
    page.activateWindow()
    qtbot.waitUntil(page.hasFocus)  # the keys of the page work as soon as it is shown
    return page


def listened(page: StartPage) -> list[str]:
    heard: list[str] = []
    for name in SIGNALS:
        getattr(page, name).connect(lambda name=name: heard.append(name))
    return heard


# ------------------------------------------------------------------------------------------------ choosing
def test_every_button_says_its_own_signal_once(qtbot: QtBot) -> None:
    page = page_of(qtbot)
    heard = listened(page)
    for button, name in zip(page.buttons, SIGNALS, strict=True):
        QTest.mouseClick(button, LEFT)
        assert heard == [name]
        heard.clear()
        QTest.keyClick(button, Qt.Key.Key_Return)
        QTest.keyClick(button, Qt.Key.Key_Space)
        assert heard == [name, name]
        heard.clear()


@pytest.mark.parametrize(("key", "name"), [("n", "new_game"), ("O", "open_game"), ("r", "rules"), ("s", "settings")])
def test_a_letter_presses_its_row(qtbot: QtBot, key: str, name: str) -> None:
    page = page_of(qtbot)
    heard = listened(page)
    QTest.keyClicks(page, key)
    assert heard == [name]
    QTest.keyClicks(page.quit_button, key)  # also while another button has the focus
    assert heard == [name, name]
    QTest.keyClick(page, Qt.Key(ord(key.upper())), Qt.KeyboardModifier.ControlModifier)
    QTest.keyClicks(page, "xq7")
    assert heard == [name, name]


def test_enter_is_the_primary_button(qtbot: QtBot) -> None:
    page = page_of(qtbot)
    heard = listened(page)
    QTest.keyClick(page, Qt.Key.Key_Return)
    page.set_last(None)
    QTest.keyClick(page, Qt.Key.Key_Enter)
    assert heard == ["continue_game", "new_game"]


def test_arrows_and_tab_reach_everything(qtbot: QtBot) -> None:
    page = page_of(qtbot)
    QTest.keyClick(page, Qt.Key.Key_Down)
    seen = []
    for _ in page.buttons:
        focus = QApplication.focusWidget()
        assert isinstance(focus, StartButton)
        seen.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Down)
    assert seen == list(page.buttons)
    page.quit_button.setFocus()
    QTest.keyClick(page.quit_button, Qt.Key.Key_Up)
    assert page.about_button.hasFocus()
    QTest.keyClick(page.about_button, Qt.Key.Key_Tab)
    assert page.quit_button.hasFocus()


def test_without_a_last_game_new_game_comes_first(qtbot: QtBot) -> None:
    def style_of_new() -> str:
        return page.new_button.style_name

    page = page_of(qtbot, None)
    assert not page.continue_button.isVisible()
    assert style_of_new() == "primary"
    before = page.new_button.y()
    page.set_last(LAST)
    assert page.continue_button.isVisible()
    assert style_of_new() == "row"
    assert page.continue_button.y() < page.new_button.y()
    page.set_last(None)
    assert page.new_button.y() == before


# ------------------------------------------------------------------------------------------------ the last game
def test_the_card_of_a_solo_game(qtbot: QtBot) -> None:
    session = played(1, 5, 60)
    assert not session.over
    page = page_of(qtbot)
    last = page.last_from(saves.document(session))
    assert last.title == f"Solo against GMI, round {session.state.round}"
    assert last.seats == (
        LastSeat("Marta", 0, session.state.companies[0].vp),
        LastSeat("GMI", 2, session.state.companies[1].vp),
    )
    assert last.when == ""
    page.set_last(last)
    assert f"round {session.state.round}" in page.continue_button.accessibleDescription()
    assert "Marta" in page.continue_button.accessibleDescription()


def test_the_card_of_hot_seat_games(qtbot: QtBot) -> None:
    page = page_of(qtbot)
    running = page.last_from(saves.document(played(3, 2, 50)))
    over = page.last_from(saves.document(played(4, 2)))
    assert running.title.startswith("Hot seat, 3 seats, round ")
    assert [seat.name for seat in running.seats] == ["Marta", "Ines", "Oskar"]
    assert over.title == "Hot seat, 4 seats, finished"


def test_when_a_game_was_saved(qtbot: QtBot) -> None:
    page = page_of(qtbot)
    now = datetime(2026, 3, 4, 9, 30)
    assert page.when(datetime(2026, 3, 4, 0, 5), now).startswith("today, ")
    assert page.when(datetime(2026, 3, 3, 23, 59), now).startswith("yesterday, ")
    older = page.when(now - timedelta(days=40), now)
    assert "2026" in older or "26" in older
    assert page.last_from(saves.document(played(2, 1, 5)), datetime.now()).when.startswith("today, ")


# ------------------------------------------------------------------------------------------------ the picture
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("large", [False, True], ids=["normal", "large"])
def test_everything_has_its_place(qtbot: QtBot, size: tuple[int, int], large: bool) -> None:
    page = page_of(qtbot, LAST, size)
    page.set_palette(theme.LIGHT, large)
    for last in (LAST, None):
        page.set_last(last)
        s = page.look.scale
        margin = round(paint.MARGIN * s) + 1  # buttons have room for a ring around them, which may overlap
        places = {
            b.text(): b.geometry().adjusted(margin, margin, -margin, -margin) for b in page.buttons if b.isVisible()
        }
        assert overlaps(places) == []
        panel = page.panel
        for name, place in places.items():
            assert page.rect().contains(place), name
            assert panel.x() * s <= place.x(), name
            assert place.right() <= panel.right() * s, name
            assert place.bottom() <= (panel.bottom() - 20) * s, name
        assert panel.y() >= 0
        assert panel.bottom() * s <= page.height()


def test_themes_are_day_and_night(qtbot: QtBot) -> None:
    page = page_of(qtbot)
    day = shown(page)
    page.set_palette(theme.DARK, False)
    night = shown(page)
    corner = QPoint(1200, 5)
    assert theme.luminance(day.pixelColor(corner)) > 0.6
    assert theme.luminance(night.pixelColor(corner)) < 0.05
    sun = QPoint(round(1440 * 0.69), round(day.height() * 0.23))
    assert theme.contrast(day.pixelColor(sun), theme.LIGHT.vp) < 1.05
    page.set_palette(theme.LIGHT, False)
    assert shown(page) == day


def test_the_scene_is_painted_once_for_each_size_and_theme(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[tuple[int, str]] = []
    real = landscape.picture

    def counted(size: QSize, dpr: float, palette: theme.Palette) -> object:
        made.append((size.width(), palette.name))
        return real(size, dpr, palette)

    monkeypatch.setattr(landscape, "picture", counted)
    page = page_of(qtbot)
    for _ in range(3):
        shown(page)
    assert made == [(1440, "light")]
    page.set_last(None)
    shown(page)
    page.set_palette(theme.DARK, False)
    shown(page)
    shown(page, 1180, 696)
    assert made == [(1440, "light"), (1440, "dark"), (1180, "dark")]


@pytest.mark.parametrize("palette", theme.THEMES.values(), ids=list(theme.THEMES))
def test_the_landscape_is_always_the_same(qapp: QApplication, palette: theme.Palette) -> None:
    first = landscape.picture(QSize(700, 440), 1.0, palette).toImage()
    assert landscape.picture(QSize(700, 440), 1.0, palette).toImage() == first
    double = landscape.picture(QSize(700, 440), 2.0, palette).toImage()
    assert double.size() == QSize(1400, 880)
    colours = {first.pixel(x, y) for x in range(0, 700, 7) for y in range(0, 440, 7)}
    assert len(colours) > 150


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_landscape_leaves_nothing_bare(qapp: QApplication, size: tuple[int, int]) -> None:
    painted = []
    for ground in (Qt.GlobalColor.magenta, Qt.GlobalColor.green):
        image = QImage(QSize(*size), QImage.Format.Format_RGB32)
        image.fill(ground)
        painter = QPainter(image)
        landscape.paint(painter, theme.LIGHT, *size)
        painter.end()
        painted.append(image)
    assert painted[0] == painted[1]


def test_focus_can_be_seen(qtbot: QtBot) -> None:
    with wearing(theme.LIGHT):
        page = page_of(qtbot)
        for button in page.buttons:
            page.setFocus()
            plain = button.grab().toImage()
            button.setFocus(Qt.FocusReason.TabFocusReason)
            assert button.hasFocus()
            focused = button.grab().toImage()
            assert focused != plain, button.text()


def test_four_long_names_still_fit(qtbot: QtBot) -> None:
    page = page_of(qtbot)
    seats = tuple(LastSeat("A very long name of a company", i, 100 + i) for i in range(4))
    page.set_last(LastGame("Hot seat, 4 seats, round 11", "", seats, "yesterday, 18:42"))
    image = shown(page.continue_button)
    right = image.width() - round(20 * page.look.scale)
    outside = [image.pixel(x, y) for x in range(right, right + 8) for y in range(60, image.height() - 25)]
    assert len(set(outside)) == 1, "text runs into the edge of the card"
    assert all(seat.name in page.continue_button.accessibleDescription() for seat in seats)


def test_the_note_says_that_it_is_unofficial(qtbot: QtBot) -> None:
    page = page_of(qtbot)
    assert "unofficial" in page.accessibleDescription()
    image: QImage = shown(page)
    s = page.look.scale
    note = [
        image.pixelColor(x, y)
        for x in range(round(page.panel.x() * s) + 40, round(page.panel.right() * s) - 40, 2)
        for y in range(round((page.panel.bottom() - 44) * s), round((page.panel.bottom() - 12) * s), 2)
    ]
    assert min(theme.luminance(colour) for colour in note) < 0.2, "there is dark text on the light panel"


def test_what_is_cut_is_in_the_tooltip(qtbot: QtBot) -> None:
    page = page_of(qtbot)
    assert page.new_button.toolTip() == ""
    page.resize(1024, 616)
    page.set_palette(theme.LIGHT, True)
    assert page.new_button.toolTip() == page.new_button.detail
    assert "Marta 31" in page.continue_button.toolTip()


def test_everything_has_a_name(qtbot: QtBot) -> None:
    page = page_of(qtbot)
    assert page.accessibleName()
    for button in page.buttons:
        assert button.accessibleName() == button.text() != ""


# ------------------------------------------------------------------------------------------------ lightness, colours
def test_it_imports_nothing_heavy() -> None:
    code = "import saltonsea_desktop.ui.start, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    loaded = done.stdout.split()
    assert "saltonsea_desktop.ui.landscape" in loaded
    ours = {name for name in loaded if name.startswith("saltonsea_desktop.")}
    assert not [name for name in ours if name.split(".")[1] in ("games", "session", "storage", "bots")]
    assert not {"pydantic", "json", "tomllib", "multiprocessing"} & set(loaded)


@pytest.mark.parametrize("name", PAGES)
def test_no_page_names_a_colour(name: str) -> None:
    source = (Path(start.__file__).parent / f"{name}.py").read_text(encoding="utf-8")
    assert re.findall(r"#[0-9A-Fa-f]{6}\b|QColor\(\s*[\"'\d]", source) == []


@pytest.mark.parametrize("name", PAGES)
def test_no_page_blocks_in_a_loop_of_its_own(name: str) -> None:
    source = (Path(start.__file__).parent / f"{name}.py").read_text(encoding="utf-8")
    assert re.findall(r"\.exec\(|exec_\(|getOpenFileName|getExistingDirectory|QEventLoop|processEvents", source) == []
    assert re.findall(r"QMessageBox|QInputDialog", source) == []
