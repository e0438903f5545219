"""The proposers of `benchmarks/plans` leave the posterior as it is: proved on smaller models of the same text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import noumena as nm
from benchmarks.plans import proposers, splits, whole_states

FOLDER = Path(__file__).parents[2] / "benchmarks" / "plans"
DISCRETE: list[tuple[str, Any, dict[str, str], str]] = [
    ("storm", whole_states.OtherCityFirst(), {}, "obs Damage(First) = Severe;"),
    ("weather", whole_states.AllStates(), {}, "obs Umbrella(@1) = true; obs Umbrella(@2) = false;"),
    ("urn10", splits.SplitBalls(), {"D[10]": "D[2]", "Poisson(6)": "UniformInt(0, 3)"}, "Seen(D[{}]) = Blue"),
    ("urn10", proposers.Redraw("Paint"), {"D[10]": "D[2]", "Poisson(6)": "UniformInt(0, 3)"}, "Seen(D[{}]) = Blue"),
    ("citations12", splits.SplitPublications(), {"C[12]": "C[2]", "(1, 6)": "(1, 3)"}, "Text(C[{}]) = true"),
    (
        "logins",
        splits.SplitPeople(),
        {"L[9]": "L[2]", "Poisson(4)": "UniformInt(1, 2)"},
        "Seen(L[{0}]) = Oslo; obs Dark(L[{0}]) = true",
    ),
    ("tug", whole_states.AllAnew(), {}, "obs AnnBeatsBea(M[0]) = true;"),
    ("boxes", whole_states.AllBoxes(4), {"Poisson(4)": "UniformInt(0, 4)"}, "obs sum({Weight(b) for Box b}) = 4;"),
]


def smaller(name: str, changes: dict[str, str], evidence: str) -> nm.Model:
    """A model of the folder with other numbers, and with other evidence: a statement, or a pattern for two objects."""
    lines = (FOLDER / f"{name}.blog").read_text(encoding="utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.startswith(("obs", "query")))
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    if not evidence.startswith("obs"):
        evidence = "\n".join(f"obs {evidence.format(i)};" for i in range(2))
    return nm.Model.from_text(f"{text}\n{evidence}")


@pytest.mark.parametrize(
    ("name", "move", "changes", "evidence"), DISCRETE, ids=[f"{n}-{type(m).__name__}" for n, m, _, _ in DISCRETE]
)
def test_moves_of_discrete_variables(name: str, move: Any, changes: dict[str, str], evidence: str) -> None:
    report = nm.check_move(smaller(name, changes, evidence), move)
    assert report.right, str(report)
    assert report.proof == "exact matrix"


def test_the_move_of_clusters() -> None:
    """It draws normal numbers, so that there is a test and no proof: a false alarm for one seed of ten thousand."""
    changes = {"P[8]": "P[2]", "UniformInt(1, 4)": "UniformInt(1, 3)"}
    report = nm.check_move(
        smaller("mixture", changes, "X(P[{}]) = 0.5"), splits.SplitClusters(), replicas=200, rounds=5
    )
    assert report.right, str(report)
    assert report.proof == "joint distribution"
