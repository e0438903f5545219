"""Moves without a patch leave the posterior as it is, and keep tables, counts and ratio right.

Each model has a reference whose readers are counted, in a form of its own. All random choices are enumerated, so that
nothing depends on chance.
"""

from __future__ import annotations

import math

import pytest

from noumena.compiler import direct as compiled
from noumena.inference.checking import Checker
from noumena.inference.choices import Choices
from noumena.inference.dump import dump
from noumena.inference.metropolis_hastings import metropolis_hastings
from noumena.inference.state import State
from noumena.inference.transitions import enumerated, explore, invariance
from noumena.runtime import storage
from noumena.runtime.kernel import decision, direct
from noumena.runtime.weights import weigh_moves
from tests.asking import problem
from tests.inference.chains import made

COUNTED = {
    "few values": """
        type T; type D; distinct D A, B; #T ~ UniformInt(1, 2); random Boolean Hot(T t) ~ BooleanDistrib(0.3);
        random T F(D d) ~ UniformChoice({t for T t});
        random Boolean G(D d) ~ if Hot(F(d)) then BooleanDistrib(0.9) else BooleanDistrib(0.2);
        obs G(A) = true; obs G(B) = false; query #T;
    """,
    "an attribute of three values": """
        type T; type D; distinct D A, B; #T ~ UniformInt(1, 2);
        random Integer H(T t) ~ Categorical({1 -> 0.2, 2 -> 0.5, 5 -> 0.3});
        random T F(D d) ~ UniformChoice({t for T t});
        random Boolean G(D d) ~ BooleanDistrib(0.15 * H(F(d)));
        obs G(A) = true; obs G(B) = false; query #T;
    """,
    "an attribute with a value of probability 0": """
        type T; type D; distinct D A, B; #T ~ UniformInt(1, 2);
        random Integer H(T t) ~ Categorical({1 -> 0.4, 20 -> 0.0, 5 -> 0.6});
        random T F(D d) ~ UniformChoice({t for T t});
        random Boolean G(D d) ~ BooleanDistrib(0.1 * H(F(d)));
        obs G(A) = true; obs G(B) = false; query #T;
    """,
    "values in lists": """
        type T; type D; distinct D A, B; #T ~ UniformInt(1, 2); random Integer H(T t) ~ UniformInt(3, 4);
        random T F(D d) ~ UniformChoice({t for T t}); random Integer G(D d) ~ UniformInt(0, H(F(d)));
        obs G(A) = 3; obs G(B) = 4; query #T;
    """,
    "two attributes, one of them never read alone": """
        type T; type D; distinct D A, B; #T ~ UniformInt(1, 2); random Boolean H(T t) ~ BooleanDistrib(0.3);
        random Boolean K(T t) ~ BooleanDistrib(0.6); random T F(D d) ~ UniformChoice({t for T t});
        random Boolean G(D d) ~ if H(F(d)) then BooleanDistrib(0.9) else BooleanDistrib(0.2);
        random Boolean E(D d) ~ if H(F(d)) & K(F(d)) then BooleanDistrib(0.7) else BooleanDistrib(0.4);
        obs G(A) = true; obs E(B) = false; query #T;
    """,
    "guaranteed objects": """
        type T; type D; distinct T G1; distinct D A, B; #T ~ UniformInt(0, 1);
        random Boolean H(T t) ~ BooleanDistrib(0.3); random T F(D d) ~ UniformChoice({t for T t});
        random Boolean G(D d) ~ if H(F(d)) then BooleanDistrib(0.9) else BooleanDistrib(0.2);
        obs G(A) = true; obs G(B) = false; obs H(G1) = true; query #T;
    """,
    "a type that may be empty": """
        type T; type D; distinct D A, B; #T ~ UniformInt(0, 2); random Boolean H(T t) ~ BooleanDistrib(0.3);
        random T F(D d) ~ UniformChoice({t for T t});
        random Boolean G(D d) ~ if H(F(d)) == true then BooleanDistrib(0.9) else BooleanDistrib(0.2);
        obs G(A) = true; obs G(B) = false; query #T;
    """,
    "two arguments": """
        type T; type D; distinct D A; #T ~ UniformInt(1, 2); random Boolean H(T t) ~ BooleanDistrib(0.3);
        random T F(D d, Integer i) ~ UniformChoice({t for T t});
        random Boolean G(D d, Integer i) ~ if H(F(d, i)) then BooleanDistrib(0.9) else BooleanDistrib(0.2);
        obs G(A, 1) = true; obs G(A, 2) = false; query #T;
    """,
    "two references": """
        type T; type D; distinct D A; #T ~ UniformInt(1, 2); random Boolean H(T t) ~ BooleanDistrib(0.3);
        random T F(D d) ~ UniformChoice({t for T t}); random T E(D d) ~ UniformChoice({t for T t});
        random Boolean G(D d) ~ if H(F(d)) then BooleanDistrib(0.9) else BooleanDistrib(0.2);
        random Boolean K(D d) ~ if H(E(d)) then BooleanDistrib(0.6) else BooleanDistrib(0.1);
        obs G(A) = true; obs K(A) = false; query #T;
    """,
    "readers that are no evidence": """
        type T; type D; distinct D A; #T ~ UniformInt(1, 2); random Boolean H(T t) ~ BooleanDistrib(0.3);
        random T F(D d) ~ UniformChoice({t for T t});
        random Boolean G(D d) ~ if H(F(d)) then BooleanDistrib(0.9) else BooleanDistrib(0.2);
        random Boolean Z ~ if G(A) then BooleanDistrib(0.7) else BooleanDistrib(0.1); obs Z = true; query #T;
    """,
}
REALS = """
    type T; type D; distinct D A[4]; #T ~ Poisson(2.0); random Real H(T t) ~ Gaussian(0.0, 4.0);
    random T F(D d) ~ UniformChoice({t for T t}); random Real G(D d) ~ Gaussian(H(F(d)), 1.0);
    obs G(A[0]) = 1.0; obs G(A[1]) = 1.0; obs G(A[2]) = 5.0; obs G(A[3]) = -2.0; query #T;
"""


@pytest.mark.parametrize("name", COUNTED)
def test_the_posterior_is_invariant_and_every_state_is_reached(name: str) -> None:
    chain = made(problem(COUNTED[name]))
    assert any(function.startswith("refer_") for function in vars(chain.code.module))
    moves = [k for k, move in enumerate(chain.program.moves) if move.function != "several"]
    found = explore(chain, chain.code.module, moves)
    for k, kernel in zip(moves, found, strict=True):
        assert invariance(kernel) < 1e-12, chain.program.moves[k].name
        assert all(sum(row.values()) == pytest.approx(1.0, abs=1e-12) for row in kernel.matrix)
    # Where one can go by these moves, one can come back.
    steps = {(a, b) for kernel in found for a, row in enumerate(kernel.matrix) for b, p in row.items() if p > 0.0}
    assert steps == {(b, a) for a, b in steps}


@pytest.mark.parametrize("text", [*COUNTED.values(), REALS], ids=[*COUNTED, "reals"])
@pytest.mark.parametrize("capacity", [1, 64])
def test_checked_steps_show_no_violation(text: str, capacity: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "_FIRST_CAPACITY", capacity)
    Checker(made(problem(text), seed=3)).advance(300)


@pytest.mark.parametrize("name", ["values in lists", pytest.param("guaranteed objects", marks=pytest.mark.campaign)])
def test_both_backends_go_the_same_way(name: str) -> None:
    chains = [made(problem(COUNTED[name]), backend=backend) for backend in ("python", "native")]
    for chain in chains:
        chain.advance(2000)
    first, second = (dump(chain.world, State(chain.program, chain.world).variables()) for chain in chains)
    assert first.nodes.keys() == second.nodes.keys()
    assert first.classes == second.classes
    assert list(chains[0].world.random) == list(chains[1].world.random)
    assert list(chains[0].world.move_done) == list(chains[1].world.move_done)


@pytest.mark.parametrize("backend", ["python", pytest.param("native", marks=pytest.mark.campaign)])
def test_much_evidence_is_no_matter(backend: str) -> None:
    """Ratios of e^1000 and more."""
    text = COUNTED["few values"].replace("distinct D A, B;", "distinct D A, B; distinct D C[1000];")
    text = text.replace("obs G(A) = true;", "obs G(d) = true for D d : d != B;")
    made(problem(text.replace("0.9", "0.9999").replace("0.2", "0.0001")), backend=backend).advance(500)


@pytest.mark.parametrize("lead", [36.0, 38.0, 1000.0, math.inf])
def test_of_two_values_the_other_is_chosen_as_often_as_it_should_be(lead: float) -> None:
    chain = made(problem(COUNTED["few values"]))
    for first, second, likelier in ((0.0, lead, 1), (lead, 0.0, 0)):
        if lead == math.inf:
            first, second = (-math.inf, 0.0) if likelier else (0.0, -math.inf)
        choices = Choices()
        chances = [0.0, 0.0]
        with enumerated(chain.code.module, chain, choices):
            for _ in choices.runs():
                chances[direct.choose_of_two(chain.world, first, second)] += choices.probability
        assert chances[likelier] == pytest.approx(1.0)
        assert chances[1 - likelier] == pytest.approx(math.exp(-lead), abs=1e-16)


@pytest.mark.parametrize("name", ["few values", "an attribute of three values"])
def test_no_branch_depends_on_the_value_that_a_gibbs_move_chooses(name: str) -> None:
    text = made(problem(COUNTED[name])).program.text
    move = text.partition("def gibbs_attribute_")[2].partition("return APPLIED")[0]
    kept = [line for line in move.splitlines() if "_score[" in line]
    assert kept
    assert not [line for line in kept if " if " in line]


COUNTED_POISSON = COUNTED["few values"].replace("UniformInt(1, 2)", "Poisson(1.5)")


@pytest.mark.parametrize("name", ["few values", "guaranteed objects", "a type that may be empty"])
def test_numbers_that_are_too_small_are_rejected_with_the_others(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if ln p were tabled: the numbers in tables have no bound, so that their states could not be enumerated."""
    monkeypatch.setattr(compiled, "_is_tabled", lambda body: True)
    chain = made(problem(COUNTED[name]))
    assert "if x < enough:" not in chain.program.text
    names = ("Number(#T)", "Identity(F)", "Gibbs(Hot)", "Gibbs(H)")
    moves = [k for k, move in enumerate(chain.program.moves) if move.name in names]
    assert len(moves) == 3
    assert all(invariance(kernel) < 1e-12 for kernel in explore(chain, chain.code.module, moves))


def test_a_number_that_is_too_small_is_no_choice_to_enumerate() -> None:
    chain, choices = made(problem(COUNTED_POISSON)), Choices()
    with enumerated(chain.code.module, chain, choices):
        assert [direct.accepted(chain.world, decision.if_possible(0.0, False), 0) for _ in choices.runs()] == [False]


@pytest.mark.parametrize(("text", "at_once"), [(COUNTED["few values"], True), (COUNTED_POISSON, False)])
def test_the_factor_of_a_number_that_is_too_small_is_computed_only_where_it_is_tabled(text: str, at_once: bool) -> None:
    assert ("if x < enough:" in made(problem(text)).program.text) == at_once


def test_children_that_are_alike_are_counted() -> None:
    draws = "".join(f"obs Seen(D[{d}]) = {'Blue' if d % 3 else 'Green'};" for d in range(30))
    chain = made(
        problem(f"""
            type Ball; type Draw; type Color; distinct Color Blue, Green; distinct Draw D[30]; #Ball ~ Poisson(3.0);
            random Color Paint(Ball b) ~ Categorical({{Blue -> 0.5, Green -> 0.5}});
            random Ball Drawn(Draw d) ~ UniformChoice({{b for Ball b}});
            random Color Seen(Draw d) ~ if Paint(Drawn(d)) == Blue then Categorical({{Blue -> 0.8, Green -> 0.2}})
              else Categorical({{Blue -> 0.2, Green -> 0.8}}); {draws} query #Ball;
        """)
    )
    chain.advance(500)
    counted = dump(chain.world, State(chain.program, chain.world).variables()).classes
    assert sum(count for classes in counted.values() for _, _, count in classes) == 30
    assert len(counted) == chain.world.o_used[0]


URN = """
    type Ball; type Draw; type Color; distinct Color Blue, Green; distinct Draw D[400]; #Ball ~ Poisson(120.0);
    random Color Paint(Ball b) ~ Categorical({Blue -> 0.5, Green -> 0.5});
    random Integer Weight(Ball b) ~ UniformInt(0, 20);
    random Ball Drawn(Draw d) ~ UniformChoice({b for Ball b});
    random Color Seen(Draw d) ~ if Paint(Drawn(d)) == Blue then Categorical({Blue -> 0.8, Green -> 0.2})
      else Categorical({Blue -> 0.2, Green -> 0.8});
    random Integer Felt(Draw d) ~ UniformInt(0, 1 + Weight(Drawn(d)));
    obs Seen(d) = Blue for Draw d; obs Felt(d) = 1 for Draw d; query #Ball;
"""


@pytest.mark.parametrize("backend", ["python", "native"])
def test_looking_ahead_changes_nothing(backend: str) -> None:
    ends = []
    for far in (0, 1, 2):
        chain = made(problem(URN), backend=backend)
        chain.world.far = far
        chain.advance(3000)
        ends.append(dump(chain.world, State(chain.program, chain.world).variables()))
    assert ends[0] == ends[1] == ends[2]


def test_who_picks_from_few_does_not_look_ahead() -> None:
    chain = made(problem(URN), backend="python")
    chain.world.v_top, top = 2**20, chain.world.v_top
    for name, far in (("Identity(Drawn)", 2), ("Number(#Ball)", 0), ("Gibbs(Paint)", 2)):
        weigh_moves(chain.world, [float(move.name == name) for move in chain.program.moves])
        assert chain.world.far == far, name
    chain.world.v_top = top
    weigh_moves(chain.world, [float(move.name == "Identity(Drawn)") for move in chain.program.moves])
    assert chain.world.far == 0


@pytest.mark.parametrize("backend", ["python", pytest.param("native", marks=pytest.mark.campaign)])
def test_preimages_that_were_given_up_are_made_again(backend: str) -> None:
    chain = made(problem(URN), backend=backend)
    world, kind = chain.world, [k.name for k in chain.program.layout.kinds].index("Drawn")
    weigh_moves(world, [float(move.name == "Identity(Drawn)") for move in chain.program.moves])
    chain.advance(2000)
    assert world.k_unread[kind] > world.k_patience[kind]
    before = dump(world, State(chain.program, world).variables())
    number = chain.kernel("access", "preimage_number")
    sizes = {o: int(number(world, kind, o)) for o in range(int(world.o_top[0])) if number(world, kind, o) > 0}
    assert world.k_unread[kind] == 0
    assert sizes == {o: size for (k, o), size in before.preimage_sizes.items() if k == kind}
    assert dump(world, State(chain.program, world).variables()) == before
    chain.advance(20)
    assert 0 < world.k_unread[kind] <= world.k_patience[kind]


SOME_READ = """
    type Pub; type Cit; distinct Cit C1, C2, C3, C4;
    #Pub ~ UniformInt(1, 4);
    random Integer Title(Pub p) ~ UniformInt(0, 9);
    random Pub PubCited(Cit c) ~ UniformChoice({p for Pub p});
    random Integer Text(Cit c) ~ Poisson(Title(PubCited(c)) + 1.0);
    random Integer Length(Cit c) ~ Poisson(2.0 * Title(PubCited(c)) + 1.0);
    obs Text(C1) = 2; obs Text(C2) = 2; obs Length(C3) = 5; obs Text(C4) = 9;
    query #Pub;
"""


@pytest.mark.parametrize("backend", ["python", pytest.param("native", marks=pytest.mark.campaign)])
def test_a_reference_that_one_of_two_functions_reads_is_moved_rightly(backend: str) -> None:
    """Which other citations are alike says nothing of a citation that has no such text."""
    options = {"samples": 300, "burn_in": 0, "thin": 5, "chains": 1, "workers": 1, "seed": 1, "backend": backend}
    metropolis_hastings(problem(SOME_READ), check=True, concrete=(), **options)  # type: ignore[arg-type]  # as named
