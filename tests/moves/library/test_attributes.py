"""Splits with attributes from data leave the posterior as it is, broken copies do not, and misfits are told."""

from __future__ import annotations

import pytest

import noumena as nm
from noumena.inference.reverse_check import check_reverse
from noumena.model.diagnostics import BlogError
from noumena.moves.library import SplitMerge
from tests.moves.library.test_from_data import OTHER, TEXTS
from tests.moves.library.trying import COIN, GRID, KNOWN, Edited, standard_errors, table_of
from tests.moves.running import moves_of, started, wrongness

TWO = """
type Pub; type Cit; type Place; distinct Place A, B; distinct Cit C1, C2, C3; #Pub ~ UniformInt(1, 2);
random Integer Title(Pub p) ~ Categorical({1 -> 0.5, 2 -> 0.5});
random Place Venue(Pub p) ~ if Title(p) == 1 then Categorical({A -> 0.2, B -> 0.8}) else Categorical({A -> 1.0});
random Pub PubCited(Cit c) ~ UniformChoice({p for Pub p});
random Integer Text(Cit c) ~
  if PubCited(c) == null then Categorical({1 -> 0.5, 2 -> 0.5})
  else if Title(PubCited(c)) == 1 then Categorical({1 -> 0.7, 2 -> 0.3}) else Categorical({1 -> 0.1, 2 -> 0.9});
random Place At(Cit c) ~
  if null != PubCited(c)
  then if Venue(PubCited(c)) == A then Categorical({A -> 0.7, B -> 0.3}) else Categorical({A -> 0.2, B -> 0.8})
  else UniformChoice({p for Place p});
obs Text(C1) = 1; obs Text(C2) = 2; obs Text(C3) = 2; obs At(C1) = A; obs At(C2) = B; obs At(C3) = A;
query Title(PubCited(C1));
"""
"""Two attributes, of which one depends on the other, whose values are whole numbers and guaranteed objects."""

SMALL = f"""
type Pub; type Cit; distinct Cit C1, C2, C3; #Pub ~ UniformInt(1, 2); random Boolean Title(Pub p) ~ BooleanDistrib(0.3);
random Pub PubCited(Cit c) ~ UniformChoice({{p for Pub p}}); random Boolean Text(Cit c) ~ if Title(PubCited(c)) {COIN};
obs Text(C1) = true; obs Text(C2) = true; obs Text(C3) = false; query PubCited(C1) == PubCited(C2);
"""

ONE = {"Title": "Text"}
RIGHT = [
    ("m03_citations", SplitMerge("PubCited", attributes=ONE)),
    (KNOWN, SplitMerge("F", attributes={"Red": "Seen"})),
    (TWO, SplitMerge("PubCited", number=True, attributes={**ONE, "Venue": "At"})),
]


@pytest.mark.parametrize(("model", "move"), RIGHT)
def test_it_leaves_the_posterior_as_it_is(model: str, move: SplitMerge) -> None:
    moves = moves_of(model, move)
    assert wrongness(moves) < 1e-12
    check_reverse(started(moves))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return back - self.log_r(world, kept) - self.log_r(world, other) +", "return"),
        ("back - self.log_r(world, kept) - (", "-self.log_r(world, kept) - ("),
        ("world.Title.remove(other)", "pass"),
        ("if rng.flip(0.1):", "if False:"),
    ],
)
def test_broken_copies_do_not(old: str, new: str) -> None:
    assert wrongness(moves_of(SMALL, Edited(RIGHT[0][1], old, new))) > 1e-4


@pytest.mark.campaign
def test_a_compiled_run_agrees_with_the_exact_answer() -> None:
    """The mean lies within five standard errors: a false alarm for six seeds of ten million."""
    model = nm.Model.from_text(TEXTS)
    query = 'size({c for Cit c : Title(PubCited(c)) == "cd"})'
    exact = model.infer(engine="exact")[query].mean
    assert exact is not None
    move = nm.moves.SplitMerge("PubCited", attributes=ONE)
    found = model.infer(engine="mh", samples=10_000, chains=2, seed=6, proposer=move)
    assert found.warnings == ()
    assert found.acceptance is not None
    assert found.acceptance["SplitMerge(PubCited)"] > 0.01
    assert standard_errors(found[query], exact) < 5


SOMETIMES = f"""
type Pub; type Cit; distinct Cit C1, C2; #Pub ~ UniformInt(1, 2);
random Boolean Title(Pub p) ~ BooleanDistrib(0.3); random Boolean Odd(Pub p) ~ BooleanDistrib(0.3);
random Boolean Empty(Pub p) ~ if Title(p) then BooleanDistrib(0.3);
random Pub PubCited(Cit c) ~ UniformChoice({{p for Pub p}});
random Boolean Text(Cit c) ~ if Title(PubCited(c)) & Odd(PubCited(c)) {COIN};
random Boolean Seen(Cit c) ~ if Empty(PubCited(c)) {COIN};
obs Text(C1) = true; obs Text(C2) = true; obs Seen(C1) = true; obs Seen(C2) = true; query Title(PubCited(C1));
"""
REFUSED = [
    (
        OTHER,
        "PubCited",
        {"Odd": "Text"},
        "`Odd` is no function of a Pub, to which `PubCited` refers",
        "the attribute is one of Size, Title",
    ),
    (
        GRID,
        "At",
        {"Red": "Seen"},
        "`Seen` is not evidence for all its arguments",
        "the move takes values from evidence only",
    ),
    (SOMETIMES, "PubCited", {"Empty": "Text"}, "`Empty` is not drawn in all cases", "leave it to the engine"),
    (
        SOMETIMES,
        "PubCited",
        {"Odd": "Text"},
        "no evidence reads `Odd` of an object in all cases, and it may be that nothing needs it",
        "leave it to the engine",
    ),
]


@pytest.mark.parametrize(("model", "function", "attributes", "message", "hint"), REFUSED)
def test_what_it_is_not_for_is_told(
    model: str, function: str, attributes: dict[str, str], message: str, hint: str
) -> None:
    with pytest.raises(BlogError) as caught:
        SplitMerge(function, attributes=attributes).text(table_of(model))
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.message, diagnostic.hint) == (f"SplitMerge({function}): {message}", hint)


def test_an_attribute_that_is_read_in_all_cases_is_known() -> None:
    text = SplitMerge("PubCited", attributes={"Title": "Text"}).text(table_of(SOMETIMES))
    assert "world.Title.remove(other)" in text
    text = SplitMerge("PubCited", attributes={"Venue": "At", "Title": "Text"}).text(table_of(TWO))
    assert "rng.integer(2)" in text
