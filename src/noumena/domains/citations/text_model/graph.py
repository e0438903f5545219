"""A field of a citation as a random walk in a graph whose nodes write signs.

A node writes one sign or is silent. From each node but the last the walk goes on by one of its arcs, whose
probabilities sum to 1. The probability of a text is the sum over all walks from the first node to the last that write
it; as every walk ends, these sum to 1 over all texts. The same graph serves to draw a text (`Graph.draw`) and to sum
(`graph_sum.py`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from noumena.domains.citations.text_model.alphabet import ALPHABET, CODES, LAST_PLAIN, Codes
from noumena.domains.citations.text_model.letters import Letters

SILENT, COPY = -1, -2
"""Classes of nodes; those that are not negative write by a table of `Letters`."""


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes and arcs as arrays: node 0 is the first, the last silent node ends the walk.

    `kind` is the class of a node. A node of class COPY writes `sign` with probability `hit`, and any other letter or
    digit with probability `miss`. Arcs into node v are those numbered `first[v]` to `first[v + 1]`, with `source` and
    `weight`; those out of it are numbered `begin[v]` to `begin[v + 1]`, with `target` and `chance`. Silent arcs go from
    lower to higher nodes, so that one pass in order settles what is silent.
    """

    kind: Codes
    sign: Codes
    hit: NDArray[np.float64]
    miss: NDArray[np.float64]
    first: NDArray[np.uint32]
    source: NDArray[np.uint32]
    weight: NDArray[np.float64]
    begin: NDArray[np.uint32]
    target: NDArray[np.uint32]
    chance: NDArray[np.float64]
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

    def onward(self, node: int) -> dict[int, float]:
        """Where the walk may go from a node, with probabilities."""
        arcs = slice(self.begin[node], self.begin[node + 1])
        return dict(zip(self.target[arcs].tolist(), self.chance[arcs].tolist(), strict=True))

    def _next(self, rng: np.random.Generator, node: int) -> int:
        left, target = rng.random(), node
        for target, probability in self.onward(node).items():
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


def _starts(sizes: ArrayLike) -> NDArray[np.uint32]:
    """Where each of some runs of these sizes begins, and where the last one ends."""
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.uint32)


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
        for node, other in self._others.items():
            self.arc(node, other, 1.0 - sum(self._arcs[node].values()))
        nodes = len(self._nodes)
        kind, sign, hit, miss = zip(*self._nodes, strict=True)
        kinds = np.array(kind, dtype=np.int64)
        out = [len(arcs) for arcs in self._arcs]
        source = np.repeat(np.arange(nodes, dtype=np.uint32), out)
        target = np.array([node for arcs in self._arcs for node in arcs], dtype=np.uint32)
        chance = np.array([probability for arcs in self._arcs for probability in arcs.values()], dtype=np.float64)
        sums = np.bincount(source, chance, nodes)
        sums[end] = 1.0
        for node in np.flatnonzero(np.abs(sums - 1.0) > 1e-9).tolist():
            raise ValueError(f"the arcs of node {node} sum to {sums[node]}, and must sum to 1")
        back = (kinds[source] == SILENT) & (kinds[target] == SILENT) & (target <= source)
        for arc in np.flatnonzero(back).tolist():
            raise ValueError(f"the silent node {source[arc]} leads back to the silent node {target[arc]}")
        order = np.argsort(target, kind="stable")
        return Graph(
            kinds,
            np.array(sign, dtype=np.int64),
            np.array(hit, dtype=np.float64),
            np.array(miss, dtype=np.float64),
            _starts(np.bincount(target, minlength=nodes)),
            source[order],
            chance[order],
            _starts(out),
            target,
            chance,
            end,
        )

    def _node(self, kind: int, sign: int, hit: float, miss: float) -> int:
        self._nodes.append((kind, sign, hit, miss))
        self._arcs.append({})
        return len(self._nodes) - 1
