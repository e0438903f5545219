"""How strings of the model are shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noumena.domains.citations.normal_form import title_form
from noumena.domains.citations.written import Writing, cut, printable, said

TEXTS = [
    "J. McAllester and R. L. Rivest. Learning Bayesian Networks: the case of C4.5. In Proc. UAI, 1995",
    "MCALLESTER, J. LEARNING BAYESIAN NETWORKS. 1995",
    "van der Waals, J. D. Why (and how) do Imieliński's urns leak?! Physica.",
    "A_note on {TeX}",
]


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("learning bayesian networks", "Learning Bayesian Networks"),
        ("learning bayesian networks: the case of c4.5", "Learning Bayesian Networks: the case of C4.5"),
        ("why (and how) do imielinski's urns leak?", "Why (and how) do Imieliński's urns leak?!"),
        ("how) do", "How) do"),
        ("of another kind", "Of another kind"),
        ("a note on tex", "A note on tex"),
        ("", ""),
    ],
)
def test_titles_are_shown_as_a_citation_has_them(title: str, shown: str) -> None:
    assert Writing(TEXTS).title(title) == shown


def test_what_is_in_capitals_alone_is_shown_where_nothing_else_is() -> None:
    assert Writing(TEXTS[1:2]).title("learning bayesian networks") == "LEARNING BAYESIAN NETWORKS"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("mcallester, j", "McAllester, J."),
        ("rivest, r l", "Rivest, R. L."),
        ("van der waals, johannes d", "van der Waals, Johannes D."),
        ("de la cruz, ana-maria", "de la Cruz, Ana-Maria"),
        ("o'hara, ", "O'Hara"),
        ("von, bo", "Von, Bo"),
    ],
)
def test_names_are_shown_as_a_citation_has_them(name: str, shown: str) -> None:
    assert Writing(TEXTS).name(name) == shown


def test_names_are_said_with_given_names_first() -> None:
    assert said("van der Waals, J. D.") == "J. D. van der Waals"
    assert said("Plato") == "Plato"


def test_signs_that_steer_a_terminal_are_not_shown() -> None:
    assert printable("a\x1b[2Jb\u202ec\ud800d é") == "a\ufffd[2Jb\ufffdc\ufffdd é"


def test_long_texts_are_cut() -> None:
    assert cut("abc def", 7) == "abc def"
    assert cut("abc defg", 5) == "abc…"
    assert cut("abcdefgh", 5, "...") == "ab..."
    assert cut("abc", 0) == "…"


@given(st.lists(st.text(), max_size=3), st.text())
def test_a_title_that_is_shown_is_the_title(texts: list[str], written: str) -> None:
    title = title_form(written)
    assert title_form(Writing([*texts, written]).title(title)) == title
