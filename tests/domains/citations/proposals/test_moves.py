"""The moves of the citation model leave the posterior as it is: proved on models of the same vocabulary."""

from __future__ import annotations

import math
from typing import Any

import pytest

import noumena as nm
from noumena import moves
from noumena.domains.citations.proposals import description_moves
from noumena.domains.citations.proposals.citation_move import CitationMove
from noumena.domains.citations.proposals.description_moves import Promote, Recount, Retell
from noumena.domains.citations.proposals.divide import Divide
from noumena.domains.citations.proposals.line_moves import Realign, Retheme
from noumena.domains.citations.proposals.recite import Recite
from noumena.inference import move_check
from tests.domains.citations.proposals.toy import toy, toy_data

OF_LINES = ("title", "authors", pytest.param("year", marks=pytest.mark.campaign))
"""Titles and years go the same way, so that one of them is proved in every run."""
PROVED_ALWAYS = [(Recite, "title"), (Recite, "authors"), (Retell, "title"), (Retell, "authors"), (Retell, "kind")]
MANY_WAYS = 2_000_000
"""Sequences of choices that proofs with many lists of people need; they take minutes."""


@pytest.mark.parametrize(
    ("move", "varied"),
    [
        *PROVED_ALWAYS,
        *(
            pytest.param(move, varied, marks=pytest.mark.campaign)
            for move in (Recite, Divide, Retell)
            for varied in ("title", "authors", "year", "kind", "words", "numbers")
            if (move, varied) not in PROVED_ALWAYS
        ),
    ],
)
def test_moves_of_publications_are_right(
    move: type[CitationMove], varied: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(move_check, "_PROPOSALS_IN_ALL", MANY_WAYS)
    report = nm.check_move(toy(varied), move(toy_data(varied)))
    assert report.right, str(report)


@pytest.mark.parametrize(
    "move", [Retell, *(pytest.param(move, marks=pytest.mark.campaign) for move in (Recite, Divide))]
)
def test_moves_are_right_where_words_depend_on_the_kind(move: type[CitationMove]) -> None:
    report = nm.check_move(toy("kind", "words"), move(toy_data("kind", "words")))
    assert report.right, str(report)


@pytest.mark.parametrize("varied", OF_LINES)
@pytest.mark.parametrize("move", [Realign, Retheme])
def test_moves_of_lines_are_right(move: type[CitationMove], varied: str) -> None:
    report = nm.check_move(toy(varied), move(toy_data(varied)))
    assert report.right, str(report)


@pytest.mark.campaign
@pytest.mark.parametrize("move", [Realign, Retheme, Retell, Recite])
def test_teams_of_two_come_and_go_rightly(move: type[CitationMove], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(move_check, "_PROPOSALS_IN_ALL", MANY_WAYS)
    report = nm.check_move(toy("lists"), move(toy_data("lists")))
    assert report.right, str(report)


@pytest.mark.parametrize(
    ("move", "varied"),
    [
        (Recite, ()),
        (Divide, ()),
        (Recount, ()),
        (Promote, ("kind",)),
        *(pytest.param(move, ("kind",), marks=pytest.mark.campaign) for move in (Recite, Divide, Recount)),
    ],
)
def test_moves_of_fame_are_right(move: type[CitationMove], varied: tuple[str, ...]) -> None:
    report = nm.check_move(toy(*varied, fames=2), move(toy_data(*varied)))
    assert report.right, str(report)


def test_numbers_that_are_too_large_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(description_moves, "MOST_COUNTED", 1)
    report = nm.check_move(toy(fames=2), Recount(toy_data()))
    assert report.error < 1e-12, str(report)


def chance(result: nm.Posterior, query: str) -> float:
    """The probability that a query is true."""
    marginal = result[query].marginal
    return math.fsum(w for value, w in zip(marginal.values, marginal.weights.tolist(), strict=True) if value)


def test_three_citations_are_answered_as_exactly() -> None:
    """All moves together, in 4 chains; false alarm below 1e-5 for two answers at 5 standard errors."""
    model, data = toy("title", citations=3), toy_data("title", citations=3)
    own = [move(data) for move in (Recite, Divide, Retell, Realign, Retheme, Recount)]
    asked = ["Cited(C[0]) == Cited(C[1])", "Cited(C[0]) == Cited(C[2])"]
    exact = model.infer(queries=asked, engine="exact", budget=3_000_000)
    found = model.infer(
        queries=asked,
        engine="mh",
        samples=1500,
        thin=4,
        burn_in=500,
        chains=4,
        seed=1,
        proposer=moves.Mixture(own),
        backend="python",
    )
    for query in asked:
        (p, expected), effective = (chance(result, query) for result in (found, exact)), found[query].ess
        assert effective is not None
        assert effective > 500
        assert abs(p - expected) < 5 * math.sqrt(expected * (1 - expected) / effective), query


class Uncharged(Divide):
    """Forgets that the others of a publication choose whom to go with."""

    def leaning(self, e: int, c: int, d: int) -> float:
        return 0.7 if e > c else 0.4

    def propose(self, world: Any, rng: Any) -> float:
        found = super().propose(world, rng)
        return found if found == nm.REJECT else found + math.log(1.5)


class Alone(Realign):
    """Forgets that people are found by their names: who is looked for is as if he were new."""

    def log_assembled(self, world: Any, p: Any, names: Any) -> float:
        return 0.0


class Coming(Retell):
    """Lets a title come to be the theme, from where both would change."""

    def propose(self, world: Any, rng: Any) -> float:
        p = world.Cited[rng.integer(world.Cit.number)]
        line = world.Work[p]
        back = self.log_title(world, p)
        new = self.title[self.place(world, rng, p, self.title_weight)]
        if world.Work.preimage(line).number == 1 and world.Theme[line] == world.Title[p]:
            world.Theme[line] = new
        world.Title[p] = new
        return back - self.log_title(world, p)


@pytest.mark.parametrize(
    ("move", "varied"),
    [pytest.param(Uncharged, "title", marks=pytest.mark.campaign), (Coming, "title"), (Alone, "authors")],
)
def test_mistakes_are_found(move: type[CitationMove], varied: str) -> None:
    report = nm.check_move(toy(varied), move(toy_data(varied)))
    assert report.mistake is not None, str(report)
