"""Worlds of the models about sets, quantifiers, aggregates and operators (`c30` to `c39`)."""

from __future__ import annotations

from collections.abc import Iterator

from tests.oracles.enumeration import (
    Chances,
    World,
    alike,
    categorical,
    flip,
    functions,
    objects,
    together,
    uniform_int,
)


def c30_deterministic_functions() -> Iterator[World]:
    for (x, y), p in together(uniform_int(0, 7), uniform_int(0, 3)):
        half, odd = divmod(x, 2)
        if half >= y and odd + y > 1:
            yield p, {"X": x, "Half": half, "Half * 2 + Odd == X": True}


def c31_aggregates() -> Iterator[World]:
    # Not solid, so of null mass, with probability 0.4.
    mass_of: Chances[int | None] = categorical({None: 0.4, 1: 0.6 * 0.5, 2: 0.6 * 0.3, 4: 0.6 * 0.2})
    for n, p_n in uniform_int(0, 2):
        for mass, p_mass in alike(objects(n), mass_of):
            known = [m for m in mass.values() if m is not None]
            if sum(known) < 6:
                yield (
                    p_n * p_mass,
                    {
                        "sum({Mass(b) for Ball b})": sum(known),
                        "min({Mass(b) for Ball b})": min(known, default=None),
                        "max({Mass(b) for Ball b})": max(known, default=None),
                        "average({Mass(b) for Ball b})": sum(known) / len(known) if known else None,
                        "size({Mass(b) for Ball b})": n,
                        "size({Mass(b) for Ball b : Mass(b) != null})": len(known),
                        "sum({Mass(b) * Mass(b) for Ball b : Mass(b) > 1})": sum(m * m for m in known if m > 1),
                    },
                )


def c32_nested_quantifiers() -> Iterator[World]:
    for n, p_n in uniform_int(1, 3):
        people = objects(n)
        for smokes, p_smokes in alike(people, flip(0.3)):
            for friend, p_friend in alike([(x, y) for x in people for y in people], flip(0.4)):
                if all(any(y != x and friend[x, y] and smokes[y] for y in people) for x in people if smokes[x]):
                    popular = sum(all(friend[x, y] for y in people) for x in people)
                    yield (
                        p_n * p_smokes * p_friend,
                        {
                            "size({x for Person x})": n,
                            "exists Person x (Smokes(x))": any(smokes.values()),
                            "forall Person x forall Person y (Friend(x, y) => Friend(y, x))": all(
                                friend[y, x] for x, y in friend if friend[x, y]
                            ),
                            "size({x for Person x : forall Person y (Friend(x, y) == true)})": popular,
                        },
                    )


def c33_integer_ranges() -> Iterator[World]:
    for x0, p0 in uniform_int(0, 2):
        for x1, p1 in uniform_int(x0, 3):
            for x2, p2 in uniform_int(x1, 3):
                for x3, p3 in uniform_int(x2, 3):
                    if 2 in (x1, x2):
                        yield (
                            p0 * p1 * p2 * p3,
                            {
                                "X(0)": x0,
                                "sum({X(i) for Integer i : i >= 0 & i < 3})": x0 + x1 + x2,
                                "size({i for Integer i : i >= 0 & i < 4 & X(i) > 1})": sum(
                                    x > 1 for x in (x0, x1, x2, x3)
                                ),
                                "max({i * X(i) for Integer i : 0 <= i & i <= 2})": max(0, x1, 2 * x2),
                            },
                        )


def c34_forall_range() -> Iterator[World]:
    for x, p in alike([0, 1, 2], categorical({0: 0.5, 1: 0.3, 2: 0.2})):
        if x[1] + x[2] > 1:
            yield (
                p,
                {
                    "forall Integer i ((i >= 0 & i < 2) => X(i) <= X(i + 1))": x[0] <= x[1] <= x[2],
                    "X(1)": x[1],
                },
            )


def c35_multiset_pairs() -> Iterator[World]:
    things = ["T1", "T2", "T3"]
    pairs = [(s, t) for s in things for t in things]
    for x, p in alike(things, categorical({0: 0.5, 1: 0.3, 2: 0.2})):
        if sum(x[s] * x[t] for s, t in pairs if s != t) > 3:
            yield (
                p,
                {
                    "X(T1)": x["T1"],
                    "sum({X(s) + X(t) for T s, T t})": sum(x[s] + x[t] for s, t in pairs),
                    "size({X(s), X(t) for T s, T t : X(s) < X(t)})": sum(x[s] < x[t] for s, t in pairs),
                    "max({X(s) - X(t) for T s, T t : s != t})": max(x[s] - x[t] for s, t in pairs if s != t),
                },
            )


def c36_query_set() -> Iterator[World]:
    """A set as the sorted tuple of its members."""
    for n, p_n in uniform_int(0, 2):
        for mass, p_mass in alike(objects(n), categorical({1: 0.5, 2: 0.3, 4: 0.2})):
            members = tuple(sorted(mass.values()))
            if sum(members) < 5:
                yield (
                    p_n * p_mass,
                    {
                        "{Mass(b) for Ball b}": members,
                        "{Mass(b) for Ball b : Mass(b) > 1}": tuple(m for m in members if m > 1),
                    },
                )


def c37_operators() -> Iterator[World]:
    for (x, y, a), p in together(uniform_int(0, 5), uniform_int(0, 2), flip(0.3)):
        for b, p_b in flip(0.2 if a else 0.7):
            if x >= y or a:
                yield (
                    p * p_b,
                    {
                        "X / (Y + 1)": x // (y + 1),
                        "X % (Y + 1)": x % (y + 1),
                        "X ^ Y": float(x**y),
                        "X / 2.0": x / 2,
                        "X - 3 * Y": x - 3 * y,
                        "abs(X - 4)": abs(x - 4),
                        "A => B": not a or b,
                        "!A & B": not a and b,
                        "Y != 0 & X / Y > 1": y != 0 and x // y > 1,
                    },
                )


def c38_precedence() -> Iterator[World]:
    for (n, a, b), p in together(uniform_int(1, 3), flip(0.6), flip(0.3)):
        if a or b:
            yield (
                p,
                {
                    "true | A & B": b,
                    "2 * N ^ 2": float((2 * n) ** 2),
                    "-N ^ 2": float(n**2),
                    "!A == B": (not a) == b,
                    "7 - N - 1": 6 - n,
                    "7 / N * N": 7 // n * n,
                    "N + 1 < 4 & A": n < 3 and a,
                },
            )


def c39_cardinality() -> Iterator[World]:
    for n, p_n in uniform_int(0, 3):
        balls = ["G", *objects(n)]
        for red, p_red in functions(balls, lambda ball: flip(0.9 if ball == "G" else 0.4)):
            if sum(red.values()) == 2:
                yield (
                    p_n * p_red,
                    {"#Ball": n + 1, "#{b for Ball b : Red(b) == false}": n - 1, "Red(G)": red["G"]},
                )


MODELS = [
    c30_deterministic_functions,
    c31_aggregates,
    c32_nested_quantifiers,
    c33_integer_ranges,
    c34_forall_range,
    c35_multiset_pairs,
    c36_query_set,
    c37_operators,
    c38_precedence,
    c39_cardinality,
]
