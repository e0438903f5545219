"""Reconstructed publications as BibTeX, read back by our own reader."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noumena.domains.citations.bibtex import entries, plain_text
from noumena.domains.citations.matches import Matches, matches
from noumena.domains.citations.normal_form import title_form
from noumena.domains.citations.output.bibtex_file import bibtex, escaped
from noumena.domains.citations.records import Record
from noumena.model.source import SourceFile
from tests.domains.citations.hand_made import draws
from tests.domains.citations.output.found_by_hand import found


def read_back(made: Matches) -> list[tuple[dict[str, str], str | None]]:
    return [(fields, key) for _, fields, key in entries(SourceFile("made.bib", bibtex(made)))]


def test_an_entry_has_what_is_known() -> None:
    assert bibtex(found()).split("\n\n")[0] == (
        "@article{ek1990urns,\n"
        "  author = {Ek, Bo and Dee, Al},\n"
        "  title = {On urns and balls},\n"
        "  journal = {journal urns 100},\n"
        "  year = {1990},\n"
        "  note = {cited twice, as one publication with probability 0.70},\n"
        "}"
    )
    last = bibtex(found()).split("\n\n")[2]
    assert last.startswith("@misc{foxlatex,\n  author = {Fox, Cy},\n  title = {LaTeX},\n  note = {cited once, ")


def test_entries_are_read_back() -> None:
    (first, key), (second, _), _ = read_back(found())
    assert key == "ek1990urns"
    assert (first["title"], first["author"], first["year"]) == ("On urns and balls", "Ek, Bo and Dee, Al", "1990")
    assert first["text"] == "Bo Ek and Al Dee. On urns and balls. journal urns 100, 1990."
    assert second["institution"] == "tr 7"


@pytest.mark.parametrize("text", [r"a & b_c 50% $1 #2", "a\\b", "caf\u00e9 \u2208 R"])
def test_escaped_text_stands_for_itself(text: str) -> None:
    assert plain_text(escaped(text)) == text


@pytest.mark.parametrize("text", ["{", "}", "}{", "a } , title = { b", "\\", "\\}", "~", "@x{", '"', "\x00\x1b"])
def test_no_text_breaks_an_entry(text: str) -> None:
    record = Record(1, f"{text} urns {text}")
    made = matches([record], [(0, draws([[0]], title=["urns"], authors=["ek, and bo"], venue=[text]))])
    ((fields, _),) = read_back(made)
    assert fields["title"] == "Urns"
    assert fields["howpublished"] == escaped(text)
    assert fields["author"] == "Ek, {And} Bo"


@given(st.text())
def test_any_title_is_read_back(text: str) -> None:
    title = title_form(text)
    record = Record(1, " ".join(text.split()) or "none")
    ((fields, key),) = read_back(matches([record], [(0, draws([[0]], title=[title], authors=[text.replace(";", "")]))]))
    assert title_form(plain_text(fields.get("title", ""))) == title
    assert key


def test_keys_are_not_used_twice() -> None:
    made = found()
    twice = replace(made, publications=(made.publications[0],) * 3)
    twice.writings.extend([made.writings[0]] * 3)
    assert [key for _, key in read_back(twice)] == ["ek1990urns", "ek1990urns-2", "ek1990urns-3"]


def test_a_publication_of_which_nothing_is_known_has_a_key() -> None:
    made = matches([Record(1, "?")], [(0, draws([[0]], title=[""], authors=[""]))])
    assert bibtex(made).startswith("@misc{publication,\n  note = ")
