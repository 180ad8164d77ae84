"""Profiles: from YAML files to variants. Knows no game: it is handed the class."""

from flohcati_rules.profiles.catalogue import Catalogue, variants_root
from flohcati_rules.profiles.components import load_components
from flohcati_rules.profiles.loading import Check, check_profile, load_profile
from flohcati_rules.profiles.variant import AnyGame, Kind, Variant

__all__ = [
    "AnyGame",
    "Catalogue",
    "Check",
    "Kind",
    "Variant",
    "check_profile",
    "load_components",
    "load_profile",
    "variants_root",
]
