"""Worlds as scenes and as pictures."""

from __future__ import annotations

from pathlib import Path

import pytest

import noumena as nm
from noumena.model.diagnostics import BlogError
from noumena.posterior.drawing import world as drawing
from noumena.posterior.drawing.scene import Line, short_value
from noumena.posterior.drawing.world import draw_world, kind_of, pairs_of, scene_of
from tests.pages import Page

URN = [
    ("#Ball", "2"),
    ("Paint(Ball@1)", "Green"),
    ("Paint(Ball@2)", "Blue"),
    ("Drawn(D[0])", "Ball@2"),
    ("Drawn(D[1])", "Ball@2"),
    ("Weight(Ball@1)", "0.123456789"),
]


def test_objects_are_boxes_and_references_are_arrows() -> None:
    scene = scene_of(URN)
    boxes = {box.name: box for box in scene.boxes}
    assert list(boxes) == ["Ball@1", "Ball@2", "D[0]", "D[1]"]
    assert boxes["Ball@1"].lines == [Line("Paint", "Green"), Line("Weight", "0.1235")]
    assert boxes["D[0]"].lines == [Line("Drawn", "Ball@2", "Ball@2")]
    assert scene.facts == ["#Ball = 2"]
    assert scene.label == "A world of 4 objects with 2 references"


def test_what_refers_stands_to_the_left() -> None:
    columns = {box.name: box.column for box in scene_of(URN).boxes}
    assert columns["D[0]"] == columns["D[1]"] < columns["Ball@1"] == columns["Ball@2"]


def test_what_generated_an_object_is_its_origin() -> None:
    scene = scene_of([("#Blip(Source = Plane@1)", "1"), ("Seen(Blip(Plane@1)@1)", "-0.5")])
    boxes = {box.name: box.lines for box in scene.boxes}
    assert boxes["Blip(Plane@1)@1"] == [Line("Source", "Plane@1", "Plane@1"), Line("Seen", "-0.5")]
    assert boxes["Plane@1"] == [Line("#Blip", "1")]


def test_several_arguments_and_literals() -> None:
    scene = scene_of(
        [
            ("Near(A, B)", "true"),
            ("At(@3)", "1"),
            ('Word("a, (b", A)', "2"),
            ("Flag(true, B)", "3"),
            ("Of({A, B})", "A"),
        ]
    )
    boxes = {box.name: box.lines for box in scene.boxes}
    assert boxes["A"] == [Line("Near(·, B)", "true"), Line('Word("a, (b", ·)', "2")]
    assert boxes["B"] == [Line("Flag(true, ·)", "3")]
    assert scene.facts == ["At(@3) = 1", "Of({A, B}) = A"]


def test_a_circle_of_references_is_drawn() -> None:
    picture = draw_world([("Knows(A)", "B"), ("Knows(B)", "A"), ("Self(A)", "A")])
    page = Page(picture.svg)
    assert sum(path["class"] == "ar" for path in page.all("path")) == 3


def test_of_many_objects_the_first_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "MOST_BOXES", 3)
    picture = draw_world([(f"X(A[{k}])", "1") for k in range(10)])
    assert Page(picture.svg).count("rect") == 3
    assert "… and 7 more are not drawn" in picture.svg


def test_text_in_pictures_is_escaped() -> None:
    picture = draw_world([("Title(Pub@1)", '"<script>&"')])
    assert Page(picture.svg).count("script") == 0
    assert "&lt;script&gt;" in picture.svg


def test_no_variables_make_an_empty_picture() -> None:
    assert Page(draw_world([]).svg).count("rect") == 0


@pytest.mark.parametrize(
    ("line", "pair"),
    [
        ("#Blip(Source = A) = 2", ("#Blip(Source = A)", "2")),
        ('Title(Pub@1) = "a = b"', ("Title(Pub@1)", '"a = b"')),
        ("X = 3", ("X", "3")),
    ],
)
def test_lines_are_variables_and_values(line: str, pair: tuple[str, str]) -> None:
    assert list(pairs_of([line])) == [pair]


@pytest.mark.parametrize(("name", "kind"), [("D[3]", "D"), ("Ball@1", "Ball"), ("Blip(A@2)@1", "Blip"), ("A", "A")])
def test_objects_of_a_kind_are_put_together(name: str, kind: str) -> None:
    assert kind_of(name) == kind


@pytest.mark.parametrize(("text", "short"), [("0.123456", "0.1235"), ("12345678", "12345678"), ("Blue", "Blue")])
def test_only_reals_are_shortened(text: str, short: str) -> None:
    assert short_value(text) == short


MODEL = """\
type Ball; distinct Ball A, B;
random Boolean Big(Ball b) ~ BooleanDistrib(0.5);
random Ball Drawn ~ UniformChoice({b for Ball b : Big(b)});
random Boolean Seen ~ if Drawn != null then BooleanDistrib(if Big(Drawn) then 0.9 else 0.2);
"""


def test_a_model_draws_its_worlds(tmp_path: Path) -> None:
    picture = nm.Model.from_text(MODEL).draw_world(seed=2)
    picture.save(tmp_path / "world.svg")
    assert (tmp_path / "world.svg").read_text(encoding="utf-8") == picture.svg + "\n"
    assert picture._repr_svg_() == picture.svg
    assert repr(picture).startswith("<Picture of ")


def test_a_model_draws_the_graph_around_a_variable() -> None:
    picture = nm.Model.from_text(MODEL).draw_graph("Big(A)", seed=0, distance=1)
    page = Page(picture.svg)
    assert "Big(A)" in page.text
    assert "Big(B)" not in page.text
    assert [box["class"] for box in page.all("rect")].count("bx mk") == 1


def test_a_variable_that_is_not_there_is_named() -> None:
    with pytest.raises(BlogError, match=r"the world of seed 0 has no random variable `Bigg\(A\)`(.|\n)*Big\(A\)"):
        nm.Model.from_text(MODEL).draw_graph("Bigg(A)")
