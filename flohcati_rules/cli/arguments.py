"""The arguments and options that several commands share."""

import shlex
from collections.abc import Callable
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem

from flohcati_rules.profiles import Variant
from flohcati_rules.registry import catalogue, load_variant

CommandT = TypeVar("CommandT", bound=Callable[..., Any])


class VariantType(click.ParamType):  # type: ignore[type-arg] # only newer ones are
    """A variant: the id of a shipped one, or a path to a profile."""

    name = "variant"

    def convert(
        self,
        value: str | Variant,
        param: click.Parameter | None,  # noqa: ARG002 - as click calls it
        ctx: click.Context | None,  # noqa: ARG002
    ) -> Variant:
        """Return the variant; what is wrong with it is not a matter of usage."""
        return load_variant(value) if isinstance(value, str) else value

    def shell_complete(
        self,
        ctx: click.Context,  # noqa: ARG002 - as click calls it
        param: click.Parameter,  # noqa: ARG002
        incomplete: str,
    ) -> list[CompletionItem]:
        """Return the shipped ids that begin so, and leave paths to the shell."""
        ids = [id for id in catalogue().ids() if id.startswith(incomplete)]
        if ids:
            return [CompletionItem(id, help=catalogue().load(id).title) for id in ids]
        return [CompletionItem(incomplete, type="file")]


VARIANT = VariantType()

json_option = click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object instead of text."
)

SEATS = 4
"""How many players sit at the table where the variants allow it."""

seats_option = click.option(
    "--seats",
    type=int,
    metavar="K",
    help=f"Players at the table.  [default: {SEATS}, or the nearest that fits]",
)

player_option = click.option(
    "--player",
    default="uniform",
    show_default=True,
    metavar="NAME",
    help="Who sits on every seat; parameters as in 'NAME(KEY=VALUE)'.",
)

seed_option = click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    metavar="S",
    help="Fixes all deals and choices.",
)


def games_option(usual: int, sense: str) -> Callable[[CommandT], CommandT]:
    """Return the option that says how many games are played."""
    return click.option(
        "--games",
        type=click.IntRange(min=0),
        default=usual,
        show_default=True,
        metavar="N",
        help=sense,
    )


def as_typed(variant: Variant) -> str:
    """Return what a user types to name a variant: its id, or the path of its file."""
    shipped = catalogue()
    if variant.id in shipped.ids() and shipped.load(variant.id) == variant:
        return variant.id
    return shlex.quote(variant.file)
