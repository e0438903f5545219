"""Phrases that the texts of the library share."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable

from noumena.moves.candidates import Candidates
from noumena.moves.library.fitting import Fitting
from noumena.moves.table import FunctionEntry


def proposer_text(class_: str, purpose: str, share: float, body: str, base: str = "nm.Proposer") -> str:
    """A file with one proposer; `body` are its methods, from the left margin on, and `base` is its base class."""
    head = f'import math\n\nimport noumena as nm\n\n\nclass {class_}({base}):\n    """{purpose}"""\n\n'
    return f"{head}    share = {share!r}\n\n{textwrap.indent(body, '    ')}"


def only_if(condition: object, lines: str) -> str:
    """Lines that a text has in some models only."""
    return lines if condition else ""


def any_argument(fitting: Fitting, entry: FunctionEntry) -> str:
    """An argument of a function of guaranteed objects, drawn from all, or a tuple of several."""
    drawn = [f"rng.integer(world.{fitting.type_of(t).name}.number)" for t in entry.objects]
    return drawn[0] if len(drawn) == 1 else f"({', '.join(drawn)})"


def spread(name: str, entry: FunctionEntry) -> str:
    """The arguments that a name stands for, one by one, as methods of views take them."""
    count = len(entry.objects)
    return name if count == 1 else ", ".join(f"{name}[{i}]" for i in range(count))


def made_with(names: Iterable[str]) -> str:
    """The method that keeps the data of a move as fields; nothing if it has none."""
    listed = list(names)
    lines = "".join(f"    self.{name} = {name}\n" for name in listed)
    return f"def __init__(self, {', '.join(listed)}):\n{lines}\n" if listed else ""


# Candidates. A text that has these phrases is made with `Candidates.arrays()`.
ANY_PAIRED = "self.paired[rng.integer(self.paired.shape[0])]"
"""An object that is in a group, all alike."""

CANDIDATE = """\
def candidate(self, rng, x):
    group = self.own[self.own_starts[x] + rng.integer(self.own_starts[x + 1] - self.own_starts[x])]
    at = self.starts[group] + rng.integer(self.starts[group + 1] - self.starts[group] - 1)
    return self.members[at] if self.members[at] < x else self.members[at + 1]

"""
"""A method that draws y from r(y|x), see `moves/candidates.py`; x is in a group."""


def pair_of_arguments(fitting: Fitting, entry: FunctionEntry, candidates: Candidates | None) -> str:
    """Lines that draw `first` and `second` whatever the state is: from all arguments, or from r(first, second)."""
    if candidates is not None:
        return f"first = {ANY_PAIRED}\n    second = self.candidate(rng, first)"
    return f"first, second = {any_argument(fitting, entry)}, {any_argument(fitting, entry)}"


NEARNESS = """\
def nearness(self, x, y):
    if y + 1 >= self.own_starts.shape[0]:
        return 0.0
    i, j, near = self.own_starts[x], self.own_starts[y], 0.0
    while i < self.own_starts[x + 1] and j < self.own_starts[y + 1]:
        one, other = self.own[i], self.own[j]
        if one == other:
            near += 1.0 / (self.starts[one + 1] - self.starts[one] - 1)
        if one <= other:
            i += 1
        if one >= other:
            j += 1
    return near / (self.own_starts[x + 1] - self.own_starts[x])

"""
"""A method that gives r(y|x) for two objects; x is in a group, and y any other one, also one that was not grouped."""


def each_candidate(lines: str) -> str:
    """Lines that are run for each `y` that shares a group with `x`, which is in one, for each group that holds both."""
    return f"""\
for i in range(self.own_starts[x], self.own_starts[x + 1]):
    for at in range(self.starts[self.own[i]], self.starts[self.own[i] + 1]):
        y = self.members[at]
        if y != x:
{textwrap.indent(lines, "            ")}"""
