"""What is kept of draws."""

from __future__ import annotations

import numpy as np
import pytest

from noumena.domains.citations.tally import Tally, pooled
from noumena.posterior.partitions import PartitionSamples
from tests.domains.citations.hand_made import draws


def test_values_are_counted_by_citation_over_runs() -> None:
    tally = Tally(2)
    tally.add(draws([[0, 0], [0, 1]], title=[["a", "b"], ["a", "c"]], year=[[1990, 0], [1991, 0]]))
    tally.add(draws([[0, 0]], title=["c", "c"], year=[1990, 0], kind=[2, 2]))
    assert tally.fields[0].title == {"a": 2, "c": 1}
    assert tally.fields[1].title == {"b": 1, "c": 2}
    assert tally.fields[0].year == {1990: 2, 1991: 1}
    assert tally.fields[1].kind == {4: 2, 2: 1}


def test_runs_together_are_as_one_run() -> None:
    rng = np.random.default_rng(3)
    runs = [np.sort(rng.integers(0, 3, (7, 5)), axis=0) for _ in range(3)]
    together = pooled([PartitionSamples.of(run) for run in runs])
    direct = PartitionSamples.of(np.concatenate(runs))
    assert together.total == direct.total == 21
    assert together.clusters() == direct.clusters()
    assert np.array_equal(together.similarity().probability, direct.similarity().probability)


def test_names_have_the_same_number_in_all_runs() -> None:
    tally = Tally(1)
    tally.add(draws([[0]], authors=["ek, bo; dee, al"]))
    tally.add(draws([[0]], authors=["dee, al; fox, cy; ek, bo"]))
    shown = [[tally.strings[n] if n >= 0 else "" for n in mentions.names[0, 0]] for mentions in tally.mentions]
    assert shown == [["ek, bo", "dee, al"], ["dee, al", "fox, cy", "ek, bo"]]


def test_draws_of_other_citations_are_refused() -> None:
    with pytest.raises(ValueError, match="the draws are of 2 citations, not of 3"):
        Tally(3).add(draws([[0, 0]]))
