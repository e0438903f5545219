"""Calls of Python functions from generated code: what is not worth, or not fit for, compiling.

The arguments are left in `g_int` and `g_real`, each at its position; the result is found at position 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noumena.runtime.faults import PARAMETER, Fault, HostFailed

from . import NATIVE, jit, refuser

if TYPE_CHECKING:
    from noumena.runtime.world import World

if NATIVE:
    from noumena.runtime.native_call import call_address

    @jit
    def call_host(w: World, operation: int) -> None:
        """Calls operation number `operation` of the host."""
        w.g_real[0] = call_address(w.host, operation)
        if w.failed != 0:
            raise HostFailed

else:

    @jit
    def call_host(w: World, operation: int) -> None:
        """Calls operation number `operation` of the host."""
        w.g_real[0] = w.python_host(operation)  # type: ignore[attr-defined]  # only this backend's world has it
        if w.failed != 0:
            raise HostFailed


@refuser
def refuse(w: World, v: int, site: int) -> None:
    """Stops because a distribution does not take its parameters, which are left in `g_int` and `g_real`."""
    w.fault = PARAMETER
    w.fault_variable = v
    w.fault_site = site
    raise Fault
