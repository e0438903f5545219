"""`noumena demo`: two small models that come with the package, and their answers."""

from __future__ import annotations

from importlib import resources
from typing import NamedTuple

import click
from rich.console import Console
from rich.text import Text

from noumena.api import Model
from noumena.command_line.progress import shown_progress
from noumena.posterior.table import heading, show_answer


class _Demo(NamedTuple):
    """A model of the package, what it is about, and what to see in each answer."""

    folder: str
    file: str
    about: str
    explained: tuple[str, ...]


_DEMOS = (
    _Demo(
        "urn",
        "urn.blog",
        "An urn with an unknown number of balls. Ten were drawn, each put back, and all\n"
        "looked blue; colours are seen wrongly one time in five.",
        (
            "How many balls are there? Before the draws, 6 were expected.",
            "Were the last two draws of the same ball?",
        ),
    ),
    _Demo(
        "citations",
        "small.blog",
        "Four citations, copied with mistakes, of an unknown number of publications:\n"
        '"learning to rank", "lerning to rank", "learning to read", "learning to reas".',
        (
            "How many publications are there, cited or not?",
            "How many of them are cited?",
            "Do the first two citations cite the same publication? One lacks a letter.",
            "Do the last two? Equal titles prove nothing: publications may share a title.",
            "Do the first and the third?",
            'What is the title behind "learning to reas"?',
        ),
    ),
)

EXAMPLES = """\b
Example:
  noumena demo
"""


@click.command(epilog=EXAMPLES)
def demo() -> None:
    """Run two small models that come with Noumena.

    An urn with an unknown number of balls, and citations of unknown publications.
    """
    console = Console()
    for shown in _DEMOS:
        text = resources.files("noumena.domains").joinpath(shown.folder, shown.file).read_text(encoding="utf-8")
        model = Model.from_text(text, name=shown.file)
        with shown_progress("exact", 0) as progress:
            posterior = model.infer(engine="exact", progress=progress)
        console.print(Text(shown.about))
        console.print(Text(heading(posterior, console), "dim"))
        for answer, explanation in zip(posterior, shown.explained, strict=True):
            console.print()
            console.print(Text(explanation, "italic"))
            show_answer(answer, console)
        console.print()
