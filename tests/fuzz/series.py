"""A series of programs in a process of its own, so that a crash or a loop in native code is a failure like others."""

from __future__ import annotations

import multiprocessing
import resource
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import TypeAlias

from tests.fuzz.campaign import Counts, Failure, attempt, lower_limits, program
from tests.fuzz.reduce import reduce

_PATIENCE = 180.0
"""How many seconds to wait for news of a program; a failing one is made smaller, which takes a while."""

_MEMORY = 3 * 2**30


Work: TypeAlias = Callable[[int, range, Connection], None]
"""What the process does: it sends the counts of each program, and its failure or None."""


def run_series(seed: int, indices: range, work: Work | None = None) -> tuple[Counts, list[Failure]]:
    """What became of these programs of the series with this seed, and the failures, one of each kind."""
    counts, failures = Counts(), dict[str, Failure]()
    start = indices.start
    while start < indices.stop:
        for number, failure in _news(seed, range(start, indices.stop), work or _work):
            start += 1
            counts.add(number)
            if failure is not None:
                failures.setdefault(failure.kind, failure)
    return counts, list(failures.values())


def _news(seed: int, indices: range, work: Work) -> list[tuple[Counts, Failure | None]]:
    """The outcomes of the programs up to the first that ends the process, which comes last as a failure."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=work, args=(seed, indices, there), daemon=True)
    process.start()
    there.close()
    news: list[tuple[Counts, Failure | None]] = []
    try:
        while len(news) < len(indices):
            if not here.poll(_PATIENCE):
                end = "the process went silent"
                break
            news.append(here.recv())
        else:
            return news
    except EOFError:
        process.join()
        end = f"the process ended with exit code {process.exitcode}"
    finally:
        process.kill()
        process.join()
        here.close()
    return [*news, (Counts(programs=1), Failure(program(seed, indices[len(news)]), end, end))]


def _work(seed: int, indices: range, connection: Connection) -> None:
    """Sends what became of each program; runs in the process."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    lower_limits()
    reduced: set[str] = set()
    for index in indices:
        counts = Counts()
        failure = attempt(program(seed, index), index, counts)
        if failure is not None and failure.kind not in reduced:
            reduced.add(failure.kind)
            failure = _smaller(failure, index)
        connection.send((counts, failure))


def _smaller(failure: Failure, index: int) -> Failure:
    def fails(text: str) -> bool:
        again = attempt(text, index, Counts())
        return again is not None and again.kind == failure.kind

    return attempt(reduce(failure.text, fails), index, Counts()) or failure
