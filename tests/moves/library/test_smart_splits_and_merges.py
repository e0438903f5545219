"""Smart splits with dumb merges, and the reverse: the posterior stays, broken copies change it, misuse is told."""

from __future__ import annotations

from typing import Any

import pytest

import noumena as nm
from noumena.inference.reverse_check import check_reverse
from noumena.model.diagnostics import BlogError
from noumena.moves.library import SmartMerge, SmartSplit
from tests.moves.library.test_attributes import SMALL
from tests.moves.library.test_from_data import TEXTS
from tests.moves.library.test_restricted_split_merge import NEVER, NUMBERS, ONE
from tests.moves.library.trying import COIN, TWO_WAYS, Edited, standard_errors, table_of
from tests.moves.running import moves_of, started, wrongness

Smart = type[SmartMerge] | type[SmartSplit]
BOTH = pytest.mark.parametrize("smart", [SmartMerge, SmartSplit])
MODELS = [(NUMBERS, ("PubCited", ONE)), (SMALL, ("PubCited", ONE)), (TWO_WAYS, ("F",)), (NEVER, ("PubCited", ONE))]


@BOTH
@pytest.mark.parametrize(("model", "arguments"), MODELS)
def test_they_leave_the_posterior_as_it_is(smart: Smart, model: str, arguments: tuple[Any, ...]) -> None:
    moves = moves_of(model, smart(*arguments))
    assert wrongness(moves) < 1e-12
    check_reverse(started(moves))


@pytest.mark.parametrize(
    ("smart", "old", "new"),
    [
        (SmartSplit, "return log_back - log_q", "return log_back"),
        (SmartSplit, "log_q, log_back = -2.0 * math.log(world.Cit.number), 0.0", "log_q, log_back = 0.0, 0.0"),
        (SmartSplit, "world.PubCited.saved[x] == other", "True"),
        (SmartSplit, "world.Title.remove(other)", "world.Title.resample(other)"),
        (SmartSplit, " - math.log(size - 1)", ""),
        (SmartSplit, "math.log(weight / total)", "0.0"),
        (SmartMerge, "return log_back + self.log_v(", "return log_back + 3.0 * self.log_v("),
        (SmartMerge, "log_q, log_back = self.log_v(world, first, second), ", "log_q, log_back = 0.0, "),
        (SmartMerge, "return -others * math.log(2.0)", "return others * math.log(2.0)"),
        (SmartMerge, "world.Title.remove(other)", "world.Title.resample(other)"),
        (SmartMerge, "log_back += self.log_r(world, kept)\n", "log_back += 3.0 * self.log_r(world, kept)\n"),
        (SmartMerge, "-math.log(world.Cit.number)", "0.0"),
    ],
)
def test_broken_copies_do_not(smart: Smart, old: str, new: str) -> None:
    assert wrongness(moves_of(NUMBERS, Edited(smart("PubCited", ONE), old, new))) > 1e-4


@BOTH
def test_no_split_makes_a_guaranteed_object(smart: Smart) -> None:
    assert wrongness(moves_of(TWO_WAYS, Edited(smart("F"), "other < 1 or", "other < 0 or"))) > 1e-4


@pytest.mark.campaign
@BOTH
def test_a_compiled_run_agrees_with_the_exact_answer(smart: Smart) -> None:
    """The mean lies within five standard errors: a false alarm for six seeds of ten million."""
    model = nm.Model.from_text(TEXTS)
    query = 'size({c for Cit c : Title(PubCited(c)) == "cd"})'
    exact = model.infer(engine="exact")[query].mean
    assert exact is not None
    move = smart("PubCited", ONE)
    found = model.infer(engine="mh", samples=10_000, chains=2, seed=6, proposer=move)
    assert found.warnings == ()
    assert found.acceptance is not None
    assert found.acceptance[move.name] > 0.01
    assert standard_errors(found[query], exact) < 5


PLAN = f"""
type Ball; type Row; distinct Row R1, R2; #Ball ~ UniformInt(1, 3); random Boolean Red(Ball b) ~ BooleanDistrib(0.3);
random Ball At(Row r, Row k) ~ UniformChoice({{b for Ball b}});
random Boolean Seen(Row r, Row k) ~ if Red(At(r, k)) {COIN};
obs Seen(R1, R1) = true; obs Seen(R1, R2) = false; obs Seen(R2, R1) = true; obs Seen(R2, R2) = true;
query Red(At(R1, R1));
"""
REFUSED: list[tuple[str, tuple[Any, ...], str, str | None]] = [
    (
        NUMBERS,
        ("PubCited", ONE, 2),
        "a step would look at all 3 variables of `PubCited`",
        "use RestrictedSplitMerge with candidates, or a higher `limit`",
    ),
    (
        PLAN,
        ("At", {"Red": "Seen"}),
        "`At` has 2 arguments, and the move goes through single objects",
        "use RestrictedSplitMerge",
    ),
    (
        "m12_self_reference",
        ("First",),
        "`First` has no arguments, and one variable cannot be split",
        "use MoveReferrer",
    ),
    (
        NUMBERS,
        ("PubCited",),
        "`Text` reads `Title` of what `PubCited` refers to, which has to have a value",
        "name what was observed of it: attributes={'Title': …}",
    ),
]


@BOTH
@pytest.mark.parametrize(("model", "arguments", "message", "hint"), REFUSED)
def test_what_they_are_not_for_is_told(
    smart: Smart, model: str, arguments: tuple[Any, ...], message: str, hint: str | None
) -> None:
    move = smart(*arguments)
    with pytest.raises(BlogError) as caught:
        move.text(table_of(model))
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.message, diagnostic.hint) == (f"{move.name}: {message}", hint)
