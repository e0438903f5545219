"""The state of the chain in flat arrays, with what it never changes: suggestions, neighbours and tables."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

TITLE, AUTHORS, YEAR, KIND, WORDS, NUMBERS = range(6)
"""The attributes of a publication; the first three are those of a line of work too."""
ATTRIBUTES = 6
OF_LINES = 3
"""How many attributes a line of work has."""

CITED, NEXT, BEFORE = range(3)
"""Columns of a citation: its publication, and its neighbours in the list of those that cite the same."""
FAME, LINE, HEAD, SIZE, NEXT_PUB, PUB_BEFORE = range(6, 12)
"""Columns of a publication after its attributes: HEAD and SIZE are of the list of its citations."""
PUB_COLUMNS = 12
LINE_HEAD, LINE_SIZE, LINE_TEAM = range(3, 6)
"""Columns of a line of work after its attributes: the list of its publications, and its team.

The authors of a line are the names of its team."""
LINE_COLUMNS = 6
TEAM_LIST, TEAM_USED = range(2)
"""Columns of a team: the list of its names, and how many lines have it."""

NUMBER, IN_USE, DRAWN = range(3)
"""Columns of the counts: objects that there are, objects in use, and references that were drawn to them."""
FAMES = 4
LINES, TEAMS, RESEARCHERS = range(FAMES, FAMES + 3)
"""The rows of lines of work, teams and researchers, after those of the fames."""
COUNTED = FAMES + 3
NONE = -1
NOWHERE = -math.inf
REJECT = (NOWHERE, 0.0)
"""What a move returns, as ln of the q ratio and of the weight ratio, if there is no way back."""

FREE_PUBS, FREE_LINES, FREE_TEAMS, FREE_RESEARCHERS, SEEN_TEXTS, SEEN_VARIANTS, FAILED = range(7)
"""Places in `scalars`: how many slots are free, how full the tables are, and whether a string model has failed."""
SCALARS = 7
FROM, TO, FAME_TO, LINE_TO, WHICH, VALUE, WITH_LINE, MOVED, CHANGED, STAYED = range(10)
"""Places in `plan`, which says what is changed if the proposal is accepted."""
TEAM_TO, TEAM_LISTED, TEAM_HELD, HANDED, GOES_TO = range(10, 15)
"""Those of teams: which one comes, of which names; and one that a line hands to another, if it does."""
PLAN = 15


class State(NamedTuple):
    """All that a step reads and writes.

    `citation`, `publication`, `line` and `counts` have the columns above, a row for each object, and `text` and `own`
    hold ln p of each citation's text and of each publication's attributes. `value`, `weight` (attribute, citation,
    place) and `suggested`, the number of places, are what citations suggest. `near[first[c]:first[c + 1]]` are the
    neighbours of c in order, `alike` how alike they are, `chance` how often each is picked. The names of a list of
    authors are `list_names[list, :list_size[list]]`. `member` has the researchers of each team, and `membership` in how
    many teams each researcher is.

    What follows `share` is of the proposal only: `told` is a publication that comes, and `changed` one that is there
    and changes; `moved` are citations that go to another publication, `stayed` those of the one that changes; `joining`
    are the members of a team that comes, and `goes` marks citations that will cite a publication of its line.
    """

    citation: Array
    text: Array
    publication: Array
    own: Array
    line: Array
    team: Array
    member: Array
    membership: Array
    counts: Array
    count_weight: Array
    free_publications: Array
    free_lines: Array
    free_teams: Array
    free_researchers: Array
    scalars: Array
    words: Array
    value: Array
    weight: Array
    suggested: Array
    list_names: Array
    list_size: Array
    first: Array
    near: Array
    alike: Array
    chance: Array
    prior: Array
    texts: Array
    variants: Array
    log: Array
    log_factorial: Array
    log_share: Array
    share: Array
    plan: Array
    told: Array
    told_own: Array
    moved: Array
    moved_text: Array
    changed: Array
    changed_own: Array
    stayed: Array
    stayed_text: Array
    joining: Array
    goes: Array
    changes: Array
    changed_weight: Array
    tally: Array
    ask: Any


def blank(citations: int, names: int) -> dict[str, Array]:
    """The arrays of a state without publications, but for those that are known from the texts.

    No list has more than this number of names.
    """
    objects = citations + 1
    teams = objects + 1  # for a moment there is one more than lines
    researchers = teams * names
    return {
        "citation": np.full((citations, 3), NONE, np.int64),
        "text": np.zeros(citations),
        "publication": np.full((objects, PUB_COLUMNS), NONE, np.int64),
        "own": np.zeros((objects, ATTRIBUTES)),
        "line": np.full((objects, LINE_COLUMNS), NONE, np.int64),
        "team": np.full((teams, 2), NONE, np.int64),
        "member": np.full((teams, names), NONE, np.int64),
        "membership": np.zeros(researchers, np.int64),
        "counts": np.zeros((COUNTED, 3), np.int64),
        "count_weight": np.zeros(COUNTED),
        "free_publications": np.arange(objects, dtype=np.int64)[::-1].copy(),
        "free_lines": np.arange(objects, dtype=np.int64)[::-1].copy(),
        "free_teams": np.arange(teams, dtype=np.int64)[::-1].copy(),
        "free_researchers": np.arange(researchers, dtype=np.int64)[::-1].copy(),
        "scalars": np.array([objects, objects, teams, researchers] + [0] * (SCALARS - 4), np.int64),
        "plan": np.zeros(PLAN, np.int64),
        "told": np.zeros(ATTRIBUTES, np.int64),
        "told_own": np.zeros(ATTRIBUTES),
        "moved": np.zeros(citations, np.int64),
        "moved_text": np.zeros(citations),
        "changed": np.zeros(ATTRIBUTES, np.int64),
        "changed_own": np.zeros(ATTRIBUTES),
        "stayed": np.zeros(citations, np.int64),
        "stayed_text": np.zeros(citations),
        "joining": np.zeros(names, np.int64),
        "goes": np.zeros(citations, np.bool_),
        "changes": np.zeros((COUNTED, 3), np.int64),
        "changed_weight": np.zeros(COUNTED),
        "tally": np.zeros((7, 2), np.int64),
    }
