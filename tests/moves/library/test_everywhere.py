"""Each move that fits a model of `tests/models` leaves its posterior as it is; none raises when it runs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from noumena.model.diagnostics import BlogError
from noumena.moves.library import (
    BirthDeath,
    BlockedGibbs,
    FromData,
    GibbsReference,
    MoveReferrer,
    RestrictedSplitMerge,
    SmartMerge,
    SmartSplit,
    SplitMerge,
    SwapReferrers,
    Transfer,
)
from noumena.moves.library.written import LibraryMove
from noumena.moves.table import Table
from tests.moves.library.trying import table_of
from tests.moves.running import moves_of, wrongness
from tests.oracles.brute_force import MODEL_FOLDER

MODELS = sorted(path.stem for path in MODEL_FOLDER.glob("*.blog"))
FEW = ("c02_named_set", "c24_observation_loop", "m10_generators", "urn_null_seen")
"""Models that no other test of the library has, and that take no time."""


def all_moves(table: Table) -> Iterator[LibraryMove]:
    """The moves for every function and type, whether they fit or not."""
    for f in table.functions:
        yield from (SplitMerge(f), SplitMerge(f, number=True), MoveReferrer(f, new=0.35), SwapReferrers(f))
        yield from (GibbsReference(f), BlockedGibbs(f))
        yield from (BlockedGibbs(f, g) for g in table.functions if f < g)
        for a in table.functions:
            for text in table.functions:
                yield FromData(a, f, text)
                yield SplitMerge(f, attributes={a: text})
                yield RestrictedSplitMerge(f, {a: text}, scans=0)
                yield from (SmartSplit(f, {a: text}), SmartMerge(f, {a: text}))
        yield from (RestrictedSplitMerge(f), SmartSplit(f), SmartMerge(f), Transfer(f))
    yield from map(BirthDeath, table.types)
    yield from map(Transfer, table.numbers)


def fitting_moves(model: str) -> list[LibraryMove]:
    table = table_of(model)
    found = []
    for move in all_moves(table):
        try:
            move.text(table)
        except BlogError:
            continue
        found.append(move)
    return found


def check_all(model: str) -> None:
    for move in fitting_moves(model):
        try:
            wrong = wrongness(moves_of(model, move))
        except ValueError as error:
            if "no finite support" not in str(error):
                raise
            pytest.skip(str(error))
        assert wrong < 1e-12, move


@pytest.mark.parametrize("model", FEW)
def test_moves_that_fit_are_right(model: str) -> None:
    assert fitting_moves(model)
    check_all(model)


@pytest.mark.campaign
@pytest.mark.parametrize("model", MODELS)
def test_moves_that_fit_are_right_on_all_models(model: str) -> None:
    check_all(model)
