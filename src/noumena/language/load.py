"""From source texts to a checked model that can be asked questions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from noumena.language import syntax
from noumena.language.checker import Checker
from noumena.language.parser import parse, parse_expression
from noumena.model.diagnostics import BlogError, Diagnostic
from noumena.model.library import Builtin, Distribution
from noumena.model.model import Evidence, Model, Problem
from noumena.model.source import SourceFile
from noumena.model.values import Value


@dataclass(frozen=True, slots=True)
class Loaded:
    """A checked model, with the evidence and queries that its text holds, and the warnings it gave."""

    checker: Checker
    observations: tuple[syntax.Observation, ...]
    queries: tuple[syntax.QueryStatement, ...]
    warnings: tuple[Diagnostic, ...]

    @property
    def model(self) -> Model:
        """The model alone."""
        return self.checker.model

    def problem(
        self,
        evidence: SourceFile | Sequence[Evidence] | None = None,
        queries: Sequence[str] | None = None,
        more: SourceFile | None = None,
    ) -> Problem:
        """The model with evidence and queries; those of the model's text stand in for what is not given.

        `more` is evidence beside the other.
        """
        observations, data = self.observations, tuple[Evidence, ...]()
        if isinstance(evidence, SourceFile):
            observations = tuple(_only_observations(evidence))
        elif evidence is not None:
            observations, data = (), tuple(evidence)
        if more is not None and more.text:
            observations += tuple(_only_observations(more))
        asked = self.queries if queries is None else tuple(map(_query, queries))
        return self.checker.problem(observations, asked, data)


def load(
    sources: Sequence[SourceFile],
    distributions: Mapping[str, Distribution],
    functions: Mapping[str, tuple[Builtin, ...]] | None = None,
    parameters: Mapping[str, Value] | None = None,
    objects: Mapping[str, Iterable[Value]] | None = None,
) -> Loaded:
    """Parses and checks the texts as one model; raises `BlogError` with all faults found."""
    statements: list[syntax.Statement] = []
    warnings: list[Diagnostic] = []
    for source in sources:
        program, diagnostics = parse(source)
        statements.extend(program.statements)
        warnings.extend(diagnostics)
    _raise_errors(warnings, sources)
    checker = Checker(distributions, functions or {}, parameters or {})
    checker.check(statements, objects or {})
    _raise_errors(checker.diagnostics, sources)
    observations = tuple(s for s in statements if isinstance(s, syntax.Observation))
    queries = tuple(s for s in statements if isinstance(s, syntax.QueryStatement))
    return Loaded(checker, observations, queries, tuple(warnings))


def _raise_errors(diagnostics: Sequence[Diagnostic], sources: Sequence[SourceFile]) -> None:
    """Raises the errors in the order of the text, those without a place last."""
    errors = [d for d in diagnostics if d.severity == "error"]
    places = {id(source): position for position, source in enumerate(sources)}

    def place(error: Diagnostic) -> tuple[int, int]:
        if error.span is None:
            return len(sources), 0
        return places.get(id(error.span.file), len(sources)), error.span.start

    if errors:
        raise BlogError(sorted(errors, key=place))


def _only_observations(source: SourceFile) -> Iterable[syntax.Observation]:
    program, diagnostics = parse(source)
    _raise_errors(diagnostics, [source])
    for statement in program.statements:
        if not isinstance(statement, syntax.Observation):
            raise BlogError([Diagnostic("only obs statements can be given as evidence", statement.span)])
        yield statement


def _query(text: str) -> syntax.QueryStatement:
    source = SourceFile("<query>", text)
    expression, diagnostics = parse_expression(source)
    _raise_errors(diagnostics, [source])
    assert expression is not None
    return syntax.QueryStatement(expression, span=expression.span)
