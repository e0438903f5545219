"""Docstrings become reStructuredText in which only code is marked."""

from __future__ import annotations

import pytest
from docstrings import escaped, restructured


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("Plain words.", "Plain words."),
        ("`f(x)` is code.", "``f(x)``\\  is code."),
        ("with `*args`, not *emphasis*", "with ``*args``\\ , not \\*emphasis\\*"),
        ("sum_i |x_i|", "sum\\_i \\|x\\_i\\|"),
        ("List:\n\n* one\n* two", "List:\n\n* one\n* two"),
        ("`over\ntwo lines`", "``over\ntwo lines``\\ "),
    ],
)
def test_code_is_literal_and_signs_are_themselves(written: str, expected: str) -> None:
    assert restructured(written) == expected


def test_signs_within_code_are_left_alone() -> None:
    assert escaped("a < b, `a < b`", "<") == "a \\< b, `a < b`"
