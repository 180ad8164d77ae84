"""The JSON Schema of a component file, for editors.

``component_reading`` remains the judge: it checks more than a schema can say.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from flohcati_rules.evidence import Standing
from flohcati_rules.faults import is_mapping
from flohcati_rules.games.mars_troupe.components import (
    CARDS,
    COLOURS,
    FORMAT,
    MOST_CHIPS,
    MOST_NUMBER,
    MOST_RABBITS,
    MOST_SPACES,
    MOST_STARS,
    NAME,
    RESERVED,
    SIDES,
    Act,
    Call,
)
from flohcati_rules.games.mars_troupe.effects import Deed

Schema = dict[str, Any]


def components_schema() -> Schema:
    """Return the schema of a component file of this game."""
    return {
        "description": "What is printed on cards, ring and score tracks.",
        **_mapping(
            {
                "format": {"const": FORMAT},
                "title": _text("What this set of components is called."),
                "standing": _words(
                    "Where the figures come from.",
                    {
                        Standing.PRIMARY: "read off the game itself",
                        Standing.REPORT: "somebody's account of it",
                        Standing.INVENTED: "made up",
                    },
                ),
                "notes": {
                    "description": "What the file cannot say.",
                    "type": "array",
                    "items": {"type": "string"},
                },
                "chips": _whole("How many trouble chips there are.", 1, MOST_CHIPS),
                "totals": _totals(),
                "cards": {
                    "description": "The member cards; one of them is the white one.",
                    "type": "array",
                    "items": _card(),
                    "minItems": CARDS,
                    "maxItems": CARDS,
                },
                "ring": {
                    "description": "The action card's spaces, clockwise.",
                    "type": "array",
                    "items": _ring_space(),
                    "minItems": len(Act),
                },
                "tracks": _tracks(),
            },
            optional=("notes",),
        ),
    }


# ---------------------------------------------------------------- cards and ring


def _totals() -> Schema:
    sums = {
        colour: _whole(f"All {colour} rabbits.", 0, CARDS * MOST_RABBITS)
        for colour in COLOURS
    }
    sense = "What a mini card shows; compared with the sums over the cards."
    return {"description": sense, **_mapping(sums)}


def _card() -> Schema:
    counts = {
        colour: _whole(f"Its {colour} rabbits; left out for none.", 0, MOST_RABBITS)
        for colour in (*COLOURS, "white")
    }
    rabbits = {
        "description": "Its rabbits by colour; the white card has only white ones.",
        **_mapping(counts, optional=counts),
    }
    return _mapping(
        {
            "card": _name("What it is called in moves: a name of your own."),
            "rabbits": rabbits,
            "stars": _whole("Its star number; 0 for none.", 0, MOST_STARS),
            "call": _words(
                "The word at its top right.",
                {
                    Call.ME: "the owner who draws it is player one",
                    Call.YOU: "the other is player one",
                },
            ),
            "number": _number("The number beside the call: a space of the ring."),
            "effect": _effect(),
        },
        optional=("effect",),
    )


def _effect() -> Schema:
    coloured = [str(deed) for deed in Deed if deed.takes_colour]
    senses = {str(deed): f"{deed.sense} ({deed.timing})" for deed in Deed}
    return {
        "description": "What it does; left out where it does nothing.",
        **_mapping(
            {
                "does": _words("The effect, with its timing.", senses),
                "colour": _words("The colour of an effect that names one.", COLOURS),
            },
            optional=("colour",),
        ),
        "type": ["object", "null"],
        "if": {"properties": {"does": {"enum": coloured}}},
        "then": {"required": ["colour"]},
        "else": {"not": {"required": ["colour"]}},
    }


def _ring_space() -> Schema:
    return _mapping(
        {
            "number": _number("Its printed number, on this space alone."),
            "act": _words("What it has its visitor do.", [*Act]),
        }
    )


# ---------------------------------------------------------------- tracks


def _tracks() -> Schema:
    return {
        "description": "The score tracks.",
        **_mapping(
            {
                "red": _own_tracks("red"),
                "yellow": _line(
                    "The spaces of the shared yellow track.",
                    {
                        "ears": _exits("Where it goes from here for player one."),
                        "mochi": _exits("Where it goes from here for player two."),
                        "other_stars": _whole(
                            "What the space prints for the player on whose side it is "
                            "not.",
                            0,
                            MOST_STARS,
                        ),
                    },
                ),
                "green": _own_tracks(
                    "green", {"arrow": _name("The one of 'next' that its arrow shows.")}
                ),
            }
        ),
    }


def _own_tracks(colour: str, more: Mapping[str, Schema] | None = None) -> Schema:
    """Return the schema of a track of which each side has its own."""
    keys = {"next": _exits("Where a marker may go from here."), **(more or {})}
    of_both = _line(f"The {colour} spaces of either side.", keys)
    of_sides = {
        side: _line(f"The {colour} spaces of {whose}.", keys)
        for side, whose in zip(SIDES, ("player one", "player two"), strict=True)
    }
    return {
        "description": f"The {colour} track: alike for both, or for each side.",
        "if": {"required": ["both"]},
        "then": _mapping({"both": of_both}),
        "else": _mapping(of_sides),
    }


def _line(description: str, more: Mapping[str, Schema]) -> Schema:
    keys = {
        "space": _name("What it is called: a name of your own."),
        "start": {"description": "Whether it is START.", "type": "boolean"},
        "end": {"description": "Whether it is END.", "type": "boolean"},
        "stars": _whole("Its star number; left out for 0.", 0, MOST_STARS),
        **more,
    }
    return {
        "description": description,
        "type": "array",
        "items": _mapping(keys, optional=[key for key in keys if key != "space"]),
        "minItems": 1,
        "maxItems": MOST_SPACES,
    }


def _exits(description: str) -> Schema:
    names = {"type": "array", "items": {"type": "string"}}
    return {"description": description, **names}


# ---------------------------------------------------------------- parts


def _mapping(properties: Mapping[str, Schema], optional: Iterable[str] = ()) -> Schema:
    free = {*optional}
    needed = [key for key in properties if key not in free]
    return {
        "type": "object",
        "properties": {**properties},
        **({"required": needed} if needed else {}),
        "additionalProperties": False,
    }


def _text(description: str) -> Schema:
    return {"description": description, "type": "string", "pattern": r"\S"}


def _name(description: str) -> Schema:
    return {
        "description": description,
        "type": "string",
        "pattern": f"^{NAME}$",
        "not": {"enum": sorted(RESERVED)},
    }


def _whole(description: str, least: int, most: int) -> Schema:
    return {
        "description": description,
        "type": "integer",
        "minimum": least,
        "maximum": most,
    }


def _number(description: str) -> Schema:
    return _whole(description, 1, MOST_NUMBER)


def _words(description: str, words: Mapping[str, str] | Iterable[str]) -> Schema:
    """Return the schema of one of some words, with their senses if there are any."""
    senses: Mapping[str, str] = words if is_mapping(words) else {}
    lines = [description, *(f"{word}: {sense}" for word, sense in senses.items())]
    return {"description": "\n".join(lines), "enum": [str(word) for word in words]}
