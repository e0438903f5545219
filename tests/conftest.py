"""Hypothesis profiles: `test` has the same examples in every run, `campaign` new ones, and the last lines shown."""

from __future__ import annotations

import gc
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from tests.fuzz.report import summary

# No deadlines: a shared machine is slow at times, and that is not a defect.
settings.register_profile("test", derandomize=True, deadline=None)
settings.register_profile("campaign", max_examples=2_000, deadline=None, print_blob=True)
settings.load_profile("test")

# Compiled code is shared by the processes of a run and kept for the next one, apart from that of the user.
os.environ.setdefault("NOUMENA_CACHE", str(Path(tempfile.gettempdir()) / f"noumena-tests-{os.getuid()}"))


def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Spare the collector what a file of tests leaves: compiled code is never freed, and grows to gigabytes."""
    if nextitem is None or nextitem.path != item.path:
        gc.collect()
        gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Show what the fuzzing tests counted, also where they ran in other processes."""
    reports = [report for outcome in ("passed", "failed") for report in terminalreporter.getreports(outcome)]
    counted = [value for report in reports for name, value in report.user_properties if name == "fuzz"]
    if counted:
        terminalreporter.section("fuzzing")
        for line in summary(counted):
            terminalreporter.write_line(line)
