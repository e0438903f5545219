"""Where the cache lies: a folder that only its user can read or change, and what to do where there can be none."""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import stat
import sys
import tempfile
import warnings
from pathlib import Path

from noumena.model.diagnostics import fail

_OURS = "compiled"
"""The folder within the one that the user names: what else lies there is neither locked away nor ever removed."""
_HINT = "set NOUMENA_CACHE to a folder that you may write to"

_told: set[Path] = set()


class CacheWarning(UserWarning):
    """Something about the cache that a person should know; the answers of a run do not depend on it."""


def cache_folder() -> Path:
    """The folder that holds all entries, made if it is not there, with access for its user alone.

    It is `compiled` in `NOUMENA_CACHE`, else in `noumena` in the user's cache folder. Where this cannot be had (a
    read-only home, a folder that others can write to) it is a temporary folder, and the first call says so by a
    `CacheWarning`.
    """
    wanted = _wanted()
    problem = _make_private(wanted)
    if problem is None:
        return wanted
    instead = _temporary()
    if wanted not in _told:
        _told.add(wanted)
        message = f"compiled code cannot be kept in {wanted}: {problem}; it is kept in {instead} instead; {_HINT}"
        warnings.warn(message, CacheWarning, stacklevel=2)
    return instead


def _wanted() -> Path:
    named = os.environ.get("NOUMENA_CACHE")
    if named:
        return Path(os.path.abspath(os.path.expanduser(named))) / _OURS
    return _user_caches() / "noumena" / _OURS


def _user_caches() -> Path:
    """The folder for caches of all programs, by the custom of the system; relative if there is no home."""
    home = Path(os.path.expanduser("~"))
    if sys.platform == "darwin":
        return home / "Library" / "Caches"
    variable, usual = ("LOCALAPPDATA", "AppData/Local") if os.name == "nt" else ("XDG_CACHE_HOME", ".cache")
    named = Path(os.environ.get(variable, ""))
    return named if named.is_absolute() else home / usual


def _make_private(folder: Path) -> str | None:
    """Makes the folder, or says why it cannot be used.

    Loading compiled code runs it, so a folder that someone else owns or could have written to is not used.
    """
    if not folder.is_absolute():
        return "no home folder is known"
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode):
            return "it is a link"
        if hasattr(os, "geteuid"):
            if found.st_uid != os.geteuid():
                return "it belongs to another user"
            if found.st_mode & 0o022:
                return "other users can write to it"
            if stat.S_IMODE(found.st_mode) & 0o777 != 0o700:
                folder.chmod(0o700)
    except OSError as error:
        return (error.strerror or str(error)).lower()
    return None if os.access(folder, os.R_OK | os.W_OK | os.X_OK) else "nothing can be written there"


def _temporary() -> Path:
    """A temporary folder of this user, the same for all processes; if even that fails, one of this process."""
    try:
        shared = Path(tempfile.gettempdir()) / f"noumena-{os.geteuid() if hasattr(os, 'geteuid') else 'cache'}"
        return shared if _make_private(shared) is None else _of_this_process()
    except OSError as error:
        raise fail(f"there is no folder to keep compiled code in: {error.strerror or error}", hint=_HINT) from None


@functools.cache
def _of_this_process() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="noumena-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
