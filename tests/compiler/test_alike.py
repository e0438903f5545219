"""Which functions are counted: those that look at one object, and at nothing but attributes of it."""

from __future__ import annotations

import pytest

from noumena.compiler.program import compile_problem
from noumena.model.symmetry import concrete_types
from tests.asking import problem

URN = """
    type T; type D; distinct D A, B; #T ~ UniformInt(1, 3); random Boolean H(T t) ~ BooleanDistrib(0.3);
    random T F(D d) ~ UniformChoice({t for T t});
    random Boolean G(D d) ~ if H(F(d)) then BooleanDistrib(0.9) else BooleanDistrib(0.2);
    obs G(A) = true; query #T;
"""


def counted(text: str) -> set[str]:
    asked = problem(text)
    kinds = compile_problem(asked, frozenset(concrete_types(asked))).layout.kinds
    return {kind.name for kind in kinds if kind.reference >= 0}


def test_readers_of_attributes_are_counted() -> None:
    assert counted(URN) == {"G"}


def test_the_types_of_values_are_told() -> None:
    program = compile_problem(problem(URN), frozenset())
    kinds = {kind.name: (number, kind) for number, kind in enumerate(program.layout.kinds)}
    assert (kinds["G"][1].reference, kinds["G"][1].values) == (kinds["F"][0], 2)
    assert kinds["H"][1].lookers == (kinds["G"][0],)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("{t for T t})", "{t for T t : H(t)})"),  # not the whole type
        ("H(F(d)) then", "H(F(d)) & d == A then"),  # looks at its own argument
        ("H(F(d)) then", "H(F(d)) & H(F(A)) then"),  # looks at another object
        ("H(F(d)) then", "H(F(d)) & (exists T t H(t)) then"),  # looks at all objects
        ("BooleanDistrib(0.3)", "if P then BooleanDistrib(0.3) else BooleanDistrib(0.4)"),  # an attribute that reads
        ("obs G(A)", "random Boolean Z(D d) ~ BooleanDistrib(if H(F(d)) & P then 0.1 else 0.2); obs Z(A)"),
        ("obs G(A)", "obs H(F(B)) = true; obs G(A)"),  # evidence reads it
        ("obs G(A)", "random T E(D d) ~ UniformChoice({F(d), F(A)}); obs H(E(B)) = true; obs G(A)"),
    ],
)
def test_what_depends_on_more_is_not_counted(old: str, new: str) -> None:
    text = "random Boolean P ~ BooleanDistrib(0.5);" + URN.replace(old, new, 1)
    assert "G" not in counted(text)


def test_objects_of_a_concrete_type_are_not_looked_at_so() -> None:
    asked = problem(URN)
    assert all(kind.reference < 0 for kind in compile_problem(asked, frozenset({"T"})).layout.kinds)
