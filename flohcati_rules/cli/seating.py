"""Seating: how many players sit down where nobody says how many."""

from flohcati_rules.cli.arguments import SEATS
from flohcati_rules.errors import DraftError, RequestError
from flohcati_rules.profiles import Variant


def seats_at(seats: int | None, *variants: Variant) -> int:
    """Return the number of seats that is asked for, or the nearest to the usual."""
    return _nearest(*variants) if seats is None else seats


def _nearest(*variants: Variant) -> int:
    """Return the number of seats nearest to the usual one that all variants allow."""
    if len({variant.game_class for variant in variants}) > 1:
        return SEATS  # the study refuses them with a better reason
    allowed = [_allowed(variant) for variant in variants]
    least, most = max(low for low, _ in allowed), min(high for _, high in allowed)
    if least > most:
        message = "no number of players fits both variants"
        raise RequestError(message)
    return min(max(SEATS, least), most)


def _allowed(variant: Variant) -> tuple[int, int]:
    try:
        return variant.game().seats_allowed
    except DraftError as error:
        raise RequestError(str(error)) from error
