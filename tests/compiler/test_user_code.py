"""Python code of users as generated code: the same numbers as Python's, or a reason why it is left to Python."""

from __future__ import annotations

import functools
import itertools
import math
import re
from math import exp, lgamma
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from noumena.compiler.python_math import HELPERS, REAL_NUMBER, TRUTH, Number, whole_number
from noumena.compiler.python_source import Refused, method_of
from noumena.compiler.python_translation import Translation, translate
from noumena.runtime.kernel import python_arithmetic
from noumena.runtime.kernel.random import uniform
from tests.runtime.native_package import native_module
from tests.runtime.worlds import world

RATE = 0.25
STEPS = 3
NAMES = ["a", "b"]
INTEGER = whole_number(24)


class Formulas:
    """Methods that are taken, each of a truth value, an integer and two reals."""

    scale = 2.5
    least = -3

    def __init__(self, shift: int) -> None:
        self.shift = shift

    def arithmetic(self, t: bool, n: int, x: float, y: float) -> float:
        """With a text in front."""
        return -x + y * n - (n - 2) * 3 + x / y + n / 4 + t * 2 + (n + t) // 3 + n % 5 + (-n) % 3

    def powers(self, t, n, x, y):  # type: ignore[no-untyped-def]  # users need not annotate
        return x**2 + n**2 + y**-1 + abs(x) ** 0.5 + 2**x + (-3) ** 2

    def functions(self, t: bool, n: int, x: float, y: float) -> float:
        return math.log(y) + exp(x) + math.sqrt(y) + lgamma(y) + math.floor(x) + math.ceil(y) + math.log(y, 3) + math.pi

    def more_functions(self, t: bool, n: int, x: float, y: float) -> float:
        total = math.sin(x) + math.cos(y) + math.atan(x) + math.tanh(y) + math.erf(x) + math.erfc(x) + math.fabs(x)
        return total + math.log1p(x) + math.expm1(x) + math.pow(y, x) + math.isnan(x) + math.isfinite(y) + math.isinf(x)

    def builtin(self, t: bool, n: int, x: float, y: float) -> float:
        return min(x, y, n) + max(n, 2) + abs(n) + int(x) + float(n) + bool(n) + int(t)

    def choices(self, t: bool, n: int, x: float, y: float) -> float:
        if (t and x > 0) or not n:
            return 1.5
        elif 0 <= n < 3 != y:
            return x if y == x else -math.inf
        value: float = n
        if n > 2:
            value = y
            value *= 2
        else:
            other = x
            value = other + 1
        return value

    def loops(self, t: bool, n: int, x: float, y: float) -> float:
        total: float = 0
        for k in range(1, n + 1):
            if k == 7:
                break
            if k == 2:
                continue
            total += math.log(k) * y
        for k in range(STEPS):
            total = total + k * x
        return total

    def constants(self, t: bool, n: int, x: float, y: float = 7.0, w: int = 2, log_of: float = math.inf) -> float:
        return self.scale * self.least + self.shift * RATE + min(x, log_of) * w


def world_and_names(backend: str) -> tuple[Any, dict[str, Any]]:
    module = native_module("python_arithmetic") if backend == "native" else python_arithmetic
    made = world(backend, 1)
    made.beyond = 0
    draw = native_module("random").uniform if backend == "native" else uniform
    helpers = {name: getattr(module, name) for name in HELPERS}
    return made, {**helpers, "uniform": draw, "math": math, "INF": math.inf}


def built(made: Translation, names: dict[str, Any], backend: str) -> Any:
    from numba import njit

    jit = njit(error_model="numpy") if backend == "native" else lambda f: f
    space = {**names, "inlined": jit}
    exec(made.text, space)
    return space["made"]


GRID = list(itertools.product((False, True), (-4, 0, 1, 3, 9), (-1.5, 0.0, 0.7), (0.0, 0.7, 2.0)))


@pytest.mark.parametrize("backend", ["python", "native"])
@pytest.mark.parametrize("name", [n for n in vars(Formulas) if not n.startswith("_") and n not in ("scale", "least")])
def test_the_same_numbers_or_else_python_is_asked(name: str, backend: str) -> None:
    formulas = Formulas(4)
    w, names = world_and_names(backend)
    made = translate(method_of(formulas, name), "made", [TRUTH, INTEGER, REAL_NUMBER, REAL_NUMBER], None, name, {})
    function = built(made, names, backend)
    answered = 0
    for t, n, x, y in GRID:
        w.beyond = 0
        found = function(w, int(t), n, x, y)
        try:
            wanted = getattr(formulas, name)(t, n, x, y)
        except (ArithmeticError, ValueError):
            assert w.beyond == 1, f"Python raises for {t, n, x, y}"
            continue
        if w.beyond == 0:
            answered += 1
            assert found == pytest.approx(wanted, rel=1e-14, abs=1e-14), f"for {t, n, x, y}"
    assert answered >= 20


@pytest.mark.parametrize("backend", ["python", "native"])
@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("divided", (1.0, 0.0)),
        ("floored", (1, 0)),
        ("modulo", (1, 0)),
        ("power", (0.0, -1.0)),
        ("power", (1e200, 2.0)),
        ("power", (-2.0, 0.5)),
        ("whole", (math.inf,)),
        ("floor_of", (1e30,)),
        ("ceiling_of", (math.nan,)),
        ("log_of", (0.0,)),
        ("log1p_of", (-1.0,)),
        ("exp_of", (710.0,)),
        ("expm1_of", (710.0,)),
        ("sqrt_of", (-1.0,)),
        ("sin_of", (math.inf,)),
        ("cos_of", (math.inf,)),
        ("lgamma_of", (0.0,)),
        ("uniform_between", (1.0, 0.0)),
        ("integer_between", (3, 3)),
    ],
)
def test_what_raises_in_python_is_left_to_it(name: str, arguments: tuple[float, ...], backend: str) -> None:
    w, names = world_and_names(backend)
    assert names[name](w, *arguments) == 0
    assert w.beyond == 1


class Draws:
    def coin(self, rng: np.random.Generator, n: int, p: float) -> bool:
        return bool(rng.random() < p)

    def number(self, rng: np.random.Generator, n: int, p: float) -> int:
        return int(rng.integers(n)) + int(rng.integers(-2, 1))

    def place(self, rng: np.random.Generator, n: int, p: float) -> float:
        return p if rng.random() < 0.5 else rng.uniform(p, n)


@pytest.mark.parametrize(("name", "kind"), [("coin", "b"), ("number", "i"), ("place", "r")])
def test_draws_use_the_worlds_random_numbers(name: str, kind: str) -> None:
    made = translate(method_of(Draws(), name), "made", [INTEGER, REAL_NUMBER], "rng", name, {})
    assert made.result.kind == kind
    drawn = {}
    for backend in ("python", "native"):
        w, names = world_and_names(backend)
        function = built(made, names, backend)
        drawn[backend] = [function(w, 6, 0.25) for _ in range(2000)]
    assert drawn["python"] == drawn["native"]
    # The mean of 2000 draws, within 6 standard errors: a false alarm once in 500 million.
    rng = np.random.default_rng(1)
    own = [getattr(Draws(), name)(rng, 6, 0.25) for _ in range(2000)]
    spread = math.sqrt(np.var(own) / 1000)
    assert abs(np.mean(drawn["python"]) - np.mean(own)) < 6 * spread
    assert min(drawn["python"]) == pytest.approx(min(own), abs=0.05)


def _decorated(function: Any) -> Any:
    @functools.wraps(function)
    def inner(*arguments: Any) -> Any:
        return function(*arguments)

    return inner


class Left:
    """Methods that are left to Python, each with a reason in its text."""

    words = "many"

    def __init__(self) -> None:
        self.count = 0

    def numpy(self, n: int, x: float) -> float:
        """`np` is not compiled."""
        return np.pi * x

    def numpy_call(self, n: int, x: float) -> float:
        """`np.log(x)` is not compiled."""
        return float(np.log(x))

    def text(self, n: int, x: float) -> float:
        """`self.words` is no number."""
        return self.words + x  # type: ignore[operator,no-any-return]  # never run

    def other_field(self, n: int, x: float) -> float:
        """there is no field `missing`."""
        return self.missing * x  # type: ignore[attr-defined,no-any-return]  # never run

    def changing(self, n: int, x: float) -> float:
        """`self.count += 1` is not compiled."""
        self.count += 1
        return x

    def changed(self, n: int, x: float) -> float:
        """the field `count` is changed."""
        return self.count * x

    def trying(self, n: int, x: float) -> float:
        """`try:` is not compiled."""
        try:
            return 1 / x
        except ZeroDivisionError:
            return 0.0

    def raising(self, n: int, x: float) -> float:
        """`raise ValueError('no')` is not compiled."""
        if n < 0:
            raise ValueError("no")
        return x

    def identity(self, n: int, x: float) -> float:
        """`n is True` is not compiled."""
        return 1.0 if n is True else x

    def nothing(self, n: int, x: float) -> float:  # type: ignore[return]  # what it is about
        """it may end without a result."""
        if n > 0:
            return x

    def unset(self, n: int, x: float) -> float:
        """`y` is no number, or may have no value."""
        if n > 0:
            y = x
        return y

    def growing(self, n: int, x: float) -> float:
        """an integer may grow beyond 64 bits."""
        product = 1
        for k in range(n):
            product *= k
        return product

    def power(self, n: int, x: float) -> float:
        """`2 ** n` may be an integer or not."""
        return 2**n  # type: ignore[no-any-return]  # an integer or a real

    def looping(self, n: int, x: float) -> float:
        """a loop is compiled over a range only."""
        for _ in NAMES:
            x += 1
        return x

    def waiting(self, n: int, x: float) -> float:
        """`while x > 1:` is not compiled."""
        while x > 1:
            x -= 1
        return x

    def listed(self, n: int, x: float) -> float:
        """`[x, n]` is not compiled."""
        return sum([x, n])

    def global_list(self, n: int, x: float) -> float:
        """`NAMES` is no number."""
        return NAMES if n else x  # type: ignore[return-value]  # never run

    def unknown(self, n: int, x: float) -> float:
        """`nowhere` is not known."""
        return nowhere(x)  # type: ignore[name-defined,no-any-return]  # noqa: F821  # what it is about

    def own(self, n: int, x: float) -> float:
        """`self.power(n, x)` is not compiled."""
        return self.power(n, x)

    def named(self, n: int, *x: float) -> float:
        """takes arguments other than by position."""
        return x[0]

    def fewer(self, n: int) -> float:
        """`fewer` takes 1 arguments, not 2."""
        return n

    @_decorated
    def decorated(self, n: int, x: float) -> float:
        """is no plain method."""
        return x

    anonymous = lambda self, n, x: x  # noqa: E731  # what it is about


@pytest.mark.parametrize("name", [n for n, f in vars(Left).items() if callable(f) and f.__doc__])
def test_what_is_left_to_python_has_a_reason(name: str) -> None:
    reason = getattr(Left, name).__doc__.removesuffix(".")
    with pytest.raises(Refused, match=re.escape(reason)):
        translate(method_of(Left(), name), "made", [INTEGER, REAL_NUMBER], None, name, {})


def test_text_that_is_not_to_be_had_is_not_compiled() -> None:
    space: dict[str, Any] = {}
    exec("class Made:\n    def log_prob(self, x): return x", space)
    with pytest.raises(Refused, match="the text of `log_prob` is not to be had"):
        method_of(space["Made"](), "log_prob")
    with pytest.raises(Refused, match="the text of `anonymous` is not to be had"):
        method_of(Left(), "anonymous")

    def outer(y: float) -> Any:
        return SimpleNamespace(log_prob=lambda x: x + y)

    with pytest.raises(Refused, match="uses names of the function around it"):
        method_of(outer(1.0), "log_prob")


def test_text_that_was_changed_after_it_was_loaded_is_not_compiled(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    file = tmp_path / "supplied_by_a_user.py"
    file.write_text("class Made:\n    def log_prob(self, x):\n        return x\n")
    import supplied_by_a_user  # type: ignore[import-not-found]  # written above

    assert method_of(supplied_by_a_user.Made(), "log_prob").parameters == ("x",)
    file.write_text("class Made:\n    def log_prob(self, x):\n        return x + x + x\n")
    with pytest.raises(Refused, match="has changed since it was loaded"):
        method_of(supplied_by_a_user.Made(), "log_prob")


def test_a_draw_of_one_type_or_another_is_left_to_python() -> None:
    class Mixed:
        def sample(self, rng: np.random.Generator, n: int) -> float:
            return n if rng.random() < 0.5 else 1.5

    with pytest.raises(Refused, match="a value is of one type or another"):
        translate(method_of(Mixed(), "sample"), "made", [INTEGER], "rng", "", {})


def test_an_integer_of_too_many_bits_is_refused() -> None:
    with pytest.raises(Refused, match="beyond 64 bits"):
        Number("i", 62)
