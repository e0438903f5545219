"""Posteriors in files: JSON, Parquet, NetCDF and Zarr, by the ending of the file's name.

A file is written beside its place and then put there, so that what stood there before is not lost half-way.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from noumena.model.diagnostics import BlogError, refused
from noumena.posterior.archive import FORMAT, VERSION, Archive, archived, restored
from noumena.posterior.coding import coded_value, decoded_value
from noumena.posterior.frames import arviz_groups, library
from noumena.posterior.posterior import Posterior

_HEADER = "noumena"
_GROUP = "noumena"


def save(posterior: Posterior, path: str | os.PathLike[str]) -> None:
    """Writes a posterior to a file that `load_posterior` reads; the ending .json, .parquet, .nc or .zarr says how."""
    target = Path(path)
    kind = _format(target)
    if target.is_dir():
        raise refused(f"{target} is a folder that exists", "give another name, or remove it first")
    if not target.parent.is_dir():
        raise refused(f"the folder {target.parent} does not exist", "make it first, or give another name")
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".noumena-") as folder:
        written = Path(folder) / f"posterior{target.suffix}"
        kind.write(written, archived(posterior), posterior)
        os.replace(written, target)


def load_posterior(path: str | os.PathLike[str]) -> Posterior:
    """The posterior that was saved in a file; a `BlogError` says what is wrong with one that cannot be read."""
    source = Path(path)
    kind = _format(source)
    if not source.exists():
        raise refused(f"there is no file {source}", "give the name of a file that `posterior.save` wrote")
    try:
        archive = kind.read(source)
        _check(archive.header, source)
        return restored(archive)
    except BlogError:
        raise
    except Exception as error:  # what other libraries raise at a damaged file is theirs to choose
        what = f"{source} is not a posterior that can be read: it is damaged, or something else wrote it"
        raise refused(what, "save the posterior again with `posterior.save`") from error


def _check(header: Mapping[str, Any], source: Path) -> None:
    """`BlogError` if a file is none of ours, or of a later version."""
    if not isinstance(header, Mapping) or header.get("format") != FORMAT:
        raise refused(f"{source} holds no posterior of Noumena", "give the name of a file that `posterior.save` wrote")
    if header["version"] > VERSION:
        what = f"{source} was written by Noumena {header['noumena']}, in a format that this version does not know"
        raise refused(what, "install that version or a later one")


class _Format(NamedTuple):
    write: Callable[[Path, Archive, Posterior], None]
    read: Callable[[Path], Archive]


def _format(path: Path) -> _Format:
    if path.suffix not in _FORMATS:
        raise refused(f"{path.name} has no ending that is known", f"the endings are {', '.join(_FORMATS)}")
    return _FORMATS[path.suffix]


def _write_json(path: Path, archive: Archive, posterior: Posterior) -> None:
    columns = {name: list(map(coded_value, column.tolist())) for name, column in archive.columns.items()}
    path.write_text(json.dumps({**archive.header, "columns": columns}, allow_nan=False), encoding="utf-8")


def _read_json(path: Path) -> Archive:
    data = json.loads(path.read_text(encoding="utf-8"))
    _check(data, path)
    columns = {name: np.array(list(map(decoded_value, column))) for name, column in data.pop("columns").items()}
    return Archive(data, columns)


def _write_parquet(path: Path, archive: Archive, posterior: Posterior) -> None:
    polars = library("polars", "frames")
    polars.DataFrame(dict(archive.columns)).write_parquet(path, metadata={_HEADER: json.dumps(archive.header)})


def _read_parquet(path: Path) -> Archive:
    polars = library("polars", "frames")
    header = json.loads(polars.read_parquet_metadata(path).get(_HEADER, "null"))
    _check(header, path)
    frame = polars.read_parquet(path)
    return Archive(header, {name: frame[name].to_numpy() for name in frame.columns})


def _tree(archive: Archive, posterior: Posterior) -> Any:
    """The columns as a group of their own, beside the groups that ArviZ reads where it can take such samples."""
    xarray = library("xarray", "arviz")
    text = np.frombuffer(json.dumps(archive.header).encode(), np.uint8)
    columns = {name: ("sample", column) for name, column in archive.columns.items()}
    groups = {_GROUP: xarray.Dataset({"header": ("byte", text), **columns})}
    with contextlib.suppress(BlogError):  # of exact and weighted answers there are none
        for group, variables in arviz_groups(posterior).items():
            groups[group] = xarray.Dataset({name: (_axes(name, x), x) for name, x in variables.items()})
    return xarray.DataTree.from_dict(groups)


def _axes(name: str, array: npt.NDArray[Any]) -> tuple[str, ...]:
    return ("chain", "draw", *(f"{name}_dim_{k}" for k in range(array.ndim - 2)))


def _archive_of(tree: Any) -> Archive:
    if _GROUP not in tree.children:
        return Archive({}, {})
    group = tree[_GROUP].to_dataset().load()
    header = json.loads(group["header"].values.astype(np.uint8).tobytes())
    return Archive(header, {name: group[name].values for name in group.data_vars if name != "header"})


def _write_netcdf(path: Path, archive: Archive, posterior: Posterior) -> None:
    library("h5netcdf", "arviz")
    _tree(archive, posterior).to_netcdf(path, engine="h5netcdf")


def _read_netcdf(path: Path) -> Archive:
    library("h5netcdf", "arviz")
    with library("xarray", "arviz").open_datatree(path, engine="h5netcdf") as tree:
        return _archive_of(tree)


def _write_zarr(path: Path, archive: Archive, posterior: Posterior) -> None:
    library("zarr", "arviz")
    try:
        _tree(archive, posterior).to_zarr(path, consolidated=False, zarr_format=2)
    except BaseException:
        shutil.rmtree(path, ignore_errors=True)
        raise


def _read_zarr(path: Path) -> Archive:
    library("zarr", "arviz")
    with library("xarray", "arviz").open_datatree(path, engine="zarr", consolidated=False) as tree:
        return _archive_of(tree)


_FORMATS: Mapping[str, _Format] = {
    ".json": _Format(_write_json, _read_json),
    ".parquet": _Format(_write_parquet, _read_parquet),
    ".nc": _Format(_write_netcdf, _read_netcdf),
    ".zarr": _Format(_write_zarr, _read_zarr),
}
