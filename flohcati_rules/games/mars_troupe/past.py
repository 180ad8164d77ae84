"""The turns before a position: how real play comes to it, told from the last one.

Every space on the way has had its result. A performance with unequal counts moved a
marker, an entry changed a stage and the pool, trouble put a chip on the other stage.
Not all pasts are found, but those that are found can be played under either rules.
"""

from collections.abc import Collection, Iterator, Mapping

import attrs

from flohcati_rules.games.mars_troupe.components import (
    COLOURS,
    Act,
    Call,
    Components,
    MemberCard,
    Track,
    marker,
)
from flohcati_rules.games.mars_troupe.effects import Deed, Timing

Row = tuple[str, ...]
"""The cards of a stage or a hand, by name."""

TRIES = 150
"""How many tables are looked at for each past, and as many more for each ten turns."""


@attrs.frozen(kw_only=True)
class Table:
    """What lies on the table between two turns; the entry markers stand right."""

    ring: int
    stages: tuple[Row, Row]
    hands: tuple[Row, Row]
    pool: Row
    markers: tuple[int, ...]
    down: frozenset[str]
    woken: frozenset[str]
    chips: frozenset[str]


@attrs.frozen(kw_only=True)
class Done:
    """What was done in a turn, and the table before it.

    Attributes:
        before: the table before the turn.
        spaces: by how many spaces the action marker moved on.
        take: the end of the pool from which a card was taken, or empty.
        play: the card that was played, or empty.
        down: whether it was played face down.
        chip: the card and colour to which a chip went, or empty.
        space: the name of the space to which a marker moved, or empty.

    """

    before: Table
    spaces: int
    take: str = ""
    play: str = ""
    down: bool = False
    chip: str = ""
    space: str = ""


class Past:
    """Finds the turns before a table."""

    def __init__(
        self,
        components: Components,
        ways: Mapping[tuple[int, int], tuple[int, ...]],
        *,
        steps: int,
        shows: bool,
    ) -> None:
        """Look up the components.

        Args:
            components: what is played with.
            ways: for a marker and a space, the way by which it comes there.
            steps: by how many spaces the action marker moves on at most.
            shows: whether a hidden entry may be played face up.

        """
        self.ring = components.ring.spaces
        self.tracks: tuple[Track, ...] = components.tracks
        self.chips = components.chips
        self.cards = {card.name: card for card in components.cards}
        self.ways = ways
        self.steps = steps
        self.shows = shows
        index = components.ring.index
        drawn = {index(c.number) for c in components.cards if c.call is Call.ME}
        self._reached = [frozenset(drawn)]

    def find(self, table: Table, turns: int) -> tuple[Done, ...] | None:
        """Return the turns that led to a table, the first one first; None for none."""
        tries = TRIES + TRIES * turns // 10
        seen: set[tuple[int, Table]] = set()
        done: list[Done] = []
        if self._is_dealt(table, turns):
            return ()
        asked = [self._before(table, turns)]
        while asked:
            one = next(asked[-1], None)
            if one is None:
                asked.pop()
                done[-1:] = []
                continue
            left = turns - len(asked)
            if (left, one.before) in seen or not self._can_be(one.before, left):
                continue
            seen.add((left, one.before))
            done.append(one)
            if self._is_dealt(one.before, left):
                return tuple(reversed(done))
            if len(seen) > tries:
                return None
            asked.append(self._before(one.before, left))
        return None

    def _is_dealt(self, table: Table, turns: int) -> bool:
        return turns == 0 and self._can_be(table, 0)

    def _can_be(self, table: Table, turns: int) -> bool:
        """Tell whether so many turns may be enough for all that a table shows."""
        while len(self._reached) <= turns:
            self._reached.append(
                frozenset(
                    (place + spaces) % len(self.ring)
                    for place in self._reached[-1]
                    for spaces in range(1, self.steps + 1)
                )
            )
        needed = len(table.chips)
        needed += sum(
            len(self.ways[which, place]) - 1
            for which, place in enumerate(table.markers)
        )
        hidden = table.down | table.woken
        for stage in table.stages:
            firsts = [len(stage) - at for at, one in enumerate(stage) if one in hidden]
            needed += firsts[0] if firsts else 0
        return needed <= turns and table.ring in self._reached[turns]

    def _before(self, table: Table, turns: int) -> Iterator[Done]:
        """Yield what may have been done in the last of some turns."""
        if turns < 1:
            return
        seat = (turns - 1) % 2
        act = self.ring[table.ring].act
        for one in self._results(table, act, seat):
            for spaces in range(1, self.steps + 1):
                ring = (table.ring - spaces) % len(self.ring)
                before = attrs.evolve(one.before, ring=ring)
                yield attrs.evolve(one, before=before, spaces=spaces)

    def _results(self, table: Table, act: Act, seat: int) -> Iterator[Done]:
        match act:
            case Act.ENTRY | Act.HIDDEN_ENTRY:
                yield from self._entries(table, act, seat)
            case Act.TROUBLE:
                yield from self._troubles(table, seat)
            case _:
                yield from self._performances(table, act.colour)

    def _entries(self, table: Table, act: Act, seat: int) -> Iterator[Done]:
        """Yield entries: the rightmost card came, that in the middle of the pool went.

        The card that was taken is in the hand now, or has been played at once.
        """
        stage, hand = table.stages[seat], table.hands[seat]
        left, gone, right = table.pool
        played = stage[-1]
        down = played in table.down or played in table.woken
        shown = not down and (act is Act.ENTRY or self.shows)
        if any(chip.split()[0] == played for chip in table.chips):
            return
        if not shown and not (down and act is Act.HIDDEN_ENTRY):
            return
        if shown and self._joins(played):
            return
        stages = _replaced(table.stages, seat, (gone, *stage[:-1]))
        losses: list[frozenset[str]] = [table.chips]
        if len(table.chips) < self.chips:
            losses.extend(table.chips | {chip} for chip in self._rabbits(gone)[:1])
        for chips in losses:
            for taken in (*hand, played):
                held = tuple(sorted({*hand, played} - {taken}))
                before = attrs.evolve(
                    table,
                    stages=stages,
                    hands=_replaced(table.hands, seat, held),
                    down=table.down - {played},
                    woken=table.woken - {played},
                    chips=chips,
                )
                for end, pool in (
                    ("left", (taken, left, right)),
                    ("right", (left, right, taken)),
                ):
                    yield Done(
                        before=attrs.evolve(before, pool=pool),
                        spaces=0,
                        take=end,
                        play=played,
                        down=down,
                    )

    def _troubles(self, table: Table, seat: int) -> Iterator[Done]:
        """Yield trouble for the other stage, from the centre; or none, if guarded."""
        stage = table.stages[1 - seat]
        guards = [card for card in stage if self._does(card, Deed.GUARD)]
        if guards:
            if not table.chips and not (table.down | table.woken).intersection(guards):
                yield Done(before=table, spaces=0)
            return
        for chip in sorted(table.chips):
            card = chip.split()[0]
            if card in stage and card not in table.down:
                before = attrs.evolve(table, chips=table.chips - {chip})
                yield Done(before=before, spaces=0, chip=chip)

    def _performances(self, table: Table, colour: int) -> Iterator[Done]:
        """Yield a performance, if its counts agree with where the markers stand."""
        if table.down or any(map(self._joins, table.woken)):
            return
        if any(chip.split()[0] in table.woken for chip in table.chips):
            return
        leads = {
            self._winner(table, colour, off) for off in (frozenset[str](), table.woken)
        }
        if len(leads) > 1:
            return
        before = attrs.evolve(table, down=table.woken, woken=frozenset())
        winner = leads.pop()
        if winner < 0:
            yield Done(before=before, spaces=0)
            return
        which = marker(colour, winner)
        track = self.tracks[which]
        way = self.ways[which, table.markers[which]]
        for here, there in zip(way[-2:-1], way[-1:], strict=False):
            if there in track.spaces[here].exits[winner]:
                markers = [*table.markers]
                markers[which] = here
                before = attrs.evolve(before, markers=tuple(markers))
                yield Done(before=before, spaces=0, space=track.spaces[there].name)

    def _winner(self, table: Table, colour: int, off: Collection[str]) -> int:
        """Return the seat that wins a performance, or -1 for neither."""
        counts: list[tuple[int, bool]] = []
        for stage in table.stages:
            on = [card for card in stage if card not in off]
            rests = f" {COLOURS[colour]}"
            rabbits = sum(
                self.cards[card].rabbits[colour] - (card + rests in table.chips)
                for card in stage
            )
            cheers = any(self._does(card, Deed.CHEER, colour) for card in on)
            edge = any(self._does(card, Deed.EDGE, colour) for card in on)
            counts.append((rabbits + cheers, edge))
        mine, yours = counts
        return -1 if mine == yours else int(mine < yours)

    def _card(self, name: str) -> MemberCard:
        return self.cards[name]

    def _does(self, name: str, deed: Deed, colour: int = -1) -> bool:
        effect = self._card(name).effect
        return effect is not None and effect.deed is deed and effect.colour == colour

    def _joins(self, name: str) -> bool:
        """Tell whether a card has an effect of joining that cannot be declined."""
        effect = self._card(name).effect
        joins = effect is not None and effect.timing is Timing.JOINING
        return joins and not self._does(name, Deed.SWITCH)

    def _rabbits(self, name: str) -> list[str]:
        """Return where on a card a chip may lie."""
        rabbits = self._card(name).rabbits
        return [f"{name} {COLOURS[at]}" for at, many in enumerate(rabbits) if many]


def _replaced(rows: tuple[Row, Row], seat: int, row: Row) -> tuple[Row, Row]:
    return (rows[0], row) if seat else (row, rows[1])
