"""The Python interface: a model, from text or files, that answers queries."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from noumena.distributions import BUILT_IN
from noumena.engines import BACKENDS, DEFAULT_CHAINS, ChainOptions, run_engine
from noumena.evidence_data import evidence_from_data
from noumena.inference import move_check
from noumena.inference.annealing import Maximum, Schedule, anneal
from noumena.inference.enumeration import DEFAULT_BUDGET
from noumena.inference.joint_test import REPLICAS, ROUNDS
from noumena.inference.metropolis_hastings import Checkpoint, chain_program
from noumena.inference.move_report import MoveReport
from noumena.inference.result import Progress, Result, no_progress
from noumena.inference.rounds import Watch
from noumena.inference.stopping import rules_of, seconds_of
from noumena.inference.user_moves import written_text
from noumena.language.context import suggestion
from noumena.language.load import Loaded, load
from noumena.model.diagnostics import BlogError, Diagnostic
from noumena.model.model import Evidence, Problem
from noumena.model.model import Model as CheckedModel
from noumena.model.source import SourceFile
from noumena.moves.library.written import LibraryMove
from noumena.moves.mixture import Part
from noumena.partition_queries import partition_queries
from noumena.posterior import Posterior
from noumena.posterior.drawing.graph import draw_graph
from noumena.posterior.drawing.picture import Picture
from noumena.posterior.drawing.world import draw_world
from noumena.posterior.origin import Origin
from noumena.python_library import python_distributions, python_functions
from noumena.recipe import recipe_of, with_recipe
from noumena.reference.active_graph import active_graph
from noumena.reference.sample_world import sample_world

ANNEALING_STEPS = 100_000


class Model:
    """A checked BLOG model, with the evidence and queries that its text holds.

    `distributions` are Python classes with `sample(rng, *parameters)`, `log_prob(value, *parameters)` and optionally
    `support(*parameters)`; `functions` are fixed functions; `params` are the values of `param` statements; `objects`
    are guaranteed objects given as data; `concrete` are types whose objects Markov chains number even if they need not.
    Raises `BlogError` with located diagnostics for a faulty model.
    """

    def __init__(
        self,
        sources: Sequence[SourceFile],
        *,
        distributions: Mapping[str, Any] | None = None,
        functions: Mapping[str, Callable[..., Any]] | None = None,
        params: Mapping[str, Any] | None = None,
        objects: Mapping[str, Iterable[Any]] | None = None,
        concrete: Collection[str] = (),
    ) -> None:
        if isinstance(sources, str | Path):
            hint = "write nm.Model.from_text(text) or nm.Model.from_files(path)"
            raise BlogError([Diagnostic("nm.Model takes source files, and was given a text or a path", None, hint)])
        self.sources = tuple(sources)
        self.code: Mapping[str, Any] = {**(distributions or {}), **(functions or {})}
        self.params = dict(params or {})
        self.objects = {name: list(given) for name, given in (objects or {}).items()}
        library = {**BUILT_IN, **python_distributions(distributions or {})}
        self._loaded: Loaded = load(self.sources, library, python_functions(functions or {}), params, self.objects)
        for name in concrete:
            if name not in self.checked.types:
                raise BlogError([Diagnostic(f"`{name}` is to be concrete, but the model has no such type")])
        self.concrete = frozenset(concrete)

    @classmethod
    def from_text(cls, text: str, *, name: str = "<text>", **options: Any) -> Model:
        """A model from a string; the options are those of the class."""
        return cls([SourceFile(name, text)], **options)

    @classmethod
    def from_files(cls, *paths: str | Path, **options: Any) -> Model:
        """One model from several files, in their order; the options are those of the class."""
        return cls([SourceFile(str(path), Path(path).read_text(encoding="utf-8")) for path in paths], **options)

    @property
    def checked(self) -> CheckedModel:
        """The model as plain data."""
        return self._loaded.model

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What was noticed in the text without being an error."""
        return self._loaded.warnings

    def problem(
        self,
        evidence: str | Mapping[str, Any] | Sequence[Evidence] | None = None,
        queries: Sequence[str] | None = None,
        more: str = "",
    ) -> Problem:
        """The model with evidence and queries; those in its text are used where none are given.

        `more` is text with evidence beside the other.
        """
        given: SourceFile | Sequence[Evidence] | None = None
        if isinstance(evidence, str):
            given = SourceFile("<evidence>", evidence)
        elif isinstance(evidence, Mapping):
            given = evidence_from_data(evidence, self._loaded.checker)
        elif evidence is not None:
            given = evidence
        return self._loaded.problem(given, queries, SourceFile("<obs>", more))

    def infer(
        self,
        evidence: str | Mapping[str, Any] | None = None,
        queries: Sequence[str] | None = None,
        *,
        engine: str = "auto",
        samples: int | None = None,
        burn_in: int | None = None,
        thin: int | None = None,
        chains: int | None = None,
        workers: int | None = None,
        backend: str | None = None,
        check: bool = False,
        adapt: bool | None = None,
        seed: int = 0,
        proposer: Part | None = None,
        budget: int = DEFAULT_BUDGET,
        coreference: Sequence[str] = (),
        time: str | float | None = None,
        until: str | None = None,
        checkpoint: str | Path | Checkpoint | None = None,
        progress: Progress = no_progress,
        watch: Watch | None = None,
    ) -> Posterior:
        """The posterior of each query.

        `evidence` is text (`"obs Text(C1) = …;"`) or data: for each function a value, a dictionary from arguments to
        values, a list in the order of the guaranteed objects, or a data frame. The engines are `exact`, `mh`, `lw` and
        `rejection`; `auto` is `exact` where the model can be enumerated within the budget. `samples` are those of each
        chain, if the engine has chains. The options from `burn_in` to `adapt` are those of `ChainOptions`; an engine
        without chains warns that they had no effect. A `proposer` makes moves of its own, or is a move of the library
        or a mixture of moves (`nm.moves`); it needs `mh`. So does `coreference`: functions of guaranteed objects of
        which is recorded which objects share their value, for `posterior.coreference`.

        Chains stop after a `time` (`60`, `"60s"`, `"2m"`), which counts from their first step, or when every query
        meets the rules `until` (`"rhat<1.01, ess>400"`, `"mcse<0.003"`). They stop after 10,000 samples where neither
        is given, and after `samples` in any case. `stopped_by` of the answer says why they did. A `checkpoint` is a
        file that the chains are kept in, from which `nm.resume` goes on. `watch` is shown the run under way.
        """
        problem = self.problem(evidence, queries)
        if coreference:
            engine = "mh" if engine == "auto" else engine
            if engine != "mh":
                raise BlogError([Diagnostic(f"the engine `{engine}` records no co-reference", None, "use mh")])
            asked = partition_queries(self._loaded, coreference)
            problem = replace(problem, queries=(*problem.queries, *asked))
        if not problem.queries:
            raise BlogError([Diagnostic("there is nothing to answer", None, "add a `query` statement or give queries")])
        result = run_engine(
            problem,
            engine,
            samples=samples,
            seed=seed,
            options=ChainOptions(
                burn_in,
                thin,
                chains,
                workers,
                backend,
                check,
                adapt,
                None if time is None else seconds_of(time),
                () if until is None else rules_of(until),
                None if checkpoint is None else with_recipe(checkpoint, recipe_of(self, evidence, queries, proposer)),
            ),
            concrete=self.concrete,
            budget=budget,
            proposer=proposer,
            progress=progress,
            watch=watch,
        )
        return self.answered(result, problem)

    def answered(self, result: Result, problem: Problem) -> Posterior:
        """The posterior that an engine's result for a problem stands for."""
        names = tuple(source.name for source in self.sources)
        posterior = Posterior.of(result, names, tuple(w.render() for w in self.warnings))
        return replace(posterior, origin=Origin(self.sources, problem))

    def anneal(
        self,
        evidence: str | Mapping[str, Any] | None = None,
        *,
        steps: int = ANNEALING_STEPS,
        first: float = 0.1,
        last: float = 20.0,
        chains: int = DEFAULT_CHAINS,
        backend: str = BACKENDS[0],
        seed: int = 0,
        proposer: Part | None = None,
    ) -> Maximum:
        """The most probable state that chains meet whose law is p^beta, beta rising from `first` to `last`.

        `print` it to read it; `log_prob` is its ln p, a density where it has reals. `steps` are those of each chain,
        and a `proposer` is as in `infer`. There are no Gibbs moves among the default ones here.
        """
        ChainOptions(chains=chains, backend=backend).refuse_if_wrong()
        return anneal(
            self.problem(evidence, ()),
            Schedule(steps, first, last),
            chains=chains,
            seed=seed,
            backend=backend,
            concrete=self.concrete,
            proposer=proposer,
        )

    def move_text(self, move: LibraryMove, evidence: str | Mapping[str, Any] | None = None) -> str:
        """The source of the proposer that a move of the library writes for this model, to look at or to start from."""
        return written_text(chain_program(self.problem(evidence), self.concrete), move)

    def sample_world(self, seed: int = 0) -> list[tuple[str, str]]:
        """A world drawn from the prior: variables in BLOG syntax and their values."""
        return sample_world(self.problem(), seed)

    def draw_world(self, seed: int = 0) -> Picture:
        """The same world as a picture in SVG: objects are boxes with their attributes, and references are arrows."""
        return draw_world(self.sample_world(seed))

    def draw_graph(self, variable: str, seed: int = 0, distance: int = 2) -> Picture:
        """The active graph around a variable of that world as a picture: what it reads, and what reads it.

        The variable is written as `sample_world` has it; arrows are followed `distance` times either way.
        """
        graph = active_graph(self.problem(), seed)
        if variable not in graph.values:
            near = suggestion(variable, tuple(graph.values))
            message = f"the world of seed {seed} has no random variable `{variable}`"
            raise BlogError([Diagnostic(message, None, near or "print sample_world() to see its variables")])
        return draw_graph(graph, variable, distance)


def check_move(
    model: Model,
    move: Part,
    evidence: str | Mapping[str, Any] | None = None,
    *,
    states: int = move_check.STATES_AT_MOST,
    proof: str = "auto",
    replicas: int = REPLICAS,
    rounds: int = ROUNDS,
    seed: int = 0,
    progress: Progress = no_progress,
) -> MoveReport:
    """Whether a move leaves the posterior as it is, proved on small worlds; or what is wrong with it.

    The model is made so small that all its states, at most `states`, can be listed. Where that cannot be done, as for
    moves that draw normal numbers, and for mixtures, `replicas` worlds go through `rounds` rounds of the
    joint-distribution test; `proof` may ask for one of the two, "exact" or "joint". `print` the report to read it; its
    `right` is the verdict, its `proof` says which of the two it is, its `mistake` or `joint` what was found. The
    evidence in the model's text is used if none is given.
    """
    return move_check.check_move(
        model.problem(evidence, ()),
        move,
        model.concrete,
        states,
        proof=proof,
        replicas=replicas,
        rounds=rounds,
        seed=seed,
        progress=progress,
    )
