"""Worlds of the models in which objects generate objects (`c05` to `c10`, `c14`, `c55`).

A generated object is the pair of its generator and its number among that generator's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.oracles.enumeration import (
    Chances,
    World,
    alike,
    categorical,
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


def generated(counts: dict[Any, int]) -> list[tuple[Any, int]]:
    """All the objects generated, given how many each generator has."""
    return [(generator, number) for generator, count in counts.items() for number in objects(count)]


def c05_origin_attributes() -> Iterator[World]:
    for n, p_n in uniform_int(0, 3):
        aircraft = objects(n)
        for big, p_big in alike(aircraft, flip(0.3)):

            def blips_of(a: int, big: dict[int, bool] = big) -> Chances[int]:
                return categorical({1: 0.4, 2: 0.6} if big[a] else {0: 0.7, 1: 0.3})

            for counts, p_counts in functions(aircraft, blips_of):
                for (b1, b2), p_names in namings(generated(counts), 2):
                    strengths = [uniform_int(2, 4) if big[b[0]] else uniform_int(1, 2) for b in (b1, b2)]
                    for (strength1, strength2), p_strength in together(*strengths):
                        if strength1 == 2:
                            yield (
                                p_n * p_big * p_counts * p_names * p_strength,
                                {
                                    "size({a for Aircraft a})": n,
                                    "Big(Source(b1))": big[b1[0]],
                                    "Source(b1) == Source(b2)": b1[0] == b2[0],
                                    "Strength(b2)": strength2,
                                },
                            )


def c06_two_origins() -> Iterator[World]:
    false_alarms = [(count, p) for count, p in geometric(0.8) if count <= 2]  # no more were found
    for n, p_n in uniform_int(0, 2):
        aircraft = objects(n)
        for (alarms1, alarms2), p_alarms in together(false_alarms, false_alarms):
            for detected, p_detected in alike([(a, s) for a in aircraft for s in ("S1", "S2")], flip(0.7)):
                found1 = alarms1 + sum(detected[a, "S1"] for a in aircraft)
                found2 = alarms2 + sum(detected[a, "S2"] for a in aircraft)
                if (found1, found2) == (2, 1):
                    twice = any(detected[a, "S1"] and detected[a, "S2"] for a in aircraft)
                    yield (
                        p_n * p_alarms * p_detected,
                        {
                            "size({a for Aircraft a})": n,
                            "size({b for Blip b : Source(b) == null})": alarms1 + alarms2,
                            "exists Aircraft a (size({b for Blip b : Source(b) == a}) == 2)": twice,
                        },
                    )


def c07_several_number_statements() -> Iterator[World]:
    # A generator is the pair (Source, Place), either of them null.
    rates: dict[tuple[int | None, str | None], float] = {(None, None): 0.5, (None, "S1"): 0.2, (None, "S2"): 0.9}

    def blips_of(generator: tuple[int | None, str | None]) -> Chances[int]:
        return [(count, p) for count, p in poisson(rates.get(generator, 1.0)) if count <= 2]  # only two were named

    for n, p_n in uniform_int(0, 2):
        for counts, p_counts in functions([*rates, *((a, None) for a in objects(n))], blips_of):
            for ((origin1, _), (origin2, _)), p_names in namings(generated(counts), 2):
                yield (
                    p_n * p_counts * p_names,
                    {
                        "size({a for Aircraft a})": n,
                        "Place(b1)": origin1[1],
                        "Source(b1) == null": origin1[0] is None,
                        "Source(b1) == Source(b2) & Place(b1) == Place(b2)": origin1 == origin2,
                    },
                )


def c08_two_levels() -> Iterator[World]:
    for n, p_n in uniform_int(1, 2):
        for rooms_in, p_rooms in alike(objects(n), categorical({0: 0.3, 1: 0.5, 2: 0.2})):
            rooms = generated(rooms_in)
            for pupils_in, p_pupils in alike(rooms, categorical({0: 0.4, 1: 0.35, 2: 0.25})):
                pupils = generated(pupils_in)
                if len(pupils) == 2:
                    (room1, _), (room2, _) = pupils
                    yield (
                        p_n * p_rooms * p_pupils,
                        {
                            "size({s for School s})": n,
                            "size({r for Room r})": len(rooms),
                            "exists Pupil p exists Pupil q (p != q & Building(Seat(p)) == Building(Seat(q)))": room1[0]
                            == room2[0],
                            "exists Pupil p exists Pupil q (p != q & Seat(p) == Seat(q))": room1 == room2,
                        },
                    )


def c09_guaranteed_generator() -> Iterator[World]:
    for n, p_n in uniform_int(0, 2):
        aircraft = ["Known", *objects(n)]
        for near, p_near in functions(aircraft, lambda a: flip(0.9 if a == "Known" else 0.4)):

            def blips_of(a: Any, near: dict[Any, bool] = near) -> Chances[int]:
                return categorical({0: 0.1, 1: 0.6, 2: 0.3} if near[a] else {0: 0.8, 1: 0.2})

            for counts, p_counts in functions(aircraft, blips_of):
                for ((source1, _), (source2, _)), p_names in namings(generated(counts), 2):
                    yield (
                        p_n * p_near * p_counts * p_names,
                        {
                            "size({a for Aircraft a})": n + 1,
                            "Source(b1) == Known": source1 == "Known",
                            "Near(Known)": near["Known"],
                            "Near(Source(b2))": near[source2],
                        },
                    )


def c10_guaranteed_sources() -> Iterator[World]:
    rates = {None: 0.3, "A1": 1.5, "A2": 0.8}
    for counts, p_counts in functions(list(rates), lambda a: poisson(rates[a])[:4]):  # only three were named
        for (b1, b2, b3), p_names in namings(generated(counts), 3):
            if b2[0] == "A1":
                yield (
                    p_counts * p_names,
                    {
                        "Source(b1)": b1[0],
                        "Source(b1) == Source(b3)": b1[0] == b3[0],
                        "size({b for Blip b : Source(b) == A2})": counts["A2"],
                    },
                )


def c14_generator_attributes() -> Iterator[World]:
    for n, p_n in uniform_int(1, 2):
        people = objects(n)
        for senior, p_senior in alike(people, flip(0.4)):

            def pubs_of(r: int, senior: dict[int, bool] = senior) -> Chances[int]:
                return uniform_int(1, 3) if senior[r] else uniform_int(0, 1)

            for pubs, p_pubs in functions(people, pubs_of):
                for (r1, r2), p_r in together(choice(people), choice(people)):
                    of_r1, of_r2 = ([(r, number) for number in objects(pubs[r])] for r in (r1, r2))
                    for (cited1, cited2), p_cited in together(choice(of_r1), choice(of_r2)):
                        # One is good and the other is not, so they are two publications, and neither is null.
                        if cited1 is None or cited2 is None or cited1 == cited2:
                            continue
                        good = [0.7 if senior[r] else 0.5 for r in (r1, r2)]
                        yield (
                            p_n * p_senior * p_pubs * p_r * p_cited * good[0] * (1 - good[1]),
                            {
                                "size({r for Res r})": n,
                                "Senior(R(C1))": senior[r1],
                                "R(C1) == R(C2)": r1 == r2,
                                "size({p for Pub p : Author(p) == R(C1)})": pubs[r1],
                            },
                        )


def c55_fame() -> Iterator[World]:
    largest = {"Known": 2, "Famous": 1}
    for counts, p_counts in functions(list(largest), lambda f: uniform_int(0, largest[f])):
        pubs = generated(counts)
        for title, p_title in functions(pubs, lambda p: flip(0.3 if p[0] == "Famous" else 0.6)):
            drawn = categorical({"Known": 0.6, "Famous": 0.4})
            for (fame1, fame2), p_drawn in together(drawn, drawn):
                of1, of2 = (choice(p for p in pubs if p[0] == fame) for fame in (fame1, fame2))
                for (cited1, cited2), p_cited in together(of1, of2):
                    seen1, seen2 = (0.9 if title.get(cited) else 0.2 for cited in (cited1, cited2))
                    yield (
                        p_counts * p_title * p_drawn * p_cited * seen1 * (1 - seen2),
                        {
                            "Cited(C1) == Cited(C2)": cited1 == cited2,
                            "Drawn(C1)": fame1,
                            "Cited(C2) == null": cited2 is None,
                            "size({p for Pub p})": len(pubs),
                        },
                    )


MODELS = [
    c05_origin_attributes,
    c06_two_origins,
    c07_several_number_statements,
    c08_two_levels,
    c09_guaranteed_generator,
    c10_guaranteed_sources,
    c14_generator_attributes,
    c55_fame,
]
