"""Chains of comparisons, mixed operators and deep nesting."""

from __future__ import annotations

import pytest

from noumena.language.printer import print_program
from noumena.language.review import DEEPEST_BRACKETS, DEEPEST_TREE
from noumena.language.walk import children, depth, post_order
from tests.language.reading import complaint, complaints, expression, program


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("a < b <= c", "comparisons do not chain: `a < b <= c`", "write `a < b & b <= c`"),
        ("a == b != c + 1", "comparisons do not chain: `a == b != c + 1`", "write `a == b & b != c + 1`"),
        (
            "0 < a_long_name(of, some, long, arguments) < 1",
            "comparisons do not chain: `0 < … < 1`",
            "write `0 < … & … < 1`",
        ),
    ],
)
def test_comparisons_do_not_chain(text: str, message: str, hint: str) -> None:
    found = complaint(f"query {text};")
    assert (found.severity, found.message, found.hint) == ("error", message, hint)


@pytest.mark.parametrize("text", ["(a < b) == c", "a == (b < c)", "a < b & b < c", "exists T x a < b"])
def test_comparisons_may_be_compared_in_parentheses(text: str) -> None:
    assert complaints(f"query {text};") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a & b | c", "`a & b | c` is read as `(a & b) | c`, not as `a & (b | c)`"),
        ("a | b & c", "`a | b & c` is read as `(a | b) & c`, not as `a | (b & c)`"),
        ("a & b & c | d", "`a & b & c | d` is read as `(a & b & c) | d`, not as `a & b & (c | d)`"),
        ("a & b | c & d", "`a & b | c` is read as `(a & b) | c`, not as `a & (b | c)`"),
        ("a * b ^ c", "`a * b ^ c` is read as `(a * b) ^ c`, not as `a * (b ^ c)`"),
        ("a ^ b / c", "`a ^ b / c` is read as `(a ^ b) / c`, not as `a ^ (b / c)`"),
        ("a ^ b % c", "`a ^ b % c` is read as `(a ^ b) % c`, not as `a ^ (b % c)`"),
        (
            "a & b | f(a_long_name, another_long_name)",
            "`a & b | …` is read as `(a & b) | …`, not as `a & (b | …)`",
        ),
    ],
)
def test_mixed_operators_give_a_warning(text: str, message: str) -> None:
    found = complaint(f"query {text};")
    assert (found.severity, found.message) == ("warning", message)
    assert found.hint == "write parentheses to say which"
    assert found.span is not None
    assert found.span.text in "&|*/%^"


@pytest.mark.parametrize(
    "text",
    [
        "a & b & c",
        "(a & b) | c",
        "a & (b | c)",
        "a * b / c % d",
        "a ^ b ^ c",
        "(2 * a) ^ b",
        "a + b * c",
        "a & b => c | d",
    ],
)
def test_other_operators_give_no_warning(text: str) -> None:
    assert complaints(f"query {text};") == []


def test_a_warning_does_not_lose_the_statement() -> None:
    assert len(program("query a & b | c;").statements) == 1


def test_two_chains_give_two_warnings() -> None:
    assert [found.severity for found in complaints("query f(a & b | c, a * b ^ c);")] == ["warning", "warning"]


@pytest.mark.parametrize(("opening", "closing"), ["()", "[]", "{}", ("f(", ")")])
def test_brackets_are_nested_so_deep_and_no_deeper(opening: str, closing: str) -> None:
    most = DEEPEST_BRACKETS
    assert len(program(f"query {opening * most}a{closing * most};").statements) == 1
    found = complaint(f"query {opening * (most + 1)}a{closing * (most + 1)};")
    assert found.message == "nested too deeply: more than 100 brackets inside one another"
    assert found.hint == "name the inner parts with functions of their own"


@pytest.mark.parametrize(
    ("repeated", "last"),
    [("a + ", "a"), ("a & ", "a"), ("-", "a"), ("!", "a"), ("if a then ", "b"),
     ("if a then b else ", "c")],
)  # fmt: skip
def test_trees_are_so_deep_and_no_deeper(repeated: str, last: str) -> None:
    most = DEEPEST_TREE - 2  # beside the query itself, and the last operand
    deepest = program(f"query {repeated * most}{last};")
    assert depth(deepest.statements[0]) == DEEPEST_TREE
    assert program(print_program(deepest)) == deepest
    found = complaint(f"query {repeated * (most + 1)}{last};")
    assert found.message == "nested too deeply: more than 200 levels"
    assert found.hint == "each operator of a chain is one level; name parts of it with functions of their own"


@pytest.mark.parametrize(
    "text",
    [
        "query " + "a + " * 20_000 + "a;",
        "query " + "-" * 20_000 + "a;",
        "query " + "(" * 20_000 + "a" + ")" * 20_000 + ";",
        "query " + "(" * 20_000 + "]" * 20_000 + ";",
        "query if a then b " + "elseif a then b " * 5_000 + ";",
        "query a" + "[1]" * 5_000 + ";",
        "random " + "List<" * 5_000 + "A" + ">" * 5_000 + " x ~ 3;",
        "random A" + "[]" * 5_000 + " x ~ 3;",
        "query " + "9" * 20_000 + ";",
        "query f(" * 2_000,
    ],
)
def test_no_text_is_too_deep_to_be_refused(text: str) -> None:
    assert {found.severity for found in complaints(text)} == {"error"}


def test_a_long_list_is_not_deep() -> None:
    assert len(program("query [" + "1, " * 5_000 + "1];").statements) == 1


def test_a_walk_meets_every_node_after_its_children() -> None:
    tree = expression("if a then {b -> c, 1 -> #{T x : d}} else [1, 2; 3, 4]")
    seen: set[int] = set()
    count = 0
    for node in post_order(tree):
        assert all(id(child) in seen for child in children(node))
        seen.add(id(node))
        count += 1
    assert count == len(seen) == 17
    assert depth(tree) == 6
