"""A tiny generated model and a tiny kernel, and how to load them through the cache; also as a process of its own.

`python -m tests.compiler.cache.loading RUNTIME NUMBER [MOMENT]` prints `ready` when all is imported, and at the end, as
JSON, the answer of model NUMBER, how many functions were found compiled, and how many times the cache was touched. It
kills itself just before touch MOMENT.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from noumena.compiler.cache import guarded, kernel_folder, key, locked, store

KERNEL = """\
from numba import njit

@njit("int64(int64)", cache=True)
def twice(x):
    return 2 * x
"""
MODEL = """\
from numba import njit
from cache_test_kernel import twice

@njit("int64(int64)", cache=True)
def step(x):
    return twice(x) + NUMBER

@njit("int64(int64)", cache=True)
def answer(x):
    return step(x) + 1
"""
FUNCTIONS = 3
"""How many compiled functions kernel and model have together."""


class Loaded(NamedTuple):
    """What a model answered to 10, and how many of its functions were found compiled on disk."""

    answer: int
    hits: int


def model(number: int = 0) -> dict[str, str]:
    """The generated files of a model that answers 21 + number."""
    return {"model.py": MODEL.replace("NUMBER", str(number))}


def make_runtime(folder: Path) -> Path:
    """Writes a runtime with a kernel of one function."""
    (folder / "kernel").mkdir(parents=True)
    (folder / "kernel" / "base.py").write_text(KERNEL)
    (folder / "streams.py").write_text("streams = 1\n")
    return folder


def load(path: Path, name: str) -> ModuleType:
    """Runs a file as a new module of that name."""
    specification = importlib.util.spec_from_file_location(name, path)
    assert specification is not None
    assert specification.loader is not None
    sys.modules[name] = module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


def run(kernel: Path, folder: Path) -> Loaded:
    """Loads kernel and model afresh and asks the model."""
    base = load(kernel / "base.py", "cache_test_kernel")
    loaded = load(folder / "model.py", "cache_test_model")
    functions = (base.twice, loaded.step, loaded.answer)
    return Loaded(loaded.answer(10), sum(sum(f.stats.cache_hits.values()) for f in functions))


def through_the_cache(files: dict[str, str]) -> Loaded:
    """What a run does: store, lock, load."""
    kernel, folder = kernel_folder(), store(files)
    with locked(folder):
        return guarded(folder, lambda: run(kernel, folder))


def start(runtime: Path, number: int, moment: int | None = None) -> subprocess.Popen[str]:
    """Starts this module as a process."""
    arguments = [str(runtime), str(number), *([] if moment is None else [str(moment)])]
    command = [sys.executable, "-m", "tests.compiler.cache.loading", *arguments]
    top = Path(__file__).parents[3]
    return subprocess.Popen(command, cwd=top, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(process: subprocess.Popen[str]) -> tuple[Loaded, int]:
    """What a process answered and how many times it touched the cache; it must end well and silently."""
    stdout, stderr = process.communicate()
    assert (process.returncode, stderr) == (0, "")
    answer, hits, touches = json.loads(stdout.removeprefix("ready\n"))
    return Loaded(answer, hits), touches


class _Touches:
    """Counts what is done to files below a folder, and kills this process just before one of these touches."""

    def __init__(self, below: str, fatal: int) -> None:
        self.below, self.fatal, self.number = below, fatal, 0

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event != "open" and not event.startswith("os."):
            return
        if any(self.below in os.fsdecode(a) for a in arguments if isinstance(a, str | bytes | os.PathLike)):
            self.number += 1
            if self.number == self.fatal:
                os.kill(os.getpid(), signal.SIGKILL)


def main(runtime: str, number: str, moment: str = "0") -> None:
    """The process."""
    key.RUNTIME = Path(runtime)
    touches = _Touches(os.environ["NOUMENA_CACHE"], int(moment))
    sys.addaudithook(touches)
    importlib.import_module("numba")
    print("ready", flush=True)
    loaded = through_the_cache(model(int(number)))
    print(json.dumps([*loaded, touches.number]))


if __name__ == "__main__":
    main(*sys.argv[1:])
