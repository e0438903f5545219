"""How tests load models and compare answers with exact ones."""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np

from noumena.distributions import BUILT_IN
from noumena.inference.result import Marginal
from noumena.language.load import Loaded, load
from noumena.model.model import Problem
from noumena.model.source import SourceFile
from noumena.model.values import Bag, Value
from tests.oracles.brute_force import MODEL_FOLDER


def loaded(text: str, **parameters: Value) -> Loaded:
    """A model from text."""
    return load([SourceFile("model.blog", text)], BUILT_IN, parameters=parameters)


def problem(text: str, **parameters: Value) -> Problem:
    """The problem that a text states."""
    return loaded(text, **parameters).problem()


def model_problem(name: str) -> Problem:
    """The problem of a file in `tests/models`."""
    path = MODEL_FOLDER / f"{name}.blog"
    return load([SourceFile(path.name, path.read_text(encoding="utf-8"))], BUILT_IN).problem()


def plain(value: Value) -> object:
    """A value as the oracles write it: objects by name, sets as sorted tuples."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, Bag):
        return tuple(sorted((plain(x) for x in value), key=str))
    if type(value) is tuple:
        return tuple(plain(x) for x in value)
    return str(value)


def distribution(marginal: Marginal) -> dict[object, float]:
    """The probability of each value of a marginal."""
    found: dict[object, float] = {}
    for value, weight in zip(marginal.values, marginal.weights, strict=True):
        found[plain(value)] = found.get(plain(value), 0.0) + float(weight)
    return found


def largest_error(found: Mapping[object, float], exact: Mapping[object, float]) -> float:
    """The largest difference between two distributions."""
    return max(abs(found.get(v, 0.0) - exact.get(v, 0.0)) for v in {*found, *exact})


def deviations(marginal: Marginal, exact: Mapping[object, float]) -> dict[object, tuple[float, float]]:
    """For each value the error in standard errors, and the standard error, of a weighted sample.

    The standard error of a self-normalised estimate is sqrt(Σ w² (1[v] - p)²), with the exact p in place of the
    estimate, so that a value that was never drawn is judged too. A floor of 3/N keeps a value whose expected count is
    below one from counting as a deviation.
    """
    values = [plain(v) for v in marginal.values]
    weights = marginal.weights
    found = distribution(marginal)
    result: dict[object, tuple[float, float]] = {}
    for value in {*found, *exact}:
        p = exact.get(value, 0.0)
        is_value = np.array([v == value for v in values], dtype=float)
        spread = float(np.sum(weights**2 * (is_value - p) ** 2))
        kish = float(np.sum(weights**2))
        error = max(math.sqrt(spread), math.sqrt(p * (1 - p) * kish), kish)
        result[value] = ((found.get(value, 0.0) - p) / error, error)
    return result
