"""Adaptation in warm-up: what it finds, that it ends, and that an answer would be wrong if it did not."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import noumena as nm
from noumena.inference.adaptation import FLOOR, LEAST_ROUND, Adaptation
from noumena.inference.chain import Chain
from noumena.inference.user_moves import UserMoves
from noumena.moves import Cycle, Defaults, Drift, Gibbs, Mixture, Repeat, Walk
from tests.moves.library.trying import standard_errors
from tests.moves.running import moves_of, started

LINE = "random Real X ~ Gaussian(0, 100); random Real Y ~ Gaussian(X, 0.01); obs Y = 3.0; query X;"
URN = "urn_small"


def warmed_up(moves: UserMoves, steps: int, seed: int = 1) -> Chain:
    chain = started(moves, seed)

    def advance(count: int) -> bool:
        chain.advance(count)
        return True

    Adaptation(chain, moves.scaled).warm_up(advance, steps)
    return chain


def rate(chain: Chain, k: int, steps: int) -> float:
    """How often a move is accepted from now on."""
    tried, done = chain.world.move_tried[k], chain.world.move_done[k]
    chain.advance(steps)
    return float((chain.world.move_done[k] - done) / (chain.world.move_tried[k] - tried))


def shares(chain: Chain) -> list[float]:
    until = [0, *map(int, chain.world.move_until)]
    return [(b - a) / 2**32 for a, b in itertools.pairwise(until)]


@pytest.mark.parametrize("scale", [30.0, 0.001])
def test_the_steps_of_a_drift_come_to_be_accepted_as_often_as_they_should(scale: float) -> None:
    """Over 2,000 steps the rate is known to about 0.02."""
    chain = warmed_up(moves_of(LINE, Drift("X", scale, share=1.0)), 4000)
    assert abs(rate(chain, 3, 2000) - 0.44) < 0.1
    assert 0.05 < scale * chain.world.move_scale[3] < 0.8


def test_the_scale_of_a_default_walk_is_adapted_too() -> None:
    moves = moves_of(LINE.replace("0.01", "1e-6"), Walk("X"))
    k = [m.name for m in moves.program.moves].index("Walk(X)")
    before, chain = started(moves), warmed_up(moves, 4000)
    assert rate(before, k, 2000) < 0.2
    assert abs(rate(chain, k, 2000) - 0.44) < 0.1
    assert chain.world.k_scale[0] < 0.2 * before.world.k_scale[0]


class Never(nm.Proposer):
    """Is never accepted."""

    def propose(self, world: Any, rng: Any) -> float:
        return nm.REJECT


def test_the_share_of_what_is_hardly_ever_accepted_falls_to_the_floor() -> None:
    moves = moves_of(URN, Mixture([Never, Gibbs("Paint"), Repeat(Never(), 2), Cycle(Never, Gibbs("Paint"))]))
    named = [m.name for m in moves.program.moves]
    chain = warmed_up(moves, 20_000)
    found, kept = shares(chain), shares(started(moves))
    gibbs, never, last = named.index("Gibbs(Paint)"), named.index("Never 1"), len(named)
    assert found[never] == pytest.approx(found[gibbs] * FLOOR, rel=1e-6)
    assert found[last] < 0.4 * found[gibbs]  # tried less often, less is known of it
    assert found[last + 1] == pytest.approx(found[gibbs], rel=1e-6)
    assert sum(found) == pytest.approx(1.0)
    assert all(new >= FLOOR * old for new, old in zip(found, kept, strict=True))


def test_moves_of_several_variables_keep_theirs() -> None:
    model = "random Boolean A ~ BooleanDistrib(0.5); random Boolean B ~ BooleanDistrib(0.5); obs A == B = true;"
    moves = moves_of(f"{model} query A;", Mixture([Never, Defaults()], [1, 3]))
    found = shares(warmed_up(moves, 4000))
    several = [m.function for m in moves.program.moves].index("several")
    assert found[several] > shares(started(moves))[several]


def test_a_few_tries_tell_nothing() -> None:
    moves = moves_of(URN, Mixture([Never, Defaults()], [1, 9]))
    assert shares(warmed_up(moves, 4 * LEAST_ROUND)) == pytest.approx(shares(started(moves)), rel=1e-6)


def test_a_short_warm_up_adapts_nothing() -> None:
    moves = moves_of(LINE, Drift("X", 30.0, share=1.0))
    assert warmed_up(moves, 2 * LEAST_ROUND - 1).world.move_scale[3] == 1.0
    assert warmed_up(moves, 2 * LEAST_ROUND).world.move_scale[3] != 1.0


def test_nothing_is_adapted_after_the_warm_up(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[int, int]] = []
    adapt, record = Adaptation.adapt, Chain.record

    def noted(self: Adaptation) -> None:
        adapt(self)
        seen.append((int(self._world.iteration), int(self._world.recording)))

    def recorded(self: Chain, samples: int) -> None:
        before = list(self.world.k_scale), list(self.world.move_until), list(self.world.move_scale)
        record(self, samples)
        assert before == (list(self.world.k_scale), list(self.world.move_until), list(self.world.move_scale))

    monkeypatch.setattr(Adaptation, "adapt", noted)
    monkeypatch.setattr(Chain, "record", recorded)
    nm.Model.from_text(LINE).infer(
        engine="mh", samples=300, burn_in=1000, chains=2, workers=1, backend="python", adapt=True
    )
    assert len(seen) == 2 * 19
    assert max(seen) == (950, 0)


NINE = f"""
random Integer N ~ Categorical({{0 -> 0.3, 1 -> 0.002, {", ".join(f"{i} -> {0.698 / 7}" for i in range(2, 9))}}});
random Boolean Y ~ BooleanDistrib(0.5 + 0.0 * N); obs Y = true; query N == 0;
"""


class Width(nm.Proposer):
    """Goes up or down by 1 to 3 times the factor: 0 is left by long steps only, which are accepted elsewhere."""

    share = 1.0
    scaled = True

    def propose(self, world: Any, rng: Any) -> float:
        width = min(8, max(1, int(3.0 * rng.scale())))
        step = 1 + rng.integer(width)
        new = world.N[()] + (step if rng.flip(0.5) else -step)
        if new < 0 or new > 8:
            return nm.REJECT
        world.N[()] = new
        return 0.0


class ForEver(Adaptation):
    """The mistake: adapts after each sample too, and never less."""

    def adapt(self) -> None:
        self._round = 0
        super().adapt()


def share_of_zero(adaptation: type[Adaptation], for_ever: bool) -> float:
    """How often N is 0, which has probability 0.3."""
    moves = moves_of(NINE, Width)
    chain = started(moves, seed=2)
    chain.prepare(1, 1)
    adapting = adaptation(chain, moves.scaled)

    def advance(count: int) -> bool:
        chain.advance(count)
        return True

    adapting.warm_up(advance, 1000)
    for _ in range(6000):
        chain.record(1)
        chain.keep()
        if for_ever:
            adapting.adapt()
    return float(np.mean(chain.answers(0)))


def test_adaptation_does_not_bias_but_would_if_it_never_ended() -> None:
    """Moves that get shorter at 0, where long steps are rejected, stay there too long: half of the time, not 0.3.

    The standard deviation of either share is about 0.03, and the bound of 0.1 three times as much; the seed is fixed.
    """
    assert abs(share_of_zero(Adaptation, for_ever=False) - 0.3) < 0.1
    assert share_of_zero(ForEver, for_ever=True) - 0.3 > 0.1


def test_the_answer_is_right_with_adapted_moves() -> None:
    """The mean lies within five standard errors: a false alarm for six seeds of ten million."""
    model = nm.Model.from_text(LINE)
    found = model.infer(engine="mh", samples=3000, thin=1, chains=2, seed=4, backend="python", adapt=True)
    assert standard_errors(found["X"], 3.0 * 100 / 100.01) < 5
    assert found.scales is not None
    assert list(found.scales) == ["Walk(X)"]
    assert found.shares is not None
    assert list(found.shares) == ["Parental(X)", "Walk(X)", "Several"]
    assert sum(found.shares.values()) == pytest.approx(1.0)


def test_the_same_seed_gives_the_same_answer_whatever_the_workers_and_checks() -> None:
    model = nm.Model.from_text(NINE)

    def answers(**options: Any) -> Any:
        found = model.infer(engine="mh", samples=100, burn_in=400, chains=2, proposer=Width(), adapt=True, **options)
        return found.to_dict()["queries"], found.scales, found.shares

    plain = answers(backend="python", workers=1)
    assert plain == answers(backend="python", workers=2)
    assert plain == answers(backend="python", check=True)
    assert plain == answers(backend="native")
    assert plain[1]["Width"] != 1.0
    assert plain != answers(backend="python", seed=1)


def test_each_chain_adapts_by_itself() -> None:
    moves = moves_of(LINE, Drift("X", 30.0, share=1.0))
    assert warmed_up(moves, 1000, 1).world.move_scale[3] != warmed_up(moves, 1000, 2).world.move_scale[3]


def test_without_it_nothing_is_said_of_shares_and_scales() -> None:
    found = nm.Model.from_text(LINE).infer(engine="mh", samples=10, chains=1, backend="python", adapt=False)
    assert found.shares is None
    assert found.scales is None
    assert found.to_dict()["shares"] is None


def test_an_engine_without_chains_says_that_it_has_no_effect() -> None:
    found = nm.Model.from_text(NINE).infer(engine="exact", adapt=True)
    assert found.warnings == ("adapt had no effect: the engine `exact` has no Markov chains",)
