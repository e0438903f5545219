"""Moves that users write, the views through which a move sees the world, and a library of written moves."""

from noumena.moves.library import (
    LIBRARY,
    BirthDeath,
    Drift,
    FromData,
    LibraryMove,
    MoveReferrer,
    SplitMerge,
    SwapReferrers,
)

__all__ = ["LIBRARY", "BirthDeath", "Drift", "FromData", "LibraryMove", "MoveReferrer", "SplitMerge", "SwapReferrers"]
