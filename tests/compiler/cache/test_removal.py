"""Pruning and clearing: the longest unused first, never what is in use, and what killed processes have left."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from noumena.compiler.cache import cache_folder, discard, locked, removal, store
from noumena.compiler.cache.removal import MARKER, clear, entries, prune, prune_now_and_then


def entry(root: Path, name: str, size: int, used: float) -> Path:
    """An entry of that many bytes, last used at that time."""
    folder = root / name
    (folder / "__pycache__").mkdir(parents=True)
    (folder / MARKER).write_bytes(b"")
    (folder / "model.py").write_bytes(b"#" * 10)
    (folder / "__pycache__" / "model.nbc").write_bytes(bytes(size - 10))
    os.utime(folder / MARKER, (used, used))
    return folder


def names(root: Path) -> set[str]:
    return {path.name for path in root.iterdir()}


def test_entries_with_their_sizes_the_longest_unused_first(tmp_path: Path) -> None:
    young, old = entry(tmp_path, "model_1", 300, 20), entry(tmp_path, "kernel_1", 500, 10)
    (tmp_path / "model_1.lock").touch()
    (tmp_path / "notes").mkdir()
    assert [(e.folder, e.size, e.used) for e in entries(tmp_path)] == [(old, 500, 10), (young, 300, 20)]
    assert entries(tmp_path / "missing") == []


def test_an_entry_without_marker_has_the_age_of_its_folder(tmp_path: Path) -> None:
    folder = entry(tmp_path, "model_1", 300, 20)
    (folder / MARKER).unlink()
    os.utime(folder, (7, 7))
    assert [e.used for e in entries(tmp_path)] == [7]


@pytest.mark.parametrize(("limit", "left"), [(1000, "1234"), (999, "234"), (600, "34"), (399, ""), (0, "")])
def test_the_longest_unused_go_until_the_rest_is_within_the_limit(tmp_path: Path, limit: int, left: str) -> None:
    for number, size in ((3, 150), (1, 100), (4, 400), (2, 350)):
        entry(tmp_path, f"model_{number}", size, used=number)
    prune(tmp_path, keep=(), limit=limit)
    assert names(tmp_path) == {f"model_{number}" for number in left}


def test_what_is_in_use_stays(tmp_path: Path) -> None:
    ours, locked_one = entry(tmp_path, "model_1", 100, 1), entry(tmp_path, "model_2", 100, 2)
    entry(tmp_path, "model_3", 100, 3)
    (tmp_path / "model_3.lock").touch()
    with locked(locked_one):
        prune(tmp_path, keep={ours}, limit=0)
    assert names(tmp_path) == {"model_1", "model_2", "model_2.lock"}


def test_what_killed_processes_have_left_goes_after_an_hour(tmp_path: Path) -> None:
    hour_ago = time.time() - 3700
    for name in ("tmp-1-aa", "trash-1-aa", "tmp-2-bb"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "model.py").touch()
    for name in ("model_1.lock", "model_2.lock", "model_3.lock"):
        (tmp_path / name).touch()
    entry(tmp_path, "model_2", 100, 1)
    for name in ("tmp-1-aa", "trash-1-aa", "model_1.lock", "model_2.lock"):
        os.utime(tmp_path / name, (hour_ago, hour_ago))
    prune(tmp_path, keep=())
    assert names(tmp_path) == {"tmp-2-bb", "model_2", "model_2.lock", "model_3.lock"}


def test_pruning_happens_when_entries_are_made_but_not_each_time(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pruned: list[set[Path]] = []
    monkeypatch.setattr(removal, "prune", lambda _, keep: pruned.append(set(keep)))
    first = store({"model.py": "1"})
    assert pruned == [{first}]
    store({"model.py": "2"})
    assert len(pruned) == 1
    long_ago = time.time() - 100
    os.utime(root / "pruned", (long_ago, long_ago))
    store({"model.py": "2"})
    assert len(pruned) == 1  # nothing was made
    third = store({"model.py": "3"})
    assert len(pruned) == 2
    assert {first, third} <= pruned[1]


def test_a_stamp_from_the_future_does_not_stop_pruning(tmp_path: Path) -> None:
    (tmp_path / "pruned").touch()
    os.utime(tmp_path / "pruned", (time.time() + 10**6,) * 2)
    (tmp_path / "tmp-1-aa").mkdir()
    os.utime(tmp_path / "tmp-1-aa", (1, 1))
    prune_now_and_then(tmp_path, ())
    assert names(tmp_path) == {"pruned"}


def test_clearing_removes_all_but_what_is_locked(tmp_path: Path) -> None:
    kept, removed = entry(tmp_path, "model_1", 100, 1), entry(tmp_path, "kernel_2", 200, 2)
    with locked(removed):
        pass
    with locked(kept):
        gone, left = clear(tmp_path)
    assert ([e.folder for e in gone], [e.folder for e in left]) == ([removed], [kept])
    assert names(tmp_path) == {"model_1", "model_1.lock"}


def test_discarding_moves_the_entry_aside_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr(removal, "remove", lambda path: seen.append((path.name, names(path), names(tmp_path))))
    discard(entry(tmp_path, "model_1", 100, 1))
    ((aside, inside, beside),) = seen
    assert aside.startswith(f"trash-{os.getpid()}-")
    assert inside == {MARKER, "model.py", "__pycache__"}
    assert beside == {aside}


def test_discarding_removes_files_links_and_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "model_1").symlink_to("file")
    discard(tmp_path / "model_1")
    discard(tmp_path / "model_2")
    assert names(tmp_path) == {"file"}


def test_the_cache_folder_can_be_removed_meanwhile(root: Path) -> None:
    store({"model.py": "1"})
    discard(root)
    assert store({"model.py": "1"}).is_dir()
    assert cache_folder() == root
