"""Comparison: what distinguishes two variants of a game."""

from flohcati_rules.compare.diff import Diff, PointDiff, diff

__all__ = ["Diff", "PointDiff", "diff"]
