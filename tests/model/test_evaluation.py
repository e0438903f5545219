"""What expressions are worth, in which order they read, and where they stop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from noumena.api import Model
from noumena.model.diagnostics import RunError
from noumena.model.evaluation import Derived, Drawn, Evaluator
from noumena.model.values import Application, Bag, Generated, Guaranteed, MapValue, Timestep, Unused, Value
from tests.asking import problem

DECLARED = """
type Ball; distinct Ball G; type Mark; distinct Mark Z; origin Ball On(Mark); origin Timestep At(Mark);
#Ball ~ Poisson(2); #Mark(On = b) ~ Poisson(1); #Mark(At = t) ~ Poisson(1);
random Boolean Yes ~ BooleanDistrib(0.5); random Boolean No ~ BooleanDistrib(0.5);
random Boolean Maybe ~ if No then true; random Boolean Other ~ BooleanDistrib(0.5);
random Integer N ~ Poisson(1); random Integer None ~ if No then 1;
random Boolean Red(Ball b) ~ BooleanDistrib(0.5); random Ball Held ~ UniformChoice({b for Ball b});
random Integer Age(Ball b) ~ Poisson(1); random Boolean Bit(Integer i) ~ BooleanDistrib(0.5);
fixed Integer Factorial(Integer k) = if k <= 1 then 1 else k * Factorial(k - 1);
"""
GUARANTEED = Guaranteed("Ball", 0, "G")
B1, B2 = (Generated(Application("Ball", 0, ()), i) for i in (1, 2))
MARK = Generated(Application("Mark", 1, (B1,)), 1)
NEW_MARK = Generated(Application("Mark", 2, (Timestep(3),)), 1)
CONSTANTS = {"Yes": True, "No": False, "Maybe": None, "Other": True, "N": 3, "None": None, "Held": B1}
VALUES: dict[tuple[str, tuple[Value, ...]], Value] = {
    **{(name, ()): value for name, value in CONSTANTS.items()},
    **{("Red", (b,)): red for b, red in ((GUARANTEED, False), (B1, True), (B2, None))},
    **{("Age", (b,)): age for b, age in ((GUARANTEED, 5), (B1, 7), (B2, None))},
    **{("Bit", (i,)): i % 2 == 0 for i in range(-2, 9)},
}


class Table:
    """A world with known values that notes what is read."""

    def __init__(self) -> None:
        self.reads: list[str] = []

    def read(self, function: str, arguments: tuple[Value, ...]) -> Value:
        self.reads.append(function if not arguments else f"{function}({arguments[0]})")
        return VALUES[function, arguments]

    def members(self, type_: str, origins: Mapping[str, Value], counted: bool) -> Sequence[Value]:
        self.reads.append("#" + type_)
        if type_ == "Ball":
            return [GUARANTEED, B1, Unused(B1.application, 2)] if counted else [GUARANTEED, B1, B2]
        known: dict[Value, Mapping[str, Value]] = {
            MARK: {"On": B1, "At": None},
            NEW_MARK: {"On": None, "At": Timestep(3)},
        }
        return [mark for mark, its in known.items() if all(its[key] == value for key, value in origins.items())]


def evaluate(text: str) -> tuple[Value, list[str]]:
    """The value of a query, and what was read in which order."""
    asked = problem(f"{DECLARED} query {text};")
    table = Table()
    (query,) = asked.queries
    value = Evaluator(asked.model, table).value(query.term, [None] * query.frame_size)
    return value, table.reads


@pytest.mark.parametrize(
    ("text", "value", "reads"),
    [
        ("Yes & Other", True, ["Yes", "Other"]),
        ("No & Other", False, ["No"]),
        ("Maybe & Other", None, ["Maybe"]),
        ("Yes & Maybe", None, ["Yes", "Maybe"]),
        ("Yes | Other", True, ["Yes"]),
        ("No | Other", True, ["No", "Other"]),
        ("Maybe | Other", None, ["Maybe"]),
        ("No => Other", True, ["No"]),
        ("Yes => Other", True, ["Yes", "Other"]),
        ("Yes => No", False, ["Yes", "No"]),
        ("Maybe => Other", None, ["Maybe"]),
        ("!Maybe", None, ["Maybe"]),
        ("!No", True, ["No"]),
        ("if Yes then N else None", 3, ["Yes", "N"]),
        ("if Maybe then N", None, ["Maybe"]),
        ("if No then N else None", None, ["No", "None"]),
        ("Maybe == null", True, ["Maybe"]),
        ("Maybe != true", True, ["Maybe"]),
        ("None + N", None, ["None", "N"]),
        ("None < N", None, ["None", "N"]),
        ("Bit(None)", None, ["None"]),
        ("Red(null)", None, []),
        ("Factorial(None)", None, ["None"]),
        ("Factorial(N)", 6, ["N"]),
        ("N == 3.0", True, ["N"]),
        ("case N in {3 -> Yes, 3 -> No}", True, ["N", "Yes"]),
        ("case N in {4 -> Yes}", None, ["N"]),
        ("case N in {None -> 1, N -> 2, Factorial(9) -> 3}", 2, ["N", "None", "N"]),
        ("case None in {null -> 1, 3 -> 2}", 1, ["None"]),
        ("case [N, Yes] in {[3, false] -> 1, [3, true] -> 2}", 2, ["N", "Yes"]),
        ("{1, N, 1}", Bag([1, 1, 3]), ["N"]),
        ("{1 -> N, 2 -> None}", MapValue({1: 3, 2: None}), ["N", "None"]),
        ("[Yes, N]", (True, 3), ["Yes", "N"]),
    ],
)
def test_value_and_reading_order(text: str, value: Value, reads: list[str]) -> None:
    assert evaluate(text) == (value, reads)


@pytest.mark.parametrize(
    ("text", "value", "reads"),
    [
        ("exists Ball b (Red(b))", True, ["#Ball", "Red(G)", "Red(Ball@1)", "Red(Ball@2)"]),
        ("forall Ball b (Red(b))", False, ["#Ball", "Red(G)", "Red(Ball@1)", "Red(Ball@2)"]),
        ("forall Ball b (b != G => Red(b))", False, ["#Ball", "Red(Ball@1)", "Red(Ball@2)"]),
        ("{Age(b) for Ball b}", Bag([5, 7, None]), ["#Ball", "Age(G)", "Age(Ball@1)", "Age(Ball@2)"]),
        ("{Age(b) for Ball b : Red(b)}", Bag([7]), ["#Ball", "Red(G)", "Red(Ball@1)", "Age(Ball@1)", "Red(Ball@2)"]),
        ("size({b for Ball b})", 4, ["#Ball"]),
        ("size({b for Ball b : b != Held})", 3, ["#Ball", "Held", "Held", "Held"]),
        ("size({b, c for Ball b, Ball c : b != c})", 6, ["#Ball"] * 4),
        ("exists Ball b (b == Held & Red(b))", True, ["Held", "Held", "Red(Ball@1)"]),
        ("exists Ball b (b == null)", False, []),
        ("exists Boolean b (b == Yes)", True, ["Yes", "Yes"]),
        ("{size({m for Mark m : On(m) == b}) for Ball b}", Bag([0, 1, 0]), ["#Ball", "#Mark", "#Mark", "#Mark"]),
        ("size({m for Mark m : At(m) == @3})", 1, ["#Mark"]),
        ("size({m for Mark m : At(m) == @4})", 0, ["#Mark"]),
        ("{On(m) for Mark m : At(m) == @3}", Bag([None]), ["#Mark"]),
        ("On(Z)", None, []),
        ("On(null)", None, []),
        ("forall Integer i ((i >= 0 & i < N) => Bit(i))", False, ["N", "N", "Bit(0)", "N", "Bit(1)", "N", "Bit(2)"]),
    ],
)
def test_bound_variables_visit_every_member(text: str, value: Value, reads: list[str]) -> None:
    assert evaluate(text) == (value, reads)


@pytest.mark.parametrize(
    ("condition", "visited"),
    [
        ("i >= 0 & i < N", [0, 1, 2]),
        ("0 <= i & N >= i", [0, 1, 2, 3]),
        ("i > 0 & i <= N & i < 3", [1, 2]),
        ("i > N & i < N", []),
        ("i >= 2 & i >= 1 & i <= 3", [2, 3]),
        ("i == N", [3]),
        ("i == None", []),
        ("i >= 0 & i < None", []),
        ("i < None & i >= 0", []),
        ("i >= None & i < 2", []),
        ("i >= 0 & i < 4 & !(i == 2)", [0, 1, 3]),
    ],
)
def test_the_condition_bounds_an_integer(condition: str, visited: list[int]) -> None:
    assert evaluate(f"{{i for Integer i : {condition}}}")[0] == Bag(visited)


@pytest.mark.parametrize(
    ("condition", "visited"), [("t < @2", [0, 1]), ("t > @0 & t <= @2", [1, 2]), ("t == @5", [5]), ("@1 >= t", [0, 1])]
)
def test_time_begins_at_0(condition: str, visited: list[int]) -> None:
    assert evaluate(f"{{t for Timestep t : {condition}}}")[0] == Bag(map(Timestep, visited))


@pytest.mark.parametrize(
    ("body", "value"),
    [
        ("(i >= 0 & i < None) => Bit(i)", False),  # null => … is null, which counts as false
        ("(i < None & i >= 0) => Bit(i)", False),
        ("(i >= None & i < 3) => Bit(i)", False),
        ("(i >= 2 & i < 1 & i < None) => Bit(i)", True),
        ("(i >= 1 & i < 1) => Bit(i)", True),
        ("(i >= 0 & i < 3) => Bit(2 * i)", True),
    ],
)
def test_forall_over_integers(body: str, value: bool) -> None:
    assert evaluate(f"forall Integer i ({body})")[0] is value


def test_a_later_variable_is_bounded_by_an_earlier_one() -> None:
    pairs = "{i, j for Integer i, Integer j : i >= 0 & i < 3 & j > i & j < 3}"
    assert evaluate(pairs)[0] == Bag([(0, 1), (0, 2), (1, 2)])


def test_an_inner_variable_hides_an_outer_one_of_its_name() -> None:
    assert evaluate("{size({b for Ball b : b == G}) for Ball b : b != Held}")[0] == Bag([1, 1])


def test_a_range_of_too_many_values_is_refused() -> None:
    with pytest.raises(RunError, match="`i` ranges over 100000001 values, which is too many"):
        evaluate("exists Integer i (i >= 0 & i <= 100000000)")


def test_a_fixed_function_is_evaluated_once_for_each_argument() -> None:
    seen: list[int] = []

    def note(k: int) -> int:
        seen.append(k)
        return k

    text = "fixed Integer Fib(Integer k) = if Note(k) <= 1 then 1 else Fib(k - 1) + Fib(k - 2); query Fib(12);"
    asked = Model.from_text(text, functions={"Note": note}).problem()
    assert Evaluator(asked.model, Table()).value(asked.queries[0].term, []) == 233
    assert sorted(seen) == list(range(13))


LEAVES = (
    DECLARED
    + """
random Integer Tree ~ if Yes then (case N in {1 -> Poisson(1), 3 -> Poisson(None), 4 -> 5}) else Poisson(2);
random Ball Chosen ~ if No then UniformChoice({b for Ball b}) else UniformChoice({b for Ball b : Red(b) & b == G});
random Ball Any ~ UniformChoice({b for Ball b});
random Integer Fixed ~ if Yes then N + 1;
random Integer Nothing ~ if No then Poisson(1);
"""
)


@pytest.mark.parametrize(("function", "value"), [("Tree", None), ("Chosen", None), ("Fixed", 4), ("Nothing", None)])
def test_a_leaf_without_a_draw_or_with_a_null_parameter_is_derived(function: str, value: Value) -> None:
    asked = problem(LEAVES)
    tree = asked.random[function]
    assert Evaluator(asked.model, Table()).leaf(tree.body, [None] * tree.frame_size) == Derived(value)


def test_a_draw_has_its_parameters() -> None:
    asked = problem(LEAVES)
    tree = asked.random["Any"]
    leaf = Evaluator(asked.model, Table()).leaf(tree.body, [None] * tree.frame_size)
    assert isinstance(leaf, Drawn)
    assert leaf.draw.distribution.name == "UniformChoice"
    assert len(leaf.parameters[0]) == 4
