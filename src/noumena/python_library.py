"""Distributions and functions written in Python, made part of the language's library."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, get_type_hints

import numpy as np

from noumena.language.data import any_value, from_python
from noumena.model.diagnostics import BlogError, Diagnostic
from noumena.model.library import CERTAIN, Builtin, Distribution, ParameterError
from noumena.model.types import ANY, BOOLEAN, INTEGER, MATRIX, NAMED_TYPES, REAL, STRING, ObjectType, Signature, Type
from noumena.model.values import Value

_ANNOTATIONS: dict[Any, Type] = {bool: BOOLEAN, int: INTEGER, float: REAL, str: STRING}


class PythonDistribution:
    """A distribution supplied as a Python class or object.

    It has `sample(rng, *parameters)` and `log_prob(value, *parameters)`, and may have `support(*parameters)`. It has a
    density if it says so with `density = True`, or says nothing and gives reals. The type of its values is that of the
    function it is used for, or the annotation of `sample`. What it raises is reported as its own error.
    """

    signatures: tuple[Signature, ...] = ()

    def __init__(self, name: str, supplied: Any, result: Type | None = None) -> None:
        self.name = name
        self._supplied = supplied
        self._made: Any = None if inspect.isclass(supplied) else supplied
        for method in ("sample", "log_prob"):
            if not callable(getattr(supplied, method, None)):
                message = f"the Python distribution `{name}` has no method `{method}`"
                raise BlogError([Diagnostic(message, None, "it needs sample(rng, …) and log_prob(value, …)")])
        self.result = result or _type(_hints(supplied.sample).get("return"))

    def configure(self, *parameters: Value) -> PythonDistribution:
        """The distribution made with bracketed parameters: `LetterNgram["file", 10]`."""
        if not inspect.isclass(self._supplied):
            raise ValueError("it is an object already, and only a class can be made with parameters")
        return PythonDistribution(self.name, self._guarded(self._supplied, *parameters))

    def typed(self, result: Type) -> PythonDistribution:
        """The distribution for a function whose values have this type."""
        made = PythonDistribution(self.name, self._supplied, result)
        made._made = self._made
        return made

    def supplied_object(self) -> Any:
        """The object whose `sample` and `log_prob` are called."""
        if self._made is None:
            self._made = self._guarded(self._supplied)
        return self._made

    @property
    def density(self) -> bool:
        """Whether `log_prob` is a log density."""
        return bool(getattr(self.supplied_object(), "density", self.result in (REAL, MATRIX)))

    def sample(self, rng: np.random.Generator, *parameters: Value) -> Value:
        """A value drawn at random."""
        drawn = self._guarded(self.supplied_object().sample, rng, *parameters)
        return self._value(drawn)

    def log_prob(self, value: Value, *parameters: Value) -> float:
        """ln p(value | parameters)."""
        made = self._made or self.supplied_object()
        try:  # as `_guarded` does, without a call more: it is asked whenever a chain steps to what it has not seen
            log_p = made.log_prob(value, *parameters)
        except ParameterError:
            raise
        except Exception as error:
            raise PythonError(self.name, error) from error
        if type(log_p) is not float:
            if not isinstance(log_p, int | float | np.number):
                raise ParameterError("log_prob", log_p, "must be a number")
            log_p = float(log_p)
        if log_p > CERTAIN and not self.density:
            expected = "must be at most 0, as it is ln of a probability; for ln of a density, set `density = True`"
            raise ParameterError("log_prob", log_p, expected)
        return log_p

    def support(self, *parameters: Value) -> Iterable[Value] | None:
        """The values of positive probability, if the distribution lists them."""
        if not hasattr(self.supplied_object(), "support"):
            return None
        values = self._guarded(self.supplied_object().support, *parameters)
        if values is None:
            return None
        converted = (self._value(v) for v in values)
        return list(converted) if isinstance(values, Sequence | set | frozenset | np.ndarray) else converted

    def _value(self, given: Any) -> Value:
        value = any_value(given)
        if value is None or isinstance(self.result, ObjectType):
            return value
        try:
            return from_python(value, self.result, {})
        except ValueError as error:
            raise ParameterError("the value", given, f"must be {self.result}") from error

    def _guarded(self, function: Callable[..., Any], *arguments: Any) -> Any:
        try:
            return function(*arguments)
        except ParameterError:
            raise
        except Exception as error:  # whatever a user's code raises is told as its error, not as ours
            raise PythonError(self.name, error) from error


class PythonError(ParameterError):
    """Code supplied from Python raised an exception."""

    def __init__(self, name: str, error: Exception) -> None:
        super().__init__(name, None, "")
        self.args = (f"the Python code raised {type(error).__name__}: {error}",)


def python_distributions(supplied: Mapping[str, Any]) -> dict[str, Distribution]:
    """Distributions from Python classes or objects, by name."""
    return {name: PythonDistribution(name, given) for name, given in supplied.items()}


def python_functions(supplied: Mapping[str, Callable[..., Any]]) -> dict[str, tuple[Builtin, ...]]:
    """Fixed functions from Python functions, by name."""
    return {name: (_builtin(name, function),) for name, function in supplied.items()}


def _builtin(name: str, function: Callable[..., Any]) -> Builtin:
    """A fixed function; its types are the annotations bool, int, float, str, or names such as "RealMatrix"."""
    if not callable(function):
        raise BlogError([Diagnostic(f"the Python function `{name}` is not callable")])
    hints = _hints(function)
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        raise BlogError([Diagnostic(f"the parameters of the Python function `{name}` cannot be found out")]) from None
    variadic = bool(parameters) and parameters[-1].kind is inspect.Parameter.VAR_POSITIONAL
    types = tuple(_type(hints.get(p.name)) for p in parameters if p.kind is not inspect.Parameter.KEYWORD_ONLY)

    def implementation(*arguments: Value) -> Value:
        try:
            return any_value(function(*arguments))
        except Exception as error:  # whatever a user's code raises is told as its error, not as ours
            raise ValueError(f"the Python function `{name}` raised {type(error).__name__}: {error}") from error

    return Builtin(name, Signature(types, _type(hints.get("return")), variadic), implementation)


def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    try:
        return get_type_hints(function)
    except Exception:  # annotations may name anything; those that cannot be resolved tell nothing
        return dict(getattr(function, "__annotations__", {}))


def _type(annotation: Any) -> Type:
    if isinstance(annotation, str):
        return NAMED_TYPES.get(annotation, ANY)
    return _ANNOTATIONS.get(annotation, ANY)
