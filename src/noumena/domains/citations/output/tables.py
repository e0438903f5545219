"""What was found as files of one folder: tables, JSON and BibTeX."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Any

from noumena.domains.citations.decisions import ids
from noumena.domains.citations.matches import Matches
from noumena.domains.citations.output import as_json
from noumena.domains.citations.output.bibtex_file import bibtex


def files(found: Matches) -> dict[str, str]:
    """The names of the files, and their texts."""
    return {
        "clusters.csv": _clusters(found),
        "pairs.csv": _pairs(found),
        "publications.csv": _publications(found),
        "publications.json": json.dumps(as_json.publications(found), ensure_ascii=False, indent=1) + "\n",
        "publications.bib": bibtex(found),
        "researchers.csv": _researchers(found),
    }


def _clusters(found: Matches) -> str:
    """A row for each citation, in the order of the file."""
    rows = []
    for record, label in zip(found.records, found.clustering.labels, strict=True):
        cluster = found.clustering.clusters[label]
        rows.append([record.number, record.name, label + 1, as_json.rounded(cluster.probability), record.text])
    return _table(["number", "id", "cluster", "probability", "text"], rows)


def _pairs(found: Matches) -> str:
    """A row for each pair; `--same` and `--different` take such a table."""
    called = ids(found.records)
    rows = []
    for one, other, probability, together in found.clustering.pairs:
        shown = [as_json.rounded(probability), "yes" if together else "no"]
        rows.append([called[one], called[other], *shown, found.records[one].text, found.records[other].text])
    return _table(["first", "second", "probability", "together", "first_text", "second_text"], rows)


def _publications(found: Matches) -> str:
    fields = ("title", "authors", "year", "kind", "venue")
    rows = []
    for made in as_json.publications(found):
        values = ["; ".join(made[name]) if name == "authors" else made[name] for name in fields]
        numbers = " ".join(str(shown["number"]) for shown in made["citations"])
        shares = [made["probabilities"][name] for name in fields]
        rows.append([made["cluster"], len(made["citations"]), made["probability"], *values, *shares, numbers])
    head = ["cluster", "cited", "probability", *fields, *(f"{name}_probability" for name in fields), "citations"]
    return _table(head, rows)


def _researchers(found: Matches) -> str:
    """A row for each researcher; publications are numbers of clusters."""
    rows = [
        [made["name"], len(made["publications"]), " ".join(map(str, made["publications"])), made["probability"]]
        for made in as_json.researchers(found)
    ]
    return _table(["name", "number", "publications", "probability"], rows)


def _table(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    """The table as CSV; what is None is left empty."""
    file = StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return file.getvalue()
