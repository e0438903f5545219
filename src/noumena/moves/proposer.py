"""What a user's move looks like: a class with `propose(self, world, rng)`."""

from __future__ import annotations

import inspect
import math
import types
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

import numpy as np

from noumena.runtime import world as world_module

REJECT = -math.inf
"""What `propose` returns when the move does not apply: the step is a rejection."""

NULL = world_module.NULL
"""What a view gives for null, where values are whole numbers or objects; the null of reals is not a number."""


class Proposer:
    """A Metropolis-Hastings move: `propose` changes the world and returns ln q(s|s′)/q(s′|s), or `REJECT`.

    The same source is compiled, and run by Python where it cannot be. Fields of the instance that are whole numbers,
    reals, booleans or NumPy arrays of such are data of the compiled move, as they are when the run begins; `propose`
    must not change them, so that a step depends on nothing but the state and `rng`. In an array of strings each is the
    number that stands for it in views, so that it can be compared with values of the model, and set. Methods of the
    class and plain functions of the module are compiled along.

    `share` is the share of the steps that this move gets; the default moves get the others. With 1 it is alone, and
    must then be able to reach every state. A move that is `scaled` multiplies the length of its steps by `rng.scale()`,
    which is adapted in warm-up, so that about 0.44 of the steps are accepted, and fixed from then on.
    """

    share: float = 0.5
    scaled: bool = False

    def initialise(self, model: Any, evidence: Any, rng: Any) -> None:
        """Sets fields that depend on the model and the evidence; run once, before the move is compiled.

        `model` is the checked model. `evidence["Seen"]` has the observed values of a function by the index that
        `world.Seen` takes; strings are strings in it.
        """

    def first_state(self, world: Any, rng: Any) -> float | None:
        """Changes the first state of a chain through the views; there is no q to pay.

        `world` holds the state that the engine has found, which meets the evidence if it could be drawn so; left as
        it is, or with `REJECT` returned, the chain starts from it. What comes to be needed is drawn. It may be run
        more than once, and changes no fields.
        """
        return REJECT

    def propose(self, world: Any, rng: Any) -> float:
        """Changes the world through its views and returns ln q(s|s′)/q(s′|s) of the choices that it made.

        What the move set and chose is paid for by q; what it left to the engine (`resample`, and whatever comes to be
        needed) is not. What one direction sets, the other must `remove`.
        """
        raise NotImplementedError


def array_fields(proposer: Proposer) -> list[str]:
    """The names of the fields that are arrays, sorted."""
    return [name for name in dir(proposer) if isinstance(inspect.getattr_static(proposer, name), np.ndarray)]


def array_words(proposer: Proposer) -> list[int]:
    """What a world holds of the arrays: of each its address, then its length along each axis."""
    arrays = [getattr(proposer, name) for name in array_fields(proposer)]
    return [word for array in arrays for word in (array.ctypes.data, *array.shape)]


def array_slots(proposer: Proposer) -> dict[str, int]:
    """Which of these words is the first of each array."""
    names = array_fields(proposer)
    first = accumulate((1 + getattr(proposer, name).ndim for name in names), initial=0)
    return dict(zip(names, first, strict=False))


@dataclass(frozen=True, slots=True)
class Joined:
    """A proposer as a move of a program: its number, and where in the world the addresses of its arrays are."""

    number: int
    proposer: Proposer
    place: int

    def code(self) -> types.FunctionType:
        """The function that makes its steps."""
        function = type(self.proposer).propose
        assert isinstance(function, types.FunctionType)
        return function
