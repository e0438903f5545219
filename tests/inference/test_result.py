"""What an engine hands back: the layout of chains, and what holds where an engine says nothing."""

from __future__ import annotations

import numpy as np
import pytest

from noumena.inference.result import Marginal, Result
from noumena.model.expressions import Constant
from noumena.model.model import Query
from noumena.model.types import INTEGER

QUERY = Query(Constant(INTEGER, None), "X", 0)


def test_the_lengths_of_chains_make_up_the_values() -> None:
    weights = np.full(5, 0.2)
    assert Marginal(QUERY, (1, 2, 3, 4, 5), weights, True, (3, 2)).chain_lengths == (3, 2)
    with pytest.raises(ValueError, match=r"^chains of \(3, 3\) samples do not make up 5 values$"):
        Marginal(QUERY, (1, 2, 3, 4, 5), weights, True, (3, 3))


def test_without_chains_nothing_is_said_of_them() -> None:
    marginal = Marginal(QUERY, (1, 2), np.full(2, 0.5), sampled=True)
    result = Result("lw", (marginal,), 2, 0, -1.0)
    assert marginal.chain_lengths == ()
    assert result.backend == "python"
    assert (result.chains, result.burn_in, result.thin) == (None, None, None)
    assert (result.steps, result.steps_per_second, result.acceptance) == (None, None, None)
