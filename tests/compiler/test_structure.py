"""Which functions never decide what is read."""

from __future__ import annotations

import pytest

from noumena.compiler.program import compile_problem
from noumena.model.symmetry import concrete_types
from tests.asking import model_problem, problem

CHILD = "random Boolean Y ~ {}; obs Y = true; query X;"


def gibbs_moves(text: str) -> set[str]:
    asked = problem(text)
    moves = compile_problem(asked, frozenset(concrete_types(asked))).moves
    return {move.name for move in moves if move.function == "gibbs"}


@pytest.mark.parametrize(
    "child",
    [
        "if X then BooleanDistrib(0.8) else BooleanDistrib(0.1)",
        "BooleanDistrib(if X then 0.8 else 0.1)",
        "case X in {true -> BooleanDistrib(0.8), false -> BooleanDistrib(0.3)}",
    ],
)
def test_a_value_that_only_changes_probabilities_decides_nothing(child: str) -> None:
    assert gibbs_moves(f"random Boolean X ~ BooleanDistrib(0.3); {CHILD.format(child)}") == {"Gibbs(X)"}


@pytest.mark.parametrize(
    "child",
    [
        "if X then BooleanDistrib(Z) else BooleanDistrib(0.1)",
        "if X then BooleanDistrib(0.8) else true",
        "if X & Z > 0.5 then BooleanDistrib(0.8) else BooleanDistrib(0.1)",
        "case X in {true -> BooleanDistrib(0.8)}",
        "BooleanDistrib(F(X))",
        "UniformChoice({x for Boolean x : x == X})",
    ],
)
def test_a_value_that_decides_what_is_read_is_noticed(child: str) -> None:
    text = "random Boolean X ~ BooleanDistrib(0.3); random Real Z ~ UniformReal(0, 1);"
    text += "random Real F(Boolean b) ~ UniformReal(0, 1);"
    assert gibbs_moves(text + CHILD.format(child)) == set()


def test_derived_functions_are_seen_through() -> None:
    text = "random Boolean X ~ BooleanDistrib(0.3); random Boolean D ~ !X; random Real Z ~ UniformReal(0, 1);"
    plain = CHILD.format("if D then BooleanDistrib(0.8) else BooleanDistrib(0.1)")
    deciding = CHILD.format("if D then BooleanDistrib(Z) else BooleanDistrib(0.1)")
    assert gibbs_moves(text + plain) == {"Gibbs(X)"}
    assert gibbs_moves(text + deciding) == set()


def test_what_solved_evidence_reads_decides() -> None:
    text = "random Integer X ~ UniformInt(0, 3); random Integer Y ~ UniformInt(0, 3); obs X + Y = 4; query X;"
    assert gibbs_moves(text) == set()


def test_titles_of_publications_are_drawn_given_the_rest() -> None:
    asked = model_problem("m03_citations")
    assert [m.name for m in compile_problem(asked, frozenset()).moves if m.function == "gibbs"] == ["Gibbs(Title)"]
