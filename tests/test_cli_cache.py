"""`noumena cache`: what it shows and what it removes."""

from __future__ import annotations

from pathlib import Path

import pytest

from noumena.compiler.cache import cache_folder, locked
from tests.commands import noumena


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a cache with a kernel and two models, 3.5 MB together."""
    monkeypatch.setenv("NOUMENA_CACHE", str(tmp_path / "un café"))
    for name, size in (("kernel_1", 2_000_000), ("model_1", 1_000_000), ("model_2", 500_000)):
        (cache_folder() / name).mkdir()
        (cache_folder() / name / "model.nbc").write_bytes(bytes(size))
    return cache_folder()


def test_show(root: Path) -> None:
    result = noumena("cache", "show")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.splitlines() == [
        f"folder   {root}",
        "models   2",
        "kernels  1",
        "size     3.5 MB of at most 1000 MB",
    ]


def test_clear(root: Path) -> None:
    beside = root.parent / "notes.txt"
    beside.touch()
    result = noumena("cache", "clear")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == f"removed 3 entries, 3.5 MB, from {root}\n"
    assert list(root.iterdir()) == []
    assert beside.exists()
    assert noumena("cache", "clear").stdout == f"removed no entries, 0.0 MB, from {root}\n"


def test_clear_keeps_what_is_being_compiled_and_says_so(root: Path) -> None:
    with locked(root / "model_1"):
        result = noumena("cache", "clear")
    assert result.exit_code == 0
    assert result.stdout == f"removed 2 entries, 2.5 MB, from {root}\n"
    assert result.stderr == "warning: kept 1 entry, 1.0 MB: being compiled at this moment\n"
    assert (root / "model_1" / "model.nbc").exists()


def test_where_the_cache_cannot_be_is_a_warning_for_people(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("NOUMENA_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    result = noumena("cache", "show")
    assert result.exit_code == 0
    assert result.stderr.startswith(f"warning: compiled code cannot be kept in {tmp_path / 'file' / 'compiled'}: ")
    assert result.stderr.count("\n") == 1
    assert result.stdout.startswith(f"folder   {tmp_path / 'temporary'}")


@pytest.mark.parametrize("name", ["show", "clear"])
def test_the_help_has_an_example(name: str) -> None:
    assert f"  noumena cache {name}\n" in noumena("cache", name, "--help").stdout
