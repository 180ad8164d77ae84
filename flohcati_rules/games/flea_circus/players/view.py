"""What a seat sees, as the planner looks at it: no more than the seat may know."""

import attrs

from flohcati_rules.games.flea_circus.cards import (
    CIRCUS,
    CIRCUS_CODES,
    codes_in,
    pile_of,
    size,
)
from flohcati_rules.games.flea_circus.knowledge import never_seen
from flohcati_rules.games.flea_circus.players.worth import caller_points, hand_points
from flohcati_rules.games.flea_circus.reading import Reading
from flohcati_rules.games.flea_circus.rules import TRIO
from flohcati_rules.games.flea_circus.state import State


@attrs.frozen
class View:
    """The table as the seat sees it that is asked.

    Attributes:
        reading: the rules.
        state: the state, of which only what the seat may know is looked at.
        seat: the seat.
        hand: its hand.
        unseen: the bits of the circus cards that it has never seen: those of the
            deck, and hand cards that nobody showed it.

    """

    reading: Reading
    state: State
    seat: int
    hand: int
    unseen: int

    @classmethod
    def of(cls, reading: Reading, state: State) -> "View":
        """Return the view of the seat that is asked."""
        seat = state.turn.asked
        unseen = 0
        for code in state.deck:
            if code < CIRCUS_CODES:
                unseen |= 1 << code
        unseen |= never_seen(state.table.doubts, seat)
        return cls(reading, state, seat, state.hands[seat], unseen)

    @property
    def out(self) -> int:
        """The bits of the cards that anybody may still take."""
        return self.unseen | self.state.display & CIRCUS

    @property
    def others(self) -> list[int]:
        """The other seats, by their places."""
        return [seat for seat in range(len(self.state.hands)) if seat != self.seat]

    def may_hold(self, other: int) -> int:
        """Return the pile of the cards that another seat has, as far as is known.

        Of a card that may be in several hands, each of them is thought to have it.
        """
        hand, doubts = self.state.hands[other], self.state.table.doubts
        if not doubts.cards or not hand:
            return hand
        bits = hand & CIRCUS & ~doubts.cards | doubts.thought[self.seat][other]
        return pile_of(codes_in(bits))

    def wins_by_gala(self, hand: int) -> bool:
        """Tell whether a gala with this hand would win, alone, as far as is known."""
        reading = self.reading
        if not reading.may_call(hand):
            return False
        total = caller_points(reading, hand) + self._laid(self.seat)
        return all(
            total > hand_points(reading, self.may_hold(other)) + self._laid(other)
            for other in self.others
        )

    def _laid(self, seat: int) -> int:
        """Return the points of the trios in front of a seat."""
        points = self.reading.rules.trio_points
        counts = map(size, self.state.table.trios[seat])
        return sum(points if count == TRIO else points * count for count in counts)
