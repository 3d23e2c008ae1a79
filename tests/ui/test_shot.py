"""The `shot` command: any moment of a save as a picture."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from saltonsea_desktop.cli import main
from saltonsea_desktop.games.saltonsea.components.tables import default_tables
from saltonsea_desktop.session.options import GameOptions, SeatOptions
from saltonsea_desktop.session.session import GameSession
from saltonsea_desktop.storage.save import write_save


@pytest.fixture
def save(tmp_path: Path) -> Path:
    session = GameSession(GameOptions((SeatOptions("Marta"), SeatOptions("GMI", "gmi", 2)), 4), default_tables())
    for _ in range(20):
        session.submit(session.legal()[0])
    path = tmp_path / "game.saltonsea"
    write_save(path, session)
    return path


def test_a_moment_is_drawn_in_the_size_and_theme_asked_for(save: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.png"
    assert main(["shot", str(save), str(out), "--at", "5", "--size", "1180x720", "--scale", "2"]) == 0
    light = QImage(str(out))
    assert (light.width(), light.height()) == (2360, 1440)
    assert main(["shot", str(save), str(out), "--at", "5", "--size", "1180x720", "--theme", "dark"]) == 0
    dark = QImage(str(out))
    assert (dark.width(), dark.height()) == (1180, 720)
    assert dark.pixelColor(5, 5).lightness() < 60 < light.pixelColor(10, 10).lightness()


def test_two_moments_differ_and_one_is_drawn_the_same_again(save: Path, tmp_path: Path) -> None:
    pictures = []
    for step in ("3", "3", "20"):
        out = tmp_path / "out.png"
        assert main(["shot", str(save), str(out), "--at", step, "--size", "1180x720"]) == 0
        pictures.append(QImage(str(out)))
    assert pictures[0] == pictures[1]
    assert pictures[0] != pictures[2]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--at", "999"], "no step 999"),
        (["--size", "big"], "no window size"),
        (["--size", "20x20"], "no window size"),
        (["--scale", "9"], "scale"),
    ],
)
def test_bad_arguments_give_one_sentence(
    save: Path, tmp_path: Path, arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["shot", str(save), str(tmp_path / "out.png"), *arguments]) == 2
    told = capsys.readouterr().err
    assert words in told
    assert len(told.strip().splitlines()) == 1
    assert not (tmp_path / "out.png").exists()


def test_a_folder_that_is_not_there_gives_one_sentence(save: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["shot", str(save), str(save.parent / "no" / "out.png"), "--size", "1180x720"]) == 2
    assert "cannot be written" in capsys.readouterr().err
