"""The paper's Table 1 with our rows, a section for each set of citations: `python -m benchmarks table`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from benchmarks.citations.engine_runs import EngineRun, Interval, engine_runs, interval
from benchmarks.citations.other_tags import INSTEAD, MADE_UP, SHIPPED_FROM, Taught, taught_elsewhere
from benchmarks.citations.published import Published, published
from benchmarks.citations.rivals import Rival, rivals
from benchmarks.citations.sets import CitationSet, citation_sets
from benchmarks.report import Section, table
from noumena.domains.citations.draws import STARTS, Options
from noumena.domains.citations.matching import is_compiled
from noumena.domains.citations.scores import Reliability
from noumena.inference.user_moves import KEPT

SAMPLES, RUNS = 10_000, 10
"""Those of the paper, and as many runs as it takes for an interval."""
LONGER = 10
"""How many times longer chains from singletons are too, where runs are compiled: 100,000 samples."""
ONLY_IF_NAMED = (SHIPPED_FROM,)
"""Cora is left out if no set is named: it takes long."""

_HEADS = ["method", "average", "final", "estimate", "precision", "recall", "F1"]
_HEADS += ["Recite", "Divide", "compile", "initialise", "sampling"]
_NONE = "-"
_LOOKED_AT = (
    "Mistakes in this set were looked at while the reading of citations was written, and shares of the model and what "
    "makes two descriptions one publication were "
    "chosen, and the threshold of phrase "
    "matching and the n-grams of TF-IDF were chosen with an eye on its truth."
)
_NOTES = {
    "face": _LOOKED_AT,
    "constraint": _LOOKED_AT,
    SHIPPED_FROM: (
        "The threshold of phrase matching, the n-grams of TF-IDF, how faithfully venues and numbers are copied, how "
        "seldom titles lose their start, and what makes two descriptions one publication were chosen with an eye on "
        "the truth of this set."
    ),
    "embedded": "The set was written for this project.",
}


def chosen(names: str | None) -> list[CitationSet]:
    """The sets of these names, parted by commas; without names all but `ONLY_IF_NAMED`.

    Raises `ValueError` for a name that no set has.
    """
    there = {given.name: given for given in citation_sets()}
    if names is None:
        return [given for name, given in there.items() if name not in ONLY_IF_NAMED]
    asked = list(dict.fromkeys(name.strip() for name in names.split(",")))
    for name in asked:
        if name not in there:
            raise ValueError(f"--sets {names}: there is no set {name!r}; there are {', '.join(there)}")
    return [there[name] for name in asked]


def sections(sets: Sequence[CitationSet], samples: int = SAMPLES, runs: int = RUNS) -> Iterator[Section]:
    """A section for each set, as soon as its runs are finished; there is at least one run of one sample.

    Runs are compiled where all together have so many steps that it is worth it: what is compiled serves all sets.
    """
    citations = sum(len(given.texts) for given in sets)
    compiled = is_compiled(Options(samples=samples * len(sets), chains=runs), citations) if sets else False
    for given in sets:
        yield section(given, samples, runs, compiled)


def section(given: CitationSet, samples: int, runs: int, compiled: bool = False) -> Section:
    """Rivals, published figures and the general engine, which begins in both ways; then the reliability."""
    taught = taught_elsewhere(given)
    others = list(rivals(given))
    known = published(given.name)
    backend = "native" if compiled else KEPT
    asked = [(start, samples) for start in STARTS]
    if compiled:  # such runs are quick: what a chain from singletons comes to is seen too
        asked.append((STARTS[1], LONGER * samples))
    made = [engine_runs(given, start, number, runs, backend, taught) for start, number in asked]
    rows = [_rival_row(rival) for rival in others] + [_published_row(figures) for figures in known]
    rows += [_engine_row(start, number, finished) for (start, number), (finished, _) in zip(asked, made, strict=True)]
    from_canopies, reliable = made[0]
    return Section(
        f"table-{given.name.replace('/', '-')}",
        f"Table 1: {given.name}, {len(given.texts):,} citations of {len(set(given.truth)):,} publications",
        _text(given, samples, runs, compiled, taught),
        "\n\n".join(
            [
                table(_HEADS, rows),
                *_researchers_text(from_canopies),
                _reliability_text(reliable),
                _reliability_table(reliable),
            ]
        ),
        {
            "set": given.name,
            "rivals": [asdict(rival) for rival in others],
            "published": [figures._asdict() for figures in known],
            "runs": [asdict(run) for finished, _ in made for run in finished],
            "reliability": asdict(reliable),
        },
    )


def _text(given: CitationSet, samples: int, runs: int, compiled: bool, taught: Taught | None) -> str:
    how = "compiled" if compiled else "run by Python where no longer run had compiled it"
    parts = [
        "Accuracy is the percentage of true clusters that are found exactly: on average over all samples, the first "
        "included; in the last sample; and that of the estimate, the partition of least expected Binder's loss. "
        "Precision, recall and F1 are those of the estimate's pairs. A method that gives one answer has it under "
        "estimate; `best` thresholds were chosen by the truth of this set and are a bound, not a result.",
        f"The engine made {runs:,} runs of {samples:,} samples from each start. ± is a 95 % interval of the mean over "
        "runs; it says what other seeds would give, not what other citations would."
        if runs > 1
        else f"The engine made one run of {samples:,} samples from each start, so there are no intervals.",
        "Recite and Divide are the shares of such proposals that were accepted. Seconds are on the clock, means over "
        f"runs; the engine was {how}. The seconds of rivals are in the section `rivals`.",
    ]
    if published(given.name):
        parts.append(
            "Published figures are told as they stand; their truth has a few clusters more or fewer than the one here, "
            "which may make a point. The one figure of Pasula et al. stands under average."
        )
    if given.name not in ONLY_IF_NAMED:
        parts.append(f"Cora (`--sets {ONLY_IF_NAMED[0]}`) takes long, and has a table only if it is named.")
    return " ".join([*parts, *_taught_text(given, taught), _NOTES.get(given.name, "")]).strip()


def _taught_text(given: CitationSet, taught: Taught | None) -> list[str]:
    """Where formats and reading come from, if they cannot be those of the package."""
    if given.name != SHIPPED_FROM:
        return []
    own = "The formats and the reading that come with the package were learned from this set's own tags."
    if taught is None:
        return [f"{own} There are no others under `{INSTEAD}`, so the engine's rows are no result."]
    others = f"those of {taught.tagged:,} citations under `{INSTEAD}`"
    return [f"{own} Here both come from {others}, the reading also from {MADE_UP:,} made-up citations."]


def _rival_row(rival: Rival) -> list[str]:
    pairs = (f"{share:.3f}" for share in (rival.precision, rival.recall, rival.f1))
    return [rival.method, _NONE, _NONE, f"{rival.accuracy:.1f}", *pairs, *[_NONE] * 5]


def _published_row(figures: Published) -> list[str]:
    accuracies = (figures.average, figures.final, figures.estimate)
    return [figures.method, *(_shown(figure, ".1f") for figure in accuracies), *[_NONE] * 8]


def _engine_row(start: str, samples: int, runs: list[EngineRun]) -> list[str]:
    accuracies = [[run.average for run in runs], [run.final for run in runs], [run.estimate for run in runs]]
    pairs = [[run.precision for run in runs], [run.recall for run in runs], [run.f1 for run in runs]]
    shares = [[run.recite for run in runs], [run.divide for run in runs]]
    seconds = [[run.compile for run in runs], [run.initialise for run in runs], [run.sampling for run in runs]]
    return [
        f"engine, {samples:,} from {start}",
        *(_with_interval(interval(values), ".1f") for values in accuracies),
        *(_with_interval(interval(values), ".3f") for values in pairs),
        *(_shown(_mean(values), ".4f") for values in shares),
        *(f"{interval(values).mean:.1f}" for values in seconds),
    ]


def _researchers_text(runs: list[EngineRun]) -> list[str]:
    known = [run.researchers_f1 for run in runs if run.researchers_f1 is not None]
    if not known:
        return []
    found = _with_interval(interval(known), ".3f")
    return [f"Researchers: F1 of pairs of mentions that are the same person, in the last samples, is {found}."]


def _mean(values: list[float | None]) -> float | None:
    """The mean of those that there are."""
    there = [value for value in values if value is not None]
    return sum(there) / len(there) if there else None


def _with_interval(found: Interval, form: str) -> str:
    return f"{found.mean:{form}}" + ("" if found.half is None else f" ± {found.half:{form}}")


def _shown(value: float | None, form: str) -> str:
    return _NONE if value is None else f"{value:{form}}"


def _reliability_text(found: Reliability) -> str:
    return (
        f"Whether probabilities of pairs mean what they say, in the first run from {STARTS[0]}: of the pairs of a bin, "
        f"a share as large as their mean probability should be true. {found.pairs:,} pairs were together in some "
        f"sample; {found.missed:,} true ones never were. The Brier score is {_shown(found.brier, '.4f')}, and "
        f"{_shown(found.brier_of_all, '.6f')} over all pairs of citations."
    )


def _reliability_table(found: Reliability) -> str:
    rows = [
        [f"{b.low:.1f}-{b.high:.1f}", f"{b.pairs:,}", _shown(b.mean_probability, ".3f"), _shown(b.share_true, ".3f")]
        for b in found.bins
    ]
    return table(["probability", "pairs", "mean probability", "share true"], rows)
