"""Compiles what the package carries in binary form: Qt resources and translations.

    resources.qrc, assets/   ->  saltonsea_desktop/ui/resources.rcc         (rcc)
    translations/*.ts        ->  saltonsea_desktop/ui/translations/*.qm     (lrelease)

hatchling calls `CompileResources` for wheels and editable installs; `python hatch_build.py` does the same in the
source tree. Both tools come with PySide6-Essentials. The same sources give the same bytes.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

RESOURCES = Path("saltonsea_desktop/ui/resources.rcc")
TRANSLATIONS = Path("saltonsea_desktop/ui/translations")

# rcc stores the time of every file; one fixed time (2020-01-01) keeps the bytes the same everywhere.
_FIXED_TIME = "1577836800"


class CompileError(Exception):
    """A Qt tool is missing or has failed; the message is one sentence for the person who builds."""


def qt_tool(name: str) -> Path:
    """The path of a Qt command-line tool (`rcc`, `lrelease`) inside PySide6-Essentials.

    Raises `CompileError` when PySide6 is not installed or lacks the tool.
    """
    spec = importlib.util.find_spec("PySide6")
    if spec is None or not spec.submodule_search_locations:
        raise CompileError(f"PySide6-Essentials is not installed, so Qt's {name} is missing.")
    program = f"{name}.exe" if sys.platform == "win32" else name
    package = Path(spec.submodule_search_locations[0])
    for folder in (package, package / "Qt" / "libexec", package / "Qt" / "bin"):
        if (folder / program).is_file():
            return folder / program
    raise CompileError(f"Qt's {name} is not in the PySide6 package at {package}.")


def _run(tool: Path, *arguments: str | Path) -> None:
    environment = {**os.environ, "SOURCE_DATE_EPOCH": _FIXED_TIME, "QT_RCC_SOURCE_DATE_OVERRIDE": _FIXED_TIME}
    try:
        result = subprocess.run(
            [tool, *arguments], env=environment, capture_output=True, text=True, errors="replace", check=False
        )
    except OSError as error:
        raise CompileError(f"Qt's {tool.stem} cannot be started: {error}.") from error
    # rcc reports some faults (an alias given twice, say) on stderr only and still exits with 0.
    if result.returncode != 0 or result.stderr.strip():
        said = (result.stderr or result.stdout).strip()
        raise CompileError(f"Qt's {tool.stem} failed with exit code {result.returncode}: {said}")


def _replace(target: Path, tool: Path, *arguments: str | Path) -> None:
    """Writes `target` through a temporary neighbour, so that a running program never sees half a file."""
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(target.name + ".partial")
    try:
        _run(tool, *arguments, partial)
        partial.replace(target)
    finally:
        partial.unlink(missing_ok=True)


def compile_resources(root: Path, output: Path | None = None) -> Path:
    """Compiles `root/resources.qrc` to a binary resource file and returns its path.

    The target is `output`, or the file in the package under `root`. Raises `CompileError`.
    """
    target = output if output is not None else root / RESOURCES
    options = ("--binary", "--threshold", "10", "--compress-algo", "zlib")
    _replace(target, qt_tool("rcc"), *options, root / "resources.qrc", "--output")
    return target


def compile_translations(root: Path) -> list[Path]:
    """Compiles every `root/translations/*.ts` into the package under `root`; there may be none.

    Files of languages that are gone are removed. Raises `CompileError`.
    """
    folder = root / TRANSLATIONS
    sources = sorted((root / "translations").glob("*.ts"))
    targets = [folder / f"{source.stem}.qm" for source in sources]
    for stale in folder.glob("*.qm"):
        if stale not in targets:
            stale.unlink()
    for source, target in zip(sources, targets, strict=True):
        _replace(target, qt_tool("lrelease"), "-silent", source, "-qm")
    return targets


def compile_all(root: Path) -> list[Path]:
    """Compiles resources and translations of the source tree `root`. Raises `CompileError`."""
    return [compile_resources(root), *compile_translations(root)]


class CompileResources(BuildHookInterface[Any]):
    """hatchling's build hook of the wheel target (editable installs are wheels, too)."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called before the wheel is put together; `version` is "standard" or "editable"."""
        for path in compile_all(Path(self.root)):
            self.app.display_info(f"compiled {path.relative_to(self.root)}")


def main() -> int:
    """Compiles everything in the source tree this file lies in; 0, or 1 with one sentence."""
    root = Path(__file__).resolve().parent
    try:
        for path in compile_all(root):
            print(f"compiled {path.relative_to(root)} ({path.stat().st_size:,} bytes)")
    except CompileError as error:
        print(f"hatch_build: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
