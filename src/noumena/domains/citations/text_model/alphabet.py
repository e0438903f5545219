"""The signs that a citation in normal form is written with, and how a text falls into words, numbers and signs."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from noumena.domains.citations.normal_form import SIGNS

LETTERS = "abcdefghijklmnopqrstuvwxyz"
DIGITS = "0123456789"
ALPHABET = LETTERS + DIGITS + SIGNS

EDGE, WORD, NUMBER = 0, 1, 2
"""Symbols of a shape: its start or end, a whole word, a whole number. Each sign is a symbol of its own, from 3 on."""
SYMBOLS = 3 + len(SIGNS)
CODES = {sign: code for code, sign in enumerate(ALPHABET)}
LAST_PLAIN = len(LETTERS) + len(DIGITS) - 1
"""Codes up to this one are letters and digits."""

Codes = NDArray[np.int64]

_OUTSIDE = re.compile(f"[^{re.escape(ALPHABET)}]")
_CODE_OF_BYTE = np.array([CODES.get(chr(byte), -1) for byte in range(128)], dtype=np.int64)


def check_signs(what: str, text: str) -> None:
    """Raise ValueError, with the name of the field, if a text has a sign that is not in the alphabet."""
    strange = _OUTSIDE.search(text)
    if strange:
        raise ValueError(
            f"the {what} {text!r} has the sign {strange[0]!r}, and is not in normal form; "
            "that has small letters a to z without accents, digits, spaces and the usual signs"
        )


def encoded(text: str) -> Codes:
    """The codes of the signs of a text in the alphabet."""
    codes: Codes = _CODE_OF_BYTE[np.frombuffer(text.encode("ascii"), dtype=np.uint8)]
    return codes


@dataclass(frozen=True, slots=True)
class Runs:
    """How a text of n signs falls into tokens: a run of letters is a word, one of digits a number, a sign stands alone.

    `symbol[i]` is the symbol of sign i. `end[i]` is where the token ends that begins at i, for each i: inside a word it
    is the rest of that word. `before[i]` is the symbol that stands before the token that ends at i, for 0 < i ≤ n.
    """

    symbol: Codes
    end: Codes
    before: Codes


def runs(text: str) -> Runs:
    """The tokens of a text in the alphabet."""
    n = len(text)
    codes = encoded(text)
    symbol = np.where(codes < len(LETTERS), WORD, np.where(codes <= LAST_PLAIN, NUMBER, codes - LAST_PLAIN + 2))
    end = np.arange(1, n + 1, dtype=np.int64)
    before = np.zeros(n + 1, dtype=np.int64)
    joined = [bool(same) for same in (symbol[1:] == symbol[:-1]) & (symbol[1:] <= NUMBER)]  # to the sign before
    for i in range(n - 2, -1, -1):
        if joined[i]:
            end[i] = end[i + 1]
    for i in range(2, n + 1):
        before[i] = before[i - 1] if joined[i - 2] else symbol[i - 2]
    return Runs(symbol, end, before)
