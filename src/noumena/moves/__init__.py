"""Moves that users write, the views through which a move sees the world, and a library of written moves."""

from noumena.moves.library import (
    LIBRARY,
    BirthDeath,
    BlockedGibbs,
    Conjugate,
    Drift,
    FromData,
    GibbsReference,
    LibraryMove,
    MoveReferrer,
    Slice,
    SplitMerge,
    SwapReferrers,
)
from noumena.moves.mixture import Defaults, Gibbs, Identity, Mixture, Number, Other, Parental, Step, Walk

__all__ = [
    "LIBRARY",
    "BirthDeath",
    "BlockedGibbs",
    "Conjugate",
    "Defaults",
    "Drift",
    "FromData",
    "Gibbs",
    "GibbsReference",
    "Identity",
    "LibraryMove",
    "Mixture",
    "MoveReferrer",
    "Number",
    "Other",
    "Parental",
    "Slice",
    "SplitMerge",
    "Step",
    "SwapReferrers",
    "Walk",
]
