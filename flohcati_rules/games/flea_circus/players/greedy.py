"""The greedy player: takes as soon as a card on display gains enough."""

from collections.abc import Sequence
from typing import Any

import attrs

from flohcati_rules.games.flea_circus.moves import Move
from flohcati_rules.games.flea_circus.players.answers import answer, own_hand
from flohcati_rules.games.flea_circus.players.worth import best_takes
from flohcati_rules.games.flea_circus.reading import Reading
from flohcati_rules.games.flea_circus.state import State
from flohcati_rules.parameters import parameter, within_range
from flohcati_rules.streams import Stream


@attrs.frozen
class Greedy:
    """Take what adds most points as soon as it adds enough, else reveal.

    Attributes:
        enough: from how many points on a take is good enough.

    """

    enough: int = attrs.field(
        default=2,
        validator=within_range,
        metadata=parameter("from how many points on a take is good enough", 0, 1000),
    )

    def __call__(
        self,
        game: Any,  # noqa: ANN401 - whatever game a study hands over
        state: State,
        moves: tuple[Move, ...],
        stream: Stream,
    ) -> Move:
        """Choose a move by the own hand and what lies open."""
        return answer(game.reading, state, moves, stream, self._stops)

    def _stops(
        self, reading: Reading, state: State, takes: Sequence[Move]
    ) -> list[Move] | None:
        """Return the takes that add most where they add enough, else None."""
        gain, best = best_takes(reading, state.display, own_hand(state), takes)
        return best if gain >= self.enough else None
