"""Verification: is a reading of a rule text right, and would anything notice?"""

from flohcati_rules.verify.baseline import Baseline, baseline
from flohcati_rules.verify.changes import Change, all_changes, changes
from flohcati_rules.verify.copies import read_copy
from flohcati_rules.verify.coverage import (
    ClauseCover,
    Coverage,
    EndingCover,
    ValueCover,
    coverage,
)
from flohcati_rules.verify.drafts import draft_house, draft_profile, draft_scenario
from flohcati_rules.verify.fit import Fit, fit
from flohcati_rules.verify.gathering import Gathered, gather
from flohcati_rules.verify.kit import Kit, make_kit
from flohcati_rules.verify.matrix import Agreement, Cell, Matrix, Row, matrix
from flohcati_rules.verify.misreadings import misreadings
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
from flohcati_rules.verify.sheets import (
    PartialRecord,
    read_partial_record,
    read_played,
)
from flohcati_rules.verify.trace import Trace, trace

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
    "Fit",
    "Gathered",
    "Kit",
    "Matrix",
    "Mutant",
    "MutantRun",
    "PartialRecord",
    "Reading",
    "Register",
    "Row",
    "Searching",
    "Trace",
    "ValueCover",
    "all_changes",
    "any_difference",
    "baseline",
    "changes",
    "coverage",
    "draft_house",
    "draft_profile",
    "draft_scenario",
    "fit",
    "gather",
    "make_kit",
    "matrix",
    "misreadings",
    "mutants",
    "read_copy",
    "read_partial_record",
    "read_played",
    "readings",
    "trace",
]
