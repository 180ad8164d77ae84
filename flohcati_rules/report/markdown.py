"""Tables for a forum post: differences and effects, in GitHub's Markdown."""

import re
from collections.abc import Iterator, Sequence

import attrs

from flohcati_rules.compare import Diff, PointDiff
from flohcati_rules.evidence import Evidence
from flohcati_rules.profiles import Variant
from flohcati_rules.report.measured import Doing, Line, Measured, TakenApart, Told
from flohcati_rules.report.page import counted
from flohcati_rules.report.wording import answered, described, pieces_told
from flohcati_rules.rulepoints import Value

_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~])")
_SPACE = re.compile(r"\s+")


@attrs.frozen(kw_only=True)
class MarkdownPage:
    """The report on two variants as tables.

    Attributes:
        diff: where the rules differ.
        measured: what simulated play shows; None where nothing was played.
        no_play: why nothing was played; empty where something was.
        command: the command line that gives it again.

    """

    diff: Diff
    measured: Measured | None
    no_play: str
    command: str

    def text(self) -> str:
        """Return the tables; the same findings always make the same text."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        a, b = self.diff.a, self.diff.b
        yield f"## {plain(a.title)} and {plain(b.title)}"
        yield ""
        yield f"- **A** is `{a.id}`: {_about(a)}"
        yield f"- **B** is `{b.id}`: {_about(b)}"
        yield ""
        yield from self._rules()
        if self.measured is None:
            yield f"Nothing was played: {plain(self.no_play)}."
        else:
            yield from _played(self.measured)
        yield ""
        yield f"The same again: `{self.command}`"

    def _rules(self) -> Iterator[str]:
        found, number = self.diff.values, len(self.diff.in_play)
        yield f"### {counted(number, 'rule differs', 'rules differ')} in play"
        yield ""
        if found:
            yield from table(
                ("Rule", "A", "B", "In play"), (_ruling(one) for one in found)
            )
            yield ""


def _about(variant: Variant) -> str:
    return plain(f"{described(variant)} {pieces_told(variant)}".strip())


def _ruling(one: PointDiff) -> tuple[str, ...]:
    return (
        f"{plain(one.point.question)} `{one.point.id}`",
        _answer(one, one.a, one.evidence_a),
        _answer(one, one.b, one.evidence_b),
        f"no difference: {plain(one.inert)}" if one.inert else "differs",
    )


def _answer(one: PointDiff, value: Value | None, evidence: Evidence) -> str:
    where = "; ".join(evidence.places)
    told = f"{evidence.strength}: {where}" if where else str(evidence.strength)
    return f"**{plain(answered(one.point, value).plain)}** ({plain(told)})"


def _played(found: Measured) -> Iterator[str]:
    study = found.study
    yield "### In play"
    yield ""
    yield plain(found.in_common)
    yield ""
    for line in found.changes:
        gap = line.change
        yield (
            f"- {plain(line.title)}: {line.a.mean} under A, {line.b.mean} under B "
            f"({gap.mean}; {gap.range})"
        )
    yield from (f"- {plain(sentence)}" for sentence in found.conclusions)
    yield ""
    yield (
        f"{counted(study.games, 'deal')}, {counted(study.seats, 'player')} of the sort "
        f"`{study.player}`, seed {study.seed}; means with 95 % intervals, clear "
        "differences in bold. The effect is in standard deviations of one game, p is "
        "adjusted for all figures."
    )
    yield ""
    skill = [found.skill] if found.skill else []
    yield from table(
        ("", "A", "B", "B - A", "effect", "p"),
        map(_figures, [*found.lines, *found.ends, *found.seats, *skill]),
        right=5,
    )
    if found.doings:
        yield ""
        yield "#### What each rule does"
        yield ""
        yield from table(
            ("Rule", "Deals it changes", "Its largest clear shares"),
            map(_doing, found.doings),
        )
    for one in found.apart:
        yield ""
        yield f"#### {plain(one.line.title)}, rule by rule"
        yield ""
        yield from table(("Rule", "Share", "Alone", "Last", "p"), _shares(one), right=4)
        if one.without:
            points = ", ".join(f"`{point}`" for point in one.without)
            yield ""
            yield f"With these players it does not change at all by {points}."


def _figures(line: Line) -> tuple[str, ...]:
    return (
        plain(line.sense),
        _told(line.a),
        _told(line.b),
        _told(line.change, bold=line.is_clear),
        line.effect,
        plain(line.p),
    )


def _doing(one: Doing) -> tuple[str, ...]:
    shares = (
        f"{plain(line.title)} **{share.told.mean}**" for line, share in one.shares
    )
    return f"`{one.point}`", _told(one.differing), "; ".join(shares) or "nothing clear"


def _shares(one: TakenApart) -> Iterator[tuple[str, ...]]:
    for share in one.shares:
        name = f"`{share.point}`"
        if share.interacts:
            name += " (depends on the others)"
        change = _told(share.told, bold=share.is_clear)
        yield name, change, share.alone, share.last, plain(share.p)
    if one.rest.is_clear:
        yield "the rest", _told(one.rest.told, bold=True), "", "", ""
    yield "all rules together", _told(one.line.change), "", "", plain(one.line.p)


def _told(told: Told, *, bold: bool = False) -> str:
    mean = f"**{told.mean}**" if bold else told.mean
    return f"{mean} ({told.range})" if told.range else mean


def table(
    heads: Sequence[str], rows: Iterator[tuple[str, ...]], *, right: int = 0
) -> Iterator[str]:
    """Yield the lines of a table; the last ``right`` columns are numbers."""
    yield _row(heads)
    rules = ["---"] * (len(heads) - right) + ["---:"] * right
    yield _row(rules)
    yield from map(_row, rows)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def plain(text: str) -> str:
    """Return a text in which nothing is taken for markup, on one line."""
    return _MARKUP.sub(r"\\\1", _SPACE.sub(" ", text))
