"""JSON Schemas of the file formats, made from what the games declare.

An editor that is given one offers the keys and values of a file and marks what is
misspelt. The loaders remain the judges: they check more than a schema can say.
"""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from flohcati_rules.description import SETUP_NAMES
from flohcati_rules.evidence import ClauseKind, Standing
from flohcati_rules.profiles import AnyGame, Kind
from flohcati_rules.registry import GAMES, list_variants
from flohcati_rules.report.page import Plain
from flohcati_rules.rulepoints import (
    Answers,
    Names,
    OneOf,
    RulePoint,
    Whole,
    points_of,
)
from flohcati_rules.ruletext import DIGEST_PATTERN
from flohcati_rules.scenarios import EXPECTED, expectable

Schema = dict[str, Plain]
"""A schema, or a part of one."""

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_TEXT: Schema = {"type": "string", "pattern": r"\S"}
_TEXTS: Schema = {"type": "array", "items": _TEXT}
_SOME_TEXTS: Schema = {"type": "array", "items": _TEXT, "minItems": 1}
_GROUNDS = ("stated", "inferred", "silent")
_EVIDENCE: Schema = {
    "stated": {"description": "The clauses that say it.", **_SOME_TEXTS},
    "inferred": {"description": "The clauses that imply it.", **_SOME_TEXTS},
    "silent": {
        "description": "No clause says it: why the value is our default.",
        **_TEXT,
    },
    "because": {
        "description": "How the clauses imply it, or why a house has it so.",
        **_TEXT,
    },
    "unknown": {"description": "Why nobody can say yet; instead of all else.", **_TEXT},
    "other_readings": {
        "description": "Values that were not chosen, and what speaks for them.",
        "type": "object",
        "additionalProperties": _TEXT,
    },
}
"""What may stand beside a value, or instead of it."""


def profile_schema() -> Schema:
    """Return the schema of a profile."""
    texts = [str(kind) for kind in Kind if kind.answers_all]
    is_text: Schema = {"properties": {"kind": {"enum": [*texts]}}}
    of_text: Schema = {
        "required": ["language", "source", "clauses"],
        "not": {"required": ["extends"]},
    }
    of_change: Schema = {
        "required": ["extends"],
        "anyOf": [
            {"required": ["components"]},
            {"properties": {"rules": {"minProperties": 1}}},
        ],
    }
    return _document(
        "variant/1",
        "A variant: one answer to each rule point of a game, with its evidence.",
        {
            "id": _said("The name of the variant: lower-case words with hyphens."),
            "game": _game(),
            "kind": _words(
                "What sort of variant it is.",
                {
                    Kind.TRANSLATION: "it reads a rule text",
                    Kind.EDITION: "it gathers what is reported of an edition",
                    Kind.HOUSE: "how some people play: a variant with changes",
                    Kind.MISREADING: "how a text is known to be misread",
                },
            ),
            "title": _said("Its name for people."),
            "language": _said("The language of the text, such as fi."),
            "source": _source(),
            "extends": _said(
                "What a house variant or a misreading changes: the id of a variant, "
                "or the path of a profile, from this file."
            ),
            "components": _said(
                "The component file of a game that has one: a path beside this file."
            ),
            "clauses": {
                "description": "Every sentence of the rule text.",
                "type": "array",
                "items": {"$ref": "#/$defs/clause"},
            },
            "notes": {
                "description": "What stays outside the rule points.",
                **_TEXTS,
            },
            "rules": {
                "description": "The answers, by rule point.",
                "type": "object",
            },
        },
        required=("id", "game", "kind", "title", "rules"),
        branches=[
            {"if": is_text, "then": of_text, "else": of_change},
            *_by_game(
                {
                    "if": is_text,
                    "then": {"properties": {"rules": _ref("{game}.text")}},
                    "else": {"properties": {"rules": _ref("{game}.changes")}},
                }
            ),
        ],
        definitions=dict(_profile_definitions()),
    )


def scenario_schema() -> Schema:
    """Return the schema of a scenario file."""
    return _document(
        "scenario/1",
        "Scenarios: given a position, when these moves are made, then this is so.",
        {"game": _game(), "scenarios": {"type": "array", "minItems": 1}},
        required=("game", "scenarios"),
        branches=_by_game(
            {"properties": {"scenarios": {"items": _ref("{game}.scenario")}}}
        ),
        definitions=dict(_scenario_definitions()),
    )


def record_schema() -> Schema:
    """Return the schema of a record."""
    endings = {word for game in GAMES.values() for word in game.ENDINGS}
    result = _object(
        {
            "ended_by": {
                "description": "The way the game ended.",
                "enum": [*sorted(endings)],
            },
            "scores": {
                "description": "The points of each seat.",
                "type": "object",
                "additionalProperties": {"type": "integer"},
            },
            "winners": {"description": "Who wins; nobody, maybe.", **_TEXTS},
        },
        required=("ended_by", "scores", "winners"),
    )
    return _document(
        "record/1",
        "A record: a game that was played, step by step.",
        {
            "game": _game(),
            "variant": _said("The id of the variant that it was played by."),
            "digest": {
                "description": "The digest of the rules of that variant.",
                **_pattern(r"r-[0-9a-f]{16}"),
            },
            "components": {
                "description": "The digest of the components, where a game has such.",
                **_pattern(r"[a-z]-[0-9a-f]{16}"),
            },
            "seats": {"description": "Who sat there, in order.", **_SOME_TEXTS},
            "deck": {
                "description": "The deck that was dealt from, the next card first.",
                **_TEXTS,
            },
            "moves": {
                "description": "Each step: a seat or chance, and the move.",
                "type": "array",
                "items": {"$ref": "#/$defs/step"},
            },
            "result": {
                "description": "How it came out; left out while it goes on.",
                **result,
            },
        },
        required=("game", "variant", "digest", "seats", "deck", "moves"),
        definitions={"step": _step()},
    )


def components_schema() -> Schema:
    """Return the schema of a component file, of any game that has such files."""
    games = [game for game in GAMES.values() if game.COMPONENTS]
    return {
        "$schema": DIALECT,
        "title": "components",
        "description": "Components: what is printed on the pieces of a game.",
        "type": "object",
        "properties": {
            "format": _words(
                "The game whose pieces these are.",
                {game.COMPONENTS: game.TITLE for game in games},
            )
        },
        "required": ["format"],
        "allOf": [
            {
                "if": {"properties": {"format": {"const": game.COMPONENTS}}},
                "then": _ref(game.ID),
            }
            for game in games
        ],
        "$defs": {game.ID: {**game.components_schema()} for game in games},
    }


SCHEMAS = MappingProxyType(
    {
        "profile": profile_schema,
        "scenario": scenario_schema,
        "record": record_schema,
        "components": components_schema,
    }
)
"""What makes the schema of each kind of file."""


# ---------------------------------------------------------------- profiles


def _profile_definitions() -> Iterator[tuple[str, Plain]]:
    yield "clause", _clause()
    yield from _EVIDENCE.items()
    yield "grounds", {"oneOf": [*map(_grounds, _GROUNDS), _unknown()]}
    yield "change", {"anyOf": [{"required": ["is"]}, _unknown()]}
    for id, game in GAMES.items():
        points = points_of(game.RULES)
        for point in points.values():
            yield f"{id}.{point.id}", _value(point)
            yield f"{id}.{point.id}.said", _said_of(id, point)
        yield (
            f"{id}.text",
            _object(
                {name: _answer(id, point) for name, point in points.items()},
                required=[name for name, one in points.items() if one.unsaid is None],
            ),
        )
        yield (
            f"{id}.changes",
            _object({name: _change(id, one) for name, one in points.items()}),
        )


def _clause() -> Schema:
    return _object(
        {
            "id": _said("Its name in this file, such as demand.1."),
            "at": _said("Its place: heading, paragraph, sentence number."),
            "kind": _words(
                "What the sentence is for.",
                {
                    ClauseKind.RULE: "it tells players what they may or must do",
                    ClauseKind.COMPONENT: "it describes what is in the box",
                    ClauseKind.EXAMPLE: "it shows a rule at work",
                    ClauseKind.FLAVOUR: "it rules nothing",
                },
            ),
            "digest": {
                "description": "The digest of the sentence, which is never stored.",
                **_pattern(DIGEST_PATTERN),
            },
            "gist": _said("What the sentence says, in our own words."),
            "uncovered": _said("Why no scenario can check this rule."),
        },
        required=("id", "at", "kind", "digest", "gist"),
    )


def _source() -> Schema:
    return {
        "description": "The text that the variant reads.",
        **_object(
            {
                "work": _said("The game and its author."),
                "text": _said("Which text of its rules."),
                "standing": _words(
                    "How much weight the text can bear.",
                    {
                        Standing.PRIMARY: "the rule text itself",
                        Standing.REPORT: "somebody's account of it",
                        Standing.INVENTED: "made up",
                    },
                ),
            },
            required=("work", "text", "standing"),
        ),
    }


def _value(point: RulePoint) -> Schema:
    """Return the schema of a value of a rule point."""
    return {"description": _question(point), **_accepted(point.answers)}


def _question(point: RulePoint) -> str:
    answers = point.answers
    if not isinstance(answers, OneOf):
        return f"{point.question} ({answers.describe()})"
    senses = [f"{word}: {word.sense}" for word in answers.words]
    return "\n".join([point.question, *senses])


def _accepted(answers: Answers) -> Schema:
    match answers:
        case OneOf():
            return {"enum": [str(word) for word in answers.words]}
        case Whole():
            return {
                "type": "integer",
                "minimum": answers.least,
                "maximum": answers.most,
            }
        case Names():
            return {
                "type": "array",
                "items": _TEXT,
                "minItems": answers.least,
                "maxItems": answers.most,
                "uniqueItems": True,
            }
        case _:
            return {}


def _answer(game: str, point: RulePoint) -> Schema:
    """Return the schema of a value with what a text says for it."""
    return {"allOf": [_ref(f"{game}.{point.id}.said"), _ref("grounds")]}


def _change(game: str, point: RulePoint) -> Schema:
    """Return the schema of what a house variant makes of a point."""
    said: Schema = {"allOf": [_ref(f"{game}.{point.id}.said"), _ref("change")]}
    return {"anyOf": [_ref(f"{game}.{point.id}"), said]}


def _said_of(game: str, point: RulePoint) -> Schema:
    """Return the schema of a value together with its evidence."""
    value: Schema = {"is": _ref(f"{game}.{point.id}")}
    evidence: Schema = {key: _ref(key) for key in _EVIDENCE}
    return {"description": point.question, **_object(value | evidence)}


def _grounds(ground: str) -> Schema:
    """Return what stands beside a value that has this ground, and what may not."""
    others = [other for other in _GROUNDS if other != ground]
    needed = ["is", ground, *(["because"] if ground == "inferred" else [])]
    barred = [*others, *([] if ground == "inferred" else ["because"])]
    return {
        "required": [*needed],
        "not": {"anyOf": [{"required": [key]} for key in barred]},
    }


def _unknown() -> Schema:
    return {"required": ["unknown"], "maxProperties": 1}


# ---------------------------------------------------------------- scenarios


def _scenario_definitions() -> Iterator[tuple[str, Plain]]:
    yield "step", _step()
    for id, game in GAMES.items():
        points = points_of(game.RULES)
        for point in points.values():
            yield f"{id}.{point.id}", _value(point)
        values = _object({name: _ref(f"{id}.{name}") for name in points})
        yield f"{id}.for", _condition(values)
        yield f"{id}.given", _given(game)
        yield f"{id}.expect", _expect(game)
        entry = _object(
            {"for": _ref(f"{id}.for"), "expect": _ref(f"{id}.expect")},
            required=("expect",),
        )
        yield f"{id}.entry", entry
        yield f"{id}.scenario", _scenario(id)


def _scenario(game: str) -> Schema:
    entry = _ref(f"{game}.entry")
    entries: Schema = {
        "type": "array",
        "items": entry,
        "minItems": 1,
        "if": {"minItems": 2},
        "then": {"items": {"required": ["for"]}},
    }
    return _object(
        {
            "name": _said("Its name, once in a file."),
            "clauses": {
                "description": "The clauses that it checks, by variant.",
                "type": "object",
                "additionalProperties": _TEXTS,
            },
            "given": _ref(f"{game}.given"),
            "when": {
                "description": "The moves, in order.",
                "anyOf": [
                    {"type": "array", "items": {"$ref": "#/$defs/step"}},
                    {"type": "null"},
                ],
            },
            "then": {
                "description": "What is so afterwards; one entry for each reading.",
                "anyOf": [{**entry, "not": {"required": ["for"]}}, entries],
            },
        },
        required=("name", "given", "then"),
    )


def _condition(values: Schema) -> Schema:
    return {
        "description": "Which variants are spoken of: rule values, or ids.",
        "anyOf": [_TEXT, _SOME_TEXTS, {**values, "minProperties": 1}],
    }


def _given(game: type[AnyGame]) -> Schema:
    accepted: Mapping[str, Schema] = {
        "seats": _TEXTS,
        "setup": {"type": "integer", "minimum": 1, "maximum": len(SETUP_NAMES)},
    }
    properties: Schema = {
        key: {"description": sense, **accepted.get(key, {})}
        for key, sense in game.GIVEN.items()
    }
    return {
        "description": "The position, at the start of a turn.",
        **_object(properties),
        "minProperties": 1,
    }


def _expect(game: type[AnyGame]) -> Schema:
    properties: Schema = {
        key: {"description": sense, **_expected(key, game)}
        for key, sense in _senses(game).items()
    }
    return {
        "description": "What is so; everything else is left open.",
        **_object(properties),
        "minProperties": 1,
    }


def _senses(game: type[AnyGame]) -> Mapping[str, str]:
    """Return what can be expected of a game, as its first playable variant says."""
    for variant in list_variants():
        if variant.game_class is game and not variant.unknown:
            return expectable(variant.game())
    return EXPECTED


def _expected(key: str, game: type[AnyGame]) -> Schema:
    """Return what is accepted of an expectation that every game knows."""
    match key:
        case "turn":
            return _TEXT
        case "moves" | "winners":
            return _TEXTS
        case "allows" | "forbids":
            return _SOME_TEXTS
        case "over":
            return {"type": "boolean"}
        case "ended_by":
            return _words("The way the game ended.", game.ENDINGS)
        case "scores":
            return {
                "type": "object",
                "additionalProperties": {"type": "integer"},
                "minProperties": 1,
            }
        case "seats_allowed":
            return {
                "type": "array",
                "items": {"type": "integer", "minimum": 1},
                "minItems": 2,
                "maxItems": 2,
            }
        case _:
            return {}


# ---------------------------------------------------------------- parts


def _document(
    name: str,
    description: str,
    properties: Schema,
    *,
    required: Iterable[str],
    definitions: Schema,
    branches: Iterable[Plain] = (),
) -> Schema:
    schema: Schema = {
        "$schema": DIALECT,
        "title": name,
        "description": description,
        **_object(
            {"format": {"const": name}, **properties},
            required=("format", *required),
        ),
    }
    if all_of := [*branches]:
        schema["allOf"] = all_of
    return {**schema, "$defs": definitions}


def _by_game(branch: Schema) -> list[Plain]:
    """Return a branch for each game, its references filled with the game's id."""
    return [
        {
            "if": {"properties": {"game": {"const": id}}},
            "then": _filled(branch, id),
        }
        for id in GAMES
    ]


def _filled(part: Plain, game: str) -> Plain:
    match part:
        case str():
            return part.replace("{game}", game)
        case list():
            return [_filled(item, game) for item in part]
        case dict():
            return {key: _filled(item, game) for key, item in part.items()}
        case _:
            return part


def _object(properties: Schema, required: Iterable[str] = ()) -> Schema:
    schema: Schema = {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }
    if needed := list[Plain](required):
        schema["required"] = needed
    return schema


def _step() -> Schema:
    return {
        "description": "Who decides (a seat, or chance), and the move.",
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": _TEXT,
    }


def _game() -> Schema:
    return _words("The game.", {id: game.TITLE for id, game in GAMES.items()})


def _words(description: str, senses: Mapping[str, str]) -> Schema:
    lines = [description, *(f"{word}: {sense}" for word, sense in senses.items())]
    return {"description": "\n".join(lines), "enum": [str(word) for word in senses]}


def _said(description: str) -> Schema:
    return {"description": description, **_TEXT}


def _pattern(pattern: str) -> Schema:
    return {"type": "string", "pattern": f"^{pattern}$"}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}
