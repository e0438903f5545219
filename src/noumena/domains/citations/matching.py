"""Citations are matched: the general engine samples the model of `model/citations.blog` by the moves of `proposals`."""

from __future__ import annotations

import time
from collections.abc import Sequence, Set

import numpy as np

from noumena.api import Model
from noumena.compiler.program import Program
from noumena.domains.citations.copies import copies
from noumena.domains.citations.draws import Draws, Options, Pairs, Seconds
from noumena.domains.citations.model.library import FUNCTIONS, MODEL, Library, library
from noumena.domains.citations.proposals.data import ProposalData, proposal_data
from noumena.domains.citations.proposals.description_moves import Promote, Recount, Retell
from noumena.domains.citations.proposals.divide import Divide
from noumena.domains.citations.proposals.line_moves import Realign, Retheme
from noumena.domains.citations.proposals.neighbours import neighbours
from noumena.domains.citations.proposals.recite import Recite
from noumena.domains.citations.proposals.start import start
from noumena.domains.citations.proposals.suggested_readings import likely_readings, suggested_readings
from noumena.domains.citations.recording import MOST_RECORDED, Recorder, evenly_spaced
from noumena.inference.metropolis_hastings import chain_program
from noumena.inference.result import COMPILING, Progress, Stage, no_progress, no_stage
from noumena.inference.user_chain import UserChain
from noumena.inference.user_moves import KEPT, UserMoves, user_moves
from noumena.model.model import Problem
from noumena.moves.mixture import Mixture
from noumena.runtime.weights import weigh_moves

LEAST_STEPS_COMPILED = 1_000_000
"""For fewer steps compiling, which takes minutes, would take longer than it saves; what was compiled before is used."""
DESCRIBING, SETTLING = 60, 200
"""From canopies, steps for each citation before the first sample: at first publications are described and nothing else
moves, since citations leave what is described badly; then all moves."""
VARIABLES, OBJECTS = 24, 2
"""Variables of a citation, a publication, a line of work and a team, and objects of a type, as many as there may be for
each citation at first."""
_AT_ONCE = 1_000
"""Steps from one report to the next."""
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
    texts: Sequence[str],
    options: Options,
    progress: Progress = no_progress,
    backend: str | None = None,
    stage: Stage = no_stage,
) -> Draws:
    """Draws of what citations cite, given their texts as people typed them.

    A sample is a step of a chain. From singletons the first is the state that it begins with; from canopies it is the
    one after some steps for each citation. Of many citations not all samples are kept (`recording.py`). Texts that
    are the same count once (`copies.py`).
    """
    progress(COMPILING)
    begun = time.perf_counter()
    copied = copies(texts, options.same, options.different)
    written, options = copied.texts, copied.of_pairs(options)
    likely = likely_readings(written, options.weights, stage)
    known = library(written, (readings[0] for readings in likely), options.parameters, options.formats)
    near = neighbours(written, options.same)
    first = start(near, options.start, options.same, options.different)
    data = proposal_data(suggested_readings(written, likely, known, stage), near, first)
    backend = backend or ("native" if is_compiled(options, len(written)) else KEPT)
    prepared = time.perf_counter()
    progress(COMPILING)
    problem = citation_problem(written, known, options.same, options.different)
    moves = user_moves(chain_program(problem, ()), mixture(data), backend, options.seed)
    compiled = time.perf_counter()
    progress(0)
    kept = evenly_spaced(options.samples, MOST_RECORDED // (len(texts) * options.chains))
    recorder = Recorder(moves, len(written), len(kept) * options.chains, options.different)
    initialising = _sample(moves, options, len(written), recorder, kept, progress, stage)
    ended = time.perf_counter()
    seconds = Seconds(compiled - prepared, initialising + prepared - begun, ended - compiled - initialising)
    return copied.handed_out(recorder.draws(seconds))


def is_compiled(options: Options, citations: int) -> bool:
    """Whether a run has so many steps that it is worth compiling."""
    settling = (DESCRIBING + SETTLING) * citations if options.start == "canopies" else 0
    return (settling + options.samples) * options.chains >= LEAST_STEPS_COMPILED


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


def initialise(chain: UserChain, moves: UserMoves, citations: int) -> None:
    """Makes the first state of a chain, in which publications are as `Recite` says.

    It is made at once, and not out of one that was drawn: each text is scored only once.
    """
    (first,) = (own.first_state for own in moves.own if own.first_state is not None)
    chain.initialise(first, VARIABLES * citations, OBJECTS * citations)


def _before_first_sample(program: Program, citations: int) -> list[tuple[Sequence[float], int]]:
    """Shares of the moves, and until which step: first without those that change what is cited, then with all."""
    shares = [0.0 if move.name in (Recite.__name__, Divide.__name__) else move.weight for move in program.moves]
    describing = [share / sum(shares) for share in shares]
    return [(describing, DESCRIBING * citations), (program.layout.weights, (DESCRIBING + SETTLING) * citations)]


def _sample(
    moves: UserMoves,
    options: Options,
    citations: int,
    recorder: Recorder,
    kept: Set[int],
    progress: Progress,
    stage: Stage,
) -> float:
    """Runs the chains one after the other, whose samples of these numbers are kept.

    The result is the seconds that it took to make their first states.
    """
    initialising, done = 0.0, 0
    before = _before_first_sample(moves.program, citations) if options.start == "canopies" else []
    for seed in np.random.SeedSequence(options.seed).spawn(options.chains):
        begun = time.perf_counter()
        chain = moves.chain(seed)
        stage("texts of the first state", 0, citations)
        initialise(chain, moves, citations)
        taken = 0
        for weights, until in before:
            weigh_moves(chain.world, weights)
            while taken < until:
                stage("steps before the first sample", taken, before[-1][1])
                steps = min(_AT_ONCE, until - taken)
                chain.advance(steps)
                taken += steps
        initialising += time.perf_counter() - begun
        for sample in range(options.samples):
            chain.advance(1 if sample else 0)
            if sample in kept:
                recorder.record(chain)
            done += 1
            if done % 100 == 0:
                progress(done)
        recorder.end(chain)
    progress(done)
    return initialising
