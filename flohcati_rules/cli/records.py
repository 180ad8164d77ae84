"""The command ``replay``: does a recorded game hold, step by step?"""

from pathlib import Path

import click

from flohcati_rules.cli.arguments import VARIANT, json_option
from flohcati_rules.cli.output import show
from flohcati_rules.profiles import Variant
from flohcati_rules.records import read_record, replay
from flohcati_rules.registry import catalogue
from flohcati_rules.report.records import ReplayReport


@click.command("replay")
@click.argument("record", type=click.Path(path_type=Path), metavar="RECORD")
@click.option(
    "--variant",
    type=VARIANT,
    help="The variant that it was played by, where that is not a shipped one.",
)
@click.option("--steps", is_flag=True, help="Tell each step and what it made happen.")
@json_option
def replay_command(
    *, record: Path, variant: Variant | None, steps: bool, as_json: bool
) -> None:
    """Replay a recorded game, and refuse it at the first step that is not legal.

    The rules must be those that it was played by; their digest tells.
    """
    found = read_record(record)
    states = replay(found, variant)
    show(
        ReplayReport(
            file=str(record),
            record=found,
            variant=variant or catalogue().load(found.variant),
            states=states,
            tells_steps=steps,
        ),
        as_json=as_json,
    )
