"""`noumena citations learn`: priors of titles and names from one's own bibliography."""

from __future__ import annotations

from pathlib import Path

import click

from noumena.command_line.files import check_writable
from noumena.domains.citations.bibliography import read_bibliography
from noumena.domains.citations.learning import held_out, learned
from noumena.domains.citations.parameters import write_parameters

EXAMPLES = """\b
Examples:
  noumena citations learn my.bib -o my.json.gz
  noumena citations learn papers.csv books.bib -o both.json.gz --held-out
"""


@click.command("learn", epilog=EXAMPLES)
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    metavar="PARAMETERS",
    help="The file to write, such as my.json.gz.",
)
@click.option(
    "--held-out",
    "is_tried",
    is_flag=True,
    help="Also say how well the prior foretells each 50th title from the others.",
)
def learn(files: tuple[str, ...], output: Path, is_tried: bool) -> None:
    """Learn priors of titles and names.

    Each FILE is BibTeX, or a table with the columns title and authors (names parted by `;`).
    """
    check_writable(output)
    bibliography = read_bibliography(files)
    found = held_out(bibliography.titles) if is_tried else None
    size = write_parameters(output, learned(bibliography))
    titles, names = len(bibliography.titles), len(bibliography.names)
    click.echo(f"{output}: {size} bytes, from {_counted(titles, 'title')} and {_counted(names, 'name')}")
    if found is not None:
        shown = _counted(found.titles, "title")
        click.echo(f"{shown} held out: {found.prior:.3f} bits a character; trigrams: {found.trigrams:.3f}")


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
