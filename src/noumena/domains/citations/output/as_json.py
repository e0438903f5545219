"""What was found as values of JSON; citations are counted from 1, in the order of their file."""

from __future__ import annotations

import math
from typing import Any

from noumena.domains.citations.clusters import Clustering
from noumena.domains.citations.draws import Seconds
from noumena.domains.citations.matches import Accuracy, Matches, Run

_DIGITS = 6


def answer(found: Matches) -> dict[str, Any]:
    """One object with everything; without a truth it has neither `accuracy` nor `pairwise`."""
    return {
        "citations": len(found.records),
        "clusters": _clusters(found.clustering),
        **_scores(found.accuracy),
        "publications": publications(found),
        "researchers": researchers(found),
        "pairs": pairs(found),
        "runs": [_run(run) for run in found.runs],
        "seconds": _seconds(found.seconds),
    }


def publications(found: Matches) -> list[dict[str, Any]]:
    """The reconstructed publications in the order of clusters; what is not known is null."""
    return [
        {
            "cluster": number,
            "citations": [citation(found, item) for item in publication.cluster.members],
            "probability": rounded(publication.cluster.probability),
            "title": found.title(number - 1),
            "authors": found.authors(number - 1),
            "year": publication.year.value or None,
            "kind": publication.kind_name,
            "venue": publication.venue.value or None,
            "probabilities": {
                name: rounded(getattr(publication, name).probability)
                for name in ("title", "authors", "year", "kind", "venue")
            },
        }
        for number, publication in enumerate(found.publications, start=1)
    ]


def researchers(found: Matches) -> list[dict[str, Any]]:
    """The researchers; their publications are numbers of clusters, counted from 1."""
    return [
        {
            "name": found.researcher_name(researcher),
            "publications": [number + 1 for number in researcher.publications],
            "probability": rounded(researcher.probability),
        }
        for researcher in found.researchers
    ]


def pairs(found: Matches) -> list[dict[str, Any]]:
    """The pairs with their probability; `together` tells whether they are in one cluster of the estimate."""
    return [
        {"first": one + 1, "second": other + 1, "probability": rounded(probability), "together": together}
        for one, other, probability, together in found.clustering.pairs
    ]


def citation(found: Matches, item: int) -> dict[str, Any]:
    """A citation with its number, counted from 1, and what its file calls it."""
    record = found.records[item]
    return {"number": record.number, "id": record.name, "text": record.text}


def rounded(probability: float) -> float:
    """The probability in as many digits as samples can have."""
    return round(probability, _DIGITS)


def _clusters(found: Clustering) -> list[list[int]]:
    return [[item + 1 for item in cluster.members] for cluster in found.clusters]


def _scores(accuracy: Accuracy | None) -> dict[str, Any]:
    if accuracy is None:
        return {}
    scores = accuracy.estimate
    return {
        "accuracy": {"average": accuracy.average, "final": accuracy.final, "estimate": scores.accuracy},
        "pairwise": {"precision": scores.precision, "recall": scores.recall, "f1": scores.f1},
    }


def _run(run: Run) -> dict[str, Any]:
    return {
        "seed": run.seed,
        "samples": run.samples,
        "clusters": _clusters(run.clustering),
        **_scores(run.accuracy),
        "acceptance": {move: rate if math.isfinite(rate) else None for move, rate in run.acceptance.items()},
        "seconds": _seconds(run.seconds),
    }


def _seconds(seconds: Seconds) -> dict[str, float]:
    return seconds._asdict()
