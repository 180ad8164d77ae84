"""Positions described by hand, read so that every fault is found at once.

A scenario, or a person at the command line, describes a position as plain lists
and mappings. What belongs to any game is read here; each game adds its own keys.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

from flohcati_rules.errors import Fault, PositionError, shown
from flohcati_rules.game import CHANCE, NOBODY

Found = TypeVar("Found")

SETUP_NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil", "Fay")
"""The seats of a set-up that names none."""


def no_seat(name: object, seats: Sequence[str]) -> str:
    """Return the message for a seat that does not exist."""
    return f"there is no seat {shown(name)} (seats: {', '.join(seats)})"


class Description:
    """What a description gives, and everything that is wrong with it.

    Args:
        given: the description, by key.
        allowed: the least and the most seats that the rules allow.

    """

    def __init__(self, given: Mapping[str, Any], allowed: tuple[int, int]) -> None:
        """Start without faults; the seats are read first, as all else names them."""
        self.given = given
        self.faults: list[Fault] = []
        self.seats: tuple[str, ...] = ()
        if "seats" not in given:
            self.fault("", "'seats' is missing")
        else:
            self.seats = self._read_seats(given["seats"], *allowed)
        self.raise_faults()

    def fault(self, place: str, reason: str) -> None:
        """Find fault with a place."""
        self.faults.append(Fault(place, reason))

    def raise_faults(self) -> None:
        """Raise a ``PositionError`` with all faults, if there are any."""
        if self.faults:
            raise PositionError(self.faults)

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
        if not isinstance(written, list | tuple):
            self.fault(place, f"expected a list; got {shown(written)}")
            return []
        found = []
        for index, item in enumerate(written):
            if isinstance(item, str):
                found.append(item)
            else:
                self.fault(f"{place}.{index}", f"expected text; got {shown(item)}")
        return found

    def by_seat(self, key: str) -> Iterator[tuple[int, str, Any]]:
        """Yield the seat, the place and the content of a mapping by seats."""
        written = self.given.get(key, {})
        if not isinstance(written, Mapping):
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

    def truth(self, key: str) -> bool:
        """Return a key's ``true`` or ``false``; false where it is left out."""
        written = self.given.get(key, False)
        if not isinstance(written, bool):
            self.fault(key, f"expected true or false; got {shown(written)}")
            return False
        return written


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
    if isinstance(count, bool) or not isinstance(count, int):
        faults.append(Fault("setup", f"expected a number of seats; got {shown(count)}"))
    elif not 0 < count <= most:
        faults.append(Fault("setup", f"expected 1 to {most} seats; got {count}"))
    if faults:
        raise PositionError(faults)
    return SETUP_NAMES[:count]


def mapping(written: object) -> dict[str, Any]:
    """Return a written mapping, or raise a ``PositionError``."""
    if not isinstance(written, Mapping):
        raise PositionError([Fault("", f"expected a mapping; got {shown(written)}")])
    return dict(written)


def listed(written: object) -> list[Any]:
    """Return a written list, or raise a ``PositionError``."""
    if not isinstance(written, list | tuple):
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
    if isinstance(written, bool) or not isinstance(written, int):
        fault = Fault("", f"expected a whole number; got {shown(written)}")
        raise PositionError([fault])
    return written
