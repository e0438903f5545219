"""Proposers leave the posterior as it is, run the same in both backends, and mistakes in them are found."""

from __future__ import annotations

import pytest

from noumena.inference.reverse_check import check_reverse
from noumena.model.diagnostics import RunError
from noumena.moves.mixture import Mixture
from noumena.moves.proposer import Proposer
from tests.moves.proposers import (
    PAIR,
    REALS,
    Chase,
    MoveCitation,
    OnlyMore,
    OtherAuthor,
    PaintNumbered,
    Shift,
    SplitMerge,
    StepNumber,
    SwapDraws,
    WrongOwner,
    WrongRatio,
)
from tests.moves.running import moves_of, started, trace, wrongness

DISCRETE = [
    ("m03_citations", MoveCitation(0.3), ()),
    ("urn_small", SplitMerge(), ()),
    ("urn_small", SwapDraws(), ()),
    ("urn_small", StepNumber(), ()),
    (PAIR, PaintNumbered(), ("Ball",)),
    ("m12_self_reference", Chase(), ()),
    ("m10_generators", OtherAuthor(), ()),
]
LABELS = [f"{type(p).__name__}-{m.split()[0]}" for m, p, _ in DISCRETE]
ALONE = ("MoveCitation-m03_citations", "Shift-reals")
"""Those that are compiled in every run of the tests; the others are in the campaign."""


@pytest.mark.parametrize(("model", "proposer", "concrete"), DISCRETE, ids=LABELS)
def test_right_proposers_leave_the_posterior_as_it_is(
    model: str, proposer: Proposer, concrete: tuple[str, ...]
) -> None:
    assert wrongness(moves_of(model, proposer, concrete=concrete)) < 1e-12


@pytest.mark.parametrize("proposer", [WrongRatio(), WrongOwner()], ids=["ratio", "owner"])
def test_wrong_proposers_do_not(proposer: Proposer) -> None:
    assert wrongness(moves_of("m03_citations", proposer)) > 1e-3


@pytest.mark.parametrize(("model", "proposer", "concrete"), DISCRETE, ids=LABELS)
def test_right_proposers_undo_what_they_do(model: str, proposer: Proposer, concrete: tuple[str, ...]) -> None:
    check_reverse(started(moves_of(model, proposer, concrete=concrete)))


def test_a_wrong_owner_in_the_reverse_is_named() -> None:
    with pytest.raises(RunError) as caught:
        check_reverse(started(moves_of("m03_citations", WrongOwner())))
    assert caught.value.diagnostic.message == (
        "WrongOwner sets or removes a variable of Title one way, and leaves it to the engine on the way back"
    )


def test_a_move_without_a_way_back_is_named() -> None:
    with pytest.raises(RunError) as caught:
        check_reverse(started(moves_of("urn_alternating", OnlyMore())), states_at_most=3)
    assert caught.value.diagnostic.message == "OnlyMore has no way back from a state that it reaches"


def test_several_in_both_backends_go_the_same_way() -> None:
    """Compiled as one, which takes the time of one."""
    given = Mixture([SplitMerge(), SwapDraws(), StepNumber()])
    ends = []
    for compiled in (moves_of("urn_small", given, "native"), moves_of("urn_small", given)):
        assert [move.reason for move in compiled.own] == [None, None, None]
        found, _ = trace(compiled)
        chain = started(compiled)
        chain.advance(300)
        accepted = [int(chain.world.move_done[move.number]) for move in compiled.own]
        assert min(accepted) > 0
        ends.append((found, accepted))
    assert ends[0] == ends[1]


@pytest.mark.parametrize(
    ("model", "proposer", "concrete"),
    [
        pytest.param(*case, id=label, marks=() if label in ALONE else pytest.mark.campaign)
        for case, label in zip([*DISCRETE, (REALS, Shift(0.5), ())], [*LABELS, "Shift-reals"], strict=True)
    ],
)
def test_both_backends_go_the_same_way(model: str, proposer: Proposer, concrete: tuple[str, ...]) -> None:
    compiled = moves_of(model, proposer, "native", concrete)
    assert compiled.own[0].reason is None
    found, accepted = trace(compiled)
    assert (found, accepted) == trace(moves_of(model, proposer, "python", concrete))
    assert accepted > 0
