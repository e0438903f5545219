"""What is shown of chains under way."""

from __future__ import annotations

import io

import pytest
from rich.console import Console
from rich.progress import Progress as Display

from noumena.command_line.progress import _Meter, described, shown_stages
from noumena.inference.result import COMPILING, no_progress, no_stage
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


def test_stages_come_before_the_samples_and_between_chains() -> None:
    display = Display(console=Console(file=io.StringIO()))
    meter = _Meter(display, "mh", 30)

    def shown() -> tuple[str, float | None]:
        (task,) = display.tasks
        return task.description, task.total

    meter(COMPILING)
    meter.stage("citations read", 0, 7)
    meter.stage("citations read", 1, 7)
    assert shown() == ("citations read", 7)
    meter(COMPILING)
    assert shown() == ("compiling", None)
    meter(0)
    assert shown() == ("samples", 30)
    meter.stage("steps", 0, 400)
    assert shown() == ("steps", 400)
    meter(10)
    assert shown() == ("samples", 30)


def test_without_a_terminal_no_stage_is_shown() -> None:
    with shown_stages(5) as shown:
        assert shown == (no_progress, no_stage)
