"""`noumena fmt`: the canonical layout of a file."""

from __future__ import annotations

from pathlib import Path

import click

from noumena.command_line.errors import RUN_FAILED
from noumena.command_line.files import read_sources, write
from noumena.language.format import format_text
from noumena.model.diagnostics import BlogError, Diagnostic
from noumena.model.reading import STDIN

EXAMPLES = """\b
Examples:
  noumena fmt urn.blog
  noumena fmt --check *.blog
  noumena fmt - < urn.blog
"""


@click.command(epilog=EXAMPLES)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--check", is_flag=True, help="Change nothing; name the files that would change, with exit code 1.")
@click.option("--stdout", is_flag=True, help="Print the result instead of changing the files.")
def fmt(files: tuple[str, ...], check: bool, stdout: bool) -> None:
    """Lay out files in the one canonical way.

    Each FILE is rewritten; `-` is standard input, formatted to standard output. Comments stay. If
    any file has a syntax error, no file is changed.
    """
    changed = []
    faults: list[Diagnostic] = []
    for name, source in zip(files, read_sources(files), strict=True):
        text, diagnostics = format_text(source)
        faults += [d for d in diagnostics if d.severity == "error"]
        changed.append((name, text, _differs(name, source.text, text)))
    if faults:
        raise BlogError(faults)
    for name, text, differs in changed:
        if check:
            if differs:
                click.echo(f"would change {name}")
        elif stdout or name == STDIN:
            click.echo(text, nl=False)
        elif differs:
            write(Path(name), text)
            click.echo(f"formatted {name}", err=True)
    if check and any(differs for _, _, differs in changed):
        raise click.exceptions.Exit(RUN_FAILED)


def _differs(name: str, before: str, after: str) -> bool:
    """Whether the file would change; its bytes count, since reading has already mended line breaks."""
    return before != after if name == STDIN else Path(name).read_bytes() != after.encode()
