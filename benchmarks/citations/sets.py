"""Sets of citations with a truth: those that lie beside the project, and the one that comes with the package.

Evaluation data is no part of the project. It is looked for in the folder that NOUMENA_DATA names, else in
`../shared/data`. A set is any table there with columns `text` and `cluster`, under `citeseer` or `cora_refs`, whatever
its name is.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from noumena.domains.citations.records import EMBEDDED, TRUTH, Record, embedded_records, read_records
from noumena.domains.citations.rows import rows_of
from noumena.domains.citations.text_file import read_text

ROOT = Path(__file__).parents[2]
FOLDERS = ("citeseer", "cora_refs")
SEED = 20_001
_ENDINGS = (".csv", ".csv.gz", ".jsonl", ".jsonl.gz")
"""The best one first: of several files with the same name and other endings one is read."""


@dataclass(frozen=True)
class CitationSet:
    """Citations in an order that says nothing; for each the publication that it cites, and what its file calls it."""

    name: str
    texts: tuple[str, ...]
    truth: tuple[str, ...]
    names: tuple[str, ...] = ()


def data_folder() -> Path:
    """Where evaluation data would be."""
    return Path(os.environ.get("NOUMENA_DATA") or ROOT.parent / "shared" / "data")


def citation_sets() -> list[CitationSet]:
    """All sets that are there, in the order of their folders and names, the embedded one last."""
    found = [shuffled(name, read_records(path, "text", TRUTH)) for name, path in _files(data_folder())]
    if EMBEDDED.exists():
        found.append(shuffled("embedded", embedded_records()))
    return found


def shuffled(name: str, records: tuple[Record, ...]) -> CitationSet:
    """The records in a random order, the same in every run: files often have citations of one publication in a row."""
    order = np.random.default_rng(SEED).permutation(len(records)).tolist()
    placed = [records[i] for i in order]
    names = tuple(record.name or str(record.number) for record in placed)
    return CitationSet(name, tuple(r.text for r in placed), tuple(r.truth or "" for r in placed), names)


def parts(given: CitationSet, size: int) -> list[CitationSet]:
    """As many sets of so many citations as a set can be cut into, at random; one that is no larger is left whole."""
    if len(given.texts) <= size:
        return [given]
    starts = range(0, len(given.texts) - size + 1, size)
    held = ((given.texts[i : i + size], given.truth[i : i + size], given.names[i : i + size]) for i in starts)
    return [CitationSet(f"{given.name}-{number}", *part) for number, part in enumerate(held, 1)]


def _files(data: Path) -> Iterator[tuple[str, Path]]:
    for folder in FOLDERS:
        named: dict[str, Path] = {}
        for ending in _ENDINGS:
            for path in sorted((data / folder).rglob(f"*{ending}")):
                name = path.relative_to(data / folder).as_posix().removesuffix(ending)
                if name not in named and _has_truth(path):
                    named[name] = path
        yield from sorted(named.items())


def _has_truth(path: Path) -> bool:
    """Whether its first record has a text and a truth; other tables lie there too."""
    first = next(rows_of(read_text(str(path))), None)
    return first is not None and not isinstance(first.content, str) and {"text", TRUTH} <= first.content.keys()
