"""`noumena check-move`: whether a move leaves the posterior as it is, and what is wrong with it if not."""

from __future__ import annotations

import json
import textwrap

import click
from rich.console import Console
from rich.text import Text

from noumena.api import check_move as checked
from noumena.command_line.errors import RUN_FAILED
from noumena.command_line.model_options import load_model, model_options
from noumena.command_line.move_argument import load_move
from noumena.command_line.progress import shown_progress
from noumena.inference.joint_test import REPLICAS, ROUNDS
from noumena.inference.move_check import PROOFS
from noumena.inference.move_report import NOTE, RIGHT, WRONG, MoveReport

EXAMPLES = """\b
Examples:
  noumena check-move urn.blog moves.py:SplitMerge
  noumena check-move urn.blog "moves.py:SplitMerge(0.8)"
  noumena check-move citations.blog "SplitMerge('PubCited')"
  noumena check-move mixture.blog "Drift('Centre', 0.5)" --replicas 4000
"""

_STYLES = {RIGHT: "green", WRONG: "red", NOTE: "dim"}
_ASCII = str.maketrans({RIGHT: "ok", WRONG: "WRONG", NOTE: "-", "π": "pi", "′": "'", "→": "->", "…": "..."})


@click.command("check-move", epilog=EXAMPLES)
@model_options
@click.argument("move")
@click.option(
    "--proof",
    type=click.Choice(PROOFS),
    default="auto",
    show_default=True,
    help="By enumeration, by the joint-distribution test, or the first that goes.",
)
@click.option(
    "--replicas",
    type=click.IntRange(100),
    default=REPLICAS,
    show_default=True,
    help="Worlds of the joint-distribution test.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1),
    default=ROUNDS,
    show_default=True,
    help="Tries of the move in each of these worlds.",
)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the joint-distribution test.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of text.")
def check_move(
    files: tuple[str, ...],
    python: tuple[str, ...],
    param: tuple[str, ...],
    data: tuple[str, ...],
    concrete: tuple[str, ...],
    move: str,
    proof: str,
    replicas: int,
    rounds: int,
    seed: int,
    as_json: bool,
) -> None:
    """Prove a move on small worlds, or find its mistake.

    The FILEs together are one model; MOVE is a proposer, file.py:Name, or a move of the library with its parameters.

    The model is made so small that all its states can be listed; then every random choice of the move is enumerated and
    the posterior must stay as it is, to 12 digits. Moves that draw normal numbers cannot be enumerated: worlds from the
    prior go through rounds of the move and of data drawn anew, and must look like the prior afterwards. Exit code 0 if
    no mistake is found, 1 if one is or if nothing is shown.
    """
    model = load_model(files, python, param, data, concrete)
    given = load_move(move)
    with shown_progress("auto", replicas) as progress:
        report = checked(model, given, proof=proof, replicas=replicas, rounds=rounds, seed=seed, progress=progress)
    if as_json:
        click.echo(json.dumps(report.to_dict()))
    else:
        _show(report, Console())
    if not report.right:
        raise click.exceptions.Exit(RUN_FAILED)


def _show(report: MoveReport, console: Console) -> None:
    _line(console, f"{report.move} {report.verdict}", "bold green" if report.right else "bold red")
    for mark, text in report.lines():
        indent = f"{mark} " if mark else "    "
        style = _STYLES.get(mark, "")
        for at, part in enumerate(_wrapped(text, console)):
            _line(console, (indent if at == 0 else " " * len(indent)) + part, style)


def _wrapped(text: str, console: Console) -> list[str]:
    """The lines of a text for a terminal; other programs get it as it is."""
    if not console.is_terminal:
        return [text]
    inner = " " * (len(text) - len(text.lstrip()) + 2)
    return textwrap.wrap(text, max(console.width - 4, 20), subsequent_indent=inner, break_on_hyphens=False) or [""]


def _line(console: Console, line: str, style: str) -> None:
    shown = line if console.encoding.lower().startswith("utf") else line.translate(_ASCII)
    console.print(Text(shown.rstrip(), style), soft_wrap=True)
