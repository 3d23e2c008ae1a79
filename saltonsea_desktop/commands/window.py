"""The window: options, the look for a display, and the start of Qt."""

from __future__ import annotations

import argparse
import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path

from saltonsea_desktop.commands import SEEDS, BadInput, Parser, add_components, load_tables, number

THEMES = ("system", "light", "dark", "contrast")


def add_arguments(parser: Parser) -> None:
    add_components(parser)
    parser.add_argument(
        "--profile", type=Path, metavar="FOLDER", help="keep saves and settings in this folder (default: your own)"
    )
    parser.add_argument("--open", type=Path, metavar="SAVE", help="open this saved game")
    parser.add_argument("--theme", choices=THEMES, help="colours of this session")
    parser.add_argument("--solo", action="store_true", help="begin a solo game against GMI at once")
    parser.add_argument("--seed", type=number(0, SEEDS - 1), metavar="N", help="the deal number of --solo")


def run(options: argparse.Namespace) -> int:
    """Check what can be checked without Qt, then show the window until it is closed."""
    if options.file is not None:
        if options.open is not None:
            raise BadInput("Only one save can be opened: name it once.")
        options.open = Path(options.file)
    if options.solo and options.open is not None:
        raise BadInput("Either --solo begins a game or a save is opened, not both.")
    if options.seed is not None and not options.solo:
        raise BadInput("The option --seed belongs to --solo.")
    _check_files(options)
    problem = no_display(os.environ, sys.platform)
    if problem:
        raise BadInput(
            f"{problem}: run it on a desktop, unseen with QT_QPA_PLATFORM=offscreen, or use a command that needs none"
            " (saltonsea-desktop --help)."
        )
    try:
        from saltonsea_desktop.app import AppOptions, run_app
    except ImportError as error:
        if (error.name or "").partition(".")[0] not in ("PySide6", "shiboken6") and "lib" not in str(error):
            raise
        raise BadInput(f"Qt cannot be loaded ({error}); the README names the system libraries it needs.") from None
    return run_app(
        AppOptions(
            profile=options.profile,
            components=options.components,
            open=options.open,
            theme=options.theme or "",
            solo=options.solo,
            seed=options.seed,
        )
    )


def _check_files(options: argparse.Namespace) -> None:
    save: Path | None = options.open
    profile: Path | None = options.profile
    try:
        if save is not None:
            if save.is_dir():
                raise BadInput(f"{save}: this is a folder, not a save.")
            with save.open("rb"):
                pass
        if profile is not None and profile.exists() and not profile.is_dir():
            raise BadInput(f"{profile}: this is a file; --profile names a folder.")
    except FileNotFoundError:
        raise BadInput(f"{save}: there is no such file.") from None
    except (OSError, ValueError) as error:
        raise BadInput(f"{save or profile}: it cannot be read ({getattr(error, 'strerror', None) or error}).") from None
    if options.components is not None:
        load_tables(options.components)


# ---------------------------------------------------------------- is there a display?


def no_display(environment: Mapping[str, str], system: str) -> str:
    """Why no window can be shown, without a full stop, or "" when nothing speaks against it.

    Qt itself would end the process without a chance to say anything. Looked at are Unix systems without a chosen
    platform plugin, or with the one for X11 or Wayland.
    """
    if system in ("win32", "cygwin", "darwin"):
        return ""
    chosen = environment.get("QT_QPA_PLATFORM", "").split(";")[0].partition(":")[0]
    if chosen not in ("", "xcb", "wayland", "wayland-egl"):
        return ""
    x11, wayland = environment.get("DISPLAY", ""), environment.get("WAYLAND_DISPLAY", "")
    if chosen == "xcb":
        wayland = ""
    elif chosen:
        x11 = ""
    if not x11 and not wayland:
        names = {"": "DISPLAY or WAYLAND_DISPLAY", "xcb": "DISPLAY"}.get(chosen, "WAYLAND_DISPLAY")
        return f"There is no display ({names} is not set)"
    if (x11 and x11_answers(x11)) or (wayland and wayland_answers(wayland, environment)):
        return ""
    names = " and ".join(f"{name}={value}" for name, value in (("DISPLAY", x11), ("WAYLAND_DISPLAY", wayland)) if value)
    return f"The display does not answer ({names})"


def x11_answers(display: str) -> bool:
    """Whether somebody listens at a display of this machine; displays of other machines are believed."""
    host, colon, rest = display.rpartition(":")
    number_text = rest.partition(".")[0]
    if not colon or not number_text.isascii() or not number_text.isdigit():
        return False
    if host not in ("", "unix", "localhost", "127.0.0.1"):
        return True
    path = f"/tmp/.X11-unix/X{number_text}"
    if _connects(path) or (sys.platform == "linux" and _connects("\0" + path)):
        return True
    if host in ("", "unix"):
        return False
    try:
        with socket.create_connection((host, 6000 + int(number_text)), timeout=1):
            return True
    except (OSError, OverflowError):
        return False


def wayland_answers(display: str, environment: Mapping[str, str]) -> bool:
    folder = environment.get("XDG_RUNTIME_DIR", "")
    path = display if display.startswith("/") else f"{folder}/{display}"
    return _connects(path)


def _connects(path: str) -> bool:
    family = getattr(socket, "AF_UNIX", None)
    if family is None:
        return True
    with socket.socket(family, socket.SOCK_STREAM) as end:
        end.settimeout(1)
        try:
            end.connect(path)
        except (OSError, ValueError):
            return False
    return True
