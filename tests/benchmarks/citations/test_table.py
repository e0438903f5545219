"""The paper's Table 1 with our rows, on a set so small that it takes seconds."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.__main__ import main
from benchmarks.citations import sets
from benchmarks.citations.engine_runs import engine_runs, interval
from benchmarks.citations.published import published
from benchmarks.citations.sets import CitationSet
from benchmarks.citations.table import chosen, section, sections
from noumena.domains.citations.draws import Options
from noumena.domains.citations.matches import matches
from noumena.domains.citations.matching import match
from noumena.domains.citations.records import Record
from noumena.domains.citations.scores import scores

SMALL = CitationSet(
    "small/birds",
    (
        "J. Pearl. Probabilistic Reasoning in Intelligent Systems. Morgan Kaufmann, 1988.",
        "W. K. Hastings, Monte Carlo sampling methods using Markov chains. Biometrika 57, 1970.",
        "Pearl, Judea. Probabilistic reasoning in intelligent systems. San Mateo: Morgan Kaufmann, 1989.",
    ),
    ("pearl", "hastings", "pearl"),
)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two sets of the texts above, one of them where Cora is."""
    monkeypatch.setenv("NOUMENA_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(sets, "EMBEDDED", tmp_path / "embedded.csv")
    rows = "".join(f'{truth},"{text}"\n' for text, truth in zip(SMALL.texts, SMALL.truth, strict=True))
    for name in ("citeseer/birds.csv", "citeseer/fish.csv", "cora_refs/cora_refs.csv"):
        path = tmp_path / "data" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"cluster,text\n{rows}", encoding="utf-8")
    return tmp_path


def rows_of(table: str) -> list[list[str]]:
    """The cells of the first table, without its heads."""
    lines = table.split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_a_section_has_rivals_both_starts_and_the_reliability() -> None:
    (made,) = sections([SMALL], samples=300, runs=2)
    assert made.name == "table-small-birds"
    assert made.title == "Table 1: small/birds, 3 citations of 2 publications"
    assert "made 2 runs of 300 samples" in made.text
    assert "run by Python" in made.text
    assert "Published" not in made.text
    rows = rows_of(made.table)
    assert rows[0][0] == "phrase matching"
    assert [row[0] for row in rows[-2:]] == ["engine, 300 from canopies", "engine, 300 from singletons"]
    assert len(rows) == 5 + 2
    assert {len(row) for row in rows} == {12}
    assert all("±" in cell for row in rows[-2:] for cell in row[1:7])
    assert rows[0][1:3] == ["-", "-"]
    assert [(run["start"], run["seed"]) for run in made.data["runs"]] == [
        ("canopies", 0),
        ("canopies", 1),
        ("singletons", 0),
        ("singletons", 1),
    ]
    assert len(made.data["reliability"]["bins"]) == 10
    assert len(made.table.split("\n\n")[2].splitlines()) == 2 + 10


def test_no_citation_is_kept() -> None:
    made = section(SMALL, 5, 1)
    kept = (made.markdown() + json.dumps(made.data, allow_nan=False)).lower()
    assert "pearl" not in kept
    assert "reasoning" not in kept


def test_published_figures_stand_beside_the_sets_that_have_them() -> None:
    made = section(replace(SMALL, name="constraint"), 5, 1)
    rows = {row[0]: row[1:4] for row in rows_of(made.table)}
    assert rows["published: phrase matching, Lawrence et al. 1999"] == ["-", "-", "89.0"]
    assert rows["published: Pasula et al. 2003"] == ["93.0", "-", "-"]
    assert rows["published: Milch & Russell 2006, BLOG"] == ["90.7", "91.9", "-"]
    assert "so there are no intervals" in made.text
    assert "Published figures" in made.text
    assert published("embedded") == ()


def test_what_is_no_result_is_said(data: Path) -> None:
    made = section(replace(SMALL, name="cora_refs"), 1, 1)
    assert "There are no others under `citeseer`, so the engine's rows are no result." in made.text
    assert "only if it is named" not in made.text
    assert "only if it is named" in section(SMALL, 1, 1).text


def test_the_first_sample_is_the_start() -> None:
    (run,), reliable = engine_runs(SMALL, "singletons", 1, 1, "python")
    assert run.average == run.final == run.estimate == 50.0
    assert (run.precision, run.recall) == (1.0, 0.0)
    assert (run.recite, run.divide) == (None, None)
    assert (reliable.pairs, reliable.missed) == (0, 1)


def test_figures_of_a_run_are_those_of_its_samples_and_of_the_command() -> None:
    runs, _ = engine_runs(SMALL, "singletons", 400, 2, "python")
    for run in runs:
        draws = match(SMALL.texts, Options(samples=400, seed=run.seed, start="singletons"))
        each = [scores(row, SMALL.truth).accuracy for row in draws.publication.tolist()]
        assert run.average == pytest.approx(np.mean(each))
        assert run.final == each[-1]
        assert min(each) < max(each)
        records = [Record(i, text, SMALL.truth[i]) for i, text in enumerate(SMALL.texts)]
        found = matches(records, [(run.seed, draws)]).accuracy
        assert found is not None
        assert (run.average, run.final, run.estimate) == (found.average, found.final, found.estimate.accuracy)
        assert run.f1 == found.estimate.f1
        assert (run.recite, run.divide) == (draws.acceptance["Recite"], draws.acceptance["Divide"])


def test_intervals_are_those_of_student() -> None:
    mean, half = interval([1.0, 2.0, 3.0])
    # The 97.5 % point for two degrees of freedom is 4.302653.
    assert mean == 2.0
    assert half == pytest.approx(4.302653 / np.sqrt(3.0))
    assert interval([5.0]) == (5.0, None)
    assert interval([5.0, 5.0]) == (5.0, 0.0)


def test_sets_are_chosen_by_name(data: Path) -> None:
    assert [given.name for given in chosen(None)] == ["birds", "fish"]
    assert [given.name for given in chosen("cora_refs, birds,birds")] == ["cora_refs", "birds"]
    with pytest.raises(ValueError, match=r"--sets bird: there is no set 'bird'; there are birds, fish, cora_refs"):
        chosen("bird")


def test_the_command_keeps_a_table_for_each_set(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["table", "--samples", "3", "--runs", "1", "--sets", "fish", "--results", str(data / "results")])
    assert "## Table 1: fish" in capsys.readouterr().out
    assert sorted(path.name for path in (data / "results").iterdir()) == ["README.md", "table-fish.json"]
    kept = json.loads((data / "results" / "table-fish.json").read_text(encoding="utf-8"))["data"]
    assert [run["samples"] for run in kept["runs"]] == [3, 3]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--sets", "newts"], "--sets newts: there is no set 'newts'; there are birds, fish, cora_refs"),
        (["--samples", "0"], "--samples 0 --runs 10: at least one of each is needed"),
        (["--runs", "-1"], "--samples 10000 --runs -1: at least one of each is needed"),
    ],
)
def test_bad_options(data: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(["table", *arguments])
    assert exit_.value.code == 2
    assert message in capsys.readouterr().err


def test_compiled_runs_also_have_a_long_chain_from_singletons(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def noted(given: CitationSet, start: str, samples: int, runs: int, backend: str, taught: object) -> Any:
        asked.append((start, samples, backend))
        return engine_runs(given, start, 5, runs, "python")

    monkeypatch.setattr("benchmarks.citations.table.engine_runs", noted)
    monkeypatch.setattr(
        "benchmarks.citations.table.is_compiled",
        lambda options, citations: (options.samples, options.chains, citations) == (600, 2, 2 * len(SMALL.texts)),
    )
    made, _ = sections([SMALL, SMALL], 300, 2)
    assert asked == [("canopies", 300, "native"), ("singletons", 300, "native"), ("singletons", 3_000, "native")] * 2
    assert rows_of(made.table)[-1][0] == "engine, 3,000 from singletons"
    assert "the engine was compiled" in made.text
