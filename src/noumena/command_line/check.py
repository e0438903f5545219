"""`noumena check`: whether a model is right, and what is in it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

import click

from noumena.command_line.model_options import load_model, model_options
from noumena.command_line.planned_moves import planned_moves
from noumena.model.model import DeclaredType, FixedFunction, Model, NumberStatement, Problem, RandomFunction
from noumena.model.symmetry import concrete_types

_MOST_NAMES = 6
_ADAPTED = "The steps before the first sample adapt the shares, to no less than a tenth, and the lengths of steps."

EXAMPLES = """\b
Examples:
  noumena check urn.blog
  noumena check model.mblog evidence.eblog queries.qblog
  noumena check urn.blog --plan
  noumena check citations.blog --python titles.py --data Cit=citations.csv
"""


@click.command(epilog=EXAMPLES)
@click.option(
    "--plan", is_flag=True, help="Print only the moves by which chains would go, their shares, and what each does."
)
@model_options
def check(
    plan: bool,
    files: tuple[str, ...],
    python: tuple[str, ...],
    param: tuple[str, ...],
    data: tuple[str, ...],
    concrete: tuple[str, ...],
) -> None:
    """Check a model without running it.

    Prints errors and warnings, or what the model declares and by which moves chains would go. The FILEs
    together are one model; `-` is standard input.
    """
    model = load_model(files, python, param, data, concrete)
    problem = model.problem()
    for diagnostic in model.warnings:
        click.echo(diagnostic.render(), err=True)
    if plan:
        _print_plan(problem, concrete)
        return
    if model.checked.types:
        concrete_because = concrete_types(problem)
        rows = _types(model.checked, {*concrete_because, *concrete})
        _print_columns([("type", "guaranteed objects", "number statements", "represented"), *rows])
        for name, reason in concrete_because.items():
            click.echo(f"  {name} is concrete: {reason.text}, {reason.span.location}: {_shortened(reason.span.text)}")
        for name in (n for n in concrete if n not in concrete_because):
            click.echo(f"  {name} is concrete: --concrete says so")
        click.echo()
    _print_plan(problem, concrete)
    click.echo()
    parts = (
        ("random functions", _signatures([f for f in model.checked.random.values() if not f.hidden])),
        ("fixed functions", _signatures(model.checked.fixed.values())),
        ("origin functions", [f"{o.result} {o.name}({o.argument})" for o in model.checked.origins.values()]),
        ("evidence", [_count(len(problem.evidence), "statement")]),
        ("queries", [query.text for query in problem.queries] or ["none"]),
    )
    _print_columns([(label if i == 0 else "", line) for label, lines in parts for i, line in enumerate(lines)])
    names = ", ".join(source.name for source in model.sources)
    click.echo(f"\n{names}: no errors, {_count(len(model.warnings), 'warning')}")


def _print_plan(problem: Problem, concrete: Collection[str]) -> None:
    moves = planned_moves(problem, concrete)
    if isinstance(moves, str):
        click.echo(moves)
        return
    _print_columns([("move", "share", "what it does"), *moves])
    click.echo(_ADAPTED)


def _print_columns(rows: Sequence[Sequence[str]]) -> None:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        click.echo("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _types(model: Model, concrete: Collection[str]) -> Iterator[tuple[str, str, str, str]]:
    for declared in model.types.values():
        statements = ", ".join(_number(model.numbers[i], model) for i in declared.statements)
        kind = "concrete" if declared.name in concrete else "abstract"
        yield declared.name, _objects(declared), statements or "none", kind if declared.statements else "guaranteed"


def _shortened(text: str) -> str:
    """A piece of a model on one line of at most 60 characters."""
    line = " ".join(text.split())
    return line if len(line) <= 60 else line[:59] + "…"


def _objects(declared: DeclaredType) -> str:
    """How many guaranteed objects there are, and their names, some left out if they are many."""
    names = [made.name for made in declared.guaranteed]
    if len(names) > _MOST_NAMES:
        names = [*names[: _MOST_NAMES - 2], "...", names[-1]]
    return f"{len(declared.guaranteed)}: {', '.join(names)}" if names else "none"


def _number(statement: NumberStatement, model: Model) -> str:
    pairs = zip(statement.origins, statement.parameters, strict=True)
    origins = ", ".join(f"{model.origins[key].name} = {parameter.name}" for key, parameter in pairs)
    return f"#{statement.type}({origins})" if origins else f"#{statement.type}"


def _signatures(functions: Iterable[RandomFunction | FixedFunction]) -> list[str]:
    return [
        f"{f.result} {f.name}" + (f"({', '.join(str(p.type) for p in f.parameters)})" if f.parameters else "")
        for f in functions
    ]


def _count(number: int, noun: str) -> str:
    return f"{number or 'no'} {noun}{'' if number == 1 else 's'}"
