"""Names with initials are completed where the texts leave no doubt who is meant."""

from __future__ import annotations

from noumena.domains.citations.proposals import fuller_names
from noumena.domains.citations.proposals.fuller_names import FullerNames


def test_names_become_the_fullest_that_they_may_be_short_for() -> None:
    known = FullerNames(["ek, b; zyx, r", "ek, bo c", "zyx, rob; ek, bo", "zyx, ray"])
    assert known.completed("ek, b; zyx, r") == "ek, bo c; zyx, r"  # Rob or Ray
    assert known.completed("ek, bo; zyx, ray") == "ek, bo c; zyx, ray"
    assert known.completed("new, n") == "new, n"
    assert known.completed("") == ""


def test_nobody_is_named_twice() -> None:
    known = FullerNames(["ek, b; ek, bo", "ek, bo"])
    assert known.completed("ek, b; ek, bo") == "ek, b; ek, bo"
    assert known.completed("ek, b") == "ek, bo"


def test_of_many_alike_nobody_is_chosen() -> None:
    names = [f"ek, b {'abcdefghijklmnopqrstuvwxyz'[i % 26]} {'abc'[i // 26]}" for i in range(fuller_names.MOST_ALIKE)]
    assert FullerNames(["ek, b", *names]).completed(names[0][:7]) == names[0][:7]
