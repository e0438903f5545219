"""Numbers and text as the page writes them."""

from __future__ import annotations

import math
import re
from html import escape

_CODE = re.compile(r"`([^`]+)`")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


def shown(text: str) -> str:
    """Text from outside, escaped; signs that no page may hold become �."""
    return escape(_CONTROL.sub("\N{REPLACEMENT CHARACTER}", text))


def prose(text: str) -> str:
    """A sentence, escaped, with what stands in backticks as code."""
    return _CODE.sub(r"<code>\1</code>", shown(text))


def number(value: float | None, digits: int = 4) -> str:
    """A number in a few digits, or a dash for none."""
    if value is None or math.isnan(value):
        return "–"
    if math.isinf(value):
        return "∞" if value > 0 else "-∞"
    if value == round(value) and abs(value) < 1e6:
        return f"{value:.0f}"
    return f"{value:.{digits}g}"


def probability(value: float, sampled: bool = True) -> str:
    """A probability: three decimals where it rests on samples, more where it is exact."""
    if value in (0.0, 1.0):
        return f"{value:.0f}"
    decimals = 3 if sampled else 6
    return f"{value:.{decimals}f}" if value >= 10.0**-decimals else f"{value:.1e}"


def with_error(value: float, error: float | None, sampled: bool = True) -> str:
    """A probability with its standard error, where there is one."""
    return probability(value, sampled) if error is None else measured(value, error)


def measured(value: float, error: float | None) -> str:
    """A mean with as many decimals as its standard error makes worth reading."""
    if error is None or not error > 0.0 or not math.isfinite(value) or not math.isfinite(error):
        return number(value)
    decimals = min(9, max(0, 1 - math.floor(math.log10(error))))
    return f"{value:.{decimals}f} ± {error:.{decimals}f}" if abs(value) < 1e9 else f"{value:.4g} ± {error:.2g}"


def counted(count: int, noun: str, plural: str = "") -> str:
    """`1 chain`, `4 chains`."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"
