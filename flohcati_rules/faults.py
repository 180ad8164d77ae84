"""Plain data, read so that every fault of it is found at once."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeGuard

from flohcati_rules.errors import Fault, FlohcatiError, shown


def is_list(written: object) -> TypeGuard[Sequence[Any]]:
    """Tell whether a list is written."""
    return isinstance(written, list | tuple)


def is_mapping(written: object) -> TypeGuard[Mapping[Any, Any]]:
    """Tell whether a mapping is written."""
    return isinstance(written, Mapping)


def is_whole(written: object) -> TypeGuard[int]:
    """Tell whether a whole number is written; true and false are none."""
    return isinstance(written, int) and not isinstance(written, bool)


class FaultFinder:
    """Reads plain data part by part, and keeps everything that is wrong with it.

    Each part is named by its place. Where it is not what is wanted, a fault is kept
    and something harmless returned, so that the reading goes on.

    Args:
        error: the error that holds all faults in the end.

    """

    def __init__(self, error: Callable[[Iterable[Fault]], FlohcatiError]) -> None:
        """Start without faults."""
        self.faults: list[Fault] = []
        self._error = error

    def fault(self, place: str, reason: str) -> None:
        """Find fault with a place."""
        self.faults.append(Fault(place, reason))

    def raise_faults(self) -> None:
        """Raise one error with all faults, if there are any."""
        if self.faults:
            raise self._error(self.faults)

    def items(self, place: str, written: object) -> list[tuple[str, Any]]:
        """Return the items of a list, each with its place."""
        if not is_list(written):
            self.fault(place, f"expected a list; got {shown(written)}")
            return []
        return [(f"{place}.{index}", item) for index, item in enumerate(written)]

    def whole(self, place: str, written: object, least: int, most: int) -> int:
        """Return a whole number within a range, or the least."""
        if not is_whole(written):
            what = f"a whole number from {least} to {most}"
            self.fault(place, f"expected {what}; got {shown(written)}")
        elif not least <= written <= most:
            self.fault(place, f"{written} is out of range; expected {least} to {most}")
        else:
            return written
        return least

    def is_true(self, place: str, written: object) -> bool:
        """Return ``true`` or ``false``; false for anything else."""
        if not isinstance(written, bool):
            self.fault(place, f"expected true or false; got {shown(written)}")
        return written is True
