"""What is told to a person when a model, its data or a run is at fault."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from noumena.model.source import Span

_LONG = 300
"""Signs of a line that are shown at most."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One message: where it happened, what was seen, and what would work."""

    message: str
    span: Span | None = None
    hint: str | None = None
    severity: Literal["error", "warning"] = "error"

    def render(self) -> str:
        """The message as people read it: `file:line:col`, the line, a caret, the hint.

        Tabs before the caret are kept, so that it stands below what it points at. Of a long line the part around it is
        shown.
        """
        hint = f"\n  help: {self.hint}" if self.hint else ""
        if self.span is None:
            return f"{self.severity}: {self.message}{hint}"
        line_number, column = self.span.file.position(self.span.start)
        line = self.span.file.line(line_number)
        if len(line) > _LONG:
            start = max(0, column - 1 - _LONG // 2)
            end = start + _LONG
            line = "…" * (start > 0) + line[start:end] + "…" * (end < len(line))
            column -= start - (start > 0)
        indent = "".join("\t" if c == "\t" else " " for c in line[: column - 1])
        width = max(1, min(self.span.end - self.span.start, len(line) - column + 1))
        return f"{self.span.location}: {self.severity}: {self.message}\n    {line}\n    {indent}{'^' * width}{hint}"


class BlogError(Exception):
    """Bad input: one or more located diagnostics, all errors."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(d.render() for d in self.diagnostics))


class RunError(Exception):
    """A run that failed on good input: evidence that cannot be met, a parameter out of range."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic
        super().__init__(diagnostic.render())


def refused(message: str, hint: str | None = None) -> BlogError:
    """A `BlogError` with one diagnostic that has no place in a text, to be raised."""
    return BlogError([Diagnostic(message, None, hint)])


def fail(message: str, span: Span | None = None, hint: str | None = None) -> RunError:
    """A `RunError` with one diagnostic, to be raised."""
    return RunError(Diagnostic(message, span, hint))
