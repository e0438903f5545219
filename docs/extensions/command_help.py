"""A directive that shows what a command of the command line prints for `--help`."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import click
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from noumena import notebook
from noumena.cli import commands
from noumena.command_line.citations_learn import learn

if TYPE_CHECKING:
    from sphinx.application import Sphinx

_WIDTH = 88


def help_text(words: list[str]) -> str:
    """The help of `noumena` and these words after it."""
    if words == ["citations", "learn"]:  # a command of its own that no group lists
        return _help(learn, "noumena citations learn")
    command: click.Command = commands
    for word in words:
        assert isinstance(command, click.Group)
        command = command.commands[word]
    return _help(command, " ".join(["noumena", *words]))


def _help(command: click.Command, name: str) -> str:
    settings = {**commands.context_settings, "terminal_width": _WIDTH, "max_content_width": _WIDTH}
    return command.get_help(click.Context(command, info_name=name, **settings))


class CommandHelp(SphinxDirective):
    """`{command-help} run` is the help of `noumena run`; `{command-help} %%blog` that of the cell magic."""

    required_arguments = 0
    optional_arguments = 2
    has_content: ClassVar[bool] = False

    def run(self) -> list[nodes.Node]:
        """The help as a block of text."""
        text = notebook.help_text() if self.arguments == ["%%blog"] else help_text(self.arguments)
        block = nodes.literal_block(text, text, language="text")
        return [block]


def setup(app: Sphinx) -> dict[str, bool]:
    """Tells Sphinx of the directive."""
    app.add_directive("command-help", CommandHelp)
    return {"parallel_read_safe": True}
