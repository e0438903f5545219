"""Generated code for moves on a variable whose value never decides what is read: the same text for every model.

Only its own factor and those of its children change, so that nothing is completed or dropped (a9).
"""

from __future__ import annotations

FACTORS = """@jit
def factors(w, v, before):  # ln p of a variable and of its children on the stack; each is kept after `before` elements
    own = evaluate(w, v, 0)
    if own == -INF:
        return own  # what reads an impossible value may not even be defined
    w.y_real[before + w.d_top] = own
    total = 0.0
    for d in range(w.d_top):
        w.c_top = 0
        w.f_top = 0
        factor = evaluate(w, w.d_stack[d], 0)
        w.y_real[before + d] = factor
        total += factor
    return own + total"""

GIBBS = """@jit
def gibbs(w, kind):  # a value of a variable that decides nothing, given all others
    v = choose_any(w, kind)
    if v == NONE or w.penalty > 0.0:
        return REJECT
    size = w.k_domain_size[kind]
    gather_children(w, v, size)
    old = w.v_int[v]
    for i in range(size):
        w.v_int[v] = w.domain[w.k_domain[kind] + i]
        w.y_real[i] = factors(w, v, size)
    w.v_int[v] = old
    put_value(w, v, w.domain[w.k_domain[kind] + choose_by_weight(w, kind)], 0.0)
    factors(w, v, size)
    keep_with_children(w, v, size)
    return APPLIED"""

SET_IN_PLACE = """@jit
def set_in_place(w, v):  # gives a variable that decides nothing the chosen value
    if v == NONE:
        return REJECT
    if w.penalty > 0.0:
        return set_by_patch(w, on_patch(w, v))
    gather_children(w, v, 0)
    number = w.v_int[v]
    real = w.v_real[v]
    before = w.v_score[v] + kept_of_children(w)
    w.v_int[v] = w.new_int
    w.v_real[v] = w.new_real
    after = factors(w, v, 0)
    w.v_int[v] = number
    w.v_real[v] = real
    if not accepted(w, after - before + w.log_q, BY_SETTING):
        return REJECT
    put_value(w, v, w.new_int, w.new_real)
    keep_with_children(w, v, 0)
    return APPLIED"""

DRAW_IN_PLACE = """@jit
def draw_in_place(w, v):  # draws a variable that decides nothing from its CPD
    if v == NONE:
        return REJECT
    if w.penalty > 0.0:
        return draw_by_patch(w, on_patch(w, v))
    gather_children(w, v, 0)
    number = w.v_int[v]
    real = w.v_real[v]
    before = kept_of_children(w)
    evaluate(w, v, 1)
    new = w.out_int
    new_real = w.out_real
    if w.k_real[w.v_kind[v]]:
        w.v_real[v] = new_real
    else:
        w.v_int[v] = new
    after = factors(w, v, 0) - w.y_real[w.d_top]
    w.v_int[v] = number
    w.v_real[v] = real
    if not accepted(w, after - before, BY_DRAWING):
        return REJECT
    if w.k_real[w.v_kind[v]]:
        put_value(w, v, number, new_real)
    else:
        put_value(w, v, new, real)
    keep_with_children(w, v, 0)
    return APPLIED"""

IN_PLACE = (FACTORS, GIBBS, SET_IN_PLACE, DRAW_IN_PLACE)
