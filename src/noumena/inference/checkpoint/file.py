"""The file of a checkpoint: written as a whole or not at all, and refused unless it is whole and ours.

It begins with a line that says what it is and of which version. A line with the length and the hash of all that follows
comes next, and one with its seal: a hash that only someone with the user's own key can make (`key`). Then comes a line
of JSON, and then the arrays that it lists, one after the other. Nothing in it is ever run or unpickled.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import json
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from noumena.compiler.cache.seal import flush
from noumena.inference.checkpoint.key import own_key
from noumena.model.diagnostics import BlogError, refused
from noumena.model.reading import reason

Array = npt.NDArray[Any]

VERSION = 1
_MAGIC = b"noumena checkpoint "
_LEFT_BEHIND = 3600.0
"""Seconds after which an unfinished file belongs to a process that was killed."""


class Content(NamedTuple):
    """What a checkpoint holds: plain data, and arrays by name. `is_own` says that this user has written it."""

    data: dict[str, Any]
    arrays: dict[str, Array]
    is_own: bool


def write(path: Path, data: Mapping[str, Any], arrays: Mapping[str, Array]) -> None:
    """Writes a checkpoint; what was there stays until the new one is complete and on the disk. May raise `OSError`."""
    listed = [[name, array.dtype.str, len(array)] for name, array in arrays.items()]
    head = json.dumps({"data": data, "arrays": listed}).encode() + b"\n"
    body = b"".join([head, *(np.ascontiguousarray(array).tobytes() for array in arrays.values())])
    lines = (
        b"%s%d" % (_MAGIC, VERSION),
        b"%d %s" % (len(body), hashlib.sha256(body).hexdigest().encode()),
        _seal(own_key(), body).encode(),
    )
    target = path.resolve()
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".partial", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(b"\n".join([*lines, body]))
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, name)
        os.replace(name, target)
    except BaseException:  # also when interrupted: nothing is left behind
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    flush(target.parent)
    for left in _left_behind(target):
        left.unlink(missing_ok=True)


def _left_behind(target: Path) -> Iterator[Path]:
    for path in target.parent.glob(f".{target.name}.*.partial"):
        with contextlib.suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime > _LEFT_BEHIND:
                yield path


def read(path: Path) -> Content:
    """What a checkpoint holds; `BlogError` for a file that is none, is not whole, or is of a newer version."""
    try:
        found = path.read_bytes()
    except OSError as error:
        raise refused(f"cannot read {path}: {reason(error)}") from None
    if not found.startswith(_MAGIC):
        raise refused(f"{path} is no checkpoint of Noumena", "one is made by `noumena run … --checkpoint FILE`")
    title, size, seal, body = (*found.split(b"\n", 3), b"", b"", b"")[:4]
    version = title[len(_MAGIC) :]
    if version.isdigit() and int(version) > VERSION:
        hint = "resume it with the version of Noumena that has written it"
        raise refused(f"{path} is of version {int(version)} of checkpoints, and this is Noumena with {VERSION}", hint)
    length, _, digest = size.partition(b" ")
    if version != b"%d" % VERSION or not length.isdigit():
        raise _damaged(path, "its first lines are not those of a checkpoint")
    if len(body) != int(length):
        raise _damaged(path, f"it has {len(body):,} bytes where there were {int(length):,}")
    if hashlib.sha256(body).hexdigest().encode() != digest:
        raise _damaged(path, "its contents are not what was written")
    try:
        data, arrays = _parsed(body)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise _damaged(path, str(error)) from None
    return Content(data, arrays, hmac.compare_digest(_seal(own_key(), body).encode(), seal))


def _parsed(body: bytes) -> tuple[dict[str, Any], dict[str, Array]]:
    end = body.index(b"\n") + 1
    head = json.loads(body[:end])
    arrays: dict[str, Array] = {}
    for name, kind, count in head["arrays"]:
        if kind not in ("<i8", "<i4", "<f8"):
            raise ValueError(f"an array of {kind}")
        arrays[name] = np.frombuffer(body, np.dtype(kind), count, end).copy()
        end += arrays[name].nbytes
    if end != len(body) or not isinstance(head["data"], dict):
        raise ValueError("there is more in it than it says")
    return head["data"], arrays


def _seal(key: bytes, body: bytes) -> str:
    return hmac.new(key, body, hashlib.sha256).hexdigest()


def _damaged(path: Path, how: str) -> BlogError:
    return refused(f"{path} is damaged: {how}", "it cannot be resumed; is there an older copy?")
