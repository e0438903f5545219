"""What is installed: the wheel built from this tree, whole, with its data files and its version."""

from __future__ import annotations

import os
from importlib import metadata, resources
from pathlib import Path

import pytest

import noumena

SOURCE = Path(__file__).parents[1] / "src" / "noumena"
INSTALLED = Path(noumena.__file__).parent

# Set by the Makefile; without it the tests may run on the sources.
needs_wheel = pytest.mark.skipif(os.environ.get("NOUMENA_TEST_WHEEL") != "1", reason="not run by make")


def contents(package: Path) -> dict[str, bytes]:
    """The bytes of each file of a package by its path in it, without what Python and the tools cache there."""
    files = {path.relative_to(package): path for path in package.rglob("*") if path.is_file()}
    caches = {"__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache"}
    return {name.as_posix(): path.read_bytes() for name, path in files.items() if caches.isdisjoint(name.parts)}


@needs_wheel
def test_the_tests_run_against_site_packages() -> None:
    assert INSTALLED.parent.name == "site-packages"


@needs_wheel
def test_the_wheel_holds_every_source_file_as_it_is_now() -> None:
    installed, source = contents(INSTALLED), contents(SOURCE)
    assert installed.keys() == source.keys()
    assert [name for name in source if installed[name] != source[name]] == []


def test_the_grammar_is_in_the_package() -> None:
    assert resources.files("noumena.language").joinpath("grammar.lark").is_file()


def test_the_package_says_that_it_is_typed() -> None:
    assert resources.files("noumena").joinpath("py.typed").is_file()


@needs_wheel
def test_the_version_is_the_one_of_the_metadata() -> None:
    assert noumena.__version__ == metadata.version("noumena")


@needs_wheel
def test_the_command_is_declared() -> None:
    (command,) = metadata.distribution("noumena").entry_points.select(group="console_scripts", name="noumena")
    assert command.value == "noumena.cli:main"
    assert callable(command.load())
