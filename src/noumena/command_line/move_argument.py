"""The move that an argument names: `file.py:Name`, `file.py:Name(0.8)`, or one of the library, with parameters."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from noumena.command_line.python_file import load_proposer
from noumena.model.diagnostics import refused
from noumena.moves.library import LIBRARY


def load_move(text: str, own: Mapping[str, Callable[..., Any]] = MappingProxyType({})) -> Any:
    """The proposer or library move that a text names, made with the parameters that it gives.

    `own` are proposers beside those of the library, which they hide.
    """
    path, is_file, call = text.partition(".py:")
    if not is_file:
        return _made(text, {**LIBRARY, **own}, "move of the library")
    name = call.partition("(")[0].strip()
    found = load_proposer(f"{path}.py:{name}")
    return _made(call, {name: found}, f"proposer of {path}.py")


def _made(text: str, known: Mapping[str, Callable[..., Any]], what: str) -> Any:
    """What `Name` or `Name('PubCited', number=True)` makes; parameters are literals, and nothing else is evaluated."""
    call = _parsed(text)
    name = call.func.id if isinstance(call.func, ast.Name) else ast.unparse(call.func)
    if name not in known:
        listed = ", ".join(sorted(known)) or "none"
        raise refused(f"`{name}` is no {what}", f"write file.py:Name, or one of the library: {listed}")
    try:
        given = [ast.literal_eval(argument) for argument in call.args]
        named = {str(k.arg): ast.literal_eval(k.value) for k in call.keywords if k.arg is not None}
    except ValueError:
        raise refused(f"the parameters of `{text}` are not understood", "numbers, strings and lists will do") from None
    try:
        return known[name](*given, **named)
    except Exception as error:  # whatever its __init__ raises is told as its error, not as ours
        hint = f"write its parameters after the name: {name}(…)"
        raise refused(f"`{text}` cannot be made: {error}", hint) from None


def _parsed(text: str) -> ast.Call:
    """The call; a name alone is one without parameters."""
    try:
        parsed = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError):
        parsed = None
    if isinstance(parsed, ast.Name):
        return ast.Call(parsed, [], [])
    if isinstance(parsed, ast.Call):
        return parsed
    raise refused(f"`{text}` names no move", "write file.py:Name, or a move of the library: \"SplitMerge('PubCited')\"")
