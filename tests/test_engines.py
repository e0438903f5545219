"""Which engine answers, with which options; Markov chains are played by a function that records what it is given."""

from __future__ import annotations

import math
import os
from typing import Any

import pytest

import noumena as nm
from noumena import engines
from noumena.compiler.program import compile_problem
from noumena.engines import BACKENDS, ENGINES, WORTH_COMPILING, ChainOptions, run_engine, samples_to_come
from noumena.inference.result import Progress, Result
from noumena.inference.stopping import Rule
from noumena.model.model import Problem
from noumena.posterior.figures import figures_of
from tests.asking import problem
from tests.commands import COIN, answered, noumena, refused
from tests.posterior.making import chain_marginal

MANY = """
    type T; distinct T A; random Boolean F(T a, T b, T c, T d, T e) ~ BooleanDistrib(0.5); query F(A, A, A, A, A);
"""
REAL = "random Real x ~ Gaussian(3, 1); query x;"


@pytest.fixture
def chains(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The options of each call of the engine with chains."""
    calls: list[dict[str, Any]] = []

    def recorded(problem: Problem, **options: Any) -> Result:
        calls.append(options)
        marginal = chain_marginal([[True, False, False, True] * 250] * options["chains"], text=problem.queries[0].text)
        return Result("mh", (marginal,), options["samples"], options["seed"], None, chains=options["chains"])

    monkeypatch.setattr(engines, "metropolis_hastings", recorded)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    return calls


UNSAID = {"seconds": None, "rules": (), "checkpoint": None, "watch": None, "diagnose": figures_of}


def test_what_is_not_said_of_chains_is_chosen(chains: list[dict[str, Any]]) -> None:
    nm.Model.from_text(COIN).infer(engine="mh")
    (options,) = chains
    assert callable(options.pop("progress"))
    assert options == {
        "samples": 10_000,
        "burn_in": 1_000,
        "thin": None,
        "chains": 4,
        "workers": 3,
        "seed": 0,
        "backend": "native",
        "check": False,
        "concrete": frozenset(),
        "proposer": None,
        "adapt": True,
        **UNSAID,
    }


def test_where_time_or_rules_stop_the_chains_no_number_of_samples_does(chains: list[dict[str, Any]]) -> None:
    model = nm.Model.from_text(COIN)
    model.infer(engine="mh", time="2m")
    model.infer(engine="mh", until="ess>400")
    model.infer(engine="mh", until="ess>400", time=3, samples=70)
    found = [(options["samples"], options["seconds"], options["rules"], options["burn_in"]) for options in chains]
    rules = (Rule("ess", 400.0),)
    assert found == [(None, 120.0, (), 1_000), (None, None, rules, 1_000), (70, 3.0, rules, 1_000)]


@pytest.mark.parametrize(("samples", "burn_in"), [(1, 1_000), (10_009, 1_000), (200_000, 20_000)])
def test_burn_in_is_a_tenth_of_the_samples(chains: list[dict[str, Any]], samples: int, burn_in: int) -> None:
    run_engine(problem(COIN), "mh", samples=samples)
    assert chains[0]["burn_in"] == burn_in


def test_no_more_workers_than_chains(chains: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    run_engine(problem(COIN), "mh", options=ChainOptions(chains=2))
    run_engine(problem(COIN), "mh", options=ChainOptions(chains=2, workers=8))
    run_engine(problem(COIN), "mh", options=ChainOptions(chains=8, workers=5))
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    run_engine(problem(COIN), "mh")
    assert [options["workers"] for options in chains] == [2, 2, 5, 1]


def test_what_is_said_of_chains_reaches_them_from_python(chains: list[dict[str, Any]]) -> None:
    posterior = nm.Model.from_text(COIN, concrete={"Coin"}).infer(
        engine="mh", samples=500, burn_in=0, thin=7, chains=3, workers=2, backend="python", check=True, seed=9
    )
    (options,) = chains
    del options["progress"]
    assert options == {
        "samples": 500,
        "burn_in": 0,
        "thin": 7,
        "chains": 3,
        "workers": 2,
        "seed": 9,
        "backend": "python",
        "check": True,
        "concrete": frozenset({"Coin"}),
        "proposer": None,
        "adapt": True,
        **UNSAID,
    }
    assert (posterior.engine, posterior.chains, posterior.run_warnings) == ("mh", 3, ())


def test_what_is_said_of_chains_reaches_them_from_the_command_line(chains: list[dict[str, Any]]) -> None:
    said = ("--samples", 500, "--burn-in", 0, "--thin", 7, "--chains", 3, "--workers", 2, "--seed", 9)
    more = ("--backend", "python", "--check", "--concrete", "Coin")
    data = answered("run", "-", "--engine", "mh", *said, *more, stdin=COIN)
    (options,) = chains
    del options["progress"]
    assert options == {
        "samples": 500,
        "burn_in": 0,
        "thin": 7,
        "chains": 3,
        "workers": 2,
        "seed": 9,
        "backend": "python",
        "check": True,
        "concrete": frozenset({"Coin"}),
        "proposer": None,
        "adapt": True,
        **UNSAID,
    }
    assert (data["engine"], data["chains"], data["samples"], data["warnings"]) == ("mh", 3, 500, [])


def test_auto_enumerates_and_runs_chains_where_it_cannot(chains: list[dict[str, Any]]) -> None:
    assert run_engine(problem(COIN)).engine == "exact"
    assert run_engine(problem(REAL), samples=50).engine == "mh"


@pytest.fixture
def weighted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """Which way likelihood weighting went and with how many samples, at each call."""
    calls: list[tuple[str, int]] = []

    def compiled(problem: Problem, samples: int, seed: int, **options: Any) -> Result:
        calls.append((options["backend"], samples))
        compile_problem(problem, frozenset())
        return Result("lw", (), samples, seed, 0.0, backend=options["backend"])

    def interpreted(problem: Problem, samples: int, seed: int, progress: Progress) -> Result:
        calls.append(("python", samples))
        return Result("lw", (), samples, seed, 0.0)

    monkeypatch.setattr(engines, "generated_weighting", compiled)
    monkeypatch.setattr(engines, "likelihood_weighting", interpreted)
    return calls


def test_likelihood_weighting_is_compiled_where_that_is_asked_for_or_worth_it(weighted: list[tuple[str, int]]) -> None:
    many, few = WORTH_COMPILING, WORTH_COMPILING - 1
    cases = [(None, few), (None, many), ("native", few), ("native", many), ("python", few), ("python", many)]
    results = [
        run_engine(problem(COIN), "lw", samples=samples, options=ChainOptions(backend=backend))
        for backend, samples in cases
    ]
    backends = ["python", "native", "native", "native", "python", "python"]
    assert weighted == list(zip(backends, [samples for _, samples in cases], strict=True))
    assert [result.backend for result in results] == backends
    assert all(result.warnings == () for result in results)


def test_what_cannot_be_compiled_is_weighted_by_the_interpreter(weighted: list[tuple[str, int]]) -> None:
    result = run_engine(problem(MANY), "lw", samples=WORTH_COMPILING)
    assert weighted == [("native", WORTH_COMPILING), ("python", WORTH_COMPILING)]
    assert result.backend == "python"
    expected = "the model was run by Python, slowly: it cannot be compiled: F has more than 4 arguments"
    assert result.warnings == (expected,)


def test_what_cannot_be_compiled_is_refused_if_that_was_asked_for() -> None:
    with pytest.raises(nm.BlogError) as caught:
        run_engine(problem(MANY), "lw", samples=100, options=ChainOptions(backend="native"))
    message = "this model cannot be compiled: F has more than 4 arguments"
    assert str(caught.value).startswith(f"error: {message}")
    assert "help: use the backend python" in str(caught.value)


def test_the_answer_says_which_backend_weighted() -> None:
    data = answered("run", "-", "--engine", "lw", "--samples", 2_000, "--backend", "native", stdin=COIN)
    assert (data["engine"], data["backend"], data["samples"], data["warnings"]) == ("lw", "native", 2_000, [])
    assert data["log_evidence"] == pytest.approx(math.log(0.25))
    assert answered("run", "-", "--engine", "lw", "--samples", 200, stdin=COIN)["backend"] == "python"


def test_progress_counts_the_samples_of_all_chains() -> None:
    assert [samples_to_come(engine, 50, 3) for engine in ("mh", "lw", "rejection", "auto")] == [150, 50, 50, 150]
    assert samples_to_come("mh", 50, None) == 200
    assert samples_to_come("auto", 50, None) == 200


@pytest.mark.parametrize(("engine", "backend"), [("exact", " backend,"), ("lw", ""), ("rejection", " backend,")])
def test_options_of_chains_have_no_effect_on_other_engines(engine: str, backend: str) -> None:
    model = nm.Model.from_text(COIN)
    everything = model.infer(
        engine=engine, samples=200, burn_in=0, thin=1, chains=4, workers=1, backend="python", check=True
    )
    expected = f"had no effect: the engine `{engine}` has no Markov chains"
    assert everything.run_warnings == (f"burn-in, thin, chains, workers,{backend} check {expected}",)
    assert model.infer(engine=engine, samples=200, check=True).run_warnings == (f"check {expected}",)
    assert model.infer(engine=engine, samples=200).run_warnings == ()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (ChainOptions(burn_in=-1), "burn-in must be at least 0, not -1"),
        (ChainOptions(thin=0), "thin must be at least 1, not 0"),
        (ChainOptions(chains=0), "chains must be at least 1, not 0"),
        (ChainOptions(workers=-2), "workers must be at least 1, not -2"),
        (ChainOptions(backend="gpu"), "there is no backend `gpu`\n  help: the backends are native, python"),
    ],
)
def test_options_out_of_range_are_refused(options: ChainOptions, message: str) -> None:
    for engine in ("mh", "exact"):
        with pytest.raises(nm.BlogError) as caught:
            run_engine(problem(COIN), engine, options=options)
        assert str(caught.value) == f"error: {message}"


@pytest.mark.parametrize(
    ("option", "value"),
    [("--burn-in", "-1"), ("--thin", "0"), ("--chains", "0"), ("--workers", "0"), ("--backend", "gpu")],
)
def test_options_out_of_range_are_refused_on_the_command_line(option: str, value: str) -> None:
    assert f"Invalid value for '{option}'" in refused("run", "-", option, value, stdin=COIN)


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(nm.BlogError, match="there is no engine `gibbs`") as caught:
        run_engine(problem(COIN), "gibbs")
    assert "the engines are auto, exact, mh, lw, rejection" in str(caught.value)


def test_the_help_names_engines_and_backends() -> None:
    text = noumena("run", "--help").stdout
    assert f"[{'|'.join(ENGINES)}]" in text
    assert f"[{'|'.join(BACKENDS)}]" in text
