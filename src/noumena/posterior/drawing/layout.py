"""Where boxes stand: in columns, each column in the order that makes arrows short; and the scene as SVG."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from noumena.posterior.drawing.picture import Picture
from noumena.posterior.drawing.scene import Box, Line, Scene
from noumena.posterior.report.svg import place as short
from noumena.posterior.report.words import shown

_ROW, _PAD, _LETTER = 17, 7, 6.9
_GAP_DOWN, _GAP_ACROSS, _MARGIN = 12, 70, 10
_WIDEST = 34
"""How many letters a line has at most."""

_STYLE = (
    "svg.world{--w-ink:#1b1e21;--w-faint:#555c63;--w-box:#fff;--w-line:#9aa3ab;--w-arrow:#1a5fb0}"
    "@media(prefers-color-scheme:dark){svg.world{--w-ink:#e6e8ea;--w-faint:#a4adb5;--w-box:#1c2024;--w-line:#5d666e;"
    "--w-arrow:#82b7f5}}"
    "svg.world text{font:11.5px ui-monospace,'DejaVu Sans Mono',monospace;fill:var(--w-ink)}"
    "svg.world .k{fill:var(--w-faint)}svg.world .t{font-weight:700}"
    "svg.world .bx{fill:var(--w-box);stroke:var(--w-line)}"
    "svg.world .mk{stroke:var(--w-arrow);stroke-width:2.5}"
    "svg.world .ar{fill:none;stroke:var(--w-arrow);stroke-opacity:.75;stroke-width:1.3}"
    "svg.world .tip{fill:var(--w-arrow)}"
)


class Place(NamedTuple):
    """The rectangle of a box."""

    x: float
    y: float
    width: float
    height: float


def drawn(scene: Scene) -> Picture:
    """The scene as a picture."""
    columns = _ordered(scene.boxes)
    above = _MARGIN + (len(scene.facts) + bool(scene.facts)) * _ROW
    places = _places(columns, above)
    right = max((p.x + p.width for p in places.values()), default=120.0)
    right = max([right, *(_MARGIN + _LETTER * len(fact) for fact in scene.facts)]) + 24
    bottom = max((p.y + p.height for p in places.values()), default=above) + _MARGIN
    more = f"… and {scene.left_out:,} more are not drawn" if scene.left_out else ""
    body = [_words(_MARGIN, _MARGIN + 12 + i * _ROW, fact) for i, fact in enumerate(scene.facts)]
    for column in columns:
        for box in column:
            body += _box(box, places[box.name])
    for column in columns:
        for box in column:
            body += _arrows(box, places)
    if more:
        body.append(_words(_MARGIN, bottom + 12, more))
        bottom += _ROW
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="world" viewBox="0 0 {short(right)} {short(bottom)}" '
        f'width="{short(right)}" role="img" aria-label="{shown(scene.label)}">'
    )
    return Picture(f"{head}<style>{_STYLE}</style>{''.join(body)}</svg>")


def _ordered(boxes: Sequence[Box]) -> list[list[Box]]:
    """Columns from left to right; in each, boxes stand near the middle of those that they are joined with."""
    numbers = sorted({box.column for box in boxes})
    columns = [[box for box in boxes if box.column == number] for number in numbers]
    joined: dict[str, list[str]] = {box.name: [] for box in boxes}
    for box in boxes:
        for target in box.targets:
            if target in joined and target != box.name:
                joined[box.name].append(target)
                joined[target].append(box.name)
    height: dict[str, float] = {}
    for column in columns:
        height |= {box.name: (i + 0.5) / len(column) for i, box in enumerate(column)}
    for _ in range(4):  # a few sweeps suffice for pictures that people can read
        for column in columns:
            middle = {
                box.name: sum(height[o] for o in joined[box.name]) / len(joined[box.name])
                if joined[box.name]
                else height[box.name]
                for box in column
            }
            column.sort(key=lambda box: middle[box.name])
            height |= {box.name: (i + 0.5) / len(column) for i, box in enumerate(column)}
    return columns


def _places(columns: Sequence[Sequence[Box]], above: float) -> dict[str, Place]:
    heights = [sum(_height(box) + _GAP_DOWN for box in column) for column in columns]
    tallest = max(heights, default=0.0)
    places: dict[str, Place] = {}
    x = float(_MARGIN)
    for column, height in zip(columns, heights, strict=True):
        width = max(_width(box) for box in column)
        y = above + (tallest - height) / 2
        for box in column:
            places[box.name] = Place(x, y, width, _height(box))
            y += _height(box) + _GAP_DOWN
        x += width + _GAP_ACROSS
    return places


def _height(box: Box) -> float:
    return _ROW * (1 + len(box.lines)) + _PAD


def _width(box: Box) -> float:
    return _LETTER * max(len(_cut(text)) for text in (box.name, *map(_text, box.lines))) + 2 * _PAD


def _box(box: Box, at: Place) -> Iterator[str]:
    kind = "bx mk" if box.marked else "bx"
    size = f'width="{short(at.width)}" height="{short(at.height)}"'
    yield f'<rect class="{kind}" x="{short(at.x)}" y="{short(at.y)}" {size} rx="5"/>'
    yield _words(at.x + _PAD, at.y + 14, _cut(box.name), "t")
    for i, line in enumerate(box.lines):
        yield _words(at.x + _PAD, at.y + 14 + _ROW * (i + 1), _cut(_text(line)))


def _words(x: float, y: float, text: str, kind: str = "k") -> str:
    return f'<text class="{kind}" x="{short(x)}" y="{short(y)}">{shown(text)}</text>'


def _text(line: Line) -> str:
    if line.target is not None:
        return f"{line.name} →"
    return f"{line.name} = {line.value}" if line.name else line.value


def _cut(text: str) -> str:
    return text if len(text) <= _WIDEST else text[: _WIDEST - 1] + "…"


def _arrows(box: Box, places: Mapping[str, Place]) -> Iterator[str]:
    """Arrows from lines or from the box; round the outside where the other box is not further right."""
    here = places[box.name]
    starts = [(here.y + 10 + _ROW * (i + 1), line.target) for i, line in enumerate(box.lines)]
    for y, target in [*starts, *((here.y + here.height / 2, target) for target in box.arrows)]:
        if target is None or target not in places:
            continue
        there = places[target]
        aim = there.y + min(11.0, there.height / 2)
        start = here.x + here.width
        if there.x > here.x:
            end, turn = there.x, (there.x - start) / 2
            bend = f"C{short(start + turn)} {short(y)} {short(end - turn)} {short(aim)} {short(end - 5)} {short(aim)}"
            head = f"M{short(end)} {short(aim)}l-7-3.5v7z"
        else:
            end = there.x + there.width
            far = max(start, end) + 40
            bend = f"C{short(far)} {short(y)} {short(far)} {short(aim)} {short(end + 5)} {short(aim)}"
            head = f"M{short(end)} {short(aim)}l7-3.5v7z"
        yield f'<path class="ar" d="M{short(start)} {short(y)}{bend}"/><path class="tip" d="{head}"/>'
