"""What a proposer may ask of a world that the world cannot give: further numbers for `fault`, beside those of `faults`.

`fault_variable` is the kind asked for, and the first words of `g_int` are the arguments given.
"""

from __future__ import annotations

NOT_HELD = 101
"""A variable was read, removed or resampled that the state does not hold."""
NOT_SAVED = 102
"""A variable was read as it was before the move, when the state did not hold it."""
LEFT_TO_ENGINE = 103
"""A variable was read that the move has left to the engine to draw."""
CHANGED_BELOW = 104
"""A derived variable was read that depends on what the move has changed."""
NO_SUCH_OBJECT = 105
"""An argument or a value is no object of its type; the first words are the number of the type and the object."""
NEGATIVE_NUMBER = 106
"""A number of objects was set below 0."""
NO_SUCH_MEMBER = 107
"""An index is out of range; the first words are the index and how many there are."""
EMPTY_CHOICE = 108
"""A random integer was asked for below a bound that is not positive."""
NO_LOG_Q = 109
"""The proposer returned what is not a log ratio: not a number, or plus infinity."""
