"""Reconstructed publications."""

from __future__ import annotations

from noumena.domains.citations.clusters import Cluster
from noumena.domains.citations.draws import Draws
from noumena.domains.citations.publications import Likely, Publication, publications, split_names
from noumena.domains.citations.tally import Tally
from noumena.domains.citations.text_model.formats import JOURNAL, UNKNOWN
from tests.domains.citations.hand_made import draws


def made(given: Draws, *members: int) -> Publication:
    tally = Tally(given.citations)
    tally.add(given)
    (publication,) = publications([Cluster(members, 0.5)], tally.fields)
    return publication


def test_each_field_is_the_most_probable_over_samples_and_members() -> None:
    publication = made(
        draws(
            [[0, 0, 1], [0, 1, 1]],
            title=[["a", "a", "z"], ["a", "b", "z"]],
            authors=["ek, bo; dee, al", "ek, bo", "zed, zo"],
            venue=["urns", "urns", ""],
            year=[[1990, 1990, 1], [1990, 1991, 1]],
            kind=[JOURNAL, JOURNAL, 0],
        ),
        0,
        1,
    )
    assert publication.title == Likely("a", 0.75)
    assert publication.authors == Likely("ek, bo", 0.5)  # of equal ones the first
    assert publication.year == Likely(1990, 0.75)
    assert publication.kind_name == "journal"
    assert publication.venue == Likely("urns", 1.0)
    assert publication.cluster.probability == 0.5


def test_among_equals_what_says_something_is_taken() -> None:
    publication = made(draws([[0, 0]], venue=["", "urns"], year=[0, 1990], kind=[UNKNOWN, JOURNAL]), 0, 1)
    assert (publication.venue.value, publication.year.value, publication.kind.value) == ("urns", 1990, JOURNAL)


def test_what_is_not_known_has_no_name() -> None:
    assert made(draws([[0]]), 0).kind_name is None


def test_names_are_split() -> None:
    assert split_names("ek, bo; de la cruz, a b; plato, ; ") == ("ek, bo", "de la cruz, a b", "plato,")
    assert split_names("") == ()
