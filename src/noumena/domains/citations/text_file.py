"""The text of a file of citations: UTF-8, packed by gzip or not; anything else is refused with its place."""

from __future__ import annotations

import codecs
import gzip
import zlib

from noumena.model.diagnostics import refused
from noumena.model.reading import read_bytes, shown_name
from noumena.model.source import SourceFile

_GZIP = b"\x1f\x8b"
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_FORMATS = "citations are read from plain text, .csv, .tsv, .jsonl, .json and .bib, also with .gz"


def read_text(path: str) -> SourceFile:
    """The text of the file, or of standard input if the path is `-`; line breaks become newlines.

    A byte order mark at the beginning is left out. Whether the file is packed is told from its first bytes.
    """
    name = shown_name(path)
    data = read_bytes(path)
    if data.startswith(_GZIP):
        data = _unpacked(name, data)
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        if data.startswith(_UTF_16):
            raise refused(f"{name}:1:1: this is UTF-16, not UTF-8", "save the file as UTF-8") from None
        where = _place(name, data[: error.start].decode())
        message = f"{where}: this is not UTF-8 text: byte 0x{data[error.start]:02x}"
        raise refused(message, f"save the file as UTF-8; {_FORMATS}") from None
    before, null, _ = text.partition("\0")
    if null:
        raise refused(f"{_place(name, before)}: this is no text: byte 0x00", _FORMATS)
    return SourceFile(name, _newlines(text))


def _unpacked(name: str, data: bytes) -> bytes:
    try:
        return gzip.decompress(data)
    except (OSError, EOFError, zlib.error) as error:
        raise refused(f"cannot unpack {name}: {error}", "it begins as gzip does, but is damaged or cut short") from None


def _newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _place(name: str, before: str) -> str:
    """`file:line:column` of what comes after this beginning of the text."""
    text = _newlines(before)
    line, column = SourceFile(name, text).position(len(text))
    return f"{name}:{line}:{column}"
