"""The bits of a variable's flags, what evaluations end in, and other numbers that the kernel shares."""

from __future__ import annotations

OBSERVED = 1
"""Evidence: it has its value from the start, is never dropped, and no move may set it."""
FORCED = 2
"""An evidence term forces its value: given the rest of the state there is no other."""
DERIVED = 4
"""Its leaf is deterministic in this state: not a variable of the state, but a node that is depended through (a5)."""
LINKED = 8
"""Its value is an object, and it stands in that object's preimage."""
DENSE = 16
"""Its leaf is a density."""
VIOLATED = 32
"""Evidence that does not hold, while a first state is sought."""
SHARES = 64
"""It is drawn uniformly from a whole type and pays through the shared set (a8)."""

FRESH = 256
"""Not in the state before the patch."""
DIRTY = 512
"""Something it reads, or its own value, has changed: its factor must be computed anew."""
PENDING = 1024
"""The engine is to draw its value when it is needed."""
SUSPENDED = 2048
"""Nothing known to be needed reads it; dropped in the end unless something does after all."""
SET = 4096
"""The move has chosen its value."""
REMOVED = 8192
"""The move has removed it: the reverse move would set it."""
ENTERED = 16384
"""Its factor in the new state has been computed and what it reads noted."""
DRAWN = 32768
"""The engine has drawn its value in this patch."""
OPEN = 65536
"""It is being evaluated: if it is needed again now, it depends on itself."""

RELEASED = 131072
"""It has let go of what it read in the old state."""

PICKED = 262144
"""The move picked it together with others from all lists; it must be there after the move too."""
SEEN = 524288
"""A walk over the graph has come by."""
LATE = 1048576
"""It is entered, but for its factor, which is asked for when all else of the step is known: see `late`."""

LASTING = OBSERVED | FORCED | DERIVED | LINKED | DENSE | VIOLATED | SHARES
"""What is kept when a patch is accepted."""
UNSETTLED = DIRTY | PENDING | REMOVED
"""A variable that must be entered before it is read."""

READING = 0
COMPLETING = 1
LOOKING = 2
"""What reads do: take what is there; note what is read and ask for what is missing; stop where there is no value."""

RANDOM_LEAF = 0
DERIVED_LEAF = 1
FORCING = 2
"""How an evaluation ended: at a draw, at a deterministic value, or in an evidence term solved for a variable."""

NONE = -1
UNLISTED = -2
"""In `e_before`: the child is drawn from its parent, a shared set; the edge is not in the list of children."""
IMPLIED = -3
"""In `e_before`: the child is found through the preimage of the parent's object; the edge is in no list either."""

OP_CREATE = 1
OP_VALUE = 2
OP_USE = 3
OP_ALLOCATE = 4

TAG_APPLICATION = -1
TAG_OBJECT = -2

FULL_VARIABLES = 1
FULL_EDGES = 2
FULL_LOG = 3
FULL_TOUCHED = 4
FULL_ENTERED = 5
FULL_READS = 6
FULL_STACK = 7
FULL_QUEUE = 8
FULL_OBJECTS_TOUCHED = 9
FULL_APPLICATIONS = 10
FULL_HASH = 11
FULL_SCRATCH = 12
FULL_SOURCES = 13
FULL_TYPE = 14
FULL_LIST = 15
FULL_ELEMENTS = 16
FULL_CLASSES = 17
FULL_LOGARITHMS = 18
FULL_COUNTS = 19

BY_GIBBS = 0
BY_SETTING = 1
BY_DRAWING = 2
"""How a move without a patch got the new value: given all others, by its own choice, or from the CPD."""
