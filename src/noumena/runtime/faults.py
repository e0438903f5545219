"""What generated code raises; the words `fault`, `fault_variable` and `fault_site` of the world say more.

The classes are the same in both backends, so that what drives a chain can catch them.
"""

from __future__ import annotations


class Full(Exception):
    """An array of the world has no room left: `full` names it.

    Growing it and replaying the step goes on as if it had.
    """


class Fault(Exception):
    """The model or a move did what it must not: `fault` is one of the numbers below."""


class HostFailed(Exception):
    """A Python function that generated code called has raised; the host keeps the exception."""


PARAMETER = 1
"""A distribution refused its parameters."""
CYCLE = 2
"""A variable needs itself."""
UNSUPPORTED = 3
"""A variable was read that the state does not hold: a defect of the engine."""
UNNEEDED = 4
"""A move set a variable that nothing needs."""
STILL_NEEDED = 5
"""A move removed a variable that is still needed."""
NUMBER = 6
"""A number of objects is negative or beyond the limit."""
NOT_A_NUMBER = 7
"""A log probability is not a number, or infinite."""
ENDLESS = 8
"""Completing a move goes on without end."""
OBSERVED_SET = 9
"""A move set or removed evidence."""
