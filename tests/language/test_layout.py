"""Documents are broken into lines only where they do not fit, from the outside in."""

from __future__ import annotations

import pytest

from noumena.language.layout import (
    LINE,
    SOFT_LINE,
    Document,
    filled,
    group,
    indented,
    lay_out,
    separated,
    sequence,
    width,
)

CALL = group("f(", indented(SOFT_LINE, separated(["aaa", "bbb"], ",", LINE)), SOFT_LINE, ")")


@pytest.mark.parametrize(
    ("columns", "text"),
    [(11, "f(aaa, bbb)"), (10, "f(\n    aaa,\n    bbb\n)"), (1, "f(\n    aaa,\n    bbb\n)")],
)
def test_a_group_is_broken_at_all_its_breaks_or_at_none(columns: int, text: str) -> None:
    assert width(CALL) == 11
    assert lay_out(CALL, columns) == text


def test_what_follows_a_group_counts_up_to_the_next_break() -> None:
    assert lay_out(sequence(CALL, ";"), 11) == "f(\n    aaa,\n    bbb\n);"
    assert lay_out(sequence(CALL, group(LINE, "more")), 11) == "f(aaa, bbb)\nmore"


def test_the_outer_group_is_broken_first() -> None:
    outer = group("ggggg(", indented(SOFT_LINE, CALL), SOFT_LINE, ")")
    assert lay_out(outer, 15) == "ggggg(\n    f(aaa, bbb)\n)"


def test_filled_lines_take_what_fits() -> None:
    assert lay_out(indented(filled(["aa", "bb", "cc", "dd", "ee"])), 10) == "aa, bb,\n    cc,\n    dd, ee"


def test_breaks_in_a_group_that_fits_are_written_flat() -> None:
    inner: Document = group("a", LINE, "b")
    assert lay_out(group(inner, SOFT_LINE, inner), 80) == "a ba b"


def test_documents_may_be_deep() -> None:
    document: Document = "x"
    for _ in range(5_000):
        document = group("(", indented(SOFT_LINE, document, by=0), SOFT_LINE, ")")
    assert lay_out(document, 10**6) == "(" * 5_000 + "x" + ")" * 5_000
