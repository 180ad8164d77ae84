"""Reads which variants a scenario names: the clauses it cites, and its conditions."""

from flohcati_rules.documents import Node
from flohcati_rules.errors import did_you_mean
from flohcati_rules.rulepoints import Value, points_of
from flohcati_rules.scenarios.known import Known
from flohcati_rules.scenarios.model import Citation, Condition


def read_citations(
    node: Node, known: Known
) -> tuple[tuple[str, ...], tuple[Citation, ...]]:
    """Return the variants that ``clauses`` names and the clauses that it cites."""
    variants: list[str] = []
    citations: dict[tuple[str, str], Citation] = {}
    for id, cited in node.entries().items():
        variant = known.named(id, cited, by_key=True)
        variants.append(id)
        for item in cited.items():
            clause = item.text("the id of a clause")
            if clause is None:
                continue
            if (id, clause) in citations:
                item.refuse(f"clause {clause!r} is cited twice")
            elif variant is not None and clause not in variant.clauses:
                hint = did_you_mean(clause, variant.clauses)
                item.refuse(f"{id} has no clause {clause!r}{hint}")
            citations[id, clause] = Citation(id, clause, item.spot)
    return tuple(variants), tuple(citations.values())


def read_condition(node: Node, known: Known) -> Condition:
    """Return a condition: rule values, the id of a variant, or a list of ids."""
    if node.is_mapping:
        return Condition(values=_values(node, known))
    if isinstance(node.content, str):
        known.named(node.content, node)
        return Condition(variants=(node.content,))
    if isinstance(node.content, tuple):
        return Condition(variants=_ids(node, known))
    if not node.is_hole:
        node.refuse(
            "expected rule values, as in {chain.stop: at-will}, or ids of variants"
        )
    return Condition()


def _ids(node: Node, known: Known) -> tuple[str, ...]:
    ids: list[str] = []
    if node.content == ():
        node.refuse("no variant is named")
    for item in node.items():
        id = item.text("the id of a variant")
        if id is None:
            continue
        if id in ids:
            item.refuse(f"{id} is named twice")
        elif known.named(id, item) is not None:
            ids.append(id)
    return tuple(ids)


def _values(node: Node, known: Known) -> dict[str, Value]:
    points = points_of(known.game_class.RULES)
    values: dict[str, Value] = {}
    if node.content == {}:
        node.refuse("no rule value is named; what holds for every variant has no 'for'")
    for id, entry in node.entries().items():
        if id not in points:
            hint = did_you_mean(id, points) or "; 'flohcati show' lists them"
            entry.refuse_key(f"unknown rule point{hint}")
        elif not entry.is_hole:
            try:
                values[id] = points[id].answers.read(entry.value)
            except ValueError as error:
                entry.refuse(str(error))
    return values
