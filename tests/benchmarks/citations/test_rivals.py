"""The table of rivals."""

from __future__ import annotations

import pytest

from benchmarks.citations.rivals import rivals, section
from benchmarks.citations.sets import CitationSet, citation_sets, data_folder

SMALL = CitationSet(
    "small",
    (
        "A. Ek. Drawing coloured balls from urns. Proc. Conf. on Urns, 1990.",
        "C. Oy. Tracking ships by radar in heavy rain. Journal of Ships, 1991.",
        "Ek, A. (1990) Drawing coloured balls from urns.",
        "Oy, C. Tracking ships by radar in heavy rain, 1991.",
        "D. Ui. Something else altogether, and nothing like it. 1970.",
    ),
    ("urns", "ships", "urns", "ships", "else"),
)


def test_all_rivals_find_what_is_easy() -> None:
    made = list(rivals(SMALL))
    assert [rival.method for rival in made] == [
        "phrase matching",
        "TF-IDF, single, unlabelled",
        "TF-IDF, single, best",
        "TF-IDF, average, unlabelled",
        "TF-IDF, average, best",
    ]
    for rival in made:
        assert (rival.accuracy, rival.f1, rival.clusters) == (100.0, 1.0, 3), rival.method


def test_the_table_has_a_row_for_each_set_and_rival() -> None:
    made = section([SMALL, SMALL])
    assert len(made.table.splitlines()) == 2 + 10
    assert len(made.data) == 10
    assert "No set of citations was found" in section([]).text
    assert "No set" not in made.text


def test_the_best_threshold_is_no_worse_on_real_sets() -> None:
    if not (data_folder() / "citeseer").is_dir():
        pytest.skip("there is no evaluation data in NOUMENA_DATA or ../shared/data")
    small = min(citation_sets(), key=lambda given: len(given.texts))
    _, single, best_single, average, best_average = rivals(small)
    assert best_single.accuracy >= single.accuracy > 50.0
    assert best_average.accuracy >= average.accuracy > 50.0
