"""How query values are reported: objects by the name they have in every world, or none."""

from __future__ import annotations

import pytest

from noumena.model.values import Bag, Guaranteed, MapValue, Named, Unnamed, Value
from noumena.reference.interpreter import Forward
from noumena.reference.random_source import Replaying
from noumena.reference.report import answer
from tests.asking import problem

MODEL = """
type T; #T ~ UniformInt(0, 3); random T P ~ UniformChoice({t for T t}); random Integer Age(T t) ~ UniformInt(0, 9);
type C; distinct C A; random C F ~ UniformChoice({c for C c});
"""


def reported(query: str, *choices: int, evidence: str = "") -> Value:
    """The answer to a query in a world of two objects of T; the choices are positions among them."""
    asked = problem(f"{MODEL} {evidence} query {query};")
    world = Forward(asked, Replaying([2]))
    world.start()
    members = world.members("T", {}, False)
    world.source = Replaying([members[choice] for choice in choices])
    return answer(world, asked.queries[0])


UNNAMED = Unnamed("T")
NAMES = "obs {t for T t} = {t1, t2};"


def test_an_object_without_a_name_is_not_null() -> None:
    assert reported("P", 1) == UNNAMED
    assert str(UNNAMED) == "not null"


def test_a_guaranteed_object_has_its_name() -> None:
    assert reported("A") == Guaranteed("C", 0, "A")


def test_objects_inside_collections_are_reported_too() -> None:
    assert reported("{t for T t}") == Bag([UNNAMED, UNNAMED])
    assert reported("[P, 3]", 1) == (UNNAMED, 3)
    assert reported("{P -> 1}", 1) == MapValue({UNNAMED: 1})
    assert reported("{[P, null]}", 1) == Bag([(UNNAMED, None)])


@pytest.mark.parametrize(("named_first", "name"), [(1, "t1"), (0, "t2")])
def test_symbol_evidence_gives_names(named_first: int, name: str) -> None:
    choices = (1, named_first) if name == "t1" else (1, named_first, 1)
    assert reported("P", *choices, evidence=NAMES) == Named("T", name)


def test_the_first_of_several_names_counts() -> None:
    evidence = NAMES + "obs {t for T t : t != null} = {u1, u2};"
    assert reported("P", 1, 1, evidence=evidence) == Named("T", "t1")


def test_a_value_that_holds_no_object_needs_no_name() -> None:
    assert reported("size({t for T t})", evidence=NAMES) == 2
