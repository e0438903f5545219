"""States of the enumeration: abstract partial worlds with their weight, equal up to the names of identifiers.

Enumeration is a process that makes identifiers as it meets objects: a choice among n objects of which m are known takes
each known one with probability 1/n and some new one with (n - m)/n. Multiplied up, the new ones give the n!/(n-m)! of
Eq. 4. What an identifier is called never matters, so states that differ in names alone are one state.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from noumena.model.reach import Reach
from noumena.model.values import Application, Bag, Generated, MapValue, Value
from noumena.reference.variables import FunctionVariable, NumberVariable, Variable, arguments_of, objects_in, objects_of


@dataclass(slots=True)
class State:
    """A weighted set of worlds: those in which the variables have these values.

    `objects` are the identifiers of each application; the application's other objects are unused. `log_weight` is ln of
    the probability of these worlds and the evidence met so far, which for much evidence is no number a float can hold.
    `density_factors` counts the densities among its factors: fewer win outright (a6).
    """

    values: dict[Variable, Value]
    objects: dict[Application, list[Generated]]
    log_weight: float = 0.0
    density_factors: int = 0

    @property
    def weight(self) -> float:
        """The probability itself."""
        return math.exp(self.log_weight)

    def with_value(self, variable: Variable, value: Value, log_p: float, density: bool = False) -> State:
        """The state in which one more variable has a value, ln of whose probability is `log_p`."""
        values = {**self.values, variable: value}
        return State(values, self.objects, self.log_weight + log_p, self.density_factors + density)

    def new_identifier(self, application: Application) -> tuple[State, Generated]:
        """The state with one more identifier of an application."""
        known = self.objects.get(application, [])
        made = Generated(application, 1 + max((o.label for o in known), default=0))
        objects = {**self.objects, application: [*known, made]}
        return State(self.values, objects, self.log_weight, self.density_factors), made

    def all_told_apart(self, application: Application, number: int) -> State:
        """The state in which every object of an application has an identifier.

        The unused objects are alike, so calling them by new names in some order changes no probability.
        """
        known = self.objects.get(application, [])
        first = 1 + max((o.label for o in known), default=0)
        new = [Generated(application, first + i) for i in range(number - len(known))]
        return State(self.values, {**self.objects, application: [*known, *new]}, self.log_weight, self.density_factors)

    def without_what_is_past(self, reach: Reach) -> State:
        """The state without the variables that nothing to come can read.

        An identifier that no variable is left to mention is like an unused object again.
        """
        values = {v: x for v, x in self.values.items() if _is_alive(v, reach)}
        mentioned: set[Generated] = set()
        for variable, value in values.items():
            mentioned.update(objects_of(variable), objects_in(value))
        objects: dict[Application, list[Generated]] = {}
        for made in mentioned:
            objects.setdefault(made.application, []).append(made)
        return State(values, objects, self.log_weight, self.density_factors)

    def key(self) -> object:
        """A key that states equal up to renaming share.

        Identifiers are told apart by what is said of them, then by what is said of those they are related to. Those
        that stay alike are numbered in any order: where that hides an equality, two states are merely not merged.
        """
        if not any(self.objects.values()):
            return self.density_factors, frozenset(self.values.items())
        colors = self._colors()
        names: dict[Generated, Value] = {}
        counts: dict[object, int] = {}
        for made in sorted(colors, key=lambda o: (_depth(o), colors[o])):
            family = (made.application.statement, tuple(_renamed(g, names) for g in made.application.generators))
            counts[family] = counts.get(family, 0) + 1
            names[made] = ("id", family, counts[family])
        facts = frozenset((_renamed_variable(v, names), _renamed(x, names)) for v, x in self.values.items())
        return self.density_factors, frozenset(counts.items()), facts

    def _colors(self) -> dict[Generated, int]:
        """A number for each identifier, the same for those that the facts do not tell apart."""
        colors: dict[Generated, int] = {}
        for application, known in self.objects.items():
            colors.update((made, application.statement) for made in known)
        facts = []
        for variable, value in self.values.items():
            parts = (*arguments_of(variable), value)
            places = [(place, made) for place, part in enumerate(parts) for made in objects_in(part)]
            if places:
                facts.append((variable, value, places))
        kinds = 0
        while kinds < len(set(colors.values())):
            kinds = len(set(colors.values()))
            said: dict[Generated, list[int]] = {made: [] for made in colors}
            for variable, value, places in facts:
                fact = hash((_renamed_variable(variable, colors), _renamed(value, colors)))
                for place, made in places:
                    said[made].append(hash((place, fact)))
            colors = {made: hash((colors[made], *sorted(found))) for made, found in said.items()}
        return colors


def log_sum(logs: Iterable[float]) -> float:
    """ln Σ exp(l), which is -inf for none."""
    terms = list(logs)
    largest = max(terms, default=-math.inf)
    if largest == -math.inf:
        return largest
    return largest + math.log(math.fsum(math.exp(term - largest) for term in terms))


def _is_alive(variable: Variable, reach: Reach) -> bool:
    if isinstance(variable, FunctionVariable):
        return reach.has_function(variable.function, variable.arguments)
    return reach.has_number(variable.application.statement)


def _depth(made: Generated) -> int:
    """How many generations of objects stand behind an object."""
    return 1 + max((_depth(g) for g in made.application.generators if type(g) is Generated), default=0)


def _renamed_variable(variable: Variable, names: dict[Generated, Value]) -> Value:
    arguments = tuple([_renamed(a, names) for a in arguments_of(variable)])
    if isinstance(variable, NumberVariable):
        return ("#", variable.application.statement, arguments)
    return (variable.function, arguments)


def _renamed(value: Value, names: dict[Generated, Value]) -> Value:
    kind = type(value)
    if kind is Generated:
        return names.get(value, value)
    if kind is tuple:
        return tuple([_renamed(x, names) for x in value])
    if kind is Bag:
        return Bag([_renamed(x, names) for x in value])
    if kind is MapValue:
        return MapValue({_renamed(k, names): _renamed(v, names) for k, v in value.entries.items()})
    return value
