"""Birth-death leaves the posterior as it is, broken copies do not, and types that it is not for are refused."""

from __future__ import annotations

import pytest

import noumena as nm
from noumena.inference.reverse_check import check_reverse
from noumena.inference.transitions import explore
from noumena.model.diagnostics import BlogError
from noumena.moves.library import BirthDeath
from tests.moves.library.trying import COIN, TWO_WAYS, Edited, standard_errors, table_of
from tests.moves.proposers import PAIR
from tests.moves.running import moves_of, started, wrongness

ANY = f"""
type Ball; #Ball ~ UniformInt(0, 3); random Boolean Red(Ball b) ~ BooleanDistrib(0.3);
random Boolean Y ~ if exists Ball b (Red(b)) {COIN}; obs Y = true; query size({{b for Ball b}});
"""
"""Each ball is looked at."""

RIGHT = [
    ("m03_citations", "Pub", ()),
    ("urn_small", "Ball", ()),
    ("m06_empty_set", "Ball", ()),
    ("m06_empty_set_guaranteed", "Ball", ()),
    ("m11_not_equal_filter", "Ball", ()),
    ("m12_self_reference", "Pub", ()),
    (TWO_WAYS, "Ball", ()),
    (PAIR, "Ball", ("Ball",)),
    (ANY, "Ball", ()),
    ("m04_observed_total", "Aircraft", ()),
    ("m05_names", "Aircraft", ()),
]


@pytest.mark.parametrize(("model", "type_", "concrete"), RIGHT)
def test_it_leaves_the_posterior_as_it_is(model: str, type_: str, concrete: tuple[str, ...]) -> None:
    moves = moves_of(model, BirthDeath(type_), concrete=concrete)
    assert wrongness(moves) < 1e-12
    check_reverse(started(moves))


def test_what_somebody_refers_to_does_not_die() -> None:
    """There are at most two balls: where the second was drawn the move stays, elsewhere it goes to another number."""
    moves = moves_of(PAIR, BirthDeath("Ball"), concrete=("Ball",))
    names = [move.name for move in moves.program.moves]
    parental = [k for k, name in enumerate(names) if name.startswith("Parental")]
    kernel, *_ = explore(started(moves), moves.code.module, [len(names) - 1, *parental])
    for number, (state, row) in enumerate(zip(kernel.states, kernel.matrix, strict=True)):
        drawn = {str(value) for _, value in state}
        assert (row == {number: 1.0}) == ("Ball@2" in drawn)


WRONG = [
    ("m03_citations", "Pub", "rng.flip(0.5)", "rng.flip(0.7)"),
    ("urn_small", "Ball", "return 0.0", "return 1.0"),
    (ANY, "Ball", "Ball[()] += 1", "Ball[()] += 2"),
]


@pytest.mark.parametrize(("model", "type_", "old", "new"), WRONG)
def test_broken_copies_do_not(model: str, type_: str, old: str, new: str) -> None:
    assert wrongness(moves_of(model, Edited(BirthDeath(type_), old, new))) > 1e-4


@pytest.mark.campaign
def test_a_compiled_run_agrees_with_the_exact_answer() -> None:
    """The mean lies within five standard errors: a false alarm for six seeds of ten million."""
    query = "size({b for Ball b})"
    model = nm.Model.from_text(ANY)
    exact = model.infer(engine="exact")[query].mean
    assert exact is not None
    found = model.infer(engine="mh", samples=10_000, chains=2, seed=5, proposer=nm.moves.BirthDeath("Ball"))
    assert found.warnings == ()
    assert found.acceptance is not None
    assert found.acceptance["BirthDeath(Ball)"] > 0.1
    assert standard_errors(found[query], exact) < 5


REFUSED = [
    ("m03_citations", "Pbu", "the model has no type `Pbu`", "did you mean `Pub`?"),
    (
        "m03_citations",
        "Cit",
        "`Cit` has guaranteed objects only: there are no new ones",
        "write a proposer of your own for this model",
    ),
    (
        "m05_names",
        "Blip",
        "the number of `Blip` is not one variable: it has several number statements, or generators",
        "the move is for types with one `#Blip ~ …;`",
    ),
]


@pytest.mark.parametrize(("model", "type_", "message", "hint"), REFUSED)
def test_what_it_is_not_for_is_told(model: str, type_: str, message: str, hint: str) -> None:
    with pytest.raises(BlogError) as caught:
        BirthDeath(type_).text(table_of(model))
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.message, diagnostic.hint) == (f"BirthDeath({type_}): {message}", hint)
