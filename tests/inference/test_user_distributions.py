"""Chains with distributions that users wrote: compiled with the model, or called back, with the same answers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import noumena as nm
from benchmarks.problem import simulate
from benchmarks.titles import model as citations
from noumena.compiler import host, program
from noumena.compiler.host import Host
from noumena.distributions import BUILT_IN
from noumena.inference.transitions import invariance
from noumena.language.load import load
from noumena.model.source import SourceFile
from noumena.python_library import python_distributions
from tests.inference.chains import kernels, made

BACKENDS = ("python", "native")


class CalledBack(citations.NoisyCopy):
    """The same distribution, which has a list in it that cannot be compiled."""

    def log_prob(self, value: int, title: int, titles: int, faithful: float) -> float:
        """As above."""
        return [citations.NoisyCopy.log_prob(self, value, title, titles, faithful)][0]


def chain(text: str, supplied: Any, backend: str, **options: Any) -> nm.Posterior:
    settings = {"samples": 500, "burn_in": 100, "thin": 5, "chains": 1, "seed": 3} | options
    model = nm.Model.from_text(text, distributions=supplied)
    return model.infer(engine="mh", backend=backend, **settings)


def small() -> str:
    problem, _ = simulate("small", 1.5, 4, citations.FAITHFUL, 5, seed=5)
    return citations.blog(problem)


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_citations_agree_with_exact_enumeration(backend: str) -> None:
    # Within 5 standard errors: for a right engine one comparison fails about once in two million.
    text, supplied = small(), {"NoisyCopy": citations.NoisyCopy}
    (exact,) = nm.Model.from_text(text, distributions=supplied).infer(engine="exact")
    size = {"samples": 20_000, "thin": 20} if backend == "native" else {"samples": 500}
    (found,) = chain(text, supplied, backend, chains=4, **size)
    assert found.distribution is not None
    compared = 0
    for outcome in found.distribution:
        if outcome.mcse and outcome.probability > 0.01:
            compared += 1
            assert abs(outcome.probability - exact.probability(outcome.value)) < 5 * outcome.mcse
    assert compared >= 3


def test_compiled_or_called_back_is_the_same_chain() -> None:
    values = {
        (kind, backend): chain(small(), {"NoisyCopy": kind}, backend).answers[0].marginal.values
        for kind in (citations.NoisyCopy, CalledBack)
        for backend in BACKENDS
    }
    first, *others = (list(v) for v in values.values())
    assert len(set(first)) > 3
    assert all(other == first for other in others)


def test_a_run_says_what_is_compiled_and_why_not() -> None:
    compiled = chain(small(), {"NoisyCopy": citations.NoisyCopy}, "native")
    assert "compiled with the model: NoisyCopy.sample, NoisyCopy.log_prob" in compiled.run_warnings
    called = chain(small(), {"NoisyCopy": CalledBack}, "native")
    note = next(w for w in called.run_warnings if "NoisyCopy" in w)
    assert note.startswith("compiled with the model: NoisyCopy.sample; Python is called for NoisyCopy.log_prob: ")
    by_python = chain(small(), {"NoisyCopy": citations.NoisyCopy}, "python")
    assert not any("NoisyCopy" in w for w in by_python.run_warnings)


class Sum:
    """An integer around a mean, from draws of each kind that is compiled; some parameters make it fail."""

    def sample(self, rng: np.random.Generator, mean: int, width: int) -> int:
        """Uniform."""
        return mean + int(rng.integers(width))

    def log_prob(self, value: int, mean: int, width: int) -> float:
        """Uniform."""
        if not mean <= value < mean + width:
            return -math.inf
        return -math.log(width) + 0 / width


@pytest.mark.parametrize("backend", BACKENDS)
def test_drawn_values_have_their_distribution(backend: str) -> None:
    text = "random Integer M ~ UniformInt(1, 2); random Integer X ~ Sum(M, 3); random Integer Y ~ Sum(X, 2);"
    text += "obs Y = 3; query X; query M;"
    exact = {("X", 2): 2 / 4, ("X", 3): 2 / 4, ("M", 1): 2 / 4}
    found = chain(text, {"Sum": Sum}, backend, samples=4000, chains=2)
    for (query, value), p in exact.items():
        error = next(o.mcse for o in found[query].distribution or [] if o.value == value)
        assert error is not None
        assert abs(found[query].probability(value) - p) < 5 * error
    assert abs(found["X"].probability(4)) == 0.0


@pytest.mark.parametrize("backend", BACKENDS)
def test_what_compiled_code_cannot_answer_is_said_in_pythons_words(backend: str) -> None:
    text = "random Integer W ~ UniformInt(0, 1); random Integer X ~ Sum(0, W - W); query X;"
    with pytest.raises(nm.RunError, match=r"X ~ Sum: the Python code raised ValueError: high <= 0"):
        chain(text, {"Sum": Sum}, backend)
    text = "random Integer W ~ UniformInt(0, 1); random Real X ~ Inverse(W - W); obs X = 1.5; query W;"
    with pytest.raises(nm.RunError, match=r"X ~ Inverse: the Python code raised ZeroDivisionError: .*division by zero"):
        chain(text, {"Inverse": Inverse}, backend)


class Inverse:
    """Divides by its parameter."""

    def sample(self, rng: np.random.Generator, width: int) -> float:
        """Never used."""
        return rng.random() / width

    def log_prob(self, value: float, width: int) -> float:
        """Not a number for a value of 0; an error for a width of 0."""
        return math.inf * value / width


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("value", ["0.0", "1.0"])
def test_a_log_probability_that_is_no_number_names_its_variable(value: str, backend: str) -> None:
    text = f"random Integer W ~ UniformInt(1, 2); random Real X ~ Inverse(W); obs X = {value}; query W;"
    with pytest.raises(nm.RunError, match="the log probability of X is not a number, or infinite"):
        chain(text, {"Inverse": Inverse}, backend)


@pytest.mark.parametrize("backend", BACKENDS)
def test_large_integers_are_left_to_python(backend: str) -> None:
    text = f"random Integer M ~ UniformInt({10**12}, {10**12 + 1}); random Integer X ~ Sum(M, 2);"
    found = chain(f"{text} obs X = {10**12}; query M;", {"Sum": Sum}, backend)
    assert found["M"].probability(10**12) == 1.0


class Poisson:
    """Always 3: not the library's distribution of this name."""

    def sample(self, rng: np.random.Generator, rate: float) -> int:
        """Three."""
        return 3

    def log_prob(self, value: int, rate: float) -> float:
        """Three."""
        return 0.0 if value == 3 else -math.inf


@pytest.mark.parametrize("backend", ["python", pytest.param("native", marks=pytest.mark.campaign)])
def test_a_users_distribution_hides_the_librarys_of_the_same_name(backend: str) -> None:
    found = chain("random Integer X ~ Poisson(0.5); query X;", {"Poisson": Poisson}, backend)
    assert found["X"].probability(3) == 1.0


class Entries:
    """Counts how often native code entered Python."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        call = Host.call

        def counted(host: Host, number: int) -> float:
            self.count += 1
            return call(host, number)

        monkeypatch.setattr(Host, "call", counted)


def test_native_code_enters_python_once_for_each_new_call(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = Entries(monkeypatch)
    found = chain(small(), {"NoisyCopy": CalledBack}, "native")
    # A title and a text, of four each.
    assert 4 <= entries.count <= 16
    before = list(found.answers[0].marginal.values)
    for room, least in ((4, 50), (0, 500)):
        entries.count = 0
        monkeypatch.setattr(program, "REMEMBERED", room)
        again = chain(small(), {"NoisyCopy": CalledBack}, "native")
        assert entries.count > least
        assert list(again.answers[0].marginal.values) == before


def test_many_results_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = Entries(monkeypatch)

    def shown(number: int) -> str:
        return f"is {number}"

    model = nm.Model.from_text("random Integer N ~ UniformInt(0, 2999); query Shown(N);", functions={"Shown": shown})
    found = model.infer(engine="mh", backend="native", samples=6000, burn_in=0, thin=1, chains=1, seed=1)
    told = set(found.answers[0].marginal.values)
    assert told <= {shown(number) for number in range(3000)}
    # More than the table of results has room for at first.
    assert 1024 < len(told) == entries.count


def test_the_host_forgets_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = chain(small(), {"NoisyCopy": CalledBack}, "python").answers[0].marginal.values
    monkeypatch.setattr(host, "REMEMBERED_AT_MOST", 2)
    assert chain(small(), {"NoisyCopy": CalledBack}, "python").answers[0].marginal.values == wanted


@pytest.mark.parametrize("backend", BACKENDS)
def test_words_of_every_kind_are_remembered(backend: str, monkeypatch: pytest.MonkeyPatch) -> None:
    entries = Entries(monkeypatch)

    def joined(number: int, real: float, text: str) -> str:
        return f"{number} {real} {text}"

    def halved(number: int, real: float) -> float:
        return real if number == 0 else -real

    def of_eight(a: int, b: int, c: int, d: int, e: int, f: int, g: float, h: str) -> str:
        return f"{a} {b} {c} {d} {e} {f} {g} {h}"

    text = """
        random Integer N ~ UniformInt(0, 1); random Boolean B ~ BooleanDistrib(0.5);
        random Real R ~ if B then 0.25 else 1.0e300;
        query Joined(N, R, if B then "yes" else "no"); query Halved(N, R);
        query OfEight(0, N, 0, 1, 2, 3, R, if B then "yes" else "no");
    """
    model = nm.Model.from_text(text, functions={"Joined": joined, "Halved": halved, "OfEight": of_eight})
    found = model.infer(engine="mh", backend=backend, samples=200, burn_in=0, thin=1, chains=1, seed=1)
    texts, reals, eight = (answer.marginal.values for answer in found.answers)
    if backend == "native":
        # Each of the three functions is called with four combinations.
        assert entries.count <= 12
    assert set(eight) == {f"0 {n} 0 1 2 3 {said}" for n in (0, 1) for said in ("0.25 yes", "1e+300 no")}
    assert set(texts) == {"0 0.25 yes", "1 0.25 yes", "0 1e+300 no", "1 1e+300 no"}
    for said, real in zip(texts, reals, strict=True):
        number, size, _ = said.split()
        assert real == (float(size) if number == "0" else -float(size))


class Listed:
    """A title or another one, with its support."""

    def sample(self, rng: np.random.Generator, title: int, faithful: float) -> int:
        """The title, or 0 or 1."""
        return title if rng.random() < faithful else int(rng.integers(2))

    def log_prob(self, value: int, title: int, faithful: float) -> float:
        """Of 0 or 1."""
        if not 0 <= value <= 1:
            return -math.inf
        miss = (1.0 - faithful) / 2
        return math.log(faithful + miss if value == title else miss)

    def support(self, title: int, faithful: float) -> list[int]:
        """Both titles."""
        return [0, 1]


def test_every_default_move_leaves_the_posterior_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    text = """
        random Integer Title ~ UniformInt(0, 1);
        random Integer Copy ~ Listed(Title, 0.75);
        random Integer Text ~ Listed(Copy, 0.9);
        obs Text = 1; query Copy;
    """
    library = {**BUILT_IN, **python_distributions({"Listed": Listed})}
    asked = load([SourceFile("model.blog", text)], library).problem()
    own = made(asked)
    assert own.program.user_code.samplers
    for name, kernel in kernels(own, monkeypatch).items():
        assert invariance(kernel) < 1e-12, name


def test_compiled_code_stands_the_check_of_every_step() -> None:
    found = chain(small(), {"NoisyCopy": citations.NoisyCopy}, "native", samples=50, check=True)
    assert found.samples == 50
