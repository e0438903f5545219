"""Rows of a file of citations, whatever its format: each is a text, or values under names.

The ending tells the format: .csv, .tsv, .tab, .jsonl, .ndjson, .json, .bib; .gz after it does not count. With any other
ending the content tells: it is BibTeX if it begins with `@name{`, JSON if its first value is an object, a string or a
list of such, a table if its first line has one of the usual names between separators, and else a citation on each line.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping
from io import StringIO
from pathlib import PurePath
from typing import Any, NamedTuple

from noumena.domains.citations.bibtex import entries
from noumena.model.diagnostics import BlogError, refused
from noumena.model.source import SourceFile

TEXT_NAMES = ("text", "citation", "reference")
"""The usual names of what holds the citation, the best one first."""
_SEPARATORS = ",;\t"
_ENDINGS = {
    ".csv": "table",
    ".tsv": "table",
    ".tab": "table",
    ".jsonl": "json",
    ".ndjson": "json",
    ".json": "json",
    ".bib": "bibtex",
    ".bibtex": "bibtex",
}
_BIBTEX = re.compile(r"@\s*\w+\s*[{(]")


class Row(NamedTuple):
    """One row, the line of the file it begins on, and its own name if the format has one."""

    line: int
    content: str | Mapping[str, Any]
    name: str | None = None


def rows_of(source: SourceFile, text_column: str | None = None) -> Iterator[Row]:
    """The rows of the file in its order; lines without content are left out."""
    match _format(source, text_column):
        case "table":
            return _of_table(source)
        case "json":
            return _of_json(source)
        case "bibtex":
            return (Row(*entry) for entry in entries(source))
    lines = ((number, line.strip()) for number, line in enumerate(source.text.split("\n"), start=1))
    return (Row(number, line) for number, line in lines if line)


def _format(source: SourceFile, text_column: str | None) -> str:
    endings = [ending.lower() for ending in PurePath(source.name).suffixes if ending.lower() != ".gz"]
    if endings and endings[-1] in _ENDINGS:
        return _ENDINGS[endings[-1]]
    text = source.text.lstrip()
    if _BIBTEX.match(text):
        return "bibtex"
    if _begins_as_json(text):
        return "json"
    first = text.partition("\n")[0]
    names = [name.strip(' "') for name in first.split(_separator(first))]
    wanted = TEXT_NAMES if text_column is None else (text_column,)
    return "table" if len(names) > 1 and any(name in wanted for name in names) else "lines"


def _begins_as_json(text: str) -> bool:
    """Whether a JSON value stands there that holds citations, so that `[1] A. Author` and `{A} title` stay lines."""
    if not text.startswith(("{", "[", '"')):
        return False
    try:
        value, end = json.JSONDecoder().raw_decode(text)
    except (ValueError, RecursionError):
        return False
    ends_line = text[end:].split("\n", 1)[0].strip() == ""
    return ends_line and (isinstance(value, dict | str) or all(isinstance(item, dict | str) for item in value))


def _separator(header: str) -> str:
    return next((separator for separator in _SEPARATORS if separator in header), ",")


def _of_table(source: SourceFile) -> Iterator[Row]:
    separator = _separator(source.text.lstrip("\n").partition("\n")[0])
    reader = csv.reader(StringIO(source.text), delimiter=separator, strict=True)
    begun = 1
    header: list[str] = []
    try:
        for row in reader:
            if not any(cell.strip() for cell in row):
                pass  # an empty line, or one with separators alone
            elif not header:
                header = _header(row, f"{source.name}:{begun}")
            elif len(row) != len(header):
                raise refused(
                    f"{source.name}:{begun}: this row has {_fields(len(row))}, but the header has {len(header)}",
                    f"put a text that holds {_spelled(separator)} in double quotes",
                )
            else:
                yield Row(begun, dict(zip(header, row, strict=True)))
            begun = reader.line_num + 1
    except csv.Error as error:
        hint = 'a text in double quotes ends with one; within it, " is written ""'
        raise refused(f"{source.name}:{begun}: this row is not understood: {error}", hint) from None


def _header(row: list[str], where: str) -> list[str]:
    names = [name.strip() for name in row]
    twice = next((name for i, name in enumerate(names) if name in names[:i]), None)
    if twice is not None:
        raise refused(f"{where}: two columns are called {shortened(twice) or 'nothing'}", "give each its own name")
    return names


def _fields(number: int) -> str:
    return f"{number} field{'s' * (number != 1)}"


def _spelled(separator: str) -> str:
    return "a tab" if separator == "\t" else f"`{separator}`"


def _of_json(source: SourceFile) -> Iterator[Row]:
    """JSON values one after another, or one list of them: each must be an object or a string."""
    text, decoder = source.text, json.JSONDecoder()
    line = counted = 0
    try:
        for begin in _beginnings(text, decoder):
            line += text.count("\n", counted, begin)
            counted = begin
            value, _ = decoder.raw_decode(text, begin)
            if not isinstance(value, dict | str):
                shown = shortened(json.dumps(value))
                hint = 'a record is a string or an object such as {"text": "…"}'
                raise refused(f"{source.name}:{line + 1}: {shown} is no record", hint)
            yield Row(line + 1, value)
    except json.JSONDecodeError as error:
        raise _no_json(source, f":{error.lineno}:{error.colno}", error.msg) from None
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, lists within lists
        raise _no_json(source, f":{line + 1}", str(error)) from None


def _beginnings(text: str, decoder: json.JSONDecoder) -> Iterator[int]:
    """Where the values begin: those of the list if the text begins with one, else all."""
    place = _skip(text, 0, "")
    if text.startswith("[", place):
        json.loads(text)  # the list is whole: what follows relies on it
        place = _skip(text, place + 1, "")
    while place < len(text) and text[place] != "]":
        yield place
        place = _skip(text, decoder.raw_decode(text, place)[1], ",")


def _skip(text: str, place: int, passed: str) -> int:
    while place < len(text) and (text[place] in " \n\t" or text[place] in passed):
        place += 1
    return place


def _no_json(source: SourceFile, where: str, message: str) -> BlogError:
    hint = "each line holds one object or string, or the file one list"
    return refused(f"{source.name}{where}: this is no JSON: {message}", hint)


def shortened(text: str, most: int = 40) -> str:
    """The text for a message, cut where it is long."""
    return text if len(text) <= most else f"{text[: most - 1]}…"
