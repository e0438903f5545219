"""Restricted split-merge leaves the posterior as it is, broken copies do not, and what it is not for is told."""

from __future__ import annotations

from typing import Any

import pytest

import noumena as nm
from noumena.inference.reverse_check import check_reverse
from noumena.model.diagnostics import BlogError
from noumena.moves.library import RestrictedSplitMerge
from tests.moves.library.test_from_data import OTHER
from tests.moves.library.test_split_merge import QUERY, URN
from tests.moves.library.trying import COIN, DECIDES, GUARANTEED, KNOWN, TWO_WAYS, Edited, standard_errors, table_of
from tests.moves.running import moves_of, started, wrongness

NUMBERS = """
type Pub; type Cit; distinct Cit C1, C2, C3; #Pub ~ UniformInt(1, 2);
random Integer Title(Pub p) ~ Categorical({1 -> 0.7, 2 -> 0.3});
random Pub PubCited(Cit c) ~ UniformChoice({p for Pub p});
random Integer Text(Cit c) ~
  if Title(PubCited(c)) == 1 then Categorical({1 -> 0.8, 2 -> 0.2}) else Categorical({1 -> 0.3, 2 -> 0.7});
obs Text(C1) = 1; obs Text(C2) = 2; obs Text(C3) = 2; query Title(PubCited(C1));
"""
"""Three citations and values that are not listed, so that all ways of a scan are few."""

NEVER = NUMBERS.replace("{1 -> 0.8, 2 -> 0.2}", "{1 -> 1.0}")
"""Some texts are impossible for some titles."""

ONE = {"Title": "Text"}
RIGHT = [
    (NUMBERS, RestrictedSplitMerge("PubCited", ONE)),
    (NUMBERS, RestrictedSplitMerge("PubCited", ONE, scans=0, candidates=nm.Candidates.from_groups([[0, 1], [1, 2]]))),
    ("m03_citations", RestrictedSplitMerge("PubCited", ONE, scans=0, number=True)),
    (KNOWN, RestrictedSplitMerge("F", {"Red": "Seen"}, scans=0)),
    (TWO_WAYS, RestrictedSplitMerge("F")),
    (NEVER, RestrictedSplitMerge("PubCited", ONE)),
]


@pytest.mark.parametrize(("model", "move"), RIGHT)
def test_it_leaves_the_posterior_as_it_is(model: str, move: RestrictedSplitMerge) -> None:
    moves = moves_of(model, move)
    assert wrongness(moves) < 1e-12
    check_reverse(started(moves))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return back - log_g", "return back"),
        ("return back + log_g", "return back - log_g"),
        ("world.PubCited.saved[x] == other", "True"),
        ("world.Title.remove(other)", "world.Title.resample(other)"),
        (" - self.log_r(world, kept)\n", "\n"),
        ("world.Title[kept], world.Title[other] = world.Text[first], world.Text[second]", "world.Title[other] = 1"),
    ],
)
def test_broken_copies_do_not(old: str, new: str) -> None:
    """The last one lets the launch state depend on the attribute that the kept object had."""
    move = RestrictedSplitMerge("PubCited", ONE, scans=0)
    assert wrongness(moves_of(NUMBERS, Edited(move, old, new))) > 1e-4


def test_no_split_makes_a_guaranteed_object() -> None:
    broken = Edited(RIGHT[4][1], "other < 1 or", "other < 0 or")
    assert wrongness(moves_of(TWO_WAYS, broken)) > 1e-4


@pytest.mark.campaign
def test_a_compiled_run_agrees_with_the_exact_answer() -> None:
    """The mean lies within five standard errors: a false alarm for six seeds of ten million."""
    model = nm.Model.from_text(URN)
    exact = model.infer(engine="exact")[QUERY].mean
    assert exact is not None
    move = nm.moves.RestrictedSplitMerge("Drawn", {"Paint": "Seen"}, scans=2, number=True)
    found = model.infer(engine="mh", samples=20_000, chains=2, seed=1, proposer=move)
    assert found.warnings == ()
    assert found.acceptance is not None
    assert found.acceptance["RestrictedSplitMerge(Drawn)"] > 0.1
    assert standard_errors(found[QUERY], exact) < 5


SOMETIMES = f"""
type Pub; type Cit; distinct Cit C1, C2; #Pub ~ UniformInt(1, 2);
random Boolean Title(Pub p) ~ BooleanDistrib(0.3); random Boolean Odd(Cit c) ~ BooleanDistrib(0.3);
random Pub PubCited(Cit c) ~ UniformChoice({{p for Pub p}});
random Boolean Text(Cit c) ~ if Title(PubCited(c)) & Odd(c) {COIN};
obs Text(C1) = true; obs Text(C2) = true; query Title(PubCited(C1));
"""
UNSEEN = "use SplitMerge, which asks for no factors"
OWN = "write a proposer of your own for this model"
REFUSED: list[tuple[str, tuple[Any, ...], str, str | None]] = [
    (NUMBERS, ("PubCited", ONE, -1), "`scans` is -1", "it must be 0 or more"),
    (
        "m12_self_reference",
        ("First",),
        "`First` has no arguments, and one variable cannot be split",
        "use MoveReferrer",
    ),
    (
        NUMBERS,
        ("PubCited",),
        "`Text` reads `Title` of what `PubCited` refers to, which has to have a value",
        "name what was observed of it: attributes={'Title': …}",
    ),
    (
        OTHER,
        ("PubCited", ONE),
        "`Length` reads `Size` of what `PubCited` refers to, which has to have a value",
        "name what was observed of it: attributes={'Size': …}",
    ),
    (
        SOMETIMES,
        ("PubCited", ONE),
        "`Text` reads what may not be in the state when `PubCited` has another value",
        UNSEEN,
    ),
    (
        "m06_empty_set",
        ("F",),
        "no function of the same arguments that is evidence for all of them reads `F` at its own",
        UNSEEN,
    ),
    (GUARANTEED, ("F",), "`B` has guaranteed objects only: there are no new ones", OWN),
    (
        DECIDES,
        ("F",),
        "the value of `F` decides what becomes of other variables of `F`, and the move could not count them",
        OWN,
    ),
]


@pytest.mark.parametrize(("model", "arguments", "message", "hint"), REFUSED)
def test_what_it_is_not_for_is_told(model: str, arguments: tuple[Any, ...], message: str, hint: str | None) -> None:
    with pytest.raises(BlogError) as caught:
        RestrictedSplitMerge(*arguments).text(table_of(model))
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.message, diagnostic.hint) == (f"RestrictedSplitMerge({arguments[0]}): {message}", hint)
