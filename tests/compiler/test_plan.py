"""Which moves a problem gets by default."""

from __future__ import annotations

import pytest

from noumena.compiler.plan import Move
from noumena.compiler.program import compile_problem
from noumena.model.symmetry import concrete_types
from tests.asking import model_problem, problem


def moves(text: str) -> dict[str, Move]:
    asked = problem(text)
    return {m.name: m for m in compile_problem(asked, frozenset(concrete_types(asked))).moves}


def test_weights_sum_to_one_and_none_is_zero() -> None:
    found = compile_problem(model_problem("m03_citations"), frozenset()).moves
    assert sum(m.weight for m in found) == pytest.approx(1.0)
    assert min(m.weight for m in found) > 0.0


def test_only_what_the_evidence_reaches_is_moved() -> None:
    text = "random Boolean X ~ BooleanDistrib(0.3); random Boolean Y ~ BooleanDistrib(if X then 0.2 else 0.4);"
    text += "random Boolean Z ~ BooleanDistrib(0.5); obs Y = true; query Z;"
    assert set(moves(text)) == {"Gibbs(X)", "Several"}


def test_there_are_no_moves_without_evidence() -> None:
    assert moves("random Boolean X ~ BooleanDistrib(0.3); query X;") == {}


def test_kinds_of_values_have_moves_of_their_own() -> None:
    text = """
        random Real R ~ Gaussian(0, 1); random Integer N ~ Poisson(3); random String S ~ UniformChoice({"a", "b"});
        random Real Y ~ Gaussian(R + toReal(N) + toReal(length(S)), 1); obs Y = 1.0; query R;
    """
    names = set(moves(text))
    assert {"Walk(R)", "Parental(R)", "Step(N)", "Parental(N)"} <= names


def test_objects_move_with_what_they_are_chosen_by() -> None:
    found = compile_problem(model_problem("m10_generators"), frozenset()).moves
    assert "Together(R, PubCited)" in {m.name for m in found}


def test_identity_moves_are_for_unnumbered_objects() -> None:
    asked = model_problem("m03_citations")
    assert "Identity(PubCited)" in {m.name for m in compile_problem(asked, frozenset()).moves}
    assert "Identity(PubCited)" not in {m.name for m in compile_problem(asked, frozenset({"Pub"})).moves}


def test_what_is_all_evidence_is_not_moved_however_much_it_is() -> None:
    text = "type D; distinct D A[300]; random Boolean X ~ BooleanDistrib(0.3);"
    text += "random Boolean Y(D d) ~ BooleanDistrib(if X then 0.2 else 0.4); obs Y(d) = true for D d; query X;"
    assert set(moves(text)) == {"Gibbs(X)", "Several"}


def test_proportions_are_drawn_given_all_else_where_they_are_weights_alone() -> None:
    text = "random RealMatrix P ~ Dirichlet([1.0, 2.0]); random Integer X ~ Discrete(P); obs X = 1; query P;"
    assert set(moves(text)) == {"Parental(P)", "Conjugate(P)", "Several"}
    read = "random Boolean Y ~ BooleanDistrib(P[0]); obs Y = true;"
    assert set(moves(text + read)) == {"Parental(P)", "Several"}
    assert set(moves(text + "obs P = [0.5, 0.5];")) == set()
