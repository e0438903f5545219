"""The command `noumena`."""

from __future__ import annotations

import click

from noumena import __version__
from noumena.command_line.cache import cache
from noumena.command_line.check import check
from noumena.command_line.check_move import check_move
from noumena.command_line.citations import citations
from noumena.command_line.demo import demo
from noumena.command_line.errors import Commands
from noumena.command_line.fmt import fmt
from noumena.command_line.resume import resume
from noumena.command_line.run import run
from noumena.command_line.sample import sample

EXAMPLES = """\b
Examples:
  noumena demo
  noumena run urn.blog
  noumena check urn.blog
  noumena citations references.txt
Each command has examples of its own: noumena run --help
"""


@click.group(cls=Commands, epilog=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="noumena", message="%(prog)s %(version)s")
def commands() -> None:
    """Infer unknown objects: how many there are, which observation belongs to which, and how sure one can be.

    Models are written in BLOG. Exit codes: 0 answered, 1 the run failed, 2 bad input, 130 interrupted.
    """


for command in (run, resume, check, check_move, sample, fmt, citations, demo, cache):
    commands.add_command(command)


def main() -> None:
    """Runs the command line of this process."""
    commands(prog_name="noumena")
