"""What pages are made of in tests: a model, a posterior of every kind of query, and a text that means harm."""

from __future__ import annotations

import math

import numpy as np

from noumena.model.types import BOOLEAN, INTEGER, REAL, STRING
from noumena.posterior import Posterior
from tests.posterior.making import chain_marginal, chain_posterior

HOSTILE = '"><script>alert(1)</script><b onclick="x">&amp;\x1b'

URN = """\
// An urn.
type Ball; type Draw; type Color;
distinct Color Blue, Green;
distinct Draw D[4];
#Ball ~ UniformInt(1, 4);
random Color Paint(Ball b) ~ Categorical({Blue -> 0.5, Green -> 0.5});
random Ball Drawn(Draw d) ~ UniformChoice({b for Ball b});
random Color Seen(Draw d) ~ case Paint(Drawn(d)) in
  {Blue -> Categorical({Blue -> 0.8, Green -> 0.2}), Green -> Categorical({Blue -> 0.2, Green -> 0.8})};
obs Seen(d) = Blue for Draw d;
query #Ball;
query Drawn(D[0]) == Drawn(D[1]);
query Drawn(D[0]) == Drawn(D[2]);
query Drawn(D[1]) == Drawn(D[2]);
query Paint(Drawn(D[3]));
"""


def several() -> Posterior:
    """Chains that answer queries of every kind."""
    rng = np.random.default_rng(3)
    reals = rng.normal(size=(3, 200))
    reals[:, ::5] = 0.5  # an atom
    holes = [[None if x > 1 else int(4 * x) for x in row] for row in reals.tolist()]
    words = [["a", "b", None, "c"] * 50 for _ in range(3)]
    return chain_posterior(
        chain_marginal((rng.poisson(3, (3, 200)) + 1).tolist(), INTEGER, "#Ball"),
        chain_marginal(reals.tolist(), REAL, "x"),
        chain_marginal((reals > 0).tolist(), BOOLEAN, "x > 0"),
        chain_marginal(words, STRING, "Word"),
        chain_marginal(holes, INTEGER, "n"),
        chain_marginal([[1.0, math.inf] * 100, [2.0, math.nan] * 100, [math.inf] * 200], REAL, "odd"),
        chain_marginal([[7] * 200] * 3, INTEGER, "same"),
        chain_marginal(rng.integers(0, 10**6, (3, 200)).tolist(), INTEGER, "wide"),
    )
