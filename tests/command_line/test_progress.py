"""What is shown of chains under way."""

from __future__ import annotations

import pytest

from noumena.command_line.progress import described
from noumena.inference.rounds import Sight
from noumena.inference.stopping import Figures

FIGURES = [Figures("a", 1.013, 900.0, None), Figures("b", 1.001, 812.3, None), Figures("c", None, None, None)]


@pytest.mark.parametrize(
    ("accepted", "log_joint", "figures", "text"),
    [
        (0.312, -12.34, FIGURES, "accepted 31%, ln p -12.3, ESS 812, R-hat 1.013"),
        (0.312, None, [], "accepted 31%"),
        (None, None, FIGURES[1:2], "ESS 812, R-hat 1.001"),
        (None, None, FIGURES[2:], "samples"),
    ],
)
def test_the_worst_queries_are_shown(
    accepted: float | None, log_joint: float | None, figures: list[Figures], text: str
) -> None:
    assert described(Sight(10, None, 100, 5.0, accepted, log_joint, figures, 2.0, None)) == text
