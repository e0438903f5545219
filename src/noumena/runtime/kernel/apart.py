"""Code that most calls do without is kept apart: in place of them it would fill the processor's memory of code."""

from __future__ import annotations

from . import NATIVE

if NATIVE:
    from noumena.runtime.native_call import apart as apart

else:

    def apart() -> None:
        """Says that the function which calls this is not to be put in place of its calls."""
