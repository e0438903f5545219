"""A partial world that is read and, where it must be, completed: the executable meaning of a model.

`Interpreter` holds a partial instantiation and answers what a variable is worth in it. What happens when a variable has
no value yet is left to two subclasses: `Forward` draws one, `Strict` raises `Unsupported`.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import TypeVar

from noumena.model.diagnostics import RunError, fail
from noumena.model.evaluation import Derived, Drawn, Evaluator, Frame, Leaf
from noumena.model.expressions import Expression
from noumena.model.functions.conversions import render
from noumena.model.library import ParameterError
from noumena.model.model import Evidence, Problem
from noumena.model.types import BOOLEAN, ObjectType
from noumena.model.values import Application, Generated, Unused, Value
from noumena.reference.random_source import RandomSource
from noumena.reference.variables import FunctionVariable, NumberVariable, Variable, count_ancestors, describe

OBJECTS_AT_MOST = 1_000_000
"""How many objects of a type may be generated in a world, and how many applications a number statement may have."""

ANCESTORS_AT_MOST = 200
"""How many objects may stand behind an object: those that generated it, those that generated them, and so on."""

_LONGEST_SHOWN = 80

T = TypeVar("T")


class Unsupported(Exception):
    """The world does not support what was to be evaluated: this variable must be instantiated first (§4.2)."""

    def __init__(self, variable: Variable, leaf: Drawn) -> None:
        self.variable, self.leaf = variable, leaf


class Untold(Exception):
    """The unused objects of an application must be told apart first."""

    def __init__(self, application: Application, number: int) -> None:
        self.application, self.number = application, number


class Interpreter(ABC):
    """A partial instantiation of the basic variables of a model, read through the model's CPD trees.

    `values` are the instantiated variables. `derived` are variables whose leaf is deterministic (a5): they follow from
    `values`, and since worlds only grow they stay true until `load` replaces the world. `objects` are the
    non-guaranteed objects told apart, for each application of a number statement. `reads`, if not None, collects the
    instantiated variables that are read. `densities` are the variables drawn from a density, and `observed` those that
    are never drawn because they are evidence.
    """

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.model = problem.model
        self.functions = problem.random
        self.evaluator = Evaluator(problem.model, self)
        self.values: dict[Variable, Value] = {}
        self.objects: dict[Application, list[Generated]] = {}
        self.derived: dict[Variable, Value] = {}
        self.reads: set[Variable] | None = None
        self.densities: set[Variable] = set()
        self.observed: Mapping[Variable, Evidence] = {}
        self._open: dict[Variable, None] = {}

    def load(self, values: dict[Variable, Value], objects: dict[Application, list[Generated]]) -> None:
        """Makes this the current world."""
        self.values, self.objects = values, objects
        self.evaluator.next_world()
        self.derived = {}
        self._open = {}

    @abstractmethod
    def complete(self, variable: Variable, leaf: Drawn) -> Value:
        """The value of a variable that has none yet and whose leaf is random."""

    @abstractmethod
    def tell_apart(self, application: Application, number: int) -> list[Generated]:
        """All objects of an application that generates `number` of them."""

    def value(self, term: Expression, frame_size: int) -> Value:
        """The value of a closed term, such as evidence or a query."""
        return self.evaluator.value(term, [None] * frame_size)

    def read(self, function: str, arguments: tuple[Value, ...]) -> Value:
        """The value of a random function on arguments none of which is null."""
        return self.get(FunctionVariable(function, arguments))

    def get(self, variable: Variable) -> Value:
        """The value of a variable, completing the world where it must be."""
        if variable in self.values:
            if self.reads is not None:
                self.reads.add(variable)
            return self.values[variable]
        if variable in self.derived:
            return self.derived[variable]
        leaf = self.leaf(variable)
        if isinstance(leaf, Derived):
            self.derived[variable] = leaf.value
            return leaf.value
        value = self.complete(variable, leaf)
        if self.reads is not None:
            self.reads.add(variable)
        return value

    def leaf(self, variable: Variable) -> Leaf:
        """The leaf of a variable's CPD tree that this world leads to; reading it may complete the world."""
        # No call with a star: Python goes through C for those, which has less room for recursion.
        body, frame = self.tree(variable)
        return self.within(variable, lambda: self.evaluator.leaf(body, frame))

    def within(self, variable: Variable, evaluate: Callable[[], T]) -> T:
        """Evaluates what a variable depends on; a variable that needs itself is an error that prints the cycle."""
        if variable in self._open:
            names = [describe(v, self.model) for v in self._open]
            start = list(self._open).index(variable)
            cycle = " → ".join([*names[start:], names[start]])
            raise fail(f"these variables depend on each other in a circle: {cycle}", self.tree(variable)[0].span)
        self._open[variable] = None
        try:
            return evaluate()
        finally:
            del self._open[variable]

    def tree(self, variable: Variable) -> tuple[Expression, Frame]:
        """A variable's CPD tree and the frame in which it is evaluated."""
        if type(variable) is FunctionVariable:
            function = self.functions[variable.function]
            return function.body, [*variable.arguments, *([None] * (function.frame_size - len(variable.arguments)))]
        assert isinstance(variable, NumberVariable)
        statement = self.model.numbers[variable.application.statement]
        generators = variable.application.generators
        return statement.body, [*generators, *([None] * (statement.frame_size - len(generators)))]

    def number(self, application: Application) -> int:
        """The number of objects of an application; null counts as 0."""
        value = self.get(NumberVariable(application))
        if value is not None and (value < 0 or value > OBJECTS_AT_MOST):
            span = self.model.numbers[application.statement].span
            name = describe(NumberVariable(application), self.model)
            raise fail(f"{name} = {value}, but a number of objects must be from 0 to {OBJECTS_AT_MOST}", span)
        return value or 0

    def members(self, type_: str, origins: Mapping[str, Value], counted: bool) -> list[Value]:
        """The objects of a type whose origin functions have the given values."""
        declared = self.model.types[type_]
        found: list[Value] = []
        if all(value is None for value in origins.values()):
            found.extend(declared.guaranteed)
        for application in self.applications(type_, origins):
            found.extend(self._of_application(application, counted))
            if len(found) > OBJECTS_AT_MOST + len(declared.guaranteed):
                raise fail(f"a world has more than {OBJECTS_AT_MOST} objects of type {type_}", declared.span)
        return found

    def applications(self, type_: str, origins: Mapping[str, Value]) -> Iterator[Application]:
        """The applications of number statements whose generating objects agree with the given origins."""
        for index in self.model.types[type_].statements:
            for generators in self._generators(index, origins):
                application = Application(type_, index, generators)
                if count_ancestors(application, ANCESTORS_AT_MOST) >= ANCESTORS_AT_MOST:
                    message = f"more than {ANCESTORS_AT_MOST} objects stand behind one, as those that generated it"
                    hint = "does a type generate itself without end?"
                    raise fail(message, self.model.numbers[index].span, hint)
                yield application

    def _of_application(self, application: Application, counted: bool) -> list[Value]:
        number = self.number(application)
        known = self.objects.get(application, [])
        if len(known) == number:
            return list(known)
        if counted:
            return [*known, Unused(application, number - len(known))]
        return list(self.tell_apart(application, number))

    def _generators(self, index: int, origins: Mapping[str, Value]) -> Iterator[tuple[Value, ...]]:
        """The tuples of generating objects of a statement that agree with the pinned origins."""
        statement = self.model.numbers[index]
        if any((value is None) == (key in statement.origins) for key, value in origins.items()):
            return iter(())
        choices: list[list[Value]] = []
        for key, parameter in zip(statement.origins, statement.parameters, strict=True):
            if key in origins:
                choices.append([origins[key]])
            elif isinstance(parameter.type, ObjectType):
                choices.append(self.members(parameter.type.name, {}, False))
            else:
                assert parameter.type == BOOLEAN, "the checker admits no other type that is not pinned"
                choices.append([False, True])
        count = math.prod(map(len, choices))
        if count > OBJECTS_AT_MOST:
            message = f"this statement would be applied {count} times in a world, more than {OBJECTS_AT_MOST}"
            raise fail(message, statement.span)
        return product(*choices)

    def log_prob(self, variable: Variable, value: Value, leaf: Drawn) -> float:
        """ln p_V(value | world), V being the variable and `leaf` its leaf in this world."""
        try:
            log_p = leaf.draw.distribution.log_prob(value, *leaf.parameters)
        except ParameterError as error:
            raise self.out_of_range(variable, leaf, error) from error
        if math.isnan(log_p):
            raise fail(f"the log probability of {describe(variable, self.model)} is not a number", leaf.draw.span)
        if log_p == math.inf:
            message = f"{describe(variable, self.model)} = {_shown(value)} has an infinite density"
            raise fail(message, leaf.draw.span, "observe a value that is not at the end of the range")
        return log_p

    def out_of_range(self, variable: Variable, leaf: Drawn, error: ValueError) -> RunError:
        """The error that a distribution refuses its parameters."""
        name = leaf.draw.distribution.name
        what = str(error)
        if isinstance(error, ParameterError) and error.requirement:
            what = f"{error.parameter} = {_shown(error.value)} but it {error.requirement}"
        return fail(f"{describe(variable, self.model)} ~ {name}: {what}", leaf.draw.span)


def _shown(value: Value) -> str:
    """A value in BLOG syntax, or the beginning of a long one."""
    text = render(value)
    return text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…"


class Forward(Interpreter):
    """Draws what has no value from its CPD, parents first: lazy forward sampling.

    Objects are told apart from the start, so that a state is a partial instantiation over concrete objects.
    """

    def __init__(self, problem: Problem, source: RandomSource) -> None:
        super().__init__(problem)
        self.source = source

    def start(self) -> None:
        """Begins an empty world."""
        self.load({}, {})
        self.densities = set()

    def complete(self, variable: Variable, leaf: Drawn) -> Value:
        """Draws a value and keeps it."""
        try:
            value = self.source.choose(leaf.draw.distribution, leaf.parameters)
        except ValueError as error:  # a parameter out of range, or a distribution that cannot be drawn from
            raise self.out_of_range(variable, leaf, error) from error
        self.values[variable] = value
        if leaf.draw.distribution.density:
            self.densities.add(variable)
        return value

    def tell_apart(self, application: Application, number: int) -> list[Generated]:
        """The objects numbered from 1."""
        self.objects[application] = [Generated(application, i) for i in range(1, number + 1)]
        return self.objects[application]

    def _of_application(self, application: Application, counted: bool) -> list[Value]:
        return super()._of_application(application, counted=False)


class Strict(Interpreter):
    """Completes nothing: what is missing is raised, so that the caller may decide.

    Unlike in `Forward`, objects are identifiers (§4.3): those in `objects` are told apart, the others are unused.
    """

    def complete(self, variable: Variable, leaf: Drawn) -> Value:
        """Raises `Unsupported`."""
        raise Unsupported(variable, leaf)

    def tell_apart(self, application: Application, number: int) -> list[Generated]:
        """Raises `Untold`."""
        raise Untold(application, number)
