"""Worlds of both backends that have random streams and nothing else, and the kernel modules that run on them."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from noumena.compiler.families import NATIVE_FAMILIES
from noumena.runtime.native_world import NativeWorld
from noumena.runtime.streams import seed_words
from noumena.runtime.world import STREAMS, World
from tests.runtime.native_package import native_module

BACKENDS = ("python", "native")

AnyWorld = World | NativeWorld


def world(backend: str, seed: int) -> Any:
    """A world whose streams begin with this seed, the same in both backends."""
    sequences = np.random.SeedSequence(seed).spawn(STREAMS)
    return world_of(backend, [word for sequence in sequences for word in seed_words(sequence)])


def world_of(backend: str, words: list[int]) -> Any:
    """A world with these words in its streams, the first of which is current."""
    made: AnyWorld = NativeWorld() if backend == "native" else World()
    made.stream = 0
    made.random = list(words)
    return made


def words_of(made: Any) -> list[int]:
    """The words of all streams."""
    return [int(word) for word in made.random]


def module(backend: str, name: str) -> Any:
    """A module of the kernel."""
    return native_module(name) if backend == "native" else importlib.import_module(f"noumena.runtime.kernel.{name}")


@dataclass(frozen=True)
class Kernel:
    """The three functions of a family."""

    valid: Callable[..., bool]
    log: Callable[..., float]
    sample: Callable[..., Any]


def kernel(backend: str, name: str) -> Kernel:
    """The functions of the family with this name."""
    family = NATIVE_FAMILIES[name]
    functions = module(backend, family.module)
    return Kernel(*(getattr(functions, f"{verb}_{family.stem}") for verb in ("valid", "log", "sample")))


def typed(name: str, parameters: tuple[Any, ...]) -> tuple[Any, ...]:
    """The parameters as the kernel takes them: ints and floats as the family says, none left out."""
    family = NATIVE_FAMILIES[name]
    missing = len(family.parameters) - len(parameters)
    full = (*parameters, *family.defaults[len(family.defaults) - missing :]) if missing else parameters
    return tuple(int(x) if kind == "i" else float(x) for x, kind in zip(full, family.parameters, strict=True))
