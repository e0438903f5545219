"""Moves for models of a kind, each with its proof, by name: what they write is a proposer like any other."""

from collections.abc import Mapping

from noumena.moves.library.birth_death import BirthDeath
from noumena.moves.library.delayed_acceptance import DelayedAcceptance
from noumena.moves.library.drift import Drift
from noumena.moves.library.from_data import FromData
from noumena.moves.library.move_referrer import MoveReferrer
from noumena.moves.library.restricted_split_merge import RestrictedSplitMerge
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
        Drift,
        FromData,
        MoveReferrer,
        RestrictedSplitMerge,
        SmartMerge,
        SmartSplit,
        SplitMerge,
        SwapReferrers,
    )
}
"""The moves by their names, as far as they are told of names and numbers alone."""

__all__ = [
    "LIBRARY",
    "BirthDeath",
    "DelayedAcceptance",
    "Drift",
    "FromData",
    "LibraryMove",
    "MoveReferrer",
    "RestrictedSplitMerge",
    "SmartMerge",
    "SmartSplit",
    "SplitMerge",
    "SwapReferrers",
    "Transfer",
    "When",
]
