"""Citations are matched by the general engine: what belongs together is found, and decisions are kept."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from noumena.domains.citations import matching
from noumena.domains.citations.draws import Draws, Options
from noumena.domains.citations.matching import citation_problem, match, mixture
from noumena.domains.citations.model.library import Library, library
from noumena.domains.citations.normal_form import normal
from noumena.domains.citations.proposals.data import proposal_data
from noumena.domains.citations.proposals.neighbours import neighbours
from noumena.domains.citations.proposals.start import start
from noumena.domains.citations.proposals.suggested_readings import likely_readings, suggested_readings
from noumena.domains.citations.reading import Reading
from noumena.domains.citations.reading.weights import Weights
from noumena.domains.citations.reading.weights_file import read_weights
from noumena.domains.citations.text_model.formats import Formats
from noumena.inference.checking import Checker
from noumena.inference.metropolis_hastings import chain_program
from noumena.inference.user_moves import user_moves

TEXTS = [
    "J. Pearl. Probabilistic Reasoning in Intelligent Systems. Morgan Kaufmann, 1988.",
    "Pearl, Judea (1988). Probabilistic reasoning in intelligent systems. San Mateo: Morgan Kaufmann.",
    "S. Geman and D. Geman. Stochastic relaxation, Gibbs distributions, and the Bayesian restoration of images. 1984.",
    "Geman, S., Geman, D.: Stochastic relaxation, Gibbs distributions and the Bayesian restoration of images. PAMI 84",
    "W. K. Hastings, Monte Carlo sampling methods using Markov chains. Biometrika 57, 1970.",
]


def together(draws: Draws, a: int, b: int) -> float:
    """How often two citations cite the same."""
    return float(np.mean(draws.publication[:, a] == draws.publication[:, b]))


def test_what_belongs_together_is_found() -> None:
    draws = match(TEXTS, Options(samples=1500, chains=2, seed=1, start="singletons"), backend="python")
    assert draws.publication.shape == (3000, 5)
    assert min(together(draws, 0, 1), together(draws, 2, 3)) > 0.8
    assert max(together(draws, a, b) for a, b in ((0, 2), (0, 4), (1, 3), (2, 4))) < 0.05
    titles = {draws.strings[number] for number in draws.title[-1, :2].tolist()}
    assert titles == {"probabilistic reasoning in intelligent systems"}
    assert {"Recite", "Divide"} <= draws.acceptance.keys()
    assert min(draws.seconds) >= 0


@pytest.mark.parametrize("how", ["singletons", "canopies"])
def test_what_a_person_has_decided_is_kept(how: str) -> None:
    options = Options(samples=400, seed=2, start=how, same=((2, 4),), different=((0, 1),))
    draws = match(TEXTS, options, backend="python")
    assert together(draws, 2, 4) == 1.0
    assert together(draws, 0, 1) == 0.0


@pytest.mark.parametrize("texts", [["x"], ["", "  "], ["Ek, B. On urns."] * 3, ["?!" * 50, "ü" * 600]])
def test_any_texts_are_matched(texts: list[str]) -> None:
    draws = match(texts, Options(samples=20, seed=1), backend="python")
    assert draws.publication.shape == (20, len(texts))


def test_steps_keep_the_state_whole() -> None:
    written = [normal(text) for text in TEXTS]
    likely = likely_readings(written)
    known, near = library(written, (readings[0] for readings in likely)), neighbours(written)
    data = proposal_data(suggested_readings(written, likely, known), near, start(near, "singletons", (), ()))
    moves = user_moves(chain_program(citation_problem(written, known), ()), mixture(data), "python", 1)
    chain = moves.chain(np.random.SeedSequence(1))
    chain.initialise()
    Checker(chain).advance(400)


@pytest.mark.parametrize("seed", range(4))
def test_decided_pairs_have_a_first_state(seed: int) -> None:
    """It is not drawn forward, and must not leave a citation without a publication on the way."""
    texts = ["A. Bo. On urns. 1990", "C. Dee. Balls. 1991", "Bo, A. On urns.", "E. Fox. Boxes of balls", "Fox. Boxes"]
    found = match(texts, Options(samples=2, seed=seed, same=((0, 2), (3, 4)), different=((0, 1),)))
    assert found.publication[0, 0] == found.publication[0, 2] != found.publication[0, 1]


def test_who_is_written_in_two_ways_is_one_researcher() -> None:
    texts = [
        "Judea Pearl. Probabilistic Reasoning in Intelligent Systems. Morgan Kaufmann, 1988.",
        "J. Pearl. Fusion, propagation, and structuring in belief networks. Artificial Intelligence, 1986.",
        "W. K. Hastings. Monte Carlo sampling methods using Markov chains. Biometrika, 1970.",
    ]
    found = match(texts, Options(samples=1, start="singletons"))
    first = found.researchers[-1, :, 0].tolist()
    assert [found.strings[number] for number in found.names[-1, :2, 0]] == ["pearl, judea"] * 2
    assert first[0] == first[1] != first[2]


def test_other_formats_and_weights_are_used(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Formats | None] = []

    def watched(*arguments: Any) -> Library:
        given.append(arguments[-1])
        return library(*arguments)

    monkeypatch.setattr(matching, "library", watched)
    shape = len(read_weights().node[0])
    # Weights that say nothing: what they read is another title.
    blank = Weights({"1": 0}, {"1": 0}, np.zeros((1, shape)), np.zeros((1, shape, shape)))
    formats = Formats(orders=(0.5, 0.5, 0.0))
    found = match(TEXTS[:2], Options(samples=1, start="singletons", weights=blank, formats=formats))
    assert given == [formats]
    written = [normal(text) for text in TEXTS[:2]]
    titles = [found.strings[number] for number in found.title[0].tolist()]
    for title, own, usual in zip(titles, likely_readings(written, blank), likely_readings(written), strict=True):
        assert title in {reading.title for reading in own}
        assert title not in {reading.title for reading in usual}


def test_moves_have_one_copy_of_what_they_know() -> None:
    """Suggestions for 100,000 citations take hundreds of megabytes; seven copies would not fit."""
    data = proposal_data([[Reading("on urns", "bo, a", 1990, 0, "", 1.0)]], neighbours(["x"]), np.zeros(1, np.int64))
    problem = citation_problem(["a. bo. on urns. 1990"], library(["a. bo. on urns. 1990"]))
    moves = user_moves(chain_program(problem, ()), mixture(data), "python", 1)
    held = [own.run._proposer for own in moves.own]
    assert len({id(proposer.title) for proposer in held}) == 1  # type: ignore[attr-defined]  # a field of these moves
    assert held[0].title.dtype == np.int64  # type: ignore[attr-defined]  # likewise
