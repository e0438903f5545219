"""The normal form of text, titles and names."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from noumena.domains.citations.normal_form import (
    all_ends,
    all_separators,
    name_form,
    normal,
    title_form,
    title_parts,
)

KEPT = set("abcdefghijklmnopqrstuvwxyz0123456789 .,:;()[]\"'-/&+?!*#%=<>@_")
WRITTEN = st.text(st.one_of(st.characters(), st.sampled_from(list("abC9 '`\"-–(){}\\$:;,?!&./~^é’”ßﬁ"))), max_size=30)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Brüderlein, Æsir, Øre, Łukasz & Straße", "bruderlein, aesir, ore, lukasz & strasse"),
        (r"M{\"u}ller and \O{}re, S{\o}rensen, Gia\-cin\-to", "muller and ore, sorensen, giacinto"),
        (r"\emph{The} {A}rt~of $x^2$", "the art of x 2"),
        (r"Smith \& Sons, 5\% of C\_1\\next", "smith & sons, 5% of c_1 next"),
        ("“quoted”, «quoted», ``quoted'', 'quoted', ‘quoted’", '"quoted", "quoted", "quoted", "quoted", "quoted"'),
        ("Turing’s and O'Hara", "turing's and o'hara"),
        ("users' needs", 'users" needs'),
        ("pages 3–7, 8--9, a — b", "pages 3-7, 8-9, a - b"),
        ("tab\tand\nline\x00end soft\u00adhyphen", "tab and line end softhyphen"),
        ("eﬃcient ½ λ-calculus 語", "efficient 1/2 -calculus"),
        ("  a  b ", "a b"),
        ("J. Grant& B. Jacobs, , and AT&T,,", "j. grant & b. jacobs, and at & t,"),
        ("Z. - Q. Luo, a - b. J.-P. - X.", "z.-q. luo, a - b. j.-p.-x."),
        ("a|b^c", "a b c"),
        ("", ""),
    ],
)
def test_text_is_written_in_few_signs(text: str, expected: str) -> None:
    assert normal(text) == expected


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("C4.5: Programs for Machine Learning", "c4.5: programs for machine learning"),
        ("Is this the end? A survey.", "is this the end? a survey"),
        ("Motion from Structure (MfS): Searching", "motion from structure (mfs): searching"),
        ("Learning (extended abstract)", "learning (extended abstract)"),
        ("Why (now?)", "why (now)?"),
        ("Robots - a view; and more & more", "robots: a view: and more and more"),
        ('"Quoted" title, vol. 2, TCP/IP', "quoted title, vol 2, tcp/ip"),
        ("Turing's first-order logic:", "turing's first-order logic"),
        ("(BP)2 : beyond", "bp) 2: beyond"),
        ("f () of x", "f of x"),
        ("one.two", "one.two"),
        ("a ,: b", "a, b"),
        ("?!", ""),
        ("", ""),
    ],
)
def test_titles_have_words_and_separators(text: str, title: str) -> None:
    assert title_form(text) == title


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("van der Waals", "van der waals"),
        ("O’Hara-Müller", "o'hara-muller"),
        ("Jean–Pierre", "jean-pierre"),
        ("St. John 3", "st john"),
        ("- 7", ""),
    ],
)
def test_names_have_letters_and_signs_between_them(text: str, name: str) -> None:
    assert name_form(text) == name


@given(WRITTEN)
@example("'{}'")
@example("`{}'")
@example("-{}-")
@example("a\\")
@example("İŉ")
def test_the_normal_form_is_normal(text: str) -> None:
    once = normal(text)
    assert normal(once) == once
    assert set(once) <= KEPT
    assert once == once.strip()
    assert "  " not in once


@given(WRITTEN)
def test_forms_of_titles_and_names_are_fixed_points(text: str) -> None:
    assert title_form(title_form(text)) == title_form(text)
    assert name_form(name_form(text)) == name_form(text)


@given(st.one_of(WRITTEN, st.text("ab -:(),?", max_size=12)))
def test_what_can_be_taken_apart_is_what_is_in_form(text: str) -> None:
    parts = title_parts(text)
    assert (parts is not None) == (text != "" and title_form(text) == text)
    if parts is not None:
        pieces = [piece for pair in zip(parts.words, [*parts.separators, parts.end], strict=True) for piece in pair]
        assert "".join(pieces) == text
        assert set(parts.separators) <= set(all_separators())
        assert parts.end in all_ends()


def test_every_separator_and_end_can_stand_in_a_title() -> None:
    assert len(set(all_separators())) == 20
    assert len(set(all_ends())) == 6
    for separator in all_separators():
        for end in all_ends():
            title = f"a{separator}b{end}"
            assert title_form(title) == title
            assert title_parts(title) == (["a", "b"], [separator], end)
