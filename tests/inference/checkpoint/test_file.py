"""The file of a checkpoint: whole or not at all, and refused for each way in which it may not be ours."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from noumena.inference.checkpoint import file
from noumena.model.diagnostics import BlogError

DATA = {"a": [1, 2.5, None], "b": {"c": "ü"}}
ARRAYS = {"x": np.array([1, -2], np.int64), "y": np.array([0.1, np.inf]), "z": np.array([7], np.int32)}


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NOUMENA_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    made = tmp_path / "run.ckpt"
    file.write(made, DATA, ARRAYS)
    return made


def complaint(path: Path) -> str:
    with pytest.raises(BlogError) as error:
        file.read(path)
    return str(error.value)


def test_what_is_written_is_read(path: Path) -> None:
    data, arrays, is_own = file.read(path)
    assert (data, is_own) == (DATA, True)
    assert list(arrays) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype
        assert (arrays[name] == array).all()


def test_nobody_else_may_read_it_and_nothing_is_left_beside_it(path: Path) -> None:
    assert path.stat().st_mode & 0o077 == 0
    assert [p.name for p in path.parent.iterdir()] in (["cache", "run.ckpt"], ["run.ckpt", "cache"])


def test_the_last_one_stays_where_the_next_cannot_be_written(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = path.read_bytes()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        file.write(path, {"a": 2}, {})
    assert path.read_bytes() == before
    assert not list(path.parent.glob(".run.ckpt.*"))


def test_old_unfinished_files_are_removed_and_new_ones_stay(path: Path) -> None:
    old, new = path.with_name(".run.ckpt.1.partial"), path.with_name(".run.ckpt.2.partial")
    for made in (old, new):
        made.write_text("half")
    os.utime(old, (0, 0))
    file.write(path, DATA, ARRAYS)
    assert (old.exists(), new.exists()) == (False, True)


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "there is no such file" in complaint(tmp_path / "none")


@pytest.mark.parametrize("content", [b"", b"type Ball;", b"\x00" * 100, b"PK\x03\x04"])
def test_a_foreign_file_is_refused(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert f"{path} is no checkpoint of Noumena\n  help: one is made by" in complaint(path)


def test_a_newer_file_is_refused(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"checkpoint 1\n", b"checkpoint 2\n", 1))
    assert "is of version 2 of checkpoints, and this is Noumena with 1" in complaint(path)


def test_a_file_is_refused_wherever_it_is_cut_off(path: Path) -> None:
    whole = path.read_bytes()
    for length in range(len(b"noumena checkpoint "), len(whole)):
        path.write_bytes(whole[:length])
        assert "is damaged" in complaint(path)


def test_a_file_with_a_wrong_byte_is_refused_or_not_ones_own(path: Path) -> None:
    whole = path.read_bytes()
    seal = whole.index(b"\n", whole.index(b"\n") + 1) + 1
    for at in range(len(b"noumena checkpoint "), len(whole)):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        if seal <= at < seal + 64:
            assert not file.read(path).is_own
        else:
            assert "is damaged" in complaint(path) or "version" in complaint(path)


def test_the_file_of_another_user_is_not_ones_own(path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NOUMENA_CACHE", str(tmp_path / "other"))
    assert not file.read(path).is_own


def test_objects_of_python_are_no_arrays(path: Path) -> None:
    file.write(path, DATA, {"x": np.array([1], np.uint64)})
    assert "an array of <u8" in complaint(path)


def test_a_key_that_is_damaged_is_made_anew(path: Path, tmp_path: Path) -> None:
    (key,) = (tmp_path / "cache").rglob("checkpoint.key")
    assert key.stat().st_mode & 0o077 == 0
    key.write_bytes(b"short")
    assert not file.read(path).is_own
    assert len(key.read_bytes()) == 32
