"""Draws made by hand, in place of a sampler."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from noumena.domains.citations.draws import NONE, Draws, Options, Seconds
from noumena.domains.citations.normal_form import name_form, title_form
from noumena.domains.citations.publications import split_names
from noumena.domains.citations.records import Record
from noumena.domains.citations.text_model.formats import UNKNOWN
from noumena.inference.result import Progress, Stage

SECONDS = Seconds(1.5, 0.25, 4.0)

Row = Sequence[Any]


def draws(
    publication: Sequence[Sequence[int]],
    title: Row = ("on urns",),
    authors: Row = ("ek, bo",),
    venue: Row = ("",),
    year: Row = (0,),
    kind: Row = (UNKNOWN,),
    who: Callable[[int, int, str], int] | None = None,
) -> Draws:
    """Draws with these labels of publications, a row for each sample.

    A field is a value for each citation, or one for all; or a list of such for each sample. Researchers of a sample are
    one if they have the same name, or as `who(sample, citation, name)` says.
    """
    labels = np.array(publication)
    strings: dict[str, int] = {}

    def number(text: str) -> int:
        return strings.setdefault(text, len(strings))

    written = _spread(authors, labels.shape)
    width = max(1, *(len(split_names(names)) for row in written for names in row))
    people = np.full((*labels.shape, width), NONE)
    names = people.copy()
    numbers: dict[str, int] = {}
    for (sample, citation), _ in np.ndenumerate(labels):
        for place, name in enumerate(split_names(written[sample][citation])):
            names[sample, citation, place] = number(name)
            usual = numbers.setdefault(name, len(numbers))
            people[sample, citation, place] = usual if who is None else who(sample, citation, name)
    return Draws(
        labels,
        np.array([[number(text) for text in row] for row in _spread(title, labels.shape)]),
        np.array([[number(text) for text in row] for row in written]),
        np.array([[number(text) for text in row] for row in _spread(venue, labels.shape)]),
        np.array(_spread(year, labels.shape)),
        np.array(_spread(kind, labels.shape)),
        people,
        names,
        tuple(strings),
        {"Split": 0.25, "Never": float("nan")},
        SECONDS,
    )


def noisy(records: Sequence[Record], authors: Sequence[str], samples: int = 50, seed: int = 0) -> Draws:
    """The true clusters, in which now and then a citation stands by itself or two clusters are one.

    Needs the truth of the records, and the authors of each as `given_surname;given_surname`. The title of a publication
    is a piece of its first citation.
    """
    rng = np.random.default_rng(seed)
    truth = np.unique([record.truth or "" for record in records], return_inverse=True)[1]
    loose = {int(item): rng.uniform(0.02, 0.9) for item in rng.choice(len(records), len(records) // 12, replace=False)}
    joined = {int(one): (int(one) + 1, rng.uniform(0.02, 0.9)) for one in rng.choice(truth.max(), 8, replace=False)}
    rows = []
    for _ in range(samples):
        row = truth.copy()
        for one, (other, share) in joined.items():
            if rng.uniform() < share:
                row[truth == other] = one
        for item, share in loose.items():
            if rng.uniform() < share:
                row[item] = truth.max() + 1 + item
        rows.append(row.tolist())
    first = dict(reversed(list(zip(truth.tolist(), records, strict=True))))
    titles = [title_form(" ".join(first[label].text.split()[3:12])) for label in truth.tolist()]
    written = ["; ".join(_name(name) for name in names.split(";")) for names in authors]
    years = rng.integers(1970, 2005, truth.max() + 1)[truth].tolist()
    kinds = rng.integers(0, 5, truth.max() + 1)[truth].tolist()
    return draws(rows, titles, written, ["journal of urns 12"], years, kinds)


def matching(made: Draws | Callable[[Options], Draws]) -> Callable[..., Draws]:
    """A sampler that hands out these draws."""

    def match(texts: Sequence[str], options: Options, progress: Progress, stage: Stage) -> Draws:
        stage("citations read", 0, len(texts))
        progress(0)
        progress(options.samples)
        return made if isinstance(made, Draws) else made(options)

    return match


def _name(written: str) -> str:
    given, _, surname = written.rpartition("_")
    return f"{name_form(surname.replace('_', ' '))}, {name_form(given.replace('_', ' '))}"


def _spread(values: Row, shape: tuple[int, ...]) -> list[list[Any]]:
    rows = [list(row) for row in values] if isinstance(values[0], list | tuple) else [list(values)] * shape[0]
    return [row * shape[1] if len(row) == 1 else row for row in rows]
