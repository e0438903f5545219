"""What the citations of a publication suggest: r(a | S) = Σ_c∈S weight(c, a) / |S|, S being `citing[:count]`."""

from __future__ import annotations

from benchmarks.citations.hand_written.draws import integer, uniform
from benchmarks.citations.hand_written.state import HEAD, NEXT, NONE, Array, State
from benchmarks.compiled import compiled, inlined


@inlined
def gather(s: State, p: int, citing: Array) -> int:
    """Puts the citations of a publication into an array, in the order of its list; how many there are."""
    count = 0
    c = s.publication[p, HEAD]
    while c != NONE:
        citing[count] = c
        count += 1
        c = s.citation[c, NEXT]
    return count


@inlined
def suggestion(s: State, attribute: int, citing: Array, count: int) -> int:
    """What one of the citations, each alike, suggests, by weight."""
    c = citing[integer(s, count)]
    value: int = s.value[attribute, c, _place(s.weight, s.suggested, attribute, c, uniform(s))]
    return value


@inlined
def suggested(s: State, attribute: int, value: int, citing: Array, count: int) -> float:
    """The probability r of a value."""
    return _suggested(s.value, s.weight, s.suggested, citing, attribute, value, count)


@compiled
def _place(weight: Array, places: Array, attribute: int, c: int, u: float) -> int:
    k = 0
    while k < places[attribute, c] - 1 and u >= weight[attribute, c, k]:
        u -= weight[attribute, c, k]
        k += 1
    return k


@compiled
def _suggested(
    values: Array, weight: Array, places: Array, citing: Array, attribute: int, value: int, count: int
) -> float:
    total = 0.0
    for i in range(count):
        c = citing[i]
        for k in range(places[attribute, c]):
            if values[attribute, c, k] == value:
                total += weight[attribute, c, k]
                break
    return total / count
