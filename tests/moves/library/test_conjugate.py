"""A conjugate draw is one from the posterior, broken copies are not, and models that are not conjugate are refused.

It cannot be enumerated. The written move is run on a density in closed form, and all values must have that law after
one step from anywhere; and runs are compared with exact answers.
"""

from __future__ import annotations

import math
from typing import Any

import pytest
from scipy import stats

import noumena as nm
from noumena.inference.move_check import check_move
from noumena.model.diagnostics import BlogError, RunError
from noumena.moves.library import Conjugate
from noumena.moves.mixture import Part
from tests.asking import problem
from tests.moves.library.one_variable import Law, evenness
from tests.moves.library.trying import Edited, standard_errors, table_of

NORMAL = """
random Real X ~ Gaussian(1, 4); random Real Y ~ Gaussian(2 * X - 1, 2); random Real Z ~ Gaussian(X / 3, 1);
obs Y = 2.5; obs Z = -0.5; query X;
"""
GAMMA = """
random Real X ~ Gamma(2, 1); random Integer N ~ Poisson(3 * X); random Real T ~ Exponential(X);
random Real G ~ Gamma(2, X / 2); random Real P ~ PrecisionGaussian(0.5, X);
obs N = 4; obs T = 0.7; obs G = 1.1; obs P = 1.5; query X;
"""
BETA = """
random Real X ~ Beta(2, 3); random Boolean C ~ BooleanDistrib(X); random Integer B ~ Binomial(8, X);
random Integer G ~ Geometric(1 - X); random Integer W ~ NegativeBinomial(2, X);
obs C = true; obs B = 6; obs G = 2; obs W = 1; query X;
"""
NUMBER = "type Ball; random Real X ~ Exponential(1); #Ball ~ Poisson(X); obs size({b for Ball b}) = 4; query X;"
SHARE = """
type Coin; distinct Coin A, B; random Real X(Coin c) ~ UniformReal(0, 1);
random Boolean Up(Coin c) ~ BooleanDistrib(X(c)); obs Up(A) = true; obs Up(B) = false; query X(A);
"""
WALK = """
type Step; distinct Step S[3];
random Real X(Step s) ~ if s == S[0] then Gaussian(0, 1)
  else if s == S[1] then Gaussian(X(S[0]), 1) else Gaussian(X(S[1]), 1);
random Real Y ~ Gaussian(X(S[2]), 1); obs Y = 4.0; query X(S[0]);
"""
SAME = "size({d for Draw d : F(d) == F(D1)})"
BALLS = f"""
type Ball; type Draw; distinct Draw D1, D2; #Ball ~ UniformInt(1, 2); random Real Mu ~ Gaussian(0, 0.5);
random Real W(Ball b) ~ Gaussian(Mu, 0.5);
random Ball F(Draw d) ~ UniformChoice({{b for Ball b}});
random Real Seen(Draw d) ~ Gaussian(W(F(d)), 1);
obs Seen(D1) = 1.0; obs Seen(D2) = -0.5; query {SAME};
"""


NARROW = Law(stats.norm(3.0, 0.2), lambda x: -12.5 * (x - 3.0) ** 2)
POSITIVE = Law(stats.gamma(4.5, scale=0.2), lambda x: 3.5 * math.log(x) - 5.0 * x)
STEEP = Law(stats.gamma(0.4, scale=2.0), lambda x: -0.6 * math.log(x) - 0.5 * x)
PART = Law(stats.beta(3.0, 0.6), lambda x: 2.0 * math.log(x) - 0.4 * math.log(1.0 - x))


@pytest.mark.parametrize(
    ("model", "law", "start"),
    [(NORMAL, NARROW, -5.0), (GAMMA, POSITIVE, 9.0), (GAMMA, STEEP, 0.1), (BETA, PART, 0.1)],
)
def test_one_step_gives_a_draw_from_the_law(model: str, law: Law, start: float) -> None:
    """A false alarm for one seed of a million."""
    assert evenness(Conjugate("X"), model, law, steps=1, start=start) > 1e-6


WRONG = [
    (NORMAL, NARROW, "return curve / 2.0 * (", "return -curve / 2.0 * ("),
    (NORMAL, NARROW, "mean + rng.normal()", "mean + 2.0 * rng.normal()"),
    (GAMMA, POSITIVE, " - rate * (old - new)", ""),
    (GAMMA, POSITIVE, "(shape - 1.0) * math.log(old / new)", "shape * math.log(old / new)"),
    (BETA, PART, " + b * math.log((1.0 - old) / (1.0 - new))", ""),
]


@pytest.mark.parametrize(("model", "law", "old", "new"), WRONG)
def test_broken_copies_do_not(model: str, law: Law, old: str, new: str) -> None:
    assert evenness(Edited(Conjugate("X"), old, new), model, law, steps=3) < 1e-6


def run(model: str, move: Part, samples: int, backend: str) -> Any:
    return nm.Model.from_text(model).infer(
        engine="mh", samples=samples, chains=2, thin=1, seed=4, backend=backend, workers=1, proposer=move
    )


PRECISION = 1 / 4 + 4 / 2 + 1 / 9


@pytest.mark.parametrize(
    ("model", "query", "mean"),
    [
        (NORMAL, "X", (1 / 4 + 2 * 3.5 / 2 - 0.5 / 3) / PRECISION),
        (GAMMA, "X", (2 + 4 + 1 + 2 + 0.5) / (1 + 3 + 0.7 + 0.55 + 0.5)),
        (BETA, "X", 12 / 20),
        (NUMBER, "X", 5 / 2),
        (SHARE, "X(A)", 2 / 3),
        (WALK, "X(S[0])", 1.0),
    ],
)
def test_runs_agree_with_the_exact_answer_and_all_is_accepted(model: str, query: str, mean: float) -> None:
    """The mean lies within five standard errors: a false alarm for six seeds of ten million."""
    move = Conjugate("X", share=1.0)
    found = run(model, move, 400, "python")
    assert standard_errors(found[query], mean) < 5
    assert found.acceptance[move.name] > 0.999


def test_a_law_that_is_not_fitted_well_is_still_right_but_not_always_accepted() -> None:
    edited = Edited(Conjugate("X"), "mean = 1.0 - (third", "mean = 1.05 - (third", share=1.0)
    assert evenness(edited, NORMAL, NARROW) > 1e-6
    assert run(NORMAL, edited, 400, "python").acceptance[edited.name] < 0.999


@pytest.mark.campaign
def test_a_compiled_run_on_objects_in_use_agrees_with_the_exact_answer() -> None:
    move = nm.moves.Mixture([Conjugate("W"), Conjugate("Mu"), nm.moves.Defaults()])
    found = run(BALLS, move, 20_000, "native")
    y, z = 1.0, -0.5
    weights = []
    for prior, shared in ((0.75, 1.0), (0.25, 0.5)):
        # Both values have variance 2, and covariance 1 if they are of one ball, 1/2 (that of Mu) if not.
        determinant = 4.0 - shared**2
        square = (2 * y * y - 2 * shared * y * z + 2 * z * z) / determinant
        weights.append(prior * math.exp(-square / 2) / math.sqrt(determinant))
    assert found.warnings == ()
    assert min(found.acceptance[f"Conjugate({f})"] for f in ("W", "Mu")) > 0.999
    assert standard_errors(found[SAME], 1 + weights[0] / sum(weights)) < 5


MEAN = "it may be in the mean of a Gaussian, by + - * /; else use Slice or Drift"
ARRAY = """
random RealMatrix P ~ Dirichlet([1.0, 1.0]); random Real X ~ Gaussian(0, 1); random Integer K ~ Discrete(P);
random Real Y ~ Gaussian(X, 1); obs Y = 0.0; query K;
"""
REFUSED = [
    (
        "random Real X ~ Laplace(0, 1); random Real Y ~ Gaussian(X, 1); obs Y = 1.0; query X;",
        "X",
        "the prior of `X`, at model.blog:1:17, is of no conjugate family",
        "it must be Gaussian, Gamma, Exponential, Beta or UniformReal(0, 1); else use Slice or Drift",
    ),
    (
        "random Real X ~ Gaussian(0, 1); random Real Y ~ Gaussian(X * X, 1); obs Y = 1.0; query X;",
        "X",
        "`Y` depends on `X`, at model.blog:1:49, in a way that is not conjugate",
        MEAN,
    ),
    (
        "random Real X ~ Gaussian(0, 1); random Real Y ~ if X > 0 then Gaussian(X, 1) else Gaussian(0, 1);"
        " obs Y = 1.0; query X;",
        "X",
        "`Y` depends on `X`, at model.blog:1:52, in a way that is not conjugate",
        MEAN,
    ),
    (
        "random Real X ~ Gamma(1, 1); random Real Y ~ Gaussian(0, X); obs Y = 1.0; query X;",
        "X",
        "`Y` depends on `X`, at model.blog:1:46, in a way that is not conjugate",
        "it may be the rate of a Poisson, Exponential or Gamma, or a precision, times a factor;"
        " else use Slice or Drift",
    ),
    (
        "random Real X ~ Beta(1, 1); random Integer Y ~ Poisson(X); obs Y = 1; query X;",
        "X",
        "`Y` depends on `X`, at model.blog:1:48, in a way that is not conjugate",
        "it may be the probability of BooleanDistrib, Bernoulli, Binomial, Geometric and the like;"
        " else use Slice or Drift",
    ),
    (
        "random Real X ~ Gaussian(0, 1); random Real Y ~ Gaussian(0, 1); obs X + Y = 1.0; query X;",
        "X",
        "the evidence depends on `X`, at model.blog:1:65, in a way that is not conjugate",
        MEAN,
    ),
    (ARRAY, "K", "the values of `K` are not reals but Integer", "those of X, Y are"),
]


@pytest.mark.parametrize(("model", "function", "message", "hint"), REFUSED)
def test_what_it_is_not_for_is_told(model: str, function: str, message: str, hint: str) -> None:
    with pytest.raises(BlogError) as caught:
        Conjugate(function).text(table_of(model))
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.message, diagnostic.hint) == (f"Conjugate({function}): {message}", hint)


def test_check_move_tells_that_a_model_of_few_values_is_not_conjugate() -> None:
    stated = problem(NORMAL)
    with pytest.raises(RunError) as caught:
        check_move(stated, Conjugate("X"), proof="exact")
    assert caught.value.diagnostic.message.startswith(
        "the move is not for the smaller model: Conjugate(X): the prior of `X`, at model.blog:2:17, is of no conjugate"
    )
    assert caught.value.diagnostic.hint == "check the move on a smaller model of the same shape"
    assert check_move(stated, Conjugate("X"), replicas=100, rounds=2).proof == "joint distribution"
