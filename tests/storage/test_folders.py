"""Where files live."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from saltonsea_desktop.storage.folders import APP, folders

ROOT = Path(__file__).resolve().parents[2]


def test_a_profile_holds_everything(tmp_path: Path) -> None:
    for profile in (tmp_path / "Žofie 山田 😀", str(tmp_path / "plain")):
        places = folders(profile)
        base = Path(profile)
        paths = [
            places.data, places.config, places.state, places.saves, places.components, places.settings, places.autosave,
        ]  # fmt: skip
        assert all(path.is_relative_to(base) and path != base for path in paths)
        assert len(set(paths)) == len(paths)
        assert not base.exists()  # nothing is created by asking


def test_the_users_own_folders(user_home: Path) -> None:
    places = folders()
    for path in (places.data, places.config, places.state):
        assert path.is_relative_to(user_home)
        assert APP in path.parts
    assert places.saves.parent == places.components.parent == places.data
    assert places.settings.parent == places.config
    assert places.autosave.parent == places.saves


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the XDG folders of Linux")
def test_the_folders_that_the_readme_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert folders().saves == tmp_path / ".local/share/saltonsea-desktop/saves"
    assert folders().settings.parent == tmp_path / ".config/saltonsea-desktop"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    assert folders().saves == tmp_path / "data/saltonsea-desktop/saves"
    assert folders().settings.parent == tmp_path / "config/saltonsea-desktop"


def test_a_profile_needs_no_platformdirs() -> None:
    code = (
        "import sys; from saltonsea_desktop.storage.folders import folders; folders('profile');"
        "print('platformdirs' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env={**os.environ}, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "False"
