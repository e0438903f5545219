"""Worlds of the models about which object a variable points to (`c18` to `c25`)."""

from __future__ import annotations

from collections.abc import Iterator

from tests.oracles.enumeration import (
    Chances,
    World,
    alike,
    categorical,
    choice,
    flip,
    functions,
    objects,
    together,
    uniform_int,
)


def c18_switching_parents() -> Iterator[World]:
    sensors = ["S1", "S2"]
    for hot, p_hot in flip(0.3):
        for used, p_used in categorical({"S1": 0.9, "S2": 0.1}) if hot else choice(sensors):
            for broken, p_broken in functions(sensors, lambda s: flip(0.2 if s == "S1" else 0.4)):

                def level_of(s: str, hot: bool = hot, broken: dict[str, bool] = broken) -> Chances[int]:
                    if broken[s]:
                        return uniform_int(0, 3)
                    return categorical({2: 0.5, 3: 0.5} if hot else {0: 0.6, 1: 0.3, 2: 0.1})

                for level, p_level in functions(sensors, level_of):
                    if level[used] == 2:
                        yield (
                            p_hot * p_used * p_broken * p_level,
                            {
                                "Used": used,
                                "Hot": hot,
                                "Broken(S1)": broken["S1"],
                                "Level(S1) == Level(S2)": level["S1"] == level["S2"],
                            },
                        )


def c19_authors_without_repeats() -> Iterator[World]:
    for n, p_n in uniform_int(1, 4):
        people = objects(n)
        for name, p_name in alike(people, categorical({"Li": 0.5, "Wu": 0.3, "Ito": 0.2})):
            for first, p_first in choice(people):
                for second, p_second in choice(r for r in people if r != first):
                    if name[first] != "Li" or name.get(second) != "Wu":
                        continue
                    for third, p_third in choice(r for r in people if r not in (first, second)):
                        for reviewer, p_reviewer in choice(people):
                            yield (
                                p_n * p_name * p_first * p_second * p_third * p_reviewer,
                                {
                                    "size({r for Res r})": n,
                                    "Author(2) == null": third is None,
                                    "Name(Author(2))": name.get(third),
                                    "Reviewer == Author(1)": reviewer == second,
                                    "Name(Reviewer)": name[reviewer],
                                },
                            )


def c20_filtered_choice() -> Iterator[World]:
    for n, p_n in uniform_int(0, 3):
        balls = objects(n)
        for red, p_red in alike(balls, flip(0.4)):
            for (some, best), p in together(choice(balls), choice(ball for ball in balls if red[ball])):
                yield (
                    p_n * p_red * p * (0.8 if some == best else 0.1),
                    {
                        "size({b for Ball b})": n,
                        "Best == null": best is None,
                        "Any == Best": some == best,
                        "Red(Any)": red.get(some),
                    },
                )


def c21_choice_of_values() -> Iterator[World]:
    for n, p_n in uniform_int(1, 3):
        for mass, p_mass in alike(objects(n), choice([1, 2, 5])):
            for (shown, floor), p in together(choice(mass.values()), uniform_int(0, 4)):
                if max(shown, floor) == 2:
                    yield (
                        p_n * p_mass * p,
                        {
                            "size({b for Ball b})": n,
                            "Shown": shown,
                            "size({b for Ball b : Mass(b) == 2})": sum(m == 2 for m in mass.values()),
                            "size({1, 2, 5})": 3,
                        },
                    )


def c22_null_comparisons() -> Iterator[World]:
    for n, p_n in uniform_int(0, 2):
        for pick, p_pick in choice(objects(n)):
            for mass, p_mass in [(None, 1.0)] if pick is None else uniform_int(1, 3):
                light = None if mass is None else mass < 2
                kept = mass if mass is not None and mass > 1 else 0
                for y, p_y in categorical({0: 0.4, 1: 0.6}):
                    if kept != 3:
                        yield (
                            p_n * p_pick * p_mass * p_y,
                            {
                                "Mass(Pick)": mass,
                                "Mass(Pick) == null": mass is None,
                                "Mass(Pick) != 2": mass != 2,
                                "Mass(Pick) < 2": light,
                                "!(Mass(Pick) < 2)": None if light is None else not light,
                                "Mass(Pick) + 1": None if mass is None else mass + 1,
                                "Y == 1 & Mass(Pick) < 2": light if y == 1 else False,
                                "Kept": kept,
                            },
                        )


def c23_quantified_draws() -> Iterator[World]:
    for n, p_n in uniform_int(1, 4):
        balls = objects(n)
        for red, p_red in alike(balls, flip(0.3)):
            for (d1, d2, d3), p_drawn in together(choice(balls), choice(balls), choice(balls)):
                if d1 in (d2, d3) and red[d1] and red[d2] and red[d3]:
                    yield (
                        p_n * p_red * p_drawn,
                        {
                            "size({b for Ball b})": n,
                            "Drawn(D2) == Drawn(D3)": d2 == d3,
                            "size({b for Ball b : Red(b) == true})": sum(red.values()),
                        },
                    )


def c24_observation_loop() -> Iterator[World]:
    for used, p in categorical({"Fair": 0.8, "Bent": 0.2}):
        yield p * (0.5 if used == "Fair" else 0.9) ** 3, {"Used": used}


def c25_iota() -> Iterator[World]:
    chances = {"A": 0.5, "B": 0.2, "C": 0.4}
    for chosen, p in functions(list(chances), lambda box: flip(chances[box])):
        members = [box for box in chosen if chosen[box]]
        if len(members) == 1:
            yield p, {"iota({x for Box x : Chosen(x) == true})": members[0], "Chosen(A)": chosen["A"]}


MODELS = [
    c18_switching_parents,
    c19_authors_without_repeats,
    c20_filtered_choice,
    c21_choice_of_values,
    c22_null_comparisons,
    c23_quantified_draws,
    c24_observation_loop,
    c25_iota,
]
