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

# Of declared moves: see `kernel/round_trip`. Where a choice is meant, the first words are its address, and the next are
# its kind and how many of these words the address has.
READ_AFTER = 110
"""A variable was read after the move has changed it."""
CHANGED_TWICE = 111
"""A variable was changed that the move has changed before."""
LOOKED_AFTER = 112
"""Preimages (0), objects in use (1), a derived function (2) or ln p (3) were looked at after a change."""
NOT_TOLD = 113
"""The way back makes a choice that was not told."""
NOT_MADE = 114
"""A choice was told that the way back does not make."""
UNTOLD = 115
"""The way back does not tell a choice of the way there."""
UNMADE = 116
"""The way back tells a choice that was not made on the way there."""
TOLD_OTHERWISE = 117
"""The way back tells another value than was chosen on the way there."""
OUT_OF_RANGE = 118
"""The way back was told a whole number that is not below its bound."""
NO_MEMBER = 119
"""The way back was told an object that is not among those that it chooses from."""
OTHER_VALUE = 120
"""The way back sets a variable to another value than it had before the move."""
NOT_BEFORE = 121
"""The way back sets a variable that the state before the move did not hold."""
REMOVED_OLD = 122
"""The way back removes a variable that the move has not newly set."""
OTHER_OWNER = 123
"""One way a variable is left to the engine, the other way it is set."""
NOT_UNDONE = 124
"""The way back leaves a variable as the move has changed it."""
WHICH_OBJECT = 125
"""It cannot be told which object of the state before a new one of the way back is; the first word is its type."""
REJECTED_BACK = 126
"""The way back returns a rejection."""
DIMENSIONS = 127
"""The way back makes so many reals (the first word) of so many (the second)."""
NOT_SMOOTH = 128
"""The slopes of the reals of a move cannot be told."""
FLAT = 129
"""The Jacobian of the reals of a move is 0."""
RETURNED = 130
"""The program of a declared move returned a number that is no rejection."""
NO_CHANCE = 131
"""A probability or a scale of a choice is none; `fault_variable` is the kind of the choice."""
