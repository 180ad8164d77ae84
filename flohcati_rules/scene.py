"""The scene: a position laid out as people see it on a table, ready to be drawn.

A game says which rows of faces there are; whoever draws knows no game. A scene is
told from above: it shows what every seat holds, also what lies face down.
"""

from enum import StrEnum

import attrs


class FaceKind(StrEnum):
    """What sort of piece shows a face."""

    CARD = "card"
    """A card that counts."""
    ACTION = "action"
    """A card that makes something happen."""
    HIDDEN = "hidden"
    """A card that lies face down; the scene shows it all the same."""
    MARKER = "marker"
    """A marker, a chip or a space of a track."""


@attrs.frozen(kw_only=True)
class Face:
    """One piece as it is drawn.

    Attributes:
        name: what the notation calls it.
        sign: what it says in large, in one or two signs.
        caption: what it says in small, such as the colour in letters.
        colour: the name of the colour of its ground; empty for none.
        dots: the colours of the dots on it, one each; rabbits, say.
        kind: what sort of piece it is.

    """

    name: str
    sign: str = ""
    caption: str = ""
    colour: str = ""
    dots: tuple[str, ...] = ()
    kind: FaceKind = FaceKind.CARD


@attrs.frozen(kw_only=True)
class Row:
    """Pieces that lie together, and what the place is called.

    Attributes:
        label: what the place is called, such as ``hand of Ann``.
        faces: the pieces, in the order in which they lie.
        seat: whose place it is; empty for one that all share.

    """

    label: str
    faces: tuple[Face, ...]
    seat: str = ""


@attrs.frozen
class Scene:
    """A position, row by row; the same game has the same rows in the same order."""

    rows: tuple[Row, ...]
