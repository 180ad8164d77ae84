"""Comparison: what distinguishes two variants of a game."""

from flohcati_rules.compare.diff import Diff, PointDiff, diff
from flohcati_rules.compare.partings import Parting, partings

__all__ = ["Diff", "Parting", "PointDiff", "diff", "partings"]
