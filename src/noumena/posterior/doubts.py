"""What speaks against an answer, as data first and then in words, each with what to do next.

A doubt is raised where the samples themselves give cause for it. That there is none proves nothing: chains that have
all missed the same part of the posterior agree with each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from noumena.inference.chain import TRIES
from noumena.inference.result import Result
from noumena.model.functions.conversions import render
from noumena.posterior.answer import QueryAnswer
from noumena.posterior.diagnostics import FAR_APART

ENOUGH_TRIES = 1_000
"""After so many proposals that were all rejected a move is said never to be accepted."""
RARELY = 1e-3
"""Moves that are accepted less often than this hardly change anything."""
LIKELY = 0.05
"""A constant query is doubtful if drawn worlds that fit the evidence give its other values at least this weight."""
EXPECTED = 50
"""And if with that weight they should have come in at least so many samples: a short chain may just not have moved."""
SMALL_SHARE = 0.01
"""If a smaller share of the drawn worlds meets the evidence, or counts by its weight, the evidence is improbable."""


class Kind(StrEnum):
    """What may be wrong."""

    CHAINS_DISAGREE = "chains disagree"
    FEW_SAMPLES = "few samples"
    NEVER_LEFT = "never left its first value"
    STUCK = "may be stuck"
    IMPROBABLE_EVIDENCE = "improbable evidence"
    NEVER_ACCEPTED = "never accepted"


@dataclass(frozen=True)
class Doubt:
    """Something that speaks against the answer of a query, or of all queries if `query` is None.

    `figures` are what it rests on, `advice` says what to do next, and `severity` is larger the worse it is.
    """

    kind: Kind
    query: str | None
    figures: Mapping[str, Any]
    advice: str
    severity: float = 0.0

    @property
    def words(self) -> str:
        """What was found and what to do, as one sentence."""
        return self.with_others(0)

    def with_others(self, others: int) -> str:
        """The same, said of this query and of so many others."""
        more = f" and {others} other {'query' if others == 1 else 'queries'}" if others else ""
        about = "" if self.query is None else f"`{self.query}`{more}"
        return f"{_FINDINGS[self.kind](about, self.figures)}: {self.advice}"


def doubts(result: Result, answers: Sequence[QueryAnswer]) -> tuple[Doubt, ...]:
    """Everything that speaks against the answers of a run."""
    return (
        *(doubt for answer in answers if (doubt := _disagreement(answer))),
        *_few_samples(result, answers),
        *_constant(result, answers),
        *(doubt for k, answer in enumerate(answers) if (doubt := _stuck(result, k, answer))),
        *_improbable(result, answers),
        *_never_accepted(result),
    )


def in_words(found: Iterable[Doubt]) -> Iterator[str]:
    """A sentence for each kind of doubt, which names the worst query and counts the others; one for each move."""
    kinds: dict[Any, list[Doubt]] = {}
    for doubt in found:
        kinds.setdefault((doubt.kind, doubt.figures.get("move")), []).append(doubt)
    for alike in kinds.values():
        yield max(alike, key=lambda doubt: doubt.severity).with_others(len(alike) - 1)


def _disagreement(answer: QueryAnswer) -> Doubt | None:
    if not answer.chains_disagree:
        return None
    assert answer.rhat is not None
    advice = f"raise samples and burn-in until R-hat is below {FAR_APART}"
    return Doubt(Kind.CHAINS_DISAGREE, answer.query, {"rhat": answer.rhat}, advice, answer.rhat)


def _few_samples(result: Result, answers: Sequence[QueryAnswer]) -> Iterator[Doubt]:
    for answer in answers:
        if answer.few_samples and result.chains is not None:
            advice = "raise samples, or thin if memory is short"
            yield Doubt(Kind.FEW_SAMPLES, answer.query, {"ess": answer.ess}, advice, -(answer.ess or 0.0))
        elif answer.few_samples:  # all queries of the run have the same weights
            yield Doubt(Kind.FEW_SAMPLES, None, {"ess": answer.ess}, "draw more, or use exact enumeration")
            return


def _constant(result: Result, answers: Sequence[QueryAnswer]) -> Iterator[Doubt]:
    """Queries that the chains never saw change, though drawn worlds that fit the evidence have other values."""
    for k, other in result.other_values.items():
        if other.weight >= LIKELY and other.weight * len(answers[k].marginal.values) >= EXPECTED:
            figures = {
                "value": render(answers[k].marginal.values[0]),
                "samples": len(answers[k].marginal.values),
                "weight": other.weight,
                "worlds": other.worlds,
            }
            advice = "no move may lead there; give a proposer for what it reads, or compare with the engine lw"
            yield Doubt(Kind.NEVER_LEFT, answers[k].query, figures, advice, other.weight)


def _stuck(result: Result, k: int, answer: QueryAnswer) -> Doubt | None:
    """Chains that each stay at a value of their own; or moves that hardly ever change what a doubtful query reads."""
    advice = "give a proposer that leads from one to the other, or raise burn-in"
    if answer.stays_apart:
        figures: dict[str, Any] = {"chains": len(answer.marginal.chain_lengths)}
        return Doubt(Kind.STUCK, answer.query, figures, advice, 1.0)
    moves = result.moves_of[k] if result.moves_of else ()
    tries = sum((result.tries or {}).get(move, 0) for move in moves)
    done = sum((result.tries or {}).get(m, 0) * _rate(result, m) for m in moves)
    if tries < ENOUGH_TRIES or done / tries >= RARELY or not (answer.few_samples or answer.chains_disagree):
        return None
    return Doubt(Kind.STUCK, answer.query, {"rate": done / tries, "tries": tries, "moves": moves}, advice, 0.0)


def _improbable(result: Result, answers: Sequence[QueryAnswer]) -> Iterator[Doubt]:
    if result.sought:
        advice = "look for a mistake in the evidence or the model; if there is none, raise burn-in"
        yield Doubt(Kind.IMPROBABLE_EVIDENCE, None, {"sought": result.sought, "chains": result.chains}, advice)
    effective = min((a.ess for a in answers if a.ess is not None), default=None)
    share = None if result.met is None or effective is None or not result.samples else effective / result.samples
    few_met = result.met is not None and result.met < SMALL_SHARE
    if few_met or (result.engine == "lw" and share is not None and share < SMALL_SHARE):
        advice = "use the engine mh, and look for a mistake in the evidence"
        figures = {"met": result.met, "share": share, "log_evidence": result.log_evidence}
        yield Doubt(Kind.IMPROBABLE_EVIDENCE, None, figures, advice)


def _never_accepted(result: Result) -> Iterator[Doubt]:
    """Moves of users that never were; default moves come in kinds of which only some suit a model."""
    for move in result.own_moves:
        tries = (result.tries or {}).get(move, 0)
        if tries >= ENOUGH_TRIES and _rate(result, move) == 0.0:
            advice = "look at its proposals; `noumena check-move` tells whether its ratio is right"
            yield Doubt(Kind.NEVER_ACCEPTED, None, {"move": move, "tries": tries}, advice, tries)


def _rate(result: Result, move: str) -> float:
    rate = (result.acceptance or {}).get(move, 0.0)
    return rate if rate == rate else 0.0


def _disagreeing(about: str, figures: Mapping[str, Any]) -> str:
    return f"the chains disagree on {about} (R-hat {figures['rhat']:.4f}), so the answer is not to be trusted"


def _too_few(about: str, figures: Mapping[str, Any]) -> str:
    number = "" if figures["ess"] is None else f" ({figures['ess']:.1f})"
    return f"too few effective samples{number}{about and ' of ' + about} to trust the answer"


def _never_left(about: str, figures: Mapping[str, Any]) -> str:
    return (
        f"{about} was {figures['value']} in the first state of every chain and in all {figures['samples']:,} samples,"
        f" but in {figures['worlds']:,} drawn worlds other values have {figures['weight']:.0%} of the weight"
    )


def _staying(about: str, figures: Mapping[str, Any]) -> str:
    if "rate" not in figures:
        return f"the chains may be stuck: none of {figures['chains']} leaves its value of {about}, and these differ"
    return (
        f"the chains may be stuck: the moves on what {about} reads were accepted in {figures['rate']:.2%} of"
        f" {figures['tries']:,} tries"
    )


def _hardly_possible(about: str, figures: Mapping[str, Any]) -> str:
    if "sought" in figures:
        return (
            f"the evidence is improbable under the model: for {figures['sought']} of {figures['chains']} chains none of"
            f" {TRIES} drawn worlds met it, and a first state had to be sought"
        )
    if figures["met"] < SMALL_SHARE:
        return f"the evidence is improbable under the model: {figures['met']:.2%} of the drawn worlds meet it"
    return (
        "the evidence is improbable in the worlds that are drawn: all samples together are worth"
        f" {figures['share']:.3%} of their number"
    )


def _refused(about: str, figures: Mapping[str, Any]) -> str:
    return f"the move {figures['move']} was not accepted once in {figures['tries']:,} tries"


_FINDINGS: Mapping[Kind, Callable[[str, Mapping[str, Any]], str]] = {
    Kind.CHAINS_DISAGREE: _disagreeing,
    Kind.FEW_SAMPLES: _too_few,
    Kind.NEVER_LEFT: _never_left,
    Kind.STUCK: _staying,
    Kind.IMPROBABLE_EVIDENCE: _hardly_possible,
    Kind.NEVER_ACCEPTED: _refused,
}
