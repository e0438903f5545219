"""Moves that are made of another one and a function of the world: a class derived from that of the other.

The class has the fields and methods of the inner move, whose `propose` is one more method of it; so it is checked,
compiled and kept like any proposer, and what the inner one does before the first step is done too.

The function is asked in the state, and again when the inner move has made its changes and before the engine completes
them. It must give the same then as it would in the completed state, since that is what the reverse of the move asks. So
it may read what the move leaves held: not what the engine draws, removes or computes anew, nor what evidence on a term
forces. The first of these is an error as the move runs; of the others `check_move` finds that the move is wrong.
"""

from __future__ import annotations

import ast
import textwrap
import types
from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from noumena.moves.library.fitting import Fitting
from noumena.moves.library.made import made, move_name
from noumena.moves.library.phrases import proposer_text
from noumena.moves.library.written import LibraryMove, compiled_text
from noumena.moves.proposer import Proposer
from noumena.moves.table import Table
from noumena.moves.wording import Complaint

_BETWEEN = "\n\n\n"
"""What is between the parts of a text."""


@dataclass(frozen=True)
class Composed(LibraryMove):
    """What composed moves share; `_inner` is the other move, and `_asked` the function, or its text."""

    @property
    @abstractmethod
    def _inner(self) -> Any: ...

    @property
    @abstractmethod
    def _asked(self) -> Any: ...

    @abstractmethod
    def _body(self, asked: str, inner: str) -> str:
        """The lines of `propose`, in which the function and the inner move are called by these names."""

    _role = "function"
    """What the function is for the move, in its text and in messages."""

    @property
    def name(self) -> str:
        """`When(SplitMerge(PubCited))`."""
        return f"{type(self).__name__}({move_name(self._inner)})"

    def data(self, table: Table) -> Mapping[str, Any]:
        """The arrays of the inner move."""
        return self._inner.data(table) if isinstance(self._inner, LibraryMove) else {}

    def text(self, table: Table) -> str:
        """The source of the inner move, if the library writes it, and of this one."""
        inner = self._inner
        own = self._own_text(table)
        if isinstance(inner, LibraryMove):
            _, _, rest = own.partition(_BETWEEN)  # what it imports stands in the other's text
            return f"{inner.text(table)}\n\n{rest}"
        return f"# `{_class_name(inner)}` is the proposer that was given.\n{own}"

    def proposer(self, table: Table) -> Proposer:
        """The proposer; its fields are those of the inner one."""
        inner = made(self._inner, table)
        known: dict[str, Any] = {type(inner).__name__: type(inner)}
        if isinstance(self._asked, types.FunctionType):
            known[f"{self._role}_{self._depth}"] = self._asked
        kind = compiled_text(self.name, self._own_text(table), known)[type(self).__name__]
        result: Proposer = object.__new__(kind)
        vars(result).update(vars(inner))
        return result

    @property
    def _depth(self) -> int:
        """How many moves are composed here: names of one do not hide those of another."""
        inner = self._inner
        return 1 + (inner._depth if isinstance(inner, Composed) else 0)

    def _own_text(self, table: Table) -> str:
        self._check_function(Fitting(self.name, table))
        base, asked, inner = _class_name(self._inner), f"{self._role}_{self._depth}", f"inner_{self._depth}"
        body = f"{inner} = {base}.propose\n\ndef propose(self, world, rng):\n"
        body += textwrap.indent(self._body(asked, f"self.{inner}"), "    ")
        written = proposer_text(type(self).__name__, f"{self.name}.", self.share, body, base)
        if not isinstance(self._asked, str):
            return written
        head, _, rest = written.partition(_BETWEEN)
        return _BETWEEN.join([head, f"def {asked}(world):\n    return {self._asked.strip()}", rest])

    def _check_function(self, fitting: Fitting) -> None:
        """Refuses what is no function of the world, nor the text of one."""
        asked = self._asked
        if isinstance(asked, str):
            try:
                ast.parse(asked.strip(), mode="eval")
            except SyntaxError:
                message = f"the {self._role} `{asked}` is no expression of Python"
                fitting.refuse(Complaint(message, "write one in which world stands for the state"))
            return
        if not isinstance(asked, types.FunctionType):
            message = f"the {self._role} is no function but {type(asked).__name__}"
            fitting.refuse(Complaint(message, "give a function of the world, or its text"))
        if asked.__code__.co_argcount != 1 or asked.__code__.co_kwonlyargcount:
            count = asked.__code__.co_argcount + asked.__code__.co_kwonlyargcount
            message = f"the {self._role} `{asked.__name__}` is a function of {count} arguments"
            fitting.refuse(Complaint(message, "it must be one of the world alone"))


def _class_name(inner: Any) -> str:
    """The name of the class that a move is, or is made from."""
    return inner.__name__ if isinstance(inner, type) else type(inner).__name__
