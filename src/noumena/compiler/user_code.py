"""Distributions that users wrote in Python: which of their methods are part of the generated module, and why not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from noumena.compiler.python_math import REAL_NUMBER, TRUTH, Number, whole_number
from noumena.compiler.python_source import Refused, method_of
from noumena.compiler.python_translation import Translation, translate
from noumena.compiler.text import Word
from noumena.model.expressions import Constant, Draw
from noumena.model.library import Distribution, Supplied
from noumena.model.types import BOOLEAN, INTEGER, REAL, Type

_BITS = 24
SMALL = 2**_BITS
"""Integers below this are given to compiled code: it is then known which sums and products fit 64 bits."""
_NUMBERS: dict[Type, Number] = {BOOLEAN: TRUTH, INTEGER: whole_number(_BITS), REAL: REAL_NUMBER}

What = Literal["log_prob", "sample"]


class UserCode:
    """The translated methods of a program: their texts, their names, and the reasons of those that Python runs."""

    def __init__(self) -> None:
        self.functions: list[str] = []
        self.samplers: dict[str, Distribution] = {}
        self._found: dict[tuple[object, ...], str | None] = {}
        self._reasons: dict[tuple[str, str], str | None] = {}

    def function(self, draw: Draw, result: Type, what: What) -> str | None:
        """The name of the generated function for a method, at a leaf with values of this type; None if Python runs it.

        It is `log_…(w, value, …)` or `sample_…(w, …)`, for integers below `SMALL` and nothing null. It sets
        `w.beyond` where only Python can answer.
        """
        family = draw.distribution
        if not isinstance(family, Supplied):
            return None
        types = tuple(a.type for a in draw.arguments)
        constants = {at: a.value for at, a in enumerate(draw.arguments) if isinstance(a, Constant) and _is_number(a)}
        key = (id(family.supplied_object()), family.name, types, result, what, tuple(constants.items()))
        if key not in self._found:
            name = f"{what.removesuffix('_prob')}_{re.sub(r'[^0-9A-Za-z]', '_', family.name)}_{len(self.functions)}"
            try:
                made = _translated(family.supplied_object(), name, family.name, types, result, what, constants)
            except Refused as refusal:
                self._found[key] = None
                self._reasons[(family.name, what)] = str(refusal)
            else:
                self._found[key] = name
                self._reasons.setdefault((family.name, what), None)
                self.functions.append(made.text)
                if what == "sample":
                    self.samplers[name] = family
        return self._found[key]

    def note(self) -> str | None:
        """What is compiled and what Python is called for, for those who run the program; None without such code."""
        if not self._reasons:
            return None
        by_python = {f"{name}.{what}": reason for (name, what), reason in self._reasons.items() if reason is not None}
        compiled = [f"{name}.{what}" for (name, what), reason in self._reasons.items() if reason is None]
        parts = [f"compiled with the model: {', '.join(compiled)}"] if compiled else []
        parts += [f"Python is called for {method}: {reason}" for method, reason in by_python.items()]
        return "; ".join(parts)


def within(words: Sequence[Word], types: Sequence[Type]) -> str:
    """The condition under which words may be given to a translated function."""
    tests: list[str] = []
    for word, type_ in zip(words, types, strict=True):
        if type_ == INTEGER and not (_is_literal(word) and abs(int(word.text)) < SMALL):
            tests.append(f"-{SMALL} < {word.text} < {SMALL}")
        elif type_ != INTEGER and word.nullable:
            tests.append(word.is_not_null)
    return " and ".join(tests) or "True"


def _is_literal(word: Word) -> bool:
    return re.fullmatch(r"-?\d+", word.text) is not None


def _is_number(e: Constant) -> bool:
    """Whether a constant is a number of its type that generated code can have written into it."""
    python: dict[Type, type] = {BOOLEAN: bool, INTEGER: int, REAL: float}
    return type(e.value) is python.get(e.type) and e.value == e.value


def _translated(
    supplied: object,
    name: str,
    family: str,
    types: Sequence[Type],
    result: Type,
    what: What,
    constants: Mapping[int, Any],
) -> Translation:
    for type_ in (result, *types):
        if type_ not in _NUMBERS:
            raise Refused(f"{type_} is no number")
    method = method_of(supplied, what)
    given = [_NUMBERS[t] for t in types]
    comment = f"{family}.{what}"
    if what == "log_prob":
        after_value = {at + 1: value for at, value in constants.items()}
        return translate(method, name, [_NUMBERS[result], *given], None, comment, after_value)
    if not method.parameters:
        raise Refused("`sample` takes no random generator")
    made = translate(method, name, given, method.parameters[0], comment, constants)
    wanted = _NUMBERS[result].kind
    if made.result.kind != wanted and (made.result.kind, wanted) != ("i", "r"):
        raise Refused(f"`sample` does not always give {result}")
    return made
