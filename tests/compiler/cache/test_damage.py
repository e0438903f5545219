"""Damaged entries: whatever is done to a compiled or a generated file, the next run answers and mends the cache."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from numba.core.errors import TypingError

from noumena.compiler.cache import guarded, kernel_folder, store
from noumena.compiler.cache.lock import joined
from noumena.compiler.cache.seal import remove_unsealed
from noumena.model.recursion import deep_recursion
from tests.compiler.cache.loading import FUNCTIONS, Loaded, finish, load, model, run, start, through_the_cache


def the_file(root: Path, pattern: str) -> Path:
    (path,) = root.glob(pattern)
    return path


def truncate(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def empty(path: Path) -> None:
    os.truncate(path, 0)


def replace_by_text(path: Path) -> None:
    path.write_text("this is not a compiled file\n")


def replace_by_another_pickle(path: Path) -> None:
    path.write_bytes(b"\x80\x04K\x01.")  # the number 1


def replace_by_a_pickle_of_nothing_known(path: Path) -> None:
    path.write_bytes(b"cno_such_module\nthing\n.")


COMPILED = (
    "model_*/__pycache__/*answer*.nbi",
    "model_*/__pycache__/*answer*.nbc",
    "kernel_*/__pycache__/*.nbi",
    "kernel_*/__pycache__/*.nbc",
    "model_*/__pycache__/*.pyc",
)
DAMAGES = (truncate, empty, replace_by_text, replace_by_another_pickle, replace_by_a_pickle_of_nothing_known)


@pytest.mark.parametrize("pattern", COMPILED)
def test_a_damaged_compiled_file_is_not_loaded_and_alone_made_anew(warm: Path, pattern: str) -> None:
    truncate(the_file(warm, pattern))
    others = FUNCTIONS if pattern.endswith(".pyc") else FUNCTIONS - 1
    assert through_the_cache(model()) == (21, others)
    assert through_the_cache(model()) == (21, FUNCTIONS)


@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize("pattern", COMPILED)
def test_damage_that_shows_only_while_loading_is_mended(
    warm: Path, pattern: str, damage: Callable[[Path], None]
) -> None:
    kernel, folder = kernel_folder(), store(model())
    tries = []

    def load_damaged() -> Loaded:
        tries.append(1)
        if len(tries) == 1:
            path = the_file(warm, pattern)
            times = path.stat()
            damage(path)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        return run(kernel, folder)

    loaded = guarded(folder, load_damaged)
    assert loaded.answer == 21
    # Python takes a `.pyc` file with a foreign beginning for an old one, and Numba an index of another version.
    assert len(tries) == 2 or loaded.hits >= FUNCTIONS - 1
    assert len(tries) == 2 or pattern.endswith((".pyc", ".nbi"))
    assert through_the_cache(model()) == (21, FUNCTIONS)


def test_wrong_machine_code_is_not_run(warm: Path, runtime: Path) -> None:
    """Loaded by Numba, such a file ends the process; so this runs in another one."""
    path = the_file(warm, "model_*/__pycache__/*answer*.nbc")
    code = path.read_bytes()
    beginning = max(code.find(magic) for magic in (b"\x7fELF", b"\xcf\xfa\xed\xfe"))
    assert beginning > 0
    path.write_bytes(code[:beginning] + bytes(400) + code[beginning + 400 :])
    assert finish(start(runtime, 0))[0] == (21, FUNCTIONS - 1)


def test_a_compiled_file_of_another_function_is_not_run(warm: Path) -> None:
    step, answer = (the_file(warm, f"model_*/__pycache__/*{name}*.nbc") for name in ("step", "answer"))
    answer.write_bytes(step.read_bytes())
    assert through_the_cache(model()) == (21, FUNCTIONS - 1)


@pytest.mark.parametrize("seals", ["", " ", "\n\n", "{", '{"a": 1}', "\udcff", "[" * 100_000])
def test_without_their_seals_compiled_files_are_made_anew(warm: Path, seals: str) -> None:
    the_file(warm, "model_*/seals").write_bytes(seals.encode(errors="surrogateescape"))
    with deep_recursion():  # so it is read: models may nest deeply
        assert through_the_cache(model()) == (21, 1)
    assert through_the_cache(model()) == (21, FUNCTIONS)


def test_sealed_files_stay(warm: Path) -> None:
    folder = the_file(warm, "model_*/model.py").parent
    assert {Path(name).suffix for name in remove_unsealed(folder)} == {".nbi", ".nbc", ".pyc"}


def test_what_others_add_to_the_kernel_meanwhile_is_used_and_what_is_damaged_is_not(warm: Path) -> None:
    kernel = kernel_folder()
    (kernel / "seals").write_bytes(b"")
    with joined(kernel, lambda first: None):
        assert through_the_cache(model()) == (21, FUNCTIONS)
    assert through_the_cache(model(1)) == (22, 0)  # alone, it trusts no file of the kernel
    truncate(the_file(warm, "kernel_*/__pycache__/*.nbc"))
    with joined(kernel, lambda first: None):
        assert through_the_cache(model()) == (21, FUNCTIONS - 1)


@pytest.mark.parametrize("lines", [0, 2, 6])
def test_a_generated_text_that_changes_while_it_is_loaded_is_mended(warm: Path, lines: int) -> None:
    kernel, folder = kernel_folder(), store(model(1))
    tries = []

    def load_damaged() -> Loaded:
        tries.append(1)
        if len(tries) == 1:
            text = (folder / "model.py").read_text().splitlines(keepends=True)
            (folder / "model.py").write_text("".join(text[:lines]))
        return run(kernel, folder)

    assert guarded(folder, load_damaged) == (22, 0)
    assert len(tries) == 2


def test_an_entry_that_is_removed_while_it_is_loaded_is_mended(warm: Path) -> None:
    kernel, folder = kernel_folder(), store(model())
    tries = []

    def load_removed() -> Loaded:
        tries.append(1)
        if len(tries) == 1:
            os.rename(folder, warm / "elsewhere")
        return run(kernel, folder)

    assert guarded(folder, load_removed) == (21, 0)


def failing(folder: Path) -> tuple[list[int], Callable[[], object]]:
    """A list that grows with each try, and an action that loads a model."""
    tries: list[int] = []

    def action() -> object:
        tries.append(1)
        return load(folder / "model.py", "cache_test_faulty")

    return tries, action


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("raise ValueError('a fault')", ValueError),
        ("raise EOFError('a fault')", EOFError),
        ("import no_such_module_of_ours", ImportError),
        ("open('/no/such/file')", OSError),
        ("def f(:", SyntaxError),
        ('from numba import njit\n@njit("int64()", cache=True)\ndef f():\n    return no_such_name\n', TypingError),
    ],
)
def test_a_fault_in_generated_code_is_raised_at_once(root: Path, text: str, error: type[Exception]) -> None:
    folder = store({"model.py": text})
    tries, action = failing(folder)
    with pytest.raises(error):
        guarded(folder, action)
    assert len(tries) == 1


def test_an_error_of_the_second_try_is_raised(warm: Path) -> None:
    kernel, folder = kernel_folder(), store(model())
    tries = []

    def load_damaged() -> Loaded:
        tries.append(1)
        if len(tries) == 2:
            raise ZeroDivisionError("a fault")
        truncate(the_file(warm, COMPILED[1]))
        return run(kernel, folder)

    with pytest.raises(ZeroDivisionError, match="a fault") as caught:
        guarded(folder, load_damaged)
    assert caught.value.__context__ is None


def test_damage_that_comes_back_is_raised(warm: Path) -> None:
    kernel, folder = kernel_folder(), store(model())
    tries = []

    def load_damaged() -> Loaded:
        tries.append(1)
        (folder / "__pycache__").mkdir(exist_ok=True)
        for path in (folder / "__pycache__").glob("*.nbi"):
            truncate(path)
        if len(tries) == 2:
            run(kernel, folder)
            truncate(the_file(warm, COMPILED[1]))
        return run(kernel, folder)

    with pytest.raises(Exception, match=r"truncated|Ran out of input"):
        guarded(folder, load_damaged)
    assert len(tries) == 2
