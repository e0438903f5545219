"""The text of a generated module, put together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from noumena.compiler.families import NativeFamily
from noumena.compiler.in_place import IN_PLACE
from noumena.compiler.python_math import HELPERS
from noumena.runtime.driver import NAMES, RUN

_IMPORTS = """import math

from noumena.runtime.world import NULL

from . import evaluator, inlined, jit, sampler
from .alike import room_for_classes
from .arithmetic import HUGE, quotient, remainder
from .direct import UNCOUNTED, accepted, choose_by_weight, choose_of_two, count_at, decide_number
from .direct import draw_object, drop_attribute, gather_children, instantiate, introduce, is_plain_number
from .direct import keep_with_children, kept_of_children, log_identifiers, look_at, room_for_change, objects_left
from .direct import put_value, reader_of, ready, refer_to, release_object, room_for_reference, room_in_list
from .decision import is_hopeless
from .early import early_choice, early_log_q, early_ratio, if_known
from .evidence import create_number, fail, is_behind, is_open, is_open_number
from .flags import BY_DRAWING, BY_SETTING, DERIVED_LEAF, FORCING, LOOKING, NONE, RANDOM_LEAF, READING, UNSETTLED
from .foresight import expect_reference
from .holding import check_held
from .host import call_host, refuse
from .late import host_score
from .members import add_all, add_element, add_guaranteed, add_int, add_source, add_used, checked_number, draw_int
from .members import draw_generated, draw_member, draw_real, log_generated, log_share, log_share_int, log_share_real
from .members import log_shared
from .memo import call_remembered
from .moves import choose_any, choose_identity, choose_object, choose_other, choose_step, choose_walk, draw_by_patch
from .moves import REFUSED, on_patch, refer_by_patch, set_by_patch, several, small_step, together
from .objects import application_of
from .random import integer, next_word, uniform
from .split_merge import split_merge
from .tables import place, tabled
from .totals import exchange, share_out, transfer
from .variables import create, demand, find, note_read
from .verbs import pick"""


def module_text(
    functions: Sequence[str],
    dispatch: Sequence[tuple[int, str]],
    families: Iterable[NativeFamily],
    moves: Sequence[tuple[str, str]],
    ahead: Sequence[str],
    user_functions: Sequence[str] = (),
) -> str:
    """The module: the generated functions, `evaluate` for any variable, `propose` and `look_ahead` for any move, `run`.

    `moves` are the names of the moves with the calls that make them, and `ahead` for each of them the call that asks
    for what it will read, or nothing; `user_functions` are those that users wrote, which the others call.
    """
    imports = [_IMPORTS, *(f"from .{module} import {', '.join(names)}" for module, names in NAMES.items())]
    used = [name for name in HELPERS if any(f"{name}(w, " in text for text in user_functions)]
    imports += [f"from .python_arithmetic import {name}" for name in used]
    if any(call.startswith("draw_proportions(") for _, call in moves):
        imports.append("from .proportions import draw_proportions")
    for family in sorted(families, key=lambda f: f.stem):
        verbs = ("log", "sample", "valid", *(("tabled",) if family.tabled else ()))
        imports.append(f"from .{family.module} import {', '.join(f'{verb}_{family.stem}' for verb in verbs)}")
    head = "\n".join([*imports, "", "INF = math.inf", "NAN = math.nan"])
    evaluate = ["@evaluator", "def evaluate(w, v, draw):", "    kind = w.v_kind[v]"]
    for kind, name in dispatch:
        evaluate += [f"    if kind == {kind}:", f"        return {name}(w, v, draw)"]
    evaluate.append("    return 0.0")
    propose = ["@inlined", "def propose(w, move):", "    kind = w.move_kind[move]"]
    for call, numbers in _alike(moves).items():
        test = " or ".join(f"move == {number}" for number in numbers)
        propose += [f"    if {test}:  # {', '.join(moves[n][0] for n in numbers)}", f"        return {call}"]
    propose.append("    return REJECT")
    look_ahead = ["@inlined", "def look_ahead(w, move, word, second, later, later_second):"]
    for number, call in enumerate(ahead):
        if call:
            look_ahead += [f"    if move == {number}:  # {moves[number][0]}", f"        {call}"]
    look_ahead.append("    return")
    in_place = [text for text in IN_PLACE if any("in_place(" in call or "gibbs(" in call for _, call in moves)]
    written = ["\n".join(evaluate), *in_place, "\n".join(propose), "\n".join(look_ahead), f"@sampler\n{RUN}"]
    return "\n\n\n".join([head, *user_functions, *functions, *written]) + "\n"


def _alike(moves: Sequence[tuple[str, str]]) -> dict[str, list[int]]:
    """The numbers of the moves that are made by the same call."""
    found: dict[str, list[int]] = {}
    for number, (_, call) in enumerate(moves):
        found.setdefault(call, []).append(number)
    return found
