"""What a run of the sampler is asked for, and what it has drawn: the door between the sampler and its outputs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from noumena.domains.citations.parameters import Parameters
from noumena.domains.citations.text_model.formats import Formats

if TYPE_CHECKING:  # the reader takes long to load
    from noumena.domains.citations.reading.weights import Weights

STARTS = ("canopies", "singletons")
"""How a chain may begin: citations that are much alike together, or each by itself."""
NONE = -1
"""Where a list of authors has ended."""

Integers = npt.NDArray[np.integer[Any]]
Pairs = tuple[tuple[int, int], ...]


class Seconds(NamedTuple):
    """How long the parts of a run took."""

    compile: float
    initialise: float
    sampling: float


@dataclass(frozen=True)
class Options:
    """How to sample; `samples` are those of each chain.

    The pairs of `same` and `different`, of citations counted from 0, have been decided by a person: no sample may
    contradict them, and they do not contradict each other (`decisions.py`). `parameters` are those of the priors of
    titles and names, `formats` how citations are written and `weights` how they are read, if not the ones that come
    with the package.
    """

    samples: int = 10_000
    chains: int = 1
    seed: int = 0
    start: str = STARTS[0]
    same: Pairs = ()
    different: Pairs = ()
    parameters: Parameters | None = None
    formats: Formats | None = None
    weights: Weights | None = None


@dataclass(frozen=True, eq=False)
class Draws:
    """What one run has drawn, sample by sample, for each citation; several chains stand one after the other.

    `publication` has equal labels, within one sample, for citations of the same publication; labels mean nothing
    across samples. Of the publication that the citation cites, `title`, `authors` and `venue` are indices into
    `strings`, `year` is 0 if unknown, and `kind` is as in `text_model/formats.py`. All these have a row for each sample
    and a column for each citation. `researchers` and `names` have rows for some of the samples, evenly spaced, the last
    among them, and a third axis for the authors in order: labels as for publications, and indices into `strings` of
    "surname, given"; `NONE` where there is no author any more.
    `acceptance` has the share of proposals that were accepted, by move.
    """

    publication: Integers
    title: Integers
    authors: Integers
    venue: Integers
    year: Integers
    kind: Integers
    researchers: Integers
    names: Integers
    strings: tuple[str, ...]
    acceptance: dict[str, float]
    seconds: Seconds

    def __post_init__(self) -> None:
        """Refuse arrays that do not belong together."""
        shape = self.publication.shape
        if len(shape) != 2 or not all(shape):
            raise ValueError(f"draws need a sample and a citation at least, not the shape {shape}")
        for name in ("title", "authors", "venue", "year", "kind"):
            if getattr(self, name).shape != shape:
                raise ValueError(f"{name} has the shape {getattr(self, name).shape}, but publication has {shape}")
        rows, citations, *_ = people = self.researchers.shape
        if self.names.shape != people or len(people) != 3 or citations != shape[1] or not 1 <= rows <= shape[0]:
            shapes = f"{people} and {self.names.shape}"
            raise ValueError(f"researchers and names have the shapes {shapes}; publication has {shape}")

    @property
    def samples(self) -> int:
        """How many samples there are, of all chains together."""
        return len(self.publication)

    @property
    def citations(self) -> int:
        """How many citations there are."""
        return len(self.publication[0])
