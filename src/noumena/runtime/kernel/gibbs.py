"""Gibbs moves on finite supports: a variable drawn from its law given all others, which is always accepted (a9).

Only for functions whose value never decides what is read, so that the factors are those of the variable and of its
children in the state as it is, and nothing is completed or dropped.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from . import jit
from .flags import FORCED, NONE
from .members import add_element
from .patch import push
from .random import uniform
from .variables import assign
from .verbs import pick

if TYPE_CHECKING:
    from noumena.runtime.world import World


@jit
def gibbs(w: World, evaluate: Callable[[World, int, int], float], kind: int) -> int:
    """Draws a variable of a function given all others; 1 if there was one to draw."""
    v = pick(w, kind)
    if v == NONE or w.v_flags[v] & FORCED:
        return 0
    _gather_children(w, v)
    base = w.k_domain[kind]
    size = w.k_domain_size[kind]
    best = -math.inf
    for i in range(size):
        w.v_int[v] = w.domain[base + i]
        total = _factors(w, evaluate, v, 0)
        best = max(best, total)
        w.y_top = i
        add_element(w, i, total)
    weights = 0.0
    for i in range(size):
        w.y_real[i] = math.exp(w.y_real[i] - best)
        weights += w.y_real[i]
    left = uniform(w)
    chosen = NONE
    for i in range(size):
        if w.y_real[i] > 0.0 and (chosen == NONE or left >= 0.0):
            chosen = i
            left = left - w.y_real[i] / weights
    w.v_int[v] = w.old_int
    assign(w, v, w.domain[base + chosen], 0.0)
    _factors(w, evaluate, v, 1)
    for d in range(w.d_top):
        w.v_stamp[w.d_stack[d]] = 0
    return 1


@jit
def _gather_children(w: World, v: int) -> None:
    """Puts the children of a variable on the stack, each once, with their stamp set; its value is kept aside."""
    w.old_int = w.v_int[v]
    e = w.v_children[v]
    while e != NONE:
        child = w.e_child[e]
        if w.v_stamp[child] != w.step:
            w.v_stamp[child] = w.step
            push(w, child)
        e = w.e_next[e]


@jit
def _factors(w: World, evaluate: Callable[[World, int, int], float], v: int, keep: int) -> float:
    """The sum of ln p of a variable and its children; if `keep`, it becomes theirs."""
    w.c_top = 0
    w.f_top = 0
    w.y_top = w.k_domain_size[w.v_kind[v]]
    total = evaluate(w, v, 0)
    if keep != 0:
        w.v_score[v] = total
    for d in range(w.d_top):
        child = w.d_stack[d]
        w.c_top = 0
        w.f_top = 0
        w.y_top = w.k_domain_size[w.v_kind[v]]
        factor = evaluate(w, child, 0)
        if keep != 0:
            w.v_score[child] = factor
        total += factor
    return total
