"""All that was found, summed up over runs."""

from __future__ import annotations

import csv

import pytest

from noumena.domains.citations.matches import matches
from noumena.domains.citations.records import EMBEDDED, Record, embedded_records
from tests.domains.citations.hand_made import draws, noisy

RECORDS = [
    Record(1, "Bo Ek. On Urns. 1990", "u"),
    Record(2, "B. Ek, On urns", "u"),
    Record(3, "Al Dee. Balls", "b"),
]


def test_runs_are_scored_alone_and_together() -> None:
    good, bad = draws([[0, 0, 1]] * 3 + [[0, 1, 1]]), draws([[0, 0, 0]] * 2)
    found = matches(RECORDS, iter([(5, good), (6, bad)]))
    assert [run.seed for run in found.runs] == [5, 6]
    assert [run.accuracy and run.accuracy.average for run in found.runs] == [75.0, 0.0]
    assert [run.accuracy and run.accuracy.final for run in found.runs] == [0.0, 0.0]
    assert [run.accuracy and run.accuracy.estimate.accuracy for run in found.runs] == [100.0, 0.0]
    assert found.accuracy is not None
    assert found.accuracy.average == pytest.approx(50.0)
    assert found.accuracy.estimate.accuracy == 100.0
    assert found.clustering.labels == (0, 0, 1)
    assert found.clustering.clusters[0].probability == 0.5


def test_the_last_sample_of_each_chain_is_final() -> None:
    labels = [[0, 1, 2], [0, 0, 1], [0, 1, 2], [0, 0, 0]]
    two = matches(RECORDS, [(0, draws(labels))], chains=2)
    assert two.accuracy is not None
    assert two.accuracy.final == 50.0
    more_than_samples = matches(RECORDS, [(0, draws(labels[:2]))], chains=3)
    assert more_than_samples.accuracy is not None
    assert more_than_samples.accuracy.final == 75.0


def test_without_a_truth_there_are_no_scores() -> None:
    records = [Record(record.number, record.text) for record in RECORDS]
    found = matches(records, [(0, draws([[0, 0, 1]]))])
    assert found.accuracy is None
    assert found.runs[0].accuracy is None


def test_seconds_are_those_of_all_runs() -> None:
    found = matches(RECORDS, [(0, draws([[0, 0, 1]])), (1, draws([[0, 0, 1]]))])
    assert found.seconds == (3.0, 0.5, 8.0)


def test_what_is_found_is_written_as_in_the_citations() -> None:
    made = draws([[0, 0, 1]], ["on urns", "on urns", "balls"], ["ek, b", "ek, b", "dee, al; o'ek, b"])
    found = matches(RECORDS, [(0, made)])
    assert [found.title(0), found.title(1)] == ["On Urns", "Balls"]
    assert found.authors(1) == ["Dee, Al", "O'Ek, B."]
    assert [found.researcher_name(one) for one in found.researchers] == ["Dee, Al", "Ek, B.", "O'Ek, B."]


def test_one_citation_is_enough() -> None:
    found = matches(RECORDS[:1], [(0, draws([[4]]))])
    assert found.clustering.clusters == (((0,), 1.0),)
    assert found.questions == []


def test_the_embedded_set_with_noise() -> None:
    records = embedded_records()
    with EMBEDDED.open(encoding="utf-8") as file:
        authors = [row["authors"] for row in csv.DictReader(file)]
    found = matches(records, [(0, noisy(records, authors, 20))])
    assert found.accuracy is not None
    assert 80.0 < found.accuracy.average < 100.0
    assert 80.0 < found.accuracy.estimate.accuracy < 100.0
    assert sorted(item for cluster in found.clustering.clusters for item in cluster.members) == list(
        range(len(records))
    )
    assert 170 <= len(found.researchers) <= 185
    assert found.questions
