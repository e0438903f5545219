"""The two backends: the kernel and generated code run by Python, or compiled by Numba from the same files."""

from __future__ import annotations

import importlib
import importlib.util
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

from noumena.runtime import kernel

NATIVE_PACKAGE = "noumena.runtime.native"
PYTHON_PACKAGE = kernel.__name__


def native_package(folder: Path) -> str:
    """The name of the package that holds the kernel compiled; `folder` has the kernel's files, and room for caches."""
    loaded = sys.modules.get(NATIVE_PACKAGE)
    if loaded is not None and loaded.__path__ == [str(folder)]:
        return NATIVE_PACKAGE
    from numba import njit  # a second to import, for those who need it
    from numba import types as numba_types

    from noumena.runtime.native_world import WORLD

    for name in [n for n in sys.modules if n == NATIVE_PACKAGE or n.startswith(f"{NATIVE_PACKAGE}.")]:
        del sys.modules[name]
    package = types.ModuleType(NATIVE_PACKAGE)
    options: dict[str, Any] = {"cache": True, "error_model": "numpy", "nogil": True}
    word, real = numba_types.int64, numba_types.float64
    package.__path__ = [str(folder)]
    evaluate = numba_types.FunctionType(real(WORLD, word, word))
    # What the kernel imports from its package: see the Python one.
    supplied = {
        "NATIVE": True,
        "jit": njit(**options),
        "inlined": njit(forceinline=True, **options),
        "asker": njit(word(WORLD, word, word, word, word, word), **options),
        "refuser": njit(numba_types.void(WORLD, word, word), **options),
        "evaluator": njit(real(WORLD, word, word), **options),
        "completer": njit(real(WORLD, evaluate, word), **options),
        "sampler": njit(word(WORLD, evaluate, word), **options),
    }
    for name, thing in supplied.items():
        setattr(package, name, thing)
    sys.modules[NATIVE_PACKAGE] = package
    return NATIVE_PACKAGE


def load_generated(package: str, file: Path, name: str) -> types.ModuleType:
    """A generated file as a module of one of the two packages, so that its relative imports find the kernel there."""
    full_name = f"{package}.{name}"
    specification = importlib.util.spec_from_file_location(full_name, file)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    sys.modules[full_name] = module
    specification.loader.exec_module(module)
    return module


def kernel_function(package: str, module: str, name: str) -> Callable[..., Any]:
    """A function of the kernel in one of the two backends."""
    found: Callable[..., Any] = getattr(importlib.import_module(f"{package}.{module}"), name)
    return found


def for_any_model(package: str, module: str, name: str, last: str) -> Callable[..., Any]:
    """A function `f(world, evaluate, last)` of the kernel, to be called from Python with any model's `evaluate`.

    Compiled code knows that function by its signature here, so that nothing is compiled for every model. `last` says
    whether the last argument is "real", as the result is then, or "int".
    """
    function = kernel_function(package, module, name)
    if package != NATIVE_PACKAGE:
        return function
    from numba import njit
    from numba import types as numba_types

    from noumena.runtime.native_world import WORLD

    word, real = numba_types.int64, numba_types.float64
    evaluate = numba_types.FunctionType(real(WORLD, word, word))
    kind = real if last == "real" else word
    original: Any = function
    compiled: Callable[..., Any] = njit(kind(WORLD, evaluate, kind), error_model="numpy", nogil=True)(original.py_func)
    return compiled
