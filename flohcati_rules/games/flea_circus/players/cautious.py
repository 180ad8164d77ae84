"""The cautious player: reveals while a bust is unlikely enough."""

from collections.abc import Sequence
from typing import Any

import attrs

from flohcati_rules.games.flea_circus.moves import Move
from flohcati_rules.games.flea_circus.players.answers import answer, own_hand
from flohcati_rules.games.flea_circus.players.risk import risk
from flohcati_rules.games.flea_circus.players.worth import best_takes
from flohcati_rules.games.flea_circus.reading import Reading
from flohcati_rules.games.flea_circus.state import State
from flohcati_rules.parameters import parameter, within_range
from flohcati_rules.streams import Stream

MILLION = 1_000_000


@attrs.frozen
class Cautious:
    """Reveal while a bust is unlikely, then take the card that adds most points.

    Attributes:
        bound: how likely a bust may be for one more reveal; millionths count.

    """

    bound: float = attrs.field(
        default=0.1,
        validator=within_range,
        metadata=parameter("how likely a bust may be for one more reveal", 0, 1),
    )

    def __call__(
        self,
        game: Any,  # noqa: ANN401 - whatever game a study hands over
        state: State,
        moves: tuple[Move, ...],
        stream: Stream,
    ) -> Move:
        """Choose a move by what the seat has seen."""
        return answer(game.reading, state, moves, stream, self._stops)

    def _stops(
        self, reading: Reading, state: State, takes: Sequence[Move]
    ) -> list[Move] | None:
        """Return the takes that add most where a bust is too likely, else None."""
        bad, size = risk(reading, state, state.turn.seat)
        if bad * MILLION <= round(self.bound * MILLION) * size:
            return None
        return best_takes(reading, state.display, own_hand(state), takes)[1]
