"""The general engine as a contestant: it starts where it is told, makes the moves it is told, and its work is counted.

All on the Python backend, which needs no compiling.
"""

from __future__ import annotations

import pytest

from benchmarks import local_cost, work
from benchmarks.contestant import Mix
from benchmarks.engine import Engine
from benchmarks.problem import simulate
from benchmarks.report import moves_section, work_section
from benchmarks.work import MODELS

NUMBER, ATTRIBUTE, IDENTITY = Mix(1, 0, 0), Mix(0, 1, 0), Mix(0, 0, 1)
CASES = {"urn": (MODELS["urn"], 2), "citations": (MODELS["citations"], 100)}


@pytest.mark.parametrize(("engine", "kinds"), CASES.values(), ids=CASES)
def test_the_engine_starts_at_the_given_world(engine: type[Engine], kinds: int) -> None:
    problem, world = simulate("", 6.0, kinds, 0.8, 30, seed=4)
    assert engine(problem, world, NUMBER, 1, 1).world().key() == world.key()


@pytest.mark.parametrize(("engine", "kinds"), CASES.values(), ids=CASES)
def test_each_kind_of_move_changes_what_it_is_about(engine: type[Engine], kinds: int) -> None:
    problem, world = simulate("", 6.0, kinds, 0.1, 8, seed=4)
    runner = engine(problem, world, NUMBER, 1, 10)
    runner.steps(100)
    after = runner.world()
    assert (after.owner.tolist(), after.kind.tolist()) == (world.owner.tolist(), world.kind.tolist())
    assert len(set(runner.trace().tolist())) > 1
    before = after
    runner.use(ATTRIBUTE)
    runner.steps(100)
    after = runner.world()
    assert (after.number, after.owner.tolist()) == (before.number, before.owner.tolist())
    assert after.kind.tolist() != before.kind.tolist()
    before = after
    runner.use(IDENTITY)
    runner.steps(300)
    after = runner.world()
    assert after.number == before.number
    assert after.owner.tolist() != before.owner.tolist()


def test_the_record_can_be_forgotten_and_memory_is_counted_for_each_variable() -> None:
    problem, world = simulate("", 6.0, 2, 0.8, 30, seed=4)
    runner = MODELS["urn"](problem, world, NUMBER, 1, 10)
    runner.steps(50)
    assert len(runner.trace()) == runner.histogram().sum() == 5
    runner.forget()
    assert len(runner.trace()) == 0
    memory = runner.memory()
    assert memory.variables == 1 + world.used + 2 * 30
    assert memory.bytes > 8 * memory.variables


def test_a_move_that_the_engine_does_not_have_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MODELS["urn"], "attribute_move", "Parental(Paint)")
    problem, world = simulate("", 6.0, 2, 0.8, 3, seed=4)
    with pytest.raises(ValueError, match=r"the engine has no move Parental\(Paint\); it has Gibbs\(Paint\), "):
        MODELS["urn"](problem, world, NUMBER, 1, 1)


def test_the_work_of_a_step_is_counted_for_every_model_move_and_size() -> None:
    works = work.works((10, 40), 20)
    assert [(w.model, w.move, w.size) for w in works[:4]] == [
        ("urn", "number", 10),
        ("urn", "attribute", 10),
        ("urn", "identity", 10),
        ("urn", "number", 40),
    ]
    assert len(works) == 2 * 3 * 2
    assert all(w.words > w.factors > 0 for w in works)
    assert len(work_section(works).table.splitlines()) == 2 + 2 * 3


def test_counting_changes_nothing() -> None:
    problem, world = simulate("", 6.0, 2, 0.8, 30, seed=4)
    plain, counted = (MODELS["urn"](problem, world, Mix(0.3, 0.3, 0.4), 1, 10) for _ in range(2))
    tally = work.Tally()
    work.count(counted.chain, tally)
    for runner in (plain, counted):
        runner.steps(1000)
    assert plain.trace().tolist() == counted.trace().tolist()
    assert plain.world().key() == counted.world().key()
    assert tally.words > 1000


def test_the_work_of_library_moves_stays_local() -> None:
    """From thirty observations to three hundred it grows by less than half: a walk over all would be ten times."""
    works = local_cost.costs((30, 300), 200)
    small, large = ([w for w in works if w.size == size] for size in (30, 300))
    assert [(w.model, w.move) for w in small] == [(w.model, w.move) for w in large]
    assert len({(w.model, w.move) for w in small}) == 9
    for less, more in zip(small, large, strict=True):
        assert 0 < more.factors < 1.5 * less.factors
        assert 0 < more.words < 1.5 * less.words
    assert len(moves_section(works).table.splitlines()) == 2 + 9
