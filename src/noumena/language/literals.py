"""How literals are written: the value of a piece of text, and the text of a value."""

from __future__ import annotations

import math
import re

LARGEST_INTEGER = 2**63 - 1
"""Integers have 64 bits, as in the engine."""

_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "'": "'", "\\": "\\"}
_WRITTEN = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|([\s\S]))")


class BadLiteral(ValueError):
    """A literal that means nothing: the message says why, the hint what would work."""

    def __init__(self, message: str, hint: str) -> None:
        self.message = message
        self.hint = hint
        super().__init__(message)


def integer_value(text: str) -> int:
    """The value of `42`; raises `BadLiteral` beyond 64 bits."""
    # The length is looked at first: Python refuses to convert thousands of digits.
    if len(text.lstrip("0")) > len(str(LARGEST_INTEGER)) or int(text) > LARGEST_INTEGER:
        raise BadLiteral("the integer does not fit in 64 bits", f"the largest is {LARGEST_INTEGER}; a Real has a point")
    return int(text)


def real_value(text: str) -> float:
    """The value of `1.5e-3`; raises `BadLiteral` where it would be infinite."""
    value = float(text)
    if math.isinf(value):
        raise BadLiteral("the number is too large for a Real", "the largest is about 1.8e308")
    return value


def string_value(text: str) -> str:
    r"""The value of `"a\n"` or `'a'`, given with its quotes; raises `BadLiteral` for escapes that do not exist.

    Two `\uXXXX` in a row may be the two halves of one character beyond U+FFFF.
    """

    def replaced(match: re.Match[str]) -> str:
        digits, letter = match.groups()
        if digits is not None:
            return chr(int(digits, 16))
        if letter not in _ESCAPES:
            raise BadLiteral(
                f"unknown escape `\\{letter}` in a string", r"the escapes are \n \t \r \" \' \\ and \uXXXX"
            )
        return _ESCAPES[letter]

    halves = _ESCAPE.sub(replaced, text[1:-1])
    try:
        value = halves.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError:
        raise BadLiteral("half a character in a string", r"\uD800 to \uDFFF stand only in pairs") from None
    if text[0] == "'" and len(value) != 1:
        hint = 'strings are written with double quotes: "abc"'
        raise BadLiteral(f"single quotes hold one character, not {len(value)}", hint)
    return value


def string_text(value: str) -> str:
    """The string literal whose value is `value`."""
    return '"' + "".join(map(_character_text, value)) + '"'


def _character_text(character: str) -> str:
    if character in _WRITTEN:
        return _WRITTEN[character]
    if character.isprintable():
        return character
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2))
