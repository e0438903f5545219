"""What chains say of their queries, as rules for stopping and a run under way ask for it."""

from __future__ import annotations

from collections.abc import Sequence

from noumena.inference.result import Marginal
from noumena.inference.stopping import Figures
from noumena.posterior.answer import QueryAnswer
from noumena.posterior.chain_statistics import TOO_SHORT


def figures_of(marginals: Sequence[Marginal]) -> list[Figures]:
    """R-hat, effective samples and standard error of each query."""
    return [_of_query(QueryAnswer(marginal)) for marginal in marginals]


def _of_query(answer: QueryAnswer) -> Figures:
    why = answer.undiagnosed
    if why == TOO_SHORT:
        return Figures(answer.query, None, None, None)
    errors = [outcome.mcse for outcome in answer.distribution or [] if outcome.mcse is not None]
    mcse = max(errors, default=None) if answer.mean is None else answer.mcse
    return Figures(answer.query, answer.rhat, answer.ess, mcse, why)
