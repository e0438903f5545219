"""A field of a citation as a random walk in a graph whose nodes write signs.

A node writes one sign or is silent. From each node but the last the walk goes on by one of its arcs, whose
probabilities sum to 1. The probability of a text is the sum over all walks from the first node to the last that write
it; as every walk ends, these sum to 1 over all texts. The same graph serves to draw a text (`Graph.draw`) and to sum
(`graph_sum.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from noumena.domains.citations.text_model.alphabet import ALPHABET, CODES, LAST_PLAIN, Codes
from noumena.domains.citations.text_model.letters import Letters

SILENT, COPY = -1, -2
"""Classes of nodes; those that are not negative write by a table of `Letters`."""


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes and arcs as arrays: node 0 is the first, the last silent node ends the walk.

    `kind` is the class of a node. A node of class COPY writes `sign` with probability `hit`, and any other letter or
    digit with probability `miss`. Arcs into node v are those numbered `first[v]` to `first[v + 1]`. Silent arcs go
    from lower to higher nodes, so that one pass in order settles what is silent.
    """

    kind: Codes
    sign: Codes
    hit: NDArray[np.float64]
    miss: NDArray[np.float64]
    first: NDArray[np.uint32]
    source: NDArray[np.uint32]
    weight: NDArray[np.float64]
    onward: tuple[dict[int, float], ...]
    end: int

    def draw(self, rng: np.random.Generator, letters: Letters, before: str) -> str:
        """A text drawn by one walk, which follows the sign `before` (empty: none)."""
        written: list[str] = []
        node = 0
        while node != self.end:
            node = self._next(rng, node)
            if self.kind[node] == COPY:
                written.append(self._copied(rng, node))
            elif self.kind[node] != SILENT:
                written.append(letters.draw(rng, int(self.kind[node]), written[-1] if written else before))
        return "".join(written)

    def _next(self, rng: np.random.Generator, node: int) -> int:
        left, target = rng.random(), node
        for target, probability in self.onward[node].items():
            left -= probability
            if left < 0.0:
                return target
        return target  # rounding left nothing

    def _copied(self, rng: np.random.Generator, node: int) -> str:
        own = int(self.sign[node])
        if rng.random() < self.hit[node]:
            return ALPHABET[own]
        other = int(rng.integers(LAST_PLAIN))
        return ALPHABET[other + (other >= own)]


class GraphBuilder:
    """Nodes and arcs put together one at a time; node 0 is there from the start, and is silent."""

    def __init__(self) -> None:
        self._nodes: list[tuple[int, int, float, float]] = []
        self._arcs: list[dict[int, float]] = []
        self._others: dict[int, int] = {}
        self.silent()

    def silent(self) -> int:
        """A new node that writes nothing."""
        return self._node(SILENT, 0, 0.0, 0.0)

    def copy(self, sign: str, wrong: float = 0.0) -> int:
        """A new node that writes `sign`; a letter or digit is, with probability `wrong`, another one."""
        code = CODES[sign]
        wrong = wrong if code <= LAST_PLAIN else 0.0
        return self._node(COPY, code, 1.0 - wrong, wrong / LAST_PLAIN)

    def letter(self, table: int) -> int:
        """A new node that writes by a table of letters."""
        return self._node(table, 0, 0.0, 0.0)

    def arc(self, source: int, target: int, probability: float) -> None:
        """The walk goes from `source` to `target` with this probability; two arcs of the same ends are added."""
        if probability > 0.0:
            self._arcs[source][target] = self._arcs[source].get(target, 0.0) + probability

    def otherwise(self, source: int, target: int) -> None:
        """The walk goes from `source` to `target` with what its other arcs leave."""
        self._others[source] = target

    def chain(self, source: int, probability: float | None, signs: str, wrong: float = 0.0) -> int:
        """The signs one after the other, reached with a probability (None: what is left); the node of the last."""
        node = source
        for position, sign in enumerate(signs):
            new = self.copy(sign, wrong)
            if position or probability is None:
                self.otherwise(node, new)
            else:
                self.arc(node, new, probability)
            node = new
        return node

    def graph(self) -> Graph:
        """The graph; raises ValueError where arcs do not sum to 1 or silent nodes are out of order."""
        end = max(v for v, node in enumerate(self._nodes) if node[0] == SILENT)
        for source, target in self._others.items():
            self.arc(source, target, 1.0 - sum(self._arcs[source].values()))
        into: list[list[tuple[int, float]]] = [[] for _ in self._nodes]
        for source, arcs in enumerate(self._arcs):
            if source != end and abs(sum(arcs.values()) - 1.0) > 1e-9:
                raise ValueError(f"the arcs of node {source} sum to {sum(arcs.values())}, and must sum to 1")
            for target, probability in arcs.items():
                if self._nodes[target][0] == SILENT == self._nodes[source][0] and target <= source:
                    raise ValueError(f"the silent node {source} leads back to the silent node {target}")
                into[target].append((source, probability))
        columns = list(zip(*self._nodes, strict=True))
        return Graph(
            np.array(columns[0], dtype=np.int64),
            np.array(columns[1], dtype=np.int64),
            np.array(columns[2], dtype=np.float64),
            np.array(columns[3], dtype=np.float64),
            np.array([0, *accumulate(len(arcs) for arcs in into)], dtype=np.uint32),
            np.array([source for arcs in into for source, _ in arcs], dtype=np.uint32),
            np.array([probability for arcs in into for _, probability in arcs], dtype=np.float64),
            tuple(self._arcs),
            end,
        )

    def _node(self, kind: int, sign: int, hit: float, miss: float) -> int:
        self._nodes.append((kind, sign, hit, miss))
        self._arcs.append({})
        return len(self._nodes) - 1
