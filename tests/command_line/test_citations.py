"""`noumena citations`: options, outputs and errors, with draws made by hand in place of the sampler."""

from __future__ import annotations

import csv
import json
import os
import sys
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from noumena.command_line import citations as module
from noumena.domains.citations.draws import Draws, Options
from noumena.domains.citations.records import EMBEDDED
from noumena.inference.result import COMPILING, Progress, Stage, no_stage
from tests.commands import answered, noumena, refused
from tests.domains.citations.hand_made import draws

SAMPLER = "noumena.domains.citations.matching"
LINES = "Bo Ek. On urns. 1990\nB. Ek, On Urns\nAl Dee: Balls\n"


class Sampler:
    """Stands in for the sampler: remembers what it was asked, and puts the first two citations together."""

    def __init__(self) -> None:
        self.asked: list[tuple[list[str], Options]] = []
        self.drawn: Callable[[Options, int], Draws] = lambda options, number: draws(
            [[max(0, k - 1) for k in range(number)]] * 3 + [list(range(number))]
        )

    def match(self, texts: Sequence[str], options: Options, progress: Progress, stage: Stage) -> Draws:
        self.asked.append((list(texts), options))
        progress(COMPILING)
        progress(0)
        progress(options.samples)
        return self.drawn(options, len(texts))


@pytest.fixture
def sampler(monkeypatch: pytest.MonkeyPatch) -> Sampler:
    made = Sampler()
    stand_in: Any = ModuleType(SAMPLER)
    stand_in.match = made.match
    monkeypatch.setitem(sys.modules, SAMPLER, stand_in)
    return made


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "refs.txt").write_text(LINES, encoding="utf-8")
    return tmp_path


@pytest.fixture
def no_sampler(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is refused is refused before sampling: importing the sampler would fail."""
    monkeypatch.setitem(sys.modules, SAMPLER, None)


def test_publications_and_doubts_are_printed(sampler: Sampler, folder: Path) -> None:
    result = noumena("citations", "refs.txt")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        "3 citations · 2 publications found · 1 researcher · 4 samples · 5.8 s",
        "",
        "cited  prob.  publication",
        "    2   0.75  Bo Ek: On urns",
        "    1   1.00  Bo Ek: On urns",
        "",
        "Pairs in doubt",
        "0.75: are these the same?",
        "      1  Bo Ek. On urns. 1990",
        "      2  B. Ek, On Urns",
    ]


def test_the_sampler_gets_what_was_asked_for(sampler: Sampler, folder: Path) -> None:
    (folder / "same.txt").write_text("1 2\n", encoding="utf-8")
    (folder / "different.csv").write_text("first,second\n3,1\n", encoding="utf-8")
    options = ["--samples", 50, "--chains", 2, "--seed", 7, "--start", "singletons"]
    answered("citations", "refs.txt", *options, "--same", "same.txt", "--different", "different.csv")
    assert sampler.asked == [(LINES.splitlines(), Options(50, 2, 7, "singletons", ((0, 1),), ((2, 0),)))]


def test_usually_there_is_one_run_of_one_chain(sampler: Sampler, folder: Path) -> None:
    answered("citations", "refs.txt")
    assert [options for _, options in sampler.asked] == [Options(10_000, 1, 0, "canopies")]


def test_each_run_has_its_own_seed(sampler: Sampler, folder: Path) -> None:
    sampler.drawn = lambda options, number: draws([[0, 0, 1] if options.seed == 4 else [0, 1, 2]])
    made = answered("citations", "refs.txt", "--runs", 3, "--seed", 4)
    assert [run["seed"] for run in made["runs"]] == [4, 5, 6]
    assert made["runs"][0]["clusters"] == [[1, 2], [3]]
    assert made["clusters"] == [[1], [2], [3]]
    assert made["pairs"] == [{"first": 1, "second": 2, "probability": 0.333333, "together": False}]


def test_progress_counts_the_samples_of_all_runs(
    sampler: Sampler, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    totals: list[int] = []
    reported: list[int] = []

    @contextmanager
    def recorded(samples: int) -> Iterator[tuple[Progress, Stage]]:
        totals.append(samples)
        yield reported.append, no_stage

    monkeypatch.setattr(module, "shown_stages", recorded)
    answered("citations", "refs.txt", "--runs", 3, "--samples", 10)
    assert totals == [30]
    assert reported == [COMPILING, COMPILING, 0, 10, 10, 20, 20, 30]


def test_json_without_a_truth(sampler: Sampler, folder: Path) -> None:
    made = answered("citations", "refs.txt")
    assert set(made) == {"citations", "clusters", "publications", "researchers", "pairs", "runs", "seconds"}
    assert made["seconds"] == {"compile": 1.5, "initialise": 0.25, "sampling": 4.0}


def test_json_with_a_truth(sampler: Sampler, folder: Path) -> None:
    (folder / "refs.csv").write_text("reference,paper\nurns,a\nUrns!,a\nballs,b\n", encoding="utf-8")
    made = answered("citations", "refs.csv", "--text", "reference", "--truth", "paper")
    assert made["accuracy"] == {"average": 87.5, "final": 50.0, "estimate": 100.0}
    assert made["pairwise"] == {"precision": 1.0, "recall": 1.0, "f1": 1.0}
    assert made["runs"][0]["accuracy"] == made["accuracy"]


def test_without_a_file_the_embedded_citations_are_matched(sampler: Sampler) -> None:
    made = answered("citations")
    with EMBEDDED.open(encoding="utf-8") as file:
        texts = [row["text"] for row in csv.DictReader(file)]
    assert sampler.asked[0][0] == texts
    assert made["citations"] == len(texts)
    assert set(made["accuracy"]) == {"average", "final", "estimate"}


def test_the_authors_may_be_the_truth_of_the_embedded_citations(sampler: Sampler) -> None:
    assert answered("citations", "--truth", "authors")["accuracy"] != answered("citations")["accuracy"]


def test_standard_input(sampler: Sampler) -> None:
    assert answered("citations", "-", stdin=LINES)["citations"] == 3


def test_files_and_report(sampler: Sampler, folder: Path) -> None:
    result = noumena("citations", "refs.txt", "--out", "found", "--report", "refs.html")
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-2:] == ["written: found", "written: refs.html"]
    assert sorted(os.listdir("found")) == [
        "clusters.csv", "pairs.csv", "publications.bib", "publications.csv", "publications.json", "researchers.csv",
    ]  # fmt: skip
    assert (folder / "refs.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert "<h1>refs.txt</h1>" in (folder / "refs.html").read_text(encoding="utf-8")
    again = answered("citations", "refs.txt", "--out", "found", "--report", "refs.html")
    assert again["citations"] == 3


def test_the_report_may_go_into_the_new_folder(sampler: Sampler, folder: Path) -> None:
    answered("citations", "refs.txt", "--out", "found", "--report", "found/report.html")
    assert (folder / "found" / "report.html").exists()


def test_of_several_runs_only_one_is_in_memory(sampler: Sampler, folder: Path) -> None:
    alive: list[weakref.ref[Draws]] = []

    def counted(options: Options, number: int) -> Draws:
        assert all(made() is None for made in alive)
        drawn = draws([[0, 0, 1]])
        alive.append(weakref.ref(drawn))
        return drawn

    sampler.drawn = counted
    answered("citations", "refs.txt", "--runs", 3)
    assert len(alive) == 3


def test_what_was_written_can_be_matched_again(sampler: Sampler, folder: Path) -> None:
    noumena("citations", "refs.txt", "--out", "found")
    made = answered("citations", "found/publications.bib", "--same", "found/pairs.csv")
    assert made["citations"] == 2
    assert sampler.asked[-1][1].same == ((0, 1),)


def test_one_citation(sampler: Sampler) -> None:
    made = answered("citations", "-", stdin="Bo Ek. On urns.\n")
    assert (made["clusters"], made["pairs"]) == ([[1]], [])


def test_duplicates_and_long_lines(sampler: Sampler) -> None:
    made = answered("citations", "-", stdin="same text\nsame text\n" + "x" * 10_000 + "\n")
    assert made["clusters"] == [[1, 2], [3]]
    result = noumena("citations", "-", stdin="x" * 10_000 + "\n" + "y" * 10_000)
    assert result.exit_code == 0
    assert max(map(len, result.stdout.splitlines())) <= 80


@pytest.mark.usefixtures("no_sampler")
class TestRefusals:
    """All of these come before sampling."""

    def test_no_citations(self) -> None:
        assert refused("citations", "-", stdin="\n \n") == (
            "error: <stdin> holds no citations\n"
            "  help: write a citation on each line, or give a table with a column `text`\n"
        )

    def test_binary_junk(self) -> None:
        assert refused("citations", "-", stdin=b"\x7fELF\x00\x01").startswith(
            "<stdin>:1:5: error: this is no text: byte 0x00\n"
        )
        assert "this is not UTF-8 text: byte 0xff" in refused("citations", "-", stdin=b"\x80\xff"[::-1])

    def test_a_missing_column(self, folder: Path) -> None:
        (folder / "refs.csv").write_text("a,b\nurns,x\n", encoding="utf-8")
        assert refused("citations", "refs.csv", "--text", "c") == (
            "error: refs.csv:2: there is no column c\n  help: name another by --text; there are a, b\n"
        )
        assert "there is no column c" in refused("citations", "refs.csv", "--text", "a", "--truth", "c")
        assert "there is no column c" in refused("citations", "--truth", "c")

    def test_a_missing_file(self, folder: Path) -> None:
        assert refused("citations", "ref.txt") == (
            "error: cannot read ref.txt: there is no such file\n  help: did you mean refs.txt?\n"
        )

    def test_standard_input_twice(self) -> None:
        message = "error: standard input (`-`) can be given only once\n"
        assert refused("citations", "-", "--same", "-", stdin=LINES) == message

    def test_decisions_that_do_not_fit(self, folder: Path) -> None:
        (folder / "same.txt").write_text("1 2\n2 3\n", encoding="utf-8")
        (folder / "different.txt").write_text("1 3\n", encoding="utf-8")
        assert refused("citations", "refs.txt", "--same", "same.txt", "--different", "different.txt") == (
            "error: different.txt:1: 1 and 3 cannot be different: 1 is the same as 2 (same.txt:1), "
            "2 is the same as 3 (same.txt:2)\n  help: take one of these lines out\n"
        )

    def test_a_folder_that_is_a_file(self, folder: Path) -> None:
        assert refused("citations", "--out", "refs.txt") == (
            "error: cannot write to refs.txt: it is no folder\n  help: name a folder by --out\n"
        )

    def test_a_folder_in_no_folder(self, folder: Path) -> None:
        assert refused("citations", "--out", "no/where") == "error: cannot make no/where: there is no folder no\n"

    @pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to the superuser")
    def test_a_folder_without_permission(self, folder: Path) -> None:
        (folder / "shut").mkdir(0o500)
        assert refused("citations", "--out", "shut") == "error: cannot write to shut: permission denied\n"
        assert refused("citations", "--out", "shut/x") == "error: cannot write to shut/x: permission denied\n"

    def test_a_report_in_no_folder(self, folder: Path) -> None:
        message = "error: cannot write no/report.html: there is no folder no\n"
        assert refused("citations", "--report", "no/report.html") == message

    def test_a_report_that_is_a_folder(self, folder: Path) -> None:
        assert refused("citations", "--report", ".") == "error: cannot write .: it is a folder\n"

    @pytest.mark.parametrize("option", ["--samples", "--runs", "--chains"])
    def test_numbers_begin_with_1(self, option: str) -> None:
        assert f"Invalid value for '{option}': 0 is not in the range x>=1." in refused("citations", option, 0)

    def test_another_start(self) -> None:
        assert "'x' is not one of 'canopies', 'singletons'" in refused("citations", "--start", "x")


def test_a_folder_that_cannot_be_written_after_all_does_not_cost_the_answer(sampler: Sampler, folder: Path) -> None:
    def disturbed(options: Options, number: int) -> Draws:
        (folder / "found").write_text("somebody else's", encoding="utf-8")
        return draws([[0, 0, 1]])

    sampler.drawn = disturbed
    result = noumena("citations", "refs.txt", "--out", "found", "--json")
    assert json.loads(result.stdout)["clusters"] == [[1, 2], [3]]
    assert (result.exit_code, result.stderr) == (2, "error: cannot make found: File exists\n")


def test_an_interrupted_run_leaves_the_finished_ones(sampler: Sampler, folder: Path) -> None:
    def interrupted(options: Options, number: int) -> Draws:
        if options.seed == 1:
            raise KeyboardInterrupt
        return draws([[0, 0, 1]])

    sampler.drawn = interrupted
    result = noumena("citations", "refs.txt", "--runs", 3, "--json")
    assert (result.exit_code, len(json.loads(result.stdout)["runs"])) == (130, 1)
    assert result.stderr == "warning: interrupted: this is the answer of 1 of 3 runs\n"
    sampler.drawn = lambda options, number: interrupted(Options(seed=1), number)
    first = noumena("citations", "refs.txt")
    assert (first.exit_code, first.stdout, first.stderr) == (130, "", "interrupted\n")


def test_help_tells_of_learning() -> None:
    text = noumena("citations", "--help").stdout
    assert "noumena citations learn my.bib -o my.json.gz" in text
    assert text.splitlines()[0].endswith(" citations [OPTIONS] [FILE]")


def test_learned_priors_are_used(sampler: Sampler, folder: Path) -> None:
    (folder / "my.bib").write_text("@book{a, title={On Urns}, author={Ek, Bo}}\n" * 3, encoding="utf-8")
    assert noumena("citations", "learn", "my.bib", "-o", "my.json.gz").exit_code == 0
    assert noumena("citations", "refs.txt", "--parameters", "my.json.gz").exit_code == 0
    assert noumena("citations", "refs.txt").exit_code == 0
    learned, usual = (options.parameters for _, options in sampler.asked)
    assert learned is not None
    assert sum(learned.titles.lengths) == 1
    assert usual is None


def test_a_file_that_holds_no_priors_is_refused(no_sampler: None, folder: Path) -> None:
    assert "refs.txt" in refused("citations", "refs.txt", "--parameters", "refs.txt")
