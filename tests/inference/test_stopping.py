"""Rules for stopping: what they say, what is refused, and when a run meets them."""

from __future__ import annotations

from itertools import islice

import pytest

from noumena.inference.stopping import Figures, Rule, Stopping, rules_of, seconds_of
from noumena.model.diagnostics import BlogError


@pytest.mark.parametrize(
    ("given", "seconds"),
    [("60s", 60.0), ("90", 90.0), ("2m", 120.0), ("2 min", 120.0), ("1h", 3600.0), ("1.5h", 5400.0), (0.5, 0.5)],
)
def test_a_time(given: str | float, seconds: float) -> None:
    assert seconds_of(given) == seconds


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("60x", "<time>:1:3: error: this is no time\n    60x\n      ^\n  help: write seconds"),
        ("soon", "<time>:1:1: error: this is no time\n    soon\n    ^^^^\n"),
        ("-1", "this is no time"),
        ("", "this is no time"),
        ("0", "time must be above 0 and finite, not 0"),
        (-2, "time must be above 0 and finite, not -2"),
        (float("nan"), "time must be above 0 and finite, not nan"),
    ],
)
def test_what_is_no_time_is_refused(given: str | float, message: str) -> None:
    with pytest.raises(BlogError) as error:
        seconds_of(given)
    assert message in str(error.value)


def test_rules() -> None:
    assert rules_of("rhat<1.01, ess>400") == (Rule("rhat", 1.01), Rule("ess", 400.0))
    assert rules_of(" R-hat <= 1.05 ,mcse < 3e-3") == (Rule("rhat", 1.05), Rule("mcse", 0.003))
    assert Stopping(None, None, rules_of("ess>400,rhat<1.01")).shown_rules() == "ess > 400, rhat < 1.01"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rhat>1.01", "<until>:1:5: error: `rhat` must be compared by `<`\n    rhat>1.01\n        ^\n"),
        ("ess>400, rhat", "<until>:1:14: error: `rhat` must be compared by `<`"),
        ("ess=400", "`ess` must be compared by `>`"),
        ("", "a rule is missing here"),
        ("ess>400,, rhat<1.01", "<until>:1:9: error: a rule is missing here"),
        ("ess>400, speed<3", "<until>:1:10: error: there is no figure `speed`"),
        ("ess>x", "<until>:1:5: error: `ess` needs a number above 0 after `>`"),
        ("mcse<", "`mcse` needs a number above 0 after `<`"),
        ("rhat<0.9", "`rhat` needs a number above 1 after `<`"),
        ("ess>inf", "`ess` needs a number above 0 after `>`"),
        ("rhat<1.01 ess>400", "this is no rule\n    rhat<1.01 ess>400\n    ^^^^^^^^^^^^^^^^^\n  help: write it like"),
    ],
)
def test_what_is_no_rule_is_refused_with_its_place(text: str, message: str) -> None:
    with pytest.raises(BlogError) as error:
        rules_of(text)
    assert message in str(error.value)


def test_every_query_must_meet_every_rule() -> None:
    stopping = Stopping(None, None, rules_of("rhat<1.01, ess>400"))
    good, apart, few = (Figures("x", r, e, 0.1) for r, e in ((1.0, 500.0), (1.02, 500.0), (1.0, 300.0)))
    assert stopping.met([good, good])
    assert not stopping.met([good, apart])
    assert not stopping.met([few, good])
    assert not Stopping(100).met([good])


def test_a_query_that_is_not_diagnosed_yet_does_not_meet_them_and_one_that_never_will_be_is_left_out() -> None:
    stopping = Stopping(None, None, rules_of("ess>400"))
    assert not stopping.met([Figures("x", None, None, None)])
    constant = Figures("x", None, None, None, "the same value in every sample")
    assert stopping.met([constant])
    said = ["`x` was left out of ess > 400: the same value in every sample"]
    assert list(stopping.doubts([constant], "until: ess > 400")) == said


def test_what_was_not_met_when_something_else_stopped_the_run_is_told() -> None:
    stopping = Stopping(100, None, rules_of("rhat<1.01, ess>400"))
    found = [Figures("x", 1.0, 500.0, 0.1), Figures("y", 1.0234, 399.0, 0.1), Figures("z", None, None, None)]
    assert list(stopping.doubts(found, "samples")) == [
        "rhat < 1.01 is not met, stopped by samples: rhat of `y` is 1.023",
        "ess > 400 is not met, stopped by samples: ess of `y` is 399",
    ]
    assert list(stopping.doubts(found[2:], "time: 3 s")) == [
        "rhat < 1.01 is not met, stopped by time: 3 s: rhat of `z` cannot be told yet",
        "ess > 400 is not met, stopped by time: 3 s: ess of `z` cannot be told yet",
    ]
    assert not list(stopping.doubts(found[:1], "until: rhat < 1.01, ess > 400"))


def test_a_single_chain_has_no_rhat_and_is_not_held_to_it() -> None:
    assert Stopping(None, None, rules_of("rhat<1.01, ess>10")).met([Figures("x", None, 20.0, 0.1)])


def test_goals_do_not_depend_on_where_a_run_was_cut() -> None:
    stopping = Stopping(None, None, rules_of("ess>400"))
    goals = list(islice(stopping.goals(0), 8))
    assert goals[:4] == [200, 250, 313, 392]
    assert list(islice(stopping.goals(260), 5)) == goals[2:7]
    assert list(islice(stopping.goals(313), 5)) == goals[2:7]
    assert list(Stopping(260, None, rules_of("ess>400")).goals(0)) == [200, 250, 260]
    assert list(Stopping(70).goals(0)) == [70]
