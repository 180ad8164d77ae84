"""Studies: simulated games, alone or of several variants on the same deals, measured.

`simulate` plays one variant, `study` two; `ablate` finds the share of each differing
rule, `sweep` follows one rule along its values. All answer with means and intervals.
"""

from flohcati_rules.study.ablation import Ablation, Part, Step, ablate
from flohcati_rules.study.ladder import Cell, Ladder, ladder
from flohcati_rules.study.plan import LEAST_GAMES, Plan, make_plan
from flohcati_rules.study.players import Player, habits_of, players_of, split_players
from flohcati_rules.study.runner import Played, Result, play
from flohcati_rules.study.runs import Workers, run
from flohcati_rules.study.search import Search
from flohcati_rules.study.statistics import Contrast, Estimate
from flohcati_rules.study.store import Store
from flohcati_rules.study.studies import (
    Run,
    Simulation,
    Skill,
    Study,
    simulate,
    study,
)
from flohcati_rules.study.sweep import Stop, Sweep, sweep
from flohcati_rules.study.tally import Tally, tally_of
from flohcati_rules.study.workers import cluster, processes

__all__ = [
    "LEAST_GAMES",
    "Ablation",
    "Cell",
    "Contrast",
    "Estimate",
    "Ladder",
    "Part",
    "Plan",
    "Played",
    "Player",
    "Result",
    "Run",
    "Search",
    "Simulation",
    "Skill",
    "Step",
    "Stop",
    "Store",
    "Study",
    "Sweep",
    "Tally",
    "Workers",
    "ablate",
    "cluster",
    "habits_of",
    "ladder",
    "make_plan",
    "play",
    "players_of",
    "processes",
    "run",
    "simulate",
    "split_players",
    "study",
    "sweep",
    "tally_of",
]
