"""`%%blog` in an IPython shell: what a cell answers, what it leaves in the notebook, and how it says what is wrong."""

from __future__ import annotations

import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import noumena as nm

if TYPE_CHECKING:
    from IPython.core.interactiveshell import ExecutionResult, InteractiveShell

interactiveshell = pytest.importorskip("IPython.core.interactiveshell", reason="IPython is not installed")

MODEL = """random Boolean X ~ BooleanDistrib(0.3);
random Boolean Y ~ if X then BooleanDistrib(0.8) else BooleanDistrib(0.1);
obs Y = true;
query X;
"""
EXACT = 0.24 / 0.31
PROPOSER = """
import noumena as nm

class Flip(nm.Proposer):
    share = 1.0

    def __init__(self, often=1.0):
        self.often = often

    def propose(self, world, rng):
        if not rng.flip(self.often):
            return nm.REJECT
        world.X[()] = 1 - world.X[()]
        return 0.0

often = Flip(0.5)
"""
CHAINS = "--engine mh --backend python --samples 500 --chains 2"


class Notebook:
    """A shell of its own that has loaded the extension."""

    def __init__(self, shell: InteractiveShell, output: pytest.CaptureFixture[str]) -> None:
        self.shell, self._output = shell, output
        self.run("%load_ext noumena")

    def run(self, cell: str) -> ExecutionResult:
        return self.shell.run_cell(cell, silent=False)

    def value(self, cell: str) -> Any:
        result = self.run(cell)
        assert result.success
        return result.result

    def complaint(self, cell: str) -> str:
        """What is shown for a cell that fails, without colours."""
        self._output.readouterr()
        assert not self.run(cell).success
        shown = self._output.readouterr()
        return (shown.out + shown.err).rstrip("\n")


@pytest.fixture
def notebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Notebook]:
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    # The shell puts its module where Python looks for modules; this name is nobody else's.
    cells = types.ModuleType("cells_of_a_test")
    monkeypatch.setitem(sys.modules, cells.__name__, cells)
    shell = interactiveshell.InteractiveShell(user_module=cells, colors="nocolor")
    shell.history_manager.enabled = False
    yield Notebook(shell, capsys)
    shell.history_manager.end_session()


def test_a_cell_is_a_model_and_its_value_the_posterior(notebook: Notebook) -> None:
    posterior = notebook.value(f"%%blog\n{MODEL}")
    assert isinstance(posterior, nm.Posterior)
    assert posterior.engine == "exact"
    assert posterior["X"].probability(True) == pytest.approx(EXACT)


def test_the_value_is_shown(notebook: Notebook, capsys: pytest.CaptureFixture[str]) -> None:
    posterior = notebook.value(f"%%blog\n{MODEL}")
    assert repr(posterior) in capsys.readouterr().out


def test_the_options_are_those_of_the_command(notebook: Notebook) -> None:
    posterior = notebook.value(f"%%blog {CHAINS} --seed 7 --burn-in 50 --thin 2 --no-adapt\n{MODEL}")
    assert (posterior.engine, posterior.backend, posterior.samples) == ("mh", "python", 500)
    assert (posterior.chains, posterior.seed, posterior.burn_in, posterior.thin) == (2, 7, 50, 2)


def test_the_options_of_the_model_are_there(notebook: Notebook) -> None:
    posterior = notebook.value("%%blog --param p=0.25\nparam Real p; random Boolean X ~ BooleanDistrib(p); query X;")
    assert posterior["X"].probability(True) == pytest.approx(0.25)


def test_model_and_posterior_are_kept_by_name(notebook: Notebook) -> None:
    shown = notebook.value(f"%%blog --as model posterior\n{MODEL}")
    assert notebook.value("posterior") is shown
    model = notebook.value("model")
    assert isinstance(model, nm.Model)
    assert model.infer("obs Y = false;")["X"].probability(True) == pytest.approx(0.06 / 0.69)


def test_without_names_nothing_is_kept(notebook: Notebook) -> None:
    before = set(notebook.shell.user_ns)
    notebook.value(f"%%blog\n{MODEL}")
    assert {name for name in set(notebook.shell.user_ns) - before if not name.startswith("_")} == set()


def test_after_an_error_no_older_posterior_stands_for_the_new_one(notebook: Notebook) -> None:
    notebook.value(f"%%blog --as model posterior\n{MODEL}")
    assert "there is nothing to answer" in notebook.complaint("%%blog --as model posterior\ntype Ball;")
    assert "posterior" not in notebook.shell.user_ns
    assert notebook.value("model").checked.types.keys() >= {"Ball"}


def test_a_proposer_of_the_notebook_makes_the_moves(notebook: Notebook) -> None:
    notebook.run(PROPOSER)
    posterior = notebook.value(f"%%blog {CHAINS} --proposer Flip\n{MODEL}")
    assert posterior.acceptance["Flip"] > 0


def test_a_proposer_of_the_notebook_takes_parameters(notebook: Notebook) -> None:
    notebook.run(PROPOSER)
    always, half, kept = (
        notebook.value(f"%%blog {CHAINS} --proposer {text}\n{MODEL}").acceptance["Flip"]
        for text in ("Flip(1.0)", "Flip(0.5)", "often")
    )
    # The means are 0.452 and 0.226; of 1,000 steps each, the difference has a standard error of about 0.02.
    assert always > half + 0.1
    assert kept == half


def test_a_move_of_the_library_is_known(notebook: Notebook) -> None:
    text = "type B; distinct B B1; #B ~ Poisson(2); random B F ~ UniformChoice({b for B b}); query F == B1;"
    posterior = notebook.value(f"%%blog {CHAINS} --proposer \"BirthDeath('B')\"\n{text}")
    assert "BirthDeath(B)" in posterior.acceptance


def test_an_error_in_the_model_is_shown_at_its_place_and_without_a_traceback(notebook: Notebook) -> None:
    assert notebook.complaint("%%blog\nrandom Boolean X ~ BooleanDistrb(0.3);\nquery X;") == (
        "<cell>:2:20: error: unknown function `BooleanDistrb`\n"
        "    random Boolean X ~ BooleanDistrb(0.3);\n"
        "                       ^^^^^^^^^^^^^\n"
        "  help: did you mean `BooleanDistrib`?"
    )


def test_a_run_that_fails_says_why_and_no_more(notebook: Notebook) -> None:
    shown = notebook.complaint(
        "%%blog\nrandom Integer X ~ UniformInt(1, 2);\nrandom Integer Y ~ X;\nobs Y = 5;\nquery X;"
    )
    assert shown.startswith("<cell>:4:")
    assert "Traceback" not in shown


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("--sample 3", "No such option '--sample'. Did you mean '--samples'?"),
        ("--samples none", "Invalid value for '--samples': 'none' is not a valid integer range."),
        ("--as model if", "Invalid value for '--as': `if` cannot be a variable: write --as model posterior"),
        ("--as one", "Option '--as' requires 2 arguments."),
        ("--proposer 'a", "No closing quotation"),
        ("extra", "Got unexpected extra argument (extra)"),
    ],
)
def test_an_error_on_the_line_is_told(notebook: Notebook, line: str, message: str) -> None:
    expected = f"error: {message}\n  help: %%blog --help lists the options"
    assert notebook.complaint(f"%%blog {line}\n{MODEL}") == expected


def test_warnings_of_the_text_and_of_the_run_are_shown(notebook: Notebook, capsys: pytest.CaptureFixture[str]) -> None:
    notebook.value("%%blog --chains 3\nrandom Boolean X ~ BooleanDistrib(0.5);\nquery true & X | X;")
    shown = capsys.readouterr().err
    assert "<cell>:3:" in shown
    assert "warning: chains had no effect: the engine `exact` has no Markov chains" in shown


def test_help_lists_the_options_and_no_other_output(notebook: Notebook, capsys: pytest.CaptureFixture[str]) -> None:
    assert notebook.value(f"%%blog --help\n{MODEL}") is None
    shown = capsys.readouterr().out
    assert shown.startswith("Usage: %%blog [OPTIONS]")
    for option in ("--samples", "--seed", "--engine", "--proposer", "--param", "--as MODEL POSTERIOR"):
        assert option in shown
    assert "--json" not in shown
    assert "FILE..." not in shown


def test_braces_on_the_line_are_left_alone(notebook: Notebook) -> None:
    notebook.run("p = 0.9")
    text = "param Real p; random Boolean X ~ BooleanDistrib(p); query X;"
    assert "{p}" in notebook.complaint(f"%%blog --param p={{p}}\n{text}")
