"""Lists of authors cut into names."""

from __future__ import annotations

from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noumena.domains.citations.normal_form import name_form, normal
from noumena.domains.citations.reading.names import NameList, NameReader, written
from noumena.domains.citations.reading.tokens import tokens_of


@lru_cache(maxsize=1)
def shared_reader() -> NameReader:
    return NameReader()


@pytest.fixture
def reader() -> NameReader:
    return shared_reader()


def lists(reader: NameReader, text: str) -> tuple[NameList, ...]:
    tokens = tokens_of(normal(text))
    return reader.lists(tokens.words, tokens.gaps[1:-1])


@pytest.mark.parametrize(
    ("text", "authors"),
    [
        ("Aha, D. W., Kibler, D., & Albert, M. K.", "aha, d w; kibler, d; albert, m k"),
        ("Scott B. Huffman and John E. Laird", "huffman, scott b; laird, john e"),
        ("Danyluk, A.P. and F.J. Provost", "danyluk, a p; provost, f j"),
        ("V. Dumortier G. Janssens M. Bruynooghe", "dumortier, v; janssens, g; bruynooghe, m"),
        ("Vadim Maslov, William Pugh", "maslov, vadim; pugh, william"),
        ("Maxwell J. T., Kaplan R. M", "maxwell, j t; kaplan, r m"),
        ("J. - L. Lassez, K. McAloon", "lassez, j l; mcaloon, k"),
        ("P. van Beek and R. Dechter", "van beek, p; dechter, r"),
        ("St. John, M. F., McClelland, J.", "st john, m f; mcclelland, j"),
        ("Jean-Pierre Dupont and Mary O'Hara", "dupont, jean-pierre; o'hara, mary"),
        ("Pearl, J. et al.", "pearl, j"),
        ("Cussens JD", "cussens, j d"),
        ("Rumelhart DE, Hinton GE & Williams RJ", "rumelhart, d e; hinton, g e; williams, r j"),
        ("Duda, Hart & Stork", "duda; hart; stork"),
        ("Le Cun Y, Boser B", "le cun, y; boser, b"),
        ("A., Harper, M.", "harper, m"),
        ("Pearl", "pearl"),
        ("", ""),
        ("1990", ""),
    ],
)
def test_lists_are_cut_into_names(reader: NameReader, text: str, authors: str) -> None:
    assert written(lists(reader, text)[0].names) == authors


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="abdeijs. ,;-&'\"9", max_size=60) | st.text(max_size=30))
def test_any_text_gives_names_in_their_form(text: str) -> None:
    found = lists(shared_reader(), text)
    assert found
    assert sum(one.weight for one in found) == pytest.approx(1.0)
    assert [one.weight for one in found] == sorted((one.weight for one in found), reverse=True)
    for name in (name for one in found for name in one.names):
        assert name.surname == name_form(name.surname) != ""
        assert name.given == name_form(name.given)
        assert all(len(letter) == 1 for letter in name.middle.split())


def test_a_list_of_a_thousand_words_is_cut_short(reader: NameReader) -> None:
    assert 0 < len(lists(reader, "A. Bee, " * 1000)[0].names) <= 150
