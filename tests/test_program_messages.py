"""Every message of the language has a program that shows it, and every construct has a program that uses it.

The messages are read off the source: the text in each call that makes a diagnostic, with `{}` for what an f-string
fills in. A new message without a program fails here.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from noumena.distributions import BUILT_IN
from noumena.language.load import load
from noumena.model.diagnostics import BlogError
from noumena.model.source import SourceFile
from tests.program_files import all_programs

TESTS = Path(__file__).parent
SOURCE = TESTS.parent / "src" / "noumena"
WITHOUT_CHAINS = ("enumeration", "abstract_state", "branching", "budget", "likelihood_weighting", "rejection")
SCANNED = [
    *sorted((SOURCE / "language").glob("*.py")),
    SOURCE / "model" / "evaluation.py",
    *sorted((SOURCE / "reference").glob("*.py")),
    *(SOURCE / "inference" / f"{name}.py" for name in WITHOUT_CHAINS),
]
"""What a program can show; what moves and chains say is tested in tests/inference and tests/moves."""

MAKERS = {
    "error": (0, ""),
    "wrong": (0, ""),
    "fail": (0, ""),
    "Diagnostic": (0, ""),
    "BadLiteral": (0, ""),
    "expect": (2, " must be {}, not {}"),
    "joined": (1, " have no common type: {} and {}"),
}
"""The functions that make messages: which argument holds the text, and what the function adds to it."""

PASSED_ON = {
    "bad.message": "the texts of BadLiteral",
    "str(error)": "the errors of the library's functions, which tests/model/functions checks",
    "failure.message()": "spelled below",
    "message of _missing_word": "spelled below",
}
"""Arguments that are no text, and where the text comes from."""

SPELLED_ELSEWHERE = {
    "unexpected `{}`; expected {}",
    "unexpected end; expected {}",
    "`then` is missing after the condition of `if`",
    "`in` is missing after the subject of `case`",
}
"""Templates that are not written in the call."""

TESTED_ELSEWHERE = {
    "only {} of {} samples were accepted in {} attempts": (
        "inference/test_rejection.py",
        "test_improbable_evidence_says_how_far_it_came",
    ),
    "the evidence is not solved for {}": (
        "reference/test_instantiation.py",
        "test_the_slope_of_an_evidence_term",
    ),
    "{} is derived in this world and cannot be instantiated": (
        "reference/test_instantiation.py",
        "test_a_derived_variable_cannot_be_instantiated",
    ),
    "`{}` takes no bracketed parameters": (
        "test_program_messages.py",
        "test_a_distribution_that_cannot_be_configured_says_so",
    ),
}
"""Messages that no program can show reliably, with the test that does."""

ROWS = (
    "type declaration",
    "guaranteed objects",
    "built-in types",
    "array type",
    "List and Map types",
    "random function",
    "random constant",
    "deterministic random function",
    "distribution inside expression",
    "nested distribution call",
    "random arguments",
    "number statement",
    "origin functions",
    "two origin functions",
    "several number statements",
    "if then else",
    "case",
    "case on a tuple",
    "explicit set",
    "set comprehension",
    "integer ranges",
    "list comprehension",
    "quantifiers",
    "aggregates",
    "argmax and average",
    "cardinality",
    "map literal",
    "list and matrix literals",
    "fixed function",
    "table functions",
    "external function",
    "param",
    "named distribution",
    "value evidence",
    "symbol evidence",
    "size evidence",
    "loops",
    "query",
    "dynamic models",
    "equality and null",
    "operators",
    "overloading",
    "literals",
    "constants",
)
"""The constructs of the language."""


def templates(path: Path) -> Iterator[str]:
    """The messages of a module."""
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef):
            for call in calls(function):
                position, addition = MAKERS[called(call)]
                for text in texts(call.args[position], function):
                    yield text + addition


def calls(function: ast.FunctionDef) -> Iterator[ast.Call]:
    """The calls in a function that make a message, those in functions inside it left out."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef):
            continue
        if isinstance(node, ast.Call) and called(node) in MAKERS and len(node.args) > MAKERS[called(node)][0]:
            yield node
        waiting.extend(ast.iter_child_nodes(node))


def called(call: ast.Call) -> str:
    """The name of what is called, without what it belongs to."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def texts(node: ast.expr, function: ast.FunctionDef) -> Iterator[str]:
    """The texts that an argument may be; none for a parameter, which callers fill in."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
        case ast.IfExp(body=body, orelse=otherwise):
            yield from texts(body, function)
            yield from texts(otherwise, function)
        case ast.Name(id=name):
            if name in {argument.arg for argument in function.args.args}:
                return
            values = [a.value for a in ast.walk(function) if isinstance(a, ast.Assign) and assigns(a, name)]
            assert values or f"{name} of {function.name}" in PASSED_ON, f"{name} of {function.name} has no text"
            for value in values:
                yield from texts(value, function)
        case _:
            assert ast.unparse(node) in PASSED_ON, f"{ast.unparse(node)} in {function.name} is no text"


def assigns(assignment: ast.Assign, name: str) -> bool:
    """Whether an assignment is to this name."""
    return any(isinstance(target, ast.Name) and target.id == name for target in assignment.targets)


def is_shown(template: str) -> bool:
    """Whether some program expects a message of this form."""
    pattern = ".+".join(map(re.escape, template.split("{}")))
    return any(re.fullmatch(pattern, message) for message in MESSAGES)


TEMPLATES = sorted({*SPELLED_ELSEWHERE, *(text for path in SCANNED for text in templates(path))})
MESSAGES = [message for program in all_programs() for message in program.messages]


@pytest.mark.parametrize("template", TEMPLATES)
def test_each_message_has_a_program(template: str) -> None:
    assert is_shown(template) or template in TESTED_ELSEWHERE


@pytest.mark.parametrize("template", TESTED_ELSEWHERE)
def test_messages_that_no_program_shows_have_a_test(template: str) -> None:
    file, test = TESTED_ELSEWHERE[template]
    assert template in TEMPLATES
    assert not is_shown(template)
    assert f"def {test}(" in (TESTS / file).read_text(encoding="utf-8")


def test_the_rows_of_the_table_have_programs() -> None:
    assert {row for program in all_programs() for row in program.rows} == set(ROWS)


def test_templates_are_found_in_all_their_forms(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        "def f(self, given):\n"
        "    self.error('plain (text)', span)\n"
        "    message = f'`{x}` is {y}'\n"
        "    fail(message)\n"
        "    raise fail(given)\n"
        "    Diagnostic('one' if a else f'two {b}')\n"
        "    self.expect(term, wanted, 'the body')\n"
        "    other('no message')\n"
    )
    assert set(templates(module)) == {
        "plain (text)",
        "`{}` is {}",
        "one",
        "two {}",
        "the body must be {}, not {}",
    }


def test_an_argument_without_a_text_is_noticed(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text("def f():\n    fail(somewhere.text)\n")
    with pytest.raises(AssertionError, match=r"somewhere.text in f is no text"):
        list(templates(module))


class Reconfigured:
    """A distribution that takes bracketed parameters and becomes one that takes others."""

    name = "Reconfigured"
    signatures = BUILT_IN["Poisson"].signatures

    def configure(self, *parameters: Any) -> Any:
        return BUILT_IN["Poisson"]


def test_a_distribution_that_cannot_be_configured_says_so() -> None:
    source = SourceFile("model.blog", "random Integer x ~ Reconfigured[3];")
    library: dict[str, Any] = {**BUILT_IN, "Reconfigured": Reconfigured()}
    with pytest.raises(BlogError) as caught:
        load([source], library)
    assert [d.message for d in caught.value.diagnostics] == ["`Reconfigured` takes no bracketed parameters"]
