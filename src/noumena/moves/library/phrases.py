"""Phrases that the texts of the library share."""

from __future__ import annotations

import textwrap

from noumena.moves.library.fitting import Fitting
from noumena.moves.table import FunctionEntry


def proposer_text(class_: str, purpose: str, share: float, body: str, base: str = "nm.Proposer") -> str:
    """A file with one proposer; `body` are its methods, from the left margin on, and `base` is its base class."""
    head = f'import math\n\nimport noumena as nm\n\n\nclass {class_}({base}):\n    """{purpose}"""\n\n'
    return f"{head}    share = {share!r}\n\n{textwrap.indent(body, '    ')}"


def only_if(condition: object, lines: str) -> str:
    """Lines that a text has in some models only."""
    return lines if condition else ""


def any_argument(fitting: Fitting, entry: FunctionEntry) -> str:
    """An argument of a function of guaranteed objects, drawn from all, or a tuple of several."""
    drawn = [f"rng.integer(world.{fitting.type_of(t).name}.number)" for t in entry.objects]
    return drawn[0] if len(drawn) == 1 else f"({', '.join(drawn)})"


def spread(name: str, entry: FunctionEntry) -> str:
    """The arguments that a name stands for, one by one, as methods of views take them."""
    count = len(entry.objects)
    return name if count == 1 else ", ".join(f"{name}[{i}]" for i in range(count))
