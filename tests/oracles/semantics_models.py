"""Worlds of the fifteen models that expose mistakes in inference engines: `m01` to `m15`."""

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
    functions,
    gaussian_density,
    namings,
    objects,
    together,
    uniform_int,
)


def _chance(outcome: bool, chance: float) -> float:
    return chance if outcome else 1 - chance


def m01_parental() -> Iterator[World]:
    for x, p in flip(0.3):
        yield p * (0.8 if x else 0.1), {"X": x}


def m02_completion_draws_objects() -> Iterator[World]:
    for n, p_n in uniform_int(1, 3):
        balls = objects(n)
        for red, p_red in alike(balls, flip(0.3)):
            for (s, a, b, c), p in together(flip(0.4), choice(balls), choice(balls), choice(balls)):
                if red[c]:
                    y = (0.9 if red[a] else 0.2) if s else (0.1 if red[b] else 0.6)
                    yield p_n * p_red * p * y, {"S": s, "size({b for Ball b})": n}


def m03_citations() -> Iterator[World]:
    text = {"C1": True, "C2": True, "C3": False}
    for n, p_n in uniform_int(1, 3):
        pubs = objects(n)
        for title, p_title in alike(pubs, flip(0.3)):
            for cited, p_cited in alike(list(text), choice(pubs)):
                weight = p_n * p_title * p_cited
                for citation, seen in text.items():
                    weight *= _chance(seen, 0.9 if title[cited[citation]] else 0.2)
                yield (
                    weight,
                    {
                        "PubCited(C1) == PubCited(C2)": cited["C1"] == cited["C2"],
                        "PubCited(C1) == PubCited(C3)": cited["C1"] == cited["C3"],
                        "size({p for Pub p})": n,
                        "size({p for Pub p : exists Cit c (PubCited(c) == p)})": len(set(cited.values())),
                        "exists Pub p (Title(p) == true)": any(title.values()),
                    },
                )


def m04_observed_total() -> Iterator[World]:
    for n, p_n in uniform_int(0, 3):
        for blips, p_blips in alike(objects(n), categorical({0: 0.5, 1: 0.3, 2: 0.2})):
            if sum(blips.values()) == 2:
                yield p_n * p_blips, {"size({a for Aircraft a})": n}


def m05_names() -> Iterator[World]:
    def blips_of(source: int | None) -> list[tuple[int, float]]:
        return categorical({0: 0.5, 1: 0.3, 2: 0.2} if source is None else {0: 0.2, 1: 0.3, 2: 0.5})

    for n, p_n in uniform_int(0, 2):
        for counts, p_counts in functions([None, *objects(n)], blips_of):
            blips = [(source, number) for source, count in counts.items() for number in objects(count)]
            for (b1, b2), p_names in namings(blips, 2):
                yield (
                    p_n * p_counts * p_names,
                    {
                        "size({a for Aircraft a})": n,
                        "Source(b1) == null": b1[0] is None,
                        "Source(b1) == Source(b2)": b1[0] == b2[0],
                    },
                )


def m06_empty_set() -> Iterator[World]:
    for n, p_n in uniform_int(0, 2):
        for (first, second), p in together(choice(objects(n)), choice(objects(n))):
            hit = 0.9 if first == second else 0.3
            yield p_n * p * hit, {"size({b for Ball b})": n, "F(D1) == F(D2)": first == second}


def m06_empty_set_guaranteed() -> Iterator[World]:
    for n, p_n in uniform_int(0, 2):
        balls = ["G", *objects(n)]
        for (first, second), p in together(choice(balls), choice(balls)):
            hit = 0.9 if first == second else 0.3
            yield (
                p_n * p * hit,
                {
                    "size({b for Ball b})": len(balls),
                    "F(D1) == F(D2)": first == second,
                    "F(D1) == G": first == "G",
                },
            )


def m07_hard_evidence() -> Iterator[World]:
    for (s, x, y, w), p in together(flip(0.5), uniform_int(0, 4), uniform_int(0, 4), uniform_int(0, 9)):
        if (x + y if s else w) == 4:
            yield p, {"S": s}


def m08_switch() -> Iterator[World]:
    for (s, u1, u2, v), p in together(flip(0.5), flip(0.4), flip(0.4), flip(0.2)):
        y = (0.9 if u1 == u2 else 0.3) if s else (0.7 if v else 0.1)
        yield p * y, {"S": s}


def m09_sweep() -> Iterator[World]:
    for (s, z, t), p in together(flip(0.5), flip(0.4), flip(0.3)):
        likely_if_t, likely_if_not = ((0.9, 0.2) if z else (0.5, 0.2)) if s else (0.1, 0.7)
        yield p * (likely_if_t if t else likely_if_not), {"S": s, "T": t}


def m10_generators() -> Iterator[World]:
    for n, p_n in uniform_int(1, 2):
        for pubs, p_pubs in alike(objects(n), categorical({0: 0.25, 1: 0.25, 2: 0.5})):
            for (r1, r2), p_r in together(choice(objects(n)), choice(objects(n))):
                of_r1, of_r2 = ([(r, number) for number in objects(pubs[r])] for r in (r1, r2))
                for (cited1, cited2), p_cited in together(choice(of_r1), choice(of_r2)):
                    if cited1 is not None and cited2 is not None:
                        same = cited1 == cited2
                        yield (
                            p_n * p_pubs * p_r * p_cited * (0.7 if same else 0.2),
                            {"size({r for Res r})": n, "PubCited(C1) == PubCited(C2)": same},
                        )


def m11_not_equal_filter() -> Iterator[World]:
    for n, p_n in uniform_int(1, 3):
        balls = objects(n)
        for (a, c), p in together(choice(balls), choice(balls)):
            for b, p_b in choice(ball for ball in balls if ball != a):
                yield p_n * p * p_b * (0.9 if c == b else 0.3), {"size({b for Ball b})": n, "C == A": c == a}


def m12_self_reference() -> Iterator[World]:
    for n, p_n in uniform_int(1, 3):
        pubs = objects(n)
        for first, p_first in choice(pubs):
            for cites, p_cites in alike(pubs, choice(pubs)):
                if cites[first] != first:
                    yield (
                        p_n * p_first * p_cites,
                        {"size({p for Pub p})": n, "Cites(Cites(First)) == First": cites[cites[first]] == first},
                    )


def m13_forced_value() -> Iterator[World]:
    for (first, d_a, d_b), p in together(choice(["A", "B"]), flip(0.2), flip(0.6)):
        if d_a if first == "A" else d_b:
            yield p * (0.9 if d_a and d_b else 0.4), {"First": first, "D(A)": d_a}


def m14_jacobian() -> Iterator[World]:
    for x, p in uniform_int(1, 2):
        yield p * gaussian_density(1 / x, 0, 1) / x, {"X": x}


def m15_atom() -> Iterator[World]:
    def worlds() -> Iterator[tuple[int, float, Answers]]:
        for b, p in flip(0.5):
            yield (1, p * gaussian_density(0, 0, 1), {"B": b}) if b else (0, p, {"B": b})

    return fewest_densities(worlds())


MODELS = [
    m01_parental,
    m02_completion_draws_objects,
    m03_citations,
    m04_observed_total,
    m05_names,
    m06_empty_set,
    m06_empty_set_guaranteed,
    m07_hard_evidence,
    m08_switch,
    m09_sweep,
    m10_generators,
    m11_not_equal_filter,
    m12_self_reference,
    m13_forced_value,
    m14_jacobian,
    m15_atom,
]
