"""BibTeX entries as citations."""

from __future__ import annotations

import logging

import pytest
from bibtexparser.exceptions import ParserStateException

from noumena.domains.citations.bibtex import citation, entries, plain_text
from noumena.model.diagnostics import BlogError
from noumena.model.source import SourceFile


def texts(bibtex: str) -> list[str]:
    return [fields["text"] for _, fields, _ in entries(SourceFile("a.bib", bibtex))]


def test_an_article_is_written_out() -> None:
    bibtex = r"""@article{key, author = {M{\"u}ller, Anna and Bo Ek}, title = {On {Urns}}, journal = "J. Balls",
        volume = 3, number = {2}, pages = {10--20}, year = 1999}"""
    (entry,) = entries(SourceFile("a.bib", bibtex))
    line, fields, key = entry
    assert (line, key) == (1, "key")
    assert fields["text"] == "Anna Müller and Bo Ek. On Urns. J. Balls, 3(2), pages 10-20, 1999."
    assert fields["year"] == "1999"


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"title": "Why?", "year": "2001"}, "Why? 2001."),
        ({"title": "T", "booktitle": "P"}, "T. In P."),
        ({"title": "T", "number": "7"}, "T."),
        ({"editor": "A B", "title": "T"}, "A B. T."),
        ({"author": "A B and C D and E F", "title": "T"}, "A B, C D and E F. T."),
        ({"author": "B, A and others", "title": "T"}, "A B et al. T."),
        ({"author": "de la Vega, Jr, A.", "title": "T"}, "A. de la Vega Jr. T."),
        ({"title": "T", "school": "S", "publisher": "P"}, "T. S."),
        ({"url": "u"}, ""),
    ],
)
def test_what_is_there_is_written(fields: dict[str, str], text: str) -> None:
    assert citation(fields) == text


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        (r"{\'E}t{\'e} and \o{}re", "Été and øre"),
        (r"the {A}rt~of $x^2$", "the Art of x^2"),
        (r"100% of \emph{all} -- or 5\%", "100% of all - or 5%"),
        ("100% of all", "100% of all"),
        (r"unbalanced \emph{", "unbalanced"),
        ("two\n  lines", "two lines"),
    ],
)
def test_latex_becomes_plain_text(latex: str, text: str) -> None:
    assert plain_text(latex) == text


def test_strings_are_put_in_and_joined() -> None:
    bibtex = """@string{ml = "Machine Learning"}
        @string(icml = {Conf. on } # ml)
        @misc{a, title = "The {Art \\# 1} of " # ML # { and more}, journal = ICML, note = jan, year = 1999}"""
    ((_, fields, _),) = entries(SourceFile("a.bib", bibtex))
    assert fields["title"] == "The {Art \\# 1} of Machine Learning and more"
    assert (fields["journal"], fields["note"], fields["year"]) == ("Conf. on Machine Learning", "jan", "1999")


def test_entries_with_one_key_or_a_field_twice_are_entries() -> None:
    bibtex = '@misc{a, title = {One}}\n@comment{x}\n@misc{a, title = "Two"}\n@misc{b, title = {Three}, title = {Four}}'
    assert texts(bibtex)[:2] == ["One.", "Two."]
    assert len(texts(bibtex)) == 3


def test_a_field_called_text_is_kept() -> None:
    assert texts("@misc{a, title = {T}, text = {as it was printed}}") == ["as it was printed"]


def test_what_stands_between_entries_is_no_entry() -> None:
    assert texts("mail a@b.c\n% @ \n@misc{a, title = {T}} rest") == ["T."]
    assert texts("@" * 1000) == []


@pytest.mark.parametrize(
    ("bibtex", "line", "said"),
    [
        ("\n@misc{a, title = {no end\n}\n@misc{b, title = {T}}", 2, "Unexpected block start"),
        ("@misc{a, title = {T}", 1, "Unexpectedly reached end of file."),
        ("@misc{a title = {T}}", 1, "Expected comma after entry key"),
    ],
)
def test_an_entry_that_is_not_whole_is_refused(
    bibtex: str, line: int, said: str, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(BlogError) as error:
        texts(bibtex)
    assert f"a.bib:{line}: this BibTeX entry is not understood: {said}" in str(error.value)
    assert "help: look for a brace or a quote that is not closed, or a comma that is missing" in str(error.value)
    assert not caplog.records
    assert capfd.readouterr().err == ""
    assert logging.getLogger("bibtexparser").propagate


def test_a_fault_of_the_parser_is_told_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ParserStateException("lost count")

    monkeypatch.setattr("bibtexparser.entrypoint.parse_string", broken)
    with pytest.raises(BlogError, match=r"a\.bib: this BibTeX cannot be read: lost count"):
        texts("@misc{a, title = {T}}")
