"""`noumena sample`: worlds drawn from the prior."""

from __future__ import annotations

import json
from pathlib import Path

import click

from noumena.command_line.files import check_writable, write
from noumena.command_line.model_options import load_model, model_options
from noumena.posterior.posterior import version

EXAMPLES = """\b
Examples:
  noumena sample urn.blog
  noumena sample urn.blog --worlds 3 --seed 7
  noumena sample urn.blog --draw world.svg
  noumena sample citations.blog --python titles.py --json
"""


@click.command(epilog=EXAMPLES)
@model_options
@click.option(
    "--worlds", type=click.IntRange(min=1), metavar="N", default=1, show_default=True, help="How many worlds to draw."
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    default=0,
    show_default=True,
    help="World k has the seed S + k - 1.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
@click.option("--draw", type=click.Path(path_type=Path), metavar="FILE.svg", help="Draw the first world as a picture.")
def sample(
    files: tuple[str, ...],
    python: tuple[str, ...],
    param: tuple[str, ...],
    data: tuple[str, ...],
    concrete: tuple[str, ...],
    worlds: int,
    seed: int,
    as_json: bool,
    draw: Path | None,
) -> None:
    """Draw worlds from the prior and print them.

    Each variable stands on a line with its value; evidence plays no part. The FILEs together are one
    model; `-` is standard input.
    """
    if draw is not None:
        check_writable(draw)
    model = load_model(files, python, param, data, concrete)
    if draw is not None:
        write(draw, model.draw_world(seed).svg + "\n")
    if as_json:
        drawn = [
            {"seed": s, "variables": [{"variable": v, "value": value} for v, value in model.sample_world(s)]}
            for s in range(seed, seed + worlds)
        ]
        names = [source.name for source in model.sources]
        click.echo(json.dumps({"noumena": version(), "model": names, "worlds": drawn}))
        return
    for diagnostic in model.warnings:
        click.echo(diagnostic.render(), err=True)
    for number in range(worlds):
        if number:
            click.echo()
        click.echo(f"// world {number + 1}, seed {seed + number}")
        for variable, value in model.sample_world(seed + number):
            click.echo(f"{variable} = {value}")
