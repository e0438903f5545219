"""Researchers against a truth of authors, made by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.citations.people import TRUTH, mentions, researcher_scores
from benchmarks.citations.sets import CitationSet
from tests.domains.citations.hand_made import draws

GIVEN = CitationSet("birds", ("one", "two", "three"), ("a", "b", "c"), ("c1", "c2", "c3"))
ROWS = ["c1,1,ek_bo", "c1,2,moe_al", "c2,1,ek_b", "c3,3,ek_carl", "elsewhere,9,ek_bo"]


@pytest.fixture
def truth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The truth of who wrote what, where it is looked for."""
    monkeypatch.setenv("NOUMENA_DATA", str(tmp_path))
    path = tmp_path.joinpath(*TRUTH)
    path.parent.mkdir()
    path.write_text("\n".join(["citation_id,author_cluster,normalized_name", *ROWS]), encoding="utf-8")


@pytest.mark.usefixtures("truth")
def test_mentions_are_those_of_the_set() -> None:
    assert [(m.citation, m.surname, m.person) for m in mentions(GIVEN)] == [
        (0, "ek", "1"),
        (0, "moe", "2"),
        (1, "ek", "1"),
        (2, "ek", "3"),
    ]


@pytest.mark.usefixtures("truth")
def test_names_that_are_one_researcher_are_scored() -> None:
    """Of the pairs of the three called Ek one is true; all three are one here, and Moe is not among the authors."""
    found = researcher_scores(GIVEN, draws([[0, 1, 2]], authors=("ek, bo",), who=lambda *_: 0))
    assert found is not None
    assert (found.true_pairs, found.found_pairs, found.common_pairs) == (1, 3, 1)
    assert found.f1 == pytest.approx(0.5)


def test_there_may_be_no_truth(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOUMENA_DATA", str(tmp_path))
    assert researcher_scores(GIVEN, draws([[0, 1, 2]])) is None
