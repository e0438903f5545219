"""Which states of a chain are reached from each other."""

from __future__ import annotations

from collections.abc import Sequence

Matrix = Sequence[dict[int, float]]
"""For each state the probabilities of those that it leads to."""


def parts(matrices: Sequence[Matrix]) -> list[set[int]]:
    """The sets of states each of which is reached from each other, by Tarjan's algorithm without recursion."""
    size = len(matrices[0])
    following = [sorted({to for m in matrices for to, p in m[at].items() if p > 0.0}) for at in range(size)]
    order: dict[int, int] = {}
    low: dict[int, int] = {}
    open_, parts = [], []
    on_stack: set[int] = set()
    for root in range(size):
        calls = [] if root in order else [(root, iter(following[root]))]
        while calls:
            at, rest = calls[-1]
            if at not in order:
                order[at] = low[at] = len(order)
                open_.append(at)
                on_stack.add(at)
            to = next(rest, None)
            if to is None:
                calls.pop()
                if calls:
                    low[calls[-1][0]] = min(low[calls[-1][0]], low[at])
                if low[at] == order[at]:
                    part = set(open_[open_.index(at) :])
                    del open_[open_.index(at) :]
                    on_stack -= part
                    parts.append(part)
            elif to not in order:
                calls.append((to, iter(following[to])))
            elif to in on_stack:
                low[at] = min(low[at], order[to])
    return parts
