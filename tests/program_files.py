"""The programs of `tests/programs`, with the expectations that stand in them: `test_programs.py` says how."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from noumena.model.diagnostics import Diagnostic
from noumena.model.source import SourceFile
from tests.program_arithmetic import distribution, evaluate

FOLDER = Path(__file__).parent / "programs"
"""Where the programs are."""

_LINE = re.compile(r"//! ?(.*)")
_DIRECTIVE = re.compile(r"([a-z-]+)(?: (exact|lw|rejection|sample))?(?::\s+(.*))?")
LONG_LINE = 300
"""Of a longer line a message shows the part around the fault."""
_PLACED = re.compile(r"(?:([^\s:]+):)?(\d+:\d+|-) (.*)")


@dataclass(frozen=True, slots=True)
class Message:
    """An expected diagnostic; `place` is `line:col`, or None where the message points at no text."""

    severity: str
    file: str
    place: str | None
    text: str
    hint: str | None = None

    def matches(self, found: Diagnostic) -> bool:
        """Whether a diagnostic is the expected one, as people read it.

        The caret must stand under the column that is told, and the line above it must be that of the source.
        """
        if (found.severity, found.message, found.hint) != (self.severity, self.text, self.hint):
            return False
        help_line = [] if self.hint is None else [f"  help: {self.hint}"]
        if self.place is None or found.span is None:
            place_is_right = self.place is None and found.span is None
            return place_is_right and found.render().split("\n") == [f"{self.severity}: {self.text}", *help_line]
        line, column = map(int, self.place.split(":"))
        source = found.span.file.text.split("\n")[line - 1]
        head, shown, carets, *rest = found.render().split("\n")
        if len(source) > LONG_LINE:  # a part of it is shown, where the caret must be right as well
            part = source.find(shown[4:].strip("…"))
            source, column = shown[4:], column - part + len(shown[4:]) - len(shown[4:].lstrip("…"))
            if part < 0:
                return False
        blanks = re.sub(r"[^\t]", " ", source[: column - 1])
        return (
            head == f"{self.file}:{self.place}: {self.severity}: {self.text}"
            and shown == f"    {source}"
            and re.fullmatch(rf" {{4}}{blanks}\^+", carets) is not None
            and len(carets) <= max(len(shown), 4 + column)
            and rest == help_line
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """The expected posterior of a query by its text: a distribution, or for a real query its mean.

    Values are written as the language writes them; with `is_open`, values that are not listed may occur.
    """

    query: str
    probabilities: dict[str, float] = field(default_factory=dict)
    is_open: bool = False
    mean: float | None = None
    sampled: bool = False


@dataclass(slots=True)
class Program:
    """A program and what is expected of it."""

    name: str
    sources: tuple[SourceFile, ...]
    answers: list[Answer] = field(default_factory=list)
    errors: list[Message] = field(default_factory=list)
    warnings: list[Message] = field(default_factory=list)
    run_errors: dict[str, list[Message]] = field(default_factory=dict)
    samples: bool = False
    parameters: dict[str, Any] = field(default_factory=dict)
    objects: dict[str, Any] = field(default_factory=dict)
    python: list[str] = field(default_factory=list)
    evidence: str | None = None
    queries: list[str] = field(default_factory=list)
    rows: list[str] = field(default_factory=list)
    limits: dict[str, int] = field(default_factory=dict)
    _lets: dict[str, float] = field(default_factory=dict)
    _last: list[list[Message]] = field(default_factory=list)

    @property
    def messages(self) -> list[str]:
        """The texts of all diagnostics that are expected."""
        run_errors = [message for messages in self.run_errors.values() for message in messages]
        return [message.text for message in (*self.errors, *self.warnings, *run_errors)]

    def read(self, directive: str) -> None:
        """Takes in one `//!` line; raises `ValueError` if it means nothing."""
        match = _DIRECTIVE.fullmatch(directive)
        if match is None:
            raise ValueError(f"{self.name}: `{directive}` means nothing")
        word, engine, rest = match[1], match[2], match[3] or ""
        match word, engine:
            case ("answer", None | "lw") | ("mean", "lw"):
                self._read_answer(word, rest, engine == "lw")
            case "error", None:
                self._read_message([self.errors], "error", rest)
            case "warning", None:
                self._read_message([self.warnings], "warning", rest)
            case "run-error", _:
                engines = (engine,) if engine else ("exact", "lw")
                self._read_message([self.run_errors.setdefault(e, []) for e in engines], "error", rest)
            case "help", None if self._last:
                for messages in self._last:
                    messages[-1] = replace(messages[-1], hint=rest)
            case "samples", None if not rest:
                self.samples = True
            case "param" | "objects" as kind, None:
                name, _, value = rest.partition(" = ")
                (self.parameters if kind == "param" else self.objects)[name] = ast.literal_eval(value)
            case "let", None:
                name, _, value = rest.partition(" = ")
                self._lets[name] = evaluate(value, self._lets)
            case "limit", None:
                name, _, value = rest.partition(" = ")
                self.limits[name] = int(value)
            case "python", None:
                self.python += rest.split(", ")
            case "evidence", None:
                self.evidence = rest
            case "query", None:
                self.queries.append(rest)
            case "row", None:
                self.rows.append(rest)
            case _:
                raise ValueError(f"{self.name}: `{directive}` means nothing")

    def _read_answer(self, word: str, rest: str, sampled: bool) -> None:
        query, _, value = rest.rpartition(" => ")
        if word == "mean":
            self.answers.append(Answer(query, mean=evaluate(value, self._lets), sampled=True))
        else:
            self.answers.append(Answer(query, *distribution(value, self._lets), sampled=sampled))

    def _read_message(self, into: list[list[Message]], severity: str, rest: str) -> None:
        match = _PLACED.fullmatch(rest)
        if match is None:
            raise ValueError(f"{self.name}: `{rest}` does not begin with line:column or `-`")
        file, place, text = match.groups()
        message = Message(severity, file or self.sources[0].name, None if place == "-" else place, text)
        for messages in into:
            messages.append(message)
        self._last = into


def read_program(name: str, sources: tuple[SourceFile, ...]) -> Program:
    """A program with the expectations that its first file has in `//!` lines."""
    program = Program(name, sources)
    for directive in _directives(sources[0].text):
        program.read(directive)
    return program


def _directives(text: str) -> Iterator[str]:
    """The `//!` lines, without those signs; one that begins with two blanks more goes on with the one before."""
    current: str | None = None
    for line in text.split("\n"):
        match = _LINE.fullmatch(line)
        if match is None:
            continue
        if match[1].startswith("  ") and current is not None:
            current = f"{current} {match[1].strip()}"
            continue
        if current is not None:
            yield current
        current = match[1]
    if current is not None:
        yield current


def all_programs() -> list[Program]:
    """Every program of the folder: `NAME.blog` or `NAME.dblog`, or `NAME.mblog` with `NAME.eblog` and `NAME.qblog`."""
    found = []
    for path in sorted(FOLDER.iterdir()):
        if path.suffix in (".blog", ".dblog", ".mblog"):
            parts = [path] if path.suffix != ".mblog" else [path.with_suffix(s) for s in (".mblog", ".eblog", ".qblog")]
            sources = tuple(SourceFile(part.name, part.read_text(encoding="utf-8")) for part in parts)
            found.append(read_program(path.stem, sources))
    return found
