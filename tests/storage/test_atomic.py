"""Atomic writes: the old file or the new one, whatever goes wrong in between."""

from __future__ import annotations

import errno
import os
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from saltonsea_desktop.storage.atomic import write_atomic

POSIX = pytest.mark.skipif(os.name == "nt", reason="POSIX only")
ROOT = Path(__file__).resolve().parents[2]


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_new_file_in_a_new_folder(tmp_path: Path) -> None:
    path = tmp_path / "Žofie 山田" / "deep" / "game.saltonsea"
    write_atomic(path, b"one")
    assert path.read_bytes() == b"one"
    assert names(path.parent) == ["game.saltonsea"]


def test_replacing_keeps_the_version_before(tmp_path: Path) -> None:
    path = tmp_path / "game.saltonsea"
    write_atomic(path, b"one", backup=True)
    assert names(tmp_path) == ["game.saltonsea"]  # nothing to keep yet
    write_atomic(path, b"two", backup=True)
    write_atomic(path, b"three", backup=True)
    assert (path.read_bytes(), (tmp_path / "game.saltonsea.bak").read_bytes()) == (b"three", b"two")
    write_atomic(path, b"four")
    assert (path.read_bytes(), (tmp_path / "game.saltonsea.bak").read_bytes()) == (b"four", b"two")
    assert names(tmp_path) == ["game.saltonsea", "game.saltonsea.bak"]


def test_the_backup_is_a_file_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "game.saltonsea"
    write_atomic(path, b"one")
    write_atomic(path, b"two", backup=True)
    with path.open("r+b") as file:  # a program that writes in place
        file.write(b"TWO")
    assert (tmp_path / "game.saltonsea.bak").read_bytes() == b"one"


def test_a_file_system_without_hard_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object, **options: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    path = tmp_path / "game.saltonsea"
    write_atomic(path, b"one")
    write_atomic(path, b"two", backup=True)
    assert (path.read_bytes(), (tmp_path / "game.saltonsea.bak").read_bytes()) == (b"two", b"one")
    assert names(tmp_path) == ["game.saltonsea", "game.saltonsea.bak"]


def _full(*arguments: object, **options: object) -> Any:
    raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("call", ["fsync", "open", "fdopen"])
@pytest.mark.parametrize("backup", [False, True])
def test_a_full_disk_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, backup: bool
) -> None:
    path = tmp_path / "game.saltonsea"
    write_atomic(path, b"old")
    with monkeypatch.context() as patch:
        patch.setattr(os, call, _full)
        with pytest.raises(OSError, match="No space left"):
            write_atomic(path, b"new", backup=backup)
    assert path.read_bytes() == b"old"
    assert [name for name in names(tmp_path) if not name.endswith((".saltonsea", ".bak"))] == []


@pytest.mark.parametrize("failing", [1, 2])
def test_a_rename_that_fails_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: int) -> None:
    """The first rename makes the backup, the second puts the new file in its place: at no moment is there none."""
    path = tmp_path / "game.saltonsea"
    write_atomic(path, b"older")
    write_atomic(path, b"old", backup=True)
    calls = 0
    rename = Path.replace

    def replace(self: Path, target: Any) -> Path:
        nonlocal calls
        calls += 1
        assert path.read_bytes() == b"old"
        if calls == failing:
            raise PermissionError(errno.EACCES, "in use")
        return rename(self, target)

    monkeypatch.setattr(Path, "replace", replace)
    with pytest.raises(PermissionError):
        write_atomic(path, b"new", backup=True)
    assert calls == failing
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["game.saltonsea", "game.saltonsea.bak"]
    assert (tmp_path / "game.saltonsea.bak").read_bytes() == (b"older" if failing == 1 else b"old")


@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_an_interrupt_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    path = tmp_path / "game.saltonsea"
    write_atomic(path, b"old")

    def interrupted(handle: int) -> None:
        raise error

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(error):
        write_atomic(path, b"new")
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["game.saltonsea"]


def _below_a_file(folder: Path) -> Path:
    (folder / "file").write_bytes(b"")
    return folder / "file" / "game.saltonsea"


@pytest.mark.parametrize(
    "place",
    [
        _below_a_file,
        lambda folder: folder,
        lambda folder: folder / ("x" * 300),
        lambda folder: folder / "a\0b",
    ],
    ids=["below a file", "a folder", "too long", "NUL"],
)
@pytest.mark.parametrize("backup", [False, True])
def test_impossible_places_are_an_oserror(tmp_path: Path, place: Callable[[Path], Path], backup: bool) -> None:
    path = place(tmp_path)
    before = names(tmp_path)
    with pytest.raises(OSError):
        write_atomic(path, b"new", backup=backup)
    assert names(tmp_path) == before


@POSIX
@pytest.mark.skipif(getattr(os, "geteuid", lambda: 1)() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    path = tmp_path / "game.saltonsea"
    write_atomic(path, b"old")
    tmp_path.chmod(0o555)
    try:
        with pytest.raises(PermissionError):
            write_atomic(path, b"new", backup=True)
    finally:
        tmp_path.chmod(0o755)
    assert path.read_bytes() == b"old"


@POSIX
def test_permissions_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "game.saltonsea"
    mask = os.umask(0o027)
    try:
        write_atomic(path, b"one")
        assert stat.S_IMODE(path.stat().st_mode) == 0o640  # as any new file
        path.chmod(0o604)
        write_atomic(path, b"two", backup=True)
    finally:
        os.umask(mask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o604


@POSIX
def test_links_are_followed(tmp_path: Path) -> None:
    real, link = tmp_path / "far" / "game.saltonsea", tmp_path / "game.saltonsea"
    write_atomic(real, b"one")
    link.symlink_to(real)
    write_atomic(link, b"two", backup=True)
    assert link.is_symlink()
    assert real.read_bytes() == b"two"
    assert names(real.parent) == ["game.saltonsea", "game.saltonsea.bak"]


@POSIX
def test_killed_at_any_moment_there_is_a_whole_file(tmp_path: Path) -> None:
    """A process writes for ever, and is killed without warning: the name stands for one of its contents."""
    path = tmp_path / "game.saltonsea"
    script = (
        "import sys; from pathlib import Path; from saltonsea_desktop.storage.atomic import write_atomic\n"
        "path, i = Path(sys.argv[1]), 0\n"
        "while True:\n"
        "    i += 1\n"
        "    write_atomic(path, (b'%d ' % i) * 20000 + b'.', backup=True)\n"
        "    print(flush=True)\n"
    )
    for wait in (0.0, 0.004, 0.011, 0.023, 0.037):
        process = subprocess.Popen([sys.executable, "-c", script, str(path)], cwd=ROOT, stdout=subprocess.PIPE)
        assert process.stdout is not None
        process.stdout.readline()  # it has written once
        time.sleep(wait)
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        for name in (path, path.with_name("game.saltonsea.bak")):
            if name == path or name.exists():
                data = name.read_bytes()
                number = data.split(b" ", 1)[0]
                assert data == (number + b" ") * 20000 + b"."
