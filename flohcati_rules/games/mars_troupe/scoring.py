"""The score sheet: stars of tracks and stage, chips, who wins, and why."""

from flohcati_rules.game import ScoreLine, ScoreSheet, SeatScore
from flohcati_rules.games.mars_troupe.components import COLOURS, YELLOW, TrackSpace
from flohcati_rules.games.mars_troupe.counting import works
from flohcati_rules.games.mars_troupe.effects import LIMELIGHT_POINTS, Deed
from flohcati_rules.games.mars_troupe.reading import Reading
from flohcati_rules.games.mars_troupe.state import State


def score(reading: Reading, state: State) -> ScoreSheet:
    """Return the score sheet as if the game ended in this state.

    A game that the cap has ended is a draw, whatever the points.
    """
    scores = tuple(
        SeatScore(
            seat=name,
            lines=(
                *_track_lines(reading, state, seat),
                *_stage_lines(reading, state, seat),
                *_chip_lines(reading, state, seat),
            ),
        )
        for seat, name in enumerate(state.seats)
    )
    totals = [score.total for score in scores]
    if state.turn.ended_by == "cap":
        why, point = f"after {state.turn.number} turns the game is a draw", "length.cap"
        return ScoreSheet(seats=scores, winners=(), why=why, rule_point=point)
    if totals[0] != totals[1]:
        winner = state.seats[totals.index(max(totals))]
        why = f"{winner} has more points, {max(totals)}"
        return ScoreSheet(seats=scores, winners=(winner,), why=why, rule_point="win.by")
    return _tied(reading, state, scores, totals[0])


def _tied(
    reading: Reading, state: State, scores: tuple[SeatScore, ...], total: int
) -> ScoreSheet:
    tied = f"both have {total}"
    if not reading.hands_break:
        why = f"{tied}: a draw"
        return ScoreSheet(seats=scores, winners=(), why=why, rule_point="tie.break")
    sums = hand_numbers(reading, state)
    if sums[0] == sums[1]:
        why = f"{tied} and {sums[0]} in the hands: a draw"
        return ScoreSheet(seats=scores, winners=(), why=why, rule_point="tie.left")
    winner = state.seats[sums.index(max(sums))]
    why = f"{tied}; the hand of {winner} has {max(sums)} against {min(sums)}"
    return ScoreSheet(seats=scores, winners=(winner,), why=why, rule_point="tie.break")


def hand_numbers(reading: Reading, state: State) -> list[int]:
    """Return the sum of the numbers beside the calls in each hand."""
    return [sum(reading.cards[card].number for card in hand) for hand in state.hands]


def _track_lines(reading: Reading, state: State, seat: int) -> list[ScoreLine]:
    lines: list[ScoreLine] = []
    for colour, name in enumerate(COLOURS):
        which = reading.marker(state, seat, colour)
        way = state.markers[which]
        counted = way if reading.every_space else way[-1:]
        stars = [
            _stars(reading, state, seat, colour, reading.space(which, place))
            for place in counted
        ]
        lines.append(
            ScoreLine(
                label=f"{name} track, {reading.space(which, way[-1]).name}",
                points=sum(stars),
                rule_point="score.yellow" if colour == YELLOW else "score.track",
                detail=" + ".join(map(str, stars)) if len(stars) > 1 else "",
            )
        )
    return lines


def _stars(
    reading: Reading, state: State, seat: int, colour: int, space: TrackSpace
) -> int:
    """Return what a space is worth to a seat."""
    if colour != YELLOW or space.side == state.side(seat):
        return space.stars
    return space.other_stars if reading.yellow_for_each else 0


def _stage_lines(reading: Reading, state: State, seat: int) -> list[ScoreLine]:
    lines: list[ScoreLine] = []
    for place, lying in enumerate(state.stages[seat]):
        card = reading.cards[lying.card]
        counts = not lying.down or reading.down_counts
        if card.stars:
            lines.append(
                ScoreLine(
                    label=f"stars of {card.name}",
                    points=card.stars if counts else 0,
                    rule_point="score.face_down" if lying.down else "score.sum",
                    detail="" if counts else "not counted: it lies face down",
                )
            )
        effect = card.effect
        if (
            effect is not None
            and effect.deed is Deed.LIMELIGHT
            and place == len(state.stages[seat]) // 2
            and works(reading, lying)
        ):
            lines.append(
                ScoreLine(
                    label=f"{card.name} in the middle of the stage",
                    points=LIMELIGHT_POINTS,
                    rule_point="effects.timing",
                )
            )
    return lines


def _chip_lines(reading: Reading, state: State, seat: int) -> list[ScoreLine]:
    own = {lying.card for lying in state.stages[seat]}
    chips = sum(chip.card in own for chip in state.chips)
    if not chips:
        return []
    return [
        ScoreLine(
            label="trouble chip" if chips == 1 else f"{chips} trouble chips",
            points=chips * reading.rules.score_chip,
            rule_point="score.chip",
        )
    ]
