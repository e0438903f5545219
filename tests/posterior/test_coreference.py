"""Co-reference: which arguments of a function share their value, from samples and from runs."""

from __future__ import annotations

import numpy as np
import pytest

import noumena as nm
from noumena.model.diagnostics import BlogError
from noumena.posterior import Posterior
from noumena.posterior.coreference import Coreference, References

MODEL = """
type Pub; type Cit; distinct Cit A, B, C;
#Pub ~ UniformInt(1, 3);
random Boolean Good(Pub p) ~ BooleanDistrib(0.5);
random Pub Cited(Cit c) ~ UniformChoice({p for Pub p});
random Boolean Seen(Cit c) ~ if Good(Cited(c)) then BooleanDistrib(0.9) else BooleanDistrib(0.1);
random Integer Year(Cit c) ~ UniformInt(1, 2);
random Pub Near(Pub p) ~ UniformChoice({q for Pub q});
random Pub At(Integer i) ~ UniformChoice({q for Pub q});
obs Seen(A) = true; obs Seen(B) = true; obs Seen(C) = false;
query Cited(A) == Cited(B); query Cited(A) == Cited(C); query #Pub;
"""


@pytest.fixture(scope="module")
def run() -> Posterior:
    model = nm.Model.from_text(MODEL)
    return model.infer(engine="mh", samples=500, burn_in=100, thin=3, chains=2, backend="python", coreference=["Cited"])


def test_pairs_are_those_of_queries_that_ask_for_them(run: Posterior) -> None:
    found = run.coreference("Cited")
    assert found.items == ("A", "B", "C")
    assert found.draws == 1000
    assert found.probability("A", "B") == pytest.approx(run["Cited(A) == Cited(B)"].probability(True))
    assert found.matrix[2, 0] == pytest.approx(run["Cited(A) == Cited(C)"].probability(True))
    assert (found.matrix == found.matrix.T).all()
    assert (np.diag(found.matrix) == 1.0).all()
    assert run.queries == ("Cited(A) == Cited(B)", "Cited(A) == Cited(C)", "#Pub")


def test_clusters_have_the_probabilities_of_the_draws() -> None:
    found = Coreference("F", References(("a", "b", "c"), np.array([[0, 0, 1], [5, 5, 2], [3, 4, 4], [-1, -2, -3]])))
    assert found.clusters()[0] == (("c",), 0.75)
    assert dict(found.clusters())["a", "b"] == 0.5
    assert found.pairs()[0] == ("a", "b", 0.5)
    assert [pair.probability for pair in found.pairs()] == [0.5, 0.25]
    assert repr(found) == "<Coreference by F of 3 items in 4 samples>"


@pytest.mark.parametrize("loss", ["variation", "binder"])
def test_the_estimate_is_the_partition_of_least_loss(loss: str) -> None:
    labels = np.array([[0, 0, 1, 1]] * 7 + [[0, 0, 0, 1]] * 2 + [[0, 1, 2, 3]])
    found = Coreference("F", References(("a", "b", "c", "d"), labels)).estimate(loss)
    assert [cluster.items for cluster in found.clusters] == [("a", "b"), ("c", "d")]
    assert [cluster.probability for cluster in found.clusters] == pytest.approx([0.7, 0.7])
    if loss == "binder":  # 3 pairs are wrong in two samples, 2 in one
        assert found.loss == pytest.approx((2 * 3 + 2) / 10)


def test_what_is_not_there_is_said_in_words(run: Posterior) -> None:
    with pytest.raises(KeyError, match=r"was not recorded; run `infer\(coreference=\['Year'\]\)`"):
        run.coreference("Year")
    with pytest.raises(KeyError, match="`Cited` has no value recorded for `D`"):
        run.coreference("Cited").probability("A", "D")
    with pytest.raises(ValueError, match="there is no loss 'other'; the losses are 'variation', 'binder'"):
        run.coreference("Cited").estimate("other")


@pytest.mark.parametrize(
    ("function", "message"),
    [
        ("Citted", "the model has no random function `Citted`"),
        ("Year", "the values of `Year` are of type Integer"),
        ("Near", "`Near` has 0 applications to guaranteed objects"),
        ("At", "`At` takes Integer"),
    ],
)
def test_functions_without_a_partition_are_refused(function: str, message: str) -> None:
    with pytest.raises(BlogError, match=message):
        nm.Model.from_text(MODEL).infer(coreference=[function])


def test_only_chains_record_co_reference() -> None:
    with pytest.raises(BlogError, match="the engine `lw` records no co-reference"):
        nm.Model.from_text(MODEL).infer(engine="lw", coreference=["Cited"])


def test_null_is_together_with_nothing() -> None:
    text = "type B; type C; distinct C X, Y; #B ~ UniformInt(0, 0); random B F(C c) ~ UniformChoice({b for B b});"
    model = nm.Model.from_text(text + "query #B;")
    found = model.infer(samples=10, burn_in=1, chains=1, backend="python", coreference=["F"])
    assert found.coreference("F").probability("X", "Y") == 0.0
