"""Terms and bodies made at random, of a given type, most of which the checker accepts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tests.fuzz.templates import BASIC_TYPES, DRAWS, EXTREMES, LITERALS, RANGE_TYPES, RANGES, TERMS

_GAP = re.compile("«(.*?)»")


@dataclass(frozen=True)
class Function:
    """A function that terms may call."""

    name: str
    parameters: tuple[str, ...]
    result: str
    random: bool


@dataclass
class Vocabulary:
    """What a program has declared so far.

    `objects` are the guaranteed objects of each type. `finite` are the types whose objects may be listed, `generated`
    those whose number is random, and `timed` those generated at each timestep, with the origin function that says when.
    """

    objects: dict[str, list[str]] = field(default_factory=dict)
    finite: list[str] = field(default_factory=list)
    generated: set[str] = field(default_factory=set)
    timed: dict[str, str] = field(default_factory=dict)
    functions: list[Function] = field(default_factory=list)
    distributions: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Scope:
    """Where a term stands: the variables and what it may read.

    A "variable" may also be a longer text, such as the application of a function to the timestep before.
    """

    variables: tuple[tuple[str, str], ...] = ()
    random: bool = True
    draws: bool = False

    def bind(self, name: str, type_: str) -> Scope:
        """The scope with one more variable."""
        return replace(self, variables=(*self.variables, (name, type_)))


class Terms:
    """Makes terms with the words of a vocabulary; with `paper`, in the dialect of the paper's Fig. 1."""

    def __init__(self, rng: Random, vocabulary: Vocabulary, paper: bool) -> None:
        self._rng = rng
        self._known = vocabulary
        self._paper = paper

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self._rng.random() < probability

    def some_type(self) -> str:
        """A basic type or an object type."""
        if self._known.objects and self.chance(0.4):
            return self._rng.choice(list(self._known.objects))
        return self._rng.choices(BASIC_TYPES, (5, 5, 4, 2, 1, 1))[0]

    def term(self, type_: str, scope: Scope, depth: int) -> str:
        """A term of a type, with at most `depth` levels below it."""
        if type_ in RANGES:
            return self._in_range(type_, scope, depth)
        if type_.startswith("{"):
            return self.set_of(type_[1:-1], scope, depth)
        if depth <= 0 or self.chance(0.2):
            return self._leaf(type_, scope)
        choice = self._rng.random()
        if choice < 0.25 and (call := self._call(type_, scope, depth)) is not None:
            return call
        if choice < 0.32:
            return self._conditional(type_, scope, depth)
        if choice < 0.36 and scope.draws and type_ in DRAWS:
            return self.draw(type_, scope, depth - 1)
        if choice < 0.42 and type_ == "Boolean":
            return self._quantified(scope, depth)
        if type_.endswith("[]"):
            return self._array(type_[:-2], scope, depth)
        return self.filled(self._rng.choice(TERMS.get(type_, TERMS["object"])), type_, scope, depth)

    def filled(self, template: str, type_: str, scope: Scope, depth: int) -> str:
        """A template with its gaps filled by smaller terms; «O» is the wanted type if that is an object type."""
        basic = self._rng.choice(BASIC_TYPES[:4])
        objects = list(self._known.objects) or ["Boolean"]
        kind = type_ if type_ in self._known.objects else self._rng.choice(objects)

        def fill(gap: re.Match[str]) -> str:
            wanted = gap[1].replace("O", kind) if gap[1] in ("O", "{O}") else gap[1]
            wanted = wanted.replace("T", basic) if wanted in ("T", "{T}") else wanted
            return self.term(wanted, scope, depth - 1)

        return _GAP.sub(fill, template)

    def _in_range(self, range_: str, scope: Scope, depth: int) -> str:
        if depth <= 0 or self.chance(0.85):
            return self._rng.choice(RANGES[range_])
        return self.term(RANGE_TYPES[range_], scope, depth - 1)

    def _leaf(self, type_: str, scope: Scope) -> str:
        fitting = [name for name, its in scope.variables if its == type_ or (its, type_) == ("Integer", "Real")]
        if fitting and self.chance(0.7):
            return self._rng.choice(fitting)
        constants = [
            f.name for f in self._known.functions if f.result == type_ and not f.parameters and scope.random >= f.random
        ]
        if constants and self.chance(0.4):
            return self._rng.choice(constants)
        if type_ in self._known.objects:
            return self._rng.choice(self._known.objects[type_] or ["null"])
        if type_.endswith("[]"):
            return "[" + ", ".join(self._leaf(type_[:-2], scope) for _ in range(self._rng.randint(1, 3))) + "]"
        table = EXTREMES if self.chance(0.01) else LITERALS
        return self._rng.choice(table.get(type_, ("null",)))

    def _call(self, type_: str, scope: Scope, depth: int) -> str | None:
        fitting = [f for f in self._known.functions if f.result == type_ and f.parameters and scope.random >= f.random]
        if not fitting:
            return None
        function = self._rng.choice(fitting)
        return f"{function.name}({', '.join(self.term(p, scope, depth - 2) for p in function.parameters)})"

    def _conditional(self, type_: str, scope: Scope, depth: int) -> str:
        then = self.term(type_, scope, depth - 1)
        if self.chance(0.6):
            otherwise = f" else {self.term(type_, scope, depth - 1)}" if self.chance(0.9) else ""
            return f"(if {self.term('Boolean', scope, depth - 1)} then {then}{otherwise})"
        keys = self._rng.choice(("Boolean", "Integer"))
        first, second = self._leaf(keys, Scope(random=False)), self._leaf(keys, Scope(random=False))
        entries = f"{first} -> {then}, {second} -> {self._leaf(type_, scope)}"
        return f"(case {self.term(keys, scope, depth - 1)} in {{{entries}}})"

    def _array(self, element: str, scope: Scope, depth: int) -> str:
        if self.chance(0.5):
            items = [self.term(element, scope, depth - 1) for _ in range(self._rng.randint(1, 3))]
            return f"[{', '.join(items)}]"
        inner, loop = self.loop(scope, depth)
        return f"[{self.term(element, inner, depth - 1)} for {loop}]"

    def set_of(self, element: str, scope: Scope, depth: int) -> str:
        """A set of values of a type: listed, or by a comprehension; of objects mostly all of a type."""
        if element in self.listable(scope) and self.chance(0.6):
            condition = f" : {self.term('Boolean', scope.bind('x', element), depth - 2)}" if self.chance(0.4) else ""
            if self._paper and self.chance(0.5):
                return f"{{{element} x{condition}}}"
            return f"{{x for {element} x{condition}}}"
        if depth <= 0 or self.chance(0.3):
            return "{" + ", ".join(self._leaf(element, scope) for _ in range(self._rng.randint(1, 3))) + "}"
        inner, loop = self.loop(scope, depth)
        also = f", {self.term(self.some_type(), inner, 0)}" if self.chance(0.02) else ""
        return f"{{{self.term(element, inner, depth - 1)}{also} for {loop}}}"

    def listable(self, scope: Scope) -> list[str]:
        """The object types over which a variable may range."""
        return [t for t in self._known.finite if scope.random or t not in self._known.generated]

    def loop(self, scope: Scope, depth: int) -> tuple[Scope, str]:
        """Variables with the condition that bounds them, as behind `for`, and the scope inside."""
        declared, conditions = [], []
        for _ in range(1 + self.chance(0.2)):
            name, type_, bound = self._variable(scope)
            declared.append(f"{type_} {name}")
            conditions += bound
            scope = scope.bind(name, "Integer" if type_ == "NaturalNum" else type_)
        if self.chance(0.4):
            conditions.append(self.term("Boolean", scope, depth - 2))
        condition = f" : {' & '.join(conditions)}" if conditions else ""
        return scope, ", ".join(declared) + condition

    def _variable(self, scope: Scope) -> tuple[str, str, list[str]]:
        """A bound variable: its name, its type, and what keeps its values finite."""
        name = f"{self._rng.choice('xyz')}{len(scope.variables)}"
        small = self._rng.randint(1, 4)
        choice = self._rng.random()
        if choice < 0.5 and (listable := self.listable(scope)):
            return name, self._rng.choice(listable), []
        if choice < 0.6 and self._known.timed and scope.random:
            type_, origin = self._rng.choice(list(self._known.timed.items()))
            return name, type_, [f"{origin}({name}) == {self.term('Timestep', scope, 0)}"]
        if choice < 0.8:
            natural = self._paper and self.chance(0.5)
            return name, "NaturalNum" if natural else "Integer", [f"{name} >= 0", f"{name} < {small}"]
        return (name, "Timestep", [f"{name} <= @{small}"]) if choice < 0.9 else (name, "Boolean", [])

    def _quantified(self, scope: Scope, depth: int) -> str:
        name, type_, bound = self._variable(scope)
        inner = scope.bind(name, "Integer" if type_ == "NaturalNum" else type_)
        body = self.term("Boolean", inner, depth - 1)
        if self.chance(0.5):
            return f"(exists {type_} {name} ({' & '.join([*bound, body])}))"
        return f"(forall {type_} {name} ({' & '.join(bound) or 'true'} => {body}))"

    def draw(self, type_: str, scope: Scope, depth: int) -> str:
        """A distribution of a type with its parameters."""
        named = [name for name, its in self._known.distributions.items() if its == type_]
        if named and self.chance(0.3):
            return self._rng.choice(named)
        if self._paper and type_ in self.listable(scope) and self.chance(0.5):
            condition = f" : {self.term('Boolean', scope.bind('x', type_), depth - 1)}" if self.chance(0.3) else ""
            return f"Uniform({type_} x{condition})"
        return self.filled(self._rng.choice(DRAWS.get(type_, DRAWS["object"])), type_, scope, depth)

    def body(self, type_: str, scope: Scope, depth: int, marked: bool = False) -> str:
        """What follows the head of a random function: a tree of conditions that ends in draws and terms.

        With `marked` the leaves have the paper's `~` or `=`.
        """
        choice = self._rng.random()
        if depth <= 0 or choice < 0.55:
            return ("~ " if marked else "") + self.draw(type_, scope, depth)
        if choice < 0.7:
            return ("= " if marked else "") + self.term(type_, scope, depth)
        branches = [self.body(type_, scope, depth - 1, marked) for _ in range(2)]
        if choice < 0.9:
            return self.if_body(self.term("Boolean", scope, depth - 1), branches)
        keys = self._rng.choice(("Boolean", "Integer", "Boolean", "pair"))
        if keys == "pair":
            subject = f"[{self.term('Boolean', scope, 1)}, {self.term('Integer', scope, 1)}]"
            return f"case {subject} in {{[true, 1] -> {branches[0]}, [false, 0] -> {branches[1]}}}"
        entries = ", ".join(f"{self._leaf(keys, Scope(random=False))} -> {branch}" for branch in branches)
        return f"case {self.term(keys, scope, depth - 1)} in {{{entries}}}"

    def if_body(self, condition: str, branches: Sequence[str]) -> str:
        """A condition with two branches, or with one."""
        then, otherwise = branches
        if otherwise.startswith("if ") and self._paper and self.chance(0.5):
            return f"if {condition} then {_closed(then)} else{otherwise}"
        if self.chance(0.15):
            return f"if {condition} then {then}"
        return f"if {condition} then {_closed(then)} else {otherwise}"


def _closed(branch: str) -> str:
    """A branch in parentheses where it would take the `else` that follows."""
    return f"({branch})" if branch.startswith("if ") else branch
