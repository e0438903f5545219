"""Moves for models of a kind, each with its proof, by name: what they write is a proposer like any other."""

from collections.abc import Mapping

from noumena.moves.library.birth_death import BirthDeath
from noumena.moves.library.blocked_gibbs import BlockedGibbs
from noumena.moves.library.conjugate import Conjugate
from noumena.moves.library.delayed_acceptance import DelayedAcceptance
from noumena.moves.library.drift import Drift
from noumena.moves.library.from_data import FromData
from noumena.moves.library.gibbs_reference import GibbsReference
from noumena.moves.library.move_referrer import MoveReferrer
from noumena.moves.library.resegment import Resegment
from noumena.moves.library.restricted_split_merge import RestrictedSplitMerge
from noumena.moves.library.slice import Slice
from noumena.moves.library.smart_merge import SmartMerge
from noumena.moves.library.smart_split import SmartSplit
from noumena.moves.library.split_merge import SplitMerge
from noumena.moves.library.swap_referrers import SwapReferrers
from noumena.moves.library.transfer import Transfer
from noumena.moves.library.when import When
from noumena.moves.library.written import LibraryMove

LIBRARY: Mapping[str, type[LibraryMove]] = {
    move.__name__: move
    for move in (
        BirthDeath,
        BlockedGibbs,
        Conjugate,
        Drift,
        FromData,
        GibbsReference,
        MoveReferrer,
        RestrictedSplitMerge,
        Slice,
        SmartMerge,
        SmartSplit,
        SplitMerge,
        SwapReferrers,
        Transfer,
    )
}
"""The moves by their names, as far as they are told of names and numbers alone."""

__all__ = [
    "LIBRARY",
    "BirthDeath",
    "BlockedGibbs",
    "Conjugate",
    "DelayedAcceptance",
    "Drift",
    "FromData",
    "GibbsReference",
    "LibraryMove",
    "MoveReferrer",
    "Resegment",
    "RestrictedSplitMerge",
    "Slice",
    "SmartMerge",
    "SmartSplit",
    "SplitMerge",
    "SwapReferrers",
    "Transfer",
    "When",
]
