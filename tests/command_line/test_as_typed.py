"""The command as it can be typed again."""

from __future__ import annotations

import shlex

import click
import pytest
from click.testing import CliRunner

from noumena.command_line.as_typed import as_typed


@click.command()
@click.argument("files", nargs=-1)
@click.option("--samples", type=int, default=3)
@click.option("-q", "--query", multiple=True)
@click.option("--check", is_flag=True)
@click.option("--adapt/--no-adapt", default=None)
@click.pass_context
def echo(context: click.Context, /, **options: object) -> None:
    click.echo(as_typed(context))


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([], "echo"),
        (["a b.blog", "c.blog"], "echo 'a b.blog' c.blog"),
        (["-q", "#Ball", "--query", "x > 0", "a"], "echo a --query '#Ball' --query 'x > 0'"),
        (["--samples", "3", "--check", "--no-adapt"], "echo --samples 3 --check --no-adapt"),
        (["--adapt"], "echo --adapt"),
    ],
)
def test_only_what_was_given_is_written(given: list[str], expected: str) -> None:
    written = CliRunner().invoke(echo, given).output.strip()
    assert written == expected
    assert CliRunner().invoke(echo, shlex.split(written)[1:]).output.strip() == expected
