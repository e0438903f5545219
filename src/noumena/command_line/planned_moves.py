"""The moves that chains would use for a problem when no proposer is given, in words."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from noumena.compiler.kinds import Unsuited
from noumena.compiler.plan import Move
from noumena.compiler.program import Program, compile_problem
from noumena.model.diagnostics import BlogError
from noumena.model.model import Problem
from noumena.model.symmetry import concrete_types


def planned_moves(problem: Problem, concrete: Collection[str]) -> list[tuple[str, str, str]] | str:
    """Name, share of the steps and meaning of each move; or a sentence that says why there are none.

    Queries never shape a chain, and are not looked at.
    """
    asked_nothing = replace(problem, queries=())
    try:
        program = compile_problem(asked_nothing, frozenset(concrete_types(problem)) | frozenset(concrete))
    except Unsuited as error:
        return f"the engine mh does not take this model: {error}"
    except BlogError as error:
        return f"the engine mh cannot begin: {error.diagnostics[0].message}"
    if not program.moves:
        return "no moves: the evidence depends on nothing that could have another value"
    return [(move.name, _share(move.weight), in_words(program, move)) for move in program.moves]


def in_words(program: Program, move: Move) -> str:
    """What a default move does, in one plain line."""
    return _WORDS[move.function](program, move)


def _share(weight: float) -> str:
    percent = round(100 * weight)
    return f"{percent} %" if percent > 0 else "< 1 %"


def _variable(program: Program, move: Move) -> str:
    kind, model = program.layout.kinds[move.kind], program.problem.model
    if kind.statement < 0:
        function = list(program.problem.random.values())[move.kind]
        # A distribution inside an expression is a function of its own, under the name of what it stands in.
        return f"a value drawn inside {kind.name}" if function.hidden else f"one {kind.name}"
    statement = model.numbers[kind.statement]
    pairs = zip(statement.origins, statement.parameters, strict=True)
    origins = ", ".join(f"{model.origins[key].name} = {parameter.name}" for key, parameter in pairs)
    return f"one number {kind.name}({origins})" if origins else f"the number {kind.name}"


def _other(program: Program, move: Move) -> str:
    count = len(program.layout.kinds[move.kind].domain)
    return f"gives {_variable(program, move)} another of its {count} values"


def _together(program: Program, move: Move) -> str:
    other = program.layout.kinds[move.other].name
    return f"draws {_variable(program, move)} and the {other} of the same arguments anew from their distributions"


def _split_merge(program: Program, move: Move) -> str:
    name = program.layout.kinds[move.kind].name
    number = "" if move.other < 0 else f", and {program.layout.kinds[move.other].name} with them"
    return f"splits what {name} refers to in two, or makes two one{number}"


_WORDS: dict[str, Callable[[Program, Move], str]] = {
    "gibbs": lambda p, m: f"draws {_variable(p, m)} given everything else",
    "parental": lambda p, m: f"draws {_variable(p, m)} anew from its distribution",
    "step": lambda p, m: f"adds a small whole number to {_variable(p, m)}, or takes it away",
    "walk": lambda p, m: f"adds a normal step of random length to {_variable(p, m)}",
    "other": _other,
    "identity": lambda p, m: f"gives {_variable(p, m)} another object, one that is in use or a new one",
    "together": _together,
    "split_merge": _split_merge,
    "exchange": lambda p, m: f"takes a small number from {_variable(p, m)} and gives it to another",
    "share_out": lambda p, m: f"adds an object that takes a part of {_variable(p, m)}, or takes the last one away",
    "transfer": lambda p, m: f"gives {_variable(p, m)} another origin, and changes both numbers",
    "draw_proportions": lambda p, m: f"draws {_variable(p, m)} given everything else",
    "several": lambda _, m: f"draws 2 to {m.kind} variables of any kind anew from their distributions at once",
}
"""For each function of the kernel that `compiler/plan` may choose."""
