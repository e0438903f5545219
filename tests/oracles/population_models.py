"""Worlds of the models about how many objects there are: sizes, names and priors (`c01` to `c04`, `c11` to `c17`)."""

from __future__ import annotations

from collections.abc import Iterator

from tests.oracles.enumeration import (
    Chances,
    World,
    alike,
    binomial,
    categorical,
    certain,
    choice,
    flip,
    functions,
    geometric,
    namings,
    objects,
    poisson,
    together,
    uniform_int,
)


def c01_random_rate() -> Iterator[World]:
    for rate, p_rate in categorical({0.5: 0.4, 3.0: 0.6}):
        for red, p_red in alike(objects(2), flip(0.2 if rate > 1 else 0.7)):
            yield (
                p_rate * dict(poisson(rate))[2] * p_red,
                {"Rate": rate, "size({b for Ball b : Red(b) == true})": sum(red.values())},
            )


def c02_named_set() -> Iterator[World]:
    balls = objects(3)
    for many, p_many in flip(0.5):
        p_n = dict(poisson(4 if many else 1.5))[3]
        for red, p_red in alike(balls, flip(0.3)):
            for drawn, p_drawn in choice(balls):
                for (x, y, z), p_names in namings(balls, 3):
                    if red[x] and red[drawn]:
                        yield (
                            p_many * p_n * p_red * p_drawn * p_names,
                            {
                                "Many": many,
                                "Drawn == x": drawn == x,
                                "Red(y)": red[y],
                                "exists Ball b (b != x & Red(b) == true)": red[y] or red[z],
                            },
                        )


def c03_named_filtered_set() -> Iterator[World]:
    for n, p_n in uniform_int(0, 4):
        balls = objects(n)
        for red, p_red in alike(balls, flip(0.4)):

            def mass_of(ball: int, red: dict[int, bool] = red) -> Chances[int]:
                return uniform_int(1, 3) if red[ball] else uniform_int(2, 3)

            for mass, p_mass in functions(balls, mass_of):
                for (r1, r2), p_names in namings([ball for ball in balls if red[ball]], 2):
                    if mass[r1] == 3:
                        yield (
                            p_n * p_red * p_mass * p_names,
                            {
                                "size({b for Ball b})": n,
                                "Mass(r2)": mass[r2],
                                "sum({Mass(b) for Ball b})": sum(mass.values()),
                            },
                        )


def c04_two_named_sets() -> Iterator[World]:
    for n, p_n in uniform_int(1, 4):
        balls = objects(n)
        for red, p_red in alike(balls, flip(0.5)):

            def big_of(ball: int, red: dict[int, bool] = red) -> Chances[bool]:
                return flip(0.6 if red[ball] else 0.2)

            for big, p_big in functions(balls, big_of):
                for (r1, r2), p_reds in namings([ball for ball in balls if red[ball]], 2):
                    for (g1,), p_bigs in namings([ball for ball in balls if big[ball]], 1):
                        yield (
                            p_n * p_red * p_big * p_reds * p_bigs,
                            {
                                "size({b for Ball b})": n,
                                "r1 == r2": r1 == r2,
                                "r1 == g1": r1 == g1,
                                "Red(g1)": red[g1],
                            },
                        )


def c11_conditional_number() -> Iterator[World]:
    for (rich, single), p in together(flip(0.4), flip(0.3)):
        numbers = poisson(2) if rich else certain(1) if single else uniform_int(0, 3)
        for n, p_n in numbers:
            for (first, second), p_pick in together(choice(objects(n)), choice(objects(n))):
                # Only the colours of the balls that were picked matter; of no ball the colour is null.
                picked = sorted({first, second} - {None})
                for red, p_red in alike(picked, flip(0.6)):
                    seen_first = 0.9 if red.get(first) else 0.2
                    seen_second = 0.9 if red.get(second) else 0.2
                    yield (
                        p * p_n * p_pick * p_red * seen_first * (1 - seen_second),
                        {
                            "Rich": rich,
                            "Single": single,
                            "size({b for Ball b})": n,
                            "Pick(D1) == Pick(D2)": first == second,
                        },
                    )


def c12_fixed_number() -> Iterator[World]:
    for inside, p in alike(objects(3), categorical({0: 0.5, 1: 0.3, 2: 0.2})):
        if sum(inside.values()) == 3:
            yield (
                p,
                {
                    "size({x for Box x})": 3,
                    "max({Inside(x) for Box x})": max(inside.values()),
                    "exists Box x (Inside(x) == 1)": 1 in inside.values(),
                },
            )


def c13_number_of_number() -> Iterator[World]:
    for guests, p_guests in poisson(2):
        for chairs, p_chairs in binomial(guests, 0.6):
            if chairs == 2:
                yield p_guests * p_chairs, {"size({g for Guest g})": guests}


def c15_geometric_prior() -> Iterator[World]:
    for n, p_n in geometric(0.6):
        for (pick, other), p in together(choice(objects(n)), choice(objects(n))):
            # Only the masses of the boxes that were picked matter; of no box the mass is null.
            for mass, p_mass in alike(sorted({pick, other} - {None}), uniform_int(1, 3)):
                if mass.get(pick) == 2:
                    yield (
                        p_n * p * p_mass,
                        {"size({x for Box x})": n, "Pick == Other": pick == other, "Mass(Other)": mass[other]},
                    )


def c16_poisson_exists() -> Iterator[World]:
    for n, p_n in poisson(0.5):
        for red, p_red in alike(objects(n), flip(0.3)):
            if any(red.values()):
                yield (
                    p_n * p_red,
                    {
                        "size({b for Ball b})": n,
                        "size({b for Ball b : Red(b) == true})": sum(red.values()),
                        "forall Ball b (Red(b) == true)": all(red.values()),
                    },
                )


def c17_filtered_size() -> Iterator[World]:
    for n, p_n in poisson(0.8):
        for red, p_red in alike(objects(n), flip(0.4)):
            if sum(red.values()) == 2:
                for drawn, p_drawn in choice(objects(n)):
                    yield p_n * p_red * p_drawn, {"size({b for Ball b})": n, "Red(Drawn)": red[drawn]}


MODELS = [
    c01_random_rate,
    c02_named_set,
    c03_named_filtered_set,
    c04_two_named_sets,
    c11_conditional_number,
    c12_fixed_number,
    c13_number_of_number,
    c15_geometric_prior,
    c16_poisson_exists,
    c17_filtered_size,
]
