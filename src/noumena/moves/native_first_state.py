"""`first_state` of a proposer, compiled: with hundreds of objects Python would take longer over it than over all else.

Python runs it where the compiler does not take it, and where compiled code meets a fault: it knows the line.
"""

from __future__ import annotations

import math
import types
from collections.abc import Callable
from typing import Any

from numba import float64, njit
from numba import types as numba_types
from numba.core.errors import NumbaError, UnsupportedBytecodeError
from numba.extending import overload

from noumena.moves.interpreted import Again, InterpretedFirstState
from noumena.moves.native_proposer import OPTIONS, Functions
from noumena.moves.native_self import self_of, self_type
from noumena.moves.native_types import RngType, WorldViewType, cast_to
from noumena.moves.proposer import Joined
from noumena.moves.table import Table
from noumena.runtime.faults import Full, HostFailed
from noumena.runtime.native_world import WORLD

FirstState = Callable[[Any], float]
"""What gives 0 for nothing returned, -inf for `REJECT`, and what is not a number for all that is wrong."""

_TEXT = """\
# {key}


def first_state(w):
    return outcome(run_first_state(as_self(w), as_world(w), as_rng(w)))
"""


def first_state_text(key: str) -> str:
    """The text of what is compiled, with the hash of what it depends on but does not show."""
    return _TEXT.format(key=key)


def compiled_first_state(joined: Joined, table: Table, access: Any, module: types.ModuleType) -> FirstState | None:
    """`first_state` of a proposer compiled; None if the compiler does not take it.

    `module` is one of `first_state_text`, loaded for this proposer alone; its machine code is kept beside it, and found
    there. `access` is the kernel's module of the native package.
    """
    functions = Functions()
    own = self_type(joined.proposer, joined.place, functions.plain)
    method = type(joined.proposer).first_state
    assert isinstance(method, types.FunctionType)
    vars(module).update(
        run_first_state=njit(**OPTIONS)(functions.plain(method)),
        as_self=self_of(own),
        as_world=cast_to(WorldViewType("world", table, access)),
        as_rng=cast_to(RngType("rng", table, access)),
        outcome=_outcome,
    )
    try:
        found: FirstState = njit(float64(WORLD), cache=True, **OPTIONS)(module.first_state)
    except (NumbaError, UnsupportedBytecodeError):  # the second is raised as code is read, and is no NumbaError
        return None
    return found


def _outcome(returned: object) -> float:
    """What compiled code makes of what was returned (`FirstState`)."""
    raise NotImplementedError


@overload(_outcome, strict=False)
def _compiled_outcome(returned: Any) -> Any:
    if isinstance(returned, numba_types.NoneType):
        return lambda returned: 0.0
    if isinstance(returned, numba_types.Number):
        return lambda returned: -math.inf if returned == -math.inf else math.nan
    if isinstance(returned, numba_types.Optional) and isinstance(returned.type, numba_types.Number):

        def of_either(returned: Any) -> float:
            if returned is None:
                return 0.0
            return -math.inf if returned == -math.inf else math.nan

        return of_either
    return None


class CompiledFirstState(InterpretedFirstState):
    """Runs compiled code, and Python from the first fault on."""

    def __init__(self, joined: Joined, table: Table, access: Any, compiled: FirstState) -> None:
        super().__init__(joined.proposer, table, access)
        self._compiled: FirstState | None = compiled

    def __call__(self, world: Any) -> float:
        """`REJECT` if the world is to stay as it is, else 0. Raises `Again` where Python has to say what is wrong."""
        if self._compiled is None:
            return super().__call__(world)
        try:
            found = self._compiled(world)
        except (Full, HostFailed):
            raise
        except Exception:  # a fault, or what the proposer itself has raised
            found = math.nan
        if not math.isnan(found):
            return found
        self._compiled = None
        raise Again
