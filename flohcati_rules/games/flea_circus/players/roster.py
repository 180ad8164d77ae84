"""The players of the flea circus by name."""

from collections.abc import Mapping
from types import MappingProxyType

from flohcati_rules.game import Player
from flohcati_rules.games.flea_circus.players.cautious import Cautious
from flohcati_rules.games.flea_circus.players.greedy import Greedy
from flohcati_rules.games.flea_circus.players.planner import Planner
from flohcati_rules.games.flea_circus.players.uniform import uniform

PLAYERS: Mapping[str, Player] = MappingProxyType(
    {
        "uniform": uniform,
        "cautious": Cautious(),
        "greedy": Greedy(),
        "planner": Planner(),
    }
)
"""The players by name."""
