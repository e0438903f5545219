"""Answers in a notebook: what they show, and that nothing in them is taken for markup."""

from __future__ import annotations

from html.parser import HTMLParser

from noumena.model.types import REAL, STRING
from noumena.posterior import Posterior
from tests.posterior.making import answer, autoregressive, chain_marginal, chain_posterior, marginal, posterior

HOSTILE = "<script>alert('x')</script>&\"<img src=x onerror=y>"


class Page(HTMLParser):
    """The tags and the text of a page; tags must be closed in the order in which they were opened."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""
        self._open: list[str] = []
        self.feed(text)
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)
        self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data + " "


def page(found: Posterior) -> Page:
    return Page(found._repr_html_())


def test_hostile_texts_are_shown_as_they_are() -> None:
    found = posterior(marginal([HOSTILE] * 100, type_=STRING, text=f'F("{HOSTILE}")'))
    shown = page(found)
    assert shown.tags <= {"div", "p", "b", "code", "table", "tr", "td", "span"}
    assert "alert('x')" in shown.text
    assert Page(answer([HOSTILE] * 3, type_=STRING)._repr_html_()).tags <= {"div", "p", "b", "code", "table"} | {
        *("tr", "td", "span")
    }


def test_figures_of_numbers_and_their_distribution() -> None:
    shown = page(posterior(marginal([1, 2, 2, 3] * 50)))
    assert "mean 2.000" in shown.text
    assert "sd 0.7071" in shown.text
    assert "effective samples 200" in shown.text
    assert "0.5000 ± 0.0354" in shown.text


def test_reals_have_a_histogram() -> None:
    draws = autoregressive(0.1, 4, 100, seed=3)
    shown = page(chain_posterior(chain_marginal(draws.tolist(), REAL)))
    assert "R-hat 1." in shown.text
    assert shown.text.count("…") > 5


def test_doubts_and_notes_are_shown() -> None:
    stuck = page(chain_posterior(chain_marginal([[k] * 10 for k in range(4)])))
    assert "⚠ the chains disagree on `X` (R-hat inf)" in stuck.text
    few = page(posterior(marginal([1] * 10)))
    assert "⚠ too few effective samples (10.0) to trust the answer" in few.text
    assert "slow" in few.text
    constant = page(chain_posterior(chain_marginal([[1] * 10] * 4)))
    assert "the same value in every sample" in constant.text


def test_many_values_are_cut_short_and_the_page_stays_small() -> None:
    found = posterior(marginal([f"value {k}" for k in range(5000)], type_=STRING))
    shown = page(found)
    assert "4,980 more" in shown.text
    assert len(found._repr_html_()) < 20_000


def test_an_exact_answer() -> None:
    shown = page(posterior(marginal([1, 2], [0.25, 0.75], sampled=False), engine="exact"))
    assert "0.7500" in shown.text
    assert "effective" not in shown.text
