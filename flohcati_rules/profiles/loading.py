"""Loads profiles from their files, with everything that they extend."""

from collections.abc import Mapping
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import NamedTuple, Protocol

from flohcati_rules.documents import Node, read_document
from flohcati_rules.errors import DocumentError, Problem, ProfileError, did_you_mean
from flohcati_rules.evidence import Strength
from flohcati_rules.profiles.components import named_components
from flohcati_rules.profiles.reading import (
    FORMAT,
    Heading,
    read_answers,
    read_heading,
)
from flohcati_rules.profiles.resolving import house_variant, text_variant
from flohcati_rules.profiles.variant import AnyGame, Variant


class Shelf(Protocol):
    """Where profiles are found by their ids."""

    def ids(self) -> tuple[str, ...]:
        """Return the ids there are."""
        ...

    def path(self, id: str) -> Traversable:
        """Return the file of a profile."""
        ...

    def load(self, id: str, *, extended_by: tuple[str, ...] = ()) -> Variant:
        """Return a variant; ``extended_by`` is the chain of files that lead to it."""
        ...


class Check(NamedTuple):
    """What checking a profile found."""

    problems: tuple[Problem, ...]
    """Everything that is wrong."""

    variant: Variant | None
    """The variant, when nothing is wrong."""

    open_points: int
    """How many rule points have no value."""


def load_profile(
    path: Traversable,
    game_classes: Mapping[str, type[AnyGame]],
    catalogue: Shelf,
    *,
    extended_by: tuple[str, ...] = (),
) -> Variant:
    """Load a profile and everything that it extends.

    Args:
        path: the file, on disk or within the package.
        game_classes: the games there are, by id.
        catalogue: where a profile that is extended by its id is found.
        extended_by: the chain of files that lead here, by which a circle is found.

    Raises:
        UnreadableFileError: the file cannot be read.
        ProfileError: it is not a valid profile; every problem is listed.

    """
    check = check_profile(path, game_classes, catalogue, extended_by=extended_by)
    if check.variant is None:
        raise ProfileError(check.problems)
    return check.variant


def check_profile(
    path: Traversable,
    game_classes: Mapping[str, type[AnyGame]],
    catalogue: Shelf,
    *,
    extended_by: tuple[str, ...] = (),
) -> Check:
    """Check a profile as `load_profile` does, but return its problems.

    Raises:
        UnreadableFileError: the file cannot be read.

    """
    root = read_document(path)
    if not root.has_format(FORMAT):
        return Check(root.problems.found, None, 0)
    heading = read_heading(root, game_classes)
    parent = None
    extends = heading.nodes.get("extends")
    if extends is not None and not heading.kind.answers_all:
        finder = _Parents(path, game_classes, catalogue, extended_by)
        parent = finder.find(extends, heading)
    rules = heading.nodes.get("rules")
    if heading.game_class is None or rules is None:
        return Check(root.problems.found, None, 0)
    components = named_components(
        heading.nodes.get("components"), path, heading.game_class
    )
    if heading.kind.answers_all:
        answers = read_answers(rules, heading, inherited={})
        variant = text_variant(heading, rules, answers, components)
    else:
        answers = read_answers(rules, heading, parent.clauses if parent else None)
        variant = (
            house_variant(heading, rules, answers, components, parent)
            if parent
            else None
        )
    unknown = Strength.UNKNOWN
    open_points = sum(
        answer.evidence.strength is unknown for answer in answers.values()
    )
    if root.problems or variant is None:
        return Check(root.problems.found, None, open_points)
    return Check((), variant, len(variant.unknown))


class _Parents:
    """Finds the profile that a profile extends."""

    def __init__(
        self,
        path: Traversable,
        game_classes: Mapping[str, type[AnyGame]],
        catalogue: Shelf,
        extended_by: tuple[str, ...],
    ) -> None:
        self.path = path
        self.game_classes = game_classes
        self.catalogue = catalogue
        self.chain = (*extended_by, _whole_name(path))

    def find(self, extends: Node, heading: Heading) -> Variant | None:
        """Return the parent, or report why there is none."""
        name = extends.text("the id of a profile, or a path beside this file")
        if name is None:
            return None
        by_path = name.endswith((".yaml", ".yml")) or "/" in name
        if by_path and not isinstance(self.path, Path):
            extends.refuse("a profile within a package extends another by its id")
            return None
        if not by_path and name not in self.catalogue.ids():
            hint = did_you_mean(name, self.catalogue.ids())
            extends.refuse(f"no profile {name!r}{hint or '; a path ends in .yaml'}")
            return None
        parent = self._load(name, by_path=by_path, extends=extends)
        if parent is None or heading.game_class is None:
            return None
        if parent.game_class is not heading.game_class:
            game = parent.game_class.ID
            extends.refuse(f"{parent.id} is a variant of another game, {game}")
            return None
        if heading.id in _lineage(parent):
            message = "a variant that is extended has this id already"
            heading.nodes["id"].refuse(message)
        return parent

    def _load(self, name: str, *, by_path: bool, extends: Node) -> Variant | None:
        if by_path:
            assert isinstance(self.path, Path)
            target: Traversable = self.path.parent / name
        else:
            target = self.catalogue.path(name)
        if _whole_name(target) in self.chain:
            start = self.chain.index(_whole_name(target))
            circle = (*self.chain[start:], _whole_name(target))
            names = " -> ".join(Path(file).name for file in circle)
            extends.refuse(f"this goes round in a circle: {names}")
            return None
        try:
            if not by_path:
                return self.catalogue.load(name, extended_by=self.chain)
            return load_profile(
                target, self.game_classes, self.catalogue, extended_by=self.chain
            )
        except DocumentError as error:
            first, *others = error.problems
            more = f" (and {len(others)} more)" if others else ""
            extends.refuse(f"{name!r} cannot be extended: {first}{more}")
            return None


def _whole_name(path: Traversable) -> str:
    return str(path.resolve()) if isinstance(path, Path) else str(path)


def _lineage(variant: Variant) -> set[str]:
    """Return the ids of a variant and of all that it takes values from."""
    return {variant.id} | {found.origin for found in variant.evidence.values()}
