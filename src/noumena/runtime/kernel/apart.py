"""Code that hardly ever runs is kept apart: put in place of its calls, it would fill the processor's memory of code."""

from __future__ import annotations

from . import NATIVE

if NATIVE:
    from noumena.runtime.native_call import apart as apart

else:

    def apart() -> None:
        """Says that the function which calls this is not to be put in place of its calls."""
