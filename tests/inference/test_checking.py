"""Checked mode: it goes the way of the unchecked chain, passes what is right, and names what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from noumena.inference.chain import Chain
from noumena.inference.checking import Checker
from noumena.inference.dump import dump
from noumena.inference.state import State
from noumena.model.diagnostics import RunError
from noumena.reference.variables import describe
from noumena.runtime.kernel import chain as kernel_chain
from noumena.runtime.kernel import flags, patch, ratio, variables
from tests.asking import model_problem, problem
from tests.inference.chains import abstract_types, made
from tests.oracles.brute_force import MODEL_FOLDER

MODELS = sorted(path.stem for path in MODEL_FOLDER.glob("*.blog"))

CHAIN = """
    random Boolean A ~ BooleanDistrib(0.5);
    random Boolean B ~ if A then BooleanDistrib(0.8) else BooleanDistrib(0.3);
    random Boolean Y ~ if B then BooleanDistrib(0.7) else BooleanDistrib(0.2);
    random Boolean Unread ~ BooleanDistrib(0.5);
    obs Y = true; query A;
"""
SUM = "random Integer X ~ UniformInt(0, 4); random Integer Y ~ UniformInt(0, 4); obs X + Y = 4; query X;"
URN = """
    type Ball; type Draw; distinct Draw D1, D2; #Ball ~ UniformInt(2, 4);
    random Boolean Red(Ball b) ~ BooleanDistrib(0.3);
    random Ball Drawn(Draw d) ~ UniformChoice({b for Ball b});
    random Boolean Seen(Draw d) ~ if Red(Drawn(d)) then BooleanDistrib(0.9) else BooleanDistrib(0.2);
    obs Seen(D1) = true; obs Seen(D2) = false; query size({b for Ball b});
"""
KEPT = """
    random Boolean Start ~ BooleanDistrib(0.5);
    random Boolean Last(Integer i) ~ if i == 0 then Start else Last(i - 1);
    random Boolean Y ~ if Last(2) then BooleanDistrib(0.7) else BooleanDistrib(0.2);
    obs Y = true; query Start;
"""
REAL = "random Real X ~ Gaussian(0, 1); random Real Y ~ Gaussian(X, 1); obs 2 * Y = 1.0; query X;"


def node(chain: Chain, name: str) -> int:
    """The number of a variable, by its name in BLOG syntax; of a shared set or evidence, by the name of its kind."""
    state = State(chain.program, chain.world)
    for v in state.variables():
        kind = int(chain.world.v_kind[v])
        if kind >= chain.program.layout.first_shared:
            if chain.program.layout.kinds[kind].name == name:
                return v
        elif describe(state.variable(v), chain.program.problem.model) == name:
            return v
    raise AssertionError(f"no {name} in the state")


def change(field: str, name: str, by: int) -> Callable[[Chain], None]:
    """Adds to a field of a variable."""

    def corrupt(chain: Chain) -> None:
        getattr(chain.world, field)[node(chain, name)] += by

    return corrupt


def mark(name: str, flag: int) -> Callable[[Chain], None]:
    """Turns a flag of a variable over."""

    def corrupt(chain: Chain) -> None:
        chain.world.v_flags[node(chain, name)] ^= flag

    return corrupt


def with_unread(chain: Chain) -> None:
    """A variable in the state that nothing reads."""
    kind = next(k for k, layout in enumerate(chain.program.layout.kinds) if layout.name == "Unread")
    patch.begin(chain.world)
    v = variables.create(chain.world, kind, 0, 0, 0, 0)
    chain.world.v_flags[v] = 0


def first_object(chain: Chain) -> int:
    """The place of the first identifier in use."""
    world = chain.world
    return int(world.o_base[0] + world.o_list[world.o_base[0]])


def at_object(field: str, by: int) -> Callable[[Chain], None]:
    def corrupt(chain: Chain) -> None:
        getattr(chain.world, field)[first_object(chain)] += by

    return corrupt


def leak(chain: Chain) -> None:
    chain.world.o_place[chain.world.o_base[0] + chain.world.o_top[0]] = flags.NONE
    chain.world.o_top[0] += 1


def at_application(field: str, value: int) -> Callable[[Chain], None]:
    def corrupt(chain: Chain) -> None:
        getattr(chain.world, field)[0] = value

    return corrupt


def in_preimage(chain: Chain) -> None:
    chain.world.v_next[node(chain, "Drawn(D1)")] = node(chain, "Drawn(D1)")
    kind = chain.world.v_kind[node(chain, "Drawn(D1)")]
    chain.world.p_size[chain.world.k_preimage[kind] + chain.world.v_int[node(chain, "Drawn(D1)")]] += 1


def shorter_list(chain: Chain) -> None:
    chain.world.k_size[chain.world.v_kind[node(chain, "A")]] = 0


def lost_index(chain: Chain) -> None:
    world, v = chain.world, node(chain, "A")
    world.index[world.k_base[world.v_kind[v]]] = flags.NONE


def no_children(chain: Chain) -> None:
    chain.world.v_children[node(chain, "B")] = flags.NONE


PLANTED: list[tuple[str, str, Callable[[Chain], None], str]] = [
    ("evidence", CHAIN, change("v_int", "Y", -1), r"the evidence `obs Y = true` does not hold"),
    ("a parent that is not there", CHAIN, mark("B", flags.DERIVED), r"Y reads a variable that the state does not hold"),
    ("a derived value of its own", KEPT, mark("Last(1)", flags.DERIVED), r"Last\(1\) has a value of its own although"),
    ("not minimal", CHAIN, with_unread, r"Unread is in the state although the evidence does not need it"),
    ("impossible", URN, change("v_int", "#Ball", 9), r"#Ball has the impossible value"),
    ("a derived value", KEPT, change("v_int", "Last(1)", 5), r"Last\(1\) is kept as"),
    ("flags of a patch", CHAIN, mark("A", flags.DIRTY), r"A has flags of a patch that is over"),
    ("index", CHAIN, lost_index, r"A is not found by its arguments"),
    ("count", CHAIN, change("v_count", "B", 1), r"B has 1 readers, but counts 2"),
    ("children", CHAIN, no_children, r"B has a list of children that is not that of its readers"),
    ("score", CHAIN, change("v_score", "A", 1), r"A has ln p = -0.69.*, but 0.3.* is kept"),
    ("dense", REAL, mark("X", flags.DENSE), r"X is wrongly marked as a density or as none"),
    ("slope", REAL, change("v_score", "evidence", 1), r"`obs 2 \* Y = 1.0` has the log slope"),
    ("forced", SUM, mark("X", flags.FORCED), r"X is marked as forced, but no evidence forces it"),
    ("list", CHAIN, shorter_list, r"A is wrongly in or out of the list from which moves of A pick"),
    ("place", CHAIN, change("v_place", "A", 1), r"A stands at 0 in the list of A, not at 1"),
    ("shared size", URN, change("v_int", "all Ball", 1), r"the set of all Ball has \d members, but \d is kept"),
    ("sharers", URN, change("v_score", "all Ball", 1), r"the set of all Ball is drawn from 2 times, but 3"),
    ("preimage", URN, in_preimage, r"Drawn\(D\d\) is wrongly in or out of the preimage"),
    ("not in a preimage", URN, mark("Drawn(D1)", flags.LINKED), r"Drawn\(D1\) is not in a preimage"),
    ("references", URN, at_object("o_references", 1), r"Ball@\d is referred to \d times, but \d is kept"),
    ("place in use", URN, at_object("o_place", 1), r"Ball@\d has a wrong place among the identifiers in use"),
    ("leak", URN, leak, r"Ball@\d+ is neither in use nor free"),
    ("in use", URN, at_application("a_used", 7), r"#Ball has \d objects in use, but 7 is kept"),
]


@pytest.mark.parametrize(("text", "corrupt", "message"), [p[1:] for p in PLANTED], ids=[p[0] for p in PLANTED])
def test_what_is_wrong_in_the_tables_is_named(text: str, corrupt: Callable[[Chain], None], message: str) -> None:
    chain = made(problem(text))
    Checker(chain)
    corrupt(chain)
    with pytest.raises(RunError, match=f"checked mode: iteration 0, the first state: .*{message}"):
        Checker(chain)


def test_active_parents_are_those_of_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = made(problem(CHAIN), first=False)
    module: Any = chain.code.module
    kinds = [layout.name for layout in chain.program.layout.kinds]
    note = module.note_read

    def note_more(w: Any, v: int) -> None:
        note(w, v)
        if w.v_kind[v] == kinds.index("B"):
            note(w, variables.find(w, kinds.index("A"), 0, 0, 0, 0))

    monkeypatch.setattr(module, "note_read", note_more)
    chain.initialise()
    with pytest.raises(RunError, match=r"Y has other active parents than kept: missing \[\], too many \['A'\]"):
        Checker(chain)


def test_objects_that_no_term_denotes_are_named() -> None:
    chain = made(model_problem("m04_observed_total"), concrete=None)
    with pytest.raises(RunError, match=r"#Blip\(Source = Aircraft@\d+\) has an object that no term denotes"):
        Checker(chain).advance(200)


def test_a_wrong_ratio_names_variable_move_and_iteration(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = made(problem(URN))
    monkeypatch.setattr(kernel_chain, "log_acceptance", lambda w: ratio.log_acceptance(w) + 1e-6)
    message = r"iteration \d+, \w+(\([#\w, ]*\))?: [#\w()@]+: ln ratio is \S+, but computed anew "
    with pytest.raises(RunError, match=message):
        Checker(chain).advance(200)


def test_a_rejected_move_must_leave_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = made(problem(URN))

    def careless(w: Any) -> None:
        right(w)
        w.v_score[node(chain, "#Ball")] += 0.5

    right = patch.rollback
    monkeypatch.setattr(patch, "rollback", careless)
    with pytest.raises(RunError, match=r"#Ball is not as it was before a rejected move"):
        Checker(chain).advance(200)


def test_lists_must_be_as_before_a_rejected_move(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = made(problem(URN))

    def careless(w: Any) -> None:
        right(w)
        w.a_used[0] += 1

    right = patch.rollback
    monkeypatch.setattr(patch, "rollback", careless)
    with pytest.raises(RunError, match=r"the tables are not as they were before a rejected move"):
        Checker(chain).advance(200)


def test_queries_must_leave_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = made(problem(URN))
    chain.prepare(2, 1)
    checker = Checker(chain)

    def careless(w: Any) -> None:
        right(w)
        w.v_score[node(chain, "#Ball")] += 0.5

    right = patch.rollback
    monkeypatch.setattr(kernel_chain, "rollback", careless)
    with pytest.raises(RunError, match=r"the queries: #Ball is not as it was before the queries were answered"):
        checker.record(2)


def test_the_state_kept_must_be_the_one_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = made(problem(CHAIN.replace("0.5);", "0.4);") + "random Integer N ~ Poisson(2.0); obs (N > 1) = true;"))

    def careless(w: Any) -> None:
        right(w)
        w.v_int[node(chain, "N")] += 1

    right = patch.commit
    monkeypatch.setattr(patch, "commit", careless)
    with pytest.raises(RunError, match=r"the state after the step is not the one that was judged"):
        Checker(chain).advance(500)


def test_a_gibbs_move_changes_only_its_variable(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = made(problem(URN))
    (name,) = (name for name in vars(chain.code.module) if name.startswith("gibbs_attribute_"))

    def careless(w: Any, v: int) -> float:
        done: float = right(w, v)
        w.v_int[node(chain, "#Ball")] = 7 - w.v_int[node(chain, "#Ball")]
        return done

    right = getattr(chain.code.module, name)
    monkeypatch.setattr(chain.code.module, name, careless)
    with pytest.raises(RunError, match=r"#Ball (has changed in a move that was not about it|has the impossible value)"):
        Checker(chain).advance(200)


@pytest.mark.parametrize("name", ["m02_completion_draws_objects", "m05_names", "m08_switch", "c28_timestep_sources"])
def test_a_checked_chain_goes_the_way_of_the_unchecked_one(name: str) -> None:
    plain, checked = made(model_problem(name)), made(model_problem(name))
    plain.prepare(20, 5)
    plain.advance(100)
    plain.record(20)
    checked.prepare(20, 5)
    checker = Checker(checked)
    checker.advance(100)
    checker.record(20)
    worlds = [chain.world for chain in (plain, checked)]
    dumps = [dump(world, State(plain.program, world).variables()) for world in worlds]
    assert dumps[0] == dumps[1]
    assert list(worlds[0].random) == list(worlds[1].random)
    assert list(worlds[0].move_done) == list(worlds[1].move_done)
    assert [worlds[0].answer_int, worlds[0].iteration] == [worlds[1].answer_int, worlds[1].iteration]


def run_checked(name: str, concrete: bool, steps: int, seed: int = 1) -> None:
    asked = model_problem(name)
    chain = made(asked, seed, concrete=abstract_types(asked) if concrete else ())
    chain.prepare(2, 3)
    checker = Checker(chain)
    checker.advance(steps)
    checker.record(2)
    assert chain.world.iteration == (steps + 6 if chain.program.moves else 0)


@pytest.mark.parametrize("name", MODELS)
def test_no_model_of_the_suite_shows_a_violation(name: str) -> None:
    run_checked(name, False, 60)


@pytest.mark.parametrize("name", [name for name in MODELS if abstract_types(model_problem(name))])
def test_nor_with_numbered_objects(name: str) -> None:
    run_checked(name, True, 60)


@pytest.mark.campaign
@pytest.mark.parametrize("concrete", [False, True], ids=["abstract", "concrete"])
@pytest.mark.parametrize("name", MODELS)
def test_long_runs_show_no_violation(name: str, concrete: bool) -> None:
    # 160 runs: ten million steps and more in all.
    run_checked(name, concrete, 70_000, seed=sum(map(ord, name)) + concrete)
