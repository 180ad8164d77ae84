"""What a set of rules makes of the cards: rule values looked up once, for speed.

A ``Reading`` holds no rule of its own. It turns answers into flags and tables, so
that legality and the transitions read plain attributes.
"""

from itertools import combinations

from flohcati_rules.games.flea_circus.cards import (
    ACTIONS,
    CIRCUS,
    CIRCUS_CODES,
    CODES,
    COLOUR_MASK,
    EIGHTS,
    FIVES,
    FOURS,
    NUMBER_MASK,
    NUMBERS,
    ROW,
    Card,
    Deck,
    codes_in,
    colours_in,
    trio_numbers,
)
from flohcati_rules.games.flea_circus.moves import (
    REVEAL,
    TAKE_ALL,
    Discard,
    Give,
    Move,
    Outcome,
    Take,
    Trio,
)
from flohcati_rules.games.flea_circus.rules import (
    TRIO,
    ActionEndsTurn,
    BustHand,
    BustOn,
    ChainAction,
    ChainDeckOut,
    ChainDuplicate,
    ChainStop,
    ChainTake,
    Decline,
    DemandPick,
    DemandUnmet,
    FleaCircusRules,
    GalaAllowed,
    LastTurn,
    ScoreHand,
    TakeCount,
    TakeWithoutReveal,
    TrioLarger,
    TrioTiming,
)

_REMEMBERED = 1 << 16
"""How many displays are remembered before the memory is emptied."""


class Reading:
    """The rules of one variant, compiled for play; never changed once made."""

    def __init__(self, rules: FleaCircusRules) -> None:
        """Look every rule up once."""
        self.rules = rules
        self.deck = Deck(
            rules.deck_colours,
            rules.deck_highest,
            rules.deck_demands,
            rules.deck_draws,
            rules.deck_chains,
        )
        self.whole_deck = self.deck.codes
        self.cards = {
            code: Card(self.deck.colours[code % ROW], code // ROW, code)
            for code in self.deck.circus
        }
        self.names = {code: str(card) for code, card in self.cards.items()} | ACTIONS
        self.colours = len(self.deck.colours)
        self.every_colour = (1 << self.colours) - 1

        self.by_number = rules.bust_on is BustOn.NUMBER
        self.rivals = tuple(
            NUMBER_MASK[code // ROW] if self.by_number else COLOUR_MASK[code % ROW]
            for code in range(CIRCUS_CODES)
        ) + (0,) * (CODES - CIRCUS_CODES)
        """For each card, the displayed cards that would make it a duplicate."""

        self.trios_before = rules.trio_timing is not TrioTiming.AFTER_TAKE
        self.trios_after = rules.trio_timing is not TrioTiming.BEFORE_TAKE
        self.gala = rules.gala_allowed is GalaAllowed.YES
        self.gala_size = self.colours if self.gala else CODES
        """How many cards a gala takes at least; out of reach where there is none."""
        self.reveal_first = rules.take_without_reveal is TakeWithoutReveal.NO
        self.take_all = rules.take_count is TakeCount.ONE_OR_ALL
        self.larger_trios = rules.trio_larger is TrioLarger.BY_THE_CARD
        self.half_lost = rules.bust_hand is BustHand.HALF_FROM_TEN
        self.may_pass = rules.turn_decline is Decline.ANY_TIME
        self.may_decline = rules.turn_decline is not Decline.NEVER
        self.main_varies = self.reveal_first or self.may_decline
        """Whether the moves of the main phase depend on more than the cards."""
        self.action_ends_turn = rules.action_ends_turn is ActionEndsTurn.YES
        self.unmet_ends_turn = rules.demand_unmet is DemandUnmet.TURN_ENDS
        self.random_pick = rules.demand_pick is DemandPick.RANDOM
        self.stop_at_will = rules.chain_stop is ChainStop.AT_WILL
        self.takeable = rules.chain_duplicate is ChainDuplicate.TAKEABLE
        self.replaces = rules.chain_action is ChainAction.REPLACES
        self.take_optional = rules.chain_take is ChainTake.OPTIONAL
        self.chain_out_ends = rules.chain_deck_out is ChainDeckOut.ENDS_AT_ONCE
        self.cut_short = rules.deck_out_last_turn is LastTurn.CUT_SHORT
        self.every_card = rules.score_hand is ScoreHand.EVERY_CARD
        self.caller_counts_all = rules.score_hand is not ScoreHand.HIGHEST_PER_COLOUR
        """Whether every card of a gala's caller counts."""

        self.take = {code: Take(card) for code, card in self.cards.items()}
        self.trio = tuple(Trio(number) for number in range(NUMBERS))
        self.requests: dict[tuple[object, ...], tuple[Move, ...]] = {}
        """What an action card may name, by the kind of card, the seats, the turn."""
        self.with_reveal: dict[int, tuple[Move, ...]] = {}
        """The reveal and the takes from each display seen so far."""
        # By the bit of the card, so that a pile is listed without decoding it.
        self.take_of_bit: dict[int, Move] = {
            1 << code: take for code, take in self.take.items()
        }
        self.give_of_bit: dict[int, Move] = {
            1 << code: Give(card) for code, card in self.cards.items()
        }
        self.discard_of_bit: dict[int, Move] = {
            1 << code: Discard(card) for code, card in self.cards.items()
        }
        self.outcome_of_bit: dict[int, Move] = {
            1 << code: Outcome(card) for code, card in self.cards.items()
        }
        self._trios: dict[int, tuple[Move, ...]] = {}

    def may_call(self, hand: int) -> bool:
        """Tell whether a hand allows the gala: it has every colour of the deck."""
        return (hand & CIRCUS).bit_count() >= self.gala_size and colours_in(
            hand
        ) == self.every_colour

    def takes(self, display: int) -> list[Move]:
        """Return the takes from a display, by number and then colour."""
        moves = moves_of(display & CIRCUS, self.take_of_bit)
        if self.take_all and len(moves) > 1:
            moves.append(TAKE_ALL)
        return moves

    def reveal_or_takes(self, display: int) -> tuple[Move, ...]:
        """Return the reveal and the takes from a display, and remember them."""
        if len(self.with_reveal) >= _REMEMBERED:
            self.with_reveal.clear()
        self.with_reveal[display] = moves = (REVEAL, *self.takes(display))
        return moves

    def trios(self, hand: int) -> tuple[Move, ...]:
        """Return the trios that a hand allows, each choice of three among more."""
        fit = hand + FIVES & EIGHTS
        if not hand + FOURS & EIGHTS:
            found = self._trios.get(fit)
            if found is None:
                found = tuple(self.trio[number] for number in trio_numbers(hand))
                self._trios[fit] = found
            return found
        return tuple(
            trio for number in trio_numbers(hand) for trio in self._of(number, hand)
        )

    def _of(self, number: int, hand: int) -> list[Move]:
        """Return the trios of one number that a hand allows."""
        held = [*codes_in(hand & NUMBER_MASK[number])]
        if len(held) == TRIO:
            return [self.trio[number]]
        most = len(held) if self.larger_trios else TRIO
        return [
            Trio(number, tuple(self.cards[code] for code in laid))
            for count in range(TRIO, most + 1)
            for laid in combinations(held, count)
        ]


def moves_of(bits: int, move_of_bit: dict[int, Move]) -> list[Move]:
    """Return a move for each card of some bits, by number and then colour."""
    moves: list[Move] = []
    while bits:
        low = bits & -bits
        moves.append(move_of_bit[low])
        bits ^= low
    return moves
