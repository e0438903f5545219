"""Citations are matched: the general engine samples the model of `model/citations.blog` by the moves of `proposals`."""

from __future__ import annotations

import time
from collections.abc import Sequence

import numpy as np

from noumena.api import Model
from noumena.domains.citations.draws import Draws, Options, Pairs, Seconds
from noumena.domains.citations.model.library import FUNCTIONS, MODEL, Library, library
from noumena.domains.citations.normal_form import normal
from noumena.domains.citations.proposals.data import ProposalData, proposal_data
from noumena.domains.citations.proposals.description_moves import Promote, Realign, Recount, Retell, Retheme
from noumena.domains.citations.proposals.neighbours import neighbours
from noumena.domains.citations.proposals.reference_moves import Divide, Recite
from noumena.domains.citations.proposals.start import start
from noumena.domains.citations.proposals.suggested_readings import likely_readings, suggested_readings
from noumena.domains.citations.recording import Recorder
from noumena.inference.metropolis_hastings import chain_program
from noumena.inference.result import COMPILING, Progress, no_progress
from noumena.inference.user_moves import UserMoves, user_moves
from noumena.model.model import Problem
from noumena.moves.mixture import Mixture

LEAST_STEPS_COMPILED = 1_000_000
"""For fewer steps compiling, which takes minutes, would take longer than it saves."""
SETTLING = 200
"""From canopies, steps for each citation before the first sample: what is alike is not yet described well."""
SHARES = {
    Recite: 0.3,
    Divide: 0.22,
    Retell: 0.30,
    Realign: 0.08,
    Retheme: 0.03,
    Promote: 0.05,
    Recount: 0.02,
}


def match(
    texts: Sequence[str], options: Options, progress: Progress = no_progress, backend: str | None = None
) -> Draws:
    """Draws of what citations cite, given their texts as people typed them.

    A sample is a step of a chain. From singletons the first is the state that it begins with; from canopies it is the
    one after some steps for each citation.
    """
    progress(COMPILING)
    begun = time.perf_counter()
    written = [normal(text) for text in texts]
    likely = likely_readings(written, options.weights)
    known = library(written, (readings[0] for readings in likely), options.parameters, options.formats)
    near = neighbours(written, options.same)
    first = start(near, options.start, options.same, options.different)
    data = proposal_data(suggested_readings(written, likely, known), near, first)
    steps = options.samples * options.chains
    backend = backend or ("native" if steps >= LEAST_STEPS_COMPILED else "python")
    prepared = time.perf_counter()
    problem = citation_problem(written, known, options.same, options.different)
    moves = user_moves(chain_program(problem, ()), mixture(data), backend, options.seed)
    compiled = time.perf_counter()
    progress(0)
    recorder = Recorder(moves, len(texts), steps)
    initialising = _sample(moves, options, len(texts), recorder, progress)
    ended = time.perf_counter()
    seconds = Seconds(compiled - prepared, initialising + prepared - begun, ended - compiled - initialising)
    return recorder.draws(seconds)


def citation_problem(texts: Sequence[str], known: Library, same: Pairs = (), different: Pairs = ()) -> Problem:
    """The model with texts, in normal form, and decided pairs as evidence."""
    model = Model.from_text(
        MODEL.read_text(encoding="utf-8"),
        name="citations.blog",
        distributions=known.distributions,
        functions=FUNCTIONS,
        objects={"Cit": range(len(texts))},
    )
    together = dict.fromkeys(same, True) | dict.fromkeys(different, False)
    evidence = {"Text": list(texts), "Counted": True} | ({"Together": together} if together else {})
    return model.problem(evidence, ["#Pub"])


def mixture(data: ProposalData) -> Mixture:
    """The moves with their shares."""
    return Mixture([move(data) for move in SHARES], list(SHARES.values()))


def _sample(moves: UserMoves, options: Options, citations: int, recorder: Recorder, progress: Progress) -> float:
    """Runs the chains one after the other; the seconds that it took to make their first states."""
    initialising = 0.0
    for seed in np.random.SeedSequence(options.seed).spawn(options.chains):
        begun = time.perf_counter()
        chain = moves.chain(seed)
        chain.initialise()
        if options.start == "canopies":
            chain.advance(SETTLING * citations)
        initialising += time.perf_counter() - begun
        recorder.record(chain)
        for _ in range(options.samples - 1):
            chain.advance(1)
            recorder.record(chain)
            if recorder.recorded % 100 == 0:
                progress(recorder.recorded)
        recorder.end(chain)
    progress(recorder.recorded)
    return initialising
