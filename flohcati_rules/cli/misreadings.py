"""The command ``misreadings``: which known slip does a variant share?"""

import click

from flohcati_rules.cli.arguments import VARIANT, json_option
from flohcati_rules.cli.output import show
from flohcati_rules.profiles import Variant
from flohcati_rules.report.misreadings import MisreadingsReport
from flohcati_rules.verify.misreadings import misreadings


@click.command("misreadings")
@click.argument("variant", type=VARIANT)
@json_option
def misreadings_command(*, variant: Variant, as_json: bool) -> None:
    """List the known misreadings that VARIANT equals or contains.

    A misreading is contained when VARIANT has every value that it changes; where
    one of these is unknown, it is open. Each comes with what supports the value
    here, who misreads it so, and what the misread text has instead.
    """
    show(MisreadingsReport(misreadings(variant)), as_json=as_json)
