"""Moves that users write, the views through which a move sees the world, and a library of written moves."""

from noumena.moves.blocks import blocks
from noumena.moves.candidates import Candidates
from noumena.moves.canopies import canopies
from noumena.moves.library import (
    LIBRARY,
    BirthDeath,
    BlockedGibbs,
    Conjugate,
    DelayedAcceptance,
    Drift,
    FromData,
    GibbsReference,
    LibraryMove,
    MoveReferrer,
    Resegment,
    RestrictedSplitMerge,
    Slice,
    SmartMerge,
    SmartSplit,
    SplitMerge,
    SwapReferrers,
    Transfer,
    When,
)
from noumena.moves.mixture import Defaults, Gibbs, Identity, Mixture, Number, Other, Parental, Step, Walk
from noumena.moves.rows import Cycle, Repeat

__all__ = [
    "LIBRARY",
    "BirthDeath",
    "BlockedGibbs",
    "Candidates",
    "Conjugate",
    "Cycle",
    "Defaults",
    "DelayedAcceptance",
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
    "Repeat",
    "Resegment",
    "RestrictedSplitMerge",
    "Slice",
    "SmartMerge",
    "SmartSplit",
    "SplitMerge",
    "Step",
    "SwapReferrers",
    "Transfer",
    "Walk",
    "When",
    "blocks",
    "canopies",
]
