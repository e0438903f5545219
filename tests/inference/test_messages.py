"""What a run of chains says when the model goes wrong, in both the words and the place of the model."""

from __future__ import annotations

import pytest

from noumena.inference.metropolis_hastings import metropolis_hastings
from noumena.model.diagnostics import RunError
from noumena.runtime.kernel import completion
from tests.asking import problem


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "random Boolean A ~ if B then BooleanDistrib(0.5) else BooleanDistrib(0.2);"
            "random Boolean B ~ if C then BooleanDistrib(0.5) else BooleanDistrib(0.2);"
            "random Boolean C ~ if B then BooleanDistrib(0.5) else BooleanDistrib(0.2); obs A = true; query A;",
            "B depends on itself",
        ),
        (
            "type T; #T ~ UniformInt(-3, -1); random T F ~ UniformChoice({t for T t});"
            "random Boolean Y ~ BooleanDistrib(if F == null then 0.5 else 0.1); obs Y = true; query Y;",
            r"#T = -\d, but a number of objects must be from 0 to 1000000",
        ),
        (
            "random Real P ~ UniformReal(1, 2); random Boolean Y ~ BooleanDistrib(P); obs Y = true; query P;",
            r"Y ~ BooleanDistrib: p = 1\.\d+ but it must be a number from 0 to 1",
        ),
        (
            "random Real P ~ UniformReal(1, 2); random Integer Y ~ Categorical({1 -> P, 2 -> -P}); obs Y = 1; query P;",
            r"Y ~ Categorical",
        ),
    ],
)
def test_faults_of_the_model_are_explained(text: str, message: str) -> None:
    with pytest.raises(RunError, match=message):
        run(text)


def test_a_completion_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(completion, "_ENTRIES_AT_MOST", 0)
    with pytest.raises(RunError, match="completing a move goes on without end at Y"):
        run("random Boolean Y ~ BooleanDistrib(0.5); obs Y = true; query Y;")


def run(text: str) -> None:
    metropolis_hastings(
        problem(text),
        samples=10,
        burn_in=10,
        thin=1,
        chains=1,
        workers=1,
        seed=0,
        backend="python",
        check=False,
        concrete=(),
    )
