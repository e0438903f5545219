"""The user's own key, by which checkpoints are sealed.

A checkpoint is the memory of compiled code, and may name Python files: whoever resumes it trusts whoever made it. So a
file that this user has not written on this machine is resumed only where that is asked for.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from noumena.compiler.cache.folder import cache_folder

_NAME = "checkpoint.key"
_BYTES = 32


def own_key() -> bytes:
    """The key, made at its first use; it lies in the cache's folder, which only the user can read or change."""
    path = cache_folder() / _NAME
    found = _read(path)
    if found is not None:
        return found
    fresh = path.with_name(f"{_NAME}.{secrets.token_hex(8)}")
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(secrets.token_bytes(_BYTES))
    try:
        os.link(fresh, path)
    except FileExistsError:
        pass  # another process was faster, and its key counts
    except OSError:  # there are no links on this disk
        os.replace(fresh, path)
    fresh.unlink(missing_ok=True)
    made = _read(path)
    assert made is not None
    return made


def _read(path: Path) -> bytes | None:
    try:
        found = path.read_bytes()
    except FileNotFoundError:
        return None
    if len(found) != _BYTES:
        path.unlink()
        return None
    return found
