"""Worlds of the models about functions, values and integer distributions (`c40` to `c48`)."""

from __future__ import annotations

import math
from collections.abc import Iterator

from tests.oracles.enumeration import (
    World,
    alike,
    binomial,
    categorical,
    flip,
    geometric,
    negative_binomial_mass,
    poisson,
    together,
    uniform_int,
)


def c40_array_index() -> Iterator[World]:
    chance, following = [0.1, 0.5, 0.9], [2, 0, 1]
    for i, p_i in categorical({0: 0.5, 1: 0.3, 2: 0.2}):
        for fair, p_fair in alike([0, 1, 2], flip(0.7)):
            heads = 0.5 if fair[i] else chance[i]
            yield (
                p_i * p_fair * heads * chance[following[i]],
                {"I": i, "K[I]": f"K[{i}]", "Fair(K[0])": fair[0], "Chance[I]": chance[i]},
            )


def c41_tuple_case() -> Iterator[World]:
    green = {(True, "Blue"): 0.5, (True, "Green"): 0.6, (False, "Blue"): 0.1, (False, "Green"): 1.0}
    for (wet, paint), p in together(flip(0.3), categorical({"Blue": 0.6, "Green": 0.4})):
        yield p * green[wet, paint], {"Wet": wet, "Paint": paint}


def c42_overloading() -> Iterator[World]:
    for (grade1, grade2, tutor), p in together(uniform_int(0, 3), uniform_int(0, 3), flip(0.25)):
        if (grade1 + 1) + (3 if tutor else 0) == 4 and grade1 >= grade2:
            yield p, {"Grade(P1)": grade1, "Grade(P2)": grade2, "Grade(T1)": tutor}


def c43_fixed_recursion() -> Iterator[World]:
    fibonacci = [0, 1, 1, 2, 3, 5, 8, 13, 21]
    for n, p in uniform_int(1, 5):
        if fibonacci[n] > 1:
            yield (
                p / math.factorial(n),
                {"N": n, "Factorial(N)": math.factorial(n), "Fibonacci(N + 3)": fibonacci[n + 3]},
            )


def c44_strings() -> Iterator[World]:
    names = categorical({"ann": 0.5, "anna": 0.3, "an": 0.2})
    for (name1, name2, typo), p in together(names, names, flip(0.3)):
        label = name1 + ("a" if typo else name2)
        if label in ("anna", "anann"):
            yield p, {"Label": label, "Typo": typo, "Name(P1)": name1, "Name(P1) == Name(P2)": name1 == name2}


def c45_integer_sum() -> Iterator[World]:
    for (x, y, z), p in together(poisson(2), uniform_int(0, 6), geometric(0.4)):
        if x + y == 4 and y + z <= 5:
            yield p, {"X": x, "X * Y": x * y, "Z": z}


def c46_integer_families() -> Iterator[World]:
    for (kind, trials, extra), p in together(
        categorical({0: 0.2, 1: 0.3, 2: 0.5}), uniform_int(1, 4), categorical({0: 0.8, 1: 0.2})
    ):
        for hits, p_hits in binomial(trials, 0.3):
            waits = 3 - hits - extra
            if waits >= 0:
                yield (
                    p * p_hits * negative_binomial_mass(waits, kind + 1, 0.4),
                    {"Kind": kind, "Trials": trials, "Hits": hits, "Extra": extra},
                )


def c47_random_walk() -> Iterator[World]:
    for fast, p_fast in flip(0.5):
        step = categorical({1: 0.4, 2: 0.6} if fast else {0: 0.3, 1: 0.4, 2: 0.3})
        for (s1, s2, s3, s4), p in together(step, step, step, step):
            if s1 + s2 + s3 == 4:
                yield (
                    p_fast * p,
                    {"Fast": fast, "Position(1)": s1, "Position(2)": s1 + s2, "Position(4)": 4 + s4},
                )


def c48_nested_distribution() -> Iterator[World]:
    for bound, p_bound in uniform_int(1, 3):
        for y, p_y in uniform_int(0, bound):
            yield p_bound * p_y * (0.9 if y > 0 else 0.2), {"Y": y}


MODELS = [
    c40_array_index,
    c41_tuple_case,
    c42_overloading,
    c43_fixed_recursion,
    c44_strings,
    c45_integer_sum,
    c46_integer_families,
    c47_random_walk,
    c48_nested_distribution,
]
