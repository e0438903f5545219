"""Tables, the model's text, evidence, verdicts and words of the page."""

from __future__ import annotations

import math

import pytest

import noumena as nm
from noumena.model.source import SourceFile
from noumena.posterior.report.evidence import evidence_section
from noumena.posterior.report.model_text import highlighted
from noumena.posterior.report.reproduce import reproduce_section
from noumena.posterior.report.tables import diagnostics_table, moves_table
from noumena.posterior.report.verdict import verdict
from noumena.posterior.report.words import counted, measured, number, probability, prose, shown, with_error
from tests.pages import Page
from tests.posterior.making import answer, chain_answer, chain_marginal, chain_posterior, marginal, posterior


def test_the_table_has_the_figures_of_each_query() -> None:
    text = Page(diagnostics_table(posterior(marginal([1, 2, 3, 4]), engine="lw"))).text
    assert "X 1 0.25 2.5 1.118 1 2 4 0.56 4 –" in text


def test_figures_that_are_reasons_to_doubt_are_bold() -> None:
    page = Page(diagnostics_table(chain_posterior(chain_marginal([[1, 2] * 50, [5, 6] * 50]))))
    assert page.count("b") == 2  # few effective samples, large R-hat


def test_moves_have_acceptance_share_and_scale() -> None:
    made = chain_posterior(
        chain_marginal([[1, 2, 3, 4]]),
        acceptance={"Walk(X)": 0.25, "Never": 0.0, "Untried": math.nan},
        shares={"Walk(X)": 0.5, "Never": 0.5},
        scales={"Walk(X)": 1.5},
    )
    text = Page(moves_table(made)).text
    assert "Walk(X) 0.250 0.500 1.5" in text
    assert "Untried not tried not tried –" in text
    assert "Never accepted: Never." in text
    assert moves_table(posterior(marginal([1]))) == ""


def test_words_numbers_strings_and_comments_are_marked() -> None:
    made = highlighted(SourceFile("a", 'random Real X ~ f("<b>", 1.5); // random\n'))
    assert made == (
        '<span class="kw">random</span> Real X ~ f(<span class="str">&quot;&lt;b&gt;&quot;</span>, '
        '<span class="num">1.5</span>); <span class="com">// random</span>\n'
    )


def test_text_that_is_no_model_is_shown_as_it_is() -> None:
    assert Page(f"<pre>{highlighted(SourceFile('a', 'x § /* open'))}</pre>").text == "x § /* open"


def test_evidence_is_summed_up_by_function() -> None:
    model = nm.Model.from_text(
        "type T; distinct T A[4]; random Real X(T t) ~ Gaussian(0, 1); random Integer N ~ Poisson(3);"
        "obs X(A[0]) = 1; obs X(A[1]) = 2; obs X(A[2]) = 6; obs N + 1 = 4;"
    )
    page = Page(evidence_section(model.problem()))
    assert "X 3 1 to 6, mean 3 X(A[0]) = 1.0 X(A[1]) = 2.0 X(A[2]) = 6.0" in page.text
    assert "N + 1 1 4 N + 1 = 4" in page.text
    assert "4 observations." in page.text


def test_values_that_are_no_numbers_are_counted() -> None:
    model = nm.Model.from_text(
        "type T; distinct T A[9]; random Boolean B(T t) ~ BooleanDistrib(0.5); obs B(t) = true for T t;"
        "type W; distinct W W1, W2, W3, W4, W5, W6; random W Of(T t) ~ UniformChoice({w for W w});"
        + "".join(f"obs Of(A[{k}]) = W{k + 1};" for k in range(6))
    )
    page = Page(evidence_section(model.problem()))
    assert "B 9 true × 9 B(A[0]) = true" in page.text
    assert "W1, W2, W3, W4, … and 2 others" in page.text


def test_without_evidence_it_is_the_prior() -> None:
    model = nm.Model.from_text("random Integer N ~ Poisson(3);")
    assert evidence_section(model.problem()) == "<p>Nothing is observed: this is the prior.</p>"


def test_named_objects_are_evidence() -> None:
    model = nm.Model.from_text("type B; #B ~ Poisson(3); obs {b for B b} = {B1, B2};")
    assert "= 2, named B1, B2" in Page(evidence_section(model.problem())).text


def test_it_says_how_to_ask_again() -> None:
    text = Page(reproduce_section(chain_posterior(chain_marginal([[1, 2, 3, 4]] * 2)))).text
    assert "nm.Model.from_files('a.blog').infer(…, engine='mh', samples=4, seed=7, chains=2" in text
    assert "Burn-in, thin 1,000 steps, one sample in 5 steps" in text
    assert "numpy" in text


@pytest.mark.parametrize(
    ("chains", "kind", "words"),
    [
        ([[1, 2] * 50, [5, 6] * 50], "bad", "chains disagree: R-hat"),
        ([[1, 2, 2, 1]] * 2, "bad", "too few"),
        ([[3] * 50] * 2, "fair", "the same value in every sample"),
        ([[1], [2]], "bad", "too few samples"),
    ],
)
def test_the_verdict_says_what_is_wrong(chains: list[list[int]], kind: str, words: str) -> None:
    found = verdict(chain_answer(chains))
    assert (found.kind, found.words[: len(words)]) == (kind, words)


def test_worse_answers_are_more_in_doubt() -> None:
    apart = verdict(chain_answer([[1, 2] * 50, [5, 6] * 50]))
    few = verdict(chain_answer([[1, 2, 2, 1]] * 2))
    exact = verdict(answer([1, 2], sampled=False))
    assert apart.doubt > few.doubt > exact.doubt
    assert exact == ("good", "exact", 0.0)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (number(None), "–"),
        (number(math.nan), "–"),
        (number(math.inf), "∞"),
        (number(-math.inf), "-∞"),
        (number(3.0), "3"),
        (number(0.123456), "0.1235"),
        (probability(1.0), "1"),
        (probability(0.0), "0"),
        (probability(0.00001), "1.0e-05"),
        (probability(0.5, sampled=False), "0.500000"),
        (with_error(0.25, 0.011), "0.250 ± 0.011"),
        (with_error(0.25, None), "0.250"),
        (measured(1234.5, 20.0), "1234 ± 20"),
        (measured(2.0, math.inf), "2"),
        (counted(1, "query", "queries"), "1 query"),
        (counted(1_000, "query", "queries"), "1,000 queries"),
        (shown("<\x00\ud800>"), "&lt;\ufffd\ufffd&gt;"),
        (prose("see `<x>` & co"), "see <code>&lt;x&gt;</code> &amp; co"),
    ],
)
def test_numbers_and_text_are_written_for_people(made: str, expected: str) -> None:
    assert made == expected
