"""Moves without a patch leave the posterior as it is, and keep tables, counts and ratio right.

Each model has a reference whose readers are counted, in a form of its own. All random choices are enumerated, so that
nothing depends on chance.
"""

from __future__ import annotations

import pytest

from noumena.inference.checking import Checker
from noumena.inference.dump import dump
from noumena.inference.state import State
from noumena.inference.transitions import explore, invariance
from noumena.runtime import storage
from tests.asking import problem
from tests.inference.chains import made

COUNTED = {
    "few values": """
        type T; type D; distinct D A, B; #T ~ UniformInt(1, 2); random Boolean Hot(T t) ~ BooleanDistrib(0.3);
        random T F(D d) ~ UniformChoice({t for T t});
        random Boolean G(D d) ~ if Hot(F(d)) then BooleanDistrib(0.9) else BooleanDistrib(0.2);
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


@pytest.mark.parametrize("name", ["values in lists", "guaranteed objects"])
def test_both_backends_go_the_same_way(name: str) -> None:
    chains = [made(problem(COUNTED[name]), backend=backend) for backend in ("python", "native")]
    for chain in chains:
        chain.advance(2000)
    first, second = (dump(chain.world, State(chain.program, chain.world).variables()) for chain in chains)
    assert first.nodes.keys() == second.nodes.keys()
    assert first.classes == second.classes
    assert list(chains[0].world.random) == list(chains[1].world.random)
    assert list(chains[0].world.move_done) == list(chains[1].world.move_done)


@pytest.mark.parametrize("backend", ["python", "native"])
def test_much_evidence_is_no_matter(backend: str) -> None:
    """Ratios of e^1000 and more."""
    text = COUNTED["few values"].replace("distinct D A, B;", "distinct D A, B; distinct D C[1000];")
    text = text.replace("obs G(A) = true;", "obs G(d) = true for D d : d != B;")
    made(problem(text.replace("0.9", "0.9999").replace("0.2", "0.0001")), backend=backend).advance(500)


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
