"""Whether a user's move undoes what it does, with the same owners: what it sets one way it removes the other (a1).

Runs on the Python backend, on all states that the move reaches from the chain's, with every random choice enumerated.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from noumena.inference.chain import Chain
from noumena.inference.choices import Choices
from noumena.inference.state import State, canonical
from noumena.inference.transitions import Canonical, copied, enumerated
from noumena.model.diagnostics import RunError, fail
from noumena.runtime import storage
from noumena.runtime.faults import Full
from noumena.runtime.kernel import chain as kernel_chain
from noumena.runtime.kernel import flags, patch

STATES_AT_MOST = 200

Owned = frozenset[tuple[tuple[int, bool], int]]
"""How many variables of each kind the move (true) or the engine (false) has drawn, or would draw in the reverse."""


@dataclass(frozen=True, slots=True)
class Step:
    """One way from a state to another: who drew what came to be, and who would draw in the reverse what is gone."""

    to: Canonical
    came: Owned
    gone: Owned


def check_reverse(chain: Chain, states_at_most: int = STATES_AT_MOST) -> None:
    """Raises `RunError` for the first step of the program's last move that the move does not undo with the same owners.

    The chain must be on the Python backend and have a first state.
    """
    start = _key(chain, chain.world)
    worlds: dict[Canonical, Any] = {start: copied(chain.world)}
    steps: dict[Canonical, set[Step]] = {}
    waiting = [start]
    while waiting and len(steps) < states_at_most:
        state = waiting.pop()
        steps[state] = set()
        for step, world in _steps(chain, worlds[state]):
            steps[state].add(step)
            if step.to not in worlds:
                worlds[step.to] = world
                waiting.append(step.to)
    for state, ways in steps.items():
        for step in ways:
            if step.to != state and step.to in steps:
                error = _fault(chain, step, [back for back in steps[step.to] if back.to == state])
                if error is not None:
                    raise error


def _key(chain: Chain, world: Any) -> Canonical:
    return canonical(State(chain.program, world).instantiation())


def _steps(chain: Chain, world: Any) -> Iterator[tuple[Step, Any]]:
    """All that the move can do in a state and that is not impossible, with the world after it."""
    module, move = chain.code.module, len(chain.program.moves) - 1
    while True:
        found: list[tuple[Step, Any]] = []
        choices = Choices()
        try:
            with enumerated(module, chain, choices):
                for _ in choices.runs():
                    tried = copied(world)
                    chain.use(tried)
                    patch.begin(tried)
                    if kernel_chain.proposed(tried, module.evaluate, module.propose(tried, move)) == -math.inf:
                        continue
                    came, gone = _owners(tried)
                    patch.commit(tried)
                    found.append((Step(_key(chain, tried), came, gone), tried))
        except Full:
            world.full, world.full_which = chain.world.full, chain.world.full_which
            storage.grow(world, chain.program.layout)
            continue
        finally:
            chain.use(world)
        yield from found
        return


def _owners(w: Any) -> tuple[Owned, Owned]:
    """Who draws the variables that a completed patch adds and, in the reverse, those that it drops."""
    came: Counter[tuple[int, bool]] = Counter()
    gone: Counter[tuple[int, bool]] = Counter()
    for t in range(w.t_top):
        v = w.t_variable[t]
        kind, old, new = w.v_kind[v], w.t_flags[t], w.v_flags[v]
        if kind >= w.first_shared or (old | new) & (flags.OBSERVED | flags.FORCED):
            continue
        was = old & (flags.FRESH | flags.DERIVED) == 0
        stays = new & (flags.SUSPENDED | flags.DERIVED) == 0
        if stays and not was:
            came[kind, new & flags.SET != 0] += 1
        if was and not stays:
            gone[kind, new & flags.REMOVED != 0] += 1
    return frozenset(came.items()), frozenset(gone.items())


def _fault(chain: Chain, step: Step, back: list[Step]) -> RunError | None:
    """What is wrong with the ways back from a step, if anything is."""
    name = chain.program.moves[-1].name
    if not back:
        return fail(
            f"{name} has no way back from a state that it reaches", None, "it must be able to undo what it does"
        )
    if any(way.came == step.gone and way.gone == step.came for way in back):
        return None
    (kind, _), _ = min((step.came ^ back[0].gone) | (step.gone ^ back[0].came))
    function = chain.program.layout.kinds[kind].name
    message = f"{name} sets or removes a variable of {function} one way, and leaves it to the engine on the way back"
    return fail(message, None, "what a move sets in one direction it must remove in the other, and nothing else")
