"""The outside of a save file: reading bytes, unpacking, the first look. Imports nothing of the game, so it is quick."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

FORMAT = "saltonsea-save"
SUFFIX = ".saltonsea"
SIZE_LIMIT = 4 * 1024 * 1024  # bytes, also after decompression


class SaveError(Exception):
    """A file that is no usable save; the message is one sentence."""


def unpack(data: bytes, name: str) -> object:
    """The JSON value in the bytes of a file, gzip-compressed or plain. Raises SaveError."""
    if not data:
        raise SaveError(f"{name}: the file is empty.")
    if len(data) > SIZE_LIMIT:
        raise SaveError(f"{name}: the file is too large for a save (more than {SIZE_LIMIT // 1024} KiB).")
    if data[:2] == b"\x1f\x8b":
        try:
            unpacker = zlib.decompressobj(31)
            data = unpacker.decompress(data, SIZE_LIMIT + 1)
        except zlib.error:
            raise SaveError(f"{name}: the file is damaged (it cannot be unpacked).") from None
        if len(data) > SIZE_LIMIT:
            raise SaveError(f"{name}: the file is too large for a save (more than {SIZE_LIMIT // 1024} KiB unpacked).")
        if not unpacker.eof:
            raise SaveError(f"{name}: the file is cut off.")
    try:
        return json.loads(data.decode("utf-8"))
    except (UnicodeDecodeError, ValueError, RecursionError):
        raise SaveError(f"{name}: the file is no save (not JSON).") from None


def read_bytes(path: Path) -> bytes:
    """The content of a file, at most a byte more than a save may have. Raises SaveError."""
    try:
        if path.is_dir():
            raise SaveError(f"{path}: this is a folder, not a save.")
        if path.exists() and not path.is_file():  # a pipe would never end
            raise SaveError(f"{path}: this is not a file.")
        with path.open("rb") as file:
            return file.read(SIZE_LIMIT + 1)
    except FileNotFoundError:
        raise SaveError(f"{path}: there is no such file.") from None
    except (OSError, ValueError) as error:
        raise SaveError(f"{path}: the file cannot be read ({getattr(error, 'strerror', None) or error}).") from None


def peek(path: Path) -> dict[str, Any] | None:
    """A save's document without checking its shape, None if there is none: for the start page, which must be quick.

    Raises SaveError for a file that cannot be read or unpacked. What is taken from it may be missing or of other types.
    """
    if not path.exists():
        return None
    raw = unpack(read_bytes(path), str(path))
    if not isinstance(raw, dict) or raw.get("format") != FORMAT:
        raise SaveError(f"{path}: the file is no Salton Sea save.")
    return raw
