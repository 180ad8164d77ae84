"""Traces in reports: a copy of a rule text beside the clauses of its profile."""

from collections.abc import Iterable, Iterator

import attrs
from rich.console import RenderableType
from rich.text import Text

from flohcati_rules.errors import Problem
from flohcati_rules.evidence import Strength
from flohcati_rules.profiles import Variant
from flohcati_rules.report.baselines import broken_files, plain_scenario
from flohcati_rules.report.page import Labelled, Plain, counted, heading, stacked
from flohcati_rules.report.wording import (
    cited,
    plain_problem,
    plain_value,
    plain_variant,
)
from flohcati_rules.rulepoints import spoken
from flohcati_rules.ruletext import Sentence
from flohcati_rules.verify.trace import Stranger, Trace, TracedClause, Whereabouts

_FEW = 3
"""How many scenarios of a clause are named."""

_NOTES = {
    Whereabouts.FOUND: "",
    Whereabouts.MOVED: "; it has moved",
    Whereabouts.CHANGED: "changed",
    Whereabouts.MISSING: "missing",
}
_OPEN = frozenset({Whereabouts.CHANGED, Whereabouts.MISSING})
"""Where a clause is that an editor has to look after."""


@attrs.frozen(kw_only=True)
class TraceReport:
    """A copy of a rule text beside the clauses of a profile, what is open first.

    Attributes:
        file: the name of the copy.
        trace: what became of clauses and sentences.
        problems: what is wrong in files that are no valid scenario files.

    """

    file: str
    trace: Trace
    problems: tuple[Problem, ...] = ()

    def text(self) -> RenderableType:
        """Return what is open, then each clause with what rests on it."""
        parts: list[RenderableType] = [*broken_files(self.problems), self._sum()]
        if self.trace.is_other_text:
            parts.append(self._other_text())
        else:
            parts.extend((*self._open(), *self._clauses()))
        return stacked(parts)

    def _sum(self) -> Text:
        found = self.trace
        text = Text.assemble((found.variant.id, "bold cyan"), f" in {self.file}: ")
        clauses = counted(len(found.clauses), "clause")
        sentences = counted(found.sentences, "sentence")
        if found.holds:
            told = f"all of {clauses} found, and nothing else."
            return text.append(told if len(found.clauses) > 1 else "it is found.")
        here = len(found.clauses) - len(found.missing) - len(found.changed)
        text.append(f"{here} of {clauses} found; ")
        strange = len(found.strangers)
        if strange:
            verb = "is" if strange == 1 else "are"
            text.append(f"{strange} of {sentences} {verb} new.", "red")
        else:
            text.append(f"nothing new in {sentences}.")
        return text

    def _other_text(self) -> Text:
        variant = self.trace.variant
        return Text(
            f"Not one clause is there, so this is hardly that text: "
            f"{variant.source.text} (language: {variant.language}). "
            f"'flohcati new profile --game {variant.game_class.ID} --text FILE' "
            f"starts a profile of another text."
        )

    def _open(self) -> list[RenderableType]:
        found = self.trace
        rows = [
            *(
                (Text(one.clause.id, "red"), _missing(one, found.variant))
                for one in found.clauses
                if one.whereabouts in _OPEN
            ),
            *(
                (Text(f"line {one.sentence.line}", "red"), _strange(one))
                for one in found.strangers
                if _is_unexplained(one)
            ),
        ]
        parts: list[RenderableType] = []
        if rows:
            note = (
                "Clauses that are not there as they were, and sentences that no "
                "clause is."
            )
            parts.extend((heading("Open", note), Labelled(rows)))
        if found.gave_up:
            told = (
                "So much is new that clauses were not looked for within sentences: "
                "some may be there in a sentence that is cut otherwise."
            )
            parts.append(Text(told, "dim"))
        return parts

    def _clauses(self) -> list[RenderableType]:
        here = [one for one in self.trace.clauses if one.whereabouts not in _OPEN]
        note = "Each with the line it is on, what rests on it, and what checks it."
        rows = [(_label(one), _resting(one, self.trace.variant)) for one in here]
        return [heading("Clauses that are there", note), Labelled(rows)]

    def plain(self) -> dict[str, Plain]:
        """Return the format ``trace/1``."""
        found = self.trace
        return {
            "format": "trace/1",
            "variants": [plain_variant(found.variant)],
            "file": self.file,
            "open": len(found.missing)
            + len(found.changed)
            + sum(map(_is_unexplained, found.strangers)),
            "sentences": found.sentences,
            "clauses": [_plain_clause(one, found.variant) for one in found.clauses],
            "unknown": [*map(_plain_stranger, found.strangers)],
            "gave_up": found.gave_up,
            "problems": [*map(plain_problem, self.problems)],
        }


def _label(one: TracedClause) -> Text:
    assert one.sentence is not None
    line = f" line {one.sentence.line}"
    return Text.assemble((one.clause.id, "cyan"), (line, "dim"))


def _missing(one: TracedClause, variant: Variant) -> RenderableType:
    if one.whereabouts is Whereabouts.CHANGED and one.sentence is not None:
        now = Text(f"Line {one.sentence.line} says {one.clause.id}, and more: ")
        now.append(one.sentence.text, "bold red")
    elif one.sentence is None:
        now = Text("It is not there, and nothing stands in its place.", "red")
    else:
        now = Text(f"It is not there. Line {one.sentence.line} may have it now: ")
        now.append(one.sentence.text, "bold red")
    return stacked([cited(one.clause), now, *_support(one, variant)])


def _is_unexplained(one: Stranger) -> bool:
    """Return whether a sentence is not shown with a clause already."""
    return one.nearest is None and not one.holds


def _strange(one: Stranger) -> RenderableType:
    lines: list[RenderableType] = [Text(one.sentence.text, "bold red")]
    if one.repeats:
        lines.append(Text(f"It says {one.repeats.id} once more."))
    else:
        lines.append(Text("No clause is this sentence."))
    return stacked(lines)


def _resting(one: TracedClause, variant: Variant) -> RenderableType:
    gist = cited(one.clause).append(_NOTES[one.whereabouts], "yellow")
    return stacked([gist, *_support(one, variant)])


def _support(one: TracedClause, variant: Variant) -> Iterator[RenderableType]:
    """Yield the rule values that rest on a clause, then its scenarios."""
    if one.points:
        yield Text("rests on it: " + "; ".join(_values(one.points, variant)), "green")
    if one.scenarios:
        names = [scenario.name for scenario in one.scenarios]
        more = len(names) - _FEW
        told = "; ".join(names[:_FEW]) + (f"; and {more} more" if more > 0 else "")
        yield Text(f"scenarios: {told}", "dim")


def _values(points: Iterable[str], variant: Variant) -> Iterator[str]:
    for id in points:
        value = variant.values.get(id)
        told = "unknown" if value is None else spoken(value)
        inferred = variant.evidence[id].strength is Strength.INFERRED
        yield f"{id} {told}" + (" (inferred)" if inferred else "")


def _plain_clause(one: TracedClause, variant: Variant) -> dict[str, Plain]:
    is_missing = one.whereabouts is Whereabouts.MISSING
    sentence = None if one.sentence is None else _plain_sentence(one.sentence)
    return {
        "clause": one.clause.id,
        "at": one.clause.at,
        "kind": str(one.clause.kind),
        "gist": one.clause.gist,
        "whereabouts": str(one.whereabouts),
        "sentence": None if is_missing else sentence,
        "nearest": sentence if is_missing else None,
        "rule_points": [
            {
                "rule_point": id,
                "value": plain_value(variant.values.get(id)),
                "strength": str(variant.evidence[id].strength),
            }
            for id in one.points
        ],
        "scenarios": [*map(plain_scenario, one.scenarios)],
    }


def _plain_stranger(one: Stranger) -> dict[str, Plain]:
    return {
        **_plain_sentence(one.sentence),
        "holds": [clause.id for clause in one.holds],
        "nearest": one.nearest.id if one.nearest else None,
        "repeats": one.repeats.id if one.repeats else None,
    }


def _plain_sentence(sentence: Sentence) -> dict[str, Plain]:
    return {"line": sentence.line, "at": sentence.place, "text": sentence.text}
