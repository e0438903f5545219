"""Functions of sets, which are multisets, and of arrays.

`sum`, `product`, `average`, `min` and `max` skip null members. `size` and `isEmpty` count every member, and an
`Unused` as the objects it stands for; other functions look at their members and are given none. The operations on two
sets go by how often a value occurs: in a union as often as in the set that has more of it, in an intersection as in
the one that has fewer, in a difference as often as in the first beyond the second.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from functools import reduce
from typing import TypeAlias

from noumena.model.functions.limits import fit
from noumena.model.functions.scalars import ORDERED, larger, smaller
from noumena.model.library import Builtin
from noumena.model.types import BOOLEAN, INTEGER, REAL, ArrayType, MapType, SetType, Signature, Type, TypeVariable
from noumena.model.values import Bag, MapValue, Value

Collection: TypeAlias = Bag | tuple[Value, ...]


def _known(collection: Iterable[Value]) -> list[Value]:
    return [member for member in collection if member is not None]


def size(collection: Collection) -> int:
    """The number of members."""
    # Python's len() cannot give more than 64 bits, which counts of unused objects may exceed.
    return fit(collection.__len__(), "size of a set of {} members", collection.__len__())


def size_of_map(mapping: MapValue) -> int:
    """The number of keys."""
    return len(mapping.entries)


def is_empty(collection: Collection) -> bool:
    """Whether there are no members."""
    return size(collection) == 0


def sum_of_integers(collection: Collection) -> int:
    """The sum of the members, 0 if there are none."""
    members = _known(collection)
    return fit(sum(members), "sum of {} integers", len(members))


def sum_of_reals(collection: Collection) -> float:
    """The sum of the members, 0 if there are none: rounded once, so that their order does not matter."""
    members = [float(member) for member in _known(collection)]
    try:
        return math.fsum(members)
    except (OverflowError, ValueError):  # beyond the largest real, or infinities of both signs
        return reduce(lambda a, b: a + b, members, 0.0)


def product_of_integers(collection: Collection) -> int:
    """The product of the members, 1 if there are none."""
    members = _known(collection)
    product = 0 if 0 in members else 1
    for member in members:
        product *= member
        if abs(product) > 2**63:  # it cannot become smaller again
            break
    return fit(product, "product of {} integers", len(members))


def product_of_reals(collection: Collection) -> float:
    """The product of the members, 1 if there are none."""
    return reduce(lambda a, b: a * b, _known(collection), 1.0)


def smallest(collection: Collection) -> Value:
    """The smallest member, null if there is none."""
    members = _known(collection)
    return reduce(smaller, members) if members else None


def largest(collection: Collection) -> Value:
    """The largest member, null if there is none."""
    members = _known(collection)
    return reduce(larger, members) if members else None


def average(collection: Collection) -> float | None:
    """The sum of the members over their number, null if there are none."""
    members = _known(collection)
    return sum_of_reals(tuple(members)) / len(members) if members else None


def only_member(collection: Collection) -> Value:
    """The member of a set that has just one (`iota`), null for other sets."""
    members = tuple(collection)
    return members[0] if len(members) == 1 else None


def contains(collection: Collection, value: Value) -> bool:
    """Whether a value is a member."""
    return value in collection


def unique(bag: Bag) -> Bag:
    """The set with each value once."""
    return Bag(dict.fromkeys(bag))


def unique_in_array(array: tuple[Value, ...]) -> tuple[Value, ...]:
    """The array with each value only where it first occurs."""
    return tuple(dict.fromkeys(array))


def union(a: Bag, b: Bag) -> Bag:
    """Each value as often as in the set that has it more often."""
    return Bag((Counter(a) | Counter(b)).elements())


def intersection(a: Bag, b: Bag) -> Bag:
    """Each value as often as in the set that has it less often."""
    return Bag((Counter(a) & Counter(b)).elements())


def difference(a: Bag, b: Bag) -> Bag:
    """Each value as many times as a has it more often than b."""
    return Bag((Counter(a) - Counter(b)).elements())


def subset(a: Bag, b: Bag) -> bool:
    """Whether b has each value at least as often as a."""
    return Counter(a) <= Counter(b)


def _best(mapping: MapValue, better: Callable[[float, float], bool]) -> Value:
    best_key, best_value = None, math.nan
    for key, value in mapping.entries.items():
        if value is None or math.isnan(value):
            continue
        if math.isnan(best_value) or better(value, best_value):
            best_key, best_value = key, value
    return best_key


def argmax(mapping: MapValue) -> Value:
    """The key of the largest value, the first of several; null and NaN do not count, and null if nothing is left."""
    return _best(mapping, lambda value, best: value > best)


def argmin(mapping: MapValue) -> Value:
    """The key of the smallest value, the first of several; null and NaN do not count, and null if nothing is left."""
    return _best(mapping, lambda value, best: value < best)


_T, _K, _V = TypeVariable("T"), TypeVariable("K"), TypeVariable("V")
_SET = SetType(_T)
_OPERATION = Signature((_SET, _SET), _SET)
_CHOICE = Signature((MapType(_T, REAL),), _T)


def _of_both(name: str, element: Type, result: Type, function: Callable[[Collection], Value]) -> tuple[Builtin, ...]:
    """A function of one collection, once for sets and once for arrays."""
    return tuple(
        Builtin(name, Signature((collection,), result), function)
        for collection in (SetType(element), ArrayType(element))
    )


FUNCTIONS: tuple[Builtin, ...] = (
    Builtin("size", Signature((_SET,), INTEGER), size),
    Builtin("size", Signature((MapType(_K, _V),), INTEGER), size_of_map),
    *_of_both("isEmpty", _T, BOOLEAN, is_empty),
    *_of_both("sum", INTEGER, INTEGER, sum_of_integers),
    *_of_both("sum", REAL, REAL, sum_of_reals),
    *_of_both("product", INTEGER, INTEGER, product_of_integers),
    *_of_both("product", REAL, REAL, product_of_reals),
    *(builtin for type_ in ORDERED for builtin in _of_both("min", type_, type_, smallest)),
    *(builtin for type_ in ORDERED for builtin in _of_both("max", type_, type_, largest)),
    *_of_both("average", REAL, REAL, average),
    *_of_both("iota", _T, _T, only_member),
    Builtin("contains", Signature((_SET, _T), BOOLEAN), contains),
    Builtin("contains", Signature((ArrayType(_T), _T), BOOLEAN), contains),
    Builtin("unique", Signature((_SET,), _SET), unique),
    Builtin("unique", Signature((ArrayType(_T),), ArrayType(_T)), unique_in_array),
    Builtin("union", _OPERATION, union),
    Builtin("intersection", _OPERATION, intersection),
    Builtin("difference", _OPERATION, difference),
    Builtin("subset", Signature((_SET, _SET), BOOLEAN), subset),
    Builtin("argmax", _CHOICE, argmax),
    Builtin("argmin", _CHOICE, argmin),
)
