"""Scenarios: given a position, when these moves are made, then this is so."""

from flohcati_rules.scenarios.expectations import EXPECTED, expectable
from flohcati_rules.scenarios.loading import load_scenarios
from flohcati_rules.scenarios.model import (
    Citation,
    Condition,
    Entry,
    Expectation,
    Finding,
    Result,
    Scenario,
    Step,
    Verdict,
    Written,
)
from flohcati_rules.scenarios.outcomes import Outcomes, outcomes
from flohcati_rules.scenarios.running import run
from flohcati_rules.scenarios.shipped import shipped_scenarios, variants_for
from flohcati_rules.scenarios.telling import tell_problems, tell_result

__all__ = [
    "EXPECTED",
    "Citation",
    "Condition",
    "Entry",
    "Expectation",
    "Finding",
    "Outcomes",
    "Result",
    "Scenario",
    "Step",
    "Verdict",
    "Written",
    "expectable",
    "load_scenarios",
    "outcomes",
    "run",
    "shipped_scenarios",
    "tell_problems",
    "tell_result",
    "variants_for",
]
