"""The page of a posterior: whole, alone, escaped, small."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import noumena as nm
from noumena.inference.result import Marginal
from noumena.model.source import SourceFile
from noumena.model.types import BOOLEAN, INTEGER, REAL, STRING
from noumena.posterior.map_world import MapWorld
from noumena.posterior.report.page import report_page
from tests.pages import Page, assert_alone, assert_sound
from tests.posterior.making import chain_marginal, chain_posterior, marginal, posterior
from tests.posterior.report.several import HOSTILE, URN, several


def test_the_page_has_everything() -> None:
    found = nm.Model.from_text(URN, name="urn.blog").infer(
        engine="mh", samples=50, chains=2, burn_in=20, thin=2, backend="python", seed=1
    )
    page = Page(report_page(found))
    headings = ["Answers", "World", "Diagnostics", "Moves", "Model", "Evidence", "Reproduce"]
    assert [h["id"] for h in page.all("h2") if h["id"] != "warnings"] == [f"{h.lower()}-heading" for h in headings]
    assert page.count("article") == 5
    assert page.count("svg") == 5 * 3 + 2  # answer, trace and ranks of each, who is who, and a world
    assert "5 queries 4 observations engine mh 2 × 50 samples" in page.text
    assert "random Color Paint(Ball b) ~ Categorical({Blue -> 0.5, Green -> 0.5});" in page.text
    assert "Seen 4 Blue × 4 Seen(D[0]) = Blue Seen(D[1]) = Blue" in page.text
    assert "Identity(Drawn)" in page.text
    assert "infer(…, engine='mh', samples=50, seed=1, chains=2, burn_in=20, thin=2" in page.text


@pytest.mark.parametrize("engine", ["exact", "lw", "rejection"])
def test_engines_without_chains_have_no_traces_and_no_moves(engine: str) -> None:
    found = nm.Model.from_text(URN).infer(engine=engine, samples=200)
    made = report_page(found)
    page = Page(made)
    assert page.count("svg") == 5 + 1
    assert page.count("details") == 0
    assert "moves" not in page.values("id")
    assert_sound(made)


def test_the_page_is_alone_and_sound() -> None:
    made = report_page(several())
    assert_alone(made)
    assert_sound(made)


def test_warnings_come_first_in_plain_words() -> None:
    apart = chain_posterior(chain_marginal([[1, 2] * 50, [5, 6] * 50], text="#Ball"))
    page = Page(report_page(apart))
    assert page.text.index("warning") < page.text.index("mean 3.5")
    assert "chains disagree: R-hat" in page.text
    assert "No warnings." not in page.text


def test_no_warnings_is_said_too() -> None:
    rng = np.random.default_rng(1)
    good = chain_posterior(chain_marginal(rng.poisson(4, (4, 500)).tolist()))
    assert "No warnings. The chains agree, and the effective samples suffice." in Page(report_page(good)).text


def test_a_warning_of_the_model_shows_its_place_as_it_is() -> None:
    found = posterior(marginal([1]), warnings=("a.blog:1:1: warning: odd\n    x + 1\n    ^",))
    assert '<pre tabindex="0">    x + 1\n    ^</pre>' in report_page(found)


def test_all_text_is_escaped() -> None:
    hostile = chain_posterior(
        chain_marginal([[HOSTILE, "x"] * 10] * 2, STRING, f"Word({HOSTILE})"),
        acceptance={HOSTILE: 0.5},
        shares={HOSTILE: 1.0},
        warnings=(f"`{HOSTILE}` is odd\n{HOSTILE}",),
    )
    model = nm.Model.from_text(f"random Boolean A ~ BooleanDistrib(0.5); query A; // {HOSTILE}", name=HOSTILE)
    origin = model.infer(engine="exact").origin
    assert origin is not None
    made = report_page(replace(hostile, origin=replace(origin, command=HOSTILE), files=(HOSTILE,)), HOSTILE)
    page = Page(made)
    assert page.count("script") == 1
    assert not page.values("onclick")
    assert "\x1b" not in made
    assert HOSTILE.replace("\x1b", "\N{REPLACEMENT CHARACTER}") in page.text
    assert_alone(made)
    assert_sound(made)


REALS = st.one_of(st.floats(-1e300, 1e300), st.sampled_from([math.inf, -math.inf, math.nan]))


@given(st.lists(st.one_of(st.text(), REALS, st.integers(), st.booleans(), st.none()), min_size=1), st.text())
@settings(max_examples=10, deadline=None)
def test_any_value_and_any_query_make_a_page(values: list[object], text: str) -> None:
    marginals: list[Marginal] = []
    for python, blog in ((str, STRING), (float, REAL), (int, INTEGER), (bool, BOOLEAN)):
        kept = [v for v in values if v is None or type(v) is python]
        if kept:
            marginals.append(chain_marginal([kept * 3, kept * 3], blog, text))
    if marginals:
        made = [chain_posterior(each).answers[0] for each in marginals]
        assert_sound(report_page(replace(chain_posterior(marginals[0]), answers=tuple(made))))


def test_five_hundred_queries_are_less_than_two_megabytes() -> None:
    rng = np.random.default_rng(0)
    few = chain_posterior(
        chain_marginal(rng.poisson(9, (4, 100)).tolist(), text="Count(Thing[7])"),
        chain_marginal(rng.normal(size=(4, 100)).tolist(), REAL, "Place(Thing[7])"),
        chain_marginal((rng.random((4, 100)) < 0.3).tolist(), BOOLEAN, "Kind(Thing[7]) == Kind(Thing[8])"),
        chain_marginal([[str(x) for x in row] for row in rng.poisson(9, (4, 100))], STRING, "Name(Thing[7])"),
    )
    made = report_page(replace(few, answers=few.answers * 125))
    page = Page(made)
    assert page.count("article") == 500
    assert page.count("details") == 50  # chains are drawn of those that are most in doubt
    assert len(made.encode()) < 2_000_000


def test_the_report_is_written_to_a_file(tmp_path: Path) -> None:
    found = posterior(marginal([1, 2, 2]))
    found.report(tmp_path / "out.html", "My page")
    assert (tmp_path / "out.html").read_text(encoding="utf-8") == report_page(found, "My page")
    assert "<h1>My page</h1>" in report_page(found, "My page")


def test_long_texts_are_cut() -> None:
    long = SourceFile("a.blog", "// a line of a comment\n" * 5_000)
    found = nm.Model([long, SourceFile("b.blog", "random Boolean A ~ BooleanDistrib(0.5); query A;")]).infer()
    made = report_page(found)
    assert len(made) < 250_000
    assert "more lines" in Page(made).text


def test_the_most_probable_world_is_drawn_where_there_is_one() -> None:
    found = several()
    text = ("Drawn(D[0]) = Ball@1", 'Name(Ball@1) = "<b>"')
    world = MapWorld(-12.5, 0, 3, {}, {}, {}, (), (), text)
    made = report_page(replace(found, map_world=world))
    page = Page(made)
    assert "ln p = -12.5." in page.text
    assert page.count("rect") == 2
    assert_alone(made)
    assert_sound(made)
    assert "world" not in Page(report_page(found)).values("id")


def test_chains_that_disagree_are_not_excused_by_a_band() -> None:
    rng = np.random.default_rng(1)
    apart = report_page(chain_posterior(chain_marginal([rng.poisson(m, 200).tolist() for m in (1, 1, 30, 30)])))
    agreed = report_page(chain_posterior(chain_marginal(rng.poisson(9, (4, 200)).tolist())))
    assert "Ranks: near 1 where chains agree" in Page(apart).text
    assert "v" not in Page(apart).values("class")
    assert "Ranks: in the band where chains agree" in Page(agreed).text
    assert "v" in Page(agreed).values("class")
