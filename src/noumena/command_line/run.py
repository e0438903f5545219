"""`noumena run`: answers the queries of a model."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console

from noumena.command_line.errors import INTERRUPTED, bad_input, warn
from noumena.command_line.files import check_writable, write
from noumena.command_line.model_options import load_model, model_options
from noumena.command_line.progress import shown_progress
from noumena.inference.enumeration import DEFAULT_BUDGET
from noumena.model.source import SourceFile
from noumena.posterior import Posterior
from noumena.posterior.table import as_text, show

ENGINES = ("auto", "exact", "lw", "rejection", "mh")

_OF_CHAINS = ("--burn-in", "--thin", "--chains", "--workers")

EXAMPLES = """\b
Examples:
  noumena run urn.blog
  noumena run urn.blog --engine lw --samples 100000 --seed 1
  noumena run urn.blog --query "size({b for Ball b : Paint(b) == Blue})"
  noumena run model.mblog evidence.eblog --obs "Text(C1) = \\"a title\\""
  noumena run citations.blog --python titles.py --data Cit=citations.csv:id
  noumena run coin.blog --param p=0.3 --json -o answer.json
  cat urn.blog | noumena run -
"""


@click.command(epilog=EXAMPLES)
@model_options
@click.option(
    "--engine",
    type=click.Choice(ENGINES),
    default="auto",
    show_default=True,
    help="exact enumerates worlds; lw weighs sampled worlds by the evidence; rejection keeps those that meet"
    " it; auto is exact where the budget allows, else lw.",
)
@click.option(
    "--samples",
    type=click.IntRange(min=1),
    metavar="N",
    default=10_000,
    show_default=True,
    help="How many samples to draw.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    default=0,
    show_default=True,
    help="The same seed, the same samples.",
)
@click.option(
    "--budget",
    type=click.IntRange(min=1),
    metavar="N",
    default=DEFAULT_BUDGET,
    show_default=True,
    help="How many states exact enumeration may visit.",
)
@click.option("--query", multiple=True, metavar="TERM", help="Ask this instead of the queries in the files.")
@click.option("--obs", multiple=True, metavar="TERM=VALUE", help="Evidence in addition to that in the files.")
@click.option("--burn-in", type=click.IntRange(min=0), metavar="N", help="For Markov chains, which this version lacks.")
@click.option("--thin", type=click.IntRange(min=1), metavar="N", help="For Markov chains.")
@click.option("--chains", type=click.IntRange(min=1), metavar="N", help="For Markov chains.")
@click.option("--workers", type=click.IntRange(min=1), metavar="N", help="For Markov chains.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of tables.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the answer to a file.")
def run(
    files: tuple[str, ...],
    python: tuple[str, ...],
    param: tuple[str, ...],
    data: tuple[str, ...],
    concrete: tuple[str, ...],
    engine: str,
    samples: int,
    seed: int,
    budget: int,
    query: tuple[str, ...],
    obs: tuple[str, ...],
    burn_in: int | None,
    thin: int | None,
    chains: int | None,
    workers: int | None,
    as_json: bool,
    output: Path | None,
) -> None:
    """Answer the queries of a model.

    The FILEs together are one model; `-` is standard input.

    Prints a table for each query, with a bar for each value. Standard errors stand after ±.
    """
    if engine == "mh":
        raise bad_input("the Metropolis-Hastings engine is not in this version; use exact, lw or rejection")
    if output is not None:
        check_writable(output)
    model = load_model(files, python, param, data, concrete, [_observation(text) for text in obs])
    if not as_json:
        for diagnostic in model.warnings:
            click.echo(diagnostic.render(), err=True)
    with shown_progress(engine, samples) as progress:
        posterior = model.infer(
            queries=list(map(_query, query)) or None,
            engine=engine,
            samples=samples,
            seed=seed,
            budget=budget,
            progress=progress,
        )
    unused = [o for o, given in zip(_OF_CHAINS, (burn_in, thin, chains, workers), strict=True) if given is not None]
    _print(_completed(posterior, len(files), unused), as_json, output)
    if posterior.interrupted:
        raise click.exceptions.Exit(INTERRUPTED)


def _completed(posterior: Posterior, files: int, unused: Sequence[str]) -> Posterior:
    """The posterior with the names of the files alone, and a warning of options that had no effect."""
    names = posterior.files[:files]
    if not unused:
        return replace(posterior, files=names)
    message = f"{', '.join(unused)} had no effect: the engine `{posterior.engine}` has no Markov chains"
    return replace(posterior, files=names, run_warnings=(*posterior.run_warnings, message))


def _print(posterior: Posterior, as_json: bool, output: Path | None) -> None:
    if as_json:
        encoding = (sys.stdout.encoding or "ascii") if output is None else "utf-8"
        text = json.dumps(posterior.to_dict(), allow_nan=False, ensure_ascii=not encoding.lower().startswith("utf"))
        if output is None:
            click.echo(text)
        else:
            write(output, text + "\n")
        return
    if output is None:
        show(posterior, Console())
    else:
        write(output, as_text(posterior))
    for message in posterior.run_warnings:
        warn(message)


def _observation(text: str) -> SourceFile:
    """`Seen(D1) = Blue`, with or without `obs` and `;`, as a text of the model."""
    return SourceFile("--obs", f"obs {_stripped(text, 'obs')};")


def _query(text: str) -> str:
    return _stripped(text, "query")


def _stripped(text: str, keyword: str) -> str:
    return re.sub(rf"^\s*{keyword}\s+", "", text).rstrip().removesuffix(";").strip()
