"""Another object for a reference that is rejected on either side of a coin, found out without a branch.

Whether a new object is chosen or one in use is a coin: the processor foretells it wrongly half of the time, and then
has to begin again. But nearly all of these steps are rejected, and most of them can be before the two ways part. So
what decides is computed for both as one: which numbers count is chosen by arithmetic, and for a new object some object
in use stands in, whose factor does not count. Nothing is drawn and nothing changes here. Of an object in use all is
known then; a new one that is not hopeless is gone into as if this had not been (`direct`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import inlined
from .direct import objects_left
from .flags import NONE
from .random import LOW_HALF
from .tables import constant, place

if TYPE_CHECKING:
    from noumena.runtime.world import World

_LEAST = -1e300
"""In place of -inf, which has no product with 0."""
_SHARE = constant([0.0, 1.0])
"""0 and 1 as reals: compiled code would make 1.0 or 0.0 of a comparison by a branch, which is the coin again."""


@inlined
def early_choice(w: World, type_: int, statement: int) -> int:
    """What `moves.choose_object` finds in the second word, for a type without guaranteed objects.

    It is the place of an object in use, or one after the last of them for a new object; -1 if that takes more than a
    product, or there is more to look at than the text tells, or a logarithm is not in the tables of the world.
    """
    twice = 2 * w.o_used[type_]
    product = ((w.second_word >> 32) & LOW_HALF) * twice
    if (product & LOW_HALF) <= twice or w.v_int[w.a_variable[statement]] + 1 >= w.tabled or w.penalty > 0.0:
        return NONE
    return product >> 32


@inlined
def early_ratio(w: World, type_: int, statement: int, held: int, known: int) -> float:
    """What the use of objects adds to the ratio, with ln q: see `direct.log_identifiers` and `moves.choose_object`.

    `known` is 1 for an object in use and 0 for a new one; `held` is the old object, or 0 if something else is known to
    refer to it. With m objects in use and u others it is ln m/(u + 1) if nothing else refers to the old one, and 0 if
    something does; for a new one it is ln u/(m + 1).
    """
    m = w.o_used[type_]
    left = objects_left(w, statement)
    over = m if known != 0 else left
    under = left + 1 if known != 0 else m + 1
    counts = int(w.o_references[w.o_base[type_] + held] == 1) | (1 - known)
    return w.log[over] - w.log[under if counts != 0 else over]


@inlined
def early_log_q(w: World, type_: int, held: int) -> float:
    """ln q of an object in use: see `moves.choose_object`."""
    return w.log[w.o_used[type_]] if w.o_references[w.o_base[type_] + held] == 1 else 0.0


@inlined
def if_known(factor: float, known: int) -> float:
    """The ln of a factor, or 0 if it does not count."""
    return max(factor, _LEAST) * _SHARE[place(known)]
