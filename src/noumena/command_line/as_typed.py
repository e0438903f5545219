"""The command that is running, as it can be typed again."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

import click
from click.core import ParameterSource


def as_typed(context: click.Context) -> str:
    """The command with the arguments and options that were given, arguments first."""
    return shlex.join([*context.command_path.split(), *_arguments(context), *_options(context)])


def _options(context: click.Context) -> Iterator[str]:
    for option in context.command.params:
        if not isinstance(option, click.Option) or not _is_given(context, option):
            continue
        value = context.params[option.name or ""]
        name = max(option.opts, key=len)
        if option.is_flag:
            yield name if value or not option.secondary_opts else max(option.secondary_opts, key=len)
        else:
            for each in value if option.multiple else (value,):
                yield from (name, str(each))


def _arguments(context: click.Context) -> Iterator[str]:
    for argument in context.command.params:
        if isinstance(argument, click.Argument) and _is_given(context, argument):
            value = context.params[argument.name or ""]
            yield from map(str, value if isinstance(value, tuple) else (value,))


def _is_given(context: click.Context, parameter: click.Parameter) -> bool:
    source = context.get_parameter_source(parameter.name or "")
    return source not in (None, ParameterSource.DEFAULT, ParameterSource.DEFAULT_MAP)
