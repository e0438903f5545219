"""`noumena citations`: which citations are of the same publication, and what that publication is."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from noumena.command_line.citations_learn import learn
from noumena.command_line.errors import INTERRUPTED, warn
from noumena.command_line.files import check_writable, write
from noumena.command_line.progress import shown_stages
from noumena.domains.citations.decisions import read_decisions
from noumena.domains.citations.draws import STARTS, Draws, Options
from noumena.domains.citations.matches import Matches, matches
from noumena.domains.citations.output.as_json import answer
from noumena.domains.citations.output.report import report_page
from noumena.domains.citations.output.tables import files
from noumena.domains.citations.output.terminal import show
from noumena.domains.citations.parameters import read_parameters
from noumena.domains.citations.records import EMBEDDED, TRUTH, Record, read_records
from noumena.inference.result import COMPILING, Progress, Stage
from noumena.model.diagnostics import refused
from noumena.model.reading import STDIN, reason

EXAMPLES = """\b
Examples:
  noumena citations
  noumena citations references.txt --report references.html
  noumena citations my.bib --out found
  noumena citations table.csv --text reference --truth paper --json
  noumena citations my.bib --out found --different decided.csv
  noumena citations learn my.bib -o my.json.gz
The last one learns priors from a bibliography: noumena citations learn --help
"""


class _WithLearn(click.Command):
    """The command, and `learn` as a command of its own: a file of that name is ./learn."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of the command that is meant."""
        if args[:1] == [learn.name]:
            return learn.make_context(f"{info_name} {learn.name}", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


@click.command(cls=_WithLearn, epilog=EXAMPLES)
@click.argument("file", required=False)
@click.option("--text", metavar="COLUMN", help="The column that holds the citations.  [default: text]")
@click.option("--truth", metavar="COLUMN", help="The column that tells which citations are of one publication.")
@click.option(
    "--samples",
    type=click.IntRange(min=1),
    metavar="N",
    default=Options.samples,
    show_default=True,
    help="How many samples to draw, in each chain.",
)
@click.option(
    "--runs",
    type=click.IntRange(min=1),
    metavar="R",
    default=1,
    show_default=True,
    help="How many independent runs, with seeds one after another.",
)
@click.option(
    "--chains",
    type=click.IntRange(min=1),
    metavar="K",
    default=Options.chains,
    show_default=True,
    help="How many chains each run has.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="S",
    default=Options.seed,
    show_default=True,
    help="The same seed, the same samples.",
)
@click.option(
    "--start",
    type=click.Choice(STARTS),
    default=Options.start,
    show_default=True,
    help="Begin with citations that are much alike together, or with each by itself.",
)
@click.option("--same", metavar="FILE", help="Pairs of citations that you know to be the same: two ids on each line.")
@click.option("--different", metavar="FILE", help="Pairs that you know to be different.")
@click.option(
    "--parameters", metavar="FILE", help="Priors of titles and names that `noumena citations learn` has made."
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of tables.")
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write clusters, pairs, publications (CSV, JSON, BibTeX) and researchers to this folder.",
)
@click.option("--report", type=click.Path(path_type=Path), metavar="FILE.html", help="Write one page with everything.")
def citations(
    file: str | None,
    text: str | None,
    truth: str | None,
    samples: int,
    runs: int,
    chains: int,
    seed: int,
    start: str,
    same: str | None,
    different: str | None,
    parameters: str | None,
    as_json: bool,
    out: Path | None,
    report: Path | None,
) -> None:
    """Find out which citations are of the same publication.

    FILE has a citation on each line, or is a .csv, .jsonl or .bib file; `-` is standard input. Without FILE, citations
    that come with Noumena are taken, with their truth.

    Prints the publications that were found, and the pairs of citations that are in doubt.
    """
    _check_places(out, report)
    if [file, same, different].count(STDIN) > 1:
        raise refused("standard input (`-`) can be given only once")
    records = _records(file, text, truth)
    decided = read_decisions(same, different, records)
    learned = None if parameters is None else read_parameters(parameters)
    options = Options(samples, chains, seed, start, decided.same, decided.different, learned)
    made = _Runs(records, options, runs)
    with shown_stages(runs * chains * samples) as (progress, stage):
        found = matches(records, made.draws(progress, stage), chains)
    name = "Citations that come with Noumena" if file is None else "standard input" if file == STDIN else file
    try:
        written = _write(found, out, report, Path(name).name)
    finally:  # a disk that is full does not cost the answer
        _print(found, as_json)
    if not as_json:
        for path in written:
            click.echo(f"written: {path}")
    if made.interrupted:
        warn(f"interrupted: this is the answer of {len(found.runs)} of {runs} runs")
        raise click.exceptions.Exit(INTERRUPTED)


class _Runs:
    """Independent runs one after another; those that are finished count if a later one is interrupted."""

    def __init__(self, records: Sequence[Record], options: Options, runs: int) -> None:
        self._texts = [record.text for record in records]
        self._options, self._runs = options, runs
        self.interrupted = False

    def draws(self, progress: Progress, stage: Stage) -> Iterator[tuple[int, Draws]]:
        """The seed and the draws of each run."""
        progress(COMPILING)
        from noumena.domains.citations.matching import match  # late: it takes the compiler with it

        for run in range(self._runs):
            options = replace(self._options, seed=self._options.seed + run)
            try:
                later = _later(progress, run * options.chains * options.samples)
                drawn = match(self._texts, options, later, stage=stage)
            except KeyboardInterrupt:
                if run == 0:
                    raise
                self.interrupted = True
                return
            yield options.seed, drawn
            del drawn  # it is large, and the next run needs room


def _later(progress: Progress, before: int) -> Progress:
    """Progress of a run that comes after others: their samples count, and it begins where they ended."""

    def report(done: int) -> None:
        if done != COMPILING:
            progress(before + done)

    return report if before else progress


def _records(file: str | None, text: str | None, truth: str | None) -> tuple[Record, ...]:
    if file is None:
        return read_records(EMBEDDED, text or "text", truth or TRUTH)
    return read_records(file, text, truth)


def _check_places(out: Path | None, report: Path | None) -> None:
    """Raises an error now for what could not be written later, after a long run."""
    if out is not None:
        _check_folder(out)
    is_in_new_folder = out is not None and report is not None and out.resolve() == report.resolve().parent
    if report is not None and not (is_in_new_folder and not report.parent.exists()):
        check_writable(report)


def _check_folder(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise refused(f"cannot write to {folder}: it is no folder", "name a folder by --out")
    if not folder.exists() and not folder.resolve().parent.is_dir():
        raise refused(f"cannot make {folder}: there is no folder {folder.parent}")
    if not os.access(folder if folder.exists() else folder.resolve().parent, os.W_OK | os.X_OK):
        raise refused(f"cannot write to {folder}: permission denied")


def _write(found: Matches, out: Path | None, report: Path | None, name: str) -> list[Path]:
    """Writes what was asked for, and tells where it is."""
    if out is not None:
        try:
            out.mkdir(exist_ok=True)
        except OSError as error:
            raise refused(f"cannot make {out}: {reason(error)}") from None
        for file, text in files(found).items():
            write(out / file, text)
    if report is not None:
        write(report, report_page(found, name))
    return [path for path in (out, report) if path is not None]


def _print(found: Matches, as_json: bool) -> None:
    if as_json:
        encoding = sys.stdout.encoding or "ascii"
        click.echo(json.dumps(answer(found), allow_nan=False, ensure_ascii=not encoding.lower().startswith("utf")))
    else:
        show(found, Console())
