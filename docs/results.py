"""Writes the page of results from what commands of the program find.

    python docs/results.py

Each table is made from the JSON of the command that stands above it. With the kernel
(the extra ``fast``) this takes a minute; without it, an hour. A test makes the page
again where the kernel is.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

PAGE = Path(__file__).resolve().parent / "reference" / "results.md"

OPENING = """\
# Results

<!-- Made by docs/results.py from what the commands say; not to be edited by hand. -->

What the differences between the shipped variants do to play, each with the command that
made the figures. They are means with 95 % intervals; a difference that chance does not
explain, all figures of its study considered, is in bold.
[How play is measured](../explanation/method.md) says what that means, and why these are
results about [players that are programs](players.md).
"""

Found = Mapping[str, Any]

MEASURED = (
    "turns",
    "decisions",
    "bust_rate",
    "trios",
    "score_per_seat",
    "winner_score",
    "margin",
    "lead_changes",
    "gala_rate",
    "chain_end_rate",
)
"""What the tables of rules and values show, in this order."""


def page() -> str:
    """Return the page of results."""
    return "\n".join(line for part in PARTS for line in part()) + "\n"


def asked(*words: str) -> tuple[str, Found]:
    """Return a command line, and what the program answers to it."""
    command = [sys.executable, "-m", "flohcati_rules", "study", *words, "--json"]
    told = subprocess.run(  # noqa: S603 - commands that are written here
        command, capture_output=True, check=True, encoding="utf-8"
    )
    return " ".join(["flohcati", "study", *words]), json.loads(told.stdout)


def opening() -> Iterator[str]:
    """Yield what the page is about."""
    yield OPENING


def two_texts() -> Iterator[str]:
    """Yield what the two rule texts of the flea circus make of the same deals."""
    yield "## The Japanese and the Finnish text"
    yield ""
    for player in ("uniform", "greedy"):
        command, found = asked(
            "amigo-ja",
            "kirppusirkus-fi",
            *(["--player", player] if player != "uniform" else []),
            *(["--guest", "greedy"] if player == "uniform" else []),
            "--games",
            "100000",
        )
        yield from fenced(command)
        play = found["play"]
        yield (
            f"Four players of the sort `{player}`. Of {found['games']:,} deals, "
            f"{share(play['differing']['mean'])} come out differently in some way."
        )
        yield ""
        rows = [
            (row["sense"], *contrast_cells(row))
            for row in play["metrics"]
            if not row["metric"].startswith("wins_of")
        ]
        if play["skill"]:
            skill = {**play["skill"], "unit": "share of games"}
            sense = "games won by one greedy player among uniform ones"
            rows.append((sense, *contrast_cells(skill)))
        yield from table(("", "Japanese", "Finnish", "difference", "effect"), rows)


def rule_by_rule() -> Iterator[str]:
    """Yield what each differing rule contributes."""
    yield "## Rule by rule"
    yield ""
    for player in ("uniform", "greedy"):
        command, found = asked(
            "amigo-ja",
            "kirppusirkus-fi",
            "--ablate",
            *(["--player", player] if player != "uniform" else []),
            "--games",
            "20000",
        )
        yield from fenced(command)
        yield (
            f"The share of each rule in the difference, with players of the sort "
            f"`{player}`; the rows not listed have none."
        )
        yield ""
        rules = found["ablation"]["rules"]
        for name in MEASURED:
            whole = named(found["ablation"]["whole"], name)
            clear = [
                (f"`{rule['rule_point']}`", *share_cells(whole["unit"], part))
                for rule in rules
                for part in rule["shares"]
                if part["metric"] == name and part["p"] < CLEAR
            ]
            if clear:
                gap = change(whole["unit"], whole["difference"])
                yield f"**{whole['sense']}**: {gap} in all"
                yield ""
                yield from table(("", "share", "alone", "last"), clear)


def fairness() -> Iterator[str]:
    """Yield how often each seat wins."""
    yield "## Is it fair to the last seat?"
    yield ""
    rows: list[tuple[str, ...]] = []
    commands: list[str] = []
    for seats in (3, 4, 5):
        command, found = asked(
            "amigo-ja",
            "kirppusirkus-fi",
            "--games",
            "100000",
            "--seats",
            str(seats),
        )
        commands.append(command)
        for text in ("a", "b"):
            wins = [
                row
                for row in found["play"]["metrics"]
                if row["metric"].startswith("wins_of")
            ]
            rows.append(
                (
                    found["variants"][0 if text == "a" else 1]["id"],
                    str(seats),
                    *(mean(row["unit"], row[text]) for row in wins),
                    *("" for _ in range(5 - seats)),
                )
            )
    yield from fenced(*commands)
    yield "The share of games that each seat wins, a shared win divided."
    yield ""
    heads = ("", "players", *(f"seat {seat}" for seat in range(1, 6)))
    yield from table(heads, rows)


def bonus() -> Iterator[str]:
    """Yield what the points of a gala do."""
    yield "## What does the gala bonus do?"
    yield ""
    for player in ("uniform", "greedy"):
        command, found = asked(
            "amigo-ja",
            "--sweep",
            "gala.bonus=0:20:5",
            *(["--player", player] if player != "uniform" else []),
            "--games",
            "100000",
        )
        yield from fenced(command)
        yield f"Compared with the printed ten points; players of the sort `{player}`."
        yield ""
        rows = [
            (
                str(value["value"]),
                *(
                    change(row["unit"], row["difference"], bold=row["adjusted"] < CLEAR)
                    for name in ("winner_score", "margin", "gala_rate")
                    for row in [named(value["metrics"], name)]
                ),
                share(value["differing"]["mean"]),
            )
            for value in found["sweep"]["values"]
        ]
        yield from table(
            ("bonus", "highest score", "margin", "galas", "deals that differ"), rows
        )


def houses() -> Iterator[str]:
    """Yield what the shipped house variants change."""
    yield "## House variants"
    yield ""
    commands: list[str] = []
    rows: list[tuple[str, ...]] = []
    for house in HOUSES:
        command, found = asked("amigo-ja", house, "--games", "50000")
        commands.append(command)
        play = found["play"]
        rows.append(
            (
                f"`{house}`",
                share(play["differing"]["mean"]) if play["differing"] else "other deck",
                *(
                    change(row["unit"], row["difference"], bold=row["adjusted"] < CLEAR)
                    for name in ("turns", "winner_score", "margin", "bust_rate")
                    for row in [named(play["metrics"], name)]
                ),
            )
        )
    yield from fenced(*commands)
    yield "What each changes in the Japanese text, with random players."
    yield ""
    yield from table(
        ("", "deals that differ", "turns", "highest score", "margin", "busts"), rows
    )


HOUSES = (
    "house-gamblers",
    "house-keepsake",
    "house-short-show",
    "house-young-fleas",
    "house-pchli-cyrk",
    "house-sqp-engine",
)


def second_game() -> Iterator[str]:
    """Yield what a house variant does to the second game."""
    yield "## Mars troupe"
    yield ""
    for player, games in (("uniform", "2000"), ("greedy", "100")):
        command, found = asked(
            "mars-troupe-ja",
            "house-open-air",
            *(["--player", player] if player != "uniform" else []),
            "--games",
            games,
        )
        yield from fenced(command)
        yield (
            f"With the invented components, and players of the sort `{player}`; the "
            "figures that clearly differ, and the first ones."
        )
        yield ""
        rows = [
            (row["sense"], *contrast_cells(row))
            for place, row in enumerate(found["play"]["metrics"])
            if place < SOME or row["adjusted"] < CLEAR
        ]
        yield from table(("", "the text", "open air", "difference", "effect"), rows)


SOME = 3
CLEAR = 0.05

PARTS: Sequence[Callable[[], Iterator[str]]] = (
    opening,
    two_texts,
    rule_by_rule,
    fairness,
    bonus,
    houses,
    second_game,
)
"""The parts of the page, in order."""


# ---------------------------------------------------------------- cells and tables


def named(rows: Sequence[Found], name: str) -> Found:
    """Return the row of a metric."""
    return next(row for row in rows if row["metric"] == name)


def contrast_cells(row: Found) -> tuple[str, ...]:
    """Return a figure under both variants, the difference and the effect."""
    unit = row["unit"]
    effect = row["effect"]
    return (
        mean(unit, row["a"]),
        mean(unit, row["b"]),
        change(unit, row["difference"], bold=row["adjusted"] < CLEAR),
        "" if effect is None else f"{effect:+.2f}",
    )


def share_cells(unit: str, part: Found) -> tuple[str, ...]:
    """Return a rule's share, and what it does alone and last."""
    return (
        change(unit, part["share"], bold=True),
        *(
            change(unit, part[when]) if part[when] else "refused"
            for when in ("alone", "last")
        ),
    )


def mean(unit: str, found: Found) -> str:
    """Return a figure with its interval."""
    scale, sign = (100, " %") if unit.startswith("share") else (1, "")
    middle, low, high = (found[key] * scale for key in ("mean", "low", "high"))
    return f"{middle:.2f}{sign} ({low:.2f} to {high:.2f})"


def change(unit: str, found: Found, *, bold: bool = False) -> str:
    """Return a difference with its interval; of shares in percentage points."""
    scale = 100 if unit.startswith("share") else 1
    middle, low, high = (signed(found[key] * scale) for key in ("mean", "low", "high"))
    return f"{f'**{middle}**' if bold else middle} ({low} to {high})"


def signed(number: float) -> str:
    """Return a difference with two decimals, or with one digit where it is tiny."""
    tiny = number != 0 and abs(number) < TINY
    return f"{number:+.1g}" if tiny else f"{number:+.2f}"


TINY = 0.005


def share(number: float) -> str:
    """Return a share in per cent."""
    return f"{number * 100:.1f} %"


def fenced(*commands: str) -> Iterator[str]:
    """Yield the commands that made what follows."""
    yield "```sh"
    yield from commands
    yield "```"
    yield ""


def table(heads: Sequence[str], rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Yield the lines of a table; all but its first column are numbers."""
    yield f"| {' | '.join(heads)} |"
    yield f"|---|{'---:|' * (len(heads) - 1)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
    yield ""


def main() -> None:
    """Write the page."""
    PAGE.write_text(page(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
