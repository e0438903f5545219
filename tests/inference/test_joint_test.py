"""The joint-distribution test: right moves on reals pass, broken ones fail, and where it is void it says so.

A right move fails with probability 1e-4 at most for each seed; the seeds here are fixed.
"""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

import noumena as nm
from noumena.inference.joint_figures import Comparison, comparisons, rank_test
from noumena.inference.joint_report import POWER, JointTest
from noumena.inference.move_check import check_move
from noumena.inference.move_report import MoveReport
from noumena.model.diagnostics import BlogError
from noumena.moves.library import Drift
from noumena.moves.mixture import Defaults, Mixture, Parental, Part, Walk
from tests.asking import model_problem, problem
from tests.inference import checked_moves, joint_moves
from tests.moves.library.trying import Edited

LINE = "random Real X ~ Gaussian(0, 1); random Real Y ~ Gaussian(X, 1); obs Y = 1.0;"
RATE = "random Real X ~ Exponential(1); random Integer Y ~ Poisson(X); obs Y = 3;"
SHARE = "random Real X ~ UniformReal(0, 1); random Integer Y ~ Binomial(8, X); obs Y = 6;"
SPREAD = """
type Point; distinct Point P1, P2, P3; random Real X ~ Gamma(2, 1);
random Real Y(Point p) ~ Gaussian(1.0, X); obs Y(P1) = 0.3; obs Y(P2) = 1.4; obs Y(P3) = 2.0;
"""
CLUSTERS = """
type Cluster; type Point; distinct Point P1, P2, P3; #Cluster ~ UniformInt(1, 3);
random Real Centre(Cluster c) ~ Gaussian(0, 4);
random Cluster From(Point p) ~ UniformChoice({c for Cluster c});
random Real Seen(Point p) ~ Gaussian(Centre(From(p)), 1);
obs Seen(P1) = -1.0; obs Seen(P2) = 0.5; obs Seen(P3) = 2.0;
"""
WAY = "random Real X ~ Gaussian(0, 1); random Real Y ~ Gaussian(X, 1); random Real Z ~ Gaussian(X + Y, 1);"

_reports: dict[tuple[str, str, int], MoveReport] = {}


def report_on(text: str, move: Part, replicas: int = 300, rounds: int = 10, proof: str = "auto") -> MoveReport:
    """A small test of a move; made once for a name."""
    key = (text, repr(move), rounds)
    if key not in _reports:
        _reports[key] = check_move(problem(text), move, proof=proof, replicas=replicas, rounds=rounds, seed=1)
    return _reports[key]


def outcome(report: MoveReport) -> JointTest:
    assert report.joint is not None
    assert report.proof == "joint distribution"
    return report.joint


ON_LOG = Drift("X", 0.8, on="log")
BETWEEN = Drift("X", 1.0, bounds=(0, 1))

RIGHT: list[tuple[str, Part]] = [
    (LINE, Drift("X", 1.0)),
    (RATE, ON_LOG),
    (SPREAD, ON_LOG),
    (SHARE, BETWEEN),
    (CLUSTERS, Drift("Centre", 1.5)),
    (LINE, joint_moves.OwnScale()),
    (SHARE, joint_moves.ByNumber()),
    (f"{WAY} obs Y = 1.0; obs Z = 0.3;", Drift("X", 1.0)),  # some data depend on others
    (LINE, Walk("X")),
    (CLUSTERS, Mixture([Drift("Centre", 1.0), Parental("From"), Defaults()], [2, 1, 1])),
]


@pytest.mark.parametrize(("text", "move"), RIGHT)
def test_right_moves_pass(text: str, move: Part) -> None:
    report = report_on(text, move)
    assert report.right
    assert report.invariant
    joint = outcome(report)
    assert joint.passed
    assert joint.off == ()
    assert joint.accepted > 0.1
    assert report.verdict == "passes the joint-distribution test"


WRONG: list[tuple[str, Part, str]] = [
    (RATE, Edited(ON_LOG, "return math.log(new / old)", "return 0.0"), "X"),  # no Jacobian
    (SPREAD, Edited(ON_LOG, "return math.log(new / old)", "return -math.log(new / old)"), "X"),  # the wrong sign
    (SHARE, Edited(BETWEEN, " + math.log((1.0 - new) / above)", ""), "X"),  # half of the Jacobian
    (LINE, joint_moves.OwnScaleUncharged(), "X"),
    (LINE, joint_moves.Upwards(), "X"),
    (
        CLUSTERS,
        Edited(Drift("Centre", 1.5), "return 0.0", "return world.Centre[x] - old"),
        "mean of Centre",
    ),
]


@pytest.mark.parametrize(("text", "move", "figure"), WRONG)
def test_broken_copies_fail_and_what_is_off_is_told(text: str, move: Part, figure: str) -> None:
    report = report_on(text, move)
    assert not report.right
    joint = outcome(report)
    assert joint.wrong
    assert figure in {c.figure for c in joint.off}
    assert joint.off[0].p < joint.false_alarm / len(joint.comparisons)
    assert report.verdict == "is wrong"


def test_a_mistake_in_a_rare_state_is_not_seen_and_that_is_said() -> None:
    report = report_on(LINE, joint_moves.WrongFarOut())
    assert report.right
    assert str(report).endswith("; smaller mistakes, and those in rare states, may be there")


def test_the_report_of_a_move_that_passes() -> None:
    assert str(report_on(LINE, Drift("X", 1.0))).splitlines() == [
        "Drift(X) passes the joint-distribution test",
        "· no exact proof: the move draws a normal number, whose values cannot be enumerated",
        "· joint-distribution test: 300 worlds from the prior, 10 rounds of the move and of new data in each; "
        "60% of the tries were accepted",
        "✓ 4 figures of the states have the same law as in the prior; "
        "a right move fails with probability 0.0001 at most",
        "· found with probability 0.9: a figure shifted by 0.48 of its standard deviation, or 1.54 times as spread; "
        "smaller mistakes, and those in rare states, may be there",
    ]


def test_the_report_of_a_broken_move() -> None:
    first, _, _, wrong, *figures, hint = str(report_on(*WRONG[0][:2])).splitlines()
    assert first == "Edited Drift(X) is wrong"
    assert wrong == (
        "✗ 4 figures of the states have another law than in the prior; "
        "a right move fails with probability 0.0001 at most"
    )
    assert any(line.startswith("    X on average: 0.") for line in figures)
    assert hint.startswith("      help: propose returns ln q(s|s′)/q(s′|s): a map of reals pays its Jacobian")


def test_only_the_clearest_figures_are_shown() -> None:
    found = tuple(Comparison(f"f{i}", "value", 0.0, 1.0, 1e-20 * i) for i in range(9))
    joint = JointTest(None, None, 1000, 1, 0.5, 1e-4, found)
    texts = [text for _, text in joint.lines()]
    assert "f7 on average: 1 instead of 0, p = 7.0e-20" in texts
    assert texts[-2] == "…"
    assert not any(text.startswith("f8") for text in texts)


def test_what_a_state_does_not_always_have_is_compared_too() -> None:
    before, after = ([{"V": float(i)} if i % n else {} for i in range(200)] for n in (2, 10))
    presence, value, spread = comparisons(before, after)
    assert (presence.figure, presence.aspect, presence.before, presence.after) == ("V", "presence", 0.5, 0.9)
    assert (value.aspect, spread.aspect) == ("value", "spread")
    assert presence.p < 1e-10 < value.p
    joint = JointTest(None, None, 200, 1, 0.5, 1e-4, (presence, value, spread))
    assert ("", f"share of states that have V: 0.9 instead of 0.5, p = {presence.p:.1e}") in list(joint.lines())
    assert comparisons([{}] * 200, [{"V": 1.0}] * 10 + [{}] * 190)[0].aspect == "presence"
    assert comparisons([{"V": 1.0}] * 50, [{"V": 1.0}] * 50) == ()


VOID = [
    (
        "random Real X ~ Gaussian(0, 1); random Real Z ~ Gaussian(0, 1); obs X + Z = 1.0;",
        Drift("X", 1.0),
        "`obs X + Z = 1.0`: this evidence is a function of the state, and no variable that could be drawn anew",
    ),
    (
        "random Real X ~ Gaussian(0, 1); random Real Z ~ Gaussian(0, 1); random Real Y ~ X + Z; obs Y = 1.0;",
        Drift("X", 1.0),
        "`obs Y = 1.0`: the value of Y may be determined by the state, or be null",
    ),
    (
        "type T; #T ~ Poisson(2); random Real X ~ Gaussian(0, 1); random Boolean B(T t) ~ BooleanDistrib(0.5);"
        "random Real Y ~ Gaussian(X, 1); obs {t for T t} = {a, b}; obs Y = 1.0;",
        Drift("X", 1.0),
        "evidence names objects, such as a",
    ),
    (
        "type T; distinct T G; #T ~ Poisson(2); random Real X ~ Gaussian(0, 1);"
        "random T Y ~ UniformChoice({t for T t}); random Real Z ~ Gaussian(X, 1); obs Y = G; obs Z = 1.0;",
        Drift("X", 1.0),
        "`obs Y = G`: another value of Y may be an object without a name",
    ),
    (
        f"{WAY} random Real V ~ Gaussian(Z, 1); obs Y = 1.0; obs V = 0.3;",
        Drift("X", 1.0),
        "Z depends on the data",
    ),
    (
        "random Integer X ~ UniformInt(0, 2); random Real Y ~ case X in {0 -> Gaussian(0, 1), 1 -> Gaussian(1, 1)};"
        "obs Y = 1.0;",
        Parental("X"),
        "Y is determined by the state in some worlds",
    ),
    (
        LINE,
        joint_moves.Looking(),
        "Looking looks at the evidence in `initialise`, and would have to do so for all data drawn",
    ),
    ("random Real X ~ Gaussian(0, 1);", Defaults(), "there is no evidence, so that states are empty"),
]


@pytest.mark.parametrize(("text", "move", "reason"), VOID)
def test_where_the_test_is_void_it_says_why(text: str, move: Part, reason: str) -> None:
    report = report_on(text, move, proof="joint")
    joint = outcome(report)
    assert (report.right, joint.void, joint.comparisons) == (False, reason, ())
    assert report.verdict == "is not shown to be right"
    assert f"✗ the joint-distribution test is void here: {reason}" in str(report)
    assert joint.to_dict()["power"] is None


def test_a_move_that_is_always_rejected_shows_nothing() -> None:
    report = report_on(LINE, joint_moves.Never())
    assert not report.right
    assert report.verdict == "is not shown to be right"
    assert "✗ the move changes no state: whatever it proposes is rejected, so that nothing is shown" in str(report)


def test_a_step_out_of_the_few_values_is_tested_on_all() -> None:
    class Fixed(nm.Proposer):
        def propose(self, world: object, rng: object) -> float:
            world.X[()] += 0.7 if rng.flip(0.5) else -0.7  # type: ignore[attr-defined]  # views
            return 0.0

    report = report_on(LINE, Fixed())
    assert report.right
    assert "no exact proof: the move leaves the few values that the model was made to have" in str(report)
    term = "random Real X ~ Gaussian(0, 1); random Boolean B ~ BooleanDistrib(if X > 0 then 0.9 else 0.2);"
    void = check_move(problem(f"{term} obs (B | false) = true;"), Fixed())
    assert (void.right, void.joint, void.left) == (False, None, 0)


def test_a_mixture_is_tested_as_a_whole_and_named() -> None:
    report = report_on(*RIGHT[-1])
    assert report.move.startswith("Mixture of Drift(Centre), ")
    assert "Parental(From)" in report.move
    assert "no exact proof: a proof is of one proposer or library move, and there are 1" not in str(report)
    given = Mixture([checked_moves.Redraw, checked_moves.SetByPrior])
    two = check_move(model_problem("m01_parental"), given, replicas=200, rounds=5)
    assert two.right
    assert "· no exact proof: a proof is of one proposer or library move, and there are 2 of these\n" in str(two)


def test_finite_moves_keep_their_exact_proof() -> None:
    report = check_move(model_problem("m01_parental"), checked_moves.Redraw)
    assert (report.proof, report.joint, report.states) == ("exact matrix", None, 2)
    found = report.to_dict()
    assert (found["proof"], found["joint"]) == ("exact matrix", None)


def test_json_has_the_figures_and_null_for_those_of_the_matrix() -> None:
    found = report_on(LINE, Drift("X", 1.0)).to_dict()
    assert (found["proof"], found["right"]) == ("joint distribution", True)
    assert (found["states"], found["error"], found["mistake"]) == (None, None, None)
    joint = found["joint"]
    assert (joint["replicas"], joint["rounds"], joint["false_alarm"], joint["void"]) == (300, 10, 1e-4, None)
    assert joint["power"]["probability"] == 0.9
    assert joint["comparisons"][0].keys() == {"figure", "aspect", "before", "after", "p"}


def test_much_evidence_is_made_less() -> None:
    text = "type P; distinct P A[30]; random Real X ~ Gaussian(0, 1); random Real Y(P p) ~ Gaussian(X, 1);"
    text += "".join(f"obs Y(A[{i}]) = 0.5;" for i in range(30))
    report = check_move(problem(text), Drift("X", 0.5), replicas=100, rounds=2)
    assert report.right
    assert report.replaced == (
        "of the 30 objects of type P only A[0] to A[2]",
        "3 of 30 observations, those about objects that are left",
    )


def test_progress_is_told() -> None:
    told: list[int] = []
    check_move(problem(LINE), Drift("X", 1.0), replicas=100, rounds=1, progress=told.append)
    assert told == list(range(100))


def test_the_same_seed_gives_the_same_figures() -> None:
    first, again, other = (
        outcome(check_move(problem(LINE), Drift("X", 1.0), replicas=100, rounds=2, seed=seed)) for seed in (3, 3, 4)
    )
    assert first == again != other


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"replicas": 20}, "a test of 20 worlds and 30 rounds would find nothing"),
        ({"rounds": 0}, "a test of 1000 worlds and 0 rounds would find nothing"),
        ({"proof": "geweke"}, "there is no proof `geweke`"),
    ],
)
def test_bad_options_are_told(options: dict[str, object], message: str) -> None:
    with pytest.raises(BlogError) as caught:
        check_move(problem(LINE), Drift("X", 1.0), **options)  # type: ignore[arg-type]  # of several types
    assert caught.value.diagnostics[0].message == message


@pytest.mark.parametrize("digits", [0, 1, 9])
def test_the_rank_test_is_that_of_scipy(digits: int) -> None:
    rng = np.random.default_rng(5)
    one, other = (np.round(rng.normal(mean, 1.0, size=80), digits) for mean in (0.0, 0.4))
    expected = stats.mannwhitneyu(one, other, use_continuity=False, method="asymptotic").pvalue
    assert rank_test(one, other) == pytest.approx(expected, rel=1e-9)


def test_it_is_as_powerful_as_it_says() -> None:
    """Of 400 planted errors of the stated size 90 % are found, within five standard deviations."""
    joint = JointTest(None, None, 400, 1, 0.5, 1e-4, (Comparison("X", "value", 0.0, 0.0, 1.0),) * 8)
    rng = np.random.default_rng(2)
    shifted = spread = 0
    for _ in range(400):
        one = rng.normal(size=400)
        shifted += rank_test(one, rng.normal(joint.shift, 1.0, size=400)) < joint.level
        spread += rank_test(np.abs(one), np.abs(rng.normal(0.0, joint.spread, size=400))) < joint.level
    allowed = 5 * math.sqrt(400 * POWER * (1 - POWER))
    assert abs(shifted - 400 * POWER) < allowed
    assert abs(spread - 400 * POWER) < allowed


def test_a_law_is_seldom_told_from_itself() -> None:
    """Of 2000 comparisons of a tied law with itself 5 % are below 0.05, within five standard deviations."""
    rng = np.random.default_rng(3)
    found = sum(rank_test(*(rng.poisson(0.7, 200).astype(np.float64) for _ in range(2))) < 0.05 for _ in range(2000))
    assert abs(found - 100) < 5 * math.sqrt(2000 * 0.05 * 0.95)
