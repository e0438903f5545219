"""Researchers with their publications."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from noumena.domains.citations.clusters import Cluster
from noumena.domains.citations.draws import Draws
from noumena.domains.citations.publications import publications
from noumena.domains.citations.researchers import Researcher, researchers
from noumena.domains.citations.tally import Tally
from tests.domains.citations.hand_made import draws


def found(*runs: Draws, clusters: Sequence[Sequence[int]] | None = None) -> list[Researcher]:
    """The researchers if each citation is a cluster, or of these clusters, whose first members are typical."""
    tally = Tally(runs[0].citations)
    for run in runs:
        tally.add(run)
    groups = clusters or [[item] for item in range(tally.citations)]
    made = publications([Cluster(tuple(group), 1.0) for group in groups], tally.fields)
    return list(researchers(made, [group[0] for group in groups], tally))


def test_researchers_have_publications_the_busiest_first() -> None:
    made = found(draws([[0, 1, 2]], authors=["ek, bo", "dee, al; ek, bo", "dee, al; ek, bo; fox, cy"]))
    assert made == [
        Researcher("ek, bo", (0, 1, 2), 1.0),
        Researcher("dee, al", (1, 2), 1.0),
        Researcher("fox, cy", (2,), 1.0),
    ]


def test_the_probability_is_that_of_exactly_these_publications() -> None:
    who = {0: 7, 1: 7, 2: 7}

    def sampled(sample: int, citation: int, name: str) -> int:
        return 8 if (sample, citation) == (3, 2) else who[citation]

    made = found(draws([[0, 1, 2]] * 4, who=sampled))
    assert made == [Researcher("ek, bo", (0, 1, 2), 0.75)]


def test_one_name_may_be_of_two_people() -> None:
    made = found(draws([[0, 1]] * 2, who=lambda sample, citation, name: citation))
    assert made == [Researcher("ek, bo", (0,), 1.0), Researcher("ek, bo", (1,), 1.0)]


def test_runs_count_together() -> None:
    apart = draws([[0, 1]], who=lambda sample, citation, name: citation)
    assert found(draws([[0, 1]] * 3), apart) == [Researcher("ek, bo", (0, 1), 0.75)]


def test_a_name_is_the_most_probable_of_all_mentions() -> None:
    made = found(draws([[0, 1, 2]], authors=["ek, b", "ek, bo", "ek, bo"], who=lambda *_: 1))
    assert made == [Researcher("ek, bo", (0, 1, 2), 1.0)]


def test_lists_that_differ_are_aligned_by_surname() -> None:
    lists = ["ek, bo; dee, al"] * 3 + ["dee, al; ek, bo"]
    rows = [[names, "ek, bo"] for names in lists]
    assert found(draws([[0, 1]] * 4, authors=rows)) == [
        Researcher("ek, bo", (0, 1), 1.0),
        Researcher("dee, al", (0,), 1.0),
    ]


def test_two_authors_of_one_surname_stay_two() -> None:
    lists = [["geman, s; geman, d"]] * 3 + [["fox, cy; geman, s; geman, d"]]
    made = found(draws([[0]] * 4, authors=lists))
    assert [(one.name, one.probability) for one in made] == [("geman, d", 1.0), ("geman, s", 1.0)]


def test_another_spelling_at_the_same_place_counts() -> None:
    rows = [["smith, al; ek, bo", "smith, al"]] * 3 + [["smyth, al; ek, bo", "smith, al"]]
    made = found(draws([[0, 1]] * 4, authors=rows, who=lambda sample, citation, name: "ek" not in name))
    assert made[0] == Researcher("smith, al", (0, 1), 1.0)


def test_who_is_left_out_of_a_sample_is_nobody_else_there() -> None:
    rows = [["smith, al; ek, bo", "smith, al"]] * 3 + [["ek, bo", "smith, al"]]
    made = found(draws([[0, 1]] * 4, authors=rows))
    assert made[0] == Researcher("smith, al", (0, 1), 0.75)


def test_of_a_cluster_the_typical_citation_tells_who_wrote_it() -> None:
    rows = [["ek, bo", "ek, bo", "ek, bo"]] * 2
    given = draws([[0, 1, 2]] * 2, authors=rows, who=lambda sample, citation, name: 5 if citation != 1 else 6)
    assert found(given, clusters=[[0, 1], [2]]) == [Researcher("ek, bo", (0, 1), 1.0)]
    assert len(found(given, clusters=[[1, 0], [2]])) == 2


@pytest.mark.parametrize("authors", ["", " ; "])
def test_without_authors_there_are_no_researchers(authors: str) -> None:
    assert found(draws([[0, 1]], authors=[authors])) == []
