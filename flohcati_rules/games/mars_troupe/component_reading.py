"""Reads components from plain data.

What the rule text says of them is demanded of every component file; all faults
are found at once.
"""

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

import attrs

from flohcati_rules.errors import ComponentsError, did_you_mean, shown
from flohcati_rules.evidence import Standing
from flohcati_rules.faults import FaultFinder, is_mapping
from flohcati_rules.games.mars_troupe.components import (
    CARDS,
    COLOURS,
    EARS,
    FORMAT,
    GREEN,
    MOCHI,
    MOST_CHIPS,
    MOST_NUMBER,
    MOST_RABBITS,
    MOST_SPACES,
    MOST_STARS,
    NAME,
    NO_SIDE,
    RED,
    RESERVED,
    SIDES,
    YELLOW,
    Act,
    Call,
    Components,
    MemberCard,
    Ring,
    RingSpace,
    Track,
    TrackSpace,
)
from flohcati_rules.games.mars_troupe.effects import Deed, Effect

T = TypeVar("T")


class _Sheet(FaultFinder):
    """The plain data of a component file, and everything that is wrong with it."""

    def __init__(self) -> None:
        super().__init__(ComponentsError)

    def mapping(
        self, place: str, given: object, required: Iterable[str], *optional: str
    ) -> dict[str, Any]:
        """Return the known keys of a mapping; report the others and the missing."""
        if not is_mapping(given):
            self.fault(place, f"expected a mapping; got {shown(given)}")
            return {}
        required = tuple(required)
        for key in required:
            if key not in given:
                self.fault(place, f"missing key {key!r}")
        known = (*required, *optional)
        for key in given:
            if key not in known:
                hint = did_you_mean(str(key), known) or f" (one of: {', '.join(known)})"
                self.fault(f"{place}.{key}".strip("."), f"unknown key{hint}")
        return {key: given[key] for key in known if key in given}

    def text(self, place: str, given: object) -> str:
        """Return a text that is not blank, or nothing."""
        if isinstance(given, str) and given.strip():
            return given
        self.fault(place, f"expected text; got {shown(given)}")
        return ""

    def name(self, place: str, given: object) -> str:
        """Return a name: lower-case words with hyphens, or nothing."""
        text = self.text(place, given)
        if text and not re.fullmatch(NAME, text):
            self.fault(place, f"{text!r} is not a name of lower-case words and hyphens")
        elif text in RESERVED:
            self.fault(place, f"{text!r} means something else in the notation")
        else:
            return text
        return ""

    def word(self, place: str, given: object, words: Iterable[str]) -> str | None:
        """Return one of the known words, or None."""
        words = [str(word) for word in words]
        if isinstance(given, str) and given in words:
            return given
        hint = did_you_mean(given, words) if isinstance(given, str) else ""
        listed = ", ".join(words)
        self.fault(place, f"expected one of {listed}; got {shown(given)}{hint}")
        return None

    def unlike(self, found: Iterable[tuple[str, T]], what: Callable[[T], str]) -> None:
        """Find fault with whatever comes twice."""
        first: dict[T, str] = {}
        for where, item in found:
            if item in first:
                self.fault(where, f"{what(item)} is at {first[item]} already")
            first.setdefault(item, where)


_REQUIRED = ("title", "standing", "chips", "totals", "cards", "ring", "tracks")


def read_components(given: Mapping[str, Any]) -> Components:
    """Return the components that plain data describes.

    Raises:
        ComponentsError: with every fault of the description.

    """
    sheet = _Sheet()
    keys = sheet.mapping("", given, _REQUIRED, "format", "notes")
    if keys.get("format", FORMAT) != FORMAT:
        sheet.fault("format", f"expected {FORMAT}; got {shown(keys['format'])}")
    title = sheet.text("title", keys["title"]) if "title" in keys else ""
    standing = sheet.word("standing", keys.get("standing"), Standing)
    chips = sheet.whole("chips", keys.get("chips", 1), 1, MOST_CHIPS)
    ring = _ring(sheet, keys.get("ring", []))
    cards = _cards(sheet, keys.get("cards", []), ring)
    totals = _totals(sheet, keys.get("totals", {}), cards)
    tracks = _tracks(sheet, keys.get("tracks", {}))
    sheet.raise_faults()
    return Components(
        title=title,
        standing=Standing(standing or Standing.INVENTED),
        cards=cards,
        ring=Ring(ring),
        tracks=tracks,
        chips=chips,
        totals=totals,
        digest=_digest(cards, ring, tracks, chips),
    )


def _digest(*parts: object) -> str:
    def plain(value: object) -> object:
        cls = type(value)
        if attrs.has(cls):
            names = (field.name for field in attrs.fields(cls))
            return {name: getattr(value, name) for name in names}
        return str(value)

    text = json.dumps(parts, default=plain, sort_keys=True, ensure_ascii=True)
    return "c-" + hashlib.blake2b(text.encode(), digest_size=8).hexdigest()


# ---------------------------------------------------------------- ring and cards


def _ring(sheet: _Sheet, given: object) -> tuple[RingSpace, ...]:
    spaces: list[RingSpace] = []
    numbers: list[tuple[str, int]] = []
    for place, item in sheet.items("ring", given):
        keys = sheet.mapping(place, item, ("number", "act"))
        number = sheet.whole(f"{place}.number", keys.get("number"), 1, MOST_NUMBER)
        act = sheet.word(f"{place}.act", keys.get("act"), Act)
        numbers.append((f"{place}.number", number))
        if act is not None:
            spaces.append(RingSpace(number=number, act=Act(act)))
    sheet.unlike(numbers, lambda number: f"the number {number}")
    for act in Act:
        if act not in [space.act for space in spaces]:
            sheet.fault("ring", f"no space has the act {act!s}; each of six is there")
    return tuple(spaces)


def _cards(
    sheet: _Sheet, given: object, ring: tuple[RingSpace, ...]
) -> tuple[MemberCard, ...]:
    places = sheet.items("cards", given)
    cards = [_card(sheet, place, item, ring) for place, item in places]
    if len(cards) != CARDS:
        sheet.fault("cards", f"{len(cards)} cards; the troupes have {CARDS} in all")
    named = [
        (f"{place}.card", card.name)
        for (place, _), card in zip(places, cards, strict=True)
        if card.name
    ]
    sheet.unlike(named, lambda name: f"a card {name!r}")
    white = [card.name for card in cards if card.white]
    if len(white) != 1:
        listed = f" ({', '.join(white)})" if white else ""
        sheet.fault("cards", f"{len(white)} white cards{listed}; there is exactly one")
    return tuple(cards)


def _card(
    sheet: _Sheet, place: str, given: object, ring: tuple[RingSpace, ...]
) -> MemberCard:
    required = ("card", "rabbits", "stars", "call", "number")
    keys = sheet.mapping(place, given, required, "effect")
    where = f"{place}.rabbits"
    held = sheet.mapping(where, keys.get("rabbits", {}), (), *COLOURS, "white")
    rabbits = {
        colour: sheet.whole(f"{where}.{colour}", count, 0, MOST_RABBITS)
        for colour, count in held.items()
    }
    white = rabbits.pop("white", 0)
    if white and any(rabbits.values()):
        sheet.fault(where, "the white card has no rabbits of another colour")
    if not white and not any(rabbits.values()):
        sheet.fault(where, "a card has rabbits; those of the white card are 'white'")
    number = sheet.whole(f"{place}.number", keys.get("number"), 1, MOST_NUMBER)
    if ring and number not in [space.number for space in ring]:
        sheet.fault(f"{place}.number", f"no space of the ring has the number {number}")
    call = sheet.word(f"{place}.call", keys.get("call"), Call)
    return MemberCard(
        name=sheet.name(f"{place}.card", keys.get("card")),
        rabbits=(
            rabbits.get("red", 0),
            rabbits.get("yellow", 0),
            rabbits.get("green", 0),
        ),
        white=white,
        stars=sheet.whole(f"{place}.stars", keys.get("stars"), 0, MOST_STARS),
        call=Call(call or Call.ME),
        number=number,
        effect=_effect(sheet, f"{place}.effect", keys.get("effect")),
    )


def _effect(sheet: _Sheet, place: str, given: object) -> Effect | None:
    if given is None:
        return None
    keys = sheet.mapping(place, given, ("does",), "colour")
    word = sheet.word(f"{place}.does", keys.get("does"), map(str, Deed))
    if word is None:
        return None
    deed = Deed(word)  # type: ignore[call-arg]
    if not deed.takes_colour:
        if "colour" in keys:
            sheet.fault(f"{place}.colour", f"the effect {word!r} names no colour")
        return Effect(deed)
    colour = sheet.word(f"{place}.colour", keys.get("colour"), COLOURS)
    return None if colour is None else Effect(deed, COLOURS.index(colour))


def _totals(
    sheet: _Sheet, given: object, cards: tuple[MemberCard, ...]
) -> tuple[int, int, int]:
    stated = sheet.mapping("totals", given, COLOURS)
    sums = [sum(card.rabbits[colour] for card in cards) for colour in range(3)]
    for colour, total in zip(COLOURS, sums, strict=True):
        if colour in stated and stated[colour] != total:
            sheet.fault(
                f"totals.{colour}",
                f"the mini cards say {shown(stated[colour])}, the cards have {total}",
            )
    return sums[0], sums[1], sums[2]


# ---------------------------------------------------------------- tracks


def _tracks(sheet: _Sheet, given: object) -> tuple[Track, ...]:
    keys = sheet.mapping("tracks", given, COLOURS)
    tracks = [
        *_own_tracks(sheet, RED, keys.get("red", {})),
        _yellow(sheet, keys.get("yellow", [])),
        *_own_tracks(sheet, GREEN, keys.get("green", {})),
    ]
    if not any(space.is_end for track in tracks for space in track.spaces):
        sheet.fault("tracks", "no track has an END, so that no game would end")
    if any(fault.place.startswith("tracks") for fault in sheet.faults):
        return tuple(tracks)
    for place, track in zip(_PLACES, tracks, strict=True):
        ends = {at for at, space in enumerate(track.spaces) if space.is_end}
        reached = {at for side in (EARS, MOCHI) for at in _reached(track, side)}
        if ends and not ends & reached:
            sheet.fault(place, "no way from START to END")
    return tuple(tracks)


_PLACES = (
    "tracks.red.ears",
    "tracks.red.mochi",
    "tracks.yellow",
    "tracks.green.ears",
    "tracks.green.mochi",
)
"""Where the tracks are, in the order of the markers."""


def _own_tracks(sheet: _Sheet, colour: int, given: object) -> tuple[Track, Track]:
    """Return the tracks of both sides: alike (``both``) or each its own."""
    place = f"tracks.{COLOURS[colour]}"
    if is_mapping(given) and "both" in given:
        keys = sheet.mapping(place, given, ("both",))
        ears = _line(sheet, f"{place}.both", keys["both"], colour, EARS)
        sides = tuple(attrs.evolve(space, side=MOCHI) for space in ears.spaces)
        return ears, attrs.evolve(ears, spaces=sides)
    keys = sheet.mapping(place, given, SIDES)
    ears, mochi = (
        _line(sheet, f"{place}.{side}", keys.get(side, []), colour, index)
        for index, side in enumerate(SIDES)
    )
    return ears, mochi


_OF_SPACE = ("stars", "start", "end")


def _line(sheet: _Sheet, place: str, given: object, colour: int, side: int) -> Track:
    """Return the track of one side's own marker."""
    more = ("next", "arrow") if colour == GREEN else ("next",)
    rows = [
        (where, sheet.mapping(where, item, ("space",), *_OF_SPACE, *more))
        for where, item in sheet.items(place, given)
    ]
    names = _space_names(sheet, rows)
    spaces: list[TrackSpace] = []
    for (where, keys), name in zip(rows, names, strict=True):
        exits = _exits(sheet, f"{where}.next", keys.get("next", []), names)
        arrow = -1
        if "arrow" in keys:
            arrow = _known(sheet, f"{where}.arrow", keys["arrow"], names)
            if arrow not in exits:
                sheet.fault(f"{where}.arrow", "an arrow points to one of 'next'")
        space = _space(sheet, where, keys, name, (exits, exits), side)
        spaces.append(attrs.evolve(space, arrow=arrow))
    return _track(sheet, place, colour, rows, spaces)


def _yellow(sheet: _Sheet, given: object) -> Track:
    """Return the shared track; the spaces of a side are those on the way to it."""
    place = "tracks.yellow"
    rows = [
        (
            where,
            sheet.mapping(where, item, ("space",), *_OF_SPACE, *SIDES, "other_stars"),
        )
        for where, item in sheet.items(place, given)
    ]
    names = _space_names(sheet, rows)
    spaces: list[TrackSpace] = []
    for (where, keys), name in zip(rows, names, strict=True):
        ears, mochi = (
            _exits(sheet, f"{where}.{side}", keys.get(side, []), names)
            for side in SIDES
        )
        space = _space(sheet, where, keys, name, (ears, mochi), NO_SIDE)
        other = sheet.whole(
            f"{where}.other_stars", keys.get("other_stars", 0), 0, MOST_STARS
        )
        spaces.append(attrs.evolve(space, other_stars=other))
    track = _track(sheet, place, YELLOW, rows, spaces)
    if sheet.faults:
        return track
    found = [*track.spaces]
    for side in (EARS, MOCHI):
        for index in _reached(track, side):
            if found[index].side not in (NO_SIDE, side):
                where = f"{place}.{index}"
                sheet.fault(where, "the space is on the way to both sides")
            if index != track.start:
                found[index] = attrs.evolve(found[index], side=side)
    return attrs.evolve(track, spaces=tuple(found))


def _reached(track: Track, side: int) -> set[int]:
    """Return the spaces that moves for one side reach from the start."""
    reached, asked = {track.start}, [track.start]
    while asked:
        for following in track.spaces[asked.pop()].exits[side]:
            if following not in reached:
                reached.add(following)
                asked.append(following)
    return reached


def _space_names(sheet: _Sheet, rows: list[tuple[str, dict[str, Any]]]) -> list[str]:
    named = [
        (f"{where}.space", sheet.name(f"{where}.space", keys.get("space")))
        for where, keys in rows
    ]
    sheet.unlike(((w, n) for w, n in named if n), lambda n: f"a space {n!r}")
    return [name for _, name in named]


def _exits(
    sheet: _Sheet, place: str, given: object, names: list[str]
) -> tuple[int, ...]:
    found = (
        _known(sheet, where, item, names) for where, item in sheet.items(place, given)
    )
    return tuple(index for index in found if index >= 0)


def _known(sheet: _Sheet, place: str, given: object, names: list[str]) -> int:
    if isinstance(given, str) and given in names:
        return names.index(given)
    hint = did_you_mean(given, names) if isinstance(given, str) else ""
    sheet.fault(place, f"the track has no space {shown(given)}{hint}")
    return -1


def _space(
    sheet: _Sheet,
    place: str,
    keys: dict[str, Any],
    name: str,
    exits: tuple[tuple[int, ...], tuple[int, ...]],
    side: int,
) -> TrackSpace:
    sheet.is_true(f"{place}.start", keys.get("start", False))
    is_end = sheet.is_true(f"{place}.end", keys.get("end", False))
    if is_end and any(exits) and side != NO_SIDE:
        sheet.fault(place, "no marker moves on from an END")
    return TrackSpace(
        name=name,
        exits=((), ()) if is_end else exits,
        arrow=-1,
        stars=sheet.whole(f"{place}.stars", keys.get("stars", 0), 0, MOST_STARS),
        other_stars=0,
        side=side,
        is_end=is_end,
    )


def _track(
    sheet: _Sheet,
    place: str,
    colour: int,
    rows: list[tuple[str, dict[str, Any]]],
    spaces: list[TrackSpace],
) -> Track:
    starts = [
        index for index, (_, keys) in enumerate(rows) if keys.get("start") is True
    ]
    if len(starts) != 1:
        sheet.fault(
            place, f"{len(starts)} START spaces; a marker starts on exactly one"
        )
    if len(spaces) > MOST_SPACES:
        sheet.fault(place, f"{len(spaces)} spaces; at most {MOST_SPACES} are read")
    start = starts[0] if starts else 0
    if starts and spaces[start].is_end:
        sheet.fault(f"{place}.{start}", "START is no END")
    return Track(colour, tuple(spaces), start)
