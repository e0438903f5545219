"""Checked mode: a chain that goes the same way as an unchecked one, and looks at itself after every step (a13).

The state must hold the evidence and be self-supporting, minimal and grounded; the tables must be those of the state; a
rejected patch must leave nothing behind; and the acceptance ratio must be that of b1, computed anew from both states.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from typing import Any

from noumena.inference.chain import Chain
from noumena.inference.check_ratio import Owners, log_ratio, owners
from noumena.inference.check_tables import CLOSE, Tables
from noumena.inference.dump import Dump, dump
from noumena.inference.examination import Examination, examine
from noumena.inference.state import State
from noumena.model.diagnostics import RunError, fail
from noumena.model.recursion import deep_recursion
from noumena.reference.variables import Variable
from noumena.runtime.backend import for_any_model, kernel_function
from noumena.runtime.kernel import flags
from noumena.runtime.kernel.moves import APPLIED, REJECT

_REMEMBERED_AT_MOST = 20_000


class Checker:
    """Runs a chain that has a first state, step by step."""

    def __init__(self, chain: Chain) -> None:
        self._chain = chain
        package, module = chain.code.package, chain.code.module
        self._evaluate, self._propose = module.evaluate, module.propose
        self._proposed = for_any_model(package, "chain", "proposed", "real")
        self._begin = kernel_function(package, "patch", "begin")
        self._commit = kernel_function(package, "patch", "commit")
        self._rollback = kernel_function(package, "patch", "rollback")
        self._choose_move = kernel_function(package, "chain", "choose_move")
        self._end_step = kernel_function(package, "chain", "end_step")
        self._uniform = kernel_function(package, "random", "uniform")
        self._known: dict[Hashable, Examination] = {}
        self._move = "the first state"
        self._state = State(chain.program, chain.world)
        with deep_recursion():
            self._examined = self._check_state(self._read())
            self._dumped = self._check_tables(self._examined)

    def advance(self, steps: int) -> None:
        """Runs steps as the kernel does, with the same random numbers; `RunError` names the first violation."""
        if not self._chain.program.moves:
            return
        world = self._chain.world
        goal = world.iteration + steps

        def run() -> None:
            while world.iteration < goal:
                self._step(world)

        with deep_recursion():
            self._chain.with_room(run)

    def record(self, samples: int) -> None:
        """Runs the chain until it has recorded `samples` samples in all; answering queries must change nothing."""
        world = self._chain.world
        while world.recorded < samples:
            while world.since < world.thin:
                self.advance(1)
                world.since += 1
            self._move = "the queries"
            self._chain.record(world.recorded + 1)
            self._check_unchanged("the queries were answered")

    def _step(self, world: Any) -> None:
        k = int(self._choose_move(world))
        self._begin(world)
        self._move = self._chain.program.moves[k].name
        log_q = self._propose(world, k)
        accepted = 0
        if log_q == APPLIED:
            self._check_applied(world)
            accepted = 1
        elif log_q == REJECT:
            self._rollback(world)
            self._check_unchanged("a rejected move")
        else:
            accepted = self._proposed_step(world, log_q)
        self._end_step(world, k, accepted)

    def _check_applied(self, world: Any) -> None:
        """A move without a patch: of all that stays only the variable that it picked may have another value."""
        old, new = self._examined, self._check_state(self._read())
        picked = self._state.variable(int(world.picked))
        for variable in (new.values.keys() & old.values.keys()) - {picked}:
            if new.values[variable] != old.values[variable]:
                raise self._violation(new.named(variable), "has changed in a move that was not about it")
        if new is not old and world.applied != flags.BY_GIBBS:
            appeared = frozenset(new.values.keys() - old.values.keys())
            own = frozenset({picked})
            by_move, drawn = (
                (own, appeared) if world.applied == flags.BY_SETTING else (frozenset[Variable](), appeared | own)
            )
            who = Owners(by_move, frozenset(), drawn, picked, frozenset())
            log_q = float(world.log_q) if world.applied == flags.BY_SETTING else 0.0
            self._compare(float(world.log_ratio), log_ratio(old, new, who, log_q), who, new)
        self._examined = new
        self._dumped = self._check_tables(new)

    def _proposed_step(self, world: Any, log_q: float) -> int:
        ratio = self._proposed(world, self._evaluate, log_q)
        new = self._check_ratio(log_q, ratio)
        u = self._uniform(world)
        accepted = ratio >= 0.0 or u < math.exp(ratio)
        if accepted:
            self._commit(world)
        else:
            self._rollback(world)
        if accepted:
            assert new is not None
            if self._read() is not new:
                raise self._violation(None, "the state after the step is not the one that was judged")
            self._examined = new
            self._dumped = self._check_tables(new)
        else:
            self._check_unchanged("a rejected move")
        return int(accepted)

    def _read(self) -> Examination:
        """The state that the world holds, or that the patch under way makes; the same object for the same state."""
        values, _ = self._state.values()
        forced = self._state.forced()
        key = (frozenset(values.items()), frozenset((v, id(e)) for v, e in forced.items()))
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _REMEMBERED_AT_MOST:
                self._known.clear()
            found = self._known[key] = examine(self._state)
        return found

    def _check_ratio(self, log_q: float, ratio: float) -> Examination | None:
        """The new state, if the patch was completed; its ratio has been computed anew and found right."""
        world = self._chain.world
        if world.mode != 0:
            return None  # completion has found the patch impossible
        new = self._read()
        who = owners(world, self._state)
        if ratio == -math.inf and new.fault is not None:
            return new
        self._check_state(new)
        self._compare(ratio, log_ratio(self._examined, new, who, log_q), who, new)
        return new

    def _compare(self, ratio: float, expected: float, who: Owners, new: Examination) -> None:
        if ratio == expected or abs(ratio - expected) <= CLOSE * max(1.0, abs(expected)):
            return
        raise self._violation(_changed(who, self._examined, new), f"ln ratio is {ratio}, but computed anew {expected}")

    def _check_state(self, examined: Examination) -> Examination:
        if examined.fault is not None:
            variable, what = examined.fault
            raise self._violation(examined.named(variable) if variable is not None else None, what)
        return examined

    def _check_tables(self, examined: Examination) -> Dump:
        world = self._chain.world
        dumped = dump(world, self._state.variables())
        for name, what in Tables(self._chain.program, world, self._state, dumped, examined).faults():
            raise self._violation(name, what)
        return dumped

    def _check_unchanged(self, after: str) -> None:
        """A patch that was taken back leaves the world as it was."""
        dumped = dump(self._chain.world, self._state.variables())
        if dumped == self._dumped:
            return
        names = Tables(self._chain.program, self._chain.world, self._state, dumped, self._examined)
        for v in sorted({*dumped.nodes, *self._dumped.nodes}):
            if dumped.nodes.get(v) != self._dumped.nodes.get(v):
                raise self._violation(names.name(v), f"is not as it was before {after}")
        raise self._violation(None, f"the tables are not as they were before {after}")

    def _violation(self, variable: str | None, what: str) -> RunError:
        place = f"checked mode: iteration {self._chain.world.iteration}, {self._move}"
        hint = "this is a defect of the engine or of the move, not of the model; please report it with the model"
        return fail(f"{place}: {variable + ' ' if variable else ''}{what}", None, hint)


def _changed(who: Owners, old: Examination, new: Examination) -> str | None:
    """The variable that a move was about, as far as one can be told."""
    if who.picked is not None:
        return f"{new.named(who.picked)}:"
    for variable in (*who.set_, *who.removed, *who.drawn, *(old.values.keys() ^ new.values.keys())):
        return f"{new.named(variable)}:"
    return None
