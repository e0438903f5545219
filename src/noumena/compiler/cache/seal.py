"""Seals on compiled files: a file that is not, bit for bit, what was compiled is never loaded.

Numba pickles machine code without a checksum. A truncated file is an exception, but one with a wrong block in it
(after a power failure, on a failing disk) ends the process when the code is loaded or run, now and at every later
start. So once compiled files have been used without an error, their hashes are written down, and only files with a hash
are trusted.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import secrets
from pathlib import Path

SEALS = "seals"
_COMPILED = (".nbi", ".nbc", ".pyc")

Times = dict[str, tuple[int, int]]
"""Time in nanoseconds and size of each compiled file by its name, which tell whether it has been replaced."""


def remove_unsealed(folder: Path, growing: bool = False) -> Times:
    """Removes the compiled files of an entry whose seal is missing or broken; gives those that stay.

    To Python and Numba a removed file is one not compiled yet. In a `growing` entry a missing seal is no fault: living
    processes add files to it, the first of which removed all files without a seal, and they will seal what they add.
    """
    seals = _read_seals(folder)
    for path in _compiled(folder):
        if seals.get(path.name) != _hash(path) and not (growing and path.name not in seals):
            path.unlink(missing_ok=True)
    return _times(folder)


def seal(folder: Path, before: Times) -> None:
    """Writes down the hashes of all compiled files, unless they are still those of `before`.

    The files are on the disk before their seals are. Another process may replace a file meanwhile; its seal is then
    broken, and the file is compiled once more.
    """
    if _times(folder) == before:
        return
    seals = {}
    for path in _compiled(folder):
        with contextlib.suppress(FileNotFoundError):
            flush(path)
            seals[path.name] = _hash(path)
    flush(folder / "__pycache__")
    fresh = folder / f"{SEALS}.{secrets.token_hex(8)}"
    fresh.write_text("".join(f"{digest} {name}\n" for name, digest in seals.items()), encoding="utf-8")
    flush(fresh)
    os.replace(fresh, folder / SEALS)


def flush(path: Path) -> None:
    """Waits until a file, or the names in a folder, are on the disk."""
    if os.name == "nt" and path.is_dir():
        return  # folders cannot be opened there
    handle = os.open(path, os.O_RDONLY if os.name != "nt" else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _read_seals(folder: Path) -> dict[str, str]:
    """The hashes by file name; a file of seals that is damaged itself, or not there, has none that fits.

    It has a line for each file: a parser of nested formats could be made to nest until the process ends.
    """
    try:
        lines = (folder / SEALS).read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return {}
    return {name: digest for digest, _, name in (line.partition(" ") for line in lines)}


def _compiled(folder: Path) -> list[Path]:
    try:
        return [path for path in (folder / "__pycache__").iterdir() if path.suffix in _COMPILED]
    except OSError:
        return []


def _times(folder: Path) -> Times:
    times = {}
    for path in _compiled(folder):
        with contextlib.suppress(FileNotFoundError):
            found = path.stat()
            times[path.name] = (found.st_mtime_ns, found.st_size)
    return times


def _hash(path: Path) -> str:
    """The hash of a file's bytes; empty if it cannot be read, which is the hash of no file."""
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
