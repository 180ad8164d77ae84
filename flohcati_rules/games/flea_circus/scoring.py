"""The score sheet: what each seat's cards are worth, who wins, and why."""

from typing import assert_never

from flohcati_rules.game import ScoreLine, ScoreSheet, SeatScore
from flohcati_rules.games.flea_circus.cards import (
    CIRCUS,
    COLOUR_MASK,
    NUMBER_MASK,
    ROW,
    codes_in,
    size,
)
from flohcati_rules.games.flea_circus.reading import Reading
from flohcati_rules.games.flea_circus.rules import TRIO, ScoreHand, TieWinner
from flohcati_rules.games.flea_circus.state import State


def score(reading: Reading, state: State) -> ScoreSheet:
    """Return the score sheet as if the game ended in this state."""
    caller = state.turn.seat if state.turn.ended_by == "gala" else None
    return score_sheet(
        reading, state.table.seats, state.hands, state.table.trios, caller
    )


def score_sheet(
    reading: Reading,
    seats: tuple[str, ...],
    hands: tuple[int, ...],
    trios: tuple[tuple[int, ...], ...],
    caller: int | None,
) -> ScoreSheet:
    """Return the score sheet of hands, laid trios and, if any, a gala's caller."""
    scores = tuple(
        SeatScore(
            seat=name,
            lines=(
                *_hand_lines(reading, hands[seat], called=seat == caller),
                *_trio_lines(reading, trios[seat]),
                *_gala_lines(reading, called=seat == caller),
            ),
        )
        for seat, name in enumerate(seats)
    )
    best = max(score.total for score in scores)
    leaders = tuple(score.seat for score in scores if score.total == best)
    if len(leaders) == 1:
        return ScoreSheet(
            seats=scores,
            winners=leaders,
            why=f"{leaders[0]} has the highest total, {best}",
            rule_point="win.by",
        )
    tied = f"{' and '.join(leaders)} tie at {best}"
    match reading.rules.tie_winner:
        case TieWinner.SHARED:
            return ScoreSheet(
                seats=scores,
                winners=leaders,
                why=f"{tied} and share the win",
                rule_point="tie.winner",
            )
        case TieWinner.NONE:
            return ScoreSheet(
                seats=scores,
                winners=(),
                why=f"{tied}: nobody wins",
                rule_point="tie.winner",
            )


def hand_points(reading: Reading, hand: int, *, called: bool) -> int:
    """Return what a hand is worth, in points."""
    return sum(line.points for line in _hand_lines(reading, hand, called=called))


def standing(reading: Reading, hand: int, trios: tuple[int, ...]) -> int:
    """Return a seat's total if the game ended now and without a gala, in points.

    The same as the score sheet has, without the sheet: a meter asks at every turn.
    """
    every = reading.rules.score_hand is ScoreHand.EVERY_CARD
    total = counted = 0
    for number in range(reading.deck.highest, 0, -1):
        colours = hand >> ROW * number & _COLOURS
        total += number * (colours if every else colours & ~counted).bit_count()
        counted |= colours
    for trio in trios:
        cards = size(trio)
        total += reading.rules.trio_points * (1 if cards == TRIO else cards)
    return total


_COLOURS = NUMBER_MASK[0]


def points_by_source(sheet: ScoreSheet) -> tuple[int, int, int]:
    """Return the points of all seats from hands, from trios and from a gala."""
    hands = trios = galas = 0
    for seat in sheet.seats:
        for line in seat.lines:
            if line.rule_point == "score.hand":
                hands += line.points
            elif line.rule_point == "gala.bonus":
                galas += line.points
            else:
                trios += line.points
    return hands, trios, galas


def _hand_lines(reading: Reading, hand: int, *, called: bool) -> list[ScoreLine]:
    match reading.rules.score_hand:
        case ScoreHand.HIGHEST_PER_COLOUR:
            every = False
        case ScoreHand.EVERY_CARD:
            every = True
        case ScoreHand.CALLER_COUNTS_ALL:
            every = called
        case _:
            assert_never(reading.rules.score_hand)
    lines: list[ScoreLine] = []
    for colour, name in enumerate(reading.deck.colours):
        held = [code // ROW for code in codes_in(hand & CIRCUS & COLOUR_MASK[colour])]
        if not held:
            continue
        counted = held if every else held[-1:]
        rest = [] if every else held[:-1]
        lines.append(
            ScoreLine(
                label=f"{name} {' + '.join(map(str, reversed(counted)))}",
                points=sum(counted),
                rule_point="score.hand",
                detail=f"{' and '.join(map(str, rest))} not counted" if rest else "",
            )
        )
    return lines


def _trio_lines(reading: Reading, trios: tuple[int, ...]) -> list[ScoreLine]:
    worth = reading.rules.trio_points
    lines: list[ScoreLine] = []
    for cards in sorted([*codes_in(trio)] for trio in trios):
        number, count = cards[0] // ROW, len(cards)
        if count == TRIO:
            label, points, rule_point = f"trio of {number}", worth, "trio.points"
        else:
            label, points = f"{count} cards of {number}", worth * count
            rule_point = "trio.larger"
        lines.append(ScoreLine(label=label, points=points, rule_point=rule_point))
    return lines


def _gala_lines(reading: Reading, *, called: bool) -> list[ScoreLine]:
    if not called or not reading.rules.gala_bonus:
        return []
    return [
        ScoreLine(
            label="gala", points=reading.rules.gala_bonus, rule_point="gala.bonus"
        )
    ]
