"""The command as a whole: help, exit codes, interruption, pipes and terminals."""

from __future__ import annotations

import os
import pty
import signal
import time
from pathlib import Path

import pytest

import noumena
from noumena.command_line import check as check_module
from noumena.model.diagnostics import RunError, fail
from tests import commands
from tests.commands import COIN, MODELS, process, refused

COMMANDS = ("run", "resume", "check", "fmt", "sample", "citations", "demo", "cache")

SLOW = """\
random Integer X ~ Slow;
query X;
"""
SLOW_PYTHON = """\
from pathlib import Path

class Slow:
    def sample(self, rng):
        Path({marker!r}).touch()
        return 1

    def log_prob(self, value):
        return 0.0
"""


def test_the_version() -> None:
    assert commands.noumena("--version").stdout == f"noumena {noumena.__version__}\n"


def test_the_help_names_every_command_and_the_exit_codes() -> None:
    text = commands.noumena("--help").stdout
    assert all(f"  {name} " in text for name in COMMANDS)
    assert "0 answered, 1 the run failed, 2 bad" in text
    assert "..." not in text.split("Commands:")[1].split("Examples:")[0]  # no summary is cut off


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_each_command_has_examples(name: str) -> None:
    for option in ("--help", "-h"):
        text = commands.noumena(name, option).stdout
        assert f"  noumena {name}" in text.split("Example")[1]


def test_an_unknown_command_is_bad_input() -> None:
    assert "No such command 'rum'" in refused("rum")


def test_an_unexpected_exception_is_one_message_that_asks_to_report_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("oh dear")

    monkeypatch.setattr(check_module, "load_model", broken)
    assert refused("check", "any.blog", code=1) == (
        "error: this is a defect of Noumena: ZeroDivisionError: oh dear\n"
        "  help: please report it with the model; NOUMENA_DEBUG=1 shows where it is\n"
    )
    debugged = commands.noumena("check", "any.blog", env={"NOUMENA_DEBUG": "1"})
    assert debugged.exit_code == 1
    assert "Traceback" in debugged.stderr
    assert 'raise ZeroDivisionError("oh dear")' in debugged.stderr


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (MemoryError(), 1, "error: out of memory\n"),
        (KeyboardInterrupt(), 130, "interrupted\n"),
        (fail("it went wrong"), 1, "error: it went wrong\n"),
    ],
)
def test_what_a_command_raises_is_its_exit_code(
    error: BaseException, code: int, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise error

    monkeypatch.setattr(check_module, "load_model", broken)
    assert refused("check", "any.blog", code=code) == message


def test_evidence_that_is_impossible_fails_the_run() -> None:
    text = COIN.replace("0.25", "0.0")
    message = refused("run", "-", stdin=text, code=1)
    assert message.startswith("<stdin>:4:1: error: this evidence has probability 0\n    obs Heads(C1) = true;\n")
    assert isinstance(fail("x"), RunError)


def test_as_a_module_it_answers_and_is_quiet() -> None:
    running = process("run", MODELS / "urn_small.blog", "--json")
    stdout, stderr = running.communicate()
    assert (running.returncode, stderr) == (0, "")
    assert stdout.startswith('{"noumena": ')
    assert stdout.count("\n") == 1


def test_bad_input_as_a_process_of_its_own() -> None:
    running = process("run", "no-such-file.blog")
    stdout, stderr = running.communicate()
    assert (running.returncode, stdout) == (2, "")
    assert stderr == "error: cannot read no-such-file.blog: there is no such file\n"


def test_a_reader_that_goes_away_leaves_no_traceback() -> None:
    read, written = os.pipe()
    os.close(read)
    try:
        running = process("sample", MODELS / "urn_small.blog", "--worlds", 500, stdout=written)
        _, stderr = running.communicate()
    finally:
        os.close(written)
    assert (running.returncode, stderr) == (1, "")


def test_tables_for_a_reader_that_goes_away_leave_no_traceback() -> None:
    read, written = os.pipe()
    os.close(read)
    try:
        running = process("run", MODELS / "urn_small.blog", stdout=written)
        _, stderr = running.communicate()
    finally:
        os.close(written)
    assert (running.returncode, stderr) == (1, "")


def test_an_interrupted_run_prints_the_answer_so_far(tmp_path: Path) -> None:
    marker = tmp_path / "sampling"
    (tmp_path / "slow.py").write_text(SLOW_PYTHON.format(marker=str(marker)))
    (tmp_path / "slow.blog").write_text(SLOW)
    python = tmp_path / "slow.py"
    running = process("run", tmp_path / "slow.blog", "--python", python, "--engine", "lw", "--samples", 10**9)
    while not marker.exists() and running.poll() is None:
        time.sleep(0.01)
    running.send_signal(signal.SIGINT)
    try:
        stdout, stderr = running.communicate(timeout=120)
    finally:
        running.kill()
    assert running.returncode == 130
    assert "1  1.0000" in stdout
    assert stderr.startswith("warning: interrupted: this is the answer so far\n")


def on_terminal(*arguments: object) -> tuple[str, str]:
    """What a command prints on standard output, a pipe, and on standard error, a terminal."""
    ours, theirs = pty.openpty()
    running = process(*arguments, stderr=theirs, env={**os.environ, "TERM": "xterm"})
    os.close(theirs)
    shown = b""
    try:
        while block := os.read(ours, 65536):
            shown += block
    except OSError:  # Linux: the other end was closed
        pass
    stdout, _ = running.communicate()
    os.close(ours)
    assert running.returncode == 0
    return stdout, shown.decode()


def test_progress_is_shown_on_a_terminal_and_the_piped_answer_has_no_colours() -> None:
    stdout, stderr = on_terminal("run", MODELS / "urn_small.blog", "--engine", "lw", "--samples", 200)
    assert "samples" in stderr
    assert "/200" in stderr
    assert "\x1b" not in stdout
    assert "200 samples" in stdout


def test_progress_tells_when_auto_gives_up_enumeration() -> None:
    stdout, stderr = on_terminal(
        "run", MODELS / "urn_small.blog", "--budget", 3, "--samples", 200, "--backend", "python"
    )
    assert "states" in stderr
    assert "compiling" in stderr
    assert "/800" in stderr
    assert "mh · " in stdout


def test_a_terminal_without_unicode_gets_ascii(monkeypatch: pytest.MonkeyPatch) -> None:
    running = process("run", MODELS / "urn_small.blog", env={**os.environ, "PYTHONIOENCODING": "ascii"})
    stdout, stderr = running.communicate()
    assert (running.returncode, stderr) == (0, "")
    assert "####" in stdout
    assert stdout.isascii()


def test_json_is_valid_where_the_encoding_lacks_characters(tmp_path: Path) -> None:
    model = tmp_path / "café.blog"
    model.write_text('random String X ~ Categorical({"漢" -> 1.0}); query X;', encoding="utf-8")
    for encoding, expected in (("ascii", '"\\u6f22"'), ("utf-8", '"漢"')):
        running = process("run", model, "--json", env={**os.environ, "PYTHONIOENCODING": encoding})
        stdout, _ = running.communicate()
        assert running.returncode == 0
        assert f'"value": {expected}' in stdout
