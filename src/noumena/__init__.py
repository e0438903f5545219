"""Noumena: open-universe Bayesian inference.

A model says what objects may exist, how they relate, and how they give rise to what is observed. Noumena infers the
objects: how many there are, which observation belongs to which, what they are like, and how sure one can be.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from noumena import moves
from noumena.api import Model, check_move
from noumena.inference.annealing import Maximum
from noumena.inference.move_report import MoveReport
from noumena.model.diagnostics import BlogError, RunError
from noumena.moves import Candidates, blocks, canopies
from noumena.moves.declared import DeclaredMove
from noumena.moves.proposer import NULL, REJECT, Proposer
from noumena.posterior import Posterior, load_posterior
from noumena.resuming import resume

if TYPE_CHECKING:
    from IPython.core.interactiveshell import InteractiveShell

__all__ = [
    "NULL",
    "REJECT",
    "BlogError",
    "Candidates",
    "DeclaredMove",
    "Maximum",
    "Model",
    "MoveReport",
    "Posterior",
    "Proposer",
    "RunError",
    "__version__",
    "blocks",
    "canopies",
    "check_move",
    "load_ipython_extension",
    "load_posterior",
    "moves",
    "resume",
]

__version__ = "0.1.0"


def load_ipython_extension(shell: InteractiveShell) -> None:
    """Adds the cell magic `%%blog`; IPython calls this for `%load_ext noumena`."""
    from noumena.notebook import register  # the command line is not needed where there is no notebook

    register(shell)
