"""A run as a checkpoint holds it: what was asked, its handles, and each chain with its memory and its answers."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

from noumena.compiler.cache.key import build_name, machine
from noumena.compiler.program import Program
from noumena.compiler.words import Words
from noumena.inference.checkpoint import file
from noumena.inference.checkpoint.memory import Array, Memory, is_whole, memory_of, plain, restore
from noumena.inference.checkpoint.values import read, written
from noumena.inference.course import Course
from noumena.inference.kept import Kept
from noumena.inference.recorded_state import RecordedState, arrays_of, numbers_of, recorded_of
from noumena.model.diagnostics import BlogError, refused


@dataclass(frozen=True)
class Facts:
    """What a run of chains is, beside its problem; all of it is needed to go on with it.

    `samples` is None where the run had no limit, `until` is empty where it had no rules.
    """

    samples: int | None
    burn_in: int
    thin: int
    chains: int
    seed: int
    backend: str
    check: bool
    adapt: bool
    until: str = ""


class SavedChain(NamedTuple):
    """A chain: its memory, what it has learnt if it adapts, and every how-many-th of its samples is kept.

    `best`, `first` and `sought` are those of `Chain`.
    """

    memory: Memory
    adaptation: Mapping[str, Any] | None
    every: int
    kept: Kept
    best: RecordedState | None
    first: Sequence[Any]
    sought: bool


class Saved(NamedTuple):
    """A run; `recipe` is what the problem is made of, `program` a hash of the program, `words` what has handles."""

    path: Path
    recipe: Mapping[str, Any]
    facts: Facts
    program: str
    build: str
    machine: str
    words: Sequence[Any]
    chains: Sequence[SavedChain]
    is_own: bool

    def note(self) -> str | None:
        """What is to be told where compiled code may round otherwise than it did."""
        if self.machine == _machine(self.facts.backend):
            return None
        return (
            f"{self.path} was written on another processor, or with another Python, NumPy or Numba:"
            " the chains go on rightly, but perhaps not bit for bit"
        )

    def refuse_unless(self, program: str, backend: str, words: Words) -> None:
        """Raises `BlogError` unless the chains are those of a program, by its hash, in a backend."""
        if self.facts.backend != backend:
            hint = "a chain goes on in the backend that it began in"
            raise refused(f"{self.path} is of the backend {self.facts.backend}, not {backend}", hint)
        known = [written(value) for value in words.values]
        if self.program != program or repr(self.words[: len(known)]) != repr(known):
            hint = "the model, its evidence, its queries, its moves and their code must be the same"
            raise refused(f"{self.path} is of another model", hint)


def hash_of(program: Program, base: Program) -> str:
    """A hash of all that the memory of a chain depends on; `base` is the program without moves of users.

    Their arrays are known by their addresses, which are others in every process.
    """
    layout = replace(program.layout, numbers=base.layout.numbers)
    observations = [(o.kind, o.arguments, o.number, o.real) for o in program.observations]
    queries = [(q.query.text, q.kind, q.arguments) for q in program.queries]
    moves = [(m.name, m.function, m.kind, m.weight) for m in program.moves]
    return hashlib.sha256(repr((program.text, layout, observations, queries, moves)).encode()).hexdigest()


def taken_down(
    courses: Sequence[Course], facts: Facts, recipe: Mapping[str, Any], program: str, words: Words
) -> tuple[dict[str, Any], dict[str, Array]]:
    """A run as plain data and arrays; its chains must be still."""
    chains: list[dict[str, Any]] = []
    arrays: dict[str, Array] = {}
    for number, course in enumerate(courses):
        memory, kept = memory_of(course.chain.world), course.chain.kept
        arrays |= {f"{number} {name}": array for name, array in memory.arrays.items()}
        arrays |= {f"{number} answers {q}": plain(column) for q, column in enumerate(kept.columns())}
        arrays[f"{number} joint"] = plain(kept.log_joint)
        best = course.chain.best
        if best is not None:
            arrays |= {f"{number} best {name}": plain(array) for name, array in arrays_of(best).items()}
        chains.append(
            {
                "scalars": dict(memory.scalars),
                "tabled": memory.tabled,
                "adaptation": None if course.adaptation is None else course.adaptation.state,
                "every": course.every,
                "queries": len(kept.columns()),
                "best": None if best is None else numbers_of(best),
                "first": list(course.chain.first),
                "sought": course.chain.sought,
            }
        )
    known = {field: getattr(facts, field) for field in Facts.__dataclass_fields__}
    data = {
        "recipe": dict(recipe),
        "facts": known,
        "program": program,
        "build": build_name(),
        "machine": _machine(facts.backend),
        "chains": chains,
        "words": [written(value) for value in words.values],  # the last: what a chain knows, they have
    }
    return data, arrays


def _machine(backend: str) -> str:
    """What the rounding of compiled code depends on."""
    return machine() if backend == "native" else ""


def saved_in(path: Path, trust: bool = False) -> Saved:
    """The run that a checkpoint holds; `BlogError` for a file that cannot be resumed here.

    One that this user has not written on this machine is refused unless there is `trust` in it.
    """
    content = file.read(path)
    if not content.is_own and not trust:
        hint = (
            "it holds the memory of compiled code, and may name Python files to run:"
            " if you trust whoever made it, use --trust (trust=True)"
        )
        raise refused(f"{path} was not written by you on this machine", hint)
    try:
        saved = _saved(path, content)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise _unfit(path, f"{type(error).__name__}: {error}") from None
    if saved.build != build_name() or not all(is_whole(chain.memory) for chain in saved.chains):
        raise _unfit(path, "the memory of its chains is laid out otherwise")
    return saved


def _saved(path: Path, content: file.Content) -> Saved:
    data, arrays = content.data, content.arrays
    chains = []
    for number, found in enumerate(data["chains"]):
        own = {name.partition(" ")[2]: a for name, a in arrays.items() if name.startswith(f"{number} ")}
        columns = [own.pop(f"answers {q}") for q in range(found["queries"])]
        kept = Kept.of(columns, own.pop("joint"))
        of_best = {name: own.pop(name) for name in [*own] if name.startswith("best ")}
        named = {name.partition(" ")[2]: array for name, array in of_best.items()}
        best = None if found["best"] is None else recorded_of(found["best"], named)
        memory = Memory(found["scalars"], own, found["tabled"])
        chains.append(
            SavedChain(memory, found["adaptation"], found["every"], kept, best, found["first"], found["sought"])
        )
    facts = Facts(**data["facts"])
    return Saved(
        path,
        data["recipe"],
        facts,
        data["program"],
        data["build"],
        data["machine"],
        data["words"],
        chains,
        content.is_own,
    )


def _unfit(path: Path, why: str) -> BlogError:
    return refused(f"{path} was written by another build of Noumena: {why}", "resume it with that one")


def put_back(course: Course, saved: SavedChain) -> None:
    """Has a course whose chain has just been made go on from what was saved."""
    restore(course.chain, saved.memory)
    course.chain.kept, course.every = saved.kept, saved.every
    course.chain.best, course.chain.first, course.chain.sought = saved.best, [*saved.first], saved.sought
    if course.adaptation is not None and saved.adaptation is not None:
        course.adaptation.state = saved.adaptation


def restore_words(saved: Saved, words: Words) -> None:
    """Gives values the handles that they had."""
    words.restore([read(value) for value in saved.words])
