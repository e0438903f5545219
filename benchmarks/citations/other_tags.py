"""What is learned from hand-segmented citations when a set is scored: never from its own.

Formats and weights of the reader that come with the package were learned from the tags of Cora. Where Cora is scored,
both are learned anew from the tags under `citeseer`, and the reader also from citations that are made up of the
bibliographies, as those of the package were. Nothing of it is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.citations.sets import CitationSet, data_folder
from noumena.domains.citations.reading.learning import learned
from noumena.domains.citations.reading.made_up import entries_of
from noumena.domains.citations.reading.weights import Weights
from noumena.domains.citations.rows import rows_of
from noumena.domains.citations.text_file import read_text
from noumena.domains.citations.text_model.estimate import estimate_formats
from noumena.domains.citations.text_model.formats import Formats

SHIPPED_FROM = "cora_refs"
"""The set whose tags are in the files of the package."""
INSTEAD = "citeseer"
"""The folder of the sets whose tags stand in for them."""
MADE_UP = 20_000
"""How many citations are made up for the reader: as many as for the weights of the package."""


class Taught(NamedTuple):
    """Formats and weights, and the number of tagged citations that they come from."""

    formats: Formats
    weights: Weights
    tagged: int


def taught_elsewhere(given: CitationSet, made_up: int = MADE_UP) -> Taught | None:
    """What to score a set with in place of what comes with the package; None if that knows nothing of its tags.

    It is also None if there are no other tags, so that what comes with the package is all there is.
    """
    if given.name != SHIPPED_FROM:
        return None
    data = data_folder()
    tagged = [str(row["tagged"]) for row in _rows(data / INSTEAD, ".jsonl") if "tagged" in row]
    if not tagged:
        return None
    bibliography = data / "bibliography"
    entries = entries_of(row for ending in (".csv", ".csv.gz") for row in _rows(bibliography, ending))
    return Taught(estimate_formats(tagged), learned(tagged, entries, made_up), len(tagged))


def _rows(folder: Path, ending: str) -> Iterator[Mapping[str, Any]]:
    """The rows of all tables of a folder."""
    for path in sorted(folder.glob(f"*{ending}")):
        yield from (row.content for row in rows_of(read_text(str(path))) if isinstance(row.content, Mapping))
