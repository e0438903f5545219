"""Weights in a file: JSON, packed by gzip, with a version. Weights are kept as whole hundredths."""

from __future__ import annotations

import gzip
import json
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from noumena.domains.citations.reading.chain import Array
from noumena.domains.citations.reading.states import STATES
from noumena.domains.citations.reading.weights import Weights
from noumena.model.diagnostics import refused
from noumena.model.reading import read_bytes, reason, shown_name

SHIPPED = Path(__file__).with_name("weights.json.gz")
"""The weights that come with the package; the README says from which citations they were learned."""
VERSION = 1
UNIT = 0.01
_KIND = "noumena citation reading"
_HINT = "python -m noumena.domains.citations.reading.learning FILE … -o WEIGHTS makes such a file"


def write_weights(path: str | Path, weights: Weights) -> int:
    """Writes the file and gives its size in bytes; weights are rounded to hundredths."""
    content = {
        "kind": _KIND,
        "version": VERSION,
        "words": _packed(weights.words, weights.node),
        "gaps": _packed(weights.gaps, weights.edge),
    }
    packed = gzip.compress(json.dumps(content, separators=(",", ":")).encode(), compresslevel=9, mtime=0)
    try:
        Path(path).write_bytes(packed)
    except OSError as error:
        raise refused(f"cannot write {path}: {reason(error)}") from None
    return len(packed)


def read_weights(path: str | Path = SHIPPED) -> Weights:
    """The weights in a file; raises `BlogError` for a file that is not one, or not whole."""
    name = shown_name(str(path))
    try:
        content = json.loads(gzip.decompress(read_bytes(str(path))))
    except (OSError, EOFError, zlib.error, ValueError, RecursionError):
        content = None
    if not isinstance(content, dict) or content.get("kind") != _KIND:
        raise refused(f"{name}: this is no file of weights for reading citations, or it is damaged", _HINT)
    if content.get("version") != VERSION:
        message = f"{name}: these weights are of version {content.get('version')!r}, and only {VERSION} is known here"
        raise refused(message, f"learn them again: {_HINT}")
    try:
        words, node = _unpacked(content["words"], (STATES,))
        gaps, edge = _unpacked(content["gaps"], (STATES, STATES))
        return Weights(words, gaps, node, edge)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise refused(f"{name}: these weights are not understood: {error}", _HINT) from None


def _packed(numbers: dict[str, int], weights: Array) -> dict[str, Any]:
    names = sorted(numbers)
    rows = np.rint(weights[[numbers[name] for name in names]].reshape(len(names), -1) / UNIT).astype(int)
    return {"names": names, "weights": rows.T.tolist()}  # one state after another: alike figures pack better


def _unpacked(packed: dict[str, Any], shape: tuple[int, ...]) -> tuple[dict[str, int], Array]:
    names = packed["names"]
    numbers = {str(name): number for number, name in enumerate(names)}
    rows = np.array(packed["weights"], dtype=np.float64).T * UNIT
    return numbers, rows.reshape(len(names), *shape)
