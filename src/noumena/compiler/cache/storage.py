"""Entries of the cache: how they are made, found again, loaded, and made anew when damaged."""

from __future__ import annotations

import contextlib
import os
import threading
import traceback
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePath
from typing import TypeVar

from noumena.compiler.cache.folder import cache_folder
from noumena.compiler.cache.key import kernel_files, kernel_name, machine, model_name
from noumena.compiler.cache.lock import joined
from noumena.compiler.cache.removal import MARKER, discard, prune_now_and_then, remove, unfinished_folder
from noumena.compiler.cache.seal import SEALS, Times, flush, remove_unsealed, seal
from noumena.model.diagnostics import fail

T = TypeVar("T")

_ATTEMPTS = 20
"""Tries to put an entry in its place; most failures mean that another process has just put a damaged one there."""

_stored: dict[Path, dict[str, str]] = {}
"""The entries that this process uses, with their texts: what `guarded` makes anew, and what pruning spares."""
_loading = threading.RLock()

_READERS = {"numba.core.caching", "noumena.compiler.cache.seal"}
"""The modules that read and write compiled files."""


def kernel_folder() -> Path:
    """The folder with a copy of the kernel's sources, the same for all models; made if it is not there.

    Numba writes beside the source that it compiles, and must not do so where noumena is installed.
    """
    return _placed(cache_folder() / kernel_name(), kernel_files())


def store(files: Mapping[str, str]) -> Path:
    """The folder that holds these generated files (texts by plain name), made if it is not there or not whole."""
    for name in files:
        if PurePath(name).name != name or not name.endswith(".py"):
            raise ValueError(f"an entry of the cache cannot hold a file named {name!r}: give a plain name like 'a.py'")
    return _placed(cache_folder() / model_name(files), files)


def is_compiled(folder: Path) -> bool:
    """Whether an entry holds machine code that an earlier run has sealed; it may still turn out to be damaged."""
    return any((folder / "__pycache__").glob("*.nbi")) and (folder / SEALS).is_file()


def guarded(folder: Path, action: Callable[[], T]) -> T:
    """What the action gives, which loads and compiles code of this entry; a damaged entry is made anew and tried again.

    The folder is one that `store` or `kernel_folder` gave to this process. Damage is told by where an error comes from,
    not by its kind, since a foreign file can raise anything: the texts on disk are not those stored, or the error was
    raised while Numba or Python read or wrote their compiled files. The kernel that the entry calls is then made anew
    too. All other errors, and those of the second try, are the caller's: a fault in generated code is never hidden.

    What is compiled within the action is sealed and found again in the next run; what is compiled later is not. One
    thread at a time; take `locked` outside, not within the action. Several processes may add to the kernel at once.
    """
    if folder not in _stored:
        raise ValueError(f"{folder} cannot be guarded: call store() or kernel_folder() in this process first")
    kernel = kernel_folder()
    concerned = {folder, kernel}
    with _loading, _files_beside_sources():
        try:
            return _sealed(folder, kernel, action)
        except Exception as error:
            if all(_is_whole(entry, _stored[entry]) for entry in concerned) and not _arose_in_compiled_files(error):
                raise
        for entry in concerned:
            _placed(entry, _stored[entry], anew=True)
        return _sealed(folder, kernel, action)


def _placed(folder: Path, files: Mapping[str, str], anew: bool = False) -> Path:
    """The entry: as it is if whole and not wanted `anew`, else written elsewhere and put in its place in one step."""
    _stored[folder] = dict(files)
    if not anew and _is_whole(folder, files):
        with contextlib.suppress(OSError):
            os.utime(folder / MARKER)
        return folder
    try:
        if anew:
            discard(folder)
        _put(folder, files)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        hint = "remove the folder, or set NOUMENA_CACHE to another one"
        raise fail(f"cannot write compiled code to {folder}: {reason}", hint=hint) from None
    with contextlib.suppress(OSError):  # this entry is in its place, whatever hinders the removal of others
        prune_now_and_then(folder.parent, _stored.keys())
    return folder


def _put(folder: Path, files: Mapping[str, str]) -> None:
    """Puts an entry in its place unless another process is faster, whose entry is as good if it is whole."""
    for attempt in range(_ATTEMPTS):
        made = _written(folder.parent, files)
        try:
            os.rename(made, folder)
        except OSError:
            remove(made)
            if _is_whole(folder, files):
                return
            if attempt == _ATTEMPTS - 1:
                raise
            discard(folder)
        else:
            flush(folder.parent)
            return


def _written(root: Path, files: Mapping[str, str]) -> Path:
    """A new folder under a passing name, with the files and, last, the marker, all of it on the disk."""
    folder = unfinished_folder(root, "tmp")
    folder.mkdir(mode=0o700)
    try:
        for name, text in [*files.items(), (MARKER, machine())]:
            (folder / name).write_bytes(text.encode("utf-8"))
            flush(folder / name)
        flush(folder)
    except BaseException:
        remove(folder)
        raise
    return folder


def _is_whole(folder: Path, files: Mapping[str, str]) -> bool:
    try:
        same = all((folder / name).read_bytes() == text.encode("utf-8") for name, text in files.items())
        return same and (folder / MARKER).is_file()
    except OSError:
        return False


def _sealed(folder: Path, kernel: Path, action: Callable[[], T]) -> T:
    """Runs the action on trusted compiled files alone, and then trusts those that it made."""
    before: dict[Path, Times] = {}

    def prepare(first: bool) -> None:
        before[kernel] = remove_unsealed(kernel, growing=not first)
        if folder != kernel:
            before[folder] = remove_unsealed(folder)

    with joined(kernel, prepare):
        result = action()
        for entry, times in before.items():
            with contextlib.suppress(OSError):  # without seals the next run compiles again
                seal(entry, times)
    return result


@contextlib.contextmanager
def _files_beside_sources() -> Iterator[None]:
    """Lets Numba write beside the sources, whatever `NUMBA_CACHE_DIR` says: elsewhere we could not remove damage."""
    # Imported here: every command of the command line loads this module, and few of them need Numba.
    from numba.core import config

    settings: dict[str, object] = vars(config)
    before: dict[str, object] = {
        name: settings[name] for name in ("CACHE_DIR", "CACHE_LOCATOR_CLASSES") if name in settings
    }
    settings.update(dict.fromkeys(before, ""))
    try:
        yield
    finally:
        settings.update(before)


def _arose_in_compiled_files(error: BaseException) -> bool:
    """Whether the error, or one that it arose from, was raised while compiled files were read or written."""
    seen: BaseException | None = error
    while seen is not None:
        modules = [frame.f_globals.get("__name__") for frame, _ in traceback.walk_tb(seen.__traceback__)]
        # The second module reads `.pyc` files, and is in the middle of every import: only its own errors count.
        if not _READERS.isdisjoint(modules) or modules[-1:] == ["importlib._bootstrap_external"]:
            return True
        seen = seen.__cause__ or seen.__context__
    return False
