"""Moves that weigh changes and take them back, and that ask for single factors."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from noumena.model.diagnostics import BlogError, RunError
from noumena.moves import proposer as nm
from tests.moves.running import moves_of, started, trace, wrongness


class GibbsOverObjects(nm.Proposer):
    """Draws what a citation refers to given all else, by the weights of all objects in use and of a new one (b6)."""

    repeats = True
    singletons = True

    def propose(self, world: Any, rng: Any) -> float:
        """A new object is no option for a citation that is alone on its own: that one is the new one."""
        c = rng.integer(world.Cit.number)
        old = world.PubCited[c]
        used = world.Pub.used.number
        options = used
        if not self.singletons or world.PubCited.preimage(old).number > 1:
            options += 1
        weights = np.zeros(options)
        for i in range(options):
            new = world.Pub.used[i] if i < used else world.Pub.new()
            if new != old:
                world.PubCited[c] = new
                weights[i] = world.weigh(i)
        best = weights.max()
        left = rng.uniform() * np.exp(weights - best).sum()
        chosen = -1
        while left >= 0.0 and chosen < options - 1:
            chosen += 1
            left -= math.exp(weights[chosen] - best)
        new = world.Pub.used[chosen] if chosen < used else world.Pub.new()
        if new == old:
            return nm.REJECT
        world.PubCited[c] = new
        if self.repeats:
            world.repeat(chosen)
        return -float(weights[chosen])


class Redraws(GibbsOverObjects):
    """Chooses by what it weighed, and then has it drawn again (a9)."""

    repeats = False


class AlwaysNew(GibbsOverObjects):
    """Weighs a new object for a citation that is alone on its own, too."""

    singletons = False


def test_what_was_weighed_is_kept() -> None:
    assert wrongness(moves_of("m03_citations", GibbsOverObjects())) < 1e-12


@pytest.mark.parametrize("move", [Redraws, AlwaysNew])
def test_other_weights_or_values_are_wrong(move: type[nm.Proposer]) -> None:
    assert wrongness(moves_of("m03_citations", move())) > 1e-3


def test_native_code_weighs_alike() -> None:
    interpreted, compiled = (
        trace(moves_of("m03_citations", GibbsOverObjects(), backend=b)) for b in ("python", "native")
    )
    assert compiled == interpreted
    assert compiled[1] > 0


class Looks(nm.Proposer):
    """Looks at single factors, and refuses to go on if they are not what the text of the model says."""

    def propose(self, world: Any, rng: Any) -> float:
        """The text of C1 given a title, whether its own or another; one of n publications; the number itself."""
        c = world.Cit.C1
        p = world.PubCited[c]
        for title in range(2):
            world.Title[p] = title
            own = math.log(0.9) if title == 1 else math.log(0.2)
            title_alone = math.log(0.3) if title == 1 else math.log(0.7)
            if abs(world.Text.log_prob(c) - own) > 1e-12 or abs(world.Title.log_prob(p) - title_alone) > 1e-12:
                return 0.5
        world.number.Pub[()] = 3
        if abs(world.PubCited.log_prob(c) + math.log(3.0)) > 1e-12:
            return 0.5
        if abs(world.number.Pub.log_prob() + math.log(3.0)) > 1e-12:
            return 0.5
        return nm.REJECT


@pytest.mark.parametrize("backend", ["python", pytest.param("native", marks=pytest.mark.campaign)])
def test_factors_are_those_of_the_text(backend: str) -> None:
    chain = started(moves_of("m03_citations", Looks(), backend=backend), seed=1)
    chain.advance(20)
    own = len(chain.program.moves) - 1
    assert chain.world.move_tried[own] > 0
    assert chain.world.move_done[own] == 0


class LooksTooFar(nm.Proposer):
    """Asks for a factor that depends on what has no value."""

    how = 0

    def propose(self, world: Any, rng: Any) -> float:
        """A new publication has no title yet, and a title that was left to the engine has none either."""
        c = world.Cit.C1
        if self.how == 0:
            world.PubCited[c] = world.Pub.new()
        else:
            world.Title.resample(world.PubCited[c])
        return float(world.Text.log_prob(c))


class LooksAfterResample(LooksTooFar):
    """The same, after `resample`."""

    how = 1


@pytest.mark.parametrize("backend", ["python", pytest.param("native", marks=pytest.mark.campaign)])
@pytest.mark.parametrize(
    ("move", "message"),
    [
        (LooksTooFar, r"asks for Title\(Pub \d+\), which the state does not hold"),
        (LooksAfterResample, r"reads Title\(Pub \d+\) after `resample`"),
    ],
)
def test_a_factor_of_what_has_no_value_is_refused(move: type[nm.Proposer], message: str, backend: str) -> None:
    chain = started(moves_of("m03_citations", move(), backend=backend), seed=1)
    with pytest.raises(RunError, match=message):
        chain.advance(20)


class HalfATrial(nm.Proposer):
    """Gives a trial no whole number."""

    def propose(self, world: Any, rng: Any) -> float:
        """Half of one."""
        return float(world.weigh(0.5))


class NoTrial(nm.Proposer):
    """Gives a trial no number."""

    def propose(self, world: Any, rng: Any) -> float:
        """None at all."""
        return float(world.weigh())


@pytest.mark.parametrize("backend", ["python", pytest.param("native", marks=pytest.mark.campaign)])
def test_a_trial_is_a_whole_number(backend: str) -> None:
    with pytest.raises((BlogError, RunError), match="the number of a trial is a whole number, not float"):
        started(moves_of("m03_citations", HalfATrial(), backend=backend), seed=1).advance(20)


def test_a_trial_has_a_number() -> None:
    with pytest.raises(BlogError, match=r"world\.weigh takes 1 argument, not 0"):
        moves_of("m03_citations", NoTrial())
