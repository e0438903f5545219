"""Attributes from data: a law r(a|S) by which a move proposes attributes of an object from what refers to it (b7).

`{"Title": "Text"}` says that the title of an object is the text of one of all that refer to it, drawn all alike: with
S those, r(a|S) = k(a)/|S| for k(a) that have a as their text. Where the values can be listed (true and false,
guaranteed objects), one time in ten the value is any of them, so that r is nowhere 0. Where they cannot, no data bring
back a value that none of S has: r is 0 for it, and the move is a rejection. Reals have a density in place of that, see
`real_attributes.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from noumena.model.trees import always_drawn
from noumena.model.types import BOOLEAN
from noumena.moves.candidates import Candidates
from noumena.moves.library.fitting import Fitting
from noumena.moves.library.phrases import only_if
from noumena.moves.library.readers import readers_of
from noumena.moves.library.real_attributes import (
    check_density,
    real_density,
    real_drawing,
    real_methods,
    real_ones,
    spreads,
)
from noumena.moves.table import FunctionEntry, Table
from noumena.moves.wording import Complaint

ANY_VALUE = 0.1
"""How often a value is any, and not one from data."""


def check_source(fitting: Fitting, a: str, f: str, d: str) -> FunctionEntry:
    """The attribute `a` of what `f` refers to, if values may be taken from the evidence on `d`; else refuses."""
    attribute, entry, data = fitting.changeable(a), fitting.reference(f), fitting.function(d)
    type_ = fitting.type_of(entry.result)
    if attribute.objects != (entry.result,):
        message = f"`{a}` is no function of a {type_.name}, to which `{f}` refers"
        fitting.refuse(Complaint(message, f"the attribute is one of {_attributes(fitting.table, entry)}"))
    if not entry.objects or data.objects != entry.objects:
        message = f"`{d}` is a function of {_arguments(data)}, and `{f}` of {_arguments(entry)}"
        fitting.refuse(Complaint(message, "both must have the same arguments, one at least"))
    if data.result_name != attribute.result_name:
        message = f"the values of `{d}` are {data.result_name}, those of `{a}` {attribute.result_name}"
        fitting.refuse(Complaint(message, "they must be of the same type"))
    if not data.observed:
        message = f"`{d}` is not evidence for all its arguments"
        fitting.refuse(Complaint(message, "the move takes values from evidence only"))
    return attribute


def check_attributes(fitting: Fitting, f: str, given: Mapping[str, str]) -> list[FunctionEntry]:
    """The attributes that a split sets and a merge removes, if they are in the state wherever something refers."""
    entry, problem = fitting.reference(f), fitting.table.problem
    keys = list(problem.random)
    always = {key for reader in readers_of(fitting, entry) for key in reader.sure}
    found = []
    for a, d in given.items():
        attribute = check_source(fitting, a, f, d)
        key = keys[attribute.kind]
        if not always_drawn(problem.random[key].body):
            fitting.refuse(Complaint(f"`{a}` is not drawn in all cases", "leave it to the engine"))
        if attribute.real:
            check_density(fitting, a, d)
        if key not in always:
            message = f"no evidence reads `{a}` of an object in all cases, and it may be that nothing needs it"
            fitting.refuse(Complaint(message, "leave it to the engine"))
        found.append(attribute)
    return found


def split_data(table: Table, candidates: Candidates | None, given: Mapping[str, str]) -> dict[str, Any]:
    """The arrays of a move that splits: its candidates, and the scales of real attributes."""
    return {**({} if candidates is None else candidates.arrays()), **spreads(table, given)}


def attribute_methods(fitting: Fitting, f: str, given: Mapping[str, str]) -> str:
    """Methods of a proposer: `draw` gives an object attributes from r, and `log_r` is ln r of those that it has."""
    if not given:
        return ""
    drawing = "".join(_drawing(fitting, a, d) for a, d in given.items())
    counting = "".join(_counting(fitting, f, a, d) for a, d in given.items())
    is_listed = len(real_ones(fitting.table, given)) < len(given)
    return f"""\
{real_methods(fitting.table, f, given)}def draw(self, world, rng, o):
{only_if(is_listed, f"    referring = world.{f}.preimage(o)" + chr(10))}{drawing}
def log_r(self, world, o):
    log_r = 0.0
{counting}    return log_r

"""


def not_free(given: Iterable[str], *objects: str) -> str:
    """The condition that some attribute of some object may not be set."""
    return " or ".join(f"not world.{a}.free({o})" for o in objects for a in given)


def removal(given: Iterable[str], o: str, indent: str) -> str:
    """Lines that take the attributes of an object away."""
    return "".join(f"{indent}world.{a}.remove({o})\n" for a in given)


def _drawing(fitting: Fitting, a: str, d: str) -> str:
    if fitting.function(a).real:
        return real_drawing(a)
    values = _values(fitting, fitting.function(a))
    from_data = f"world.{a}[o] = world.{d}[referring[rng.integer(referring.number)]]\n"
    if not values:
        return f"    {from_data}"
    return f"""\
    if rng.flip({ANY_VALUE}):
        world.{a}[o] = rng.integer({values})
    else:
        {from_data}"""


def _counting(fitting: Fitting, f: str, a: str, d: str) -> str:
    if fitting.function(a).real:
        return real_density(a)
    values = _values(fitting, fitting.function(a))
    if values:
        end = f"    log_r += math.log({ANY_VALUE} / {values} + {1 - ANY_VALUE} * same / number)\n"
    else:
        end = "    if same == 0:\n        return -math.inf\n    log_r += math.log(same / number)\n"
    return f"""\
    same, number = 0, 0
    for x in world.{f}.preimage(o):
        number += 1
        if world.{d}[x] == world.{a}[o]:
            same += 1
{end}"""


def _values(fitting: Fitting, attribute: FunctionEntry) -> int:
    """How many values an attribute may have, if they are 0, 1, … as a proposer sees them; else 0."""
    if attribute.result_name == str(BOOLEAN):
        return 2
    type_ = fitting.type_of(attribute.result) if attribute.result >= 0 else None
    return 0 if type_ is None or type_.statements else len(type_.guaranteed)


def _arguments(entry: FunctionEntry) -> str:
    return ", ".join(entry.parameters) or "nothing"


def _attributes(table: Table, entry: FunctionEntry) -> str:
    """The functions of the objects that a function refers to."""
    known = [n for n, found in table.functions.items() if any(e.objects == (entry.result,) for e in found)]
    return ", ".join(sorted(known)) or "none"
