"""Factors that Python is asked for last (`kernel/late`): steps end as if all were known, and most are not asked for."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import noumena as nm
from noumena.compiler import host
from noumena.inference.chain import Chain
from noumena.inference.checking import Checker
from noumena.inference.dump import dump
from noumena.inference.state import State
from noumena.runtime.kernel.host import call_host
from noumena.runtime.weights import weigh_moves
from tests.inference.chains import made

BACKENDS = ["python", "native"]
SEEN = (3, 4, 4, 5, 3, 4, 2, 5, 4, 3, 6, 4, 3, 5, 4)
TEXT = (
    "type T; distinct T A[15]; random Integer Mean ~ Poisson(4); random Integer Spare ~ Poisson(2);"
    "random Integer Y(T t) ~ Near(Mean, Spare); query Mean; query Spare;"
    + "".join(f"obs Y(A[{i}]) = {seen};" for i, seen in enumerate(SEEN))
)


class Near:
    """Whole numbers near a mean; written so that it cannot be compiled, and counts how often it is asked."""

    def __init__(self) -> None:
        self.asked = 0

    def log_prob(self, value: int, mean: int, spare: int) -> float:
        """Those that are far off are impossible."""
        self.asked += 1
        width = 1 + spare
        weights = [math.exp(-abs(k) / width) for k in range(-30, 31)]
        far = abs(value - mean)
        return -math.inf if far > 30 else math.log(math.exp(-far / width) / sum(weights))

    def sample(self, rng: np.random.Generator, mean: int, spare: int) -> int:
        """A draw."""
        weights = np.array([math.exp(-abs(k) / (1 + spare)) for k in range(-30, 31)])
        return int(mean + rng.choice(61, p=weights / weights.sum()) - 30)


def chain(near: Near, backend: str = "python") -> Chain:
    """A chain with a first state that makes moves on patches alone."""
    begun = made(nm.Model.from_text(TEXT, distributions={"Near": near}).problem(), seed=3, backend=backend)
    weigh_moves(begun.world, [float(move.name == "Several") for move in begun.program.moves])
    return begun


def ends(begun: Chain) -> Any:
    """The state that it has come to, with what moves have done."""
    return [int(n) for n in begun.world.move_done], dump(begun.world, State(begun.program, begun.world).variables())


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_chain_goes_the_way_of_one_that_asks_at_once(backend: str) -> None:
    late, at_once = chain(Near(), backend), chain(Near(), backend)
    late.advance(1000)
    Checker(at_once).advance(1000)  # the ratio is complete there before it is decided
    assert ends(late) == ends(at_once)
    assert sum(ends(late)[0]) > 10


def test_what_is_rejected_in_any_case_is_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked_at_once(w: Any, v: int, operation: int, count: int, reals: int) -> float:
        call_host(w, operation)
        return float(w.g_real[0])

    monkeypatch.setattr(host, "REMEMBERED_AT_MOST", 0)  # but for the last call
    models = Near(), Near()
    late, at_once = (chain(near) for near in models)
    at_once.code.module.host_score = asked_at_once  # type: ignore[attr-defined]  # a name of the generated module
    for near, begun in zip(models, (late, at_once), strict=True):
        near.asked = 0
        begun.advance(1000)
    assert ends(late) == ends(at_once)
    assert models[0].asked < 0.8 * models[1].asked
