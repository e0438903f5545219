"""What is said of each mistake in a declared move: its choices, what it reads, and a way back that goes elsewhere."""

from __future__ import annotations

import importlib.util
import textwrap
from pathlib import Path

import pytest

import noumena as nm
from noumena.model.diagnostics import BlogError, RunError
from tests.moves import declared_moves as declared
from tests.moves.running import moves_of, started

_HEAD = """\
import math
import random
import numpy as np
import noumena as nm


class Written(nm.DeclaredMove):
    share = 1.0

    def first_state(self, world, rng):
        {first_state}

    def change(self, world, choose):
"""
FIRST_LINE = _HEAD.count("\n") + 1
"""The line of the file on which the body of `change` begins."""

CITATIONS = "m03_citations"
SWITCH = """
random Integer X ~ UniformInt(0, 1); random Integer Y ~ UniformInt(0, 3);
random Boolean Z ~ if X + Y == 2 then BooleanDistrib(0.9) else BooleanDistrib(0.2); obs Z = true; query X;
"""


def written(folder: Path, body: str, first_state: str = "return nm.REJECT") -> nm.DeclaredMove:
    """A declared move with these lines, whose source Python can find."""
    path = folder / "written.py"
    head = _HEAD.format(first_state=first_state)
    path.write_text(head + textwrap.indent(textwrap.dedent(body), " " * 8) + "\n", encoding="utf-8")
    specification = importlib.util.spec_from_file_location("written", path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    made: nm.DeclaredMove = module.Written()
    return made


def failure(model: str, move: nm.DeclaredMove, seed: int = 1, backend: str = "python") -> RunError | None:
    """The error of the first steps of a chain."""
    chain = started(moves_of(model, move, backend), seed)
    try:
        chain.advance(20)
    except RunError as error:
        return error
    return None


TITLE = "p = world.PubCited[0]\nt = world.Title[p]\nworld.Title[p] = 1 - t\n"
"""A change that undoes itself."""
X = "x = world.X[()]\nworld.X[()] = 1 - x\n"

GOES_ELSEWHERE = [
    # What makes the move wrong, and what is said of it; a missing reverse choice comes first.
    (
        CITATIONS,
        "c = choose.one_of(world.Cit)\np = world.PubCited[c]\nworld.Title[p] = 1 - world.Title[p]",
        "the way back makes a choice that was not told: choose.one_of(…), number 1 without an address",
    ),
    (
        CITATIONS,
        "choose.flip(0.5, at=2)\n" + TITLE,
        "the way back makes a choice that was not told: choose.flip(…, at=2)",
    ),
    (
        SWITCH,
        X + "if x:\n    choose.back.integer(1, at=(2, 3))",
        "the move tells a choice that the way back does not make: choose.back.integer(…, at=(2, 3))",
    ),
    (
        SWITCH,
        X + "if x:\n    choose.flip(0.5)",
        "the way back does not tell a choice that the move has made: choose.flip(…), number 1 without an address",
    ),
    (
        SWITCH,
        X + "if x:\n    choose.back.flip(True, at=7)",
        "the way back tells a choice that the move has not made: choose.back.flip(…, at=7)",
    ),
    # A wrong reverse value.
    (
        CITATIONS,
        "choose.integer(1000, at=1)\nchoose.back.integer(1000 - 1, at=1)\n" + TITLE,
        "the way back tells another choice than the move has made: choose.integer(…, at=1) was ",
    ),
    (
        declared.SCALED,
        "choose.normal(0.0, 1.0)\nchoose.back.normal(0.25)\nworld.X[()] = world.X[()]",
        "the way back tells another choice than the move has made: choose.normal(…), number 1 without an address was ",
    ),
    (
        CITATIONS,
        "choose.integer(3)\nchoose.back.integer(5)\n" + TITLE,
        "the way back was told 5 for choose.integer(…), number 1 without an address, and chooses a whole number below",
    ),
    (
        CITATIONS,
        "choose.one_of(world.Pub.used)\nchoose.back.one_of(999)\n" + TITLE,
        "the way back was told 999 for choose.one_of(…), which is not among those that it chooses from",
    ),
    (
        CITATIONS,
        "choose.one_of(world.Cit)\nchoose.back.one_of(3)\n" + TITLE,
        "the way back was told 3 for choose.one_of(…), which is not among those that it chooses from",
    ),
    (
        CITATIONS,
        "choose.one_of(world.PubCited.preimage(world.PubCited[0]))\nchoose.back.one_of(77)\n" + TITLE,
        "the way back was told 77 for choose.one_of(…), which is not among those that it chooses from",
    ),
    # A write that the way back does not undo.
    (
        CITATIONS,
        "world.Title[world.PubCited[0]] = True",
        "the way back sets Title(Pub ",
    ),
    (
        CITATIONS,
        "world.PubCited[0] = world.Pub.new()",
        "the way back sets PubCited(C1) to a new Pub, and before the move it was Pub ",
    ),
    (declared.SCALED, "world.X[()] = world.X[()] + 1.0", "the way back sets X to "),
    (SWITCH, X + "if x:\n    world.Y[()] = 3 - world.Y[()]", "the way back leaves Y as the move has made it"),
    (SWITCH, X + "if x:\n    world.Y[()] = 3 - world.Y[()]", "the way back sets Y to "),
    (
        declared.MEANS,
        "if world.Two[()]:\n    return nm.REJECT\nworld.Two[()] = True\nworld.A[()] = 1.0",
        "the way back is rejected",
    ),
    (
        declared.MEANS,
        "two = world.Two[()]\nworld.Two[()] = 1 - two\nworld.A[()] = 1.0",
        "the way back sets A, which the state before the move did not hold",
    ),
    (
        declared.MEANS,
        "two = world.Two[()]\nworld.Two[()] = 1 - two\nworld.M.remove()",
        "the way back removes M, which the move has not newly set",
    ),
    (
        SWITCH,
        X + "if x:\n    world.Y.resample()\nelse:\n    world.Y[()] = 0",
        "one way Y is left to the engine, and the other way not",
    ),
    (
        CITATIONS,
        "p = world.Pub.new()\nworld.Title[p] = True\nworld.PubCited[0] = p",
        "the way back makes a new Pub, and it cannot be told which one of the state before that was",
    ),
    (
        CITATIONS,
        "p = world.PubCited[0]\nworld.Title[p]\nworld.Title.resample(p)",
        "the way back reads Title(Pub ",
    ),
    # Reals.
    (
        declared.MEANS,
        """\
        if world.Two[()]:
            world.M[()] = (world.A[()] + world.B[()]) / 2
            world.A.remove()
            world.B.remove()
        else:
            world.A[()] = world.B[()] = world.M[()]
            world.M.remove()
        world.Two[()] = 1 - world.Two.saved[()]""",
        "the dimensions of the move do not match: 1 real numbers become 2",
    ),
    (
        declared.SCALED,
        "x = world.X[()]\ncell = math.floor(x * 1e6)\nworld.X[()] = (2 * cell + 1) / 1e6 - x",
        "the slopes of the move's real numbers cannot be told here",
    ),
    # What a move must not do on either way.
    (CITATIONS, TITLE + "world.Title[p]", "the move reads Title(Pub "),
    (CITATIONS, TITLE + "world.Title[p] = t", "the move changes Title(Pub "),
    (
        CITATIONS,
        "world.PubCited[0] = world.PubCited[1]\nworld.PubCited.preimage(world.PubCited[2]).number",
        "the move looks at preimages after it has changed a variable of `PubCited`",
    ),
    (
        CITATIONS,
        "world.PubCited[0] = world.PubCited[1]\nworld.Pub.used.number",
        "the move looks at world.Pub.used after it has changed a variable of `PubCited`",
    ),
    (
        "c30_deterministic_functions",
        "world.X[()] = 5 - world.X[()]\nworld.Half[()]",
        "the move reads `Half`, which is derived, after it has changed something",
    ),
    (
        CITATIONS,
        TITLE + "world.Text.log_prob(0)",
        "the move asks for ln p of a variable of `Text` after it has changed something",
    ),
    (CITATIONS, TITLE + "return 0.5", "`change` returned 0.5"),
    (CITATIONS, TITLE + "return 'no'", "`change` returned 'no'"),
    (CITATIONS, "choose.flip(1.5)", "the move flips with a probability of 1.5"),
    (CITATIONS, "choose.normal(0.0, -1.0)", "the move draws a normal number of mean 0 and scale -1"),
    (CITATIONS, "choose.integer(0)", "the move asks for a random integer below 0"),
    (CITATIONS, "choose.integer(2.5)", "choose.integer takes a whole number, not float"),
    (CITATIONS, "choose.both.flip('heads')", "choose.both.flip takes a number, not str"),
    (CITATIONS, "choose.back.one_of(0.5)", "choose.back.one_of takes a whole number, not float"),
    (CITATIONS, "choose.back.normal('a')", "choose.back.normal takes a number, not str"),
    (CITATIONS, "choose.flip(0.5, at=0.5)", "the address of a choice must be one to four whole numbers, not float"),
    (CITATIONS, "choose.flip(0.5, at=())", "the address of a choice must be one to four whole numbers, not 0 of them"),
    (
        CITATIONS,
        "choose.one_of(world.Pub)",
        "choose.one_of takes a type, the objects in use of a type, or the preimage",
    ),
]


@pytest.mark.parametrize(("model", "body", "message"), GOES_ELSEWHERE)
def test_a_way_back_that_goes_elsewhere_is_told(tmp_path: Path, model: str, body: str, message: str) -> None:
    """Which state a chain begins with is up to the seed, and some mistakes show in some states only."""
    told = set()
    for seed in range(8):
        error = failure(model, written(tmp_path, body), seed)
        if error is not None:
            told.add(error.diagnostic.message)
            assert error.diagnostic.span is not None
            assert error.diagnostic.span.location.startswith(f"{tmp_path / 'written.py'}:")
            if error.diagnostic.message.startswith(message):
                return
    pytest.fail(f"{told}")


def test_a_jacobian_of_0_is_told(tmp_path: Path) -> None:
    """Between two values the move comes home, but a real that is a little changed makes no difference."""
    move = written(tmp_path, "world.X[()] = 1.0 if world.X[()] > 1.5 else 2.0", "world.X[()] = 1.0")
    error = failure(declared.SCALED, move)
    assert error is not None
    assert error.diagnostic.message == "the Jacobian of the move's real numbers is 0"


def test_the_state_and_the_choices_are_shown(tmp_path: Path) -> None:
    error = failure(CITATIONS, written(tmp_path, "c = choose.both.one_of(world.Cit)\nchoose.flip(0.5, at=2)\n" + TITLE))
    assert error is not None
    diagnostic = error.diagnostic
    assert diagnostic.span is not None
    assert diagnostic.span.location.startswith(f"{tmp_path / 'written.py'}:{FIRST_LINE + 1}:")
    assert diagnostic.hint is not None
    hint, move, state, made, told = diagnostic.hint.split("\n    ")
    assert hint == "tell each choice of the way back once, by choose.back, or make it by choose.both"
    assert move.startswith("the move: Title(Pub ")
    assert " is set to " in move
    assert " and was " in move
    assert state.startswith("the rest of the state: ")
    assert "#Pub = " in state
    assert "PubCited(C2) = Pub " in state
    assert made.startswith("choices made: one_of ")
    assert made.endswith(" at 2")
    assert told.startswith("choices told for the way back: one_of ")


IN_SOURCE = [
    ("choose.flp(0.5)", "choose has no `flp`", "did you mean `flip`?"),
    ("choose.back.integr(0)", "choose.back has no `integr`", "did you mean `integer`?"),
    ("choose.both.back", "choose.both has no `back`", "there are flip, integer, normal, one_of, uniform"),
    ("choose.integer()", "choose.integer takes 1 argument, not 0", "an address is at=…"),
    ("choose.back.normal(0.0, 1.0)", "choose.back.normal takes 1 argument, not 2", "an address is at=…"),
    ("choose.both.uniform(1)", "choose.both.uniform takes 0 arguments, not 1", "an address is at=…"),
    (
        "world.weigh(1)",
        "a declared move weighs no changes",
        "make its choices by the factors world.F.log_prob(x), or derive from nm.Proposer",
    ),
    ("self.tries = 1", "`change` changes the field `tries` of the proposer", None),
    (
        "random.random()",
        "the move takes random numbers from elsewhere",
        "make its choices by `choose`, so that they are charged",
    ),
]


@pytest.mark.parametrize(("line", "message", "hint"), IN_SOURCE)
def test_the_source_is_checked_before_the_run(tmp_path: Path, line: str, message: str, hint: str | None) -> None:
    with pytest.raises(BlogError) as caught:
        moves_of(CITATIONS, written(tmp_path, line))
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == message
    assert hint is None or diagnostic.hint == hint


def test_randomness_that_the_source_does_not_show_is_found_by_the_way_back(tmp_path: Path) -> None:
    body = "p = world.PubCited[int(3 * getattr(np, 'random').random())]\nworld.Title[p] = 1 - world.Title[p]"
    found = [failure(CITATIONS, written(tmp_path, body), seed) for seed in range(8)]
    assert any(error is not None and error.diagnostic.message.startswith("the way back ") for error in found)


def test_a_declared_move_has_a_change_and_no_propose() -> None:
    class Empty(nm.DeclaredMove):
        pass

    class Two(declared.SplitMerge):
        def propose(self, world: object, choose: object) -> float:
            return 0.0

    for move, message in (
        (Empty, "`Empty` has no `change`"),
        (Two, "`Two` is declared and has a `propose` of its own"),
    ):
        with pytest.raises(BlogError) as caught:
            moves_of("urn_small", move())
        assert caught.value.diagnostics[0].message == message


def test_it_cannot_be_composed() -> None:
    with pytest.raises(BlogError) as caught:
        moves_of("urn_small", nm.moves.When("world.Ball.number > 1", declared.SplitMerge()))
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == "When(SplitMerge) is of a declared move, which cannot be composed"
    assert diagnostic.hint == "ask in its `change`, and return nm.REJECT"


def test_check_move_tells_the_same(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="the way back makes a choice that was not told"):
        nm.check_move(nm.Model.from_text(SWITCH), written(tmp_path, X + "choose.flip(0.5)"))


@pytest.mark.campaign
def test_a_compiled_move_that_goes_elsewhere_names_its_line(tmp_path: Path) -> None:
    error = failure(SWITCH, written(tmp_path, X + "choose.flip(0.5, at=4)"), backend="native")
    assert error is not None
    assert error.diagnostic.message == "the way back makes a choice that was not told: choose.flip(…, at=4)"
    assert error.diagnostic.span is not None
    assert error.diagnostic.span.location.startswith(f"{tmp_path / 'written.py'}:{FIRST_LINE + 2}:")
    assert error.diagnostic.hint is not None
    assert "the move: X is set to " in error.diagnostic.hint


TYPES = [
    ("choose.integer(2.5)", "choose.integer takes a whole number, not float64"),
    ("choose.both.flip('a')", "choose.both.flip takes a number, not unicode_type"),
    ("choose.back.one_of(0.5)", "choose.back.one_of takes a whole number, not float64"),
    ("choose.flip(0.5, at=0.5)", "the address of a choice must be one to four whole numbers, not float64"),
    ("choose.one_of(world.Pub)", "choose.one_of takes a type, the objects in use of a type, or the preimage of"),
    ("return 'no'", "`change` returned unicode_type"),
]


@pytest.mark.parametrize(("line", "message"), TYPES)
def test_types_are_checked_when_compiling(tmp_path: Path, line: str, message: str) -> None:
    with pytest.raises(BlogError) as caught:
        moves_of(CITATIONS, written(tmp_path, f"x = 1\n{line}"), "native")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message.startswith(message)
