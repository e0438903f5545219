"""Sums over walks done the slow way: by following each walk, or by solving for the mass at each length."""

from __future__ import annotations

import numpy as np

from noumena.domains.citations.text_model.alphabet import ALPHABET, CODES
from noumena.domains.citations.text_model.graph import COPY, SILENT, Graph
from noumena.domains.citations.text_model.letters import START, Letters


def walked(graph: Graph, letters: Letters, text: str, start: int, end: int) -> float:
    """P(the walk writes the signs `start` to `end` of a text), by following every walk."""

    def onward(node: int, place: int) -> float:
        if node == graph.end:
            return float(place == end)
        total = 0.0
        for target, probability in graph.onward(node).items():
            if graph.kind[target] == SILENT:
                total += probability * onward(target, place)
            elif place < end:
                total += probability * written(graph, letters, target, text, place) * onward(target, place + 1)
        return total

    return onward(0, start)


def written(graph: Graph, letters: Letters, node: int, text: str, place: int) -> float:
    """P(a node writes the sign of a text at a place)."""
    if graph.kind[node] == COPY:
        if text[place] == ALPHABET[graph.sign[node]]:
            return float(graph.hit[node])
        return float(graph.miss[node]) if text[place].isalnum() else 0.0
    before = CODES[text[place - 1]] if place else START
    return float(letters.tables[graph.kind[node], before, CODES[text[place]]])


def lengths(graph: Graph, most: int) -> list[float]:
    """P(the walk writes k signs) for k from 0 to `most`, whatever the signs are."""
    size = len(graph.kind)
    step = np.zeros((size, size))
    for source in range(len(graph.kind)):
        arcs = graph.onward(source)
        for target, probability in arcs.items():
            step[source, target] = probability
    silent = graph.kind == SILENT
    # Silent steps in a row come to an end, so their sum is (1 - S)^-1.
    settle = np.linalg.inv(np.eye(size) - step * silent[None, :])
    write = step * ~silent[None, :]
    mass = np.eye(size)[0] @ settle
    found = [float(mass[graph.end])]
    for _ in range(most):
        mass = mass @ write @ settle
        found.append(float(mass[graph.end]))
    return found
