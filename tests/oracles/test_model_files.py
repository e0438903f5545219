"""Model files and oracles belong together: each file has an oracle, and the oracle answers exactly its queries."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.oracles.brute_force import MODEL_FOLDER, ORACLES

FILES = sorted(MODEL_FOLDER.glob("*.blog"))


def queries(text: str) -> list[str]:
    """The texts between `query` and `;`, with white space made single spaces."""
    without_comments = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)
    return [" ".join(query.split()) for query in re.findall(r"\bquery\s+(.*?);", without_comments, flags=re.DOTALL)]


def test_queries_are_read_without_comments_and_line_breaks() -> None:
    assert queries("// query A;\nquery  B\n == C; /* query D; */ query #Ball;") == ["B == C", "#Ball"]


def test_every_file_has_an_oracle_and_every_oracle_a_file() -> None:
    assert {path.stem for path in FILES} == set(ORACLES)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_oracle_answers_the_queries_of_the_file(path: Path) -> None:
    posterior = ORACLES[path.stem]()
    assert queries(path.read_text(encoding="utf-8")) == list(posterior)
    for query, distribution in posterior.items():
        assert min(distribution.values()) > 0, query
        assert sum(distribution.values()) == pytest.approx(1, abs=1e-12), query


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_file_begins_by_saying_what_it_exercises(path: Path) -> None:
    assert re.match(r"// [A-Z].{30,}\n", path.read_text(encoding="utf-8"))


def test_oracles_import_nothing_from_the_package_under_test() -> None:
    for module in Path(__file__).parent.glob("*.py"):
        imports = re.findall(r"^\s*(?:from|import)\s+(\w+)", module.read_text(encoding="utf-8"), flags=re.MULTILINE)
        assert "noumena" not in imports, module.name
