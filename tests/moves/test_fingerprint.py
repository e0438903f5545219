"""The hash of a proposer changes with all that its machine code depends on, and with nothing else."""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from noumena.compiler.load import load_program
from noumena.moves import proposer as nm
from noumena.moves.fingerprint import fingerprint
from noumena.moves.proposer import Proposer
from noumena.moves.table import Table, make_table
from tests.moves.running import program_of

TEXT = """\
import math
import numpy as np
import helpers_of_a_test
from noumena.moves import proposer as nm

LIMIT = 3
TABLE = np.array([0.5, 0.25])
COLORS = (1, "two", 3.0, None)


def unused():
    return object


def below(n, least=1):
    return n < LIMIT and n in {1, 2, 3} and n > least


class Written(nm.Proposer):
    scale = 2.0

    def __init__(self):
        self.weights = np.array([1.0, 2.0])
        self.words = {"a": 1}

    def log(self, x):
        return math.log(x) * TABLE[0]

    def propose(self, world, rng):
        if below(rng.integer(4)) or COLORS[0] == 2:
            return nm.REJECT
        return self.log(self.scale) + self.weights[0] + helpers_of_a_test.shift(LIMIT)
"""
HELPERS = "OFFSET = 2\n\n\ndef shift(x):\n    return x + OFFSET\n"


@pytest.fixture(name="table", scope="module")
def _table() -> Table:
    return table_of("urn_small")


def table_of(model: str) -> Table:
    program = program_of(model)
    return make_table(program.problem, program.layout, load_program(program, "python").module, program.words.encode)


def made(text: str, name: str = "written", helpers: str = HELPERS) -> Any:
    module = types.ModuleType("helpers_of_a_test")
    exec(helpers, vars(module))
    sys.modules["helpers_of_a_test"] = module
    scope: dict[str, Any] = {"__name__": name}
    exec(compile(text, f"{name}.py", "exec"), scope)
    return scope["Written"]()


def key(table: Table, *replaced: str, name: str = "written", helpers: str = HELPERS) -> str | None:
    old, new = replaced or ("", "")
    assert old in TEXT
    return fingerprint(made(TEXT.replace(old, new), name, helpers), table, "model")


def test_it_is_the_same_wherever_the_text_stands(table: Table) -> None:
    first = key(table)
    assert first is not None
    assert first == key(table, "LIMIT = 3", "LIMIT = 3  # at most\n\n") == key(table, name="elsewhere")


def test_what_is_not_used_does_not_matter(table: Table) -> None:
    assert key(table) == key(table, "return object", "return type") == key(table, '{"a": 1}', '{"a": 2}')


def test_arrays_of_the_proposer_matter_by_their_type_and_place_alone(table: Table) -> None:
    assert key(table) == key(table, "[1.0, 2.0]", "[1.0, 3.0]")
    assert key(table) != key(table, "[1.0, 2.0]", "[1, 2]")
    assert key(table) == key(table, "[1.0, 2.0]", "[1.0, 2.0, 3.0]")
    assert key(table) != key(table, "[1.0, 2.0]", "[[1.0, 2.0]]")
    # An array that nothing uses still has its place among the others, which code knows.
    assert key(table) != key(table, 'self.words = {"a": 1}', "self.before = np.zeros(2)")
    assert key(table) == key(table, 'self.words = {"a": 1}', "self.zeros = np.zeros(2)")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LIMIT = 3", "LIMIT = 4"),
        ("[0.5, 0.25]", "[0.5, 0.75]"),
        ('(1, "two"', '(2, "two"'),
        ("{1, 2, 3}", "{1, 2, 4}"),
        ("n < LIMIT", "n <= LIMIT"),
        ("least=1", "least=2"),
        ("scale = 2.0", "scale = 2"),
        ("scale = 2.0", "scale = 2.5"),
        ("math.log(x)", "math.exp(x)"),
        ("math.log(x)", "math.log(x + 1)"),
        ("return nm.REJECT", "return 0.0"),
    ],
)
def test_what_is_used_matters(table: Table, old: str, new: str) -> None:
    assert key(table) != key(table, old, new)


def test_the_number_of_guaranteed_objects_does_not_matter(table: Table) -> None:
    assert key(table) == key(table_of("urn_alternating"))


def test_modules_of_the_user_the_model_and_its_names_matter(table: Table) -> None:
    keys = {
        key(table),
        key(table, helpers=HELPERS.replace("x + OFFSET", "x - OFFSET")),
        key(table, helpers=HELPERS.replace("OFFSET = 2", "OFFSET = 3")),
        key(table_of("birthday_small")),
        fingerprint(made(TEXT), table, "another model"),
    }
    assert len(keys) == 5
    assert None not in keys


def _uses(function: Callable[..., Any]) -> Proposer:
    made: Proposer = type("Uses", (Proposer,), {"propose": function})()
    return made


def test_functions_of_enclosing_ones_matter(table: Table) -> None:
    def made_with(n: int) -> Proposer:
        def inner() -> float:
            return float(n)

        return _uses(lambda self, world, rng: inner())

    assert fingerprint(made_with(1), table) == fingerprint(made_with(1), table) != fingerprint(made_with(2), table)


SOMETHING = {"a": 1}
LARGE = np.zeros(200_000)


class _Derived(Proposer):
    @property
    def changing(self) -> float:
        return 1.0

    def propose(self, world: Any, rng: Any) -> float:
        return self.changing


def test_nothing_is_known_of_what_is_not_plain(table: Table) -> None:
    assert fingerprint(_uses(lambda self, world, rng: SOMETHING["a"]), table) is None
    assert fingerprint(_uses(lambda self, world, rng: LARGE[0]), table) is None
    assert fingerprint(_uses(lambda self, world, rng: float(isinstance(world, Proposer))), table) is not None
    assert fingerprint(_uses(lambda self, world, rng: float(isinstance(world, _Derived))), table) is None
    assert fingerprint(_Derived(), table) is None

    def unset() -> Proposer:
        found = _uses(lambda self, world, rng: later)
        assert fingerprint(found, table) is None
        later = nm.REJECT
        return found

    assert fingerprint(unset(), table) is not None
