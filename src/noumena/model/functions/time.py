"""Functions and arithmetic of timesteps; time begins at `@0`, and what would lie before it is null."""

from __future__ import annotations

from noumena.model.functions.limits import fit
from noumena.model.library import Builtin
from noumena.model.types import TIMESTEP, Signature
from noumena.model.values import Timestep


def later(time: Timestep, steps: int) -> Timestep | None:
    """`time + steps`: the timestep so many steps later, null if that lies before `@0`."""
    step = fit(time.step + steps, "{} + {}", time, steps)
    return Timestep(step) if step >= 0 else None


def earlier(time: Timestep, steps: int) -> Timestep | None:
    """`time - steps`: the timestep so many steps earlier, null if that lies before `@0`."""
    step = fit(time.step - steps, "{} - {}", time, steps)
    return Timestep(step) if step >= 0 else None


def elapsed(time: Timestep, start: Timestep) -> int:
    """`time - start`: the number of steps from `start` to `time`, negative if `start` comes later."""
    return time.step - start.step


def previous(time: Timestep) -> Timestep | None:
    """The timestep before; before `@0` it is null."""
    return earlier(time, 1)


def following(time: Timestep) -> Timestep | None:
    """The timestep after."""
    return later(time, 1)


FUNCTIONS: tuple[Builtin, ...] = (
    Builtin("prev", Signature((TIMESTEP,), TIMESTEP), previous),
    Builtin("next", Signature((TIMESTEP,), TIMESTEP), following),
)
