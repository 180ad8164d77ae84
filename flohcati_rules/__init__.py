"""The rules of a game as data: load a variant, play it, and see what differs.

The names below are the public ones. Each is resolved on first use, so that
importing the package is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flohcati_rules._version import __version__
    from flohcati_rules.compare import Diff, diff
    from flohcati_rules.errors import (
        DocumentError,
        DraftError,
        FlohcatiError,
        IllegalMoveError,
        NotationError,
        PositionError,
        ProfileError,
        RecordError,
        RequestError,
        RulesError,
        ScenarioFileError,
        UnknownNameError,
        UnreadableFileError,
    )
    from flohcati_rules.evidence import Clause, Evidence, Strength
    from flohcati_rules.game import Event, Game, Refusal, ScoreSheet
    from flohcati_rules.profiles import Variant
    from flohcati_rules.registry import GAMES, list_variants, load_variant

__all__ = [
    "GAMES",
    "Clause",
    "Diff",
    "DocumentError",
    "DraftError",
    "Event",
    "Evidence",
    "FlohcatiError",
    "Game",
    "IllegalMoveError",
    "NotationError",
    "PositionError",
    "ProfileError",
    "RecordError",
    "Refusal",
    "RequestError",
    "RulesError",
    "ScenarioFileError",
    "ScoreSheet",
    "Strength",
    "UnknownNameError",
    "UnreadableFileError",
    "Variant",
    "__version__",
    "diff",
    "list_variants",
    "load_variant",
]

_HOMES = {
    "_version": ["__version__"],
    "compare": ["Diff", "diff"],
    "evidence": ["Clause", "Evidence", "Strength"],
    "game": ["Event", "Game", "Refusal", "ScoreSheet"],
    "profiles": ["Variant"],
    "registry": ["GAMES", "list_variants", "load_variant"],
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> object:
    """Return a public name from the module that has it."""
    if name not in __all__:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    home = import_module(f"{__name__}.{_HOME.get(name, 'errors')}")
    return getattr(home, name)


def __dir__() -> list[str]:
    """List the public names."""
    return sorted(__all__)
