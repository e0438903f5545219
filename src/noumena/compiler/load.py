"""Generated text made into running code, in either backend."""

from __future__ import annotations

import types
from dataclasses import dataclass

from noumena.compiler.cache import guarded, kernel_folder, locked, store
from noumena.compiler.program import Program
from noumena.runtime.backend import PYTHON_PACKAGE, kernel_function, load_generated, native_package

CALLED_FROM_PYTHON = (
    ("patch", "begin"),
    ("patch", "rollback"),
    ("chain", "open_state"),
    ("chain", "start"),
    ("weighting", "weigh"),
)


@dataclass(frozen=True, slots=True)
class Code:
    """A loaded program: the package whose kernel it uses, and its module with `evaluate` and `propose`."""

    package: str
    module: types.ModuleType


def load_program(program: Program, backend: str) -> Code:
    """The code of a program; natively it is compiled, or found compiled, here."""
    folder = store({"model.py": program.text})
    if backend == "python":
        return Code(PYTHON_PACKAGE, load_generated(PYTHON_PACKAGE, folder / "model.py", folder.name))
    kernel = kernel_folder()
    package = native_package(kernel)

    def load() -> types.ModuleType:
        for module, name in CALLED_FROM_PYTHON:
            kernel_function(package, module, name)
        return load_generated(package, folder / "model.py", folder.name)

    with locked(folder):
        return Code(package, guarded(folder, load))
