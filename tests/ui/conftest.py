"""The window as a fixture, closed after each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from saltonsea_desktop.ui.window import MainWindow
from tests.ui.tables import opened


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path) -> Iterator[MainWindow]:
    """On the start page, 1440 x 900, with a profile of its own."""
    with opened(tmp_path) as made:
        yield made
