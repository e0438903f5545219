"""Numbers as people read them."""

from __future__ import annotations

import math


def short(number: float) -> str:
    """A number in four digits or all of its integer part: 4.453, 123457, 1.2e-07; integers in all digits."""
    if isinstance(number, int):
        return str(number)
    if number == 0 or not math.isfinite(number) or not 1e-4 <= abs(number) < 1e9:
        return f"{number:.4g}"
    return f"{number:.{max(0, 3 - math.floor(math.log10(abs(number))))}f}"
