"""Pictures of mixing for the docs: the trace of a query and its autocorrelation, bad and good side by side.

`python -m benchmarks.mixing_pictures` draws them anew into docs/how-to/pictures. The colours can be read on light and
on dark pages, and there is no background.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

import numpy as np
import numpy.typing as npt

import noumena as nm
from noumena import moves
from noumena.moves.mixture import Part

PICTURES = Path(__file__).parents[1] / "docs" / "how-to" / "pictures"
PLANS = Path(__file__).parent / "plans"
SAMPLES, SHOWN, LAGS, THIN = 6_000, 500, 60, 40
INK, BAD, GOOD = "#808890", "#d9622b", "#2f86d1"
LEFT, TOP, WIDTH, HEIGHT, GAP = 52, 34, 300, 120, 62
"""The place of the first panel, the size of each, and the room between two."""

LOWEST = -0.2
"""What is shown of negative autocorrelation."""

Reals = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Chain:
    """What is drawn of one sampler: its title, colour and the values of one chain, sample by sample."""

    title: str
    colour: str
    values: Reals


def autocorrelation(values: Reals, lags: int) -> Reals:
    """ρ_0 … ρ_lags of a series; 1 everywhere for one that never moves."""
    centred = values - values.mean()
    variance = float(centred @ centred)
    if variance == 0.0:
        return np.ones(lags + 1)
    return np.array([centred[: len(centred) - lag] @ centred[lag:] / variance for lag in range(lags + 1)])


class Panel:
    """A rectangle with axes: `x` and `y` are its ranges, which are mapped to its place in the picture."""

    def __init__(self, column: int, row: int, x: tuple[float, float], y: tuple[float, float]) -> None:
        self.left, self.top = LEFT + column * (WIDTH + GAP), TOP + row * (HEIGHT + GAP)
        self.x, self.y = x, y

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Where a point is drawn."""
        across = (x - self.x[0]) / (self.x[1] - self.x[0])
        up = (y - self.y[0]) / (self.y[1] - self.y[0])
        return self.left + WIDTH * across, self.top + HEIGHT * (1.0 - up)

    def line(self, xs: Sequence[float], ys: Sequence[float], colour: str, width: float = 1.2) -> str:
        """A line through points."""
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in (self.place(x, y) for x, y in zip(xs, ys, strict=True)))
        return f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width}"/>'

    def axes(self, x_ticks: Sequence[float], y_ticks: Sequence[float], x_label: str, y_label: str) -> list[str]:
        """Two lines with numbers, and what they are."""
        bottom = self.top + HEIGHT
        found = [
            f'<path d="M{self.left},{self.top}V{bottom}H{self.left + WIDTH}" fill="none" stroke="{INK}"/>',
            text(self.left + WIDTH / 2, bottom + 34, x_label),
            text(0, 0, y_label, f' transform="translate({self.left - 32},{self.top + HEIGHT / 2}) rotate(-90)"'),
        ]
        for tick in x_ticks:
            found.append(text(self.place(tick, 0)[0], bottom + 16, f"{tick:g}"))
        for tick in y_ticks:
            found.append(text(self.left - 6, self.place(0, tick)[1] + 4, f"{tick:g}", ' style="text-anchor:end"'))
        return found


def text(x: float, y: float, content: str, more: str = "") -> str:
    """Words around a point."""
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{escape(content)}</text>'


def picture(chains: Sequence[Chain], name: str, every: int, lags: int = LAGS, shown: int = SHOWN) -> str:
    """Above the first samples of each chain, below its autocorrelation; `every` steps lie between two samples."""
    lowest = float(min(c.values[:shown].min() for c in chains))
    highest = float(max(c.values[:shown].max() for c in chains))
    size = (LEFT + len(chains) * (WIDTH + GAP) - GAP + 16, TOP + 2 * HEIGHT + GAP + 42)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" width="{size[0]}" role="img">',
        f"<title>{escape(f'Trace and autocorrelation of {name}')}</title>",
        f"<style>text{{font:12px sans-serif;fill:{INK};text-anchor:middle}} .head{{font-weight:bold}}</style>",
    ]
    step = max(1, round((highest - lowest) / 4))
    for column, chain in enumerate(chains):
        above = Panel(column, 0, (0, shown), (lowest - 0.5, highest + 0.5))
        y_ticks = range(round(lowest), round(highest) + 1, step)
        lines += [
            text(above.left + WIDTH / 2, TOP - 14, chain.title, f' class="head" style="fill:{chain.colour}"'),
            *above.axes([0, shown // 2, shown], y_ticks, f"sample, one in {every} steps", name),
            above.line(range(len(chain.values[:shown])), chain.values[:shown].tolist(), chain.colour),
        ]
        below = Panel(column, 1, (0, lags), (LOWEST, 1.0))
        rho = np.maximum(autocorrelation(chain.values, lags), LOWEST).tolist()
        lines += [
            *below.axes([0, lags // 2, lags], [0, 0.5, 1], "samples apart", "autocorrelation"),
            below.line([0, lags], [0, 0], INK, 0.6),
            below.line(range(lags + 1), rho, chain.colour, 2.0),
        ]
    return "\n".join([*lines, "</svg>"]) + "\n"


def chain_of(model: str, query: str, proposer: Part | None, samples: int, backend: str | None) -> Reals:
    """The values of a query in one chain from the first state on, without burn-in, so that the way in can be seen."""
    found = nm.Model.from_files(str(PLANS / f"{model}.blog")).infer(
        engine="mh",
        samples=samples,
        thin=THIN,
        burn_in=0,
        chains=1,
        seed=1,
        proposer=proposer,
        backend=backend,
    )
    return np.array([float(str(value)) for value in found[query].marginal.values])


def one_at_a_time(reference: str, attribute: str, number: str) -> moves.Mixture:
    """Moves of one variable, which give an attribute, a reference or the number another value."""
    return moves.Mixture([moves.Gibbs(attribute), moves.Identity(reference), moves.Number(number)])


def pictures(samples: int = SAMPLES, backend: str | None = None) -> dict[str, str]:
    """All pictures by the names of their files."""
    found = {}
    for file, model, query, name, alone in (
        ("urn.svg", "urn30", "size({b for Ball b})", "balls", one_at_a_time("Drawn", "Paint", "#Ball")),
        ("citations.svg", "citations12", "#Pub", "publications", one_at_a_time("PubCited", "Title", "#Pub")),
    ):
        drawn = [
            Chain(title, colour, chain_of(model, query, proposer, samples, backend))
            for title, colour, proposer in (("one variable at a time", BAD, alone), ("the plan", GOOD, None))
        ]
        found[file] = picture(drawn, name, THIN, min(LAGS, samples // 2), min(SHOWN, samples))
    return found


def main(arguments: list[str] | None = None) -> None:
    """Draw all pictures into a folder."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.mixing_pictures", description=__doc__)
    parser.add_argument("--folder", type=Path, default=PICTURES, help="where the pictures go")
    parser.add_argument(
        "--samples", type=int, default=SAMPLES, help=f"of each chain, {SAMPLES:,} if not said otherwise"
    )
    parser.add_argument("--backend", help="python runs without compiling, for short chains")
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    for file, content in pictures(options.samples, options.backend).items():
        (options.folder / file).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
