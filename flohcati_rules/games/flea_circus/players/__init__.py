"""The players of the flea circus: who may be asked to play simulated games.

A player is told the legal moves and may look at what its own seat knows.
"""

from flohcati_rules.games.flea_circus.players.cautious import Cautious
from flohcati_rules.games.flea_circus.players.greedy import Greedy
from flohcati_rules.games.flea_circus.players.planner import Planner
from flohcati_rules.games.flea_circus.players.roster import PLAYERS
from flohcati_rules.games.flea_circus.players.uniform import uniform

__all__ = ["PLAYERS", "Cautious", "Greedy", "Planner", "uniform"]
