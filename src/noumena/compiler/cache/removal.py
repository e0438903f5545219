"""How entries go: damaged ones at once, old ones when the cache grows beyond its limit, all of them on demand."""

from __future__ import annotations

import contextlib
import os
import secrets
import shutil
import time
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from noumena.compiler.cache.lock import busy, lock_file

MARKER = "complete"
"""The file, written last, that says that an entry is whole; its time is that of the entry's last use."""
LIMIT = 1_000_000_000
"""Bytes that all entries together may take."""
_BETWEEN_PRUNINGS = 60.0
_LEFT_BEHIND = 3600.0
"""Seconds after which an unfinished folder belongs to a process that was killed."""
_UNFINISHED = ("tmp-", "trash-")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the cache: its folder, the bytes in it, and when it was last used (seconds since 1970)."""

    folder: Path
    size: int
    used: float


def unfinished_folder(root: Path, kind: str) -> Path:
    """A new name in the cache for a folder that is not, or no longer, an entry; `kind` is `tmp` or `trash`."""
    return root / f"{kind}-{os.getpid()}-{secrets.token_hex(8)}"


def discard(folder: Path) -> None:
    """Removes an entry, or whatever bears its name; moved aside first, so that nobody sees half of it."""
    aside = unfinished_folder(folder.parent, "trash")
    with contextlib.suppress(FileNotFoundError):  # another process was faster
        os.rename(folder, aside)
        remove(aside)


def remove(path: Path) -> None:
    """Removes a folder or a file as far as possible; what remains is tried again by `prune`."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        with contextlib.suppress(OSError):
            path.unlink()


def entries(root: Path) -> list[Entry]:
    """All entries of the cache, the longest unused first."""
    found = []
    with contextlib.suppress(FileNotFoundError):
        for folder in root.iterdir():
            if folder.name.startswith(("model_", "kernel_")) and folder.suffix != ".lock":
                found.append(Entry(folder, _size(folder), _last_use(folder)))
    return sorted(found, key=lambda entry: (entry.used, entry.folder.name))


def prune_now_and_then(root: Path, keep: Collection[Path]) -> None:
    """`prune`, unless some process has done it within the last minute; for the making of new entries."""
    stamp = root / "pruned"
    with contextlib.suppress(OSError):
        if 0 <= time.time() - stamp.stat().st_mtime < _BETWEEN_PRUNINGS:
            return
    stamp.touch()
    prune(root, keep)


def prune(root: Path, keep: Collection[Path], limit: int = LIMIT) -> None:
    """Removes entries, the longest unused first, until all together take at most `limit` bytes.

    Entries in `keep` (those that this process uses) and those locked by any process stay.
    """
    _remove_left_behind(root)
    found = entries(root)
    total = sum(entry.size for entry in found)
    for entry in found:
        if total <= limit:
            break
        if entry.folder not in keep and not busy(entry.folder):
            _remove_entry(entry)
            total -= entry.size


def clear(root: Path) -> tuple[list[Entry], list[Entry]]:
    """Removes all entries that no process has locked; gives those removed and those kept."""
    _remove_left_behind(root)
    removed, kept = [], []
    for entry in entries(root):
        if busy(entry.folder):
            kept.append(entry)
        else:
            _remove_entry(entry)
            removed.append(entry)
    return removed, kept


def _remove_entry(entry: Entry) -> None:
    discard(entry.folder)
    remove(lock_file(entry.folder))


def _remove_left_behind(root: Path) -> None:
    """Removes what processes that were killed have left, and locks of entries that are gone."""
    now = time.time()
    for path in root.iterdir():
        lock_of_nothing = path.suffix == ".lock" and not path.with_suffix("").exists()
        if path.name.startswith(_UNFINISHED) or lock_of_nothing:
            with contextlib.suppress(FileNotFoundError):
                if now - path.lstat().st_mtime > _LEFT_BEHIND:
                    remove(path)


def _size(folder: Path) -> int:
    return sum(_sizes(folder))


def _sizes(folder: Path) -> Iterator[int]:
    # Files vanish at any moment: Numba renames its own, and other processes remove entries.
    with contextlib.suppress(OSError), os.scandir(folder) as items:
        for item in items:
            if item.is_dir(follow_symlinks=False):
                yield from _sizes(Path(item.path))
            else:
                with contextlib.suppress(FileNotFoundError):
                    yield item.stat(follow_symlinks=False).st_size


def _last_use(folder: Path) -> float:
    """The time of the marker; of the folder itself if it is not whole; 0 if it has just gone."""
    for path in (folder / MARKER, folder):
        with contextlib.suppress(OSError):
            return path.lstat().st_mtime
    return 0.0
