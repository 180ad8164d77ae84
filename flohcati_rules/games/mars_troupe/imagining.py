"""What a seat may imagine: a whole state that agrees with all that it knows."""

import attrs

from flohcati_rules.games.mars_troupe.knowledge import Thoughts, hides_end
from flohcati_rules.games.mars_troupe.moves import End
from flohcati_rules.games.mars_troupe.reading import Reading
from flohcati_rules.games.mars_troupe.state import (
    IN_HAND,
    Lying,
    State,
    other,
    replaced,
)
from flohcati_rules.streams import Stream


def imagined(reading: Reading, state: State, seat: int, stream: Stream) -> State:
    """Return a state that a seat cannot tell from this one, drawn at random.

    Cards that the seat does not see change places, within what it knows of them;
    before the deal, the deck is shuffled.
    """
    if state.deck:
        deck = [*state.deck]
        stream.shuffle(deck)
        return attrs.evolve(state, deck=tuple(deck))
    if hides_end(reading, state, other(seat), seat):
        end = [*End][stream.below(2)]
        state = attrs.evolve(state, ends=replaced(state.ends, other(seat), end))
    thoughts = state.thoughts[seat]
    if all(thought.places == (IN_HAND,) for thought in thoughts):
        return state
    return _rearranged(state, seat, _arranged(thoughts, stream))


def _arranged(thoughts: Thoughts, stream: Stream) -> dict[int, int]:
    """Return a place for each card, within the thoughts, at random."""
    places = {place for thought in thoughts for place in thought.places}
    single = sorted(places - {IN_HAND})
    left = [*thoughts]
    stream.shuffle(left)
    owners: dict[int, int] = {}

    def claim(card: int, asked: set[int]) -> bool:
        """Give a face-down place to a card, moving others that have a choice."""
        wishes = [*next(t.places for t in thoughts if t.card == card)]
        stream.shuffle(wishes)
        for place in wishes:
            if place == IN_HAND or place in asked:
                continue
            asked.add(place)
            if place not in owners or claim(owners[place], asked):
                owners[place] = card
                return True
        return False

    must = [thought.card for thought in left if IN_HAND not in thought.places]
    may = [thought.card for thought in left if IN_HAND in thought.places]
    for card in (*must, *may):
        if len(owners) < len(single):
            claim(card, set())
    return {card: place for place, card in owners.items()}


def _rearranged(state: State, seat: int, down: dict[int, int]) -> State:
    """Return the state with the unseen cards where they are imagined to be."""
    at = {place: card for card, place in down.items()}
    rest = {thought.card for thought in state.thoughts[seat]} - down.keys()
    unseen = {thought.card for thought in state.thoughts[seat]}

    def row(cards: tuple[Lying, ...]) -> tuple[Lying, ...]:
        return tuple(
            attrs.evolve(lying, card=at[lying.since]) if lying.card in unseen else lying
            for lying in cards
        )

    moved = {
        lying.card: at[lying.since]
        for cards in (*state.stages, state.pool)
        for lying in cards
        if lying.card in unseen
    }
    chips = (
        attrs.evolve(chip, card=moved.get(chip.card, chip.card)) for chip in state.chips
    )
    return attrs.evolve(
        state,
        stages=tuple(row(stage) for stage in state.stages),
        pool=row(state.pool),
        hands=replaced(state.hands, other(seat), tuple(sorted(rest))),
        chips=tuple(sorted(chips)),
        thoughts=replaced(
            state.thoughts, other(seat), _others_view(state, seat, moved)
        ),
    )


def _others_view(state: State, seat: int, moved: dict[int, int]) -> Thoughts:
    """Return what the other would know: it sees its own cards, wherever they are.

    Only a card of the pool that neither sees is a thought of both; it changes with
    the cards that are imagined in its place.
    """
    return tuple(
        sorted(
            attrs.evolve(thought, card=moved.get(thought.card, thought.card))
            for thought in state.thoughts[other(seat)]
        )
    )
