"""A posterior as a header of JSON and columns of numbers, and back: what every file format holds.

A column of reals, integers or Booleans is kept as such, with a second column where some are null. Other values are
kept as numbers of different values, which the header lists. Exact answers are in the header alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from noumena.inference.result import Marginal
from noumena.model.expressions import Constant
from noumena.model.model import Query
from noumena.model.values import Value
from noumena.posterior.answer import QueryAnswer
from noumena.posterior.coding import coded_type, coded_value, decoded_type, decoded_value
from noumena.posterior.coreference import References
from noumena.posterior.doubts import Doubt, Kind
from noumena.posterior.map_world import MapWorld
from noumena.posterior.posterior import Posterior, version

FORMAT = "noumena posterior"
VERSION = 1

_PLAIN = (
    "engine",
    "samples",
    "seed",
    "log_evidence",
    "lost_mass",
    "interrupted",
    "backend",
    "chains",
    "burn_in",
    "thin",
    "steps",
    "steps_per_second",
    "stopped_by",
)
_LISTED = ("files", "model_warnings", "run_warnings")
_MAPPED = ("seconds", "acceptance", "shares", "scales", "tries")

Column = npt.NDArray[Any]


@dataclass(frozen=True)
class Archive:
    """What is saved: the header, and columns by their names, all of the same length."""

    header: Mapping[str, Any]
    columns: Mapping[str, Column]


def archived(posterior: Posterior) -> Archive:
    """All that a posterior says, as it can be saved."""
    columns: dict[str, Column] = {}
    queries = [_archived_marginal(k, answer.marginal, columns) for k, answer in enumerate(posterior)]
    if not posterior.exact and len(posterior):
        columns["weight"] = posterior.answers[0].marginal.weights
    if posterior.log_joint is not None:
        columns["log_joint"] = posterior.log_joint
    references = []
    for r, (function, found) in enumerate(posterior.references.items()):
        columns |= {f"r{r}_{i}": column for i, column in enumerate(found.labels.T)}
        references.append({"function": function, "items": list(found.items)})
    header: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "noumena": version(),
        "queries": queries,
        "chain_lengths": list(posterior.answers[0].marginal.chain_lengths) if len(posterior) else [],
        "references": references,
        "map_world": None if posterior.map_world is None else posterior.map_world.to_dict(),
        "doubts": [_coded_doubt(doubt) for doubt in posterior.doubts],
    }
    header |= {name: coded_value(getattr(posterior, name)) for name in _PLAIN}
    header |= {name: list(getattr(posterior, name)) for name in _LISTED}
    for name in _MAPPED:
        held = getattr(posterior, name)
        header[name] = None if held is None else {key: coded_value(x) for key, x in held.items()}
    return Archive(header, columns)


def restored(archive: Archive) -> Posterior:
    """The posterior that was saved; `ValueError`, `KeyError` or `TypeError` if the archive does not hold one."""
    header, columns = archive.header, archive.columns
    lengths = tuple(header["chain_lengths"])
    answers = tuple(
        QueryAnswer(_restored_marginal(k, query, columns, lengths)) for k, query in enumerate(header["queries"])
    )
    fields: dict[str, Any] = {name: decoded_value(header[name]) for name in _PLAIN}
    fields |= {name: tuple(header[name]) for name in _LISTED}
    for name in _MAPPED:
        held = header[name]
        fields[name] = None if held is None else {key: decoded_value(x) for key, x in held.items()}
    references = {
        entry["function"]: References(
            tuple(entry["items"]), np.stack([columns[f"r{r}_{i}"] for i in range(len(entry["items"]))], axis=1)
        )
        for r, entry in enumerate(header["references"])
    }
    world = header["map_world"]
    return Posterior(
        answers,
        **fields,
        doubts=tuple(map(_decoded_doubt, header["doubts"])),
        log_joint=np.asarray(columns["log_joint"], np.float64) if "log_joint" in columns else None,
        map_world=None if world is None else MapWorld.from_dict(world),
        references=references,
    )


def _archived_marginal(k: int, marginal: Marginal, columns: dict[str, Column]) -> dict[str, Any]:
    entry: dict[str, Any] = {"text": marginal.query.text, "type": coded_type(marginal.query.term.type)}
    if not marginal.sampled:
        return entry | {
            "kind": "exact",
            "values": list(map(coded_value, marginal.values)),
            "weights": marginal.weights.tolist(),
        }
    nulls = np.array([x is None for x in marginal.values])
    present = [x for x in marginal.values if x is not None]
    kind = _kind(present)
    if kind != "coded":
        entry |= {"kind": kind, "nulls": bool(nulls.any())}
        filled = [0 if x is None else x for x in marginal.values]
        columns[f"q{k}"] = np.array(filled, {"real": np.float64, "integer": np.int64, "boolean": np.int8}[kind])
        if nulls.any():
            columns[f"q{k}_null"] = nulls.astype(np.int8)
        return entry
    numbers: dict[Value, int] = {}
    codes = [numbers.setdefault(x if x == x else np.nan, len(numbers)) for x in marginal.values]
    columns[f"q{k}"] = np.array(codes, np.int64)
    return entry | {"kind": "coded", "values": list(map(coded_value, numbers))}


def _kind(present: list[Value]) -> str:
    """How values other than null are kept."""
    kinds = {type(x) for x in present}
    if kinds == {bool}:
        return "boolean"
    if kinds == {int} and all(-(2**63) <= x < 2**63 for x in present):
        return "integer"
    return "real" if kinds == {float} else "coded"


def _restored_marginal(
    k: int, entry: Mapping[str, Any], columns: Mapping[str, Column], lengths: tuple[int, ...]
) -> Marginal:
    query = Query(Constant(decoded_type(entry["type"]), None), entry["text"], 0)
    if entry["kind"] == "exact":
        values = tuple(map(decoded_value, entry["values"]))
        return Marginal(query, values, np.array(entry["weights"], np.float64), sampled=False)
    words = np.asarray(columns[f"q{k}"]).tolist()
    if entry["kind"] == "coded":
        known = list(map(decoded_value, entry["values"]))
        values = tuple(known[word] for word in words)
    else:
        if entry["kind"] == "boolean":
            words = list(map(bool, words))
        nulls = np.asarray(columns[f"q{k}_null"]).tolist() if entry["nulls"] else [0] * len(words)
        values = tuple(None if null else word for null, word in zip(nulls, words, strict=True))
    return Marginal(query, values, np.asarray(columns["weight"], np.float64), sampled=True, chain_lengths=lengths)


def _coded_doubt(doubt: Doubt) -> dict[str, Any]:
    return {
        "kind": doubt.kind.value,
        "query": doubt.query,
        "figures": {name: coded_value(x) for name, x in doubt.figures.items()},
        "advice": doubt.advice,
        "severity": coded_value(doubt.severity),
    }


def _decoded_doubt(code: Mapping[str, Any]) -> Doubt:
    figures = {name: decoded_value(x) for name, x in code["figures"].items()}
    return Doubt(Kind(code["kind"]), code["query"], figures, code["advice"], decoded_value(code["severity"]))
