"""The citation-like model as data and as BLOG text."""

from __future__ import annotations

import math

import numpy as np

from benchmarks.problem import Problem, World, simulate

TITLES = 200
FAITHFUL = 0.9
SEED = 20060713


def citations(count: int = 1000, titles: int = TITLES) -> tuple[Problem, World]:
    """So many citations, drawn from the model with two publications for five of them, and the world they come from.

    The prior expects one for two: off on purpose, so that a sampler that ignored the evidence would be far from right.
    """
    return simulate(f"citations, {count}", count / 2, titles, FAITHFUL, count, SEED, number=2 * count // 5)


class NoisyCopy:
    """The text of a citation: the title with probability `faithful`, otherwise uniform on 0 … titles-1.

    A distribution for the BLOG text below, in the form in which users supply theirs.
    """

    def sample(self, rng: np.random.Generator, title: int, titles: int, faithful: float) -> int:
        """A text of the title."""
        return title if rng.random() < faithful else int(rng.integers(titles))

    def log_prob(self, value: int, title: int, titles: int, faithful: float) -> float:
        """ln p(value | title)."""
        miss = (1.0 - faithful) / titles
        return math.log(faithful + miss if value == title else miss)


def blog(problem: Problem) -> str:
    """The same model, evidence and query in BLOG; `NoisyCopy` is to be supplied with it."""
    evidence = "\n".join(f"obs Text(C[{citation}]) = {text};" for citation, text in enumerate(problem.seen))
    return f"{rules(problem)}distinct Cit C[{len(problem.seen)}];\n{evidence}\n"


def rules(problem: Problem) -> str:
    """Model and query alone, for evidence that is given as data."""
    return f"""\
type Pub; type Cit;
#Pub ~ Poisson({problem.rate:g});
random Integer Title(Pub p) ~ UniformInt(0, {problem.kinds - 1});
random Pub PubCited(Cit c) ~ UniformChoice({{p for Pub p}});
random Integer Text(Cit c) ~ NoisyCopy(Title(PubCited(c)), {problem.kinds}, {problem.faithful:.12g});
query size({{p for Pub p}});
"""
