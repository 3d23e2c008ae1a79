"""Atomic writes: a temporary file beside the target, fsync, replace. The old file survives any failure."""

from __future__ import annotations

import contextlib
import os
import stat
from pathlib import Path


def write_atomic(path: Path, data: bytes, backup: bool = False) -> None:
    """Replace `path` by `data`; `backup` keeps the previous version as `NAME.bak`.

    At every moment `path` holds its old or its new content. A link is followed, the file's mode is kept. Raises OSError
    with the target untouched (also for a path that cannot exist).
    """
    try:
        target = Path(os.path.realpath(path))
        target.parent.mkdir(parents=True, exist_ok=True)
        temporary = _free_name(target)
        handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
    except ValueError as error:  # a NUL in the path
        raise OSError(f"{error}") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            with contextlib.suppress(OSError):  # the mode is a nicety
                temporary.chmod(stat.S_IMODE(target.stat().st_mode))
            if backup:
                _keep(target)
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
    _sync_folder(target.parent)


def _free_name(target: Path) -> Path:
    return target.with_name(f".{target.name[:40]}.{os.urandom(6).hex()}.tmp")


def _keep(target: Path) -> None:
    """A second name for the old content; `target` itself is not moved, so that it never is missing."""
    spare = _free_name(target)
    try:
        try:
            os.link(target, spare)
        except (OSError, NotImplementedError):  # a file system without hard links
            spare.write_bytes(target.read_bytes())
        spare.replace(target.with_name(target.name + ".bak"))
    except BaseException:
        with contextlib.suppress(OSError):
            spare.unlink()
        raise


def _sync_folder(folder: Path) -> None:
    """Let the new name survive a power cut too, where folders can be synced."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
