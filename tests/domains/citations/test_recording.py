"""What is taken down of chains: all samples of few citations, and some of many."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np
import pytest

from noumena.domains.citations import matching, recording
from noumena.domains.citations.draws import NONE, Options, Seconds
from noumena.domains.citations.matching import citation_problem, initialise, match, mixture
from noumena.domains.citations.model.agreement import Described
from noumena.domains.citations.model.library import library
from noumena.domains.citations.normal_form import normal
from noumena.domains.citations.proposals.data import proposal_data
from noumena.domains.citations.proposals.neighbours import neighbours
from noumena.domains.citations.proposals.start import start
from noumena.domains.citations.proposals.suggested_readings import likely_readings, suggested_readings
from noumena.domains.citations.recording import GUESTS, Recorder, evenly_spaced
from noumena.inference.metropolis_hastings import chain_program
from noumena.inference.result import COMPILING
from noumena.inference.state import State
from noumena.inference.user_moves import user_moves
from noumena.model.values import Value
from noumena.reference.variables import FunctionVariable

TEXTS = ["A. Bo. On urns. 1990", "Bo, A. (1990). On urns.", "C. Dee, E. Fox. Balls and boxes. 1991"]


def test_samples_are_evenly_spaced_with_the_first_and_the_last() -> None:
    assert evenly_spaced(5, 10) == {0, 1, 2, 3, 4}
    assert sorted(evenly_spaced(9, 100, 3)) == [0, 4, 8]
    assert evenly_spaced(9, 0) == {8}
    assert evenly_spaced(1, 0) == {0}


def test_of_many_citations_some_samples_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Options(samples=41, chains=2, seed=4, start="singletons")
    everything = match(TEXTS, asked, backend="python")
    assert everything.samples == 82
    monkeypatch.setattr(matching, "MOST_RECORDED", 3 * 2 * 5)
    done: list[int] = []
    some = match(TEXTS, asked, done.append, backend="python")
    assert (done[0], done[-1]) == (COMPILING, 82)
    assert some.samples == 10
    kept = [chain * 41 + sample for chain in range(2) for sample in range(0, 41, 10)]
    for name in ("publication", "title", "authors", "venue", "year", "kind"):
        shown, others = getattr(some, name), getattr(everything, name)[kept]
        if name in ("title", "authors", "venue"):
            assert [some.strings[k] for k in shown.flat] == [everything.strings[k] for k in others.flat]
        elif name != "publication":
            assert shown.tolist() == others.tolist()
    assert [len(set(row)) for row in some.publication.tolist()] == [
        len(set(row)) for row in everything.publication[kept].tolist()
    ]


def test_descriptions_of_one_publication_are_one(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[tuple[Mapping[int, Described], list[tuple[int, int]]]] = []

    def all_one(described: Mapping[int, Described], apart: Iterable[tuple[int, int]]) -> dict[int, int]:
        seen.append((described, list(apart)))
        return dict.fromkeys(described, 7)

    monkeypatch.setattr(recording, "works", all_one)
    asked = Options(samples=3, seed=4, start="singletons", different=((0, 2),))
    made = match(TEXTS, asked, backend="python")
    assert set(made.publication.flat) == {7}
    for described, apart in seen:
        assert {made.strings.index(p.title) for p in described.values()} <= set(made.title.flat)
        assert len(apart) == 1
        assert set(apart[0]) <= set(described)


def test_of_researchers_fewer_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = Options(samples=9, seed=4, start="singletons")
    everything = match(TEXTS, asked, backend="python")
    assert everything.names.shape[0] == 9
    for name, most in (("KEPT_OF_RESEARCHERS", 3), ("MOST_MENTIONS", 3 * len(TEXTS))):
        with monkeypatch.context() as changed:
            changed.setattr(recording, name, most)
            some = match(TEXTS, asked, backend="python")
        assert some.samples == 9
        assert some.names.shape[0] == 3
        assert [some.strings[k] for k in some.names[-1, :, 0]] == [
            everything.strings[k] for k in everything.names[-1, :, 0]
        ]


def test_researchers_are_those_of_the_model() -> None:
    texts = [*TEXTS, "A. Bo and C. Dee. On boxes. 1992", "Fox, E. and Bo, A.: Of urns and balls. 1993"]
    written = [normal(text) for text in texts]
    likely = likely_readings(written)
    known = library(written, (readings[0] for readings in likely))
    near = neighbours(written)
    data = proposal_data(suggested_readings(written, likely, known), near, start(near, "singletons", (), ()))
    moves = user_moves(chain_program(citation_problem(written, known), ()), mixture(data), "python", 1)
    chain = moves.chain(np.random.SeedSequence(3))
    initialise(chain, moves, len(texts))
    citations = moves.program.problem.model.types["Cit"].guaranteed
    guests = shared = 0
    for _ in range(12):
        recorder = Recorder(moves, len(texts), 1)
        recorder.record(chain)
        found = recorder.draws(Seconds(0.0, 0.0, 0.0))
        state = State(moves.program, chain.world).instantiation()
        labels: dict[Value, int] = {}
        for c in range(len(texts)):
            cited = state.value(FunctionVariable("Cited", (citations[c],)))
            for place, (label, name) in enumerate(zip(found.researchers[0, c], found.names[0, c], strict=True)):
                author = state.value(FunctionVariable("Author", (cited, place)))
                if name == NONE:
                    assert label == NONE
                    assert author is None
                elif author is None:
                    guests += 1
                    assert label >= GUESTS
                else:
                    shared += author in labels
                    assert labels.setdefault(author, label) == label < GUESTS
        assert len(set(labels.values())) == len(labels)
        chain.advance(100)
    assert shared > 0
    assert guests > 0


def test_what_comes_before_the_samples_is_told() -> None:
    told: dict[str, list[tuple[int, int]]] = {}
    match(
        TEXTS,
        Options(samples=2, seed=4),
        backend="python",
        stage=lambda what, done, total: told.setdefault(what, []).append((done, total)),
    )
    assert told == {
        "citations read": [(0, 3), (1, 3), (2, 3)],
        "readings judged": [(0, 3), (1, 3), (2, 3)],
        "texts of the first state": [(0, 3)],
        "steps before the first sample": [(0, 780), (180, 780)],
    }
