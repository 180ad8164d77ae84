"""The arithmetic of cards: what a score sheet alone excludes.

Of many games only the totals are known, perhaps with the number of trios and who
called the gala. The cards of the deck then still say that some totals cannot be.
Nothing is called impossible that some deal and some play could lead to; what is not
excluded, though, need not be possible.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from flohcati_rules.description import Description
from flohcati_rules.errors import Objection
from flohcati_rules.game import NOBODY
from flohcati_rules.games.flea_circus.reading import Reading
from flohcati_rules.games.flea_circus.rules import (
    TRIO,
    Decline,
    GalaAllowed,
    LastTurn,
    ScoreHand,
    TieWinner,
    TrioLarger,
)

PARTIAL: Mapping[str, str] = {
    "trios": "how many trios each seat has laid",
    "gala": "the seat that called the gala, or nobody",
    "deck_out": "whether the last card of the deck was turned",
}
"""What a partial record may tell besides totals and winners, each with its sense."""

_ANY_NUMBER_OF_SEATS = (1, 99)


@attrs.frozen(kw_only=True)
class Sheet:
    """A score sheet as far as it is known; None stands for what is not.

    Attributes:
        seats: the names of the seats.
        totals: the total of each seat.
        trios: how many trios each seat has laid.
        gala: the place of the seat that called the gala, -1 for nobody.
        deck_out: whether the last card of the deck was turned.
        winners: who won.

    """

    seats: tuple[str, ...]
    totals: tuple[int | None, ...]
    trios: tuple[int | None, ...]
    gala: int | None
    deck_out: bool | None
    winners: tuple[str, ...] | None

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> "Sheet":
        """Return what is given of a score sheet.

        Raises:
            PositionError: it makes no sense whatever the rules; every fault is listed.

        """
        told = Description(given, _ANY_NUMBER_OF_SEATS)
        sheet = cls(
            seats=told.seats,
            totals=told.numbers("totals"),
            trios=told.numbers("trios"),
            gala=_caller(told),
            deck_out=told.truth("deck_out") if "deck_out" in given else None,
            winners=told.seats_of("winners"),
        )
        told.raise_faults()
        return sheet

    @property
    def callers(self) -> tuple[int, ...]:
        """The seats that may have called the gala; -1 for nobody."""
        return (*range(-1, len(self.seats)),) if self.gala is None else (self.gala,)

    def only(self, seat: int) -> "Sheet":
        """Return the sheet without the totals of all others."""
        totals = [total if at == seat else None for at, total in enumerate(self.totals)]
        return attrs.evolve(self, totals=tuple(totals))


def _caller(told: Description) -> int | None:
    caller = told.given.get("gala")
    if caller is None or caller == NOBODY:
        return None if caller is None else -1
    return told.seat("gala", -1)


def excluded(reading: Reading, given: Mapping[str, Any]) -> tuple[Objection, ...]:
    """Return why a score sheet is impossible under the rules; none if it may be so.

    Args:
        reading: the rules.
        given: ``seats``, and as far as they are known ``totals``, ``winners`` and
            the ``PARTIAL``.

    Raises:
        PositionError: what is given makes no sense whatever the rules.

    """
    sheet = Sheet.of(given)
    objections = [
        *_seats(reading, sheet),
        *_endings(reading, sheet),
        *_winning(reading, sheet),
    ]
    return tuple(objections or _counting(reading, sheet))


def _seats(reading: Reading, sheet: Sheet) -> Iterator[Objection]:
    least, most = reading.rules.players_least, reading.rules.players_most
    if not least <= len(sheet.seats) <= most:
        reason = f"{len(sheet.seats)} played; the game takes {least} to {most}"
        yield Objection(("players.least", "players.most"), reason)


def _endings(reading: Reading, sheet: Sheet) -> Iterator[Objection]:
    rules = reading.rules
    called = sheet.gala is not None and sheet.gala >= 0
    if called and rules.gala_allowed is GalaAllowed.NO:
        reason = f"{sheet.seats[sheet.gala or 0]} called a gala, and there is none"
        yield Objection(("gala.allowed",), reason)
    elif called and sheet.deck_out and rules.deck_out_last_turn is LastTurn.CUT_SHORT:
        reason = "the last card was turned, after which no gala can be called"
        yield Objection(("deck_out.last_turn",), reason)
    never_called = sheet.gala == -1 or rules.gala_allowed is GalaAllowed.NO
    passes = rules.turn_decline is Decline.ANY_TIME
    if sheet.deck_out is False and never_called and not passes:
        reason = "a game goes on until a gala is called or the last card is turned"
        yield Objection(("gala.allowed", "turn.decline"), reason)


def _winning(reading: Reading, sheet: Sheet) -> Iterator[Objection]:
    totals = [total for total in sheet.totals if total is not None]
    if sheet.winners is None or len(totals) < len(sheet.seats):
        return
    leaders = [
        seat
        for seat, total in zip(sheet.seats, totals, strict=True)
        if total == max(totals)
    ]
    told = " and ".join(leaders)
    if len(leaders) > 1 and reading.rules.tie_winner is TieWinner.NONE:
        if sheet.winners:
            yield Objection(("tie.winner",), f"{told} tie, so nobody wins")
    elif {*sheet.winners} != {*leaders}:
        point = "tie.winner" if len(leaders) > 1 else "win.by"
        verb = "share the win" if len(leaders) > 1 else "wins"
        yield Objection((point,), f"{told} {verb} with {max(totals)}")


def _counting(reading: Reading, sheet: Sheet) -> Iterator[Objection]:
    """Yield why the totals cannot be: of single seats, or else of all together."""
    laid = sum(count or 0 for count in sheet.trios)
    cards = _Cards(reading)
    if laid > cards.most_sets:
        reason = f"{_trios(laid)} cannot be; the deck has at most {cards.most_sets}"
        yield Objection(("deck.colours", "deck.highest"), reason)
        return
    known = [seat for seat, total in enumerate(sheet.totals) if total is not None]
    alone = [_shortage(cards, sheet.only(seat)) for seat in known]
    found = [objection for objection in alone if objection is not None]
    together = None if found else _shortage(cards, sheet)
    yield from found
    if together is not None:
        yield together


def _shortage(cards: "_Cards", sheet: Sheet) -> Objection | None:
    """Return what is short whoever called the gala, or None."""
    first: Objection | None = None
    for caller in sheet.callers:
        if caller >= 0 and cards.rules.gala_allowed is GalaAllowed.NO:
            continue
        found = _Count(cards, sheet, caller).shortage()
        if found is None:
            return None
        first = first or found
    return first


class _Cards:
    """The circus cards of a deck, of which some lie in trios.

    What is laid is counted in units: the points of one trio. Where more than three
    cards may be laid together, each of them is worth as much as a trio, so that a
    unit costs one card at least; else it costs three.
    """

    def __init__(self, reading: Reading) -> None:
        self.rules = reading.rules
        self.colours = len(reading.deck.colours)
        self.numbers = range(reading.deck.highest + 1)
        sets = self.colours // TRIO
        self.most_sets = len(self.numbers) * sets
        self.larger = sets > 0 and self.rules.trio_larger is not TrioLarger.NO
        self.of_a_number = self.colours if self.larger else TRIO * sets
        """How many cards of one number can be laid."""

    def laid(self, units: int, sets: int) -> int:
        """Return how many cards are laid at least."""
        return max(units, TRIO * sets) if self.larger else TRIO * units

    def best(self, laid: int, hands: int, *, every: bool) -> int:
        """Return the most points that hands can have, where the lowest are laid.

        Of hands in which every card counts, that is what is left of the deck; of
        others, one card of each colour in each hand.
        """
        left = self._left(laid, self.numbers)
        most = sum(left.values()) if every else hands * self.colours
        return _worth(left, reversed(self.numbers), most)

    def least(self, laid: int) -> int | None:
        """Return the least points of a hand with every colour; None without one."""
        left = self._left(laid, reversed(self.numbers))
        if sum(left.values()) < self.colours:
            return None
        return _worth(left, self.numbers, self.colours)

    def fit(self, laid: int) -> bool:
        """Tell whether so many cards can be laid."""
        return laid <= len(self.numbers) * self.of_a_number

    def _left(self, laid: int, numbers: Iterable[int]) -> dict[int, int]:
        """Return how many cards of each number are left, these numbers laid first."""
        left: dict[int, int] = {}
        for number in numbers:
            away = min(laid, self.of_a_number)
            laid -= away
            left[number] = self.colours - away
        return left


def _trios(number: int) -> str:
    return f"{number} trio{'s' * (number != 1)}"


def _worth(left: Mapping[int, int], numbers: Iterable[int], most: int) -> int:
    """Return the sum of so many cards, taken in the order of these numbers."""
    points = 0
    for number in numbers:
        taken = min(most, left[number])
        points, most = points + number * taken, most - taken
    return points


@attrs.frozen
class _Split:
    """One way to split totals into what is laid, in units, and what is held."""

    units: tuple[int, ...]
    hands: tuple[int, ...]


class _Count:
    """Whether there are cards enough for a sheet, if this seat called the gala."""

    def __init__(self, cards: _Cards, sheet: Sheet, caller: int) -> None:
        """Take -1 where nobody called."""
        self.cards = cards
        self.sheet = sheet
        self.caller = caller
        self.sets = [count or 0 for count in sheet.trios]
        scoring = cards.rules.score_hand
        self.every = scoring is ScoreHand.EVERY_CARD
        self.lone = caller if scoring is ScoreHand.CALLER_COUNTS_ALL else -1
        """The only seat whose every card counts; -1 where there is none."""

    def shortage(self) -> Objection | None:
        """Return what is short in the kindest split, or None."""
        laid = self.cards.laid(sum(self.sets), sum(self.sets))
        least = self.cards.least(laid)
        if self.caller >= 0 and least is None:
            reason = f"with {_trios(sum(self.sets))} laid no hand has every colour"
            return Objection(("gala.hand", "deck.colours", "deck.highest"), reason)
        start = self._start(least or 0)
        if isinstance(start, Objection):
            return start
        nearest: tuple[int, Objection] | None = None
        for split in self._splits(start, least or 0):
            found = self._excess(split)
            if found is None:
                return None
            if nearest is None or found[0] < nearest[0]:
                nearest = found
        assert nearest is not None
        return nearest[1]

    def _start(self, least: int) -> _Split | Objection:
        """Return the split with as little laid as is known to be."""
        rules = self.cards.rules
        hands: list[int] = []
        for seat, total in enumerate(self.sheet.totals):
            calls = seat == self.caller
            floor = least * calls
            given = self.sets[seat] * rules.trio_points + rules.gala_bonus * calls
            held = floor if total is None else total - given
            if held < floor:
                name = self.sheet.seats[seat]
                what = [_trios(self.sets[seat])] * bool(self.sets[seat])
                what += ["the gala"] * calls
                told = f"the {given + floor} of {' and '.join(what)}"
                reason = f"{name} has {total}, less than {told}"
                points = ("trio.points",) + ("gala.bonus",) * calls
                return Objection(points, reason)
            hands.append(held)
        return _Split(tuple(self.sets), tuple(hands))

    def _splits(self, start: _Split, least: int) -> Iterator[_Split]:
        """Yield the splits worth trying.

        To lay one more trio from the best hand is always kindest, except that the
        hand of a caller of whom every card counts is no hand like the others.
        """
        split: _Split | None = start
        while split is not None:
            yield from self._growing(split, least)
            split = None if self.lone < 0 else self._more(split, self.lone, least)

    def _growing(self, split: _Split, least: int) -> Iterator[_Split]:
        after: _Split | None = split
        while after is not None:
            yield after
            grown = (self._more(after, seat, least) for seat in self._by_hand(after))
            after = next((one for one in grown if one is not None), None)

    def _by_hand(self, split: _Split) -> list[int]:
        """Return the seats that are like one another, the best hand first."""
        seats = [seat for seat in range(len(split.hands)) if seat != self.lone]
        return sorted(seats, key=lambda seat: -split.hands[seat])

    def _more(self, split: _Split, seat: int, least: int) -> _Split | None:
        """Return the split with one unit more laid by a seat, or None."""
        worth = self.cards.rules.trio_points
        known = self.sheet.trios[seat]
        most = self.cards.most_sets if known is None else known
        most *= self.cards.colours if self.cards.larger else 1
        held = split.hands[seat] - worth
        floor = least * (seat == self.caller)
        fixed = self.sheet.totals[seat] is None or not worth
        if fixed or split.units[seat] == most or held < floor:
            return None
        units, hands = [*split.units], [*split.hands]
        units[seat] += 1
        hands[seat] = held
        return _Split(tuple(units), tuple(hands))

    def _excess(self, split: _Split) -> tuple[int, Objection] | None:
        """Return by how many points hands are too good, and which; or None."""
        cards = self.cards
        laid = cards.laid(sum(split.units), sum(self.sets))
        if not cards.fit(laid):
            reason = "there are not as many trios as these totals need"
            return laid, Objection(_POINTS, reason)
        seats = self._by_hand(split)
        for count in range(1, len(seats) + 1):
            best = cards.best(laid, count, every=self.every)
            if excess := self._over(split, seats[:count], best):
                return excess
        if self.lone >= 0:
            best = cards.best(laid, 1, every=True)
            return self._over(split, [*seats, self.lone], best)
        return None

    def _over(
        self, split: _Split, seats: Sequence[int], best: int
    ) -> tuple[int, Objection] | None:
        held = sum(split.hands[seat] for seat in seats)
        if held <= best:
            return None
        names = [self.sheet.seats[seat] for seat in seats]
        if len(seats) == 1:
            whose = f"the hand of {names[0]} would have {held} points"
        else:
            whose = f"the hands of {', '.join(names[:-1])} and {names[-1]} would have "
            whose += f"{held} points together"
        units = sum(split.units[seat] for seat in seats)
        beside = f" beside {_trios(units)}" if units and not self.cards.larger else ""
        guessed = any(self.sheet.trios[seat] is None for seat in seats)
        at_best = " at best" if guessed and self.cards.rules.trio_points else ""
        reason = f"{whose}{beside}{at_best}; the cards allow {best}"
        points = _POINTS if self.caller < 0 else (*_POINTS, "gala.bonus")
        return held - best, Objection(points, reason)


_POINTS = ("score.hand", "trio.points", "deck.colours", "deck.highest")
"""The rule points that decide what hands can be worth."""
