"""Drafts: the files that whoever starts a profile, a house variant or a scenario edits.

What a draft can know is in it: of a text the places and digests of its sentences, of
a game its rule points and what may answer them. The rest is left open, and says so.
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from flohcati_rules.description import SETUP_NAMES
from flohcati_rules.errors import RequestError, UnknownNameError
from flohcati_rules.evidence import ClauseKind
from flohcati_rules.profiles import AnyGame, Variant
from flohcati_rules.records.writing import quoted
from flohcati_rules.rulepoints import (
    Names,
    RulePoint,
    Value,
    Whole,
    companions_of,
    point_of,
    points_of,
    written,
)
from flohcati_rules.ruletext import Sentence, digest, sentences

MOST_SENTENCES = 4_000
"""How many sentences a text may have; a profile of more could not be read again."""

UNDETERMINED = "und"
"""The code of a language that nobody has named."""

_EXAMPLES = re.compile(
    r"\W*(?:examples?\b|e\.g\.|beispiel|z\.\s?b\.|exemples?\b|ejemplos?\b|esempi"
    r"|exempel|esimerk|esim\.|przyk\u0142ad|\u043f\u0440\u0438\u043c\u0435\u0440"
    r"|\u4f8b|\uc608)",
    re.IGNORECASE,
)
_CONTENTS = re.compile(
    r"contents|components|material|inhalt|contenu|mat\u00e9riel|contenido|componenti"
    r"|contenuto|sis\u00e4lt|inneh\u00e5ll|zawarto|elementy"
    r"|\u0441\u043e\u0441\u0442\u0430\u0432"
    r"|\u5185\u5bb9|\u30b3\u30f3\u30dd\u30fc\u30cd\u30f3\u30c8|\u914d\u4ef6"
    r"|\uad6c\uc131",
    re.IGNORECASE,
)
_SCRIPTS = (
    ("ja", "\u3041", "\u30fe"),
    ("ko", "\uac00", "\ud7a3"),
    ("zh", "\u4e00", "\u9fff"),
)
_SLUG_LETTERS = 24


def draft_profile(
    text: str,
    game: type[AnyGame],
    *,
    id: str,
    title: str,
    language: str | None = None,
    components: str | None = None,
) -> str:
    """Return a profile of a rule text that nobody has read yet.

    Every sentence is a clause with an empty gist and a kind that is guessed, and
    every rule point is unknown. It loads as a draft.

    Args:
        text: the rule text.
        game: the game that it is the rules of.
        id: the id of the variant.
        title: its name for people.
        language: the code of the language; guessed by the script when left out.
        components: the component file, beside the profile, of a game that has one.

    Raises:
        RequestError: the text has no sentence, or too many; a component file is
            wanted, or is not; or the id or the language cannot be such.

    """
    _check_names(id, language)
    cut = sentences(text)
    if not cut:
        message = "there is no sentence in the text"
        raise RequestError(message)
    if len(cut) > MOST_SENTENCES:
        message = f"the text has {len(cut):,} sentences; at most {MOST_SENTENCES:,} fit"
        raise RequestError(message)
    if bool(game.COMPONENTS) != bool(components):
        wanted = f"a component file ({game.COMPONENTS})" if game.COMPONENTS else "none"
        message = f"a profile of {game.ID} names {wanted}"
        raise RequestError(message)
    lines = [
        "# A draft. For each clause write a gist in your own words and correct its",
        "# kind: rule, component, example or flavour. For each rule point write what",
        "# the text says, as {is: VALUE, stated: [CLAUSE]}, or with inferred: [CLAUSE]",
        "# and because: WHY, or with silent: WHY.",
        "format: variant/1",
        f"id: {id}",
        f"game: {game.ID}",
        "kind: translation",
        f"title: {quoted(title)}",
        f"language: {language or _language(text)}",
        *([f"components: {quoted(components)}"] if components else []),
        "source:",
        f"  work: {quoted(game.TITLE)}",
        f"  text: {quoted(title)}",
        "  standing: primary",
        "clauses:",
        *_clauses(cut),
        "rules:",
        *_open_points(game),
    ]
    return "\n".join(lines) + "\n"


def slug(text: str, letters: int = _SLUG_LETTERS) -> str:
    """Return a text as words of plain letters, with hyphens; it may be empty.

    >>> slug("Übersicht: Das Spiel")
    'ubersicht-das-spiel'
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", plain.lower())
    while len(words) > 1 and len("-".join(words)) > letters:
        words.pop()
    return "-".join(words)[:letters].strip("-")


def _check_names(id: str, language: str | None = None) -> None:
    if not re.fullmatch(r"[a-z][a-z0-9]*(?:-[a-z0-9]+)*", id):
        message = f"{id!r} is not an id of lower-case words with hyphens"
        raise RequestError(message)
    if language and not re.fullmatch(r"[a-z]{2,3}(?:-[A-Za-z0-9]+)*", language):
        message = f"{language!r} is not a language code such as fi"
        raise RequestError(message)


def _language(text: str) -> str:
    for language, first, last in _SCRIPTS:
        if any(first <= sign <= last for sign in text):
            return language
    return UNDETERMINED


def _clauses(cut: Sequence[Sentence]) -> Iterator[str]:
    names = _Names()
    for sentence in cut:
        yield f"  - id: {names.name(sentence)}"
        yield f"    at: {quoted(sentence.place or 'Heading')}"
        yield f"    kind: {_kind(sentence)}"
        yield f"    digest: {digest(sentence.text)}"
        yield '    gist: ""'


class _Names:
    """Names clauses after their heading, or by its number where it has no letters."""

    def __init__(self) -> None:
        self.sections = 0
        self.section = "opening"
        self.used: dict[str, int] = {}

    def name(self, sentence: Sentence) -> str:
        """Return the id of the next clause."""
        if not sentence.number:
            self.sections += 1
            own = slug(sentence.heading)
            known = not own or own[0].isdigit() or own in {*self.used, "heading"}
            self.section = f"s{self.sections}" if known else own
            self.used.setdefault(self.section, 0)
            return f"heading.{self.sections}"
        self.used[self.section] = self.used.get(self.section, 0) + 1
        return f"{self.section}.{self.used[self.section]}"


def _kind(sentence: Sentence) -> ClauseKind:
    """Guess what a sentence is for."""
    if not sentence.number:
        return ClauseKind.FLAVOUR
    if _EXAMPLES.match(sentence.text) or _EXAMPLES.match(sentence.heading):
        return ClauseKind.EXAMPLE
    if _CONTENTS.search(sentence.heading):
        return ClauseKind.COMPONENT
    return ClauseKind.RULE


def _open_points(game: type[AnyGame]) -> Iterator[str]:
    for point in points_of(game.RULES).values():
        yield f"  # {point.question}"
        yield f"  # {point.answers.describe()}"
        yield f"  {point.id}: {{unknown: Not read yet.}}"


def draft_house(
    parent: Variant, changes: Mapping[str, str], *, id: str, title: str, extends: str
) -> str:
    """Return a house variant that changes another one.

    Args:
        parent: the variant that it extends.
        changes: the changed values by rule point, as they are typed: a list with
            commas, in brackets or not. Without any, every rule point stands in a
            comment, and the file is valid once one of them is changed.
        id: the id of the house variant.
        title: its name for people.
        extends: how the file names its parent: an id, or a path beside it.

    Raises:
        UnknownNameError: a rule point is not known.
        RequestError: a value is the parent's already, or the id cannot be such.
        RulesError: a value is not allowed, or values contradict one another.

    """
    _check_names(id)
    rules = parent.game_class.RULES
    typed = {
        point: _typed(point_of(rules, point), text) for point, text in changes.items()
    }
    changed = parent.with_rules(typed)
    values = changed.values
    for point in typed:
        if values[point] == parent.values.get(point):
            message = f"{parent.id} has {point}: {changes[point]} already"
            raise RequestError(message)
    own: dict[str, Value] = {point: values[point] for point in typed}
    lines = [
        f"# {parent.title} as some people play it. What is not listed under 'rules'",
        f"# is as in {parent.id}; 'flohcati show VARIANT POINT' tells of one point.",
        "format: variant/1",
        f"id: {id}",
        f"game: {parent.game_class.ID}",
        "kind: house",
        f"title: {quoted(title)}",
        f"extends: {quoted(extends)}",
        "rules:",
    ]
    for point, value in own.items():
        because = "because: Write why you play it so."
        lines.append(f"  {point}: {{is: {_as_yaml(value)}, {because}}}")
    moved = companions_of(rules, parent.values, own)
    for point, value in moved.items():
        if values.get(point) == value:
            lines.append(f"  # {point} moves along and is {_as_yaml(value)}.")
    if not own:
        lines.extend(_choices(parent))
    return "\n".join(lines) + "\n"


def _typed(point: RulePoint, text: str) -> object:
    """Return what somebody typed as the rule point reads it."""
    if isinstance(point.answers, Whole):
        return int(text) if re.fullmatch(r"[+-]?[0-9]{1,9}", text) else text
    if isinstance(point.answers, Names):
        listed = re.fullmatch(r"\s*\[(.*)\]\s*", text)
        return [name.strip() for name in (listed[1] if listed else text).split(",")]
    return text


def _choices(parent: Variant) -> Iterator[str]:
    """Yield each rule point in a comment, with the parent's value."""
    yield "  # Take the # away before at least one rule point, and change its value."
    for point in points_of(parent.game_class.RULES).values():
        value = parent.values.get(point.id)
        told = "unknown" if value is None else _as_yaml(value)
        yield f"  # {point.id}: {told}  # {point.answers.describe()}"


def _as_yaml(value: Value) -> str:
    told = written(value)
    return f"[{', '.join(told)}]" if isinstance(told, list) else str(told)


def draft_scenario(
    game: type[AnyGame],
    expectable: Mapping[str, str],
    *,
    seats: int,
    variant: Variant | None = None,
    clauses: Sequence[str] = (),
) -> str:
    """Return a scenario file to start from; it is valid, and checks next to nothing.

    Args:
        game: the game.
        expectable: what can be expected of the game, each key with its sense.
        seats: how many sit at the table.
        variant: the variant whose clauses are to be checked, if any.
        clauses: the ids of those clauses; a scenario for each.

    Raises:
        UnknownNameError: the variant has no such clause.

    """
    lines = [
        "# What can be given:",
        *(f"#   {key}: {sense}" for key, sense in game.GIVEN.items()),
        "# What can be expected:",
        *(f"#   {key}: {sense}" for key, sense in expectable.items()),
        "format: scenario/1",
        f"game: {game.ID}",
        "scenarios:",
    ]
    if variant is None or not clauses:
        cited = {} if variant is None else {variant.id: ""}
        lines.extend(_scenario("Say in a sentence what is so", cited, "", seats))
    for id in dict.fromkeys(clauses):
        assert variant is not None
        if id not in variant.clauses:
            raise UnknownNameError("clause", id, variant.clauses)
        gist = variant.clauses[id].gist
        name = f"Say in a sentence what is so by {id}"
        lines.extend(_scenario(name, {variant.id: id}, gist, seats))
    return "\n".join(lines) + "\n"


def _scenario(
    name: str, cited: Mapping[str, str], gist: str, seats: int
) -> Iterator[str]:
    yield f"  - name: {name}"
    for variant, clause in cited.items():
        said = f"  # {' '.join(gist.split())}" if gist else ""
        yield f"    clauses: {{{variant}: [{clause}]}}{said}"
    yield "    given:"
    yield f"      setup: {seats}  # or seats, hands and whatever else matters"
    yield f"    when: []  # the moves in order, each as '- {SETUP_NAMES[0]}: MOVE'"
    yield "    then:"
    yield "      - expect: {over: false}  # and what the clause says"
