"""Results as tables people read and as JSON: the same text goes to the screen and into `results/README.md`."""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict, dataclass
from importlib.metadata import version
from math import sqrt
from pathlib import Path
from typing import Any

from benchmarks.canopy_time import CanopyTime
from benchmarks.measure import Score
from benchmarks.sizes import Cost, Footprint
from benchmarks.work import Work


@dataclass(frozen=True)
class Section:
    """One benchmark: `name` is its file, `text` explains the table, `data` is the JSON."""

    name: str
    title: str
    text: str
    table: str
    data: Any

    def markdown(self) -> str:
        """The section as it is printed."""
        return f"## {self.title}\n\n{self.text}\n\n{self.table}\n"


def table(heads: list[str], rows: list[list[str]]) -> str:
    """A Markdown table whose columns also line up on a screen; the first column is text, the others are numbers."""
    widths = [max(len(row[column]) for row in [heads, *rows]) for column in range(len(heads))]
    lines = []
    for row in [heads, *rows]:
        cells = [
            cell.rjust(width) if column else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append(f"| {' | '.join(cells)} |")
    rule = [("-" * width if not column else "-" * (width - 1) + ":") for column, width in enumerate(widths)]
    lines.insert(1, f"| {' | '.join(rule)} |")
    return "\n".join(lines)


def race_section(name: str, title: str, text: str, scores: list[Score]) -> Section:
    """Scores side by side; speeds are also given relative to the first and to the best hand-written sampler."""
    speed = {score.name: score.steps_per_second for score in scores}
    heads = ["sampler", "M steps/s", "range", "× first", "× best", "ESS/s", "TV", "bound", "TV·√s", "right"]
    rows = [
        [
            score.name,
            f"{score.steps_per_second / 1e6:.1f}",
            f"{score.slowest / 1e6:.1f}-{score.fastest / 1e6:.1f}",
            f"{score.steps_per_second / scores[0].steps_per_second:.2f}",
            f"{score.steps_per_second / speed['best']:.2f}",
            f"{score.effective_per_second:,.0f}",
            f"{score.total_variation:.5f}",
            f"{score.bound:.5f}",
            f"{score.total_variation * sqrt(score.seconds):.5f}",
            "yes" if score.right else "NO",
        ]
        for score in scores
    ]
    return Section(name, title, text, table(heads, rows), [{**asdict(score), "right": score.right} for score in scores])


def costs_section(costs: list[Cost]) -> Section:
    """One row for each model, move and contestant; one column for each size."""
    sizes = sorted({cost.size for cost in costs})
    rows: dict[str, list[str]] = {}
    for cost in costs:
        for name, nanoseconds in cost.nanoseconds.items():
            rows.setdefault(f"{cost.model}, {cost.move}, {name}", []).append(f"{nanoseconds:,.1f}")
        ratio = cost.nanoseconds["engine"] / cost.nanoseconds["log table"]
        rows.setdefault(f"{cost.model}, {cost.move}, engine / log table", []).append(f"{ratio:.2f}")
    text = (
        "Nanoseconds for a step of one kind of move, median of 15 turns. Starts at the world the evidence was "
        "drawn from. Large urns hardly move at all: read their figures as cost, not as progress. Towards 10⁶ "
        "observations the state no longer fits into the caches."
    )
    lines = [[label, *cells] for label, cells in rows.items()]
    return Section(
        "sizes",
        "Cost of a step against size",
        text,
        table(["model, move, sampler", *(f"{size:,}" for size in sizes)], lines),
        [asdict(cost) for cost in costs],
    )


def work_section(works: list[Work]) -> Section:
    """What default moves do."""
    text = (
        "What the engine does in a step of one kind of move, mean of 100: factors evaluated, and words of the world's "
        "arrays read or written, each time counted. From the Python backend, which runs the same files."
    )
    return Section("work", "Work of a step against size", text, _work_table(works), [asdict(work) for work in works])


def moves_section(works: list[Work]) -> Section:
    """What moves of the library do."""
    text = (
        "What the engine does in a step of one move of the library, mean of 300, counted in the same way. Each object "
        "has three observations at every size, and candidates are the six of two objects that look alike."
    )
    title = "Work of a library move against size"
    return Section("moves", title, text, _work_table(works), [asdict(work) for work in works])


def _work_table(works: list[Work]) -> str:
    """One row for each model and move; two columns for each size."""
    sizes = sorted({work.size for work in works})
    rows: dict[str, list[str]] = {}
    for work in works:
        rows.setdefault(f"{work.model}, {work.move}", []).extend([f"{work.factors:,.1f}", f"{work.words:,.0f}"])
    heads = [f"{what}, {size:,}" for size in sizes for what in ("factors", "words")]
    return table(["model, move", *heads], [[label, *cells] for label, cells in rows.items()])


def canopies_section(times: list[CanopyTime]) -> Section:
    """One row for each size."""
    text = (
        "Processor seconds of `nm.canopies` for texts of eight words, each with two noisy copies, by words and with "
        "the options as they are. Found are the texts both copies of which are among their candidates."
    )
    rows = [
        [
            f"{t.size:,}",
            f"{t.seconds:.2f}",
            f"{1e6 * t.seconds / t.size:.0f}",
            f"{t.groups:,}",
            f"{t.largest:,}",
            f"{t.found:.3f}",
        ]
        for t in times
    ]
    heads = ["texts", "seconds", "µs for a text", "groups", "largest", "found"]
    return Section("canopies", "Time of canopies against size", text, table(heads, rows), [asdict(t) for t in times])


def memory_section(footprints: list[Footprint]) -> Section:
    """One row for each model and contestant; one column for each size."""
    sizes = sorted({footprint.size for footprint in footprints})
    rows: dict[str, list[str]] = {}
    for footprint in footprints:
        for name, size in footprint.bytes_per_variable.items():
            rows.setdefault(f"{footprint.model}, {name}", []).append(f"{size:.1f}")
    text = (
        "Bytes of state for each instantiated variable: the number, the kind of each object in use, and for "
        "each observation its object and what it shows. Room for as many objects as there are observations is "
        "counted; tables of constants are not."
    )
    return Section(
        "memory",
        "Memory for each variable",
        text,
        table(["model, sampler", *(f"{size:,}" for size in sizes)], [[label, *cells] for label, cells in rows.items()]),
        [asdict(footprint) for footprint in footprints],
    )


def processor() -> str:
    """The processor's name as the system gives it."""
    listing = Path("/proc/cpuinfo")
    if listing.exists():
        for line in listing.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def machine() -> dict[str, str]:
    """What the figures depend on."""
    return {
        "processor": f"{processor()}, {os.cpu_count()} cores",
        "python": platform.python_version(),
        "numba": version("numba"),
        "numpy": version("numpy"),
    }


def write(sections: list[Section], folder: Path) -> None:
    """One JSON file for each section, and all in README.md, with what earlier runs left there."""
    folder.mkdir(parents=True, exist_ok=True)
    for section in sections:
        content = {"machine": machine(), "markdown": section.markdown(), "data": section.data}
        (folder / f"{section.name}.json").write_text(
            json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
        )
    parts = [
        "# Benchmark results\n\nMade by `python -m benchmarks`; the figures are in the JSON files beside this page.\n"
    ]
    for path in sorted(folder.glob("*.json")):
        content = json.loads(path.read_text(encoding="utf-8"))
        where = ", ".join(f"{key} {value}" for key, value in content["machine"].items())
        parts.append(f"{content['markdown']}\n*{where}*\n")
    (folder / "README.md").write_text("\n".join(parts), encoding="utf-8")
