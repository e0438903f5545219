"""The reader of programs: what their expectations mean, and that a wrong one is noticed."""

from __future__ import annotations

import math

import pytest

from noumena.model.diagnostics import Diagnostic
from noumena.model.source import SourceFile, Span
from tests.program_arithmetic import distribution, evaluate
from tests.program_files import Message, read_program


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0.3*0.2 + 0.7*0.8", 0.62),
        ("1/2*1/4", 0.125),
        ("-(2 - 5)**2", -9),
        ("exp(-1)*factorial(3)", 6 / math.e),
        ("comb(4, 2)/z", 3.0),
        ("(1 - erf(0))/2", 0.5),
        ("sqrt(pi)", math.sqrt(math.pi)),
    ],
)
def test_arithmetic(text: str, value: float) -> None:
    assert evaluate(text, {"z": 2.0}) == pytest.approx(value, abs=1e-15)


@pytest.mark.parametrize("text", ["x", "__import__('os')", "[1]", "True", "1 if 1 else 2", "1 +", "abs(1)", "1 < 2"])
def test_nothing_but_arithmetic_is_evaluated(text: str) -> None:
    with pytest.raises(ValueError, match="is no arithmetic"):
        evaluate(text, {})


def test_distributions_have_values_with_brackets_and_strings() -> None:
    assert distribution('{{1, 2}: 1/4, "a:b, c": 1/4, [x, y]: comb(4, 2)/12}', {}) == (
        {"{1, 2}": 0.25, '"a:b, c"': 0.25, "[x, y]": 0.5},
        False,
    )
    assert distribution("{0: 0.5, ...}", {}) == ({"0": 0.5}, True)


@pytest.mark.parametrize("text", ["true: 1", "{true}", "{1: 0.5, 1: 0.5}"])
def test_other_distributions_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not|is no arithmetic"):
        distribution(text, {})


TEXT = "// About.\n//! error: 4:7 unknown name `y`\n//! help: x\nquery y;\n"
SOURCE = SourceFile("p.blog", TEXT)
PLACE = TEXT.index("y;")


@pytest.mark.parametrize(
    ("found", "right"),
    [
        (Diagnostic("unknown name `y`", Span(SOURCE, PLACE, PLACE + 1), "x"), True),
        (Diagnostic("unknown name `y`", Span(SOURCE, PLACE + 1, PLACE + 2), "x"), False),
        (Diagnostic("unknown name `y`", Span(SOURCE, 0, 1), "x"), False),
        (Diagnostic("unknown name `y`", None, "x"), False),
        (Diagnostic("unknown name `y`", Span(SOURCE, PLACE, PLACE + 1)), False),
        (Diagnostic("unknown name `y`.", Span(SOURCE, PLACE, PLACE + 1), "x"), False),
        (Diagnostic("unknown name `y`", Span(SOURCE, PLACE, PLACE + 1), "x", "warning"), False),
        (Diagnostic("unknown name `y`", Span(SourceFile("q.blog", TEXT), PLACE, PLACE + 1), "x"), False),
    ],
)
def test_a_message_is_compared_in_all_its_parts(found: Diagnostic, right: bool) -> None:
    (expected,) = read_program("p", (SOURCE,)).errors
    assert expected.matches(found) is right


def test_a_message_may_point_at_no_text() -> None:
    message = Message("error", "p.blog", None, "too long")
    assert message.matches(Diagnostic("too long"))
    assert not message.matches(Diagnostic("too long", Span(SOURCE, 0, 1)))


def test_the_column_counts_tabs_as_one_character() -> None:
    source = SourceFile("p.blog", "\tquery\ty;")
    found = Diagnostic("unknown name `y`", Span(source, 7, 8))
    assert Message("error", "p.blog", "1:8", "unknown name `y`").matches(found)


def test_all_kinds_of_lines_are_read() -> None:
    text = (
        "// About.\n//! let: z = 4\n//! answer: a => b => {true: 1/z,\n//!   false: 3/z}\n//! mean lw: x => z/2\n"
        "//! run-error: - slow\n//! help: wait\n//! run-error lw: 1:1 bad\n//! param: p = [1, 2]\n"
        "//! python: Die, Twice\n//! evidence: obs x = 1;\n//! query: x\n//! samples\n//! row: param\n"
    )
    program = read_program("p", (SourceFile("p.blog", text),))
    assert [(a.query, a.probabilities, a.mean, a.sampled) for a in program.answers] == [
        ("a => b", {"true": 0.25, "false": 0.75}, None, False),
        ("x", {}, 2.0, True),
    ]
    slow, bad = Message("error", "p.blog", None, "slow", "wait"), Message("error", "p.blog", "1:1", "bad")
    assert program.run_errors == {"exact": [slow], "lw": [slow, bad]}
    assert (program.parameters, program.python, program.samples) == ({"p": [1, 2]}, ["Die", "Twice"], True)
    assert (program.evidence, program.queries, program.rows) == ("obs x = 1;", ["x"], ["param"])


@pytest.mark.parametrize(
    "line", ["anwser: x => {1: 1}", "error: no place", "help: of nothing", "mean: x => 1", "samples: 3"]
)
def test_a_line_that_means_nothing_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"p: `.*`"):
        read_program("p", (SourceFile("p.blog", f"//! {line}\n"),))
