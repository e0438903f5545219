"""Words, gaps, and the states that tags give to words."""

from __future__ import annotations

import numpy as np

from noumena.domains.citations.reading.states import (
    AUTHOR,
    BEFORE,
    DATE,
    EDITOR,
    LATE_AUTHOR,
    OTHER,
    TITLE,
    VENUE,
    may_follow,
    tagged_states,
)
from noumena.domains.citations.reading.tokens import tokens_of


def states(tagged: str) -> list[tuple[str, int]]:
    tokens, found = tagged_states(tagged)
    return list(zip(tokens.words, found, strict=True))


def test_a_text_falls_into_words_and_gaps() -> None:
    tokens = tokens_of('[3] o\'hara, j.-p. "on go - a view," 1990.')
    assert tokens.words == ("3", "o'hara", "j", "p", "on", "go", "a", "view", "1990")
    assert tokens.gaps == ("[", "]", ",", ".-", '."', "", "_", "", ',"', ".")
    assert [tokens.text[a:b] for a, b in zip(tokens.starts, tokens.ends, strict=True)] == list(tokens.words)


def test_a_text_without_words_has_one_gap() -> None:
    assert tokens_of("?!").words == ()
    assert tokens_of("?!").gaps == ("?!",)
    assert tokens_of("").gaps == ("",)


def test_what_comes_after_so_many_words_is_left_out() -> None:
    tokens = tokens_of("on go. a view", 2)
    assert (tokens.words, tokens.gaps, tokens.text) == (("on", "go"), ("", "", ""), "on go")


def test_tags_give_states() -> None:
    tagged = (
        "[3] <author>A. Bee</author> <date>(1990).</date> <title>On Go.</title> <editor>In C. Dee, editor,</editor>"
        " <booktitle>Games</booktitle> <pages>1-2</pages>"
    )
    before = [("3", BEFORE), ("a", AUTHOR), ("bee", AUTHOR), ("1990", DATE), ("on", TITLE), ("go", TITLE)]
    editors = [(word, EDITOR) for word in ("in", "c", "dee", "editor")]
    assert states(tagged) == [*before, *editors, ("games", VENUE), ("1", OTHER), ("2", OTHER)]


def test_authors_after_the_title_are_told_from_those_before_it() -> None:
    assert states("<title>On Go</title> by <author>A. Bee</author>, <date>1990</date>") == [
        ("on", TITLE), ("go", TITLE), ("by", OTHER), ("a", LATE_AUTHOR), ("bee", LATE_AUTHOR), ("1990", OTHER),
    ]  # fmt: skip


def test_a_book_without_a_title_has_its_booktitle_and_its_editors() -> None:
    assert states("<editor>A. Bee, ed.</editor> <booktitle>On Go.</booktitle> <publisher>MIT</publisher>") == [
        ("a", AUTHOR), ("bee", AUTHOR), ("ed", AUTHOR), ("on", TITLE), ("go", TITLE), ("mit", OTHER),
    ]  # fmt: skip


def test_without_title_all_after_the_authors_is_the_rest() -> None:
    assert states("1. <author>A. Bee,</author> <journal>Science</journal> <date>1990</date>") == [
        ("1", BEFORE), ("a", AUTHOR), ("bee", AUTHOR), ("science", VENUE), ("1990", OTHER),
    ]  # fmt: skip
    assert states("<journal>Science</journal> 1990") == [("science", VENUE), ("1990", OTHER)]
    assert states("") == []


def test_the_title_is_never_left_and_entered_again() -> None:
    allowed = may_follow()
    reached = np.linalg.matrix_power(allowed.astype(int), 8) > 0
    after_title = [state for state in range(len(allowed)) if state != TITLE and allowed[TITLE, state]]
    assert after_title == [VENUE, EDITOR, OTHER, LATE_AUTHOR]
    assert not reached[after_title, TITLE].any()
    assert allowed.diagonal().all()
