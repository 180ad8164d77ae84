"""Resolves what a profile says to a variant, with what it takes from its parent."""

from collections.abc import Mapping

from flohcati_rules.documents import Node, Spot
from flohcati_rules.evidence import Evidence, Strength
from flohcati_rules.game import Components
from flohcati_rules.profiles.reading import Answer, Heading
from flohcati_rules.profiles.variant import Variant, in_order, invented, moved_along
from flohcati_rules.rulepoints import (
    Value,
    companions_of,
    objections_to,
    points_of,
    spoken,
)


def text_variant(
    heading: Heading,
    rules: Node,
    answers: Mapping[str, Answer],
    components: Components | None,
) -> Variant | None:
    """Return the variant of a profile that answers every rule point itself.

    What is wrong is reported, and then there is none.
    """
    assert heading.game_class is not None
    cls = heading.game_class.RULES
    values = _given(answers)
    evidence = {id: answer.evidence for id, answer in answers.items()}
    remarks: list[str] = []
    for id, point in points_of(cls).items():
        if id in answers:
            continue
        if point.unsaid is not None:
            meant = spoken(point.unsaid)
            because = f"the profile is older than this rule point and means {meant}"
            values[id] = point.unsaid
            evidence[id] = Evidence(
                strength=Strength.SILENT, because=because, origin=heading.id
            )
            remarks.append(f"{id} is not answered: {because}")
        elif rules.is_mapping:
            rules.refuse(f"missing rule point {id!r}: {point.question}")
    _refuse_clashes(rules, heading, answers, values)
    _refuse_empty_gists(heading, is_draft=len(values) < len(points_of(cls)))
    if heading.game_class.COMPONENTS and "components" not in heading.nodes:
        rules.problems.add(
            Spot(1, 1),
            f"missing key 'components': a file in the format "
            f"{heading.game_class.COMPONENTS}",
        )
    if rules.problems or heading.source is None:
        return None
    return Variant(
        id=heading.id,
        game_class=heading.game_class,
        kind=heading.kind,
        title=heading.title,
        language=heading.language or "",
        source=heading.source,
        clauses=heading.clauses,
        notes=heading.notes,
        values=in_order(cls, values),
        evidence=in_order(cls, evidence),
        changed=tuple(in_order(cls, answers)),
        components=components,
        file=rules.problems.file,
        remarks=tuple(remarks),
    )


def house_variant(
    heading: Heading,
    rules: Node,
    answers: Mapping[str, Answer],
    components: Components | None,
    parent: Variant,
) -> Variant | None:
    """Return the variant of a profile that changes another.

    What is wrong is reported, and then there is none.
    """
    cls = parent.game_class.RULES
    own = _given(answers)
    kept = {
        id: value
        for id, value in parent.values.items()
        if id in own or id not in answers
    }
    moved = moved_along(cls, kept, own, origin=heading.id)
    values = {**kept, **moved.values, **own}
    if rules.is_mapping and not rules.entries() and components is None:
        rules.refuse("no rule point is changed")
    _refuse_idle(answers, parent, kept)
    _refuse_clashes(rules, heading, answers, values)
    _refuse_taken_clauses(heading, parent)
    _refuse_empty_gists(heading, is_draft=len(values) < len(points_of(cls)))
    if rules.problems:
        return None
    listed = {id: answer.evidence for id, answer in answers.items()}
    return Variant(
        id=heading.id,
        game_class=parent.game_class,
        kind=heading.kind,
        title=heading.title,
        language=heading.language or parent.language,
        source=heading.source or invented(parent, heading.title),
        clauses={**parent.clauses, **heading.clauses},
        notes=heading.notes,
        values=in_order(cls, values),
        evidence=in_order(cls, {**parent.evidence, **moved.evidence, **listed}),
        extends=parent.id,
        changed=tuple(in_order(cls, answers)),
        components=components or parent.components,
        file=rules.problems.file,
    )


def _given(answers: Mapping[str, Answer]) -> dict[str, Value]:
    return {
        id: answer.value for id, answer in answers.items() if answer.value is not None
    }


def _refuse_idle(
    answers: Mapping[str, Answer],
    parent: Variant,
    kept: Mapping[str, Value],
) -> None:
    """Report what a house variant lists without changing it.

    A value that is the parent's may still be meant: it keeps a companion from
    moving along.
    """
    own = _given(answers)
    for id, answer in answers.items():
        if answer.evidence.strength is Strength.UNKNOWN:
            if id not in parent.values:
                message = f"this changes nothing: {parent.id} has it unknown already"
                answer.node.refuse_key(message)
        elif answer.value is not None and answer.value == parent.values.get(id):
            others = {other: value for other, value in own.items() if other != id}
            if id not in companions_of(parent.game_class.RULES, kept, others):
                has = spoken(answer.value)
                message = f"this changes nothing: {parent.id} has {has} already"
                answer.node.refuse_key(message)


def _refuse_clashes(
    rules: Node,
    heading: Heading,
    answers: Mapping[str, Answer],
    values: Mapping[str, Value],
) -> None:
    """Report contradictions, each at the last line that has a part in it."""
    assert heading.game_class is not None
    for objection in objections_to(heading.game_class.RULES, values):
        nodes = [answers[id].node for id in objection.points if id in answers]
        last = max(nodes, key=lambda node: node.key_spot, default=rules)
        last.refuse_key(objection.reason)


def _refuse_empty_gists(heading: Heading, *, is_draft: bool) -> None:
    """Report clauses without a gist; a draft may have some."""
    if is_draft or "clauses" not in heading.nodes:
        return
    for node in heading.nodes["clauses"].items():
        gist = node.entries().get("gist") if node.is_mapping else None
        if gist is not None and gist.content == "":
            gist.text()


def _refuse_taken_clauses(heading: Heading, parent: Variant) -> None:
    if "clauses" not in heading.nodes:
        return
    for node in heading.nodes["clauses"].items():
        id = node.entries().get("id")
        if id is not None and id.content in parent.clauses:
            id.refuse(f"{parent.id} has a clause {id.value!r} already")
