"""The harness: accuracy figures, turns, tables, files and the command."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks import canopy_time, contestants, measure, report, sizes
from benchmarks.__main__ import main, unlearned
from benchmarks.accuracy import bound, effective_samples, total_variation
from benchmarks.canopy_time import COPIES
from benchmarks.contestant import Maker
from benchmarks.contestants import URN, URN_MIX
from benchmarks.exact import number_posterior
from benchmarks.measure import ROUNDS, calibrated, race, take_turns
from benchmarks.problem import grouped
from benchmarks.titles.model import citations
from benchmarks.urn.best import BestUrn
from benchmarks.urn.model import all_blue, alternating

RIVALS = Path(sizes.__file__).parent


def test_independent_samples_are_all_effective() -> None:
    trace = np.random.default_rng(1).integers(10, size=100_000)
    assert effective_samples(trace) == pytest.approx(100_000, rel=0.05)


def test_effective_samples_of_a_chain_with_known_correlation() -> None:
    random = np.random.default_rng(2)
    stay, length = 0.9, 400_000
    fresh = random.random(length) >= stay
    fresh[0] = True
    values = random.integers(10, size=length)
    trace = values[np.maximum.accumulate(np.where(fresh, np.arange(length), 0))]
    # It keeps its value with probability ρ and draws a new one otherwise, so its correlation at distance t is ρ^t.
    assert effective_samples(trace) == pytest.approx(length * (1 - stay) / (1 + stay), rel=0.05)


def test_a_chain_that_never_moves_has_no_effective_samples_and_no_excuse() -> None:
    trace = np.full(1000, 3)
    assert (effective_samples(trace), bound(trace)) == (0.0, 0.0)


def test_total_variation() -> None:
    assert total_variation(np.array([1, 1, 2]), np.array([0.25, 0.5, 0.0, 0.25])) == pytest.approx(0.5)


def test_the_bound_holds_for_right_samples_and_not_for_wrong_ones() -> None:
    exact = number_posterior(alternating())
    other = number_posterior(all_blue())
    trace = np.random.default_rng(3).choice(len(exact), p=exact, size=50_000)
    histogram = np.bincount(trace)
    assert total_variation(histogram, exact) < bound(trace) < total_variation(histogram, other)


def test_the_evidence_of_the_urns_says_something_about_the_number() -> None:
    assert unlearned(all_blue()) > 0.2
    assert unlearned(alternating()) > 0.04


def test_the_citations_come_from_fewer_publications_than_the_prior_expects() -> None:
    problem, world = citations(100)
    assert (len(problem.seen), problem.rate, world.number) == (100, 50.0, 40)
    assert len(world.owner) == 100


def test_contestants_take_turns() -> None:
    order: list[str] = []

    class Recorder:
        def __init__(self, name: str) -> None:
            self.name = name

        def steps(self, count: int) -> float:
            order.append(self.name)
            return count * 1e-3

    turns = take_turns([Recorder("a"), Recorder("b")], [10, 20])  # type: ignore[list-item]  # only `steps` is called
    assert order == ["a", "b"] * ROUNDS
    assert turns == [[10 * 1e-3] * ROUNDS, [20 * 1e-3] * ROUNDS]
    assert calibrated(Recorder("c"), 5, 2.0) == 2000  # type: ignore[arg-type]  # only `steps` is called


@pytest.mark.campaign
def test_a_race_scores_every_contestant(monkeypatch: pytest.MonkeyPatch) -> None:
    # Fixed numbers of steps make the answers the same each time.
    monkeypatch.setattr(measure, "calibrated", lambda *_: 500_000)
    problem = alternating()
    scores = race(URN, problem, grouped(problem), URN_MIX, 100, number_posterior(problem), 0.02, 0.05)
    assert [score.name for score in scores] == ["plain", "log table", "best", "engine"]
    for score in scores:
        assert score.slowest <= score.steps_per_second <= score.fastest
        assert score.effective_per_second > 0
        assert score.right


@pytest.mark.campaign
def test_costs_and_memory_cover_every_model_move_and_size() -> None:
    costs = sizes.costs(0.001, (10, 20))
    assert len(costs) == 2 * 3 * 2
    assert all(value > 0 for cost in costs for value in cost.nanoseconds.values())
    table = report.costs_section(costs).table.splitlines()
    assert len(table) == 2 + 3 * (len(sizes.MODELS["urn"]) + 1) + 3 * (len(sizes.MODELS["citations"]) + 1)
    footprints = sizes.footprints((10, 20))
    assert [(footprint.model, footprint.size) for footprint in footprints] == [
        ("urn", 10),
        ("urn", 20),
        ("citations", 10),
        ("citations", 20),
    ]
    assert "10 |" in report.memory_section(footprints).table


def test_canopies_are_timed_and_find_copies() -> None:
    times = canopy_time.canopy_times((30, 300))
    assert [t.size for t in times] == [30, 300]
    assert all(t.found > 0.9 and t.seconds > 0 and COPIES <= t.largest < 100 for t in times)
    assert len(report.canopies_section(times).table.splitlines()) == 2 + 2


def test_tables_line_up() -> None:
    assert report.table(["name", "figure"], [["a", "1"], ["longer", "1,000.5"]]).splitlines() == [
        "| name   |  figure |",
        "| ------ | ------: |",
        "| a      |       1 |",
        "| longer | 1,000.5 |",
    ]


def test_a_later_run_keeps_what_an_earlier_one_wrote(tmp_path: Path) -> None:
    for name in ("first", "second"):
        report.write([report.Section(name, f"The {name}", "text", "table", [1, 2])], tmp_path)
    page = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert page.index("## The first") < page.index("## The second")
    assert json.loads((tmp_path / "first.json").read_text(encoding="utf-8"))["data"] == [1, 2]


@pytest.mark.parametrize("makers", [[BestUrn], pytest.param(URN, marks=pytest.mark.campaign)], ids=["best", "all"])
def test_the_command_prints_and_keeps_the_tables(
    makers: list[Maker], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(contestants, "URN", makers)
    main(["urn", "--seconds", "0.02", "--results", str(tmp_path)])
    printed = capsys.readouterr().out
    assert "## Poisson urn, 10 draws all Blue" in printed
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "README.md",
        "urn-all-blue.json",
        "urn-alternating.json",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["urns"],
            "there is no benchmark 'urns'; "
            "there are urn, citations, sizes, work, moves, canopies, memory, others, plans, rivals, table, "
            "citation-sizes, hand-written",
        ),
        (["urn", "--seconds", "0"], "--seconds 0: a turn must take some time, give a positive number"),
    ],
)
def test_bad_arguments(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        main(arguments)
    assert exit_.value.code == 2
    assert message in capsys.readouterr().err


def test_rivals_import_nothing_from_the_package_they_are_measured_against() -> None:
    paths = [*RIVALS.glob("urn/*.py"), *RIVALS.glob("titles/*.py")]
    assert len(paths) > 8
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any(name.split(".")[0] == "noumena" for name in names), path.name
