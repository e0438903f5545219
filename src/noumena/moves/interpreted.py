"""A proposer run by Python, with errors in the words of its author's model and file."""

from __future__ import annotations

import math
import numbers
import types
from typing import Any

from noumena.model.diagnostics import RunError, fail
from noumena.moves.messages import fault_complaint
from noumena.moves.place import line_in, line_span
from noumena.moves.proposer import Proposer
from noumena.moves.table import Table
from noumena.moves.views import Rng, WorldView
from noumena.moves.wording import NO_LOG_Q, Complaint, Misuse
from noumena.runtime.faults import Fault, Full, HostFailed


class InterpretedMove:
    """Runs `propose` on a world; `access` is the kernel's module of that name, of the backend of the world."""

    def __init__(self, proposer: Proposer, table: Table, access: Any) -> None:
        self._proposer, self._table, self._access = proposer, table, access

    def __call__(self, world: Any) -> float:
        """What `propose` returns. Raises `RunError` for whatever goes wrong in it; `Full` and `HostFailed` pass."""
        try:
            log_q = self._proposer.propose(WorldView(world, self._access, self._table), Rng(world, self._access))
        except (Full, HostFailed, RunError):
            raise
        except Fault as error:
            complaint = fault_complaint(self._table, world)
            raise self._located(complaint or Complaint("the move broke the state"), error) from None
        except Misuse as error:
            raise self._located(error.complaint, error) from None
        except Exception as error:
            text = f"the proposer raised {type(error).__name__}: {error}"
            raise self._located(Complaint(text), error) from error
        if isinstance(log_q, numbers.Real) and (log_q == -math.inf or math.isfinite(log_q)):
            return float(log_q)
        message = f"`propose` returned {log_q!r}" if log_q is not None else NO_LOG_Q.message
        raise self._located(Complaint(message, NO_LOG_Q.hint), None)

    def _located(self, complaint: Complaint, error: BaseException | None) -> RunError:
        propose = type(self._proposer).propose
        assert isinstance(propose, types.FunctionType)
        line = None if error is None else line_in(propose, error)
        span = line_span(propose, propose.__code__.co_firstlineno if line is None else line)
        return fail(complaint.message, span, complaint.hint)
