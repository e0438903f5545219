"""The colours of BLOG on pages: every text is understood, and no keyword of the grammar is missing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from blog_lexer import CONSTANTS, INNER, STATEMENTS, BlogLexer
from pygments.token import Comment, Error, Keyword

import noumena.language
from tests.docs.pages import PAGES, ROOT, blocks

PROGRAMS = sorted((ROOT / "tests" / "programs").glob("[!e]*.*blog"))


def test_every_model_on_a_page_is_understood() -> None:
    shown = [block for page in PAGES for block in blocks(page.read_text(encoding="utf-8"), "blog")]
    assert len(shown) > 20
    for block in shown:
        assert Error not in {kind for kind, _ in BlogLexer().get_tokens(block)}, block


@pytest.mark.parametrize("program", PROGRAMS[::10], ids=lambda path: path.stem)
def test_programs_are_understood(program: Path) -> None:
    assert Error not in {kind for kind, _ in BlogLexer().get_tokens(program.read_text(encoding="utf-8"))}


def test_the_keywords_are_those_of_the_grammar() -> None:
    grammar = (Path(noumena.language.__file__).parent / "grammar.lark").read_text(encoding="utf-8")
    words = set(re.findall(r'^[A-Z]+: "([a-z]+)"$', grammar, re.MULTILINE))
    assert words == {*STATEMENTS, *INNER, *CONSTANTS}


def test_the_first_line_of_a_cell_is_no_model() -> None:
    tokens = list(BlogLexer().get_tokens("%%blog --seed 1\ntype Ball;"))
    assert tokens[0] == (Comment.Preproc, "%%blog --seed 1")
    assert (Keyword.Declaration, "type") in tokens
