"""Whole games through the real window with the mouse, compared with a headless replay of their save."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QTableView
from pytestqt.qtbot import QtBot

from saltonsea_desktop.games.saltonsea.components.tables import default_tables
from saltonsea_desktop.session.options import GameOptions, SeatOptions
from saltonsea_desktop.storage.save import read_save
from saltonsea_desktop.ui.models import ScoresModel
from saltonsea_desktop.ui.scoring import ScoringPage
from tests.ui.journey import open_window, play_through

SOLO = GameOptions((SeatOptions("Marta"), SeatOptions("GMI", "gmi", 2)), seed=5)
THREE = GameOptions(
    (SeatOptions("Marta"), SeatOptions("Ines", colour=1), SeatOptions("Tomás", colour=3)), seed=6, curtain="auto"
)


@pytest.mark.parametrize("options", [SOLO, THREE], ids=["solo", "three"])
def test_a_whole_game_by_mouse_scores_as_its_save_replays(qtbot: QtBot, tmp_path: Path, options: GameOptions) -> None:
    window = open_window(tmp_path)
    qtbot.addWidget(window)
    session = play_through(window, options, seed=1)
    qtbot.waitUntil(lambda: isinstance(window.pages.currentWidget(), ScoringPage), timeout=5000)
    page = window.pages.currentWidget()
    assert isinstance(page, ScoringPage)
    model = next(m for view in page.findChildren(QTableView) if isinstance(m := view.model(), ScoresModel))
    totals = [model.data(model.index(model.rowCount() - 1, seat)) for seat in range(len(options.seats))]
    assert totals == [score.total for score in session.outcome().scores]
    for seat in range(len(options.seats)):
        column = [model.data(model.index(row, seat)) or 0 for row in range(model.rowCount() - 1)]
        assert sum(column) == totals[seat]
    window.close()
    QApplication.processEvents()
    loaded = read_save(tmp_path / "data" / "saves" / "autosave.saltonsea", default_tables())
    assert not loaded.lost
    assert loaded.session.over
    assert loaded.session.outcome() == session.outcome()
