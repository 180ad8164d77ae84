"""Studies: simulated games, alone or of two variants on the same deals, measured.

`simulate` plays one variant, `study` two; both answer with means and intervals.
"""

from flohcati_rules.study.players import Player, habits_of, players_of
from flohcati_rules.study.request import LEAST_GAMES
from flohcati_rules.study.runner import Played, Progress, Result, play, play_games
from flohcati_rules.study.search import Search
from flohcati_rules.study.statistics import Estimate
from flohcati_rules.study.studies import Contrast, Simulation, Study, simulate, study

__all__ = [
    "LEAST_GAMES",
    "Contrast",
    "Estimate",
    "Played",
    "Player",
    "Progress",
    "Result",
    "Search",
    "Simulation",
    "Study",
    "habits_of",
    "play",
    "play_games",
    "players_of",
    "simulate",
    "study",
]
