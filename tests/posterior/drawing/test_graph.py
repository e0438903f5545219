"""The active graph around a variable as a scene."""

from __future__ import annotations

import pytest

from noumena.posterior.drawing import graph as drawing
from noumena.posterior.drawing.graph import graph_scene
from noumena.reference.active_graph import ActiveGraph

GRAPH = ActiveGraph(
    {"A": "1", "B": "2", "C": "3", "D": "4", "E": "5"}, {"A": [], "B": ["A"], "C": ["A", "D"], "D": [], "E": ["C"]}
)


def test_what_is_read_stands_left_and_what_reads_right() -> None:
    boxes = {box.name: box for box in graph_scene(GRAPH, "C", 1).boxes}
    assert {name: box.column for name, box in boxes.items()} == {"C": 0, "A": -1, "D": -1, "E": 1}
    assert [name for name, box in boxes.items() if box.marked] == ["C"]
    assert boxes["A"].arrows == ["C"]  # B is too far away
    assert boxes["C"].arrows == ["E"]


def test_further_away_are_those_that_are_read_together() -> None:
    boxes = {box.name: box.column for box in graph_scene(GRAPH, "A", 2).boxes}
    assert boxes == {"A": 0, "B": 1, "C": 1, "D": 0, "E": 2}


def test_of_many_the_nearest_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing, "MOST_BOXES", 2)
    scene = graph_scene(GRAPH, "A", 3)
    assert [box.name for box in scene.boxes] == ["A", "B"]
    assert scene.left_out == 3
