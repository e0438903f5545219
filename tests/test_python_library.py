"""Distributions and functions written in Python."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import noumena as nm
from noumena.model.values import Value


class Coin:
    """True with probability p."""

    def sample(self, rng: np.random.Generator, p: float) -> bool:
        return bool(rng.random() < p)

    def log_prob(self, value: bool, p: float) -> float:
        return math.log(p if value else 1 - p)

    def support(self, p: float) -> list[bool]:
        return [False, True]


class Bell:
    """A normal density around a mean, with nothing annotated."""

    def sample(self, rng, mean):  # type: ignore[no-untyped-def]  # users need not annotate
        return rng.normal(mean, 1.0)

    def log_prob(self, value, mean):  # type: ignore[no-untyped-def]  # as above
        return -0.5 * (value - mean) ** 2 - 0.5 * math.log(2 * math.pi)


class Letters:
    """A string of n letters, made with bracketed parameters."""

    def __init__(self, alphabet: str = "ab", length: int = 2) -> None:
        self.alphabet, self.length = alphabet, length

    def sample(self, rng: np.random.Generator) -> str:
        return "".join(rng.choice(list(self.alphabet), self.length))

    def log_prob(self, value: str) -> float:
        return -self.length * math.log(len(self.alphabet)) if len(value) == self.length else -math.inf


class Broken:
    """Raises in everything it does."""

    def sample(self, rng: np.random.Generator) -> float:
        raise KeyError("oops")

    def log_prob(self, value: float) -> str:
        return "much"


def infer(text: str, **options: Any) -> nm.Posterior:
    settings = {key: options.pop(key) for key in ("engine", "samples") if key in options}
    return nm.Model.from_text(text, **options).infer(**settings)


def test_a_distribution_with_support_is_enumerated() -> None:
    posterior = infer("random Boolean X ~ Coin(0.25); query X;", distributions={"Coin": Coin}, engine="exact")
    assert posterior["X"].probability(True) == pytest.approx(0.25)


def test_an_instance_serves_as_well_as_a_class() -> None:
    posterior = infer("random Boolean X ~ Coin(0.25); query X;", distributions={"Coin": Coin()}, engine="exact")
    assert posterior["X"].probability(True) == pytest.approx(0.25)


def test_reals_have_a_density_without_saying_so() -> None:
    # An atom at 0 beats a density there, as with built-in distributions.
    text = "random Boolean B ~ BooleanDistrib(0.5); random Real Y ~ if B then Bell(0.0) else 0.0; obs Y = 0.0; query B;"
    for engine in ("exact", "lw"):
        posterior = infer(text, distributions={"Bell": Bell}, engine=engine, samples=200)
        assert posterior["B"].probability(True) == 0.0


def test_bracketed_parameters_make_the_distribution() -> None:
    text = 'random String S ~ Letters["xyz", 4]; random Integer N ~ length(S); query N;'
    posterior = infer(text, distributions={"Letters": Letters}, engine="lw", samples=20)
    assert posterior["N"].probability(4) == pytest.approx(1.0)


def test_bracketed_parameters_that_do_not_fit_are_refused() -> None:
    with pytest.raises(nm.BlogError, match="`Letters` cannot be made with these parameters"):
        infer('random String S ~ Letters["xyz", 4, 5]; query S;', distributions={"Letters": Letters})
    with pytest.raises(nm.BlogError, match="only a class can be made with parameters"):
        infer('random String S ~ Letters["xyz", 4]; query S;', distributions={"Letters": Letters()})


def test_a_distribution_inside_an_expression_uses_its_annotation() -> None:
    text = "random Boolean X ~ !Coin(0.25); query X;"
    assert infer(text, distributions={"Coin": Coin}, engine="exact")["X"].probability(True) == pytest.approx(0.75)


def test_a_value_of_another_type_is_refused() -> None:
    with pytest.raises(nm.RunError, match=r"N ~ Letters: the value = .* but it must be Integer"):
        infer("random Integer N ~ Letters; query N;", distributions={"Letters": _Untyped}, engine="lw")


class _Untyped:
    """Gives a string where an integer is needed."""

    def sample(self, rng):  # type: ignore[no-untyped-def]  # its type is to be found out
        return "ab"

    def log_prob(self, value):  # type: ignore[no-untyped-def]  # as above
        return 0.0


def test_what_python_code_raises_is_told_as_its_error() -> None:
    with pytest.raises(nm.RunError, match=r"x ~ Broken: the Python code raised KeyError: 'oops'"):
        infer("random Real x ~ Broken; query x;", distributions={"Broken": Broken})
    with pytest.raises(nm.RunError, match=r'log_prob = "much" but it must be a number'):
        infer("random Real x ~ Broken; obs x = 1.0; query x;", distributions={"Broken": Broken}, engine="lw")


def test_a_class_without_the_methods_is_refused() -> None:
    with pytest.raises(nm.BlogError, match="the Python distribution `D` has no method `sample`"):
        infer("random Real x ~ D; query x;", distributions={"D": object})


def norm(x: float, y: float) -> float:
    return math.hypot(x, y)


def test_a_function_takes_its_types_from_annotations() -> None:
    posterior = infer("random Integer n ~ UniformInt(3, 3); query Norm(n, 4);", functions={"Norm": norm})
    assert posterior["Norm(n, 4)"].mean == 5.0


def test_a_function_without_annotations_is_taken_at_its_word() -> None:
    def twice(x):  # type: ignore[no-untyped-def]  # what the test is about
        return 2 * x

    text = "random Integer n ~ UniformInt(1, 2); random Integer m ~ Twice(n); query m;"
    assert infer(text, functions={"Twice": twice})["m"].probability(4) == pytest.approx(0.5)
    with pytest.raises(nm.BlogError, match=r"the type of `Twice\(n\)` is not known"):
        infer("random Integer n ~ UniformInt(1, 2); query Twice(n) + 1;", functions={"Twice": twice})


def test_a_function_that_raises_is_told_where_it_was_called() -> None:
    def fails(x: int) -> int:
        raise RuntimeError("no")

    with pytest.raises(nm.RunError, match=r"<text>:2:7: error: the Python function `F` raised RuntimeError: no"):
        infer("random Integer n ~ UniformInt(1, 2);\nquery F(n);", functions={"F": fails})


def test_a_function_gets_arrays_and_gives_matrices() -> None:
    def spread(values: Value) -> np.ndarray:
        return np.array([[min(values), max(values)]], dtype=float)

    text = "random RealMatrix M ~ Spread([3, 1, 2]); query M[1];"
    assert infer(text, functions={"Spread": spread})["M[1]"].mean == 3.0


def test_what_is_not_callable_is_refused() -> None:
    with pytest.raises(nm.BlogError, match="the Python function `F` is not callable"):
        infer("query 1 == 1;", functions={"F": 3})
