"""The kit: lines of play with every state spelt out, for other implementations.

Whoever writes the same game in another language plays the lines by the rule values of
the kit and compares. A state is told by what the game answers of any position: who
decides, the legal moves, how it ended, the scores, and the game's own facts.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from itertools import chain, count
from pathlib import PurePath

import attrs

from flohcati_rules.description import SETUP_NAMES
from flohcati_rules.documents import Plain
from flohcati_rules.errors import NotationError, PositionError
from flohcati_rules.game import CHANCE, NOBODY, Event
from flohcati_rules.profiles import AnyGame, Variant
from flohcati_rules.scenarios import Scenario, shipped_scenarios
from flohcati_rules.streams import PLAY, Stream
from flohcati_rules.verify.baseline import lineage

Told = Mapping[str, Plain]
"""A state in plain data: each thing that is told of it, by the words of scenarios."""

TOLD: Mapping[str, str] = {
    "turn": "who decides next: a seat, chance or nobody",
    "moves": "the legal moves, in any order; of chance, every outcome",
    "over": "whether the game is over",
    "ended_by": "the way the game ended; null while it goes on",
    "scores": "the scores by seat, as if the game ended here",
    "winners": "who wins, in any order, as if the game ended here",
}
"""What is told of a state of any game, each with its sense."""


@attrs.frozen(kw_only=True)
class KitStep:
    """One step of a line: who decides, what, and the state that this leads to."""

    actor: str
    move: str
    after: Told = attrs.field(hash=False)


@attrs.frozen(kw_only=True)
class RefusedStep:
    """A step that is not allowed where the line has come to.

    Attributes:
        actor: who tries it.
        move: the move as it is written.
        reason: why it is refused.
        rule_point: the rule that refuses it; empty when the actor is not asked, or
            the move is none of this game.

    """

    actor: str
    move: str
    reason: str
    rule_point: str = ""


@attrs.frozen(kw_only=True)
class KitLine:
    """A line of play: a start, the steps from there, and at most one refusal.

    Attributes:
        name: its name, which no other line of the kit bears.
        clauses: the clauses of the variant's text that it shows.
        seats: the names of the seats, in turn order.
        given: the start as scenarios give it, by the keys of the game.
        start: the same start as a state.
        steps: the steps, in order.
        refused: a last step that must not be allowed, or None.

    """

    name: str
    clauses: tuple[str, ...] = ()
    seats: tuple[str, ...]
    given: Told = attrs.field(hash=False)
    start: Told = attrs.field(hash=False)
    steps: tuple[KitStep, ...]
    refused: RefusedStep | None = None

    @property
    def states(self) -> tuple[Told, ...]:
        """The start and the state after each step."""
        return (self.start, *(step.after for step in self.steps))


@attrs.frozen(kw_only=True)
class Kit:
    """Lines of play under one variant, to hold another implementation against.

    Attributes:
        variant: the variant.
        lines: the lines: those of scenarios, then whole games.
        left_out: the scenarios whose position makes no sense under this variant,
            each with the reason.

    """

    variant: Variant
    lines: tuple[KitLine, ...]
    left_out: Mapping[str, str] = attrs.field(hash=False)

    @property
    def facts(self) -> dict[str, str]:
        """Everything that is told of a state, each with its sense."""
        own = self.variant.game().facts()
        return {**TOLD, **{key: fact.sense for key, fact in own.items()}}


def make_kit(
    variant: Variant,
    *,
    games: int = 3,
    seed: int = 0,
    scenarios: Iterable[Scenario] | None = None,
) -> Kit:
    """Return a kit: the lines of scenarios, and whole games played at random.

    A scenario gives its position and its moves; what it expects is not looked at,
    since the rules of the variant say what happens. Of several numbers of seats each
    comes in turn, and in the games every legal move is as likely as any other.

    Args:
        variant: the variant.
        games: how many whole games are played.
        seed: fixes the games.
        scenarios: the scenarios; by default those that are shipped for the game.

    Raises:
        DraftError: some rule value of the variant is unknown.

    """
    game = variant.game()
    if scenarios is None:
        scenarios = shipped_scenarios(variant.game_class.ID)
    lines: list[KitLine] = []
    left_out: dict[str, str] = {}
    names: set[str] = set()
    for scenario in scenarios:
        if scenario.game != variant.game_class.ID:
            continue
        name = _line_name(scenario, names)
        names.add(name)
        try:
            lines.append(_scenario_line(name, scenario, variant, game))
        except (PositionError, NotationError) as error:
            left_out[name] = str(error)
    lines.extend(_random_line(game, seed, index) for index in range(games))
    return Kit(variant=variant, lines=tuple(lines), left_out=left_out)


def told(game: AnyGame, state: object, events: tuple[Event, ...] = ()) -> Told:
    """Return all that is told of a state.

    Args:
        game: the game.
        state: the state.
        events: what the step that led to it made happen.

    """
    sheet = game.score(state)
    own = {key: fact.of(state, events) for key, fact in game.facts().items()}
    return {
        "turn": game.decider(state),
        "moves": [*map(str, game.legal_moves(state))],
        "over": game.is_over(state),
        "ended_by": game.ended_by(state),
        "scores": dict(sheet.totals),
        "winners": [*sheet.winners],
        **{key: _plain(value) for key, value in own.items()},
    }


FactValue = (
    str
    | int
    | float
    | None
    | list["FactValue"]
    | tuple["FactValue", ...]
    | Mapping[str, "FactValue"]
)
"""What a game's own facts are made of."""


def _plain(fact: FactValue) -> Plain:
    match fact:
        case Mapping():
            return {str(key): _plain(content) for key, content in fact.items()}
        case list() | tuple():
            return [*map(_plain, fact)]
        case str():
            return str(fact)  # also of a word that is a member of something
        case _:
            return fact


def _line_name(scenario: Scenario, taken: Container[str]) -> str:
    file = PurePath(scenario.file).name.removesuffix(".scenario.yaml")
    plain = f"{file}: {scenario.name}"
    numbered = (f"{plain} ({number})" for number in count(2))
    return next(name for name in chain([plain], numbered) if name not in taken)


def _scenario_line(
    name: str, scenario: Scenario, variant: Variant, game: AnyGame
) -> KitLine:
    given = scenario.given.value
    assert isinstance(given, dict), "a scenario gives a mapping"
    state: object = game.position(given)
    seats, start = game.seats(state), told(game, state)
    steps: list[KitStep] = []
    refused = None
    for step in scenario.when:
        refused = _refused(game, state, step.actor, step.text)
        if refused is not None:
            break
        made, state = _step(game, state, game.parse_move(step.text, state))
        steps.append(made)
    texts = lineage(variant)
    cited = (cited.clause for cited in scenario.citations if cited.variant in texts)
    return KitLine(
        name=name,
        clauses=tuple(dict.fromkeys(cited)),
        seats=seats,
        given=given,
        start=start,
        steps=tuple(steps),
        refused=refused,
    )


def _refused(game: AnyGame, state: object, actor: str, text: str) -> RefusedStep | None:
    """Return the refusal of a step that is not allowed, or None."""

    def refused(reason: str, rule_point: str = "") -> RefusedStep:
        return RefusedStep(actor=actor, move=text, reason=reason, rule_point=rule_point)

    decider = game.decider(state)
    if decider != actor:
        asked = {NOBODY: "the game is over", CHANCE: "chance decides"}
        return refused(asked.get(decider, f"{decider} decides"))
    try:
        move = game.parse_move(text, state)
    except (PositionError, NotationError) as error:
        return refused(str(error))
    refusal = game.refusal(state, move)
    return refused(refusal.reason, refusal.rule_point) if refusal else None


def _step(game: AnyGame, state: object, move: object) -> tuple[KitStep, object]:
    """Return a legal step as the kit tells it, and the state after it."""
    after: object = game.apply(state, move)
    step = KitStep(
        actor=game.decider(state),
        move=str(move),
        after=told(game, after, game.events(state, move)),
    )
    return step, after


def _random_line(game: AnyGame, seed: int, index: int) -> KitLine:
    """Return a whole game, dealt and played at random."""
    least, most = game.seats_allowed
    seats = SETUP_NAMES[: least + index % (most - least + 1)]
    start = game.start(seats, seed=seed, index=index)
    return KitLine(
        name=f"game {index}: dealt and played by seed {seed}",
        seats=seats,
        given={"seats": [*seats], "deck": [*game.deal(start)]},
        start=told(game, start),
        steps=tuple(_played(game, start, Stream(seed, index, PLAY))),
    )


def _played(game: AnyGame, state: object, stream: Stream) -> Iterator[KitStep]:
    while not game.is_over(state):
        moves = game.legal_moves(state)
        step, state = _step(game, state, moves[stream.below(len(moves))])
        yield step
