"""What the functions share: bounds of numbers and sizes, and their wording in messages."""

from __future__ import annotations

SMALLEST_INTEGER, LARGEST_INTEGER = -(2**63), 2**63 - 1
"""Compiled models hold integers in 64 bits, so every integer result must fit them."""

MOST_ELEMENTS = 10_000_000
"""The most entries of a matrix, or characters of a string, that a function makes."""

MOST_PAIRS = 100_000_000
"""The most pairs of characters of two strings that a function compares."""


def fit(result: int, call: str, *arguments: object) -> int:
    """The result itself if it fits 64 bits; otherwise an error naming the call, a format of the arguments."""
    if SMALLEST_INTEGER <= result <= LARGEST_INTEGER:
        return result
    raise ValueError(f"{call.format(*arguments)} does not fit a 64-bit integer")


def check_size(name: str, count: int) -> None:
    """Refuse to make a matrix or string of more than `MOST_ELEMENTS` elements."""
    if count > MOST_ELEMENTS:
        raise ValueError(f"{name}: the result would have {count} elements, more than {MOST_ELEMENTS}")


def check_pairs(name: str, a: str, b: str) -> None:
    """Refuse to compare each character of one string with each of another if that is more than `MOST_PAIRS`."""
    if len(a) * len(b) > MOST_PAIRS:
        raise ValueError(
            f"{name} of strings of {len(a)} and {len(b)} characters: there are more than {MOST_PAIRS} pairs to compare"
        )


def check_index(index: int, count: int, what: str = "index") -> None:
    """Refuse an index that is not among 0, …, count - 1."""
    if 0 <= index < count:
        return
    raise ValueError(f"{what} {index} is outside " + (f"0…{count - 1}" if count else "an empty range"))


def check_range(first: int, last: int, count: int, what: str) -> None:
    """Refuse a range, with both ends included, that is empty or leaves 0, …, count - 1."""
    check_index(first, count, what)
    check_index(last, count, what)
    if last < first:
        raise ValueError(f"{what} {last} comes before {what} {first}: give the smaller first")


def plain(number: float) -> str:
    """A number as a person writes it: `1` for 1.0, all digits that matter otherwise."""
    return repr(float(number)).removesuffix(".0")
