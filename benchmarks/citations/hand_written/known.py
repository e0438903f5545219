"""What string models have said: asked once for each set of values, and looked up by numbers from then on.

ln p of a value by itself lies in an array. Texts and variants lie in hash tables with open addressing and linear
probing, each entry on one line of the processor's memory: the key packed into one or two words, then the bits of ln p.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from benchmarks.citations.hand_written.state import (
    ATTRIBUTES,
    AUTHORS,
    KIND,
    NONE,
    NUMBERS,
    SEEN_TEXTS,
    SEEN_VARIANTS,
    TITLE,
    WORDS,
    YEAR,
    Array,
    State,
)
from benchmarks.compiled import compiled, inlined

VARIANT, TEXT, NAME, SIZE = ATTRIBUTES, 2 * ATTRIBUTES, 2 * ATTRIBUTES + 1, 2 * ATTRIBUTES + 2
"""What is asked for: an attribute by itself (its number), given another (its number more), a text, a name, or how many
names there are."""
NAMES, SIZES = ATTRIBUTES, ATTRIBUTES + 1
"""Rows of what is known of names and of their number, after those of the attributes."""
LONGEST = 21
"""Bits of the number of a citation, a title, a list of authors, words or numbers; a year has 8, a kind 3."""
TEXT_ENTRY, VARIANT_ENTRY = 4, 2
_ODD = np.uint64(0x9E3779B97F4A7C15)


def table(room: int, entry: int) -> Array:
    """A table with room for so many entries, a power of 2."""
    return np.full((room, entry), NONE, np.int64)


@inlined
def _slot(a: int, b: int, room: int) -> int:
    """Where a key is sought first."""
    x = np.uint64(a) * _ODD
    x = (x ^ (x >> np.uint64(29)) ^ np.uint64(b)) * _ODD
    return np.int64((x ^ (x >> np.uint64(32))) & np.uint64(room - 1))  # type: ignore[return-value]  # an int once compiled


@inlined
def log_prior(s: State, attribute: int, value: int) -> float:
    """ln p of an attribute that is given nothing."""
    known = s.prior[attribute, value]
    return known if known == known else _asked_prior(s.prior, s.ask, attribute, attribute, value)


@inlined
def log_name(s: State, name: int) -> float:
    """ln p of the name of a researcher."""
    known = s.prior[NAMES, name]
    return known if known == known else _asked_prior(s.prior, s.ask, NAME, NAMES, name)


@inlined
def log_size(s: State, names: int) -> float:
    """ln p of how many names a list has."""
    number = s.list_size[names]
    known = s.prior[SIZES, number]
    return known if known == known else _asked_prior(s.prior, s.ask, SIZE, SIZES, number)


@inlined
def log_own(s: State, attribute: int, value: int, kind: int) -> float:
    """ln p of an attribute that depends on no line of work: words depend on the kind of publication."""
    return log_variant(s, WORDS, value, kind) if attribute == WORDS else log_prior(s, attribute, value)


@inlined
def log_variant(s: State, attribute: int, value: int, given: int) -> float:
    """ln p of a publication's attribute, given that of its line of work; of words, given the kind."""
    return _log_variant(s.variants, s.scalars, s.ask, attribute, value, given)


@inlined
def log_text(s: State, c: int, told: Array) -> float:
    """ln p of a citation's text, given the attributes of what it cites."""
    return _log_text(s.texts, s.scalars, s.ask, c, told)


@compiled
def _asked_prior(prior: Array, ask: Any, what: int, row: int, value: int) -> float:
    found: float = ask(what, value, 0, 0, 0, 0, 0, 0)
    prior[row, value] = found
    return found


@compiled
def _log_variant(variants: Array, scalars: Array, ask: Any, attribute: int, value: int, given: int) -> float:
    key = (attribute << (2 * LONGEST)) | (value << LONGEST) | given
    known = variants.view(np.float64)
    room = len(variants)
    at = _slot(key, 0, room)
    while variants[at, 0] != NONE:
        if variants[at, 0] == key:
            return float(known[at, 1])
        at = (at + 1) & (room - 1)
    found: float = ask(VARIANT + attribute, value, given, 0, 0, 0, 0, 0)
    variants[at, 0] = key
    known[at, 1] = found
    scalars[SEEN_VARIANTS] += 1
    return found


@compiled
def _log_text(texts: Array, scalars: Array, ask: Any, c: int, told: Array) -> float:
    a = (c << (2 * LONGEST)) | (told[TITLE] << LONGEST) | told[AUTHORS]
    b = (told[WORDS] << (LONGEST + 11)) | (told[NUMBERS] << 11) | (told[YEAR] << 3) | told[KIND]
    known = texts.view(np.float64)
    room = len(texts)
    at = _slot(a, b, room)
    while texts[at, 0] != NONE:
        if texts[at, 0] == a and texts[at, 1] == b:
            return float(known[at, 2])
        at = (at + 1) & (room - 1)
    found: float = ask(TEXT, c, told[TITLE], told[AUTHORS], told[YEAR], told[KIND], told[WORDS], told[NUMBERS])
    texts[at, 0] = a
    texts[at, 1] = b
    known[at, 2] = found
    scalars[SEEN_TEXTS] += 1
    return found


@compiled
def grown(old: Array, bigger: Array, keys: int) -> None:
    """Puts the entries of a table into a bigger one that is empty; a key has one word or two."""
    room = len(bigger)
    for entry in range(len(old)):
        if old[entry, 0] != NONE:
            at = _slot(old[entry, 0], old[entry, 1] if keys == 2 else 0, room)
            while bigger[at, 0] != NONE:
                at = (at + 1) & (room - 1)
            for word in range(old.shape[1]):
                bigger[at, word] = old[entry, word]
