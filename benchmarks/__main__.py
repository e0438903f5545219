"""`python -m benchmarks`: run the benchmarks, print their tables, and keep them under benchmarks/results."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np

from benchmarks import canopy_time, contestants, local_cost, report, sizes, work
from benchmarks.accuracy import total_variation
from benchmarks.citations import growth, hand_written_race, laboratory, rivals
from benchmarks.citations import table as citation_table
from benchmarks.exact import log_prior, number_posterior
from benchmarks.measure import Score, race
from benchmarks.others import compare
from benchmarks.plans import table as plans
from benchmarks.problem import Problem, grouped
from benchmarks.titles.model import citations
from benchmarks.urn.model import all_blue, alternating

RESULTS = Path(__file__).parent / "results"
HOW = (
    "Medians of 5 turns, taken alternately; all have the same moves in the same proportions. ESS/s are effective "
    "samples of the number variable per second. TV is the total variation from the exact posterior, "
    "to be compared with the bound that chance stays below; TV·√s is the error that one second would leave."
)


def run_race(problem: Problem, seconds: float) -> list[Score]:
    """All contestants of the model that the problem belongs to."""
    urn = problem.kinds == 2
    makers = contestants.URN if urn else contestants.CITATIONS
    mix = contestants.URN_MIX if urn else contestants.CITATIONS_MIX
    thin = 100 if urn else 1000
    return race(makers, problem, grouped(problem), mix, thin, number_posterior(problem), seconds, seconds)


def unlearned(problem: Problem) -> float:
    """Total variation between prior and posterior of the number variable: what ignoring the evidence would get."""
    prior = np.exp([log_prior(problem, n) for n in range(problem.most + 1)])
    return total_variation(np.round(prior * 1e15).astype(np.int64), number_posterior(problem))


def urn_sections(seconds: float) -> list[report.Section]:
    """Both urns."""
    return [
        report.race_section(
            name,
            f"Poisson {problem.name}",
            f"{HOW} The prior itself has TV {unlearned(problem):.3f}.",
            run_race(problem, seconds),
        )
        for name, problem in (("urn-alternating", alternating()), ("urn-all-blue", all_blue()))
    ]


def citation_sections(seconds: float) -> list[report.Section]:
    """The thousand citations."""
    problem, _ = citations()
    text = f"{HOW} The prior itself has TV {unlearned(problem):.3f}."
    size = f"{len(problem.seen):,} citations, {problem.kinds} titles, Poisson({problem.rate:g}) publications"
    return [report.race_section("citations", f"Citation-like model: {size}", text, run_race(problem, 2.0 * seconds))]


def other_sections(seconds: float) -> list[report.Section]:
    """Other systems, beside all contestants on the same urn."""
    problem = alternating()
    return [compare.section(problem, run_race(problem, seconds), 10.0 * seconds)]


BENCHMARKS: dict[str, Callable[[float], list[report.Section]]] = {
    "urn": urn_sections,
    "citations": citation_sections,
    "sizes": lambda seconds: [report.costs_section(sizes.costs(0.1 * seconds))],
    "work": lambda _: [report.work_section(work.works())],
    "moves": lambda _: [report.moves_section(local_cost.costs())],
    "canopies": lambda _: [report.canopies_section(canopy_time.canopy_times())],
    "memory": lambda _: [report.memory_section(sizes.footprints())],
    "others": other_sections,
    "plans": lambda _: [plans.section()],
    "rivals": lambda _: [rivals.section()],
}
TABLE, CITATION_SIZES, HAND_WRITTEN, LABORATORY = "table", "citation-sizes", "hand-written", "laboratory"
"""These run only if they are named, as they take long; they have options of their own."""


def main(arguments: list[str] | None = None) -> None:
    """Run what was asked for; by default all but those that take long."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "names",
        nargs="*",
        metavar="NAME",
        help=f"which to run, of {', '.join(BENCHMARKS)} (these by default), {TABLE}, {CITATION_SIZES}, {HAND_WRITTEN}, "
        f"{LABORATORY}",
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="length of one turn of one contestant (default 1)")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where tables and JSON go")
    parser.add_argument(
        "--samples",
        type=int,
        default=citation_table.SAMPLES,
        help=f"{TABLE}, {LABORATORY}, {HAND_WRITTEN}: samples of a run (default {citation_table.SAMPLES})",
    )
    parser.add_argument(
        "--runs",
        type=int,
        default=citation_table.RUNS,
        help=f"{TABLE}, {LABORATORY}: independent runs, of the table from each start (default {citation_table.RUNS})",
    )
    parser.add_argument(
        "--sets",
        metavar="NAME,…",
        help=f"{TABLE}, {LABORATORY}: sets of citations (default all but {', '.join(citation_table.ONLY_IF_NAMED)})",
    )
    parser.add_argument(
        "--sizes",
        metavar="N,…",
        help=f"{CITATION_SIZES}: citations to draw (default {','.join(map(str, growth.SIZES))})",
    )
    parser.add_argument(
        "--annealed", action="store_true", help=f"{LABORATORY}: chains are annealed before the first sample"
    )
    parser.add_argument(
        "--part", type=int, metavar="N", help=f"{LABORATORY}: larger sets are cut into parts of N citations, at random"
    )
    options = parser.parse_args(arguments)
    known = (*BENCHMARKS, TABLE, CITATION_SIZES, HAND_WRITTEN, LABORATORY)
    unknown = [name for name in options.names if name not in known]
    if unknown:
        parser.error(f"there is no benchmark {unknown[0]!r}; there are {', '.join(known)}")
    if options.seconds <= 0.0:
        parser.error(f"--seconds {options.seconds:g}: a turn must take some time, give a positive number")
    if min(options.samples, options.runs) < 1:
        parser.error(f"--samples {options.samples} --runs {options.runs}: at least one of each is needed")
    if options.part is not None and options.part < 1:
        parser.error(f"--part {options.part}: a part has one citation at least")
    try:
        sets = citation_table.chosen(options.sets) if {TABLE, LABORATORY} & set(options.names) else []
        citations_drawn = growth.chosen(options.sizes)
    except ValueError as error:
        parser.error(str(error))
    special: dict[str, Callable[[], Iterable[report.Section]]] = {
        TABLE: lambda: citation_table.sections(sets, options.samples, options.runs),
        CITATION_SIZES: lambda: growth.sections(growth.given_sets(citations_drawn)),
        LABORATORY: lambda: laboratory.sections(sets, options.samples, options.runs, options.annealed, options.part),
        HAND_WRITTEN: lambda: hand_written_race.sections(hand_written_race.chosen(), options.samples),
    }
    for name in options.names or BENCHMARKS:
        made = special[name]() if name in special else BENCHMARKS[name](options.seconds)
        for section in made:
            print(section.markdown(), flush=True)
            report.write([section], options.results)
            if name == "plans" and options.results == RESULTS:
                plans.into_page(section)


if __name__ == "__main__":
    main()
