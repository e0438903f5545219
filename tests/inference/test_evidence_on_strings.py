"""Evidence on what is joined or added but is no number: it is compared, not solved for an operand."""

from __future__ import annotations

import pytest

import noumena as nm

JOINED = """
random String Head ~ Categorical({"" -> 0.2, "a" -> 0.1, "ab" -> 0.3, "aba" -> 0.4});
random String Tail ~ Categorical({"aba" -> 0.3, "ba" -> 0.3, "a" -> 0.3, "" -> 0.1});
random String Label ~ Head + Tail; obs Label = "aba"; query Head;
"""
ADDED = """
random RealMatrix A ~ UniformChoice({[1.0, 2.0], [2.0, 1.0], [0.0, 0.0]});
random RealMatrix B ~ UniformChoice({[2.0, 1.0], [1.0, 2.0], [0.0, 1.0], [3.0, 3.0]});
random Boolean Y ~ if A == [0.0, 0.0] then BooleanDistrib(0.9) else BooleanDistrib(0.3);
obs A + B = [3.0, 3.0]; obs Y = true; query Y; query A == [0.0, 0.0]; query A == [1.0, 2.0];
"""


@pytest.mark.parametrize("backend", ["python", pytest.param("native", marks=pytest.mark.campaign)])
@pytest.mark.parametrize("text", [JOINED, ADDED])
def test_chains_agree_with_the_exact_answer(text: str, backend: str) -> None:
    """Within five standard errors, which fails for one seed of two million."""
    model = nm.Model.from_text(text)
    exact = model.infer(engine="exact")
    found = model.infer(engine="mh", samples=3_000, chains=2, seed=2, thin=5, backend=backend)
    for answer in exact:
        assert answer.distribution is not None
        for value, p, *_ in answer.distribution:
            drawn = found[answer.query]
            wide = 5 * (p * (1 - p) / drawn.ess) ** 0.5 if p < 1 and drawn.ess else 1e-12
            assert abs(drawn.probability(value) - p) <= wide, (answer.query, value)
