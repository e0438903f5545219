"""Functions of strings: taking apart, putting together, and measures of likeness.

Characters are Unicode code points, counted from 0. An array of strings with a null member has a null result.
"""

from __future__ import annotations

import operator

from noumena.model.functions.limits import check_pairs, check_size
from noumena.model.functions.operators import element
from noumena.model.library import Builtin
from noumena.model.types import BOOLEAN, INTEGER, REAL, STRING, ArrayType, Signature, TypeVariable


def concatenate(*parts: str | None) -> str | None:
    """The strings one after the other."""
    return join(parts, "")


def concatenate_array(parts: tuple[str | None, ...]) -> str | None:
    """The strings of an array one after the other."""
    return join(parts, "")


def join(parts: tuple[str | None, ...], separator: str) -> str | None:
    """The strings one after the other with the separator between neighbours."""
    known = [part for part in parts if part is not None]
    if len(known) < len(parts):
        return None
    check_size("join" if separator else "concat", sum(map(len, known)) + len(separator) * (len(known) - 1))
    return separator.join(known)


def repeat(text: str, count: int) -> str:
    """The string `count` times in a row."""
    if count < 0:
        raise ValueError(f"repeat: the count is {count} but it must be at least 0")
    check_size("repeat", len(text) * count)
    return text * count if text else ""


def substring(text: str, start: int, end: int) -> str:
    """The characters from `start` up to but without `end`."""
    if not 0 <= start <= end <= len(text):
        raise ValueError(
            f"substring from {start} to {end}: the ends must be in order and lie in 0…{len(text)}, the string's length"
        )
    return text[start:end]


def index_of(text: str, part: str) -> int:
    """Where `part` first begins in the string, -1 if it does not occur."""
    return text.find(part)


def starts_with(text: str, beginning: str) -> bool:
    """Whether the string begins so."""
    return text.startswith(beginning)


def ends_with(text: str, end: str) -> bool:
    """Whether the string ends so."""
    return text.endswith(end)


def replace(text: str, old: str, new: str) -> str:
    """The string with each occurrence of `old`, from the left and without overlaps, replaced by `new`."""
    if not old:
        raise ValueError("replace: the string to replace is empty")
    check_size("replace", len(text) + text.count(old) * (len(new) - len(old)))
    return text.replace(old, new)


def split(text: str, separator: str) -> tuple[str, ...]:
    """The pieces between occurrences of the separator, empty ones too: "a,,b" at "," is ["a", "", "b"]."""
    if not separator:
        raise ValueError("split: the separator is empty; tokens(s) splits at white space")
    return tuple(text.split(separator))


def tokens(text: str) -> tuple[str, ...]:
    """The words of the string, that is, its longest pieces without white space."""
    return tuple(text.split())


def reverse(text: str) -> str:
    """The characters from the last to the first."""
    return text[::-1]


def edit_distance(a: str, b: str) -> int:
    """The least number of characters to insert, delete or replace to make b of a (Levenshtein).

    d(i, j), the distance of the first i characters of a from the first j of b, is the least of d(i-1, j) + 1,
    d(i, j-1) + 1 and d(i-1, j-1) + [a_i ≠ b_j]; only the row of the present i is kept.
    """
    check_pairs("editDistance", a, b)
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, start=1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, start=1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
    return row[-1]


def _matches(a: str, b: str) -> tuple[str, str]:
    """The characters of a and of b that match in the sense of Jaro, each in its own order.

    A character matches the first equal one, not matched before, at most max(|a|, |b|) / 2 - 1 places away.
    """
    reach = max(max(len(a), len(b)) // 2 - 1, 0)
    taken = [False] * len(b)
    of_a = []
    for i, x in enumerate(a):
        for j in range(max(i - reach, 0), min(i + reach + 1, len(b))):
            if not taken[j] and b[j] == x:
                taken[j] = True
                of_a.append(x)
                break
    return "".join(of_a), "".join(y for y, matched in zip(b, taken, strict=True) if matched)


def jaro_winkler(a: str, b: str) -> float:
    """Likeness from 0 (nothing in common) to 1 (equal).

    With m matching characters of which t, halved, stand in another order, Jaro's likeness is
    J = (m/|a| + m/|b| + (m - t)/m) / 3, or 0 if m = 0; with l ≤ 4 equal characters at the beginning the result is
    J + 0.1 l (1 - J). Two empty strings are equal.
    """
    if a == b:
        return 1.0
    check_pairs("jaroWinkler", a, b)
    of_a, of_b = _matches(a, b)
    m = len(of_a)
    if m == 0:
        return 0.0
    transposed = sum(x != y for x, y in zip(of_a, of_b, strict=True)) / 2
    jaro = (m / len(a) + m / len(b) + (m - transposed) / m) / 3
    prefix = 0
    while prefix < min(4, len(a), len(b)) and a[prefix] == b[prefix]:
        prefix += 1
    return jaro + 0.1 * prefix * (1 - jaro)


def jaccard(a: str, b: str) -> float:
    """The number of different words that both have over the number that either has; 1 if neither has any."""
    words_a, words_b = set(a.split()), set(b.split())
    either = words_a | words_b
    return len(words_a & words_b) / len(either) if either else 1.0


_ONE = Signature((STRING,), STRING)
_TEST = Signature((STRING, STRING), BOOLEAN)
_LIKENESS = Signature((STRING, STRING), REAL)
_STRINGS = ArrayType(STRING)
_ARRAY = ArrayType(TypeVariable("T"))

FUNCTIONS: tuple[Builtin, ...] = (
    Builtin("concat", Signature((STRING,), STRING, variadic=True), concatenate),
    Builtin("concat", Signature((_STRINGS,), STRING), concatenate_array),
    Builtin("join", Signature((_STRINGS, STRING), STRING), join),
    Builtin("repeat", Signature((STRING, INTEGER), STRING), repeat),
    *(Builtin(name, Signature((STRING,), INTEGER), len) for name in ("length", "size")),
    *(Builtin(name, Signature((_ARRAY,), INTEGER), len) for name in ("length", "size")),
    Builtin("substring", Signature((STRING, INTEGER, INTEGER), STRING), substring),
    Builtin("charAt", Signature((STRING, INTEGER), STRING), element),
    Builtin("indexOf", Signature((STRING, STRING), INTEGER), index_of),
    Builtin("contains", _TEST, operator.contains),
    Builtin("startsWith", _TEST, starts_with),
    Builtin("endsWith", _TEST, ends_with),
    Builtin("upper", _ONE, str.upper),
    Builtin("lower", _ONE, str.lower),
    Builtin("trim", _ONE, str.strip),
    Builtin("replace", Signature((STRING, STRING, STRING), STRING), replace),
    Builtin("split", Signature((STRING, STRING), _STRINGS), split),
    Builtin("tokens", Signature((STRING,), _STRINGS), tokens),
    Builtin("reverse", _ONE, reverse),
    Builtin("editDistance", Signature((STRING, STRING), INTEGER), edit_distance),
    Builtin("jaroWinkler", _LIKENESS, jaro_winkler),
    Builtin("jaccard", _LIKENESS, jaccard),
)
