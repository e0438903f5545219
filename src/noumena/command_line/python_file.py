"""Distributions and functions from a Python file: `--python file.py`."""

from __future__ import annotations

import inspect
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from noumena.command_line.files import read_source
from noumena.model.diagnostics import BlogError, Diagnostic, refused
from noumena.model.source import SourceFile, Span
from noumena.moves.proposer import Proposer


class Supplied(NamedTuple):
    """What Python files supply, by name."""

    distributions: dict[str, Any]
    functions: dict[str, Callable[..., Any]]


def load_python(paths: tuple[str, ...]) -> Supplied:
    """The distributions and functions that the files define, which must have different names."""
    supplied = Supplied({}, {})
    for path in paths:
        found = _definitions(_executed(read_source(path)))
        if not found.distributions and not found.functions:
            hint = "a distribution is a class with sample(rng, …) and log_prob(value, …)"
            raise refused(f"{path} defines no distribution and no function", hint)
        for name in (*found.distributions, *found.functions):
            if name in supplied.distributions or name in supplied.functions:
                raise refused(f"{path} defines `{name}`, and so does a file before it")
        supplied.distributions.update(found.distributions)
        supplied.functions.update(found.functions)
    return supplied


def load_proposer(text: str) -> type[Proposer]:
    """The proposer that `file.py:Name` names."""
    path, colon, name = text.rpartition(":")
    if not colon or not path or not name:
        raise refused(f"--proposer {text}: write file.py:Name")
    found = vars(_executed(read_source(path))).get(name)
    if not (inspect.isclass(found) and issubclass(found, Proposer)):
        raise refused(
            f"{path} defines no proposer `{name}`", "a proposer is a class that inherits from noumena.Proposer"
        )
    return found


def _definitions(module: ModuleType) -> Supplied:
    """The public names defined in the module itself: what it imports is not meant."""
    distributions: dict[str, Any] = {}
    functions: dict[str, Callable[..., Any]] = {}
    for name, thing in vars(module).items():
        definer = thing if inspect.isclass(thing) or inspect.isfunction(thing) else type(thing)
        if name.startswith("_") or definer.__module__ != module.__name__:
            continue
        if all(callable(getattr(thing, method, None)) for method in ("sample", "log_prob")):
            if not inspect.isabstract(thing):
                distributions[name] = thing
        elif inspect.isfunction(thing):
            functions[name] = thing
    return Supplied(distributions, functions)


def _executed(source: SourceFile) -> ModuleType:
    """The file as a module; like a script it may import what lies beside it."""
    module = ModuleType(f"noumena_python_{Path(source.name).stem}")
    module.__file__ = source.name
    sys.modules[module.__name__] = module  # where dataclasses and pickles look for it
    folder = str(Path(source.name).resolve().parent)
    sys.path.insert(0, folder)
    try:
        exec(compile(source.text, source.name, "exec"), vars(module))
    except (Exception, SystemExit) as error:  # whatever the file raises is told as its error, not as ours
        raise _fault(source, error) from None
    finally:
        sys.path.remove(folder)
    return module


def _fault(source: SourceFile, error: BaseException) -> BlogError:
    if isinstance(error, SyntaxError) and error.filename == source.name:
        return BlogError([Diagnostic(f"Python cannot read this: {error.msg}", _line(source, error.lineno))])
    frames = [f for f in traceback.extract_tb(error.__traceback__) if f.filename == source.name]
    message = f"the Python file raised {type(error).__name__}: {error}"
    return BlogError([Diagnostic(message, _line(source, frames[-1].lineno if frames else None))])


def _line(source: SourceFile, number: int | None) -> Span:
    """The line without its indentation; the first one where Python does not say which."""
    lines = source.text.split("\n")
    index = min(max(number or 1, 1), len(lines)) - 1
    start = sum(len(line) + 1 for line in lines[:index])
    indent = len(lines[index]) - len(lines[index].lstrip())
    return Span(source, start + indent, start + max(len(lines[index]), indent + 1))
