"""Compiled proposers are kept between runs, found again by what they depend on, and made anew when damaged."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import noumena as nm
from noumena.inference.user_moves import KEPT, UserMoves
from noumena.moves.proposer import Proposer
from noumena.runtime.backend import NATIVE_PACKAGE, PYTHON_PACKAGE
from tests.moves.running import moves_of, trace
from tests.moves.written import in_file

URN = "urn_small"
BODY = """
b = world.Drawn[rng.integer(world.Draw.number)]
p = self.scales[len(self.scales) - 2] / {of}
old = world.Paint[b]
new = 1 if rng.flip(p) else 0
world.Paint[b] = new
return math.log(p if old == 1 else 1 - p) - math.log(p if new == 1 else 1 - p)
"""


def body(tmp_path: Path) -> str:
    """A body that no other test, nor an earlier run of this one, has compiled."""
    return BODY.format(of=4.0 + (hash(str(tmp_path)) % 2**40 + tmp_path.stat().st_ino) / 2**50)


@dataclass(frozen=True)
class Kept:
    """A proposer in a file, and the move that it was when it was first compiled."""

    place: Path
    text: str
    first: UserMoves

    def proposer(self) -> Proposer:
        """The same once more."""
        return in_file(self.place, self.text, 0.5)

    def again(self) -> UserMoves:
        """What a later run makes of it."""
        return moves_of(URN, self.proposer(), "native")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    place = tmp_path_factory.mktemp("kept")
    text = body(place)
    return Kept(place, text, moves_of(URN, in_file(place, text, 0.5), "native"))


def found_again(moves: UserMoves) -> bool:
    run: Any = moves.code.module.run
    return bool(run.stats.cache_hits)


def folder(moves: UserMoves) -> Path:
    run: Any = moves.code.module.run
    return Path(run.stats.cache_path)


def test_a_second_run_finds_what_the_first_has_compiled(kept: Kept, tmp_path: Path) -> None:
    second = kept.again()
    assert not found_again(kept.first)
    assert found_again(second)
    assert trace(kept.first) == trace(second) == trace(moves_of(URN, kept.proposer()))
    other = kept.text.replace("flip(p)", "flip(p + 0)")
    assert not found_again(moves_of(URN, in_file(tmp_path, other, 0.5), "native"))


def test_data_may_change_and_the_code_stays(kept: Kept) -> None:
    changed: Any = kept.proposer()
    changed.scales = np.array([0.1, 0.2, 2.5, 3.0])
    native = moves_of(URN, changed, "native")
    assert found_again(native)
    assert trace(native) == trace(moves_of(URN, changed)) != trace(moves_of(URN, kept.proposer()))


def test_it_is_used_where_it_is_kept(kept: Kept, tmp_path: Path) -> None:
    used = moves_of(URN, kept.proposer(), KEPT)
    assert used.code.package == NATIVE_PACKAGE
    assert found_again(used)
    other = in_file(tmp_path, kept.text.replace("flip(p)", "flip(p + 0 + 0)"), 0.5)
    assert moves_of(URN, other, KEPT).code.package == PYTHON_PACKAGE
    assert moves_of("birthday_small", nm.moves.Defaults(), KEPT).code.package == PYTHON_PACKAGE


def test_damaged_code_is_made_anew(kept: Kept) -> None:
    for path in folder(kept.first).iterdir():
        path.write_bytes(path.read_bytes()[:-100])
    again = kept.again()
    assert not found_again(again)
    assert again.own[0].reason is None
    assert trace(kept.first, 50) == trace(again, 50)
    (folder(kept.first).parent / "move.py").write_text("def propose(w, move):\n    return 1.0\n")
    assert trace(kept.first, 50) == trace(kept.again(), 50)


def test_another_process_finds_it(kept: Kept) -> None:
    moves = kept.again()
    script = (
        "import pathlib; from tests.moves.test_kept import *\n"
        f"moves = moves_of(URN, in_file(pathlib.Path({str(kept.place)!r}), {kept.text!r}, 0.5), 'native')\n"
        "print(found_again(moves), trace(moves, 100)[0][-1])\n"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", script], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"True {trace(moves, 100)[0][-1]}"


def test_what_cannot_be_told_is_compiled_each_time(tmp_path: Path) -> None:
    """A large global array is an address in machine code, which means nothing to another process."""
    made = []
    for _ in range(2):
        proposer = in_file(tmp_path, body(tmp_path).replace("self.scales[len(self.scales) - 2]", "LARGE[7]"), 0.5)
        propose: Any = type(proposer).propose
        propose.__globals__["LARGE"] = np.ones(200_000)
        made.append(moves_of(URN, proposer, "native"))
    assert [moves.own[0].reason for moves in made] == [None, None]
    assert not any(map(found_again, made))
    assert trace(made[0], 50) == trace(made[1], 50)
