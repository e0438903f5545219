"""Evidence: what the world must be for a term to have its observed value, and how probable that is.

The term is solved from the outside in. At a random leaf the variable takes the value that is left, and its probability
is the factor; a deterministic leaf is read through; `x + y = 4` reads x and leaves y = 4 - x. For a density the factor
carries |dv/dt|, the derivative of the variable by the term (a6). What cannot be solved is compared, which is right for
discrete terms and is refused for terms that vary continuously.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from noumena.model.diagnostics import BlogError, Diagnostic
from noumena.model.evaluation import Derived, Frame
from noumena.model.expressions import (
    BuiltinCall,
    Case,
    Comprehension,
    Convert,
    Draw,
    Expression,
    If,
    RandomCall,
    children,
)
from noumena.model.model import Evidence
from noumena.model.reach import Reach
from noumena.model.types import INTEGER, MATRIX, REAL, ObjectType
from noumena.model.values import Value
from noumena.reference.interpreter import Interpreter
from noumena.reference.inverses import BINARY, UNARY, absorbs_zero, is_number, operation, solve_operand, solve_unary
from noumena.reference.variables import FunctionVariable, NumberVariable, Variable


@dataclass(frozen=True, slots=True)
class Factor:
    """The outcome of conditioning: ln of the factor, whether it is a density, and the variable it set, if any."""

    log_weight: float
    density: bool = False
    variable: Variable | None = None
    value: Value = None


IMPOSSIBLE = Factor(-math.inf)
CERTAIN = Factor(0.0)


class Conditioner:
    """Conditions a world on evidence; the world completes itself as its interpreter does."""

    def __init__(self, interpreter: Interpreter) -> None:
        self._world = interpreter
        self._evaluator = interpreter.evaluator
        self._current: Evidence | None = None
        # Worlds only grow while evidence is met, so that what is closed or steady stays so, and an unknown stays one
        # until it is settled.
        self._unknowns: dict[Variable, Variable] = {}
        self._closed: set[Variable] = set()
        self._steady: set[Variable] = set()
        self._needed: dict[tuple[int, tuple[Value, ...], Variable], bool] = {}

    def condition(self, evidence: Evidence) -> Factor:
        """The factor of evidence in the current world, which is not changed but for completions."""
        frame: Frame = [None] * evidence.frame_size
        self._current = evidence
        self._unknowns.clear()
        self._closed.clear()
        self._steady.clear()
        try:
            return self._solve(evidence.term, frame, evidence.value, 0.0)
        except _Unsolvable:
            message = "this evidence fixes a continuous value in a way that cannot be solved for one variable"
            hint = "observe the variable itself, or a sum, difference, product, quotient, exp or log of it"
            raise BlogError([Diagnostic(message, evidence.term.span, hint)]) from None

    def _solve(self, term: Expression, frame: Frame, target: Value, log_slope: float) -> Factor:
        """The factor for `term = target`, `log_slope` being ln |d target / d evidence| so far."""
        match term:
            case RandomCall():
                return self._solve_call(term, frame, target, log_slope)
            case If() | Case():
                return self._solve(self._evaluator.tip(term, frame), frame, target, log_slope)
            case Convert(operand=operand) if term.type == REAL and operand.type == INTEGER:
                if target is None:
                    return self._solve(operand, frame, None, log_slope)
                if not target.is_integer() or abs(target) >= 2.0**63:
                    return IMPOSSIBLE
                return self._solve(operand, frame, int(target), log_slope)
            case BuiltinCall(arguments=(left, right)) if operation(term) in BINARY and is_number(target):
                return self._solve_binary(term, left, right, frame, target, log_slope)
            case BuiltinCall(arguments=(operand,)) if operation(term) in UNARY and is_number(target):
                if self._unknown(operand, frame) is not None:
                    solved = solve_unary(term.builtin.name, target)
                    if solved is None:
                        return IMPOSSIBLE
                    return self._solve(operand, frame, solved[0], log_slope + solved[1])
            case BuiltinCall(arguments=(Comprehension() as members,)) if operation(term) == "size":
                return self._solve_size(members, frame, target)
        return self._compare(term, frame, target)

    def _solve_call(self, term: RandomCall, frame: Frame, target: Value, log_slope: float) -> Factor:
        variable = self._variable(term, frame)
        if variable is None:
            return CERTAIN if target is None else IMPOSSIBLE
        if self._is_settled(variable):
            return self._compare(term, frame, target)
        tip, inner = self._tip(variable)
        if not isinstance(tip, Draw):
            return self._world.within(variable, lambda: self._solve(tip, inner, target, log_slope))
        leaf = self._world.leaf(variable)
        if isinstance(leaf, Derived):
            return CERTAIN if target is None else IMPOSSIBLE
        if target is None and not leaf.draw.distribution.density:
            return self._factor(variable, None, self._world.log_prob(variable, None, leaf), False)
        if target is None:
            return IMPOSSIBLE
        density = leaf.draw.distribution.density
        log_p = self._world.log_prob(variable, target, leaf)
        return self._factor(variable, target, log_p + log_slope, density)

    def _factor(self, variable: Variable, value: Value, log_p: float, density: bool) -> Factor:
        return IMPOSSIBLE if log_p == -math.inf else Factor(log_p, density, variable, value)

    def _variable(self, term: RandomCall, frame: Frame) -> FunctionVariable | None:
        arguments = tuple([self._evaluator.value(a, frame) for a in term.arguments])
        return None if None in arguments else FunctionVariable(term.function, arguments)

    def _is_settled(self, variable: Variable) -> bool:
        """Whether a variable has its value already, or takes it from other evidence."""
        if variable in self._world.values:
            return True
        return self._world.observed.get(variable, self._current) is not self._current

    def _tip(self, variable: Variable) -> tuple[Expression, Frame]:
        body, frame = self._world.tree(variable)
        return self._world.within(variable, lambda: self._evaluator.tip(body, frame)), frame

    def _solve_binary(
        self, term: BuiltinCall, left: Expression, right: Expression, frame: Frame, target: Value, log_slope: float
    ) -> Factor:
        """Reads one operand and solves for the other: for the right one if both are open and the left needs it not."""
        sides = [(right, left, False), (left, right, True)]
        if term.type == REAL and self._needs(left, self._unknown(right, frame), frame):
            sides.reverse()
        for side, known, is_left in sides:
            if self._unknown(side, frame) is None:
                continue
            value = self._evaluator.value(known, frame)
            if not is_number(value) or self._unknown(side, frame) is None:
                continue
            if value == 0.0 and term.type == REAL and absorbs_zero(term.builtin.name, is_left):
                return CERTAIN if target == 0.0 and self._evaluator.value(term, frame) == 0.0 else IMPOSSIBLE
            solved = solve_operand(term.builtin.name, value, target, is_left)
            if solved is not None:
                return self._solve(side, frame, solved[0], log_slope + solved[1])
        return self._compare(term, frame, target)

    def _unknown(self, term: Expression, frame: Frame) -> Variable | None:
        """The variable for which `term = target` can be solved, whatever the target; None if there is none.

        For an integer it may be any variable, for a real only one drawn from a density: a discrete variable may have a
        value that gives the target and that yet differs in its last digit from what solving gives.
        """
        match term:
            case RandomCall():
                variable = self._variable(term, frame)
                if variable is None or variable in self._closed or self._is_settled(variable):
                    return None
                found = self._unknowns.get(variable)
                if found is not None and not self._is_settled(found):
                    return found
                tip, inner = self._tip(variable)
                if isinstance(tip, Draw):
                    return variable if term.type == INTEGER or tip.distribution.density else None
                unknown = self._world.within(variable, lambda: self._unknown(tip, inner))
                if unknown is None:
                    self._closed.add(variable)
                else:
                    self._unknowns[variable] = unknown
                return unknown
            case If() | Case():
                return self._unknown(self._evaluator.tip(term, frame), frame)
            case BuiltinCall(arguments=(left, right)) if operation(term) in BINARY:
                return self._unknown(right, frame) or self._unknown(left, frame)
            case BuiltinCall(arguments=(operand,)) if operation(term) in UNARY:
                return self._unknown(operand, frame)
        return None

    def _needs(self, term: Expression, variable: Variable | None, frame: Frame) -> bool:
        """Whether evaluating a term may read a function application variable."""
        if not isinstance(variable, FunctionVariable):
            return False
        key = (id(term), tuple(frame), variable)
        if key not in self._needed:
            reach = Reach(self._world.problem)
            reach.add_in_frame(term, frame)
            self._needed[key] = reach.has_function(*variable)
        return self._needed[key]

    def _solve_size(self, members: Comprehension, frame: Frame, target: Value) -> Factor:
        """The size of the set of all objects of a type: the last of its number variables takes what is left."""
        if target is None:
            return IMPOSSIBLE
        type_ = members.bindings[0].type
        if members.condition is not None or len(members.bindings) > 1 or not isinstance(type_, ObjectType):
            size = len(self._evaluator.value(members, frame))
            return CERTAIN if size == target else IMPOSSIBLE
        left = target - len(self._world.model.types[type_.name].guaranteed)
        applications = list(self._world.applications(type_.name, {}))
        for application in applications[:-1]:
            left -= self._world.number(application)
            if left < 0:
                return IMPOSSIBLE
        if left < 0 or not applications:
            return CERTAIN if left == 0 else IMPOSSIBLE
        last = NumberVariable(applications[-1])
        if self._is_settled(last):
            return CERTAIN if self._world.number(applications[-1]) == left else IMPOSSIBLE
        return self._solve_number(last, left)

    def _solve_number(self, number: NumberVariable, wanted: int) -> Factor:
        tip, inner = self._tip(number)
        if not isinstance(tip, Draw):
            if wanted == 0:  # a null number counts as 0 too, so that there may be two ways to it
                return CERTAIN if self._world.number(number.application) == 0 else IMPOSSIBLE
            return self._world.within(number, lambda: self._solve(tip, inner, wanted, 0.0))
        leaf = self._world.leaf(number)
        if isinstance(leaf, Derived):
            return CERTAIN if wanted == 0 else IMPOSSIBLE
        return self._factor(number, wanted, self._world.log_prob(number, wanted, leaf), False)

    def _compare(self, term: Expression, frame: Frame, target: Value) -> Factor:
        value = self._evaluator.value(term, frame)
        if term.type in (REAL, MATRIX) and value is not None and self._varies(term, frame):
            raise _Unsolvable
        return CERTAIN if value == target else IMPOSSIBLE

    def _varies(self, term: Expression, frame: Frame) -> bool:
        """Whether the value of a term, not only which branch it takes, depends on a variable drawn from a density."""
        match term:
            case RandomCall():
                variable = self._variable(term, frame)
                if variable is None:
                    return False
                if variable in self._world.values:
                    return variable in self._world.densities
                if variable in self._steady:
                    return False
                tip, inner = self._tip(variable)
                if self._varies(tip, inner):
                    return True
                self._steady.add(variable)
                return False
            case If() | Case():
                return self._varies(self._evaluator.tip(term, frame), frame)
            case Comprehension():
                return bool(self._densities_read(term, frame))
        varies = False
        for child in children(term):  # not with any(): C has less room for recursion than Python
            varies = varies or self._varies(child, frame)
        return varies

    def _densities_read(self, term: Comprehension, frame: Frame) -> set[Variable]:
        """The variables drawn from a density that a set reads, its condition included."""
        outer, self._world.reads = self._world.reads, set()
        self._world.derived.clear()
        self._evaluator.value(term, frame)
        reads, self._world.reads = self._world.reads, outer
        return (reads or set()) & self._world.densities


class _Unsolvable(Exception):
    """The term varies continuously and no variable is left to solve it for."""
