"""A proposer run by Python, with errors in the words of its author's model and file."""

from __future__ import annotations

import importlib
import math
import numbers
import types
from typing import Any

from noumena.model.diagnostics import RunError, fail
from noumena.moves.declared import DeclaredMove
from noumena.moves.declared_views import Choose, guarded
from noumena.moves.messages import fault_complaint
from noumena.moves.place import line_in, line_span
from noumena.moves.proposer import Proposer
from noumena.moves.table import Table
from noumena.moves.views import Rng, WorldView
from noumena.moves.wording import NO_LOG_Q, Complaint, Misuse
from noumena.runtime.faults import Fault, Full, HostFailed


class Again(Exception):
    """The patch under way is to be taken back, and made once more."""


class InterpretedMove:
    """Runs `propose` on a world; `access` is the kernel's module of that name, of the backend of the world."""

    _method = "propose"

    def __init__(self, proposer: Proposer, table: Table, access: Any) -> None:
        self._proposer, self._table, self._access = proposer, table, access

    def __call__(self, world: Any) -> float:
        """What `propose` returns. Raises `RunError` for whatever goes wrong in it; `Full` and `HostFailed` pass."""
        log_q = self._returned(world)
        if isinstance(log_q, numbers.Real) and (log_q == -math.inf or math.isfinite(log_q)):
            return float(log_q)
        message = f"`propose` returned {log_q!r}" if log_q is not None else NO_LOG_Q.message
        raise self.error(Complaint(message, NO_LOG_Q.hint))

    def _run(self, world: Any) -> object:
        run = getattr(self._proposer, self._method)
        return run(WorldView(world, self._access, self._table), Rng(world, self._access))

    def _returned(self, world: Any) -> object:
        try:
            return self._run(world)
        except (Full, HostFailed, RunError):
            raise
        except Fault as error:
            complaint = fault_complaint(self._table, world)
            raise self.error(complaint or Complaint("the move broke the state"), error) from None
        except Misuse as error:
            raise self.error(error.complaint, error) from None
        except Exception as error:
            text = f"the proposer raised {type(error).__name__}: {error}"
            raise self.error(Complaint(text), error) from error

    def error(self, complaint: Complaint, cause: BaseException | None = None) -> RunError:
        """A complaint at the line that a cause arose at, or where the method begins."""
        return located(getattr(type(self._proposer), self._method), complaint, cause)


def located(function: types.FunctionType, complaint: Complaint, cause: BaseException | None) -> RunError:
    """A complaint at the line of a function's file that a cause arose at, or where the function begins."""
    line = None if cause is None else line_in(function, cause)
    span = line_span(function, function.__code__.co_firstlineno if line is None else line)
    return fail(complaint.message, span, complaint.hint)


class InterpretedDeclared(InterpretedMove):
    """Runs a declared move; `package` is the kernel's package of the backend of the world."""

    _method = "change"

    def __init__(self, proposer: Proposer, table: Table, package: str) -> None:
        self._choices, self._trip, declared = (
            importlib.import_module(f"{package}.{name}") for name in ("choices", "round_trip", "declared")
        )
        super().__init__(proposer, guarded(table, declared, lambda reader: reader), declared)

    def _run(self, world: Any) -> object:
        choose = Choose(world, self._choices, self._trip)
        return self._proposer.propose(WorldView(world, self._access, self._table), choose)


def interpreted(proposer: Proposer, table: Table, package: str) -> InterpretedMove:
    """A proposer run by Python on worlds of a backend, whose kernel is in `package`."""
    if isinstance(proposer, DeclaredMove):
        return InterpretedDeclared(proposer, table, package)
    return InterpretedMove(proposer, table, importlib.import_module(f"{package}.access"))


class InterpretedFirstState(InterpretedMove):
    """Runs `first_state` on a world that has the first state that the engine has found."""

    _method = "first_state"

    def __call__(self, world: Any) -> float:
        """`REJECT` if the world is to stay as it is, else 0; errors are those of `propose`."""
        returned = self._returned(world)
        if returned is None:
            return 0.0
        if returned == -math.inf:
            return -math.inf
        raise self.error(Complaint(f"`first_state` returned {returned!r}", _RETURNED_HINT))

    def explained(self, world: Any) -> RunError | None:
        """What a `Fault` in the completion of the state means; None if `first_state` has no part in it."""
        complaint = fault_complaint(self._table, world)
        return None if complaint is None else self.error(complaint)

    def error(self, complaint: Complaint, cause: BaseException | None = None) -> RunError:
        """The complaints are those about moves; this one makes a state."""
        message, hint = (
            None if text is None else text.replace("the move", "`first_state`")
            for text in (complaint.message, complaint.hint)
        )
        assert message is not None
        return super().error(Complaint(message, hint), cause)


_RETURNED_HINT = "return nothing, or nm.REJECT to leave the engine's first state as it is"
