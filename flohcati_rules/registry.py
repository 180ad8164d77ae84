"""The registry: the one module that knows every game and what is shipped for it."""

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from flohcati_rules.errors import UnknownNameError
from flohcati_rules.games.flea_circus.game import FleaCircus
from flohcati_rules.games.mars_troupe.game import MarsTroupe
from flohcati_rules.profiles import (
    AnyGame,
    Catalogue,
    Kind,
    Variant,
    load_profile,
    variants_root,
)

GAMES: Mapping[str, type[AnyGame]] = MappingProxyType(
    {game.ID: game for game in (FleaCircus, MarsTroupe)}
)
"""Every game, by its id."""


@cache
def catalogue() -> Catalogue:
    """Return the catalogue of what is shipped."""
    return Catalogue(variants_root(), GAMES)


def game_named(id: str) -> type[AnyGame]:
    """Return a game by its id, or raise an ``UnknownNameError``."""
    if id not in GAMES:
        raise UnknownNameError("game", id, GAMES)
    return GAMES[id]


def load_variant(name: str | os.PathLike[str]) -> Variant:
    """Return a variant, by the id of a shipped one or from a profile of your own.

    Args:
        name: an id such as ``amigo-ja``, or a path to a profile.

    Raises:
        UnknownNameError: there is no such id, and no such file.
        UnreadableFileError: the file cannot be read.
        ProfileError: it is not a valid profile; every problem is listed.

    """
    shipped = catalogue()
    if isinstance(name, str) and name in shipped.ids():
        return shipped.load(name)
    if not names_file(name):
        raise UnknownNameError("variant", os.fspath(name), shipped.ids())
    return load_profile(Path(name), GAMES, shipped)


def names_file(name: str | os.PathLike[str]) -> bool:
    """Tell whether a name is meant as a path rather than as an id."""
    if not isinstance(name, str):
        return True
    separators = {"/", os.sep}
    return (
        any(separator in name for separator in separators)
        or name.endswith((".yaml", ".yml"))
        or Path(name).is_file()
    )


def list_variants() -> tuple[Variant, ...]:
    """Return every shipped variant: by game, texts before house variants, by id."""
    shipped = catalogue()
    kinds = list(Kind)
    games = list(GAMES)
    return tuple(
        sorted(
            map(shipped.load, shipped.ids()),
            key=lambda variant: (
                games.index(variant.game_class.ID),
                kinds.index(variant.kind),
                variant.id,
            ),
        )
    )
