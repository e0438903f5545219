"""Entries: made once, found again, replaced when they are not whole, shared by processes."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from noumena.compiler.cache import guarded, kernel_folder, key, storage, store
from noumena.compiler.cache.removal import MARKER
from noumena.model.diagnostics import RunError
from tests.compiler.cache.loading import FUNCTIONS, finish, load, model, start, through_the_cache

FILES = {"model.py": "x = 'é'\n", "move.py": "y = 2\r\n"}


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_an_entry_holds_the_texts_byte_for_byte_and_says_what_it_was_made_for(root: Path) -> None:
    folder = store(FILES)
    assert folder.parent == root
    assert names(folder) == {"model.py", "move.py", MARKER}
    assert {name: (folder / name).read_bytes().decode() for name in FILES} == FILES
    assert (folder / MARKER).read_text() == key.machine()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert names(root) == {folder.name, "pruned"}


def test_an_entry_is_made_once_and_its_use_noted(root: Path) -> None:
    folder = store(FILES)
    before = (folder.stat().st_ino, (folder / "model.py").stat().st_mtime_ns)
    os.utime(folder / MARKER, (0, 0))
    assert store(dict(reversed(FILES.items()))) == folder
    assert (folder.stat().st_ino, (folder / "model.py").stat().st_mtime_ns) == before
    assert (folder / MARKER).stat().st_mtime > 0


def test_the_kernel_is_copied(root: Path, runtime: Path) -> None:
    folder = kernel_folder()
    assert names(folder) == {"base.py", MARKER}
    assert (folder / "base.py").read_bytes() == (runtime / "kernel" / "base.py").read_bytes()
    assert kernel_folder() == folder


@pytest.mark.parametrize("name", ["a/b.py", "../b.py", "/b.py", "", "b.txt", MARKER])
def test_only_plain_file_names_are_taken(root: Path, name: str) -> None:
    with pytest.raises(ValueError, match=rf"cannot hold a file named '{name}': give a plain name like 'a.py'"):
        store({name: ""})
    assert names(root) == set()


def nothing_but_a_file(folder: Path) -> None:
    folder.write_text("foreign")


def another_text(folder: Path) -> None:
    store(FILES)
    (folder / "move.py").write_bytes(b"y = 3\r\n")


def a_missing_text(folder: Path) -> None:
    store(FILES)
    (folder / "move.py").unlink()


def a_missing_marker(folder: Path) -> None:
    store(FILES)
    (folder / MARKER).unlink()


def compiled_files_alone(folder: Path) -> None:
    (folder / "__pycache__").mkdir(parents=True)
    (folder / "__pycache__" / "model.nbi").touch()


@pytest.mark.parametrize(
    "damage", [Path.mkdir, nothing_but_a_file, another_text, a_missing_text, a_missing_marker, compiled_files_alone]
)
def test_what_is_not_whole_is_replaced(root: Path, damage: object) -> None:
    assert callable(damage)
    folder = root / key.model_name(FILES)
    damage(folder)
    assert store(FILES) == folder
    assert names(folder) == {"model.py", "move.py", MARKER}
    assert (folder / "move.py").read_bytes() == b"y = 2\r\n"
    assert names(root) == {folder.name, "pruned"}


def test_the_loser_of_a_race_takes_the_winners_entry(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename = os.rename
    winners: list[int] = []

    def beaten(source: Path, target: Path) -> None:
        if not winners:
            winners.append(0)
            winners[0] = store(FILES).stat().st_ino
        rename(source, target)

    monkeypatch.setattr(os, "rename", beaten)
    folder = store(FILES)
    assert [folder.stat().st_ino] == winners
    assert names(root) == {folder.name, "pruned"}


def test_a_full_disk_is_a_message_and_leaves_nothing_behind(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(storage, "flush", full)
    with pytest.raises(RunError) as caught:
        store(FILES)
    assert str(caught.value) == (
        f"error: cannot write compiled code to {root / key.model_name(FILES)}: no space left on device\n"
        "  help: remove the folder, or set NOUMENA_CACHE to another one"
    )
    assert names(root) == set()


def test_an_entry_that_cannot_be_put_in_its_place_is_a_message(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "rename", forbidden)
    with pytest.raises(RunError, match=r"cannot write compiled code to .*: permission denied"):
        store(FILES)
    assert names(root) == set()


def test_what_was_compiled_is_found_again(root: Path) -> None:
    assert through_the_cache(model(5)) == (26, 0)
    assert through_the_cache(model(5)) == (26, FUNCTIONS)
    assert through_the_cache(model(6)) == (27, 1)  # the kernel is shared


def test_a_copied_cache_is_found_compiled(warm: Path) -> None:
    assert through_the_cache(model()) == (21, FUNCTIONS)


def test_only_what_this_process_has_stored_can_be_guarded(root: Path) -> None:
    with pytest.raises(ValueError, match=r"model_1 cannot be guarded: call store\(\) or kernel_folder\(\)"):
        guarded(root / "model_1", int)


def test_numba_writes_beside_the_sources_whatever_its_settings(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from numba.core import config

    monkeypatch.setattr(config, "CACHE_DIR", str(tmp_path / "elsewhere"))
    files = {"model.py": 'from numba import njit\n@njit("int64()", cache=True)\ndef one():\n    return 1\n'}
    folder = store(files)
    assert guarded(folder, lambda: load(folder / "model.py", "cache_test_one").one()) == 1
    assert {path.suffix for path in (folder / "__pycache__").iterdir()} == {".nbi", ".nbc", ".pyc"}
    assert vars(config)["CACHE_DIR"] == str(tmp_path / "elsewhere")
    assert not (tmp_path / "elsewhere").exists()


def test_of_several_processes_at_once_one_compiles_and_all_answer(root: Path, runtime: Path) -> None:
    results = [finish(process)[0] for process in [start(runtime, 3) for _ in range(3)]]
    assert sorted(results) == [(24, 0), *[(24, FUNCTIONS)] * 2]
    kinds = sorted(name.split("_")[0] for name in names(root) if not name.endswith(".lock"))
    assert kinds == ["kernel", "model", "pruned"]
