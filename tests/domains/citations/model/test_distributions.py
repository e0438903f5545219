"""The distributions of the citation model: sums that are 1, draws that follow them, and what they are for."""

from __future__ import annotations

import math
from collections import Counter

import numpy as np
import pytest

from noumena.domains.citations.model.library import Library, library
from noumena.domains.citations.model.numbers import KIND_SHARES, KindPrior, Spread, YearPrior, YearVariant
from noumena.domains.citations.reading import Reading
from noumena.domains.citations.text_model.formats import JOURNAL, REPORT, UNKNOWN

TEXTS = ["r. zyx. on qworks. 1990", "zyx, r. qworks of urns. 1991"]
DRAWS = 4000


@pytest.fixture(scope="module")
def known() -> Library:
    return library(TEXTS, [Reading("on qworks", "zyx, r", 1990, 4, "", 1.0)])


def agrees(counts: Counter[str], chances: dict[str, float]) -> bool:
    """Whether draws come as often as they should, for values that come often: 5 standard errors, false alarm 1e-5."""
    often = {value: chance for value, chance in chances.items() if chance * DRAWS > 20}
    assert often
    return all(
        abs(counts[value] - DRAWS * chance) < 5 * math.sqrt(DRAWS * chance * (1 - chance))
        for value, chance in often.items()
    )


@pytest.mark.parametrize("least", [0, 1])
def test_spread_sums_to_one_and_is_drawn_so(least: int) -> None:
    spread, rng = Spread(), np.random.default_rng(1)
    numbers = range(least, least + 99_999)
    assert math.fsum(math.exp(spread.log_prob(n, least)) for n in numbers) == pytest.approx(1 - 1e-5)
    assert spread.log_prob(least - 1, least) == -math.inf
    counts = Counter(str(spread.sample(rng, least)) for _ in range(DRAWS))
    assert agrees(counts, {str(n): math.exp(spread.log_prob(n, least)) for n in numbers[:20]})


@pytest.mark.parametrize("era", [0, 1900, 1994, 2029])
def test_years_sum_to_one_and_are_drawn_so(era: int) -> None:
    years, rng = YearVariant(YearPrior()), np.random.default_rng(2)
    chances = {str(year): math.exp(years.log_prob(year, era)) for year in (0, *range(1899, 2031))}
    assert sum(chances.values()) == pytest.approx(1.0)
    assert years.log_prob(1066, era) == -math.inf
    assert agrees(Counter(str(years.sample(rng, era)) for _ in range(DRAWS)), chances)


def test_kinds_sum_to_one() -> None:
    assert sum(math.exp(KindPrior().log_prob(kind)) for kind in range(len(KIND_SHARES))) == pytest.approx(1.0)
    assert KindPrior().log_prob(len(KIND_SHARES)) == -math.inf
    assert {KindPrior().sample(np.random.default_rng(seed)) for seed in range(40)} == set(range(len(KIND_SHARES)))


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("NamePrior", ()),
        ("WordsPrior", (REPORT,)),
        ("WordsPrior", (JOURNAL,)),
        ("NumbersPrior", ()),
        ("TitlePrior", ()),
    ],
)
def test_priors_are_drawn_as_often_as_they_say(known: Library, name: str, given: tuple[int, ...]) -> None:
    law, rng = known.distributions[name], np.random.default_rng(3)
    counts = Counter(law.sample(rng, *given) for _ in range(DRAWS))
    chances = {value: math.exp(law.log_prob(value, *given)) for value in counts}
    assert min(chances.values()) > 0.0
    common = {value: chance for value, chance in chances.items() if chance * DRAWS > 20}
    assert not common or agrees(counts, common)


@pytest.mark.parametrize(
    ("name", "given"), [("AuthorsVariant", "zyx, r; ek, bo"), ("TitleVariant", "on urns"), ("AuthorsVariant", "")]
)
def test_variants_are_drawn_as_often_as_they_say(known: Library, name: str, given: str) -> None:
    law, rng = known.distributions[name], np.random.default_rng(4)
    counts = Counter(law.sample(rng, given) for _ in range(DRAWS))
    assert agrees(counts, {value: math.exp(law.log_prob(value, given)) for value in counts})


def test_a_variant_is_likelier_than_another_title(known: Library) -> None:
    law = known.distributions["TitleVariant"]
    theme = "sampling methods for urns"
    near = [law.log_prob(title, theme) for title in ("sampling for urns", "sampling methods", theme)]
    assert min(near) > max(law.log_prob(title, theme) for title in ("deep learning of everything", "urn models")) + 5
    people = known.distributions["AuthorsVariant"]
    assert people.log_prob("ek, bo", "zyx, r; ek, bo") > people.log_prob("ek, bo", "zyx, r") + 5


def test_words_of_the_texts_are_known(known: Library) -> None:
    other = library(["nothing of this"])
    assert known.titles.log_prob("qworks") > other.titles.log_prob("qworks") + 3
    assert known.names.log_prob("zyx, r") > other.names.log_prob("zyx, r") + 3
    cited = "p. ek. on games. in zyx, qworks, 1990", "on games", "ek, p", 1990, 1, "", ""
    texts = known.distributions["CitationText"], other.distributions["CitationText"]
    assert texts[0].log_prob(*cited) > texts[1].log_prob(*cited) + 3
    assert library([]).titles.log_prob("qworks") > -math.inf


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("NamePrior", "ek,"),
        ("NamePrior", "ek, "),
        ("NamePrior", ""),
        ("NumbersPrior", "7 x"),
        ("TitlePrior", ""),
    ],
)
def test_what_has_not_the_form_is_impossible(known: Library, name: str, value: str) -> None:
    assert known.distributions[name].log_prob(value) == -math.inf


def test_words_are_letters_and_of_their_kind(known: Library) -> None:
    law = known.distributions["WordsPrior"]
    assert law.log_prob("x 7", UNKNOWN) == -math.inf
    assert law.log_prob("journal", JOURNAL) > law.log_prob("journal", REPORT) + 1
    assert law.log_prob("technical report", REPORT) > law.log_prob("technical report", JOURNAL) + 3
