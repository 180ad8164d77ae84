"""Writes the pages and schemas of the reference that are made from declarations.

    python docs/generate.py

A test makes them again and compares, so that none is out of date.
"""

import inspect
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import groupby
from pathlib import Path

import click

from flohcati_rules.cli.program import SECTIONS
from flohcati_rules.cli.program import main as main_program
from flohcati_rules.errors import RulesError
from flohcati_rules.evidence import Strength
from flohcati_rules.profiles import AnyGame, Variant
from flohcati_rules.registry import GAMES, list_variants
from flohcati_rules.report.schemas import SCHEMAS
from flohcati_rules.rulepoints import (
    Names,
    OneOf,
    RulePoint,
    Value,
    Whole,
    companions_of,
    inert_reason,
    objections_to,
    points_of,
    rules_from,
    spoken,
)

REFERENCE = Path(__file__).resolve().parent / "reference"

OPENING = """\
# Rule points

<!-- Made by docs/generate.py from the declarations; not to be edited by hand. -->

A rule point is one question that every variant of a game answers. This page lists
them all, with every answer the library can play and what each shipped rule text
says. `flohcati show VARIANT POINT` shows the same for any variant.

In the tables of answers, *text* is a rule text, or an edition known from reports, that
has the answer. What stands for it is told below the table;
[](../explanation/evidence.md) says what *stated*, *inferred* and *silent* mean. Texts
and editions of which the answer is unknown are left out.
"""


def rule_points_page() -> str:
    """Return the page of all rule points of all games."""
    return "\n".join(
        [OPENING, *(line for game in GAMES.values() for line in _game(game))]
    )


def _game(game: type[AnyGame]) -> Iterator[str]:
    texts = [
        variant
        for variant in list_variants()
        if variant.game_class is game and variant.kind.answers_all
    ]
    yield f"## {game.TITLE}"
    yield ""
    yield f"The rule points of the game `{game.ID}`."
    yield ""
    for point in points_of(game.RULES).values():
        yield from _point(game, point, texts)
    yield f"### Contradictions of {game.TITLE}"
    yield ""
    yield "Values that make no sense together are refused, with the reason."
    yield ""
    for clash in game.RULES.CONTRADICTIONS:
        yield f"- {_code(clash.points)}: {clash.reason}."
    yield ""


def _point(
    game: type[AnyGame], point: RulePoint, texts: list[Variant]
) -> Iterator[str]:
    bases = _bases(game, texts)
    yield f"({_label(game, point)})="
    yield f"### `{point.id}`"
    yield ""
    yield f"**{point.question}**"
    yield ""
    if isinstance(point.answers, OneOf):
        yield from _answers(game, point, texts, bases)
    else:
        yield from _range(game, point, texts, bases)
    if point.table_only:
        yield "A matter of the table: it does not touch play."
        yield ""
    elif reasons := _inert(game, point, bases):
        yield f"No difference in play where, for instance, {'; or '.join(reasons)}."
        yield ""
    if point.unsaid is not None:
        yield f"An older file that says nothing of it means `{spoken(point.unsaid)}`."
        yield ""
    for variant in texts:
        if point.id in variant.values:
            yield from _said(point, variant)
    yield ""


def _label(game: type[AnyGame], point: RulePoint) -> str:
    return f"{game.ID}-{point.id}"


def _code(words: tuple[str, ...]) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _answers(
    game: type[AnyGame], point: RulePoint, texts: list[Variant], bases: list["Values"]
) -> Iterator[str]:
    """Yield the words that may answer a point, each with its sense."""
    assert isinstance(point.answers, OneOf)
    yield "| answer | sense | text |"
    yield "|---|---|---|"
    for value in point.answers.words:
        holders = tuple(v.id for v in texts if v.values.get(point.id) == value)
        yield f"| `{value}` | {_cell(value.sense)} | {_code(holders)} |"
    yield ""
    for value in point.answers.words:
        moved = _moved(game, point, value, bases)
        if brought := " and ".join(_name(*one) for one in moved.items()):
            yield f"`{value}` brings {brought}, unless the change says otherwise."
            yield ""


def _range(
    game: type[AnyGame], point: RulePoint, texts: list[Variant], bases: list["Values"]
) -> Iterator[str]:
    """Yield what may answer a point whose answers are not words."""
    description = point.answers.describe()
    yield f"{description[0].upper()}{description[1:]}."
    yield ""
    for variant in texts:
        if point.id in variant.values:
            yield f"- `{variant.id}`: {spoken(variant.values[point.id])}"
    yield ""
    if not isinstance(point.answers, Whole):
        return
    numbers = range(point.answers.least, point.answers.most + 1)
    told = [(number, _moved(game, point, number, bases)) for number in numbers]
    for moved, group in groupby(told, key=lambda pair: _names(*pair)):
        span = [number for number, _ in group]
        if moved:
            which = f"{span[0]} to {span[-1]}" if len(span) > 1 else f"{span[0]}"
            brought = " and ".join(moved)
            yield f"{which} brings {brought}, unless the change says otherwise."
            yield ""


def _names(number: int, moved: "Moved") -> tuple[str, ...]:
    """Return companions in words, where one that has the same number only fits."""
    return tuple(
        f"`{id}` along where it would contradict"
        if values == {str(number)}
        else _name(id, values)
        for id, values in moved.items()
    )


Values = Mapping[str, Value]
"""A full set of values, by rule point."""


def _bases(game: type[AnyGame], texts: list[Variant]) -> list[Values]:
    """Return sets of values: those of the texts, and all that differ in one point."""
    found: list[Values] = []
    for variant in texts:
        if variant.unknown:
            continue
        found.append(variant.values)
        for point in points_of(game.RULES).values():
            for value in _tried(point):
                moved = companions_of(game.RULES, variant.values, {point.id: value})
                values = {**variant.values, **moved, point.id: value}
                if not objections_to(game.RULES, values):
                    found.append(values)
    return found


def _tried(point: RulePoint) -> list[Value]:
    match point.answers:
        case OneOf():
            return [*point.answers.words]
        case Whole():
            return [point.answers.least, point.answers.most]
        case Names():
            return []
        case _:
            return []


Moved = Mapping[str, set[str]]
"""The companions that a value ever brings along, each with the values it then has."""


def _moved(
    game: type[AnyGame], point: RulePoint, value: Value, bases: list[Values]
) -> Moved:
    moved: dict[str, set[str]] = {}
    for base in bases:
        for id, other in companions_of(game.RULES, base, {point.id: value}).items():
            moved.setdefault(id, set()).add(spoken(other))
    return moved


def _name(id: str, values: set[str]) -> str:
    if len(values) == 1:
        return f"`{id}: {next(iter(values))}`"
    return f"`{id}` along where it would contradict"


def _inert(
    game: type[AnyGame], point: RulePoint, bases: list[Values]
) -> tuple[str, ...]:
    """Return the reasons for which a point makes no difference under some rules."""
    reasons: dict[str, None] = {}
    for base in bases:
        try:
            reason = inert_reason(rules_from(game.RULES, base), point.id)
        except RulesError:
            continue
        if reason is not None:
            reasons[reason] = None
    return tuple(reasons)


def _said(point: RulePoint, variant: Variant) -> Iterator[str]:
    """Yield what one text says on a point."""
    evidence = variant.evidence[point.id]
    yield f"`{variant.id}`"
    reason = f": {evidence.because}" if evidence.because else ""
    yield f": *{evidence.strength}*{reason}"
    for clause in evidence.clauses:
        yield f"  - {clause.at}: {clause.gist}"
    for value, reason in evidence.other_readings.items():
        yield f"  - *Read otherwise*, `{value}`: {reason}"
    yield ""


# ---------------------------------------------------------------- variants

VARIANTS = """\
# Shipped variants

<!-- Made by docs/generate.py from the profiles; not to be edited by hand. -->

Every variant that comes with the library, as `flohcati list` lists them.
[](../explanation/variants.md) says why there are these.
"""


def variants_page() -> str:
    """Return the page of all shipped variants."""
    lines = [VARIANTS]
    for game in GAMES.values():
        lines += [f"## {game.TITLE}", ""]
        for variant in list_variants():
            if variant.game_class is game:
                lines += _variant(variant)
    return "\n".join(lines)


def _variant(variant: Variant) -> Iterator[str]:
    source = variant.source
    strengths = Counter(one.strength for one in variant.evidence.values())
    yield f"(variant-{variant.id})="
    yield f"### `{variant.id}`"
    yield ""
    yield f"**{variant.title}**"
    yield ""
    of = f" of [`{variant.extends}`](#variant-{variant.extends})"
    yield f"- kind: {variant.kind}{of if variant.extends else ''}"
    if variant.kind.answers_all:
        counts = ", ".join(
            f"{strengths[strength]} {strength}"
            for strength in Strength
            if strengths[strength]
        )
        yield f"- language: {variant.language}"
        yield f"- text: {source.work}. {source.text}"
        yield f"- standing: {source.standing}"
        yield f"- clauses: {len(variant.clauses)}"
        yield f"- values: {counts}"
    for id in variant.changed if variant.extends else ():
        because = variant.evidence[id].because
        value = spoken(variant.values[id]) if id in variant.values else "unknown"
        point = f"[`{id}`](#{variant.game_class.ID}-{id})"
        yield f"- {point}: `{value}`{'. ' + because if because else ''}"
    yield ""
    if variant.notes:
        yield "Notes of the profile:"
        yield ""
    for note in variant.notes:
        yield f"- {note}"
    yield ""


# ---------------------------------------------------------------- commands

COMMANDS = """\
# Commands

<!-- Made by docs/generate.py from the declarations; not to be edited by hand. -->

Every command of the program, as `flohcati --help` groups them. What they have in
common, the exit codes and the JSON they print, is on the page on the
[command line](command-line.md).
"""


def commands_page() -> str:
    """Return the page of all commands."""
    return "\n".join([COMMANDS, *_commands()])


def _commands() -> Iterator[str]:
    program = main_program
    assert isinstance(program, click.Group)
    with click.Context(program, info_name="flohcati") as context:
        for title, entries in SECTIONS.items():
            yield f"## {title}"
            yield ""
            for name in entries:
                command = program.get_command(context, name)
                assert command is not None
                yield from _command(name, command, context)


def _command(name: str, command: click.Command, above: click.Context) -> Iterator[str]:
    context = command.make_context(name, [], parent=above, resilient_parsing=True)
    params = command.get_params(context)
    arguments = [param for param in params if isinstance(param, click.Argument)]
    usage = " ".join(param.make_metavar(context) for param in arguments)
    yield f"(command-{name})="
    yield f"### `flohcati {name}`"
    yield ""
    yield f"`flohcati {name} {usage}`".replace(" `", "`")
    yield ""
    yield inspect.cleandoc(command.help or "")
    yield ""
    options = [param for param in params if isinstance(param, click.Option)]
    shown = [one for one in options if not one.hidden and "--help" not in one.opts]
    if not shown:
        return
    yield "| option | |"
    yield "|---|---|"
    for option in shown:
        yield f"| `{_option(option)}` | {_cell(_sentence(option))} |"
    yield ""


def _option(option: click.Option) -> str:
    names = ", ".join(option.opts)
    if option.is_flag:
        return names
    return f"{names} {option.metavar or option.type.name.split()[0].upper()}"


def _sentence(option: click.Option) -> str:
    text = " ".join((option.help or "").split())
    text = text[:1].upper() + text[1:]
    return f"{text} Default: {option.default}." if option.show_default else text


# ---------------------------------------------------------------- files


def _schema(kind: str) -> str:
    return json.dumps(SCHEMAS[kind](), indent=2) + "\n"


MADE: Mapping[str, Callable[[], str]] = {
    "commands.md": commands_page,
    "rule-points.md": rule_points_page,
    "variants.md": variants_page,
    **{f"{kind}.schema.json": partial(_schema, kind) for kind in SCHEMAS},
}
"""What makes each generated file of the reference."""


def main() -> None:
    """Write every generated file."""
    for name, make in MADE.items():
        (REFERENCE / name).write_text(make(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
