"""Names of entries: another name for all that changes the machine code, the same name for all else."""

from __future__ import annotations

import platform
from importlib import metadata
from pathlib import Path

import llvmlite.binding as llvm
import pytest

from noumena.compiler.cache import key
from tests.compiler.cache.loading import make_runtime


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(key, "RUNTIME", make_runtime(tmp_path / "runtime"))
    return tmp_path / "runtime" / "kernel"


def changed(path: Path) -> bool:
    """Whether a file more, or another text in it, changes the names of kernel and models."""
    before = (key.kernel_name(), key.model_name({}))
    path.write_text("changed = 1\n")
    after = (key.kernel_name(), key.model_name({}))
    return before[0] != after[0] and before[1] != after[1]


def test_the_names_can_be_imported(kernel: Path) -> None:
    assert key.kernel_name().isidentifier()
    assert key.model_name({"model.py": ""}).isidentifier()


def test_texts_of_kernel_and_runtime_change_all_names(kernel: Path) -> None:
    assert changed(kernel / "base.py")
    assert changed(kernel / "another.py")
    assert changed(kernel.parent / "streams.py")
    assert changed(kernel.parent / "another.py")


def test_other_files_change_no_name(kernel: Path) -> None:
    before = key.kernel_name()
    (kernel / "notes.md").write_text("")
    (kernel / "__pycache__").mkdir()
    assert key.kernel_name() == before


def test_names_and_texts_of_generated_files_change_the_name_and_their_order_does_not(kernel: Path) -> None:
    files = [{"a.py": "1", "b.py": "2"}, {"a.py": "2", "b.py": "1"}, {"a.py": "1"}, {"a.py": "1b.py2"}, {"c.py": "1"}]
    assert len({key.model_name(f) for f in files}) == len(files)
    assert key.model_name({"b.py": "2", "a.py": "1"}) == key.model_name(files[0])


def test_versions_and_processor_change_all_names(kernel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = key.kernel_name()
    for place, name, value in (
        (platform, "python_version", lambda: "3.99.0"),
        (metadata, "version", lambda package: f"99 of {package}"),
        (llvm, "get_host_cpu_name", lambda: "another"),
        (llvm, "get_host_cpu_features", lambda: llvm.FeatureMap({"other": True})),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(place, name, value)
            assert key.kernel_name() != before
    assert key.kernel_name() == before


def test_settings_of_numba_that_change_the_code_change_all_names(kernel: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NUMBA_BOUNDSCHECK", raising=False)
    before = key.kernel_name()
    monkeypatch.setenv("NUMBA_NUM_THREADS", "1")
    assert key.kernel_name() == before
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    assert key.kernel_name() != before


def test_the_machine_is_described_for_people(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown() -> None:
        raise RuntimeError("failed to get host CPU features")

    lines = key.machine().splitlines()
    for package in ("numpy", "numba", "llvmlite"):
        assert f"{package} {metadata.version(package)}" in lines
    assert f"python CPython {platform.python_version()}" in lines
    assert f"cpu {llvm.get_host_cpu_name()}" in lines
    monkeypatch.setattr(llvm, "get_host_cpu_features", unknown)
    assert "features " in key.machine().splitlines()


def test_the_kernel_of_the_package_is_found() -> None:
    assert "__init__.py" in key.kernel_files()
