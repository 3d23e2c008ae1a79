"""The window: saving and its failures, settings, screens, closing in every state."""

from __future__ import annotations

import contextlib
import errno
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, QSettings, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from saltonsea_desktop.app import AppOptions, application, make_bots, make_window
from saltonsea_desktop.games.saltonsea import actions as a
from saltonsea_desktop.games.saltonsea import choices as ch
from saltonsea_desktop.games.saltonsea.components.tables import default_tables
from saltonsea_desktop.session.session import GameSession
from saltonsea_desktop.storage.folders import folders
from saltonsea_desktop.storage.save import read_save
from saltonsea_desktop.storage.settings import Settings
from saltonsea_desktop.ui import window as window_module
from saltonsea_desktop.ui.dialogs import MessageDialog
from saltonsea_desktop.ui.scoring import ScoringPage
from saltonsea_desktop.ui.window import MainWindow
from tests.ui.journey import centre_of, session_of, table_of
from tests.ui.tables import (
    AGAINST_BOT,
    LEFT,
    NONE,
    SOLO,
    TWO,
    act,
    click,
    digest,
    is_turn,
    opened,
    reached,
    show,
    with_bots,
)


def messages(window: MainWindow) -> list[MessageDialog]:
    return [dialog for dialog in window.findChildren(MessageDialog) if dialog.isVisible()]


def wait_for_saves(window: MainWindow) -> None:
    assert window._saver is not None
    window._saver.flush()
    QApplication.processEvents()


# ---------------------------------------------------------------- saving


def test_a_folder_that_cannot_be_written_is_told_once_and_the_game_goes_on(qapp: QApplication, tmp_path: Path) -> None:
    """F20, F32: the saves' folder cannot be made; one message; the bar above says "Not saved"; later it works again."""
    (tmp_path / "data").write_text("a file where a folder should be")
    with opened(tmp_path) as window:
        page = show(window, reached(is_turn, SOLO, start=12))
        for _ in range(6):
            wait_for_saves(window)
            page.controller.act(page.session.legal()[0])
        wait_for_saves(window)
        told = messages(window)
        assert len(told) == 1
        assert "Autosave failed" in told[0].sentence.text()
        assert [button.text() for button in told[0].buttons] == ["Save a copy…"]
        assert page.status.text().startswith("Not saved")
        told[0].reject()
        (tmp_path / "data").unlink()
        page.controller.act(page.session.legal()[0])
        wait_for_saves(window)
        assert page.status.text().startswith("Saved")
        assert messages(window) == []
        assert digest(read_save(window.folders.autosave, default_tables()).session) == digest(page.session)


def test_a_full_disk_leaves_the_last_save_as_it_was(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """F20: no space while saving over a good file: told once, the old file byte for byte, the game goes on."""
    page = show(window, reached(is_turn, SOLO, start=12))
    wait_for_saves(window)
    good = window.folders.autosave.read_bytes()

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("saltonsea_desktop.storage.atomic.os.fsync", full)
    for _ in range(4):
        page.controller.act(page.session.legal()[0])
        wait_for_saves(window)
    assert window.folders.autosave.read_bytes() == good
    assert len(messages(window)) == 1
    assert not window.save_to(window.folders.autosave)
    assert window.folders.autosave.read_bytes() == good
    assert [path.name for path in window.folders.saves.iterdir() if path.suffix == ".tmp"] == []
    monkeypatch.undo()
    assert window.save_to(window.folders.autosave)


def test_a_fault_while_encoding_does_not_hang_the_window(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    """F64: the writing thread lives on after any exception; leaving the game does not wait for ever."""
    page = show(window, reached(is_turn, SOLO, start=12))
    wait_for_saves(window)

    def broken(doc: object) -> bytes:
        raise ZeroDivisionError

    monkeypatch.setattr("saltonsea_desktop.storage.save.encode", broken)
    page.controller.act(page.session.legal()[0])
    wait_for_saves(window)
    assert len(messages(window)) == 1
    monkeypatch.undo()
    page.controller.act(page.session.legal()[0])
    window.to_start()
    assert digest(read_save(window.folders.autosave, default_tables()).session) == digest(page.session)


def test_a_copy_that_cannot_be_written_is_told_with_a_way_on(window: MainWindow, tmp_path: Path) -> None:
    """F29, F32: saving a copy, the log or a picture into a place that cannot be: one sentence each, nothing else."""
    show(window, reached(is_turn, SOLO, start=12))
    (tmp_path / "file").write_text("")
    for bad in (tmp_path / "file" / "x.saltonsea", tmp_path / ("n" * 300), tmp_path / "a\0b"):
        assert not window.save_to(bad)
        window._write(bad, b"log")
        told = messages(window)
        assert len(told) == 2
        assert str(bad)[:20] in told[0].sentence.text()
        for dialog in told:
            dialog.reject()
        QApplication.processEvents()


def test_a_damaged_autosave_falls_back_to_its_backup(window: MainWindow) -> None:
    """F24: the newest save is garbage: the one before opens, it is said, and the bad file is kept."""
    page = show(window, reached(is_turn, SOLO, start=12))
    wait_for_saves(window)
    page.controller.act(page.session.legal()[0])
    wait_for_saves(window)
    window.to_start()
    path = window.folders.autosave
    backup = read_save(path.with_name(path.name + ".bak"), default_tables()).session
    path.write_bytes(b"\x00" * 100)
    window.refresh_start()
    window.continue_last()
    assert digest(session_of(window)) == digest(backup)
    told = messages(window)
    assert len(told) == 1
    assert "damaged" in told[0].heading.text()
    assert path.name + ".bad" in told[0].sentence.text()
    assert path.with_name(path.name + ".bad").read_bytes() == b"\x00" * 100
    wait_for_saves(window)
    assert digest(read_save(path, default_tables()).session) == digest(backup)


@pytest.mark.parametrize("garbage", [b"", b"\x1f\x8b garbage", b"null", bytes(range(7, 256, 3)) * 8])
def test_two_damaged_saves_are_told_and_nothing_is_lost(window: MainWindow, garbage: bytes) -> None:
    """F22, F24: neither opens: one sentence and a way on; both files stay for who wants to look."""
    path = window.folders.autosave
    path.parent.mkdir(parents=True)
    path.write_bytes(garbage)
    path.with_name(path.name + ".bak").write_bytes(garbage)
    window.refresh_start()
    window.continue_last()
    assert window.controller is None
    told = messages(window)
    assert len(told) == 1
    assert [button.text() for button in told[0].buttons] == ["New game…"]
    assert path.read_bytes() == garbage


def test_a_bad_save_changes_nothing(window: MainWindow, tmp_path: Path) -> None:
    """F22: opening a file that is no save: the running game stays, on the table and in the autosave."""
    page = show(window, reached(is_turn, SOLO, start=12))
    wait_for_saves(window)
    before = window.folders.autosave.read_bytes()
    bad = tmp_path / "bad.saltonsea"
    bad.write_bytes(b"no save")
    for path in (bad, tmp_path / "missing.saltonsea", tmp_path):
        assert not window.open_save(path)
    assert len(messages(window)) == 3
    assert session_of(window) is page.session
    assert window.folders.autosave.read_bytes() == before


def test_the_game_before_a_new_one_is_kept(window: MainWindow) -> None:
    """A new game takes the autosave; the unfinished one before it stays as "previous"."""
    page = show(window, reached(is_turn, SOLO, start=12))
    wait_for_saves(window)
    old = digest(page.session)
    assert window.start_game(TWO)
    wait_for_saves(window)
    kept = window.folders.saves / "previous.saltonsea"
    assert digest(read_save(kept, default_tables()).session) == old
    assert read_save(window.folders.autosave, default_tables()).session.options == TWO


# ---------------------------------------------------------------- settings


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b"\xff\xfe\x00",
        b"unknown = 1\n",
        b'theme = 3\ntext_size = "huge"\n',
        b'theme = "dark"\n[x]\n',
    ],
)
def test_any_settings_file_lets_the_window_start(qapp: QApplication, tmp_path: Path, data: bytes) -> None:
    """F34: empty, other formats, invalid UTF-8, unknown names, wrong types: defaults, one sentence, kept file."""
    places = folders(tmp_path)
    places.settings.parent.mkdir(parents=True)
    places.settings.write_bytes(data)
    application()
    window = make_window(AppOptions(profile=tmp_path))
    try:
        window.show()
        QApplication.processEvents()
        told = messages(window)
        if data:
            assert len(told) == 1
            assert places.settings.with_name("settings.toml.bad").read_bytes() == data
        else:
            assert told == []
        assert window.settings.changed(theme="system") == Settings()
        window.apply_settings(window.settings.changed(theme="dark"))
        assert 'theme = "dark"' in places.settings.read_text()
    finally:
        window.close()
        window.deleteLater()


def test_settings_that_cannot_be_written_stay_in_memory(qapp: QApplication, tmp_path: Path) -> None:
    """F32: config and state folders that cannot be: settings work until the end, closing raises nothing."""
    for name in ("config", "state"):
        (tmp_path / name).write_text("")
    with opened(tmp_path) as window:
        page = show(window, reached(is_turn, SOLO, start=12))
        window.apply_settings(window.settings.changed(theme="dark", text_size="large", hand_by_action=True))
        assert window.settings.theme == "dark"
        assert page.hand_order == "action"
        page.grab()
        window.apply_settings(window.settings.changed(theme="light", show_moves=True))
        assert page.show_moves
    assert (tmp_path / "config").read_text() == ""


# ---------------------------------------------------------------- screens


@pytest.mark.parametrize("place", [(3000, 100), (-2500, -50), (100, 5000), (0, 0)])
def test_a_window_from_another_screen_comes_back_into_sight(
    qapp: QApplication, tmp_path: Path, place: tuple[int, int]
) -> None:
    """F36: geometry of a screen that is gone: the title bar and most of the window lie inside one that is there."""
    with opened(tmp_path) as window:
        window.resize(1100, 700)
        window.move(*place)
        store = QSettings(str(window.folders.state / "window.ini"), QSettings.Format.IniFormat)
        window.folders.state.mkdir(parents=True, exist_ok=True)
        store.setValue("geometry", window.saveGeometry())
        store.sync()
        again = MainWindow(window.folders, Settings(), make_bots)
        again._garbage.close()
        again.show()
        QApplication.processEvents()
        frame = again.frameGeometry()
        screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
        assert any(_mostly_inside(frame, screen) for screen in screens) or all(
            screen.width() < 1024 or screen.height() < 640 for screen in screens
        )
        assert any(screen.contains(frame.topLeft()) for screen in screens)
        again.close()
        again.deleteLater()


def _mostly_inside(frame: QRect, screen: QRect) -> bool:
    inside = frame.intersected(screen)
    return inside.width() * inside.height() >= 0.79 * frame.width() * frame.height()


def test_broken_geometry_is_ignored(qapp: QApplication, tmp_path: Path) -> None:
    """F34, F36: whatever the geometry file holds, the window opens in a usable size."""
    state = tmp_path / "state"
    state.mkdir()
    (state / "window.ini").write_bytes(b"[General]\ngeometry=@ByteArray(\\0\\1nonsense)\n")
    with opened(tmp_path) as window:
        assert window.width() >= 1024
        assert window.height() >= 640


# ---------------------------------------------------------------- closing

States = Callable[[MainWindow], object]


def _half_paid(window: MainWindow) -> None:
    def half(session: GameSession) -> bool:
        frame = session.state.stack[-1]
        return isinstance(frame, ch.PaymentChoice) and bool(frame.paid)

    show(window, reached(half, SOLO, start=20))


def _gmi_waits(window: MainWindow) -> None:
    page = show(window, reached(ch.EndTurnChoice, SOLO))
    page.controller.set_pace("flowing")
    act(page, a.END_TURN)


def _bot_thinks(window: MainWindow) -> None:
    window.make_bots = make_bots
    page = show(window, reached(ch.EndTurnChoice, AGAINST_BOT))
    act(page, a.END_TURN)
    QTest.qWait(250)  # the process has been started and asked


def _bot_failed(window: MainWindow) -> None:
    with_bots(window, lambda: "nonsense")
    page = show(window, reached(ch.EndTurnChoice, AGAINST_BOT))
    act(page, a.END_TURN)
    for _ in range(100):
        if page.controller.trouble:
            break
        QTest.qWait(10)
    assert messages(window)


def _dragging(window: MainWindow) -> None:
    page = show(window, reached(is_turn, SOLO, start=12))
    view = page.board_view.viewport()
    QTest.mousePress(view, LEFT, NONE, centre_of(page, "engineer"))
    QTest.mouseMove(view, centre_of(page, "space:0"))
    assert page.board.dragging


def _curtain(window: MainWindow) -> None:
    page = show(window, reached(ch.EndTurnChoice, TWO))
    act(page, a.END_TURN)
    assert page.controller.covered


def _scored(window: MainWindow) -> None:
    session = reached(ch.EndTurnChoice, SOLO)
    while not session.over:
        session.submit(session.legal()[-1])
    window.adopt(session)
    QTest.qWait(20)
    assert isinstance(window.pages.currentWidget(), ScoringPage)


def _docks(window: MainWindow) -> None:
    show(window, reached(is_turn, SOLO, start=12))
    window.toggle_moves_list()
    window.lists_dock.show()
    window.lists_dock.setFloating(True)
    window.show_rules("TRN-1")


def _new_game_dialog(window: MainWindow) -> None:
    show(window, reached(is_turn, SOLO, start=12))
    window.ask_new_game()
    assert any(dialog.isVisible() for dialog in window.findChildren(QDialog))


STATES: dict[str, States] = {
    "start page": lambda window: None,
    "a turn": lambda window: show(window, reached(is_turn, SOLO, start=12)),
    "a payment half done": _half_paid,
    "GMI's pause": _gmi_waits,
    "a thinking computer seat": _bot_thinks,
    "a failed computer seat": _bot_failed,
    "a drag": _dragging,
    "the curtain": _curtain,
    "final scoring": _scored,
    "docks, one detached": _docks,
    "a dialog": _new_game_dialog,
    "settings": lambda window: window.ask_settings(),
    "about": lambda window: window.show_about(),
}


@pytest.mark.parametrize("way", ["close", "start page first"])
@pytest.mark.parametrize("state", STATES)
def test_closing_leaves_nothing_behind(qapp: QApplication, tmp_path: Path, state: str, way: str) -> None:
    """F62, F64: in every state: no thread, process, timer or visible window stays, nothing is raised afterwards, and
    the autosave is the position that was shown."""
    with opened(tmp_path) as window:
        STATES[state](window)
        shown = digest(window.controller.session) if window.controller is not None else ""
        if way != "close":
            for dialog in window.findChildren(QDialog):
                dialog.reject()
            window.to_start()
            assert window.controller is None
            assert not multiprocessing.active_children()
        window.close()
        QTest.qWait(30)
        assert not window.isVisible()
        names = [thread.name for thread in threading.enumerate()]
        assert "autosave" not in names
        assert not multiprocessing.active_children()
        assert [timer for timer in window.findChildren(QTimer) if timer.isActive()] == []
        assert [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()] == []
        if shown:
            assert digest(read_save(window.folders.autosave, default_tables()).session) == shown


def test_what_fails_after_closing_is_logged_and_opens_nothing(window: MainWindow) -> None:
    """F65: a worker's error that arrives when the window or its dialog is gone raises nothing."""
    page = show(window, reached(is_turn, SOLO, start=12))
    controller = page.controller
    wait_for_saves(window)
    window._bridge.failed.emit("disk full")
    first = messages(window)
    assert len(first) == 1
    first[0].reject()
    QTest.qWait(10)
    window._bridge.failed.emit("disk full")  # its dialog has been destroyed
    assert messages(window) == []
    window.tell_fault("ValueError")
    window.tell_fault("ValueError")
    assert len(messages(window)) == 1
    window.close()
    window._bridge.failed.emit("disk full")
    window._bridge.written.emit()
    window.tell_fault("ValueError")
    window._bot_failed("late")
    window._finished()
    assert not controller.act(a.END_TURN)
    assert not controller.undo()
    controller.resume()
    controller.go_on()
    controller._tick()
    QTest.qWait(20)
    assert [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()] == []


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_closes_the_window_in_order(tmp_path: Path, number: signal.Signals) -> None:
    """F64, F107: SIGTERM and Ctrl+C during GMI's pause: exit code 0 and a good autosave."""
    command = [sys.executable, "-m", "saltonsea_desktop", "--profile", str(tmp_path), "--solo", "--seed", "5"]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    autosave = folders(tmp_path).autosave
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            until = time.monotonic() + 40
            while not autosave.exists() and time.monotonic() < until:
                time.sleep(0.05)
            assert autosave.exists()
            process.send_signal(number)
            out, err = process.communicate(timeout=30)
        finally:
            with contextlib.suppress(OSError):
                process.kill()
    assert process.returncode == 0, err
    assert (out, err) == (b"", b"")
    assert read_save(autosave, default_tables()).session.options.solo


# ---------------------------------------------------------------- the end, and menus


def test_the_end_is_told_once(window: MainWindow, qtbot: QtBot) -> None:
    """F46: the final scoring appears once, however often the last action's button is pressed; the table can be seen
    again, and undo there is as the game's mode says."""
    whole = reached(is_turn, SOLO)
    while not whole.over:
        whole.submit(whole.legal()[-1])
    session = GameSession(SOLO, default_tables())
    session.replay(whole.actions()[:-1])
    page = show(window, session)
    page.controller.set_pace("step")
    ends: list[int] = []
    page.finished.connect(lambda: ends.append(1))
    assert page.controller.act(whole.actions()[-1])
    assert session.over
    for action in (whole.actions()[-1], a.END_TURN, a.TURN_GMI_CARD):
        assert not page.controller.act(action)
    qtbot.waitUntil(lambda: isinstance(window.pages.currentWidget(), ScoringPage), timeout=5000)
    QTest.qWait(20)
    assert ends == [1]
    assert len(window.findChildren(ScoringPage)) == 1
    window._back_to_table()
    assert window.pages.currentWidget() is page
    assert page.bar.state is not None
    assert page.bar.state.primary is None


def test_actions_of_the_turn_are_off_without_a_table(window: MainWindow) -> None:
    """The menu knows what can be done: nothing of a turn on the start page, nothing to undo at the beginning."""
    turn = (window.undo_action, window.redo_action, window.restart_action, window.cancel_action, window.save_action)
    assert not any(action.isEnabled() for action in turn)
    assert window.start_game(SOLO)
    assert [action.isEnabled() for action in turn] == [False, False, False, False, True]
    page = table_of(window)
    act(page, page.session.legal()[0])
    assert window.undo_action.isEnabled()
    window.undo()
    assert window.redo_action.isEnabled()
    window.redo()
    window.restart_turn()
    assert page.session.position == 0
    window.to_start()
    assert not any(action.isEnabled() for action in turn)
    for trigger in (window.undo, window.redo, window.restart_turn, window.cancel, window.focus_log, window.open_menu):
        trigger()
    window.main_menu.close()


def test_the_buttons_above_the_table_do_what_they_say(window: MainWindow) -> None:
    page = show(window, reached(is_turn, SOLO, start=12))
    click(page.top_buttons["keyboard"])
    assert window.moves_dock.isVisible()
    click(page.top_buttons["keyboard"])
    assert not window.moves_dock.isVisible()
    click(page.top_buttons["rules"])
    assert window.rules_dock is not None
    assert window.rules_dock.isVisible()
    click(page.top_buttons["settings"])
    assert [dialog for dialog in window.findChildren(QDialog) if dialog.isVisible()]
    for dialog in window.findChildren(QDialog):
        dialog.reject()
    click(page.top_buttons["menu"])
    assert window.main_menu.isVisible()
    window.main_menu.close()
    assert window_module.MINIMUM.width() <= 1024
