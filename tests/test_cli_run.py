"""`noumena run`: engines, options, output, and the JSON against exact answers."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.commands import COIN, MODELS, answered, noumena, refused
from tests.oracles.brute_force import log_evidence, posterior

EXACT = ("m01_parental", "m03_citations", "m05_names", "urn_small", "c36_query_set", "c27_timestep_births", "storm")


@pytest.fixture
def coin(tmp_path: Path) -> Path:
    path = tmp_path / "coin.blog"
    path.write_text(COIN)
    return path


def hashable(value: Any) -> Any:
    return tuple(map(hashable, value)) if isinstance(value, list) else value


@pytest.mark.parametrize("name", EXACT)
def test_exact_json_agrees_with_brute_force(name: str) -> None:
    data = answered("run", MODELS / f"{name}.blog", "--engine", "exact")
    expected = posterior(name)
    assert data["log_evidence"] == pytest.approx(log_evidence(name), abs=1e-9)
    assert {q["query"] for q in data["queries"]} == expected.keys()
    for query in data["queries"]:
        found = {hashable(e["value"]): e["probability"] for e in query["distribution"]}
        wanted = expected[query["query"]]
        for value in wanted.keys() | found.keys():
            assert found.get(value, 0.0) == pytest.approx(wanted.get(value, 0.0), abs=1e-9)


def test_sampled_json_is_within_its_standard_errors_and_the_same_for_the_same_seed() -> None:
    """Six probabilities, each within 5.5 standard errors: a false alarm under another seed has probability 3e-7."""
    options = ("run", MODELS / "m03_citations.blog", "--samples", 1000, "--seed", 3)
    for engine in ("lw", "rejection"):
        data = answered(*options, "--engine", engine)
        assert (data["engine"], data["samples"], data["seed"]) == (engine, 1000, 3)
        for text in ("PubCited(C1) == PubCited(C2)", "PubCited(C1) == PubCited(C3)", "exists Pub p (Title(p) == true)"):
            (query,) = [q for q in data["queries"] if q["query"] == text]
            (entry,) = [e for e in query["distribution"] if e["value"] is True]
            assert abs(entry["probability"] - posterior("m03_citations")[text][True]) < 5.5 * entry["mcse"]
    assert answered(*options, "--engine", "rejection")["queries"] == data["queries"]


def test_the_json_has_every_field(coin: Path) -> None:
    data = answered("run", coin)
    assert list(data) == [
        *("noumena", "model", "engine", "backend", "samples", "burn_in", "thin", "chains", "seed", "queries"),
        *("log_evidence", "lost_mass", "steps", "steps_per_second", "acceptance", "shares", "scales"),
        *("stopped_by", "warnings", "seconds"),
    ]
    (query,) = data["queries"]
    assert list(query) == ["query", "type", "mean", "sd", "quantiles", "distribution", "ess", "rhat"]
    assert list(data["seconds"]) == ["compile", "initialise", "sampling", "queries"]
    assert data["model"] == [str(coin)]
    assert data["backend"] == "python"


def test_what_speaks_against_an_answer_stands_in_the_table_and_other_warnings_on_standard_error(coin: Path) -> None:
    result = noumena("run", coin, "--engine", "lw", "--samples", 50, "--chains", 2)
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert "lw · 50 samples · 50 effective" in lines[0]
    assert lines[1:3] == [
        "⚠ too few effective samples (50.0) to trust the answer: draw more, or use exact",
        "  enumeration",
    ]
    assert lines[4] == "Heads(C2)"
    assert lines[5].startswith("  false  0.")
    assert result.stderr == "warning: chains had no effect: the engine `lw` has no Markov chains\n"


def test_where_the_table_goes_to_a_file_all_warnings_are_on_standard_error(coin: Path, tmp_path: Path) -> None:
    result = noumena("run", coin, "--engine", "lw", "--samples", 50, "-o", tmp_path / "answer.txt")
    assert result.stderr == (
        "warning: too few effective samples (50.0) to trust the answer: draw more, or use exact enumeration\n"
    )
    assert "⚠ too few effective samples" in (tmp_path / "answer.txt").read_text(encoding="utf-8")


def test_warnings_about_the_text_are_printed_once_and_are_in_the_json() -> None:
    text = "random Boolean A ~ BooleanDistrib(0.5);\nquery A | A & A;\n"
    result = noumena("run", "-", stdin=text)
    assert result.exit_code == 0
    assert result.stderr.count("warning") == 1
    assert result.stderr.startswith("<stdin>:2:13: warning: ")
    (warning,) = answered("run", "-", stdin=text)["warnings"]
    assert warning.startswith("<stdin>:2:13: warning: ")


def test_several_files_are_one_model(tmp_path: Path) -> None:
    parts = COIN.splitlines(keepends=True)
    names = ("model.mblog", "evidence.eblog", "queries.qblog")
    for name, text in zip(names, ("".join(parts[:3]), parts[3], parts[4]), strict=True):
        (tmp_path / name).write_text(text)
    data = answered("run", *(tmp_path / name for name in names))
    assert data["model"] == [str(tmp_path / name) for name in names]
    assert data["queries"][0]["distribution"][1]["probability"] == pytest.approx(0.25)


def test_standard_input_is_a_file() -> None:
    assert answered("run", "-", stdin=COIN)["model"] == ["<stdin>"]


@pytest.mark.parametrize("text", ["Heads(C1)", "query Heads(C1);", " Heads(C1) ; "])
def test_queries_of_the_command_line_replace_those_of_the_files(coin: Path, text: str) -> None:
    (query,) = answered("run", coin, "--query", text)["queries"]
    assert query["query"] == "Heads(C1)"
    assert query["distribution"] == [{"value": True, "probability": 1.0, "mcse": None}]


@pytest.mark.parametrize("text", ["Heads(C2) = true", "obs Heads(C2) = true;"])
def test_evidence_of_the_command_line_is_added_to_that_of_the_files(coin: Path, text: str) -> None:
    data = answered("run", coin, "--obs", text)
    assert data["model"] == [str(coin)]
    assert data["queries"][0]["distribution"] == [{"value": True, "probability": 1.0, "mcse": None}]
    assert data["log_evidence"] == pytest.approx(2 * -1.3862943611198906)


def test_faults_in_what_the_command_line_adds_are_located_there(coin: Path) -> None:
    assert refused("run", coin, "--obs", "Heads(C3) = true").startswith("--obs:1:11: error: unknown name `C3`")
    assert refused("run", coin, "--query", "Heads(C3)").startswith("<query>:1:7: error: unknown name `C3`")


def test_all_faults_of_a_model_are_told(coin: Path) -> None:
    coin.write_text(COIN.replace("Boolean Heads", "Bolean Heads").replace("query Heads(C2)", "query Head(C2)"))
    message = refused("run", coin)
    assert f"{coin}:3:8: error: unknown type `Bolean`" in message
    assert "help: did you mean `Boolean`?" in message


def test_a_model_without_queries_is_bad_input(coin: Path) -> None:
    coin.write_text(COIN.replace("query Heads(C2);", ""))
    assert refused("run", coin).startswith("error: there is nothing to answer\n")
    assert answered("run", coin, "--query", "Heads(C2)")["queries"]


def test_a_model_beyond_the_budget_is_refused_by_exact_and_sampled_by_auto() -> None:
    model = MODELS / "urn_small.blog"
    message = refused("run", model, "--engine", "exact", "--budget", 3)
    assert "over the budget of 3" in message
    data = answered("run", model, "--budget", 3, "--samples", 300, "--backend", "python")
    assert (data["engine"], data["samples"], data["chains"], data["backend"]) == ("mh", 300, 4, "python")
    assert data["steps"] == 4 * (1000 + 300 * data["thin"])
    assert set(data["seconds"]) >= {"compile", "initialise", "sampling"}
    assert all(0 <= rate <= 1 for rate in data["acceptance"].values())
    assert data["shares"].keys() == data["acceptance"].keys()


@pytest.mark.parametrize("said", [(), ("--adapt",)])
def test_the_figures_tell_what_moves_were_adapted_to(said: tuple[str, ...]) -> None:
    data = answered("run", MODELS / "urn_small.blog", "--engine", "mh", "--samples", 50, "--backend", "python", *said)
    assert data["shares"].keys() == data["acceptance"].keys()
    assert sum(data["shares"].values()) == pytest.approx(1.0)
    assert data["scales"] == {}


def test_nothing_is_adapted_if_so_said() -> None:
    model = MODELS / "urn_small.blog"
    data = answered("run", model, "--engine", "mh", "--samples", 50, "--backend", "python", "--no-adapt")
    assert data["shares"] is None


def test_options_of_markov_chains_are_taken_with_a_warning(coin: Path) -> None:
    data = answered("run", coin, "--burn-in", 5, "--thin", 2, "--chains", 4, "--workers", 2, "--check", "--no-adapt")
    expected = "burn-in, thin, chains, workers, check, adapt had no effect: the engine `exact` has no Markov chains"
    assert data["warnings"] == [expected]
    assert noumena("run", coin, "--backend", "native").stderr == (
        "warning: backend had no effect: the engine `exact` has no Markov chains\n"
    )
    assert (data["burn_in"], data["thin"], data["chains"]) == (None, None, None)


@pytest.mark.parametrize(
    ("option", "value"),
    [("--samples", "0"), ("--samples", "many"), ("--seed", "-1"), ("--budget", "0"), ("--engine", "magic")],
)
def test_options_out_of_range_are_bad_input(coin: Path, option: str, value: str) -> None:
    assert f"Invalid value for '{option}'" in refused("run", coin, option, value)


def test_the_answer_can_go_to_a_file(coin: Path, tmp_path: Path) -> None:
    table, data = tmp_path / "answer.txt", tmp_path / "answer.json"
    assert noumena("run", coin, "-o", table).stdout == ""
    assert table.read_text(encoding="utf-8").splitlines()[2] == "Heads(C2)"
    assert noumena("run", coin, "--json", "-o", data).stdout == ""
    assert json.loads(data.read_text(encoding="utf-8"))["engine"] == "exact"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["answer.json", "answer.txt", "coin.blog"]


def test_a_file_that_cannot_be_written_is_told_before_the_run(coin: Path, tmp_path: Path) -> None:
    assert refused("run", coin, "-o", tmp_path) == f"error: cannot write {tmp_path}: it is a folder\n"
    missing = tmp_path / "no" / "answer"
    assert (
        refused("run", coin, "-o", missing) == f"error: cannot write {missing}: there is no folder {missing.parent}\n"
    )


def test_what_is_no_ordinary_file_is_written_to_and_not_replaced(coin: Path, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert noumena("run", coin, "--json", "-o", pipe).exit_code == 0
    assert json.loads(os.read(reader, 65536))["engine"] == "exact"
    os.close(reader)
    assert pipe.is_fifo()


def test_concrete_types_must_exist(coin: Path) -> None:
    assert answered("run", coin, "--concrete", "Coin")["queries"]
    expected = "error: `Cion` is to be concrete, but the model has no such type\n"
    assert refused("run", coin, "--concrete", "Cion") == expected


def test_a_proposer_from_a_file_takes_part(tmp_path: Path) -> None:
    model = tmp_path / "coin.blog"
    model.write_text(
        "random Boolean X ~ BooleanDistrib(0.3); random Boolean Y ~ BooleanDistrib(if X then 0.8 else 0.1);"
        "obs Y = true; query X;",
        encoding="utf-8",
    )
    flip = tmp_path / "flip.py"
    flip.write_text(
        "import noumena as nm\n\n\nclass Flip(nm.Proposer):\n    def propose(self, world, rng):\n"
        "        world.X[()] = 1 - world.X[()]\n        return 0.0\n",
        encoding="utf-8",
    )
    data = answered(
        "run", model, "--engine", "mh", "--backend", "python", "--samples", 500, "--proposer", f"{flip}:Flip"
    )
    assert 0.2 < data["acceptance"]["Flip"] < 0.7
    assert abs(data["queries"][0]["distribution"][0]["probability"] - 0.774194) < 0.1
    assert "write file.py:Name" in refused("run", model, "--proposer", str(flip))
    assert "defines no proposer `Flop`" in refused("run", model, "--proposer", f"{flip}:Flop")
    assert "has no moves" in refused("run", model, "--engine", "lw", "--proposer", f"{flip}:Flip")
    assert "one of the library: BirthDeath, BlockedGibbs" in refused("run", model, "--proposer", "Splitmerge('A')")


def test_a_report_is_written_beside_the_answer(coin: Path, tmp_path: Path) -> None:
    page = tmp_path / "coin.html"
    result = noumena("run", coin, "--report", page, "--engine", "exact")
    assert (result.exit_code, result.stdout) == (0, noumena("run", coin, "--engine", "exact").stdout)
    text = page.read_text(encoding="utf-8")
    assert f"noumena run {coin} --engine exact --report {page}".replace("noumena run", " run") in text
    assert "Heads(C2)" in text


def test_a_report_that_cannot_be_written_is_refused_before_the_run(coin: Path, tmp_path: Path) -> None:
    assert refused("run", coin, "--report", tmp_path) == f"error: cannot write {tmp_path}: it is a folder\n"
