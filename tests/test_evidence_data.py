"""Evidence and objects given as Python data."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import noumena as nm

CITATIONS = """
type Pub; type Cit; #Pub ~ UniformInt(1, 3); random Boolean Title(Pub p) ~ BooleanDistrib(0.3);
random Pub PubCited(Cit c) ~ UniformChoice({p for Pub p});
random Boolean Text(Cit c) ~ if Title(PubCited(c)) then BooleanDistrib(0.9) else BooleanDistrib(0.2);
random Integer Mark(Cit c, Integer i) ~ UniformInt(0, 9);
random Real Weight ~ Gaussian(0, 1);
"""
IDS = ["a", "b", "c"]
TEXTS = [True, True, False]
SAME = "PubCited(a) == PubCited(b)"


def ask(evidence: Any, query: str = SAME, **options: Any) -> float:
    model = nm.Model.from_text(CITATIONS, objects={"Cit": IDS}, **options)
    return model.infer(evidence=evidence, queries=[query])[query].probability(True)


@pytest.mark.parametrize(
    "texts",
    [
        dict(zip(IDS, TEXTS, strict=True)),
        TEXTS,
        np.array(TEXTS),
        pd.Series(TEXTS),
        pl.Series(TEXTS),
        pd.DataFrame({"c": IDS, "Text": TEXTS}),
        pl.DataFrame({"c": IDS, "value": TEXTS}),
    ],
)
def test_evidence_on_a_function_of_objects(texts: Any) -> None:
    assert ask({"Text": texts}) == pytest.approx(0.647033, abs=1e-6)


def test_objects_from_a_frame_keep_their_names() -> None:
    frame = pd.DataFrame({"id": [7, 11], "text": [True, False]})
    model = nm.Model.from_text(CITATIONS, objects={"Cit": frame["id"]})
    posterior = model.infer({"Text": dict(zip(frame["id"], frame["text"], strict=True))}, queries=["#Cit", "#Pub"])
    assert posterior["#Cit"].probability(2) == 1.0


def test_evidence_on_several_arguments() -> None:
    frame = pd.DataFrame({"c": ["a", "b"], "i": [0, 1], "Mark": [3, 4]})
    for marks in ({("a", 0): 3, ("b", 1): 4}, frame):
        assert ask({"Mark": marks}, "Mark(a, 0) == 3 & Mark(b, 1) == 4") == 1.0


def test_evidence_on_a_constant() -> None:
    assert ask({"Weight": 0.5}, "Weight == 0.5") == 1.0


@pytest.mark.parametrize(
    ("evidence", "message"),
    [
        ({"Txt": {}}, "evidence is given for `Txt`, which is no random function"),
        ({"Text": {"z": True}}, r"the evidence on Text\(z\) does not fit: there is no object 'z' of type Cit"),
        ({"Text": {"a": "yes"}}, r"the evidence on Text\(a\) does not fit: 'yes' is not a value of type Boolean"),
        ({"Text": [True]}, "1 values are given for `Text`, but there are 3 Cit"),
        ({"Text": True}, "the evidence on `Text` must be a dictionary, list or frame, not bool"),
        ({"Mark": {"a": 1}}, r"`Mark` takes 2 arguments, but `Mark\(a\)` has 1"),
        ({"Mark": [1, 2, 3]}, "`Mark` needs a dictionary"),
        ({"Weight": float("nan")}, "the evidence on Weight does not fit: nan is not a value of type Real"),
        ({"Text": pd.DataFrame({"c": ["a"]})}, "the frame of evidence on `Text` has no column `value`"),
    ],
)
def test_data_that_does_not_fit_is_refused(evidence: Any, message: str) -> None:
    with pytest.raises(nm.BlogError, match=message):
        ask(evidence)


def test_a_misspelt_function_gets_a_suggestion() -> None:
    with pytest.raises(nm.BlogError, match="did you mean `Text`"):
        ask({"Texts": {}})


def test_an_overloaded_function_needs_text() -> None:
    model = nm.Model.from_text(
        "random Integer f(Integer i) ~ UniformInt(0, 1); random Integer f(Boolean b) ~ UniformInt(0, 1); query f(1);"
    )
    with pytest.raises(nm.BlogError, match="`f` has several meanings; give its evidence as text"):
        model.infer({"f": {1: 0}})


def test_objects_for_an_unknown_type_or_twice_are_refused() -> None:
    with pytest.raises(nm.BlogError, match="objects are given for `Cti`, which the model does not declare"):
        nm.Model.from_text(CITATIONS, objects={"Cti": IDS})
    with pytest.raises(nm.BlogError, match="`a` is given twice as an object of type Cit"):
        nm.Model.from_text(CITATIONS, objects={"Cit": ["a", "a"]})
