"""`%%blog`: a notebook cell that is a BLOG model, with its evidence and queries; `%load_ext noumena` adds it."""

from __future__ import annotations

import keyword
import shlex
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from noumena.command_line.model_options import load_model
from noumena.command_line.move_argument import load_move
from noumena.command_line.progress import shown_progress
from noumena.command_line.run import run
from noumena.engines import samples_to_come
from noumena.model.diagnostics import BlogError, RunError
from noumena.model.source import SourceFile
from noumena.moves.proposer import Proposer
from noumena.posterior import Posterior

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

_OF_THE_MODEL = ("python", "param", "data", "concrete")
_OF_THE_RUN = (
    *("engine", "samples", "seed", "budget", "burn_in", "thin", "chains"),
    *("workers", "backend", "proposer", "check", "adapt"),
)
"""The options of `noumena run` that a cell has. Evidence and queries stand in its text."""

_EXAMPLES = """\b
Examples:
  %%blog
  %%blog --engine mh --samples 20000 --seed 1
  %%blog --as model posterior
  %%blog --engine mh --proposer "SplitMerge('Drawn')"
"""


class CellError(Exception):
    """What is wrong with a cell, in words that stand for themselves: IPython shows them without a traceback."""

    def _render_traceback_(self) -> list[str]:
        return str(self).splitlines()


def register(shell: InteractiveShell) -> None:
    """Adds the cell magic `%%blog` to a shell."""
    from IPython.core.magic import no_var_expand  # whoever has a shell has it; nothing else here needs IPython

    def blog(line: str, cell: str) -> Posterior | None:
        return run_cell(shell, line, cell)

    blog.__doc__ = help_text()
    # Braces and dollars on the line are no variables of the notebook: a path or a parameter may have them.
    shell.register_magic_function(no_var_expand(blog), "cell", "blog")


def run_cell(shell: InteractiveShell, line: str, cell: str) -> Posterior | None:
    """The posterior of the model in a cell; None where the line asks for help, which is then printed.

    Line numbers in messages are those of the whole cell, whose first line is the magic. Raises `CellError`.
    """
    source = SourceFile("<cell>", "\n" + cell)
    try:
        given = _command.make_context("%%blog", shlex.split(line)).params
        return _answer(source, given, shell.user_ns)
    except click.exceptions.Exit:  # --help has been printed
        return None
    except (BlogError, RunError) as error:
        raise CellError(str(error)) from None
    except (click.ClickException, ValueError) as error:  # the latter: a quotation mark is left open
        message = error.format_message() if isinstance(error, click.ClickException) else str(error)
        raise CellError(f"error: {message}\n  help: %%blog --help lists the options") from None


def help_text() -> str:
    """What `%%blog --help` prints."""
    return _command.get_help(click.Context(_command, info_name="%%blog"))


def _answer(source: SourceFile, given: Mapping[str, Any], namespace: dict[str, Any]) -> Posterior:
    model = load_model((), more=[source], **{name: given[name] for name in _OF_THE_MODEL})
    names = given["names"]
    if names is not None:
        namespace[names[0]] = model
        namespace.pop(names[1], None)  # if the run fails, no older answer stands for it
    for diagnostic in model.warnings:
        print(diagnostic.render(), file=sys.stderr)
    options = {name: given[name] for name in _OF_THE_RUN}
    if options["proposer"] is not None:
        options["proposer"] = _move(options["proposer"], namespace)
    to_come = samples_to_come(options["engine"], options["samples"], options["chains"])
    with shown_progress(options["engine"], to_come) as progress:
        posterior = model.infer(progress=progress, **options)
    for message in posterior.run_warnings:
        print(f"warning: {message}", file=sys.stderr)
    if names is not None:
        namespace[names[1]] = posterior
    return posterior


def _move(text: str, namespace: Mapping[str, Any]) -> Any:
    """The move that a text names: a variable of the notebook, a proposer written in it, or what `noumena run` takes."""
    if text.isidentifier() and not isinstance(namespace.get(text, type), type):
        return namespace[text]
    own = {name: kind for name, kind in namespace.items() if isinstance(kind, type) and issubclass(kind, Proposer)}
    return load_move(text, own)


def _two_names(context: click.Context, parameter: click.Parameter, names: tuple[str, str] | None) -> Any:
    for name in names or ():
        if not name.isidentifier() or keyword.iskeyword(name):
            raise click.BadParameter(f"`{name}` cannot be a variable: write --as model posterior")
    return names


_command = click.Command(
    "%%blog",
    params=[
        *(option for option in run.params if option.name in (*_OF_THE_MODEL, *_OF_THE_RUN)),
        click.Option(
            ["--as", "names"],
            nargs=2,
            metavar="MODEL POSTERIOR",
            callback=_two_names,
            help="Keep the model and the posterior in these variables.",
        ),
    ],
    help="Answer the queries of the model in this cell. The options are those of `noumena run`.",
    epilog=_EXAMPLES,
    options_metavar="[OPTIONS]",
)
