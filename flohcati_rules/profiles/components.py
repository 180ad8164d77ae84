"""Loads the component file that a profile names."""

from importlib.resources.abc import Traversable
from operator import attrgetter
from pathlib import Path

from flohcati_rules.documents import Node, read_document
from flohcati_rules.errors import ComponentsError, DocumentError, ProfileError
from flohcati_rules.game import Components
from flohcati_rules.profiles.variant import AnyGame


def load_components(path: Traversable, game_class: type[AnyGame]) -> Components:
    """Load a component file of a game.

    Raises:
        UnreadableFileError: the file cannot be read.
        ProfileError: it describes no components that the game can be played with.

    """
    root = read_document(path)
    if not game_class.COMPONENTS:
        root.refuse(f"{game_class.TITLE} needs no components")
    else:
        root.has_format(game_class.COMPONENTS)
    root.problems.raise_as(ProfileError)
    given = root.value
    assert isinstance(given, dict), "a document with a format is a mapping"
    try:
        return game_class.read_components(given)
    except ComponentsError as error:
        for fault in error.faults:
            root.at(fault.place).refuse(fault.reason)
        raise ProfileError(root.problems.found) from error


def named_components(
    node: Node | None, path: Traversable, game_class: type[AnyGame]
) -> Components | None:
    """Return the components that a profile names, or report why there are none.

    Args:
        node: the profile's name for the file, a path beside the profile.
        path: the profile.
        game_class: the game that it is of.

    """
    if node is None:
        return None
    if not game_class.COMPONENTS:
        node.refuse_key(f"{game_class.TITLE} needs no components")
        return None
    name = node.text("a path beside this file, ending in .yaml", r"[^\\]+\.ya?ml")
    if name is None:
        return None
    if not isinstance(path, Path) and ".." in name.split("/"):
        node.refuse("a profile within a package names a file beside it")
        return None
    try:
        return load_components(_beside(path, name), game_class)
    except DocumentError as error:
        first, *others = error.problems
        more = f" (and {len(others)} more)" if others else ""
        node.refuse(f"{name!r} cannot be used: {first}{more}")
        return None


def _beside(path: Traversable, name: str) -> Traversable:
    """Return a file beside another, on disk or within a package."""
    folder: Traversable = attrgetter("parent")(path)  # all kinds have it
    return folder / name
