"""Sets of citations are found whatever they are called."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from benchmarks.citations import sets
from benchmarks.citations.sets import CitationSet, citation_sets, data_folder, parts


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("NOUMENA_DATA", str(tmp_path))
    monkeypatch.setattr(sets, "EMBEDDED", tmp_path / "embedded.csv")
    for name in ("citeseer/raw", "citeseer/inner", "cora_refs", "elsewhere"):
        (tmp_path / name).mkdir(parents=True)
    return tmp_path


def test_tables_with_text_and_truth_are_sets(data: Path) -> None:
    (data / "citeseer" / "birds.csv").write_text("id,cluster,text\n1,a,One\n2,b,Two\n3,a,Three\n")
    (data / "citeseer" / "birds.jsonl").write_text('{"cluster": "z", "text": "Not read"}\n')
    (data / "citeseer" / "authors.csv").write_text("id,name\n1,A\n")
    (data / "citeseer" / "empty.csv").write_text("")
    (data / "citeseer" / "raw" / "birdsOut").write_bytes(b"\xff")
    (data / "citeseer" / "inner" / "fish.csv.gz").write_bytes(gzip.compress(b"text,cluster\nX,1\n"))
    (data / "cora_refs" / "cora.jsonl").write_text('{"cluster": 5, "text": "Y"}\n')
    (data / "elsewhere" / "other.csv").write_text("text,cluster\nX,1\n")
    found = citation_sets()
    assert [given.name for given in found] == ["birds", "inner/fish", "cora"]
    assert sorted(zip(found[0].texts, found[0].truth, strict=True)) == [("One", "a"), ("Three", "a"), ("Two", "b")]
    assert (found[2].texts, found[2].truth) == (("Y",), ("5",))


def test_the_order_is_another_and_always_the_same(data: Path) -> None:
    lines = "".join(f"text {i},{i}\n" for i in range(50))
    (data / "citeseer" / "a.csv").write_text(f"text,cluster\n{lines}")
    (first,), (second,) = citation_sets(), citation_sets()
    assert first == second
    assert first.truth != tuple(str(i) for i in range(50))
    assert all(text == f"text {label}" for text, label in zip(first.texts, first.truth, strict=True))


def test_the_embedded_set_comes_last(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (data / "citeseer" / "zebras.csv").write_text("text,cluster\nX,1\n")
    (data / "embedded.csv").write_text("id,text,cluster,authors\nk,Y,1,A\n")
    monkeypatch.setattr("noumena.domains.citations.records.EMBEDDED", data / "embedded.csv")
    assert [given.name for given in citation_sets()] == ["zebras", "embedded"]


def test_large_sets_are_cut_into_parts() -> None:
    texts = tuple("abcdefg")
    given = CitationSet("set", texts, texts, texts)
    assert parts(given, 7) == [given]
    assert parts(given, 3) == [
        CitationSet("set-1", *[("a", "b", "c")] * 3),
        CitationSet("set-2", *[("d", "e", "f")] * 3),
    ]


def test_no_data_is_no_set(data: Path) -> None:
    assert citation_sets() == []


def test_the_real_sets_have_a_truth_that_is_worth_finding() -> None:
    if not (data_folder() / "citeseer").is_dir():
        pytest.skip("there is no evaluation data in NOUMENA_DATA or ../shared/data")
    found = {given.name: given for given in citation_sets()}
    assert len(found) >= 3
    for given in found.values():
        assert 1 < len(set(given.truth)) < len(given.texts)
        assert all(given.texts)
