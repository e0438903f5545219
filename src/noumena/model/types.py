"""The types of BLOG terms, and which may stand where another is expected."""

from __future__ import annotations

from dataclasses import dataclass


class Type:
    """A type of terms; subclasses are immutable and compare by content."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class BasicType(Type):
    """A built-in type of values: Boolean, Integer, Real, String, Timestep, RealMatrix."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class ObjectType(Type):
    """A type declared by the model, whose objects may be guaranteed or generated."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class ArrayType(Type):
    """An array or list: `T[]` and `List<T>` are the same type."""

    element: Type

    def __str__(self) -> str:
        return f"{self.element}[]"


@dataclass(frozen=True, slots=True)
class SetType(Type):
    """A multiset of values, as set expressions denote."""

    element: Type

    def __str__(self) -> str:
        return f"{{{self.element}}}"


@dataclass(frozen=True, slots=True)
class MapType(Type):
    """A finite map: `Map<K, V>`."""

    key: Type
    value: Type

    def __str__(self) -> str:
        return f"Map<{self.key}, {self.value}>"


@dataclass(frozen=True, slots=True)
class TupleType(Type):
    """A tuple of values of several types, as in `case [a, b] in {…}` or `{f(s), g(t) for …}`."""

    elements: tuple[Type, ...]

    def __str__(self) -> str:
        return "[" + ", ".join(str(e) for e in self.elements) + "]"


@dataclass(frozen=True, slots=True)
class TypeVariable(Type):
    """A placeholder in the signature of a built-in function or distribution."""

    name: str

    def __str__(self) -> str:
        return self.name


BOOLEAN = BasicType("Boolean")
INTEGER = BasicType("Integer")
REAL = BasicType("Real")
STRING = BasicType("String")
TIMESTEP = BasicType("Timestep")
MATRIX = BasicType("RealMatrix")
NULL = BasicType("null")
ANY = BasicType("any type")
"""What a Python function of unknown type gives, and what an ill-typed term gets so that it is reported once."""

NAMED_TYPES: dict[str, Type] = {
    "Boolean": BOOLEAN,
    "Integer": INTEGER,
    "NaturalNum": INTEGER,
    "Real": REAL,
    "String": STRING,
    "Character": STRING,
    "Timestep": TIMESTEP,
    "RealMatrix": MATRIX,
}


def fits(given: Type, wanted: Type) -> bool:
    """Whether a term of type `given` may stand where `wanted` is expected.

    Null fits everywhere, Integer fits Real, and arrays of numbers fit RealMatrix (`[1, 2]` is a row,
    `[[1, 2], [3, 4]]` a matrix).
    """
    if given in (wanted, NULL) or ANY in (given, wanted):
        return True
    match given, wanted:
        case BasicType(), BasicType():
            return given == INTEGER and wanted == REAL
        case ArrayType(a), ArrayType(b):
            return fits(a, b)
        case SetType(a), SetType(b):
            return fits(a, b)
        case MapType(k, v), MapType(l, w):
            return fits(k, l) and fits(v, w)
        case TupleType(a), TupleType(b):
            return len(a) == len(b) and all(map(fits, a, b))
        case TupleType(a), ArrayType(b):
            return all(fits(x, b) for x in a)
        case ArrayType(ArrayType(a)), BasicType():
            return wanted == MATRIX and fits(a, REAL)
        case ArrayType(a), BasicType():
            return wanted == MATRIX and fits(a, REAL)
    return False


def join(a: Type, b: Type) -> Type | None:
    """The smallest type that both fit, or None: of Integer and Real it is Real."""
    if fits(a, b):
        return b if a != ANY else a
    if fits(b, a):
        return a
    match a, b:
        case ArrayType(x), ArrayType(y):
            element = join(x, y)
            return None if element is None else ArrayType(element)
        case SetType(x), SetType(y):
            element = join(x, y)
            return None if element is None else SetType(element)
        case MapType(k, v), MapType(l, w):
            key, value = join(k, l), join(v, w)
            return None if key is None or value is None else MapType(key, value)
        case TupleType(x), TupleType(y) if len(x) == len(y):
            parts = [join(p, q) for p, q in zip(x, y, strict=True)]
            known = tuple(p for p in parts if p is not None)
            return TupleType(known) if len(known) == len(parts) else None
    return None


@dataclass(frozen=True, slots=True)
class Signature:
    """The parameter types and result type of a built-in function or a distribution.

    With `variadic`, the last parameter stands for one or more arguments of its type.
    """

    parameters: tuple[Type, ...]
    result: Type
    variadic: bool = False

    def __str__(self) -> str:
        dots = "…" if self.variadic else ""
        return "(" + ", ".join(str(p) for p in self.parameters) + dots + ")"

    def expand(self, count: int) -> tuple[Type, ...] | None:
        """The parameter types for a call with `count` arguments, or None if it takes another number."""
        if not self.variadic:
            return self.parameters if count == len(self.parameters) else None
        extra = count - len(self.parameters)
        return self.parameters + (self.parameters[-1],) * extra if extra >= 0 else None

    def match(self, arguments: tuple[Type, ...]) -> tuple[tuple[Type, ...], Type] | None:
        """The parameter and result types of a call with these argument types, or None if it does not fit."""
        parameters = self.expand(len(arguments))
        if parameters is None:
            return None
        bindings: dict[str, Type] = {}
        for parameter, argument in zip(parameters, arguments, strict=True):
            if not _unify(parameter, argument, bindings):
                return None
        return tuple(_substitute(p, bindings) for p in parameters), _substitute(self.result, bindings)


def _unify(parameter: Type, argument: Type, bindings: dict[str, Type]) -> bool:
    match parameter, argument:
        case TypeVariable(name), _:
            bound = join(bindings.get(name, NULL), argument)
            if bound is None:
                return False
            bindings[name] = bound
            return True
        case (ArrayType(p), ArrayType(a)) | (SetType(p), SetType(a)):
            return _unify(p, a, bindings)
        case MapType(k, v), MapType(l, w):
            return _unify(k, l, bindings) and _unify(v, w, bindings)
    return fits(argument, _substitute(parameter, bindings))


def _substitute(type_: Type, bindings: dict[str, Type]) -> Type:
    match type_:
        case TypeVariable(name):
            return bindings.get(name, ANY)
        case ArrayType(element):
            return ArrayType(_substitute(element, bindings))
        case SetType(element):
            return SetType(_substitute(element, bindings))
        case MapType(key, value):
            return MapType(_substitute(key, bindings), _substitute(value, bindings))
    return type_
