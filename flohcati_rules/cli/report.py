"""The command ``report``: a web page on where two variants differ."""

from pathlib import Path

import click

from flohcati_rules.cli.arguments import VARIANT, as_typed
from flohcati_rules.cli.differences import apart
from flohcati_rules.compare import diff
from flohcati_rules.errors import ExtraError, RequestError
from flohcati_rules.profiles import Variant
from flohcati_rules.records.writing import write_file


@click.command("report")
@click.argument("a", type=VARIANT)
@click.argument("b", type=VARIANT)
@click.option(
    "-o",
    "--output",
    "file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The page.  [default: A-and-B.html]",
)
@click.option("--force", is_flag=True, help="Replace FILE if it is there already.")
@click.option(
    "--seed",
    type=int,
    default=0,
    show_default=True,
    metavar="S",
    help="Fixes all deals and choices.",
)
def report_command(
    *, a: Variant, b: Variant, file: Path | None, force: bool, seed: int
) -> None:
    """Write a web page on where the variants A and B differ, and what of it.

    One file that any browser shows, without a network: the rules with what the texts
    say on them, the shortest games that tell the two apart, as pictures, and what
    simulated play shows. It can be printed.
    """
    page = file or Path(f"{a.id}-and-{b.id}.html")
    if page.exists() and not force:
        message = f"{page} is there already; it is replaced only by --force"
        raise RequestError(message)
    try:
        from flohcati_rules.report.webpage import WebPage  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        raise ExtraError(str(error.name), extra="report") from error
    found = diff(a, b)
    is_draft = bool(a.unknown or b.unknown)
    html = WebPage(
        diff=found,
        apart=None if is_draft else apart(found, seed),
        command=f"flohcati report {as_typed(a)} {as_typed(b)} --seed {seed}",
    ).html()
    write_file(page, html, force=force)
    click.echo(f"The page is {page}. Open it in a browser.")
