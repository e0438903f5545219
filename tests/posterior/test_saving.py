"""A posterior comes back from a file as it was; what is no posterior is refused in words."""

from __future__ import annotations

import importlib
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

import noumena as nm
from noumena.model.diagnostics import BlogError
from noumena.model.types import (
    BOOLEAN,
    INTEGER,
    MATRIX,
    REAL,
    STRING,
    TIMESTEP,
    ArrayType,
    MapType,
    ObjectType,
    SetType,
    Type,
)
from noumena.model.values import Bag, Guaranteed, MapValue, Matrix, Named, Timestep, Unnamed, Value
from noumena.posterior import Posterior
from noumena.posterior.coreference import References
from tests.posterior.making import autoregressive, chain_marginal, chain_posterior, marginal, posterior

NEEDED = {".json": (), ".parquet": ("polars",), ".nc": ("xarray", "h5netcdf"), ".zarr": ("xarray", "zarr")}
COLOURS = [Guaranteed("Colour", k, name) for k, name in enumerate(("Red", "Blue"))]
OF_ALL_TYPES: Sequence[tuple[Type, list[Value]]] = (
    (BOOLEAN, [True, False]),
    (BOOLEAN, [None, False]),
    (INTEGER, [3, -(2**62)]),
    (INTEGER, [2**80, 1]),
    (INTEGER, [None, 2]),
    (REAL, [0.1, -0.0]),
    (REAL, [math.inf, 1e-300]),
    (REAL, [None, 0.25]),
    (REAL, [math.nan, 2.5]),
    (REAL, [1, 2.5]),
    (STRING, ["", 'a "b" <c>\n\u20ac']),
    (STRING, [None, "null"]),
    (TIMESTEP, [Timestep(0), Timestep(7)]),
    (ObjectType("Colour"), [COLOURS[0], COLOURS[1]]),
    (ObjectType("Ball"), [Unnamed("Ball"), None]),
    (ObjectType("Ball"), [Named("Ball", "b1"), Unnamed("Ball")]),
    (SetType(ObjectType("Colour")), [Bag(COLOURS), Bag([])]),
    (SetType(REAL), [Bag([1.5, 1.5]), Bag([2.0])]),
    (ArrayType(INTEGER), [(1, 2), (None, 3)]),
    (MapType(STRING, INTEGER), [MapValue({"a": 1}), MapValue({})]),
    (MATRIX, [Matrix([[1.0, 2.0]]), Matrix([[0.5, 0.5]])]),
)


def same(found: Posterior, expected: Posterior) -> None:
    assert str(found.to_dict()) == str(expected.to_dict())
    assert found.summary() == expected.summary()
    for ours, theirs in zip(found, expected, strict=True):
        assert repr(ours.marginal.values) == repr(theirs.marginal.values)
        assert (ours.marginal.weights == theirs.marginal.weights).all()
        assert ours.marginal.chain_lengths == theirs.marginal.chain_lengths
        assert ours.marginal.query.term.type == theirs.marginal.query.term.type
    apart = {"answers", "log_joint", "references", "acceptance", "doubts"}  # compared below
    compared = {f.name for f in fields(Posterior)} - apart - {"origin"}  # the texts of the model are not saved
    for name in compared:
        assert getattr(found, name) == getattr(expected, name), name
    assert repr(found.acceptance) == repr(expected.acceptance)
    assert repr(found.doubts) == repr(expected.doubts)
    assert (found.log_joint is None) == (expected.log_joint is None)
    if expected.log_joint is not None:
        assert found.log_joint is not None
        assert (found.log_joint == expected.log_joint).all()
    assert found.references.keys() == expected.references.keys()
    for function, references in expected.references.items():
        assert found.references[function].items == references.items
        assert (found.references[function].labels == references.labels).all()


@pytest.fixture(params=list(NEEDED))
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    for library in NEEDED[request.param]:
        pytest.importorskip(library)
    path: Path = tmp_path / f"answer{request.param}"
    return path


def there_and_back(found: Posterior, file: Path) -> Posterior:
    found.save(file)
    assert [f.name for f in file.parent.iterdir()] == [file.name]
    return nm.load_posterior(file)


def test_samples_of_all_types_come_back(file: Path) -> None:
    columns = [chain_marginal([values * 3, values * 2], t, f"Q{k} / 2") for k, (t, values) in enumerate(OF_ALL_TYPES)]
    whole = chain_posterior(
        *columns, acceptance={"Gibbs(X)": 0.5, "Never": math.nan}, tries={"Gibbs(X)": 3, "Never": 0}
    )
    whole = replace(
        whole,
        log_joint=np.linspace(-3.0, -2.0, 10),
        references={"F": References(("A", "B"), np.arange(20).reshape(10, 2))},
    )
    same(there_and_back(whole, file), whole)


def test_weighted_samples_and_warnings_come_back(file: Path) -> None:
    whole = posterior(
        marginal([1, 2, 3], [0.2, 0.3, 0.5]), marginal([0.5, None, 0.5], [0.2, 0.3, 0.5], REAL, "Y"), warnings=("a",)
    )
    assert whole.doubts
    same(there_and_back(whole, file), whole)


def test_exact_answers_come_back(file: Path) -> None:
    whole = posterior(
        marginal([1, None], [0.25, 0.75], sampled=False), marginal(["a"], type_=STRING, sampled=False), engine="exact"
    )
    same(there_and_back(whole, file), whole)


def test_doubts_with_infinite_figures_come_back(file: Path) -> None:
    whole = chain_posterior(chain_marginal([[k] * 10 for k in range(4)]))
    assert math.isinf(whole.doubts[0].figures["rhat"])
    same(there_and_back(whole, file), whole)


def test_a_run_comes_back_with_its_world(file: Path) -> None:
    model = nm.Model.from_text(
        "type B; #B ~ Poisson(2.0); random Boolean Red(B b) ~ BooleanDistrib(0.5);"
        "random B Pick ~ UniformChoice({b for B b}); obs Red(Pick) = true; query #B;"
    )
    whole = model.infer(engine="mh", samples=50, burn_in=50, thin=1, chains=2, backend="python")
    assert whole.map_world is not None
    found = there_and_back(whole, file)
    same(found, whole)
    assert str(found.map_world) == str(whole.map_world)


def test_other_programs_find_the_groups_of_arviz_in_netcdf(tmp_path: Path) -> None:
    xarray = pytest.importorskip("xarray")
    pytest.importorskip("h5netcdf")
    draws = autoregressive(0.3, 2, 20, seed=1)
    replace(chain_posterior(chain_marginal(draws.tolist(), REAL)), log_joint=draws.ravel()).save(tmp_path / "a.nc")
    with xarray.open_datatree(tmp_path / "a.nc", engine="h5netcdf") as tree:
        assert tree["posterior"]["X"].dims == ("chain", "draw")
        assert (tree["posterior"]["X"].values == draws).all()
        assert (tree["sample_stats"]["lp"].values == draws).all()


def refused(action: Callable[[], object]) -> str:
    with pytest.raises(BlogError) as caught:
        action()
    return str(caught.value)


ONE = posterior(marginal([1] * 100))


def test_an_ending_that_is_not_known_is_refused(tmp_path: Path) -> None:
    for action in (lambda: ONE.save(tmp_path / "a.txt"), lambda: nm.load_posterior(tmp_path / "a.txt")):
        message = refused(action)
        assert "a.txt has no ending that is known" in message
        assert "the endings are .json, .parquet, .nc, .zarr" in message


def test_places_where_nothing_can_be_written_or_read_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.zarr").mkdir()
    assert "is a folder that exists" in refused(lambda: ONE.save(tmp_path / "a.zarr"))
    assert "does not exist" in refused(lambda: ONE.save(tmp_path / "none" / "a.json"))
    assert "there is no file" in refused(lambda: nm.load_posterior(tmp_path / "a.json"))


def test_a_truncated_file_is_refused(file: Path) -> None:
    ONE.save(file)
    if file.is_dir():
        for part in file.rglob("0"):
            part.write_bytes(part.read_bytes()[:3])
    else:
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    message = refused(lambda: nm.load_posterior(file))
    assert "is not a posterior that can be read: it is damaged, or something else wrote it" in message
    assert "save the posterior again" in message


@pytest.mark.parametrize("text", ['{"format": "other"}', "[]", "3"])
def test_a_foreign_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text)
    assert "holds no posterior of Noumena" in refused(lambda: nm.load_posterior(tmp_path / "a.json"))


def test_a_foreign_table_is_refused(tmp_path: Path) -> None:
    polars = pytest.importorskip("polars")
    polars.DataFrame({"a": [1]}).write_parquet(tmp_path / "a.parquet")
    assert "holds no posterior of Noumena" in refused(lambda: nm.load_posterior(tmp_path / "a.parquet"))


def test_a_foreign_data_set_is_refused(tmp_path: Path) -> None:
    xarray = pytest.importorskip("xarray")
    pytest.importorskip("h5netcdf")
    xarray.Dataset({"a": ("x", [1])}).to_netcdf(tmp_path / "a.nc", engine="h5netcdf")
    assert "holds no posterior of Noumena" in refused(lambda: nm.load_posterior(tmp_path / "a.nc"))


def test_a_later_version_is_refused(tmp_path: Path) -> None:
    ONE.save(tmp_path / "a.json")
    data = json.loads((tmp_path / "a.json").read_text())
    (tmp_path / "a.json").write_text(json.dumps(data | {"version": 2, "noumena": "9.1"}))
    message = refused(lambda: nm.load_posterior(tmp_path / "a.json"))
    assert "was written by Noumena 9.1, in a format that this version does not know" in message


def test_what_was_saved_before_stays_if_saving_fails(tmp_path: Path) -> None:
    ONE.save(tmp_path / "a.json")
    before = (tmp_path / "a.json").read_bytes()
    odd = posterior(marginal([object()] * 100))
    with pytest.raises(TypeError, match="cannot be saved"):
        odd.save(tmp_path / "a.json")
    assert (tmp_path / "a.json").read_bytes() == before
    assert len(list(tmp_path.iterdir())) == 1


def test_a_library_that_is_missing_is_named_with_the_way_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", without)
    for ending, library, extra in ((".parquet", "polars", "frames"), (".nc", "h5netcdf", "arviz")):
        message = refused(lambda ending=ending: ONE.save(tmp_path / f"a{ending}"))  # type: ignore[misc]  # bound now
        assert f"this needs {library}, which is not installed" in message
        assert f"pip install 'noumena[{extra}]'" in message
