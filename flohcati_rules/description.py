"""Positions described by hand, read so that every fault is found at once.

A scenario, or a person at the command line, describes a position as plain lists
and mappings. What belongs to any game is read here; each game adds its own keys.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from flohcati_rules.errors import Fault, NotationError, PositionError, shown
from flohcati_rules.faults import FaultFinder, is_list, is_mapping, is_whole
from flohcati_rules.game import CHANCE, NOBODY

Found = TypeVar("Found")

SETUP_NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay")
"""The seats of a set-up that names none."""


def no_seat(name: object, seats: Sequence[str]) -> str:
    """Return the message for a seat that does not exist."""
    return f"there is no seat {shown(name)} (seats: {', '.join(seats)})"


class Description(FaultFinder):
    """What a description gives, and everything that is wrong with it.

    Args:
        given: the description, by key.
        allowed: the least and the most seats that the rules allow.

    """

    def __init__(self, given: Mapping[str, Any], allowed: tuple[int, int]) -> None:
        """Read the seats first, as all else names them."""
        super().__init__(PositionError)
        self.given = given
        self.seats: tuple[str, ...] = ()
        if "seats" not in given:
            self.fault("", "'seats' is missing")
        else:
            self.seats = self._read_seats(given["seats"], *allowed)
        self.raise_faults()

    def _read_seats(self, written: object, least: int, most: int) -> tuple[str, ...]:
        names = self.texts("seats", written)
        for index, name in enumerate(names):
            place = f"seats.{index}"
            if not name or any(sign.isspace() or sign in ",/:+=" for sign in name):
                self.fault(place, f"{name!r} has a space or one of , / : + = in it")
            elif name in (CHANCE, NOBODY, "-"):
                self.fault(place, f"no seat may be called {name!r}")
            elif name in names[:index]:
                self.fault(place, f"{name!r} is named twice")
        if not least <= len(names) <= most:
            takes = f"{least} to {most}" if least < most else f"exactly {least}"
            self.fault("seats", f"{len(names)} seats; the game takes {takes} players")
        return tuple(names)

    def texts(self, place: str, written: object) -> list[str]:
        """Return a list of texts, finding fault with anything else."""
        return [text for _, text in self._texts(place, written)]

    def _texts(self, place: str, written: object) -> Iterator[tuple[str, str]]:
        for where, item in self.items(place, written):
            if isinstance(item, str):
                yield where, item
            else:
                self.fault(where, f"expected text; got {shown(item)}")

    def each(
        self, place: str, written: object, read: Callable[[str], Found]
    ) -> list[tuple[str, Found]]:
        """Return what each text of a list is read as, with its place.

        Args:
            place: where the list is.
            written: the list.
            read: reads one text, or raises a ``NotationError``.

        """
        found: list[tuple[str, Found]] = []
        for where, text in self._texts(place, written):
            try:
                found.append((where, read(text)))
            except NotationError as error:
                self.fault(where, str(error))
        return found

    def by_seat(self, key: str) -> Iterator[tuple[int, str, Any]]:
        """Yield the seat, the place and the content of a mapping by seats."""
        written = self.given.get(key, {})
        if not is_mapping(written):
            self.fault(key, f"expected a mapping by seat; got {shown(written)}")
            return
        for name, content in written.items():
            if name in self.seats:
                yield self.seats.index(name), f"{key}.{name}", content
            else:
                self.fault(f"{key}.{name}", no_seat(name, self.seats))

    def seat(self, key: str, default: int) -> int:
        """Return the seat that a key names, or the default where it is left out."""
        if key not in self.given:
            return default
        name = self.given[key]
        if name not in self.seats:
            self.fault(key, no_seat(name, self.seats))
            return default
        return self.seats.index(name)

    def numbers(self, key: str) -> tuple[int | None, ...]:
        """Return a whole number from 0 of each seat; None where none is given."""
        numbers: list[int | None] = [None] * len(self.seats)
        for seat, place, number in self.by_seat(key):
            if is_whole(number) and number >= 0:
                numbers[seat] = number
            else:
                self.fault(
                    place, f"expected a whole number from 0; got {shown(number)}"
                )
        return tuple(numbers)

    def seats_of(self, key: str) -> tuple[str, ...] | None:
        """Return the seats that a key lists; None where it is left out."""
        if key not in self.given:
            return None
        names = self.texts(key, self.given[key])
        for index, name in enumerate(names):
            if name not in self.seats:
                self.fault(f"{key}.{index}", no_seat(name, self.seats))
        return tuple(names)

    def truth(self, key: str) -> bool:
        """Return a key's ``true`` or ``false``; false where it is left out."""
        return self.is_true(key, self.given.get(key, False))


def doubled(
    cards: Iterable[tuple[str, int]], name_of: Callable[[int], str]
) -> Iterator[Fault]:
    """Yield a fault for each card that is in a second place.

    Args:
        cards: the cards by their codes, each with its place.
        name_of: the name of a card by its code.

    """
    first: dict[int, str] = {}
    for place, card in cards:
        if card in first:
            yield Fault(place, f"{name_of(card)} is also in {first[card]}")
        first.setdefault(card, place)


@lru_cache(maxsize=256)
def checked_seats(seats: tuple[str, ...], allowed: tuple[int, int]) -> tuple[str, ...]:
    """Return the names of the seats, or raise a ``PositionError``."""
    return Description({"seats": seats}, allowed).seats


def setup_seats(given: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the seats of ``{setup: 4}``, or raise a ``PositionError``."""
    faults = [
        Fault(key, "nothing else is given with a set-up")
        for key in given
        if key != "setup"
    ]
    count, most = given["setup"], len(SETUP_NAMES)
    if not is_whole(count):
        faults.append(Fault("setup", f"expected a number of seats; got {shown(count)}"))
    elif not 0 < count <= most:
        faults.append(Fault("setup", f"expected 1 to {most} seats; got {count}"))
    if faults:
        raise PositionError(faults)
    return SETUP_NAMES[:count]


def mapping(written: object) -> dict[str, Any]:
    """Return a written mapping, or raise a ``PositionError``."""
    if not is_mapping(written):
        raise PositionError([Fault("", f"expected a mapping; got {shown(written)}")])
    return dict(written)


def listed(written: object) -> list[Any]:
    """Return a written list, or raise a ``PositionError``."""
    if not is_list(written):
        raise PositionError([Fault("", f"expected a list; got {shown(written)}")])
    return [*written]


def by_key(written: object, read: Callable[[object], Found]) -> dict[str, Found]:
    """Return a written mapping with each value read, every fault at its key."""
    found: dict[str, Found] = {}
    faults: list[Fault] = []
    for key, content in mapping(written).items():
        try:
            found[key] = read(content)
        except PositionError as error:
            faults.extend(
                Fault(f"{key}.{fault.place}".rstrip("."), fault.reason)
                for fault in error.faults
            )
    if faults:
        raise PositionError(faults)
    return found


def counts(written: object) -> dict[str, int]:
    """Return a mapping to whole numbers, or raise a ``PositionError``."""
    return by_key(written, _whole)


def _whole(written: object) -> int:
    if not is_whole(written):
        fault = Fault("", f"expected a whole number; got {shown(written)}")
        raise PositionError([fault])
    return written
