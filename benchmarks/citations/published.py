"""Figures that others have published for the sets of CiteSeer: percentages of true clusters that are found exactly.

Lawrence, Giles and Bollacker (1999), Pasula et al. (2003) and Milch and Russell (2006), as the notes beside the data
give them: nothing was measured here. Of Pasula et al. there is one figure; it stands as the average, with which it is
compared.
"""

from __future__ import annotations

from typing import NamedTuple


class Published(NamedTuple):
    """Accuracy on average over samples, at the end, or of the only answer; None where none was published."""

    method: str
    average: float | None = None
    final: float | None = None
    estimate: float | None = None


def published(name: str) -> tuple[Published, ...]:
    """What is known of the set of this name, which need not be one of CiteSeer."""
    if name not in _FIGURES:
        return ()
    phrases, pasula, java, blog = _FIGURES[name]
    return (
        Published("published: phrase matching, Lawrence et al. 1999", estimate=phrases),
        Published("published: Pasula et al. 2003", average=pasula),
        Published("published: Milch & Russell 2006, by hand in Java", *java),
        Published("published: Milch & Russell 2006, BLOG", *blog),
    )


_FIGURES: dict[str, tuple[float, float, tuple[float, float], tuple[float, float]]] = {
    "face": (94.0, 97.0, (95.1, 96.0), (95.6, 96.3)),
    "reinforcement": (79.0, 94.0, (81.8, 86.1), (78.0, 82.3)),
    "reasoning": (86.0, 96.0, (88.6, 89.4), (88.7, 90.8)),
    "constraint": (89.0, 93.0, (91.7, 91.8), (90.7, 91.9)),
}
