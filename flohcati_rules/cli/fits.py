"""The command ``fit``: which rules may a game have been played by?"""

from collections.abc import Sequence
from pathlib import Path

import click

from flohcati_rules.cli.arguments import VARIANT, json_option
from flohcati_rules.cli.exits import Exit
from flohcati_rules.cli.output import show
from flohcati_rules.cli.progress import progress
from flohcati_rules.profiles import Variant
from flohcati_rules.registry import GAMES, list_variants
from flohcati_rules.report.fits import FitReport, Fitted
from flohcati_rules.rulepoints import points_of
from flohcati_rules.verify.fit import fit
from flohcati_rules.verify.sheets import read_played


@click.command("fit")
@click.argument(
    "records",
    type=click.Path(path_type=Path),
    nargs=-1,
    required=True,
    metavar="RECORD...",
)
@click.option(
    "--variant",
    "given",
    type=VARIANT,
    multiple=True,
    help="A variant to try besides those that are shipped; may be repeated.",
)
@json_option
def fit_command(
    *, records: Sequence[Path], given: Sequence[Variant], as_json: bool
) -> Exit:
    """Say which variants, and which rule values, permit a played game.

    RECORD is a record of every move, or a partial record: a score sheet as far as it
    is known, which the cards may exclude. The exit code is 1 when no variant permits
    all games of a kind.
    """
    found = [(path, read_played(path)) for path in records]
    variants = [*list_variants(), *given]
    fitted: list[Fitted] = []
    for path, played in found:
        points = len(points_of(GAMES[played.game].RULES)) if played.game in GAMES else 0
        with progress(f"fitting {path}", points) as told:
            fitted.append(Fitted(str(path), fit(played, variants, told)))
    permitting = tuple(variant for variant in variants if _permits_all(variant, fitted))
    show(FitReport(games=fitted, permitting=permitting), as_json=as_json)
    games = {played.game for _, played in found}
    fits = games <= {variant.game_class.ID for variant in permitting}
    return Exit.WELL if fits else Exit.NOT_SO


def _permits_all(variant: Variant, fitted: Sequence[Fitted]) -> bool:
    """Tell whether a variant permits every game of its kind, and there is one."""
    own = [one for one in fitted if one.fit.played.game == variant.game_class.ID]
    return bool(own) and all(variant in one.fit.permitting for one in own)
