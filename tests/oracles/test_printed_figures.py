"""The brute force gives the figures printed with the models' specification, at the digits printed there."""

from __future__ import annotations

from typing import Any

import pytest

from tests.oracles.brute_force import ORACLES
from tests.oracles.paper_models import SHARED_DAY

SIZE = "size({b for Ball b})"
FIGURES: list[tuple[str, str, dict[Any, str]]] = [
    ("context_specific", "X", {True: "0.596"}),
    ("storm", "First", {"A": "0.5"}),
    ("storm", "Damage(A)", {"Severe": "0.63"}),
    ("storm", "Damage(Other)", {"Severe": "0.26"}),
    ("birthday", SHARED_DAY, {True: "0.5073"}),
    ("birthday_small", SHARED_DAY, {True: "0.7222"}),
    (
        "urn_alternating",
        SIZE,
        {
            1: ".00214",
            2: ".03310",
            3: ".07633",
            4: ".12562",
            5: ".16015",
            6: ".16711",
            7: ".14785",
            8: ".11364",
            9: ".07726",
            10: ".04711",
        },
    ),
    ("urn_blue", SIZE, {1: ".0918", 2: ".1402", 3: ".1613", 4: ".1608", 5: ".1420", 6: ".1121"}),
    ("m01_parental", "X", {True: "0.774194"}),
    ("m02_completion_draws_objects", "S", {True: "0.667015"}),
    ("m02_completion_draws_objects", SIZE, {1: ".329068", 2: ".334552", 3: ".336380"}),
    ("m03_citations", "PubCited(C1) == PubCited(C2)", {True: ".647033"}),
    ("m03_citations", "PubCited(C1) == PubCited(C3)", {True: ".420953"}),
    ("m03_citations", "size({p for Pub p})", {1: ".217279", 2: ".372875", 3: ".409846"}),
    (
        "m03_citations",
        "size({p for Pub p : exists Cit c (PubCited(c) == p)})",
        {1: ".295741", 2: ".601716", 3: ".102543"},
    ),
    ("m03_citations", "exists Pub p (Title(p) == true)", {True: ".771759"}),
    ("m04_observed_total", "size({a for Aircraft a})", {1: ".258065", 2: ".374194", 3: ".367742"}),
    ("m05_names", "size({a for Aircraft a})", {0: ".260078", 1: ".494148", 2: ".245774"}),
    ("m05_names", "Source(b1) == null", {True: ".404421"}),
    ("m05_names", "Source(b1) == Source(b2)", {True: ".777633"}),
    ("m06_empty_set", SIZE, {0: ".375", 1: ".375", 2: ".25"}),
    ("m06_empty_set", "F(D1) == F(D2)", {True: ".9375"}),
    ("m06_empty_set_guaranteed", SIZE, {1: ".45", 2: ".30", 3: ".25"}),
    ("m06_empty_set_guaranteed", "F(D1) == F(D2)", {True: ".825"}),
    ("m06_empty_set_guaranteed", "F(D1) == G", {True: ".683333"}),
    ("m07_hard_evidence", "S", {True: "0.666667"}),
    ("m08_switch", "S", {True: "0.735577"}),
    ("m09_sweep", "S", {True: ".393939"}),
    ("m09_sweep", "T", {True: ".265734"}),
    ("m10_generators", "size({r for Res r})", {1: ".609524", 2: ".390476"}),
    ("m10_generators", "PubCited(C1) == PubCited(C2)", {True: ".8"}),
    ("m11_not_equal_filter", SIZE, {1: ".214286", 2: ".428571", 3: ".357143"}),
    ("m11_not_equal_filter", "C == A", {True: ".392857"}),
    ("m12_self_reference", "size({p for Pub p})", {2: ".428571", 3: ".571429"}),
    ("m12_self_reference", "Cites(Cites(First)) == First", {True: ".404762"}),
    ("m13_forced_value", "First", {"A": ".318182"}),
    ("m13_forced_value", "D(A)", {True: ".563636"}),
    ("m14_jacobian", "X", {1: ".578873"}),
    ("m15_atom", "B", {True: "0"}),
]


@pytest.mark.parametrize(("model", "query", "figures"), FIGURES, ids=[f"{m}: {q}" for m, q, _ in FIGURES])
def test_printed_figures(model: str, query: str, figures: dict[Any, str]) -> None:
    distribution = ORACLES[model]()[query]
    for value, figure in figures.items():
        digits = len(figure.partition(".")[2])
        assert round(distribution.get(value, 0.0), digits) == float(figure), f"{query} = {value}"


def test_mean_number_of_balls_when_all_are_seen_blue() -> None:
    distribution = ORACLES["urn_blue"]()[SIZE]
    assert round(sum(n * p for n, p in distribution.items()), 4) == 4.4537
