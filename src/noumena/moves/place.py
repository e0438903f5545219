"""Where in a user's file something stands, as the spans that diagnostics show."""

from __future__ import annotations

import ast
import inspect
import linecache
import textwrap
import types
from dataclasses import dataclass

from noumena.model.source import SourceFile, Span


@dataclass(frozen=True, slots=True)
class SourceOf:
    """The parsed text of a function, and the file it stands in."""

    file: SourceFile
    tree: ast.FunctionDef
    first_line: int
    indent: int

    def span(self, node: ast.expr | ast.stmt) -> Span:
        """The span of a node in the file."""
        line = self.first_line + node.lineno - 1
        end_line = self.first_line + (node.end_lineno or node.lineno) - 1
        end_column = node.end_col_offset if node.end_col_offset is not None else node.col_offset + 1
        return Span(self.file, self._offset(line, node.col_offset), self._offset(end_line, end_column))

    def _offset(self, line: int, column: int) -> int:
        """The position of a column, which Python counts in bytes, of a line."""
        lines = self.file.text.splitlines(keepends=True)
        text = lines[line - 1].encode()[: column + self.indent].decode(errors="ignore")
        return sum(map(len, lines[: line - 1])) + len(text)


def source_of(function: types.FunctionType) -> SourceOf | None:
    """The source of a function, or None where Python does not have it."""
    try:
        lines, first_line = inspect.getsourcelines(function)
    except (OSError, TypeError):
        return None
    name = function.__code__.co_filename
    text = "".join(linecache.getlines(name, function.__globals__))
    try:
        parsed = ast.parse(textwrap.dedent("".join(lines))).body[0]
    except SyntaxError:  # a string that goes over lines may keep the text from being moved to the left
        return None
    if not isinstance(parsed, ast.FunctionDef):
        return None
    indent = len(lines[0]) - len(lines[0].lstrip())
    return SourceOf(SourceFile(name, text), parsed, first_line, indent)


def line_span(function: types.FunctionType, line: int) -> Span | None:
    """A line of the file that a function stands in, without its indent."""
    name = function.__code__.co_filename
    lines = linecache.getlines(name, function.__globals__)
    if not 0 < line <= len(lines):
        return None
    start = sum(map(len, lines[: line - 1]))
    text = lines[line - 1]
    indent = len(text) - len(text.lstrip())
    return Span(SourceFile(name, "".join(lines)), start + indent, start + len(text.rstrip()))


def line_in(function: types.FunctionType, error: BaseException) -> int | None:
    """The innermost line of a function's file at which an error arose."""
    found = None
    trace = error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == function.__code__.co_filename:
            found = trace.tb_lineno
        trace = trace.tb_next
    return found
