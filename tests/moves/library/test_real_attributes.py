"""Splits that set reals from data: the law is a density and draws follow it, answers are exact, misfits are told."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import integrate, stats

import noumena as nm
from benchmarks.plans.exact import __file__ as exact_answers
from benchmarks.plans.exact import log_normal_block, mixture, partitions
from noumena.inference.move_check import check_move
from noumena.model.diagnostics import BlogError
from noumena.moves.library import RestrictedSplitMerge, SmartMerge, SmartSplit, SplitMerge
from noumena.moves.library.real_attributes import spreads
from noumena.moves.library.written import LibraryMove
from tests.asking import problem
from tests.moves.library.test_from_data import OTHER
from tests.moves.library.trying import LOPSIDED, Edited, standard_errors, table_of
from tests.moves.running import moves_of, trace

CLUSTERS = """
type Cluster; type Point; distinct Point P1, P2, P3; #Cluster ~ UniformInt(1, 3);
random Real Centre(Cluster c) ~ Gaussian(0, 40000);
random Cluster Origin(Point p) ~ UniformChoice({c for Cluster c});
random Real X(Point p) ~ Gaussian(Centre(Origin(p)), 2500);
obs X(P1) = -100.0; obs X(P2) = 50.0; obs X(P3) = 300.0;
query size({p for Point p : Origin(p) == Origin(P1)}); query Centre(Origin(P3));
"""
"""Densities are some hundredths, so that one which is not charged is a large mistake."""

CENTRE = {"Centre": "X"}
SPLIT = SplitMerge("Origin", number=True, attributes=CENTRE)
MOVES: list[tuple[str, LibraryMove]] = [
    (CLUSTERS, SPLIT),
    (CLUSTERS, RestrictedSplitMerge("Origin", CENTRE, number=True)),
    (CLUSTERS, SmartSplit("Origin", CENTRE, candidates=LOPSIDED)),
    (CLUSTERS, SmartMerge("Origin", CENTRE, candidates=LOPSIDED)),
    (OTHER, SplitMerge("PubCited", attributes={"Title": "Text", "Size": "Length"})),
]


class _Fixed:
    """A world of one object to which points refer, and random numbers of a fixed seed."""

    def __init__(self, data: list[float], centre: float = 0.0) -> None:
        self.Origin, self.X, self.Centre = self, data, [centre]
        self._stream = np.random.default_rng(3)

    def preimage(self, o: int) -> range:
        return range(len(self.X))

    def flip(self, p: float) -> bool:
        return bool(self._stream.random() < p)

    def normal(self) -> float:
        return float(self._stream.normal())


def law() -> Any:
    """The proposer, of which `draw` and `log_r` are the law."""
    return SPLIT.proposer(table_of(CLUSTERS))


POINTS = [[120.0], [120.0, 120.0], [-30.0, 50.0, 700.0]]


@pytest.mark.parametrize("data", POINTS)
def test_the_law_is_a_density(data: list[float]) -> None:
    proposer, mean = law(), float(np.mean(data))

    def density(a: float) -> float:
        return math.exp(proposer.log_r(_Fixed(data, a), 0))

    total = sum(integrate.quad(density, mean + a, mean + b)[0] for a, b in ((-5000, -50), (-50, 50), (50, 5000)))
    assert total == pytest.approx(1, abs=1e-6)
    squares = float(np.sum((np.asarray(data) - mean) ** 2))
    variances = [
        (s + squares) / (len(data) * (len(data) + 1)) for s in spreads(table_of(CLUSTERS), CENTRE)["spread_Centre"]
    ]
    expected = np.mean([stats.norm.pdf(30, 0, math.sqrt(v)) for v in variances])
    assert density(mean + 30) == pytest.approx(expected, rel=1e-12)


def p_value(proposer: Any, data: list[float]) -> float:
    """By the test of Kolmogorov and Smirnov, how far 2,000 draws are from the density."""
    world = _Fixed(data)
    drawn = []
    for _ in range(2000):
        proposer.draw(world, world, 0)
        drawn.append(world.Centre[0])
    points = float(np.mean(data)) + np.linspace(-4000, 4000, 80_001)
    heights = np.exp([proposer.log_r(_Fixed(data, float(a)), 0) for a in points])
    below = integrate.cumulative_trapezoid(heights, points, initial=0)
    return float(stats.kstest(drawn, lambda a: np.interp(a, points, below)).pvalue)


@pytest.mark.parametrize("data", POINTS)
def test_draws_follow_the_law(data: list[float]) -> None:
    """The false-alarm rate is one in a million."""
    assert p_value(law(), data) > 1e-6


def test_draws_from_another_law_do_not() -> None:
    other = Edited(SPLIT, "math.sqrt((spread + squares) / ways)", "math.sqrt((spread + squares) / (ways - 1.0))")
    assert p_value(other.proposer(table_of(CLUSTERS)), POINTS[0]) < 1e-6


def test_far_away_it_is_small_and_not_nothing() -> None:
    assert -math.inf < law().log_r(_Fixed([0.0], 1e100), 0) < -1e100


def test_scales_come_from_all_data() -> None:
    (found,) = spreads(table_of(CLUSTERS), CENTRE).values()
    assert found.tolist() == pytest.approx([np.var([-100, 50, 300]), 200.0**2])
    (alike,) = spreads(table_of(CLUSTERS.replace("50.0", "-100.0").replace("300.0", "-100.0")), CENTRE).values()
    assert alike.tolist() == [1, 1]
    assert spreads(table_of(OTHER), {"Title": "Text"}) == {}


@pytest.mark.parametrize(("model", "move"), MOVES)
def test_it_passes_the_joint_distribution_test(model: str, move: LibraryMove) -> None:
    """The false-alarm rate is one in ten thousand seeds."""
    report = check_move(problem(model), move, replicas=200, rounds=10, seed=1)
    assert report.right, str(report)
    assert report.proof == "joint distribution"


@pytest.mark.parametrize(
    ("move", "old", "new"),
    [
        (MOVES[0][1], "log_r(world, kept) + self.log_r(world, other)", "log_r(world, kept)"),
        (MOVES[0][1], "- self.log_r(world, other) +", "+"),
        (MOVES[0][1], "world.Centre.remove(other)", "pass"),
        (MOVES[1][1], " - self.log_r(world, kept)\n", "\n"),
    ],
)
def test_broken_copies_do_not(move: LibraryMove, old: str, new: str) -> None:
    """The first lets a merge remove a centre without a charge for the split that would draw it."""
    report = check_move(problem(CLUSTERS), Edited(move, old, new), replicas=400, rounds=10, seed=1)
    assert not report.right
    assert report.joint is not None
    assert {"Cluster in use", "number of Centre"} <= {c.figure for c in report.joint.off}


def exact() -> tuple[float, float]:
    """How many points are with the first one, and the centre of the third one's cluster, by all partitions.

    A partition into m blocks has the weight Σ_n p(n) (n)_m n^-3 ∏ p(block), and centres are normal given theirs.
    """
    x = [-100.0, 50.0, 300.0]
    weights, sizes, centres = [], [], []
    for blocks in partitions(3):
        weight = sum(math.perm(n, len(blocks)) / n**3 for n in (1, 2, 3))
        for block in blocks:
            weight *= math.exp(log_normal_block([x[i] for i in block], 0.0, 40_000, 2500))
        weights.append(weight)
        sizes.append(next(len(block) for block in blocks if 0 in block))
        last = next(block for block in blocks if 2 in block)
        centres.append(sum(x[i] for i in last) / 2500 / (1 / 40_000 + len(last) / 2500))
    return float(np.average(sizes, weights=weights)), float(np.average(centres, weights=weights))


SIZE, LAST = "size({p for Point p : Origin(p) == Origin(P1)})", "Centre(Origin(P3))"


@pytest.mark.parametrize("move", [move for model, move in MOVES if model == CLUSTERS])
def test_runs_agree_with_the_exact_answer(move: LibraryMove) -> None:
    """Both means lie within five standard errors: a false alarm for a seed of a million."""
    found = nm.Model.from_text(CLUSTERS).infer(
        engine="mh", samples=2000, thin=2, burn_in=200, chains=2, seed=4, backend="python", workers=1, proposer=move
    )
    assert found.acceptance is not None
    assert found.acceptance[move.name] > 0.01
    size, last = exact()
    assert standard_errors(found[SIZE], size) < 5
    assert standard_errors(found[LAST], last) < 5


@pytest.mark.campaign
@pytest.mark.parametrize(
    "move",
    [
        SplitMerge("Origin", number=True, attributes=CENTRE),
        RestrictedSplitMerge("Origin", CENTRE, number=True),
        SmartSplit("Origin", CENTRE),
        SmartMerge("Origin", CENTRE),
    ],
)
def test_a_mixture_of_gaussians_has_the_exact_answer(move: LibraryMove) -> None:
    """The mean number of clusters lies within five standard errors: a false alarm for six seeds of ten million."""
    found = nm.Model.from_files(Path(exact_answers).with_name("mixture.blog")).infer(
        engine="mh", samples=20_000, thin=5, chains=2, seed=5, proposer=move
    )
    assert found.acceptance is not None
    assert found.acceptance[move.name] > 0.01
    mean = sum(n * p for n, p in mixture()["#Cluster"].items() if isinstance(n, int))
    assert standard_errors(found["#Cluster"], mean) < 5


@pytest.mark.campaign
def test_both_backends_make_the_same_moves() -> None:
    move = MOVES[1][1]
    native = moves_of(CLUSTERS, move, "native")
    assert native.notes == ()
    found, accepted = trace(native)
    assert (found, accepted) == trace(moves_of(CLUSTERS, move))
    assert accepted > 0


LISTED = CLUSTERS.replace("Gaussian(0, 40000)", "Categorical({0.0 -> 0.5, 100.0 -> 0.5})")
SOMETIMES = CLUSTERS.replace(
    "Gaussian(0, 40000)", "if UniformReal(0, 1) < 0.5 then Gaussian(0, 40000) else Categorical({0.0 -> 1.0})"
)
NOTHING = CLUSTERS.replace("Gaussian(Centre(Origin(p)), 2500)", "if Centre(Origin(p)) > 0 then Gaussian(0, 1)").replace(
    "300.0", "null"
)
WHOLE = CLUSTERS.replace("Real X", "Integer X").replace(
    "Gaussian(Centre(Origin(p)), 2500)", "Poisson(Centre(Origin(p)))"
)
NO_DENSITY = "the values of `Centre` are reals that do not always have a density"


@pytest.mark.parametrize(
    ("model", "message", "hint"),
    [
        (LISTED, NO_DENSITY, "leave it to the engine"),
        (SOMETIMES, NO_DENSITY, "leave it to the engine"),
        (NOTHING, "`X` is observed to be null", "leave the attribute to the engine"),
        (
            WHOLE.replace("-100.0", "1").replace("50.0", "2").replace("300.0", "3"),
            "the values of `X` are Integer, those of `Centre` Real",
            "they must be of the same type",
        ),
    ],
)
@pytest.mark.parametrize("kind", [SplitMerge, RestrictedSplitMerge, SmartSplit, SmartMerge])
def test_what_it_is_not_for_is_told(kind: type[LibraryMove], model: str, message: str, hint: str) -> None:
    move: Any = kind
    with pytest.raises(BlogError) as caught:
        move("Origin", attributes=CENTRE).text(table_of(model))
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.message, diagnostic.hint) == (f"{kind.__name__}(Origin): {message}", hint)
