"""Steps to come, and what they will read: a large state is far away, and is asked for in time.

The word of a step can be had long before the step (`random.word_of_step`), and from it the variable that it will pick
and the object that it will choose, unless the state changes before. Asking for a word that is not needed costs little;
nothing here changes the state, or what is drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import NATIVE, inlined, jit
from .flags import NONE
from .random import LOW_HALF, second_word_of_step, word_of_step

if TYPE_CHECKING:
    from noumena.runtime.world import Ints, Reals, World

if NATIVE:
    from noumena.runtime.native_world import fetch
else:

    @inlined
    def fetch(array: Ints | Reals, at: int) -> None:
        """Asks for an element that will be read soon; Python has no word for it."""


STEPS_AHEAD = 16
_LAST = STEPS_AHEAD - 1
FEW = 64
"""So many variables or objects are near in any case."""


@inlined
def move_of(w: World, word: int) -> int:
    """The move that a word stands for, by the weights, which do not depend on the state (a10)."""
    low = word & LOW_HALF
    # The table has the first move that each of 256 parts of the range may be for: a search would be foretold wrongly.
    k = w.move_guess[low >> 24]
    while low >= w.move_until[k]:
        k += 1
    return k


@inlined
def foresee(w: World) -> None:
    """Asks for what the next steps will read, each thing a few steps after that by which it is found."""
    step = w.iteration
    _first_look(w, step + 12)
    at = (step + 8) & _LAST
    if w.ahead_kind[at] != NONE:
        _second_look(w, w.ahead_kind[at], at)
    at = (step + 4) & _LAST
    if w.ahead_kind[at] != NONE:
        _third_look(w, w.ahead_kind[at], at)


@inlined
def expect_reference(
    w: World, kind: int, reader: int, type_: int, attribute: int, word: int, second: int, later: int, later_second: int
) -> None:
    """Asks for what the next step will read if it chooses another object for a reference.

    That is the class of the variable that reads it, and an attribute of the object. The way there is asked for a step
    earlier, by the words of the step after the next, as if that were the same move. In a state of middling size what
    `foresee` would ask for costs more than it gives.
    """
    used = w.o_used[type_]
    size = w.k_size[kind]
    if used < FEW or size != w.k_span[kind]:
        return
    fetch(w.v_class, w.k_first[reader] + _scaled(later, size))
    i = _scaled(later_second, 2 * used)
    fetch(w.o_list, w.o_base[type_] + i * int(i < used))
    fetch(w.u_object, w.v_class[w.k_first[reader] + _scaled(word, size)])
    i = _scaled(second, 2 * used)
    o = w.o_list[w.o_base[type_] + i * int(i < used)]
    fetch(w.v_int, w.index[w.k_base[attribute] + o])


@inlined
def _scaled(word: int, n: int) -> int:
    """What `random.integer_of` gives, nearly always."""
    return (((word >> 32) & LOW_HALF) * n) >> 32


@inlined
def _first_look(w: World, step: int) -> None:
    """Where the variable will be found: the class of the one that reads it, or its place in a list."""
    word = word_of_step(w, step)
    kind = w.move_kind[move_of(w, word)]
    at = step & _LAST
    w.ahead_kind[at] = NONE
    if kind == NONE or w.k_size[kind] < FEW:
        return
    size = w.k_size[kind]
    w.ahead_kind[at] = kind
    if w.k_reader[kind] == NONE or size != w.k_span[kind]:
        w.ahead_place[at] = w.k_list[kind] + _scaled(word, size)
        fetch(w.m_variable, w.ahead_place[at])
        return
    w.ahead_place[at] = w.k_first[w.k_reader[kind]] + _scaled(word, size)
    fetch(w.v_class, w.ahead_place[at])
    type_ = w.k_type[kind]
    used = w.o_used[type_]
    w.ahead_object[at] = NONE
    if used >= FEW:
        i = _scaled(second_word_of_step(w, step), 2 * (used + w.o_guaranteed[type_])) - w.o_guaranteed[type_]
        if 0 <= i < used:
            w.ahead_object[at] = w.o_base[type_] + i
            fetch(w.o_list, w.ahead_object[at])


@jit
def _second_look(w: World, kind: int, at: int) -> None:
    """The class and the chosen object; or the variable."""
    reader = w.k_reader[kind]
    if reader == NONE or w.k_size[kind] != w.k_span[kind]:
        v = w.m_variable[w.ahead_place[at]]
        w.ahead_place[at] = v
        fetch(w.v_a, v)
        fetch(w.v_int, v)
        fetch(w.v_score, v)
        fetch(w.v_flags, v)
        return
    v = w.ahead_place[at]
    fetch(w.v_int, v + w.k_first[kind] - w.k_first[reader])
    c = w.v_class[v]
    if w.k_values[reader] == 0 and c != NONE:
        fetch(w.u_object, c)
    if w.ahead_object[at] != NONE:
        o = w.o_list[w.ahead_object[at]]
        w.ahead_object[at] = o
        for i in range(w.k_attributes[reader], w.k_attributes[reader] + w.k_attributes_size[reader]):
            fetch(w.index, w.k_base[w.attributes[i]] + o)


@jit
def _third_look(w: World, kind: int, at: int) -> None:
    """The object that is referred to, and attributes of the chosen one; or the classes of an attribute's object."""
    reader = w.k_reader[kind]
    if reader == NONE or w.k_size[kind] != w.k_span[kind]:
        v = w.ahead_place[at]
        if w.k_lookers_size[kind] > 0 and w.v_kind[v] == kind:
            looker = w.lookers[w.k_lookers[kind]]
            if w.k_values[looker] == 0:
                c = w.u_first[w.k_classes[looker] + w.v_a[v]]
                if c != NONE:
                    fetch(w.u_object, c)
                    fetch(w.u_next, c)
        return
    c = w.v_class[w.ahead_place[at]]
    if w.k_values[reader] == 0 and c != NONE:
        fetch(w.o_references, w.o_base[w.k_type[kind]] + w.u_object[c])
    if w.ahead_object[at] != NONE:
        for i in range(w.k_attributes[reader], w.k_attributes[reader] + w.k_attributes_size[reader]):
            a = w.index[w.k_base[w.attributes[i]] + w.ahead_object[at]]
            if a != NONE:
                fetch(w.v_int, a)
