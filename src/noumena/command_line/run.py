"""`noumena run`: answers the queries of a model."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import replace
from pathlib import Path

import click
from rich.console import Console

from noumena.command_line.as_typed import as_typed
from noumena.command_line.errors import INTERRUPTED, warn
from noumena.command_line.files import check_writable, write
from noumena.command_line.model_options import load_model, model_options
from noumena.command_line.move_argument import load_move
from noumena.command_line.progress import shown_run
from noumena.command_line.run_origin import origin
from noumena.command_line.running_options import running_options
from noumena.engines import (
    BACKENDS,
    DEFAULT_CHAINS,
    DEFAULT_SAMPLES,
    ENGINES,
    LEAST_BURN_IN,
    WORTH_COMPILING,
    samples_to_come,
)
from noumena.inference.enumeration import DEFAULT_BUDGET
from noumena.inference.metropolis_hastings import Checkpoint
from noumena.inference.stopping import seconds_of
from noumena.model.source import SourceFile
from noumena.posterior import Posterior
from noumena.posterior.table import as_text, show

EXAMPLES = """\b
Examples:
  noumena run urn.blog
  noumena run urn.blog --engine lw --samples 100000 --seed 1
  noumena run urn.blog --query "size({b for Ball b : Paint(b) == Blue})"
  noumena run model.mblog evidence.eblog --obs "Text(C1) = \\"a title\\""
  noumena run citations.blog --python titles.py --data Cit=citations.csv:id
  noumena run coin.blog --param p=0.3 --json -o answer.json
  noumena run urn.blog --report urn.html
  noumena run urn.blog --engine mh --until "rhat<1.01, ess>400" --time 2m
  noumena run urn.blog --engine mh --samples 1000000 --checkpoint urn.run
  cat urn.blog | noumena run -
"""


@click.command(epilog=EXAMPLES)
@model_options
@click.option(
    "--engine",
    type=click.Choice(ENGINES),
    default="auto",
    show_default=True,
    help="exact enumerates worlds; mh runs Markov chains over them; lw weighs sampled worlds by the evidence;"
    " rejection keeps those that meet it; auto is exact where the budget allows.",
)
@click.option(
    "--samples",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many samples to draw, in each chain of mh.  "
    f"[default: {DEFAULT_SAMPLES:,}; without limit where --time or --until is given]",
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
@click.option(
    "--burn-in",
    type=click.IntRange(min=0),
    metavar="N",
    help="mh: steps of each chain before its first sample; by default a tenth of the samples,"
    f" at least {LEAST_BURN_IN:,}.",
)
@click.option(
    "--thin",
    type=click.IntRange(min=1),
    metavar="N",
    help="mh: record every N-th step; by default as many as the state has variables.",
)
@click.option(
    "--chains", type=click.IntRange(min=1), metavar="N", help=f"mh: how many chains; by default {DEFAULT_CHAINS}."
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    metavar="N",
    help="mh: how many chains run at a time; by default as many as there are processors.",
)
@click.option(
    "--backend",
    type=click.Choice(BACKENDS),
    help="mh, lw: compiled code, or slow and simple Python; by default native, for lw only from "
    f"{WORTH_COMPILING:,} samples on.",
)
@click.option(
    "--proposer",
    metavar="MOVE",
    help="mh: a proposer, file.py:Name, or a move of the library, \"SplitMerge('F')\", beside the default moves.",
)
@click.option("--check", is_flag=True, help="mh: verify each step against the definitions, which is slow.")
@click.option(
    "--adapt/--no-adapt",
    default=None,
    help="mh: adapt how often moves are tried, and how long their steps are, in the steps before the first sample.  "
    "[default: where no proposer is given]",
)
@running_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of tables.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the answer to a file.")
@click.option("--report", type=click.Path(path_type=Path), metavar="FILE.html", help="Write one page with everything.")
@click.pass_context
def run(
    context: click.Context,
    files: tuple[str, ...],
    python: tuple[str, ...],
    param: tuple[str, ...],
    data: tuple[str, ...],
    concrete: tuple[str, ...],
    engine: str,
    samples: int | None,
    seed: int,
    budget: int,
    query: tuple[str, ...],
    obs: tuple[str, ...],
    burn_in: int | None,
    thin: int | None,
    chains: int | None,
    workers: int | None,
    backend: str | None,
    proposer: str | None,
    check: bool,
    adapt: bool | None,
    time: str | None,
    until: str | None,
    checkpoint: Path | None,
    checkpoint_every: str,
    as_json: bool,
    output: Path | None,
    report: Path | None,
) -> None:
    """Answer the queries of a model.

    The FILEs together are one model; `-` is standard input.

    Prints a table for each query, with a bar for each value. Standard errors stand after ±.
    """
    kept = None
    if checkpoint is not None:
        check_writable(checkpoint)
        kept = Checkpoint(checkpoint, seconds_of(checkpoint_every, "checkpoint-every"), origin(files, python, proposer))
    for path in (output, report):
        if path is not None:
            check_writable(path)
    model = load_model(files, python, param, data, concrete, [_observation(text) for text in obs])
    if not as_json:
        for diagnostic in model.warnings:
            click.echo(diagnostic.render(), err=True)
    with shown_run(engine, samples_to_come(engine, samples, chains)) as (progress, watch):
        posterior = model.infer(
            queries=list(map(_query, query)) or None,
            engine=engine,
            samples=samples,
            burn_in=burn_in,
            thin=thin,
            chains=chains,
            workers=workers,
            backend=backend,
            check=check,
            adapt=adapt,
            seed=seed,
            proposer=None if proposer is None else load_move(proposer),
            budget=budget,
            time=time,
            until=until,
            checkpoint=kept,
            progress=progress,
            watch=watch,
        )
    # What --obs added is no file.
    posterior = replace(posterior, files=posterior.files[: len(files)])
    try:
        if report is not None:
            _report(posterior, report, as_typed(context))
    finally:  # a disk that is full does not cost the answer
        print_answer(posterior, as_json, output)


def print_answer(posterior: Posterior, as_json: bool, output: Path | None) -> None:
    """Prints an answer, or writes it to a file; ends the command where the run was interrupted."""
    _print(posterior, as_json, output)
    if posterior.interrupted:
        raise click.exceptions.Exit(INTERRUPTED)


def _report(posterior: Posterior, path: Path, command: str) -> None:
    from noumena.posterior.report.page import report_page  # late: few runs need it

    origin = posterior.origin and replace(posterior.origin, command=command)
    write(path, report_page(replace(posterior, origin=origin)))


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
    for message in posterior.run_warnings if output is not None else posterior.other_warnings:
        warn(message)


def _observation(text: str) -> SourceFile:
    """`Seen(D1) = Blue`, with or without `obs` and `;`, as a text of the model."""
    return SourceFile("--obs", f"obs {_stripped(text, 'obs')};")


def _query(text: str) -> str:
    return _stripped(text, "query")


def _stripped(text: str, keyword: str) -> str:
    return re.sub(rf"^\s*{keyword}\s+", "", text).rstrip().removesuffix(";").strip()
