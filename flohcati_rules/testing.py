"""Strategies for Hypothesis: rules, variants, games, lines of play and profiles.

They know every game by what it answers, so they serve any game and any variant, your
own included. What they draw shrinks towards the variant as it is, the fewest seats and
the shortest line of first moves. Positions are drawn by play: a game is dealt and
played on for some moves, so that each is one that can come about under its rules.

Hypothesis has to be installed besides this library.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from flohcati_rules.description import SETUP_NAMES
from flohcati_rules.errors import RequestError, RulesError
from flohcati_rules.profiles import AnyGame, Variant
from flohcati_rules.records.writing import quoted
from flohcati_rules.registry import GAMES, catalogue, list_variants, load_variant
from flohcati_rules.rulepoints import (
    Names,
    OneOf,
    RulePoint,
    Rules,
    Value,
    Whole,
    companions_of,
    point_of,
    points_of,
    with_changes,
    written,
)
from flohcati_rules.rulepoints import values_of as values_in
from flohcati_rules.streams import PLAY, Stream

try:
    from hypothesis import strategies as st
    from hypothesis.vendor.pretty import for_type_by_name
except ImportError as error:
    _MESSAGE = "flohcati_rules.testing needs Hypothesis: pip install hypothesis"
    raise ImportError(_MESSAGE, name="hypothesis") from error

__all__ = [
    "Line",
    "Position",
    "games",
    "lines",
    "positions",
    "profiles",
    "rules",
    "values",
    "variants",
]

Of = str | os.PathLike[str] | Variant | type[AnyGame]
"""What is drawn from: a variant, its id or its path; or any variant of a game."""

MOST_SEED = 2**64 - 1


class _Printed:
    """Something that Hypothesis prints as Python does."""

    def _repr_pretty_(self, printer: Any, _cycle: object) -> None:  # noqa: ANN401 - it is Hypothesis's own
        printer.text(repr(self))


def _print_variant(variant: Variant, printer: Any, _cycle: object) -> None:  # noqa: ANN401
    """Print a variant as one would type it, not with its hundred clauses."""
    if variant.file != "with_rules":
        printer.text(f"load_variant({variant.id!r})")
        return
    changes = {id: written(variant.values[id]) for id in variant.changed}
    printer.text(f"load_variant({variant.extends!r}).with_rules({changes!r})")


for_type_by_name(Variant.__module__, Variant.__qualname__, _print_variant)


@attrs.frozen(kw_only=True, repr=False)
class Line(_Printed):
    """A game under a variant, as far as it was played.

    It prints so that a failing example can be read and played again.

    Attributes:
        variant: the variant.
        game: the game under that variant.
        seats: the names of the seats, in turn order.
        seed: the seed that it was dealt by.
        moves: the moves, those of chance among them.
        states: the start, and the state after each move.

    """

    variant: Variant
    game: AnyGame
    seats: tuple[str, ...]
    seed: int
    moves: tuple[Any, ...]
    states: tuple[Any, ...]

    @property
    def start(self) -> Any:  # noqa: ANN401 - each game has states of its own
        """The state in which the game begins."""
        return self.states[0]

    @property
    def state(self) -> Any:  # noqa: ANN401
        """The state that the moves lead to."""
        return self.states[-1]

    @property
    def steps(self) -> Iterator[tuple[Any, Any, Any]]:
        """Each step: a state, the move made in it, and the state after it."""
        return zip(self.states, self.moves, self.states[1:], strict=False)

    def __repr__(self) -> str:
        """Return the line in the notation, after what it is dealt by."""
        moves = ", ".join(map(str, self.moves)) or "no move"
        dealt = f"{', '.join(self.seats)}; seed {self.seed}"
        return f"Line({self.variant.id}; {dealt}; {moves})"


@attrs.frozen(kw_only=True, repr=False)
class Position(_Printed):
    """A state of a game that play can reach; it prints in the compact notation."""

    variant: Variant
    game: AnyGame
    state: Any

    def __repr__(self) -> str:
        """Return the position on one line, after the variant."""
        return f"Position({self.variant.id}; {self.game.format_position(self.state)})"


# ---------------------------------------------------------------- rules and variants


def values(point: RulePoint) -> st.SearchStrategy[Value]:
    """Draw any value that may answer a rule point."""
    match point.answers:
        case OneOf(words):
            return st.sampled_from([*words])
        case Whole(least, most):
            return st.integers(least, most)
        case Names(least, most):
            return st.lists(_WORDS, min_size=least, max_size=most, unique=True).map(
                tuple
            )
        case other:
            message = f"it is not known how to draw what answers {point.id}: {other}"
            raise RequestError(message)


_WORDS = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=8)


def rules(of: Of, *, points: Iterable[str] | None = None) -> st.SearchStrategy[Rules]:
    """Draw rules that make sense: those of a variant, with any points changed.

    Companions of a changed point move along, and what would contradict the rest
    stays as it was.

    Args:
        of: a variant, its id or its path; or a game, for any of its variants.
        points: the rule points that may be changed; by default every one.

    Raises:
        UnknownNameError: there is no such variant, game or rule point.

    """
    return variants(of, points=points).map(rules_of)


def variants(
    of: Of, *, points: Iterable[str] | None = None
) -> st.SearchStrategy[Variant]:
    """Draw variants that can be played: a variant, with any points changed.

    Args:
        of: a variant, its id or its path; or a game, for any of its variants.
        points: the rule points that may be changed; by default every one, with
            an empty list none.

    Raises:
        UnknownNameError: there is no such variant, game or rule point.

    """
    return _varied(_changes(_bases(of), points))


def rules_of(variant: Variant) -> Rules:
    """Return the rules of a variant; drawn rules print as a call of this."""
    return variant.rules


@attrs.frozen
class _Change:
    """A variant and the values that make another of it; maybe none."""

    base: Variant
    values: Mapping[str, Value]


@st.composite
def _varied(draw: st.DrawFn, changes: st.SearchStrategy[_Change]) -> Variant:
    change = draw(changes)
    return change.base.with_rules(change.values) if change.values else change.base


def _changes(
    bases: Sequence[Variant], points: Iterable[str] | None, *, least: int = 0
) -> st.SearchStrategy[_Change]:
    """Draw changes to variants, of so many rule points at least as may be changed."""
    declared = points_of(bases[0].game_class.RULES)
    ids = [*(declared if points is None else points)]
    chosen = [point_of(bases[0].game_class.RULES, id) for id in ids]
    picked: st.SearchStrategy[list[RulePoint]] = st.just([])
    if chosen:
        one_of_them = st.sampled_from(chosen)
        picked = st.lists(one_of_them, unique_by=_id, min_size=least, max_size=30)
    return _changed(bases, picked)


@st.composite
def _changed(
    draw: st.DrawFn,
    bases: Sequence[Variant],
    picked: st.SearchStrategy[list[RulePoint]],
) -> _Change:
    base = draw(st.sampled_from(bases))
    found = base.rules
    for point in draw(picked):
        value = draw(values(point))
        try:
            found = with_changes(found, {point.id: value})
        except RulesError:
            continue
    return _Change(base, _differing(base, values_in(found)))


def _id(point: RulePoint) -> str:
    return point.id


def _differing(base: Variant, found: Mapping[str, Value]) -> dict[str, Value]:
    """Return what makes a variant into one with these values, nothing moving along."""
    changes = {id: value for id, value in found.items() if base.values[id] != value}
    moved = companions_of(base.game_class.RULES, base.values, changes)
    return changes | {id: found[id] for id in moved}


def _bases(of: Of) -> list[Variant]:
    """Return the variants that are meant and can be played."""
    match of:
        case Variant():
            game, found = of.game_class, [of]
        case type():
            game, found = of, []
        case str() if of in GAMES:
            game, found = GAMES[of], []
        case _:
            variant = load_variant(of)
            game, found = variant.game_class, [variant]
    if not found:
        found = [variant for variant in list_variants() if variant.game_class is game]
    playable = [variant for variant in found if not variant.unknown]
    if not playable:
        message = f"there is no variant of {game.ID} here that can be played"
        raise RequestError(message)
    return playable


# ---------------------------------------------------------------- games and play


def games(of: Of, *, points: Iterable[str] | None = ()) -> st.SearchStrategy[Line]:
    """Draw dealt games, of as many seats as the rules allow: lines without a move.

    Args:
        of: a variant, its id or its path; or a game, for any of its variants.
        points: the rule points that may be changed: by default none, with None all.

    """
    return variants(of, points=points).flatmap(_dealt)


@st.composite
def _dealt(draw: st.DrawFn, variant: Variant) -> Line:
    game = variant.game()
    least, most = game.seats_allowed
    seats = SETUP_NAMES[: draw(st.integers(least, min(most, len(SETUP_NAMES))))]
    seed = draw(st.integers(0, MOST_SEED))
    start = game.start(seats, seed=seed)
    return Line(
        variant=variant, game=game, seats=seats, seed=seed, moves=(), states=(start,)
    )


def lines(
    of: Of,
    *,
    points: Iterable[str] | None = (),
    most_moves: int = 100,
    to_the_end: bool = False,
) -> st.SearchStrategy[Line]:
    """Draw lines of play: dealt games, played on by legal moves.

    Args:
        of: a variant, its id or its path; or a game, for any of its variants.
        points: the rule points that may be changed: by default none, with None all.
        most_moves: how many moves are drawn at most.
        to_the_end: whether a game that is not over then is played to its end, every
            legal move being as likely as any other; by its seed, so that this part
            of a line shrinks only with the seed.

    """
    return games(of, points=points).flatmap(
        lambda line: _played_on(line, most_moves, to_the_end=to_the_end)
    )


@st.composite
def _played_on(
    draw: st.DrawFn, line: Line, most_moves: int, *, to_the_end: bool
) -> Line:
    stream = Stream(line.seed, 0, PLAY)
    game, state = line.game, line.start
    moves: list[Any] = []
    states = [state]
    drawn = draw(st.integers(0, most_moves))
    while not game.is_over(state):
        legal = game.legal_moves(state)
        if len(moves) < drawn:
            move = legal[draw(st.integers(0, len(legal) - 1))]
        elif to_the_end:
            move = legal[stream.below(len(legal))]
        else:
            break
        state = game.apply(state, move)
        moves.append(move)
        states.append(state)
    return attrs.evolve(line, moves=tuple(moves), states=tuple(states))


def positions(
    of: Of, *, points: Iterable[str] | None = (), most_moves: int = 100
) -> st.SearchStrategy[Position]:
    """Draw positions that play can reach, the start and the end of games among them.

    A position is where a drawn line of play stops. So all of it is as play would have
    it, what the seats know of one another too; but what takes a long and unlikely
    line to reach will hardly be drawn: give such a position to the game yourself.

    Args:
        of: a variant, its id or its path; or a game, for any of its variants.
        points: the rule points that may be changed: by default none, with None all.
        most_moves: how many moves lead there at most.

    """
    return lines(of, points=points, most_moves=most_moves).map(
        lambda line: Position(variant=line.variant, game=line.game, state=line.state)
    )


# ---------------------------------------------------------------- profiles


def profiles(of: Of, *, points: Iterable[str] | None = None) -> st.SearchStrategy[str]:
    """Draw valid house profiles, as YAML, that change a shipped variant.

    Args:
        of: a shipped variant or its id; or a game, for any of its shipped variants.
        points: the rule points that may be changed; by default every one.

    Raises:
        RequestError: the variant is not shipped, or no point is given.

    """
    bases = _bases(of)
    for base in bases:
        if base.id not in catalogue().ids():
            message = f"{base.id} is not shipped, so a profile cannot name it"
            raise RequestError(message)
    if points is not None:
        points = [*points]
        if not points:
            message = "a house profile changes something: no rule point is given"
            raise RequestError(message)
    changes = _changes(bases, points, least=1)
    return changes.filter(lambda change: bool(change.values)).flatmap(_profile)


_REASONS = st.just("") | st.text(
    st.characters(exclude_categories=["C", "Zl", "Zp"]), min_size=1, max_size=40
).filter(lambda text: bool(text.strip()))


@st.composite
def _profile(draw: st.DrawFn, change: _Change) -> str:
    answers: list[str] = []
    for id, value in change.values.items():
        because = draw(_REASONS)
        told = f", because: {quoted(because)}" if because else ""
        answers.append(f"  {id}: {{is: {_yaml(value)}{told}}}")
    heading = (
        "format: variant/1",
        "id: drawn-house",
        f"game: {change.base.game_class.ID}",
        "kind: house",
        "title: A drawn house",
        f"extends: {change.base.id}",
        "rules:",
    )
    return "".join(f"{line}\n" for line in (*heading, *answers))


def _yaml(value: Value) -> str:
    plain = written(value)
    if isinstance(plain, list):
        return f"[{', '.join(map(quoted, plain))}]"
    return quoted(plain) if isinstance(plain, str) else str(plain)
