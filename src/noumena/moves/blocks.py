"""Blocking: objects with an equal key are candidates of each other."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable
from typing import Any

import numpy as np

from noumena.model.diagnostics import refused
from noumena.moves.candidates import Candidates, joined


def blocks(records: Iterable[Any], by: Callable[[Any], Hashable] | None = None) -> Candidates:
    """One group for each key: `blocks(years)`, or `blocks(rows, by=lambda row: row["name"][:3])`.

    The records are those of the guaranteed objects, in their order. A key is the record itself, or what `by` makes of
    it; None and not-a-number are no keys, and such an object is in no group. For several keys, join several blocks with
    `|`. Takes time in proportion to the records.
    """
    if isinstance(records, str | bytes):
        raise refused(f"the records are one string, {_shown(records)}", "give a list with one record for each object")
    numbers: dict[Hashable, int] = {}
    groups, members, position = [], [], -1
    for position, record in enumerate(records):
        key = record if by is None else by(record)
        if key is None or (isinstance(key, float) and math.isnan(key)):
            continue
        try:
            group = numbers.setdefault(key, len(numbers))
        except TypeError:
            seen = f"the key of record {position} is {_shown(key)}, of type {type(key).__name__}, which has no hash"
            raise refused(seen, "make it a string, a number or a tuple") from None
        groups.append(group)
        members.append(position)
    return joined(np.asarray(groups, np.int64), np.asarray(members, np.int64), position + 1)


def _shown(x: object) -> str:
    """A value, cut off where it is long."""
    text = repr(x)
    return text if len(text) <= 40 else f"{text[:37]}..."
