"""The other systems in one table, next to a hand-written sampler."""

from __future__ import annotations

from dataclasses import asdict
from math import sqrt

from benchmarks.accuracy import total_variation
from benchmarks.exact import number_posterior
from benchmarks.measure import Score
from benchmarks.others import pymc, webppl
from benchmarks.others.outcome import Missing
from benchmarks.problem import Problem
from benchmarks.report import Section, table

TEXT = (
    "Error against the exact posterior of the number of balls. Errors fall with the square root of the time, so "
    "TV·√s, the error that one second would leave, is what compares; starting and compiling are not counted. "
    "One run each: read it as an order of magnitude. A step is what the system calls one."
)


def section(problem: Problem, scores: list[Score], seconds: float) -> Section:
    """`scores` are those of the contestants in the race on the same problem."""
    exact = number_posterior(problem)
    heads = ["system", "steps/s", "seconds", "TV", "TV·√s", "remark"]
    rows = [
        [
            score.name,
            f"{score.steps_per_second:,.0f}",
            f"{score.seconds:.1f}",
            f"{score.total_variation:.5f}",
            f"{score.total_variation * sqrt(score.seconds):.5f}",
            "",
        ]
        for score in scores
    ]
    data: list[dict[str, object]] = []
    for outcome in (webppl.measure(problem, seconds), pymc.measure(problem, seconds)):
        if isinstance(outcome, Missing):
            rows.append([outcome.name, "-", "-", "-", "-", outcome.reason])
            data.append(asdict(outcome))
            continue
        error = total_variation(outcome.histogram, exact)
        speed = outcome.steps / outcome.seconds
        rows.append(
            [
                outcome.name,
                f"{speed:,.0f}",
                f"{outcome.seconds:.1f}",
                f"{error:.5f}",
                f"{error * sqrt(outcome.seconds):.5f}",
                outcome.note,
            ]
        )
        data.append({**asdict(outcome), "histogram": outcome.histogram.tolist(), "total_variation": error})
    return Section("others", f"Other systems: {problem.name}", TEXT, table(heads, rows), data)
