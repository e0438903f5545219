"""A failing program made smaller as long as it still fails."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.fuzz.mutate import statements, tokens

_SECONDS = 30.0


def reduce(text: str, fails: Callable[[str], bool]) -> str:
    """A part of the text that still fails: without as many statements, then tokens, as half a minute allows."""
    deadline = time.monotonic() + _SECONDS
    for cut in (statements, tokens):
        pieces = cut(text)
        size = max(1, len(pieces) // 2)
        while pieces:
            start = 0
            while start < len(pieces):
                if time.monotonic() > deadline:
                    return "".join(pieces)
                fewer = pieces[:start] + pieces[start + size :]
                if fails("".join(fewer)):
                    pieces = fewer
                else:
                    start += size
            if size == 1:
                break
            size //= 2
        text = "".join(pieces)
    return text
