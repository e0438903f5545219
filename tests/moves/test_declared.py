"""Declared moves leave the posterior as it is, and their Jacobians are right."""

from __future__ import annotations

import inspect
import math
from typing import Any

import numpy as np
import pytest

import noumena as nm
from noumena.inference.reverse_check import check_reverse
from noumena.moves.declared_slopes import log_determinant
from noumena.moves.fingerprint import fingerprint
from noumena.runtime.kernel import patch
from noumena.runtime.kernel.variables import find
from tests.moves import declared_moves as declared
from tests.moves.proposers import PAIR
from tests.moves.running import moves_of, started, trace, wrongness
from tests.oracles.brute_force import MODEL_FOLDER

LINES_AT_MOST = 25
DISCRETE = [
    (declared.SplitMerge, "urn_small"),
    (declared.SplitMerge, PAIR),
    (declared.SplitMerge, declared.FOUR),
    (declared.SplitWithTitles, "m03_citations"),
    (declared.SwitchTitles, "m03_citations"),
    (declared.RetitleByFactors, "m03_citations"),
    (declared.SwitchDraws, "urn_small"),
    (declared.SwitchDraws, declared.FOUR),
    (declared.MoveCitation, "m03_citations"),
    (declared.BallMore, "urn_small"),
    (declared.SplitThree, "urn_small"),
]


@pytest.mark.parametrize(("move", "model"), DISCRETE)
def test_the_posterior_stays_as_it_is(move: type[nm.DeclaredMove], model: str) -> None:
    moves = moves_of(model, move())
    assert wrongness(moves) < 1e-12
    check_reverse(started(moves))


def test_split_merge_is_short() -> None:
    assert len(inspect.getsource(declared.SplitMerge).splitlines()) <= LINES_AT_MOST


def test_it_is_proved_by_check_move() -> None:
    report = nm.check_move(nm.Model.from_text(PAIR), declared.SplitMerge)
    assert report.mistake is None
    assert report.undone == report.ways > 0


def one_try(model: str, move: nm.DeclaredMove, seed: int) -> tuple[float, dict[str, Any], dict[str, Any], list[float]]:
    """ln q of one try, the values of reals before and after it, and the reals that were drawn or told."""
    moves = moves_of(model, move)
    chain = started(moves, seed)
    w: Any = chain.world

    def propose() -> float:
        patch.begin(w)
        return float(chain.code.module.propose(w, len(moves.program.moves) - 1))

    log_q: float = chain.with_room(propose)
    before, after = {}, {}
    for name, (entry,) in moves.table.functions.items():
        if entry.real and (v := find(w, entry.kind, 0, 0, 0, 0)) >= 0:
            before[name] = w.t_real[w.v_mark[v]] if w.v_stamp[v] == w.step else w.v_real[v]
            after[name] = w.v_real[v]
    return log_q, before, after, [real for real in w.choice_real[: w.choice_top] if real != 0.0]


def log_normal(x: float, mean: float, scale: float) -> float:
    """ln of the normal density."""
    return -0.5 * ((x - mean) / scale) ** 2 - math.log(scale) - 0.5 * math.log(2.0 * math.pi)


@pytest.mark.parametrize("seed", range(8))
def test_a_split_of_reals_pays_its_jacobian(seed: int) -> None:
    """(m, u) → (m - u, m + u) has the Jacobian 2, and u the density that the way there pays."""
    log_q, _, _, (u,) = one_try(declared.MEANS, declared.SplitMean(), seed)
    split = math.log(2.0) - log_normal(u, 0.0, 1.3)
    assert min(abs(log_q - split), abs(log_q + split)) < 1e-8


@pytest.mark.parametrize("seed", range(4))
def test_a_change_of_scale_pays_its_jacobian(seed: int) -> None:
    """(x, u) → (x e^u, -u) has the Jacobian e^u."""
    log_q, before, after, (u, _) = one_try(declared.SCALED, declared.Scale(), seed)
    assert after["X"] == pytest.approx(before["X"] * math.exp(u))
    assert log_q == pytest.approx(log_normal(-u, 0.3, 0.5) - log_normal(u, 0.3, 0.5) + u, abs=1e-8)


@pytest.mark.parametrize("seed", range(4))
def test_a_draw_through_an_inverse_pays_its_density(seed: int) -> None:
    """x′ has the density e^-x′ whatever x is, as far as q says."""
    log_q, before, after, _ = one_try(declared.SCALED, declared.Independent(), seed)
    assert log_q == pytest.approx(after["X"] - before["X"], abs=1e-8)


@pytest.mark.parametrize("seed", range(8))
def test_several_reals_at_once(seed: int) -> None:
    """x → x³ + x and y → 2 (y + s x), others being moved or left: the Jacobian is 2 (3x² + 1)."""
    log_q, before, after, _ = one_try(declared.THREE, declared.Mixed(), seed)
    x, other = before["X"], after["X"]
    is_up = after["Z"] > before["Z"]
    expected = math.log(2.0 * (3.0 * x * x + 1.0)) if is_up else -math.log(2.0 * (3.0 * other * other + 1.0))
    assert log_q == pytest.approx(expected, abs=1e-8)


def test_determinants() -> None:
    rng = np.random.default_rng(1)
    for n in range(1, 6):
        matrix = rng.normal(size=(n, n))
        matrix[0, 0] = 0.0 if n > 1 else matrix[0, 0]
        assert log_determinant(matrix.copy()) == pytest.approx(np.linalg.slogdet(matrix)[1])
    assert log_determinant(np.array([[1.0, 2.0], [2.0, 4.0]])) == -math.inf


def exact_share_of_two() -> float:
    """P(Two) by the densities of X and Y: independent with variance 5, or with covariance 4."""
    x, y = 1.5, -0.7
    two = math.exp(-(x * x + y * y) / 10.0) / 5.0
    one = math.exp(-0.5 * (5.0 * x * x - 8.0 * x * y + 5.0 * y * y) / 9.0) / 3.0
    return two / (one + two)


def errors_of_means(backend: str, samples: int) -> float:
    """How many standard errors a run is off in which `SplitMean` alone decides how many means there are."""
    moves = nm.moves
    mixture = moves.Mixture([declared.SplitMean(), *map(moves.Walk, "MAB")], [3, 1, 1, 1])
    found = nm.Model.from_text(declared.MEANS).infer(
        engine="mh",
        samples=samples,
        burn_in=100,
        chains=2,
        workers=1,
        thin=2,
        seed=3,
        backend=backend,
        proposer=mixture,
    )
    assert found.warnings == ()
    answer, exact = found["Two"], exact_share_of_two()
    assert answer.ess is not None
    return abs(answer.probability(True) - exact) / math.sqrt(exact * (1.0 - exact) / answer.ess)


def test_a_chain_with_a_split_of_reals_is_right() -> None:
    """Within five standard errors: a false alarm for six seeds of ten million."""
    assert errors_of_means("python", 700) < 5.0


@pytest.mark.parametrize(
    ("model", "move"),
    [
        ("urn_small", declared.SwitchDraws),
        pytest.param("urn_small", declared.SplitMerge, marks=pytest.mark.campaign),
        pytest.param("m03_citations", declared.SplitWithTitles, marks=pytest.mark.campaign),
    ],
)
def test_compiled_it_makes_the_same_steps(model: str, move: type[nm.DeclaredMove]) -> None:
    native = moves_of(model, move(), "native")
    assert native.notes == ()
    found = trace(native)
    assert found == trace(moves_of(model, move()))
    assert found[1] > 10


@pytest.mark.campaign
def test_compiled_it_has_the_same_jacobian() -> None:
    """Within five standard errors: a false alarm for six seeds of ten million."""
    assert errors_of_means("native", 20_000) < 5.0


def test_room_for_choices_and_reals_is_made_as_it_is_needed() -> None:
    """All of forty reals are moved, each by a step of its own."""

    class Shift(nm.DeclaredMove):
        """Steps that the way back takes back."""

        share = 1.0

        def change(self, world: Any, choose: Any) -> float | None:
            for k in range(40):
                step = choose.normal(0.0, 0.1, at=k)
                choose.back.normal(-step, at=k)
                world.X[k] = world.X[k] + step
            return None

    text = "random Real X(Integer k) ~ Gaussian(0.0, 1.0); query X(0);" + "".join(
        f"random Real Y{k} ~ Gaussian(X({k}), 1.0); obs Y{k} = 0.0;" for k in range(40)
    )
    log_q, *_ = one_try(text, Shift(), 1)
    assert log_q == pytest.approx(0.0, abs=1e-8)


def test_checked_runs_take_it() -> None:
    model = nm.Model.from_files(MODEL_FOLDER / "m03_citations.blog")
    found = model.infer(
        engine="mh", samples=100, chains=1, seed=1, backend="python", check=True, proposer=declared.SplitWithTitles()
    )
    assert found.acceptance is not None
    assert found.acceptance["SplitWithTitles"] > 0.0


def test_its_machine_code_goes_by_what_its_author_has_written() -> None:
    class Other(declared.SwitchTitles):
        """Does nothing."""

        def change(self, world: Any, choose: Any) -> float | None:
            return nm.REJECT

    table = moves_of("m03_citations", declared.SwitchTitles()).table
    moves = (declared.SwitchTitles(), declared.MoveCitation(), Other())
    found = [fingerprint(move, table) for move in moves]
    assert None not in found
    assert len(set(found)) == len(moves)
