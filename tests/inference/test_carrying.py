"""States carried over to a problem with new evidence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import noumena as nm
from noumena.compiler.load import load_program
from noumena.inference.carrying import Carrier, states_of
from noumena.inference.chain import Chain
from noumena.inference.checkpoint.saved import saved_in
from noumena.inference.metropolis_hastings import chain_program
from noumena.inference.state import State, canonical
from noumena.model.source import SourceFile
from noumena.reference.instantiation import Instantiation
from tests.commands import MODELS

SHORT: dict[str, Any] = {"engine": "mh", "backend": "python", "chains": 2, "thin": 4, "burn_in": 200, "seed": 3}


def model(name: str) -> nm.Model:
    return nm.Model.from_files(MODELS / f"{name}.blog")


@pytest.mark.parametrize(
    "name", ["urn_small", "m03_citations", "m10_generators", "c06_two_origins", "c44_strings", "c49_gaussian_classes"]
)
def test_a_state_that_fits_is_the_first_one(name: str, tmp_path: Path) -> None:
    """Here nothing is new in the evidence, so that all states fit."""
    asked = model(name)
    asked.infer(samples=20, checkpoint=tmp_path / "run", **SHORT)
    saved, problem = saved_in(tmp_path / "run"), asked.problem()
    states = states_of(saved, chain_program(problem, ())).states
    program = chain_program(problem, ())
    for state in states:
        chain = Chain(program, load_program(program, "python"), np.random.SeedSequence(1))
        chain.initialise()
        assert Carrier(program).carry(chain, state)
        values, observed = State(program, chain.world).values()
        forced = State(program, chain.world).forced()
        found = {v: x for v, x in values.items() if v not in observed and v not in forced}
        concrete = frozenset(t.name for t in program.layout.types if t.concrete)
        assert canonical(Instantiation(problem, found, concrete)) == canonical(Instantiation(problem, state, concrete))


def test_a_run_with_new_evidence_has_the_new_posterior(tmp_path: Path) -> None:
    """Within 5 standard errors, which fails for a right engine about once in two million times for each value."""
    path, new, obs = tmp_path / "run", tmp_path / "new", "size({b for Ball b}) = 3"
    urn = model("urn_small")
    urn.infer(samples=30, checkpoint=path, **SHORT)
    before = path.read_bytes()
    found = nm.resume(path, obs=obs, samples=600, checkpoint=new)
    exact = nm.Model([*urn.sources, SourceFile("obs", f"obs {obs};")]).infer(engine="exact")
    query = "Drawn(D[0]) == Drawn(D[2])"
    (wanted,) = (a.probability for a in exact[query].distribution or [] if a.value is True)
    for outcome in found[query].distribution or []:
        assert outcome.mcse is not None
        p = wanted if outcome.value is True else 1.0 - wanted
        assert abs(outcome.probability - p) <= 5 * outcome.mcse
    assert found["size({b for Ball b})"].mean == 3.0
    assert (found.samples, path.read_bytes()) == (600, before)
    again = nm.resume(new, samples=610)
    assert again.samples == 610
    values = [answer.marginal.values[:600] for answer in found]
    assert [answer.marginal.values[:600] for answer in again] == values


def test_states_that_do_not_fit_are_told_and_drawn_anew(tmp_path: Path) -> None:
    text = "random Integer A ~ UniformInt(1, 9); random Integer B ~ UniformInt(A, A);\n"
    text += "random Real Seen ~ Gaussian(A, 4.0); obs Seen = 5.0; query A;"
    nm.Model.from_text(text).infer(samples=5, checkpoint=tmp_path / "run", **SHORT)
    had = {value for state in _states(tmp_path / "run", text) for value in state.values()}
    assert had
    given = next(n for n in range(1, 10) if n not in had)
    found = nm.resume(tmp_path / "run", obs=f"B = {given}", samples=5)
    assert "2 of 2 chains began anew: their states do not fit the new evidence" in found.warnings
    assert found["A"].probability(given) == 1.0


def _states(path: Path, text: str) -> Any:
    return states_of(saved_in(path), chain_program(nm.Model.from_text(text).problem(), ())).states


def test_evidence_that_is_no_evidence_is_refused(tmp_path: Path) -> None:
    model("urn_small").infer(samples=5, checkpoint=tmp_path / "run", **SHORT)
    with pytest.raises(nm.BlogError, match="<obs>:1:5: error"):
        nm.resume(tmp_path / "run", obs="Sheen(D[0]) = Blue")
