"""Writes the chains of a run to a file, every so often and at its end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from noumena.compiler.words import Words
from noumena.inference.checkpoint import file
from noumena.inference.checkpoint.saved import Facts, taken_down
from noumena.inference.course import Course
from noumena.model.reading import reason

EVERY = 30.0
"""Seconds between two checkpoints, unless something else is asked for."""


class Keeper:
    """Keeps the last checkpoint of a run; `program` is the hash of its program.

    A file that cannot be written (a full disk) does not end the run: the warning says so.
    """

    def __init__(
        self,
        path: Path,
        every: float,
        recipe: Mapping[str, Any],
        facts: Facts,
        program: str,
        words: Words,
        courses: Sequence[Course],
    ) -> None:
        self._path, self.every = path, every
        self._recipe, self._facts, self._program = recipe, facts, program
        self._words, self._courses = words, courses
        self.warning: str | None = None

    def copy(self) -> Callable[[], None]:
        """Takes the chains down, which must be still; what it gives writes them."""
        data, arrays = taken_down(self._courses, self._facts, self._recipe, self._program, self._words)

        def write() -> None:
            try:
                file.write(self._path, data, arrays)
                self.warning = None
            except OSError as error:
                self.warning = f"the checkpoint {self._path} could not be written: {reason(error)}"

        return write
