"""Makes `.venv` beside the source tree and starts the game or the tests in it. Standard library only.

The first start makes the environment; a stamp file inside it keeps digests of what it was made from, so that later
starts only read the stamp. Everything that can be missing on a bare machine is told in one sentence with exit code 2.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BAD_SETUP = 2
INTERRUPTED = 130

# What Qt's core, its widgets and its "offscreen", "xcb" and "wayland" platform plugins load from a Linux system, with
# the Debian package of each. (`ldd` on PySide6's QtWidgets, QtSvg, QtTest and plugins/platforms; libraries that those
# packages bring along are left out.)
QT_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11-xcb.so.1": "libx11-xcb1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxcb.so.1": "libxcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxkbcommon.so.0": "libxkbcommon0",
}

# pytest options that leave a full run a full run; after any other argument the rule coverage is shown, not demanded.
HARMLESS_OPTIONS = (
    "-q",
    "-v",
    "-r",
    "-s",
    "-n",
    "-x",
    "--quiet",
    "--verbose",
    "--durations",
    "--tb",
    "--color",
    "--dist",
)


class SetupError(Exception):
    """The environment cannot be made; the message is one sentence for the person at the keyboard."""


def say(text: str) -> None:
    """One line about the set-up, on stderr: stdout belongs to the program that is started."""
    print(text, file=sys.stderr, flush=True)


def python_series() -> str:
    """The running Python as "major.minor"."""
    return f"{sys.version_info[0]}.{sys.version_info[1]}"


# ---------------------------------------------------------------------------------------------- system packages


def can_load(soname: str) -> bool:
    """Whether the dynamic linker finds the shared library `soname`."""
    import ctypes  # here and below: not needed, so not imported, by a start with a matching stamp

    try:
        ctypes.CDLL(soname)
    except OSError:
        return False
    return True


def missing_qt_libraries(loads: Callable[[str], bool] = can_load) -> list[str]:
    """The sonames of `QT_LIBRARIES` that this Linux system lacks, sorted."""
    return sorted(soname for soname in QT_LIBRARIES if not loads(soname))


def debian_packages(sonames: Iterable[str]) -> list[str]:
    """The Debian packages that bring the given libraries, sorted, each once."""
    return sorted({QT_LIBRARIES[soname] for soname in sonames})


def venv_works() -> bool:
    """Whether this Python can make environments with pip (Debian ships that part separately)."""
    importlib.invalidate_caches()
    return all(importlib.util.find_spec(name) is not None for name in ("venv", "ensurepip"))


def apt_can_install() -> bool:
    """Whether this process may install Debian packages itself."""
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt_get(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs apt-get without questions; its output is kept."""
    return subprocess.run(
        ["apt-get", *arguments],
        env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )


def apt_install(packages: Sequence[str]) -> None:
    """Installs Debian packages as root. Raises `SetupError` when apt-get fails."""
    say(f"Installing with apt-get: {' '.join(packages)}")
    apt_get("update", "-qq")  # a failing update (one dead source among several) need not hinder the installation
    result = apt_get("install", "-y", "-qq", "--no-install-recommends", *packages)
    if result.returncode != 0:
        lines = [line for line in result.stderr.splitlines() if line.strip()]
        reason = lines[-1] if lines else f"exit code {result.returncode}"
        raise SetupError(f"apt-get could not install {' '.join(packages)} ({reason}).")


def ensure_system(needs_venv: bool) -> None:
    """Makes sure that the system has what pip cannot bring: Qt's libraries and, if needed, Python's venv parts.

    Installs Debian packages when this process is root; else raises `SetupError` with the command that does.
    """
    libraries = missing_qt_libraries() if sys.platform == "linux" else []
    no_venv = needs_venv and not venv_works()
    if not libraries and not no_venv:
        return
    packages = debian_packages(libraries) + ([f"python{python_series()}-venv"] if no_venv else [])
    lacks = [*libraries, *(["Python's venv module with ensurepip"] if no_venv else [])]
    if not shutil.which("apt-get"):
        raise SetupError(f"This system lacks {', '.join(lacks)}; install the packages that bring them and start again.")
    if not apt_can_install():
        raise SetupError(f"System packages are missing; install them with: sudo apt-get install {' '.join(packages)}")
    apt_install(packages)
    libraries = missing_qt_libraries() if libraries else []
    lacks = [*libraries, *(["Python's venv module with ensurepip"] if no_venv and not venv_works() else [])]
    if lacks:
        raise SetupError(f"After the installation this system still lacks {', '.join(lacks)}.")


# ---------------------------------------------------------------------------------------------- the environment


def digest(paths: Iterable[Path], *extra: str) -> str:
    """SHA-256 over names and contents of files (as far as they exist) and further strings."""
    total = hashlib.sha256()
    for path in paths:
        content = path.read_bytes() if path.is_file() else b""
        total.update(f"{path.name}\0{len(content)}\0".encode())
        total.update(content)
    for text in extra:
        total.update(f"\0{text}".encode())
    return total.hexdigest()


def requirements_digest(root: Path) -> str:
    """Changes when the environment does not fit any more: other requirements, other Python, other place."""
    return digest([root / "pyproject.toml"], python_series(), str(root))


def resources_digest(root: Path) -> str:
    """Changes when the compiled resources or translations are out of date."""
    files = [root / "hatch_build.py", root / "resources.qrc"]
    files += sorted(path for path in (root / "assets").rglob("*") if path.is_file())
    files += sorted((root / "translations").glob("*.ts"))
    return digest(files)


def venv_python(venv: Path) -> Path:
    """The Python of an environment."""
    return venv / "Scripts" / "python.exe" if sys.platform == "win32" else venv / "bin" / "python"


def read_stamp(path: Path) -> dict[str, Any]:
    """The stamp of an environment; empty when there is none or it cannot be read."""
    try:
        stamp = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def clean_environment() -> dict[str, str]:
    """This process's environment without what would lead an environment's Python astray."""
    return {key: value for key, value in os.environ.items() if key not in ("PYTHONHOME", "__PYVENV_LAUNCHER__")}


def environment_fits(venv: Path) -> bool:
    """Whether `venv` holds an environment of this Python's series whose interpreter is still there."""
    try:
        lines = (venv / "pyvenv.cfg").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return False
    settings = {key.strip(): value.strip() for key, _, value in (line.partition("=") for line in lines)}
    version = settings.get("version") or settings.get("version_info") or ""
    return venv_python(venv).exists() and version.startswith(f"{python_series()}.")


def run_setup(command: Sequence[str | Path], task: str, root: Path) -> None:
    """Runs one step of the set-up, its output on stderr. Raises `SetupError` when it fails."""
    try:
        result = subprocess.run(command, cwd=root, env=clean_environment(), stdout=sys.stderr, check=False)
    except OSError as error:
        raise SetupError(f"{task} failed: {error}.") from error
    if result.returncode != 0:
        raise SetupError(f"{task} failed with exit code {result.returncode}; the reason stands above.")


def has_pip(python: Path) -> bool:
    """Whether the environment of `python` can install packages (an interrupted set-up may have left it without)."""
    result = subprocess.run(
        [str(python), "-c", "import pip"], env=clean_environment(), capture_output=True, check=False
    )
    return result.returncode == 0


def make_environment(root: Path, venv: Path, extras: Sequence[str]) -> None:
    """Makes `venv` where it is missing or of another Python, and installs the project editable with `extras`.

    Raises `SetupError`.
    """
    python = venv_python(venv)
    fits = environment_fits(venv)
    ready = fits and has_pip(python)
    ensure_system(needs_venv=not ready)
    say("Bringing .venv up to date ..." if ready else "Setting up .venv (once; Qt takes about 250 MB) ...")
    if not ready:
        run_setup([sys.executable, "-m", "venv", *([] if fits else ["--clear"]), venv], "Making .venv", root)
    pip = [str(python), "-m", "pip", "--disable-pip-version-check", "install"]
    if not sys.stderr.isatty():
        pip.append("--quiet")
    import tomllib

    # The build requirements go into the environment itself, so that PySide6 is unpacked once, not twice.
    with (root / "pyproject.toml").open("rb") as file:
        build_requirements = tomllib.load(file)["build-system"]["requires"]
    run_setup([*pip, *build_requirements], "Installing Qt", root)
    target = f"{root}[{','.join(extras)}]" if extras else str(root)
    run_setup([*pip, "--no-build-isolation", "--editable", target], "Installing the game", root)


def ensure(root: Path = ROOT, extras: Sequence[str] = ()) -> Path:
    """Brings `root/.venv` up to date and returns its Python. Raises `SetupError`.

    With a matching stamp nothing is run: neither pip nor any other process.
    """
    venv = root / ".venv"
    python = venv_python(venv)
    stamp_file = venv / "saltonsea-stamp.json"
    stamp = read_stamp(stamp_file)
    requirements = requirements_digest(root)
    resources = resources_digest(root)
    usable = python.exists() and stamp.get("requirements") == requirements
    installed = stamp.get("extras")
    installed = [str(extra) for extra in installed] if isinstance(installed, list) else []
    compiled = (root / "saltonsea_desktop" / "ui" / "resources.rcc").is_file()
    if usable and set(extras) <= set(installed) and compiled and stamp.get("resources") == resources:
        return python

    if not (usable and set(extras) <= set(installed)):
        stamp_file.unlink(missing_ok=True)
        # An environment that has to be made anew keeps what it could do before.
        installed = sorted({*extras, *installed})
        make_environment(root, venv, installed)
    else:
        run_setup([python, root / "hatch_build.py"], "Compiling the resources", root)
    stamp = {"requirements": requirements, "extras": installed, "resources": resources}
    stamp_file.write_text(json.dumps(stamp), encoding="utf-8")
    return python


# ---------------------------------------------------------------------------------------------- the two commands


def hand_over(command: Sequence[str | Path], environment: dict[str, str]) -> int:
    """Runs `command` in place of this process where the system can do that; else returns its exit code."""
    sys.stdout.flush()
    sys.stderr.flush()
    arguments = [str(part) for part in command]
    if sys.platform != "win32":
        os.execve(arguments[0], arguments, environment)
    # Windows has no exec: the shell would not wait for the new process.
    return subprocess.run(arguments, env=environment, check=False).returncode


def prepared(extras: Sequence[str] = ()) -> Path | int:
    """The Python of the environment, or the exit code when there is none; then one sentence has been said."""
    try:
        return ensure(extras=extras)
    except SetupError as error:
        say(str(error))
        return BAD_SETUP
    except KeyboardInterrupt:
        say("The set-up was interrupted; the next start takes it up again.")
        return INTERRUPTED


def play(arguments: Sequence[str]) -> int:
    """`play.py`: starts the game with the given command line; the exit code is the game's, or 2."""
    python = prepared()
    if isinstance(python, int):
        return python
    # -P: a file in the player's current folder must not pass for a module.
    return hand_over([python, "-P", "-m", "saltonsea_desktop", *arguments], clean_environment())


def pytest_arguments(arguments: Sequence[str]) -> list[str]:
    """The command line of pytest: a run of all tests uses all cores and demands a test for every rule."""
    full = all(argument.startswith(HARMLESS_OPTIONS) for argument in arguments)
    if not full:
        return list(arguments)
    parallel = [] if any(argument.startswith(("-n", "-s")) for argument in arguments) else ["-n", "auto"]
    return [*parallel, "--dist", "loadgroup", "--require-rules", *arguments]


def run_tests(arguments: Sequence[str]) -> int:
    """`run_tests.py`: runs pytest without a screen; the exit code is pytest's, or 2."""
    python = prepared(extras=("dev",))
    if isinstance(python, int):
        return python
    environment = clean_environment()
    environment["QT_QPA_PLATFORM"] = "offscreen"
    environment.setdefault("HYPOTHESIS_PROFILE", "ci")
    os.chdir(ROOT)
    return hand_over([python, "-m", "pytest", *pytest_arguments(arguments)], environment)
