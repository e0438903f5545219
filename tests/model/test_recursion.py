"""The limit of Python is raised while somebody needs it, and no longer."""

from __future__ import annotations

import sys

from noumena.model.recursion import FRAMES, deep_recursion


def test_the_limit_is_as_before_whoever_leaves_first() -> None:
    usual = sys.getrecursionlimit()
    first, second = deep_recursion(), deep_recursion()
    first.__enter__()
    second.__enter__()
    first.__exit__(None, None, None)
    assert sys.getrecursionlimit() == FRAMES
    second.__exit__(None, None, None)
    assert sys.getrecursionlimit() == usual
