"""The syntax tree: what was written, before names and types are known.

Nodes compare by content alone: spans and the parentheses a person wrote (`grouped`) do not count, so that
`parse(print(x)) == x`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from noumena.model.source import BUILT_IN, Span


@dataclass(frozen=True, slots=True)
class Node:
    """Anything with a place in the source text."""

    span: Span = field(default=BUILT_IN, compare=False, kw_only=True)


# Types as written


@dataclass(frozen=True, slots=True)
class NamedType(Node):
    """`Ball`, `Integer`."""

    name: str


@dataclass(frozen=True, slots=True)
class ArrayTypeExpr(Node):
    """`Real[]`."""

    element: TypeExpr


@dataclass(frozen=True, slots=True)
class ListTypeExpr(Node):
    """`List<Integer>`."""

    element: TypeExpr


@dataclass(frozen=True, slots=True)
class MapTypeExpr(Node):
    """`Map<Integer, Real>`."""

    key: TypeExpr
    value: TypeExpr


TypeExpr: TypeAlias = NamedType | ArrayTypeExpr | ListTypeExpr | MapTypeExpr


@dataclass(frozen=True, slots=True)
class TypedName(Node):
    """A parameter or bound variable: `Ball b`."""

    type: TypeExpr
    name: str


# Expressions


@dataclass(frozen=True, slots=True)
class Expression(Node):
    """A term, formula, set or distribution; `grouped` records parentheses around it in the source."""

    grouped: bool = field(default=False, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Literal_(Expression):
    """`3`, `1.5`, `"abc"`, `true`, `null`; `kind` tells 1 from 1.0 and true."""

    kind: Literal["integer", "real", "string", "boolean", "null"]
    value: int | float | str | bool | None


@dataclass(frozen=True, slots=True)
class Name(Expression):
    """A variable, constant, object or distribution named without arguments."""

    name: str


@dataclass(frozen=True, slots=True)
class Call(Expression):
    """`f(x, y)`, `Gaussian(0, 1)`; `name_span` is the span of the name alone.

    `brackets` are the parameters of `LetterNgram["file", 10](x)`, or None where there are none.
    """

    name: str
    arguments: tuple[Expression, ...]
    brackets: tuple[Expression, ...] | None = None
    name_span: Span = field(default=BUILT_IN, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Index(Expression):
    """`a[i]`; with several indices only as the bracketed parameters of a distribution without arguments."""

    base: Expression
    indices: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Unary(Expression):
    """`-x`, `!x`, `@x`."""

    operator: Literal["-", "!", "@"]
    operand: Expression


BinaryOperator: TypeAlias = Literal["=>", "&", "|", "<", ">", "<=", ">=", "==", "!=", "+", "-", "*", "/", "%", "^"]


@dataclass(frozen=True, slots=True)
class Binary(Expression):
    """`x + y` and the like; `operator_span` is the span of the operator alone."""

    operator: BinaryOperator
    left: Expression
    right: Expression
    operator_span: Span = field(default=BUILT_IN, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Marked(Expression):
    """`~ D` or `= x` directly behind then, else or `->`, as the paper's dialect writes branches."""

    marker: Literal["~", "="]
    body: Expression


@dataclass(frozen=True, slots=True)
class If(Expression):
    """`if c then x else y`; without else it gives null. `elseif` is an If in the else branch, with `chained`."""

    condition: Expression
    then: Expression
    otherwise: Expression | None
    chained: bool = False


@dataclass(frozen=True, slots=True)
class Case(Expression):
    """`case x in {a -> …, b -> …}`."""

    subject: Expression
    entries: tuple[tuple[Expression, Expression], ...]


@dataclass(frozen=True, slots=True)
class Quantified(Expression):
    """`exists T x φ`, `forall T x φ`; the body reaches as far right as it can."""

    quantifier: Literal["exists", "forall"]
    variable: TypedName
    body: Expression


@dataclass(frozen=True, slots=True)
class SetLiteral(Expression):
    """`{1, 2, 5}`."""

    elements: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ListLiteral(Expression):
    """`[1, 2, 3]`."""

    elements: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class MatrixLiteral(Expression):
    """`[1, 2; 3, 4]`: two rows or more, or one row ended by a semicolon."""

    rows: tuple[tuple[Expression, ...], ...]


@dataclass(frozen=True, slots=True)
class MapLiteral(Expression):
    """`{A -> 0.3, B -> 0.7}`."""

    entries: tuple[tuple[Expression, Expression], ...]


@dataclass(frozen=True, slots=True)
class Comprehension(Expression):
    """`{f(t) for T t : φ}` or `[f(t) for T t : φ]`.

    In the paper's dialect also `{T t : φ}` (style "implicit") and the bare argument `Uniform(T t : φ)`
    (style "argument"): there the one element is the variable itself.
    """

    kind: Literal["set", "list"]
    elements: tuple[Expression, ...]
    variables: tuple[TypedName, ...]
    condition: Expression | None
    style: Literal["for", "implicit", "argument"] = "for"


@dataclass(frozen=True, slots=True)
class Cardinality(Expression):
    """`#Ball` (a NamedType) or `#{…}` (a set expression)."""

    subject: NamedType | SetLiteral | Comprehension


# Statements


@dataclass(frozen=True, slots=True)
class Statement(Node):
    """One statement, without its semicolon; `name_span` is the span of the name it declares, if any."""

    name_span: Span = field(default=BUILT_IN, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class TypeDeclaration(Statement):
    """`type Ball;` or `type Ball, Draw;`."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ObjectItem(Node):
    """One of the names of a `distinct` statement: `Blue`, or `D[10]` with its size."""

    name: str
    size: int | None


@dataclass(frozen=True, slots=True)
class DistinctDeclaration(Statement):
    """`distinct Color Blue, Green;` (or `guaranteed`)."""

    keyword: Literal["distinct", "guaranteed"]
    type: NamedType
    items: tuple[ObjectItem, ...]


@dataclass(frozen=True, slots=True)
class OriginDeclaration(Statement):
    """`origin Aircraft Source(Blip);` (or `generating`)."""

    keyword: Literal["origin", "generating"]
    result: TypeExpr
    name: str
    argument: NamedType


@dataclass(frozen=True, slots=True)
class RandomDeclaration(Statement):
    """`random Color Seen(Draw d) ~ …;`; marker "" is the paper's form, where `if` follows at once.

    `parameters` is None for a constant declared without parentheses.
    """

    result: TypeExpr
    name: str
    parameters: tuple[TypedName, ...] | None
    marker: Literal["~", "=", ""]
    body: Expression


@dataclass(frozen=True, slots=True)
class FixedDeclaration(Statement):
    """`fixed Integer f(Integer k) = …;`."""

    result: TypeExpr
    name: str
    parameters: tuple[TypedName, ...] | None
    body: Expression


@dataclass(frozen=True, slots=True)
class OriginBinding(Node):
    """`Source = a` in a number statement."""

    function: str
    variable: str


@dataclass(frozen=True, slots=True)
class NumberDeclaration(Statement):
    """`#Blip(Source = a, Time = t) ~ …;`."""

    type: NamedType
    origins: tuple[OriginBinding, ...]
    marker: Literal["~", "=", ""]
    body: Expression


@dataclass(frozen=True, slots=True)
class ParamDeclaration(Statement):
    """`param Real p : p > 0;`."""

    type: TypeExpr
    name: str
    constraint: Expression | None


@dataclass(frozen=True, slots=True)
class DistributionDeclaration(Statement):
    """`distribution D = Poisson(3);`."""

    name: str
    body: Expression


@dataclass(frozen=True, slots=True)
class Observation(Statement):
    """`obs x = 3;`, `obs f(t) = A[toInt(t)] for T t : φ;`."""

    left: Expression
    right: Expression
    variables: tuple[TypedName, ...] = ()
    condition: Expression | None = None


@dataclass(frozen=True, slots=True)
class QueryStatement(Statement):
    """`query x;`, `query f(t) for T t : φ;`."""

    expression: Expression
    variables: tuple[TypedName, ...] = ()
    condition: Expression | None = None


@dataclass(frozen=True, slots=True)
class Program:
    """The statements of one text, in order."""

    statements: tuple[Statement, ...]
