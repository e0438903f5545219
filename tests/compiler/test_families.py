"""The table of kernels covers every scalar family, and says of each what its signatures say."""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from dataclasses import FrozenInstanceError

import pytest

from noumena.compiler.families import NATIVE_FAMILIES
from noumena.distributions import BUILT_IN
from noumena.model.types import BOOLEAN, INTEGER, REAL, Signature, Type

KINDS: dict[Type, str] = {BOOLEAN: "i", INTEGER: "i", REAL: "r"}
LETTERS = {"int": "i", "float": "r"}


def scalar_signatures(name: str) -> list[Signature]:
    """The signatures of a family without matrices, strings, maps and the like."""
    signatures = BUILT_IN[name].signatures
    return [s for s in signatures if not s.variadic and {*s.parameters, s.result} <= KINDS.keys()]


def scalar_families() -> Iterator[str]:
    """The names of the families that have such a signature, without aliases."""
    for name, family in BUILT_IN.items():
        if family.name == name and scalar_signatures(name):
            yield name


def test_every_scalar_family_has_kernels_and_no_other() -> None:
    assert sorted(NATIVE_FAMILIES) == sorted(scalar_families())


@pytest.mark.parametrize("name", NATIVE_FAMILIES)
def test_signatures_agree(name: str) -> None:
    family = NATIVE_FAMILIES[name]
    lengths = {len(family.parameters), len(family.parameters) - len(family.defaults)}
    expected = {(family.parameters[:length], family.result) for length in lengths}
    stated = {("".join(KINDS[t] for t in s.parameters), KINDS[s.result]) for s in scalar_signatures(name)}
    assert stated == expected


@pytest.mark.parametrize("name", [n for n, family in NATIVE_FAMILIES.items() if family.defaults])
def test_defaults_are_those_of_the_family(name: str) -> None:
    family, given = NATIVE_FAMILIES[name], BUILT_IN[name]
    first = (2.5,) * (len(family.parameters) - len(family.defaults))
    for x in (-1.0, 0.0, 3.0):
        assert given.log_prob(x, *first) == given.log_prob(x, *first, *family.defaults)


@pytest.mark.parametrize("name", NATIVE_FAMILIES)
def test_the_functions_take_and_give_what_the_table_says(name: str) -> None:
    family = NATIVE_FAMILIES[name]
    module = importlib.import_module(f"noumena.runtime.kernel.{family.module}")
    for verb, first, result in [
        ("valid", "", "bool"),
        ("log", family.result, "float"),
        ("sample", "w", {"i": "int", "r": "float"}[family.result]),
    ]:
        signature = inspect.signature(getattr(module, f"{verb}_{family.stem}"))
        given = [LETTERS.get(parameter.annotation, "w") for parameter in signature.parameters.values()]
        assert "".join(given) == first + family.parameters
        assert signature.return_annotation == result


@pytest.mark.parametrize("name", NATIVE_FAMILIES)
def test_stems_are_the_names_in_small_letters(name: str) -> None:
    assert re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower() == NATIVE_FAMILIES[name].stem


def test_the_table_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        NATIVE_FAMILIES["Poisson"] = NATIVE_FAMILIES["Gamma"]  # type: ignore[index]  # what must fail
    with pytest.raises(FrozenInstanceError):
        NATIVE_FAMILIES["Poisson"].stem = "gamma"  # type: ignore[misc]  # what must fail
