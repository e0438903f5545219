"""What is shown of chains under way."""

from __future__ import annotations

import pytest

from noumena.command_line.progress import described
from noumena.inference.rounds import Sight
from noumena.inference.stopping import Figures

FIGURES = [Figures("a", 1.013, 900.0, None), Figures("b", 1.001, 812.3, None), Figures("c", None, None, None)]


@pytest.mark.parametrize(
    ("accepted", "figures", "text"),
    [
        (0.312, FIGURES, "accepted 31%, ESS 812, R-hat 1.013"),
        (0.312, [], "accepted 31%"),
        (None, FIGURES[1:2], "ESS 812, R-hat 1.001"),
        (None, FIGURES[2:], "samples"),
    ],
)
def test_the_worst_queries_are_shown(accepted: float | None, figures: list[Figures], text: str) -> None:
    assert described(Sight(10, None, 100, 5.0, accepted, figures, 2.0, None)) == text
