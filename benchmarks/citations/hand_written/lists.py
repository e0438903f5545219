"""Which citations cite a publication, and which publications a line of work has: linked lists through the rows."""

from __future__ import annotations

from benchmarks.citations.hand_written.state import (
    BEFORE,
    CITED,
    FAME,
    FREE_LINES,
    FREE_PUBS,
    HEAD,
    LINE,
    LINE_HEAD,
    LINE_SIZE,
    LINE_TEAM,
    NEXT,
    NEXT_PUB,
    NONE,
    PUB_BEFORE,
    SIZE,
    State,
)
from benchmarks.citations.hand_written.teams import leave_team
from benchmarks.compiled import inlined


@inlined
def cite(s: State, c: int, p: int) -> None:
    """Puts a citation, which is in no list, first into that of a publication."""
    head = s.publication[p, HEAD]
    s.citation[c, CITED] = p
    s.citation[c, NEXT] = head
    s.citation[c, BEFORE] = NONE
    if head != NONE:
        s.citation[head, BEFORE] = c
    s.publication[p, HEAD] = c
    s.publication[p, SIZE] += 1


@inlined
def uncite(s: State, c: int) -> None:
    """Takes a citation out of the list of what it cites."""
    p, after, before = s.citation[c, CITED], s.citation[c, NEXT], s.citation[c, BEFORE]
    if before == NONE:
        s.publication[p, HEAD] = after
    else:
        s.citation[before, NEXT] = after
    if after != NONE:
        s.citation[after, BEFORE] = before
    s.publication[p, SIZE] -= 1


@inlined
def join_line(s: State, p: int, line: int) -> None:
    """Puts a publication, which is in no list, first into that of a line of work."""
    head = s.line[line, LINE_HEAD]
    s.publication[p, LINE] = line
    s.publication[p, NEXT_PUB] = head
    s.publication[p, PUB_BEFORE] = NONE
    if head != NONE:
        s.publication[head, PUB_BEFORE] = p
    s.line[line, LINE_HEAD] = p
    s.line[line, LINE_SIZE] += 1


@inlined
def leave_line(s: State, p: int) -> None:
    """Takes a publication out of its line of work, which goes if it was the last one."""
    line, after, before = s.publication[p, LINE], s.publication[p, NEXT_PUB], s.publication[p, PUB_BEFORE]
    if before == NONE:
        s.line[line, LINE_HEAD] = after
    else:
        s.publication[before, NEXT_PUB] = after
    if after != NONE:
        s.publication[after, PUB_BEFORE] = before
    s.line[line, LINE_SIZE] -= 1
    if s.line[line, LINE_SIZE] == 0:
        leave_team(s, s.line[line, LINE_TEAM])
        s.free_lines[s.scalars[FREE_LINES]] = line
        s.scalars[FREE_LINES] += 1


@inlined
def new_publication(s: State, fame: int) -> int:
    """A row for a publication that nothing cites yet."""
    s.scalars[FREE_PUBS] -= 1
    p: int = s.free_publications[s.scalars[FREE_PUBS]]
    s.publication[p, FAME] = fame
    s.publication[p, HEAD] = NONE
    s.publication[p, SIZE] = 0
    return p


@inlined
def retire(s: State, p: int) -> None:
    """Gives back the row of a publication that nothing cites any more."""
    leave_line(s, p)
    s.free_publications[s.scalars[FREE_PUBS]] = p
    s.scalars[FREE_PUBS] += 1


@inlined
def new_line(s: State) -> int:
    """A row for a line of work without publications."""
    s.scalars[FREE_LINES] -= 1
    line: int = s.free_lines[s.scalars[FREE_LINES]]
    s.line[line, LINE_HEAD] = NONE
    s.line[line, LINE_SIZE] = 0
    return line


@inlined
def cited_by(s: State, p: int, place: int) -> int:
    """The citation at a place in the list of a publication."""
    c: int = s.publication[p, HEAD]
    for _ in range(place):
        c = s.citation[c, NEXT]
    return c


@inlined
def in_line(s: State, line: int, place: int) -> int:
    """The publication at a place in the list of a line of work."""
    p: int = s.line[line, LINE_HEAD]
    for _ in range(place):
        p = s.publication[p, NEXT_PUB]
    return p
