"""The main window: start page, table, final scoring; menus, docks, saving. The composition of everything Qt."""

from __future__ import annotations

import contextlib
import logging
import secrets
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QAbstractItemModel,
    QByteArray,
    QModelIndex,
    QObject,
    QPoint,
    QSettings,
    QSize,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QAction, QCloseEvent, QGuiApplication, QKeyEvent, QKeySequence, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QDockWidget,
    QFileDialog,
    QListView,
    QMainWindow,
    QMenu,
    QSplitter,
    QStackedWidget,
    QWidget,
)

from saltonsea_desktop.games.saltonsea.components import PackError, read_pack
from saltonsea_desktop.session.autosave import Autosaver
from saltonsea_desktop.session.options import GameOptions, SeatOptions
from saltonsea_desktop.storage import envelope
from saltonsea_desktop.storage.atomic import write_atomic
from saltonsea_desktop.storage.folders import Folders
from saltonsea_desktop.storage.settings import Settings, write_settings
from saltonsea_desktop.ui import dialogs, theme
from saltonsea_desktop.ui.garbage import GarbageCollector
from saltonsea_desktop.ui.start import LastGame, StartPage

# What a game needs is imported when one begins: the start page must be there at once (docs/performance.md).
if TYPE_CHECKING:
    from saltonsea_desktop.games.saltonsea.components.tables import Tables
    from saltonsea_desktop.session.session import GameSession, Update
    from saltonsea_desktop.storage.save import Loaded
    from saltonsea_desktop.ui.controller import BotService, Controller
    from saltonsea_desktop.ui.table_page import TablePage

log = logging.getLogger(__name__)
MINIMUM = QSize(1024, 640)
SIZE = QSize(1440, 900)
TITLE = "Salton Sea"
PRELOAD_MS = 150  # after the start page is shown
VISIBLE_SHARE = 0.8  # of the window inside the screens, else it is put on the primary one (F36)


class _Bridge(QObject):
    """Carries what became of an autosave from the writing thread into the window."""

    failed = Signal(str)
    written = Signal()


class MovesList(QListView):
    """The legal actions: Enter plays the current row once, Esc goes back to the table. A new list begins at its top."""

    left = Signal()
    confirmed = Signal()  # Enter where there is no row: the bar's primary button

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setUniformItemSizes(True)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def setModel(self, model: QAbstractItemModel | None) -> None:
        super().setModel(model)
        if model is not None:  # connected after the selection, which forgets the current row at a reset
            model.modelReset.connect(self._first_row)
            self._first_row()

    def _first_row(self) -> None:
        model: object = self.model()
        if isinstance(model, QAbstractItemModel) and model.rowCount():  # there may be none
            self.setCurrentIndex(model.index(0, 0))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.isAutoRepeat():
            event.accept()
        elif enter and not self.currentIndex().isValid():
            event.accept()
            self.confirmed.emit()
        elif event.key() == Qt.Key.Key_Escape:
            event.accept()
            self.left.emit()
        else:
            super().keyPressEvent(event)


class MainWindow(QMainWindow):
    """One game at a time. `make_bots` starts the bot service on first use."""

    def __init__(
        self,
        folders: Folders,
        settings: Settings,
        make_bots: Callable[[], BotService],
        components: Path | None = None,
        complaint: str = "",
    ) -> None:
        super().__init__()
        self.folders = folders
        self.settings = settings
        self.components = components
        self.make_bots = make_bots
        self.controller: Controller | None = None
        self.table: TablePage | None = None
        self._save_failed = False
        self._bridge = _Bridge(self)
        self._bridge.failed.connect(self._autosave_failed)
        self._bridge.written.connect(self._autosave_worked)
        self._closing = False
        self._fault_told = False
        self._saver: Autosaver | None = None
        self._garbage = GarbageCollector(self)
        self.palette_now = self._choose_palette()
        self.setWindowTitle(TITLE)
        self.setMinimumSize(MINIMUM)
        self.pages = QStackedWidget(self)
        self.setCentralWidget(self.pages)
        self.start = StartPage(self.palette_now, self)
        self.pages.addWidget(self.start)
        self.start.continue_game.connect(self.continue_last)
        self.start.new_game.connect(self.ask_new_game)
        self.start.open_game.connect(self.ask_open)
        self.start.rules.connect(self.show_rules)
        self.start.settings.connect(self.ask_settings)
        self.start.about.connect(self.show_about)
        self.start.quit.connect(self.close)
        self._make_docks()
        self._make_menus()
        self._restore_geometry()
        self._apply_look()
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._scheme_changed)
        self.refresh_start()
        self._refresh_actions()
        if complaint:
            QTimer.singleShot(0, lambda: dialogs.problem(self, self.tr("Settings"), complaint))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        QTimer.singleShot(PRELOAD_MS, self._preload)

    def _preload(self) -> None:
        """Load what a game needs while the player looks at the start page."""
        import saltonsea_desktop.storage.save
        import saltonsea_desktop.ui.table_page  # noqa: F401
        from saltonsea_desktop.games.saltonsea.components.tables import default_tables

        default_tables()

    # ------------------------------------------------------------ look

    def _choose_palette(self) -> theme.Palette:
        name = self.settings.theme
        if name == "system":
            dark = QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
            name = "dark" if dark else "light"
        return next(palette for key, palette in theme.THEMES.items() if key == name)

    @property
    def large(self) -> bool:
        return self.settings.text_size == "large"

    def _apply_look(self) -> None:
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.setPalette(theme.qpalette(self.palette_now))
            application.setStyleSheet(theme.qss(self.palette_now, 1.0, self.large))
        self.start.set_palette(self.palette_now, self.large)
        if self.table is not None:
            self.table.set_palette(self.palette_now, self.large)
        shown = self.pages.currentWidget()
        if shown is not self.start and shown is not self.table and shown is not None:
            shown.set_palette(self.palette_now, self.large)  # type: ignore[attr-defined]  # the scoring page

    def _scheme_changed(self) -> None:
        if self.settings.theme == "system":
            self.palette_now = self._choose_palette()
            self._apply_look()

    # ------------------------------------------------------------ menus and docks

    def _make_docks(self) -> None:
        self.moves_dock = QDockWidget(self.tr("Legal actions"), self)
        self.moves_dock.setObjectName("moves")
        self.moves_list = MovesList(self.moves_dock)
        self.moves_list.setAccessibleName(self.tr("Legal actions"))
        self.moves_list.activated.connect(self._play_index)
        self.moves_list.confirmed.connect(self._confirm)
        self.moves_list.left.connect(self._focus_table)
        self.moves_dock.setWidget(self.moves_list)
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.moves_dock)
        self.moves_dock.hide()
        self.moves_dock.visibilityChanged.connect(self._moves_shown)
        self.lists_dock = QDockWidget(self.tr("Hand and market"), self)
        self.lists_dock.setObjectName("lists")
        self.hand_list = QListView(self.lists_dock)
        self.hand_list.setAccessibleName(self.tr("Hand"))
        self.market_list = QListView(self.lists_dock)
        self.market_list.setAccessibleName(self.tr("Market"))
        both = QSplitter(Qt.Orientation.Vertical, self.lists_dock)
        both.addWidget(self.hand_list)
        both.addWidget(self.market_list)
        self.lists_dock.setWidget(both)
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.lists_dock)
        self.lists_dock.hide()
        self.lists_dock.visibilityChanged.connect(self._lists_shown)
        self.rules_dock: QDockWidget | None = None

    def _moves_shown(self, shown: bool) -> None:
        if self.table is not None:
            self.table.show_moves_list(shown)

    def toggle_moves_list(self) -> None:
        """Open the list of legal actions and give it the keyboard, or close it."""
        shown = not self.moves_dock.isVisible()
        self.moves_dock.setVisible(shown)
        if shown:
            self.moves_dock.raise_()
            self.moves_list.setFocus(Qt.FocusReason.ShortcutFocusReason)
        else:
            self._focus_table()

    def _focus_table(self) -> None:
        if self.table is not None:
            self.activateWindow()
            self.table.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _confirm(self) -> None:
        if self.table is not None:
            self.table.bar.confirm()

    def _lists_shown(self, shown: bool) -> None:
        if self.table is not None:
            self.table.show_lists(shown)

    def _make_menus(self) -> None:
        def action(text: str, keys: QKeySequence.StandardKey | str | None, slot: Callable[[], object]) -> QAction:
            made = QAction(text, self)
            if keys is not None:
                made.setShortcut(keys)
                made.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)  # F49
                made.setAutoRepeat(False)
            made.triggered.connect(lambda _=False: slot())
            self.addAction(made)
            return made

        bar = self.menuBar()
        game = bar.addMenu(self.tr("&Game"))
        game.addAction(action(self.tr("&New game…"), QKeySequence.StandardKey.New, self.ask_new_game))
        game.addAction(action(self.tr("&Open…"), QKeySequence.StandardKey.Open, self.ask_open))
        self.save_action = action(self.tr("&Save a copy…"), QKeySequence.StandardKey.SaveAs, self.ask_save)
        game.addAction(self.save_action)
        game.addSeparator()
        game.addAction(action(self.tr("&Settings…"), "Ctrl+,", self.ask_settings))
        game.addAction(action(self.tr("Start &screen"), None, self.to_start))
        game.addAction(action(self.tr("&Quit"), QKeySequence.StandardKey.Quit, self.close))
        turn = bar.addMenu(self.tr("&Turn"))
        self.undo_action = action(self.tr("&Undo"), QKeySequence.StandardKey.Undo, self.undo)
        self.redo_action = action(self.tr("&Redo"), QKeySequence.StandardKey.Redo, self.redo)
        self.redo_action.setShortcuts([QKeySequence("Ctrl+Shift+Z"), QKeySequence("Ctrl+Y")])
        self.restart_action = action(self.tr("Restart &turn"), "Ctrl+Shift+R", self.restart_turn)
        self.cancel_action = action(self.tr("&Cancel action"), None, self.cancel)
        turn.addActions([self.undo_action, self.redo_action, self.restart_action, self.cancel_action])
        show = bar.addMenu(self.tr("&View"))
        show.addAction(action(self.tr("List of &legal actions"), "Ctrl+M", self.toggle_moves_list))
        lists = self.lists_dock.toggleViewAction()
        lists.setShortcut("Ctrl+Shift+M")
        lists.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)
        self.addAction(lists)
        show.addAction(lists)
        show.addAction(action(self.tr("Focus the &log"), "Ctrl+L", self.focus_log))
        show.addAction(action(self.tr("&Full screen"), "F11", self.toggle_full_screen))
        help_menu = bar.addMenu(self.tr("&Help"))
        help_menu.addAction(action(self.tr("&Rules"), "F1", self.show_rules_now))
        help_menu.addAction(action(self.tr("&About"), None, self.show_about))
        # The table has its own top bar: elsewhere than on macOS the menus hang on its menu button.
        if not bar.isNativeMenuBar():
            bar.hide()
        self.main_menu = QMenu(self)
        for menu in (game, turn, show, help_menu):
            self.main_menu.addMenu(menu)
        action(self.tr("Menu"), "F10", self.open_menu)

    def open_menu(self) -> None:
        """The menu below the menu button of the table; never a nested event loop."""
        if self.table is not None and self.pages.currentWidget() is self.table:
            button = self.table.top_buttons["menu"]
            self.main_menu.popup(button.mapToGlobal(QPoint(0, button.height())))
        else:
            self.main_menu.popup(self.mapToGlobal(QPoint(8, 8)))

    def _refresh_actions(self) -> None:
        controller = self.controller
        on_table = controller is not None and self.pages.currentWidget() is self.table
        status = controller.session.undo_status() if controller is not None else None
        self.undo_action.setEnabled(on_table and status is not None and status.allowed)
        self.restart_action.setEnabled(self.undo_action.isEnabled())
        self.cancel_action.setEnabled(self.undo_action.isEnabled())
        self.redo_action.setEnabled(on_table and controller is not None and controller.session.can_redo())
        self.save_action.setEnabled(controller is not None)
        if status is not None and not status.allowed and self.table is not None:
            self.undo_action.setToolTip(self.table.texts.undo_stop(status.code))

    # ------------------------------------------------------------ games

    def tables_for(self, folder: Path | None) -> Tables:
        """The tables of a component pack. Raises PackError with a sentence."""
        from saltonsea_desktop.games.saltonsea.components.tables import build, default_tables

        if folder is None:
            return default_tables()
        from saltonsea_desktop.games.saltonsea.components.check import check_pack

        report = check_pack(folder)
        if not report.ok:
            raise PackError([str(problem) for problem in report.errors])
        return build(read_pack(folder))

    def start_game(self, options: GameOptions, folder: Path | None = None) -> bool:
        """A fresh game; False and a message when it cannot be made."""
        from saltonsea_desktop.session.session import GameSession

        try:
            session = GameSession(options, self.tables_for(folder))
        except (PackError, ValueError) as error:
            dialogs.problem(self, self.tr("New game"), str(error))
            return False
        self.components = folder
        self._keep_previous()
        self.adopt(session)
        return True

    def adopt(self, session: GameSession) -> None:
        """Show a game; the one before is saved and closed."""
        from saltonsea_desktop.ui.controller import Controller
        from saltonsea_desktop.ui.table_page import TablePage
        from saltonsea_desktop.ui.texts import reconstructed_ids

        self.leave_game()
        self.controller = Controller(session, self.make_bots, str(self.components or ""), self.settings.gmi_pace, self)
        known = reconstructed_ids(read_pack(self.components))
        self.table = TablePage(self.controller, self.palette_now, self.large, self, known)
        self.table.show_moves = self.settings.show_moves
        self.table.hand_order = "action" if self.settings.hand_by_action else "value"
        self.table.saved = not self._save_failed
        self.controller.changed.connect(self._game_changed)
        self.controller.bot_failed.connect(self._bot_failed)
        self.table.finished.connect(self._finished)
        self.table.asked_rule.connect(self.show_rules)
        self.table.refreshed.connect(self._refresh_actions)
        tools: dict[str, Callable[[], object]] = {
            "menu": self.open_menu,
            "keyboard": self.toggle_moves_list,
            "rules": self.show_rules_now,
            "zoom": self.toggle_full_screen,
            "settings": self.ask_settings,
        }
        for name, slot in tools.items():
            self.table.top_buttons[name].clicked.connect(lambda _=False, slot=slot: slot())
        self.pages.addWidget(self.table)
        self.pages.setCurrentWidget(self.table)
        self.moves_list.setModel(self.table.legal_model)
        self.hand_list.setModel(self.table.hand_model)
        self.market_list.setModel(self.table.market_model)
        self.table.show_lists(self.lists_dock.isVisible())
        self.table.show_moves_list(self.moves_dock.isVisible())
        self.table.setFocus()
        self.table.refresh()
        self._autosave()
        if session.over:
            self._finished()
        else:
            self.controller.resume()
        self._refresh_actions()

    def leave_game(self) -> None:
        """Close the running game; it stays as the autosave."""
        if self.controller is not None:
            self.controller.close()
            self.controller.deleteLater()
            self.controller = None
        if self.table is not None:
            for view in (self.moves_list, self.hand_list, self.market_list):
                view.setModel(None)
            self.pages.removeWidget(self.table)
            self.table.deleteLater()
            self.table = None

    def _game_changed(self, update: Update) -> None:
        self._autosave()
        self._refresh_actions()
        if self.controller is not None and self.table is not None and not self.controller.session.over:
            self.pages.setCurrentWidget(self.table)

    def _play_index(self, index: QModelIndex) -> None:
        from saltonsea_desktop.ui.models import ACTION_ROLE

        self._play_row(index.data(ACTION_ROLE))

    def _play_row(self, action: object) -> None:
        """A row of the list of legal actions; a repeated key means the first one only (F45)."""
        controller, table = self.controller, self.table
        if controller is not None and table is not None and action is not None and not table.bar.echo():
            controller.act(action, table.legal_model.position)  # type: ignore[arg-type]

    def _bot_failed(self, text: str) -> None:
        """The seat stands still; the bar offers another try too, so closing the dialog strands nobody (F55)."""
        log.error("bot: %s", text)
        controller = self.controller
        if controller is None or self._closing:
            return
        why = text.rstrip(".")
        dialogs.problem(
            self,
            self.tr("The computer seat does not answer"),
            self.tr("The computer player stopped: {why}. Your game is saved.").format(why=why),
            [
                (self.tr("Start screen"), self.to_start),
                (self.tr("Any move for it"), controller.move_for_bot),
                (self.tr("Try again"), controller.go_on),
            ],
        )

    def tell_fault(self, kind: str) -> None:
        """A fault of the program itself, told once at a time and never after the window is closed (F65)."""
        if self._closing or self._fault_told:
            return
        self._fault_told = True

        def closed() -> None:
            self._fault_told = False

        dialogs.problem(
            self,
            self.tr("Something went wrong"),
            self.tr(
                "An unexpected fault happened ({kind}); your game is saved and the log file has the details."
            ).format(kind=kind),
        ).finished.connect(closed)

    def undo(self) -> None:
        if self.controller is not None and self.pages.currentWidget() is self.table:
            self.controller.undo()

    def redo(self) -> None:
        if self.controller is not None and self.pages.currentWidget() is self.table:
            self.controller.redo()

    def restart_turn(self) -> None:
        if self.controller is not None and self.pages.currentWidget() is self.table:
            self.controller.restart_turn()

    def cancel(self) -> None:
        if self.controller is not None and self.pages.currentWidget() is self.table:
            self.controller.cancel()

    def focus_log(self) -> None:
        if self.table is not None:
            self.table.log.list.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    # ------------------------------------------------------------ the end

    def _finished(self) -> None:
        from saltonsea_desktop.ui.scoring import ScoringPage

        if self.controller is None or self.table is None or self._closing:
            return
        page = ScoringPage(self.palette_now, self)
        page.show_result(self.controller.session, self.table.texts, self.large)
        page.again.connect(self.ask_new_game)
        page.same_deal.connect(self._same_deal)
        page.replay.connect(self._back_to_table)
        page.save_log.connect(self.ask_save_log)
        page.save_picture.connect(lambda: self.ask_save_picture(page))
        page.to_start.connect(self.to_start)
        self._drop_scoring()
        self.pages.addWidget(page)
        self.pages.setCurrentWidget(page)
        self._refresh_actions()

    def _drop_scoring(self) -> None:
        from saltonsea_desktop.ui.scoring import ScoringPage

        for i in reversed(range(self.pages.count())):
            old = self.pages.widget(i)
            if isinstance(old, ScoringPage):
                self.pages.removeWidget(old)
                old.deleteLater()

    def _same_deal(self) -> None:
        if self.controller is not None:
            self.start_game(self.controller.session.options, self.components)

    def _back_to_table(self) -> None:
        if self.table is not None:
            self.pages.setCurrentWidget(self.table)
            self._refresh_actions()

    # ------------------------------------------------------------ saving

    def _autosave(self) -> None:
        from saltonsea_desktop.storage import save as saves

        if self.controller is None:
            return
        if self._saver is None:
            path = self.folders.autosave
            bridge = self._bridge

            def write(data: bytes) -> None:
                write_atomic(path, data, backup=True)
                bridge.written.emit()

            self._saver = Autosaver(write, lambda error: bridge.failed.emit(error.strerror or str(error)))
        frozen = saves.frozen(self.controller.session)

        def make() -> bytes:
            try:
                return saves.encode(saves.document(frozen))
            except Exception as error:  # a fault of ours must not end the writing thread: it would be waited for
                log.exception("autosave")
                raise OSError(f"{type(error).__name__}") from error

        self._saver.offer(make)

    def _autosave_failed(self, why: str) -> None:
        """Said once; the game goes on in memory (F20, F32)."""
        log.warning("autosave: %s", why)
        if self.table is not None:
            self.table.show_saved(False)
        if not self._save_failed and not self._closing:
            self._save_failed = True
            dialogs.problem(
                self,
                self.tr("The game cannot be saved"),
                self.tr("Autosave failed: {why}. The game goes on; save a copy elsewhere.").format(why=why),
                [(self.tr("Save a copy…"), self.ask_save)],
            )

    def _autosave_worked(self) -> None:
        self._save_failed = False
        if self.table is not None:
            self.table.show_saved(True)

    def _keep_previous(self) -> None:
        """The autosave will be another game's: the one before stays as "previous", so that nothing is lost by it."""
        if self._saver is not None:
            self._saver.flush()
        path = self.folders.autosave
        with contextlib.suppress(OSError):
            write_atomic(path.with_name("previous" + envelope.SUFFIX), path.read_bytes())

    def ask_save(self) -> None:
        if self.controller is None:
            return
        dialog = QFileDialog(self, self.tr("Save a copy"), str(self._save_folder()), _filter())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(envelope.SUFFIX.lstrip("."))
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.save_to(Path(name)))
        dialog.open()

    def save_to(self, path: Path) -> bool:
        """Save a copy; a failure is told and leaves an older file as it was."""
        from saltonsea_desktop.storage import save as saves

        if self.controller is None:
            return False
        try:
            saves.write_save(path, self.controller.session)
        except OSError as error:
            dialogs.problem(
                self,
                self.tr("The game was not saved"),
                f"{path}: {error.strerror or error}.",
                [(self.tr("Save elsewhere…"), self.ask_save)],
            )
            return False
        return True

    def ask_open(self) -> None:
        dialog = QFileDialog(self, self.tr("Open a game"), str(self._save_folder()), _filter())
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(lambda name: self.open_save(Path(name)))
        dialog.open()

    def _save_folder(self) -> Path:
        with contextlib.suppress(OSError):
            self.folders.saves.mkdir(parents=True, exist_ok=True)
        return self.folders.saves

    def open_save(self, path: Path) -> bool:
        """Open a save; a bad file is told in one sentence and changes nothing."""
        try:
            loaded, folder = self._load(path)
        except (envelope.SaveError, PackError) as error:
            dialogs.problem(
                self, self.tr("The game cannot be opened"), str(error), [(self.tr("Open another…"), self.ask_open)]
            )
            return False
        self.components = folder
        if path.absolute() != self.folders.autosave.absolute():
            self._keep_previous()
        self.adopt(loaded.session)
        self._tell_lost(loaded.lost)
        return True

    def _tell_lost(self, why: str) -> None:
        """F25: the position is right, only the way to it is gone."""
        if why:
            dialogs.problem(
                self,
                self.tr("The history was lost"),
                self.tr("The game opens at its last position, but earlier steps cannot be replayed: {why}.").format(
                    why=why.rstrip(".")
                ),
            )

    def _load(self, path: Path) -> tuple[Loaded, Path | None]:
        from saltonsea_desktop.games.saltonsea.components.tables import default_tables
        from saltonsea_desktop.storage import save as saves

        document = saves.read_document(path)
        for folder in (self.components, None, *self._pack_folders()):
            try:
                tables = self.tables_for(folder)
            except PackError:
                continue
            if tables.digest == document["pack"]:
                return saves.open_document(document, tables, str(path)), folder
        return saves.open_document(document, default_tables(), str(path)), None

    def _pack_folders(self) -> list[Path]:
        """Component packs in the user's data folder and the one chosen in settings."""
        found = [Path(self.settings.components)] if self.settings.components else []
        with contextlib.suppress(OSError):
            found += sorted(folder for folder in self.folders.components.iterdir() if folder.is_dir())
        return found

    def continue_last(self) -> None:
        """The autosave, or its backup when it is damaged (F24)."""
        path = self.folders.autosave
        backup = path.with_name(path.name + ".bak")
        try:
            loaded, folder = self._load(path)
        except (envelope.SaveError, PackError) as error:
            sentence = str(error)
            try:
                loaded, folder = self._load(backup)
            except (envelope.SaveError, PackError):
                dialogs.problem(
                    self,
                    self.tr("The last game cannot be opened"),
                    sentence,
                    [(self.tr("New game…"), self.ask_new_game)],
                )
                return
            bad = path.with_name(path.name + ".bad")
            with contextlib.suppress(OSError):
                path.replace(bad)
            self.components = folder
            self.adopt(loaded.session)
            dialogs.problem(
                self,
                self.tr("The last save was damaged"),
                self.tr("{why} The game goes on from the save before it; the damaged file was kept as {name}.").format(
                    why=sentence, name=bad.name
                ),
            )
            return
        self.components = folder
        self.adopt(loaded.session)
        self._tell_lost(loaded.lost)

    def refresh_start(self) -> None:
        """What *Continue* would open."""
        path = self.folders.autosave
        last: LastGame | None = None
        try:
            document = envelope.peek(path)
            if document is not None:
                saved = datetime.fromtimestamp(path.stat().st_mtime)
                last = self.start.last_from(document, saved)
        except (envelope.SaveError, OSError, KeyError, TypeError, ValueError, AttributeError, OverflowError):
            last = LastGame(self.tr("Last game"), self.tr("the file is damaged; its backup will be tried"))
        self.start.set_last(last)

    def ask_save_log(self) -> None:
        if self.controller is None or self.table is None:
            return
        dialog = QFileDialog(self, self.tr("Save the log"), str(self._save_folder()), self.tr("Text (*.txt)"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("txt")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        text = "\n".join(str(row.text) for row in self.table.log_model.rows) + "\n"
        dialog.fileSelected.connect(lambda name: self._write(Path(name), text.encode()))
        dialog.open()

    def ask_save_picture(self, page: QWidget) -> None:
        dialog = QFileDialog(self, self.tr("Save the picture"), str(self._save_folder()), self.tr("Picture (*.png)"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("png")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        picture = page.grab()
        data = QByteArray()
        from PySide6.QtCore import QBuffer, QIODevice

        buffer = QBuffer(data)
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        picture.save(buffer, "PNG")
        dialog.fileSelected.connect(lambda name: self._write(Path(name), bytes(data.data())))
        dialog.open()

    def _write(self, path: Path, data: bytes) -> None:
        try:
            write_atomic(path, data)
        except OSError as error:
            dialogs.problem(self, self.tr("The file was not written"), f"{path}: {error.strerror or error}.")

    # ------------------------------------------------------------ dialogs and pages

    def ask_new_game(self) -> None:
        from saltonsea_desktop.games.saltonsea.components.tables import default_tables
        from saltonsea_desktop.ui.new_game import NewGameDialog, PackChoice

        packs = [PackChoice(self.tr("Built in"), None, default_tables().digest)]
        for folder in self._pack_folders():
            try:
                packs.append(PackChoice(folder.name, folder, self.tables_for(folder).digest))
            except PackError as error:
                log.warning("component pack: %s", error)
        dialog = NewGameDialog(self.settings, packs, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)

        def start() -> None:
            options = dialog.options()
            human = next((seat.name for seat in options.seats if seat.kind == "human"), "")
            with contextlib.suppress(ValueError):
                self.apply_settings(
                    self.settings.changed(
                        undo=options.undo, curtain=options.curtain, player_name=human or self.settings.player_name
                    )
                )
            self.start_game(options, dialog.pack_folder())

        dialog.accepted.connect(start)
        dialog.open()

    def quick_solo(self, seed: int | None = None, easy: bool = False) -> None:
        """A solo game with the settings' defaults."""
        options = GameOptions(
            seats=(SeatOptions(self.settings.player_name, "human", 0), SeatOptions("GMI", "gmi", 2)),
            seed=secrets.randbelow(1_000_000) if seed is None else seed,
            easy=easy,
            undo="practice" if self.settings.undo == "practice" else "fair",
        )
        self.start_game(options, self.components)

    def ask_settings(self) -> None:
        from saltonsea_desktop.ui.settings_page import SettingsDialog

        dialog = SettingsDialog(self.settings, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.changed.connect(self.apply_settings)
        dialog.open()

    def apply_settings(self, settings: Settings) -> None:
        """Use and store new settings; a folder that cannot be written to is no reason to stop (F32)."""
        old, self.settings = self.settings, settings
        try:
            write_settings(self.folders.settings, settings)
        except OSError as error:
            log.warning("settings: %s", error)
        if (old.theme, old.text_size) != (settings.theme, settings.text_size):
            self.palette_now = self._choose_palette()
            self._apply_look()
        if self.controller is not None:
            self.controller.set_pace(settings.gmi_pace)
        if self.table is not None and (old.show_moves, old.hand_by_action) != (
            settings.show_moves, settings.hand_by_action,
        ):  # fmt: skip
            self.table.show_moves = settings.show_moves
            self.table.hand_order = "action" if settings.hand_by_action else "value"
            self.table.refresh()

    def show_rules(self, rule: str = "") -> None:
        """The rules reference beside the table, never over it."""
        from saltonsea_desktop.ui.rules_view import RulesView

        if self.rules_dock is None:
            self.rules_dock = QDockWidget(self.tr("Rules"), self)
            self.rules_dock.setObjectName("rules")
            self.rules_dock.setWidget(RulesView(self.rules_dock))
            self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.rules_dock)
        self.rules_dock.show()
        self.rules_dock.raise_()
        view = self.rules_dock.widget()
        if rule and isinstance(view, RulesView):
            view.show_rule(rule)

    def show_rules_now(self) -> None:
        """F1: the rules, open at the running decision."""
        on_table = self.table is not None and self.pages.currentWidget() is self.table
        self.show_rules(self.table.rule_now() if on_table and self.table is not None else "")

    def show_about(self) -> None:
        from saltonsea_desktop.ui.about import AboutDialog

        dialog = AboutDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def to_start(self) -> None:
        self.leave_game()
        self._drop_scoring()
        if self._saver is not None:
            self._saver.flush()
        self.refresh_start()
        self.pages.setCurrentWidget(self.start)
        self._refresh_actions()

    # ------------------------------------------------------------ geometry, closing

    def _geometry_store(self) -> QSettings:
        return QSettings(str(self.folders.state / "window.ini"), QSettings.Format.IniFormat)

    def _restore_geometry(self) -> None:
        store = self._geometry_store()
        geometry = store.value("geometry")
        if not (isinstance(geometry, QByteArray) and self.restoreGeometry(geometry)):
            self.resize(SIZE)
        self._clamp_to_screens()

    def _clamp_to_screens(self) -> None:
        """Keep the title bar and most of the window inside a screen that is still there (F36)."""
        frame = self.frameGeometry()
        area = max(1, frame.width() * frame.height())
        screens = QGuiApplication.screens()
        best = max(
            (s.availableGeometry().intersected(frame) for s in screens),
            key=lambda r: r.width() * r.height(),
            default=None,
        )
        visible = 0 if best is None else best.width() * best.height()
        if visible < VISIBLE_SHARE * area and screens:
            screen = QGuiApplication.primaryScreen().availableGeometry()
            size = self.size().boundedTo(screen.size()).expandedTo(MINIMUM)
            self.resize(size)
            corner = screen.center() - QPoint(size.width() // 2, size.height() // 2)
            self.move(QPoint(max(screen.x(), corner.x()), max(screen.y(), corner.y())))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Every way out comes here: everything is written, processes and threads end (F64, F107)."""
        self._closing = True
        for dialog in self.findChildren(QDialog):
            dialog.reject()
        for dock in self.findChildren(QDockWidget):
            if dock.isFloating():
                dock.hide()
        with contextlib.suppress(OSError):
            self.folders.state.mkdir(parents=True, exist_ok=True)
            self._geometry_store().setValue("geometry", self.saveGeometry())
        self.leave_game()
        if self._saver is not None:
            self._saver.close()
            self._saver = None
        self._garbage.close()
        event.accept()


def _filter() -> str:
    return f"Salton Sea (*{envelope.SUFFIX});;All files (*)"
