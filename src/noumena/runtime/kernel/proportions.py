"""A default move that draws proportions given all else: Dirichlet ones that are the weights of draws by position.

The proportions x have the prior Dirichlet(alpha), and are the weights of `Discrete` draws, of which n_k have the value
k in the state. Their law given all else is Dirichlet(alpha + n). `compiler/plan` has the move where the text shows that
nothing else depends on x (`moves/library/proportions`).

Proof. x decides nothing of what the state holds, so that what reads it, and n, are the same after the move. The law q
that x is drawn from depends on n alone, and is the same in both directions:

    ln q(s|s′)/q(s′|s) = ln q(x) - ln q(x′).

That q is the law of x given the rest is not needed for this, but then all is accepted. Which variable is drawn is
charged by the engine, as for every move that picks one.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from . import jit
from .flags import NONE
from .host import call_host
from .members import add_element
from .moves import REJECT, choose_any
from .random import next_word
from .verbs import set_value

if TYPE_CHECKING:
    from noumena.runtime.world import World


@jit
def draw_proportions(w: World, kind: int, size: int, law: int, sample: int, density: int) -> float:
    """Draws one variable of a kind, `size` proportions, given all others.

    Three operations of the host: `law` makes alpha + n of the numbers n on the list of elements, `sample` draws from
    the Dirichlet of it, and `density` is ln p of proportions there.
    """
    v = choose_any(w, kind)
    if v == NONE:
        return REJECT
    w.fault_variable = v
    start = w.y_top
    for _ in range(size):
        add_element(w, 0, 0.0)
    _count(w, v, start, size)
    w.g_int[0] = start
    w.g_int[1] = w.y_top
    call_host(w, law)
    w.y_top = start
    given = w.g_int[0]
    w.g_int[1] = next_word(w)
    call_host(w, sample)
    new = w.g_int[0]
    log_q = _log_density(w, density, w.v_int[v], given) - _log_density(w, density, new, given)
    if not -math.inf < log_q < math.inf:
        return REJECT  # a proportion of 0, which is never drawn
    set_value(w, v, new, 0.0)
    return log_q


@jit
def _log_density(w: World, density: int, proportions: int, given: int) -> float:
    w.g_int[0] = proportions
    w.g_int[1] = given
    call_host(w, density)
    return w.g_real[0]


@jit
def _count(w: World, v: int, start: int, size: int) -> None:
    """Counts the values of what reads a variable: single readers, and those that are kept as counts (`alike`).

    The text does not tell the values of `Discrete` draws, so that their classes are lists and no table.
    """
    e = w.v_children[v]
    while e != NONE:
        _add(w, start, size, w.v_int[w.e_child[e]], 1)
        e = w.e_next[e]
    kind = w.v_kind[v]
    for i in range(w.k_lookers[kind], w.k_lookers[kind] + w.k_lookers_size[kind]):
        c = w.u_first[w.k_classes[w.lookers[i]] + w.v_a[v]]
        while c != NONE:
            _add(w, start, size, w.u_int[c], int(w.u_count[c]))
            c = w.u_next[c]


@jit
def _add(w: World, start: int, size: int, value: int, number: int) -> None:
    """Counts a value so many times; one that has no proportion is impossible anyway."""
    if 0 <= value < size:
        w.y_int[start + value] += number
