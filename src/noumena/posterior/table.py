"""Answers as tables: a row for each value, with its probability and a bar."""

from __future__ import annotations

import io
import math
import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len, set_cell_size
from rich.console import Console
from rich.text import Text

from noumena.posterior.answer import Outcome, QueryAnswer
from noumena.posterior.doubts import Doubt
from noumena.posterior.histogram import histogram, labels
from noumena.posterior.numbers import short

if TYPE_CHECKING:
    from noumena.posterior.posterior import Posterior

MOST_ROWS = 20
_MOST_MOVES = 10
_WIDEST_BAR = 40


class _Marks(NamedTuple):
    """The characters that tables are drawn with; `blocks` fill a cell of a bar from hardly to wholly."""

    blocks: str
    dots: str
    plus_minus: str
    separator: str
    at_most: str
    times: str
    warning: str


_UNICODE = _Marks("▏▎▍▌▋▊▉█", "…", "±", " · ", "≤", "×", "⚠")
_ASCII = _Marks("#", "...", "+/-", ", ", "<=", "x", "!")


class _Row(NamedTuple):
    label: str
    probability: float
    error: float | None


def as_text(posterior: Posterior, width: int = 80) -> str:
    """The tables in plain text."""
    file = io.StringIO()
    show(posterior, Console(file=file, width=width, color_system=None, force_terminal=False, force_jupyter=False))
    return file.getvalue()


def show(posterior: Posterior, console: Console) -> None:
    """Prints a heading and a table for each query, no wider than the console, in ASCII where it has nothing else."""
    _line(console, heading(posterior, console), "dim")
    for line in _about_chains(posterior, _marks(console)):
        _line(console, line, "dim")
    for doubt in posterior.doubts:
        if doubt.query is None:
            _show_doubt(doubt, console, "")
    for answer in posterior:
        _line(console, "")
        show_answer(answer, console, [doubt for doubt in posterior.doubts if doubt.query == answer.query])


def show_answer(answer: QueryAnswer, console: Console, doubts: Sequence[Doubt] = ()) -> None:
    """Prints the table of one query: mean, sd and quantiles of numbers, then the distribution or a histogram.

    What Markov chains say of their own quality stands before it, and what speaks against the answer.
    """
    marks = _marks(console)
    _line(console, answer.query, "bold")
    if answer.mean is not None:
        _line(console, "  " + _moments(answer, marks))
    if answer.marginal.chain_lengths:
        _line(console, "  " + _quality(answer), "yellow" if answer.few_samples or answer.chains_disagree else "")
    for doubt in doubts:
        _show_doubt(doubt, console, "  ")
    outcomes = answer.distribution or []
    rows = [_Row(o.text, o.probability, o.mcse) for o in _worth_a_row(outcomes, answer.sampled)]
    _bars(console, marks, rows, answer.sampled)
    if len(outcomes) > len(rows):
        rest = math.fsum(o.probability for o in outcomes) - math.fsum(row.probability for row in rows)
        together = _probability(max(0.0, rest), answer.sampled)
        _line(console, f"  {marks.dots} {len(outcomes) - len(rows)} more, together {together}")
    _show_histogram(answer, console, marks)
    if answer.mean is None and not outcomes and not answer.marginal.chain_lengths:
        _line(console, "  another value in every sample")


def _show_doubt(doubt: Doubt, console: Console, indent: str) -> None:
    """Prints a doubt on as many lines as it needs."""
    mark = f"{indent}{_marks(console).warning} "
    width = max(30, console.width)
    for line in textwrap.wrap(doubt.words, width, initial_indent=mark, subsequent_indent=" " * len(mark)):
        _line(console, line, "yellow")


def heading(posterior: Posterior, console: Console) -> str:
    """One line: which files, by which engine, how many samples and how long, and the probability of the evidence."""
    marks = _marks(console)
    parts = [*posterior.files, posterior.engine]
    if posterior.chains is not None:
        parts += [
            posterior.backend,
            f"{_counted(posterior.chains, 'chain')} {marks.times} {posterior.samples:,} samples",
        ]
    elif posterior.samples is not None:
        parts.append(f"{posterior.samples:,} samples")
        effective = next((answer.ess for answer in posterior), None)
        if effective is not None:
            parts.append(f"{effective:,.0f} effective")
    seconds = posterior.seconds.get("sampling")
    if seconds is not None:
        parts.append(f"{seconds:.2f} s")
    if posterior.log_evidence is not None:
        parts.append(f"ln p(evidence) = {short(posterior.log_evidence)}")
    if posterior.lost_mass:
        parts.append(f"lost mass {marks.at_most} {posterior.lost_mass:.1e}")
    return marks.separator.join(parts)


def _about_chains(posterior: Posterior, marks: _Marks) -> Iterator[str]:
    """Lines on how the chains ran, and how often each move was accepted, the least first; none without chains."""
    if posterior.chains is None:
        return
    parts = [
        f"burn-in {posterior.burn_in:,}" if posterior.burn_in is not None else "",
        f"thin {posterior.thin:,}" if posterior.thin is not None else "",
        f"{posterior.steps:,} steps" if posterior.steps is not None else "",
        f"{posterior.steps_per_second:,.0f} steps/s" if posterior.steps_per_second is not None else "",
        f"stopped by {posterior.stopped_by}" if posterior.stopped_by not in (None, "samples") else "",
    ]
    yield marks.separator.join(filter(None, parts))
    rates = sorted((posterior.acceptance or {}).items(), key=lambda item: (item[1] != item[1], item[1]))
    if rates:
        shown = [f"{move} {'never tried' if rate != rate else f'{rate:.0%}'}" for move, rate in rates]
        yield _listed("accepted", shown, marks)
    if posterior.shares:
        yield _listed("adapted shares", [f"{m} {share:.0%}" for m, share in posterior.shares.items()], marks)
    if posterior.scales:
        yield _listed("adapted steps", [f"{m} times {short(s)}" for m, s in posterior.scales.items()], marks)


def _listed(what: str, shown: list[str], marks: _Marks) -> str:
    """A line with the first few things of a list."""
    more = [f"{marks.dots} {len(shown) - _MOST_MOVES} more"] if len(shown) > _MOST_MOVES else []
    return f"{what}: {marks.separator.join([*shown[:_MOST_MOVES], *more])}"


def _marks(console: Console) -> _Marks:
    return _ASCII if console.options.ascii_only else _UNICODE


def _worth_a_row(outcomes: Sequence[Outcome], sampled: bool) -> list[Outcome]:
    """The most probable outcomes, in their order: at most 20, and none whose probability would be written as 0."""
    by_probability = sorted(range(len(outcomes)), key=lambda i: -outcomes[i].probability)
    least = 5e-5 if sampled else 1e-6
    kept = [i for i in by_probability[:MOST_ROWS] if outcomes[i].probability >= least]
    return [outcomes[i] for i in sorted(kept or by_probability[:MOST_ROWS])]


def _moments(answer: QueryAnswer, marks: _Marks) -> str:
    assert answer.mean is not None
    assert answer.sd is not None
    assert answer.quantiles is not None
    error = "" if answer.mcse is None else f" {marks.plus_minus} {answer.mcse:.2g}"
    levels = "   ".join(f"{float(level):.0%} {short(value)}" for level, value in answer.quantiles.items())
    given = "given that it is not null: " if answer.null_probability > 0.0 else ""
    return f"{given}mean {short(answer.mean)}{error}   sd {short(answer.sd)}   {levels}"


def _quality(answer: QueryAnswer) -> str:
    """What the chains say of the answer: `8,123 effective samples   R-hat 1.0004`, and what is wrong with these."""
    if answer.undiagnosed is not None:
        return f"{answer.undiagnosed}: neither effective samples nor R-hat"
    parts = []
    if answer.ess is not None:
        parts.append(f"{answer.ess:,.0f} effective samples" + (": too few" if answer.few_samples else ""))
    if answer.rhat is not None:
        parts.append(f"R-hat {answer.rhat:.4f}" + (": the chains disagree" if answer.chains_disagree else ""))
    return "   ".join(parts)


def _show_histogram(answer: QueryAnswer, console: Console, marks: _Marks) -> None:
    rest = answer.continuous
    bins = histogram(*rest) if rest is not None else []
    if rest is None or not bins:
        return
    rows = [_Row(label, b.weight, None) for label, b in zip(labels(bins, marks.dots), bins, strict=True)]
    _bars(console, marks, rows, answer.sampled)
    beyond = float(rest[1].sum()) - math.fsum(b.weight for b in bins)
    if beyond > 1e-9:
        _line(console, f"  {marks.dots} beyond these, together {_probability(beyond, True)}")


def _bars(console: Console, marks: _Marks, rows: Sequence[_Row], sampled: bool) -> None:
    if not rows:
        return
    numbers = [_with_error(row, sampled, marks) for row in rows]
    number_width = max(map(len, numbers))
    label_width = min(max(cell_len(row.label) for row in rows), max(8, console.width - number_width - 16))
    bar_width = min(_WIDEST_BAR, console.width - label_width - number_width - 6)
    largest = max(row.probability for row in rows)
    for row, number in zip(rows, numbers, strict=True):
        line = Text(f"  {_fit(row.label, label_width, marks.dots)}  {number:<{number_width}}  ")
        line.append(_bar(row.probability / largest * bar_width, marks.blocks), "cyan")
        line.rstrip()
        console.print(line, soft_wrap=True)


def _probability(probability: float, sampled: bool) -> str:
    if sampled:
        return f"{probability:.4f}"
    return f"{probability:.6f}" if probability == 0.0 or probability >= 1e-6 else f"{probability:.1e}"


def _with_error(row: _Row, sampled: bool, marks: _Marks) -> str:
    number = _probability(row.probability, sampled)
    return number if row.error is None else f"{number} {marks.plus_minus} {row.error:.4f}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _bar(length: float, blocks: str) -> str:
    """A bar of that many cells; the last one is filled as far as the blocks can."""
    parts = max(0, round(length * len(blocks)))
    whole, rest = divmod(parts, len(blocks))
    return blocks[-1] * whole + (blocks[rest - 1] if rest else "")


def _fit(label: str, width: int, dots: str) -> str:
    """The label padded on the left, or cut off."""
    missing = width - cell_len(label)
    return " " * missing + label if missing >= 0 else set_cell_size(label, width - len(dots)) + dots


def _line(console: Console, text: str, style: str = "") -> None:
    """Prints text as it is: query texts are full of brackets that rich would take for markup."""
    console.print(Text(text, style), soft_wrap=True)
