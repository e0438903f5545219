"""The urn as data and as BLOG text."""

from __future__ import annotations

import numpy as np

from benchmarks.problem import Problem

COLOURS = ("Blue", "Green")
FAITHFUL = 0.6
"""Shows the true colour with probability 0.8, the other with 0.2."""


def urn(name: str, seen: list[int]) -> Problem:
    """An urn with Poisson(6) balls; seen[d] is 0 for Blue and 1 for Green."""
    return Problem(name, rate=6.0, kinds=2, faithful=FAITHFUL, seen=np.array(seen, dtype=np.int64))


def alternating(draws: int = 10) -> Problem:
    """Blue and Green in turn."""
    return urn(f"urn, {draws} draws alternating", [draw % 2 for draw in range(draws)])


def all_blue(draws: int = 10) -> Problem:
    """Blue each time."""
    return urn(f"urn, {draws} draws all Blue", [0] * draws)


def blog(problem: Problem) -> str:
    """The same model, evidence and query in BLOG."""
    evidence = "\n".join(f"obs Seen(D[{draw}]) = {COLOURS[colour]};" for draw, colour in enumerate(problem.seen))
    return f"{rules(problem)}distinct Draw D[{len(problem.seen)}];\n{evidence}\n"


def rules(problem: Problem) -> str:
    """Model and query alone, for evidence that is given as data."""
    right, wrong = f"{problem.hit:.12g}", f"{problem.miss:.12g}"
    return f"""\
type Ball; type Draw; type Color;
distinct Color Blue, Green;
#Ball ~ Poisson({problem.rate:g});
random Color Paint(Ball b) ~ Categorical({{Blue -> 0.5, Green -> 0.5}});
random Ball Drawn(Draw d) ~ UniformChoice({{b for Ball b}});
random Color Seen(Draw d) ~ if Drawn(d) != null then case Paint(Drawn(d)) in
  {{Blue -> Categorical({{Blue -> {right}, Green -> {wrong}}}),
   Green -> Categorical({{Blue -> {wrong}, Green -> {right}}})}};
query size({{b for Ball b}});
"""
