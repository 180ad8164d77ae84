"""Sweep: one rule point set to one value after another, as a curve."""

from collections.abc import Mapping, Sequence

import attrs

from flohcati_rules.errors import RequestError, RulesError
from flohcati_rules.game import Player
from flohcati_rules.profiles import Variant
from flohcati_rules.rulepoints import Value, point_of
from flohcati_rules.study.plan import barred, make_plan
from flohcati_rules.study.players import name_of
from flohcati_rules.study.runs import run
from flohcati_rules.study.statistics import Contrast, Estimate, share_of
from flohcati_rules.study.studies import Run, played, together


@attrs.frozen(kw_only=True)
class Stop:
    """One value on the way, and what it does.

    Attributes:
        value: the value of the rule point.
        refused: why it makes no sense beside the other values; else empty.
        moved: the companions that have to move along.
        differing: the share of deals that come out otherwise than at the base; None
            where the deals are not the same.
        figures: each metric and way of ending at the base and here; empty where the
            value is refused.

    """

    value: Value
    refused: str = ""
    moved: tuple[str, ...] = ()
    differing: Estimate | None = None
    figures: Mapping[str, Contrast] = attrs.field(
        factory=dict[str, Contrast], hash=False
    )


@attrs.frozen(kw_only=True)
class Sweep:
    """What the values of one rule point do, each compared with the variant's own.

    Attributes:
        variant: the id of the variant.
        point: the id of the rule point.
        base: the variant's own value, with which every other is compared.
        games: how many games were played under each value.
        seats: at a table of how many.
        player: what the player on every seat is called.
        seed: what fixed all deals and choices.
        engine: what played the games.
        paired: whether the same cards were dealt under all values.
        stops: the values, in the order asked for.

    """

    variant: str
    point: str
    base: Value
    games: int
    seats: int
    player: str
    seed: int
    engine: str
    paired: bool
    stops: tuple[Stop, ...]


def sweep(
    variant: Variant,
    point: str,
    values: Sequence[object],
    *,
    games: int,
    seats: int,
    player: str | Player = "uniform",
    seed: int = 0,
    engine: str | None = None,
    run: Run = run,
) -> Sweep:
    """Play the same deals under each value of a rule point.

    Args:
        variant: the variant whose rule point is set.
        point: the id of the rule point.
        values: the values to try, as members or as profiles write them; the
            variant's own is always played beside them.
        games: how many deals, at least thirty; each is played under every value.
        seats: at a table of how many.
        player: who sits on every seat: the name of a player that the game declares,
            or a callable of your own.
        seed: fixes all deals and choices.
        engine: what plays the games, ``step`` or ``kernel``; by default the one that
            is done first.
        run: plays the games, here or elsewhere.

    Raises:
        UnknownNameError: the rule point is not known.
        RequestError: the request makes no sense, a value is none of the rule point's,
            all are refused, or the variant is a draft.

    """
    read = _read(variant, point, values)
    make_plan([variant], games=games, seats=seats, player=player, seed=seed)
    tried = {value: changed(variant, {point: value}, seats=seats) for value in read}
    arms = [variant]
    for found, _ in tried.values():
        if found is not None and found not in arms:
            arms.append(found)
    if not any(found for found, _ in tried.values()):
        whys = "; ".join(dict.fromkeys(why for _, why in tried.values()))
        message = f"no value of {point} can be played under {variant.id}: {whys}"
        raise RequestError(message)
    plan = make_plan(
        arms, games=games, seats=seats, player=player, seed=seed, engine=engine
    )
    tally = played(run, plan)

    names = (*plan.metrics, *plan.endings)
    figures = {name: tally.figures(plan, name) for name in names}
    contrasts = {(0, name): figures[name].contrast(0, 0) for name in names} | together(
        {
            (place, name): figures[name].contrast(0, place)
            for place in range(1, len(arms))
            for name in names
        }
    )

    def stop(value: Value, found: Variant | None, refused: str) -> Stop:
        if found is None:
            return Stop(value=value, refused=refused)
        place = arms.index(found)
        return Stop(
            value=value,
            moved=tuple(
                id
                for id, other in found.values.items()
                if id != point and variant.values[id] != other
            ),
            differing=share_of(tally.differing[place], games) if plan.matched else None,
            figures={name: contrasts[place, name] for name in names},
        )

    return Sweep(
        variant=variant.id,
        point=point,
        base=variant.values[point],
        games=games,
        seats=seats,
        player=name_of(plan.player),
        seed=seed,
        engine=plan.engine,
        paired=plan.matched,
        stops=tuple(stop(value, *found) for value, found in tried.items()),
    )


def _read(variant: Variant, point: str, values: Sequence[object]) -> tuple[Value, ...]:
    """Return the values to try, each once, as the rule point reads them."""
    answers = point_of(variant.game_class.RULES, point).answers
    read: list[Value] = []
    for value in values:
        try:
            read.append(answers.read(value))
        except ValueError as error:
            message = f"{point}: {error}"
            raise RequestError(message) from error
    if not read:
        message = f"{point}: no values to try"
        raise RequestError(message)
    return tuple(dict.fromkeys(read))


def changed(
    variant: Variant, values: Mapping[str, object], *, seats: int
) -> tuple[Variant | None, str]:
    """Return a variant with some other values, or why that makes no sense.

    Values that forbid the table make none either.
    """
    try:
        found = variant.with_rules(values)
    except RulesError as error:
        return None, "; ".join(objection.reason for objection in error.objections)
    if takes := barred(found.game(), seats):
        return None, f"then it {takes}"
    return found, ""
