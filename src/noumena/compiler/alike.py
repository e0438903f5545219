"""Functions whose variables are alike: they look at one object, and at nothing but attributes of it (a8).

`Text(c) ~ Noisy(Title(PubCited(c)))` is *counted*: `PubCited` is its *reference*, drawn uniformly from a whole abstract
type, and `Title` an *attribute* of the object, which depends on nothing. So all that changes when a citation gets
another publication can be told from the text: which attributes are read instead, which are needed for the first time
and which no longer. Runtime and moves build on this (`kernel/alike`, `kernel/direct`).
"""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

from noumena.compiler.facts import Facts
from noumena.model.expressions import (
    Comprehension,
    Constant,
    Draw,
    Equal,
    Expression,
    Local,
    OriginCall,
    Quantified,
    RandomCall,
    children,
)
from noumena.model.model import Problem, RandomFunction
from noumena.model.trees import all_drawn, parts
from noumena.model.types import ObjectType


@dataclass(frozen=True, slots=True)
class Counted:
    """What a counted function reads: the reference of its own arguments, and attributes of that object."""

    reference: str
    attributes: tuple[str, ...]


def counted_functions(
    problem: Problem, facts: Facts, solved: Set[int], free: Set[str], abstract: Set[str]
) -> dict[str, Counted]:
    """The counted functions; `free` decide nothing (`structure`), `abstract` types have one plain number statement."""
    references = {key for key, f in facts.functions.items() if _is_reference(f, abstract)}
    attributes = {key for key in free if _is_attribute(facts.functions[key], facts)}
    found = {}
    for key, function in facts.functions.items():
        reads = _what_is_read(function, references, attributes)
        if reads is not None and key not in facts.derived:
            found[key] = reads
    while True:
        kept = {key: c for key, c in found.items() if _read_by_counted_alone(c, found, problem, facts, solved)}
        if len(kept) == len(found):
            return found
        found = kept


def _is_reference(function: RandomFunction, abstract: Set[str]) -> bool:
    """Whether a function is drawn uniformly from a whole abstract type."""
    body = function.body
    if not isinstance(body, Draw) or body.distribution.name != "UniformChoice":
        return False
    members = body.arguments[0]
    if not isinstance(members, Comprehension) or members.condition is not None or len(members.bindings) != 1:
        return False
    binding = members.bindings[0]
    plain = not binding.origins and binding.equals is None and isinstance(members.element, Local)
    return plain and isinstance(binding.type, ObjectType) and binding.type.name in abstract


def _is_attribute(function: RandomFunction, facts: Facts) -> bool:
    """Whether a function of one object depends on nothing and is always drawn."""
    one = len(function.parameters) == 1 and isinstance(function.parameters[0].type, ObjectType)
    reads = (RandomCall, OriginCall, Comprehension, Quantified, Local)
    return one and all_drawn(function.body) and not any(isinstance(e, reads) for e in parts(function.body))


def _what_is_read(function: RandomFunction, references: Set[str], attributes: Set[str]) -> Counted | None:
    """What a function reads, if it is a reference of its own arguments and attributes of that object only."""
    own = tuple(range(len(function.parameters)))
    read: dict[str, None] = {}
    reference: str | None = None

    def is_reference(e: Expression) -> bool:
        nonlocal reference
        if not isinstance(e, RandomCall) or e.function not in references or reference not in (None, e.function):
            return False
        if tuple(a.slot if isinstance(a, Local) else -1 for a in e.arguments) != own:
            return False
        reference = e.function
        return True

    def is_plain(e: Expression) -> bool:
        match e:
            case RandomCall(function=called, arguments=(argument,)) if called in attributes:
                read[called] = None
                return is_reference(argument)
            case Equal(left=x, right=Constant(value=None)) | Equal(left=Constant(value=None), right=x) if is_reference(
                x
            ):
                return True
            case RandomCall() | OriginCall() | Comprehension() | Quantified() | Local():
                return False
        return all(map(is_plain, children(e)))

    if not is_plain(function.body) or reference is None:
        return None
    return Counted(reference, tuple(read)) if read else None


def _read_by_counted_alone(
    counted: Counted, found: Mapping[str, Counted], problem: Problem, facts: Facts, solved: Set[int]
) -> bool:
    """Whether no other function, number or evidence reads the reference or an attribute."""
    looked_at = {counted.reference, *counted.attributes}
    others = [f.body for key, f in facts.functions.items() if key not in found]
    others += [n.body for n in problem.model.numbers]
    others += [e.term for e in problem.evidence if id(e) in solved]
    return not any(isinstance(e, RandomCall) and e.function in looked_at for body in others for e in parts(body))
