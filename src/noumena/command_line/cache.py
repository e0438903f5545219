"""`noumena cache`: what is kept of compiled models, and how to be rid of it."""

from __future__ import annotations

from collections.abc import Iterable

import click

from noumena.command_line.errors import warn
from noumena.compiler.cache.folder import cache_folder
from noumena.compiler.cache.removal import LIMIT, Entry, clear, entries

EXAMPLES = """\b
Examples:
  noumena cache show
  noumena cache clear
  NOUMENA_CACHE=/scratch/me noumena cache show
"""


@click.group(epilog=EXAMPLES)
def cache() -> None:
    """Show or clear the cache of compiled models.

    Compiled models are kept in the user's cache folder, or in the folder that the environment variable NOUMENA_CACHE
    names. Those unused for longest go when the cache grows too large.
    """


@cache.command("show", epilog="\b\nExample:\n  noumena cache show\n")
def show_cache() -> None:
    """Show where the cache is and what is in it."""
    root = cache_folder()
    found = entries(root)
    kernels = sum(entry.folder.name.startswith("kernel_") for entry in found)
    click.echo(f"folder   {root}")
    click.echo(f"models   {len(found) - kernels}")
    click.echo(f"kernels  {kernels}")
    click.echo(f"size     {_megabytes(found)} of at most {LIMIT / 1e6:.0f} MB")


@cache.command("clear", epilog="\b\nExample:\n  noumena cache clear\n")
def clear_cache() -> None:
    """Remove all that was compiled; the next run compiles again."""
    root = cache_folder()
    removed, kept = clear(root)
    click.echo(f"removed {_count(removed)}, {_megabytes(removed)}, from {root}")
    if kept:
        warn(f"kept {_count(kept)}, {_megabytes(kept)}: being compiled at this moment")


def _count(found: list[Entry]) -> str:
    return f"{len(found) or 'no'} {'entry' if len(found) == 1 else 'entries'}"


def _megabytes(found: Iterable[Entry]) -> str:
    return f"{sum(entry.size for entry in found) / 1e6:.1f} MB"
