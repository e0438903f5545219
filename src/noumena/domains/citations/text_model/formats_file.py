"""Formats of citations in a file: JSON, compressed, with a version."""

from __future__ import annotations

import gzip
import json
import zlib
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from noumena.domains.citations.text_model.formats import Formats, NameFormats

VERSION = 1
SHIPPED = Path(__file__).with_name("cora_formats.json.gz")
"""The formats that come with the package; its README says from which citations they were estimated."""


def write_formats(formats: Formats, path: Path) -> None:
    """Write formats; the same formats give the same bytes."""
    text = json.dumps({"version": VERSION, "formats": asdict(formats)}, separators=(",", ":"), sort_keys=True)
    path.write_bytes(gzip.compress(text.encode("utf-8"), 9, mtime=0))


def read_formats(path: Path = SHIPPED) -> Formats:
    """Formats from a file that `write_formats` wrote. Raises ValueError, with the name of the file, if it is none."""
    try:
        content = json.loads(gzip.decompress(path.read_bytes()))
    except (gzip.BadGzipFile, EOFError, zlib.error, ValueError) as error:
        raise ValueError(
            f"{path} is no file of citation formats: {error}; one is written by `write_formats`"
        ) from error
    version = content.get("version") if isinstance(content, dict) else None
    if version != VERSION:
        raise ValueError(f"{path} has formats of version {version}, and this is version {VERSION}; estimate them anew")
    try:
        return _formats(content["formats"])
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise ValueError(f"{path} has formats that cannot be read: {error!r}; estimate them anew") from error


def _formats(given: dict[str, Any]) -> Formats:
    names = {field.name for field in fields(Formats)}
    if given.keys() != names:
        raise ValueError(f"its figures are {sorted(given)}, not {sorted(names)}")
    read = dict(given)
    read["names"] = NameFormats(**given["names"])
    read["orders"] = tuple(given["orders"])
    read["number_lengths"] = tuple(given["number_lengths"])
    read["words"] = {word: tuple(counts) for word, counts in given["words"].items()}
    return Formats(**read)
