"""The command ``score``: a score sheet for cards on a table."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import attrs
import click

from flohcati_rules.cli.arguments import VARIANT, json_option
from flohcati_rules.cli.output import show
from flohcati_rules.cli.program import tell
from flohcati_rules.errors import FlohcatiError, RequestError, did_you_mean
from flohcati_rules.game import ScoreSheet, Telling
from flohcati_rules.profiles import AnyGame, Variant
from flohcati_rules.registry import GAMES, load_variant
from flohcati_rules.report.scores import ScoreReport

_OPTIONS = "the options of the game that is scored"


@attrs.define
class Table:
    """What has been told of a table.

    Attributes:
        tellings: what may be told, by the words that are used.
        may_replace: whether what is told again replaces what was told; if not, it
            is refused.
        seats: the seats in the order in which they were first named.
        is_full: whether everyone who sits there has been named.
        told: what was told, by key; of a key that is told by seat, by seat.

    """

    tellings: Mapping[str, Telling]
    may_replace: bool = False
    seats: list[str] = attrs.field(factory=list[str])
    is_full: bool = False
    told: dict[str, Any] = attrs.field(factory=dict[str, Any])

    def tell(self, word: str, text: str) -> None:
        """Take ``SEAT: ...``, or one thing for the table where no seat has its own."""
        key = self.tellings[word].key
        by_seat = ":" in self.tellings[word].example
        seat, colon, rest = text.partition(":")
        if by_seat and not colon:
            like = self.tellings[word].example
            message = f"{word} {text!r} has no colon after the seat; such as {like!r}"
            raise RequestError(message)
        name = seat.strip()
        told = self.told.setdefault(key, {}) if by_seat else self.told
        place = name if by_seat else key
        if place in told and not self.may_replace:
            message = f"{word} is told twice{f' of {name}' if by_seat else ''}"
            raise RequestError(message)
        if not by_seat:
            told[key] = text.strip()
            return
        self._join(name)
        told[name] = [*map(_meant, rest.replace(",", " ").split())]

    def sit(self, names: str) -> None:
        """Name everyone who sits here, in turn order."""
        listed = names.replace(",", " ").split()
        twice = [name for place, name in enumerate(listed) if name in listed[:place]]
        if twice:
            message = f"{twice[0]!r} sits there twice"
            raise RequestError(message)
        for name in (name for name in self.seats if name not in listed):
            message = f"{name!r} is not among the seats{did_you_mean(name, listed)}"
            raise RequestError(message)
        if listed:
            self.seats, self.is_full = listed, True

    def _join(self, name: str) -> None:
        if name in self.seats:
            return
        if self.is_full:
            hint = did_you_mean(name, self.seats)
            message = f"there is no seat {name!r}{hint} ({', '.join(self.seats)})"
            raise RequestError(message)
        self.seats.append(name)

    def sheet(self, game: AnyGame) -> ScoreSheet:
        """Return the score sheet, as if the game ended with this table."""
        if not self.seats:
            message = "nothing is told of the table"
            raise RequestError(message)
        return game.score(game.position({"seats": self.seats, **self.told}))


def _meant(word: str) -> str | int | list[str]:
    """Return a number for digits, and a list for words joined by ``+``."""
    if word.isascii() and word.isdigit():
        return int(word)
    return word.split("+") if "+" in word else word


class ScoreCommand(click.Command):
    """A command with an option for each word of the game that is scored."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Find out which game it is before the options are read."""
        ctx.meta[_OPTIONS] = [
            click.Option([f"--{word}"], multiple=True, metavar="TEXT", help=_help(one))
            for word, one in dict(_tellings_meant(args)).items()
        ]
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the arguments and options, those of the game included."""
        fixed = super().get_params(ctx)
        return [*fixed[:2], *ctx.meta.get(_OPTIONS, ()), *fixed[2:]]


def _help(telling: Telling) -> str:
    return f"{telling.sense}, such as '{telling.example}'"


def _tellings_meant(args: Sequence[str]) -> Iterator[tuple[str, Telling]]:
    """Yield what is told of the game that is named, or else of every game."""
    games = [*GAMES.values()]
    for arg in args:
        if arg.startswith("-"):
            continue
        try:
            games = [load_variant(arg).game_class]
        except FlohcatiError:
            continue
        break
    for game in games:
        yield from game.SHEET.items()


@click.command("score", cls=ScoreCommand)
@click.argument("variant", type=VARIANT)
@click.option(
    "--seats", metavar="NAMES", help="Who sits at the table, in turn order.", default=""
)
@json_option
def score_command(
    *, variant: Variant, seats: str, as_json: bool, **told: Sequence[str]
) -> None:
    """Count the cards on the table by the rules of VARIANT.

    What lies there is told with the options of its game, once for each seat: the
    name of the seat, a colon, and what it has. Without any of these options it is
    read from the standard input, a line for each, the word of the option first.
    """
    game = variant.game()
    table = Table(variant.game_class.SHEET)
    table.sit(seats)
    for word, texts in told.items():
        for text in texts:
            table.tell(word, text)
    if any(told.values()):
        sheet = table.sheet(game)
    elif sys.stdin is not None and sys.stdin.isatty():
        table.may_replace = True
        sheet = _asked(game, table)
    else:
        for line in sys.stdin or ():
            _take(line, table)
        sheet = table.sheet(game)
    show(ScoreReport(variant, sheet), as_json=as_json)


def _take(line: str, table: Table) -> None:
    """Take a line such as ``WORD SEAT: ...``; an empty one says nothing."""
    word, _, text = line.strip().removeprefix("--").partition(" ")
    if word == "seats":
        table.sit(text)
    elif word in table.tellings:
        table.tell(word, text)
    elif word:
        known = ("seats", *table.tellings)
        hint = did_you_mean(word, known)
        message = f"{word!r} tells nothing{hint} (one of: {', '.join(known)})"
        raise RequestError(message)


def _asked(game: AnyGame, table: Table) -> ScoreSheet:
    """Ask somebody at a terminal until the table makes sense."""
    click.echo("Tell what lies on the table, then an empty line:", err=True)
    for word, telling in table.tellings.items():
        click.echo(f"  {word:8} {_help(telling)}", err=True)
    click.echo("A line that is told again replaces what was told.", err=True)
    while True:
        click.echo("> ", err=True, nl=False)
        line = sys.stdin.readline()
        try:
            if line.strip():
                _take(line, table)
            else:
                return table.sheet(game)
        except FlohcatiError as error:
            if not line:  # no more lines will come
                raise
            tell(error)
