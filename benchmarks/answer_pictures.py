"""Pictures of an answer for the docs: its plots as the report has them, and a world that is drawn.

`python -m benchmarks.answer_pictures` draws them anew into docs/how-to/pictures.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import noumena as nm
from noumena.posterior.answer import QueryAnswer
from noumena.posterior.report.columns import columns
from noumena.posterior.report.ranks import ranks
from noumena.posterior.report.series import series_of
from noumena.posterior.report.traces import trace

PICTURES = Path(__file__).parents[1] / "docs" / "how-to" / "pictures"
URN = Path(nm.__file__).parent / "domains" / "urn" / "urn.blog"
RADAR = Path(__file__).parent / "plans" / "aircraft.blog"
PANEL = (360, 170)
"""The size of a panel, which is that of the highest plot."""

STYLE = """\
text{font:11px sans-serif;fill:#6b747c}.m{text-anchor:middle}.e{text-anchor:end}.head{font-weight:bold}
.b{fill:#2f86d1}.i{fill:#808890}.p{fill:#fff;stroke:#555}.q{fill:#555}.w,.one{stroke:#555;fill:none}
.ax{stroke:#808890;fill:none}.gr{stroke:#80889055;fill:none}.v{fill:#80889033}.l{fill:none;vector-effect:non-scaling-stroke}
.c0{stroke:#2f86d1}.c1{stroke:#d9622b}.c2{stroke:#1d9a8a}.c3{stroke:#a063e0}"""


def answer_picture(answer: QueryAnswer) -> str:
    """The answer, its trace and its ranks side by side, as a picture of its own."""
    series = series_of(answer)
    assert series is not None
    plots = {
        "the answer": columns(answer, ""),
        "trace": trace(series, "", 120),
        "ranks": ranks(series, answer.ess, ""),
    }
    width, height = PANEL
    step = width + 20
    panels = [
        f'<g transform="translate({place * step} 0)"><text class="m head" x="{width // 2}" y="14">{title}</text>'
        f'<g transform="translate(0 22)">{_inside(plot)}</g></g>'
        for place, (title, plot) in enumerate(plots.items())
    ]
    size = f'viewBox="0 0 {len(plots) * step} {height + 26}" width="{len(plots) * step}"'
    label = f"{answer.query}: the probability of each number, the trace of the chains, and their ranks"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img"><title>{label}</title><style>{STYLE}</style>'
    return head + "".join(panels) + "</svg>\n"


def _inside(plot: str) -> str:
    """What a plot draws, without what only a page can use."""
    return re.sub(r' data-tip="[^"]*"', "", plot[plot.index(">") + 1 : plot.rindex("</svg>")])


def pictures(samples: int = 4_000, backend: str | None = None) -> dict[str, str]:
    """All pictures by the names of their files."""
    model = nm.Model.from_files(URN)
    found = model.infer(engine="mh", queries=["#Ball"], samples=samples, seed=0, backend=backend)
    return {
        "answer.svg": answer_picture(found["#Ball"]),
        "world.svg": nm.Model.from_files(RADAR).draw_world(3).svg + "\n",
    }


def main(arguments: list[str] | None = None) -> None:
    """Draw all pictures into a folder."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.answer_pictures", description=__doc__)
    parser.add_argument("--folder", type=Path, default=PICTURES, help="where the pictures go")
    parser.add_argument("--samples", type=int, default=4_000, help="of each chain, 4,000 if not said otherwise")
    parser.add_argument("--backend", help="python runs without compiling, for short chains")
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    for file, content in pictures(options.samples, options.backend).items():
        (options.folder / file).write_text(content, encoding="utf-8")


if __name__ == "__main__":
    main()
