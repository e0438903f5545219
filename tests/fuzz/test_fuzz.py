"""Whatever the program: it is parsed, checked and sampled, or a diagnostic says why not."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import pytest

from tests.fuzz.report import as_property
from tests.fuzz.series import run_series

_SEED = int(os.environ.get("NOUMENA_FUZZ_SEED", "1"))
"""Another seed gives other programs."""

_FEW = 400
_MANY = 12_500

Record = Callable[[str, object], None]


def fuzz(seed: int, indices: range, record: Record) -> None:
    """Runs programs; fails with those that neither work nor are refused properly, or if too few get far."""
    started = time.perf_counter()
    counts, failures = run_series(seed, indices)
    record("fuzz", as_property(counts, time.perf_counter() - started))
    report = [f"{'-' * 100}\n{f.kind}\n{f.text}\n{f.trace}" for f in failures]
    assert not failures, "\n".join(report)
    assert counts.programs == len(indices)
    assert counts.parsed >= 0.3 * counts.programs
    assert counts.sampled >= 0.05 * counts.programs


@pytest.mark.parametrize("part", range(2))
def test_a_few_programs(part: int, record_property: Record) -> None:
    fuzz(0, range(part * _FEW, (part + 1) * _FEW), record_property)


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(16))
def test_many_programs(part: int, record_property: Record) -> None:
    fuzz(_SEED, range(part * _MANY, (part + 1) * _MANY), record_property)
