"""The arithmetic of tracks and cards: what a score sheet alone excludes.

Of many games only the totals are known, perhaps with what the tracks came to. The
components then still say that some totals cannot be. Nothing is called impossible
that some deal and some play could lead to; what is not excluded, though, need not be
possible: the way of the action marker is not looked at, nor the order of turns.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations, product
from typing import Any

import attrs

from flohcati_rules.description import Description
from flohcati_rules.errors import Objection, shown
from flohcati_rules.games.mars_troupe.components import (
    EARS,
    GREEN,
    MARKERS,
    MOCHI,
    NO_SIDE,
    SIDES,
    YELLOW,
    Components,
    MemberCard,
    Track,
    TrackSpace,
)
from flohcati_rules.games.mars_troupe.effects import LIMELIGHT_POINTS, Deed
from flohcati_rules.games.mars_troupe.reading import Reading

PARTIAL: Mapping[str, str] = {
    "first": "the seat of player one",
    "ended_by": "how the game ended: end or cap",
    "tracks": "what the three tracks are worth to each seat",
}
"""What a partial record may tell besides totals and winners, each with its sense."""

ENDINGS = ("end", "cap")
STAGE = 3

Pair = tuple[int, int]
"""Points of the ears, and of the mochi."""


@attrs.frozen(kw_only=True)
class Sheet:
    """A score sheet as far as it is known; None stands for what is not.

    Attributes:
        seats: the names of the two seats.
        totals: the total of each seat.
        tracks: what the tracks are worth to each seat.
        first: the place of player one.
        ended_by: how the game ended.
        winners: who won.

    """

    seats: tuple[str, ...]
    totals: tuple[int | None, ...]
    tracks: tuple[int | None, ...]
    first: int | None
    ended_by: str | None
    winners: tuple[str, ...] | None

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> "Sheet":
        """Return what is given of a score sheet.

        Raises:
            PositionError: it makes no sense whatever the rules; every fault is listed.

        """
        told = Description(given, (len(SIDES), len(SIDES)))
        ended_by = given.get("ended_by")
        if ended_by is not None and ended_by not in ENDINGS:
            told.fault("ended_by", f"expected end or cap; got {shown(ended_by)}")
        sheet = cls(
            seats=told.seats,
            totals=told.numbers("totals"),
            tracks=told.numbers("tracks"),
            first=told.seat("first", 0) if "first" in given else None,
            ended_by=ended_by,
            winners=told.seats_of("winners"),
        )
        told.raise_faults()
        return sheet

    @property
    def endings(self) -> tuple[str, ...]:
        """The ways in which the game may have ended."""
        return ENDINGS if self.ended_by is None else (self.ended_by,)

    def by_side(self, points: tuple[int | None, ...]) -> Iterator[tuple[Any, Any]]:
        """Yield the points of the two seats as those of the ears and the mochi."""
        for first in range(len(SIDES)) if self.first is None else (self.first,):
            yield points[first], points[1 - first]


def excluded(reading: Reading, given: Mapping[str, Any]) -> tuple[Objection, ...]:
    """Return why a score sheet is impossible under the rules; none if it may be so.

    Args:
        reading: the rules and the components.
        given: ``seats``, and as far as they are known ``totals``, ``winners`` and
            the ``PARTIAL``.

    Raises:
        PositionError: what is given makes no sense whatever the rules.

    """
    sheet = Sheet.of(given)
    return (*_winning(reading, sheet), *_counting(_Scale.of(reading), sheet))


def _winning(reading: Reading, sheet: Sheet) -> Iterator[Objection]:
    """Yield why these seats cannot have won."""
    if sheet.winners is None:
        return
    if sheet.ended_by == "cap":
        if sheet.winners:
            reason = "a game that is ended by the cap is a draw"
            yield Objection(("length.cap",), reason)
        return
    if len(sheet.winners) > 1:
        yield Objection(("tie.left",), "two never win together")
        return
    one, other = sheet.totals
    if one is None or other is None:
        return
    if one == other:
        if sheet.winners and not reading.hands_break:
            yield Objection(("tie.break",), f"both have {one}: a draw")
        return
    leader = sheet.seats[0 if one > other else 1]
    is_capped = not sheet.winners and sheet.ended_by is None
    if sheet.winners != (leader,) and not is_capped:
        yield Objection(("win.by",), f"{leader} wins with {max(one, other)}")


# ---------------------------------------------------------------- what points can be


@attrs.frozen(kw_only=True)
class _Scale:
    """The components, and those answers that decide what they are worth."""

    components: Components
    arrows_bind: bool
    every_space: bool
    yellow_for_each: bool
    down_counts: bool
    chip: int

    @classmethod
    def of(cls, reading: Reading) -> "_Scale":
        """Return what a reading makes of the points."""
        return cls(
            components=reading.components,
            arrows_bind=reading.arrows_bind,
            every_space=reading.every_space,
            yellow_for_each=reading.yellow_for_each,
            down_counts=reading.down_counts or not reading.may_hide,
            chip=reading.rules.score_chip,
        )


_POINTS = ("score.sum", "score.track", "score.yellow", "score.face_down", "score.chip")
"""The rule points that decide what a total can be."""


@lru_cache(maxsize=128)
def _counting(scale: _Scale, sheet: Sheet) -> tuple[Objection, ...]:
    """Return why the points cannot be: of single seats, or else of both together."""
    tracks = frozenset(
        pair for ending in sheet.endings for pair in _tracks(scale, ending)
    )
    rest = _stages_and_chips(scale)
    found = [
        Objection(_POINTS, _why_not(_only(sheet, seat), seat, tracks, rest))
        for seat in range(len(sheet.seats))
        if not _possible(_only(sheet, seat), tracks, rest)
    ]
    if not found and not _possible(sheet, tracks, rest):
        told = "; ".join(_told(sheet, seat) for seat in range(len(sheet.seats)))
        found.append(Objection(_POINTS, f"{told}: not both in one game"))
    return tuple(found)


def _only(sheet: Sheet, seat: int) -> Sheet:
    """Return a sheet without what the other seat has."""
    return attrs.evolve(
        sheet,
        totals=tuple(of if at == seat else None for at, of in enumerate(sheet.totals)),
        tracks=tuple(of if at == seat else None for at, of in enumerate(sheet.tracks)),
    )


def _told(sheet: Sheet, seat: int) -> str:
    total, on_tracks = sheet.totals[seat], sheet.tracks[seat]
    told = [
        *([] if total is None else [f"{total}"]),
        *([] if on_tracks is None else [f"{on_tracks} from the tracks"]),
    ]
    return f"{sheet.seats[seat]} has {', '.join(told)}"


def _why_not(
    sheet: Sheet, seat: int, tracks: frozenset[Pair], rest: frozenset[Pair]
) -> str:
    """Return why one seat cannot have what it has, with the nearest bound."""
    told, on_tracks = _told(sheet, seat), sheet.tracks[seat]
    of_tracks = {pair[side] for pair in tracks for side in (EARS, MOCHI)}
    if on_tracks is not None and on_tracks not in of_tracks:
        return f"{told}; they come to {min(of_tracks)} to {max(of_tracks)}"
    most = max(on for pair in rest for on in pair)
    most += max(of_tracks) if on_tracks is None else on_tracks
    total = sheet.totals[seat]
    if total is not None and total > most:
        return f"{told}; tracks, stage and chips come to {most} at most"
    return f"{told}; tracks, stage and chips do not come to that"


def _possible(sheet: Sheet, tracks: frozenset[Pair], rest: frozenset[Pair]) -> bool:
    """Tell whether some way of counting comes to what is known."""
    for totals, known in zip(
        sheet.by_side(sheet.totals), sheet.by_side(sheet.tracks), strict=True
    ):
        for on_tracks in tracks:
            if not _agrees(known, on_tracks):
                continue
            if any(
                _agrees(totals, (on_tracks[EARS] + one, on_tracks[MOCHI] + other))
                for one, other in rest
            ):
                return True
    return False


def _agrees(known: tuple[Any, Any], points: Pair) -> bool:
    return all(one is None or one == at for one, at in zip(known, points, strict=True))


@lru_cache(maxsize=32)
def _tracks(scale: _Scale, ending: str) -> frozenset[Pair]:
    """Return what all tracks together may be worth at an ending.

    An END ends the game at once, so that exactly one marker is on one, or none.
    """
    sums: dict[bool, set[Pair]] = {False: {(0, 0)}, True: set()}
    for which, (_, side) in enumerate(MARKERS):
        grown: dict[bool, set[Pair]] = {False: set(), True: set()}
        for (ended, before), (enters, more) in product(
            [(ended, pair) for ended, pairs in sums.items() for pair in pairs],
            _ways_worth(scale, scale.components.tracks[which], side),
        ):
            if not (ended and enters):
                both = before[EARS] + more[EARS], before[MOCHI] + more[MOCHI]
                grown[ended or enters].add(both)
        sums = grown
    return frozenset(sums[ending == "end"])


def _ways_worth(scale: _Scale, track: Track, side: int) -> set[tuple[bool, Pair]]:
    """Return what the ways of a marker may be worth, and whether each enters an END."""
    found: set[tuple[bool, Pair]] = set()
    sides = (EARS, MOCHI) if side == NO_SIDE else (side,)
    ways: list[tuple[int, ...]] = [(track.start,)]
    while ways:
        way = ways.pop()
        spaces = [track.spaces[place] for place in way]
        counted = spaces if scale.every_space else spaces[-1:]
        worth = {
            whose: sum(_stars(scale, track, space, whose) for space in counted)
            for whose in sides
        }
        last = spaces[-1]
        found.add((last.is_end, (worth.get(EARS, 0), worth.get(MOCHI, 0))))
        exits = {place for whose in sides for place in last.exits[whose]}
        if track.colour == GREEN and last.arrow >= 0 and scale.arrows_bind:
            exits = {last.arrow}
        if not last.is_end:
            ways.extend((*way, place) for place in exits if place not in way)
    return found


def _stars(scale: _Scale, track: Track, space: TrackSpace, side: int) -> int:
    """Return what a space is worth to a side."""
    if track.colour != YELLOW or space.side == side:
        return space.stars
    return space.other_stars if scale.yellow_for_each else 0


@lru_cache(maxsize=32)
def _stages_and_chips(scale: _Scale) -> frozenset[Pair]:
    """Return what both stages with the chips on them may be worth."""
    most = scale.components.chips if scale.chip else 0
    chips = [
        (one * scale.chip, other * scale.chip)
        for one, other in product(range(most + 1), repeat=2)
        if one + other <= most
    ]
    return frozenset(
        (stages[EARS] + more[EARS], stages[MOCHI] + more[MOCHI])
        for stages, more in product(_stages(scale), chips)
    )


def _stages(scale: _Scale) -> set[Pair]:
    """Return what the stars of both stages may be worth.

    Where a face-down card counts nothing, any card may have been one.
    """
    cards = scale.components.cards
    worth = {
        stage: _stage_worth(scale, tuple(cards[card] for card in stage))
        for stage in combinations(range(len(cards)), STAGE)
    }
    if not scale.down_counts:
        points = {one for values in worth.values() for one in values}
        return {(one, other) for one in points for other in points}
    found: set[Pair] = set()
    for mine, values in worth.items():
        left = [card for card in range(len(cards)) if card not in mine]
        others = {one for yours in combinations(left, STAGE) for one in worth[yours]}
        found.update(product(values, others))
    return found


def _stage_worth(scale: _Scale, stage: tuple[MemberCard, ...]) -> set[int]:
    """Return what the stars of a stage may be worth, with and without the limelight."""
    found = {0}
    for card in stage:
        shines = card.effect is not None and card.effect.deed is Deed.LIMELIGHT
        values = {card.stars, card.stars + LIMELIGHT_POINTS * shines}
        if not scale.down_counts:
            values.add(0)
        found = {one + more for one in found for more in values}
    return found
