"""Positions from which a search for a difference starts, for two sets of rules.

They are ones that real play could reach under both. All thirteen cards are in their
rows. The action marker has a way from where a card may put it, over the spaces that
brought about whatever the position shows, in the turns that went before: a space of
the performance for each step of a marker, a hidden entry for each card that lies
face down and an entry for each that pushed it on, a trouble space for each chip.
Up to a late turn, every space on the way has had its result; see ``past``.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import combinations, product
from typing import Any, ClassVar

import attrs

from flohcati_rules.description import SETUP_NAMES
from flohcati_rules.game import Given
from flohcati_rules.games.mars_troupe.components import (
    COLOURS,
    MARKERS,
    NO_SIDE,
    SIDES,
    YELLOW,
    Act,
    Call,
    Components,
    MemberCard,
    Track,
    marker,
)
from flohcati_rules.games.mars_troupe.effects import LIMELIGHT_POINTS, Deed, Timing
from flohcati_rules.games.mars_troupe.past import Done, Past, Row, Table
from flohcati_rules.games.mars_troupe.rules import HiddenFace, MarsTroupeRules

Rows = tuple[Row, Row]
"""A row of either seat; the first is player one and plays the ears."""

SEATS = SETUP_NAMES[: len(SIDES)]
ANN, BEN = range(len(SEATS))
STAGE, HAND = 3, 2

Happening = tuple[frozenset[Act], int]
"""What has to have happened: a space of one of these kinds, in a seat's turn."""

MOST_TRIED = 6
"""For how many numbers of a turn a past is looked for."""

LATE = 12
"""The last turn before which every turn is accounted for."""

ANYBODY = -1
"""Whose turn it was where that makes no difference."""

PERFORMANCES = tuple(act for act in Act if act.colour >= 0)
"""The performances, in the order of the colours."""
HIDDEN = frozenset({Act.HIDDEN_ENTRY})
ENTRIES = HIDDEN | {Act.ENTRY}


@attrs.frozen(kw_only=True)
class Layout:
    """A position in the making: a deal, the action marker, and what is not as dealt.

    Attributes:
        stages: the cards of each stage, from its owner's left.
        hands: the cards of each hand; all that is named nowhere is the pool.
        ring: the number of the space of the action marker.
        markers: the places of the five performance markers.
        down: the cards of the stages that lie face down.
        woken: the cards of the stages that lay face down once.
        chips: the cards and colours on which trouble chips lie.
        number: the number of the turn; 0 for as early as can be.

    """

    stages: Rows
    hands: Rows
    ring: int
    markers: tuple[int, ...]
    down: Row = ()
    woken: Row = ()
    chips: tuple[str, ...] = ()
    number: int = 0

    def owner(self, card: str) -> int:
        """Return on whose stage a card lies."""
        return ANN if card in self.stages[ANN] else BEN


@lru_cache(maxsize=256)
def way_to(track: Track, goal: int, *, bound: bool = True) -> tuple[int, ...]:
    """Return the shortest way from START to a space, or nothing.

    Args:
        track: the track.
        goal: the space.
        bound: whether it goes only where arrows point, as it may in any case.

    """
    ways: list[tuple[int, ...]] = [(track.start,)]
    seen = {track.start}
    for way in ways:
        if way[-1] == goal:
            return way
        space = track.spaces[way[-1]]
        arrow = bound and space.arrow >= 0
        for exits in ((space.arrow,),) if arrow else space.exits:
            ways.extend((*way, place) for place in exits if place not in seen)
            seen.update(exits)
    return ()


class Troupe:
    """The components, and what two sets of rules have in common."""

    def __init__(
        self, a: MarsTroupeRules, b: MarsTroupeRules, components: Components
    ) -> None:
        """Look up what both have."""
        self.components = components
        self.tracks = components.tracks
        self.cards = {card.name: card for card in components.cards}
        self.steps = min(a.ring_steps, b.ring_steps)
        self.cap = min(a.length_cap, b.length_cap)
        self.hides = HiddenFace.ALWAYS_UP not in (a.hidden_face, b.hidden_face)
        self.starts = tuple(track.start for track in self.tracks)
        self.past = Past(
            components,
            {
                (which, place): way_to(track, place)
                for which, track in enumerate(self.tracks)
                for place in range(len(track.spaces))
            },
            steps=self.steps,
            shows=HiddenFace.ALWAYS_DOWN not in (a.hidden_face, b.hidden_face),
        )
        self._pasts: dict[tuple[Layout, int], tuple[Done, ...] | None] = {}
        self._numbers: dict[Layout, int] = {}
        self._passed: dict[object, list[frozenset[tuple[int, int]]]] = {}

    # ------------------------------------------------------------ deals

    @cached_property
    def names(self) -> Row:
        """The names of all cards; those without an effect come first."""
        cards = sorted(self.cards.values(), key=lambda card: card.effect is not None)
        return tuple(card.name for card in cards)

    def with_effect(self, *timings: Timing) -> list[MemberCard]:
        """Return the cards whose effects come at some time, by what they do."""
        deeds = [*Deed]
        return sorted(
            (
                card
                for card in self.cards.values()
                if card.effect is not None and card.effect.timing in timings
            ),
            key=lambda card: deeds.index(card.effect.deed) if card.effect else 0,
        )

    def dealt(
        self,
        wanted: Callable[[Row, Row], bool] = lambda _mine, _yours: True,
        *,
        stages: Rows = ((), ()),
        hand: Row = (),
    ) -> Iterator[tuple[Rows, Rows]]:
        """Yield the first stages and hands that are as wanted, or nothing.

        Args:
            wanted: tells whether two stages will do.
            stages: cards that lie rightmost, where cards come in.
            hand: cards that player one holds.

        """
        mine, yours = stages
        free = [name for name in self.names if name not in (*mine, *yours, *hand)]
        for more in combinations(free, STAGE - len(mine)):
            left = [name for name in free if name not in more]
            for others in combinations(left, STAGE - len(yours)):
                both = (*more, *mine), (*others, *yours)
                if wanted(*both):
                    rest = [name for name in left if name not in others]
                    held = (*hand, *rest[: HAND - len(hand)])
                    rest = [name for name in rest if name not in held]
                    yield both, (held, tuple(rest[:HAND]))
                    return

    def lead(self, colour: int, mine: Row, yours: Row, off: str = "") -> int:
        """Return by how many rabbits player one leads; the edge counts for one.

        Args:
            colour: the colour that performs.
            mine: the stage of player one.
            yours: the stage of the other.
            off: a card whose effect is not to be counted.

        """
        rabbits, edges = 0, 0
        for sign, stage in ((1, mine), (-1, yours)):
            for name in stage:
                card = self.cards[name]
                rabbits += sign * card.rabbits[colour]
                if card.effect and card.effect.colour == colour and name != off:
                    rabbits += sign * (card.effect.deed is Deed.CHEER)
                    edges += sign * (card.effect.deed is Deed.EDGE)
        return rabbits or edges

    def stars(self, stage: Row) -> int:
        """Return the stars of a stage, all cards turned up."""
        middle = self.cards[stage[STAGE // 2]].effect
        shines = middle is not None and middle.deed is Deed.LIMELIGHT
        return sum(self.cards[name].stars for name in stage) + LIMELIGHT_POINTS * shines

    def rabbit(self, stage: Row, without: int = -1) -> tuple[str, ...]:
        """Return where on a stage a chip may lie, but not on one colour; or nothing."""
        for name in stage:
            for colour, many in enumerate(self.cards[name].rabbits):
                if many and colour != without:
                    return (f"{name} {COLOURS[colour]}",)
        return ()

    # ------------------------------------------------------------ turns before

    def happenings(self, layout: Layout) -> tuple[tuple[Happening, ...], int]:
        """Return what has to have happened for a position, and from where on quietly.

        Last come the cards that lie face down: no performance has been since the
        first of them.
        """
        found = [*self._entries(layout, layout.woken)]
        moved: list[Happening] = []
        for which, place in enumerate(layout.markers):
            track = self.tracks[which]
            act = frozenset({PERFORMANCES[track.colour]})
            moved.extend([(act, ANYBODY)] * (len(way_to(track, place)) - 1))
        if layout.woken and not moved:
            moved.append((frozenset(PERFORMANCES), ANYBODY))
        found.extend(moved)
        for chip in layout.chips:
            owner = layout.owner(chip.split()[0])
            found.append((frozenset({Act.TROUBLE}), 1 - owner))
        quiet_from = len(found)
        found.extend(self._entries(layout, layout.down))
        return tuple(found), quiet_from

    def _entries(self, layout: Layout, hidden: Row) -> Iterator[Happening]:
        """Yield the entries since the first by which some cards came face down.

        They came in at the right, and each was pushed on by those that came after.
        """
        for seat, stage in enumerate(layout.stages):
            has_come = False
            for card in stage:
                has_come = has_come or card in hidden
                if card in hidden:
                    yield HIDDEN, seat
                elif has_come:
                    yield ENTRIES, seat

    def number(self, layout: Layout) -> int:
        """Return the number of the turn that a position begins, or 0 for none.

        It is the first of player one in which the action marker may stand where it
        does, or the one that the position asks for. Up to a late turn, every turn
        before it is accounted for.
        """
        if layout not in self._numbers:
            self._numbers[layout] = self._number(layout)
        return self._numbers[layout]

    def _number(self, layout: Layout) -> int:
        tries = MOST_TRIED
        needed = self.happenings(layout)
        goal = self.components.ring.index(layout.ring), len(needed[0])
        numbers = range(1, self.cap + 1, len(SEATS))
        if layout.number:
            numbers = range(layout.number, min(layout.number, self.cap) + 1)
        for number in numbers:
            reached = self._after(number - 1, *needed)
            if goal in reached:
                past = number > LATE or self.turns_before(layout, number) is not None
                if past:
                    return number
                tries -= 1
            if not reached or not tries:
                break
        return 0

    def turns_before(self, layout: Layout, number: int) -> tuple[Done, ...] | None:
        """Return turns that lead to a position, the first one first; None for none."""
        key = attrs.evolve(layout, number=0), number
        if key not in self._pasts:
            laid = {card for rows in (layout.stages, layout.hands)
                    for row in rows for card in row}  # fmt: skip
            mine, yours = layout.hands
            table = Table(
                ring=self.components.ring.index(layout.ring),
                stages=layout.stages,
                hands=(tuple(sorted(mine)), tuple(sorted(yours))),
                pool=tuple(name for name in self.components.names if name not in laid),
                markers=layout.markers,
                down=frozenset(layout.down),
                woken=frozenset(layout.woken),
                chips=frozenset(layout.chips),
            )
            self._pasts[key] = self.past.find(table, number - 1)
        return self._pasts[key]

    def _after(
        self, turns: int, needed: tuple[Happening, ...], quiet_from: int
    ) -> frozenset[tuple[int, int]]:
        """Return where the action marker may be after so many turns.

        Each place goes with how much of what has to happen has happened by then.
        """
        ring = self.components.ring
        key = needed, quiet_from
        if key not in self._passed:
            drawn = [card for card in self.cards.values() if card.call is Call.ME]
            self._passed[key] = [
                frozenset((ring.index(card.number), 0) for card in drawn)
            ]
        passed = self._passed[key]
        while len(passed) <= turns:
            seat = (len(passed) - 1) % len(SEATS)
            reached: set[tuple[int, int]] = set()
            for (place, done), spaces in product(passed[-1], range(1, self.steps + 1)):
                to = (place + spaces) % len(ring.spaces)
                act = ring.spaces[to].act
                if done > quiet_from and act in PERFORMANCES:
                    continue
                reached.add((to, done))
                if done < len(needed):
                    acts, whose = needed[done]
                    if act in acts and whose in (seat, ANYBODY):
                        reached.add((to, done + 1))
            passed.append(frozenset(reached))
        return passed[turns]

    def fits(self, layout: Layout) -> bool:
        """Tell whether play could reach a position under either rules."""
        if not self.hides and (layout.down or layout.woken):
            return False
        if len(layout.chips) > self.components.chips:
            return False
        if not all(map(way_to, self.tracks, layout.markers)):
            return False
        return self.number(layout) > 0

    def before(self, act: Act, layout: Layout) -> Iterator[Layout]:
        """Yield a position from which a step of one comes to a kind of space.

        Of all such spaces it is the one that can be reached first.
        """
        ring = self.components.ring.spaces
        tried = [
            attrs.evolve(layout, ring=ring[place - 1].number)
            for place, space in enumerate(ring)
            if space.act is act
        ]
        yield from sorted(filter(self.fits, tried), key=self.number)[:1]

    def laid(
        self,
        act: Act,
        deal: tuple[Rows, Rows],
        markers: Mapping[int, int] | None = None,
        **details: Any,  # noqa: ANN401 - the fields of a layout
    ) -> Iterator[Layout]:
        """Yield a position of a deal from which a step of one comes to a space."""
        stages, hands = deal
        places = [*self.starts]
        for which, place in (markers or {}).items():
            places[which] = place
        layout = Layout(
            stages=stages, hands=hands, ring=0, markers=tuple(places), **details
        )
        yield from self.before(act, layout)

    def before_end(self, colour: int, seat: int) -> Iterator[tuple[int, int]]:
        """Yield a seat's marker and the nearest place next to an END."""
        which = marker(colour, seat)
        track = self.tracks[which]
        places = [
            place
            for place, space in enumerate(track.spaces)
            if any(track.spaces[to].is_end for to in space.exits[seat])
            and way_to(track, place)
        ]
        places.sort(key=lambda place: len(way_to(track, place)))
        for place in places[:1]:
            yield which, place

    def worth(self, which: int, places: Sequence[int]) -> tuple[int, int]:
        """Return the star number of the last of some spaces, and the sum of all.

        The track counts for the side of its marker alone.
        """
        stars = [self.tracks[which].spaces[place].stars for place in places]
        return stars[-1], sum(stars)


# ---------------------------------------------------------------- aimed positions


def _turns(troupe: Troupe) -> Iterator[Layout]:
    """Yield a turn before each kind of space, with nothing else to it."""
    for deal in troupe.dealt():
        for act in Act:
            yield from troupe.laid(act, deal)


def _performances(troupe: Troupe) -> Iterator[Layout]:
    """Yield performances that either player wins, the marker on any space, and ties."""
    for act, sign in product(PERFORMANCES, (1, -1, 0)):
        colour = act.colour
        for deal in troupe.dealt(_leading(troupe, colour, sign)):
            which = marker(colour, BEN if sign < 0 else ANN)
            for place, space in enumerate(troupe.tracks[which].spaces):
                if not space.is_end and (sign or place == troupe.starts[which]):
                    yield from troupe.laid(act, deal, {which: place})


def _leading(
    troupe: Troupe, colour: int, sign: int, off: str = ""
) -> Callable[[Row, Row], bool]:
    """Return what tells whether two stages have such a lead in a colour."""

    def leads(mine: Row, yours: Row) -> bool:
        lead = troupe.lead(colour, mine, yours, off)
        return (lead > 0) - (lead < 0) == sign

    return leads


def _last_steps(troupe: Troupe) -> Iterator[Layout]:
    """Yield performances by which a marker enters an END."""
    for act, seat in product(PERFORMANCES, (ANN, BEN)):
        colour = act.colour
        for which, place in troupe.before_end(colour, seat):
            leads = _leading(troupe, colour, -1 if seat else 1)
            for deal in troupe.dealt(leads):
                yield from troupe.laid(act, deal, {which: place})


def _scored_tracks(troupe: Troupe) -> Iterator[Layout]:
    """Yield last steps, and some with the yellow marker on a side."""
    yield from _last_steps(troupe)
    yellow = marker(YELLOW, ANN)
    for layout in _last_steps(troupe):
        for exits in troupe.tracks[yellow].spaces[troupe.starts[yellow]].exits:
            if layout.markers[yellow] == troupe.starts[yellow]:
                markers = [*layout.markers]
                markers[yellow] = exits[0]
                moved = attrs.evolve(layout, markers=tuple(markers))
                if troupe.fits(moved):
                    yield moved


def _scored_chips(troupe: Troupe) -> Iterator[Layout]:
    """Yield last steps with a trouble chip on either stage."""
    for act, seat, troubled in product(PERFORMANCES, (ANN, BEN), (ANN, BEN)):
        colour = act.colour
        for which, place in troupe.before_end(colour, seat):
            leads = _leading(troupe, colour, -1 if seat else 1)
            for deal in troupe.dealt(leads):
                chips = troupe.rabbit(deal[0][troubled], without=colour)
                if chips:
                    yield from troupe.laid(act, deal, {which: place}, chips=chips)


def _scored_down(troupe: Troupe) -> Iterator[Layout]:
    """Yield turns in which the game may end with a card face down.

    That is by a card whose effect moves a marker into an END, or by the cap.
    """

    def shining(mine: Row, _: Row) -> bool:
        return troupe.cards[mine[-1]].stars > 0

    for card in troupe.with_effect(Timing.JOINING):
        assert card.effect is not None
        if card.effect.deed is Deed.ADVANCE:
            for which, place in troupe.before_end(card.effect.colour, ANN):
                for deal in troupe.dealt(shining, hand=(card.name,)):
                    down = (deal[0][ANN][-1],)
                    markers = {which: place}
                    yield from troupe.laid(Act.ENTRY, deal, markers, down=down)
    for deal in troupe.dealt(shining):
        down = (deal[0][ANN][-1],)
        yield from troupe.laid(Act.TROUBLE, deal, down=down, number=troupe.cap)


def _ties(troupe: Troupe) -> Iterator[Layout]:
    """Yield last steps of player one after which both have the same points."""
    for act, reading in product(PERFORMANCES, (0, 1)):
        for which, place in troupe.before_end(act.colour, ANN):
            got = troupe.worth(which, _to_the_end(troupe.tracks[which], place))
            for other, at in _others(troupe):
                has = troupe.worth(other, way_to(troupe.tracks[other], at))
                markers = {other: at, which: place}
                gap = got[reading] - has[reading]
                found = [*_tied(troupe, act, markers, gap)]
                yield from found
                if found:
                    break


def _to_the_end(track: Track, place: int) -> tuple[int, ...]:
    """Return the way of player one's marker to a space and from there into an END."""
    exits = track.spaces[place].exits[ANN]
    end = next(to for to in exits if track.spaces[to].is_end)
    return (*way_to(track, place), end)


def _others(troupe: Troupe) -> Iterator[tuple[int, int]]:
    """Yield the places of player two's own markers, START first."""
    for other, (_, side) in enumerate(MARKERS):
        if side == BEN:
            track = troupe.tracks[other]
            for place, space in enumerate(track.spaces):
                if not space.is_end and way_to(track, place):
                    yield other, place


def _tied(
    troupe: Troupe, act: Act, markers: Mapping[int, int], gap: int
) -> Iterator[Layout]:
    """Yield a performance won by player one whose stage has fewer stars by a gap."""
    leads = _leading(troupe, act.colour, 1)
    stars = sorted(card.stars for card in troupe.cards.values())
    most = sum(stars[-STAGE:]) - sum(stars[:STAGE]) + LIMELIGHT_POINTS
    if abs(gap) > most:
        return

    def tied(mine: Row, yours: Row) -> bool:
        return troupe.stars(yours) - troupe.stars(mine) == gap and leads(mine, yours)

    for deal in troupe.dealt(tied):
        for hands in (deal[1], _unlike(troupe, deal[0])):
            yield from troupe.laid(act, (deal[0], hands), markers)


def _unlike(troupe: Troupe, stages: Rows) -> Rows:
    """Return hands of the cards that are left, with numbers as unlike as may be."""
    left = sorted(
        (name for name in troupe.names if name not in (*stages[ANN], *stages[BEN])),
        key=lambda name: troupe.cards[name].number,
    )
    return tuple(left[-HAND:]), tuple(left[:HAND])


def _turned_up(troupe: Troupe) -> Iterator[Layout]:
    """Yield performances that turn up a card with an effect of joining."""
    for card, act, seat in product(
        troupe.with_effect(Timing.JOINING), PERFORMANCES, (ANN, BEN)
    ):
        stages = ((card.name,), ()) if seat == ANN else ((), (card.name,))
        for deal in troupe.dealt(_leading(troupe, act.colour, 0), stages=stages):
            yield from troupe.laid(act, deal, down=(card.name,))


def _woken(troupe: Troupe) -> Iterator[Layout]:
    """Yield turns that an effect decides whose card lies face down, or did."""
    timings = (Timing.LASTING, Timing.PERFORMANCE, Timing.SCORING)
    for card, face in product(troupe.with_effect(*timings), ("woken", "down")):
        name, effect = card.name, card.effect
        assert effect is not None
        shown: dict[str, Any] = {face: (name,)}
        match effect.deed:
            case Deed.GUARD:
                for deal in troupe.dealt(stages=((), (name,))):
                    yield from troupe.laid(Act.TROUBLE, deal, **shown)
            case Deed.LIMELIGHT:
                yield from _in_the_middle(troupe, name, shown)
            case _:
                tied = _leading(troupe, effect.colour, 0, off=name)
                for deal in troupe.dealt(tied, stages=((name,), ())):
                    yield from troupe.laid(PERFORMANCES[effect.colour], deal, **shown)


def _in_the_middle(
    troupe: Troupe, name: str, shown: Mapping[str, Any]
) -> Iterator[Layout]:
    """Yield last steps with a card in the middle of a stage."""
    for act in PERFORMANCES:
        for which, place in troupe.before_end(act.colour, ANN):
            leads = _leading(troupe, act.colour, 1)
            for (mine, yours), hands in troupe.dealt(leads, stages=((name,), ())):
                stages = ((mine[0], name, mine[1]), yours)
                yield from troupe.laid(act, (stages, hands), {which: place}, **shown)


def _leaving(troupe: Troupe) -> Iterator[Layout]:
    """Yield entries that may push a face-down card out."""
    for deal, act in product(troupe.dealt(), (Act.ENTRY, Act.HIDDEN_ENTRY)):
        yield from troupe.laid(act, deal, down=deal[0][ANN][:1])


def _troubles(troupe: Troupe) -> Iterator[Layout]:
    """Yield turns that bring trouble, the chip and the other stage in any way."""
    act = Act.TROUBLE
    for deal in troupe.dealt():
        mine, yours = deal[0]
        yield from troupe.laid(act, deal)
        yield from troupe.laid(act, deal, chips=troupe.rabbit(yours))
        yield from troupe.laid(act, deal, down=yours[-1:])
        yield from troupe.laid(act, deal, down=yours, chips=troupe.rabbit(mine))
    for card in troupe.with_effect(Timing.LASTING):
        if card.effect is not None and card.effect.deed is Deed.GUARD:
            for deal in troupe.dealt(stages=((), (card.name,))):
                (mine, yours), hands = deal
                turned = mine[::-1], yours
                for chips in (troupe.rabbit(mine), troupe.rabbit(turned[ANN])):
                    yield from troupe.laid(act, (turned, hands), chips=chips)
            for deal in troupe.dealt(hand=(card.name,)):
                yield from troupe.laid(act, deal, chips=troupe.rabbit(deal[0][BEN]))
    for card in troupe.with_effect(Timing.JOINING):
        if card.effect is not None and card.effect.deed is Deed.TROUBLE:
            for deal in troupe.dealt(hand=(card.name,)):
                down = deal[0][BEN][-1:]
                yield from troupe.laid(Act.ENTRY, deal, down=down)


def _at_the_cap(troupe: Troupe) -> Iterator[Layout]:
    """Yield the turn that is the last one by the lower of two caps."""
    for deal, act in product(troupe.dealt(), Act):
        yield from troupe.laid(act, deal, number=troupe.cap)


_Sort = Callable[[Troupe], Iterator[Layout]]

_AIMED: Mapping[str, tuple[_Sort, ...]] = {
    "setup.entry_markers": (),
    "ring.steps": (_turns,),
    "reveal.joining": (_turned_up,),
    "face_down.lasting": (_woken,),
    "advance.duty": (_performances,),
    "advance.choice": (_performances,),
    "advance.arrows": (_performances,),
    "switch.after_tie": (_performances,),
    "hidden.face": (_turns,),
    "hidden.leaves": (_leaving,),
    "trouble.duty": (_troubles,),
    "trouble.again": (_troubles,),
    "trouble.face_down": (_troubles,),
    "trouble.no_target": (_troubles,),
    "score.track": (_scored_tracks,),
    "score.yellow": (_scored_tracks,),
    "score.face_down": (_scored_down,),
    "score.chip": (_scored_chips,),
    "tie.break": (_ties,),
    "length.cap": (_at_the_cap,),
}
"""Which positions bring out which rule point."""

_AT_THE_DEAL = frozenset({"setup.entry_markers"})
"""The rule points that only the start of a game brings out."""

_SORTS = tuple(dict.fromkeys(sort for sorts in _AIMED.values() for sort in sorts))


class Openings:
    """The positions from which a search starts, for two sets of rules."""

    SETUP_POINTS: ClassVar[frozenset[str]] = frozenset()
    """The rule points that make up the table: none, as the components say it all."""

    UNIT: ClassVar[str] = "moved or turned piece"
    """What the size of a position is counted in.

    It is whatever is not as it was dealt: a card that lies or lay face down, a chip
    on a card, a step of a marker, a turn later than it need be.
    """

    def __init__(
        self, a: MarsTroupeRules, b: MarsTroupeRules, components: Components
    ) -> None:
        """Look up what both games are played with."""
        self.troupe = Troupe(a, b, components)

    def size(self, given: Given) -> int:
        """Return how much of a position is not as it was dealt."""
        if "stages" not in given:
            return 0
        layout = self._read(given)
        laid = len(layout.down) + len(layout.woken) + len(layout.chips)
        ways = map(way_to, self.troupe.tracks, layout.markers)
        steps = sum(len(way) - 1 for way in ways)
        return laid + steps + self._is_late(layout)

    def aimed(self, points: Sequence[str]) -> Iterator[Given]:
        """Yield positions that are made to bring out some rule points."""
        sorts = dict.fromkeys(sort for id in points for sort in _AIMED.get(id, ()))
        if not _AT_THE_DEAL.isdisjoint(points):
            yield self._start()
        yield from self._made(tuple(sorts))

    def all_aimed(self) -> Iterator[Given]:
        """Yield the positions that are made to bring out any rule point."""
        yield self._start()
        yield from self._made(_SORTS)

    def of_size(self, _: int) -> Iterator[Given]:
        """Yield nothing: there are far too many deals to try them all."""
        yield from ()

    def smaller(self, given: Given) -> Iterator[Given]:
        """Yield positions with one thing less that is not as it was dealt."""
        if "stages" not in given:
            return
        layout = self._read(given)
        if self._is_late(layout):
            yield from self._written(attrs.evolve(layout, number=0))
        else:
            layout = attrs.evolve(layout, number=0)
        for key in ("down", "woken", "chips"):
            row = getattr(layout, key)
            for index in range(len(row)):
                less: dict[str, Any] = {key: (*row[:index], *row[index + 1 :])}
                yield from self._written(attrs.evolve(layout, **less))
        for which, place in enumerate(layout.markers):
            for before in way_to(self.troupe.tracks[which], place)[-2:-1]:
                markers = [*layout.markers]
                markers[which] = before
                yield from self._written(attrs.evolve(layout, markers=tuple(markers)))

    def past(self, given: Given) -> tuple[Done, ...] | None:
        """Return turns that lead to a position, the first one first; None for none."""
        layout = self._read(given)
        return self.troupe.turns_before(layout, layout.number)

    def _is_late(self, layout: Layout) -> bool:
        """Tell whether a position is of a later turn than it need be."""
        earliest = self.troupe.number(attrs.evolve(layout, number=0))
        return layout.number != earliest

    def _start(self) -> Given:
        """Return the start of a game, before the deal."""
        return {"seats": [*SEATS], "deck": [*self.troupe.components.names]}

    def _made(self, sorts: Sequence[_Sort]) -> Iterator[Given]:
        """Yield positions of some sorts, those of the earliest turns first."""
        made = [layout for sort in sorts for layout in sort(self.troupe)]
        for layout in sorted(made, key=self.troupe.number):
            yield from self._written(layout)

    def _written(self, layout: Layout) -> Iterator[Given]:
        """Yield a position as scenarios give it, unless play cannot reach it."""
        if not self.troupe.fits(layout):
            return
        written: dict[str, Any] = {"seats": [*SEATS]}
        number = self.troupe.number(layout)
        if number > 1:
            if number % len(SEATS) == 0:
                written["turn"] = SEATS[BEN]
            written["number"] = number
        written["stages"] = _by_seat(layout.stages)
        written["hands"] = _by_seat(layout.hands)
        for key in ("down", "woken"):
            if row := getattr(layout, key):
                written[key] = [*row]
        written["ring"] = layout.ring
        for which, (colour, side) in enumerate(MARKERS):
            if layout.markers[which] != self.troupe.starts[which]:
                where = self._where(which, layout.markers[which])
                if side == NO_SIDE:
                    written[colour] = where
                else:
                    written.setdefault(colour, {})[SEATS[side]] = where
        if layout.chips:
            written["chips"] = [*layout.chips]
        yield written

    def _where(self, which: int, place: int) -> str | list[str]:
        """Return the name of a space; its way where that is not simply the shortest."""
        track = self.troupe.tracks[which]
        way = way_to(track, place)
        if way == way_to(track, place, bound=False):
            return track.spaces[place].name
        return [track.spaces[passed].name for passed in way]

    def _read(self, given: Given) -> Layout:
        """Return the position that scenarios give so."""
        stages, hands = (
            (tuple(given[key][SEATS[ANN]]), tuple(given[key][SEATS[BEN]]))
            for key in ("stages", "hands")
        )
        markers = [*self.troupe.starts]
        for which, (colour, side) in enumerate(MARKERS):
            where = given.get(colour)
            if side != NO_SIDE and where is not None:
                where = where.get(SEATS[side])
            if where is not None:
                name = where if isinstance(where, str) else where[-1]
                place = self.troupe.tracks[which].index(name)
                assert place is not None
                markers[which] = place
        return Layout(
            stages=stages,
            hands=hands,
            ring=given["ring"],
            markers=tuple(markers),
            down=tuple(given.get("down", ())),
            woken=tuple(given.get("woken", ())),
            chips=tuple(given.get("chips", ())),
            number=given.get("number", 1),
        )


def _by_seat(rows: Rows) -> dict[str, list[str]]:
    return {seat: [*row] for seat, row in zip(SEATS, rows, strict=True)}
