"""What a scenario can expect of a position, whatever the game.

A game adds what it alone knows with `Game.facts`. Moves stand apart from facts:
what a move's text means depends on the position.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from flohcati_rules.errors import NotationError, PositionError, did_you_mean
from flohcati_rules.game import Event, Fact, illegal
from flohcati_rules.profiles import AnyGame
from flohcati_rules.scenarios.model import Expectation, Finding

EXPECTED: Mapping[str, str] = MappingProxyType(
    {
        "turn": "who decides next: a seat, chance or nobody",
        "moves": "exactly the legal moves, in any order",
        "allows": "moves that are legal",
        "forbids": "moves that are not legal",
        "over": "whether the game is over",
        "ended_by": "the way the game ended",
        "scores": "the scores of the seats it names, as if the game ended here",
        "winners": "who wins, in any order, as if the game ended here",
        "seats_allowed": "the least and the most seats",
    }
)
"""What can be expected of any game, each with its sense."""

MOVES = ("moves", "allows", "forbids")
"""The keys whose content is a list of moves."""


def expectable(game: AnyGame) -> dict[str, str]:
    """Return all that a scenario can expect of a game, each with its sense."""
    return {**EXPECTED, **{key: fact.sense for key, fact in game.facts().items()}}


Shown = str | int | None | tuple["Shown", ...] | Mapping[str, "Shown"]
"""What a message can show of an expected or found value."""


class Reached(NamedTuple):
    """The position that a scenario has reached, with the events of the last step."""

    game: AnyGame
    state: Any
    events: tuple[Event, ...]


class UnusableError(Exception):
    """An expectation makes no sense under the rules that are played."""

    def __init__(self, findings: Iterable[Finding]) -> None:
        """Keep every finding."""
        self.findings = tuple(findings)
        super().__init__("; ".join(map(str, self.findings)))


def facts_of(game: AnyGame) -> dict[str, Fact]:
    """Return the facts of a game's positions: those of any game, and its own."""

    def fact(
        key: str,
        of: Callable[[Any], Any],
        read: Callable[[Any], Any] = lambda written: written,
        *,
        named_only: bool = False,
    ) -> Fact:
        return Fact(
            EXPECTED[key], read, lambda state, _: of(state), named_only=named_only
        )

    return {
        "turn": fact("turn", game.decider),
        "over": fact("over", game.is_over),
        "ended_by": fact("ended_by", game.ended_by),
        "scores": fact(
            "scores", lambda state: game.score(state).totals, named_only=True
        ),
        "winners": fact(
            "winners", lambda state: _sorted(game.score(state).winners), _sorted
        ),
        "seats_allowed": fact("seats_allowed", lambda _: game.seats_allowed, tuple),
        **game.facts(),
    }


def _sorted(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(names))


def mismatches(expectation: Expectation, reached: Reached) -> Iterator[Finding]:
    """Yield where a position is not as expected.

    Raises:
        UnusableError: what is expected makes no sense under these rules.

    """
    if expectation.key in MOVES:
        yield from _move_mismatches(expectation, reached)
        return
    fact = facts_of(reached.game)[expectation.key]
    expected = _read(expectation, fact)
    found = fact.of(reached.state, reached.events)
    if not fact.named_only:
        if not fact.same(expected, found):
            yield _mismatch(expectation, "", expected, found)
        return
    _refuse_unknown_names(expectation, expected, found)
    for name, value in expected.items():
        if not fact.same(value, found[name]):
            yield _mismatch(expectation, name, value, found[name])


def _read(expectation: Expectation, fact: Fact) -> Any:  # noqa: ANN401 - each fact has values of its own sort
    written = expectation.written
    try:
        return fact.read(written.value)
    except NotationError as error:
        spot = written.texts.get(error.text, written.spot)
        finding = Finding(what=expectation.key, message=str(error), spot=spot)
        raise UnusableError([finding]) from error
    except PositionError as error:
        raise UnusableError(
            Finding(
                what=f"{expectation.key}.{fault.place}".rstrip("."),
                message=fault.reason,
                spot=written.spot_of(fault.place),
            )
            for fault in error.faults
        ) from error


def _refuse_unknown_names(
    expectation: Expectation, expected: Mapping[str, Any], found: Mapping[str, Any]
) -> None:
    findings: list[Finding] = []
    for name in expected:
        if name not in found:
            hint = did_you_mean(name, found)
            known = ", ".join(found)
            message = f"there is no {name!r} here{hint} (there are: {known})"
            spot = expectation.written.spot_of(name)
            what = f"{expectation.key}.{name}"
            findings.append(Finding(what=what, message=message, spot=spot))
    if findings:
        raise UnusableError(findings)


def _mismatch(
    expectation: Expectation, name: str, expected: Shown, found: Shown
) -> Finding:
    wanted, got = as_text(expected), as_text(found)
    if wanted == got:  # such as "80" and 80
        wanted, got = repr(expected), repr(found)
    return Finding(
        what=f"{expectation.key}.{name}" if name else expectation.key,
        message=f"expected {wanted}; got {got}",
        spot=expectation.written.spot_of(name),
        expected=wanted,
        found=got,
    )


def _move_mismatches(expectation: Expectation, reached: Reached) -> Iterator[Finding]:
    game, state, _ = reached
    written = expectation.written
    listed = parsed_moves(expectation, reached)
    legal = game.legal_moves(state)
    shown = as_text(tuple(map(str, legal)))
    match expectation.key:
        case "forbids":
            for path, move in listed.items():
                if game.refusal(state, move) is None:
                    yield Finding(
                        what="forbids",
                        message=f"'{move}' is legal",
                        spot=written.spot_of(path),
                        expected=f"'{move}' is not legal",
                        found=shown,
                    )
            return
        case "moves":
            wanted = [*listed.values()]
            more = [str(move) for move in legal if move not in wanted]
            if more:
                message = f"legal too, but not listed: {as_text(tuple(more))}"
                yield Finding(
                    what="moves",
                    message=message,
                    spot=written.spot,
                    expected=as_text(tuple(map(str, wanted))),
                    found=shown,
                )
        case _:
            assert expectation.key == "allows"
    for path, move in listed.items():
        refusal = game.refusal(state, move)
        if refusal is not None:
            yield Finding(
                what=expectation.key,
                message=str(illegal(move, refusal, game.evidence)),
                spot=written.spot_of(path),
                expected=f"'{move}' is legal",
                found=shown,
            )


def parsed_moves(expectation: Expectation, reached: Reached) -> dict[str, Any]:
    """Return the moves that are listed, each by its path in the list.

    Raises:
        UnusableError: a text is no move, or a move is listed twice.

    """
    written = expectation.written
    assert isinstance(written.value, list)
    moves: dict[str, Any] = {}
    findings: list[Finding] = []
    for index, text in enumerate(written.value):
        path = str(index)
        try:
            move = reached.game.parse_move(str(text), reached.state)
        except (NotationError, PositionError) as error:
            message = str(error)
        else:
            if move not in moves.values():
                moves[path] = move
                continue
            message = f"'{move}' is listed twice"
        spot = written.spot_of(path)
        findings.append(Finding(what=expectation.key, message=message, spot=spot))
    if findings:
        raise UnusableError(findings)
    return moves


def as_text(value: Shown) -> str:
    """Return an expected or found value as one line of text.

    >>> as_text(("red-1", "blue-2")), as_text(()), as_text(None), as_text(True)
    ('red-1, blue-2', 'nothing', 'nothing', 'true')
    """
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case Mapping():
            return "; ".join(f"{key}: {as_text(of)}" for key, of in value.items())
        case tuple():
            parts = (
                f"({as_text(part)})" if isinstance(part, tuple) else as_text(part)
                for part in value
            )
            return ", ".join(parts) or "nothing"
        case _:
            return str(value)
