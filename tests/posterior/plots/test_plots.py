"""Plots by Matplotlib and ArviZ; without them, a message says what to install."""

from __future__ import annotations

import importlib
from dataclasses import replace
from typing import Any

import pytest

from noumena.model.types import BOOLEAN
from noumena.posterior.plots import libraries
from noumena.posterior.plots.figure import KINDS
from tests.posterior.making import answer, marginal, posterior
from tests.posterior.report.several import several


def same(one: str, other: str) -> Any:
    return marginal([True, False], [0.3, 0.7], BOOLEAN, f"F({one}) == F({other})")


@pytest.mark.parametrize("kind", KINDS[:-1])
@pytest.mark.parametrize("missing", ["matplotlib", "arviz_plots"])
def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, kind: str, missing: str) -> None:
    def refuse(name: str) -> Any:
        raise ModuleNotFoundError(f"No module named '{missing}'", name=missing)

    monkeypatch.setattr(libraries, "import_module", refuse)
    with pytest.raises(ImportError, match=rf"`{missing}` is not installed: pip install 'noumena\[plots\]'"):
        several().plot(kind)


def test_versions_that_do_not_go_together_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(name: str) -> Any:
        raise AttributeError("module 'matplotlib.style' has no attribute 'core'")

    monkeypatch.setattr(libraries, "import_module", refuse)
    with pytest.raises(ImportError, match=r"does not go with what is installed.*pip install 'noumena\[plots\]'"):
        several().plot("trace")


def test_an_unknown_plot_is_refused() -> None:
    with pytest.raises(ValueError, match="there is no plot `pie`: the plots are answer, trace, rank, density, ident"):
        answer([1, 2]).plot("pie")


def test_without_pairs_there_is_nothing_to_compare() -> None:
    with pytest.raises(ValueError, match="ask at least three queries of the form"):
        answer([1, 2]).plot("identities")


def test_without_chains_there_is_no_trace() -> None:
    with pytest.raises(ValueError, match="there are no chains to draw a trace plot of"):
        answer([1, 2]).plot("trace")


def test_each_query_has_a_panel() -> None:
    pytest.importorskip("matplotlib")
    made = several()
    figure = made.plot()
    assert [axes.get_title() for axes in figure.axes][: len(made)] == list(made.queries)
    (axes,) = made["#Ball"].plot().axes
    assert sum(bar.get_height() for bar in axes.patches) == pytest.approx(1.0)


def test_pairs_are_a_matrix() -> None:
    pytest.importorskip("matplotlib")
    figure = posterior(same("A", "B"), same("A", "C"), same("B", "C")).plot("identities")
    assert figure.axes[0].get_title() == "same F"
    assert figure.axes[0].images[0].get_array()[0, 1] == pytest.approx(0.3)


@pytest.mark.parametrize("kind", ["trace", "rank", "density"])
def test_chains_are_drawn_by_arviz(kind: str) -> None:
    pytest.importorskip("matplotlib")
    pytest.importorskip("arviz_plots")
    assert importlib.import_module("arviz_plots")
    made = several()
    figure = replace(made, answers=made.answers[:3]).plot(kind)
    assert len(figure.axes) == 3
