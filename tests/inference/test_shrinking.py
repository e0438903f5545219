"""Models are made so small that moves on them can be enumerated, and it is told what was replaced."""

from __future__ import annotations

import importlib.util
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from noumena.distributions import BUILT_IN
from noumena.inference.few_values import FewValues, typical
from noumena.inference.fewer_objects import fewer_objects, with_elements
from noumena.inference.move_check import check_move
from noumena.inference.shrinking import Shrunken, shrink
from noumena.model.diagnostics import RunError
from noumena.model.expressions import Constant, RandomCall
from noumena.model.types import INTEGER, REAL, STRING
from noumena.moves.proposer import Proposer
from tests.asking import problem
from tests.moves.proposers import StepNumber

PAGE = Path(__file__).parents[2] / "docs" / "tutorials" / "write-a-proposer.md"

URN = """
type Ball; type Draw; type Color; distinct Color Blue, Green; distinct Draw D[10];
#Ball ~ Poisson(6);
random Color Paint(Ball b) ~ Categorical({Blue -> 0.5, Green -> 0.5});
random Ball Drawn(Draw d) ~ UniformChoice({b for Ball b});
random Color Seen(Draw d) ~ case Paint(Drawn(d)) in {
  Blue -> Categorical({Blue -> 0.8, Green -> 0.2}), Green -> Categorical({Blue -> 0.2, Green -> 0.8})};
obs Seen(d) = Blue for Draw d;
"""
MIXTURE = """
type Cluster; type Point; distinct Point P[8];
#Cluster ~ Poisson(2);
random Real Mean(Cluster c) ~ Gaussian(0, 4);
random Cluster Of(Point p) ~ UniformChoice({c for Cluster c});
random Real X(Point p) ~ if Of(p) != null then Gaussian(Mean(Of(p)), 1);
obs X(P[0]) = 1.5; obs X(P[1]) = -0.5; obs X(P[2]) = 1.25; obs X(P[3]) = -40.0;
obs X(P[4]) = 1.5; obs X(P[5]) = -0.5; obs X(P[6]) = 1.25; obs X(P[7]) = -40.0;
"""
COUNTS = """
type T; distinct T A, B;
random Integer K(T t) ~ Poisson(50);
random Integer N ~ UniformInt(1, 1000);
random Integer L(T t) ~ Poisson(K(t) + N);
obs L(A) = 620; obs K(B) = 300;
"""
BLIPS = """
type Plane; type Blip; origin Plane Source(Blip);
#Plane ~ Poisson(2);
#Blip(Source = a) ~ Poisson(1 + size({b for Plane b}));
#Blip ~ NegativeBinomial(2, Beta(1, 2));
obs {b for Blip b} = {b1, b2, b3, b4};
"""


def small(text: str, most: int = 3) -> Shrunken:
    """A text made smaller."""
    return shrink(with_elements(problem(text)), most)


def without_values(words: tuple[str, ...]) -> list[str]:
    """What was replaced, without values that depend on how random numbers are made."""
    return [re.sub(r"(?<=the values ).*(?= only)", "…", text) for text in words]


class Redraw(Proposer):
    """Leaves the cluster of a point to the engine (`MIXTURE`)."""

    def propose(self, world: Any, rng: Any) -> float:
        """Any point."""
        world.Of.resample(rng.integer(world.Point.number))
        return 0.0


class SwapMeans(Proposer):
    """Swaps the means of two clusters (`MIXTURE`)."""

    def propose(self, world: Any, rng: Any) -> float:
        """They stay what they are."""
        used = world.Cluster.used.number
        c, d = world.Cluster.used[rng.integer(used)], world.Cluster.used[rng.integer(used)]
        world.Mean[c], world.Mean[d] = world.Mean[d], world.Mean[c]
        return 0.0


class CopyMean(Proposer):
    """Gives a cluster the mean of another one (`MIXTURE`)."""

    def propose(self, world: Any, rng: Any) -> float:
        """There is no way back."""
        used = world.Cluster.used.number
        c, d = world.Cluster.used[rng.integer(used)], world.Cluster.used[rng.integer(used)]
        world.Mean[c] = world.Mean[d]
        return 0.0


class RedrawX(Proposer):
    """Leaves X to the engine."""

    def propose(self, world: Any, rng: Any) -> float:
        """Whatever X is."""
        world.X.resample()
        return 0.0


class RedrawV(Proposer):
    """Leaves V to the engine."""

    def propose(self, world: Any, rng: Any) -> float:
        """Whatever V is."""
        world.V.resample()
        return 0.0


class StepX(Proposer):
    """Moves X by a step of fixed length."""

    def propose(self, world: Any, rng: Any) -> float:
        """Up or down."""
        world.X[()] += 0.1 if rng.flip(0.5) else -0.1
        return 0.0


def test_vectors_take_values_that_were_drawn() -> None:
    text = """random RealMatrix V ~ MultivarGaussian([0.0, 1.0], [1.0, 0.0; 0.0, 2.0]);
    random Boolean Z ~ BooleanDistrib(if V[0] > 0 then 0.3 else 0.2); obs Z = true;"""
    report = check_move(problem(text), RedrawV())
    assert report.right
    assert report.states == 3


def test_a_step_that_leaves_the_values_shows_nothing() -> None:
    text = "random Real X ~ Gaussian(0, 1); random Real Y ~ Gaussian(X, 1); obs Y = 0.5;"
    report = check_move(problem(text), StepX(), proof="exact")
    assert not report.right
    assert "; other values than those above have probability 0 here" in str(report)


def test_an_urn_with_ten_draws_becomes_small() -> None:
    found = small(URN)
    assert found.replaced == (
        "of the 10 objects of type Draw only D[0] to D[2]",
        "3 of 10 observations, those about objects that are left",
        "#Ball ~ Poisson(6) has the values 0, 1, 2, 3 only",
    )
    assert [made.name for made in found.problem.model.types["Draw"].guaranteed] == ["D[0]", "D[1]", "D[2]"]
    report = check_move(problem(URN), StepNumber())
    assert report.replaced == found.replaced
    assert report.right
    assert report.states == 38


def page_of_moves(path: Path, leave_out: str = "") -> Any:
    """The model and the proposer of the tutorial, without some line."""
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    path.write_text("\n".join(blocks[:2]).replace(leave_out, ""), encoding="utf-8")
    specification = importlib.util.spec_from_file_location("page_of_moves", path)
    assert specification is not None
    assert specification.loader is not None
    page = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(page)
    return page


def test_the_tutorial_prints_what_is_found(tmp_path: Path) -> None:
    right, wrong = re.findall(r"```text\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    page = page_of_moves(tmp_path / "right.py")
    rounding = re.compile(r"\d\.?\d*e-\d+")
    report = str(check_move(page.model.problem(), page.SplitMerge(0.8)))
    assert rounding.sub("…", report) == rounding.sub("…", right.rstrip())
    page = page_of_moves(tmp_path / "wrong.py", "            world.Paint.remove(other)\n")
    assert wrong in str(check_move(page.model.problem(), page.SplitMerge(0.8)))


def test_a_mixture_of_gaussians_becomes_finite() -> None:
    found = small(MIXTURE)
    assert without_values(found.replaced) == [
        "of the 8 objects of type Point only P[0] to P[2]",
        "3 of 8 observations, those about objects that are left",
        "Mean ~ Gaussian(0, 4) has the values … only",
        "#Cluster ~ Poisson(2) has the values … only",
    ]
    assert check_move(problem(MIXTURE), Redraw()).right
    assert check_move(problem(MIXTURE), SwapMeans()).right
    mistake = check_move(problem(MIXTURE), CopyMean()).mistake
    assert mistake is not None
    assert mistake.kind == "no way back"


def test_counts_have_a_few_neighbouring_values_and_evidence_takes_one() -> None:
    found = small(COUNTS)
    assert without_values(found.replaced) == [
        "K ~ Poisson(50) has the values … only",
        "N ~ UniformInt(1, 1000) has the values … only",
        "L ~ Poisson(K(t) + N) has the values … only",
    ]
    of_k, of_n, of_l = ([int(n) for n in re.findall(r" (\d+)(?=,| only)", text)] for text in found.replaced)
    assert (of_k[2], of_l[2]) == (300, 620)  # the evidence
    assert of_k[1] - of_k[0] == 1
    assert of_n == [of_n[0], of_n[0] + 1, of_n[0] + 2]


def test_evidence_takes_the_nearest_value_that_is_left() -> None:
    text = """random Real X(Integer i) ~ Gaussian(0, 1);
    obs X(1) = 1.5; obs X(2) = 2.5; obs X(3) = 3.5; obs X(4) = 9.0;"""
    found = small(text)
    assert found.replaced == (
        "X ~ Gaussian(0, 1) has the values 1.5, 2.5, 3.5 only",
        "obs X(4) = 3.5 instead of 9.0",
    )
    assert [e.value for e in found.problem.evidence] == [1.5, 2.5, 3.5, 3.5]


def test_as_many_objects_as_are_observed_may_exist() -> None:
    beta, *numbers = small(BLIPS).replaced
    assert without_values((beta,)) == ["inside #Blip ~ Beta(1, 2) has the values … only"]
    assert numbers == [
        "#Plane ~ Poisson(2) has the values 0, 1, 2, 3 only",
        "#Blip ~ Poisson(1 + size({b for Plane b})) has the values 0, 1, 2, 3, 4 only",
        "#Blip ~ NegativeBinomial(2, Beta(1, 2)) has the values 0, 1, 2, 3, 4 only",
    ]


def test_numbers_begin_where_their_distribution_does() -> None:
    text = (
        "type Ball; #Ball ~ UniformInt(5, 90); random Ball B ~ UniformChoice({b for Ball b}); obs (B != null) = true;"
    )
    assert small(text).replaced == ("#Ball ~ UniformInt(5, 90) has the values 5, 6, 7 only",)


def test_objects_that_the_model_names_are_kept() -> None:
    text = """type T; distinct T A[6]; random Boolean F(T t) ~ BooleanDistrib(if t == A[4] then 0.3 else 0.6);
    obs F(A[0]) = true; obs F(A[5]) = true;"""
    fewer, words = fewer_objects(with_elements(problem(text)), 2)
    assert words == (
        "of the 6 objects of type T only A[0] to A[4]",
        "1 of 2 observations, those about objects that are left",
    )
    (evidence,) = fewer.evidence
    assert isinstance(evidence.term, RandomCall)
    assert isinstance(evidence.term.arguments[0], Constant)


def test_a_small_finite_model_stays_as_it_is() -> None:
    text = "random Integer X ~ UniformInt(1, 2); random Real Y ~ Gaussian(0, 1); obs X * Y = 1.0;"
    report = check_move(problem(text), RedrawX())
    assert (report.replaced, report.states, report.right) == ((), 2, True)


def test_a_large_finite_model_is_made_smaller() -> None:
    text = "random Integer X ~ UniformInt(1, 60); random Boolean Y ~ BooleanDistrib(1.0 / X); obs Y = true;"
    report = check_move(problem(text), RedrawX(), states_at_most=50)
    assert without_values(report.replaced) == ["X ~ UniformInt(1, 60) has the values … only"]
    assert report.right


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "random Real X ~ Gaussian(0, 1); random Real Y ~ Gaussian(0, 1); obs X + Y = 4.0;",
            "no state of the smaller model meets its evidence: "
            "this evidence (4.0) could not be met together with the rest",
        ),
        (
            "random Real X ~ Gaussian(0, 1); random Real Y ~ Gaussian(0, 1);"
            "random Boolean Z ~ BooleanDistrib(if X > 3.5 then (if Y > 0 then 0.3 else 0.2) else 0.0); obs Z = true;",
            "no state of the smaller model meets its evidence: "
            "this evidence (true) could not be met together with the rest",
        ),
    ],
)
def test_what_cannot_be_made_smaller_is_told(text: str, message: str) -> None:
    with pytest.raises(RunError) as caught:
        check_move(problem(text), RedrawX(), proof="exact")
    assert caught.value.diagnostic.message == message
    assert caught.value.diagnostic.hint is not None
    assert "; smaller here: X ~ Gaussian(0, 1) has the values " in caught.value.diagnostic.hint


def test_too_many_states_are_told() -> None:
    text = "random Boolean X ~ BooleanDistrib(0.5); random Boolean V(Integer i) ~ BooleanDistrib(0.5);"
    text += "random Boolean Y ~ BooleanDistrib(if X & exists Integer i (i > 0 & i < 7 & V(i)) then 0.5 else 0.2);"
    with pytest.raises(RunError) as caught:
        check_move(problem(f"{text} obs Y = true;"), RedrawX(), states_at_most=50, proof="exact")
    assert caught.value.diagnostic.message == (
        "the model cannot be made small enough to enumerate: the move meets more than 50 states"
    )


def test_few_values_have_the_weights_of_their_family() -> None:
    table = FewValues(BUILT_IN["Poisson"], (0, 1, 2))
    total = 1 + 6 + 18
    assert [math.exp(table.log_prob(n, 6.0)) for n in (0, 1, 2)] == pytest.approx([1 / total, 6 / total, 18 / total])
    assert table.log_prob(3, 6.0) == -math.inf
    assert table.support(6.0) == [0, 1, 2]
    assert table.name == "Poisson on few values"
    assert not table.density
    none = FewValues(BUILT_IN["UniformInt"], (1, 2))
    assert none.support(7, 9) == [1, 2]
    assert none.log_prob(1, 7, 9) == pytest.approx(math.log(0.5))
    assert FewValues(BUILT_IN["UniformInt"], (1, 9)).support(7, 9) == [9]
    drawn = [table.sample(np.random.default_rng(seed), 6.0) for seed in range(500)]
    # Within six standard deviations of the binomial count: a false alarm for two seeds in a thousand million.
    assert abs(drawn.count(2) - 500 * 18 / total) < 6 * math.sqrt(500 * 0.72 * 0.28)


def test_typical_values() -> None:
    assert typical([0.1234567, None, 2.0, 3.0], REAL, 3) == [0.123, 2.0, 3.0]
    assert typical([1, 1, 1, 9], INTEGER, 3) == [1, 2, 3]
    assert typical(["b", "a", "b", None], STRING, 1) == ["b"]
    assert typical([], REAL, 3) == []
