"""The options that every command with a model has, and the model they stand for."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import click

from noumena.api import Model
from noumena.command_line.data_file import read_objects
from noumena.command_line.files import read_sources
from noumena.command_line.python_file import load_python
from noumena.model.diagnostics import refused
from noumena.model.source import SourceFile

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
    click.argument("files", nargs=-1, required=True, metavar="FILE..."),
    click.option("--python", multiple=True, metavar="FILE.py", help="Distributions and functions written in Python."),
    click.option(
        "--param",
        multiple=True,
        metavar="NAME=VALUE",
        help="The value of a `param`: a number, true, false or an array as in JSON, a string or an object's name.",
    ),
    click.option(
        "--data",
        multiple=True,
        metavar="TYPE=FILE[:COLUMN]",
        help="Guaranteed objects of a type, named in a column of a .csv, .tsv or .jsonl file (the first column by"
        " default), or on the lines of a text file.",
    ),
    click.option("--concrete", multiple=True, metavar="TYPE", help="Number the objects of this type."),
)


def model_options(command: Command) -> Command:
    """Adds the files and the options of a model to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def load_model(
    files: Sequence[str],
    python: tuple[str, ...],
    param: tuple[str, ...],
    data: tuple[str, ...],
    concrete: tuple[str, ...],
    more: Sequence[SourceFile] = (),
) -> Model:
    """The model of the files and options; `more` are texts from the command line that belong to it."""
    supplied = load_python(python)
    return Model(
        [*read_sources(files), *more],
        distributions=supplied.distributions,
        functions=supplied.functions,
        params=_parameters(param),
        objects=read_objects(data),
        concrete=concrete,
    )


def _parameters(given: tuple[str, ...]) -> dict[str, Any]:
    """The values of `name=value`: numbers, true, false, null and arrays as JSON has them, anything else as a string."""
    parameters: dict[str, Any] = {}
    for text in given:
        name, equals, value = map(str.strip, text.partition("="))
        if not equals or not name:
            raise refused(f"--param {text} is not understood", "write --param name=value")
        if name in parameters:
            raise refused(f"--param gives `{name}` twice")
        try:
            parameters[name] = json.loads(value)
        except (ValueError, RecursionError):
            parameters[name] = value
    return parameters
