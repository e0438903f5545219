"""Checked expressions: names resolved, types known, conversions explicit.

An expression reads its variables from a *frame*: a list of values, one slot for each parameter of the function it
belongs to and each variable bound inside. Functions are referred to by key, so that the model is plain data.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from noumena.model.library import Builtin, Distribution
from noumena.model.source import BUILT_IN, Span
from noumena.model.types import Type
from noumena.model.values import Value


@dataclass(frozen=True, slots=True)
class Expression:
    """A term with its type and its place in the source."""

    type: Type
    span: Span = field(default=BUILT_IN, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Constant(Expression):
    """A literal, a guaranteed object, or a value given from outside."""

    value: Value


@dataclass(frozen=True, slots=True)
class Local(Expression):
    """A parameter or bound variable, by its slot in the frame."""

    slot: int
    name: str


@dataclass(frozen=True, slots=True)
class RandomCall(Expression):
    """The application of a random function: a basic variable, or derived where its leaf is deterministic."""

    function: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class FixedCall(Expression):
    """The application of a fixed function that the model defines."""

    function: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class OriginCall(Expression):
    """`Source(b)`: the object that generated `b` in the role `function`, or null."""

    function: str
    argument: Expression


@dataclass(frozen=True, slots=True)
class BuiltinCall(Expression):
    """The application of a function of the library or of one supplied from Python."""

    builtin: Builtin
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Convert(Expression):
    """A value of a narrower type made one of `type`: Integer to Real, array to RealMatrix, and inside sets and maps."""

    operand: Expression


@dataclass(frozen=True, slots=True)
class Connective(Expression):
    """`&`, `|` and `=>`: the right side is read only if the left one does not decide."""

    operator: Literal["&", "|", "=>"]
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Not(Expression):
    """`!x`."""

    operand: Expression


@dataclass(frozen=True, slots=True)
class Equal(Expression):
    """`==`, or `!=` if `negated`: never null."""

    left: Expression
    right: Expression
    negated: bool


@dataclass(frozen=True, slots=True)
class If(Expression):
    """`if c then x else y`; a null condition counts as false, a missing else is the constant null."""

    condition: Expression
    then: Expression
    otherwise: Expression


@dataclass(frozen=True, slots=True)
class Case(Expression):
    """`case x in {a -> …}`: the first entry whose key equals the subject, else null.

    `table` holds the branches by key if all keys are constants, so that long tables cost one look-up.
    """

    subject: Expression
    entries: tuple[tuple[Expression, Expression], ...]
    table: dict[Value, Expression] | None = field(default=None, init=False, compare=False)

    def __post_init__(self) -> None:
        if all(type(key) is Constant for key, _ in self.entries):
            reversed_entries = {k.value: b for k, b in reversed(self.entries) if isinstance(k, Constant)}
            object.__setattr__(self, "table", reversed_entries)


@dataclass(frozen=True, slots=True)
class Bound:
    """A bound on an integer or timestep variable: `i < limit` if strict, else `i <= limit` (or the reverse)."""

    limit: Expression
    strict: bool


@dataclass(frozen=True, slots=True)
class Binding:
    """A variable bound by a set, list or quantifier, and what its condition says of it beforehand.

    `equals` pins the variable to a term, `origins` pin the generating objects (`Author(p) == term`), `lower` and
    `upper` bound an Integer or Timestep. Each restricts the values that are visited; the condition is tested all
    the same. The terms read only variables bound outside or earlier.
    """

    slot: int
    name: str
    type: Type
    equals: Expression | None = None
    origins: tuple[tuple[str, Expression], ...] = ()
    lower: tuple[Bound, ...] = ()
    upper: tuple[Bound, ...] = ()
    span: Span = field(default=BUILT_IN, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Quantified(Expression):
    """`exists T x φ` or `forall T x φ`; every member is read, a null body counts as false."""

    quantifier: Literal["exists", "forall"]
    binding: Binding
    body: Expression


@dataclass(frozen=True, slots=True)
class Comprehension(Expression):
    """`{e for T x, U y : φ}` (a Bag) or `[e for …]` (an array).

    `counted` says that the objects themselves are never looked at: the one element is the one variable, which the
    condition only compares for equality with terms that do not bind, and the set is only counted, chosen from or
    named. Such a set can be formed without telling unused objects apart.
    """

    element: Expression
    bindings: tuple[Binding, ...]
    condition: Expression | None
    ordered: bool
    counted: bool = False


@dataclass(frozen=True, slots=True)
class SetLiteral(Expression):
    """`{1, 2, 5}`: a multiset."""

    elements: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class ListLiteral(Expression):
    """`[1, 2, 3]`, or a tuple of terms of several types."""

    elements: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class MapLiteral(Expression):
    """`{A -> 0.3, B -> 0.7}`; if its values are `weights`, those of equal keys add up."""

    entries: tuple[tuple[Expression, Expression], ...]
    weights: bool = False


@dataclass(frozen=True, slots=True)
class Draw(Expression):
    """A random leaf of a CPD tree: a value drawn from a distribution. It stands only where a body ends."""

    distribution: Distribution
    arguments: tuple[Expression, ...]


def is_plain(term: Expression) -> bool:
    """Whether a term is a random function of constants."""
    return isinstance(term, RandomCall) and all(isinstance(a, Constant) for a in term.arguments)


def children(expression: Expression) -> tuple[Expression, ...]:
    """The direct sub-expressions, in the order in which they are read."""
    match expression:
        case RandomCall(arguments=a) | FixedCall(arguments=a) | BuiltinCall(arguments=a) | Draw(arguments=a):
            return a
        case OriginCall(argument=x) | Convert(operand=x) | Not(operand=x):
            return (x,)
        case Connective(left=l, right=r) | Equal(left=l, right=r):
            return (l, r)
        case If(condition=c, then=t, otherwise=o):
            return (c, t, o)
        case Case(subject=s, entries=entries):
            return (s, *(part for entry in entries for part in entry))
        case Quantified(binding=b, body=body):
            return (*binding_terms(b), body)
        case Comprehension(element=e, bindings=bindings, condition=c):
            terms = tuple(t for b in bindings for t in binding_terms(b))
            return (*terms, *((c,) if c is not None else ()), e)
        case SetLiteral(elements=e) | ListLiteral(elements=e):
            return e
        case MapLiteral(entries=entries):
            return tuple(part for entry in entries for part in entry)
    return ()


def binding_terms(binding: Binding) -> tuple[Expression, ...]:
    """The terms that restrict a binding, in the order in which they are read."""
    equals = () if binding.equals is None else (binding.equals,)
    origins = tuple(term for _, term in binding.origins)
    return (*equals, *origins, *(b.limit for b in binding.lower), *(b.limit for b in binding.upper))
