"""Texts as sets of tokens: their words, the character n-grams of their words, or what a user's function gives."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable
from typing import Any

from noumena.model.diagnostics import refused

Tokens = Callable[[Any], Iterable[Hashable]]
"""A function that gives the tokens of a record; one that is given twice counts once."""

_WORD = re.compile(r"\w+")
_LIST = "it must give a list of strings, numbers or tuples"


def words(text: str) -> list[str]:
    """Runs of letters, digits and underscores, in small letters."""
    return _WORD.findall(text.lower())


def grams(n: int) -> Tokens:
    """The pieces of n characters of each word, which has a blank on either side."""

    def pieces(text: str) -> list[str]:
        padded = [f" {word} " for word in words(text)]
        return [word[i : i + n] for word in padded for i in range(max(len(word) - n, 0) + 1)]

    return pieces


def token_sets(records: Iterable[Any], tokens: int | Tokens | None) -> list[tuple[int, ...]]:
    """The different tokens of each record as sorted numbers from 0 up; none for None."""
    if isinstance(records, str | bytes):
        raise refused("the texts are one string", "give a list with one text for each object")
    function = _function(tokens)
    needs_text = not callable(tokens)
    numbers: dict[Hashable, int] = {}
    found = []
    for position, record in enumerate(records):
        if record is not None and needs_text and not isinstance(record, str):
            seen = f"text {position} is {record!r}, of type {type(record).__name__}"
            raise refused(seen, "give strings, None for what is not known, or tokens=… a function that makes tokens")
        made = () if record is None else function(record)
        if isinstance(made, str | bytes) or not isinstance(made, Iterable):
            raise refused(f"`tokens` gives {made!r} for record {position}", _LIST)
        listed = list(made)
        try:
            found.append(tuple(sorted({numbers.setdefault(token, len(numbers)) for token in listed})))
        except TypeError:
            raise refused(f"`tokens` gives {listed!r} for record {position}", _LIST) from None
    return found


def _function(tokens: int | Tokens | None) -> Tokens:
    """What a user says of tokens: nothing for words, a number for n-grams, or a function of one's own."""
    if tokens is None:
        return words
    if callable(tokens):
        return tokens
    if isinstance(tokens, bool) or not isinstance(tokens, int) or tokens < 1:
        seen = f"`tokens` is {tokens!r}"
        raise refused(seen, "leave it out for words, or give a number for character n-grams, such as 3, or a function")
    return grams(tokens)
