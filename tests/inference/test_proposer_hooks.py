"""What proposers do before the first step: fields from the evidence, and first states of their own."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from noumena import Model, moves
from noumena.engines import ChainOptions, run_engine
from noumena.inference.user_moves import UserMoves
from noumena.model.diagnostics import BlogError, RunError
from noumena.moves import proposer as nm
from noumena.moves.proposer import Proposer
from tests.asking import model_problem
from tests.commands import MODELS
from tests.moves.running import moves_of, started, trace

URN = "urn_small"
NEEDLE = """
random Integer X ~ UniformInt(0, 999999);
random Boolean Y ~ BooleanDistrib(0.5);
random Boolean Found = X == 424242 | (X == 171717 & Y);
obs Found = true;
query X;
"""


class Chances(Proposer):
    """Paints the ball of a draw by what was seen of it, with chances that `initialise` has made of the evidence."""

    blue = 0.7

    def initialise(self, model: Any, evidence: Any, rng: Any) -> None:
        colors = [str(c) for c in model.types["Color"].guaranteed]
        seen = evidence["Seen"]
        self.chances = np.array([self.blue if colors[seen[d]] == "Blue" else 1 - self.blue for d in sorted(seen)])
        self.shift = rng.uniform()
        self.first = rng.integer(3)

    def propose(self, world: Any, rng: Any) -> float:
        d = (self.first + rng.integer(3)) % 3
        ball, p = world.Drawn[d], self.chances[d]
        old = world.Paint[ball]
        new = world.Color.Blue if rng.flip(p) else world.Color.Green
        world.Paint[ball] = new
        return self.log(old, p) - self.log(new, p)

    def log(self, color: Any, p: float) -> float:
        return math.log(p if color == 0 else 1 - p)


class Written(Proposer):
    """Does nothing; the tests give it a first state."""

    def propose(self, world: Any, rng: Any) -> float:
        return nm.REJECT


class OneBall(Written):
    """Starts with all draws from one new ball, in a random colour."""

    def first_state(self, world: Any, rng: Any) -> None:
        ball = world.Ball.new()
        world.number.Ball[()] = 1
        world.Paint[ball] = rng.integer(2)
        for d in range(world.Draw.number):
            world.Drawn[d] = ball


class ManyBalls(Written):
    """Starts after many balls were made, so that arrays must grow."""

    def first_state(self, world: Any, rng: Any) -> None:
        for _ in range(300):
            ball = world.Ball.new()
        world.Drawn[rng.integer(3)] = ball
        world.number.Ball[()] = 4


def states(moves: UserMoves, seeds: int = 4) -> list[tuple[int, ...]]:
    found = []
    for seed in range(seeds):
        w = started(moves, seed).world
        found.append((*map(int, w.v_int[: w.v_top]), *map(int, w.v_kind[: w.v_top]), *map(int, w.random[:4])))
    return found


def test_fields_made_of_the_evidence_are_data_of_the_compiled_move() -> None:
    given = Chances()
    native = moves_of(URN, given, "native")
    assert native.own[0].reason is None
    assert not hasattr(given, "chances")
    found, accepted = trace(native)
    assert (found, accepted) == trace(moves_of(URN, given))
    assert accepted > 0


def test_evidence_by_the_names_and_indexes_of_views() -> None:
    seen: dict[str, Any] = {}

    class Looks(Written):
        def initialise(self, model: Any, evidence: Any, rng: Any) -> None:
            seen.update(evidence)

    moves_of(URN, Looks())
    assert seen == {"Paint": {}, "Drawn": {}, "Seen": {0: 0, 1: 1, 2: 0}}
    text = """
    type A; distinct A A1, A2; random String S(A a, A b) ~ Categorical({"x" -> 0.5, "y" -> 0.5});
    random Real R ~ Gaussian(0, 1); random Boolean B(Integer n) ~ BooleanDistrib(0.5);
    obs S(A2, A1) = "y"; obs R = 1.5; obs B(7) = true; query R;
    """
    seen.clear()
    moves_of(text, Looks())
    assert seen == {"S": {(1, 0): "y"}, "R": {(): 1.5}, "B": {7: 1}}


def test_random_numbers_of_initialise_follow_the_seed_and_leave_those_of_chains_alone() -> None:
    model = Model.from_files(MODELS / "urn_small.blog")
    drawn: list[tuple[float, int]] = []

    class Draws(Chances):
        def initialise(self, model: Any, evidence: Any, rng: Any) -> None:
            super().initialise(model, evidence, rng)
            drawn.append((self.shift, self.first))

    for seed in (1, 1, 2):
        model.infer(engine="mh", samples=5, burn_in=0, chains=2, seed=seed, backend="python", proposer=Draws())
    assert drawn[0] == drawn[1] != drawn[2]
    assert started(moves_of(URN, Draws())).world.random[0:4] == started(moves_of(URN, Written())).world.random[0:4]


class _Broken(Written):
    line = ""

    def initialise(self, model: Any, evidence: Any, rng: Any) -> None:
        if self.line == "name":
            evidence["Sen"]
        if self.line == "integer":
            rng.integer(0)
        if self.line == "part":
            rng.unifrm()
        raise ZeroDivisionError("no")


@pytest.mark.parametrize(
    ("line", "message", "hint", "text"),
    [
        ("name", "the model has no random function `Sen`", "did you mean `Seen`?", 'evidence["Sen"]'),
        (
            "integer",
            "`initialise` asks for a random integer below 0",
            "there must be something to choose from",
            "rng.integer(0)",
        ),
        ("part", "rng has no `unifrm`", "did you mean `uniform`?", "rng.unifrm()"),
        ("other", "`initialise` raised ZeroDivisionError: no", None, 'raise ZeroDivisionError("no")'),
    ],
)
def test_what_goes_wrong_in_initialise_names_its_line(line: str, message: str, hint: str | None, text: str) -> None:
    broken = _Broken()
    broken.line = line
    with pytest.raises(RunError) as caught:
        moves_of(URN, broken)
    diagnostic = caught.value.diagnostic
    assert (diagnostic.message, diagnostic.hint) == (message, hint)
    assert diagnostic.span is not None
    assert diagnostic.span.text == text


def test_first_states_are_those_of_the_proposer() -> None:
    for seed in range(4):
        world = started(moves_of(URN, OneBall()), seed).world
        drawn = [int(world.v_int[v]) for v in range(world.v_top) if world.v_kind[v] == 1 and world.v_count[v] > 0]
        assert len(drawn) == 3
        assert len(set(drawn)) == 1


@pytest.mark.parametrize("proposer", [OneBall(), ManyBalls()], ids=["one", "growing"])
def test_first_states_are_the_same_in_both_backends(proposer: Proposer) -> None:
    assert states(moves_of(URN, proposer, "native")) == states(moves_of(URN, proposer))


@pytest.mark.parametrize("proposer", [OneBall(), ManyBalls()], ids=["one", "growing"])
def test_a_first_state_may_be_made_at_once(proposer: Proposer) -> None:
    """Not out of one that was drawn, and once only, whatever room there is."""
    found = []
    for backend, room in (("python", None), ("python", 300), ("native", None)):
        made = moves_of(URN, proposer, backend)
        chain = made.chain(np.random.SeedSequence(3))
        chain.initialise(made.own[0].first_state, room)
        w = chain.world
        found.append((*map(int, w.v_int[: w.v_top]), *map(int, w.v_kind[: w.v_top]), *map(int, w.random[:4])))
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("backend", ["python", "native"])
def test_checked_chains_take_first_states_and_workers_change_nothing(backend: str) -> None:
    problem = model_problem(URN)

    def run(workers: int, check: bool = False) -> list[tuple[Any, ...]]:
        options = ChainOptions(burn_in=10, thin=2, chains=3, workers=workers, backend=backend, check=check)
        found = run_engine(problem, "mh", samples=20, seed=5, options=options, proposer=OneBall())
        return [marginal.values for marginal in found.marginals]

    assert run(1) == run(3) == run(2, check=True)


def test_rejecting_leaves_the_engines_state_as_it_is() -> None:
    class Thinks(Written):
        def first_state(self, world: Any, rng: Any) -> float:
            world.Drawn[0] = world.Ball.new()
            return nm.REJECT

    def values(proposer: Proposer) -> list[int]:
        w = started(moves_of(URN, proposer)).world
        return [int(x) for x in w.v_int[: w.v_top]]

    assert values(Thinks()) == values(Written())


def test_a_first_state_may_meet_evidence_that_the_engine_cannot() -> None:
    class Knows(Written):
        def first_state(self, world: Any, rng: Any) -> None:
            world.X[()] = 424242

    with pytest.raises(RunError, match="could not be met"):
        started(moves_of(NEEDLE, Written()))
    chain = started(moves_of(NEEDLE, Knows()))
    assert (chain.world.violations, chain.world.penalty) == (0, 0.0)
    assert 424242 in chain.world.v_int


class _SetsEvidence(Written):
    def first_state(self, world: Any, rng: Any) -> None:
        world.Seen[0] = 1


class _Misspells(Written):
    def first_state(self, world: Any, rng: Any) -> None:
        world.Drwn[0] = 1


class _ChangesFields(Written):
    tries = 0

    def first_state(self, world: Any, rng: Any) -> None:
        self.tries = 1


@pytest.mark.parametrize(
    ("proposer", "message"),
    [
        (_SetsEvidence(), "`Seen` is evidence, which no move may change"),
        (_Misspells(), "the model has no `Drwn`"),
        (_ChangesFields(), "`first_state` changes the field `tries` of the proposer"),
    ],
)
def test_the_source_of_first_state_is_checked_before_the_run(proposer: Proposer, message: str) -> None:
    with pytest.raises(BlogError) as caught:
        moves_of(URN, proposer)
    assert [d.message for d in caught.value.diagnostics] == [message]


class _Unneeded(Written):
    def first_state(self, world: Any, rng: Any) -> None:
        world.Paint[world.Ball.new()] = 0


class _NotHeld(Written):
    def first_state(self, world: Any, rng: Any) -> None:
        world.Paint[world.Ball.new()]


class _TooFew(Written):
    def first_state(self, world: Any, rng: Any) -> None:
        world.Drawn[0], world.Drawn[1] = world.Ball.new(), world.Ball.new()
        world.number.Ball[()] = 1


class _OutOfRange(Written):
    def first_state(self, world: Any, rng: Any) -> None:
        world.number.Ball[()] = 5


class _Returns(Written):
    def first_state(self, world: Any, rng: Any) -> float:
        return 0.5


class _Raises(Written):
    def first_state(self, world: Any, rng: Any) -> None:
        raise ValueError("no")


class _BreaksTerm(Written):
    def first_state(self, world: Any, rng: Any) -> None:
        world.X[()] = 3


class _BreaksVariable(Written):
    def first_state(self, world: Any, rng: Any) -> None:
        world.A[()] = False


class _Derived(Written):
    def first_state(self, world: Any, rng: Any) -> None:
        world.S[()] = True
        world.V[()] = 3


EITHER = """
random Boolean A ~ BooleanDistrib(0.9);
random Boolean B ~ if A then BooleanDistrib(0.5) else BooleanDistrib(0.0);
obs B = true; query A;
"""
TERM = "random Integer X ~ UniformInt(0, 4); obs (X > 3) = true; query X;"
LEAF = """
random Boolean S ~ BooleanDistrib(0.000001);
random Integer V ~ if S then 7 else UniformInt(0, 9);
random Boolean B ~ if V > 2 then BooleanDistrib(0.5) else BooleanDistrib(0.4);
obs B = true; query V;
"""

WRONG: list[tuple[str, Proposer, str, str | None]] = [
    (URN, _Unneeded(), "`first_state` set Paint(Ball ", "set only what evidence depends on"),
    (URN, _NotHeld(), "`first_state` asks for Paint(Ball ", "a state holds only"),
    (URN, _TooFew(), "the state that `first_state` has made has probability 0", "are there as many objects"),
    (URN, _OutOfRange(), "`first_state` gives #Ball a value of probability 0", None),
    (URN, _Returns(), "`first_state` returned 0.5", "return nothing, or nm.REJECT"),
    (URN, _Raises(), "the proposer raised ValueError: no", None),
    (TERM, _BreaksTerm(), "the evidence `obs (X > 3) = true` does not hold in the state", "the engine's own"),
    (EITHER, _BreaksVariable(), "B cannot be true, its evidence, in the state that", "the engine's own"),
    (LEAF, _Derived(), "`first_state` sets V, which is derived in it", "change what it is derived from"),
]


IN_BOTH = [
    # Every run of the tests compiles the urn anyway; other models are compiled for this alone, and by the campaign.
    pytest.param(
        *case,
        backend,
        id=f"{type(case[1]).__name__}-{backend}",
        marks=pytest.mark.campaign if backend == "native" and case[0] != URN else (),
    )
    for case in WRONG
    for backend in ("python", "native")
]


@pytest.mark.parametrize(("model", "proposer", "beginning", "hint", "backend"), IN_BOTH)
def test_what_goes_wrong_with_a_first_state_is_told(
    model: str, proposer: Proposer, beginning: str, hint: str | None, backend: str
) -> None:
    with pytest.raises(RunError) as caught:
        started(moves_of(model, proposer, backend))
    diagnostic = caught.value.diagnostic
    assert diagnostic.message.startswith(beginning)
    assert diagnostic.hint is None if hint is None else (diagnostic.hint or "").startswith(hint)
    assert diagnostic.span is not None
    assert diagnostic.span.location.split(":")[0].endswith("test_proposer_hooks.py")


TWO_LEVELS = """
type Line; type Pub; type Cit; distinct Cit C[5];
#Line ~ Poisson(1.0); #Pub ~ Poisson(1.0);
random Integer Theme(Line l) ~ UniformInt(0, 9);
random Line Work(Pub p) ~ UniformChoice({l for Line l});
random Integer Title(Pub p) ~ Poisson(Theme(Work(p)) + 1);
random Pub Cited(Cit c) ~ UniformChoice({p for Pub p});
random Integer Text(Cit c) ~ Poisson(Title(Cited(c)) + 1);
obs Text(c) = 3 for Cit c;
query #Pub;
"""


class AllApart(Written):
    """Starts with a publication and a line for each citation, whatever the engine has found."""

    def first_state(self, world: Any, rng: Any) -> None:
        for c in range(world.Cit.number):
            p, line = world.Pub.new(), world.Line.new()
            world.Cited[c], world.Work[p] = p, line
            world.Theme[line] = world.Title[p] = 3
        world.number.Pub[()] = world.number.Line[()] = 5


@pytest.mark.parametrize("backend", ["python", pytest.param("native", marks=pytest.mark.campaign)])
def test_a_first_state_may_have_more_objects_than_the_one_before(backend: str) -> None:
    model = Model.from_text(TWO_LEVELS)
    alone = moves.Mixture([AllApart()])
    result = model.infer(engine="mh", samples=1, burn_in=0, chains=3, proposer=alone, backend=backend)
    assert set(result["#Pub"].marginal.values) == {5}


class Titled(Written):
    """Gives all titles of the data, which are strings, in the order of the citations."""

    titles = np.array([["ab", "ba"], ["ba", "ab"]])

    def propose(self, world: Any, rng: Any) -> float:
        c, k = rng.integer(2), rng.integer(2)
        if world.Title[c] == self.titles[c, k]:
            return nm.REJECT
        world.Title[c] = self.titles[c, k]
        return 0.0


@pytest.mark.parametrize("backend", ["python", pytest.param("native", marks=pytest.mark.campaign)])
def test_strings_of_a_proposer_are_those_of_the_model(backend: str) -> None:
    model = Model.from_text("""
        type Cit; distinct Cit C[2];
        random String Title(Cit c) ~ Categorical({"ab" -> 0.8, "ba" -> 0.2});
        random Integer Length(Cit c) ~ if Title(c) == "ab" then Poisson(2.0) else Poisson(2.0);
        obs Length(c) = 2 for Cit c;
        query Title(C[0]);
    """)
    alone = moves.Mixture([Titled()])
    result = model.infer(engine="mh", samples=4000, chains=1, seed=1, thin=5, proposer=alone, backend=backend)
    assert not result.warnings
    share = result["Title(C[0])"].marginal.values.count("ab") / 4000
    assert abs(share - 0.8) < 5 * math.sqrt(0.16 / 1000)  # a step changes the title one time in four at most
