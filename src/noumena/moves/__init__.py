"""Moves that users write, the views through which a move sees the world, and a library of written moves."""

from noumena.moves.library import (
    LIBRARY,
    BirthDeath,
    Drift,
    FromData,
    LibraryMove,
    MoveReferrer,
    RestrictedSplitMerge,
    SplitMerge,
    SwapReferrers,
)
from noumena.moves.mixture import Defaults, Gibbs, Identity, Mixture, Number, Other, Parental, Step, Walk

__all__ = [
    "LIBRARY",
    "BirthDeath",
    "Defaults",
    "Drift",
    "FromData",
    "Gibbs",
    "Identity",
    "LibraryMove",
    "Mixture",
    "MoveReferrer",
    "Number",
    "Other",
    "Parental",
    "RestrictedSplitMerge",
    "SplitMerge",
    "Step",
    "SwapReferrers",
    "Walk",
]
