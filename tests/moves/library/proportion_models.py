"""Models with proportions, and their exact answers by summing over all that is discrete."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product

SEEN = """
type Draw; distinct Draw D[6]; random RealMatrix Pi ~ Dirichlet([1.0, 2.0, 0.5]);
random Integer X(Draw d) ~ Discrete(Pi);
obs X(D[0]) = 1; obs X(D[1]) = 1; obs X(D[2]) = 2; query Pi[0]; query Pi[1]; query Pi[2];
"""
SEEN_MEANS = {"Pi[0]": 1.0 / 6.5, "Pi[1]": 4.0 / 6.5, "Pi[2]": 1.5 / 6.5}

MIXTURE = """
type Draw; distinct Draw D[4]; random RealMatrix Pi ~ Dirichlet([1; 2; 1]); random Integer X(Draw d) ~ Discrete(Pi);
random Real Y(Draw d) ~ Gaussian(2.0 * X(d), 1.0);
obs Y(D[0]) = 0.3; obs Y(D[1]) = 3.5; obs Y(D[2]) = 4.4; obs Y(D[3]) = 2.9; query Pi[0][0]; query Pi[1][0];
"""
"""What reads the proportions is latent."""

TOPICS = """
type Topic; type Word; distinct Word W[5]; #Topic ~ UniformInt(1, 3);
random RealMatrix Phi(Topic t) ~ Dirichlet([0.5, 1.0, 2.0]);
random Topic T(Word w) ~ UniformChoice({t for Topic t}); random Integer X(Word w) ~ Discrete(Phi(T(w)));
obs X(W[0]) = 0; obs X(W[1]) = 0; obs X(W[2]) = 2; obs X(W[3]) = 1; obs X(W[4]) = 0; query #Topic;
"""
"""Proportions of unnumbered objects, whose readers are kept as counts."""


def _log_counts(alpha: Sequence[float], counts: Sequence[int]) -> float:
    """ln p of draws by position, in their order, the proportions being summed out."""
    found = math.lgamma(sum(alpha)) - math.lgamma(sum(alpha) + sum(counts))
    return found + sum(math.lgamma(a + n) - math.lgamma(a) for a, n in zip(alpha, counts, strict=True))


def mixture_means() -> list[float]:
    """The means of the proportions of MIXTURE."""
    alpha, seen = (1.0, 2.0, 1.0), (0.3, 3.5, 4.4, 2.9)
    total, means = 0.0, [0.0, 0.0, 0.0]
    for values in product(range(3), repeat=4):
        counts = [values.count(k) for k in range(3)]
        fit = sum(-((y - 2.0 * x) ** 2) / 2.0 for x, y in zip(values, seen, strict=True))
        weight = math.exp(_log_counts(alpha, counts) + fit)
        total += weight
        for k in range(3):
            means[k] += weight * (alpha[k] + counts[k]) / 8.0
    return [mean / total for mean in means]


def mean_number_of_topics() -> float:
    """That of TOPICS."""
    alpha, seen = (0.5, 1.0, 2.0), (0, 0, 2, 1, 0)
    weights = [0.0, 0.0, 0.0]
    for n in (1, 2, 3):
        for topics in product(range(n), repeat=5):
            log_p = -5.0 * math.log(n)
            for t in range(n):
                own = [x for x, topic in zip(seen, topics, strict=True) if topic == t]
                log_p += _log_counts(alpha, [own.count(k) for k in range(3)])
            weights[n - 1] += math.exp(log_p)
    return sum(n * weight for n, weight in enumerate(weights, 1)) / sum(weights)
