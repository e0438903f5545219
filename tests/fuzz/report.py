"""The counts of fuzzing as people read them at the end of a run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.fuzz.campaign import Counts

_KINDS = 20


def as_property(counts: Counts, seconds: float) -> dict[str, Any]:
    """The counts of one test in a form that can be sent from one process to another."""
    return {
        "programs": counts.programs,
        "parsed": counts.parsed,
        "checked": counts.checked,
        "sampled": counts.sampled,
        "seconds": seconds,
        "diagnostics": dict(counts.diagnostics),
    }


def summary(properties: Iterable[Mapping[str, Any]]) -> list[str]:
    """Lines with the counts of all tests together, and the kinds of diagnostics that were told most often."""
    total: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for one in properties:
        kinds.update(one["diagnostics"])
        total.update({name: number for name, number in one.items() if name != "diagnostics"})
    programs = total["programs"]
    shares = [f"{total[name]} {name} ({total[name] / programs:.0%})" for name in ("parsed", "checked", "sampled")]
    lines = [f"{programs} programs: {', '.join(shares)}; {total['seconds']:.0f} seconds of work"]
    return lines + [f"{count:8}  {kind}" for kind, count in kinds.most_common(_KINDS)]
