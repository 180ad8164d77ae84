"""Reads what one profile says: its heading, its clauses and its answers."""

from collections.abc import Iterator, Mapping

import attrs

from flohcati_rules.documents import Node
from flohcati_rules.errors import did_you_mean
from flohcati_rules.evidence import (
    Clause,
    ClauseKind,
    Evidence,
    Source,
    Standing,
    Strength,
)
from flohcati_rules.profiles.variant import AnyGame, Kind
from flohcati_rules.rulepoints import RulePoint, Value, points_of, spoken

FORMAT = "variant/1"
"""What a profile declares itself to be."""

_EVERY = ("format", "id", "game", "kind", "title", "rules")
_OF_TEXT = ("language", "source", "clauses")
_FREE = ("notes", "components")
_GROUNDS = ("stated", "inferred", "silent")

_ID = r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*"
_CLAUSE_ID = r"[a-z0-9][a-z0-9_-]*(?:\.[a-z0-9_-]+)*"
_DIGEST = r"h-[0-9a-f]{4,64}(?:-[0-9]+)?"
_LANGUAGE = r"[a-z]{2,3}(?:-[A-Za-z0-9]+)*"


@attrs.frozen(kw_only=True)
class Heading:
    """Everything of a profile but its rules; what was not usable is empty.

    The nodes are kept for what can only be said once the parent is known.
    """

    id: str
    game_class: type[AnyGame] | None
    kind: Kind
    title: str
    language: str | None
    source: Source | None
    clauses: Mapping[str, Clause]
    notes: tuple[str, ...]
    nodes: Mapping[str, Node]


@attrs.frozen
class Answer:
    """What a profile says of one rule point; no value where it has none of use."""

    node: Node
    value: Value | None
    evidence: Evidence


def read_heading(root: Node, game_classes: Mapping[str, type[AnyGame]]) -> Heading:
    """Read everything of a profile but its rules; report what is wrong."""
    kind = _kind(root)
    if kind.answers_all:
        nodes = root.mapping((*_EVERY, *_OF_TEXT), (*_FREE, "extends"))
        if extends := nodes.get("extends"):
            extends.refuse_key(
                f"this {kind} answers every rule point itself; only a house variant "
                f"or a misreading extends another"
            )
    else:
        nodes = root.mapping((*_EVERY, "extends"), (*_OF_TEXT, *_FREE))
        if "clauses" in nodes and "source" not in nodes:
            nodes["clauses"].refuse_key("clauses need a 'source' that they are of")
    game = nodes["game"].one_of(game_classes) if "game" in nodes else None
    return Heading(
        id=_text(nodes, "id", "an id of lower-case words with hyphens", _ID),
        game_class=None if game is None else game_classes[game],
        kind=kind,
        title=_text(nodes, "title"),
        language=_text(nodes, "language", "a language code such as fi", _LANGUAGE)
        or None,
        source=_source(nodes["source"]) if "source" in nodes else None,
        clauses=_clauses(nodes["clauses"]) if "clauses" in nodes else {},
        notes=nodes["notes"].texts() if "notes" in nodes else (),
        nodes=nodes,
    )


def _kind(root: Node) -> Kind:
    """Return the kind; where it is not usable, the one that asks for less."""
    node = root.entries().get("kind")
    return (None if node is None else node.member(Kind)) or Kind.HOUSE


def _text(
    nodes: Mapping[str, Node], key: str, wanted: str = "text", pattern: str = ""
) -> str:
    """Return the text of a key, or nothing where it is missing or not usable."""
    node = nodes.get(key)
    if node is None:
        return ""
    return (node.text(wanted, pattern) if pattern else node.text()) or ""


def _source(node: Node) -> Source:
    nodes = node.mapping(("work", "text", "standing"))
    standing = nodes["standing"].member(Standing) if "standing" in nodes else None
    return Source(
        work=_text(nodes, "work"),
        text=_text(nodes, "text"),
        standing=standing or Standing.REPORT,
    )


def _clauses(node: Node) -> dict[str, Clause]:
    clauses: dict[str, Clause] = {}
    lines: dict[str, int] = {}
    for item in node.items():
        clause, id_node = _clause(item)
        if id_node is None or not clause.id:
            continue
        if clause.id in clauses:
            id_node.refuse(
                f"clause {clause.id!r} is at line {lines[clause.id]} already"
            )
        clauses.setdefault(clause.id, clause)
        lines.setdefault(clause.id, id_node.spot.line)
    return clauses


def _clause(node: Node) -> tuple[Clause, Node | None]:
    nodes = node.mapping(("id", "at", "kind", "digest", "gist"), ("uncovered",))
    kind = nodes["kind"].member(ClauseKind) if "kind" in nodes else None
    if "uncovered" in nodes and kind not in {None, ClauseKind.RULE}:
        nodes["uncovered"].refuse_key(
            f"only a rule is covered by scenarios, and this clause is of kind {kind}"
        )
    clause = Clause(
        id=_text(nodes, "id", "an id such as demand.1", _CLAUSE_ID),
        at=_text(nodes, "at"),
        kind=kind or ClauseKind.RULE,
        digest=_text(nodes, "digest", "a digest such as h-3f2a9c01b7de4410", _DIGEST),
        gist=_gist(nodes),
        uncovered=_text(nodes, "uncovered") or None,
    )
    return clause, nodes.get("id")


def _gist(nodes: Mapping[str, Node]) -> str:
    """Return a gist; that only a draft may leave it empty is checked later."""
    node = nodes.get("gist")
    return "" if node is None or node.content == "" else _text(nodes, "gist")


def read_answers(
    node: Node, heading: Heading, inherited: Mapping[str, Clause] | None
) -> dict[str, Answer]:
    """Read the rules of a profile; report what is wrong.

    Args:
        node: the mapping under ``rules``.
        heading: the rest of the profile; its game must be known.
        inherited: the clauses of the parent; None when that could not be read, so
            that any other clause may be one of them.

    """
    assert heading.game_class is not None
    points = points_of(heading.game_class.RULES)
    reader = _AnswerReader(heading, inherited)
    answers: dict[str, Answer] = {}
    for id, entry in node.entries().items():
        if id in points:
            answers[id] = reader.answer(entry, points[id])
        else:
            hint = did_you_mean(id, points) or "; 'flohcati show' lists them"
            entry.refuse_key(f"unknown rule point{hint}")
    return answers


class _AnswerReader:
    """Reads the answers of one profile."""

    def __init__(
        self, heading: Heading, inherited: Mapping[str, Clause] | None
    ) -> None:
        self.kind = heading.kind
        self.origin = heading.id
        self.clauses = {**(inherited or {}), **heading.clauses}
        self.all_known = inherited is not None

    def answer(self, node: Node, point: RulePoint) -> Answer:
        """Return what is said of one rule point."""
        if node.is_hole:
            return Answer(node, None, self._evidence(Strength.HOUSE))
        if not node.is_mapping:
            if self.kind.answers_all:
                node.refuse(
                    f"this {self.kind} has to say what supports the value: "
                    f"{{is: …, stated: […]}}, or inferred, silent or unknown"
                )
            value = _value(node, point)
            return Answer(node, value, self._evidence(Strength.HOUSE))
        if "unknown" in node.entries():
            return Answer(node, None, self._unknown(node))
        nodes = node.mapping(("is",), (*_GROUNDS, "because", "other_readings"))
        value = _value(nodes["is"], point) if "is" in nodes else None
        evidence = self._grounds(node, nodes)
        if "other_readings" in nodes:
            readings = dict(_readings(nodes["other_readings"], point, value))
            evidence = attrs.evolve(evidence, other_readings=readings)
        return Answer(node, value, evidence)

    def _evidence(
        self, strength: Strength, clauses: tuple[Clause, ...] = (), because: str = ""
    ) -> Evidence:
        return Evidence(
            strength=strength, clauses=clauses, because=because, origin=self.origin
        )

    def _unknown(self, node: Node) -> Evidence:
        nodes = node.entries()
        for key, other in nodes.items():
            if key != "unknown":
                other.refuse_key("what is unknown has a reason and nothing else")
        return self._evidence(Strength.UNKNOWN, because=_text(nodes, "unknown"))

    def _grounds(self, node: Node, nodes: Mapping[str, Node]) -> Evidence:
        """Return the evidence: exactly one of its forms may be written."""
        grounds = [key for key in nodes if key in _GROUNDS]
        because = _text(nodes, "because")
        if not grounds:
            if self.kind.answers_all:
                node.refuse(
                    f"this {self.kind} has to say what supports the value: "
                    f"stated, inferred or silent"
                )
            return self._evidence(Strength.HOUSE, because=because)
        for key in grounds[1:]:
            nodes[key].refuse_key(f"a value is either {grounds[0]} or {key}, not both")
        ground = nodes[grounds[0]]
        if grounds[0] == "inferred":
            if "because" not in nodes:
                node.refuse("missing key 'because': how the clauses imply the value")
            return self._evidence(Strength.INFERRED, self._cited(ground), because)
        if "because" in nodes:
            nodes["because"].refuse_key(
                f"a value that is {grounds[0]} has no 'because'"
            )
        if grounds[0] == "stated":
            return self._evidence(Strength.STATED, self._cited(ground))
        return self._evidence(Strength.SILENT, because=ground.text() or "")

    def _cited(self, node: Node) -> tuple[Clause, ...]:
        cited: dict[str, Clause] = {}
        items = node.items()
        if not items and node.value == []:
            node.refuse("no clause is cited")
        for item in items:
            id = item.text("the id of a clause")
            if id is None:
                continue
            if id in cited:
                item.refuse(f"clause {id!r} is cited twice")
            elif id in self.clauses:
                cited[id] = self.clauses[id]
            elif self.all_known:
                hint = did_you_mean(id, self.clauses)
                item.refuse(f"clause {id!r} is not listed under 'clauses'{hint}")
        return tuple(cited.values())


def _value(node: Node, point: RulePoint) -> Value | None:
    if node.is_hole:
        return None
    try:
        return point.answers.read(node.value)
    except ValueError as error:
        node.refuse(str(error))
        return None


def _readings(
    node: Node, point: RulePoint, chosen: Value | None
) -> Iterator[tuple[str, str]]:
    """Yield the values that were not chosen, each with what speaks for it."""
    for key, reason in node.entries().items():
        number = int(key) if key.isdecimal() else key
        try:
            value = point.answers.read(number)
        except ValueError as error:
            reason.refuse_key(str(error))
            continue
        if value == chosen:
            reason.refuse_key("this is the value that was chosen, not another reading")
        text = reason.text()
        if text is not None:
            yield spoken(value), text
