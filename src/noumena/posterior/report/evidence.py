"""What was observed: for each function how often, and which values."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from noumena.model.expressions import Constant, Convert, Expression, RandomCall
from noumena.model.functions.conversions import render
from noumena.model.model import Evidence, Problem
from noumena.model.values import Value
from noumena.posterior.grouping import is_number
from noumena.posterior.report.tables import Cell, table
from noumena.posterior.report.words import counted, number, shown

MOST_VALUES = 4
MOST_EXAMPLES = 3
_MOST_SIGNS = 60


def evidence_section(problem: Problem) -> str:
    """A table with a row for each observed function, and one for each other term."""
    observed: dict[str, list[Evidence]] = {}
    for evidence in problem.evidence:
        observed.setdefault(_function(problem, evidence), []).append(evidence)
    if not observed:
        return "<p>Nothing is observed: this is the prior.</p>"
    rows: list[list[Cell]] = [
        [
            f"<code>{shown(_cut(name))}</code>",
            float(len(group)),
            _values([e.value for e in group]),
            "<br>".join(f"<code>{shown(_cut(_example(problem, e)))}</code>" for e in group[:MOST_EXAMPLES]),
        ]
        for name, group in observed.items()
    ]
    told = f"<p>{counted(len(problem.evidence), 'observation')}.</p>"
    heads = ("Observed", "How often", "Values", "The first of them")
    return told + "\n".join(table("evidence-table", "Table of evidence", heads, rows))


def _function(problem: Problem, evidence: Evidence) -> str:
    call = _inside(evidence.term)
    if isinstance(call, RandomCall) and call.function in problem.random:
        return problem.random[call.function].name
    return _written(evidence)


def _example(problem: Problem, evidence: Evidence) -> str:
    """`Seen(D[3]) = Blue`, with the arguments of this observation even if a loop made it."""
    call = _inside(evidence.term)
    term = _written(evidence)
    if isinstance(call, RandomCall) and call.function in problem.random:
        arguments = [_inside(argument) for argument in call.arguments]
        if all(isinstance(argument, Constant) for argument in arguments):
            told = ", ".join(render(a.value) for a in arguments if isinstance(a, Constant))
            term = problem.random[call.function].name + (f"({told})" if told else "")
    named = f", named {', '.join(evidence.names)}" if evidence.names else ""
    return f"{term} = {render(evidence.value)}{named}"


def _written(evidence: Evidence) -> str:
    return " ".join(evidence.term.span.text.split()) or "a term"


def _inside(term: Expression) -> Expression:
    return _inside(term.operand) if isinstance(term, Convert) else term


def _values(values: Sequence[Value]) -> str:
    """Numbers by their range and mean, others by how often each was seen."""
    if len(values) > 2 and all(is_number(v) and math.isfinite(v) for v in values):
        mean = math.fsum(values) / len(values)
        return f"{number(min(values))} to {number(max(values))}, mean {number(mean)}"
    counts = Counter(render(value) for value in values)
    told = [f"{shown(_cut(text))}{f' × {n:,}' if n > 1 else ''}" for text, n in counts.most_common(MOST_VALUES)]
    more = len(counts) - MOST_VALUES
    return ", ".join([*told, *([f"… and {counted(more, 'other')}"] if more > 0 else [])])


def _cut(text: str) -> str:
    return text if len(text) <= _MOST_SIGNS else text[: _MOST_SIGNS - 1] + "…"
