"""Stories: a witness told in pictures, step by step, ready to be drawn.

Up to the last step nobody at the table could tell which of the two variants is played,
so that one picture serves both; then the two part, and stand side by side.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from flohcati_rules.compare import PointDiff
from flohcati_rules.compare.lockstep import Both, Lockstep
from flohcati_rules.compare.witness import Search, Told, Witness
from flohcati_rules.game import CHANCE, NOBODY
from flohcati_rules.profiles import AnyGame
from flohcati_rules.report.apart import Apart
from flohcati_rules.report.witness import (
    MOST_MOVES,
    bounds_told,
    decisions_told,
    label_of,
    short_value,
    sides_of,
)
from flohcati_rules.report.wording import answered, sense_of
from flohcati_rules.rulepoints import RulePoint, Value
from flohcati_rules.scene import Face, FaceKind, Scene

MOST_FACES = 14
"""How many pieces of a row are drawn; of a long deck only its beginning."""
MOST_OUTCOMES = 6
"""How many differences are told at most."""
PICTURED = ("moves", "told")
"""What differs and is part of the picture: what may be done, and what happened."""


@attrs.frozen
class Shown:
    """A piece in a picture.

    Attributes:
        face: what it looks like.
        apart: whether it lies there under one of the variants only.
        new: whether it has come with this step.

    """

    face: Face
    apart: bool = False
    new: bool = False


@attrs.frozen(kw_only=True)
class Lot:
    """A row of a picture, and how many pieces of it are left out."""

    label: str
    pieces: tuple[Shown, ...]
    left_out: int = 0

    @property
    def drawn(self) -> tuple[Shown, ...]:
        """The pieces that are drawn as cards."""
        return tuple(one for one in self.pieces if one.face.kind is not FaceKind.MARKER)

    @property
    def markers(self) -> tuple[Shown, ...]:
        """The pieces that are written as markers."""
        return tuple(one for one in self.pieces if one.face.kind is FaceKind.MARKER)

    @property
    def spoken(self) -> str:
        """The row in words, for those who do not see it."""
        names = [
            f"{one.face.name} (here only)" if one.apart else one.face.name
            for one in self.pieces
        ]
        if self.left_out:
            names.append(f"and {self.left_out} more")
        return f"{self.label}: {', '.join(names) or 'nothing'}"


@attrs.frozen
class Said:
    """A move that may be made, or what happened; ``apart`` where on one side only."""

    text: str
    apart: bool = False


@attrs.frozen(kw_only=True)
class Panel:
    """A picture of a position under one variant, or under both.

    Attributes:
        side: ``A`` or ``B``; empty where it is the same under both.
        lots: what lies where.
        events: what the step made happen.
        asked: who decides now, or how the game ended.
        options: what may be done, those of one variant only first.
        left_out: how many more there are.

    """

    side: str
    lots: tuple[Lot, ...]
    events: tuple[Said, ...]
    asked: str
    options: tuple[Said, ...] = ()
    left_out: int = 0

    @property
    def spoken(self) -> str:
        """What happened and who decides between what, in a sentence."""
        told = "; ".join([*(event.text for event in self.events), self.asked])
        moves = [option.text for option in self.options]
        if self.left_out:
            moves.append(f"and {self.left_out} more")
        return f"{told}: {', '.join(moves)}" if moves else told


@attrs.frozen(kw_only=True)
class Frame:
    """A step of a story: what is done, and what it looks like then."""

    title: str
    panels: tuple[Panel, ...]

    @property
    def parted(self) -> bool:
        """Whether the two variants have come apart."""
        return len(self.panels) > 1

    @property
    def spoken(self) -> str:
        """The step in a few sentences, to be announced."""
        told = [f"{self.title}."]
        for panel in self.panels:
            side = f"Under {panel.side}: " if panel.side else ""
            told.append(f"{side}{panel.spoken}.")
        return " ".join(told)


@attrs.frozen
class Outcome:
    """One thing that is not the same in the end."""

    label: str
    a: str
    b: str


@attrs.frozen
class Played:
    """What is played on one side of a story: a name, and what it means."""

    name: str
    sense: str = ""


@attrs.frozen(kw_only=True)
class Story:
    """A witness told in pictures.

    Attributes:
        id: what it is called in the page.
        title: what it is about: a question, or the whole pair.
        point: the rule point that alone is changed; empty for the whole pair.
        sides: what is played under A and under B.
        summary: how long it is, in a sentence.
        frames: the steps, the given position first; none where there is no witness,
            or where the set-up is.
        outcomes: what is not the same in the end.
        deciding: the rule points that make the difference.
        bounds: how far was looked for it.

    """

    id: str
    title: str
    point: str
    sides: tuple[Played, Played]
    summary: str
    frames: tuple[Frame, ...] = ()
    outcomes: tuple[Outcome, ...] = ()
    deciding: tuple[str, ...] = ()
    bounds: str


def stories(apart: Apart) -> tuple[Story, ...]:
    """Return a story for the pair as it is, then one for each differing rule point."""
    found = apart.pair.diff
    told: list[Story] = []
    if found.in_play:
        sides = (Played(found.a.id), Played(found.b.id))
        told.append(_story("pair", "The two as they are", "", sides, apart.pair))
    if len(apart.single) > 1:
        told.extend(_of_point(one, search) for one, search in apart.single)
    return tuple(told)


def _of_point(one: PointDiff, search: Search | None) -> Story:
    id, title = one.point.id, one.point.question
    sides = _played(one.point, one.a), _played(one.point, one.b)
    if search is None:
        summary = "By itself this value makes no sense beside the others."
        return Story(
            id=id, title=title, point=id, sides=sides, summary=summary, bounds=""
        )
    return _story(id, title, id, sides, search)


def _played(point: RulePoint, value: Value | None) -> Played:
    if isinstance(value, tuple):
        return Played(short_value(point, value))
    sense = "" if value is None else sense_of(point, value)
    return Played(answered(point, value).plain, sense)


def _story(
    id: str, title: str, point: str, sides: tuple[Played, Played], search: Search
) -> Story:
    witness, bounds = search.witness, bounds_told(search)
    if witness is None:
        return Story(
            id=id,
            title=title,
            point=point,
            sides=sides,
            summary="No game was found on which it makes a difference.",
            bounds=bounds,
        )
    if witness.is_setup:
        summary = "The two already differ in the set-up."
    else:
        summary = f"They part after {decisions_told(len(witness.steps))}."
    return Story(
        id=id,
        title=title,
        point=point,
        sides=sides,
        summary=summary,
        frames=() if witness.is_setup else tuple(_frames(witness)),
        outcomes=tuple(_outcomes(witness)),
        deciding=tuple(one.point.id for one in witness.deciding),
        bounds=bounds,
    )


def _outcomes(witness: Witness) -> Iterator[Outcome]:
    open_to_all = [one for one in witness.differences if not one.seat]
    told = open_to_all or [*witness.differences]
    for one in [one for one in told if one.key not in PICTURED][:MOST_OUTCOMES]:
        yield Outcome(label_of(one), *sides_of(one))


# ---------------------------------------------------------------- the pictures


def _frames(witness: Witness) -> Iterator[Frame]:
    """Yield the position, then each step with what it made happen."""
    lockstep = Lockstep(witness.a.game(), witness.b.game())
    both = lockstep.open(witness.given)
    assert both is not None
    stages = [both]
    for made in witness.steps:
        both = lockstep.follow(both, made)
        assert both is not None
        stages.append(both)
    games = (lockstep.a, lockstep.b)
    scenes = [_scenes(games, at) for at in stages]
    used = _used(scene for pair in scenes for scene in pair)
    nothing = Told(a=(), b=())
    told = (nothing, *witness.story)
    titles = ["The position", *(f"{actor}: {move}" for actor, move in witness.steps)]
    for number, title in enumerate(titles):
        before = scenes[number - 1] if number else None
        yield Frame(
            title=title,
            panels=_panels(
                games,
                stages[number],
                scenes[number],
                before,
                told[number],
                used,
                parted=number == len(witness.steps),
            ),
        )


def _scenes(games: tuple[AnyGame, AnyGame], both: Both) -> tuple[Scene, Scene]:
    return games[0].scene(both.a), games[1].scene(both.b)


def _used(scenes: Iterator[Scene]) -> frozenset[str]:
    """Return the labels of the rows that are ever used in a story."""
    return frozenset(row.label for scene in scenes for row in scene.rows if row.faces)


def _panels(
    games: tuple[AnyGame, AnyGame],
    both: Both,
    scenes: tuple[Scene, Scene],
    before: tuple[Scene, Scene] | None,
    told: Told,
    used: frozenset[str],
    *,
    parted: bool,
) -> tuple[Panel, ...]:
    """Return a picture for each variant, or one where they look the same."""
    states, events = (both.a, both.b), (told.a, told.b)
    moves = [
        [str(move) for move in game.legal_moves(state)]
        for game, state in zip(games, states, strict=True)
    ]
    panels: list[Panel] = []
    for side in (0, 1):
        other = 1 - side if parted else side
        options = sorted(
            _said(moves[side], moves[other]), key=lambda option: not option.apart
        )
        lots = _lots(
            scenes[side], scenes[other], before[side] if before else None, used
        )
        panels.append(
            Panel(
                side="AB"[side],
                lots=tuple(lots),
                events=_said(events[side], events[other]),
                asked=_asked(games[side], states[side]),
                options=tuple(options[:MOST_MOVES]),
                left_out=len(options[MOST_MOVES:]),
            )
        )
    one = attrs.evolve(panels[0], side="")
    if not parted and one == attrs.evolve(panels[1], side=""):
        return (one,)
    return tuple(panels)


def _said(texts: Sequence[str], others: Sequence[str]) -> tuple[Said, ...]:
    """Return texts, each with whether the others lack it."""
    return tuple(Said(text, text not in others) for text in texts)


def _lots(
    scene: Scene, other: Scene, before: Scene | None, used: frozenset[str]
) -> Iterator[Lot]:
    theirs = {row.label: row.faces for row in other.rows}
    then = {row.label: row.faces for row in (before or scene).rows}
    for row in scene.rows:
        if row.label not in used:
            continue
        apart = _only(row.faces, theirs[row.label])
        new = _only(row.faces, then[row.label])
        drawn = row.faces[:MOST_FACES]
        marks = zip(drawn, apart, new, strict=False)
        yield Lot(
            label=row.label,
            pieces=tuple(Shown(*one) for one in marks),
            left_out=len(row.faces) - len(drawn),
        )


def _only(faces: Sequence[Face], others: Sequence[Face]) -> list[bool]:
    """Tell for each of some faces whether the others lack it."""
    left = Counter(others)
    only: list[bool] = []
    for face in faces:
        only.append(left[face] == 0)
        left[face] -= left[face] > 0
    return only


def _asked(game: AnyGame, state: Any) -> str:  # noqa: ANN401 - of any game
    """Return who decides now, or how the game ended."""
    decider = game.decider(state)
    if decider == CHANCE:
        return "chance decides"
    if decider != NOBODY:
        return f"{decider} may"
    ended = game.ended_by(state)
    assert ended is not None
    return f"the game is over: {game.ENDINGS[ended]}"
