"""What the name of an entry is a hash of: all that the machine code in it depends on."""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Iterable, Mapping
from importlib import metadata, resources
from importlib.resources.abc import Traversable

RUNTIME: Traversable = resources.files("noumena") / "runtime"
"""The hand-written code that generated code calls; its folder `kernel` is compiled, and copied into the cache."""

_SETTINGS = (
    "NUMBA_OPT",
    "NUMBA_BOUNDSCHECK",
    "NUMBA_DEBUGINFO",
    "NUMBA_LOOP_VECTORIZE",
    "NUMBA_SLP_VECTORIZE",
    "NUMBA_ENABLE_AVX",
)
"""Settings that change the machine code, and that Numba itself does not compare."""


def kernel_files() -> dict[str, str]:
    """The texts of the kernel by file name."""
    return _python_files(RUNTIME / "kernel")


def kernel_name() -> str:
    """The name of the kernel's entry: kernel, runtime, versions, processor, settings."""
    return f"kernel_{_digest([machine(), *_flat(_runtime_texts())])}"


def build_name() -> str:
    """A hash of kernel and runtime alone: the same where worlds are laid out and changed in the same way."""
    return _digest(_flat(_runtime_texts()))


def _runtime_texts() -> dict[str, str]:
    return {f"kernel/{name}": text for name, text in kernel_files().items()} | _python_files(RUNTIME)


def model_name(files: Mapping[str, str]) -> str:
    """The name of the entry of these generated files: their names and texts, and the kernel's name."""
    return f"model_{_digest([kernel_name(), *_flat(files)])}"


def machine() -> str:
    """Versions, processor and settings, as lines that a person can read."""
    # Imported here: every command of the command line loads this module, and few of them need LLVM.
    import llvmlite.binding as llvm

    try:
        features = llvm.get_host_cpu_features().flatten()
    except RuntimeError:  # LLVM does not know them on every system; Numba then uses none
        features = ""
    lines = [
        f"python {platform.python_implementation()} {platform.python_version()}",
        *(f"{package} {metadata.version(package)}" for package in ("numpy", "numba", "llvmlite")),
        f"system {platform.system()} {platform.machine()}",
        f"cpu {llvm.get_host_cpu_name()}",
        f"features {features}",
        *(f"{name} {os.environ[name]}" for name in _SETTINGS if name in os.environ),
    ]
    return "\n".join(lines) + "\n"


def _python_files(folder: Traversable) -> dict[str, str]:
    files = sorted((item for item in folder.iterdir() if item.name.endswith(".py")), key=lambda item: item.name)
    return {item.name: item.read_bytes().decode("utf-8") for item in files}


def _flat(texts: Mapping[str, str]) -> Iterable[str]:
    for name in sorted(texts):
        yield name
        yield texts[name]


def _digest(parts: Iterable[str]) -> str:
    """A hash of the parts and of where one ends and the next begins."""
    hashed = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8")
        hashed.update(len(data).to_bytes(8, "little"))
        hashed.update(data)
    return hashed.hexdigest()[:32]
