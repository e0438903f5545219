"""Resegment leaves the posterior as it is, broken copies do not, and models that it is not for are refused."""

from __future__ import annotations

from typing import Any

import pytest

import noumena as nm
from noumena.model.diagnostics import BlogError
from noumena.moves.library import Resegment
from tests.moves.library.trying import Edited, table_of
from tests.moves.running import moves_of, trace, wrongness

HEADS = 'Categorical({"" -> 0.2, "a" -> 0.1, "ab" -> 0.3, "aba" -> 0.4})'
TAILS = 'Categorical({"aba" -> 0.3, "ba" -> 0.3, "a" -> 0.3, "" -> 0.1})'
ONE = f"""
type Cit; distinct Cit C; random String Head(Cit c) ~ {HEADS}; random String Tail(Cit c) ~ {TAILS};
random String Label(Cit c) ~ Head(c) + Tail(c); obs Label(C) = "aba"; query Head(C);
"""
TWO = f"""
type Cit; distinct Cit C, D; random String Head(Cit c) ~ {HEADS}; random String Tail(Cit c) ~ {TAILS};
obs Head(C) + Tail(C) = "aba"; obs Head(D) + Tail(D) = "ab";
random Boolean Same ~ if Head(C) == Head(D) then BooleanDistrib(0.9) else BooleanDistrib(0.2);
obs Same = true; query Head(C);
"""
DEPENDS = f"""
type Cit; distinct Cit C, D; random String Head(Cit c) ~ {HEADS};
random String Tail(Cit c) ~ if Head(c) == "ab" then {TAILS} else Categorical({{"ba" -> 0.6, "aba" -> 0.4}});
obs (Head(C) + Tail(C) == "aba") = true; obs Head(D) = "ab"; query Head(C);
"""
DECIDES = f"""
type Cit; distinct Cit C; random String Head(Cit c) ~ {HEADS}; random String Tail(Cit c) ~ {TAILS};
random String Label(Cit c) ~ if Head(c) == "aba" then "aba" else Head(c) + Tail(c); obs Label(C) = "aba"; query Head(C);
"""

RIGHT = [(ONE, ["aba"]), (TWO, ["aba", "ab"]), (DEPENDS, ["aba", "abba"])]


def move(texts: Any) -> Resegment:
    return Resegment("Head", "Tail", texts)


@pytest.mark.parametrize(("model", "texts"), RIGHT)
def test_it_leaves_the_posterior_as_it_is(model: str, texts: list[str]) -> None:
    made = moves_of(model, move(texts))
    assert wrongness(made) < 1e-12
    assert trace(made)[1] > 0


_WRONG_OWNER = """\
    if new > old:
            world.Tail[c] = self.tails[new]
        else:
            world.Tail.resample(c)"""
WRONG = [
    ("return 0.0", "return math.log(2.0) if new > old else -math.log(2.0)"),
    ("new = old + 1 - 2 * rng.integer(2)", "new = old + 1"),
    ("if new == old or new <", "if new < old or new <"),
    ("    world.Tail[c] = self.tails[new]", _WRONG_OWNER),
]


@pytest.mark.parametrize(("old", "new"), WRONG)
def test_broken_copies_are_found(old: str, new: str) -> None:
    broken = moves_of(TWO, Edited(move(["aba", "ab"]), old, new))
    assert wrongness(broken) > 1e-3


@pytest.mark.parametrize("backend", ["python", pytest.param("native", marks=pytest.mark.campaign)])
def test_chains_agree_with_the_exact_answer(backend: str) -> None:
    """Within five standard errors, which fails for one seed of two million."""
    model = nm.Model.from_text(TWO)
    exact = model.infer(engine="exact")["Head(C)"]
    own = move(["aba", "ab"])
    found = model.infer(engine="mh", samples=3_000, chains=2, seed=2, backend=backend, proposer=own)["Head(C)"]
    assert found.ess is not None
    for value in ("", "ab", "aba"):
        p = exact.probability(value)
        assert abs(found.probability(value) - p) < 5 * (p * (1 - p) / found.ess) ** 0.5


REFUSED = [
    (Resegment("Head", "Tail", "aba"), ONE, "`texts` is one string, and there are 1 Cit"),
    (Resegment("Head", "Tail", ["a", "b"]), ONE, "`texts` is 2 texts, and there are 1 Cit"),
    (Resegment("Head", "Head", ["aba"]), ONE, "must be two functions of the same argument"),
    (Resegment("Head", "Tail", ["aba"]), DECIDES, "decide which of them are in the state"),
    (Resegment("Head", "Tall", ["aba"]), ONE, "the model has no `Tall`"),
    (Resegment("Title", "Title", [""] * 3), "m03_citations", "the values of `Title` are not strings but Boolean"),
]


@pytest.mark.parametrize(("move", "model", "message"), REFUSED)
def test_what_does_not_fit_is_refused(move: Resegment, model: str, message: str) -> None:
    with pytest.raises(BlogError, match=message):
        move.text(table_of(model))


def test_texts_are_strings() -> None:
    texts: Any = [3]
    with pytest.raises(BlogError, match="`texts` has 3, which is no string"):
        move(texts).text(table_of(ONE))
