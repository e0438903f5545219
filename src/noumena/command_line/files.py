"""Reading and writing files, with errors that people understand."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from noumena.model.diagnostics import refused
from noumena.model.reading import STDIN, decoded, read_bytes, reason, shown_name
from noumena.model.source import SourceFile


def read_sources(names: Sequence[str]) -> list[SourceFile]:
    """The texts of the files; `-` is standard input, once."""
    if list(names).count(STDIN) > 1:
        raise refused("standard input (`-`) can be given only once")
    return [read_source(name) for name in names]


def read_source(name: str) -> SourceFile:
    """The text of a file in UTF-8, or of standard input if its name is `-`; line breaks become newlines."""
    return decoded(shown_name(name), read_bytes(name))


def check_writable(path: Path) -> None:
    """Raises an error now for a file that could not be written later, after a long run."""
    folder = path.resolve().parent
    if path.is_dir():
        raise refused(f"cannot write {path}: it is a folder")
    if not folder.is_dir():
        raise refused(f"cannot write {path}: there is no folder {path.parent}")
    if not os.access(path if path.exists() and not path.is_file() else folder, os.W_OK):
        raise refused(f"cannot write {path}: permission denied")


def write(path: Path, text: str) -> None:
    """Writes a file as a whole or not at all: a temporary file takes its place, with its permissions.

    Links are followed. What is no ordinary file, such as `/dev/stderr`, is written to directly.
    """
    data = text.encode("utf-8", "backslashreplace")
    target = path.resolve()
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(data)
        else:
            _replace(target, data)
    except OSError as error:
        raise refused(f"cannot write {path}: {reason(error)}") from None


def _replace(target: Path, data: bytes) -> None:
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        if target.exists():
            shutil.copymode(target, name)
        else:
            os.chmod(name, 0o666 & ~_umask())
        os.replace(name, target)
    except BaseException:  # also when interrupted: nothing is left behind
        os.unlink(name)
        raise


def _umask() -> int:
    """Which permissions new files lack; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
