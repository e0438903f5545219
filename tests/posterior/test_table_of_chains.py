"""Tables of answers by Markov chains: how they ran, and how far each answer can be trusted."""

from __future__ import annotations

import io
import math

import numpy as np
from rich.console import Console

from noumena.model.types import BOOLEAN, MATRIX, REAL
from noumena.model.values import Matrix
from noumena.posterior import Posterior
from noumena.posterior.table import show
from tests.posterior.making import autoregressive, chain_marginal, chain_posterior

GOOD = autoregressive(0.3, 4, 500, seed=1)
SLOW = autoregressive(0.99, 4, 500, seed=2)
ONE = chain_marginal((GOOD > 0).tolist(), BOOLEAN)


def lines(found: Posterior) -> list[str]:
    return found.summary().splitlines()


def test_the_heading_tells_how_the_chains_ran_and_what_was_accepted_least_first() -> None:
    found = chain_posterior(ONE, acceptance={"Gibbs(Paint)": 1.0, "Never": math.nan, "Number(Ball)": 0.408})
    assert lines(found)[:4] == [
        "a.blog · mh · native · 4 chains × 500 samples · 0.40 s",
        "burn-in 1,000 · thin 5 · 14,000 steps · 21,000,000 steps/s",
        "accepted: Number(Ball) 41% · Gibbs(Paint) 100% · Never never tried",
        "",
    ]


def test_what_is_not_known_of_the_chains_is_left_out() -> None:
    found = chain_posterior(
        chain_marginal((GOOD[:1] > 0).tolist(), BOOLEAN), acceptance=None, steps=None, steps_per_second=None
    )
    assert lines(found)[:3] == ["a.blog · mh · native · 1 chain × 500 samples · 0.40 s", "burn-in 1,000 · thin 5", ""]


def test_of_many_moves_those_least_accepted_are_shown() -> None:
    found = chain_posterior(ONE, acceptance={f"M{k}": k / 20 for k in range(13)})
    assert lines(found)[2].startswith("accepted: M0 0% · M1 5% · ")
    assert lines(found)[2].endswith("M9 45% · … 3 more")


def test_adapted_shares_and_steps_are_told() -> None:
    found = chain_posterior(
        ONE, shares={"Gibbs(Paint)": 0.75, **{f"M{k}": 0.025 for k in range(10)}}, scales={"Walk(X)": 0.0123}
    )
    assert lines(found)[3].startswith("adapted shares: Gibbs(Paint) 75% · M0 2% · ")
    assert lines(found)[3].endswith("M8 2% · … 1 more")
    assert lines(found)[4] == "adapted steps: Walk(X) times 0.01230"


def test_each_answer_tells_its_effective_samples_and_rhat() -> None:
    found = chain_posterior(ONE)
    answer = found["X"]
    assert answer.distribution is not None
    table = lines(found)[4:]
    assert table[:2] == ["X", f"  {answer.ess:,.0f} effective samples   R-hat {answer.rhat:.4f}"]
    assert table[2].startswith(f"  {answer.distribution[0].text:>5}  0.5")
    assert f" ± {answer.distribution[0].mcse:.4f}  █" in table[2]


def test_numbers_have_their_moments_first() -> None:
    table = lines(chain_posterior(chain_marginal(GOOD.tolist(), REAL)))[4:]
    assert table[1].startswith("  mean ")
    assert " ± 0.03" in table[1]
    assert "effective samples   R-hat 1.0" in table[2]
    assert "…" in table[3]


def test_an_answer_that_cannot_be_trusted_says_so_and_stands_out() -> None:
    apart = chain_marginal(np.add(SLOW, [[0.0], [0.0], [0.0], [9.0]]).tolist(), REAL)
    found = chain_posterior(apart)
    at = lines(found).index("X") + 2
    line, *doubts = lines(found)[at : at + 6]
    assert line == (
        f"  {found['X'].ess:,.0f} effective samples: too few   R-hat {found['X'].rhat:.4f}: the chains disagree"
    )
    assert doubts[0].startswith("  ⚠ the chains disagree on `X` (R-hat ")
    assert doubts[1].startswith("    trusted: raise samples and burn-in until")
    assert " ".join(line.strip() for line in doubts[:4]) == " ".join(f"⚠ {doubt.words}" for doubt in found.doubts)
    file = io.StringIO()
    show(found, Console(file=file, force_terminal=True, color_system="standard", width=80))
    assert f"\x1b[33m{line}\x1b[0m" in file.getvalue()


def test_an_answer_without_diagnostics_says_why() -> None:
    constant = lines(chain_posterior(chain_marginal([[3] * 50] * 4)))[4:]
    assert constant == [
        "X",
        "  mean 3.000   sd 0   5% 3   50% 3   95% 3",
        "  the same value in every sample: neither effective samples nor R-hat",
        "  3  1.0000  " + "█" * 40,
    ]
    matrices = chain_marginal([[Matrix([[x, y]]) for x in (1, 2, 3, 4)] for y in (1, 2)], MATRIX)
    assert lines(chain_posterior(matrices))[4:] == [
        "X",
        "  another value in every sample: neither effective samples nor R-hat",
    ]


def test_one_chain_has_no_rhat_in_its_table() -> None:
    found = chain_posterior(chain_marginal((GOOD[:1] > 0).tolist(), BOOLEAN))
    assert lines(found)[5] == f"  {found['X'].ess:,.0f} effective samples"


def test_ascii_where_there_is_nothing_else() -> None:
    data = io.BytesIO()
    file = io.TextIOWrapper(data, encoding="ascii")
    show(chain_posterior(ONE), Console(file=file, width=80))
    file.flush()
    assert data.getvalue().decode("ascii").startswith("a.blog, mh, native, 4 chains x 500 samples, 0.40 s")
