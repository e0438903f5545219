"""The options of commands that run chains: when they stop, and where they are kept."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from noumena.inference.checkpoint.keeper import EVERY

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
    click.option(
        "--time",
        metavar="TIME",
        help="mh: stop after this time, 90, 60s, 2m or 1h, from the first step of the chains on.",
    ),
    click.option(
        "--until",
        metavar="RULES",
        help='mh: stop when every query meets these rules: "rhat<1.01, ess>400", "mcse<0.003". Chains are looked at now'
        " and then, at numbers of samples that grow by a quarter.",
    ),
    click.option(
        "--checkpoint",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="mh: keep the chains in a file, from which `noumena resume` goes on.",
    ),
    click.option(
        "--checkpoint-every",
        metavar="TIME",
        default=f"{EVERY:g}s",
        show_default=True,
        help="How often the checkpoint is written; it also is at the beginning, at the end and when interrupted.",
    ),
)


def running_options(command: Command) -> Command:
    """Adds these options to a command."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command
