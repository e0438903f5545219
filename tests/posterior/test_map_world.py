"""The most probable recorded world as plain data."""

from __future__ import annotations

import json
import math

import pytest

import noumena as nm
from noumena.posterior.map_world import MapWorld

RADAR = """
type Plane; type Blip; distinct Plane P1;
origin Plane Source(Blip);
#Plane ~ UniformInt(1, 2);
#Blip(Source = p) ~ UniformInt(0, 1);
random Boolean Big(Plane p) ~ BooleanDistrib(0.9);
random Blip First ~ UniformChoice({b for Blip b});
random Boolean Loud(Blip b) ~ if Big(Source(b)) then BooleanDistrib(0.9) else BooleanDistrib(0.2);
random Boolean Dark ~ BooleanDistrib(0.1);
obs Loud(First) = true;
obs (Dark | Dark) = true;
query Big(P1);
"""


def world(text: str, seed: int = 1) -> MapWorld:
    model = nm.Model.from_text(text)
    found = model.infer(engine="mh", samples=300, burn_in=50, thin=3, chains=2, backend="python", seed=seed)
    assert found.map_world is not None
    assert found.log_joint is not None
    best = found.map_world
    assert best.log_joint == max(found.log_joint)
    assert found.log_joint[best.chain * 300 + best.draw] == best.log_joint
    return best


def test_objects_have_their_attributes_and_origins() -> None:
    best = world(RADAR)
    (blip,) = best.objects["Blip"]
    assert best.values["First"] == blip
    assert best.objects["Blip"][blip] == {"Source": blip.removeprefix("Blip(").split(")")[0], "Loud": True}
    assert best.values["Dark"] is True
    assert set(best.numbers) >= {"#Plane"}
    assert all(name in best.values for name in best.numbers)


def test_evidence_is_told_as_it_was_written_and_by_variable() -> None:
    best = world(RADAR)
    assert [text.removeprefix("obs ").removesuffix(";") for text in best.evidence] == [
        "Loud(First) = true",
        "(Dark | Dark) = true",
    ]
    assert all(name in best.values for name in best.observed)


def test_it_is_printed_readably_numbers_first() -> None:
    best = world(RADAR)
    lines = str(best).splitlines()
    assert lines[0] == f"ln p = {best.log_joint:.6g}, sample {best.draw} of chain {best.chain}"
    assert lines[1].startswith("#")
    assert f"First = {best.values['First']}" in lines
    assert repr(best) == f"<MapWorld of {len(best.values)} variables, ln p = {best.log_joint:.6g}>"


def test_unnumbered_objects_count_from_one() -> None:
    best = world(
        "type Pub; type Cit; distinct Cit A, B; #Pub ~ Poisson(4.0);"
        "random Pub Cited(Cit c) ~ UniformChoice({p for Pub p}); random Boolean T(Pub p) ~ BooleanDistrib(0.5);"
        "random Boolean S(Cit c) ~ if T(Cited(c)) then BooleanDistrib(0.99) else BooleanDistrib(0.01);"
        "obs S(A) = true; obs S(B) = false; query #Pub;"
    )
    assert best.objects["Cit"] == {"A": {"Cited": "Pub@1", "S": True}, "B": {"Cited": "Pub@2", "S": False}}
    assert best.objects["Pub"] == {"Pub@1": {"T": True}, "Pub@2": {"T": False}}


def test_it_goes_through_json() -> None:
    best = world(RADAR)
    assert MapWorld.from_dict(json.loads(json.dumps(best.to_dict()))) == best


def test_a_long_world_is_cut_in_print_alone() -> None:
    objects = ", ".join(f"I{k}" for k in range(300))
    observed = "".join(f"obs F(I{k}) = true;" for k in range(300))
    best = world(
        f"type I; distinct I {objects}; random Boolean F(I i) ~ BooleanDistrib(0.5);"
        f"random Boolean G ~ BooleanDistrib(0.5); {observed} query G;"
    )
    assert len(best.values) == 300
    assert str(best).splitlines()[-1] == "… 100 more"
    assert best.log_joint == pytest.approx(300 * math.log(0.5))


def test_other_engines_have_none() -> None:
    assert nm.Model.from_text(RADAR).infer(engine="lw", samples=200).map_world is None
