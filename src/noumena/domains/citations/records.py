"""The citations of a file, one record each, for `noumena citations FILE [--text COLUMN] [--truth COLUMN]`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from noumena.domains.citations.rows import TEXT_NAMES, Row, rows_of, shortened
from noumena.domains.citations.text_file import read_text
from noumena.model.diagnostics import BlogError, refused

TRUTH = "cluster"
"""The usual name of what tells which citations cite the same publication."""
EMBEDDED = Path(__file__).with_name("embedded.csv")


@dataclass(frozen=True, slots=True)
class Record:
    """One citation: its number, counted from 1 in the order of the file, and its text, without runs of white space.

    Records with equal `truth` cite the same publication; it is None unless it was asked for. `line` is where the record
    begins in its file, `name` what the file calls it (column `id`, or the key of a BibTeX entry), in one line too.
    """

    number: int
    text: str
    truth: str | None = None
    line: int = 0
    name: str | None = None


def read_records(
    path: str | Path, text_column: str | None = None, truth_column: str | None = None
) -> tuple[Record, ...]:
    """All citations of a file (`-` is standard input); `rows.py` says which formats there are.

    Without a text column it is `text`, else `citation`, `reference`, or the only one. Without a truth column no truth
    is read. Equal texts stay records of their own, and a text may have any length. Raises `BlogError` with file and
    line for what cannot be read, for a record without text or truth, and for a file without citations.
    """
    source = read_text(str(path))
    records = tuple(_records(source.name, rows_of(source, text_column), text_column, truth_column))
    if not records:
        hint = "write a citation on each line, or give a table with a column `text`"
        raise refused(f"{source.name} holds no citations", hint)
    return records


def embedded_records() -> tuple[Record, ...]:
    """The citations that come with the package, with their truth."""
    return read_records(EMBEDDED, "text", TRUTH)


def _records(name: str, rows: Iterator[Row], text_column: str | None, truth_column: str | None) -> Iterator[Record]:
    column = text_column
    for number, row in enumerate(rows, start=1):
        where = f"{name}:{row.line}"
        if isinstance(row.content, str):
            asked = text_column if text_column is not None else truth_column
            if asked is not None:
                raise _no_columns(where, asked)
            text, truth, own_name = row.content, None, row.name
        else:
            column = column if column is not None else _usual(row.content, where)
            text = _value(row.content, column, where, "--text")
            truth = None if truth_column is None else _value(row.content, truth_column, where, "--truth")
            own_name = row.name if row.name is not None else _own_name(row.content)
        text = " ".join(text.split())
        if not text:
            raise refused(f"{where}: there is no text in this record", "give it a text, or leave it out")
        yield Record(number, text, truth, row.line, own_name)


def _usual(content: Mapping[str, Any], where: str) -> str:
    """The column that holds the text where none was named."""
    for name in (*TEXT_NAMES, *(list(content) if len(content) == 1 else [])):
        if name in content:
            return name
    message = f"{where}: which column holds the citations? none is called {', '.join(TEXT_NAMES[:-1])} or "
    raise refused(message + TEXT_NAMES[-1], f"name it by --text; there are {_listed(content)}")


def _value(content: Mapping[str, Any], column: str, where: str, option: str) -> str:
    if column not in content:
        hint = f"name another by {option}; there are {_listed(content)}"
        raise refused(f"{where}: there is no column {shortened(column)}", hint)
    value = content[column]
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not isinstance(value, str) and not (is_number and option == "--truth"):
        raise refused(
            f"{where}: {shortened(column)} is {shortened(json.dumps(value))}",
            "a text is a string; a truth is a string or a number",
        )
    shown = str(value).strip()
    if not shown:
        hint = "give every record one, or leave it out" + (", or run without --truth" if option == "--truth" else "")
        raise refused(f"{where}: there is nothing in column {shortened(column)}", hint)
    return shown


def _own_name(content: Mapping[str, Any]) -> str | None:
    given = content.get("id")
    return " ".join(str(given).split()) or None if isinstance(given, str | int) else None


def _listed(content: Mapping[str, Any]) -> str:
    names = [shortened(name) or "one without a name" for name in content]
    return ", ".join(names[:10] + ["…"] * (len(names) > 10)) or "none"


def _no_columns(where: str, column: str) -> BlogError:
    hint = "columns are in .csv, .tsv, .jsonl, .json and .bib; a table of another ending begins with their names"
    return refused(f"{where}: this is a plain text, which has no column {shortened(column)}", hint)
