"""Proposers written by tests: a few lines of `propose` in a file of their own, or without any file."""

from __future__ import annotations

import importlib.util
import textwrap
from pathlib import Path
from typing import Any

from noumena.moves.proposer import Proposer

_HEAD = """\
import math
import random
import numpy as np
from noumena.moves import proposer as nm


def title_of(world, p):
    return world.Titel[p]


class Written(nm.Proposer):
    share = {share}
    scale = 2.0
    scales = np.array([1.0, 2.0])
    words = {{"a": 1}}

    def propose(self, world, rng):
"""
FIRST_LINE = _HEAD.count("\n") + 1
"""The line of the file on which the body of `propose` begins."""


def _text(body: str, share: float) -> str:
    """The file; `$` stands for the left margin."""
    text = _HEAD.format(share=share) + textwrap.indent(textwrap.dedent(body), " " * 8) + "\n"
    return text.replace(" " * 8 + "$", "")


def in_file(folder: Path, body: str, share: float = 1.0) -> Proposer:
    """A proposer with these lines, whose source Python can find."""
    path = folder / "written.py"
    path.write_text(_text(body, share), encoding="utf-8")
    specification = importlib.util.spec_from_file_location("written", path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    made: Proposer = module.Written()
    return made


def without_source(body: str, share: float = 1.0) -> Proposer:
    """The same, from a text that Python has not kept."""
    scope: dict[str, Any] = {"__name__": "written"}
    exec(_text(body, share), scope)
    made: Proposer = scope["Written"]()
    return made
