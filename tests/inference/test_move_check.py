"""`check_move` proves right moves right, and finds and names the mistake of each broken copy."""

from __future__ import annotations

import pytest

from noumena.inference.move_check import check_move
from noumena.inference.move_diagnosis import diagnose, in_words
from noumena.inference.move_report import MoveReport
from noumena.inference.move_ways import Choice, Way
from noumena.inference.ways_between import Ways
from noumena.model.diagnostics import BlogError, RunError
from noumena.moves.candidates import Candidates
from noumena.moves.library import BirthDeath, LibraryMove, MoveReferrer, SplitMerge
from noumena.moves.mixture import Mixture
from noumena.moves.proposer import Proposer
from tests.asking import model_problem, problem
from tests.inference import checked_citation_moves as citation_moves
from tests.inference import checked_moves as moves
from tests.moves import proposers

RIGHT: list[tuple[str, type[Proposer]]] = [
    ("m01_parental", moves.Redraw),
    ("m01_parental", moves.SetByPrior),
    ("m03_citations", citation_moves.SplitMerge),
    ("m03_citations", citation_moves.GibbsCitation),
    ("m03_citations", proposers.MoveCitation),
    ("m08_switch", moves.PickVariable),
    ("m08_switch", moves.PickAndReject),
    ("urn_small", proposers.SplitMerge),
    ("m10_generators", proposers.OtherAuthor),
]

WRONG: list[tuple[str, type[Proposer], str, str]] = [
    (
        "m01_parental",
        moves.SetUncharged,
        "uncharged choice",
        "a choice is not charged: the move returned ln q = 0, its choices have q(s′|s) = 7/10 and q(s|s′) = 3/10, "
        "so it should have returned -0.8473",
    ),
    (
        "m01_parental",
        moves.SetBackwards,
        "wrong ratio",
        "wrong ratio: the move returned ln q = 0.8473, its choices have q(s′|s) = 7/10 and q(s|s′) = 3/10, "
        "so it should have returned -0.8473",
    ),
    (
        "m01_parental",
        moves.SetOrRedraw,
        "wrong owner",
        "wrong owner: one way the engine draws X anew, on the way back the move sets it",
    ),
    (
        "m09_sweep",
        moves.RedrawOneWay,
        "wrong owner",
        "wrong owner: one way T stays as it was, on the way back the engine draws it anew",
    ),
    (
        "m01_parental",
        moves.OnlyTrue,
        "no way back",
        "no way back: the move goes from the one state to the other but never from the other to the one",
    ),
    (
        "m03_citations",
        citation_moves.OnlySplits,
        "no way back",
        "no way back: the move goes from the one state to the other but never from the other to the one",
    ),
    (
        "m03_citations",
        citation_moves.MergeLeavesTitle,
        "wrong owner",
        "wrong owner: one way the move sets Title(Pub@2), on the way back the engine drops it",
    ),
    (
        "m03_citations",
        citation_moves.SplitLeavesTitle,
        "wrong owner",
        "wrong owner: one way the engine draws Title(Pub@2), on the way back the move removes it",
    ),
    (
        "m03_citations",
        citation_moves.FreeSides,
        "uncharged choice",
        "a choice is not charged: the move returned ln q = 0.9163, its choices have q(s′|s) = 1/45 and q(s|s′) = 1/9, "
        "so it should have returned 1.609",
    ),
    (
        "m03_citations",
        proposers.WrongRatio,
        "uncharged choice",
        "a choice is not charged: the move returned ln q = -0.6931, its choices have q(s′|s) = 1/24 and "
        "q(s|s′) = 1/12, so it should have returned 0.6931",
    ),
    ("m03_citations", citation_moves.GibbsOfAll, "wrong ratio", "wrong ratio: the move returned ln q = "),
    (
        "m08_switch",
        moves.PickUncharged,
        "uncharged choice",
        "a choice is not charged: the move returned ln q = 0, its choices have q(s′|s) = 1/2 and q(s|s′) = 1/3, "
        "so it should have returned -0.4055",
    ),
    (
        "m08_switch",
        moves.PickMischarged,
        "wrong ratio",
        "wrong ratio: the move returned ln q = 0.4055, its choices have q(s′|s) = 1/2 and q(s|s′) = 1/2, "
        "so it should have returned 0",
    ),
    (
        "m08_switch",
        moves.PickOnceMore,
        "unpaired ways",
        "ways without a partner: 3 ways from the one state to the other, q(s′|s) = 3/8 in all, and 2 ways back, "
        "q(s|s′) = 5/16 in all",
    ),
]


_reports: dict[tuple[str, object], MoveReport] = {}


def checked(model: str, proposer: Proposer | type[Proposer]) -> MoveReport:
    """The report on a proposer for a file in `tests/models`; made once."""
    key = (model, proposer)
    if key not in _reports:
        _reports[key] = check_move(model_problem(model), proposer)
    return _reports[key]


@pytest.mark.parametrize(("model", "proposer"), RIGHT, ids=[f"{p.__name__}-{m}" for m, p in RIGHT])
def test_right_moves_are_proved(model: str, proposer: type[Proposer]) -> None:
    report = checked(model, proposer)
    assert report.right
    assert report.mistake is None
    assert report.error < 1e-15
    assert report.undone == report.ways > 0
    assert str(report).startswith(f"{proposer.__name__} is right\n")


@pytest.mark.parametrize(
    ("model", "proposer", "kind", "message"), WRONG, ids=[f"{p.__name__}-{m}" for m, p, _, _ in WRONG]
)
def test_broken_copies_are_caught_and_named(model: str, proposer: type[Proposer], kind: str, message: str) -> None:
    report = checked(model, proposer)
    assert not report.right
    assert report.error > 1e-3
    assert report.mistake is not None
    assert (report.mistake.kind, report.mistake.message[: len(message)]) == (kind, message)
    assert report.mistake.there.flow != pytest.approx(report.mistake.back.flow)


@pytest.mark.parametrize(
    ("model", "proposer", "text"),
    [
        ("m01_parental", moves.SetUncharged, "x = 1 if rng.flip(0.3) else 0"),
        ("m08_switch", moves.PickUncharged, "k = rng.integer(before)"),
        ("m03_citations", citation_moves.FreeSides, "if c == second or (c != first and rng.flip(0.5)):"),
        ("m03_citations", proposers.WrongRatio, "title = 1 if rng.flip(self.titles[1]) else 0"),
    ],
)
def test_the_line_of_an_uncharged_choice_is_told(model: str, proposer: type[Proposer], text: str) -> None:
    mistake = checked(model, proposer).mistake
    assert mistake is not None
    (place,) = mistake.places
    assert place.endswith(f": {text}")


@pytest.mark.parametrize(
    ("model", "proposer", "hint"),
    [
        ("m01_parental", moves.SetOrRedraw, "set it both ways, or resample it both ways"),
        ("m09_sweep", moves.RedrawOneWay, "resample it both ways, or not at all"),
        (
            "m03_citations",
            citation_moves.MergeLeavesTitle,
            "`remove` it where the engine drops it; or leave it to the engine both ways, and do not pay for its value",
        ),
        (
            "m03_citations",
            citation_moves.SplitLeavesTitle,
            "set it where the engine draws it, and pay for its value; or do not `remove` it",
        ),
    ],
)
def test_what_would_help_with_an_owner_is_told(model: str, proposer: type[Proposer], hint: str) -> None:
    mistake = checked(model, proposer).mistake
    assert mistake is not None
    assert mistake.hint == hint


def test_a_sign_that_is_the_wrong_way_round_is_told() -> None:
    mistake = checked("m01_parental", moves.SetBackwards).mistake
    assert mistake is not None
    assert mistake.hint.startswith("the sign is the wrong way round; propose returns ln q(s|s′)/q(s′|s)")


def test_a_report_shows_the_smallest_pair_of_states() -> None:
    assert str(checked("m08_switch", moves.PickOnceMore)) == (
        "PickOnceMore is wrong\n"
        "· 6 states, 74 proposals, all enumerated\n"
        "✗ the posterior is not invariant: largest |πT - π| = 0.0076, |πT - π|/π = 0.062\n"
        "    ways without a partner: 3 ways from the one state to the other, q(s′|s) = 3/8 in all, and 2 ways back, "
        "q(s|s′) = 5/16 in all\n"
        "      help: each way must have one that undoes it, or q be summed over all ways in both directions; a move "
        "that does not apply must return nm.REJECT, and never pick another\n"
        "\n"
        "    the smallest pair of states that shows it:\n"
        "          here   there\n"
        "      S   false  true\n"
        "      U1  -      false\n"
        "      U2  -      false\n"
        "      V   true   -\n"
        "      the same in both: Y = true\n"
        "      from here to there: π(s) T(s, s′) = 0.0227163; choices of probability 1/4, returned ln q = 0\n"
        "      from there to here: π(s) T(s, s′) = 0.0189303; choices of probability 1/4, returned ln q = 0\n"
        "✓ by itself it reaches every state from every other\n"
        "✓ with the default moves every state is reached from every other"
    )


def test_a_missing_way_is_told_in_the_report() -> None:
    text = str(checked("m01_parental", moves.OnlyTrue))
    assert "      from there to here: π(s) T(s, s′) = 0; there is no way\n" in text
    assert "· by itself it leaves 1 of 2 states and enters 1; they fall into 2 parts\n" in text


def test_a_move_that_sums_over_all_ways_is_right() -> None:
    report = checked("m08_switch", moves.PickSummed)
    assert report.right
    assert report.undone == report.ways


def test_a_move_that_pays_by_hand_for_another_owner_is_right() -> None:
    report = checked("m01_parental", moves.PaidByHand)
    assert report.right
    assert (report.undone, report.ways) == (0, 2)
    assert (
        "· 0 of its 2 ways are undone by one with the same owners and the same q; "
        "taken together they leave the posterior as it is\n"
    ) in str(report)


def test_a_move_that_changes_nothing_is_not_shown_to_be_right() -> None:
    report = checked("m01_parental", moves.Nothing)
    assert (report.right, report.left, report.entered) == (False, 0, 0)
    assert str(report).startswith("Nothing is not shown to be right\n")
    assert "✗ the move changes no state: whatever it proposes is rejected, so that nothing is shown" in str(report)


def test_a_move_that_is_alone_must_reach_every_state() -> None:
    alone = moves.PickVariable()
    alone.share = 1.0
    assert checked("m08_switch", alone).right
    few = citation_moves.SplitMerge()
    few.share = 1.0
    report = checked("m03_citations", few)
    assert (report.invariant, report.right) == (True, False)
    assert "✗ by itself it leaves 36 of 38 states and enters 36; they fall into 4 parts" in str(report)
    assert "default moves" not in str(report)


def test_states_are_found_that_single_variables_do_not_lead_to() -> None:
    report = checked("m07_hard_evidence", moves.FlipSwitch)
    assert report.right
    assert report.parts_together == 1


def test_states_without_probability_need_not_be_reached() -> None:
    report = checked("m15_atom", moves.FlipB)
    assert (report.states, report.left, report.ways) == (2, 0, 0)
    assert report.parts_together == 1


@pytest.mark.parametrize(
    ("model", "proposer", "message"),
    [
        ("m01_parental", moves.Stepping, "the move draws a normal number, whose values cannot be enumerated"),
        ("m01_parental", moves.Computing, "the move computes with a uniform number, whose values cannot be enumerated"),
        (
            "m08_switch",
            moves.PickAgain,
            "the move makes more than 64 random choices in one try: it seems to pick again until one fits",
        ),
        ("m08_switch", moves.SetsUnneeded, "the move set V, which nothing needs after the move"),
    ],
)
def test_what_cannot_be_enumerated_is_told_with_its_line(model: str, proposer: type[Proposer], message: str) -> None:
    with pytest.raises(RunError) as caught:
        check_move(model_problem(model), proposer, proof="exact")
    assert caught.value.diagnostic.message == message
    assert caught.value.diagnostic.span is not None


def test_a_move_with_too_many_choices_is_refused() -> None:
    with pytest.raises(RunError) as caught:
        check_move(model_problem("m01_parental"), moves.PickMany, proof="exact")
    assert caught.value.diagnostic.message == (
        "the model cannot be made small enough to enumerate: the move meets more than 5,000 ways to go on from a state"
    )


def test_moves_are_checked_one_by_one() -> None:
    given = Mixture([moves.Redraw, moves.SetByPrior])
    with pytest.raises(BlogError) as caught:
        check_move(model_problem("m01_parental"), given, proof="exact")
    assert caught.value.diagnostics[0].message == "a proof is of one proposer or library move, and there are 2 of these"


@pytest.mark.parametrize(
    ("model", "move"),
    [
        ("m03_citations", SplitMerge("PubCited")),
        ("m03_citations", SplitMerge("PubCited", number=True)),
        ("m03_citations", MoveReferrer("PubCited")),
        ("m03_citations", BirthDeath("Pub")),
        ("m03_citations", MoveReferrer("PubCited", candidates=Candidates.from_groups([[0, 1], [0, 1, 2]]))),
    ],
)
def test_moves_of_the_library_are_right(model: str, move: LibraryMove) -> None:
    report = check_move(model_problem(model), move)
    assert report.right
    assert report.move == move.name


def test_a_smaller_model_has_fewer_candidates() -> None:
    text = """
    type Ball; type Draw; distinct Draw D[30]; #Ball ~ Poisson(3);
    random Ball Drawn(Draw d) ~ UniformChoice({b for Ball b});
    random Boolean Seen(Draw d) ~ if Drawn(d) == Drawn(D[0]) then BooleanDistrib(0.9) else BooleanDistrib(0.4);
    """ + "".join(f"obs Seen(D[{d}]) = true;" for d in range(30))
    given = Candidates.from_groups([[7, 12, 20, 25], [3, 7]], number=30)
    report = check_move(problem(text), MoveReferrer("Drawn", candidates=given))
    assert report.right
    assert report.ways > 0
    assert report.replaced[-1] == (
        "the candidates of 30 objects are those of 3 that have some, taken for the first ones"
    )


def test_a_model_without_chains_has_no_moves() -> None:
    arguments = ", ".join(f"Integer {name}" for name in "abcde")
    text = f"random Boolean X({arguments}) ~ BooleanDistrib(0.3); obs X(1, 2, 3, 4, 5) = true;"
    with pytest.raises(BlogError) as caught:
        check_move(problem(text), moves.Nothing)
    assert caught.value.diagnostics[0].message.startswith(
        "the engine mh does not take this model, so that it has no moves: "
    )


def test_a_mistake_without_an_explanation_is_told_as_such() -> None:
    choices = (Choice(1, 0, 0.5),)
    there, back = (Way(to, {}, choices, 1.0, 0.0, log_ratio, ()) for to, log_ratio in ((1, 0.0), (0, -1.0)))
    found = diagnose(Ways([[there], [back]]), [-0.7, -0.7], [1, 1])
    assert found.kind == "unexplained"
    assert found.message == (
        "the move changes the posterior, though each way is undone with the same owners and the same q"
    )


@pytest.mark.parametrize(("probability", "text"), [(1 / 3, "1/3"), (0.25, "1/4"), (0.123456789, "0.123457"), (1, "1")])
def test_probabilities_are_fractions_where_they_are_simple(probability: float, text: str) -> None:
    assert in_words(probability) == text
