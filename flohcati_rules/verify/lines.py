"""The line of play of a scenario: what each moment of it shows."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest

import attrs

from flohcati_rules.errors import NotationError, PositionError
from flohcati_rules.profiles import Variant
from flohcati_rules.scenarios import Scenario, outcomes


@attrs.frozen(kw_only=True)
class Moment:
    """What shows at one moment of a game, to the seats and to who counts.

    Attributes:
        decider: who decides next.
        moves: the legal moves, sorted.
        seen: what each seat knows, in seat order.
        ended_by: the way the game ended; None while it goes on.
        scores: the scores by seat, as if the game ended here.
        winners: who wins, as if the game ended here.

    """

    decider: str
    moves: tuple[str, ...]
    seen: tuple[object, ...]
    ended_by: str | None
    scores: Mapping[str, int] = attrs.field(hash=False)
    winners: tuple[str, ...]

    def difference(self, other: "Moment") -> str:
        """Return what is not the same at two moments; empty when all is."""
        told = {
            "the ending": self.ended_by == other.ended_by,
            "who decides": self.decider == other.decider,
            "the legal moves": self.moves == other.moves,
            "the scores": self.scores == other.scores,
            "the winners": self.winners == other.winners,
            "what a seat sees": self.seen == other.seen,
        }
        return next((what for what, is_same in told.items() if not is_same), "")


def moments(scenario: Scenario, variant: Variant) -> Iterator[Moment]:
    """Yield the position of a scenario and what follows each of its steps.

    What cannot be made under the rules of the variant ends the line.
    """
    game = variant.game()
    given = scenario.given.value
    assert isinstance(given, dict)
    try:
        state = game.position(given)
    except (PositionError, NotationError):
        return
    steps = iter(scenario.when)
    while True:
        sheet = game.score(state)
        yield Moment(
            decider=game.decider(state),
            moves=tuple(sorted(map(str, game.legal_moves(state)))),
            seen=tuple(game.observe(state, seat) for seat in game.seats(state)),
            ended_by=game.ended_by(state),
            scores=sheet.totals,
            winners=sheet.winners,
        )
        step = next(steps, None)
        if step is None or game.decider(state) != step.actor:
            return
        try:
            move = game.parse_move(step.text, state)
        except (PositionError, NotationError):
            return
        if game.refusal(state, move) is not None:
            return
        state = game.step(state, move)


def part_at(scenario: Scenario, line: Sequence[Moment], a: Variant, b: Variant) -> str:
    """Return where the line of a scenario parts from itself under other rules.

    It is told in words, such as ``after step 2, the legal moves``; empty when the
    line is the same from end to end, and so is all that any entry expects of it.

    Args:
        scenario: the scenario.
        line: its moments under ``a``.
        a: the variant that it is played by.
        b: the variant with the other rules.

    """
    for number, (ours, theirs) in enumerate(zip_longest(line, moments(scenario, b))):
        if ours is None or theirs is None:
            return f"step {number}, which is refused" if number else "the position"
        if what := ours.difference(theirs):
            return f"after step {number}, {what}" if number else f"at once, {what}"
    found = outcomes(scenario, a).differs_from(outcomes(scenario, b))
    return f"in the end, {', '.join(found)}" if found else ""
