"""The chains of a run in threads: all get their turns, whatever stops them."""

from __future__ import annotations

from itertools import count
from types import SimpleNamespace

import pytest

from noumena.inference import rounds
from noumena.inference.metropolis_hastings import metropolis_hastings
from noumena.inference.result import Result
from noumena.inference.rounds import Sight
from noumena.inference.stopping import rules_of
from noumena.posterior.figures import figures_of
from tests.asking import model_problem


def run(workers: int, samples: int | None, **options: object) -> Result:
    return metropolis_hastings(
        model_problem("urn_small"),
        samples=samples,
        burn_in=20,
        thin=2,
        chains=4,
        workers=workers,
        seed=1,
        backend="python",
        check=False,
        concrete=(),
        diagnose=figures_of,
        **options,  # type: ignore[arg-type]  # those that a test is about
    )


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that goes on by a hundredth of a second whenever somebody looks at it."""
    ticks = count()
    monkeypatch.setattr(rounds, "time", SimpleNamespace(perf_counter=lambda: 0.01 * next(ticks)))


@pytest.mark.usefixtures("clock")
@pytest.mark.parametrize("workers", [1, 3])
def test_all_chains_have_had_their_turns_when_the_time_is_over(workers: int) -> None:
    found = run(workers, None, seconds=1.0)
    assert found.stopped_by == "time: 1 s"
    assert min(found.marginals[0].chain_lengths) > 0


@pytest.mark.usefixtures("clock")
def test_turns_change_nothing() -> None:
    alone, together = run(1, 150), run(4, 150)
    assert alone.marginals[0].values == together.marginals[0].values
    assert alone.steps == together.steps == 4 * (20 + 300)


def test_who_watches_is_shown_the_run_and_the_figures_of_its_queries() -> None:
    seen: list[Sight] = []
    found = run(2, 300, watch=seen.append, rules=rules_of("ess>1000000"))
    last = seen[-1]
    assert (last.taken, last.wanted, last.steps) == (4 * 300, 4 * 300, found.steps)
    assert last.accepted is not None
    assert 0.0 < last.accepted < 1.0
    assert [figures.query for figures in last.figures] == [m.query.text for m in found.marginals]
    assert found.stopped_by == "samples"


def test_what_goes_wrong_in_a_chain_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> bool:
        raise RuntimeError("broken")

    monkeypatch.setattr("noumena.inference.course.Course.go", broken)
    with pytest.raises(RuntimeError, match="broken"):
        run(2, 10)
