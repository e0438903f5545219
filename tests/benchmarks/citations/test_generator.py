"""Citations drawn from the model itself."""

from __future__ import annotations

import math

import pytest

from benchmarks.citations.generator import CITED, FAMES, generated
from benchmarks.citations.sets import CitationSet
from noumena.domains.citations.model.library import MODEL
from noumena.domains.citations.text_model.alphabet import check_signs
from noumena.domains.citations.text_model.citation_text import CitationText

NUMBER = 300


@pytest.fixture(scope="module")
def drawn() -> CitationSet:
    return generated(NUMBER)


def test_the_same_seed_gives_the_same_citations(drawn: CitationSet) -> None:
    few = generated(5, seed=3)
    assert few == generated(5, seed=3)
    assert len(few.texts) == len(few.truth) == 5
    assert drawn.texts[:5] != few.texts


def test_publications_are_cited_as_often_as_their_fame_suits(drawn: CitationSet) -> None:
    for fame, (share, often) in enumerate(zip(FAMES, CITED, strict=True)):
        cited = [truth for truth in drawn.truth if truth.startswith(f"{fame}-")]
        # Five standard errors of a binomial: one false alarm in a million.
        assert abs(len(cited) - NUMBER * share) < 5.0 * math.sqrt(NUMBER * share * (1.0 - share))
        assert len(set(cited)) <= round(NUMBER * share / often)


def test_shares_are_those_of_the_model() -> None:
    shares = ", ".join(f"F[{k}] -> {share}" for k, share in enumerate(FAMES))
    assert shares in MODEL.read_text(encoding="utf-8")


def test_texts_are_such_as_the_model_can_score(drawn: CitationSet) -> None:
    for text in drawn.texts:
        check_signs("text", text)
    texts = CitationText()
    assert all(texts.log_prob(text, "on urns", "bo, a", 1990, 0, "", "") > -math.inf for text in drawn.texts[:3])


def test_one_citation_is_enough() -> None:
    assert len(generated(1).texts) == 1
