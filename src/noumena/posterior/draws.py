"""All samples of a run as one table: a row for each draw, a column for each query."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from noumena.inference.result import Marginal
from noumena.model.expressions import Constant
from noumena.model.model import Query
from noumena.model.types import BOOLEAN, INTEGER, REAL, STRING, TupleType
from noumena.posterior.answer import QueryAnswer
from noumena.posterior.plain import Plain, plain
from noumena.posterior.weighted import Floats

if TYPE_CHECKING:
    from noumena.posterior.posterior import Posterior

OWN_COLUMNS = ("chain", "draw", "weight", "log_joint")


@dataclass(frozen=True)
class Draws:
    """The draws of all queries together; weighted samples and those of rejection are draws of one chain, number 0.

    `chain` and `draw` count from 0; `weight` sums to 1. `log_joint` is ln p of the state at the draw, by chains alone.
    """

    marginals: tuple[Marginal, ...]
    log_joint: Floats | None

    @property
    def queries(self) -> tuple[str, ...]:
        """The queries as they were written, which are the columns."""
        return tuple(marginal.query.text for marginal in self.marginals)

    @property
    def weight(self) -> Floats:
        """The weight of each draw."""
        return self.marginals[0].weights

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """How many draws each chain has."""
        return self.marginals[0].chain_lengths or (len(self),)

    @cached_property
    def chain(self) -> npt.NDArray[np.int64]:
        """The chain of each draw."""
        return np.repeat(np.arange(len(self.lengths)), self.lengths)

    @cached_property
    def draw(self) -> npt.NDArray[np.int64]:
        """The number of each draw in its chain."""
        return np.concatenate([np.arange(length) for length in self.lengths])

    def __len__(self) -> int:
        return len(self.marginals[0].values)

    def __getitem__(self, query: str) -> list[Plain]:
        """The values of a query, draw after draw, as plain data; it is written as it was asked."""
        if query not in self.queries:
            raise KeyError(f"there is no query `{query}`; the queries are {', '.join(f'`{q}`' for q in self.queries)}")
        return self.column(self.queries.index(query))

    def column(self, number: int) -> list[Plain]:
        """The values of the query with that number as plain data."""
        values = self.marginals[number].values
        if self.marginals[number].query.term.type in (BOOLEAN, INTEGER, REAL, STRING):
            return list(values)  # NaN and infinities stay numbers here: this is no JSON
        return list(map(plain, values))

    def __iter__(self) -> Iterator[dict[str, Plain]]:
        """Row after row: the table's own columns and the queries."""
        columns = self.columns()
        for row in zip(*columns.values(), strict=True):
            yield dict(zip(columns, row, strict=True))

    def __repr__(self) -> str:
        chains = f" of {len(self.lengths)} chains" if len(self.lengths) > 1 else ""
        return f"<{len(self):,} draws{chains} of {len(self.marginals)} queries>"

    def columns(self) -> dict[str, list[Any]]:
        """The columns by their names; of two queries with the same text the second is followed by (2)."""
        joint = {} if self.log_joint is None else {"log_joint": self.log_joint.tolist()}
        found: dict[str, list[Any]] = {
            "chain": self.chain.tolist(),
            "draw": self.draw.tolist(),
            "weight": self.weight.tolist(),
            **joint,
        }
        for number, name in enumerate(told_apart(self.queries)):
            found[name] = self.column(number)
        return found


def draws_of(posterior: Posterior) -> Draws:
    """The draws of a posterior; `ValueError` if it is exact or has no queries."""
    marginals = tuple(answer.marginal for answer in posterior)
    if not marginals or not marginals[0].sampled:
        raise ValueError("there are no draws: the answer is exact; each query has its `distribution`")
    return Draws(marginals, posterior.log_joint)


def joint_answer(answers: Sequence[QueryAnswer]) -> QueryAnswer:
    """The answer to all these queries as one, whose values are tuples; `ValueError` if they are exact."""
    if not answers:
        raise ValueError("there are no queries to be joined")
    text = f"[{', '.join(answer.query for answer in answers)}]"
    first = answers[0].marginal
    if not first.sampled:
        raise ValueError(f"exact enumeration answers each query by itself: ask `{text}` as one query")
    type_ = TupleType(tuple(answer.marginal.query.term.type for answer in answers))
    values = tuple(zip(*(answer.marginal.values for answer in answers), strict=True))
    return QueryAnswer(replace(first, query=Query(Constant(type_, None), text, 0), values=values))


def rows_of_exact(posterior: Posterior) -> Mapping[str, list[Any]]:
    """An exact answer as a table: query, value and probability."""
    rows = [(a.query, o.text, o.probability) for a in posterior for o in a.distribution or ()]
    return {name: [row[k] for row in rows] for k, name in enumerate(("query", "value", "probability"))}


def told_apart(names: tuple[str, ...]) -> list[str]:
    """Names for columns: no two the same, none of the table's own."""
    found: list[str] = []
    for name in names:
        free, number = name, 1
        while free in found or free in OWN_COLUMNS:
            number += 1
            free = f"{name} ({number})"
        found.append(free)
    return found
