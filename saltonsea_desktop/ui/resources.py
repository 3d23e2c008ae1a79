"""Registers the compiled resource file: ``:/icons/NAME.svg`` and ``:/fonts/NAME.ttf``."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QResource

RESOURCE_FILE = Path(__file__).with_name("resources.rcc")

_registered: set[Path] = set()


class ResourceError(RuntimeError):
    """The compiled resources are missing or cannot be read; the message is one sentence for the user."""


def register(file: Path | None = None) -> None:
    """Make the compiled resources available under ``:/``; calling it again does nothing.

    ``file`` is the binary resource file (default: ``resources.rcc`` beside this module).
    Raises ``ResourceError`` if it is missing or is not a resource file.
    """
    if file is None and _registered:
        return
    path = (file or RESOURCE_FILE).resolve()
    if path in _registered:
        return
    if not path.is_file():
        raise ResourceError(f"{path.name}: resources are not compiled; run python hatch_build.py")
    if not QResource.registerResource(str(path)):
        raise ResourceError(f"{path.name}: not a compiled resource file; run python hatch_build.py again")
    _registered.add(path)
