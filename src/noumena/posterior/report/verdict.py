"""How far an answer can be trusted, in a few words."""

from __future__ import annotations

from typing import NamedTuple

from noumena.posterior.answer import QueryAnswer


class Verdict(NamedTuple):
    """`kind` is good, fair or bad; `doubt` grows with the reasons to doubt, so that answers can be put in order."""

    kind: str
    words: str
    doubt: float


def verdict(answer: QueryAnswer) -> Verdict:
    """What the diagnostics say."""
    if not answer.sampled:
        return Verdict("good", "exact", 0.0)
    rhat, ess = answer.rhat, answer.ess
    if answer.chains_disagree:
        return Verdict("bad", f"chains disagree: R-hat {rhat:.2f}", 1e6 + min(rhat or 0.0, 1e5))
    if answer.few_samples:
        words = "too few samples" if ess is None else f"too few effective samples: {ess:,.0f}"
        return Verdict("bad", words, 1e3 + 100.0 / max(1.0, ess or 0.0))
    if answer.undiagnosed is not None:
        return Verdict("fair", answer.undiagnosed, 100.0)
    effective = f"{ess:,.0f} effective samples" if ess is not None else "sampled"
    agree = "" if rhat is None else f", R-hat {rhat:.3f}"
    return Verdict("good", effective + agree, max(0.0, (rhat or 1.0) - 1.0) + 1.0 / max(1.0, ess or 1.0))
