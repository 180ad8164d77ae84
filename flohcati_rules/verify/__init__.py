"""Verification: is a reading of a rule text right, and would anything notice?"""

from flohcati_rules.verify.baseline import Baseline, baseline
from flohcati_rules.verify.changes import Change, all_changes, changes
from flohcati_rules.verify.coverage import (
    ClauseCover,
    Coverage,
    EndingCover,
    ValueCover,
    coverage,
)
from flohcati_rules.verify.gathering import Gathered, gather
from flohcati_rules.verify.matrix import Agreement, Cell, Matrix, Row, matrix
from flohcati_rules.verify.mutants import (
    Broken,
    Fate,
    Mutant,
    MutantRun,
    Searching,
    any_difference,
    mutants,
)
from flohcati_rules.verify.readings import Alternative, Reading, Register, readings

__all__ = [
    "Agreement",
    "Alternative",
    "Baseline",
    "Broken",
    "Cell",
    "Change",
    "ClauseCover",
    "Coverage",
    "EndingCover",
    "Fate",
    "Gathered",
    "Matrix",
    "Mutant",
    "MutantRun",
    "Reading",
    "Register",
    "Row",
    "Searching",
    "ValueCover",
    "all_changes",
    "any_difference",
    "baseline",
    "changes",
    "coverage",
    "gather",
    "matrix",
    "mutants",
    "readings",
]
