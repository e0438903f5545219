"""Values as JSON and back."""

from __future__ import annotations

import json

import pytest

from noumena.inference.checkpoint.values import read, written
from noumena.model.diagnostics import RunError
from noumena.model.values import Application, Bag, Generated, Guaranteed, MapValue, Matrix, Timestep, Value

BALL = Generated(Application("Ball", 0, (Guaranteed("Urn", 1, "U2"),)), 3)


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        2**70,
        0.1,
        float("inf"),
        "a \u2028 text",
        (1, (2.5, "x")),
        Bag([1, 1, None]),
        MapValue({"a": Bag([BALL]), Timestep(2): 0.25}),
        Matrix([[1.0, 2.0], [0.1, -3.0]]),
        Timestep(4),
        BALL,
    ],
)
def test_a_value_comes_back_as_it_was(value: Value) -> None:
    found = read(json.loads(json.dumps(written(value))))
    assert found == value
    assert type(found) is type(value)


def test_a_value_of_a_class_of_python_is_refused() -> None:
    class Text(str):
        pass

    with pytest.raises(RunError, match="Python's type Text cannot be kept in a checkpoint"):
        written((1, Text("a")))


def test_another_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="no kind of value is called code"):
        read(["code", "import os"])
