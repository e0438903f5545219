"""Steps that are rejected early (`kernel/early`) are those that would be rejected in any case."""

from __future__ import annotations

from typing import Any

import pytest

import noumena as nm
from benchmarks.problem import simulate
from benchmarks.titles import model as citations
from noumena.inference.chain import Chain
from noumena.inference.checking import Checker
from noumena.inference.dump import dump
from noumena.inference.state import State
from noumena.runtime.weights import weigh_moves
from tests.inference.chains import made

PLAIN = "type Pub;"


class Looped(citations.NoisyCopy):
    """The same distribution, which takes its time."""

    def log_prob(self, value: int, title: int, titles: int, faithful: float) -> float:
        """ln p(value | title)."""
        total = 0.0
        for _ in range(10):
            total += 0.1 * (1.0 if value == title else 2.0)
        return -total


class CalledBack(citations.NoisyCopy):
    """The same distribution, which has a list in it that cannot be compiled."""

    def log_prob(self, value: int, title: int, titles: int, faithful: float) -> float:
        """ln p(value | title)."""
        return [citations.NoisyCopy.log_prob(self, value, title, titles, faithful)][0]


def chain(distribution: type = citations.NoisyCopy, declared: str = PLAIN, backend: str = "python") -> Chain:
    """Sixty citations of twenty titles."""
    data, _ = simulate("small", 25.0, 20, citations.FAITHFUL, 60, seed=5)
    text = citations.blog(data).replace(PLAIN, declared)
    return made(nm.Model.from_text(text, distributions={"NoisyCopy": distribution}).problem(), backend=backend)


def identities_alone(made_chain: Chain, early: bool) -> Any:
    """The state after many steps that choose other publications; without tables of logarithms none ends early."""
    world = made_chain.world
    weigh_moves(world, [float(move.name == "Identity(PubCited)") for move in made_chain.program.moves])
    if not early:
        world.tabled = 0
    made_chain.advance(4000)
    done = [int(number) for number in world.move_done]
    return done, dump(world, State(made_chain.program, world).variables())


@pytest.mark.parametrize("backend", ["python", "native"])
def test_the_chain_goes_the_same_way(backend: str) -> None:
    ends = [identities_alone(chain(backend=backend), early) for early in (True, False)]
    assert ends[0] == ends[1]
    assert sum(ends[0][0]) > 100


def test_most_steps_end_before_an_object_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = []
    for early in (True, False):
        tried = chain()
        module: Any = tried.code.module
        choose = module.choose_object
        calls: list[int] = []
        monkeypatch.setattr(module, "choose_object", lambda *given, c=choose, n=calls: (n.append(1), c(*given))[1])
        identities_alone(tried, early)
        monkeypatch.undo()
        chosen.append(len(calls))
    assert chosen[1] == 4000
    assert chosen[0] < 2000


@pytest.mark.parametrize(
    ("distribution", "declared", "early"),
    [
        (citations.NoisyCopy, PLAIN, True),
        (Looped, PLAIN, False),
        (CalledBack, PLAIN, False),
        (citations.NoisyCopy, "type Pub; distinct Pub Known;", False),
    ],
)
def test_a_factor_that_takes_long_is_not_computed_in_vain(distribution: type, declared: str, early: bool) -> None:
    assert ("early_choice(w, " in chain(distribution, declared).program.text) == early


def test_what_is_decided_early_has_the_ratio_that_is_computed_anew() -> None:
    checked = chain()
    weigh_moves(checked.world, [float(move.name == "Identity(PubCited)") for move in checked.program.moves])
    Checker(checked).advance(300)
    assert sum(checked.world.move_done) > 10
