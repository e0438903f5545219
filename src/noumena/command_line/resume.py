"""`noumena resume`: goes on with the chains of a checkpoint."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from noumena.command_line.files import check_writable
from noumena.command_line.progress import shown_run
from noumena.command_line.run import print_answer
from noumena.command_line.run_origin import made_again
from noumena.command_line.running_options import running_options
from noumena.inference.checkpoint.saved import saved_in
from noumena.inference.metropolis_hastings import Checkpoint
from noumena.inference.stopping import seconds_of
from noumena.resuming import go_on, samples_to_have

EXAMPLES = """\b
Examples:
  noumena run urn.blog --engine mh --samples 1000000 --checkpoint urn.run
  noumena resume urn.run
  noumena resume urn.run --samples 2000000 --workers 8
  noumena resume urn.run --until "rhat<1.01" --time 1h --json
  noumena resume urn.run --obs "Seen(D3) = Blue" --checkpoint urn_blue.run
"""


@click.command(epilog=EXAMPLES)
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "--samples",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many samples each chain is to have in all.  [default: what the run was asked for; without limit where"
    " --time or --until is given]",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    metavar="N",
    help="How many chains run at a time; by default as many as there are processors.",
)
@click.option(
    "--obs",
    multiple=True,
    metavar="TERM=VALUE",
    help="New evidence. The chains begin with the states that they have, and record new samples after their burn-in.",
)
@click.option("--trust", is_flag=True, help="Resume a file that somebody else, or another machine, has written.")
@running_options
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of tables.")
@click.option("-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write the answer to a file.")
def resume(
    file: Path,
    samples: int | None,
    workers: int | None,
    obs: tuple[str, ...],
    trust: bool,
    time: str | None,
    until: str | None,
    checkpoint: Path | None,
    checkpoint_every: str,
    as_json: bool,
    output: Path | None,
) -> None:
    """Go on with the chains of a checkpoint.

    FILE was written by `noumena run … --checkpoint FILE`, and is written again; with --obs it stays as it is. It holds
    the model and all options. The samples are, bit for bit, those of a run that never stopped.
    """
    every = seconds_of(checkpoint_every, "checkpoint-every")
    for path in (output, checkpoint or (None if obs else file)):
        if path is not None:
            check_writable(path)
    saved = saved_in(file, trust)
    made = made_again(saved)
    facts = saved.facts
    wanted = samples_to_have(saved, samples, time, until)
    with shown_run("mh", None if wanted is None else wanted * facts.chains) as (progress, watch):
        posterior = go_on(
            saved,
            samples=samples,
            time=time,
            until=until,
            workers=workers,
            obs=obs,
            model=made.model,
            proposer=made.proposer,
            checkpoint=None if checkpoint is None else Checkpoint(checkpoint, every),
            every=every,
            progress=progress,
            watch=watch,
        )
    # What --obs added to the run is no file.
    given = saved.recipe.get("origin", {}).get("given", len(posterior.files))
    print_answer(replace(posterior, files=posterior.files[:given]), as_json, output)
