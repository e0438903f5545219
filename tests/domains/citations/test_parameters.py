"""The file of learned parameters."""

from __future__ import annotations

import gzip
import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from noumena.domains.citations.bibliography import Bibliography, Name
from noumena.domains.citations.learning import Pruning, learned
from noumena.domains.citations.parameters import SHIPPED, read_parameters, read_priors, write_parameters
from noumena.model.diagnostics import BlogError

PARAMETERS = learned(
    Bibliography(
        ["learning to rank", "learning to read (draft)", "rank: learning to see", "to see"],
        [Name("van ek", "bo", "j"), Name("van ek", "anna"), Name("dee", "bo")],
    ),
    Pruning(words=2, pairs=2, names=2),
)
MAKE = "noumena citations learn BIBLIOGRAPHY -o PARAMETERS makes such a file"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    written = tmp_path / "p.json.gz"
    assert write_parameters(written, PARAMETERS) == written.stat().st_size
    return written


def said(path: Path) -> tuple[str, str | None]:
    with pytest.raises(BlogError) as caught:
        read_priors(path)
    (diagnostic,) = caught.value.diagnostics
    return diagnostic.message.replace(f"{path}: ", ""), diagnostic.hint


def test_what_is_written_is_read(path: Path) -> None:
    assert read_parameters(path) == PARAMETERS


def test_the_same_parameters_give_the_same_bytes(path: Path, tmp_path: Path) -> None:
    write_parameters(tmp_path / "other", PARAMETERS)
    assert (tmp_path / "other").read_bytes() == path.read_bytes()


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"a,b\n1,2\n",
        gzip.compress(b"no json", mtime=0),
        gzip.compress(b"[1]", mtime=0),
        gzip.compress(b'{"kind": 3}', mtime=0),
    ],
)
def test_another_file_is_refused(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    assert said(path) == ("this is no file of parameters of citations", MAKE)


def test_a_file_that_is_cut_short_is_refused(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:200])
    message, hint = said(path)
    assert message.startswith("this file is damaged or cut short: ")
    assert hint == f"get it again; {MAKE}"


def test_a_file_that_is_damaged_is_refused(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xFF
    path.write_bytes(bytes(data))
    assert said(path)[0].startswith("this file is damaged or cut short: ")


def _changed(change: Callable[[dict[str, Any]], object], path: Path) -> None:
    content = json.loads(gzip.decompress(path.read_bytes()))
    change(content)
    path.write_bytes(gzip.compress(json.dumps(content).encode()))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda c: c.pop("given"), "these parameters are not whole: 'given' is missing"),
        (lambda c: c["titles"].pop("pairs"), "these parameters are not whole: 'pairs' is missing"),
        (lambda c: c["titles"].update(lengths=[1.5]), "these parameters are not understood: 1.5 is no count"),
        (lambda c: c["titles"].update(lengths=[-1]), "these parameters are not understood: -1 is no count"),
        (lambda c: c["middle"].update(letters={"a": True}), "these parameters are not understood: True is no count"),
        (lambda c: c["given"].update(discount="1"), "these parameters are not understood: '1' is no number"),
        (
            lambda c: c["given"].update(words="bo,bo", counts=[2, 2]),
            "these parameters are not understood: a word comes twice in a table",
        ),
        (
            lambda c: c["surnames"]["letters"].update(xxxx={"a": 1}),
            "these parameters contradict each other: a speller of order 4 cannot judge a letter by 'xxxx'",
        ),
        (
            lambda c: c["titles"].update(lengths=[]),
            "these parameters contradict each other: no titles were counted: a prior of titles needs at least one",
        ),
    ],
)
def test_what_does_not_fit_is_told(path: Path, change: Callable[[dict[str, Any]], object], message: str) -> None:
    _changed(change, path)
    assert said(path) == (message, MAKE)


@pytest.mark.parametrize(
    "change",
    [
        lambda c: c.update(titles=3),
        lambda c: c["titles"]["pairs"].pop(),
        lambda c: c["titles"]["pairs"].append([1]),
        lambda c: c["titles"].update(pairs=[[3, 99, 3]] * len(c["titles"]["pairs"])),
        lambda c: c["titles"].update(separators=[{}]),
        lambda c: c["given"].update(words=3),
        lambda c: c["given"].update(counts=[]),
        lambda c: c["given"].update(letters=[1]),
    ],
)
def test_what_has_another_form_is_refused(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    _changed(change, path)
    message, hint = said(path)
    assert message.startswith("these parameters are not understood: ")
    assert hint == MAKE


def test_another_version_is_refused(path: Path) -> None:
    _changed(lambda content: content.update(version=2), path)
    assert said(path) == (
        "these parameters are of version 2, and only 1 is known here",
        f"learn them again: {MAKE}",
    )


def test_a_folder_is_not_written_over(tmp_path: Path) -> None:
    with pytest.raises(BlogError) as caught:
        write_parameters(tmp_path, PARAMETERS)
    assert caught.value.diagnostics[0].message == f"cannot write {tmp_path}: it is a folder"


def test_the_shipped_priors_know_titles_and_names() -> None:
    priors = read_priors()
    rng = np.random.default_rng(0)
    for prior in (priors.titles, priors.surnames, priors.given, priors.middle):
        assert all(prior.log_prob(prior.sample(rng)) > -math.inf for _ in range(20))
    log = priors.titles.log_prob
    assert log("learning bayesian networks") > log("bayesian learning networks") > log("lerning bayesian networks")
    assert priors.surnames.log_prob("li") > priors.surnames.log_prob("quux")
    assert priors.given.log_prob("david") > priors.given.log_prob("dvaid")
    assert priors.middle.log_prob("") > priors.middle.log_prob("j") > priors.middle.log_prob("x")


def test_the_shipped_file_holds_counts_and_no_titles() -> None:
    assert SHIPPED.stat().st_size < 1_500_000
    counts = read_parameters().titles
    assert all(" " not in word for word in counts.words.counts)
    assert min(n for followers in counts.followers.values() for n in followers.values()) >= 3
