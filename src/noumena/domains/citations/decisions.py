"""Pairs of citations that a person has decided to be the same, or different: `--same FILE`, `--different FILE`.

A file has two ids on each line, parted by white space, a comma, a semicolon or a tab; empty lines and those that begin
with `#` do not count. If the first line names the columns `first` and `second`, as in `pairs.csv` of the outputs, other
columns may stand beside them. An id is what the file of citations calls the record, or its number, counted from 1.
"""

from __future__ import annotations

import csv
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from noumena.domains.citations.draws import Pairs
from noumena.domains.citations.records import Record
from noumena.domains.citations.rows import shortened
from noumena.domains.citations.text_file import read_text
from noumena.model.diagnostics import BlogError, refused

_COLUMNS = ("first", "second")
_MOST_SHOWN = 3


class Decision(NamedTuple):
    """Two citations, counted from 0, and where they were decided on."""

    first: int
    second: int
    where: str


@dataclass(frozen=True)
class Decisions:
    """Pairs decided to be the same, and pairs decided to be different; they do not contradict each other."""

    same: Pairs = ()
    different: Pairs = ()


def read_decisions(same: str | None, different: str | None, records: Sequence[Record]) -> Decisions:
    """The decisions of the two files; raises `BlogError` for ids that are not there and for contradictions."""
    known = _Ids(records)
    alike = [] if same is None else list(_decisions(same, known))
    unlike = [] if different is None else list(_decisions(different, known))
    _check(alike, unlike, records)
    return Decisions(tuple(pair[:2] for pair in alike), tuple(pair[:2] for pair in unlike))


def ids(records: Sequence[Record]) -> list[str]:
    """What to call each record in a file of decisions: its name if every record has its own, else its number."""
    names = [record.name for record in records if record.name is not None]
    return names if len(set(names)) == len(records) else [str(record.number) for record in records]


class _Ids:
    """Which record an id means. Where records lack names or share them, what looks like a number is one."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._places = {written: place for place, written in enumerate(ids(records))}
        self._numbers = {str(record.number): place for place, record in enumerate(records)}
        self._times = Counter(record.name for record in records if record.name is not None)
        self._names = {record.name: place for place, record in enumerate(records) if record.name is not None}

    def place(self, written: str, where: str) -> int:
        """The record that is meant, counted from 0."""
        for places in (self._places, self._numbers):
            if written in places:
                return places[written]
        if self._times[written] > 1:
            hint = "use their numbers, or give every citation its own name"
            raise refused(f"{where}: {self._times[written]} citations are called {shortened(written)}", hint)
        if written in self._names:
            return self._names[written]
        name = next(iter(self._names), None)
        named = "" if name is None else f", or its name, such as {shortened(name)}"
        hint = f"write the number of a citation, from 1 to {len(self._numbers)}{named}"
        raise refused(f"{where}: there is no citation {shortened(written)}", hint)


def _decisions(path: str, known: _Ids) -> Iterator[Decision]:
    source = read_text(path)
    columns: tuple[int, int] | None = None
    begun = False
    for number, line in enumerate(source.text.split("\n"), start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        where = f"{source.name}:{number}"
        cells = _cells(line, where)
        if not begun and {cell.lower() for cell in cells} >= set(_COLUMNS):
            named = [cell.lower() for cell in cells]
            columns = named.index(_COLUMNS[0]), named.index(_COLUMNS[1])
            begun = True
            continue
        begun = True
        if columns is None and len(cells) != 2:
            hint = "write two ids on each line; a table with more columns begins with their names, first and second"
            raise refused(f"{where}: {'this is' if len(cells) == 1 else 'there are'} {_counted(len(cells))}", hint)
        chosen = columns or (0, 1)
        if max(chosen) >= len(cells):
            raise refused(f"{where}: this row ends before the columns first and second", "give it two ids")
        first, second = (known.place(cells[column], where) for column in chosen)
        if first == second:
            raise refused(f"{where}: both ids mean the same citation", "a pair is two citations")
        yield Decision(first, second, where)


def _cells(line: str, where: str) -> list[str]:
    separator = next((sign for sign in ",;\t" if sign in line), None)
    if separator is None:
        return line.split()
    try:
        (row,) = csv.reader([line], delimiter=separator, strict=True)
    except csv.Error as error:
        raise refused(f"{where}: this line is not understood: {error}", "write two ids, parted by a comma") from None
    return [" ".join(cell.split()) for cell in row]


def _counted(ids: int) -> str:
    return f"{ids} id" if ids == 1 else f"{ids} ids"


def _check(same: Sequence[Decision], different: Sequence[Decision], records: Sequence[Record]) -> None:
    """Raises an error for a pair that is different although others say it is the same."""
    neighbours: dict[int, list[Decision]] = {}
    for first, second, where in same:
        neighbours.setdefault(first, []).append(Decision(first, second, where))
        neighbours.setdefault(second, []).append(Decision(second, first, where))
    parts = _parts(neighbours)
    for pair in different:
        if pair.first in parts and parts[pair.first] == parts.get(pair.second):
            raise _contradiction(pair, _way(neighbours, pair.first, pair.second), records)


def _parts(neighbours: Mapping[int, Sequence[Decision]]) -> dict[int, int]:
    """For each citation the first one that it is the same as, directly or by others."""
    parts: dict[int, int] = {}
    for start in neighbours:
        waiting = [start] if start not in parts else []
        while waiting:
            here = waiting.pop()
            if here not in parts:
                parts[here] = start
                waiting.extend(step.second for step in neighbours[here])
    return parts


def _way(neighbours: Mapping[int, Sequence[Decision]], begin: int, end: int) -> list[Decision]:
    """The shortest chain of decisions from one citation to another, of which there must be one."""
    reached: dict[int, Decision | None] = {begin: None}
    waiting = deque([begin])
    while end not in reached:
        for step in neighbours[waiting.popleft()]:
            if step.second not in reached:
                reached[step.second] = step
                waiting.append(step.second)
    way: list[Decision] = []
    while (last := reached[end]) is not None:
        way.insert(0, last)
        end = last.first
    return way


def _contradiction(pair: Decision, way: Sequence[Decision], records: Sequence[Record]) -> BlogError:
    names = ids(records)

    def shown(place: int) -> str:
        return shortened(names[place])

    steps = [f"{shown(step.first)} is the same as {shown(step.second)} ({step.where})" for step in way]
    if len(steps) > _MOST_SHOWN:
        steps[_MOST_SHOWN - 1 : -1] = ["…"]
    message = f"{pair.where}: {shown(pair.first)} and {shown(pair.second)} cannot be different: {', '.join(steps)}"
    return refused(message, "take one of these lines out")
