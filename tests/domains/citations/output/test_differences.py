"""Two texts side by side."""

from __future__ import annotations

import re
from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from noumena.domains.citations.output.differences import marked


def test_words_that_differ_are_marked() -> None:
    assert marked("On Urns, 2nd ed. 1990", "on urns. 1991") == (
        "On Urns, <mark>2nd ed. 1990</mark>",
        "on urns. <mark>1991</mark>",
    )


def test_equal_texts_have_no_marks() -> None:
    assert marked("a b", "A, b.") == ("a b", "A, b.")


def test_texts_are_escaped() -> None:
    assert marked("a <b> &", "a 'c'") == ("a <mark>&lt;b&gt; &amp;</mark>", "a <mark>&#x27;c&#x27;</mark>")


@given(st.text(), st.text())
def test_without_marks_the_texts_are_as_before(first: str, second: str) -> None:
    for text, made in zip((first, second), marked(first, second), strict=True):
        assert unescape(re.sub("</?mark>", "", made)) == " ".join(text.split())
