"""What the model of citations names: distributions that know the texts at hand, and functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any

from noumena.domains.citations.model.agreement import most_words, same_pages, same_people
from noumena.domains.citations.model.local_priors import (
    LocalSurnamePrior,
    LocalTitlePrior,
    surnames_of,
    words_of,
)
from noumena.domains.citations.model.numbers import KindPrior, Spread, YearPrior, YearVariant
from noumena.domains.citations.model.people import (
    AuthorsVariant,
    NamePrior,
    SizePrior,
    how_many,
    name_at,
    place_of,
    with_first,
)
from noumena.domains.citations.model.people_at_hand import LocalNamePrior
from noumena.domains.citations.model.title_variant import TitleVariant
from noumena.domains.citations.model.venues import NumbersPrior, WordsPrior
from noumena.domains.citations.parameters import Parameters, priors_of, read_parameters
from noumena.domains.citations.reading import Reading
from noumena.domains.citations.text_model.citation_text import CitationText
from noumena.domains.citations.text_model.formats import Formats

MODEL = files("noumena.domains.citations.model") / "citations.blog"
FUNCTIONS: dict[str, Callable[..., Any]] = {
    "Listed": with_first,
    "HowMany": how_many,
    "NameAt": name_at,
    "PlaceOf": place_of,
    "MostWords": most_words,
    "SamePeople": same_people,
    "SamePages": same_pages,
}


@dataclass(frozen=True)
class Library:
    """The distributions of the model by their names, and those of titles and of names, by which readings are judged."""

    distributions: dict[str, Any]
    titles: LocalTitlePrior
    names: NamePrior


def library(
    texts: Sequence[str],
    readings: Iterable[Reading] = (),
    parameters: Parameters | None = None,
    formats: Formats | None = None,
) -> Library:
    """The distributions for these texts, in normal form, with parameters and formats of the package or others.

    `readings` are the best ones of the texts: from them it is known which surnames there are, and which words follow
    each other in venues.
    """
    parameters, local, read = parameters or read_parameters(), words_of(texts), list(readings)
    titles = LocalTitlePrior(parameters.titles, local)
    surnames = LocalSurnamePrior(parameters.surnames, surnames_of(read))
    priors = replace(priors_of(parameters), titles=titles, surnames=surnames)
    names, years = NamePrior(priors), YearPrior()
    text = CitationText(formats, rests=[reading.rest for reading in read], local=local)
    return Library(
        {
            "Spread": Spread,
            "TitlePrior": titles,
            "TitleVariant": TitleVariant(titles, text.formats),
            "NamePrior": names,
            "SizePrior": SizePrior,
            "AuthorsVariant": AuthorsVariant(LocalNamePrior(priors, read)),
            "YearPrior": years,
            "YearVariant": YearVariant(years),
            "KindPrior": KindPrior,
            "WordsPrior": WordsPrior(text.background, [reading.venue for reading in read]),
            "NumbersPrior": NumbersPrior(text.background, text.number_counts),
            "CitationText": text,
        },
        titles,
        names,
    )
