"""Twelve citations of the embedded set, and the hand-written sampler on them, run by Python without compiling it."""

from __future__ import annotations

import importlib
import sys
from collections import Counter
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

import numba

from noumena.domains.citations.model.library import Library, library
from noumena.domains.citations.normal_form import normal
from noumena.domains.citations.proposals.data import ProposalData, proposal_data
from noumena.domains.citations.proposals.neighbours import neighbours
from noumena.domains.citations.proposals.start import start
from noumena.domains.citations.proposals.suggested_readings import likely_readings, suggested_readings
from noumena.domains.citations.records import embedded_records
from tests.benchmarks.citations.hand_written.plain_world import ATTRIBUTES, KEPT_OF_LINES, OF_LINES, Models, PlainWorld

FOLDER = "benchmarks.citations.hand_written"


class SmallSet(NamedTuple):
    """Texts in normal form, and what the library knows of them."""

    texts: tuple[str, ...]
    known: Library
    data: ProposalData


@cache
def small_set() -> SmallSet:
    """Four citations of each of the three publications that are cited most."""
    records = embedded_records()
    often = [name for name, _ in Counter(record.truth for record in records).most_common(3)]
    chosen = [[record.text for record in records if record.truth == name][:4] for name in often]
    texts = tuple(normal(text) for some in zip(*chosen, strict=True) for text in some)
    likely = likely_readings(texts)
    known = library(texts, (readings[0] for readings in likely))
    near = neighbours(texts)
    first = start(near, "canopies", (), ())
    return SmallSet(texts, known, proposal_data(suggested_readings(texts, likely, known), near, first))


@cache
def interpreted(name: str) -> ModuleType:
    """A module of the sampler as Python runs it; all of them together are loaded once, beside the compiled ones."""
    return _all_interpreted()[f"{FOLDER}.{name}"]


@cache
def _all_interpreted() -> dict[str, ModuleType]:
    own = (FOLDER, "benchmarks.compiled", "benchmarks.random_words")
    kept = {name: module for name, module in sys.modules.items() if name.startswith(own)}
    for name in kept:
        del sys.modules[name]
    switch: Any = numba.config
    before, switch.DISABLE_JIT = switch.DISABLE_JIT, 1
    try:
        importlib.import_module(f"{FOLDER}.sampler")
        return {name: module for name, module in sys.modules.items() if name.startswith(own)}
    finally:
        switch.DISABLE_JIT = before
        for name in [name for name in sys.modules if name.startswith(own)]:
            del sys.modules[name]
        sys.modules.update(kept)


def sampler(given: SmallSet, models: Models, seed: int, is_compiled: bool = False) -> Any:
    """The hand-written sampler with these models by name."""
    module = importlib.import_module(f"{FOLDER}.sampler") if is_compiled else interpreted("sampler")
    data = given.data
    return module.HandWritten(
        module.Given(
            given.texts,
            [data.titles, data.authors, data.years, data.kinds, data.words, data.numbers],
            *data.neighbours,
            data.start,
            *data.people[:3],
        ),
        module.StringModels(
            {a: models[f"{name}Prior"] for a, name in enumerate(ATTRIBUTES) if name != "Authors"},
            models["NamePrior"],
            models["SizePrior"],
            [models[f"{name}Variant"] for name in OF_LINES.values()],
            models["CitationText"],
        ),
        seed,
    )


def world_of(made: Any) -> PlainWorld:
    """The state of the hand-written sampler, its lists in their order."""
    columns, s = interpreted("state"), made.state
    world = PlainWorld(len(s.citation))
    for p in dict.fromkeys(s.citation[:, columns.CITED].tolist()):
        c = s.publication[p, columns.HEAD]
        while c != columns.NONE:
            world.Cited[int(c)], world.Drawn[int(c)] = p, int(s.publication[p, columns.FAME])
            c = s.citation[c, columns.NEXT]
        for a, name in enumerate(ATTRIBUTES):
            getattr(world, name)[p] = made.values[a][s.publication[p, a]]
    for line in dict.fromkeys(s.publication[p, columns.LINE] for p in world.Title.values):
        p = s.line[line, columns.LINE_HEAD]
        while p != columns.NONE:
            world.Work[int(p)] = int(line)
            p = s.publication[p, columns.NEXT_PUB]
        for a, name in enumerate(OF_LINES):
            if name in KEPT_OF_LINES:
                getattr(world, name)[int(line)] = made.values[a][s.line[line, a]]
        team = world.People[int(line)] = int(s.line[line, columns.LINE_TEAM])
        names = s.team[team, columns.TEAM_LIST]
        assert names == s.line[line, columns.AUTHORS]
        world.Size[team] = int(s.list_size[names])
        for i in range(world.Size[team]):
            researcher = world.Member[team, i] = int(s.member[team, i])
            world.Name[researcher] = made.names[s.list_names[names, i]]
    world.number.Pub = {fame: int(s.counts[fame, columns.NUMBER]) for fame in range(columns.FAMES)}
    for name, row in (("Line", columns.LINES), ("Team", columns.TEAMS), ("Researcher", columns.RESEARCHERS)):
        getattr(world.number, name)[()] = int(s.counts[row, columns.NUMBER])
    for team in world.Size.values:
        assert s.team[team, columns.TEAM_USED] == world.People.preimage(team).number
    for researcher in world.Name.values:
        assert s.membership[researcher] == world.Member.preimage(researcher).number
    return world
