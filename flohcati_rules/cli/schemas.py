"""The command ``schema``: the JSON Schema of a file format, for editors."""

import json
import sys

import click

from flohcati_rules.report.schemas import SCHEMAS


@click.command("schema")
@click.argument("kind", type=click.Choice([*SCHEMAS]), metavar="|".join(SCHEMAS))
def schema_command(*, kind: str) -> None:
    """Print the JSON Schema of a kind of file.

    An editor that is given the schema offers keys and values and marks what is
    misspelt; 'flohcati check' finds more.
    """
    sys.stdout.write(json.dumps(SCHEMAS[kind](), indent=2) + "\n")
