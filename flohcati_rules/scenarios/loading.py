"""Loads scenario files, strictly: every problem of a file at once, with its place.

What holds for every variant is checked here. What depends on the rules (a card that
the deck lacks, a number of seats) is found when a scenario runs for a variant.
"""

import os
from collections.abc import Iterable, Mapping
from importlib.resources.abc import Traversable
from pathlib import Path

from flohcati_rules.description import Description, setup_seats
from flohcati_rules.documents import Node, read_document
from flohcati_rules.errors import (
    PositionError,
    ScenarioFileError,
)
from flohcati_rules.game import CHANCE
from flohcati_rules.profiles import AnyGame, Variant
from flohcati_rules.registry import GAMES
from flohcati_rules.scenarios.conditions import read_citations, read_condition
from flohcati_rules.scenarios.expecting import check_seat, read_expectations
from flohcati_rules.scenarios.known import Known
from flohcati_rules.scenarios.model import (
    Citation,
    Condition,
    Entry,
    Scenario,
    Step,
    Written,
    within,
)

FORMAT = "scenario/1"
"""What a scenario file declares itself to be."""

_NAME = r"(?!.*::)[^\s\[\]/](?:[^\n\[\]/]*[^\s\[\]/])?"
_NAME_WANTED = "a name on one line, without [ ] / and ::"
_ANY_NUMBER_OF_SEATS = (0, 99)


def load_scenarios(
    path: str | os.PathLike[str] | Traversable,
    *,
    file: str | None = None,
    variants: Iterable[Variant] = (),
) -> tuple[Scenario, ...]:
    """Return the scenarios of a file, in its order.

    Args:
        path: the file, on disk or within the package.
        file: its name in messages; by default, the path as given.
        variants: variants that scenarios may name besides those that are shipped.

    Raises:
        UnreadableFileError: the file cannot be read.
        ScenarioFileError: it is not a valid scenario file; every problem is listed.

    """
    if isinstance(path, str | os.PathLike):
        path = Path(path)
    root = read_document(path, file)
    scenarios: list[Scenario] = []
    if root.has_format(FORMAT):
        nodes = root.mapping(("format", "game", "scenarios"))
        game = nodes["game"].one_of(GAMES) if "game" in nodes else None
        if game is not None and "scenarios" in nodes:
            known = Known(GAMES[game], variants)
            scenarios = _scenarios(nodes["scenarios"], known)
    root.problems.raise_as(ScenarioFileError)
    return tuple(scenarios)


def _scenarios(node: Node, known: Known) -> list[Scenario]:
    found: list[Scenario] = []
    lines: dict[str, int] = {}
    items = node.items()
    if node.content == ():
        node.refuse("there is no scenario in this file")
    for item in items:
        if item.is_hole:
            continue
        nodes = item.mapping(("name", "given", "then"), ("clauses", "when"))
        name = nodes["name"].text(_NAME_WANTED, _NAME) if "name" in nodes else None
        if name in lines:
            message = f"a scenario of this name is at line {lines[name]} already"
            nodes["name"].refuse(message)
        elif name is not None:
            lines[name] = nodes["name"].spot.line
        found.append(_scenario(name or "", item, nodes, known))
    return found


def _scenario(
    name: str, item: Node, nodes: Mapping[str, Node], known: Known
) -> Scenario:
    seats: tuple[str, ...] | None = None
    if "given" in nodes:
        seats = _given(nodes["given"], known.game_class)
    steps = _when(nodes["when"], seats) if "when" in nodes else ()
    then = _then(nodes["then"], known, seats) if "then" in nodes else ()
    citations: tuple[Citation, ...] = ()
    cited: tuple[str, ...] = ()
    if "clauses" in nodes:
        cited, citations = read_citations(nodes["clauses"], known)
    in_conditions = [id for entry in then for id in entry.condition.variants]
    spot = nodes["name"].key_spot if "name" in nodes else item.spot
    return Scenario(
        name=name,
        game=known.game_class.ID,
        file=item.problems.file,
        spot=spot,
        citations=citations,
        named=tuple(dict.fromkeys([*cited, *in_conditions])),
        given=Written.of(nodes.get("given", item)),
        seats=seats or (),
        when=steps,
        then=then,
    )


def _given(node: Node, game: type[AnyGame]) -> tuple[str, ...] | None:
    """Check what is given as far as any variant can; return the names of the seats."""
    if node.content is None:
        node.refuse("nothing is given; at least 'seats' is needed")
        return None
    nodes = node.mapping(optional=game.GIVEN)
    if not node.is_mapping or any(inner.is_hole for _, inner in within(node)):
        return None
    try:
        if "setup" in nodes:
            return setup_seats({key: inner.value for key, inner in nodes.items()})
        given = {"seats": nodes["seats"].value} if "seats" in nodes else {}
        return Description(given, _ANY_NUMBER_OF_SEATS).seats
    except PositionError as error:
        written = Written.of(node)
        for fault in error.faults:
            node.problems.add(written.spot_of(fault.place), fault.reason)
        return None


def _when(node: Node, seats: tuple[str, ...] | None) -> tuple[Step, ...]:
    if node.content is None:
        return ()
    steps = (_step(item, seats) for item in node.items())
    return tuple(step for step in steps if step is not None)


def _step(node: Node, seats: tuple[str, ...] | None) -> Step | None:
    entries = node.entries() if node.is_mapping else {}
    if len(entries) != 1:
        if not node.is_hole:
            node.refuse(
                "a step is one seat (or chance) and its move, as in Ann: reveal"
            )
        return None
    [(actor, move)] = entries.items()
    check_seat(actor, move, seats, CHANCE, by_key=True)
    text = move.text("a move, such as reveal")
    return None if text is None else Step(actor, text, move.key_spot, move.spot)


def _then(node: Node, known: Known, seats: tuple[str, ...] | None) -> tuple[Entry, ...]:
    if node.content is None or node.content == ():
        node.refuse("'then' is empty; a scenario that expects nothing checks nothing")
        return ()
    if node.is_mapping:
        nodes = node.mapping(("expect",), ("for",))
        if "for" in nodes:
            message = "a single expectation has no 'for'; write a list: - for: …"
            nodes["for"].refuse_key(message)
        return _entries([node], [nodes], known, seats)
    items = node.items()
    required = ("for", "expect") if len(items) > 1 else ("expect",)
    optional = () if len(items) > 1 else ("for",)
    return _entries(
        items, [item.mapping(required, optional) for item in items], known, seats
    )


def _entries(
    items: Iterable[Node],
    contents: Iterable[Mapping[str, Node]],
    known: Known,
    seats: tuple[str, ...] | None,
) -> tuple[Entry, ...]:
    entries: list[Entry] = []
    for item, nodes in zip(items, contents, strict=True):
        condition = Condition()
        if "for" in nodes:
            condition = read_condition(nodes["for"], known)
        if "expect" in nodes:
            expected = read_expectations(nodes["expect"], known, seats)
            entries.append(Entry(condition, expected, item.spot))
    return tuple(entries)
