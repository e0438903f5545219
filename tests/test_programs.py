"""Small programs, each for one construct or one mistake, that say in themselves what is expected of them.

A program is a file of `tests/programs` (or three: `NAME.mblog`, `NAME.eblog`, `NAME.qblog`). It begins with a comment
that says what it is about; then come its expectations, on lines that begin with `//!`. A line that begins with `//!`
and three blanks goes on with the line before.

    //! answer: X => {true: 0.3*0.2 + 0.7*0.8, false: 0.7*0.2 + 0.3*0.8}    the exact posterior of a query
    //! answer: #Ball => {0: exp(-2), 1: 2*exp(-2), ...}                    other values may occur
    //! answer lw: x > 0 => {true: 0.5, false: 0.5}                         enumeration must refuse; sampled only
    //! mean lw: x => 0.5                                                   the mean of a real query, sampled only
    //! let: z = 0.3*0.2 + 0.7*0.8                                          a name for the arithmetic of later lines
    //! samples                                                             nothing is asked: a world is drawn
    //! error: 3:14 unknown name `Bleu`                                     line, column, message: all, in order
    //! help: did you mean `Blue`?                                          belongs to the message before
    //! warning: 4:9 …                                                      the program is right all the same
    //! run-error: 5:1 …                                                    told by the exact engine and by lw
    //! run-error lw: - …                                                   by one of exact, lw, rejection, sample
    //! param: p = 0.3                                                      values given from Python
    //! objects: Cit = ["a", "b"]
    //! evidence: obs x = 1;
    //! query: x + 1                                                        asked in place of the program's queries
    //! python: Die, Twice                                                  taken from `programs_library.py`
    //! limit: language.observations.ROUNDS_AT_MOST = 10                    a bound made small, so that the program is
    //! row: array type                                                     the construct that it covers

A message without a place, such as that a chain of dependencies is too long, has `-` for line and column.

Probabilities are derived by hand, never copied from what the program prints. Values are written as the language writes
them: `true`, `3`, `0.5`, `"a"`, `null`, `Blue`, `@2`, `{1, 2}`, `[1, 2]`, and `not null` for an object without a name.

Statistics: seeds are fixed. With n effective samples a frequency strays from its probability p by more than
6 sqrt(p (1 - p) / n) + 12 / n with probability below 2 exp(-18) = 3e-8 (Bernstein), and a mean by more than 6 standard
errors with about 5e-9. No program has more than 30 such figures, so a correct engine fails one with less than 1e-6.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable

import numpy as np
import pytest

from noumena.distributions import BUILT_IN
from noumena.inference.budget import OutOfReach
from noumena.inference.enumeration import enumerate_exactly
from noumena.inference.likelihood_weighting import likelihood_weighting
from noumena.inference.rejection import rejection
from noumena.inference.result import Marginal, Result
from noumena.language.format import format_text
from noumena.language.load import Loaded, load
from noumena.language.parser import parse
from noumena.language.printer import print_program
from noumena.model.diagnostics import BlogError, Diagnostic, RunError
from noumena.model.functions import render
from noumena.model.model import Problem
from noumena.model.source import SourceFile
from noumena.model.types import MATRIX, REAL
from noumena.python_library import python_distributions, python_functions
from noumena.reference.sample_world import sample_world
from tests.program_files import Answer, Message, Program, all_programs
from tests.programs_library import DISTRIBUTIONS, FUNCTIONS

PROGRAMS = all_programs()
RIGHT = [program for program in PROGRAMS if not program.errors]
FAILING = [(program, engine) for program in PROGRAMS for engine in program.run_errors]
ENUMERATED = [program for program in RIGHT if any(not answer.sampled for answer in program.answers)]
SAMPLED = [program for program in RIGHT if program.answers]

SAMPLES = 400
LEAST_EFFECTIVE = 100
ACCEPTED = 100
"""How many worlds rejection must accept, where the evidence has a probability of a fifth or more."""

RUNS: dict[str, Callable[[Problem], object]] = {
    "exact": enumerate_exactly,
    "lw": lambda asked: likelihood_weighting(asked, SAMPLES, seed=1),
    "rejection": lambda asked: rejection(asked, ACCEPTED, seed=1, attempts_per_sample=20),
    "sample": lambda asked: sample_world(asked, seed=1),
}
"""What a run error may be expected of; `sample` draws a world from the prior."""


def names(programs: Iterable[Program]) -> list[str]:
    return [program.name for program in programs]


def loaded(program: Program) -> Loaded:
    """The checked program, with what it asks for from Python."""
    distributions = {name: DISTRIBUTIONS[name] for name in program.python if name in DISTRIBUTIONS}
    functions = {name: FUNCTIONS[name] for name in program.python if name not in DISTRIBUTIONS}
    library = {**BUILT_IN, **python_distributions(distributions)}
    return load(program.sources, library, python_functions(functions), program.parameters, program.objects)


def problem(program: Program) -> Problem:
    """The program with its evidence and queries, or those given from outside."""
    evidence = None if program.evidence is None else SourceFile("<evidence>", program.evidence)
    return loaded(program).problem(evidence, program.queries or None)


def check_messages(found: Iterable[Diagnostic], expected: list[Message]) -> None:
    """Asserts that the diagnostics are those expected, in order, and look as they should."""
    diagnostics = list(found)
    rendered = "\n".join(diagnostic.render() for diagnostic in diagnostics)
    assert [d.message for d in diagnostics] == [m.text for m in expected], rendered
    for diagnostic, message in zip(diagnostics, expected, strict=True):
        assert message.matches(diagnostic), f"expected {message}, but it is told as\n{diagnostic.render()}"


def frequencies(marginal: Marginal) -> dict[str, float]:
    """The probability of each value, by its text."""
    found: dict[str, float] = {}
    for value, weight in zip(marginal.values, marginal.weights, strict=True):
        found[render(value)] = found.get(render(value), 0.0) + float(weight)
    return found


def marginals(program: Program, result: Result) -> list[tuple[Answer, Marginal]]:
    """Each answer that is expected, with the one that was found; there is one for each query, in order."""
    assert [m.query.text for m in result.marginals] == [a.query for a in program.answers]
    return list(zip(program.answers, result.marginals, strict=True))


def check_samples(answer: Answer, marginal: Marginal) -> None:
    """Asserts that weighted samples agree with the answer, where there are enough to tell."""
    weights = marginal.weights
    effective = 1.0 / float((weights**2).sum())
    if effective < LEAST_EFFECTIVE:
        return
    if answer.mean is not None:
        values = np.array(marginal.values, dtype=float)
        error = math.sqrt(float((weights**2 * (values - values @ weights) ** 2).sum()))
        assert abs(float(values @ weights) - answer.mean) <= 6 * error, answer.query
        return
    found = frequencies(marginal)
    assert answer.is_open or found.keys() <= answer.probabilities.keys(), answer.query
    for value, p in answer.probabilities.items():
        tolerance = 6 * math.sqrt(max(0.0, p * (1 - p)) / effective) + 12 / effective
        assert abs(found.get(value, 0.0) - p) <= tolerance, f"{answer.query} = {value}"


@pytest.fixture(autouse=True)
def _limits(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bounds that a program makes small."""
    for name, value in request.getfixturevalue("program").limits.items():
        monkeypatch.setattr(f"noumena.{name}", value)


@pytest.mark.parametrize("program", PROGRAMS, ids=names(PROGRAMS))
def test_the_program_is_read_as_it_should(program: Program) -> None:
    if not program.errors:
        problem(program)
        check_messages(loaded(program).warnings, program.warnings)
        return
    with pytest.raises(BlogError) as caught:
        problem(program)
    check_messages(caught.value.diagnostics, program.errors)


@pytest.mark.parametrize("program", ENUMERATED, ids=names(ENUMERATED))
def test_exact_answers(program: Program) -> None:
    result = enumerate_exactly(problem(program))
    assert result.warnings == ()
    for answer, marginal in marginals(program, result):
        found = frequencies(marginal)
        if not answer.is_open:
            assert found.keys() == {value for value, p in answer.probabilities.items() if p > 0}, answer.query
        for value, p in answer.probabilities.items():
            assert found.get(value, 0.0) == pytest.approx(p, abs=1e-9), f"{answer.query} = {value}"


@pytest.mark.parametrize("program", SAMPLED, ids=names(SAMPLED))
def test_likelihood_weighting_agrees(program: Program) -> None:
    asked = problem(program)
    if any(answer.sampled for answer in program.answers):
        with pytest.raises(OutOfReach):
            enumerate_exactly(asked)
    for answer, marginal in marginals(program, likelihood_weighting(asked, SAMPLES, seed=1)):
        check_samples(answer, marginal)


@pytest.mark.parametrize("program", ENUMERATED, ids=names(ENUMERATED))
def test_rejection_agrees_where_evidence_is_probable(program: Program) -> None:
    asked = problem(program)
    if any(evidence.term.type in (REAL, MATRIX) for evidence in asked.evidence) or "sample" in program.run_errors:
        return
    if (enumerate_exactly(asked).log_evidence or 0.0) < math.log(0.2):
        return
    for answer, marginal in marginals(program, rejection(asked, ACCEPTED, seed=1, attempts_per_sample=20)):
        check_samples(answer, marginal)


@pytest.mark.parametrize(("program", "engine"), FAILING, ids=[f"{p.name}-{engine}" for p, engine in FAILING])
def test_runs_fail_with_a_message(program: Program, engine: str) -> None:
    run = RUNS[engine]
    asked = problem(program)
    with pytest.raises((RunError, BlogError)) as caught:
        run(asked)
    match caught.value:
        case BlogError(diagnostics=found):
            check_messages(found, program.run_errors[engine])
        case RunError(diagnostic=one):
            check_messages([one], program.run_errors[engine])


@pytest.mark.parametrize("program", RIGHT, ids=names(RIGHT))
def test_a_world_is_drawn(program: Program) -> None:
    if program.run_errors:
        return
    for seed in range(3):
        for variable, value in sample_world(problem(program), seed):
            assert variable
            assert value


@pytest.mark.parametrize("program", RIGHT, ids=names(RIGHT))
def test_printing_and_parsing_give_the_same_program(program: Program) -> None:
    for source in program.sources:
        original, _ = parse(source)
        again, diagnostics = parse(SourceFile("printed", print_program(original)))
        assert [d.render() for d in diagnostics if d.severity == "error"] == []
        assert again == original


@pytest.mark.parametrize("program", RIGHT, ids=names(RIGHT))
def test_formatting_twice_is_formatting_once(program: Program) -> None:
    for source in program.sources:
        once, _ = format_text(source)
        twice, _ = format_text(SourceFile(source.name, once))
        assert twice == once
        assert parse(SourceFile(source.name, once))[0] == parse(source)[0]


@pytest.mark.parametrize("program", PROGRAMS, ids=names(PROGRAMS))
def test_the_program_says_what_it_is_about_and_what_is_expected(program: Program) -> None:
    assert re.match(r"// [A-Z`].{20,}\n", program.sources[0].text)
    assert program.answers or program.errors or program.run_errors or program.samples
    for answer in program.answers:
        if answer.mean is None and not answer.is_open:
            assert sum(answer.probabilities.values()) == pytest.approx(1, abs=1e-12), answer.query
