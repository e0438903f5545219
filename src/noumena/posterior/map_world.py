"""The most probable recorded state as plain data: objects by type with their attributes, numbers, and evidence."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from noumena.inference.recorded_state import BestState
from noumena.model.functions.conversions import render
from noumena.model.values import Generated, Guaranteed, Value
from noumena.posterior.plain import Plain, plain
from noumena.reference.variables import FunctionVariable, NumberVariable, Variable, arguments_of, describe

_MOST_LINES = 200


@dataclass(frozen=True)
class MapWorld:
    """The recorded state with the highest ln p, which is `log_joint`: sample number `draw` of a chain, from 0.

    Where a long run has thrown samples away, the number counts those that were kept when this one was recorded.

    `values` has every variable of the state by its BLOG name, as `Title(Pub@3)`; an object is its name. `objects` has
    for each type the objects that some variable is about or refers to, each with its attributes: the functions of it
    alone, and the objects that generated it. `numbers` are the number variables. `evidence` is what was observed, as it
    was written, and `observed` are the variables that it gives outright. A state holds what the evidence needs and no
    more: an attribute that is not there was never drawn.
    """

    log_joint: float
    chain: int
    draw: int
    values: Mapping[str, Plain]
    objects: Mapping[str, Mapping[str, Mapping[str, Plain]]]
    numbers: Mapping[str, Plain]
    observed: tuple[str, ...]
    evidence: tuple[str, ...]
    text: tuple[str, ...]
    """The variables in BLOG syntax, one `Title(Pub@3) = "…"` each."""

    def __str__(self) -> str:
        head = f"ln p = {self.log_joint:.6g}, sample {self.draw} of chain {self.chain}"
        lines = list(self.text[:_MOST_LINES])
        more = [f"… {len(self.text) - _MOST_LINES} more"] if len(self.text) > _MOST_LINES else []
        return "\n".join([head, *lines, *more])

    def __repr__(self) -> str:
        return f"<MapWorld of {len(self.values)} variables, ln p = {self.log_joint:.6g}>"

    def to_dict(self) -> dict[str, Plain]:
        """The world as JSON holds it."""
        return {
            "log_joint": self.log_joint,
            "chain": self.chain,
            "draw": self.draw,
            "values": dict(self.values),
            "objects": {t: {o: dict(a) for o, a in named.items()} for t, named in self.objects.items()},
            "numbers": dict(self.numbers),
            "observed": list(self.observed),
            "evidence": list(self.evidence),
            "text": list(self.text),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> MapWorld:
        """The world of such JSON."""
        listed = {name: tuple(data[name]) for name in ("observed", "evidence", "text")}
        return cls(**{**data, **listed})


def map_world(best: BestState) -> MapWorld:
    """A recorded state as plain data."""
    objects: dict[str, dict[str, dict[str, Plain]]] = {}

    def attributes(made: Value) -> dict[str, Plain]:
        """The attributes of an object, which is in the world from now on."""
        named = objects.setdefault(made.type, {})
        if str(made) not in named:
            named[str(made)] = dict(_origins(best, made))
        return named[str(made)]

    values: dict[str, Plain] = {}
    numbers: dict[str, Plain] = {}
    text = []
    for variable, value in sorted(best.values.items(), key=lambda pair: _order(best, pair[0])):
        name = describe(variable, best.model)
        values[name] = plain(value)
        text.append(f"{name} = {render(value)}")
        if isinstance(variable, NumberVariable):
            numbers[name] = plain(value)
        elif len(variable.arguments) == 1 and isinstance(variable.arguments[0], Generated | Guaranteed):
            attributes(variable.arguments[0])[_function(best, variable)] = plain(value)
        if isinstance(value, Generated):
            attributes(value)
    observed = tuple(describe(v, best.model) for v in sorted(best.observed, key=lambda v: _order(best, v)))
    return MapWorld(
        best.log_joint, best.chain, best.sample, values, objects, numbers, observed, best.evidence, tuple(text)
    )


def _order(best: BestState, variable: Variable) -> tuple[int, list[tuple[int, str]]]:
    """Numbers come first, then functions as the model declares them, each by its arguments: `Pub@2` before `Pub@10`."""
    texts = [render(argument) for argument in arguments_of(variable)]
    keys = list(best.model.random)
    place = -1 if isinstance(variable, NumberVariable) else len(keys)
    if isinstance(variable, FunctionVariable) and variable.function in best.model.random:
        place = keys.index(variable.function)
    return place, [(len(text), text) for text in texts]


def _origins(best: BestState, made: Value) -> Iterator[tuple[str, Plain]]:
    """The origin functions of an object: which objects generated it."""
    if isinstance(made, Generated):
        statement = best.model.numbers[made.application.statement]
        for key, generator in zip(statement.origins, made.application.generators, strict=True):
            yield best.model.origins[key].name if key in best.model.origins else key, plain(generator)


def _function(best: BestState, variable: FunctionVariable) -> str:
    """The name of a function without its argument."""
    return describe(FunctionVariable(variable.function, ()), best.model)
