"""What generated code stopped for, in words."""

from __future__ import annotations

from typing import Any

from noumena.compiler.host import Host
from noumena.compiler.program import Program
from noumena.compiler.words import is_real
from noumena.inference.state import State
from noumena.model.diagnostics import RunError, fail
from noumena.model.evaluation import Drawn
from noumena.model.library import ParameterError
from noumena.reference.interpreter import OBJECTS_AT_MOST, Forward
from noumena.reference.random_source import Replaying
from noumena.reference.variables import describe
from noumena.runtime import faults


def explained(program: Program, world: Any) -> RunError:
    """The error for the fault that a world reports; to be called before the patch is taken back."""
    place = f" (iteration {int(world.iteration)}{_move(program, world)})"
    name = _name(program, world)
    match int(world.fault):
        case faults.PARAMETER:
            return _refused(program, world)
        case faults.CYCLE:
            return fail(f"{name} depends on itself")
        case faults.UNNEEDED:
            return fail(
                f"a move set {name}, which nothing needs{place}", None, "set only what is read in the new state"
            )
        case faults.STILL_NEEDED:
            hint = "set it, or resample it"
            return fail(f"a move removed {name}, which is still needed{place}", None, hint)
        case faults.OBSERVED_SET:
            return fail(f"a move changed {name}, which is evidence or derived{place}")
        case faults.NUMBER:
            return fail(f"{name}, but a number of objects must be from 0 to {OBJECTS_AT_MOST}{place}")
        case faults.ENDLESS:
            return fail(f"completing a move goes on without end at {name}{place}")
        case faults.NOT_A_NUMBER:
            return fail(f"the log probability of {name} is not a number, or infinite{place}")
    return fail(f"{name} is not in the state, but was read{place}")


def host_error(program: Program, world: Any, host: Host) -> BaseException:
    """What a Python function raised, as an error of the model where it is one: a `ValueError` with words for people."""
    error, operation = host.error, host.failed
    assert error is not None
    if not isinstance(error, ValueError) or operation is None:
        return error
    if operation.draw is None:
        return fail(str(error), operation.span)
    variable = State(program, world).variable(int(world.fault_variable))
    return Forward(program.problem, Replaying(())).out_of_range(variable, Drawn(operation.draw, ()), error)


def _move(program: Program, world: Any) -> str:
    moves = program.moves
    return f", move {moves[int(world.move)].name}" if moves and world.iteration > 0 else ""


def _name(program: Program, world: Any) -> str:
    v = int(world.fault_variable)
    if int(world.fault) == faults.UNSUPPORTED:
        return program.layout.kinds[v].name
    if int(world.fault) == faults.NUMBER:
        number = int(world.a_variable[v])
        return f"{describe(State(program, world).variable(number), program.problem.model)} = {int(world.v_int[number])}"
    if int(world.v_kind[v]) >= program.layout.first_shared:
        return program.layout.kinds[int(world.v_kind[v])].name
    return describe(State(program, world).variable(v), program.problem.model)


def _refused(program: Program, world: Any) -> RunError:
    draw = program.sites[int(world.fault_site)]
    types = [a.type for a in draw.arguments]
    words = [world.g_real[i] if is_real(t) else world.g_int[i] for i, t in enumerate(types)]
    parameters = tuple(program.words.decode(word, t) for word, t in zip(words, types, strict=True))
    variable = State(program, world).variable(int(world.fault_variable))
    try:
        draw.distribution.support(*parameters)
        draw.distribution.log_prob(0, *parameters)
    except ParameterError as error:
        interpreter = Forward(program.problem, Replaying(()))
        return interpreter.out_of_range(variable, Drawn(draw, parameters), error)
    return fail(f"{describe(variable, program.problem.model)} ~ {draw.distribution.name}: bad parameters", draw.span)
