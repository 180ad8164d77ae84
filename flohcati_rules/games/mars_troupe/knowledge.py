"""What a seat knows of cards that it does not see: thoughts, and how they change.

At the start nothing is hidden: who sees eleven cards knows the other two. From
then on a seat follows each card that it has seen go out of sight. All updates use
only what that seat can see, so that a thought never betrays a hidden card.
"""

from collections import Counter
from collections.abc import Callable, Iterable

from flohcati_rules.games.mars_troupe.reading import Reading
from flohcati_rules.games.mars_troupe.state import (
    IN_HAND,
    Phase,
    State,
    Thought,
    other,
)
from flohcati_rules.tabletop import BY_NOBODY

Thoughts = tuple[Thought, ...]


def hidden(cards: Iterable[int], places: Iterable[int] = (IN_HAND,)) -> Thoughts:
    """Return the thoughts of a seat that has not followed some cards at all."""
    where = tuple(sorted(places))
    return tuple(Thought(card, where) for card in sorted(cards))


def went_to_hand(thoughts: Thoughts, card: int) -> Thoughts:
    """Return the thoughts after a card that the seat knew has gone to the hand."""
    return tuple(sorted((*thoughts, Thought(card, (IN_HAND,)))))


def followed_to_hand(thoughts: Thoughts, since: int) -> Thoughts:
    """Return the thoughts after a face-down card has gone to the hand unseen."""
    return _with_places(
        thoughts,
        lambda places: (places - {since}) | {IN_HAND} if since in places else places,
    )


def played_unseen(thoughts: Thoughts, since: int) -> Thoughts:
    """Return the thoughts after a card of the hand has been played face down."""
    return _with_places(
        thoughts,
        lambda places: places | {since} if IN_HAND in places else places,
    )


def seen(thoughts: Thoughts, card: int, since: int = IN_HAND) -> Thoughts:
    """Return the thoughts after a card has come to sight: from the hand, or turned up.

    ``since`` tells which face-down card it was.
    """
    rest = tuple(thought for thought in thoughts if thought.card != card)
    if since == IN_HAND:
        return _reduced(rest)
    return _with_places(rest, lambda places: places - {since})


def _with_places(
    thoughts: Thoughts, change: Callable[[frozenset[int]], frozenset[int]]
) -> Thoughts:
    return _reduced(
        tuple(
            Thought(thought.card, tuple(sorted(change(frozenset(thought.places)))))
            for thought in thoughts
        )
    )


def _reduced(thoughts: Thoughts) -> Thoughts:
    """Strike out every place where a card cannot be, as the others fill it.

    A face-down card is one card; the hand holds all that is left.
    """
    if all(len(thought.places) == 1 for thought in thoughts):
        return thoughts
    room = Counter(place for thought in thoughts for place in thought.places)
    room = Counter({place: 1 for place in room if place != IN_HAND})
    room[IN_HAND] = len(thoughts) - room.total()
    return tuple(
        Thought(
            thought.card,
            tuple(
                place
                for place in thought.places
                if _fits(thoughts, index, place, room.copy())
            ),
        )
        for index, thought in enumerate(thoughts)
    )


def _fits(thoughts: Thoughts, index: int, place: int, room: Counter[int]) -> bool:
    """Tell whether all cards find room with one of them in a place."""
    room[place] -= 1
    if room[place] < 0:
        return False
    rest = (*thoughts[:index], *thoughts[index + 1 :])
    return _all_fit(sorted((t.places for t in rest), key=len), room)


def _all_fit(wishes: list[tuple[int, ...]], room: Counter[int]) -> bool:
    if not wishes:
        return True
    for place in wishes[0]:
        if room[place] > 0:
            room[place] -= 1
            if _all_fit(wishes[1:], room):
                return True
            room[place] += 1
    return False


def hides_end(reading: Reading, state: State, whose: int, seat: int) -> bool:
    """Tell whether a seat does not see the entry marker that another has placed."""
    return (
        reading.placed_at_once
        and state.turn.phase is Phase.PLACE
        and state.turn.asked != BY_NOBODY
        and seat == other(whose)
    )
