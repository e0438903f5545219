"""A world as a scene: objects are boxes with their attributes, and references are arrows.

A world is given as variables and values in BLOG syntax, as `Model.sample_world` has it: `Drawn(D[3])` and `Ball@1`. An
object is what a function is applied to, or a value that has a number of its own (`Ball@1`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from noumena.posterior.drawing.layout import drawn
from noumena.posterior.drawing.picture import Picture
from noumena.posterior.drawing.scene import Box, Line, Scene, short_value

MOST_BOXES = 60
_GENERATED = re.compile(r"[A-Za-z_]\w*(\(.*\))?@\d+", re.DOTALL)
_OBJECT = re.compile(r"[A-Za-z_]\w*(\[\d+\])?|[A-Za-z_]\w*(\(.*\))?@\d+", re.DOTALL)
_LITERALS = frozenset(["true", "false", "null", "inf", "nan"])


def draw_world(variables: Iterable[tuple[str, str]]) -> Picture:
    """The world as a picture; of many objects the first are drawn."""
    return drawn(scene_of(variables))


def scene_of(variables: Iterable[tuple[str, str]]) -> Scene:
    """The objects of a world with their attributes and references; what belongs to no object stands above them."""
    given = list(variables)
    world = [(*_application(variable), short_value(value)) for variable, value in given]
    names = dict.fromkeys(argument for _, arguments, _ in world for argument in arguments if _is_object(argument))
    names |= dict.fromkeys(value for _, _, value in world if _GENERATED.fullmatch(value))
    roles = dict(_roles(variable for variable, _ in given))
    boxes = {name: Box(name) for name in names}
    for name in names:
        boxes[name].lines += _origins(name, roles, boxes)
    facts = []
    for function, arguments, value in world:
        owner = next((a for a in arguments if a in boxes), None)
        if owner is None:
            facts.append(f"{_written(function, arguments, None)} = {value}")
        else:
            target = value if value in boxes else None
            boxes[owner].lines.append(Line(_written(function, arguments, owner), value, target))
    kept = list(boxes.values())[:MOST_BOXES]
    _set_columns(kept)
    counts = f"{len(names)} object{'' if len(names) == 1 else 's'}"
    arrows = sum(len(box.targets) for box in kept)
    return Scene(kept, f"A world of {counts} with {arrows} references", facts[:12], len(names) - len(kept))


def pairs_of(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Lines such as `Drawn(D[3]) = Ball@1` as variables and values: the first `=` outside of brackets parts them."""
    for line in lines:
        depth = 0
        for i, sign in enumerate(line):
            depth += (sign in "([{") - (sign in ")]}")
            if depth == 0 and line.startswith(" = ", i):
                yield line[:i], line[i + 3 :]
                break


def kind_of(name: str) -> str:
    """What objects are put together by: the name without its number."""
    return re.split(r"[\[(@]", name, maxsplit=1)[0]


def _application(variable: str) -> tuple[str, list[str]]:
    """The function and its arguments: of `#Blip(Source = A)` the arguments are what stands after `=`."""
    function, bracket, rest = variable.partition("(")
    if not bracket or not rest.endswith(")"):
        return variable, []
    arguments = list(_split(rest[:-1]))
    if function.startswith("#"):
        arguments = [argument.partition(" = ")[2] or argument for argument in arguments]
    return function, arguments


def _split(inside: str) -> Iterator[str]:
    """Parts between commas that stand in no brackets and no string."""
    depth, start, quoted, escaped = 0, 0, False, False
    for i, sign in enumerate(inside):
        if quoted:
            quoted = escaped or sign != '"'
            escaped = not escaped and sign == "\\"
        elif sign == '"':
            quoted = True
        elif sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif sign == "," and depth == 0:
            yield inside[start:i].strip()
            start = i + 1
    yield inside[start:].strip()


def _is_object(text: str) -> bool:
    return bool(_OBJECT.fullmatch(text)) and text not in _LITERALS


def _written(function: str, arguments: list[str], owner: str | None) -> str:
    """The function, with its other arguments if it has any."""
    others = [argument for argument in arguments if argument != owner]
    return f"{function}({', '.join('·' if a == owner else a for a in arguments)})" if others else function


def _roles(variables: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """The names of origin functions, as number variables have them: by `#Blip(Source = A)` a Blip has a Source."""
    for variable in variables:
        if variable.startswith("#") and variable.endswith(")"):
            kind, _, rest = variable[1:-1].partition("(")
            yield kind, [part.partition(" = ")[0] for part in _split(rest)]


def _origins(name: str, roles: Mapping[str, list[str]], boxes: Mapping[str, Box]) -> Iterator[Line]:
    """What generated an object, as its name tells: `Blip(Aircraft@2)@1` is of Aircraft@2."""
    if not _GENERATED.fullmatch(name) or "(" not in name:
        return
    parts = list(_split(name[name.index("(") + 1 : name.rindex(")@")]))
    known = roles.get(kind_of(name), [])
    keys = known if len(known) == len(parts) else ["origin"] * len(parts)
    yield from (Line(key, part, part) for key, part in zip(keys, parts, strict=True) if part in boxes)


def _set_columns(boxes: list[Box]) -> None:
    """What is referred to stands to the right of what refers to it, kind by kind, as far as there is no circle."""
    kinds = list(dict.fromkeys(kind_of(box.name) for box in boxes))
    joined = {(kind_of(box.name), kind_of(target)) for box in boxes for target in box.targets}
    column = dict.fromkeys(kinds, 0)
    for _ in kinds:
        for start, end in joined:
            if start != end and (end, start) not in joined:
                column[end] = min(max(column[end], column[start] + 1), len(kinds) - 1)
    for box in boxes:
        box.column = column[kind_of(box.name)]
