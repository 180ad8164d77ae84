"""The commands ``list`` and ``show``: what variants there are, and what one says."""

import click
from click.shell_completion import CompletionItem

from flohcati_rules.cli.arguments import VARIANT, json_option
from flohcati_rules.cli.output import show
from flohcati_rules.profiles import Kind, Variant
from flohcati_rules.registry import list_variants
from flohcati_rules.report.variants import (
    Alternative,
    PointPage,
    VariantList,
    VariantPage,
)
from flohcati_rules.rulepoints import (
    OneOf,
    RulePoint,
    Value,
    companions_of,
    inert_reason,
    point_of,
    points_of,
)


@click.command("list")
@json_option
def list_command(*, as_json: bool) -> None:
    """List the variants that are shipped, game by game."""
    show(VariantList(list_variants()), as_json=as_json)


class PointType(click.ParamType):  # type: ignore[type-arg] # only newer ones are
    """A rule point of the variant that stands before it."""

    name = "point"

    def shell_complete(
        self,
        ctx: click.Context,
        param: click.Parameter,  # noqa: ARG002 - as click calls it
        incomplete: str,
    ) -> list[CompletionItem]:
        """Return the rule points that begin so."""
        variant = ctx.params.get("variant")
        if not isinstance(variant, Variant):
            return []
        return [
            CompletionItem(point.id, help=point.question)
            for point in points_of(variant.game_class.RULES).values()
            if point.id.startswith(incomplete)
        ]


@click.command("show")
@click.argument("variant", type=VARIANT)
@click.argument("point", type=PointType(), required=False)
@json_option
def show_command(*, variant: Variant, point: str | None, as_json: bool) -> None:
    """Show the rules of a variant, or all there is to one rule point.

    VARIANT is the id of a shipped variant or a path to a profile. POINT is a rule
    point such as those that 'flohcati show VARIANT' lists.
    """
    if point is None:
        show(VariantPage(variant, _inert_points(variant)), as_json=as_json)
    else:
        show(_page_of(variant, point), as_json=as_json)


def _inert_points(variant: Variant) -> dict[str, str]:
    """Return why points make no difference under the variant's rules."""
    reasons = {id: _inert(variant, id) for id in points_of(variant.game_class.RULES)}
    return {id: reason for id, reason in reasons.items() if reason is not None}


def _inert(variant: Variant, id: str) -> str | None:
    """Return why a point makes no difference; of a draft that cannot be said."""
    return None if variant.unknown else inert_reason(variant.rules, id)


def _page_of(variant: Variant, id: str) -> PointPage:
    rules = variant.game_class.RULES
    point = point_of(rules, id)
    return PointPage(
        variant=variant,
        point=point,
        inert=_inert(variant, id),
        alternatives=[
            _alternative(variant, point, value) for value in _values(variant, point)
        ],
        clashes=[
            f"{', '.join(clash.points)}: {clash.reason}"
            for clash in rules.CONTRADICTIONS
            if id in clash.points
        ],
    )


def _values(variant: Variant, point: RulePoint) -> list[Value]:
    """Return the values a point can have: every word, or the numbers in use."""
    if isinstance(point.answers, OneOf):
        return [*point.answers.words]
    same_game = [
        other for other in list_variants() if other.game_class is variant.game_class
    ]
    used = [other.values.get(point.id) for other in (variant, *same_game)]
    values = dict.fromkeys(value for value in used if value is not None)
    numbers = [value for value in values if isinstance(value, int)]
    return [*sorted(numbers)] if numbers else [*values]


def _alternative(variant: Variant, point: RulePoint, value: Value) -> Alternative:
    rules = variant.game_class.RULES
    brings = (
        {}
        if variant.unknown
        else companions_of(rules, variant.values, {point.id: value})
    )
    return Alternative(
        value=value,
        held_by=tuple(
            other.id
            for other in list_variants()
            if other.game_class is variant.game_class
            and other.values.get(point.id) == value
            and _sets(other, point)
        ),
        brings=brings,
    )


def _sets(variant: Variant, point: RulePoint) -> bool:
    """Tell whether a point is worth naming a variant for; few are of a misreading."""
    origin = variant.evidence[point.id].origin
    return variant.kind is not Kind.MISREADING or origin == variant.id
