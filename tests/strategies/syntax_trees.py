"""Hypothesis strategies for syntax trees: everything the parser can give, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, cast

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from noumena.language import syntax as s
from noumena.language.literals import LARGEST_INTEGER

_OPERATORS: tuple[s.BinaryOperator, ...] = (
    *("=>", "&", "|", "<", ">", "<=", ">=", "==", "!="),
    *("+", "-", "*", "/", "%", "^"),
)
# Among them are words that are keywords only in other languages or cases.
_NAMES = ("x", "y", "f", "Ball", "Color", "b1", "_", "_x9", "If", "list", "elif", "not", "a_long_name_of_a_function")

names = st.sampled_from(_NAMES)

named_types = st.builds(s.NamedType, names)
types: SearchStrategy[s.TypeExpr] = st.recursive(
    named_types,
    lambda inner: st.one_of(
        st.builds(s.ArrayTypeExpr, inner), st.builds(s.ListTypeExpr, inner), st.builds(s.MapTypeExpr, inner, inner)
    ),
    max_leaves=3,
)
typed_names = st.builds(s.TypedName, types, names)

literals: SearchStrategy[s.Expression] = st.one_of(
    st.builds(s.Literal_, st.just("integer"), st.integers(0, LARGEST_INTEGER)),
    st.builds(s.Literal_, st.just("real"), st.floats(0, allow_infinity=False)),
    st.builds(s.Literal_, st.just("string"), st.text(max_size=5)),
    st.builds(s.Literal_, st.just("boolean"), st.booleans()),
    st.just(s.Literal_("null", None)),
)


def _tuples(items: SearchStrategy[s.Expression], smallest: int = 1) -> SearchStrategy[tuple[s.Expression, ...]]:
    return st.lists(items, min_size=smallest, max_size=3).map(tuple)


def _variables() -> SearchStrategy[tuple[s.TypedName, ...]]:
    return st.lists(typed_names, min_size=1, max_size=2).map(tuple)


def _branches(inner: SearchStrategy[s.Expression]) -> SearchStrategy[s.Expression]:
    return inner | st.builds(s.Marked, st.sampled_from(("~", "=")), inner)


def _entries(
    keys: SearchStrategy[s.Expression], values: SearchStrategy[s.Expression]
) -> SearchStrategy[tuple[tuple[s.Expression, s.Expression], ...]]:
    return st.lists(st.tuples(keys, values), min_size=1, max_size=3).map(tuple)


def _conditionals(inner: SearchStrategy[s.Expression]) -> SearchStrategy[s.Expression]:
    branches = _branches(inner)
    last = st.none() | branches
    elseif = st.builds(s.If, inner, branches, last, st.just(True))
    return st.builds(s.If, inner, branches, last | elseif, st.just(False))


def _cases(inner: SearchStrategy[s.Expression]) -> SearchStrategy[s.Expression]:
    return st.builds(s.Case, inner, _entries(inner, _branches(inner)))


@st.composite
def _sets_of_a_variable(
    draw: st.DrawFn, inner: SearchStrategy[s.Expression], style: Literal["implicit", "argument"]
) -> s.Comprehension:
    variable = draw(typed_names)
    return s.Comprehension("set", (s.Name(variable.name),), (variable,), draw(st.none() | inner), style)


def _sets(inner: SearchStrategy[s.Expression]) -> SearchStrategy[s.SetLiteral | s.Comprehension]:
    return st.one_of(
        st.builds(s.SetLiteral, _tuples(inner, 0)),
        st.builds(s.Comprehension, st.just("set"), _tuples(inner), _variables(), st.none() | inner),
        _sets_of_a_variable(inner, "implicit"),
    )


def _calls(inner: SearchStrategy[s.Expression]) -> SearchStrategy[s.Expression]:
    arguments = _tuples(inner | _sets_of_a_variable(inner, "argument"), 0)
    return st.builds(s.Call, names, arguments, st.none() | _tuples(inner))


def _maybe_grouped(expression: s.Expression, grouped: bool) -> s.Expression:
    return replace(expression, grouped=grouped)


def _larger(inner: SearchStrategy[s.Expression]) -> SearchStrategy[s.Expression]:
    """Expressions made of smaller ones, with or without parentheses that a person wrote."""
    larger: SearchStrategy[s.Expression] = st.one_of(
        st.builds(s.Binary, st.sampled_from(_OPERATORS), inner, inner),
        st.builds(s.Unary, st.sampled_from(("-", "!", "@")), inner),
        st.builds(s.Quantified, st.sampled_from(("exists", "forall")), typed_names, inner),
        _conditionals(inner),
        _cases(inner),
        _calls(inner),
        st.builds(s.Index, inner, st.tuples(inner)),
        st.builds(s.Index, st.builds(s.Name, names), _tuples(inner)),
        _sets(inner),
        st.builds(s.Cardinality, named_types | _sets(inner)),
        st.builds(s.MapLiteral, _entries(inner, inner)),
        st.builds(s.ListLiteral, _tuples(inner, 0)),
        st.builds(s.Comprehension, st.just("list"), _tuples(inner), _variables(), st.none() | inner),
        st.builds(s.MatrixLiteral, st.lists(_tuples(inner), min_size=1, max_size=3).map(tuple)),
    )
    return st.builds(_maybe_grouped, larger, st.booleans())


expressions: SearchStrategy[s.Expression] = st.recursive(literals | st.builds(s.Name, names), _larger, max_leaves=8)

_parameters = st.none() | st.lists(typed_names, max_size=3).map(tuple)
_bare_bodies = _conditionals(expressions) | _cases(expressions)
_bodies = st.tuples(st.sampled_from(("~", "=")), expressions) | st.tuples(st.just(""), _bare_bodies)
_loops = st.just(((), None)) | st.tuples(_variables(), st.none() | expressions)


@st.composite
def _random_declarations(draw: st.DrawFn) -> s.Statement:
    marker, body = draw(_bodies)
    marker = cast(Literal["~", "=", ""], marker)
    return s.RandomDeclaration(draw(types), draw(names), draw(_parameters), marker, body)


@st.composite
def _number_declarations(draw: st.DrawFn) -> s.Statement:
    marker, body = draw(_bodies)
    origins = draw(st.lists(st.builds(s.OriginBinding, names, names), max_size=2).map(tuple))
    return s.NumberDeclaration(draw(named_types), origins, cast(Literal["~", "=", ""], marker), body)


@st.composite
def _observations(draw: st.DrawFn) -> s.Statement:
    variables, condition = draw(_loops)
    return s.Observation(draw(expressions), draw(expressions), variables, condition)


@st.composite
def _queries(draw: st.DrawFn) -> s.Statement:
    variables, condition = draw(_loops)
    return s.QueryStatement(draw(expressions), variables, condition)


_items = st.builds(s.ObjectItem, names, st.none() | st.integers(0, 1000))

statements: SearchStrategy[s.Statement] = st.one_of(
    st.builds(s.TypeDeclaration, st.lists(names, min_size=1, max_size=3).map(tuple)),
    st.builds(
        s.DistinctDeclaration,
        st.sampled_from(("distinct", "guaranteed")),
        named_types,
        st.lists(_items, min_size=1, max_size=3).map(tuple),
    ),
    st.builds(s.OriginDeclaration, st.sampled_from(("origin", "generating")), types, names, named_types),
    _random_declarations(),
    st.builds(s.FixedDeclaration, types, names, _parameters, expressions),
    _number_declarations(),
    st.builds(s.ParamDeclaration, types, names, st.none() | expressions),
    st.builds(s.DistributionDeclaration, names, expressions),
    _observations(),
    _queries(),
)

programs: SearchStrategy[s.Program] = st.lists(statements, max_size=4).map(lambda found: s.Program(tuple(found)))
