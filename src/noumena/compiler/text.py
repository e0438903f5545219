"""Python text, built line by line."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Word:
    """A value in generated code: its text, whether it is a real, and whether it may be null."""

    text: str
    real: bool = False
    nullable: bool = False

    @property
    def is_null(self) -> str:
        """The test for null."""
        return f"{self.text} != {self.text}" if self.real else f"{self.text} == NULL"

    @property
    def is_not_null(self) -> str:
        """The test for a value."""
        return f"{self.text} == {self.text}" if self.real else f"{self.text} != NULL"


NULL_INT = Word("NULL", False, True)
NULL_REAL = Word("NAN", True, True)
TRUE = Word("1")
FALSE = Word("0")


def null(real: bool) -> Word:
    """The null of a kind."""
    return NULL_REAL if real else NULL_INT


class Text:
    """The body of one generated function.

    `unready` is what the function does when a variable that it read is not there yet: it returns, and is called again.
    """

    def __init__(self, unready: str) -> None:
        self.lines: list[str] = []
        self.unready = unready
        self._level = 1
        self._temporaries = 0
        self._found: list[dict[Hashable, Word]] = [{}]

    def line(self, text: str) -> None:
        """Adds a line at the present indentation."""
        self.lines.append("    " * self._level + text)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Adds a line that opens a block, and indents what follows."""
        self.line(head)
        self._level += 1
        self._found.append({})
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self._found.pop()
        self._level -= 1

    def name(self, stem: str = "t") -> str:
        """A name that is not in use."""
        self._temporaries += 1
        return f"{stem}{self._temporaries}"

    def keep(self, word: Word) -> Word:
        """The value in a variable of its own."""
        name = self.name()
        self.line(f"{name} = {word.text}")
        return Word(name, word.real, word.nullable)

    def once(self, key: Hashable, find: Callable[[], Word]) -> Word:
        """The value that a key stands for, which is found only where no line that comes before in any case has it."""
        for found in self._found:
            if key in found:
                return found[key]
        word = self._found[-1][key] = find()
        return word

    def check_ready(self) -> None:
        """Stops the evaluation if the last read found nothing."""
        with self.block("if w.need != NONE:"):
            self.line(self.unready)
