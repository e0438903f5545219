"""Blocked Gibbs leaves the posterior as it is, broken copies do not, and models that it is not for are refused."""

from __future__ import annotations

import pytest

import noumena as nm
from noumena.inference.reverse_check import check_reverse
from noumena.model.diagnostics import BlogError
from noumena.moves.library import BlockedGibbs, blocked_gibbs
from tests.moves.library.trying import COIN, Edited, standard_errors, table_of
from tests.moves.running import moves_of, started, wrongness

BALLS = f"""
type Ball; type Draw; distinct Draw D1, D2; #Ball ~ UniformInt(1, 2);
random Boolean Red(Ball b) ~ BooleanDistrib(0.3);
random Integer Size(Ball b) ~ if Red(b) then UniformInt(1, 2) else Categorical({{1 -> 0.2, 5 -> 0.8}});
random Ball F(Draw d) ~ UniformChoice({{b for Ball b}});
random Boolean Seen(Draw d) ~ if Size(F(d)) == 1 & Red(F(d)) {COIN};
obs Seen(D1) = true; obs Seen(D2) = false; query Size(F(D1));
"""
"""Objects of one type with two attributes, of which one depends on the other."""

WORDS = """
type Side; distinct Side L, R;
random String Word(Side s) ~ Categorical({"a" -> 0.2, "b" -> 0.8});
random Integer Mark(Side s) ~ UniformInt(3, 4);
random Boolean Y ~ if (if Word(L) == Word(R) then 1 else 0) + Mark(L) == Mark(R) then BooleanDistrib(0.9)
  else BooleanDistrib(0.2);
obs Y = true; query Mark(L);
"""
LOOSE = f"""
random Boolean A ~ BooleanDistrib(0.3); random Boolean B ~ BooleanDistrib(0.6); random Boolean C ~ BooleanDistrib(0.6);
random Boolean Y ~ if A then (if B {COIN}) else (if B then BooleanDistrib(0.3) else BooleanDistrib(0.7));
random Boolean Z ~ if A then (if C {COIN}) else BooleanDistrib(0.3);
random Boolean Many(Integer i) ~ BooleanDistrib(0.3);
random Integer Far ~ Poisson(3); random Integer Wide1 ~ UniformInt(1, 40); random Integer Wide2 ~ UniformInt(1, 40);
random Boolean W ~ if Many(1) & Far > 3 & Wide1 > Wide2 then BooleanDistrib(0.9) else BooleanDistrib(0.8);
obs Y = true; obs Z = true; obs W = true; query A;
"""

RIGHT = [
    ("m01_parental", ("X",), ()),
    ("m08_switch", ("S",), ()),
    ("m08_switch", ("U1", "U2"), ()),
    ("m09_sweep", ("Z", "T"), ()),
    ("m13_forced_value", ("First",), ()),
    ("c18_switching_parents", ("Hot",), ()),
    (BALLS, ("Size", "Red"), ()),
    (BALLS, ("Size", "Red"), ("Ball",)),
    (WORDS, ("Word", "Mark"), ()),
]


@pytest.mark.parametrize(("model", "functions", "concrete"), RIGHT)
def test_it_leaves_the_posterior_as_it_is(model: str, functions: tuple[str, ...], concrete: tuple[str, ...]) -> None:
    moves = moves_of(model, BlockedGibbs(*functions), concrete=concrete)
    assert wrongness(moves) < 1e-12
    check_reverse(started(moves))


WRONG = [
    ("m08_switch", ("S",), "world.repeat(chosen)", "pass"),
    ("m08_switch", ("S",), "return -weight", "return 0.0"),
    ("m09_sweep", ("Z", "T"), "total, chosen, weight = 0.0", "total, chosen, weight = 1.0"),
    (WORDS, ("Word", "Mark"), "rng.flip(math.exp(w - total))", "rng.flip(0.5)"),
]


@pytest.mark.parametrize(("model", "functions", "old", "new"), WRONG)
def test_broken_copies_do_not(model: str, functions: tuple[str, ...], old: str, new: str) -> None:
    assert wrongness(moves_of(model, Edited(BlockedGibbs(*functions), old, new))) > 1e-4


@pytest.mark.campaign
def test_a_compiled_run_agrees_with_the_exact_answer() -> None:
    """The mean lies within five standard errors: a false alarm for six seeds of ten million."""
    query = "Size(F(D1))"
    model = nm.Model.from_text(BALLS)
    exact = model.infer(queries=[query], engine="exact")[query].mean
    assert exact is not None
    found = model.infer(
        queries=[query], engine="mh", samples=20_000, chains=2, seed=2, proposer=nm.moves.BlockedGibbs("Size", "Red")
    )
    assert found.warnings == ()
    assert found.acceptance is not None
    assert found.acceptance["BlockedGibbs(Size, Red)"] > 0.3
    assert standard_errors(found[query], exact) < 5


OWN = "write a proposer of your own for this model"
REFUSED = [
    (LOOSE, (), "no function is named", 'write BlockedGibbs("Size", "Colour")'),
    (LOOSE, ("A", "A"), "a function is named twice", "name each function once"),
    (
        LOOSE,
        ("A", "Far"),
        "the values of `Far` are not told by the text, or are many, or null is one of them",
        "they are told by BooleanDistrib, UniformInt(1, 6) and the like",
    ),
    (
        LOOSE,
        ("Wide1", "Wide2"),
        "there are 1,600 combinations of values",
        "name fewer functions: at most 1,024 are weighed",
    ),
    (
        LOOSE,
        ("A", "Many"),
        "`Many` is a function of Integer, and `A` of nothing",
        "all functions of a block have the same arguments",
    ),
    (
        LOOSE,
        ("Many",),
        "`Many` is a function of Integer, and its variables cannot be counted",
        "the move is for guaranteed objects, or one object of any type",
    ),
    (
        LOOSE,
        ("A", "B"),
        "the value of `A` and `B` may decide whether `C` is read, at model.blog:4:34, and could not be weighed",
        OWN,
    ),
    (
        LOOSE,
        ("A", "C"),
        "the value of `A` and `C` may decide whether `C` is read, at model.blog:4:34, and could not be weighed",
        OWN,
    ),
]


@pytest.mark.parametrize(("model", "functions", "message", "hint"), REFUSED)
def test_what_it_is_not_for_is_told(model: str, functions: tuple[str, ...], message: str, hint: str) -> None:
    move = BlockedGibbs(*functions)
    with pytest.raises(BlogError) as caught:
        move.text(table_of(model))
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.message, diagnostic.hint) == (f"{move.name}: {message}", hint)


def test_what_is_refused_would_be_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocked_gibbs, "weighed_apart", lambda *given: None)
    assert wrongness(moves_of("m09_sweep", BlockedGibbs("S", "T"))) > 1e-4
