"""Each move of the library is proved by `check_move` on three models, and four broken copies are caught and named.

A move that has no entry here fails: add its models and its broken copies, one for each kind of mistake.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from noumena.inference.move_check import check_move
from noumena.inference.move_report import MoveReport
from noumena.moves import library
from noumena.moves.library import (
    BirthDeath,
    BlockedGibbs,
    Conjugate,
    DelayedAcceptance,
    Drift,
    FromData,
    GibbsReference,
    MoveReferrer,
    Slice,
    SplitMerge,
    SwapReferrers,
    When,
)
from noumena.moves.library.written import LibraryMove
from tests.asking import model_problem, problem
from tests.moves.library.proved_splits import SPLITS
from tests.moves.library.trying import COIN, GUARANTEED, Edited

KINDS = ("wrong ratio", "no way back", "wrong owner", "uncharged choice")
"""The mistakes of which each move has a copy."""

TWO = f"""
type Pub; type Cit; distinct Cit C1, C2; #Pub ~ UniformInt(1, 3);
random Boolean Title(Pub p) ~ BooleanDistrib(0.3); random Pub PubCited(Cit c) ~ UniformChoice({{p for Pub p}});
random Boolean Text(Cit c) ~ if Title(PubCited(c)) {COIN}; obs Text(C1) = true; obs Text(C2) = false;
"""
THREE = TWO.replace("C1, C2", "C1, C2, C3").replace("UniformInt(1, 3)", "UniformInt(1, 2)") + "obs Text(C3) = true;"
SOME = TWO.replace("distinct Cit", "distinct Pub G; distinct Cit").replace("UniformInt(1, 3)", "UniformInt(0, 1)")
COLOURS = """
type Ball; type Draw; distinct Draw D1, D2; #Ball ~ UniformInt(1, 2);
random String Paint(Ball b) ~ Categorical({"red" -> 0.5, "blue" -> 0.3, "grey" -> 0.2});
random Ball Drawn(Draw d) ~ UniformChoice({b for Ball b});
random String Seen(Draw d) ~ case Paint(Drawn(d)) in {
  "red" -> Categorical({"red" -> 0.7, "blue" -> 0.2, "grey" -> 0.1}),
  "blue" -> Categorical({"red" -> 0.1, "blue" -> 0.6, "grey" -> 0.3}),
  "grey" -> Categorical({"red" -> 0.2, "blue" -> 0.2, "grey" -> 0.6})};
obs Seen(D1) = "red"; obs Seen(D2) = "grey";
"""
BESIDE = f"""
type A; type B; distinct A A1, A2; distinct B B1, B2; random B F(A a) ~ Categorical({{B1 -> 0.2, B2 -> 0.8}});
random Boolean S ~ BooleanDistrib(0.4); random Boolean Y ~ if S & F(A1) == B1 {COIN}; obs Y = true;
random Boolean Z ~ if F(A1) == F(A2) {COIN}; obs Z = true; random Boolean W ~ if S {COIN}; obs W = true;
"""
LINE = "random Real X ~ Gaussian(0, 1); random Real Y ~ Gaussian(X, 1); obs Y = 1.0;"
RATE = "random Real X ~ Exponential(1); random Integer Y ~ Poisson(X); obs Y = 3;"
SHARE = "random Real X ~ UniformReal(0, 1); random Integer Y ~ Binomial(8, X); obs Y = 6;"


@dataclass(frozen=True)
class Proved:
    """Models with the move for each, and broken copies by the kind of their mistake.

    A broken copy is a model, a move and replacements in its text, one after the other.
    """

    right: tuple[tuple[str, LibraryMove], ...]
    broken: Mapping[str, tuple[str, LibraryMove, tuple[tuple[str, str], ...]]]


_CITED, _SPLIT, _ANY, _LOG = MoveReferrer("PubCited"), SplitMerge("PubCited"), BirthDeath("Pub"), "math.log"
_SWAP, _TITLE, _STEP, _ON_LOG = (
    SwapReferrers("F"),
    FromData("Title", "PubCited", "Text"),
    Drift("X", 1.0),
    Drift("X", 0.8, on="log"),
)
_FEWER = When("world.Pub.number < 3", _ANY)
_LATER = DelayedAcceptance(_ANY, "-0.8 * world.Pub.number")
_SETS_TITLE = ("other = world.Pub.new()", "other = world.Pub.new()\n        world.Title[other] = 0")
_BACK = f"return {_LOG}(back) - {_LOG}(forward)"

_GIBBS, _BLOCK, _SWITCH = GibbsReference("PubCited"), BlockedGibbs("Z", "T"), BlockedGibbs("S")
_SLICE, _CONJUGATE = Slice("X", 2.0), Conjugate("X")
_DRAWN = ("rng.flip(math.exp(w - total))", "rng.flip(0.5)")

PROVED: dict[type[LibraryMove], Proved] = {
    BirthDeath: Proved(
        right=((TWO, _ANY), (SOME, _ANY), ("m06_empty_set", BirthDeath("Ball"))),
        broken={
            "wrong ratio": (TWO, _ANY, (("return 0.0", "return 0.5"),)),
            "no way back": (TWO, _ANY, (("rng.flip(0.5)", "True"),)),
            "wrong owner": (TWO, _ANY, (("world.number.Pub[()] += 1", "world.number.Pub.resample()"),)),
            "uncharged choice": (TWO, _ANY, (("rng.flip(0.5)", "rng.flip(0.7)"),)),
        },
    ),
    SplitMerge: Proved(
        right=((TWO, SplitMerge("PubCited", number=True)), (SOME, _SPLIT), ("m06_empty_set", SplitMerge("F"))),
        broken={
            "wrong ratio": (TWO, _SPLIT, (("return (size - 2)", "return 0.4 + (size - 2)"),)),
            "no way back": (TWO, _SPLIT, (("# merge", "\n            return nm.REJECT"),)),
            "wrong owner": (TWO, _SPLIT, (_SETS_TITLE,)),
            "uncharged choice": (THREE, _SPLIT, (("(size - 2) * math.log(2.0)", "0.0"),)),
        },
    ),
    MoveReferrer: Proved(
        right=((TWO, _CITED), (SOME, _CITED), (GUARANTEED, MoveReferrer("F"))),
        broken={
            "wrong ratio": (TWO, _CITED, ((_BACK, f"return {_LOG}(forward) - {_LOG}(back)"),)),
            "no way back": (TWO, _CITED, (("is_new = rng.flip(0.25)", "is_new = True"),)),
            "wrong owner": (
                TWO,
                _CITED,
                (("        forward = ", "        if is_new:\n            world.Title[o] = 0\n        forward = "),),
            ),
            "uncharged choice": (TWO, _CITED, ((_BACK, "return 0.0"),)),
        },
    ),
    SwapReferrers: Proved(
        right=((GUARANTEED, _SWAP), (TWO, SwapReferrers("PubCited")), (COLOURS, SwapReferrers("Drawn"))),
        broken={
            "wrong ratio": (GUARANTEED, _SWAP, (("return 0.0", "return 0.3"),)),
            "no way back": (
                GUARANTEED,
                _SWAP,
                (("if first == second", "if first >= second"), ("if one == other", "if one >= other")),
            ),
            "wrong owner": (
                BESIDE,
                _SWAP,
                (
                    (
                        "world.F[second] = one",
                        "world.F[second] = one\n        if (one < other) == (first < second):\n"
                        "            world.S.resample()\n"
                        "        else:\n            world.S[()] = 1 if rng.flip(0.5) else 0",
                    ),
                ),
            ),
            "uncharged choice": (
                GUARANTEED,
                _SWAP,
                (
                    (
                        "        world.F[first] = other",
                        "        if (one < other) == (first < second) and rng.flip(0.4):\n"
                        "            return nm.REJECT\n        world.F[first] = other",
                    ),
                ),
            ),
        },
    ),
    FromData: Proved(
        right=((TWO, _TITLE), (SOME, _TITLE), (COLOURS, FromData("Paint", "Drawn", "Seen"))),
        broken={
            "wrong ratio": (TWO, _TITLE, ((_BACK, f"{_BACK} + 0.4"),)),
            "no way back": (TWO, _TITLE, ((" or back == 0", ""), ("math.log(back)", "math.log(max(back, 1))"))),
            "wrong owner": (
                TWO,
                _TITLE,
                (
                    (
                        "world.Title[o] = new",
                        "if new == 1:\n            world.Title[o] = new\n        else:\n"
                        "            world.Title.resample(o)",
                    ),
                ),
            ),
            "uncharged choice": (
                TWO,
                _TITLE,
                (
                    (
                        "        world.Title[o] = new",
                        "        if new == 1 and rng.flip(0.3):\n            return nm.REJECT\n"
                        "        world.Title[o] = new",
                    ),
                ),
            ),
        },
    ),
    When: Proved(
        right=(
            (TWO, _FEWER),
            (SOME, When("world.PubCited[0] != world.PubCited[1]", _CITED)),
            (GUARANTEED, When("world.F[0] != 1", _SWAP)),
        ),
        broken={
            "wrong ratio": (TWO, _FEWER, (("return log_q\n", "return log_q + 0.4\n"),)),
            "no way back": (TWO, _FEWER, ((" or not condition_1(world)", ""),)),
            "wrong owner": (TWO, When("world.Pub.number > 1", _SPLIT), (_SETS_TITLE,)),
            "uncharged choice": (
                TWO,
                _FEWER,
                (
                    (
                        "if not condition_1(world):",
                        "if not condition_1(world) or (world.Pub.number == 1 and rng.flip(0.4)):",
                    ),
                ),
            ),
        },
    ),
    DelayedAcceptance: Proved(
        right=(
            (TWO, _LATER),
            (SOME, DelayedAcceptance(_CITED, "0.7 if world.PubCited[0] == world.PubCited[1] else 0.1")),
            (GUARANTEED, DelayedAcceptance(_SWAP, "0.5 * world.F[0]")),
        ),
        broken={
            "wrong ratio": (TWO, _LATER, (("return before - after", "return after - before"),)),
            "no way back": (TWO, _LATER, ((" and not rng.flip(math.exp(log_x))", ""),)),
            "wrong owner": (TWO, DelayedAcceptance(_SPLIT, "0.5 * world.Pub.used.number"), (_SETS_TITLE,)),
            "uncharged choice": (TWO, _LATER, (("return before - after", "return log_q"),)),
        },
    ),
    Drift: Proved(
        right=((LINE, _STEP), (RATE, _ON_LOG), (SHARE, Drift("X", 1.0, bounds=(0, 1)))),
        broken={
            "wrong ratio": (RATE, _ON_LOG, (("return math.log(new / old)", "return -math.log(new / old)"),)),
            "no way back": (LINE, _STEP, (("rng.normal()", "abs(rng.normal())"),)),
            "wrong owner": (
                RATE,
                _ON_LOG,
                (
                    (
                        "        world.X[()] = new",
                        "        if new < old:\n            world.X.resample()\n            return 0.0\n"
                        "        world.X[()] = new",
                    ),
                ),
            ),
            "uncharged choice": (LINE, _STEP, (("rng.normal()", "(0.1 + old * old) * rng.normal()"),)),
        },
    ),
    GibbsReference: Proved(
        right=((TWO, _GIBBS), (SOME, _GIBBS), (GUARANTEED, GibbsReference("F"))),
        broken={
            "wrong ratio": (TWO, _GIBBS, (_DRAWN,)),
            "no way back": (TWO, _GIBBS, (("else known + 1", "else known"),)),
            "wrong owner": (
                TWO,
                _GIBBS,
                (
                    (
                        "        world.repeat(chosen)",
                        "        if chosen == known:\n            world.Title[o] = 0\n        world.repeat(chosen)",
                    ),
                ),
            ),
            "uncharged choice": (TWO, _GIBBS, (("return -weight", "return 0.0"),)),
        },
    ),
    BlockedGibbs: Proved(
        right=((TWO, BlockedGibbs("Title")), ("m08_switch", _SWITCH), ("m09_sweep", _BLOCK)),
        broken={
            "wrong ratio": ("m09_sweep", _BLOCK, (_DRAWN,)),
            "no way back": ("m09_sweep", _BLOCK, (("in range(4)", "in range(1, 4)"),)),
            "wrong owner": (
                "m08_switch",
                _SWITCH,
                (
                    (
                        "        world.repeat(chosen)",
                        "        if chosen == 1:\n            world.U1[()] = 1 if rng.flip(0.5) else 0\n"
                        "        world.repeat(chosen)",
                    ),
                ),
            ),
            "uncharged choice": ("m08_switch", _SWITCH, (("return -weight", "return 0.0"),)),
        },
    ),
    Slice: Proved(
        right=((LINE, _SLICE), (RATE, _SLICE), (SHARE, Slice("X", 0.3))),
        broken={
            "wrong ratio": (RATE, _SLICE, (("return -weight", "return weight"),)),
            "no way back": (LINE, _SLICE, (("new = low + (high - low)", "new = old + (high - old)"),)),
            "wrong owner": (
                RATE,
                _SLICE,
                (
                    (
                        "                world.X[()] = new",
                        "                if new < old:\n                    world.X.resample()\n"
                        "                    return 0.0\n                world.X[()] = new",
                    ),
                ),
            ),
            "uncharged choice": (LINE, _SLICE, (("level = math.log", "level = 0.1 * math.log"),)),
        },
    ),
    Conjugate: Proved(
        right=((LINE, _CONJUGATE), (RATE, _CONJUGATE), (SHARE, _CONJUGATE)),
        broken={
            "wrong ratio": (LINE, _CONJUGATE, (("return curve", "return 4.0 * curve"),)),
            "no way back": (LINE, _CONJUGATE, (("rng.normal()", "abs(rng.normal())"),)),
            "wrong owner": (
                LINE,
                _CONJUGATE,
                (
                    (
                        "        world.X[()] = new",
                        "        if new < old:\n            world.X.resample()\n            return 0.0\n"
                        "        world.X[()] = new",
                    ),
                ),
            ),
            "uncharged choice": (LINE, _CONJUGATE, (("mean + rng.normal()", "mean + 3.0 * rng.normal()"),)),
        },
    ),
}
"""What is known of each move. Moves on reals go through the joint-distribution test."""
PROVED.update({move: Proved(right, broken) for move, (right, broken) in SPLITS.items()})

REALS = (Conjugate, Drift, Slice)
CLASSES = [getattr(library, name) for name in library.__all__]
MOVES = [c for c in CLASSES if isinstance(c, type) and issubclass(c, LibraryMove) and c is not LibraryMove]


def report_on(model: str, move: LibraryMove, replicas: int = 200) -> MoveReport:
    """A report on a move; the joint-distribution test calls a right one wrong once in 10,000 seeds."""
    stated = problem(model) if ";" in model else model_problem(model)
    return check_move(stated, move, replicas=replicas, rounds=10, seed=1)


@pytest.mark.parametrize("move", MOVES)
def test_each_move_has_its_models_and_broken_copies(move: type[LibraryMove]) -> None:
    assert move in PROVED, f"{move.__name__} has no entry in PROVED"
    found = PROVED[move]
    assert len({model for model, _ in found.right}) >= 3
    assert all(isinstance(one, move) for _, one in found.right)
    assert tuple(found.broken) == KINDS


def named(move: LibraryMove, model: str) -> str:
    return f"{move.name}-{model if ';' not in model else 'text'}"


RIGHT = [case for found in PROVED.values() for case in found.right]


@pytest.mark.parametrize(("model", "move"), RIGHT, ids=[named(move, model) for model, move in RIGHT])
def test_it_is_proved(model: str, move: LibraryMove) -> None:
    report = report_on(model, move)
    assert report.right, str(report)
    assert report.proof == ("joint distribution" if isinstance(move, REALS) else "exact matrix")


BROKEN = [(kind, *case) for found in PROVED.values() for kind, case in found.broken.items()]


@pytest.mark.parametrize(
    ("kind", "model", "move", "changes"), BROKEN, ids=[f"{move.name}-{kind}" for kind, _, move, _ in BROKEN]
)
def test_broken_copies_are_caught_and_named(
    kind: str, model: str, move: LibraryMove, changes: tuple[tuple[str, str], ...]
) -> None:
    broken = move
    for old, new in changes:
        broken = Edited(broken, old, new)
    report = report_on(model, broken, replicas=400)
    assert not report.right
    assert not report.invariant
    if report.joint is not None:
        # It cannot tell the kind, but what has gone wrong.
        assert isinstance(move, REALS)
        assert move.function in {c.figure for c in report.joint.off}
        return
    assert report.mistake is not None
    assert report.mistake.kind == kind, str(report)
