"""When a run of chains stops: `--time 60s`, `--until "rhat<1.01, ess>400"`, or when all samples are drawn."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from noumena.inference.result import Marginal
from noumena.model.diagnostics import BlogError, Diagnostic, refused
from noumena.model.source import SourceFile, Span

_UNITS = {"": 1.0, "s": 1.0, "sec": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "d": 86400.0}
_TIME = re.compile(r"\s*([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*([a-z]*)\s*", re.ASCII)
_SIGNS = {"rhat": "<", "ess": ">", "mcse": "<"}
_RULE = re.compile(r"\s*(?P<figure>[A-Za-z_-]*)\s*(?P<sign>[<>=]*)\s*(?P<bound>[^\s]*)\s*")
_EXAMPLE = 'write it like "rhat<1.01, ess>400" or "mcse<0.003"'
_FIRST_LOOK, _GROWTH = 200, 1.25
"""After how many samples of a chain rules are looked at first, and by how much the next look is later."""


class Figures(NamedTuple):
    """What chains say of a query: R-hat, effective samples, standard error; None where there is none.

    The standard error is that of the mean of a query for numbers, and the largest of a probability of any other.
    `unknown_because` says why there is neither R-hat nor a number of effective samples where more samples would not
    help.
    """

    query: str
    rhat: float | None
    ess: float | None
    mcse: float | None
    unknown_because: str | None = None


Diagnose = Callable[[Sequence[Marginal]], list[Figures]]
"""What makes the figures of all queries; the layer that has the statistics supplies it."""


def no_figures(marginals: Sequence[Marginal]) -> list[Figures]:
    """No figures: where nothing is to be held against rules or shown."""
    return []


class Rule(NamedTuple):
    """A bound on a figure of every query."""

    figure: str
    bound: float

    def is_met(self, found: Figures) -> bool:
        """Whether a query keeps to it; one without the figure does not, unless more samples would not help."""
        value: float | None = getattr(found, self.figure)
        if value is None:
            # A single chain has no R-hat, but it has effective samples.
            return found.unknown_because is not None or (self.figure == "rhat" and found.ess is not None)
        return value < self.bound if _SIGNS[self.figure] == "<" else value > self.bound

    def __str__(self) -> str:
        return f"{self.figure} {_SIGNS[self.figure]} {self.bound:.12g}"


@dataclass(frozen=True)
class Stopping:
    """When to stop: each chain has `samples` samples, `seconds` have passed, or every query meets every rule.

    What is None does not stop the run.
    """

    samples: int | None
    seconds: float | None = None
    rules: tuple[Rule, ...] = ()

    def goals(self, taken: int) -> Iterator[int]:
        """The numbers of samples after which rules are looked at; they do not depend on where a run was cut."""
        last = sys.maxsize if self.samples is None else self.samples
        if self.rules:
            goal = _FIRST_LOOK
            while goal < last:
                if goal >= taken:
                    yield goal
                goal = math.ceil(goal * _GROWTH)
        yield last

    def met(self, found: Sequence[Figures]) -> bool:
        """Whether there are rules and every query meets them."""
        return bool(self.rules) and all(rule.is_met(figures) for rule in self.rules for figures in found)

    def doubts(self, found: Sequence[Figures], stopped_by: str | None) -> Iterator[str]:
        """Warnings for rules that were not met when something else stopped the run, and for queries without figures."""
        for rule in self.rules:
            unmet = next((figures for figures in found if not rule.is_met(figures)), None)
            if unmet is not None:
                value: float | None = getattr(unmet, rule.figure)
                has = "cannot be told yet" if value is None else f"is {value:.4g}"
                yield f"{rule} is not met, stopped by {stopped_by}: {rule.figure} of `{unmet.query}` {has}"
        for figures in found:
            if figures.unknown_because and any(getattr(figures, rule.figure) is None for rule in self.rules):
                yield f"`{figures.query}` was left out of {self.shown_rules()}: {figures.unknown_because}"

    def shown_rules(self) -> str:
        """The rules as people write them."""
        return ", ".join(map(str, self.rules))


def seconds_of(given: str | float, name: str = "time") -> float:
    """The seconds that `90`, `60s`, `2m` or `1h` stand for; `BlogError` for anything else."""
    hint = "write seconds, or a number with a unit: 90, 60s, 2m, 1h"
    if isinstance(given, str):
        found = _TIME.fullmatch(given)
        if found is None or found[2] not in _UNITS:
            start = 0 if found is None else found.start(2)
            raise _located(f"this is no {name}", name, given, start, len(given), hint)
        seconds = float(found[1]) * _UNITS[found[2]]
    else:
        seconds = float(given)
    if not 0 < seconds < math.inf:
        raise refused(f"{name} must be above 0 and finite, not {given}", hint)
    return seconds


def rules_of(text: str) -> tuple[Rule, ...]:
    """The rules of `rhat<1.01, ess>400`; `BlogError` that points at what is not understood."""
    rules: list[Rule] = []
    start = 0
    for part in text.split(","):
        rules.append(_rule(text, part, start))
        start += len(part) + 1
    return tuple(rules)


def _rule(text: str, part: str, start: int) -> Rule:
    found = _RULE.fullmatch(part)
    if not part.strip():
        raise _located("a rule is missing here", "until", text, start, start + max(1, len(part)), _EXAMPLE)
    if found is None:
        raise _located("this is no rule", "until", text, *_trimmed(part, start), _EXAMPLE)
    name, sign, number = found["figure"].lower(), found["sign"], found["bound"]
    places = {group: (start + found.start(group), start + found.end(group)) for group in found.groupdict()}
    if name.replace("-", "").replace("_", "") not in _SIGNS:
        known = "the figures are rhat, ess and mcse"
        raise _located(f"there is no figure `{found['figure']}`", "until", text, *_seen(places["figure"]), known)
    name = name.replace("-", "").replace("_", "")
    wanted = _SIGNS[name]
    if sign.rstrip("=") != wanted or len(sign) > 2:
        message = f"`{name}` must be compared by `{wanted}`"
        raise _located(message, "until", text, *_seen(places["sign"]), _EXAMPLE)
    try:
        bound = float(number)
    except ValueError:
        bound = math.nan
    least = 1.0 if name == "rhat" else 0.0
    if not least < bound < math.inf:
        message = f"`{name}` needs a number above {least:g} after `{sign}`"
        raise _located(message, "until", text, *_seen(places["bound"]), _EXAMPLE)
    return Rule(name, bound)


def _seen(place: tuple[int, int]) -> tuple[int, int]:
    """A place of at least one character."""
    return place[0], max(place[1], place[0] + 1)


def _trimmed(part: str, start: int) -> tuple[int, int]:
    first = start + len(part) - len(part.lstrip())
    return first, first + len(part.strip())


def _located(message: str, name: str, text: str, start: int, end: int, hint: str) -> BlogError:
    return BlogError([Diagnostic(message, Span(SourceFile(f"<{name}>", text), start, end), hint)])
