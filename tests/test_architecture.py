"""The layers rule: a folder imports only from folders before it, and no file grows beyond 400 lines."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "noumena"
ORDER = (
    "model",
    "language",
    "distributions",
    "reference",
    "runtime",
    "world",
    "moves",
    "compiler",
    "inference",
    "posterior",
    "domains",
)
APPLICATIONS = ("domains",)
"""Folders that, like users, may also import the Python interface."""
DOORS = ("command_line",)
"""Folders that, like the modules beside them, may import everything and are imported by no layer."""
MOST_LINES = 400
WRITTEN_BY_HAND = {".py", ".lark", ".blog", ".md"}


def imported_modules(tree: ast.Module, package: list[str]) -> Iterator[tuple[int, str]]:
    """The line and the full dotted name of everything a module imports; `package` is where it lies."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            # One dot is the package itself, each further dot is one package up.
            base = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*base, node.module] if node.module else base)
            for alias in node.names:
                yield node.lineno, f"{start}.{alias.name}"


def broken_imports(source: Path) -> list[str]:
    """A line `file:line: complaint` for each import that the layers rule forbids in the package at `source`."""
    complaints = []
    for path in sorted(source.rglob("*.py")):
        parts = path.relative_to(source).parts
        if len(parts) == 1 or parts[0] in DOORS:
            continue
        folder = parts[0]
        if folder not in ORDER:
            complaints.append(f"{'/'.join(parts)}:1: the folder {folder} has no place in ORDER")
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for line, name in imported_modules(tree, ["noumena", *parts[:-1]]):
            top, *rest = name.split(".")
            allowed = (*ORDER[: ORDER.index(folder) + 1], *(("api",) if folder in APPLICATIONS else ()))
            if top == "noumena" and (not rest or rest[0] not in allowed):
                complaints.append(f"{'/'.join(parts)}:{line}: {folder} must not import {name}")
    return complaints


def long_files(source: Path) -> list[str]:
    """A line `file: number of lines` for each file written by hand that is too long."""
    written = [path for path in sorted(source.rglob("*")) if path.is_file() and path.suffix in WRITTEN_BY_HAND]
    lengths = [(path, len(path.read_text(encoding="utf-8").splitlines())) for path in written]
    return [f"{path.relative_to(source).as_posix()}: {lines}" for path, lines in lengths if lines > MOST_LINES]


def test_folders_import_only_from_folders_before_them() -> None:
    assert broken_imports(SOURCE) == []


def test_no_file_is_too_long() -> None:
    assert long_files(SOURCE) == []


@pytest.fixture
def package(tmp_path: Path) -> Path:
    for name in ("model", "language", "inference"):
        (tmp_path / name).mkdir()
    return tmp_path


@pytest.mark.parametrize(
    "statement",
    [
        "import noumena.model.types",
        "from noumena.model import types",
        "from noumena import model",
        "from noumena.language.syntax import Node",
        "from .syntax import Node",
        "from . import syntax",
        "from ..model import types",
        "from .. import model",
        "import ast, numpy",
        "from lark import Lark",
    ],
)
def test_the_check_lets_earlier_folders_and_libraries_pass(package: Path, statement: str) -> None:
    (package / "language" / "parser.py").write_text(statement)
    assert broken_imports(package) == []


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("import noumena", "noumena"),
        ("import ast, noumena.inference", "noumena.inference"),
        ("from noumena.inference import exact", "noumena.inference.exact"),
        ("from noumena import inference", "noumena.inference"),
        ("from noumena import Model", "noumena.Model"),
        ("from noumena.cli import main", "noumena.cli.main"),
        ("from ..inference.exact import run", "noumena.inference.exact.run"),
        ("from .. import api", "noumena.api"),
        ("def late():\n    from noumena.domains import urn", "noumena.domains.urn"),
    ],
)
def test_the_check_finds_later_folders_and_top_level_modules(package: Path, statement: str, name: str) -> None:
    (package / "language" / "parser.py").write_text(statement)
    line = statement.count("\n") + 1
    assert broken_imports(package) == [f"language/parser.py:{line}: language must not import {name}"]


def test_the_check_goes_into_folders_of_folders(package: Path) -> None:
    (package / "model" / "deep").mkdir()
    (package / "model" / "deep" / "a.py").write_text("from ...language import parser\nfrom ..types import Type")
    assert broken_imports(package) == ["model/deep/a.py:1: model must not import noumena.language.parser"]


def test_the_check_finds_folders_without_a_place(package: Path) -> None:
    (package / "utils").mkdir()
    (package / "utils" / "a.py").write_text("")
    assert broken_imports(package) == ["utils/a.py:1: the folder utils has no place in ORDER"]


def test_top_level_modules_may_import_everything(package: Path) -> None:
    (package / "cli.py").write_text("from noumena.inference import exact\nfrom noumena import api")
    assert broken_imports(package) == []


def test_doors_may_import_everything_and_no_layer_imports_them(package: Path) -> None:
    (package / "command_line").mkdir()
    (package / "command_line" / "run.py").write_text("from noumena.api import Model")
    (package / "inference" / "a.py").write_text("from noumena.command_line import run")
    assert broken_imports(package) == ["inference/a.py:1: inference must not import noumena.command_line.run"]


def test_the_length_check_counts_lines(package: Path) -> None:
    (package / "model" / "short.py").write_text("x = 1\n" * MOST_LINES)
    (package / "model" / "long.py").write_text("x = 1\n" * (MOST_LINES + 1))
    (package / "model" / "data.csv").write_text("1\n" * (MOST_LINES + 1))
    assert long_files(package) == [f"model/long.py: {MOST_LINES + 1}"]
