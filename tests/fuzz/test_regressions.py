"""What fuzzing has found: programs that once crashed, hung or took all memory."""

from __future__ import annotations

import pytest

from noumena.distributions import BUILT_IN
from noumena.inference.enumeration import enumerate_exactly
from noumena.inference.likelihood_weighting import likelihood_weighting
from noumena.inference.result import Result
from noumena.language.load import load
from noumena.model.diagnostics import BlogError, Diagnostic, RunError
from noumena.model.model import Problem
from noumena.model.source import SourceFile


def problem(text: str) -> Problem:
    return load([SourceFile("test.blog", text)], BUILT_IN).problem()


def sampled(text: str) -> Result:
    return likelihood_weighting(problem(text), samples=3, seed=1)


def exact(text: str, budget: int = 2_000) -> Result:
    return enumerate_exactly(problem(text), budget)


def answer(result: Result) -> object:
    """The value of the one query, the same in all worlds."""
    (marginal,) = result.marginals
    (value,) = set(marginal.values)
    return value


def first_fault(text: str) -> Diagnostic:
    """What the checker says first."""
    with pytest.raises(BlogError) as caught:
        problem(text)
    return caught.value.diagnostics[0]


# What asks for too much is refused.


@pytest.mark.parametrize(
    "text",
    [
        "random Integer x ~ Poisson(1); obs x = f(0);",
        "query 1 for Integer i : i >= 0 & i < f(0);",
        "random Integer x ~ Poisson(1); obs x = 1 for Integer i : i >= 0 & i < 2 & f(i) == 1;",
    ],
)
def test_endless_recursion_of_a_fixed_function_while_checking(text: str) -> None:
    fault = first_fault(f"fixed Integer f(Integer k) = f(k + 1); {text}")
    assert "the chain of dependencies is too long" in fault.message
    assert fault.span is not None


def test_endless_recursion_of_a_random_function() -> None:
    with pytest.raises(RunError, match="the chain of dependencies is too long"):
        sampled("random Integer f(Timestep t) ~ f(t + 1) + Poisson(1); query f(@0);")


@pytest.mark.parametrize(
    "query",
    [
        "size({x for Integer x, Integer y : x >= 0 & x < 100 & y >= 0 & y < 100})",
        "size([[j for Integer j : j >= 0 & j < 100] for Integer i : i >= 0 & i < 100])",
        "exists Boolean x " * 100 + "x",
        "size({t for T t, T u, T v : t != u & u != v})",
    ],
)
def test_too_many_members_of_sets(query: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noumena.model.evaluation.MEMBERS_AT_MOST", 5_000)
    with pytest.raises(RunError, match="one world takes more than 5000 members of sets and quantifiers"):
        sampled(f"type T; #T ~ 30; query {query};")


def test_members_are_counted_for_each_world_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noumena.model.evaluation.MEMBERS_AT_MOST", 50)
    assert answer(sampled("query size({i for Integer i : i >= 0 & i < 40});")) == 40


@pytest.mark.parametrize("statement", ["query x", "obs x = 1"])
def test_too_many_rounds_of_a_loop(statement: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noumena.language.observations.ROUNDS_AT_MOST", 99)
    loop = "for Integer i, Integer j : i >= 0 & i < 10 & j >= 0 & j < 10"
    fault = first_fault(f"random Integer x ~ Poisson(1); {statement} {loop};")
    assert fault.message == "this loop has more than 99 rounds"


def test_too_many_guaranteed_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noumena.language.declare.OBJECTS_AT_MOST", 10)
    fault = first_fault("type T; distinct T a[6], b[6];")
    assert fault.message == "all arrays of objects together can have at most 10 of them"


def test_too_many_generated_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noumena.reference.interpreter.OBJECTS_AT_MOST", 10)
    with pytest.raises(RunError, match="#T = 11, but a number of objects must be from 0 to 10"):
        sampled("type T; #T ~ 11; query size({t for T t});")
    with pytest.raises(RunError, match="a world has more than 10 objects of type U"):
        sampled("type T; type U; origin T S(U); #T ~ 4; #U(S = t) ~ 4; query #U;")


def test_too_many_applications_of_a_number_statement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("noumena.reference.interpreter.OBJECTS_AT_MOST", 10)
    model = "type T; type U; origin T A(U); origin T B(U); #T ~ 4; #U(A = a, B = b) ~ 0;"
    with pytest.raises(RunError, match="would be applied 16 times in a world, more than 10"):
        sampled(f"{model} query #U;")


@pytest.mark.parametrize(
    "model",
    [
        "origin T P(T); #T(P = p) ~ 1; random Boolean f(T t) ~ forall T u (P(u) == t => f(u)); query f(A);",
        """origin T P(T); origin T Q(T); #T(P = p, Q = q) ~ 1;
        random T f(Integer k) ~ if k == 0 then A else iota({t for T t : P(t) == f(k - 1) & Q(t) == f(k - 1)});
        query f(40) == null;""",
    ],
)
def test_objects_that_generate_others_without_end(model: str) -> None:
    with pytest.raises(RunError, match="more than 200 objects stand behind one, as those that generated it"):
        sampled(f"type T; distinct T A; {model}")


@pytest.mark.parametrize("function", ["editDistance", "jaroWinkler"])
def test_strings_too_long_to_compare(function: str) -> None:
    text = f'query {function}(repeat("a", 20000), repeat("b", 20000));'
    message = f"{function} of strings of 20000 and 20000 characters: there are more than 100000000 pairs to compare"
    with pytest.raises(RunError, match=message):
        sampled(text)


def test_a_string_too_long_to_be_a_copy_of_another() -> None:
    text = 'random String s ~ StringEditModel(repeat("a", 20000)); obs s = repeat("a", 20000); query s;'
    with pytest.raises(RunError, match="but it must have at most 5000 characters for a copy of 20000"):
        sampled(text)


@pytest.mark.parametrize("use", ["if true then D{0} else D{0}", "Poisson(D{0} + D{0})"])
def test_named_distributions_that_double_each_other(use: str) -> None:
    doubled = " ".join(f"distribution D{i + 1} = {use.format(i)};" for i in range(40))
    fault = first_fault(f"distribution D0 = Poisson(1); {doubled}")
    assert "is too large: written out it names more than 200 other distributions" in fault.message


@pytest.mark.parametrize("distribution", ["UniformInt(0, 1000000000000)", "Binomial(1000000000000, 0.5)"])
def test_finite_supports_too_large_to_enumerate(distribution: str) -> None:
    with pytest.raises(BlogError, match="has too many values to be enumerated"):
        exact(f"random Integer x ~ {distribution}; query x;")


def test_the_estimate_of_a_long_chain_takes_no_longer_than_it_matters() -> None:
    chain = "random Integer f(Integer k) ~ if k <= 0 then Poisson(1) else f(k - 1) + Poisson(1);"
    with pytest.raises(BlogError, match=r"would visit more than 10\^100 states"):
        exact(f"{chain} query f(400);")


# What is only deep or large works.


def test_evidence_on_a_term_that_reads_the_same_variables_again_and_again() -> None:
    model = "random Real f(Integer k) ~ if k <= 0 then Gaussian(0, 1) else f(k - 1) + f(k - 1);"
    with pytest.raises(BlogError, match="cannot be solved for one variable"):
        sampled(f"{model} obs f(60) = 2.0; query f(1);")
    with pytest.raises(RunError, match="none of 3 samples met the evidence"):
        sampled(f"{model} obs f(0) = 1.0; obs f(60) = 2.0; query f(1);")


@pytest.mark.parametrize(
    "statements",
    [
        "random Integer f(Integer k) ~ if k <= 0 then Poisson(1) else f(k - 1) + Poisson(1); query f(5000) >= 0;",
        "random Real f(Integer k) ~ if k <= 0 then x else f(k - 1) + 1.0; obs f(8000) = 8001.0; query f(8000) > 0.0;",
        "random Real f(Integer k) ~ if k <= 0 then x else max(f(k - 1), 1.0); obs f(8000) = 1.0; query f(8000) > 0.0;",
    ],
)
def test_long_chains_of_dependencies(statements: str) -> None:
    assert answer(sampled(f"random Real x ~ UniformChoice({{1.0, 1.0, 1.0, 1.5}}); {statements}")) is True


def test_many_indices() -> None:
    assert first_fault(f"query [1, 2]{'[0]' * 60};").message == "Integer cannot be indexed by Integer"
    matrices = "fixed RealMatrix[][] a = [[[1.0, 2.0; 3.0, 4.0]]];"
    assert answer(sampled(f"{matrices} query a[0][0][1][0];")) == 3.0


def test_sets_of_sets_of_sets() -> None:
    nested = "{" * 90 + "1" + "}" * 90
    assert answer(sampled(f"query toString({nested});")) == nested
    assert answer(sampled(f"query {nested} == {nested};")) is True
    assert answer(exact(f"query size({nested});")) == 1


def test_many_objects_told_apart() -> None:
    assert answer(exact("type T; #T ~ 20000; query exists T t (t == null);")) is False


# What once raised an exception.


def test_a_variable_that_can_only_be_observed() -> None:
    with pytest.raises(RunError, match=r"x ~ DontCare: .* it can only be observed"):
        sampled("random Real x ~ DontCare(); query x;")


def test_a_density_that_is_infinite() -> None:
    with pytest.raises(RunError, match=r"x = 1\.0 has an infinite density"):
        sampled("random Real x ~ Beta(0.5, 0.5); obs x = 1.0; query x;")


def test_the_size_of_a_set_observed_to_be_null() -> None:
    with pytest.raises(RunError, match="none of 3 samples met the evidence"):
        sampled("type T; #T ~ Poisson(1); obs size({t for T t}) = null; query #T;")


# What was said badly.


def test_the_largest_of_a_map() -> None:
    assert answer(sampled("query argmax({1 -> 0.5, 2 -> 0.7, 3 -> 0.6});")) == 2


def test_a_long_parameter_is_not_shown_in_full() -> None:
    with pytest.raises(RunError, match=r"x ~ Discrete: weights = \[0, 0, .*… but it must have") as caught:
        sampled("random Integer x ~ Discrete(zeros(1, 1000)); query x;")
    assert len(str(caught.value)) < 400
