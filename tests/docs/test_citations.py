"""The page on citation matching: its lines are those of the model, its moves and shares those of the run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from noumena.command_line.citations import citations
from noumena.domains.citations.matching import SHARES
from noumena.domains.citations.model.library import MODEL

PAGE = Path(__file__).parents[2] / "docs" / "citations.md"
TEXT = PAGE.read_text(encoding="utf-8")
LINES_AT_MOST = 200


def statements(text: str) -> list[str]:
    """The statements of a BLOG text, each on one line and without comments."""
    bare = re.sub(r"//.*", "", text)
    return [" ".join(statement.split()) for statement in bare.split(";") if statement.strip()]


def test_the_page_has_every_line_of_the_model_once_and_no_other() -> None:
    shown = [line for block in re.findall(r"```blog\n(.*?)```", TEXT, re.DOTALL) for line in statements(block)]
    assert sorted(shown) == sorted(statements(MODEL.read_text(encoding="utf-8")))


def test_the_page_has_every_move_with_its_share() -> None:
    shown = {name: int(share) for name, share in re.findall(r"^\| `(\w+)` \| (\d+) % \|", TEXT, re.MULTILINE)}
    assert shown == {move.__name__: round(100 * share) for move, share in SHARES.items()}


def test_the_options_of_the_page_are_there() -> None:
    known = {name for parameter in citations.params for name in parameter.opts}
    named = set(re.findall(r"--[a-z]+", TEXT))
    assert named
    assert named <= known


def test_the_page_is_short() -> None:
    assert len(TEXT.splitlines()) <= LINES_AT_MOST


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#:]+)\)", TEXT))))
def test_the_links_lead_somewhere(link: str) -> None:
    assert (PAGE.parent / link).exists(), f"{PAGE.name} links to {link}, which is not there"
