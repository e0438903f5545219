"""Who takes part."""

from __future__ import annotations

from benchmarks.contestant import Maker, Mix
from benchmarks.engine import EngineCitations, EngineUrn
from benchmarks.titles.best import BestCitations
from benchmarks.titles.logs import LogTableCitations
from benchmarks.urn.best import BestUrn
from benchmarks.urn.logs import LogTableUrn
from benchmarks.urn.plain import PlainUrn

URN: list[Maker] = [PlainUrn, LogTableUrn, BestUrn, EngineUrn]
URN_MIX = Mix(number=1 / 3, attribute=1 / 3, identity=1 / 3)

CITATIONS: list[Maker] = [LogTableCitations, BestCitations, EngineCitations]
CITATIONS_MIX = Mix(number=0.3, attribute=0.1, identity=0.6)
