"""The Python interface: models from text and files, many evidence sets, engines."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import noumena as nm

URN = """
type Ball; type Draw; type Color; distinct Color Blue, Green; distinct Draw D[3]; #Ball ~ UniformInt(1, 3);
random Color Paint(Ball b) ~ Categorical({Blue -> 0.5, Green -> 0.5});
random Ball Drawn(Draw d) ~ UniformChoice({b for Ball b});
random Color Seen(Draw d) ~ case Paint(Drawn(d)) in
  {Blue -> Categorical({Blue -> 0.8, Green -> 0.2}), Green -> Categorical({Blue -> 0.2, Green -> 0.8})};
obs Seen(D[0]) = Blue; query #Ball;
"""


def test_one_model_many_evidence_sets() -> None:
    model = nm.Model.from_text(URN)
    own = model.infer()
    assert own["#Ball"].probability(1) == pytest.approx(1 / 3)
    alike = model.infer(evidence="obs Seen(D[0]) = Blue; obs Seen(D[1]) = Blue;")
    different = model.infer(evidence={"Seen": {"D[0]": "Blue", "D[1]": "Green"}})
    assert alike["#Ball"].probability(1) > 1 / 3 > different["#Ball"].probability(1)
    assert model.infer()["#Ball"].probability(1) == own["#Ball"].probability(1)


def test_queries_are_given_as_text() -> None:
    posterior = nm.Model.from_text(URN).infer(queries=["Drawn(D[0]) == Drawn(D[1])", "#Ball"])
    assert posterior["Drawn(D[0]) == Drawn(D[1])"].probability(True) == pytest.approx((1 + 1 / 2 + 1 / 3) / 3)


def test_several_files_make_one_model(tmp_path: Path) -> None:
    (tmp_path / "a.mblog").write_text("random Boolean X ~ BooleanDistrib(0.25);")
    (tmp_path / "b.qblog").write_text("query X;")
    posterior = nm.Model.from_files(tmp_path / "a.mblog", tmp_path / "b.qblog").infer()
    assert posterior["X"].probability(True) == pytest.approx(0.25)


def test_params_are_given_from_outside() -> None:
    text = "param Real p : p > 0 & p < 1; random Boolean X ~ BooleanDistrib(p); query X;"
    assert nm.Model.from_text(text, params={"p": 0.125}).infer()["X"].probability(True) == pytest.approx(0.125)
    with pytest.raises(nm.BlogError, match=r"`p` = 2 does not satisfy its constraint"):
        nm.Model.from_text(text, params={"p": 2})
    with pytest.raises(nm.BlogError, match=r"param `p` has no value"):
        nm.Model.from_text(text)
    with pytest.raises(nm.BlogError, match=r"a value is given for `q`, but the model has no such param"):
        nm.Model.from_text(text, params={"p": 0.5, "q": 1})


@pytest.mark.parametrize("engine", ["auto", "exact", "lw", "rejection"])
def test_every_engine_answers(engine: str) -> None:
    posterior = nm.Model.from_text(URN).infer(engine=engine, samples=500, seed=2)
    # 500 samples: 6 standard errors are 0.13, a false alarm below 1e-8.
    assert posterior["#Ball"].probability(2) == pytest.approx(1 / 3, abs=0.13)


def test_auto_falls_back_to_sampling() -> None:
    text = "random Real x ~ Gaussian(3, 1); query x;"
    answer = nm.Model.from_text(text).infer(samples=500)["x"]
    assert answer.mean == pytest.approx(3.0, abs=0.3)  # 6 standard errors


def test_an_unknown_engine_is_refused() -> None:
    with pytest.raises(nm.BlogError, match="there is no engine `gibbs`"):
        nm.Model.from_text(URN).infer(engine="gibbs")


def test_no_samples_are_refused() -> None:
    with pytest.raises(nm.BlogError, match="samples must be at least 1, not 0"):
        nm.Model.from_text(URN).infer(engine="lw", samples=0)


def test_nothing_to_answer_is_refused() -> None:
    with pytest.raises(nm.BlogError, match="there is nothing to answer"):
        nm.Model.from_text("random Boolean X ~ BooleanDistrib(0.5);").infer()


def test_an_unknown_concrete_type_is_refused() -> None:
    with pytest.raises(nm.BlogError, match="`Bal` is to be concrete, but the model has no such type"):
        nm.Model.from_text(URN, concrete={"Bal"})


def test_a_faulty_query_is_located_in_its_text() -> None:
    with pytest.raises(nm.BlogError, match=r"<query>:1:1: error: unknown function `Sen`") as caught:
        nm.Model.from_text(URN).infer(queries=["Sen(D[0])"])
    assert "did you mean `Seen`?" in str(caught.value)


def test_only_obs_statements_are_evidence() -> None:
    with pytest.raises(nm.BlogError, match="only obs statements can be given as evidence"):
        nm.Model.from_text(URN).infer(evidence="query #Ball;")


def test_a_world_is_drawn_from_the_prior() -> None:
    world = dict(nm.Model.from_text(URN).sample_world(seed=5))
    assert 1 <= int(world["#Ball"]) <= 3
    assert {f"Seen(D[{i}])" for i in range(3)} <= set(world)
    assert dict(nm.Model.from_text(URN).sample_world(seed=5)) == world


def test_a_text_is_not_taken_for_source_files() -> None:
    text: Any = "random Boolean X ~ BooleanDistrib(0.3);"
    with pytest.raises(nm.BlogError, match="takes source files, and was given a text") as error:
        nm.Model(text)
    assert error.value.diagnostics[0].hint == "write nm.Model.from_text(text) or nm.Model.from_files(path)"
