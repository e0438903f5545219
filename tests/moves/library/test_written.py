"""A written move is a proposer like any other: its text is found, its code is hashed, its faults have lines."""

from __future__ import annotations

import inspect
import linecache
import traceback
import types

import pytest

import noumena as nm
from noumena.model.diagnostics import BlogError, RunError
from noumena.moves import LIBRARY
from noumena.moves.fingerprint import fingerprint
from noumena.moves.library import SplitMerge
from noumena.moves.library.written import LibraryMove
from noumena.moves.proposer import Proposer
from tests.moves.library.trying import Edited, table_of
from tests.moves.running import moves_of, started
from tests.oracles.brute_force import MODEL_FOLDER

MOVE = SplitMerge("PubCited", share=0.25)
CITATIONS = "m03_citations"


def test_the_text_is_found_by_python() -> None:
    table = table_of(CITATIONS)
    propose = type(MOVE.proposer(table)).propose
    assert isinstance(propose, types.FunctionType)
    text = MOVE.text(table)
    assert inspect.getsource(propose) in text
    linecache.checkcache()
    assert "".join(linecache.getlines(propose.__code__.co_filename)) == text


def test_each_text_has_a_file_name_of_its_own() -> None:
    files = {
        type(move.proposer(table_of(model))).propose.__code__.co_filename
        for model, move in (
            (CITATIONS, MOVE),
            (CITATIONS, SplitMerge("PubCited", True)),
            ("urn_small", SplitMerge("Drawn")),
        )
    }
    assert len(files) == 3
    assert all("SplitMerge(" in file for file in files)


def test_tracebacks_show_its_lines() -> None:
    made = MOVE.proposer(table_of(CITATIONS))
    with pytest.raises(AttributeError) as caught:
        made.propose(None, None)
    assert "first, second = rng.integer" in "".join(traceback.format_tb(caught.value.__traceback__))


def test_the_share_is_that_of_the_move() -> None:
    assert MOVE.proposer(table_of(CITATIONS)).share == 0.25
    assert SplitMerge("PubCited").share == Proposer.share


def test_its_code_is_part_of_the_fingerprint() -> None:
    table = table_of(CITATIONS)
    found = {
        fingerprint(move.proposer(table), table)
        for move in (MOVE, SplitMerge("PubCited", number=True), Edited(MOVE, "- 2", "- 1"))
    }
    assert None not in found
    assert len(found) == 3


def test_faults_in_a_text_are_told_with_its_line() -> None:
    with pytest.raises(BlogError) as caught:
        moves_of(CITATIONS, Edited(MOVE, "world.Cit.number", "world.Cit.numbr"))
    diagnostic = caught.value.diagnostics[0]
    assert diagnostic.message == "the type `Cit` has no `numbr`"
    assert diagnostic.span is not None
    assert "Edited SplitMerge(PubCited)" in diagnostic.span.location
    chain = started(moves_of(CITATIONS, Edited(MOVE, "rng.integer(world.Cit.number)", "1 // 0")))
    with pytest.raises(RunError) as stopped:
        chain.advance(100)
    assert stopped.value.diagnostic.span is not None
    assert "1 // 0" in stopped.value.diagnostic.span.text


def test_the_library_has_its_moves_by_name() -> None:
    for name, move in LIBRARY.items():
        assert issubclass(move, LibraryMove)
        assert getattr(nm.moves, name) is move


def test_a_move_that_is_not_told_what_it_is_for_is_refused() -> None:
    with pytest.raises(BlogError) as caught:
        moves_of(CITATIONS, SplitMerge)  # type: ignore[arg-type]  # what a user may do
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == "`SplitMerge` is a move of the library, and must be told what it is for"
    assert diagnostic.hint == 'write SplitMerge("…")'


def test_checked_runs_take_it() -> None:
    model = nm.Model.from_files(MODEL_FOLDER / "m03_citations.blog")
    found = model.infer(engine="mh", samples=20, burn_in=0, chains=1, backend="python", check=True, proposer=MOVE)
    assert found.acceptance is not None
    assert MOVE.name in found.acceptance


def test_a_model_says_what_a_move_of_the_library_would_be() -> None:
    model = nm.Model.from_text(
        "type A; type B; distinct A X, Y; #B ~ Poisson(3); random B F(A a) ~ UniformChoice({b for B b});"
    )
    text = model.move_text(nm.moves.SplitMerge("F"), "obs (F(X) == F(Y)) = true;")
    assert text.splitlines()[5] == "class SplitMerge(nm.Proposer):"
