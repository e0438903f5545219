"""Which figure is drawn, by its name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from noumena.posterior.answer import QueryAnswer
from noumena.posterior.plots.answers import answers_figure
from noumena.posterior.plots.chains import KINDS as CHAIN_KINDS
from noumena.posterior.plots.chains import chains_figure
from noumena.posterior.plots.identities import identities_figure

KINDS = ("answer", *CHAIN_KINDS, "identities")


def figure_of(answers: Sequence[QueryAnswer], kind: str) -> Any:
    """A figure of Matplotlib: `answer`, `trace`, `rank`, `density` or `identities`."""
    if kind not in KINDS:
        raise ValueError(f"there is no plot `{kind}`: the plots are {', '.join(KINDS)}")
    if kind == "answer":
        return answers_figure(answers)
    return identities_figure(answers) if kind == "identities" else chains_figure(answers, kind)
