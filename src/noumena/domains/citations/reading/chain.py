"""Sums over all rows of states of a text: the forward and backward recursions, and the best row.

A row of states s₁ … s_n has the score Σ node[i, s_i] + Σ edge[i, s_i, s_i+1], and the probability exp(score) / Z. All
is in logarithms. Leading axes, such as one of texts of the same length, are kept: node is (…, n, states), edge is
(…, n − 1, states, states), and n is at least 1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]


def forward_ln(node: Array, edge: Array) -> Array:
    """ln of the sum over all rows of states up to each place that end in each state."""
    answer = np.empty_like(node)
    answer[..., 0, :] = node[..., 0, :]
    for i in range(1, node.shape[-2]):
        answer[..., i, :] = node[..., i, :] + ln_sum(answer[..., i - 1, :, None] + edge[..., i - 1, :, :], axis=-2)
    return answer


def backward_ln(node: Array, edge: Array) -> Array:
    """ln of the sum over all rows of states after each place, given the state there."""
    answer = np.zeros_like(node)
    for i in range(node.shape[-2] - 2, -1, -1):
        onward = (answer[..., i + 1, :] + node[..., i + 1, :])[..., None, :]
        answer[..., i, :] = ln_sum(onward + edge[..., i, :, :], axis=-1)
    return answer


def ln_sum(terms: Array, axis: int) -> Array:
    """ln Σ exp(term); one term at least must be finite."""
    highest = terms.max(axis=axis, keepdims=True)
    total: Array = np.log(np.exp(terms - highest).sum(axis=axis)) + highest.squeeze(axis)
    return total


def best_states(node: Array, edge: Array) -> list[int]:
    """The row of states with the highest score of one text, of at least one word; of equal ones the first."""
    best, came = node[0], []
    for i in range(1, len(node)):
        ways = best[:, None] + edge[i - 1]
        came.append(ways.argmax(axis=0))
        best = ways.max(axis=0) + node[i]
    states = [int(best.argmax())]
    for step in reversed(came):
        states.append(int(step[states[-1]]))
    return states[::-1]


def run_ln(node: Array, edge: Array, state: int, longest: int) -> tuple[Array, float]:
    """ln P(the words in `state` are exactly those from i to i + k, k < longest) as [i, k], and ln P(there is none).

    This is for a state that is never left and entered again. With E[i] the sum over rows that enter it at i, L[j] over
    those that leave it after j, and C the running sum of its own scores:

        ln P = E[i] + C[i + k] − C[i] + L[i + k] − ln Z
    """
    count = len(node)
    others = np.arange(node.shape[1]) != state
    forward, backward = forward_ln(node, edge), backward_ln(node, edge)
    ln_z = float(ln_sum(forward[-1], axis=0))
    own = node[:, state]
    enter, leave = own.copy(), np.zeros(count)
    if count > 1:
        enter[1:] += ln_sum(forward[:-1, others] + edge[:, others, state], axis=1)
        leave[:-1] = ln_sum(edge[:, state, others] + node[1:, others] + backward[1:, others], axis=1)
    along = np.concatenate(([0.0], np.cumsum(own[1:] + edge[:, state, state])))
    places = np.arange(count)[:, None] + np.arange(min(longest, count))
    inside = places < count
    last = np.where(inside, places, 0)
    runs = enter[:, None] - along[:, None] + along[last] + leave[last] - ln_z
    none = float(ln_sum(forward_ln(node[:, others], edge[:, others][:, :, others])[-1], axis=0)) - ln_z
    return np.where(inside, runs, -np.inf), none
