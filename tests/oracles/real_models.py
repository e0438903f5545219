"""Worlds of the models with real observations of discrete causes (`c49` to `c54`).

A weight is then a density in the observed values. Evidence `a v + b = c` on a real variable v weighs p(v) / |a|.
"""

from __future__ import annotations

from collections.abc import Iterator

from tests.oracles.enumeration import (
    Answers,
    World,
    alike,
    categorical,
    choice,
    fewest_densities,
    flip,
    gaussian_density,
    objects,
    poisson,
    uniform_int,
)


def c49_gaussian_classes() -> Iterator[World]:
    observed = {"P1": 0.3, "P2": 1.7, "P3": 3.0}
    for wide, p_wide in flip(0.4):
        mean_and_variance = {0: (-1.0, 0.5), 1: (0.5, 1.0), 2: (2.0, 4.0 if wide else 0.25)}
        for label, p_label in alike(list(observed), categorical({0: 0.5, 1: 0.3, 2: 0.2})):
            weight = p_wide * p_label
            for point, x in observed.items():
                weight *= gaussian_density(x, *mean_and_variance[label[point]])
            yield (
                weight,
                {
                    "Wide": wide,
                    "Class(P1)": label["P1"],
                    "Class(P3)": label["P3"],
                    "Class(P2) == Class(P3)": label["P2"] == label["P3"],
                },
            )


def c50_linear_evidence() -> Iterator[World]:
    for k, p in uniform_int(1, 3):
        yield p * gaussian_density(1.0, k, k) / 2 * gaussian_density(1.5 / k, 1, 2) / k, {"K": k}


def c51_distribution_in_expression() -> Iterator[World]:
    for s, p in flip(0.4):
        yield p * (gaussian_density(-0.25, 0, 1) / 2 if s else gaussian_density(0.5, 0, 1)), {"S": s}


def c52_gaussian_of_size() -> Iterator[World]:
    for n, p in poisson(2):
        yield p * gaussian_density(4.2, 1.5 * n, 1.0), {"size({b for Ball b})": n}


def c53_gaussian_sources() -> Iterator[World]:
    observed = {"B1": 0.2, "B2": 0.4, "B3": 1.9}
    for n, p_n in uniform_int(1, 3):
        targets = objects(n)
        for place, p_place in alike(targets, uniform_int(0, 2)):
            for source, p_source in alike(list(observed), choice(targets)):
                weight = p_n * p_place * p_source
                for blip, z in observed.items():
                    weight *= gaussian_density(z, place[source[blip]], 0.25)
                yield (
                    weight,
                    {
                        "size({t for Target t})": n,
                        "Source(B1) == Source(B2)": source["B1"] == source["B2"],
                        "Source(B1) == Source(B3)": source["B1"] == source["B3"],
                        "Place(Source(B2))": place[source["B2"]],
                    },
                )


def c54_fewest_densities() -> Iterator[World]:
    observed = {1: 0.0, 2: 0.0, 3: 0.5}

    def worlds() -> Iterator[tuple[int, float, Answers]]:
        for k, p in categorical({1: 0.4, 2: 0.3, 3: 0.2, 4: 0.1}):
            factors, weight = 0, p
            for i, y in observed.items():
                if i == k - 1:
                    weight *= 1.0 if y == 0.0 else 0.0
                else:
                    weight *= gaussian_density(y, 0, k)
                    factors += 1
            yield factors, weight, {"K": k}

    return fewest_densities(worlds())


MODELS = [
    c49_gaussian_classes,
    c50_linear_evidence,
    c51_distribution_in_expression,
    c52_gaussian_of_size,
    c53_gaussian_sources,
    c54_fewest_densities,
]
