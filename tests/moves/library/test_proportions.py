"""Where a model is conjugate in proportions, and where not; and that `Conjugate` stands for the default move there."""

from __future__ import annotations

import pytest

import noumena as nm
from noumena.distributions.reading import Vector
from noumena.inference.move_check import check_move
from noumena.model.diagnostics import BlogError, RunError
from noumena.moves.library import Conjugate
from noumena.moves.library.conjugacy import Obstacle
from noumena.moves.library.proportions import proportions
from tests.asking import problem
from tests.moves.library.proportion_models import MIXTURE, SEEN, TOPICS
from tests.moves.library.trying import table_of
from tests.moves.running import moves_of

CHOSEN = """
fixed RealMatrix A = [1.0, 2 * 2.0]; type C; distinct C C1, C2; random Boolean B(C c) ~ BooleanDistrib(0.5);
random RealMatrix Pi(C c) ~ Dirichlet(A);
random Integer X(C c) ~ if B(c) then Discrete(Pi(c)) + 1 else Discrete(Pi(C1)); obs X(C2) = 1; query Pi(C1)[0];
"""
"""Which variable is read depends on the state, what is drawn is used further, and alpha is computed."""


@pytest.mark.parametrize(
    ("model", "key", "alpha"),
    [
        (SEEN, "Pi", Vector((1.0, 2.0, 0.5), False)),
        (MIXTURE, "Pi", Vector((1.0, 2.0, 1.0), True)),
        (TOPICS, "Phi", Vector((0.5, 1.0, 2.0), False)),
        (CHOSEN, "Pi", Vector((1.0, 4.0), False)),
    ],
)
def test_models_that_fit_have_a_constant_alpha(model: str, key: str, alpha: Vector) -> None:
    assert proportions(problem(model), key) == alpha


BEGIN = "random RealMatrix Pi ~ Dirichlet([1.0, 2.0]); "
READ = "random Integer X ~ Discrete(Pi); obs X = 1; "
PRIOR = "it must be Dirichlet of a constant row or column"
WEIGHTS = "it may be the weights of Discrete of a function, as it is"
IN_THE_WAY = [
    ("random Real R ~ Gamma(1, 1); random RealMatrix Pi ~ Dirichlet([R, 2.0]); " + READ, None, PRIOR),
    (
        "random Boolean B ~ BooleanDistrib(0.5); "
        "random RealMatrix Pi ~ if B then Dirichlet([1.0, 2.0]) else Dirichlet([2.0, 1.0]); " + READ,
        None,
        PRIOR,
    ),
    ("random RealMatrix Pi ~ GEM(3, 4); " + READ, None, PRIOR),
    ("random RealMatrix Pi ~ Dirichlet([1.0, -2.0]); " + READ, None, PRIOR),
    ("random RealMatrix Pi ~ Dirichlet([1.0, 2.0; 3.0, 4.0]); " + READ, None, PRIOR),
    (BEGIN + READ + "random Boolean Y ~ BooleanDistrib(Pi[0]); obs Y = true;", "`Y`", WEIGHTS),
    (BEGIN + "random Integer X ~ Discrete(2 * Pi); obs X = 1;", "`X`", WEIGHTS),
    (BEGIN + "random Integer X ~ Categorical({0 -> Pi[0], 1 -> Pi[1]}); obs X = 1;", "`X`", WEIGHTS),
    (BEGIN + "random RealMatrix Copy ~ Pi; random Integer X ~ Discrete(Copy); obs X = 1;", "`Copy`", WEIGHTS),
    (
        BEGIN + "random Integer X ~ if Pi[0] > 0.5 then Discrete(Pi) else UniformInt(0, 1); obs X = 1;",
        "`X`",
        WEIGHTS,
    ),
    (BEGIN + READ + "obs (Pi[0] > 0.5) = true;", "the evidence", WEIGHTS),
    (BEGIN + READ + "type Ball; #Ball ~ Discrete(Pi); obs #Ball = 1;", "`#Ball`", WEIGHTS),
]


@pytest.mark.parametrize(("model", "reader", "hint"), IN_THE_WAY)
def test_what_is_in_the_way_is_told(model: str, reader: str | None, hint: str) -> None:
    found = proportions(problem(model + " query X;"), "Pi")
    assert isinstance(found, Obstacle)
    assert (found.reader, found.hint) == (reader, hint)


def refusal(model: str) -> tuple[str, str | None]:
    with pytest.raises(BlogError) as caught:
        moves_of(model + " query X;", Conjugate("Pi"))
    (diagnostic,) = caught.value.diagnostics
    return diagnostic.message, diagnostic.hint


def test_a_run_with_the_move_says_what_is_in_the_way() -> None:
    assert refusal(IN_THE_WAY[2][0]) == (
        "Conjugate(Pi): the prior of `Pi`, at model.blog:1:24, is of no conjugate family",
        PRIOR,
    )
    assert refusal(IN_THE_WAY[5][0]) == (
        "Conjugate(Pi): `Y` depends on `Pi`, at model.blog:1:110, in a way that is not conjugate",
        WEIGHTS,
    )


def test_it_has_no_text_and_is_nothing_without_evidence() -> None:
    message = "Conjugate(Pi): the values of `Pi` are arrays, and only the engine's own move makes new ones"
    hint = "it is among the default moves where evidence depends on `Pi`"
    assert refusal(BEGIN + "random Integer X ~ Discrete(Pi);") == (message, hint)
    with pytest.raises(BlogError, match=r"only the engine's own move makes new ones"):
        Conjugate("Pi").text(table_of(SEEN))


def test_it_stands_for_the_default_move_wherever_it_is_given() -> None:
    alone = moves_of(SEEN, Conjugate("Pi", share=1.0))
    assert alone.own == ()
    assert {m.name: m.weight for m in alone.program.moves if m.weight} == {"Conjugate(Pi)": 1.0}
    half = moves_of(SEEN, nm.moves.Mixture([Conjugate("Pi"), nm.moves.Parental("Pi")]))
    assert {m.name: m.weight for m in half.program.moves if m.weight} == {"Conjugate(Pi)": 0.5, "Parental(Pi)": 0.5}
    names = [m.name for m in half.program.moves]
    row = moves_of(SEEN, nm.moves.Cycle(Conjugate("Pi"), nm.moves.Parental("Pi")))
    assert row.program.layout.rows == ((names.index("Conjugate(Pi)"), names.index("Parental(Pi)")),)


def test_check_move_has_the_joint_distribution_test_for_it() -> None:
    found = check_move(problem(SEEN), Conjugate("Pi"), replicas=100, rounds=2)
    assert (found.move, found.proof) == ("Conjugate(Pi)", "joint distribution")
    with pytest.raises(RunError) as caught:
        check_move(problem(SEEN), Conjugate("Pi"), proof="exact")
    assert caught.value.diagnostic.message.startswith("the move is not for the smaller model: Conjugate(Pi): the prior")
