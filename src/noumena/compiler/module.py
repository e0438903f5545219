"""The text of a generated module, put together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from noumena.compiler.families import NativeFamily
from noumena.compiler.plan import Move

_IMPORTS = """import math

from noumena.runtime.world import NULL

from . import evaluator, jit, proposer
from .arithmetic import HUGE, quotient, remainder
from .evidence import create_number, fail, is_behind, is_open, is_open_number
from .flags import DERIVED_LEAF, FORCING, NONE, RANDOM_LEAF, UNSETTLED
from .host import call_host, refuse
from .members import add_all, add_element, add_guaranteed, add_int, add_source, add_used, checked_number, draw_int
from .members import draw_member, draw_real, log_share, log_share_int, log_share_real, log_shared
from .moves import identity, other, parental, several, step, together, walk
from .objects import application_of
from .random import integer, next_word, uniform
from .variables import create, demand, find, note_read"""


def module_text(
    functions: Sequence[str],
    dispatch: Sequence[tuple[int, str]],
    families: Iterable[NativeFamily],
    moves: Sequence[Move],
) -> str:
    """The module with the generated functions, `evaluate` for any variable, and `propose` for any move."""
    imports = [_IMPORTS]
    for family in sorted(families, key=lambda f: f.stem):
        imports.append(f"from .{family.module} import log_{family.stem}, sample_{family.stem}, valid_{family.stem}")
    head = "\n".join([*imports, "", "INF = math.inf", "NAN = math.nan"])
    evaluate = ["@evaluator", "def evaluate(w, v, draw):", "    kind = w.v_kind[v]"]
    for kind, name in dispatch:
        evaluate += [f"    if kind == {kind}:", f"        return {name}(w, v, draw)"]
    evaluate.append("    return 0.0")
    propose = ["@proposer", "def propose(w, move):"]
    for number, move in enumerate(moves):
        if move.function == "gibbs":
            continue  # run by the kernel itself
        more = f", {move.other}" if move.other >= 0 else ""
        propose += [f"    if move == {number}:  # {move.name}", f"        return {move.function}(w, {move.kind}{more})"]
    propose.append("    return -INF")
    return "\n\n\n".join([head, *functions, "\n".join(evaluate), "\n".join(propose)]) + "\n"
