"""Smart splits with dumb merges, and the reverse: the posterior stays, broken copies change it, misuse is told."""

from __future__ import annotations

from typing import Any

import pytest

import noumena as nm
from noumena.inference.move_check import check_move
from noumena.inference.reverse_check import check_reverse
from noumena.model.diagnostics import BlogError
from noumena.moves.candidates import Candidates
from noumena.moves.library import SmartMerge, SmartSplit
from tests.asking import problem
from tests.moves.library.test_attributes import SMALL
from tests.moves.library.test_from_data import TEXTS
from tests.moves.library.test_restricted_split_merge import NEVER, NUMBERS, ONE
from tests.moves.library.trying import COIN, LOPSIDED, ONE_PAIR, TWO_GROUPS, TWO_WAYS, Edited, standard_errors, table_of
from tests.moves.running import moves_of, started, trace, wrongness

Smart = type[SmartMerge] | type[SmartSplit]
BOTH = pytest.mark.parametrize("smart", [SmartMerge, SmartSplit])
MODELS = [(NUMBERS, ("PubCited", ONE)), (SMALL, ("PubCited", ONE)), (TWO_WAYS, ("F",)), (NEVER, ("PubCited", ONE))]


@BOTH
@pytest.mark.parametrize(("model", "arguments"), MODELS)
def test_they_leave_the_posterior_as_it_is(smart: Smart, model: str, arguments: tuple[Any, ...]) -> None:
    moves = moves_of(model, smart(*arguments))
    assert wrongness(moves) < 1e-12
    check_reverse(started(moves))


@BOTH
@pytest.mark.parametrize(
    ("model", "function", "attributes", "near"),
    [
        (NUMBERS, "PubCited", ONE, TWO_GROUPS),
        (NUMBERS, "PubCited", ONE, LOPSIDED),
        (SMALL, "PubCited", ONE, LOPSIDED),
        (TWO_WAYS, "F", {}, TWO_GROUPS),
        (NEVER, "PubCited", ONE, ONE_PAIR),
    ],
)
def test_they_do_so_with_candidates(
    smart: Smart, model: str, function: str, attributes: dict[str, str], near: Candidates
) -> None:
    moves = moves_of(model, smart(function, attributes, candidates=near))
    assert wrongness(moves) < 1e-12
    check_reverse(started(moves))


UNRESTRICTED = """/ self.of_all(world, x, best))

    def of_all(self, world, x, best):
        total = 0.0
        for y in range(world.Cit.number):
            if self.may_be_second(world, x, y):
                total += 1.0 / world.Cit.number * self.v(world, x, y, best)
        return total
"""
"""What V would be if any object could be second."""


@pytest.mark.parametrize(
    ("smart", "old", "new", "line"),
    [
        (
            SmartSplit,
            "log_back = self.log_pair(first, second)\n",
            "log_back = -2.0 * math.log(world.Cit.number)\n",
            "at = self.starts[group] + rng.integer(",
        ),
        (SmartSplit, "self.nearness(first, second) /", "1.0 /", "group = self.own["),
        (SmartMerge, "/ self.total(world, x, best))\n", UNRESTRICTED, "rng.flip(min(weight / rest, 1.0))"),
        (SmartMerge, "/ self.total(world, x, best))\n", ")\n", "group = self.own["),
    ],
)
def test_candidates_that_are_not_charged_are_found_and_named(smart: Smart, old: str, new: str, line: str) -> None:
    """In the first and third the reverse is charged as if there were no candidates."""
    move = smart("PubCited", ONE, candidates=LOPSIDED)
    report = check_move(problem(NUMBERS), Edited(move, old, new))
    assert not report.invariant
    assert report.mistake is not None
    assert report.mistake.kind == "uncharged choice"
    assert line in str(report)


@pytest.mark.campaign
@BOTH
def test_both_backends_make_the_same_moves(smart: Smart) -> None:
    move = smart("PubCited", ONE, candidates=LOPSIDED)
    native = moves_of(NUMBERS, move, "native")
    assert native.notes == ()
    found, accepted = trace(native)
    assert (found, accepted) == trace(moves_of(NUMBERS, move))
    assert accepted > 0


@pytest.mark.parametrize(
    ("smart", "old", "new"),
    [
        (SmartSplit, "return log_back - log_q", "return log_back"),
        (SmartSplit, "log_q, log_back = -2.0 * math.log(world.Cit.number), 0.0", "log_q, log_back = 0.0, 0.0"),
        (SmartSplit, "world.PubCited.saved[x] == other", "True"),
        (SmartSplit, "world.Title.remove(other)", "world.Title.resample(other)"),
        (SmartSplit, " - math.log(others)", ""),
        (SmartSplit, "math.log(weight / total)", "0.0"),
        (SmartMerge, "return log_back + self.log_v(", "return log_back - self.log_v("),
        (SmartMerge, "log_q, log_back = self.log_v(world, first, second), ", "log_q, log_back = 0.0, "),
        (SmartMerge, "return -others * math.log(2.0)", "return others * math.log(2.0)"),
        (SmartMerge, "world.Title.remove(other)", "world.Title.resample(other)"),
        (SmartMerge, "log_back += self.log_r(world, kept)\n", "log_back += 3.0 * self.log_r(world, kept)\n"),
        (SmartMerge, "1.0 / world.Cit.number * self.v(", "self.v("),
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
OF_FOUR = "the candidates are of 4 objects, and there are 3 of type Cit"
NO_PAIR = "no two objects are candidates of each other"
REFUSED: list[tuple[str, tuple[Any, ...], str, str | None]] = [
    (
        NUMBERS,
        ("PubCited", ONE, 2),
        "a step would look at all 3 variables of `PubCited`",
        "use RestrictedSplitMerge with candidates, or a higher `limit`",
    ),
    (NUMBERS, ("PubCited", ONE, 10_000, nm.blocks([1, 2, 1, 3])), OF_FOUR, "make them from one record for each object"),
    (NUMBERS, ("PubCited", ONE, 10_000, nm.blocks([1, 2, 3])), NO_PAIR, "make the groups larger"),
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


@pytest.mark.parametrize(
    ("smart", "message", "hint"),
    [
        (
            SmartSplit,
            "a step would look at all 3 variables of `PubCited` that have candidates",
            "use RestrictedSplitMerge with candidates, or a higher `limit`",
        ),
        (
            SmartMerge,
            "a step would look at 3 candidates of one variable of `PubCited`",
            "make the groups smaller, or use a higher `limit`",
        ),
    ],
)
def test_steps_with_candidates_have_a_limit_too(smart: Smart, message: str, hint: str) -> None:
    smart("PubCited", ONE, 3, nm.Candidates.from_groups([[0, 1, 2], [1, 2]])).text(table_of(NUMBERS))
    smart("PubCited", ONE, 2, ONE_PAIR).text(table_of(NUMBERS))
    move = smart("PubCited", ONE, 2, nm.Candidates.from_groups([[0, 1, 2], [1, 2]]))
    with pytest.raises(BlogError) as caught:
        move.text(table_of(NUMBERS))
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.message, diagnostic.hint) == (f"{move.name}: {message}", hint)
