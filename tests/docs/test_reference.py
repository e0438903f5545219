"""The reference has every public name, every command and every distribution."""

from __future__ import annotations

import re

import click
import pytest

import noumena as nm
from noumena import moves
from noumena.cli import commands
from tests.docs.pages import text_of

NOT_FOR_READERS = {"__version__", "load_ipython_extension", "moves", "LIBRARY"}


def documented() -> set[str]:
    """The names that autodoc is asked for, without what stands before the last dot."""
    text = "".join(text_of(f"reference/{page}.md") for page in ("python", "posterior", "moves"))
    return {name.rpartition(".")[2] for name in re.findall(r"^\.\. auto\w+:: ([\w.]+)", text, re.MULTILINE)}


def all_commands(group: click.Group = commands, before: str = "noumena") -> list[str]:
    found = []
    for name, command in group.commands.items():
        found.append(f"{before} {name}")
        if isinstance(command, click.Group):
            found += all_commands(command, found[-1])
    return found


@pytest.mark.parametrize("name", sorted({*nm.__all__, *moves.__all__} - NOT_FOR_READERS))
def test_every_public_name_is_in_the_reference(name: str) -> None:
    assert name in documented()


def test_every_command_is_in_the_reference() -> None:
    text = text_of("reference/command-line.md")
    shown = {f"noumena {words}" for words in re.findall(r"^```{command-help} ([a-z -]+)$", text, re.MULTILINE)}
    assert shown == {*all_commands(), "noumena citations learn"}
    assert shown == set(re.findall(r"^###? (noumena .*)$", text, re.MULTILINE))
