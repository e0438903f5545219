"""From-data leaves the posterior as it is, broken copies do not, and models that it is not for are refused."""

from __future__ import annotations

import pytest

import noumena as nm
from noumena.inference.reverse_check import check_reverse
from noumena.model.diagnostics import BlogError
from noumena.moves.library import FromData
from tests.moves.library.trying import GRID, KNOWN, Edited, standard_errors, table_of
from tests.moves.proposers import PAIR
from tests.moves.running import moves_of, started, wrongness

TEXTS = """
type Pub; type Cit; distinct Cit C[4]; #Pub ~ UniformInt(1, 2);
random String Title(Pub p) ~ Categorical({"ab" -> 0.5, "cd" -> 0.3, "ef" -> 0.2});
random Pub PubCited(Cit c) ~ UniformChoice({p for Pub p});
random String Text(Cit c) ~ case Title(PubCited(c)) in {
  "ab" -> Categorical({"ab" -> 0.7, "cd" -> 0.2, "ef" -> 0.1}),
  "cd" -> Categorical({"ab" -> 0.1, "cd" -> 0.6, "ef" -> 0.3}),
  "ef" -> Categorical({"ab" -> 0.2, "cd" -> 0.2, "ef" -> 0.6})};
obs Text(C[0]) = "ab"; obs Text(C[1]) = "cd"; obs Text(C[2]) = "cd"; obs Text(C[3]) = "ef";
query size({c for Cit c : Title(PubCited(c)) == "cd"});
"""
"""Three titles, and a text of each."""

RIGHT = [
    ("m03_citations", FromData("Title", "PubCited", "Text"), ()),
    ("urn_small", FromData("Paint", "Drawn", "Seen"), ()),
    (KNOWN, FromData("Red", "F", "Seen"), ()),
    (TEXTS, FromData("Title", "PubCited", "Text"), ()),
    (PAIR, FromData("Paint", "Drawn", "Seen"), ("Ball",)),
]


@pytest.mark.parametrize(("model", "move", "concrete"), RIGHT)
def test_it_leaves_the_posterior_as_it_is(model: str, move: FromData, concrete: tuple[str, ...]) -> None:
    moves = moves_of(model, move, concrete=concrete)
    assert wrongness(moves) < 1e-12
    check_reverse(started(moves))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("math.log(back) - math.log(forward)", "0.0"),
        ("math.log(back) - math.log(forward)", "math.log(forward) - math.log(back)"),
        ("forward, back = 0, 0", "forward, back = 0, 1"),
    ],
)
def test_broken_copies_do_not(old: str, new: str) -> None:
    assert wrongness(moves_of(TEXTS, Edited(RIGHT[3][1], old, new))) > 1e-4


@pytest.mark.campaign
def test_a_compiled_run_agrees_with_the_exact_answer() -> None:
    """The mean lies within five standard errors: a false alarm for six seeds of ten million."""
    model = nm.Model.from_text(TEXTS)
    query = 'size({c for Cit c : Title(PubCited(c)) == "cd"})'
    exact = model.infer(engine="exact")[query].mean
    assert exact is not None
    move = nm.moves.FromData("Title", "PubCited", "Text")
    found = model.infer(engine="mh", samples=10_000, chains=2, seed=6, proposer=move)
    assert found.warnings == ()
    assert found.acceptance is not None
    assert found.acceptance["FromData(Title)"] > 0.01
    assert standard_errors(found[query], exact) < 5


OTHER = """
type Pub; type Cit; distinct Cit C1, C2; #Pub ~ UniformInt(1, 2);
random Boolean Title(Pub p) ~ BooleanDistrib(0.3); random Real Size(Pub p) ~ Gaussian(0, 1);
random Pub PubCited(Cit c) ~ UniformChoice({p for Pub p}); random Pub First ~ UniformChoice({p for Pub p});
random Boolean Text(Cit c) ~ if Title(PubCited(c)) then BooleanDistrib(0.9) else BooleanDistrib(0.2);
random Real Length(Cit c) ~ Gaussian(Size(PubCited(c)), 1);
random Boolean Odd ~ BooleanDistrib(0.5);
obs Text(C1) = true; obs Text(C2) = true; obs Length(C1) = 1.0; obs Length(C2) = 1.0; query Title(First);
"""
DECIDES = """
type Pub; type Cit; distinct Cit C1, C2; #Pub ~ UniformInt(1, 2);
random Boolean Title(Pub p) ~ BooleanDistrib(0.3); random Pub First ~ UniformChoice({p for Pub p});
random Pub PubCited(Cit c) ~ if Title(First) then UniformChoice({p for Pub p}) else First;
random Boolean Text(Cit c) ~ if Title(PubCited(c)) then BooleanDistrib(0.9) else BooleanDistrib(0.2);
obs Text(C1) = true; obs Text(C2) = true; query Title(First);
"""
REFUSED = [
    (OTHER, ("Titl", "PubCited", "Text"), "the model has no `Titl`", "did you mean `Title`?"),
    (OTHER, ("Title", "PubCited", "Txet"), "the model has no `Txet`", "did you mean `Text`?"),
    (
        OTHER,
        ("Odd", "PubCited", "Text"),
        "`Odd` is no function of a Pub, to which `PubCited` refers",
        "the attribute is one of Size, Title",
    ),
    (
        OTHER,
        ("Title", "PubCited", "Odd"),
        "`Odd` is a function of nothing, and `PubCited` of Cit",
        "both must have the same arguments, one at least",
    ),
    (
        OTHER,
        ("Title", "PubCited", "Length"),
        "the values of `Length` are Real, those of `Title` Boolean",
        "they must be of the same type",
    ),
    (
        OTHER,
        ("Size", "PubCited", "Length"),
        "the values of `Size` are reals, which no other move would give an observed value",
        "use Drift",
    ),
    (
        GRID,
        ("Red", "At", "Seen"),
        "`Seen` is not evidence for all its arguments",
        "the move takes values from evidence only",
    ),
    (
        DECIDES,
        ("Title", "PubCited", "Text"),
        "the value of `Title` decides what becomes of the variables of `PubCited`, and the move could not count them",
        "write a proposer of your own for this model",
    ),
]


@pytest.mark.parametrize(("model", "arguments", "message", "hint"), REFUSED)
def test_what_it_is_not_for_is_told(model: str, arguments: tuple[str, str, str], message: str, hint: str) -> None:
    with pytest.raises(BlogError) as caught:
        FromData(*arguments).text(table_of(model))
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.message, diagnostic.hint) == (f"FromData({arguments[0]}): {message}", hint)
