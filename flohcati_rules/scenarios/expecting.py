"""Reads what a scenario expects, as far as that can be checked for any variant."""

from collections.abc import Iterable, Sequence

from flohcati_rules.description import no_seat
from flohcati_rules.documents import Node
from flohcati_rules.errors import did_you_mean
from flohcati_rules.game import CHANCE, NOBODY
from flohcati_rules.scenarios.expectations import EXPECTED
from flohcati_rules.scenarios.known import Known
from flohcati_rules.scenarios.model import Expectation, Written


def read_expectations(
    node: Node, known: Known, seats: Sequence[str] | None
) -> tuple[Expectation, ...]:
    """Return what an ``expect`` expects; report what is wrong.

    Args:
        node: the mapping under ``expect``.
        known: what can be expected of the game.
        seats: the names of the seats; None when they are not known.

    """
    if node.content is None or node.content == {}:
        node.refuse(f"nothing is expected; at least one of: {_list(known.expectable)}")
        return ()
    expectations: list[Expectation] = []
    for key, inner in node.entries().items():
        if key not in known.expectable:
            hint = did_you_mean(key, known.expectable)
            accepted = f"(one of: {_list(known.expectable)})"
            inner.refuse_key(f"unknown key{hint} {accepted}")
            continue
        if inner.is_hole:
            continue
        if key in EXPECTED:
            _check(key, inner, known, seats)
        elif inner.content is None or inner.content == {}:
            inner.refuse(f"{key!r} is empty, which checks nothing")
        expectations.append(Expectation(key, Written.of(inner)))
    return tuple(expectations)


def _check(key: str, node: Node, known: Known, seats: Sequence[str] | None) -> None:
    """Report what is wrong with an expectation that any game knows."""
    match key:
        case "moves" | "allows" | "forbids":
            _check_moves(key, node)
        case "turn":
            name = node.text("a seat, chance or nobody")
            if name is not None:
                check_seat(name, node, seats, CHANCE, NOBODY)
        case "over":
            node.truth()
        case "ended_by":
            node.one_of(known.game_class.ENDINGS)
        case "scores":
            _check_scores(node, seats)
        case "winners":
            _check_winners(node, seats)
        case _:
            assert key == "seats_allowed"
            numbers = [item.whole(1) for item in node.items()]
            if isinstance(node.content, tuple) and len(numbers) != 2:  # noqa: PLR2004 - the least and the most
                node.refuse("expected the least and the most seats, as in [3, 5]")


def _check_moves(key: str, node: Node) -> None:
    items = node.items()
    if key != "moves" and node.content == ():
        node.refuse(f"{key!r} is empty, which checks nothing")
    for item in items:
        item.text("a move, such as reveal")


def _check_scores(node: Node, seats: Sequence[str] | None) -> None:
    if node.content == {}:
        node.refuse("'scores' is empty, which checks nothing")
    for name, points in node.entries().items():
        points.whole()
        check_seat(name, points, seats, by_key=True)


def _check_winners(node: Node, seats: Sequence[str] | None) -> None:
    winners: list[str] = []
    for item in node.items():
        name = item.text("a seat")
        if name is None:
            continue
        if name in winners:
            item.refuse(f"{name} is named twice")
        winners.append(name)
        check_seat(name, item, seats)


def check_seat(
    name: str,
    node: Node,
    seats: Sequence[str] | None,
    *others: str,
    by_key: bool = False,
) -> None:
    """Report a seat that does not exist, unless the seats are not known."""
    if seats is None or name in seats or name in others:
        return
    known = [*seats, *others]
    refuse = node.refuse_key if by_key else node.refuse
    refuse(no_seat(name, known) + did_you_mean(name, known))


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)
