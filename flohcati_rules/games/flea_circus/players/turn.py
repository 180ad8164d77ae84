"""The expected value of a turn: what stopping, revealing and requests are worth."""

from collections.abc import Sequence
from functools import cached_property
from typing import assert_never

from flohcati_rules.games.flea_circus.cards import (
    ACTIONS,
    CHAIN,
    CIRCUS,
    COLOUR_MASK,
    DRAW,
    UNIT,
    codes_in,
    colours_in,
    pile_of,
    size,
)
from flohcati_rules.games.flea_circus.legality import opponents
from flohcati_rules.games.flea_circus.moves import Demand, Direction, Draw
from flohcati_rules.games.flea_circus.players.prospects import Prospects
from flohcati_rules.games.flea_circus.players.view import View
from flohcati_rules.games.flea_circus.rules import HALVED, BustLoses

WIN = 1000.0
"""What a take is worth after which a gala wins: more than any points."""

ALL = -2
"""Stands for the whole display where a card is expected."""

NOTHING_GIVEN = -0.1
"""What a request is worth that is known to be in vain."""


class Turn:
    """What a turn may bring to the seat that is asked.

    Args:
        view: what the seat sees.
        chance: the chance of a card that is out to come to one seat.
        denial: what a point for the next seat costs, in points.

    """

    def __init__(self, view: View, chance: float, denial: float) -> None:
        """Look at the own prospects; the rest is looked up when it is asked for."""
        self.view = view
        self.chance = chance
        self.denial = denial
        self.own = Prospects(view.reading, view.hand, view.out, chance)
        missing = view.reading.every_colour & ~colours_in(view.hand)
        self._one_short = view.reading.gala and missing & (missing - 1) == 0
        self._gains: dict[int, float] = {}
        self._nexts: dict[int, float] = {}

    # ------------------------------------------------------------ cards

    def gain(self, code: int) -> float:
        """Return what a card is worth to the seat."""
        known = self._gains.get(code)
        if known is None:
            known = self.own.gain(code)
            if self._one_short and self._wins_with(UNIT[code]):
                known += WIN
            self._gains[code] = known
        return known

    def gain_of_all(self, cards: Sequence[int]) -> float:
        """Return what all of some displayed cards are worth together."""
        total = sum(map(self.gain, cards))
        return total + (WIN if self._wins_with(pile_of(cards)) else 0.0)

    def stop(self, cards: Sequence[int]) -> tuple[float, int]:
        """Return what taking the best of some cards is worth, and which that is.

        It may be ``ALL`` of them. What is left on display is there for the next seat.
        """
        first, second, richest = 0.0, 0.0, -1
        for code in cards:
            value = self._next_gain(code)
            if value > first:
                first, second, richest = value, first, code
            elif value > second:
                second = value
        best, taken = -self.left(cards), -1
        for place, code in enumerate(cards):
            value = self.gain(code) - (second if code == richest else first)
            if value > best or not place:
                best, taken = value, code
        if self.view.reading.take_all and len(cards) > 1:
            everything = self.gain_of_all(cards)
            if everything > best:
                return everything, ALL
        return best, taken

    def left(self, cards: Sequence[int]) -> float:
        """Return what it costs to leave some cards to the next seat."""
        return max(map(self._next_gain, cards), default=0.0)

    def _wins_with(self, cards: int) -> bool:
        return self.view.wins_by_gala(self.view.hand + cards)

    def _next_gain(self, code: int) -> float:
        if not self.denial:
            return 0.0
        known = self._nexts.get(code)
        if known is None:
            known = self._nexts[code] = self.denial * self._next.gain(code)
        return known

    @cached_property
    def _next(self) -> Prospects:
        state = self.view.state
        return self.of((state.turn.seat + 1) % len(state.hands))

    def of(self, other: int) -> Prospects:
        """Return the prospects of another seat, as far as its hand is known."""
        view = self.view
        hand = view.may_hold(other)
        out = view.out & ~hand
        return Prospects(view.reading, hand, out, self.chance)

    # ------------------------------------------------------------ revealing

    def reveal(self, cards: Sequence[int]) -> float:
        """Return what one more reveal is worth, the best take following it."""
        view = self.view
        reading, deck = view.reading, view.state.deck
        if len(deck) == 1 and reading.cut_short:
            return -1.0
        rivals = 0
        for code in cards:
            rivals |= reading.rivals[code]
        unseen = view.unseen
        total = 0.0
        actions = {kind: deck.count(kind) for kind in ACTIONS}
        circus = len(deck) - sum(actions.values())
        if circus:
            for code in codes_in(unseen & ~rivals):
                total += self.stop([*cards, code])[0]
            total -= (unseen & rivals).bit_count() * self._bust
            total *= circus / unseen.bit_count()
        for kind, count in actions.items():
            if count:
                total += count * self._action(kind, cards)
        return total / len(deck)

    @cached_property
    def _bust(self) -> float:
        """What a bust costs: cards of the hand, and what stays for the next seat."""
        view = self.view
        state, hand = view.state, view.hand
        match view.reading.rules.bust_loses:
            case BustLoses.NEW_CARD:
                stays = state.display
            case BustLoses.CARDS_OF_THIS_TURN:
                stays = state.display & ~state.turned
            case BustLoses.WHOLE_DISPLAY:
                stays = 0
            case _:
                assert_never(view.reading.rules.bust_loses)
        cost = self.left([*codes_in(stays & CIRCUS)])
        if view.reading.half_lost and size(hand) >= HALVED:
            losses = sorted(map(self.own.loss, codes_in(hand & CIRCUS)))
            cost += sum(losses[: len(losses) // 2])
        return cost

    def _action(self, kind: int, cards: Sequence[int]) -> float:
        """Return what an action card is worth when it turns up."""
        if kind == CHAIN:
            return self._chain(cards)
        value = self._best_draw if kind == DRAW else self._best_demand
        if self.view.reading.action_ends_turn:
            return value - self.left(cards)
        return value + self.stop(cards)[0]

    def _chain(self, cards: Sequence[int]) -> float:
        """Return what a chain is worth: the best of the cards it may turn up."""
        reading = self.view.reading
        kinds = reading.deck.highest + 1 if reading.by_number else reading.colours
        more, goes_on = 0.0, 1.0
        for shown in range(len(cards), kinds):
            goes_on *= 1 - shown / kinds
            more += goes_on
        gains = self._sorted_gains
        shown_best = max(map(self.gain, cards), default=0.0)
        if gains:
            # The best of so many is about as good as that share of all.
            at = min(len(gains) - 1, int(len(gains) * more / (more + 1)))
            shown_best = max(shown_best, gains[at])
        return shown_best - self.left(cards)

    @cached_property
    def _sorted_gains(self) -> list[float]:
        return sorted(map(self.gain, codes_in(self.view.unseen)))

    # ------------------------------------------------------------ requests

    @cached_property
    def _best_draw(self) -> float:
        return max(map(self._drawn, self.view.others))

    @cached_property
    def _best_demand(self) -> float:
        return max(self._demanded(other, CIRCUS) for other in self.view.others)

    def request(self, move: Demand | Draw) -> float:
        """Return what a request is worth."""
        view = self.view
        seats = view.state.seats
        if isinstance(move, Draw):
            return self._drawn(seats.index(move.opponent))
        if not move.colour:
            return self._demanded(seats.index(move.opponent), CIRCUS)
        mask = COLOUR_MASK[view.reading.deck.colours.index(move.colour)]
        if move.direction is None:
            return self._demanded(seats.index(move.opponent), mask)
        asked = opponents(view.state)
        if move.direction is Direction.COUNTER_CLOCKWISE:
            asked.reverse()
        for other in asked:
            if view.may_hold(other) & mask:
                return self._demanded(other, mask)
        return NOTHING_GIVEN

    def _drawn(self, other: int) -> float:
        """Return what a card by chance from another hand is worth on average."""
        codes = [*codes_in(self.view.may_hold(other) & CIRCUS)]
        if not codes:
            return NOTHING_GIVEN
        return sum(map(self.gain, codes)) / len(codes)

    def _demanded(self, other: int, mask: int) -> float:
        """Return what the card is worth that another seat would give."""
        codes = [*codes_in(self.view.may_hold(other) & mask)]
        if not codes:
            return NOTHING_GIVEN
        theirs = self.of(other)
        return self.gain(min(codes, key=theirs.loss))

    def part(self, code: int, taker: int | None) -> float:
        """Return what it costs to part with a card, to another seat or to nobody."""
        cost = self.own.loss(code)
        if taker is not None and self.denial:
            cost += self.denial * self.of(taker).gain(code)
        return cost
