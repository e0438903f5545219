"""`noumena check-move` and `noumena.check_move`."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path

import pytest
from rich.console import Console

import noumena as nm
from noumena.command_line import move_argument
from noumena.command_line.check_move import _show
from tests.commands import MODELS, answered, noumena, process, refused
from tests.inference import checked_moves

SWITCH = MODELS / "m08_switch.blog"
MOVES = Path(__file__).parent / "inference" / "checked_moves.py"

FLIP = """\
import noumena as nm


class Flip(nm.Proposer):
    def __init__(self, to):
        self.to = to

    def propose(self, world, rng):
        world.S[()] = self.to - world.S[()]
        return 0.0


class Once(nm.Proposer):
    def propose(self, world, rng):
        return 0.0
"""


def test_a_declared_move_is_proved_too() -> None:
    moves = Path(__file__).parent / "moves" / "declared_moves.py"
    result = noumena("check-move", MODELS / "m03_citations.blog", f"{moves}:SwitchTitles")
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("SwitchTitles is right\n")


@pytest.fixture
def flip(tmp_path: Path) -> Path:
    path = tmp_path / "flip.py"
    path.write_text(FLIP, encoding="utf-8")
    return path


def test_a_right_move_ends_with_0() -> None:
    result = noumena("check-move", SWITCH, f"{MOVES}:PickVariable")
    assert (result.exit_code, result.stderr) == (0, "")
    assert re.sub(r"\d\.?\d*e-\d+", "…", result.stdout).splitlines() == [
        "PickVariable is right",
        "· 6 states, 26 proposals, all enumerated",
        "✓ the posterior is invariant: largest |πT - π| = …",
        "✓ each of its 26 ways is undone by one with the same owners and the same q",
        "✓ by itself it reaches every state from every other",
        "✓ with the default moves every state is reached from every other",
    ]


def test_a_wrong_move_ends_with_1_and_its_mistake() -> None:
    result = noumena("check-move", SWITCH, f"{MOVES}:PickUncharged")
    assert result.exit_code == 1
    assert "    a choice is not charged: the move returned ln q = 0, its choices" in result.stdout
    assert "checked_moves.py" in result.stdout


def test_json_has_all_figures() -> None:
    right = answered("check-move", SWITCH, f"{MOVES}:PickVariable")
    assert (right["right"], right["states"], right["mistake"]) == (True, 6, None)
    assert right["error"] < 1e-15
    result = noumena("check-move", SWITCH, f"{MOVES}:PickOnceMore", "--json")
    assert result.exit_code == 1
    assert '"kind": "unpaired ways"' in result.stdout


LINE = "random Real X ~ Gaussian(0, 1); random Real Y ~ Gaussian(X, 1); obs Y = 1.0; query X;"


def test_moves_on_reals_go_through_the_joint_distribution_test(tmp_path: Path) -> None:
    path = tmp_path / "line.blog"
    path.write_text(LINE, encoding="utf-8")
    size = ("--replicas", "100", "--rounds", "3")
    result = noumena("check-move", path, "Drift('X', 1.0)", *size, "--seed", "2")
    assert (result.exit_code, result.stderr) == (0, "")
    first, why, run, *_ = result.stdout.splitlines()
    assert first == "Drift(X) passes the joint-distribution test"
    assert why == "· no exact proof: the move draws a normal number, whose values cannot be enumerated"
    assert run.startswith("· joint-distribution test: 100 worlds from the prior, 3 rounds of the move")
    found = answered("check-move", path, "Drift('X', 1.0)", *size)
    assert (found["proof"], found["right"], found["states"]) == ("joint distribution", True, None)
    assert found["joint"]["replicas"] == 100
    result = noumena("check-move", path, "Drift('X', 1.0)", "--proof", "exact")
    assert result.exit_code == 1
    assert "error: the move draws a normal number, whose values cannot be enumerated" in result.stderr


def test_a_void_test_ends_with_1(tmp_path: Path) -> None:
    path = tmp_path / "sum.blog"
    path.write_text(LINE.replace("obs Y", "obs X + Y"), encoding="utf-8")
    result = noumena("check-move", path, "Drift('X', 1.0)")
    assert result.exit_code == 1
    assert "✗ the joint-distribution test is void here: `obs X + Y = 1.0`: this evidence is a" in result.stdout


def test_parameters_stand_after_the_name(flip: Path) -> None:
    assert noumena("check-move", SWITCH, f"{flip}:Flip(1)").exit_code == 0
    assert noumena("check-move", SWITCH, f"{flip}:Flip(to=1)").exit_code == 0
    assert refused("check-move", SWITCH, f"{flip}:Flip") == (
        "error: `Flip` cannot be made: Flip.__init__() missing 1 required positional argument: 'to'\n"
        "  help: write its parameters after the name: Flip(…)\n"
    )
    assert refused("check-move", SWITCH, f"{flip}:Flip(one)") == (
        "error: the parameters of `Flip(one)` are not understood\n  help: numbers, strings and lists will do\n"
    )


def test_what_names_no_move_is_refused(flip: Path) -> None:
    assert "defines no proposer `Flop`" in refused("check-move", SWITCH, f"{flip}:Flop")
    assert "cannot read missing.py: there is no such file" in refused("check-move", SWITCH, "missing.py:Flip")
    assert refused("check-move", SWITCH, "two words") == (
        "error: `two words` names no move\n"
        "  help: write file.py:Name, or a move of the library: \"SplitMerge('PubCited')\"\n"
    )


def test_moves_of_the_library_are_made_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(move_argument, "LIBRARY", {"Add": lambda a, b=0: a + b, "Also": int})
    assert move_argument.load_move("Add(2, b=3)") == 5
    assert move_argument.load_move("Also") == 0
    assert refused("check-move", SWITCH, "Subtract(1)") == (
        "error: `Subtract` is no move of the library\n  help: write file.py:Name, or one of the library: Add, Also\n"
    )


def test_a_text_without_such_characters_is_ascii() -> None:
    done = process("check-move", SWITCH, f"{MOVES}:PickVariable", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    out, err = done.communicate(timeout=120)
    assert (done.returncode, err) == (0, "")
    assert out.splitlines()[2].startswith("ok the posterior is invariant: largest |piT - pi| = ")


def test_a_terminal_gets_lines_that_fit() -> None:
    report = nm.check_move(nm.Model.from_files(SWITCH), checked_moves.PickOnceMore)
    file = io.StringIO()
    _show(report, Console(file=file, force_terminal=True, color_system=None, width=60))
    lines = [line.rstrip() for line in file.getvalue().splitlines()]
    assert max(map(len, lines)) <= 60
    assert lines[0] == "PickOnceMore is wrong"
    at = lines.index("    ways without a partner: 3 ways from the one state to the")
    assert lines[at + 1].startswith("      other, q(s′|s) = 3/8 in all")


def test_the_same_from_python() -> None:
    model = nm.Model.from_text(
        "random Boolean S ~ BooleanDistrib(0.3); random Boolean Y ~ BooleanDistrib(if S then 0.8 else 0.1);"
    )

    class Flip(nm.Proposer):
        def propose(self, world: object, rng: object) -> float:
            world.S[()] = 1 - world.S[()]  # type: ignore[attr-defined]  # a view
            return 0.0

    report = nm.check_move(model, Flip, evidence="obs Y = true;")
    assert isinstance(report, nm.MoveReport)
    assert report.right
    assert str(report).startswith("Flip is right\n· 2 states")
    assert nm.check_move(model, Flip(), evidence={"Y": False}).states == 2
