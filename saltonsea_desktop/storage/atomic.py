"""Atomic writes: a temporary file beside the target, fsync, replace. The old file survives any failure."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def write_atomic(path: Path, data: bytes, backup: bool = False) -> None:
    """Replace `path` by `data`; `backup` keeps the previous version as `NAME.bak`. Raises OSError, target untouched."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:40]}.", suffix=".tmp", dir=path.parent)
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if backup and path.exists():
            path.replace(path.with_name(path.name + ".bak"))
        temporary.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
