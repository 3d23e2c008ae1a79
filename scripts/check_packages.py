"""Checks built packages, for `.ci/run`. Needs only what it checks.

python scripts/check_packages.py files DIST    one sdist and one wheel in DIST carry what they must, and no more
python scripts/check_packages.py installed     the package this Python imports is installed, not a source tree,
                                               and Qt can read its resources
"""

from __future__ import annotations

import argparse
import sys
import tarfile
import zipfile
from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

PACKAGE = "saltonsea_desktop"
IN_WHEEL = (
    f"{PACKAGE}/__init__.py",
    f"{PACKAGE}/ui/resources.rcc",
    f"{PACKAGE}/games/saltonsea/rules.md",
    f"{PACKAGE}/games/saltonsea/components/data/claims.toml",
    "*.dist-info/licenses/LICENSE",
    "*.dist-info/licenses/assets/fonts/OFL-SourceSans3.txt",
    "*.dist-info/licenses/assets/fonts/OFL-BarlowCondensed.txt",
)
NOT_IN_WHEEL = ("tests/*", "scripts/*", "assets/*", "hatch_build.py", "play.py", "run_tests.py")
IN_SDIST = (
    f"{PACKAGE}/__init__.py",
    f"{PACKAGE}/games/saltonsea/rules.md",
    "assets/fonts/SourceSans3-Regular.ttf",
    "assets/icons/drill.svg",
    "docs/rules.md",
    "hatch_build.py",
    "play.py",
    "pyproject.toml",
    "resources.qrc",
    "run_tests.py",
    "scripts/bootstrap.py",
    "tests/conftest.py",
)
NOT_IN_SDIST = (f"{PACKAGE}/ui/resources.rcc", f"{PACKAGE}/ui/translations/*.qm", ".venv/*")
ALWAYS_UNWANTED = ("*/__pycache__/*", "*.pyc", "*.partial")
RESOURCES = (
    ":/fonts/SourceSans3-Regular.ttf",
    ":/fonts/BarlowCondensed-Medium.ttf",
    ":/icons/drill.svg",
)


def content_faults(names: Sequence[str], wanted: Sequence[str], unwanted: Sequence[str]) -> list[str]:
    """What is wrong with an archive that holds `names`; patterns as in `fnmatch`, a star also matches slashes."""
    lacking = [pattern for pattern in wanted if not any(fnmatchcase(name, pattern) for name in names)]
    surplus = [name for name in names if any(fnmatchcase(name, pattern) for pattern in unwanted)]
    return [f"lacks {pattern}" for pattern in lacking] + [f"should not hold {name}" for name in surplus]


def check_files(folder: Path) -> list[str]:
    """Faults of the one sdist and the one wheel in `folder`."""
    sdists, wheels = sorted(folder.glob("*.tar.gz")), sorted(folder.glob("*.whl"))
    if len(sdists) != 1 or len(wheels) != 1:
        return [f"{folder} holds {len(sdists)} sdists and {len(wheels)} wheels, not one of each"]
    with tarfile.open(sdists[0]) as archive:
        members = [member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()]
    with zipfile.ZipFile(wheels[0]) as archive:
        files = archive.namelist()
    faults = []
    for path, names, wanted, unwanted in (
        (sdists[0], members, IN_SDIST, NOT_IN_SDIST),
        (wheels[0], files, IN_WHEEL, NOT_IN_WHEEL),
    ):
        faults += [f"{path.name} {fault}" for fault in content_faults(names, wanted, (*unwanted, *ALWAYS_UNWANTED))]
        print(f"{path.name}: {len(names)} files, {path.stat().st_size / 1024:.0f} KB")
    return faults


def check_installed() -> list[str]:
    """Faults of the installed package."""
    from PySide6.QtCore import QFile, QResource

    import saltonsea_desktop

    package = Path(saltonsea_desktop.__file__).parent
    if not package.is_relative_to(sys.prefix):
        return [f"{PACKAGE} is imported from {package}, not from the environment {sys.prefix}"]
    resources = package / "ui" / "resources.rcc"
    if not QResource.registerResource(str(resources)):
        return [f"Qt cannot read {resources}"]
    return [f"{resources} lacks {name}" for name in RESOURCES if not QFile.exists(name)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line, see the module's text; 1 with one line per fault."""
    parser = argparse.ArgumentParser(prog="check_packages", description="Checks built packages.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("files").add_argument("folder", type=Path)
    commands.add_parser("installed")
    options = parser.parse_args(arguments)
    faults = check_files(options.folder) if options.command == "files" else check_installed()
    for fault in faults:
        print(f"check_packages: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
