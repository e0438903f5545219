"""The page on the language: its examples have the answers that it gives, and no function is missing from it."""

from __future__ import annotations

import re

import pytest

import noumena as nm
from noumena.model.functions import FUNCTIONS
from tests.docs.pages import blocks, text_of

TEXT = text_of("reference/language.md")
EXAMPLES = blocks(TEXT, "blog")
VALUE = re.compile(r"(?:^|, )(\S.*?): ([01](?:\.\d+)?)(?=, |$)")


def expected(example: str) -> dict[str, dict[str, str]]:
    """For each query with a comment: its values, and their probabilities as they are written."""
    lines = re.findall(r"^query (.*);  // (.*)$", example, re.MULTILINE)
    return {query: dict(VALUE.findall(comment)) for query, comment in lines}


def test_the_page_has_examples_of_all_kinds() -> None:
    words = set(re.findall(r"[a-z]+", " ".join(EXAMPLES)))
    statements = {
        "type",
        "distinct",
        "guaranteed",
        "origin",
        "random",
        "fixed",
        "param",
        "distribution",
        "obs",
        "query",
    }
    assert statements <= words
    assert {"if", "else", "elseif", "case", "for", "exists", "forall"} <= words


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.splitlines()[0])
def test_an_example_has_the_answers_that_the_page_gives(example: str) -> None:
    params = {"p": 0.3} if "param " in example else {}
    model = nm.Model.from_text(example, params=params)
    assert model.warnings == ()
    posterior = model.infer(engine="exact")
    answers = expected(example)
    assert answers
    assert set(answers) <= set(posterior.queries)
    for query, values in answers.items():
        found = {outcome.text: outcome.probability for outcome in posterior[query].distribution or ()}
        assert set(found) == set(values), query
        for value, written in values.items():
            decimals = len(written.partition(".")[2])
            assert abs(found[value] - float(written)) <= 0.5 * 10**-decimals + 1e-9, (query, value)


def test_the_python_on_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec("\n".join(blocks(TEXT, "python")), {})
    assert float(capsys.readouterr().out) == pytest.approx(1 / 6)


def test_the_page_lists_every_function_and_no_other() -> None:
    _, _, part = TEXT.partition("\n## Functions\n")
    assert sorted(re.findall(r"`(\w+)`", part.partition("\nThe constants")[0])) == sorted(FUNCTIONS)
