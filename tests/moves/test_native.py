"""Compiled proposers: what they cannot be, what is said when they break, and that Python takes over where it must."""

from __future__ import annotations

import math
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from noumena.inference.user_moves import UserMoves
from noumena.model.diagnostics import BlogError, RunError
from noumena.moves import proposer as nm
from noumena.moves.proposer import Proposer
from noumena.runtime import storage
from noumena.runtime.layout import Layout
from tests.moves.running import moves_of, started, trace
from tests.moves.written import FIRST_LINE, in_file

CITATIONS = "m03_citations"


class Uncompiled(Proposer):
    """Recolours a ball, and looks its chances up in a dictionary, which Numba does not take."""

    def __init__(self) -> None:
        self.chances = {"Blue": 0.3}

    def propose(self, world: Any, rng: Any) -> float:
        ball = world.Drawn[rng.integer(world.Draw.number)]
        old, p = world.Paint[ball], self.chances["Blue"]
        new = world.Color.Blue if rng.flip(p) else world.Color.Green
        world.Paint[ball] = new
        log_p = (math.log(p), math.log(1 - p))
        return log_p[old] - log_p[new]


class Wasteful(Proposer):
    """Makes objects that it does not use, so that arrays must grow in the middle of the move."""

    def propose(self, world: Any, rng: Any) -> float:
        if rng.flip(0.9):
            return nm.REJECT
        for _ in range(rng.integer(60)):
            world.Ball.new()
        world.Drawn[rng.integer(world.Draw.number)] = world.Drawn[0]
        return nm.REJECT


class ByHalf(Proposer):
    """Reads a derived function before and after it changes what that is derived from."""

    def propose(self, world: Any, rng: Any) -> float:
        before = world.Half[()]
        world.X[()] = rng.integer(6)
        return 0.0 if world.Half[()] >= before else nm.REJECT


def recorded(moves: UserMoves) -> list[int]:
    chain = started(moves)
    chain.prepare(40, 3)
    chain.record(40)
    return [int(word) for word in chain.world.answer_int]


def test_what_numba_does_not_take_runs_in_python_and_says_why() -> None:
    native = moves_of("urn_small", Uncompiled(), "native")
    assert native.own[0].reason is not None
    file, line, text = native.own[0].reason.rsplit(":", 2)
    assert file.endswith("test_native.py")
    assert Path(file).read_text(encoding="utf-8").splitlines()[int(line) - 1].endswith('self.chances["Blue"]')
    assert text == " the field `chances` is neither a number nor an array, but dict"
    python = moves_of("urn_small", Uncompiled(), "python")
    assert python.own[0].reason is None
    assert trace(native, 100) == trace(python, 100)
    assert recorded(native) == recorded(python)


class Formatted(Proposer):
    """Has a step of Python that Numba does not even read."""

    def propose(self, world: Any, rng: Any) -> float:
        length = len(f"{rng.integer(2):.1f}")
        return nm.REJECT if length else 0.0


class Opened(Proposer):
    """Has a block that Numba does not read, and does not say where it is."""

    def propose(self, world: Any, rng: Any) -> float:
        with nullcontext(1.0) as one:
            return nm.REJECT * one


@pytest.mark.parametrize(
    ("proposer", "line", "text"),
    [
        (Formatted(), ':.1f}")', "format spec in f-strings not supported yet. Raised from"),
        pytest.param(
            Opened(),
            "def propose(self, world: Any, rng: Any) -> float:",
            "is not supported",
            marks=pytest.mark.campaign,
        ),
    ],
)
def test_what_numba_cannot_read_runs_in_python_and_says_why(proposer: Proposer, line: str, text: str) -> None:
    reason = moves_of("urn_small", proposer, "native").own[0].reason
    assert reason is not None
    assert text in reason
    file, number = reason.split(": ", 1)[0].rsplit(":", 1)
    assert Path(file).read_text(encoding="utf-8").splitlines()[int(number) - 1].endswith(line)


def test_recording_goes_on_where_another_move_finds_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which move it is that finds no room is up to chance: among ten chains it is one of the model's own."""
    moves = moves_of("urn_small", Uncompiled(), "native")
    moved: list[int] = []
    grow = storage.grow

    def noted(world: Any, layout: Layout) -> None:
        moved.append(int(world.move))
        grow(world, layout)

    monkeypatch.setattr(storage, "grow", noted)
    for seed in range(10):
        chain = started(moves, seed)
        chain.prepare(100, 3)
        moved.clear()
        chain.record(100)
        assert chain.world.recorded == 100
        if any(move < len(chain.program.moves) - 1 for move in moved):
            return
    pytest.fail("no move of the model has found no room")


@pytest.mark.parametrize(
    ("model", "proposer"),
    [
        ("urn_small", Wasteful()),
        pytest.param("c30_deterministic_functions", ByHalf(), marks=pytest.mark.campaign),
    ],
)
def test_growth_and_derived_functions_are_the_same_in_both_backends(model: str, proposer: Proposer) -> None:
    native = moves_of(model, proposer, "native")
    assert native.own[0].reason is None
    assert trace(native, 500) == trace(moves_of(model, proposer), 500)


def test_growth_in_python_on_a_native_world() -> None:
    class Both(Wasteful):
        """Keeps a list, which is not compiled."""

        kept = (1, "two")

        def propose(self, world: Any, rng: Any) -> float:
            return super().propose(world, rng)

    native = moves_of("urn_small", Both(), "native")
    assert native.own[0].reason is not None
    assert trace(native, 200) == trace(moves_of("urn_small", Both()), 200)


TYPES = [
    ("world.PubCited[0.5]", "argument 1 of `PubCited` must be an object of type Cit, a whole number, not float64"),
    ("world.PubCited[0] = 0.5", "the value of `PubCited` must be an object of type Pub, a whole number, not float64"),
    ("rng.integer(2.5)", "rng.integer takes a whole number, not float64"),
    (
        "world.PubCited.preimage(0.5)",
        "the value of `PubCited` must be an object of type Pub, a whole number, not float64",
    ),
]


@pytest.mark.parametrize(("line", "message"), TYPES)
def test_types_are_checked_when_compiling(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(BlogError) as caught:
        moves_of(CITATIONS, in_file(tmp_path, f"x = 1\n{line}\nreturn 0.0"), "native")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == message
    assert diagnostic.span is not None
    assert diagnostic.span.location.startswith(f"{tmp_path / 'written.py'}:{FIRST_LINE + 1}:")


def test_a_compiled_proposer_must_return_on_every_way(tmp_path: Path) -> None:
    for _ in range(2):  # the second time nothing may have been kept
        with pytest.raises(BlogError, match="`propose` does not return a number"):
            moves_of(CITATIONS, in_file(tmp_path, "if rng.flip(0.5):\n    return 0.0"), "native")


BROKEN = [
    ("x = 1\nworld.Title[world.Pub.new()]", "the move asks for Title(Pub ", FIRST_LINE + 1),
    pytest.param(
        "p = world.Pub.new()\nworld.Title[p] = 1", "the move set Title(Pub ", FIRST_LINE - 1, marks=pytest.mark.campaign
    ),
    pytest.param("return math.nan", "`propose` returned nan", FIRST_LINE - 1, marks=pytest.mark.campaign),
]


@pytest.mark.parametrize(("lines", "beginning", "line"), BROKEN)
def test_a_compiled_move_that_breaks_names_its_line(tmp_path: Path, lines: str, beginning: str, line: int) -> None:
    moves = moves_of(CITATIONS, in_file(tmp_path, f"{lines}\nreturn 0.0", share=0.5), "native")
    assert moves.own[0].reason is None
    chain = started(moves)
    with pytest.raises(RunError) as caught:
        chain.advance(100)
    assert caught.value.diagnostic.message.startswith(beginning)
    assert caught.value.diagnostic.span is not None
    assert caught.value.diagnostic.span.location.startswith(f"{tmp_path / 'written.py'}:{line}:")


def test_arrays_of_a_proposer_are_its_own() -> None:
    class Holder(Proposer):
        def __init__(self, table: np.ndarray[Any, Any]) -> None:
            self.table = table

        def propose(self, world: Any, rng: Any) -> float:
            world.Drawn[0] = world.Drawn[self.table[rng.integer(3)]]
            return nm.REJECT

    table = np.array([0, 1, 2])
    native = moves_of("urn_small", Holder(table), "native")
    table[:] = 77  # out of range, were it read
    found = trace(native, 50)
    table[:] = [0, 1, 2]
    assert found == trace(moves_of("urn_small", Holder(table)), 50)
