"""Names at hand: what two texts have is likely, what one has is not, and draws follow the probabilities."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from noumena.domains.citations.model.library import library
from noumena.domains.citations.model.local_priors import surnames_of
from noumena.domains.citations.model.people import AuthorsVariant, NamePrior
from noumena.domains.citations.model.people_at_hand import AT_HAND, DISCOUNT, LocalNamePrior, Repeated
from noumena.domains.citations.parameters import priors_of, read_parameters
from noumena.domains.citations.reading import Reading
from noumena.domains.citations.text_model.formats import UNKNOWN

LISTS = ("qzek, bo; qwyx, r", "qzek, bo; qwyx, r", "qwyx, r", "qulm, a", "")
DRAWS = 4000


def local(lists: tuple[str, ...] = LISTS) -> LocalNamePrior:
    return LocalNamePrior(priors_of(read_parameters()), [Reading("x", names, 0, UNKNOWN, "", 1.0) for names in lists])


def test_strings_of_two_texts_have_a_share_by_their_number() -> None:
    found = Repeated([["a", "b", "a"], ["a"], ["b"], ["a", "c"]])  # a in three texts, b in two, c in one: six in all
    a, b = (AT_HAND * (n - DISCOUNT) / 6 for n in (3, 2))
    ln = math.log(0.01)
    assert found.mixed_ln("a", ln) == pytest.approx(math.log(a + (1 - a - b) * 0.01))
    assert found.mixed_ln("b", ln) == pytest.approx(math.log(b + (1 - a - b) * 0.01))
    assert found.mixed_ln("c", ln) == pytest.approx(math.log((1 - a - b) * 0.01))
    assert found.mixed_ln("a", -math.inf) == pytest.approx(math.log(a))
    rng = np.random.default_rng(1)
    counts = Counter(found.drawn(rng) for _ in range(DRAWS))
    for string, share in (("a", a), ("b", b), (None, 1 - a - b)):
        assert abs(counts[string] - DRAWS * share) < 5.3 * math.sqrt(DRAWS * share * (1 - share))  # 1e-6 in all


def test_without_texts_nothing_changes() -> None:
    assert Repeated([]).mixed_ln("a", -3.0) == -3.0
    assert Repeated([["a"], ["b"]]).drawn(np.random.default_rng(0)) is None
    usual = NamePrior(priors_of(read_parameters()))
    for name in ("qwyx, r", "smith, j", "jones"):
        assert local(()).log_prob(name) == usual.log_prob(name)


def test_names_of_two_texts_are_known() -> None:
    usual, known = NamePrior(priors_of(read_parameters())), local()
    assert known.log_prob("qwyx, r") > math.log(AT_HAND * (3 - DISCOUNT) / 6) > usual.log_prob("qwyx, r") + 8
    assert known.log_prob("qulm, a") < usual.log_prob("qulm, a")  # one text alone has it


def test_guests_are_known_and_researchers_are_spelled_once() -> None:
    reading = Reading("x", "qwyx, r", 0, UNKNOWN, "", 1.0)
    many, none = (library(["a text"], [reading] * n).distributions for n in (9, 0))
    guest = [known["AuthorsVariant"].log_prob("qwyx, r", "ek, bo") for known in (many, none)]
    assert guest[0] > guest[1] + 8
    assert many["NamePrior"].log_prob("qwyx, r") < -5.0  # its surname is at hand, but no two people share a name


def test_editors_are_people_at_hand_too() -> None:
    book, chapter = (
        Reading("x", authors, 0, UNKNOWN, "", 1.0, editors=editors)
        for authors, editors in (("qzek, bo; qwyx, r", ""), ("qulm, a", "qzek, bo; qwyx, r"))
    )
    priors = priors_of(read_parameters())
    known, apart = LocalNamePrior(priors, [book, chapter]), LocalNamePrior(priors, [book])
    assert known.log_prob("qwyx, r") > apart.log_prob("qwyx, r") + 8
    assert surnames_of([book, chapter]).chances == {"qzek": 0.4, "qwyx": 0.4, "qulm": 0.2}


@pytest.mark.parametrize("people", [None, "ek, al"])
def test_names_and_lists_are_drawn_as_often_as_they_say(people: str | None) -> None:
    known, rng = local(), np.random.default_rng(2)
    variant = AuthorsVariant(known)
    if people is None:
        counts = Counter(known.sample(rng) for _ in range(DRAWS))
        shares = {name: math.exp(known.log_prob(name)) for name in counts}
    else:
        counts = Counter(variant.sample(rng, people) for _ in range(DRAWS))
        shares = {names: math.exp(variant.log_prob(names, people)) for names in counts}
    often = {names: share for names, share in shares.items() if share * DRAWS > 20}
    assert often
    for names, share in often.items():
        count = counts[names]
        assert abs(count - DRAWS * share) < 5.5 * math.sqrt(DRAWS * share * (1 - share))  # false alarm below 1e-6
