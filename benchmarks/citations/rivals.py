"""All rivals on all sets of citations: `python -m benchmarks rivals`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from time import thread_time

from benchmarks.citations.phrase_matching import THRESHOLD, phrase_matching
from benchmarks.citations.sets import CitationSet, citation_sets
from benchmarks.citations.tf_idf import cut, similar_pairs, single_linkage
from benchmarks.citations.thresholds import best_threshold, unlabelled_threshold
from benchmarks.report import Section, table
from noumena.domains.citations.scores import Scores, scores
from noumena.posterior.linkage import average_linkage

_TEXT = (
    "Accuracy is the percentage of true clusters that are found exactly; precision, recall and F1 are those of pairs. "
    "A threshold is `unlabelled` if it was found from the texts alone, `best` if it was chosen by the truth of the "
    "same set: that is a bound, not a result. The threshold of phrase matching, and the "
    "kind of n-grams of TF-IDF, are fixed, but were chosen with an eye on the truth of Face, Constraint and Cora: all "
    "figures on these three flatter the rivals a little."
)


@dataclass(frozen=True)
class Rival:
    """What one way of matching made of one set."""

    set: str
    citations: int
    clusters: int
    method: str
    threshold: float
    accuracy: float
    precision: float
    recall: float
    f1: float
    seconds: float


def rivals(given: CitationSet) -> Iterator[Rival]:
    """Every rival on one set; the seconds are of the processor, without the choice of a threshold by truth."""
    begun = thread_time()
    groups = phrase_matching(given.texts)
    yield _rival(given, "phrase matching", THRESHOLD, scores(groups, given.truth), thread_time() - begun)
    begun = thread_time()
    count = len(given.texts)
    pairs = similar_pairs(given.texts)
    found = thread_time() - begun
    for name in ("single", "average"):
        begun = thread_time()
        merges = single_linkage(count, pairs) if name == "single" else average_linkage(count, *pairs)
        seconds = found + thread_time() - begun
        thresholds = {
            "unlabelled": unlabelled_threshold(count, merges),
            "best": best_threshold(count, merges, given.truth),
        }
        for kind, threshold in thresholds.items():
            score = scores(cut(count, merges, threshold).tolist(), given.truth)
            yield _rival(given, f"TF-IDF, {name}, {kind}", threshold, score, seconds)


def _rival(given: CitationSet, method: str, threshold: float, score: Scores, seconds: float) -> Rival:
    return Rival(
        given.name,
        len(given.texts),
        score.true_clusters,
        method,
        threshold,
        score.accuracy,
        score.precision,
        score.recall,
        score.f1,
        seconds,
    )


def section(sets: Sequence[CitationSet] | None = None) -> Section:
    """One row for each set and rival, of all sets that there are by default."""
    made = [rival for given in (citation_sets() if sets is None else sets) for rival in rivals(given)]
    rows = [
        [
            f"{rival.set}, {rival.method}",
            f"{rival.threshold:.2f}",
            f"{rival.accuracy:.1f}",
            f"{rival.precision:.3f}",
            f"{rival.recall:.3f}",
            f"{rival.f1:.3f}",
            f"{rival.seconds:.2f}",
        ]
        for rival in made
    ]
    text = _TEXT if made else f"{_TEXT} No set of citations was found: NOUMENA_DATA names the folder that holds them."
    heads = ["set, method", "threshold", "accuracy", "precision", "recall", "F1", "seconds"]
    return Section("rivals", "Rivals in citation matching", text, table(heads, rows), [asdict(rival) for rival in made])
