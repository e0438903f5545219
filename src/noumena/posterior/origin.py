"""Where a posterior comes from: the texts of the model, the problem that was answered, and the command that asked."""

from __future__ import annotations

from dataclasses import dataclass

from noumena.model.model import Problem
from noumena.model.source import SourceFile


@dataclass(frozen=True)
class Origin:
    """What a reader needs to see what was asked, and to ask it again; `command` is None for a run from Python."""

    sources: tuple[SourceFile, ...]
    problem: Problem
    command: str | None = None
