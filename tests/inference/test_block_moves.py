"""Default moves that change several variables at once: split-merge, and those that keep an observed total."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from noumena.inference.transitions import explore, invariance
from noumena.runtime.kernel import split_merge, totals
from tests.asking import model_problem, problem
from tests.inference.chains import made
from tests.moves.library.trying import DECIDES, GRID, KNOWN, TWO_WAYS

BOXES = """
type Box; #Box ~ Categorical({0 -> 0.1, 1 -> 0.2, 2 -> 0.4, 3 -> 0.3});
random Integer Weight(Box b) ~ if #Box > 2 then UniformInt(1, 3) else Categorical({1 -> 0.5, 3 -> 0.3, 4 -> 0.2});
obs sum({Weight(b) for Box b}) = 5; query #Box;
"""
COINS = """
type Purse; distinct Purse A, B, C;
random Integer Coins(Purse p) ~ if p == A then Binomial(4, 0.3) else Binomial(3, 0.6);
random Boolean Heavy ~ if Coins(A) > Coins(B) then BooleanDistrib(0.9) else BooleanDistrib(0.2);
obs sum({Coins(p) for Purse p}) + 1 = 6; obs Heavy = true; query Coins(A);
"""
BLIPS = """
type Plane; type Blip; origin Plane Source(Blip); #Plane ~ UniformInt(0, 2);
#Blip(Source = p) ~ Categorical({0 -> 0.2, 1 -> 0.3, 2 -> 0.5}); #Blip ~ Categorical({0 -> 0.5, 1 -> 0.3, 2 -> 0.2});
random Boolean Big(Plane p) ~ BooleanDistrib(0.4);
random Boolean Bright(Blip b) ~
  if Source(b) == null then BooleanDistrib(0.3)
  else if Big(Source(b)) then BooleanDistrib(0.9) else BooleanDistrib(0.2);
obs {b for Blip b} = {B1, B2}; obs Bright(B1) = true; obs Bright(B2) = false; query #Plane;
"""

RIGHT = [
    ("m03_citations", {"SplitMerge(PubCited)", "SplitMerge(PubCited, number)"}),
    ("urn_small", {"SplitMerge(Drawn)", "SplitMerge(Drawn, number)"}),
    ("m06_empty_set_guaranteed", {"SplitMerge(F)", "SplitMerge(F, number)"}),
    (TWO_WAYS, {"SplitMerge(F)", "SplitMerge(F, number)"}),
    (GRID, {"SplitMerge(At)", "SplitMerge(At, number)"}),
    (KNOWN, {"SplitMerge(F)", "SplitMerge(F, number)"}),
    (BOXES, {"Exchange(Weight)", "ShareOut(Weight)"}),
    (COINS, {"Exchange(Coins)"}),
    (BLIPS, {"Transfer(B1)", "Transfer(B2)"}),
    ("c02_named_set", set()),
]
BLOCKS = ("split_merge", "exchange", "share_out", "transfer")


def wrongness(model: str) -> dict[str, tuple[float, bool]]:
    """For each of these moves of a model how far it is from leaving the posterior as it is, and whether it moves."""
    chain = made(problem(model) if ";" in model else model_problem(model))
    moves = chain.program.moves
    wanted = [k for k, m in enumerate(moves) if m.function in BLOCKS]
    others = [k for k, m in enumerate(moves) if m.function in ("parental", "gibbs", "together")]
    found = explore(chain, chain.code.module, wanted + others)
    return {
        moves[k].name: (invariance(kernel), any(set(row) != {at} for at, row in enumerate(kernel.matrix)))
        for k, kernel in zip(wanted, found, strict=False)
    }


@pytest.mark.parametrize(("model", "names"), RIGHT)
def test_they_leave_the_posterior_as_it_is_and_move(model: str, names: set[str]) -> None:
    found = wrongness(model)
    assert set(found) >= names
    for name, (error, moves) in found.items():
        assert error < 1e-12, name
        assert moves, name


def test_what_decides_which_variables_are_there_is_not_split() -> None:
    assert wrongness(DECIDES) == {}


def test_what_may_be_derived_is_not_shared_out() -> None:
    assert wrongness(BOXES.replace("then UniformInt(1, 3) else", "then 1 else")) == {}
    in_a_case = "then case #Box in {3 -> UniformInt(1, 3)} else"  # and null where there are others
    assert wrongness(BOXES.replace("then UniformInt(1, 3) else", in_a_case)) == {}


def _without_part(w: Any, kind: int, part: int) -> float:
    return 0.0 if part > 0 else -math.inf


def _smallest(w: Any, type_: int) -> int:
    """The application with the fewest objects: a choice that depends on what the move changes, and is not paid for."""
    found = [v for v in range(w.v_top) if w.k_number[w.v_kind[v]] >= 0 and w.s_type[w.k_number[w.v_kind[v]]] == type_]
    return min(found, key=lambda v: (w.v_int[v], v))


MISTAKES: list[tuple[str, Any, str, Any]] = [
    ("m03_citations", split_merge, "_LOG_2", 0.0),
    (BOXES, totals, "_log_part", _without_part),
    (BLIPS, totals, "_any_number", _smallest),
    ("urn_small", split_merge, "_step", lambda w, kind, change: change > 0 and _step(w, kind, 1)),
]
_step: Callable[[Any, int, int], bool] = split_merge._step


@pytest.mark.parametrize(("model", "module", "name", "planted"), MISTAKES)
def test_planted_mistakes_are_found(
    model: str, module: Any, name: str, planted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, name, planted)
    assert max(error for error, _ in wrongness(model).values()) > 1e-4
