"""The kernel compiled, from a copy of its files in a temporary folder."""

from __future__ import annotations

import atexit
import importlib
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from noumena.runtime import kernel
from noumena.runtime.backend import native_package

MODULES = (
    *("random", "decision", "logarithms", "stirling", "normal_integral", "parameters", "python_arithmetic"),
    *("trials", "counts", "uniforms", "gammas", "normals", "heavy_tails"),
)


def native_module(name: str) -> Any:
    """A module of the kernel, whose functions Numba compiles when they are first called."""
    return _native_modules()[name]


@cache
def _native_modules() -> dict[str, Any]:
    """All modules at once: other tests may load the package from elsewhere, and these stay as they are."""
    directory = tempfile.TemporaryDirectory()
    atexit.register(directory.cleanup)
    folder = Path(directory.name) / "kernel"
    shutil.copytree(kernel.__path__[0], folder, ignore=shutil.ignore_patterns("__pycache__"))
    package = native_package(folder)
    return {name: importlib.import_module(f"{package}.{name}") for name in MODULES}
