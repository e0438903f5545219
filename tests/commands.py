"""Running the command line in tests: in this process, and as a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from noumena.cli import commands

MODELS = Path(__file__).parent / "models"

COIN = """\
type Coin;
distinct Coin C1, C2;
random Boolean Heads(Coin c) ~ BooleanDistrib(0.25);
obs Heads(C1) = true;
query Heads(C2);
"""
"""A model with the answer P(Heads(C2)) = 0.25."""

_PLAIN = {"COLUMNS": "80", "FORCE_COLOR": None, "NO_COLOR": None, "TTY_COMPATIBLE": None, "NOUMENA_DEBUG": None}


def noumena(*arguments: object, stdin: str | bytes | None = None, env: dict[str, str] | None = None) -> Result:
    """Runs a command in this process; an exception that is not an exit would be a traceback, so it fails the test."""
    result = CliRunner(env={**_PLAIN, **(env or {})}).invoke(commands, [str(a) for a in arguments], input=stdin)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output or env is not None
    return result


def answered(*arguments: object, stdin: str | None = None) -> dict[str, Any]:
    """The JSON of a command that must end well and print nothing else."""
    result = noumena(*arguments, "--json", stdin=stdin)
    assert (result.exit_code, result.stderr) == (0, "")
    data = json.loads(result.stdout)
    assert isinstance(data, dict)
    return data


def refused(*arguments: object, stdin: str | bytes | None = None, code: int = 2) -> str:
    """The message of a command that must end with this code and print nothing on standard output."""
    result = noumena(*arguments, stdin=stdin)
    assert (result.exit_code, result.stdout) == (code, "")
    return result.stderr


def process(*arguments: object, **options: Any) -> subprocess.Popen[str]:
    """Starts a command as a process of its own, its streams as pipes unless the options say otherwise."""
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    command = [sys.executable, "-m", "noumena", *map(str, arguments)]
    return subprocess.Popen(command, text=True, encoding="utf-8", **{**streams, **options})
