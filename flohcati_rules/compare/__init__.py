"""Comparison: what distinguishes two variants of a game."""

from flohcati_rules.compare.diff import Diff, PointDiff, diff
from flohcati_rules.compare.partings import Parting, Unplayable, partings, unplayable

__all__ = [
    "Diff",
    "Parting",
    "PointDiff",
    "Unplayable",
    "diff",
    "partings",
    "unplayable",
]
