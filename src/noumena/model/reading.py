"""The bytes and the text of a file or of standard input, with errors that people understand."""

from __future__ import annotations

import codecs
import difflib
import sys
from pathlib import Path

from noumena.model.diagnostics import BlogError, Diagnostic, refused
from noumena.model.source import SourceFile, Span

STDIN = "-"
"""The name that stands for standard input."""


def read_bytes(name: str) -> bytes:
    """All bytes of a file, or of standard input if its name is `-`; raises `BlogError` where there are none to read."""
    if name == STDIN:
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except OSError as error:
        raise refused(f"cannot read {name}: {reason(error)}", _near(name, error)) from None
    except ValueError as error:  # a null character in the name
        raise refused(f"cannot read {name!r}: {error}") from None


def decoded(name: str, data: bytes, hint: str = "save the file as UTF-8") -> SourceFile:
    """The bytes of a file of this name as text; a byte order mark is left out, and line breaks become newlines.

    Raises `BlogError` for bytes that are not UTF-8.
    """
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return SourceFile(name, _newlines(data.decode()))
    except UnicodeDecodeError as error:
        shown = SourceFile(name, _newlines(data.decode("utf-8", "replace")))
        start = len(_newlines(data[: error.start].decode()))
        message = f"this is not UTF-8 text: byte 0x{data[error.start]:02x}"
        raise BlogError([Diagnostic(message, Span(shown, start, start + 1), hint)]) from None


def _newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def shown_name(name: str) -> str:
    """How messages call the file."""
    return "<stdin>" if name == STDIN else name


def reason(error: OSError) -> str:
    """What the system said, in our words."""
    match error:
        case FileNotFoundError():
            return "there is no such file"
        case IsADirectoryError():
            return "it is a folder"
        case PermissionError():
            return "permission denied"
    return error.strerror or str(error)


def _near(name: str, error: OSError) -> str | None:
    """A hint with the file in the same folder whose name is nearest in spelling."""
    path = Path(name)
    if not isinstance(error, FileNotFoundError) or not path.parent.is_dir():
        return None
    known = [p.name for p in path.parent.iterdir()]
    near = difflib.get_close_matches(path.name, known, n=1, cutoff=0.7)
    return f"did you mean {path.with_name(near[0])}?" if near else None
