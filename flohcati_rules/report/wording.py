"""The words in which reports speak of variants, values and evidence."""

from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.errors import Problem
from flohcati_rules.evidence import Clause, Evidence, Standing, Strength
from flohcati_rules.profiles import Kind, Variant
from flohcati_rules.report.page import Labelled, Plain, counted, stacked
from flohcati_rules.rulepoints import Choice, Names, RulePoint, Value, Whole, written

KINDS = {
    Kind.TRANSLATION: "a rule text",
    Kind.EDITION: "what is known of an edition",
    Kind.HOUSE: "a house variant",
    Kind.MISREADING: "a misreading",
}
"""What sort of thing a variant is, in a sentence."""

STANDINGS = {
    Standing.PRIMARY: "the text itself",
    Standing.REPORT: "an account of it",
    Standing.INVENTED: "invented",
}
"""What its source is worth, in a sentence."""

PIECES = {
    Standing.PRIMARY: "the real ones",
    Standing.REPORT: "as somebody tells of them",
    Standing.INVENTED: "invented, not the real ones",
}
"""What a set of components is worth, in a sentence."""

LANGUAGES = {
    "cs": "Czech",
    "da": "Danish",
    "de": "German",
    "en": "English",
    "es": "Spanish",
    "fi": "Finnish",
    "fr": "French",
    "hu": "Hungarian",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "nl": "Dutch",
    "pl": "Polish",
    "pt": "Portuguese",
    "ru": "Russian",
    "sv": "Swedish",
    "zh": "Chinese",
}
"""The names of languages in which games are often sold; others show their code."""

COLOURS = {
    Strength.STATED: "green",
    Strength.INFERRED: "yellow",
    Strength.SILENT: "magenta",
    Strength.HOUSE: "blue",
    Strength.UNKNOWN: "red",
}
"""The colour of evidence, where a terminal has colours."""


def introduced(variant: Variant) -> Text:
    """Return a sentence on what a variant is and what it rests on."""
    text = Text.assemble((variant.title, "bold"), f": {described(variant)}")
    if pieces := pieces_told(variant):
        text.append(f" {pieces}", "yellow")
    if variant.unknown:
        text.append(f" A draft: {opened(len(variant.unknown))}.", "red")
    return text


def described(variant: Variant) -> str:
    """Return what sort of thing a variant is, its text, and what that is worth."""
    kind = KINDS[variant.kind]
    if variant.extends:
        kind += f" of {variant.extends}"
    else:
        kind += f" in {LANGUAGES.get(variant.language, variant.language)}"
    if variant.source.standing is Standing.INVENTED and variant.extends:
        return f"{kind}."
    return f"{kind}. {variant.source.text} ({STANDINGS[variant.source.standing]})."


def pieces_told(variant: Variant) -> str:
    """Return what a variant's components are worth; nothing where it has none."""
    pieces = variant.components
    if pieces is None:
        return ""
    return f"Its components are {PIECES[pieces.standing]}: {pieces.title}."


def opened(number: int) -> str:
    """Return that so many rule points of a draft have no value."""
    return counted(number, "rule point is open", "rule points are open")


def answered(point: RulePoint, value: Value | None) -> Text:
    """Return a value with its unit; the sense of a word is told apart from it."""
    if value is None:
        return Text("unknown", "red")
    text = Text(", ".join(value) if isinstance(value, tuple) else str(value), "bold")
    answers = point.answers
    if isinstance(answers, Whole):
        text.append(f" {answers.unit}", "not bold")
    elif isinstance(answers, Names):
        text.append(f" ({answers.sense(value)})", "not bold")
    return text


def sense_of(point: RulePoint, value: Value | None) -> str:
    """Return what a value in words means at the table; a number needs no words."""
    return point.answers.sense(value) if isinstance(value, Choice) else ""


def strength_of(evidence: Evidence) -> Text:
    """Return how strongly a value is supported, in its colour."""
    return Text.assemble((evidence.strength, COLOURS[evidence.strength]))


def cited(clause: Clause, *, by_id: bool = False) -> Text:
    """Return the place of a clause and what it says, perhaps with its id."""
    id = f"{clause.id}, " if by_id else ""
    return Text.assemble((f"{id}{clause.at}: ", "dim"), clause.gist)


def pointed(evidence: Evidence, origin: str = "") -> Text:
    """Return how strongly a value is supported, and where, without what is said there.

    Args:
        evidence: what supports the value.
        origin: the variant whose evidence it is, where that is to be told.

    """
    text = strength_of(evidence)
    if origin:
        text.append(f" in {origin}", "default")
    told = "; ".join(evidence.places) or evidence.because
    return text.append(f": {told}", "dim") if told else text


def supported(evidence: Evidence, *, by_id: bool = False) -> RenderableType:
    """Return what supports a value: how strongly, by which clauses, and why."""
    grounds = [cited(clause, by_id=by_id) for clause in evidence.clauses]
    if evidence.because:
        grounds.append(Text(evidence.because))
    return Labelled([(strength_of(evidence), stacked(grounds or [Text()]))])


def plain_variant(variant: Variant) -> dict[str, Plain]:
    """Return what a variant is, for programs."""
    source = variant.source
    return {
        "id": variant.id,
        "game": variant.game_class.ID,
        "kind": str(variant.kind),
        "title": variant.title,
        "language": variant.language,
        "source": {
            "work": source.work,
            "text": source.text,
            "standing": str(source.standing),
        },
        "extends": variant.extends,
        "components": plain_components(variant),
        "unknown": [*variant.unknown],
        "digest": None if variant.unknown else variant.digest,
    }


def plain_components(variant: Variant) -> Plain:
    """Return what a variant is played with, for programs; null when rules say it."""
    pieces = variant.components
    if pieces is None:
        return None
    return {
        "title": pieces.title,
        "standing": str(pieces.standing),
        "digest": pieces.digest,
    }


def plain_answer(
    point: RulePoint, value: Value | None, evidence: Evidence
) -> dict[str, Plain]:
    """Return a value and what supports it, for programs."""
    return {
        "value": plain_value(value),
        "sense": None if value is None else point.answers.sense(value),
        "evidence": plain_evidence(evidence),
    }


def plain_evidence(evidence: Evidence) -> dict[str, Plain]:
    """Return what supports a value, for programs."""
    return {
        "strength": str(evidence.strength),
        "places": [*evidence.places],
        "clauses": [
            {"id": clause.id, "at": clause.at, "gist": clause.gist}
            for clause in evidence.clauses
        ],
        "because": evidence.because,
        "other_readings": dict(evidence.other_readings),
        "origin": evidence.origin,
    }


def plain_value(value: Value | None) -> Plain:
    """Return a value for programs; null when it is unknown."""
    told = None if value is None else written(value)
    return [*told] if isinstance(told, list) else told


def plain_problem(problem: Problem) -> dict[str, Plain]:
    """Return a problem of a file for programs."""
    return {
        "file": problem.file,
        "line": problem.line,
        "column": problem.column,
        "place": problem.place,
        "message": problem.message,
    }
