"""Positions from which a search for a difference starts, for two sets of rules.

They are ones that real play could reach under both: the deck is not empty when a
turn starts, no two displayed cards are duplicates of one another, hands hold circus
cards. Cards that are named nowhere lie aside; the discard is left out, since no rule
asks for it. All cards are in both decks, and so many seats are at both tables.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise, product
from typing import Any, ClassVar

import attrs

from flohcati_rules.description import SETUP_NAMES
from flohcati_rules.game import Given
from flohcati_rules.games.flea_circus.cards import ACTIONS
from flohcati_rules.games.flea_circus.rules import (
    HALVED,
    TRIO,
    BustOn,
    FleaCircusRules,
)

DECK, DISPLAY, HANDS, TRIOS = "deck", "display", "hands", "trios"


ABSENT = ""
"""A card that is not in both decks; no position with one is used."""


@attrs.frozen(kw_only=True)
class Layout:
    """A position in the making: the cards in each place, hands by seat from the first.

    ``trios`` are those in front of the first seat.
    """

    deck: tuple[str, ...]
    display: tuple[str, ...] = ()
    hands: tuple[tuple[str, ...], ...] = ()
    trios: tuple[tuple[str, ...], ...] = ()

    @property
    def cards(self) -> tuple[str, ...]:
        """All cards of the position."""
        held = (card for cards in (*self.hands, *self.trios) for card in cards)
        return (*self.deck, *self.display, *held)

    def given(self, seats: Sequence[str]) -> dict[str, Any]:
        """Return the position as scenarios give it; empty places are left out."""
        written: dict[str, Any] = {"seats": [*seats]}
        if self.display:
            written[DISPLAY] = [*self.display]
        written[DECK] = [*self.deck]
        hands = {
            seat: [*hand] for seat, hand in zip(seats, self.hands, strict=False) if hand
        }
        if hands:
            written[HANDS] = hands
        if self.trios:
            written[TRIOS] = {seats[0]: [[*trio] for trio in self.trios]}
        return written


class Box:
    """The cards that two decks have in common, and who may sit down with them."""

    def __init__(self, a: FleaCircusRules, b: FleaCircusRules) -> None:
        """Look up what both have."""
        both = (a, b)
        self.colours = [name for name in a.deck_colours if name in b.deck_colours]
        highest = min(rules.deck_highest for rules in both)
        # From 1 up, as 0 is worth nothing; it comes last, for want of another.
        self.numbers = [*range(1, highest + 1), 0]
        self.ranks = range(min(TRIO, len(self.numbers)))
        self.actions = {
            "demand": min(rules.deck_demands for rules in both),
            "draw": min(rules.deck_draws for rules in both),
            "chain": min(rules.deck_chains for rules in both),
        }
        least = max(rules.players_least for rules in both)
        most = min(rules.players_most for rules in both)
        self.tables = range(least, most + 1)
        self.duplicates_by = {rules.bust_on for rules in both}

    def card(self, colour: int, rank: int) -> str:
        """Return a card by the places of its colour and number among the common."""
        if colour >= len(self.colours) or rank >= len(self.numbers):
            return ABSENT
        return f"{self.colours[colour]}-{self.numbers[rank]}"

    def spare(self, used: Sequence[str]) -> str:
        """Return a card that is not among those in use."""
        for rank in range(len(self.numbers)):
            for colour in reversed(range(len(self.colours))):
                card = self.card(colour, rank)
                if card not in used:
                    return card
        return ABSENT

    def some(self, count: int, without: Sequence[str]) -> tuple[str, ...]:
        """Return so many cards, as few of a number as may be."""
        found = [
            card
            for colour in range(len(self.colours))
            for rank in range(len(self.numbers))
            if (card := self.card(colour, rank)) not in without
        ]
        return (*found, *[ABSENT] * count)[:count]

    def allows(self, layout: Layout) -> bool:
        """Tell whether play could reach a position under either rules."""
        circus = [card for card in layout.cards if card not in self.actions]
        if ABSENT in circus or len({*circus}) < len(circus):
            return False
        if any(layout.deck.count(kind) > most for kind, most in self.actions.items()):
            return False
        parts = [card.rpartition("-") for card in layout.display]
        for by, place in ((BustOn.COLOUR, 0), (BustOn.NUMBER, 2)):
            if by in self.duplicates_by:
                values = [part[place] for part in parts]
                if len({*values}) < len(values):
                    return False
        return True


# ---------------------------------------------------------------- aimed positions


def _quiet(box: Box) -> Iterator[Layout]:
    """Yield positions in which nothing happens but a reveal and a take."""
    one, other = box.card(0, 0), box.card(1, 1)
    more = box.spare((one, other))
    yield Layout(deck=(one,))
    yield Layout(deck=(one, other))
    yield Layout(display=(one,), deck=(other,))
    yield Layout(display=(one,), deck=(other, more))


def _twins(box: Box) -> Iterator[tuple[str, str]]:
    """Yield two cards of one colour, then two of one number."""
    yield box.card(0, 0), box.card(0, 1)
    yield box.card(0, 0), box.card(1, 0)


def _busts(box: Box) -> Iterator[Layout]:
    """Yield positions in which the first or the second reveal may be a duplicate."""
    for one, other in _twins(box):
        yield Layout(display=(one,), deck=(other,))
        more = box.spare((one, other))
        yield Layout(display=(one,), deck=(other, more))
        yield Layout(deck=(one, other))
        yield Layout(deck=(one, other, more))


def _full_hands(box: Box) -> Iterator[Layout]:
    """Yield positions in which a bust meets a hand that is full enough to be halved."""
    for one, other in _twins(box):
        hand = box.some(HALVED, (one, other))
        yield Layout(display=(one,), deck=(other,), hands=(hand,))


def _alike(box: Box, rank: int = 0, count: int = TRIO) -> tuple[str, ...]:
    """Return so many cards of one number."""
    return tuple(box.card(colour, rank) for colour in range(count))


def _trios(box: Box) -> Iterator[Layout]:
    """Yield positions in which a trio may be laid before, or after, a take."""
    for rank, count in product(box.ranks, (TRIO, TRIO + 1)):
        cards = _alike(box, rank, count)
        for shown in (box.card(0, rank - 1), box.card(count, rank)):
            more = box.spare((*cards, shown))
            yield Layout(deck=(shown, more), hands=(cards,))
            yield Layout(display=(shown,), deck=(more,), hands=(cards,))
        more = box.card(0, rank - 1)
        yield Layout(display=cards[:1], deck=(more,), hands=(cards[1:],))


def _laid(box: Box) -> Iterator[Layout]:
    """Yield positions with a laid trio and the last card of the deck."""
    for rank in box.ranks:
        three = _alike(box, rank)
        for last in (*ACTIONS.values(), box.spare(three)):
            yield Layout(deck=(last,), trios=(three,))
        for one, other in _twins(box):
            if not {one, other} & {*three}:
                yield Layout(display=(one,), deck=(other,), trios=(three,))


def _actions(box: Box) -> Iterator[Layout]:
    """Yield positions with an action card on the deck, and hands of all sorts."""
    mine, same, other = box.card(1, 0), box.card(0, 0), box.card(0, 1)
    hands: list[tuple[tuple[str, ...], ...]] = [
        (),
        ((), (same,)),
        ((), (same, other)),
        ((mine,), (same,)),
        ((), (same,), (other,)),
    ]
    every = every_colour(box)
    hands.extend(((_alike(box),), (every,), (every[1:], every[:1])))
    for action in ("draw", "demand"):
        for held in hands:
            more = box.spare([card for hand in held for card in hand])
            yield Layout(deck=(action, more), hands=held)


def _chains(box: Box) -> Iterator[Layout]:
    """Yield positions with a chain on the deck: it runs out, or meets a duplicate."""
    chain = "chain"
    yield Layout(deck=(chain, box.card(0, 0)))
    yield Layout(display=(box.card(0, 0),), deck=(chain,))
    for one, other in _twins(box):
        more = box.spare((one, other))
        yield Layout(display=(one,), deck=(chain, other, more))
        yield Layout(deck=(chain, one, other, more))
        yield Layout(display=(one,), deck=(chain, other))


def _chained_actions(box: Box) -> Iterator[Layout]:
    """Yield positions in which a chain turns up another action card."""
    chain = "chain"
    one, other = next(_twins(box))
    more = box.spare((one, other))
    for action in ("draw", "demand", "chain"):
        for held in ((), ((), (other,)), ((), (other, more))):
            yield Layout(deck=(chain, action, one), hands=held)
            left = box.spare((one, other, more))
            yield Layout(deck=(chain, action, one, left), hands=held)


def every_colour(box: Box) -> tuple[str, ...]:
    """Return a card of every colour, with as few of a number as may be."""
    numbers = len(box.numbers)
    return tuple(
        box.card(colour, colour % numbers) for colour in range(len(box.colours))
    )


def _galas(box: Box) -> Iterator[Layout]:
    """Yield positions in which a gala may be called after one take or action."""
    every = every_colour(box)
    again = box.card(0, 1)
    more = box.spare((*every, again))
    yield Layout(display=(again,), deck=(more,), hands=(every,))
    doubles = [box.card(1, rank) for rank in box.ranks]
    for hand in (every[1:], *((*every[1:], double) for double in doubles)):
        yield Layout(display=every[:1], deck=(again,), hands=(hand,))
        yield Layout(deck=(every[0], again), hands=(hand,))


def _counts(box: Box) -> Iterator[Layout]:
    """Yield positions with two cards of a colour in a hand, and the last card."""
    for rank in box.ranks[1:]:
        hand = (box.card(0, 0), box.card(0, rank))
        yield Layout(deck=(box.spare(hand),), hands=(hand,))
        for shown, dealt in ((1, 1), (1, 2)):
            cards = box.card(shown, 0), box.card(dealt, min(1, dealt == shown))
            yield Layout(display=cards[:1], deck=cards[1:], hands=(hand,))


_Sort = Callable[[Box], Iterator[Layout]]

_AIMED: Mapping[str, tuple[_Sort, ...]] = {
    "turn.decline": (_quiet,),
    "take.count": (_quiet,),
    "take.without_reveal": (_busts, _quiet),
    "bust.on": (_busts,),
    "bust.loses": (_busts,),
    "bust.hand": (_full_hands,),
    "trio.larger": (_trios,),
    "trio.timing": (_trios,),
    "trio.points": (_laid,),
    "action.ends_turn": (_actions, _chains),
    "demand.request": (_actions,),
    "demand.pick": (_actions,),
    "demand.shown": (_actions,),
    "demand.unmet": (_actions,),
    "draw.shown": (_actions,),
    "chain.stop": (_chains,),
    "chain.duplicate": (_chains,),
    "chain.action": (_chained_actions,),
    "chain.take": (_chains,),
    "chain.deck_out": (_chains,),
    "deck_out.last_turn": (_quiet,),
    "gala.allowed": (_galas, _actions),
    "gala.bonus": (_galas, _actions),
    "score.hand": (_counts, _galas),
    "tie.winner": (_busts, _quiet),
}
"""Which positions bring out which rule point."""

_SORTS = tuple(dict.fromkeys(sort for sorts in _AIMED.values() for sort in sorts))


# ---------------------------------------------------------------- all positions


def _weak_orders(count: int) -> Iterator[tuple[int, ...]]:
    """Yield every way in which so many numbers may be ordered, ties included."""
    for ranks in product(range(count), repeat=count):
        if {*ranks} == {*range(max(ranks, default=-1) + 1)}:
            yield ranks


def _groupings(count: int) -> Iterator[tuple[int, ...]]:
    """Yield every way in which so many cards may share colours."""
    for colours in product(range(count), repeat=count):
        seen = -1
        for colour in colours:
            if colour > seen + 1:
                break
            seen = max(seen, colour)
        else:
            yield colours


def _shares(total: int, places: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to share out so many cards between places."""
    if places == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _shares(total - first, places - 1):
            yield first, *rest


class Openings:
    """The positions from which a search starts, for two sets of rules."""

    SETUP_POINTS: ClassVar[frozenset[str]] = frozenset(
        {
            "players.least",
            "players.most",
            "deck.colours",
            "deck.highest",
            "deck.demands",
            "deck.draws",
            "deck.chains",
        }
    )
    """The rule points that make up the table: the set-up itself tells them apart."""

    UNIT: ClassVar[str] = "card"
    """What the size of a position is counted in."""

    def __init__(self, a: FleaCircusRules, b: FleaCircusRules, _: None = None) -> None:
        """Look up what both games are played with; the rules say it all."""
        self.box = Box(a, b)

    def seats(self, count: int) -> tuple[str, ...]:
        """Return the names of so many seats."""
        return SETUP_NAMES[:count]

    def size(self, given: Given) -> int:
        """Return how many cards a position names."""
        hands = sum(len(hand) for hand in given.get(HANDS, {}).values())
        trios = sum(len(laid) for laid in given.get(TRIOS, {}).values())
        shown = len(given.get(DISPLAY, ()))
        return len(given[DECK]) + shown + hands + TRIO * trios

    def aimed(self, points: Sequence[str]) -> Iterator[Given]:
        """Yield positions that are made to bring out some rule points."""
        sorts = dict.fromkeys(sort for id in points for sort in _AIMED.get(id, ()))
        yield from self._made(tuple(sorts))

    def all_aimed(self) -> Iterator[Given]:
        """Yield the positions that are made to bring out any rule point."""
        yield from self._made(_SORTS)

    def _made(self, sorts: Sequence[_Sort]) -> Iterator[Given]:
        tables = [seats for seats in self.box.tables if seats <= TRIO]
        for sort in sorts:
            for layout in sort(self.box):
                if self.box.allows(layout):
                    for seats in tables or self.box.tables[:1]:
                        yield layout.given(self.seats(seats))

    def of_size(self, size: int) -> Iterator[Given]:
        """Yield every position of so many cards at the smallest table.

        Colours are interchangeable, and so are numbers as long as their order stays.
        Positions with laid trios are left out.
        """
        if not self.box.tables:
            return
        seats = self.seats(self.box.tables[0])
        for layout in self._layouts(size, len(seats)):
            if self.box.allows(layout):
                yield layout.given(seats)

    def _layouts(self, size: int, seats: int) -> Iterator[Layout]:
        for turned in range(1, size + 1):
            for kinds in product(("", *ACTIONS.values()), repeat=turned):
                if any(
                    kinds.count(kind) > self.box.actions[kind]
                    for kind in {*kinds} - {""}
                ):
                    continue
                for shown, *held in _shares(size - turned, 1 + seats):
                    yield from self._filled(kinds, (shown, *held))

    def _filled(
        self, kinds: tuple[str, ...], sizes: tuple[int, ...]
    ) -> Iterator[Layout]:
        """Yield the layouts of these places with all circus cards that may be there.

        What lies in no order (the display, a hand) is written in one order only.
        """
        dealt = kinds.count("")
        ends = [*accumulate((dealt, *sizes))]
        for cards in self._choices(ends[-1]):
            places = [cards[start:end] for start, end in pairwise(ends)]
            if all([*place] == sorted(place) for place in places):
                display, *hands = (tuple(map(self._named, place)) for place in places)
                left = map(self._named, cards[:dealt])
                deck = tuple(kind or next(left) for kind in kinds)
                yield Layout(deck=deck, display=display, hands=tuple(hands))

    def _choices(self, count: int) -> Iterator[tuple[tuple[int, int], ...]]:
        """Yield all choices of so many circus cards, as numbers and colours."""
        numbers = sorted(self.box.numbers)
        if len(numbers) > count:
            numbers = numbers[1:]  # 0 is worth nothing
        for ranks in _weak_orders(count):
            if max(ranks, default=-1) >= len(numbers):
                continue
            for colours in _groupings(count):
                if max(colours, default=-1) < len(self.box.colours):
                    chosen = (numbers[rank] for rank in ranks)
                    yield tuple(zip(chosen, colours, strict=True))

    def _named(self, card: tuple[int, int]) -> str:
        number, colour = card
        return f"{self.box.colours[colour]}-{number}"

    def smaller(self, given: Given) -> Iterator[Given]:
        """Yield the positions with one card, one trio or one seat less."""
        for key in (DISPLAY, DECK):
            for row in _shorter(given.get(key, ())):
                if row or key != DECK:
                    yield _with(given, key, row)
        for key in (TRIOS, HANDS):
            by_seat = given.get(key, {})
            for seat, row in by_seat.items():
                for less in _shorter(row):
                    left = {**by_seat, seat: less}
                    yield _with(
                        given, key, {who: has for who, has in left.items() if has}
                    )
        seats = given["seats"]
        idle = seats[-1] not in {*given.get(HANDS, {}), *given.get(TRIOS, {})}
        if idle and len(seats) > self.box.tables[0]:
            yield {**given, "seats": seats[:-1]}


def _shorter(row: Sequence[Any]) -> Iterator[list[Any]]:
    """Yield a row with less in it: half of a long one, then each item less."""
    half = len(row) // 2
    if half > TRIO:
        yield [*row[:half]]
        yield [*row[half:]]
    for index in range(len(row)):
        yield [*row[:index], *row[index + 1 :]]


def _with(given: Given, key: str, content: Sequence[Any] | Mapping[str, Any]) -> Given:
    """Return a position with another content of a place; an empty one is left out."""
    changed = {name: of for name, of in given.items() if name != key or content}
    return {**changed, key: content} if content else changed
