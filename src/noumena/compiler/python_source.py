"""The text of a method that a user wrote, and what its names stand for; refused where the text may not be all."""

from __future__ import annotations

import ast
import builtins
import dis
import inspect
import types
from dataclasses import dataclass
from typing import Any

from noumena.moves.place import source_of


class Refused(Exception):
    """Code that is left to Python; the text says why."""


@dataclass(frozen=True, slots=True)
class Method:
    """A method: its text, the object that it is bound to (None if to none), and the names of its parameters."""

    function: types.FunctionType
    tree: ast.FunctionDef
    owner: Any
    owner_name: str | None
    parameters: tuple[str, ...]
    defaults: tuple[Any, ...]

    def meaning(self, name: str) -> Any:
        """What a name that is not the method's own stands for. Raises `Refused` if it stands for nothing."""
        if name in self.function.__globals__:
            return self.function.__globals__[name]
        if hasattr(builtins, name):
            return getattr(builtins, name)
        raise Refused(f"`{name}` is not known")

    def field(self, name: str) -> Any:
        """The value of a field of the object, which no method may change: it is written into the code."""
        try:
            value = inspect.getattr_static(self.owner, name)
        except AttributeError:
            raise Refused(f"there is no field `{name}`") from None
        kind = self.owner if inspect.isclass(self.owner) else type(self.owner)
        for base in kind.__mro__:
            for method in vars(base).values():
                code = getattr(getattr(method, "__func__", method), "__code__", None)
                making = getattr(method, "__name__", "") in ("__init__", "__post_init__", "__new__")
                if code is not None and not making and _stores(code, name):
                    raise Refused(f"the field `{name}` is changed")
        return value


def method_of(supplied: Any, name: str) -> Method:
    """A method of an object. Raises `Refused` where its text is not to be had, or not what Python runs."""
    bound = getattr(supplied, name)
    function = getattr(bound, "__func__", bound)
    if not isinstance(function, types.FunctionType) or hasattr(function, "__wrapped__"):
        raise Refused(f"`{name}` is no plain method")
    if function.__closure__ is not None:
        raise Refused(f"`{name}` uses names of the function around it")
    source = source_of(function)
    if source is None:
        raise Refused(f"the text of `{name}` is not to be had")
    tree = source.tree
    if any(not isinstance(d, ast.Name) or d.id not in ("staticmethod", "classmethod") for d in tree.decorator_list):
        raise Refused(f"`{name}` is decorated")
    if not _is_text_of(source.file.text, function.__code__):
        raise Refused(f"the text of `{name}` has changed since it was loaded")
    given = tree.args
    if given.vararg or given.kwarg or given.kwonlyargs:
        raise Refused(f"`{name}` takes arguments other than by position")
    names = tuple(a.arg for a in (*given.posonlyargs, *given.args))
    owner = getattr(bound, "__self__", None)
    defaults = function.__defaults__ or ()
    if owner is None:
        return Method(function, tree, None, None, names, defaults)
    return Method(function, tree, owner, names[0], names[1:], defaults)


def _is_text_of(text: str, code: types.CodeType) -> bool:
    """Whether Python makes this code of the file's text: a file may have been changed after it was loaded."""
    try:
        inside: list[Any] = [compile(text, "<text>", "exec", dont_inherit=True)]
    except (SyntaxError, ValueError):
        return False
    for made in inside:
        if made.co_name == code.co_name and made.co_firstlineno == code.co_firstlineno:
            parts = ("co_code", "co_consts", "co_names", "co_varnames")
            return all(getattr(made, part) == getattr(code, part) for part in parts)
        inside += [part for part in made.co_consts if isinstance(part, types.CodeType)]
    return False


def _stores(code: types.CodeType, name: str) -> bool:
    """Whether code sets, or may set, a field of this name."""
    if any(i.opname in ("STORE_ATTR", "DELETE_ATTR") and i.argval == name for i in dis.get_instructions(code)):
        return True
    return "setattr" in code.co_names or "__dict__" in code.co_names or "__setattr__" in code.co_names
