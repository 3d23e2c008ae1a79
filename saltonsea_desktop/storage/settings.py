"""Settings: one TOML file of plain values. Anything unusable falls back to its default, the bad file is kept as `.bad`.

Checked by hand and not by pydantic, because they are read before the first picture (docs/architecture.md, start time).
"""

from __future__ import annotations

import contextlib
import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from saltonsea_desktop.storage.atomic import write_atomic

CHOICES: dict[str, tuple[str, ...]] = {
    "theme": ("system", "light", "dark", "contrast"),
    "text_size": ("normal", "large"),
    "gmi_pace": ("step", "flowing", "instant"),
    "undo": ("fair", "practice"),
    "curtain": ("auto", "always", "never"),
}
NAME_LENGTH, PATH_LENGTH = 40, 4096


@dataclass(frozen=True, slots=True)
class Settings:
    """What the player prefers; `components`: the folder of the chosen component pack, "" for the built-in one."""

    theme: str = "system"
    text_size: str = "normal"
    gmi_pace: str = "flowing"
    undo: str = "fair"
    curtain: str = "auto"
    show_moves: bool = False
    hand_by_action: bool = False
    player_name: str = "Player"
    components: str = ""

    def changed(self, **values: Any) -> Settings:
        """A copy with other values; raises TypeError or ValueError for a name or value that is not allowed."""
        for name, value in values.items():
            problem = _problem(name, value)
            if problem:
                raise ValueError(problem)
        return replace(self, **values)


_TYPES: dict[str, type] = {f.name: type(getattr(Settings(), f.name)) for f in fields(Settings)}


def _problem(name: str, value: object) -> str:
    kind = _TYPES.get(name)
    if kind is None:
        return f'there is no setting "{name}"'
    if type(value) is not kind:
        return f'"{name}" must be {"true or false" if kind is bool else "a text"}'
    if name in CHOICES and value not in CHOICES[name]:
        return f'"{name}" must be one of {", ".join(CHOICES[name])}'
    if isinstance(value, str):
        limit = NAME_LENGTH if name == "player_name" else PATH_LENGTH
        if len(value) > limit or any(ord(ch) < 32 for ch in value):
            return f'"{name}" is too long or has control characters'
        if name == "player_name" and not value.strip():
            return '"player_name" is empty'
    return ""


def read_settings(path: Path) -> tuple[Settings, str]:
    """(settings, a sentence about what was wrong or ""). Never raises; a damaged file is kept as `NAME.bad`."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return Settings(), ""
    except OSError as error:
        return Settings(), f"The settings cannot be read ({error.strerror}); the defaults are used."
    try:
        raw = tomllib.loads(data.decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError):
        with contextlib.suppress(OSError):
            write_atomic(path.with_name(path.name + ".bad"), data)
        return Settings(), f"The settings file is damaged; the defaults are used and it was kept as {path.name}.bad."
    good: dict[str, Any] = {}
    bad: list[str] = []
    for name, value in raw.items():
        problem = _problem(name, value)
        if problem:
            bad.append(problem)
        else:
            good[name] = value
    if bad:
        with contextlib.suppress(OSError):
            write_atomic(path.with_name(path.name + ".bad"), data)
    return Settings(**good), f"Settings ignored: {'; '.join(bad)}." if bad else ""


def settings_text(settings: Settings) -> str:
    """The TOML of the settings."""
    lines = ["# Salton Sea Desktop: settings. Unknown or unusable values fall back to the defaults."]
    for field in fields(settings):
        value = getattr(settings, field.name)
        if isinstance(value, bool):
            text = "true" if value else "false"
        else:
            text = '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
        lines.append(f"{field.name} = {text}")
    return "\n".join(lines) + "\n"


def write_settings(path: Path, settings: Settings) -> None:
    """Write atomically. Raises OSError."""
    write_atomic(path, settings_text(settings).encode())
