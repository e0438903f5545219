"""Slice sampling leaves the posterior as it is, broken copies do not, and models that it is not for are refused.

It cannot be enumerated. The written move is run on values that are drawn from a density in closed form, and these must
have the same law afterwards; and runs are compared with exact answers.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from scipy import stats

import noumena as nm
from noumena.model.diagnostics import BlogError
from noumena.moves.library import Slice
from noumena.moves.library.written import LibraryMove
from tests.moves.library.one_variable import Law, evenness
from tests.moves.library.trying import Edited, standard_errors, table_of

LINE = "random Real X ~ Gaussian(0, 1); random Real Y ~ Gaussian(X, 1); obs Y = 1.0; query X;"
RATE = "random Real X ~ Exponential(1); random Integer Y ~ Poisson(X); obs Y = 3; query X;"
BALLS = """
type Ball; type Draw; distinct Draw D1, D2; #Ball ~ UniformInt(1, 2);
random Real W(Ball b) ~ Gaussian(0, 1);
random Ball F(Draw d) ~ UniformChoice({b for Ball b});
random Real Seen(Draw d) ~ Gaussian(W(F(d)), 1);
obs Seen(D1) = 1.0; obs Seen(D2) = -0.5; query size({d for Draw d : F(d) == F(D1)});
"""


class _Two:
    """Half of the values around -3, half around 3."""

    def rvs(self, size: int, random_state: np.random.Generator) -> Any:
        return random_state.standard_normal(size) + np.where(random_state.random(size) < 0.5, -3.0, 3.0)

    def cdf(self, x: Any) -> Any:
        return (stats.norm.cdf(x - 3) + stats.norm.cdf(x + 3)) / 2


NORMAL = Law(stats.norm(), lambda x: -x * x / 2)
EXPONENTIAL = Law(stats.expon(), lambda x: -x if x > 0 else -math.inf)
TWO = Law(_Two(), lambda x: math.log(math.exp(-((x - 3) ** 2) / 2) + math.exp(-((x + 3) ** 2) / 2)))


@pytest.mark.parametrize("law", [NORMAL, EXPONENTIAL, TWO])
@pytest.mark.parametrize(("width", "steps"), [(1.0, 32), (0.4, 3), (9.0, 1)])
def test_it_leaves_a_density_as_it_is(law: Law, width: float, steps: int) -> None:
    """A false alarm for one seed of a million."""
    assert evenness(Slice("X", width, steps), LINE, law) > 1e-6


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("below = rng.integer(3)", "below = 0"),
        ("low = old - 0.4 * rng.uniform()", "low = old"),
        ("> level:\n                world", "> 2 * level:\n                world"),
        ("return -weight", "return 0.0"),
    ],
)
def test_broken_copies_do_not(old: str, new: str) -> None:
    assert evenness(Edited(Slice("X", 0.4, 3), old, new), LINE, EXPONENTIAL, steps=6) < 1e-6


def test_a_copy_that_shrinks_to_the_wrong_side_does_not() -> None:
    assert evenness(Edited(Slice("X", 9.0, 1), "if new < old", "if True"), LINE, TWO, number=2000) < 1e-6


def run(model: str, move: LibraryMove, samples: int, backend: str) -> Any:
    return nm.Model.from_text(model).infer(
        engine="mh", samples=samples, chains=2, thin=1, seed=4, backend=backend, workers=1, proposer=move
    )


@pytest.mark.parametrize(
    ("model", "move", "mean"),
    [(LINE, Slice("X", 1.0, share=1.0), 0.5), (RATE, Slice("X", 2.0, share=1.0), 2.0)],
)
def test_runs_agree_with_the_exact_answer(model: str, move: Slice, mean: float) -> None:
    """The mean lies within five standard errors: a false alarm for six seeds of ten million."""
    found = run(model, move, 500, "python")
    assert standard_errors(found["X"], mean) < 5
    assert found.acceptance[move.name] > 0.999


@pytest.mark.campaign
def test_a_compiled_run_on_objects_in_use_agrees_with_the_exact_answer() -> None:
    found = run(BALLS, Slice("W", 1.5), 20_000, "native")
    assert found.warnings == ()
    y, z = 1.0, -0.5
    same = 0.75 * math.exp(-(2 * y * y - 2 * y * z + 2 * z * z) / 6) / math.sqrt(3)
    different = 0.25 * math.exp(-(y * y + z * z) / 4) / 2
    assert standard_errors(found["size({d for Draw d : F(d) == F(D1)})"], 1 + same / (same + different)) < 5


DECIDES = """
random Real X ~ Gaussian(0, 1); random Real A ~ Gaussian(2, 1);
random Real Y ~ if X > 0 then Gaussian(A, 1) else Gaussian(0, 1); obs Y = 1.0; query X;
"""
SUM = "random Real X ~ Gaussian(0, 1); random Real Y ~ Gaussian(0, 1); obs X + Y = 1.0; query X;"
OWN = "write a proposer of your own for this model"
REFUSED = [
    (BALLS, Slice("F"), "the values of `F` are not reals but Ball", "those of Seen, W are"),
    (LINE, Slice("X", 0.0), "the width of an interval is 0.0", "it must be above 0"),
    (LINE, Slice("X", 1.0, 0), "an interval is at most 0 widths wide", "it must be 1 or more"),
    (
        DECIDES,
        Slice("X"),
        "the value of `X` may decide whether `A` is read, at model.blog:3:40, and could not be weighed",
        OWN,
    ),
    (
        SUM,
        Slice("X"),
        "the value of `X` may decide whether `X + Y` is read, at model.blog:1:65, and could not be weighed",
        OWN,
    ),
]


@pytest.mark.parametrize(("model", "move", "message", "hint"), REFUSED)
def test_what_it_is_not_for_is_told(model: str, move: Slice, message: str, hint: str) -> None:
    with pytest.raises(BlogError) as caught:
        move.text(table_of(model))
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.message, diagnostic.hint) == (f"{move.name}: {message}", hint)
