"""Walking a syntax tree without recursion, so that no tree is too deep for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from noumena.language.syntax import Node


def children(node: Node) -> list[Node]:
    """The nodes directly below a node, in the order of its fields."""
    found: list[Node] = []
    for field in fields(node):
        if field.compare:  # all but spans and the like
            _collect(getattr(node, field.name), found)
    return found


def post_order(root: Node) -> Iterator[Node]:
    """Every node of a tree, each after the nodes below it."""
    # Turned around: a node before its children, the last child first.
    turned: list[Node] = []
    waiting = [root]
    while waiting:
        node = waiting.pop()
        turned.append(node)
        waiting.extend(children(node))
    return reversed(turned)


def depth(root: Node) -> int:
    """The number of nodes on the longest way down."""
    deepest = 0
    level = [root]
    while level:
        deepest += 1
        level = [child for node in level for child in children(node)]
    return deepest


def _collect(value: object, found: list[Node]) -> None:
    if isinstance(value, Node):
        found.append(value)
    elif isinstance(value, tuple):  # at most a list of pairs or of rows
        for item in value:
            _collect(item, found)
