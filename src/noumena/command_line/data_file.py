"""Guaranteed objects from a file: `--data Cit=citations.csv:id`."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from noumena.command_line.files import read_source
from noumena.model.diagnostics import refused
from noumena.model.source import SourceFile

_SEPARATORS = {".csv": ",", ".tsv": "\t", ".tab": "\t"}
_JSON_LINES = {".jsonl", ".ndjson"}


def read_objects(given: tuple[str, ...]) -> dict[str, list[str]]:
    """The names of the objects of each type, from `Type=file` or `Type=file:column`.

    A .csv or .tsv file has a header, a .jsonl file has an object on each line, and any other file has a name on each
    line. Without a column the first one counts.
    """
    objects: dict[str, list[str]] = {}
    for text in given:
        type_, equals, where = text.partition("=")
        if not equals or not type_ or not where:
            raise refused(
                f"--data {text} is not understood", "write --data Type=file.csv or --data Type=file.csv:column"
            )
        if type_ in objects:
            raise refused(f"--data gives objects of {type_} twice")
        path, column = _path_and_column(where)
        objects[type_] = list(_column(read_source(path), column))
        if not objects[type_]:
            raise refused(f"{path} holds no objects")
    return objects


def _path_and_column(where: str) -> tuple[str, str | None]:
    path, colon, column = where.rpartition(":")
    return (path, column) if colon and not Path(where).exists() else (where, None)


def _column(source: SourceFile, column: str | None) -> Iterator[str]:
    suffix = Path(source.name).suffix.lower()
    if suffix in _SEPARATORS:
        yield from _of_table(source, column, _SEPARATORS[suffix])
    elif suffix in _JSON_LINES:
        yield from _of_json_lines(source, column)
    elif column is not None:
        raise refused(f"{source.name} has no columns, so none is called {column}", "columns are in .csv, .tsv, .jsonl")
    else:
        yield from filter(None, map(str.strip, source.text.split("\n")))


def _of_table(source: SourceFile, column: str | None, separator: str) -> Iterator[str]:
    # Not `splitlines`, for which a field may hold the end of a line: U+2028, say.
    reader = csv.reader(io.StringIO(source.text), delimiter=separator, strict=True)
    try:
        header = [name.strip() for name in next(reader, [])]
        column = column if column is not None else next(iter(header), "")
        if column not in header:
            raise refused(f"{source.name} has no column {column}", f"it has {', '.join(header) or 'none'}")
        index = header.index(column)
        for row in filter(None, reader):
            if index >= len(row) or not row[index].strip():
                raise refused(f"{source.name}:{reader.line_num}: there is no value in column {column}")
            yield row[index].strip()
    except csv.Error as error:
        raise refused(f"{source.name}:{reader.line_num}: this is no table: {error}") from None


def _of_json_lines(source: SourceFile, column: str | None) -> Iterator[str]:
    for number, line in enumerate(source.text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise refused(f"{source.name}:{number}: this is no JSON: {error}") from None
        if column is None and isinstance(record, dict):
            column = next(iter(record), "")
        yield _name(record, column, f"{source.name}:{number}")


def _name(record: Any, column: str | None, where: str) -> str:
    if column is not None and (not isinstance(record, dict) or column not in record):
        raise refused(f"{where}: there is no value called {column}")
    value = record if column is None else record[column]
    if isinstance(value, bool) or not isinstance(value, str | int | float) or value == "":
        raise refused(f"{where}: {json.dumps(value)} cannot name an object", "names are strings or numbers")
    return str(value)
