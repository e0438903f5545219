"""Worlds of the classic models: context-specific independence, the storm, birthdays, urns, a random argument."""

from __future__ import annotations

import math
from collections.abc import Iterator

from tests.oracles.enumeration import (
    Chances,
    World,
    alike,
    binomial,
    categorical,
    choice,
    flip,
    objects,
    poisson,
    together,
    uniform_int,
)

SIZE = "size({b for Ball b})"
BLUE_SEEN = {"Blue": 0.8, "Green": 0.2}
"""The probability that a ball of this colour is seen as Blue."""


def context_specific() -> Iterator[World]:
    for (u, v, w), p in together(flip(0.3), flip(0.9), flip(0.1)):
        for x, p_x in flip(0.8 if (w if u else v) else 0.2):
            yield p * p_x, {"X": x}


def storm() -> Iterator[World]:
    severe = {"High": 0.2, "Low": 0.8}
    for first, p_first in choice(["A", "B"]):
        other = "B" if first == "A" else "A"
        for prep_first, p_prep in categorical({"High": 0.5, "Low": 0.5}):
            # Damage(First) is Severe: the other city is well prepared.
            for prep_other, p_other in categorical({"High": 0.9, "Low": 0.1}):
                for hit, p_hit in flip(severe[prep_other]):
                    damage = {first: "Severe", other: "Severe" if hit else "Mild"}
                    yield (
                        p_first * p_prep * severe[prep_first] * p_other * p_hit,
                        {"First": first, "Damage(A)": damage["A"], "Damage(Other)": damage[other]},
                    )


SHARED_DAY = "exists Person p exists Person q ((p != q) & (Day(p) == Day(q)))"


def birthday() -> Iterator[World]:
    """By the closed formula: all differ with probability 365/365 · 364/365 · …."""
    evidence = dict(poisson(20))[23]
    all_differ = math.prod((365 - person) / 365 for person in range(23))
    yield evidence * (1 - all_differ), {SHARED_DAY: True}
    yield evidence * all_differ, {SHARED_DAY: False}


def birthday_small() -> Iterator[World]:
    people = objects(4)
    for day, p in alike(people, uniform_int(1, 6)):
        shared = any(day[x] == day[y] for x in people for y in people if x != y)
        yield dict(poisson(20))[4] * p, {SHARED_DAY: shared}


def urn_by_formula(numbers: Chances[int], seen: str) -> Iterator[World]:
    """Draws with replacement, seen as the letters B and G, with the balls' colours and identities summed out.

    Given n balls of which k are blue, each draw is seen Blue with the same probability, independently.
    """
    for n, p_n in numbers:
        if n == 0:
            continue  # draws are then null, and so is what is seen of them
        for k, p_k in binomial(n, 0.5):
            blue = (k * BLUE_SEEN["Blue"] + (n - k) * BLUE_SEEN["Green"]) / n
            yield p_n * p_k * math.prod(blue if colour == "B" else 1 - blue for colour in seen), {SIZE: n}


def urn_alternating() -> Iterator[World]:
    return urn_by_formula(poisson(6), "BGBGBGBGBG")


def urn_blue() -> Iterator[World]:
    return urn_by_formula(poisson(6), "BBBBBBBBBB")


def urn_small() -> Iterator[World]:
    for n, p_n in uniform_int(1, 4):
        balls = objects(n)
        for paint, p_paint in alike(balls, categorical({"Blue": 0.5, "Green": 0.5})):
            for drawn, p_drawn in alike([0, 1, 2], choice(balls)):
                blue = [BLUE_SEEN[paint[drawn[d]]] for d in range(3)]
                yield (
                    p_n * p_paint * p_drawn * blue[0] * (1 - blue[1]) * blue[2],
                    {
                        SIZE: n,
                        "Drawn(D[0]) == Drawn(D[2])": drawn[0] == drawn[2],
                        "Drawn(D[0]) == Drawn(D[1])": drawn[0] == drawn[1],
                        "Paint(Drawn(D[1]))": paint[drawn[1]],
                        "size({b for Ball b : Paint(b) == Blue})": sum(c == "Blue" for c in paint.values()),
                    },
                )


def urn_poisson_small() -> Iterator[World]:
    for n, p_n in poisson(0.4):
        balls = objects(n)
        # Which balls are blue does not matter, only how many: let them be the first k.
        for k, p_k in binomial(n, 0.5):
            paint = {ball: "Blue" if ball <= k else "Green" for ball in balls}
            for drawn, p_drawn in alike([0, 1, 2], choice(balls)):
                if n == 0:
                    continue
                blue = [BLUE_SEEN[paint[drawn[d]]] for d in range(3)]
                for seen_blue, p_seen in flip(blue[1]):
                    yield (
                        p_n * p_k * p_drawn * blue[0] * p_seen * (1 - blue[2]),
                        {
                            SIZE: n,
                            "Seen(D[1])": "Blue" if seen_blue else "Green",
                            "Drawn(D[0]) == Drawn(D[2])": drawn[0] == drawn[2],
                            "exists Draw d (Paint(Drawn(d)) == Green)": any(
                                paint[ball] == "Green" for ball in drawn.values()
                            ),
                        },
                    )


def urn_null_seen() -> Iterator[World]:
    """What is seen is null only if the urn is empty, and then nothing else is ever drawn."""
    for n, p_n in uniform_int(0, 3):
        if n == 0:
            yield p_n, {SIZE: 0, "Seen(D[1])": None, "Drawn(D[1]) == null": True}


def index_evidence() -> Iterator[World]:
    for (y, x_a, x_b), p in together(
        categorical({"A": 0.3, "B": 0.7}), categorical({0: 0.2, 1: 0.8}), categorical({0: 0.6, 1: 0.4})
    ):
        if (x_a if y == "A" else x_b) == 0:
            yield p, {"Y": y, "X(A)": x_a, "X(B)": x_b}


MODELS = [
    context_specific,
    storm,
    birthday,
    birthday_small,
    urn_alternating,
    urn_blue,
    urn_small,
    urn_poisson_small,
    urn_null_seen,
    index_evidence,
]
