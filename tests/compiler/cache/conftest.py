"""A cache of its own for each test, in a folder whose name has spaces and letters beyond ASCII."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from noumena.compiler.cache import cache_folder, key, storage
from tests.compiler.cache import loading

NAME = "un café 漢"


@pytest.fixture(scope="session")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A runtime with a tiny kernel."""
    return loading.make_runtime(tmp_path_factory.mktemp("runtime") / "runtime")


@pytest.fixture
def root(tmp_path: Path, runtime: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the entries of an empty cache."""
    monkeypatch.setenv("NOUMENA_CACHE", str(tmp_path / NAME))
    monkeypatch.setattr(key, "RUNTIME", runtime)
    monkeypatch.setattr(storage, "_stored", {})
    monkeypatch.setattr("sys.dont_write_bytecode", False)  # so that there are `.pyc` files too
    return cache_folder()


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory, runtime: Path) -> Path:
    """A cache in which model 0 has been compiled, to be copied."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NOUMENA_CACHE", str(tmp_path_factory.mktemp("compiled") / NAME))
        patch.setattr(key, "RUNTIME", runtime)
        patch.setattr(storage, "_stored", {})
        patch.setattr("sys.dont_write_bytecode", False)
        assert loading.through_the_cache(loading.model()) == (21, 0)
        return cache_folder()


@pytest.fixture
def warm(root: Path, compiled: Path) -> Path:
    """The folder of the entries of a cache in which model 0 has been compiled."""
    shutil.copytree(compiled, root, dirs_exist_ok=True)
    return root
