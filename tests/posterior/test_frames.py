"""Draws as data frames, and as ArviZ takes them."""

from __future__ import annotations

import importlib
import math
import sys
import types
from dataclasses import replace

import numpy as np
import pytest

from noumena.model.diagnostics import BlogError
from noumena.model.types import BOOLEAN, INTEGER, MATRIX, REAL, STRING, ObjectType, SetType
from noumena.model.values import Bag, Guaranteed, Matrix, Unnamed
from noumena.posterior import Posterior
from tests.posterior.making import chain_marginal, chain_posterior, marginal, posterior

RED = Guaranteed("Colour", 0, "Red")


@pytest.fixture
def chains() -> Posterior:
    columns = [
        chain_marginal([[1, 2, 3], [4, 5, 6]], INTEGER, "#B"),
        chain_marginal([[1, None, 3], [4, 5, 6]], INTEGER, "N"),
        chain_marginal([[True, False, True], [True, True, False]], BOOLEAN, "same"),
        chain_marginal([[True, None, True], [True, True, False]], BOOLEAN, "perhaps"),
        chain_marginal([[0.5, math.inf, 1.5], [2.0, 2.5, 3.0]], REAL, "x / 2"),
        chain_marginal([[0.5, None, 1.5], [2.0, 2.5, 3.0]], REAL, "y"),
        chain_marginal([["a", "b", "c"], ["d", None, "f"]], STRING, "text"),
        chain_marginal([[RED, None, RED], [RED, RED, RED]], ObjectType("Colour"), "colour"),
        chain_marginal([[Unnamed("B"), None, None], [None, None, None]], ObjectType("B"), "ball"),
        chain_marginal([[Bag([2, 1])] * 3, [Bag([])] * 3], SetType(INTEGER), "set"),
        chain_marginal([[Matrix([[1.0, 2.0]])] * 3, [Matrix([[3.0, 4.0]])] * 3], MATRIX, "v"),
    ]
    return replace(chain_posterior(*columns), log_joint=np.arange(6.0))


def test_pandas_has_a_typed_column_for_each_query(chains: Posterior) -> None:
    pandas = pytest.importorskip("pandas")
    frame = chains.to_pandas()
    assert list(frame.columns)[:5] == ["chain", "draw", "weight", "log_joint", "#B"]
    kinds = {name: str(kind) for name, kind in frame.dtypes.items()}
    assert kinds["#B"] == "int64"
    assert kinds["N"] == "Int64"
    assert kinds["same"] == kinds["perhaps"] == "boolean"
    assert kinds["x / 2"] == "float64"
    assert frame["same"].mean() == pytest.approx(4 / 6)
    assert frame["x / 2"].iloc[1] == math.inf
    assert frame["y"].isna().tolist() == frame["N"].isna().tolist() == [False, True, False, False, False, False]
    assert frame["colour"].tolist() == ["Red", None, "Red", "Red", "Red", "Red"]
    assert frame["set"].tolist()[0] == [1, 2]
    assert frame["v"].tolist()[5] == [3.0, 4.0]
    assert pandas.isna(frame["perhaps"].iloc[1])
    assert frame.groupby("chain")["#B"].mean().tolist() == [2.0, 5.0]


def test_polars_has_the_same(chains: Posterior) -> None:
    polars = pytest.importorskip("polars")
    frame = chains.to_polars()
    assert frame.schema["N"] == polars.Int64
    assert frame.schema["perhaps"] == polars.Boolean
    assert frame.schema["x / 2"] == polars.Float64
    assert frame["perhaps"].to_list() == [True, None, True, True, True, False]
    assert frame["set"].to_list() == [[1, 2]] * 3 + [[]] * 3
    assert frame["colour"].to_list()[:2] == ["Red", None]
    assert frame["log_joint"].to_list() == [0.0, 1.0, 2.0, 3.0, 4.0, 5.0]


def test_what_polars_cannot_hold_is_text() -> None:
    polars = pytest.importorskip("polars")
    frame = posterior(marginal([2**80, 1])).to_polars()
    assert frame.schema["X"] == polars.String
    assert frame["X"].to_list() == [str(2**80), "1"]


def test_an_exact_answer_is_a_table_of_its_distributions() -> None:
    pytest.importorskip("pandas")
    pytest.importorskip("polars")
    exact = posterior(marginal([1, None], [0.25, 0.75], sampled=False), engine="exact")
    expected = {"query": ["X", "X"], "value": ["1", "null"], "probability": [0.25, 0.75]}
    assert exact.to_pandas().to_dict("list") == expected
    assert exact.to_polars().to_dict(as_series=False) == expected


@pytest.fixture
def newer_arviz(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("arviz_base")
    monkeypatch.setitem(sys.modules, "arviz", None)  # the older one would be taken first


@pytest.mark.usefixtures("newer_arviz")
def test_arviz_gets_arrays_of_chains_and_draws(chains: Posterior) -> None:
    found = chains.to_arviz()
    group = found["posterior"]
    assert found["sample_stats"]["lp"].values.tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]
    assert group["#B"].dims == ("chain", "draw")
    assert group["#B"].values.tolist() == [[1, 2, 3], [4, 5, 6]]
    assert group["same"].dtype == np.int8
    assert group["same"].values.tolist() == [[1, 0, 1], [1, 1, 0]]
    assert np.isnan(group["N"].values[0, 1])
    assert np.isnan(group["perhaps"].values[0, 1])
    assert group["x ∕ 2"].dtype == np.float64
    assert group["text"].values.tolist() == [["a", "b", "c"], ["d", "null", "f"]]
    assert group["colour"].values.tolist()[0] == ["Red", "null", "Red"]
    assert group["ball"].values.tolist()[0] == ["not null", "null", "null"]
    assert group["set"].values.tolist()[1][0] == "{}"
    assert group["v"].shape == (2, 3, 2)
    assert group.attrs["inference_library"] == "noumena"


@pytest.mark.usefixtures("newer_arviz")
def test_arviz_gets_as_many_draws_of_as_many_chains_as_it_can() -> None:
    found = chain_posterior(chain_marginal([[1, 2, 3], [4, 5, 6], [7]])).to_arviz()
    assert found["posterior"]["X"].values.tolist() == [[1, 2, 3], [4, 5, 6]]


def test_the_older_arviz_gets_its_inference_data(chains: Posterior, monkeypatch: pytest.MonkeyPatch) -> None:
    old = types.ModuleType("arviz")
    old.InferenceData = object  # type: ignore[attr-defined]  # a module made here
    old.from_dict = lambda **groups: groups  # type: ignore[attr-defined]  # the same
    monkeypatch.setitem(sys.modules, "arviz", old)
    groups = chains.to_arviz()
    assert list(groups) == ["posterior", "sample_stats", "attrs"]
    assert groups["sample_stats"]["lp"].tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]


def test_what_arviz_cannot_take_is_refused() -> None:
    with pytest.raises(BlogError, match="ArviZ knows no weights, and these samples have some"):
        posterior(marginal([1, 2], [0.25, 0.75])).to_arviz()
    with pytest.raises(BlogError, match="ArviZ takes samples, and this answer is exact"):
        posterior(marginal([1, 2], sampled=False), engine="exact").to_arviz()


@pytest.mark.parametrize(
    ("method", "library", "extra"),
    [("to_pandas", "pandas", "frames"), ("to_polars", "polars", "frames"), ("to_arviz", "arviz_base", "arviz")],
)
def test_a_missing_library_is_named(
    chains: Posterior, monkeypatch: pytest.MonkeyPatch, method: str, library: str, extra: str
) -> None:
    def without(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", without)
    with pytest.raises(BlogError) as caught:
        getattr(chains, method)()
    assert f"this needs {library}, which is not installed" in str(caught.value)
    assert f"pip install 'noumena[{extra}]'" in str(caught.value)
