"""The window's composition root: Qt application, folders, settings, bots. Imported only when the window is wanted."""

from __future__ import annotations

import logging
import signal
import sys
import threading
from dataclasses import dataclass
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QStyleFactory

from saltonsea_desktop import __version__
from saltonsea_desktop.storage.folders import Folders, folders
from saltonsea_desktop.storage.settings import read_settings

if TYPE_CHECKING:
    from saltonsea_desktop.ui.controller import BotService
    from saltonsea_desktop.ui.window import MainWindow

log = logging.getLogger(__name__)
LOG_BYTES, LOG_FILES = 512 * 1024, 3


@dataclass(frozen=True, slots=True)
class AppOptions:
    """What the command line asks of the window."""

    profile: Path | None = None
    components: Path | None = None
    open: Path | None = None
    theme: str = ""
    solo: bool = False
    seed: int | None = None


def make_bots() -> BotService:
    """The bot process, started when the first computer seat is to move."""
    from saltonsea_desktop.bots.process import BotProcess

    return BotProcess()


def application(arguments: list[str] | None = None) -> QApplication:
    """The one QApplication with style and fonts, made on first use."""
    from saltonsea_desktop.ui import fonts

    found = QApplication.instance()
    made = found if isinstance(found, QApplication) else QApplication(arguments or ["saltonsea-desktop"])
    made.setApplicationName("saltonsea-desktop")
    made.setApplicationDisplayName("Salton Sea")
    made.setApplicationVersion(__version__)
    made.setStyle(QStyleFactory.create("Fusion"))
    fonts.load()
    return made


def make_window(options: AppOptions, places: Folders | None = None) -> MainWindow:
    """The main window with settings read; nothing is shown yet."""
    from saltonsea_desktop.ui.window import MainWindow

    places = folders(options.profile) if places is None else places
    settings, complaint = read_settings(places.settings)
    if options.theme:
        settings = settings.changed(theme=options.theme)
    components = options.components or (Path(settings.components) if settings.components else None)
    return MainWindow(places, settings, make_bots, components, complaint)


def _start_log(places: Folders) -> None:
    try:
        places.state.mkdir(parents=True, exist_ok=True)
        handler: logging.Handler = RotatingFileHandler(
            places.state / "app.log", maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8", delay=True
        )
    except OSError:
        handler = logging.NullHandler()
    logging.basicConfig(level=logging.INFO, handlers=[handler], format="%(asctime)s %(levelname)s %(name)s %(message)s")


def run_app(options: AppOptions) -> int:
    """Show the window until it is closed; the exit code."""
    places = folders(options.profile)
    _start_log(places)
    app = application()
    window = make_window(options, places)

    def fault(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """No traceback for the player: the log has it, the game is in the autosave."""
        if issubclass(kind, KeyboardInterrupt):
            window.close()
            return
        log.critical("unexpected fault", exc_info=(kind, error, trace))
        window.tell_fault(kind.__name__)

    sys.excepthook = fault
    threading.excepthook = lambda fallen: log.critical("unexpected fault in a thread", exc_info=fallen.exc_value)
    for name in ("SIGINT", "SIGTERM"):
        number = getattr(signal, name, None)
        if number is not None:
            signal.signal(number, lambda *_: QTimer.singleShot(0, window.close))
    heartbeat = QTimer()  # lets Python see signals while Qt waits
    heartbeat.timeout.connect(lambda: None)
    heartbeat.start(250)
    window.show()
    if options.open is not None:
        path = options.open
        QTimer.singleShot(0, lambda: window.open_save(path))
    elif options.solo:
        QTimer.singleShot(0, lambda: window.quick_solo(options.seed))
    code = app.exec()
    heartbeat.stop()
    return code
