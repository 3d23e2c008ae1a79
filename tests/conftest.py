"""Set-up for all tests: no screen, no real user folders, hypothesis profiles, rule coverage."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

pytest_plugins = ["tests.rule_coverage"]

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


def _isolate_user_folders() -> Path:
    """Points everything that names a user folder to a new temporary one (one per process, so per xdist worker).

    Done while this file is imported: code that looks up its folders at import time must find these.
    """
    home = Path(tempfile.mkdtemp(prefix="saltonsea-tests-")).resolve()
    folders = {
        "HOME": home,
        "USERPROFILE": home,
        "XDG_CACHE_HOME": home / "cache",
        "XDG_CONFIG_HOME": home / "config",
        "XDG_DATA_HOME": home / "data",
        "XDG_STATE_HOME": home / "state",
        "XDG_RUNTIME_DIR": home / "runtime",
        "APPDATA": home / "roaming",
        "LOCALAPPDATA": home / "local",
        # platformdirs asks Windows itself for these folders, unless told otherwise.
        "WIN_PD_OVERRIDE_APPDATA": home / "roaming",
        "WIN_PD_OVERRIDE_LOCAL_APPDATA": home / "local",
        "WIN_PD_OVERRIDE_COMMON_APPDATA": home / "common",
        "WIN_PD_OVERRIDE_PERSONAL": home / "documents",
    }
    for name, folder in folders.items():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.environ[name] = str(folder)
    return home


_HOME = _isolate_user_folders()

settings.register_profile(
    "ci",
    derandomize=True,
    max_examples=60,
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("dev", max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))


@pytest.fixture(scope="session")
def user_home() -> Path:
    """The temporary folder that all user folders (settings, saves, caches) of this test process lie in."""
    return _HOME


def pytest_unconfigure() -> None:
    shutil.rmtree(_HOME, ignore_errors=True)
