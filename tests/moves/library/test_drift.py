"""Drift leaves the posterior as it is, broken copies do not, and models that it is not for are refused.

Normal steps cannot be enumerated. Given z, a step from x to x′ is a map that -z undoes, so that it is right if the
returned ln q is ln |dx′/dx|, which is tested; and runs are compared with exact answers.
"""

from __future__ import annotations

import math
from typing import Any

import pytest

import noumena as nm
from noumena.model.diagnostics import BlogError
from noumena.moves.library import Drift
from noumena.moves.library.written import LibraryMove
from tests.moves.library.trying import Edited, standard_errors, table_of

LINE = "random Real X ~ Gaussian(0, 1); random Real Y ~ Gaussian(X, 1); obs Y = 1.0; query X;"
RATE = "random Real X ~ Exponential(1); random Integer Y ~ Poisson(X); obs Y = 3; query X;"
SHARE = "random Real X ~ UniformReal(0, 1); random Integer Y ~ Binomial(8, X); obs Y = 6; query X;"
SIDES = """
type Side; distinct Side A, B; random Real X(Side s, Side t) ~ Gaussian(0, 1);
random Real Y ~ Gaussian(X(A, B) - X(B, A), 1); obs Y = 1.5; query X(A, B);
"""
QUERY = "size({d for Draw d : F(d) == F(D1)})"
BALLS = f"""
type Ball; type Draw; distinct Draw D1, D2; #Ball ~ UniformInt(1, 2);
random Real W(Ball b) ~ Gaussian(0, 1);
random Ball F(Draw d) ~ UniformChoice({{b for Ball b}});
random Real Seen(Draw d) ~ Gaussian(W(F(d)), 1);
obs Seen(D1) = 1.0; obs Seen(D2) = -0.5; query {QUERY};
"""


WITH_GUARANTEED = BALLS.replace("#Ball", "distinct Ball G; #Ball")
SUM = "random Real X ~ Gaussian(0, 1); random Real Y ~ Gaussian(0, 1); obs X + Y = 1.0; query X;"


def probability_of_same(prior: float) -> float:
    """That both draws of BALLS are of one ball, by its prior: the weights are integrated out."""
    y, z = 1.0, -0.5
    same = math.exp(-(2 * y * y - 2 * y * z + 2 * z * z) / 6) / math.sqrt(3)
    different = math.exp(-(y * y + z * z) / 4) / 2
    return prior * same / (prior * same + (1 - prior) * different)


RUNS: list[tuple[str, LibraryMove, str, float]] = [
    (LINE, Drift("X", 1.0, share=1.0), "X", 0.5),
    (RATE, Drift("X", 0.8, on="log", share=1.0), "X", 2.0),
    (SHARE, Drift("X", 1.0, bounds=(0, 1), share=1.0), "X", 0.7),
    (SIDES, Drift("X", 1.0, share=1.0), "X(A, B)", 0.5),
    (SUM, Drift("X", 1.0, share=1.0), "X", 0.5),
    (WITH_GUARANTEED, Drift("W", 1.0), QUERY, 1 + probability_of_same(5 / 12)),
]


def run(model: str, move: LibraryMove, query: str, samples: int, backend: str) -> Any:
    return nm.Model.from_text(model).infer(
        engine="mh", samples=samples, chains=2, thin=1, seed=4, backend=backend, workers=1, proposer=move
    )[query]


@pytest.mark.parametrize(("model", "move", "query", "mean"), RUNS)
def test_runs_agree_with_the_exact_answer(model: str, move: LibraryMove, query: str, mean: float) -> None:
    """The mean lies within five standard errors: a false alarm for six seeds of ten million."""
    assert standard_errors(run(model, move, query, 3000, "python"), mean) < 5


@pytest.mark.parametrize(
    ("model", "move", "old", "new", "mean"),
    [
        (RATE, RUNS[1][1], "return math.log(new / old)", "return 0.0", 2.0),
        (RATE, RUNS[1][1], "return math.log(new / old)", "return math.log(old / new)", 2.0),
        (SHARE, RUNS[2][1], " + math.log((1.0 - new) / above)", "", 0.7),
    ],
)
def test_broken_copies_do_not(model: str, move: LibraryMove, old: str, new: str, mean: float) -> None:
    assert standard_errors(run(model, Edited(move, old, new, share=1.0), "X", 3000, "python"), mean) > 6


@pytest.mark.campaign
def test_a_compiled_run_on_objects_in_use_agrees_with_the_exact_answer() -> None:
    move = Drift("W", 1.0)
    assert standard_errors(run(BALLS, move, QUERY, 20_000, "native"), 1 + probability_of_same(3 / 4)) < 5


class _One:
    """One variable, which a move sees as a function, as the world and as random numbers."""

    def __init__(self, x: float, z: float) -> None:
        self.X, self._x, self._z = self, x, z

    def free(self) -> bool:
        return True

    def __getitem__(self, index: object) -> float:
        return self._x

    def __setitem__(self, index: object, value: float) -> None:
        self._x = value

    def normal(self) -> float:
        return self._z

    def scale(self) -> float:
        return 1.0


def stepped(move: LibraryMove, model: str, x: float, z: float) -> tuple[float, float]:
    """Where a step leads, and ln q."""
    one = _One(x, z)
    log_q = move.proposer(table_of(model)).propose(one, one)
    return one[()], log_q


@pytest.mark.parametrize(
    ("move", "model"),
    [
        (Drift("X", 0.7), LINE),
        (Drift("X", 0.7, on="log"), RATE),
        (Drift("X", 0.7, bounds=(0, 1)), SHARE),
        (Drift("X", 0.7, bounds=(-2, 3.5)), LINE),
    ],
)
@pytest.mark.parametrize("z", [-1.3, 0.4])
@pytest.mark.parametrize("x", [0.2, 0.9])
def test_a_step_is_undone_by_the_opposite_one_and_pays_its_jacobian(
    move: Drift, model: str, x: float, z: float
) -> None:
    there, log_q = stepped(move, model, x, z)
    back, log_back = stepped(move, model, there, -z)
    assert back == pytest.approx(x, abs=1e-12)
    assert log_back == pytest.approx(-log_q, abs=1e-12)
    h = 1e-5
    slope = (stepped(move, model, x + h, z)[0] - stepped(move, model, x - h, z)[0]) / (2 * h)
    assert math.exp(log_q) == pytest.approx(slope, rel=1e-8)


@pytest.mark.parametrize(("move", "x"), [(Drift("X", 1.0, on="log"), -0.5), (Drift("X", 1.0, bounds=(0, 1)), 1.5)])
def test_what_is_out_of_range_stays(move: Drift, x: float) -> None:
    assert stepped(move, LINE, x, 0.5) == (x, nm.REJECT)


ABSTRACT = "the move is for guaranteed objects, or one object of an abstract type"
BY_PLACE = "random Real X(Integer i) ~ Gaussian(0, 1); random Real Y ~ Gaussian(X(1), 1); obs Y = 1.0; query Y;"
DEPENDS = BALLS.replace("UniformChoice({b for Ball b});", "if W(A) > 0 then UniformChoice({b for Ball b});").replace(
    "random Real Seen", "random Ball A ~ UniformChoice({b for Ball b}); random Real Seen"
)
REFUSED = [
    (
        "m03_citations",
        Drift("Title", 1.0),
        "the values of `Title` are not reals but Boolean",
        "no function has reals as its values",
    ),
    (BALLS, Drift("F", 1.0), "the values of `F` are not reals but Ball", "those of Seen, W are"),
    (LINE, Drift("Y", 1.0), "`Y` is evidence, which no move may change", None),
    (LINE, Drift("X", 0.0), "the scale of a step is 0.0", "it must be above 0"),
    (LINE, Drift("X", 1.0, on="exp"), "there is no scale `exp`", 'write on="log", bounds=(low, high) or neither'),
    (
        LINE,
        Drift("X", 1.0, on="log", bounds=(0, 1)),
        'the step is to be both on="log" and between bounds',
        "choose one of them",
    ),
    (LINE, Drift("X", 1.0, bounds=(1, 0)), "the bounds are 1 and 0", "the lower one comes first, and both are finite"),
    (BY_PLACE, Drift("X", 1.0), "`X` is a function of Integer, and its variables cannot be counted", ABSTRACT),
    (
        DEPENDS,
        Drift("W", 1.0),
        "the value of `W` decides what becomes of the variables of `F`, and the move could not count them",
        "write a proposer of your own for this model",
    ),
]


@pytest.mark.parametrize(("model", "move", "message", "hint"), REFUSED)
def test_what_it_is_not_for_is_told(model: str, move: Drift, message: str, hint: str | None) -> None:
    with pytest.raises(BlogError) as caught:
        move.text(table_of(model))
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.message, diagnostic.hint) == (f"{move.name}: {message}", hint)
