"""A move of the library: a small object that writes the source of a proposer for a model.

What is written is a class in the language of proposers, as a user would write it for the model: it is checked, compiled
and kept in the same way, and can be printed and changed.
"""

from __future__ import annotations

import hashlib
import linecache
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from noumena.moves.proposer import Proposer
from noumena.moves.table import Table

MODULE = "noumena_library"
"""The module that written classes belong to: none of ours, so that their code is part of their fingerprint."""


@dataclass(frozen=True)
class LibraryMove(ABC):
    """A move that is written for the names of a model; it gets the `share` of the steps that it is given."""

    share: float = field(default=Proposer.share, kw_only=True)

    @property
    @abstractmethod
    def name(self) -> str:
        """The move with what it is for, as figures of acceptance show it: `SplitMerge(PubCited)`."""

    @abstractmethod
    def text(self, table: Table) -> str:
        """The source of the proposer, a class with the name of this one; `BlogError` if the move does not fit."""

    def data(self, table: Table) -> Mapping[str, Any]:
        """The arrays that the written class is made with, by the names of its arguments."""
        return {}

    def proposer(self, table: Table) -> Proposer:
        """The proposer, compiled by Python from its text, which Python finds when it shows a line of it."""
        text = self.text(table)
        made: Proposer = compiled_text(self.name, text)[type(self).__name__](**self.data(table))
        return made


def compiled_text(name: str, text: str, known: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """What a text defines, under a file name of its own: the move's, and a hash, since each model has another text.

    `known` are names that the text may use.
    """
    file = f"<{name} {hashlib.sha256(text.encode()).hexdigest()[:12]}>"
    # Without a time of change the entry is never compared with a file.
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    scope: dict[str, Any] = {"__name__": MODULE, **(known or {})}
    exec(compile(text, file, "exec"), scope)
    return scope
