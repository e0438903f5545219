"""Titles and names of a bibliography."""

from __future__ import annotations

from pathlib import Path

import pytest

from noumena.domains.citations.bibliography import Bibliography, Name, parsed_name, read_bibliography
from noumena.model.diagnostics import BlogError


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Russell, Stuart J.", Name("russell", "stuart", "j")),
        ("Stuart J. Russell", Name("russell", "stuart", "j")),
        ("S.J. Russell", Name("russell", "s", "j")),
        ("Forestier, J.-P.", Name("forestier", "j-p")),
        ("Steele, Jr., Guy L.", Name("steele", "guy", "l")),
        ("Guy L. Steele, Jr.", Name("steele", "guy", "l")),
        ("Novak Jr., Gordon S.", Name("novak", "gordon", "s")),
        ("Nyberg 3rd, Eric", Name("nyberg", "eric")),
        ("Johan van der Waals", Name("van der waals", "johan")),
        ("van der Waals, Johan", Name("van der waals", "johan")),
        ("Van Nguyen", Name("nguyen", "van")),
        ("John (Yiannis) Aloimonos", Name("aloimonos", "john")),
        ("Jean Pierre Müller", Name("muller", "jean", "p")),
        ("Plato", Name("plato")),
        ("Bo Ek et al.", Name("ek", "bo")),
        ("et al.", None),
        ("Bo E", None),
        ("Inchauspe, Sri", Name("inchauspe", "sri")),
        ("others", None),
        ("", None),
        ("42", None),
        ("Institute of Things", None),
        ("Bolt & Newman", None),
    ],
)
def test_names_are_understood(written: str, name: Name | None) -> None:
    assert parsed_name(written) == name


def test_titles_and_names_count_once(tmp_path: Path) -> None:
    bibtex = tmp_path / "a.bib"
    bibtex.write_text(
        r"@book{a, author = {M{\"u}ller, Anna and Bo Ek and others}, title = {On {Urns} \& Balls}}"
        "@misc{b, editor = {Bo Ek}, title = {Proceedings}} @misc{c, year = 1999}",
        encoding="utf-8",
    )
    rows = tmp_path / "b.csv"
    rows.write_text('title,authors\n"On Urns &amp; Balls.","Ek, Bo; Cy Dee"\nH<sup>3</sup> vision,\n', encoding="utf-8")
    assert read_bibliography([str(bibtex), str(rows)]) == Bibliography(
        ["on urns and balls", "proceedings", "h3 vision"],
        [Name("muller", "anna"), Name("ek", "bo"), Name("dee", "cy")],
    )


@pytest.mark.parametrize(
    ("name", "text"), [("a.txt", "one citation\n"), ("a.csv", "text\nA title\n"), ("a.jsonl", '{"title": 3}\n')]
)
def test_a_file_without_titles_is_refused(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BlogError) as caught:
        read_bibliography([str(path)])
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == f"{path} holds no titles"
    assert diagnostic.hint == "give BibTeX, or a table with the columns `title` and `authors` (names parted by `;`)"
