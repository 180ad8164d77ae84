"""The catalogue: the profiles and scenarios that come with the library."""

from collections.abc import Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import attrs

from flohcati_rules.errors import Problem, ProfileError, UnknownNameError
from flohcati_rules.profiles.loading import load_profile
from flohcati_rules.profiles.variant import AnyGame, Variant


def variants_root() -> Traversable:
    """Return the folder of the shipped variants.

    It is within the package where that was installed, and beside it in a checkout.
    """
    inside = files("flohcati_rules") / "variants"
    if inside.is_dir():
        return inside
    beside = Path(__file__).resolve().parents[2] / "variants"
    if beside.is_dir():
        return beside
    message = "flohcati_rules is not installed in full: it has no variants"
    raise FileNotFoundError(message)


@attrs.define
class Catalogue:
    """Profiles by id: a folder for each game, a file for each profile.

    The file of a profile is named after its id. Each is loaded when it is first
    asked for, and kept.
    """

    root: Traversable
    game_classes: Mapping[str, type[AnyGame]] = attrs.field(repr=False)
    _paths: dict[str, Traversable] = attrs.field(init=False, repr=False)
    _loaded: dict[str, Variant] = attrs.field(init=False, repr=False)

    def __attrs_post_init__(self) -> None:
        """Find the profiles; refuse an id that two games share."""
        self._paths = {}
        self._loaded = {}
        for game in self.game_classes:
            for path in _yaml_files(self.root / game):
                id = path.name.removesuffix(".yaml")
                if id in self._paths:
                    message = f"{self._paths[id]} is a profile {id!r} already"
                    raise ProfileError([Problem(str(path), 1, 1, "", message)])
                self._paths[id] = path

    def ids(self) -> tuple[str, ...]:
        """Return the ids of all profiles, by game and then by name."""
        return tuple(self._paths)

    def path(self, id: str) -> Traversable:
        """Return the file of a profile, or raise an ``UnknownNameError``."""
        if id not in self._paths:
            raise UnknownNameError("variant", id, self._paths)
        return self._paths[id]

    def load(self, id: str, *, extended_by: tuple[str, ...] = ()) -> Variant:
        """Return a variant by its id.

        Args:
            id: the id, which is also the name of the file.
            extended_by: the chain of files that lead here while profiles are loaded.

        Raises:
            UnknownNameError: there is no such profile.
            ProfileError: it is not valid, or bears another id than its file.

        """
        if id not in self._loaded:
            path = self.path(id)
            variant = load_profile(
                path, self.game_classes, self, extended_by=extended_by
            )
            if variant.id != id:
                message = (
                    f"the id is {variant.id!r}, but the file is named {path.name!r}"
                )
                raise ProfileError([Problem(variant.file, 1, 1, "id", message)])
            self._loaded[id] = variant
        return self._loaded[id]

    def scenario_files(self, game: str) -> tuple[Traversable, ...]:
        """Return the scenario files of a game, by name."""
        return _yaml_files(self.root / game / "scenarios")


def _yaml_files(folder: Traversable) -> tuple[Traversable, ...]:
    if not folder.is_dir():
        return ()
    found = [path for path in folder.iterdir() if path.name.endswith(".yaml")]
    return tuple(sorted(found, key=lambda path: path.name))
