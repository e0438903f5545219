"""A member of a set or an array, each with the same chance."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from noumena.distributions.family import IMPOSSIBLE, Family
from noumena.distributions.parameters import LARGEST_INTEGER, refusal
from noumena.model.types import ArrayType, SetType, Signature, TypeVariable
from noumena.model.values import Bag, Generated, Unused, Value

_T = TypeVariable("T")

_Parameters = tuple[tuple[Value, ...], int]
"""The listed members, and how many members there are with all that the `Unused` ones stand for."""


class UniformChoice(Family[_Parameters]):
    """UniformChoice(S): P(x) = (number of times x occurs in S) / (size of S), for a set or an array S.

    In an abstract instantiation S may have `Unused` members, each of which stands for several objects without an
    identifier. Any such object has probability 1 / size; an identifier of that application which S does not list is
    one of them. The `Unused` member itself has the probability of all its objects together: it may be drawn, and
    the caller then makes an identifier.
    """

    name = "UniformChoice"
    signatures = (Signature((SetType(_T),), _T), Signature((ArrayType(_T),), _T))

    def _read(self, choices: Value) -> _Parameters:
        if not isinstance(choices, Bag | tuple):
            raise refusal("choices", choices, "must be a set or an array")
        members = choices.elements if isinstance(choices, Bag) else choices
        size = sum(map(_number, members))
        if not 0 < size <= LARGEST_INTEGER:
            raise refusal("choices", choices, "must have at least one member, and less than 2^63")
        return members, size

    def _draw(self, rng: np.random.Generator, parameters: _Parameters) -> Value:
        members, size = parameters
        position = int(rng.integers(size))
        for member in members:
            position -= _number(member)
            if position < 0:
                break
        return member

    def _log(self, value: Value, parameters: _Parameters) -> float:
        members, size = parameters
        favourable = sum(_number(member) for member in members if member == value)
        if not favourable and type(value) is Generated:
            favourable = sum(type(m) is Unused and m.number > 0 and m.application == value.application for m in members)
        return math.log(favourable / size) if favourable else IMPOSSIBLE

    def _values(self, parameters: _Parameters) -> Sequence[Value]:
        members, _ = parameters
        return list(dict.fromkeys(member for member in members if _number(member) > 0))


def _number(member: Value) -> int:
    return member.number if type(member) is Unused else 1
