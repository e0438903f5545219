"""When two descriptions are of one publication: in the model, in Python, and through others."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noumena import Model
from noumena.domains.citations.model.agreement import (
    SHARED_WORDS,
    Described,
    most_words,
    one_work,
    same_pages,
    same_people,
    works,
)
from noumena.domains.citations.model.library import FUNCTIONS, MODEL
from noumena.domains.citations.text_model.formats import UNKNOWN

FIRST = Described("an agent for meeting scheduling", "kozierok, r; maes, p", 1993, 1, "81 88")
AS_THE_FIRST = [
    FIRST._replace(title="an agent for scheduling meeting", numbers=""),
    FIRST._replace(authors="maes, pattie"),
    FIRST._replace(title="agents", year=1994, kind=2, numbers="7 81 88"),
    FIRST._replace(year=0, numbers=""),
    FIRST._replace(kind=UNKNOWN, numbers=""),
    FIRST._replace(year=0, kind=UNKNOWN, numbers=""),
]
OTHERS = [
    FIRST._replace(title="an agent for mail", numbers=""),
    FIRST._replace(year=1994, numbers=""),
    FIRST._replace(kind=2, numbers="81 90"),
    FIRST._replace(year=0, kind=2, numbers=""),
    FIRST._replace(title="agents", year=0, kind=UNKNOWN, numbers=""),
    FIRST._replace(authors="kozierok, r; mitchell, t"),
    FIRST._replace(authors=""),
    FIRST._replace(title="agents", numbers="8 81"),
]
_BEGIN, _END = "random Boolean AlikeInYear", "// What a person has decided"
_GIVEN = """
type Pub; type Cit; distinct Pub P[2]; distinct Cit C[2];
random Pub Cited(Cit c) ~ UniformChoice({p for Pub p});
"""


def of_the_model(p: Described, q: Described) -> float:
    """P(Same) by the statements of the model, all attributes being seen."""
    text = MODEL.read_text(encoding="utf-8")
    text = _GIVEN + text[text.index(_BEGIN) : text.index(_END)]
    for name, kind in (("Title", "String"), ("Authors", "String"), ("Numbers", "String")):
        values = sorted({getattr(p, name.lower()), getattr(q, name.lower()), "zz"})
        chances = ", ".join(f'"{value}" -> {1 / len(values)}' for value in values)
        text += f"random {kind} {name}(Pub p) ~ Categorical({{{chances}}});\n"
    text += "random Integer Year(Pub p) ~ UniformInt(0, 2029); random Integer Kind(Pub p) ~ UniformInt(0, 4);\n"
    for place, own in enumerate((p, q)):
        text += f"obs Cited(C[{place}]) = P[{place}];\n"
        for name in ("Title", "Authors", "Numbers"):
            text += f'obs {name}(P[{place}]) = "{getattr(own, name.lower())}";\n'
        text += f"obs Year(P[{place}]) = {own.year}; obs Kind(P[{place}]) = {own.kind};\n"
    model = Model.from_text(text, functions=FUNCTIONS)
    return model.infer(queries=["Same(C[0], C[1])"], engine="exact")["Same(C[0], C[1])"].probability(True)


@pytest.mark.parametrize("other", AS_THE_FIRST)
def test_they_are_one(other: Described) -> None:
    assert one_work(FIRST, other)
    assert one_work(other, FIRST)
    assert of_the_model(FIRST, other) == 1.0


@pytest.mark.parametrize("other", OTHERS)
def test_they_are_two(other: Described) -> None:
    assert not one_work(FIRST, other)
    assert not one_work(other, FIRST)
    assert of_the_model(FIRST, other) == 0.0


def test_titles_share_seven_words_of_ten() -> None:
    assert most_words("a b c d e f g h", "h g f e d c b x")  # seven of nine
    assert not most_words("a b c d e f g", "a b c d e f x y")  # six of nine
    assert most_words("learning: by doing", "learning by doing")
    assert not most_words("", "")


def test_people_are_told_apart_by_surnames() -> None:
    assert same_people("aha, d; kibler, d", "kibler, dennis; aha, david w")
    assert same_people("aha, d", "aha, d; kibler, d")
    assert not same_people("aha, d; kibler, d", "aha, d; albert, m")
    assert not same_people("", "")


def test_short_numbers_are_the_same_by_chance() -> None:
    assert same_pages("6 37 66", "37 66")
    assert not same_pages("6 1 37", "6 1 37")
    assert not same_pages("", "")


def test_they_are_one_by_way_of_others() -> None:
    said = {
        5: FIRST,
        3: FIRST._replace(numbers="81 88 90"),
        8: OTHERS[0],
        9: FIRST._replace(title="x", numbers="88 90"),
    }
    assert not one_work(said[5], said[9])
    assert works(said) == {5: 3, 3: 3, 9: 3, 8: 8}


_WORDS = st.lists(st.sampled_from(["a", "bc", "bd", "cde", "cdf", "defg", "h"]), max_size=7).map(" ".join)
_PEOPLE = st.sampled_from(["u", "u, a; v", "v; w", "x", ""])
_DESCRIBED = st.builds(
    Described,
    _WORDS,
    _PEOPLE,
    st.sampled_from([0, 1990, 1991]),
    st.sampled_from([1, 2, UNKNOWN]),
    st.sampled_from(["", "", "81 88", "88 7 81"]),
)


@settings(max_examples=300)
@given(st.lists(_DESCRIBED, max_size=12))
def test_not_all_pairs_are_compared_and_none_is_missed(described: list[Described]) -> None:
    found = works(dict(enumerate(described)))
    expected = list(range(len(described)))
    for p, q in combinations(range(len(described)), 2):
        if one_work(described[p], described[q]):
            one, other = sorted((expected[p], expected[q]))
            expected = [one if least == other else least for least in expected]
    assert found == dict(enumerate(expected))


@pytest.mark.parametrize("words", range(1, 41))
def test_titles_that_share_most_words_share_a_telling_one(words: int) -> None:
    """The worst there is: all that a title has more comes first in the order."""
    shared = next(n for n in range(words + 1) if n >= SHARED_WORDS * words)
    title = [f"{'b' if place < words - shared else 'a'}{place:02}" for place in range(words)]
    title = [word + "x" * word.startswith("b") for word in title]
    other = " ".join(word for word in title if word.startswith("a"))
    p, q = (FIRST._replace(title=text, numbers="") for text in (" ".join(title), other))
    assert works({0: p, 1: q}) == {0: 0, 1: 0}


def test_what_a_person_has_told_apart_stays_apart() -> None:
    said = {1: FIRST, 2: FIRST, 3: FIRST}
    assert works(said) == {1: 1, 2: 1, 3: 1}
    assert works(said, [(1, 2)]) == {1: 1, 2: 2, 3: 1}
    assert works(said, [(3, 1), (3, 2)]) == {1: 1, 2: 1, 3: 3}
