"""The sum over all walks of a graph that write a part of a text, for all parts at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from noumena.domains.citations.text_model.alphabet import LAST_PLAIN, Codes
from noumena.domains.citations.text_model.graph import COPY, SILENT, Graph

Vector = NDArray[np.float64]
TINY, SMALL, LARGE = 1e-280, 1e-20, 40.0
"""Entries below the first are 0; a row whose largest entry is below the second or e^40 is scaled anew."""


def _summed(  # the arrays of a graph one by one, as compiled code takes no Python object
    start: Vector,
    codes: Codes,
    along: Vector,
    kind: Codes,
    sign: Codes,
    hit: Vector,
    miss: Vector,
    first: NDArray[np.uint32],
    source: NDArray[np.uint32],
    weight: Vector,
    end: int,
) -> Vector:
    n, nodes = len(codes), len(kind)
    silent, writing = np.flatnonzero(kind == SILENT), np.flatnonzero(kind != SILENT)
    now, last = np.zeros(nodes), np.zeros(nodes)
    answer = np.full(n + 1, -np.inf)
    scale = -np.inf  # what now[v] holds is ln p minus this
    for i in range(n + 1):
        now, last = last, now
        largest = 0.0
        code = codes[i - 1] if i > 0 else -1
        plain = code <= LAST_PLAIN
        for v in writing if i > 0 else writing[:0]:
            total = 0.0
            if kind[v] != COPY:
                written = along[kind[v], i - 1]
            elif code == sign[v]:
                written = hit[v]
            else:
                written = miss[v] if plain else 0.0
            if written > 0.0:
                for k in range(first[v], first[v + 1]):
                    total += last[source[k]] * weight[k]
                total *= written
                largest = max(largest, total)
            now[v] = total if total > TINY else 0.0
        # The row is scaled anew if its largest entry is far from 1, or if more than that begins here.
        fresh = scale
        if not SMALL < largest < 1.0 / SMALL:
            fresh = scale + np.log(largest)
        if not start[i] - fresh < LARGE:
            fresh = start[i]
        if fresh == -np.inf:
            scale = fresh
            now[:] = 0.0
            continue
        if fresh != scale:
            factor = np.exp(scale - fresh)
            for v in writing:
                now[v] *= factor
            scale = fresh
        begun = np.exp(start[i] - scale)
        for v in silent:
            total = begun if v == 0 else 0.0
            for k in range(first[v], first[v + 1]):
                total += now[source[k]] * weight[k]
            now[v] = total if total > TINY else 0.0
        if now[end] > 0.0:
            answer[i] = np.log(now[end]) + scale
    return answer


_compiled: Callable[..., Any] = njit(cache=True, error_model="numpy")(_summed)


def graph_sum(graph: Graph, start: Vector, codes: Codes, along: Vector) -> Vector:
    """ln Σ_j e^start[j] P(the walk writes the signs j to i), for each i from 0 to n.

    `start` has n + 1 entries, -inf where the walk cannot begin; `along` is `Letters.along` of the text. The sum is
    exact but for walks below 1e-260 of the likeliest that has written as much.
    """
    parts = (graph.kind, graph.sign, graph.hit, graph.miss, graph.first, graph.source, graph.weight, graph.end)
    answer: Vector = _compiled(start, codes, along, *parts)
    return answer
