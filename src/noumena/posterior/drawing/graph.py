"""The active graph around a variable as a scene: what it reads on the left, what reads it on the right."""

from __future__ import annotations

from collections.abc import Mapping

from noumena.posterior.drawing.layout import drawn
from noumena.posterior.drawing.picture import Picture
from noumena.posterior.drawing.scene import Box, Line, Scene, short_value
from noumena.reference.active_graph import ActiveGraph

MOST_BOXES = 60


def draw_graph(graph: ActiveGraph, variable: str, distance: int) -> Picture:
    """The variable, and all that is at most so many arrows away in either direction; arrows go to what reads."""
    return drawn(graph_scene(graph, variable, distance))


def graph_scene(graph: ActiveGraph, variable: str, distance: int) -> Scene:
    """The same as a scene; the variable itself is marked."""
    children: dict[str, list[str]] = {name: [] for name in graph.values}
    for name, read in graph.parents.items():
        for parent in read:
            children[parent].append(name)
    columns = _near(graph.parents, children, variable, distance)
    kept = dict(list(columns.items())[:MOST_BOXES])
    boxes = []
    for name, column in kept.items():
        lines = [Line("", f"= {short_value(graph.values[name])}")]
        boxes.append(Box(name, lines, [child for child in children[name] if child in kept], column, name == variable))
    label = f"The active graph around {variable}: {len(kept)} variables within {distance} steps"
    return Scene(boxes, label, (), len(columns) - len(kept))


def _near(
    parents: Mapping[str, list[str]], children: Mapping[str, list[str]], start: str, distance: int
) -> dict[str, int]:
    """Variables within so many steps, with their columns: to the left what is read, to the right what reads."""
    found, edge = {start: 0}, [start]
    for _ in range(distance):
        new: dict[str, int] = {}
        for name in edge:
            for neighbours, step in ((parents, -1), (children, 1)):
                for other in neighbours[name]:
                    if other not in found:
                        new.setdefault(other, found[name] + step)
        found |= new
        edge = list(new)
    return found
