"""Where files live: the user's data, config and state folders, or one folder with `--profile`."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

APP = "saltonsea-desktop"


@dataclass(frozen=True, slots=True)
class Folders:
    """`data`: saves and component packs; `config`: settings; `state`: window geometry, logs."""

    data: Path
    config: Path
    state: Path

    @property
    def saves(self) -> Path:
        return self.data / "saves"

    @property
    def components(self) -> Path:
        return self.data / "components"

    @property
    def settings(self) -> Path:
        return self.config / "settings.toml"

    @property
    def autosave(self) -> Path:
        return self.saves / "autosave.saltonsea"


def folders(profile: str | os.PathLike[str] | None = None) -> Folders:
    """The folders of this user, or everything under `profile`. Nothing is created."""
    if profile is not None:
        base = Path(profile)
        return Folders(base / "data", base / "config", base / "state")
    import platformdirs

    return Folders(
        Path(platformdirs.user_data_dir(APP, appauthor=False)),
        Path(platformdirs.user_config_dir(APP, appauthor=False)),
        Path(platformdirs.user_state_dir(APP, appauthor=False)),
    )
