"""The web page: everything that was found of two variants, in one file.

It needs nothing but a browser: no network, no other file. Whoever has no script
running, or prints it, has all of it as well.
"""

from collections.abc import Sequence

import attrs
import jinja2
from markupsafe import Markup

from flohcati_rules._version import __version__
from flohcati_rules.compare import Diff, PointDiff
from flohcati_rules.evidence import Evidence
from flohcati_rules.profiles import Variant
from flohcati_rules.report.apart import Apart
from flohcati_rules.report.drawn import (
    draw_effects,
    draw_endings,
    draw_scores,
    draw_seats,
    draw_shares,
)
from flohcati_rules.report.measured import Measured
from flohcati_rules.report.page import counted
from flohcati_rules.report.stories import Story, stories
from flohcati_rules.report.wording import (
    answered,
    described,
    pieces_told,
    sense_of,
)
from flohcati_rules.rulepoints import RulePoint, Value
from flohcati_rules.scene import Face, FaceKind

COLOURS = frozenset(
    (
        *("red", "orange", "yellow", "green", "teal", "blue", "purple", "pink"),
        *("brown", "grey", "white"),
    )
)
"""The colours that a piece can be painted in; any other is told in letters only."""


@attrs.frozen(kw_only=True)
class Side:
    """One variant on one rule point: its value, and what stands for it."""

    value: str
    sense: str
    evidence: Evidence
    language: str


@attrs.frozen(kw_only=True)
class Ruling:
    """One rule point under both variants."""

    id: str
    question: str
    a: Side
    b: Side
    inert: str

    @property
    def sides(self) -> tuple[tuple[str, Side], ...]:
        """Both sides with their letters."""
        return ("A", self.a), ("B", self.b)


def rulings(diff: Diff, found: Sequence[PointDiff]) -> tuple[Ruling, ...]:
    """Return rule points with both sides of each."""
    return tuple(
        Ruling(
            id=one.point.id,
            question=one.point.question,
            a=_side(one.point, one.a, one.evidence_a, diff.a),
            b=_side(one.point, one.b, one.evidence_b, diff.b),
            inert=one.inert or "",
        )
        for one in found
    )


def _side(
    point: RulePoint, value: Value | None, evidence: Evidence, variant: Variant
) -> Side:
    return Side(
        value=answered(point, value).plain,
        sense=sense_of(point, value),
        evidence=evidence,
        language=variant.language,
    )


@attrs.frozen(kw_only=True)
class WebPage:
    """The report on two variants as a page.

    Attributes:
        diff: where the rules differ.
        apart: the shortest games that tell the two apart; None for a draft.
        measured: what simulated play shows; None where nothing was played.
        no_play: why nothing was played; empty where something was.
        command: the command line that gives this page again.

    """

    diff: Diff
    apart: Apart | None
    measured: Measured | None
    no_play: str
    command: str

    def html(self) -> str:
        """Return the page; the same findings always make the same text."""
        diff = self.diff
        told = () if self.apart is None else stories(self.apart)
        faces = _faces(told)
        idle = [one for one in diff.values if one.inert is not None]
        page = _templates().get_template("page.html.jinja")
        return page.render(
            **WORDS,
            game=diff.a.game_class,
            variants=(("A", diff.a), ("B", diff.b)),
            in_play=rulings(diff, diff.in_play),
            idle=rulings(diff, idle),
            evidence_only=rulings(diff, diff.evidence_only),
            stories=told,
            faces=faces,
            measured=self.measured,
            charts={} if self.measured is None else charts(self.measured),
            no_play=self.no_play,
            command=self.command,
            version=__version__,
        )


def charts(found: Measured) -> dict[str, Markup]:
    """Return the drawings of what was measured, by the name of what they show.

    They are made here and hold no text that was not escaped.
    """
    drawn = {
        "effects": draw_effects(found),
        "scores": draw_scores(found),
        "endings": draw_endings(found),
        "seats": draw_seats(found),
        **{one.line.name: draw_shares(one) for one in found.apart},
    }
    return {name: Markup(chart.inline()) for name, chart in drawn.items()}  # noqa: S704 - see above


def _faces(told: Sequence[Story]) -> dict[Face, str]:
    """Return every face that the stories draw, with the name of its drawing."""
    drawn = dict.fromkeys(
        piece.face
        for story in told
        for frame in story.frames
        for panel in frame.panels
        for lot in panel.lots
        for piece in lot.drawn
    )
    return {face: f"face-{number}" for number, face in enumerate(drawn)}


def _templates() -> jinja2.Environment:
    """Return the templates; whatever a profile says is escaped in them."""
    return jinja2.Environment(
        loader=jinja2.PackageLoader("flohcati_rules.report", "web"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _ground(colour: str) -> str:
    """Return the class that paints a piece; of an unknown colour, a plain one."""
    return f"k-{colour}" if colour in COLOURS else "k-plain"


WORDS = {
    "FaceKind": FaceKind,
    "counted": counted,
    "described": described,
    "pieces_told": pieces_told,
    "ground": _ground,
}
"""What the templates call by name."""
