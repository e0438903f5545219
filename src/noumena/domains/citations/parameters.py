"""The file of learned parameters: counts as JSON, packed by gzip. `priors.json.gz` ships with the package."""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from noumena.domains.citations.name_prior import GivenPrior, MiddleCounts, MiddlePrior, SurnamePrior
from noumena.domains.citations.spelling import SpellingCounts, TableCounts
from noumena.domains.citations.title_prior import SIGN_CONTEXTS, TitleCounts, TitlePrior
from noumena.model.diagnostics import refused
from noumena.model.reading import read_bytes, reason, shown_name

SHIPPED = Path(__file__).with_name("priors.json.gz")
VERSION = 1
_KIND = "noumena citation priors"
_HINT = "noumena citations learn BIBLIOGRAPHY -o PARAMETERS makes such a file"
_GZIP = b"\x1f\x8b"
_SEPARATOR = ","
"""Between words in the file: no word or name has a comma."""


@dataclass(frozen=True, slots=True)
class Parameters:
    """What was counted for each prior."""

    titles: TitleCounts
    surnames: TableCounts
    given: TableCounts
    middle: MiddleCounts


@dataclass(frozen=True, slots=True)
class Priors:
    """The priors of a citation model: each has `sample(rng)` and `log_prob(value)`."""

    titles: TitlePrior
    surnames: SurnamePrior
    given: GivenPrior
    middle: MiddlePrior


def priors_of(parameters: Parameters) -> Priors:
    """The distributions with these parameters. Raises `ValueError` where the counts contradict each other."""
    return Priors(
        TitlePrior(parameters.titles),
        SurnamePrior(parameters.surnames),
        GivenPrior(parameters.given),
        MiddlePrior(parameters.middle),
    )


def read_priors(path: str | Path = SHIPPED) -> Priors:
    """The distributions of a file of parameters; raises `BlogError` for a file that is not one, or not whole."""
    name = shown_name(str(path))
    try:
        return priors_of(read_parameters(path))
    except ValueError as error:
        raise refused(f"{name}: these parameters contradict each other: {error}", _HINT) from None


def read_parameters(path: str | Path = SHIPPED) -> Parameters:
    """The parameters in a file; raises `BlogError` for a file that is not one, or not whole."""
    name = shown_name(str(path))
    content = _content(name, read_bytes(str(path)))
    if content.get("version") != VERSION:
        message = (
            f"{name}: these parameters are of version {content.get('version')!r}, and only {VERSION} is known here"
        )
        raise refused(message, f"learn them again: {_HINT}")
    try:
        return _parameters(content)
    except KeyError as error:
        raise refused(f"{name}: these parameters are not whole: {error} is missing", _HINT) from None
    except (TypeError, ValueError, IndexError, AttributeError) as error:
        raise refused(f"{name}: these parameters are not understood: {error}", _HINT) from None


def write_parameters(path: str | Path, parameters: Parameters) -> int:
    """Writes the file and gives its size in bytes; the same parameters give the same bytes."""
    titles = parameters.titles
    numbers = {word: number for number, word in enumerate(titles.words.counts)}
    content = {
        "kind": _KIND,
        "version": VERSION,
        "titles": {
            "lengths": titles.lengths,
            "separators": titles.separators,
            "ends": titles.ends,
            "words": _packed_table(titles.words),
            "discount": titles.discount,
            "pairs": [_packed_pairs(titles, context, numbers) for context in chain(SIGN_CONTEXTS, titles.words.counts)],
        },
        "surnames": _packed_table(parameters.surnames),
        "given": _packed_table(parameters.given),
        "middle": {"numbers": parameters.middle.numbers, "letters": parameters.middle.letters},
    }
    packed = gzip.compress(json.dumps(content, separators=(",", ":")).encode(), compresslevel=9, mtime=0)
    try:
        Path(path).write_bytes(packed)
    except OSError as error:
        raise refused(f"cannot write {path}: {reason(error)}") from None
    return len(packed)


def _content(name: str, data: bytes) -> dict[str, Any]:
    """The object in the file, once it is known to be one of ours."""
    content = None
    if data.startswith(_GZIP):
        try:
            content = json.loads(gzip.decompress(data))
        except (OSError, EOFError, zlib.error) as error:
            raise refused(f"{name}: this file is damaged or cut short: {error}", f"get it again; {_HINT}") from None
        except (ValueError, RecursionError):
            pass  # something else is packed in it
    if not isinstance(content, dict) or content.get("kind") != _KIND:
        raise refused(f"{name}: this is no file of parameters of citations", _HINT)
    return content


def _parameters(content: Mapping[str, Any]) -> Parameters:
    titles, middle = content["titles"], content["middle"]
    words = _table(titles["words"])
    listed = list(words.counts)
    contexts = [*SIGN_CONTEXTS, *listed]
    totals, followers = {}, {}
    for context, (total, *pairs) in zip(contexts, titles["pairs"], strict=True):
        if pairs:
            totals[context] = _count(total)
            followers[context] = {listed[_count(w)]: _count(n) for w, n in zip(pairs[::2], pairs[1::2], strict=True)}
    return Parameters(
        TitleCounts(
            tuple(map(_count, titles["lengths"])),
            _two(titles["separators"]),
            _two(titles["ends"]),
            words,
            totals,
            followers,
            _real(titles["discount"]),
        ),
        _table(content["surnames"]),
        _table(content["given"]),
        MiddleCounts(tuple(map(_count, middle["numbers"])), _counts(middle["letters"])),
    )


def _packed_table(table: TableCounts) -> dict[str, Any]:
    return {
        "words": _SEPARATOR.join(table.counts),
        "counts": list(table.counts.values()),
        "rest": table.rest,
        "discount": table.discount,
        "order": table.spelling.order,
        "letters": table.spelling.followers,
    }


def _packed_pairs(titles: TitleCounts, context: str, numbers: Mapping[str, int]) -> list[int]:
    """The total of a context, then number and count of each word in it."""
    pairs = ((numbers[word], count) for word, count in titles.followers.get(context, {}).items())
    return [titles.totals.get(context, 0), *chain.from_iterable(sorted(pairs))]


def _table(packed: Mapping[str, Any]) -> TableCounts:
    words = packed["words"].split(_SEPARATOR) if packed["words"] else []
    counts = dict(zip(words, map(_count, packed["counts"]), strict=True))
    if len(counts) < len(words):
        raise ValueError("a word comes twice in a table")
    letters = {context: _counts(followers) for context, followers in packed["letters"].items()}
    return TableCounts(
        counts, _count(packed["rest"]), _real(packed["discount"]), SpellingCounts(_count(packed["order"]), letters)
    )


def _two(packed: Any) -> tuple[Mapping[str, int], Mapping[str, int]]:
    outside, within = packed
    return _counts(outside), _counts(within)


def _counts(packed: Mapping[str, Any]) -> dict[str, int]:
    return {key: _count(value) for key, value in packed.items()}


def _count(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError(f"{value!r} is no count")
    return value


def _real(value: Any) -> float:
    if type(value) not in (int, float):
        raise ValueError(f"{value!r} is no number")
    return float(value)
