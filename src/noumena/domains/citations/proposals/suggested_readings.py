"""Readings of citations that the model finds possible, one at least for each."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace

from noumena.domains.citations.model.library import Library
from noumena.domains.citations.model.people import joined, listed
from noumena.domains.citations.normal_form import title_form
from noumena.domains.citations.reading import Reader, Reading
from noumena.domains.citations.reading.weights import Weights
from noumena.domains.citations.text_model.formats import UNKNOWN
from noumena.inference.result import Stage, no_stage

MOST_READINGS = 4
_FIRST_WORDS = 8
_WORD = re.compile(r"[a-z]+")


def likely_readings(
    texts: Sequence[str], weights: Weights | None = None, stage: Stage = no_stage
) -> list[tuple[Reading, ...]]:
    """For each text, in normal form, what it may say, the best guess first, by the weights of the package or others."""
    reader = Reader() if weights is None else Reader(weights)
    found = []
    for done, text in enumerate(texts):
        stage("citations read", done, len(texts))
        found.append(reader.readings(text, MOST_READINGS))
    return found


def suggested_readings(
    texts: Sequence[str], likely: Sequence[Sequence[Reading]], library: Library, stage: Stage = no_stage
) -> list[list[Reading]]:
    """For each text those of its likely readings that the model finds possible, with weights that sum to 1.

    What no reading explains is taken for a publication whose title is the first words of the text. Nobody is listed
    twice.
    """
    found = []
    for done, (text, readings) in enumerate(zip(texts, likely, strict=True)):
        stage("readings judged", done, len(texts))
        possible = [reading for reading in readings if _is_possible(reading, library)]
        if not possible:
            title = title_form(" ".join(_WORD.findall(text)[:_FIRST_WORDS])) or "untitled"
            possible = [Reading(title, "", 0, UNKNOWN, "", 1.0)]
        total = sum(reading.weight for reading in possible)
        found.append(
            [replace(reading, weight=reading.weight / total, authors=_once(reading.authors)) for reading in possible]
        )
    return found


def _once(authors: str) -> str:
    return joined(list(dict.fromkeys(listed(authors))))


def _is_possible(reading: Reading, library: Library) -> bool:
    has_title = library.titles.log_prob(reading.title) > -math.inf
    has_names = all(library.names.log_prob(name) > -math.inf for name in listed(reading.authors))
    return reading.weight > 0.0 and has_title and has_names
